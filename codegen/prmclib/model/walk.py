# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Walks bytes by the spec: variants and sequences become a list of layouts at offsets.

Only the spec defines the order of layouts.  The walk terminates for any bytes: every step consumes
bytes or is bounded by their number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Optional, Tuple, Union

from . import Bits, Expr, Field, Kind, Name, Num, Op, Ref, Segment, Sequence, Spec, Variant, VariantArm
from .errors import listed, shorten
from .flatten import find_field

MAX_DEPTH = 16


class WalkError(Exception):
    """The bytes contradict the spec; the text says what is needed and where."""


class CutError(WalkError):
    """The bytes end too early."""


@dataclass
class Piece:
    """``size`` bytes at ``offset``: a layout, or with an empty ``layout`` plain bytes.

    Where the input is cut short, ``size`` is less than the layout's.  ``index`` counts
    repetitions under one path, from 0; None for a part that occurs once.  ``is_padding``
    marks bytes that must be zero.  ``rest`` is the number of bytes after the layout that belong to
    its trailing array of unknown length.
    """

    path: str
    layout: str
    offset: int
    size: int
    index: Optional[int] = None
    is_padding: bool = False
    rest: int = 0

    @property
    def name(self) -> str:
        return self.path if self.index is None else f"{self.path}[{self.index}]"


# The earlier segments by name: (layout, offset), or the scope of an inner sequence.
Scope = Dict[str, Union[Tuple[str, int], "Scope"]]  # type: ignore[misc]


@dataclass(frozen=True)
class Bound:
    """The end of the enclosing part, and the sentence for messages; ``what`` is empty for the input."""

    end: int
    what: str = ""


def bits_of(data: bytes, bits: Bits, base: int = 0) -> int:
    """The number in ``bits`` of the layout that starts at byte ``base``; CutError if cut."""
    first, last = base + bits.offset // 8, base + (bits.end + 7) // 8
    if last > len(data):
        raise CutError(f"0x{last - first:x} bytes needed at 0x{first:x}, input ends at "
                       f"0x{len(data):x}")
    value = int.from_bytes(data[first:last], "big")
    return value >> ((last - base) * 8 - bits.end) & ((1 << bits.width) - 1)


def refs_of(expr: Optional[Expr]) -> List[str]:
    """Returns the fields that an expression reads, as ``segment.field``, in order, each once."""
    if isinstance(expr, Ref):
        return [f"{expr.segment}.{expr.field}"]
    if not isinstance(expr, Op):
        return []
    return list(dict.fromkeys(ref for arg in expr.args for ref in refs_of(arg)))


def by(expr: Optional[Expr]) -> str:
    """`` by ctrl.ds``, or nothing for an expression without fields."""
    refs = refs_of(expr)
    return f" by {listed(refs)}" if refs else ""


def choices(variant: Variant) -> str:
    """Returns the selector values that a variant knows, for a message."""
    texts = [name for arm in variant.arms for name in
             (arm.when.texts or [f"{value:#x}" for value in arm.when.values])]
    return shorten(", ".join(texts), 100)


