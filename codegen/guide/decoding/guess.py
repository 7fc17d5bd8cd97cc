# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Detects the type of the bytes of a dump, if --as is not given and only one type fits."""

from __future__ import annotations

from typing import Iterator, List, Optional, Tuple

from prmclib.model import Spec
from prmclib.model.errors import listed
from prmclib.show.explained import WQEBB, Item, explain
from .chunks import Chunk, is_one_error_cqe

ROOTS = {"wqe": "send work requests", "cqe": "completions", "eqe": "events",
         "cmd": "commands by their opcode"}


class Unclear(Exception):
    """No type fits, or several do; the text says what to give."""


def answer_to(spec: Spec, opcode: int) -> str:
    """Returns the layout of the answer to a command: named after the request, or else the header
    that all answers have in common."""
    variant = spec.variants.get("cmd")
    for arm in variant.arms if variant else []:
        if opcode in arm.when.values:
            question = arm.layout or spec.sequences[arm.sequence].segments[0].layout
            answer = question[:-3] + "_out"
            if question.endswith("_in") and answer in spec.layouts:
                return answer
    return "cmd_out_hdr"


def target_of(spec: Spec, chunk: Chunk, wanted: str) -> Tuple[str, str]:
    """Returns (type of a dump, reason) for ``--as`` ``wanted``, which may be empty.

    The reason is empty if the user gave the type.  Raises :class:`Unclear`.
    """
    if wanted:
        if chunk.word and not _fits(spec, chunk.data, wanted) and _fits(spec, chunk.swapped, wanted):
            chunk.data = chunk.swapped
        return wanted, ""
    if chunk.what:
        what = answer_to(spec, chunk.opcode) if chunk.is_output else chunk.what
        if what not in spec.layouts and what not in spec.variants:
            raise Unclear(f"the spec has no {what}, which the line before line {chunk.line} names")
        if what == "cqe" and not is_error_cqe(chunk.data):
            raise Unclear("the line before it announces an error CQE, but these are not the bytes of one: rows are "
                          "missing, or mixed with those of another dump")
        return what, f"line before it: {chunk.title}"
    fitting = [what for what in _roots(spec) if _fits(spec, chunk.data, what)]
    other = [what for what in _roots(spec) if _fits(spec, chunk.swapped, what)] if chunk.word else []
    if chunk.word:  # almost any words fit the CQE of a success
        if chunk.is_maybe and not is_one_error_cqe(chunk.data):
            fitting = [what for what in fitting if what != "cqe"]
        other = other if is_one_error_cqe(chunk.swapped) else [what for what in other if what != "cqe"]
    if fitting and other and chunk.swapped != chunk.data:
        raise Unclear(f"it could be {listed(fitting, 'or')}, or {listed(other, 'or')} if its words are numbers of a "
                      "little-endian host: dump single bytes")
    if other:
        chunk.data, fitting = chunk.swapped, other
    if len(fitting) > 1 and chunk.hint in fitting:
        return chunk.hint, f"it fits that, and the line before it has the word {chunk.hint.upper()}"
    if not fitting and chunk.hint == "wqe":
        orders = [data for data in dict.fromkeys((chunk.data, chunk.swapped)) if _is_one_wqe(data) and _has_opcode(spec, data)]
        if len(orders) == 1:
            chunk.data = orders[0]
            return "wqe", "the line before it has the word WQE, and ds is its length"
    if chunk.is_loose and not is_one_error_cqe(chunk.data) and not (fitting == ["wqe"] and _is_one_wqe(chunk.data)):
        raise Unclear("no line says what these rows are, and others may be missing: its type cannot be determined; "
                      "give --as if they are complete")
    if len(fitting) == 1:
        others = [what for what in _roots(spec) if what != fitting[0]]
        return fitting[0], f"it fits that without a remark, and neither {listed(others, 'nor')}"
    tells = f"it could be {listed(fitting, 'or')}" if fitting else "its type cannot be determined"
    options = ", ".join(f"{what} ({ROOTS[what]})" for what in _roots(spec))
    raise Unclear(f"{tells}: give --as with one of {options}, or with any layout, variant or "
                  "sequence of the spec (`prmc show` lists them)")


def _has_opcode(spec: Spec, data: bytes) -> bool:
    """Returns whether the opcode of a work request is one of the spec."""
    return "wqe_opcode" in spec.enums and spec.enums["wqe_opcode"].by_value(data[3]) is not None


def _is_one_wqe(data: bytes) -> bool:
    """Returns whether these are as many rows as the first one says, or up to the end of the WQEBB."""
    size = (data[7] & 0x3f) * 16
    return len(data) == size or len(data) == -(-size // WQEBB) * WQEBB and not any(data[size:])


def is_error_cqe(data: bytes) -> bool:
    """Returns whether these are 64 bytes with the opcode of an error, or fewer."""
    return len(data) < 64 or data[63] >> 4 in (0xc, 0xd, 0xe)


def _roots(spec: Spec) -> List[str]:
    return [what for what in ROOTS if what in spec.variants or what in spec.layouts]


def _fits(spec: Spec, data: bytes, what: str) -> bool:
    """Returns whether the bytes are this type, whole and without a remark, unlike zeros."""
    if len(data) % {"wqe": 16, "cmd": 4}.get(what, 64) or not any(data):
        return False
    items = explain(spec, data, what)
    if what == "wqe":
        return _is_ring(items)
    if what == "cmd":  # one command, whose opcode the spec describes
        first = next(items)
        return _is_sound(first) and first.size == len(data) and all(
            part.layout and part.layout != "cmd_in_hdr" for part in first.parts)
    return all(_is_sound(item) and _number(item, "qpn") != 0 and (what != "cqe" or _number(item, "opcode") != 0xf)
               for item in items)  # a CQE with opcode 0xf was never written


def _is_sound(item: Item) -> bool:
    return not item.error and not any(line.remarks for _, line in item.lines)


def _number(item: Item, name: str) -> Optional[int]:
    line = item.value(name)
    return line.value if line is not None else None


def _is_ring(items: Iterator[Item]) -> bool:
    """Returns whether these are work requests of one queue, each with the next index, and all of
    kinds that the spec describes."""
    index: Optional[int] = None
    qpn: Optional[int] = None
    for item in items:
        if not _is_sound(item):
            return False
        if item.what == "unused":
            index = None if index is None else index + item.size // WQEBB
            continue
        here, queue = _number(item, "wqe_index"), _number(item, "qpn")
        if here is None or not queue or qpn not in (None, queue) or \
                index is not None and here != index & 0xffff:
            return False
        if any(part.path == "rest" for part in item.parts) and _number(item, "opcode") != 0:
            return False
        qpn, index = queue, here + (item.size + WQEBB - 1) // WQEBB
    return qpn is not None
