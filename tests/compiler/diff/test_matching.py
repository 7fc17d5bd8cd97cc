# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Matching of fields with another name and place."""

import re

import pytest
from prmclib.diff.compare import compare
from prmclib.readers.source import load_source
from prmclib.reports.report_text import render
from sides import layout, report, sources, write

KIND = (" enums:\n   kind:\n     doc: What it is.\n     source: PRM\n     values:\n"
        "       A: 1\n       B: 2\n")
DOC = "doc: Number of the queue that the request goes to"


def moved(old, new, head=""):
    """A field of 8 bits that moves under another name, as a text for both sides."""
    return layout(f"-0x00[31:24]: {old}\n-0x00[23:0]: reserved\n+0x00[31:0]: reserved\n"
                  f"-0x04[31:8]: reserved\n-0x04[7:0]: last\n"
                  f"+0x04[31:24]: {new}\n+0x04[23:8]: reserved\n+0x04[7:0]: last", head=head)


@pytest.mark.parametrize("old, new, head", [
    (f"{{name: queue, {DOC}.}}", f"{{name: target, {DOC}.}}", ""),  # next to the same field
    (f"{{name: queue, {DOC}.}}", f"{{name: queue_id, {DOC}s.}}", ""),
    ("{name: op_kind, enum: kind}", "{name: opcode_kind, enum: kind}", KIND),
    ("{name: page_size, encoding: log2, unit: bytes}",
     "{name: page_sizes, encoding: log2, unit: bytes}",
     ""),
])
def test_moved_and_renamed_at_once(tmp_path, old, new, head):
    found = report(tmp_path, moved(old, new, head)).findings
    (item,) = [item for item in found if item.rule != "D090"]
    assert item.rule == "D020" and item.severity.word == "breaking"
    assert item.title.startswith("moved 0x00[31:24] -> 0x04[31:24], renamed from ")
    assert (item.old.field, item.new.field) == tuple(
        text[7:text.index(",")] for text in (old, new))
    assert item.witness is not None


@pytest.mark.parametrize("old, new, head", [
    ("queue", "target", ""),  # nothing is said of either
    ("{name: queue, doc: Number of the queue.}", "{name: target, doc: Something else.}", ""),
    ("{name: queue, enum: kind}", "target", KIND),
    ("{name: delay, unit: bytes}", "{name: delays, unit: pages}", ""),
])
def test_weak_evidence_is_none(tmp_path, old, new, head):
    rules = sorted(item.rule for item in report(tmp_path, moved(old, new, head)).findings)
    assert rules == ["D010", "D011"]


def renamed(old, new):
    """A layout in which the field in the first dword has another name and description."""
    return layout(f"-0x00[31:0]: {old}\n+0x00[31:0]: {new}\n 0x04[31:0]: k")


@pytest.mark.parametrize("old, new, rule, severity", [
    # The same description, or one that goes on: the same field.
    ("{name: mtece, doc: Module temperature event enable.}",
     "{name: mtpe, doc: Module temperature event enable.}", "D012", "cosmetic"),
    ("{name: seg, doc: Number of the segment.}",
     "{name: index, doc: 'Number of the segment. Valid in RTS only.'}", "D012", "cosmetic"),
    ("{name: local_port_msb, doc: 'Local port[11:8]'}", "{name: lp_msb, doc: 'Local port[9:8]'}",
     "D012", "cosmetic"),
    # Nothing in common: another field.
    ("{name: ber_exp, doc: Desired raw bit error rate for injection.}",
     "{name: error_type_admin, doc: Kind of error to generate.}", "D013", "breaking"),
    ("{name: v, doc: Entry validity indication.}", "{name: hit, doc: Hit indication.}",
     "D013", "breaking"),
    # Some words in common.
    ("{name: ber_avg_host, doc: The average value of the BER.}",
     "{name: ber_val_host, doc: The sampled value of the BER.}", "D013", "dangerous"),
    # Only names, which have nothing in common.
    ("mirror", "{name: traffic_class, doc: Class of the packet.}", "D013", "dangerous"),
])
def test_a_name_and_what_is_said_of_it(tmp_path, old, new, rule, severity):
    """Bits with another meaning are not a rename, independent of their place."""
    (item,) = [item for item in report(tmp_path, renamed(old, new)).findings if item.rule not in ("D090", "D093")]
    assert (item.rule, item.severity.word) == (rule, severity)
    assert (item.witness is not None) == (rule == "D013")


