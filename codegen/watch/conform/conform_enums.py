# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Compares the enumerations of the spec with the constants of headers: every value, by name.

The sources of an enumeration name the headers' constants: ``MLX5_CQC_STATUS_*``, or
``enum mlx5_event``.  The star represents the name of a value.  An enumeration without constants in a
header is not compared.  A value whose ``since`` is newer than a Linux is not expected there.
"""

from __future__ import annotations

import re
from typing import Dict, FrozenSet, Iterator, List, Tuple

from prmclib.model import Enum, EnumValue, Spec
from .conform_compare import _SINCE, Difference, is_of
from .tree import Tree, numbers

_STAR = re.compile(r"\b([A-Z][A-Z0-9_]*_)\*((?:_[A-Z0-9_]+)?)")
_TAG = re.compile(r"\benum (mlx5\w*)")
# Constants beside values that are none: limits, masks, places.
_NO_VALUE = re.compile(r"(?:.*_)?(?:MAX|MIN|NUM|LAST|END|BASE|MASK|SHIFT|OFFSET|BITS?|COUNT)\Z"
                       r"|NUM_|RESERVED|\Z")
_FILLING = frozenset(("ERR", "ENABLED", "SIZE", "BYTE", "BYTES", "B", "V"))
SAME_ENDS = 3  # least length of a name that may match the end of another one


def sources_of(enum: Enum, tree: Tree) -> List[str]:
    """Returns the sources in the tree's project, or in the one that its headers are copied from."""
    word = tree.project.word
    own = [source for source in enum.about.source if is_of(source, word)]
    return own or [source for source in enum.about.source
                   if is_of(source, tree.project.copies or word)]


def patterns(enum: Enum, tree: Tree) -> List[Tuple[str, str]]:
    """Returns the prefix and suffix around the names of values."""
    return [pair for source in sources_of(enum, tree) for pair in _STAR.findall(source)]


def constants_of(spec: Spec, enum: Enum, tree: Tree) -> Dict[str, int]:
    """Returns the values of the tree by their names, without the common prefix and suffix.  A name
    that fits a longer pattern of another enumeration belongs to that one."""
    longer = {before for other in spec.enums.values() if other is not enum
              for before, _ in patterns(other, tree)}
    found: Dict[str, int] = {}
    for before, behind in patterns(enum, tree):
        others = [one for one in longer if one.startswith(before) and one != before]
        for name, value in tree.constants.items():
            middle = name[len(before):len(name) - len(behind)] if behind else name[len(before):]
            if name.startswith(before) and name.endswith(behind) and middle and \
                    not any(name.startswith(one) for one in others) and \
                    not _NO_VALUE.match(middle):
                found.setdefault(middle, value)
    for source in sources_of(enum, tree):
        for tag in _TAG.findall(source):
            names = [name for name in tree.enums.get(tag, []) if name in tree.constants]
            cut = len(_common(names))
            for name in names:
                if not _NO_VALUE.match(name[cut:]):
                    found.setdefault(name[cut:], tree.constants[name])
    return found


def _common(names: List[str]) -> str:
    """Returns the common prefix of all names, up to an underscore."""
    if len(names) < 2:
        return "MLX5_" if names and names[0].startswith("MLX5_") else ""
    first, last = min(names), max(names)
    count = next((at for at, (a, b) in enumerate(zip(first, last)) if a != b),
                 min(len(first), len(last)))
    return first[:first.rfind("_", 0, count) + 1]


def words(name: str) -> FrozenSet[str]:
    """Returns the words and numbers of a name, without those of every value of an enumeration."""
    return frozenset(re.findall(r"[0-9]+|[A-Z]+", name.upper())) - _FILLING


def same_name(one: str, other: str) -> bool:
    """Returns whether names are equivalent: SIZE_128 and 128, BAD_OP and BAD_OP_ERR, RST and
    QP_RST."""
    if words(one) and words(one) == words(other):
        return True
    short, long = sorted((one.upper(), other.upper()), key=len)
    return short == long or len(short) >= SAME_ENDS and long.endswith(f"_{short}")


def counted(enum: Enum, there: Dict[str, int]) -> Dict[str, int]:
    """Returns the constants in the units of the spec: headers have masks for flags, and some shift
    the numbers of a field to its place in the word.  The majority of the values decides."""
    pairs = [(value.value, number) for value in enum.values for name, number in there.items()
             if same_name(value.name, name)]
    if enum.is_flags:
        if sum(1 << bit == number for bit, number in pairs) >= \
                sum(bit == number for bit, number in pairs):
            return {name: number.bit_length() - 1 for name, number in there.items()
                    if number and not number & (number - 1)}
        return there
    best, shift = sum(value == number for value, number in pairs if value), 0
    for by in range(1, 32):
        hits = sum(value << by == number for value, number in pairs if value)
        if hits > max(best, 1):
            best, shift = hits, by
    return {name: number >> shift for name, number in there.items()
            if not number & ((1 << shift) - 1)}


def compare_enum(spec: Spec, enum: Enum, tree: Tree) -> Iterator[Difference]:
    """Yields the differences between an enumeration and the constants of a tree."""
    there = counted(enum, constants_of(spec, enum, tree))
    ours = list(enum.values)
    theirs = dict(there)

    def take(value: EnumValue, name: str) -> None:
        ours.remove(value)
        del theirs[name]

    for test in (lambda a, b: a.name == b and a.value == theirs[b],
                 lambda a, b: a.name == b,
                 lambda a, b: same_name(a.name, b) and a.value == theirs[b],
                 lambda a, b: a.value == theirs[b],
                 lambda a, b: same_name(a.name, b)):
        for value in list(ours):
            name = next((one for one in theirs if test(value, one)), None)
            if name is None:
                continue
            number = theirs[name]
            if number != value.value:
                yield Difference(tree.label, enum.name, value.name, "value", f"{number:#x}",
                                 f"{value.value:#x}")
            elif not same_name(value.name, name):
                yield Difference(tree.label, enum.name, value.name, "value_name", name,
                                 f"{value.value:#x}")
            take(value, name)
    for value in ours:
        since = _SINCE.search(value.about.since or enum.about.since)
        if tree.linux is not None and since and numbers(since.group(1)) > tree.linux:
            continue
        if value.value in there.values() and any(other.value == value.value for other in enum.values
                                                 if other is not value):
            continue  # an alias
        yield Difference(tree.label, enum.name, value.name, "value_missing", "",
                         f"{value.value:#x}")
    for name, number in theirs.items():
        if not any(value.value == number for value in enum.values):
            yield Difference(tree.label, enum.name, name, "value_unnamed", f"{number:#x}", "")


def compare_enums(spec: Spec, tree: Tree) -> Dict[str, List[Difference]]:
    """Returns the differences of each enumeration that has values in the tree."""
    return {enum.name: list(compare_enum(spec, enum, tree)) for enum in spec.enums.values()
            if constants_of(spec, enum, tree)}
