// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Receives, completions and events.
 */
#include <poll.h>

#include "lives.h"

static struct op *ops[1 << 16];
static atomic_uint num_ops;
static struct side *_Atomic owner[MAX_BUFFERS];	/* of posted buffers; NULL: the SRQ, or none */

/* The id of an operation has its index in the lower half, and its generation above. */
uint32_t op_number(struct life *life, struct op *op)
{
	uint32_t index = op->id & 0xffff;

	if (!index) {
		index = 1 + atomic_fetch_add(&num_ops, 1);
		ops[index] = op;
	}
	op->id = index | (++life->generation << 16);
	return op->id;
}

struct op *op_of(uint32_t id)
{
	struct op *op = ops[id & 0xffff];

	return op && op->id == id ? op : NULL;
}

/*
 * ThreadSanitizer does not know that a thread's writes before its doorbell happen before the CQE
 * that another thread polls. It knows this lock, which is held while a CQ is polled.
 */

static void hold_dma(void)
{
#ifdef __SANITIZE_THREAD__
	pthread_mutex_lock(&world.dma);
#endif
}

static void release_dma(void)
{
#ifdef __SANITIZE_THREAD__
	pthread_mutex_unlock(&world.dma);
#endif
}

/* Publishes all writes so far. */
void show_requests(void)
{
	hold_dma();
	release_dma();
}

/*
 * Receives.
 */

static int get_buffer(struct life *life)
{
	int buffer = -1;

	pthread_mutex_lock(&world.lock);
	if (world.num_buffers)
		buffer = world.buffers[--world.num_buffers];
	pthread_mutex_unlock(&world.lock);
	if (buffer < 0)
		lives_fail(life, NULL, NULL, "no buffers for receives are left");
	return buffer;
}

void put_buffer(int buffer)
{
	pthread_mutex_lock(&world.lock);
	owner[buffer] = NULL;
	world.buffers[world.num_buffers++] = buffer;
	pthread_mutex_unlock(&world.lock);
}

/* Buffers of a queue that has been reset. */
void take_back(struct side *side)
{
	int i;

	for (i = 0; i < MAX_BUFFERS; i++)
		if (owner[i] == side)
			put_buffer(i);
}

/* Drops the queues of all buffers. */
void forget_owners(void)
{
	int i;

	world.num_buffers = 0;
	world.srq.head = world.srq.tail = 0;
	for (i = 0; i < MAX_BUFFERS; i++)
		put_buffer(i);
}

static struct ibv_sge sge_of(int buffer)
{
	return (struct ibv_sge) {
		.addr = (uintptr_t)world.receives->addr + (uint64_t)buffer * STREAM_MAX,
		.length = STREAM_MAX, .lkey = world.receives->lkey };
}

bool fill_srq(struct life *life)
{
	int buffer = get_buffer(life);
	struct ibv_sge sge = sge_of(buffer);
	struct ibv_recv_wr *bad, wr = { .wr_id = RECEIVE | (uint64_t)buffer, .sg_list = &sge,
					.num_sge = 1 };

	if (mlx5sig_post_srq_recv(world.srq.srq, &wr, &bad)) {
		put_buffer(buffer);
		return false;
	}
	if (world.num_lives == 1)
		world.srq.posted[world.srq.head++ % NUM(world.srq.posted)] = buffer;
	return true;
}

/* This buffer has received a message; those posted before have messages, too. */
static void take_from_srq(int buffer)
{
	struct srq *srq = &world.srq;
	uint32_t i;

	for (i = srq->tail; i != srq->head && srq->posted[i % NUM(srq->posted)] != buffer; i++)
		;
	for (; i != srq->tail; i--)
		srq->posted[i % NUM(srq->posted)] = srq->posted[(i - 1) % NUM(srq->posted)];
	srq->tail++;
}

/* The shared queue has room again for this buffer. */
static void post_again(struct life *life)
{
	if (!fill_srq(life))
		lives_fail(life, NULL, NULL, "a receive of the SRQ is not free after its message");
}

