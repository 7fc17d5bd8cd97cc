#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A life of the network devices softmlx5_0 and softmlx5_1, for test_netlink.py: every call that netdevice(7) and ethtool have for
them, and wrong ones, by the numbers of Linux. Prints "as expected"."""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import random
import socket
import struct
from typing import Callable, Dict

GET_NAME, GET_FLAGS, SET_FLAGS, GET_MTU, SET_MTU = 0x8910, 0x8913, 0x8914, 0x8921, 0x8922
GET_MAC, GET_INDEX, GET_METRIC, GET_QUEUE, ETHTOOL, SET_MAC, SET_ADDRESS = 0x8927, 0x8933, 0x891d, 0x8942, 0x8946, 0x8924, 0x8916
ADDRESSES = (0x8915, 0x8917, 0x8919, 0x891b)
UP, BROADCAST, RUNNING, PROMISC, ALLMULTI, MULTICAST = 1, 2, 0x40, 0x100, 0x200, 0x1000
FIXED = UP | BROADCAST | RUNNING | MULTICAST
GSET, DRIVER, LINK, STRINGS, STATISTICS, PAUSE, LINK_SETTINGS, FEATURES = 1, 3, 0xa, 0x1b, 0x1d, 0x12, 0x4c, 0x3a
STATISTIC, TEST = 1, 0  # sets of strings
PAGE = 4096
SPEED, FULL, CR4 = 100000, 1, 38


def failure(call: Callable[..., object], *words: object) -> str:
    """The errno value of a call, or "none" of Python's own errors; 0: it has succeeded."""
    try:
        call(*words)
    except OSError as wrong:
        return errno.errorcode.get(wrong.errno or 0, "none")
    return "0"


class Interface:
    def __init__(self, name: str) -> None:
        self.name = name.encode()
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)

    def ioctl(self, number: int, value: bytes = b"") -> bytes:
        return fcntl.ioctl(self.socket, number, struct.pack("16s24s", self.name, value))[16:]

    def number(self, request: int, form: str = "=i") -> int:
        return struct.unpack_from(form, self.ioctl(request))[0]

    def ethtool(self, data: bytes) -> bytes:
        room = ctypes.create_string_buffer(data, 512)
        self.ioctl(ETHTOOL, struct.pack("P", ctypes.addressof(room)))
        return room.raw

    def sysfs(self, name: str) -> str:
        with open(f"/sys/class/net/{self.name.decode()}/{name}", encoding="ascii") as stream:
            return stream.read().strip()


def names(one: Interface, two: Interface, nobody: Interface) -> None:
    """Names and indices belong together, and the machine has no interface with either."""
    for interface in (one, two):
        name = interface.name.decode()
        index = socket.if_nametoindex(name)
        assert index == interface.number(GET_INDEX) == int(interface.sysfs("ifindex"))
        assert socket.if_indextoname(index) == name
        answer = fcntl.ioctl(one.socket, GET_NAME, struct.pack("=16si20x", b"", index))
        assert answer[:16].rstrip(b"\0") == interface.name
        assert index not in (other for other, _ in socket.if_nameindex())
    for wrong in ("softmlx5_2", "softmlx5_", "softmlx5_00", "softmlx5_x", "softmlx5"):
        assert failure(socket.if_nametoindex, wrong) == "none", wrong
        assert failure(Interface(wrong).ioctl, GET_MTU) == "ENODEV", wrong
    assert failure(socket.if_indextoname, socket.if_nametoindex("softmlx5_1") + 1) == "ENXIO"
    assert socket.if_indextoname(socket.if_nametoindex("lo")) == "lo" and Interface("lo").number(GET_MTU) >= 1500
    assert failure(nobody.ioctl, GET_MTU) == "ENODEV"


def properties(one: Interface, two: Interface) -> None:
    """Address, state, and what has no value here."""
    mac = one.ioctl(GET_MAC)[:8]
    assert mac[2:].hex(":") == one.sysfs("address") != two.sysfs("address") and struct.unpack("=H", mac[:2]) == (1,)
    assert one.number(GET_METRIC) == 0 and one.number(GET_QUEUE) == 1000
    for address in ADDRESSES:
        assert failure(one.ioctl, address) == "EADDRNOTAVAIL"
    for change in (SET_MAC, SET_ADDRESS):
        assert failure(one.ioctl, change, b"\2\0") in ("EOPNOTSUPP", "ENOTSUP")
    assert os.path.realpath(f"/sys/class/net/{one.name.decode()}/device") == \
        os.path.realpath("/sys/class/infiniband/mlx5_0/device")
    assert os.listdir("/sys/class/infiniband/mlx5_0/device/net") == [one.name.decode()]


