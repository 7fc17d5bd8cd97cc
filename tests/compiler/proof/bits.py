# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Numbers whose bits are Boolean formulas.

A formula is a node of a graph of ANDs with inverted edges, and a *literal* names it: twice the
node's number, plus 1 for its negation.  Literal 0 is false, 1 is true.  Equal ANDs are one node,
so that most equalities that a proof needs are equalities of literals; the solver decides the others.

A *word* is a tuple of literals, the least significant bit first.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Dict, Hashable, Iterable, List, Optional, Sequence, Tuple

Word = Tuple[int, ...]

FALSE, TRUE = 0, 1


@lru_cache(maxsize=1 << 16)
def constant(value: int, width: int) -> Word:
    """Returns the word of a number, modulo 2^width."""
    return tuple(value >> i & 1 for i in range(width))


@lru_cache(maxsize=1 << 16)
def number(word: Word) -> Optional[int]:
    """Returns the number of a constant word; None if it depends on variables."""
    if max(word, default=0) > 1:
        return None
    return sum(bit << i for i, bit in enumerate(word))


def signed(word: Word) -> Optional[int]:
    """Returns the number of a constant word in two's complement; None if it depends on variables."""
    value = number(word)
    return value if value is None else value - (word[-1] << len(word))


def extend(word: Word, width: int) -> Word:
    """Zero-extends or truncates a word."""
    return word[:width] + (FALSE,) * (width - len(word))


def sign_extend(word: Word, width: int) -> Word:
    return word[:width] + word[-1:] * (width - len(word))


def shift_left(word: Word, n: int) -> Word:
    return ((FALSE,) * n + word)[:len(word)]


def shift_right(word: Word, n: int) -> Word:
    return word[n:] + (FALSE,) * min(n, len(word))


def shift_right_signed(word: Word, n: int) -> Word:
    return word[n:] + word[-1:] * min(n, len(word))


def rotate_left(word: Word, n: int) -> Word:
    n %= len(word)
    return word[len(word) - n:] + word[:len(word) - n]


def swap_bytes(word: Word) -> Word:
    return tuple(bit for i in range(len(word) - 8, -1, -8) for bit in word[i:i + 8])


def invert(word: Word) -> Word:
    return tuple(bit ^ 1 for bit in word)


