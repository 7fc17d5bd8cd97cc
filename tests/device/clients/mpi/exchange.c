// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * An MPI program that compares what it receives: a ring, an all-to-all, a counter that all ranks
 * increment. Rank 0 prints how many bytes the ranks have sent to others.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX_WORDS (1 << 18)	/* in a message */
#define INCREMENTS 50		/* of each rank */

static int rank, ranks;
static unsigned long sent;

static void check(int is_right, const char *what, int peer, size_t count)
{
	if (is_right)
		return;
	printf("rank %d: %s: wrong data from rank %d in a message of %zu words\n", rank, what, peer,
	       count);
	fflush(stdout);
	MPI_Abort(MPI_COMM_WORLD, 3);
}

/* Word i of message `round` from one rank to another. */
static unsigned word(int from, int to, int round, size_t i)
{
	return (unsigned)from * 2654435761u ^ (unsigned)to * 40503u ^ (unsigned)round * 1000003u ^
	       (unsigned)i * 97u;
}

/* To the next rank and from the previous one. */
static void ring(unsigned *out, unsigned *in, size_t count)
{
	int next = (rank + 1) % ranks, previous = (rank + ranks - 1) % ranks;

	for (int round = 0; round < 4; round++) {
		for (size_t i = 0; i < count; i++)
			out[i] = word(rank, next, round, i);
		MPI_Sendrecv(out, (int)count, MPI_UNSIGNED, next, round, in, (int)count,
			     MPI_UNSIGNED, previous, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		for (size_t i = 0; i < count; i++)
			check(in[i] == word(previous, rank, round, i), "ring", previous, count);
		sent += count * sizeof(*out) * (size_t)ranks;
	}
}

static void all_to_all(unsigned *out, unsigned *in, size_t count)
{
	for (int peer = 0; peer < ranks; peer++)
		for (size_t i = 0; i < count; i++)
			out[(size_t)peer * count + i] = word(rank, peer, 9, i);
	MPI_Alltoall(out, (int)count, MPI_UNSIGNED, in, (int)count, MPI_UNSIGNED, MPI_COMM_WORLD);
	for (int peer = 0; peer < ranks; peer++)
		for (size_t i = 0; i < count; i++)
			check(in[(size_t)peer * count + i] == word(peer, rank, 9, i), "all to all",
			      peer, count);
	sent += count * sizeof(*out) * (size_t)ranks * (size_t)(ranks - 1);
}

/* Each value of the counter on rank 0 is seen once. */
static void counter(void)
{
	unsigned *seen = calloc((size_t)ranks * INCREMENTS, sizeof(*seen));
	unsigned *all = calloc((size_t)ranks * INCREMENTS, sizeof(*all));
	unsigned long *number, value;
	const unsigned long one = 1;
	MPI_Win window;

	MPI_Win_allocate(sizeof(*number), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &number, &window);
	*number = 0;
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Win_lock_all(0, window);
	for (int i = 0; i < INCREMENTS; i++) {
		MPI_Fetch_and_op(&one, &value, MPI_UNSIGNED_LONG, 0, 0, MPI_SUM, window);
		MPI_Win_flush(0, window);
		check(value < (unsigned long)ranks * INCREMENTS && !seen[value], "counter", 0, 2);
		seen[value] = 1;
	}
	MPI_Win_unlock_all(window);
	MPI_Allreduce(seen, all, ranks * INCREMENTS, MPI_UNSIGNED, MPI_SUM, MPI_COMM_WORLD);
	for (int i = 0; i < ranks * INCREMENTS; i++)
		check(all[i] == 1, "counter", 0, 2);
	MPI_Win_free(&window);
	free(seen);
	free(all);
}

int main(int argc, char **argv)
{
	unsigned *out, *in;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	out = calloc((size_t)ranks * MAX_WORDS, sizeof(*out));
	in = calloc((size_t)ranks * MAX_WORDS, sizeof(*in));
	for (size_t count = 1; count <= MAX_WORDS; count *= 8) {
		ring(out, in, count);
		all_to_all(out, in, count);
	}
	if (argc > 1)
		counter();
	if (!rank)
		printf("%d ranks exchanged %lu bytes\n", ranks, sent);
	MPI_Finalize();
	free(out);
	free(in);
	return 0;
}
