#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Sends every image that real libmlx5 wrote through the generated C and back.

Each WQE, SIG_ERR CQE and command of the recorded vectors is walked by the spec's sequences into
layouts.  A C program unpacks every one with the validity report, packs it again and prints what
it got; this script compares.  A check is one image: no complaint, and identical bytes.
"""

from __future__ import annotations

import argparse
import collections
import glob
import json
import os
import subprocess
import sys
from typing import Dict, Iterator, List, Tuple

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "codegen"))

from prmclib.load import spec_or_exit  # noqa: E402
from prmclib.model import Bits, Spec  # noqa: E402
from prmclib.walk import WalkError, Walker, bits_of, find_field  # noqa: E402

# What the images are called in the vectors, and in the spec.
TARGETS = {"wqe": "wqe", "cqe": "cqe",
           "CREATE_MKEY": "create_mkey_in", "DESTROY_MKEY": "destroy_mkey_in",
           "CREATE_PSV": "create_psv_in", "DESTROY_PSV": "destroy_psv_in",
           "INIT2INIT_QP": "init2init_qp_cmd", "QUERY_QP": "query_qp_in",
           "answer to QUERY_QP": "query_qp_out",
           "QUERY_HCA_CAP": "query_hca_cap_in", "answer to QUERY_HCA_CAP": "query_hca_cap_out",
           "general capabilities": "cmd_hca_cap"}

# An image: case, what it is, bytes, and the fields of its first layout whose values the case tells.
Image = Tuple[str, str, bytes, Dict[str, int]]


def images(path: str) -> Iterator[Image]:
    """Everything recorded in one file."""
    with open(path, encoding="utf-8") as stream:
        for line in stream:
            case = json.loads(line)
            for step in case.get("steps", []):
                for wqe in step.get("expect", {}).get("wqes", []) if isinstance(
                        step.get("expect"), dict) else []:
                    yield case["id"], "wqe", b"".join(bytes.fromhex(b[1]) for b in wqe["bb"]), {}
                for cqe in step.get("cqes", []):
                    yield case["id"], "cqe", bytes.fromhex(cqe), {}
                if step["op"] == "cancel":
                    yield from query_images(case, step)
            expect = case.get("expect", {})
            if not isinstance(expect, dict):
                continue
            if case.get("kind") == "query_device":
                yield from capability_images(case)
            for command in expect.get("cmds", []) + expect.get("destroy", {}).get("cmds", []):
                values = {"qpn": case["qpn"], "opt_param_mask": 1 << 11, "qpc.drain_sigerr": 1} \
                    if command["cmd"] == "INIT2INIT_QP" else {}
                yield case["id"], command["cmd"], bytes.fromhex(command["in"]), values


def query_images(case: dict, step: dict) -> Iterator[Image]:
    """The QUERY_QP of a cancel, and its answer."""
    query = step["query"]
    if "query_in" in step["expect"]:
        yield case["id"], "QUERY_QP", bytes.fromhex(step["expect"]["query_in"]), \
            {"qpn": case["qp"]["qpn"]}
    if "out" in query:
        yield case["id"], "answer to QUERY_QP", bytes.fromhex(query["out"]), {
            "qpc." + name: query[name]
            for name in ("state", "hw_sq_wqebb_counter", "sw_sq_wqebb_counter")}


def capability_images(case: dict) -> Iterator[Image]:
    """QUERY_HCA_CAP, its answer, and the general capabilities in the answer by themselves."""
    yield case["id"], "QUERY_HCA_CAP", bytes.fromhex(case["expect"]["cmd"]["in"]), \
        {"cap_type": 0, "current": 1}
    answer = bytearray(case["hca_cap_out"]["len"])
    for offset, dword in case["hca_cap_out"]["dwords"]:
        answer[offset:offset + 4] = bytes.fromhex(dword)
    values = case["hca_cap"]
    yield case["id"], "answer to QUERY_HCA_CAP", bytes(answer), {
        "cmd_hca_cap." + name: value for name, value in values.items()}
    yield case["id"], "general capabilities", bytes(answer[16:16 + 256]), values


def value_of(spec: Spec, layout: str, path: str, data: bytes) -> int:
    """The number in the field ``path`` of a layout that starts with ``data``."""
    found = find_field(spec, layout, path)
    if found is None:
        raise WalkError(f"{layout} has no field {path}")
    return bits_of(data, Bits(found[1], found[0].bits.width))


PROGRAM = """\
/* Reads lines `LAYOUT HEX`, prints `COMPLAINTS HEX` with what unpack and pack make of it. */
#include <stdio.h>
#include <stdlib.h>
{includes}

static size_t read_hex(const char *text, unsigned char *out, size_t room)
{{
	size_t n = 0;
	unsigned int byte;

	while (n < room && sscanf(text + 2 * n, "%2x", &byte) == 1)
		out[n++] = (unsigned char)byte;
	return n;
}}

