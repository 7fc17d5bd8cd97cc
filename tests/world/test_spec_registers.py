# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The registers of the spec beside mstflint's table, as Debian installs it, and Linux's constants for them."""

import os
import re

import pytest
from kernel_headers import INSTALL, LINUX, linux_file
from prmclib.model.errors import render
from prmclib.model.flatten import flatten_layout
from prmclib.readers.load import load_spec
from prmclib.model import Kind
from prmclib.readers.source import read_source

from world import SPEC

TABLE = "/usr/share/mstflint/prm_dbs/hca/ext/register_access_table.adb"
NODES = {"ptys_reg": "ptys_reg_ext", "pmtu_reg": "pmtu_reg_ext", "pvlc_reg": "pvlc_reg_ext",
         "host_endianness_reg": "register_host_endianness_ext"}
# Fields that Debian's edition of the table, of 2022, does not have, and those that later ones no longer have.
NEWER = {"ptys_reg": {"plane_ind", "port_type", "lp_msb", "ee_tx_ready", "tx_ready_e", "transmit_allowed",
                      "max_port_rate", "xdr_2x_slow_cap", "xdr_2x_slow_admin", "xdr_2x_slow_active",
                      "ext_ib_proto_cap", "ext_ib_proto_admin", "lane_rate_oper"},
         "pmtu_reg": {"protocol"}}
OLDER = {"ptys_reg": {"eth_proto_lp_valid", "force_tx_aba_param", "reserved_high"}}


@pytest.fixture(scope="module")
def spec():
    spec, findings = load_spec([SPEC])
    assert render(findings) == ""
    return spec


@pytest.fixture(scope="module")
def table():
    assert os.path.isfile(TABLE), f"{TABLE} is missing: {INSTALL}"
    source, findings = read_source(TABLE)
    assert not findings
    return source.spec


def places(spec, name):
    """{path: (offset, width)} of the numbers and bytes of a layout, in bits."""
    return {item.path: (item.offset_bits, item.width_bits) for item in flatten_layout(spec, name)
            if item.kind not in (Kind.RESERVED, Kind.IGNORED)}


@pytest.mark.parametrize("register", NODES)
def test_places_of_mstflint(spec, table, register):
    theirs = {path: place for path, place in places(table, NODES[register]).items()
              if path not in OLDER.get(register, ())}
    ours = places(spec, register)
    newer = set(ours) - set(theirs)
    assert newer <= NEWER.get(register, set())
    assert {path: place for path, place in ours.items() if path not in newer} == theirs
    assert spec.layouts[register].size == table.layouts[NODES[register]].size


def constants(version, header, pattern):
    """{name: value} of the constants of a header of Linux that match, from the text."""
    with open(linux_file(version, header), encoding="utf-8") as stream:
        found = re.findall(rf"^\s*{pattern}\s*=\s*(0x[0-9a-fA-F]+|\d+(?: << \d+)?),", stream.read(), re.M)
    return {name: 1 << int(value.split()[2]) if "<<" in value else int(value, 0) for name, value in found}


@pytest.mark.parametrize("version", LINUX)
def test_numbers_of_registers(spec, version):
    theirs = constants(version, "driver.h", r"MLX5_REG_(\w+)")
    assert len(theirs) > 45
    ours = {value.name: value for value in spec.enums["register_id"].values}
    assert theirs == {name: ours[name].value for name in theirs if name in ours}
    lacking = {name for name, value in ours.items() if name not in theirs and not value.about.source}
    assert lacking == {name for name in lacking if version == "6.1" and "Not in Linux 6.1." in str(ours[name].about)}


@pytest.mark.parametrize("version", LINUX)
@pytest.mark.parametrize("enum, pattern, fewest", [
    ("ptys_eth_proto", r"MLX5E_(\d+G?BASE_\w+)", 20), ("ptys_an_status", r"MLX5_AN_(\w+)", 5),
    ("ptys_ib_width", r"MLX5_PTYS_WIDTH_(\w+)", 5), ("ptys_connector_type", r"MLX5E_PORT_(\w+)", 9)])
def test_values_of_ptys(spec, version, enum, pattern, fewest):
    theirs = constants(version, "port.h", pattern)
    assert len(theirs) >= fewest
    item = spec.enums[enum]
    ours = {value.name: 1 << value.value if enum == "ptys_ib_width" else value.value
            for value in item.values if not value.about.source}
    assert {name: value for name, value in theirs.items() if name in ours} == ours
