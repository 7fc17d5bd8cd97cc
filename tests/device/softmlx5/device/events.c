// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Asynchronous events and completion channels: types, numbers and counters of events.
 */
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "prm_cq.h"
#include "tests.h"

#define PATIENCE_MS 600000	/* tests/run/patience.py */
#define QUIET_MS 20

static void small_send(struct rig *rig, uint64_t wr_id, unsigned int flags)
{
	const struct ibv_sge from = sge_of(&rig->a, 0, 16), to = sge_of(&rig->b, 0, 16);

	post_recv(&rig->b, wr_id, &to, 1);
	wr_send(&rig->a, wr_id, IBV_SEND_SIGNALED | flags, &from, 1);
}

/* The first message that a QP receives in RTR. */
static void established(void)
{
	const struct rig_options options = { .b_in_rtr = true };
	struct ibv_async_event event;
	struct rig rig;

	rig_open(&rig, &options);
	small_send(&rig, 1, 0);
	small_send(&rig, 2, 0);
	good_wc(rig.b.recv_cq, 1, IBV_WC_RECV);
	good_wc(rig.b.recv_cq, 2, IBV_WC_RECV);
	event = next_event(rig.b.context);
	CHECK_EQ(event.event_type, IBV_EVENT_COMM_EST);
	CHECK(event.element.qp == rig.b.qp);
	ibv_ack_async_event(&event);
	no_event(rig.b.context);
	rig_close(&rig);
}

struct destroyer {
	struct ibv_qp *qp;
	atomic_bool is_done;
};

static void *destroy(void *argument)
{
	struct destroyer *destroyer = argument;
	int status = ibv_destroy_qp(destroyer->qp);

	atomic_store(&destroyer->is_done, true);
	return (void *)(intptr_t)status;
}

/*
 * ibv_destroy_qp() returns when each event that was read is acknowledged; unread events are
 * dropped.
 */
static void accounting(void)
{
	const struct rig_options options = { .b_in_rtr = true };
	struct destroyer destroyer = {0};
	struct ibv_async_event event;
	pthread_t thread;
	struct rig rig;
	void *status;

	rig_open(&rig, &options);
	small_send(&rig, 1, 0);
	good_wc(rig.b.recv_cq, 1, IBV_WC_RECV);
	event = next_event(rig.b.context);
	destroyer.qp = rig.b.qp;
	CHECK_EQ(pthread_create(&thread, NULL, destroy, &destroyer), 0);
	usleep(QUIET_MS * 1000);	/* it must not return at any time */
	CHECK(!atomic_load(&destroyer.is_done));
	ibv_ack_async_event(&event);
	CHECK_EQ(pthread_join(thread, &status), 0);
	CHECK_EQ((intptr_t)status, 0);
	rig.b.qp = NULL;
	rig_close(&rig);

	/* Never read: it is dropped with its object. */
	rig_open(&rig, &options);
	small_send(&rig, 1, 0);
	good_wc(rig.b.recv_cq, 1, IBV_WC_RECV);
	CHECK_EQ(ibv_destroy_qp(rig.b.qp), 0);
	rig.b.qp = NULL;
	no_event(rig.b.context);
	rig_close(&rig);
}

static bool has_completion_event(struct side *side, int timeout)
{
	struct pollfd entry = { .fd = side->channel->fd, .events = POLLIN };

	return poll(&entry, 1, timeout) == 1;
}

/* Gets and acknowledges the next completion event of a CQ. */
static void completion_event(struct side *side, struct ibv_cq *should)
{
	struct ibv_cq *cq;
	void *context;

	CHECK(has_completion_event(side, PATIENCE_MS));
	CHECK_EQ(ibv_get_cq_event(side->channel, &cq, &context), 0);
	CHECK(cq == should);
	ibv_ack_cq_events(cq, 1);
}

