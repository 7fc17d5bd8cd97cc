// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Steps that move data. */
#include "side.h"

uint32_t sge_at(struct ibv_sge *sge, uint32_t length)
{
	*sge = (struct ibv_sge) { .addr = (uintptr_t)memory + below(MEMORY - length),
				  .length = length, .lkey = mr->lkey };
	return length;
}

/* Memory of so many bytes, in up to @most pieces; gives their number. */
size_t scatter(struct ibv_sge *sge, uint32_t length, uint32_t most)
{
	size_t n = 0;

	while (n + 1 < most && length > 1 && chance(40))
		length -= sge_at(&sge[n++], 1 + below(length - 1));
	sge_at(&sge[n++], length);
	return n;
}

int complete(struct end *e, uint32_t wqes)
{
	int ret = side->complete(e);

	if (!ret)
		e->posted += wqes;
	/* libmlx5 also returns ENOMEM for requests that never fit. */
	printf("complete %d: %d\n", number_of(e), ret == E2BIG ? ENOMEM : ret);
	show_wqes(e, e->pi);
	return ret;
}

static void post(struct end *e, const struct request *r)
{
	printf("post opcode %d id %llu flags %x length %u\n", r->opcode,
	       (unsigned long long)r->wr_id, r->flags, r->num_sge ? r->sge[0].length : 0);
	side->request(e, r);
}

/* Room for so many WQEs: libmlx5 overwrites requests with configurations when there is none. */
void make_room(struct end *e, uint32_t wqes)
{
	struct request r = { .opcode = IBV_WR_RDMA_WRITE, .wr_id = 9, .flags = IBV_SEND_SIGNALED,
			     .rkey = mr->rkey, .raddr = (uintptr_t)memory, .num_sge = 1 };

	if (e->posted + wqes + 1 <= e->depth)
		return;
	sge_at(&r.sge[0], 1);
	side->start(e);
	post(e, &r);
	complete(e, 1);
	settle();
	e->posted = 0;
}

uint32_t wire_length(const struct key *key)
{
	return key->blocks * (key->block + key->wire_sig);
}

/* Returns a configured key, or NULL: plain memory. */
static struct key *random_key(void)
{
	struct key *key = &keys[below(KEYS)];

	return key->is_configured && chance(70) ? key : NULL;
}

static void post_recv(struct end *e, const struct key *key, uint32_t length)
{
	struct ibv_sge sge[SGES];
	struct ibv_recv_wr wr = { .wr_id = FIRST_RECEIVE + below(50),
				  .sg_list = sge,
				  .num_sge = 1 },
			   * bad;
	int ret;

	/* There may be others. */
	if (shared.ibv && chance(shared.posted - shared.done > 4 ? 70 : 3))
		return;
	if (key)
		sge[0] = (struct ibv_sge) { .length = length, .lkey = key->mkey->lkey };
	else	/* possibly for another message */
		wr.num_sge = (int)scatter(sge, length + (shared.ibv ? 2000 : 0), SGES);
	if (shared.ibv)
		ret = side->srq_recv(&shared, &wr, &bad);
	else
		ret = side->recv(e, &wr, &bad);
	printf("receive %d key %d length %u: %d\n", number_of(e), key ? (int)(key - keys) : -1,
	       length, ret);
	if (shared.ibv && !ret) {
		show_shared();
	} else {
		e->receives += !ret;
	}
}

/*
 * Posts several receives in one call, for the next receiver; they may not fit, and one may have too
 * many pieces.
 */
void post_shared(void)
{
	enum { MOST = 24, TOO_MANY = 40 };
	struct ibv_recv_wr wrs[MOST], *bad = NULL;
	struct ibv_sge sges[MOST][SGES];
	uint32_t i, num = 1 + below(MOST), good;
	int ret;

	if (!shared.ibv)
		return;
	for (i = 0; i < num; i++) {
		wrs[i] = (struct ibv_recv_wr) {
			.wr_id = FIRST_RECEIVE + below(50), .sg_list = sges[i],
			.next = i + 1 < num ? &wrs[i + 1] : NULL };
		wrs[i].num_sge = (int)scatter(sges[i], 2000 + below(3000), SGES);
		if (chance(1))
			wrs[i].num_sge = TOO_MANY;
	}
	ret = side->srq_recv(&shared, wrs, &bad);
	good = ret ? (uint32_t)(bad - wrs) : num;
	printf("receives %u of %u: %d\n", good, num, ret);
	for (i = 0; i < good; i++)
		show_shared();
}

