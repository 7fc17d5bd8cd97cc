# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Executes a function symbolically, over all its paths at once.

A function is a graph of blocks.  A state describes the beginning of a block: the condition on which
it is reached, the live values, the memory.  States that meet are merged, each value as a choice
between theirs.  Blocks run in reverse post order, those of a loop once for each iteration; another
order costs time but is correct, since every state is run to its end.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import (Callable, Container, Dict, Hashable, Iterable, List, Optional, Sequence,
                    Tuple)

from bits import FALSE, Graph, Word, number
from memory import CannotLift, Cells, Constants, Memory
from solver import Solver

Block = Hashable
ROUNDS = 5000  # most iterations of a loop


@dataclass
class State:
    condition: int
    values: Dict[Hashable, Word]
    cells: Cells


class Plan:
    """Order and loops of a function's blocks."""

    def __init__(self, entry: Block, successors: Dict[Block, Sequence[Block]]) -> None:
        self.entry = entry
        self.successors = successors
        order, self.back = self._depth_first()
        self.rank = {block: i for i, block in enumerate(order)}
        before: Dict[Block, List[Block]] = {}
        for block in order:
            for after in successors[block]:
                before.setdefault(after, []).append(block)
        loops: Dict[Block, set] = {}
        for block, head in self.back:
            body = loops.setdefault(head, {head})
            todo = [block]
            while todo:
                inner = todo.pop()
                if inner not in body:
                    body.add(inner)
                    todo += before.get(inner, [])
        self.loops = {block: sorted((head for head in loops if block in loops[head]),
                                    key=self.rank.__getitem__) for block in order}

    def _depth_first(self) -> Tuple[List[Block], set]:
        """Returns the blocks in reverse post order, and the back edges."""
        order: List[Block] = []
        back = set()
        seen, open_ = {self.entry}, {self.entry}
        stack = [(self.entry, iter(self.successors[self.entry]))]
        while stack:
            block, rest = stack[-1]
            for after in rest:
                if after in open_:
                    back.add((block, after))
                if after not in seen:
                    seen.add(after)
                    open_.add(after)
                    stack.append((after, iter(self.successors[after])))
                    break
            else:
                stack.pop()
                open_.discard(block)
                order.append(block)
        return order[::-1], back

    def key(self, block: Block, rounds: Dict[Block, int]) -> Tuple[int, ...]:
        """Returns the block's position in the order: the iteration of each enclosing loop, and its rank."""
        parts: List[int] = []
        for head in self.loops[block]:
            parts += (self.rank[head], rounds[head])
        return (*parts, self.rank[block])


Hook = Callable[[Sequence[Word], State], Optional[Word]]


def plain(word: Word) -> int:
    """Returns the number of a word that must be constant."""
    value = number(word)
    if value is None:
        raise CannotLift("a size or place that is not constant")
    return value


class Run:
    """One execution of functions of a program, which share objects."""

    def __init__(self, constants: Constants, is_big_endian: bool) -> None:
        self.graph = Graph()
        self.solver = Solver(self.graph)
        self.memory = Memory(self.graph, self.solver, constants, is_big_endian)
        self.stops: List[int] = []  # conditions on which an assertion fails
        self.barriers: List[Optional[int]] = []  # addresses of barriers for the compiler
        self.hooks: Dict[str, Hook] = {  # models of functions that are not compiled
            "prm_stop": self._stop, "memset": self._memset, "memcpy": self._memcpy}

    def _stop(self, _arguments: Sequence[Word], state: State) -> None:
        self.stops.append(state.condition)
        state.condition = FALSE

    def _memset(self, arguments: Sequence[Word], state: State) -> Word:
        self.memory.set(state.cells, arguments[0], arguments[1][:8], plain(arguments[2]),
                        state.condition)
        return arguments[0]

    def _memcpy(self, arguments: Sequence[Word], state: State) -> Word:
        self.memory.copy(state.cells, arguments[0], arguments[1], plain(arguments[2]),
                         state.condition)
        return arguments[0]


@dataclass
class Outcome:
    """The result of a call."""

    returns: int  # the condition on which it returns
    value: Optional[Word]
    cells: Cells


class Program:
    """Compiled code."""

    functions: Container[str]
    is_big_endian: bool
    constants: Constants
    has_barriers = False  # whether barriers for the compiler are there to be seen

    def call(self, run: Run, name: str, arguments: Sequence[Word], cells: Cells) -> Outcome:
        """Calls a function with numbers and addresses."""
        raise NotImplementedError

    def numbers(self, name: str) -> List[int]:
        """Returns the elements of a constant array of 32-bit numbers."""
        raise NotImplementedError

    def place(self, name: str) -> int:
        """Returns the address of a constant object."""
        raise NotImplementedError

    def run(self) -> Run:
        return Run(self.constants, self.is_big_endian)

    def text(self, address: int) -> str:
        """Returns the string at an address of a constant."""
        result = ""
        while True:
            value = number(self.constants.cells[address])
            if not value:
                return result
            result += chr(value)
            address += 1


class Runner:
    """Runs blocks until all states have left the function."""

    def __init__(self, program: Program, run: Run) -> None:
        self.program = program
        self.run_ = run
        self.graph = run.graph
        self.memory = run.memory

    def external(self, name: str, arguments: Sequence[Word], state: State) -> Optional[Word]:
        """Calls a function that has a model; returns its result, None for void."""
        hook = self.run_.hooks.get(name)
        if hook is None:
            raise CannotLift(f"call of {name}(), which is neither compiled nor modelled")
        return hook(arguments, state)

    def block(self, function: object, block: Block, state: State,
              ) -> Iterable[Tuple[Optional[Block], State]]:
        """Runs one block; returns the states after it, each with its next block, None at a return.

        It may modify ``state``.
        """
        raise NotImplementedError

    def merge(self, states: List[State]) -> State:
        merged = states[0]
        for state in states[1:]:
            condition = state.condition
            values = {}
            for name, value in state.values.items():
                other = merged.values.get(name)
                if other is not None:  # a value that only one of them has is dead
                    values[name] = self.graph.choose_word(condition, value, other)
            merged = State(self.graph.either(condition, merged.condition), values,
                           self.memory.merge(condition, state.cells, merged.cells))
        return merged

    def run(self, function: object, plan: Plan, state: State) -> Optional[State]:
        """Returns the state at the function's return; None if it does not return."""
        waiting: Dict[Tuple[int, ...], Tuple[Block, Dict[Block, int], List[State]]] = {}
        heap: List[Tuple[int, ...]] = []
        ends: List[State] = []

        def wait(block: Block, rounds: Dict[Block, int], new: State) -> None:
            key = plan.key(block, rounds)
            if key not in waiting:
                waiting[key] = (block, rounds, [])
                heapq.heappush(heap, key)
            waiting[key][2].append(new)

        wait(plan.entry, {head: 0 for head in plan.loops[plan.entry]}, state)
        while heap:
            block, rounds, states = waiting.pop(heapq.heappop(heap))
            for after, new in self.block(function, block, self.merge(states)):
                if new.condition == FALSE:
                    continue
                if after is None:
                    ends.append(new)
                    continue
                around = {head: rounds.get(head, 0) for head in plan.loops[after]}
                if (block, after) in plan.back:
                    around[after] += 1
                    if around[after] > ROUNDS:
                        raise CannotLift(f"a loop runs more than {ROUNDS} times")
                wait(after, around, new)
        return self.merge(ends) if ends else None