/* Receives whose completions were dropped with their queue pairs may be posted again. */
void refill_srq(struct life *life)
{
	for (; life->lost; life->lost--) {
		put_buffer(world.srq.posted[world.srq.tail++ % NUM(world.srq.posted)]);
		post_again(life);
	}
}

/* Returns the receive of a message that is about to be posted. */
void post_receive(struct life *life, struct side *side, struct op *op)
{
	struct ibv_recv_wr *bad, wr = { .num_sge = 1 };
	struct ibv_sge sge;
	int buffer, err;

	if (side->has_srq)
		return;
	if (op->to.is_key && op->to.is_receive) {
		wr.wr_id = KEY_RECEIVE | op->id;
		sge = (struct ibv_sge) { .addr = op->to.at, .length = op->bytes,
					 .lkey = op->to.key->mkey->lkey };
	} else if (op->type == SEND_INV) {	/* without data, with room for the number */
		wr.wr_id = KEY_RECEIVE | op->id;
		wr.num_sge = 0;
	} else if (side->spare) {
		side->spare--;
		return;
	} else {
		buffer = get_buffer(life);
		owner[buffer] = side;
		wr.wr_id = RECEIVE | (uint64_t)buffer;
		sge = sge_of(buffer);
	}
	wr.sg_list = &sge;
	atomic_fetch_add(&side->receives, 1);
	hold_dma();
	err = mlx5sig_post_recv(side->qp, &wr, &bad);
	release_dma();
	must(life, err, "mlx5sig_post_recv");
}

static bool has_right_number(const struct ibv_wc *wc, const struct op *op)
{
	if (op->type == SEND_INV)
		return wc->wc_flags & IBV_WC_WITH_INV &&
		       wc->invalidated_rkey == op->to.key->mkey->rkey;
	return wc->wc_flags & IBV_WC_WITH_IMM && ntohl(wc->imm_data) == op->id;
}

static void received(struct life *life, const struct ibv_wc *wc)
{
	bool is_key = wc->wr_id & KEY_RECEIVE, is_flushed = wc->status != IBV_WC_SUCCESS;
	int buffer = is_key ? -1 : (int)(wc->wr_id & 0xffff);
	struct op *op = is_flushed || is_key ? NULL : op_of(ntohl(wc->imm_data));

	if (is_flushed && wc->status != IBV_WC_WR_FLUSH_ERR)
		lives_fail(life, NULL, NULL, "receive %llx: %s", (unsigned long long)wc->wr_id,
			   ibv_wc_status_str(wc->status));
	if (is_key)
		op = op_of((uint32_t)wc->wr_id);
	if (!op && !is_flushed)
		lives_fail(life, NULL, NULL, "message %x in buffer %d belongs to no request",
			   ntohl(wc->imm_data), buffer);
	if (is_key && op)
		atomic_fetch_sub(&op->link->side[!op->side].receives, 1);
	else if (!is_key && owner[buffer])
		atomic_fetch_sub(&owner[buffer]->receives, 1);
	if (is_flushed) {
		if (!is_key)
			put_buffer(buffer);
		return;
	}
	if (!has_right_number(wc, op) ||
	    wc->byte_len != op->bytes || atomic_load(&op->is_received) || op->is_dropped)
		lives_fail(life, &op->link->history, NULL,
			   "message %x of %u bytes, request %x of %u", ntohl(wc->imm_data),
			   wc->byte_len, op->id, op->bytes);
	if (!is_key && !owner[buffer] && world.num_lives == 1)
		take_from_srq(buffer);
	if (!is_key && !owner[buffer])
		post_again(life);
	if (!is_key)
		owner[buffer] = NULL;
	op->buffer = buffer;
	atomic_store(&op->is_received, true);
}

/*
 * Requests.
 */

static enum ibv_wc_opcode opcode_of(const struct op *op)
{
	switch (op->type) {
	case CONFIGURE: case SET_PSV:
		return IBV_WC_DRIVER1;
	case WRITE: case WRITE_IMM: case BAD:
		return IBV_WC_RDMA_WRITE;
	case READ:
		return IBV_WC_RDMA_READ;
	case SEND: case MESSAGE: case SEND_INV:
		return IBV_WC_SEND;
	case INVALIDATE:
		return IBV_WC_LOCAL_INV;
	case ATOMIC:
		return op->is_swap ? IBV_WC_COMP_SWAP : IBV_WC_FETCH_ADD;
	case NOP:
		break;
	}
	return IBV_WC_DRIVER2;
}

