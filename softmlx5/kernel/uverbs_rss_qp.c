// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: queue pairs that receive by a table of work queues (RSS). For the device one is a
 * TIR, where flows send packets; it has no queues and no states. Checks and errno values are those of
 * create_rss_raw_qp_tir() in mlx5_ib.
 */
#include <errno.h>
#include <infiniband/verbs.h>
#include <string.h>

#include "kernel/uverbs_qp.h"
#include "kernel/uverbs_rss.h"
#include "prm_tir.h"

#define SM_IPV4_FIELDS (MLX5_RX_HASH_SRC_IPV4 | MLX5_RX_HASH_DST_IPV4)
#define SM_IPV6_FIELDS (MLX5_RX_HASH_SRC_IPV6 | MLX5_RX_HASH_DST_IPV6)
#define SM_TCP_FIELDS (MLX5_RX_HASH_SRC_PORT_TCP | MLX5_RX_HASH_DST_PORT_TCP)
#define SM_UDP_FIELDS (MLX5_RX_HASH_SRC_PORT_UDP | MLX5_RX_HASH_DST_PORT_UDP)

struct sm_uverbs_rss_qp {
	struct sm_uverbs_qp qp;
	uint32_t tirn;
};

static struct sm_uverbs_rss_qp *sm_to_rss_qp(const struct sm_uverbs_qp *qp)
{
	return sm_container_of(qp, struct sm_uverbs_rss_qp, qp);
}

static int sm_rss_qp_destroy_uobj(struct sm_uobj *uobj)
{
	struct prm_destroy_tir_in_fields fields;
	struct prm_destroy_tir_out out;
	struct prm_destroy_tir_in in;

	prm_destroy_tir_in_fields_init(&fields);
	fields.uid = uobj->file->uid;
	fields.tirn = sm_to_rss_qp(sm_to_qp(uobj))->tirn;
	prm_destroy_tir_in_pack(&in, &fields);
	return sm_kernel_exec(uobj->file->dev, &in, sizeof(in), &out, sizeof(out));
}

static const struct sm_uobj_type sm_rss_qp_type = {
	.id = UVERBS_OBJECT_QP,
	.size = sizeof(struct sm_uverbs_rss_qp),
	.destroy = sm_rss_qp_destroy_uobj,
};

bool sm_is_rss_qp(const struct sm_uverbs_qp *qp)
{
	return qp->uobj.type == &sm_rss_qp_type;
}

uint32_t sm_rss_qp_tirn(const struct sm_uverbs_qp *qp)
{
	return sm_to_rss_qp(qp)->tirn;
}

/*
 * Checks.
 */

static int sm_rss_check_request(struct sm_request *req, const struct ib_uverbs_qp_cap *cap)
{
	const uint64_t type = sm_attr_number(req, UVERBS_ATTR_CREATE_QP_TYPE);
	const uint64_t flags = sm_attr_number(req, UVERBS_ATTR_CREATE_QP_FLAGS);

	if (type != IBV_QPT_RAW_PACKET || sm_attr(req, UVERBS_ATTR_CREATE_QP_XRCD_HANDLE))
		return sm_because(-EINVAL,
				  "rwq_ind_tbl is given, and qp_type is %llu instead of "
				  "IBV_QPT_RAW_PACKET (%u), or an xrcd is given, too",
				  (unsigned long long)type, IBV_QPT_RAW_PACKET);
	if (!sm_attr_uobj(req, UVERBS_ATTR_CREATE_QP_PD_HANDLE))
		return sm_because(-ENOENT, "the PD is missing");
	if (cap->max_recv_wr || cap->max_recv_sge || cap->max_send_wr ||
	    sm_attr(req, UVERBS_ATTR_CREATE_QP_RECV_CQ_HANDLE) ||
	    sm_attr(req, UVERBS_ATTR_CREATE_QP_SRQ_HANDLE))
		return sm_because(-EINVAL,
				  "rwq_ind_tbl is given, and also what a queue of the QP would need: "
				  "max_send_wr, max_recv_wr, max_recv_sge, recv_cq or srq");
	if (flags & ~(uint64_t)IB_UVERBS_QP_CREATE_SQ_SIG_ALL)
		return sm_because(-EINVAL, "create_flags is 0x%llx; a QP of RSS has none",
				  (unsigned long long)flags);
	if (sm_attr(req, UVERBS_ATTR_CREATE_QP_SOURCE_QPN))
		return sm_because(-EINVAL, "source_qpn is given; a QP of RSS has none");
	return sm_raw_qp_check(req);
}

