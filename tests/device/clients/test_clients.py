# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Programs that we did not write, and that ask more of the device's surroundings than libibverbs does."""

from __future__ import annotations

import functools
import glob
import ipaddress
import os
import re
import shutil
import subprocess
import sys
import tempfile
from typing import Callable, List, Tuple

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "softmlx5")]

import clients  # noqa: E402
import patience  # noqa: E402
from together import Programs, finish, free_port, on_time, programs, unexpected, wait_for_listener  # noqa: E402, F401

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


def condition(command: str) -> Tuple[List[str], str, str]:
    """The words of a command of the table, the value of UCX_TLS, and what follows it."""
    found = re.fullmatch(r"(.*?)(?: with (?:UCX_TLS=)?(\S+( \w+)?)(?: (?:as|and a) (.*))?)?", command)
    return found[1].split(), found[2] or "", found[4] or ""


def of_library(transports: str, out: str) -> str:
    """What matters of a program's output. UCX does not wait for the acknowledgement of its last datagrams; libfabric may
    reject a request whose sender has ended, which Linux answers with EINVAL, too."""
    if "MTL ofi" in transports:
        return re.sub(r"softmlx5: refused: \S+ rdma_cm: RDMA_USER_CM_CMD_REJECT, command 9: EINVAL: .*\n", "", out)
    return on_time(out) if "ud_" in transports else out


@pytest.mark.parametrize("command", [case for case in clients.cases("UCX") if "with" in case.id])
def test_ucx_pair(programs, command):
    """Two processes."""
    words, transports, _ = condition(command)
    ucx(programs, transports)
    port, size = str(free_port()), "8" if "ucp_fadd" in words or "ucp_cswap" in words else "50000"
    server = programs.start(["--strict"], "ucx_perftest", "-p", port)
    wait_for_listener(port)
    status, out = programs.run(["--strict"], *words, "-p", port, "localhost", "-n", "30", "-w", "2", "-s", size)
    assert status == 0 and "Final:" in out and "softmlx5:" not in of_library(transports, out) and "ERROR" not in out, out
    status, out = finish(server)
    assert status == 0 and "softmlx5:" not in of_library(transports, out), out


# qperf, which destroys its PD before the objects in it, and ignores that the call fails.

def of_qperf(out: str) -> str:
    return re.sub(r"softmlx5: refused: .*UVERBS_METHOD_PD_DESTROY.*: EBUSY: .*\n", "", on_time(out))


@pytest.fixture
def qperf(programs):
    """Runs a client, beside a server that serves any number of them."""
    port = str(free_port())
    server = programs.start(["--strict"], "qperf", "-lp", port)
    wait_for_listener(port)
    yield lambda *tests: programs.run(["--strict"], "qperf", "-lp", port, "-t", "1", "localhost", *tests)
    server.terminate()
    out = finish(server)[1]
    # A client of UC or UD ends when its time is over, and destroys its QPs while packets may be under way.
    assert "softmlx5:" not in of_qperf(out), out


@pytest.mark.parametrize("command", clients.cases("qperf"))
def test_qperf(qperf, command):
    tests = command.split()[1:]
    status, out = qperf(*tests)
    assert status == 0 and "softmlx5:" not in of_qperf(out), out
    measured = dict(re.findall(r"^(\w+):\n.*?  = +([\d.]+) ", out, re.MULTILINE))
    assert list(measured) == tests and all(float(value) for value in measured.values()), out


@pytest.mark.parametrize("command, says", clients.refused("qperf"))
def test_qperf_refused(qperf, command, says):
    status, out = qperf(*command.split()[1:])
    assert status and re.search(says, out), out


# Open MPI and MPICH.

@pytest.fixture(scope="module")
def exchange(tmp_path_factory) -> Callable[[str], str]:
    """The program mpi/exchange.c of a compiler, where every user can run it."""
    folder = tmp_path_factory.mktemp("mpi")

    @functools.lru_cache(maxsize=None)
    def compiled(compiler: str) -> str:
        program = str(folder / f"exchange-{compiler}")
        subprocess.run([compiler, "-O2", "-Wall", "-Wextra", "-Werror",
                        os.path.join(HERE, "mpi", "exchange.c"), "-o", program], check=True)
        return program
    return compiled


