# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The properties of a layout's compiled functions, for all images and all arguments.

Each obligation runs a function with variables for all inputs and compares the result with the
manual.  Functions of this module raise ``Refuted`` with a counterexample, or return.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Dict, Iterable, Iterator, List, Optional, Sequence, Set, Tuple, Union

from bits import FALSE, TRUE, Word, constant, extend, number
from flat import Accessor, ArmValue, Flat, Flattener, Rule, Slot, host_bytes, is_bool
from flow import Outcome, Program, State, plain
from manual import Entry, Layout, Manual, Values
from memory import ADDRESS_BITS, APART, Access, Cells, Memory
from solver import Model
from styles import Style

KINDS = ("RESERVED", "ENUM", "FLAGS", "FIXED")  # enum prm_complaint_kind
REPORT_MAX = 16


class Refuted(Exception):
    """The code contradicts the manual; the message has a counterexample."""


@dataclass
class Host:
    """The structure prm_L_fields as compiled."""

    size: int
    align: int
    slots: List[Tuple[Slot, int]]  # with their offsets


@dataclass
class Subject:
    """A program to prove, and how it was compiled."""

    manual: Manual
    program: Program
    asserts: bool  # values out of range abort
    asserts_index: bool  # an index beyond the end of an array aborts
    style: Style

    def host(self, flat: Flat) -> Host:
        size, align, *offsets = self.program.numbers(f"offsets_of_{flat.layout.name}")
        return Host(size, align, list(zip(flat.slots, offsets)))


def place(at: int, width: int) -> str:
    """Returns a place in the manual's notation."""
    if width > 64 or at % 32 + width > 64:
        return f"0x{at // 8:02x}..0x{(at + width - 1) // 8:02x}"
    high = (31 if at % 32 + width <= 32 else 63) - at % 32
    bits = str(high) if width == 1 else f"{high}:{high - width + 1}"
    return f"0x{at // 32 * 4:02x}[{bits}]"


