/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Completions and room: the owner bit of CQEs, wqe_counter, slots, `done`.
 *
 * One thread posts, one polls, the device executes. Polling reports its position to posting by one
 * store (`done`), which has fewer bits than positions have; posting looks up the slot of that WQE
 * to learn where free room begins. Slots of requests are overwritten as soon as posting may.
 *
 * Properties
 *   - A completion has the wr_id of its request, and each request that asks for a completion, or
 *     fails, is reported exactly once, in order.
 *   - The device never executes a WQE that was overwritten, and polling never takes a CQE that is
 *     incomplete, or one of the last round of the ring.
 *   - The limits of posting are exactly the room that completions have freed.
 *   - Nothing gets stuck: whatever has been polled, there is room for the next request.
 *
 * Abstractions: counters have the moduli below, not 2^16 and 2^32; the doorbell is one step (see
 * doorbell.pml); a CQ does not overrun, since the device waits for the record. Memory is
 * sequentially consistent, so that a missing barrier is a changed order of two steps.
 */
#ifndef RING
#define RING 4		/* sq->wqe_cnt */
#endif
#define COUNTER 8	/* wqe_counter: 2^16 */
/* A ring is smaller than that. qp.c sq_init(): raw->sq_wqe_cnt > UINT16_MAX || */
#define PI 16		/* positions: 2^32 */
#ifndef CQES
#define CQES 2		/* cq->ring.cnt */
#endif
#define CI (2 * CQES)	/* cq->ci: 2^32 */
#define HEAD 4		/* heads: 2^32 */
#define MAX_POST 3	/* sq->max_post */
#define BATCH 2		/* requests of a batch, at most */
#define START 6		/* the first position; wqe_counter wraps soon */
#ifndef REQUESTS
#define REQUESTS 4	/* that are posted, also in batches that fail */
#endif
#define NOTHING_DONE 255	/* MLX5SIG_NOTHING_DONE: no wqe_counter */

mtype = { silently, signalled, fails, succeeds };

/* What posting writes at the index of a WQE: the WQE and its slot; wr_id is the head. */
typedef slot_t { byte head; byte wqebbs; bool is_part; bool is_signalled; byte pi };
typedef cqe_t {
	bool owner; bool is_valid; bool is_error;	/* op_own, the last byte */
	byte wqe_counter;
	byte wr_id; bool is_first			/* ghosts: the truth about the request */
};

slot_t slots[RING];
cqe_t cqes[CQES];

/* Of posting. qp.c set_position(): sq->pi_limit = pi - (head - tail) + sq->wqe_cnt; */
byte now_pi = START, now_head, begun_pi, begun_head, pi_limit = START + RING, head_limit = MAX_POST;
byte left = REQUESTS;
byte seen = NOTHING_DONE;
/* the program asks for a completion of every second request at least */
bool last_is_silent, begun_is_silent;
/* Of polling. */
byte ci, done = NOTHING_DONE, failed_head;
bool has_failed;
/* Of the device. */
byte record_pi = START, record_ci, hw_pi = START, cq_pi;
bool is_error;
byte failed_wr_id = 255;
/* Ghosts. */
byte freed_pi = START, freed_head = HEAD - 1;	/* behind the last request that was reported */

#define ahead(to, from, modulus) (((to) + 2 * (modulus) - (from)) % (modulus))

/* batch.c mlx5sig_sq_update_limits():
 *	const uint32_t done = atomic_load_explicit(&sq->done, memory_order_acquire); */