def test_names_and_descriptions_outrank_the_order_of_equal_fields(tmp_path):
    """Four bytes move together; others of the same widths take their place."""
    kinds = ["hi alarm", "lo alarm", "hi warning", "lo warning"]
    old = [f"-0x{4 + i:02x}[7:0]: {{name: lane_{kind.replace(' ', '_')}, doc: Lane temperature {kind} of "
           f"the laser.}}" for i, kind in enumerate(kinds)]
    new = [f"+0x{4 + i:02x}[7:0]: {{name: power_{kind.replace(' ', '_')}, doc: Latched {kind} of "
           f"the input power.}}" for i, kind in enumerate(kinds)]
    moved_to = [f"+0x{8 + i:02x}[7:0]: {{name: oe_lane_{kind.replace(' ', '_')}, doc: OE lane "
                f"temperature {kind} of the laser.}}" for i, kind in enumerate(kinds)]
    text = layout("\n".join([" 0x00[31:0]: k", *old, *new, *moved_to]), size=(8, 12))
    text = re.sub(r"0x(..)\[7:0\]", lambda found: place(int(found[1], 16)), text)
    found = report(tmp_path, text).findings
    pairs = {item.new.field: item.old.field for item in found
             if item.old and item.new and item.new.field.startswith(("oe_", "power_"))}
    for kind in kinds:
        name = kind.replace(" ", "_")
        assert pairs.get(f"oe_lane_{name}", f"lane_{name}") == f"lane_{name}"
        assert not pairs.get(f"power_{name}", "").startswith("oe_")
    assert not any("the same bits" in line for item in found for line in item.meaning
                   if item.old and item.new and item.old.bits != item.new.bits)


def place(byte):
    """``0x04[31:24]`` for byte 4."""
    high = 31 - 8 * (byte % 4)
    return f"0x{byte // 4 * 4:02x}[{high}:{high - 7}]"


def test_two_candidates_are_none(tmp_path):
    text = layout(f"-0x00[31:24]: {{name: queue, {DOC}.}}\n-0x00[23:0]: reserved\n"
                  f"+0x00[31:0]: reserved\n-0x04[31:0]: reserved\n"
                  f"+0x04[31:24]: {{name: queue_a, {DOC}.}}\n+0x04[23:8]: reserved\n"
                  f"+0x04[7:0]: {{name: queue_b, {DOC}.}}")
    rules = sorted(item.rule for item in report(tmp_path, text).findings)
    assert rules == ["D010", "D010", "D011"]


PUSHED = layout("+0x00[31:0]: came\n-0x00[31:16]: a\n-0x00[15:0]: b\n-0x04[31:0]: c\n"
                "+0x04[31:16]: a\n+0x04[15:0]: another\n+0x08[31:24]: c_high\n"
                "+0x08[23:0]: c_low", size=(8, 12))


def test_what_shifted_is_renamed_or_split_all_the_same(tmp_path):
    """Unlike names: the place, seen from the fields around it, is the same."""
    found = {item.rule: item for item in report(tmp_path, PUSHED).findings}
    assert set(found) == {"D004", "D010", "D013", "D033"}
    assert found["D013"].title == "has the bits of b now"
    assert found["D033"].title == "split into c_high and c_low"
    assert {item.field for item in found["D004"].shifted} == {"a", "another", "c_high", "c_low"}
    old, new = sources(tmp_path, PUSHED)
    assert {item.rule for item in compare(new, old).findings} == {"D005", "D011", "D013", "D034"}


# Unions with a name of their own

def adb(arms):
    nodes = "".join(f'<node name="{name}" size="0x4.0" descr="">\n'
                    f'<field name="{name}_n" offset="0x0.0" size="0x4.0" descr=""/>\n</node>\n'
                    for name in arms)
    fields = "".join(f'<field name="{name}" offset="0x0.0" size="0x4.0" subnode="{name}" descr="" '
                     f'selected_by="{name}"/>\n' for name in arms)
    return (f'<NodesDefinition>\n{nodes}<node name="data_auto" size="0x4.0" attr_is_union="1" '
            f'descr="">\n{fields}</node>\n' + "".join(
                f'<node name="reg_{number}" size="0x8.0" descr="">\n'
                '<field name="page" offset="0x0.0" size="0x0.8" descr=""/>\n'
                '<field name="data" offset="0x4.0" size="0x4.0" subnode="data_auto" descr=""/>\n'
                '</node>\n' for number in range(2)) + '</NodesDefinition>\n')


