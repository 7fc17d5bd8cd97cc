# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""softmlx5 --kernel: the command's status, output, input, environment and files are as outside; what hangs is ended; nothing
is left behind. The device is mlx5_0 of the real driver."""

from __future__ import annotations

import ctypes
import json
import os
import pty
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import time

import pytest

import machine as machines
import patience
from machine import BUILD, ROOT, SOFTMLX5

PYTHON = "/usr/bin/python3"
LIMIT_OF_A_COMMAND = 20  # seconds: more than ten times what the kernel needs to start it


def test_device(machine):
    """The driver has found the device, and Debian's libibverbs opens it."""
    done = machine.run("sh", "-c", "ls /sys/class/infiniband && ls /dev/infiniband && ibv_devinfo && uname -r -m")
    assert done.status == 0 and done.messages == ""
    assert done.text.split()[0] == "mlx5_0" and "uverbs0" in done.text and "hca_id:\tmlx5_0" in done.text
    assert "PORT_ACTIVE" in done.text and done.text.split()[-1] == "x86_64"
    assert done.text.split()[-2] != os.uname().release


@pytest.mark.parametrize("status", [0, 1, 3, 255])
def test_status(machine, status):
    assert machine.run("sh", "-c", f"echo out; echo err >&2; exit {status}").all == (status, "out\n", "err\n")


@pytest.mark.parametrize("sig", [signal.SIGTERM, signal.SIGKILL, signal.SIGSEGV, signal.SIGRTMIN])
def test_killed(machine, sig):
    """If a signal kills the command, the launcher dies of the same signal; a shell reports 128 + its number."""
    assert machine.run("sh", "-c", f"kill -{int(sig)} $$").all == (-sig, "", "")


def test_not_run(machine, tmp_path):
    plain = tmp_path / "plain"
    plain.write_text("")
    assert machine.run("no-such-command").all == (127, "", "softmlx5: no-such-command: command not found\n")
    assert machine.run(str(plain)).all == (126, "", f"softmlx5: {plain}: Permission denied\n")


@pytest.mark.parametrize("sig", [signal.SIGINT, signal.SIGTERM, signal.SIGUSR1])
def test_passed_on(machine, sig):
    """A signal of the launcher reaches the command, which may handle it."""
    process = machine.start("sh", "-c", f"trap 'echo got; exit 5' {int(sig)}; echo ready; while :; do sleep 0.05; done",
                            preexec_fn=lambda: signal.signal(sig, signal.SIG_DFL))
    assert process.stdout.readline() == b"ready\n"
    process.send_signal(sig)
    assert process.communicate(timeout=patience.LIMIT) == (b"got\n", b"") and process.returncode == 5


def test_command_ignores_signals(machine):
    """The third one ends the kernel."""
    process = machine.start("sh", "-c", "trap 'echo got' TERM; echo ready; while :; do sleep 0.05; done")
    assert process.stdout.readline() == b"ready\n"
    for _ in range(2):
        process.send_signal(signal.SIGTERM)
        assert process.stdout.readline() == b"got\n"
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=patience.LIMIT)
    assert (process.returncode, err) == (-signal.SIGTERM, b"softmlx5: the kernel is ended by signal 15\n")


def test_signal_of_a_kernel_that_hangs(machine):
    """One signal ends it, as `timeout` sends."""
    process = machine.start("sh", "-c", "echo ready; exec sleep 1000")
    assert process.stdout.readline() == b"ready\n"
    os.kill(child_of(process.pid, "linux"), signal.SIGSTOP)
    process.terminate()
    _, err = process.communicate(timeout=patience.LIMIT)
    assert process.returncode == 125 and err.startswith(
        b"softmlx5: the kernel does not run any more: it has not taken what was sent to it\nsoftmlx5: the kernel's log:\n")