/* One event for an arming, independent of later completions. */
static void armed_once(void)
{
	const struct rig_options options = { .has_channel = true };
	struct rig rig;
	unsigned int i;

	rig_open(&rig, &options);
	small_send(&rig, 1, 0);		/* not armed */
	good_wc(rig.a.send_cq, 1, IBV_WC_SEND);
	good_wc(rig.b.recv_cq, 1, IBV_WC_RECV);
	CHECK(!has_completion_event(&rig.a, QUIET_MS) && !has_completion_event(&rig.b, QUIET_MS));
	for (i = 2; i < 20; i += 2) {
		CHECK_EQ(ibv_req_notify_cq(rig.b.recv_cq, 0), 0);
		CHECK(!has_completion_event(&rig.b, 2));
		small_send(&rig, i, 0);
		completion_event(&rig.b, rig.b.recv_cq);
		small_send(&rig, i + 1, 0);
		good_wc(rig.a.send_cq, i, IBV_WC_SEND);
		good_wc(rig.a.send_cq, i + 1, IBV_WC_SEND);
		good_wc(rig.b.recv_cq, i, IBV_WC_RECV);
		good_wc(rig.b.recv_cq, i + 1, IBV_WC_RECV);
		CHECK(!has_completion_event(&rig.b, 2));
	}
	CHECK(!has_completion_event(&rig.a, QUIET_MS));
	rig_close(&rig);
}

/* Armed with unpolled completions: at once, unless an event has told of them. */
static void armed_late(void)
{
	const struct rig_options options = { .has_channel = true };
	struct rig rig;

	rig_open(&rig, &options);
	small_send(&rig, 1, 0);
	small_send(&rig, 2, 0);
	good_wc(rig.a.send_cq, 1, IBV_WC_SEND);
	good_wc(rig.a.send_cq, 2, IBV_WC_SEND);
	CHECK_EQ(ibv_req_notify_cq(rig.b.recv_cq, 0), 0);
	completion_event(&rig.b, rig.b.recv_cq);
	CHECK_EQ(ibv_req_notify_cq(rig.b.recv_cq, 0), 0);
	good_wc(rig.b.recv_cq, 1, IBV_WC_RECV);
	CHECK(!has_completion_event(&rig.b, QUIET_MS));
	CHECK_EQ(ibv_req_notify_cq(rig.b.recv_cq, 0), 0);
	CHECK(!has_completion_event(&rig.b, QUIET_MS));
	small_send(&rig, 3, 0);
	completion_event(&rig.b, rig.b.recv_cq);
	small_send(&rig, 4, 0);
	good_wc(rig.a.send_cq, 3, IBV_WC_SEND);
	good_wc(rig.a.send_cq, 4, IBV_WC_SEND);
	good_wc(rig.b.recv_cq, 2, IBV_WC_RECV);
	good_wc(rig.b.recv_cq, 3, IBV_WC_RECV);
	CHECK_EQ(ibv_req_notify_cq(rig.b.recv_cq, 0), 0);
	completion_event(&rig.b, rig.b.recv_cq);
	good_wc(rig.b.recv_cq, 4, IBV_WC_RECV);
	CHECK_EQ(ibv_req_notify_cq(rig.b.recv_cq, 0), 0);
	CHECK(!has_completion_event(&rig.b, QUIET_MS));
	rig_close(&rig);
}

/* Armed again before the event was read: one event for both. */
static void armed_twice(void)
{
	const struct rig_options options = { .has_channel = true };
	struct rig rig;
	unsigned int i;

	rig_open(&rig, &options);
	CHECK_EQ(ibv_req_notify_cq(rig.b.recv_cq, 0), 0);
	small_send(&rig, 1, 0);
	CHECK_EQ(ibv_req_notify_cq(rig.b.recv_cq, 0), 0);
	small_send(&rig, 2, 0);
	completion_event(&rig.b, rig.b.recv_cq);
	CHECK(!has_completion_event(&rig.b, QUIET_MS));
	/* CQEs that arrived meanwhile are noticed when the next event is requested. */
	small_send(&rig, 3, 0);
	for (i = 1; i <= 3; i++)
		good_wc(rig.a.send_cq, i, IBV_WC_SEND);
	CHECK_EQ(ibv_req_notify_cq(rig.b.recv_cq, 0), 0);
	completion_event(&rig.b, rig.b.recv_cq);
	for (i = 1; i <= 3; i++)
		good_wc(rig.b.recv_cq, i, IBV_WC_RECV);
	rig_close(&rig);
}

