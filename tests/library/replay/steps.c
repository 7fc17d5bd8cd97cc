/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The steps of a case, see tests/library/vectors/README.md.
 */
#include <stdlib.h>
#include <string.h>

#include <prm_cqe.h>
#include <prm_ctrl.h>
#include <prm_doorbell.h>

#include "errors.h"
#include "rules.h"

enum { OPCODE_SET_PSV = 0x20, SQ_DRAINED = 5 };

struct context {
	struct queue q;
	const json_t *c;
	bool is_first;		/* step */
	bool sq_sig_all;
};

/*
 * Posts.
 */

static bool is_any(const json_t *wqe, uint64_t index, uint32_t byte)
{
	const json_t *any;
	size_t i;

	json_array_foreach(json_object_get(wqe, "any"), i, any)
		if (number_of(json_array_get(any, 0)) == index &&
		    byte - number_of(json_array_get(any, 1)) <
			    number_of(json_array_get(any, 2)))
			return true;
	return false;
}

/* Signature errors of the key that a UMR configures. */
static unsigned int num_errors_of(struct context *ctx, const json_t *wqe)
{
	const struct prm_ctrl_seg *ctrl = (void *)queue_wqebb(ctx->q.ring, &ctx->q,
							      (uint32_t)get_number(wqe, "idx"));
	const struct queue_key *key = queue_find_key(&ctx->q,
						     prm_ctrl_seg_get_umr_mkey(ctrl) >> 8);

	return key ? key->num_errors : 0;
}

/* One WQEBB. @base: bytes of the WQE before it. */
static bool check_wqebb(struct context *ctx, const json_t *wrs, const json_t *wqe,
			const json_t *recorded, uint32_t base)
{
	struct queue *q = &ctx->q;
	uint64_t index = number_of(json_array_get(recorded, 0));
	const uint8_t *is = queue_wqebb(q->ring, q, (uint32_t)index);
	uint8_t should[QUEUE_WQEBB];
	size_t i, len = get_bytes(json_string_value(json_array_get(recorded, 1)), should,
				  sizeof(should));
	struct difference d = { .num_errors = num_errors_of(ctx, wqe) };
	const char *rule;

	for (i = 0; i < len; i++) {
		if (is[i] == should[i] || is_any(wqe, index, (uint32_t)i))
			continue;
		d.offset = base + (uint32_t)i;
		d.is = is[i];
		d.should = should[i];
		rule = rule_for_bytes(wrs, wqe, &d, ctx->sq_sig_all);
		if (!rule)
			return replay_fail(q->r,
					   "WQE of opcode 0x%x at %u, byte 0x%zx: %02x, not %02x",
					   (unsigned int)get_number(wqe, "opcode"),
					   (unsigned int)get_number(wqe, "idx"), base + i, is[i],
					   should[i]);
		replay_differs(q->r, rule);
	}
	return true;
}

static bool check_wqes(struct context *ctx, const json_t *wrs, const json_t *expect)
{
	const json_t *wqe, *recorded;
	size_t i, k;

	json_array_foreach(json_object_get(expect, "wqes"), i, wqe)
		json_array_foreach(json_object_get(wqe, "bb"), k, recorded)
			if (!check_wqebb(ctx, wrs, wqe, recorded, (uint32_t)k * QUEUE_WQEBB))
				return false;
	return true;
}

/* enum ibv_wc_opcode of a request. */
static unsigned int wc_opcode_of(const json_t *wr)
{
	static const struct {
		const char *op;
		unsigned int wc_opcode;
	} ops[] = {
		{ "rdma_write", IBV_WC_RDMA_WRITE }, { "rdma_write_imm", IBV_WC_RDMA_WRITE },
		{ "rdma_read", IBV_WC_RDMA_READ }, { "atomic_cs", IBV_WC_COMP_SWAP },
		{ "atomic_fa", IBV_WC_FETCH_ADD }, { "local_inv", IBV_WC_LOCAL_INV },
		{ "mkey_conf", IBV_WC_DRIVER1 }, { "mr_list", IBV_WC_DRIVER1 },
		{ "mr_interleaved", IBV_WC_DRIVER1 }, { "raw", IBV_WC_DRIVER2 },
	};
	size_t i;

	for (i = 0; i < sizeof(ops) / sizeof(ops[0]); i++)
		if (!strcmp(ops[i].op, get_string(wr, "op")))
			return ops[i].wc_opcode;
	return IBV_WC_SEND;
}

