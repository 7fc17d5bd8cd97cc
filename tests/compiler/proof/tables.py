# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The tables of the generated C, which check and the printer read: what they must contain, and proofs that they do.

A table is constant data of the compiled unit. With its contents proved for every layout, the functions that read
tables need a proof for few shapes only, see README.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterator, List, Sequence, Tuple

from bits import TRUE, Word, number
from flow import Program, State
from manual import BYTES, IGNORED, LAYOUT, OVERLAY, RESERVED, UINT, Entry, Layout, Manual, Values
from memory import CannotLift
from obligations import Case, Flat, Obligation, Refuted, Subject, nothing, result

KINDS = ("UINT", "FIXED", "UINTS", "BYTES", "LAYOUT", "RESERVED", "IGNORED", "CASE", "ELSE", "END")
ROW = ("kind", "offset", "width", "name", "names", "layout", "count", "value")
NAMES = ("is_flags", "is_open", "count", "list")
TABLE = ("name", "size", "count", "rows")
# C declarations for the unit: members' offsets and sizes in the structures of tables.
DECLARED = "\n".join(
    f"const uint32_t shape_of_{struct}[] = {{ sizeof(struct prm_{struct}), "
    + ", ".join(f"offsetof(struct prm_{struct}, {member}), sizeof(((struct prm_{struct} *)0)->{member})"
                for member in members) + " };"
    for struct, members in (("row", ROW), ("names", NAMES), ("layout", TABLE), ("name", ("value", "name")))
) + "\nconst uint32_t kinds_of_row[] = { " + ", ".join(f"PRM_KIND_{kind}" for kind in KINDS) + " };"


@dataclass
class Row:
    """A row of a layout's table; names and layouts of other tables by their names in the manual."""

    kind: str
    offset: int = 0
    width: int = 0
    name: str = ""
    names: str = ""
    layout: str = ""
    count: int = 0
    value: int = 0


def rows(manual: Manual, layout: Layout, entries: Sequence[Entry], name: str = "") -> Iterator[Row]:
    """Yields the rows of entries, in the manual's order."""
    for item in entries:
        here, names = name + item.name, item.enum or item.flags
        if item.count == 0:  # a trailing array is no part of the image
            continue
        if item.kind in (RESERVED, IGNORED):
            yield Row(item.kind.upper(), item.at, item.width)
        elif item.kind == LAYOUT:
            yield Row("LAYOUT", item.at, item.elem, here, "", item.layout, item.count or 0)
        elif item.kind == BYTES:
            yield Row("BYTES", item.at, item.width, here)
        elif item.kind == UINT and item.count is not None:
            yield Row("UINTS", item.at, item.elem, here, "", "", item.count)
        elif item.kind == UINT and item.fixed is not None:
            yield Row("FIXED", item.at, item.width, here, names, value=item.fixed)
        elif item.kind == UINT:
            yield Row("UINT", item.at, item.width, here, names)
        elif item.kind == OVERLAY and not item.selector:
            yield Row("BYTES", item.at, item.width, here)
        else:
            yield from overlay(manual, layout, item, name)


def overlay(manual: Manual, layout: Layout, item: Entry, name: str) -> Iterator[Row]:
    """Yields the rows of an overlay that a field of the layout selects: each arm after its values, then the rest."""
    selector = layout.entry(item.selector)
    for arm in sorted(item.arms, key=lambda arm: arm.is_else):  # else is last
        if arm.is_else:
            yield Row("ELSE")
        for value in arm.values:
            yield Row("CASE", selector.at, selector.width, value=value)
        yield from rows(manual, layout, arm.entries, name if arm.is_single else f"{name}{arm.name}.")
    if not any(arm.is_else for arm in item.arms):
        yield Row("ELSE")
        yield Row("BYTES", item.at, item.width, name + item.name)
    yield Row("END")


