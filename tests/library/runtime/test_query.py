# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Capabilities from the library and from mlx5dv_query_device(), on many devices."""

from __future__ import annotations

import os
import random
import shutil
import subprocess

import pytest

BUILD = os.environ.get("MLX5SIG_BUILD", "build")
SETS = 300

# The fields that determine the results, and their widths. Single bits are tested in both states.
BITS = """cqe_version cqe_compression_128b cqe_128_always qp_packet_based cqe_compression
mini_cqe_resp_stride_index eth_striding_wq ext_stride_num_range sho sigerr_domain_and_sig_type
sigerr_cqe drain_sigerr sig_block_4048 sig_crc32c sig_crc64_xp10 crypto
aes_xts_single_block_le_tweak aes_xts_multi_block_be_tweak eth_net_offloads""".split()
ETHERNET = """enhanced_multi_pkt_send_wqe swp swp_csum swp_lso tunnel_stateless_vxlan
tunnel_stateless_gre tunnel_stateless_geneve_rx tunnel_stateless_mpls_over_gre
tunnel_stateless_mpls_over_udp""".split()
NUMBERS = {
    "cqe_compression_max_num": 16, "per_protocol_networking_offload_caps.multi_pkt_send_wqe": 2,
    "crypto_caps.failed_selftests": 16, "crypto_caps.wrapped_import_method": 8,
    "crypto_caps.log_max_num_deks": 5, "crypto_caps.wrapped_crypto_operational": 1,
    "crypto_caps.wrapped_crypto_going_to_commissioning": 1,
}


def capabilities(rng):
    """Returns name and value of each."""
    often = rng.choice([0.5, 0.8, 0.95])
    values = {name: int(rng.random() < often) for name in BITS}
    values.update({f"per_protocol_networking_offload_caps.{name}": int(rng.random() < often)
                   for name in ETHERNET})
    values.update({name: rng.getrandbits(width) for name, width in NUMBERS.items()})
    return values


def query(values, *arguments):
    options = [word for name, value in values.items() for word in ("--cap", f"{name}={value}")]
    done = subprocess.run([f"{BUILD}/softmlx5", *options, f"{BUILD}/tests/runtime/query", *arguments],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


@pytest.mark.parametrize("part", [0, 1, *(pytest.param(part, marks=pytest.mark.deep) for part in range(2, 10))])
def test_same_as_mlx5dv(part):
    rng = random.Random(part)
    for _ in range(SETS // 10):
        values = capabilities(rng)
        assert query(values) == (0, "same\n"), values


def test_devices_are_forgotten(tmp_path):
    """Without keys and queues no state of a context is kept: each of the 15 queries asks the device."""
    trace = tmp_path / "trace"
    done = subprocess.run([f"{BUILD}/softmlx5", "--trace", str(trace), "--cap", "crypto=0",
                           f"{BUILD}/tests/runtime/query"], check=False)
    assert done.returncode == 0
    assert trace.read_text().split().count("QUERY_HCA_CAP") >= 15


def answers(**values):
    status, text = query(values, "print")
    assert status == 0, text
    return dict(line.split() for line in text.splitlines() if " " in line)


def test_each_capability_counts():
    """The comparison above is not empty: each capability changes a result."""
    base = {name: 1 for name in BITS}
    base.update({f"per_protocol_networking_offload_caps.{name}": 1 for name in ETHERNET})
    base.update({name: 1 for name in NUMBERS})
    base["crypto_caps.wrapped_import_method"] = 4
    full = answers(**base)
    for name in base:
        if name != "aes_xts_single_block_le_tweak":  # several blocks include one
            assert answers(**{**base, name: 0}) != full, name
    base["aes_xts_multi_block_be_tweak"] = 0
    assert answers(**base) != answers(**{**base, "aes_xts_single_block_le_tweak": 0})


SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "same_as_mlx5dv.c")
INCLUDE = os.path.join(os.path.dirname(SOURCE), "..", "..", "..", "include")


def compiles(include):
    done = subprocess.run(["gcc", "-std=c11", "-fsyntax-only", f"-I{include}", SOURCE], check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0 or "static assertion failed" in done.stdout, done.stdout
    return done.returncode == 0


@pytest.mark.parametrize("file, text, other", [
    ("attr.h", "BLOCK_SIZE_4160,", "BLOCK_SIZE_4160 = 9,"),
    ("attr.h", "CRYPTO = 1 << 2", "CRYPTO = 1 << 9"),
    ("attr.h", "uint32_t ref_tag;", "uint64_t ref_tag;"),
    ("attr.h", "char keytag[8];", "char keytag[16];"),
    ("mlx5sig.h", "OFFLOAD = 1 << 13", "OFFLOAD = 1 << 14"),
    ("mlx5sig.h", "uint32_t rkey;\n\tvoid *mkey_context;", "void *mkey_context;\n\tuint32_t rkey;"),
])
def test_same_values_and_structures(tmp_path, file, text, other):
    """same_as_mlx5dv.c compiles, and does not with another value or member."""
    assert compiles(INCLUDE)
    shutil.copytree(os.path.join(INCLUDE, "mlx5sig"), tmp_path / "mlx5sig")
    path = tmp_path / "mlx5sig" / file
    content = path.read_text()
    assert text in content
    path.write_text(content.replace(text, other))
    assert not compiles(tmp_path)


def test_reported_is_not_inferred():
    """Reported capabilities are separate: without sho nothing is inferred, but all others are reported."""
    values = {name: 1 for name in BITS}
    values.update(sho=0, sig_crc32c=0)
    found = answers(**values)
    assert (found["reported"], found["sig_caps.block_prot"]) == ("0111101", "0x0")