def assert_passed(trace: str, out: str) -> None:
    """All data of the ranks passed the device: receptions and RDMA READs in its trace have at least the bytes that the ranks
    send to others."""
    sent = int(re.fullmatch(r"4 ranks exchanged (\d+) bytes\n", out)[1])
    with open(trace, encoding="utf-8") as lines:
        passed = [line for line in lines if re.search(r" CQE \d+ RESP_|RDMA_READ, \d+ bytes$", line)]
    assert sum(int(line.split()[-2]) for line in passed if line.endswith(" bytes\n") and " CQ " in line) >= sent > 30000000


# Parts of Open MPI other than UCX.
PARTS = {
    "BTL openib": "--mca pml ob1 --mca btl openib,self --mca btl_openib_allow_ib 1 "
                  "--mca btl_openib_warn_no_device_params_found 0",
    "MTL ofi": "--mca pml cm --mca mtl ofi --mca mtl_ofi_provider_include verbs;ofi_rxm --mca btl self",
}
UCX = "--mca pml ucx --mca osc ucx --mca btl self -x UCX_NET_DEVICES=mlx5_0:1 -x UCX_TLS="


@pytest.mark.deep
@pytest.mark.parametrize("command", clients.cases("Open MPI"))
def test_mpi(programs, exchange, command):
    """Four ranks compare what they receive."""
    words, transports, more = condition(command)
    words += ["--oversubscribe", *PARTS.get(transports, UCX + transports).split()]
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:  # pytest's and the build's may be closed to other users
        library = os.path.join(os.path.dirname(programs.softmlx5), "libsoftmlx5.so")
        launcher, _, program = (shutil.copy(path, folder) for path in (programs.softmlx5, library, exchange("mpicc")))
        programs.environment.update(XDG_RUNTIME_DIR=folder, TMPDIR=folder, HOME=folder)
        trace = os.path.join(folder, "trace")
        soft, rank = [launcher, "--strict", "--trace", trace], [program, *([] if transports in PARTS else ["counter"])]
        as_user: List[str] = []
        if more == "nobody" and not os.geteuid():
            as_user = "setpriv --reuid nobody --regid nogroup --clear-groups".split()
            shutil.chown(folder, "nobody", "nogroup")
        elif not os.geteuid():
            words.append("--allow-run-as-root")
        status, out = programs.plain(*as_user, *([*words, *soft] if more.startswith("launcher") else [*soft, *words]), *rank)
        out = of_library(transports, out)
        assert status == 0 and "softmlx5:" not in out, out
        assert_passed(trace, out)


@pytest.mark.parametrize("command", clients.cases("MPICH"))
def test_mpich(programs, exchange, command, tmp_path):
    """The same ranks, started by Hydra."""
    words, transports, _ = condition(command)
    ucx(programs, transports)
    trace = str(tmp_path / "trace")
    status, out = programs.run(["--strict", "--trace", trace], *words, exchange("mpicc.mpich"))
    out = of_library(transports, out)
    assert status == 0 and "softmlx5:" not in out, out
    assert_passed(trace, out)


# The table.

def test_page():
    """docs/clients.md is that of clients.yaml, and every suite is run. The versions are those with which it was last renewed."""
    rows = clients.suites()
    assert clients.text_of(clients.PAGE) == clients.page(rows), "run tests/device/clients/clients.py --renew"
    tests = "".join(map(clients.text_of, glob.glob(os.path.join(os.path.dirname(HERE), "*", "test_*.py"))))
    calls = " ".join(re.findall(r"clients\.(?:cases|refused)\([^)]*\)|for name in \([^)]*\)", tests))
    assert all(f'"{row["name"]}"' in calls for row in rows)


# --link roce.

