# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests the runner of rdma-core's tests on a module whose tests pass, skip, fail, crash, hang."""

from __future__ import annotations

import argparse
import os
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path.insert(0, os.path.join(ROOT, "tests", "device", "rdma_core"))

import package  # noqa: E402
import run as runner  # noqa: E402

PARSER = """
class Parser:
    def parse_args(self):
        self.args = {}
parser = Parser()
"""
MODULE = """
import os, random, time, unittest
class A(unittest.TestCase):
    def test_good(self): pass
    def test_skipped(self): self.skipTest("no such thing")
    def test_failing(self): self.assertEqual(1, 2)
    def test_error(self): raise OSError("broken")
    def test_sub(self):
        for i in range(3):
            with self.subTest(i=i): self.assertLess(i, 2)
    def test_random(self): self.skipTest(str(random.random()))
class B(unittest.TestCase):
    @classmethod
    def setUpClass(cls): raise unittest.SkipTest("not here")
    def test_never(self): pass
"""
CRASH = """
import os, unittest
class C(unittest.TestCase):
    def test_a(self): pass
    def test_b(self): os.abort()
    def test_c(self): pass
"""
HANG = CRASH.replace("os.abort()", "__import__('time').sleep(10000)")
COMPLAINT = """
import os, unittest
class D(unittest.TestCase):
    def test_a(self): os.write(2, b"softmlx5: strict: something\\n")
"""
AFTER = """
import unittest
class E(unittest.TestCase):
    def test_a(self): pass
"""


@pytest.fixture
def modules(tmp_path):
    """Replaces rdma-core's modules by one with this text, and one that must run after it, whatever it does."""
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "args_parser.py").write_text(PARSER, encoding="utf-8")
    for name in ("utils", "base", "mlx5_base"):
        (tests / f"{name}.py").write_text("", encoding="utf-8")
    args = argparse.Namespace(build=str(tmp_path), launcher="/usr/bin/env", softmlx5="", seed=1, kernel=False, roce=False)

    def run(text, seed=1):
        (tests / "test_x.py").write_text(text, encoding="utf-8")
        (tests / "test_y.py").write_text(AFTER, encoding="utf-8")
        args.seed = seed
        first, second = runner.run_modules(sys.executable, ["test_x", "test_y"], args)
        assert runner.compare(second, {"test_y.E.test_a": runner.Outcome("passed")}) == []
        return first

    return run


def states(run):
    return {name: outcome.state for name, outcome in run.outcomes.items()}


def test_outcomes(modules):
    run = modules(MODULE)
    assert run.problem == ""
    assert states(run) == {
        "test_x.A.test_good": "passed", "test_x.A.test_skipped": "skipped",
        "test_x.A.test_failing": "failed", "test_x.A.test_error": "failed",
        "test_x.A.test_sub": "failed", "test_x.A.test_random": "skipped",
        "test_x.B.setUpClass": "skipped"}
    assert run.outcomes["test_x.A.test_skipped"].text == "no such thing"
    assert "OSError: broken" in run.outcomes["test_x.A.test_error"].text


