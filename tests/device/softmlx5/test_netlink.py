# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""NETLINK_RDMA, and the network devices of ports of Ethernet. tests/device/kernel/test_programs.py compares the answers with
Linux's."""

from __future__ import annotations

import os
import re
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from together import Programs, programs, soft  # noqa: E402, F401

CLIENT = os.path.join(HERE, "netlink.py")
OF_PORT = {"ib": r"subnet_prefix fe80:0000:0000:0000 lid \d+ sm_lid 49151 lmc 0 ", "roce": ""}
NETDEV = {"ib": "", "roce": "netdev softmlx5_1 "}


@pytest.mark.parametrize("link", OF_PORT)
def test_tool(programs: Programs, link: str):  # noqa: F811
    """iproute2's rdma shows devices, ports and what the kernel can do; what it cannot is an error."""
    options = ("--devices", "2", "--link", link)

    def said(*words: str) -> str:
        status, out = programs.run(options, "rdma", *words)
        assert not status, out
        return out

    assert re.fullmatch(r"0: mlx5_0: node_type ca fw \S+ node_guid \S+ sys_image_guid \S+ \n1: mlx5_1: .*\n",
                        said("dev"))
    assert re.fullmatch(rf"link mlx5_1/1 {OF_PORT[link]}state ACTIVE physical_state LINK_UP {NETDEV[link]}\n",
                        said("link", "show", "mlx5_1/1"))
    assert said("system") == "netns shared copy-on-fork on\n"
    assert ("MANAGED_FLOW_STEERING" in said("-d", "dev", "show", "mlx5_0")) == (link == "roce")
    for refused in (("link", "show", "mlx5_2/1"), ("resource", "show", "qp"), ("dev", "set", "mlx5_0", "name", "other")):
        status, out = programs.run(options, "rdma", *refused)
        assert status and out, refused


@pytest.mark.parametrize("seed", range(3))
def test_random_requests(programs: Programs, seed: int):  # noqa: F811
    status, out = programs.run(("--devices", "2", "--link", ("ib", "roce")[seed % 2]), sys.executable, CLIENT, str(seed), "4000")
    assert status == 0 and re.fullmatch(r"3\d{3} messages\n", out), out


def test_sockets(programs: Programs):  # noqa: F811
    """write(), sendmsg() in parts, a duplicate, a child, and what a socket refuses."""
    status, out = programs.run(("--link", "ib"), sys.executable, "-c", f"""
import errno, os, socket, sys
sys.path.insert(0, {HERE!r})
import netlink
link = netlink.Link()
data = netlink.request(0, netlink.GET, netlink.DUMP)
def kinds():
    return [kind for kind, *_ in netlink.messages(link.socket.recv(65536))]
assert os.write(link.socket.fileno(), data) == len(data)
(_, _, _, body), (kind, *_) = netlink.messages(link.socket.recv(65536))
assert kind == netlink.DONE and dict(netlink.attributes(body))[netlink.PORT] == (1).to_bytes(4, sys.byteorder)
assert link.socket.sendmsg([data[:7], b"", data[7:]]) == len(data)
assert kinds() == [0x1401, netlink.DONE]
copy = socket.socket(fileno=os.dup(link.socket.fileno()))
assert copy.send(data + data) == 2 * len(data)
assert kinds() + kinds() == [0x1401, netlink.DONE] * 2
copy.close()
pid = os.fork()
if not pid:
    os.write(link.socket.fileno(), data)
    os._exit([kind for kind, *_ in netlink.messages(os.read(link.socket.fileno(), 65536))] != [0x1401, netlink.DONE])
assert os.waitpid(pid, 0)[1] == 0
for refused, why in (((data, (1, 0)), errno.EPERM), ((bytes(5000), (0, 0)), errno.EMSGSIZE)):
    try:
        link.socket.sendto(*refused)
    except OSError as wrong:
        assert wrong.errno == why, wrong
    else:
        raise AssertionError(why)
# the number of a device lies after the end of the message
link.socket.send(netlink.request(0, netlink.GET, 0, b"\\x08\\0\\1\\0") + bytes(4))
(kind, _, _, body), = netlink.messages(link.socket.recv(65536))
assert (kind, body[:4]) == (netlink.ERROR, (-errno.EINVAL).to_bytes(4, sys.byteorder, signed=True))
link.socket.setblocking(False)
for wrong in (b"", b"x", bytes(15), bytes(16)):
    link.socket.send(wrong)
    try:
        raise AssertionError(link.socket.recv(100))
    except BlockingIOError:
        pass
number = link.socket.fileno()
link.socket.close()
plain, other = socket.socketpair()
assert number in (plain.fileno(), other.fileno())
plain.send(data)
assert other.recv(100) == data
print("as expected")
""")
    assert (status, out) == (0, "as expected\n")


def test_interfaces(programs: Programs):  # noqa: F811
    status, out = programs.run(("--devices", "2", "--link", "roce"), sys.executable, os.path.join(HERE, "interface.py"))
    assert (status, out) == (0, "as expected\n")


def test_no_interface(programs: Programs):  # noqa: F811
    """Ports of InfiniBand have none, and neither has a process without devices."""
    look = (sys.executable, "-c", "import os, socket\ntry:\n    print(socket.if_nametoindex('softmlx5_0'))\n"
            "except OSError:\n    print('none', os.path.exists('/sys/class/net/softmlx5_0'))")
    assert programs.run(("--link", "ib"), *look) == (0, "none False\n")
    assert programs.plain(*look) == (0, "none False\n")
    assert programs.run(("--link", "roce"), *look)[1].strip().isdigit()


def test_discovery(programs: Programs):  # noqa: F811
    """libibverbs finds the devices by netlink, and by sysfs where it has no netlink; the process's memory is copied on fork."""
    look = """
import ctypes, sys
verbs = ctypes.CDLL("libibverbs.so.1")
count = ctypes.c_int()
verbs.ibv_get_device_list.restype = ctypes.POINTER(ctypes.c_void_p)
verbs.ibv_get_device_name.restype = ctypes.c_char_p
devices = verbs.ibv_get_device_list(ctypes.byref(count))
print(sorted(verbs.ibv_get_device_name(ctypes.c_void_p(devices[i])).decode() for i in range(count.value)),
      verbs.ibv_is_fork_initialized())
"""
    assert programs.run(("--devices", "3"), sys.executable, "-c", look) == (0, "['mlx5_0', 'mlx5_1', 'mlx5_2'] 2\n")
