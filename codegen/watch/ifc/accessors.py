# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Code that reads and writes tables of bits by macros: ``DEVX_SET(qpc, qpc, pd, pd->pdn)``.

A compiler accepts an accessor for 64 bits with a member of 2 (W116), and a path through capabilities that the answer
does not have (W117).  The code is not compiled but searched for words, as in :mod:`prmclib.diff.uses`: an access whose
type or member is a variable is skipped.
"""

from __future__ import annotations

import os
import re
from typing import Dict, Iterator, List, NamedTuple, Optional, Set, Tuple

from prmclib.model import Kind, Span, Spec
from prmclib.model.errors import Findings, counted
from .ifc_tables import Header, Table

ENDINGS = (".c", ".h", ".cc", ".cpp", ".hpp", ".cu", ".cuh")
_BLANKED = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'", re.S)
_ACCESS = re.compile(r"\b(?:MLX5|DEVX|\w+_MLX5DV)_(?:ARRAY_)?(GET|SET)(16|64)?(?:_BE|_PR|_TO_ONES|_VOLATILE)?\s*\(")
_PATH = re.compile(r"\w+(?:\s*\[[^\]]*\])?(?:\s*\.\s*\w+(?:\s*\[[^\]]*\])?)*")
_WORD = re.compile(r"[A-Za-z_]\w*|0[xX][0-9a-fA-F]+|[0-9]+")


class Access(NamedTuple):
    """One use of an accessor; ``bits``: the number of bits that it reads or writes."""

    macro: str
    is_set: bool
    bits: int
    layout: str
    path: List[str]  # without indices
    value: str
    where: Span
    function: int  # the place where the next function's end is


def uses(header: Header, folder: str, spec: Spec, findings: Findings) -> None:
    """Adds findings about wrong uses of a header's tables in the code below a folder.  ``spec`` has the
    capabilities that each query returns."""
    tables = _tables(header)
    pages = _pages(spec)
    for path in _paths(folder):
        with open(path, encoding="utf-8", errors="replace") as stream:
            text = stream.read()
        found = list(_accesses(path, _BLANKED.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)))
        if found:
            findings.sources[path] = text.split("\n")
            findings.files += 1
        asked: Optional[Tuple[Access, int]] = None
        for item in found:
            _width(item, tables, findings)
            if asked and asked[0].function != item.function:
                asked = None
            if item.is_set and (item.layout, item.path) == ("query_hca_cap_in", ["op_mod"]):
                kind = _number(item.value, header)
                asked = None if kind is None else (item, kind >> 1)
            elif asked and not item.is_set and item.layout == "query_hca_cap_out" and len(item.path) > 2:
                _page(item, asked, pages, findings)


def _paths(folder: str) -> Iterator[str]:
    for where, folders, names in os.walk(folder):
        folders.sort()
        yield from (os.path.join(where, name) for name in sorted(names) if name.endswith(ENDINGS))


def _tables(header: Header) -> Dict[str, Table]:
    """Returns the tables by their names in accessors: the tag without ``_bits`` and any prefix."""
    out: Dict[str, Table] = {}
    for tag, table in header.tables.items():
        words = re.sub(r"_bits\Z", "", tag).split("_")
        for first in range(len(words)):
            out.setdefault("_".join(words[first:]), table)
    for tag, table in header.tables.items():
        name = re.match(r"(?:mlx5_ifc_|\w*?mlx5_)?(.+?)(?:_bits)?\Z", tag)
        assert name is not None
        out[name.group(1)] = table
    return out


def _accesses(path: str, text: str) -> Iterator[Access]:
    line, start = 1, 0
    for match in _ACCESS.finditer(text):
        arguments = _arguments(text, match.end())
        is_set = match.group(1) == "SET"
        if len(arguments) != 3 + is_set or not re.fullmatch(r"\w+", arguments[0]) \
                or not _PATH.fullmatch(arguments[2]):
            continue
        line += text.count("\n", start, match.start())
        start = match.start()
        col = match.start() - text.rfind("\n", 0, match.start())
        macro = match.group().rstrip("( \t\n")
        yield Access(macro, is_set, int(match.group(2) or 32), arguments[0],
                     re.sub(r"\[[^\]]*\]|\s", "", arguments[2]).split("."), arguments[3] if is_set else "",
                     Span(path, line, col, col + len(macro)), text.find("\n}", match.start()))


def _arguments(text: str, at: int) -> List[str]:
    """Returns the arguments of a macro; ``at`` is the place after its parenthesis."""
    out, depth, start = [], 0, at
    for match in re.compile(r"[()\[\]{},;]").finditer(text, at):
        char = match.group()
        if char == ";":
            return []
        if char in "([{":
            depth += 1
        elif char in ")]}" and depth:
            depth -= 1
        elif char == ")" or char == "," and not depth:
            out.append(text[start:match.start()].strip())
            start = match.end()
            if char == ")":
                return out
    return []


def _element(table: Table, path: List[str]) -> Optional[int]:
    """Returns the bits of the member at a path, for an array those of one element; None if there is no such member."""
    for item in table.members:
        if item.table is not None and not item.name:
            found = _element(item.table, path)
            if found is not None:
                return found
        elif item.name == path[0]:
            return item.width if len(path) == 1 else _element(item.table, path[1:]) if item.table else None
    return None


def _width(item: Access, tables: Dict[str, Table], findings: Findings) -> None:
    """Adds W116 if the accessor is for another width than its member has."""
    table = tables.get(item.layout)
    bits = _element(table, item.path) if table is not None else None
    if bits is None or bits == item.bits or bits < item.bits < 64:
        return
    name = f"{item.layout}.{'.'.join(item.path)}"
    findings.add("W116", item.where, f"'{item.macro}' is for {'' if item.bits == 64 else 'up to '}{item.bits} bits, and "
                 f"'{name}' has {counted(bits, 'bit')}",
                 help=f"use {re.sub('(GET|SET)(16|64)?', lambda m: m.group(1) + ('64' if bits == 64 else ''), item.macro)}"
                      if bits <= 64 else "use the macro that gives its address")


def _number(text: str, header: Header) -> Optional[int]:
    """Returns the value of an op_mod, constants joined by ``|``.  Undefined ones count as 0: they choose between current
    and maximal values."""
    total, known = 0, False
    for part in text.strip("()").split("|"):
        words = _WORD.findall(part)
        if len(words) != 1:
            return None
        value = header.constants.get(words[0]) if not words[0][0].isdigit() else int(words[0], 0)
        known |= value is not None
        total |= value or 0
    return total if known else None


def _pages(spec: Spec) -> Dict[str, Set[int]]:
    """Returns for each page of capabilities the types of QUERY_HCA_CAP whose answer has it."""
    layout = spec.layouts.get("query_hca_cap_out")
    return {arm.name.rstrip("s"): set(arm.when.values) for item in (layout.fields if layout else [])
            if item.kind is Kind.OVERLAY for arm in item.arms}


def _page(item: Access, asked: Tuple[Access, int], pages: Dict[str, Set[int]], findings: Findings) -> None:
    """Adds W117 if the answer to the last query does not have the page."""
    arm = item.path[1]
    wanted = pages.get(arm.rstrip("s"), set())
    if not wanted or asked[1] in wanted:
        return
    there = next((name for name, kinds in pages.items() if asked[1] in kinds), "")
    findings.add("W117", item.where, f"'{'.'.join(item.path)}' is read from the answer for type {asked[1]:#x}, "
                 f"which has {there or 'other capabilities'}", others=[(asked[0].where, "it is asked for here")],
                 help=f"query type {min(wanted):#x} for {arm}, or read the member of {there or 'the other page'}")
