# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Fault injection: effects of each kind, repeatability, and messages for wrong specifications."""

from __future__ import annotations

import os
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "device"))

import soft  # noqa: E402

AGAIN, IO = "Resource temporarily unavailable", "Input/output error"
FLUSH = "Work Request Flushed Error"
OK = "success"
FULL = "ns=1000000000000"  # a batch that ends when it is full, however long the program takes


@pytest.fixture(scope="module")
def program():
    return soft.program("lone_faults")


def run(program, faults, *command, options=()):
    """Returns the lines that the program writes with these faults."""
    given = [word for fault in faults for word in ("--fault", fault)]
    done = soft.run([*options, *given], program, *command)
    assert (done.status, done.err) == (0, "")
    return done.out.splitlines()


CASES = [
    # The rig itself has made two keys before.
    (["command:opcode=CREATE_MKEY,nth=4,status=NO_RES"], "mrs 3", ["registered", AGAIN, "registered"]),
    (["command:opcode=0x200,nth=3"], "mrs 2", [IO, "registered"]),
    (["command:opcode=CREATE_MKEY,every=2,count=2,nth=4,status=NO_RES"], "mrs 3",
     ["registered", AGAIN, "registered"]),
    (["command:opcode=DESTROY_PSV"], "mrs 1", ["registered"]),
    (["wire:byte=5,every=3"], "sends 7 0",
     [OK, OK, OK + " byte 5", OK, OK, OK + " byte 5", OK]),
    (["wire:byte=107,count=2", "wire:byte=1,nth=2"], "sends 3 0",  # 107 is 7 beyond the end of 100
     [OK + " byte 7", OK + " byte 7", OK]),
    (["wire:qpn=0x101,nth=1"], "sends 2 0", [OK + " byte 0", OK]),
    (["wire:qpn=0x100,nth=1"], "sends 2 0", [OK, OK]),
    (["rnr:count=3"], "sends 2 7", [OK, OK]),
    (["rnr:count=2"], "sends 2 2", [OK, OK]),
    (["rnr:count=2"], "sends 2 1", ["RNR retry counter exceeded", FLUSH]),
    (["rnr:nth=2"], "sends 2 0", [OK, "RNR retry counter exceeded"]),
    (["qp-error:nth=3"], "sends 4 0", [OK, OK, FLUSH, FLUSH,
                                       "event local work queue catastrophic error"]),
    (["event:nth=2"], "sends 3 0", [OK, OK, OK, "event path migrated"]),
    (["event:every=2,type=COMM_EST"], "sends 4 0",
     [OK] * 4 + ["event communication established"] * 2),
    (["event:nth=1,type=SRQ_LAST_WQE"], "sends 1 0", [OK, "event last WQE reached"]),
    (["event:nth=1,type=PATH_MIG_FAILED"], "sends 1 0", [OK, "event path migration request error"]),
    (["event:nth=1,type=WQ_INVAL_REQ_ERROR"], "sends 1 0",
     [OK, "event invalid request local work queue error"]),
    (["event:nth=1,type=0x11"], "sends 1 0", [OK, "event local access violation work queue error"]),
    ([f"cqe-batch:cqes=3,{FULL}"], "batch 7", ["0", "0", "3", "0", "0", "3", "0"]),
    ([f"cqe-batch:cqes=3,nth=2,{FULL}"], "batch 5", ["1", "0", "0", "3", "1"]),
    ([f"cqe-batch:cqes=3,cqn=2,{FULL}"], "batch 2", ["1", "1"]),
    ([], "srq 3 100", ["0 right, 1 right, 2 right"] * 2),
    (["page-fault:nth=1"], "srq 3 100", ["1 right, 2 right, 0 right", "0 right, 1 right, 2 right"]),
    (["page-fault:nth=1"], "srq 3 20", ["1 right, 2 right, 0 right", "0 right, 1 right, 2 right"]),
    (["page-fault:count=2"], "srq 3 20", ["2 right, 0 right, 1 right", "0 right, 1 right, 2 right"]),
    (["page-fault:count=5"], "srq 1 100", ["0 right"] * 2),
    (["page-fault:qpn=0x100"], "srq 1 100", ["0 right"] * 2),
    (["page-fault:qpn=0x101,every=2"], "srq 2 100", ["0 right, 1 right", "1 right, 0 right"]),
    ([], "events 3", ["1", "0", "0"]),
    ([f"event-batch:cqes=2,{FULL}"], "events 4", ["0", "0", "1", "0"]),
    ([f"event-batch:cqes=1,cqn=1,{FULL}"], "events 2", ["0", "1"]),
    ([f"event-batch:cqes=1,cqn=2,{FULL}"], "events 2", ["1", "0"]),
    ([f"event-batch:nth=2,{FULL}"], "events 2", ["1", "0"]),
]


