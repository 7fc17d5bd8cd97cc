# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Checks that names differ, in a layout or sequence (E035) and in the generated C (E007, E070, E071,
E072)."""

from __future__ import annotations

import re
from typing import Dict, FrozenSet, List, Tuple

from prmclib.model import Arm, Field, Kind, Layout, Span
from prmclib.model.draft import Draft, a

# C23 and C++20, lower case only.
KEYWORDS: FrozenSet[str] = frozenset("""
alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t
char32_t class co_await co_return co_yield compl concept const const_cast consteval constexpr
constinit continue decltype default delete do double dynamic_cast else enum explicit export extern
false float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr
operator or or_eq private protected public register reinterpret_cast requires restrict return short
signed sizeof static static_assert static_cast struct switch template this thread_local throw true
try typedef typeid typename typeof typeof_unqual union unsigned using virtual void volatile wchar_t
while xor xor_eq""".split())

# Macros that compilers and the C library define under a plain lower case name.
MACROS: FrozenSet[str] = frozenset("""
assert errno i386 linux math_errhandling offsetof setjmp stderr stdin stdout unix va_arg va_copy
va_end va_start""".split())

# Members that the writers add.
GENERATED = re.compile(r"(?:dw[0-9]+|(?:reserved|ignored)_[0-9a-f]{2,}(?:_[0-9]+)?)\Z")

_GUARD = "the include guard of"

# Names of generated/prm_base.h.
_BASE = ("prm_be16", "prm_be32", "prm_be64", "prm_report", "prm_base")


def check(draft: Draft) -> None:
    _stems(draft)
    twice = set()
    for layout in draft.spec.layouts.values():
        twice.update(_fields(draft, layout))
        for entry in layout.walk():
            _member(draft, entry.item, entry.arm)
        for item in layout.fields:
            for arm in item.arms:
                if not arm.is_single:
                    _word(draft, arm.name, arm.where, "an arm")
    for sequence in draft.spec.sequences.values():
        first: Dict[str, Span] = {}
        for segment in sequence.segments:
            if segment.name in first:
                draft.findings.add(
                    "E035", segment.where, f"sequence '{sequence.name}' has two segments "
                    f"'{segment.name}'", others=[(first[segment.name], "the first one")],
                    help="expressions could not tell them apart; rename one of the two")
            first.setdefault(segment.name, segment.where)
    _in_c(draft, twice)


# Generated headers that belong to no file of the spec.
SHARED = {"base": "is the header that all others include", "table": "has the check of all layouts",
          "print": "prints all layouts", "layouts": "includes all others"}


def _stems(draft: Draft) -> None:
    first: Dict[str, str] = {}
    for item in draft.spec.files:
        where = Span(draft.file_spans[item.path].file, 0, 0, 0)
        if item.stem in first:
            draft.findings.add(
                "E007", where, f"this file and {first[item.stem]} both make prm_{item.stem}.h",
                help="the name of a file, without its folder, is unique in the spec; rename one")
            continue
        first[item.stem] = draft.file_spans[item.path].file
        if item.stem in SHARED:
            draft.findings.add("E007", where, f"prm_{item.stem}.h {SHARED[item.stem]}",
                               help="rename the file")


def _fields(draft: Draft, layout: Layout) -> List[Tuple[str, str]]:
    """Reports names that occur twice in a layout, and returns them."""
    twice = []

    def enter(names: Dict[str, Tuple[Span, str]], name: str, where: Span, what: str) -> None:
        known = names.get(name)
        if known is None:
            names[name] = (where, what)
            return
        twice.append((layout.name, name))
        if (where.line, where.col) < (known[0].line, known[0].col):
            where, known, what = known[0], (where, what), known[1]
        draft.findings.add(
            "E035", where, f"layout '{layout.name}' has two fields '{name}'"
            if {what, known[1]} == {"field"} else
            f"'{name}' of layout '{layout.name}' is {a(known[1])} and {a(what)}",
            others=[(known[0], "the first one")],
            help="the names of fields, overlays and arms are unique in a layout; rename one")

    names: Dict[str, Tuple[Span, str]] = {}
    for group in layout.groups:
        enter(names, group.name, group.where, "group")
    for item in layout.fields:
        if item.is_named:
            enter(names, item.name, item.where,
                  "overlay" if item.kind is Kind.OVERLAY else "field")
        for arm in item.arms:
            enter(names, arm.name, arm.where, "arm")
            inner: Dict[str, Tuple[Span, str]] = {}
            for one in arm.fields if not arm.is_single else ():
                if one.is_named:
                    enter(inner, one.name, one.where, "field")
    return twice


def _member(draft: Draft, item: Field, arm: "Arm | None") -> None:
    if item.is_named:
        _word(draft, item.name, item.spans.get("name", item.where),
              "an overlay" if item.kind is Kind.OVERLAY else
              "an arm" if arm is not None and arm.is_single else "a field")


def _word(draft: Draft, name: str, where: Span, what: str) -> None:
    if name in KEYWORDS or name in MACROS:
        kind = "a keyword of C or C++" if name in KEYWORDS else "a macro of the C environment"
        draft.findings.add(
            "E070", where, f"'{name}' is {kind}, and cannot name {what}",
            help=f"append '_' to the manual's name: {name}_")
    elif GENERATED.match(name):
        draft.findings.add(
            "E072", where, f"'{name}' is the name of unnamed bits in generated code",
            help="write `reserved` or `ignored` if it has no name, or use another name")


def _in_c(draft: Draft, twice: set) -> None:
    """Checks that every identifier in the generated headers has one meaning."""
    known: Dict[str, Tuple[Span, str, str, str]] = {
        name: (Span("prm_base.h", 0, 0, 0), "a name of prm_base.h", "", "") for name in _BASE}

    def enter(identifier: str, where: Span, what: str, name: str, of: str = "") -> bool:
        """Enters an identifier.  Returns False, with a finding, if it has another meaning already."""
        first = known.setdefault(identifier, (where, what, name, of))
        if first[0] is where:
            return True
        here, there = _describe(what, name, of), _describe(*first[1:])
        if here == there or first[1] == what == _GUARD:  # equal guards are reported as E007
            return True
        draft.findings.add(
            "E071", where, f"{here} and {there} are both {identifier} in C",
            others=[(first[0], there)] if first[0].line else [],
            help="rename one of the two")
        return False

    for layout in draft.spec.layouts.values():
        name, upper = layout.name, layout.name.upper()
        for pattern, what in (("prm_{}", "layout"), ("prm_{}_fields", "the host structure of"),
                              ("prm_{}_pack", "pack() of"), ("prm_{}_unpack", "unpack() of"),
                              ("prm_{}_print", "print() of")):
            enter(pattern.format(name), layout.where, what, name)
        enter(f"PRM_{upper}_SIZE", layout.where, "the size of", name)
        enter(f"PRM_{upper}_FIELDS_INIT", layout.where, "the initialiser of", name)
        for group in layout.groups:
            for pattern, what in (("prm_{}_{}", "group"), ("prm_{}_{}_pack", "pack() of"),
                                  ("prm_{}_set_{}", "the setter of"),
                                  ("prm_{}_has_{}", "the comparison of")):
                enter(pattern.format(name, group.name), group.where, what, group.name, name)
        for item in layout.fields:
            for one in item.arms if item.selector and item.selector.external else ():
                enter(f"prm_{name}_{one.name}_value", one.where, "the value of arm", one.name, name)
        for entry in layout.walk():
            item, arm, path = entry.item, entry.arm, entry.path.replace(".", "_")
            if not path or entry.is_overlay:
                continue
            if (name, item.name) in twice or (arm is not None and (name, arm.name) in twice):
                continue
            if enter(f"prm_{name}_set_{path}", item.where, "the setter of", item.name, name):
                enter(f"prm_{name}_get_{path}", item.where, "the getter of", item.name, name)
                enter(f"prm_{name}_place_{path}", item.where, "the place of", item.name, name)
    for enum in draft.spec.enums.values():
        what = "set of flags" if enum.is_flags else "enumeration"
        enter(f"prm_{enum.name}", enum.where, what, enum.name)
        enter(f"prm_{enum.name}_str", enum.where, "str() of", enum.name)
        upper = enum.name.upper()
        for value in enum.values:
            enter(f"PRM_{upper}_{value.name}", value.where,
                  "flag" if enum.is_flags else "value", value.name, enum.name)
    for file in draft.spec.files:
        for guard in (f"PRM_{file.stem.upper()}_H", f"PRM_{file.stem.upper()}_PRINT_H"):
            enter(guard, draft.file_spans[file.path], _GUARD, file.stem)


def _describe(what: str, name: str, of: str) -> str:
    text = f"{what} '{name}'" if name else what
    return f"{text} of '{of}'" if of else text