def test_random_numbers_come_from_the_seed(modules):
    drawn = [modules(MODULE, seed).outcomes["test_x.A.test_random"] for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_crash(modules):
    run = modules(CRASH)
    assert run.problem == "ended by SIGABRT"
    assert states(run) == {"test_x.C.test_a": "passed", "test_x.C.test_b": "failed"}


def test_hang(modules, monkeypatch):
    monkeypatch.setattr(runner, "STILL", 4)
    run = modules(HANG)
    assert run.problem == "it hangs: nothing can run in 4 observations"
    assert states(run) == {"test_x.C.test_a": "passed", "test_x.C.test_b": "failed"}


def test_end_before_the_last_test(modules):
    run = modules(CRASH.replace("abort()", "_exit(0)"))
    assert run.problem == "exit status 0"
    assert states(run) == {"test_x.C.test_a": "passed", "test_x.C.test_b": "failed"}


def test_launcher_that_fails(tmp_path):
    """A kernel that does not start is the problem of the first module, and of each one after it."""
    args = argparse.Namespace(build=str(tmp_path), launcher="/bin/false", softmlx5="", seed=1, kernel=False, roce=False)
    assert [run.problem for run in runner.run_modules(sys.executable, ["test_x", "test_y"], args)] == ["exit status 1"] * 2


def test_module_that_cannot_be_loaded(modules):
    assert "failed" in states(modules("import no_such_module\n")).values()


def test_complaint_of_the_device(modules):
    passed = {"test_x.D.test_a": runner.Outcome("passed")}
    assert runner.compare(modules(COMPLAINT), passed) == [
        "test_x: the device complains: softmlx5: strict: something"]


GOOD, SKIP = runner.Outcome("passed"), runner.Outcome("skipped", "no such thing")
HUGE = runner.Outcome("skipped", "There are no huge pages of size 2M allocated")


@pytest.mark.parametrize("wanted, found, message", [
    (GOOD, GOOD, None),
    (SKIP, SKIP, None),
    (HUGE, GOOD, None),
    (HUGE, SKIP, None),
    (HUGE, runner.Outcome("failed", "x"), "t.a: failed: x"),
    (GOOD, runner.Outcome("failed", "x"), "t.a: failed: x"),
    (None, runner.Outcome("failed", "x"), "t.a: failed: x"),
    (runner.Outcome("failed", "its last line"), runner.Outcome("failed", "Traceback\nits last line\n"), ""),
    (runner.Outcome("failed", "its last line"), runner.Outcome("failed", "another"), "t.a: failed: another"),
    (runner.Outcome("failed", "x"), GOOD, "t.a: passed, but the list says failed: x"),
    (GOOD, SKIP, "t.a: skipped: no such thing, but the list says passed"),
    (SKIP, HUGE, "t.a: skipped: There are no huge pages of size 2M allocated, but the list says "
                 "skipped: no such thing"),
    (SKIP, GOOD, "t.a: passes now; update the list with --update"),
    (None, GOOD, "t.a: passed, but it is not in the list; add it with --update"),
    (GOOD, None, "t.a: in the list, but there is no such test"),
])
def test_comparison(wanted, found, message):
    run = runner.Run("t", {"t.a": found} if found else {})
    assert runner.compare(run, {"t.a": wanted} if wanted else {}) == ([message] if message else [])


def test_update_keeps_what_did_not_run_and_what_the_machine_decides(monkeypatch, tmp_path):
    path = tmp_path / "expected.txt"
    monkeypatch.setattr(runner, "EXPECTED", str(path))
    old = {"t.a": GOOD, "t.huge": HUGE, "t.gone": GOOD, "u.a": SKIP}
    found = runner.Run("t", {"t.a": SKIP, "t.huge": GOOD, "t.new": GOOD})
    runner.write_expected([found], old, False)
    assert runner.read_expected() == {"t.a": SKIP, "t.huge": HUGE, "t.new": GOOD, "u.a": SKIP}
    runner.write_expected([found], old, True)
    assert sorted(runner.read_expected()) == ["t.a", "t.huge", "t.new"]
    path.write_text("t.a skipped\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"expected.txt:1: not `TEST passed` or"):
        runner.read_expected()


def test_package(monkeypatch, tmp_path):
    """The tests come from a package in the build folder, which dpkg-deb unpacks; nothing is downloaded."""
    fakes = tmp_path / "bin"
    fakes.mkdir()
    for name, text in (("dpkg-query", "printf 'installed 1:44.0-2'"),
                       ("dpkg-deb", f'mkdir -p "$3/{package.FOLDER}" && cd "$3/{package.FOLDER}" && '
                                    'echo plain >run_tests.py && echo packed | gzip >test_a.py.gz'),
                       ("apt-get", "echo no network; exit 100")):
        (fakes / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        (fakes / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{fakes}:{os.environ['PATH']}")
    monkeypatch.setattr(package, "is_documented", lambda: False)
    with pytest.raises(FileNotFoundError, match="no network\nrdma-core's tests are in that package"):
        package.unpack(str(tmp_path), str(tmp_path / "tests"))
    (tmp_path / "cache" / "python3-pyverbs_1%3a44.0-2_amd64.deb").write_text("", encoding="utf-8")
    package.unpack(str(tmp_path), str(tmp_path / "tests"))
    assert sorted(os.listdir(tmp_path / "tests")) == ["run_tests.py", "test_a.py"]
    assert (tmp_path / "tests" / "test_a.py").read_text(encoding="utf-8") == "packed\n"
