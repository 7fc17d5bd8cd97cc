# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""What a compiler must know of the headers without executing code: constants, sizes, alignments, places, types, names.

Each fact is a static assertion about a name of docs/generated-c.md, with the value that manual.py and flat.py derive from
the spec. A unit has all of them; each compiler reads it as C and as C++, which generates no code.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator, List, Sequence, Tuple

import unit
from flat import Flattener, host_bytes, is_bool, is_natural, is_scalar, named_members, shares_word, words
from manual import BYTES, LAYOUT, OVERLAY, UINT, Entry, Layout, Manual, Values
from styles import Style

HEAD = """/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#ifdef __cplusplus
template <typename A, typename B> struct same_type { enum { is_same = 0 }; };
template <typename A> struct same_type<A, A> { enum { is_same = 1 }; };
#define SAME(type, ...) same_type<__typeof__(__VA_ARGS__), type>::is_same
#define FACT(...) static_assert(__VA_ARGS__, "")
#define ALIGNOF alignof
#else
#define SAME(type, ...) __builtin_types_compatible_p(__typeof__(__VA_ARGS__), type)
#define FACT(...) _Static_assert(__VA_ARGS__, "")
#define ALIGNOF _Alignof
#endif
#define VALUE(expression, value) FACT((uint64_t)(expression) == UINT64_C(value))
"""


@dataclass
class Fact:
    """A static assertion about a name."""

    kind: str  # constant, size, place, type
    name: str
    text: str  # in C
    said: str  # of the name, if it is refuted


def value(kind: str, name: str, expression: str, wanted: int) -> Fact:
    return Fact(kind, name, f"VALUE({expression}, {wanted:#x});", f"{expression} is not {wanted:#x}")


def same(name: str, type_: str, expression: str) -> Fact:
    return Fact("type", name, f"FACT(SAME({type_}, {expression}));", f"{expression} is not of type {type_}")


WORDS = {8: "b", 16: "w", 32: "dw", 64: "qw"}


def wire_members(style: Style, entries: Sequence[Entry], path: str = "") -> Iterator[Tuple[str, int, str, int]]:
    """Yields the members of a wire structure: path, first bit, type of an element, its number of elements (-1: no array)."""
    whole = dict(named_members(list(entries)))
    numbers = [item for item in entries if is_scalar(item) or item.kind == OVERLAY and shares_word(item, list(entries))]
    for first, end in words(list(entries)):
        if any((item.at, item.end) == (first, end) and is_natural(item.at, item.width) for item in numbers):
            continue  # a member of its own
        yield f"{path}{WORDS[end - first]}_{first // 8:02x}", first, style.wire_type(end - first), -1
    for item in entries:
        if item.kind == OVERLAY and not shares_word(item, list(entries)):
            for arm in item.arms:
                yield from wire_members(style, arm.entries, path if arm.is_single else f"{path}{arm.name}.")
        elif item.name in whole and item.kind == LAYOUT:
            count = -1 if item.count is None else item.count
            yield path + item.name, item.at, f"struct prm_{item.layout}", count
        elif item.name in whole and item.kind == BYTES:
            yield path + item.name, item.at, style.host_type(8), item.width // 8
        elif item.name in whole and item.kind == UINT:
            yield path + item.name, item.at, style.wire_type(item.elem), -1 if item.count is None else item.count


def array(type_: str, count: int) -> str:
    return type_ if count < 0 else f"{type_}[{count}]"


