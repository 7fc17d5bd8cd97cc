// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * CQs, links and the shared receive queue: creation, states, destruction.
 */
#include <time.h>

#include "lives.h"

enum { PULSES = 4, CLOSERS = 3, SPARES = 8 };

/* Creates a queue pair for NOPs only. */
static struct ibv_qp *create_pulse(struct life *life, struct cq *cq, uint32_t requests)
{
	struct ibv_qp_init_attr init = {
		.send_cq = cq->ibv, .recv_cq = cq->ibv, .qp_type = IBV_QPT_RC,
		.cap = { .max_send_wr = requests, .max_send_sge = 1 } };

	return need(life, ibv_create_qp(world.pd, &init), "QP");
}

static void to_init(struct life *life, struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_INIT, .port_num = 1,
		.qp_access_flags = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
				   IBV_ACCESS_REMOTE_ATOMIC };

	must(life, ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
				 IBV_QP_ACCESS_FLAGS), "to INIT");
}

static void to_rts(struct life *life, struct ibv_qp *qp, uint32_t peer, uint32_t sq_psn,
		   uint32_t rq_psn)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTR, .path_mtu = world.port.active_mtu, .dest_qp_num = peer,
		.sq_psn = sq_psn, .rq_psn = rq_psn,
		.max_rd_atomic = 1, .max_dest_rd_atomic = 1, .min_rnr_timer = 1, .timeout = 14,
		.retry_cnt = 7, .rnr_retry = 7,
		.ah_attr = { .port_num = 1, .dlid = world.port.lid } };

	must(life, ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU |
				 IBV_QP_DEST_QPN | IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
				 IBV_QP_MIN_RNR_TIMER), "to RTR");
	attr.qp_state = IBV_QPS_RTS;
	must(life, ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_SQ_PSN |
				 IBV_QP_MAX_QP_RD_ATOMIC | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
				 IBV_QP_RNR_RETRY), "to RTS");
}

void to_state(struct life *life, struct side *side, enum ibv_qp_state state)
{
	struct ibv_qp_attr attr = { .qp_state = state, .cur_qp_state = IBV_QPS_SQD };
	bool is_back = state == IBV_QPS_RTS;

	if (ibv_modify_qp(side->ibv, &attr,
			  is_back ? IBV_QP_STATE | IBV_QP_CUR_STATE : IBV_QP_STATE))
		lives_fail(life, NULL, NULL, "QP %x to state %d: %s", side->ibv->qp_num, state,
			   strerror(errno));
}

/*
 * Completion queues.
 */

/* The pulse is a queue pair whose NOPs complete after all outstanding completions of the CQ. */
static void cq_attach(struct life *life, struct cq *cq)
{
	const struct mlx5sig_cq_attr attr = {
		.flags = cq->is_single ? MLX5SIG_ATTACH_SINGLE_THREADED : 0 };
	struct mlx5sig_qp_attr qp_attr = { 0 };

	cq->cq = need(life, mlx5sig_cq_attach(cq->ibv, &attr), "mlx5sig_cq_attach");
	cq->pulse_ibv = create_pulse(life, cq, PULSES);
	to_init(life, cq->pulse_ibv);
	to_rts(life, cq->pulse_ibv, cq->pulse_ibv->qp_num, 0, 0);
	qp_attr.send_cq = qp_attr.recv_cq = cq->cq;
	cq->pulse = need(life, mlx5sig_qp_attach(cq->pulse_ibv, &qp_attr), "mlx5sig_qp_attach");
	life->counts.cqs++;
}

static void cq_detach(struct life *life, struct cq *cq)
{
	take_events(life, cq);
	cq->is_armed = false;
	must(life, mlx5sig_qp_detach(cq->pulse), "mlx5sig_qp_detach of a pulse");
	cq->pulse = NULL;
	must(life, ibv_destroy_qp(cq->pulse_ibv), "ibv_destroy_qp of a pulse");
	cq->pulse_ibv = NULL;
	must(life, mlx5sig_cq_detach(cq->cq), "mlx5sig_cq_detach");
	cq->cq = NULL;
}

static void post_flood(struct life *life, struct cq *cq)
{
	int i, k;

	for (i = 0; i <= cq->ibv->cqe / 16 + 1; i++) {
		mlx5sig_wr_start(cq->flood);
		for (k = 0; k < 16; k++) {
			cq->flood->wr_id = PULSE | life->number;
			cq->flood->wr_flags = IBV_SEND_SIGNALED;
			mlx5sig_wr_nop(cq->flood);
		}
		must(life, mlx5sig_wr_complete(cq->flood), "NOPs for a full CQ");
	}
}

