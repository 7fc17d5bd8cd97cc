# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The memory of a function under symbolic execution.

Objects have constant addresses, far apart, so that no address of one is an address of another; a
null pointer is 0.  An access records its object, its offset and the condition on which it happens;
an access that the C standard forbids is a fault.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Dict, List, Optional, Tuple

from bits import FALSE, TRUE, Graph, Word, constant, number
from solver import Solver

ADDRESS_BITS = 64
APART = 1 << 16  # distance of two objects
MANY = 4000  # most values of an address

Cells = Dict[int, Word]  # address: byte


class CannotLift(Exception):
    """The code has something that the prover does not model; the message names it."""


@dataclass
class Region:
    """An object."""

    name: str
    start: int
    size: int
    align: int
    is_private: bool  # of the compiled function: its stack
    is_constant: bool


@dataclass
class Access:
    condition: int
    region: str
    offset: int
    size: int


@dataclass
class Fault:
    """An invalid operation, and the condition on which it happens."""

    condition: int
    what: str


class Constants:
    """The constant objects of a program, shared by all runs, at addresses above all others."""

    START = 1 << 30

    def __init__(self) -> None:
        self.starts: List[int] = []
        self.regions: List[Region] = []
        self.cells: Cells = {}

    def add(self, name: str, size: int, at: Optional[int] = None) -> int:
        """Adds an object; returns its address."""
        start = Constants.START + len(self.starts) * APART if at is None else at
        place = bisect_right(self.starts, start)
        self.starts.insert(place, start)
        self.regions.insert(place, Region(name, start, size, 16, False, True))
        return start

    def size(self, start: int) -> int:
        """Returns the size of the object that starts at an address."""
        return self.regions[bisect_right(self.starts, start) - 1].size


