// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * client [--wrong MISTAKE] [--seed N] [--requests N] [--errors] [--from-zero]: an ordinary workload on rings of its own, as drivers of other
 * projects have them. It writes, reads and sends random data between two queue pairs, and checks all data and all
 * completions; it knows nothing about the device. A MISTAKE is a real one of another project (mistakes.yaml).
 *
 * The counters of the queue wrap, unless they start --from-zero. Exits with 0 if all is as it should be; with --errors also if the device has reported an error and flushed what was
 * left. Else exits with 1 and what is wrong. Layouts are read and written by hand here, since the mistakes are.
 */
#include <endian.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "rig.h"

enum { WQEBB = 64, PLACE = 4096, SLOTS = 1024, MOST = 2048, SENDS = 64 };
enum { HANGS_MS = 2000 };	/* of processor time without progress; a stall of the device takes less */

enum mistake {
	RIGHT, ANOTHER_BELL, BELL_HALVES, BLANK_CQ, COUNTER_POLLED, CQ_RECORD_NEVER, CQ_RECORD_ORDER, ERROR_AT_START,
	ERROR_NOT_YET, FREED_PLACES, INLINE_AT_CQE, KEY_20_BITS, KEY_ORDER, NO_BARRIER, QPN_16_BITS, QPN_32_BITS,
	RECORD_OF_OTHER, RING_END, SHORT_CQES, UNITS_NOT_COUNTED, USER_INDEX_32_BITS, WINDOW, MISTAKES,
};

static const char *const names[MISTAKES] = {
	[RIGHT] = "none", [ANOTHER_BELL] = "another-bell", [BELL_HALVES] = "bell-halves", [BLANK_CQ] = "blank-cq",
	[COUNTER_POLLED] = "counter-polled", [CQ_RECORD_NEVER] = "cq-record-never",
	[CQ_RECORD_ORDER] = "cq-record-order", [ERROR_AT_START] = "error-at-start", [ERROR_NOT_YET] = "error-not-yet",
	[FREED_PLACES] = "freed-places", [INLINE_AT_CQE] = "inline-at-cqe", [KEY_20_BITS] = "key-20-bits",
	[KEY_ORDER] = "key-order", [NO_BARRIER] = "no-barrier", [QPN_16_BITS] = "qpn-16-bits",
	[QPN_32_BITS] = "qpn-32-bits", [RECORD_OF_OTHER] = "record-of-other", [RING_END] = "ring-end",
	[SHORT_CQES] = "short-cqes", [UNITS_NOT_COUNTED] = "units-not-counted",
	[USER_INDEX_32_BITS] = "user-index-32-bits", [WINDOW] = "window",
};

enum { OP_NOP = 0x00, OP_WRITE = 0x08, OP_SEND = 0x0a, OP_READ = 0x10 };
enum { CQE_REQ = 0, CQE_RESP_SEND = 2, CQE_REQ_ERR = 13, CQE_RESP_ERR = 14, CQE_INVALID = 15 };

struct request {
	uint16_t at;		/* counter of its first WQEBB */
	unsigned int units;	/* WQEBBs */
	uint8_t opcode;
	uint32_t slot, len, seed;
	bool is_signaled, is_posted;
};

struct completions {
	struct mlx5dv_cq cq;
	uint32_t ci, user_index;
	bool has_user_index;
	uint8_t cqe[WQEBB];	/* the current one */
	const uint8_t *data;	/* short data in it, or NULL */
};

static enum mistake mistake;
static uint32_t state;
static struct rig rig;
static struct mlx5dv_qp sq, rq;
static struct completions sent, received;
static struct request requests[SLOTS];	/* posted, oldest first */
static unsigned int first, last;	/* counted */
static uint16_t pi, done;		/* WQEBBs posted; of requests that are complete */
static uint16_t last_signaled;		/* of FREED_PLACES: the last one that has completed */
static struct request *places[65536];	/* of FREED_PLACES, by counter */
static struct request arriving[SENDS];	/* sent, not received */
static unsigned int arriving_first, arriving_last;
static uint16_t recv_pi, recv_ci;
static bool allows_errors, has_failed;	/* the device may report, has reported an error */

