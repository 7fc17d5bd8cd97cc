# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests tests/run/nursery.py: each module has the same record as alone, and sees nothing of another one."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import signal
import sys
import time
from pathlib import Path
from typing import Any, Dict, List, Tuple

TESTS = Path(__file__).resolve().parents[2]
FIELDS = ("name", "passed", "failed", "skipped", "problem", "reasons", "command", "alone", "limit")

MODULES = {
    "mixed": """
import os, sys
import pytest
def test_bad(): assert [1] == [2]
def test_process(tmp_path):
    assert (os.environ["WORD"], os.getsid(0), sys.argv[-1]) == ("a b", os.getpid(), __file__)
    assert str(tmp_path).startswith(os.environ["TMPDIR"]) and "nursery" not in "".join(sys.path)
@pytest.mark.skip(reason="no card")
def test_absent(): pass
""",
    "leaves": """
import builtins, os, subprocess
import prmclib.cli
def test_left():
    subprocess.Popen(["sleep", "1000"])
    os.chdir("/")
    os.environ["LEFT"] = builtins.left = "1"
    prmclib.cli.main = None
""",
    "looks": """
import builtins, os
import prmclib.cli
def test_seen(): assert prmclib.cli.main and not hasattr(builtins, "left") and "LEFT" not in os.environ and os.getcwd() != "/"
""",
    "ends": "import os\ndef test_end(): os._exit(0)\n",
    "crashes": "import os, signal\ndef test_crash(): os.kill(os.getpid(), signal.SIGSEGV)\n",
    "cannot_import": "import no_such_module\n",
    "is_empty": "",
    "loops": "def test_loop():\n    while True: pass\n",
    "hangs": "import threading\ndef test_hang(): threading.Thread(target=threading.Event().wait).start()\n",
}


def words(folder: Path, name: str, out: Path) -> List[str]:
    return ["--name", name, "--cpu", "4", "--idle", "6", "--out", str(out / f"{name}.json"),
            "--alone", f"ninja 'test-{name}'", "--", "env", "WORD=a b", "env", "MORE=1", sys.executable, "-m", "pytest",
            "-q", "-rfEs", "-p", "no:cacheprovider", str(folder / f"test_{name}.py")]


def records(out: Path) -> Dict[str, Any]:
    result = {}
    for name in MODULES:
        with open(out / f"{name}.json", encoding="utf-8") as stream:
            result[name] = json.load(stream)
    return result


def shape(record: Dict[str, Any]) -> Tuple[List[Any], List[str]]:
    """Returns what does not depend on time and place: counts and problem, and the lines of failed tests."""
    lines = re.findall(r"^(?:FAILED|ERROR|E  ) .*", record["output"], re.MULTILINE)
    return [re.sub(r"\d+\.\d s", "N s", str(record[field])) for field in FIELDS], lines


def test_records_are_those_of_modules_alone(tmp_path: Path) -> None:
    folder, together, alone = tmp_path / "tests", tmp_path / "together", tmp_path / "alone"
    for each in (folder, together, alone):
        each.mkdir()
    text = (TESTS / "conftest.py").read_text(encoding="utf-8")
    text = re.sub("^ROOT = .*", f"ROOT = {str(TESTS.parent)!r}", text, flags=re.MULTILINE)
    (folder / "conftest.py").write_text(text, encoding="utf-8")
    for name, code in MODULES.items():
        (folder / f"test_{name}.py").write_text(code, encoding="utf-8")
    (together / "looks.json").write_text("an older record", encoding="utf-8")
    listed = tmp_path / "words"
    listed.write_text(" --next ".join(shlex.join(words(folder, name, together)) for name in MODULES), encoding="utf-8")
    done = subprocess.run([sys.executable, str(TESTS / "run" / "nursery.py"), "--out", str(together / "x.group"), str(listed)],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout
    for name in MODULES:
        subprocess.run([sys.executable, str(TESTS / "run" / "run_test.py"), *words(folder, name, alone)], check=True,
                       stdout=subprocess.DEVNULL)
    found, expected = records(together), records(alone)
    for name in MODULES:
        assert shape(found[name]) == shape(expected[name]), found[name]["output"]
        assert found[name]["cpu"] > 0
    counts = {name: tuple(record[key] for key in ("passed", "failed", "skipped")) for name, record in found.items()}
    assert counts == {"mixed": (1, 1, 1), "leaves": (1, 0, 0), "looks": (1, 0, 0), "ends": (0, 1, 0), "crashes": (0, 1, 0),
                      "cannot_import": (0, 1, 0), "is_empty": (0, 1, 0), "loops": (0, 1, 0), "hangs": (1, 1, 0)}
    assert [line.split()[1] for line in done.stdout.splitlines() if re.match("ok  |FAIL ", line)] == list(MODULES)


def test_an_early_end_leaves_no_older_record(tmp_path: Path) -> None:
    """The summary reports a test without a record as failed."""
    old = tmp_path / "mixed.json"
    old.write_text("an older record", encoding="utf-8")
    (tmp_path / "run").mkdir()
    for name in ("nursery.py", "run_test.py", "progress.py"):  # without prmc, which it needs
        shutil.copy(TESTS / "run" / name, tmp_path / "run")
    (tmp_path / "words").write_text(shlex.join(words(tmp_path, "mixed", tmp_path)), encoding="utf-8")
    done = subprocess.run([sys.executable, str(tmp_path / "run" / "nursery.py"), "--out", str(tmp_path / "x.group"),
                           str(tmp_path / "words")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode and not os.path.exists(old) and not os.path.exists(tmp_path / "x.group")


def test_a_signal_ends_the_module_too(tmp_path: Path) -> None:
    """Without a record, and without the tests that would be next."""
    pid, started = tmp_path / "pid", tmp_path / "test_waits.py"
    started.write_text("import os, pathlib, time\ndef test_wait():\n"
                       f"    pathlib.Path({str(pid)!r}).write_text(str(os.getpid()))\n    time.sleep(1000)\n", encoding="utf-8")
    listed = tmp_path / "words"
    text = " --next ".join(shlex.join(words(tmp_path, name, tmp_path)) for name in ("waits", "mixed"))
    listed.write_text(text, encoding="utf-8")
    command = [sys.executable, str(TESTS / "run" / "nursery.py"), "--out", str(tmp_path / "x.group"), str(listed)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as nursery:
        while not (pid.exists() and pid.read_text(encoding="utf-8")) and nursery.poll() is None:
            time.sleep(0.01)
        nursery.send_signal(signal.SIGTERM)
        assert nursery.wait() == 128 + signal.SIGTERM
    assert not os.path.exists(f"/proc/{pid.read_text(encoding='utf-8')}")
    assert not list(tmp_path.glob("*.json")) and not (tmp_path / "x.group").exists()
