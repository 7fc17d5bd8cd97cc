# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Writes layouts as a manual page: the drawings of ``prmc show``, and descriptions of the fields."""

from __future__ import annotations

from dataclasses import replace
from typing import Iterator, List, Sequence

from prmclib.model import Field, Layout, Spec, Writer
from prmclib.show.grid import place_of, rows_of
from prmclib.show.picture import draw
from prmclib.show.term import Term

_WIDTH = 73  # columns of a drawing; a page of 80 has a margin
_FEW = 12  # values that are listed
_WRITERS = {Writer.DRIVER: "the driver", Writer.DEVICE: "the device", Writer.BOTH: "both sides"}


def text(words: str) -> str:
    """Escapes a text for troff."""
    out = words.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + out if out[:1] in (".", "'") else out


def page(spec: Spec, names: Sequence[str], title: str) -> str:
    """Returns a page of section 7 called ``title`` about the layouts ``names``."""
    lines = ['.\\" SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB',
             '.\\" Made by `prmc docs --renew` from the spec. Do not edit.',
             f'.TH {title.upper()} 7 "" "mlx5sig" "mlx5 signatures"',
             ".SH NAME", f"{title} \\- layouts of signature offload, as the device reads and writes them",
             ".SH SYNOPSIS", ".nf",
             *(f".B #include <mlx5sig/prm_{stem}.h>" for stem in _stems(spec, names)), ".fi",
             ".SH DESCRIPTION",
             "A drawing has a row for each dword of 32 bits, bit 31 first, with the offset in bytes before it.",
             "All numbers are big\\-endian.",
             "Reserved bits are written as 0. Letters in boxes refer to the list below the drawing.",
             "\\fBprmc show\\fP prints all that is known about a layout, and its sources."]
    for name in names:
        lines += _layout(spec, spec.layouts[name])
    lines += [".SH SEE ALSO", ".BR mlx5sig (7) ,", ".BR mlx5sig_wr_set_mkey_sig_block (3)"]
    return "\n".join(lines) + "\n"


def _stems(spec: Spec, names: Sequence[str]) -> List[str]:
    return [file.stem for file in spec.files if set(file.layouts) & set(names)]


def _layout(spec: Spec, layout: Layout) -> Iterator[str]:
    yield f".SS {text(layout.name)}"
    yield text(f"{layout.about.doc} {layout.size} bytes, written by {_WRITERS[layout.writer]}.")
    # The offset of a row's end would make the drawing too wide for a page of 80 columns.
    rows = [replace(row, label=row.label.partition("..")[0]) for row in rows_of(layout.fields)]
    drawn, marks = draw(rows, Term(width=_WIDTH))
    yield ".PP"
    yield ".EX"
    yield from (text(line) for line in drawn)
    yield ".EE"
    for entry in layout.walk():
        name, item = entry.path, entry.item
        if name:
            mark = marks.get(item, "")
            yield ".TP 4"
            yield f"\\fB{text(name)}\\fP {text(place_of(item))}{f' ({mark})' if mark else ''}"
            yield from _field(spec, item)


def _field(spec: Spec, item: Field) -> Iterator[str]:
    parts = [item.about.doc] if item.about.doc else []
    if item.layout:
        parts.append(f"Layout {item.layout}.")
    enum = spec.enums.get(item.enum or item.flags)
    if enum is not None:
        values = [f"{value.name} {value.value}" for value in enum.values[:_FEW]]
        more = f" and {len(enum.values) - _FEW} more" if len(enum.values) > _FEW else ""
        parts.append(f"{'Flags, by bit' if enum.is_flags else 'Values'}: {', '.join(values)}{more}.")
    if item.about.unverified:
        parts.append(f"Unverified on hardware: {item.about.unverified}")
    yield text(" ".join(parts)) if parts else "\\&"