@pytest.mark.parametrize("old, new, rule", [
    (("one", "two"), ("one", "two", "three"), "D061"),
    (("one", "two", "three"), ("one", "two"), "D062"),
    (("one_link_enabed", "two"), ("one_link_enabled", "two"), "D063"),
])
def test_an_arm_of_a_union_is_one_finding(tmp_path, old, new, rule):
    manuals = [load_source(write(tmp_path, f"{name}.adb", adb(arms)))
               for name, arms in (("v1", old), ("v2", new))]
    found = [item for item in compare(*manuals).findings if item.subject == "arm"]
    (item,) = [item for item in found if item.rule == rule]
    assert item.layout == "data_auto"
    assert [also.layout for also in item.also] == ["reg_0", "reg_1"]
    assert item.title.endswith(", also in 2 layouts")
    assert not [item for item in found if item.rule in ("D061", "D062", "D063") and
                item.layout != "data_auto"]


def test_a_new_register_is_one_change(tmp_path):
    """The list of all registers, which nothing has by itself, has a further arm with each: that is no second danger. An arm
    of a register's union is one, although the list contains the register, too."""
    def table(registers, arms):
        entries = "".join(f'<field name="{name}" offset="0x0.0" size="0x8.0" subnode="{name}" descr="" '
                          f'selected_by="{name}"/>\n' for name in registers)
        more = "".join(f'<node name="{name}" size="0x8.0" descr="">\n<field name="{name}_n" offset="0x0.0" size="0x4.0" '
                       'descr=""/>\n</node>\n' for name in registers if not name.startswith("reg_"))
        return adb(arms).replace('</NodesDefinition>', f'{more}<node name="summary" size="0x8.0" attr_is_union="1" descr="">\n'
                                 f'{entries}</node>\n<node name="selector" size="0x8.0" attr_is_union="1" descr="">\n'
                                 '<field name="all" offset="0x0.0" size="0x8.0" subnode="summary" descr=""/>\n'
                                 '<field name="first" offset="0x0.0" size="0x8.0" subnode="reg_0" descr=""/>\n</node>\n'
                                 '<node name="root" size="0x8.0" descr="">\n<field name="selector" offset="0x0.0" '
                                 'size="0x8.0" subnode="selector" descr=""/>\n</node>\n</NodesDefinition>')

    old, new = (load_source(write(tmp_path, f"{name}.adb", text)) for name, text in (
        ("v1", table(("reg_0", "reg_1", "gone"), ("one", "two"))),
        ("v2", table(("reg_0", "reg_1", "came"), ("one", "two", "three")))))
    found = [(item.rule, item.layout, item.field, item.severity.word) for item in compare(old, new).findings
             if item.rule in ("D001", "D002", "D061", "D062")]
    assert sorted(found) == [
        ("D001", "came", "", "compatible"), ("D001", "three", "", "compatible"), ("D002", "gone", "", "breaking"),
        ("D061", "data_auto", "three", "dangerous"), ("D061", "summary", "came", "cosmetic"),
        ("D062", "summary", "gone", "cosmetic")]


@pytest.mark.parametrize("change, rules", [
    (('selected_by="two"', 'selected_by="two" access="RO"'), ["D046"]),
    (('subnode="two" descr=""', 'subnode="two" descr="The second."'), ["D090"]),
    (('<field name="two" offset="0x0.0" size="0x4.0" subnode="two" ',
      '<field name="two" offset="0x0.0" size="0x0.16" '), ["D012", "D032", "D040"])])
