# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Compares a layout of the spec with a header's table of bits or struct of bytes: every field, in
both directions.

Reserved bits are not compared, but a field that is reserved on the other side is a disagreement.  Two
kinds of missing fields are none, since the spec itself explains them: a field with
``since: Linux X.Y`` is missing in older headers of Linux, and one whose ``source`` names only other
projects is missing in Linux.  A header that has such a field contradicts the spec.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Callable, Dict, Iterator, List, Set, Tuple

from prmclib.diff.finding import Severity
from prmclib.model import Bits, Kind, Layout, Spec
from prmclib.model.errors import listed
from prmclib.model.flatten import flatten_layout
from watch.c.c_types import CStruct
from watch.headers.cstructs import flat
from watch.ifc.ifc_tables import Table
from .tree import Tree, numbers

_IFC = re.compile(r"\b(struct|union) (mlx5_ifc_\w+)")
_STRUCT = re.compile(r"\bstruct (mlx5_(?!ifc_)\w+)(?: \((mlx5_\w+)\))?")
_SINCE = re.compile(r"\bLinux ([0-9]+\.[0-9]+)\b")


@dataclass(frozen=True)
class What:
    """A kind of disagreement: its text, and the rule and severity of ``prmc diff`` for the step from
    the header to the spec."""

    text: str
    rule: str
    severity: Severity


WHATS: Dict[str, What] = {
    "reserved": What("the header has reserved bits there", "D010", Severity.COMPATIBLE),
    "unnamed": What("the spec has reserved or ignored bits there", "D011", Severity.BREAKING),
    "name": What("the header has another name for these bits", "D012", Severity.COSMETIC),
    "place": What("the header has the field at another place", "D020", Severity.BREAKING),
    "wider": What("the header has the field with fewer bits", "D031", Severity.DANGEROUS),
    "narrower": What("the header has the field with more bits", "D032", Severity.DANGEROUS),
    "shape": What("the header divides the bits differently", "D040", Severity.COMPATIBLE),
    "other": What("the other side has other fields in these bits", "D033", Severity.DANGEROUS),
    "beyond": What("the table of the header ends before", "D010", Severity.COMPATIBLE),
    "size": What("the tables have different sizes", "D004", Severity.DANGEROUS),
    "value": What("the header has another number for this value", "D052", Severity.BREAKING),
    "value_name": What("the header has another name for this value", "D053", Severity.COSMETIC),
    "value_unnamed": What("the spec does not have this value of the header", "D051",
                          Severity.DANGEROUS),
    "value_missing": What("the header does not have this value", "D050", Severity.COMPATIBLE),
    "claim": What("the spec says by `since` or `source` that this header does not have the field",
                  "D090", Severity.COSMETIC),
}


MIRRORED = {"wider": "narrower", "narrower": "wider"}  # seen from the other tree


@dataclass(frozen=True)
class Item:
    """A field at its place.  ``shape`` distinguishes numbers, byte strings, arrays and tables."""

    name: str
    offset: int
    width: int
    shape: str
    arm: str = ""  # of the overlay that contains the field
    since: str = ""  # version of Linux
    elsewhere: bool = False  # the spec's sources are other projects than Linux

    def is_missed(self, tree: Tree) -> bool:
        """Returns whether the spec says that the tree does not have the field."""
        version = tree.linux
        return version is not None and (
            self.elsewhere or bool(self.since) and numbers(self.since) > version)

    def same(self, other: "Item") -> bool:
        return (self.name, self.offset, self.width) == (other.name, other.offset, other.width)

    def contains(self, other: "Item") -> bool:
        return self.offset <= other.offset and other.offset + other.width <= self.offset + self.width

    def overlaps(self, other: "Item") -> bool:
        return self.offset < other.offset + other.width and other.offset < self.offset + self.width

    @property
    def place(self) -> str:
        return str(Bits(self.offset, self.width)) if self.width else f"{self.offset // 8:#04x}.."


