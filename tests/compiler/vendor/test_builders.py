# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests that builders vendored with another prefix, in every style that has them, write the recorded bytes."""

import json
import os
import re

import pytest

from trees import ROOT, WARNINGS, prmc, run, stand_ins

HERE = os.path.dirname(os.path.abspath(__file__))
VECTORS = os.path.join(ROOT, "tests", "library", "vectors", "sig_umr.jsonl")


def cases():
    """Returns (numbers for the program, recorded WQEBBs) of the vectors that configure one key once, with a list and a
    new signature."""
    for line in open(VECTORS, encoding="utf-8"):
        case = json.loads(line)
        steps = case["steps"]
        wrs = steps[0].get("wrs", [])
        if len(steps) != 1 or len(wrs) != 1 or wrs[0]["op"] != "mkey_conf":
            continue
        setters = {name: value for item in wrs[0]["set"] for name, value in item.items()}
        if not {"list", "sig"} <= set(setters) <= {"access", "list", "sig"} or \
                wrs[0]["conf_flags"]:
            continue
        qp, key, sig = case["qp"], case["mkeys"][wrs[0]["mkey"]], setters["sig"]
        flags = wrs[0]["flags"] | (2 if qp["sq_sig_all"] else 0)
        numbers = [qp["qpn"], qp["wqe_cnt"], qp["pi"], qp["fm_cache"] >> 5, key["lkey"],
                   key["mem_psv"], key["wire_psv"], flags, setters.get("access", -1),
                   len(setters["list"]), *(number for entry in setters["list"] for number in entry),
                   sig["check_mask"], sig["flags"], sig["copy_mask"]]
        for domain in (sig["mem"], sig["wire"]):
            if domain is None:
                numbers += [-1, 0, 0, 0, 0, 0, 0]
            elif "dif" in domain:
                dif = domain["dif"]
                numbers += [domain["sig_type"], domain["block_size"], dif["bg_type"], dif["bg"],
                            dif["app_tag"], dif["ref_tag"], dif["flags"]]
            else:
                numbers += [domain["sig_type"], domain["block_size"], domain["crc"]["type"],
                            domain["crc"]["seed"], 0, 0, 0]
        wqes = [piece for wqe in steps[0]["expect"]["wqes"] for piece in wqe["bb"]]
        yield case["id"], numbers, [f"{index}:{data}" for index, data in wqes]


def compare(program):
    wanted = list(cases())
    assert len(wanted) > 1300
    status, out, said = run(program, text="".join(
        " ".join(map(str, numbers)) + "\n" for _, numbers, _ in wanted))
    assert status == 0, said
    lines = out.splitlines()
    assert len(lines) == len(wanted)
    # Bytes after a WQE in its last WQEBB are not recorded.
    wrong = [name for (name, _, expected), line in zip(wanted, lines)
             if len(line.split()) != len(expected)
             or any(not got.startswith(one) for got, one in zip(line.split(), expected))]
    # tests/library/replay compares the library with the same vectors, and explains the differences.
    with open(os.path.join(ROOT, "tests", "library", "replay", "differences.txt"), encoding="utf-8") as stream:
        explained = set(re.findall(r"sig_umr-\d+", stream.read()))
    new = set(wrong) - explained
    assert not new, f"{len(new)} of {len(wanted)}: {sorted(new)[:5]}"


def build(folder, style, compiler, flags, amalgamate):
    """Makes a copy with the builders, and the program with it. Returns the program's path."""
    copy = os.path.join(str(folder), "copy")
    args = ["--amalgamate", "all.h"] if amalgamate else []
    status, _, said = prmc("vendor", "--style", style, "--prefix", "drv", "--with", "builders",
                           "--only", "set_psv_seg", "--to", copy, *args)
    assert status == 0, said
    header = "all.h" if amalgamate else "drv_build.h"
    program = os.path.join(str(folder), "program")
    sources = [] if amalgamate else [os.path.join(copy, "drv_signature.c")]
    options = ["-DDRV_IMPLEMENTATION"] if amalgamate else []
    status, _, said = run(compiler, *flags, *WARNINGS, *options, f'-DHEADER="{header}"', "-I", copy,
                          *stand_ins(os.path.join(str(folder), "tree"), style),
                          os.path.join(HERE, "builders.c"), *sources, "-o", program)
    assert status == 0, said
    return program


@pytest.mark.parametrize("style, compiler, flags, amalgamate", [
    ("c", "clang", ["-std=c11", "-O2", "-Wconversion"], False),
    ("c", "gcc", ["-std=gnu11", "-O1", "-fsanitize=undefined,address"], True),
    ("linux", "clang", ["-std=gnu11", "-O2"], False),
    ("linux", "gcc", ["-std=gnu11", "-O2"], True),
    ("dpdk", "gcc", ["-std=gnu11", "-O2"], False),
])
def test_recorded_signatures(style, compiler, flags, amalgamate, tmp_path):
    compare(build(tmp_path, style, compiler, flags, amalgamate))


def test_every_name_has_the_prefix(tmp_path):
    copy = tmp_path / "copy"
    assert prmc("vendor", "--prefix", "drv", "--with", "builders", "--only", "set_psv_seg", "--to",
                copy)[0] == 0
    foreign = set()
    for path in copy.glob("drv_*"):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)
        assert not re.search(r"infiniband|malloc|pthread|\bfree\(", text), path
        foreign |= set(re.findall(r"\b(?:prm|mlx5sig|PRM|MLX5SIG)_\w+", text))
        foreign |= set(re.findall(r"^(?:static inline )?\w[\w *]*?\b(?!drv_)(\w+)\(\w+ \w+[^;]*\)\n\{",
                                  text, flags=re.M)) if path.suffix == ".h" else set()
    assert not foreign


def test_kernel_flags(tmp_path):
    """The folder of the style c compiles with a kernel's flags."""
    copy = tmp_path / "copy"
    assert prmc("vendor", "--prefix", "drv", "--with", "builders", "--only", "set_psv_seg", "--to",
                copy)[0] == 0
    for compiler in ("gcc", "clang"):
        status, _, said = run(compiler, "-std=gnu11", "-ffreestanding", "-fno-strict-aliasing", "-O2",
                              "-Wdeclaration-after-statement", "-Wvla", "-Wconversion", *WARNINGS, "-c",
                              copy / "drv_signature.c", "-o", tmp_path / "object.o")
        assert status == 0, said


def test_styles_without_structures_have_none(tmp_path):
    status, _, said = prmc("vendor", "--style", "ifc", "--with", "builders", "--to", tmp_path / "x")
    assert status == 2 and "the builders need structures" in said
    assert not (tmp_path / "x").exists()
