// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* The world of the programs: queue pairs, and observations of them. */
#include "side.h"

const struct side *side;
struct ibv_context *context;
struct ibv_pd *pd;
struct ibv_mr *mr;
uint8_t *memory;
struct end ends[MAX_ENDS];
struct shared shared;
unsigned int num_ends;
struct key keys[KEYS];
struct mlx5sig_dek *deks[DEKS];
bool is_quiet;	/* CQEs are not shown; no signature errors */

void die(const char *what)
{
	fprintf(stderr, "sidebyside: %s: %s\n", what, strerror(errno));
	exit(2);
}

void *need(void *made, const char *what)
{
	if (!made)
		die(what);
	return made;
}

void must(int err, const char *what)
{
	if (!err)
		return;
	errno = err;
	die(what);
}

/*
 * Random numbers.
 */

uint64_t rng;

uint32_t below(uint32_t n)
{
	rng ^= rng >> 12;
	rng ^= rng << 25;
	rng ^= rng >> 27;
	return (uint32_t)(((rng * UINT64_C(0x2545f4914f6cdd1d)) >> 32) % n);
}

bool chance(uint32_t percent)
{
	return below(100) < percent;
}

/* Observations. */

static uint64_t digest(const void *data, size_t size)
{
	uint64_t sum = UINT64_C(0xcbf29ce484222325), word;
	size_t i;

	for (i = 0; i + sizeof(word) <= size; i += sizeof(word)) {
		memcpy(&word, (const uint8_t *)data + i, sizeof(word));
		sum = (sum ^ word) * UINT64_C(0x100000001b3);
		sum ^= sum >> 29;
	}
	return sum;
}

int number_of(const struct end *e)
{
	return (int)(e - ends);
}

struct end *peer_of(const struct end *e)
{
	return &ends[number_of(e) ^ 1];
}

static void show_bytes(const void *data, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++)
		printf("%02x", ((const uint8_t *)data)[i]);
}

void show_memory(void)
{
	printf("memory %016llx\n", (unsigned long long)digest(memory, MEMORY));
}

/* libmlx5 leaves stale bytes in the context of an invalidation, which uses few fields. */
static void mask_invalidation(struct prm_ctrl_seg *ctrl)
{
	struct prm_mkc *mkc = (void *)(ctrl + 4);
	struct prm_mkc_fields fields, kept = {0};

	if (!prm_umr_ctrl_seg_get_check_qpn((const void *)(ctrl + 1)))
		return;
	prm_mkc_unpack(&fields, mkc, NULL);
	kept.free = fields.free;
	kept.qpn = fields.qpn;
	prm_mkc_pack(mkc, &kept);
}

/* Ignores its tag. */
static struct key *find_key(uint32_t lkey)
{
	unsigned int i;

	for (i = 0; i < KEYS; i++)
		if (keys[i].mkey && keys[i].mkey->lkey >> 8 == lkey >> 8)
			return &keys[i];
	return NULL;
}

/*
 * The library writes the error count and BSF_EN of every key with signatures, libmlx5 only when
 * they may have changed. The written value must be right: a count is shown as whether it has the
 * parity of the key's errors.
 */
static void mask_signature(struct prm_ctrl_seg *ctrl)
{
	struct prm_umr_ctrl_seg *umr = (void *)(ctrl + 1);
	uint64_t mask = prm_umr_ctrl_seg_get_mkey_mask(umr);
	struct prm_mkc *mkc = (void *)(ctrl + 4);
	const struct key *key = find_key(prm_ctrl_seg_get_immediate(ctrl));
	bool is_right;

	if (!key || !(key->flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE) ||
	    prm_umr_ctrl_seg_get_check_qpn(umr))
		return;
	if (side->posts_kept_parts && !(mask & PRM_UMR_MKEY_MASK_EN_SIGERR))
		die("the error count is not written");
	is_right = !(mask & PRM_UMR_MKEY_MASK_EN_SIGERR) ||
		   prm_mkc_get_expected_sigerr_count(mkc) == (key->all_errors + 1) % 2;
	prm_mkc_set_expected_sigerr_count(mkc, is_right);
	mask |= PRM_UMR_MKEY_MASK_EN_SIGERR;
	if (!prm_umr_ctrl_seg_get_bsf_octowords(umr) && !prm_mkc_get_bsf_en(mkc))
		mask |= PRM_UMR_MKEY_MASK_BSF_EN;
	prm_umr_ctrl_seg_set_mkey_mask(umr, mask);
}

/*
 * Masks harmless differences of libmlx5: it leaves stale bytes in unused immediate and compare
 * fields; and the fence after a configuration survives a reset.
 */
