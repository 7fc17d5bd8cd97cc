// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Prints the firmware's answers, "image TYPE HEX" for each type of capability, and the values that
 * kernel and libmlx5 derive from it, "NAME NUMBER".
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prm_query_hca_cap.h"
#include "prm_vport.h"
#include "rig.h"

void test_fail(const char *file, int line, const char *format, ...)
{
	(void)format;
	fprintf(stderr, "%s:%d\n", file, line);
	exit(1);
}

#define TELL(name, value) printf("%s %" PRIu64 "\n", name, (uint64_t)(value))

static void tell_image(struct ibv_context *context, uint16_t type, bool is_current)
{
	struct prm_query_hca_cap_in_fields fields = { .cap_type = type & 0x7fff,
						      .current = is_current };
	struct prm_query_hca_cap_in in;
	struct prm_query_hca_cap_out out;
	unsigned int i;

	prm_query_hca_cap_in_pack(&in, &fields);
	CHECK_EQ(mlx5dv_devx_general_cmd(context, &in, sizeof(in), &out, sizeof(out)), 0);
	printf("%s %u ", is_current ? "current" : "image", type);
	for (i = 0; i < sizeof(out.capability); i++)
		printf("%02x", out.capability[i]);
	printf("\n");
}

/* Of Ethernet only. */
static void tell_vport(struct ibv_context *context)
{
	struct prm_query_nic_vport_context_in_fields fields;
	struct prm_query_nic_vport_context_out out = {0};
	struct prm_nic_vport_context_fields vport;
	struct prm_query_nic_vport_context_in in;

	prm_query_nic_vport_context_in_fields_init(&fields);
	prm_query_nic_vport_context_in_pack(&in, &fields);
	TELL("nic_vport", !mlx5dv_devx_general_cmd(context, &in, sizeof(in), &out, sizeof(out)));
	prm_nic_vport_context_unpack(&vport, &out.nic_vport_context, NULL);
	TELL("roce_en", vport.roce_en);
	TELL("has_mac", vport.permanent_address.mac_addr_31_0 != 0);
}

int main(void)
{
	static const uint16_t types[] = {
		PRM_HCA_CAP_TYPE_GENERAL, PRM_HCA_CAP_TYPE_ETHERNET_OFFLOADS, PRM_HCA_CAP_TYPE_ODP,
		PRM_HCA_CAP_TYPE_ATOMIC, PRM_HCA_CAP_TYPE_ROCE, PRM_HCA_CAP_TYPE_QOS,
		PRM_HCA_CAP_TYPE_DEVICE_MEMORY, PRM_HCA_CAP_TYPE_CRYPTO, PRM_HCA_CAP_TYPE_GENERAL_2,
	};
	struct mlx5dv_context_attr open = { .flags = MLX5DV_CONTEXT_FLAGS_DEVX };
	struct mlx5dv_context dv = {
		.comp_mask = MLX5DV_CONTEXT_MASK_SIGNATURE_OFFLOAD |
			     MLX5DV_CONTEXT_MASK_CRYPTO_OFFLOAD,
	};
	struct ibv_device_attr_ex attr;
	struct ibv_port_attr port;
	struct ibv_context *context;
	struct ibv_device **list;
	size_t i;

	list = ibv_get_device_list(NULL);
	CHECK(list && list[0]);
	context = mlx5dv_open_device(list[0], &open);
	CHECK(context);
	for (i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		tell_image(context, types[i], false);
		tell_image(context, types[i], true);
	}
	CHECK_EQ(ibv_query_device_ex(context, NULL, &attr), 0);
	CHECK_EQ(ibv_query_port(context, 1, &port), 0);
	CHECK_EQ(mlx5dv_query_device(context, &dv), 0);
	TELL("max_qp", attr.orig_attr.max_qp);
	TELL("max_qp_wr", attr.orig_attr.max_qp_wr);
	TELL("max_cq", attr.orig_attr.max_cq);
	TELL("max_cqe", attr.orig_attr.max_cqe);
	TELL("max_mr", attr.orig_attr.max_mr);
	TELL("max_pd", attr.orig_attr.max_pd);
	TELL("max_srq", attr.orig_attr.max_srq);
	TELL("max_srq_wr", attr.orig_attr.max_srq_wr);
	TELL("max_qp_rd_atom", attr.orig_attr.max_qp_rd_atom);
	TELL("atomic", attr.orig_attr.atomic_cap != IBV_ATOMIC_NONE);
	TELL("core_clock", attr.hca_core_clock);
	TELL("phys_port_cnt", attr.orig_attr.phys_port_cnt);
	TELL("max_msg_sz", port.max_msg_sz);
	TELL("sig_block_size", dv.sig_caps.block_size);
	TELL("sig_prot", dv.sig_caps.block_prot);
	TELL("sig_bg", dv.sig_caps.t10dif_bg);
	TELL("sig_crc", dv.sig_caps.crc_type);
	TELL("crypto_engines", dv.crypto_caps.crypto_engines);
	TELL("crypto_deks", dv.crypto_caps.log_max_num_deks);
	TELL("crypto_selftests", dv.crypto_caps.failed_selftests);
	tell_vport(context);
	ibv_free_device_list(list);
	CHECK_EQ(ibv_close_device(context), 0);
	return 0;
}
