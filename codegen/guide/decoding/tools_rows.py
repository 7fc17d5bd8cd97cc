# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Rows of od, of hexdump without -C, of xxd -e, of objdump -s and others, and the digits of xxd -p, as rows of hexdump -C.

A single row of these tools could be anything; a run of them, whose offsets count its bytes, cannot. Words of several
bytes are numbers of a little-endian host, as they are in the rows of debuggers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Callable, List, Optional, Tuple

from .chunks import is_one_error_cqe, marked
from .rows import hexdump_row, unquoted

_H = "[0-9a-fA-F]"
_OD = re.compile(rf"(?P<at>{_H}{{6,7}})(?P<data>(?: {{1,3}}{_H}{{2}}){{1,16}}|(?: +{_H}{{4}}){{1,8}}|(?: +{_H}{{8}}){{1,4}}|"
                 rf"(?: +{_H}{{16}}){{1,2}}|(?: +[01][0-7]{{5}}){{1,8}}|(?: [0-3][0-7]{{2}}){{1,16}}|"
                 rf"(?: +\d{{1,3}}){{1,16}})?(?: +>.{{1,16}}<)?\Z")
_OD_C = re.compile(r"(?P<at>[0-7]{7})(?P<data>(?: (?:  .| \\[0abfnrtv]|[0-7]{3})){1,16})?\Z")
_OD_C_ESCAPES = {"0": 0, "a": 7, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11}
_OBJDUMP = re.compile(rf"(?P<at>{_H}{{4,16}}) "
                      rf"(?P<data>{_H}{{8}}(?: {_H}{{8}}){{0,2}}(?: (?:{_H}{{2}}){{1,4}})?|(?:{_H}{{2}}){{1,4}})"
                      r" +(?P<text>\S.{0,15})\Z")
_DIGITS = re.compile(rf"(?:{_H}{{2}}){{16,}}\Z")
# Offsets or addresses and bytes: Wireshark, spdk_log_dump(), FreeBSD's hexdump(9), GEF, pwndbg, radare2.
_PLAIN = re.compile(rf"(?:\+{_H}{{4,8}} )?(?:0x)?(?P<at>{_H}{{4}}|{_H}{{8}}|{_H}{{12}}|{_H}{{16}})  +"
                    rf"(?P<data>{_H}{{2}}(?:  ?{_H}{{2}}){{0,15}}|{_H}{{4}}(?: {_H}{{4}}){{7}})"
                    "(?:  +(?P<text>\\S.{0,18}))?\\Z")
_HEXYL = re.compile(rf"\u2502(?P<at>{_H}{{8}})\u2502 (?P<data>{_H}{{2}}(?: {_H}{{2}}){{0,7}}) +\u250a "
                    rf"(?P<more>(?:{_H}{{2}} ){{0,8}}) *\u2502")
_WINDBG = re.compile(rf"(?P<at>{_H}{{8}}`{_H}{{8}})  (?P<data>{_H}{{2}}(?:[ -]{_H}{{2}}){{15}}|{_H}{{8}}(?: {_H}{{8}}){{3}}|"
                     rf"{_H}{{8}}`{_H}{{8}}(?: {_H}{{8}}`{_H}{{8}})?)(?:  .{{1,16}})?\Z")
_KDB = re.compile(rf"0x(?P<at>{_H}{{16}}) (?P<data>{_H}{{16}} {_H}{{16}})   .{{1,16}}\Z")  # kdb's md
# strace -e write=3
_STRACE = re.compile(rf"\| (?P<at>{_H}{{5}})  (?P<data>(?:{_H}{{2}} {{1,2}}){{1,16}}) *(?P<text>.{{1,16}}) \|\Z")
_REGION = re.compile(rf"(?P<at>{_H}{{16}}) (?P<data>{_H}{{4}}(?: {_H}{{4}}){{0,7}})\Z")  # devlink region read
_HEADING = re.compile(r"(?:Offset\S*|- offset -|Label: .*)?\s*00 01 02 03 04 05 06 07 {1,2}08 09 0a 0b 0c 0d 0e 0f\b.*\Z", re.I)
_XXD_E = re.compile(rf"(?P<at>{_H}{{8}}): (?P<data>{_H}{{8}}(?: {_H}{{8}}){{3}}|{_H}{{4}}(?: {_H}{{4}}){{7}}|"
                    rf"{_H}{{16}} {_H}{{16}})  (?P<text>.{{16}})\Z")
_ROW = 16
_ADDRESS = 1 << 32  # the first number that is an address


