# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""tgt's iSER target, whose disk is a file, and initiators with libiscsi: SCSI commands in messages, data by RDMA reads and
writes of the target."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Iterator, List

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(os.path.dirname(HERE), "softmlx5"), os.path.join(os.path.dirname(os.path.dirname(HERE)), "run")]

import clients  # noqa: E402
import debian_file  # noqa: E402
import patience  # noqa: E402
from together import Programs, finish, programs, soft  # noqa: E402, F401

TARGET, INITIATOR = "iqn.2026-11.example:disk", "iqn.2026-11.example:host"  # tgt wants the initiator's name to be bound
PIECE, PIECES = 256 << 10, 32  # of the disk; libiscsi cannot transfer 512 KiB by iSER
DISK = f"driver=iscsi,transport=iser,portal=127.0.0.1,target={TARGET},lun=1,initiator-name={INITIATOR}"
URL = f"iscsi://127.0.0.1/{TARGET}/1?iser"
# In a network of its own, in which iSCSI's port is free. The 1 GB of buffers that are the default are not needed.
DAEMON = "ip link set lo up; exec {} --strict {}/usr/sbin/tgtd -f --iser pool_sz_mb=64"


class Target:
    """The target, and the folder with tgt and QEMU's driver, whose packages are not installed."""

    def __init__(self, programs: Programs, folder: str) -> None:
        self.programs, self.folder = programs, folder
        for package in ("tgt", "qemu-block-extra"):
            subprocess.run(["dpkg-deb", "-x", debian_file.required(soft.BUILD, package), folder], check=True)
        self.disk = os.path.join(folder, "disk")
        with open(self.disk, "wb") as stream:
            stream.truncate(PIECE * PIECES)
        programs.environment.update(TGT_IPC_SOCKET=os.path.join(folder, "tgt"), QEMU_MODULE_DIR=self.modules())
        self.process = programs.start([], "unshare", "--user", "--map-root-user", "--net", "sh", "-c",
                                      DAEMON.format(soft.SOFTMLX5, folder))
        patience.until(lambda: not self.admin("--mode target --op show")[0] or self.process.poll() is not None,
                       "the target does not start")
        for command in (f"--mode target --op new --tid 1 -T {TARGET}",
                        f"--mode logicalunit --op new --tid 1 --lun 1 -b {self.disk}",
                        "--mode target --op bind --tid 1 -I ALL", f"--mode target --op bind --tid 1 -Q {INITIATOR}"):
            assert self.admin(command) == (0, "")

    def modules(self) -> str:
        """The folder with block-iscsi.so."""
        return next(where for where, _, files in os.walk(self.folder) if "block-iscsi.so" in files)

    def admin(self, command: str) -> "tuple[int, str]":
        return self.programs.plain(f"{self.folder}/usr/sbin/tgtadm", "--lld", "iser", *command.split())

    def initiator(self, *command: str) -> str:
        status, out = self.programs.run(["--strict"], *command)
        assert status == 0 and "softmlx5:" not in out, out
        return out

    def end(self) -> None:
        # Not --force: if a connection has just ended, tgt calls a function of the transport that its iSER does not have.
        for command in ("--mode logicalunit --op delete --tid 1 --lun 1", "--mode target --op delete --tid 1"):
            patience.until(lambda: not self.admin(command)[0], "the target remains")
        assert self.admin("--mode system --op delete") == (0, "")
        status, out = finish(self.process)
        assert status == 0 and "softmlx5:" not in out, out


@pytest.fixture
def target(programs, tmp_path) -> Iterator[Target]:
    yield Target(programs, str(tmp_path / "files"))


def qemu_io(target: Target, command: str) -> None:
    """Writes the disk in pieces from files, changes a block, and reads where two pieces meet. The target's file has it all."""
    data = bytearray(os.urandom(PIECE * PIECES))
    words: List[str] = []
    for i in range(PIECES):
        file = f"{target.folder}/piece{i}"
        with open(file, "wb") as stream:
            stream.write(data[i * PIECE:(i + 1) * PIECE])
        words += ["-c", f"write -s {file} {i * PIECE} {PIECE}"]
    words += ["-c", "write -P 7 1M 512", "-c", "read -P 7 1M 512", "-c", f"read -v {PIECE - 512} 1024", "-c", "flush"]
    out = target.initiator(command, "--image-opts", DISK, *words)
    data[1 << 20:(1 << 20) + 512] = bytes([7]) * 512
    assert out.count(f"wrote {PIECE}/{PIECE} bytes") == PIECES and "failed" not in out, out
    shown = bytes.fromhex("".join(line[10:].split("  ")[0] for line in out.splitlines() if line[8:9] == ":"))
    assert shown == data[PIECE - 512:PIECE + 512]
    with open(target.disk, "rb") as stream:
        assert stream.read() == data


@pytest.mark.parametrize("command", clients.cases("tgt's iSER target, with libiscsi's programs and QEMU"))
def test_initiator(target, command):
    """A program finds the disk and uses it; then the target ends by itself."""
    if command == "qemu-io":
        qemu_io(target, command)
    else:
        out = target.initiator(*command.split(), "-i", INITIATOR, URL)
        said = {"iscsi-inq": "Peripheral Device Type:DIRECT_ACCESS", "iscsi-perf": "finished.",
                "iscsi-readcapacity16": f"Total size:{PIECE * PIECES}"}[command.split()[0]]
        assert said in out, out
    target.end()