def test_a_field_of_a_unions_arm_is_one_finding(tmp_path, change, rules):
    """Not one of the union and one of each layout around it; nor one of the arm that it is."""
    manuals = [load_source(write(tmp_path, f"{name}.adb", text)) for name, text in (
        ("v1", adb(("one", "two"))), ("v2", adb(("one", "two")).replace(*change)))]
    found = compare(*manuals).findings
    assert sorted(item.rule for item in found) == rules, [
        (item.rule, item.layout, item.title) for item in found]
    for item in found:
        assert item.layout == "data_auto" and [also.layout for also in item.also] == ["reg_0", "reg_1"]
        assert item.title.endswith(", also in 2 layouts")
    if "D012" in rules:
        renamed, = [item for item in found if item.rule == "D012"]
        assert "the same bits" not in renamed.meaning[0]


def test_what_a_change_of_a_union_shifts_names_its_cause(tmp_path):
    """Also if the finding of the field is listed with the union."""
    text = adb(("one", "two"))
    grown = text.replace('<node name="data_auto" size="0x4.0"', '<node name="data_auto" size="0x8.0"') \
        .replace('<field name="two" offset="0x0.0" size="0x4.0" subnode="two"',
                 '<field name="two" offset="0x0.0" size="0x8.0"') \
        .replace('size="0x8.0" descr="">\n<field name="page"', 'size="0xc.0" descr="">\n<field name="page"') \
        .replace('<field name="data" offset="0x4.0" size="0x4.0"', '<field name="data" offset="0x4.0" size="0x8.0"')
    manuals = [load_source(write(tmp_path, f"{name}.adb", one)) for name, one in (("v1", text), ("v2", grown))]
    report = compare(*manuals)
    prints = {item.fingerprint for item in report.findings}
    assert all(item.cause in prints for item in report.findings if item.cause)
    assert len([item for item in report.findings if item.cause]) > 1


def test_a_part_of_the_bits_is_a_split_too(tmp_path):
    """If the names say so: a number of capabilities became single bits, and the rest is reserved."""
    bits = [(12, "age"), (9, "current"), (3, "power")]
    for suffix, rules in (("_cap", ["D033"]), ("", ["D010", "D010", "D010", "D011"])):
        lines = ["-0x00[15:0]: monitor_cap"]
        top = 15
        for at, name in bits:
            lines += [f"+0x00[{top}:{at + 1}]: reserved", f"+0x00[{at}]: {name}{suffix}"]
            top = at - 1
        lines += [f"+0x00[{top}:0]: reserved"]
        found = report(tmp_path / (suffix or "none"), layout(
            " 0x00[31:16]: k\n" + "\n".join(lines) + "\n 0x04[31:0]: last")).findings
        assert sorted(item.rule for item in found) == rules
        if suffix:
            assert found[0].title == "split into age_cap, current_cap and power_cap"
            assert found[0].meaning[-1].startswith("13 bits of monitor_cap are in none of the parts; ")


def test_elements_of_an_array_are_put_into_it(tmp_path):
    """No removed field for each of them."""
    text = layout("\n".join([f"-0x0{4 * i}[31:0]: {{name: lane{i}, layout: lane}}" for i in range(2)]
                            + ["+0x00..0x07: {name: lanes, layout: lane, count: 2}"]),
                  tail="   lane:\n     size: 4\n     doc: A lane.\n     source: PRM\n     fields:\n"
                       "       0x00[31:8]: number\n       0x00[7:0]: kind\n")
    text = text.replace("0x00[31:0]: {name: lane0", "0x00..0x03: {name: lane0") \
        .replace("0x04[31:0]: {name: lane1", "0x04..0x07: {name: lane1")
    (item,) = report(tmp_path, text).findings
    assert (item.rule, item.severity.word, item.field) == ("D036", "compatible", "lanes")
    assert item.title == "lane0 and lane1 put into lanes"


@pytest.mark.parametrize("name, rules", [("fault_token", ["D036"]), ("token", ["D036"]), ("reason", ["D011", "D036"])])
def test_fields_that_are_put_into_a_layout(tmp_path, name, rules):
    """One of them may get a longer name there; another name at its place is another field."""
    text = layout("-0x00[31:8]: queue\n-0x00[7:0]: token\n+0x00..0x03: {name: info, layout: info}\n 0x04[31:0]: last",
                  tail="   info:\n     size: 4\n     doc: It.\n     source: PRM\n     fields:\n"
                       f"       0x00[31:8]: queue\n       0x00[7:0]: {name}\n")
    found = report(tmp_path, text).findings
    assert sorted(item.rule for item in found) == rules
    (nested,) = [item for item in found if item.rule == "D036"]
    assert nested.title == "queue and token put into info" if rules == ["D036"] else nested.field == "queue"


