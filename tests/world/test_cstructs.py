# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests that the reader of structs of bytes lays them out like gcc, for Linux's headers, mlx5dv.h and random ones."""

import itertools
import os
import random
import re
import shutil

import pytest
from kernel_headers import INSTALL, LINUX, linux
from watch.c.c_types import Array, CStruct, Leaf
from watch.headers.cstructs import read_structs

from dwarf import Headers
from world import HERE

SHIMMED = ("linux/types.h", "linux/bitfield.h", "linux/refcount.h", "linux/mlx5/driver.h",
           "rdma/ib_verbs.h")


def bits(ref):
    """Returns the bits of a type and of its elements, without a compiler's name for it."""
    dims = []
    while isinstance(ref.type, Array):
        dims.append(ref.type.count or 0)
        ref = ref.type.element
    return dims, ref.bits, type(ref.type).__name__


def same_struct(one, other):
    """Compares two structs member by member, with those inside."""
    assert (one.size, one.is_union) == (other.size, other.is_union), one.tag
    for ours, theirs in itertools.zip_longest(one.members, other.members):
        if isinstance(ours.type.type, Leaf) and ours.type.type.kind == "missing":
            assert one.is_union and ours.name == theirs.name, one.tag  # of a type in another header; the size was right
            continue
        if not theirs.name and not theirs.type.bits and theirs.type.type.members:
            theirs = theirs.type.type.members[-1]  # DECLARE_FLEX_ARRAY() has it in a struct of its own
        assert (ours.name, ours.offset, ours.width, bits(ours.type)) == \
            (theirs.name, theirs.offset, theirs.width, bits(theirs.type)), one.tag
        if isinstance(ours.type.type, CStruct):
            same_struct(ours.type.type, theirs.type.type)


def compare(header, theirs):
    """Compares all structs that both have; returns the tags."""
    compared = []
    for tag, struct in header.structs.items():
        if tag not in theirs.structs:
            continue
        assert struct.size * 8 == theirs.size(tag), tag
        same_struct(struct, theirs.structs[tag])
        compared.append(tag)
    return compared


@pytest.mark.parametrize("version", LINUX)
def test_linux(version, tmp_path):
    shutil.copy(os.path.join(HERE, "shim.h"), tmp_path)
    for name in SHIMMED:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text('#include "shim.h"\n')
    theirs = Headers(tmp_path, "".join(f"#include <linux/mlx5/{name}.h>\n"
                                       for name in ("device", "qp", "cq")),
                     ["-I", str(tmp_path), "-I", linux(version)])
    folder = os.path.join(linux(version), "linux", "mlx5")
    header, findings = read_structs([os.path.join(folder, name)
                                     for name in ("device.h", "qp.h", "cq.h")])
    assert not findings
    compared = compare(header, theirs)
    assert len(compared) > 50
    assert {"mlx5_bsf", "mlx5_bsf_basic", "mlx5_seg_set_psv", "mlx5_sig_err_cqe", "mlx5_cqe64",
            "mlx5_wqe_ctrl_seg", "mlx5_wqe_umr_ctrl_seg", "mlx5_mkey_seg"} <= set(compared)


def test_mlx5dv(tmp_path):
    folder = "/usr/include/infiniband"
    assert os.path.isfile(f"{folder}/mlx5dv.h"), f"no mlx5dv.h: {INSTALL}"
    theirs = Headers(tmp_path, "#include <infiniband/mlx5dv.h>\n")
    header, findings = read_structs([f"{folder}/{name}" for name in
                                     ("verbs.h", "tm_types.h", "mlx5dv.h")])
    assert not findings
    compared = compare(header, theirs)
    assert len([tag for tag in compared if tag.startswith("mlx5_")]) >= 20
    assert {"mlx5_cqe64", "mlx5_wqe_umr_ctrl_seg", "mlx5_wqe_av", "mlx5_wqe_ctrl_seg"} <= \
        set(compared)


TYPES = ["uint8_t", "uint16_t", "uint32_t", "uint64_t", "unsigned char", "__be32", "unsigned int", "long",
         "unsigned long long", "short", "_Bool", "key_t", "pair_t", "mac_t", "enum kind", "ptr_t"]
UNITS = [("uint8_t", 8), ("uint16_t", 16), ("unsigned", 32), ("int", 32), ("uint64_t", 64), ("enum kind", 3)]


def random_members(rng, known, depth, prefix, packed=None):
    out = []
    for index in range(rng.randint(1, 6)):
        name = f"{prefix}{index}"
        kind = rng.randrange(10 if depth < 3 else 7)
        if kind < 3:
            out.append(f"{rng.choice(TYPES)} {name}{rng.choice(['', '', '[3]', '[2][N]', '[1 + 2]'])};")
        elif kind == 3:
            out.append(f"{rng.choice(TYPES)} {name}, {name}b[2];")
        elif kind == 4:
            out.append(f"uint8_t {name}:{rng.randint(1, 4)}, {name}b:{rng.randint(1, 4)}; "
                       f"uint8_t {name}c;")
        elif kind == 5:
            for number in range(rng.randint(1, 4)):
                unit, width = rng.choice(UNITS)
                out.append(f"{unit} {name}f{number}:{rng.randint(1, width)}; ")
            out += rng.choice([[], [], ["unsigned :0;"], ["uint8_t :3;"]] if packed is None else [[]])
        elif kind == 6 and known:
            out.append(f"struct {rng.choice(known)} {name}{rng.choice(['', '[2]'])};")
        else:
            word = rng.choice(["struct", "union"])
            attribute = rng.choice(["", "", "__attribute__((packed))"])
            inner = " ".join(random_members(rng, known, depth + 1, name + "_", attribute or None))
            out.append(f"{word} {{ {inner} }} {attribute} {rng.choice(['', name])};")
    return out


def test_random_structs(tmp_path):
    rng = random.Random(11)
    text = "#include <stdint.h>\ntypedef uint32_t __be32;\nenum { N = 3, M };\n" \
           "enum kind { KIND_A, KIND_B = 5 };\ntypedef __be32 key_t[2];\ntypedef uint8_t mac_t[sizeof(key_t) - 2];\n" \
           "typedef struct pair { uint8_t one; __be32 two; } pair_t, *ptr_t;\n"
    known = []
    for number in range(120):
        attribute = rng.choice(["", "", "", "__attribute__((packed))",
                                "__attribute__((aligned(16)))"])
        body = "\n\t".join(random_members(rng, known[:6], 0, "m", attribute or None))
        if number % 4 == 1:
            # Where gcc's pragma decides, bit fields are left out.
            body = re.sub(r"[\w ]+:\d+(?:, \w+:\d+)*;", "", body)
            body += f" uint8_t last; uint64_t {rng.choice(['end', 'end __attribute__((packed))'])};"
            attribute = ""
            text += f"#pragma pack(push, {rng.choice([1, 2, 4])})\n"
        elif number % 4 == 2:
            body += f" {rng.choice(TYPES[:6])} end __attribute__((aligned({rng.choice([2, 4, 32])})));"
        text += f"struct s{number} {{\n\t{body}\n}} {attribute};\n"
        text += "#pragma pack(pop)\n" if number % 4 == 1 else ""
        known.append(f"s{number}")
    path = tmp_path / "random.h"
    path.write_text(text)
    theirs = Headers(tmp_path, text)
    header, findings = read_structs([str(path)])
    assert not findings and not header.left_out
    assert len(compare(header, theirs)) == 121
