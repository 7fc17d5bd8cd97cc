# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""softmlx5(1): options, messages, environment, exit status, signals, leftovers, speed."""

from __future__ import annotations

import os
import pty
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

import pytest

import patience

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "process"))

import built  # noqa: E402


@pytest.fixture(scope="module")
def folder():
    return os.path.dirname(built.product("softmlx5"))


@pytest.fixture
def call(folder, tmp_path):
    """Returns a function that runs softmlx5 and returns status, standard output and error; after the test none of its
    private folders may be left."""
    runtime = tmp_path / "runtime"
    runtime.mkdir()

    def run(*arguments, program=None, env=None, **options):
        environment = dict(os.environ, XDG_RUNTIME_DIR=str(runtime))
        environment.pop("LD_PRELOAD", None)
        environment.update(env or {})
        done = subprocess.run([program or os.path.join(folder, "softmlx5"), *arguments],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
                              timeout=patience.LIMIT, env=environment, **options)
        return done.returncode, done.stdout, done.stderr

    run.runtime = runtime
    yield run
    assert os.listdir(runtime) == []


HINT = "softmlx5: `softmlx5 --help` lists the options\n"


@pytest.mark.parametrize("arguments, message", [
    ([], "there is no command to run"),
    (["--strict"], "there is no command to run"),
    (["--"], "there is no command to run"),
    (["--stricter"], "--stricter: there is no such option"),
    (["--strict=yes"], "--strict yes: takes no value"),
    (["-x"], "-x: there is no such option"),
    (["--devices"], "--devices: needs a value"),
    (["--devices", "0"], "--devices 0: needs a number from 1 to 8"),
    (["--devices", "9"], "--devices 9: needs a number from 1 to 8"),
    (["--devices", "2x"], "--devices 2x: needs a number from 1 to 8"),
    (["--devices", "-1"], "--devices -1: needs a number from 1 to 8"),
    (["--devices", " 1"], "--devices  1: needs a number from 1 to 8"),
    (["--devices="], "--devices : needs a value"),
    (["--seed", "x"], "--seed x: needs a number from 0 to 18446744073709551615"),
    (["--seed", "18446744073709551616"],
     "--seed 18446744073709551616: needs a number from 0 to 18446744073709551615"),
    (["--doorbell", "ring"], "--doorbell ring: must be trap or poll"),
    (["--link", "fddi"], "--link fddi: must be ib or roce"),
    (["--cap", "sig_crc32c"], "--cap sig_crc32c: needs NAME=VALUE, such as sig_crc32c=0"),
    (["--cap", "=1"], "--cap =1: needs NAME=VALUE, such as sig_crc32c=0"),
    (["--cap", "sho="], "--cap sho=: needs NAME=VALUE, such as sig_crc32c=0"),
    (["--trace", "a\nb"], "--trace a\nb: the value must not contain a line break"),
    (["--environment", "file", "--kernel"],
     "--environment file: programs elsewhere cannot see the device in a kernel of its own"),
    (["--trace", "/nowhere/trace"], "--trace /nowhere/trace: No such file or directory"),
])
def test_usage(call, tmp_path, arguments, message):
    """Mistakes are reported before the command starts."""
    marker = tmp_path / "marker"
    last = arguments[-1:] not in (["--devices"], ["--"], ["--strict"]) and arguments
    command = ["touch", str(marker)] if last else []
    assert call(*arguments, *command) == (2, "", f"softmlx5: {message}\n{HINT}")
    assert not marker.exists()


@pytest.mark.parametrize("arguments, message", [
    (["--trace-json"], "--trace-json: needs --trace FILE"),
    (["--caps", "nope"], "nope is not a preset"), (["--cap", "nope=1"], "there is no capability nope"),
    (["--cap", "sho=2"], "sho = 2"), (["--fault", "nope"], "--fault nope: the kind must be one of"),
])
def test_other_mistakes(call, arguments, message):
    """Mistakes that other parts report: their tests check the messages."""
    status, output, error = call(*arguments, "echo", "started")
    assert (status, output) == (2, "") and message in error and error.endswith(HINT)


