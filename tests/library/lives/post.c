// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Posting: batches that are completed, and before them some that are aborted or fail.
 */
#include "lives.h"

#define VAIN 77

enum { ROOM = 1 };	/* requests of a queue reserved for closers */

/* Returns an upper bound for the request's WQEBBs, including its SET_PSVs. */
uint32_t size_of(const struct op *op)
{
	if (op->type != CONFIGURE)
		return 4;
	/* A long list has two UMRs in front, and the library asks for the longest possible rest. */
	return 5 + (op->conf->layout.num + 3) / 4 + op->conf->after_crypto.is_on +
	       (op->conf->layout.num > 44 && !op->conf->layout.is_interleaved ? 5 : 0);
}

void new_op(struct life *life, struct op *op, enum op_type type, struct link *link, int side)
{
	*op = (struct op) { .id = op->id, .type = type, .link = link, .side = side, .buffer = -1 };
	op_number(life, op);
}

static uint64_t far_address(const struct end *end)
{
	return (uintptr_t)end->key->memory + MEMORY_MAX + end->far * STREAM_MAX + end->offset;
}

static uint64_t address_of(const struct end *end)
{
	return end->is_key ? end->at : far_address(end);
}

static uint32_t key_number(const struct end *end, bool is_remote)
{
	if (end->is_key)
		return is_remote ? end->key->mkey->rkey : end->key->mkey->lkey;
	return is_remote ? world.mr[0]->rkey : world.mr[1]->lkey;
}

static void set_tag(struct conf *conf)
{
	struct mlx5sig_mkey *mkey = conf->key->mkey;

	conf->old_lkey = mkey->lkey;
	if (conf->tag >= 0)
		mkey->lkey = mkey->rkey = (mkey->lkey & ~UINT32_C(0xff)) | (uint32_t)conf->tag;
}

/* Restores the numbers of keys: their configurations are not posted. */
static void restore_tags(struct op **list, unsigned int num)
{
	while (num--)
		if (list[num]->type == CONFIGURE)
			list[num]->conf->key->mkey->lkey = list[num]->conf->key->mkey->rkey =
				list[num]->conf->old_lkey;
}

static void emit_raw(struct side *side, const struct op *op)
{
	struct mlx5_wqe_ctrl_seg wqe[4] = { { 0 } };

	mlx5dv_set_ctrl_seg(wqe, 0, MLX5_OPCODE_NOP, 0, side->ibv->qp_num,
			    op->is_signaled ? MLX5_WQE_CTRL_CQ_UPDATE : 0, 1, 0, 0);
	mlx5sig_wr_raw_wqe(side->qp, wqe);
}

static unsigned int fence_of(const struct op *op)
{
	if (op->is_ordered || (op->is_fenced && op->id & 1))
		return MLX5SIG_SEND_STRONG_FENCE;
	return op->is_fenced ? IBV_SEND_FENCE : 0;
}