inline update_limits() {
	atomic {
		if
		/* batch.c mlx5sig_sq_update_limits(): if (done == sq->seen) */
		:: done != seen ->
			/* batch.c mlx5sig_sq_update_limits(): sq->seen = done; */
			seen = done;
			/* batch.c mlx5sig_sq_update_limits():
			 *	sq->pi_limit += (uint16_t)(done + slot->wqebbs -
			 *	mlx5sig_sq_done_pi(sq)); */
			pi_limit = (pi_limit + ahead(done + slots[done % RING].wqebbs,
				    ahead(pi_limit, RING, PI) % COUNTER, COUNTER)) % PI;
			/* batch.c mlx5sig_sq_update_limits():
			 *	sq->head_limit = slot->head + 1 + sq->max_post; */
			head_limit = (slots[done % RING].head + 1 + MAX_POST) % HEAD;
			printf("post: done is %d: room up to %d, requests up to %d\n", done,
			       pi_limit, head_limit)
		:: else
		fi;
		assert(pi_limit == (freed_pi + RING) % PI);
		assert(head_limit == (freed_head + 1 + MAX_POST) % HEAD)
	}
}

/* post.h mlx5sig_post_has_room(): if (likely(mlx5sig_sq_has_room(&qp->sq, wqebbs))) */
/* post.h mlx5sig_sq_has_room():
 *	return (int32_t)(sq->pi_limit - sq->now.pi - wqebbs) >= 0 && */
#define HAS_ROOM(n) (ahead(pi_limit, now_pi + (n), PI) <= RING && \
		     ahead(head_limit, now_head, HEAD) > 0)

/* A WQE and its slot. post.c begin_slot() and configure.c put_slot() */
inline put(at, n, part, asks) {
	slots[(at) % RING].head = now_head;
	slots[(at) % RING].wqebbs = n;
	slots[(at) % RING].is_part = part;
	slots[(at) % RING].is_signalled = asks;
	slots[(at) % RING].pi = (at) % PI
}

active proctype Posting()
{
	byte n, i;
	bool silent;

	do
	:: left == 0 -> break
	:: atomic {	/* batch.c mlx5sig_wr_start() */
		left > 0 ->
		begun_pi = now_pi; begun_head = now_head; begun_is_silent = last_is_silent
	   };
	   do
	   :: atomic { i < BATCH && left > 0 ->
		/* One WQE of 1 or 2 WQEBBs, or a configuration: UMR of 2 and SET_PSV. */
		if
		:: n = 1; silent = !last_is_silent && i + 1 < BATCH
		:: n = 2; silent = false
		:: n = 3; silent = false
		fi;
		if
		:: HAS_ROOM(n)
		/* batch.c mlx5sig_post_look_for_room(): mlx5sig_sq_update_limits(sq); */
		:: else ->
			update_limits();
			if
			:: HAS_ROOM(n)
			:: else -> n = 0	/* ENOMEM */
			fi
		fi;
		if
		:: n == 0 -> break
		:: n == 3 -> put(now_pi, 2, false, false);
			put(now_pi + 2, 1, true, true)
		:: else -> put(now_pi, n, false, !silent)
		fi;
		printf("post: request %d, %d WQEBBs at %d, %e\n", now_head, n, now_pi,
		       (silent -> silently : signalled));
		now_pi = (now_pi + n) % PI;
		now_head = (now_head + 1) % HEAD;
		last_is_silent = silent;
		silent = false;
		i++;
		left--
	      }
	   :: i > 0 -> break
	   od;
	   if
	   :: atomic {	/* batch.c undo(): sq->now = sq->committed; */
		i > 0 || n == 0 ->
		now_pi = begun_pi;
		now_head = begun_head;
		printf("post: the batch fails, back to request %d at %d\n", begun_head, begun_pi);
		last_is_silent = begun_is_silent;
		begun_pi = 0; begun_head = 0; begun_is_silent = false
	      };
	      if
	      :: n == 0 && i == 0 -> done != seen	/* polls until there is a completion */
	      :: else
	      fi;
	      atomic { n = 0; i = 0 }
	   :: atomic {	/* batch.c ring_doorbell() */
		n != 0 ->
		record_pi = now_pi;
		printf("post: doorbell, up to %d\n", now_pi);
		n = 0; i = 0; begun_pi = 0; begun_head = 0; begun_is_silent = false
	      }
	   fi
	od
}