@pytest.mark.parametrize("command", [
    ("ibv_rc_pingpong", "-c", "-n", "50", "-g", "0"), ("ibv_rc_pingpong", "-c", "-n", "50", "-g", "3"),
    ("ibv_uc_pingpong", "-c", "-n", "50", "-g", "2"), ("ibv_ud_pingpong", "-c", "-n", "50", "-g", "1"),
    ("ibv_ud_pingpong", "-c", "-n", "50", "-g", "3"), ("ibv_srq_pingpong", "-c", "-n", "50", "-g", "3"),
    pytest.param(("ib_write_bw", "-n", "50", "-F"), marks=pytest.mark.deep),
    pytest.param(("ib_send_lat", "-n", "50", "-F", "-c", "UD"), marks=pytest.mark.deep),
    pytest.param(("ib_atomic_lat", "-n", "50", "-F"), marks=pytest.mark.deep)], ids=" ".join)
def test_roce(programs, command):
    """Programs with each kind of GID; perftest selects one itself."""
    options = ["--strict", "--link", "roce"]
    out = programs.pair(options, *command, client=options)
    assert not unexpected(command, out), out


@pytest.mark.parametrize("command", clients.cases("perftest, both with --link roce"))
def test_roce_groups(programs, command):
    """Multicast of perftest: the server is in the group, the client sends."""
    options = ["--strict", "--link", "roce"]
    out = programs.pair(options, *command.split(), "-F", client=options)
    assert "softmlx5:" not in out and len(re.findall(r"^ MGID: ", out, re.M)) == 2, out


MACS = ["02:00:00:00:00:01", "02:00:00:00:00:02"]  # of the client and of the server


def ethernet(programs: Programs, command: str, role: str) -> subprocess.Popen:
    source, destination = MACS if role == "--client" else MACS[::-1]
    return programs.start(["--strict", "--link", "roce"], *command.split(), "-d", "mlx5_0", role, "-B", source, "-E", destination)


@pytest.mark.parametrize("command", clients.cases("perftest, Ethernet frames"))
def test_ethernet_frames(programs, command):
    """Raw packet QPs of two processes, which do not exchange anything else. The server receives from its first flow on, when the
    fabric gets to know that."""
    server = ethernet(programs, command, "--server")
    ends = [server]
    if "fs_rate" not in command:  # which makes flows alone
        patience.until(lambda: glob.glob(f"{programs.folder}/**/*.group.ff00*", recursive=True) or server.poll() is not None,
                       "the server does not receive frames")
        ends = [ethernet(programs, command, "--client"), server]
    for process in ends:
        status, out = finish(process)
        assert status == 0 and "softmlx5:" not in out, out


def test_roce_port(programs):
    """GIDs of Ethernet, in queries and in sysfs; without a GID there is no path."""
    status, out = programs.run(["--link", "roce"], "sh", "-c", TREE.replace("cd /sys", 'cd "$SYSFS_PATH"'))
    tree = dict(re.split(": |=", line, maxsplit=1) for line in out.splitlines())
    assert status == 0 and tree["ports/1/link_layer"] == "Ethernet" and tree["ports/1/lid"] == "0x0"
    assert [tree[f"gid_attrs/types/{i}"] for i in range(4)] == ["IB/RoCE v1", "RoCE v2"] * 2
    assert [tree[f"gid_attrs/ndevs/{i}"] for i in range(4)] == ["lo"] * 4
    gids = [ipaddress.ip_address(tree[f"gids/{i}"]) for i in range(5)]
    link_local, mapped = ipaddress.ip_address("fe80::e42:a1ff:fe00:5000"), ipaddress.ip_address("::ffff:198.18.0.1")
    assert gids == [link_local, link_local, mapped, mapped, ipaddress.ip_address("::")]
    queried = programs.run(["--link", "roce"], "ibv_devinfo", "-v")[1]
    found = re.findall(r"GID\[ *\d\]:\s+(\S+), (RoCE v\d)", queried)
    assert [(ipaddress.ip_address(gid), kind) for gid, kind in found] == [
        (link_local, "RoCE v1"), (link_local, "RoCE v2"), (mapped, "RoCE v1"), (mapped, "RoCE v2")]
    port = str(free_port())
    server = programs.start(["--link", "roce"], "ibv_rc_pingpong", "-p", port)
    wait_for_listener(port)
    status, out = programs.run(["--link", "roce"], "ibv_rc_pingpong", "-p", port, "localhost")
    assert status == 1 and "Failed to modify QP to RTR" in out + finish(server)[1]