static void emit(struct life *life, struct side *side, const struct op *op)
{
	bool is_reading = op->type == READ || op->type == ATOMIC;
	const struct end *local = is_reading ? &op->to : &op->from;
	const struct end *remote = is_reading ? &op->from : &op->to;
	struct mlx5sig_qp *qp = side->qp;

	qp->wr_id = op->id;
	qp->wr_flags = (op->is_signaled && !side->sig_all ? IBV_SEND_SIGNALED : 0) |
		       fence_of(op);
	switch (op->type) {
	case SET_PSV:
		set_psv(qp, &op->chapter->transaction);
		return;
	case CONFIGURE:
		set_tag(op->conf);
		post_conf(life, qp, op->conf);
		return;
	case NOP:
		if (op->is_raw)
			emit_raw(side, op);
		else
			mlx5sig_wr_nop(qp);
		return;
	case BAD:
		mlx5sig_wr_rdma_write(qp, 0xffff00, 0);
		mlx5sig_wr_set_sge(qp, world.mr[0]->lkey, (uintptr_t)world.mr[0]->addr, 16);
		return;
	case INVALIDATE:
		mlx5sig_wr_local_inv(qp, op->from.key->mkey->lkey);
		return;
	case SEND_INV:
		mlx5sig_wr_send_inv(qp, op->from.key->mkey->rkey);
		break;
	case ATOMIC:
		if (op->is_swap)
			mlx5sig_wr_atomic_cmp_swp(qp, world.mr[0]->rkey, far_address(remote),
						  op->compare, op->add);
		else
			mlx5sig_wr_atomic_fetch_add(qp, world.mr[0]->rkey, far_address(remote),
						    op->add);
		break;
	case SEND: case MESSAGE:
		mlx5sig_wr_send_imm(qp, htonl(op->id));
		break;
	case WRITE:
		mlx5sig_wr_rdma_write(qp, key_number(remote, true), address_of(remote));
		break;
	case WRITE_IMM:
		mlx5sig_wr_rdma_write_imm(qp, key_number(remote, true), address_of(remote),
					  htonl(op->id));
		break;
	case READ:
		mlx5sig_wr_rdma_read(qp, key_number(remote, true), address_of(remote));
		break;
	}
	if (op->type == MESSAGE && !(op->id & 1))
		mlx5sig_wr_set_inline_data(qp, (void *)(uintptr_t)address_of(local), op->bytes);
	else
		mlx5sig_wr_set_sge(qp, key_number(local, false), address_of(local), op->bytes);
}

/* Checks the request that the library reports as failed. */
static void check_reason(struct life *life, struct link *link, struct side *side, int err,
			 int wanted, uint32_t index)
{
	struct mlx5sig_wr_error error;

	mlx5sig_qp_last_error(side->qp, &error);
	if (err == ENOMEM && side->ring_used + 150 > side->ring_size) /* the ring is full before */
		return;
	if (err != wanted || error.err != err || error.index != index || error.wr_id != VAIN ||
	    !error.reason || !*error.reason)
		lives_fail(life, &link->history, NULL,
			   "a wrong batch gives %d instead of %d; request %u "
			   "instead of %u, id %llx, %s",
			   err, wanted, error.index, index, (unsigned long long)error.wr_id,
			   error.reason);
}

/* Builds configurations of unused keys, whose attributes must be dropped; returns their number. */
static unsigned int configure_in_vain(struct life *life, struct mlx5sig_qp *qp, unsigned int most)
{
	unsigned int i, num = 0;
	struct conf conf;

	for (i = 0; i < MAX_KEYS; i++)
		if (life->keys[i].is_alive && !life->keys[i].is_busy)
			plan(&life->keys[i]);
	for (; most && lives_allow("transaction") && chance(life, 10); num++)
		load_in_vain(life, qp);
	for (i = 0; i < most; i++) {
		struct key *key = &life->keys[below(life, chance(life, 50) ? 2 : MAX_KEYS)];

		if (!key->is_alive || key->is_busy)
			continue;
		random_conf(life, &conf, key, false);
		vary_in_vain(life, &conf);
		set_tag(&conf);
		post_conf(life, qp, &conf);
		key->mkey->lkey = key->mkey->rkey = conf.old_lkey;
		num++;
	}
	return num;
}

/* Configures a key at random in a batch of another queue pair, which is open too and will be aborted. */
static void configure_on_rival(struct life *life, struct side *rival, struct key *key)
{
	const struct layout *layout = key->plan_layout;
	const struct crypto crypto = key->plan_crypto;
	const uint32_t access = key->plan_access;
	const struct sig sig = key->plan_sig;
	struct conf conf;

	random_conf(life, &conf, key, false);
	rival->qp->wr_id = VAIN;
	vary_in_vain(life, &conf);
	post_conf(life, rival->qp, &conf);
	key->plan_layout = layout;
	key->plan_crypto = crypto;
	key->plan_access = access;
	key->plan_sig = sig;
}

