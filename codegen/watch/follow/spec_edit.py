# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Edits files of the spec: definitions, fields and values, with everything else as it was written."""

from __future__ import annotations

import re
from typing import Callable, Dict, Iterator, List, Optional, Tuple

from prmclib.model import Bits, Field
from prmclib.model.place import parse, split
from prmclib.readers.load import Text
from prmclib.writers.fmt import Opened, opened, put, text_of
from prmclib.writers.yaml import Key, Node, Prose, place_text

FILLING = ("reserved", "ignored")
Table = Dict[str, Node]


class Files:
    """The texts of a spec, opened when they are edited."""

    def __init__(self, texts: List[Text]) -> None:
        self.texts = texts
        self.open: Dict[str, Opened] = {}
        self.home: Dict[str, Text] = {}
        for text in texts:
            for line in text.data.decode("utf-8", "replace").split("\n"):
                match = re.match(r"  \"?([a-z]\w*)\"?:", line)
                if match:
                    self.home.setdefault(match.group(1), text)

    def file(self, name: str) -> Opened:
        """Returns the file that defines something."""
        text = self.home[name]
        if text.name not in self.open:
            found = opened(text.name, text.data)
            assert found is not None  # it was read without errors
            self.open[text.name] = found
        return self.open[text.name]

    def body(self, section: str, name: str) -> Table:
        top = self.file(name).top
        sections = [inside(top, one) for one in (("enums", "flags") if section == "enums" else (section,)) if one in top]
        return next(inside(things, name) for things in sections if name in things)

    def add(self, section: str, name: str, node: Node, near: str) -> None:
        """Adds a definition to the file that has ``near``."""
        file = self.file(near)
        put(file.top, section, file.top.get(section, {}), "file")
        inside(file.top, section)[as_key(name)] = node
        self.home[name] = self.home[near]

    def move(self, layout: str, near: str) -> None:
        """Moves a layout to the file that has ``near``, with its sources as they are written there."""
        old, new = self.legend(layout), self.legend(near)
        layouts = inside(self.file(layout).top, "layouts")
        key = next(one for one in layouts if one == layout)
        node = with_sources(layouts.pop(key), lambda text: cited(spelled(text, old), new))
        if not layouts:
            del self.file(layout).top["layouts"]
        self.add("layouts", key, node, near)

    def legend(self, name: str) -> Dict[str, str]:
        """Returns the abbreviations of sources in the file of a definition."""
        found = self.file(name).top.get("sources", {})
        return {str(key): text_of_node(value) for key, value in found.items()} if isinstance(found, dict) else {}

    def legend_word(self, word: str) -> str:
        """Returns the project of an abbreviation in any open file, or the word itself."""
        for file in self.open.values():
            legend = file.top.get("sources")
            if isinstance(legend, dict) and word in legend:
                return text_of_node(legend[word]).split(" ")[0]
        return word

    def changed(self) -> Iterator[Text]:
        """Yields the edited files with their new texts."""
        for text in self.texts:
            if text.name in self.open:
                data = text_of(self.open[text.name]).encode()
                if data != text.data:
                    yield Text(text.name, text.recorded, data)


def inside(node: Node, key: str) -> Table:
    """Returns the map at a key of a map: the notation has one there."""
    assert isinstance(node, dict)
    found = node[key]
    assert isinstance(found, dict)
    return found


def text_of_node(node: Node) -> str:
    return node.text if isinstance(node, Prose) else str(node).strip('"')


def cited(full: str, legend: Dict[str, str]) -> str:
    """Returns a `source` with the abbreviation of its file that has most of its words: project and path, or project."""
    for short, meaning in sorted(legend.items(), key=lambda item: -len(item[1])):
        if f"{full} ".lower().startswith(f"{meaning} ".lower()):
            return short + full[len(meaning):]
    return full


def spelled(short: str, legend: Dict[str, str]) -> str:
    """Returns a `source` without the abbreviation of its file."""
    word, space, rest = short.partition(" ")
    return legend.get(word, word) + space + rest


def with_sources(node: Node, change: Callable[[str], str]) -> Node:
    """Returns a definition in which ``change`` has rewritten each `source`."""
    if not isinstance(node, dict):
        return node
    out: Table = {}
    for key, value in node.items():
        if key == "source" and not isinstance(value, dict):
            texts = [Prose(change(text_of_node(one))) for one in (value if isinstance(value, list) else [value])]
            out[key] = list(texts) if isinstance(value, list) else texts[0]
        else:
            out[key] = with_sources(value, change)
    return out


