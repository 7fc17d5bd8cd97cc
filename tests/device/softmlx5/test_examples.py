# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The examples on softmlx5, plain and under valgrind; ibv_devinfo under valgrind."""

from __future__ import annotations

import os
import re
import sys

import pytest
import sanitizers

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "device")]

import soft  # noqa: E402

sys.path.insert(0, os.path.join(soft.ROOT, "examples"))

import demo  # noqa: E402
from signatures import Dif  # noqa: E402

LOOPBACK = os.path.join(soft.BUILD, "examples", "loopback")
# Memory that libibverbs keeps until exit, and the stacks of threads, are at most possibly lost.
VALGRIND = ["valgrind", "--quiet", "--leak-check=full", "--show-leak-kinds=definite,indirect",
            "--errors-for-leak-kinds=definite,indirect", "--error-exitcode=99"]


def valgrind(program):
    """The command that runs it under valgrind."""
    sanitizers.skip_valgrind(program)
    return [*VALGRIND, program]


@pytest.mark.parametrize("options", ["", "--doorbell poll", "--strict --serialise-wire",
                                     "--caps connectx5"])
def test_loopback(options):
    done = soft.run(options.split(), LOOPBACK, "100")
    assert done == (0, "100 rounds of send, write, read and atomic: all data are right\n", "")


def test_loopback_without_device():
    """It reports a missing device, or a device without the features that it needs."""
    done = soft.run(["--cap", "rc=0"], LOOPBACK)
    assert (done.status, done.out) == (1, "") and done.err.startswith("MR or QP: ")


@pytest.mark.deep
@pytest.mark.parametrize("options", ["", "--serialise-wire", "--trace /dev/null --strict"])
def test_loopback_is_clean(options):
    done = soft.run(options.split(), *valgrind(LOOPBACK), "20")
    assert (done.status, done.err) == (0, "")


@pytest.mark.deep
@pytest.mark.parametrize("options, devices", [("", 1), ("--doorbell poll", 1), ("--devices 8", 8)])
def test_devinfo_is_clean(options, devices):
    done = soft.run(options.split(), *VALGRIND, "ibv_devinfo", "-v")
    assert (done.status, done.err, done.out.count("hca_id:\tmlx5_")) == (0, "", devices)


def example(name):
    return os.path.join(soft.BUILD, "examples", name)


@pytest.mark.parametrize("options", ["", "--doorbell poll", "--strict --serialise-wire",
                                     "--caps connectx5"])
def test_sig_write(options):
    assert soft.run(options.split(), example("sig_write")) == (
        0, "64 blocks written, T10-DIF added on the wire, checked and stripped: data are right\n", "")


@pytest.mark.parametrize("byte", [0, 520 * 38 + 511, 520 * 38 + 512, 520 * 38 + 513])
def test_sig_write_finds_what_changes_on_the_wire(byte):
    """A block has 520 bytes there; data or guard, the guard is wrong."""
    done = soft.run(["--fault", f"wire:byte={byte},nth=1"], example("sig_write"))
    assert (done.status, done.err) == (2, "")
    assert done.out.startswith(f"signature error 1 at byte {byte // 520 * 520}: expected 0x")


def test_errors_of_cards():
    """ConnectX-5 reports the last byte of the signature, the computed value as the expected one, and that of the data as the
    actual one: the values of NVIDIA's tests for cards, for a tag and a guard."""
    fault = f"wire:byte={520 * 3 + 515},nth=1"
    by_page = soft.run(["--fault", fault], example("sig_write")).out
    card = soft.run(["--caps", "connectx5", "--fault", fault], example("sig_write")).out
    found = [re.fullmatch(r"signature error 3 at byte (\d+): expected (\w+), actual (\w+)\n", out).groups()
             for out in (by_page, card)]
    assert found[0] == (str(520 * 3), found[1][2], found[1][1]) and found[1][0] == str(520 * 4 - 1)
    assert found[0][1] != found[0][2]
    assert soft.run(["--caps", "connectx5"], example("mlx5dv_sig_write")).out.endswith(
        "  block 2: expected b45e, actual 0\n")


@pytest.mark.parametrize("byte, error", [(514, 3), (516, 2)])
def test_sig_write_finds_changed_tags(byte, error):
    done = soft.run(["--fault", f"wire:byte={byte},nth=1"], example("sig_write"))
    assert done.status == 2 and done.out.startswith(f"signature error {error} at byte 0: expected")


