# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""gdb and valgrind over programs under softmlx5, without options that they would need for the device's sake; another root
folder; and programs that softmlx5 does not run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from typing import List

import pytest

import patience

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import ports  # noqa: E402
from together import Programs, finish, programs, soft  # noqa: E402, F401

INIT = os.path.join(soft.ROOT, "softmlx5", "process", "softmlx5.gdb")
LOOPBACK = os.path.join(soft.BUILD, "examples", "loopback")
RIGHT = "3 rounds of send, write, read and atomic: all data are right"

PROGRAM = """
#include <infiniband/verbs.h>
#include <stdio.h>
static void wrong(int *place)
{
	*place = 7;
}
int main(int argc, char **argv)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_context *context = ibv_open_device(list[0]);
	struct ibv_cq *cq = ibv_create_cq(context, 1, NULL, NULL, 0);
	int failed = ibv_req_notify_cq(cq, 0);
	printf("armed: %d\\n", failed);
	if (argc > 1)
		wrong((int *)8);
	ibv_destroy_cq(cq);
	return ibv_close_device(context);
}
"""


@pytest.fixture
def program(programs, tmp_path) -> str:
    (tmp_path / "program.c").write_text(PROGRAM)
    path = str(tmp_path / "program")
    assert programs.plain("gcc", "-g", "-O0", str(tmp_path / "program.c"), "-o", path, "-libverbs") == (0, "")
    return path


def gdb(programs: Programs, tmp_path, commands: str, *command: str, options: List[str] = []) -> str:
    """Runs the command under gdb, which executes these commands; returns all output."""
    script = tmp_path / "script"
    script.write_text("set confirm off\nset pagination off\nset debuginfod enabled off\n" + commands)
    status, out = programs.run(["--fabric", "none"], "gdb", "-nx", "-batch", *options, "-x", str(script), "--args", *command)
    assert status == 0, out
    return out


# The first doorbell stops gdb, which has not read softmlx5.gdb yet: this gives the place of a store.
STORE = f"""
run
set $store = $pc
source {INIT}
break *$store
continue
"""


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="stores are trapped on x86-64 only")
@pytest.mark.parametrize("displaced", ["on", "off"])
def test_breakpoint_on_a_store(programs, tmp_path, displaced):
    """A breakpoint on the store of a doorbell, from which one steps and continues: gdb stops where it should, and nowhere
    else."""
    out = gdb(programs, tmp_path, f"set displaced-stepping {displaced}\n" + STORE + """
        stepi
        printf "stepped %d\\n", $pc - $store
        stepi
        continue
        printf "again %d\\n", $pc - $store
        continue
        delete
        continue
        """, LOOPBACK, "3")
    assert "SIGTRAP" not in out and out.count("SIGSEGV") == 1, out  # the one before softmlx5.gdb
    assert 2 <= int(re.search(r"^stepped (\d+)$", out, re.M)[1]) <= 15, out  # the length of an instruction
    assert "again 0\n" in out and len(re.findall(r"hit Breakpoint 2|^Breakpoint 2,", out, re.M)) == 3, out
    assert RIGHT in out and "exited normally" in out, out


def test_next(programs, tmp_path, program):
    """Line by line over calls that ring doorbells."""
    out = gdb(programs, tmp_path, f"source {INIT}\nbreak main\nrun\n" + 8 * "next\n" + "continue\n", program)
    stops = re.findall(r"^\d+\t\t?(.*)$", out, re.M)
    assert [stop.strip() for stop in stops][3:] == [
        "int failed = ibv_req_notify_cq(cq, 0);", 'printf("armed: %d\\n", failed);', "if (argc > 1)", "ibv_destroy_cq(cq);",
        "return ibv_close_device(context);", "}"], out
    assert "SIGSEGV" not in out and "armed: 0\n" in out and "exited normally" in out, out


def test_fault_of_the_program(programs, tmp_path, program):
    """A program's own fault stops gdb before the process dies of it; doorbells do not."""
    out = gdb(programs, tmp_path, f"source {INIT}\nrun\nbacktrace\ncontinue\n", program, "wrong")
    assert re.search(r"^Breakpoint 1, \S+ in softmlx5_fault \(\)", out, re.M), out
    assert re.search(r"^#2  <signal handler called>\n#3 .* wrong \(place=0x8\) at .*program.c:6\n#4 .* main ", out, re.M), out
    assert "terminated with signal SIGSEGV" in out, out


