# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A second reader of the spec, for the proof of the generated C.

It reads the YAML of ``spec/`` as docs/notation.md defines it and computes the image bits of every
field.  It shares no code with ``codegen/``: both must derive the same layouts from the text, or
the proof fails.

Bits of an image are counted from the top bit of its first byte.  Bit ``i`` (from the least
significant one) of a number of ``width`` bits at bit ``at`` is image bit ``at + width - 1 - i``,
that is byte ``pos // 8``, mask ``0x80 >> pos % 8``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, List, Optional, Set

import yaml

Loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # every scalar as text: ON, 010, 1:30

UINT, BYTES, LAYOUT, RESERVED, IGNORED, OVERLAY = (
    "uint", "bytes", "layout", "reserved", "ignored", "overlay")

_BITS = re.compile(r"0x([0-9a-fA-F]+)\[(\d+)(?::(\d+))?\]")
_BYTES = re.compile(r"0x([0-9a-fA-F]+)\.\.(?:0x([0-9a-fA-F]+))?")


class ManualError(Exception):
    """The spec cannot be read; the message has place and cause."""


@dataclass
class Values:
    """An enumeration (``values``: name to number) or a set of flags (name to bit number)."""

    name: str
    is_flags: bool
    values: Dict[str, int]
    aliases: Set[str]
    is_open: bool
    stem: str

    def name_of(self, value: int) -> Optional[str]:
        """Returns the name of a value (of a bit number) that is not an alias."""
        for name, number in self.values.items():
            if number == value and name not in self.aliases:
                return name
        return None

    @property
    def known(self) -> List[int]:
        return sorted(set(self.values.values()))

    @property
    def mask(self) -> int:
        """All bits of a set of flags."""
        return sum(1 << bit for bit in set(self.values.values()))


@dataclass
class Arm:
    name: str
    entries: List["Entry"]
    is_single: bool
    values: List[int]  # of the selector; empty for else and without a numeric selector
    is_else: bool


@dataclass
class Entry:
    """The entry at one place.  ``at`` and ``width`` in bits; an open place has width 0."""

    name: str
    kind: str
    at: int
    width: int
    count: Optional[int] = None  # elements of an array; 0: a trailing array of unknown length
    elem: int = 0  # bits of one element, of the whole for a scalar
    layout: str = ""
    enum: str = ""
    flags: str = ""
    default: int = 0
    fixed: Optional[int] = None
    selector: str = ""  # field of the same layout; "" when external
    selector_enum: str = ""
    arms: List[Arm] = field(default_factory=list)
    unit: str = ""
    encoding: str = ""

    @property
    def end(self) -> int:
        return self.at + self.width


@dataclass
class Layout:
    name: str
    size: int  # bytes
    entries: List[Entry]
    stem: str
    groups: Dict[str, List[str]] = field(default_factory=dict)  # names of fields

    def entry(self, name: str) -> Entry:
        for item in self.entries:
            if item.name == name:
                return item
        raise ManualError(f"{self.name}: no field '{name}'")


def number(text: Any, what: str) -> int:
    if isinstance(text, str) and re.fullmatch(r"0x[0-9a-fA-F]+|\d+", text):
        return int(text, 16 if text.startswith("0x") else 10)
    raise ManualError(f"{what}: {text!r} is not a number")


def place(text: str, what: str) -> "tuple[int, int]":
    """Returns the first bit and the number of bits of a place; width 0 for an open one."""
    match = _BITS.fullmatch(text)
    if match:
        high = int(match.group(2))
        low = high if match.group(3) is None else int(match.group(3))
        dword = int(match.group(1), 16)
        if dword % 4 or high < low or high > 63 or low > 31:
            raise ManualError(f"{what}: bad place '{text}'")
        return dword * 8 + (63 if high > 31 else 31) - high, high - low + 1
    match = _BYTES.fullmatch(text)
    if not match:
        raise ManualError(f"{what}: '{text}' is not a place")
    first = int(match.group(1), 16)
    if match.group(2) is None:
        return first * 8, 0
    return first * 8, (int(match.group(2), 16) + 1 - first) * 8


