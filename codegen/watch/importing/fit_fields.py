# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Adapts fields of any manual to the notation: enumerations, numbers, bytes, nested layouts, arrays
of unknown length."""

from __future__ import annotations

from dataclasses import replace
from typing import List

from prmclib.model import About, Bits, Field, Kind, Layout, Writer
from prmclib.model.same import copied
from .fitted import Fitting, has_place, noted
from .import_names import clean


_WRITERS = {"read only": Writer.DEVICE, "write only": Writer.DRIVER}  # by the access that a description states


class Fields(Fitting):
    """Adapts single fields, and the bits between them."""

    def field(self, layout: Layout, old: str, item: Field, arm_name: str = "") -> List[Field]:
        """Returns a field as one or several of the notation, without its arms."""
        unit, encoding = item.measure  # before names and texts are cut
        legal = item.legal
        if item.writer is None and item.is_named:
            item.writer = _WRITERS.get(item.said.access)
        item.about = self.about(item.about)
        item.unit = clean(item.unit)
        self.enumeration(layout, item)
        if item.is_number and not (item.unit or item.encoding or item.enum or item.flags):
            item.unit, item.encoding = unit, encoding
        if item.is_number and not (item.enum or item.flags):
            item.ranges = legal
        known = self.left_out.get((old, item.bits.offset))
        if item.kind is Kind.IGNORED and known is not None:
            return [self.ignored(layout, item, known.field, known.reason)]
        if item.kind is Kind.OVERLAY:
            # A reserved arm gives the largest size of the others; here the place does.
            named = [arm for arm in item.arms
                     if any(inner.kind is not Kind.RESERVED for inner in arm.fields)]
            item.arms = named or item.arms
            for arm in item.arms:
                arm.about = self.about(arm.about)
                inside = [part for inner in arm.fields
                          for part in self.field(layout, old, inner, arm.name)]
                arm.fields = [inner for inner in inside if not inner.is_flexible]
                for inner in inside:
                    if inner.is_flexible:
                        self.change(layout.name, inner.name, f"left out of {arm.name}, an array "
                                                             "of unknown length in an overlay")
                        arm.about = noted(arm.about, f"Without {clean(inner.name)}, an array of "
                                                     "unknown length.")
                arm.is_single = arm.is_single and len(arm.fields) == 1
            return [item]
        if item.cap:
            owner, _, bit = item.cap.partition(".")
            there = self.existing.layouts.get(owner) or self.spec.layouts.get(
                owner if owner in self.names else "")
            if there is None or not any(entry.item.name == bit for entry in there.walk()):
                item.about = noted(item.about, f"Needs {clean(item.cap)}.")
                item.cap = ""
        if item.kind is Kind.LAYOUT:
            return self.inner(layout, old, item, arm_name)
        if item.kind is Kind.UINT:
            return [self.number(layout, item)]
        if item.kind is Kind.BYTES and item.bits.offset % 8:
            return [self.ignored(layout, item, item.name, "bytes that do not start with a byte")]
        return [item]

    def enumeration(self, layout: Layout, item: Field) -> None:
        for key in ("enum", "flags"):
            name = getattr(item, key)
            if not name:
                continue
            new = self.enum_names.get(name, name)
            enum = self.out.enums.get(new) or self.existing.enums.get(new)
            widest = max((one.value for one in enum.values), default=0) if enum else 0
            fits = enum is not None and not item.is_array and \
                enum.is_flags == (key == "flags") and \
                (widest if enum.is_flags else widest.bit_length() - 1) < item.bits.width
            setattr(item, key, new if fits else "")
            if not fits:
                item.about = noted(item.about, f"The values of {clean(name)} do not fit.")
                self.change(layout.name, item.name, f"the values of {clean(name)} do not fit")

    def ignored(self, layout: Layout, item: Field, name: str, reason: str) -> Field:
        """Replaces bits that the notation cannot describe by ignored ones, with a note."""
        label = clean(name)
        self.change(layout.name, label, f"left out, {reason}")
        return Field("", item.bits, Kind.IGNORED, item.where,
                     noted(replace(item.about, source=[]), f"{label}: {reason}."),
                     elem_width=item.bits.width)

    def plain(self, layout: Layout, item: Field, text: str) -> Field:
        """Returns the bits of ``item`` without their meanings: a number, bytes, or ignored bits."""
        bits = item.bits
        kind = Kind.UINT if has_place(bits) else Kind.BYTES if bits.is_bytes else Kind.IGNORED
        self.change(layout.name, item.name, text[:1].lower() + text[1:].rstrip("."))
        if kind is Kind.IGNORED:
            text = f"{clean(item.name)}. {text}"
        return Field("" if kind is Kind.IGNORED else item.name, bits, kind, item.where,
                     noted(item.about, text), elem_width=bits.width)

    def number(self, layout: Layout, item: Field) -> Field:
        """Converts a number, or an array of numbers, to the notation."""
        bits, width = item.bits, item.elem_width
        if item.is_flexible:
            if width in (8, 16, 32, 64) and bits.offset % min(width, 32) == 0:
                return item
            item.kind, item.elem_width = Kind.BYTES, 8
            return item
        if item.is_array:
            if width in (8, 16, 32, 64) and bits.offset % min(width, 32) == 0:
                return item
        elif has_place(bits):
            return item
        if not bits.is_bytes:
            return self.ignored(layout, item, item.name, f"{width} bits that fit no place")
        text = f"{item.count} numbers of {width} bits in the source." if item.is_array else \
            f"A number of {width} bits in the source."
        self.change(layout.name, item.name, f"taken as bytes, {text[0].lower()}{text[1:-1]}")
        return Field(item.name, bits, Kind.BYTES, item.where, noted(item.about, text),
                     elem_width=bits.width, writer=item.writer, cap=item.cap)

    def inner(self, layout: Layout, old: str, item: Field, arm_name: str) -> List[Field]:
        """Converts a nested layout, or inserts its fields where it cannot be one.  An arm with the
        layout's name needs no other name."""
        source = self.spec.layouts.get(item.layout)
        size = self.size_of(item.layout)
        width = source.size * 8 if source is not None else item.elem_width
        if size is not None and size * 8 == width and item.bits.offset % 32 == 0:
            item.layout = self.names.get(item.layout, item.layout)
            rest = item.bits.width - width * (item.count or 1) if not item.is_flexible else 0
            if rest <= 0:
                return [item]
            end = item.bits.end
            item.bits = Bits(item.bits.offset, item.bits.width - rest)
            item.elem_width = width
            text = f"{rest // 8} bytes more than {item.layout} has in the source."
            self.change(layout.name, item.name, text.rstrip("."))
            return [item, Field("", Bits(end - rest, rest), Kind.IGNORED, item.where,
                                About(note=text), elem_width=rest)]
        if source is None or (item.is_array and item.count != 1):
            if item.bits.is_bytes:
                text = f"{item.layout} in the source, which cannot be a layout there."
                self.change(layout.name, item.name, "taken as bytes, " + text.rstrip("."))
                return [Field(item.name, item.bits, Kind.BYTES, item.where,
                              noted(item.about, text), item.count if item.is_flexible else None,
                              8 if item.is_flexible else item.bits.width)]
            return [self.ignored(layout, item, item.name, f"{item.layout} not on whole bytes")]
        self.change(layout.name, item.name, f"replaced by the fields of {item.layout}")
        out: List[Field] = []
        for inner in copied(source.fields):
            inner.bits = Bits(inner.bits.offset + item.bits.offset, inner.bits.width)
            if item.name != arm_name:
                inner.name = inner.name and f"{item.name}_{inner.name}"
            if inner.kind is Kind.OVERLAY:
                names = ", ".join(arm.name for arm in inner.arms)
                out.append(self.plain(layout, inner, f"Several meanings in the source: {names}."))
            else:
                out += self.field(layout, old, inner)
        return out

    def flexible(self, layout: Layout, old: str) -> None:
        """Moves an array of unknown length at the end of a nested layout to the layouts that end
        with it."""
        last = layout.fields[-1] if layout.fields else None
        if last is not None and last.kind is Kind.LAYOUT and not last.is_array:
            tail = self.tails.get(last.layout)
            if tail is not None and last.bits.end == layout.size * 8:
                moved = copied(tail)
                moved.bits = Bits(layout.size * 8, 0)
                moved.about = noted(moved.about, f"Part of {last.name} in the source.")
                layout.fields.append(moved)
                self.change(layout.name, moved.name, f"part of {last.name} in the source")
        tails = [item for item in layout.fields if item.is_flexible]
        for item in tails:
            if item is not layout.fields[-1] or item.bits.offset != layout.size * 8 \
                    or layout.size % 4:
                layout.fields.remove(item)
                layout.about = noted(layout.about, f"Without {item.name}, an array of unknown "
                                                   "length that is not on a dword at the end.")
                self.change(layout.name, item.name, "left out, an array of unknown length that is "
                                                    "not on a dword at the end")
        if old in self.nested and layout.fields and layout.fields[-1].is_flexible:
            item = layout.fields.pop()
            self.tails[layout.name] = item
            layout.about = noted(
                layout.about, f"{item.name}, an array of unknown length at its end, is in the "
                "layouts that contain it.")
            self.change(layout.name, item.name,
                        "an array of unknown length, moved to the layouts that contain it")