def test_sig_write_without_signatures():
    assert soft.run(["--cap", "sho=0"], example("sig_write")) == (
        1, "", "mlx5sig_create_mkey: Operation not supported\n")


@pytest.mark.deep
def test_sig_write_is_clean():
    done = soft.run([], *valgrind(example("sig_write")))
    assert (done.status, done.err) == (0, "")


@pytest.mark.parametrize("options, encrypts", [
    ("", True), ("--doorbell poll --cap aes_xts_multi_block_be_tweak=1", True), ("--strict --serialise-wire", True),
    ("--strict --cap aes_xts_multi_block_le_tweak=0", False), ("--cap crypto=0", False)])
def test_accel(options, encrypts):
    """Each result is checked by the program; no progress is shown, since it is not on a terminal."""
    done = soft.run(options.split(), example("accel"), "0.05")
    assert (done.status, done.err) == (0, "")
    *lines, last = done.out.splitlines()
    assert last == "all results are right, and the changed bytes were found"
    assert [re.sub(r" +\d+ operations of 65536 bytes, +\d+ MB/s$", "", line) for line in lines] == [
        "copy and CRC32C", "check CRC32C, copy", *["again, with a changed byte", "again, after SET_PSV"] * 2,
        *(["encrypt, CRC32C", "check CRC32C, decrypt", "again, with a changed byte"] if encrypts else []),
        "encrypt and add T10-DIF" if encrypts else "add T10-DIF",
        "check T10-DIF, strip, decrypt" if encrypts else "check T10-DIF, strip", "again, with a changed byte"]
    assert all(int(re.search(r"(\d+) operations", line)[1]) % 8 == 0 for line in lines if line.startswith("again"))


