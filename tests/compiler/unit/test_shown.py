# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Compares the exact texts of `prmc decode` and `prmc show`, each in a file of tests/compiler/unit/shown.

The first line of such a file is the command, whose input is INPUTS[name of the file]; then its output; then, after `--
errors`, the errors; and at the end the exit status. Most have a small spec of their own, so that they change only with
the compiler. After an intended change, this rewrites them, to be read as a diff:

    PYTHONPATH=codegen:tests/run python3 codegen/interpreter.py --with yaml,jinja2 tests/compiler/unit/test_shown.py
"""

from __future__ import annotations

import glob
import json
import os
from typing import Any, Dict, List

from prmc import run as run_prmc

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
SHOWN = os.path.join(HERE, "shown")


def case(file: str, name: str) -> Dict[str, Any]:
    with open(os.path.join(ROOT, "tests", "library", "vectors", file), encoding="utf-8") as stream:
        for line in stream:
            found: Dict[str, Any] = json.loads(line)
            if found["id"] == name:
                return found
    raise AssertionError(f"{file} has no case {name}")


def posted(file: str, name: str) -> bytes:
    """Returns the ring as libmlx5 wrote it."""
    return b"".join(bytes.fromhex(block[1].ljust(128, "0"))
                    for step in case(file, name)["steps"] if step["op"] == "post"
                    for wqe in step["expect"]["wqes"] for block in wqe["bb"])


def kernel_log(*cqes: bytes, title: str = "dump error cqe") -> bytes:
    out = "[   71.000001] nvme nvme0: new ctrl\n"
    for cqe in cqes:
        out += f"[   71.000002] infiniband mlx5_0: dump_cqe:272:(pid 0): {title}\n"
        for at in range(0, len(cqe), 16):
            out += f"[   71.000003] {at:08x}: {cqe[at:at + 16].hex(' ')}\n"
    return out.encode()


def hexdump(data: bytes) -> bytes:
    out = ""
    for at in range(0, len(data), 16):
        row = data[at:at + 16]
        text = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in row)
        out += f"{at:08x}  {row[:8].hex(' ')}  {row[8:].hex(' ')}  |{text}|\n"
    return (out + f"{len(data):08x}\n").encode()


def ctrl(opcode: int, index: int, ds: int, rest: str = "00000000", last: str = "00000000") -> bytes:
    return bytes([0]) + index.to_bytes(2, "big") + bytes([opcode]) + \
        bytes.fromhex(f"000abc{ds:02x}" + rest + last)


ENTRY = bytes.fromhex("00001000" "00aabb01" "00007f0012340000")
DOMAIN = bytes.fromhex("20f00000") + bytes(12)
UMR = (ctrl(0x25, 7, 11, "00000002", "00aabb00")
       + bytes.fromhex("0c070004" "ffffffff" "0000000000000000" "90000000" "00000200") + bytes(8)
       + ENTRY + bytes(48)  # an entry, then zeros
       + DOMAIN + bytes(16) + bytes.fromhex("00000001" "00000000" "00000000" "00000000")
       + bytes.fromhex("00011234" "00000007") + b"tweak 8b").ljust(256, b"\0")
NOP = ctrl(0, 11, 4) + b"stale bytes of the old request".ljust(48, b"\0")
WRITE = (ctrl(8, 13, 2) + ENTRY + b"\x11" * 16).ljust(64, b"\0")
RING = UMR + NOP + bytes(64) + WRITE
BAD = bytearray(RING)
BAD[7] |= 0x40  # reserved beside ds
BAD[112] |= 0x91  # in the first domain: another kind, and a version
BAD[113] |= 0x06  # two unknown flags
BAD[119] = 3  # in reserved bytes
BAD[186] = 1  # after the request: no remark
ERR = bytes(32) + bytes.fromhex("00000013" + "00" * 16 + "00009305" "0a001542" "0019b0d0")
CREATE = bytes.fromhex("0200000000000001") + UMR[16:48] + bytes(8) + ENTRY + bytes(32)
DESTROY = bytes.fromhex("0202000000000007") + bytes(8)
COMMANDS = DESTROY + DESTROY[:7] + b"\x08" + bytes(8) + CREATE

ZEROS = (ctrl(0x25, 7, 10, "00000002", "00aabb00") + b"\x40\0\0\4" + bytes(200))[:160]

INPUTS: Dict[str, bytes] = {
    "ethernet_in_log": kernel_log(ERR) + b"[   71.000004] WQE DUMP: WQ size 8 WQ cur size 1, WQE index "
                       b"0x7, len: 64\n" + kernel_log(NOP).split(b"error cqe\n")[1],
    "two_lists_of_zeros": ZEROS,
    "ring": RING.hex().encode(),
    "ring_all_docs": RING[:256],
    "ring_narrow_color": RING[:256],
    "remarks": hexdump(bytes(BAD)),
    "cut": RING[:0x98],
    "cut_in_nested": RING[:0x78],
    "cut_between": RING[:0x80],
    "contradiction": UMR[:19] + b"\xff" + UMR[20:],
    "too_short_for_itself": ctrl(0x25, 7, 0) + bytes(48),
    "ring_turned": RING[128:] + RING[:128],
    "ring_that_should_be_turned": RING[256:] + RING[:128],
    "errors_in_log": kernel_log(ERR, ERR[:55] + b"\x99" + ERR[56:]),
    "error_in_log_json": kernel_log(ERR),
    "unknown_cqe": ERR + bytes(63) + b"\x50" + ERR,
    "commands": COMMANDS.hex().encode(),
    "command_of_another_spec": b"0999000000000000 0102030405060708",
    "answer": (b"cmd[0]: dump command data CREATE_KEY(0x200) OUTPUT\n"
               b"cmd[0]: 000: 05000000 00000077 00000000 00000000\n"),
    "guessed_wqe": RING[:320],
    "guessed_cqe": ERR,
    "guessed_cmd": CREATE,
    "unclear": b"00" * 64,
    "unreadable": b"Hello\n",
    "unknown_target": b"00",
    "vectors_signature": posted("sig_umr.jsonl", "sig_umr-00002").hex().encode(),
    "vectors_errors": kernel_log(*[bytes.fromhex(cqe) for step in
                                   case("sigerr_cqe.jsonl", "sigerr_cqe-00563")["steps"]
                                   for cqe in step.get("cqes", [])][:2], title="the next CQE"),
}


def names() -> List[str]:
    return sorted(os.path.basename(path)[:-4] for path in glob.glob(os.path.join(SHOWN, "*.txt")))


def read(name: str) -> str:
    with open(os.path.join(SHOWN, name + ".txt"), encoding="utf-8") as stream:
        return stream.read()


def run(name: str, command: str) -> str:
    """Returns the contents of the file: command, output, errors and exit status."""
    words = command.replace(" SMALL", " --spec tests/compiler/unit/shown/spec").split()
    assert words[:2] == ["$", "prmc"], command
    env = {key: value for key, value in os.environ.items()
           if key not in ("COLUMNS", "NO_COLOR", "TERM")}
    done = run_prmc(words[2:], INPUTS.get(name, b""), cwd=ROOT, env=env)
    out = done.stdout.decode().replace("\033", "<ESC>")
    errors = f"-- errors\n{done.stderr.decode()}" if done.stderr else ""
    return f"{command}\n{out}{errors}-- exit {done.returncode}\n"


def pytest_generate_tests(metafunc) -> None:
    if "name" in metafunc.fixturenames:
        metafunc.parametrize("name", names())


def test_shown(name: str) -> None:
    expected = read(name)
    assert run(name, expected.split("\n", 1)[0]) == expected


def test_json_has_the_remarks_of_the_text() -> None:
    """error_in_log_json.txt has the form of --json, remarks.txt the places of the remarks."""
    def decode(*options: str) -> str:
        return run_prmc(["decode", "--spec", "tests/compiler/unit/shown/spec", "--as", "wqe", "--width", "500", *options],
                        INPUTS["remarks"], cwd=ROOT).stdout.decode()

    shown = [line.split("<- ")[1] for line in decode().split("\n") if "<- " in line]
    assert len(shown) >= 5
    assert shown == ["; ".join(field["remarks"]) for dump in json.loads(decode("--json"))["dumps"]
                     for item in dump["items"] for field in item["fields"] if field["remarks"]]


def test_every_input_is_used() -> None:
    assert set(INPUTS) <= set(names())


def test_lines_fit_the_width() -> None:
    """Only unbreakable text, such as the longest value beside its name, is wider."""
    for name in names():
        if "json" in name or "color" in name:
            continue
        text = read(name)
        width = int(text.split("--width ")[1].split()[0]) if "--width" in text else 100
        for line in text.split("-- errors")[0].split("\n")[1:]:
            assert len(line) <= width, f"{name}: {line}"


if __name__ == "__main__":
    for one in names():
        old = read(one)
        new = run(one, old.split("\n", 1)[0])
        if new != old:
            print(f"tests/compiler/unit/shown/{one}.txt")
            with open(os.path.join(SHOWN, one + ".txt"), "w", encoding="utf-8") as target:
                target.write(new)
