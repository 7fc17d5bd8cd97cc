# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Reads the values of entries: names, numbers, texts, expressions, words from a list.

Each function returns the value, or adds a finding and returns None or an empty text.
"""

from __future__ import annotations

import re
from typing import Dict, FrozenSet, List, Optional, Sequence, Tuple

from prmclib.model import OBSERVED, SURE, About, Expr, File, Selector, Span, When
from prmclib.model import expr
from prmclib.model.draft import Draft, PendingWhen, Value
from prmclib.model.errors import did_you_mean, listed, shorten
from prmclib.readers.yamltree import C_COMMENT, COMMENT, List_, Map, Node, Scalar

Entries = Dict[str, Tuple[Scalar, Node]]

MAX_NAME = 60
MAX_NUMBER = (1 << 64) - 1

_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
_VALUE_NAME = re.compile(r"[A-Z0-9][A-Z0-9_]*\Z")
_ABBREVIATION = re.compile(r"[A-Z]{1,3}\Z")
_NUMBER = re.compile(r"(?:0x[0-9a-fA-F]+|0|[1-9][0-9]*)\Z")
_RANGE = re.compile(r"(0x[0-9a-fA-F]{1,16}|0|[1-9][0-9]{0,19})(?:\.\.(0x[0-9a-fA-F]{1,16}|[1-9][0-9]{0,19}))?")
_NUMBERLIKE = re.compile(r"[-+]?[0-9]")

ABOUT = frozenset(("doc", "source", "note", "conflict", "unverified", "since", "observed"))


def kind_of(node: Node) -> str:
    """Returns the name of a node for messages."""
    if isinstance(node, Map):
        return "a map"
    if isinstance(node, List_):
        return "a list"
    return "nothing" if node.is_empty else f"'{shorten(node.value, 24)}'"


def spans_of(entries: Entries) -> Dict[str, Span]:
    """Returns the places of values by their keys."""
    return {key: node.span for key, (_, node) in entries.items()}


class Words:
    """Reads the tree of one file into ``draft``; ``file`` gets the names that it defines."""

    def __init__(self, draft: Draft, file: File) -> None:
        self.draft = draft
        self.findings = draft.findings
        self.file = file

    def legend(self, node: Node) -> None:
        """Reads the abbreviations of sources."""
        if not isinstance(node, Map) or not node.items:
            self.wrong(node, "a map of abbreviations", "`sources`",
                       "write `sources: {L: linux}`, or remove the key")
            return
        for key, text in node.items:
            if _ABBREVIATION.match(key.value):
                self.file.sources[key.value] = self.text(text, f"source {key.value}")
            else:
                self.findings.add("E033", key.span, f"'{shorten(key.value)}' cannot abbreviate a source",
                                  help="abbreviations have one to three upper case letters")

    def source(self, node: Node, label: str) -> str:
        """Reads a source and expands its first word if that is an abbreviation of the file."""
        text = self.text(node, label)
        first, _, rest = text.partition(" ")
        if first in self.file.sources:
            return f"{self.file.sources[first]} {rest}".strip()
        if len(text) == 1 and text.isupper():
            self.findings.add(
                "E040", node.span, f"there is no abbreviation '{text}' among the `sources` of the file",
                help=f"add it at the top of the file: `sources: {{{text}: project and file}}`")
        return text

    def wrong(self, node: Node, expected: str, what: str, help: str = "") -> None:
        self.findings.add("E039", node.span, f"{what} is {expected}, not {kind_of(node)}",
                          help=help or f"write {expected} here")

    def entries(self, node: Node, what: str, allowed: FrozenSet[str], required: Sequence[str] = (),
                where: Optional[Span] = None) -> Optional[Entries]:
        """Returns the entries of a map with allowed keys.  None, with a finding, if it is not a map."""
        if not isinstance(node, Map):
            self.wrong(node, "a map", what,
                       f"its keys are {listed(sorted(allowed - ABOUT))}")
            return None
        result: Entries = {}
        for key, value in node.items:
            if key.value in allowed:
                result[key.value] = (key, value)
                continue
            node.spoilt = True
            if node.flow and isinstance(value, Scalar) and value.is_empty:
                self.findings.add(
                    "E030", key.span, f"{what} has no key '{shorten(key.value)}'",
                    help="a text with a comma in a one-line map needs double quotes")
                continue
            self.findings.add(
                "E030", key.span, f"{what} has no key '{shorten(key.value)}'",
                help=did_you_mean(key.value, allowed) or
                f"its keys are {listed(sorted(allowed))}")
        for name in required:
            if name not in result and not node.spoilt:
                self.findings.add("E031", where or node.span, f"{what} has no `{name}`",
                                  help=f"add `{name}:`")
        return result

    def text(self, node: Node, what: str) -> str:
        """Returns a text that is not empty, or "" with a finding."""
        if not isinstance(node, Scalar):
            self.wrong(node, "a text", what,
                       "a text that starts with '{' or '[' needs double quotes")
            return ""
        value = node.value.strip()
        if not value:
            self.findings.add("E039", node.span, f"{what} is empty",
                              help="write a text, or leave the key out")
        return value

    def name(self, node: Node, what: str) -> str:
        """Returns a name in lower case, or "" with a finding."""
        if not isinstance(node, Scalar):
            self.wrong(node, "a name", what)
            return ""
        if _NAME.match(node.value) and len(node.value) <= MAX_NAME:
            return node.value
        self.bad_name(node, what, "lower case letters, digits and '_', a letter first",
                      re.sub(r"[^a-z0-9]+", "_", node.value[:MAX_NAME].lower()).strip("_"), _NAME)
        return ""

    def value_name(self, node: Scalar, what: str) -> str:
        """Returns a name in upper case, or "" with a finding."""
        if (_VALUE_NAME.match(node.value) and len(node.value) <= MAX_NAME
                and not node.value.isdigit()):
            return node.value
        self.bad_name(node, what, "upper case letters, digits and '_', at least one letter",
                      re.sub(r"[^A-Z0-9]+", "_", node.value[:MAX_NAME].upper()).strip("_"),
                      _VALUE_NAME)
        return ""

    def bad_name(self, node: Scalar, what: str, rule: str, better: str,
                 pattern: "re.Pattern[str]") -> None:
        if len(node.value) > MAX_NAME:
            message = f"{what} has {len(node.value)} characters; at most {MAX_NAME} are allowed"
        else:
            message = f"'{shorten(node.value)}' cannot be {what}"
        self.findings.add("E033", node.span, message,
                          help=COMMENT if C_COMMENT.search(node.value) else
                          f"names have {rule}" +
                          (f": {better}" if pattern.match(better) and not better.isdigit()
                           and better != node.value and len(node.value) <= MAX_NAME else ""))

    def number(self, node: Node, what: str, low: int = 0, high: int = MAX_NUMBER) -> Optional[int]:
        """Returns a number from ``low`` to ``high``, or None with a finding."""
        if not isinstance(node, Scalar):
            self.wrong(node, "a number", what)
            return None
        text = node.value
        if not _NUMBER.match(text) or not node.plain:
            if node.is_empty:
                self.wrong(node, "a number", what)
                return None
            self.findings.add("E020", node.span,
                              f"{what}: '{shorten(text)}' is not a number",
                              help="remove the quotes" if _NUMBER.match(text) else
                              COMMENT if C_COMMENT.search(text) else
                              "numbers are decimal without leading zeros, or hexadecimal with 0x")
            return None
        value = int(text, 0) if len(text) <= 20 else MAX_NUMBER + 1
        if not low <= value <= high:
            limit = f"at most {high:#x}" if high > 9999 else f"{low} to {high}"
            self.findings.add("E021", node.span,
                              f"{what} is out of range: {shorten(text)}",
                              help=f"it can be {limit}" if value > high else
                              f"it is at least {low}")
            return None
        return value

    def ranges(self, node: Node, what: str) -> List[Tuple[int, int]]:
        """Returns the ranges of a text ``1..64``, a number, or a list of them; those that cannot be read are left out, with
        a finding."""
        out: List[Tuple[int, int]] = []
        if isinstance(node, List_) and not node.items:
            self.findings.add("E056", node.span, f"{what} is empty", help="give the legal numbers, or leave the key out")
        for one in node.items if isinstance(node, List_) else [node]:
            match = _RANGE.fullmatch(one.value) if isinstance(one, Scalar) else None
            ends = [int(text, 0) for text in match.groups() if text] if match else []
            if not ends or ends != sorted(set(ends)) or ends[-1] > MAX_NUMBER or (out and ends[0] <= out[-1][1] + 1):
                self.findings.add("E048", one.span, f"{what} is no range of numbers",
                                  help="write `LEAST..GREATEST`, such as 1..64, or a list of ranges and numbers in their "
                                       "order, such as [0..13, 31]")
                continue
            out.append((ends[0], ends[-1]))
        return out

    def value(self, node: Node, what: str) -> Optional[Value]:
        """Returns a number or the name of an enumeration value, or None with a finding."""
        if isinstance(node, Scalar) and _VALUE_NAME.match(node.value) \
                and not _NUMBER.match(node.value) and not node.value.isdigit():
            return Value(node.value, None, node.span)
        if isinstance(node, Scalar) and node.value and not _NUMBERLIKE.match(node.value):
            self.findings.add(
                "E020", node.span,
                f"{what}: '{shorten(node.value)}' is neither a number nor the name of a value",
                help=f"names of values are in upper case: {node.value.upper()}"
                if _VALUE_NAME.match(node.value.upper()) else "")
            return None
        number = self.number(node, what)
        return None if number is None or not isinstance(node, Scalar) else Value(node.value, number, node.span)

    def word(self, node: Node, what: str, words: Sequence[str]) -> str:
        """Returns the node's text if it is one of ``words``, or "" with a finding."""
        if not isinstance(node, Scalar):
            self.wrong(node, listed([f"`{w}`" for w in words], "or"), what)
            return ""
        if node.value in words:
            return node.value
        self.findings.add("E028", node.span, f"{what} cannot be '{shorten(node.value)}'",
                          help=did_you_mean(node.value, words) or
                          (f"it is {listed(list(words), 'or')}" if len(words) > 1 else
                           f"it is `{words[0]}`, or left out"))
        return ""

    def truth(self, entries: Entries, key: str, what: str) -> bool:
        return key in entries and bool(self.word(entries[key][1], f"`{key}` of {what}", ["true"]))

    def about(self, entries: Entries, what: str, where: Optional[Span] = None) -> About:
        """Returns the documentation of an entry.  With ``where``, ``doc`` and ``source`` are required."""
        about = About()
        if where is not None and not ("doc" in entries and "source" in entries):
            if "doc" not in entries:
                self.findings.add("E037", where, f"{what} has no `doc`",
                                  help="say in a sentence or two what it is")
            if "source" not in entries:
                self.findings.add(
                    "E038", where, f"{what} has no `source`",
                    help="name project, file and name there, as "
                         "`source: rdma-core providers/mlx5/wqe.h struct mlx5_wqe_set_psv_seg`")
        for key in ABOUT:
            if key not in entries:
                continue
            node = entries[key][1]
            label = f"`{key}` of {what}"
            if key == "observed":
                nodes = node.items if isinstance(node, List_) else [node]
                about.observed = [text for text in (self.observation(one, label) for one in nodes) if text]
            elif key == "source":
                if isinstance(node, List_):
                    if not node.items:
                        self.findings.add("E056", node.span, f"{label} is empty",
                                          help="name project, file and name there")
                    about.source = [t for t in (self.source(n, label) for n in node.items) if t]
                else:
                    text = self.source(node, label)
                    about.source = [text] if text else []
            else:
                setattr(about, key, self.text(node, label))
        return about

    def observation(self, node: Node, label: str) -> str:
        """Returns what a device was seen to do; empty, with a finding, if a part is missing."""
        text = self.text(node, label)
        if text and not OBSERVED.match(text):
            self.findings.add("E029", node.span, f"{label} is not `SURE, DATE, DEVICE: what was seen [source]`",
                              help=f"SURE is {listed(list(SURE), 'or')}; DATE is 2025, 2025-03, 2025-03-09 or undated; the "
                                   "device may be left out")
            return ""
        return text

    def expression(self, entries: Entries, key: str, what: str) -> Optional[Expr]:
        """Returns the expression of a key; None, with a finding unless the key is missing, if there is
        none."""
        if key not in entries:
            return None
        node = entries[key][1]
        if not isinstance(node, Scalar) or node.is_empty:
            self.wrong(node, "an expression", f"`{key}` of {what}")
            return None
        whole = node.span
        one_line = whole.end_col - whole.col >= len(node.value)
        first = whole.col + (1 if node.quoted else 0)

        def span_of(start: int, end: int) -> Span:
            if not one_line:
                return whole
            return Span(whole.file, whole.line, first + start, first + end)

        try:
            return expr.parse(node.value, span_of)
        except expr.BadExpr as exc:
            self.findings.add("E064", span_of(exc.start, exc.end),
                              f"`{key}` of {what}: {exc.message}", help=exc.help)
            return None

    def when(self, entries: Entries, selector: Optional[Selector], where: Span,
             label: str) -> Optional[When]:
        """Returns the selector values of an arm.  None, with a finding, if there are none."""
        if "when" not in entries:
            self.findings.add("E031", where, f"{label} has no `when`",
                              help="add the value of the selector, or `when: else`")
            return None
        node = entries["when"][1]
        if isinstance(node, Scalar) and node.value == "else":
            return When([], True, node.span, ["else"])
        nodes = node.items if isinstance(node, List_) else [node]
        if not nodes:
            self.findings.add("E056", node.span, f"`when` of {label} is empty",
                              help="give the values of the selector, or `else`")
            return None
        values = []
        for item in nodes:
            if isinstance(item, Scalar) and item.value == "else":
                self.findings.add("E028", item.span, "`else` cannot be combined with values",
                                  help="an `else` arm takes every value that no other arm has")
                return None
            value = self.value(item, f"`when` of {label}")
            if value is None:
                return None
            values.append(value)
        result = When([], False, node.span, [value.text for value in values])
        if selector is not None:
            self.draft.whens.append(PendingWhen(result, selector, values))
        return result

    def one_of(self, entries: Entries, keys: Sequence[str], where: Span, label: str) -> str:
        """Returns the one of ``keys`` that is present, or "" with a finding if it is not exactly one."""
        there = [key for key in keys if key in entries]
        if len(there) == 1:
            return there[0]
        choice = listed([f"`{key}`" for key in keys], "or")
        if not there:
            self.findings.add("E062", where, f"{label} does not say what it is",
                              help=f"add {choice}")
        else:
            self.findings.add("E062", entries[there[1]][0].span,
                              f"{label} has both `{there[0]}` and `{there[1]}`",
                              others=[(entries[there[0]][0].span, "the first one")],
                              help=f"it has exactly one of {choice}")
        return ""

    def lost(self, name: str) -> None:
        if name:
            self.draft.broken.add(name)
