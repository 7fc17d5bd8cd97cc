# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Functions of other projects read the bits that the spec names, and write what prmc decodes.

Structs of words say nothing about bits: which bit of l4_l3_hdr_type is cv, only cqe_has_vlan() says.
Linux's inline functions read random CQEs, and the spec's fields must have the same values.
mlx5dv.h's functions write whole work requests with random values, and prmc must find them.
"""

import json
import random

import pytest
from kernel_headers import LINUX, linux
from prmclib.model.errors import render
from prmclib.model.flatten import flatten_layout
from prmclib.readers.load import load_spec
from prmc import run as run_prmc

from world import SPEC, run_c, shimmed

COUNT = 200

CQE = {  # expression in C, layout, its place in the CQE, field
    "mlx5_get_cqe_format(cqe)": ("cqe64", 0, "format"),
    "get_cqe_opcode(cqe)": ("cqe64", 0, "opcode"),
    "get_cqe_lro_tcppsh(cqe)": ("cqe64", 0, "receive.lro.lro_tcppsh"),
    "get_cqe_l4_hdr_type(cqe)": ("cqe64", 0, "receive.l4_hdr_type"),
    "cqe_is_tunneled(cqe)": ("cqe64", 0, "receive.tunneled"),
    "get_cqe_tls_offload(cqe)": ("cqe64", 0, "receive.tls_offload"),
    "cqe_has_vlan(cqe)": ("cqe64", 0, "receive.cv"),
    "get_cqe_ts(cqe)": ("cqe64", 0, "timestamp"),
    "cqe->shampo.match": ("cqe64", 0, "receive.shampo.match"),
    "cqe->shampo.flush": ("cqe64", 0, "receive.shampo.flush"),
    "!!(cqe->hds_ip_ext & CQE_L2_OK)": ("cqe64", 0, "receive.l2_ok"),
    "!!(cqe->hds_ip_ext & CQE_L3_OK)": ("cqe64", 0, "receive.l3_ok"),
    "!!(cqe->hds_ip_ext & CQE_L4_OK)": ("cqe64", 0, "receive.l4_ok"),
    "(cqe->rss_hash_type & CQE_RSS_HTYPE_IP) >> 2": ("cqe64", 0, "receive.rss_hash_dst_l3"),
    "(cqe->rss_hash_type & CQE_RSS_HTYPE_L4) >> 6": ("cqe64", 0, "receive.rss_hash_dst_l4"),
    "mpwrq_get_cqe_stride_index(cqe)": ("cqe64", 0, "wqe_counter"),
    "mpwrq_get_cqe_byte_cnt(cqe)": ("striding_byte_count", 0x2c, "byte_count"),
    "mpwrq_get_cqe_consumed_strides(cqe)": ("striding_byte_count", 0x2c, "consumed_strides"),
    "mpwrq_is_filler_cqe(cqe)": ("striding_byte_count", 0x2c, "filler"),
    "(u8)(get_cqe_enhanced_num_mini_cqes(cqe) - 1)": ("mini_cqe_array", 0, "num_of_mini_cqes"),
    "cqe->validity_iteration_count": ("mini_cqe_array", 0, "validity_iteration_count"),
    "be16_to_cpu(((struct mlx5_mini_cqe8 *)cqe)[2].stridx)": ("mini_cqe_array", 0, "mini[2].csum_stride.stride_index"),
    "((struct mlx5_mini_cqe8 *)cqe)[6].s_wqe_info.s_wqe_opcode": ("mini_cqe_array", 0, "mini[6].requester.s_wqe_opcode"),
    "be32_to_cpu(((struct mlx5_mini_cqe8 *)cqe)[1].rx_hash_result)": ("mini_cqe_array", 0, "mini[1].hash.rx_hash_result"),
}
NEWER = ("get_cqe_enhanced", "validity_iteration")  # not in Linux 6.1

LITTLE_ENDIAN = """
#define be16_to_cpu __builtin_bswap16
#define be32_to_cpu __builtin_bswap32
#define be64_to_cpu __builtin_bswap64
"""


@pytest.fixture(scope="module")
def spec():
    spec, findings = load_spec([SPEC])
    assert render(findings) == ""
    return spec


def c_bytes(data):
    return "{" + ",".join(map(str, data)) + "}"


def test_linux_reads_the_fields_of_cqes(spec, tmp_path):
    source = random.Random(1)
    images = [source.randbytes(64) for _ in range(COUNT)]
    seen = {name: set() for name in CQE}
    for version in LINUX:
        names = [name for name in CQE if version != "6.1" or not any(text in name for text in NEWER)]
        program = (LITTLE_ENDIAN + "#include <linux/mlx5/device.h>\n#include <stdio.h>\n"
                   f"static unsigned char images[][64] = {{{','.join(map(c_bytes, images))}}};\n"
                   "int main(void)\n{\n\tfor (unsigned i = 0; i < sizeof(images) / 64; i++) {\n"
                   "\t\tstruct mlx5_cqe64 *cqe = (void *)images[i];\n"
                   + "".join(f'\t\tprintf("%llu ", (unsigned long long)({name}));\n' for name in names)
                   + '\t\tputs("");\n\t}\n\treturn 0;\n}\n')
        folder = tmp_path / version
        folder.mkdir()
        lines = run_c(folder, program, ["-I", str(shimmed(folder)), "-I", linux(version)])
        assert len(lines) == COUNT
        for image, line in zip(images, lines):
            for name, theirs in zip(names, map(int, line.split())):
                layout, offset, path = CQE[name]
                item, = (item for item in flatten_layout(spec, layout) if item.path == path)
                low = (64 - offset) * 8 - item.offset_bits - item.width_bits
                ours = int.from_bytes(image, "big") >> low & (1 << item.width_bits) - 1
                assert ours == theirs, f"Linux {version}: {name}, {layout}.{path} of {image.hex()}"
                seen[name].add(theirs)
    assert all(len(values) > 1 for values in seen.values())


WQE = """
#include <infiniband/mlx5dv.h>
#include <stdio.h>
static void put(const void *data, size_t size)
{
	for (size_t i = 0; i < size; i++)
		printf("%02x", ((const unsigned char *)data)[i]);
}
static void eth(int opcode, int csum, int mss, int size, unsigned char *headers)
{
	struct mlx5_wqe_ctrl_seg ctrl = {0};
	unsigned char eth[64 + 128] = {0};
	struct mlx5_wqe_data_seg data;
	int room = 16 + (size < 2 ? 0 : (size - 2 + 15) / 16 * 16);

	mlx5dv_set_ctrl_seg(&ctrl, 0x1234, opcode, 0, 0x56789a, MLX5_WQE_CTRL_CQ_UPDATE,
			    2 + room / 16, 0, 0);
	mlx5dv_set_eth_seg((void *)eth, csum, mss, size, headers);
	mlx5dv_set_data_seg(&data, 1000 + size, 0xabcdef00, 0x123456789a);
	put(&ctrl, 16);
	put(eth, room);
	put(&data, 16);
	puts("");
}
static void datagram(int opcode, uint64_t key, uint32_t number, unsigned char *mac, unsigned char *gid)
{
	struct mlx5_wqe_ctrl_seg ctrl = {0};
	struct mlx5_wqe_datagram_seg av = {0};
	struct mlx5_wqe_raddr_seg remote = {.raddr = htobe64(0x1122334455667788), .rkey = htobe32(0x99aabbcc)};
	struct mlx5_wqe_data_seg data;
	int is_rdma = opcode == MLX5_OPCODE_RDMA_WRITE;

	mlx5dv_set_ctrl_seg(&ctrl, 7, opcode, 0, 0x10, 0, 5 + is_rdma, 0, 0);
	mlx5dv_set_dgram_seg(&av, key, number, 1, 0x75, 0x85, 0xc001, mac, 0x2a, 0x40,
			     1u << 30 | 3 << 20 | 0x54321, gid);
	mlx5dv_set_data_seg(&data, 64, 5, 0x1000);
	put(&ctrl, 16);
	put(&av, sizeof(av));
	if (is_rdma)
		put(&remote, 16);
	put(&data, 16);
	puts("");
}
int main(void)
{
	static unsigned char headers[96], mac[6] = {2, 4, 6, 8, 10, 12}, gid[16] = {0xfe, 0x80, [15] = 9};

	for (int i = 0; i < 96; i++)
		headers[i] = i + 1;
	eth(MLX5_OPCODE_SEND, 0, 0, 0, headers);
	eth(MLX5_OPCODE_SEND, MLX5_ETH_WQE_L3_CSUM, 0, 2, headers);
	eth(MLX5_OPCODE_SEND, MLX5_ETH_WQE_L4_CSUM, 0, 18, headers);
	eth(MLX5_OPCODE_TSO, MLX5_ETH_WQE_L3_CSUM | MLX5_ETH_WQE_L4_CSUM, 1448, 66, headers);
	datagram(MLX5_OPCODE_SEND, 0x11111111ull << 32, 0x777, mac, gid);
	datagram(MLX5_OPCODE_RDMA_WRITE, 0x0123456789abcdef, 0x888, mac, gid);
	return 0;
}
"""

AV = {"av.ext": 1, "av.stat_rate": 7, "av.sl": 5, "av.fl": 1, "av.mlid": 5, "av.rlid": 0xc001,
      "grh.rmac": "020406080a0c", "grh.tclass": 0x2a, "grh.hop_limit": 0x40, "grh.grh": 1,
      "grh.src_addr_index": 3, "grh.flow_label": 0x54321, "grh.rgid": "fe80" + "00" * 13 + "09",
      "data[0].byte_count": 64, "data[0].lkey": 5}
WRITTEN = [  # sequence or variant, and fields of what WQE writes, line by line
    ("eth_wqe", {"eth.inline_hdr.inline_hdr_sz": 0, "eth.l3_csum": 0, "data[0].byte_count": 1000}),
    ("eth_wqe", {"eth.inline_hdr.inline_hdr_sz": 2, "eth.l3_csum": 1, "eth.inline_hdr.inline_hdr_start": 0x0102,
                 "data[0].byte_count": 1002}),
    ("eth_wqe", {"eth.inline_hdr.inline_hdr_sz": 18, "eth.l4_csum": 1, "eth.l3_csum": 0,
                 "inline_hdr": bytes(range(3, 19)).hex(), "data[0].byte_count": 1018}),
    ("eth_wqe", {"ctrl.opcode": 0x0e, "ctrl.qpn": 0x56789a, "eth.mss": 1448, "eth.l4_csum": 1, "eth.l3_csum": 1,
                 "inline_hdr": bytes(range(3, 67)).hex(), "data[0].lkey": 0xabcdef00,
                 "data[0].addr": 0x123456789a}),
    ("ud_wqe", {**AV, "av.key": "1111111100000000", "av.dqp_dct": 0x777}),
    ("dc_wqe", {**AV, "av.key": "0123456789abcdef", "av.dqp_dct": 0x888,
                "remote.raddr": 0x1122334455667788, "remote.rkey": 0x99aabbcc}),
]


def test_prmc_decodes_what_mlx5dv_writes(tmp_path):
    lines = run_c(tmp_path, WQE)
    assert len(lines) == len(WRITTEN)
    for line, (name, expected) in zip(lines, WRITTEN):
        status, text, error = run_prmc(["decode", "--as", name, "--json", "-"], line.encode()).text
        assert (status, error) == (0, ""), line
        item, = json.loads(text)["dumps"][0]["items"]
        found = {field["segment"] + ("." + field["field"] if field["layout"] else ""):
                 field["value"] if field["kind"] == "uint" else field["raw"] for field in item["fields"]}
        assert {key: found.get(key) for key in expected} == expected, f"{name} {line}"