def test_loaded_by_itself(programs, tmp_path, program):
    """gdb reads the file that belongs to the library, as it does where the Debian package has put it."""
    folder = tmp_path / "installed"
    folder.mkdir()
    for name in ("softmlx5", "libsoftmlx5.so"):
        shutil.copy(os.path.join(soft.BUILD, name), folder)
    shutil.copy(INIT, folder / "libsoftmlx5.so-gdb.gdb")
    programs.softmlx5 = str(folder / "softmlx5")
    done = subprocess.run([str(folder / "softmlx5"), "--fabric", "none", "gdb", "-nx", "-batch", "-iex",
                           f"add-auto-load-safe-path {folder}", "-ex", "run", "--args", program],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=patience.LIMIT,
                          env=programs.environment)
    assert "SIGSEGV, Segmentation fault" not in done.stdout and "exited normally" in done.stdout, done.stdout


@pytest.mark.parametrize("tool", ["memcheck", "callgrind"])
def test_valgrind(programs, tmp_path, tool):
    """Doorbells are polled by themselves, which spares memcheck errors that are none, and callgrind a hang."""
    options = {"callgrind": [f"--callgrind-out-file={tmp_path}/out"]}.get(
        tool, ["--leak-check=full", "--errors-for-leak-kinds=definite", "--error-exitcode=9"])
    status, out = programs.run(["--strict"], "valgrind", f"--tool={tool}", *options, LOOPBACK, "3")
    assert status == 0 and RIGHT in out, out
    assert tool != "memcheck" or "ERROR SUMMARY: 0 errors from 0 contexts" in out, out


def test_children_of_valgrind(programs):
    """valgrind is not seen in the programs that one under it executes: they run natively."""
    status, out = programs.run([], "valgrind", "-q", "sh", "-c", "exec printenv LD_PRELOAD")
    assert status == 0 and "vgpreload" not in out and "libsoftmlx5.so" in out, out


ROOTED = """
import os, sys
import pyverbs.device as d
from pyverbs.pd import PD

context = d.Context(name="mlx5_0")
os.chroot(sys.argv[1])
PD(context)
try:
    print("devices:", len(d.get_device_list()))
except Exception as problem:
    print(problem)
"""


def test_chroot(programs, tmp_path):
    """In another root an open device keeps working, and others are not found, which is said; unless the launcher's folder
    is there too."""
    (tmp_path / "root").mkdir()
    user = [] if not os.geteuid() else ["unshare", "--user", "--map-root-user"]
    status, out = programs.run(["--strict"], *user, "/usr/bin/python3", "-c", ROOTED, str(tmp_path / "root"))
    lines = out.splitlines()
    assert status == 0 and re.fullmatch(r"softmlx5: process \d+ has \S+/root as its root, where \S+ does not exist: it finds no "
                                        r"device there; mount that folder in it, or run softmlx5 inside", lines[0]), out
    assert lines[1:] == ["Failed to get devices list"], out
    status, out = programs.run(["--strict"], *user, "/usr/bin/python3", "-c", ROOTED, "/")
    assert (status, out) == (0, "devices: 1\n")


def test_elsewhere(programs, tmp_path):
    """Programs with the variables of --environment and no others, which no softmlx5 has run, are connected by its fabric; when
    it has ended, they find no device, and say so."""
    file = tmp_path / "variables"
    softmlx5 = programs.start(["--strict", "--environment", str(file)], "sleep", "infinity")
    patience.until(file.exists, "no variables")
    port = str(ports.free_port())
    own = file.read_text().splitlines()
    pingpong = ["env", "-i", *own, "ibv_rc_pingpong", "-c", "-n", "100", "-p", port]
    server = subprocess.Popen(pingpong, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)
    programs.running.append(server)
    ports.wait_for_listener(port)
    outputs = [programs.plain(*pingpong, "localhost"), finish(server)]
    assert all(status == 0 and "100 iters in" in out and "softmlx5" not in out for status, out in outputs), outputs
    softmlx5.terminate()
    finish(softmlx5)
    assert not file.exists()
    status, out = programs.plain("env", "-i", *own, "ibv_devinfo")
    assert status == 255 and "; was the command started by softmlx5, and is that still running?" in out, out