class Memory:
    """All objects of a run, their initial contents, and the accesses to them.

    ``Cells`` have the contents at a moment of the execution, as differences from the initial ones.
    """

    def __init__(self, graph: Graph, solver: Solver, constants: Constants,
                 is_big_endian: bool) -> None:
        self.graph = graph
        self.solver = solver
        self.constants = constants
        self.is_big_endian = is_big_endian
        self.initial: Cells = {}
        self.reads: List[Access] = []
        self.writes: List[Access] = []
        self.faults: List[Fault] = []
        self.changing = ""  # an object that changes between any two reads
        self._regions: List[Region] = []
        self._next = APART

    def region(self, name: str, size: int, align: int = 1, is_private: bool = False) -> int:
        """Adds an object; returns its address."""
        self._regions.append(Region(name, self._next, size, align, is_private, False))
        self._next += APART
        return self._regions[-1].start

    def find(self, address: int) -> Optional[Region]:
        """Returns the object that contains an address, or the one before it."""
        if address < Constants.START:
            place = min(address // APART, len(self._regions))
            return self._regions[place - 1] if place else None
        place = bisect_right(self.constants.starts, address)
        return self.constants.regions[place - 1] if place else None

    def fault(self, condition: int, what: str) -> None:
        if condition != FALSE:
            self.faults.append(Fault(condition, what))

    def cell(self, cells: Cells, address: int) -> Word:
        byte = cells.get(address)
        if byte is None:
            byte = self.initial.get(address) or self.constants.cells.get(address)
        if byte is None:  # not initialised: any value
            region = self.find(address)
            assert region is not None
            byte = self.initial[address] = self.graph.variables(
                (region.name, address - region.start), 8)
        return byte

    def bytes_of(self, cells: Cells, address: int, size: int) -> List[Word]:
        return [self.cell(cells, address + i) for i in range(size)]

    def word(self, cells: Cells, address: int, size: int) -> Word:
        """Returns the number at an address, without recording the access."""
        found = self.bytes_of(cells, address, size)
        if self.is_big_endian:
            found.reverse()
        return tuple(bit for byte in found for bit in byte)

    def _allowed(self, address: int, size: int, condition: int, what: str, align: int,
                 ) -> Optional[Region]:
        region = self.find(address)
        if region is None or address + size > region.start + region.size:
            where = "NULL" if region is None else f"{region.name}+{address - region.start:#x}"
            self.fault(condition, f"{what} of {size} bytes outside the objects, at {where}")
            return None
        offset = address - region.start
        if not region.is_private and not region.is_constant and align > 1 and (
                offset % align or region.align % align):
            self.fault(condition, f"{what} at {region.name}+{offset:#x} relies on an alignment "
                                  f"to {align} bytes, the object has {region.align}")
        return region

    def _change(self, cells: Cells, place: int, size: int) -> None:
        """Gives bytes new values before they are read; the variables name the read."""
        read = len(self.reads) - 1
        for at in range(place, place + size):
            cells[at] = self.graph.variables((self.changing, read, at), 8)

    def places(self, address: Word, condition: int) -> List[Tuple[int, int]]:
        """Returns the addresses that a word can be, as (condition, address)."""
        plain = number(address)
        if plain is not None:
            return [(TRUE, plain)]
        found: List[Tuple[int, int]] = []
        for value in self.solver.values(address, condition):
            found.append((self.graph.is_value(address, value), value))
            if len(found) > MANY:
                raise CannotLift(f"an address has more than {MANY} values")
        return found

    def load(self, cells: Cells, address: Word, size: int, condition: int,
             align: int = 1) -> Word:
        result: Optional[Word] = None
        for chosen, place in self.places(address, condition):
            here = self.graph.both(condition, chosen)
            region = self._allowed(place, size, here, "read", align)
            if region is None:
                value = self.graph.variables("outside", 8 * size)
            else:
                if not region.is_private and not region.is_constant:
                    self.reads.append(Access(here, region.name, place - region.start, size))
                if region.name == self.changing:
                    self._change(cells, place, size)
                value = self.word(cells, place, size)
            result = value if result is None else self.graph.choose_word(chosen, value, result)
        return constant(0, 8 * size) if result is None else result

    def store(self, cells: Cells, address: Word, value: Word, condition: int,
              align: int = 1) -> None:
        size = len(value) // 8
        for chosen, place in self.places(address, condition):
            here = self.graph.both(condition, chosen)
            region = self._allowed(place, size, here, "write", align)
            if region is None:
                continue
            if region.is_constant:
                self.fault(here, f"write to the constant {region.name}")
            if not region.is_private:
                self.writes.append(Access(here, region.name, place - region.start, size))
            for i in range(size):
                at = place + (size - 1 - i if self.is_big_endian else i)
                byte = value[8 * i:8 * i + 8]
                if chosen != TRUE:
                    byte = self.graph.choose_word(chosen, byte, self.cell(cells, at))
                cells[at] = byte

    def set(self, cells: Cells, address: Word, byte: Word, size: int, condition: int) -> None:
        """Models memset()."""
        for i in range(size):
            self.store(cells, self.graph.add(address, constant(i, ADDRESS_BITS)), byte, condition)

    def copy(self, cells: Cells, target: Word, source: Word, size: int, condition: int) -> None:
        """Models memcpy(); reads each byte once, and aligned words of 2 and 4 bytes as a whole, as
        compilers and libraries do."""
        start = number(source)
        at, found = 0, []
        while at < size:
            unit = 1 if start is None else next(
                unit for unit in (4, 2, 1) if (start + at) % unit == 0 and at + unit <= size)
            step = constant(at, ADDRESS_BITS)
            found.append((step, self.load(cells, self.graph.add(source, step), unit, condition)))
            at += unit
        for step, word in found:
            self.store(cells, self.graph.add(target, step), word, condition)

    def merge(self, condition: int, cells: Cells, others: Cells) -> Cells:
        """Returns ``cells`` where the condition holds, ``others`` elsewhere."""
        merged = dict(others)
        for address in cells.keys() | others.keys():
            if cells.get(address) is not others.get(address):
                merged[address] = self.graph.choose_word(
                    condition, self.cell(cells, address), self.cell(others, address))
        return merged
