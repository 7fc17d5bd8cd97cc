// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Random lives of queue pairs, CQs and keys; see lives.h.
 *
 *	build/softmlx5 [OPTIONS] build/tests/lives [--seed N] [--transfers N] [--lives N]
 *		[--not-prompt] [--disturbed] [--late] [--errors] [--unplug | --unplug-refused] [--without INCIDENT,...]
 *		[--log]
 *
 * Options describe the device: --not-prompt: completions come late (--doorbell poll, --fault cqe-delay).
 * --disturbed: packets are lost, late, or come twice (--fault loss, packet-delay, reorder, duplicate).
 * --late: so do stops (--fault late-drain). --errors: queue pairs fail (--fault qp-error). --unplug: devices disappear
 * (--fault unplug), --unplug-refused: from a kernel that cannot destroy their objects
 * (--cap kernel.destroy_unplugged=0). Incidents: abort, bad, cancel, commit, crypto, detach, drop, dv, flush, invalid,
 * overrun, pool, rival (another batch with the same keys is open), stop, transaction.
 */
#include <fcntl.h>
#include <getopt.h>
#include <stdarg.h>
#include <time.h>

#include "lives.h"

struct world world = { .transfers = 5000, .num_lives = 1, .is_prompt = true, .without = "",
		       .lock = PTHREAD_MUTEX_INITIALIZER, .async = PTHREAD_MUTEX_INITIALIZER,
		       .pool_lock = PTHREAD_MUTEX_INITIALIZER,
		       .dma = PTHREAD_MUTEX_INITIALIZER };

bool lives_allow(const char *incident)
{
	const char *found = strstr(world.without, incident);

	return !found;
}

void note(struct life *life, struct history *history, const char *format, ...)
{
	char *line = history->line[history->num++ % LINES];
	va_list list;
	int n;

	va_start(list, format);
	n = snprintf(line, LINE, "[%llu] ", (unsigned long long)life->step);
	vsnprintf(line + n, LINE - (size_t)n, format, list);
	va_end(list);
	if (world.trace)
		fprintf(stderr, "%u %s\n", life->number, line);
}

static void print_history(const char *name, const struct history *history)
{
	unsigned int i;

	if (!history)
		return;
	printf("%s:\n", name);
	for (i = history->num > LINES ? history->num - LINES : 0; i < history->num; i++)
		printf("  %s\n", history->line[i % LINES]);
}

static void print_counts(const struct counts *c)
{
	printf("%llu transfers: %llu good, %llu bad (%llu errors reported, %llu not armed), "
	       "%llu encrypted (%llu of several units), %llu refused; %llu transactions (%llu of several keys); %llu messages, "
	       "%llu configurations, %llu invalidations, %llu atomics\n"
	       "%llu requests flushed, %llu cancelled, %llu dropped; %llu batches aborted, %llu beside others, "
	       "%llu committed before their doorbell, %llu "
	       "stops, "
	       "%llu resets, %llu events, %llu queue pairs in error, %llu CQs overrun\n"
	       "lives: %llu devices, %llu QPs, %llu keys, %llu CQs, %llu PSVs\n",
	       (unsigned long long)c->transfers, (unsigned long long)c->good,
	       (unsigned long long)c->bad, (unsigned long long)c->errors,
	       (unsigned long long)c->unarmed, (unsigned long long)c->encrypted,
	       (unsigned long long)c->units, (unsigned long long)c->refused,
	       (unsigned long long)c->transactions, (unsigned long long)c->continued,
	       (unsigned long long)c->messages, (unsigned long long)c->configurations,
	       (unsigned long long)c->invalidated, (unsigned long long)c->atomics, (unsigned long long)c->flushed,
	       (unsigned long long)c->cancelled, (unsigned long long)c->dropped,
	       (unsigned long long)c->aborted, (unsigned long long)c->rivals, (unsigned long long)c->committed,
	       (unsigned long long)c->stops,
	       (unsigned long long)c->resets, (unsigned long long)c->events,
	       (unsigned long long)c->failures, (unsigned long long)c->overruns,
	       (unsigned long long)c->devices, (unsigned long long)c->qps,
	       (unsigned long long)c->keys, (unsigned long long)c->cqs, (unsigned long long)c->psvs);
}

