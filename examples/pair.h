/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Code that the examples share, mostly plain verbs: two reliable queue pairs of one process,
 * connected with each other and attached to mlx5sig. The device is the first mlx5 device, or the
 * one in the environment variable MLX5SIG_DEVICE; the port is its first active one. The first error
 * ends the program.
 */
#ifndef EXAMPLES_PAIR_H
#define EXAMPLES_PAIR_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/mlx5dv.h>
#include <mlx5sig/mlx5sig.h>

#define PAIR_DEPTH 64	/* requests of a queue */

struct side {
	struct ibv_cq *ibv_cq;
	struct ibv_qp *ibv_qp;
	struct mlx5sig_cq *cq;
	struct mlx5sig_qp *qp;
};

struct pair {
	struct ibv_context *context;
	struct ibv_pd *pd;
	uint8_t port;
	struct ibv_port_attr port_attr;
	struct side side[2];
};

/* For functions that give an error number. */
static inline void must(int err, const char *what)
{
	if (!err)
		return;
	fprintf(stderr, "%s: %s\n", what, strerror(err));
	exit(1);
}

/* For functions that give NULL and set errno. */
static inline void *need(void *made, const char *what)
{
	must(made ? 0 : errno, what);
	return made;
}

static inline bool pair_is_wanted(struct ibv_device *device)
{
	const char *name = getenv("MLX5SIG_DEVICE");

	return mlx5dv_is_supported(device) && (!name || !strcmp(name, ibv_get_device_name(device)));
}

static inline struct ibv_context *pair_open_device(void)
{
	struct mlx5dv_context_attr attr = { .flags = MLX5DV_CONTEXT_FLAGS_DEVX };
	struct ibv_device **list = need(ibv_get_device_list(NULL), "list of devices");
	struct ibv_context *context;
	unsigned int i = 0;

	while (list[i] && !pair_is_wanted(list[i]))
		i++;
	must(list[i] ? 0 : ENODEV, "mlx5 device");
	context = need(mlx5dv_open_device(list[i], &attr), "mlx5dv_open_device");
	ibv_free_device_list(list);
	return context;
}

/* The first port that is up. */
static inline void pair_find_port(struct pair *pair)
{
	struct ibv_device_attr device;

	must(ibv_query_device(pair->context, &device), "ibv_query_device");
	for (pair->port = 1; pair->port <= device.phys_port_cnt; pair->port++) {
		must(ibv_query_port(pair->context, pair->port, &pair->port_attr), "ibv_query_port");
		if (pair->port_attr.state == IBV_PORT_ACTIVE)
			return;
	}
	must(ENETDOWN, "active port");
}

/*
 * Short data of a QP that uses signature keys must not go into CQEs: libmlx5 would copy them to the
 * address in the list, which is an offset in the key.
 */
static inline struct ibv_qp *pair_create_qp(struct ibv_pd *pd, const struct ibv_qp_init_attr *init)
{
	struct ibv_qp_init_attr_ex attr = {
		.send_cq = init->send_cq, .recv_cq = init->recv_cq, .srq = init->srq,
		.cap = init->cap, .qp_type = init->qp_type, .sq_sig_all = init->sq_sig_all,
		.comp_mask = IBV_QP_INIT_ATTR_PD, .pd = pd,
	};
	struct mlx5dv_qp_init_attr dv = {
		.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_QP_CREATE_FLAGS,
		.create_flags = MLX5DV_QP_CREATE_DISABLE_SCATTER_TO_CQE,
	};

	return mlx5dv_create_qp(pd->context, &attr, &dv);
}

static inline void pair_make_side(struct pair *pair, struct side *side)
{
	struct mlx5sig_qp_attr attr = { 0 };
	struct ibv_qp_init_attr init = {
		.cap = { .max_send_wr = PAIR_DEPTH, .max_recv_wr = PAIR_DEPTH, .max_send_sge = 1,
			 .max_recv_sge = 1, .max_inline_data = 64 },
		.qp_type = IBV_QPT_RC,
	};

	side->ibv_cq = need(ibv_create_cq(pair->context, 4 * PAIR_DEPTH, NULL, NULL, 0), "CQ");
	init.send_cq = init.recv_cq = side->ibv_cq;
	side->ibv_qp = need(pair_create_qp(pair->pd, &init), "QP");
	side->cq = need(mlx5sig_cq_attach(side->ibv_cq, NULL), "mlx5sig_cq_attach");
	attr.send_cq = attr.recv_cq = side->cq;
	side->qp = need(mlx5sig_qp_attach(side->ibv_qp, &attr), "mlx5sig_qp_attach");
}

