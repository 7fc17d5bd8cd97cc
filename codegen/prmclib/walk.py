# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Walks bytes by the spec: variants and sequences become a list of layouts at offsets.

All knowledge of what follows what comes from the spec.  Whatever the bytes say, the walk ends:
every step consumes bytes or is bounded by the number of bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Optional, Tuple, Union

from prmclib.model import Bits, Expr, Field, Kind, Name, Num, Op, Ref, Spec, Variant, VariantArm

MAX_DEPTH = 16


class WalkError(Exception):
    """The bytes do not fit the spec; the text says what is needed and where."""


@dataclass
class Piece:
    """A layout (or with an empty name plain bytes) at ``offset``, ``size`` bytes long."""

    path: str
    layout: str
    offset: int
    size: int


def bits_of(data: bytes, bits: Bits, base: int = 0) -> int:
    """The number in ``bits`` of the layout that starts at byte ``base``; WalkError if cut."""
    first, last = base + bits.offset // 8, base + (bits.end + 7) // 8
    if last > len(data):
        raise WalkError(f"{last - first} bytes needed at 0x{first:03x}, "
                        f"{max(0, len(data) - first)} left")
    value = int.from_bytes(data[first:last], "big")
    return value >> ((last - base) * 8 - bits.end) & ((1 << bits.width) - 1)


def find_field(spec: Spec, layout: str, path: str) -> Optional[Tuple[Field, int]]:
    """(field, bit offset in ``layout``) of a dotted path through nested layouts and arms."""
    return _find(spec, spec.layouts[layout].fields, path)


def _find(spec: Spec, fields: List[Field], path: str) -> Optional[Tuple[Field, int]]:
    head, _, rest = path.partition(".")
    for item in fields:
        if item.name == head and item.kind is not Kind.OVERLAY:
            if not rest:
                return item, item.bits.offset
            if item.kind is Kind.LAYOUT:
                inner = find_field(spec, item.layout, rest)
                return (inner[0], item.bits.offset + inner[1]) if inner else None
        for arm in item.arms:
            if arm.name == head:  # which is also the name of an arm's single field
                return _find(spec, arm.fields, path if arm.is_single else rest)
    return None


