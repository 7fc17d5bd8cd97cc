# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Selects the part of a spec that some layouts need."""

from __future__ import annotations

import dataclasses
from typing import Iterable

from . import About, Field, Spec
from .errors import did_you_mean

QUERY = ("query_hca_cap_in", "query_hca_cap_out")  # the command that reads capabilities


class Unknown(Exception):
    """A name that the spec does not define; the text has the name, and a similar one."""


def selection(spec: Spec, wanted: Iterable[str], with_caps: bool = False) -> Spec:
    """Returns the layouts of ``wanted`` (layouts, variants, sequences), their nested layouts and
    enumerations, without variants and sequences.

    ``with_caps``: also the layouts of the capabilities that fields need, and the command that
    queries them.  Raises :class:`Unknown`.
    """
    known = {*spec.layouts, *spec.variants, *spec.sequences}
    names = set()
    for name in wanted:
        names.add(name)
        if name in known:
            continue
        near = did_you_mean(name, sorted(known))
        raise Unknown(f"there is no layout '{name}'; {near + ' ' if near else ''}`prmc map` lists all")
    while True:
        found = spec.closure(names)
        fields = [entry.item for name in spec.layouts if name in found
                  for entry in spec.layouts[name].walk()]
        more = {item.cap.split(".")[0] for item in fields if with_caps and item.cap}
        if more:
            more |= {name for name in QUERY if name in spec.layouts}
        if more <= found:
            break
        names |= more
    enums = {name for item in fields for name in (item.enum, item.flags)}
    return spec.only({name for name in found if name in spec.layouts or name in enums})


def brief(spec: Spec) -> Spec:
    """Returns the spec with the meaning of its entries only, and where that is unverified."""
    def about(item: About) -> About:
        return About(item.doc, unverified="see the spec" if item.unverified else "")

    def field(item: Field) -> Field:
        arms = [dataclasses.replace(arm, about=about(arm.about), fields=[field(f) for f in arm.fields])
                for arm in item.arms]
        return dataclasses.replace(item, about=about(item.about), arms=arms)

    layouts = {name: dataclasses.replace(layout, about=about(layout.about),
                                         fields=[field(item) for item in layout.fields])
               for name, layout in spec.layouts.items()}
    enums = {name: dataclasses.replace(enum, about=about(enum.about), values=[
        dataclasses.replace(value, about=about(value.about)) for value in enum.values])
        for name, enum in spec.enums.items()}
    return dataclasses.replace(spec, layouts=layouts, enums=enums)


def alone(spec: Spec) -> Spec:
    """Returns a selection without references to what is not in it: variants, sequences, capabilities of
    other layouts, and enumerations of external selectors."""
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
