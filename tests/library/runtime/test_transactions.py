# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Transaction signatures and PSVs of the program, also of encrypted data, on softmlx5."""

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


@pytest.mark.parametrize("options", [["--strict"], ["--cap", "aes_xts_multi_block_be_tweak=1"],
                                     ["--cap", "aes_xts_multi_block_le_tweak=0"]], ids=["little", "big", "single"])
def test_encrypted_transactions(options):
    """The CRC is that of the encrypted data, in both orders that cards have."""
    options = [*options, "--strict"] if "--strict" not in options else options
    assert int(run("encrypted", "1", "200", options=options).split()[2]) > 20
    assert run("encrypted_batches", "1", "100", options=options) == "done\n"


@pytest.mark.parametrize("name", ["psv", "later", "lives", "encrypted_psv", "encrypted_lives", "encrypted_orders"])
def test_lives_of_psvs(name):
    assert run(name, options=["--strict"]) == "done\n"


@pytest.mark.parametrize("length, flags, seed", [(4096, 3, 0xFFFFFFFF), (1, 1, 0), (777, 2, 0), (5000, 0, 0xFFFFFFFF)])
def test_bytes_are_those_of_spdk(length, flags, seed):
    """As mlx5_set_umr_sig_bsf_seg() of SPDK's lib/mlx5 writes them: basic and extended sections, padded to 64 bytes."""
    psv, _, bsf = run("bytes", str(length), str(flags), str(seed), "0").split()
    image = bytearray(64)
    image[0], image[1] = 1 << 6, 0xFF  # 32 bytes, check_byte_mask
    image[4:8] = length.to_bytes(4, "big")  # raw_data_size
    image[16] = (0x20 if flags & 1 else 0) | (0x10 if flags & 2 else 0)  # W_T_INIT, W_T_CHECK_GEN
    image[24:28] = ((0x40 | (not seed)) << 24 | int(psv)).to_bytes(4, "big")  # w_tfs_psv
    assert bytes.fromhex(bsf) == bytes(image)


@pytest.mark.parametrize("length, flags, in_memory", [(4096, 3, False), (512, 2, True), (1024, 3, True), (528, 1, False)])
def test_encrypted_bytes_are_those_of_spdk(length, flags, in_memory):
    """As mlx5_umr_configure_full_sig_crypto() of NVIDIA's branch of SPDK writes them: 128 bytes with one size and length."""
    sig = 4 if in_memory and flags & 2 else 0  # in the layout, and not in raw_data_size
    psv, dek, bsf = run("encrypted_bytes", str(length + sig), str(flags), str(0xFFFFFFFF), str(int(in_memory))).split()
    image = bytearray(128)
    image[0], image[1] = 3 << 6, 0xFF
    image[4:8] = image[68:72] = length.to_bytes(4, "big")
    bits = ((2 if flags & 1 else 0) | (1 if flags & 2 else 0)) << (0 if in_memory else 4)  # [WM]_T_INIT, [WM]_T_CHECK_GEN
    place = 28 if in_memory else 24
    image[16], image[place:place + 4] = bits, (0x40 << 24 | int(psv)).to_bytes(4, "big")
    image[64], image[65], image[72] = 3 << 6 | 1, 3 if in_memory else 2, 1  # encrypted_raw_memory or _wire, SIZE_512
    image[80:96] = b"0123456789abcde\0"
    image[96:100] = int(dek).to_bytes(4, "big")
    assert bytes.fromhex(bsf) == bytes(image)
