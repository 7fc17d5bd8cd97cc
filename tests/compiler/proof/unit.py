# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Writes the translation unit to prove: all headers, with every function emitted.

``static`` and ``inline`` are defined away, so that the compiler emits each function. check,
prm_complain() and the functions that read tables are not inlined: each is proved once, and for its callers only the call.
"""

from __future__ import annotations

from typing import List

import tables
from flat import Flattener
from manual import Layout, Manual
from styles import Style

HEAD = """/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#ifdef ASSERTS
_Noreturn void prm_stop(void);
#define PRM_ASSERT(condition) ((condition) ? (void)0 : prm_stop())
#else
#define PRM_ASSERT(condition) ((void)0)
#endif
#ifdef __clang__
#define ALONE __attribute__((noinline))
#else
#define ALONE __attribute__((noipa))
#endif
#define static
#define inline
struct prm_report;
struct prm_layout;
struct prm_names;
ALONE unsigned int prm_complain(struct prm_report *r, unsigned int kind, const char *field,
                                uint32_t offset, uint32_t width, uint64_t value);
ALONE unsigned int prm_check_layout(const struct prm_layout *layout, const void *p, struct prm_report *r);
ALONE const char *prm_name_of(const struct prm_names *names, uint64_t value);
"""

REPORT = ("sizeof(struct prm_report), offsetof(struct prm_report, base), "
          "offsetof(struct prm_report, list), sizeof(struct prm_complaint), "
          + ", ".join(f"offsetof(struct prm_complaint, {member})" for member in
                      ("kind", "offset_bits", "width_bits", "field", "value")))


def has_list(manual: Manual, style: Style) -> bool:
    """Returns whether the unit has the list of all layouts."""
    return manual.is_whole and style.has_extras


def headers(manual: Manual, style: Style) -> List[str]:
    """Returns the names of the headers of the selected files; the list of all layouts includes every one."""
    return [f"prm_{stem}.h" for stem in manual.stems] + ["prm_layouts.h"] * has_list(manual, style)


def text(manual: Manual, style: Style) -> str:
    """Returns the unit in C."""
    layouts = [layout for layout in manual.layouts.values() if layout.stem in manual.stems]
    lines = [HEAD]
    for layout in layouts:
        lines.append(f"struct prm_{layout.name};\nALONE unsigned int prm_{layout.name}_check"
                     f"(const struct prm_{layout.name} *p, struct prm_report *r);")
    lines += [f'#include "{name}"' for name in headers(manual, style)]
    for layout in layouts:
        for group in layout.groups:
            lines += group_functions(layout, group, style)
        lines.append(offsets(manual, layout))
    if has_list(manual, style):
        lines.append("const uint32_t size_of_layouts[] = { sizeof(prm_layouts) };")
    lines.append(tables.DECLARED)
    lines.append(f"const uint32_t offsets_of_report[] = {{ {REPORT} }};")
    return "\n".join(lines) + "\n"


def group_functions(layout: Layout, group: str, style: Style) -> List[str]:
    """Returns the C of set and has of a group of fields, which take plain numbers."""
    name = f"prm_{layout.name}_{group}"
    items = [layout.entry(field) for field in layout.groups[group]]
    parameters = "".join(
        f", {style.argument_type(item)} {item.name}" for item in items)
    values = ", ".join(item.name for item in items)
    call = f"{name}_pack({values})"
    return [f"void prove_set_{layout.name}_{group}(struct prm_{layout.name} *p{parameters})\n"
            f"{{ prm_{layout.name}_set_{group}(p, {call}); }}",
            f"bool prove_has_{layout.name}_{group}(const struct prm_{layout.name} *p{parameters})\n"
            f"{{ return prm_{layout.name}_has_{group}(p, {call}); }}"]


def offsets(manual: Manual, layout: Layout) -> str:
    """Returns a C array with the host structure's size and alignment, and each slot's offset."""
    host = f"struct prm_{layout.name}_fields"
    numbers = [f"sizeof({host})", f"_Alignof({host})"]
    numbers += [f"offsetof({host}, {slot.path})" for slot in Flattener(manual, layout).flat.slots]
    return f"const uint32_t offsets_of_{layout.name}[] = {{ {', '.join(numbers)} }};"
