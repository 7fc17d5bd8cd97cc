# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""`prmc decode`: what bytes are explained as, remarks, errors with their place, JSON."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from typing import Any, Dict, List, Tuple

import pytest

from prmclib import explained
from prmclib.load import load_spec
from prmclib.walk import CutError, WalkError, Walker, find_field

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def prmc(args: List[str], data: bytes = b"", **env: str) -> Tuple[int, str, str]:
    clean = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "NO_COLOR")}
    done = subprocess.run([sys.executable, os.path.join(ROOT, "codegen", "prmc"), "decode"] + args,
                          input=data, capture_output=True, check=False, env=dict(clean, **env))
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def case(file: str, name: str) -> Dict[str, Any]:
    with open(os.path.join(ROOT, "tests", "vectors", file), encoding="utf-8") as stream:
        for line in stream:
            found = json.loads(line)
            if found["id"] == name:
                return found
    raise AssertionError(f"{file} has no case {name}")


@pytest.fixture(scope="module")
def ring() -> bytes:
    """A UMR with BSF and two SET_PSV as libmlx5 wrote them."""
    wqes = case("sig_umr.jsonl", "sig_umr-00002")["steps"][0]["expect"]["wqes"]
    return b"".join(bytes.fromhex(block[1].ljust(128, "0")) for wqe in wqes for block in wqe["bb"])


@pytest.fixture(scope="module")
def cqe() -> bytes:
    """A SIG_ERR CQE."""
    return bytes.fromhex(case("sigerr_cqe.jsonl", "sigerr_cqe-00000")["steps"][1]["cqes"][0])


@pytest.fixture(scope="module")
def spec():
    loaded, findings = load_spec([os.path.join(ROOT, "spec")])
    assert not findings.has_errors
    return loaded


def test_signature_post_as_json(ring: bytes) -> None:
    status, out, err = prmc(["--as", "wqe", "--json", "-"], ring)
    assert (status, err) == (0, "")
    items = json.loads(out)["dumps"][0]["items"]
    fields = {(item["number"], f["segment"], f["field"]): f for item in items
              for f in item["fields"]}
    assert [item["title"].split(",")[0] for item in items] == \
        ["WQE 0x0005 UMR", "WQE 0x0009 SET_PSV", "WQE 0x000a SET_PSV"]
    assert fields[0, "ctrl", "opcode"]["names"] == ["UMR"]
    assert fields[0, "bsf.basic", "wire_bfs"]["names"] == ["CRC32C"]
    assert fields[0, "bsf.basic", "memory_block"]["names"] == ["SIZE_4048"]
    assert fields[0, "bsf.basic", "wire_bfs_seed"]["names"] == ["ZERO"]
    assert fields[0, "bsf.basic", "wire_psv"]["value"] == 9612569
    assert fields[1, "psv", "psv_index"]["value"] == 7098609


def test_walk_covers_every_byte(spec, ring: bytes) -> None:
    walker = Walker(spec, ring)
    assert walker.what("wqe") == 256
    at = 0
    for piece in walker.pieces:
        assert piece.offset == at
        at += piece.size
    assert at == 256
    with pytest.raises(WalkError):
        Walker(spec, ring[:100]).what("wqe")


@pytest.mark.parametrize("layout, path, name, offset", [
    ("query_hca_cap_out", "cmd_hca_cap.sho", "sho", 128 + 0x217),  # layout of an arm
    ("query_hca_cap_out", "odp_cap.memory_page_fault_scheme_cap.ud_odp_caps.send", "send",
     128 + 512 + 192),
    ("umr_ctrl_seg", "bsf_octowords", "bsf_octowords", 48),  # arm that is a number
    ("set_psv_seg", "t10dif.app_tag", "app_tag", 80),  # arm of several fields
    ("set_psv_seg", "psv_index", "psv_index", 8),
])
def test_path(spec, layout: str, path: str, name: str, offset: int) -> None:
    item, at = find_field(spec, layout, path)
    assert (item.name, at) == (name, offset)


@pytest.mark.parametrize("path", ["sho", "cmd_hca_cap.shoo", "cmd_hca_cap.sho.x", "capability",
                                  "roce_cap.sho", "rest.sho"])
def test_no_such_path(spec, path: str) -> None:
    assert find_field(spec, "query_hca_cap_out", path) is None
