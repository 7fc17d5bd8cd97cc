#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs rdma-core's own tests on softmlx5 and compares the result of each with expected.txt.

    tests/device/rdma_core/run.py --build build/rdma-core              all modules
    tests/device/rdma_core/run.py --build ... test_mr test_srq         just these
    tests/device/rdma_core/run.py --build ... --softmlx5 '--doorbell poll'   on a device with these options
    tests/device/rdma_core/run.py --build ... --kernel                 on the real driver, see docs/kernel.md
    tests/device/rdma_core/run.py --build ... --roce                   on a port of Ethernet
    tests/device/rdma_core/run.py --build ... --update                 write expected.txt anew

Each line of expected.txt is the id of a test and `passed`, or `skipped:` and rdma-core's reason. rdma-core skips tests
of unsupported features: the list has the reasons, of which some are that the port is one of InfiniBand. A test
that is skipped as listed is a check that passed: softmlx5 has refused the feature in a form that rdma-core recognises.
The last line counts it as passed.

With --kernel, kernel.txt has the tests whose outcome on the real driver is another one, with the reason, and with --roce
roce.txt those whose outcome on a port of Ethernet is. A test may fail there, with the last line of its error.

A failure is: a failing, crashing or hanging test; one that is skipped though it should pass, or for another reason than
listed; one that passes though it is listed as skipped, or is not listed (then the list is to be updated); one that is
listed but missing; a report of the device in strict mode. A few skips depend on the machine (MACHINE): every outcome of
these tests but failure is right.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from typing import AbstractSet, Dict, List, Set

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "run"))

import package  # noqa: E402
import patience  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
EXPECTED = os.path.join(HERE, "expected.txt")
KERNEL = os.path.join(HERE, "kernel.txt")
ROCE = os.path.join(HERE, "roce.txt")
STILL = patience.STILL  # a module hangs when nothing can run so often
# Options that a module's tests need, beside those of --softmlx5.
OPTIONS = {
    # libmlx5 44 knows no other engine for several blocks. The presets have that of the manual.
    "test_mlx5_crypto": ["--cap", "aes_xts_multi_block_be_tweak=1"],
}
# With --kernel. Tests make the largest CQ there is; a kernel in a process takes long to map one of 512 MB.
KERNEL_OPTIONS = {
    "test_cq": ["--cap", "log_max_cq_sz=18"],
    "test_cqex": ["--cap", "log_max_cq_sz=18"],
}
# Skips of those who are not root, whatever the device can.
BY_ROOT = re.compile(r"by root on Ethernet")
# A key in plain text, and the data that test_mlx5_crypto encrypts with it: AES-XTS of 'c' in data units of 512 bytes,
# tweaks 0 and 1, least significant byte first. Computed by two other implementations.
CRYPTO = os.path.join(HERE, "crypto.json")
# Reasons of skips that depend on the machine, not on the device. Another machine may give another reason.
MACHINE = re.compile(r"huge pages|/dev/dri/|cuda-python")


@dataclass(frozen=True)
class Outcome:
    """The outcome of a test. `text` is the reason of a skip, or the error."""

    state: str  # passed, skipped, failed
    text: str = ""

    def __str__(self) -> str:
        return f"{self.state}: {self.text}" if self.text else self.state


@dataclass
class Run:
    """A module's run: outcomes by test id, in order; other errors; its output, and of the last one before an end the device's."""

    module: str
    outcomes: Dict[str, Outcome] = field(default_factory=dict)
    problem: str = ""
    output: str = ""


def find_python() -> str:
    """Returns the interpreter that has pyverbs: Debian's, which need not be the first in PATH."""
    for python in ("/usr/bin/python3", sys.executable, shutil.which("python3") or ""):
        if os.access(python, os.X_OK) and not subprocess.run(
                [python, "-c", "import pyverbs.device"], stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, check=False).returncode:
            return python
    raise FileNotFoundError("no Python has pyverbs: run ./configure.py --install-deps=test, or install "
                            "Debian's python3-pyverbs")


def read_records(path: str, run: Run) -> str:
    """Reads child.py's records of a module. Returns why they are not complete; empty if they are."""
    started, problem = "", "it has not begun"
    if os.path.exists(path):
        finished, status = False, None
        with open(path, encoding="utf-8") as stream:
            for line in stream:
                record = json.loads(line)
                started = record.get("start", "" if "end" in record else started)
                finished = record.get("finished", finished)
                status = record.get("status")
                if "end" in record:
                    run.outcomes[record["end"]] = Outcome(record["state"], record["text"])
        problem = "it has not ended" if status is None else "" if finished and not status else describe(status)
    if started:
        run.outcomes[started] = Outcome("failed", "the module's run ended in this test")
    return problem


def describe(status: int) -> str:
    if status < 0 or status > 128:
        number = -status if status < 0 else status - 128
        return f"ended by {signal.Signals(number).name}"
    return f"exit status {status}"


