# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""`prmc map`: one line for each field, at the place of the notation."""

from __future__ import annotations

import json
import os
from typing import List, Tuple

import pytest

from prmc import run as run_prmc
from prmclib.readers.load import load_spec

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


def prmc(args: List[str]) -> Tuple[int, str, str]:
    return run_prmc(args, cwd=ROOT).text


@pytest.fixture(scope="module")
def spec():
    loaded, findings = load_spec([os.path.join(ROOT, "spec")])
    assert not findings.has_errors
    return loaded


def test_map_agrees_with_the_notation() -> None:
    status, out, _ = prmc(["map", "--json", "create_mkey_in", "bsf_64"])
    assert status == 0
    places = {(f["layout"], f["field"]): (f["offset_bits"], f["width_bits"])
              for f in json.loads(out)}
    assert places["create_mkey_in", "memory_key_mkey_entry.bsf_en"] == (0x80 + 0x61, 1)
    assert places["create_mkey_in", "translations_octword_actual_size"] == (0x300, 32)
    assert places["create_mkey_in", "klm_pas_mtt"] == (0x880, 0)
    assert places["bsf_64", "basic.wire_psv"] == (0x48, 24)


def test_map_covers_every_bit(spec) -> None:
    """Without the arms of overlays, the fields of each layout tile it exactly."""
    from prmclib.model.flatten import flatten_layout
    for name, layout in spec.layouts.items():
        covered = bytearray(layout.size * 8)
        for item in flatten_layout(spec, name):
            for bit in range(item.offset_bits, item.offset_bits + item.width_bits):
                covered[bit] = 1
        assert all(covered), name