class Manual:
    """The whole spec.  ``stems`` lists the files by the stem of their header's name."""

    def __init__(self, directory: Path) -> None:
        self.layouts: Dict[str, Layout] = {}
        self.enums: Dict[str, Values] = {}
        self.stems: List[str] = []
        self.is_whole = True  # stems has all files
        self.folders: Dict[str, str] = {}  # of the stems
        trees = []
        for path in sorted(directory.glob("**/*.yaml")):
            tree = yaml.load(path.read_text(encoding="utf-8"), Loader=Loader)
            if not isinstance(tree, dict):
                raise ManualError(f"{path}: no map at the top")
            trees.append((path.stem, tree))
            if {"layouts", "enums", "flags"} & set(tree):  # other files have no C
                self.stems.append(path.stem)
                self.folders[path.stem] = path.parent.name
        for stem, tree in trees:
            for name, body in tree.get("enums", {}).items():
                self._values(name, body, False, stem)
            for name, body in tree.get("flags", {}).items():
                self._values(name, body, True, stem)
        self._bodies = {name: body for _, tree in trees
                        for name, body in tree.get("layouts", {}).items()}
        for stem, tree in trees:
            for name, body in tree.get("layouts", {}).items():
                self.layouts[name] = self._layout(name, body, stem)
        for layout in self.layouts.values():
            self._whens(layout)

    # Reading

    def _values(self, name: str, body: Dict[str, Any], is_flags: bool, stem: str) -> None:
        values: Dict[str, int] = {}
        aliases: Set[str] = set()
        for key, item in body["bits" if is_flags else "values"].items():
            if isinstance(item, dict):
                if "alias" in item:
                    aliases.add(key)
                item = item["bit" if is_flags else "value"]
            values[key] = number(item, f"{name}.{key}")
        self.enums[name] = Values(name, is_flags, values, aliases, body.get("open") == "true", stem)

    def _layout(self, name: str, body: Dict[str, Any], stem: str) -> Layout:
        size = number(body["size"], f"{name}.size")
        layout = Layout(name, size, self._entries(body["fields"], name, 0, size * 8), stem)
        layout.groups = {key: item["fields"] for key, item in body.get("groups", {}).items()}
        return layout

    def _entries(self, body: Dict[str, Any], what: str, at: int, end: int) -> List[Entry]:
        """Returns the entries of a layout or arm, which must cover [at, end) exactly."""
        result = [self._entry(*place(key, what), item, f"{what} {key}")
                  for key, item in body.items()]
        for item in result:
            if item.at != at and not (item.count == 0 and at == end):
                raise ManualError(f"{what}: '{item.name}' begins at bit {item.at:#x}, not {at:#x}")
            at = item.end
        if at != end:
            raise ManualError(f"{what}: ends at bit {at:#x}, not {end:#x}")
        return result

    def _entry(self, at: int, width: int, body: Any, what: str, name: str = "") -> Entry:
        if isinstance(body, str):
            if body in (RESERVED, IGNORED):
                return Entry("", body, at, width, elem=width)
            return Entry(body, UINT, at, width, elem=width)
        if "overlay" in body:
            return self._overlay(at, width, body, what)
        kind = body.get("kind", LAYOUT if "layout" in body else UINT)
        if kind not in (UINT, BYTES, LAYOUT, RESERVED, IGNORED):
            raise ManualError(f"{what}: kind '{kind}'")
        item = Entry(body.get("name", name), kind, at, width, elem=width)
        if kind in (RESERVED, IGNORED):
            item.name = ""
            return item
        if width == 0:
            item.count = 0
        elif "count" in body:
            item.count = number(body["count"], what)
        if kind == LAYOUT:
            item.layout = body["layout"]
            item.elem = number(self._bodies[item.layout]["size"], what) * 8
        elif kind == UINT and item.count is not None:
            item.elem = number(body["width"], what)
        if width and item.elem * (1 if item.count is None else item.count) != width:
            raise ManualError(f"{what}: elements do not fill the place")
        item.enum = body.get("enum", "")
        item.flags = body.get("flags", "")
        for values in filter(None, (item.enum, item.flags)):
            if values not in self.enums:
                raise ManualError(f"{what}: no enumeration '{values}'")
        if "default" in body:
            item.default = self._value(body["default"], item.enum or item.flags, what)
        if "fixed" in body:
            item.fixed = self._value(body["fixed"], item.enum or item.flags, what)
        item.unit = body.get("unit", "")
        item.encoding = body.get("encoding", "")
        return item

    def _overlay(self, at: int, width: int, body: Dict[str, Any], what: str) -> Entry:
        item = Entry(body["overlay"], OVERLAY, at, width, elem=width)
        if isinstance(body["selector"], dict):
            item.selector_enum = body["selector"].get("enum", "")
        else:
            item.selector = body["selector"]
        for name, arm in body["arms"].items():
            here = f"{what} arm {name}"
            when = arm["when"]
            if "fields" in arm:
                entries = self._entries(arm["fields"], here, at, at + width)
            else:
                entries = [self._entry(at, width, arm, here, name)]
            item.arms.append(Arm(name, entries, "fields" not in arm, [], when == "else"))
            item.arms[-1].when = when  # type: ignore[attr-defined]
        return item

    def _value(self, text: str, enum: str, what: str) -> int:
        if re.match(r"[0-9]", text) and re.fullmatch(r"0x[0-9a-fA-F]+|\d+", text):
            return number(text, what)
        values = self.enums.get(enum)
        if values is None or text not in values.values:
            raise ManualError(f"{what}: '{text}' has no value")
        return 1 << values.values[text] if values.is_flags else values.values[text]

    def _whens(self, layout: Layout) -> None:
        for item in layout.entries:
            if item.kind != OVERLAY:
                continue
            enum = item.selector_enum
            if item.selector:
                enum = layout.entry(item.selector).enum
            for arm in item.arms:
                if arm.is_else:
                    continue
                when = arm.when  # type: ignore[attr-defined]
                for text in when if isinstance(when, list) else [when]:
                    arm.values.append(self._value(text, enum, f"{layout.name}.{item.name}"))

    # Derived properties

    def is_legal(self, item: Entry, value: int) -> bool:
        """Returns whether a reader accepts the value of this number without a complaint."""
        if item.fixed is not None:
            return value == item.fixed
        if item.enum and not self.enums[item.enum].is_open:
            return value in self.enums[item.enum].values.values()
        if item.flags and not self.enums[item.flags].is_open:
            return not value & ~self.enums[item.flags].mask
        return True

    def order(self, stem: str) -> List[Layout]:
        return [layout for layout in self.layouts.values() if layout.stem == stem]