static void mask_wqe(struct prm_ctrl_seg *ctrl, bool is_fresh)
{
	if (prm_ctrl_seg_get_opcode(ctrl) == PRM_WQE_OPCODE_ATOMIC_FA)
		prm_atomic_seg_set_compare((void *)(ctrl + MLX5SIG_RDMA_OCTOWORDS), 0);
	switch (prm_ctrl_seg_get_opcode(ctrl)) {
	case PRM_WQE_OPCODE_UMR:
		mask_invalidation(ctrl);
		mask_signature(ctrl);
		break;
	case PRM_WQE_OPCODE_SEND_IMM:
	case PRM_WQE_OPCODE_SEND_INVAL:
	case PRM_WQE_OPCODE_RDMA_WRITE_IMM:
		break;
	default:
		prm_ctrl_seg_set_immediate(ctrl, 0);
	}
	if (is_fresh)
		prm_ctrl_seg_set_fm(ctrl, 0);
}

/* Shows the WQEs in the ring from @pi to the producer counter of the doorbell record. */
void show_wqes(struct end *e, uint16_t pi)
{
	const struct prm_qp_doorbell_record *record = (const void *)e->ring.dbrec;
	uint16_t end = prm_be16_to_cpu(record->send_counter);
	struct mlx5sig_ring ring = { .buf = e->ring.sq.buf,
				     .mask = e->ring.sq.wqe_cnt * MLX5SIG_WQEBB - 1 };
	_Alignas(64) uint8_t wqe[MLX5SIG_MAX_WQE_OCTOWORDS * MLX5SIG_OCTOWORD];
	uint32_t octowords, i;

	while (pi != end) {
		octowords = prm_ctrl_seg_get_ds(mlx5sig_ring_at(&ring, pi, 0));
		for (i = 0; i < octowords; i++)
			memcpy(wqe + i * MLX5SIG_OCTOWORD, mlx5sig_ring_at(&ring, pi, i),
			       MLX5SIG_OCTOWORD);
		if (!octowords)
			die("WQE of no length");
		mask_wqe((void *)wqe, e->is_fresh);
		e->is_fresh = false;
		/* Inline data is the last in a post: libmlx5 leaves stale bytes after it. */
		memset(wqe + octowords * MLX5SIG_OCTOWORD - e->padding, 0, e->padding);
		printf("WQE %d %u ", number_of(e), pi);
		show_bytes(wqe, octowords * MLX5SIG_OCTOWORD);
		printf("\n");
		pi = (uint16_t)(pi + mlx5sig_wqebbs(octowords));
	}
	e->pi = end;
	e->padding = 0;
}

static void note_error(const struct prm_sig_err_cqe *cqe)
{
	uint32_t syndrome = prm_sig_err_cqe_get_syndrome(cqe);
	struct key *key = find_key(prm_sig_err_cqe_get_mkey(cqe));

	if (!key)
		return;
	key->errors++;
	key->all_errors++;
	if (syndrome & (syndrome - 1))
		key->is_ambiguous = true;
}

/* Shows the CQEs since the last call. */
void show_cqes(struct end *e)
{
	const struct mlx5sig_cq_ring ring = mlx5sig_cq_ring(e->cqes.buf, e->cqes.cqe_cnt,
							    e->cqes.cqe_size);
	const struct prm_cqe64 *cqe;
	struct prm_cqe64 shown;

	if (is_quiet)
		return;
	while ((cqe = mlx5sig_cqe_get(&ring, e->ci))) {
		e->ci++;
		if (prm_cqe64_get_opcode(cqe) == PRM_CQE_OPCODE_RESP_ERR)
			continue;	/* see is_flushed_receive() */
		shown = *cqe;
		if (prm_cqe64_get_opcode(cqe) == PRM_CQE_OPCODE_SIG_ERR)
			note_error((const void *)cqe);
		else
			prm_cqe64_set_timestamp(&shown, 0);
		printf("CQE %d ", number_of(e));
		show_bytes(&shown, sizeof(shown));
		printf("\n");
	}
}

/* The time of the flush of a receive posted in error, which has no doorbell, is random. */
static bool is_flushed_receive(struct end *e, const struct ibv_wc *wc)
{
	if (wc->wr_id < FIRST_RECEIVE || wc->wr_id >= CONFIGURATION)
		return false;
	if (shared.ibv)
		shared.done++;
	else
		e->receives--;
	if (wc->status != IBV_WC_WR_FLUSH_ERR || e->num_flushed == MAX_RECEIVES)
		return false;
	e->flushed[e->num_flushed++] = wc->wr_id;
	return true;
}

