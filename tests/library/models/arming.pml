/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Events of a CQ: arming, arm_sn, moderation.
 *
 * The program sleeps until there is an event, counts it, arms the CQ again and polls until the CQ
 * is empty. The device raises one event for each arming, when it has a CQE that the program has not
 * seen and that no event announced; it ignores an arming that does not count its last event.
 * Moderation delays the event.
 *
 * Properties
 *   - The program never sleeps for ever while a CQE waits for it.
 *   - The device finds in the record the arming that the register announces, or a later one.
 *   - An event is raised only by an arming, so that at most one is on its way.
 *
 * Abstractions: the device arms some time after the register was written, with its values or with
 * those of the record; events are not limited to solicited ones; there are few CQEs, so that ci
 * does not wrap, but arm_sn does.
 */
#ifndef CQES
#define CQES 6		/* that are written */
#endif
#ifndef REARMS
#define REARMS 2	/* without an event before */
#endif

/* The program. */
byte ci;
byte arm_sn;		/* cq->arm_sn, % 4 */
/* The record, and the register's last value; numbers of armings (ghosts). */
byte record_arm_sn, record_ci, record_number;
byte register_arm_sn, register_ci, register_number;
bool is_rung;
/* The device. */
byte pi, event_pi;	/* CQEs written; told of by events */
bool is_armed, has_fired;
byte armed_sn, armed_ci, fired_sn;
chan events = [2] of { bool };

inline req_notify() {
	/* cq.c mlx5sig_req_notify_cq(): mlx5sig_lock(&cq->lock); */
	atomic { sn = arm_sn; seen = ci };
	/* cq.c mlx5sig_req_notify_cq(): arm_sn = cq->arm_sn % 4; */
	/* cq.c mlx5sig_req_notify_cq(): memcpy(cq->dbrec, &record, sizeof(record)); */
	atomic { record_arm_sn = sn; record_ci = seen; record_number++ };
	/* cq.c mlx5sig_req_notify_cq(): mlx5sig_before_dma(); */
	/* cq.c mlx5sig_req_notify_cq():
	 *	mlx5sig_write64(cq->device, cq->uar + PRM_UAR_REGISTER_CQ_ARM, value); */
	atomic {
		!is_rung ->
		register_arm_sn = sn;
		register_ci = seen;
		register_number++;
		is_rung = true;
		printf("program: arms, arm_sn %d, ci %d\n", sn, seen)
	};
	atomic { sn = 0; seen = 0 }
	/* cq.c mlx5sig_req_notify_cq(): mlx5sig_unlock(&cq->lock); */
}

active proctype Program()
{
	byte sn, seen, rearms;

	req_notify();
	do
	:: rearms < REARMS ->	/* arms once more */
		rearms++;
		req_notify()
	:: atomic { ci < pi -> ci++; printf("poll: %d\n", ci) }	/* poll.c mlx5sig_poll_cq() */
	:: ci == pi ->
end:		events?_;		/* ibv_get_cq_event() */
		atomic {
			printf("program: event\n");
			arm_sn = (arm_sn + 1) % 4	/* cq.c mlx5sig_cq_event(): cq->arm_sn++; */
		};
		req_notify()
	od
}

active proctype Device()
{
	byte sn, latest;

end:	do
	:: atomic {	/* a CQE */
		pi < CQES ->
		pi++;
		printf("device: CQE %d\n", pi)
	   }
	:: atomic {	/* an arming */
		is_rung ->
		is_rung = false;
		assert(record_number >= register_number);
		if
		:: sn = register_arm_sn; latest = register_ci
		:: sn = record_arm_sn; latest = record_ci
		fi;
		if
		:: has_fired && sn == fired_sn ->
			printf("device: ignores an arming that does not count the last event\n")
		:: else ->
			is_armed = true;
			armed_sn = sn;
			armed_ci = latest;
			printf("device: armed\n")
		fi;
		sn = 0; latest = 0
	   }
	:: atomic {	/* an event: at once, after cq_max_count CQEs or after cq_period */
		is_armed && pi > event_pi && pi > armed_ci ->
		is_armed = false;
		has_fired = true;
		fired_sn = armed_sn;
		event_pi = pi;
		assert(len(events) == 0);
		printf("device: event, %d CQEs\n", pi);
		events!true
	   }
	od
}

/* When nothing more can happen, everything has been polled. */
active proctype Watch()
{
	atomic {
		timeout ->
		assert(ci == pi && pi == CQES)
	}
}