/* Each request is a WQE, but for the SET_PSVs that follow a configuration. */
static void remember_wqes(struct queue *q, const json_t *wrs, const json_t *expect)
{
	size_t i, request = 0;
	uint32_t pi = q->pi;
	const json_t *wqe;

	json_array_foreach(json_object_get(expect, "wqes"), i, wqe) {
		bool is_part = get_number(wqe, "opcode") == OPCODE_SET_PSV;

		q->wqes = realloc(q->wqes, (q->num_wqes + 1) * sizeof(*q->wqes));
		if (!q->wqes)
			abort();
		request += i && !is_part;
		q->num_requests += !is_part;
		q->num_outstanding += !is_part;
		q->outstanding_wqes++;
		q->wqes[q->num_wqes++] = (struct queue_wqe) {
			.pi = pi,
			.wqebbs = (uint32_t)(get_number(wqe, "ds") + 3) / 4,
			.wr_id = get_number(wqe, "wr_id"),
			.request = q->num_requests,
			.wc_opcode = wc_opcode_of(json_array_get(wrs, request)),
		};
		pi += q->wqes[q->num_wqes - 1].wqebbs;
	}
}

static void last_index_of(struct queue *q, const json_t *expect)
{
	struct prm_ctrl_seg ctrl;

	if (get_bytes(get_string(expect, "db"), &ctrl, 8) == 8)
		q->last_index = prm_ctrl_seg_get_wqe_index(&ctrl);
}

/* A post that failed, or was given up: what is in flight has not been touched. */
static bool check_nothing(struct queue *q)
{
	uint32_t in_flight = q->pi - q->oldest_pi;

	return queue_check_quiet(q) && queue_check_ring(q, q->pi, q->wqe_cnt - in_flight);
}

static bool check_posted(struct context *ctx, const json_t *wrs, const json_t *expect)
{
	struct queue *q = &ctx->q;
	uint32_t pi = (uint32_t)get_number(expect, "pi");

	last_index_of(q, expect);
	if (get_number(expect, "rung") ? !queue_check_doorbell(q, expect) : !queue_check_quiet(q))
		return false;
	if (!queue_check_ring(q, q->pi, pi - q->pi) || !check_wqes(ctx, wrs, expect))
		return false;
	remember_wqes(q, wrs, expect);
	q->pi = pi;
	errors_configured(q, wrs);
	return true;
}

/*
 * WQEs that the library posts and libmlx5 would not: they fit into the ring, and touch nothing
 * else. *@wqes: their number.
 */
static bool check_fits(struct queue *q, uint32_t *wqes)
{
	uint8_t dbrec[8];
	uint32_t posted, at = 0, requests = 0, in_flight = q->pi - q->oldest_pi;

	*wqes = 0;
	memcpy(dbrec, &q->dbrec, sizeof(dbrec));
	posted = ((uint32_t)dbrec[6] << 8 | dbrec[7]) - (q->pi & 0xffff);
	posted &= 0xffff;
	if (!posted || posted + in_flight > q->wqe_cnt)
		return replay_fail(q->r, "%u WQEBBs behind %u", posted, in_flight);
	while (at < posted) {
		const struct prm_ctrl_seg *ctrl = (void *)queue_wqebb(q->ring, q, q->pi + at);

		if (prm_ctrl_seg_get_wqe_index(ctrl) != ((q->pi + at) & 0xffff) ||
		    !prm_ctrl_seg_get_ds(ctrl))
			return replay_fail(q->r, "no WQE at %u", q->pi + at);
		at += (prm_ctrl_seg_get_ds(ctrl) + 3) / 4;
		(*wqes)++;
		requests += prm_ctrl_seg_get_opcode(ctrl) != OPCODE_SET_PSV;
	}
	if (at != posted || requests + q->num_outstanding > q->max_post)
		return replay_fail(q->r, "%u requests of %u behind %u", requests, q->max_post,
				   q->num_outstanding);
	return queue_check_ring(q, q->pi, posted);
}

