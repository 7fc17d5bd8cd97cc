# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Every command of prmc with every form of manual: it works, or prints the reason.

The rows are those of the table in docs/sources.md.
"""

import os
import re
import subprocess

import pytest
from prmclib import cli

HERE = os.path.dirname(os.path.abspath(__file__))

SPEC = """doc: Segments.
layouts:
  seg:
    size: 8
    doc: A segment.
    source: PRM
    fields:
      0x00[31:0]: index
      0x04[31:8]: reserved
      0x04[7:0]:  {name: op, enum: op_values}
enums:
  op_values:
    doc: Operations.
    source: PRM
    values:
      NOP: 0
      SEND: 1
"""
ADB = """<NodesDefinition>
<config big_endian_arr="1" />
<node name="seg" size="0x8.0" descr="A segment." >
	<field name="index" offset="0x0.0" size="0x4.0" />
	<field name="op" offset="0x4.0" size="0x0.8" enum="NOP=0,SEND=1" />
</node>
</NodesDefinition>
"""
OTHER_IS_GONE = "e33040e1b9dd"  # the finding that other.h has what the spec lacks
HEADER = """struct mlx5_ifc_seg_bits {
	u8 index[0x20];
	u8 reserved_at_20[0x18];
	u8 op[0x8];
};
enum { MLX5_SEG_OP_NOP, MLX5_SEG_OP_SEND };
"""
SOURCE = """typedef unsigned int __be32;
struct seg { __be32 index; unsigned char reserved1[3]; unsigned char op; } seg;
"""
SOURCES = {"folder": "spec", "file": "spec/a.yaml", "revision": "HEAD",
           "file of a revision": "HEAD:spec/a.yaml",
           "ADB": "seg.adb", "header": "seg.h", "object": "seg.o"}
ALL = frozenset(SOURCES)
IS_SPEC = frozenset(("folder", "file", "revision", "file of a revision"))

# The words of a command, what it prints, and for which kinds it works; the reason for the others.
COMMANDS = {
    "check": (["check", "{}"], "no findings|nothing left out", ALL, ""),
    "show": (["show", "--spec", "{}", "seg"], r"(?s)seg.*0x04", ALL, ""),
    "map": (["map", "--spec", "{}"], r"seg index 0x0000 32 uint", ALL, ""),
    "decode": (["decode", "--spec", "{}", "--as", "seg", "dump.hex"], r"index +0x12345678", ALL,
               ""),
    "docs": (["docs", "--spec", "{}", "--out", "out.html"], r"out.html: \d+ kB", ALL, ""),
    "docs --drawing": (["docs", "--spec", "{}", "--drawing", "seg", "--out", "out.svg"],
                       r"out.svg: \d+ kB",
                       ALL, ""),
    "diff": (["diff", "{}", "spec", "--only", "seg"], "", ALL, ""),
    "generate": (["generate", "--spec", "{}", "--out", "out"], r"\d files, \d written", ALL, ""),
    "generate --style linux": (["generate", "--style", "linux", "--spec", "{}", "--out", "out"],
                               r"\d written",
                               ALL, ""),
    "generate --style dpdk": (["generate", "--style", "dpdk", "--spec", "{}", "--out", "out"],
                              r"\d written",
                              ALL, ""),
    "generate --style ifc": (["generate", "--style", "ifc", "--spec", "{}", "--out", "out"],
                             r"\d written",
                             ALL, ""),
    "generate --amalgamate": (["generate", "--amalgamate", "one.h", "--spec", "{}"], r"1 files",
                              ALL, ""),
    "generate, no --out": (["generate", "--spec", "{}"], r"\d written",
                           frozenset(("folder", "file")),
                           "only a spec has a folder beside it to write to"),
    "vendor": (["vendor", "--spec", "{}", "--to", "copy"], r"copy: \d files, \d written", ALL, ""),
    "vendor --diff": (["vendor", "--spec", "{}", "--diff", "old"], r"An update|up to date", ALL,
                      ""),
    "import": (["import", "{}", "--layout", "seg", "--to", "new/b.yaml", "--spec", "new"],
               r"new/b.yaml: 1 layout, 2 fields", ALL, ""),
    "import --spec": (["import", "other.h", "--layout", "other", "--to", "spec/x.yaml", "--spec",
                       "{}"],
                      r"spec/x.yaml: 1 layout", frozenset(("folder",)),
                      "imported into a folder of YAML files"),
    "import --spec, new folder": (
        ["import", "other.h", "--layout", "other", "--to", "spec/x.yaml", "--spec", "./{}2"],
        r"spec/x.yaml: 1 layout", ALL, ""),
    "follow": (["follow", "linux", "{}", "--old", "{}", "--dry-run"], r"nothing that the spec has is different",
               frozenset(("ADB", "header")), "has none of the files|neither a header nor|there is no such file or folder"),
    "follow --spec": (["follow", "linux", "seg.h", "--old", "other.h", "--dry-run", "--spec", "{}"], r"would write: ",
                      frozenset(("folder",)), "is no folder"),
    "conform": (["conform", "--spec", "{}", "--format", "markdown", "Linux 6.1=tree"],
                r"`seg`", ALL, ""),
    "approve": (["approve", OTHER_IS_GONE, "--reason", "because", "--spec", "{}", "--old", "other.h"], "approved",
                frozenset(("folder",)), "there is no folder"),
    "git-textconv": (["git-textconv", "{}"], "seg", frozenset(("file",)), "", ),
}


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A repository with the same layout in each form."""
    top = tmp_path_factory.mktemp("sources")
    for name, text in {"spec/a.yaml": SPEC, "seg.adb": ADB, "seg.h": HEADER, "seg.c": SOURCE,
                       "dump.hex": "12345678 00000001\n", "other.h": HEADER.replace("seg", "other"),
                       "tree/include/linux/mlx5/mlx5_ifc.h": HEADER.replace("op[0x8]",
                                                                            "opcode[0x8]")}.items():
        os.makedirs(os.path.dirname(top / name), exist_ok=True)
        (top / name).write_text(text, encoding="utf-8")
    subprocess.run(["gcc", "-g", "-c", "-o", "seg.o", "seg.c"], cwd=top, check=True)
    for words in (["init", "-q"], ["add", "spec"], ["commit", "-q", "-m", "spec"]):
        subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@example.org", "-c",
                        "commit.gpgsign=false", *words], cwd=top, check=True)
    subprocess.run(["cp", "-r", "spec", "kept"], cwd=top, check=True)
    return top