static inline void pair_to_init(struct pair *pair, struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_INIT,
		.port_num = pair->port,
		.qp_access_flags = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ,
	};

	must(ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
			   IBV_QP_ACCESS_FLAGS), "to INIT");
}

/*
 * Chooses the GID by which an Ethernet port reaches itself: RoCE v2 if there is one, preferably
 * with an IPv4 address, since link-local addresses come and go with the interface. Returns its
 * index in @table, or -1.
 */
static inline int pair_choose_gid(const struct ibv_gid_entry *table, ssize_t num, uint32_t port)
{
	static const uint8_t none[16], ipv4[12] = { [10] = 0xff, [11] = 0xff };
	int best = -1, best_rank = 0;
	ssize_t i;

	for (i = 0; i < num; i++) {
		const uint8_t *gid = table[i].gid.raw;
		int rank = 1;

		if (table[i].port_num != port || table[i].gid_type == IBV_GID_TYPE_IB ||
		    !memcmp(gid, none, sizeof(none)))
			continue;
		if (table[i].gid_type == IBV_GID_TYPE_ROCE_V2)
			rank += memcmp(gid, ipv4, sizeof(ipv4)) ? 1 : 2;
		if (rank > best_rank) {
			best = (int)i;
			best_rank = rank;
		}
	}
	return best;
}

/* Sets the path from the port to itself: by its LID, or over Ethernet by one of its GIDs. */
static inline void pair_find_way(const struct pair *pair, struct ibv_ah_attr *ah)
{
	struct ibv_gid_entry table[256];
	ssize_t num;
	int i;

	*ah = (struct ibv_ah_attr) { .port_num = pair->port, .dlid = pair->port_attr.lid };
	if (pair->port_attr.link_layer != IBV_LINK_LAYER_ETHERNET)
		return;
	num = ibv_query_gid_table(pair->context, table, sizeof(table) / sizeof(table[0]), 0);
	must(num < 0 ? (int)-num : 0, "ibv_query_gid_table");
	i = pair_choose_gid(table, num, pair->port);
	must(i < 0 ? EADDRNOTAVAIL : 0, "GID of the port");
	ah->is_global = 1;
	ah->grh.hop_limit = 64;
	ah->grh.dgid = table[i].gid;
	ah->grh.sgid_index = (uint8_t)table[i].gid_index;
}

/* From INIT to RTS. */
static inline void pair_connect(struct pair *pair, struct ibv_qp *qp, uint32_t peer)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTR,
		.path_mtu = pair->port_attr.active_mtu,
		.dest_qp_num = peer,
		.max_rd_atomic = 1,
		.max_dest_rd_atomic = 1,
		.min_rnr_timer = 12,
		.timeout = 14,
		.retry_cnt = 7,
		.rnr_retry = 7,
	};

	pair_find_way(pair, &attr.ah_attr);
	must(ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU |
			   IBV_QP_DEST_QPN | IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
			   IBV_QP_MIN_RNR_TIMER), "to RTR");
	attr.qp_state = IBV_QPS_RTS;
	must(ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC |
			   IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY), "to RTS");
}

/*
 * Creates two connected queue pairs; side[0] gets signature pipelining on request, which has to be
 * enabled in state INIT.
 */
static inline void pair_open(struct pair *pair, bool with_pipelining)
{
	unsigned int i;

	pair->context = pair_open_device();
	pair->pd = need(ibv_alloc_pd(pair->context), "PD");
	pair_find_port(pair);
	for (i = 0; i < 2; i++) {
		pair_make_side(pair, &pair->side[i]);
		pair_to_init(pair, pair->side[i].ibv_qp);
	}
	if (with_pipelining)
		must(mlx5sig_qp_enable_sig_pipelining(pair->side[0].qp), "signature pipelining");
	for (i = 0; i < 2; i++)
		pair_connect(pair, pair->side[i].ibv_qp, pair->side[!i].ibv_qp->qp_num);
}

/* Destroys QPs before CQs, the library's objects before those of verbs. */
static inline void pair_close(struct pair *pair)
{
	unsigned int i;

	for (i = 0; i < 2; i++) {
		must(mlx5sig_qp_detach(pair->side[i].qp), "mlx5sig_qp_detach");
		must(mlx5sig_cq_detach(pair->side[i].cq), "mlx5sig_cq_detach");
		must(ibv_destroy_qp(pair->side[i].ibv_qp), "ibv_destroy_qp");
		must(ibv_destroy_cq(pair->side[i].ibv_cq), "ibv_destroy_cq");
	}
	must(ibv_dealloc_pd(pair->pd), "ibv_dealloc_pd");
	must(ibv_close_device(pair->context), "ibv_close_device");
}