@pytest.mark.parametrize("faults, command, lines", CASES, ids=lambda value: "-".join(value)
                         if isinstance(value, list) else value)
def test_kind(program, faults, command, lines):
    assert run(program, faults, *command.split()) == lines


@pytest.mark.parametrize("wire", [[], ["--serialise-wire"]])
def test_wire_in_both_forms(program, wire):
    assert run(program, ["wire:byte=99"], "sends", "2", "0", options=wire) == [OK + " byte 99"] * 2


def test_delay(program):
    """Not before its time; without a delay it is there at once."""
    assert float(run(program, ["cqe-delay:ns=30000000"], "delay")[1]) >= 30
    assert run(program, [], "delay")[0] == "1"


@pytest.mark.parametrize("fault, least", [
    ("event-delay:ns=30000000", 30), ("event-batch:cqes=64", 9), ("event-batch:cqes=64,ns=50000000", 50)])
def test_late_event(program, fault, least):
    """The completion is there before its event, unless the machine has held up the program for so long; a batch of events does
    not wait forever."""
    was_there, when, wait = run(program, [fault], "event-delay")
    assert (was_there == "0" or float(when) >= least) and float(wait) >= least
    assert run(program, [], "event-delay")[0] == "1"


@pytest.mark.parametrize("fault, least", [("cqe-batch:cqes=64", 9), ("cqe-batch:cqes=64,ns=50000000", 50)])
def test_batch_does_not_wait_for_ever(program, fault, least):
    """A CQE that no other joins comes alone, after a while."""
    assert float(run(program, [fault], "delay")[1]) >= least


def test_seed(program):
    """The same seed, the same faults; another seed, others; and about as many as the chance says."""
    def pattern(seed, faults=("wire:chance=0.5,byte=3",)):
        lines = run(program, faults, "sends", "60", "0", options=["--seed", str(seed)])
        assert set(lines) == {OK, OK + " byte 3"}
        return lines

    first = pattern(1)
    assert pattern(1) == first
    others = [pattern(seed) for seed in (2, 3, 4)]
    assert first not in others and others[0] != others[1]
    for lines in (first, *others):
        assert 15 <= sum("byte" in line for line in lines) <= 45


CALLS = ["ibv_query_port", "ibv_modify_qp", "ibv_query_qp", "ibv_reg_mr", "ibv_create_cq", "mlx5dv_create_mkey"]
DESTROYS = ["ibv_destroy_qp", "mlx5dv_destroy_mkey", "ibv_destroy_cq", "ibv_dereg_mr", "ibv_dealloc_pd"]


@pytest.mark.parametrize("doorbell", ["trap", "poll"])
@pytest.mark.parametrize("can_destroy", [True, False])
@pytest.mark.parametrize("late", ["", ",ns=5000000"])
def test_unplug(program, doorbell, can_destroy, late):
    """All calls fail except destroying, which also fails before Linux 4.19; a new context has a device."""
    options = ["--doorbell", doorbell, "--strict", *([] if can_destroy else ["--cap", "kernel.destroy_unplugged=0"])]
    done = soft.run([*options, "--fault", "unplug:nth=1" + late], program, "unplug")
    assert done.status == 0
    assert all(line.startswith("softmlx5: refused: mlx5_0: kernel: ") and line.endswith(": EIO: the device was unplugged")
               for line in done.err.splitlines()), done.err
    assert done.out.splitlines() == [
        "event local catastrophic error", *(f"{call}: {IO}" for call in CALLS), f"ibv_get_cq_event: {IO}",
        *(f"{call}: {'done' if can_destroy else IO}" for call in DESTROYS), "ibv_close_device: done",
        "a new context"]


