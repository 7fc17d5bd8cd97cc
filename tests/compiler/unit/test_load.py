# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests reading of a spec: files, their names, and the model's contents."""

import errno
import hashlib
import os

import pytest

import costs
from prmclib.readers import load
from prmclib.model.errors import Findings
from prmclib.readers.load import find_files, load_spec
from prmclib.model import Bits, Kind, Name, Num, Op, Ref, Span, Writer
from prmclib.readers.source import load_source

HERE = os.path.dirname(os.path.abspath(__file__))

SEG = """doc: Segments.
layouts:
  seg:
    size: 4
    doc: A segment.
    source: PRM
    fields:
      0x00[31:0]: %s
"""


@pytest.fixture
def notation(tmp_path, monkeypatch):
    """Reads the file with all of the notation, without findings."""
    with open(os.path.join(HERE, "rules", "OK_notation.case"), encoding="utf-8") as stream:
        text = stream.read().split("== findings")[0].split("\n", 1)[1]
    monkeypatch.chdir(tmp_path)
    os.mkdir("spec")
    with open("spec/psv.yaml", "w", encoding="utf-8") as stream:
        stream.write(text)
    spec, found = load_spec(["spec"])
    assert not found
    return spec


def test_file(notation):
    file, = notation.files
    assert (file.path, file.stem, file.doc) == \
        ("spec/psv.yaml", "psv", "Everything that the notation has.")
    with open("spec/psv.yaml", "rb") as stream:
        assert file.digest == hashlib.sha256(stream.read()).hexdigest()
    assert file.layouts == ["set_psv_seg", "caps", "ctrl_seg", "list_seg"] == list(notation.layouts)
    assert file.enums == ["psv_kind", "opcode", "ctrl_flags"] == list(notation.enums)
    assert file.variants == ["wqe"] and file.sequences == ["umr_wqe", "ring"]


def test_layout(notation):
    layout = notation.layouts["set_psv_seg"]
    assert (layout.size, layout.writer, layout.where) == \
        (16, Writer.DRIVER, Span("spec/psv.yaml", 4, 3, 14))
    assert layout.size_where == Span("spec/psv.yaml", 5, 11, 13)
    about = layout.about
    assert about.source == ["rdma-core providers/mlx5/wqe.h struct mlx5_wqe_set_psv_seg"]
    assert (about.note, about.conflict, about.unverified, about.since) == (
        "A remark.", "A says 1, B says 2; B is right, because it works.",
        "Only hardware can tell.", "ConnectX-6 Dx")
    assert [(item.name, item.kind, item.bits, item.count) for item in layout.fields] == [
        ("", Kind.RESERVED, Bits(0, 8), None), ("psv_index", Kind.UINT, Bits(8, 24), None),
        ("syndrome", Kind.UINT, Bits(32, 16), None), ("", Kind.IGNORED, Bits(48, 16), None),
        ("transient_signature", Kind.OVERLAY, Bits(64, 64), None)]
    assert layout.fields[1].about.doc == "Number of the PSV to load."
    assert layout.fields[3].about.note == "Old firmware writes here."
    assert layout.fields[1].where == Span("spec/psv.yaml", 16, 7, 17)
    assert layout.fields[1].spans["name"] == Span("spec/psv.yaml", 16, 27, 36)
    assert notation.layouts["caps"].writer is Writer.DEVICE


def test_attributes(notation):
    fields = {item.name: item for item in notation.layouts["ctrl_seg"].fields}
    assert fields["opmod"].fixed == 0 and fields["opmod"].default is None
    assert fields["opcode"].default == 0x25 and fields["opcode"].enum == "opcode"
    assert fields["qpn"].writer is Writer.BOTH and fields["ds"].writer is None
    assert fields["flags"].flags == "ctrl_flags"
    log_size = notation.layouts["caps"].fields[2]
    assert (log_size.default, log_size.encoding, log_size.unit) == (0xffff, "log2", "bytes")


def test_arrays(notation):
    fields = {item.name: item for item in notation.layouts["list_seg"].fields}
    assert {name: (item.kind, item.bits, item.count, item.elem_width, item.is_flexible)
            for name, item in fields.items()} == {
        "tweak": (Kind.BYTES, Bits(0, 128), None, 128, False),
        "entry": (Kind.LAYOUT, Bits(128, 64), None, 64, False),
        "tags": (Kind.UINT, Bits(192, 32), 2, 16, False),
        "wide": (Kind.UINT, Bits(224, 32), None, 32, False),
        "pas": (Kind.UINT, Bits(256, 0), 0, 64, True)}
    assert fields["entry"].layout == "caps"


