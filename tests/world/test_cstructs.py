# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The reader of structs of bytes lays them out as gcc does, for Linux's headers and mlx5dv.h, and
for random ones."""

import os
import random
import shutil

import pytest
from kernel_headers import INSTALL, LINUX, linux
from prmclib.tools.cstructs import read_structs

from dwarf import Headers
from world import HERE

SHIMMED = ("linux/types.h", "linux/bitfield.h", "linux/refcount.h", "linux/mlx5/driver.h",
           "rdma/ib_verbs.h")


def flat(members, path):
    """(path, offset, width) of members with a size, as ``path`` gives their names."""
    return sorted((path(one), one.offset, one.width) for one in members if one.width)


def compare(header, theirs):
    """Compares all structs that both know; gives the tags."""
    compared = []
    for tag, struct in header.structs.items():
        if tag not in theirs.structs:
            continue
        assert struct.size * 8 == theirs.size(tag), tag
        ours = flat(struct.members, lambda one: one.path)
        assert ours == flat(theirs.members(tag), lambda one: one.path), tag
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


TYPES = ["uint8_t", "uint16_t", "uint32_t", "uint64_t", "unsigned char", "__be32", "unsigned int"]


def random_members(rng, known, depth, prefix):
    out = []
    for index in range(rng.randint(1, 6)):
        name = f"{prefix}{index}"
        kind = rng.randrange(9 if depth < 3 else 6)
        if kind < 3:
            out.append(f"{rng.choice(TYPES)} {name}{rng.choice(['', '', '[3]', '[2][N]', '[1 + 2]'])};")
        elif kind == 3:
            out.append(f"{rng.choice(TYPES)} {name}, {name}b[2];")
        elif kind == 4:
            out.append(f"uint8_t {name}:{rng.randint(1, 4)}, {name}b:{rng.randint(1, 4)}; "
                       f"uint8_t {name}c;")
        elif kind == 5 and known:
            out.append(f"struct {rng.choice(known)} {name}{rng.choice(['', '[2]'])};")
        else:
            word = rng.choice(["struct", "union"])
            inner = " ".join(random_members(rng, known, depth + 1, name + "_"))
            attribute = rng.choice(["", "", "__attribute__((packed))"])
            out.append(f"{word} {{ {inner} }} {attribute} {rng.choice(['', name])};")
    return out


def test_random_structs(tmp_path):
    rng = random.Random(11)
    text = "#include <stdint.h>\ntypedef uint32_t __be32;\nenum { N = 3, M };\n"
    known = []
    for number in range(120):
        attribute = rng.choice(["", "", "", "__attribute__((packed))",
                                "__attribute__((aligned(16)))"])
        body = "\n\t".join(random_members(rng, known[:6], 0, "m"))
        text += f"struct s{number} {{\n\t{body}\n}} {attribute};\n"
        known.append(f"s{number}")
    path = tmp_path / "random.h"
    path.write_text(text)
    theirs = Headers(tmp_path, text)
    header, findings = read_structs([str(path)])
    assert not findings and not header.left_out
    assert len(compare(header, theirs)) == 120
