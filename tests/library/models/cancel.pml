/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Cancelling requests of a send queue that has stopped (state SQD) after a signature error.
 *
 * A transaction is a transfer without a completion, and a response with one: SEND with a fence, or
 * a configuration, which has two WQEs. An error of a transfer stops the queue somewhere before the
 * next fence. Then a thread cancels responses and lets the queue continue, while others post and
 * poll, and the queue may fail at any time.
 *
 * Properties
 *   - A response that the call counts as cancelled is never executed.
 *   - The call counts exactly the requests with this wr_id of which a WQE had not been executed
 *     when the queue stopped, and which were not cancelled before; it fails only if the queue is
 *     not in SQD.
 *   - Each response has exactly one completion, with its wr_id, cancelled or not, flushed or not.
 *   - The device never executes a WQE that was overwritten.
 *
 * Abstractions: counters have the moduli below; the device fetches a WQE before it executes it, and
 * fetches again after SQD; the doorbell and a completion are one step (doorbell.pml,
 * completions.pml).
 */
#define RING 4		/* sq->wqe_cnt */
#define COUNTER 8	/* 2^16: wqe_counter, hw_sq_wqebb_counter */
#define PI 16		/* 2^32: positions */
#define START 6
#ifndef TRANSACTIONS
#define TRANSACTIONS 3
#endif
#ifndef CALLS
#define CALLS 1		/* of cancel, in one stop */
#endif
#define TRANSFER_ID 99	/* wr_id of transfers */

mtype = { RTS, SQD, ERR, TRANSFER, RESPONSE, NOP };

#define ahead(to, from, modulus) (((to) + 2 * (modulus) - (from)) % (modulus))

typedef slot_t { byte wr_id; byte head; byte wqebbs; bool is_cancelled };
typedef wqe_t {
	mtype opcode; byte pi; byte wqebbs;
	bool is_fenced; bool is_signalled; bool is_last
};
slot_t slots[RING];
wqe_t wqes[RING];

byte now_pi = START, now_head, pi_limit = START + RING;
byte done = (START - 1) % COUNTER, seen = (START - 1) % COUNTER;
bool sq_lock;

/* The device. */
mtype state = RTS;
byte record_pi = START, hw_pi = START;
bool is_draining;
/* wqe_counter; ghosts: wr_id, last WQE of the request */
chan cq = [2 * RING] of { byte, byte, bool };

/* Ghosts. */
bool is_told[TRANSACTIONS];	/* cancel has counted the response */
byte completions;

inline lock() { atomic { !sq_lock -> sq_lock = true } }
inline unlock() { sq_lock = false }

/* batch.c mlx5sig_sq_update_limits(), see completions.pml */
inline update_limits() {
	if
	:: done != seen ->
		seen = done;
		pi_limit = (pi_limit + ahead(done + slots[done % RING].wqebbs,
			    ahead(pi_limit, RING, PI) % COUNTER, COUNTER)) % PI
	:: else
	fi
}

/* qp.h mlx5sig_sq_done_pi(): return sq->pi_limit - sq->wqe_cnt; */
#define DONE_PI ahead(pi_limit, RING, PI)
#define HAS_ROOM(n) (ahead(pi_limit, now_pi + (n), PI) <= RING)

inline put(id, op, n, fenced, asks, last) {
	slots[now_pi % RING].wr_id = id;
	slots[now_pi % RING].head = now_head;
	slots[now_pi % RING].wqebbs = n;
	slots[now_pi % RING].is_cancelled = false;
	wqes[now_pi % RING].opcode = op;
	wqes[now_pi % RING].pi = now_pi;
	wqes[now_pi % RING].wqebbs = n;
	wqes[now_pi % RING].is_fenced = fenced;
	wqes[now_pi % RING].is_signalled = asks;
	wqes[now_pi % RING].is_last = last;
	now_pi = (now_pi + n) % PI
}

