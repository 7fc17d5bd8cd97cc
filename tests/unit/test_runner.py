# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The test runner and configure.py: a test that dies or says nothing must not count as passed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import Dict, List, Tuple

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def record(folder, command: List[str], timeout: str = "20") -> Dict:
    out = os.path.join(str(folder), "deep", "x.json")
    done = subprocess.run([sys.executable, os.path.join(ROOT, "tests/run_test.py"), "--name", "x",
                           "--timeout", timeout, "--out", out, "--"] + command,
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    with open(out, encoding="utf-8") as stream:
        return json.load(stream)


@pytest.mark.parametrize("script, counts, reason", [
    ("echo 3 passed, 0 failed, 0 skipped", (3, 0, 0), ""),
    ("echo '== 3 passed, 2 skipped in 0.10s =='", (3, 0, 2), ""),
    ("echo '1 failed, 3 passed in 0.10s'; exit 1", (3, 1, 0), ""),
    ("echo '1 passed, 1 error in 0.10s'; exit 1", (1, 1, 0), ""),
    ("echo 3 passed, 0 failed, 0 skipped; exit 1", (3, 1, 0), "although no check failed"),
    ("echo 3 passed, 0 failed, 0 skipped; echo more", (0, 1, 0), "no closing line"),
    ("true", (0, 1, 0), "no closing line"),
    ("kill -SEGV $$", (0, 1, 0), "no closing line"),
    ("echo 0 passed, 0 failed, 0 skipped", (0, 1, 0), "it checked nothing"),
    ("echo 2 passed, 0 failed, 0 skipped; exec sleep 60", (2, 1, 0), "no end within 1 s"),
])
def test_judgement(tmp_path, script: str, counts: Tuple[int, int, int], reason: str) -> None:
    got = record(tmp_path, ["sh", "-c", script], "1" if "sleep" in script else "20")
    assert (got["passed"], got["failed"], got["skipped"]) == counts
    assert reason in got["reason"] and bool(reason) == bool(got["reason"])


def test_missing_command(tmp_path) -> None:
    assert record(tmp_path, ["/nonexistent/program"])["failed"] == 1


def test_summary(tmp_path) -> None:
    paths = []
    for number, counts in enumerate(((2, 0, 0), (1, 1, 0))):
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps({"name": f"t{number}", "passed": counts[0],
                                    "failed": counts[1], "skipped": counts[2], "reason": "",
                                    "alone": "run me", "output": "what it said"}))
        paths.append(str(path))
    summary = [sys.executable, os.path.join(ROOT, "tests/summary.py")]
    done = subprocess.run(summary + paths, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "3 passed, 1 failed, 0 skipped"
    assert "run it alone: run me" in done.stdout and "what it said" in done.stdout
    done = subprocess.run(summary + paths[:1], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "2 passed, 0 failed, 0 skipped\n")


def test_default_build_ninja_is_reproduced(tmp_path) -> None:
    for name in ("configure.py", "generated"):
        source = os.path.join(ROOT, name)
        (shutil.copytree if os.path.isdir(source) else shutil.copy)(source, tmp_path / name)
    done = subprocess.run([sys.executable, str(tmp_path / "configure.py")], capture_output=True,
                          text=True, check=False)
    assert done.returncode == 0, done.stderr
    with open(os.path.join(ROOT, "build.ninja"), encoding="utf-8") as stream:
        assert (tmp_path / "build.ninja").read_text() == stream.read()


def test_other_configuration_needs_its_own_folder(tmp_path) -> None:
    script = shutil.copy(os.path.join(ROOT, "configure.py"), tmp_path)
    done = subprocess.run([sys.executable, script, "--cc", "clang"], capture_output=True,
                          text=True, check=False)
    assert done.returncode and "add --build DIR" in done.stderr
    assert not (tmp_path / "build.ninja").exists()
    done = subprocess.run([sys.executable, script, "--cc", "clang", "--build", "out"],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "cc = clang" in (tmp_path / "out" / "build.ninja").read_text()
