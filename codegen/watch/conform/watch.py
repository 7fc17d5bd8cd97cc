# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Compares trees with each other: the tables that the spec does not have.

The reference of a table consists of the fields of all trees.  Where they contradict each other, the field of
most independent trees counts, in case of a tie that of the newest kernel, or of the first tree.  Trees are
independent if their projects are no copies of each other and their tables are not identical texts.  A
tree that lacks a field which others have is older or reduced; that is no disagreement.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Dict, Iterable, Iterator, List, Mapping, Sequence, Set

from watch.ifc.ifc_tables import Table
from .conform_compare import Difference, Item, items_of_table, paired, text_of
from .tree import Tree


@dataclass
class Watched:
    """One tree beside the others."""

    found: Dict[str, List[Difference]] = field(default_factory=dict)  # tables that differ, by tag
    compared: List[str] = field(default_factory=list)  # names of the tables that an independent tree has, too
    alone: List[str] = field(default_factory=list)  # names of the tables that no independent tree has
    uses: Dict[str, int] = field(default_factory=dict)  # how often the tree's code uses each of these, if it does


@dataclass
class Copy:
    """The table of one tree."""

    tree: Tree
    table: Table
    text: str
    items: List[Item]

    @property
    def origin(self) -> str:
        """The project that wrote the table, as far as it is known."""
        return self.tree.project.copies or self.tree.project.name


def watch(trees: Sequence[Tree], described: Mapping[str, Set[str]],
          names: Mapping[str, str]) -> Dict[str, Watched]:
    """Compares trees with each other; ``described`` has the tags that the spec describes, by the label of a
    tree, ``names`` what most trees call a table, by the tag of others."""
    out = {tree.label: Watched() for tree in trees}
    held: Dict[str, List[Copy]] = {}
    # The kernels come first, the newest of them at the head.
    for tree in sorted(trees, key=lambda one: [-number for number in one.linux or [0, 0]]):
        for tag, table in tree.tables.items():
            if tag not in described[tree.label]:
                name = names.get(tag, tag)
                held.setdefault(name, []).append(Copy(tree, table, text_of(table), [
                    replace(item, shape=_renamed(item.shape, names))
                    for item in items_of_table(table, set(tree.tables), [])]))
    for tag, copies in held.items():
        name = re.sub(r"\Amlx5_ifc_|_bits\Z", "", tag)
        independent = len({copy.origin for copy in copies}) > 1
        for copy in copies:
            one = out[copy.tree.label]
            (one.compared if independent else one.alone).append(name)
        for item in _differences(tag, copies):
            out[item.tree].found.setdefault(tag, []).append(item)
    return out


def _renamed(shape: str, names: Mapping[str, str]) -> str:
    count, mark, tag = shape.partition("x")
    return f"{count}{mark}{names.get(tag, tag)}"


def votes(copies: Sequence[Copy]) -> int:
    """The number of independent trees among those that have something."""
    return min(len({copy.origin for copy in copies}), len({copy.text for copy in copies}))


def reference(copies: Sequence[Copy]) -> Dict[Item, List[Copy]]:
    """The fields that count, with the trees that have them."""
    holders: Dict[Item, List[Copy]] = {}
    for copy in copies:
        for item in copy.items:
            holders.setdefault(item, []).append(copy)
    accepted: Dict[Item, List[Copy]] = {}
    for item, having in sorted(holders.items(), key=lambda pair: -votes(pair[1])):
        if all(any(item in copy.items for copy in accepted[other]) for other in accepted
               if other.name == item.name or other.overlaps(item) and not copies[0].table.is_union):
            accepted[item] = having
    return accepted


def _differences(tag: str, copies: Sequence[Copy]) -> Iterator[Difference]:
    known = reference(copies)
    widths: Dict[int, List[Copy]] = {}
    for copy in copies:
        widths.setdefault(copy.table.width, []).append(copy)
    width = max(widths, key=lambda one: votes(widths[one]))
    for copy in copies:
        def difference(name: str, what: str, header: str, place: str, met: str,
                       having: Iterable[Copy]) -> Difference:
            return Difference(copy.tree.label, tag, name, what, header, place, met,
                              tuple(dict.fromkeys(one.tree.label for one in having)))

        if copy.table.width != width:
            yield difference("", "size", str(copy.table.width // 8), f"{width // 8} bytes", "", widths[width])
        ours, theirs = list(known), list(copy.items)
        for what, header, one, other in paired(ours, theirs):
            # A table in another size has its own entry.
            if what and not ("xmlx5_" in one.shape and (one.shape, one.offset) == (other.shape, other.offset)):
                yield difference(one.name, what, header, one.place, "", known[one])
        for item in theirs:
            met = [one for one in known if one.overlaps(item) or one.name == item.name]
            divides = all(one.contains(item) or item.contains(one) for one in met)
            yield difference(item.name, "shape" if divides else "other", "", item.place,
                             " ".join(one.name for one in met),
                             (having for one in met for having in known[one]))
