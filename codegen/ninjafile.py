# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The few forms of the ninja language that configure.py and tests/targets.py need."""

from __future__ import annotations

import argparse
import os
import re
from typing import Dict, List, Sequence

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Writer:
    """Lines of a ninja file.

    With sanitizers softmlx5, which is preloaded into programs, has none, and programs that run on it
    have gcc's runtime of the address sanitizer in them, since it wants to be the first library
    (clang's always is in programs, and never in shared libraries). build/asan and build/tsan have
    the device with sanitizers.
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
    """Whether the tree has the file that the command runs."""
    file = next(word for word in command.split() if re.match(r"\w[\w.]*/|\./", word))
    return os.path.exists(os.path.join(ROOT, file))