def of_layout(manual: Manual, layout: Layout, style: Style) -> Iterator[Fact]:
    name, wire, host = layout.name, f"struct prm_{layout.name}", f"struct prm_{layout.name}_fields"
    yield value("constant", wire, f"PRM_{name.upper()}_SIZE", layout.size)
    yield value("size", wire, f"sizeof({wire})", layout.size)
    yield value("size", wire, f"ALIGNOF({wire})", 4)
    for path, at, type_, count in wire_members(style, layout.entries):
        yield value("place", wire, f"offsetof({wire}, {path})", at // 8)
        yield same(wire, array(type_, count), f"(({wire} *)0)->{path}")
    for slot in Flattener(manual, layout).flat.slots:
        type_ = "bool" if slot.is_bool else style.host_type(8 * slot.size)
        member = f"(({host} *)0)->{slot.path}"
        yield value("size", host, f"sizeof({member})", slot.size * slot.count)
        yield same(host, type_, member + "[0]" * (slot.is_array or slot.count > 1))
    yield from functions(layout, style)


def functions(layout: Layout, style: Style) -> Iterator[Fact]:
    """Yields the types of a layout's functions."""
    name, wire, host = layout.name, f"struct prm_{layout.name}", f"struct prm_{layout.name}_fields"
    for accessor in style.accessors(layout.entries):
        index = "" if accessor.item.count is None else "unsigned int, "
        type_ = style.value_type(accessor)
        if not accessor.is_fixed:
            yield same(f"prm_{name}_set_{accessor.c_name}", f"void({wire} *, {index}{type_})",
                       f"prm_{name}_set_{accessor.c_name}")
        yield same(f"prm_{name}_get_{accessor.c_name}", f"{type_}(const {wire} *{', unsigned int' * bool(index)})",
                   f"prm_{name}_get_{accessor.c_name}")
    for group, members in layout.groups.items():
        made = f"struct prm_{name}_{group}"
        types = ", ".join(style.argument_type(layout.entry(member)) for member in members)
        yield same(f"prm_{name}_{group}_pack", f"{made}({types})", f"prm_{name}_{group}_pack")
        yield same(f"prm_{name}_set_{group}", f"void({wire} *, {made})", f"prm_{name}_set_{group}")
        yield same(f"prm_{name}_has_{group}", f"bool(const {wire} *, {made})", f"prm_{name}_has_{group}")
    for made in style.arm_values(layout):
        function = f"prm_{name}_{made.arm.name}_value"
        types = ", ".join("bool" if is_bool(item) else style.host_type(8 * host_bytes(item.elem)) for item in made.items)
        yield same(function, f"{style.host_type(made.overlay.width)}({types})", function)
    report = "struct prm_report *"
    for function, type_ in (("fields_init", f"void({host} *)"), ("pack", f"void({wire} *, const {host} *)"),
                            ("unpack", f"unsigned int({host} *, const {wire} *, {report})"),
                            ("check", f"unsigned int(const {wire} *, {report})")):
        yield same(f"prm_{name}_{function}", type_, f"prm_{name}_{function}")


def of_values(values: Values, style: Style) -> Iterator[Fact]:
    name = f"PRM_{values.name.upper()}"
    for key, number in values.values.items():
        yield value("constant", name, f"{name}_{key}", 1 << number if values.is_flags else number)
    if values.is_flags:
        yield value("constant", name, f"{name}_ALL", values.mask)
        yield same(name, "const char *(unsigned int)", f"prm_{values.name}_flag_str")
        return
    if max(values.values.values(), default=0) < 1 << 31:
        yield value("size", name, f"sizeof(enum prm_{values.name})", 4)
    yield same(name, f"const char *({style.host_type(64)})", f"prm_{values.name}_str")


def all_facts(manual: Manual, style: Style) -> List[Fact]:
    facts: List[Fact] = []
    for values in manual.enums.values():
        if values.stem in manual.stems:
            facts += of_values(values, style)
    for layout in manual.layouts.values():
        if layout.stem in manual.stems:
            facts += of_layout(manual, layout, style)
    return facts


def headers(manual: Manual, style: Style) -> List[str]:
    """Returns the names of the headers, with the printer."""
    return unit.headers(manual, style) + ["prm_print.h"] * style.has_extras


def text(manual: Manual, style: Style, facts: Sequence[Fact]) -> Tuple[str, int]:
    """Returns the unit in C and C++, and the line of the first fact."""
    lines = [HEAD, *(f'#include "{name}"' for name in headers(manual, style))]
    first = "\n".join(lines).count("\n") + 2
    return "\n".join([*lines, *(fact.text for fact in facts)]) + "\n", first


def refuted(source: Path, first: int, facts: Sequence[Fact], compiler: str, flags: Sequence[str]) -> List[Tuple[str, str]]:
    """Returns name and message of each fact that a compiler refutes, and its first other errors."""
    options = ["-ferror-limit=0"] if compiler.startswith("clang") else ["-fmax-errors=0", "-ftrack-macro-expansion=0"]
    language = "c++" if "++" in compiler else "c"
    done = subprocess.run([*shlex.split(compiler), f"-x{language}", "-fsyntax-only", "-w", *options, *flags, str(source)],
                          stderr=subprocess.PIPE, text=True, errors="replace", check=False)
    found: List[Tuple[str, str]] = []
    for line in done.stderr.splitlines():
        match = re.match(rf"{re.escape(str(source))}:(\d+):\d+: error: (.*)", line)
        number = int(match.group(1)) - first if match else -1
        if match and 0 <= number < len(facts):
            fact = facts[number]
            said = "" if "assert" in match.group(2) else f" ({match.group(2)})"
            if not found or found[-1][0] != fact.name or fact.said not in found[-1][1]:
                found.append((fact.name, fact.said + said))
        elif re.search(r"\berror: ", line):
            found.append(("the headers", line))
    if done.returncode and not found:
        found.append(("the headers", done.stderr[-500:]))
    return found
