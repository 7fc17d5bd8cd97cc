# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The tables of C headers as layouts of the model.

A table becomes a layout without ``mlx5_ifc_``, or the prefix of its tree, and ``_bits`` in its name.
A union becomes an overlay with an external selector, since C does not state the selector; its arms are
numbered in the order of the members.  Structs without a tag become part of the surrounding table where
the model allows that, or layouts of their own, named after it.
"""

from __future__ import annotations

import dataclasses
import os
import re
from typing import Dict, List, Sequence, Tuple

from prmclib.model import (About, Arm, Bits, Field, File, Kind, Layout, LeftOut, Selector, Span, Spec, When,
                           Writer)
from watch.c.maker import Maker, fill, overlay_at
from .ifc_enums import add_enums
from .ifc_tables import Header, Member, Table, own_names

SELECTOR = "Not stated by the header."


_FIRST = re.compile(r"\w*?_ifc_|(?:[^\W_]+_)*?mlx5_")


def short_name(tag: str, prefixes: Sequence[str] = ()) -> str:
    """Returns a tag without its frame: ``mkc`` for ``mlx5_ifc_mkc_bits`` and ``uct_ib_mlx5_mkc_bits``,
    and for ``acme_mkc_bits`` if ``acme_`` is one of the header's ``prefixes``."""
    own = max((prefix for prefix in prefixes if tag.startswith(prefix)), key=len, default="")
    first = _FIRST.match(tag)
    start = max(len(own), first.end() if first else 0)
    return re.sub(r"(?<=.)_bits\Z", "", tag[start:]) or tag


def to_spec(header: Header) -> Tuple[Spec, List[LeftOut]]:
    """Returns the header's tables and enumerations as a spec, and what is left out."""
    return _Maker(header).make()