/* Returns whether a chapter of the link has a request that breaks the connection. */
static bool is_broken(const struct life *life, const struct link *link)
{
	unsigned int i, k;

	for (i = 0; i < MAX_CHAPTERS; i++)
		for (k = 0; life->chapters[i].is_used && life->chapters[i].link == link &&
		     k < life->chapters[i].num_ops; k++)
			if (life->chapters[i].ops[k].type == BAD ||
			    life->chapters[i].ops[k].is_refused)
				return true;
	return false;
}

/* A valid request fails if the other side has failed. */
static bool may_fail(const struct life *life, const struct op *op, enum ibv_wc_status status)
{
	return op->type == BAD || op->is_refused ||
	       (status == IBV_WC_RETRY_EXC_ERR &&
		(world.has_failures || is_broken(life, op->link)));
}

static void sent(struct life *life, const struct ibv_wc *wc)
{
	struct op *op = op_of((uint32_t)wc->wr_id), *first;
	enum op_state state = wc->status == IBV_WC_SUCCESS ? EXECUTED :
			      wc->status == IBV_WC_WR_FLUSH_ERR ? FLUSHED : FAILED;
	struct side *side;

	if (!op || atomic_load(&op->state) != POSTED)
		lives_fail(life, op ? &op->link->history : NULL, NULL,
			   "completion of request %llx, which is not under way",
			   (unsigned long long)wc->wr_id);
	side = &op->link->side[op->side];
	if (wc->opcode != opcode_of(op) || wc->qp_num != side->ibv->qp_num)
		lives_fail(life, &op->link->history, NULL, "request %x: opcode %d of QP %x", op->id,
			   wc->opcode, wc->qp_num);
	if (state == FAILED && !may_fail(life, op, wc->status))
		lives_fail(life, &op->link->history,
			   op->from.key ? &op->from.key->history
			   : op->to.key ? &op->to.key->history
					: NULL,
			   "request %x of type %d: %s", op->id, op->type,
			   ibv_wc_status_str(wc->status));
	pthread_mutex_lock(&side->lock);
	do {
		if (side->tail == side->head)
			lives_fail(life, &op->link->history, NULL, "request %x is not in its queue",
				   op->id);
		first = side->ring[side->tail++ % NUM(side->ring)];
		side->used--;
		side->ring_used -= size_of(first);
		if (first != op && first->is_signaled)
			lives_fail(life, &op->link->history, NULL,
				   "completion of request %x before that of %x", op->id, first->id);
		first->status = first == op ? wc->status : IBV_WC_SUCCESS;
		atomic_store(&first->state, first == op ? state : EXECUTED);
	} while (first != op);
	op->is_first_flushed = state == FLUSHED && !side->has_flushed;
	side->has_flushed |= state != EXECUTED;
	pthread_mutex_unlock(&side->lock);
	if (state != EXECUTED)
		atomic_store(&op->link->has_failed, true);
}

static int poll_shown(struct cq *cq, int num, struct ibv_wc *wc)
{
	int n;

	hold_dma();
	n = mlx5sig_poll_cq(cq->cq, num, wc);
	release_dma();
	return n;
}

int poll_some(struct life *life, struct cq *cq, int num)
{
	struct ibv_wc wc[64];
	int i, n;

	if (cq->is_shared)
		pthread_mutex_lock(&cq->lock);
	n = poll_shown(cq, num, wc);
	if (n < 0)
		lives_fail(life, NULL, NULL, "mlx5sig_poll_cq: %s", strerror(-n));
	for (i = 0; i < n; i++) {
		if (wc[i].wr_id & PULSE)
			atomic_fetch_add(&cq->pulses[wc[i].wr_id % MAX_LIVES], 1);
		else if (wc[i].wr_id & (RECEIVE | KEY_RECEIVE))
			received(life, &wc[i]);
		else
			sent(life, &wc[i]);
	}
	if (cq->is_shared)
		pthread_mutex_unlock(&cq->lock);
	return n;
}