void lives_fail(struct life *life, const struct history *a, const struct history *b,
		const char *format, ...)
{
	va_list list;

	if (is_gone())
		begin_again(life);
	flockfile(stdout);
	printf("seed %llu, life %u, step %llu, after %llu transfers: ",
	       (unsigned long long)world.seed, life->number, (unsigned long long)life->step,
	       (unsigned long long)life->counts.transfers);
	va_start(list, format);
	vprintf(format, list);
	va_end(list);
	printf("\n");
	print_history("history", a);
	print_history("history of the other", b);
	print_counts(&life->counts);
	fflush(stdout);
	_Exit(1);
}

void must(struct life *life, int err, const char *what)
{
	if (err)
		lives_fail(life, NULL, NULL, "%s: %s", what, strerror(err));
}

void *need(struct life *life, void *made, const char *what)
{
	must(life, made ? 0 : errno ? errno : EIO, what);
	return made;
}

/*
 * One life.
 */

static struct link *random_link(struct life *life)
{
	return &life->links[below(life, MAX_LINKS)];
}

static void check_stops(struct life *life, struct link *link)
{
	int i;

	for (i = 0; i < 2; i++) {
		struct side *side = &link->side[i];

		if (!side->has_pipelining || !world.is_prompt || link->chapters > 1)
			continue;
		look_for_stops(life);
		if (side->stops > side->expected_stops ||
		    (!world.is_late && side->stops != side->expected_stops))
			lives_fail(life, &link->history, NULL,
				   "QP %x stopped %u times for %u errors", side->ibv->qp_num,
				   side->stops, side->expected_stops);
	}
}

/* Returns whether anything has changed. */
static bool run_link(struct life *life, struct link *link)
{
	int i;

	if (!link->is_alive || link->state != UP)
		return false;
	if (atomic_load(&link->has_failed)) {
		break_link(life, link);
		return true;
	}
	for (i = 0; i < 2; i++)
		if (atomic_load(&link->side[i].is_stopped)) {
			handle_stop(life, link, i);
			return true;
		}
	if (link->chapters)
		post_ready(life, link, false);
	return false;
}

static bool run_chapter(struct life *life, struct chapter *chapter)
{
	if (!stage_is_over(chapter))
		return false;
	judge_stage(life, chapter);
	if (chapter->stage < chapter->last_stage && !chapter->is_cut) {
		chapter->stage++;
		return true;
	}
	check_stops(life, chapter->link);
	chapter_end(life, chapter);
	return true;
}

static bool poll_all(struct life *life)
{
	unsigned int i;
	int n = 0;

	for (i = 0; i < MAX_CQS; i++)
		n += poll_some(life, &life->cqs[i], 1 + (int)below(life, 64));
	if (world.shared)
		n += poll_some(life, world.shared, 1 + (int)below(life, 64));
	return n;
}

/*
 * Returns the send CQ of a request that will complete without further requests, if it has events.
 */
static struct cq *awaited(struct life *life)
{
	unsigned int i, k;

	for (i = 0; i < MAX_CHAPTERS; i++)
		for (k = 0; life->chapters[i].is_used && k < life->chapters[i].num_ops; k++) {
			const struct op *op = &life->chapters[i].ops[k];
			struct side *side = &op->link->side[op->side];

			if (atomic_load(&op->state) == POSTED && op->is_signaled &&
			    !side->has_pipelining && side->send->has_events)
				return side->send;
		}
	return NULL;
}