void test_fail(const char *file, int line, const char *format, ...)
{
	va_list args;

	(void)file;
	(void)line;
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
	fflush(stdout);
	_exit(1);
}

#define fail(...) test_fail(__FILE__, __LINE__, __VA_ARGS__)

static uint32_t below(uint32_t n)
{
	return random_next(&state) % n;
}

static void put32(uint8_t *to, uint32_t value)
{
	value = htobe32(value);
	memcpy(to, &value, 4);
}

static void put64(uint8_t *to, uint64_t value)
{
	value = htobe64(value);
	memcpy(to, &value, 8);
}

static uint32_t get32(const uint8_t *from)
{
	uint32_t value;

	memcpy(&value, from, 4);
	return be32toh(value);
}

static uint16_t get16(const uint8_t *from)
{
	return (uint16_t)(from[0] << 8 | from[1]);
}

/*
 * Memory: a place of each side for each request, and one for each receive behind these.
 */

static uint8_t *place(const struct side *side, uint32_t slot)
{
	return side->buf + (size_t)slot * PLACE;
}

static uint8_t *recv_place(uint16_t index)
{
	return place(&rig.b, SLOTS + index % rq.rq.wqe_cnt);
}

static void check(const uint8_t *data, const struct request *request, const char *what)
{
	uint8_t right[MOST];

	fill(right, request->len, request->seed);
	if (memcmp(data, right, request->len))
		fail("%s of %u bytes: wrong data", what, request->len);
}

/*
 * Posting.
 */

static uint32_t key_of(uint32_t key)
{
	if (mistake == KEY_20_BITS)	/* flow tags of rdma-core */
		return key & 0x0fffffff;
	return mistake == KEY_ORDER ? htobe32(key) : key;
}

/* Copies a WQE into the ring. */
static void put(const uint8_t *wqe, size_t len)
{
	uint8_t *const ring = sq.sq.buf;
	const size_t size = (size_t)sq.sq.wqe_cnt * WQEBB, at = pi % sq.sq.wqe_cnt * WQEBB;
	const size_t before = len < size - at ? len : size - at;

	memcpy(ring + at, wqe, before);
	memcpy(mistake == RING_END ? ring + WQEBB : ring, wqe + before, len - before);
}

static void ring_bell(void)
{
	const uint8_t *const ring = sq.sq.buf;
	const uint16_t at = (uint16_t)(mistake == ANOTHER_BELL ? pi : requests[(last - 1) % SLOTS].at);
	uint64_t value;

	__atomic_thread_fence(__ATOMIC_RELEASE);
	sq.dbrec[mistake == RECORD_OF_OTHER ? MLX5_RCV_DBR : MLX5_SND_DBR] = htobe32(pi);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	memcpy(&value, ring + (size_t)(at % sq.sq.wqe_cnt) * WQEBB, sizeof(value));
	if (mistake == BELL_HALVES)
		value = value << 32 | value >> 32;
	*(volatile uint64_t *)sq.bf.reg = value;
}

static unsigned int units_of(size_t len)
{
	return (unsigned int)((len + WQEBB - 1) / WQEBB);
}

/* Finishes the WQE of a request, and puts it into the ring. */
static void post(struct request *request, uint8_t *wqe, size_t len)
{
	const uint32_t qpn = rig.a.qp->qp_num;

	request->at = pi;
	request->units = units_of(len);
	request->is_posted = true;
	put32(wqe, (uint32_t)pi << 8 | request->opcode);
	put32(wqe + 4, (mistake == QPN_16_BITS ? (uint16_t)qpn : qpn) << 8 | (uint32_t)(len / 16));
	wqe[11] = request->is_signaled ? 8 : 0;
	put(wqe, len);
	places[pi] = request;
	pi = (uint16_t)(pi + request->units);
	last++;
}