def test_caps(call, tmp_path):
    """Model and board come from the preset; a file is found from another folder too."""
    show = ("sh", "-c", "cat $SYSFS_PATH/class/infiniband/mlx5_0/device/modalias")
    ids = [call("--caps", name, *show)[1] for name in ("connectx5", "connectx6dx", "connectx7")]
    assert len(set(ids)) == 3 and all(line.startswith("pci:v000015B3d0000") for line in ids)
    (tmp_path / "mine.caps").write_text("include connectx5\nsig_crc32c = 0\n")
    status, output, _ = call("--caps", "mine.caps", "sh", "-c", "cd / && cat $SOFTMLX5_ROOT/options",
                             cwd=str(tmp_path))
    assert (status, output) == (0, f"--caps {tmp_path}/mine.caps\n")


def test_help(call):
    status, output, error = call("--help")
    assert (status, error) == (0, "")
    for name in ("--caps", "--cap", "--doorbell", "--trace", "--trace-json", "--strict", "--seed", "--fault",
                 "--devices", "--fabric", "--link", "--environment", "--serialise-wire", "--kernel", "--kernel-image",
                 "--kernel-limit", "--kernel-log", "--kernel-write", "--kernel-arg", "--kernel-memory", "--help", "--version"):
        assert re.search(rf"^  {name} ", output, re.M), name
    assert all(len(line) <= 80 for line in output.splitlines())
    status, output, error = call("--version")
    assert (status, error) == (0, "") and re.fullmatch(r"softmlx5 [\d.]+\n", output)


@pytest.mark.parametrize("status", [0, 1, 3, 255])
def test_status(call, status):
    assert call("sh", "-c", f"echo out; echo err >&2; exit {status}") == (status, "out\n", "err\n")


def test_not_run(call, tmp_path):
    plain = tmp_path / "plain"
    plain.write_text("")
    assert call("no-such-command") == (127, "", "softmlx5: no-such-command: command not found\n")
    assert call(str(plain)) == (126, "", f"softmlx5: {plain}: Permission denied\n")


@pytest.mark.parametrize("sig", [signal.SIGTERM, signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT,
                                 signal.SIGHUP, signal.SIGPIPE, signal.SIGRTMIN])
def test_killed(call, sig):
    """If a signal kills the command, the launcher dies of the same signal, without a core."""
    def allow_core():
        resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    status, _, error = call("sh", "-c", f"ulimit -c 0; kill -{int(sig)} $$", cwd=str(call.runtime.parent),
                            preexec_fn=allow_core)
    assert (status, error) == (-sig, "")
    assert not [name for name in os.listdir(call.runtime.parent) if "core" in name]


@pytest.mark.parametrize("sig", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT,
                                 signal.SIGUSR1, signal.SIGUSR2])
def test_passed_on(folder, tmp_path, sig):
    """kill of the launcher reaches the command, and the folder is removed when the command ends."""
    process = subprocess.Popen(
        [os.path.join(folder, "softmlx5"), "sh", "-c",
         f"trap 'echo got; exit 5' {int(sig)}; echo ready; while :; do sleep 0.05; done"],
        stdout=subprocess.PIPE, text=True, env=dict(os.environ, XDG_RUNTIME_DIR=str(tmp_path)),
        start_new_session=True,
        # A shell cannot trap a signal that is ignored at its start, like SIGQUIT in a background job.
        preexec_fn=lambda: signal.signal(sig, signal.SIG_DFL))
    assert process.stdout.readline() == "ready\n"
    assert len(os.listdir(tmp_path)) == 2  # the launcher's and that of the fabrics
    process.send_signal(sig)
    assert process.stdout.read() == "got\n"
    assert process.wait(timeout=patience.LIMIT) == 5
    assert os.listdir(tmp_path) == []


def test_terminal(folder, tmp_path):
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
        os.environ["XDG_RUNTIME_DIR"] = str(tmp_path)
        os.execv(os.path.join(folder, "softmlx5"), ["softmlx5", sys.executable, "-c", program])
    output = b""
    while b"times:" not in output or not output.endswith(b"\n"):
        output += os.read(master, 1000)
        if output.endswith(b"ready\r\n"):
            os.write(master, b"\x03")
    assert b"times: 1\r\n" in output
    assert os.waitpid(child, 0)[1] == 0
    assert os.listdir(tmp_path) == []