/* Overruns the CQ by more completions than entries. Its entries can still be polled. */
void cq_flood(struct life *life, struct cq *cq)
{
	struct mlx5sig_qp_attr attr = { .send_cq = cq->cq, .recv_cq = cq->cq };
	time_t end = time(NULL) + 20;

	cq->flood_ibv = create_pulse(life, cq, (uint32_t)cq->ibv->cqe + 32);
	to_init(life, cq->flood_ibv);
	to_rts(life, cq->flood_ibv, cq->flood_ibv->qp_num, 0, 0);
	cq->flood = need(life, mlx5sig_qp_attach(cq->flood_ibv, &attr), "mlx5sig_qp_attach");
	must(life, mlx5sig_cq_status(cq->cq), "mlx5sig_cq_status");
	life->counts.overruns++;
	atomic_store(&world.has_overrun, true);
	post_flood(life, cq);
	while (!atomic_load(&cq->has_overrun)) {
		look_for_stops(life);
		if (time(NULL) > end)
			lives_fail(life, NULL, NULL, "CQ %u does not overrun", cq->number);
	}
	if (mlx5sig_cq_status(cq->cq) != EOVERFLOW)
		lives_fail(life, NULL, NULL, "CQ %u has overrun, and its status is another one",
			   cq->number);
	must(life, mlx5sig_qp_detach(cq->flood), "mlx5sig_qp_detach of a flood");
	cq->flood = NULL;
	must(life, ibv_destroy_qp(cq->flood_ibv), "ibv_destroy_qp of a flood");
	cq->flood_ibv = NULL;
}

static void create(struct life *life, struct cq *cq)
{
	struct ibv_modify_cq_attr moderation = {
		.attr_mask = IBV_CQ_ATTR_MODERATE,
		.moderate = { .cq_count = (uint16_t)(1 + below(life, 8)), .cq_period = 50 } };
	struct ibv_cq_init_attr_ex attr = { .cqe = (uint32_t)cq->size, .cq_context = cq };
	struct mlx5dv_cq_init_attr dv = { .comp_mask = MLX5DV_CQ_INIT_ATTR_MASK_CQE_SIZE,
					  .cqe_size = chance(life, 50) ? 64 : 128 };

	if (cq->has_events)
		cq->channel = need(life, ibv_create_comp_channel(world.context), "channel");
	attr.channel = cq->channel;
	cq->ibv = ibv_cq_ex_to_cq(need(life, mlx5dv_create_cq(world.context, &attr, &dv), "CQ"));
	if (cq->has_events && chance(life, 30))
		must(life, ibv_modify_cq(cq->ibv, &moderation), "ibv_modify_cq");
}

static void destroy(struct life *life, struct cq *cq)
{
	must(life, ibv_destroy_cq(cq->ibv), "ibv_destroy_cq");
	cq->ibv = NULL;
	if (cq->channel)
		must(life, ibv_destroy_comp_channel(cq->channel), "ibv_destroy_comp_channel");
	cq->channel = NULL;
}

void cq_birth(struct life *life, struct cq *cq, bool is_shared)
{
	*cq = (struct cq) { .is_alive = true, .is_shared = is_shared, .number = life->born++ };
	pthread_mutex_init(&cq->lock, NULL);
	cq->size = is_shared ? 2000 : chance(life, 40) ? 120 : 600;
	cq->is_single = !is_shared && chance(life, 40);
	cq->has_events = !is_shared && chance(life, 40);
	atomic_store(&cq->free, cq->size - PULSES);
	create(life, cq);
	cq_attach(life, cq);
}

void cq_death(struct life *life, struct cq *cq)
{
	cq_detach(life, cq);
	destroy(life, cq);
	cq->is_alive = false;
}

/* Detaches and attaches a CQ without queue pairs, with or without a new CQ of verbs. */
void cq_again(struct life *life, struct cq *cq)
{
	bool has_overrun = atomic_load(&cq->has_overrun);

	cq_detach(life, cq);
	if (has_overrun || chance(life, 50)) {
		destroy(life, cq);
		*cq = (struct cq) { .is_alive = true, .number = life->born++, .size = cq->size,
				    .is_single = chance(life, 40), .has_events = chance(life, 40),
				    .free = atomic_load(&cq->free) };
		create(life, cq);
	}
	cq_attach(life, cq);
}

/*
 * Links.
 */

