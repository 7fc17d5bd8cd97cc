# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Defects that are built into the process side on purpose: the tests of test_process.py notice each."""

from __future__ import annotations

import os
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "process")]

import built  # noqa: E402
import precompiled  # noqa: E402

# What is wrong, file, text, instead; program, part and mode that notice.
DEFECTS = [
    ("the red zone is overwritten", "trap.c", "#define SM_RED_ZONE 128u", "#define SM_RED_ZONE 0u",
     "trap_test all-registers-alternate trap"),
    ("the flags are not restored", "trap.c", "frame->flags = (uint64_t)reg[REG_EFL];",
     "frame->flags = (uint64_t)reg[REG_EFL] & ~0x800ul;", "trap_test all-registers trap"),
    ("a register is lost", "trap_x86.S", "\tmovq\tFRAME_R10(%rbx), %r10\n", "",
     "trap_test all-registers trap"),
    ("AVX-512 is not saved", "trap.c", "low & 0xe7", "low & 0x7", "trap_test all-registers trap"),
    ("the vector registers are not restored", "trap_x86.S", "\txrstor64 (%rsi)\n\tjmp\t4f\n", "\tjmp\t4f\n",
     "trap_test all-registers trap"),
    ("they are not restored behind an alternate stack", "trap_x86.S", "\tmovq\t%rsp, FRAME_IMAGE(%rbx)\n",
     "\tmovq\t$0, FRAME_IMAGE(%rbx)\n", "trap_test all-registers-alternate trap"),
    ("the mask of what is restored is not the saved one", "trap_x86.S", "\tmovq\t%rax, FRAME_MASK(%rbx)\n",
     "\tmovq\t$3, FRAME_MASK(%rbx)\n", "trap_test all-registers-alternate trap"),
    ("a register of the handler remains", "trap_x86.S", "\tmovq\tFRAME_R12(%rdi), %r12\n", "",
     "trap_test all-registers trap"),
    ("a register of the handler remains, the last one", "trap.c", "frame->r15 = (uint64_t)reg[REG_R15];",
     "frame->r15 = 0;", "trap_test all-registers trap"),
    ("signals stay blocked behind a store", "trap.c",
     "\tsm_real_sigmask(SIG_SETMASK, &signals);\n", "\t(void)signals;\n", "signal_test mask trap"),
    ("signals come while the device runs, behind an alternate stack", "trap.c",
     "\tsm_signals_all(&all);\n\tmemcpy(&context->uc_sigmask, &all, sizeof(before));\n",
     "\t(void)all;\n", "signal_test nested-alternate trap"),
    ("signals come in a call", "softmlx5.c", "\tpthread_sigmask(SIG_BLOCK, &all, before);\n",
     "\tpthread_sigmask(SIG_BLOCK, NULL, before);\n", "signal_test nested trap"),
    ("a doorbell in the handler of a fault kills", "fault_handler.c",
     "\tsigandset(&mask, &mask, &may_run);\n", "\t(void)may_run;\n", "signal_test fetch trap"),
    ("the handler does not see that its signal is blocked", "fault_handler.c", "\t\t\tsigaddset(old, sm_chains[i].sig);\n",
     "\t\t\t(void)sm_chains[i].sig;\n", "signal_test fetch trap"),
    ("a step is not given up", "trap.c", "\t\tif (sm_step.page)\n\t\t\tsm_step_stop(context);\n", "",
     "signal_test span trap"),
    ("a handler that the kernel has not called is not returned to", "fault_handler.c",
     "return ((const void *const *)context)[-1] == return_address;", "return context && return_address;",
     "signal_test called trap"),
    ("errno of the application changes", "trap.c", "\tsm_real_sigmask(SIG_SETMASK, &signals);\n\terrno = err;",
     "\tsm_real_sigmask(SIG_SETMASK, &signals);\n\t(void)err;", "trap_test stack trap"),
    ("the device runs where the handler runs", "trap.c",
     "if (sm_is_on_alternate(context, stack) == sm_is_on_alternate(context, (uintptr_t)room))",
     "if (sm_is_on_alternate(context, stack) || room)",
     "trap_test stack trap"),
    ("the value is not compared with the page", "doorbell.c", "qp->uar && qp->uar->page == page", "qp->uar && page",
     "trap_test registers trap"),
    ("a register is looked at once only", "doorbell.c",
     "value[i] = atomic_exchange(sm_uar_slot(page, i), 0);", "value[i] = atomic_load(sm_uar_slot(page, i));",
     "trap_test registers-poll poll"),
    ("arming of the other CQs is lost", "doorbell.c",
     "\t\t\tsm_arm_polled(page->dev, cq);\n", "\t\t\t(void)sm_arm_polled;\n", "trap_test arms poll"),
    ("a CQ is armed by an old record", "doorbell.c", " || !memcmp(&arm, &cq->polled_arm, sizeof(arm))", "",
     "trap_test arms poll"),
    ("pages stay known after they are gone", "doorbell.c", "\tsm_uar_table_remove(page);\n",
     "\t(void)sm_uar_table_remove;\n", "signal_test gone-page trap"),
    ("signals can be blocked", "preload.c", "sigandset(copy, set, &others);", "*copy = *set;", "trap_test blocked trap"),
    ("signals can be blocked in older ways", "preload.c", "-1 : sigprocmask(how, &one, old);",
     "-1 : SM_REAL(sigprocmask)(how, &one, old);", "trap_test blocked-otherwise trap"),
    ("dup is not followed", "preload_fd.c", "\tif (entry && sm_fd_put_slot(copy, entry))",
     "\tif (entry && 0 && sm_fd_put_slot(copy, entry))", "fd_test dup trap"),
    ("the first close closes the file", "fd.c", "\tif (!--entry->refs) {\n\t\tentry->next = *released;",
     "\tif (--entry->refs + 1) {\n\t\tentry->next = *released;", "fd_test dup trap"),
    ("close_range is not followed", "preload_fd.c", "\tsm_fd_clear_range(first, last, &released);\n",
     "\t(void)sm_fd_clear_range;\n", "fd_test close-range trap"),
    ("what was closed behind our back is closed under the lock", "fd.c",
     "\tsm_fd_clear_slot(fd, &sm_fds.pending);\t/* closed behind our back */\n",
     "\tstruct sm_fd *old = NULL;\n\tsm_fd_clear_slot(fd, &old);\n\tsm_fd_release(old);\n",
     "fd_test close-range trap"),
    ("a child of vfork closes for its parent", "fd.c", "return getpid() != sm_fds.pid;", "return false;",
     "fd_test vfork trap"),
    ("the child of fork is not told", "fd.c", "\tif (sm_fds.count)\n\t\tsm_fds.is_orphan = true;\n", "",
     "fd_test fork trap"),
    ("fork does not wait for the lock", "preload.c", "\tsm_lock();\n\tsm_fd_fork_prepare();\n",
     "\tsm_fd_fork_prepare();\n", "fd_test fork-locked trap"),
    ("threads of the parent are taken for the child's", "doorbell.c",
     "void sm_doorbell_forked(void)\n{\n\tsm_uars.has_thread = false;", "void sm_doorbell_forked(void)\n{",
     "fd_test fork-before poll"),
    ("a purged event is still announced", "event.c",
     "\tif (!events->first && !events->has_ended)\n\t\tsm_fd_set_readable(events, &events->fd, false);\n", "",
     "fd_test events trap"),
    ("purged events are read", "event.c", "if (event->object == object) {", "if (!event && object) {",
     "fd_test events trap"),
    ("events are counted when they happen", "event.c", "\tif (event->on_read)\n\t\tevent->on_read(event->object);\n",
     "", "fd_test events trap"),
    ("the queue goes with its first descriptor", "fd.c", "\t\t*fd = sm_fd_find(object);\n",
     "\t\t*fd = (int)(uintptr_t)sm_fd_find(object) * 0 - 1;\n", "fd_test events trap"),
    ("guards come second", "fault_handler.c", "if (guard && sig != SIGTRAP && info->si_code > 0) {",
     "if (guard && !chain->is_installed) {", "signal_test guard trap"),
    ("handlers from before are forgotten", "fault_handler.c", "\t\tsm_chain_set(chain, &old);\n", "",
     "signal_test chain-before trap"),
    ("the mask of a handler is ignored", "fault_handler.c", "\tsigorset(&mask, &mask, &act.sa_mask);\n", "",
     "signal_test chain-after trap"),
    ("signals nest in the handler", "fault_handler.c", "\tsm_signals_all(&act.sa_mask);\n", "\tsigemptyset(&act.sa_mask);\n",
     "signal_test mask trap"),
]


@pytest.fixture(scope="module")
def headers(tmp_path_factory):
    """Compiler's options."""
    return precompiled.header(str(tmp_path_factory.mktemp("headers")), "kernel/uverbs.h", ["gcc", *built.FLAGS])


@pytest.mark.parametrize("what, file, text, instead, notices", DEFECTS, ids=[row[0] for row in DEFECTS])
def test_defect(headers, tmp_path, monkeypatch, what, file, text, instead, notices):
    program, part, mode = notices.split()
    monkeypatch.setattr(built, "TIMEOUT", 10)  # some hang
    built.library_with(str(tmp_path), headers if file.endswith(".c") else [], file, text, instead)
    status, output = built.run([str(tmp_path / "softmlx5"), "--doorbell", mode, "--devices", "2",
                                built.product(program), part])
    assert status != 0, f"{notices} does not notice that {what}"
    assert status != 2, output
