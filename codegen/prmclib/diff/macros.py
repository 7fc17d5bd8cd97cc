# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Expands macros that build names: ``SM_CAP(dev, crypto)`` is a use of
``prm_cmd_hca_cap_get_crypto``.

This is not a preprocessor: of the macros with arguments it expands those that join an argument with
something (``##``), use it as a member (``->name``) or pass it to another such macro.  Conditions are
ignored.  Macros without arguments are uses where they are defined.  Of several definitions of a name
the last one before the use counts, in the file itself or else in a header.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Dict, FrozenSet, List, Optional, Tuple

MAX_DEPTH = 8  # macros in macros
MAX_TEXT = 1 << 15  # characters of one expansion

_DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)\(([^()]*)\)((?:[^\n\\]|\\\n?)*)", re.M)
_DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\\n?)*", re.M)
_ALONE = re.compile(r"(?<!\w)\(\s*([A-Za-z_]\w*)\s*\)(?=\s*(?:->|\.))")
_NAME = re.compile(r"[A-Za-z_]\w*")
_CONSTANT = re.compile(r"[ \t]*#[ \t]*define[ \t]+\w+(?=[ \t])")  # a macro without arguments


class _TooMuch(Exception):
    """A call whose expansion is too long."""


@dataclass(frozen=True)
class Macro:
    name: str
    parameters: Tuple[str, ...]
    body: str
    at: int  # where its file defines it

    @property
    def joins(self) -> bool:
        """Returns whether an argument becomes part of a name, or is the name of a member."""
        return "##" in self.body or any(
            re.search(rf"(?:\.|->)\s*{re.escape(name)}\b", self.body) for name in self.parameters)


class Macros:
    """The macros of a tree, by the files that define them."""

    def __init__(self, texts: Dict[str, str]) -> None:
        """``texts`` has the files by path, without comments."""
        self.files: Dict[str, Dict[str, List[Macro]]] = {
            path: _defined(text) for path, text in texts.items()}
        self.headers: Dict[str, List[Macro]] = {}
        for path, found in self.files.items():
            if path.endswith(".h"):
                for name, macros in found.items():
                    self.headers.setdefault(name, []).extend(macros)
        every = [macro for found in self.files.values() for macros in found.values()
                 for macro in macros]
        names = {macro.name for macro in every if macro.joins}
        while True:  # adds macros that use one of these, or call their arguments
            more = {macro.name for macro in every if macro.name not in names and (
                names & set(_NAME.findall(macro.body)) or any(
                    re.search(rf"\b{re.escape(name)}\s*\(", macro.body)
                    for name in macro.parameters))}
            if not more:
                break
            names |= more
        self.call = re.compile(rf"\b({'|'.join(map(re.escape, sorted(names)))})\s*\(") \
            if names else None

    def expanded(self, path: str, text: str) -> str:
        """Returns the text of a file with macros expanded, each line at its number."""
        if self.call is None or not self.call.search(text):
            return text
        out: List[str] = []
        at = 0
        for match in _DIRECTIVE.finditer(text):
            body = _CONSTANT.match(match.group())
            start = match.start() + body.end() if body else match.end()
            out += [self._replaced(path, text[at:match.start()], at), text[match.start():start],
                    self._replaced(path, text[start:match.end()], start)]
            at = match.end()
        return "".join(out) + self._replaced(path, text[at:], at)

    def _replaced(self, path: str, text: str, start: int) -> str:
        """Expands a part of the text, which starts at ``start``, without directives."""
        assert self.call is not None
        out: List[str] = []
        at = 0
        while True:
            match = self.call.search(text, at)
            if match is None:
                return "".join(out) + text[at:]
            arguments, end = _arguments(text, match.end())
            macro = self._macro(path, match.group(1), start + match.start())
            new = None
            if macro is not None and arguments is not None:
                try:
                    new = self._expansion(path, macro, arguments, start + match.start(),
                                          frozenset(), 0)
                except _TooMuch:
                    pass
            if new is None:
                out.append(text[at:match.end()])
                at = match.end()
                continue
            lines = text.count("\n", match.start(), end)
            out += [text[at:match.start()], new.replace("\n", " "), "\n" * lines]
            at = end

    def _macro(self, path: str, name: str, at: int) -> Optional[Macro]:
        own = [macro for macro in self.files[path].get(name, []) if macro.at < at]
        found = own or self.headers.get(name, [])
        return found[-1] if found else None

    def _expansion(self, path: str, macro: Macro, arguments: List[str], at: int,
                   inside: FrozenSet[str], depth: int) -> Optional[str]:
        """Expands a call; returns None if it does not fit its definition.  Raises _TooMuch."""
        assert self.call is not None
        parameters = macro.parameters
        if parameters and parameters[-1] == "...":
            fixed = len(parameters) - 1
            arguments = [*arguments[:fixed], ",".join(arguments[fixed:])]
            parameters = (*parameters[:-1], "__VA_ARGS__")
        if not parameters and arguments == [""]:
            arguments = []
        if len(arguments) != len(parameters):
            return None
        values = dict(zip(parameters, (text.strip() for text in arguments)))
        text = _NAME.sub(lambda m: values.get(m.group(), m.group()), macro.body)
        text = re.sub(r"\s*##\s*", "", text).strip()
        text = _ALONE.sub(r"\1", text)  # (p)->len
        inside = inside | {macro.name}
        out: List[str] = []
        last = length = 0
        while True:
            match = self.call.search(text, last)
            if match is None:
                break
            inner, end = _arguments(text, match.end())
            found = None if match.group(1) in inside else self._macro(path, match.group(1), at)
            new = self._expansion(path, found, inner, at, inside, depth + 1) \
                if found is not None and inner is not None else None
            out += [text[last:match.start()], new] if new is not None else \
                [text[last:match.end()]]
            last = end if new is not None else match.end()
            length += len(out[-2]) + len(out[-1]) if new is not None else len(out[-1])
            if length > MAX_TEXT or depth > MAX_DEPTH:
                raise _TooMuch
        return "".join(out) + text[last:]


def _defined(text: str) -> Dict[str, List[Macro]]:
    out: Dict[str, List[Macro]] = {}
    for match in _DEFINE.finditer(text):
        parameters = tuple(word.strip() for word in match.group(2).split(",") if word.strip())
        body = match.group(3).replace("\\\n", " ")
        out.setdefault(match.group(1), []).append(
            Macro(match.group(1), parameters, body, match.start()))
    return out


def _arguments(text: str, at: int) -> Tuple[Optional[List[str]], int]:
    """Returns the arguments of a call, which begin at ``at``, and the place after it; None if it
    does not end."""
    out, depth, start = [], 1, at
    for match in re.compile(r"[()\[\]{},]").finditer(text, at):
        letter = match.group()
        if letter in "([{":
            depth += 1
        elif letter == "," and depth == 1:
            out.append(text[start:match.start()])
            start = match.end()
        elif letter in ")]}":
            depth -= 1
            if not depth:
                return [*out, text[start:match.start()]], match.end()
    return None, at
