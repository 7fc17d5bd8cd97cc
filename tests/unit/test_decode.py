# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""`prmc decode` and `prmc map`: forms of input, the walk, remarks, errors with a place."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from typing import List, Tuple

import pytest

from prmclib import decode
from prmclib.load import load_spec
from prmclib.walk import WalkError, Walker, find_field

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def prmc(args: List[str], data: bytes = b"") -> Tuple[int, str, str]:
    done = subprocess.run([sys.executable, os.path.join(ROOT, "codegen", "prmc")] + args,
                          input=data, capture_output=True, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture(scope="module")
def ring() -> bytes:
    """A UMR with BSF and two SET_PSV as libmlx5 wrote them."""
    with open(os.path.join(ROOT, "tests/vectors/sig_umr.jsonl"), encoding="utf-8") as stream:
        case = json.loads(stream.readline())
    return b"".join(bytes.fromhex(block[1].ljust(128, "0"))
                    for wqe in case["steps"][0]["expect"]["wqes"] for block in wqe["bb"])


@pytest.fixture(scope="module")
def spec():
    loaded, findings = load_spec([os.path.join(ROOT, "spec")])
    assert not findings.has_errors
    return loaded


def hexdump(data: bytes) -> str:
    rows, last, out = range(0, len(data), 16), None, []
    for at in rows:
        row = data[at:at + 16]
        if row == last:
            if out[-1] != "*":
                out.append("*")
            continue
        last = row
        text = " ".join(f"{b:02x}" for b in row[:8]) + "  " + " ".join(f"{b:02x}" for b in row[8:])
        out.append(f"{at:08x}  {text}  |{''.join(chr(b) if 32 <= b < 127 else '.' for b in row)}|")
    return "\n".join(out + [f"{len(data):08x}"]) + "\n"


def xxd(data: bytes) -> str:
    return "".join(f"{at:08x}: " + " ".join(data[i:i + 2].hex() for i in range(at, at + 16, 2))
                   + "  " + "".join(chr(b) if 32 <= b < 127 else "." for b in data[at:at + 16])
                   + "\n" for at in range(0, len(data), 16))


@pytest.mark.parametrize("form", [hexdump, xxd, lambda d: d.hex() + "\n",
                                  lambda d: " ".join(f"0x{b:02x}," for b in d)])
def test_forms_of_text(ring: bytes, form) -> None:
    assert decode.read_input(form(ring).encode(), "auto")[0] == ring


def test_raw(ring: bytes) -> None:
    assert decode.read_input(ring, "auto") == (ring, "raw bytes")


@pytest.mark.parametrize("text, message", [
    (b"", "empty input"),
    (b"00 11\n0g\n", "line 2: 'g' is no hexadecimal digit"),
    (b"001\n", "line 1: an odd number of hexadecimal digits"),
])
def test_unreadable(text: bytes, message: str) -> None:
    with pytest.raises(ValueError) as caught:
        decode.read_input(text, "auto")
    assert str(caught.value) == message


def test_signature_post(ring: bytes) -> None:
    status, out, err = prmc(["decode", "--as", "wqe", "--json", "-"], ring)
    assert (status, err) == (0, "")
    lines = {(line["path"], line["field"]): line for line in json.loads(out)}
    basic = "wqe 0 bsf.bsf.sections.basic"
    assert lines["wqe 0 ctrl", "opcode"]["name"].startswith("UMR")
    assert lines[basic, "wire_bfs"]["name"].startswith("CRC32C")
    assert lines[basic, "memory_block"]["name"].startswith("SIZE_4048")
    assert lines[basic, "wire_bfs_seed"]["name"] == "ZERO"
    assert int(lines[basic, "wire_psv"]["value"], 16) == 9612569
    assert int(lines["wqe 1 psv", "psv_index"]["value"], 16) == 7098609
    assert lines[basic, "wire_bfs"]["offset"] == 0xc0 and \
        lines[basic, "wire_bfs"]["bits"] == "0x08[31:28]"


@pytest.mark.parametrize("layout, path, name, offset", [
    ("query_hca_cap_out", "cmd_hca_cap.sho", "sho", 128 + 0x217),  # layout of an arm
    ("query_hca_cap_out", "odp_cap.memory_page_fault_scheme_cap.ud_odp_caps.send", "send",
     128 + 512 + 192),
    ("umr_ctrl_seg", "bsf_octowords", "bsf_octowords", 48),  # arm that is a number
    ("set_psv_seg", "t10dif.app_tag", "app_tag", 80),  # arm of several fields
    ("set_psv_seg", "psv_index", "psv_index", 8),
])
def test_path(spec, layout: str, path: str, name: str, offset: int) -> None:
    item, at = find_field(spec, layout, path)
    assert (item.name, at) == (name, offset)


@pytest.mark.parametrize("path", ["sho", "cmd_hca_cap.shoo", "cmd_hca_cap.sho.x", "capability",
                                  "roce_cap.sho", "rest.sho"])
def test_no_such_path(spec, path: str) -> None:
    assert find_field(spec, "query_hca_cap_out", path) is None


def test_reserved_bit_is_a_remark(ring: bytes) -> None:
    broken = bytearray(ring)
    broken[0x110] = 0x80  # the top byte of psv_index's dword
    status, out, _ = prmc(["decode", "--as", "wqe", "-"], bytes(broken))
    assert status == 1
    assert "reserved bit set (must be zero)" in out and out.endswith("1 remark\n")


def test_cut_input_says_where(ring: bytes) -> None:
    status, out, err = prmc(["decode", "--as", "wqe", "-"], ring[:0x90])
    assert status == 1
    assert err == "prmc: -: wqe 0: wqe at 0x000 is 256 bytes long, 144 are left\n" or \
        "bytes" in err and "0x0" in err
    assert "opcode" in out, "what could be decoded is printed"


def test_unknown_target() -> None:
    status, _, err = prmc(["decode", "--as", "set_psv_sge", "-"], b"00")
    assert status == 2 and "set_psv_seg" in err


def test_hostile_bytes_end(spec) -> None:
    """Random and mutated bytes through every layout, variant and sequence."""
    rng = random.Random(20261121)
    names = list(spec.layouts) + list(spec.variants) + list(spec.sequences)
    ended = 0
    for number in range(3000):
        data = bytearray(rng.randbytes(rng.choice((0, 3, 16, 64, 200, 1024))))
        if len(data) > 4 and number % 2:
            data[3] = rng.choice((0x25, 0x20, 0x0a, 0x10, 0x12))
            data[7] = rng.randrange(64)
        lines, error = decode.explain(spec, bytes(data), rng.choice(names))
        ended += bool(lines or error or not data)
    assert ended == 3000


def test_walk_covers_every_byte(spec, ring: bytes) -> None:
    walker = Walker(spec, ring)
    assert walker.what("wqe", "", 0, len(ring)) == 256
    at = 0
    for piece in walker.pieces:
        assert piece.offset == at
        at += piece.size
    assert at == 256
    with pytest.raises(WalkError):
        Walker(spec, ring[:100]).what("wqe", "", 0, 100)


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
    from prmclib.flatten import flatten_layout
    for name, layout in spec.layouts.items():
        covered = bytearray(layout.size * 8)
        for item in flatten_layout(spec, name):
            for bit in range(item.offset_bits, item.offset_bits + item.width_bits):
                covered[bit] = 1
        assert all(covered), name
