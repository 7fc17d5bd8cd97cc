# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The input formats of `prmc decode`, and the exact messages for invalid input.

The logs have the form that the programs print: Linux print_hex_dump() and
drivers/infiniband/hw/mlx5/cq.c dump_cqe(), drivers/net/ethernet/mellanox/mlx5/core/cmd.c dump_buf(),
rdma-core providers/mlx5/cq.c dump_cqe(), DPDK rte_hexdump().
"""

from __future__ import annotations

from typing import Callable, List

import pytest

from guide.decoding.dump import DumpError, read_dump

CQE = bytes(32) + bytes.fromhex("00000013" "00000000" "00000000" "00000000"
                                "00000000" "9d005304" "0a001542" "0019b0d2")
MIXED = bytes(range(7, 7 + 40)) + b"  ab  |c|  " + bytes(13)  # 64 bytes, with text in the column


def characters(data: bytes) -> str:
    return "".join(chr(byte) if 32 <= byte < 127 else "." for byte in data)


def rows(data: bytes, size: int = 16) -> List[bytes]:
    return [data[at:at + size] for at in range(0, len(data), size)]


def hexdump(data: bytes) -> str:
    """The format of util-linux and BSD: -C, with `*` for repetitions and the length at the end."""
    out: List[str] = []
    last = None
    for at, row in zip(range(0, len(data), 16), rows(data)):
        if row == last:
            if out[-1] != "*":
                out.append("*")
            continue
        last = row
        text = "".join(f"{byte:02x} " + " " * (i == 7) for i, byte in enumerate(row))
        out.append(f"{at:08x}  {text:<49} |{characters(row)}|")
    return "\n".join(out + [f"{len(data):08x}"]) + "\n"


def xxd(data: bytes, group: int = 2, text: bool = True) -> str:
    width = 32 + (16 + group - 1) // group
    out = ""
    for at, row in zip(range(0, len(data), 16), rows(data)):
        groups = " ".join(part.hex() for part in rows(row, group))
        out += f"{at:08x}: {groups:<{width}} {characters(row)}\n" if text else \
            f"{at:08x}: {groups}\n"
    return out


def kernel(data: bytes, prefix: str) -> str:
    return "".join(f"{prefix}{at:08x}: {row.hex(' ')}\n"
                   for at, row in zip(range(0, len(data), 16), rows(data)))


def dwords(data: bytes, offsets: str = "") -> str:
    out = ""
    for at, row in zip(range(0, len(data), 16), rows(data)):
        out += offsets.format(at) + " ".join(part.hex() for part in rows(row, 4)) + "\n"
    return out


def rte(data: bytes) -> str:
    out = f"MLX5 Error CQE: at [0x7f6a7d20c000], len={len(data)}\n"
    for at, row in zip(range(0, len(data), 16), rows(data)):
        out += f"{at:08X}:{''.join(f' {byte:02X}' for byte in row)} | {characters(row)}\n"
    return out


FORMS = {
    "hexdump": (hexdump, "hexdump -C"),
    "xxd": (xxd, "xxd or print_hex_dump"),
    "xxd -g1": (lambda data: xxd(data, 1), "xxd or print_hex_dump"),
    "xxd -g4": (lambda data: xxd(data, 4), "xxd or print_hex_dump"),
    "xxd, text cut off": (lambda data: xxd(data, 2, False), "xxd or print_hex_dump"),
    "xxd -p": (lambda data: "\n".join(row.hex() for row in rows(data, 30)) + "\n", "plain hex"),
    "C array": (lambda data: ", ".join(f"0x{byte:02X}" for byte in data) + ",\n", "plain hex"),
    "colons": (lambda data: data.hex(":"), "plain hex"),
    "dwords": (dwords, "plain hex"),
    "CR LF": (lambda data: hexdump(data).replace("\n", "\r\n"), "hexdump -C"),
    "upper case": (lambda data: data.hex(" ").upper(), "plain hex"),
}


@pytest.mark.parametrize("data", [CQE, MIXED, bytes(256), bytes(200) + b"\1", b"\xff" * 17],
                         ids=["cqe", "text", "zeros", "odd", "ones"])
@pytest.mark.parametrize("form", FORMS)
def test_forms(form: str, data: bytes) -> None:
    write: Callable[[bytes], str] = FORMS[form][0]
    found = read_dump(write(data).encode())
    assert [chunk.data for chunk in found.chunks] == [data]
    assert (found.form, found.passed) == (FORMS[form][1], 0)


def test_raw() -> None:
    for data in (CQE, MIXED + b"\x80", bytes(3)):
        found = read_dump(data)
        assert ([chunk.data for chunk in found.chunks], found.form) == ([data], "raw bytes")
    # Bytes that are also valid text are read as text, unless an option decides.
    assert read_dump(b"0011").chunks[0].data == b"\0\x11"
    assert read_dump(b"0011", "raw").chunks[0].data == b"0011"


PREFIXES = {
    "none, after a message": "",
    "dmesg": "[12345.678901] ",
    "dmesg, padded": "[    5.678901] ",
    "dmesg, with the caller": "[12345.678901][   T77] ",
    "dmesg -T": "[Thu Nov 21 09:02:11 2026] ",
    "dmesg -x": "kern  :warn  : [12345.678901] ",
    "serial console": "<4>[12345.678901] ",
    "journalctl": "Nov 21 09:02:11 node7 kernel: ",
    "syslog with time": "Nov  1 09:02:11 node7 kernel: [12345.678901] ",
    "journalctl -o short-iso": "2026-11-21T09:02:11+0100 node7 kernel: ",
    "journalctl -o short-precise": "Nov 21 09:02:11.123456 node7 kernel: ",
    "journalctl -o short-monotonic": "[12345.678901] node7 kernel: ",
    "rsyslog": "2026-11-21T09:02:11.123456+01:00 node7 kernel: [12345.678901] ",
    "dmesg --time-format iso": "2026-11-21T09:02:11,123456+01:00 ",
    "with the device": "[12345.678901] infiniband mlx5_0: ",
    "with a prefix of its own": "[12345.678901] cqe_dump: ",
}


@pytest.mark.parametrize("prefix", PREFIXES)
def test_error_cqe_of_the_kernel(prefix: str) -> None:
    before = PREFIXES[prefix].replace("cqe_dump: ", "").replace("infiniband mlx5_0: ", "")
    message = f"{before}infiniband mlx5_0: dump_cqe:272:(pid 0): dump error cqe\n"
    other = f"{before}nvme nvme0: I/O tag 11 error\n"
    text = other + message + kernel(CQE, PREFIXES[prefix]) + other + message \
        + kernel(MIXED, PREFIXES[prefix])
    found = read_dump(text.encode())
    assert [chunk.data for chunk in found.chunks] == [CQE, MIXED]
    assert (found.form, found.passed) == ("kernel dump", 4)
    assert [(chunk.what, chunk.line) for chunk in found.chunks] == [("cqe", 3), ("cqe", 9)]


def test_error_cqe_of_libmlx5() -> None:
    text = "starting\nmlx5: node7: got completion with error:\n" + dwords(CQE) \
        + "mlx5: node7: got completion with error:\n" + dwords(MIXED)
    found = read_dump(text.encode())
    assert [(c.data, c.what, c.title, c.line) for c in found.chunks] == [
        (CQE, "cqe", "mlx5: node7: got completion with error:", 3),
        (MIXED, "cqe", "mlx5: node7: got completion with error:", 8)]
    assert (found.form, found.passed) == ("libmlx5 dump", 3)


def test_wqe_of_libmlx5() -> None:
    wqe = MIXED[:7] + b"\x04" + MIXED[8:]
    text = "dump wqe at 0x7f00aa001000\n" + dwords(wqe)
    assert [(c.data, c.what) for c in read_dump(text.encode()).chunks] == [(wqe, "wqe")]


def test_error_cqe_of_dpdk() -> None:
    found = read_dump((rte(CQE) + rte(MIXED)).encode())
    assert [(c.data, c.what) for c in found.chunks] == [(CQE, "cqe"), (MIXED, "cqe")]
    assert (found.form, found.passed) == ("DPDK dump", 2)


@pytest.mark.parametrize("index", ["cmd[0]: ", ""])
def test_commands_of_mlx5_core(index: str) -> None:
    before = "[  77.000001] "
    text = (f"{before}mlx5_core 0000:08:00.0: dump_command:839:(pid 9): {index}dump command data "
            "CREATE_PSV(0x600) INPUT\n")
    text += "".join(f"{before}{line}\n" for line in dwords(MIXED, index + "{:03x}: ").splitlines())
    text += (f"{before}mlx5_core 0000:08:00.0: dump_command:839:(pid 9): {index}dump command data "
             "CREATE_PSV(0x600) OUTPUT\n")
    text += "".join(f"{before}{line}\n" for line in dwords(CQE, index + "{:03x}: ").splitlines())
    found = read_dump(text.encode())
    assert [(c.data, c.what, c.opcode, c.is_output) for c in found.chunks] == [
        (MIXED, "cmd", 0x600, False), (CQE, "cmd", 0x600, True)]
    assert (found.form, found.passed) == ("mlx5_core command dump", 2)


def test_dump_of_an_ethernet_queue_is_not_taken_for_an_rdma_one() -> None:
    text = "[1.5] WQE DUMP: WQ size 8 WQ cur size 1, WQE index 0x7, len: 64\n" \
        + kernel(MIXED, "[1.5] ")
    assert [c.what for c in read_dump(text.encode()).chunks] == ["eth_wqe"]


ROWS = kernel(CQE, "[1.5] ").splitlines(True)


@pytest.mark.parametrize("text, message", [
    ("", "the input is empty"),
    ("\n \n", "the input has blank lines only"),
    ("00 11\n0g\n", "line 2: 'g' is not a hexadecimal digit"),
    ("00 11\n001\n", "line 2: an odd number of hexadecimal digits"),
    ("Hello, world\n", "line 1: 'Hello, world' is not a line of any format that prmc knows (see `prmc "
     "decode --help`)"),
    (hexdump(CQE).replace("00000020 ", "00000030 "),
     "line 4: offset 0x30, but 0x40 bytes come before it"),
    (hexdump(CQE).replace("00000020 ", "00000028 "),
     "line 3: `*` in line 2 represents whole rows of 16 bytes, not for 24 bytes"),
    (hexdump(MIXED).replace("00000010 ", "00000018 "),
     "line 2: offset 0x18, but 0x10 bytes come before it"),
    (hexdump(MIXED).replace("00000000 ", "00000040 "),
     "line 1: offset 0x40, but 0x0 bytes come before it; a dump starts at 0"),
    (hexdump(bytes(64)).rsplit("\n", 2)[0] + "\n", "line 2: no offset after `*` gives the number "
     "of repetitions"),
    (hexdump(bytes(64)).replace("00000040", "7fffffff"), "line 3: offset 0x7fffffff after `*`, but "
     "0x10 bytes come before that, and `*` represents 16 MiB at most"),
    (hexdump(MIXED)[:-9] + "00000030\nthe end\n", "line 5: the dump ends at 0x30, but has 0x40 bytes"),
    ("00000000: 61626364  dcba\n", "line 1: the characters 'dcba' do not match the bytes beside "
     "them; are these words in the order of the host (xxd -e)?"),
    ("0000000 2500 0500 1000 190f\n0000012\n", "line 1: this looks like rows of hexdump or od, but "
     "their offsets do not count the bytes before them; dump single bytes, with hexdump -C or xxd"),
    ("000000 2500 0500\n000004 1000 190f\n", "the first number of every line is the offset of the "
     "bytes after it; use hexdump -C or xxd"),
    ("".join(ROWS[:1] + ROWS[2:]), "line 2: offset 0x20, but the rows before it are missing"),
    ("".join(ROWS[:3]) + "[1.5] 00000030: 00 00 0g 00\n", "line 4: '00000030: 00 00 0g 00' looks "
     "like a row of a dump, but fits no format"),
    ("mlx5_core 0000:08:00.0: dump command CREATE_PSV(0x600) INPUT\n000: 00000000 00000000 00000000 "
     "00000000\n", "line 2: this is a dump of entries of the command queue and of mailboxes; only "
     "`dump command data` has the command itself (parameter debug_mask=1 of mlx5_core)"),
])
def test_unreadable(text: str, message: str) -> None:
    with pytest.raises(DumpError) as caught:
        read_dump(text.encode())
    assert str(caught.value) == message


@pytest.mark.parametrize("form, text, message", [
    ("hex", b"\xff\xfe", "the input is not text; --input hex needs one, --input raw takes bytes"),
    ("hex", b"00000000: 0011\n", "line 1: ':' is not a hexadecimal digit"),
    ("dump", b"0011\n", "line 1: '0011' is not a row of a dump with offsets (hexdump -C, xxd)"),
    ("log", b"all is well\n", "line 1: 'all is well' is not a row of a dump in a log, nor is any "
     "other line"),
])
def test_a_form_that_was_asked_for(form: str, text: bytes, message: str) -> None:
    with pytest.raises(DumpError) as caught:
        read_dump(text, form)
    assert str(caught.value) == message


def test_a_dump_that_could_be_hex() -> None:
    """An offset is never mistaken for data."""
    text = hexdump(CQE)
    assert read_dump(text.encode(), "dump").chunks[0].data == CQE
    assert read_dump(b"00000000\n").chunks[0].data == bytes(4)
