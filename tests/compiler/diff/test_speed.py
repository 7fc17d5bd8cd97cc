# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""6,000 fields against 6,000, a good part of them changed: in a second, which is counted in lines of Python (tests/run/costs.py)."""

import random

import costs
from prmclib.diff.compare import compare
from prmclib.model import Bits, Field, File, Kind, Layout, Span, Spec
from prmclib.reports import report_json as json_report
from prmclib.reports import report_text
from prmclib.readers.source import Source

WHERE = Span("x.yaml", 1, 1, 2)
LIMIT = 50_000_000  # lines; 24.5 million when this was written
LIMIT_OF_NOTHING = 4_000_000  # lines; 1.3 million
LAYOUTS, FIELDS = 300, 20


def manual(seed):
    """300 layouts of 20 fields; with a seed, a third of them is pushed back, renamed or resized."""
    choice = random.Random(seed)
    out = Spec(files=[File("x.yaml", "x", "Doc.", "0")])
    for number in range(LAYOUTS):
        name = f"layout_{number}" if not seed or number % 10 else f"renamed_{number}"
        fields, at = [], 0
        for index in range(FIELDS):
            width = choice.choice((32, 32, 64)) if seed and number % 3 == 0 else 32
            called = f"field_{index}" if not seed or choice.random() < 0.9 else f"other_{index}"
            fields.append(Field(f"{called}_{number % 7}", Bits(at, width), Kind.UINT, WHERE,
                                elem_width=width))
            at += width
        out.layouts[name] = Layout(name, at // 8, fields, WHERE)
        out.files[0].layouts.append(name)
    return out


def test_speed():
    old, new = Source("OLD", "spec", manual(0)), Source("NEW", "spec", manual(1))
    assert sum(len(item.fields) for item in old.spec.layouts.values()) == 6000

    def work() -> None:
        found = compare(old, new)
        assert report_text.render(found) and json_report.render(found)
        assert len(found.findings) > 500

    assert costs.lines(work) < LIMIT


def test_nothing_in_common():
    """The worst case of matching: every name differs."""
    old, new = Source("OLD", "spec", manual(0)), Source("NEW", "spec", manual(1))
    new.spec.layouts = {f"x{name}": item for name, item in new.spec.layouts.items()}
    for name, item in new.spec.layouts.items():
        item.name = name
        for field in item.fields:
            field.name = f"y{field.name}"

    def work() -> None:
        assert len(compare(old, new).findings) >= LAYOUTS

    assert costs.lines(work) < LIMIT_OF_NOTHING
