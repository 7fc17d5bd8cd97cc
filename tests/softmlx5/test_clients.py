# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Programs that we did not write, and that ask more of the device's surroundings than libibverbs does."""

from __future__ import annotations

import ipaddress
import os
import re
import sys

import pytest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from together import Programs, finish, free_port, programs, wait_for_listener  # noqa: E402, F401

NAMES = """
import ctypes, glob, os

node, card = "/dev/infiniband/uverbs0", "/sys/class/infiniband/mlx5_0"
library = ctypes.CDLL(None, use_errno=True)
for name, wanted in ((node.encode(), [0, 0, -1]), (b"/dev/infiniband/uverbs7", [-1] * 3)):
    for mode, result in zip((os.F_OK, os.R_OK | os.W_OK, os.X_OK), wanted):
        for function in (library.access, library.euidaccess, library.eaccess):
            assert function(name, mode) == result, (name, mode, function)
        assert library.faccessat(-100, name, mode, 0) == result
assert library.access(node.encode(), 64) == -1 and ctypes.get_errno() == 22
assert os.stat(node, dir_fd=os.open("/", os.O_RDONLY)).st_rdev == os.makedev(231, 192)

pci = os.path.realpath(card + "/device")
assert pci == "/sys/devices/pci9005:00/9005:01:00.0", pci
library.realpath.restype = ctypes.c_char_p
assert library.realpath((card + "/device").encode(), None) == pci.encode()
assert os.path.basename(os.readlink(pci + "/driver")) == "mlx5_core"
assert os.path.realpath("/sys/bus/pci/devices/9005:01:00.0") == pci
assert os.path.realpath("/sys/class/infiniband_verbs/uverbs0/device") == pci
assert os.listdir("/sys/class/infiniband") == ["mlx5_0"]
assert os.access(card + "/node_guid", os.R_OK) and os.stat(card).st_mode & 0o40000
assert not os.path.exists("/sys/class/infinibandx") and not os.path.exists(card + "1")
print("done")
"""


def test_names(programs):
    """access() of a node, and the names below /sys; those of the machine are as before."""
    assert programs.run(["--fabric", "none"], sys.executable, "-c", NAMES) == (0, "done\n")
    assert "".join(sorted(os.listdir("/sys/bus/pci"))) == programs.run([], "sh", "-c", "printf %s $(ls /sys/bus/pci)")[1]


def test_no_names_without_launcher(programs):
    """The library alone redirects nothing."""
    library = os.path.join(os.path.dirname(programs.softmlx5), "libsoftmlx5.so")
    done = programs.plain("env", f"LD_PRELOAD={library}", sys.executable, "-c",
                          "import os; print(os.path.exists('/sys/bus/pci/devices/9005:01:00.0'))")
    assert done == (0, "False\n")


TREE = """
cd /sys/class/infiniband/mlx5_0 && for name in hca_type fw_ver node_type node_guid sys_image_guid ports/1/*; do
    test -f $name && echo "$name: $(cat $name)"; done
cd ports/1 && for name in gids/[0-9] gid_attrs/*/*; do echo "$name: $(cat $name)"; done
cat ../../device/uevent
"""


def test_port(programs):
    """Attributes of device and port in sysfs are those that libibverbs queries."""
    status, out = programs.run([], "sh", "-c", TREE.replace("cd /sys", 'cd "$SYSFS_PATH"'))
    tree = dict(re.split(": |=", line, maxsplit=1) for line in out.splitlines())
    assert status == 0
    queried = programs.run([], "ibv_devinfo", "-v")[1]
    lid = int(tree["ports/1/lid"], 16)
    assert f"port_lid:\t\t{lid}\n" in queried and tree["node_guid"] == tree["sys_image_guid"]
    assert f"node_guid:\t\t\t{tree['node_guid']}\n" in queried
    assert tree["gids/0"] == f"fe80:0000:0000:0000:{tree['node_guid']}" and tree["gids/1"] == ":".join(["0000"] * 8)
    gid = re.search(r"GID\[ *0\]:\s+(\S+)", queried).group(1)
    assert ipaddress.ip_address(gid) == ipaddress.ip_address(tree["gids/0"])
    assert tree["gid_attrs/types/0"] == "IB/RoCE v1" and "gid_attrs/types/1" not in tree
    assert tree["ports/1/state"] == "4: ACTIVE" and "PORT_ACTIVE (4)" in queried
    assert tree["ports/1/link_layer"] == "InfiniBand" and "link_layer:\t\tInfiniBand" in queried
    assert f"port_cap_flags:\t\t{tree['ports/1/cap_mask']}".replace("0x0", "0x") in queried.replace("0x0", "0x")
    assert tree["PCI_SLOT_NAME"] == "9005:01:00.0" and tree["PCI_ID"] == "15B3:1021"
    assert tree["hca_type"] == "MT4129" and tree["fw_ver"] == re.search(r"fw_ver:\s+(\S+)", queried).group(1)


# UCX. rc_v and rc_x are rc_verbs and rc_mlx5 with the datagrams that connect them.

def ucx(programs: Programs, transports: str) -> None:
    programs.environment.update(UCX_TLS=transports, UCX_NET_DEVICES="mlx5_0:1")


def test_ucx_info(programs):
    status, out = programs.run(["--strict"], "ucx_info", "-d")
    assert status == 0 and "softmlx5:" not in out and "ERROR" not in out, out
    found = re.findall(r"Transport: (\w+)\n#\s+Device: mlx5_0:1\n#\s+Type: network\n#\s+System device: mlx5_0 ", out)
    assert {"rc_verbs", "rc_mlx5", "ud_verbs", "ud_mlx5"} <= set(found), out


@pytest.mark.parametrize("test", [
    "tag_bw", pytest.param("tag_lat", marks=pytest.mark.deep), pytest.param("ucp_put_lat", marks=pytest.mark.deep),
    pytest.param("ucp_get", marks=pytest.mark.deep), pytest.param("ucp_fadd", marks=pytest.mark.deep),
    pytest.param("ucp_cswap", marks=pytest.mark.deep), pytest.param("stream_bw", marks=pytest.mark.deep),
    pytest.param("ucp_am_lat", marks=pytest.mark.deep)])
@pytest.mark.parametrize("transports", ["rc_v", "rc_x", "ud_v", "ud_x"])
def test_ucx_alone(programs, transports, test):
    """A process that is its own peer."""
    ucx(programs, transports)
    size = "8" if test in ("ucp_fadd", "ucp_cswap") else "50000"
    status, out = programs.run(["--strict"], "ucx_perftest", "-l", "-t", test, "-n", "30", "-w", "2", "-s", size)
    assert status == 0 and "Final:" in out, out
    assert "softmlx5:" not in out and "ERROR" not in out, out


@pytest.mark.parametrize("transports", ["rc_x", "ud_x", pytest.param("rc_v", marks=pytest.mark.deep),
                                        pytest.param("ud_v", marks=pytest.mark.deep)])
def test_ucx_pair(programs, transports):
    """Two processes."""
    ucx(programs, transports)
    port = str(free_port())
    server = programs.start(["--strict"], "ucx_perftest", "-p", port)
    wait_for_listener(port)
    status, out = programs.run(["--strict"], "ucx_perftest", "-p", port, "localhost", "-t", "tag_bw", "-n", "30", "-w", "2",
                               "-s", "50000")
    assert status == 0 and "Final:" in out and "softmlx5:" not in out, out
    status, out = finish(server)
    assert status == 0 and "softmlx5:" not in out, out