/* Allocates and registers @size bytes for all accesses of the examples; *@mr frees them. */
static inline void *pair_memory(struct pair *pair, size_t size, struct ibv_mr **mr)
{
	void *memory = need(calloc(1, size), "memory");

	*mr = need(ibv_reg_mr(pair->pd, memory, size, IBV_ACCESS_LOCAL_WRITE |
			      IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ), "MR");
	return memory;
}

static inline void pair_free_memory(struct ibv_mr *mr)
{
	void *memory = mr->addr;

	must(ibv_dereg_mr(mr), "ibv_dereg_mr");
	free(memory);
}

/* Waits for the next completion, which has to be a success. */
static inline struct ibv_wc pair_wait(struct side *side)
{
	struct ibv_wc wc;
	int n;

	while (!(n = mlx5sig_poll_cq(side->cq, 1, &wc)))
		;
	must(n < 0 ? EIO : 0, "mlx5sig_poll_cq");
	if (wc.status != IBV_WC_SUCCESS) {
		fprintf(stderr, "request %llu: %s\n", (unsigned long long)wc.wr_id,
			ibv_wc_status_str(wc.status));
		exit(1);
	}
	return wc;
}

/*
 * Keys. sig_write.c shows step by step what these do.
 */

#define PAIR_BLOCK 512u
#define PAIR_DIF 8u		/* bytes of T10-DIF after a block */

static inline struct mlx5sig_mkey *pair_key(struct pair *pair)
{
	struct mlx5sig_mkey_init_attr attr = {
		.pd = pair->pd,
		.create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT |
				MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE,
		.max_entries = 1,
	};

	return need(mlx5sig_create_mkey(&attr), "mlx5sig_create_mkey");
}

enum pair_dif {
	PAIR_DIF_ON_WIRE,	/* blocks are plain in memory */
	PAIR_DIF_IN_MEMORY,	/* blocks are plain on the wire */
};

/* Configures a key for @blocks blocks at @addr, and waits until it is done. */
static inline void pair_configure(struct side *side, struct mlx5sig_mkey *key, enum pair_dif where,
				  uint32_t blocks, const void *addr, const struct ibv_mr *mr)
{
	const struct mlx5sig_sig_t10dif dif = {
		.bg_type = MLX5SIG_SIG_T10DIF_CRC, .app_tag = 0x5347, .ref_tag = 1000,
		.flags = MLX5SIG_SIG_T10DIF_FLAG_REF_REMAP,
	};
	const struct mlx5sig_sig_block_domain domain = {
		.sig_type = MLX5SIG_SIG_TYPE_T10DIF, .sig.dif = &dif,
		.block_size = MLX5SIG_BLOCK_SIZE_512,
	};
	const struct mlx5sig_sig_block_attr sig = {
		.wire = where == PAIR_DIF_ON_WIRE ? &domain : NULL,
		.mem = where == PAIR_DIF_IN_MEMORY ? &domain : NULL,
		.check_mask = 0xff,
	};
	const struct ibv_sge memory = {
		.addr = (uintptr_t)addr, .lkey = mr->lkey,
		.length = blocks * (PAIR_BLOCK + (where == PAIR_DIF_IN_MEMORY ? PAIR_DIF : 0)),
	};

	mlx5sig_wr_start(side->qp);
	side->qp->wr_id = 0;
	side->qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_mkey_configure(side->qp, key, 3, NULL);
	mlx5sig_wr_set_mkey_access_flags(side->qp, IBV_ACCESS_LOCAL_WRITE |
					 IBV_ACCESS_REMOTE_WRITE);
	mlx5sig_wr_set_mkey_layout_list(side->qp, 1, &memory);
	mlx5sig_wr_set_mkey_sig_block(side->qp, &sig);
	must(mlx5sig_wr_complete(side->qp), "configuration of a key");
	pair_wait(side);
}

static inline const char *pair_error_name(enum mlx5sig_mkey_err_type type)
{
	static const char *const name[] = {
		[MLX5SIG_MKEY_NO_ERR] = "no error",
		[MLX5SIG_MKEY_SIG_BLOCK_BAD_GUARD] = "bad guard",
		[MLX5SIG_MKEY_SIG_BLOCK_BAD_REFTAG] = "bad reference tag",
		[MLX5SIG_MKEY_SIG_BLOCK_BAD_APPTAG] = "bad application tag",
	};

	return name[type];
}

#endif
