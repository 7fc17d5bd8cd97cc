# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Keys, pools and encryption keys on softmlx5, with faults of the device and out of memory."""

from __future__ import annotations

import errno
import os
import subprocess

import pytest
import patience
import sanitizers

BUILD = os.environ.get("MLX5SIG_BUILD", "build")
INDIRECT, SIGNATURE, CRYPTO, UPDATE_TAG, REMOTE_INVALIDATE = 1, 2, 4, 8, 16
TRANSACTION = 1 << 24

# errno of some statuses; the kernel reports a failed destruction without its status.
STATUSES = {"NO_RES": errno.EAGAIN, "LIM": errno.ENOMEM, "BAD_PARAM": errno.EINVAL,
            "INT_ERR": errno.EIO, "RES_BUSY": errno.EBUSY}


def run(*words, options=()):
    """Returns the output of the program, which must succeed."""
    done = subprocess.run([f"{BUILD}/softmlx5", *options, f"{BUILD}/tests/runtime/objects", *map(str, words)],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=patience.LIMIT,
                          env=dict(os.environ, **ENVIRONMENT))
    assert done.returncode == 0, done.stdout
    return done.stdout.splitlines()


ENVIRONMENT = {"LC_ALL": "C"}


def fault(opcode, nth, status):
    return "--fault", f"command:opcode={opcode},nth={nth},status={status}"


def commands(trace):
    """Returns the names of the key commands that the device got."""
    return [word for line in trace.read_text().splitlines() for word in line.split()
            if word in ("CREATE_PSV", "CREATE_MKEY", "DESTROY_PSV", "DESTROY_MKEY")]


@pytest.mark.parametrize("flags", [*range(1, 32), TRANSACTION, TRANSACTION | CRYPTO, 31 | TRANSACTION])
def test_every_kind_of_key(flags):
    assert run("lifecycle", flags) == ["create 0", "destroy 0", "pd 0"]


def test_keys_with_transactions_have_no_psvs(tmp_path):
    trace = tmp_path / "trace"
    run("lifecycle", TRANSACTION, options=("--trace", str(trace)))
    assert commands(trace)[:2] == ["CREATE_MKEY", "DESTROY_MKEY"]


def test_psvs_of_the_program():
    assert run("psv-lifecycle") == ["create 0", "destroy 0", "pd 0"]
    assert run("psv-lifecycle", options=("--cap", "sho=0")) == [f"create {errno.EOPNOTSUPP}", "pd 0"]
    for status, err in STATUSES.items():
        assert run("psv-lifecycle", options=fault("CREATE_PSV", 1, status)) == [f"create {err}", "pd 0"]
        lines = run("psv-lifecycle", options=fault("DESTROY_PSV", 1, status))
        assert [lines[0], lines[2:]] == ["create 0", ["destroy 0", "pd 0"]] and int(lines[1].split()[1]) > 0


def test_a_leak_would_show():
    assert run("leak") != ["pd 0"]


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("opcode, nth", [("CREATE_PSV", 1), ("CREATE_PSV", 2), ("CREATE_MKEY", 1)])
def test_creation_fails_at_each_step(opcode, nth, status):
    assert run("lifecycle", 3, options=fault(opcode, nth, status)) == [
        f"create {STATUSES[status]}", "pd 0"]


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("opcode, nth", [("DESTROY_PSV", 1), ("DESTROY_PSV", 2),
                                         ("DESTROY_MKEY", 1)])
def test_destruction_fails_at_each_step(opcode, nth, status):
    lines = run("lifecycle", 3, options=fault(opcode, nth, status))
    assert [lines[0], lines[2:]] == ["create 0", ["destroy 0", "pd 0"]]
    assert int(lines[1].split()[1]) > 0


def test_destruction_fails_at_every_step():
    options = [word for opcode, nth in (("DESTROY_PSV", 1), ("DESTROY_PSV", 2),
                                        ("DESTROY_MKEY", 1)) for word in fault(opcode, nth, "INT_ERR")]
    lines = run("lifecycle", 3, options=options)
    assert (lines[-2:], len(lines)) == (["destroy 0", "pd 0"], 5)  # the first call fails twice, the second once


@pytest.mark.parametrize("nth", [1, 2])
def test_a_psv_that_stays_does_not_keep_the_others(tmp_path, nth):
    """So that the PD is free even if the PSV is never destroyed, as when the driver has given the command up."""
    trace = tmp_path / "trace"
    run("lifecycle", 3, options=("--trace", str(trace), *fault("DESTROY_PSV", nth, "INT_ERR")))
    create, destroy = ["CREATE_PSV", "CREATE_PSV", "CREATE_MKEY"], ["DESTROY_PSV", "DESTROY_PSV", "DESTROY_MKEY"]
    assert commands(trace) == [*create, *destroy, "DESTROY_PSV", *create, *destroy]


def test_what_is_gone_is_not_destroyed_again(tmp_path):
    trace = tmp_path / "trace"
    run("lifecycle", 3, options=("--trace", str(trace), *fault("DESTROY_MKEY", 1, "INT_ERR")))
    create, destroy = ["CREATE_PSV", "CREATE_PSV", "CREATE_MKEY"], ["DESTROY_PSV", "DESTROY_PSV"]
    assert commands(trace) == [*create, *destroy, "DESTROY_MKEY", "DESTROY_MKEY",
                               *create, *destroy, "DESTROY_MKEY"]


