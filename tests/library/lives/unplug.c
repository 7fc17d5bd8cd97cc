// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The device disappears: IBV_EVENT_DEVICE_FATAL is raised, all calls fail with EIO, objects can
 * only be destroyed. The life destroys them, or closes the context with all of them left, and
 * begins again with another device, which must not be confused with leftovers of the first one.
 */
#include <poll.h>

#include "lives.h"

/*
 * Returns whether the device has disappeared, which calls and completions may show before the
 * event.
 */
bool is_gone(void)
{
	struct ibv_async_event event;
	struct pollfd fd = { .events = POLLIN };
	bool is_gone = false;

	if (!world.has_unplugs || world.is_leaving || !world.context)
		return false;
	fd.fd = world.context->async_fd;
	while (!is_gone && poll(&fd, 1, 1000) == 1 &&
	       !ibv_get_async_event(world.context, &event)) {
		is_gone = event.event_type == IBV_EVENT_DEVICE_FATAL;
		ibv_ack_async_event(&event);
	}
	return is_gone;
}

/* Returns to the start of the life. */
void begin_again(struct life *life)
{
	if (!world.has_unplugs)
		lives_fail(life, NULL, NULL, "the device has disappeared");
	longjmp(life->again, 1);
}

/* libibverbs' objects: kernels before 4.19 could not destroy them. */
static void verbs_gave(struct life *life, int err, const char *what)
{
	if (err != EIO || !world.is_refused)
		must(life, err, what);
}

static void leave_qp(struct life *life, struct mlx5sig_qp *qp, struct ibv_qp *ibv)
{
	if (qp)
		must(life, mlx5sig_qp_detach(qp), "mlx5sig_qp_detach");
	if (ibv)
		verbs_gave(life, ibv_destroy_qp(ibv), "ibv_destroy_qp");
}

static void leave_links(struct life *life)
{
	unsigned int i, k;

	for (i = 0; i < MAX_LINKS; i++)
		for (k = 0; k < 2 && life->links[i].is_alive; k++)
			leave_qp(life, life->links[i].side[k].qp, life->links[i].side[k].ibv);
	for (i = 0; i < MAX_BALLAST; i++)
		leave_qp(life, NULL, life->ballast_qps[i]);
}

static void leave_cqs(struct life *life)
{
	unsigned int i;

	for (i = 0; i < MAX_CQS; i++) {
		struct cq *cq = &life->cqs[i];

		leave_qp(life, cq->pulse, cq->pulse_ibv);
		leave_qp(life, cq->flood, cq->flood_ibv);
		if (cq->unacked)
			ibv_ack_cq_events(cq->ibv, cq->unacked);
		if (cq->cq)
			must(life, mlx5sig_cq_detach(cq->cq), "mlx5sig_cq_detach");
		if (cq->ibv)
			verbs_gave(life, ibv_destroy_cq(cq->ibv), "ibv_destroy_cq");
		if (cq->channel)	/* EBUSY: its CQs are left */
			ibv_destroy_comp_channel(cq->channel);
	}
	if (world.ballast)
		verbs_gave(life, ibv_destroy_cq(world.ballast), "ibv_destroy_cq");
}

static void leave_keys(struct life *life)
{
	unsigned int i;

	for (i = 0; i < MAX_KEYS; i++) {
		struct key *key = &life->keys[i];

		if (!key->mkey)
			continue;
		if (key->in_pool)
			must(life, mlx5sig_mkey_pool_put(world.pool, key->mkey), "mlx5sig_mkey_pool_put");
		else
			must(life, mlx5sig_destroy_mkey(key->mkey), "mlx5sig_destroy_mkey");
	}
	if (world.pool)
		must(life, mlx5sig_mkey_pool_destroy(world.pool), "mlx5sig_mkey_pool_destroy");
	for (i = 0; i < MAX_BALLAST; i++)
		if (life->ballast_keys[i])
			must(life, mlx5sig_destroy_mkey(life->ballast_keys[i]), "mlx5sig_destroy_mkey");
	for (i = 0; i < MAX_DEKS; i++)
		if (life->deks[i].dek)
			must(life, mlx5sig_dek_destroy(life->deks[i].dek), "mlx5sig_dek_destroy");
	for (i = 0; i < MAX_PSVS; i++)
		if (life->psvs[i].psv)
			must(life, mlx5sig_psv_destroy(life->psvs[i].psv), "mlx5sig_psv_destroy");
}

static void leave_srq(struct life *life)
{
	if (world.srq.srq)
		must(life, mlx5sig_srq_detach(world.srq.srq), "mlx5sig_srq_detach");
	if (world.srq.ibv)
		verbs_gave(life, ibv_destroy_srq(world.srq.ibv), "ibv_destroy_srq");
}

static void leave_memory(struct life *life)
{
	struct ibv_mr *mrs[] = { world.mr[0], world.mr[1], world.receives };
	unsigned int i;

	for (i = 0; i < NUM(mrs); i++)
		if (mrs[i])
			verbs_gave(life, ibv_dereg_mr(mrs[i]), "ibv_dereg_mr");
	if (world.pd)
		verbs_gave(life, ibv_dealloc_pd(world.pd), "ibv_dealloc_pd");
}

/* Drops all state of the device. */
static void forget(struct life *life)
{
	unsigned int i;

	for (i = 0; i < MAX_LINKS; i++)
		life->links[i].is_alive = false;
	for (i = 0; i < MAX_CHAPTERS; i++)
		life->chapters[i].is_used = false;
	for (i = 0; i < MAX_KEYS; i++) {
		life->keys[i].is_alive = life->keys[i].is_busy = false;
		life->keys[i].mkey = NULL;
		memcpy(life->keys[i].model, life->keys[i].memory, SLOT_SIZE);
	}
	memset(life->cqs, 0, sizeof(life->cqs));
	memset(life->deks, 0, sizeof(life->deks));
	memset(life->psvs, 0, sizeof(life->psvs));
	memset(life->ballast_keys, 0, sizeof(life->ballast_keys));
	memset(life->ballast_qps, 0, sizeof(life->ballast_qps));
	memset(world.pooled, 0, sizeof(world.pooled));
	life->avoids_errors = life->has_no_list = false;
	life->lost = 0;
	world.context = NULL;
	world.pd = NULL;
	world.mr[0] = world.mr[1] = world.receives = NULL;
	world.srq.ibv = NULL;
	world.srq.srq = NULL;
	world.ballast = NULL;
	world.pool = NULL;
	pthread_mutex_init(&world.async, NULL);
	pthread_mutex_init(&world.pool_lock, NULL);
	pthread_mutex_init(&world.lock, NULL);
	pthread_mutex_init(&world.dma, NULL);
}

void leave(struct life *life)
{
	unsigned int i;

	world.is_leaving = true;
	for (i = 0; i < MAX_PREPARED; i++)
		free_prepared(life, (int)i);
	if (chance(life, 60)) {
		leave_links(life);
		leave_keys(life);
		leave_cqs(life);
		leave_srq(life);
		leave_memory(life);
	}
	must(life, ibv_close_device(world.context), "ibv_close_device");
	forget(life);
	world.is_leaving = false;
}
