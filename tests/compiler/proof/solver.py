# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Queries z3 about the formulas of a graph.

A query is passed as clauses in the DIMACS format, which z3 reads much faster than Python builds its
terms.
"""

from __future__ import annotations

from typing import Dict, Hashable, Iterator, Optional, Sequence, Set

import z3

from bits import FALSE, Graph, Word

LIMIT = 600000  # milliseconds for one query, as in tests/run/patience.py

Model = Dict[Hashable, int]  # a bit for each relevant variable, by its name


class Undecided(Exception):
    """The solver timed out."""


class Clauses:
    """The clauses of the nodes that some formulas depend on. Each node is a variable, numbered from 1."""

    def __init__(self, graph: Graph, literals: Sequence[int]) -> None:
        self.numbers: Dict[int, int] = {0: 1}
        self.lines = ["-1 0"]  # node 0 is false
        stack = [literal >> 1 for literal in literals]
        while stack:
            node = stack.pop()
            if node in self.numbers:
                continue
            self.numbers[node] = len(self.numbers) + 1
            if graph.left[node] >= 0:
                stack += (graph.left[node] >> 1, graph.right[node] >> 1)
        for node, name in self.numbers.items():
            if graph.left[node] >= 0:  # name = a AND b
                a, b = self.name(graph.left[node]), self.name(graph.right[node])
                self.lines.append(f"-{name} {a} 0\n-{name} {b} 0\n{name} {-a} {-b} 0")

    def name(self, literal: int) -> int:
        number = self.numbers[literal >> 1]
        return -number if literal & 1 else number

    def text(self, holds: int) -> str:
        """Returns the clauses for values that satisfy the formula, in the DIMACS format."""
        lines = [*self.lines, f"{self.name(holds)} 0"]
        return f"p cnf {len(self.numbers)} {len(lines)}\n" + "\n".join(lines) + "\n"


def solver_of(text: str) -> "z3.Solver":
    solver = z3.SolverFor("QF_FD")
    solver.set("timeout", LIMIT)
    solver.from_string(text)
    return solver


def found(solver: "z3.Solver") -> Optional["z3.ModelRef"]:
    """Returns a model of the clauses, None if they are unsatisfiable; raises Undecided."""
    answer = solver.check()
    if answer == z3.unknown:
        raise Undecided(f"the solver gave up after {LIMIT // 1000} seconds")
    return solver.model() if answer == z3.sat else None


def variable(number: int) -> "z3.BoolRef":
    """Returns the z3 variable of a number in the clauses."""
    context = z3.main_ctx()
    symbol = z3.Z3_mk_int_symbol(context.ref(), number)
    return z3.BoolRef(z3.Z3_mk_const(context.ref(), symbol, z3.BoolSort().ast), context)


class Solver:
    # Queries without a model, of all runs: equal fields of different layouts ask the same.
    _impossible: Set[str] = set()

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.questions = 0

    def model(self, literal: int) -> Optional[Model]:
        """Returns values that satisfy the formula; None if there are none."""
        if literal == FALSE:
            return None
        self.questions += 1
        clauses = Clauses(self.graph, [literal])
        text = clauses.text(literal)
        if text in self._impossible:
            return None
        model = found(solver_of(text))
        if model is None:
            self._impossible.add(text)
            return None
        values = {declaration.name(): int(z3.is_true(model[declaration]))
                  for declaration in model.decls()}
        return {self.graph.names[node]: values.get(f"k!{number}", 0)
                for node, number in clauses.numbers.items() if node in self.graph.names}

    def values(self, word: Word, condition: int) -> Iterator[int]:
        """Yields the values that a word can have where the condition holds."""
        self.questions += 1
        clauses = Clauses(self.graph, [*word, condition])
        solver = solver_of(clauses.text(condition))
        open_ = [(1 << place, variable(clauses.numbers[literal >> 1]), literal & 1)
                 for place, literal in enumerate(word) if literal > 1]
        fixed = sum(1 << place for place, literal in enumerate(word) if literal == 1)
        while True:
            model = found(solver)
            if model is None:
                return
            value, others = fixed, []
            for weight, bit, sign in open_:
                is_set = z3.is_true(model[bit])
                value += weight * (is_set ^ sign)
                others.append(z3.Not(bit) if is_set else bit)
            yield value
            solver.add(z3.Or(others))

    def evaluate(self, literal: int, model: Model) -> int:
        """Returns the formula's value; variables that the model lacks are 0."""
        graph = self.graph
        known = {0: 0}
        stack = [literal >> 1]
        while stack:
            node = stack[-1]
            if node in known:
                stack.pop()
            elif graph.left[node] < 0:
                known[node] = model.get(graph.names[node], 0)
            else:
                edges = graph.left[node], graph.right[node]
                missing = [edge >> 1 for edge in edges if edge >> 1 not in known]
                stack += missing
                if not missing:
                    known[node] = int(all(known[edge >> 1] ^ edge & 1 for edge in edges))
        return known[literal >> 1] ^ literal & 1