# Fields

def arrange(table: Table, room: Bits, change: Callable[[str, Node, Bits], Optional[Tuple[Bits, str, Node]]],
            adds: List[Tuple[Bits, str, Node]]) -> None:
    """Rewrites the fields of a layout or arm. ``change`` returns the new bits, place and content of an entry, or None
    for one that is removed. Reserved bits fill the rest; those of entries that stay whole stay as they were."""
    kept: List[Tuple[Bits, Key, Node]] = []
    filling: List[Tuple[Bits, Key, Node]] = []
    for key, node in table.items():
        bits = parse(key).bits
        if isinstance(node, str) and node in FILLING:
            filling.append((bits, as_key(key), node))
            continue
        made = change(key, node, bits)
        if made is not None:
            kept.append((made[0], renamed(key, made[1]), made[2]))
    kept += [(bits, Key(place), node) for bits, place, node in adds]
    taken = sorted((bits for bits, _, _ in kept), key=lambda bits: bits.offset)
    covered: List[Bits] = []
    for bits, key, node in filling:
        rest = [part for part in holes(bits, taken)]
        inside = [Bits(max(part.offset, room.offset), min(part.end, room.end) - max(part.offset, room.offset))
                  for part in rest if part.offset < room.end and part.end > room.offset]
        if inside == [bits]:
            kept.append((bits, key, node))
            covered.append(bits)
            continue
        for number, part in enumerate(place for one in inside for place in split(one)):
            kept.append((part, renamed(key, str(part)) if not number else Key(str(part)), node))
            covered.append(part)
    for hole in holes(room, sorted([*taken, *covered], key=lambda bits: bits.offset)):
        for part in split(hole):
            kept.append((part, Key(str(part)), "reserved"))
    kept.sort(key=lambda item: (item[0].offset, item[0].width == 0, item[0].width))
    table.clear()
    table.update((key, node) for _, key, node in kept)


def holes(room: Bits, taken: List[Bits]) -> List[Bits]:
    """Returns the bits of ``room`` that none of the places, in order, covers."""
    out, at = [], room.offset
    for bits in taken:
        if bits.end <= at or bits.offset >= room.end:
            continue
        if bits.offset > at:
            out.append(Bits(at, bits.offset - at))
        at = max(at, bits.end)
    if at < room.end:
        out.append(Bits(at, room.end - at))
    return out


def as_key(key: str) -> Key:
    return key if isinstance(key, Key) else Key(key)


def renamed(key: str, text: str) -> Key:
    """Returns a key with another text and the same comments."""
    made = Key(text)
    if isinstance(key, Key):
        made.above, made.beside = key.above, key.beside
    return made


def place_of(item: Field, bits: Bits) -> str:
    """Returns the place of a field of the spec at other bits."""
    return place_text(Field(item.name, bits, item.kind, item.where, count=item.count, layout=item.layout))


def shift_places(node: Node, offset: int, room: Bits) -> None:
    """Moves the fields of all arms of an overlay."""
    for arm in inside(node, "arms").values():
        if not isinstance(arm, dict) or "fields" not in arm:
            continue
        fields = inside(arm, "fields")
        moved = [(key, value) for key, value in fields.items()]
        fields.clear()
        for key, value in moved:
            old = parse(key)
            bits = Bits(old.bits.offset + offset, old.bits.width)
            text = str(bits) if old.style == "bits" else f"{bits.offset // 8:#04x}..{bits.end // 8 - 1:#04x}"
            fields[renamed(key, text)] = value
        arrange(fields, room, lambda key, value, bits: (bits, key, value), [])


def as_map(node: Node, kind: bool = False) -> Table:
    """Returns a field or value as a map, which attributes can be added to."""
    if isinstance(node, dict):
        return node
    if isinstance(node, str) and node in FILLING:
        return {Key("kind"): node}
    return {Key("value" if kind else "name"): node}


def with_conflict(node: Table, sentences: List[str], within: str = "") -> None:
    """Adds sentences to the `conflict` of an entry."""
    old = text_of_node(node["conflict"]) if "conflict" in node else ""
    put(node, "conflict", Prose(" ".join([old, *sentences]).strip()), within)