/* Polls all completions so far. */
void drain(struct life *life, struct cq *cq)
{
	unsigned int before = atomic_load(&cq->pulses[life->number]);
	int chunk =
		1 + (int)(life->counts.transfers % 64); /* not random: rounds vary */

	if (world.is_prompt && !cq->is_shared) {
		while (poll_some(life, cq, chunk))
			;
		return;
	}
	mlx5sig_wr_start(cq->pulse);
	cq->pulse->wr_id = PULSE | life->number;
	cq->pulse->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_nop(cq->pulse);
	show_requests();
	must(life, mlx5sig_wr_complete(cq->pulse), "pulse");
	while (atomic_load(&cq->pulses[life->number]) == before)
		poll_some(life, cq, chunk);
}

static void take_event(struct life *life, struct cq *cq)
{
	struct ibv_cq *ibv;
	void *context;

	must(life, ibv_get_cq_event(cq->channel, &ibv, &context) ? errno : 0, "ibv_get_cq_event");
	mlx5sig_cq_event(cq->cq);
	cq->is_armed = false;
	life->counts.events++;
	if (++cq->unacked < 16)
		return;
	ibv_ack_cq_events(cq->ibv, cq->unacked);
	cq->unacked = 0;
}

/* From now on a completion has an event. */
void arm(struct life *life, struct cq *cq)
{
	must(life, mlx5sig_req_notify_cq(cq->cq, 0), "mlx5sig_req_notify_cq");
	cq->is_armed = true;
}

/* Sleeps until the expected completion raises an event. */
void wait_event(struct life *life, struct cq *cq)
{
	struct pollfd fds[] = { { .fd = cq->channel->fd, .events = POLLIN },
				{ .fd = world.context->async_fd, .events = POLLIN } };

	if (!cq->is_armed)
		arm(life, cq);
	/* No event comes for completions from before the request of which one has told. */
	if (poll_some(life, cq, 1 + (int)below(life, 8)))
		return;
	if (poll(fds, 2, PATIENCE_MS) < 1)
		lives_fail(life, NULL, NULL, "no completion event of CQ %u", cq->number);
	if (fds[0].revents)
		take_event(life, cq);
	else
		look_for_stops(life);
}

/* Before a CQ is detached, all events are taken and acknowledged. */
void take_events(struct life *life, struct cq *cq)
{
	struct pollfd fd = { .fd = cq->channel ? cq->channel->fd : -1, .events = POLLIN };

	while (cq->channel && poll(&fd, 1, 0) == 1)
		take_event(life, cq);
	if (cq->unacked)
		ibv_ack_cq_events(cq->ibv, cq->unacked);
	cq->unacked = 0;
}

static void take_async(struct life *life, const struct ibv_async_event *event)
{
	struct side *side;
	struct cq *cq;

	switch (event->event_type) {
	case IBV_EVENT_SQ_DRAINED:
		side = event->element.qp->qp_context;
		side->stops++;
		atomic_store(&side->is_stopped, true);
		return;
	case IBV_EVENT_QP_FATAL:
		life->counts.failures++;
		if (!world.has_failures && !atomic_load(&world.has_overrun))
			lives_fail(life, NULL, NULL, "QP %x fails", event->element.qp->qp_num);
		return;
	case IBV_EVENT_CQ_ERR:
		cq = event->element.cq->cq_context;
		if (!cq->flood)
			lives_fail(life, NULL, NULL, "CQ %u is full", cq->number);
		atomic_store(&cq->has_overrun, true);
		return;
	default:
		return;
	}
}

/* Reads asynchronous events of all lives. The descriptor does not block. */
void look_for_stops(struct life *life)
{
	struct ibv_async_event event;
	bool is_gone = false;

	pthread_mutex_lock(&world.async);
	while (!is_gone && !ibv_get_async_event(world.context, &event)) {
		take_async(life, &event);
		is_gone = event.event_type == IBV_EVENT_DEVICE_FATAL;
		ibv_ack_async_event(&event);
	}
	pthread_mutex_unlock(&world.async);
	if (is_gone)
		begin_again(life);
}