/* A segment for remote memory, and one for local memory; returns their bytes. */
static size_t put_remote(uint8_t *to, const struct request *request)
{
	put64(to, (uintptr_t)place(&rig.b, request->slot));
	put32(to + 8, key_of(rig.b.mr->rkey));
	return 16;
}

static size_t put_local(uint8_t *to, const struct request *request)
{
	put32(to, request->len);
	put32(to + 4, key_of(rig.a.mr->lkey));
	put64(to + 8, (uintptr_t)place(&rig.a, request->slot));
	return 16;
}

static size_t put_inline(uint8_t *to, const struct request *request)
{
	put32(to, UINT32_C(1) << 31 | request->len);
	fill(to + 4, request->len, request->seed);
	return (4 + request->len + 15) / 16 * 16;
}

static bool has_room(size_t len)
{
	const unsigned int used = mistake == UNITS_NOT_COUNTED ? last - first : (uint16_t)(pi - done);

	return last - first < SLOTS && used + units_of(len) <= sq.sq.wqe_cnt;
}

/* false: there is no room for the largest request. */
static bool post_random(bool is_last)
{
	static const uint8_t opcodes[] = { OP_NOP, OP_WRITE, OP_WRITE, OP_READ, OP_SEND, OP_SEND };
	struct request *request = &requests[last % SLOTS];
	uint8_t wqe[4 * WQEBB] = { 0 };
	size_t len = 16;

	if (!has_room(sizeof(wqe)))
		return false;
	*request = (struct request){
		.opcode = opcodes[below(sizeof(opcodes))], .slot = last % SLOTS, .seed = random_next(&state),
		.len = 1 + below(below(2) ? 64 : MOST), .is_signaled = is_last || !below(3),
	};
	if (request->opcode == OP_SEND && (arriving_last - arriving_first == SENDS ||
					   arriving_last - arriving_first >= (uint16_t)(recv_pi - recv_ci)))
		request->opcode = OP_WRITE;
	if (request->opcode != OP_READ)
		fill(place(&rig.a, request->slot), request->len, request->seed);
	switch (request->opcode) {
	case OP_WRITE:
		memset(place(&rig.b, request->slot), 0, request->len);
		len += put_remote(wqe + len, request);
		break;
	case OP_READ:
		fill(place(&rig.b, request->slot), request->len, request->seed);
		memset(place(&rig.a, request->slot), 0, request->len);
		len += put_remote(wqe + len, request);
		break;
	}
	if ((request->opcode == OP_SEND || request->opcode == OP_WRITE) && request->len <= MAX_INLINE)
		len += put_inline(wqe + len, request);
	else if (request->opcode != OP_NOP)
		len += put_local(wqe + len, request);
	post(request, wqe, len);
	if (request->opcode == OP_SEND)
		arriving[arriving_last++ % SENDS] = *request;
	return true;
}

static void post_receives(void)
{
	while ((uint16_t)(recv_pi - recv_ci) < rq.rq.wqe_cnt) {
		uint8_t *wqe = (uint8_t *)rq.rq.buf + (size_t)(recv_pi % rq.rq.wqe_cnt) * rq.rq.stride;

		put32(wqe, MOST);
		put32(wqe + 4, rig.b.mr->lkey);
		put64(wqe + 8, (uintptr_t)recv_place(recv_pi));
		put32(wqe + 16, 0);	/* the list ends */
		put32(wqe + 20, 0x100);
		put64(wqe + 24, 0);
		recv_pi++;
	}
	__atomic_thread_fence(__ATOMIC_RELEASE);
	rq.dbrec[MLX5_RCV_DBR] = htobe32(recv_pi);
}