/* libmlx5 returns an error completion for each WQE of a configuration. */
static bool is_told(struct end *e, const struct ibv_wc *wc)
{
	bool is_told = wc->status && wc->wr_id >= CONFIGURATION && wc->wr_id == e->failed;

	e->failed = wc->status && wc->wr_id >= CONFIGURATION ? wc->wr_id : 0;
	return is_told;
}

static void show_wc(struct end *e, const struct ibv_wc *wc)
{
	unsigned int flags;

	if (is_flushed_receive(e, wc) || is_told(e, wc))
		return;
	printf("wc %d id %llu status %d qp %x", number_of(e), (unsigned long long)wc->wr_id,
	       wc->status, wc->qp_num);
	if (wc->status) {	/* error-opcode */
		printf(" vendor %u\n", wc->vendor_err);
		e->is_in_error = true;
		return;
	}
	/* libmlx5 loses the immediate flag of a cancelled request. */
	flags = wc->opcode & IBV_WC_RECV ? wc->wc_flags :
					   wc->wc_flags & ~(unsigned int)IBV_WC_WITH_IMM;
	printf(" opcode %d flags %u", wc->opcode, flags);
	if (wc->opcode == IBV_WC_RECV || wc->opcode == IBV_WC_RECV_RDMA_WITH_IMM ||
	    wc->opcode == IBV_WC_RDMA_READ ||
	    wc->opcode == IBV_WC_COMP_SWAP || wc->opcode == IBV_WC_FETCH_ADD)
		printf(" bytes %u", wc->byte_len);
	if (flags & (IBV_WC_WITH_IMM | IBV_WC_WITH_INV))
		printf(" imm %x", wc->imm_data);
	printf("\n");
}

static bool is_in_turn = true;	/* how often it is polled does not depend on time */

/* Polls all completions. A signature error returns none, although others may follow. */
void poll_all(struct end *e)
{
	struct ibv_wc wc[16];
	int num = is_in_turn ? 1 + (int)below(16) : 16, nothing = 0, n, i;

	show_cqes(e);
	while (nothing < 4) {
		memset(wc, 0, sizeof(wc));
		n = side->poll(e, num, wc);
		if (n < 0) {
			printf("poll %d fails\n", number_of(e));
			return;
		}
		for (i = 0; i < n; i++)
			show_wc(e, &wc[i]);
		nothing = n ? 0 : nothing + 1;
	}
}

void check(struct key *key)
{
	struct mlx5sig_mkey_err err = {0};
	int ret = side->check(key->mkey, &err);

	printf("check %d", (int)(key - keys));
	if (key->is_undecodable)
		printf(" differs undecodable-once\n");
	else if (ret)
		printf(" fails %d\n", ret);
	else if (key->errors > 1)
		printf(" differs first-error\n");
	else if (key->is_ambiguous)
		printf(" differs error-order offset %llu\n",
		       (unsigned long long)err.err.sig.offset);
	else if (err.err_type)
		printf(" type %d expected %llx actual %llx offset %llu\n", err.err_type,
		       (unsigned long long)err.err.sig.expected_value,
		       (unsigned long long)err.err.sig.actual_value,
		       (unsigned long long)err.err.sig.offset);
	else
		printf(" no error\n");
	key->is_undecodable |= ret == EINVAL &&
			       key->flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE;
	key->errors = 0;
	key->is_ambiguous = false;
}

/*
 * Queue pairs.
 */

void make_shared(void)
{
	struct ibv_srq_init_attr attr = { .attr = { .max_wr = MAX_RECEIVES / 2, .max_sge = SGES } };
	struct mlx5dv_obj obj = { .srq = { .out = &shared.ring } };

	memset(&shared, 0, sizeof(shared));
	obj.srq.in = shared.ibv = need(ibv_create_srq(pd, &attr), "ibv_create_srq");
	must(mlx5dv_init_obj(&obj, MLX5DV_OBJ_SRQ), "mlx5dv_init_obj");
	side->attach_srq(&shared);
	printf("shared %u requests of %u\n", attr.attr.max_wr, attr.attr.max_sge);
}

void destroy_shared(void)
{
	if (!shared.ibv)
		return;
	side->detach_srq(&shared);
	must(ibv_destroy_srq(shared.ibv), "ibv_destroy_srq");
	shared.ibv = NULL;
}

