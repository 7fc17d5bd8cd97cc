/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Hostile input for the device: interface between the parts of the fuzzer.
 *
 * An execution makes a small world (memory, keys, queues), applies operations that a source of
 * bytes decides, destroys everything, and checks that no object is left and that no memory was
 * written without permission of a key.
 */
#ifndef HOSTILE_H
#define HOSTILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Random values that are too large for their field are truncated. */
#define PRM_ASSERT(condition) ((void)0)

#include "base/caps.h"
#include "firmware/fw.h"
#include "nic/queue/doorbell.h"
#include "nic/queue/eq.h"
#include "nic/queue/qp.h"
#include "nic/queue/sq.h"
#include "observe/strict.h"
#include "observe/trace.h"
#include "process/fault_handler.h"

/*
 * Decisions (source.c): the bytes of an input, then zeroes; or, without an input, random numbers.
 */
struct source {
	const uint8_t *at, *end;	/* of the input; NULL: random */
	uint64_t state;
	unsigned int budget;		/* random: decisions until the end */
};

void source_random(struct source *src, uint64_t seed);
void source_bytes(struct source *src, const uint8_t *data, size_t len);
bool source_ended(const struct source *src);
uint64_t any64(struct source *src);
uint32_t below(struct source *src, uint32_t n);		/* 0 ... n - 1 */
static inline bool one_in(struct source *src, uint32_t n)
{
	return below(src, n) == n - 1;
}
uint64_t odd_value(struct source *src);	/* an edge case */
/* Changes some bits, bytes or words. */
void mutate(struct source *src, void *data, size_t len);

/*
 * Memory (arena.c). All regions of the application, registered or not, are in one range of the
 * address space, with unmapped pages between them.
 */
#define ARENA 0x40000000u
#define ARENA_SIZE 0x4000000u
/*
 * An address that is never mapped. The sanitizer reports non-canonical addresses as defects of its
 * own.
 */
#define NOWHERE UINT64_C(0x500000000000)

enum region {
	REGION_CQ,	/* CQ rings and their records: the device writes */
	REGION_QUEUE,	/* send and receive queues and their records: it only reads */
	REGION_DATA,	/* a key allows all accesses */
	REGION_READ,	/* keys allow only reads */
	REGION_GONE,	/* like data, until it is unmapped */
	REGION_OTHER,	/* of another user */
	REGION_FREE,	/* not registered */
	REGION_LONG,	/* like data; long enough for runs of blocks that are processed backward */
	REGIONS
};

extern const size_t region_size[REGIONS];
uint8_t *region(enum region which);
void arena_init(void);
/* Maps all regions, with their initial contents. */
void arena_reset(void);
void arena_unmap(enum region which);
/* Unmaps the region LONG except for its first bytes, rounded to pages. */
void arena_unmap_end(size_t kept);
bool arena_is_mapped(enum region which);
/* A write of the application; does nothing if the memory is unmapped. */
void arena_write(void *to, const void *from, size_t len);
/* Stops the program if memory was written without permission. */
void arena_check(bool is_read_only_writable);
/* Returns an address in a region, next to one, or one that is never mapped. */
uint64_t any_address(struct source *src);
/* Makes words of a host structure harmless that could be addresses of the fuzzer's own memory. */
void tame_addresses(struct source *src, void *data, size_t len);

/*
 * The world (world.c).
 */
#define USER 1		/* uid of the tested user */
#define OTHER_USER 2
#define NEW_USER 3	/* uid of objects that random commands make */

enum { QP_A, QP_B, QP_C, QPS };		/* A and B are connected; C with itself */
enum { CQ_SEND, CQ_RECV, CQS };
#define MAX_KEYS 24
#define QKEY 0x11111111
#define SQ_WQEBBS 64u
#define RQ_WQES 32u
#define SRQ_WQES 32u
#define RQ_STRIDE 64u

struct app_qp {		/* a driver's view of a queue pair */
	uint32_t qpn;	/* 0: no QP */
	uint8_t *sq, *rq;
	struct prm_qp_doorbell_record *dbr;
	uint16_t pi, rq_pi;
	bool has_srq;
};

struct world {
	struct sm_dev *dev;
	struct world *other;	/* world of another device, which has QP B; NULL: none */
	uint8_t service_type;	/* of all QPs */
	uint32_t uar, pd, other_pd, td;
	uint32_t umem[REGIONS];
	uint32_t cqn[CQS], srqn, psv[2], dek;
	struct app_qp qp[QPS];
	uint16_t srq_pi;
	uint32_t key[MAX_KEYS];		/* usable keys; some are of the wrong PD, or invalid */
	uint64_t key_addr[MAX_KEYS];
	uint64_t key_len[MAX_KEYS];
	unsigned int n_keys;
	uint32_t list_key[10];		/* the ones of them that UMRs change */
	unsigned int n_list_keys;
	uint32_t changed_key;	/* by the last UMR; 0: none */
	uint64_t changed_len;	/* its length; more than a page or two for long transfers */
	uint32_t long_key;	/* of the region LONG */
	bool is_long;		/* the requests being posted are one long transfer on one queue */
	unsigned int long_qp;
	bool wrote_read_only;	/* a key was made that allows writes to memory of read-only keys */
	uint64_t events;
};

extern struct sm_config world_config;	/* returned by sm_config() */
void world_init(struct world *world, unsigned int device);
/* @other: a world of another device, which may become part of it. */
void world_make(struct world *world, struct world *other, struct source *src);
void world_end(struct world *world);
/* Runs a command of a file's owner with the lock held. Returns the status. */
uint8_t command(struct world *world, const void *in, size_t in_len, void *out, size_t out_len);
/* Brings a QP from reset to RTS, connected to another. */
void connect(struct world *world, unsigned int qp, unsigned int peer, struct source *src);
void end_qp(struct world *world, unsigned int qp, bool to_reset);
uint32_t any_key(struct world *world, struct source *src, uint64_t *addr, uint64_t *len);
/* Returns the descriptor of an event queue, and the queue in @object; -1 and NULL: none. */
int any_event_fd(struct source *src, void **object);
/* Runs the armed timer that expires first. Returns false if there is none. */
bool timer_run(void);
unsigned int timers_armed(void);

/*
 * Builds a random command like a driver in the 4096 bytes at @in. Returns its length (commands.c).
 */
size_t any_command(struct world *world, struct source *src, void *in);
void do_command(struct world *world, struct source *src);

/* Work requests, doorbells and others (work.c). */
void do_work(struct world *world, struct source *src);
/* Posts to one of the queues; rings the doorbell. */
void post_send(struct world *world, struct source *src);
void ring_send(struct world *world, struct source *src);

/* ioctls of files (ioctl.c). */
void do_ioctls(struct world *world, struct source *src);

/* Runs executions of former failures and of other risks (cases.c). Returns their number. */
int run_cases(struct world *world);

/* Ends the program with the reason and the command for this execution. */
_Noreturn __attribute__((format(printf, 1, 2))) void broken(const char *format, ...);

#endif
