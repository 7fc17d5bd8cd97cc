# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Matching of two fields, or two values, by names and descriptions (wording.py). The names are those of real
manuals; descriptions are shortened."""

from __future__ import annotations

import pytest
from prmclib.diff.wording import Meaning, is_same_value, meaning
from prmclib.model import About, Bits, EnumValue, Field, Kind, Span

HERE = Span("spec", 1, 1, 1)


def field(name, doc):
    return Field(name, Bits(0, 32), Kind.UINT, HERE, about=About(doc=doc))


@pytest.mark.parametrize("old, new, said", [
    # The same field under another name.
    (("detect_mult", "detect multiplier. Used for validation"),
     ("comp_detect_mult", "compare detect multiplier. Used for validation"), Meaning.SAME),
    (("fom_measurment", "Bitmask of measurements"), ("fom_measurement", "Bitmask of measurements"), Meaning.SAME),
    (("force_kr_frames_admin", "Force mode options when AN is off"),
     ("force_lt_frames_admin", "Force mode options when AN is off."), Meaning.SAME),
    (("pcp_die_for_tc", "PCP+DIE for TC Index"), ("pcp_dei_for_tc", "PCP+DEI for TC Index"), Meaning.SAME),
    (("lcnf", "Last Core Negotiation Failed"), ("lcnf_pln", "Last Core Negotiation Failed due to Planarized"),
     Meaning.SAME),
    # A word of the description is another one, behind a range that both begin with.
    (("linear_region_id", "valid values: 0 .. (cap_max_regions-1)"),
     ("linear_group_id", "valid values: 0 .. (cap_max_acl_groups-1) Used for the group"), Meaning.DOUBTFUL),
    (("en_ing2", "For IBg2 packets: Enable trigger mirror"),
     ("en_nvl_mng", "For NVL_MNG packets: Enable trigger mirror"), Meaning.DOUBTFUL),
    (("els_access_index", "ELS access index"), ("els_module_index", "ELS module index"), Meaning.DOUBTFUL),
    # Another definition, but the same limit.
    (("s1_base_address", "SRAM 1 Base Address\nRange 0 .. (max_cap_sram_size-1)"),
     ("s1_offset", "SRAM 1 Offset\nGranularity of lines\nRange 0 .. (max_cap_sram_size-1)"), Meaning.DOUBTFUL),
    # Nothing in common.
    (("v", "entry validity indication"), ("hit", "whether it was found in the data base"), Meaning.OTHER),
    (("ber_exp", "Exponent of the error rate"), ("error_type_admin", "What kind of error to inject"), Meaning.OTHER),
])
def test_fields(old, new, said):
    assert meaning(field(*old), field(*new)) is said


@pytest.mark.parametrize("old, new, is_same", [
    ("No", "No_FEC", True),
    ("host_logcic_re", "host_logic_re_lock", True),
    ("enabed", "enabled", True),
    ("PTYS_reg", "ptys_reg_ext", True),
    ("LL_RS_FEC_272", "Low_Latency_RS", True),
    ("Adaptive_Routing_Free", "AR_Free", True),
    ("4_Key_blocks_a_k_a_18B", "Key_blocks_4", True),
    ("Rx_precoding_off", "Rx_precoding_disabled", True),
    ("bind_an_ACL", "ACL_binding", True),
    ("_16nm_products", "prod_16nm", True),
    ("semaphore_is_locked", "sem_locked", True),
    ("Clear_activity_for_all_entries_which_were_dumped", "Clear_activity_for_all_dumped_entries", True),
    ("TwoBytes_padding", "_2Bytes_padding", True),
    ("host_to_port", "port_to_host", False),
    ("forward_is_off", "forward_is_on", False),
    ("IPv4_to_IPv6", "IPv6_to_IPv4", False),
    ("SIZE_2", "SIZE_256", False),
    ("SPEED_1G", "SPEED_10G", False),
    ("KEY_12", "KEY_21", False),
    ("ADD", "SET", False),
    ("Power_profiling_is_enabled", "Power_capping_is_enabled", False),
    ("200GAUI_2_200GBASE_CR2", "200GAUI_1_200GBASE_CR1", False),
    ("laser_power", "laser_APC_fault", False),
])
def test_values(old, new, is_same):
    assert is_same_value(EnumValue(old, 1, HERE), EnumValue(new, 1, HERE)) is is_same
    # With descriptions these decide.
    assert is_same_value(*(EnumValue(name, 1, HERE, about=About(doc="Counts.")) for name in (old, new)))
