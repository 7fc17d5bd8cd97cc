# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The commands of the jobs in docs/review.md work unchanged."""

import os
import re
import shlex
import subprocess

import pytest
import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def jobs():
    """The YAML of the page, parsed."""
    with open(os.path.join(ROOT, "docs", "review.md"), encoding="utf-8") as stream:
        return [yaml.safe_load(text) for text in re.findall(r"```yaml\n(.*?)```", stream.read(),
                                                           re.S)]


def commands():
    """Every command of a job that runs prmc."""
    github, gitlab = jobs()
    lines = [step["run"] for step in github["jobs"]["diff"]["steps"] if "run" in step]
    lines += gitlab["spec"]["script"]
    return [line for line in lines if "prmc" in line]


def test_there_are_jobs():
    assert len(commands()) == 5


@pytest.mark.parametrize("line", commands())
def test_the_command_works(line, tmp_path):
    """On a repository with a commit that widens a field."""
    spec = tmp_path / "spec" / "wqe"
    spec.mkdir(parents=True)
    (tmp_path / "codegen").symlink_to(os.path.join(ROOT, "codegen"))
    text = ("doc: A file.\nlayouts:\n  seg:\n    size: 4\n    writer: both\n    doc: A segment.\n"
            "    source: none\n    fields:\n      0x00[31:16]: reserved\n      0x00[15:0]:  index\n")

    def git(*words):
        subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@example.org", *words],
                       cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)

    git("init", "-q")
    for number in (16, 20):
        (spec / "seg.yaml").write_text(text.replace("31:16", f"31:{number}").replace(
            "[15:0]: ", f"[{number - 1}:0]: "), encoding="utf-8")
        git("add", "spec")
        git("commit", "-q", "-m", "x")
    base = "HEAD~1"
    words = [base if word in ("$BASE", "$CI_MERGE_REQUEST_DIFF_BASE_SHA") else word
             for word in shlex.split(line)]
    done = subprocess.run(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, check=False)
    gates = "never" not in words
    assert (done.returncode, done.stderr) == (int(gates), "")
    written = [word for word in words if word.endswith((".md", ".html"))]
    for name in written:
        assert "16" in (tmp_path / name).read_text(encoding="utf-8")
    assert written or "widened 16 -> 20 bits" in done.stdout
