# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests the forms of SPEC that prmc accepts, and revisions of git.

A repository is made for each test, and must be unchanged after each reading.
"""

import os
import shutil
import subprocess

import pytest
from prmclib import cli
from prmclib.model.errors import printable, render
from prmclib.model import Span
from prmclib.readers import revision
from prmclib.readers.source import load_source, read_source

SEG = """doc: Segments.
layouts:
  seg:
    size: 4
    doc: A segment.
    source: PRM
    fields:
      0x00[31:0]: %s
"""
HEADER = """#include "inner.h"
struct mlx5_ifc_outer_bits {
	struct mlx5_ifc_inner_bits inner;
	u8 flags[0x20];
};
"""
INNER = "struct mlx5_ifc_inner_bits {\n\tu8 index[0x20];\n};\n"


def git(*words):
    done = subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@example.org",
                           "-c", "commit.gpgsign=false", "-c", "init.defaultBranch=main", *words],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout
    return done.stdout


def write(path, text):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)


def state(top):
    """Returns everything that reading must not change: files, their contents and times."""
    found = {}
    for folder, _, names in os.walk(top):
        for name in names:
            path = os.path.join(folder, name)
            found[path] = os.lstat(path).st_mtime_ns, None
            if os.path.isfile(path):
                with open(path, "rb") as stream:
                    found[path] = os.lstat(path).st_mtime_ns, stream.read()
    return found


def read(text):
    top = os.environ["HOME"]
    before = state(top)
    result = read_source(text)
    assert state(top) == before
    return result


def enter(folder, patch):
    """Makes a folder the current one and git's home."""
    patch.chdir(folder)
    patch.setenv("HOME", str(folder))
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        patch.delenv(name)


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """Makes a repository with two revisions: `v1` has the field `old`, HEAD and the work tree have more."""
    folder = tmp_path_factory.mktemp("original")
    with pytest.MonkeyPatch.context() as patch:
        enter(folder, patch)
        git("init", "-q")
        write("spec/a.yaml", SEG % "old")
        write("spec/.hidden/b.yaml", "no: spec")
        write("spec/notes.txt", "no spec")
        write("other/b.yaml", SEG % "other")
        write("headers/outer.h", HEADER)
        write("headers/inner.h", INNER)
        write("top.h", '#include "inner.h"\n' + HEADER.split("\n", 1)[1])
        write("inner.h", INNER)
        os.symlink("spec", "link")
        git("add", ".")
        git("commit", "-q", "-m", "first: with a colon")
        git("tag", "v1")
        git("branch", "topic/one")
        write("spec/a.yaml", SEG % "newer")
        write("spec/wqe/c.yaml", SEG.replace("seg:", "more:") % "more")
        git("add", ".")
        git("commit", "-q", "-m", "second")
        write("spec/a.yaml", SEG % "work")
    return folder


@pytest.fixture
def repository(original, tmp_path, monkeypatch):
    """Copies the repository for each test."""
    shutil.copytree(original, tmp_path, symlinks=True, dirs_exist_ok=True)
    enter(tmp_path, monkeypatch)
    return tmp_path


def field_of(text):
    """Returns the name of the field of `seg`."""
    source, found = read(text)
    assert not found, render(found)
    assert (source.label, source.form) == (text, "spec")
    return source.spec.layouts["seg"].fields[0].name


@pytest.mark.parametrize("text, name", [
    ("spec", "work"), ("./spec", "work"), ("spec/a.yaml", "work"), ("HEAD", "newer"), ("v1", "old"),
    ("HEAD~1", "old"), ("v1:", "old"), ("v1:spec", "old"), ("v1:spec/", "old"),
    ("v1:spec//", "old"), ("v1:./spec", "old"), ("v1:spec/a.yaml", "old"), ("v1:other", "other"),
    ("HEAD^{/first}", "old"), ("HEAD^{/first: with}", "old"), ("HEAD^{/first: with}:spec", "old"),
    (":/first", "old"), ("topic/one", "old"), ("refs/tags/v1", "old"), ("main@{1}", "old"),
    ("v1^{tree}", "old"), ("HEAD:spec/../spec", "newer")])
def test_text(repository, text, name):
    assert field_of(text) == name


def test_from_a_folder_of_the_repository(repository, monkeypatch):
    os.chdir("other")
    assert field_of("v1") == "old"
    assert field_of("v1:spec") == "old"
    assert field_of("v1:.") == "other"
    assert field_of("v1:./b.yaml") == "other"
    assert field_of("v1:../spec") == "old"


