# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A refused call or command gives its reason with --strict and --trace, in one sentence, and none otherwise."""

from __future__ import annotations

import os
import re
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "device"))

import soft  # noqa: E402

MODIFY = "kernel: IB_USER_VERBS_CMD_MODIFY_QP, write command 0x1a: EINVAL: "

# What lone_refusals does wrong: errno, and the sentence.
CALLS = {
    "timeout": ("EINVAL", MODIFY + "timeout is 33; at most 31 is allowed, 5 bits"),
    "retry_cnt": ("EINVAL", MODIFY + "retry_cnt is 20; at most 7 is allowed, 3 bits"),
    "rnr_retry": ("EINVAL", MODIFY + "rnr_retry is 8; at most 7 is allowed, 3 bits"),
    "max_rd_atomic": ("EINVAL", MODIFY + "max_rd_atomic is 200; at most 16 is allowed, max_qp_init_rd_atom of the "
                      "device"),
    "max_dest_rd_atomic": ("EINVAL", MODIFY + "max_dest_rd_atomic is 17; at most 16 is allowed, max_qp_rd_atom of "
                           "the device"),
    "min_rnr_timer": ("EINVAL", MODIFY + "min_rnr_timer is 32; at most 31 is allowed, 5 bits"),
    "dest_qp_num": ("EINVAL", MODIFY + "dest_qp_num is 16777216; at most 16777215 is allowed, 24 bits"),
    "sl": ("EINVAL", MODIFY + "ah_attr.sl is 16; at most 15 is allowed, 4 bits"),
    "static_rate": ("EINVAL", MODIFY + "ah_attr.static_rate is 77; at most 24 is allowed, IBV_RATE_1200_GBPS"),
    "path_mtu": ("EINVAL", MODIFY + r"path_mtu is 0; 1 \(256 bytes\) to 5, the port's active_mtu, are allowed"),
    "pkey_index": ("EINVAL", MODIFY + "pkey_index is 4000; at most 127 is allowed, the last entry of the port's "
                   "table"),
    "init_port": ("EINVAL", MODIFY + "port_num is 2; the device has port 1"),
    "rtr_port": ("EINVAL", MODIFY + "ah_attr.port_num is 0; the device has port 1"),
    "more_bits": ("EINVAL", MODIFY + "attr_mask has IBV_QP_TIMEOUT, which RESET to INIT does not take"),
    "fewer_bits": ("EINVAL", MODIFY + "attr_mask lacks IBV_QP_RETRY_CNT, which RTR to RTS needs"),
    "state": ("EINVAL", MODIFY + "there is no transition from INIT to SQD"),
    "moderation": ("EINVAL", "kernel: IB_USER_VERBS_EX_CMD_MODIFY_CQ, write command 0x80000039: EINVAL: cq_period is "
                   "4096; at most 4095 is allowed"),
    "access_rights": ("EINVAL", "kernel: IB_USER_VERBS_CMD_REG_MR, write command 0x9: EINVAL: access is 0x2; "
                      "REMOTE_WRITE and REMOTE_ATOMIC need LOCAL_WRITE"),
    "not_mapped": ("EFAULT", "kernel: IB_USER_VERBS_CMD_REG_MR, write command 0x9: EFAULT: 0x1000, 64 bytes: not mapped, "
                   "or not writable"),
    "busy": ("EBUSY", "kernel: UVERBS_METHOD_PD_DESTROY, method 0x0 of object 0x1: EBUSY: 1 other objects use the object "
             r"with handle \d+"),
    "resize": ("EINVAL", "kernel: IB_USER_VERBS_CMD_RESIZE_CQ, write command 0x13: EINVAL: cqe is 2047; 1 to 1023 are allowed"),
    "command": ("EREMOTEIO", r"firmware: CREATE_MKEY, command 0x200: BAD_RES \(0x05\): mkc.pd is 0x777777, which does not "
                "exist, or belongs to another user"),
    "bsf": ("EREMOTEIO", r"firmware: CREATE_MKEY, command 0x200: BAD_PARAM \(0x03\): bsf_octword_actual_size is 4; the device "
            "takes a BSF from a UMR"),
    "window": ("EREMOTEIO", r"firmware: CREATE_MKEY, command 0x200: BAD_PARAM \(0x03\): len is 8193; its 2 translations "
               "cover 8192 bytes"),
    "many": ("EINVAL", r"firmware: CREATE_QP, command 0x500: BAD_RES \(0x05\): the device has 8 queue pairs, as many as "
             "log_max_qp allows"),
}

LIMITS = {"many": ["--cap", "log_max_qp=3"], "resize": ["--cap", "log_max_cq_sz=10"]}


@pytest.fixture(scope="module")
def program():
    return soft.program("lone_refusals")


def options(name):
    return LIMITS.get(name, [])


@pytest.mark.parametrize("name", CALLS)
def test_strict(program, name):
    errno, text = CALLS[name]
    done = soft.run(["--strict", *options(name)], program, name)
    assert (done.status, done.out) == (0, errno + "\n")
    assert re.fullmatch(f"softmlx5: refused: mlx5_0: {text}\n", done.err), done.err


