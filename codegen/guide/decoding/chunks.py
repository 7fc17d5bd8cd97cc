# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The dumps that an input has: plain data."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import List, Optional, Tuple


class DumpError(ValueError):
    """The text cannot be read; the message has the number of the line."""


@dataclass
class Chunk:
    """One dump: its bytes, and their type from the text before.

    ``what`` is ``cqe``, ``wqe``, ``eth_wqe``, ``cmd`` or empty; with ``cmd``, ``opcode`` is the
    command's and ``is_output`` distinguishes output from input.
    """

    data: bytes
    line: int = 1  # of its first row
    title: str = ""  # the line with its type
    what: str = ""
    opcode: int = 0
    is_output: bool = False
    is_loose: bool = False  # rows without offsets or a line that says what they are: the first ones may be missing
    doubt: str = ""  # why its bytes are not what was dumped; it must not be explained
    hint: str = ""  # wqe or cqe: a word of the line before its first row
    is_maybe: bool = False  # numbers that are a dump only if a type fits
    word: int = 0  # bytes of the words that were printed, if the order of their bytes in memory is not known

    @property
    def swapped(self) -> bytes:
        """The bytes if the words are numbers of a little-endian host."""
        return swapped(self.data, self.word)


@dataclass
class Dump:
    """The input: the name of its format, its dumps, and how many lines of a log were skipped."""

    form: str
    chunks: List[Chunk] = field(default_factory=list)
    passed: int = 0
    remarks: List[str] = field(default_factory=list)  # rows that belong to no dump
    said: List[Tuple[int, str]] = field(default_factory=list)  # lines that name codes, the first 1,000

    @property
    def size(self) -> int:
        return sum(len(chunk.data) for chunk in self.chunks)


MARK = "\x02"  # no text has it
_MARKED = re.compile(rf"{MARK}(?P<word>\d)(?P<data>(?:[0-9a-f]{{2}})*):(?P<doubt>[^{MARK}]*){MARK}")


def marked(data: bytes, word: int = 0, doubt: str = "") -> str:
    """Returns a whole dump as part of a line.  ``word``: as in :class:`Chunk`."""
    return f"{MARK}{word}{data.hex()}:{doubt}{MARK}"


def marked_in(line: str) -> Optional[Tuple[str, bytes, int, str]]:
    """Returns (text before it, bytes, word, doubt) of such a part."""
    match = _MARKED.search(line) if MARK in line else None
    if match is None:
        return None
    return line[:match.start()], bytes.fromhex(match.group("data")), int(match.group("word")), match.group("doubt")


def swapped(data: bytes, word: int) -> bytes:
    """Returns the bytes with those of each word in the other order."""
    return b"".join(data[at:at + word][::-1] for at in range(0, len(data), word)) if word else data


def is_one_error_cqe(data: bytes) -> bool:
    """Returns whether rows look like one error CQE: opcode and syndrome are in the last row only."""
    return len(data) == 64 and ends_of_cqes(data) == [False, False, False, True] and not any(data[4:16])


def ends_of_cqes(data: bytes) -> List[bool]:
    """Returns for each row whether it looks like the last one of an error CQE."""
    return [data[at + 15] >> 4 in (0xd, 0xe) and data[at + 7] != 0 for at in range(0, len(data) - 15, 16)]


def short(line: str) -> str:
    """Returns the start of a line for a message, in ASCII."""
    line = " ".join(line.split())
    line = line.encode("ascii", "backslashreplace").decode("ascii")
    return line if len(line) <= 60 else line[:57] + "..."
