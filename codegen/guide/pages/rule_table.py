# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""What is made of request_rules.yaml: the table in docs/softmlx5.md, and the names and messages for softmlx5."""

from __future__ import annotations

import json
import textwrap

from prmclib.show.request_rules import Rule, Seen, load

START, END = "<!-- rules: `ninja regen` makes this table of codegen/prmclib/show/request_rules.yaml -->\n", "<!-- end of rules -->\n"

_HEAD = """\
// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Made by prmc from codegen/prmclib/show/request_rules.yaml: `ninja regen`. Do not edit.
 *
 * Names and messages of the rules of strict mode, which `prmc decode` checks, too.
 */
#ifndef SOFTMLX5_RULES_H
#define SOFTMLX5_RULES_H
"""


def header() -> str:
    """Returns softmlx5/base/rules.h."""
    out = [_HEAD]
    for rule in load().values():
        out.append(f"#define SM_{rule.constant} {json.dumps(rule.name)}")
        out += [f"#define SM_TEXT_{text.name} \\\n\t{json.dumps(text.format)}" for text in rule.texts]
    return "\n".join(out) + "\n\n#endif\n"


def table() -> str:
    """Returns the table of the rules."""
    rows = ["| rule | broken by | without `--strict` | decode |", "|---|---|---|---|"]
    rows += [f"| `{rule.name}` | {rule.broken_by} | {_default(rule)} | {_decoded(rule)} |" for rule in load().values()]
    return "\n".join(rows) + "\n"


def _codes(seen: Seen) -> str:
    codes = "/".join(f"{code:#04x}" for code in seen.codes)
    return f"card{' ' + codes if codes else ''}: {seen.source}"


def _default(rule: Rule) -> str:
    parts = [_codes(rule.seen)] if rule.seen else []
    parts += [f"{_codes(text.seen)}, {text.format}" for text in rule.texts if text.seen and text.seen != rule.seen]
    return f"{rule.default}: " + "; ".join([*parts, *([rule.why] if rule.why else [])])


def _decoded(rule: Rule) -> str:
    if rule.name == "segment":
        return "yes"
    decoded = [text for text in rule.texts if text.is_decoded]
    return "yes" if decoded and len(decoded) == len(rule.texts) else "in part" if decoded else ""


def with_table(page: str) -> str:
    """Returns a page with the table between the marks."""
    before, mark, rest = page.partition(START)
    _, end, after = rest.partition(END)
    if not mark or not end:
        raise ValueError(f"the page lacks the marks {textwrap.shorten(START, 20)}")
    return before + mark + "\n" + table() + "\n" + end + after