/* Posts a transfer of keys or memory, not inline, of at most @most bytes of memory. */
static struct request random_request(struct end *e, struct key *local, struct key *remote)
{
	static const enum ibv_wr_opcode opcodes[] = {
		IBV_WR_SEND, IBV_WR_SEND_WITH_IMM, IBV_WR_RDMA_WRITE, IBV_WR_RDMA_WRITE_WITH_IMM,
		IBV_WR_RDMA_READ, IBV_WR_RDMA_WRITE, IBV_WR_SEND, IBV_WR_RDMA_READ };
	struct request r = { .opcode = opcodes[below(8)],
			     .wr_id = 1 + below(3),
			     .imm = below(1 << 30),
			     .flags = chance(60) ? IBV_SEND_SIGNALED : 0,
			     .num_sge = 1 };
	uint32_t length = local	 ? wire_length(local) :
			  remote ? wire_length(remote) :
				   1 + below(2000);

	if (local && remote && wire_length(remote) < length)
		length = wire_length(remote);
	if (chance(20))
		r.flags |= IBV_SEND_FENCE;
	if (chance(10))
		r.flags |= IBV_SEND_SOLICITED;
	if (local)
		r.sge[0] = (struct ibv_sge) { .length = length, .lkey = local->mkey->lkey };
	else
		r.num_sge = scatter(r.sge, length, SGES);
	r.rkey = remote ? remote->mkey->rkey : mr->rkey;
	r.raddr = remote ? 0 : (uintptr_t)memory + below(MEMORY - length);
	if (r.opcode == IBV_WR_SEND || r.opcode == IBV_WR_SEND_WITH_IMM)
		post_recv(peer_of(e), remote, length + (remote ? 0 : below(20)));
	else if (r.opcode == IBV_WR_RDMA_WRITE_WITH_IMM)
		post_recv(peer_of(e), NULL, 1);
	printf("transfer %d local %d remote %d length %u\n", number_of(e),
	       local ? (int)(local - keys) : -1, remote ? (int)(remote - keys) : -1, length);
	return r;
}

void transfer(struct end *e)
{
	struct key *local = random_key(), *remote = random_key();
	struct request r;

	make_room(e, 1);
	r = random_request(e, local == remote ? NULL : local, remote);
	side->start(e);
	post(e, &r);
	complete(e, 1);
}

void inline_transfer(struct end *e)
{
	struct request r = { .opcode = chance(50) ? IBV_WR_SEND : IBV_WR_RDMA_WRITE, .wr_id = 4,
			     .flags = IBV_SEND_INLINE | IBV_SEND_SIGNALED, .rkey = mr->rkey };

	make_room(e, 1);
	r.size = below(INLINE + (chance(10) ? 600 : 1));
	r.data = memory + below(MEMORY / 2);
	e->padding = -(PRM_INLINE_DATA_SEG_SIZE + (uint32_t)r.size) % MLX5SIG_OCTOWORD;
	r.raddr = (uintptr_t)memory + MEMORY / 2 + below(MEMORY / 4);
	if (r.opcode == IBV_WR_SEND)
		post_recv(peer_of(e), NULL, 1200);
	side->start(e);
	post(e, &r);
	complete(e, 1);
}

void atomic_transfer(struct end *e)
{
	struct request r = { .opcode = chance(50) ? IBV_WR_ATOMIC_CMP_AND_SWP :
						    IBV_WR_ATOMIC_FETCH_AND_ADD,
			     .wr_id = 5,
			     .flags = IBV_SEND_SIGNALED,
			     .rkey = mr->rkey,
			     .num_sge = 1 };

	make_room(e, 1);
	r.raddr = (uintptr_t)memory + 8 * below(MEMORY / 8);
	memcpy(&r.compare, (void *)(uintptr_t)r.raddr, 8);
	r.compare += chance(30);
	r.swap = below(UINT32_MAX);
	sge_at(&r.sge[0], 8);
	side->start(e);
	post(e, &r);
	complete(e, 1);
}