/* The same on other queues, where libmlx5 would have taken the twin. */
static bool check_twin(struct context *ctx, const json_t *wrs, int ret)
{
	struct queue *q = &ctx->q, twin;
	size_t size = (size_t)q->wqe_cnt * QUEUE_WQEBB;

	if (queue_open(&twin, q->r, ctx->c)) {
		mlx5sig_wr_start(twin.qp);
		queue_requests(&twin, wrs);
		if (mlx5sig_wr_complete(twin.qp) != ret || memcmp(q->ring, twin.ring, size))
			replay_fail(q->r, "the same with usual arguments gives another result");
	}
	queue_close(&twin);
	return !q->r->has_failed;
}

static bool check_difference(struct context *ctx, const json_t *wrs, const char *rule, int ret)
{
	json_t *twin = ctx->is_first ? twin_of(wrs, rule) : NULL;
	struct queue *q = &ctx->q;
	bool is_right = !twin || check_twin(ctx, twin, ret);
	uint32_t wqes = 0;

	json_free(twin);
	q->is_over = true;
	is_right = is_right && (ret ? check_nothing(q) : check_fits(q, &wqes));
	if (!strcmp(rule, "descriptor-limit") && wqes + q->outstanding_wqes > q->max_post)
		rule = "requests-counted";
	replay_differs(q->r, rule);
	return is_right;
}

/*
 * Requests in full, aborted, have left the same bytes as those that were posted. So a part of a key
 * that is kept is posted as if it were set again; the recorded WQEs lack it.
 */
static bool check_same(struct queue *q, const uint8_t *full, bool is_kept)
{
	if (memcmp(q->ring, full, (size_t)q->wqe_cnt * QUEUE_WQEBB))
		return replay_fail(q->r, "the setters that are kept, called again, give other WQEs");
	if (is_kept) {
		replay_differs(q->r, "kept-again");
		q->is_over = true;
	}
	return true;
}

/* libmlx5 would have posted it. */
static bool check_refused(struct context *ctx, const json_t *wrs, int ret)
{
	const char *rule = rule_for_result(wrs, 0, ret);

	return rule ? check_difference(ctx, wrs, rule, ret) :
		      replay_fail(ctx->q.r, "the post gives %d, not 0", ret);
}

static bool step_good_post(struct context *ctx, const json_t *wrs, const json_t *expect)
{
	struct queue *q = &ctx->q;
	size_t size = (size_t)q->wqe_cnt * QUEUE_WQEBB;
	uint8_t *full = malloc(size);
	bool is_kept, is_same;
	uint32_t wqes;
	int ret;

	if (!full)
		abort();
	mlx5sig_wr_start(q->qp);
	is_kept = queue_requests_in_full(q, wrs);
	mlx5sig_wr_abort(q->qp);
	memcpy(full, q->ring, size);
	mlx5sig_wr_start(q->qp);
	queue_requests(q, wrs);
	ret = mlx5sig_wr_complete(q->qp);
	is_same = ret || check_same(q, full, is_kept);
	free(full);
	if (ret)
		return check_refused(ctx, wrs, ret);
	return is_same && (q->is_over ? check_fits(q, &wqes) : check_posted(ctx, wrs, expect));
}

