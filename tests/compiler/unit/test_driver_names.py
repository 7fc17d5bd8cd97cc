# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""`prmc show` with the names that people know: structs, members and constants of drivers."""

from __future__ import annotations

import os
from typing import List, Tuple

import pytest
import yaml

from prmclib.show import drivernames
from prmclib.readers.load import load_spec
from prmc import run as run_prmc

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


@pytest.fixture(scope="module")
def index():
    loaded, findings = load_spec([os.path.join(ROOT, "spec")])
    assert not findings.has_errors
    return drivernames.Index(loaded)


def show(*names: str) -> Tuple[int, str, str]:
    return run_prmc(["show", *names, "--width", "150"], b"").text


@pytest.mark.parametrize("name, page", [
    ("qpn_ds", "ctrl_seg"), ("fm_ce_se", "ctrl_seg"), ("opmod_idx_opcode", "ctrl_seg"),
    ("mlx5_wqe_ctrl_seg", "ctrl_seg"),
    ("struct mlx5_wqe_data_seg", "data_seg"), ("mlx5_err_cqe", "err_cqe"), ("mlx5_cqe64", "cqe64"),
    ("MLX5_WQE_CTRL_CQ_UPDATE", "completion_mode"), ("MLX5_OPCODE_UMR", "wqe_opcode"),
    ("MLX5_CQE_SYNDROME_WR_FLUSH_ERR", "cqe_syndrome"), ("mpwrq_cqe_bc", "striding_byte_count"),
    ("MLX5_CQE_VENDOR_SYNDROME_ODP_PFAULT", "cqe_vendor_syndrome"), ("mlx5dv_set_ctrl_seg()", "ctrl_seg"),
    ("bcount", "klm"), ("MLX5_EVENT_TYPE_CQ_ERROR", "event_type"), ("MLX5_QP_STATE_RTS", "qp_state"),
    ("MLX5_ETH_WQE_L3_CSUM", "eth_seg"), ("MLX5_CQE_L4_OK", "cqe_receive_info"),
    ("MLX5_CQE_REQ_ERR", "cqe_opcode"),     ("doca_gpu_dev_verbs_wqe_ctrl_seg", "ctrl_seg"), ("ibgda_ctrl_seg_t", "ctrl_seg")])
def test_name(index, name: str, page: str) -> None:
    assert index.find(name).pages[0] == page


@pytest.mark.parametrize("name", ["qpn_dz", "mlx5", "struct", "include/linux/mlx5/qp.h", "MLX5_", "*", "", "rsvd",
                                  "my_seg", "FOO_L3_CSUM"])
def test_no_name(index, name: str) -> None:
    assert index.find(name).pages == []


def test_members_have_their_places() -> None:
    status, out, err = show("fm_ce_se")
    assert (status, err) == (0, "")
    first, second = out.splitlines()[:2]
    assert first == "fm_ce_se of struct mlx5_wqe_ctrl_seg is fm 0x08[7:5], ce 0x08[3:2], se 0x08[1]"
    assert second.startswith("ctrl_seg: layout, 16 bytes")


def test_names_of_the_spec_come_first() -> None:
    assert show("ctrl_seg")[1].startswith("ctrl_seg: layout")
    assert show("ctrl_sge") == (2, "", show("ctrl_sge")[2]) and "ctrl_seg" in show("ctrl_sge")[2]


def test_every_struct_is_found(index) -> None:
    """Each struct of the table, and each member that is more than one field of its name, leads to its layout."""
    with open(drivernames.STRUCTS, encoding="utf-8") as stream:
        structs = yaml.safe_load(stream)["structs"]
    wrong: List[str] = [one["struct"] for one in structs if one["layout"] not in
                        index.find(one["struct"]).pages]
    wrong += [f"{one['struct']}.{member}" for one in structs for member, fields in (one.get("members") or {}).items()
              if fields and one["layout"] not in index.find(member).pages]
    assert wrong == []