static struct cq *choose_cq(struct life *life)
{
	if (world.shared && chance(life, 30))
		return world.shared;
	return &life->cqs[below(life, MAX_CQS)];
}

static void create_qp(struct life *life, struct side *side)
{
	struct mlx5dv_qp out = { 0 };
	struct mlx5dv_obj obj = { .qp = { .out = &out } };
	struct ibv_qp_init_attr_ex init = {
		.send_cq = side->send->ibv, .recv_cq = side->recv->ibv, .qp_type = IBV_QPT_RC,
		.cap = { .max_send_wr = side->depth, .max_recv_wr = 64, .max_send_sge = 2,
			 .max_recv_sge = 1, .max_inline_data = 200 },
		.sq_sig_all = side->sig_all, .qp_context = side, .pd = world.pd,
		.comp_mask = IBV_QP_INIT_ATTR_PD, .srq = side->has_srq ? world.srq.ibv : NULL };
	struct mlx5dv_qp_init_attr dv = {
		.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_QP_CREATE_FLAGS,
		.create_flags = side->is_dv_pipelining ? MLX5DV_QP_CREATE_SIG_PIPELINING : 0 };
	bool is_plain = chance(life, 20);

	if (!is_plain || side->is_dv_pipelining)
		dv.create_flags |= MLX5DV_QP_CREATE_DISABLE_SCATTER_TO_CQE;
	side->scatters = !(dv.create_flags & MLX5DV_QP_CREATE_DISABLE_SCATTER_TO_CQE);
	side->ibv = need(life, dv.create_flags ? mlx5dv_create_qp(world.context, &init, &dv) :
						 ibv_create_qp_ex(world.context, &init), "QP");
	obj.qp.in = side->ibv;
	must(life, mlx5dv_init_obj(&obj, MLX5DV_OBJ_QP), "mlx5dv_init_obj");
	side->ring_size = out.sq.wqe_cnt;
	if (init.cap.max_send_wr <= NUM(side->ring))
		side->depth = init.cap.max_send_wr;
}

static void attach(struct life *life, struct side *side)
{
	struct mlx5sig_qp_attr attr = {
		.send_cq = side->send->cq,
		.recv_cq = side->recv->cq,
		.srq = side->has_srq ? world.srq.srq : NULL,
		.sq_sig_all = side->sig_all,
		.flags = (chance(life, 50) ? MLX5SIG_ATTACH_SINGLE_THREADED : 0) |
			 (world.num_lives == 1 && chance(life, 20) ? MLX5SIG_ATTACH_OWN_REGISTER
								   : 0u)
	};

	side->qp = need(life, mlx5sig_qp_attach(side->ibv, &attr), "mlx5sig_qp_attach");
}

/* Each side has CQs for sends and receives. */
static void create_link(struct life *life, struct link *link, struct cq *cqs[2][2])
{
	static const uint32_t depths[] = { 8, 16, 40, 48, 64, 128, 250 };
	bool is_simple = chance(life, 30);
	unsigned int i;

	*link = (struct link) { .is_alive = true, .number = life->born++, .history = link->history,
				.side = { { .closer.id = link->side[0].closer.id },
					  { .closer.id = link->side[1].closer.id } } };
	for (i = 0; i < 2; i++) {
		struct side *side = &link->side[i];

		pthread_mutex_init(&side->lock, NULL);
		side->send = cqs[i][0];
		side->recv = cqs[i][1];
		side->depth = depths[below(life, NUM(depths))];
		side->sig_all = chance(life, 15);
		side->has_srq = chance(life, 30);
		side->has_pipelining = lives_allow("stop") && !is_simple && chance(life, 40);
		side->is_dv_pipelining =
			side->has_pipelining && lives_allow("dv") && chance(life, 30);
		atomic_fetch_sub(&side->send->free, CLOSERS);
		atomic_fetch_sub(&side->recv->free, SPARES);
		create_qp(life, side);
		attach(life, side);
		life->counts.qps++;
	}
	note(life, &link->history, "link %u born: QPs %x and %x, pipelining %d %d, SRQ %d %d",
	     link->number, link->side[0].ibv->qp_num, link->side[1].ibv->qp_num,
	     link->side[0].has_pipelining, link->side[1].has_pipelining, link->side[0].has_srq,
	     link->side[1].has_srq);
	link_connect(life, link);
}