class Walker:
    """Walks one byte string; ``pieces`` grows in order, also up to an error."""

    def __init__(self, spec: Spec, data: bytes, origin: int = 0) -> None:
        """``origin``: the offset of the first byte in messages, for a ring that was rotated."""
        self.spec = spec
        self.data = data
        self.origin = origin
        self.pieces: List[Piece] = []
        self.need = ""  # the message about the outermost part that needs more bytes than the input has

    def what(self, name: str, at: int = 0, title: str = "") -> int:
        """Walks the layout, variant or sequence ``name`` from byte ``at``; returns the byte offset of its
        end.  ``title`` names it in messages.  Raises :class:`WalkError`."""
        self.need = ""
        end, _ = self.thing(name, "", title or name, at, Bound(len(self.data)), 0)
        return end

    def at(self, offset: int) -> str:
        """Returns an offset as messages print it, in a rotated ring the original one."""
        if not self.origin:
            return f"0x{offset:x}"
        return f"0x{(offset + self.origin) % len(self.data):x}"

    def thing(self, name: str, path: str, title: str, at: int, bound: Bound, depth: int,
              index: Optional[int] = None) -> Tuple[int, Optional[Scope]]:
        """Walks one thing; returns its end and, for a sequence, its scope."""
        if depth > MAX_DEPTH:
            raise WalkError(f"{title} at {self.at(at)}: nested deeper than {MAX_DEPTH}")
        if name in self.spec.layouts:
            return self.layout(name, path or name, at, bound, index), None
        if name in self.spec.variants:
            arm = self.choose(self.spec.variants[name], path or title, at, bound)
            return self.thing(arm.layout or arm.sequence, path, title, at, bound, depth + 1, index)
        return self.sequence(self.spec.sequences[name], path, title, at, bound, depth)

    def layout(self, name: str, path: str, at: int, bound: Bound,
               index: Optional[int] = None) -> int:
        layout = self.spec.layouts[name]
        piece = Piece(path, name, at, layout.size, index)
        self.room(piece.name, at, layout.size, bound, "")
        if layout.fields and layout.fields[-1].is_flexible:  # it takes the remaining bytes
            piece.rest = max(0, min(bound.end, len(self.data)) - at - piece.size)
        have = len(self.data) - at
        if have < piece.size:
            piece.size = max(0, have)
            if have > 0:
                self.pieces.append(piece)
            raise self.cut(piece.name, at, layout.size, name)
        self.pieces.append(piece)
        return at + piece.size + piece.rest

    def room(self, path: str, at: int, size: int, bound: Bound, why: str) -> None:
        """Raises WalkError if a part does not fit into the enclosing one."""
        if bound.what and at + size > bound.end:
            raise WalkError(f"{path} needs 0x{size:x} bytes at {self.at(at)}{why}, but {bound.what}")

    def cut(self, path: str, at: int, size: int, layout: str = "") -> CutError:
        """Returns the error for a part of ``size`` bytes at ``at`` of which some are missing."""
        end = len(self.data)
        if end <= at:
            place = f"before {path}"
        else:
            inner, offset = self.innermost(path, layout, end - at)
            place = f"in {inner} 0x{offset:02x}"
        need = self.need or f"{path} at {self.at(at)} needs 0x{size:x} bytes"
        return CutError(f"{need}, input ends at {self.at(end)}"
                        + (f" {place}" if self.need or end <= at else ""))

    def innermost(self, path: str, layout: str, offset: int) -> Tuple[str, int]:
        """Returns (path, byte offset) of the innermost nested layout around a byte of a layout."""
        for item in self.spec.layouts[layout].fields if layout else []:
            first = item.bits.offset // 8
            if item.kind is Kind.LAYOUT and not item.is_array and \
                    first <= offset < item.bits.end // 8:
                return self.innermost(f"{path}.{item.name}", item.layout, offset - first)
        return path, offset

    def choose(self, variant: Variant, path: str, at: int, bound: Bound) -> VariantArm:
        bits = variant.selector.bits
        assert bits is not None
        size = (bits.end + 7) // 8
        self.room(path, at, size, bound, "")
        if at + size > len(self.data):
            raise self.cut(path, at, size)
        value = bits_of(self.data, bits, at)
        other = None
        for arm in variant.arms:
            if value in arm.when.values:
                return arm
            if arm.when.is_else:
                other = arm
        if other is None:
            values = self.spec.enums.get(variant.selector.enum)
            named = values.by_value(value) if values else None
            raise WalkError(f"{path} at {self.at(at)}: {named.name if named else f'{value:#x}'} at {bits} "
                            f"is not a kind of {variant.name} (known: {choices(variant)})")
        return other

    def sequence(self, sequence: Sequence, path: str, title: str, at: int, bound: Bound,
                 depth: int) -> Tuple[int, Scope]:
        scope: Scope = {}
        start, sized = at, sequence.size is None
        inner = bound
        for segment in sequence.segments:
            if segment.when is not None and not self.value(segment.when, scope):
                continue
            # The only part of a sequence has the name of the sequence.
            name = path if path and len(sequence.segments) == 1 else \
                f"{path}.{segment.name}" if path else segment.name
            at = self.segment(segment, name, at, inner, scope, depth)
            if not sized and self.known(sequence.size, scope):
                sized = True
                assert sequence.size is not None
                inner = self.bound(sequence, title, start, at, bound, scope)
        if sequence.size is not None and at < inner.end:
            at = self.plain(Piece(f"{path}.padding" if path else "padding", "", at, inner.end - at,
                                  is_padding=True))
        return at, scope

    def bound(self, sequence: Sequence, title: str, start: int, at: int, bound: Bound,
              scope: Scope) -> Bound:
        """Returns the end of a sequence, computed from its size."""
        assert sequence.size is not None
        length, why = self.number(sequence.size, scope), by(sequence.size)
        if start + length < at:
            raise WalkError(f"{title} at {self.at(start)} has 0x{length:x} bytes{why}, less than the "
                            f"0x{at - start:x} of its first part")
        self.room(title, start, length, bound, why)
        if start + length > len(self.data) and not self.need:
            self.need = f"{title} at {self.at(start)} needs 0x{length:x} bytes{why}"
        return Bound(start + length, f"{title} ends at {self.at(start + length)}{why}")

    def segment(self, segment: Segment, path: str, at: int, bound: Bound, scope: Scope,
                depth: int) -> int:
        target = segment.layout or segment.variant or segment.sequence
        if segment.count is not None:
            # An inner sequence may be empty: the number of bytes limits the repetitions.
            for index in range(min(self.number(segment.count, scope),
                                   max(0, len(self.data) - at) + 1)):
                at, _ = self.thing(target, path, path, at, bound, depth + 1, index)
            return at
        if segment.size is not None:
            size, why = self.number(segment.size, scope), by(segment.size)
            self.room(path, at, size, bound, why)
            if at + size > len(self.data) and not self.need:
                self.need = f"{path} at {self.at(at)} needs 0x{size:x} bytes{why}"
            return self.fill(target, path, at, Bound(at + size, f"{path} ends at "
                                                     f"{self.at(at + size)}{why}"), depth)
        if segment.rest:
            return self.fill(target, path, at, bound, depth)
        at_end, inner = self.thing(target, path, path, at, bound, depth + 1)
        if segment.layout:
            scope[segment.name] = (segment.layout, at)
        elif inner is not None:
            scope[segment.name] = inner
        return at_end

    def plain(self, piece: Piece) -> int:
        """Takes bytes that belong to no layout; returns their end."""
        end = piece.offset + piece.size
        have = max(0, len(self.data) - piece.offset)
        if have < piece.size:
            size, piece.size = piece.size, have
            if have:
                self.pieces.append(piece)
            raise self.cut(piece.name, piece.offset, size)
        if piece.size:
            self.pieces.append(piece)
        return end

    def fill(self, target: str, path: str, at: int, bound: Bound, depth: int) -> int:
        """Walks up to ``bound``: repeats a layout as often as it fits, takes a sequence once; returns the
        end."""
        if not target:
            return self.plain(Piece(path, "", at, bound.end - at))
        index = 0
        while at < bound.end:
            chosen = target
            for _ in range(MAX_DEPTH):
                if chosen in self.spec.variants:
                    arm = self.choose(self.spec.variants[chosen],
                                      f"{path}[{index}]" if index else path, at, bound)
                    chosen = arm.layout or arm.sequence
            if chosen not in self.spec.layouts:
                at, _ = self.thing(chosen, path, path, at, bound, depth + 1)
                break
            if at + self.spec.layouts[chosen].size > bound.end and bound.what:
                break
            at = self.layout(chosen, path, at, bound, index)
            index += 1
        if at < bound.end:
            at = self.plain(Piece(path + ".padding", "", at, bound.end - at, is_padding=True))
        return at

    # Expressions

    def known(self, expr: Optional[Expr], scope: Scope) -> bool:
        if isinstance(expr, Ref):
            return expr.segment in scope
        return not isinstance(expr, Op) or all(self.known(a, scope) for a in expr.args)

    def reference(self, expr: Ref, scope: Scope) -> Tuple[int, Field]:
        segment, path = expr.segment, expr.field
        entry = scope.get(segment)
        while isinstance(entry, dict):  # an inner sequence
            segment, _, path = path.partition(".")
            entry = entry.get(segment)
        if entry is None:
            raise WalkError(f"segment '{segment}' is not there, so {expr.segment}.{expr.field} has "
                            "no value")
        layout, at = entry
        found = find_field(self.spec, layout, path)
        if found is None:
            raise WalkError(f"{layout} has no field {path}")
        return bits_of(self.data, Bits(found[1], found[0].bits.width), at), found[0]

    def number(self, expr: Expr, scope: Scope) -> int:
        return max(0, int(self.value(expr, scope)))

    def value(self, expr: Expr, scope: Scope, names: str = "") -> Union[int, bool]:
        if isinstance(expr, Num):
            return expr.value
        if isinstance(expr, Ref):
            return self.reference(expr, scope)[0]
        if isinstance(expr, Name):
            item = self.spec.enums[names].by_name(expr.name) if names else None
            if item is None:
                raise WalkError(f"the spec does not say what {expr.name} is")
            return item.value
        left, right = expr.args[0], expr.args[-1]
        if expr.op == "not":
            return not self.value(left, scope)
        if expr.op == "and":
            return bool(self.value(left, scope)) and bool(self.value(right, scope))
        if expr.op == "or":
            return bool(self.value(left, scope)) or bool(self.value(right, scope))
        owner = next((a for a in expr.args if isinstance(a, Ref)), None)
        kind = ""
        if owner is not None:
            item = self.reference(owner, scope)[1]
            kind = item.enum or item.flags
        a, b = self.value(left, scope, kind), self.value(right, scope, kind)
        if expr.op == "has":
            return bool(a >> b & 1)
        if expr.op == "/":
            if not b:
                raise WalkError("division by 0")
            return a // b
        return {"+": a + b, "-": a - b, "*": a * b, "==": a == b, "!=": a != b, "<": a < b,
                "<=": a <= b, ">": a > b, ">=": a >= b}[expr.op]