def test_terminal(machine):
    """Control-C of the terminal reaches the command once: a second one has a second's time after the first."""
    program = ("import signal, sys, time\n"
               "got = []\n"
               "signal.signal(signal.SIGINT, lambda *_: got.append(1))\n"
               "print('ready', flush=True)\n"
               "while not got:\n"
               "    time.sleep(0.05)\n"
               "end = time.monotonic() + 1\n"
               "while time.monotonic() < end:\n"
               "    time.sleep(0.05)\n"
               "print('times:', len(got), flush=True)\n")
    child, master = pty.fork()
    if not child:
        os.execve(SOFTMLX5, ["softmlx5", "--kernel", PYTHON, "-c", program], machine.env())
    output = b""
    while b"times:" not in output or not output.endswith(b"\n"):
        output += os.read(master, 1000)
        if output.endswith(b"ready\r\n"):
            os.write(master, b"\x03")
    assert b"times: 1\r\n" in output and os.waitpid(child, 0)[1] == 0
    os.close(master)


def test_output_is_whole(machine):
    """Every byte, also of the last moment, and apart."""
    script = "import os, sys; os.write(1, bytes(range(256)) * 12000); os.write(2, bytes(range(255, -1, -1)) * 3000)"
    done = machine.run(PYTHON, "-c", script)
    assert (done.status, done.out, done.err) == (0, bytes(range(256)) * 12000, bytes(range(255, -1, -1)) * 3000)


def test_order_of_output(machine):
    """stdout and stderr that lead to one place stay in order."""
    done = machine.run("sh", "-c", "for i in 1 2 3 4 5 6 7 8; do echo out $i; echo err $i >&2; done", stderr=subprocess.STDOUT)
    assert done.text.split() == [word for i in range(1, 9) for word in ("out", str(i), "err", str(i))]


def test_input(machine):
    """stdin arrives whole, and its end; a command need not read it."""
    data = os.urandom(700001)
    assert machine.run("cat", given=data).out == data
    assert machine.run("head", "-c", "5", given=data).all == (0, data[:5].decode(errors="replace"), "")
    assert machine.run("true", given=data).all == (0, "", "")
    assert machine.run("cat", given=b"").all == (0, "", "")
    assert machine.run("sh", "-c", "read line; echo got $line; kill -9 $$", given=b"a line\nmore").all == (-9, "got a line\n", "")


def test_reader_ends(machine):
    """When nobody reads the output any more, the command gets SIGPIPE."""
    process = machine.start("yes")
    assert process.stdout.readline() == b"y\n"
    process.stdout.close()
    assert process.wait(patience.LIMIT) == -signal.SIGPIPE and process.stderr.read() == b""
    process.stderr.close()


def test_what_is_left_running(machine):
    """Processes that the command leaves end with the kernel, and hold nothing up: the sleep is longer than the limit of run()."""
    assert machine.run("sh", "-c", "sleep 10000 & (while :; do echo more; done) > /dev/null & echo done").all == (0, "done\n", "")


def test_words_and_environment(machine, tmp_path):
    """Words of any bytes, the working directory, umask and the environment, but for what names sockets of the machine."""
    words = ["", "a b", "*\n'\"\\$", "\u00e9\u4e2d", "x" * 100000]
    script = "import json, os, sys; print(json.dumps([sys.argv[1:], os.getcwd(), os.umask(0), dict(os.environ)]))"
    (tmp_path / "a folder").mkdir()
    done = machine.run(PYTHON, "-c", script, *words, cwd=str(tmp_path / "a folder"),
                       env={"EMPTY": "", "LONG": "y" * 50000, "LINES": "1\n2", "TMPDIR": "/var/tmp"},
                       preexec_fn=lambda: os.umask(0o027))
    assert (done.status, done.messages) == (0, "")
    got = json.loads(done.text)
    assert got[:3] == [words, str(tmp_path / "a folder"), 0o027]
    expected = {name: text for name, text in machine.env({"EMPTY": "", "LONG": "y" * 50000, "LINES": "1\n2"}).items()
                if name not in ("XDG_RUNTIME_DIR", "TMPDIR")}
    assert {name: text for name, text in got[3].items() if name not in ("LC_CTYPE", "PWD", "OLDPWD", "_")} == {
        name: text for name, text in expected.items() if name not in ("LC_CTYPE", "PWD", "OLDPWD", "_")}