@dataclass(frozen=True)
class _Row:
    at: str  # the offset as it is printed
    data: bytes  # none: the end, or with ``is_same`` the repetition of the row before
    is_same: bool = False


def hexdump_rows(lines: List[str]) -> Tuple[List[str], List[str]]:
    """Returns the lines with such rows written as hexdump -C writes them, one for one, and the names of the tools."""
    out, found = list(lines), []
    bare = [unquoted(line) for line in lines]
    for at, line in enumerate(bare[:-1]):
        if _HEADING.match(line) and re.match(rf"(?:0x)?{_H}{{4,16}}", next(filter(None, bare[at + 1:at + 3]), "")):
            out[at] = bare[at] = ""  # the heading of a table, whose numbers are columns
    for name, parse, bases in (("od or hexdump", _od_row, (16, 8, 10)), ("od -c", _od_c_row, (8,)),
                               ("objdump", _objdump_row, (16,)),
                               ("hexyl", _hexyl_row, (16,)), ("WinDbg", _windbg_row, (16,)),
                               ("offsets and bytes", _plain_row, (16,)), ("xxd -e", _xxd_e_row, (16,)),
                               ("kdb", _kdb_row, (16,)), ("strace", _simple(_STRACE), (16,)),
                               ("devlink region", _simple(_REGION), (16,))):
        at = 0
        while at < len(bare):
            run = _run(bare, at, parse)
            if parse is _od_row and any("--endian=big" in line for line in bare[max(0, at - 3):at]):
                run = [_in_memory_order(row, line) for row, line in zip(run, bare[at:])]
            offsets = _offsets(run, bases)
            if offsets is not None and (parse not in _WHOLE or not 0 < offsets[0] < _ADDRESS) and (
                    parse is not _xxd_e_row or _are_of_host(bare[at:at + len(run)], run)):
                found.append(name)
                out[at:at + len(run)] = [_line(row, offset - offsets[0]) for row, offset in zip(run, offsets)]
                bare[at:at + len(run)] = [""] * len(run)
            at += max(1, len(run))  # all or nothing: what the rows of one dump do not count is not read in part
    return _joined(out, bare, found), found


def _od_row(line: str) -> Optional[_Row]:
    match = _OD.match(line)
    if match is None:
        return None
    words = (match.group("data") or "").split()
    if words and all(len(word) == 3 for word in words):  # od -b
        return _Row(match.group("at"), bytes(int(word, 8) for word in words))
    if words and (len(words[0]) == 1 or len(words[0]) == 3 or len({len(word) for word in words}) > 1):  # od -tu1
        return _Row(match.group("at"), bytes(int(word) for word in words)) if max(map(int, words)) < 256 else None
    if words and len(words[0]) == 6:
        return _Row(match.group("at"), b"".join(int(word, 8).to_bytes(2, "little") for word in words))
    return _Row(match.group("at"), b"".join(bytes.fromhex(word)[::-1] for word in words))


def _od_c_row(line: str) -> Optional[_Row]:
    """A row of od -c: a character or its number in four columns each."""
    match = _OD_C.match(line)
    if match is None:
        return None
    data = match.group("data") or ""
    parts = [data[at + 1:at + 4].strip() for at in range(0, len(data), 4)]
    return _Row(match.group("at"), bytes(int(part, 8) if len(part) == 3 else ord(part or " ") if len(part) < 2 else
                                         _OD_C_ESCAPES[part[1]] for part in parts))


def _in_memory_order(row: _Row, line: str) -> _Row:
    """A row of od --endian=big."""
    words = line.split()[1:]
    size = len(words[0]) // 2 if words else 1
    return _Row(row.at, b"".join(row.data[at:at + size][::-1] for at in range(0, len(row.data), size)), row.is_same)


def _objdump_row(line: str) -> Optional[_Row]:
    match = _OBJDUMP.match(line)
    if match is None:
        return None
    data = bytes.fromhex(match.group("data"))
    text = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in data)
    return _Row(match.group("at"), data) if match.group("text") == text.strip() else None


def _plain_row(line: str) -> Optional[_Row]:
    match = _PLAIN.match(line)
    if match is None or hexdump_row(line) is not None:
        return None
    data = bytes.fromhex(match.group("data"))
    text = match.group("text")
    if text is not None and len(text) > len(data):
        text = text.replace("\u2502", "") if "\u2502" in text else text[1:-1]
    return _Row(match.group("at"), data) if text is None or _fits(data, text) else None


def _hexyl_row(line: str) -> Optional[_Row]:
    match = _HEXYL.match(line)
    return _Row(match.group("at"), bytes.fromhex(match.group("data") + match.group("more"))) if match else None