def run(words, capsys):
    status = cli.main(words)
    printed = capsys.readouterr()
    return status, printed.out + printed.err


@pytest.mark.parametrize("kind", sorted(SOURCES))
@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_command(name, kind, project, tmp_path, monkeypatch, capsys):
    words, wanted, works, reason = COMMANDS[name]
    subprocess.run(["cp", "-r", f"{project}/.", "."], cwd=tmp_path, check=True)
    monkeypatch.chdir(tmp_path)
    if name == "vendor --diff":
        assert run(["vendor", "--spec", "spec", "--only", "seg", "--to", "old"], capsys)[0] == 0
    status, text = run([word.replace("{}", SOURCES[kind]) for word in words], capsys)
    assert "internal error" not in text
    if kind in works:
        assert status in (0, 1) and re.search(wanted, text), text
    elif name != "git-textconv":  # which never fails, so that git shows what it can
        assert status == 2 and re.search(reason, text), text
        assert not os.path.lexists("out") and not os.path.lexists("spec/x.yaml")


def test_the_generated_code_is_the_same(project, tmp_path, monkeypatch, capsys):
    """Forms agree except in what they cannot express: documentation, sources, writers."""
    monkeypatch.chdir(project)
    found = {}
    for kind in ("folder", "ADB", "header", "object"):
        out = str(tmp_path / kind)
        assert run(["generate", "--spec", SOURCES[kind], "--style", "ifc", "--out", out],
                   capsys)[0] == 0
        text = "".join(open(os.path.join(out, file), encoding="utf-8").read()
                       for file in sorted(os.listdir(out)) if file.endswith(".h"))
        found[kind] = re.search(r"struct mlx5_ifc_seg_bits \{(.*?)\};", text, flags=re.S).group(1)
        found[kind] = re.sub(r"/\*.*?\*/", "", found[kind]).split()
    assert found["folder"] == found["ADB"] == found["header"] == found["object"]


LACKING = HEADER + "struct mlx5_ifc_odd_bits {\n\tu8 a[0x3];\n};\n" \
    "struct mlx5_ifc_user_bits {\n\tu8 a[0x3];\n\tu8 b[0x81];\n\tu8 c[0x1c];\n};\n" \
    "struct mlx5_ifc_outer_bits {\n\tstruct mlx5_ifc_user_bits u;\n};\n"


def test_what_is_lacking(tmp_path, monkeypatch, capsys):
    """Nothing is written until the user makes a selection."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.h").write_text(LACKING, encoding="utf-8")
    words = ["generate", "--spec", "x.h", "--out", "out"]
    status, text = run(words, capsys)
    assert status == 2 and not os.path.exists("out")
    assert "x.h is not complete as a spec. Missing:\n  odd: not a whole number of bytes\n  user.b: " in text
    assert "--only '*' takes the 1 layout without missing parts" in text
    status, text = run([*words, "--only", "*"], capsys)
    assert status == 0 and re.search(r"files, \d written", text)
    code = (tmp_path / "out" / "prm_x.h").read_text()
    assert "struct prm_seg {" in code and "prm_user" not in code and "prmc generate --spec x.h" in code
    status, text = run([*words, "--only", "outer"], capsys)
    assert status == 0 and "missing, its bits are ignored:\n  user.b: " in text
    assert "struct prm_user {" in (tmp_path / "out" / "prm_x.h").read_text()
    for only, reason in (("odd", "x.h has no layout for odd: not a whole number of bytes"),
                         ("o*", "--only o*: x.h has no complete layout of such a name"),
                         ("sge", "there is no layout 'sge'")):
        status, text = run([*words, "--only", only], capsys)
        assert status == 2 and reason in text


def test_the_guide_has_every_command():
    with open(os.path.join(HERE, "..", "..", "..", "docs", "sources.md"), encoding="utf-8") as stream:
        table = re.search(r"^\| command \|.*\n\|---.*\n((?:\|.*\n)+)", stream.read(), flags=re.M)
    rows = {cells[1].strip().strip("`"): [cell.strip() for cell in cells[2:-1]]
            for cells in (line.split("|") for line in table.group(1).splitlines())}
    order = ["folder", "file", "revision", "ADB", "header", "object"]
    for name, (_, _, works, _) in COMMANDS.items():
        if name not in rows:
            assert name.split(" ")[0] in rows or name.split(",")[0] in rows, name
            continue
        assert [cell.startswith("yes") for cell in rows[name]] == [kind in works for kind in order], name
    assert {name.split(" ")[0] for name in rows} == {
        command.name for command in cli.COMMANDS if command.spec or command.name in (
            "diff", "git-textconv", "git-merge")}
