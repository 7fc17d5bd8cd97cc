/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Memory as the NIC sees it: memory keys, and streams that gather from or scatter to scatter-gather
 * lists.
 */
#ifndef SOFTMLX5_MEM_H
#define SOFTMLX5_MEM_H

#include <sys/uio.h>

#include "base/device.h"
#include "base/guard.h"
#include "prm_bsf.h"
#include "prm_mkey.h"

struct sm_qp;
struct sm_mkey;
struct sm_sig;

/* Uses of a key; each bit needs the bit of the same name in the key, and in the QP. */
enum sm_access {
	SM_LOCAL_READ = 1 << 0,
	SM_LOCAL_WRITE = 1 << 1,
	SM_REMOTE_READ = 1 << 2,
	SM_REMOTE_WRITE = 1 << 3,
	SM_REMOTE_ATOMIC = 1 << 4,
};

/* Reasons of a failed access. The caller chooses the error of its side, see nic/queue/error.h. */
enum sm_fault {
	SM_OK,
	SM_FAULT_KEY,	 /* no such key, stale tag, free */
	SM_FAULT_ACCESS, /* the key does not allow it */
	SM_FAULT_RANGE,	 /* outside the key, or outside a key that its entries name */
	SM_FAULT_MEMORY, /* not mapped */
	SM_FAULT_DEPTH,	 /* keys of keys, deeper than the device follows */
	SM_FAULT_SIG,	 /* the BSF needs what the device lacks, or is of the wrong key */
	SM_FAULT_SOURCE, /* scatter: the source memory is not mapped */
	SM_FAULT_PD,	 /* the key belongs to another PD or QP */
	SM_FAULT_CRYPTO, /* the BSF's encryption key is gone, or does not work */
};

SM_COLD const char *sm_fault_str(enum sm_fault fault);

/*
 * Memory keys (mkey.c).
 */

/* A translation entry of an indirect key, KLM or KSM. */
struct sm_xlt {
	uint32_t key;
	uint64_t addr;
	uint64_t len;
	uint64_t start;		/* of the entry, in bytes from the start of the key */
};

/* An interleaved entry (repeat block): @len bytes of each @stride bytes of the key. */
struct sm_repeat {
	uint32_t key;
	uint64_t addr;
	uint32_t len, stride;
	uint32_t start;		/* in bytes from the start of a round */
};

enum sm_mkey_kind {
	SM_MKEY_PA,		/* the whole address space of the host */
	SM_MKEY_DIRECT,		/* pages: a umem; device memory */
	SM_MKEY_PAGES,		/* a list of pages */
	SM_MKEY_KLM,
	SM_MKEY_KSM,
	SM_MKEY_REPEAT,
};

struct sm_mkey {
	struct sm_obj obj;	/* its number is the upper 24 bits of the key */
	struct sm_pd *pd;
	struct sm_umem *umem;	/* DIRECT: its memory, or NULL */
	uint64_t generation;	/* changes with the key, unique in the process */
	struct prm_mkc_fields ctx;	/* as QUERY_MKEY returns it; a UMR changes it */
	enum sm_mkey_kind kind;
	uint32_t max_bsf_octowords;	/* room, from CREATE_MKEY; ctx has that of the list */

	char *base;		/* DIRECT: address of sm_mkey_start() in this process */
	uint64_t size;		/* DIRECT: bytes from @base on */
	bool is_paged;		/* on demand: pages need not be there */
	bool is_memic;		/* of device memory, see sm_mkey_start() */

	uint64_t *pages;	/* PAGES: @n bus addresses; 0: the entry was never written */
	struct sm_xlt *xlt;	/* KLM, KSM: @n entries without trailing empty ones */
	struct sm_repeat *repeat;	/* REPEAT: @n entries */
	uint32_t n;
	uint32_t repeat_count;	/* REPEAT: rounds */
	uint64_t round_len;	/* REPEAT: bytes of a round */

	struct sm_sig *sig;	/* the parsed BSF, or NULL without BSF; see bsf.h */
	uint8_t bsf[128];	/* the BSF as written */
	uint32_t bsf_len;
	bool sigerr_count;	/* the device's own toggle, see mkc.expected_sigerr_count */
};

