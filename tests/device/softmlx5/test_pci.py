# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The program softmlx5-device without a kernel: tests/device/softmlx5/pci plays the guest and the driver of its PCI function.

Guest and driver check the answers themselves. Hostile ones are followed by a right one, for which the device has to
work. All run on the device with ASan and UBSan; those that are worth it with ThreadSanitizer, too.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import Iterator, List, Sequence

import pytest

import patience

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
BUILD = os.path.join(ROOT, os.environ.get("SOFTMLX5_BUILD", "build"))
DRIVER = os.path.join(BUILD, "tests", "pci_driver")

RIGHT = ("boot", "health", "states", "capabilities", "events", "pages", "data")
HOSTILE = ("delivery", "addresses", "messages", "rings", "truncated")


class Device:
    """The program, and what it wrote to stderr."""

    def __init__(self, folder: str, program: str, options: Sequence[str] = (), functions: int = 1) -> None:
        self.sockets = [os.path.join(folder, f"socket{i}") for i in range(functions)]
        self.log = os.path.join(folder, "log")
        self.trace = os.path.join(folder, "trace")
        sockets = [word for path in self.sockets for word in ("--socket", path)]
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [os.path.join(BUILD, program), *sockets, "--bar", os.path.join(folder, "bar"), *options],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        patience.until(lambda: self.process.poll() is not None or all(os.path.exists(path) for path in self.sockets),
                       "there are no sockets")
        assert self.process.poll() is None, self.lines()

    def lines(self) -> List[str]:
        with open(self.log, encoding="utf-8", errors="replace") as stream:
            return stream.read().splitlines()

    def run(self, *case: str, function: int = 0) -> None:
        """Has the driver play a case, which must end well."""
        done = subprocess.run([DRIVER, self.sockets[function], *case], stdout=subprocess.PIPE, timeout=patience.LIMIT, text=True,
                              check=False)
        assert (done.stdout, done.returncode) == ("done\n", 0), "\n".join([done.stdout, *self.lines()])

    def end(self) -> None:
        """SIGTERM: the program ends with status 0 and leaves no socket."""
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(patience.LIMIT) == 0, self.lines()
        assert not any(os.path.exists(path) for path in self.sockets)


@pytest.fixture(scope="module", params=["asan", pytest.param("tsan", marks=pytest.mark.deep)])
def device(request, tmp_path_factory) -> Iterator[Device]:
    started = Device(str(tmp_path_factory.mktemp("device")), f"{request.param}/softmlx5-device")
    yield started
    started.end()
    assert [line for line in started.lines() if not line.startswith("softmlx5: ")] == []


@pytest.mark.parametrize("case", RIGHT)
def test_right(device, case):
    before = len(device.lines())
    device.run(case)
    assert device.lines()[before:] == []


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile(device, case):
    device.run(case)


def test_messages_say_what_is_wrong(device):
    """Each wrong message is reported once, with the socket and the reason."""
    before = len(device.lines())
    device.run("messages")
    lines = device.lines()[before:]
    assert all(line.startswith(f"softmlx5: {device.sockets[0]}: ") and line.endswith("the guest is disconnected")
               for line in lines), lines
    assert sum("a region of memory is longer than its file" in line for line in lines) == 2
    assert sum("the device knows no such message (message 99" in line for line in lines) == 1


@pytest.mark.parametrize("seed", range(6))
def test_fuzz(device, seed):
    """Random commands and accesses: the device survives them, without an error of memory or of threads."""
    device.run("fuzz", str(seed))


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(100, 160))
def test_fuzz_longer(device, seed):
    device.run("fuzz", str(seed))


def test_checksum(tmp_path):
    """With cmdif_checksum, entries and mailboxes have signatures, which both sides check."""
    device = Device(str(tmp_path), "asan/softmlx5-device", ["--cap", "cmdif_checksum=3"])
    device.run("checksum")
    device.end()


def test_functions(tmp_path):
    """Two functions of one process live apart."""
    device = Device(str(tmp_path), "asan/softmlx5-device", functions=2)
    device.run("boot", function=1)
    device.run("events")
    device.run("states", function=1)
    device.end()


