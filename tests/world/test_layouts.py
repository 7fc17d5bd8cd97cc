# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The layouts of the spec and the tables of Linux's headers have the same fields at the same places.

The `source` of a layout says which table it is.  Every field is compared, in both directions;
reserved bits are not, but a field that one side has and the other side calls reserved is a
disagreement.  All disagreements stand in known.yaml, each with its reason, and no others, but
for two that the spec itself explains: a field with `since: Linux X.Y` is not in older headers, and a
field whose `source` names only other projects is in none of Linux.  These have to be true.
"""

import os
import re
from dataclasses import dataclass
from dataclasses import field as dataclass_field

import pytest
import yaml
from prmclib.errors import render
from prmclib.load import load_spec
from prmclib.model import NOWHERE, Bits, Field, Kind, Layout
from prmclib.readers.ifc import read_ifc

from world import HERE, LINUX, SPEC, ifc_files

KNOWN = os.path.join(HERE, "known.yaml")
IFC = re.compile(r"\b(struct|union) (mlx5_ifc_\w+)")

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
    "claim": "the spec says by `since` or `source` that this header does not have the field",
}


@dataclass(frozen=True)
class Item:
    """A field at its place.  ``shape`` tells numbers, byte strings, arrays and tables apart."""

    name: str
    offset: int
    width: int
    shape: str
    arm: str = ""  # of an overlay that the field stands in
    since: str = ""  # version of Linux
    elsewhere: bool = False  # the spec's sources are other projects

    def is_missed(self, linux):
        """Whether the spec says that Linux does not have the field."""
        return self.elsewhere or bool(self.since) and number(self.since) > number(linux)

    def overlaps(self, other):
        return self.offset < other.offset + other.width and other.offset < self.offset + self.width

    @property
    def place(self):
        return f"{self.offset:#x}/{self.width}"


@dataclass(frozen=True)
class Difference:
    """``header`` is what the header has instead, where that can be said in a word; ``met`` are the
    fields of the other side in the same bits, which known.yaml does not list."""

    linux: str
    layout: str
    field: str
    what: str
    header: str
    met: str = dataclass_field(default="", compare=False)

    def __str__(self):
        return (f"Linux {self.linux} {self.layout}.{self.field}: {self.what} ({WHAT[self.what]})"
                + (f": {self.header or self.met}" if self.header or self.met else ""))


def number(version):
    return [int(part) for part in version.split(".")]


def load():
    spec, findings = load_spec([SPEC])
    assert render(findings) == ""
    return spec


def is_linux(source):
    return source.lower().startswith("linux ")


def linux_tables(layout):
    """The tags of the tables that a layout describes, by its sources in Linux.  A union beside a
    struct is a part of it."""
    found = [pair for source in layout.about.source if is_linux(source)
             for pair in IFC.findall(source)]
    return [tag for kind, tag in found if kind == "struct" or all(k == "union" for k, _ in found)]


def items_of_layout(spec, layout):
    """The fields of a layout, arms of overlays included, fields of nested layouts not."""
    for field in layout.fields:
        for arm, item in [(arm.name, inner) for arm in field.arms for inner in arm.fields] \
                or [("", field)]:
            if item.kind is Kind.LAYOUT:
                names = "/".join(sorted(linux_tables(spec.layouts[item.layout]))) or item.layout
                shape = f"{item.count if item.is_array else ''}x{names}"
            elif item.kind is Kind.BYTES or (item.is_array and item.elem_width == 8):
                shape = "bytes"
            else:
                shape = f"{item.count}x{item.elem_width}" if item.is_array else "number"
            if item.is_named:
                since = re.search(r"\bLinux ([0-9]+\.[0-9]+)\b", item.about.since)
                sources = item.about.source
                yield Item(item.name, item.bits.offset, item.bits.width, shape, arm,
                           since.group(1) if since else "",
                           bool(sources) and not any(is_linux(text) for text in sources))


def items_of_table(table, described, ours, base=0):
    """The fields of a table, with those of structs and unions in it that have no tag, or of which
    there is no layout: tags are not in ``described``, and no field of ``ours`` is called so.  A
    struct in a union is taken apart only if it is an arm of that name."""
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


def same_shape(one, other):
    """Whether the shapes mean the same; a layout may describe several tables."""
    if "x" in one and "x" in other:
        count, _, names = one.partition("x")
        other_count, _, tag = other.partition("x")
        return count == other_count and (tag in names.split("/"))
    return one == other


def compare(linux, spec, layout, table):
    """The differences between a layout and a table."""
    def difference(field, what, header="", met=""):
        return Difference(linux, layout.name, field, what, header, met)

    if layout.size * 8 != table.width:
        yield difference("", "size", str(table.width // 8))
    described = {tag for other in spec.layouts.values() for tag in linux_tables(other)}
    ours = list(items_of_layout(spec, layout))
    theirs = list(items_of_table(table, described, ours))
    all_ours, all_theirs = list(ours), list(theirs)

    def pairs(test):
        for one in list(ours):
            found = next((other for other in theirs if test(one, other)), None)
            if found is not None:
                ours.remove(one)
                theirs.remove(found)
                yield one, found

    for one, _ in pairs(lambda a, b: (a.name, a.offset, a.width) == (b.name, b.offset, b.width)
                        and same_shape(a.shape, b.shape)):
        if one.is_missed(linux):
            yield difference(one.name, "claim")
    for one, other in pairs(lambda a, b: (a.name, a.offset, a.width)
                            == (b.name, b.offset, b.width)):
        yield difference(one.name, "shape", other.shape)
    for one, other in pairs(lambda a, b: a.name == b.name):
        yield difference(one.name, "place", other.place)
    for one, other in pairs(lambda a, b: (a.offset, a.width) == (b.offset, b.width)):
        yield difference(one.name, "name", other.name)
    for one in ours:
        met = [other.name for other in all_theirs if one.overlaps(other)]
        if one.is_missed(linux) and not met:
            continue
        if one.offset + one.width > table.width:
            yield difference(one.name, "beyond")
        else:
            yield difference(one.name, "other" if met else "reserved", "", " ".join(met))
    for other in theirs:
        met = [one.name for one in all_ours if other.overlaps(one)]
        yield difference(other.name, "other" if met else "unnamed", "", " ".join(met))


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


def known():
    """The reviewed list: expected differences with their reasons, and (version, layout) without
    a table.  Nothing in it stands twice."""
    with open(KNOWN, encoding="utf-8") as stream:
        data = yaml.safe_load(stream)
    assert set(data) == {"without", "disagreements"}
    without, differences = {}, {}
    for entry in data["without"]:
        assert set(entry) == {"linux", "layouts", "reason"} and entry["reason"], entry
        for version in entry["linux"]:
            assert version in LINUX, entry
            for layout in entry["layouts"]:
                assert (version, layout) not in without, f"{layout} stands twice"
                without[version, layout] = entry["reason"]
    for entry in data["disagreements"]:
        assert set(entry) == {"layout", "linux", "what", "fields", "reason"}, entry
        assert entry["what"] in WHAT and len(entry["reason"]) > 10, entry
        fields = entry["fields"]
        fields = fields if isinstance(fields, dict) else dict.fromkeys(fields, "")
        for version in entry["linux"]:
            assert version in LINUX, entry
            for field, header in fields.items():
                item = Difference(version, entry["layout"], field, entry["what"], header)
                assert item not in differences, f"{item} stands twice"
                differences[item] = entry["reason"]
    return without, differences


def lines(items):
    return "\n".join(sorted(map(str, items)))


def test_every_disagreement_is_known():
    found = set(all_differences())
    _, expected = known()
    new, gone = found - set(expected), set(expected) - found
    assert not new, ("correct spec/, or add these to tests/world/known.yaml with the reason:\n"
                     + lines(new))
    assert not gone, "remove these from tests/world/known.yaml, they agree now:\n" + lines(gone)


def is_newer(layout, version):
    since = re.search(r"\bLinux ([0-9]+\.[0-9]+)\b", layout.about.since)
    return since is not None and number(since.group(1)) > number(version)


@pytest.mark.parametrize("version", LINUX)
def test_every_layout_has_its_table(version):
    """Each layout names its table in Linux, or the reviewed list says why there is none."""
    header, _ = read_ifc(ifc_files(version))
    spec = load()
    missing = {name for name, layout in spec.layouts.items()
               if not any(tag in header.tables for tag in linux_tables(layout))
               and not is_newer(layout, version)}
    expected = {layout for number, layout in known()[0] if number == version}
    assert not missing - expected, (
        "name the table in `source`, or say in tests/world/known.yaml why there is none: "
        + ", ".join(sorted(missing - expected)))
    assert not expected - missing, ("tests/world/known.yaml says that these have no table: "
                                    + ", ".join(sorted(expected - missing)))
    unnamed = [name for name, layout in spec.layouts.items()
               if f"mlx5_ifc_{name}_bits" in header.tables
               and f"mlx5_ifc_{name}_bits" not in linux_tables(layout)]
    assert not unnamed, f"`source` does not name the table of that name: {', '.join(unnamed)}"
    assert len(spec.layouts) - len(missing) > 80


def test_sources_name_tables_that_exist():
    headers = [read_ifc(ifc_files(version))[0] for version in LINUX]
    wrong = [f"{name}: {tag}" for name, layout in load().layouts.items()
             for source in layout.about.source if re.match(r"linux .*/mlx5_ifc\w*\.h ", source)
             for _, tag in IFC.findall(source)
             if not any(tag in header.tables for header in headers)]
    assert not wrong, ", ".join(wrong)


def test_values_of_a_field_are_not_lost_in_the_comparison():
    """The comparison sees each kind of disagreement."""
    text = ("struct mlx5_ifc_inner_bits { u8 x[32]; };\n"
            "struct mlx5_ifc_a_bits { u8 same[16]; u8 reserved_at_10[16]; u8 theirs[8]; u8 n[8]; "
            "u8 moved[8]; u8 reserved_at_38[8]; u8 wide[0x20]; "
            "struct mlx5_ifc_inner_bits in; u8 split[32]; u8 more[32]; };\n")
    header, findings = read_ifc(["a.h"], read=lambda path: text.encode())
    assert not findings
    whole = load()

    def field(name, offset, width, **more):
        return Field(name, Bits(offset, width), more.pop("kind", Kind.UINT), NOWHERE,
                     elem_width=more.pop("elem", width), **more)

    layout = Layout("a", 24, [
        field("same", 0, 16), field("ours", 16, 16), field("", 32, 8, kind=Kind.RESERVED),
        field("m", 40, 8), field("", 48, 8, kind=Kind.IGNORED), field("moved", 56, 8),
        field("wide", 64, 32, kind=Kind.BYTES), field("in", 96, 32, kind=Kind.LAYOUT, layout="mkc"),
        field("one", 128, 16), field("two", 144, 16), field("late", 192, 0, count=0, elem=64),
    ], NOWHERE)
    got = {(item.field, item.what, item.header)
           for item in compare("6.1", whole, layout, header.tables["mlx5_ifc_a_bits"])}
    assert got == {
        ("ours", "reserved", ""), ("theirs", "unnamed", ""), ("m", "name", "n"),
        ("moved", "place", "0x30/8"), ("wide", "shape", "number"),
        ("in", "shape", "xmlx5_ifc_inner_bits"), ("one", "other", ""), ("two", "other", ""),
        ("split", "other", ""), ("more", "unnamed", ""), ("late", "reserved", "")}
    layout.size = 20
    assert ("", "size", "24") in {(item.field, item.what, item.header) for item in
                                  compare("6.1", whole, layout, header.tables["mlx5_ifc_a_bits"])}
