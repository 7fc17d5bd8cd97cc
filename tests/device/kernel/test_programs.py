# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Programs on the real driver: the library's tests for cards, the options of the device."""

from __future__ import annotations

import difflib
import os
import re

import pytest

from machine import BUILD, ROOT

SIG_WRITE = os.path.join(BUILD, "examples", "sig_write")
# Lines of `ibv_devinfo -v` that differ between both worlds, by their first words, with the reason.
OF_DEVICE = {
    "max_qp_wr:": "Linux 6.12 counts 256 bytes for a WQE; the process is like Linux 6.1",
}
OF_LINK = {
    "ib": {"port_cap_flags:": "Linux has what is in cap_mask1 of the device, the process what a port can do",
           "subnet_timeout:": "the subnet manager of the process has set it"},
    "roce": {
        **dict.fromkeys(("state:", "active_mtu:", "port_cap_flags:", "max_vl_num:", "pkey_tbl_len:", "gid_tbl_len:",
                         "phys_state:", "subnet_timeout:", "GID["), "the kernel's port is down, without network device"),
    },
}


def test_hw(machine):
    """`ninja test-hw`: every test and every question."""
    done = machine.run("python3", "codegen/interpreter.py", "--with", "yaml", "tests/library/hw/run.py", "--device", "mlx5_0",
                       "--build", BUILD, options=("--kernel-limit", "95"), cwd=ROOT)
    last = done.text.splitlines()[-1]
    assert done.status == 0 and done.messages == "", done.text + done.messages
    assert re.fullmatch(r"\d+ passed, 0 failed, 0 skipped", last) and int(last.split()[0]) >= 46


def test_devices(machine):
    done = machine.run("ibv_devinfo", "-l", options=("--kernel", "--devices", "2"))
    assert done.status == 0 and done.text.split()[-2:] == ["mlx5_0", "mlx5_1"]


@pytest.mark.parametrize("link", OF_LINK)
def test_attributes(machine, link):
    """ibv_devinfo -v says the same of the device in both worlds, but for what has a reason, and no reason is stale."""
    reasons = {**OF_DEVICE, **OF_LINK[link]}
    texts = [machine.run("ibv_devinfo", "-v", options=("--link", link, *options)) for options in (
        ("--kernel",), ("--cap", "pg=0", "--cap", "device_memory=0"))]
    assert [done.status for done in texts] == [0, 0]
    one, two = (done.text.splitlines() for done in texts)
    found = {line[2:].split()[0] for line in difflib.ndiff(one, two) if line[0] in "+-"}
    assert {re.sub(r"^GID\[.*", "GID[", word) for word in found} == set(reasons)


NETLINK = os.path.join(ROOT, "tests", "device", "softmlx5", "netlink.py")
# Attributes of netlink's answers, by the reason why Linux has others.
OF_NETLINK = {
    "ib": {"caps": "port_cap_flags, as above", "subnet_prefix": "Linux takes that of the last GID of the table, which is free"},
    "roce": {**dict.fromkeys(("state", "phys_state", "ndev_index", "ndev", "protocol"),
                             "the kernel's port is down, without network device"),
             "caps": "device_cap_flags, as above"},
}


@pytest.mark.parametrize("link", OF_NETLINK)
def test_netlink(machine, link):
    """NETLINK_RDMA gives the same answers in both worlds, but for what has a reason, and no reason is stale."""
    one, two = (machine.run("python3", NETLINK, options=("--link", link, *options)) for options in (("--kernel",), ()))
    assert one.status == two.status == 0, one.text + two.text
    lines = list(zip(one.text.split("\n"), two.text.split("\n")))
    assert len(lines) > 25 and one.text.count("\n") == two.text.count("\n")
    differ = set()
    for inside, outside in lines:
        words = [dict(word.partition("=")[::2] for word in re.findall(r"[^ ;]+", line)) for line in (inside, outside)]
        differ |= {word for word in words[0].keys() | words[1] if words[0].get(word) != words[1].get(word)}
    assert differ == set(OF_NETLINK[link])


@pytest.mark.parametrize("link", OF_LINK)
def test_log(machine, link):
    """The driver complains of nothing. By an SQ with NOPs it finds out that BlueFlame does nothing here."""
    command = "echo file wc.c +p > /sys/kernel/debug/dynamic_debug/control && ibv_devinfo > /dev/null && dmesg"
    done = machine.run("sh", "-c", command, options=("--kernel", "--strict", "--link", link))
    assert done.status == 0 and done.messages == "", done.text + done.messages
    complaints = [line for line in done.text.splitlines() if re.search(r"mlx5.*(?:fail|\berr|warn)", line, re.I)
                  and "Failed to get valid vendor specific ID" not in line]
    assert not complaints
    assert "wc wqe_counter = 0xfe" in done.text and "wc_state=1" in done.text


def test_capabilities(machine):
    """--caps and --cap are those of the device that the driver finds."""
    ids = {}
    for name in ("connectx5", "connectx7"):
        done = machine.run("sh", "-c", "cat /sys/class/infiniband/mlx5_0/device/device && exec ibv_devinfo -v",
                           options=("--kernel", "--caps", name, "--cap", "log_max_qp=9"))
        assert done.status == 0 and re.search(r"max_qp:\s+512\n", done.text)
        ids[name] = done.text.split()[0]
    assert len(set(ids.values())) == 2
    done = machine.run("true", options=("--kernel", "--cap", "nope=1"))
    assert done.status == 2 and "there is no capability nope" in done.messages


def test_trace(machine, tmp_path):
    """The trace has what the kernel's driver sends, and what the program does."""
    trace = tmp_path / "trace.txt"
    done = machine.run(SIG_WRITE, options=("--kernel", "--trace", str(trace)))
    assert done.status == 0
    text = trace.read_text()
    for word in ("ENABLE_HCA", "INIT_HCA", "CREATE_EQ", "MANAGE_PAGES", "CREATE_PSV", "TEARDOWN_HCA", "DISABLE_HCA"):
        assert re.search(rf"command {word} \(0x[0-9a-f]+\).*: OK", text), word
    assert "bsf" in text and text.index("ENABLE_HCA") < text.index("CREATE_PSV") < text.rindex("DISABLE_HCA")


def test_fault(machine, tmp_path):
    """A command that fails is a command that fails, for the driver and then for the program."""
    trace = tmp_path / "trace.txt"
    done = machine.run(SIG_WRITE, options=(
        "--kernel", "--kernel-limit", "60", "--trace", str(trace), "--fault", "command:opcode=CREATE_PSV,status=NO_RES"))
    assert done.status == 1 and "fault 1 strikes" in trace.read_text(), done.text + done.messages
    assert "NO_RES" in trace.read_text()


def test_other_processes(machine):
    for option in (("--fabric", "default"), ("--address", "10.0.0.1")):
        done = machine.run("true", options=("--kernel", *option))
        assert done.status == 2 and "the device is not connected to other processes" in done.messages