def test_a_layout_that_grows_at_the_end_moves_nothing(tmp_path):
    """What contains it is not said to stand elsewhere, unless something does."""
    for rest, severity in (("0x08[31:0]: reserved", "dangerous"), ("0x08[31:0]: k", "breaking")):
        inner = ("   part:\n-    size: 8\n+    size: 12\n     doc: A part.\n     source: PRM\n     writer: driver\n"
                 "     fields:\n       0x00[63:0]: a\n+      0x08[31:0]: b\n")
        text = layout("-0x00..0x07: {name: p, layout: part}\n+0x00..0x0b: {name: p, layout: part}\n" +
                      (f"-{rest}\n+{rest.replace('0x08', '0x0c')}" if "k" in rest else f"-{rest}"),
                      size=(12, 16) if "k" in rest else 12, tail=inner)
        found = [item for item in report(tmp_path / severity, text).findings if item.layout == "part"
                 and item.rule == "D004"]
        assert [item.severity.word for item in found] == [severity]


def test_a_field_that_becomes_an_overlay_is_one_finding(tmp_path):
    """And an overlay in reserved bits is an addition."""
    arms = "\n+  overlay: what\n+  selector: en\n+  arms:\n+    size: {when: 0}\n+    offset: {when: 1}"
    for before, severity in (("what", "dangerous"), ("reserved", "compatible")):
        text = layout(f" 0x00[31:1]: reserved\n 0x00[0]: en\n-0x04[31:0]: {before}\n+0x04[31:0]:{arms}")
        (item,) = report(tmp_path / severity, text).findings
        assert (item.rule, item.severity.word, item.field) == ("D060", severity, "what")
        assert (item.old is None) == (before == "reserved")
        assert item.witness is not None


def test_a_drivers_struct_is_the_layout_whose_source_names_it(tmp_path):
    """Its words have names of their own; matched by these it would be another layout, and ours removed."""
    (tmp_path / "spec").mkdir()
    (tmp_path / "spec/seg.yaml").write_text(
        "doc: d\nlayouts:\n  ctrl_seg:\n    size: 8\n    doc: d\n    source: acme wqe.h struct acme_wqe_ctrl\n    fields:\n"
        "      0x00[31:8]: index\n      0x00[7:0]:  opcode\n      0x04[31:8]: qpn\n      0x04[7:0]:  ds\n")
    header = tmp_path / "copy.h"
    header.write_text("struct acme_wqe_ctrl { uint32_t index_opcode; uint32_t qpn_ds; };\n")
    old, new = load_source(str(tmp_path / "spec")), load_source(str(header))
    found = compare(old, new)
    assert {(item.rule, item.layout, item.field) for item in found.findings} == {
        ("D003", "acme_wqe_ctrl", ""), ("D034", "acme_wqe_ctrl", "index_opcode"), ("D034", "acme_wqe_ctrl", "qpn_ds")}
    assert found.old_names == {"acme_wqe_ctrl": "ctrl_seg"}
    header.write_text("struct acme_wqe_other { uint32_t index_opcode; uint32_t qpn_ds; };\n")
    assert "D002" in {item.rule for item in compare(old, load_source(str(header))).findings}


def test_a_layout_whose_struct_cannot_be_compared_is_not_removed(tmp_path):
    """The struct that its source names was left out by the reader, or is that of another layout."""
    (tmp_path / "spec").mkdir()
    layouts = "".join(
        f"  {name}:\n    size: 4\n    doc: d\n    source: acme wqe.h struct {tag}\n    fields:\n      0x00[31:0]: {name}_word\n"
        for name, tag in (("cqe", "acme_cqe"), ("receive", "acme_data"), ("send", "acme_data"), ("gone", "acme_gone")))
    (tmp_path / "spec/seg.yaml").write_text(f"doc: d\nlayouts:\n{layouts}")
    header = tmp_path / "copy.h"
    header.write_text("struct acme_cqe { struct elsewhere x; };\nstruct acme_data { uint32_t receive_word; };\n")
    found = compare(load_source(str(tmp_path / "spec")), load_source(str(header)))
    assert [item.layout for item in found.findings if item.rule == "D002"] == ["gone"]
    assert [(item.layout, re.split("[:;]", item.reason)[0]) for item in found.uncompared] == [
        ("cqe", "its source names acme_cqe"),
        ("send", "its source names acme_data, which receive is compared with"),
        ("acme_cqe", "nothing defines 'struct elsewhere'")]