HEADERS = """
import socket, struct, sys
from pyverbs.addr import AH, AHAttr, GlobalRoute
from pyverbs.cq import CQ
from pyverbs.device import Context
from pyverbs.mr import MR
from pyverbs.pd import PD
from pyverbs.qp import QP, QPAttr, QPCap, QPInitAttr
from pyverbs.wr import SGE, RecvWR, SendWR
import pyverbs.enums as e

context = Context(name="mlx5_0")
pd, cq = PD(context), CQ(context, 10)
mr = MR(pd, 4096, e.IBV_ACCESS_LOCAL_WRITE)
qp = QP(pd, QPInitAttr(qp_type=e.IBV_QPT_UD, scq=cq, rcq=cq, cap=QPCap(max_recv_wr=4)), QPAttr(port_num=1))
index = int(sys.argv[1])
gid = context.query_gid(1, index)
route = GlobalRoute(dgid=gid, sgid_index=index, hop_limit=7, traffic_class=0x20)
ah = AH(pd, attr=AHAttr(gr=route, is_global=1, port_num=1))
qp.post_recv(RecvWR(sg=[SGE(mr.buf, 1000, mr.lkey)], num_sge=1))
send = SendWR(num_sge=1, sg=[SGE(mr.buf + 2000, 16, mr.lkey)])
send.set_wr_ud(ah, qp.qp_num, 0)
qp.post_send(send)
done = []
while len(done) < 2:
    done += cq.poll(2 - len(done))[1]
wc = [wc for wc in done if wc.opcode & e.IBV_WC_RECV][0]
assert wc.status == 0 and wc.byte_len == 56 and wc.wc_flags & e.IBV_WC_GRH and wc.slid == 0
head = mr.read(40, 0)
address = socket.inet_pton(socket.AF_INET6, str(gid))
if index == 3:
    ip = head[20:]
    assert not any(head[:20]) and ip[0] == 0x45 and ip[1] == 0x20 and ip[8] == 7 and ip[9] == 17, head
    total = sum(struct.unpack("!10H", ip))
    assert (total % 65536 + total // 65536) % 65536 == 65535
    assert ip[12:16] == ip[16:20] == address[12:]
else:
    assert head[0] == 0x62 and head[7] == 7 and head[8:24] == head[24:40] == address, head
print("done")
"""


@pytest.mark.parametrize("index", ["0", "1", "2", "3"])
def test_roce_datagram(programs, index):
    """What is in front of a datagram: the GRH, or with RoCE v2 on IPv4 an IPv4 header with its checksum."""
    assert programs.run(["--strict", "--link", "roce"], "/usr/bin/python3", "-c", HEADERS, index) == (0, "done\n")


def test_ucx_roce(programs):
    ucx(programs, "rc_x")
    status, out = programs.run(["--strict", "--link", "roce"], "ucx_perftest", "-l", "-t", "tag_bw", "-n", "30", "-w", "2",
                               "-s", "50000")
    assert status == 0 and "Final:" in out and "softmlx5:" not in out and "ERROR" not in out, out


# Tools, and what the kernel's part answers.

