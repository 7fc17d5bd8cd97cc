#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""NVMe over RDMA with protection information, inside of `softmlx5 --kernel --devices 2`: a disk of scsi_debug that keeps and
checks T10-DIF is the namespace of Linux's target on mlx5_0, which Linux's initiator on mlx5_1 uses. test_storage.py runs it.
With the argument `stay` the initiator is connected when it ends.

Prints a line for each phase: what was written and read, and the errors of the block layer. Data that differ without an error
end it with status 1."""

from __future__ import annotations

import errno
import mmap
import os
import random
import subprocess
import sys
import time
from collections import Counter
from typing import Callable

DISK, NVME = "/dev/sda", "/dev/nvme0n1"
TARGET = "/sys/kernel/config/nvmet"
BLOCK, TIMES, PLACES = 4096, 50, 32


def put(path: str, text: str) -> None:
    with open(path, "w", encoding="ascii") as stream:
        stream.write(text)


def run(command: str) -> str:
    return subprocess.run(command.split(), check=True, stdout=subprocess.PIPE, text=True).stdout


def until(condition: Callable[[], object]) -> None:
    """Waits without an end of its own: the launcher has one."""
    while not condition():
        time.sleep(0.05)


def connect_ports() -> None:
    """Gives both ports an address, and has Linux send what is for its own other address over the ports: it would use lo, and
    so one port for both ends. nvmet and nvme-rdma use only the first network namespace."""
    run("ip link set lo up")
    for i in (0, 1):
        run(f"ip addr add 10.9.{i}.1/24 dev ib{i}")
        run(f"ip link set ib{i} up")
    for i in (0, 1):
        until(lambda: "LOWER_UP" in run(f"ip -o link show dev ib{i}"))  # the subnet administration has answered
        with open(f"/sys/class/net/ib{i}/address", encoding="ascii") as stream:
            hardware = stream.read().strip()
        run(f"ip route del local 10.9.{i}.1 dev ib{i} table local")
        run(f"ip route add 10.9.{i}.1 dev ib{1 - i}")
        run(f"ip neigh add 10.9.{i}.1 lladdr {hardware} dev ib{1 - i} nud permanent")


def start_target() -> None:
    put("/sys/bus/pseudo/drivers/scsi_debug/add_host", "1")
    until(lambda: os.path.exists(DISK))
    run(f"mount -t configfs none {os.path.dirname(TARGET)}")
    namespace = f"{TARGET}/subsystems/t/namespaces/1"
    os.mkdir(f"{TARGET}/subsystems/t")
    put(f"{TARGET}/subsystems/t/attr_allow_any_host", "1")
    put(f"{TARGET}/subsystems/t/attr_pi_enable", "1")
    os.mkdir(namespace)
    put(f"{namespace}/device_path", DISK)
    put(f"{namespace}/enable", "1")
    os.mkdir(f"{TARGET}/ports/1")
    for name, text in (("addr_traddr", "10.9.0.1"), ("addr_adrfam", "ipv4"), ("addr_trtype", "rdma"), ("addr_trsvcid", "4420"),
                       ("param_pi_enable", "1")):
        put(f"{TARGET}/ports/1/{name}", text)
    os.symlink(f"{TARGET}/subsystems/t", f"{TARGET}/ports/1/subsystems/t")


def start_initiator() -> None:
    put("/dev/nvme-fabrics",
        "transport=rdma,traddr=10.9.0.1,host_traddr=10.9.1.1,trsvcid=4420,nqn=t,nr_io_queues=1,queue_size=16")
    until(lambda: os.path.exists(NVME))


class Exchange:
    """Random blocks, written and read with O_DIRECT; ``kept`` is what each place must have, by its seed."""

    def __init__(self) -> None:
        self.random = random.Random(1)
        self.kept = {}
        self.buffer = mmap.mmap(-1, BLOCK)  # O_DIRECT needs an aligned one

    def data(self, place: int) -> bytes:
        return random.Random(self.kept[place]).randbytes(BLOCK)

    def write(self, file: int, place: int) -> None:
        before = self.kept.get(place)
        self.kept[place] = self.random.getrandbits(32)
        self.buffer[:] = self.data(place)
        try:
            assert os.pwritev(file, [self.buffer], place * BLOCK) == BLOCK
        except OSError:
            # The target has received it, and not given it to the disk.
            if before is None:
                del self.kept[place]
            else:
                self.kept[place] = before
            raise

    def read(self, file: int, place: int) -> None:
        self.buffer[:] = bytes(BLOCK)
        assert os.preadv(file, [self.buffer], place * BLOCK) == BLOCK
        if self.buffer[:] != self.data(place):
            sys.exit(f"block {place} has other data, and no error says so")

    def run(self, what: str, path: str = NVME) -> None:
        """Writes and reads random places; of the disk itself, reads all."""
        count: Counter = Counter()
        file = os.open(path, os.O_RDWR | os.O_DIRECT)
        for i in range(TIMES):
            place = self.random.randrange(PLACES)
            for name, work in (("written", self.write), ("read", self.read)):
                if name == "written" and path == DISK or name == "read" and place not in self.kept:
                    continue
                try:
                    work(file, place)
                    count[name] += 1
                except OSError as exc:
                    count[f"{name}: {errno.errorcode[exc.errno or 0]}"] += 1
        os.close(file)
        print(f"{what}: " + ", ".join(f"{n} {name}" for name, n in sorted(count.items())), flush=True)


def main() -> int:
    connect_ports()
    start_target()
    start_initiator()
    with open("/sys/block/nvme0n1/integrity/format", encoding="ascii") as stream:
        print(stream.read().strip())
    exchange = Exchange()
    exchange.run("passed on")
    put("/sys/block/nvme0n1/integrity/write_generate", "0")
    exchange.run("inserted and passed on")
    put("/sys/block/nvme0n1/integrity/read_verify", "0")
    exchange.run("inserted and stripped")
    exchange.run("of the disk", DISK)
    if sys.argv[1:] != ["stay"]:
        put("/sys/class/nvme/nvme0/delete_controller", "1")
        os.unlink(f"{TARGET}/ports/1/subsystems/t")
        os.rmdir(f"{TARGET}/ports/1")
    return 0


if __name__ == "__main__":
    sys.exit(main())