/* A queue pair of the same life whose batch is open during this one; NULL: none. */
static struct side *open_rival(struct life *life, struct side *other)
{
	if (!lives_allow("rival") || !other->qp || !chance(life, 25))
		return NULL;
	mlx5sig_wr_start(other->qp);
	life->counts.rivals++;
	return other;
}

/* Builds a batch that must leave no trace. */
static void post_in_vain(struct life *life, struct link *link, struct side *side, struct op **ops,
			 unsigned int num)
{
	unsigned int i, n = 1 + below(life, num), how = below(life, 4);
	bool fills = chance(life, 10);	/* the whole ring */
	struct ibv_sge sge[120];
	struct side *rival = open_rival(life, &link->side[!(side - link->side)]);
	struct key *key = NULL;
	bool is_transaction = false;	/* of the key */
	int wanted = EINVAL, err;

	for (i = 0; i < NUM(sge); i++)
		sge[i] = (struct ibv_sge) { .lkey = world.mr[0]->lkey, .length = 8,
					    .addr = (uintptr_t)world.mr[0]->addr };
	mlx5sig_wr_start(side->qp);
	for (i = 0; i < n; i++) {
		emit(life, side, ops[i]);
		if (ops[i]->type == CONFIGURE) {
			key = ops[i]->conf->key;
			is_transaction = ops[i]->conf->after.transaction.is_on;
			if (rival && chance(life, 50))
				configure_on_rival(life, rival, key);
		}
	}
	restore_tags(ops, n);
	if (rival && chance(life, 50)) {
		mlx5sig_wr_abort(rival->qp);
		rival = NULL;
	}
	n += configure_in_vain(life, side->qp, fills ? 100 : below(life, 4));
	life->counts.aborted++;
	if (how == 0) {
		mlx5sig_wr_abort(side->qp);
		if (chance(life, 20))
			mlx5sig_wr_abort(side->qp);	/* nothing is begun */
		if (chance(life, 20) && mlx5sig_wr_complete(side->qp) != EINVAL)
			lives_fail(life, &link->history, NULL,
				   "a batch is complete that was aborted");
		if (rival)
			mlx5sig_wr_abort(rival->qp);
		return;
	}
	side->qp->wr_id = VAIN;
	if (key && how == 1) {	/* a setter is missing */
		mlx5sig_wr_mkey_configure(side->qp, key->mkey, 2, NULL);
		mlx5sig_wr_set_mkey_layout_list(side->qp, 1, sge);
	} else if (key && how == 2) {
		mlx5sig_wr_mkey_configure(side->qp, key->mkey, 1, NULL);
		mlx5sig_wr_set_mkey_layout_list(side->qp, (uint16_t)(key->entries + 1), sge);
		wanted = E2BIG;
	} else if (is_transaction) {	/* it is not set again */
		mlx5sig_wr_mkey_configure(side->qp, key->mkey, 1, NULL);
		mlx5sig_wr_set_mkey_layout_list(side->qp, 1, sge);
	} else {
		mlx5sig_wr_rdma_write(side->qp, 0, 0);	/* without data */
	}
	err = mlx5sig_wr_complete(side->qp);
	if (!fills || err != ENOMEM)
		check_reason(life, link, side, err, wanted, n);
	mlx5sig_wr_abort(side->qp);
	if (rival)
		mlx5sig_wr_abort(rival->qp);
}