static void armed_solicited(void)
{
	const struct rig_options options = { .has_channel = true };
	struct ibv_sge to;
	struct rig rig;

	rig_open(&rig, &options);
	CHECK_EQ(ibv_req_notify_cq(rig.b.recv_cq, 1), 0);
	small_send(&rig, 1, 0);
	good_wc(rig.b.recv_cq, 1, IBV_WC_RECV);
	CHECK(!has_completion_event(&rig.b, QUIET_MS));
	small_send(&rig, 2, IBV_SEND_SOLICITED);
	completion_event(&rig.b, rig.b.recv_cq);
	good_wc(rig.b.recv_cq, 2, IBV_WC_RECV);
	/* A polled solicited completion does not count any more. */
	CHECK_EQ(ibv_req_notify_cq(rig.b.recv_cq, 1), 0);
	CHECK(!has_completion_event(&rig.b, QUIET_MS));
	small_send(&rig, 3, 0);
	CHECK(!has_completion_event(&rig.b, QUIET_MS));
	good_wc(rig.b.recv_cq, 3, IBV_WC_RECV);
	/* An unpolled one from before the arming does. */
	small_send(&rig, 5, 0);
	CHECK_EQ(ibv_req_notify_cq(rig.b.recv_cq, 1), 0);
	CHECK(!has_completion_event(&rig.b, QUIET_MS));
	good_wc(rig.b.recv_cq, 5, IBV_WC_RECV);
	small_send(&rig, 6, IBV_SEND_SOLICITED);
	completion_event(&rig.b, rig.b.recv_cq);
	small_send(&rig, 7, IBV_SEND_SOLICITED);	/* not armed */
	CHECK_EQ(ibv_req_notify_cq(rig.b.recv_cq, 1), 0);
	completion_event(&rig.b, rig.b.recv_cq);
	good_wc(rig.b.recv_cq, 6, IBV_WC_RECV);
	good_wc(rig.b.recv_cq, 7, IBV_WC_RECV);
	CHECK_EQ(ibv_req_notify_cq(rig.b.recv_cq, 1), 0);
	/* An error does, like a solicited one. */
	to = sge_of(&rig.b, 0, 16);
	post_recv(&rig.b, 4, &to, 1);
	CHECK_EQ(to_state(rig.b.qp, IBV_QPS_ERR), 0);
	completion_event(&rig.b, rig.b.recv_cq);
	bad_wc(rig.b.recv_cq, 4, IBV_WC_WR_FLUSH_ERR);
	rig_close(&rig);
}

#define PERIOD_US 4095
/*
 * Other processes may hold up some attempts, of which each takes a fraction of a time slice, but
 * not that many.
 */
#define ATTEMPTS 2000

static int64_t now_us(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1000000ll + time.tv_nsec / 1000;
}

static void moderate(struct ibv_cq *cq, uint16_t count, uint16_t period)
{
	struct ibv_modify_cq_attr attr = {
		.attr_mask = IBV_CQ_ATTR_MODERATE,
		.moderate = { .cq_count = count, .cq_period = period },
	};

	CHECK_EQ(ibv_modify_cq(cq, &attr), 0);
}

/* Makes the period start with a CQE, which verbs cannot. */
static void moderate_by_cqe(struct ibv_cq *ibv_cq)
{
	struct mlx5dv_cq dv = {0};
	struct mlx5dv_obj obj = { .cq = { .in = ibv_cq, .out = &dv } };
	struct prm_modify_cq_in_fields fields;
	struct prm_modify_cq_in in;
	struct prm_modify_cq_out out;

	CHECK_EQ(mlx5dv_init_obj(&obj, MLX5DV_OBJ_CQ), 0);
	prm_modify_cq_in_fields_init(&fields);
	fields.cqn = dv.cqn;
	fields.modify_field_select = PRM_CQ_MODIFY_FIELD_PERIOD_MODE;
	fields.cq_context.cq_period_mode = PRM_CQ_PERIOD_MODE_START_FROM_CQE;
	prm_modify_cq_in_pack(&in, &fields);
	CHECK_EQ(mlx5dv_devx_cq_modify(ibv_cq, &in, sizeof(in), &out, sizeof(out)), 0);
}