def test_spec_of_a_tree_inside_the_repository(repository, monkeypatch):
    """If prmc itself is in the repository, `REV` is the spec beside it."""
    monkeypatch.setattr("prmclib.readers.source.default_spec", lambda: str(repository / "other"))
    assert field_of("v1") == "other"
    monkeypatch.setattr("prmclib.readers.source.default_spec", lambda: "/elsewhere/spec")
    assert field_of("v1") == "old"


def test_files_and_places(repository):
    spec = load_source("HEAD").spec
    assert [(file.path, file.stem) for file in spec.files] == \
        [("spec/a.yaml", "a"), ("spec/wqe/c.yaml", "c")]
    assert spec.layouts["more"].where == Span("HEAD:spec/wqe/c.yaml", 3, 3, 7)
    write("spec/a.yaml", SEG % "newer")
    assert spec.digest == load_source("spec").spec.digest, "wherever it is read from"
    write("spec/a.yaml", SEG % "work")


def test_ambiguous_names(repository):
    git("tag", "spec", "v1")
    git("tag", "gone", "v1")
    assert field_of("spec") == "work", "what exists comes first"
    assert field_of("spec:") == "old"
    assert field_of("gone") == "old"
    _, found = read("./gone")
    assert [item.rule for item in found] == ["E001"]
    write("v1:spec", SEG % "colon")
    assert read("v1:spec")[1].items[0].rule == "E033", "the file of that name"
    os.unlink("v1:spec")


@pytest.mark.parametrize("text, inner", [("HEAD:headers/outer.h", "HEAD:headers/inner.h"),
                                         ("HEAD:top.h", "HEAD:./inner.h"),
                                         ("headers/outer.h", "headers/inner.h")])
def test_header(repository, text, inner):
    source = load_source(text)
    assert (source.form, list(source.spec.layouts)) == ("header", ["inner", "outer"])
    assert source.spec.layouts["inner"].where.file == inner


def test_tables_and_objects_of_a_revision(repository):
    write("t.adb", ADB)
    with open("t.o", "wb") as stream:
        stream.write(b"!<arch>\n")
    git("add", ".")
    git("commit", "-q", "-m", "tables")
    os.unlink("t.adb")
    source, found = read("HEAD:t.adb")
    assert not found and source.form == "adb"
    assert source.spec.layouts["seg"].where == Span("HEAD:t.adb", 3, 1, 6)
    item, = read("HEAD:t.o")[1]
    assert (item.rule, str(item.where.file)) == ("E130", "HEAD:t.o")


def test_header_without_its_include(repository):
    git("rm", "-q", "--cached", "headers/inner.h")
    git("commit", "-q", "-m", "broken")
    source, found = read("HEAD:headers/outer.h")
    reason = "nothing defines 'struct mlx5_ifc_inner_bits'; 'inner.h', which is included, is not there"
    assert not found and not source.spec.layouts
    assert [item.reason for item in source.left_out] == [reason], "not taken from the work tree"


@pytest.mark.parametrize("text, rule, message, help", [
    ("v9:spec", "E090", "git knows no revision 'v9'",
     "`git log --oneline` and `git tag` list revisions"),
    ("v9", "E001", "there is no such file or folder, nor a revision of git by that name",
     "as a revision: git knows no revision 'v9'\n"
     "`git log --oneline` and `git tag` list revisions"),
    ("v1:gone", "E090", "the revision 'v1' has no 'gone'",
     "`git ls-tree --name-only v1` lists what it has"),
    ("v1:link", "E090", "'link' of the revision 'v1' is a symbolic link", "name its target"),
    ("v1:../x", "E090", "'../x' is outside the repository",
     "write the path from the top of the repository"),
    ("v1:/etc", "E090", "'/etc' is outside the repository",
     "write the path from the top of the repository"),
    ("--output=x:spec", "E090", "'--output=x' cannot be a revision", ""),
    ("v1 v1:spec", "E090", "git knows no revision 'v1 v1'",
     "`git log --oneline` and `git tag` list revisions"),
    ("v1\n:spec", "E090", "'v1' cannot be a revision", ""),
    (":spec/a.yaml", "E090", "':spec/a.yaml' is a file, not a revision",
     "name the file as REV:path"),
    ("v1:headers", "E001", "the folder 'headers' has no *.yaml files in that revision",
     "give the folder of the spec"),
    ("", "E001", "there is no such file or folder, nor a revision of git by that name",
     "as a revision: '' cannot be a revision"),
])
def test_message(repository, text, rule, message, help):
    _, found = read(text)
    assert [(item.rule, item.message, item.help) for item in found] == [(rule, message, help)]


@pytest.mark.parametrize("name", ["x.yaml", "topic/x.h", "v1.adb", "a.xml", "b.o", "c.ko", "d.so"])
def test_what_looks_like_a_file_is_one(repository, name):
    git("tag", name, "v1")
    item, = read(name)[1]
    assert (item.rule, item.message) == ("E001", "the file cannot be read: No such file or directory")
    assert field_of(name + ":") == "old"