/* Executes one WQE after the other; a queue that has failed flushes them. */
active proctype Device()
{
	byte i;
	bool failed;

end:	do
	:: hw_pi != record_pi ->
	   atomic {
		ahead(cq_pi, record_ci, CI) < CQES ->
		i = hw_pi % RING;
		assert(slots[i].pi == hw_pi);	/* not overwritten */
		if
		:: is_error = true
		:: skip
		fi;
		failed = is_error
	   };
	   if
	   :: failed || slots[i].is_signalled -> atomic {
		/* The CQE but its last byte, */
		cqes[cq_pi % CQES].wqe_counter = hw_pi % COUNTER;
		cqes[cq_pi % CQES].wr_id = slots[i].head;
		cqes[cq_pi % CQES].is_first = !failed || failed_wr_id != slots[i].head;
		if
		:: failed -> failed_wr_id = slots[i].head
		:: else
		fi
	      };
	      atomic {	/* and its last byte. */
		cqes[cq_pi % CQES].is_error = failed;
		cqes[cq_pi % CQES].is_valid = true;
		cqes[cq_pi % CQES].owner = (cq_pi / CQES) % 2;
		printf("device: WQE at %d %e, CQE %d\n", hw_pi, (failed -> fails : succeeds),
		       cq_pi);
		cq_pi = (cq_pi + 1) % CI;
		hw_pi = (hw_pi + slots[i].wqebbs) % PI
	      }
	   :: else -> atomic {
		printf("device: WQE at %d %e\n", hw_pi, succeeds);
		hw_pi = (hw_pi + slots[i].wqebbs) % PI
	      }
	   fi
	od
}

/* build.h mlx5sig_cqe_get(): if (prm_cqe64_get_owner(cqe) != !!(ci & ring->cnt) || */
#define IS_WRITTEN (cqes[ci % CQES].owner == (ci / CQES) % 2 && cqes[ci % CQES].is_valid)

active proctype Polling()
{
	byte counter, wr_id, true_wr_id, s, n;
	bool first, is_reported;

end:	do
	:: IS_WRITTEN -> n = 0;
	   do
	   :: n < 2 && IS_WRITTEN ->	/* poll.c take_all(): mlx5sig_after_dma(); */
		/* poll.c take_all(): taken = take(cq, cqe, wc); */
		atomic {
			counter = cqes[ci % CQES].wqe_counter;
			true_wr_id = cqes[ci % CQES].wr_id;
			first = cqes[ci % CQES].is_first;
			s = counter % RING
		};
		/* poll.c take_requester(): wc->wr_id = slot->wr_id; */
		wr_id = slots[s].head;	/* wr_id is the head */
		is_reported = false;
		if
		:: cqes[ci % CQES].is_error -> atomic {
			/* poll.c take_send_error(): sq->failed_head == slot->head; */
			is_reported = slots[s].is_part && has_failed &&
				      failed_head == slots[s].head;
			/* poll.c take_send_error(): sq->has_failed = true; */
			has_failed = true;
			failed_head = slots[s].head
		      }
		:: else
		fi;
		/* poll.c take_requester(): retire_send(qp, wqe_counter); */
		atomic {
			freed_pi = (slots[s].pi + slots[s].wqebbs) % PI;
			freed_head = true_wr_id;
			done = counter	/* poll.c retire_send() */
		};
		atomic {
			if
			:: is_reported ->
				printf("poll: CQE %d, of a request that was reported\n", ci)
			:: else -> printf("poll: CQE %d, wr_id %d\n", ci, wr_id)
			fi;
			assert(wr_id == true_wr_id);
			assert(is_reported == !first);
			ci = (ci + 1) % CI;
			n++;
			counter = 0; wr_id = 0; true_wr_id = 0; s = 0;
			first = false; is_reported = false
		}
	   :: else -> break
	   od;
	   /* poll.c take_all(): mlx5sig_cq_update_record(cq); */
	   atomic { record_ci = ci; n = 0 }
	od
}
