# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A bar chart of the library's instructions beside libmlx5's, as SVG for docs/speed.md."""

from __future__ import annotations

from html import escape
from typing import Dict, List, Sequence, Tuple

from measure import BenchError, Row, Table

# Rows of the benchmark in the chart, and their labels.
ROWS = {
    "T10-DIF both domains, prepared, 1 entry": "configure a T10-DIF key, prepared",
    "by setters, slowest order of six": "configure a T10-DIF key, setters",
    "CRC32C key, UMR and SET_PSV, prepared, 1 entry": "configure a CRC32C key, prepared",
    "AES-XTS key, 1 entry": "configure an AES-XTS key",
    "no signature, 1 entry": "configure a plain key",
    "RDMA READ": "post an RDMA READ",
    "one receive": "post and poll a receive",
    "poll of 16, 16 there of one QP, each": "poll a completion, one of 16",
    "poll of 16, 1 there": "poll a completion, the only one",
    "signature error": "poll a signature error",
}
COLUMNS = {"mlx5sig": "a", "libmlx5": "b"}  # and the class of their bars

LEFT, BAR, PITCH, TOP, PLOT, NUMBER = 250, 12, 34, 46, 420, 60
STYLE = """text{font:13px system-ui,"DejaVu Sans",sans-serif;fill:#1c2430}.n{text-anchor:end}.t{font-weight:600}
.a{fill:#1f6fb2}.b{fill:#a9b4c2}
@media(prefers-color-scheme:dark){text{fill:#e3e9f2}.a{fill:#5aa7e8}.b{fill:#5f6b7b}}"""


def chosen(tables: Sequence[Table]) -> List[Tuple[str, Dict[str, int]]]:
    """Returns label and counts of each row of the chart, from the first table with the row, which is gcc's."""
    rows: Dict[str, Row] = {}
    for table in tables:
        for row in table.rows:
            rows.setdefault(row.what.strip(), row)
    missing = [name for name in ROWS if name not in rows]
    if missing:
        raise BenchError(f"the chart needs the row {missing[0]!r}: bring ROWS of chart.py up to date")
    return [(label, rows[name].counts) for name, label in ROWS.items()]


def svg(tables: Sequence[Table]) -> str:
    """Returns the chart, without background, with colours for light and dark pages."""
    rows = chosen(tables)
    most = max(counts[column] for _, counts in rows for column in COLUMNS)
    wide, high = LEFT + PLOT + NUMBER, TOP + PITCH * len(rows)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {wide} {high}" width="{wide}" '
           f'height="{high}">',
           "<title>Instructions for each operation: mlx5sig and libmlx5</title>", f"<style>{STYLE}</style>",
           '<text class="t" x="0" y="16">Instructions; less is better</text>']
    for number, (column, style) in enumerate(COLUMNS.items()):
        x = LEFT + 110 * number
        out += [f'<rect class="{style}" x="{x}" y="5" width="{BAR}" height="{BAR}"/>',
                f'<text x="{x + BAR + 6}" y="16">{column}</text>']
    for number, (label, counts) in enumerate(rows):
        y = TOP + PITCH * number
        out.append(f'<text class="n" x="{LEFT - 10}" y="{y + BAR + 5}">{escape(label)}</text>')
        for place, (column, style) in enumerate(COLUMNS.items()):
            width = max(1, round(PLOT * counts[column] / most))
            out += [f'<rect class="{style}" x="{LEFT}" y="{y + place * (BAR + 2)}" width="{width}" height="{BAR}"/>',
                    f'<text x="{LEFT + width + 6}" y="{y + place * (BAR + 2) + BAR - 1}">{counts[column]}</text>']
    return "\n".join([*out, "</svg>", ""])