class Graph:
    """The formulas of one proof."""

    def __init__(self) -> None:
        self.left: List[int] = [-1]  # operands of each node; -1 for a variable and for node 0
        self.right: List[int] = [-1]
        self.names: Dict[int, Tuple[Hashable, int]] = {}  # of the variables
        self._nodes: Dict[Tuple[int, int], int] = {}
        self._sums: Dict[Word, Dict[int, int]] = {}  # see add()
        self._built: Dict[Tuple[int, Tuple[Tuple[int, int], ...]], Word] = {}

    # Bits

    def variables(self, name: Hashable, width: int) -> Word:
        """Returns a new unconstrained word. The names of its bits are (name, place)."""
        first = len(self.left)
        self.left += [-1] * width
        self.right += [-1] * width
        self.names.update((first + i, (name, i)) for i in range(width))
        return tuple(range(2 * first, 2 * (first + width), 2))

    def both(self, a: int, b: int) -> int:
        """Returns a AND b."""
        if a > b:
            a, b = b, a
        if a == FALSE or a ^ b == 1:
            return FALSE
        if a == TRUE or a == b:
            return b
        found = self._nodes.get((a, b))
        if found is not None:
            return found
        for x, y in ((a, b), (b, a)):  # y may be an AND that mentions x
            p, q = self.left[y >> 1], self.right[y >> 1]
            if p < 0:
                continue
            if y & 1:
                if x ^ 1 in (p, q):
                    return x
                if x == p:
                    return self.both(x, q ^ 1)
                if x == q:
                    return self.both(x, p ^ 1)
            elif x in (p, q):
                return y
            elif x ^ 1 in (p, q):
                return FALSE
        self.left.append(a)
        self.right.append(b)
        literal = self._nodes[a, b] = 2 * (len(self.left) - 1)
        return literal

    def either(self, a: int, b: int) -> int:
        """Returns a OR b."""
        return self.both(a ^ 1, b ^ 1) ^ 1

    def differ(self, a: int, b: int) -> int:
        """Returns a XOR b."""
        if a < 2 or b < 2:
            return a ^ b
        if a >> 1 == b >> 1:
            return (a ^ b) & 1
        if b < a:
            a, b = b, a
        sign = (a ^ b) & 1
        a, b = a & ~1, b & ~1
        return self.either(self.both(a, b ^ 1), self.both(a ^ 1, b)) ^ sign

    def choose(self, c: int, a: int, b: int) -> int:
        """Returns a if c, else b."""
        if a == b or c == TRUE:
            return a
        if c == FALSE:
            return b
        return self.either(self.both(c, a), self.both(c ^ 1, b))

    def any(self, literals: Sequence[int]) -> int:
        result = FALSE
        for literal in literals:
            result = self.either(result, literal)
        return result

    def support(self, literals: Iterable[int]) -> List[Tuple[Hashable, int]]:
        """Returns the names of the variables that formulas depend on."""
        stack = [literal >> 1 for literal in literals]
        seen, found = {0}, []
        while stack:
            node = stack.pop()
            if node in seen:
                continue
            seen.add(node)
            if node in self.names:
                found.append(self.names[node])
            else:
                stack += (self.left[node] >> 1, self.right[node] >> 1)
        return found

    # Words

    def bitwise_and(self, a: Word, b: Word) -> Word:
        return tuple(map(self.both, a, b))

    def bitwise_or(self, a: Word, b: Word) -> Word:
        return tuple(map(self.either, a, b))

    def bitwise_xor(self, a: Word, b: Word) -> Word:
        return tuple(map(self.differ, a, b))

    def equal(self, a: Word, b: Word) -> int:
        result = TRUE
        for x, y in zip(a, b):
            result = self.both(result, self.differ(x, y) ^ 1)
        return result

    def unequal(self, a: Sequence[int], b: Sequence[int]) -> int:
        """Returns whether two sequences of bits differ, as a disjunction of their differences."""
        return self.any([self.differ(x, y) for x, y in zip(a, b) if x != y])

    def is_value(self, word: Word, value: int) -> int:
        return self.equal(word, constant(value, len(word)))

    def is_one_of(self, word: Word, values: Sequence[int]) -> int:
        return self.any([self.is_value(word, value) for value in values])

    def below(self, a: Word, b: Word) -> int:
        """Returns a < b, unsigned."""
        result = FALSE
        for x, y in zip(a, b):
            result = self.choose(self.differ(x, y), y, result)
        return result

    def below_signed(self, a: Word, b: Word) -> int:
        return self.below(a[:-1] + (a[-1] ^ 1,), b[:-1] + (b[-1] ^ 1,))

    def carry_add(self, a: Word, b: Word, carry: int = FALSE) -> Tuple[Word, int]:
        """Returns the sum and its carry out."""
        result = []
        for x, y in zip(a, b):
            either = self.differ(x, y)
            result.append(self.differ(either, carry))
            carry = self.either(self.both(x, y), self.both(carry, either))
        return tuple(result), carry

    def add(self, a: Word, b: Word) -> Word:
        x, y = number(a), number(b)
        if x is not None and y is not None:
            return constant(x + y, len(a))
        if x == 0:
            return b
        if y == 0:
            return a
        return self._added(a, b) or self.carry_add(a, b)[0]

    def subtract(self, a: Word, b: Word) -> Word:
        x, y = number(a), number(b)
        if x is not None and y is not None:
            return constant(x - y, len(a))
        return self.carry_add(a, invert(b), TRUE)[0]

    def multiply(self, a: Word, b: Word) -> Word:
        """Multiplies by a constant; raises ValueError for a product of two unknowns."""
        factor = number(b)
        if factor is None:
            a, factor = b, number(a)
        if factor is None:
            raise ValueError("product of two unknown numbers")
        result = constant(0, len(a))
        for i in range(len(a)):
            if factor >> i & 1:
                result = self.add(result, shift_left(a, i))
        return result

    def choose_word(self, c: int, a: Word, b: Word) -> Word:
        if a is b or c == TRUE or a == b:
            return a
        if c == FALSE:
            return b
        return self._chosen(c, a, b) or tuple(
            x if x == y else self.choose(c, x, y) for x, y in zip(a, b))

    def shifted_by(self, word: Word, count: Word, shift) -> Word:  # type: ignore[no-untyped-def]
        """Returns the word shifted by an unknown count; ``shift`` decides counts of its width or more."""
        for i, bit in enumerate(count):
            word = self.choose_word(bit, shift(word, min(1 << i, len(word))), word)
        return word

    # Counts of complaints
    # A counter is a sum of many single bits, and compilers change the order of additions. Adder trees
    # of different order are hard for a solver. 32-bit sums of single bits are therefore recorded as
    # {literal: multiplicity}, with literal 1 for the constant part, and built in one order.

    def _sum_of(self, word: Word) -> Optional[Dict[int, int]]:
        if word in self._sums:
            return self._sums[word]
        if len(word) == 32 and not any(word[1:]):
            return {word[0]: 1} if word[0] else {}
        value = number(word)
        return {TRUE: value} if value is not None and value < 4096 else None

    def _build(self, terms: Dict[int, int], width: int) -> Word:
        items = tuple(sorted(item for item in terms.items() if item[1]))
        known = self._built.get((width, items))
        if known is not None:
            return known
        word = constant(0, width)
        for end, (literal, count) in enumerate(items, 1):
            prefix = (width, items[:end])
            if prefix in self._built:
                word = self._built[prefix]
                continue
            part = constant(count, width) if literal == TRUE else tuple(
                literal if count >> i & 1 else FALSE for i in range(width))
            word = self.carry_add(word, part)[0]
            self._built[prefix] = word
            self._sums[word] = dict(items[:end])
        return word

    def _added(self, a: Word, b: Word) -> Optional[Word]:
        if len(a) != 32:
            return None
        x, y = self._sum_of(a), self._sum_of(b)
        if x is None or y is None:
            return None
        terms = dict(x)
        for literal, count in y.items():
            terms[literal] = terms.get(literal, 0) + count
        return self._build(terms, 32) if max(terms.values(), default=0) < 4096 else None

    def _chosen(self, c: int, a: Word, b: Word) -> Optional[Word]:
        """Returns the choice as a sum if a and b differ by a constant, else None."""
        if len(a) != 32:
            return None
        x, y = self._sum_of(a), self._sum_of(b)
        if x is None or y is None:
            return None
        for condition, more, less in ((c, x, y), (c ^ 1, y, x)):
            terms = dict(less)
            excess = dict(more)
            for literal, count in less.items():
                excess[literal] = excess.get(literal, 0) - count
            excess = {literal: count for literal, count in excess.items() if count}
            if set(excess) == {TRUE} and excess[TRUE] > 0:
                terms[condition] = terms.get(condition, 0) + excess[TRUE]
                return self._build(terms, 32)
        return None