class _Maker(Maker):
    def __init__(self, header: Header) -> None:
        super().__init__()
        self.header = header
        self.names: Dict[str, str] = {}  # layouts by tag

    def make(self) -> Tuple[Spec, List[LeftOut]]:
        short = [short_name(tag, self.header.prefixes) for tag in self.header.tables]
        for tag, name in zip(self.header.tables, short):
            self.names[tag] = name if short.count(name) == 1 else tag
        self.taken = set(self.names.values())
        files = {path: File(path, os.path.splitext(os.path.basename(path))[0],
                            f"Tables of {os.path.basename(path)}.", self.header.digests[path])
                 for path in self.header.files}
        self.spec.files = list(files.values())
        for tag, table in self.header.tables.items():
            if table.width % 8:
                self.left.append(LeftOut(self.names[tag], "", 0, table.width,
                                         "not a whole number of bytes", table.where))
                continue
            self.layout(self.names[tag], table)
        self.left += [LeftOut(short_name(tag, self.header.prefixes), "", 0, 0, item.reason, item.where)
                      for tag, item in self.header.left.items()]
        for name, layout in self.spec.layouts.items():
            files[layout.where.file].layouts.append(name)
        add_enums(self.header, self.spec, self.left, self.free_name)
        self.document()
        return self.result()

    def document(self) -> None:
        """Copies the headers' comments to ``doc``."""
        for layout in self.spec.layouts.values():
            layout.about.doc = self.header.doc(layout.where)
            comments = self.header.comments.get(layout.where.file)
            members = comments.members(layout.where.line) if comments else {}
            for item in layout.fields:
                self.document_field(item, members)
                for arm in item.arms:
                    arm.about.doc = self.header.doc(arm.where)
                    for inner in arm.fields:
                        self.document_field(inner, members)
        for enum in self.spec.enums.values():
            enum.about.doc = self.header.doc(enum.where)
            for value in enum.values:
                if value.where.line != enum.where.line:
                    value.about.doc = self.header.doc(value.where)

    def document_field(self, item: Field, members: Dict[str, str]) -> None:
        """Sets the doc of a field; ``members`` has the kernel-doc of its struct.  A comment of one
        word is ignored: it is a heading of several members."""
        doc = self.header.doc(item.where)
        if item.is_named:
            item.about.doc = (doc if " " in doc else "") or members.get(item.name, "")

    def layout(self, name: str, table: Table) -> None:
        tag = f" {table.keyword} {table.tag}" if table.tag else ""
        layout = Layout(name, table.width // 8, [], table.where,
                        About(source=[os.path.basename(table.where.file) + tag]),
                        Writer.DEVICE if name.endswith("_out") else Writer.DRIVER)
        self.spec.layouts[name] = layout
        if table.is_union:
            layout.fields = [self.overlay(name, name, table, 0, table.where)] if table.width else []
        else:
            layout.fields = self.fields(name, table, 0)

    # Fields

    def fields(self, owner: str, table: Table, base: int) -> List[Field]:
        """Returns the members of a struct as fields of the layout ``owner``."""
        out: List[Field] = []
        for member in table.members:
            at = base + member.offset
            if member.table is not None and not member.name and not member.table.is_union:
                out += self.fields(owner, member.table, at)
            elif member.table is not None and member.table.is_union and not member.table.tag \
                    and not member.dims and member.table.width:
                out.append(self.overlay(owner, member.name or f"union_at_{at:x}", member.table, at,
                                        member.where))
            else:
                out.append(self.field(owner, member, at))
        return out

    def left_out(self, owner: str, member: Member, at: int, reason: str) -> Field:
        name = member.name or ", ".join(name for name, _ in own_names(member))
        self.left.append(LeftOut(owner, name, at, member.total, reason, member.where))
        return Field("", Bits(at, member.total), Kind.IGNORED, member.where,
                     elem_width=member.total)

    def field(self, owner: str, member: Member, at: int) -> Field:
        """Converts a member with a name, or an anonymous union without bits."""
        count = member.count if member.dims else None
        total = member.total
        item = Field(member.name, Bits(at, total), Kind.UINT, member.where, count=count,
                     elem_width=member.width)
        whole_bytes = at % 8 == 0 and total % 8 == 0
        if member.table is not None:
            inner = member.table
            if not member.name:
                arrays = self.arms(inner)
                if not arrays or not arrays[0].name or at % 8:
                    return self.left_out(owner, member, at, "a union of arrays of unknown length")
                for other in arrays[1:]:
                    self.left_out(owner, other, at, f"an array of unknown length in a union, beside {arrays[0].name}")
                return self.field(owner, arrays[0], at)
            if inner.width % 8 or at % 8:
                return self.left_out(owner, member, at, "a table that is not on whole bytes")
            if inner.tag:
                item.layout = self.names[inner.tag]
            else:
                item.layout = self.free_name(f"{owner}_{member.name}")
                self.layout(item.layout, inner)
            item.kind = Kind.LAYOUT
            return item
        if member.is_reserved:
            return Field("", Bits(at, total), Kind.RESERVED, member.where, elem_width=total)
        if count == 0:
            if at % 8:
                return self.left_out(owner, member, at, "an array that is not on whole bytes")
            # The element width is unknown where a header declares elements of one bit.
            if member.width == 1 or member.width not in (8, 16, 32, 64):
                item.kind, item.elem_width = Kind.BYTES, 8
            return item
        if count is None and total <= 64:
            return item
        if count is not None and member.width in (8, 16, 32, 64) and at % 8 == 0:
            return item
        if whole_bytes:
            return Field(member.name, Bits(at, total), Kind.BYTES, member.where, elem_width=total)
        return self.left_out(owner, member, at, "neither a number of up to 64 bits nor whole bytes")

    # Unions

    def overlay(self, owner: str, name: str, table: Table, at: int, where: Span) -> Field:
        bits = Bits(at, table.width)
        item = overlay_at(name, bits, where, Selector(where, external=SELECTOR))
        for member in self.arms(table):
            number = len(item.arms)
            inner = member.table
            arm = Arm(member.name or f"{name}_{number}", When([number], False, member.where), [],
                      False, member.where)
            length = member.total
            if member.total == 0:
                arm.fields = self.elements(owner, member, bits)
                if not arm.fields:
                    self.left_out(owner, member, at, "an array of unknown length in a union")
                    continue
                arm.about.note = "an array of unknown length"
                length = arm.fields[0].bits.width
            elif inner is not None and not inner.tag and not member.dims and not inner.is_union and \
                    not any(sub.table is not None and not sub.table.tag for sub in inner.members):
                arm.fields = self.fields(owner, inner, at)
            elif inner is not None and not member.name:
                layout = self.free_name(f"{owner}_{arm.name}")
                arm.fields = [Field(arm.name, Bits(at, inner.width), Kind.LAYOUT, member.where,
                                    elem_width=inner.width, layout=layout)]
                if inner.width % 8 or at % 8:
                    self.taken.discard(layout)
                    arm.fields = [self.left_out(owner, member, at,
                                                "a table that is not on whole bytes")]
                else:
                    self.layout(layout, inner)
            else:
                arm.fields = [self.field(owner, member, at)]
            rest = bits.end - (at + length)
            if rest:
                arm.fields.append(Field("", Bits(at + length, rest), Kind.IGNORED, member.where, elem_width=rest))
            item.arms.append(fill(arm, arm.fields))
        return item

    def elements(self, owner: str, member: Member, bits: Bits) -> List[Field]:
        """Returns an array of unknown length as the elements for which the other arms of its union make room; nothing
        if there are none, or it is not of tables."""
        count = bits.width // member.width if member.width else 0
        if member.table is None or not count or bits.offset % 8 or member.width % 8:
            return []
        one = dataclasses.replace(member, dims=(count,) if count > 1 else ())
        return [self.field(owner, one, bits.offset)]

    def arms(self, table: Table) -> List[Member]:
        """Returns the members of a union, including those of its anonymous unions, and the arrays of unknown length that
        DECLARE_FLEX_ARRAY() declares, each in an anonymous struct after an empty one."""
        out: List[Member] = []
        for member in table.members:
            inner = member.table
            if inner is not None and not member.name and (inner.is_union or not inner.width):
                out += self.arms(inner)
            elif inner is None or inner.members or member.dims:
                out.append(member)
        return out
