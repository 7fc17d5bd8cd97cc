# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The tables of ADB as layouts of the model.

Every ``node`` becomes a layout.  A union is a layout with one overlay, and a field that refers to
it is an overlay of the containing layout, with the selector given there.  Bits without a field are
reserved.  What the model cannot represent is in ``left_out``, and its bits are ignored.
"""

from __future__ import annotations

import os
import re
from typing import Dict, List, Optional, Set, Tuple

from prmclib.model import (About, Arm, Bits, Enum, EnumValue, Field, Kind, Layout, LeftOut, Selector, Spec,
                           When, Writer)
from prmclib.model import described
from prmclib.model.errors import FORBIDDEN, shorten
from watch.c.maker import Maker, blank, fill, identifier, joined, overlay_at
from . import operations
from .adb_places import MAX_BITS, Place, Unclear, bits_of, is_wide, moved, place_of
from .document import AdbField, AdbNode, Document, number

SELECTOR = "Not stated by the table."
MAX_PARTS = 1 << 20  # fields of a layout, including nested ones
MAX_NESTING = 64  # layouts in layouts

_WRITERS = {"RO": Writer.DEVICE, "WO": Writer.DRIVER, "RW": Writer.BOTH, "INDEX": Writer.DRIVER,
            "OP": Writer.DRIVER}
_PLAIN = ("RO", "WO", "RW")  # fully expressed by `writer`
_USED = {"name", "offset", "size", "descr", "subnode", "low_bound", "high_bound", "enum",
         "union_selector", "selected_by", "access", "supported_from_version", "inst_ifdef",
         "inst_if"}
_USED_OF_NODE = {"name", "size", "descr", "attr_is_union", "inst_ifdef"}
_RESERVED = re.compile(r"(?:reserved|rsvd?)(?:_?at)?_?[0-9a-fA-F]*", re.I)
_PARENT = re.compile(r"[$#]\(parent\)\.")
_EQUAL = re.compile(r"\s*\(?\s*[$#]\(parent\)\.(\w+)\s*(?:==|EQ)\s*(\w+)\s*\)?\s*")


def clean(text: str) -> str:
    """Returns a description without marks for line ends and without control characters."""
    lines = text.replace("\\;", "\n").replace("\r", " ").split("\n")
    return FORBIDDEN.sub(" ", "\n".join(line.strip() for line in lines)).strip()


def chosen_by(condition: str) -> Tuple[str, List[str]]:
    """Returns the field of a condition "this field is one of these values", and the values; "" for another condition."""
    found = [_EQUAL.fullmatch(part) for part in re.split(r"\|\|?|\bOR\b", condition)]
    names = {match.group(1) for match in found if match}
    return (names.pop(), [match.group(2) for match in found if match]) if all(found) and len(names) == 1 else ("", [])


def to_spec(document: Document, data: bytes) -> Tuple[Spec, List[LeftOut]]:
    """Returns the tables of a file as a spec, and what is left out of it.  ``data`` is the file's
    content, for its digest."""
    return _Maker(document, data).make()


class _Maker(Maker):
    def __init__(self, document: Document, data: bytes) -> None:
        super().__init__()
        self.document = document
        base = os.path.basename(document.path)
        title = clean(f"{document.title} {document.revision}")
        title = f" ({title})" if title else ""
        self.source = base + (f" {clean(document.revision)}" if document.revision else "")
        self.add_file(document.path, f"Tables of {base}{title}.", data)
        for path, digest in document.files.items():
            self.add_file(path, f"Tables of {os.path.basename(path)}.", digest=digest)
        self.nodes: Dict[str, AdbNode] = {}  # possible targets of references
        self.widths: Dict[str, int] = {}  # their widths in bits
        self.names: Dict[str, str] = {}  # their layouts
        self.depth: Dict[str, int] = {}
        self.parts: Dict[str, int] = {}
        self.enums: Dict[AdbField, str] = {}
        self.node_of: Dict[str, str] = {}  # names of nodes by layout
        self.said: Set[LeftOut] = set()
        # Names of selector fields, by the whole number that contains them.
        self.selecting = {item.attributes["union_selector"].strip().rpartition(".")[2]
                          for node in document.nodes for item in node.fields
                          if "union_selector" in item.attributes}

    def make(self) -> Tuple[Spec, List[LeftOut]]:
        for stray in [*self.document.strays, *operations.apply(self.document)]:
            self.left.append(LeftOut("", clean(stray.name), 0, 0, stray.reason, stray.where))
        for node in self.document.nodes:
            self.admit(node)
        self.node_of = {label: name for name, label in self.names.items()}
        for name in self.names:
            for item in self.nodes[name].fields:
                self.enumerate(name, item)
        done: Dict[str, Layout] = {}
        for name in self.order():
            done[name] = self.layout(name)
        for name in self.nodes:  # in file order
            layout = done[name]
            self.spec.layouts[layout.name] = layout
            self.files[self.nodes[name].where.file].layouts.append(layout.name)
        for label, enum in self.spec.enums.items():
            self.files[enum.where.file].enums.append(label)
        order = {path: number for number, path in enumerate(self.files)}
        self.left.sort(key=lambda item: (order[item.where.file], item.where.line, item.where.col))
        return self.result()

    # Tables

    def admit(self, node: AdbNode) -> None:
        """Accepts a node as a layout, or leaves it out with all its fields."""
        width = bits_of(node.attributes.get("size", ""))
        reason = ""
        if node.absent:
            reason = node.absent
        elif not node.name:
            reason = "a table without a name"
        elif node.name in self.nodes:
            first = self.nodes[node.name].where
            reason = "a second table of that name, after " + (
                f"line {first.line}" if first.file == node.where.file else
                f"{shorten(first.file, 80)}:{first.line}")
        elif width is None:
            reason = f"a size that cannot be read: '{shorten(node.attributes.get('size', ''))}'"
        elif not width:
            reason = "a table without bits"
        elif width > MAX_BITS:
            reason = f"more than {MAX_BITS // 8:,} bytes"
        elif width % 8:
            reason = "not a whole number of bytes"
        elif is_wide(node) and width % 64:
            reason = "words of 64 bits (cr_data_wdt), but not a whole number of them"
        if reason:
            name = clean(node.name)
            self.left.append(LeftOut(name, "", 0, width or 0, reason, node.where))
            for item in node.fields:
                self.left.append(LeftOut(name, clean(item.name), 0, 0,
                                         f"in a table left out: {reason}", item.where))
            return
        assert width is not None
        self.nodes[node.name], self.widths[node.name] = node, width
        self.names[node.name] = self.free_name(identifier(node.name))

    def order(self) -> List[str]:
        """Returns the nodes, each after those that it refers to; a cycle is cut where it closes."""
        out: List[str] = []
        state: Dict[str, int] = {}  # 1: being visited, 2: done
        for top in self.nodes:
            if top in state:
                continue
            state[top] = 1
            stack = [(top, iter(self.subnodes(top)))]
            while stack:
                name, rest = stack[-1]
                inner = next((sub for sub in rest if sub not in state), None)
                if inner is None:
                    state[name] = 2
                    out.append(name)
                    stack.pop()
                else:
                    state[inner] = 1
                    stack.append((inner, iter(self.subnodes(inner))))
        return out

    def subnodes(self, name: str) -> List[str]:
        found = (item.attributes.get("subnode", "") for item in self.nodes[name].fields)
        return [sub for sub in dict.fromkeys(found) if sub in self.nodes]

    def layout(self, name: str) -> Layout:
        node, width = self.nodes[name], self.widths[name]
        label = self.names[name]
        attributes = [f"{key}: {clean(value)}" for key, value in node.attributes.items()
                      if key not in _USED_OF_NODE and value.strip()]
        if node.origin:
            attributes.append(f"for one use of {clean(node.origin)}, whose attributes differ")
        elif label != node.name:
            attributes.append(f"name: {clean(node.name)}")
        layout = Layout(label, width // 8, [], node.where,
                        About(doc=clean(node.attributes.get("descr", "")),
                              source=[f"{self.source} node {clean(node.in_file)}"],
                              note="; ".join(attributes)), Writer.BOTH)
        self.depth[name] = self.parts[name] = 1
        if node.is_union:
            if node.fields:
                layout.fields = [self.overlay(name, label, node, 0, Selector(
                    node.where, external=SELECTOR))]
            else:
                layout.fields = self.filled([], [], 0, width, node, Kind.RESERVED)
            return layout
        placed = self.placed(name, node, width, 0, None)
        layout.fields = self.filled(*placed, 0, width, node, Kind.RESERVED)
        last = layout.fields[-1] if layout.fields else None
        if last is not None and last.is_flexible:
            layout.size = last.bits.offset // 8
        return layout

    def placed(self, owner: str, node: AdbNode, width: int, base: int,
               only: Optional[AdbField]) -> Tuple[List[Field], List[Tuple[Bits, AdbField]]]:
        """Returns the fields of a node (``only``: one of them) that the model can represent, at
        their places from bit ``base`` on, and the places of the other fields."""
        good: List[Field] = []
        bad: List[Tuple[Bits, AdbField]] = []
        next_bit = 0
        for item in node.fields if only is None else [only]:
            bits = Bits(0, 0)
            try:
                place = place_of(self.document, item, width, next_bit, is_wide(node))
                bits = place.bits
                if item.absent:
                    raise Unclear(item.absent)
                next_bit = bits.end
                if bits.end > width and place.count != 0 or bits.offset > width:
                    bits = Bits(min(bits.offset, width), max(width - bits.offset, 0))
                    raise Unclear(f"outside of the table, which ends at {Bits(width, 0).dword:#x}")
                good += self.fields(owner, item, moved(place, base), only is not None)
            except Unclear as exc:
                self.leave(owner, item, Bits(bits.offset + base, bits.width), str(exc))
                bad.append((Bits(bits.offset + base, bits.width), item))
        return good, bad

    def leave(self, owner: str, item: AdbField, bits: Bits, reason: str) -> None:
        found = LeftOut(self.names[owner], clean(item.name), bits.offset, bits.width, reason,
                        item.where)
        if found not in self.said:
            self.said.add(found)
            self.left.append(found)

    def filled(self, good: List[Field], bad: List[Tuple[Bits, AdbField]], start: int, end: int,
               node: AdbNode, kind: Kind) -> List[Field]:
        """Sorts fields by place, removes overlaps and fills gaps: with ignored bits where something
        was left out, and elsewhere with bits of ``kind``."""
        out: List[Field] = []
        at = start
        for item in sorted(good, key=lambda item: item.bits.offset):
            if item.bits.offset < at:
                other = out[-1].name or "reserved bits"
                self.left.append(LeftOut(self.names[node.name], item.name, item.bits.offset,
                                         item.bits.width, f"overlaps {other}", item.where))
                if item.bits.end > at:
                    bad = [*bad, (item.bits, AdbField(item.name, {}, item.where))]
                continue
            others = [*(one.bits for one in good if one is not item), *(one for one, _ in bad)]
            if item.is_flexible and (not item.bits.offset or any(bits.end > item.bits.offset for bits in others)):
                self.left.append(LeftOut(self.names[node.name], item.name, item.bits.offset,
                                         item.elem_width, "an array of unknown length that is not "
                                         "at the end", item.where))
                bad = [*bad, (Bits(item.bits.offset, item.elem_width),
                              AdbField(item.name, {}, item.where))]
                continue
            out += self.holes(at, item.bits.offset, bad, node, kind)
            out.append(item)
            at = end if item.is_flexible else item.bits.end
        return out + self.holes(at, end, bad, node, kind)

    def holes(self, start: int, end: int, bad: List[Tuple[Bits, AdbField]], node: AdbNode,
              kind: Kind) -> List[Field]:
        """Returns fields for bits without a description."""
        if start >= end:
            return []
        hole = Bits(start, end - start)
        cuts = {start, end}
        inside = [(bits, item) for bits, item in bad if bits.width and bits.overlaps(hole)]
        for bits, _ in inside:
            cuts |= {max(start, bits.offset), min(end, bits.end)}
        marks = sorted(cuts)
        out: List[Field] = []
        for first, last in zip(marks, marks[1:]):
            part = Bits(first, last - first)
            owner = next((item for bits, item in inside if bits.overlaps(part)), None)
            out += blank(first, last, Kind.IGNORED if owner else kind,
                         owner.where if owner else node.where)
        return out

    # Fields

    def fields(self, owner: str, item: AdbField, place: Place, in_union: bool) -> List[Field]:
        """Converts a field of ADB to one of the model, or to one for each loose element."""
        if not item.name:
            raise Unclear("a field without a name")
        if place.count == 0 and place.bits.offset % 8:
            raise Unclear("an array of unknown length that is not on whole bytes")
        name = identifier(item.name)
        about = self.about(item, place, name)
        new = Field(name, place.bits, Kind.UINT, item.where, about, place.count, place.elem)
        access = item.attributes.get("access", item.attributes.get("rw", ""))
        new.writer = _WRITERS.get(access.strip())
        if re.fullmatch(r"\w+\.\w+", item.attributes.get("capability", ""), re.ASCII):
            new.cap = item.attributes["capability"]
        sub = item.attributes.get("subnode", "").strip()
        if sub and not self.is_number(item, sub, place.elem):
            self.nested(owner, item, new, sub, place, in_union)
        elif _RESERVED.fullmatch(item.name):
            new.name, new.kind, new.count, new.writer, new.cap = "", Kind.RESERVED, None, None, ""
            new.elem_width = place.bits.width
            if place.count == 0:
                raise Unclear("reserved bits of unknown length")
        else:
            self.leaf(item, new, place)
        if place.loose is None:
            self.count(owner, new)
            return [new]
        if new.kind is not Kind.UINT:
            raise Unclear("elements that are not in memory order")
        loose: List[Field] = []
        for index, start in enumerate(place.loose):
            one = Field(f"{name}_{place.low + index}", Bits(start, place.elem), Kind.UINT,
                        item.where, about, None, place.elem, enum=new.enum, flags=new.flags,
                        writer=new.writer, cap=new.cap)
            self.count(owner, one)
            loose.append(one)
        return loose

    def count(self, owner: str, new: Field) -> None:
        """Counts a field of a layout, nested ones included; raises Unclear if there are too many."""
        if new.kind is Kind.OVERLAY:
            return  # the fields of its arms have been counted
        more = (new.count or 1) * (self.parts[self.node_of[new.layout]]
                                   if new.kind is Kind.LAYOUT else 1)
        if self.parts[owner] + more > MAX_PARTS:
            raise Unclear(f"more than {MAX_PARTS:,} fields in all")
        self.parts[owner] += more

    def is_number(self, item: AdbField, sub: str, width: int) -> bool:
        """Returns whether a table represents a number: the two halves of 64 bits, or a table without
        fields that lists its values."""
        node = self.nodes.get(sub)
        if node is None or width > 64 or self.widths[sub] != width:
            return False
        if sub == "uint64":
            return width == 64 and [part.name for part in node.fields] == ["hi", "lo"]
        return not node.fields and bool(item.attributes.get("enum"))

    def leaf(self, item: AdbField, new: Field, place: Place) -> None:
        """Converts a number, an array of numbers, or bytes."""
        if place.elem > 64:
            if not place.bits.is_bytes or place.elem % 8:
                raise Unclear("neither a number of up to 64 bits nor whole bytes")
            if place.count:
                new.about.note = joined(new.about.note,
                                         f"{place.count} elements of {place.elem // 8} bytes")
            new.kind, new.elem_width = Kind.BYTES, 8 if place.count == 0 else place.bits.width
            new.count = 0 if place.count == 0 else None
            return
        if place.count is None and place.elem > 32 and place.elem % 32:
            new.about.note = joined(new.about.note, "a width that mstflint does not accept")
        enum = self.enums.get(item, "")
        if enum and self.spec.enums[enum].is_flags:
            new.flags = enum
        else:
            new.enum = enum

    def nested(self, owner: str, item: AdbField, new: Field, sub: str, place: Place,
               in_union: bool) -> None:
        """Converts a field that is a table."""
        node = self.nodes.get(sub)
        if node is None:
            raise Unclear(f"there is no table '{shorten(clean(sub))}', or it is left out")
        if sub not in self.depth or sub == owner:
            raise Unclear(f"'{shorten(clean(sub))}' contains this table")
        if self.depth[sub] >= MAX_NESTING:
            raise Unclear(f"more than {MAX_NESTING} nested tables")
        if 32 <= self.widths[sub] < place.elem and place.count is None:
            # The containing table has grown, this one has not: it describes the first bytes.
            new.about.note = joined(new.about.note, f"size: {place.elem // 8} bytes, of which "
                                     f"{clean(sub)} describes {self.widths[sub] // 8}")
            new.bits = Bits(place.bits.offset, self.widths[sub])
            new.elem_width = new.bits.width
        elif self.widths[sub] != place.elem:
            raise Unclear(f"{place.elem} bits, and '{shorten(clean(sub))}' has {self.widths[sub]}")
        if place.bits.offset % 8:
            raise Unclear("a table that is not on whole bytes")
        self.depth[owner] = max(self.depth[owner], self.depth[sub] + 1)
        enum = self.enums.get(item, "")
        if enum:
            new.about.note = joined(new.about.note, f"values: {enum}")
        if node.is_union and node.fields and place.count is None and not in_union:
            whole = self.overlay(owner, new.name, node, place.bits.offset,
                                 self.selector(owner, item))
            new.kind, new.arms, new.selector = Kind.OVERLAY, whole.arms, whole.selector
            return
        new.kind, new.layout = Kind.LAYOUT, self.names[sub]
        selector = item.attributes.get("union_selector", "").strip()
        if selector:
            new.about.note = joined(new.about.note, f"union_selector: {clean(selector)}")

    def about(self, item: AdbField, place: Place, name: str) -> About:
        access = item.attributes.get("access", item.attributes.get("rw", "")).strip()
        notes = [f"access: {clean(access)}"] if access and access not in _PLAIN else []
        capability = item.attributes.get("capability", "")
        for key, value in item.attributes.items():
            if key in _USED or not value.strip() or \
                    key == "rw" and "access" not in item.attributes or \
                    key == "capability" and re.fullmatch(r"\w+\.\w+", capability, re.ASCII):
                continue
            notes.append(f"{key}: {clean(value)}")
        if place.low:
            notes.append(f"low_bound: {place.low}")
        if name != item.name:
            notes.append(f"name: {clean(item.name)}")
        return About(doc=clean(item.attributes.get("descr", "")), note="; ".join(notes),
                     since=clean(item.attributes.get("supported_from_version", "")))

    # Unions

    def overlay(self, owner: str, name: str, node: AdbNode, base: int,
                selector: Selector) -> Field:
        """Converts a union at bit ``base`` of the layout ``owner``."""
        width = self.widths[node.name]
        whole = overlay_at(name, Bits(base, width), node.where, selector)
        known = self.spec.enums.get(selector.enum)
        for item in node.fields:
            good, bad = self.placed(owner, node, width, base, item)
            if good and good[0].is_flexible:
                self.leave(owner, item, good[0].bits, "an array of unknown length in a union")
                good = []
            text = item.attributes.get("selected_by", "").strip()
            words = [text] if known and known.by_name(text) else text.split(",")
            by, values = chosen_by(item.attributes.get("condition", ""))
            if not text and by and known and identifier(by) == selector.field:
                names = {value.name.lower(): value.name for value in known.values}
                words = [names.get(word.lower(), word) for word in values]
                text = ", ".join(words)
            found = [known.by_name(word.strip()) for word in words] if known else []
            arm = Arm(identifier(item.name) or f"arm_{len(whole.arms)}",
                      When([value.value for value in found if value], False, item.where,
                           [clean(text)] if text else []), [], False, item.where)
            fill(arm, self.filled(good, bad, base, base + width, node, Kind.IGNORED))
            if len(good) == 1:
                arm.about = good[0].about
            whole.arms.append(arm)
        return whole

    def selector(self, owner: str, item: AdbField) -> Selector:
        """Returns the selector of a union: a field beside it, or a description in the table."""
        text = item.attributes.get("union_selector", "").strip()
        condition = item.attributes.get("condition", "").strip()
        if not text and re.fullmatch(rf"{_PARENT.pattern}\w+", condition):
            text = condition  # of a union whose fields have conditions
        if not text:
            return Selector(item.where, external=SELECTOR)
        path = _PARENT.sub("", text, count=1).split(".")
        node: Optional[AdbNode] = self.nodes[owner]
        found: Optional[AdbField] = None
        for word in path:
            found = next((field for field in node.fields if field.name == word), None) \
                if node is not None else None
            node = None if found is None else self.nodes.get(found.attributes.get("subnode", ""))
        enum = self.enums.get(found, "") if found is not None else ""
        if found is not None and len(path) == 1 and not found.attributes.get("subnode") and \
                not found.attributes.get("high_bound") and not self.nodes[owner].is_union:
            return Selector(item.where, field=identifier(found.name), enum=enum)
        return Selector(item.where, external=clean(text) or SELECTOR, enum=enum)

    # Enumerations

    def enumerate(self, owner: str, item: AdbField) -> None:
        """Sets the enumeration of a field, from `enum` or else from its description."""
        text = item.attributes.get("enum", "").strip()
        values: List[EnumValue] = []
        note, flags = "", False
        if text:
            strange: List[str] = []
            for pair in text.split(","):
                name, _, value = pair.partition("=")
                found = number(value)
                if name.strip() and found is not None and found >= 0:
                    word = identifier(name.strip())
                    one = EnumValue(word, found, item.where)
                    if word != name.strip():
                        one.about.note = f"name: {clean(name)}"
                    values.append(one)
                elif pair.strip():
                    strange.append(clean(pair))
            note = f"not understood: {', '.join(strange)}" if strange else ""
            bits = None if item.name in self.selecting or not values else described.bits_of_values(
                [(one.name, one.value) for one in values], bits_of(item.attributes.get("size", "")) or 0,
                clean(item.attributes.get("descr", "")))
            flags = bits is not None
            for one, bit in zip(values, bits or ()):
                one.value = bit
        elif item.attributes.get("descr") and not item.attributes.get("subnode") and \
                not item.attributes.get("high_bound") and not _RESERVED.fullmatch(item.name):
            width = bits_of(item.attributes.get("size", "")) or 0
            guess = described.describe(clean(item.attributes["descr"]), width) \
                if 0 < width <= 64 else None
            if guess is not None:
                values = [EnumValue(one.name, one.value, item.where, About(doc=one.doc))
                          for one in guess.values]
                note, flags = described.MARK, guess.is_flags
        if not values and not note:
            return
        name = self.free_name(f"{self.names[owner]}_{identifier(item.name)}")
        table = clean(self.nodes[owner].in_file)
        # Tables list the defined values, and rarely exclude others.
        self.spec.enums[name] = Enum(name, values, flags, item.where, True, About(
            source=[f"{self.source} {table}.{clean(item.name)}"], note=note))
        self.enums[item] = name