def changes(one: Interface, two: Interface, seed: int) -> None:
    """MTU and flags, at random: what is refused changes nothing, and the other interface keeps its own."""
    chance = random.Random(seed)
    mtu: Dict[Interface, int] = {one: 1500, two: 1500}
    free: Dict[Interface, int] = {one: 0, two: 0}
    for _ in range(500):
        interface = chance.choice((one, two))
        if chance.random() < .5:
            value = chance.choice((67, 68, 1500, 9000, 9978, 9979, -1, chance.randrange(20000)))
            fits = 68 <= value <= 9978
            assert failure(interface.ioctl, SET_MTU, struct.pack("=i", value)) == ("0" if fits else "EINVAL")
            mtu[interface] = value if fits else mtu[interface]
        else:
            value = chance.randrange(0x8000)
            assert (failure(interface.ioctl, SET_FLAGS, struct.pack("=H", value)) == "0") == bool(value & UP)
            free[interface] = value & (PROMISC | ALLMULTI) if value & UP else free[interface]
        for each in (one, two):
            assert each.number(GET_MTU) == mtu[each] and each.number(GET_FLAGS, "=H") == FIXED | free[each]


def ethtool(one: Interface, two: Interface) -> None:
    """The commands that programs use, in both steps where there are two."""
    driver = one.ethtool(struct.pack("=I", DRIVER))
    assert driver[4:36].rstrip(b"\0") == b"mlx5_core"
    assert [each.ethtool(struct.pack("=I", DRIVER))[100:132].rstrip(b"\0").decode() for each in (one, two)] == [
        os.path.basename(os.path.realpath(f"/sys/class/infiniband/mlx5_{i}/device")) for i in range(2)]
    with open("/sys/class/infiniband/mlx5_0/fw_ver", encoding="ascii") as stream:
        assert driver[68:100].decode().startswith(stream.read().strip())
    assert struct.unpack_from("=II", one.ethtool(struct.pack("=I", LINK))) == (LINK, 1)
    settings = one.ethtool(struct.pack("=I", GSET))
    assert struct.unpack_from("=H", settings, 12)[0] | struct.unpack_from("=H", settings, 28)[0] << 16 == SPEED
    for words in (0, 1, 4, -3):
        first = one.ethtool(struct.pack("=IIBBBBBBBb", LINK_SETTINGS, 0, 0, 0, 0, 0, 0, 0, 0, words))
        assert struct.unpack_from("b", first, 15)[0] == -3 and not any(first[48:])
    second = one.ethtool(struct.pack("=IIBBBBBBBb", LINK_SETTINGS, 0, 0, 0, 0, 0, 0, 0, 0, 3))
    assert struct.unpack_from("=IIB", second) == (LINK_SETTINGS, SPEED, FULL) and second[15] == 3
    assert struct.unpack_from("=9I", second, 48) == (0, 1 << CR4 - 32, 0) * 2 + (0, 0, 0)
    assert not any(one.ethtool(struct.pack("=IIII", PAUSE, 7, 7, 7))[4:])
    assert struct.unpack_from("=III", one.ethtool(struct.pack("=III", STRINGS, STATISTIC, 9))) == (STRINGS, STATISTIC, 0)
    assert struct.unpack_from("=II", one.ethtool(struct.pack("=II", STATISTICS, 9))) == (STATISTICS, 0)
    assert failure(one.ethtool, struct.pack("=III", STRINGS, TEST, 0)) in ("EOPNOTSUPP", "ENOTSUP")
    assert failure(one.ethtool, struct.pack("=I", FEATURES)) in ("EOPNOTSUPP", "ENOTSUP")


def wrong_places(one: Interface) -> None:
    """Descriptors that are no sockets, and memory that is not there, of which the kernel looks at the beginning."""
    request = struct.pack("16s24s", one.name, b"")
    with open("/dev/null", "rb") as null:
        assert failure(fcntl.ioctl, null, GET_MTU, request) == "ENOTTY"
    assert failure(fcntl.ioctl, 999, GET_MTU, request) == "EBADF"
    library = ctypes.CDLL(None, use_errno=True)
    for number in (GET_MTU, GET_NAME, ETHTOOL):
        assert library.ioctl(one.socket.fileno(), number, ctypes.c_void_p(64)) == -1 and ctypes.get_errno() == errno.EFAULT
    device = os.open("/dev/infiniband/uverbs0", os.O_RDWR)  # from now on the device catches faults
    library.mmap.restype = ctypes.c_void_p
    end = library.mmap(None, ctypes.c_size_t(2 * PAGE), 3, 0x22, -1, ctypes.c_long(0)) + PAGE
    library.munmap(ctypes.c_void_p(end), ctypes.c_size_t(PAGE))
    for command in (DRIVER, LINK, GSET, STRINGS, STATISTICS, PAUSE, LINK_SETTINGS):  # of which only the number is there
        ctypes.memmove(end - 4, struct.pack("=I", command), 4)
        assert failure(one.ioctl, ETHTOOL, struct.pack("P", end - 4)) == "EFAULT", command
    os.close(device)
    netlink = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 20)  # any socket will do
    assert struct.unpack_from("=i", fcntl.ioctl(netlink, GET_MTU, request), 16) == (one.number(GET_MTU),)


def main() -> None:
    one, two = Interface("softmlx5_0"), Interface("softmlx5_1")
    names(one, two, Interface("nobody"))
    properties(one, two)
    ethtool(one, two)
    wrong_places(one)
    for seed in range(4):
        one.ioctl(SET_MTU, struct.pack("=i", 1500))
        two.ioctl(SET_MTU, struct.pack("=i", 1500))
        for each in (one, two):
            each.ioctl(SET_FLAGS, struct.pack("=H", UP))
        changes(one, two, seed)
    print("as expected")


if __name__ == "__main__":
    main()
