# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The comments of a C header that document its structs, members and values.

A comment documents the code on the next line, or the code before it on its own line; consecutive
lines of ``//`` are one comment.  Kernel-doc (``@member: ...``) is split by member.  Code that is
commented out, places (``end of DW0``) and lines without words are ignored.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Dict, List, Sequence

_TOKEN = re.compile(r"/\*[\s\S]*?\*/|//(?:\\\n|[^\n])*|\"(?:\\.|[^\"\\\n])*\""
                    r"|'(?:\\.|[^'\\\n])*'|\n|[^\s]")
_CODE = re.compile(r"\w\s*\[\s*\w+\s*\]\s*;|^\s*#|\bu(?:8|int\d+_t)\b|[{}]|;\s*\Z", re.M)
_PLACE = re.compile(r"(?:end of )?dw(?:ord)?s? ?\d|[0-9a-fx]+h?:? bits? |bits? \d"
                    r"|0x[0-9a-f]+\s*\Z", re.I)
_MEMBER = re.compile(r"^@(\w+):[ \t]*", re.M)
_TITLE = re.compile(r"\A(?:struct|union|enum) \w+\s*[-:][ \t]*")
MAX_DOC = 4000  # characters; a longer comment does not document a single item


@dataclass
class Comments:
    """``before`` has the comments on lines without code, by their last line; ``behind`` those after
    code, by their first line.  Lines count from 1."""

    before: Dict[int, str] = field(default_factory=dict)
    behind: Dict[int, str] = field(default_factory=dict)

    def doc(self, line: int) -> str:
        """Returns the comment that documents the code on a line."""
        return self.behind.get(line) or _whole(self.before.get(line - 1, ""))

    def members(self, line: int) -> Dict[str, str]:
        """Returns the members' kernel-doc in the comment before a line, by name."""
        parts = _MEMBER.split(self.before.get(line - 1, ""))
        return {name: _plain(text) for name, text in zip(parts[1::2], parts[2::2])
                if _plain(text)}


def comments_of(lines: Sequence[str]) -> Comments:
    """Collects the comments of a file."""
    found = Comments()
    line, filled = 1, False  # whether the line has code so far
    before: Dict[int, List[str]] = {}  # texts by their last line
    run: List[str] = []  # consecutive lines of // comments
    end = 0  # the last line of these
    for token in _TOKEN.findall("\n".join(lines)):
        if token == "\n":
            line, filled = line + 1, False
        elif not token.startswith(("/*", "//")):
            filled = True
            before.pop(line, None)  # code follows on the line where a comment ends
        else:
            text = _text(token)
            last = line + token.count("\n")
            if filled:
                if _says(text) and not _PLACE.match(text):
                    found.behind[line] = _plain(text)
            else:
                if token.startswith("//") and end == line - 1 and run:
                    run.append(text)
                    before.pop(end, None)
                else:
                    run = [text]
                before[last] = run
                end = last if token.startswith("//") else 0
            line = last
    found.before = {at: "\n".join(texts) for at, texts in before.items()}
    return found


def _text(token: str) -> str:
    """Returns a comment without its delimiters."""
    if token.startswith("//"):
        return token.lstrip("/!").strip()
    body = token[2:-2].lstrip("*!")
    return "\n".join(re.sub(r"^\s*\*? ?", "", line).rstrip()
                     for line in body.split("\n")).strip()


def _says(text: str) -> bool:
    return re.search(r"[A-Za-z]{2}", text) is not None and _CODE.search(text) is None and \
        len(text) <= MAX_DOC


def _whole(text: str) -> str:
    """Returns the part of a comment that documents the whole struct, without its members."""
    text = _TITLE.sub("", _MEMBER.split(text)[0], count=1)
    return _plain(text) if _says(text) else ""


def _plain(text: str) -> str:
    """Returns the paragraphs of a text, each on one line."""
    return "\n".join(" ".join(part.split()) for part in re.split(r"\n\s*\n", text)
                     if part.strip())