OPENER = """
#define _GNU_SOURCE
#include <fcntl.h>
#include <infiniband/verbs.h>
#include <stdio.h>
#include <sys/stat.h>
int main(void)
{
	const char *node = "/dev/infiniband/uverbs0";
	struct stat64 st64;
	struct stat st;
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_context *context = ibv_open_device(list[0]);
	struct ibv_xrcd_init_attr xrcd = { .comp_mask = 3, .fd = -1, .oflags = 0100 };
	struct ibv_pd *pd = ibv_alloc_pd(context);
	struct ibv_cq *cq = ibv_create_cq(context, 1, NULL, NULL, 0);
	struct ibv_qp_init_attr init = { .send_cq = cq, .recv_cq = cq, .qp_type = IBV_QPT_RC, .cap = { 1, 1, 1, 1, 0 } };
	struct ibv_qp *qp = ibv_create_qp(pd, &init);
	struct ibv_qp_attr attr;

	if (stat(node, &st) | lstat(node, &st) | stat64(node, &st64) | lstat64(node, &st64) | fstat(context->cmd_fd, &st) |
	    fstat64(context->cmd_fd, &st64) | fstatat(AT_FDCWD, node, &st, 0) | fstatat64(AT_FDCWD, node, &st64, 0))
		return 1;
	ibv_query_qp(qp, &attr, IBV_QP_PORT, &init);
	printf("port %u, xrcd %d\\n", attr.port_num, ibv_open_xrcd(context, &xrcd) != NULL);
	ibv_destroy_qp(qp);
	ibv_destroy_cq(cq);
	ibv_dealloc_pd(pd);
	ibv_close_device(context);
	ibv_free_device_list(list);
	return 0;
}
"""


FORKED = """
import os, sys
from pyverbs.addr import AH, AHAttr
from pyverbs.cq import CQ
from pyverbs.device import Context
from pyverbs.mr import MR
from pyverbs.pd import PD
from pyverbs.qp import QP, QPAttr, QPCap, QPInitAttr
from pyverbs.qp import QPInitAttrEx
from pyverbs.wr import SGE, RecvWR, SendWR
from pyverbs.xrcd import XRCD, XRCDInitAttr
import pyverbs.enums as e

class Side:
    def __init__(self):
        self.context = Context(name="mlx5_0")
        self.pd, self.cq = PD(self.context), CQ(self.context, 10)
        self.mr = MR(self.pd, 4096, e.IBV_ACCESS_LOCAL_WRITE)
        init = QPInitAttr(qp_type=e.IBV_QPT_UD, scq=self.cq, rcq=self.cq, cap=QPCap(max_send_wr=4, max_recv_wr=4))
        self.qp = QP(self.pd, init, QPAttr(port_num=1))
        self.qp.post_recv(RecvWR(sg=[SGE(self.mr.buf, 1000, self.mr.lkey)], num_sge=1))
        self.xrcd = XRCD(self.context, XRCDInitAttr(e.IBV_XRCD_INIT_ATTR_FD | e.IBV_XRCD_INIT_ATTR_OFLAGS, os.O_CREAT, -1))
        self.target = QP(self.context, QPInitAttrEx(qp_type=e.IBV_QPT_XRC_RECV, comp_mask=e.IBV_QP_INIT_ATTR_XRCD,
                                                    xrcd=self.xrcd))

    def send(self, lid, qpn, data):
        ah = AH(self.pd, attr=AHAttr(dlid=lid, port_num=1))
        self.mr.write(data, len(data), 2000)
        wr = SendWR(num_sge=1, sg=[SGE(self.mr.buf + 2000, len(data), self.mr.lkey)])
        wr.set_wr_ud(ah, qpn, 0)
        self.qp.post_send(wr)

    def complete(self, opcode):
        while True:
            for wc in self.cq.poll(1)[1]:
                assert wc.status == 0
                if wc.opcode == opcode:
                    return wc

    def receive(self):
        return self.mr.read(self.complete(e.IBV_WC_RECV).byte_len - 40, 40)

parent = Side()
lid, qpn = parent.context.query_port(1).lid, parent.qp.qp_num
child = os.fork()
if not child:
    try:
        PD(parent.context)
        print("an inherited context works")
    except Exception as problem:
        print(problem)
    side = Side()  # of its own, as another process would have
    assert side.qp.qp_num >> 16 != qpn >> 16 and side.context.query_port(1).lid == lid
    side.send(lid, side.qp.qp_num, b"to itself")
    assert side.receive() == b"to itself"
    side.complete(e.IBV_WC_SEND)
    side.send(lid, qpn, b"from the child")
    side.complete(e.IBV_WC_SEND)
    sys.stdout.flush()
    os._exit(0)
assert parent.receive() == b"from the child" and os.waitpid(child, 0)[1] == 0
print("done")
"""


