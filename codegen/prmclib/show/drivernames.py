# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Finds what the spec calls a thing that people know by the name of a driver: a struct, its member, a constant.

The names are those that the sources of the spec mention, with ``*`` for the rest of a name, and the members of
structs.yaml, which tests compare with the headers.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Dict, Iterator, List, Tuple

import yaml

from prmclib.model import About, Spec, Thing

_NAME = re.compile(r"(?<![\w/.])([A-Za-z_][A-Za-z0-9_]{3,}\*?)(?![\w/.*-])")
STRUCTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "structs.yaml")


@dataclass
class Found:
    """Pages of the spec for a driver's name, and a line that says why."""

    pages: List[str]
    why: str


def _abouts(spec: Spec) -> Iterator[Tuple[str, About]]:
    """Yields (page, documentation) of everything that has sources."""
    for layout in spec.layouts.values():
        yield layout.name, layout.about
        for entry in layout.walk():
            yield layout.name, entry.item.about
    for enum in spec.enums.values():
        yield enum.name, enum.about
        for value in enum.values:
            yield enum.name, value.about
    things: List[Thing] = [*spec.variants.values(), *spec.sequences.values()]
    for thing in things:
        yield thing.name, thing.about


def _mentions(spec: Spec) -> Dict[str, List[str]]:
    """Returns the pages by the name in a source."""
    out: Dict[str, List[str]] = {}
    for page, about in _abouts(spec):
        for source in about.source:
            for name in _NAME.findall(source.partition(" ")[2]):
                if "_" in name and page not in out.setdefault(name, []):
                    out[name].append(page)
    return out


class Index:
    """The names of drivers that a spec knows."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        with open(STRUCTS, encoding="utf-8") as stream:
            self.structs = [one for one in yaml.safe_load(stream)["structs"] if one["layout"] in spec.layouts]
        self.mentions = _mentions(spec)

    def of_page(self, page: str) -> List[str]:
        """Returns the structs and constants that have a page; a name with ``*`` is the start of several."""
        own = [one["struct"] for one in self.structs if one["layout"] == page]
        return list(dict.fromkeys([*own, *(name for name, pages in self.mentions.items() if page in pages)]))

    def of_field(self, layout: str, path: str) -> List[str]:
        """Returns the members of structs that contain a field."""
        return list(dict.fromkeys(member for one in self.structs if one["layout"] == layout
                                  for member, fields in (one.get("members") or {}).items() if path in fields))

    def find(self, name: str) -> Found:
        """Returns the pages for a driver's name; none if no source mentions it."""
        name = re.sub(r"^(?:struct|enum) |\(\)$", "", name.strip())
        members = [(one["layout"], one["struct"], fields) for one in self.structs
                   for member, fields in (one.get("members") or {}).items() if member == name and fields]
        if members:
            layout, struct, fields = members[0]
            places = {entry.path: str(entry.item.bits) for entry in self.spec.layouts[layout].walk()}
            listed = ", ".join(f"{one} {places[one]}" if one in places else one for one in fields)
            return Found(list(dict.fromkeys(page for page, _, _ in members)), f"{name} of struct {struct} is {listed}")
        own = list(dict.fromkeys(one["layout"] for one in self.structs if one["struct"] == name))
        if not own:
            own = self.mentions.get(name, [])
            if not name.isupper():  # a struct is a layout rather than an enumeration that it has
                own = sorted(own, key=lambda page: page not in self.spec.layouts)
        if own:
            return Found(own, f"{name} is {own[0]} here")
        found = self._by_ending(name)
        known = max((key for key in self.mentions if key.endswith("*") and name.startswith(key[:-1])), key=len, default="")
        return found if found.pages or not known else Found(self.mentions[known], f"{name} is {self.mentions[known][0]} here")

    def _by_ending(self, name: str) -> Found:
        """Returns the page that a name of another driver has at its end, or whose value or bit it has there: what comes
        before must then name the page."""
        words = re.sub("_t$", "", name).split("_")
        for at in range(1, len(words)):
            before, end = "_".join(words[:at]).lower(), "_".join(words[at:])
            if name.isupper():
                for enum in self.spec.enums.values():
                    if before.endswith(enum.name) and enum.by_name(end):
                        return Found([enum.name], f"{name} is {end} of {enum.name} here")
                for layout in self.spec.layouts.values():
                    if re.split(r"_|\d", layout.name)[0] in before.split("_")[1:] and any(
                            entry.item.name == end.lower() and entry.item.bits.width == 1 for entry in layout.walk()):
                        return Found([layout.name], f"{name} may be {end.lower()} of {layout.name} here")
            elif "_" in end and (end in self.spec.layouts or f"mlx5_{end}" in self.mentions):
                found = [end] if end in self.spec.layouts else self.mentions[f"mlx5_{end}"]
                return Found(found, f"{name} may be {found[0]} here, by the end of its name")
        return Found([], "")