void show_shared(void)
{
	const uint8_t *wqe = (const uint8_t *)shared.ring.buf + shared.next * shared.ring.stride;
	const struct prm_recv_data_seg *seg = (const void *)(wqe + PRM_SRQ_NEXT_SEG_SIZE);
	uint32_t i;

	printf("shared %u:", prm_be16_to_cpu(((const struct prm_qp_doorbell_record *)
					      shared.ring.dbrec)->recv_counter));
	for (i = 0; i < SGES; i++) {
		printf(" ");
		show_bytes(&seg[i], sizeof(seg[i]));
		if (prm_recv_data_seg_get_lkey(&seg[i]) == PRM_SPECIAL_LKEY_TERMINATE_SCATTER_LIST)
			break;
	}
	printf("\n");
	shared.posted++;
	shared.next = prm_srq_next_seg_get_next_wqe_index((const void *)wqe);
}

void limit_shared(void)
{
	uint32_t left = shared.posted - shared.done;
	struct ibv_srq_attr attr;

	if (!shared.ibv || shared.is_limited || !left)
		return;
	attr = (struct ibv_srq_attr) { .srq_limit = 1 + below(left) };
	printf("limit %u: %d\n", attr.srq_limit,
	       ibv_modify_srq(shared.ibv, &attr, IBV_SRQ_LIMIT));
	shared.is_limited = true;
}

void make_end(struct end *e, bool is_pipelining, bool sq_sig_all)
{
	static const uint32_t depths[] = { 10, 16, 40 };
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_RC, .pd = pd, .sq_sig_all = sq_sig_all,
		.cap = { .max_recv_wr = MAX_RECEIVES, .max_send_sge = SGES, .max_recv_sge = SGES,
			 .max_inline_data = INLINE },
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
		.send_ops_flags = SENDS,
	};
	struct mlx5dv_qp_init_attr dv = {
		.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_QP_CREATE_FLAGS |
			     MLX5DV_QP_INIT_ATTR_MASK_SEND_OPS_FLAGS,
		.create_flags = MLX5DV_QP_CREATE_DISABLE_SCATTER_TO_CQE,
		.send_ops_flags = MLX5DV_QP_EX_WITH_MKEY_CONFIGURE | MLX5DV_QP_EX_WITH_RAW_WQE,
	};
	struct mlx5dv_obj obj = { .cq = { .out = &e->cqes }, .qp = { .out = &e->ring } };

	memset(e, 0, sizeof(*e));
	e->is_pipelining = is_pipelining;
	e->depth = attr.cap.max_send_wr = depths[below(3)];
	if (is_pipelining)
		dv.create_flags |= MLX5DV_QP_CREATE_SIG_PIPELINING;
	e->ibv_cq = need(ibv_create_cq(context, CQES, NULL, NULL, 0), "ibv_create_cq");
	attr.send_cq = attr.recv_cq = e->ibv_cq;
	attr.srq = shared.ibv;
	e->ibv_qp = need(mlx5dv_create_qp(context, &attr, &dv), "mlx5dv_create_qp");
	side->attach(e, sq_sig_all);
	obj.cq.in = e->ibv_cq;
	obj.qp.in = e->ibv_qp;
	must(mlx5dv_init_obj(&obj, MLX5DV_OBJ_QP), "mlx5dv_init_obj");
	/* After this, libmlx5 does not clean the CQ any more. */
	if (!is_quiet)
		must(mlx5dv_init_obj(&obj, MLX5DV_OBJ_CQ), "mlx5dv_init_obj");
	printf("end %d QP %x WQEBBs %u\n", number_of(e), e->ibv_qp->qp_num, e->ring.sq.wqe_cnt);
}

static void to_init(struct end *e)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_INIT, .port_num = 1,
				    .qp_access_flags = ACCESS };

	must(ibv_modify_qp(e->ibv_qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
			   IBV_QP_ACCESS_FLAGS), "to INIT");
}

static void to_rts(struct end *e)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTR, .path_mtu = IBV_MTU_1024,
		.dest_qp_num = peer_of(e)->ibv_qp->qp_num, .max_rd_atomic = 4,
		.max_dest_rd_atomic = 4, .min_rnr_timer = 1, .timeout = 14, .retry_cnt = 7,
		.rnr_retry = 0, .ah_attr = { .port_num = 1 } };
	struct ibv_port_attr port;

	must(ibv_query_port(context, 1, &port), "ibv_query_port");
	attr.ah_attr.dlid = port.lid;
	must(ibv_modify_qp(e->ibv_qp, &attr, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU |
			   IBV_QP_DEST_QPN | IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
			   IBV_QP_MIN_RNR_TIMER), "to RTR");
	attr.qp_state = IBV_QPS_RTS;
	must(ibv_modify_qp(e->ibv_qp, &attr,
			   IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
				   IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC),
	     "to RTS");
}