/*
 * Sends @n messages to an armed CQ of b and gets its event; returns the time of both in
 * microseconds.
 */
static int64_t event_time(struct rig *rig, unsigned int n)
{
	const int64_t start = now_us();
	unsigned int i;

	CHECK_EQ(ibv_req_notify_cq(rig->b.recv_cq, 0), 0);
	for (i = 0; i < n; i++)
		small_send(rig, i, 0);
	completion_event(&rig->b, rig->b.recv_cq);
	for (i = 0; i < n; i++) {
		good_wc(rig->a.send_cq, i, IBV_WC_SEND);
		good_wc(rig->b.recv_cq, i, IBV_WC_RECV);
	}
	return now_us() - start;
}

/*
 * Returns when an event has come before the end of a period, which starts with the event before or
 * later.
 */
static void until_quick(struct rig *rig, unsigned int n)
{
	int64_t start = now_us(), before;
	int i = 0;

	event_time(rig, n);
	do {
		CHECK(i++ < ATTEMPTS);
		before = start;
		start = now_us();
		event_time(rig, n);
	} while (now_us() - before >= PERIOD_US);
}

/*
 * Polled before its event, and armed again: there is nothing left to report until the next CQE.
 * Returns whether there was an event nevertheless: of the first arming, if its period was over in
 * between.
 */
static bool polled_is_reported(struct rig *rig)
{
	bool is_reported;

	CHECK_EQ(ibv_req_notify_cq(rig->b.recv_cq, 0), 0);
	small_send(rig, 7, 0);
	good_wc(rig->b.recv_cq, 7, IBV_WC_RECV);
	good_wc(rig->a.send_cq, 7, IBV_WC_SEND);
	is_reported = has_completion_event(&rig->b, 0);
	if (!is_reported) {
		CHECK_EQ(ibv_req_notify_cq(rig->b.recv_cq, 0), 0);
		is_reported = has_completion_event(&rig->b, QUIET_MS);
		small_send(rig, 8, 0);
		good_wc(rig->a.send_cq, 8, IBV_WC_SEND);
		good_wc(rig->b.recv_cq, 8, IBV_WC_RECV);
	}
	completion_event(&rig->b, rig->b.recv_cq);
	return is_reported;
}

static void moderation(void)
{
	const struct rig_options options = { .has_channel = true };
	int64_t start;
	struct rig rig;
	unsigned int i;

	rig_open(&rig, &options);
	until_quick(&rig, 1);
	moderate(rig.b.recv_cq, 3, PERIOD_US);
	/*
	 * Fewer CQEs than the number: not before the end of the period, which starts with the last
	 * event.
	 */
	event_time(&rig, 1);
	for (i = 1; i < 3; i++) {
		usleep(PERIOD_US);
		start = now_us();
		event_time(&rig, 1);	/* at once: the next period starts here */
		event_time(&rig, i);
		CHECK(now_us() - start >= PERIOD_US);
	}
	until_quick(&rig, 3);
	for (i = 0; polled_is_reported(&rig); i++)
		CHECK(i < ATTEMPTS);
	/* Without number and period. */
	moderate(rig.b.recv_cq, 0, PERIOD_US);
	event_time(&rig, 1);
	start = now_us();
	event_time(&rig, 20);
	event_time(&rig, 20);
	CHECK(now_us() - start >= PERIOD_US);
	moderate(rig.b.recv_cq, 1000, 0);
	until_quick(&rig, 1);
	rig_close(&rig);
}