/*
 * Completions.
 */

static uint16_t expected_counter(void)
{
	for (unsigned int i = first; i != last; i++)
		if (requests[i % SLOTS].is_signaled)
			return requests[i % SLOTS].at;
	return pi;
}

/* Is the CQE the program's? COUNTER_POLLED looks for the counter of the next one instead, as code for GPUs does. */
static bool is_valid(const struct completions *from, const uint8_t *cqe)
{
	const uint8_t end = __atomic_load_n(cqe + 63, __ATOMIC_RELAXED);

	if (mistake == COUNTER_POLLED && from == &sent && pi > 1024)
		return first != last && get16(cqe + 60) == expected_counter();
	return end >> 4 != CQE_INVALID && (end & 1) == !!(from->ci & from->cq.cqe_cnt);
}

static void consume(struct completions *from)
{
	from->ci++;
	if (mistake == CQ_RECORD_ORDER)
		from->cq.dbrec[0] = from->ci & 0xffffff;
	else if (mistake != CQ_RECORD_NEVER)
		from->cq.dbrec[0] = htobe32(from->ci & 0xffffff);
}

static void find_data(struct completions *from, const uint8_t *entry, const uint8_t *cqe)
{
	static uint8_t data[WQEBB];
	const unsigned int format = from->cqe[63] >> 2 & 3;

	from->data = NULL;
	if (format == 1 || format == 2) {
		memcpy(data, format == 2 && mistake != INLINE_AT_CQE ? entry : cqe, sizeof(data));
		from->data = data;
	}
}

/* Copies the next CQE; false: there is none. */
static bool next(struct completions *from)
{
	const size_t size = mistake == SHORT_CQES ? WQEBB : from->cq.cqe_size;
	const uint8_t *entry = (uint8_t *)from->cq.buf + (from->ci & (from->cq.cqe_cnt - 1)) * size;
	const uint8_t *cqe = entry + size - WQEBB;
	uint8_t early[WQEBB];

	memcpy(early, cqe, WQEBB);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (!is_valid(from, cqe))
		return false;
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	memcpy(from->cqe, mistake == NO_BARRIER ? early : cqe, WQEBB - 1);
	from->cqe[63] = cqe[63];
	if (from->cqe[63] >> 4 >= CQE_REQ_ERR) {
		has_failed = true;
		if (mistake == ERROR_NOT_YET)
			return false;
		if (mistake == ERROR_AT_START)
			memcpy(from->cqe, entry, WQEBB - 1);
	}
	find_data(from, entry, cqe);
	consume(from);
	return true;
}

static void check_error(const uint8_t *cqe)
{
	static const uint8_t known[] = { 0x01, 0x02, 0x04, 0x05, 0x06, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x22 };

	if (!memchr(known, cqe[55], sizeof(known)))
		fail("an error without a known syndrome: 0x%02x", cqe[55]);
	if (!allows_errors)
		fail("an error with syndrome 0x%02x", cqe[55]);
}

/* Each CQE is of the same queue. */
static void check_queue(struct completions *from, const struct ibv_qp *qp)
{
	const bool is_error = from->cqe[63] >> 4 >= CQE_REQ_ERR, is_receive = from == &received;
	const uint32_t qpn = get32(from->cqe + 56), index = get32(from->cqe + 32);
	const uint32_t seen = mistake == USER_INDEX_32_BITS ? index : index & 0xffffff;

	if ((mistake == QPN_32_BITS && is_receive && !is_error ? qpn : qpn & 0xffffff) != qp->qp_num)
		fail("a completion of QP 0x%x", qpn);
	if (from->has_user_index && seen != from->user_index)
		fail("a completion with user index 0x%x", seen);
	from->has_user_index = true;
	from->user_index = seen;
}

