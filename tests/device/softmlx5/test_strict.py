# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Strict mode: each rule, broken by one defect; the message, and how the request ends with and without it."""

from __future__ import annotations

import os
import re
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "device"))

import soft  # noqa: E402

A, B = "mlx5_0: QP 0x000100: ", "mlx5_0: QP 0x000101: "
TOO_FAR = "doorbell: it names WQE 0x0000, which ends before 0x0001, and send_counter of the record is "

# The messages for each defect in strict mode.
MESSAGES = {
    "reserved_bits": [f"strict: {A}segment: ctrl_seg, bit 0x38 (reserved): reserved bits are set, 0x2"],
    "unknown_value": [f"strict: {A}segment: ctrl_seg, bit 0x58 (fm): unknown value, 0x7"],
    "wrong_index": [
        f"strict: {A}doorbell: it names WQE 0x0001, which ends before 0x0002, and send_counter of the "
        "record is 0x0001",
        f"strict: {A}wqe: ctrl.wqe_index is not the index of the WQE"],
    "wrong_qpn": [f"strict: {A}wqe: ctrl.qpn is not the queue's"],
    "zero_ds": [
        f"strict: {A}doorbell: it names WQE 0x0000, which ends before 0x0000, and send_counter of the "
        "record is 0x0001",
        f"strict: {A}wqe: ctrl.ds is 0"],
    "ds_beyond_record": [
        f"strict: {A}doorbell: it names WQE 0x0000, which ends before 0x0002, and send_counter of the "
        "record is 0x0001",
        f"strict: {A}wqe: the WQE reaches beyond send_counter of the doorbell record"],
    "short_ds": [f"strict: {A}wqe: ctrl.ds is too small for the segments of the opcode"],
    "long_ds": [f"strict: {A}wqe: ctrl.ds is larger than the segments of the opcode"],
    "unknown_opcode": [f"strict: {A}wqe: the device does not know the opcode"],
    "empty_segment": [f"strict: {A}data_seg: byte_count is 0 at 0x010, which is 2 GiB"],
    "unpadded_list": [f"refused: {A}klm_octowords: klm_octowords is not a multiple of 4: the list is not padded to 64 "
                      "bytes"],
    "umr_window": [f"strict: {A}window: len is 65; its 4 translations cover 64 bytes"],
    "entry_behind_padding": [f"strict: {A}padding: entry 2 follows an empty one"],
    "unknown_mask": [f"strict: {A}segment: umr_ctrl_seg, bit 0x40 (mkey_mask): unknown flags, "
                     "0x4000000020040001"],
    "short_bsf": [f"strict: {A}bsf_octowords: the BSF's size is 64 bytes, the UMR has 16"],
    "transaction_order": [f"strict: {A}encryption order: the signature of a transaction is not that of the encrypted data"],
    "umr_of_no_key": [f"refused: {A}umr: there is no key with this index"],
    "umr_long_list": [f"refused: {A}umr: more translation entries than the key was created for"],
    "invalidate_no_key": [f"refused: {A}invalidate: key 0x77777700: there is no such key, or it is free"],
    "umr_of_mr": [f"refused: {A}umr: the access mode of the key takes no list"],
    "umr_in_use": [f"strict: {A}umr key: QP 0x000101 is using key 0x00010200"],
    "no_fence": [f"strict: {A}fence: the UMR of key 0x00010200 before it may not be done: it "
                 "needs INITIATOR_SMALL"],
    "no_fence_later": [f"strict: {A}fence: the UMR of key 0x00010200 before it may not be done: it "
                       "needs INITIATOR_SMALL"],
    "unknown_psv": [f"refused: {A}psv: there is no PSV 0x777777"],
    "foreign_psv": [f"refused: {A}psv: PSV 0x000001 belongs to PD 0x000002, the QP to 0x000001"],
    "record_against_doorbell": [f"strict: {A}{TOO_FAR}0x0002"],
    "record_too_far": [
        f"strict: {A}{TOO_FAR}0x0401",
        f"strict: {A}doorbell record: send_counter 0x0401 is more than the ring ahead of 0x0000"],
    "doorbell_of_no_one": ["strict: mlx5_0: doorbell: there is no QP 0x777777"],
    "receive_record_too_far": [f"strict: {B}receive record: recv_counter 0x0041 is more than the ring of "
                               "64 ahead of 0x0000"],
    "consumer_backwards": ["strict: mlx5_0: consumer: CQ 0x000001: ci went from 0x000002 to 0x000001, and "
                           "CQEs go up to 0x000003"],
    "consumer_ahead": ["strict: mlx5_0: consumer: CQ 0x000001: ci went from 0x000000 to 0x000005, and CQEs "
                       "go up to 0x000000"],
    "inline_through_list": [f"strict: {B}scatter to CQE: the data go into the CQE, from where a driver copies "
                            "them to address 0x64, and not through key 0x00010200"],
    "arm_number_jumps": ["strict: mlx5_0: arm: CQ 0x000001: arm_sn is 2 behind 0; an event adds one"],
    "arm_against_record": ["strict: mlx5_0: arm: CQ 0x000001: the record has arm_sn 0, arm_cmd 0, ci "
                           "0x000000, the doorbell 1, 0, 0x000000"],
    "arm_ahead": ["strict: mlx5_0: arm: CQ 0x000001: ci is 0x000005, and CQEs go up to 0x000000"],
}

