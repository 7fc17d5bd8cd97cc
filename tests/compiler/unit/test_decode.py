# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""`prmc decode`: detected types, remarks, errors with their place, JSON."""

from __future__ import annotations

import fcntl
import io
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path
from typing import Any, Dict, Iterable, List, Tuple

import pytest

import costs
import patience
from prmclib import cli
from prmclib.show import explained
from guide.decoding import decode_command, guess
from guide.decoding.dump import Chunk
from prmclib.readers.load import load_spec
from prmclib.model.walk import WalkError, Walker, find_field
from prmc import run as run_prmc

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


def prmc(args: List[str], data: bytes = b"", **env: str) -> Tuple[int, str, str]:
    clean = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "NO_COLOR")}
    return run_prmc(["decode", *args], data, env=dict(clean, **env)).text


def case(file: str, name: str) -> Dict[str, Any]:
    with open(os.path.join(ROOT, "tests", "library", "vectors", file), encoding="utf-8") as stream:
        for line in stream:
            found = json.loads(line)
            if found["id"] == name:
                return found
    raise AssertionError(f"{file} has no case {name}")


@pytest.fixture(scope="module")
def ring() -> bytes:
    """Returns a UMR with BSF and two SET_PSV as libmlx5 wrote them."""
    wqes = case("sig_umr.jsonl", "sig_umr-00002")["steps"][0]["expect"]["wqes"]
    return b"".join(bytes.fromhex(block[1].ljust(128, "0")) for wqe in wqes for block in wqe["bb"])


@pytest.fixture(scope="module")
def cqe() -> bytes:
    """A SIG_ERR CQE."""
    return bytes.fromhex(case("sigerr_cqe.jsonl", "sigerr_cqe-00000")["steps"][1]["cqes"][0])


@pytest.fixture(scope="module")
def spec():
    loaded, findings = load_spec([os.path.join(ROOT, "spec")])
    assert not findings.has_errors
    return loaded


def test_signature_post_as_json(ring: bytes) -> None:
    status, out, err = prmc(["--as", "wqe", "--json", "-"], ring)
    assert (status, err) == (0, "")
    items = json.loads(out)["dumps"][0]["items"]
    fields = {(item["number"], f["segment"], f["field"]): f for item in items
              for f in item["fields"]}
    assert [item["title"].split(",")[0] for item in items] == \
        ["WQE 0x0005 UMR", "WQE 0x0009 SET_PSV", "WQE 0x000a SET_PSV"]
    assert fields[0, "ctrl", "opcode"]["names"] == ["UMR"]
    assert fields[0, "bsf.basic", "wire_bfs"]["names"] == ["CRC32C"]
    assert fields[0, "bsf.basic", "memory_block"]["names"] == ["SIZE_4048"]
    assert fields[0, "bsf.basic", "wire_bfs_seed"]["names"] == ["ZERO"]
    assert fields[0, "bsf.basic", "wire_psv"]["value"] == 9612569
    assert fields[1, "psv", "psv_index"]["value"] == 7098609


def test_a_request_of_an_ethernet_queue_in_a_log() -> None:
    """A packet with 18 bytes of inline headers, which --as wqe would take for data segments."""
    wqe = bytes.fromhex("0000070a00abc004" "0000000000000000" "00000000c0000000" "0000000000120102"
                        "030405060708090a" "0b0c0d0e0f101112" "0000006400001234" "0000000000001000")
    rows = "".join(f"[1.5] {at:08x}: {wqe[at:at + 16].hex(' ')}\n" for at in range(0, 64, 16))
    text = "[1.5] WQE DUMP: WQ size 8 WQ cur size 1, WQE index 0x7, len: 64\n" + rows
    status, out, error = prmc(["-"], text.encode())
    assert (status, error) == (0, "")
    assert "taken as eth_wqe: line before it: WQE DUMP:" in out
    assert "Ethernet WQE 0x0007 SEND, 64 bytes in 1 WQEBB, qpn 0x00abc0" in out
    assert re.search(r"inline_hdr\n +bytes +03040506 0708090a 0b0c0d0e 0f101112", out)
    assert re.search(r"lkey +0x00001234", out)