def test_strict_reports_leftovers(tmp_path):
    """Strict mode reports a driver that leaves its pages to the device, or uses them."""
    device = Device(str(tmp_path), "softmlx5-device", ["--strict", "--trace", str(tmp_path / "trace")])
    device.run("leftovers")
    device.end()
    text = "\n".join(device.lines())
    assert "TEARDOWN_HCA: the driver has left 3 objects" in text
    assert "DISABLE_HCA: the driver has left 48 pages" in text
    assert "which it had given to the device" in text
    assert "disable_hca_in" in (tmp_path / "trace").read_text()


def test_end_of_a_machine(tmp_path):
    """A driver leaves its objects and pages by FORCE_CLOSE, or by PREPARE_FAST_TEARDOWN and nic_interface."""
    device = Device(str(tmp_path), "softmlx5-device", ["--strict", "--cap", "force_teardown=1", "--cap", "fast_teardown=1"])
    device.run("machine_ends")
    device.end()
    assert device.lines() == 2 * [
        "softmlx5: refused: mlx5_0: firmware: ALLOC_PD, command 0x800: BAD_SYS_STATE (0x04): it comes before ENABLE_HCA"]


def test_strict_checks_commands(tmp_path):
    """Strict mode reports reserved bits, unknown opcodes and wrong lengths, and nothing else."""
    device = Device(str(tmp_path), "softmlx5-device", ["--strict"])
    device.run("boot")
    device.run("events")
    assert device.lines() == []
    device.run("sloppy")
    device.end()
    assert [line.partition("mlx5_0: ")[2] for line in device.lines()] == [
        "command: alloc_pd_in, bit 0x40 (reserved): reserved bits are set, 0xa5a5a5a5",
        "firmware: unknown, command 0xfff: BAD_OP (0x02): the device has no such command",
        "firmware: ALLOC_PD, command 0x800: BAD_INP_LEN (0x50): it has 8 bytes, at least 16 are needed",
        "command: ALLOC_PD: the output has 16 bytes, the driver has room for 8"]


FAULTS = {
    "faults": ["command-lost:opcode=ALLOC_PD,nth=1", "command-delay:opcode=ALLOC_UAR,nth=2,ns=300000000",
               "eqe-lost:type=CMD,nth=1", "interrupt-lost:type=CMD,nth=2", "page-request:opcode=ALLOC_XRCD,nth=1,pages=80"],
    "data_faults": ["health:nth=1", "fatal:nth=2", "stall:nth=3,ns=300000000"],
}


@pytest.mark.parametrize("case", FAULTS)
def test_faults_of_a_function(tmp_path, case):
    """Each kind of --fault that only a PCI function has, once."""
    device = Device(str(tmp_path), "softmlx5-device", [word for fault in FAULTS[case] for word in ("--fault", fault)])
    device.run(case)
    device.end()


@pytest.mark.parametrize("options, message", [
    ([], "--socket PATH and --bar FILE are needed"),
    (["--socket"], "--socket: needs a value"),
    (["--socket", "s", "--bar", "b", "--devices", "2"], "--devices: softmlx5-device has no such option"),
    (["--socket", "s", "--bar", "b", "--caps", "connectx9"], "connectx9 is not a preset"),
    (["--socket", "s", "--bar", "b", "--fault", "nonsense"], "--fault nonsense: "),
    (["--socket", "s" * 200, "--bar", "b"], "the path of a socket has at most 107 characters"),
    (["--socket", "s", "--bar", "missing/b"], "--bar missing/b: No such file or directory"),
    (["--socket", "missing/s", "--bar", "b"], "--socket missing/s: No such file or directory"),
])
def test_usage(tmp_path, options, message):
    done = subprocess.run([os.path.join(BUILD, "softmlx5-device"), *options], cwd=str(tmp_path), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=patience.LIMIT, text=True, check=False)
    assert done.returncode in (2, 125)
    assert done.stdout.startswith("softmlx5: ") and message in done.stdout, done.stdout


if __name__ == "__main__":
    sys.exit(pytest.main([__file__, *sys.argv[1:]]))
