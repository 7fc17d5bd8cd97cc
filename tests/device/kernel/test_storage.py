# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Linux's storage stack on top: NVMe over RDMA with protection information between two functions, over rdma_cm and IPoIB."""

from __future__ import annotations

import re

TIMES = 50  # of storage.py
DISK = ("--kernel-arg", "scsi_debug.dif=1", "--kernel-arg", "scsi_debug.dix=1")
PROGRAM = "tests/device/kernel/storage.py"


def exchanged(text):
    """Returns what each phase says, by the phase and the words after the number."""
    return {phase: {what: int(number) for number, what in (part.split(" ", 1) for part in said.split(", "))}
            for phase, said in (line.split(": ", 1) for line in text.splitlines()[1:])}


def test_storage(machine, tmp_path):
    """The signatures of the block layer pass the wire; without them the initiator's device inserts and strips them; the disk,
    which checks what it gets, has them."""
    trace = tmp_path / "trace"
    done = machine.run("python3", PROGRAM, options=("--kernel", "--devices", "2", *DISK, "--trace", str(trace)))
    assert done.status == 0 and done.messages == "", done.text + done.messages
    both = {"written": TIMES, "read": TIMES}
    assert done.text.startswith("T10-DIF-TYPE1-CRC\n") and exchanged(done.text) == {
        "passed on": both, "inserted and passed on": both, "inserted and stripped": both, "of the disk": {"read": TIMES}}
    text = trace.read_text()
    for port, opcode in (("mlx5_1", "SEND"), ("mlx5_0", "RDMA_READ"), ("mlx5_0", "RDMA_WRITE")):
        assert len(re.findall(rf"\] {port} QP \w+ WQE \w+ {opcode}\b", text)) > TIMES
    for port in ("mlx5_0", "mlx5_1"):
        assert len(re.findall(rf"\] {port} QP \w+ WQE \w+ UMR\b", text)) > TIMES


def test_errors(machine):
    """Data that change on the wire are errors of the block layer at the initiator: who receives them has noticed it. Six
    payloads in a row are those of a write and of a read: a command, its data, its answer. Commands and answers do not use
    the byte. A fault does not count payloads that one before it strikes. The machine ends with the initiator connected."""
    faults = 6 * ("--fault", "wire:byte=2000,nth=100")
    done = machine.run("sh", "-c", f"python3 {PROGRAM} stay && dmesg", options=(
        "--kernel", "--devices", "2", *DISK, "--kernel-arg", "nvme_core.max_retries=0", "--cap", "fast_teardown=1", *faults))
    assert done.status == 0 and done.messages == "", done.text + done.messages
    said, log = done.text[:done.text.index("\n[")], done.text[done.text.index("\n["):]
    phases = exchanged(said)
    first = phases.pop("passed on")
    assert first["read: EILSEQ"] >= 1 and first["written: EILSEQ"] >= 1
    assert first["read"] + first["read: EILSEQ"] <= TIMES and first["written"] + first["written: EILSEQ"] == TIMES
    assert not any("EILSEQ" in what for phase in phases.values() for what in phase)
    for line in ("nvme_rdma: PI error found type 0 ", "nvmet_rdma: PI error found type 0 ", "protection error, dev nvme0n1, ",
                 "infiniband mlx5_0: mlx5_poll_one:", "infiniband mlx5_1: mlx5_poll_one:"):
        assert line in log, log
