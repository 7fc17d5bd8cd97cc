/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * softmlx5: what all layers share. The lock, tables of numbered objects, timers, the configuration.
 */
#ifndef SOFTMLX5_H
#define SOFTMLX5_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SM_MAX_DEVICES 8
#define SM_PAGE_SIZE 4096u

#define sm_container_of(ptr, type, member) \
	((type *)(void *)((char *)(ptr) - offsetof(type, member)))
#define SM_ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/*
 * The lock of the device: one for the process, since the devices communicate with each other. Not
 * recursive. Every entry from outside (a system call, a doorbell, the service thread) takes it.
 * Signals are blocked while it is held: their handlers may enter the device too, or leave by
 * longjmp(). sm_lock_blocked() is for threads that have blocked them already.
 */
void sm_lock(void);
void sm_lock_blocked(void);
void sm_unlock(void);

/* All signals but SIGSEGV, SIGBUS and SIGTRAP, which the device needs. */
void sm_signals_all(sigset_t *set);
void sm_signals_block(sigset_t *before);	/* these, of this thread */
/* The kernel's set of signals (uc_sigmask of a context) is shorter than the C library's. */
sigset_t sm_signals_of_kernel(const void *kernel_set);

/* In the child, after fork(), with the lock held: there are no threads and timers of the parent. */
void sm_process_forked(void);

/* Nanoseconds of CLOCK_MONOTONIC. */
uint64_t sm_now(void);

/*
 * The time of timers, in nanoseconds: the same without the time in which the device could not run.
 * A card always runs; the service thread may get no processor for a while, wait for the lock, or be
 * stopped. So the first timer that is armed is never overdue by more than a tick.
 */
#define SM_TICK_NS 10000000u
uint64_t sm_device_time(void);

/* Starts a thread of the device: detached, with all these signals blocked. */
int sm_thread_create(void *(*run)(void *argument), void *argument);	/* 0 or an errno value */

/*
 * Code that seldom runs: errors, and developers' options. The compiler separates it and the
 * branches to it from the rest, which then needs fewer cache lines.
 */
#define SM_COLD __attribute__((cold, noinline))

/* Prints a line for the user on stderr, "softmlx5: ...". */
SM_COLD __attribute__((format(printf, 1, 2))) void sm_warn(const char *format, ...);

/*
 * A table of objects by number, from @first to @last. Numbers are assigned in ascending order and
 * reused late, so that a stale number is detected.
 */
struct sm_table {
	void **slots;
	uint32_t first, last;	/* the numbers that may be given out */
	uint32_t start;		/* the first number that is; after @last comes @first */
	uint32_t next;		/* where the search for a free slot starts */
	uint32_t size;		/* slots that are allocated */
	uint32_t count;		/* objects in the table */
	uint32_t behind;	/* after the last slot that ever had an object */
};

void sm_table_init(struct sm_table *table, uint32_t first, uint32_t last);
/* The first number of an empty table is @start. */
void sm_table_start(struct sm_table *table, uint32_t start);
/* Assigns a number to the object. 0, ENOSPC when all are assigned, or ENOMEM. */
int sm_table_add(struct sm_table *table, void *object, uint32_t *number);
/* NULL for a number that is not assigned. */
void *sm_table_get(const struct sm_table *table, uint32_t number);
/* Was the number ever assigned? */
bool sm_table_had(const struct sm_table *table, uint32_t number);
void sm_table_remove(struct sm_table *table, uint32_t number);
/* The first object with a number from *@number on, which is set to its number; NULL at the end. */
void *sm_table_next(const struct sm_table *table, uint32_t *number);
void sm_table_free(struct sm_table *table);

/*
 * A timer. The service thread calls @run once, with the lock held, not before the delay is over, and
 * after it has called the watches that were readable then. The first timer starts the service
 * thread. Zero-initialise, set @run.
 */
struct sm_timer {
	void (*run)(struct sm_timer *timer);
	uint64_t when;		/* ns of sm_device_time() */
	struct sm_timer *next;
	bool is_armed;
};

