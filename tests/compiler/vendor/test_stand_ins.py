# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests that the stand-ins for helpers of Linux and DPDK, which proofs use, do what those of the real headers do.

Linux's are in Debian's kernel headers, DPDK's in a package that `configure.py --install-deps=deep` downloads.
"""

import os
import re

import pytest

from dpdk_headers import folders
from kernel_headers import LINUX, linux
from trees import ROOT, WARNINGS, prmc, run, stand_ins

# Headers of x86 that a kernel's build makes, or that have assembler: the generic ones do the same.
GENERIC = {"asm/rwonce.h": "#include <asm-generic/rwonce.h>\n", "asm/types.h": "#include <asm-generic/types.h>\n",
           "asm/swab.h": "", "generated/autoconf.h": "", "generated/bounds.h": ""}
MASKS = {8: ("GENMASK(5, 2)", "BIT(7)", "GENMASK(7, 0)"), 16: ("GENMASK(11, 3)", "BIT(0)", "GENMASK(15, 0)"),
         32: ("GENMASK(23, 4)", "BIT(31)", "GENMASK(31, 0)"), 64: ("GENMASK_ULL(47, 13)", "BIT_ULL(63)", "GENMASK_ULL(63, 0)")}


def functions(name):
    """Returns C functions of two numbers that use the helpers, and their names."""
    lines, names = ["#include <linux/bitfield.h>\n#include <linux/bits.h>\n#include <asm/byteorder.h>\n"], []

    def add(result):
        names.append(f"{name}_{len(names)}")
        lines.append(f"u64 {names[-1]}(u64 a, u64 b);\n"
                     f"u64 {names[-1]}(u64 a, u64 b)\n{{\n\t(void)b;\n\treturn (u64)({result});\n}}\n")

    for bits, masks in MASKS.items():
        big = f"__be{bits}" if bits > 8 else "u8"
        prefix = f"be{bits}" if bits > 8 else "u8"
        if bits > 8:
            for helper, kind in ((f"cpu_to_be{bits}", f"u{bits}"), (f"be{bits}_to_cpu", big)):
                add(f"{helper}(({kind})a)")
        if bits in (16, 32):
            add(f"be{bits}_to_cpup(({big} *)&a)")
        for mask in masks:
            add(f"{prefix}_get_bits(({big})a, {mask})")
            add(f"{prefix}_replace_bits(({big})a, (u{bits})b, {mask})")
            add(f"FIELD_PREP({mask}, (u{bits})(b & ({mask} >> __builtin_ctzll({mask}))))")
            add(mask)
    return "".join(lines), names


MAIN = """#include <stdint.h>
#include <stdio.h>
%s
static uint64_t (*const pairs[][2])(uint64_t, uint64_t) = {
%s};
int main(void)
{
	uint64_t state = 88172645463325252u, a = 0, b = 0;
	unsigned int i, n;

	for (n = 0; n < 20000; n++) {
		for (i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
			if (pairs[i][0](a, b) != pairs[i][1](a, b))
				return printf("%%u: %%llx %%llx\\n", i, (unsigned long long)a, (unsigned long long)b), 1;
		}
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		a = n < 64 ? (uint64_t)1 << n : n < 128 ? ~((uint64_t)1 << (n - 64)) : state;
		b = n < 4096 ? (uint64_t)1 << (n / 64) : state * 0x2545f4914f6cdd1d;
	}
	return 0;
}
"""


def compare(folder, functions_of, flags):
    """Compiles the same functions with both sides' headers, and compares their results."""
    objects, declared, pairs = [], "", []
    for name, options in flags.items():
        text, names = functions_of(name)
        (folder / f"{name}.c").write_text(text, encoding="utf-8")
        status, _, said = run("gcc", "-std=gnu11", "-O2", *options, "-c", folder / f"{name}.c", "-o", folder / f"{name}.o")
        assert status == 0, said[:3000]
        objects.append(folder / f"{name}.o")
        declared += "".join(f"uint64_t {each}(uint64_t a, uint64_t b);\n" for each in names)
        pairs.append(names)
    rows = "".join(f"\t{{ {a}, {b} }},\n" for a, b in zip(*pairs))
    (folder / "main.c").write_text(MAIN % (declared, rows), encoding="utf-8")
    status, _, said = run("gcc", "-O2", *WARNINGS, folder / "main.c", *objects, "-o", folder / "main")
    assert status == 0, said[:3000]
    status, out, said = run(folder / "main")
    assert status == 0, out + said


