#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Shows the main features in a few seconds: an explained work request, and signatures on a device.

Takes a signature configuration that libmlx5 wrote into its send queue (from tests/library/vectors), and
explains every field of it from the spec alone. Then runs two programs on softmlx5, which write
blocks with a T10-DIF on the wire, corrupt one, and cancel the response of a bad transfer.

With --wqes also prints each WQE that the two programs post, decoded, as the device saw it.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from typing import Iterable, Iterator, List

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PRMC = os.path.join(ROOT, "codegen", "prmc")
CASE = "sig_umr-00002"


def step(title: str, command: List[str], text: str = "") -> None:
    """Runs one step with the demo's output; its failure ends the demo."""
    print(f"\n== {title}", flush=True)
    done = subprocess.run(command, input=text or None, text=True, check=False, cwd=ROOT)
    if done.returncode:
        sys.exit(f"demo: this step failed with {done.returncode}: {' '.join(command)}")


def hexdump(data: bytes) -> str:
    """Returns the bytes in the format of `hexdump -C`."""
    out: List[str] = []
    last = b""
    for at in range(0, len(data), 16):
        row = data[at:at + 16]
        if row == last:
            out += [] if out[-1] == "*" else ["*"]
            continue
        last = row
        text = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in row)
        out.append(f"{at:08x}  {row[:8].hex(' ')}  {row[8:].hex(' ')}  |{text}|")
    return "\n".join([*out, f"{len(data):08x}", ""])


def ring_image(case_id: str) -> bytes:
    """Returns the WQEBBs of one recorded post."""
    with open(os.path.join(ROOT, "tests", "library", "vectors", "sig_umr.jsonl"), encoding="utf-8") as stream:
        for line in stream:
            case = json.loads(line)
            if case["id"] == case_id:
                wqes = case["steps"][0]["expect"]["wqes"]
                return bytes.fromhex("".join(block[1].ljust(128, "0") for wqe in wqes
                                             for block in wqe["bb"]))
    sys.exit(f"demo: tests/library/vectors/sig_umr.jsonl has no case {case_id}")


def on_device(title: str, build: str, program: str, with_wqes: bool) -> None:
    """Runs an example under softmlx5 and prints its WQEs on request."""
    folder = os.path.dirname(os.path.abspath(build))
    command = [os.path.join(folder, "softmlx5")]
    trace = os.path.join(build, f"{program}.trace")
    if with_wqes:
        os.makedirs(build, exist_ok=True)
        if os.path.exists(trace):
            os.unlink(trace)
        command += ["--trace", trace]
    step(title, [*command, os.path.join(folder, "examples", program)])
    if with_wqes:
        print("\nIts WQEs, decoded:\n")
        with open(trace, encoding="utf-8") as stream:
            print("".join(wqes(stream)), end="", flush=True)


def wqes(trace: Iterable[str]) -> Iterator[str]:
    """Returns the lines of a trace about send requests: a header line, then the segments indented."""
    is_wqe = False
    for line in trace:
        if line.startswith("["):
            is_wqe = bool(re.search(r"mlx5_\d QP \w+ WQE ", line))
        if is_wqe:
            yield "  " + line


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--build", default="build/demo")
    parser.add_argument("--wqes", action="store_true", help="decode the WQEs that are posted")
    args = parser.parse_args()
    python = sys.executable
    step("1. Is the manual (spec/) consistent, bit for bit?", [python, PRMC, "check"])
    step("2. Is generated/ up to date with it?", [python, PRMC, "generate", "--check"])
    step("3. Does the C agree with what real libmlx5 writes? Every recorded WQE, CQE and command is\n"
         "   unpacked, each field compared with the inputs of the call, and packed again:",
         [python, os.path.join(ROOT, "tests", "library", "vectors", "run.py"), "--cc", args.cc, "--build",
          args.build])
    dump = hexdump(ring_image(CASE))
    print("\n== 4. A signature configuration as libmlx5 posted it: memory CRC32 in 4048-byte blocks,\n"
          f"   wire CRC32C in 4096-byte blocks. The bytes of its send queue:\n\n{dump}", flush=True)
    step("5. The same, explained from the spec: a UMR with mkey context, translations and BSF, and\n"
         "   two SET_PSV:", [python, PRMC, "decode", "-"], dump)
    on_device("6. Signatures at work, on softmlx5:", args.build, "demo_device", args.wqes)
    on_device("7. A storage target that answers early, and cancels its answer when a block is bad\n"
              "   (signature pipelining):", args.build, "pipelining", args.wqes)
    print("\nNext steps: codegen/prmc show bsf_basic     the manual's page of what is explained above\n"
          "            codegen/prmc decode --help      your own dumps, and error CQEs in logs\n"
          "            examples/demo.py --wqes         steps 6 and 7 with each WQE decoded\n"
          "            examples/sig_write.c            the shortest signature write\n"
          "            README.md, \"Change a field\"     what one line of spec/ does")
    return 0


if __name__ == "__main__":
    sys.exit(main())
