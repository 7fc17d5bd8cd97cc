# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests that a field is one line in C: what changes in the headers where a field grows by a bit.

The field's line has its place; pack, unpack and the table refer to it. Beside it only the comment on the wire structure,
the comment on the host structure and the row of the reserved bits above the field have numbers.
"""

import dataclasses
import random

from prmclib.model import Bits, Kind
from prmclib.readers.load import load_spec
from prmclib.readers.source import default_spec
from prmclib.writers.c import headers
from prmclib.writers.c_members import Cut
from prmclib.writers.options import Options

FIELDS = 20


def grown(layout, number, above):
    """Returns the layout with one bit more in a field, which the reserved bits above it lose."""
    def changed(item):
        if item is number.field:
            return dataclasses.replace(item, bits=Bits(item.bits.offset - 1, item.bits.width + 1))
        if item is above:
            return dataclasses.replace(item, bits=Bits(item.bits.offset, item.bits.width - 1))
        return item
    return dataclasses.replace(layout, fields=[changed(item) for item in layout.fields])


def candidates(spec, layout):
    """Yields the fields that can grow within their member without another type in C, with the reserved bits above."""
    reserved = {item.bits.end: item for item in layout.fields if item.kind is Kind.RESERVED}
    for number in Cut(spec, layout, Options()).numbers:
        above = reserved.get(number.bits.offset)
        if above and above.bits.width > 1 and number.width not in (1, 8, 16, 32) and \
                number.shift + number.width < number.unit and number.field in layout.fields:
            yield number, above


def lines(texts):
    """Returns the lines of all headers, comments included, in which alignment is no difference."""
    return [" ".join(line.split()) for name, text in texts.items() for line in text.splitlines()
            if "spec digest" not in line]


def test_a_field_that_grows_changes_four_lines():
    seed = random.randrange(1 << 32)
    draw = random.Random(seed)
    spec = load_spec([default_spec()])[0]
    before = lines(headers(spec))
    places = {name: found for name, layout in spec.layouts.items() if (found := list(candidates(spec, layout)))}
    chosen = draw.sample(sorted(places), FIELDS)
    layouts = dict(spec.layouts)
    for name in chosen:
        layouts[name] = grown(layouts[name], *draw.choice(places[name]))
    spec.layouts.update(layouts)
    after = lines(headers(spec))
    old = set(before)
    assert len(before) == len(after), seed
    changed = [line for line, was in zip(after, before) if line != was]
    assert FIELDS * 3 <= len(changed) <= FIELDS * 4, (seed, chosen, changed)
    assert not any(name in line for line in changed if line not in old for name in ("prm_store", "prm_load", "PRM_ROW_UINT"))