@pytest.mark.parametrize("lacks", [(), ("mkey_update_tag",), ("sqd2rts",), ("mkey_update_tag", "sqd2rts")])
def test_older_kernel(program, lacks):
    options = [word for name in lacks for word in ("--cap", f"kernel.{name}=0")]
    refused = "Operation not supported"
    assert run(program, [], "kernel", options=options) == [
        "UPDATE_TAG: " + (refused if "mkey_update_tag" in lacks else "done"),
        "SIG_PIPELINING: " + (refused if "sqd2rts" in lacks else "done")]


def drained(writes, last):
    """Lines of a drain of 5 writes of which the first @writes are done, with errors in each."""
    return ([f"write {i} {OK if i < writes else 'not done'}" for i in range(5)] +
            [f"key {i} {'wrong' if i < writes else 'right'}" for i in range(5)] + last)


@pytest.mark.parametrize("late, writes", [(0, 1), (1, 2), (2, 3), (3, 4), (20, 4)])
def test_late_drain(program, late, writes):
    """The queue continues for some requests, with an error for each, but never past the fence at the last one."""
    faults = [f"late-drain:wqes={late}"] if late else []
    assert run(program, faults, "drain", "5") == drained(writes, ["event send queue drained"])


def test_noted_in_the_trace(program, tmp_path):
    path = str(tmp_path / "trace")
    run(program, ["wire:nth=9", "rnr:count=2"], "sends", "1", "7", options=["--trace", path])
    with open(path, encoding="ascii") as stream:
        assert stream.read().count("mlx5_0 fault 2 strikes\n") == 2


WRONG = {
    "flood": "the kind must be one of command, wire, loss, duplicate, reorder, packet-delay, cqe-delay, cqe-batch, "
             "event-delay, event-batch, late-drain, rnr, page-fault, qp-error, event, unplug, command-lost, command-delay, "
             "page-request, eqe-lost, interrupt-lost, stall, health, fatal",
    "rnr:twice": "after the kind there must be KEY=VALUE, separated by commas",
    "rnr:nth=0": "nth must be a number from 1 up",
    "rnr:every=x": "every must be a number from 1 up",
    "rnr:count=-1": "count must be a number from 1 up",
    "wire:chance=2": "chance must be a number from 0 to 1",
    "wire:byte=one": "the value is not a number",
    "command:status=NO_SUCH": "status must be a name such as NO_RES, or a number from 1 to 255",
    "command:status=OK": "status must be a name such as NO_RES, or a number from 1 to 255",
    "command:opcode=NO_SUCH": "opcode must be a name such as CREATE_MKEY, or a number",
    "command:opcode=0x10000": "opcode must be a name such as CREATE_MKEY, or a number below 65536",
    "event:type=NO_SUCH": "type must be an event of a QP: PATH_MIG, COMM_EST, SQ_DRAINED, SRQ_LAST_WQE, ",
    "event:type=PORT_CHANGE": "type must be an event of a QP",
    "event:type=4": "type must be an event of a QP",
    "cqe-batch:cqes=3,ns=soon": "the value is not a number",
    "cqe-batch:qpn=1": "this kind takes cqes, ns, cqn, nth, every, count and chance",
    "cqe-batch:cqes=0": "the value must be a number from 1 to 4294967295",
    "late-drain:wqes=0x100000001": "the value must be a number from 1 to 4294967295",
    "cqe-delay:cqn=x": "cqn must be a number",
    "rnr:qpn=0x1000000": "qpn must be a number of up to 24 bits",
    "eqe-lost:type=NOPE": "type must be the name of an event such as CMD, or a number below 256",
    "fatal:syndrome=NONE": "syndrome must be a name such as FW_INTERNAL_ERR, or a number from 1 to 255",
    "page-request:pages=0": "pages must be a number from 1 to 2147483647",
    "stall:opcode=CREATE_QP": "this kind takes ns, qpn, nth, every, count and chance",
    "cqe-delay:qpn=1": "this kind takes ns, cqn, nth, every, count and chance",
    "rnr:opcode=NOP": "this kind takes qpn, nth, every, count and chance",
    "wire:ns=1": "this kind takes byte, qpn, nth, every, count and chance",
    "command:qpn=1": "this kind takes status, opcode, nth, every, count and chance",
}


@pytest.mark.parametrize("spec", WRONG)
def test_wrong_specification(spec):
    """The launcher reports it and does not run the command."""
    done = soft.run(["--fault", spec], "echo", "was run")
    assert done.status == 2 and done.out == ""
    assert spec in done.err and WRONG[spec] in done.err, done.err
