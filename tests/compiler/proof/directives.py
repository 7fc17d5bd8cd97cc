# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""What the text of the headers may have beside the code that is proved: directives, attributes, names.

A condition of the preprocessor that is not listed here is an error whatever it contains, so that no compiler, processor,
standard or configuration reads code that no other one reads. The conditions of prm_base.h are few and stated.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Iterator, List, Sequence, Set, Tuple

from facts import Fact
from manual import Manual

OWN = ("prm_base.h", "prm_table.h", "prm_print.h", "prm_layouts.h")  # with names that no layout or enumeration has
# Of any header: its guard, headers of the spec, macros with our prefix.
_DIRECTIVE = re.compile(r'#(?:ifndef PRM_\w+_H|define PRM_\w+_H(?: 0x[0-9a-f]+)?|include "prm_\w+\.h"|endif(?: /\*.*)?'
                        r"|define PRM_\w+(?:\(.*| .*)?)\Z")
# Of prm_base.h and prm_print.h: headers of the tree, the check for two copies, and these conditions.
_BASE = re.compile(r"#(?:include <[\w./]+>|else|if defined\((PRM_\w+_H)\) && \1 \+ 0 != 0x[0-9a-f]+|error .*"
                   r"|define (?:prm_print\(.*|__rte_packed_(?:begin|end __rte_packed)))\Z")
CONDITIONS = frozenset((
    "#ifndef PRM_ASSERT", "#ifndef PRM_CHECK_WIDTH", "#ifndef __rte_packed_begin", "#ifdef __cplusplus",
    "#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)",
    "#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__", "#if defined(__OPTIMIZE__) && defined(__has_attribute)",
    "#if __has_attribute(error)"))
ATTRIBUTES = frozenset(("packed", "packed, aligned(4)", "always_inline", 'error("the value does not fit the field")'))
_ATTRIBUTE = re.compile(r"__attribute__\s*\(\((.*?)\)\)(?!\))")
# At the start of a line outside of structures and bodies: nothing that another unit could see.
_OUTSIDE = re.compile(r"static |typedef |(?:__extension__ )?(?:struct|enum)\b[\w ()]*(?:\{|;)\Z|PRM_\w+\(|prm_\w+\(|#|[{}/ \t]"
                      r"|static_assert\(|void prm_value_does_not_fit_the_field\(void\)\Z|\Z")
# Macros whose effect is not in compiled code that is right.
TEXTS = {
    "c": ("#define PRM_ASSERT(condition) assert(condition)\n",
          '#define PRM_BARRIER_DATA(copy) __asm__ volatile("" : : "r"(copy) : "memory")\n',
          'PRM_STATIC_ASSERT(sizeof(struct type) == (bytes), "size of struct " #type)\n',
          "if (__builtin_constant_p(v) && ((uint64_t)(v) >> (width))) \\\n"),
}
_DEFINED = re.compile(r"^\t(PRM_\w+) *=|^#define (PRM_\w+) |^static [^=;]*?\b(prm_\w+)\(|^PRM_\w+?(_SET|_GET)?\((\w+), (\w+), ",
                      re.M)


def defined(text: str) -> Iterator[str]:
    """Yields the enumerators, macros, and functions that a header of the spec defines."""
    for match in _DEFINED.finditer(text):
        constant, macro, function, which, layout, field = match.groups()
        if layout and re.match(r"PRM_(?:FIELD|FLAG|MEMBER)_[A-Z]+\d+(?:_SET|_GET)?\(", match.group()):
            yield from (f"prm_{layout}{way}_{field}" for way in ("_set", "_get") if which in (None, way.upper()))
        elif not layout and not (macro or "").endswith("_H"):
            yield constant or macro or function


def known(manual: Manual, facts: Sequence[Fact]) -> Set[str]:
    """Returns the names of the manual."""
    names = {name for fact in facts for name in re.findall(r"\bprm_\w+|\bPRM_\w+", fact.text)}
    return names | {f"prm_{layout.name}_{item.name}" for layout in manual.layouts.values() for item in layout.entries}


def wrong(name: str, text: str, names: Set[str], is_spec: bool) -> Iterator[str]:
    """Yields what a header has and may not have."""
    for line in text.replace("\\\n", "").split("\n"):
        if line.lstrip().startswith("#") and not _DIRECTIVE.match(line) and (
                name not in ("prm_base.h", "prm_print.h") or not _BASE.match(line) and line not in CONDITIONS):
            yield f"has the directive '{line}'"
        if not _OUTSIDE.match(line):
            yield f"has '{line}', which is not static"
    for found in _ATTRIBUTE.findall(text):
        if found not in ATTRIBUTES:
            yield f"has the attribute {found}"
    for one in defined(text) if is_spec else ():
        if one not in names:
            yield f"defines {one}, which the manual does not have"


def checked(folder: Path, style: str, manual: Manual, facts: Sequence[Fact]) -> List[Tuple[str, str]]:
    """Returns for each header of the selected files, and for those that they share, what is wrong; "" for nothing."""
    names = known(manual, facts)
    result = []
    for path in sorted(folder.glob("*.h")):
        if path.name in OWN or path.stem[len("prm_"):] in manual.stems:
            text = path.read_text(encoding="utf-8")
            said = next(wrong(path.name, text, names, path.name not in OWN), "")
            missing = [one for one in TEXTS.get(style, ()) if path.name == "prm_base.h" and one not in text]
            result.append((path.name, said or (f"lacks '{missing[0].strip()}'" if missing else "")))
    return result
