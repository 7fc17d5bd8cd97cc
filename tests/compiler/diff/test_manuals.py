# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""prmc diff on real manuals: an independent program has to agree on every single field.

Further pairs, as ``OLD NEW`` separated by ``:``, are tried from PRMC_DIFF_PAIRS.
"""

import os
import random
import re
import shutil

import independent
import independent_adb
import independent_enums
import independent_links
import pytest
from kernel_headers import INSTALL, linux_file
from prmclib.diff import apply
from prmclib.readers.source import load_source
from sides import SPEC, as_json


def adb(kind):
    path = f"/usr/share/mstflint/prm_dbs/{kind}/ext/register_access_table.adb"
    assert os.path.exists(path), f"no {path}: {INSTALL}"
    return path


def read(path):
    if path.endswith(".h"):
        return independent.read_header(path)
    return independent_adb.read_adb(path) if path.endswith(".adb") else independent.read_spec(path)


def agree(old, new):
    """Compares two manuals by prmc and by the independent program, field by field; gives what is
    different, and the JSON form."""
    before, after = load_source(old), load_source(new)
    said = as_json(before, after)
    expected, told = independent.difference(read(old), read(new)), independent.told(said)
    if old.endswith(".adb"):
        expected, told = independent_adb.plain(expected), independent_adb.plain(told)
    left = {(item.layout, independent_adb.name_of(item.field))
            for source in (before, after) for item in source.left_out}
    for key, value in expected.items():
        if "layouts" not in key:
            value = {row for row in value if row[:2] not in left}
            assert {row for row in told[key] if row[:2] not in left} == value, key
        else:
            assert told[key] == value, key
    result = apply.apply(apply.plain_spec(before.spec), said["changes"])
    assert result == apply.plain_spec(after.spec)
    expected["values"] = agree_on_values(old, new, before, after, said)
    expected["enumerations"] = agree_on_links(old, new, before, after, said)
    return expected, said


def links(path):
    """{(layout, path): enumeration} by the independent program."""
    if path.endswith(".h"):
        return independent_links.read_header(path, independent.read_header(path))
    return (independent_links.read_adb if path.endswith(".adb") else independent_links.read_spec)(path)


def agree_on_links(old, new, before, after, said):
    """The same for the enumeration that each field has; gives those that have another one."""
    if old.endswith(".h") != new.endswith(".h"):
        return set()  # a header does not say it
    described = {name for source in (before, after) for name, enum in source.spec.enums.items()
                 if enum.about.note.startswith("Read from the description")}
    tables = [{key: enum for key, enum in links(path).items() if enum not in described}
              for path in (old, new)]
    for source, table in ((before, tables[0]), (after, tables[1])):
        left = {(item.layout, independent_adb.name_of(item.field)) for item in source.left_out}
        read = {key: enum for key, enum in independent_links.of_spec(source.spec).items()
                if enum not in described and key not in left}
        assert read == {key: enum for key, enum in table.items() if key not in left}, source.label
    expected = independent_links.difference(*tables, said, independent.told(said))
    told = {row for row in independent_links.told(said) if not described & set(row[2:])}
    assert told == expected, (sorted(told - expected)[:5], sorted(expected - told)[:5])
    return expected


def agree_on_values(old, new, before, after, said):
    """The same for the values of enumerations; gives those that are different."""
    if old.endswith(".h") and new.endswith(".h"):
        # Enumerations that the reader leaves out, by their lines.
        left = [{item.where.line for item in source.left_out if not item.width_bits}
                for source in (before, after)]
        tables = [independent_enums.read_header(path, lines)
                  for path, lines in zip((old, new), left)]
        _, _, values = independent_enums.difference(*({"": table} for table, _ in tables))
        found = independent_enums.told_of_headers(said, *(lines for _, lines in tables))
        assert found == values, (sorted(found - values)[:5], sorted(values - found)[:5])
        return values
    if old.endswith(".h") or new.endswith(".h"):
        return set()
    reader = independent_enums.read_adb if old.endswith(".adb") else independent_enums.read_spec
    tables = [reader(path) for path in (old, new)]
    # What the reader took from a description, on either side, is none of the program's.
    read = {name for source in (before, after) for name, enum in source.spec.enums.items()
            if enum.about.note.startswith("Read from the description")}
    tables = [{name: values for name, values in table.items() if name not in read}
              for table in tables]
    known = set(tables[0]) | set(tables[1])
    expected, found = independent_enums.difference(*tables), independent_enums.told(said)
    for one, other in zip(expected, found):
        other = {row for row in other if (row if isinstance(row, str) else row[0]) in known}
        assert other == one, (sorted(other - one)[:5], sorted(one - other)[:5])
    kinds = {item["layout"] for item in said["findings"]
             if item["rule"] == "D041" and item["subject"] == "enum"}
    assert kinds & known == independent_enums.other_kind(*tables)
    return expected[2]


@pytest.mark.parametrize("old, new", [("6.1", "6.12"), ("6.12", "6.1")])
def test_linux(old, new):
    expected, said = agree(linux_file(old, "mlx5_ifc.h"), linux_file(new, "mlx5_ifc.h"))
    assert len(expected["added"]) > 20 and len(expected["layouts added" if old < new else
                                                        "layouts removed"]) > 20
    assert len(expected["values"]) > 20
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


def test_adb(tmp_path):
    """Debian's table against a copy with edits in it, made by regular expressions."""
    with open(adb("hca"), encoding="utf-8") as stream:
        text = stream.read()
    edits = {
        "renamed": (r'(<field name=")(\w+_state)(")', r"\g<1>\g<2>_renamed\3"),
        "one bit less": (r'(size="0x0\.)8(")', r"\g<1>7\2"),
        "elsewhere": (r'(offset="0x[0-9a-f]+\.)24(" size="0x0\.4")', r"\g<1>28\2"),
        "renumbered": (r'(enum="[^"]*=)0x2([,"])', r"\g<1>0x32\2"),
        "value renamed": (r'(enum="[^"]*,\w+)(=)', r"\g<1>_renamed\2"),
        "a plain number": (r'( descr=")[^"]*("[^>]*?) enum="[^"]*"', r"\1\2"),
        "gone": (r'\t<field name="\w+_cap" .*/>\n', ""),
        "table renamed": (r'"(p\w+_reg_ext)"', r'"\1_v2"'),
    }
    for seed, (name, (pattern, new)) in enumerate(edits.items()):
        choice = random.Random(seed)
        count = 0

        def edit(match):
            nonlocal count
            if name != "table renamed" and choice.random() < 0.7:
                return match.group(0)
            count += 1
            return match.expand(new)

        text = re.sub(pattern, edit, text)
        assert count > 3, f"{name}: the table has nothing to edit"
    path = tmp_path / "edited.adb"
    path.write_text(text, encoding="utf-8")
    expected, _ = agree(adb("hca"), str(path))
    assert all(len(expected[key]) > 2 for key in expected)


def test_adb_of_another_device():
    expected, said = agree(adb("hca"), adb("switch"))
    assert len(expected["layouts added"]) > 50 and len(expected["added"]) > 50
    assert len(said["findings"]) > 200


EDITS = [  # in the spec's own files: what a PRM change looks like
    ("cmd/mkey.yaml", "      0x38[7]:     reserved\n      0x38[6]:     {name: relaxed_ordering_read",
     "      0x38[6]:     reserved\n      0x38[7]:     {name: relaxed_ordering_read"),
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