def test_signals_of_the_command(call):
    """It starts with unchanged signals: blocked, ignored, and SIGCHLD too."""
    def change():
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)

    def signals(text):
        return [line for line in text.splitlines() if re.match("Sig(Blk|Ign|Cgt)", line)]

    expected = subprocess.run(["cat", "/proc/self/status"], stdout=subprocess.PIPE, text=True, check=True,
                              preexec_fn=change).stdout
    status, output, _ = call("cat", "/proc/self/status", preexec_fn=change)
    assert status == 0 and len(signals(output)) == 3
    assert signals(output) == signals(expected)
    assert call("sh", "-c", "exit 9", preexec_fn=change)[0] == 9


def test_tree(call):
    """The sysfs tree that libibverbs reads, the options, the environment."""
    script = ('cd "$SYSFS_PATH" && find class/infiniband/*/ class/infiniband_verbs/*/ -type f -exec grep -H "" {} +; '
              'cd .. && pwd -P && stat -c %a . && env | grep -E "^(SOFTMLX5_ROOT|SYSFS_PATH)="')
    status, output, error = call("--devices", "2", "sh", "-c", script)
    assert (status, error) == (0, "")
    lines = [line for line in output.splitlines() if ":" in line or "=" not in line or line.startswith("S")]
    root = lines[-4]
    assert re.fullmatch(re.escape(str(call.runtime)) + "/softmlx5-[A-Za-z0-9]{6}", root)
    assert lines[-3] == "700"
    assert sorted(lines[-2:]) == [f"SOFTMLX5_ROOT={root}", f"SYSFS_PATH={root}/sysfs"]
    tree = dict(line.split(":", 1) for line in lines[:-4] if ":" in line)
    expected = {}
    for i in (0, 1):
        expected.update({
            f"class/infiniband_verbs/uverbs{i}/ibdev": f"mlx5_{i}",
            f"class/infiniband_verbs/uverbs{i}/dev": f"231:{192 + i}",
            f"class/infiniband_verbs/uverbs{i}/abi_version": "1",
            f"class/infiniband/mlx5_{i}/node_type": "1: CA",
            f"class/infiniband/mlx5_{i}/node_guid": f"0c42:a103:0050:0{i}01",
            f"class/infiniband/mlx5_{i}/board_id": "MT_0000000838",
            f"class/infiniband/mlx5_{i}/ports/1/pkeys/0": "0xffff",
        })
        expected.update({f"class/infiniband/mlx5_{i}/ports/1/pkeys/{k}": "0x0000" for k in range(1, 128)})
    assert {name: tree.get(name) for name in expected} == expected
    assert len([name for name in tree if "/pkeys/" in name]) == 256


def test_pci(call):
    """Each device has a PCI device behind it, by which libibverbs finds its provider, and DPDK the device."""
    script = 'cd "$SYSFS_PCI_DEVICES" && for i in *; do echo $i; cat $i/modalias $i/vendor $i/class $i/resource; done'
    status, output, error = call("--devices", "2", "sh", "-c", script)
    assert (status, error) == (0, "")
    alias = "pci:v000015B3d00001021sv000015B3sd00001021bc02sc07i00"
    resource = " ".join(["0x0000000000000000"] * 3)
    assert output.splitlines() == [line for i in (1, 2) for line in
                                   (f"9005:0{i}:00.0", alias, "0x15b3", "0x020700", *[resource] * 13)]


def test_environment(call):
    """What other programs need is set, unless the user has set it."""
    script = 'echo "$UCX_MEM_MMAP_HOOK_MODE $SYSFS_PCI_DEVICES"'
    assert re.fullmatch(r"none /\S+/sysfs/bus/pci/devices\n", call("sh", "-c", script)[1])
    for before, after in (("", "verify_asan_link_order=0"), ("a=1", "a=1:verify_asan_link_order=0"),
                          ("verify_asan_link_order=1", "verify_asan_link_order=1")):
        assert call("sh", "-c", 'echo "$ASAN_OPTIONS"', env={"ASAN_OPTIONS": before})[1] == after + "\n"
    environment = {"UCX_MEM_MMAP_HOOK_MODE": "bistro", "SYSFS_PCI_DEVICES": "/there"}
    assert call("sh", "-c", script, env=environment)[1] == "bistro /there\n"