static void give_up(struct life *life)
{
	unsigned int i, k;

	for (i = 0; i < MAX_CHAPTERS; i++)
		for (k = 0; life->chapters[i].is_used && k < life->chapters[i].num_ops; k++) {
			const struct op *op = &life->chapters[i].ops[k];

			if (op->stage == life->chapters[i].stage)
				note(life, &op->link->history, "request %x: state %d, received %d",
				     op->id, atomic_load(&op->state),
				     atomic_load(&op->is_received));
			if (atomic_load(&op->state) == POSTED)
				lives_fail(life, &op->link->history, NULL,
					   "request %x does not complete", op->id);
		}
	lives_fail(life, NULL, NULL, "nothing moves any more");
}

void run_chapters(struct life *life)
{
	struct timespec start = { 0 }, now;
	unsigned int i, idle = 0;

	for (;;) {
		bool is_left = false, has_moved = false;
		struct cq *cq;

		look_for_stops(life);
		for (i = 0; i < MAX_LINKS; i++)
			has_moved |= run_link(life, &life->links[i]);
		for (i = 0; i < MAX_CHAPTERS; i++)
			if (life->chapters[i].is_used) {
				is_left = true;
				has_moved |= run_chapter(life, &life->chapters[i]);
			}
		if (!is_left)
			return;
		if (chance(life, 60) && (cq = awaited(life)) != NULL)
			wait_event(life, cq);
		else
			has_moved |= poll_all(life);
		if (has_moved) {
			idle = 0;
		} else if (++idle == 1000) {
			clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
		} else if (idle > 1000 && idle % 1000 == 0) {
			clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
			if (now.tv_sec - start.tv_sec > 20)
				give_up(life);
		}
	}
}

static void play(struct life *life)
{
	struct link *link = random_link(life);
	uint32_t dice = below(life, 1000), n;

	life->step++;
	if (chance(life, 10))
		make_prepared(life, (int)below(life, MAX_PREPARED));
	if (chance(life, 5))
		shift_ballast(life);
	if (chance(life, 10))
		change_dek(life);
	if (chance(life, 10))
		change_psv(life);
	if (chance(life, 1))
		pool_drain(life);
	if (!link->is_alive) {
		link_birth(life, link);
		return;
	}
	if (link->state == BROKEN) {
		mend_link(life, link);
		return;
	}
	if (dice < 3)
		link_again(life, link);
	else if (dice < 15)
		link_death(life, link);
	else if (dice < 40 && lives_allow("drop"))
		drop_link(life, link);
	else if (dice < 60)
		cycle_cq(life, &life->cqs[below(life, MAX_CQS)]);
	else if (dice < 80 && lives_allow("flush"))
		break_link(life, link);
	if (dice < 80)
		return;
	for (n = 0; n < MAX_CQS; n++)
		if (life->cqs[n].has_events && !life->cqs[n].is_armed && chance(life, 30))
			arm(life, &life->cqs[n]);
	for (n = 1 + below(life, 5); n; n--) {
		link = random_link(life);
		if (link->is_alive && link->state == UP)
			chapter_begin(life, link);
	}
	run_chapters(life);
}

static void live(struct life *life)
{
	unsigned int i;

	for (i = 0; i < MAX_PREPARED; i++)
		make_prepared(life, (int)i);
	deks_begin(life);
	psvs_begin(life);
	while (life->counts.transfers < world.transfers)
		play(life);
	for (i = 0; i < MAX_LINKS; i++)
		if (life->links[i].is_alive) {
			link_death(life, &life->links[i]);
		}
	for (i = 0; i < MAX_CQS; i++)
		drain(life, &life->cqs[i]);
	if (world.shared)
		drain(life, world.shared);
	psvs_end(life);	/* before keys that have used them */
	end_keys(life);
	deks_end(life);
	drop_ballast(life);
	for (i = 0; i < MAX_PREPARED; i++)
		free_prepared(life, (int)i);
	for (i = 0; i < MAX_CQS; i++)
		cq_death(life, &life->cqs[i]);
}

static void *live_in_thread(void *arg)
{
	live(arg);
	return NULL;
}

/*
 * All of them.
 */