class Data:
    """Reads structures of a program's constant data."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def shape(self, struct: str, members: Sequence[str]) -> Tuple[int, List[Tuple[str, int, int]]]:
        """Returns the size of a structure, and name, offset and size of each member."""
        size, *pairs = self.program.numbers(f"shape_of_{struct}")
        return size, list(zip(members, pairs[::2], pairs[1::2]))

    def word(self, at: int, size: int) -> int:
        cells = self.program.constants.cells
        order = range(size - 1, -1, -1) if self.program.is_big_endian else range(size)
        value = 0
        for place, byte in enumerate(order):
            cell = cells.get(at + byte)
            if cell is None:
                raise CannotLift(f"no constant at {at + byte:#x}")
            value |= (number(cell) or 0) << 8 * place
        return value

    def read(self, struct: str, members: Sequence[str], at: int) -> "dict[str, int]":
        return {name: self.word(at + offset, size) for name, offset, size in self.shape(struct, members)[1]}

    def array(self, struct: str, members: Sequence[str], at: int, count: int) -> "Iterator[dict[str, int]]":
        size, parts = self.shape(struct, members)
        for i in range(count):
            yield {name: self.word(at + i * size + offset, width) for name, offset, width in parts}

    def text(self, address: int) -> str:
        return self.program.text(address) if address else ""


def same(what: str, got: object, wanted: object) -> None:
    if got != wanted:
        raise Refuted(f"{what} is {got!r}, must be {wanted!r}")


def layout_table(subject: Subject, flat: Flat) -> None:
    """Checks the table of a layout, and that check reads this table and no other."""
    data, layout = Data(subject.program), flat.layout
    at = subject.program.place(f"prm_{layout.name}_layout")
    head = data.read("layout", TABLE, at)
    wanted = list(rows(subject.manual, layout, layout.entries))
    same("the table's name", data.text(head["name"]), layout.name)
    same("the table's size", head["size"], layout.size)
    same("the table's number of rows", head["count"], len(wanted))
    kinds = dict(zip(subject.program.numbers("kinds_of_row"), KINDS))
    for i, (row, must) in enumerate(zip(data.array("row", ROW, head["rows"], head["count"]), wanted)):
        names = f"prm_{must.names}_names" if must.names else ""
        inner = f"prm_{must.layout}_layout" if must.layout else ""
        got = [kinds.get(row["kind"], row["kind"]), row["offset"], row["width"], data.text(row["name"]),
               row["names"], row["layout"], row["count"], row["value"]]
        same(f"row {i}", got, [must.kind, must.offset, must.width, must.name, subject.program.place(names) if names else 0,
                               subject.program.place(inner) if inner else 0, must.count, must.value])
    passes(subject, f"prm_{layout.name}_check", "prm_check_layout", ("table", "p", "r"), at)


def values_table(subject: Subject, values: Values) -> None:
    """Checks the names of an enumeration or of flags, and that the function for them reads this table."""
    data = Data(subject.program)
    at = subject.program.place(f"prm_{values.name}_names")
    head = data.read("names", NAMES, at)
    wanted = [(value, values.name_of(value)) for value in values.known]
    same("is_flags", head["is_flags"], int(values.is_flags))
    same("is_open", head["is_open"], int(values.is_open))
    got = [(row["value"], data.text(row["name"])) for row in data.array("name", ("value", "name"), head["list"], head["count"])]
    same("the table of names", sorted(got), wanted)
    suffix = "flag_str" if values.is_flags else "str"
    passes(subject, f"prm_{values.name}_{suffix}", "prm_name_of", ("table", "value"), at, 32 if values.is_flags else 64)


def passes(subject: Subject, function: str, inner: str, names: Sequence[str], table: int, width: int = 64) -> None:
    """Checks that a function calls another one once with a table and its own arguments, and returns the result."""
    case = Case(subject, nothing())
    own = [case.argument(name, width if name == "value" else 64) for name in names[1:]]
    answer = case.graph.variables("answer", 64)
    calls: List[List[Word]] = []

    def called(arguments: Sequence[Word], state: State) -> Word:
        case.never(state.condition ^ 1, f"does not call {inner} in all cases")
        calls.append(list(arguments))
        return answer

    case.run.hooks[inner] = called
    outcome = case.call(function, own)
    case.stops(0, outcome)
    case.behaves("")
    if len(calls) != 1:
        raise Refuted(f"calls {inner} {len(calls)} times")
    given = calls[0]
    same("the table that it passes", number(given[0]), table)
    for name, got, wanted in zip(names[1:], given[1:], own):
        case.same_value(got[:width] if name == "value" else got, wanted, TRUE, f"passes as {name}")
    case.same_value(result(outcome)[:32], answer[:32], TRUE, "returns")


def all_layouts(subject: Subject) -> None:
    """Checks the list of all layouts."""
    data, place = Data(subject.program), subject.program.place
    names = sorted(subject.manual.layouts)
    start = place("prm_layouts")
    for i, name in enumerate(names):
        same(f"prm_layouts[{i}]", data.word(start + 8 * i, 8), place(f"prm_{name}_layout"))
    same("the size of prm_layouts", subject.program.numbers("size_of_layouts"), [8 * len(names)])


def obligations(subject: Subject) -> Iterator[Obligation]:
    """Yields the obligations about tables."""
    manual = subject.manual
    for layout in manual.layouts.values():
        if layout.stem in manual.stems:
            yield Obligation("table", layout.stem, f"prm_{layout.name}_check",
                             lambda layout=layout: layout_table(subject, Flat(layout)))  # type: ignore[misc]
    for values in manual.enums.values():
        if values.stem in manual.stems:
            yield Obligation("table", values.stem, f"prm_{values.name}_" + ("flag_str" if values.is_flags else "str"),
                             lambda values=values: values_table(subject, values))  # type: ignore[misc]
    if manual.is_whole and subject.style.has_extras:
        yield Obligation("table", "", "prm_layouts", lambda: all_layouts(subject))
