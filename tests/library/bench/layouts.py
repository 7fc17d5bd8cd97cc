# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Compares the generated C with DEVX_SET and DEVX_GET, and with an expert's code."""

from __future__ import annotations

import os
from typing import Dict, List

from measure import HERE, ROOT, Goal, Part, Row, Table, instructions, run

COMPILERS = ["gcc", "clang"]
WAYS = ["generated", "DEVX", "by hand"]
GOALS = [Goal("generated", "by hand", 1.1), Goal("generated", "DEVX", 1.1)]
# Compilers join a chain of DEVX_SET into few stores, so that the expert's code misses the aim, too.
AIMS = [Goal("generated", "DEVX", 0.5, is_aim=True), Goal("by hand", "DEVX", 0.5, is_aim=True)]
SHOWN = {
    "bsf": "pack BSF, 64 bytes",
    "umr_ctrl": "pack UMR control",
    "mkey": "pack mkey context",
    "set_psv": "pack SET_PSV",
    "sig_err": "unpack SIG_ERR CQE",
}
SHOWN_DRIVER = {**SHOWN, "set_psv": "pack SET_PSV, setters", "sig_err": "SIG_ERR CQE, getters"}
FLAGS = ["-std=gnu11", "-O2", "-DNDEBUG"]


def count(build: str, compiler: str, flags: List[str]) -> Dict[str, Dict[str, int]]:
    """case -> way -> instructions, for one compiler."""
    program = os.path.join(build, "-".join(["layouts", compiler, *flags]))
    objects = []
    for name in ("main", "generated", "devx", "by_hand"):
        # The harness is the same for all compilers: one could unroll the loop that calls.
        how = ["gcc", *FLAGS, "-O1"] if name == "main" else [compiler, *FLAGS, *flags]
        objects.append(f"{program}-{name}.o")
        run([*how, "-Wall", "-Wextra", "-Wconversion", "-Werror",
             "-I", os.path.join(ROOT, "generated"),
             "-c", os.path.join(HERE, f"layouts_{name}.c"), "-o", objects[-1]])
    run([compiler, *objects, "-o", program])
    run([program])  # compares many inputs; some of them again before it counts
    out: Dict[str, Dict[str, int]] = {}
    for name, cost in instructions(program).items():
        case, way = name.split("/")
        shown = {way.lower().replace(" ", "_"): way for way in WAYS}[way]
        out.setdefault(case, {})[shown] = cost
    return out


def tables(build: str, flags: List[str], goals: List[Goal]) -> List[Table]:
    found = {compiler: count(build, compiler, flags) for compiler in COMPILERS}
    return [
        Table(f"{title}, -O2{''.join(f' {flag}' for flag in flags)}", WAYS,
              [("generated", "DEVX"), ("generated", "by hand")],
              [Row(f"{shown}, {compiler}", found[compiler][case + suffix])
               for case, shown in names.items() for compiler in COMPILERS], goals)
        for title, suffix, names in (
            ("Every field is a run-time value", "_fields", SHOWN),
            ("What a driver fills in, the rest is constant", "", SHOWN_DRIVER))]


def measure(build: str) -> List[Table]:
    # Linux and SPDK compile with -fno-strict-aliasing, which keeps compilers from joining the
    # stores of a chain of DEVX_SET. Shown, but the goals are for plain -O2.
    return tables(build, [], GOALS + AIMS) + tables(build, ["-fno-strict-aliasing"], AIMS)


PART = Part("layouts", "instructions of one call, without call and return", measure, check=measure)
