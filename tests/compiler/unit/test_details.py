# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Values with details in their low bits, other readings of a number, and observations, from the spec to the output.

tests/world/vendor_codes.py compares all 256 vendor codes with a checkout of libdpcp.
"""

from __future__ import annotations

import json
import os
import re
from typing import List, Tuple

import pytest

from prmclib.model import meaning
from prmclib.readers.load import load_spec
from prmclib.model import NOWHERE, Bits, Field, Kind
from prmclib.writers.yaml import write_file
from prmc import run as run_prmc

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
ITEM = Field("vendor_err_synd", Bits(0, 8), Kind.UINT, NOWHERE, elem_width=8, enum="cqe_vendor_syndrome")


@pytest.fixture(scope="module")
def spec():
    loaded, findings = load_spec([os.path.join(ROOT, "spec")])
    assert not findings.has_errors
    return loaded


def prmc(*args: str, data: bytes = b"") -> Tuple[int, str, str]:
    return run_prmc([*args], data).text


@pytest.mark.parametrize("code, names, text", [
    (0x68, ["WQE_FORMAT"], "The format of the WQE is not valid."),
    (0x20, ["RDMA_READ + UNKNOWN"], "Memory that an RDMA read is from, No reason is given"),
    (0x32, ["DATA + PD"], "Memory of a data buffer, The key has another protection domain"),
    (0x7e, ["UMR + PAGE_FAULT"], "Key or list of a UMR; hw_err_synd has the reason, "
     "Master abort of PCIe, or page fault (IOMMU)"),
    (0xac, ["RNR_NAK + 0xc"], "The peer has no receive; the low bits are the timer of its RNR NAK"),
    (0xbf, ["RNR_NAK + 0x1f"], "The peer has no receive; the low bits are the timer of its RNR NAK"),
    (0x93, ["ODP_PFAULT"], None), (0x5c, [], "not listed in cqe_vendor_syndrome"),
])
def test_names_of_codes(spec, code: int, names: List[str], text: str) -> None:
    found = meaning.of_value(spec, ITEM, code)
    assert (found.names, found.remarks) == (names, [])
    assert text is None or found.text == text


def test_every_value_has_one_meaning(spec) -> None:
    """220 codes have a name: 111 of NVIDIA's table, 77 more by detail, 32 timers."""
    named = [code for code in range(256) if meaning.of_value(spec, ITEM, code).names]
    assert len(named) == 220
    assert {0x51, 0x57, 0x58, 0xc7, 0xcf, 0xff} <= set(named) and not {0x46, 0x5f, 0xde, 0xe1} & set(named)


def test_decode(spec) -> None:
    cqe = bytearray(64)
    cqe[0x36:0x38] = b"\x33\x04"
    cqe[0x3f] = 0xd0
    status, out, _ = prmc("decode", "--as", "cqe", "--width", "150", data=bytes(cqe))
    assert status == 0
    assert "LOCAL_PROT_ERR, vendor_err_synd DATA + ACCESS, qpn" in out
    assert "0x33        DATA + ACCESS: Memory of a data buffer, The key does not allow the access" in out


def test_a_striding_receive_has_two_readings() -> None:
    cqe = bytearray(64)
    cqe[0x2c:0x30] = bytes.fromhex("80020040")
    cqe[0x3f] = 0x20
    status, out, _ = prmc("decode", "--as", "cqe", "--width", "180", data=bytes(cqe))
    assert status == 0 and "2147614784 bytes" in out
    assert "if on a striding receive queue, byte_count of a CQE: filler 0x1, consumed_strides 0x0002, byte_count " \
        "0x0040 (64 bytes)" in out
    field = next(one for one in json.loads(prmc("decode", "--as", "cqe", "--json", data=bytes(cqe))[1])[
        "dumps"][0]["items"][0]["fields"] if one["field"] == "byte_count")
    assert field["value"] == 0x80020040 and len(field["readings"]) == 1


def test_show() -> None:
    out = prmc("show", "cqe_vendor_syndrome", "--width", "120")[1]
    assert "the low 3 bits: cqe_memory_detail" in out and "the low 5 bits: 5 bits" not in out
    assert "observed: observation, 2022-11-21: UMR with translations" in out
    assert "also layout striding_byte_count" in prmc("show", "cqe64", "--width", "120")[1]


def test_the_page_of_errors_names_what_the_spec_has(spec) -> None:
    """docs/errors.md has the syndromes and vendor codes of the spec, and each syndrome that Linux defines but three."""
    with open(os.path.join(ROOT, "docs", "errors.md"), encoding="utf-8") as stream:
        rows = re.findall(r"^\| (0x\w\w)(?: (\w+))? \| ([^|]*) \|", stream.read(), re.M)
    names = {int(code, 16): name for code, name, _ in rows if name}
    known = {value.value: value.name for value in spec.enums["cqe_syndrome"].values}
    assert names == {code: known[code] for code in names}
    assert set(known) - set(names) == {0x05, 0x10, 0x11}
    assert all(int(code, 16) in known for code, _, _ in rows)
    codes = [int(code, 16) for _, _, vendor in rows for code in re.findall(r"0x\w\w", vendor)]
    assert len(codes) > 15 and all(meaning.of_value(spec, ITEM, code).names for code in codes)


def test_written_as_read(spec) -> None:
    """The notation keeps details, readings and observations."""
    text = write_file(spec, next(one for one in spec.files if one.stem == "cqe"))
    for part in ("detail: cqe_memory_detail", "detail: 5 bits", "also: striding_byte_count", "observed:"):
        assert part in text
