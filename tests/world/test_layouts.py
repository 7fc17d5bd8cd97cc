# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The layouts of the spec and the tables of Linux's headers have the same fields at the same places.

The `source` of a layout says which table it is.  Every field is compared, in both directions;
reserved bits are not, but a field that one side has and the other side calls reserved is a
disagreement.  All disagreements stand in known.yaml, each with its reason, and no others.
"""

import os
import re
from dataclasses import dataclass

import pytest
import yaml
from prmclib.load import load_spec
from prmclib.model import Kind
from prmclib.readers.ifc import read_ifc

from world import HERE, LINUX, SPEC, ifc_files

KNOWN = os.path.join(HERE, "known.yaml")
IFC = re.compile(r"\bmlx5_ifc_\w+")

# What a disagreement can be; known.yaml uses the same words.
WHAT = {
    "reserved": "the header has reserved bits there",
    "unnamed": "the spec has reserved or ignored bits there",
    "name": "the header has another name for these bits",
    "place": "the header has the field at another place",
    "shape": "the header divides the bits in another way",
    "other": "the other side has other fields in these bits",
    "beyond": "the table of the header ends before",
    "size": "the tables have different sizes",
}


@dataclass(frozen=True)
class Item:
    """A field at its place.  ``shape`` tells numbers, byte strings, arrays and tables apart."""

    name: str
    offset: int
    width: int
    shape: str

    def overlaps(self, other):
        return self.offset < other.offset + other.width and other.offset < self.offset + self.width

    @property
    def place(self):
        return f"{self.offset:#x}/{self.width}"


@dataclass(frozen=True)
class Difference:
    """``header`` is what the header has instead, where that can be said in a word."""

    linux: str
    layout: str
    field: str
    what: str
    header: str

    def __str__(self):
        return (f"Linux {self.linux} {self.layout}.{self.field}: {self.what} ({WHAT[self.what]})"
                + (f": {self.header}" if self.header else ""))


def load():
    spec, findings = load_spec([SPEC])
    assert not findings
    return spec


def linux_tables(layout):
    """The tags of the tables that a layout describes, by its sources in Linux."""
    return [tag for source in layout.about.source if source.lower().startswith("linux ")
            for tag in IFC.findall(source)]


def items_of_layout(spec, layout):
    """The fields of a layout, arms of overlays included, fields of nested layouts not."""
    for field in layout.fields:
        for item in [inner for arm in field.arms for inner in arm.fields] or [field]:
            if item.kind is Kind.LAYOUT:
                names = "/".join(sorted(linux_tables(spec.layouts[item.layout]))) or item.layout
                shape = f"{item.count if item.is_array else ''}x{names}"
            elif item.kind is Kind.BYTES or (item.is_array and item.elem_width == 8):
                shape = "bytes"
            else:
                shape = f"{item.count}x{item.elem_width}" if item.is_array else "number"
            if item.is_named:
                yield Item(item.name, item.bits.offset, item.bits.width, shape)


def items_of_table(table, base=0):
    """The fields of a table, those of structs without a tag included."""
    for member in table.members:
        at = base + member.offset
        count = member.count if member.dims else None
        if member.table is not None and not member.table.tag and not member.dims:
            yield from items_of_table(member.table, at)
        elif member.table is not None:
            yield Item(member.name, at, member.total,
                       f"{'' if count is None else count}x{member.table.tag}")
        elif not member.is_reserved:
            if member.width == 8 and member.dims or count is None and member.width > 64 or \
                    member.width == 1 and count == 0:
                shape = "bytes"
            else:
                shape = "number" if count is None else f"{count}x{member.width}"
            yield Item(member.name, at, member.total, shape)


def same_shape(one, other):
    """Whether the shapes mean the same; a layout may describe several tables."""
    if "x" in one and "x" in other:
        count, _, names = one.partition("x")
        other_count, _, tag = other.partition("x")
        return count == other_count and (tag in names.split("/"))
    return one == other


def compare(linux, spec, layout, table):
    """The differences between a layout and a table."""
    def difference(field, what, header=""):
        return Difference(linux, layout.name, field, what, header)

    if layout.size * 8 != table.width:
        yield difference("", "size", str(table.width // 8))
    ours, theirs = list(items_of_layout(spec, layout)), list(items_of_table(table))
    all_ours, all_theirs = list(ours), list(theirs)

    def pairs(test):
        for one in list(ours):
            found = next((other for other in theirs if test(one, other)), None)
            if found is not None:
                ours.remove(one)
                theirs.remove(found)
                yield one, found

    for _ in pairs(lambda a, b: (a.name, a.offset, a.width) == (b.name, b.offset, b.width)
                   and same_shape(a.shape, b.shape)):
        pass
    for one, other in pairs(lambda a, b: (a.name, a.offset, a.width)
                            == (b.name, b.offset, b.width)):
        yield difference(one.name, "shape", other.shape)
    for one, other in pairs(lambda a, b: a.name == b.name):
        yield difference(one.name, "place", other.place)
    for one, other in pairs(lambda a, b: (a.offset, a.width) == (b.offset, b.width)):
        yield difference(one.name, "name", other.name)
    for one in ours:
        met = [other.name for other in all_theirs if one.overlaps(other)]
        if one.offset + one.width > table.width:
            yield difference(one.name, "beyond")
        else:
            yield difference(one.name, "other" if met else "reserved", " ".join(met))
    for other in theirs:
        met = [one.name for one in all_ours if other.overlaps(one)]
        yield difference(other.name, "other" if met else "unnamed", " ".join(met))


def all_differences():
    spec = load()
    found = []
    for version in LINUX:
        header, findings = read_ifc(ifc_files(version))
        assert not findings
        for layout in spec.layouts.values():
            for tag in linux_tables(layout):
                if tag in header.tables:
                    found += compare(version, spec, layout, header.tables[tag])
    return found
