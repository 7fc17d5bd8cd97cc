# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""DAPL's own tests, connected by rdma_cm and by datagrams."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "softmlx5"))

import clients  # noqa: E402
import patience  # noqa: E402
from together import Programs, programs, soft  # noqa: E402, F401

# Name, version of the interface, thread safety, default, library, its version, network interface or device, port.
PROVIDERS = """\
cma u2.0 nonthreadsafe default libdaplofa.so.2 dapl.2.0 "lo 0" ""
ucm u2.0 nonthreadsafe default libdaploucm.so.2 dapl.2.0 "mlx5_0 1" ""
"""
# In a network of its own, whose ports are free.
PAIR = """
ip link set lo up
{0} > server 2>&1 & server=$!
until {1}; do kill -0 $server; sleep 0.05; done
{0} -h 127.0.0.1
wait $server
cat server
"""
# What a program ends with, and when its server is ready: a TCP port for the client's first question, or one of rdma_cm.
TCP = f"grep -q ':{15828:04X} .* 0A ' /proc/net/tcp"
PROGRAMS = {
    "dtest": ("DAPL Test Complete. PASSED", TCP),
    "dtestx": ("IB extension test - immed/atomic test PASSED", TCP),
    "dtestsrq": ("DAPL RC SRQ Test Complete.", "ls $XDG_RUNTIME_DIR/softmlx5-fabrics/default/port.*.45248 2> /dev/null"),
}


@pytest.mark.parametrize("command", clients.cases("DAPL's tests"))
def test_pair(programs, tmp_path, command):
    """Server and client agree that all is right."""
    (tmp_path / "providers").write_text(PROVIDERS)
    said, is_ready = PROGRAMS[command.split()[0]]
    script = PAIR.format(f"{soft.SOFTMLX5} --strict {command}", is_ready)
    done = patience.run(["unshare", "--user", "--map-root-user", "--net", "sh", "-e", "-c", script], cwd=tmp_path,
                        env=dict(programs.environment, DAT_OVERRIDE=str(tmp_path / "providers")), stdin=subprocess.DEVNULL,
                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0 and done.stdout.count(said) == 2 and "softmlx5:" not in done.stdout, done.stdout