/*
 * Signature pipelining: a transfer and fenced requests after it; if the queue has stopped, some of
 * these are cancelled. No id is cancelled twice, and none of a configuration: cancelled-twice,
 * cancel-count. Nothing is cancelled on an empty queue, where libmlx5 may loop forever, nor after a
 * reset, where it takes old requests for new ones.
 */
void pipeline(struct end *e)
{
	struct key *local = random_key(), *remote = random_key();
	struct request r;
	uint32_t i, id, num = 1 + below(BATCH);
	bool is_fresh;
	uint16_t pi;

	if (!e->is_pipelining && peer_of(e)->is_pipelining)
		e = peer_of(e);
	make_room(e, BATCH + 1);
	settle();
	pi = e->pi;
	is_fresh = e->is_fresh;
	side->start(e);
	r = random_request(e, local == remote ? NULL : local, remote);
	r.wr_id = 8;
	post(e, &r);
	for (i = 0; i < num; i++) {
		r = random_request(e, NULL, NULL);
		r.flags |= IBV_SEND_FENCE | (i + 1 == num ? IBV_SEND_SIGNALED : 0);
		post(e, &r);
	}
	complete(e, 1 + num);
	show_cqes(e);
	show_events();
	if (chance(50)) {
		poll_all(e);
		check_errors();
	}
	for (id = 1; id <= 3; id++)
		if (e->is_drained ? !e->was_reset && chance(85) :
		    e->is_pipelining ? chance(5) : (pi + id) % 16 == 0)
			printf("cancel %d id %u: %d\n", number_of(e), id, side->cancel(e, id));
	e->is_fresh = is_fresh;
	show_wqes(e, pi);
	settle();
	e->posted = 0;
}

void invalidate(struct end *e)
{
	struct key *key = &keys[below(KEYS)];
	struct request r = { .opcode = chance(50) ? IBV_WR_LOCAL_INV : IBV_WR_SEND_WITH_INV,
			     .wr_id = 7,
			     .flags = chance(50) ? IBV_SEND_SIGNALED : 0,
			     .num_sge = 1 };

	if (!key->is_configured)
		return;
	make_room(e, 1);
	r.imm = key->mkey->rkey;
	sge_at(&r.sge[0], 16);
	if (r.opcode == IBV_WR_SEND_WITH_INV)
		post_recv(peer_of(e), NULL, 16);
	printf("invalidate %d key %d\n", number_of(e), (int)(key - keys));
	side->start(e);
	post(e, &r);
	complete(e, 1);
	key->is_configured = false;
}

/* A WQE that the program has built: RDMA_WRITE, or none. */
void raw_wqe(struct end *e)
{
	_Alignas(64) uint8_t wqe[MLX5SIG_WQEBB] = {0};
	struct mlx5sig_ring ring = { .buf = wqe, .mask = sizeof(wqe) - 1 };
	bool is_write = chance(60), is_signaled = chance(60);
	uint32_t octowords = is_write ? MLX5SIG_RDMA_OCTOWORDS + 1 : MLX5SIG_SEND_OCTOWORDS;

	make_room(e, 1);
	prm_ctrl_seg_pack((struct prm_ctrl_seg *)wqe, &(struct prm_ctrl_seg_fields) {
		.opcode = is_write ? PRM_WQE_OPCODE_RDMA_WRITE : PRM_WQE_OPCODE_NOP,
		.qpn = e->ibv_qp->qp_num, .ds = (uint8_t)octowords,
		.fm = PRM_FENCE_MODE_SMALL_AND_READ_ATOMIC,
		.ce = is_signaled ? PRM_COMPLETION_MODE_ALWAYS : PRM_COMPLETION_MODE_ON_ERROR });
	if (is_write) {
		mlx5sig_build_raddr(&ring, 0, mr->rkey, (uintptr_t)memory + below(MEMORY / 2));
		mlx5sig_build_data(&ring, 0, MLX5SIG_RDMA_OCTOWORDS, mr->lkey,
				   (uintptr_t)memory + MEMORY / 2, 1 + below(1000));
	}
	printf("raw %d write %d\n", number_of(e), is_write);
	side->start(e);
	side->raw(e, wqe, 6);
	complete(e, 1);
}
