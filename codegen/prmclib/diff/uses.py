# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Finds the uses of generated names, and of members of generated structures, in C code.

This is not a compiler: declarations, initialisers and chains of members are recognised by their
tokens, after expansion of macros that build names (:mod:`.macros`).  ``v.len`` is a use of
``mkc.len`` if ``v`` was declared as ``struct prm_mkc_fields`` before it in the same function, and
``mkey->ctx.len`` if ``mkey`` is a structure of the tree that has such a ``ctx``.  Members of
other structures are none.
"""

from __future__ import annotations

import bisect
import os
import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Dict, Iterator, List, Set, Tuple

from prmclib.model import Spec
from prmclib.writers.options import Options
from .macros import Macros

PREFIX = Options().prefix
CODE = ("runtime", "softmlx5", "examples", "include")  # folders with code that uses generated/
ENDINGS = (".c", ".h", ".S")

_NAME = re.compile(rf"\b(?:{PREFIX}|{PREFIX.upper()})_\w+")
_BLANKED = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'", re.S)
_TYPE = r"struct\s+(\w+)"
_DECLARED = re.compile(rf"\b{_TYPE}\b\s*(?!\s*[{{(])((?:const\b|[\s*])*\w[^;(){{}}=]*?)"
                       r"(?=[;,)=]|\[)")
_LITERAL = re.compile(rf"\(\s*(?:const\s+)?{_TYPE}\s*(?:\[[^\]]*\])?\s*\)\s*\{{")
_STARTED = re.compile(rf"{_TYPE}\s+\w+\s*(?:\[[^\]]*\]\s*)*=\s*\{{")
_STRUCT = re.compile(r"\bstruct\s*(\w*)[^;{}()=]*\{")
_CHAIN = re.compile(r"\b([A-Za-z_]\w*)((?:\s*\[[^\[\]]*\])*(?:\s*(?:\.|->)\s*[A-Za-z_]\w*"
                    r"(?:\s*\[[^\[\]]*\])*)+)")
_STEP = re.compile(r"(?:\.|->)\s*([A-Za-z_]\w*)")


# Kinds of members: by the kind of the structure, or an empty one for any, and the name.
Members = Dict[Tuple[str, str], Set[str]]


@dataclass
class Uses:
    """Uses in code.  ``names``: the places of each name with our prefix, ``file:line``.
    ``members``: the places of a member of a generated structure, by (layout, member)."""

    names: Dict[str, List[str]] = field(default_factory=lambda: defaultdict(list))
    members: Dict[Tuple[str, str], List[str]] = field(default_factory=lambda: defaultdict(list))


@dataclass
class _File:
    """A file without its comments and strings; ``lines``: where each line starts."""

    shown: str
    text: str
    lines: List[int] = field(default_factory=list)

    def show(self, text: str) -> None:
        """Sets the text to search."""
        self.text = text
        self.lines = [0] + [match.end() for match in re.finditer("\n", text)]

    def place(self, at: int) -> str:
        return f"{self.shown}:{bisect.bisect_right(self.lines, at)}"


def uses_in(tree: str, specs: List[Spec]) -> Uses:
    """Returns the uses in the code of a tree; unreadable files are ignored.  ``specs`` know which
    members of structures are structures themselves."""
    files = list(_files(tree))
    macros = Macros({file.shown: file.text for file in files})
    for file in files:
        file.show(macros.expanded(file.shown, file.text))
    inner: Members = defaultdict(set)
    layouts: Set[str] = set()
    for spec in specs:
        for layout in spec.layouts.values():
            layouts.add(layout.name)
            for entry in layout.walk():
                if entry.item.layout:
                    inner[f"={layout.name}", entry.item.name].add(f"={entry.item.layout}")
    for file in files:
        for match in _STRUCT.finditer(file.text):
            end = _closing(file.text, match.end())
            for _, name, kind in _declarations(file.text, layouts, match.end(), end):
                inner[match.group(1), name].add(kind)
                inner["", name].add(kind)
    out = Uses()
    for file in files:
        _read(out, file, layouts, inner)
    return out


def _files(tree: str) -> Iterator[_File]:
    for top in CODE:
        for folder, folders, names in os.walk(os.path.join(tree, top)):
            folders.sort()
            for name in sorted(names):
                path = os.path.join(folder, name)
                if not name.endswith(ENDINGS):
                    continue
                try:
                    with open(path, encoding="utf-8", errors="replace") as stream:
                        text = stream.read()
                except OSError:
                    continue
                text = _BLANKED.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)
                yield _File(os.path.relpath(path, tree).replace(os.sep, "/"), text)


def _closing(text: str, at: int) -> int:
    """Returns the brace that closes the one before ``at``."""
    depth = 1
    for match in re.compile(r"[{}]").finditer(text, at):
        depth += 1 if match.group() == "{" else -1
        if not depth:
            return match.start()
    return len(text)


def _declarations(text: str, layouts: Set[str], start: int,
                  end: int) -> Iterator[Tuple[int, str, str]]:
    """Yields (place, variable or member, its kind) of declarations of structures."""
    for match in _DECLARED.finditer(text, start, end):
        kind = _kind(match.group(1), layouts)
        stop = text.find(";", match.start())
        body = match.group(2)
        # `struct prm_mkc_fields a, *b;` declares two; each parameter has its own type.
        rest = text[match.end():stop] if stop >= 0 else ""
        if rest.startswith(",") and not re.search(r"[(){}=]|\bstruct\b|\w\s+\w", rest):
            body += rest
        for part in body.split(","):
            found = re.search(r"(\w+)\s*(?:\[[^\]]*\]\s*)*$", part.strip())
            if found and found.group(1) != "const":
                yield match.start(), found.group(1), kind


def _kind(name: str, layouts: Set[str]) -> str:
    """Returns the kind of a structure: ``=mkc`` for ``prm_mkc`` and its host structure
    ``prm_mkc_fields``, else its name."""
    if name.startswith(f"{PREFIX}_"):
        layout = name[len(PREFIX) + 1:]
        for known in (layout, layout[:-len("_fields")] if layout.endswith("_fields") else ""):
            if known in layouts:
                return f"={known}"
    return name


def _read(out: Uses, file: _File, layouts: Set[str], inner: Members) -> None:
    text = file.text
    for match in _NAME.finditer(text):
        _add(out.names[match.group()], file.place(match.start()))
    for pattern in (_LITERAL, _STARTED):
        for match in pattern.finditer(text):
            kind = _kind(match.group(1), layouts)
            if kind.startswith("="):
                _literal(out, file, match.end() - 1, kind, inner)
    variables: Dict[str, List[Tuple[int, int, str]]] = defaultdict(list)
    for at, name, kind in _declarations(text, layouts, 0, len(text)):
        end = text.find("\n}", at)
        variables[name].append((at, end if end >= 0 else len(text), kind))
    for match in _CHAIN.finditer(text):
        base = match.group(1)
        known = [kind for at, end, kind in variables.get(base, []) if at < match.start() <= end]
        kinds = {known[-1]} if known else {""}
        for step in _STEP.finditer(match.group(2)):
            name, place = step.group(1), file.place(match.start(2) + step.start(1))
            following: Set[str] = set()
            for kind in kinds:
                if kind.startswith("="):
                    _add(out.members[kind[1:], name], place)
                    # A member of an arm has the same layout.
                    following |= inner.get((kind, name)) or {kind}
                else:
                    following |= inner.get((kind, name), set())
            kinds = following or {""}


def _literal(out: Uses, file: _File, start: int, kind: str, inner: Members) -> None:
    """Records the members that an initialiser sets, at any depth."""
    text, end = file.text, _closing(file.text, start + 1)
    types: List[str] = []
    last = kind
    for match in re.compile(r"\{|\}|(?<=[{,\s])\.\s*(\w+)(?=\s*(?:=|\.|\[))").finditer(
            text, start, end):
        if match.group() == "{":
            types.append(last)
        elif match.group() == "}":
            types.pop()
        elif types:
            _add(out.members[types[-1][1:], match.group(1)], file.place(match.start(1)))
            last = next(iter(inner.get((types[-1], match.group(1)), ())), types[-1])


def _add(places: List[str], place: str) -> None:
    if not places or places[-1] != place:
        places.append(place)
