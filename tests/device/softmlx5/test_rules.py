# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""One table of rules: `prmc decode` names the same rule, with the same words, as `--strict` for the same bytes."""

from __future__ import annotations

import glob
import json
import os
import re
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path[:0] = [os.path.join(HERE, "device"), os.path.join(ROOT, "codegen")]

import soft  # noqa: E402

from prmclib.show import explained, request_rules  # noqa: E402
from prmclib.readers.load import load_spec  # noqa: E402

# The defects of device_test whose reason is in the bytes of the requests.
DEFECTS = ("zero_ds", "short_ds", "long_ds", "unknown_opcode", "empty_segment", "unpadded_list", "umr_window",
           "entry_behind_padding", "short_bsf", "transaction_order", "no_fence", "no_fence_later")
SEGMENTS = ("reserved_bits", "unknown_value", "unknown_mask")  # the remarks are of the spec, in words of decode


@pytest.fixture(scope="module")
def spec():
    loaded, findings = load_spec([os.path.join(ROOT, "spec")])
    assert not findings.has_errors
    return loaded


def requests(trace):
    """Returns the requests of a trace as a ring: each from its WQEBB on, with zeros where the trace has nothing.

    Of a request with ds 0 it has only index and QP, without a segment.
    """
    ring = bytearray()
    with open(trace, encoding="utf-8") as stream:
        for line in stream:
            record = json.loads(line)
            if record["kind"] != "wqe":
                continue
            wqe = bytearray(max(64, (record["len"] + 63) // 64 * 64))
            wqe[:8] = (record["index"] << 8).to_bytes(4, "big") + (record["qpn"] << 8).to_bytes(4, "big")
            for part in record.get("parts", ()):
                raw = bytes.fromhex(part["bytes"])
                wqe[part["offset"]:part["offset"] + len(raw)] = raw
            ring += wqe
    return bytes(ring)


def complaints(done):
    """Returns (rule, text) of the messages about a WQE."""
    names = "|".join(map(re.escape, request_rules.load()))
    found = [re.match(rf"softmlx5: (?:strict|refused): mlx5_0: QP 0x\w+: ({names}): (.*)", line)
             for line in done.err.splitlines()]
    return [match.groups() for match in found if match and match.group(1) != "doorbell"]


@pytest.mark.parametrize("name", DEFECTS + SEGMENTS)
def test_decode_names_the_rule_of_strict(spec, tmp_path, name):
    trace = tmp_path / "trace.json"
    done = soft.run(["--strict", "--trace", str(trace), "--trace-json"], soft.program("device_test"), "--strict", name)
    assert done.status == 0, done.out + done.err
    ring = requests(trace)
    items = list(explained.explain(spec, ring, "wqe"))
    told = complaints(done)
    assert len(told) == 1
    if name in SEGMENTS:
        assert told[0][0] == "segment" and any(line.remarks for item in items for _, line in item.lines)
        assert not any(item.broken for item in items)
    else:
        assert [(one.rule.name, one.text) for item in items for one in item.broken] == told


@pytest.mark.parametrize("name", ("sig_all", "umr_list", "umr_interleaved", "umr_chain", "masked_atomics", "send_inline",
                                  "write_lists", "mmo_copies", "invalidate"))
def test_sound_requests_break_no_rule(spec, tmp_path, name):
    trace = tmp_path / "trace.json"
    done = soft.run(["--strict", "--trace", str(trace), "--trace-json"], soft.program("device_test"), name)
    assert done.status == 0 and "strict: " not in done.err
    items = list(explained.explain(spec, requests(trace), "wqe"))
    assert not [one.line for item in items for one in item.broken if one.rule.name != "fence"]


def test_the_code_of_a_refused_rule_is_the_card_s(tmp_path):
    """The codes in the table are those of the CQE."""
    for name, text in (("unpadded_list", "UMR_PADDING"), ("unknown_opcode", "OPCODE")):
        trace = tmp_path / f"{name}.json"
        assert soft.run(["--trace", str(trace), "--trace-json"], soft.program("device_test"), name).status == 0
        seen = next(one for rule in request_rules.load().values() for one in rule.texts if one.name == text).seen
        with open(trace, encoding="utf-8") as stream:
            cqes = [part["fields"] for line in stream for part in json.loads(line).get("parts", ())
                    if part["layout"] == "err_cqe"]
        assert [tuple(cqe.get(field, 0) for field in ("syndrome", "vendor_err_synd", "hw_err_synd"))
                for cqe in cqes] == [seen.codes]


def test_messages_have_a_rule_of_the_table():
    """Each rule that softmlx5 names is one of the table, by its constant."""
    used = set()
    for path in glob.glob(os.path.join(ROOT, "softmlx5", "**", "*.c"), recursive=True):
        with open(path, encoding="utf-8") as stream:
            text = stream.read()
        used.update(re.findall(r"\bSM_(RULE_\w+|TEXT_\w+)", text))
        assert not re.search(r'\bsm_(strict|refused|strict_at)\([^;"]*"[a-z_ ]+",', text), path
    rules = request_rules.load()
    assert used == {rule.constant for rule in rules.values()} | \
        {f"TEXT_{text.name}" for rule in rules.values() for text in rule.texts}