active proctype Posting()
{
	byte id, n;

	do
	:: id == TRANSACTIONS -> break
	:: id < TRANSACTIONS ->
	   if
	   :: n = 1
	   :: n = 2
	   fi;
	   done != seen || HAS_ROOM(n + 1);	/* polls until there may be room */
	   lock();
	   atomic {
		update_limits();
		if
		:: HAS_ROOM(n + 1) ->
			printf("post: transfer at %d, response %d at %d, %d WQEBBs\n", now_pi, id,
			       (now_pi + 1) % PI, n);
			put(TRANSFER_ID, TRANSFER, 1, false, false, true);
			now_head++;
			if
			:: put(id, RESPONSE, n, true, true, true)
			:: n == 2 ->	/* a configuration */
				put(id, RESPONSE, 1, false, false, false);
				put(id, RESPONSE, 1, false, true, true);
				printf("post: this response is a configuration\n")
			fi;
			now_head++;
			record_pi = now_pi;
			id++
		:: else
		fi;
		n = 0
	   };
	   unlock()
	od;
	completions == TRANSACTIONS
}

active proctype Device()
{
	wqe_t wqe;
	byte id;

end:	do
	:: atomic {	/* fetches a WQE */
		state == RTS && hw_pi != record_pi && wqe.wqebbs == 0 &&
		!(is_draining && wqes[hw_pi % RING].is_fenced) ->
		assert(wqes[hw_pi % RING].pi == hw_pi);
		wqe.opcode = wqes[hw_pi % RING].opcode;
		wqe.wqebbs = wqes[hw_pi % RING].wqebbs;
		wqe.is_signalled = wqes[hw_pi % RING].is_signalled;
		wqe.is_last = wqes[hw_pi % RING].is_last
	   }
	:: atomic {	/* and executes it. */
		state == RTS && wqe.wqebbs != 0 ->
		id = slots[hw_pi % RING].wr_id;
		printf("device: executes %e at %d\n", wqe.opcode, hw_pi);
		if
		:: wqe.opcode == TRANSFER ->
			if
			:: is_draining = true; printf("device: SIG_ERR\n")
			:: skip
			fi
		:: wqe.opcode == RESPONSE -> assert(!is_told[id])
		:: wqe.opcode == NOP
		fi;
		if
		:: wqe.is_signalled -> cq!hw_pi % COUNTER, id, wqe.is_last
		:: else
		fi;
		hw_pi = (hw_pi + wqe.wqebbs) % PI;
		wqe.wqebbs = 0; wqe.opcode = 0;
		wqe.is_signalled = false; wqe.is_last = false; id = 0
	   }
	:: atomic {	/* stops: at a fence at the latest */
		state == RTS && is_draining && wqe.wqebbs == 0 ->
		is_draining = false;
		state = SQD;
		printf("device: stops before %d\n", hw_pi)
	   }
	:: atomic {
		state != ERR && wqe.wqebbs == 0 ->
		state = ERR;
		is_draining = false;
		printf("device: the queue pair fails at %d\n", hw_pi)
	   }
	:: atomic {	/* flushes a WQE */
		state == ERR && hw_pi != record_pi ->
		assert(wqes[hw_pi % RING].pi == hw_pi);
		cq!hw_pi % COUNTER, slots[hw_pi % RING].wr_id, wqes[hw_pi % RING].is_last;
		printf("device: flushes %d\n", hw_pi);
		hw_pi = (hw_pi + wqes[hw_pi % RING].wqebbs) % PI
	   }
	od
}

active proctype Polling()
{
	byte counter, id;
	bool is_last;

end:	do
	:: atomic { cq?counter, id, is_last ->
		assert(slots[counter % RING].wr_id == id);
		done = counter;		/* poll.c retire_send() */
		printf("poll: done is %d\n", done);
		if
		:: id != TRANSFER_ID && is_last -> completions++
		:: else
		fi;
		counter = 0; id = 0; is_last = false
	   }
	od
}

/* Requests with this wr_id of which a WQE is not executed, nor cancelled: the truth. */
inline count_truth() {
	pi = hw_pi;
	head = 255;
	do
	:: pi != now_pi ->
		if
		:: slots[pi % RING].wr_id == id && wqes[pi % RING].opcode != NOP &&
		   slots[pi % RING].head != head ->
			truth++;
			head = slots[pi % RING].head
		:: else
		fi;
		pi = (pi + wqes[pi % RING].wqebbs) % PI
	:: else -> break
	od
}

