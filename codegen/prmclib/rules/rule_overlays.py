# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Checks the arms of overlays and variants, and the values that select them: E052, E053, E060, E061."""

from __future__ import annotations

from typing import Dict, Iterable, List, Optional, Set, Tuple

from prmclib.model import Bits, Field, Kind, Layout, Selector, Span, When
from prmclib.model.draft import Draft
from .coverage import called
from .rule_values import hexadecimal, named


def check(draft: Draft) -> None:
    for layout in draft.spec.layouts.values():
        fields = {item.name: item for item in layout.fields if item.name}
        for overlay in layout.fields:
            if overlay.kind is not Kind.OVERLAY or overlay.selector is None:
                continue
            selector = overlay.selector
            by = fields.get(selector.field)
            lost = "lost" in selector.spans
            width = by.bits.width if by is not None and not lost else None
            name = f"'{selector.field}'" if selector.field else "the selector"
            _values(draft, selector, width, name, by.where if by is not None else selector.where,
                    ((arm.name, arm.where, arm.when) for arm in overlay.arms))
    for variant in draft.spec.variants.values():
        bits = variant.selector.bits
        if bits is None:
            continue
        _values(draft, variant.selector, bits.width, f"the selector {bits}",
                variant.selector.where,
                ((arm.name, arm.where, arm.when) for arm in variant.arms))
        _places(draft, variant)


def _values(draft: Draft, selector: Selector, width: Optional[int], name: str, at: Span,
            arms: Iterable[Tuple[str, Span, When]]) -> None:
    """Checks the ``when`` of all arms of one selector."""
    taken: Dict[int, Tuple[str, Span]] = {}
    default: Optional[Tuple[str, Span, When]] = None
    enum = draft.enum(selector.enum)
    closed = enum is not None and not enum.is_open and enum.name not in draft.broken
    for arm, where, when in arms:
        if when.is_else:
            if default is not None:
                draft.findings.add(
                    "E052", when.where, f"arm '{arm}' is `else`, and so is '{default[0]}'",
                    others=[(default[2].where, "the first one")],
                    help="only one arm can take the values that no other arm has")
            else:
                default = (arm, where, when)
            continue
        for number, text, at_value in zip(when.values, when.texts, when.spans):
            is_number = text.isdigit() or text.startswith("0x")
            spelled = hexadecimal(number) if is_number else f"{text} ({hexadecimal(number)})"
            if is_number:
                named(draft, selector.enum, number, at_value)
            if width is not None and number >> width:
                draft.findings.add(
                    "E053", at_value, f"arm '{arm}' holds for {spelled}, but {name} has "
                    f"{width} {'bit' if width == 1 else 'bits'}", others=[(at, f"{name} is here")]
                    if at.line != at_value.line else [],
                    help=f"the largest value is {hexadecimal((1 << width) - 1)}")
            elif closed and enum is not None and enum.by_value(number) is None:
                draft.findings.add(
                    "E053", at_value, f"arm '{arm}' holds for {spelled}, which enumeration "
                    f"'{enum.name}' does not have", others=[(enum.where, f"'{enum.name}' is here")],
                    help="add the value to the enumeration, or correct the number")
            if number in taken:
                first = taken[number]
                draft.findings.add(
                    "E052", at_value, f"{spelled} selects arm '{arm}', and '{first[0]}' too"
                    if first[0] != arm else f"{spelled} occurs twice in `when` of arm '{arm}'",
                    others=[(first[1], f"'{first[0]}' takes it")],
                    help="a value selects one arm; correct one of the two")
            else:
                taken[number] = (arm, at_value)
    if default is not None and width is not None and width <= 16 and \
            len([number for number in taken if number < 1 << width]) == 1 << width:
        draft.findings.add(
            "E052", default[2].where, f"arm '{default[0]}' can never hold: the other arms have "
            f"all values of {name}", help="remove the arm, or correct the values of the others")


def find_number(draft: Draft, layout: Layout, bits: Bits) -> Optional[Field]:
    """Returns the number at exactly these bits of a layout, through nested layouts and overlays."""
    fields, start = layout.fields, 0
    for _ in range(len(draft.spec.layouts) + 1):
        inside: Optional[Tuple[Layout, int]] = None
        for item in fields:
            for one in item.inner or [item]:
                here = Bits(one.bits.offset + start, one.bits.width)
                if one.kind is Kind.UINT and here == bits and one.count is None:
                    return one
                if one.kind is Kind.LAYOUT and one.layout in draft.spec.layouts and \
                        one.elem_width and here.contains(bits):
                    skipped = (bits.offset - here.offset) // one.elem_width * one.elem_width
                    inside = (draft.spec.layouts[one.layout], here.offset + skipped)
        if inside is None:
            return None
        fields, start = inside[0].fields, inside[1]
    return None


def _first_layouts(draft: Draft, sequence: str) -> List[str]:
    """Returns the names of the layouts that a sequence can start with."""
    result: List[str] = []
    seen: Set[Tuple[str, str]] = set()
    todo = [("sequence", sequence)]
    while todo:
        kind, name = todo.pop()
        if (kind, name) in seen:
            continue
        seen.add((kind, name))
        if kind == "layout":
            result.append(name)
        elif kind == "sequence" and name in draft.spec.sequences:
            for segment in draft.spec.sequences[name].segments[:1]:
                todo += [(word, getattr(segment, word))
                         for word in ("layout", "variant", "sequence") if getattr(segment, word)]
        elif kind == "variant" and name in draft.spec.variants:
            for arm in draft.spec.variants[name].arms:
                todo.append(("layout", arm.layout) if arm.layout else ("sequence", arm.sequence))
    return result


def _places(draft: Draft, variant) -> None:
    """Checks that every arm of a variant has the selector's bits as one number."""
    bits = variant.selector.bits
    at = variant.selector.spans.get("bits", variant.selector.where)
    for arm in variant.arms:
        where = arm.spans.get("layout" if arm.layout else "sequence", arm.where)
        for name in [arm.layout] if arm.layout else _first_layouts(draft, arm.sequence):
            layout = draft.spec.layouts.get(name)
            if layout is None or not layout.size or layout.name in draft.partial:
                continue
            if bits.end > layout.size * 8:
                draft.findings.add(
                    "E060", where, f"the selector {bits} of variant '{variant.name}' is "
                    f"outside arm '{arm.name}': layout '{name}' has {layout.size} bytes",
                    others=[(at, "the selector")],
                    help="every arm has the selector at the same place; correct it, or the layout")
            elif find_number(draft, layout, bits) is None:
                near = [item for item in layout.fields if item.bits.overlaps(bits)]
                draft.findings.add(
                    "E061", where, f"the selector {bits} of variant '{variant.name}' is not a number "
                    f"of layout '{name}' of arm '{arm.name}'",
                    others=[(at, "the selector")] +
                           [(item.where, f"{called(item)} is there") for item in near[:2]],
                    help="every arm has a number at exactly these bits")
