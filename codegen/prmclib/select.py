# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The part of a spec that some layouts need."""

from __future__ import annotations

import dataclasses
from typing import Iterable, Iterator, List, Set

from .errors import did_you_mean
from .model import Field, Layout, Spec

QUERY = ("query_hca_cap_in", "query_hca_cap_out")  # how a driver learns what the device can


class Unknown(Exception):
    """A name that the spec does not have; the text says which, and what is meant perhaps."""


def selection(spec: Spec, wanted: Iterable[str], with_caps: bool = False) -> Spec:
    """What ``wanted`` (layouts, variants, sequences) needs: layouts in it, their nested layouts and
    enumerations.

    ``with_caps``: also the layouts of the capabilities that its fields need, and the command
    that asks for them.  Capabilities of layouts that are left out are forgotten; variants and
    sequences are left out.  Raises :class:`Unknown`.
    """
    layouts: Set[str] = set()
    todo: List[str] = []
    for name in wanted:
        todo += members(spec, name, set())
    while todo:
        name = todo.pop()
        if name in layouts:
            continue
        layouts.add(name)
        for item in every_field(spec.layouts[name]):
            if item.layout:
                todo.append(item.layout)
            if with_caps and item.cap:
                todo += [item.cap.split(".")[0], *(q for q in QUERY if q in spec.layouts)]
    enums = {name for layout in layouts for item in every_field(spec.layouts[layout])
             for name in (item.enum, item.flags) if name}
    files = [dataclasses.replace(f, layouts=[n for n in f.layouts if n in layouts],
                                 enums=[n for n in f.enums if n in enums],
                                 variants=[], sequences=[]) for f in spec.files]
    return Spec(files=[f for f in files if f.layouts or f.enums],
                layouts={n: v for n, v in spec.layouts.items() if n in layouts},
                enums={n: v for n, v in spec.enums.items() if n in enums})


def members(spec: Spec, name: str, seen: Set[str]) -> List[str]:
    """The layouts that a name stands for: itself, or those of a variant or sequence."""
    if name in seen:
        return []
    seen.add(name)
    if name in spec.layouts:
        return [name]
    if name in spec.variants:
        inner = [arm.layout or arm.sequence for arm in spec.variants[name].arms]
    elif name in spec.sequences:
        inner = [part.layout or part.variant or part.sequence
                 for part in spec.sequences[name].segments]
    else:
        known = [*spec.layouts, *spec.variants, *spec.sequences]
        near = did_you_mean(name, known)
        raise Unknown(f"there is no layout '{name}'; {near + ' ' if near else ''}`prmc map` lists all")
    return [layout for one in inner if one for layout in members(spec, one, seen)]


def every_field(layout: Layout) -> Iterator[Field]:
    for item in layout.fields:
        yield item
        for arm in item.arms:
            yield from arm.fields


def alone(spec: Spec) -> Spec:
    """A selection without words about what is not in it: variants, sequences, capabilities of other
    layouts, and enumerations that only something outside of a layout holds."""
    def field(item: Field) -> Field:
        cap = item.cap if item.cap.split(".")[0] in spec.layouts else ""
        arms = [dataclasses.replace(arm, fields=[field(inner) for inner in arm.fields])
                for arm in item.arms]
        selector = item.selector
        if selector is not None and selector.enum and selector.enum not in spec.enums:
            selector = dataclasses.replace(selector, enum="")
            arms = [dataclasses.replace(arm, when=dataclasses.replace(arm.when, texts=[]))
                    for arm in arms]
        return dataclasses.replace(item, cap=cap, arms=arms, selector=selector)

    return dataclasses.replace(spec, variants={}, sequences={}, layouts={
        name: dataclasses.replace(layout, fields=[field(item) for item in layout.fields])
        for name, layout in spec.layouts.items()})
