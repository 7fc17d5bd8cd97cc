# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Arrays of bytes that a debugger or a tool prints, mostly over several lines: one line with a literal of Python takes
their place.

drgn, lldb and gdb print `(u8 [64]){ 0, 17, ... }`, with or without `[i] =` in front of an element; `xxd -i` prints C.
The numbers of other types are no bytes: either the type is in the line, or gdb's numbers are hexadecimal.
"""

from __future__ import annotations

import re
from typing import Dict, List, Optional, Tuple

from .rows import ROW, unquoted

_OPEN = re.compile(r"(?:\[(?P<size>\d{0,5})\])?\)?(?P<gdb> ?\$\d+ =)?[ =]{0,3}\{(?P<rest>[^{}]*)")
_TYPE = re.compile(r"\b(?:(?:__)?u8|uint8_t|unsigned char|byte)\b")
_LIST = re.compile(r"(?<![\w\])])\[(?P<rest>[\s\da-fA-Fx,]*)\Z")  # of JSON, Python or Rust
_NUMBER = r"(?:0x[0-9a-fA-F]{1,2}|\d{1,3})"
_ELEMENT = re.compile(rf"(?:\[(?P<at>\d{{1,5}})\] ?= ?)?(?P<number>{_NUMBER})(?: '[^']{{0,4}}')?"
                      r"(?: <repeats (?P<times>\d{1,5}) times>)?")
_ELEMENTS = re.compile(rf"[\s,]*(?:(?:\[\d{{1,5}}\] ?= ?)?{_NUMBER}(?: '[^']{{0,4}}')?(?: <repeats \d{{1,5}} times>)?"
                       r"(?:[\s,]+|\Z))*\Z")
_LINES = 4096  # most lines of an array
_LARGEST = 1 << 16  # bytes


def arrays(lines: List[str]) -> Tuple[List[str], bool]:
    """Returns the lines with such arrays as literals, one for one, and whether there is one."""
    out = list(lines)
    is_found = False
    at = 0
    while at < len(lines):
        line = lines[at]
        match = _OPEN.search(line) if "{" in line and len(line) < _LINES else None
        is_byte = match is not None and _TYPE.search(line[:match.start()]) is not None
        if match is not None and (is_byte or match.group("gdb")):
            end, text = _inside(lines, at, match, "}")
            data = _bytes(text, int(match.group("size") or 0), not is_byte)
            if data is not None and (end > at or is_byte):
                out[at:end + 1] = [f"{line[:match.start()]} {data!r}"] + [""] * (end - at)
                is_found = True
                at = end
        match = _LIST.search(line) if "[" in line and len(line) < _LINES else None
        if match is not None:
            end, text = _inside(lines, at, match, "]")
            data = _bytes(text, 0, False)
            is_hex = text.count("x") == text.rstrip(", \n").count(",") + 1
            if data is not None and "=" not in text and ("x" not in text or is_hex):
                out[at:end + 1] = [f"{line[:match.start()]} {list(data)}"] + [""] * (end - at)
                at = end
        at += 1
    return out, is_found


def _inside(lines: List[str], at: int, match: "re.Match[str]", closing: str) -> Tuple[int, str]:
    """Returns the line in which a block ends, and what is in it; nothing if that is no list of bytes."""
    parts = [match.group("rest")]
    if closing in lines[at][match.end():]:
        return at, parts[0]
    for end in range(at + 1, min(len(lines), at + _LINES)):
        inner, brace, _ = unquoted(lines[end]).partition(closing)
        if not _ELEMENTS.match(inner):
            return at, ""
        parts.append(inner)
        if brace:
            return end, "\n".join(parts)
    return at, ""


def _bytes(text: str, size: int, is_hex: bool) -> Optional[bytes]:
    """Returns the bytes of a list of numbers, with zeros up to its size; elements that are not listed are zero."""
    if not text.strip() or not _ELEMENTS.match(text):
        return None
    values: Dict[int, int] = {}
    at = 0
    for match in _ELEMENT.finditer(text):
        at = int(match.group("at") or at)
        times = int(match.group("times") or 1)
        number = int(match.group("number"), 16 if "x" in match.group("number") else 10)
        if number > 255 or at + times > _LARGEST or is_hex and "x" not in match.group("number"):
            return None
        values.update(dict.fromkeys(range(at, at + times), number))
        at += times
    length = size or max(values, default=-1) + 1
    if not ROW <= length <= _LARGEST or max(values, default=0) >= length:
        return None
    return bytes(values.get(index, 0) for index in range(length))
