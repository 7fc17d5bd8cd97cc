# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Writes the parts of the ninja language that configure.py and tests/run/targets.py need."""

from __future__ import annotations

import argparse
import os
import re
from typing import Dict, List, Sequence

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Writer:
    """The lines of a ninja file.

    With --sanitize, softmlx5 is built without sanitizers, because it is preloaded. gcc's runtime of the
    address sanitizer must be the first library, so programs that run on softmlx5 link it statically
    (clang always links it into programs, and never into shared libraries). build/asan and build/tsan
    have the device with sanitizers.
    """

    def __init__(self, args: argparse.Namespace) -> None:
        self.lines: List[str] = []
        self.unsanitized = " -fno-sanitize=all" if args.sanitize else ""
        is_gcc = not args.cc.split()[0].endswith(("clang", "clang++"))
        self.program = {"flags": "-static-libasan"} if args.sanitize == "address" and is_gcc else {}
        self.sanitized = " -DSANITIZED" if args.sanitize else ""  # malloc() cannot be replaced
        self.library = "-Wl,-z,now" if args.sanitize and not is_gcc else "-Wl,-z,defs,-z,now"

    def comment(self, *lines: str) -> None:
        self.lines += ["", *(f"# {line}" for line in lines)]

    def variables(self, values: Dict[str, str], indent: str = "") -> None:
        self.lines += [f"{indent}{name} = {value}" for name, value in values.items()]

    def rule(self, name: str, **values: str) -> None:
        self.lines += ["", f"rule {name}"]
        self.variables(values, "  ")

    def build(self, output: str, rule: str, inputs: Sequence[str] = (),
              implicit: Sequence[str] = (), **values: str) -> None:
        words = [f"build {output}: {rule}", *inputs, *(["|", *implicit] if implicit else [])]
        line = ""
        for word in words:
            if len(line) + len(word) > 98:
                self.lines.append(line + " $")
                line = "   "
            line += (" " if line else "") + word
        self.lines.append(line)
        self.variables(values, "  ")

    def text(self) -> str:
        """The file."""
        return "\n".join(self.lines) + "\n"


def exists(command: str) -> bool:
    """True if the tree has the file that the command runs."""
    file = next(word for word in command.split() if re.match(r"\w[\w.]*/|\./", word))
    return os.path.exists(os.path.join(ROOT, file))