/* The period starts with a CQE, independent of the last event. */
static void moderation_by_cqe(void)
{
	const struct rig_options options = { .has_channel = true };
	struct rig rig;
	unsigned int i;

	rig_open(&rig, &options);
	moderate(rig.b.recv_cq, 3, PERIOD_US);
	moderate_by_cqe(rig.b.recv_cq);
	for (i = 1; i < 3; i++) {
		/*
		 * Reports all CQEs; some of several may be left to the next event, when the time is
		 * measured.
		 */
		event_time(&rig, 1);
		usleep(PERIOD_US);
		CHECK(event_time(&rig, i) >= PERIOD_US);
		until_quick(&rig, 3);
	}
	/* A delayed event is sent when its reason for the delay ends. */
	for (i = 0; i < ATTEMPTS; i++) {
		const int64_t start = now_us();

		moderate(rig.b.recv_cq, 3, PERIOD_US);
		CHECK_EQ(ibv_req_notify_cq(rig.b.recv_cq, 0), 0);
		small_send(&rig, 9, 0);
		moderate(rig.b.recv_cq, 1, PERIOD_US);
		completion_event(&rig.b, rig.b.recv_cq);
		good_wc(rig.b.recv_cq, 9, IBV_WC_RECV);
		good_wc(rig.a.send_cq, 9, IBV_WC_SEND);
		if (now_us() - start < PERIOD_US / 2)
			break;
	}
	CHECK(i < ATTEMPTS);
	rig_close(&rig);
}

/* The limit of a shared receive queue: once for each arming, when fewer are left. */
static void srq_limit(void)
{
	const struct rig_options options = { .has_srq = true };
	struct ibv_srq_attr attr = { .srq_limit = 3 };
	struct ibv_sge from, to;
	struct ibv_async_event event;
	struct rig rig;
	unsigned int i;

	rig_open(&rig, &options);
	from = sge_of(&rig.a, 0, 16);
	to = sge_of(&rig.b, 0, 16);
	for (i = 0; i < 5; i++)
		post_recv(&rig.b, i, &to, 1);
	CHECK_EQ(ibv_modify_srq(rig.b.srq, &attr, IBV_SRQ_LIMIT), 0);
	CHECK_EQ(ibv_query_srq(rig.b.srq, &attr), 0);
	CHECK_EQ(attr.srq_limit, 3);
	for (i = 0; i < 2; i++) {	/* three are left */
		wr_send(&rig.a, i, IBV_SEND_SIGNALED, &from, 1);
		good_wc(rig.b.recv_cq, i, IBV_WC_RECV);
	}
	no_event(rig.b.context);
	wr_send(&rig.a, 2, IBV_SEND_SIGNALED, &from, 1);
	good_wc(rig.b.recv_cq, 2, IBV_WC_RECV);
	event = next_event(rig.b.context);
	CHECK_EQ(event.event_type, IBV_EVENT_SRQ_LIMIT_REACHED);
	CHECK(event.element.srq == rig.b.srq);
	ibv_ack_async_event(&event);
	wr_send(&rig.a, 3, IBV_SEND_SIGNALED, &from, 1);
	good_wc(rig.b.recv_cq, 3, IBV_WC_RECV);
	no_event(rig.b.context);
	/* Armed with fewer than the limit: at once. */
	attr.srq_limit = 2;
	CHECK_EQ(ibv_modify_srq(rig.b.srq, &attr, IBV_SRQ_LIMIT), 0);
	event = next_event(rig.b.context);
	CHECK_EQ(event.event_type, IBV_EVENT_SRQ_LIMIT_REACHED);
	ibv_ack_async_event(&event);
	rig_close(&rig);
}

/* A QP of a shared receive queue takes no more WQEs from it in the error state. */
static void srq_last(void)
{
	const struct rig_options options = { .has_srq = true };
	struct ibv_async_event event;
	struct ibv_sge to;
	struct rig rig;

	rig_open(&rig, &options);
	to = sge_of(&rig.b, 0, 16);
	post_recv(&rig.b, 1, &to, 1);
	CHECK_EQ(to_state(rig.b.qp, IBV_QPS_ERR), 0);
	event = next_event(rig.b.context);
	CHECK_EQ(event.event_type, IBV_EVENT_QP_LAST_WQE_REACHED);
	CHECK(event.element.qp == rig.b.qp);
	ibv_ack_async_event(&event);
	no_wc(rig.b.recv_cq);	/* posted WQEs stay, for other QPs */
	rig_close(&rig);
}