static int sm_rss_read_driver(struct sm_request *req, struct mlx5_ib_create_qp_rss *driver)
{
	const uint32_t known = sm_raw_qp_driver_flags(req->file->dev);
	const size_t len = sm_attr_len(req, UVERBS_ATTR_UHW_IN);
	int err;

	if (len < sizeof(*driver) || !sm_attr_is_cleared(req, UVERBS_ATTR_UHW_IN, sizeof(*driver)))
		return sm_because(-EINVAL,
				  "the driver's part has %zu bytes, %zu are needed; or bytes after "
				  "it are not 0", len, sizeof(*driver));
	if (sm_attr_len(req, UVERBS_ATTR_UHW_OUT) < sizeof(uint32_t))
		return sm_because(-EINVAL, "the driver's answer has no room for bfreg_index");
	err = sm_attr_read(req, UVERBS_ATTR_UHW_IN, driver, sizeof(*driver));
	if (err)
		return err;
	if (driver->flags & ~known)
		return sm_because(-EINVAL, "the driver's flags are 0x%x; 0x%x are known",
				  driver->flags, known);
	if (driver->comp_mask)
		return sm_because(-EOPNOTSUPP, "comp_mask is 0x%x; 0 is allowed", driver->comp_mask);
	return 0;
}

/* The hash needs one version of IP, and one protocol whose ports it includes. */
static int sm_rss_check_fields(uint64_t mask, uint32_t entries)
{
	const int protocols = !!(mask & SM_TCP_FIELDS) + !!(mask & SM_UDP_FIELDS) +
			      !!(mask & MLX5_RX_HASH_IPSEC_SPI);

	if (!mask && entries > 1)
		return sm_because(-EINVAL,
				  "rx_hash_fields_mask is 0, and the table has %u entries, of which "
				  "only the first would be used", entries);
	if ((mask & SM_IPV4_FIELDS && mask & SM_IPV6_FIELDS) || protocols > 1)
		return sm_because(-EINVAL,
				  "rx_hash_fields_mask is 0x%llx; addresses of IPv4 and IPv6, and "
				  "fields of TCP, UDP and IPsec, exclude each other",
				  (unsigned long long)mask);
	return 0;
}

static int sm_rss_check_hash(const struct mlx5_ib_create_qp_rss *driver, uint32_t entries)
{
	const size_t key_len = sizeof(((struct prm_tirc_fields *)NULL)->rx_hash_toeplitz_key);

	if (driver->rx_hash_fields_mask & MLX5_RX_HASH_INNER &&
	    !(driver->flags & MLX5_QP_FLAG_TUNNEL_OFFLOADS))
		return sm_because(-EOPNOTSUPP,
				  "rx_hash_fields_mask has IBV_RX_HASH_INNER, which needs "
				  "MLX5DV_QP_CREATE_TUNNEL_OFFLOADS");
	if (driver->rx_hash_function != MLX5_RX_HASH_FUNC_TOEPLITZ)
		return sm_because(-EOPNOTSUPP,
				  "rx_hash_function is %u; IBV_RX_HASH_FUNC_TOEPLITZ (%u) is possible",
				  driver->rx_hash_function, MLX5_RX_HASH_FUNC_TOEPLITZ);
	if (driver->rx_key_len != key_len)
		return sm_because(-EINVAL, "rx_hash_key_len is %u; %zu is allowed",
				  driver->rx_key_len, key_len);
	return sm_rss_check_fields(driver->rx_hash_fields_mask, entries);
}

/*
 * Create.
 */

static struct prm_rx_hash_field_select_fields sm_rss_selector(uint64_t mask)
{
	struct prm_rx_hash_field_select_fields selector = {
		.l3_prot_type = mask & SM_IPV6_FIELDS ? PRM_RX_HASH_L3_PROT_TYPE_IPV6 :
							PRM_RX_HASH_L3_PROT_TYPE_IPV4,
		.l4_prot_type = mask & SM_UDP_FIELDS ? PRM_RX_HASH_L4_PROT_TYPE_UDP :
						       PRM_RX_HASH_L4_PROT_TYPE_TCP,
	};

	if (mask & (MLX5_RX_HASH_SRC_IPV4 | MLX5_RX_HASH_SRC_IPV6))
		selector.selected_fields |= PRM_RX_HASH_FIELD_SRC_IP;
	if (mask & (MLX5_RX_HASH_DST_IPV4 | MLX5_RX_HASH_DST_IPV6))
		selector.selected_fields |= PRM_RX_HASH_FIELD_DST_IP;
	if (mask & (MLX5_RX_HASH_SRC_PORT_TCP | MLX5_RX_HASH_SRC_PORT_UDP))
		selector.selected_fields |= PRM_RX_HASH_FIELD_L4_SPORT;
	if (mask & (MLX5_RX_HASH_DST_PORT_TCP | MLX5_RX_HASH_DST_PORT_UDP))
		selector.selected_fields |= PRM_RX_HASH_FIELD_L4_DPORT;
	if (mask & MLX5_RX_HASH_IPSEC_SPI)
		selector.selected_fields |= PRM_RX_HASH_FIELD_IPSEC_SPI;
	return selector;
}

