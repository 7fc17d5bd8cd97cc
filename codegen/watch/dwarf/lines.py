# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The names of source files from the line tables of DWARF 2 to 5.

pyelftools reads these tables, too, but trusts their counts, which are endless in a broken file, and
its version 0.29 does not know the checksums that clang writes.
"""

from __future__ import annotations

import os
from typing import Callable, Dict, List, Tuple

MAX_NAMES = 1 << 16  # of files or folders in a unit

_FIXED = {0x0b: 1, 0x05: 2, 0x06: 4, 0x07: 8, 0x1e: 16}  # DW_FORM_data1, 2, 4, 8, 16
_STRING, _UDATA, _BLOCK, _STRP, _LINE_STRP = 0x08, 0x0f, 0x09, 0x0e, 0x1f
_PATH, _FOLDER = 1, 2  # DW_LNCT_path, DW_LNCT_directory_index


class _Bytes:
    """A cursor over the table.  Raises ValueError at the end."""

    def __init__(self, data: bytes, at: int, order: str) -> None:
        self.data, self.at, self.order = data, at, order  # "little" or "big"

    def number(self, size: int) -> int:
        if self.at + size > len(self.data):
            raise ValueError("the line table is cut off")
        self.at += size
        part = self.data[self.at - size:self.at]
        return int.from_bytes(part, "little" if self.order == "little" else "big")

    def uleb(self) -> int:
        value = 0
        for shift in range(0, 70, 7):
            byte = self.number(1)
            value |= (byte & 0x7f) << shift
            if byte < 0x80:
                return value
        raise ValueError("a number that does not end")

    def string(self) -> bytes:
        end = self.data.find(b"\0", self.at)
        if end < 0:
            raise ValueError("a string that does not end")
        start, self.at = self.at, end + 1
        return self.data[start:end]


def string_at(data: bytes, at: int) -> bytes:
    """Returns the string at an offset of a string section."""
    end = data.find(b"\0", at)
    return data[at:end] if end >= 0 else b""


def file_names(data: bytes, at: int, little: bool, text: Callable[[int, int], bytes]) -> List[str]:
    """Returns the files of the line table at byte ``at``, by their numbers; an empty name if there is
    no file 0.  ``text`` returns the string at an offset of the section that a form (DW_FORM_strp or
    DW_FORM_line_strp) refers to.  Raises ValueError for a broken table."""
    cursor = _Bytes(data, at, "little" if little else "big")
    wide = 4
    if cursor.number(4) == 0xffffffff:
        wide = 8
        cursor.number(8)
    version = cursor.number(2)
    if not 2 <= version <= 5:
        raise ValueError(f"line table of version {version}")
    if version >= 5:
        cursor.number(2)  # sizes of addresses and segments
    cursor.number(wide)
    cursor.number(5 if version >= 4 else 4)
    opcodes = cursor.number(1)
    cursor.number(max(opcodes - 1, 0))
    if version >= 5:
        folders = [path for path, _ in _entries(cursor, wide, text)]
        files = _entries(cursor, wide, text)
    else:
        folders, files = [b""], [(b"", 0)]
        while len(folders) < MAX_NAMES:
            folder = cursor.string()
            if not folder:
                break
            folders.append(folder)
        while len(files) < MAX_NAMES:
            name = cursor.string()
            if not name:
                break
            files.append((name, cursor.uleb()))
            cursor.uleb()
            cursor.uleb()
    out = []
    for name, index in files:
        folder = folders[index] if index < len(folders) else b""
        path = os.path.join(folder, name)
        out.append(os.path.normpath(path).decode("utf-8", "replace") if path else "")
    return out


def _entries(cursor: _Bytes, wide: int,
             text: Callable[[int, int], bytes]) -> List[Tuple[bytes, int]]:
    """Returns (path, number of the folder) of each entry of a DWARF 5 list."""
    forms = [(cursor.uleb(), cursor.uleb()) for _ in range(cursor.number(1))]
    count = cursor.uleb()
    if count > MAX_NAMES or count and not forms:
        raise ValueError("more names than a line table has")
    out = []
    for _ in range(count):
        found: Dict[int, object] = {}
        for kind, form in forms:
            if form == _STRING:
                found[kind] = cursor.string()
            elif form in (_STRP, _LINE_STRP):
                found[kind] = text(form, cursor.number(wide))
            elif form == _UDATA:
                found[kind] = cursor.uleb()
            elif form == _BLOCK:
                cursor.number(cursor.uleb())
            elif form in _FIXED:
                found[kind] = cursor.number(_FIXED[form])
            else:
                raise ValueError(f"form {form:#x}")
        path, folder = found.get(_PATH, b""), found.get(_FOLDER, 0)
        out.append((path if isinstance(path, bytes) else b"",
                    folder if isinstance(folder, int) else 0))
    return out