/*
 * More completions than entries of the CQ: an event, and its QPs enter the error state.
 */
static void cq_overflow(void)
{
	const struct rig_options options = { .cqe = 15 };
	bool has_cq_error = false, has_qp_error = false;
	struct ibv_async_event event;
	struct ibv_sge from, to;
	struct rig rig;
	unsigned int i;

	rig_open(&rig, &options);
	from = sge_of(&rig.a, 0, 16);
	to = sge_of(&rig.b, 0, 16);
	for (i = 0; i < 16; i++) {
		post_recv(&rig.b, i, &to, 1);
		wr_send(&rig.a, i, IBV_SEND_SIGNALED, &from, 1);
	}
	no_event(rig.a.context);
	post_recv(&rig.b, i, &to, 1);
	wr_send(&rig.a, i, IBV_SEND_SIGNALED, &from, 1);
	post_recv(&rig.a, 99, &from, 1);
	while (!has_cq_error || !has_qp_error) {
		event = next_event(rig.a.context);
		ibv_ack_async_event(&event);
		if (event.event_type == IBV_EVENT_CQ_ERR) {
			CHECK(event.element.cq == rig.a.send_cq && !has_cq_error);
			has_cq_error = true;
		} else {
			CHECK_EQ(event.event_type, IBV_EVENT_QP_FATAL);
			CHECK(event.element.qp == rig.a.qp && has_cq_error && !has_qp_error);
			has_qp_error = true;
		}
	}
	CHECK_EQ(state_of(rig.a.qp), IBV_QPS_ERR);
	CHECK_EQ(state_of(rig.b.qp), IBV_QPS_RTS);
	bad_wc(rig.a.recv_cq, 99, IBV_WC_WR_FLUSH_ERR);
	for (i = 0; i < 16; i++)
		good_wc(rig.a.send_cq, i, IBV_WC_SEND);
	no_wc(rig.a.send_cq);
	rig_close(&rig);
}

/* A CQ that is resized. libmlx5 writes the consumer counter when it polls, not when it resizes. */
struct resized_cq {
	struct ibv_cq *cq;
	enum ibv_wc_opcode opcode;
	uint32_t polled;
	uint32_t behind;	/* CQEs that have told of a new ring, and are not in the counter */
};

static bool has_room(const struct resized_cq *cq, uint32_t sent, uint32_t entries)
{
	return sent - cq->polled + cq->behind < entries;
}

static void resize(struct resized_cq *cq, uint32_t sent, uint32_t cqe)
{
	const uint32_t before = (uint32_t)cq->cq->cqe + 1;
	uint32_t entries = 1;

	while (entries <= cqe)
		entries *= 2;
	if (entries == before) {
		CHECK_EQ(ibv_resize_cq(cq->cq, (int)cqe), 0);
	} else if (has_room(cq, sent, before) && has_room(cq, sent, entries)) {
		CHECK_EQ(ibv_resize_cq(cq->cq, (int)cqe), 0);
		cq->behind++;
		CHECK_EQ(cq->cq->cqe, entries - 1);
	} else {
		CHECK_EQ(ibv_resize_cq(cq->cq, (int)cqe), EINVAL);
		CHECK_EQ(cq->cq->cqe, before - 1);
	}
}

static void poll_resized(struct resized_cq *cq, uint32_t sent)
{
	if (cq->polled == sent)
		return;
	good_wc(cq->cq, cq->polled++, cq->opcode);
	cq->behind = 0;
}

