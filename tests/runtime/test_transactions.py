# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Transaction signatures and PSVs of the program, on softmlx5."""

from __future__ import annotations

import os
import subprocess

import pytest

import patience

BUILD = os.environ.get("MLX5SIG_BUILD", "build")


def run(*words: str, options=()) -> str:
    done = subprocess.run([f"{BUILD}/softmlx5", *options, f"{BUILD}/tests/runtime/transactions", *words],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=patience.LIMIT, check=False)
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.parametrize("options", [["--strict"], ["--doorbell", "poll"], ["--fault", "cqe-delay:ns=20000"]])
@pytest.mark.parametrize("seed", range(2))
def test_random_transactions(seed, options):
    bad = int(run("random", str(seed), "400", options=options).split()[2])
    assert bad > 30


@pytest.mark.parametrize("options", [["--strict"], ["--doorbell", "poll"], ["--strict", "--serialise-wire"]])
@pytest.mark.parametrize("seed", range(2))
def test_all_keys_in_one_doorbell(seed, options):
    assert run("batches", str(seed), "300", options=options) == "done\n"


@pytest.mark.parametrize("name", ["psv", "later", "lives"])
def test_lives_of_psvs(name):
    assert run(name, options=["--strict"]) == "done\n"


@pytest.mark.parametrize("length, flags, seed", [(4096, 3, 0xFFFFFFFF), (1, 1, 0), (777, 2, 0), (5000, 0, 0xFFFFFFFF)])
def test_bytes_are_those_of_spdk(length, flags, seed):
    """As mlx5_set_umr_sig_bsf_seg() of SPDK's lib/mlx5 writes them: basic and extended sections, padded to 64 bytes."""
    psv, bsf = run("bytes", str(length), str(flags), str(seed)).split()
    image = bytearray(64)
    image[0], image[1] = 1 << 6, 0xFF  # 32 bytes, check_byte_mask
    image[4:8] = length.to_bytes(4, "big")  # raw_data_size
    image[16] = (0x20 if flags & 1 else 0) | (0x10 if flags & 2 else 0)  # W_T_INIT, W_T_CHECK_GEN
    image[24:28] = ((0x40 | (not seed)) << 24 | int(psv)).to_bytes(4, "big")  # w_tfs_psv
    assert bytes.fromhex(bsf) == bytes(image)
