/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Spin locks, held for some hundred instructions and rarely contended. A queue that one thread at a
 * time uses takes none.
 */
#ifndef MLX5SIG_RUNTIME_LOCK_H
#define MLX5SIG_RUNTIME_LOCK_H

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "build.h"

struct mlx5sig_lock {
	bool is_used;
	atomic_bool is_held;
};

static inline void mlx5sig_lock_init(struct mlx5sig_lock *lock, bool is_used)
{
	lock->is_used = is_used;
	atomic_init(&lock->is_held, false);
}

static inline bool mlx5sig_trylock(struct mlx5sig_lock *lock)
{
	return !lock->is_used ||
	       !atomic_exchange_explicit(&lock->is_held, true, memory_order_acquire);
}

/* Spins without writing; yields the processor now and then, since the owner may need it. */
static __attribute__((noinline, cold, unused)) void mlx5sig_lock_wait(struct mlx5sig_lock *lock)
{
	unsigned int spins = 0;

	do {
		while (atomic_load_explicit(&lock->is_held, memory_order_relaxed))
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
	atomic_store_explicit(&lock->is_held, false, memory_order_release);
}

#endif