@pytest.mark.parametrize("number", [2, 8, 9, 16, 17, 30])
def test_compressed_cqes(number: int) -> None:
    """The entries of the ring from the title on, with mini CQEs where Linux takes them from (en_rx.c,
    mlx5e_decompress_cqes_cont): in the entry after the title, then in each eighth entry after the title."""
    entries = [bytearray(64) for _ in range(number)]
    struct.pack_into(">I15xB", entries[0], 0x2c, number, 2 << 4 | 3 << 2)
    places = []
    for index in range(number):
        entry, slot = 1 if index < 8 else index // 8 * 8, index % 8
        struct.pack_into(">II", entries[entry], slot * 8, 0x1000 + index, index + 1)
        places.append(entry * 64 + slot * 8)
    out = json.loads(prmc(["--as", "compressed_cqes", "--json", "-"], b"".join(entries))[1])
    item = out["dumps"][0]["items"][0]
    found = [(field["offset_bits"] // 8, int(field["raw"][8:], 16)) for field in item["fields"]
             if field["layout"] == "mini_cqe8" and field["field"] == "mini_cqe"]
    assert found == list(zip(places, range(1, number + 1)))
    assert [field["value"] for field in item["fields"] if field["field"] == "mini_cqe_num"] == [number]


def test_walk_covers_every_byte(spec, ring: bytes) -> None:
    walker = Walker(spec, ring)
    assert walker.what("wqe") == 256
    at = 0
    for piece in walker.pieces:
        assert piece.offset == at
        at += piece.size
    assert at == 256
    with pytest.raises(WalkError):
        Walker(spec, ring[:100]).what("wqe")


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


def images(file: str, every: int) -> List[Tuple[str, str, bytes]]:
    """(case, what, bytes) of recorded rings, CQEs and commands, of every so-manieth case."""
    found: List[Tuple[str, str, bytes]] = []
    with open(os.path.join(ROOT, "tests", "library", "vectors", file), encoding="utf-8") as stream:
        for line in list(stream)[::every]:
            one = json.loads(line)
            for step in one.get("steps", []):
                wqes = step.get("expect", {}).get("wqes") or []
                blocks = [block[1].ljust(128, "0") for wqe in wqes for block in wqe["bb"]]
                if blocks:
                    found.append((one["id"], "wqe", bytes.fromhex("".join(blocks))))
                found += [(one["id"], "cqe", bytes.fromhex(cqe)) for cqe in step.get("cqes", [])]
            found += [(one["id"], "cmd", bytes.fromhex(command["in"]))
                      for command in one.get("expect", {}).get("cmds", [])]
    return found


@pytest.mark.parametrize("file, every", [
    ("sig_umr.jsonl", 20), ("layout.jsonl", 5), ("crypto.jsonl", 5), ("accepted.jsonl", 1),
    ("sigerr_cqe.jsonl", 3), ("cancel.jsonl", 10), ("commands.jsonl", 2)])
def test_recorded_images(spec, file: str, every: int) -> None:
    """libmlx5's WQEs give no remark, are explained to the last byte, and are recognised."""
    some = 0
    for name, what, data in images(file, every):
        some += 1
        items = list(explained.explain(spec, data, what))
        assert sum(item.size for item in items) == len(data), name
        for item in items:
            assert item.error == "", name
            assert [(part.name, line.full_name, line.remarks) for part, line in item.lines
                    if line.remarks] == [], name
        assert guess.target_of(spec, Chunk(data), "")[0] == what, name
    assert some > 20


def test_fields_say_where_they_stand(spec, ring: bytes) -> None:
    """Each field's value is at its offset_bits, and no bit is shown twice."""
    seen = set()
    number = int.from_bytes(ring, "big")
    for item in explained.explain(spec, ring, "wqe"):
        for field in explained.as_json(item, 0)["fields"]:
            first, width = field["offset_bits"], field["width_bits"]
            bits = number >> (len(ring) * 8 - first - width) & ((1 << width) - 1)
            if field["value"] is None:
                assert bits.to_bytes(width // 8, "big").hex() == field["raw"]
            else:
                assert bits == field["value"]
            places = set(range(first, first + width))
            assert not seen & places
            seen |= places


def test_a_turned_ring_gives_the_same_fields(spec, ring: bytes) -> None:
    def told(items: Iterable[explained.Item], moved: int = 0) -> List[Any]:
        return [(part.name, line.full_name, line.value, line.raw, (part.start + moved) % len(ring),
                 (line.offset_bits + moved * 8) % (len(ring) * 8), (item.offset + moved) % len(ring))
                for item in items for part, line in item.lines]

    unturned = list(explained.explain(spec, ring, "wqe"))
    for blocks in range(1, len(ring) // 64):
        turned = ring[-64 * blocks:] + ring[:-64 * blocks]
        assert told(explained.explain(spec, turned, "wqe", 64 * blocks)) == \
            told(unturned, 64 * blocks)


def request(opcode: int, index: int, qpn: int, *segments: bytes) -> bytes:
    """A send work request."""
    head = index.to_bytes(3, "big") + bytes([opcode]) + qpn.to_bytes(3, "big") \
        + bytes([1 + len(segments)]) + bytes(8)
    return (head + b"".join(segments)).ljust(64, b"\0")


def data_seg(address: int) -> bytes:
    return (4096).to_bytes(4, "big") + (0x1234).to_bytes(4, "big") + address.to_bytes(8, "big")


SEND, CHOICES = 0x0a, (": give --as with one of wqe (send work requests), cqe (completions), eqe "
                       "(events), cmd (commands by their opcode), or with any layout, variant or "
                       "sequence of the spec (`prmc show` lists them)")


@pytest.mark.parametrize("data, answer", [
    (request(SEND, 7, 9, data_seg(1)), "wqe"),
    (request(SEND, 0xffff, 9, data_seg(1)) + request(SEND, 0, 9, data_seg(1)), "wqe"),
    (request(SEND, 7, 9, data_seg(1)) + bytes(64) + request(SEND, 9, 9, data_seg(1)), "wqe"),
    # of several queues, with a gap, without a queue, of an opcode without segments, with a remark
    (request(SEND, 7, 9, data_seg(1)) + request(SEND, 8, 8, data_seg(1)), "its type cannot be determined"),
    (request(SEND, 7, 9, data_seg(1)) + request(SEND, 9, 9, data_seg(1)), "its type cannot be determined"),
    (request(SEND, 7, 0, data_seg(1)), "its type cannot be determined"),
    (request(0x2d, 7, 9, data_seg(1)), "its type cannot be determined"),
    (request(SEND, 7, 9, data_seg(1))[:9] + b"\1" + request(SEND, 7, 9, data_seg(1))[10:], "wqe"),
    (request(SEND, 7, 9, data_seg(1))[:11] + b"\1" + request(SEND, 7, 9, data_seg(1))[12:],
     "its type cannot be determined"),
    # The last address is the end of a requester CQE too.
    (request(SEND, 7, 9, data_seg(1), data_seg(2), data_seg(0x0a00012300070000)),
     "it could be wqe or cqe"),
    (bytes(64), "its type cannot be determined"), (b"\1", "its type cannot be determined"),
    (bytes(60), "its type cannot be determined"),
])
def test_what_bytes_are_taken_as(spec, data: bytes, answer: str) -> None:
    try:
        found = guess.target_of(spec, Chunk(data), "")[0]
    except guess.Unclear as exc:
        found = str(exc)
        answer += CHOICES
    assert found == answer


def test_a_word_before_it_decides(spec) -> None:
    """The line before the first row says WQE: a request with an error is taken as one, in the order in which ds is its length."""
    wrong = request(SEND, 7, 9, data_seg(1))[:11] + b"\1" + bytes(4) + data_seg(1)  # reserved bits are set
    for order in (1, -1):
        rows = "".join(f"  [{at:#04x}] " + " ".join(f"0x{wrong[k:k + 4][::order].hex()}" for k in range(at, at + 16, 4)) + "\n"
                       for at in range(0, 32, 16))
        assert prmc(["-"], rows.encode())[0] == 2
        assert prmc(["-"], ("what I posted:\n" + rows).encode())[0] == 2
        status, out, _ = prmc(["-"], ("the bad WQE of my queue:\n" + rows).encode())
        assert status == 1 and "taken as wqe: the line before it has the word WQE" in out and "reserved bit set" in out
    two = request(SEND, 7, 9, data_seg(1), data_seg(2), data_seg(0x0a00012300070000))  # a WQE, or a CQE
    assert guess.target_of(spec, Chunk(two, hint="cqe"), "")[0] == "cqe"


@pytest.mark.parametrize("opcode, layout", [
    (0x200, "create_mkey_out"), (0x50e, "init2init_qp_out"), (0x50b, "query_qp_out"),
    (0xeee, "cmd_out_hdr")])
def test_answers_in_a_log(spec, opcode: int, layout: str) -> None:
    chunk = Chunk(bytes(16), 2, "the line", "cmd", opcode, True)
    assert guess.target_of(spec, chunk, "") == (layout, "line before it: the line")
    assert guess.target_of(spec, chunk, "cmd_out_hdr") == ("cmd_out_hdr", "")


@pytest.mark.parametrize("extended, size", [(0, 8), (1, 16)])
def test_destinations_and_counters_of_a_flow_table_entry(extended: int, size: int) -> None:
    """Counters have the size of the destinations before them."""
    command = bytearray(832 + 3 * size)
    for place, word in ((0, 0x936 << 16), (0x50, extended << 31 | 2), (0x54, 1), (0x340, 2 << 24 | 0x55),
                        (0x340 + size, 1 << 24 | 0x66), (0x340 + 2 * size, 0x99)):
        struct.pack_into(">I", command, place, word)
    status, out, _ = prmc(["--as", "cmd"], command.hex().encode())
    words = " ".join(out.split())
    assert status == 0 and "destination_list_size 0x000002 2 entries" in words
    assert "flow_counter_list_size 0x000001 1 entry" in words
    for text in ("TIR", "destination_id 0x000055", "FLOW_TABLE", "destination_id 0x000066", "flow_counter_id 0x00000099"):
        assert text in words


def test_no_success_after_an_error() -> None:
    """Rows after `got completion with error` that are a success come from somewhere else."""
    rows = ["00000000 00000000 00000000 00000000"] * 3 + ["00000000 00000000 000a1b2c 00070000"]
    text = "\n".join(["mlx5: node1: got completion with error:", *rows])
    status, out, err = prmc(["-"], text.encode())
    assert (status, out) == (2, "")
    assert "announces an error CQE, but these are not the bytes of one" in err


def test_rows_that_nothing_announces() -> None:
    """Rows after the head of a log was cut: by themselves they would be two NOP."""
    rows = ["00000500 00001f01 00000000 00000000", *["00000000 00000000 00000000 00000000"] * 3,
            "00000600 00001f01 00000000 00000000"]
    status, out, err = prmc(["-"], "\n".join([*rows, "the job ends"]).encode())
    assert (status, out) == (2, "") and "its type cannot be determined" in err
    assert prmc(["--as", "ctrl_seg", "-"], "\n".join([*rows, "the job ends"]).encode())[0] != 2


@pytest.mark.parametrize("args, data, message", [
    (["--as", "set_psv_sge"], b"00", "prmc: the spec has no layout, variant or sequence "
     "'set_psv_sge'; did you mean 'set_psv_seg'?\n"),
    (["--as", "xyzzy"], b"00", "prmc: the spec has no layout, variant or sequence 'xyzzy'; `prmc "
     "show` lists them\n"),
    (["--as", "cqe", "--start", "1"], b"00", "prmc: standard input: --start needs a whole ring of "
     "send work requests (--as wqe), a multiple of 64 bytes\n"),
    (["--as", "wqe", "--start", "1"], b"00", "prmc: standard input: --start needs a whole ring of "
     "send work requests (--as wqe), a multiple of 64 bytes\n"),
    (["--as", "wqe"], b"", "prmc: standard input: the input is empty\n"),
    (["/nonexistent/dump"], b"", "prmc: /nonexistent/dump: No such file or directory\n"),
    (["--input", "hex"], b"\x80", "prmc: standard input: the input is not text; --input hex needs "
     "one, --input raw takes bytes\n"),
])
def test_wrong_usage(args: List[str], data: bytes, message: str) -> None:
    assert prmc(args, data) == (2, "", message)


def test_a_wrong_start() -> None:
    status, out, err = prmc(["--as", "wqe", "--start", "soon"], b"00")
    assert (status, out) == (2, "") and "argument --start: invalid wqebb value: 'soon'" in err


def test_from_a_file(ring: bytes, tmp_path) -> None:
    path = tmp_path / "ring.bin"
    path.write_bytes(ring)
    status, out, err = prmc([str(path)])
    assert (status, err) == (0, "")
    assert out.startswith("input: raw bytes, 384 bytes\ntaken as wqe: it fits that without a remark, "
                          "and neither cqe, eqe nor cmd\n")
    path.write_bytes(ring[:200])
    status, out, err = prmc(["--as", "wqe", str(path)])
    assert status == 1 and "opcode" in out
    assert err == f"prmc: {path}: WQE at 0x0 needs 0x100 bytes by ctrl.ds, input ends at 0xc8 in " \
        "bsf.basic 0x08\n"


def test_colours(ring: bytes) -> None:
    plain = prmc(["--as", "wqe"], ring)[1]
    assert "\033" not in plain and plain.isascii()
    assert prmc(["--as", "wqe", "--color", "never"], ring)[1] == plain
    colored = prmc(["--as", "wqe", "--color", "always"], ring)[1]
    assert colored != plain and re.sub(r"\033\[[0-9;]*m", "", colored) == plain
    assert prmc(["--as", "wqe", "--color", "always"], ring, NO_COLOR="1")[1] == colored


def on_a_terminal(args: List[str], columns: int, **env: str) -> str:
    """Returns the output of prmc on a terminal with this number of columns."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    clean = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "NO_COLOR")}
    with subprocess.Popen([sys.executable, os.path.join(ROOT, "codegen", "prmc"), *args],
                          stdin=subprocess.DEVNULL, stdout=slave, stderr=slave,
                          env=dict(clean, TERM="xterm", PYTHONIOENCODING="utf-8", **env)) as process:
        os.close(slave)
        out = b""
        while True:
            try:
                part = os.read(master, 65536)
            except OSError:  # the other end is closed
                part = b""
            if not part:
                break
            out += part
        process.wait(patience.LIMIT)
    os.close(master)
    return out.decode().replace("\r\n", "\n")


@pytest.mark.deep
def test_a_terminal(ring: bytes, tmp_path) -> None:
    path = tmp_path / "ring.bin"
    path.write_bytes(ring)
    for columns in (60, 80, 132):
        out = on_a_terminal(["decode", str(path)], columns)
        assert "\033[" in out
        plain = re.sub(r"\033\[[0-9;]*m", "", out)
        # A name with its value is never broken.
        assert [line for line in plain.split("\n") if len(line) > max(columns, 74)] == []
        assert plain == prmc(["--width", str(columns), str(path)])[1]
    assert "\033[" not in on_a_terminal(["decode", str(path)], 80, NO_COLOR="1")
    shown = on_a_terminal(["show", "set_psv_seg", "--color", "never"], 80)
    assert "\u251c" in shown and "\033[" not in shown
    assert on_a_terminal(["show", "set_psv_seg", "--color", "never", "--ascii"], 80).isascii()


def test_json_of_an_error(ring: bytes) -> None:
    status, out, err = prmc(["--as", "wqe", "--json"], ring[:0x90])
    message = "WQE at 0x0 needs 0x100 bytes by ctrl.ds, input ends at 0x90 before translations[1]"
    assert (status, err) == (1, f"prmc: standard input: {message}\n")
    whole = json.loads(out)
    assert whole["errors"] == [message] and whole["dumps"][0]["items"][0]["error"] == message
    assert whole["remarks"] == 0 and whole["dumps"][0]["as"] == "wqe"


def test_small_dumps_are_quick(cqe: bytes) -> None:
    """Half a second on an idle machine: twice the 4.2 million lines when this was written, nearly all to read the spec."""
    def work() -> None:
        loaded, _ = load_spec([os.path.join(ROOT, "spec")])
        assert len(list(explained.explain(loaded, cqe, "cqe"))) == 1

    assert costs.lines(work) < 8_500_000


@pytest.mark.parametrize("size, message", [
    (decode_command.MAX_DUMPED + 64, "prmc: standard input: the dump has 33,554,496 bytes, more than 33,554,432; cut out "
     "the part that matters\n"),
    (decode_command.MAX_INPUT + 1, "prmc: standard input: the input has more than 67,108,864 bytes; cut out the part that "
     "matters\n")])
def test_endless_input(size: int, message: str, monkeypatch: pytest.MonkeyPatch,
                       capsys: pytest.CaptureFixture) -> None:
    """A wrong file, /dev/zero for one, is refused before it takes the memory of the machine."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(bytes(size))))
    assert cli.main(["decode", "--as", "wqe"]) == 2
    assert capsys.readouterr().err == message


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_memory_does_not_grow_with_the_input(options: List[str], cqe: bytes, tmp_path: Path) -> None:
    """Items are made, printed and forgotten one by one: 2048 CQEs took 50 MB more when all were kept."""
    program = ("import re, sys; from prmclib import cli; cli.main(sys.argv[1:]);"
               "sys.stderr.write(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read()).group(1))")
    peaks = []
    for count in (64, 2048):
        (tmp_path / "ring").write_bytes(cqe * count)
        run = subprocess.run(
            [sys.executable, "-c", program, "decode", *options, "--as", "cqe", str(tmp_path / "ring")],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True,
            env=dict(os.environ, PYTHONPATH=os.path.join(ROOT, "codegen")))
        peaks.append(int(run.stderr))
    assert peaks[1] < peaks[0] + 8 * 1024, peaks


@pytest.mark.parametrize("what, bad, message", [
    ("cqe", bytes(63) + b"\x70", "is not a kind of"),
    ("set_psv_seg", b"\xff" + bytes(15), "reserved bits set")])
def test_errors_and_remarks_are_repeated_up_to_a_number(
        what: str, bad: bytes, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture) -> None:
    """They follow the items; each is beside its item, too."""
    monkeypatch.setattr(decode_command, "MAX_REPEATED", 10)
    (tmp_path / "ring").write_bytes(bad * 30)
    assert cli.main(["decode", "--as", what, str(tmp_path / "ring")]) == 1
    out, err = capsys.readouterr()
    assert (out + err).count(message) == 40
    assert (err or out).splitlines()[-1].endswith("and 20 more")