def _windbg_row(line: str) -> Optional[_Row]:
    match = _WINDBG.match(line)
    if match is None:
        return None
    groups = re.split("[ -]", match.group("data").replace("`", ""))
    return _Row(match.group("at").replace("`", ""), b"".join(bytes.fromhex(group)[::-1] for group in groups))


def _kdb_row(line: str) -> Optional[_Row]:
    match = _KDB.match(line)
    if match is None:
        return None
    return _Row(match.group("at"), b"".join(bytes.fromhex(word)[::-1] for word in match.group("data").split()))


def _simple(pattern: "re.Pattern[str]") -> Callable[[str], Optional[_Row]]:
    """Returns a parser of rows with their bytes in memory order."""
    def parse(line: str) -> Optional[_Row]:
        match = pattern.match(line)
        return _Row(match.group("at"), bytes.fromhex(match.group("data"))) if match else None
    return parse


def _xxd_e_row(line: str) -> Optional[_Row]:
    match = _XXD_E.match(line)
    if match is None:
        return None
    data = b"".join(bytes.fromhex(word)[::-1] for word in match.group("data").split())
    return _Row(match.group("at"), data) if _fits(data, match.group("text")) else None


def _are_of_host(lines: List[str], run: List[_Row]) -> bool:
    """Returns whether words are in the order of the host: the characters of a row do not fit the other order, or they
    are an error CQE in this order alone."""
    words = [bytes.fromhex(match.group("data").replace(" ", "")) for match in map(_XXD_E.match, lines) if match]
    texts = [match.group("text") for match in map(_XXD_E.match, lines) if match]
    if any(not _fits(data, text) for data, text in zip(words, texts)):
        return True
    return is_one_error_cqe(b"".join(row.data for row in run)) and not is_one_error_cqe(b"".join(words))


def _fits(data: bytes, text: str) -> bool:
    return text == "".join(chr(byte) if 32 <= byte < 127 else "." for byte in data)


_WHOLE = (_plain_row, _hexyl_row, _xxd_e_row)  # of tools that count from 0: what starts elsewhere is a part


def _run(lines: List[str], at: int, parse: Callable[[str], Optional[_Row]]) -> List[_Row]:
    """Returns the rows from a line on, of which all but the last have 16 bytes, up to the end that od prints."""
    run: List[_Row] = []
    for line in lines[at:]:
        row = _Row("", b"", True) if line == "*" and run else parse(line)
        if row is None or not run and not row.data:
            break
        run.append(row)
        if not row.is_same and len(row.data) < _ROW:
            nxt = parse(lines[at + len(run)]) if row.data and at + len(run) < len(lines) else None
            if nxt is not None and not nxt.data:
                run.append(nxt)
            break
    while run and run[-1].is_same:
        run.pop()
    return run


def _offsets(run: List[_Row], bases: Tuple[int, ...]) -> Optional[List[int]]:
    """Returns the offset of each row in the first base in which they count the bytes before them; None for no run."""
    if len(run) < 2:
        return None
    for base in bases:
        try:
            numbers = [int(row.at, base) if row.at else -1 for row in run]
        except ValueError:
            continue
        at, skips = numbers[0], False
        for number, row in zip(numbers, run):
            if row.is_same:
                skips = True
            elif number == at or skips and number > at and (number - at) % _ROW == 0:
                at, skips = number + len(row.data), False
            else:
                break
        else:
            return numbers
    return None


def _line(row: _Row, offset: int) -> str:
    if row.is_same:
        return "*"
    text = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in row.data)
    return f"{offset:08x}" + (f"  {row.data.hex(' ')}  |{text}|" if row.data else "")


def _joined(lines: List[str], bare: List[str], found: List[str]) -> List[str]:
    """Joins the digits that xxd -p, or the width of a terminal, broke into lines of one length."""
    at = 0
    is_log = not all(re.fullmatch(rf"(?:{_H}{{2}})*", line) for line in bare)
    while at + 1 < len(lines):
        end = at
        while end < len(lines) and _DIGITS.match(bare[end]) and len(bare[end]) == len(bare[at]):
            end += 1
        last = re.fullmatch(rf"(?:{_H}{{2}})+", bare[end]) if end > at and end < len(lines) else None
        if last is not None and len(last.group()) < len(bare[at]):
            end += 1
        if end - at > 1:
            found.append("xxd -p")
            digits = "".join(bare[at:end])
            lines[at:end] = [marked(bytes.fromhex(digits)) if is_log and len(digits) % 32 == 0 else digits,
                             *[""] * (end - at - 1)]
        at = max(end, at + 1)
    return lines