def disk_of(data, metadata, kind, where):
    """What examples/dif_target.c has to write: blocks of its data, and PI as NVMe defines it."""
    first = "f" in where
    guarded = data + (0 if first else metadata - 8)
    stream = bytes((i * 7 + i // 251) & 0xff for i in range(256 * guarded))
    blocks = []
    for number in range(256):
        block = stream[number * guarded:][:guarded]
        tags = Dif(data, app_tag=0x5347, ref_tag=0xc0ffee if kind == 3 else (0xfffffff0 + number) % 2 ** 32)
        # What follows the PI is not written.
        blocks.append((block[:data], (block[data:] + tags.make(0, block)).ljust(metadata, b"\0")))
    parts = zip(*blocks) if "s" in where else blocks
    return b"".join(part for one in parts for part in one)


@pytest.mark.parametrize("options, words", [
    ("--strict", "4096 8 1"), ("--strict --doorbell poll", "512 16 2 -"), ("--strict", "512 8 3 s"),
    ("--fault late-drain:wqes=3", "4096 64 1 f"), ("--strict --fault cqe-delay:ns=200000", "512 64 3 sf"),
    ("", "512 16 2 s")])
def test_dif_target(tmp_path, options, words):
    """The disk is right, and the host is told which blocks are bad; the tags of type 3 are not checked."""
    data, metadata, kind, where = (*words.split(), "-")[:4]
    done = soft.run(options.split(), example("dif_target"), data, metadata, kind, where, str(tmp_path / "image"))
    bad = ["block 83: bad guard", *(["block 170: bad reference tag"] if kind != "3" else [])]
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == [*bad, "32 writes and reads of 8 blocks are as they should be"]
    assert (tmp_path / "image").read_bytes() == disk_of(int(data), int(metadata), int(kind), where)


@pytest.mark.parametrize("words, error", [
    ("4096 64 1", "the guard would cover a number of bytes that is no block size"), ("512 4 1", "format"),
    ("512 8 4", "format")])
def test_dif_target_without_format(words, error):
    done = soft.run([], example("dif_target"), *words.split())
    assert done == (1, "", f"{error}: Invalid argument\n")


def test_accel_finds_what_changes_on_the_wire():
    """A byte of the first copy."""
    done = soft.run(["--fault", "wire:byte=4,nth=1"], example("accel"), "0")
    assert done.status == 1 and done.err == "copy or CRC32C: Invalid or incomplete multibyte or wide character\n"


def test_accel_without_signatures():
    assert soft.run(["--cap", "sho=0"], example("accel"), "0") == (
        1, "", "mlx5sig_mkey_pool_create: Operation not supported\n")


@pytest.mark.parametrize("options", ["", "--doorbell poll", "--strict --serialise-wire"])
def test_demo(options):
    """The guard that is expected is the one that was shown on the wire; the tag counts blocks."""
    done = soft.run(options.split(), example("demo_device"))
    assert (done.status, done.err) == (0, "")
    for text in ("block sizes  512 520 4048 4096 4160", "32768 arrived: the same data",
                 "check of the key: no error", "reference tag 1038\n", "reference tag 1040\n"):
        assert text in done.out
    guard = re.search(r"block 38: guard (\w{4}),", done.out)[1]
    assert f"bad guard in block 38, expected {guard} " in done.out


def test_demo_finds_what_it_did_not_do():
    done = soft.run(["--fault", "wire:byte=20,nth=1"], example("demo_device"))
    assert done.status == 1 and "check of the key: bad guard\n" in done.out


def test_demo_tells_capabilities_of_the_device():
    done = soft.run(["--cap", "sig_crc32c=0", "--cap", "sig_block_4048=0", "--cap",
                     "drain_sigerr=0"], example("demo_device"))
    for text in ("block sizes  512 520 4096 4160\n", "CRC types    CRC32 CRC64-XP10\n",
                 "pipelining   no\n"):
        assert text in done.out


PIPELINING = """\
Sound blocks: transfer and good response, posted together
  initiator: good response
One byte of block 41 has changed on the disk: the same again
  the device has stopped the send queue (SQ_DRAINED)
  1. polled: request 1, success
  2. checked the key: block 41, bad guard, expected 0xd2e7, actual 0xefa8
  3. cancelled the good response: 1 request
  4. back to RTS
  the cancelled request completes: request 2
  initiator: bad response, for block 41
"""


@pytest.mark.parametrize("options", ["", "--doorbell poll", "--strict --serialise-wire",
                                     "--fault late-drain:wqes=1"])
def test_pipelining(options):
    assert soft.run(options.split(), example("pipelining")) == (0, PIPELINING, "")


def test_pipelining_that_the_device_lacks():
    done = soft.run(["--cap", "drain_sigerr=0"], example("pipelining"))
    assert done == (1, "", "signature pipelining: Operation not supported\n")


@pytest.mark.parametrize("options", ["", "--doorbell poll", "--strict --serialise-wire"])
def test_pool(options):
    assert soft.run(options.split(), example("pool")) == (
        0, "100 I/Os of 8 blocks with 4 keys: all tags are right\n", "")


def test_pool_finds_a_wrong_tag():
    done = soft.run(["--fault", "wire:byte=519,nth=50"], example("pool"))
    assert (done.status, done.err) == (1, "") and done.out.endswith(": WRONG\n")


def test_pool_sends_no_commands_per_io(tmp_path):
    """400 I/Os take as many commands as 4: keys are created in advance."""
    def commands(rounds):
        trace = tmp_path / rounds
        assert soft.run(["--trace", str(trace)], example("pool"), rounds).status == 0
        return trace.read_text(encoding="utf-8").count(" CREATE_MKEY"), len(re.findall(
            r"^\[.*mlx5_0 command ", trace.read_text(encoding="utf-8"), re.MULTILINE))

    assert commands("1") == commands("100") and commands("1")[0] >= 4


@pytest.mark.deep
@pytest.mark.parametrize("name", ["demo_device", "pipelining", "pool"])
def test_examples_are_clean(name):
    done = soft.run([], *valgrind(example(name)))
    assert (done.status, done.err) == (0, "")


def test_wqes_of_the_demo(capfd):
    """Every WQE that the program posts is decoded, the cancelled one in its form when it was executed."""
    demo.on_device("a title", os.path.join(soft.BUILD, "demo"), "pipelining", True)
    out, err = capfd.readouterr()
    assert err == "" and out.startswith("\n== a title\nSound blocks:")
    heads = re.findall(r"^  \[.*WQE \w+ (\w+), ", out.split("Its WQEs, decoded:")[1], re.MULTILINE)
    assert heads.count("UMR") == 3 and heads.count("NOP") == 1 and heads.count("SEND") == 2
    assert "CQE" not in out and "recv_data_seg" not in out and "set_psv_seg" in out
    assert "memory_inline.app_tag=0x5347" in out