def test_files(machine, tmp_path):
    """The machine's files are read-only; what is written to /tmp stays in memory; --kernel-write is an exception."""
    (tmp_path / "there").write_text("there")
    (tmp_path / "mine").mkdir()
    script = (f"cat {tmp_path}/there; echo new > {tmp_path}/new && cat {tmp_path}/new; echo changed > {tmp_path}/there; "
              f"echo x > /dev/shm/a && echo y > /run/b && echo z > /var/tmp/c && cat /dev/shm/a /run/b /var/tmp/c; "
              f"echo kept > {tmp_path}/mine/file; touch /usr/kernel-test-file; ls -d /proc/self/fd /dev/pts/ptmx /dev/fd/0")
    done = machine.run("sh", "-c", script, options=("--kernel-write", str(tmp_path / "mine")))
    assert done.text == "therenew\nx\ny\nz\n/dev/fd/0\n/dev/pts/ptmx\n/proc/self/fd\n"
    assert done.messages == f"touch: cannot touch '/usr/kernel-test-file': Read-only file system\n"
    assert (tmp_path / "there").read_text() == "there" and not (tmp_path / "new").exists()
    assert (tmp_path / "mine" / "file").read_text() == "kept\n"
    assert not os.path.exists("/var/tmp/c") and not os.path.exists("/dev/shm/a")


def test_sockets(machine):
    """The loopback interface is up."""
    script = ("import socket; s = socket.create_server(('127.0.0.1', 0)); c = socket.create_connection(s.getsockname()); "
              "c.sendall(b'hi'); print(s.accept()[0].recv(2), socket.gethostname())")
    assert machine.run(PYTHON, "-c", script).all == (0, f"b'hi' {os.uname().nodename}\n", "")


def test_limit(machine):
    """A command that does not end is ended, and the kernel's log says what it waits for."""
    start = time.monotonic()
    done = machine.run("sh", "-c", "echo begun; exec sleep 10000", options=("--kernel-limit", str(LIMIT_OF_A_COMMAND)))
    assert (done.status, done.text) == (124, "begun\n") and time.monotonic() - start > LIMIT_OF_A_COMMAND - 1
    assert done.messages.startswith(f"softmlx5: the command has not ended after {LIMIT_OF_A_COMMAND} s, --kernel-limit; ending the kernel\n"
                                    "softmlx5: the kernel's log:\n")
    assert "Linux version" in done.messages and "sysrq: Show Blocked State" in done.messages
    assert done.messages.endswith("softmlx5: end of the kernel's log\n")


def test_hang_in_the_probe(machine, copy, tmp_path):
    """A device that does not answer: the log shows how far the kernel has come."""
    folder = copy("softmlx5-device")
    (folder / "softmlx5-device").write_text(
        f"#!{PYTHON}\nimport socket, sys, time\nopen(sys.argv[4], 'wb').truncate(1 << 25)\n"
        "s = socket.socket(socket.AF_UNIX)\ns.bind(sys.argv[2])\ns.listen()\ntime.sleep(10000)\n")
    (folder / "softmlx5-device").chmod(0o755)
    done = machine.run("true", program=str(folder / "softmlx5"), options=("--kernel-limit", "5"))
    assert (done.status, done.text) == (124, "")
    assert done.messages.startswith("softmlx5: the kernel has not started the command after 5 s, --kernel-limit; ending the "
                                    "kernel\n")
    assert "Linux version" in done.messages and "Registering device virtio-uml.0" in done.messages


def test_crash(machine):
    """A kernel that crashes is no command that has failed."""
    done = machine.run("sh", "-c", "echo before; sleep 0.3; echo c > /proc/sysrq-trigger; sleep 100")
    assert done.status == 125 and done.text == "before\n"
    assert re.match(r"softmlx5: the kernel (ended with status \d+|was ended by signal \d+) before the command did\n", done.messages)
    assert "sysrq: Trigger a crash" in done.messages


def test_kernel_options(machine, tmp_path):
    """The log in a file, memory, arguments for the kernel."""
    log = tmp_path / "kernel.log"
    options = ("--kernel-log", str(log), "--kernel-memory", "200", "--kernel-arg", "mlx5_core.prof_sel=2",
               "--kernel-arg", "softmlx5_test=1")
    done = machine.run("sh", "-c", "cat /proc/cmdline /sys/module/mlx5_core/parameters/prof_sel; sed -n 1p /proc/meminfo",
                       options=options)
    assert done.status == 0 and re.search(r" softmlx5_test=1 .*\n2\nMemTotal:", done.text)
    assert 100000 < int(done.text.split()[-2]) < 204800
    assert "Linux version" in log.read_text() and "mlx5_core 0000:00:00.0: firmware version" in log.read_text()