def options_of(module: str, args: argparse.Namespace) -> List[str]:
    """Returns the options of the device on which a module runs."""
    kernel = ["--kernel", "--kernel-limit", str(patience.LIMIT), "--kernel-memory", "1536", "--kernel-write", args.build,
              *KERNEL_OPTIONS.get(module, [])]
    return [*(kernel if args.kernel else []), *(["--link", "roce"] if args.roce else []), *shlex.split(args.softmlx5),
            *OPTIONS.get(module, [])]


def batches(modules: List[str], args: argparse.Namespace) -> List[List[str]]:
    """Returns modules of equal options, a part of them for each job."""
    alike: Dict[str, List[str]] = {}
    for module in modules:
        alike.setdefault(shlex.join(options_of(module, args)), []).append(module)
    parts = [group[first::args.jobs] for group in alike.values() for first in range(args.jobs)]
    return sorted(filter(None, parts), key=len, reverse=True)


def run_modules(python: str, modules: List[str], args: argparse.Namespace) -> List[Run]:
    """Runs modules one after the other, with one start of the launcher. If one hangs or ends the kernel, those after it start
    anew."""
    records, logs = ([os.path.join(args.build, f"{module}.{suffix}") for module in modules] for suffix in ("records", "log"))
    for path in filter(os.path.exists, records + logs):
        os.remove(path)
    command = [args.launcher, *options_of(modules[0], args), python, "-s", os.path.join(HERE, "child.py"), args.build,
               str(args.seed), *modules]
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith(("MLX5_", "RDMAV_", "IBV_", "PYTHON"))}
    environment.update(PYTHONDONTWRITEBYTECODE="1", MLX5_CRYPTO_TEST_INFO=CRYPTO)
    launcher = os.path.join(args.build, "launcher-" + os.path.basename(logs[0]))
    with open(launcher, "wb") as stream:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stream,
                                   stderr=subprocess.STDOUT, env=environment, cwd=args.build,
                                   start_new_session=True)
        try:
            status = patience.wait(process, patience.LIMIT, STILL)
            ended = describe(status) if status else ""
        except patience.Hang as why:
            ended = str(why)
    runs = [Run(module, output=text_of(log)) for module, log in zip(modules, logs)]
    for run, path in zip(runs, records):
        run.problem = read_records(path, run)
    runs = runs[:max(1, sum(map(os.path.exists, records)))]
    runs[-1].problem = ended or runs[-1].problem
    runs[-1].output += text_of(launcher)
    left = modules[len(runs):]
    return runs + (run_modules(python, left, args) if left else [])


def text_of(log: str) -> str:
    """Returns the text of a log; empty if there is none."""
    if not os.path.exists(log):
        return ""
    with open(log, encoding="utf-8", errors="replace") as stream:
        return stream.read()


def read_expected(path: str = "") -> Dict[str, Outcome]:
    """Returns expected.txt by test id, or a list of the same form."""
    path = path or EXPECTED
    expected = {}
    with open(path, encoding="utf-8") as stream:
        for number, line in enumerate(stream, 1):
            line = line.rstrip("\n")
            if not line or line.startswith("#"):
                continue
            match = re.fullmatch(r"(\S+) (passed|skipped|failed)(?:: (.+))?", line)
            if not match or (match[2] != "passed") != bool(match[3]) or (match[2] == "failed" and path == EXPECTED):
                raise ValueError(f"{path}:{number}: not `TEST passed` or `TEST skipped: REASON`")
            expected[match[1]] = Outcome(match[2], match[3] or "")
    return expected


def write_expected(runs: List[Run], old: Dict[str, Outcome], whole: bool) -> None:
    """Rewrites the list with the outcomes; entries of modules that did not run are kept."""
    new = {} if whole else {name: outcome for name, outcome in old.items()
                            if name.partition(".")[0] not in {run.module for run in runs}}
    for run in runs:
        new.update(run.outcomes)
        for name, outcome in run.outcomes.items():
            if name in old and MACHINE.search(old[name].text) and outcome.state != "failed":
                new[name] = old[name]
    with open(EXPECTED, "w", encoding="utf-8") as stream:
        stream.write("# rdma-core's tests on softmlx5, see run.py. Made by run.py --update.\n")
        stream.writelines(f"{name} {outcome}\n" for name, outcome in sorted(new.items()))


def read_may_fail(path: str) -> Set[str]:
    """Returns the tests of a file with lines `TEST: REASON`, which may fail on the device of --softmlx5."""
    with open(path, encoding="utf-8") as stream:
        return {line.partition(":")[0] for line in stream if line.strip() and not line.startswith("#")}


