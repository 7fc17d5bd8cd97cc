# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The ten lines at the start of docs/softmlx5.md and of the help text, and the job of docs/ci.md, as they are printed there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import Dict, List

import pytest
import yaml

import patience

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import ports  # noqa: E402
from together import Programs, programs, soft  # noqa: E402, F401

PKG_CONFIG = f"""\
Name: mlx5sig
Description: of the source tree
Version: 0
Requires: libibverbs libmlx5
Cflags: -I{soft.ROOT}/include -I{soft.ROOT}/generated
Libs: -L{soft.BUILD} -lmlx5sig -lpthread
"""


def text(name: str) -> str:
    with open(os.path.join(soft.ROOT, name), encoding="utf-8") as stream:
        return stream.read()


def block(page: str, language: str) -> str:
    return re.search(rf"```{language}\n(.*?)```", text(page), re.S)[1]


def lines() -> List[str]:
    return [re.sub(r" +#.*", "", line) for line in block("docs/softmlx5.md", "sh").splitlines()]


@pytest.fixture
def shell(programs, tmp_path):
    """Runs a script in a network of its own, in which perftest's port is free, with softmlx5 in the PATH and the clock that
    perftest measures in no time. Gives its output."""
    (tmp_path / "bin").mkdir()
    os.symlink(soft.SOFTMLX5, tmp_path / "bin" / "softmlx5")
    os.symlink(os.path.join(soft.ROOT, "examples"), tmp_path / "examples")
    (tmp_path / "mlx5sig.pc").write_text(PKG_CONFIG)
    environment: Dict[str, str] = dict(programs.environment, PATH=f"{tmp_path}/bin:{os.environ['PATH']}",
                                       LD_LIBRARY_PATH=soft.BUILD, PKG_CONFIG_PATH=str(tmp_path),
                                       LD_PRELOAD=soft.program("quick_clock.so"))

    def run(script: str) -> str:
        done = subprocess.run(["unshare", "--user", "--map-root-user", "--net", "bash", "-e", "-c",
                               f"ip link set lo up\n{ports.SHELL}\n{script}"],
                              cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              timeout=patience.LIMIT, check=False)
        assert done.returncode == 0, done.stdout
        return done.stdout
    return run


# Until the server listens, or has bound a port of rdma_cm, and then waits.
READY = r"""
until grep -q ' 0A ' /proc/net/tcp /proc/net/tcp6 || ls "$XDG_RUNTIME_DIR"/softmlx5-fabrics/default/port.* 2> /dev/null
do sleep 0.02; done
asleep $other
"""


def in_terminals(first: str, second: str) -> str:
    return f"{first} > first & other=$!\n{READY}\n{second}\nwait $other || echo first: $?\ncat first\n"


def test_tutorial(shell, tmp_path):
    """The pairs of commands, one after the other."""
    write, write_client, compile_it, dif, dif_client, lost, lost_client, grep, changed, changed_client = lines()
    out = shell(f"{in_terminals(write, write_client)}\n{compile_it}\n{in_terminals(dif, dif_client)}")
    assert out.count("BW average") == 2 and "64 blocks written, with T10-DIF\n" in out and "softmlx5:" not in out, out
    assert "64 blocks arrived, T10-DIF checked and stripped: data are right\n" in out and "first:" not in out, out
    out = shell(f"{in_terminals(lost, lost_client)}\n{grep}")
    assert "data are right\n" in out, out
    shown = re.search(r" ([\d.]+)\] mlx5_0 fault 1 strikes\n"
                      r"\[ +([\d.]+)\] mlx5_0 QP \w+ WQE \w+: sent again, \d retries are left\n", out)
    assert "RDMA_WRITE_IMM, 48 bytes" in out and shown and float(shown[2]) - float(shown[1]) > 0.5, out
    out = shell(in_terminals(changed, changed_client))
    assert "bad guard in block 1\n" in out and "first: 1\n" in out, out


def test_help(programs):
    """It has the same commands."""
    status, out = programs.run([], "true")
    shown = subprocess.run([soft.SOFTMLX5, "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
    printed = [re.sub(r" +#.*", "", line).strip() for line in shown.splitlines()]
    assert [line for line in lines()[:8] if line.replace("examples/", "") not in printed] == []


def test_job(shell):
    """The steps of the job that run programs; those before install what is installed here."""
    job = yaml.safe_load(block("docs/ci.md", "yaml"))["jobs"]["softmlx5"]
    assert job["container"] == "debian:12"
    steps = [step["run"] for step in job["steps"] if "run" in step]
    own = [step for step in steps if "apt-get" not in step and "curl" not in step]
    assert len(own) == 3 and len(steps) == 6
    assert "hca_id:\tmlx5_0" in shell(own[0])
    assert "hca_id:\tmlx5_0" in shell(block("docs/ci.md", "sh").splitlines()[-1])
    for step in own[1:]:
        assert f"grep -q ':{18515:04X} .* 0A '" in step  # otherwise the loop ends after 10 s, without a message
        out = shell(step)
        assert out.count("BW average") == 2 and "softmlx5:" not in out, out


def test_packages():
    """The names of the packages are those that `ninja deb` gives them."""
    sys.path.insert(0, os.path.join(soft.ROOT, "packaging"))
    import install
    page = text("docs/ci.md")
    version = ".".join(install.library_version())
    assert set(re.findall(r"softmlx5_[\d.]+_amd64.deb", page)) == {f"softmlx5_{version}_amd64.deb"}
    assert {"softmlx5", "libmlx5sig2", "libmlx5sig-dev"} <= set(re.findall(r"^Package: (.*)$", text("debian/control"), re.M))
