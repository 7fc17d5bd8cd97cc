/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Locks that are held for some hundred instructions and nearly never contended: taken with one
 * subtraction, given back with one store, both inline.
 */
#ifndef MLX5SIG_RUNTIME_LOCK_H
#define MLX5SIG_RUNTIME_LOCK_H

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "build.h"

/*
 * 1: free. Whoever takes it counts down, and has it if that gives 0, which processors tell without
 * a comparison.
 */
struct mlx5sig_lock {
	atomic_int left;
};

static inline void mlx5sig_lock_init(struct mlx5sig_lock *lock)
{
	atomic_init(&lock->left, 1);
}

static inline bool mlx5sig_trylock(struct mlx5sig_lock *lock)
{
	return atomic_fetch_sub_explicit(&lock->left, 1, memory_order_acquire) == 1;
}

/*
 * Waits until the lock looks free, without writing to it; gives the processor away when that takes
 * long, since the owner may be waiting for it.
 */
static __attribute__((noinline, cold, unused)) void mlx5sig_lock_wait(struct mlx5sig_lock *lock)
{
	unsigned int spins = 0;

	do {
		while (atomic_load_explicit(&lock->left, memory_order_relaxed) <= 0)
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
	atomic_store_explicit(&lock->left, 1, memory_order_release);
}

#endif
