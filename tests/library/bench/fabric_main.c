// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * What two processes of a machine reach without softmlx5:
 *
 *   fabric_main copy BYTES N    N messages through shared memory, copied in and out; prints MB/s
 *   fabric_main ping BYTES N    N messages forth and back, each announced by a futex; prints the median
 *                               of half a round trip in nanoseconds
 *
 * Every message is verified by its first and last byte.
 */
#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SLOTS 4u
#define ROUNDS_MAX 1000000u
#define BYTES_MAX (64u << 20)

/* One direction: how many messages were written to the slots, and how many were read. */
struct pipe {
	uint32_t written, read;
	uint8_t *slots;
};

static size_t message_size;

static void fail(const char *what)
{
	fprintf(stderr, "fabric_main: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void *shared(size_t size)
{
	void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE,
			-1, 0);

	if (at == MAP_FAILED)
		fail("mmap");
	return at;
}

/* Waits until the word differs from @value. */
static uint32_t wait_for_change(uint32_t *word, uint32_t value)
{
	uint32_t now;

	while ((now = __atomic_load_n(word, __ATOMIC_ACQUIRE)) == value)
		if (syscall(SYS_futex, word, FUTEX_WAIT, value, NULL, NULL, 0) && errno != EAGAIN &&
		    errno != EINTR)
			fail("futex");
	return now;
}

static void advance(uint32_t *word)
{
	__atomic_store_n(word, *word + 1, __ATOMIC_RELEASE);
	syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static void put(struct pipe *pipe, const uint8_t *message)
{
	uint32_t read = __atomic_load_n(&pipe->read, __ATOMIC_ACQUIRE);

	while (pipe->written - read == SLOTS)
		read = wait_for_change(&pipe->read, read);
	memcpy(pipe->slots + pipe->written % SLOTS * message_size, message, message_size);
	advance(&pipe->written);
}

static void take(struct pipe *pipe, uint8_t *message)
{
	wait_for_change(&pipe->written, pipe->read);
	memcpy(message, pipe->slots + pipe->read % SLOTS * message_size, message_size);
	advance(&pipe->read);
}

static void mark(uint8_t *message, uint32_t n)
{
	message[0] = message[message_size - 1] = (uint8_t)n;
}

static void verify(const uint8_t *message, uint32_t n)
{
	if (message[0] == (uint8_t)n && message[message_size - 1] == (uint8_t)n)
		return;
	fprintf(stderr, "fabric_main: message %u has other bytes\n", n);
	exit(1);
}

static uint64_t now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

static int compare(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static void copy(struct pipe *there, uint8_t *message, uint32_t n, bool is_child)
{
	uint64_t start = 0;

	for (uint32_t i = 0; i <= n; i++) {	/* the first one only warms up */
		if (i == 1)
			start = now();
		if (!is_child) {
			mark(message, i);
			put(there, message);
		} else {
			take(there, message);
			verify(message, i);
		}
	}
	if (is_child)
		printf("%llu\n", (unsigned long long)((uint64_t)n * message_size * 1000 /
						      (now() - start)));
}

static void ping(struct pipe *there, struct pipe *back, uint8_t *message, uint32_t n, bool is_child)
{
	uint64_t *took = calloc(n, sizeof(*took)), start;

	if (!took)
		fail("calloc");
	for (uint32_t i = 0; i < n; i++) {
		if (is_child) {
			take(there, message);
			put(back, message);
			continue;
		}
		mark(message, i);
		start = now();
		put(there, message);
		take(back, message);
		took[i] = (now() - start) / 2;
		verify(message, i);
	}
	if (!is_child) {
		qsort(took, n, sizeof(*took), compare);
		printf("%llu\n", (unsigned long long)took[n / 2]);
	}
	free(took);
}

int main(int argc, char **argv)
{
	const bool is_ping = argc == 4 && !strcmp(argv[1], "ping");
	struct pipe *pipes = shared(2 * sizeof(*pipes));
	uint8_t *message;
	uint32_t n;
	int status;
	pid_t child;

	message_size = argc == 4 ? strtoul(argv[2], NULL, 0) : 0;
	n = argc == 4 ? (uint32_t)strtoul(argv[3], NULL, 0) : 0;
	if (!message_size || message_size > BYTES_MAX || !n || n > ROUNDS_MAX ||
	    (!is_ping && strcmp(argv[1], "copy"))) {
		fprintf(stderr, "usage: fabric_main copy|ping BYTES N\n");
		return 2;
	}
	for (int i = 0; i < 2; i++)
		pipes[i].slots = shared(SLOTS * message_size);
	child = fork();
	if (child < 0)
		fail("fork");
	if (!child && prctl(PR_SET_PDEATHSIG, SIGKILL))
		fail("prctl");
	message = calloc(1, message_size);
	if (!message)
		fail("calloc");
	memset(message, 1, message_size);
	if (is_ping)
		ping(&pipes[0], &pipes[1], message, n, !child);
	else
		copy(&pipes[0], message, n, !child);
	free(message);
	if (!child)
		return 0;
	if (waitpid(child, &status, 0) < 0)
		fail("waitpid");
	return status ? 1 : 0;
}
