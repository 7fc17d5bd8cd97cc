#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Prints what the recorded tests came to: failures with output, skips with reasons, the total."""

from __future__ import annotations

import json
import sys
from typing import List


def main(paths: List[str]) -> int:
    total = {"passed": 0, "failed": 0, "skipped": 0}
    for path in paths:
        with open(path, encoding="utf-8") as stream:
            record = json.load(stream)
        for key in total:
            total[key] += record[key]
        if record["failed"]:
            print(f"---- {record['name']} FAILED {record['reason']}")
            print("\n".join(record["output"].splitlines()[-60:]))
            print(f"---- run it alone: {record['alone']}")
        elif record["skipped"]:
            print(f"---- {record['name']} skipped {record['skipped']}:")
            print("\n".join(line for line in record["output"].splitlines() if "SKIP" in line))
    print("{passed} passed, {failed} failed, {skipped} skipped".format(**total))
    return 1 if total["failed"] or not total["passed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