@pytest.mark.parametrize("doorbell", ["trap", "poll"])
def test_forked_child_opens(programs, doorbell):
    """A child that was forked while the device was open has a device of its own when it opens it, and no other."""
    status, out = programs.run(["--strict", "--doorbell", doorbell], "/usr/bin/python3", "-c", FORKED)
    lines = out.splitlines()
    assert status == 0 and lines[-1] == "done" and "open the device in the child" in lines[0], out
    assert "Failed to allocate PD. Errno: 5" in out and len(lines) == 3, out


@pytest.mark.parametrize("compiler", ["gcc -fsanitize=address", "clang -fsanitize=address", "clang -fsanitize=thread", "gcc"])
def test_sanitized(programs, tmp_path, compiler):
    """Programs with sanitizers run without options. A new QP has a port; a refusal of the kernel's part is in the trace."""
    (tmp_path / "opener.c").write_text(OPENER)
    program, trace = str(tmp_path / "opener"), tmp_path / "trace"
    assert programs.plain(*compiler.split(), "-g", str(tmp_path / "opener.c"), "-o", program, "-libverbs") == (0, "")
    assert programs.run(["--trace", str(trace), "--cap", "xrc=0"], program) == (0, "port 1, xrcd 0\n")
    assert ("kernel: refuses IB_USER_VERBS_CMD_OPEN_XRCD, write command 0x25: EOPNOTSUPP: the device lacks the capability xrc\n"
            in trace.read_text())


REFUSED = """
import fcntl, os, struct

fd = os.open("/dev/infiniband/uverbs0", os.O_RDWR)

def call(object, method, *attrs):
    head = struct.pack("4H Q 2I", 24 + 16 * len(attrs), object, method, len(attrs), 0, 1, 0)
    request = bytearray(head + b"".join(struct.pack("4H Q", number, len(data), 1, 0, int.from_bytes(data, "little"))
                                        for number, data in attrs))
    try:
        fcntl.ioctl(fd, 3 << 30 | 24 << 16 | 0x1b << 8 | 1, request)
    except OSError as problem:
        print(os.strerror(problem.errno))

call(3, 0)  # a CQ without attributes
call(0, 5, (0, bytes(8)))  # a table of GIDs; an attribute that is too short
call(3, 0, (0x1234, b""))  # a CQ, an attribute of the driver that is not one of a CQ
call(4, 77)  # no method of a QP
call(0x1001, 0x1000, (0x1000, bytes(4)))  # a DEVX object, in a context that is not one of DEVX
"""


def test_refusals_are_named(programs, tmp_path):
    """A refusal of the kernel's part names the method, and the attribute that it is about."""
    trace = tmp_path / "trace"
    status, out = programs.run(["--trace", str(trace)], sys.executable, "-c", REFUSED)
    notes = re.findall(r"mlx5_0 kernel: (?:refuses|is asked for) (.*)", trace.read_text())
    assert status == 0 and len(out.splitlines()) == 5, (out, notes)
    assert notes[0] == ("UVERBS_METHOD_CQ_CREATE, method 0x0 of object 0x3: EINVAL: attribute UVERBS_ATTR_CREATE_CQ_HANDLE "
                        "is missing")
    assert re.fullmatch("UVERBS_METHOD_QUERY_GID_TABLE, method 0x5 of object 0x0: EINVAL: attribute UVERBS_ATTR_QUERY_GID_TABLE_"
                        r"\w+ (is missing|has \d+ bytes, \d+ to \d+ are allowed)", notes[1])
    assert notes[2] == ("UVERBS_METHOD_CQ_CREATE, method 0x0 of object 0x3: EPROTONOSUPPORT: the device does not know "
                        "attribute 0x1234")
    assert notes[3] == "an unknown method, method 0x4d of object 0x4: EPROTONOSUPPORT: the device has no such method"
    assert notes[4].startswith("MLX5_IB_METHOD_DEVX_OBJ_CREATE, method 0x1000 of object 0x1001: EINVAL")