static void open_device(struct life *life)
{
	struct mlx5dv_context_attr attr = { .flags = MLX5DV_CONTEXT_FLAGS_DEVX };
	struct ibv_device **list = need(life, ibv_get_device_list(NULL), "list of devices");
	struct mlx5sig_context caps = { .comp_mask = MLX5SIG_CONTEXT_MASK_CRYPTO_OFFLOAD };

	must(life, list[0] ? 0 : ENODEV, "mlx5 device");
	world.context = need(life, mlx5dv_open_device(list[0], &attr), "mlx5dv_open_device");
	ibv_free_device_list(list);
	must(life, mlx5sig_query_device(world.context, &caps), "mlx5sig_query_device");
	world.has_crypto = caps.crypto_caps.crypto_engines;
	world.has_units = caps.crypto_caps.crypto_engines &
			  MLX5DV_CRYPTO_ENGINES_CAP_AES_XTS_MULTI_BLOCK;
	life->counts.devices++;
	must(life, fcntl(world.context->async_fd, F_SETFL, O_NONBLOCK) ? errno : 0, "O_NONBLOCK");
	world.pd = need(life, ibv_alloc_pd(world.context), "PD");
	must(life, ibv_query_port(world.context, 1, &world.port), "ibv_query_port");
}

static struct ibv_mr *map(struct life *life, size_t size, void *memory)
{
	return need(life, ibv_reg_mr(world.pd, memory, size, IBV_ACCESS_LOCAL_WRITE |
				     IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
				     IBV_ACCESS_REMOTE_ATOMIC), "MR");
}

static void allocate(void)
{
	unsigned int i, k;

	world.slots = need(world.lives[0], calloc(MAX_KEYS * world.num_lives, SLOT_SIZE), "memory");
	world.buffer = need(world.lives[0], calloc(MAX_BUFFERS, STREAM_MAX), "memory");
	for (i = 0; i < world.num_lives; i++) {
		struct life *one = world.lives[i];

		for (k = 0; k < MAX_KEYS; k++) {
			one->keys[k].memory = world.slots + (size_t)SLOT_SIZE * (i * MAX_KEYS + k);
			one->keys[k].model = need(one, calloc(1, SLOT_SIZE), "memory");
		}
		for (k = 0; k < 2; k++) {
			one->scratch[k] = need(one, malloc(2 * STREAM_MAX), "memory");
			one->before[k] = need(one, malloc(SLOT_SIZE), "memory");
		}
	}
}

static void release(void)
{
	unsigned int i, k;

	for (i = 0; i < world.num_lives; i++) {
		for (k = 0; k < MAX_KEYS; k++)
			free(world.lives[i]->keys[k].model);
		for (k = 0; k < 2; k++) {
			free(world.lives[i]->scratch[k]);
			free(world.lives[i]->before[k]);
		}
		free(world.lives[i]);
	}
	free(world.slots);
	free(world.buffer);
}

/* Opens a device, with the objects that all lives share. */
static void begin(struct life *life)
{
	size_t size = (size_t)SLOT_SIZE * MAX_KEYS * world.num_lives;
	unsigned int i, k;

	open_device(life);
	world.mr[0] = map(life, size, world.slots);
	world.mr[1] = map(life, size, world.slots);
	world.receives = map(life, (size_t)STREAM_MAX * MAX_BUFFERS, world.buffer);
	forget_owners();
	srq_birth(life);
	pool_birth(life);
	world.ballast = need(life, ibv_create_cq(world.context, 8, NULL, NULL, 0), "CQ");
	for (i = 0; fill_srq(life); i++)
		;
	if (i < SRQ_DEPTH)
		lives_fail(life, NULL, NULL, "the SRQ takes %u receives", i);
	if (world.num_lives > 1) {
		world.shared = need(life, calloc(1, sizeof(*world.shared)), "memory");
		cq_birth(life, world.shared, true);
	}
	for (i = 0; i < world.num_lives; i++)
		for (k = 0; k < MAX_CQS; k++)
			cq_birth(world.lives[i], &world.lives[i]->cqs[k], false);
}