@pytest.mark.parametrize("version", LINUX)
def test_helpers_do_what_linux_does(version, tmp_path):
    real = linux(version)
    for name, text in GENERIC.items():
        (tmp_path / "generic" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "generic" / name).write_text(text, encoding="utf-8")
    arch = re.sub("include$", "arch/x86/include", real)
    flags = {"stand_in": stand_ins(tmp_path / "stand_ins", "linux"),
             "linux": ["-nostdinc", "-D__KERNEL__", "-DCONFIG_64BIT", "-DCONFIG_X86_64", "-w", "-I", tmp_path / "generic",
                       "-I", real, "-I", arch, "-I", f"{real}/uapi", "-I", f"{arch}/uapi",
                       "-include", f"{real}/linux/compiler_types.h"]}
    compare(tmp_path, functions, flags)


def dpdk_functions(name):
    """Returns C functions that use DPDK's helpers, and their names."""
    lines, names = ["#include <stdbool.h>\n#include <stddef.h>\n#include <rte_common.h>\n#include <rte_byteorder.h>\n"
                    "struct plain { uint8_t a; uint32_t b; };\n"
                    "struct packed { uint8_t a; uint32_t b; } __rte_packed;\n"
                    "struct __rte_aligned(4) aligned { uint8_t a; uint32_t b; } __rte_packed;\n"
                    "static __rte_always_inline uint64_t inlined(uint64_t a)\n{\n\treturn a + 1;\n}\n"], []
    results = [f"rte_{way}_{bits}(({kind})a)" for bits in (16, 32, 64)
               for way, kind in (("cpu_to_be", f"uint{bits}_t"), ("be_to_cpu", f"rte_be{bits}_t"))]
    results += [f"({kind})(a - 1) > 0 ? sizeof({kind}) : 99" for kind in ("rte_be16_t", "rte_be32_t", "rte_be64_t")]
    results += [f"{what}(struct {kind})" for what in ("sizeof", "_Alignof") for kind in ("plain", "packed", "aligned")]
    results += ["RTE_BYTE_ORDER == RTE_BIG_ENDIAN", "RTE_BYTE_ORDER == RTE_LITTLE_ENDIAN", "inlined(a)"]
    for result in results:
        names.append(f"{name}_{len(names)}")
        lines.append(f"uint64_t {names[-1]}(uint64_t a, uint64_t b);\n"
                     f"uint64_t {names[-1]}(uint64_t a, uint64_t b)\n{{\n\t(void)a;\n\t(void)b;\n"
                     f"\treturn (uint64_t)({result});\n}}\n")
    return "".join(lines), names


@pytest.mark.deep
def test_helpers_do_what_dpdk_does(tmp_path):
    real = folders(os.path.join(ROOT, "build"), str(tmp_path / "real"))
    compare(tmp_path, dpdk_functions, {
        "stand_in": stand_ins(tmp_path / "stand_ins", "dpdk"),
        "dpdk": ["-include", "rte_config.h", *(word for path in real for word in ("-I", path))]})


NEWER = """#include <rte_common.h>
#undef __rte_packed
#define __rte_packed (is deprecated)
#define __rte_packed_begin
#define __rte_packed_end __attribute__((__packed__))
"""


@pytest.mark.deep
@pytest.mark.parametrize("compiler", ("gcc -std=gnu11", "clang -std=gnu11", "g++ -std=c++17"))
@pytest.mark.parametrize("newer", ("", NEWER), ids=("22.11", "25.03"))
def test_headers_compile_with_dpdk(tmp_path, compiler, newer):
    """The words for packed structs changed in DPDK 25.03."""
    made = tmp_path / "made"
    status, out, said = prmc("generate", "--style", "dpdk", "--only", "set_psv_seg,mkc,umr_wqe", "--out", made)
    assert status == 0, out + said
    real = folders(os.path.join(ROOT, "build"), str(tmp_path / "real"))
    names = sorted(name for name in os.listdir(made) if name.endswith(".h"))
    (tmp_path / "all.c").write_text(newer + "".join(f'#include "{name}"\n' for name in names), encoding="utf-8")
    language = ["-x", "c++"] if compiler.startswith("g++") else []
    status, _, said = run(*compiler.split(), *language, *WARNINGS, "-Wno-unused-function", "-include", "rte_config.h", "-I", made,
                          *(word for path in real for word in ("-isystem", path)), "-fsyntax-only", tmp_path / "all.c")
    assert status == 0, said[:3000]