/* The mode of keys of device memory, in five bits (see enum mkc_access_mode in spec/cmd/mkey.yaml). */
#define SM_ACCESS_MODE_MEMIC 5u

/* Is it a key of device memory? Its context has the address in the BAR. */
static inline bool sm_mkey_is_memic(const struct prm_mkc_fields *ctx)
{
	return (ctx->access_mode_4_2 << 2 | ctx->access_mode_1_0) == SM_ACCESS_MODE_MEMIC;
}

/* The first address of the key: of device memory 0, as ibv_reg_dm_mr(3) says. */
static inline uint64_t sm_mkey_start(const struct sm_mkey *mkey)
{
	return mkey->is_memic ? 0 : mkey->ctx.start_addr;
}

/* A queue pair that accesses memory, with one of its ends: the sender of requests, or the responder. */
struct sm_psv;
struct sm_sig_error;
struct sm_accessor {
	struct sm_dev *dev;
	uint32_t pd, qpn;
	unsigned int access;	/* enum sm_access */
	/* A signature under a key does not match; @psv is NULL if the key names none. */
	void (*mismatch)(const struct sm_accessor *by, struct sm_mkey *mkey, struct sm_psv *psv,
			 const struct sm_sig_error *error);
	struct sm_qp *qp;
	bool is_responder;
};

/* The key with this number and tag; NULL if there is none, the tag is stale or the key is free. */
struct sm_mkey *sm_mkey_find(struct sm_dev *dev, uint32_t key);

/*
 * May @pd (and QP @qpn) use @len bytes from @addr on of the key? Only the attributes of this key
 * are checked; the stream checks the length of a signature key.
 */
enum sm_fault sm_mkey_check(const struct sm_mkey *mkey, uint32_t pd, uint32_t qpn, uint64_t addr,
			    uint64_t len, unsigned int access);

/*
 * The first piece of memory after @len bytes from @addr on of a key, following indirect keys.
 * Addresses are those of the key (they start at sm_mkey_start()). @piece has at least one
 * byte and at most @len. The BSF is ignored. The memory is not accessed; accesses need a guard.
 */
enum sm_fault sm_mkey_translate(struct sm_dev *dev, const struct sm_mkey *mkey, uint32_t pd,
				uint64_t addr, uint64_t len, unsigned int access,
				struct iovec *piece);

/* The bus address in an entry, without its flags. */
struct prm_mtt;
uint64_t sm_mtt_address(const struct prm_mtt *mtt);

/* Marks a key of the PD as free: LOCAL_INV, SEND with invalidate. */
enum sm_fault sm_mkey_invalidate(struct sm_dev *dev, const struct sm_pd *pd, uint32_t key,
				 bool is_remote);

/*
 * CREATE_MKEY, QUERY_MKEY and DESTROY_MKEY (called by firmware/fw_mkey.c). sm_mkey_create() checks
 * and copies the context; with xlt_octowords 0 there are no entries (KLM, KSM or MTT, packed, as in
 * the command). 0, or the status of the command (enum prm_cmd_status).
 */
uint8_t sm_mkey_create(struct sm_dev *dev, uint16_t uid, const struct prm_mkc_fields *ctx,
		       const void *xlt, uint32_t xlt_octowords, char *umem_base, uint64_t umem_len,
		       bool is_paged, struct sm_mkey **mkey);
/*
 * Gives a key that is paged on demand @len bytes of memory from @base on, which need not be mapped.
 * NULL: its addresses are those of the process. The kernel does it by UMRs, page by page.
 */
void sm_mkey_page(struct sm_mkey *mkey, char *base, uint64_t len);
uint8_t sm_mkey_destroy(struct sm_mkey *mkey);
/*
 * Changes access bits and PD of a key together, as the kernel does by a UMR on a QP of its own. The
 * key must be one of the kernel's and not in use.
 */
void sm_mkey_change(struct sm_mkey *mkey, const struct prm_mkc_fields *ctx, struct sm_pd *pd);

#endif