def test_overlays(notation):
    overlay = notation.layouts["set_psv_seg"].fields[-1]
    assert overlay.selector.external.startswith("Signature type") and not overlay.selector.field
    assert overlay.selector.enum == "psv_kind"
    assert {arm.name: (arm.when.values, arm.when.is_else, arm.when.texts, arm.is_single)
            for arm in overlay.arms} == {
        "crc64": ([], True, ["else"], True), "t10dif": ([0, 7], False, ["T10DIF", "7"], False),
        "raw": ([0x20], False, ["CRC32"], True), "inner": ([9], False, ["9"], True)}
    crc64, t10dif, raw, inner = overlay.arms
    assert [(item.name, item.bits) for item in t10dif.fields] == \
        [("guard", Bits(64, 16)), ("app_tag", Bits(80, 16)), ("ref_tag", Bits(96, 32))]
    assert [(item.name, item.bits, item.kind) for arm in (crc64, raw, inner)
            for item in arm.fields] == [
        ("crc64", Bits(64, 64), Kind.UINT), ("raw", Bits(64, 64), Kind.BYTES),
        ("inner", Bits(64, 64), Kind.LAYOUT)]
    assert crc64.fields[0].cap == "caps.sig_crc64" and inner.fields[0].count == 1
    size = notation.layouts["ctrl_seg"].fields[-2]
    assert (size.name, size.selector.field, size.selector.enum) == ("size", "en", "")


def test_enums(notation):
    kind = notation.enums["psv_kind"]
    assert kind.is_open and not kind.is_flags
    assert [(item.name, item.value) for item in kind.values] == \
        [("T10DIF", 0), ("DIF", 0), ("CRC32", 0x20)]
    assert kind.by_value(0).name == "T10DIF" and kind.by_name("DIF").value == 0
    flags = notation.enums["ctrl_flags"]
    assert flags.is_flags and [(item.name, item.value) for item in flags.values] == \
        [("SOLICITED", 1), ("INLINE", 7)]
    assert flags.values[1].about.doc == "The data stands in the request."


def test_variants_and_sequences(notation):
    wqe = notation.variants["wqe"]
    assert (wqe.selector.bits, wqe.selector.enum) == (Bits(24, 8), "opcode")
    assert [(arm.name, arm.when.values, arm.layout, arm.sequence) for arm in wqe.arms] == \
        [("umr", [0x25], "", "umr_wqe"), ("nop", [0, 1], "ctrl_seg", "")]
    umr = notation.sequences["umr_wqe"]
    assert isinstance(umr.size, Op) and umr.size.op == "*"
    assert umr.size.args[1] == Num(16) and umr.size.args[0].segment == "ctrl"
    segments = {item.name: item for item in umr.segments}
    assert list(segments) == ["ctrl", "psv", "list", "pad", "more", "rest"]
    assert segments["pad"].data and segments["rest"].rest and segments["list"].layout == "caps"
    when = segments["psv"].when
    assert (when.op, when.args[0].args[1].name, when.args[1].op) == ("and", "UMR", "not")
    assert isinstance(when.args[0].args[1], Name)
    assert segments["more"].when == Ref("ctrl", "en", segments["more"].spans["when"])
    assert notation.sequences["ring"].segments[0].variant == "wqe"


def write(files):
    for name, text in files.items():
        os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
        with open(name, "w", encoding="utf-8") as stream:
            stream.write(text)