static void end(struct life *life)
{
	if (world.shared) {
		cq_death(life, world.shared);
		free(world.shared);
	}
	pool_death(life);
	must(life, ibv_destroy_cq(world.ballast), "ibv_destroy_cq");
	world.ballast = NULL;
	srq_death(life);
	must(life, ibv_dereg_mr(world.receives), "ibv_dereg_mr");
	world.receives = NULL;
	must(life, ibv_dereg_mr(world.mr[0]), "ibv_dereg_mr");
	world.mr[0] = NULL;
	must(life, ibv_dereg_mr(world.mr[1]), "ibv_dereg_mr");
	world.mr[1] = NULL;
	must(life, ibv_dealloc_pd(world.pd), "ibv_dealloc_pd");
	must(life, ibv_close_device(world.context), "ibv_close_device");
}

static void options(int argc, char **argv)
{
	static const struct option list[] = {
		{ "seed", 1, NULL, 's' },  { "transfers", 1, NULL, 't' },
		{ "lives", 1, NULL, 'l' }, { "not-prompt", 0, NULL, 'p' },
		{ "disturbed", 0, NULL, 'i' },
		{ "late", 0, NULL, 'd' },  { "without", 1, NULL, 'w' },
		{ "log", 0, NULL, 'v' },   { "errors", 0, NULL, 'e' },
		{ "unplug", 0, NULL, 'u' }, { "unplug-refused", 0, NULL, 'r' },
		{ 0 }
	};
	int c;

	while ((c = getopt_long(argc, argv, "", list, NULL)) != -1) {
		if (c == 's')
			world.seed = strtoull(optarg, NULL, 0);
		else if (c == 't')
			world.transfers = strtoull(optarg, NULL, 0);
		else if (c == 'l')
			world.num_lives = (unsigned int)strtoul(optarg, NULL, 0);
		else if (c == 'p')
			world.is_prompt = false;
		else if (c == 'd')
			world.is_late = true;
		else if (c == 'i')
			world.is_disturbed = true;
		else if (c == 'w')
			world.without = optarg;
		else if (c == 'v')
			world.trace = true;
		else if (c == 'e')
			world.has_failures = true;
		else if (c == 'u')
			world.has_unplugs = true;
		else if (c == 'r')
			world.has_unplugs = world.is_refused = true;
		else
			exit(2);
	}
	if (optind != argc || !world.num_lives || world.num_lives > MAX_LIVES ||
	    (world.has_unplugs && (world.num_lives > 1 || !world.is_prompt)))
		exit(2);
}

static void add(struct counts *to, const struct counts *from)
{
	uint64_t *a = (uint64_t *)to;
	const uint64_t *b = (const uint64_t *)from;
	size_t i;

	for (i = 0; i < sizeof(*to) / sizeof(*a); i++)
		a[i] += b[i];
}

/* Starts again with another device whenever the current one disappears. */
static void live_all(void)
{
	struct life *first = world.lives[0];
	pthread_t threads[MAX_LIVES];
	unsigned int i;

	if (setjmp(first->again))
		leave(first);
	begin(first);
	for (i = 1; i < world.num_lives; i++)
		must(first, pthread_create(&threads[i], NULL, live_in_thread, world.lives[i]), "thread");
	live(first);
	for (i = 1; i < world.num_lives; i++)
		pthread_join(threads[i], NULL);
	end(first);
}

int main(int argc, char **argv)
{
	struct counts sum = { 0 };
	unsigned int i;

	options(argc, argv);
	signatures_init();
	for (i = 0; i < world.num_lives; i++) {
		world.lives[i] = calloc(1, sizeof(struct life));
		if (!world.lives[i])
			return 1;
		world.lives[i]->number = i;
		world.lives[i]->random = (world.seed * MAX_LIVES + i + 1) *
					 UINT64_C(0x9e3779b97f4a7c15) | 1;
	}
	allocate();
	live_all();
	for (i = 0; i < world.num_lives; i++)
		add(&sum, &world.lives[i]->counts);
	release();
	print_counts(&sum);
	return 0;
}
