# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc explain``: the page of a rule, or the list of all rules."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Optional

from ..errors import did_you_mean
from ..rules import RULES


def document(rule: str) -> Optional[str]:
    """Returns the page of a rule, or None."""
    path = os.path.join(os.path.dirname(__file__), f"{rule}.md")
    if not os.path.isfile(path):
        return None
    with open(path, encoding="utf-8") as stream:
        return stream.read()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rules", metavar="RULE", nargs="*", help="the id of a rule, such as E012")


def run(args: argparse.Namespace) -> int:
    if not args.rules:
        theme = ""
        for rule in RULES.values():
            if rule.theme != theme:
                print(("\n" if theme else "") + rule.theme)
                theme = rule.theme
            print(f"  {rule.id}  {rule.title}")
        return 0
    status = 0
    for number, word in enumerate(args.rules):
        name = word.upper()
        text = document(name) if name in RULES else None
        if text is None:
            hint = did_you_mean(name, RULES) or "`prmc explain` lists them"
            sys.stderr.write(f"prmc: there is no rule '{word}'; {hint}\n")
            status = 2
            continue
        print(("\n" if number else "") + text, end="")
    return status
