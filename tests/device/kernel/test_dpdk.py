# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""DPDK's driver for AES-XTS on Linux's driver: it makes keys, DEKs and queue pairs by DEVX, and posts UMRs with crypto BSFs
and RDMA writes to itself. The ciphertexts are OpenSSL's."""

from __future__ import annotations

import ctypes
import glob
import os
import random
import re
import sys
from typing import Iterator

from machine import ROOT

sys.path.insert(0, os.path.join(ROOT, "tests", "device", "clients"))

import clients  # noqa: E402

TIMES, BLOCK = 1000, 512
# The driver takes the room of a NOP for free when the write before it is completed, while the device may not have read it. The
# queue has room for all TIMES operations, so that it comes to that place once.
# A processor is two of DPDK's cores, of which one does nothing.
EAL = "--lcores 0@0,1@0 --no-huge -m 256 --no-shconf --no-telemetry --log-level error -a 0000:00:00.0,class=crypto"
TEST = f"--ptest verify --devtype mlx5_pci --optype cipher-only --cipher-iv-sz 16 --silent --total-ops {TIMES}"


def xts(key: bytes, tweak: bytes, data: bytes) -> bytes:
    """Returns data that OpenSSL has encrypted by AES-XTS; the key has 32 or 64 bytes."""
    crypto = ctypes.CDLL("libcrypto.so.3")
    for name in ("EVP_CIPHER_CTX_new", "EVP_aes_128_xts", "EVP_aes_256_xts"):
        getattr(crypto, name).restype = ctypes.c_void_p
    context, cipher = crypto.EVP_CIPHER_CTX_new(), getattr(crypto, f"EVP_aes_{4 * len(key)}_xts")()
    out, size = ctypes.create_string_buffer(len(data)), ctypes.c_int()
    assert crypto.EVP_EncryptInit_ex(ctypes.c_void_p(context), ctypes.c_void_p(cipher), None, key, tweak) == 1
    assert crypto.EVP_EncryptUpdate(ctypes.c_void_p(context), out, ctypes.byref(size), data, len(data)) == 1
    crypto.EVP_CIPHER_CTX_free(ctypes.c_void_p(context))
    return out.raw


def vectors() -> Iterator[str]:
    """Yields vectors in the language of dpdk-test-crypto-perf: with keys of 32 and 64 bytes, and a wrong one."""
    source = random.Random(1)
    for name, length in (("32", 32), ("64", 64), ("wrong", 32)):
        key, tweak, data = (bytes(source.randrange(256) for _ in range(n)) for n in (length, 16, BLOCK))
        parts = {"plaintext": data, "cipher_key": key, "cipher_iv": tweak, "ciphertext": xts(key, tweak, data)}
        if name == "wrong":
            parts["plaintext"] = data[:-1] + bytes([data[-1] ^ 1])
        rows = (f"{part} =\n{', '.join(f'0x{byte:02x}' for byte in value)}\n" for part, value in parts.items())
        yield f"[{name}]\n" + "".join(rows)


def test_crypto(machine, tmp_path):
    """All results are right, of one piece and of several, and a wrong one is noticed."""
    file = tmp_path / "vectors"
    file.write_text("".join(vectors()))
    usual = [case.values[0] for case in clients.cases("DPDK's crypto driver, under `softmlx5 --kernel`")]
    plugins = os.path.dirname(glob.glob("/usr/lib/*/dpdk/pmds-*/librte_crypto_mlx5.so")[0])
    commands = [command.replace(" ", f" {EAL} -d {plugins} -- {TEST} --test-file {file} ", 1) for command in usual]
    commands.append(commands[0].replace("--test-name 32", "--test-name wrong"))
    ended = machine.run_all(commands, options=("--kernel", "--kernel-memory", "1024", "--caps", "connectx6dx", "--strict"))
    failures = []
    for command, done in zip(commands, ended):
        row = re.search(rf"^ +1 +{BLOCK} +32 +{TIMES} +{TIMES} +0 +\d+ +(\d+)", done.text, re.M)
        assert done.status == 0 and row, f"{command}\n{done.text}"
        failures.append(int(row[1]))
    assert failures == [0] * len(usual) + [TIMES] and ended[0].messages == ""
