# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""softmlx5 of another spec, and one workload in both of its worlds: in the process, and under Linux's driver.

A world has noticed the other spec if it does not do what it does with the right one: the driver finds no device, a program
fails or hangs, strict mode reports a bit, the kernel's driver logs something, or `ibv_devinfo` and the decoded trace say
something else."""

from __future__ import annotations

import concurrent.futures
import os
import re
import shlex
import shutil
import subprocess
import sys
from typing import Dict, List, Sequence, Set, Tuple

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
if os.path.join(ROOT, "tests", "run") not in sys.path:
    sys.path.insert(0, os.path.join(ROOT, "tests", "run"))

import patience  # noqa: E402

WORLDS = ("process", "kernel")
EXAMPLES = ("sig_write", "mlx5dv_sig_write", "loopback")  # their traces are the same each time
# Tests of device_test that pass in both worlds in a second together.
REQUESTS = """send_lists write_lists read_lists send_inline immediate sig_all shared_receive atomics masked_atomics umr_list
umr_interleaved umr_chain invalidate local_access remote_rights receive_faults flush_order to_error established armed_once
moderation srq_limit srq_last ud_sizes ud_grh uc_requests xrc_sends xrc_rdma xrc_refused xrc_limit dc_operations inline_receives
query_of_cq""".split()
LIMIT = 40  # seconds of the kernel; it needs three
MEMORY = "3072"  # MB: addresses of mailboxes have all 32 low bits
PROCESSOR = 20.0  # seconds of the programs in the process, which need two
WRITES = re.compile(r"(?:^|\s)(?:-o|--out) (\S+)")


def targets() -> List[str]:
    return ["libsoftmlx5.so", "softmlx5", "softmlx5-device", "tests/device_test", *(f"examples/{name}" for name in EXAMPLES)]


def generated(spec: str, folder: str) -> str:
    """Writes the headers of a spec; returns what the compiler said if it refuses the spec."""
    done = subprocess.run([sys.executable, os.path.join(ROOT, "codegen", "prmc"), "generate", "--spec", spec, "--out", folder],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.stdout if done.returncode else ""


def text_of(path: str) -> str:
    with open(path, encoding="utf-8", errors="replace") as stream:
        return stream.read()


class Variant:
    """Builds what a changed spec changes of the build folder's products, into a folder with the same names."""

    def __init__(self, build: str, folder: str) -> None:
        self.build, self.folder = os.path.relpath(build, ROOT), folder
        self.spec = os.path.join(folder, "spec")
        self.headers = os.path.join(folder, "generated")
        self.right = os.path.join(folder, "right")  # the headers of the spec as it is
        shutil.copytree(os.path.join(ROOT, "spec"), self.spec)
        assert not generated(self.spec, self.right)
        shutil.copytree(self.right, self.headers)
        main = "build.ninja" if self.build == "build" else f"{self.build}/build.ninja"
        self.commands = self._ninja(main, "commands", *(f"{self.build}/{name}" for name in targets())).splitlines()
        self.uses: Dict[str, Set[str]] = {}
        target = ""
        for line in self._ninja(main, "deps").splitlines():
            if line.startswith("    generated/"):
                self.uses[target].add(os.path.basename(line))
            elif line and not line.startswith(" "):
                target = line.split(":")[0]
                self.uses[target] = set()
        os.mkdir(os.path.join(folder, "kernel"))
        os.symlink(os.path.realpath(os.path.join(build, "kernel", "linux")), os.path.join(folder, "kernel", "linux"))
        shutil.copy(os.path.join(build, "softmlx5-init"), folder)

    def _ninja(self, main: str, tool: str, *words: str) -> str:
        return subprocess.run(["ninja", "-f", main, "-t", tool, *words], cwd=ROOT, stdout=subprocess.PIPE, text=True,
                              check=True).stdout

    def changed_headers(self) -> Set[str]:
        return {name for name in os.listdir(self.right)
                if name.endswith(".h") and text_of(os.path.join(self.right, name)) != text_of(os.path.join(self.headers, name))}

    def built(self) -> str:
        """Builds all programs with the headers of self.spec; returns the output of what fails."""
        failure = generated(self.spec, self.headers)
        if failure:
            return failure
        changed = self.changed_headers()
        made: Set[str] = set()
        compiles: List[str] = []
        links: List[str] = []
        for command in self.commands:
            found = WRITES.search(command) or re.search(r"ar rcs (\S+)", command)
            if not found:
                continue
            if " -c " in command or "merged.py" in command:
                if self.uses.get(found[1], set()) & changed:
                    made.add(found[1])
                    compiles.append(command)
            elif os.path.relpath(found[1], self.build) in targets() or made & set(command.split()):
                made.add(found[1])
                links.append(command)
        with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            done = list(pool.map(lambda command: self._run(command, made), compiles))
        done += [self._run(command, made) for command in links]
        return "".join(done)

    def _run(self, command: str, made: Set[str]) -> str:
        words = []
        for word in command.split():
            if word in made or word.endswith(".o.d"):
                word = os.path.join(self.folder, os.path.relpath(word, self.build))
                os.makedirs(os.path.dirname(word), exist_ok=True)
            elif word == "-Igenerated":
                word = f"-I{self.headers}"
            other = {"-O2": "-O0", "-Werror": "", "python3": sys.executable, "&&": "&&"}
            words.append(other.get(word, shlex.quote(word)))
        line = " ".join(words) + (" -w -fuse-ld=gold" if words[0] == "gcc" else "")
        done = subprocess.run(line, shell=True, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False)
        return f"{line}\n{done.stdout}" if done.returncode else ""


