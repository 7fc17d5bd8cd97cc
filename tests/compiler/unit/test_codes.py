# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Lines of logs that name codes, without a dump: each is explained, by `prmc decode` and `prmc explain`.

The lines have the forms that programs print; all numbers, hosts and other words are made up.
"""

from __future__ import annotations

import json
import os
from typing import List, Tuple

import pytest

from prmclib.show import codes
from prmclib.readers.load import load_spec
from prmc import run as run_prmc

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
SYND, VENDOR, STATUS = "syndrome ", "vendor code ", "command status "


@pytest.fixture(scope="module")
def spec():
    loaded, findings = load_spec([os.path.join(ROOT, "spec")])
    assert not findings.has_errors
    return loaded


def prmc(*args: str, data: str = "") -> Tuple[int, str, str]:
    return run_prmc([*args], data.encode()).text


LINES = {
    # Linux
    "[ 9.2] infiniband mlx5_7: mlx5_poll_one:530:(pid 0): syndrome 0x4, vendor syndrome 0x52":
        [SYND + "0x04 LOCAL_PROT_ERR", VENDOR + "0x52 GATHER + PD"],
    "mlx5_7: WC error: 10, Message: remote access error": ["ibv_wc_status 10, syndrome 0x13 REMOTE_ACCESS_ERR"],
    "mlx5_core 0000:b1:00.0: CREATE_MKEY(0x200) op_mod(0x0) failed, status bad resource(0x5), syndrome (0x9f8e7d)":
        ["command 0x200 CREATE_MKEY", STATUS + "0x05 BAD_RES", "command syndrome 0x9f8e7d"],
    "mlx5_core 0000:b1:00.0 ens9: Error cqe on cqn 0x5b, ci 0x2, qn 0x7, opcode 0xd, syndrome 0x2, vendor syndrome 0x68":
        [SYND + "0x02 LOCAL_QP_OP_ERR", VENDOR + "0x68 WQE_FORMAT"],
    # UCX, NCCL, perftest, libfabric, SPDK, DPDK
    "[n7:9:0:9] ib_mlx5_log.c:184  Local protection error on mlx5_7:1/IB (synd 0x4 vend 0x32 hw_synd 0/147)":
        [SYND + "0x04 LOCAL_PROT_ERR", VENDOR + "0x32 DATA + PD", "hw_err_synd 0x93"],
    "ib_mlx5_log.c:179  Remote access on mlx5_7:1/RoCE (synd 0x13 vend 0x88 hw_synd 0/0)":
        [SYND + "0x13 REMOTE_ACCESS_ERR", VENDOR + "0x88 NAK_ACCESS"],
    "n3:41:77 [0] net_ib.cc:901 NCCL WARN NET/IB: Got completion with status=12 opcode=0 len=0 vendor err 129":
        ["ibv_wc_status 12, syndrome 0x15 TRANSPORT_RETRY_EXC_ERR", VENDOR + "0x81 TIMEOUT_EXCEEDED"],
    " Failed status 13: wr_id 0 syndrom 0x87":
        ["ibv_wc_status 13, syndrome 0x16 RNR_RETRY_EXC_ERR", VENDOR + "0x87 RNR_EXCEEDED"],
    "libfabric:9:1::verbs:cq:work completion status Work Request Flushed Error, vendor_err: 249":
        [SYND + "0x05 WR_FLUSH_ERR", VENDOR + "0xf9 FLUSHED"],
    "mlx5_dma.c: *ERROR*: Error on QP 0x4d2 wqe[007]: Local protection (synd 0x4 vend 0x51 hw 0x2) opcode RDMA_READ":
        [SYND + "0x04 LOCAL_PROT_ERR", VENDOR + "0x51 GATHER + PCIE", "hw_err_synd 0x02"],
    "Unexpected CQE error syndrome 0x04 CQN = 188 SQN = 4242 wqe_counter = 3": [SYND + "0x04 LOCAL_PROT_ERR"],
    "wc.status = IBV_WC_REM_OP_ERR": [SYND + "0x14 REMOTE_OP_ERR"],
    "completion failed: transport retry counter exceeded": [SYND + "0x15 TRANSPORT_RETRY_EXC_ERR"],
    "poll: RNR retry counter exceeded": [SYND + "0x16 RNR_RETRY_EXC_ERR"],
    "got MLX5_EVENT_TYPE_CQ_ERROR event": ["event 0x04 CQ_ERROR"],
    "n3:41:77 [0] NCCL WARN NET/IB : Got completion from peer n4<40001> with error 12, opcode 1, len 0, vendor err 129":
        ["ibv_wc_status 12, syndrome 0x15 TRANSPORT_RETRY_EXC_ERR", VENDOR + "0x81 TIMEOUT_EXCEEDED"],
    "iser: iser_err_comp: memreg failure: memory management operation error (6) vend_err 78":
        [SYND + "0x06 MW_BIND_ERR", VENDOR + "0x78 UMR + UNKNOWN"],
    "rpcrdma: frwr: fastreg failed: memory management operation error (6/0x7b)":
        [SYND + "0x06 MW_BIND_ERR", VENDOR + "0x7b UMR + ACCESS"],
    "mlx5_devx_cmds.c: DEVX create mkey failed errno=22 status=0x3 syndrome=0x9f8e7d":
        [STATUS + "0x03 BAD_PARAM", "command syndrome 0x9f8e7d"],
    "mlx5_7: async event: IBV_EVENT_QP_ACCESS_ERR on QP 0x4d2": ["event 0x11 WQ_ACCESS_ERROR"],
    "Got async event: local access violation work queue error": ["event 0x11 WQ_ACCESS_ERROR"],
    "mlx5_core 0000:b1:00.0: print_health_info:425:(pid 0): synd 0x1: firmware internal error":
        ["health syndrome 0x01 FW_INTERNAL_ERR"],
    "mlx5_net: port 3 failed to modify SQ using DevX, status 0x4 syndrome 0x0":
        [STATUS + "0x04 BAD_SYS_STATE", "command syndrome 0x00"],
    "rc.c:41 UCX ERROR completion with error on qp 0x4d2: remote access error syndrome 0x88":
        [SYND + "0x13 REMOTE_ACCESS_ERR", VENDOR + "0x88 NAK_ACCESS"],
    "the syndrome is 0x4 and the vendor_err_synd byte is 0x52": [SYND + "0x04 LOCAL_PROT_ERR", VENDOR + "0x52 GATHER + PD"],
    "$3 = {rsvd0 = {0x0}, hw_error_syndrome = 0x0, hw_syndrome_type = 0x0, vendor_err_synd = 0x89, syndrome = 0x14}":
        [VENDOR + "0x89 NAK_OPERATION", SYND + "0x14 REMOTE_OP_ERR"],
    "Syndrome: 8 Description: unrecoverable hardware error": ["health syndrome 0x08 HW_FATAL_ERR"],
    "Syndrome: 08 Description: unrecoverable hardware error": ["health syndrome 0x08 HW_FATAL_ERR"],
    "mlx5_core 0000:b1:00.0: cq_err_event_notifier:505:(pid 0): CQ error on CQN 0x954, syndrome 0x1":
        ["event 0x04 CQ_ERROR", "syndrome of the CQ 0x01 CQ_OVERRUN"],
    "mlx5_7/1: QP 4242 error: local length error (0x8e 0x0 0x0)": [SYND + "0x01 LOCAL_LENGTH_ERR", VENDOR + "0x8e PACKET_MTU"],
    "rocep9s0/1: QP 4242 error: fatal error (0x88 0x0 0x0)": [SYND + "0x13 REMOTE_ACCESS_ERR", VENDOR + "0x88 NAK_ACCESS"],
    "rocep9s0/1: QP 4242 error: unrecognized status (0x41 0x0 0x93)": [VENDOR + "0x41 CQ_OVERFLOW", "hw_err_synd 0x93"],
    "status 9 (IBV_WC_REM_INV_REQ_ERR), and a .vendor_err field with value 138": [
        "ibv_wc_status 9, syndrome 0x12 REMOTE_INVAL_REQ_ERR", VENDOR + "0x8a NAK_INVALID"],
    "nmlx5_core: vmnic9: nmlx5_cmd_StatusToErr: status: BAD_PARAM(0x3), syndrome: 0x9f8e7d":
        [STATUS + "0x03 BAD_PARAM", "command syndrome 0x9f8e7d"],
    "mlx5_core 0000:b1:00.0: wait_func:1195:(pid 67): 2RST_QP(0x50a) timeout. Will cause a leak of a command resource":
        ["command 0x50a 2RST_QP"],
    "LNetError: 77:0:(o2iblnd_cb.c:1026:kiblnd_tx_complete()) Tx -> 192.0.2.7@o2ib cookie 0x9f3 sending 1 waiting 0: failed 12":
        ["ibv_wc_status 12, syndrome 0x15 TRANSPORT_RETRY_EXC_ERR"],
    "LNetError: 77:0:(o2iblnd_cb.c:498:kiblnd_rx_complete()) Rx from 192.0.2.7@o2ib failed: 5":
        ["ibv_wc_status 5, syndrome 0x05 WR_FLUSH_ERR"],
    "LNet: 77:0:(o2iblnd_cb.c:3676:kiblnd_complete()) RDMA (tx: 000000009f3e1d2c) failed: 10":
        ["ibv_wc_status 10, syndrome 0x13 REMOTE_ACCESS_ERR"],
    "LustreError: 77:0:(o2iblnd_cb.c:3676:kiblnd_complete()) Tx -> 192.0.2.7@o2ib cookie 0x1: RDMA failed: 12":
        ["ibv_wc_status 12, syndrome 0x15 TRANSPORT_RETRY_EXC_ERR"],
    "LNetError: kiblnd_complete()) FastReg failed: 6": ["ibv_wc_status 6, syndrome 0x06 MW_BIND_ERR"],
    "LNetError: kiblnd_passive_connect()) Cannot accept 192.0.2.7@o2ib: rc = -113": ["errno 113 EHOSTUNREACH"],
    "LNet: kiblnd_tx_done()) 192.0.2.7@o2ib failed: -5": ["errno 5 EIO"],
    "Lustre: Rx from 192.0.2.7@tcp failed: 5 times": [],
    "[[9,1],0][btl_openib_component.c:3645:handle_wc] from n1 to: n2 error polling LP CQ with status RETRY EXCEEDED ERROR "
    "status number 12 for wr_id 27c7e40 opcode 0 vendor error 129 qp_idx 3":
        ["ibv_wc_status 12, syndrome 0x15 TRANSPORT_RETRY_EXC_ERR", VENDOR + "0x81 TIMEOUT_EXCEEDED"],
    "cq completion failed with wr_id 0 status 12 opcode 32766 vender_err 81":
        ["ibv_wc_status 12, syndrome 0x15 TRANSPORT_RETRY_EXC_ERR", VENDOR + "0x81 TIMEOUT_EXCEEDED"],
    "mlx5r_umr_post_send_wait:344:(pid 4): reg umr failed (6). Trying to recover and resubmit the flushed WQEs":
        ["ibv_wc_status 6, syndrome 0x06 MW_BIND_ERR"],
    "infiniband mlx5_7: UMR: MW_BIND_ERR 0x78": [SYND + "0x06 MW_BIND_ERR", VENDOR + "0x78 UMR + UNKNOWN"],
    "mlx5_7: error CQE, syndrome LOCAL_PROT_ERR (0x04)": [SYND + "0x04 LOCAL_PROT_ERR"],
    "panicked at 'work completion error: RemoteAccessError (10), vendor error 0x88', src/main.rs:9":
        [SYND + "0x13 REMOTE_ACCESS_ERR", VENDOR + "0x88 NAK_ACCESS"],
    "remote access error, vend err 88 (hex)": [SYND + "0x13 REMOTE_ACCESS_ERR", VENDOR + "0x88 NAK_ACCESS"],
    # Codes of other devices, or of no device, are not those of mlx5
    "hns3 0000:7d:00.0: error cqe status 0x5": ["status 0x05"],
    "[hns_roce_lite.c:9]hns_roce_lite_handle_error_cqe(9) : error cqe status: 0x15": ["status 0x15"],
    "infiniband bnxt_re0: cqe status 0x7, vendor_err 0x50": ["status 0x07", VENDOR + "0x50"],
    "CQE ERROR wr_id=9 status=12(transport retry counter exceeded) vendor_err=0x51 dev=erdma_0":
        ["status 0x0c", "syndrome 0x15 TRANSPORT_RETRY_EXC_ERR", VENDOR + "0x51"],
    "wc.status=12 vendor_err=0x51 on irdma1": ["ibv_wc_status 12, syndrome 0x15 TRANSPORT_RETRY_EXC_ERR", VENDOR + "0x51"],
    "mlx4_core 0000:04:00.0: command 0x4 failed: fw status = 0x1": [],
    "WARNING: mcxnex9: CQE ERR: QPN 0x40 indx 0x1d status 0x13 vendor syndrome 0x88": ["status 0x13", VENDOR + "0x88"],
    "expected RDMA_CM_EVENT_ESTABLISHED but received RDMA_CM_EVENT_REJECTED (8) from CM event channel (status = 8)": [],
    "srun: error: node9: task 3: exited with status 12": [], "i2c i2c-3: controller error status 0x5": [],
    "systemd[1]: app.service: Failed with result 'exit-code', status=5": [], "GET /index failed with status 13": [],
    "EDAC MC0: 1 CE memory read error (grain:32 syndrome:0x12)": [], "pci 0000:01:00.0: error, vendor 0x10": [],
    "VPN: remote access error": [], "upstream: bad response, error 5": [], "journal flush error": [], "event 12 of an error": [],
    "ssh: retry count exceeded, an error": [], "kiblnd_qp_event()) 192.0.2.7@o2ib: Async QP event type 3":
        ["ibv_event_type 3, event 0x11 WQ_ACCESS_ERROR"],
    "mlx5_core 0000:5e:00.0: synd 0x7: irisc not responding": ["health syndrome 0x07 DEAD_IRISC"],
    "isert: isert_print_wc: login recv failure: WR flushed (5) vend_err f9":
        [SYND + "0x05 WR_FLUSH_ERR", VENDOR + "0xf9 FLUSHED"],
    "CQE error: opcode d syndrome 15 vendor 81": [SYND + "0x15 TRANSPORT_RETRY_EXC_ERR", VENDOR + "0x81 TIMEOUT_EXCEEDED"],
    "send work request on `mlx5_9' returned error wc.status = 12, wc.vendor_err = 129, post->buf = 0x7f":
        ["ibv_wc_status 12, syndrome 0x15 TRANSPORT_RETRY_EXC_ERR", VENDOR + "0x81 TIMEOUT_EXCEEDED"],
    "failed to create QP: Invalid argument": ["errno 22 EINVAL"], "ibv_create_cq: Cannot allocate memory": ["errno 12 ENOMEM"],
    "mlx5_common: failed to create a counter errno=121": ["errno 121 EREMOTEIO"],
    # Errors of the kernel
    "mlx5_core: probe of 0000:b1:00.0 failed with error -12": ["errno 12 ENOMEM"],
    "infiniband mlx5_7: reg_user_mr:130:(pid 33): umem get failed (-14)": ["errno 14 EFAULT"],
    # The text of strerror() alone, after a call
    "mlx5dv_create_qp failed: Invalid argument": ["errno 22 EINVAL"],
    "ERROR: ibv_reg_mr() failed, errno: Cannot allocate memory": ["errno 12 ENOMEM"],
    "app: mlx5_vdpa_create: unable to create MR: Operation not supported": ["errno 95 EOPNOTSUPP"],
    "ibv_modify_qp failed: Invalid argument, vendor err 0x68": [VENDOR + "0x68 WQE_FORMAT"],
    "open /etc/passwd failed: Permission denied": [],
    "mlx5_0 is up, no Invalid argument": [],
    "mlx5_core 0000:b1:00.0: CREATE_MKEY(0x200) op_mod(0x0) failed, status bad parameter(0x3), syndrome (0x6ae2b), err(-22)":
        ["command 0x200 CREATE_MKEY", STATUS + "0x03 BAD_PARAM", "command syndrome 0x6ae2b"],
    "e1000e: probe of 0000:00:19.0 failed with error -5": [], "mlx5_7: err -4095": [], "mlx5: 3 errors -2 of them new": [],
    # Nothing to say
    "[ 9.2] mlx5_core 0000:b1:00.0: firmware version: 22.35.1012": [],
    "no error in 12 of 68 runs": [], "the vendor is 0x15b3": [], "event loop runs at 100 Hz": [],
}


@pytest.mark.parametrize("line", LINES)
def test_line(spec, line: str) -> None:
    found = [one.line.split(":")[0] if one.text else one.line for one in codes.facts(spec, line)]
    assert found == LINES[line]


@pytest.mark.parametrize("words, starts", [
    (["0x88"], [VENDOR + "0x88 NAK_ACCESS"]), (["vendor", "0x68"], [VENDOR + "0x68 WQE_FORMAT"]),
    (["MW_BIND_ERR 0x78"], [SYND + "0x06 MW_BIND_ERR", VENDOR + "0x78 UMR + UNKNOWN"]),
    (["hw", "0x93"], ["hw_err_synd 0x93"]), (["hw_synd 0/146"], ["hw_err_synd 0x92"]),
    (["RTR2RTS_QP"], ["command 0x504 RTR2RTS_QP"]), (["wqe_format"], [VENDOR + "0x68 WQE_FORMAT"]),
    (["IBV_WC_RETRY_EXC_ERR"], [SYND + "0x15 TRANSPORT_RETRY_EXC_ERR"]),
    (["status=12 vendor err 129"], ["ibv_wc_status 12, syndrome 0x15", VENDOR + "0x81 TIMEOUT_EXCEEDED"]),
])
def test_explain(words: List[str], starts: List[str]) -> None:
    status, out, err = prmc("explain", "--width", "200", *words)
    lines = [line for line in out.splitlines() if not line.startswith(" ")]
    assert (status, err) == (0, "") and len(lines) == len(starts)
    assert all(line.startswith(start) for line, start in zip(lines, starts)), lines


def test_a_vendor_code_of_two_digits_may_be_hexadecimal(spec) -> None:
    """`vendor_err 52` of a program that is not known is 0x34 or 0x52; NCCL prints decimal numbers."""
    _, code = codes.facts(spec, "wc status 4, vendor_err: 52")
    assert code.value == 0x34 and code.text.endswith("If the program prints hexadecimal numbers: 0x52 GATHER + PD")
    _, code = codes.facts(spec, "NCCL WARN NET/IB : Got completion with error 4, opcode 0, len 0, vendor err 81")
    assert code.value == 0x51 and "hexadecimal" not in code.text
    _, code = codes.facts(spec, "wc status 5, vendor_err: 93")  # no code has the value 93
    assert (code.value, code.names) == (0x93, ["ODP_PFAULT"])
    assert codes.facts(spec, "wc status 10, vendor_err: 136")[1].text.find("hexadecimal") < 0


def test_explain_has_the_observations() -> None:
    out = prmc("explain", "--width", "200", "vendor 0x68")[1]
    assert "observed: observation, 2022-11-21: UMR with translations" in out
    assert prmc("explain", "E999")[0] == 2 and prmc("explain", "xyzzy")[0] == 2


def test_a_log_without_a_dump() -> None:
    """Lines that name codes are explained; the others are counted."""
    log = "\n".join(["hello", *list(LINES)[:3], "bye"]) + "\n"
    status, out, err = prmc("decode", "--width", "200", "-", data=log)
    assert (status, err) == (0, "") and out.startswith("input: text, 0 bytes, 5 other lines skipped\n")
    assert "\nline 2: [ 9.2] infiniband mlx5_7" in out and "  vendor code 0x52 GATHER + PD: " in out
    whole = json.loads(prmc("decode", "--json", "-", data=log)[1])
    assert whole["dumps"] == [] and [one["line"] for one in whole["lines"]] == [2, 3, 4]
    assert whole["lines"][0]["codes"][1]["value"] == 0x52


def test_a_log_with_a_dump() -> None:
    rows = ["00000000 00000000 00000000 00000000"] * 2 + ["00000009 00000000 00000000 00000000",
                                                          "00000000 00008813 080a0b0c 000300d2"]
    log = "\n".join([list(LINES)[0], "mlx5: n: got completion with error:", *rows]) + "\n"
    status, out, err = prmc("decode", "--width", "200", "-", data=log)
    assert (status, err) == (0, "")
    assert "line 1: " in out and "vendor_err_synd NAK_ACCESS, qpn 0x0a0b0c" in out


def test_a_log_of_another_device() -> None:
    """A vendor code is of the device that another line of the log names; with mlx5 beside it, it is left to the line."""
    line = "work completion failed: status 4, vendor_err 0x51\n"
    other = prmc("decode", "--width", "200", "-", data="opened bnxt_re0\n" + line)[1]
    assert "vendor code 0x51: of a device of bnxt_re, whose codes are not those of mlx5" in other
    assert "ibv_wc_status 4, syndrome 0x04 LOCAL_PROT_ERR" in other
    both = prmc("decode", "--width", "200", "-", data="opened bnxt_re0 and mlx5_0\n" + line)[1]
    assert "vendor code 0x51 GATHER + PCIE" in both


def test_nothing_to_explain() -> None:
    status, out, err = prmc("decode", "-", data="an error occurred\nall is well\n")
    assert (status, out) == (2, "") and "no line has a dump, or names a code" in err


def test_observations_of_another_detail_are_left_out(spec) -> None:
    """0x52 and 0x51 are one value with two details; each has its own observations."""
    gpu, stale = (codes.fact(spec, codes.VENDOR, code).observed for code in (0x51, 0x52))
    assert any("memory of a GPU" in text for text in gpu) and not any("memory of a GPU" in text for text in stale)
    assert any("SPDK issue 961" in text for text in stale) and not any("SPDK issue 961" in text for text in gpu)
    assert codes.fact(spec, codes.VENDOR, 0x7e).observed == codes.fact(spec, codes.VENDOR, 0x78).observed != []