static void describe(struct life *life, const struct op *op)
{
	static const char *const types[] = { "configuration", "WRITE",	  "WRITE with immediate",
					     "READ",	      "SEND",	  "message",
					     "NOP",	      "bad WRITE",
					     "invalidation",  "SEND with invalidate",
					     "atomic operation", "load of a PSV" };
	struct key *keys[] = { op->conf ? op->conf->key : op->from.key, op->to.key };
	char text[LINE];
	unsigned int i;

	note(life, &op->link->history, "QP %x posts %x: %s%s%s, %u bytes",
	     op->link->side[op->side].ibv->qp_num, op->id, types[op->type],
	     op->is_signaled ? ", signaled" : "", op->is_fenced ? ", fence" : "", op->bytes);
	if (op->type == CONFIGURE) {
		print_sig(text, sizeof(text), &op->conf->after);
		note(life, &keys[0]->history, "%x on QP %x configures key %u: sets%s%s%s%s%s%s;",
		     op->id, op->link->side[op->side].ibv->qp_num, keys[0]->number,
		     op->conf->sets_access ? " access" : "", op->conf->sets_layout ? " layout" : "",
		     op->conf->sets_sig
			     ? op->conf->prepared >= 0 ? " prepared signature" : " signature"
			     : "",
		     op->conf->resets_sig ? " reset" : "",
		     op->conf->sets_crypto ? " encryption" : "",
		     op->conf->one_call ? " in one call" : "");
		note(life, &keys[0]->history, "  %s", text);
		print_crypto(text, sizeof(text), &op->conf->after_crypto);
		note(life, &keys[0]->history, "  %s", text);
		return;
	}
	if (op->type == INVALIDATE || op->type == SEND_INV)
		note(life, &keys[0]->history, "%x on QP %x: %s of key %u", op->id,
		     op->link->side[op->side].ibv->qp_num, types[op->type], keys[0]->number);
	for (i = 0; i < 2; i++)
		if (keys[i] && (i ? op->to.is_key : op->from.is_key))
			note(life, &keys[i]->history,
			     "%x on QP %x: %s %s key %u, data %u+%u, %u bytes", op->id,
			     op->link->side[op->side].ibv->qp_num, types[op->type],
			     i ? "into" : "out of", keys[i]->number,
			     i ? op->to.first : op->from.first, i ? op->to.raw : op->from.raw,
			     op->bytes);
}

static void count(struct life *life, const struct op *op)
{
	life->counts.configurations += op->type == CONFIGURE;
	life->counts.messages += op->type == MESSAGE;
	if (op->type == CONFIGURE) {
		op->conf->noted = op->conf->key->noted;
		op->conf->key->posted = op->conf->after;
		op->conf->key->posted_crypto = op->conf->after_crypto;
		op->conf->key->is_configured = true;
	}
}

/*
 * A batch of the same configurations and others that is dropped: what is committed stays as it is,
 * and its keys have the configurations that were committed.
 */
static void disturb_committed(struct life *life, struct link *link, struct side *side,
			      struct op **list, unsigned int num)
{
	unsigned int i;

	mlx5sig_wr_start(side->qp);
	for (i = 0; i < num; i++) {
		struct conf *conf = list[i]->conf;

		if (list[i]->type == CONFIGURE && chance(life, 70)) {
			side->qp->wr_id = VAIN;
			post_conf(life, side->qp, conf);
		}
	}
	configure_in_vain(life, side->qp, below(life, 3));
	life->counts.aborted++;
	if (chance(life, 50)) {
		mlx5sig_wr_abort(side->qp);
		return;
	}
	side->qp->wr_id = VAIN;
	mlx5sig_wr_rdma_write(side->qp, 0, 0);	/* without data */
	if (!(chance(life, 50) ? mlx5sig_wr_commit(side->qp) : mlx5sig_wr_complete(side->qp)))
		lives_fail(life, &link->history, NULL, "a wrong batch is committed");
}

/*
 * Ends a batch. If it certainly has room, it may be committed, followed by batches without effect,
 * before a doorbell of its own or the next batch, an empty one, shows it.
 */
static int commit_or_complete(struct life *life, struct link *link, struct side *side,
			      struct op **list, unsigned int num, uint32_t size)
{
	int err;