@dataclass(frozen=True)
class Difference:
    """A disagreement of one tree.  ``header`` is the header's name, place or number in one word, if
    there is one; ``place`` and ``met`` (fields of the other side in the same bits) are for
    display."""

    tree: str
    layout: str  # or enumeration
    field: str  # or value; empty for the layout itself
    what: str  # a key of WHATS
    header: str = ""
    place: str = field(default="", compare=False)
    met: str = field(default="", compare=False)
    holders: Tuple[str, ...] = field(default=(), compare=False)  # trees that agree with the reference, of a table that the
    # spec lacks

    def __str__(self) -> str:
        more = self.header or self.met
        return (f"{self.tree} {self.layout}.{self.field}: {self.what} ({WHATS[self.what].text})"
                + (f": {more}" if more else "")
                + (f"; {self.place} in {listed(list(self.holders))}" if self.holders else ""))

    def mirrored(self) -> List["Difference"]:
        """The same disagreement as one of each tree that agrees with the reference: which of the trees is the
        reference depends on the trees that are compared."""
        what = MIRRORED.get(self.what, self.what)
        name, header = (self.header, self.field) if what == "name" else \
            (self.field, self.place.partition(" ")[0] if self.header else "")
        return [Difference(tree, self.layout, name, what, header) for tree in self.holders]


def is_of(source: str, word: str) -> bool:
    """Returns whether a ``source`` of the spec names a project."""
    return source.lower().startswith(word.lower() + " ")


def tags_of(layout: Layout, word: str = "") -> List[str]:
    """Returns the tags of the tables that a layout describes, by its sources in a project, or in any.
    A union named beside a struct is a part of it."""
    found = [pair for source in layout.about.source if not word or is_of(source, word)
             for pair in _IFC.findall(source)]
    return [tag for kind, tag in found
            if kind == "struct" or all(other == "union" for other, _ in found)]


def tables_of(layout: Layout, tree: Tree) -> List[str]:
    """Returns the tags of the tree's tables that the layout describes."""
    own = tags_of(layout, tree.project.word)
    found = own or ([] if tree.linux is not None else
                    [*tags_of(layout), f"mlx5_ifc_{layout.name}_bits"])
    return [tag for tag in dict.fromkeys(found) if tag in tree.tables]


def items_of_layout(spec: Spec, layout: Layout, tags: Callable[[Layout], List[str]],
                    ) -> Iterator[Item]:
    """Yields the fields of a layout, including arms of overlays, not those of nested layouts."""
    for outer in layout.fields:
        for arm, item in [(arm.name, inner) for arm in outer.arms for inner in arm.fields] \
                or [("", outer)]:
            if item.kind is Kind.LAYOUT:
                names = "/".join(sorted(tags(spec.layouts[item.layout]))) or item.layout
                shape = f"{item.count if item.is_array else ''}x{names}"
            elif item.kind is Kind.BYTES or (item.is_array and item.elem_width == 8):
                shape = "bytes"
            else:
                shape = f"{item.count}x{item.elem_width}" if item.is_array else "number"
            if item.is_named:
                since = _SINCE.search(item.about.since)
                sources = item.about.source
                yield Item(item.name, item.bits.offset, item.bits.width, shape, arm,
                           since.group(1) if since else "",
                           bool(sources) and not any(is_of(text, "linux") for text in sources))


def items_of_table(table: Table, described: Set[str], ours: List[Item],
                   base: int = 0) -> Iterator[Item]:
    """Yields the fields of a table, including those of inner structs and unions that have no tag or
    no layout: the tag is not in ``described``, and no field of ``ours`` has the member's name.  A
    struct in a union is expanded only if it is an arm of that name."""
    for member in table.members:
        at = base + member.offset
        count = member.count if member.dims else None
        whole = table.is_union and member.table is not None and member.table.tag and \
            not any(one.arm == member.name for one in ours)
        if member.table is not None and not member.dims and member.table.tag not in described \
                and not whole \
                and not any((one.name, one.offset) == (member.name, at) for one in ours):
            yield from items_of_table(member.table, described, ours, at)
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