@pytest.mark.parametrize("options, message", [
    (("--kernel-limit", "0"), "--kernel-limit 0: needs a number of seconds from 1 to 1000000"),
    (("--kernel-memory", "4096"), "--kernel-memory 4096: needs a number of MB from 128 to 3072"),
    (("--kernel-image", "/nowhere/linux"), "--kernel-image /nowhere/linux: No such file or directory"),
    (("--kernel-write", "/nowhere"), "--kernel-write /nowhere: No such file or directory"),
    (("--kernels",), "--kernels: there is no such option"),
])
def test_mistakes(machine, options, message):
    assert machine.run("true", options=options).all == (
        2, "", f"softmlx5: {message}\nsoftmlx5: `softmlx5 --help` lists the options\n")


@pytest.fixture
def copy(tmp_path):
    """A folder with copies of the programs; the names that are left out."""
    def make(*without):
        folder = tmp_path / "programs"
        (folder / "kernel").mkdir(parents=True)
        for name in ("softmlx5", "softmlx5-init", "softmlx5-device", "kernel/linux"):
            if name not in without:
                shutil.copy(os.path.join(BUILD, name), folder / name)
        return folder
    return make


@pytest.mark.parametrize("lacking, message", [
    ("kernel/linux", "softmlx5: --kernel: the kernel is not built. Run `ninja kernel`, which takes some minutes once, or name a "
                     "kernel by --kernel-image FILE\n"),
    ("softmlx5-init", "softmlx5: --kernel: there is no softmlx5-init beside softmlx5; run `ninja`\n"),
    ("softmlx5-device", "softmlx5: --kernel: there is no softmlx5-device beside softmlx5; run `ninja`\n"),
])
def test_not_built(machine, copy, lacking, message):
    done = machine.run("true", program=str(copy(lacking) / "softmlx5"))
    assert done.status == 2 and done.messages.startswith(message)


@pytest.mark.parametrize("name, script, message", [
    ("softmlx5-device", "echo no >&2; exit 3", "no\nsoftmlx5: the device ended with status 3\n"),
    ("softmlx5-device", "kill -9 $$", "softmlx5: the device was ended by signal 9\n"),
    ("kernel/linux", "echo I am no kernel; exit 4", "softmlx5: the kernel ended with status 4 before the command did\n"
     "softmlx5: the kernel's log:\nI am no kernel\nsoftmlx5: end of the kernel's log\n"),
    ("kernel/linux", "kill -11 $$", "softmlx5: the kernel was ended by signal 11 before the command did\n"
     "softmlx5: the kernel has logged nothing\n"),
])
def test_parts_that_fail(machine, copy, name, script, message):
    folder = copy(name)
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)
    done = machine.run("true", program=str(folder / "softmlx5"))
    assert (done.status, done.text) == (125, "") and done.messages.startswith(message)


def child_of(pid: int, name: str) -> int:
    """Returns the process of this name below a process."""
    for line in subprocess.run(["ps", "-eo", "pid=,ppid=,args="], stdout=subprocess.PIPE, text=True,
                               check=True).stdout.splitlines():
        child, parent, args = line.split(None, 2)
        if int(parent) == pid:
            if name in args.split()[0]:
                return int(child)
            below = child_of(int(child), name)
            if below:
                return below
    return 0


@pytest.mark.parametrize("name, message", [
    ("softmlx5-device", "the device was ended by signal 9"), ("kernel/", "the kernel was ended by signal 9 before the command did"),
])
def test_parts_that_are_killed(machine, name, message):
    process = machine.start("sh", "-c", "echo ready; exec sleep 1000")
    assert process.stdout.readline() == b"ready\n"
    victim = child_of(process.pid, name if name != "kernel/" else "linux")
    assert victim
    os.kill(victim, signal.SIGKILL)
    _, err = process.communicate(timeout=patience.LIMIT)
    assert process.returncode == 125 and err.decode().startswith(f"softmlx5: {message}\nsoftmlx5: the kernel's log:\n")