static bool step_post(struct context *ctx, const json_t *step)
{
	const json_t *wrs = json_object_get(step, "wrs");
	const json_t *expect = json_object_get(step, "expect");
	int expected = (int)get_number(expect, "ret"), ret;
	struct queue *q = &ctx->q;
	const char *rule;

	queue_remember(q);
	if (!expected)
		return step_good_post(ctx, wrs, expect);
	mlx5sig_wr_start(q->qp);
	queue_requests(q, wrs);
	ret = mlx5sig_wr_complete(q->qp);
	if (ret != expected) {
		rule = rule_for_result(wrs, expected, ret);
		if (!rule)
			return replay_fail(q->r, "the post gives %d, not %d", ret, expected);
		return check_difference(ctx, wrs, rule, ret);
	}
	return check_nothing(q);
}

static bool step_abort(struct context *ctx, const json_t *step)
{
	struct queue *q = &ctx->q;

	queue_remember(q);
	mlx5sig_wr_start(q->qp);
	queue_requests(q, json_object_get(step, "wrs"));
	mlx5sig_wr_abort(q->qp);
	return check_nothing(q);
}

static bool step_retire(struct context *ctx, const json_t *step)
{
	(void)step;
	return queue_retire(&ctx->q);
}

/*
 * Completions and checks.
 */

/* libmlx5 does not set the opcode of a completion in error. Ours is that of the request. */
static bool check_opcode(struct queue *q, const json_t *recorded, const struct ibv_wc *wc)
{
	size_t i;

	if (wc->opcode == get_number(recorded, "opcode"))
		return true;
	replay_differs(q->r, "error-opcode");
	for (i = 0; wc->status != IBV_WC_SUCCESS && i < q->num_wqes; i++)
		if (q->wqes[i].wr_id == wc->wr_id && q->wqes[i].wc_opcode == wc->opcode)
			return true;
	return false;
}

static bool check_wc(struct queue *q, const json_t *recorded, const struct ibv_wc *wc)
{
	if (wc->wr_id != get_number(recorded, "wr_id") ||
	    wc->status != get_number(recorded, "status") ||
	    !check_opcode(q, recorded, wc) || wc->qp_num != get_number(recorded, "qp_num"))
		return replay_fail(q->r, "completion: wr_id 0x%llx, status %d, opcode %d, qpn 0x%x",
				   (unsigned long long)wc->wr_id, (int)wc->status,
				   (int)wc->opcode, wc->qp_num);
	return true;
}

static uint32_t consumer(const struct queue *q)
{
	return prm_cq_doorbell_record_get_ci((const void *)&q->cq_dbrec) - q->hidden;
}

/*
 * Gives the number of completions among them; *@is_known: each error is one of a key that exists.
 */
static int put_cqes(struct queue *q, const json_t *step, bool *is_known)
{
	uint8_t cqe[QUEUE_CQE];
	const json_t *hex;
	int num = 0;
	size_t i;

	*is_known = true;
	json_array_foreach(json_object_get(step, "cqes"), i, hex) {
		get_bytes(json_string_value(hex), cqe, sizeof(cqe));
		if (!is_sig_err(cqe))
			num++;
		else if (!errors_note(q, cqe))
			*is_known = false;
		queue_cqe(q, cqe);
	}
	return num;
}

/* libmlx5 fails the poll at an error of an unknown key; the library continues. */
static bool check_unknown_key(struct queue *q, int ret, int num, int ne)
{
	replay_differs(q->r, "unknown-key");
	q->is_over = true;
	if (ret != (num < ne ? num : ne))
		return replay_fail(q->r, "%d completions of %d", ret, num);
	return true;
}

static bool step_cqe(struct context *ctx, const json_t *step)
{
	const json_t *recorded, *expect = json_object_get(step, "expect");
	int ne = (int)get_number(step, "ne"), num, ret;
	struct queue *q = &ctx->q;
	struct ibv_wc wcs[64];
	bool is_known;
	size_t i;

	num = put_cqes(q, step, &is_known);
	memset(wcs, 0, sizeof(wcs));
	ret = mlx5sig_poll_cq(q->cq, ne < 64 ? ne : 64, wcs);
	if (!is_known && (int)get_number(expect, "ret") < 0)
		return check_unknown_key(q, ret, num, ne);
	if (ret != (int)get_number(expect, "ret"))
		return replay_fail(q->r, "polling gives %d, not %d", ret,
				   (int)get_number(expect, "ret"));
	json_array_foreach(json_object_get(expect, "wcs"), i, recorded)
		if (!check_wc(q, recorded, &wcs[i]))
			return false;
	if (consumer(q) != get_number(expect, "ci"))
		return replay_fail(q->r, "consumer counter %u", consumer(q));
	return true;
}