def compare(run: Run, expected: Dict[str, Outcome], may_fail: AbstractSet[str] = frozenset()) -> List[str]:
    """Returns the differences from the list, and all failures but those of `may_fail`."""
    wrong = [f"{run.module}: {run.problem}"] if run.problem else []
    wrong += [f"{run.module}: the device complains: {line}" for line in run.output.splitlines()
              if line.startswith("softmlx5: ") and not line.startswith("softmlx5: refused: ")]
    for name, found in run.outcomes.items():
        wanted = expected.get(name)
        if name in may_fail and found.state == "failed":
            continue
        if found.state == "failed" and wanted and wanted.state == "failed" and found.text.rstrip().endswith(wanted.text):
            continue
        if found.state == "failed":
            wrong.append(f"{name}: {found}")
        elif wanted is None:
            wrong.append(f"{name}: {found}, but it is not in the list; add it with --update")
        elif MACHINE.search(wanted.text) or (os.geteuid() and BY_ROOT.search(found.text)):
            continue
        elif found.state == "passed" and wanted.state == "skipped":
            wrong.append(f"{name}: passes now; update the list with --update")
        elif found != wanted:
            wrong.append(f"{name}: {found}, but the list says {wanted}")
    return wrong + [f"{name}: in the list, but there is no such test" for name in expected
                    if name.partition(".")[0] == run.module and name not in run.outcomes]


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, metavar="DIR", help="folder for what is made")
    parser.add_argument("--launcher", default=os.path.join(ROOT, "build", "softmlx5"),
                        metavar="FILE", help="the program softmlx5 (default: build/softmlx5)")
    parser.add_argument("--softmlx5", default="", metavar="OPTIONS", help="its options")
    parser.add_argument("--may-fail", default="", metavar="FILE", help="tests that may fail, with reasons")
    parser.add_argument("--jobs", type=int, default=min(4, os.cpu_count() or 1), metavar="N",
                        help="modules at a time")
    parser.add_argument("--seed", type=int, default=1, metavar="N",
                        help="of the random numbers in the tests (default: 1)")
    parser.add_argument("--kernel", action="store_true", help="on the real driver; the list is then corrected by kernel.txt")
    parser.add_argument("--roce", action="store_true", help="on a port of Ethernet; the list is then corrected by roce.txt")
    parser.add_argument("--update", action="store_true", help="write expected.txt anew")
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="default: all")
    args = parser.parse_args()
    args.build = os.path.abspath(args.build)
    args.launcher = os.path.abspath(args.launcher)
    if (args.kernel or args.roce) and args.update:
        parser.error("--update writes the list of InfiniBand in the process; edit kernel.txt and roce.txt by hand, with reasons")
    if args.kernel and args.roce:
        parser.error("--roce: with --kernel the port has no network device, so that it is down")
    return args


def main() -> int:
    args = parse_arguments()
    os.makedirs(args.build, exist_ok=True)
    try:
        python = find_python()
        package.unpack(os.path.join(ROOT, "build"), os.path.join(args.build, "tests"))
        expected = read_expected() if os.path.exists(EXPECTED) else {}
        expected.update(read_expected(KERNEL) if args.kernel else {})
        expected.update(read_expected(ROCE) if args.roce else {})
        may_fail = read_may_fail(args.may_fail) if args.may_fail else set()
    except (OSError, ValueError) as exc:
        print(f"run.py: {exc}\n0 passed, 1 failed, 0 skipped")
        return 1
    there = sorted(name[:-len(".py")] for name in os.listdir(os.path.join(args.build, "tests"))
                   if re.fullmatch(r"test_\w+\.py", name))
    modules = args.modules or there
    with concurrent.futures.ThreadPoolExecutor(max(1, args.jobs)) as pool:
        runs = [run for part in pool.map(lambda batch: run_modules(python, batch, args), batches(modules, args)) for run in part]
    if args.update:
        write_expected(runs, expected, not args.modules)
        expected = read_expected()
    failed = 0
    listed = {name.partition(".")[0] for name in expected}
    lost = [] if args.modules else sorted(listed - set(there))
    for name in lost:
        print(f"{name}: in the list, but there is no such module")
    for run in runs:
        wrong = compare(run, expected, may_fail)
        failed += len(wrong)
        if wrong:
            print("\n".join(wrong))
            print("\n".join(f"  | {line}" for line in run.output.rstrip().splitlines()[-40:]))
    outcomes = [outcome for run in runs for outcome in run.outcomes.values()]
    ran = sum(outcome.state == "passed" for outcome in outcomes)
    skips = sum(outcome.state == "skipped" for outcome in outcomes)
    failed += len(lost)
    print(f"{len(modules)} modules: {ran} tests passed, {skips} were skipped by rdma-core")
    print(f"{max(0, len(outcomes) - failed)} passed, {failed} failed, 0 skipped")
    return 1 if failed or not outcomes else 0


if __name__ == "__main__":
    sys.exit(main())