class Walker:
    """Walks one byte string; ``pieces`` grows in order, also up to an error."""

    def __init__(self, spec: Spec, data: bytes) -> None:
        self.spec = spec
        self.data = data
        self.pieces: List[Piece] = []

    def what(self, name: str, path: str, at: int, end: int, depth: int = 0) -> int:
        """Walks the layout, variant or sequence ``name`` at ``at``; returns where it ends."""
        if depth > MAX_DEPTH:
            raise WalkError(f"nested deeper than {MAX_DEPTH} at 0x{at:03x}")
        if name in self.spec.layouts:
            return self.layout(name, path, at, end)
        if name in self.spec.variants:
            arm = self.choose(self.spec.variants[name], at)
            return self.what(arm.layout or arm.sequence, path if arm.layout else path, at, end,
                             depth + 1)
        return self.sequence(name, path, at, end, depth)

    def layout(self, name: str, path: str, at: int, end: int) -> int:
        size = self.spec.layouts[name].size
        if at + size > end:
            raise WalkError(f"segment {path or name}: {size} bytes needed at 0x{at:03x}, "
                            f"{end - at} left")
        self.pieces.append(Piece(path or name, name, at, size))
        return at + size

    def choose(self, variant: Variant, at: int) -> VariantArm:
        assert variant.selector.bits is not None
        value = bits_of(self.data, variant.selector.bits, at)
        other = None
        for arm in variant.arms:
            if value in arm.when.values:
                return arm
            if arm.when.is_else:
                other = arm
        if other is None:
            raise WalkError(f"{variant.name} at 0x{at:03x}: 0x{value:x} at "
                            f"{variant.selector.bits} is none of its kinds")
        return other

    def sequence(self, name: str, path: str, at: int, end: int, depth: int) -> int:
        sequence = self.spec.sequences[name]
        seen: Dict[str, Tuple[str, int]] = {}
        start, total_end = at, end
        sized = sequence.size is None
        for segment in sequence.segments:
            inner = f"{path}.{segment.name}" if path else segment.name
            if segment.when is not None and not self.value(segment.when, seen):
                continue
            target = segment.layout or segment.variant or segment.sequence
            if segment.count is not None:
                for _ in range(min(self.number(segment.count, seen), (total_end - at) or 1)):
                    at = self.what(target, inner, at, total_end, depth + 1)
            elif segment.size is not None or segment.rest:
                upto = total_end if segment.rest else at + self.number(segment.size, seen)
                if upto > total_end:
                    raise WalkError(f"segment {inner}: {upto - at} bytes needed at 0x{at:03x}, "
                                    f"{total_end - at} left")
                at = self.fill(target, inner, at, upto, depth)
            else:
                if segment.layout:
                    seen[segment.name] = (segment.layout, at)
                at = self.what(target, inner, at, total_end, depth + 1)
            if not sized and self.known(sequence.size, seen):
                sized = True
                length = self.number(sequence.size, seen)
                if start + length > end:
                    raise WalkError(f"{name} at 0x{start:03x} is {length} bytes long, "
                                    f"{end - start} are left")
                if start + length < at:
                    raise WalkError(f"{name} at 0x{start:03x} is {length} bytes long, "
                                    f"shorter than its first segment")
                total_end = start + length
        if sequence.size is not None and at < total_end:
            self.pieces.append(Piece(f"{path}.padding" if path else "padding", "", at,
                                     total_end - at))
            at = total_end
        return at

    def fill(self, target: str, path: str, at: int, upto: int, depth: int) -> int:
        """Layouts are repeated as often as they fit, a sequence stands there once."""
        if not target:
            self.pieces.append(Piece(path, "", at, upto - at))
            return upto
        chosen, again = target, True
        while at < upto and again:
            chosen = target
            for _ in range(MAX_DEPTH):
                if chosen in self.spec.variants:
                    arm = self.choose(self.spec.variants[chosen], at)
                    chosen = arm.layout or arm.sequence
            if chosen in self.spec.layouts:
                if at + self.spec.layouts[chosen].size > upto:
                    break
            else:
                again = False
            before = at
            at = self.what(chosen, path, at, upto, depth + 1)
            again = again and at > before
        if at < upto:
            self.pieces.append(Piece(path + ".padding", "", at, upto - at))
        return upto

    def known(self, expr: Expr, seen: Dict[str, Tuple[str, int]]) -> bool:
        if isinstance(expr, Ref):
            return expr.segment in seen
        return not isinstance(expr, Op) or all(self.known(a, seen) for a in expr.args)

    def reference(self, expr: Ref, seen: Dict[str, Tuple[str, int]]) -> Tuple[int, Field]:
        if expr.segment not in seen:
            raise WalkError(f"segment '{expr.segment}' is not there, so "
                            f"{expr.segment}.{expr.field} has no value")
        layout, at = seen[expr.segment]
        found = find_field(self.spec, layout, expr.field)
        if found is None:
            raise WalkError(f"{layout} has no field {expr.field}")
        return bits_of(self.data, Bits(found[1], found[0].bits.width), at), found[0]

    def number(self, expr: Expr, seen: Dict[str, Tuple[str, int]]) -> int:
        return max(0, int(self.value(expr, seen)))

    def value(self, expr: Expr, seen: Dict[str, Tuple[str, int]],
              names: str = "") -> Union[int, bool]:
        if isinstance(expr, Num):
            return expr.value
        if isinstance(expr, Ref):
            return self.reference(expr, seen)[0]
        if isinstance(expr, Name):
            item = self.spec.enums[names].by_name(expr.name) if names else None
            if item is None:
                raise WalkError(f"the spec does not say what {expr.name} is")
            return item.value
        left, right = expr.args[0], expr.args[-1]
        if expr.op == "not":
            return not self.value(left, seen)
        if expr.op == "and":
            return bool(self.value(left, seen)) and bool(self.value(right, seen))
        if expr.op == "or":
            return bool(self.value(left, seen)) or bool(self.value(right, seen))
        owner = next((a for a in expr.args if isinstance(a, Ref)), None)
        kind = ""
        if owner is not None:
            item = self.reference(owner, seen)[1]
            kind = item.enum or item.flags
        a, b = self.value(left, seen, kind), self.value(right, seen, kind)
        if expr.op == "has":
            return bool(a >> b & 1)
        if expr.op == "/":
            if not b:
                raise WalkError("division by 0")
            return a // b
        return {"+": a + b, "-": a - b, "*": a * b, "==": a == b, "!=": a != b, "<": a < b,
                "<=": a <= b, ">": a > b, ">=": a >= b}[expr.op]