	if (!lives_allow("commit") || !chance(life, 30) || side->ring_used + size > side->ring_size)
		return mlx5sig_wr_complete(side->qp);
	err = mlx5sig_wr_commit(side->qp);
	if (err)
		return err;
	life->counts.committed++;
	while (lives_allow("abort") && chance(life, 30))
		disturb_committed(life, link, side, list, num);
	if (chance(life, 70)) {
		mlx5sig_qp_ring(side->qp);
		return 0;
	}
	mlx5sig_wr_start(side->qp);
	return mlx5sig_wr_complete(side->qp);
}

/* The batch's requests; @rival, or NULL, configures some of its keys meanwhile. */
static void emit_all(struct life *life, struct side *side, struct side *rival, struct op **list,
		     unsigned int num)
{
	unsigned int i;

	for (i = 0; i < num; i++) {
		if (rival && list[i]->type == CONFIGURE && chance(life, 40))
			configure_on_rival(life, rival, list[i]->conf->key);
		/* Requests without completions do not fill a queue. */
		if ((side->used + i) * 2 >= side->depth || side->ring_used * 2 >= side->ring_size)
			list[i]->is_signaled = true;
		emit(life, side, list[i]);
		side->ring[side->head++ % NUM(side->ring)] = list[i];
		list[i]->is_signaled |= side->sig_all && !list[i]->is_raw;
		atomic_store(&list[i]->state, POSTED);
		if (rival && list[i]->type == CONFIGURE && chance(life, 60))
			configure_on_rival(life, rival, list[i]->conf->key);
	}
}

/*
 * Posts in one batch; returns false if there is no room now. @flushes: the queue pair is in error.
 */
bool post_ops(struct life *life, struct link *link, int number, struct op **list, unsigned int num,
	      bool flushes)
{
	struct side *side = &link->side[number];
	struct side *rival;
	uint32_t head, i, size = 0;
	bool has_room, ends_first;
	int err;

	for (i = 0; i < num; i++)
		size += size_of(list[i]);
	pthread_mutex_lock(&side->lock);
	has_room = side->used + num + ROOM <= side->depth;
	if (!has_room) {
		if (num == 1 && !side->used)
			lives_fail(life, &link->history, NULL, "the queue is too short");
		pthread_mutex_unlock(&side->lock);
		return false;
	}
	while (lives_allow("abort") && chance(life, 8))
		post_in_vain(life, link, side, list, num);
	for (i = 0; i < num && !flushes; i++)
		if (list[i]->needs_receive)
			post_receive(life, &link->side[!number], list[i]);
	rival = open_rival(life, &link->side[!number]);
	ends_first = rival && chance(life, 50);
	mlx5sig_wr_start(side->qp);
	head = side->head;
	emit_all(life, side, rival, list, num);
	show_requests();
	if (ends_first)
		mlx5sig_wr_abort(rival->qp);
	err = commit_or_complete(life, link, side, list, num, size);
	if (rival && !ends_first)
		mlx5sig_wr_abort(rival->qp);
	if (!err) {
		side->used += num;
		side->ring_used += size;
		for (i = 0; i < num; i++) {
			describe(life, list[i]);
			count(life, list[i]);
		}
	} else {
		side->head = head;
		restore_tags(list, num);
		for (i = 0; i < num; i++) {
			atomic_store(&list[i]->state, UNPOSTED);
			if (list[i]->needs_receive && !flushes && !link->side[!number].has_srq)
				link->side[!number].spare++;
		}
		if (err != ENOMEM || side->ring_used + size <= side->ring_size)
			lives_fail(life, &link->history,
				   list[0]->conf ? &list[0]->conf->key->history : NULL,
				   "mlx5sig_wr_complete of %u requests: %s", num, strerror(err));
	}
	pthread_mutex_unlock(&side->lock);
	return !err;
}