void connect_ends(void)
{
	unsigned int i;

	for (i = 0; i < num_ends; i++)
		to_init(&ends[i]);
	for (i = 0; i < num_ends; i++)
		to_rts(&ends[i]);
}

/* Drops all posted requests. */
void reset_ends(void)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_RESET };
	unsigned int i;

	printf("reset\n");
	for (i = 0; i < num_ends && !is_quiet; i++)
		poll_all(&ends[i]);
	for (i = 0; i < num_ends; i++) {
		must(ibv_modify_qp(ends[i].ibv_qp, &attr, IBV_QP_STATE), "to RESET");
		side->reset(&ends[i]);
		ends[i].posted = ends[i].pi = 0;
		ends[i].receives = ends[i].num_flushed = 0;
		ends[i].is_fresh = ends[i].was_reset = true;
		ends[i].is_in_error = ends[i].is_drained = false;
	}
	connect_ends();
}

void destroy_end(struct end *e)
{
	side->detach(e);
	must(ibv_destroy_qp(e->ibv_qp), "ibv_destroy_qp");
	must(ibv_destroy_cq(e->ibv_cq), "ibv_destroy_cq");
}

void show_events(void)
{
	struct pollfd fd = { .fd = context->async_fd, .events = POLLIN };
	struct ibv_async_event event;
	unsigned int i;

	while (poll(&fd, 1, 0) == 1 && !ibv_get_async_event(context, &event)) {
		if (event.event_type == IBV_EVENT_SRQ_LIMIT_REACHED) {
			printf("event of the shared queue\n");
			shared.is_limited = false;
			ibv_ack_async_event(&event);
			continue;
		}
		for (i = 0; i < num_ends; i++)
			if (ends[i].ibv_qp == event.element.qp) {
				printf("event %d of %u\n", event.event_type, i);
				ends[i].is_drained |= event.event_type == IBV_EVENT_SQ_DRAINED;
			}
		ibv_ack_async_event(&event);
	}
}

static void to_state(struct end *e, enum ibv_qp_state state)
{
	struct ibv_qp_attr attr = { .qp_state = state, .cur_qp_state = IBV_QPS_SQD };

	printf("state %d of %d: %d\n", state, number_of(e),
	       ibv_modify_qp(e->ibv_qp, &attr, state == IBV_QPS_ERR ? IBV_QP_STATE :
			     IBV_QP_STATE | IBV_QP_CUR_STATE));
	e->is_drained = false;
}

void check_errors(void)
{
	unsigned int i;

	for (i = 0; i < KEYS; i++)
		if (keys[i].mkey && keys[i].errors)
			check(&keys[i]);
}

/* Polls all receives of a queue pair in error. */
static void wait_for_receives(struct end *e)
{
	uint32_t i;

	is_in_turn = false;
	for (;;) {
		poll_all(e);
		if (!e->receives)
			break;
		usleep(1000);
	}
	is_in_turn = true;
	printf("flushed %d:", number_of(e));
	for (i = 0; i < e->num_flushed; i++)
		printf(" %llu", (unsigned long long)e->flushed[i]);
	printf(" left %u\n", e->receives);
}

/* Flushed receives would show it as well, but their time is random. */
static bool is_in_error(const struct end *e)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	must(ibv_query_qp(e->ibv_qp, &attr, IBV_QP_STATE, &init), "ibv_query_qp");
	return attr.qp_state == IBV_QPS_ERR;
}

/* Shows all state, and restarts queues that have stopped. */
void settle(void)
{
	unsigned int i, turn;

	for (turn = 0; turn < 4; turn++) {
		bool is_drained = false;

		for (i = 0; i < num_ends; i++)
			poll_all(&ends[i]);
		show_events();
		check_errors();
		for (i = 0; i < num_ends; i++) {
			if (!ends[i].is_drained)
				continue;
			to_state(&ends[i], IBV_QPS_RTS);
			is_drained = true;
		}
		if (!is_drained)
			break;
	}
	for (i = 0; i < num_ends && !ends[i].is_in_error && !is_in_error(&ends[i]); i++)
		;
	if (i < num_ends) {
		for (i = 0; i < num_ends; i++) {
			to_state(&ends[i], IBV_QPS_ERR);
			wait_for_receives(&ends[i]);
		}
		show_events();
		check_errors();
		reset_ends();
		replace_flushed_keys();
	}
	for (i = 0; i < KEYS; i++)
		keys[i].was_posted = false;
}