class Seen:
    """What a world has shown of a workload: how it ended, what it printed, and the decoded trace."""

    def __init__(self, how: str = "") -> None:
        self.how = how  # '' if all was well, else a word and the details
        self.output: List[str] = []
        self.trace: Set[str] = set()

    def differs(self, right: "Seen") -> str:
        """Returns how this world has noticed that something is wrong, beside what it shows of the right spec."""
        if self.how != right.how:
            return self.how
        if self.output != right.output:
            return f"output: {first(self.output, right.output)}"
        new = sorted(self.trace - right.trace)
        return f"trace: {new[0]}" if new else ""


def first(found: Sequence[str], right: Sequence[str]) -> str:
    """Returns the first line that differs."""
    pairs = [*zip(found, right), ("", "") if len(found) == len(right) else (f"{len(found)} lines", f"{len(right)} lines")]
    return next(f"{one.strip()} | {two.strip()}" for one, two in pairs if one != two)


def examples(folder: str, world: str, log: str) -> Seen:
    """Runs `ibv_devinfo` and the examples, with a trace."""
    trace = os.path.join(log, f"{world}.trace")
    if os.path.exists(trace):
        os.remove(trace)
    commands = ["ibv_devinfo -v", *(f"{folder}/examples/{name}" for name in EXAMPLES)]
    seen, said = run(folder, world, commands, ["--trace", trace], log)
    if not seen.how:
        seen.output = said
        seen.trace = normal(text_of(trace))
    return seen


def requests(folder: str, world: str, log: str) -> Seen:
    """Runs tests of device_test."""
    return run(folder, world, [f"{folder}/tests/device_test {' '.join(REQUESTS)}"], ["--devices", "2"], log)[0]


def run(folder: str, world: str, commands: Sequence[str], options: Sequence[str], log: str) -> "Tuple[Seen, List[str]]":
    """Runs commands with the programs of a folder, in strict mode. Returns how they ended, and what was printed and logged."""
    kernel, out, runtime = (os.path.join(log, f"{world}.{name}") for name in ("log", "out", "runtime"))
    os.makedirs(runtime, exist_ok=True)  # of one's own: GUIDs and LIDs depend on other processes
    if os.path.exists(kernel):
        os.remove(kernel)
    script = " && ".join(f"{{ {command} || {{ echo FAILED: {command.split('/')[-1][:60]}; exit 1; }}; }}" for command in commands)
    inside = [] if world == "process" else ["--kernel", "--kernel-limit", str(LIMIT), "--kernel-log", kernel,
                                            "--kernel-memory", MEMORY]
    with open(out, "w", encoding="utf-8") as stream:
        try:
            status = patience.run([f"{folder}/softmlx5", "--strict", *options, *inside, "setarch", "-R", "sh", "-c", script],
                                  PROCESSOR, stdout=stream, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                  env={**os.environ, "XDG_RUNTIME_DIR": runtime}).returncode
        except patience.Hang:
            status = 124
    log_text = text_of(kernel) if os.path.exists(kernel) else ""
    said = text_of(out)
    return Seen(judged(status, said, log_text)), said.splitlines() + logged(log_text)


def judged(status: int, said: str, log: str) -> str:
    """Returns how a run was not well, with the details; '' if it was."""
    strict = re.search(r"^softmlx5: (?!refused: |lost: |the |end of )(.+)$", said, re.M)
    why = re.search(r"^(FAIL.*|No IB devices found|softmlx5: the .*)$", said, re.M)
    if status and "hca_id" not in said and not said.startswith(("ok ", "FAIL")):
        return f"boot: {why[1] if why else f'status {status}'}; {' '.join(logged(log)[-1:])}"
    if strict:
        return f"strict: {strict[1]}"
    return f"program: {why[1] if why else f'status {status}'}" if status else ""


def logged(log: str) -> List[str]:
    """Returns what the driver has logged, without times and process numbers."""
    lines = re.findall(r"^\[ *[\d.]+\] ((?:mlx5_core|infiniband mlx5|mlx5_ib).*)$", log, re.M)
    return [re.sub(r"pid \d+", "pid", line) for line in lines]


def normal(trace: str) -> Set[str]:
    """Returns the decoded entries of a trace without what differs from run to run: addresses and sizes in pages, counters."""
    text = re.sub(r"\n {10}(?=\S)", " ", trace)
    text = re.sub(r" and [0-9a-f]{8,}[0-9a-f.]*( \(\d+ bytes\))?$", " and bytes", text, flags=re.M)
    text = re.sub(r" \S*(?:addr|timestamp|page_offset|log_page_size|octword|wqe_index|wqe_counter)\w*=\S+", "", text)
    return {line.strip() for line in text.splitlines() if line.startswith("  0x")}
