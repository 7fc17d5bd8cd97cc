/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Locks that are held for some hundred instructions and nearly never contended: taken with one
 * exchange, given back with one store, both inline.
 */
#ifndef MLX5SIG_RUNTIME_LOCK_H
#define MLX5SIG_RUNTIME_LOCK_H

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "build.h"

/* All zeroes: free. */
struct mlx5sig_lock {
	atomic_uint is_taken;
};

static inline bool mlx5sig_trylock(struct mlx5sig_lock *lock)
{
	return !atomic_exchange_explicit(&lock->is_taken, 1, memory_order_acquire);
}

/*
 * Waits until the lock looks free, without writing to it; gives the processor away when that takes
 * long, since the owner may be waiting for it.
 */
static __attribute__((noinline, cold, unused)) void mlx5sig_lock_wait(struct mlx5sig_lock *lock)
{
	unsigned int spins = 0;

	do {
		while (atomic_load_explicit(&lock->is_taken, memory_order_relaxed))
			if (++spins % 256 == 0)
				sched_yield();
	} while (!mlx5sig_trylock(lock));
}

static inline void mlx5sig_lock(struct mlx5sig_lock *lock)
{
	if (unlikely(!mlx5sig_trylock(lock)))
		mlx5sig_lock_wait(lock);
}

static inline void mlx5sig_unlock(struct mlx5sig_lock *lock)
{
	atomic_store_explicit(&lock->is_taken, 0, memory_order_release);
}

#endif
