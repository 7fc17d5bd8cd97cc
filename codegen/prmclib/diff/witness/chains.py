# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Witnesses of variants and sequences: bytes that have another type, or are followed by another
segment, under OLD and NEW."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Dict, Iterator, List, Optional, Tuple

from prmclib.diff.finding import Finding, Witness
from prmclib.model import Bits, Expr, Name, Num, Op, Ref, Sequence, Spec, Variant, hex2
from prmclib.model.flatten import find_field, referred
from prmclib.model.walk import Piece, WalkError, Walker
from prmclib.show.explained import RINGS
from .image import Bench, Outcome, cut, make
from .reading import Image, size_of

ONE_SIDE = "only one of the manuals can read it"
NAMES_ONLY = "the same bytes under another name"
ROOM = 1024  # bytes of an image of a sequence
MOST = 400  # images to try
Key = Tuple[str, str]  # segment, field
_ROUNDS = 3  # the place of a field may depend on others


def _old_name(finding: Finding, pairs: Dict[str, str]) -> str:
    """Returns the name in OLD; empty if there is none.  ``pairs``: names of OLD and NEW."""
    if finding.old:
        return finding.old.layout
    return next((old for old, new in pairs.items() if new == finding.layout), "")


# Variants

def of_variant(bench: Bench, finding: Finding) -> Outcome:
    """Finds a value of the selector for which the manuals choose differently."""
    name = finding.layout
    old_name = _old_name(finding, bench.builder.match.variants.pairs)
    old = bench.builder.old.variants.get(old_name)
    new = bench.builder.new.variants.get(name)
    if old is None or new is None:
        return ONE_SIDE
    if finding in bench.builder.names_only:
        return NAMES_ONLY
    if old.selector.bits is None or new.selector.bits is None:
        return "the selector is outside of the bytes"
    values: List[int] = []
    for variant, side in ((old, finding.old), (new, finding.new)):
        for arm in variant.arms:
            if side is None or not side.field or arm.name == side.field:
                values += arm.when.values
    known = {value for variant in (old, new) for arm in variant.arms for value in arm.when.values}
    values += [value for value in range(len(known) + 1) if value not in known][:1]
    places = [old.selector.bits, new.selector.bits]
    size = max(size_of(bench.builder.old, old_name), size_of(bench.builder.new, name), 8,
               *((bits.end + 31) // 32 * 32 for bits in places))
    pairs = list(dict.fromkeys([(value,
                                 value) for value in values])) if places[0] == places[1] else \
        list(itertools.product(dict.fromkeys(values), repeat=2))
    for one, other in pairs[:MOST]:
        if one >= 1 << places[0].width or other >= 1 << places[1].width:
            continue
        image = make(list(dict.fromkeys([(places[0], one), (places[1], other)])), size)
        if image is None:
            continue
        targets = _choice(old, one), _choice(new, other)
        renamed = bench.builder.match.layouts.renamed(targets[0]) \
            if targets[0] in bench.builder.old.layouts else \
            bench.builder.match.sequences.renamed(targets[0])
        if renamed == targets[1]:
            continue
        data, at = cut(image, places)
        texts = [f"is {target}" if target else "is unknown" for target in targets]
        return Witness(data, texts[0], texts[1], name, "", at, None, None, old_name)
    return NAMES_ONLY


def _choice(variant: Variant, value: int) -> str:
    """Returns the layout or sequence that a value chooses; empty for none."""
    arm = next((arm for arm in variant.arms if value in arm.when.values), None) or \
        next((arm for arm in variant.arms if arm.when.is_else), None)
    return arm.layout or arm.sequence if arm is not None else ""


# Sequences

@dataclass
class _Walk:
    """An image under one manual: the pieces, where the first item ends, or why it does not."""

    pieces: List[Piece]
    end: int
    error: str = ""


def of_sequence(bench: Bench, finding: Finding) -> Outcome:
    """Finds an image that the manuals cut differently, the smallest of those tried."""
    name = finding.layout
    old_name = _old_name(finding, bench.builder.match.sequences.pairs)
    old = bench.builder.old.sequences.get(old_name)
    new = bench.builder.new.sequences.get(name)
    if old is None or new is None:
        return ONE_SIDE
    if finding in bench.builder.names_only:
        return NAMES_ONLY
    wanted = [side.field for side in (finding.old, finding.new) if side is not None]
    spare: Optional[Witness] = None
    for data in _images(bench, old, new):
        walks = _walk(bench.builder.old, old_name, data), _walk(bench.builder.new, name, data)
        at = _difference(bench, *walks)
        if at < 0:
            continue
        for size in _sizes(walks):
            short = data[:size]
            if name in RINGS and not any(short[:64]):
                continue  # WQEBBs of zeros are not read
            cuts = _walk(bench.builder.old, old_name, short), _walk(bench.builder.new, name, short)
            at = _difference(bench, *cuts)
            if at < 0 or all(walk.error for walk in cuts):
                continue
            short, more = _telling(bench, old_name, name, short, cuts, at)
            texts = [_text(walk, at, len(short)) + add for walk, add in zip(cuts, more)]
            if texts[0] == texts[1]:
                continue
            found = Witness(short, texts[0], texts[1], name, "", 0, None, None, old_name)
            # The cut has to differ at the segment of the finding, not at another one.
            if not any(wanted) or any(_is_at(walk, at, wanted) for walk in cuts):
                return found
            spare = spare or found
            break
    return spare or "no bytes were found that distinguish them"


def _telling(bench: Bench, old_name: str, new_name: str, data: bytes, walks: Tuple[_Walk, _Walk],
             number: int) -> Tuple[bytes, Tuple[str, str]]:
    """For two layouts in one place, returns the image with a bit set that they read differently, and
    both readings."""
    pieces = [walk.pieces[number] for walk in walks if number < len(walk.pieces)]
    if len(pieces) < 2 or pieces[0].offset != pieces[1].offset or \
            not all(piece.layout and piece.size for piece in pieces):
        return data, ("", "")
    start, size = pieces[0].offset, min(piece.size for piece in pieces)
    for byte in range(min(size, 256)):
        changed = bytearray(data)
        changed[start + byte] |= 1
        cuts = _walk(bench.builder.old, old_name, bytes(changed)), \
            _walk(bench.builder.new, new_name, bytes(changed))
        if any([(piece.layout, piece.offset) for piece in one.pieces] !=
               [(piece.layout, piece.offset) for piece in other.pieces]
               for one, other in zip(walks, cuts)):
            continue
        said = []
        for reader, piece in zip(bench.readers, pieces):
            image = Image(int.from_bytes(changed[start:start + piece.size], "big"), piece.size * 8)
            said.append(reader.bits(piece.layout, [Bits(byte * 8, 8)], image).text)
        if said[0] != said[1]:
            return bytes(changed), (f", where {said[0]}", f", where {said[1]}")
    return data, ("", "")


def _walk(spec: Spec, name: str, data: bytes) -> _Walk:
    walker = Walker(spec, data)
    try:
        return _Walk(walker.pieces, walker.what(name))
    except WalkError as exc:
        return _Walk(walker.pieces, len(data), str(exc))


def _difference(bench: Bench, old: _Walk, new: _Walk) -> int:
    """Returns the number of the first piece that differs; -1 if none does."""
    names = bench.builder.match.layouts
    one = [(names.renamed(piece.layout), piece.offset, piece.size + piece.rest, piece.is_padding)
           for piece in old.pieces]
    other = [(piece.layout, piece.offset, piece.size + piece.rest, piece.is_padding)
             for piece in new.pieces]
    for number in range(max(len(one), len(other))):
        if one[number:number + 1] != other[number:number + 1]:
            return number
    return -1 if bool(old.error) == bool(new.error) and old.end == new.end else len(one)


def _is_at(walk: _Walk, number: int, names: List[str]) -> bool:
    pieces = walk.pieces[number:number + 1]
    return any(piece.path == name or piece.path.startswith(f"{name}.")
               for piece in pieces for name in names)


def _sizes(walks: Tuple[_Walk, _Walk]) -> List[int]:
    """Returns the numbers of bytes to try, the smallest first: to the end of each piece."""
    ends = {piece.offset + piece.size for walk in walks for piece in walk.pieces
            if piece.size < ROOM // 2}
    ends |= {walk.end for walk in walks if not walk.error}
    return sorted(end for end in ends if end)


def _text(walk: _Walk, number: int, size: int) -> str:
    """Returns what is at the first difference."""
    if number < len(walk.pieces):
        piece = walk.pieces[number]
        what = f" ({piece.layout})" if piece.layout and piece.layout != piece.path else ""
        return f"{piece.path}{what} at {hex2(piece.offset)}"
    if walk.error:
        return walk.error
    return f"ends at {hex2(walk.end)}" + (", and another one starts" if walk.end < size else "")


def _images(bench: Bench, old: Sequence, new: Sequence) -> Iterator[bytes]:
    """Yields images in which the deciding fields have all relevant values, a few at a time."""
    for spec, sequence in ((bench.builder.old, old), (bench.builder.new, new)):
        values = _values(spec, sequence)
        base = {key: found[0] for key, found in values.items()}
        count = 0
        for some in range(min(len(values), 3) + 1):
            for keys in itertools.combinations(values, some):
                for chosen in itertools.product(*(values[key][1:] for key in keys)):
                    count += 1
                    if count > MOST:
                        break
                    yield _laid_out(spec, sequence, {**base, **dict(zip(keys, chosen))})


def _laid_out(spec: Spec, sequence: Sequence, values: Dict[Key, int]) -> bytes:
    """Returns zeros with these fields set, in segments that occur once."""
    data = bytearray(ROOM)
    for _ in range(_ROUNDS):
        before = bytes(data)
        for piece in _walk(spec, sequence.name, before).pieces:
            for (segment, path), value in values.items():
                if piece.path != segment or not piece.layout:
                    continue
                found = find_field(spec, piece.layout, path)
                if found is not None and value < 1 << found[0].bits.width:
                    _put(data, Bits(piece.offset * 8 + found[1], found[0].bits.width), value)
        if bytes(data) == before:
            break
    return bytes(data)


def _put(data: bytearray, bits: Bits, value: int) -> None:
    if bits.end > len(data) * 8:
        return
    shift = len(data) * 8 - bits.end
    whole = int.from_bytes(data, "big")
    whole &= ~(((1 << bits.width) - 1) << shift)
    data[:] = (whole | value << shift).to_bytes(len(data), "big")


def _values(spec: Spec, sequence: Sequence) -> Dict[Key, List[int]]:
    """Returns, for each deciding field, values around which the decision may change."""
    out: Dict[Key, List[int]] = {}

    def add(expr: Optional[Expr], is_amount: bool) -> None:
        if isinstance(expr, Ref):
            known = out.setdefault((expr.segment, expr.field), [])
            known += [1, 2, 3, 4, 6, 8, 12, 16] if is_amount else [0, 1]
        if not isinstance(expr, Op):
            return
        refs = [arg for arg in expr.args if isinstance(arg, Ref)]
        for ref in refs:
            known = out.setdefault((ref.segment, ref.field), [])
            item = referred(spec, sequence, ref)
            enum = spec.enums.get(item.enum or item.flags) if item is not None else None
            for arg in expr.args:
                if isinstance(arg, Num):
                    known += [value for value in (arg.value, arg.value + 1, arg.value - 1)
                              if value >= 0]
                value = enum.by_name(arg.name) if enum is not None and isinstance(arg,
                                                                                  Name) else None
                if value is not None:
                    known += [1 << value.value if expr.op == "has" else value.value, 0]
        for arg in expr.args:
            add(arg, is_amount and expr.op in "+-*/")

    for segment in sequence.segments:
        add(segment.when, False)
        add(segment.count, True)
        add(segment.size, True)
        # A variant's selector is a place, not a field of one layout.
    add(sequence.size, True)
    return {key: list(dict.fromkeys(values)) for key, values in out.items()}
