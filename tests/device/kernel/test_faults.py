# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A device that fails: what Linux's driver does about it, and what a program with signature writes (survive.c) sees.

Each case has the faults, the program's lines and the driver's messages, in order. The messages are those of
drivers/net/ethernet/mellanox/mlx5/core/{health,cmd,main,pagealloc}.c for the same on a card. Times are the driver's own, which
it takes from the device's announcement (model.time_limit): a command gives up after that and 5 s. While the driver loads and has
no EQ, it gives up after that and 1 s, so that a machine too busy for the device to run within that has no mlx5_0."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Tuple

import pytest

from machine import BUILD

LIMIT_MS = 1500  # what the device announces
LATE = f"{LIMIT_MS + 1400}000000"  # ns: longer, but not 5 s longer
TOO_LATE = f"{LIMIT_MS + 7000}000000"  # ns: longer than that
FOUR_LOOKS = f"{4 * (LIMIT_MS + 1000) + 500}000000"  # ns: at the health counter; up to 1 s of each interval is random
KERNEL_LIMIT = "60"  # seconds; the longest case takes 12
SURVIVE = os.path.join(BUILD, "tests", "survive")
EVENT = "event: local catastrophic error"
# Rounds until then, and one that it interrupts: no new keys, or a request that is not completed. Destroying works all the time.
FATAL = rf"(mlx5sig_create_mkey: (ENXIO|EIO|ENOLINK)\n)*{EVENT}(?P<open>\n(write|configuration): no completion)?"
REFUSED = "ibv_query_device: EIO, ibv_query_port: EIO, ibv_reg_mr: EIO"
# What is completed after the event: perhaps the request that it has interrupted, or the configurations of both keys.
DEAD = f"after: (?(open)[012]|0) completions, {REFUSED}"
GOOD = "20 good, 0 failed, closed"
REPORTED = ("Fatal error 5 detected", "Health issue observed, firmware internal error", "handling bad device here")
RECOVERED = ("Issuing FW Reset", "starting health recovery flow", "health recovery succeeded")
LOST = ("No done completion", "timeout. Will cause a leak of a command resource")


@dataclass(frozen=True)
class Case:
    """A failure: ``command`` runs in a shell with $SURVIVE; ``said`` are regular expressions, one for each line of it."""

    name: str
    faults: Tuple[str, ...]
    command: str
    said: Tuple[str, ...]
    logged: Tuple[str, ...]
    warnings: int = 0  # of the kernel that are right here
    health: Tuple[str, ...] = ()  # what the driver's look at the health buffer logs, in order, before or after that


def waits_for(message: str) -> str:
    return f"until dmesg | grep -q '{message}'; do sleep 0.1; done"


CASES = [
    # The firmware asks for a reset. The driver detects that when it polls, ends all commands, takes the device from programs,
    # resets the firmware and loads again; requests are completed until then.
    Case("fatal", ("fatal:nth=20",), "$SURVIVE 20 event",
         (FATAL, DEAD, r"\d+ good, \d+ failed, closed", GOOD), REPORTED + RECOVERED),
    Case("left-to-close", ("fatal:nth=20,syndrome=HW_FATAL_ERR",), "$SURVIVE 20 orphan",
         (FATAL, DEAD, r"\d+ good, \d+ failed, closed", GOOD),
         ("Fatal error 5 detected", "unrecoverable hardware error") + RECOVERED),
    # Reads give all ones. Requests are not completed, objects can be destroyed before and after the kernel has disassociated
    # the context, and the driver waits in vain for the device.
    Case("gone", ("unplug:nth=20",), f"$SURVIVE 20 gone; {waits_for('health recovery flow aborted')}; ibv_devinfo",
         (EVENT, "write: no completion", r"after: 0 completions, .*", "3 good, 1 failed, closed", "No IB devices found"),
         ("Fatal error 1 detected", "PCI slot is unavailable", "NIC IFC still 7 after",
          "health recovery flow aborted, PCI reads still not working")),
    Case("gone-late", ("unplug:nth=20",), "$SURVIVE 20 late", (EVENT, "write: no completion", f"after: 0 completions, {REFUSED}",
                                                            "3 good, 1 failed, closed"),
         ("Fatal error 1 detected", "PCI slot is unavailable")),
    # The administrator removes it: the driver takes a program's objects away one after the other, perhaps a key before the
    # queue pair whose request uses it.
    Case("removed", (), "$SURVIVE 20 late & until ls -l /proc/$!/fd | grep -q uverbs; do sleep 0.05; done; "
         "sleep 0.5; echo 1 >/sys/bus/pci/devices/0000:00:00.0/remove; wait; "
         "echo 1 >/sys/bus/pci/rescan; $SURVIVE 20",
         (rf"(write: local protection error\n)?{FATAL}", DEAD, r"\d+ good, \d+ failed, closed", GOOD), ()),
    # Late, but before the driver gives up.
    Case("late", (f"command-delay:opcode=CREATE_MKEY,nth=8,ns={LATE}",), "$SURVIVE 20", (GOOD,),
         (r"CREATE_MKEY\(0x200\) recovered after timeout",)),
    # Later than that: the device executes what the program believes to have failed. A key that is destroyed again has lost the
    # first PSV, and is destroyed.
    Case("create-too-late", (f"command-delay:opcode=CREATE_PSV,nth=3,ns={TOO_LATE}",),
         f"$SURVIVE 20; {waits_for('completion arrived after timeout')}",
         ("mlx5sig_create_mkey: ETIMEDOUT", "19 good, 1 failed, closed"), (*LOST, "Command completion arrived after timeout")),
    Case("destroy-too-late", (f"command-delay:opcode=DESTROY_PSV,nth=1,ns={TOO_LATE}",),
         f"$SURVIVE 20; {waits_for('completion arrived after timeout')}",
         ("mlx5sig_destroy_mkey: ETIMEDOUT", "mlx5sig_destroy_mkey again: OK", GOOD),
         (*LOST, "Command completion arrived after timeout")),
    # The firmware does nothing for longer than that: the same, for the second command is answered late, and the first one twice.
    # The kernel keeps the object that it could not destroy, and warns when the context is closed.
    Case("stall", (f"stall:nth=10,ns={FOUR_LOOKS}", "health:nth=10"), "$SURVIVE 20",
         ("mlx5sig_destroy_mkey: ETIMEDOUT", "mlx5sig_destroy_mkey again: EINVAL", GOOD), (*LOST, "recovered after timeout"),
         warnings=1, health=("device's health compromised - reached miss count", "Health issue observed, High temperature")),
    # The interrupt of an EQE is lost: the driver reads the EQ when the time is over.
    Case("interrupt", ("interrupt-lost:type=CMD,nth=60",), "$SURVIVE 20", (GOOD,),
         ("Recovered 1 EQEs on cmd_eq", "recovered after timeout")),
    # Half a TB, which the driver does not have: no more objects.
    Case("pages", ("page-request:opcode=CREATE_PSV,nth=3",), "$SURVIVE 20",
         (*["mlx5sig_create_mkey: EAGAIN"] * 20, "0 good, 20 failed, closed"), ("vzalloc failed", "give fail -12"), warnings=1),
    # The EQE with the request is lost: the driver never refuses it, and the device goes on with the pages that it has.
    Case("request-lost", ("page-request:opcode=CREATE_PSV,nth=3", "eqe-lost:type=PAGE_REQUEST,nth=1"), "$SURVIVE 20",
         (GOOD,), ()),
    # 512 pages, which it gives, or whose addresses the device refuses.
    Case("pages-given", ("page-request:opcode=CREATE_PSV,nth=3,pages=500",), "$SURVIVE 20", (GOOD,), ()),
    Case("pages-refused", ("page-request:opcode=CREATE_PSV,nth=3,pages=500", "command:opcode=MANAGE_PAGES,nth=3"),
         "$SURVIVE 20", (GOOD,), ()),
]