def test_names_of_files_do_not_depend_on_where_one_stands(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write({"tree/spec/wqe/b.yaml": SEG % "one", "tree/spec/a.yaml": "doc: A.\nenums: {}\n",
           "tree/spec/.hidden.yaml": "x", "tree/spec/.git/x.yaml": "x", "tree/spec/read.me": "x"})
    digests, names = set(), set()
    for folder, given in (("tree", "spec"), ("tree", "spec/"), ("tree", "./spec"),
                          (".", "tree/spec"), ("tree/spec", "."), ("tree/spec/wqe", ".."),
                          (".", str(tmp_path / "tree/spec"))):
        with monkeypatch.context() as patch:
            patch.chdir(tmp_path / folder)
            spec, found = load_spec([given])
            assert [file.path for file in spec.files] == ["spec/a.yaml", "spec/wqe/b.yaml"]
            digests.add(spec.digest)
            names.add(found.items[0].where.file)
            assert os.path.isfile(found.items[0].where.file), "messages name a file one can open"
    assert len(digests) == 1 and len(names) > 3


def test_files_by_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write({"spec/a.yaml": "", "spec/b.yaml": "", "c.yaml": ""})
    assert find_files(["spec/b.yaml", "spec/a.yaml", "./c.yaml", "spec"], Findings()) == [
        ("spec/b.yaml", "spec/b.yaml"), ("spec/a.yaml", "spec/a.yaml"), ("./c.yaml", "c.yaml")]
    assert find_files([str(tmp_path / "c.yaml")], Findings())[0][1] == "c.yaml"


def test_what_cannot_be_opened(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkdir("empty")
    _, found = load_spec(["gone.yaml", "empty", "a\0b"])
    assert [(item.rule, item.where.file) for item in found] == \
        [("E001", "a\0b"), ("E001", "empty"), ("E001", "gone.yaml")]
    assert found.items[2].message == "the file cannot be read: No such file or directory"


def test_a_fifo_is_not_waited_for(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe.yaml")
    _, found = load_spec(["pipe.yaml"])
    assert [item.rule for item in found] == ["E001"]


def test_no_permission(tmp_path, monkeypatch):
    """A file without read permission is an error; tests may run as root, who can read all files."""
    monkeypatch.chdir(tmp_path)
    write({"a.yaml": SEG % "one"})

    def refuse(path, mode):
        raise PermissionError(errno.EACCES, "Permission denied", path)

    monkeypatch.setattr(load, "open", refuse, raising=False)
    finding, = load_spec(["a.yaml"])[1]
    assert (finding.rule, finding.message) == \
        ("E001", "the file cannot be read: Permission denied")


def test_errors_exit(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write({"spec/a.yaml": SEG % "one"})
    assert list(load_source("spec").spec.layouts) == ["seg"]
    assert capsys.readouterr() == ("", "")
    write({"spec/a.yaml": SEG % "One"})
    with pytest.raises(SystemExit) as info:
        load_source("spec")
    out, err = capsys.readouterr()
    assert info.value.code == 1 and out == ""
    assert err.startswith("spec/a.yaml:8:19: error E033: 'One' cannot be the name of a field\n")


def test_warnings_do_not_stop(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write({"spec/a.yaml": SEG.replace("0x00[31:0]: %s", "0x00[15:0]: a\n      0x00[31:16]: b")})
    assert list(load_source("spec").spec.layouts) == ["seg"]
    assert "warning W010" in capsys.readouterr().err


def test_fields_are_in_the_order_of_offsets(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write({"spec/a.yaml": SEG.replace("0x00[31:0]: %s", "0x00[15:0]: a\n      0x00[31:16]: b")})
    spec, _ = load_spec(["spec"])
    assert [item.name for item in spec.layouts["seg"].fields] == ["b", "a"]


def synthetic(files, layouts, fields):
    for number in range(files):
        lines = [f"doc: Family {number}.", "enums:", f"  kind_{number}:", "    doc: Kinds.",
                 "    source: PRM", "    values:"]
        lines += [f"      VALUE_{value}: {{value: {value:#x}, doc: Value {value}.}}"
                  for value in range(20)]
        lines.append("layouts:")
        for layout in range(layouts):
            lines += [f"  lay_{number}_{layout}:", f"    size: {fields * 4}", "    doc: A layout.",
                      "    source: [linux mlx5_ifc.h, rdma-core mlx5_ifc.h]", "    fields:"]
            lines += [f"      {4 * f:#04x}[31:0]: {{name: field_{f}, enum: kind_{number}, "
                      "doc: Number of the thing to load., encoding: log2}"
                      for f in range(fields)]
        write({f"spec/fam{number}.yaml": "\n".join(lines) + "\n"})


def test_speed(tmp_path, monkeypatch):
    """2,500 fields in 20 files are read and checked in an eighth of a second: twice the 3.2 million lines when this was
    written."""
    monkeypatch.chdir(tmp_path)
    synthetic(20, 5, 25)

    def work():
        spec, found = load_spec(["spec"])
        assert not found and len(spec.layouts) == 100

    assert costs.lines(work) < 6_500_000


def test_long_chains_do_not_exhaust_the_stack(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = ["doc: A chain.", "layouts:"]
    for number in range(3000):
        body = "0x00[31:0]: end" if number == 2999 else \
            f"0x00..0x03: {{name: next, layout: link_{number + 1}}}"
        lines += [f"  link_{number}:", "    size: 4", "    doc: A link.", "    source: PRM",
                  "    fields:", f"      {body}"]
    write({"spec/chain.yaml": "\n".join(lines) + "\n"})
    assert [item.rule for item in load_spec(["spec"])[1]] == ["E046"]
    lines[-1] = "      0x00..0x03: {name: next, layout: link_0}"
    write({"spec/chain.yaml": "\n".join(lines) + "\n"})
    assert [item.rule for item in load_spec(["spec"])[1]] == ["E041"]
