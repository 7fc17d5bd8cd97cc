# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The process side of softmlx5: interposed calls, faults, doorbells, events; with a stand-in for the device."""

from __future__ import annotations

import os
import signal
import sys

import pytest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "process"))

import built  # noqa: E402


@pytest.fixture(scope="module")
def folder():
    """Where the programs are, and the library without a sanitizer."""
    return os.path.dirname(built.product("softmlx5"))


def softmlx5(folder, mode, *command):
    return built.run([os.path.join(folder, "softmlx5"), "--doorbell", mode, "--devices", "2", *command])


@pytest.mark.parametrize("program, part, mode", built.parts())
def test_part(folder, program, part, mode):
    status, output = softmlx5(folder, mode, os.path.join(folder, program), part)
    assert status == 0, output
    assert output.endswith(f"{part}: done\n")


def test_fork_message(folder):
    """The child gets one message, of one line."""
    _, output = softmlx5(folder, "trap", os.path.join(folder, "fd_test"), "fork")
    lines = [line for line in output.splitlines() if line.startswith("softmlx5: ")]
    assert len(lines) == 1
    assert "was forked from one that uses the device, and uses its descriptors or doorbells (EIO)" in lines[0]


@pytest.mark.parametrize("how, sig", [("fault", signal.SIGSEGV), ("raise", signal.SIGSEGV),
                                      ("bus", signal.SIGBUS), ("trap", signal.SIGTRAP),
                                      ("ignored", signal.SIGSEGV), ("again", signal.SIGSEGV)])
def test_death(folder, how, sig):
    """A process with its own fault dies of it, as without the device."""
    status, output = softmlx5(folder, "trap", os.path.join(folder, "signal_test"), "die-" + how)
    assert status == -sig, output


def test_faulthandler(folder):
    """Python's faulthandler is called for Python's own faults, and only for them."""
    program = ("import ctypes, faulthandler, fcntl, mmap, os, resource\n"
               "resource.setrlimit(resource.RLIMIT_CORE, (0, 0))\n"
               "faulthandler.enable()\n"
               "fd = os.open('/dev/infiniband/uverbs0', os.O_RDWR)\n"
               "for request in 0x7003, 0x7009:\n"  # DO_PAGE, DO_QP
               "    assert fcntl.ioctl(fd, request, 1) == 0\n"
               "page = mmap.mmap(fd, 4096, prot=mmap.PROT_WRITE, offset=4096)\n"
               "address = ctypes.c_uint64.from_buffer(page, 0x800)\n"
               "for i in range(100):\n"
               "    address.value = 0x1001000000000000\n"
               "print('sends', ctypes.c_int.in_dll(ctypes.CDLL(None), 'sm_stand_in').value,\n"
               "      (ctypes.c_int * 8).in_dll(ctypes.CDLL(None), 'sm_stand_in')[3], flush=True)\n"
               "ctypes.string_at(8)\n")
    status, output = softmlx5(folder, "trap", sys.executable, "-c", program)
    assert status == -signal.SIGSEGV, output
    assert output.startswith("sends 1 100\n"), output
    assert output.count("Fatal Python error: Segmentation fault") == 1
    assert '"<string>"' in output or "<string>" in output


def test_subprocess(folder):
    """Python starts programs by vfork() and closes descriptors in the child."""
    program = ("import fcntl, os, subprocess\n"
               "fd = os.open('/dev/infiniband/uverbs0', os.O_RDWR)\n"
               "for i in range(10):\n"
               "    assert subprocess.run(['true'], close_fds=True).returncode == 0\n"
               "    assert fcntl.ioctl(fd, 0x7002, 0) == 0\n"  # DO_FILE
               "print('done')\n")
    assert softmlx5(folder, "trap", sys.executable, "-c", program) == (0, "done\n")


@pytest.mark.parametrize("program", ["store_test", "base_test"])
def test_alone(folder, program):
    status, output = built.run([os.path.join(folder, program)])
    assert status == 0 and output.endswith("done\n"), output


def test_without_launcher(folder):
    """The library alone does nothing."""
    program = ("import os, signal\n"
               "assert not os.path.exists('/dev/infiniband/uverbs0')\n"
               "assert signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGSEGV]) == set()\n"
               "assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == {signal.SIGSEGV}\n"
               "print('done')\n")
    environment = {name: value for name, value in os.environ.items() if name != "SOFTMLX5_ROOT"}
    environment["LD_PRELOAD"] = os.path.join(folder, "libsoftmlx5.so")
    assert built.run([sys.executable, "-c", program], env=environment) == (0, "done\n")


@pytest.mark.deep
@pytest.mark.parametrize("part", ["registers", "stack", "threads", "all-registers", "steps"])
def test_with_address_sanitizer(folder, part):
    """Tests the application."""
    status, output = softmlx5(folder, "trap", built.product("trap_test_asan"), part)
    assert status == 0, output


@pytest.mark.deep
def test_with_undefined_sanitizer(folder):
    """Tests the library."""
    for program, part, mode in built.parts():
        if part not in ("threads", "fork-before"):
            status, output = softmlx5(os.path.join(folder, "undefined"), mode, os.path.join(folder, program), part)
            assert status == 0, (program, part, output)