# With polled stores a record may be ahead of the doorbell last read, so they are not compared.
ONLY_TRAPPED = ("doorbell: ", "arm: CQ 0x000001: the record has")

# Reasons of a card's refusals that device_test causes on purpose.
REFUSALS = {
    "local_faults": ["lkey: there is no key 0x77777700", "lkey: 0x\\w+, 100 bytes, is outside key 0x\\w+: "
                     "0x\\w+, 1048576 bytes", "lkey: the tag of key 0x\\w+ is now 0x00",
                     "lkey: key 0x\\w+ belongs to PD 0x\\w+, the QP to 0x\\w+", "lkey: key 0x\\w+ is free"],
    "local_access": ["lkey: the key does not allow this access"],
    "remote_rights": ["remote request: RDMA_WRITE of QP 0x000100, rkey 0x00010100, address 0x\\w+: the key "
                      "does not allow this access", "remote request: RDMA_READ of QP 0x\\w+, rkey 0x\\w+, "
                      "address 0x\\w+: rre is off: the QP takes no reads"],
    "unmapped": ["lkey: the memory is not mapped"],
    "too_long": ["remote request: SEND of QP 0x000100: a message of 100 bytes is longer than its receive, WQE "
                 "0x0000 of 99 bytes"],
}


@pytest.fixture(scope="module")
def program():
    return soft.program("device_test")


def heads(done):
    """Returns the messages without the decoded WQEs."""
    assert all(line.startswith(("softmlx5: ", "  ")) for line in done.err.splitlines()), done.err
    return [line[len("softmlx5: "):] for line in done.err.splitlines() if line.startswith("softmlx5: ")]


def test_all_defects_are_listed(program):
    listed = soft.subprocess.run([program, "--list"], stdout=soft.subprocess.PIPE, text=True, check=True)
    names = [line.split()[0] for line in listed.stdout.splitlines() if line.endswith(" defect")]
    assert names == list(MESSAGES)


@pytest.mark.parametrize("name", MESSAGES)
def test_defect(program, name):
    done = soft.run(["--strict"], program, "--strict", name)
    assert (done.status, done.out) == (0, f"ok {name}\n"), done.err
    assert heads(done) == MESSAGES[name]


@pytest.mark.parametrize("name", MESSAGES)
def test_defect_polled(program, name):
    """The same with a thread that polls the pages; the programs wait for it."""
    wanted = [line for line in MESSAGES[name] if not any(text in line for text in ONLY_TRAPPED)]
    if name == "record_against_doorbell":
        wanted = []
    done = soft.run(["--strict", "--doorbell", "poll"], program, "--strict", "--polled", name)
    assert (done.status, done.out) == (0, f"ok {name}\n"), done.err
    assert heads(done) == wanted


@pytest.mark.parametrize("name", MESSAGES)
def test_lenient(program, name):
    """Without strict mode the device prints nothing, and the request completes as on a card."""
    done = soft.run([], program, name)
    assert (done.status, done.out, done.err) == (0, f"ok {name}\n", "")


@pytest.mark.parametrize("name", REFUSALS)
def test_refusal(program, name):
    done = soft.run(["--strict"], program, name)
    assert done.status == 0, done.out
    lines = heads(done)
    for text in REFUSALS[name]:
        assert any(re.fullmatch(f"refused: mlx5_0: QP 0x\\w{{6}}: {text}", line) for line in lines), (text, lines)
    assert all(line.startswith("refused: ") for line in lines)


def test_decoded(program):
    """The decoded WQE follows the message."""
    done = soft.run(["--strict"], program, "--strict", "no_fence")
    assert done.err.split("\n", 1)[1] == (
        "  QP 0x000100 WQE 0x0003 SEND, 32 bytes\n"
        "  0x000 ctrl_seg: wqe_index=3 opcode=SEND qpn=0x000100 ds=2 ce=ALWAYS\n"
        "  0x010 data_seg: byte_count=0x00000040 lkey=0x00010200\n")


def test_in_the_trace(program, tmp_path):
    path = str(tmp_path / "trace")
    soft.run(["--strict", "--trace", path], program, "--strict", "wrong_qpn")
    with open(path, encoding="ascii") as stream:
        assert "mlx5_0 strict: QP 0x000100: wqe: ctrl.qpn is not the queue's\n" in stream.read()


@pytest.mark.parametrize("value", [0, 1, 2])
def test_fence_behind_a_umr(program, value):
    """The fence is needed independent of umr_fence, which is about the fence of the UMR itself."""
    done = soft.run(["--strict", "--cap", f"umr_fence={value}"], program, "--strict", "no_fence")
    assert "fence: the UMR of key 0x00010200 before it may not be done" in done.err


def test_paged(program):
    """A key that is paged on demand, in an operation for which the device has no page faults: reported, not refused."""
    service = "odp_cap.transport_page_fault_scheme_cap.rc_odp_caps"
    done = soft.run(["--strict", "--cap", f"{service}.write=0"], program, "odp_rereg")
    assert (done.status, done.out) == (0, "ok odp_rereg\n"), done.out + done.err
    told = [line for line in done.err.splitlines() if "strict: " in line]
    assert len(told) == 2 and all(re.fullmatch(
        r"softmlx5: strict: mlx5_0: QP 0x\w+: odp: key 0x\w+ is paged on demand, but not for writes of RC", line)
        for line in told), done.err