static void finish(struct request *request)
{
	if (!request->is_posted)
		fail("a request has completed twice");
	request->is_posted = false;
	done = (uint16_t)(request->at + request->units);
	if (has_failed)
		return;
	if (request->opcode == OP_WRITE)
		check(place(&rig.b, request->slot), request, "write");
	else if (request->opcode == OP_READ)
		check(place(&rig.a, request->slot), request, "read");
}

/* XLIO: the requests between the one that has completed and the last one before, by their places. */
static void finish_back(uint16_t counter)
{
	const uint16_t mask = (uint16_t)(sq.sq.wqe_cnt - 1);
	uint16_t at = counter;

	do {
		if (places[at] && places[at]->is_posted) {
			finish(places[at]);
			first++;
		}
		at--;
	} while ((at & mask) != (last_signaled & mask));
	last_signaled = counter;
	done = (uint16_t)(counter + 1);
}

static void finish_up_to(uint16_t counter)
{
	struct request *request;

	if (mistake == WINDOW && counter < done)	/* an old one */
		return;
	if (mistake == FREED_PLACES) {
		finish_back(counter);
		return;
	}
	do {
		if (first == last)
			fail("a completion of WQE 0x%04x, which is not posted", counter);
		request = &requests[first++ % SLOTS];
		if (request->at == counter && sent.data && request->opcode == OP_READ)
			memcpy(place(&rig.a, request->slot), sent.data, request->len);
		finish(request);
	} while (request->at != counter);
}

static bool poll_sent(void)
{
	if (!next(&sent))
		return false;
	check_queue(&sent, rig.a.qp);
	switch (sent.cqe[63] >> 4) {
	case CQE_REQ:
		break;
	case CQE_REQ_ERR:
		check_error(sent.cqe);
		break;
	default:
		fail("a completion of a request has opcode %u", sent.cqe[63] >> 4);
	}
	finish_up_to(get16(sent.cqe + 60));
	return true;
}

static bool poll_received(void)
{
	const struct request *request = &arriving[arriving_first % SENDS];
	const uint8_t *data = recv_place(recv_ci);

	if (!next(&received))
		return false;
	check_queue(&received, rig.b.qp);
	if (received.cqe[63] >> 4 == CQE_RESP_ERR) {
		check_error(received.cqe);
		recv_ci++;
		return true;
	}
	if (received.cqe[63] >> 4 != CQE_RESP_SEND)
		fail("a completion of a receive has opcode %u", received.cqe[63] >> 4);
	if (arriving_first == arriving_last)
		fail("a message that was not sent");
	if (get16(received.cqe + 60) != recv_ci || get32(received.cqe + 44) != request->len)
		fail("a message of %u bytes in receive 0x%04x, not of %u in 0x%04x", get32(received.cqe + 44),
		     get16(received.cqe + 60), request->len, recv_ci);
	check(received.data ? received.data : data, request, "message");
	arriving_first++;
	recv_ci++;
	return true;
}

/*
 * The workload.
 */

