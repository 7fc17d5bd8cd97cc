/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Doorbell record, doorbell register and BlueFlame of a QP that two threads use.
 *
 * A thread writes its WQE, the record and the register under sq_lock. Stores become visible in any
 * order, but barriers; those to the register may stay in the write-combining buffer of the thread's
 * processor until it is flushed. A doorbell makes the device read the record some time later, and
 * execute the WQEs up to there: the one of a BlueFlame copy from the register, others from the
 * ring.
 *
 * Properties
 *   - The device never reads a WQE that is not visible yet, nor a copy that is mixed from two WQEs.
 *   - The record never goes back.
 *   - All WQEs are executed: no doorbell is lost.
 *
 * Abstractions: each batch is one WQE of two chunks; a barrier waits until earlier stores are
 * visible; the ring does not wrap (see completions.pml).
 */
#ifndef POSTS
#define POSTS 2		/* of each thread */
#endif
#define THREADS 2
#define WQES (THREADS * POSTS)

/* Stores of a thread that are not visible yet; 0: none. */
typedef stores_t {
	byte wqe, record;	/* positions behind the WQE */
	byte first, second;	/* chunks of the register: positions behind the WQE */
	bit offset; bool is_copy
};
stores_t stores[THREADS];

/* struct mlx5sig_queue_pair */
bool sq_lock;
byte now_pi;
bit bf_offset;

/* Memory and registers as the device sees them. */
bool is_written[WQES];
byte record;
byte chunk[2];			/* the first one of a copy, by offset */
chan doorbells = [WQES] of { byte, bool };

byte hw_pi, ended;

#define MEMORY_IS_VISIBLE(t) (stores[t].wqe == 0 && stores[t].record == 0)
#define ALL_IS_VISIBLE(t) (MEMORY_IS_VISIBLE(t) && stores[t].first == 0 && stores[t].second == 0)

proctype Posting(bit t)
{
	byte posts, pi;
	bool is_copy;

	do
	:: posts == POSTS -> break
	:: posts < POSTS ->
		posts++;
		/* batch.c mlx5sig_wr_start(): mlx5sig_lock(&qp->sq_lock); */
		atomic { !sq_lock -> sq_lock = true };
		atomic {
			now_pi++;
			pi = now_pi;
			stores[t].wqe = pi;
			if
			:: is_copy = true
			:: is_copy = false
			fi;
			printf("post: thread %d writes WQE %d\n", t, pi)
		};
		stores[t].wqe == 0;	/* batch.c ring_doorbell(): mlx5sig_before_dma(); */
		/* batch.c ring_doorbell():
		 *	qp->dbrec->send_counter = prm_cpu_to_be16((uint16_t)sq->committed.pi); */
		atomic {
			stores[t].record = pi;
			printf("post: thread %d writes the record, %d\n", t, pi)
		};
		ALL_IS_VISIBLE(t);	/* batch.c ring_doorbell(): mlx5sig_flush_mmio(); */
		atomic {	/* batch.c ring_doorbell(): copy_blueflame(qp, wqebbs); */
			/* batch.c ring_doorbell():
			 *	mlx5sig_write64(qp->device, qp->bf_reg + qp->bf_offset, value); */
			stores[t].first == 0 && stores[t].second == 0 ->
			stores[t].first = pi;
			stores[t].second = (is_copy -> pi : 0);
			stores[t].is_copy = is_copy;
			stores[t].offset = bf_offset;
			printf("post: thread %d writes the register at offset %d\n", t, bf_offset)
		};
		ALL_IS_VISIBLE(t);	/* batch.c ring_doorbell(): mlx5sig_flush_mmio(); */
		/* batch.c ring_doorbell(): qp->bf_offset ^= qp->bf_size; */
		bf_offset = 1 - bf_offset;
		/* A release orders stores to memory, not those to registers. */
		MEMORY_IS_VISIBLE(t);
		/* batch.c end_batch(): mlx5sig_unlock(&qp->sq_lock); */
		atomic { sq_lock = false; pi = 0; is_copy = false }
	od;
	atomic { ALL_IS_VISIBLE(t) -> ended++ }
}

/* Makes the stores of a thread visible. */
proctype Stores(bit t)
{
end:	do
	:: atomic { stores[t].wqe != 0 ->
		is_written[stores[t].wqe - 1] = true;
		stores[t].wqe = 0
	   }
	:: atomic { stores[t].record != 0 ->
		assert(stores[t].record > record);
		record = stores[t].record;
		stores[t].record = 0
	   }
	:: atomic { stores[t].first != 0 && !stores[t].is_copy ->
		doorbells!stores[t].first, false;
		stores[t].first = 0
	   }
	:: atomic { stores[t].first != 0 && stores[t].is_copy ->
		chunk[stores[t].offset] = stores[t].first;
		stores[t].first = 0
	   }
	:: atomic { stores[t].first == 0 && stores[t].second != 0 ->
		printf("device: the register has chunks of WQEs %d and %d\n",
		       chunk[stores[t].offset], stores[t].second);
		assert(chunk[stores[t].offset] == stores[t].second);
		doorbells!stores[t].second, true;
		chunk[stores[t].offset] = 0;
		stores[t].second = 0
	   }
	od
}

proctype Device()
{
	byte pi, to;
	bool is_copy;

end:	do
	:: atomic { doorbells?pi, is_copy ->
		to = record;
		printf("device: doorbell of WQE %d, the record is %d\n", pi, to);
		do
		:: hw_pi < to ->
			if
			:: is_copy && hw_pi + 1 == pi ->
				printf("device: executes the copy of WQE %d\n", pi)
			:: else ->
				printf("device: executes WQE %d\n", hw_pi + 1);
				assert(is_written[hw_pi])
			fi;
			hw_pi++
		:: else -> break
		od;
		pi = 0; to = 0; is_copy = false
	   }
	od
}

init {
	atomic {
		run Posting(0); run Posting(1);
		run Stores(0); run Stores(1);
		run Device()
	};
	/* Nothing more can happen. */
	atomic { timeout -> assert(ended == THREADS && hw_pi == WQES) }
}
