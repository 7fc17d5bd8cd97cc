# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The commands of the jobs in docs/review.md work unchanged."""

import os
import re
import shlex
import subprocess

import pytest
import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


def jobs():
    """The YAML of the page, parsed."""
    with open(os.path.join(ROOT, "docs", "review.md"), encoding="utf-8") as stream:
        return [yaml.safe_load(text) for text in re.findall(r"```yaml\n(.*?)```", stream.read(),
                                                           re.S)]


def commands():
    """Returns every command of a job that runs prmc."""
    github, gitlab, _ = jobs()
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


@pytest.mark.parametrize("width, status", [(0x11, 0), (0x10, 1)])
def test_the_job_of_a_driver(width, status, tmp_path):
    """On a driver's repository with a commit that adds the enhanced format of CQEs: at its place, and one bit beside it."""
    job = jobs()[2]["jobs"]["against-the-manual"]
    line, = [step["run"] for step in job["steps"] if "prmc" in step.get("run", "")]
    header = tmp_path / job["env"]["HEADER"]
    header.parent.mkdir(parents=True)
    (tmp_path / "mlx5sig").symlink_to(ROOT)

    def git(*words):
        subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@example.org", *words],
                       cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)

    git("init", "-q")
    for members in ("u8 reserved_at_5a0[0x1260];",
                    f"u8 reserved_at_5a0[{width - 1:#x}]; u8 enhanced_cqe_compression[0x1]; "
                    f"u8 reserved_at_5b1[{0x1260 - width:#x}];"):
        header.write_text(f"struct mlx5_ifc_cmd_hca_cap_bits {{\n\tu8 reserved_at_0[0x5a0];\n\t{members}\n}};\n",
                          encoding="utf-8")
        git("add", job["env"]["HEADER"])
        git("commit", "-q", "-m", "x")
    done = subprocess.run(["sh", "-c", line], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          check=False, env={**os.environ, "BASE": "HEAD~1", "HEADER": job["env"]["HEADER"]})
    assert (done.returncode, done.stderr) == (status, "")
    told = "enhanced_cqe_compression added at 0xb4[16]; mlx5sig/spec has it one bit further right, at 0xb4[15]"
    assert (told in done.stdout) == bool(status)
    assert not status or f"::error file={job['env']['HEADER']},line=3" in done.stdout
