# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Rules that the bytes of requests break, requests joined with their error CQEs, and other readings of lists.

tests/device/softmlx5/test_rules.py compares the rules with those of `softmlx5 --strict`.
"""

from __future__ import annotations

import json
import os
import struct
from typing import List, Tuple

import pytest

from prmclib.show import explained, request_rules
from prmclib.readers.load import load_spec
from guide.pages import docs_command, rule_table
from prmc import run as run_prmc

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
QPN, KEY = 0x4d2, 0x00112200
SEND, RDMA_READ, UMR, MMO, SET_PSV, GET_PSV, MASKED_CS = 0x0a, 0x10, 0x25, 0x2f, 0x20, 0x21, 0x14
LEN, BSF_EN = 1 << 0, 1 << 12
SOURCE = "netdev 20221122022559.89459-10"


@pytest.fixture(scope="module")
def spec():
    loaded, findings = load_spec([os.path.join(ROOT, "spec")])
    assert not findings.has_errors
    return loaded


def wqe(opcode: int, *segments: bytes, ds: int = -1, fm: int = 0, index: int = 7, opmod: int = 0, immediate: int = KEY,
        ) -> bytes:
    body = b"".join(segments)
    ds = 1 + (len(body) + 15) // 16 if ds < 0 else ds
    return struct.pack(">IIII", opmod << 24 | index << 8 | opcode, QPN << 8 | ds, fm << 5 | 2 << 2, immediate) + body


def data(length: int = 64, key: int = 0x99, address: int = 0x7f0000) -> bytes:
    return struct.pack(">IIQ", length, key, address)


def umr(entries: List[bytes], length: int = 64, mask: int = LEN | BSF_EN, bsf: bytes = b"", octowords: int = -1,
        mode: int = 0, index: int = 7) -> bytes:
    body = b"".join(entries)
    octowords = len(body) // 16 if octowords < 0 else octowords
    context = bytearray(64)
    context[2] = mode
    struct.pack_into(">Q", context, 0x18, length)
    return wqe(UMR, struct.pack(">IHHQ", 1 << 31, octowords, len(bsf) // 16, mask) + bytes(32), bytes(context), body, bsf,
               index=index)


def raddr() -> bytes:
    return struct.pack(">QII", 0x7f1000, 0x55, 0)


EMPTY = bytes(16)
TYPE_SIG_64 = b"\x80" + bytes(15)  # bsf_size SIZE_64


def crc_of_cipher(in_memory: bool, order: int) -> bytes:
    """A BSF of 128 bytes: a CRC32C of a transaction, and AES-XTS in this order."""
    bsf = bytearray(128)
    bsf[0], bsf[28 if in_memory else 24] = 3 << 6, 0x40
    bsf[64], bsf[65], bsf[72] = 3 << 6 | 1, order, 1
    return bytes(bsf)


PAGES = [struct.pack(">QQ", 0x12345003, 0x12346003), struct.pack(">QQ", 0x12347001, 0), EMPTY, EMPTY]

BROKEN = {
    "ds is 0": (wqe(SEND, data(), ds=0), "wqe", [("wqe", "ctrl.ds is 0")]),
    "no segment of an RDMA": (wqe(RDMA_READ), "wqe", [("wqe", "ctrl.ds is too small for the segments of the opcode")]),
    "more than SET_PSV": (wqe(SET_PSV, bytes(32)), "wqe",
                          [("wqe", "ctrl.ds is larger than the segments of the opcode")]),
    "opcode": (wqe(0x65), "wqe", [("wqe", "the device does not know the opcode")]),
    "inline data": (wqe(SEND, struct.pack(">I", 1 << 31 | 100), bytes(12)), "wqe",
                    [("wqe", "inline data are longer than ctrl.ds says")]),
    "inline answer": (wqe(RDMA_READ, raddr(), struct.pack(">I", 1 << 31 | 4), bytes(12)), "wqe",
                      [("wqe", "inline data in place of the answer's memory")]),
    "size of an atomic": (wqe(MASKED_CS, raddr(), bytes(16), bytes(16), data(8), opmod=3), "wqe",
                          [("wqe", "opmod of an extended atomic is neither 4 nor 8 bytes")]),
    "kind of copy": (wqe(MMO, bytes(16), data(), data(), opmod=9), "wqe",
                     [("wqe", "the device does not know the kind of memory to memory work")]),
    "lengths of a copy": (wqe(MMO, bytes(16), data(), data(65), opmod=1), "wqe",
                          [("wqe", "source and destination of a copy differ in length")]),
    "number of PSVs": (wqe(GET_PSV, bytes(48)), "wqe", [("wqe", "num_psv of GET_PSV is not 1 to 4")]),
    "no ext": (wqe(SEND, bytes(48), data()), "ud_wqe", [("wqe", "the address vector has no ext")]),
    "2 GiB": (wqe(SEND, data(), data(0)), "wqe", [("data_seg", "byte_count is 0 at 0x020, which is 2 GiB")]),
    "no headers": (wqe(SEND, bytes(16), data()), "eth_wqe", [
        ("inline header", "inline_hdr_sz is 0, and the queue may need the headers inline: min_wqe_inline_mode")]),
    "padding": (umr([data(), data(0x10)], 80), "wqe", [
        ("klm_octowords", "klm_octowords is not a multiple of 4: the list is not padded to 64 bytes")]),
    "gap": (umr([data(), EMPTY, data(), EMPTY], 128), "wqe", [("padding", "entry 2 follows an empty one")]),
    "window": (umr([data(), EMPTY, EMPTY, EMPTY], 65), "wqe",
               [("window", "len is 65; its 4 translations cover 64 bytes")]),
    "window of an interleaved layout": (
        umr([struct.pack(">IIIHH", 520, 0x400, 8, 0, 1), struct.pack(">HHIQ", 520, 520, 0x99, 0x7f0000), EMPTY, EMPTY],
            4161), "wqe", [("window", "len is 4161; its 4 translations cover 4160 bytes")]),
    "BSF": (umr([data(), EMPTY, EMPTY, EMPTY], bsf=TYPE_SIG_64), "wqe",
            [("bsf_octowords", "the BSF's size is 64 bytes, the UMR has 16")]),
    **{f"encryption order {order}, {'memory' if in_memory else 'wire'}": (
        umr([data(), EMPTY, EMPTY, EMPTY], bsf=crc_of_cipher(in_memory, order)), "wqe",
        [("encryption order", "the signature of a transaction is not that of the encrypted data")])
       for in_memory in (False, True) for order in range(4) if order != 2 + in_memory},
    "fence twice": (umr([data(), EMPTY, EMPTY, EMPTY]) + wqe(SEND, data(64, KEY, 0), data(), data(), index=10) +
                    wqe(SEND, data(64, KEY, 0), index=11),
                    "wqe", [("fence", f"the UMR of key 0x{KEY:08x} before it may not be done: it needs INITIATOR_SMALL")]),
    "fence": (umr([data(), EMPTY, EMPTY, EMPTY]) + wqe(SEND, data(64, KEY, 0), index=10), "wqe", [
        ("fence", f"the UMR of key 0x{KEY:08x} before it may not be done: it needs INITIATOR_SMALL")]),
}

SOUND = {
    "fenced": (umr([data(), EMPTY, EMPTY, EMPTY]) + wqe(SEND, data(64, KEY, 0), index=10, fm=1), "wqe"),
    "headers inline": (wqe(SEND, struct.pack(">IIII", 0, 0, 0, 18 << 16), bytes(16), data()), "eth_wqe"),
    "VLAN inserted": (wqe(SEND, struct.pack(">IIII", 0, 0, 0, 1 << 31), data()), "eth_wqe"),
    "exactly covered": (umr([data(), EMPTY, EMPTY, EMPTY], 64), "wqe"),
    "CRC of encrypted data, wire": (umr([data(), EMPTY, EMPTY, EMPTY], bsf=crc_of_cipher(False, 2)), "wqe"),
    "CRC of encrypted data, memory": (umr([data(), EMPTY, EMPTY, EMPTY], bsf=crc_of_cipher(True, 3)), "wqe"),
    "fewer bytes than the list": (umr([data(), EMPTY, EMPTY, EMPTY], 1), "wqe"),
    "len unchanged": (umr([data(), EMPTY, EMPTY, EMPTY], 65, mask=BSF_EN), "wqe"),
    "pages": (umr(PAGES, 1 << 20, mode=1), "wqe"),
    "KSM": (umr([data(0), data(0), EMPTY, EMPTY], 1 << 20, mode=3), "wqe"),
    "a read of another key": (umr([data(), EMPTY, EMPTY, EMPTY]) + wqe(RDMA_READ, raddr(), data(), index=10), "wqe"),
    "cut": (umr([data(), data()], 80)[:100], "wqe"),
    "atomics": (wqe(MASKED_CS, raddr(), bytes(16), data(8), opmod=8), "wqe"),
}


def padded(raw: bytes) -> bytes:
    return raw + bytes(-len(raw) % 64)


def items_of(spec, raw: bytes, what: str) -> List[explained.Item]:
    return list(explained.explain(spec, raw, what))


@pytest.mark.parametrize("name", BROKEN)
def test_broken(spec, name: str) -> None:
    raw, what, want = BROKEN[name]
    found = [one for item in items_of(spec, padded(raw), what) for one in item.broken]
    assert [(one.rule.name, one.text) for one in found] == want


@pytest.mark.parametrize("name", SOUND)
def test_sound(spec, name: str) -> None:
    raw, what = SOUND[name]
    assert not [one.line for item in items_of(spec, raw if name == "cut" else padded(raw), what) for one in item.broken]


def test_what_the_bytes_do_not_show(spec) -> None:
    """A WQE does not name its transport, and a UMR does not show whether its key has a BSF."""
    ud = items_of(spec, padded(wqe(SEND, bytes(16), data())), "wqe")[0].broken
    assert [one.rule.name for one in ud] == ["data_seg"] and "not of an RC or UC queue" in ud[0].line
    assert items_of(spec, padded(umr([data(), EMPTY, EMPTY, EMPTY], 65, mask=LEN)), "wqe")[0].broken[0].line == \
        "may break rule window: len is 65; its 4 translations cover 64 bytes, unless the key has a BSF"


def test_every_decoded_text_has_a_case(spec) -> None:
    known = {text.name: text for rule in request_rules.load().values() for text in rule.texts if text.is_decoded}
    texts = [text for _, _, want in BROKEN.values() for _, text in want]
    missing = [name for name, text in known.items() if not any(
        text.format.split("%")[0] == one[:len(text.format.split("%")[0])] for one in texts)]
    assert missing == ["MMO_LIST", "BSF_REST"]


def test_a_short_bsf_with_bytes_behind_it(spec) -> None:
    bsf = b"\x00" + bytes(15) + b"\x00" * 8 + b"\x01" + bytes(39)  # SIZE_16 in 64 bytes
    assert "byte 24 after the BSF is set" in [one.text for one in items_of(spec, padded(
        umr([data(), EMPTY, EMPTY, EMPTY], bsf=bsf)), "wqe")[0].broken]


def create_mkey(length: int, entries: List[bytes], bsf: int = 0, mode: int = 2) -> bytes:
    head, key = bytearray(16), bytearray(64)
    struct.pack_into(">H", head, 0, 0x200)
    key[2] = mode << 0
    struct.pack_into(">Q", key, 0x18, length)
    struct.pack_into(">I", key, 0x20, bsf)
    rest = bytearray(0x110 - 80)
    struct.pack_into(">I", rest, 0x60 - 80, len(entries))
    return bytes(head + key + rest) + b"".join(entries)


@pytest.mark.parametrize("length, bsf, want", [(64, 0, []), (65, 0, ["len is 65; its 1 translations cover 64 bytes"]),
                                               (65, 4, [])])
def test_window_of_create_mkey(spec, length: int, bsf: int, want: List[str]) -> None:
    item = items_of(spec, create_mkey(length, [data()], bsf), "cmd")[0]
    assert [one.text for one in item.broken] == want
    assert all("UCX pull request 9424" in one.line for one in item.broken)


# Error CQEs and their requests

def error(index: int = 7, syndrome: int = 2, vendor: int = 0x68, hw: int = 0x86, qpn: int = QPN, opcode: int = 0xd) -> bytes:
    return bytes(52) + bytes([hw, 0, vendor, syndrome, UMR]) + qpn.to_bytes(3, "big") + index.to_bytes(2, "big") + \
        bytes([0, opcode << 4 | 2])


def kernel(title: str, raw: bytes) -> str:
    return title + "\n" + "".join(f"{at:08x}: {raw[at:at + 16].hex(' ')}\n" for at in range(0, len(raw), 16))


def causes(cqe: bytes, request: bytes) -> Tuple[int, List[dict]]:
    text = kernel("infiniband mlx5_3: dump_cqe:278:(pid 0): dump error cqe", cqe) + \
        kernel("dump wqe at 0x7f12", padded(request))
    status, out, _ = run_prmc(["decode", "--json", "-"], text.encode()).text
    return status, json.loads(out)["causes"]


UNPADDED = umr([data(), data(0x10)], 80)


def test_a_request_and_its_error(spec) -> None:
    status, found = causes(error(), UNPADDED)
    assert status == 1 and len(found) == 1
    assert found[0]["text"] == "WQE 0x0007 UMR of QP 0x0004d2 (dump 2) is the request of the error CQE (dump 1): " \
        "LOCAL_QP_OP_ERR, vendor_err_synd WQE_FORMAT"
    assert found[0]["reasons"] == ["breaks rule klm_octowords: klm_octowords is not a multiple of 4: the list is not "
                                   f"padded to 64 bytes; a card was seen to answer 0x02/0x68/0x86 ({SOURCE})"]


@pytest.mark.parametrize("syndrome, vendor, want", [
    (0x02, 0x68, "its bytes break no rule that prmc can check"), (0x13, 0x88, "the reason is at the peer"),
    (0x15, 0x81, "the peer did not answer"), (0x05, 0xf9, "an earlier request of this QP failed"),
    (0x04, 0x52, "look at its keys")])
def test_a_sound_request(syndrome: int, vendor: int, want: str) -> None:
    status, found = causes(error(syndrome=syndrome, vendor=vendor, hw=0), wqe(SEND, data()))
    assert status == 0 and len(found[0]["reasons"]) == 1 and found[0]["reasons"][0].startswith(want)


def test_reserved_bits_are_a_reason() -> None:
    _, found = causes(error(), wqe(SEND, data(), opmod=0)[:8] + b"\x00\x00\x00\x18" + wqe(SEND, data())[12:])
    assert found[0]["reasons"] == ["breaks rule segment: see the remarks on its fields"]


def test_another_request_is_not_joined() -> None:
    _, found = causes(error(index=9), UNPADDED)
    assert found[0]["text"] == "the error CQE (dump 1) is that of WQE 0x0009 of QP 0x0004d2, which is not here: the WQEs " \
        "of this QP are 0x0007" and not found[0]["reasons"]
    assert causes(error(qpn=0x4d3), UNPADDED)[1] == [] and causes(error(opcode=0xe), UNPADDED)[1] == []


def test_as_text() -> None:
    text = kernel("infiniband mlx5_3: dump_cqe:278:(pid 0): dump error cqe", error()) + \
        kernel("dump wqe at 0x7f12", padded(UNPADDED))
    _, out, _ = run_prmc(["decode", "-"], text.encode()).text
    assert "\n  <- breaks rule klm_octowords: " in out and "\ncause:\n  WQE 0x0007 UMR of QP 0x0004d2 (dump 2) is" in out
    assert "\n1 remark:\n  0x000 wqe breaks rule klm_octowords: " in out


# Other readings

def readings(spec, raw: bytes) -> List[Tuple[str, str]]:
    return [reading for item in items_of(spec, padded(raw), "wqe") for part, line in item.lines
            if part.path in ("translations", "mtt") for reading in line.readings]


def test_a_list_may_be_pages(spec) -> None:
    assert readings(spec, umr(PAGES, 0)) == [(
        "the key has pages (access mode MTT), two in an octoword",
        "page 0x12345000 rd_en wr_en, page 0x12346000 rd_en wr_en, page 0x12347000 rd_en")]


@pytest.mark.parametrize("raw", [umr([data(), EMPTY, EMPTY, EMPTY]), umr(PAGES, 0, mode=1), umr(PAGES, 0, mode=2)],
                         ids=("KLM", "mode MTT", "mode KLMS"))
def test_other_lists_have_one_reading(spec, raw: bytes) -> None:
    assert readings(spec, raw) == []


# The table

def test_the_table_of_softmlx5_is_current() -> None:
    for path, insert in docs_command.WITH_TABLES.items():
        with open(os.path.join(ROOT, path), encoding="utf-8") as stream:
            page = stream.read()
        assert insert(page) == page, "run `ninja regen` and commit the result"


def test_rows_say_default_and_reason() -> None:
    for rule in request_rules.load().values():
        assert rule.default in ("refuses", "accepts") and (rule.why or rule.seen), rule.name
        assert rule.default != "accepts" or not rule.seen, f"{rule.name}: a card was seen to refuse it"
    rows = [line for line in rule_table.table().splitlines() if line.startswith("| `")]
    assert len(rows) == len(request_rules.load())