static struct queue_check check_of(const json_t *recorded)
{
	return (struct queue_check) {
		.ret = (int)get_number(recorded, "ret"),
		.err_type = (unsigned int)get_number(recorded, "err_type"),
		.expected = get_number(recorded, "expected"),
		.actual = get_number(recorded, "actual"),
		.offset = get_number(recorded, "offset"),
	};
}

static bool is_same_check(const struct queue_check *a, const struct queue_check *b)
{
	return a->ret == b->ret && a->err_type == b->err_type && a->expected == b->expected &&
	       a->actual == b->actual && a->offset == b->offset;
}

/* By what the page of mlx5dv_mkey_check(3) differs from what libmlx5 gave. */
static const char *rule_for_check(const json_t *step, const struct queue_check *was)
{
	if (json_object_get(step, "ambiguous"))
		return "reconfigured";
	if (json_object_get(step, "man_last"))
		return "first-error";
	if (json_object_get(step, "man"))
		return "error-order";
	return was->ret ? "undecodable-once" : NULL;
}

static bool step_check(struct context *ctx, const json_t *step)
{
	struct queue *q = &ctx->q;
	struct queue_key *key = &q->keys[get_number(step, "mkey") % QUEUE_MAX_KEYS];
	struct queue_check should = errors_check(key), is = { 0 };
	struct queue_check was = check_of(json_object_get(step, "expect"));
	struct queue_check man = check_of(json_object_get(step, "man"));
	struct mlx5sig_mkey_err err = { 0 };
	const char *rule;

	is.ret = mlx5sig_mkey_check(key->mkey, &err);
	is.err_type = err.err_type;
	is.expected = err.err.sig.expected_value;
	is.actual = err.err.sig.actual_value;
	is.offset = err.err.sig.offset;
	if (json_object_get(step, "man") && !is_same_check(&man, &should))
		return replay_fail(q->r, "the model of checks does not give `man`");
	if (!is_same_check(&should, &was)) {
		rule = rule_for_check(step, &was);
		if (!rule)
			return replay_fail(q->r, "the model of checks does not give `expect`");
		replay_differs(q->r, rule);
	}
	if (!is_same_check(&is, &should))
		return replay_fail(q->r, "the check gives %d, type %u, expected 0x%llx, actual "
				   "0x%llx, offset 0x%llx", is.ret, is.err_type,
				   (unsigned long long)is.expected, (unsigned long long)is.actual,
				   (unsigned long long)is.offset);
	return true;
}

/*
 * Cancelling.
 */

/* Is the WQE between the device's position and the producer? */
static bool is_pending(const struct queue *q, const struct queue_wqe *wqe, uint32_t hw)
{
	return (uint16_t)(wqe->pi - hw) < (uint16_t)(q->pi - hw);
}

/*
 * The NOPs that should be: marks them, and gives how many requests they are, and *@wqes. A
 * configuration of which the device has only executed the first part is cancelled too.
 */
static int cancel(struct queue *q, uint64_t wr_id, uint32_t hw, int *wqes)
{
	unsigned int last = 0;	/* requests count from 1 */
	int num = 0;
	size_t i;

	for (i = 0; i < q->num_wqes; i++) {
		struct queue_wqe *wqe = &q->wqes[i];

		if (wqe->wr_id != wr_id || wqe->is_cancelled || !is_pending(q, wqe, hw))
			continue;
		wqe->is_cancelled = true;
		(*wqes)++;
		num += wqe->request != last;
		last = wqe->request;
	}
	return num;
}

