#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Replays the golden vectors through the library (build/tests/replay), holds what differs from libmlx5
against differences.txt, and breaks vectors to see that replay notices.

    tests/library/replay/run.py --build build            the test
    tests/library/replay/run.py --build build --write    writes the cases of each rule into differences.txt
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import random
import subprocess
import sys
import tempfile
import textwrap
from typing import Any, Dict, Iterator, List, Optional, Tuple

HERE = os.path.dirname(os.path.abspath(__file__))
VECTORS = os.path.join(os.path.dirname(HERE), "vectors")
LIST = os.path.join(HERE, "differences.txt")
BROKEN_CASES = 400


def replay(program: str, folder: str, *options: str) -> Tuple[int, List[str]]:
    """Exit status and lines of the program."""
    done = subprocess.run([program, *options, folder], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout.splitlines()


def read_list() -> Tuple[str, Dict[str, str], Dict[str, List[str]]]:
    """The head of differences.txt, the reason of each rule, its cases."""
    head: List[str] = []
    reasons: Dict[str, str] = {}
    cases: Dict[str, List[str]] = {}
    rule = ""
    with open(LIST, encoding="utf-8") as stream:
        for line in stream:
            if line.startswith("#"):
                head.append(line)
            elif line.startswith(" ") and rule:
                cases[rule] += line.split()
            elif ":" in line:
                rule, reason = line.split(":", 1)
                reasons[rule], cases[rule] = reason.strip(), []
    return "".join(head), reasons, cases


def write_list(found: Dict[str, List[str]]) -> None:
    head, reasons, _ = read_list()
    with open(LIST, "w", encoding="utf-8") as stream:
        stream.write(head)
        for rule in sorted({*reasons, *found}):
            stream.write(f"\n{rule}: {reasons.get(rule, '?')}\n")
            if found.get(rule):
                stream.write(textwrap.fill(" ".join(found[rule]), 96, initial_indent="    ",
                                           subsequent_indent="    ", break_on_hyphens=False) + "\n")


def check_list(found: Dict[str, List[str]]) -> List[str]:
    """Lines of differences.txt without a difference, and differences without a line."""
    _, reasons, cases = read_list()
    wrong = [f"differences.txt: rule {rule} has no case" for rule in reasons if rule not in found]
    for rule, names in found.items():
        if reasons.get(rule, "?") == "?":
            wrong.append(f"differences.txt: rule {rule} has no reason")
        for name in sorted({*names} ^ {*cases.get(rule, [])}):
            what = "differs" if name in names else "is listed but does not differ"
            wrong.append(f"differences.txt: {name} {what} by {rule}")
    return wrong


def flip(hexa: str, rng: random.Random, taken: Tuple[int, int] = (0, 0)) -> Optional[str]:
    """One bit of a string of bytes, outside the bytes from taken[0] to taken[1]."""
    at = [i for i in range(len(hexa)) if not taken[0] <= i // 2 < taken[1]]
    if not at:
        return None
    i = rng.choice(at)
    return hexa[:i] + f"{int(hexa[i], 16) ^ 1 << rng.randrange(4):x}" + hexa[i + 1:]


def break_wqe(step: Dict[str, Any], rng: random.Random) -> bool:
    wqes = [wqe for wqe in step["expect"].get("wqes", []) if wqe.get("bb")]
    if not wqes:
        return False
    wqe = rng.choice(wqes)
    block = rng.choice(wqe["bb"])
    taken = [(at, at + size) for index, at, size in wqe.get("any", []) if index == block[0]]
    block[1] = flip(block[1], rng, taken[0] if taken else (0, 0)) or block[1]
    return len(taken) < 2


def break_post(step: Dict[str, Any], rng: random.Random) -> bool:
    expect = step["expect"]
    if expect["ret"]:
        expect["ret"] ^= 1 << rng.randrange(6)
    elif rng.random() < 0.2:
        expect["dbrec"] = flip(expect["dbrec"], rng)
    elif rng.random() < 0.2:
        expect["db"] = flip(expect["db"], rng)
    else:
        return break_wqe(step, rng)
    return True


def break_check(step: Dict[str, Any], rng: random.Random) -> bool:
    if "man" in step or "ambiguous" in step or step["expect"]["ret"]:
        return False
    key = rng.choice([name for name in step["expect"] if name != "ret"])
    value = step["expect"][key]
    step["expect"][key] = value ^ 1 if isinstance(value, int) else hex(int(value, 16) ^ 1)
    return True


def break_cqe(step: Dict[str, Any], rng: random.Random) -> bool:
    expect = step["expect"]
    if expect["ret"] < 0:
        return False
    if expect["wcs"] and rng.random() < 0.7:
        completion = rng.choice(expect["wcs"])
        completion["wr_id"] = hex(int(completion["wr_id"], 16) ^ 1 << rng.randrange(64))
    else:
        expect["ci"] ^= 1
    return True


def break_cancel(step: Dict[str, Any], rng: random.Random) -> bool:
    expect = step["expect"]
    if rng.random() < 0.3:
        expect["query_in"] = flip(expect["query_in"], rng)
    elif expect["nop"]:
        nop = rng.choice(expect["nop"])
        nop[1] = flip(nop[1], rng)
    else:
        expect["ret"] += 1
        step.pop("man", None)
    return True


def break_command(case: Dict[str, Any], rng: random.Random) -> bool:
    expect = case["expect"]
    if case["kind"] == "query_device":
        caps = expect[rng.choice(["sig_caps", "crypto_caps"])]
        caps[rng.choice(list(caps))] ^= 1
    elif case["kind"] == "status_errno":
        expect["errno"][rng.randrange(1, 256)] += 1
    elif case["kind"] == "sq_geometry":
        if expect["ret"]:
            return False
        expect["sq_bytes"] += 64
    elif case["kind"] == "drain_sigerr":
        expect["cmds"][0]["in"] = flip(expect["cmds"][0]["in"], rng)
    elif expect["cmds"]:
        command = rng.choice(expect["cmds"])
        command["in"] = flip(command["in"], rng, (2, 8) if "DESTROY" in command["cmd"] else (0, 0))
        if "DESTROY" in command["cmd"] and command["in"][24:] != "0" * 8:
            return False  # only the opcode and the number are promised
    else:
        expect["errno"] += 1
    return True


STEPS = {"post": break_post, "check": break_check, "cqe": break_cqe, "cancel": break_cancel}


def break_case(case: Dict[str, Any], rng: random.Random) -> bool:
    """Changes one thing that replay must notice; gives whether there is one."""
    if case["family"] == "commands":
        return break_command(case, rng)
    steps = [step for step in case["steps"] if step["op"] in STEPS]
    step = rng.choice(steps)
    return STEPS[step["op"]](step, rng)


def cases() -> Iterator[Dict[str, Any]]:
    for name in sorted(os.listdir(VECTORS)):
        if name.endswith(".jsonl"):
            with open(os.path.join(VECTORS, name), encoding="utf-8") as stream:
                yield from map(json.loads, stream)


def check_broken(program: str, differing: List[str]) -> Tuple[int, List[str]]:
    """Number of broken cases that replay rejects, and those that it takes."""
    rng = random.Random(4)
    families = collections.defaultdict(list)
    skip = set(differing)
    for case in cases():
        if case["id"] not in skip:
            families[case["family"]].append(case)
    chosen = []
    for family in sorted(families):
        for case in rng.sample(families[family], min(len(families[family]), BROKEN_CASES // 6)):
            before = json.dumps(case)
            if break_case(case, rng) and json.dumps(case) != before:
                chosen.append(case)
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "broken.jsonl"), "w", encoding="utf-8") as stream:
            stream.writelines(json.dumps(case) + "\n" for case in chosen)
        _, lines = replay(program, folder)
    noticed = {line.split(":")[0] for line in lines[:-1]}
    unnoticed = [case["id"] for case in chosen if case["id"] not in noticed]
    return len(chosen) - len(unnoticed), [f"broken {name} passes" for name in unnoticed]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", metavar="DIR")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    program = os.path.join(args.build, "tests", "replay")
    status, lines = replay(program, VECTORS, "--differences")
    found = collections.defaultdict(list)
    wrong = []
    for line in lines[:-1]:
        words = line.split()
        if len(words) == 2 and not words[0].endswith(":"):
            found[words[1]].append(words[0])
        else:
            wrong.append(line)
    if status and not wrong:
        wrong.append(f"replay: exit status {status}: {lines[-1:]}")
    if args.write:
        write_list(found)
    passed = int(lines[-1].split()[0]) if lines and "passed" in lines[-1] else 0
    wrong += check_list(found)
    differing = [name for names in found.values() for name in names]
    rejected, unnoticed = check_broken(program, differing)
    wrong += unnoticed
    for line in wrong:
        print(line)
    print(f"{passed + rejected} passed, {len(wrong)} failed, 0 skipped")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