def test_a_struct_is_compared_with_the_layout_of_its_size(tmp_path):
    """Both layouts name it: the first one is a part of it."""
    (tmp_path / "spec").mkdir()
    (tmp_path / "spec/seg.yaml").write_text("doc: d\nlayouts:\n" + "".join(
        f"  {name}:\n    size: {size}\n    doc: d\n    source: acme wqe.h struct acme_cqe\n    fields:\n"
        f"      0x00[31:0]: word\n{more}" for name, size, more in (
            ("part", 4, ""), ("cqe", 8, "      0x04[31:0]: other\n"), ("half", 4, ""))))
    header = tmp_path / "copy.h"
    header.write_text("struct acme_cqe { __be32 word; __be32 other; };\n")
    found = compare(load_source(str(tmp_path / "spec")), load_source(str(header)))
    assert [item.layout for item in found.uncompared] == ["part", "half"]
    assert not [item for item in found.findings if item.rule != "D003"]


def test_layouts_that_a_header_does_not_have_are_one_finding(tmp_path):
    """A driver's header need not have them all; of a whole manual each is shown."""
    layouts = "".join(f"  seg{n}:\n    size: 4\n    doc: d\n    source: PRM\n    fields:\n      0x00[31:0]: word{n}\n"
                      for n in range(40))
    for name, text in (("one", layouts), ("other", layouts[:layouts.index("  seg1:")])):
        (tmp_path / name).mkdir()
        (tmp_path / name / "seg.yaml").write_text(f"doc: d\nlayouts:\n{text}")
    header = tmp_path / "copy.h"
    old = load_source(str(tmp_path / "one"))
    for count, line in ((0, "seg1, seg2, seg3, seg4, seg5, seg6 and 33 more (--all lists them)"), (20, "4 bytes  ")):
        header.write_text("".join(f"struct seg{n} {{ uint32_t word{n}; }};\n" for n in range(count + 1)))
        found = compare(old, load_source(str(header)))
        text = render(found)
        assert f"{39 - count} layouts removed, of which code has those that it uses" in text and line in text
        assert text.count("seg30") == (count > 0) and render(found, show_all=True).count("seg30  removed") == 1
    assert render(compare(old, load_source(str(tmp_path / "other")))).count("removed, 4 bytes") == 39


def fields(*rows):
    """A table of one layout of 4 bytes in mstflint's format; a row has name, lowest bit, width and other attributes."""
    return "\n".join(["<NodesDefinition>", '<config big_endian_arr="1"/>', '<node name="seg" size="0x4.0" descr="">', *(
        f'<field name="{name}" access="RO" offset="0x0.{bit}" size="0x0.{width}" {more}/>' for name, bit, width, more in rows),
        "</node>", "</NodesDefinition>", ""])


def told(folder, *texts):
    manuals = [load_source(write(folder, f"{number}.adb", text), warnings=False) for number, text in enumerate(texts)]
    return [(item.rule, item.severity.word) for item in compare(*manuals).findings if item.rule not in ("D056", "D090")]


def test_the_flags_of_a_mask_that_is_split_in_another_order(tmp_path):
    mask = fields(("cap", 24, 2, 'descr="Mask:\\;bit 0: heat\\;bit 1: photo" enum="heat=0x1,photo=0x2" is_mask="1"'),)
    for number, (bits, severity) in enumerate((((25, 24), "breaking"), ((24, 25), "dangerous"))):
        split = fields(("heat_cap", bits[0], 1, 'descr="Heat"'), ("photo_cap", bits[1], 1, 'descr="Photo"'))
        assert told(tmp_path / str(number), mask, split) == [("D033", severity)]


def test_a_value_that_only_the_description_lists_is_not_removed(tmp_path):
    doc = 'descr="Kind:\\;0x0: VPD\\;0x1: NAME" '
    old = fields(("kind", 0, 8, doc + 'enum="VPD=0x0,NAME=0x1"'),)
    assert told(tmp_path, old, fields(("kind", 0, 8, doc + 'enum="NAME=0x1"'),)) == []