@pytest.mark.parametrize("code, n", [(0, 128), (1, 256), (6, 0)])
def test_pkeys(call, code, n):
    """libibverbs reads each P_Key of the port's table."""
    script = 'cd "$SYSFS_PATH/class/infiniband/mlx5_0/ports/1/pkeys" 2> /dev/null && cat $(ls | sort -n)'
    output = call("--cap", f"pkey_table_size={code}", "sh", "-c", script)[1]
    assert output.split() == ["0xffff", *["0x0000"] * (n - 1)][:n]


def test_options(call, tmp_path):
    """All options, with both forms of a value, in the given order; files by their full path."""
    status, output, error = call(
        "--doorbell=poll", "--trace", "trace file", "--trace-json", "--strict", "--seed", "0x10",
        "--devices=3", "--serialise-wire", "--", "sh", "-c", 'cat "$SOFTMLX5_ROOT/options"',
        cwd=str(tmp_path))
    assert (status, error) == (0, "")
    assert output.splitlines() == [
        "--doorbell poll", f"--trace {tmp_path}/trace file", "--trace-json", "--strict", "--seed 0x10",
        "--devices 3", "--serialise-wire"]
    # Arguments after the command are the command's.
    assert call("echo", "--strict", "--no-such-option") == (0, "--strict --no-such-option\n", "")


def test_devices(call):
    """The library reads the options: as many nodes as devices."""
    script = "import os; print([os.path.exists(f'/dev/infiniband/uverbs{i}') for i in range(9)])"
    assert call("--devices", "3", sys.executable, "-c", script)[1] == str([True] * 3 + [False] * 6) + "\n"


def test_preload(call, folder):
    """The library comes before previously preloaded ones."""
    library = os.path.join(folder, "libsoftmlx5.so")
    assert call("printenv", "LD_PRELOAD") == (0, library + "\n", "")
    status, output, _ = call("printenv", "LD_PRELOAD", env={"LD_PRELOAD": "libm.so.6"})
    assert (status, output) == (0, f"{library}:libm.so.6\n")


def test_installed(call, folder, tmp_path):
    """The library is found in ../lib/softmlx5, also in a folder whose name ld.so would cut up."""
    for name in ("usr", "my programs: all"):
        binary, library = tmp_path / name / "bin", tmp_path / name / "lib" / "softmlx5"
        binary.mkdir(parents=True)
        library.mkdir(parents=True)
        program = shutil.copy(os.path.join(folder, "softmlx5"), binary)
        status, _, error = call("true", program=program)
        assert status == 125
        assert error == ("softmlx5: there is neither libsoftmlx5.so nor ../lib/softmlx5/libsoftmlx5.so in "
                         f"{binary}\n")
        shutil.copy(os.path.join(folder, "libsoftmlx5.so"), library)
        script = "import os; print(os.path.exists('/dev/infiniband/uverbs0'))"
        assert call(sys.executable, "-c", script, program=program) == (0, "True\n", "")


def test_folder(call, tmp_path):
    """XDG_RUNTIME_DIR, else TMPDIR, else /tmp."""
    other = tmp_path / "other"
    other.mkdir()
    show = ("printenv", "SOFTMLX5_ROOT")
    assert call(*show, env={"TMPDIR": str(other)})[1].startswith(str(call.runtime))
    assert call(*show, env={"XDG_RUNTIME_DIR": "/nowhere", "TMPDIR": str(other)})[1].startswith(str(other))
    assert call(*show, env={"XDG_RUNTIME_DIR": "relative", "TMPDIR": ""})[1].startswith("/tmp/softmlx5-")
    assert os.listdir(other) == []