def same_shape(one: str, other: str) -> bool:
    """Returns whether two shapes are equivalent; a layout may describe several tables."""
    if "x" in one and "x" in other:
        count, _, names = one.partition("x")
        other_count, _, tag = other.partition("x")
        return count == other_count and tag in names.split("/")
    return one == other


def paired(ours: List[Item], theirs: List[Item]) -> Iterator[Tuple[str, str, Item, Item]]:
    """Takes the fields that are the same on both sides out of the lists; yields the kind of disagreement,
    empty if there is none, what the other side has, and both fields."""
    def pairs(test: Callable[[Item, Item], bool]) -> Iterator[Tuple[Item, Item]]:
        for one in list(ours):
            found = next((other for other in theirs if test(one, other)), None)
            if found is not None:
                ours.remove(one)
                theirs.remove(found)
                yield one, found

    for one, other in pairs(lambda a, b: a.same(b) and same_shape(a.shape, b.shape)):
        yield "", "", one, other
    for one, other in pairs(Item.same):
        yield "shape", other.shape, one, other
    for one, other in pairs(lambda a, b: a.name == b.name):
        what = "place" if not one.overlaps(other) else \
            "wider" if one.width > other.width else \
            "narrower" if one.width < other.width else "place"
        yield what, other.place, one, other
    # The arms of an overlay share their bits, so fields match only if they have one shape.
    for one, other in pairs(lambda a, b: (a.offset, a.width) == (b.offset, b.width)
                            and (not a.arm or same_shape(a.shape, b.shape))):
        yield "name", other.name, one, other


