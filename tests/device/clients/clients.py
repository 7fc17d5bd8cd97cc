# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""clients.yaml, the programs that we did not write: for the tests that run them, and docs/clients.md.

    codegen/interpreter.py --with yaml tests/device/clients/clients.py --renew

writes the versions of the installed packages into clients.yaml, and docs/clients.md.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from typing import Any, Dict, List

import yaml

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "clients.yaml")
PAGE = os.path.join(HERE, "..", "..", "..", "docs", "clients.md")
TIERS = ("usual", "deep")

HEAD = """\
# Programs on softmlx5

Debian packages, unmodified. Each command is a test in `tests/device/`: server and client, or all ranks, are processes under
softmlx5 with `--strict`, which reports nothing; of qperf and fio, that they destroy PD or CQ too early. `pytest.mark.deep` is on
the longer ones. This page is made from [clients.yaml](../tests/device/clients/clients.yaml), which the tests read:
`tests/device/clients/clients.py --renew` writes it.

rdma-core's own tests are not listed here; `tests/device/rdma_core/expected.txt` has the result of each, `roce.txt` beside it
those on a port of Ethernet.
`tests/device/clients/spdk/run.py TREE` compiles SPDK's lib/mlx5 from a source tree and runs it: CRC32C over several pieces and
over two keys with both seeds, AES-XTS with both lengths of keys against OpenSSL, and gathering, with keys that are configured
at each place of a send queue. At 3230130e6a41 all results are right, with `--strict` and without a complaint.
`tests/library/spdk/run.py TREE` runs accel_mlx5 itself ([spdk.md](spdk.md)), and `tests/device/clients/ucx/run.py TREE` UCX's
branch that has signatures in messages ([ucx.md](ucx.md)).
`tests/device/clients/spdk/nvmf.py TREE` runs SPDK's NVMe-oF target and its initiator over RDMA, with blocks that have T10-DIF; at
v24.05 all 8 runs are right. They need huge pages.
"""


def text_of(path: str) -> str:
    with open(path, encoding="utf-8") as stream:
        return stream.read()


def suites() -> List[Dict[str, Any]]:
    return yaml.safe_load(text_of(TABLE))


def suite(name: str) -> Dict[str, Any]:
    return next(row for row in suites() if row["name"] == name)


def cases(name: str) -> List[Any]:
    """The commands that succeed, as parameters of a test."""
    import pytest
    return [pytest.param(command, id=command, marks=[pytest.mark.deep] if tier == "deep" else [])
            for tier in TIERS for command in suite(name).get(tier, [])]


def refused(*names: str) -> List[Any]:
    """The commands that fail, with the text in their output, as parameters of a test."""
    import pytest
    return [pytest.param(row["run"], row["says"], id=row["run"]) for name in names for row in suite(name)["refused"]]


def installed(package: str) -> str:
    """Upstream's version of an installed package; empty if it is not installed."""
    done = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True, check=False)
    return re.sub(r"^\d+:|-[^-]*$", "", done.stdout)


def code(command: str) -> str:
    """A command as Markdown; its conditions are plain text."""
    run, word, condition = command.partition(" with ")
    return f"`{run}`{word}{condition}"


def grouped(commands: List[str]) -> List[str]:
    """A line of the table for each program: its name, and what it runs with."""
    lines: Dict[str, List[str]] = {}
    for command in commands:
        program, _, arguments = command.partition(" ")
        lines.setdefault(program, []).append(arguments)
    return [f"`{program}`" + (": " if any(arguments) else "") +
            ", ".join(code(words) if words else "without options" for words in arguments if any(arguments))
            for program, arguments in lines.items()]


def page(rows: List[Dict[str, Any]]) -> str:
    parts = [HEAD, "## What works", "| package, version | commands | data |\n|---|---|---|\n" + "".join(
        f"| {row['name']} ({row['package']} {row['version']}) | "
        + "<br>".join(grouped([command for tier in TIERS for command in row.get(tier, [])]))
        + f" | {row['data']} |\n" for row in rows)]
    lacking = "".join(f"| {code(case['run'])} | {case['why']} | {case['says']} |\n"
                      for row in rows for case in row.get("refused", []))
    parts.append(f"## What is missing\n\n| command | why | the program says |\n|---|---|---|\n{lacking}")
    return "\n\n".join(part.rstrip("\n") for part in parts) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--renew", action="store_true", required=True, help="write versions and docs/clients.md")
    parser.parse_args()
    text = text_of(TABLE)
    for row in suites():
        if not installed(row["package"]):
            sys.exit(f"clients.py: {row['package']} is not installed: run ./configure.py --install-deps=deep")
        text = re.sub(rf'(?m)(^  package: {re.escape(row["package"])}\n  version: ).*$',
                      lambda match, row=row: f'{match[1]}"{installed(row["package"])}"', text)
    with open(TABLE, "w", encoding="utf-8") as stream:
        stream.write(text)
    with open(PAGE, "w", encoding="utf-8") as stream:
        stream.write(page(suites()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
