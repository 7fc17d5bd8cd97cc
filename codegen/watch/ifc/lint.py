# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Rules of the manual that a header's tables can break without a warning of a compiler: W111 to W115, W118.

They are warnings, since a table of a public driver may have broken one for years without effect, if no code reads
the wrong bits.  Only ``prmc check`` reports them.
"""

from __future__ import annotations

import re
from typing import Iterator, List, Optional, Tuple

from prmclib.model import Span
from prmclib.model.errors import Findings, counted
from .ifc_tables import Header, Member, Table

PAGE = 0x800  # bits of a page of capabilities
PAGES = (PAGE, 0x8000)  # the answer for flow tables has 16 pages
_CONDITION = re.compile(r"\s*(#\s*if\w*)")
_NUMBERED = re.compile(r"rese?re?ved_at_([0-9a-fA-F]+)(?:_[0-9]+)?")


def lint(header: Header, findings: Findings) -> None:
    """Adds findings for the rules that the tables of a header break."""
    for table in header.tables.values():
        _numbers(table, findings)
        _box(table, findings)
        _straddling(table, findings)
        if table.width % 8:
            findings.add("W114", table.where, f"{table.keyword} '{table.tag}' has {table.width:#x} bits, which is "
                         "not a whole number of bytes",
                         help=f"correct the width of a reserved member: {-table.width % 8} bits more make a byte")
        _conditions(table, findings)
        if table.is_union and any(item.name == "cmd_hca_cap" for item in table.members):
            _pages(table, findings)


def _members(table: Table, base: int = 0) -> Iterator[Tuple[Member, int]]:
    """The members of a table and of anonymous ones in it, with their places."""
    for item in table.members:
        if item.table is not None and not item.name:
            yield from _members(item.table, base + item.offset)
        else:
            yield item, base + item.offset


def _numbers(table: Table, findings: Findings) -> None:
    """W111.  Consecutive names that are off by the same number of bits are one finding."""
    last: Optional[int] = None
    wrong: List[Tuple[Member, int, int]] = []  # the first of each run, its place, the length of the run
    for item, at in _members(table):
        match = _NUMBERED.fullmatch(item.name) if item.is_reserved else None
        if match is None or match.group(1) == str(at):  # in decimal digits
            continue
        off = at - int(match.group(1), 16)
        if off and off == last:
            first, place, count = wrong[-1]
            wrong[-1] = first, place, count + 1
        elif off:
            wrong.append((item, at, 1))
        last = off
    for item, at, count in wrong:
        number = _NUMBERED.fullmatch(item.name)
        assert number is not None
        off = at - int(number.group(1), 16)
        more = f", and so are the {count - 1} after it" if count > 2 else ", and so is the next one" if count > 1 else ""
        findings.add("W111", item.where, f"'{item.name}' is at {at:#x}, {counted(abs(off), 'bit')} "
                     f"{'after' if off > 0 else 'before'} what its name says{more}",
                     help=f"compare with the manual: rename it to reserved_at_{at:x}, or correct the width of a member "
                          "before it")


def _pages(table: Table, findings: Findings) -> None:
    """W112: the arms of the union of capabilities."""
    for item in table.members:
        if item.table is not None and item.width not in PAGES:
            off = item.width - PAGE
            findings.add("W112", item.table.where, f"'{item.table.tag}' has {item.width:#x} bits, and a page of "
                         f"capabilities has {PAGE:#x}", others=[(item.where, "it is one here")],
                         help=f"correct the width of a reserved member: {counted(abs(off), 'bit')} too "
                              f"{'many' if off > 0 else 'few'}")


def _box(table: Table, findings: Findings) -> None:
    """W113: commands begin with their opcode, answers with their status."""
    first = table.members[0]
    if not table.is_union and (first.name, first.width) in (("opcode", 16), ("status", 8)) and table.width % 64 and \
            not table.width % 8:
        findings.add("W113", table.where, f"'{table.tag}' has {table.width // 8:#x} bytes; nearly all boxes of commands "
                     "are multiples of 8", help="correct the width of a reserved member, or add the one that is missing "
                                                "at the end")


def _straddling(table: Table, findings: Findings) -> None:
    """W115: a number of up to 32 bits is in one dword, and a longer one begins with a dword."""
    for item, at in _members(table):
        if item.table is None and not item.is_reserved and not item.dims and \
                at // 32 != (at + min(item.width, 32) - 1) // 32:
            findings.add("W115", item.where, f"'{item.name}' of {counted(item.width, 'bit')} is at {at:#x}, and " +
                         ("ends in the next dword" if item.width <= 32 else "does not begin with a dword"),
                         help="correct the width of a member before it")


def _conditions(table: Table, findings: Findings) -> None:
    """W118: directives between the braces of a table, which ends with a brace in the first column."""
    for number, line in enumerate(findings.sources[table.where.file][table.where.line - 1:], table.where.line):
        match = _CONDITION.match(line)
        if match is not None:
            findings.add("W118", Span(table.where.file, number, match.start(1) + 1, match.end(1) + 1),
                         f"{table.keyword} '{table.tag}' depends on a macro",
                         others=[(table.where, "it begins here")],
                         help="the device has one layout: write the members that the manual has for all systems")
        if match is not None or line.startswith("}") or number == table.where.line and "}" in line:
            return