@pytest.mark.parametrize("name", CALLS)
def test_trace(program, tmp_path, name):
    """The trace has the same sentence, and stderr is empty."""
    errno, text = CALLS[name]
    trace = tmp_path / "trace.txt"
    done = soft.run(["--trace", str(trace), *options(name)], program, name)
    assert (done.status, done.out, done.err) == (0, errno + "\n", "")
    who, what = text.split(": ", 1)
    assert re.search(f" mlx5_0 {who}: refuses {what}\n", trace.read_text(encoding="utf-8"))


def test_call_behind_its_command(program, tmp_path):
    """A command that succeeds behind the refused one has no part in the reason of the call."""
    trace = tmp_path / "trace.txt"
    assert soft.run(["--trace", str(trace), *options("many")], program, "many").status == 0
    assert re.search("kernel: refuses UVERBS_METHOD_QP_CREATE, .*: EINVAL: the firmware has refused its command\n",
                     trace.read_text(encoding="utf-8"))


def test_silent(program):
    """Neither option: the errno is all, as of a kernel."""
    for name in ("timeout", "command", "not_mapped"):
        done = soft.run([], program, name)
        assert (done.status, done.out, done.err) == (0, CALLS[name][0] + "\n", "")


def test_right(program):
    """What is right is not refused, and what libibverbs asks for at its start is not reported."""
    for what in ([], ["whole_window"]):
        done = soft.run(["--strict"], program, *what)
        assert (done.status, done.out, done.err) == (0, "ok\n", "")


MMAP = """
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
file = os.open("/dev/infiniband/uverbs0", os.O_RDWR)
print(libc.mmap(None, 4096, 1, 1, file, ctypes.c_long(0)) == ctypes.c_void_p(-1).value, ctypes.get_errno())
"""


RDMA_CM = """
import ctypes
lib = ctypes.CDLL("librdmacm.so.1", use_errno=True)
lib.rdma_create_event_channel.restype = ctypes.c_void_p
channel, value = ctypes.c_void_p(lib.rdma_create_event_channel()), ctypes.c_int(1)
one, other = ctypes.c_void_p(), ctypes.c_void_p()
for each in (one, other):
    assert lib.rdma_create_id(channel, ctypes.byref(each), None, 0x106) == 0
address = (ctypes.c_uint8 * 16)(2, 0, 0x48, 0x49, 127, 0, 0, 1)
calls = [lib.rdma_set_option(one, 9, 1, ctypes.byref(value), 4), lib.rdma_set_option(one, 0, 1, ctypes.byref(value), 2),
         lib.rdma_set_option(one, 0, 77, ctypes.byref(value), 4), lib.rdma_bind_addr(one, address),
         lib.rdma_bind_addr(other, address)]
print(calls)
"""


def test_calls_of_rdma_cm(tmp_path):
    """Each refused call of rdma_cm names what is wrong. What programs ask for to learn what there is, is in the trace alone."""
    wanted = [
        "RDMA_USER_CM_CMD_SET_OPTION, command 14: ENOSYS: level is 9; RDMA_OPTION_ID (0) is allowed",
        "RDMA_USER_CM_CMD_SET_OPTION, command 14: EINVAL: optlen is 2; this option has 4 bytes",
        "RDMA_USER_CM_CMD_SET_OPTION, command 14: ENOSYS: optname is 77; TOS, REUSEADDR, AFONLY and ACK_TIMEOUT are allowed",
        "RDMA_USER_CM_CMD_BIND_IP, command 2: EADDRINUSE: port 18505 has another id; RDMA_OPTION_ID_REUSEADDR of both lets "
        "them share it"]
    trace = tmp_path / "trace.txt"
    done = soft.run(["--strict", "--trace", str(trace)], "python3", "-c", RDMA_CM)
    assert done.out == "[-1, -1, -1, 0, -1]\n", done
    said = [line.partition("rdma_cm: ")[2] for line in done.err.splitlines()]
    assert said == [line for line in wanted if ": ENOSYS: " not in line]
    assert all(line in trace.read_text(encoding="utf-8") for line in wanted)
    assert soft.run([], "python3", "-c", RDMA_CM).err == ""


@pytest.mark.parametrize("command, out, says", [
    (("rping", "-s", "-a", "192.0.2.99"), "rdma_bind_addr: Cannot assign requested address",
     "rdma_cm: RDMA_USER_CM_CMD_BIND_IP, command 2: EADDRNOTAVAIL: the address is not one of this machine"),
    (("python3", "-c", MMAP), "True 22", "kernel: mmap of 4096 bytes at page 0x0: EINVAL: the file has no context"),
], ids=("rdma_cm", "mmap"))
def test_calls_of_other_files(command, out, says):
    """rdma_cm and mmap() are no ioctls, and give their reasons, too."""
    for options, wanted in ((["--strict"], f"softmlx5: refused: mlx5_0: {says}\n"), ([], "")):
        done = soft.run(options, *command)
        assert out in done.out + done.err
        assert "".join(line for line in done.err.splitlines(True) if line.startswith("softmlx5: ")) == wanted
