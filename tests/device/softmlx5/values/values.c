// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Runs the verbs and mlx5dv calls that lines on stdin name, with one line of output for each: `ok
 * VALUES...`, or `error ERRNO CALL`. The memory is a file that verbs.py, at the other end of the
 * pipe, maps too.
 *
 * Numbers are as in C; an address `@N` is byte N of the memory.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#define MAX 4096		/* objects of a kind */
#define MAX_SGE 64
#define MAX_BYTES 4096		/* of a WQE or command in hexadecimal */

struct end {
	struct ibv_cq *cq;
	struct ibv_qp *qp;
	struct ibv_qp_ex *qpx;
	struct mlx5dv_qp_ex *mqp;
};

static struct ibv_context *context;
static char *memory;
static struct ibv_pd *pds[MAX];
static struct end ends[MAX];
static struct ibv_mr *mrs[MAX];
static struct mlx5dv_mkey *mkeys[MAX];
static struct mlx5dv_dek *deks[MAX];
static struct mlx5dv_devx_obj *objects[MAX];
static unsigned int n_pds, n_ends, n_mrs, n_mkeys, n_deks, n_objects;

static void die(const char *what)
{
	fprintf(stderr, "values: %s\n", what);
	exit(2);
}

static char *word(void)
{
	char *token = strtok(NULL, " \n");

	if (!token)
		die("a word is missing");
	return token;
}

static uint64_t number(void)
{
	char *token = word(), *end;
	uint64_t base = 0, value;

	if (*token == '@') {
		base = (uintptr_t)memory;
		token++;
	}
	errno = 0;
	value = strtoull(token, &end, 0);
	if (errno || *end || end == token)
		die("not a number");
	return base + value;
}

static unsigned int place(unsigned int n)
{
	uint64_t index = number();

	if (index >= n)
		die("no such object");
	return (unsigned int)index;
}

static unsigned int one_more(unsigned int *n)
{
	if (*n == MAX)
		die("too many objects");
	return (*n)++;
}

static struct end *end(void)
{
	return &ends[place(n_ends)];
}

/* Bytes in hexadecimal; `-` are none. */
static size_t bytes(void *to)
{
	const char *token = word();
	size_t n = 0;

	if (!strcmp(token, "-"))
		return 0;
	for (; token[0] && token[1] && n < MAX_BYTES; token += 2) {
		unsigned int byte;

		if (sscanf(token, "%2x", &byte) != 1)
			die("not hexadecimal");
		((uint8_t *)to)[n++] = (uint8_t)byte;
	}
	return n;
}

static void show_bytes(const void *from, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		printf("%02x", ((const uint8_t *)from)[i]);
}

static void failed(int error, const char *call)
{
	printf("error %d %s\n", error < 0 ? -error : error, call);
}

static void answer(int error, const char *call)
{
	if (error)
		failed(error, call);
	else
		printf("ok\n");
}

static void run_pd(void)
{
	struct ibv_pd *pd = ibv_alloc_pd(context);

	if (!pd) {
		failed(errno, "ibv_alloc_pd");
		return;
	}
	pds[one_more(&n_pds)] = pd;
	printf("ok %u\n", n_pds - 1);
}

/* mr PD ADDRESS LENGTH ACCESS: index, lkey, rkey */
static void run_mr(void)
{
	struct ibv_pd *pd = pds[place(n_pds)];
	uint64_t addr = number(), length = number();
	struct ibv_mr *mr = ibv_reg_mr(pd, (void *)(uintptr_t)addr, length,
				       (unsigned int)number());

	if (!mr) {
		failed(errno, "ibv_reg_mr");
		return;
	}
	mrs[one_more(&n_mrs)] = mr;
	printf("ok %u %u %u\n", n_mrs - 1, mr->lkey, mr->rkey);
}

static bool end_create(struct end *e, struct ibv_pd *pd, uint32_t create_flags, uint32_t depth,
		       uint32_t max_inline)
{
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_RC,
		.cap = { .max_send_wr = depth, .max_recv_wr = 64, .max_send_sge = 16,
			 .max_recv_sge = 16, .max_inline_data = max_inline },
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
		.send_ops_flags = IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM |
			IBV_QP_EX_WITH_SEND_WITH_INV | IBV_QP_EX_WITH_RDMA_WRITE |
			IBV_QP_EX_WITH_RDMA_READ | IBV_QP_EX_WITH_LOCAL_INV,
		.pd = pd,
	};
	struct mlx5dv_qp_init_attr dv = {
		.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_QP_CREATE_FLAGS |
			MLX5DV_QP_INIT_ATTR_MASK_SEND_OPS_FLAGS,
		.create_flags = MLX5DV_QP_CREATE_DISABLE_SCATTER_TO_CQE | create_flags,
		.send_ops_flags = MLX5DV_QP_EX_WITH_MKEY_CONFIGURE | MLX5DV_QP_EX_WITH_MR_LIST |
			MLX5DV_QP_EX_WITH_MR_INTERLEAVED | MLX5DV_QP_EX_WITH_RAW_WQE,
	};

	e->cq = ibv_create_cq(context, 1024, NULL, NULL, 0);
	if (!e->cq)
		return false;
	attr.send_cq = attr.recv_cq = e->cq;
	e->qp = mlx5dv_create_qp(context, &attr, &dv);
	if (!e->qp)
		return false;
	e->qpx = ibv_qp_to_qp_ex(e->qp);
	e->mqp = mlx5dv_qp_ex_from_ibv_qp_ex(e->qpx);
	return true;
}

static int to_rts(struct end *e)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_RTS, .timeout = 14, .retry_cnt = 7,
		.rnr_retry = 7, .max_rd_atomic = 16 };

	return ibv_modify_qp(e->qp, &attr, IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
			     IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC);
}

static int to_rtr(struct end *e, uint32_t dest, int access)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_INIT, .port_num = 1,
		.qp_access_flags = (unsigned int)access };
	struct ibv_port_attr port;
	int error = ibv_query_port(context, 1, &port);

	if (!error)
		error = ibv_modify_qp(e->qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
				      IBV_QP_ACCESS_FLAGS);
	if (error)
		return error;
	memset(&attr, 0, sizeof(attr));
	attr.qp_state = IBV_QPS_RTR;
	attr.path_mtu = IBV_MTU_1024;
	attr.dest_qp_num = dest;
	attr.max_dest_rd_atomic = 16;
	attr.min_rnr_timer = 1;
	attr.ah_attr.dlid = port.lid;
	attr.ah_attr.port_num = 1;
	return ibv_modify_qp(e->qp, &attr, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU |
			     IBV_QP_DEST_QPN | IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
			     IBV_QP_MIN_RNR_TIMER);
}

/* pair PD-A PD-B FLAGS-A DEPTH INLINE ACCESS: index of A (B is the next one), QP numbers */
static void run_pair(void)
{
	struct ibv_pd *a_pd = pds[place(n_pds)], *b_pd = pds[place(n_pds)];
	struct end *a = &ends[one_more(&n_ends)], *b = &ends[one_more(&n_ends)];
	uint32_t flags = (uint32_t)number(), depth = (uint32_t)number();
	uint32_t max_inline = (uint32_t)number();
	int access = (int)number(), error;

	if (!end_create(a, a_pd, flags, depth, max_inline) ||
	    !end_create(b, b_pd, 0, depth, max_inline)) {
		failed(errno, "create a pair");
		return;
	}
	error = to_rtr(a, b->qp->qp_num, access);
	if (!error)
		error = to_rtr(b, a->qp->qp_num, access);
	if (!error)
		error = to_rts(a);
	if (!error)
		error = to_rts(b);
	if (error)
		failed(error, "connect a pair");
	else
		printf("ok %u %u %u\n", n_ends - 2, a->qp->qp_num, b->qp->qp_num);
}

/* unpair INDEX: destroys both QPs */
static void run_unpair(void)
{
	unsigned int i, first = place(n_ends);

	for (i = first; i < first + 2; i++) {
		int error = ibv_destroy_qp(ends[i].qp);

		if (!error)
			error = ibv_destroy_cq(ends[i].cq);
		if (error) {
			failed(error, "destroy a pair");
			return;
		}
	}
	printf("ok\n");
}

/* mkey PD FLAGS MAX: index, lkey, rkey */
static void run_mkey(void)
{
	struct mlx5dv_mkey_init_attr attr = { .pd = pds[place(n_pds)] };
	struct mlx5dv_mkey *mkey;

	attr.create_flags = (uint32_t)number();
	attr.max_entries = (uint16_t)number();
	mkey = mlx5dv_create_mkey(&attr);
	if (!mkey) {
		failed(errno, "mlx5dv_create_mkey");
		return;
	}
	mkeys[one_more(&n_mkeys)] = mkey;
	printf("ok %u %u %u\n", n_mkeys - 1, mkey->lkey, mkey->rkey);
}

static void run_free_mkey(void)
{
	answer(mlx5dv_destroy_mkey(mkeys[place(n_mkeys)]), "mlx5dv_destroy_mkey");
}

static unsigned int sges(struct ibv_sge *sge)
{
	unsigned int i, n = (unsigned int)number();

	if (n > MAX_SGE)
		die("too many SGEs");
	for (i = 0; i < n; i++) {
		sge[i].addr = number();
		sge[i].length = (uint32_t)number();
		sge[i].lkey = (uint32_t)number();
	}
	return n;
}

static void set_interleaved(struct end *e)
{
	struct mlx5dv_mr_interleaved data[MAX_SGE];
	uint32_t repeat = (uint32_t)number();
	unsigned int i, n = (unsigned int)number();

	if (n > MAX_SGE)
		die("too many entries");
	for (i = 0; i < n; i++) {
		data[i].addr = number();
		data[i].bytes_count = (uint32_t)number();
		data[i].bytes_skip = (uint32_t)number();
		data[i].lkey = (uint32_t)number();
	}
	mlx5dv_wr_set_mkey_layout_interleaved(e->mqp, repeat, (uint16_t)n, data);
}

struct domain {
	struct mlx5dv_sig_block_domain domain;
	struct mlx5dv_sig_t10dif dif;
	struct mlx5dv_sig_crc crc;
};

/* none | dif BLOCK TYPE BG APP REF FLAGS | crc BLOCK TYPE SEED */
static const struct mlx5dv_sig_block_domain *domain(struct domain *d)
{
	const char *kind = word();

	memset(d, 0, sizeof(*d));
	if (!strcmp(kind, "none"))
		return NULL;
	d->domain.block_size = (enum mlx5dv_block_size)number();
	if (!strcmp(kind, "dif")) {
		d->domain.sig_type = MLX5DV_SIG_TYPE_T10DIF;
		d->domain.sig.dif = &d->dif;
		d->dif.bg_type = (enum mlx5dv_sig_t10dif_bg_type)number();
		d->dif.bg = (uint16_t)number();
		d->dif.app_tag = (uint16_t)number();
		d->dif.ref_tag = (uint32_t)number();
		d->dif.flags = (uint16_t)number();
	} else {
		d->domain.sig_type = MLX5DV_SIG_TYPE_CRC;
		d->domain.sig.crc = &d->crc;
		d->crc.type = (enum mlx5dv_sig_crc_type)number();
		d->crc.seed = number();
	}
	return &d->domain;
}

static void set_sig(struct end *e)
{
	struct mlx5dv_sig_block_attr attr = { .flags = (uint32_t)number() };
	struct domain mem, wire;

	attr.check_mask = (uint8_t)number();
	attr.copy_mask = (uint8_t)number();
	attr.mem = domain(&mem);
	attr.wire = domain(&wire);
	mlx5dv_wr_set_mkey_sig_block(e->mqp, &attr);
}

/* ENCRYPT ORDER UNIT TWEAK DEK KEYTAG */
static void set_crypto(struct end *e)
{
	struct mlx5dv_crypto_attr attr = {
		.crypto_standard = MLX5DV_CRYPTO_STANDARD_AES_XTS,
		.encrypt_on_tx = number() != 0,
	};
	uint8_t buffer[MAX_BYTES];

	attr.signature_crypto_order = (enum mlx5dv_signature_crypto_order)number();
	attr.data_unit_size = (enum mlx5dv_block_size)number();
	if (bytes(buffer) != sizeof(attr.initial_tweak))
		die("a tweak has 16 bytes");
	memcpy(attr.initial_tweak, buffer, sizeof(attr.initial_tweak));
	attr.dek = deks[place(n_deks)];
	memset(buffer, 0, sizeof(attr.keytag));
	bytes(buffer);
	memcpy(attr.keytag, buffer, sizeof(attr.keytag));
	mlx5dv_wr_set_mkey_crypto(e->mqp, &attr);
}

/*
 * conf END MKEY WRID SEND-FLAGS CONF-FLAGS N-SETTERS SETTERS; a setter is `access FLAGS`, `list
 * SGES`, `interleaved REPEAT N` with entries, `sig FLAGS CHECK-MASK COPY-MASK` with the domains of
 * memory and wire, or `crypto` with its attributes.
 */
static void run_conf(void)
{
	struct mlx5dv_mkey_conf_attr attr = { 0 };
	struct end *e = end();
	struct mlx5dv_mkey *mkey = mkeys[place(n_mkeys)];
	struct ibv_sge sge[MAX_SGE];
	unsigned int i, n;

	ibv_wr_start(e->qpx);
	e->qpx->wr_id = number();
	e->qpx->wr_flags = (unsigned int)number() | IBV_SEND_INLINE;
	attr.conf_flags = (uint32_t)number();
	n = (unsigned int)number();
	mlx5dv_wr_mkey_configure(e->mqp, mkey, (uint8_t)n, &attr);
	for (i = 0; i < n; i++) {
		const char *what = word();

		if (!strcmp(what, "access")) {
			mlx5dv_wr_set_mkey_access_flags(e->mqp, (uint32_t)number());
		} else if (!strcmp(what, "list")) {
			uint16_t count = (uint16_t)sges(sge);

			mlx5dv_wr_set_mkey_layout_list(e->mqp, count, sge);
		} else if (!strcmp(what, "interleaved")) {
			set_interleaved(e);
		} else if (!strcmp(what, "sig")) {
			set_sig(e);
		} else if (!strcmp(what, "crypto")) {
			set_crypto(e);
		} else {
			die("no such setter");
		}
	}
	answer(ibv_wr_complete(e->qpx), "ibv_wr_complete");
}

/* send END OPCODE WRID FLAGS IMM-OR-KEY RADDR RKEY COMPARE SWAP SGES */
static void run_send(void)
{
	struct end *e = end();
	struct ibv_send_wr wr = { 0 }, *bad;
	struct ibv_sge sge[MAX_SGE];
	uint64_t raddr, compare, swap;
	uint32_t rkey;

	wr.opcode = (enum ibv_wr_opcode)number();
	wr.wr_id = number();
	wr.send_flags = (unsigned int)number();
	wr.imm_data = (__be32)number();
	raddr = number();
	rkey = (uint32_t)number();
	compare = number();
	swap = number();
	if (wr.opcode == IBV_WR_ATOMIC_CMP_AND_SWP || wr.opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
		wr.wr.atomic.remote_addr = raddr;
		wr.wr.atomic.rkey = rkey;
		wr.wr.atomic.compare_add = compare;
		wr.wr.atomic.swap = swap;
	} else {
		wr.wr.rdma.remote_addr = raddr;
		wr.wr.rdma.rkey = rkey;
	}
	wr.sg_list = sge;
	wr.num_sge = (int)sges(sge);
	answer(ibv_post_send(e->qp, &wr, &bad), "ibv_post_send");
}

/* recv END WRID SGES */
static void run_recv(void)
{
	struct end *e = end();
	struct ibv_recv_wr wr = { .wr_id = number() }, *bad;
	struct ibv_sge sge[MAX_SGE];

	wr.sg_list = sge;
	wr.num_sge = (int)sges(sge);
	answer(ibv_post_recv(e->qp, &wr, &bad), "ibv_post_recv");
}

/* raw END WRID FLAGS HEX: a WQE, control segment included */
static void run_raw(void)
{
	static uint8_t wqe[MAX_BYTES] __attribute__((aligned(64)));
	struct end *e = end();

	ibv_wr_start(e->qpx);
	e->qpx->wr_id = number();
	e->qpx->wr_flags = (unsigned int)number();
	bytes(wqe);
	mlx5dv_wr_raw_wqe(e->mqp, wqe);
	answer(ibv_wr_complete(e->qpx), "mlx5dv_wr_raw_wqe");
}

/* poll END: for each completion WRID STATUS OPCODE FLAGS IMM LENGTH */
static void run_poll(void)
{
	struct end *e = end();
	struct ibv_wc wc[256];
	int i, n, total = 0;

	/*
	 * libmlx5 hides SIG_ERR CQEs: CQEs may follow a poll without result. Two of those are the
	 * end.
	 */
	for (n = ibv_poll_cq(e->cq, 256, wc); !n && total < 1; total++)
		n = ibv_poll_cq(e->cq, 256, wc);
	if (n < 0) {
		failed(n, "ibv_poll_cq");
		return;
	}
	printf("ok");
	for (i = 0; i < n; i++)
		printf(" %llu %d %d %u %u %u", (unsigned long long)wc[i].wr_id, wc[i].status,
		       wc[i].opcode, wc[i].wc_flags,
		       wc[i].imm_data, wc[i].byte_len);
	printf("\n");
}

/* cqes END N: the first N CQEs of the ring, unchanged */
static void run_cqes(void)
{
	struct end *e = end();
	struct mlx5dv_cq cq = { 0 };
	struct mlx5dv_obj obj = { .cq = { .in = e->cq, .out = &cq } };
	unsigned int i, n = (unsigned int)number();
	int error = mlx5dv_init_obj(&obj, MLX5DV_OBJ_CQ);

	if (error) {
		failed(error, "mlx5dv_init_obj");
		return;
	}
	printf("ok");
	for (i = 0; i < n; i++) {
		putchar(' ');
		show_bytes((char *)cq.buf + i * cq.cqe_size + cq.cqe_size - 64, 64);
	}
	printf("\n");
}

/* check MKEY: type, expected, actual, offset */
static void run_check(void)
{
	struct mlx5dv_mkey_err err = { 0 };
	int error = mlx5dv_mkey_check(mkeys[place(n_mkeys)], &err);

	if (error)
		failed(error, "mlx5dv_mkey_check");
	else
		printf("ok %d %llu %llu %llu\n", err.err_type,
		       (unsigned long long)err.err.sig.expected_value,
		       (unsigned long long)err.err.sig.actual_value,
		       (unsigned long long)err.err.sig.offset);
}

/* dek PD KEY-SIZE HAS-TAG HEX: index */
static void run_dek(void)
{
	struct mlx5dv_dek_init_attr attr = {
		.key_purpose = MLX5DV_CRYPTO_KEY_PURPOSE_AES_XTS,
		.comp_mask = MLX5DV_DEK_INIT_ATTR_CRYPTO_LOGIN,
		.pd = pds[place(n_pds)],
	};
	uint8_t buffer[MAX_BYTES];
	struct mlx5dv_dek *dek;
	size_t n;

	attr.key_size = (enum mlx5dv_crypto_key_size)number();
	attr.has_keytag = number() != 0;
	n = bytes(buffer);
	if (n > sizeof(attr.key))
		die("the key is too long");
	memcpy(attr.key, buffer, n);
	dek = mlx5dv_dek_create(context, &attr);
	if (!dek) {
		failed(errno, "mlx5dv_dek_create");
		return;
	}
	deks[one_more(&n_deks)] = dek;
	printf("ok %u\n", n_deks - 1);
}

/* devx HEX OUT-LENGTH: index, answer. A command that creates an object */
static void run_devx(void)
{
	uint8_t in[MAX_BYTES], out[MAX_BYTES] = { 0 };
	size_t n = bytes(in), out_len = (size_t)number();
	struct mlx5dv_devx_obj *object;

	if (out_len > sizeof(out))
		die("the answer is too long");
	object = mlx5dv_devx_obj_create(context, in, n, out, out_len);
	if (!object) {
		failed(errno, "mlx5dv_devx_obj_create");
		return;
	}
	objects[one_more(&n_objects)] = object;
	printf("ok %u ", n_objects - 1);
	show_bytes(out, out_len);
	printf("\n");
}

/* devx_query OBJECT HEX OUT-LENGTH: answer */
static void run_devx_query(void)
{
	struct mlx5dv_devx_obj *object = objects[place(n_objects)];
	uint8_t in[MAX_BYTES], out[MAX_BYTES] = { 0 };
	size_t n = bytes(in), out_len = (size_t)number();
	int error;

	if (out_len > sizeof(out))
		die("the answer is too long");
	error = mlx5dv_devx_obj_query(object, in, n, out, out_len);
	if (error) {
		failed(error, "mlx5dv_devx_obj_query");
		return;
	}
	printf("ok ");
	show_bytes(out, out_len);
	printf("\n");
}

/* cancel END WRID: how many */
static void run_cancel(void)
{
	struct end *e = end();
	int n = mlx5dv_qp_cancel_posted_send_wrs(e->mqp, number());

	if (n < 0)
		failed(n, "mlx5dv_qp_cancel_posted_send_wrs");
	else
		printf("ok %d\n", n);
}

/* state END: the device's state, libmlx5's state */
static void run_state(void)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;
	int error = ibv_query_qp(end()->qp, &attr, IBV_QP_STATE, &init);

	if (error)
		failed(error, "ibv_query_qp");
	else
		printf("ok %d %d\n", attr.qp_state, attr.cur_qp_state);
}

/* modify END STATE CUR-STATE (0: not given) */
static void run_modify(void)
{
	struct end *e = end();
	struct ibv_qp_attr attr = { .qp_state = (enum ibv_qp_state)number() };

	attr.cur_qp_state = (enum ibv_qp_state)number();
	answer(ibv_modify_qp(e->qp, &attr, IBV_QP_STATE |
			     (attr.cur_qp_state ? IBV_QP_CUR_STATE : 0)), "ibv_modify_qp");
}

/* event MILLISECONDS: type of the event and number of the end, or `none` */
static void run_event(void)
{
	struct pollfd fd = { .fd = context->async_fd, .events = POLLIN };
	struct ibv_async_event event;
	unsigned int i;

	if (poll(&fd, 1, (int)number()) != 1) {
		printf("ok none\n");
		return;
	}
	if (ibv_get_async_event(context, &event)) {
		failed(errno, "ibv_get_async_event");
		return;
	}
	for (i = 0; i < n_ends && ends[i].qp != event.element.qp; i++)
		;
	printf("ok %d %u\n", event.event_type, i);
	ibv_ack_async_event(&event);
}

/* pdn PD: its number, for commands */
static void run_pdn(void)
{
	struct mlx5dv_pd pd = { 0 };
	struct mlx5dv_obj obj = { .pd = { .in = pds[place(n_pds)], .out = &pd } };

	mlx5dv_init_obj(&obj, MLX5DV_OBJ_PD);
	printf("ok %u\n", pd.pdn);
}

/* base: the address of the memory in this process */
static void run_base(void)
{
	printf("ok %llu\n", (unsigned long long)(uintptr_t)memory);
}

/* caps: block sizes, types, guards, CRCs, flags of encryption, engines */
static void run_caps(void)
{
	struct mlx5dv_context attr = { .comp_mask = MLX5DV_CONTEXT_MASK_SIGNATURE_OFFLOAD |
		MLX5DV_CONTEXT_MASK_CRYPTO_OFFLOAD };
	int error = mlx5dv_query_device(context, &attr);

	if (error)
		failed(error, "mlx5dv_query_device");
	else
		printf("ok %llu %u %u %u %u %u\n", (unsigned long long)attr.sig_caps.block_size,
		       attr.sig_caps.block_prot, attr.sig_caps.t10dif_bg, attr.sig_caps.crc_type,
		       attr.crypto_caps.flags, attr.crypto_caps.crypto_engines);
}

static const struct {
	const char *name;
	void (*run)(void);
} commands[] = {
	{ "pd", run_pd }, { "mr", run_mr }, { "pair", run_pair }, { "unpair", run_unpair },
	{ "mkey", run_mkey }, { "free_mkey", run_free_mkey }, { "conf", run_conf },
	{ "send", run_send }, { "recv", run_recv }, { "raw", run_raw }, { "poll", run_poll },
	{ "cqes", run_cqes }, { "check", run_check }, { "dek", run_dek }, { "devx", run_devx },
	{ "devx_query", run_devx_query },
	{ "cancel", run_cancel }, { "state", run_state },
	{ "modify", run_modify }, { "event", run_event }, { "pdn", run_pdn }, { "caps", run_caps },
	{ "base", run_base },
};

static void run(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		if (!strcmp(name, commands[i].name)) {
			commands[i].run();
			return;
		}
	die("no such command");
}

static void open_memory(const char *path)
{
	int fd = open(path, O_RDWR);
	struct stat st;

	if (fd < 0 || fstat(fd, &st))
		die("the file of the memory can't be opened");
	memory = mmap(NULL, (size_t)st.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (memory == MAP_FAILED)
		die("the file can't be mapped");
	close(fd);
}

int main(int argc, char **argv)
{
	struct mlx5dv_context_attr attr = { .flags = MLX5DV_CONTEXT_FLAGS_DEVX };
	struct ibv_device **list = ibv_get_device_list(NULL);
	char *line = NULL;
	size_t room = 0;

	if (argc != 2)
		die("usage: values FILE");
	open_memory(argv[1]);
	if (!list || !*list)
		die("there is no device");
	context = mlx5dv_open_device(*list, &attr);
	ibv_free_device_list(list);
	if (!context)
		die("the device can't be opened");
	while (getline(&line, &room, stdin) > 0) {
		char *name = strtok(line, " \n");

		if (!name)
			die("an empty line");
		if (!strcmp(name, "flush"))
			fflush(stdout);
		else
			run(name);
	}
	free(line);
	return ibv_close_device(context) ? 2 : 0;
}
