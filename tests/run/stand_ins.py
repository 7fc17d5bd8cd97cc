# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Stand-ins for the headers of other trees, for copies of the generated C that are proved or run here.

They have the declarations that the copies use. vendor/test_stand_ins.py compares those of Linux with the real
ones; other tests compile the copies with the real headers.
"""

from __future__ import annotations

import os
from typing import Dict, List, Union

_KERNEL = """\
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <assert.h>
#define EINVAL 22
#define EOPNOTSUPP 95
typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef uint16_t __be16;
typedef uint32_t __be32;
typedef uint64_t __be64;
#define U8_MAX UINT8_MAX
#define U16_MAX UINT16_MAX
#define U32_MAX UINT32_MAX
#define U64_MAX UINT64_MAX
#define BIT(n) (1UL << (n))
#define BIT_ULL(n) (1ULL << (n))
#define __packed __attribute__((packed))
#define __aligned(n) __attribute__((aligned(n)))
#undef __always_inline
#define __always_inline inline __attribute__((always_inline))
#define BUILD_BUG_ON(condition) ((void)sizeof(condition))
#define barrier_data(p) __asm__ volatile("" : : "r"(p) : "memory")
#undef static_assert
#define _one(condition, ...) _Static_assert(condition, #condition)
#define static_assert(...) _one(__VA_ARGS__, "")
#undef __LITTLE_ENDIAN
#undef __BIG_ENDIAN
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define __LITTLE_ENDIAN 1234
#define __LITTLE_ENDIAN_BITFIELD
#define _swap16(v) __builtin_bswap16(v)
#define _swap32(v) __builtin_bswap32(v)
#define _swap64(v) __builtin_bswap64(v)
#else
#define __BIG_ENDIAN 4321
#define __BIG_ENDIAN_BITFIELD
#define CONFIG_CPU_BIG_ENDIAN 1
#define _swap16(v) ((uint16_t)(v))
#define _swap32(v) ((uint32_t)(v))
#define _swap64(v) ((uint64_t)(v))
#endif
#define cpu_to_be16(v) _swap16(v)
#define cpu_to_be32(v) _swap32(v)
#define cpu_to_be64(v) _swap64(v)
#define be16_to_cpu(v) _swap16(v)
#define be32_to_cpu(v) _swap32(v)
#define be64_to_cpu(v) _swap64(v)
#define be16_to_cpup(p) be16_to_cpu(*(const __be16 *)(p))
#define be32_to_cpup(p) be32_to_cpu(*(const __be32 *)(p))
#define GENMASK(high, low) ((~0UL << (low)) & (~0UL >> (63 - (high))))
#define GENMASK_ULL(high, low) ((~0ULL << (low)) & (~0ULL >> (63 - (high))))
#define FIELD_PREP(mask, v) (((__typeof__(mask))(v) << __builtin_ctzll(mask)) & (mask))
#define _own(v) (v)
#define _bitfield(name, type, base, encode, decode) \\
	static inline type name##_replace_bits(type old, base v, base mask) \\
	{ \\
		return (type)((old & encode((base)~mask)) | \\
			      encode((base)(((u64)v << __builtin_ctzll(mask)) & mask))); \\
	} \\
	static inline void name##p_replace_bits(type *p, base v, base mask) \\
	{ \\
		*p = name##_replace_bits(*p, v, mask); \\
	} \\
	static inline base name##_get_bits(type v, base mask) \\
	{ \\
		return (base)((decode(v) & mask) >> __builtin_ctzll(mask)); \\
	}
_bitfield(u8, u8, u8, _own, _own)
_bitfield(be16, __be16, u16, cpu_to_be16, be16_to_cpu)
_bitfield(be32, __be32, u32, cpu_to_be32, be32_to_cpu)
_bitfield(be64, __be64, u64, cpu_to_be64, be64_to_cpu)
"""
_DPDK = """\
#pragma once
#include <stdint.h>
typedef uint16_t rte_be16_t;
typedef uint32_t rte_be32_t;
typedef uint64_t rte_be64_t;
#define RTE_ASSERT(condition) ((void)sizeof(condition))
#define __rte_packed __attribute__((__packed__))
#define __rte_aligned(n) __attribute__((__aligned__(n)))
#define __rte_always_inline inline __attribute__((always_inline))
#define RTE_BIG_ENDIAN 1
#define RTE_LITTLE_ENDIAN 2
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define RTE_BYTE_ORDER RTE_LITTLE_ENDIAN
#define _swap16(v) __builtin_bswap16(v)
#define _swap32(v) __builtin_bswap32(v)
#define _swap64(v) __builtin_bswap64(v)
#else
#define RTE_BYTE_ORDER RTE_BIG_ENDIAN
#define _swap16(v) ((uint16_t)(v))
#define _swap32(v) ((uint32_t)(v))
#define _swap64(v) ((uint64_t)(v))
#endif
#define rte_cpu_to_be_16(v) _swap16(v)
#define rte_cpu_to_be_32(v) _swap32(v)
#define rte_cpu_to_be_64(v) _swap64(v)
#define rte_be_to_cpu_16(v) _swap16(v)
#define rte_be_to_cpu_32(v) _swap32(v)
#define rte_be_to_cpu_64(v) _swap64(v)
"""
STAND_INS: Dict[str, Dict[str, str]] = {
    "c": {},
    "linux": {**{f"linux/{name}.h": '#include "../kernel.h"\n' for name in
                 ("bitfield", "bits", "build_bug", "compiler", "errno", "limits", "stddef", "string",
                  "types")},
              "asm/byteorder.h": '#include "../kernel.h"\n', "kernel.h": _KERNEL},
    "dpdk": {"rte_common.h": '#include "dpdk.h"\n', "rte_byteorder.h": '#include "dpdk.h"\n',
             "rte_debug.h": '#include "dpdk.h"\n', "dpdk.h": _DPDK},
}


def stand_ins(folder: Union[str, "os.PathLike[str]"], style: str) -> List[str]:
    """Writes the stand-ins for a tree's headers; returns the compiler's options."""
    for name, text in STAND_INS[style].items():
        path = os.path.join(str(folder), name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
    return ["-I", str(folder)]