@pytest.mark.parametrize("name", ["pipe.adb", "pipe.yaml", "pipe.h", "pipe"])
def test_a_pipe_is_not_waited_for(repository, name):
    os.mkfifo(name)
    source, found = read_source(name)
    item, = found
    assert (item.rule, item.message) == ("E001", "the file cannot be read: not a regular file")


def test_no_spec_in_that_revision(repository):
    git("rm", "-q", "-r", "-f", "spec")
    git("commit", "-q", "-m", "no spec")
    item, = read("HEAD")[1]
    assert (item.rule, item.message, item.help) == (
        "E090", "the revision 'HEAD' has no 'spec'",
        "write REV:FOLDER if the spec has another place in that revision")


def test_outside_of_a_repository(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    item, = read("v1:spec")[1]
    assert (item.rule, item.message, item.help) == (
        "E090", "the current folder is in no git repository", "run prmc inside of the repository")
    item, = read("v1")[1]
    assert (item.rule, item.help) == (
        "E001", "as a revision: the current folder is in no git repository\n"
        "run prmc inside of the repository")


def test_without_git(repository, monkeypatch):
    monkeypatch.setenv("PATH", str(repository))
    item, = read("v1:spec")[1]
    assert (item.message, item.help) == ("git, which reads revisions, is not installed",
                                         "install git (Debian: apt install git)")
    assert field_of("spec") == "work"


def test_an_object_is_missing(repository):
    name = git("rev-parse", "v1:spec/a.yaml").strip()
    path = f".git/objects/{name[:2]}/{name[2:]}"
    os.unlink(path)
    item, = read("v1")[1]
    assert (item.rule, item.message.split(":")[0]) == ("E090", "git cannot read spec/a.yaml")


def test_the_repository_is_bare(repository, monkeypatch):
    monkeypatch.chdir(".git")
    assert field_of("v1:spec") == "old"
    assert field_of("v1") == "old"


USER = """doc: A user.
layouts:
  user:
    size: 12
    doc: A user.
    source: PRM
    fields:
      0x00[31:0]: {name: kind, enum: kinds, doc: Kind.}
      0x04..0x07: {name: one, layout: seg}
      0x08[31:0]: {name: two, overlay: value, selector: kind, arms: {}}
sequences:
  both:
    doc: Two.
    source: PRM
    segments:
      - one: {layout: more}
"""
KINDS = """doc: Kinds.
enums:
  kinds: {source: PRM, doc: Kinds., values: {A: 0, B: 1}}
  unused: {source: PRM, doc: Nothing., values: {A: 0}}
"""


def test_one_file_of_a_spec(repository):
    """It is read with the things that it needs of other files, and nothing else."""
    write("spec/user.yaml", USER.replace(
        "0x08[31:0]: {name: two, overlay: value, selector: kind, arms: {}}", "0x08[31:0]: last"))
    write("spec/sub/kinds.yaml", KINDS)
    git("add", ".")
    git("commit", "-q", "-m", "user")
    for text in ("spec/user.yaml", "HEAD:spec/user.yaml", "./spec/user.yaml"):
        source, found = read(text)
        assert not found, render(found)
        spec = source.spec
        assert (sorted(spec.layouts), sorted(spec.enums), list(spec.sequences)) == (
            ["more", "seg", "user"], ["kinds"], ["both"])
        assert sorted(file.path for file in spec.files) == [
            "spec/a.yaml", "spec/sub/kinds.yaml", "spec/user.yaml", "spec/wqe/c.yaml"]
        assert str(spec.layouts["user"].where) == text.replace("./", "") + ":3:3"
    os.chdir("other")
    assert not read("../spec/user.yaml")[1]
    assert not read("HEAD:../spec/user.yaml")[1]
    os.chdir("..")
    # Errors of the other files are reported, and a file outside of a spec is read alone.
    write("spec/sub/kinds.yaml", KINDS + "wrong: 1\n")
    assert {item.where.file for item in read("spec/user.yaml")[1]} == {"spec/sub/kinds.yaml"}
    write("other/user.yaml", USER)
    assert {item.where.file for item in read("other/user.yaml")[1]} == {"other/user.yaml"}


def test_too_much(repository, monkeypatch):
    monkeypatch.setattr(revision, "MAX_TOTAL", 10)
    item, = read("v1")[1]
    assert (item.rule, item.message) == ("E090", "the files have more than 10 bytes")


def test_load_source_prints_and_exits(repository, capsys):
    with pytest.raises(SystemExit) as stopped:
        load_source("v9:spec")
    assert stopped.value.code == 1
    assert capsys.readouterr().err.startswith("v9:spec: error E090: git knows no revision 'v9'\n")


HOSTILE = ["", " ", "\0", "a\0b", "v1:\0", "\n", "v1:\n", "\ud800", "v1:\ud800", "v1:\udcff", "\udcff", ":", "::",
           ":::", "v1::", "v1:::", ":0:spec/a.yaml", ":1:x", "^", "^v1", "v1..HEAD", "v1...HEAD", "@", "@{",
           "@{0}", "@{-1}", "@{99999999999}", "@{yesterday}", "HEAD@{", "HEAD^{", "HEAD^{/", "HEAD^{/(}", "{", "}",
           "HEAD^{commit}", "HEAD^0", "HEAD~99999999999999999999", "--", "-", "--help", "-h:x", "--git-dir=/",
           "HEAD --", "$(id)", "`id`", ";id", "|id", "*", "v1:*", "v1:spec/*", "v1:?", "v1:[", "v1::(top)spec",
           "v1:.git", "v1:.git/config", "v1:/", "v1://", "v1:./../..", "v1:" + "../" * 500, "a" * 5000,
           "v1:" + "a" * 5000, "v1:" + "a/" * 5000, "a" * 300000, "v1:" + "a" * 300000, "file:///etc/passwd",
           "https://example.org/x:y", "C:\\spec", "\u202e", "v1:\u202e", "~", "~root", "v1:~", "spec:spec", "\ufeff"]


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_anything_gives_a_source_or_a_message(repository, number):
    text = HOSTILE[number]
    source, found = read_source(text)
    shown = render(found)
    assert all(printable(line) == line for line in shown.split("\n")) and len(shown) < 5000
    assert found.has_errors != bool(source.spec.layouts)
    shown.encode()


# Commands that take one

ADB = """<NodesDefinition>
<config big_endian_arr="1" />
<node name="seg" size="0x8.0" >
	<field name="index" offset="0x0.0" size="0x4.0" />
	<field name="far" offset="0x8.0" size="0x4.0" />
</node>
</NodesDefinition>
"""


@pytest.fixture
def prmc(repository, capsys):
    """Runs prmc: (exit status, output, errors)."""
    write("t.adb", ADB)

    def run(*argv):
        status = cli.main(list(argv))
        return (status, *capsys.readouterr())

    return run


def test_check(prmc):
    status, out, err = prmc("check", "t.adb")
    assert (status, err) == (0, "")
    assert out == ("t.adb:5:2: seg.far is left out: outside of the table, which ends at 0x8\n"
                   "t.adb: 1 file, 1 layout, 1 field, 0 enums: 1 left out\n")
    assert prmc("check", "HEAD") == (0, "HEAD: 2 files, 2 layouts, 2 fields, 0 enums: no findings\n", "")
    assert prmc("check", "headers/outer.h", "v1") == (
        0, "headers/outer.h: 2 files, 2 layouts, 3 fields, 0 enums: nothing left out\n"
        "v1: 1 file, 1 layout, 1 field, 0 enums: no findings\n", "")
    assert prmc("check", "v9", "v1")[0] == 1
    assert prmc("check", "--spec", "v9")[0] == 1


def test_map_and_show(prmc):
    assert prmc("map", "--spec", "t.adb") == (
        0, "seg index 0x0000 32 uint\nseg reserved_at_20 0x0020 32 reserved\n", "")
    assert "index" in prmc("show", "--spec", "t.adb", "seg")[1]
    assert prmc("map", "--spec", "v1") == (0, "seg old 0x0000 32 uint\n", "")


def test_generate(prmc):
    status, out, err = prmc("generate", "--spec", "t.adb", "--out", "made")
    assert (status, out, err) == (
        2, "", "prmc: t.adb is not complete as a spec. Missing:\n"
        "  seg.far: outside of the table, which ends at 0x8\n"
        "--only NAME,... takes those that you name\n")
    status, out, err = prmc("generate", "--spec", "v1")
    assert (status, out, err) == (
        2, "", "prmc: only a spec has a folder beside it to write to: give --out DIR or "
        "--amalgamate FILE\n")
    assert not os.path.exists("made") and not os.path.exists("generated")
    assert prmc("generate", "--spec", "v1", "--out", "made")[0] == 0
    with open("made/prm_a.h", encoding="utf-8") as stream:
        assert "old" in stream.read()


def test_decode(prmc):
    write("dump.hex", "00000007\n")
    status, out, err = prmc("decode", "--spec", "v1", "--as", "seg", "dump.hex")
    assert (status, err) == (0, "") and "0x00000007" in out