def test_folders_of_killed_launchers(call, folder):
    """A start removes them; those of launchers that run stay, and so does what has no lock or is no folder of ours."""
    environment = dict(os.environ, XDG_RUNTIME_DIR=str(call.runtime))
    started = [subprocess.Popen([os.path.join(folder, "softmlx5"), "sh", "-c", "echo; exec sleep 1000"], env=environment,
                                stdout=subprocess.PIPE, start_new_session=True) for _ in range(3)]
    assert [one.stdout.readline() for one in started] == [b"\n"] * 3

    def private():
        return set(os.listdir(call.runtime)) - {"softmlx5-fabrics"}

    folders = private()
    assert len(folders) == 3
    (call.runtime / "softmlx5-abcdef").mkdir()  # of a launcher that has not come to the lock
    (call.runtime / "softmlx5-other").mkdir()
    (call.runtime / "softmlx5-other/lock").write_text("")
    others = {"softmlx5-abcdef", "softmlx5-other"}
    for one in started[:2]:
        one.kill()
        one.wait()
    assert private() == folders | others
    assert call("true") == (0, "", "")
    assert len(private() - others) == 1 and private() - others < folders
    started[2].terminate()
    started[2].wait()
    assert private() == others
    for one in started[:2]:
        os.killpg(one.pid, signal.SIGKILL)  # their commands
    for one in started:
        one.stdout.close()
    shutil.rmtree(call.runtime)
    call.runtime.mkdir()


def test_environment(call, tmp_path):
    """The file of --environment has the variables that the command gets and no others, and is removed at the end, unless it is
    another launcher's by then."""
    file = tmp_path / "variables"
    status, out, error = call("--environment", str(file), "sh", "-c", f"env -i $(cat {file}) env; echo; env; ls -l {tmp_path}")
    there, here = out.split("\n\n")
    assert (status, error) == (0, "") and set(there.splitlines()) <= set(here.splitlines())
    assert {line.split("=")[0] for line in there.splitlines()} == {
        "SOFTMLX5_ROOT", "SYSFS_PATH", "LD_PRELOAD", "ASAN_OPTIONS", "UCX_MEM_MMAP_HOOK_MODE", "SYSFS_PCI_DEVICES"}
    assert out.count("variables") == 1 and os.listdir(tmp_path) == ["runtime"]
    assert call("--environment", str(file), "sh", "-c", f"rm {file}; echo mine >{file}") == (0, "", "")
    assert file.read_text() == "mine\n"
    assert call("--environment", "variables", "sh", "-c", "cd /; cat $OLDPWD/variables >/dev/null", cwd=tmp_path) == (0, "", "")
    assert not file.exists()
    assert call("--environment", "/nowhere/file", "echo", "started") == (
        125, "", "softmlx5: --environment /nowhere/file: No such file or directory\n")
    file.mkdir()
    assert call("--environment", str(file), "echo", "started") == (
        125, "", f"softmlx5: --environment {file}: Is a directory\n")
    assert sorted(os.listdir(tmp_path)) == ["runtime", "variables"]


def test_foreign_files(call):
    """Files that the command leaves in the folder are removed, too; a link is not followed."""
    keep = call.runtime.parent / "keep"
    keep.mkdir()
    (keep / "file").write_text("")
    script = f'cd "$SOFTMLX5_ROOT" && mkdir -p a/b && touch a/b/c && ln -s {keep} a/link'
    assert call("sh", "-c", script) == (0, "", "")
    assert (keep / "file").exists()


def test_nested(call, folder):
    program = os.path.join(folder, "softmlx5")
    status, output, error = call("--devices", "2", program, "--devices", "1", sys.executable, "-c",
                                 "import os; print(os.path.exists('/dev/infiniband/uverbs1'))")
    assert (status, output, error) == (0, "False\n", "")


def test_speed(call, request):
    """Start and end cost less processor time than six starts of Python, the best of some runs each. The files are in memory,
    as they are below a user's $XDG_RUNTIME_DIR: on a busy disk their creation takes several times longer."""
    memory = tempfile.TemporaryDirectory(dir="/dev/shm")
    request.addfinalizer(memory.cleanup)

    def spent(run):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def start():
        assert call("true", env={"XDG_RUNTIME_DIR": memory.name})[0] == 0

    def python():
        subprocess.run(["/usr/bin/python3", "-c", "pass"], check=True)

    times = [(spent(start), spent(python)) for _ in range(15)]
    assert min(start for start, _ in times) < 6 * min(python for _, python in times), times