void link_birth(struct life *life, struct link *link)
{
	struct cq *same = chance(life, 50) ? choose_cq(life) : NULL, *cqs[2][2];
	unsigned int i;

	for (i = 0; i < 2; i++) {
		cqs[i][0] = same ? same : choose_cq(life);
		cqs[i][1] = same ? same : chance(life, 70) ? cqs[i][0] : choose_cq(life);
	}
	create_link(life, link, cqs);
}

/*
 * Recreates a link with the same CQs and mostly the same numbers: unused queue pairs occupy the
 * lower ones.
 */
void link_again(struct life *life, struct link *link)
{
	struct cq *cqs[2][2] = { { link->side[0].send, link->side[0].recv },
				 { link->side[1].send, link->side[1].recv } };
	struct ibv_qp_init_attr init = { .send_cq = world.ballast, .recv_cq = world.ballast,
					 .qp_type = IBV_QPT_RC,
					 .cap = { .max_send_wr = 1, .max_send_sge = 1 } };
	uint32_t number = link->side[0].ibv->qp_num, last = number, i;
	struct ibv_qp *qp;

	link_death(life, link);
	for (i = 0; i < 1000 && last != number - 1; i++) {
		qp = need(life, ibv_create_qp(world.pd, &init), "QP");
		last = qp->qp_num;
		must(life, ibv_destroy_qp(qp), "ibv_destroy_qp");
	}
	create_link(life, link, cqs);
}

/* Packets of the connection before may still be under way: its PSNs are far from those of this one. */
void link_connect(struct life *life, struct link *link)
{
	const uint32_t psn[2] = { below(life, 1 << 24), below(life, 1 << 24) };
	unsigned int i;

	for (i = 0; i < 2; i++) {
		struct side *side = &link->side[i];

		to_init(life, side->ibv);
		if (side->has_pipelining && !side->is_dv_pipelining)
			must(life, mlx5sig_qp_enable_sig_pipelining(side->qp),
			     "signature pipelining");
	}
	for (i = 0; i < 2; i++)
		to_rts(life, link->side[i].ibv, link->side[!i].ibv->qp_num, psn[i], psn[!i]);
	link->state = UP;
	atomic_store(&link->has_failed, false);
}

static void forget(struct life *life, struct side *side)
{
	(void)life;
	side->head = side->tail = side->used = side->ring_used = 0;
	side->spare = 0;
	side->has_flushed = false;
	atomic_store(&side->is_stopped, false);
	atomic_store(&side->receives, 0);
}

void link_reset(struct life *life, struct link *link)
{
	unsigned int i;

	note(life, &link->history, "link %u is reset", link->number);
	for (i = 0; i < 2; i++) {
		struct side *side = &link->side[i];

		to_state(life, side, IBV_QPS_RESET);
		mlx5sig_qp_reset(side->qp);
		take_back(side);
		forget(life, side);
	}
	life->counts.resets++;
	link_connect(life, link);
}

void link_death(struct life *life, struct link *link)
{
	unsigned int i;

	note(life, &link->history, "link %u dies", link->number);
	for (i = 0; i < 2; i++) {
		struct side *side = &link->side[i];
		bool is_first = chance(life, 30);	/* no more traffic when it is detached */

		if (is_first || side->has_srq)
			to_state(life, side, side->has_srq ? IBV_QPS_RESET : IBV_QPS_ERR);
		must(life, mlx5sig_qp_detach(side->qp), "mlx5sig_qp_detach");
		side->qp = NULL;
		must(life, ibv_destroy_qp(side->ibv), "ibv_destroy_qp");
		side->ibv = NULL;
		atomic_fetch_add(&side->send->free, CLOSERS);
		atomic_fetch_add(&side->recv->free, SPARES);
		take_back(side);
		forget(life, side);
		pthread_mutex_destroy(&side->lock);
	}
	link->is_alive = false;
}

/*
 * The shared receive queue.
 */

void srq_birth(struct life *life)
{
	struct ibv_srq_init_attr init = { .attr = { .max_wr = SRQ_DEPTH, .max_sge = 1 } };

	world.srq.ibv = need(life, ibv_create_srq(world.pd, &init), "SRQ");
	world.srq.srq = need(life, mlx5sig_srq_attach(world.srq.ibv, NULL), "mlx5sig_srq_attach");
}

void srq_death(struct life *life)
{
	must(life, mlx5sig_srq_detach(world.srq.srq), "mlx5sig_srq_detach");
	world.srq.srq = NULL;
	must(life, ibv_destroy_srq(world.srq.ibv), "ibv_destroy_srq");
	world.srq.ibv = NULL;
}
