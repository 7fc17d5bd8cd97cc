# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""prmc diff on real manuals: an independent program has to agree on every single field.

Further pairs, as ``OLD NEW`` separated by ``:``, are tried from PRMC_DIFF_PAIRS.
"""

import glob
import os
import re
import shutil

import independent
import pytest
from prmclib.diff import apply
from prmclib.source import load_source
from sides import SPEC, as_json


def linux(version):
    """A kernel's mlx5_ifc.h by the first two numbers of the version."""
    found = glob.glob(f"/usr/src/linux-headers-{version}.*-common/include/linux/mlx5/mlx5_ifc.h")
    assert found, f"no mlx5_ifc.h of Linux {version}: run ./configure.py --install-deps"
    return max(found, key=lambda path: [int(part) for part in re.findall(r"\d+", path)])


def read(path):
    return independent.read_header(path) if path.endswith(".h") else independent.read_spec(path)


def agree(old, new):
    said = as_json(load_source(old), load_source(new))
    expected = independent.difference(read(old), read(new))
    told = independent.told(said)
    for key, value in expected.items():
        assert told[key] == value, key
    result = apply.apply(apply.plain_spec(load_source(old).spec), said["changes"])
    assert result == apply.plain_spec(load_source(new).spec)
    return expected, said


@pytest.mark.parametrize("old, new", [("6.1", "6.12"), ("6.12", "6.1")])
def test_linux(old, new):
    expected, said = agree(linux(old), linux(new))
    assert len(expected["added"]) > 20 and len(expected["layouts added" if old < new else
                                                        "layouts removed"]) > 20
    if old < new:
        found = {(item["layout"], item["field"]): item for item in said["findings"]
                 if item["subject"] == "field"}
        assert found["mkc", "log_page_size"]["class"] == "widened"
        assert found["mcam_access_reg", "regs_31_to_0"]["class"] == "split"
        assert found["cmd_hca_cap", "shampo"]["class"] == "moved"
        ipsec = {item["layout"]: item for item in said["findings"] if item["rule"] == "D005"}
        assert ipsec["create_ipsec_obj_in"]["cause"] == ipsec["ipsec_obj"]["fingerprint"]
        assert [moved["field"] for moved in ipsec["create_ipsec_obj_in"]["shifted"]] == \
            ["ipsec_object"]


EDITS = [  # in the spec's own files: what a PRM change looks like
    ("cmd/mkey.yaml", "      0x38[7]:     reserved\n      0x38[6]:     relaxed_ordering_read\n",
     "      0x38[7]:     relaxed_ordering_read\n      0x38[6]:     reserved\n"),
    ("wqe/psv.yaml", "psv_index", "psv_number"),
    ("cmd/mkey.yaml", "      0x08[31:0]:  reserved\n",
     "      0x08[31:20]: reserved\n      0x08[19:0]:  umem_page\n"),
    ("cmd/mkey.yaml", "{name: pd, doc: Number of the protection domain.}\n",
     "{name: pd_number, doc: Number of the protection domain.}\n"),
]


def test_edited_spec(tmp_path):
    new = tmp_path / "spec"
    shutil.copytree(SPEC, new)
    for name, old_text, new_text in EDITS:
        path = new / name
        text = path.read_text(encoding="utf-8")
        assert old_text in text, old_text
        path.write_text(text.replace(old_text, new_text), encoding="utf-8")
    expected, said = agree(SPEC, str(new))
    assert ("mkc", "relaxed_ordering_read", 473, 472) in expected["moved"]
    classes = {(item["layout"], item["class"]) for item in said["findings"]}
    assert {("mkc", "moved"), ("mkc", "added"), ("mkc", "renamed"),
            ("set_psv_seg", "renamed")} <= classes


PAIRS = os.environ.get("PRMC_DIFF_PAIRS", "")
if PAIRS:
    @pytest.mark.parametrize("pair", PAIRS.split(":"))
    def test_pair(pair):
        agree(*pair.split())