def compare(tree: Tree, spec: Spec, layout: Layout, table: Table) -> Iterator[Difference]:
    """Yields the differences between a layout and a table."""
    word = tree.project.word if tree.linux is not None else ""

    def tags(one: Layout) -> List[str]:
        return tags_of(one, word) if word else [*tags_of(one), f"mlx5_ifc_{one.name}_bits"]

    def difference(name: str, what: str, header: str = "", place: str = "",
                   met: str = "") -> Difference:
        return Difference(tree.label, layout.name, name, what, header, place, met)

    if layout.size * 8 != table.width:
        yield difference("", "size", str(table.width // 8), f"{layout.size} bytes")
    described = {tag for other in spec.layouts.values() for tag in tags(other)}
    ours = list(items_of_layout(spec, layout, tags))
    theirs = list(items_of_table(table, described, ours))
    all_ours, all_theirs = list(ours), list(theirs)
    for what, header, one, _ in paired(ours, theirs):
        if what or one.is_missed(tree):
            yield difference(one.name, what or "claim", header, one.place)
    for one in ours:
        met = [other.name for other in all_theirs if one.overlaps(other)]
        if one.is_missed(tree) and not met:
            continue
        if one.offset + one.width > table.width:
            yield difference(one.name, "beyond", place=one.place)
        else:
            yield difference(one.name, "other" if met else "reserved", "", one.place,
                             " ".join(met))
    for other in theirs:
        met = [one.name for one in all_ours if other.overlaps(one)]
        yield difference(other.name, "other" if met else "unnamed", "", other.place,
                         " ".join(met))


# Structs of bytes

def structs_of(layout: Layout, tree: Tree) -> List[str]:
    """Returns the tags of the tree's structs of bytes that the layout describes, by its sources in
    the project; ``struct a (b)`` is the struct b inside of a.  If one source names several, only
    those of the layout's size are; the others are parts of it."""
    found: List[str] = []
    for source in layout.about.source:
        if is_of(source, tree.project.word):
            tags = [inner or outer for outer, inner in _STRUCT.findall(source)]
            found += [tag for tag in tags if tag in tree.structs and
                      (len(tags) == 1 or tree.structs[tag].size == layout.size)]
    return list(dict.fromkeys(found))


def is_part(spec: Spec, layout: Layout, tag: str, tree: Tree) -> bool:
    """Returns whether a layout that contains this one describes the struct."""
    return any(tag in structs_of(other, tree) for other in spec.layouts.values()
               if any(entry.item.layout == layout.name for entry in other.walk()))


def compare_struct(tree: Tree, spec: Spec, layout: Layout,
                   struct: CStruct) -> Iterator[Difference]:
    """Yields the differences between a layout and a struct of bytes.  Its members are words with
    names of their own: places are compared, names are not."""
    def difference(name: str, what: str, header: str, place: str, met: str = "") -> Difference:
        return Difference(tree.label, layout.name, name, what, header, place, met)

    end = struct.size * 8
    if layout.size * 8 != end:
        yield difference("", "size", str(struct.size), f"{layout.size} bytes")
    fields = {(item.path, Bits(item.offset_bits, item.width_bits)): item
              for item in flatten_layout(spec, layout.name)
              if item.kind not in (Kind.RESERVED, Kind.IGNORED) and item.width_bits}
    members = [(member.path, Bits(member.offset, member.width)) for member in flat(struct)
               if member.width and not member.is_reserved]
    for (path, bits), item in fields.items():
        met = [(name, place) for name, place in members if place.overlaps(bits)]
        names = " ".join(name for name, _ in met)
        if not met:
            yield difference(path, "beyond" if bits.end > end else "reserved", "", str(bits))
        elif not any(place.contains(bits) for _, place in met) and item.kind is not Kind.BYTES:
            inside = {bit for _, place in met if bits.contains(place)
                      for bit in range(place.offset, place.end)}
            cut = len(inside) < bits.width  # a word ends inside the field
            yield difference(path, "other" if cut else "shape", "" if cut else names, str(bits),
                             names)
    for name, place in members:
        if not any(place.overlaps(bits) for _, bits in fields):
            yield difference(name, "unnamed", "", str(place))


def compare_tree(spec: Spec, tree: Tree) -> Tuple[Dict[str, List[Difference]], Set[str]]:
    """Returns the differences of each layout that has a table or struct in the tree, and the tags
    that were compared."""
    found: Dict[str, List[Difference]] = {}
    used: Set[str] = set()
    for layout in spec.layouts.values():
        tags = tables_of(layout, tree)
        for tag in tags:
            found.setdefault(layout.name, []).extend(
                compare(tree, spec, layout, tree.tables[tag]))
        structs = [tag for tag in structs_of(layout, tree)
                   if not is_part(spec, layout, tag, tree)]
        for tag in structs:
            found.setdefault(layout.name, []).extend(
                compare_struct(tree, spec, layout, tree.structs[tag]))
        used.update(tags, structs)
    return found, used


def is_newer(layout: Layout, tree: Tree) -> bool:
    """Returns whether the spec says that the layout is newer than a tree of Linux."""
    since = _SINCE.search(layout.about.since)
    return since is not None and tree.linux is not None and numbers(since.group(1)) > tree.linux


# Copies

def text_of(table: Table) -> str:
    """Returns a table as text without white space; it includes names of reserved bits and order."""
    return table.keyword + "{" + "".join(
        f"{member.name}:{member.width}{list(member.dims)}"
        + (member.table.tag or text_of(member.table) if member.table else "") + ";"
        for member in table.members) + "}"


def alike(one: Tree, other: Tree) -> Tuple[int, int]:
    """Returns how many tables are identical in both trees, and how many both have."""
    common = [tag for tag in one.tables if tag in other.tables]
    return sum(text_of(one.tables[tag]) == text_of(other.tables[tag]) for tag in common), \
        len(common)