@pytest.mark.parametrize("cap, flags", [
    ("sho", INDIRECT | SIGNATURE), ("sigerr_domain_and_sig_type", INDIRECT | SIGNATURE)])
def test_nothing_is_sent_for_what_the_device_lacks(tmp_path, cap, flags):
    trace = tmp_path / "trace"
    done = subprocess.run([f"{BUILD}/softmlx5", "--cap", f"{cap}=0", "--trace", str(trace),
                           f"{BUILD}/tests/runtime/objects", "lifecycle", str(flags)],
                          stdout=subprocess.PIPE, text=True, check=False)
    assert done.stdout.splitlines()[0] == f"create {errno.EOPNOTSUPP}"
    assert commands(trace) == []


def test_no_encryption():
    options = ("--cap", "aes_xts_single_block_le_tweak=0", "--cap", "aes_xts_multi_block_be_tweak=0")
    assert run("lifecycle", INDIRECT | SIGNATURE | CRYPTO, options=options) == [
        f"create {errno.EOPNOTSUPP}", "pd 0"]
    assert run("deks", options=options) == [f"create {errno.EOPNOTSUPP}"]


def test_refused():
    assert run("refused") == ["done"]


def test_entries_that_the_device_lacks(tmp_path, monkeypatch):
    trace = tmp_path / "trace"
    monkeypatch.setitem(ENVIRONMENT, "SHORT_LISTS", "1")
    assert run("refused", options=("--cap", "log_max_klm_list_size=15",
                                   "--trace", str(trace))) == ["done"]
    assert commands(trace) == []


def test_pool_rules():
    assert run("pool-rules") == ["pd 0"]


def test_pool_bulk():
    assert run("pool-bulk") == ["pd 0"]


@pytest.mark.parametrize("name", ["pool-find", "cache-rules"])
def test_shared_pools_and_caches(name):
    assert run(name) == ["pd 0"]


@pytest.mark.parametrize("opcode", ["DESTROY_MKEY", "DESTROY_PSV"])
def test_pool_keeps_a_broken_key_to_itself(opcode):
    assert run("pool-fault", options=fault(opcode, 1, "RES_BUSY")) == ["pd 0"]


@pytest.mark.parametrize("nth, first", [(1, errno.ENOMEM), (2, 0), (3, 0)])
def test_pool_grows_as_far_as_it_can(nth, first):
    assert run("pool-grow-fault", options=fault("CREATE_MKEY", nth, "LIM")) == [f"get {first}", "pd 0"]


@pytest.mark.parametrize("nth, error", [(3, errno.ENOMEM), (4, 0)])
def test_pool_gives_all_or_none(nth, error):
    assert run("pool-bulk-fault", options=fault("CREATE_MKEY", nth, "LIM")) == [f"get {error}", "pd 0"]


def test_pool_is_created_with_all_keys_or_not(tmp_path):
    trace = tmp_path / "trace"
    done = subprocess.run([f"{BUILD}/softmlx5", "--trace", str(trace), *fault("CREATE_MKEY", 2, "LIM"),
                           f"{BUILD}/tests/runtime/objects", "pool-rules"],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert f"pool (errno {errno.ENOMEM})" in done.stdout
    assert [commands(trace).count(name) for name in ("DESTROY_MKEY", "DESTROY_PSV")] == [1, 4]


@pytest.mark.parametrize("run_number", range(3))
def test_pool_threads(run_number):
    assert run("pool-threads") == ["pd 0"], run_number


def test_deks():
    assert run("deks") == ["pd 0"]


@pytest.mark.parametrize("status", STATUSES)
def test_a_dek_fails(status):
    """A failed creation leaves nothing; a failed destruction can be repeated."""
    assert run("dek-lifecycle", options=fault("CREATE_GENERAL_OBJECT", 1, status)) == [
        f"create {STATUSES[status]}", "pd 0"]
    lines = run("dek-lifecycle", options=fault("DESTROY_GENERAL_OBJECT", 1, status))
    assert [lines[0], lines[2:]] == ["create 0", ["destroy 0", "pd 0"]]
    assert int(lines[1].split()[1]) > 0


@pytest.mark.parametrize("cap, error", [("crypto_caps.wrapped_import_method=4", errno.EINVAL),
                                        ("general_obj_types=0", errno.EOPNOTSUPP)])
def test_deks_that_the_device_does_not_take(cap, error):
    assert run("deks", options=("--cap", cap)) == [f"create {error}"]


def test_out_of_memory():
    sanitizers.skip(f"{BUILD}/tests/runtime/objects", "malloc() belongs to {} and cannot be replaced")
    names = ["query", "key", "dek", "pool", "psv", "prepare", "queues", "srq"]
    assert run("memory") == [f"{name} done" for name in names] + ["pd 0"]


def test_no_assertions():
    """Each source disables assertions by including build.h before the headers of the manual."""
    done = subprocess.run(["nm", "-A", f"{BUILD}/libmlx5sig.a"], stdout=subprocess.PIPE, text=True, check=True)
    assert "mlx5sig_create_mkey" in done.stdout
    assert [line for line in done.stdout.splitlines() if "__assert" in line] == []