def found_in_order(log: str, messages: Tuple[str, ...]) -> str:
    """Returns the first message that the log does not have after the one before, or ''."""
    at = 0
    for message in messages:
        found = re.search(message, log[at:])
        if not found:
            return message
        at += found.end()
    return ""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_failure(machine, tmp_path, case):
    log, trace = tmp_path / "log", tmp_path / "trace"
    options = [word for fault in case.faults for word in ("--fault", fault)]
    done = machine.run("sh", "-c", case.command, env={"SURVIVE": SURVIVE}, options=(
        "--kernel-limit", KERNEL_LIMIT, "--kernel-log", str(log), "--trace", str(trace), "--cap",
        f"model.time_limit={LIMIT_MS}", *options))
    text = log.read_text(errors="replace")
    assert done.status == (255 if case.command.endswith("ibv_devinfo") else 0), done.text + done.messages
    assert re.fullmatch("\n".join(case.said) + "\n", done.text + done.messages), done.text + done.messages
    assert found_in_order(text, case.logged) == found_in_order(text, case.health) == "", text
    struck = trace.read_text(errors="replace")
    assert all(f"fault {i + 1} strikes" in struck for i in range(len(case.faults)))
    # Of UML: the page that replaces doorbells is not counted as it should (mm/memory.c, without pte_special()).
    problems = re.findall(r"(?:WARNING|BUG|Oops|INFO: task|page allocation failure|vmalloc error).*", text)
    problems = [line for line in problems if "Bad rss-counter state" not in line]
    assert len(problems) == case.warnings, text


def test_time_limit(machine):
    """Without faults: the driver reads the device's times, and nothing else changes."""
    done = machine.run(SURVIVE, "20", options=("--kernel", "--strict", "--cap", f"model.time_limit={LIMIT_MS}"))
    assert done.all == (0, GOOD + "\n", "")


@pytest.mark.parametrize("fault, again", [
    ("command-lost:opcode=DESTROY_MKEY,nth=1", "OK"), ("eqe-lost:type=CMD,nth=338", "EINVAL")], ids=["command", "eqe"])
def test_lost_for_good(machine, fault, again):
    """A command that is never completed. Its entry of the queue is used up, and the driver waits for it when it is unloaded: the
    kernel does not end, and is ended. The program goes on, and a call that has failed can be repeated; it is refused if only the
    EQE was lost (of a DESTROY_MKEY), since the device has destroyed the key."""
    done = machine.run(SURVIVE, "20", options=("--kernel", "--cap", f"model.time_limit={LIMIT_MS}", "--fault", fault))
    assert done.status == 125 and "softmlx5: the kernel has not ended after the command" in done.messages, done.messages
    assert done.text == f"mlx5sig_destroy_mkey: ETIMEDOUT\nmlx5sig_destroy_mkey again: {again}\n{GOOD}\n"
    assert found_in_order(done.messages, LOST) == ""


def test_not_in_the_process(machine):
    """Faults of a PCI function need one."""
    done = machine.run("true", options=("--fault", "fatal:nth=1"))
    assert done.status == 2 and "--fault fatal:nth=1: needs --kernel" in done.messages
