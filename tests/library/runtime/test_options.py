# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Options of keys, queues, requests and DEKs that mlx5dv does not have, on softmlx5."""

from __future__ import annotations

import errno
import os
import re
import subprocess

import pytest

import patience

BUILD = os.environ.get("MLX5SIG_BUILD", "build")


def run(name, *options):
    done = subprocess.run([f"{BUILD}/softmlx5", *options, f"{BUILD}/tests/runtime/options", name],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=patience.LIMIT, check=False)
    assert done.returncode == 0, done.stdout
    *lines, last = done.stdout.splitlines()
    assert last == "done"
    return lines


@pytest.mark.parametrize("name", ["in-rts", "overrun", "fences"])
def test_options(name):
    assert run(name, "--strict") == []


@pytest.mark.parametrize("name", ["access", "no-right"])
def test_access_rights(name):
    assert run(name) == []


@pytest.mark.parametrize("write", [0, 1])
@pytest.mark.parametrize("read", [0, 1])
def test_relaxed_ordering(write, read, tmp_path):
    """Set if the device has it."""
    trace = tmp_path / "trace"
    run("relaxed", "--trace", str(trace), "--cap", f"relaxed_ordering_write={write}", "--cap", f"relaxed_ordering_read={read}")
    command = re.search(r"CREATE_MKEY(?:(?!\n\[)[\s\S])*?access_mode_1_0=(?:KLMS|2)[\s\S]*?\n\[", trace.read_text())[0]
    assert ("relaxed_ordering_write" in command, "relaxed_ordering_read" in command) == (bool(write), bool(read)), command


def test_dek_query():
    assert run("dek-query") == ["query 0"]
    refused = run("dek-query", "--fault", "command:opcode=QUERY_GENERAL_OBJECT,nth=1,status=BAD_PARAM")
    assert refused == [f"query {errno.EINVAL}"]


def test_dek_sets():
    two = ["--devices", "2"]
    assert run("dek-sets", *two) == ["devices 2 create 0", "destroy 0 after 1"]
    for nth in (1, 2):
        fault = f"command:opcode=CREATE_GENERAL_OBJECT,nth={nth},status=NO_RES"
        assert run("dek-sets", *two, "--fault", fault) == [f"devices 2 create {errno.EAGAIN}"]
    again = "command:opcode=DESTROY_GENERAL_OBJECT,nth=1,status=INT_ERR"
    assert run("dek-sets", *two, "--fault", again) == ["devices 2 create 0", "destroy 0 after 2"]


@pytest.mark.parametrize("tweak", ["le", "be"])
def test_several_data_units(tweak):
    caps = [word for kind in ("le", "be") for word in ("--cap", f"aes_xts_multi_block_{kind}_tweak={int(kind == tweak)}")]
    assert run("units", "--strict", *caps) == [f"multi_block_le_tweak {int(tweak == 'le')}"]
