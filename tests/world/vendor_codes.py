#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Compares cqe_vendor_syndrome of the spec with the table of libdpcp, for all 256 values.

    PYTHONPATH=codegen python3 codegen/interpreter.py --with yaml tests/world/vendor_codes.py CHECKOUT

CHECKOUT is a clone of libdpcp, or its git directory. Reads numbers from its source only, and reports values that one side
names and the other does not, and details that one has and the other lacks.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import Dict, List, Set, Tuple

from prmclib.model import meaning
from prmclib.readers.load import load_spec
from prmclib.model import Bits, Field, Kind, NOWHERE

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FILE = "src/dpcp/err_cqe.cpp"


def source_of(checkout: str) -> str:
    """Returns the text of the file with the table."""
    path = os.path.join(checkout, FILE)
    if os.path.exists(path):
        with open(path, encoding="utf-8") as stream:
            return stream.read()
    return subprocess.run(["git", "-C", checkout, "show", f"HEAD:{FILE}"], check=True, stdout=subprocess.PIPE,
                          universal_newlines=True).stdout


def theirs(text: str) -> Tuple[Set[int], Dict[int, int], int]:
    """Returns the values that libdpcp names, the details of those that have some, and the size of its table."""
    table = re.search(r"VENDOR_SYNDROMES = \{\{(.*?)\}\};", text, re.S)
    bases = re.search(r"is_tpt_syndrome.*?\{(.*?)\n\}", text, re.S)
    rnr = [re.search(rf"RNR_NAK_{name} = (0x[0-9A-Fa-f]+)", text) for name in ("BASE", "END")]
    assert table and bases and rnr[0] and rnr[1], "the source has another form"
    listed = {int(code, 16) for code in re.findall(r"\{\s*(0x[0-9a-f]{2}),", table.group(1))}
    detail = {int(base, 16) + low: low for base in re.findall(r"base == (0x[0-9a-f]+)", bases.group(1)) for low in range(8)}
    timers = {code: code & 0x1f for code in range(int(rnr[0].group(1), 16), int(rnr[1].group(1), 16) + 1)}
    return listed | set(detail) | set(timers), {**detail, **timers}, len(listed)


def main(arguments: List[str]) -> int:
    spec, findings = load_spec([os.path.join(ROOT, "spec")])
    assert not findings.has_errors
    item = Field("vendor_err_synd", Bits(0, 8), Kind.UINT, NOWHERE, elem_width=8, enum="cqe_vendor_syndrome")
    named, details, size = theirs(source_of(arguments[0]))
    wrong = 0
    for code in range(256):
        ours = meaning.of_value(spec, item, code)
        entry = spec.enums[item.enum].with_detail(code)
        low = code & ((1 << entry.detail_bits) - 1) if entry else None
        if bool(ours.names) != (code in named) or low != details.get(code):
            wrong += 1
            print(f"{code:#04x}: spec {ours.names} with detail {low}, libdpcp {code in named} with {details.get(code)}")
    print(f"{size} values of libdpcp's table, {len(named)} of 256 codes named: {wrong} differences")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
