/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The cases of commands.jsonl that need a QP.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "queue.h"

/* libmlx5 has a negative number if there is no room. */
static int32_t max_inline_of(const json_t *geometry)
{
	int32_t max_inline = (int32_t)get_number(geometry, "max_inline");

	return max_inline < 0 ? 0 : max_inline;
}

/* Makes a case for queue_open(), with a QP and nothing else. */
static json_t *qp_case(uint64_t qpn, uint64_t wqe_cnt, uint64_t max_post, int32_t max_inline,
		       uint64_t max_gs)
{
	char text[200];
	size_t at;

	snprintf(text, sizeof(text), "{\"qp\": {\"qpn\": %" PRIu64 ", \"wqe_cnt\": %" PRIu64
		 ", \"max_post\": %" PRIu64 ", \"max_inline\": %" PRId32 ", \"max_gs\": %" PRIu64
		 "}}", qpn, wqe_cnt, max_post, max_inline, max_gs);
	return json_parse(text, &at);
}

static void switch_on(struct queue *q, const json_t *c)
{
	const json_t *expect = json_object_get(c, "expect"), *fail = json_object_get(c, "fail");
	int ret;

	if (fail) {
		q->fake.fail_at = 0;
		q->fake.fail_errno = (int)get_number(fail, "errno");
		q->fake.fail_status = (int)get_number(fail, "status");
	}
	ret = mlx5sig_qp_enable_sig_pipelining(q->qp);
	if (ret != (int)get_number(expect, "ret"))
		replay_fail(q->r, "switching pipelining on gives %d", ret);
	fake_check_commands(q->r, &q->fake, json_object_get(expect, "cmds"));
}

void replay_drain_sigerr(struct replay *r, const json_t *c)
{
	json_t *synthetic = qp_case(get_number(c, "qpn"), 64, 12, 0, 4);
	struct queue q;

	if (queue_open(&q, r, synthetic))
		switch_on(&q, c);
	queue_close(&q);
	json_free(synthetic);
}

static int post_nop(struct queue *q)
{
	mlx5sig_wr_start(q->qp);
	q->qp->wr_id = 1;
	q->qp->wr_flags = 0;
	mlx5sig_wr_nop(q->qp);
	return mlx5sig_wr_complete(q->qp);
}

static int post_inline(struct queue *q, size_t length)
{
	void *data = calloc(1, length);
	int err;

	if (!data)
		abort();
	mlx5sig_wr_start(q->qp);
	q->qp->wr_id = 1;
	q->qp->wr_flags = 0;
	mlx5sig_wr_send(q->qp);
	mlx5sig_wr_set_inline_data(q->qp, data, length);
	err = mlx5sig_wr_complete(q->qp);
	free(data);
	return err;
}

/* The queue accepts as many requests as libmlx5, and as much inline data. */
static void use(struct queue *q, const json_t *expect)
{
	uint64_t posts = 0, max_post = get_number(expect, "max_post");
	int32_t max_inline = max_inline_of(expect);
	int err;

	if (get_number(expect, "sq_bytes") != (uint64_t)q->wqe_cnt * QUEUE_WQEBB)
		replay_fail(q->r, "sq_bytes is not the size of the ring");
	for (err = 0; !err && posts <= max_post; posts += !err)
		err = post_nop(q);
	if (posts != max_post || err != ENOMEM)
		replay_fail(q->r, "%llu posts fit, then %d", (unsigned long long)posts, err);
	q->pi += (uint32_t)posts;
	q->last_index = (q->pi - 1) & 0xffff;
	if (!queue_retire(q))
		return;
	err = post_inline(q, (size_t)max_inline + 1);
	if (err != E2BIG)
		replay_fail(q->r, "%d bytes of inline data give %d", max_inline + 1, err);
	err = max_inline ? post_inline(q, (size_t)max_inline) : 0;
	if (err)
		replay_fail(q->r, "%d bytes of inline data give %d", max_inline, err);
}

void replay_sq_geometry(struct replay *r, const json_t *c)
{
	const json_t *expect = json_object_get(c, "expect");
	json_t *synthetic;
	struct queue q;

	/* libmlx5 creates no such QP: there is nothing to take over. */
	if ((int)(int64_t)get_number(expect, "ret")) {
		if (json_object_get(expect, "wqe_cnt"))
			replay_fail(r, "a QP that is refused has no ring");
		return;
	}
	synthetic = qp_case(1, get_number(expect, "wqe_cnt"), get_number(expect, "max_post"),
			    max_inline_of(expect),
			    get_number(json_object_get(c, "cap"), "max_send_sge"));
	if (queue_open(&q, r, synthetic))
		use(&q, expect);
	queue_close(&q);
	json_free(synthetic);
}
