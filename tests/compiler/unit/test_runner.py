# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests the test runner and the summary: no kind of failure passes for a success."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

import pytest

import run_test

TESTS = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RUNNER = os.path.join(TESTS, "run", "run_test.py")
SUMMARY = os.path.join(TESTS, "run", "summary.py")
LAST = "without a last line `N passed, N failed, N skipped`"


def run(folder, code, *options, name="x"):
    """Runs Python code as a test command; returns the record and the runner's output."""
    path = os.path.join(str(folder), f"{name}.json")
    done = subprocess.run(
        [sys.executable, RUNNER, "--name", name, "--cpu", "20", *options, "--out", path, "--alone",
         f"ninja test-{name}", "--", sys.executable, "-c", code],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout
    with open(path, encoding="utf-8") as stream:
        return json.load(stream), done.stdout


def counts(record):
    return record["passed"], record["failed"], record["skipped"]


CASES = {
    # name: (code, counts, problem)
    "passing": ("print('3 passed, 0 failed, 0 skipped')", (3, 0, 0), ""),
    "failing": ("print('2 passed, 1 failed, 0 skipped'); exit(1)", (2, 1, 0), ""),
    "empty lines after": ("print('1 passed, 0 failed, 0 skipped\\n\\n')", (1, 0, 0), ""),
    "silent": ("", (0, 1, 0), "exit status 0, " + LAST),
    "exit alone": ("exit(3)", (0, 1, 0), "exit status 3, " + LAST),
    "not the last line": ("print('1 passed, 0 failed, 0 skipped'); print('oops')", (0, 1, 0),
                          "exit status 0, " + LAST),
    "half a line": ("print('xx 1 passed, 0 failed, 0 skipped')", (0, 1, 0),
                    "exit status 0, " + LAST),
    "crashing": ("import os; os.abort()", (0, 1, 0), "killed by SIGABRT, " + LAST),
    "crashing late": ("import os; print('5 passed, 0 failed, 0 skipped', flush=True); os.abort()",
                      (5, 1, 0), "killed by SIGABRT, although it reports no failure"),
    "traceback": ("print('1 passed, 0 failed, 0 skipped', flush=True); 1 / 0", (0, 1, 0),
                  "exit status 1, " + LAST),
    "contradicting": ("print('5 passed, 0 failed, 0 skipped'); exit(1)", (5, 1, 0),
                      "exit status 1, although it reports no failure"),
    "failure with status 0": ("print('5 passed, 2 failed, 0 skipped')", (5, 2, 0),
                              "exit status 0, although it reports a failure"),
    "nothing": ("print('0 passed, 0 failed, 0 skipped')", (0, 1, 0), "it checked nothing"),
    "skipping": ("print('SKIPPED no card'); print('1 passed, 0 failed, 1 skipped')", (1, 0, 1), ""),
    "skipping as pytest": ("print('SKIPPED [2] a.py:3: no card'); "
                           "print('1 passed, 0 failed, 2 skipped')", (1, 0, 2), ""),
    "skipping silently": ("print('SKIPPED: one'); print('1 passed, 0 failed, 3 skipped')",
                          (1, 1, 3), "2 skipped without a reason"),
    "no text": ("import sys; sys.stdout.buffer.write(b'\\xff\\0\\n1 passed, 0 failed, 0 skipped\\n')",
                (1, 0, 0), ""),
}


@pytest.mark.parametrize("name", CASES)
def test_end(tmp_path, name):
    code, expected, problem = CASES[name]
    record, printed = run(tmp_path, code)
    assert (counts(record), record["problem"]) == (expected, problem)
    assert printed.startswith("FAIL x" if expected[1] else "ok   x")
    assert ("run alone: ninja test-x" in printed) == bool(expected[1])


HANG = ("--idle", "3")  # observations


@pytest.mark.parametrize("end", ["", "; import signal; signal.pause()"], ids=["at once", "late"])
def test_folder_for_temporary_files(tmp_path, end):
    """Tests run concurrently: each has a folder of its own, which is removed afterwards."""
    code = ("import os, tempfile; folder = tempfile.gettempdir(); open(tempfile.mkdtemp() + '/left', 'w');"
            "print(folder); print('1 passed, 0 failed, 0 skipped', flush=True)" + end)
    folders = {run(tmp_path, code, *HANG, name=name)[0]["output"].splitlines()[0] for name in "ab"}
    assert len(folders) == 2 and tempfile.gettempdir() not in folders
    assert not any(os.path.exists(folder) for folder in folders)


def test_python_of_a_test(tmp_path, monkeypatch):
    """The test's programs start this interpreter as python3, whatever is first in PATH."""
    wrapper = tmp_path / "first" / "python3"
    wrapper.parent.mkdir()
    wrapper.write_text("#!/bin/sh\necho wrong\n")
    wrapper.chmod(0o755)
    monkeypatch.setenv("PATH", str(wrapper.parent), prepend=os.pathsep)
    code = ("import subprocess\n"
            "subprocess.run(['env', 'python3', '-c', 'import sys; print(sys.executable, sys.argv[1])', 'a b'])\n"
            "print('1 passed, 0 failed, 0 skipped')")
    assert run(tmp_path, code)[0]["output"].splitlines()[0] == f"{sys.executable} a b"


def test_temporary_files_in_memory(tmp_path, monkeypatch):
    """Only where there is room and programs may run."""
    code = "import tempfile; print(tempfile.gettempdir()); print('1 passed, 0 failed, 0 skipped')"
    used = {options: os.path.dirname(run(tmp_path, code, *options)[0]["output"].splitlines()[0])
            for options in ((), ("--memory",))}
    assert used == {(): tempfile.gettempdir(), ("--memory",): run_test.temporary() or tempfile.gettempdir()}
    monkeypatch.setattr(run_test, "MEMORY", str(tmp_path))
    for room, found in ((0, str(tmp_path)), (1 << 62, None)):
        monkeypatch.setattr(run_test, "ROOM", room)
        assert run_test.temporary() == found
    for place in (str(tmp_path / "none"), "/proc"):  # which has no room, and is often noexec
        monkeypatch.setattr(run_test, "MEMORY", place)
        monkeypatch.setattr(run_test, "ROOM", 1)
        assert run_test.temporary() is None


def test_reasons_are_recorded(tmp_path):
    record, _ = run(tmp_path, CASES["skipping as pytest"][0])
    assert record["reasons"] == ["SKIPPED [2] a.py:3: no card"]


def test_output_of_a_failure_is_shown_and_kept(tmp_path):
    record, printed = run(tmp_path, "for n in range(500): print('line', n)\nexit(1)")
    assert "\nline 499\n" in printed and "\nline 299\n" not in printed
    assert f"... 300 lines more in {tmp_path}/x.log\nline 300\n" in printed
    assert record["output"].startswith("line 0\n")
    assert (tmp_path / "x.log").read_text(encoding="utf-8") == record["output"]


def test_command_that_does_not_exist(tmp_path):
    done = subprocess.run([sys.executable, RUNNER, "--name", "x", "--cpu", "5", "--out",
                           str(tmp_path / "x.json"), "--", "/no/such/command"],
                          stdout=subprocess.PIPE, text=True, check=True)
    assert f"FAIL x                    1 failed, 0.0 s, CPU 0.0 s: could not be started, {LAST}" in done.stdout
    assert "/no/such/command: No such file or directory" in done.stdout


def gone(pid):
    """Returns whether the process has ended; init may not have reaped it yet."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as stream:
            return stream.read().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


CHILD = ("import signal, subprocess, sys; p = subprocess.Popen([sys.executable, '-c', 'import signal; signal.pause()'], "
         "start_new_session={}); print('child', p.pid, flush=True); ")
SESSIONS = pytest.mark.parametrize("new_session", [False, True])


@SESSIONS
def test_hang_ends_the_command_and_its_children(tmp_path, new_session):
    record, _ = run(tmp_path, CHILD.format(new_session) + "p.wait()", *HANG)
    assert counts(record) == (0, 1, 0)
    assert re.fullmatch(r"hangs: none of its processes has run for 3 s, after 0\.\d s of processor time", record["problem"])
    assert gone(re.search(r"child (\d+)", record["output"]).group(1))


def test_hang_keeps_what_was_counted(tmp_path):
    record, _ = run(tmp_path, "import signal; print('7 passed, 0 failed, 0 skipped', flush=True); signal.pause()", *HANG)
    assert counts(record) == (7, 1, 0)


BURN = ("import subprocess, sys\n"
        "subprocess.run([sys.executable, '-c', 'import os, time\\nwhile time.process_time() < {}: pass'])\n"
        "print('1 passed, 0 failed, 0 skipped')")


def test_limit_of_processor_time(tmp_path):
    """It counts the time of the command's children, those that are left too."""
    record, _ = run(tmp_path, BURN.format(1e9), "--cpu", "2")
    assert (counts(record), record["problem"]) == ((0, 1, 0), "not finished after 2 s of processor time")
    assert record["limit"] == 2


def test_a_command_that_runs_does_not_hang(tmp_path):
    """Not even if it runs for more observations than a hang may last."""
    record, _ = run(tmp_path, BURN.format(6), *HANG)
    assert counts(record) == (1, 0, 0)


def test_a_stopped_machine_is_no_hang(tmp_path):
    """The runner counts its own observations: the command may stand still as long as the runner does."""
    code = ("import os, signal, time\nrunner = os.getppid()\nos.kill(runner, signal.SIGSTOP)\n"
            "if not os.fork():\n    end = time.monotonic() + 6\n    while time.monotonic() < end: time.sleep(1)\n"
            "    os.kill(runner, signal.SIGCONT)\n    os._exit(0)\n"
            "os.wait()\nprint('1 passed, 0 failed, 0 skipped')")
    record, _ = run(tmp_path, code, *HANG)
    assert counts(record) == (1, 0, 0)


@SESSIONS
def test_children_left_behind_are_ended(tmp_path, new_session):
    record, _ = run(tmp_path, CHILD.format(new_session) + "print('1 passed, 0 failed, 0 skipped')")
    assert counts(record) == (1, 0, 0)
    assert gone(re.search(r"child (\d+)", record["output"]).group(1))


def test_interrupted_runner_ends_the_command_and_leaves_no_record(tmp_path):
    (tmp_path / "x.json").write_text("an older record", encoding="utf-8")
    log = tmp_path / "x.log"
    runner = subprocess.Popen([sys.executable, RUNNER, "--name", "x", "--cpu", "60", "--out",
                               str(tmp_path / "x.json"), "--", sys.executable, "-c",
                               CHILD.format(False) + "p.wait()"], stdout=subprocess.DEVNULL)
    while not log.exists() or "\n" not in log.read_text(encoding="utf-8"):
        time.sleep(0.02)
    runner.send_signal(signal.SIGTERM)
    assert runner.wait() == 128 + signal.SIGTERM
    assert gone(re.search(r"child (\d+)", log.read_text(encoding="utf-8")).group(1))
    assert not (tmp_path / "x.json").exists()


def test_pytest_ends_with_the_plain_line(tmp_path):
    with open(os.path.join(TESTS, "conftest.py"), encoding="utf-8") as stream:
        (tmp_path / "conftest.py").write_text(stream.read(), encoding="utf-8")
    (tmp_path / "test_a.py").write_text("""\
import pytest
def test_good(): pass
def test_bad(): assert 0
def test_absent(): pytest.skip('no card')
@pytest.fixture
def broken(): raise OSError
def test_error(broken): pass
@pytest.mark.xfail(reason='known')
def test_known(): assert 0
""", encoding="utf-8")
    record, _ = run(tmp_path, "import pytest; exit(pytest.main(['-q', '-rsxfE', '-p', "
                              f"'no:cacheprovider', {str(tmp_path)!r}]))")
    assert record["output"].endswith("\n1 passed, 3 failed, 1 skipped\n")
    assert (counts(record), record["problem"]) == ((1, 3, 1), "")
    assert [line.split(": ")[-1] for line in record["reasons"]] == ["no card"]


def summary(folder, *names, tier=True):
    done = subprocess.run([sys.executable, SUMMARY, *(["--tier", "test"] if tier else []),
                           *(os.path.join(str(folder), f"{name}.json") for name in names)],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if tier:
        assert (folder / "test.total").read_text(encoding="utf-8") == done.stdout.splitlines()[-1] + "\n"
    return done.returncode, done.stdout


def test_summary_of_success(tmp_path):
    run(tmp_path, CASES["passing"][0], name="a")
    run(tmp_path, CASES["skipping"][0], name="b")
    status, text = summary(tmp_path, "a", "b")
    assert status == 0
    assert re.fullmatch(r"skip b: SKIPPED no card\n\nprocessor time: 0 s; [ab] 0, [ab] 0\n4 passed, 0 failed, 1 skipped\n", text)
    assert (tmp_path / "unsteady.txt").read_text(encoding="utf-8") == ""


def test_summary_of_one_test(tmp_path):
    """`ninja test-NAME`: it has just printed its result, and does not run again."""
    run(tmp_path, CASES["failing"][0], name="a")
    assert summary(tmp_path, "a", tier=False)[1].endswith("\n2 passed, 1 failed, 0 skipped\n")
    assert not (tmp_path / "a.again.json").exists()


def test_summary_of_failures(tmp_path):
    run(tmp_path, CASES["passing"][0], name="a")
    run(tmp_path, "print('wrong byte'); " + CASES["failing"][0], name="b")
    (tmp_path / "d.json").write_text("{", encoding="utf-8")
    status, text = summary(tmp_path, "a", "b", "c", "d")
    assert status == 1
    assert "  | wrong byte\n" in text and "  run alone: ninja test-b\n" in text
    assert f"no usable record in {tmp_path}/c.json" in text
    assert f"no usable record in {tmp_path}/d.json" in text
    assert "UNSTEADY" not in text and (tmp_path / "b.again.json").exists()
    assert text.splitlines()[-1] == "5 passed, 3 failed, 0 skipped"


def test_summary_of_nothing_passed(tmp_path):
    run(tmp_path, "print('SKIPPED all'); print('0 passed, 0 failed, 1 skipped')", name="a")
    assert summary(tmp_path, "a")[0] == 1


def unsteady(folder, name, said="wrong byte"):
    """Runs a test that fails only once."""
    code = (f"import os; path = {str(folder / name)!r}; new = not os.path.exists(path); open(path, 'w').close()\n"
            f"if new: print({said!r}); print('1 passed, 1 failed, 0 skipped'); exit(1)\n"
            "print('2 passed, 0 failed, 0 skipped')")
    run(folder, code, name=name)


def test_unsteady(tmp_path):
    """Its first output is there in full, and the file keeps what the other tier has written."""
    (tmp_path / "unsteady.txt").write_text("test UNSTEADY old\ntest-deep UNSTEADY x: first\n", encoding="utf-8")
    run(tmp_path, CASES["passing"][0], name="a")
    unsteady(tmp_path, "b", "\n".join(f"line {n}" for n in range(300)))
    status, text = summary(tmp_path, "a", "b")
    assert status == 0 and text.splitlines()[-1] == "5 passed, 0 failed, 0 skipped"
    assert "\nUNSTEADY b: it failed, and passed when it ran again." in text
    assert "  | line 0\n" in text and "  | line 299\n" in text
    assert re.fullmatch(r"test-deep UNSTEADY x: first\ntest UNSTEADY b: first FAIL b +1 passed, 1 failed, .*\n",
                        (tmp_path / "unsteady.txt").read_text(encoding="utf-8"))


def test_too_many_unsteady(tmp_path):
    for name in "abc":
        unsteady(tmp_path, name)
    status, text = summary(tmp_path, *"abc")
    assert status == 1 and text.splitlines()[-1] == "6 passed, 1 failed, 0 skipped"
    assert "3 unsteady tests, of which 2 are allowed" in text
    assert len((tmp_path / "unsteady.txt").read_text(encoding="utf-8").splitlines()) == 3


@pytest.mark.parametrize("report", ["==7==ERROR: AddressSanitizer: heap-use-after-free", "WARNING: ThreadSanitizer: data race",
                                    "a.c:3:1: runtime error: shift exponent", "==12== Invalid read of size 8"])
def test_unsteady_report_of_a_sanitizer(tmp_path, report):
    unsteady(tmp_path, "a", report)
    status, text = summary(tmp_path, "a")
    assert status == 1 and text.splitlines()[-1] == "2 passed, 1 failed, 0 skipped"
    assert "a sanitizer or valgrind found something in an unsteady test" in text


def test_many_failures_do_not_run_again(tmp_path):
    names = [f"t{n}" for n in range(9)]
    for name in names:
        unsteady(tmp_path, name)
    status, text = summary(tmp_path, *names)
    assert status == 1 and text.splitlines()[-1] == "9 passed, 9 failed, 0 skipped"


def test_processor_time_is_recorded(tmp_path):
    code = ("import subprocess, sys, time\n"
            "while time.process_time() < 0.2: pass\n"
            "subprocess.run([sys.executable, '-c', "
            "'import time\\nwhile time.process_time() < 0.2: pass'])\n"
            "print('1 passed, 0 failed, 0 skipped')")
    record, printed = run(tmp_path, code)
    assert record["cpu"] >= 0.4
    assert f"CPU {record['cpu']:.1f} s" in printed
