# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Pastes as people have them: what a terminal, a mail, a launcher, a debugger or a tool did to a dump.

All numbers, names and messages are made up. `PASTES` are read to exactly their bytes; `REFUSED` to none, with the
reason; `PARTLY` has pastes of which some dumps are refused.
"""

from __future__ import annotations

import base64
import itertools
import os
import re
import subprocess
import textwrap
import time
from typing import Callable, Dict, List, Sequence, Tuple

import pytest

from prmc import run as run_prmc
from prmclib.model import Spec
from prmclib.readers.source import load_source
from guide.decoding.chunks import Chunk, swapped
from guide.decoding.dump import DumpError, read_dump
from guide.decoding.guess import Unclear, target_of
from test_dump import hexdump, rte, xxd

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
ONE = bytes(32) + bytes.fromhex("0000005a" "000000000000000000000000" "00000000" "9d005211" "080b3c4d" "02017fd2")
TWO = bytes(32) + bytes.fromhex("00000007" "000000000000000000000000" "00000000" "00008815" "0a0c4d5e" "00097fd3")
SEND = bytes.fromhex("0000230a" "00abcd03" "00000008" "00000000" "00000100" "00002200" "00007f0011223300"
                     "00000040" "00002201" "00007f0011224400")
TITLE = "mlx5: node9: got completion with error:"
KTITLE = "infiniband mlx5_2: dump_cqe:272:(pid 0): dump error cqe"


def rows(data: bytes) -> List[bytes]:
    return [data[at:at + 16] for at in range(0, len(data), 16)]


def user(data: bytes, title: str = TITLE) -> List[str]:
    return [title] + [row.hex(" ", 4) for row in rows(data)]


def kernel(data: bytes, title: str = KTITLE) -> List[str]:
    return [title] + [f"{16 * at:08x}: {row.hex(' ')}" for at, row in enumerate(rows(data))]


def each(prefix: str, lines: List[str]) -> str:
    return "".join(f"{prefix.format(n=9.5 + at / 1000, s=at)}{line}\n" for at, line in enumerate(lines))


def turns(*texts: str) -> str:
    """Returns the lines of several texts in turn."""
    return "".join("".join(group) for group in zip(*(text.splitlines(True) for text in texts)))


def wrapped(text: str, width: int = 72, prefix: str = "") -> str:
    return "".join(f"{prefix}{piece}\n" for line in text.splitlines() for piece in textwrap.wrap(line, width))


def folded(text: str, width: int) -> str:
    return "".join(f"{line[at:at + width]}\n" for line in text.splitlines() for at in range(0, len(line), width))


def printable(text: str) -> str:
    """Quoted-printable, as mails have it."""
    out = ""
    for line in text.replace("=", "=3D").splitlines():
        while len(line) > 75:
            out, line = out + line[:75] + "=\n", line[75:]
        out += line + "\n"
    return out


def mail(text: str, encoded: bytes = b"") -> str:
    """A mail whose second part is base64."""
    body = base64.encodebytes(encoded or text.encode()).decode()
    return ("MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\nSee below.\n\n"
            "--x\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n"
            f"Content-Disposition: attachment; filename=dmesg.txt\n\n{body}\n--x--\n" + (text if encoded else ""))


def words(data: bytes, size: int, address: int = 0x7f3a00c0, symbol: str = "", columns: int = 16) -> str:
    """x/N of gdb: numbers of the host."""
    out = ""
    for at in range(0, len(data), columns):
        row = data[at:at + columns]
        numbers = "".join(f"\t0x{row[k:k + size][::-1].hex()}" for k in range(0, len(row), size))
        name = f" <{symbol}+{at}>" if symbol else ""
        out += f"0x{address + at:x}{name}:{numbers}\n"
    return out


def od_c(byte: int) -> str:
    """A byte in the four columns of od -c."""
    names = {0: "\\0", 7: "\\a", 8: "\\b", 9: "\\t", 10: "\\n", 11: "\\v", 12: "\\f", 13: "\\r"}
    return f"{names.get(byte, chr(byte) if 32 <= byte < 127 else f'{byte:03o}'):>4}"


def od(data: bytes, size: int = 1, base: str = "07o") -> str:
    """od: `*` for equal rows, numbers of the host, and the end."""
    out, before = "", b""
    for at, row in enumerate(rows(data)):
        if row != before:
            out += f"{16 * at:{base}}" + "".join(f" {row[k:k + size][::-1].hex()}" for k in range(0, len(row), size)) + "\n"
        elif not out.endswith("*\n"):
            out += "*\n"
        before = row
    return out + f"{len(data):{base}}\n"


def objdump(data: bytes, start: int = 0) -> str:
    return "".join(f" {start + 16 * at:04x} {row.hex(' ', 4):<35}  "
                   + "".join(chr(byte) if 32 <= byte < 127 else "." for byte in row) + "\n"
                   for at, row in enumerate(rows(data)))


def crash(data: bytes) -> str:
    out = ""
    for at, row in enumerate(rows(data)):
        text = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in row)
        out += f"ffff9a4c0188{0x1000 + 16 * at:04x}:  {row[:8][::-1].hex()} {row[8:][::-1].hex()}   {text}\n"
    return out


def text(row: bytes) -> str:
    """The column of characters."""
    return "".join(chr(byte) if 32 <= byte < 127 else "." for byte in row)


def decimal(data: bytes, between: str = ",") -> str:
    return between.join(map(str, data))


def decimal_words(data: bytes, signed: bool = False, address: int = 0x7f3a00c0) -> str:
    """x/Nub of gdb, or x/Ndb."""
    return "".join(f"0x{address + at:x}:" + "".join(
        f"\t{byte - 256 if signed and byte > 127 else byte}" for byte in data[at:at + 8]) + "\n"
        for at in range(0, len(data), 8))


def fours(data: bytes, step: int = 1) -> List[str]:
    """The words of a dump as digits; step -1: as numbers of the host."""
    return [data[at:at + 4][::step].hex() for at in range(0, len(data), 4)]


def escaped(data: bytes, digits: int = 0) -> str:
    """A string of C: octal escapes as short as they can be, as strace prints them, or with three digits, as gdb does."""
    out = ""
    for byte, after in zip(data, data[1:] + b"x"):
        is_short = not digits and not 0x30 <= after < 0x38
        out += {9: "\\t", 10: "\\n", 34: '\\"', 92: "\\\\"}.get(byte, chr(byte) if 32 <= byte < 127 else (
            f"\\{byte:o}" if is_short else f"\\{byte:03o}"))
    return out


def runs(numbers: Sequence[int], form: Callable[[int], str] = hex) -> str:
    """Numbers as gdb prints them, with more than ten equal ones as one."""
    out = []
    for number, same in itertools.groupby(numbers):
        count = len(list(same))
        out += [f"{form(number)} <repeats {count} times>"] if count > 10 else [form(number)] * count
    return ", ".join(out)


def host(data: bytes) -> List[int]:
    return [int(word, 16) for word in fours(data, -1)]


def segment(data: bytes, kind: int = 0x1329) -> str:
    """A segment of mstresourcedump, with its header."""
    whole = ((len(data) + 16) // 4 << 16 | kind).to_bytes(4, "big") + bytes(12) + data
    return f"{'-' * 43}\nSegment Type: {kind:#x}\nSegment Size: {len(whole)} Bytes\nSegment Data:\n" + "".join(
        "".join(f"0x{word.upper()} " for word in fours(row)) + "\n" for row in rows(whole))


PASTES: Dict[str, Tuple[str, List[bytes]]] = {
    # What editors, mails and web pages do
    "indented by blanks": (each("    ", user(ONE) + ["the job ends"]), [ONE]),
    "indented by a tab": (each("\t", kernel(ONE)), [ONE]),
    "a mail": (each("> ", user(ONE)), [ONE]),
    "a mail in a mail": (each("> > ", kernel(ONE)), [ONE]),
    "a mail, without blanks": (each(">>", kernel(ONE)), [ONE]),
    "a mail as HTML": (each("&gt; ", kernel(ONE)), [ONE]),
    "no-break spaces": (each("\u00a0\u00a0", kernel(ONE)), [ONE]),
    "text before and after": ("Hello,\n\nsince the update we see\n\n" + each("  ", user(ONE)) + "\nAny idea?\n", [ONE]),
    "in a table": (each("| ", kernel(ONE)), [ONE]),
    "hex in a mail": (each("> ", [row.hex(" ") for row in rows(ONE)]), [ONE]),
    "hexdump in a mail": (each("> ", hexdump(ONE).splitlines()), [ONE]),
    "hexdump with its command": ("$ hexdump -C cqe.bin\n" + hexdump(ONE) + "$ \n", [ONE]),
    "xxd with its command": ("# xxd /tmp/cqe\n" + xxd(ONE) + "# exit\n", [ONE]),
    "two files of hexdump": (hexdump(ONE) + hexdump(TWO), [ONE, TWO]),
    "wrapped at 72": (wrapped(each("Mar  3 04:05:06 node9 kernel: [{n}] ", kernel(ONE)), 72), [ONE]),
    "wrapped at 72 and quoted": (wrapped(each("[{n}] mlx5_core 0000:3b:00.0: ", kernel(ONE)), 72, "> "), [ONE]),
    "wrapped dwords": (wrapped(each("2026-03-03T04:05:06.123456Z worker-3 ", user(ONE)), 70), [ONE]),
    "a terminal of 80 columns": (folded(each("Mar  3 04:05:06 node9 kernel: [{n}] ", kernel(ONE)), 80), [ONE]),
    "quoted-printable": (printable(each("Mar  3 04:05:06 node9.example.org kernel: [{n}] ", kernel(ONE))), [ONE]),
    "quoted-printable, x=1 before": ("x=3D1\n" + printable(each("> ", user(ONE))), [ONE]),
    "base64": (mail(each("Mar  3 04:05:06 node9 kernel: [{n}] ", kernel(ONE))), [ONE]),
    "base64 and quoted-printable": (mail(printable(each("> ", user(ONE)))), [ONE]),
    "base64 of bytes, and a log": (mail(each("> ", user(ONE)), b"\x89PNG\r\n\x1a\n" + bytes(range(200))), [ONE]),
    "blank lines between": (each("", user(ONE)).replace("\n", "\n\n"), [ONE]),
    "CR LF": (each("3: ", user(ONE)).replace("\n", "\r\n"), [ONE]),
    # Launchers and collectors of logs
    "srun -l": (each("3: ", user(ONE)), [ONE]),
    "srun -l, many tasks": (each("017: ", user(ONE)), [ONE]),
    "srun -l, a task like an offset": (each("010: ", user(ONE)), [ONE]),
    "srun -l, two tasks in turn": (turns(each("3: ", user(ONE)), each("4: ", user(TWO))), [ONE, TWO]),
    "mpirun --tag-output in turn": (turns(
        each("[1,0]<stderr>:", user(ONE)), each("[1,7]<stderr>:", user(TWO))), [ONE, TWO]),
    "mpirun, one task a line later": (each("[1,0]<stderr>:", [TITLE]) + turns(each(
        "[1,7]<stderr>:", user(TWO)), each("[1,0]<stderr>:", user(ONE)[1:] + ["done"])), [ONE, TWO]),
    "docker compose in turn": (turns(each("rank0-1  | ", user(ONE)), each("rank1-1  | ", user(TWO))), [ONE, TWO]),
    "kubectl logs --prefix": (turns(
        each("[pod/a-0/main] ", user(ONE)), each("[pod/a-1/main] ", user(TWO))), [ONE, TWO]),
    "containerd": (each("2026-03-03T04:05:06.{s}00Z stderr F ", user(ONE)), [ONE]),
    "syslog of a process": (each("Mar  3 04:05:06 node9 app[4711]: ", user(ONE)), [ONE]),
    "journalctl": (each("Mar 03 04:05:06 node9 kernel: ", kernel(ONE)), [ONE]),
    "dmesg -T": (each("[Tue Mar  3 04:05:06 2026] ", kernel(ONE)), [ONE]),
    "dmesg --ctime, midnight": (each("[Tue Mar  3 23:59:59 2026] ", kernel(ONE)[:2]) + each(
        "[Wed Mar  4 00:00:00 2026] ", kernel(ONE)[2:]), [ONE]),
    "kernel, two callers in turn": (turns(
        each("[{n}][   T71] ", kernel(ONE)), each("[{n}][  C3] ", kernel(TWO))), [ONE, TWO]),
    "UCX's prefix": (each("[1700000000.{s}] [node9:77   :0] ", user(ONE)), [ONE]),
    "Python's logging": (each("2026-03-03 04:05:06,{s}00 INFO worker 3: ", user(ONE)), [ONE]),
    "ansible": (each('node9 | ', user(ONE)), [ONE]),
    # Other lines
    "a message between the rows": (each("[{n}] ", kernel(ONE)[:3] + ["eth2: link is up"] + kernel(ONE)[3:]), [ONE]),
    "a message between dwords": (each("", user(ONE)[:3] + ["eth2: link is up"] + user(ONE)[3:]), [ONE]),
    "text behind the last row": (each("", user(ONE))[:-1] + "[1700.5] [node9:77:0] next message\n", [ONE]),
    "a title behind the last row": (each("", user(ONE))[:-1] + each("", user(TWO)), [ONE, TWO]),
    "rows behind the title": (each("", user(ONE)).replace("error:\n", "error:", 1), [ONE]),
    "numbers like rows": ("id 0011223344556677 took 12345678 87654321 ns\n" + each("", user(ONE)), [ONE]),
    "a checksum": ("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  ring.bin\n"
                   + each("", user(ONE)), [ONE]),
    "request and completion": (each("", user(ONE) + user(SEND, "dump wqe at 0x7f00aa10c0")), [ONE, SEND]),
    "a string of JSON": ('{"log":"' + "\\n".join(user(ONE)) + '\\n"}\n', [ONE]),
    "lines of JSON": ("".join(f'{{"time":"04:05:0{at}","line":"{line}"}}\n' for at, line in enumerate(user(ONE))), [ONE]),
    # Debuggers and tools
    "gdb x/16wx": ("(gdb) x/16wx cqe\n" + words(ONE, 4), [ONE]),
    "gdb x/64bx": (words(ONE, 1, columns=8), [ONE]),
    "gdb x/8gx": (words(ONE, 8), [ONE]),
    "gdb x/32hx": (words(ONE, 2), [ONE]),
    "gdb x/64ub": ("(gdb) x/64ub cqe\n" + decimal_words(ONE), [ONE]),
    "gdb x/64db": (decimal_words(ONE, True), [ONE]),
    "gdb, symbols": (words(ONE, 4, 0x555555558040, "ring"), [ONE]),
    "gdb, short last row": (words(SEND, 4) + "(gdb) c\n", [SEND]),
    "gdb, two addresses in turn": (turns(words(ONE, 4), words(TWO, 4, 0x7f3a1000)), [ONE, TWO]),
    "gdb, the same address again": (words(ONE, 4) + "(gdb) c\n(gdb) x/16wx p\n" + words(TWO, 4), [ONE, TWO]),
    "lldb": ("(lldb) memory read -c 64 cqe\n" + "".join(
        f"0x16fdff2{16 * at:02x}: {row.hex(' ')}  ................\n" for at, row in enumerate(rows(ONE))), [ONE]),
    "crash rd": ("crash> rd ffff9a4c01881000 8\n" + crash(ONE), [ONE]),
    "crash rd -x": (re.sub(" {3}\\S+\n", "\n", crash(ONE)), [ONE]),
    "WinDbg db": ("0:000> db cqe L40\n" + "".join(
        f"00000216`3f0a10{16 * at:02x}  {row[:8].hex(' ')}-{row[8:].hex(' ')}  {text(row)}\n"
        for at, row in enumerate(rows(ONE))), [ONE]),
    "WinDbg dd": ("".join(f"00000216`3f0a10{16 * at:02x}  " + " ".join(
        row[k:k + 4][::-1].hex() for k in range(0, 16, 4)) + "\n" for at, row in enumerate(rows(ONE))), [ONE]),
    "xxd -i": ("unsigned char cqe[] = {\n" + ",\n".join(
        "  " + ", ".join(f"0x{byte:02x}" for byte in ONE[at:at + 12]) for at in range(0, 64, 12))
        + "\n};\nunsigned int cqe_len = 64;\n", [ONE]),
    "hexyl": ("┌────────┬─────┐\n" + "".join(f"│{16 * at:08x}│ {row[:8].hex(' ')} ┊ {row[8:].hex(' ')} │{'⋄' * 8}┊{'⋄' * 8}│\n"
                                             for at, row in enumerate(rows(ONE))), [ONE]),
    "Wireshark": ("".join(f"{16 * at:04x}   {row.hex(' ')}   {text(row)}\n" for at, row in enumerate(rows(ONE))), [ONE]),
    "FreeBSD's hexdump(9)": ("".join(f"{16 * at:04x}   {row.hex(' ')}  |{text(row)}|\n" for at, row in enumerate(rows(ONE))),
                             [ONE]),
    "GEF": ("".join(f"0x00007fffffffe0{16 * at:02x}     {row.hex(' ')}    {text(row)}\n" for at, row in enumerate(rows(ONE))),
            [ONE]),
    "pwndbg": ("".join(f"+{16 * at:04x} 0x7fffffffe0{16 * at:02x}  {row[:8].hex(' ')}  {row[8:].hex(' ')}  "
                       f"│{text(row[:8])}│{text(row[8:])}│\n" for at, row in enumerate(rows(ONE))), [ONE]),
    "radare2": ("- offset -   0 1  2 3  4 5\n" + "".join(
        f"0x{16 * at:08x}  {row.hex(' ', 2)}  {text(row)}\n" for at, row in enumerate(rows(ONE))), [ONE]),
    "Python hex of each, quoted": (f"{[hex(byte) for byte in ONE]}\n", [ONE]),
    "spdk_log_dump": ("cqe:\n" + "".join(f"{16 * at:08x}  {row[:8].hex(' ')}  {row[8:].hex(' ')}  {text(row)}\n"
                                         for at, row in enumerate(rows(ONE))), [ONE]),
    "FreeBSD": ("mlx5_2: dump_cqe: cqe with error\n" + "".join(
        f"[0x{16 * at:02x}] {row.hex(' ')}\n" for at, row in enumerate(rows(ONE))), [ONE]),
    "FreeBSD, in a log": ("".join(f"Mar  3 04:05:06 fb kernel: [0x{16 * at:02x}] {row.hex(' ')}\n"
                                  for at, row in enumerate(rows(ONE))), [ONE]),
    "DPDK in a log": (each("", rte(ONE).splitlines()) + "mlx5_net: port 0 stops\n", [ONE]),
    "Python bytes": (f">>> bytes(cqe)\n{ONE!r}\n", [ONE]),
    "Python bytes in a log": (f"DEBUG cqe={ONE!r} n=1\n", [ONE]),
    "Python list": (f">>> list(cqe)\n[{decimal(ONE, ', ')}]\n", [ONE]),
    "Python hexlify": (f">>> binascii.hexlify(cqe)\n{ONE.hex().encode()!r}\n", [ONE]),
    "Python bytes.hex": (f">>> cqe.hex()\n'{ONE.hex()}'\n", [ONE]),
    "Python bytes.hex(' ')": (f"In [3]: cqe.hex(' ')\nOut[3]: '{ONE.hex(' ')}'\n", [ONE]),
    "Python bytes.hex(':')": (f">>> cqe.hex(':')\n'{ONE.hex(':')}'\n", [ONE]),
    "Python bytes.hex(' ', 4)": (f"Out[4]: '{ONE.hex(' ', 4)}'\n", [ONE]),
    "Python bytes.hex('_', 8)": (f"cqe.hex('_', 8) -> '{SEND.hex('_', 8)}'\n", [SEND]),
    "Python bytes.hex('-'), printed": (f"cqe {ONE.hex('-')}\n", [ONE]),
    "Python bytes.hex(' ', -4), printed": (f"{ONE.hex(' ', -4)}\n[0] done\n", [ONE]),
    "words of a host, printed": ("cqe: " + " ".join(
        f"0x{ONE[at:at + 4][::-1].hex()}" for at in range(0, 64, 4)) + "\n", [ONE]),
    "words in memory order, printed": ("cqe: " + ", ".join(
        f"0x{ONE[at:at + 4].hex()}" for at in range(0, 64, 4)) + "\n", [ONE]),
    "Python list, lines": ("cqe = [\n" + "".join(f"    {decimal(row, ', ')},\n" for row in rows(ONE)) + "]\n", [ONE]),
    "rdma resource -jpr": ('[ {\n        "ifname": "mlx5_2",\n        "data": [ ' + ",".join(
        f"{byte}\n " for byte in ONE) + "]\n} ]\n", [ONE]),
    "drgn, array": ("(u8 [64]){\n" + "".join(f"\t{decimal(row, ', ')},\n" for row in rows(ONE)) + "}\n", [ONE]),
    "drgn, elements that are not zero": (">>> cqe\n(unsigned char [64]){ " + ", ".join(
        f"[{at}] = {byte}" for at, byte in enumerate(ONE[:63]) if byte) + " }\n", [ONE[:63] + b"\0"]),
    "lldb, array": ("(uint8_t[64]) $0 = {\n" + "".join(f"  [{at}] = {byte}\n" for at, byte in enumerate(ONE)) + "}\n", [ONE]),
    "gdb p/x, wrapped": ("$2 = {0x0 <repeats 35 times>, 0x5a, \n  0x0 <repeats 16 times>, " + ", ".join(
        map(hex, ONE[52:60])) + ",\n  " + ", ".join(map(hex, ONE[60:])) + "}\n", [ONE]),
    "Java's Arrays.toString()": (
        "cqe = [" + ", ".join(str(byte - 256 if byte > 127 else byte) for byte in ONE) + "]\n", [ONE]),
    "Python hex of each": ("[" + ", ".join(map(hex, ONE)) + "]\n", [ONE]),
    "gdb p/x of an array": ("(gdb) p/x *cqe\n$2 = {" + ", ".join(map(hex, ONE)) + "}\n", [ONE]),
    "gdb p/x, repeats": ("$2 = {0x0 <repeats 35 times>, 0x5a, 0x0 <repeats 16 times>, " + ", ".join(
        map(hex, ONE[52:])) + "}\n", [ONE]),
    "Go": ("cqe: []byte{" + ", ".join(map(hex, ONE)) + "}\n", [ONE]),
    "Rust, {:02x?}": ("cqe = [" + ", ".join(f"{byte:02x}" for byte in ONE) + "]\n", [ONE]),
    "bpftrace buf()": ("cqe: " + "".join(f"\\x{byte:02x}" for byte in ONE) + "\n", [ONE]),
    "digits in a log": (f"lib ERROR: cqe {ONE.hex()}\n", [ONE]),
    "offsets of four digits": ("out (64 bytes):\n" + "".join(
        f"{16 * at:04x}  {row[:8].hex(' ')}  {row[8:].hex(' ')}  |................|\n" for at, row in enumerate(rows(ONE))),
        [ONE]),
    "torchrun": (each("[rank5]: ", user(ONE)), [ONE]),
    "RFC 5424": (each("<4>1 2026-03-03T04:05:06+01:00 node9 kernel - - - ", kernel(ONE)), [ONE]),
    "dmesg -x": (each("kern  :warn  : [{n}] ", kernel(ONE)), [ONE]),
    "JSON of journalctl": ("".join(f'{{"MESSAGE":"{line}","_HOSTNAME":"node9"}}\n' for line in kernel(ONE)), [ONE]),
    "newlines became blanks": (" ".join(user(ONE) + user(TWO)) + "\n", [ONE, TWO]),
    "HTML, one line": ("<pre>" + "<br/>".join(user(ONE)) + "</pre>\n", [ONE]),
    "tabs between words": (each("", [TITLE] + [row.hex("\t", 4) for row in rows(ONE)]), [ONE]),
    "printk's %*ph": (f"[ 9.5] debug: cqe {ONE.hex(' ')}\n", [ONE]),
    "words with 0x, rows": (each("", [TITLE] + [" ".join(f"0x{word}" for word in row.hex(" ", 4).split()) for row in rows(ONE)]),
                            [ONE]),
    "HTML": ("<br>\n".join(user(ONE)) + "<br>\n", [ONE]),
    "rdma resource -r": (f"dev mlx5_2 cqn 9 data {decimal(ONE, ' ')}\n", [ONE]),
    "rdma resource -rj": ('[{"ifindex":9,"ifname":"mlx5_2","data":[' + decimal(ONE) + "]}]\n", [ONE]),
    "devlink health": ("  SQ:\n    data:\n" + "".join(f"        {row.hex(' ')} \n" for row in rows(ONE))
                       + "  RQ:\n", [ONE]),
    "od -t x1": ("$ od -t x1 cqe.bin\n" + od(ONE) + "$\n", [ONE]),
    "od -x": (od(ONE, 2), [ONE]),
    "od -A x -t x4": (od(ONE, 4, "06x"), [ONE]),
    "od -A d -t x8": (od(ONE, 8, "07d"), [ONE]),
    "od in a mail": (each("> ", ["what I have:"] + od(TWO).splitlines()), [TWO]),
    "od, two files": (od(ONE) + od(TWO, 2), [ONE, TWO]),
    "od without its end": (od(SEND).rsplit("\n", 2)[0] + "\n", [SEND]),
    "hexdump without -C": ("# hexdump cqe.bin\n" + od(ONE, 2, "07x"), [ONE]),
    "objdump -s": ("cqe.bin:     file format binary\n\nContents of section .data:\n" + objdump(ONE), [ONE]),
    "objdump -s, an address": ("Contents of section .data:\n" + objdump(ONE, 0x4020) + "Contents of section .x:\n", [ONE]),
    "xxd -p": ("$ xxd -p cqe.bin\n" + folded(ONE.hex(), 60) + "$ \n", [ONE]),
    "digits, folded": ("cqe in hex:\n" + folded(ONE.hex(), 72) + "Regards\n", [ONE]),
    # Rows without offsets, words in lines, in brackets and in strings
    "od -An": ("$ od -An -v -tx1 cqe.bin\n" + each(" ", [row.hex(" ") for row in rows(ONE)]) + "$\n", [ONE]),
    "od -An with *": ("".join(f" {row.hex(' ')}\n" if at != 1 else " *\n" for at, row in enumerate(rows(ONE))) + "$\n", [ONE]),
    "od -An -tx4 with *": ("".join(f" {' '.join(fours(row, -1))}\n" if at != 1 else "*\n" for at, row in enumerate(rows(ONE)))
                           + "$\n", [ONE]),
    "od -An -tx4 of a WQE": ("$ od -An -tx4\n" + each(" ", [" ".join(fours(row, -1)) for row in rows(SEND)]), [SEND]),
    "od -An -tx2": ("$\n" + each(" ", [" ".join(row[k:k + 2][::-1].hex() for k in range(0, 16, 2)) for row in rows(SEND)]),
                    [SEND]),
    "od -An -tu1": ("$\n" + each("", ["".join(f"{byte:4}" for byte in row) for row in rows(SEND)]), [SEND]),
    "od -b": ("".join(f"{16 * at:07o}{''.join(f' {byte:03o}' for byte in row)}\n" for at, row in enumerate(rows(SEND))), [SEND]),
    "od -tu1": ("".join(f"{16 * at:07o}{''.join(f'{byte:4}' for byte in row)}\n" for at, row in enumerate(rows(SEND))), [SEND]),
    "od -c": ("".join(f"{16 * at:07o}{''.join(od_c(byte) for byte in row)}\n" for at, row in enumerate(rows(SEND))) + "0000060\n",
              [SEND]),
    "printf %x": (each("", [" ".join(f"{int(word, 16):x}" for word in fours(row)) for row in rows(ONE)]), [ONE]),
    "printf %x, with a name": (each("cqe: ", [" ".join(f"{int(word, 16):x}" for word in fours(row)) for row in rows(ONE)])
                               + "done\n", [ONE]),
    "printf %x, one in a line": (each("", [f"cqe[{at}]={int(word, 16):x}" for at, word in enumerate(fours(ONE))]), [ONE]),
    "a trace with %*ph": (f"post-991 [002] 12.5: drv_post: wqe: {SEND.hex(' ')}\n", [SEND]),
    "a trace of perf": (f"post 991 [002] 12.5: drv:post: ctrl={{{SEND.hex(' ')}}}\n", [SEND]),
    "od -tx4 --endian=big": ("$ od -tx4 --endian=big x\n" + "".join(
        f"{16 * at:07o} {' '.join(fours(row))}\n" for at, row in enumerate(rows(SEND))) + "0000060\n", [SEND]),
    "rows of 8 bytes": ("wqe:\n" + each("", [SEND[at:at + 8].hex(" ") for at in range(0, 48, 8)]), [SEND]),
    "xxd -i of standard input": ("$ xxd -i\n" + "".join(
        "  " + ", ".join(f"0x{byte:02x}" for byte in SEND[at:at + 12]) + ",\n" for at in range(0, 48, 12)) + "$\n", [SEND]),
    "xxd -p of a WQE": ("$ xxd -p\n" + folded(SEND.hex(), 60) + "$\n", [SEND]),
    "rows of a WQE without a title": ("```\n" + "\n".join(row.hex(" ", 4) for row in rows(SEND)) + "\n```\n", [SEND]),
    "words, one in a line": (each("", [f"cqe[{at}] = 0x{word}" for at, word in enumerate(fours(ONE))]), [ONE]),
    "words of a host, one in a line": (each("[{n}] drv: ", [f"dw{at}: {word}" for at, word in enumerate(fours(SEND, -1))]),
                                       [SEND]),
    "words with offsets, one in a line": (each("", [f"wqe+0x{4 * at:x}"[:3] + f"[{4 * at:#x}]: 0x{word}"
                                                    for at, word in enumerate(fours(SEND, -1))]), [SEND]),
    "words alone": ("cqe:\n" + each("", fours(TWO)), [TWO]),
    "words of a host alone": (each("", [f"0x{word}" for word in fours(TWO, -1)]), [TWO]),
    "words without zeros in front": (" ".join(hex(word) for word in host(TWO)) + "\n", [TWO]),
    "bytes, one in a line": (each("", [f"byte {at}: 0x{byte:02x}" for at, byte in enumerate(SEND)]), [SEND]),
    "C, words": ("uint32_t wqe[] = {\n" + "".join("\t" + " ".join(f"0x{word}," for word in fours(row)) + "\n"
                                                 for row in rows(SEND)) + "};\n", [SEND]),
    "gdb p/x, words": (f"(gdb) p/x *(uint32_t(*)[16])cqe\n$1 = {{{runs(host(TWO))}}}\n", [TWO]),
    "gdb p, decimal, repeats": (f"$2 = {{{runs(ONE, str)}}}\n", [ONE]),
    "gdb p, array of char": ("(gdb) p cqe->raw\n$3 = '\\000' <repeats 35 times>, \"" + escaped(ONE[35:], 3) + '"\n', [ONE]),
    "gdb x/dw": (re.sub("0x([0-9a-f]{8})(?=\\s)", lambda one: str(int(one.group(1), 16) - (int(one.group(1), 16) >> 31 << 32)),
                        words(SEND, 4, 0x7fff3a00c0)), [SEND]),
    "gdb x/ow": (re.sub("\t0x([0-9a-f]{8})", lambda one: "\t0" + f"{int(one.group(1), 16):o}".strip("0").zfill(1)
                        if not int(one.group(1), 16) else "\t0" + f"{int(one.group(1), 16):o}", words(SEND, 4)), [SEND]),
    "gdb x/tw": (re.sub("\t0x([0-9a-f]{8})", lambda one: f"\t{int(one.group(1), 16):032b}", words(SEND, 4, columns=8)), [SEND]),
    "gdb x/cb": ("".join(f"0x7f3a{at:04x}:" + "".join(
        f"\t{byte - (byte >> 7 << 8)} '{chr(byte) if 32 <= byte < 127 else f'{chr(92)}{byte:03o}'}'" for byte in SEND[at:at + 8])
        + "\n" for at in range(0, 48, 8)), [SEND]),
    "numpy, words": ("array([" + textwrap.fill(", ".join(map(str, host(SEND))), 60) + "],\n      dtype=uint32)\n", [SEND]),
    "struct.unpack": (f">>> struct.unpack('>16I', cqe)\n{tuple(int(word, 16) for word in fours(ONE))}\n", [ONE]),
    "Rust, {:08x?}": (f"wqe = [{', '.join(fours(SEND))}]\n", [SEND]),
    "Rust, {:#x?}": ("[\n" + "".join(f"    {byte:#x},\n" for byte in SEND) + "]\n", [SEND]),
    "Python bytes over several lines": ("(" + "\n ".join(repr(row) for row in rows(ONE)) + ")\n", [ONE]),
    "Python bytes of a WQE": (f">>> bytes(wqe)\n{SEND!r}\n>>> bytes(cqe)\n{ONE!r}\n", [SEND, ONE]),
    "strace": (f'write(3, "{escaped(SEND)}", 48) = 48\n', [SEND]),
    "strace -e write": ('write(3, "\\0\\0"..., 64) = 64\n' + "".join(
        f" | {16 * at:05x}  {row[:8].hex(' ')}  {row[8:].hex(' ')}  {text(row)} |\n" for at, row in enumerate(rows(ONE))), [ONE]),
    "mstresourcedump": (segment(b"", 0xfffe) + segment(ONE) + segment(b"", 0xfffb)[:-44] + "-" * 43 + "\n", [ONE]),
    "mstresourceparse": ("RAW DATA:\n" + "".join(f"{f'DWORD [{4 * at}-{4 * at + 3}]':<15}:" + "".join(
        f"0x{word.upper()} " for word in fours(row)) + "\n" for at, row in enumerate(rows(SEND))), [SEND]),
    "mlx5ctl, of fwctl": ("# mlx5ctl mlx5_core.ctl.0 obj cq --id=5\n" + "".join(row.hex(" ") + " \n" for row in rows(ONE)) + "\n",
                          [ONE]),
    "devlink region": ("# devlink region read pci/0000:b1:00.0/x snapshot 1 address 0 length 48\n" + "".join(
        f"{16 * at:016x} {row.hex(' ', 2)}\n" for at, row in enumerate(rows(SEND))), [SEND]),
    "kdb": ("[0]kdb> md 0xffff888003a00000 6\n" + "".join(
        f"0xffff888003a000{16 * at:02x} {row[:8][::-1].hex()} {row[8:][::-1].hex()}   {text(row)}\n"
        for at, row in enumerate(rows(SEND))), [SEND]),
    "U-Boot": ("=> md 80001000 c\n" + "".join(f"{0x80001000 + 16 * at:08x}: {' '.join(fours(row, -1))}    {text(row)}\n"
                                              for at, row in enumerate(rows(SEND))), [SEND]),
    "Format-Hex": ("           00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F\n\n" + "".join(
        f"{16 * at:08X}   {row.hex(' ').upper()}  {text(row)}\n" for at, row in enumerate(rows(ONE))), [ONE]),
    "a dump of a tool": ("resource 0x1300, 64 bytes\n" + "".join(
        f"  0x{16 * at:04x}: {row.hex(' ')}\n" for at, row in enumerate(rows(ONE))), [ONE]),
}

MIXED = "rows of several dumps are mixed here"
REFUSED: Dict[str, Tuple[str, str]] = {
    "od -An with * twice": ("$\n00 00 00 00 00 00 00 00\n*\n01 00 00 00 00 00 00 00\n*\n", "no offset gives their number"),
    "strace, cut": (f'$\nread(3, "{escaped(SEND[:32])}"..., 48) = 48\n', "strace cut the bytes"),
    "mstdump": ("".join(f"0x{0x12300 + 4 * at:08x} 0x{word}\n" for at, word in enumerate(fours(ONE))), "no public source"),
    "mstmcra": ("# mstmcra 81:00.0 0x140780,64\n" + "".join(
        f"0x{0x140780 + 4 * at:08x} 0x{word}\n" for at, word in enumerate(fours(ONE))), "no public source"),
    "two processes in turn": (turns(each("", user(ONE)), each("", user(TWO))), MIXED),
    "two processes, kernel": (turns(each("[{n}] ", kernel(ONE)), each("[{n}] ", kernel(TWO))), "only 1 row|mixed"),
    "one starts in the other": (each("", user(ONE)[:3] + user(TWO)[:2] + user(ONE)[3:] + user(TWO)[2:]),
                                "only 2 rows|mixed"),
    "a message in xxd -e": ("".join(
        f"{16 * at:08x}: {' '.join(row[k:k + 4][::-1].hex() for k in range(0, 16, 4))}  {text(row)}\n"
        + "eth2: link is up\n" * (not at) for at, row in enumerate(rows(ONE))), "do not match the bytes beside them"),
    "a lost row": (each("", user(ONE)[:2] + user(ONE)[3:]), "only 3 rows of this dump can be read, of 4"),
    "a lost row, kernel": (each("", kernel(ONE)[:2] + kernel(ONE)[3:]),
                           "offset 0x20, but the rows before it are missing"),
    "a cut row": (each("", user(ONE)).replace("00000000 9d005211", "00000000 9d005"), "looks like a row"),
    "a changed digit": (each("", user(ONE)).replace("9d005211", "9d00S211"), "only 3 rows"),
    "the head is lost": (each("[{n}] ", kernel(ONE)[3:]), "offset 0x20, but the rows before it are missing"),
    "two rows in one line": (each("", user(ONE)).replace("\n00000000 9d", "00000000 9d"), "looks like a row|only"),
    "the same address in turn": (turns(words(ONE, 4), words(TWO, 4)), MIXED),
}

BAD = each("", user(TWO)).replace("00008815", "0000881")
PARTLY: Dict[str, Tuple[str, List[bytes]]] = {
    "a cut row costs its dump": (each("", user(ONE)) + BAD + each("", user(ONE)), [ONE, ONE]),
    "a cut row costs its dump, kernel": (each(
        "[{n}] ", kernel(TWO)).replace("88 15", "88 1") + each("[{n}] ", kernel(ONE)), [ONE]),
    "a lost row, and later another dump": (each("", user(TWO)[:3] + ["on it goes"] * 30 + user(ONE)), [ONE]),
    "two in turn, and a third": (REFUSED["two processes in turn"][0] + each("", user(ONE)), [ONE]),
    "two in turn, kernel, and a third": (REFUSED["two processes, kernel"][0] + each("[{n}] ", kernel(ONE)), [ONE]),
    "head and whole": (each("", kernel(TWO)[3:] + kernel(ONE)), [ONE]),
}


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load_source(os.path.join(ROOT, "spec")).spec


def settled(spec: Spec, chunks: List[Chunk]) -> List[Chunk]:
    """Returns the dumps after the type has decided in which order the bytes of their words are, where none else does."""
    for chunk in chunks:
        if chunk.word:
            assert target_of(spec, chunk, "")[0]
    return chunks


@pytest.mark.parametrize("name", PASTES)
def test_paste(spec: Spec, name: str) -> None:
    text, want = PASTES[name]
    found = read_dump(text.encode())
    assert ([chunk.data for chunk in settled(spec, found.chunks)], [chunk.doubt for chunk in found.chunks], found.remarks) == \
        (want, [""] * len(want), [])


@pytest.mark.parametrize("form", ["-tx1", "-x", "-tx4", "-tx8", "-to2", "-tx1z", "-vtx2"])
@pytest.mark.parametrize("base", ["-Ao", "-Ax", "-Ad"])
def test_of_od(form: str, base: str) -> None:
    """What od itself prints is read to exactly its bytes, however long they are."""
    for data in (ONE, TWO * 3, SEND, bytes(160) + ONE):
        text = subprocess.run(["od", base, form], input=data, stdout=subprocess.PIPE, check=True).stdout
        assert [chunk.data for chunk in read_dump(text).chunks] == [data]


@pytest.mark.parametrize("size", [2, 4, 8])
def test_of_xxd_e(size: int) -> None:
    """Words of the host are known by their characters, or since only they are an error CQE; bytes stay bytes."""
    plain = ONE[:52] + bytes.fromhex("00008115" "10000301" "02010ad2")  # without a character in the column
    for data in (ONE, TWO, TWO * 3, plain):
        for step in (-1, 1):
            lines = [f"{16 * at:08x}: " + " ".join(row[k:k + size][::step].hex() for k in range(0, 16, size)) + f"  {text(row)}"
                     for at, row in enumerate(rows(data))]
            assert [chunk.data for chunk in read_dump("\n".join(["$ xxd", *lines]).encode()).chunks] == [data]


@pytest.mark.parametrize("line", [
    "(int [64]){ 0, 0, 4, 82 }", "$1 = {0, 0, 4, 82, 0, 0, 4, 82, 0, 0, 4, 82, 0, 0, 4, 82}", "(u8 [64]){}",
    "(u8 [16]){ [16] = 1 }", f"SHA256 Fingerprint='{bytes(range(32)).hex(':')}'", f"key {bytes(range(48)).hex(':')}",
    "(u8 [64]){\n\t1, 2,\n\t3 + 4,\n}", "x[] = [\n1,\n2\n]"])
def test_not_taken_for_bytes(line: str) -> None:
    """Numbers that are no bytes, or in an order that nothing tells, are left alone."""
    with pytest.raises(DumpError):
        read_dump(f"{line}\n".encode())
    assert [chunk.data for chunk in read_dump((f"{line}\n" + each("", user(ONE))).encode()).chunks] == [ONE]


@pytest.mark.parametrize("lines", [
    ["counts: " + " ".join(f"0x{n:08x}" for n in range(16))], [f"reg[{n}] = 0x{n:08x}" for n in range(16)],
    [f"{n:08x}" for n in range(0x1000, 0x1020)], ["0x1234 0x5678 0x9abc 0xdef0"] * 4, ["(1, 2000, 3, 4, 5, 6, 7, 8)"],
    [f"{n:4} {n + 1:3} {n + 2:3}" for n in range(16)], ['"\\1\\2\\3\\4 and 16 characters more"']])
def test_numbers_that_are_no_dump(lines: List[str]) -> None:
    """Words that no type fits, in either order of their bytes, cost nothing beside a dump, and are refused alone."""
    log = "\n".join(lines) + "\n"
    assert run_prmc(["decode", "-"], ("x\n" + log).encode()).text[0] == 2
    status, out, err = run_prmc(["decode", "-"], (log + each("", user(ONE))).encode()).text
    assert (status, err) == (0, "") and "64 bytes" in out.splitlines()[0]


def test_order_of_words(spec: Spec) -> None:
    """The type decides in which order the bytes of words are; where none fits, it is left open."""
    chunk = Chunk(ONE, word=4)
    assert target_of(spec, chunk, "")[0] == "cqe" and chunk.data == ONE
    other = Chunk(swapped(ONE, 4), word=4)
    assert target_of(spec, other, "")[0] == "cqe" and other.data == ONE
    assert target_of(spec, Chunk(swapped(SEND, 4), word=4), "wqe") == ("wqe", "")
    with pytest.raises(Unclear):
        target_of(spec, Chunk(bytes(range(64)), word=4), "")


@pytest.mark.parametrize("text", [
    od(ONE).replace("0000060", "0000070"), od(ONE, 2).replace("\n*\n", "\n"), objdump(ONE).replace(" 0020 ", " 0030 "),
    objdump(ONE).replace("R", "X"), od(SEND).replace("0000040", "0000050")])
def test_rows_that_do_not_count(text: str) -> None:
    """Rows whose offsets do not count their bytes, or whose characters differ, are not decoded."""
    status, out, err = run_prmc(["decode", "-"], text.encode()).text
    assert (status, out) == (2, "") and err.startswith("prmc: standard input: ")


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    text, reason = REFUSED[name]
    with pytest.raises(DumpError, match=rf"line \d+: .*({reason})"):
        read_dump(text.encode())


@pytest.mark.parametrize("name", PARTLY)
def test_partly(name: str) -> None:
    text, want = PARTLY[name]
    found = read_dump(text.encode())
    assert [chunk.data for chunk in found.chunks if not chunk.doubt] == want
    assert [chunk.doubt for chunk in found.chunks if chunk.doubt] or found.remarks
    assert all(re.match(r"line \d+: ", text) for text in
               [chunk.doubt for chunk in found.chunks if chunk.doubt] + found.remarks)


@pytest.mark.parametrize("line", [
    "[ 12.5] app: nothing of interest in this line, 12345 of 67890\n", "0 " * 900 + "\n", "deadbeef " * 200 + "\n",
    "ab" * 900 + "\n", "> " * 500 + "\n", "00000000 00000000 00000000 0000000\n", "12, " * 400 + "x\n",
    "b'" + "\\x" * 500 + "\n",
    TITLE + "\n", "00000010: 00 11\n", "0x7f: " * 200 + "\n", "*\n", "a=\n", "[0x10] " * 200 + "\n"])
def test_time_grows_with_the_length(line: str) -> None:
    """Four times the lines take about four times as long; a quadratic reader takes sixteen times, each time."""
    def seconds(count: int) -> float:
        text = (each("", kernel(ONE)) + line * count).encode()
        start = time.process_time()
        try:
            read_dump(text)
        except DumpError:
            pass
        return time.process_time() - start

    small = min(seconds(100) for _ in range(2))
    assert any(seconds(400) < 8 * small + 0.1 for _ in range(3))