class Image:
    """The bits of an image, from the top bit of its first byte on, read lazily."""

    def __init__(self, memory: Memory, cells: Cells, address: int, size: int) -> None:
        self._cells = (memory, cells, address)
        self._size = size
        self._bits: Dict[int, int] = {}

    def __len__(self) -> int:
        return self._size * 8

    def __getitem__(self, at: int) -> int:
        if not 0 <= at < len(self):
            raise IndexError(at)
        if at not in self._bits:
            memory, cells, address = self._cells
            self._bits[at] = memory.cell(cells, address + at // 8)[7 - at % 8]
        return self._bits[at]

    def __setitem__(self, at: int, bit: int) -> None:
        self._bits[at] = bit

    def copy(self) -> "Image":
        memory, cells, address = self._cells
        image = Image(memory, cells, address, self._size)
        image._bits = dict(self._bits)
        return image


Bits = Union[Image, List[int]]  # of an image


class Case:
    """One execution: its objects, and checks of their contents."""

    def __init__(self, subject: Subject, flat: Flat) -> None:
        self.subject = subject
        self.flat = flat
        self.run = subject.program.run()
        self.graph = self.run.graph
        self.memory = self.run.memory
        self.images: Dict[str, Image] = {}
        self.inputs: List[Tuple[str, Word]] = []  # printed in a counterexample

    # Objects

    def image(self, name: str) -> int:
        """Adds an image of the layout with arbitrary contents; returns its address."""
        size = self.flat.layout.size
        address = self.memory.region(name, size, 4)
        self.images[name] = self.image_bits({}, address)
        return address

    def image_bits(self, cells: Cells, address: int) -> Image:
        return Image(self.memory, cells, address, self.flat.layout.size)

    def new_host(self, host: Host) -> int:
        return self.memory.region("v", host.size, host.align)

    def pointer(self, address: int) -> Word:
        return constant(address, ADDRESS_BITS)

    def argument(self, name: str, width: int) -> Word:
        word = self.graph.variables(name, width)
        self.inputs.append((name, word))
        return word

    @staticmethod
    def field(image: Bits, at: int, width: int) -> Word:
        """Returns the number at a place of an image."""
        return tuple(image[at + width - 1 - i] for i in range(width))

    @staticmethod
    def put(image: Bits, at: int, value: Word) -> None:
        for i, bit in enumerate(value):
            image[at + len(value) - 1 - i] = bit

    def member(self, cells: Cells, host: int, slot: Slot, offset: int, index: int) -> Word:
        return self.memory.word(cells, host + offset + index * slot.size, slot.size)

    def call(self, name: str, arguments: Sequence[Word], cells: Optional[Cells] = None) -> Outcome:
        return self.subject.program.call(self.run, name, arguments, cells or {})

    def active(self, image: Bits) -> List[int]:
        """Returns for each arm whether it is active."""
        holds = [TRUE]
        for arm in self.flat.arms[1:]:
            listed = self.graph.is_one_of(self.field(image, arm.at, arm.width), arm.values)
            holds.append(self.graph.both(holds[arm.parent], listed ^ arm.is_except))
        return holds

    # Counterexamples

    def value(self, word: Sequence[int], model: Model) -> int:
        return sum(self.run.solver.evaluate(bit, model) << i for i, bit in enumerate(word))

    def fields_at(self, model: Model, image: Bits) -> Iterator[Tuple[int, int, str]]:
        """Yields first bit, number of bits and name of each part of an image."""
        holds = [self.run.solver.evaluate(bit, model) for bit in self.active(image)]
        for slot in self.flat.slots:
            for i in range(slot.count if holds[slot.arm] else 0):
                name = slot.name + (f"[{i}]" if slot.count > 1 else "")
                yield slot.at + i * slot.stride, slot.width, name
        for rule in self.flat.rules:
            if holds[rule.arm] and rule.kind in ("RESERVED", "FIXED"):
                yield rule.at, rule.width, "reserved" if rule.kind == "RESERVED" else rule.name

    def describe(self, model: Model, cells: Optional[Cells] = None) -> str:
        """Returns the inputs of a counterexample as text."""
        parts = [f"{name} = {self.value(word, model):#x}" for name, word in self.inputs]
        for name, bits in self.images.items():
            dwords = [(at // 8, self.value(self.field(bits, at, min(32, len(bits) - at)), model))
                      for at in range(0, len(bits), 32)]
            text = ", ".join(f"0x{at:02x}: {value:08x}" for at, value in dwords if value)
            parts.append(f"{name} = {{{text or 'zeroes'}}}")
        host = [region for region in self.images_of_host(model)]
        if host:
            parts.append(f"v = {{{', '.join(host)}}}")
        return "; ".join(parts)

    def images_of_host(self, model: Model) -> List[str]:
        """Returns the nonzero members of the host structure as text."""
        if self.host_at is None:
            return []
        host, address = self.host_at
        found = []
        for slot, offset in host.slots:
            for i in range(slot.count):
                value = self.value(self.member({}, address, slot, offset, i), model)
                if value:
                    index = f"[{i}]" if slot.count > 1 else ""
                    found.append(f"{slot.path}{index} = {value:#x}")
        return found or ["zeroes"]

    host_at: Optional[Tuple[Host, int]] = None  # of a host structure that is an input
    complaints: Word = ()  # result of check in unpack

    def never(self, condition: int, what: str) -> None:
        """Raises Refuted if the condition can hold."""
        model = self.run.solver.model(condition)
        if model is not None:
            raise Refuted(f"{what}; {self.describe(model)}")

    def same_image(self, got: Bits, wanted: Bits, condition: int = TRUE, what: str = "",
                   touched: Optional[Iterable[int]] = None) -> None:
        """Raises Refuted if images can differ; ``touched`` are the only bytes to compare, None for all."""
        places = range(len(got)) if touched is None else [
            8 * byte + bit for byte in touched for bit in range(8)]
        wrong = self.graph.both(condition, self.graph.any(
            [self.graph.differ(got[at], wanted[at]) for at in places if got[at] != wanted[at]]))
        model = self.run.solver.model(wrong)
        if model is None:
            return
        values = [[self.run.solver.evaluate(bit, model) for bit in bits] for bits in (got, wanted)]
        fields = [(at, width, name) for at, width, name in self.fields_at(model, wanted)
                  if values[0][at:at + width] != values[1][at:at + width]]
        texts = []
        for at, width, name in fields[:3]:
            is_, must = (int("".join(map(str, bits[at:at + width])), 2) for bits in values)
            texts.append(f"{name} {place(at, width)} becomes {is_:#x}, must be {must:#x}")
        if len(fields) > 3:
            texts.append(f"and {len(fields) - 3} more")
        raise Refuted(f"{what}{', '.join(texts)}; {self.describe(model)}")

    def same_value(self, got: Word, wanted: Word, condition: int, what: str) -> None:
        if len(got) != len(wanted):
            got, wanted = (extend(word, max(len(got), len(wanted))) for word in (got, wanted))
        model = self.run.solver.model(
            self.graph.both(condition, self.graph.unequal(got, wanted)))
        if model is not None:
            raise Refuted(f"{what} {self.value(got, model):#x}, must be "
                          f"{self.value(wanted, model):#x}; {self.describe(model)}")

    # Properties of all functions

    def behaves(self, may_write: Sequence[str], condition: int = TRUE) -> None:
        """Checks for undefined behaviour, and for writes to objects other than ``may_write``."""
        for access in self.run.memory.writes:
            if access.region not in may_write:
                self.never(self.graph.both(access.condition, condition),
                           f"writes to {access.region}+{access.offset:#x}")
        for fault in self.memory.faults:
            self.never(self.graph.both(fault.condition, condition), fault.what)

    def twice_read(self, unit: int = 1) -> Iterator[Tuple[int, Access, Access]]:
        """Yields pairs of accesses of one execution to one unit of image p, 1 or 4 bytes, with its
        first byte."""
        seen: Dict[int, List[Access]] = {}
        for access in self.memory.reads:
            if access.region != "p":
                continue
            first, end = access.offset // unit, (access.offset + access.size - 1) // unit + 1
            for at in range(first, end):
                for earlier in seen.get(at, []):
                    both = self.graph.both(earlier.condition, access.condition)
                    if self.run.solver.model(both) is not None:
                        yield at * unit, earlier, access
                seen.setdefault(at, []).append(access)

    def reads_once(self, again: Callable[["Case"], "Reread"]) -> None:
        """Checks that no result depends on two reads of one byte, and that the numbers of one dword
        are from one read of it.

        Reading a byte twice is allowed if the first value is not used, as in a copy by two words
        that overlap. The elements of an array and the bytes of a string are no numbers of a dword.
        ``again`` repeats the call in another case, in which any two reads give other bytes.
        """
        has_number = {at // 8 // 4 * 4 for slot in self.flat.slots if slot.count == 1
                      for at in (slot.at, slot.at + slot.width - 1)}
        if next(self.twice_read(), None) is None and \
                not any(dword in has_number for dword, _, _ in self.twice_read(4)):
            return
        case = Case(self.subject, self.flat)
        case.memory.changing = "p"
        reread = again(case)

        def used(bits: Sequence[int]) -> Set[Tuple[int, int]]:
            """Returns the reads, by number, and their bytes on which the bits depend."""
            return {(name[1], name[2] % APART) for name, _ in case.graph.support(bits)
                    if isinstance(name, tuple) and len(name) == 3}

        numbers = {id(access): i for i, access in enumerate(case.memory.reads)}
        everywhere = used(reread.checked + [bit for _, word in reread.members for bit in word])
        for byte, first, second in case.twice_read():
            if {(numbers[id(first)], byte), (numbers[id(second)], byte)} <= everywhere:
                raise Refuted(f"reads p+0x{byte:02x} twice: {described(first, second)}")
        users: Dict[Tuple[int, int], List[Slot]] = {}  # of a read's part of a dword
        for slot, word in reread.members:
            inside = range(slot.at // 8, (slot.at + slot.width - 1) // 8 + 1)
            for read, byte in used(word) if slot.count == 1 else ():
                if byte in inside:
                    users.setdefault((read, byte // 4 * 4), []).append(slot)
        holds = self.active(self.images["p"])
        for dword, first, second in case.twice_read(4):
            for one in users.get((numbers[id(first)], dword), []):
                for other in users.get((numbers[id(second)], dword), []):
                    both = self.graph.both(holds[one.arm], holds[other.arm])
                    if self.run.solver.model(both) is not None:
                        raise Refuted(
                            f"{one.name} and {other.name} are from two reads of the dword "
                            f"0x{dword:02x}: {described(first, second)}" if one is not other else
                            f"{one.name} is from two reads of the dword 0x{dword:02x}: "
                            f"{described(first, second)}")

    def stops(self, excess: int, outcome: Outcome, given: int = TRUE) -> int:
        """Checks that the code aborts exactly on ``excess`` with assertions, and never without them;
        returns the condition on which the other properties must hold."""
        if not self.subject.asserts:
            self.never(self.graph.both(given, outcome.returns ^ 1), "does not return")
            return given
        stopped = self.graph.both(given, self.graph.any(self.run.stops))
        excess = self.graph.both(given, excess)
        self.never(self.graph.both(stopped, excess ^ 1), "stops with values in range")
        self.never(self.graph.both(excess, stopped ^ 1), "takes a value out of range")
        given = self.graph.both(given, excess ^ 1)
        self.never(self.graph.both(given, outcome.returns ^ 1), "does not return")
        return given


@dataclass
class Reread:
    """The results of a call whose reads give other bytes each time."""

    checked: List[int]  # the bits that check gets
    members: List[Tuple[Slot, Word]]  # of the host structure


def described(first: Access, second: Access) -> str:
    return (f"{second.size} bytes at 0x{second.offset:02x}, after {first.size} at "
            f"0x{first.offset:02x}")


def result(outcome: Outcome) -> Word:
    """Returns the result of a function that is not void."""
    if outcome.value is None:
        raise Refuted("returns nothing")
    return outcome.value


# Accessors


def indices(accessor: Accessor) -> List[Tuple[List[Word], int]]:
    """Returns the index arguments of an accessor, and the first bit of each element."""
    item = accessor.item
    if item.count is None:
        return [([], item.at)]
    return [([constant(i, 32)], item.at + i * item.elem) for i in range(item.count)]


def setter(subject: Subject, flat: Flat, accessor: Accessor) -> None:
    item = accessor.item
    name = f"prm_{flat.layout.name}_set_{accessor.c_name}"
    for index, at in indices(accessor):
        case = Case(subject, flat)
        address = case.image("p")
        value = case.argument("v", subject.style.value_bits(accessor))
        outcome = case.call(name, [case.pointer(address), *index, value])
        condition = case.stops(case.graph.any(value[item.elem:]), outcome)
        case.behaves("p", condition)
        wanted = case.images["p"].copy()
        case.put(wanted, at, value[:item.elem])
        touched = {byte - address for byte in outcome.cells
                   if address <= byte < address + flat.layout.size}
        touched |= set(range(at // 8, (at + item.elem + 7) // 8))
        case.same_image(case.image_bits(outcome.cells, address), wanted, condition, "", touched)
    beyond(subject, flat, accessor, name, [subject.style.value_bits(accessor)])


def getter(subject: Subject, flat: Flat, accessor: Accessor) -> None:
    item = accessor.item
    name = f"prm_{flat.layout.name}_get_{accessor.c_name}"
    for index, at in indices(accessor):
        case = Case(subject, flat)
        outcome = case.call(name, [case.pointer(case.image("p")), *index])
        condition = case.stops(FALSE, outcome)
        case.behaves("")
        bits = subject.style.value_bits(accessor)
        wanted = extend(case.field(case.images["p"], at, item.elem), bits)
        case.same_value(result(outcome)[:max(8, bits)], wanted, condition, "gives")
        twice = next(case.twice_read(4), None)
        if twice is not None:  # even if each read provides other bits: the value may be torn
            raise Refuted(f"reads the dword 0x{twice[0]:02x} twice: {described(*twice[1:])}")
    beyond(subject, flat, accessor, name, [])


def beyond(subject: Subject, flat: Flat, accessor: Accessor, name: str, rest: List[int]) -> None:
    """Checks that an index beyond the end of an array aborts."""
    count = accessor.item.count
    if count is None or not subject.asserts_index:
        return
    for index in (count, (1 << 32) - 1):
        case = Case(subject, flat)
        arguments = [case.argument("v", width) for width in rest]
        outcome = case.call(name, [case.pointer(case.image("p")), constant(index, 32), *arguments])
        case.never(outcome.returns, f"takes the index {index}")


def group_setter(subject: Subject, flat: Flat, group: str) -> None:
    """Checks that set of a group writes its fields and no others."""
    case = Case(subject, flat)
    address, values, excess, wanted = group_case(case, group)
    outcome = case.call(f"prove_set_{flat.layout.name}_{group}", [case.pointer(address), *values])
    condition = case.stops(excess, outcome)
    case.behaves("p", condition)
    case.same_image(case.image_bits(outcome.cells, address), wanted, condition)


def group_has(subject: Subject, flat: Flat, group: str) -> None:
    """Checks that has of a group returns whether its fields have these values."""
    case = Case(subject, flat)
    address, values, excess, wanted = group_case(case, group)
    outcome = case.call(f"prove_has_{flat.layout.name}_{group}", [case.pointer(address), *values])
    condition = case.stops(excess, outcome)
    case.behaves("", condition)
    same = case.graph.unequal(list(case.images["p"]), list(wanted)) ^ 1
    case.same_value(result(outcome)[:8], (same,), condition, "says")


def group_case(case: Case, group: str) -> Tuple[int, List[Word], int, Image]:
    """Returns an image's address, values of the group's fields, whether one is too large, and the image
    with these values."""
    address = case.image("p")
    wanted = case.images["p"].copy()
    values, excess = [], FALSE
    for name in case.flat.layout.groups[group]:
        item = case.flat.layout.entry(name)
        value = case.argument(name, case.subject.style.argument_bits(item))
        values.append(value)
        excess = case.graph.either(excess, case.graph.any(value[item.elem:]))
        case.put(wanted, item.at, value[:item.elem])
    return address, values, excess, wanted


def arm_value(subject: Subject, flat: Flat, made: ArmValue, function: str) -> None:
    """Checks that value of an arm returns the overlay with the arm's fields, and zeroes elsewhere."""
    case = Case(subject, flat)
    wanted: List[int] = [FALSE] * (flat.layout.size * 8)
    values, excess = [], FALSE
    for item in made.items:
        value = case.argument(item.name, 1 if is_bool(item) else 8 * host_bytes(item.elem))
        values.append(value)
        excess = case.graph.either(excess, case.graph.any(value[item.elem:]))
        case.put(wanted, item.at, value[:item.elem])
    outcome = case.call(function, values)
    condition = case.stops(excess, outcome)
    case.behaves("", condition)
    overlay = made.overlay
    case.same_value(result(outcome)[:overlay.width], case.field(wanted, overlay.at, overlay.width), condition, "returns")


def trailing(subject: Subject, flat: Flat, item: Entry) -> None:
    """Checks that the trailing array begins at the end of the layout."""
    case = Case(subject, flat)
    address = case.image("p")
    outcome = case.call(f"prm_{flat.layout.name}_{item.name}", [case.pointer(address)])
    case.behaves("")
    case.same_value(result(outcome), case.pointer(address + flat.layout.size), TRUE, "gives")


# Whole layouts


def packed(case: Case, member: Callable[[Slot, int, int], Word], slots: Sequence[Tuple[Slot, int]],
           ) -> Tuple[List[int], List[int]]:
    """Returns the image that the manual defines for a host structure, and its active arms."""
    graph, flat = case.graph, case.flat
    image = [FALSE] * (flat.layout.size * 8)
    holds: List[int] = []
    for number_, arm in enumerate(flat.arms):
        held = TRUE
        if number_:
            listed = graph.is_one_of(case.field(image, arm.at, arm.width), arm.values)
            held = graph.both(holds[arm.parent], listed ^ arm.is_except)
        holds.append(held)

        def write(at: int, value: Word, held: int = held) -> None:
            old = case.field(image, at, len(value))
            case.put(image, at, graph.choose_word(held, value, old))

        for slot, offset in slots:
            for i in range(slot.count if slot.arm == number_ else 0):
                write(slot.at + i * slot.stride, member(slot, offset, i)[:slot.width])
        for rule in flat.rules:
            if rule.arm == number_ and rule.kind == "FIXED":
                write(rule.at, constant(rule.value, rule.width))
    return image, holds


def pack(subject: Subject, flat: Flat) -> None:
    """Checks that pack writes every byte as in the manual and does not read the destination."""
    case = Case(subject, flat)
    graph, host = case.graph, subject.host(flat)
    address, v = case.image("p"), case.new_host(host)
    case.host_at = host, v
    users: Dict[int, int] = {}
    for slot, offset in host.slots:
        for byte in range(offset, offset + slot.count * slot.size):
            users[byte] = users.get(byte, 0) + 1
    for slot, offset in host.slots:  # a bool is 0 or 1
        if slot.is_bool and users[offset] == 1:
            case.memory.initial[v + offset] = extend(
                (case.memory.cell({}, v + offset)[0],), 8)
    outcome = case.call(f"prm_{flat.layout.name}_pack", [case.pointer(address), case.pointer(v)])
    wanted, holds = packed(case, lambda *member: case.member({}, v, *member), host.slots)
    condition, excess = TRUE, FALSE
    for slot, offset in host.slots:
        for i in range(slot.count):
            above = graph.any(case.member({}, v, slot, offset, i)[slot.width:])
            above = graph.both(above, holds[slot.arm])
            if slot.is_bool:
                condition = graph.both(condition, above ^ 1)
            elif not slot.is_ignored:
                excess = graph.either(excess, above)
    condition = case.stops(excess, outcome, condition)
    case.behaves("p", condition)
    if any(access.region == "p" for access in case.memory.reads):
        raise Refuted("reads the destination")
    case.same_image(case.image_bits(outcome.cells, address), wanted, condition)


def members(case: Case, host: Host, v: int, cells: Cells) -> Iterator[Tuple[Slot, int, Word]]:
    """Yields the members of a host structure, element by element."""
    for slot, offset in host.slots:
        for i in range(slot.count):
            yield slot, i, case.member(cells, v, slot, offset, i)


def unpack(subject: Subject, flat: Flat, is_checked: bool) -> None:
    """Checks that unpack reads every member, and the numbers of a dword by one read.

    With a report, it passes the bytes that it has read to check, and returns check's result.
    """
    host = subject.host(flat)
    complaints: Word = constant(0, 32)
    checked: List[int] = []

    def run(case: Case) -> Tuple[int, Outcome]:
        address, v = case.image("p"), case.new_host(host)
        report = 0
        if is_checked:
            report = case.memory.region("r", subject.program.numbers("offsets_of_report")[0], 8)
            case.run.hooks[f"prm_{flat.layout.name}_check"] = \
                lambda arguments, state: check_called(case, arguments, state, report, checked)
        return v, case.call(f"prm_{flat.layout.name}_unpack",
                            [case.pointer(v), case.pointer(address), case.pointer(report)])

    def again(case: Case) -> Reread:
        checked.clear()
        v, outcome = run(case)
        return Reread(checked, [(slot, word) for slot, _, word
                                in members(case, host, v, outcome.cells)])

    case = Case(subject, flat)
    v, outcome = run(case)
    case.stops(FALSE, outcome)
    case.behaves("v")
    image = case.images["p"]
    if is_checked and flat.rules:
        if not checked:
            raise Refuted("does not check")
        complaints = case.complaints
        case.same_image(checked, image, TRUE, "what is checked: ")
    elif checked:  # check cannot complain, which the compiler may know
        complaints = case.complaints
    case.same_value(result(outcome)[:32], complaints, TRUE, "returns")
    holds = case.active(image)
    for slot, i, got in members(case, host, v, outcome.cells):
        wanted = extend(case.field(image, slot.at + i * slot.stride, slot.width), 8 * slot.size)
        if got != wanted:
            index = f"[{i}]" if slot.count > 1 else ""
            case.same_value(got, wanted, holds[slot.arm], f"{slot.name}{index} becomes")
    case.reads_once(again)


def check_called(case: Case, arguments: Sequence[Word], state: State, report: int,
                 checked: List[int]) -> Word:
    """Model of check for unpack: records the bits that it gets."""
    if checked:
        raise Refuted("checks twice")
    case.never(state.condition ^ 1, "does not check in all cases")
    case.same_value(arguments[1], case.pointer(report), TRUE, "reports to")
    address, size = plain(arguments[0]), case.flat.layout.size
    if case.flat.rules:
        if case.subject.program.has_barriers and address not in case.run.barriers:
            raise Refuted("has no barrier for the compiler after the copy, which may read the original again")
        for offset in range(size):
            case.memory.load(state.cells, case.pointer(address + offset), 1, TRUE)
    checked += case.image_bits(state.cells, address)
    case.complaints = case.graph.variables("complaints", 32)
    return case.complaints


def round_trip(subject: Subject, flat: Flat) -> None:
    """Checks that unpack and pack restore the image, with 0 in bits without a member."""
    case = Case(subject, flat)
    graph, host = case.graph, subject.host(flat)
    address, v = case.image("p"), case.new_host(host)
    read = case.call(f"prm_{flat.layout.name}_unpack",
                     [case.pointer(v), case.pointer(address), case.pointer(0)])
    again = case.memory.region("q", flat.layout.size, 4)
    written = case.call(f"prm_{flat.layout.name}_pack", [case.pointer(again), case.pointer(v)],
                        read.cells)
    case.stops(FALSE, written)
    image, legal = case.images["p"], TRUE
    wanted, holds = packed(case, lambda slot, _, i: case.field(
        image, slot.at + i * slot.stride, slot.width), host.slots)
    for rule in flat.rules:
        if rule.kind == "FIXED":
            other = graph.is_value(case.field(image, rule.at, rule.width), rule.value) ^ 1
            legal = graph.both(legal, graph.both(holds[rule.arm], other) ^ 1)
    case.same_image(case.image_bits(written.cells, again), wanted, legal)


def fields_init(subject: Subject, flat: Flat) -> None:
    """Checks that init writes the defaults, and 0 elsewhere."""
    case = Case(subject, flat)
    host = subject.host(flat)
    v = case.new_host(host)
    outcome = case.call(f"prm_{flat.layout.name}_fields_init", [case.pointer(v)])
    case.stops(FALSE, outcome)
    case.behaves("v")
    has_default = set()
    for slot, offset in host.slots:
        for i in range(slot.count if slot.has_init else 0):
            got = case.member(outcome.cells, v, slot, offset, i)
            case.same_value(got, constant(slot.init, len(got)), TRUE, f"{slot.name} becomes")
        if slot.has_init and slot.init:
            has_default |= set(range(offset, offset + slot.count * slot.size))
    for byte in range(host.size):
        if byte not in has_default:
            got = case.memory.cell(outcome.cells, v + byte)
            case.same_value(got, constant(0, 8), TRUE, f"byte {byte:#x} of v becomes")


def check(subject: Subject, flat: Flat) -> None:
    """Checks that check reports exactly the violations: kind, field, place, value, number."""
    case = Case(subject, flat)
    graph = case.graph
    address = case.image("p")
    size, base_at = subject.program.numbers("offsets_of_report")[:2]
    report = case.memory.region("r", size, 8)
    for byte in range(4):
        case.memory.initial[report + base_at + byte] = constant(0, 8)
    complaints: Dict[Tuple[int, str, int, int], List[Tuple[int, Word]]] = {}
    counted: List[int] = []

    def complain(arguments: Sequence[Word], state: State) -> Word:
        kind, field, offset, width = (plain(word) for word in arguments[1:5])
        base = plain(case.memory.word(state.cells, plain(arguments[0]) + base_at, 4))
        key = (kind, subject.program.text(field) if field else "", base + offset, width)
        complaints.setdefault(key, []).append((state.condition, arguments[5]))
        counted.append(state.condition)
        return constant(1, 32)

    case.run.hooks["prm_complain"] = complain
    outcome = case.call(f"prm_{flat.layout.name}_check",
                        [case.pointer(address), case.pointer(report)])
    case.stops(FALSE, outcome)
    case.behaves("r")
    image = case.images["p"]
    wanted: Dict[Tuple[int, str, int, int], Tuple[int, Word]] = {}
    holds = case.active(image)
    for rule in flat.rules:
        key = (KINDS.index(rule.kind), rule.said, rule.at, rule.width)
        broken = graph.both(holds[rule.arm], broken_rule(case, rule, image))
        broken = graph.either(broken, wanted[key][0] if key in wanted else FALSE)
        wanted[key] = broken, case.field(image, rule.at, min(64, rule.width))
    for key in complaints.keys() | wanted.keys():
        kind, field, at, width = key
        what = f"{KINDS[kind]} {field or 'reserved'} {place(at, width)}"
        broken, value = wanted.get(key, (FALSE, ()))
        found = complaints.get(key, [])
        said = FALSE
        for condition, reported in found:
            case.never(graph.both(said, condition), f"{what}: complains twice")
            said = graph.either(said, condition)
            case.same_value(reported, extend(value, 64), graph.both(condition, broken),
                            f"{what}: reports")
        case.never(graph.both(said, broken ^ 1), f"{what}: complains of what the manual allows")
        case.never(graph.both(broken, said ^ 1), f"{what}: does not complain")
    total = constant(0, 32)
    for condition in counted:
        total = graph.add(total, extend((condition,), 32))
    case.same_value(result(outcome)[:32], total, TRUE, "returns")
    base = case.memory.word(outcome.cells, report + base_at, 4)
    case.same_value(base, constant(0, 32), TRUE, "leaves as base")


def broken_rule(case: Case, rule: Rule, image: Bits) -> int:
    graph = case.graph
    bits = case.field(image, rule.at, rule.width)
    if rule.kind == "RESERVED":
        return graph.any(bits)
    if rule.kind == "FIXED":
        return graph.is_value(bits, rule.value) ^ 1
    if rule.kind == "FLAGS":
        return graph.any([bit for i, bit in enumerate(bits) if not rule.value >> i & 1])
    return graph.is_one_of(bits, case.subject.manual.enums[rule.known].known) ^ 1


# Functions without a layout


def nothing() -> Flat:
    return Flat(Layout("", 0, [], ""))


def name_of(subject: Subject, values: Values) -> None:
    """Checks the name of each value, and NULL for exactly the others."""
    width = 32 if values.is_flags else 64
    function = f"prm_{values.name}_flag_str" if values.is_flags else f"prm_{values.name}_str"
    for known in values.known:
        case = Case(subject, nothing())
        outcome = case.call(function, [constant(known, width)])
        case.stops(FALSE, outcome)
        address = number(result(outcome))
        if not address:
            raise Refuted(f"has no name for {known:#x}, must be '{values.name_of(known)}'")
        said = subject.program.text(address)
        if said != values.name_of(known):
            raise Refuted(f"calls {known:#x} '{said}', must be '{values.name_of(known)}'")
    case = Case(subject, nothing())
    value = case.argument("value", width)
    outcome = case.call(function, [value])
    case.stops(FALSE, outcome)
    case.behaves("")
    is_null = case.graph.is_value(result(outcome), 0)
    known_ = case.graph.is_one_of(value, values.known)
    case.never(case.graph.both(is_null, known_), "NULL for a value that is known")
    case.never(case.graph.both(is_null ^ 1, known_ ^ 1), "a name for an unknown value")


def complain(subject: Subject) -> None:
    """Checks that prm_complain() adds to the list while there is room, and always counts."""
    size, base_at, list_at, step, *members = subject.program.numbers("offsets_of_report")
    case = Case(subject, nothing())
    graph, memory = case.graph, case.memory
    report = memory.region("r", size, 8)
    kind, field = case.argument("kind", 32), case.argument("field", 64)
    offset, width = case.argument("offset", 32), case.argument("width", 32)
    value = case.argument("value", 64)
    before = [memory.cell({}, report + i) for i in range(size)]
    count = memory.word({}, report, 4)
    base = memory.word({}, report + base_at, 4)
    outcome = case.call("prm_complain",
                        [case.pointer(report), kind, field, offset, width, value])
    case.stops(FALSE, outcome)
    case.behaves("r")
    wanted: Cells = {}
    one = constant(1, 32)
    memory.writes.clear()
    memory.store(wanted, case.pointer(report), graph.carry_add(count, one)[0], TRUE)
    for i in range(REPORT_MAX):
        here = graph.is_value(count, i)
        words = (kind, graph.carry_add(base, offset)[0], width, field, value)
        for at, word in zip(members, words):
            address = report + list_at + i * step + at
            old = memory.word({}, address, len(word) // 8)
            memory.store(wanted, case.pointer(address), graph.choose_word(here, word, old), TRUE)
    for i in range(size):
        must = wanted.get(report + i, before[i])
        case.same_value(memory.cell(outcome.cells, report + i), must, TRUE,
                        f"byte {i:#x} of the report becomes")
    case.same_value(result(outcome)[:32], one, TRUE, "returns")


# All


@dataclass
class Obligation:
    kind: str
    stem: str  # file of the manual
    function: str
    prove: Callable[[], None]


def obligations(subject: Subject) -> Iterator[Obligation]:
    """Yields the obligations of a program's layouts and names."""
    for layout in subject.manual.layouts.values():
        if layout.stem in subject.manual.stems:
            yield from of_layout(subject, layout)
    for values in subject.manual.enums.values():
        if values.stem in subject.manual.stems:
            yield Obligation("name", values.stem, f"prm_{values.name}_"
                             + ("flag_str" if values.is_flags else "str"),
                             lambda values=values: name_of(subject, values))  # type: ignore[misc]


def shared(subject: Subject) -> Iterator[Obligation]:
    """Yields the obligations of the function that all layouts share."""
    yield Obligation("report", "", "prm_complain", lambda: complain(subject))


def of_layout(subject: Subject, layout: Layout) -> Iterator[Obligation]:
    flat = Flattener(subject.manual, layout).flat
    name, stem = f"prm_{layout.name}", layout.stem

    def row(kind: str, function: str, prove: Callable[..., None], *what: object) -> Obligation:
        return Obligation(kind, stem, function, lambda: prove(subject, flat, *what))

    for accessor in subject.style.accessors(layout.entries):
        if not accessor.is_fixed:
            yield row("set", f"{name}_set_{accessor.c_name}", setter, accessor)
        yield row("get", f"{name}_get_{accessor.c_name}", getter, accessor)
    for group in layout.groups:
        yield row("set", f"{name}_set_{group}", group_setter, group)
        yield row("get", f"{name}_has_{group}", group_has, group)
    for item in layout.entries:
        if item.count == 0:
            yield row("get", f"{name}_{item.name}", trailing, item)
    for made in subject.style.arm_values(layout):
        function = f"{name}_{made.arm.name}_value"
        yield row("pack", function, arm_value, made, function)
    yield row("pack", f"{name}_pack", pack)
    yield row("unpack", f"{name}_unpack", unpack, False)
    yield row("report", f"{name}_unpack", unpack, True)
    yield row("round trip", f"{name}_unpack", round_trip)
    yield row("init", f"{name}_fields_init", fields_init)
    yield row("check", f"{name}_check", check)