/* The last request of a queue pair in error: when it is over, all are. */
void post_closer(struct life *life, struct link *link, int number)
{
	struct op *op = &link->side[number].closer;
	int err;

	new_op(life, op, NOP, link, number);
	op->is_signaled = true;
	pthread_mutex_lock(&link->side[number].lock);
	mlx5sig_wr_start(link->side[number].qp);
	emit(life, &link->side[number], op);
	link->side[number].ring[link->side[number].head++ % NUM(link->side[number].ring)] = op;
	link->side[number].used++;
	link->side[number].ring_used += size_of(op);
	atomic_store(&op->state, POSTED);
	show_requests();
	err = mlx5sig_wr_complete(link->side[number].qp);
	pthread_mutex_unlock(&link->side[number].lock);
	must(life, err, "NOP of a queue pair in error");
}

static bool has_key_receive(const struct op *op)
{
	return op->to.is_receive && (op->to.is_key || op->type == SEND_INV);
}

static bool is_idle(struct side *side)
{
	bool is_idle;

	pthread_mutex_lock(&side->lock);
	is_idle = !side->used;
	pthread_mutex_unlock(&side->lock);
	return is_idle;
}

static bool has_key(const struct op *op, const struct key *key)
{
	return op->conf ? op->conf->key == key : op->from.key == key || op->to.key == key;
}

/*
 * Either the earlier requests of the stage with the key of a configuration are in the same batch,
 * which begins with @first, and none of their errors has been polled when it is posted; or all are
 * done, and all errors have been.
 */
static bool may_configure(struct op *op, const struct op *first)
{
	bool has_later = false, has_done = false;
	struct op *other;

	for (other = op->chapter->ops; other != op; other++) {
		if (other->stage != op->stage || other->side != op->side ||
		    !has_key(other, op->conf->key))
			continue;
		if (other >= first)
			has_later = true;
		else if (atomic_load(&other->state) == POSTED)
			return false;
		else
			has_done = true;
	}
	op->conf->has_noted_all = has_done;
	return !(has_later && has_done);
}

/* Returns how many requests of the list can be in one batch. */
static unsigned int fitting(struct op **list, unsigned int num)
{
	const struct op *first = NULL;
	unsigned int i;

	for (i = 0; i < num; i++) {
		/* Receives under a key are posted in the order of the messages: one at a time. */
		if (has_key_receive(list[i]))
			return i ? i : 1;
		if (!i || list[i]->chapter != list[i - 1]->chapter)
			first = list[i];
		if (list[i]->type == CONFIGURE && !may_configure(list[i], first))
			return i;
	}
	return i;
}

static void post_side(struct life *life, struct link *link, int side, bool flushes)
{
	struct op *list[MAX_CHAPTERS * MAX_OPS];
	unsigned int i, k, num = 0, n, first = below(life, MAX_CHAPTERS);

	for (i = 0; i < MAX_CHAPTERS; i++) {
		struct chapter *chapter = &life->chapters[(first + i) % MAX_CHAPTERS];

		if (!chapter->is_used || chapter->link != link)
			continue;
		for (k = 0; k < chapter->num_ops; k++) {
			struct op *op = &chapter->ops[k];

			if (op->stage == chapter->stage && op->side == side &&
			    atomic_load(&op->state) == UNPOSTED)
				list[num++] = op;
		}
	}
	for (i = 0; i < num; i += n) {
		n = chance(life, 60) ? num - i : 1 + below(life, num - i);
		n = fitting(&list[i], n < 8 ? n : 8);
		if (!n || (has_key_receive(list[i]) && !flushes && !is_idle(&link->side[side])))
			return;
		if (!post_ops(life, link, side, &list[i], n, flushes) &&
		    (n == 1 || !post_ops(life, link, side, &list[i], n = 1, flushes)))
			return;
		if (atomic_load(&link->side[side].is_stopped) || atomic_load(&link->has_failed))
			return;
	}
}

/* Posts the requests of the link's chapters that are due. */
void post_ready(struct life *life, struct link *link, bool flushes)
{
	int first = (int)below(life, 2);

	post_side(life, link, first, flushes);
	if (!atomic_load(&link->has_failed) || flushes)
		post_side(life, link, !first, flushes);
}
