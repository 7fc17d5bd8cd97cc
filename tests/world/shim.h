/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * What the mlx5 headers of Linux need of other headers, so that they compile outside of a kernel.
 * test_wqe.py puts it in the place of those headers. Nothing here has a say in a layout.
 */
#ifndef WORLD_SHIM_H
#define WORLD_SHIM_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#define __LITTLE_ENDIAN 1234
typedef uint8_t u8;
typedef uint16_t u16, __be16;
typedef uint32_t u32, __be32;
typedef uint64_t u64, __be64;
typedef struct { int refs; } refcount_t;
struct completion { int done; };
struct list_head { struct list_head *next, *prev; };
struct ib_grh { u8 bytes[40]; };
struct ib_ah { int unused; };
struct mlx5_core_rsc_common { int unused; };
struct mlx5_core_dev { struct { struct { u32 cur[1], max[1]; } *hca[64]; } caps; };
#define BIT(n) (1UL << (n))
#define BIT_ULL(n) (1ULL << (n))
#define GENMASK(high, low) (~0UL >> (63 - (high)) & ~0UL << (low))
#define PAGE_SIZE 4096
#define ETH_ALEN 6
#define __packed __attribute__((packed))
#define __aligned(n) __attribute__((aligned(n)))
#define __iomem
#define DECLARE_FLEX_ARRAY(TYPE, NAME) struct { struct { } __empty_ ## NAME; TYPE NAME[]; }
#define struct_group(NAME, ...) __VA_ARGS__
#define MLX5_CQ_DOORBELL 0x20
#define KERN_WARNING ""
#define DUMP_PREFIX_OFFSET 0
#define print_hex_dump(...)
#define cpu_to_be16(value) (value)
#define cpu_to_be32(value) (value)
#define container_of(...) NULL
#endif