void sm_timer_arm(struct sm_timer *timer, uint64_t delay_ns);	/* again: moves it */
void sm_timer_cancel(struct sm_timer *timer);

/*
 * A descriptor that the service thread waits for. It calls @ready, with the lock held, when there
 * is something to read or the other end is closed. @ready may remove any watch. If the program has
 * closed the descriptor, @fd is -1 then, and must not be closed.
 */
struct sm_watch {
	int fd;
	void (*ready)(struct sm_watch *watch);
	struct sm_watch *next;
	uint32_t place;		/* in the list that is polled */
	bool is_again;		/* call @ready in the next round in any case */
};

void sm_watch_add(struct sm_watch *watch);
void sm_watch_remove(struct sm_watch *watch);
/* Calls @ready once more, after other watches, timers and threads have had their turn. */
void sm_watch_again(struct sm_watch *watch);
/* Moves a descriptor of the device to a high number. Gives @fd itself if that is impossible. */
int sm_fd_high(int fd);

enum sm_doorbell_mode {
	SM_DOORBELL_TRAP,	/* a store to a UAR page runs the device in the storing thread */
	SM_DOORBELL_POLL,	/* a thread of the device polls the pages */
};

/* `softmlx5 --kernel`: the command runs in a Linux kernel of its own. For the launcher alone. */
struct sm_config_kernel {
	bool is_wanted;
	char *image;		/* the kernel, or NULL: that of `ninja kernel` */
	char *log;		/* file for the kernel's messages, or NULL */
	char **arguments;	/* for the kernel; ends with NULL */
	char **writable;	/* folders of this machine; ends with NULL */
	unsigned int limit;	/* seconds, or 0: none */
	unsigned int memory;	/* MB */
};

/* The options of softmlx5(1). They are read once, when the library is loaded. */
struct sm_config {
	unsigned int devices;
	enum sm_doorbell_mode doorbell;
	bool strict;
	bool serialise_wire; /* packets are converted into bytes and back, to test the wire */
	uint64_t seed;
	char *caps;		/* name of a preset, or file; see sm_adversary_preset() */
	bool has_caps;		/* by an option */
	char **cap_fields;	/* "sig_crc32c=0", in the order given; ends with NULL */
	char *trace;		/* file, or NULL */
	bool trace_json;
	char *pcap;		/* file, or NULL */
	char **faults;		/* fault specifications; ends with NULL */
	bool has_adversary;
	uint64_t adversary;	/* its seed */
	char *oddities;		/* a list, or NULL */
	char *fabric;		/* its name, or NULL: the default */
	char *udp;		/* the address of this host in a network of IP, or NULL */
	char *address;		/* of the ports, or NULL: those of the machine */
	char *environment;	/* file for the variables of the command, or NULL */
	struct sm_config_kernel kernel;
};

/* The options of softmlx5(1) that concern the device. */
struct sm_option {
	const char *name;	/* "--caps" */
	const char *value;	/* what it takes, for the help text; NULL for a switch */
	const char *help;
	/* NULL, or what is wrong with the value */
	const char *(*set)(struct sm_config *config, const char *value);
};

extern const struct sm_option sm_options[];	/* ends with a NULL name */

/*
 * Parses one option of the command line ("--caps", "connectx7"; @value is NULL for a switch). Gives
 * NULL, or what is wrong with it in one sentence.
 */
const char *sm_config_option(struct sm_config *config, const char *name, const char *value);
/* Does an option take a value? 1, 0, or -1 when there is no such option. */
int sm_config_takes_value(const char *name);
void sm_config_init(struct sm_config *config);
void sm_config_free(struct sm_config *config);
/*
 * The options of this process, from the file "options" in the folder that the environment variable
 * SOFTMLX5_ROOT names: one option on a line, as on the command line ("--caps connectx7"). The
 * launcher writes it.
 */
const struct sm_config *sm_config(void);
/* In a program with options of its own: these, which stay the caller's. Before the first sm_config(). */
void sm_config_use(const struct sm_config *config);
/* The folder of SOFTMLX5_ROOT, without a slash at the end; NULL when it is not set. */
const char *sm_root(void);

#endif