/* Both CQs are resized again and again, with completions in them; all arrive once, in order. */
static void resized(void)
{
	const struct rig_options options = { .sig_all = true };
	struct resized_cq cqs[2] = { { .opcode = IBV_WC_SEND }, { .opcode = IBV_WC_RECV } };
	uint32_t sent = 0, random = 7;
	struct ibv_sge from, to;
	struct rig rig;

	rig_open(&rig, &options);
	cqs[0].cq = rig.a.send_cq;
	cqs[1].cq = rig.b.recv_cq;
	from = sge_of(&rig.a, 0, 16);
	to = sge_of(&rig.b, 0, 16);
	for (int step = 0; step < 4000; step++) {
		const uint32_t choice = random_next(&random) % 8;
		struct resized_cq *cq = &cqs[choice % 2];

		if (choice < 2) {
			resize(cq, sent, 1 + random_next(&random) % 200);
		} else if (choice < 4) {
			poll_resized(cq, sent);
		} else if (has_room(&cqs[0], sent + 1, (uint32_t)cqs[0].cq->cqe + 1) &&
			   has_room(&cqs[1], sent + 1, (uint32_t)cqs[1].cq->cqe + 1) &&
			   sent - cqs[0].polled < QUEUE && sent - cqs[1].polled < QUEUE) {
			post_recv(&rig.b, sent, &to, 1);
			wr_send(&rig.a, sent++, IBV_SEND_SIGNALED, &from, 1);
		}
	}
	for (int i = 0; i < 2; i++) {
		while (cqs[i].polled < sent)
			poll_resized(&cqs[i], sent);
		no_wc(cqs[i].cq);
	}
	CHECK(sent > 400);
	rig_close(&rig);
}

/* No event tells of the new ring; the next completion's does, for one arming before or after. */
static void resized_armed(void)
{
	const struct rig_options options = { .has_channel = true, .sig_all = true };
	struct ibv_sge from, to;
	struct rig rig;

	rig_open(&rig, &options);
	from = sge_of(&rig.a, 0, 16);
	to = sge_of(&rig.b, 0, 16);
	for (uint32_t n = 0; n < 6; n++) {
		if (n % 2)
			CHECK_EQ(ibv_req_notify_cq(rig.b.recv_cq, 0), 0);
		CHECK_EQ(ibv_resize_cq(rig.b.recv_cq, n % 3 ? 300 : 20), 0);
		if (n % 2 == 0)
			CHECK_EQ(ibv_req_notify_cq(rig.b.recv_cq, 0), 0);
		CHECK(!has_completion_event(&rig.b, QUIET_MS));
		post_recv(&rig.b, n, &to, 1);
		wr_send(&rig.a, n, IBV_SEND_SIGNALED, &from, 1);
		completion_event(&rig.b, rig.b.recv_cq);
		good_wc(rig.b.recv_cq, n, IBV_WC_RECV);
		good_wc(rig.a.send_cq, n, IBV_WC_SEND);
		CHECK(!has_completion_event(&rig.b, 2));
	}
	rig_close(&rig);
}

/*
 * A CQ is armed and destroyed at once: the doorbell reaches the device first, even if a thread polls
 * the pages and sleeps. --strict would complain that there is no such CQ.
 */
static void armed_last(void)
{
	const struct timespec pause = { .tv_nsec = 2000000 };
	struct rig rig;

	rig_open(&rig, NULL);
	for (unsigned int i = 0; i < 20; i++) {
		struct ibv_cq *cq = ibv_create_cq(rig.a.context, 8, NULL, NULL, 0);

		CHECK(cq != NULL);
		nanosleep(&pause, NULL);
		CHECK_EQ(ibv_req_notify_cq(cq, 0), 0);
		CHECK_EQ(ibv_destroy_cq(cq), 0);
	}
	rig_close(&rig);
}

const struct test event_tests[] = {
	{ "established", established, false },
	{ "accounting", accounting, false },
	{ "armed_once", armed_once, false },
	{ "armed_late", armed_late, false },
	{ "armed_twice", armed_twice, false },
	{ "armed_last", armed_last, false },
	{ "armed_solicited", armed_solicited, false },
	{ "moderation", moderation, false },
	{ "moderation_by_cqe", moderation_by_cqe, false },
	{ "srq_limit", srq_limit, false },
	{ "srq_last", srq_last, false },
	{ "cq_overflow", cq_overflow, false },
	{ "resized", resized, false },
	{ "resized_armed", resized_armed, false },
	{ NULL, NULL, false },
};