@pytest.mark.parametrize("moment", ["booting", "running"])
def test_launcher_is_killed(machine, moment):
    """Also SIGKILL leaves nothing."""
    process = machine.start("sh", "-c", "echo ready; exec sleep 1000")
    if moment == "running":
        assert process.stdout.readline() == b"ready\n"
    else:
        time.sleep(0.15)  # most likely; it must be right at any moment
    process.kill()
    process.wait()
    assert machines.wait_until_gone(machine.runtime) == []
    process.stdout.close()
    process.stderr.close()


def test_signal_while_booting(machine):
    process = machine.start("sh", "-c", "sleep 1000")
    patience.until(lambda: child_of(process.pid, "linux") != 0, "there is no kernel")
    process.terminate()
    _, err = process.communicate(timeout=patience.LIMIT)
    assert (process.returncode, err) == (-signal.SIGTERM, b"softmlx5: the kernel is ended by signal 15\n")


def test_several_at_once(machine):
    """Each has a kernel and a device of its own."""
    processes = [machine.start("sh", "-c", f"ibv_devinfo -l && echo {i} > /tmp/number && sleep 0.5 && cat /tmp/number")
                 for i in range(3)]
    for i, process in enumerate(processes):
        out, err = process.communicate(timeout=patience.LIMIT)
        assert (process.returncode, err) == (0, b"") and out.split()[-2:] == [b"mlx5_0", str(i).encode()]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user; the other tests run as an ordinary one")
def test_ordinary_user(machine, tmp_path):
    """Without a home, without rights; inside it is root, who cannot read more than the user outside."""
    secret = tmp_path / "secret"
    secret.write_text("secret")
    secret.chmod(0o600)
    kernel = shutil.copy(os.path.join(BUILD, "kernel", "linux"), tmp_path / "linux")  # the user's cache is private
    os.chmod(machine.runtime, 0o777)
    for folder in (tmp_path, *tmp_path.parents):
        if folder.stat().st_mode & 0o005 != 0o005:  # folders of this test run are private, too
            folder.chmod(folder.stat().st_mode | 0o055)
    command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "env", "-i", f"PATH={os.environ['PATH']}",
               f"XDG_RUNTIME_DIR={machine.runtime}", SOFTMLX5, "--kernel-image", kernel, "sh", "-c",
               f"id -u; ibv_devinfo -l | tail -n 2; cat {secret}; echo x > {tmp_path}/no && echo written"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False, timeout=patience.LIMIT)
    assert done.stdout.split() == ["0", "mlx5_0", "written"]
    assert done.stderr == f"cat: {secret}: Permission denied\n" and not (tmp_path / "no").exists()


def forbid_ptrace() -> None:
    """A filter of system calls, as containers have: ptrace fails with EPERM."""
    def step(code, jump_true, jump_false, value):
        return struct.pack("HBBI", code, jump_true, jump_false, value)

    code = ctypes.create_string_buffer(step(0x20, 0, 0, 0) + step(0x15, 0, 1, 101) + step(0x06, 0, 0, 0x00050001)
                                       + step(0x06, 0, 0, 0x7fff0000))
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxP", 4, ctypes.addressof(code)))
    libc = ctypes.CDLL(None)
    assert not libc.prctl(38, 1, 0, 0, 0) and not libc.prctl(22, 2, program, 0, 0)


def test_ptrace_is_forbidden(machine):
    done = machine.run("true", preexec_fn=forbid_ptrace)
    assert done.status == 2 and done.messages.startswith("softmlx5: --kernel: ptrace is forbidden here, and User Mode Linux "
                                                         "needs it. In a container: `docker run --cap-add SYS_PTRACE`")


def test_no_core_is_left(machine, tmp_path):
    """A kernel that is killed writes no core into the working directory."""
    machine.run("sh", "-c", "echo c > /proc/sysrq-trigger", cwd=str(tmp_path), preexec_fn=lambda: resource.setrlimit(
        resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)))
    assert [name for name in os.listdir(tmp_path) if "core" in name] == []
