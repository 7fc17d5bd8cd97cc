# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""docs/card.md: what devices were seen to do, one row for each `observed` of the spec, and what is still open.

The page has no text of its own about devices: a row is a sentence of the spec, with its source, date and device.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Dict, Iterator, List, Tuple

from prmclib.model import OBSERVED, SURE, About, Spec


@dataclass(frozen=True)
class Group:
    """A section of the page: the entries of some files of the spec, and some of other files by name."""

    title: str
    about: str
    stems: Tuple[str, ...] = ()  # files of the spec, without folder and ending
    names: Tuple[str, ...] = ()  # layouts, enumerations and so on of other files; they come before `stems`


@dataclass(frozen=True)
class Row:
    """An entry of the spec with its documentation: ``owner`` is the name of the layout, enumeration and so on,
    ``label`` is Markdown."""

    stem: str
    owner: str
    label: str
    about: About


GROUPS = (
    Group("Errors and vendor codes",
          "Numbers are those of an error CQE: `syndrome`, `vendor_err_synd` and `hw_err_synd` (hw). "
          "[errors.md](errors.md) has causes and what to look at.",
          names=("cqe_syndrome", "cqe_memory_detail", "cqe_vendor_syndrome", "err_cqe")),
    Group("Signatures and PSVs", "[softmlx5-signature.md](softmlx5-signature.md) says what softmlx5 does.",
          ("bsf", "psv", "psv_cmd"), ("sig_err_cqe", "sigerr_sig_type", "sigerr_domain")),
    Group("UMR and memory keys", "", ("umr", "mkey", "data")),
    Group("Encryption", "", ("cap_crypto", "general_obj"), ("bsf_crypto", "encryption_order", "encryption_standard")),
    Group("Commands and capabilities", "",
          ("cmd", "cmdif", "commands", "hca", "hca_cap", "hca_cap_2", "cap_ethernet", "cap_flow_table", "cap_memory",
           "query_hca_cap")),
)
REST = Group("Queues and completions", "")
ORDER = (*GROUPS[:4], REST, GROUPS[4])

_HEAD = """\
# What is known of real devices

`ninja regen` makes this page from the `observed` entries of `spec/`; change them there ([notation.md](notation.md#descriptions)).
Nothing here was seen by this project: it has not run on a card yet. Each row is one thing that a public source shows, with that
source:

* **definition**: the vendor says so.
* **vendor driver**: code of the vendor depends on it, or its commit says so.
* **observation**: bytes or behaviour of a device, as somebody published them. The date is that of the publication.
* **inference**: it follows from sources that do not say it.

`codegen/prmc show NAME` has the entry with all of its sources; `codegen/prmc explain vendor 0x68` explains one code.
"""
_OPEN = """\
## Open questions

The `unverified` marks of the spec: no public source answers them. `DEVICE=mlx5_0 ninja test-hw` asks a card those that a
program can ask ([a card](README.md#a-card)).
"""


def rows(spec: Spec) -> Iterator[Row]:
    """Yields everything in the spec that has documentation, in the order of its files."""
    for item in spec.files:
        for name in item.enums:
            enum = spec.enums[name]
            yield Row(item.stem, name, f"`{name}`", enum.about)
            for value in enum.values:
                number = f"bit {value.value}" if enum.is_flags else f"{value.value:#04x}"
                if value.detail_bits and not enum.is_flags:
                    number += f" to {value.value + (1 << value.detail_bits) - 1:#04x}"
                yield Row(item.stem, name, f"`{name}.{value.name}` {number}", value.about)
        for name in item.layouts:
            layout = spec.layouts[name]
            yield Row(item.stem, name, f"`{name}`", layout.about)
            for field in layout.fields:
                yield Row(item.stem, name, f"`{name}.{field.name}`" if field.name else f"`{name}` {field.bits}", field.about)
                for arm in field.arms:
                    yield Row(item.stem, name, f"`{name}.{arm.name}`", arm.about)
                    for inner in arm.fields:
                        if inner.about != arm.about:
                            yield Row(item.stem, name, f"`{name}.{arm.path(inner)}`", inner.about)
        for name in item.variants:
            yield Row(item.stem, name, f"`{name}`", spec.variants[name].about)
            for choice in spec.variants[name].arms:
                yield Row(item.stem, name, f"`{name}.{choice.name}`", choice.about)
        for name in item.sequences:
            yield Row(item.stem, name, f"`{name}`", spec.sequences[name].about)
            for segment in spec.sequences[name].segments:
                yield Row(item.stem, name, f"`{name}.{segment.name}`", segment.about)


def group_of(row: Row) -> Group:
    """Returns the section that a row belongs to."""
    for group in GROUPS:
        if row.owner in group.names:
            return group
    return next((group for group in GROUPS if row.stem in group.stems), REST)


def cell(text: str) -> str:
    """Returns a text for a cell of a table: one line in which only code has a meaning in Markdown."""
    return re.sub(r"([|<*\\])", r"\\\1", " ".join(text.split()))


def page(spec: Spec) -> str:
    """Returns the page as Markdown."""
    found: Dict[Group, List[str]] = {}
    counts = dict.fromkeys(SURE, 0)
    questions: List[str] = []
    for row in rows(spec):
        for text in row.about.observed:
            match = OBSERVED.match(text)
            assert match is not None, text  # the reader accepts no other (E029)
            counts[match["sure"]] += 1
            when = ", ".join(part for part in (match["date"], match["device"]) if part)
            found.setdefault(group_of(row), []).append(
                f"| {row.label} | {cell(match['text'])} | {match['sure']} | {cell(when)} | {cell(match['source'])} |")
        if row.about.unverified:
            questions.append(f"| {row.label} | {cell(row.about.unverified)} |")
    out = [_HEAD, f"{sum(counts.values())} rows: " + ", ".join(f"{number} {sure}" for sure, number in counts.items()) + ".\n"]
    for group in ORDER:
        if group in found:
            out.append(f"## {group.title}\n" + (f"\n{group.about}\n" if group.about else ""))
            out.append("\n".join(["| entry of the spec | seen | how sure | when, device | source |", "|---|---|---|---|---|",
                                  *found[group]]) + "\n")
    if questions:
        out.append(_OPEN)
        out.append("\n".join(["| entry of the spec | question |", "|---|---|", *questions]) + "\n")
    return "\n".join(out)
