# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Finds out what the bytes of a dump are, where the user does not say it and only one answer fits."""

from __future__ import annotations

from typing import Dict, List, Optional, Tuple

from .dump import Chunk
from .errors import listed
from .explained import WQEBB, Item, explain
from .model import Bits, Spec
from .walk import CutError, bits_of

COMMAND = "cmd"  # a question to the firmware, by its opcode
_OPCODE = Bits(0, 16)
ROOTS = {"wqe": "send work requests", "cqe": "completions", "eqe": "events",
         COMMAND: "commands by their opcode"}


class Unclear(Exception):
    """Nothing, or more than one thing, fits; the text says what to give."""


def commands(spec: Spec) -> Dict[int, str]:
    """The layouts of commands by their opcode."""
    found: Dict[int, str] = {}
    for name, layout in spec.layouts.items():
        first = layout.fields[0]
        if first.name == "opcode" and first.bits == _OPCODE and first.fixed is not None:
            found.setdefault(first.fixed, name)
    return found


def command_at(spec: Spec, data: bytes, at: int = 0) -> str:
    """The layout of the command at a place; the head that all have in common for an opcode that
    the spec does not know."""
    try:
        opcode = bits_of(data, _OPCODE, at)
    except CutError:
        return "cmd_in_hdr"
    return commands(spec).get(opcode, "cmd_in_hdr")


def answer_to(spec: Spec, opcode: int) -> str:
    """The layout of the answer to a command."""
    question = commands(spec).get(opcode, "")
    answer = question[:-3] + "_out" if question.endswith("_in") else ""
    return answer if answer in spec.layouts else "cmd_out_hdr"


def target_of(spec: Spec, chunk: Chunk, wanted: str) -> Tuple[str, str]:
    """(what to take a dump as, reason) for ``--as`` ``wanted``, which may be empty.

    The reason is empty if the user said it.  Raises :class:`Unclear`.
    """
    if wanted:
        return wanted, ""
    if chunk.what == COMMAND and chunk.is_output:
        return answer_to(spec, chunk.opcode), f"line before it: {chunk.title}"
    if chunk.what:
        return chunk.what, f"line before it: {chunk.title}"
    fitting = [what for what in _roots(spec) if _fits(spec, chunk.data, what)]
    if len(fitting) == 1:
        others = [what for what in _roots(spec) if what != fitting[0]]
        return fitting[0], f"it fits that without a remark, and neither {listed(others, 'nor')}"
    tells = f"it could be {listed(fitting, 'or')}" if fitting else "nothing says what it is"
    options = ", ".join(f"{what} ({ROOTS[what]})" for what in _roots(spec))
    raise Unclear(f"{tells}: give --as with one of {options}, or with any layout, variant or "
                  "sequence of the spec (`prmc show` lists them)")


def _roots(spec: Spec) -> List[str]:
    return [what for what in ROOTS if what == COMMAND or what in spec.variants
            or what in spec.layouts]


def _fits(spec: Spec, data: bytes, what: str) -> bool:
    """True if the bytes are this, whole and without a remark, beyond what zeros would be."""
    if what == COMMAND:
        name = command_at(spec, data)
        return name != "cmd_in_hdr" and _is_sound(explain(spec, data, name))
    if len(data) % (16 if what == "wqe" else 64):
        return False
    items = explain(spec, data, what)
    if not _is_sound(items):
        return False
    return _is_ring(items) if what == "wqe" else any(data) and all(
        _number(item, "qpn") != 0 for item in items)


def _is_sound(items: List[Item]) -> bool:
    return bool(items) and not any(
        item.error or any(line.remarks for _, line in item.lines) for item in items)


def _number(item: Item, name: str) -> Optional[int]:
    line = item.value(name)
    return line.value if line is not None else None


def _is_ring(items: List[Item]) -> bool:
    """Work requests of one queue, each with the index that follows from the one before, and all of
    kinds that the spec describes."""
    index, qpn = None, None
    for item in items:
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