int main(void)
{{
	static char layout[64], text[16384];
	static union {{ unsigned char bytes[8192]; unsigned long long align; }} in, out;

	while (scanf("%63s %16383s", layout, text) == 2) {{
		struct prm_report report = {{0}};
		size_t size = read_hex(text, in.bytes, sizeof(in.bytes)), i;
		unsigned int n = 0;

		memset(out.bytes, 0xa5, sizeof(out.bytes));
{cases}		else
			return 3;
		printf("%u ", n);
		for (i = 0; i < size; i++)
			printf("%02x", out.bytes[i]);
		for (i = 0; i < report.count && i < PRM_REPORT_MAX; i++)
			printf(" bit%u+%u:%s", report.list[i].offset_bits, report.list[i].width_bits,
			       report.list[i].field ? report.list[i].field : "reserved");
		printf("\\n");
	}}
	return 0;
}}
"""

CASE = """\
		{other}if (!strcmp(layout, "{name}")) {{
			struct prm_{name}_fields v;

			if (size != sizeof(struct prm_{name}))
				return 2;
			n = prm_{name}_unpack(&v, (const void *)in.bytes, &report);
			prm_{name}_pack((void *)out.bytes, &v);
		}}
"""


def compile_program(spec: Spec, cc: str, build: str) -> str:
    names = sorted(spec.layouts)
    includes = "\n".join(f"#include \"prm_{f.stem}.h\"" for f in spec.files
                         if f.layouts)
    cases = "".join(CASE.format(other="else " if i else "", name=name)
                    for i, name in enumerate(names))
    os.makedirs(build, exist_ok=True)
    source, program = os.path.join(build, "roundtrip.c"), os.path.join(build, "roundtrip")
    with open(source, "w", encoding="utf-8") as stream:
        stream.write(PROGRAM.format(includes=includes, cases=cases))
    subprocess.run([cc, "-std=c11", "-O1", "-g", "-Wall", "-Wextra", "-Werror",
                    "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
                    "-I", os.path.join(ROOT, "generated"), source, "-o", program], check=True)
    return program


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--build", default="build/vectors")
    parser.add_argument("vectors", nargs="*", default=sorted(glob.glob(f"{HERE}/*.jsonl")))
    args = parser.parse_args()
    spec = spec_or_exit([os.path.join(ROOT, "spec")])
    jobs: List[Tuple[int, str, bytes]] = []  # image, layout, bytes
    known: List[Tuple[str, str]] = []
    failures: Dict[int, str] = {}
    seen: collections.Counter = collections.Counter()
    for path in args.vectors:
        for case, what, data, values in images(path):
            target = TARGETS[what]
            seen[what] += 1
            number = len(known)
            known.append((case, what))
            walker = Walker(spec, data)
            try:
                end = walker.what(target)
                if target in spec.layouts:
                    end = len(data) if end <= len(data) else end
                if end != len(data):
                    failures[number] = f"{len(data)} bytes, but the walk ends at {end}"
                for name, value in values.items():
                    got = value_of(spec, walker.pieces[0].layout, name, data)
                    if got != value:
                        failures[number] = f"{name} is {got}, and should be {value}"
            except WalkError as exc:
                failures[number] = str(exc)
            for piece in walker.pieces:
                raw = data[piece.offset:piece.offset + piece.size]
                if piece.layout:
                    jobs.append((number, piece.layout, raw))
                elif piece.path.endswith("padding") and any(raw):
                    failures[number] = f"padding at 0x{piece.offset:x} is not zero"
    program = compile_program(spec, args.cc, args.build)
    done = subprocess.run([program], input="".join(f"{name} {raw.hex()}\n"
                                                   for _, name, raw in jobs),
                          capture_output=True, text=True, check=False)
    answers = done.stdout.splitlines()
    if done.returncode or len(answers) != len(jobs):
        print(done.stderr)
        print(f"the C program ended with {done.returncode} after {len(answers)} layouts")
        print("0 passed, 1 failed, 0 skipped")
        return 1
    for (number, name, raw), answer in zip(jobs, answers):
        complaints, packed, *where = answer.split()
        if complaints != "0":
            failures.setdefault(number, f"{name}: {complaints} complaints: {' '.join(where)}")
        elif packed != raw.hex():
            failures.setdefault(number, f"{name}: unpacked and packed again\n  from {raw.hex()}"
                                        f"\n  to   {packed}")
    for number, text in sorted(failures.items())[:20]:
        print(f"{known[number]}: {text}")
    print(", ".join(f"{count} {what}" for what, count in sorted(seen.items())))
    print(f"{len(jobs)} layouts in {len(known)} images")
    print(f"{len(known) - len(failures)} passed, {len(failures)} failed, 0 skipped")
    return 1 if failures or not known else 0


if __name__ == "__main__":
    sys.exit(main())
