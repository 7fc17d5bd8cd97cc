// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Incidents that interrupt a chapter: errors, stops, resets, detached queues.
 */
#include <time.h>

#include "lives.h"

static void drain_link(struct life *life, struct link *link)
{
	int i;

	for (i = 0; i < 2; i++) {
		drain(life, link->side[i].send);
		drain(life, link->side[i].recv);
	}
}

static bool is_quiet(const struct link *link)
{
	int i;

	for (i = 0; i < 2; i++)
		if (atomic_load(&link->side[i].closer.state) == POSTED ||
		    (!link->side[i].has_srq && atomic_load(&link->side[i].receives)))
			return false;
	return true;
}

/* Waits for all requests of both queue pairs, which are in error. */
static void wait_for_flush(struct life *life, struct link *link)
{
	time_t end = time(NULL) + 20;

	post_closer(life, link, 0);
	post_closer(life, link, 1);
	while (!is_quiet(link)) {
		look_for_stops(life);	/* or the end of the device */
		drain_link(life, link);
		if (time(NULL) > end)
			lives_fail(life, &link->history, NULL,
				   "link %u: requests of a queue pair in error do not complete: "
				   "closers %d %d, receives %d %d", link->number,
				   atomic_load(&link->side[0].closer.state),
				   atomic_load(&link->side[1].closer.state),
				   atomic_load(&link->side[0].receives),
				   atomic_load(&link->side[1].receives));
	}
	drain_link(life, link);
}

static void judge_link(struct life *life, struct link *link)
{
	unsigned int i;

	for (i = 0; i < MAX_CHAPTERS; i++) {
		struct chapter *chapter = &life->chapters[i];

		if (!chapter->is_used || chapter->link != link)
			continue;
		judge_stage(life, chapter);
		chapter_end(life, chapter);
	}
}

void break_link(struct life *life, struct link *link)
{
	bool flushes_more = lives_allow("flush") && chance(life, 50);
	int i;

	note(life, &link->history, "link %u: to error", link->number);
	for (i = 0; i < 2; i++)
		to_state(life, &link->side[i], IBV_QPS_ERR);
	look_for_stops(life);
	if (flushes_more)
		post_ready(life, link, true);
	wait_for_flush(life, link);
	for (i = 0; i < 2; i++) {
		atomic_store(&link->side[i].is_stopped, false);
		link->side[i].spare = 0;
	}
	judge_link(life, link);
	for (i = 0; i < 2; i++)
		link->side[i].stops = link->side[i].expected_stops = 0;
	link->state = BROKEN;
}

/* Perhaps after some requests that are flushed. */
void mend_link(struct life *life, struct link *link)
{
	uint32_t n = lives_allow("flush") ? below(life, 3) : 0;

	while (n-- && chapter_begin(life, link))
		;
	if (link->chapters) {
		post_ready(life, link, true);
		wait_for_flush(life, link);
		judge_link(life, link);
	}
	if (chance(life, 70))
		link_reset(life, link);
	else
		link_death(life, link);
}

static int cancel(struct life *life, struct link *link, struct side *side, struct op *op)
{
	int n = mlx5sig_qp_cancel_posted_send_wrs(side->qp, op->id);

	note(life, &link->history, "QP %x cancels %x: %d", side->ibv->qp_num, op->id, n);
	if (n < 0 || n > 1)
		lives_fail(life, &link->history, NULL, "cancelling request %x gives %d", op->id, n);
	if (!n)
		return 0;
	if (chance(life, 20) && mlx5sig_qp_cancel_posted_send_wrs(side->qp, op->id))
		lives_fail(life, &link->history, NULL, "request %x is cancelled twice", op->id);
	op->is_cancelled = true;
	if (op->needs_receive && !link->side[!op->side].has_srq)
		link->side[!op->side].spare++;
	return 1;
}

/* Returns whether the request uses a key whose errors stop its queue. */
static bool can_stop(const struct op *op)
{
	return op->type == READ ? op->to.is_key : op->from.is_key;
}

/* Requests that have not been posted become NOPs, which complete the earlier requests. */
static void cut_off(struct chapter *chapter)
{
	unsigned int i;

	chapter->is_cut = true;
	for (i = 0; i < chapter->num_ops; i++) {
		struct op *op = &chapter->ops[i];

		if (atomic_load(&op->state) != UNPOSTED)
			continue;
		op->type = NOP;
		op->needs_receive = false;
		op->conf = NULL;
		op->from = op->to = (struct end) { .key = NULL };
	}
}

/*
 * Cancels some of the requests. A request that uses a key after its cancelled configuration is
 * cancelled, too: the key has another layout; so is the rest of a transaction.
 */