/* Processor time, which this thread uses while it polls. */
static long long now_ms(void)
{
	struct timespec time;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

static bool is_over(unsigned int wanted)
{
	if (has_failed)
		return first == last;
	return last >= wanted && first == last && arriving_first == arriving_last;
}

/* No random number is drawn while nothing moves, so that the speed of the machine has no influence. */
static void run(unsigned int wanted)
{
	long long moved = now_ms();
	bool is_idle = false;

	while (!is_over(wanted)) {
		unsigned int n = has_failed || last >= wanted || (is_idle && first != last) ? 0 : below(below(4) ? 24 : 800);
		const unsigned int before = last;

		while (n && post_random(n == 1))
			n--;
		if (last != before) {
			requests[(last - 1) % SLOTS].is_signaled = true;	/* the next ones may have no room */
			((uint8_t *)sq.sq.buf)[(size_t)(requests[(last - 1) % SLOTS].at % sq.sq.wqe_cnt) * WQEBB + 11] = 8;
			ring_bell();
		}
		is_idle = last == before;
		for (n = 16; n && poll_sent(); n--)
			is_idle = false;
		for (n = 16; n && poll_received(); n--)
			is_idle = false;
		if (!is_idle)
			moved = now_ms();
		if (!has_failed)
			post_receives();
		if (now_ms() - moved > HANGS_MS)
			fail("nothing completes, %u requests are left", last - first);
	}
}

/* The counters of the queue are near their end. */
static void skip_counters(unsigned int units)
{
	long long moved = now_ms();
	unsigned int n;

	while (pi < units && !has_failed) {
		for (n = 256; n && pi < units; n--) {
			struct request *request = &requests[last % SLOTS];
			uint8_t wqe[16] = { 0 };

			*request = (struct request){ .is_signaled = !(n % 32) || n == 1 || pi == units - 1 };
			post(request, wqe, sizeof(wqe));
		}
		ring_bell();
		while (first != last) {
			if (poll_sent())
				moved = now_ms();
			else if (now_ms() - moved > HANGS_MS)
				fail("nothing completes, %u requests are left", last - first);
		}
	}
}

static void open_rings(void)
{
	struct mlx5dv_obj obj;
	const struct rig_options options = { .buf_len = (size_t)PLACE * (SLOTS + 512), .rnr_retry = 7,
					     .timeout = 14, .scatter = RIG_ALLOW_SCATTER,
					     .cqe = 2 * SLOTS - 1 };	/* each flushed request has a CQE */

	rig_open(&rig, &options);
	obj = (struct mlx5dv_obj){ .qp = { .in = rig.a.qp, .out = &sq }, .cq = { .in = rig.a.send_cq, .out = &sent.cq } };
	CHECK_EQ(mlx5dv_init_obj(&obj, MLX5DV_OBJ_QP | MLX5DV_OBJ_CQ), 0);
	obj = (struct mlx5dv_obj){ .qp = { .in = rig.b.qp, .out = &rq },
				   .cq = { .in = rig.b.recv_cq, .out = &received.cq } };
	CHECK_EQ(mlx5dv_init_obj(&obj, MLX5DV_OBJ_QP | MLX5DV_OBJ_CQ), 0);
	if (mistake == BLANK_CQ) {
		memset(sent.cq.buf, 0, (size_t)sent.cq.cqe_cnt * sent.cq.cqe_size);
		memset(received.cq.buf, 0, (size_t)received.cq.cqe_cnt * received.cq.cqe_size);
	}
	last_signaled = UINT16_MAX;
}

int main(int argc, char **argv)
{
	static const struct option list[] = {
		{ "wrong", 1, NULL, 'w' }, { "seed", 1, NULL, 's' }, { "requests", 1, NULL, 'r' },
		{ "errors", 0, NULL, 'e' }, { "from-zero", 0, NULL, 'z' }, { 0 }
	};
	unsigned int wanted = 2000;
	bool is_near_wrap = true;
	int c;

	state = 1;
	while ((c = getopt_long(argc, argv, "", list, NULL)) != -1) {
		if (c == 's')
			state = (uint32_t)strtoul(optarg, NULL, 0) * 2654435761u + 1;
		else if (c == 'r')
			wanted = (unsigned int)strtoul(optarg, NULL, 0);
		else if (c == 'e')
			allows_errors = true;
		else if (c == 'z')
			is_near_wrap = false;
		else if (c != 'w')
			return 2;
		for (mistake = c == 'w' ? RIGHT : mistake; c == 'w' && strcmp(names[mistake], optarg); mistake++)
			if (mistake == MISTAKES - 1)
				return 2;
	}
	open_rings();
	post_receives();
	if (is_near_wrap)
		skip_counters(UINT16_MAX - 1000);
	run(last + wanted);
	printf("%s\n", has_failed ? "the device has reported an error" : "all is right");
	fflush(stdout);
	_exit(0);
}