/* A NOP has no opcode modifier, whatever the request had. */
static void make_nop(struct prm_ctrl_seg *ctrl)
{
	prm_ctrl_seg_set_opmod(ctrl, 0);
	prm_ctrl_seg_set_opcode(ctrl, PRM_WQE_OPCODE_NOP);
}

/* Control segments of cancelled WQEs have become NOPs; nothing else has changed in the ring. */
static bool check_nops(struct queue *q, const json_t *nops)
{
	size_t i, index;
	const json_t *nop;
	uint8_t *wqe;

	for (i = 0; i < q->num_wqes; i++)
		if (q->wqes[i].is_cancelled)
			make_nop((void *)queue_wqebb(q->before, q, q->wqes[i].pi));
	json_array_foreach(nops, i, nop) {
		index = (size_t)number_of(json_array_get(nop, 0));
		wqe = queue_wqebb(q->ring, q, (uint32_t)index);
		if (!is_hex(json_string_value(json_array_get(nop, 1)), wqe, 4))
			return replay_fail(q->r, "the WQE at %zu is not cancelled", index);
	}
	return queue_check_ring(q, 0, 0);
}

static bool check_query(struct queue *q, const json_t *expect)
{
	const struct fake_command *query = &q->fake.commands[0];

	if (q->fake.num_commands != 1 ||
	    !is_hex(get_string(expect, "query_in"), query->in, query->inlen) ||
	    query->outlen != get_number(expect, "query_outlen"))
		return replay_fail(q->r, "not the question %s", get_string(expect, "query_in"));
	return true;
}

/* A configuration is one request, and what has been cancelled before counts no more. */
static const char *rule_for_cancel(const json_t *step, int was, int wqes)
{
	if (json_object_get(step, "man"))
		return "cancelled-twice";
	return was == wqes ? "cancel-count" : NULL;
}

static bool step_cancel(struct context *ctx, const json_t *step)
{
	const json_t *expect = json_object_get(step, "expect");
	uint64_t wr_id = get_number(step, "wr_id");
	int was = (int)(int64_t)get_number(expect, "ret"), should = was, ret;
	struct queue *q = &ctx->q;
	const char *rule;
	int wqes = 0;

	q->fake.query_qp = json_object_get(step, "query");
	queue_remember(q);
	if (get_number(q->fake.query_qp, "state") == SQ_DRAINED)
		should = cancel(q, wr_id, (uint32_t)get_number(q->fake.query_qp,
							       "hw_sq_wqebb_counter"),
				&wqes);
	if (should != was) {
		rule = rule_for_cancel(step, was, wqes);
		if (!rule)
			return replay_fail(q->r, "the model of cancelling gives %d, not %d", should,
					   was);
		replay_differs(q->r, rule);
	}
	ret = mlx5sig_qp_cancel_posted_send_wrs(q->qp, wr_id);
	if (ret != should)
		return replay_fail(q->r, "cancelling gives %d, not %d", ret, should);
	return check_query(q, expect) && queue_check_quiet(q) &&
	       check_nops(q, json_object_get(expect, "nop"));
}

void replay_steps(struct replay *r, const json_t *c)
{
	static const struct {
		const char *op;
		bool (*run)(struct context *ctx, const json_t *step);
	} ops[] = {
		{ "post", step_post }, { "abort", step_abort }, { "retire", step_retire },
		{ "cqe", step_cqe }, { "check", step_check }, { "cancel", step_cancel },
	};
	const json_t *qp = json_object_get(c, "qp"), *step;
	struct context ctx = { .c = c, .sq_sig_all = get_number(qp, "sq_sig_all") };
	size_t i, k;

	if (queue_open(&ctx.q, r, c)) {
		json_array_foreach(json_object_get(c, "steps"), i, step) {
			const char *op = get_string(step, "op");

			ctx.is_first = !i;
			for (k = 0; k < 6 && strcmp(ops[k].op, op); k++)
				;
			if (k == 6)
				replay_fail(r, "unknown step '%s'", op);
			if (r->has_failed || ctx.q.is_over || !ops[k].run(&ctx, step))
				break;
		}
	}
	queue_close(&ctx.q);
}