static void cancel_some(struct life *life, struct link *link, struct side *side)
{
	struct chapter *cut[MAX_CHAPTERS] = { NULL };
	uint32_t i, k, percent = chance(life, 30) ? 100 : below(life, 60);
	const struct op *executed = NULL;
	bool is_behind = false;

	for (i = side->tail; i != side->head; i++) {
		struct op *op = side->ring[i % NUM(side->ring)];
		bool is_cut = false;

		if (!op->chapter || op->is_cancelled)
			continue;
		k = (uint32_t)(op->chapter - life->chapters);
		is_cut = cut[k] != NULL;
		if (!is_cut && !chance(life, percent))
			continue;
		if (cancel(life, link, side, op)) {
			is_behind = true;
			if (op->type == CONFIGURE || op->type == INVALIDATE ||
			    op->chapter->transaction.is_on) {
				cut[k] = op->chapter;
				cut_off(cut[k]);
			}
		} else if (is_behind) {
			lives_fail(life, &link->history, NULL,
				   "request %x is executed, one in front of it was cancelled",
				   op->id);
		} else {
			executed = op;
		}
	}
	if (percent == 100 && executed && is_behind && world.is_prompt && !world.is_late &&
	    !can_stop(executed))
		lives_fail(life, &link->history, NULL, "request %x was not cancelled",
			   executed->id);
}

void handle_stop(struct life *life, struct link *link, int number)
{
	struct side *side = &link->side[number];
	unsigned int i, k;

	note(life, &link->history, "QP %x has stopped", side->ibv->qp_num);
	atomic_store(&side->is_stopped, false);
	life->counts.stops++;
	drain_link(life, link);
	if (atomic_load(&link->has_failed))	/* the peer has broken the connection */
		return;
	for (i = 0; i < MAX_CHAPTERS; i++)
		for (k = 0; life->chapters[i].is_used && life->chapters[i].link == link &&
		     k < life->chapters[i].num_keys; k++)
			if (chance(life, 60))
				check_early(life, life->chapters[i].keys[k]);
	pthread_mutex_lock(&side->lock);
	if (lives_allow("cancel"))
		cancel_some(life, link, side);
	pthread_mutex_unlock(&side->lock);
	if (chance(life, 85))
		to_state(life, side, IBV_QPS_RTS);
	else
		atomic_store(&link->has_failed, true);
}

/* Plays some chapters whose completions are never polled; returns whether there are any. */
static void begin_dropped(struct life *life, struct link *link)
{
	uint32_t n = 1 + below(life, 3);
	unsigned int i, k;

	life->avoids_errors = true;
	while (n-- && chapter_begin(life, link))
		;
	life->avoids_errors = false;
	post_ready(life, link, false);
	for (i = 0; i < MAX_CHAPTERS; i++)
		for (k = 0; life->chapters[i].is_used && life->chapters[i].link == link &&
		     k < life->chapters[i].num_ops; k++) {
			struct op *op = &life->chapters[i].ops[k];

			if (atomic_load(&op->state) != POSTED)
				continue;
			op->is_dropped = true;
			life->lost += op->needs_receive && link->side[!op->side].has_srq &&
				      !atomic_load(&op->is_received);
			atomic_store(&op->state, EXECUTED);
			note(life, &link->history, "%x is executed, its completion is dropped",
			     op->id);
		}
}

/* Only if requests are executed at once, so that their positions are known, and no CQE has data. */
static bool can_drop(const struct link *link)
{
	int i;

	for (i = 0; i < 2; i++)
		if ((link->side[i].has_srq && world.num_lives > 1) ||
		    link->side[i].has_pipelining || link->side[i].send->is_shared ||
		    link->side[i].recv->is_shared || link->side[i].scatters)
			return false;
	return world.is_prompt && !world.has_failures && link->is_alive && link->state == UP;
}

void drop_link(struct life *life, struct link *link)
{
	struct cq *cqs[] = { link->side[0].send, link->side[0].recv, link->side[1].send,
			     link->side[1].recv };
	unsigned int i;

	if (!can_drop(link))
		return;
	begin_dropped(life, link);
	if (chance(life, 50))
		link_reset(life, link);
	else
		link_death(life, link);
	for (i = 0; i < 4; i++)
		drain(life, cqs[i]);
	refill_srq(life);
	judge_link(life, link);
}

static bool uses(const struct link *link, const struct cq *cq)
{
	return link->is_alive && (link->side[0].send == cq || link->side[0].recv == cq ||
				  link->side[1].send == cq || link->side[1].recv == cq);
}

/* The CQ is detached while completions and signature errors are in it; perhaps it has overrun. */
void cycle_cq(struct life *life, struct cq *cq)
{
	unsigned int i;

	for (i = 0; i < MAX_LINKS; i++)
		if (uses(&life->links[i], cq))
			drain_link(life, &life->links[i]);
	for (i = 0; i < MAX_LINKS && lives_allow("detach"); i++)
		if (uses(&life->links[i], cq) && can_drop(&life->links[i]))
			begin_dropped(life, &life->links[i]);
	if (lives_allow("overrun") && chance(life, 25))
		cq_flood(life, cq);
	for (i = 0; i < MAX_LINKS; i++)
		if (uses(&life->links[i], cq))
			link_death(life, &life->links[i]);
	for (i = 0; i < MAX_CQS; i++)
		if (&life->cqs[i] != cq)
			drain(life, &life->cqs[i]);
	refill_srq(life);
	cq_again(life, cq);
	life->has_no_list = true;
	for (i = 0; i < MAX_LINKS; i++)
		judge_link(life, &life->links[i]);
	life->has_no_list = false;
}