active proctype Cancelling()
{
	byte id, calls, counter, executed, pi, first, head, num, truth;
	mtype was;
	bool is_valid;

end:	do
	:: atomic { state == SQD -> calls = 0 };	/* IBV_EVENT_SQ_DRAINED */
	   do
	   :: calls < CALLS ->
		atomic {
			calls++;
			select(id : 0 .. TRANSACTIONS - 1)
		};
		/* cancel.c mlx5sig_qp_cancel_posted_send_wrs(): mlx5sig_lock(&qp->sq_lock); */
		lock();
		/* cancel.c num_executed():
		 *	int err = mlx5sig_query_qp(qp->device, qp->handle, qp->qpn, &out); */
		atomic {
			counter = hw_pi % COUNTER;
			was = state;
			if
			:: state == SQD -> count_truth()
			:: else
			fi;
			pi = 0; head = 0
		};
		atomic {
			/* cancel.c num_executed():
			 *	if (prm_qpc_get_state(&out.qpc) != PRM_QP_STATE_SQD) */
			is_valid = was == SQD;
			/* cancel.c num_executed(): mlx5sig_sq_update_limits(sq); */
			update_limits();
			/* cancel.c num_executed():
			 *	num = (uint16_t)(prm_qpc_get_hw_sq_wqebb_counter(&out.qpc) -
			 *	mlx5sig_sq_done_pi(sq)); */
			executed = ahead(counter, DONE_PI % COUNTER, COUNTER);
			/* cancel.c num_executed():
			 *	return num <= sq->now.pi - mlx5sig_sq_done_pi(sq) ? num :
			 *	-EINVAL; */
			if
			:: executed > ahead(now_pi, DONE_PI, PI) ->
				is_valid = false;
				printf("cancel: the queue pair has left SQD\n")
			:: else
			fi;
			/* cancel.c mlx5sig_qp_cancel_posted_send_wrs():
			 *	first = mlx5sig_sq_done_pi(sq) + (uint32_t)executed; */
			first = (DONE_PI + executed) % PI;
			pi = DONE_PI;
			head = 255
		};
		do
		:: atomic { is_valid && pi != now_pi ->
			/* cancel.c mlx5sig_qp_cancel_posted_send_wrs():
			 *	if (slot->wr_id != wr_id || slot->flags &
			 *	MLX5SIG_SLOT_IS_CANCELLED || */
			if
			:: slots[pi % RING].wr_id == id && !slots[pi % RING].is_cancelled &&
			   ahead(pi, first, PI) < PI / 2 ->
				/* cancel.c mlx5sig_qp_cancel_posted_send_wrs():
				 *	mlx5sig_build_cancelled(&sq->ring, pi); */
				wqes[pi % RING].opcode = NOP;
				slots[pi % RING].is_cancelled = true;
				/* cancel.c mlx5sig_qp_cancel_posted_send_wrs():
				 *	num += !num || slot->head != last_head; */
				num = num + (num == 0 || slots[pi % RING].head != head);
				head = slots[pi % RING].head
			:: else
			fi;
			pi = (pi + slots[pi % RING].wqebbs) % PI
		   }
		:: else -> break
		od;
		atomic {
			if
			:: is_valid ->
				printf("cancel: %d requests with wr_id %d\n", num, id);
				assert(num == truth);
				is_told[id] = is_told[id] || num > 0
			:: else ->
				printf("cancel: -EINVAL\n");
				assert(was != SQD || state != SQD)
			fi;
			counter = 0; executed = 0; pi = 0; first = 0; head = 0; num = 0; truth = 0;
			was = 0; is_valid = false; id = 0
		};
		unlock()
	   :: atomic { true ->
		if
		:: state == SQD -> state = RTS; printf("program: SQD2RTS\n")
		:: else
		fi;
		calls = 0
	      };
	      break
	   od
	od
}