@pytest.mark.parametrize("text, findings", [
    ("use the offset after layer 3", [("D053", "cosmetic")]),
    ("use the offset that was parsed", [("D058", "dangerous")]),
])
def test_a_sentence_of_the_description_gets_a_name(tmp_path, text, findings):
    """The new manual has names in an attribute, and the sentences in the description of the field."""
    old = fields(("mode", 0, 1, 'descr="0: use the offset after layer 3\\;1: PARSED - a known header"'),)
    new = fields(("mode", 0, 1, f'descr="0: USE_L3 - {text}\\;1: PARSED - a known header" enum="USE_L3=0x0,PARSED=0x1"'),)
    assert told(tmp_path, old, new) == findings


@pytest.mark.parametrize("first, severity, renumbered", [(12, "dangerous", 0), (11, "breaking", 2)])
def test_a_mask_that_grows_downwards(tmp_path, first, severity, renumbered):
    """Its flags have other numbers; if they are the same bits of the layout, no code breaks that takes them for flags."""
    old = fields(("bad", 28, 4, 'descr="Mask:\\;Bit 0 - photo\\;Bit 1 - heat"'),)
    new = fields(("bad", 16, 16, f'descr="Mask:\\;Bit {first} - photo\\;Bit {first + 1} - heat"'),)
    assert told(tmp_path, old, new) == [("D031", severity), *[("D052", "dangerous")] * renumbered]


def test_a_mask_that_grows_downwards_into_another_field(tmp_path):
    old = fields(("bad", 28, 4, 'descr="Mask:\\;Bit 0 - photo\\;Bit 1 - heat"'), ("count", 16, 12, 'descr="Faults"'))
    new = fields(("bad", 16, 16, 'descr="Mask:\\;Bit 12 - photo\\;Bit 13 - heat"'),)
    assert ("D031", "breaking") in told(tmp_path, old, new)


def test_a_union_of_one_arm_is_that_arm(tmp_path):
    """Tables have unions with one arm: an array of such ones may as well be an array of the arm's layout."""
    entry = '<node name="entry" size="0x4.0" descr=""><field name="{}" offset="0x0.0" size="0x4.0"/></node>'
    union = '<node name="entry_auto" size="0x4.0" descr="" attr_is_union="1">' \
        '<field name="entry" offset="0x0.0" size="0x4.0" subnode="entry"/></node>'
    table = '<node name="table" size="0x8.0" descr=""><field name="list" offset="0x0.0" size="0x8.0" low_bound="0" ' \
        'high_bound="1" subnode="{}"/></node>'
    texts = ["\n".join(["<NodesDefinition>", '<config big_endian_arr="1"/>', entry.format(name), more, table.format(of),
                        "</NodesDefinition>"])
             for name, more, of in (("rif", union, "entry_auto"), ("rif", "", "entry"), ("vid", "", "entry"))]
    assert ("D040", "cosmetic") in told(tmp_path, *texts[:2])
    assert ("D040", "cosmetic") not in told(tmp_path, texts[0], texts[2])


def test_a_number_becomes_the_first_of_an_array(tmp_path):
    (item, name) = sorted(report(tmp_path, layout(
        "-0x00[31:0]: warning_0\n-0x04[63:0]: reserved\n+0x00..0x0b: {name: warning, count: 3, width: 32}",
        size=12)).findings, key=lambda item: item.rule, reverse=True)
    assert (item.rule, item.severity.word, item.title) == ("D035", "dangerous", "no array -> 3 elements")
    assert (name.rule, name.severity.word) == ("D012", "cosmetic")


@pytest.mark.parametrize("whole, severity", [("regs_31_to_0", "compatible"), ("regs", "dangerous")])
def test_a_range_of_bits_that_gets_names(tmp_path, whole, severity):
    """By its name the field is no number, but bits that a header has no names for yet."""
    found = report(tmp_path, layout(f"-0x00[31:0]: {whole}\n+0x00[31:1]: regs_31_to_1\n+0x00[0]: mrtcq", size=4)).findings
    assert [(item.rule, item.severity.word) for item in found] == [("D033", severity)]
