# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Capabilities: the firmware answers any set of them, from which the kernel's and libmlx5's answers follow; messages
for mistakes."""

from __future__ import annotations

import os
import random
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "device"))

import soft  # noqa: E402

TYPES = {"cmd_hca_cap": 0, "per_protocol_networking_offload_caps": 1, "odp_cap": 2, "atomic_caps": 3,
         "roce_cap": 4, "qos_cap": 12, "device_mem_cap": 15, "crypto_caps": 26, "cmd_hca_cap_2": 32}

# Without these no context can be opened, or not by libmlx5 44.
NEEDED = {"log_max_uctx", "log_max_transport_domain", "cqe_version", "uar_4k", "log_uar_page_sz", "log_pg_sz",
          "num_ports", "max_wqe_sz_sq", "max_wqe_sz_rq", "device_frequency_khz", "log_max_pd", "port_type",
          "num_lag_ports", "log_max_umem", "hca_cap_2", "log_max_mkey", "log_max_qp_sz", "pkey_table_size",
          "gid_table_size", "port_type"}


@pytest.fixture(scope="module")
def program():
    return soft.program("lone_caps")


@pytest.fixture(scope="module")
def fields():
    """Returns layout, name, offset and width of each capability of the spec."""
    found = []
    with open(os.path.join(soft.ROOT, "generated", "layout.map"), encoding="utf-8") as stream:
        for line in stream:
            layout, name, offset, width, kind = line.split()[:5]
            if layout in TYPES and kind == "uint":
                found.append((layout, name, int(offset, 0), int(width)))
    return found


class Answers:
    """Returns the parsed output of lone_caps."""

    def __init__(self, text):
        self.images, self.current, self.numbers = {}, {}, {}
        for line in text.splitlines():
            name, *rest = line.split()
            if name in ("image", "current"):
                target = self.images if name == "image" else self.current
                target[int(rest[0])] = bytes.fromhex(rest[1])
            else:
                self.numbers[name] = int(rest[0])

    def get(self, field):
        layout, _, offset, width = field
        data = self.images[TYPES[layout]]
        return int.from_bytes(data, "big") >> (len(data) * 8 - offset - width) & ((1 << width) - 1)


def ask(program, *options):
    done = soft.run(options, program)
    assert done.status == 0, done.err
    return Answers(done.out)


def check_derived(answers, fields):
    """Returns the kernel's and libmlx5's answers for the images, by the rules of mlx5_ib and libmlx5."""
    cap = {name: answers.get((layout, name, *place))
           for layout, name, *place in fields if layout == "cmd_hca_cap"}
    crypto = {name: answers.get((layout, name, *place))
              for layout, name, *place in fields if layout == "crypto_caps"}
    number = answers.numbers
    assert number["max_qp"] == 1 << cap["log_max_qp"]
    assert number["max_qp_wr"] == 1 << cap["log_max_qp_sz"]
    assert number["max_cq"] == 1 << cap["log_max_cq"]
    assert number["max_cqe"] == (1 << cap["log_max_cq_sz"]) - 1
    assert number["max_mr"] == 1 << cap["log_max_mkey"]
    assert number["max_pd"] == 1 << cap["log_max_pd"]
    assert number["max_srq"] == 1 << cap["log_max_srq"]
    assert number["max_srq_wr"] == (1 << cap["log_max_srq_sz"]) - 1
    assert number["max_qp_rd_atom"] == 1 << cap["log_max_ra_req_qp"]
    assert number["core_clock"] == cap["device_frequency_khz"]
    assert number["max_msg_sz"] == 1 << cap["log_max_msg"]
    signs = cap["sho"] and cap["sigerr_domain_and_sig_type"]
    assert number["sig_block_size"] == (
        0b11011 | cap["sig_block_4048"] << 2 if signs else 0), "512, 520, 4096, 4160 and 4048"
    assert number["sig_prot"] == (0b11 if signs else 0)
    assert number["sig_bg"] == (0b11 if signs else 0)
    assert number["sig_crc"] == (1 | cap["sig_crc32c"] << 1 | cap["sig_crc64_xp10"] << 2 if signs else 0)
    if cap["crypto"]:
        assert number["crypto_deks"] == crypto["log_max_num_deks"]
    else:
        assert number["crypto_deks"] == 0


def random_set(fields, seed):
    """Returns random capabilities with values that every kernel accepts."""
    chance = random.Random(seed)
    chosen = {}
    for field in chance.sample(fields, 150):
        _, name, _, width = field
        if field[0] == "cmd_hca_cap" and name in NEEDED:
            continue
        limit = 24 if name.startswith("log_") else (1 << width) - 1
        chosen[field] = chance.randint(0, min(limit, (1 << width) - 1))
    by_name = {name: field for field in fields for name in [field[1]] if field[0] == "cmd_hca_cap"}
    for name in ("sho", "sigerr_domain_and_sig_type", "sig_block_4048", "sig_crc32c", "sig_crc64_xp10", "crypto"):
        chosen[by_name[name]] = chance.randint(0, 1)
    return chosen


@pytest.mark.parametrize("seed", range(12))
def test_random_set(program, fields, tmp_path, seed):
    """A file with random capabilities, the last of them as options."""
    chosen = random_set(fields, seed)
    lines = [f"{layout}.{name} = {value:#x}" for (layout, name, _, _), value in chosen.items()]
    path = tmp_path / "random.caps"
    path.write_text("# Random.\ninclude base\n" + "  # more\n".join(lines[:-10]) + "\n", encoding="ascii")
    answers = ask(program, "--caps", str(path), *[word for line in lines[-10:]
                                                   for word in ("--cap", line.replace(" ", ""))])
    overlaid = {}
    for (layout, _, offset, width), value in chosen.items():
        for bit in range(offset, offset + width):
            overlaid[layout, bit] = value >> (offset + width - 1 - bit) & 1
    for (layout, bit), value in overlaid.items():
        assert answers.get((layout, "", bit, 1)) == value, (layout, hex(bit))
    assert answers.images == answers.current
    check_derived(answers, fields)


@pytest.mark.parametrize("preset", ["none", "connectx5", "connectx6dx", "connectx7", "base"])
def test_preset(program, fields, preset):
    answers = ask(program, "--caps", preset)
    check_derived(answers, fields)
    signs = preset.startswith("connectx")
    assert bool(answers.numbers["sig_prot"]) == signs
    assert bool(answers.numbers["crypto_deks"]) == (preset in ("connectx6dx", "connectx7"))
    assert answers.numbers["sig_crc"] == {"connectx5": 1, "connectx6dx": 3, "connectx7": 7}.get(preset, 0)


def test_short_and_long_names(program, fields):
    """A name without layout is one of the general capabilities; later ones win."""
    by_name = {(layout, name): (layout, name, *place) for layout, name, *place in fields}
    answers = ask(program, "--cap", "log_max_qp=3", "--cap", "cmd_hca_cap.log_max_qp=5",
                  "--cap", "crypto_caps.log_max_num_deks=0x7")
    assert answers.numbers["max_qp"] == 32
    assert answers.get(by_name["crypto_caps", "log_max_num_deks"]) == 7


MISTAKES = [
    ("--cap", "sig_crc23c=1", "--cap: there is no capability sig_crc23c; did you mean sig_crc32c?"),
    ("--cap", "log_max_num_deks=1",
     "--cap: there is no capability log_max_num_deks; did you mean crypto_caps.log_max_num_deks?"),
    ("--cap", "crypto_cap.log_max_num_dek=1", "there is no capability crypto_cap.log_max_num_dek; did you mean "
     "crypto_caps.log_max_num_deks?"),
    ("--cap", "quite_another_thing=1", "--cap: there is no capability quite_another_thing; names are those of the "
     "spec, see `prmc show cmd_hca_cap`"),
    ("--cap", "sho=2", "--cap: sho = 2: the field has 1 bit, so at most 1"),
    ("--cap", "log_max_qp=0x20", "--cap: log_max_qp = 0x20: the field has 5 bits, so at most 31"),
    ("--cap", "sho=yes", "--cap: sho = yes: not a number"),
    ("--cap", "sho", "--cap sho: needs NAME=VALUE, such as sig_crc32c=0"),
    ("--caps", "connectx9", "--caps: connectx9 is not a preset (base, connectx5, connectx6dx, connectx7, none) and "
     "cannot be read as a file: No such file or directory"),
]


@pytest.mark.parametrize("option, value, message", MISTAKES)
def test_mistake(option, value, message):
    done = soft.run([option, value], "echo", "was run")
    assert done.status == 2 and done.out == ""
    assert message in done.err.splitlines()[0], done.err


FILES = [
    ("include base\nsho = 1\nlog_max_qp = 99\n", ":3: log_max_qp = 99: the field has 5 bits, so at most 31"),
    ("hello\n", ":1: `hello` is neither `name = value` nor `include NAME`"),
    ("# nothing\n", ": no general capability is set; start with `include base`"),
    ("sho = 1\n", ": model.pci_device is not set, by which libmlx5 knows its devices; start with `include base`"),
    ("include base # c\n\nmodel.speed = 4\n",
     ":3: there is no model.speed; there are model.pci_device, model.board_id, model.fw_version, "
     "model.sig_errors and model.time_limit"),
    ("model.time_limit = 1048576\n", ":1: model.time_limit = 1048576: not a number of ms below 1048576"),
    ("model.sig_errors = cards\n", ":1: model.sig_errors = cards: neither page nor card"),
    ("model.fw_version = 1.2\n", ":1: model.fw_version = 1.2: not a version such as 28.36.1010"),
    ("kernel.version = 4\n", ":1: there is no kernel.version; there are kernel.mkey_update_tag, kernel.sqd2rts and "
     "kernel.destroy_unplugged"),
    ("kernel.sqd2rts = 2\n", ":1: kernel.sqd2rts = 2: neither 0 nor 1"),
    ("model.pci_device = 0x12345\n", ":1: model.pci_device = 0x12345: not a PCI device id"),
    ("include SELF\n", ":1: include SELF: too deep; does a file include itself?"),
    ("include base\n" + "sho = 1 " + " " * 300 + "1\n", ":2: the line is too long"),
]


@pytest.mark.parametrize("text, message", FILES)
def test_mistake_in_a_file(tmp_path, text, message):
    path = str(tmp_path / "x.caps")
    with open(path, "w", encoding="ascii") as stream:
        stream.write(text.replace("SELF", path))
    done = soft.run(["--caps", path], "echo", "was run")
    assert done.status == 2 and done.out == ""
    assert path + message.replace("SELF", path) in done.err.splitlines()[0], done.err


def test_include(tmp_path):
    """A file is searched for in the folder of the file that includes it."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "a.caps").write_text("include sub/b.caps\nmodel.board_id = MT_A\n")
    (tmp_path / "sub" / "b.caps").write_text("include c.caps\nmodel.fw_version = 1.2.3\n")
    (tmp_path / "sub" / "c.caps").write_text("include connectx5\n")
    done = soft.run(["--caps", str(tmp_path / "a.caps")], "ibv_devinfo")
    assert (done.status, done.err) == (0, "")
    said = dict(line.split(":", 1) for line in done.out.splitlines() if ":" in line)
    assert (said["\tboard_id"].strip(), said["\tfw_ver"].strip()) == ("MT_A", "1.2.0003"), done.out
    assert said["\tvendor_part_id"].strip() == str(0x1017)


@pytest.mark.parametrize("link", ["ib", "roce"])
def test_nic_vport(program, link):
    """SPDK's lib/mlx5 asks an Ethernet port whether RoCE is enabled."""
    numbers = ask(program, "--link", link).numbers
    assert {numbers[name] for name in ("nic_vport", "roce_en", "has_mac")} == {int(link == "roce")}
