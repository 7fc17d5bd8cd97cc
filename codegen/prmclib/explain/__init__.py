# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc explain``: the page of a rule, the list of all rules, or the meaning of a code."""

from __future__ import annotations

import argparse
import os
import sys
from typing import List, Optional

from prmclib.model.errors import did_you_mean
from prmclib.readers.source import load_source
from prmclib.rules import RULES
from prmclib.show import codes, term


def document(rule: str) -> Optional[str]:
    """Returns the page of a rule, or None."""
    path = os.path.join(os.path.dirname(__file__), f"{rule}.md")
    if not os.path.isfile(path):
        return None
    with open(path, encoding="utf-8") as stream:
        return stream.read()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rules", metavar="RULE", nargs="*", 
                        help="the id of a rule, such as E012; or a code as logs have it: 0x88, vendor 0x68, "
                        "\"MW_BIND_ERR 0x78\", or a whole line")
    term.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    if not args.rules:
        theme = ""
        for rule in RULES.values():
            if rule.theme != theme:
                print(("\n" if theme else "") + rule.theme)
                theme = rule.theme
            print(f"  {rule.id}  {rule.title}")
        return 0
    if not any(word.upper() in RULES for word in args.rules):
        found = codes.explain(load_source(args.spec).spec, args.rules)
        if found:
            _print(found, term.of_stream(sys.stdout, args))
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


def _print(found: List[codes.Fact], screen: term.Term) -> None:
    """Prints codes with what devices were seen to do."""
    for one in found:
        for number, line in enumerate(screen.wrap(one.line, screen.width - 2)):
            print("  " * bool(number) + line)
        for text in one.observed:
            for number, line in enumerate(screen.wrap(f"observed: {text}", screen.width - 6)):
                print("  " + "  " * bool(number) + line)
