/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Registers of the device, and the order in which it sees them and memory.
 */
#ifndef MLX5SIG_RUNTIME_MMIO_H
#define MLX5SIG_RUNTIME_MMIO_H

#include "device.h"

/*
 * Order for the device. mlx5sig_before_dma(): between memory that the device reads by DMA and a
 * doorbell record or register. mlx5sig_after_dma(): between an ownership bit and what it guards.
 * mlx5sig_flush_mmio(): around registers that may be mapped write-combining.
 */
#if defined(__x86_64__) || defined(__i386__)
#define mlx5sig_before_dma() __asm__ volatile("" ::: "memory")
#define mlx5sig_after_dma() __asm__ volatile("" ::: "memory")
#define mlx5sig_flush_mmio() __asm__ volatile("sfence" ::: "memory")
#elif defined(__aarch64__)
#define mlx5sig_before_dma() __asm__ volatile("dmb oshst" ::: "memory")
#define mlx5sig_after_dma() __asm__ volatile("dmb oshld" ::: "memory")
#define mlx5sig_flush_mmio() __asm__ volatile("dsb st" ::: "memory")
#else
#define mlx5sig_before_dma() __sync_synchronize()
#define mlx5sig_after_dma() __sync_synchronize()
#define mlx5sig_flush_mmio() __sync_synchronize()
#endif

/*
 * Writes a doorbell register; @value in memory order. One store of 64 bits is atomic for the device,
 * also where threads share the register. 32-bit machines need two stores and a lock, which libmlx5 does
 * not know.
 */
static inline void mlx5sig_write64(struct mlx5sig_device *device, volatile uint8_t *reg,
				   uint64_t value)
{
#if UINTPTR_MAX > UINT32_MAX
	(void)device;
	__atomic_store_n((volatile uint64_t *)reg, value, __ATOMIC_RELAXED);
#else
	uint32_t words[2];

	memcpy(words, &value, sizeof(words));
	mlx5sig_lock(&device->mmio_lock);
	((volatile uint32_t *)reg)[0] = words[0];
	mlx5sig_before_dma();
	((volatile uint32_t *)reg)[1] = words[1];
	mlx5sig_flush_mmio();
	mlx5sig_unlock(&device->mmio_lock);
#endif
}

#endif