static void sm_rss_context(const struct mlx5_ib_create_qp_rss *driver, struct prm_tirc_fields *ctx)
{
	ctx->disp_type = PRM_TIR_DISP_TYPE_INDIRECT;
	ctx->tunneled_offload_en = driver->flags & MLX5_QP_FLAG_TUNNEL_OFFLOADS;
	ctx->self_lb_block = sm_raw_qp_self_lb(driver->flags);
	ctx->rx_hash_fn = PRM_RX_HASH_FN_TOEPLITZ;
	memcpy(ctx->rx_hash_toeplitz_key, driver->rx_hash_key, sizeof(ctx->rx_hash_toeplitz_key));
	if (driver->rx_hash_fields_mask & MLX5_RX_HASH_INNER)
		ctx->rx_hash_field_selector_inner = sm_rss_selector(driver->rx_hash_fields_mask);
	else
		ctx->rx_hash_field_selector_outer = sm_rss_selector(driver->rx_hash_fields_mask);
}

static int sm_rss_exec_create(struct sm_uverbs_rss_qp *rss, const struct sm_uverbs_rwq_table *table,
			      const struct mlx5_ib_create_qp_rss *driver)
{
	struct sm_file *file = rss->qp.uobj.file;
	struct prm_create_tir_in_fields fields;
	struct prm_create_tir_out out;
	struct prm_create_tir_in in;
	int err;

	prm_create_tir_in_fields_init(&fields);
	fields.uid = file->uid;
	sm_rss_context(driver, &fields.ctx);
	fields.ctx.indirect_table = table->rqtn;
	fields.ctx.transport_domain = file->td;
	prm_create_tir_in_pack(&in, &fields);
	err = sm_kernel_exec(file->dev, &in, sizeof(in), &out, sizeof(out));
	if (!err)
		rss->tirn = prm_create_tir_out_get_tirn(&out);
	return err;
}

/* The QP has no number. A user of DEVX gets that of the TIR. */
static int sm_rss_answer(struct sm_request *req, const struct sm_uverbs_rss_qp *rss,
			 const struct ib_uverbs_qp_cap *cap)
{
	struct mlx5_ib_create_qp_resp driver = { .bfreg_index = 0 };
	int err = sm_attr_write(req, UVERBS_ATTR_CREATE_QP_RESP_CAP, cap, sizeof(*cap));

	if (req->file->uid) {
		driver.comp_mask = MLX5_IB_CREATE_QP_RESP_MASK_TIRN;
		driver.tirn = rss->tirn;
	}
	if (!err)
		err = sm_attr_write(req, UVERBS_ATTR_CREATE_QP_RESP_QP_NUM, &rss->qp.qpn,
				    sizeof(rss->qp.qpn));
	if (!err)
		err = sm_attr_write(req, UVERBS_ATTR_UHW_OUT, &driver, sizeof(driver));
	return err ? err :
		     sm_attr_write_handle(req, UVERBS_ATTR_CREATE_QP_HANDLE, rss->qp.uobj.handle);
}

int sm_rss_qp_create_uobj(struct sm_request *req, const struct ib_uverbs_qp_cap *cap)
{
	struct sm_uobj *table = sm_attr_uobj(req, UVERBS_ATTR_CREATE_QP_IND_TABLE_HANDLE);
	struct mlx5_ib_create_qp_rss driver;
	struct sm_uverbs_rss_qp *rss;
	int err = sm_rss_check_request(req, cap);

	if (!err)
		err = sm_rss_read_driver(req, &driver);
	if (!err)
		err = sm_rss_check_hash(&driver, sm_to_rwq_table(table)->n);
	if (err)
		return err;
	rss = sm_uobj_new(req, &sm_rss_qp_type);
	if (!rss)
		return -ENOMEM;
	rss->qp.uobj.user_handle = sm_attr_number(req, UVERBS_ATTR_CREATE_QP_USER_HANDLE);
	rss->qp.type = IBV_QPT_RAW_PACKET;
	rss->qp.uid = req->file->uid;
	rss->qp.known = &rss->qp.own_known;
	rss->qp.known->state = IBV_QPS_RESET;
	err = sm_rss_exec_create(rss, sm_to_rwq_table(table), &driver);
	if (err)
		return err;
	rss->qp.uobj.is_created = true;
	sm_uobj_use(&rss->qp.uobj, sm_attr_uobj(req, UVERBS_ATTR_CREATE_QP_PD_HANDLE));
	sm_uobj_use(&rss->qp.uobj, table);
	sm_uobj_set_async(req, &rss->qp.uobj, UVERBS_ATTR_CREATE_QP_EVENT_FD);
	return sm_rss_answer(req, rss, cap);
}
