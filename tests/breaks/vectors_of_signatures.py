# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs the tests of the signature engine of softmlx5 (tests/device/softmlx5/test_sig.py and others) on a harness with a
changed file. They fail, or the program crashes."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Callable, Dict, Sequence

from runner import ROOT, Break

SOFTMLX5 = os.path.join(ROOT, "tests", "device", "softmlx5")
sys.path[:0] = [SOFTMLX5, os.path.join(SOFTMLX5, "sig")]

import precompiled  # noqa: E402
import sigbuild  # noqa: E402
import sigcases  # noqa: E402
import test_crypto  # noqa: E402
import test_sig  # noqa: E402

FLAGS = ("-O0", "-g0", "-w")  # flags of the compilation for each break


def refused(program: str) -> None:
    """Tests everything that is to be refused."""
    for row in test_sig.REFUSED:
        test_sig.test_refused(program, *row)


def block(program: str) -> None:
    """Tests encryption and signatures."""
    for key in test_sig.UNALIGNED:
        test_sig.test_encryption_starts_with_a_block(program, key)


def transactions(program: str) -> None:
    """Tests requests of one key and of several."""
    test_sig.test_transaction(program, True, "100")
    test_sig.test_transaction_of_several_keys(program)
    for encrypts in (False, True):
        test_sig.test_random_transactions(program, 0, encrypts)


def vectors(program: str) -> None:
    """Tests AES-XTS."""
    for row in test_crypto.VECTORS:
        test_crypto.test_vectors(program, *row[1:])


def has_wide_codes() -> bool:
    """Returns whether the device computes codes with vectors of 64 bytes on this machine."""
    with open("/proc/cpuinfo", encoding="utf-8") as stream:
        return {"vpclmulqdq", "avx512bw", "avx512dq", "avx512vl", "gfni"} <= set(stream.read().split())


class Tests:
    """The tests of a break are names of ``checks``."""

    def __init__(self, cc: str, build: str, folder: str, breaks: Sequence[Break]) -> None:
        self.folder = folder
        self.headers = precompiled.of_sources(folder, [os.path.join(ROOT, broken.path) for broken in breaks],
                                              [sigbuild.CC, *sigbuild.FLAGS, *FLAGS])
        self.objects = sigbuild.objects() + sigbuild.compile_objects(
            folder, [os.path.join(sigbuild.HERE, "harness.c")], *FLAGS)
        self.random = [sigcases.case(seed, False) for seed in range(600)]
        self.cipher = [sigcases.case(seed, True) for seed in range(100000, 100150)]
        conversions, torn = sigcases.conversions(), sigcases.torn()
        long_runs, backward_runs = sigcases.long_runs(), sigcases.backward_runs()[:24]
        self.checks: Dict[str, Callable[[str], object]] = {
            "random": self.compare_random,
            "cipher": lambda program: test_sig.compare(program, self.cipher),
            "conversions": lambda program: test_sig.compare(program, conversions),
            "long": lambda program: test_sig.compare(program, long_runs),
            "backward": lambda program: test_sig.compare(program, backward_runs),
            "torn": lambda program: test_sig.compare(program, torn),
            "transaction": transactions, "block": block, "refused": refused, "vectors": vectors,
            "far": test_sig.test_far_away}

    def compare_random(self, program: str) -> None:
        """Compares few cases first, since most breaks need no more."""
        for part in (self.random[:50], self.random[50:]):
            test_sig.compare(program, part)

    def unchanged(self) -> str:
        program = sigbuild.link(os.path.join(self.folder, "harness"), self.objects)
        for name, check in self.checks.items():
            try:
                check(program)
            except AssertionError as problem:
                return f"{name}: {problem}"
        return ""

    def lacks(self, broken: Break) -> str:
        if os.path.basename(broken.path) == "crc_copy.c" and not has_wide_codes():
            return "the processor lacks VPCLMULQDQ or AVX-512, without which this code does not run"
        return ""

    def problem(self, broken: Break) -> str:
        folder = os.path.join(self.folder, "broken")
        shutil.rmtree(folder, ignore_errors=True)
        os.mkdir(folder)
        path = os.path.join(folder, os.path.basename(broken.path))
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(broken.text)
        try:
            made = sigbuild.compile_objects(folder, [path], *FLAGS, *self.headers[os.path.join(ROOT, broken.path)])
        except AssertionError as problem:
            return f"it does not compile:\n{problem}"
        others = [known for known in self.objects if os.path.basename(known) != os.path.basename(path)[:-2] + ".o"]
        program = sigbuild.link(os.path.join(folder, "harness"), others + made)
        try:
            self.checks[broken.tests](program)
        except AssertionError:
            return ""
        return f"{broken.tests} did not notice"
