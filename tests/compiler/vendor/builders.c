/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Configures signature keys with a vendored copy of the builders, prefix drv, and prints the
 * written WQEBBs. Uses neither libibverbs nor the library.
 *
 * A line of numbers on standard input is a case: qpn wqe_cnt pi fm lkey mem_psv wire_psv wr_flags
 * access (-1: not set), number of entries and for each address length key, then check_mask flags
 * copy_mask, and for memory and wire type (-1: none) block_size, and 5 numbers: bg_type bg app_tag
 * ref_tag flags, or CRC type, seed, 0 0 0.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include HEADER

enum { MAX_ENTRIES = 256, FENCE = 1, SIGNALED = 2, SOLICITED = 4 };

struct domain {
	struct drv_sig_t10dif dif;
	struct drv_sig_crc crc;
	struct drv_sig_block_domain domain;
};

static long long number(void)
{
	char word[32];

	if (scanf("%31s", word) != 1)
		exit(0);
	return (long long)(word[0] == '-' ? (uint64_t)strtoll(word, NULL, 0) :
			   strtoull(word, NULL, 0));
}

static const struct drv_sig_block_domain *read_domain(struct domain *d)
{
	long long type = number();

	memset(d, 0, sizeof(*d));
	d->domain.block_size = (enum drv_block_size)number();
	long long a = number(), b = number(), c = number(), e = number(), f = number();

	d->domain.sig_type = (enum drv_sig_type)type;
	if (type == DRV_SIG_TYPE_T10DIF) {
		d->dif = (struct drv_sig_t10dif) {
			.bg_type = (enum drv_sig_t10dif_bg_type)a, .bg = (uint16_t)b,
			.app_tag = (uint16_t)c, .ref_tag = (uint32_t)e, .flags = (uint16_t)f };
		d->domain.sig.dif = &d->dif;
	} else {
		d->crc = (struct drv_sig_crc) { .type = (enum drv_sig_crc_type)a,
						.seed = (uint64_t)b };
		d->domain.sig.crc = &d->crc;
	}
	return type < 0 ? NULL : &d->domain;
}

static struct drv_ctrl_seg_mode mode(long long flags, long long fm)
{
	return drv_ctrl_seg_mode_pack(flags & FENCE ? DRV_FENCE_MODE_SMALL_AND_READ_ATOMIC :
						      (uint32_t)fm,
				      flags & SIGNALED ? DRV_COMPLETION_MODE_ALWAYS :
							 DRV_COMPLETION_MODE_ON_ERROR,
				      flags & SOLICITED);
}

int main(void)
{
	static struct drv_sge list[MAX_ENTRIES];
	struct drv_sig_block_attr attr;
	struct drv_signature sig;
	const char *reason;
	struct domain mem, wire;
	struct drv_ring ring;

	for (;;) {
		uint32_t qpn = (uint32_t)number(), wqe_cnt = (uint32_t)number();
		uint32_t pi = (uint32_t)number(), start = pi;
		long long fm = number();
		uint32_t lkey = (uint32_t)number();
		uint32_t mem_psv = (uint32_t)number(), wire_psv = (uint32_t)number();
		long long flags = number(), access = number();
		uint32_t num = (uint32_t)number();

		for (uint32_t i = 0; i < num && i < MAX_ENTRIES; i++) {
			list[i].addr = (uint64_t)number();
			list[i].length = (uint32_t)number();
			list[i].lkey = (uint32_t)number();
		}
		memset(&attr, 0, sizeof(attr));
		attr.check_mask = (uint8_t)number();
		attr.flags = (uint32_t)number();
		attr.copy_mask = (uint8_t)number();
		attr.mem = read_domain(&mem);
		attr.wire = read_domain(&wire);
		ring = (struct drv_ring) { .buf = malloc(wqe_cnt * 64),
					   .mask = wqe_cnt * 64 - 1, .qpn = qpn };
		memset(ring.buf, 0xa5, wqe_cnt * 64);
		if (drv_signature_encode(&sig, &attr, NULL, &reason)) {
			puts("error");
			free(ring.buf);
			continue;
		}

		struct drv_umr umr = { /* A fresh key: its first error count is odd. */
				       .lkey = lkey,
				       .mkey_mask = DRV_UMR_MKEY_MASK_LEN |
						    DRV_UMR_MKEY_MASK_BSF_EN |
						    DRV_UMR_MKEY_MASK_FREE | DRV_UMR_MKEY_MASK_KEY |
						    DRV_UMR_MKEY_MASK_EN_SIGERR,
				       .klm_wqebbs = drv_wqebbs(num),
				       .bsf_en = true,
				       .expected_sigerr_count = true,
				       .bsf_wqebbs = 1
		};

		if (access >= 0) {
			umr.access = (uint32_t)access;
			umr.mkey_mask |= DRV_UMR_MKEY_MASK_LW | DRV_UMR_MKEY_MASK_RR |
					 DRV_UMR_MKEY_MASK_RW | DRV_UMR_MKEY_MASK_A;
		}
		umr.len = drv_build_klms(&ring, pi + DRV_UMR_WQEBBS, num, list);
		drv_signature_set_psvs(&sig, wire_psv, mem_psv);
		drv_build_bsf(&ring, pi + DRV_UMR_WQEBBS + umr.klm_wqebbs, &sig.bsf);
		drv_build_umr(&ring, pi, mode(flags & ~SIGNALED, fm), &umr);
		pi += drv_umr_wqebbs(&umr);
		if (sig.mem_format)
			drv_build_set_psv(&ring, pi++,
					  mode(sig.wire_format ? flags & ~SIGNALED : flags,
					       DRV_FENCE_MODE_INITIATOR_SMALL), &sig.mem_psv);
		if (sig.wire_format)
			drv_build_set_psv(&ring, pi++, mode(flags, DRV_FENCE_MODE_INITIATOR_SMALL),
					  &sig.wire_psv);
		for (; start != pi; start++) {
			printf("%u:", start & (wqe_cnt - 1));
			for (unsigned int i = 0; i < 64; i++)
				printf("%02x", ring.buf[(start * 64 & ring.mask) + i]);
			printf(" ");
		}
		printf("\n");
		free(ring.buf);
	}
}
