# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests `prmc vendor`: copies are complete, verify themselves, and follow the manual."""

import os
import re
import shutil

import pytest
from prmclib.readers.load import load_spec
from prmclib.model.select import selection
from prmclib.vendor import known, destination
from prmclib.vendor.manifest import Bad, read

from trees import ROOT, prmc, run

ONLY = "set_psv_seg,umr_ctrl_seg"
WHOLE = ("--spec", os.path.join(ROOT, "spec"))


@pytest.fixture(name="small", scope="module")
def fixture_small(tmp_path_factory):
    """Makes a folder with `spec`, a few layouts of the real one in two files, and a copy `drv` of it."""
    folder = tmp_path_factory.mktemp("small")
    for name, only in (("psv", "set_psv_seg,get_psv_seg"), ("umr", "umr_ctrl_seg")):
        assert prmc("vendor", "--only", only, "--to", folder / "x")[0] == 0
        os.makedirs(folder / "spec" / "wqe", exist_ok=True)
        os.rename(folder / "x" / "mlx5sig.yaml", folder / "spec" / "wqe" / f"{name}.yaml")
        shutil.rmtree(folder / "x")
    vendor(folder, "--prefix", "drv", "--only", ONLY, "--to", "drv")
    return folder


@pytest.fixture(name="tree")
def fixture_tree(small, tmp_path):
    """Returns a copy of it that tests may change."""
    shutil.copytree(small, tmp_path / "tree")
    return tmp_path / "tree"


def vendor(tree, *args, status=0):
    got, out, said = prmc("vendor", "--spec", "spec", *args, cwd=tree)
    assert got == status, out + said
    return out + said


def verify(tree, *args, env=None):
    status, out, said = run("/bin/sh", "drv/verify", *args, cwd=tree, env=env)
    return status, out + said


def content(folder):
    """Returns the files of a folder, with their modes."""
    return {str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mode)
            for path in folder.rglob("*") if path.is_file()}


def edit(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_what_is_in_a_copy(tree):
    assert sorted(content(tree / "drv")) == [
        "drv_base.h", "drv_psv.h", "drv_umr.h", "mlx5sig.manifest", "mlx5sig.yaml", "verify"]
    found = read(str(tree / "drv" / "mlx5sig.manifest"))
    assert found.choice.words() == f" --prefix drv --only {ONLY} --side driver --comments brief"
    assert found.layouts == ["set_psv_seg", "umr_ctrl_seg"]
    assert found.compiler.startswith("prmc ") and len(found.spec_digest) == 64
    assert list(found.spec_files) == ["spec/wqe/psv.yaml", "spec/wqe/umr.yaml"]
    text = (tree / "drv" / "mlx5sig.manifest").read_text(encoding="utf-8")
    assert "licence: GPL-2.0 OR Linux-OpenIB\n" in text
    assert str(tree) not in "".join(data.decode() for data, _ in content(tree / "drv").values())
    assert os.access(tree / "drv" / "verify", os.X_OK)


def test_verify(tree):
    assert verify(tree) == (0, "5 files, unchanged\n")
    assert verify(tree, "spec") == (
        0, "5 files and the 2 of the spec that they are made of, unchanged\n")
    before = (tree / "drv" / "drv_psv.h").read_bytes()
    (tree / "drv" / "drv_psv.h").write_bytes(before + b"\n")
    assert verify(tree) == (1, "drv/drv_psv.h: edited\n")
    (tree / "drv" / "drv_psv.h").unlink()
    assert verify(tree) == (1, "drv/drv_psv.h: missing\n")
    (tree / "drv" / "drv_psv.h").mkdir()
    assert verify(tree)[0] == 2
    (tree / "drv" / "drv_psv.h").rmdir()
    (tree / "drv" / "drv_psv.h").write_bytes(before)
    edit(tree / "spec" / "wqe" / "psv.yaml", "psv_index", "psv_number")
    assert verify(tree)[0] == 0
    status, said = verify(tree, "spec")
    assert status == 1 and "spec/wqe/psv.yaml: the spec has changed since" in said
    assert verify(tree, env=dict(os.environ, MLX5SIG_SPEC="spec"))[0] == 1


def test_verify_notices_the_manifest(tree):
    """Changes of the manifest are noticed."""
    manifest = tree / "drv" / "mlx5sig.manifest"
    before = manifest.read_text()
    for text in (before + "junk\n", before.replace("style: c", "style: linux"), before + before[-75:],
                 before.rpartition("manifest:")[0]):
        manifest.write_text(text)
        assert verify(tree) == (1, "drv/mlx5sig.manifest: edited\n")
    manifest.write_text(before.replace("with:", "with: "))
    with pytest.raises(Bad, match="edited since prmc wrote it; restore the file"):
        read(str(manifest))


def test_verify_cannot_tell(tree):
    assert verify(tree, "nowhere")[0] == 2
    manifest = tree / "drv" / "mlx5sig.manifest"
    edit(manifest, "format: 1", "format: 9")
    assert verify(tree)[0] == 2
    manifest.unlink()
    assert verify(tree)[0] == 2


def test_verify_needs_little(tree):
    """Verification works with openssl or shasum alone, and fails without them, in a POSIX shell without extensions."""
    tools = tree / "tools"
    tools.mkdir()
    for name in ("dirname", "grep", "cut", "sed"):
        (tools / name).symlink_to(shutil.which(name))
    env = {"PATH": str(tools)}
    status, said = verify(tree, env=env)
    assert status == 2 and "sha256sum, shasum or openssl" in said
    (tools / "openssl").symlink_to(shutil.which("openssl"))
    assert verify(tree, env=env)[0] == 0
    (tools / "openssl").unlink()
    (tools / "shasum").symlink_to(shutil.which("shasum"))
    (tools / "perl").symlink_to(shutil.which("perl"))
    assert verify(tree, env=env)[0] == 0
    edit(tree / "drv" / "drv_base.h", "Types", "Kinds")
    assert verify(tree, env=env)[0] == 1
    for shell in ("dash", "bash"):
        assert run(shell, "drv/verify", cwd=tree)[0] == 1


def test_update(tree):
    before = content(tree / "drv")
    assert vendor(tree, "--update", "drv") == "drv: 6 files, 0 written, 0 removed\n"
    assert content(tree / "drv") == before
    edit(tree / "spec" / "wqe" / "psv.yaml", "psv_index", "psv_number")
    vendor(tree, "--update", "drv")
    assert verify(tree, "spec")[0] == 0
    assert "psv_number" in (tree / "drv" / "drv_psv.h").read_text(encoding="utf-8")
    mine = tree / "drv" / "Makefile"
    mine.write_text("all:\n", encoding="utf-8")
    vendor(tree, "--prefix", "drv", "--only", "set_psv_seg", "--style", "linux", "--to", "drv")
    assert sorted(content(tree / "drv")) == ["Makefile", "drv_base.h", "drv_psv.h",
                                             "mlx5sig.manifest", "mlx5sig.yaml", "verify"]


def test_an_edited_file_is_not_overwritten(tree):
    edit(tree / "drv" / "drv_psv.h", "uint32_t", "mine_t")
    before = content(tree / "drv")
    for args in (["--update", "drv"], ["--prefix", "drv", "--to", "drv"]):
        said = vendor(tree, *args, status=2)
        assert "edited since prmc wrote it: drv/drv_psv.h;" in said
        assert content(tree / "drv") == before
    vendor(tree, "--update", "drv", "--force")
    assert verify(tree)[0] == 0


def test_a_file_that_is_gone_comes_back(tree):
    """A deleted file is written again, since no change is lost by that."""
    before = content(tree / "drv")
    (tree / "drv" / "drv_psv.h").unlink()
    assert verify(tree)[0] == 1
    assert vendor(tree, "--update", "drv") == "drv: 6 files, 1 written, 0 removed\n"
    assert content(tree / "drv") == before


def test_no_copy(tree):
    (tree / "empty").mkdir()
    for words in (["--update", "empty"], ["--diff", "empty"], ["--update", "nowhere"],
                  ["--update", "spec/wqe/psv.yaml"]):
        assert f"{words[1]} is not a copy of `prmc vendor`, or its mlx5sig.manifest is gone" in \
            vendor(tree, *words, status=2)


def test_what_to_include(tree):
    said = vendor(tree, "--only", "set_psv_seg", "--to", "new")
    assert said.splitlines()[1] == \
        "include prm_psv.h; `new/verify` checks that the copy is unchanged"
    assert len(vendor(tree, "--only", "set_psv_seg", "--to", "new").splitlines()) == 1, "said once"


def test_a_foreign_file_is_not_overwritten(tree):
    (tree / "other").mkdir()
    (tree / "other" / "prm_base.h").write_text("mine\n", encoding="utf-8")
    said = vendor(tree, "--to", "other", status=2)
    assert "other/prm_base.h is there already, and no mlx5sig.manifest says" in said
    assert list(content(tree / "other")) == ["prm_base.h"]
    assert "is not a folder" in vendor(tree, "--to", "spec/wqe/psv.yaml", status=2)


@pytest.mark.parametrize("failing", range(1, 8))
def test_never_half_written(tree, failing, monkeypatch):
    """If any rename fails, the copy is unchanged."""
    before = content(tree / "drv")
    real, calls = os.rename, []

    def rename(source, target):
        calls.append(source)
        if len(calls) == failing:
            raise OSError(28, "No space left on device", source)
        real(source, target)

    monkeypatch.setattr(os, "rename", rename)
    with pytest.raises(OSError):
        destination.write(str(tree / "drv"), {"drv_psv.h": b"1", "drv_base.h": b"2", "new.h": b"3",
                                        "mlx5sig.manifest": b"4"}, [], ["drv_umr.h"])
    assert content(tree / "drv") == before
    assert not [name for name in os.listdir(tree / "drv") if name.startswith(".")]


def test_a_new_folder_appears_at_once(tree, monkeypatch):
    monkeypatch.setattr(os, "rename", lambda source, target: (_ for _ in ()).throw(OSError(13, "no")))
    with pytest.raises(OSError):
        destination.write(str(tree / "deep" / "new"), {"a.h": b"1"}, [], [])
    assert os.listdir(tree / "deep") == []


def test_diff(tree):
    assert vendor(tree, "--diff", "drv").startswith("No difference.\n")
    edit(tree / "spec" / "wqe" / "psv.yaml", "0x00[31:24]: reserved\n      0x00[23:0]:\n        name: psv_index",
         "0x00[31:28]: reserved\n      0x00[27:0]:\n        name: psv_index")
    said = vendor(tree, "--diff", "drv", status=1)
    assert "set_psv_seg.psv_index" in said and "widened 24 -> 28 bits" in said
    assert "a driver built on this copy writes 0 into the 4 new bits" in said
    assert "approve" not in said, "which is of the spec"
    assert said.splitlines()[-1] == "An update writes 4 files."
    # A layout outside of the copy does not affect it.
    vendor(tree, "--update", "drv")
    edit(tree / "spec" / "wqe" / "psv.yaml", "num_psv", "number_of_psvs")
    assert vendor(tree, "--diff", "drv").startswith("No difference.\n")


def test_diff_of_a_layout_that_is_gone(tree):
    vendor(tree, "--prefix", "x", "--only", "get_psv_seg,set_psv_seg", "--to", "x")
    edit(tree / "spec" / "wqe" / "psv.yaml", "  get_psv_seg:", "  fetch_psv_seg:")
    said = vendor(tree, "--diff", "x", "--all", status=1)
    assert "get_psv_seg" in said
    assert "there is no layout 'get_psv_seg'" in vendor(tree, "--update", "x", status=2)


def compiles(tree, text, *flags):
    status, _, said = run("gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-xc", "-fsyntax-only", *flags,
                          "-", text=text, cwd=tree)
    assert status == 0 or "differ: give one of them another --prefix" in said, said
    return status == 0


def functions(folder):
    """Returns the functions of layouts in the headers of a copy."""
    text = "".join(data.decode() for name, (data, _) in content(folder).items() if name.endswith(".h")
                   and name[2:] not in ("base.h", "table.h", "print.h"))
    fields = re.findall(r"^D_(?:FIELD|FLAG|MEMBER)_[A-Z0-9]+?(_SET|_GET)?\((\w+), (\w+),", text, flags=re.M)
    return set(re.findall(r"\bd_(\w+)\(", text)) | {
        f"{layout}_{way}_{field}" for only, layout, field in fields for way in ("set", "get")
        if only in ("", f"_{way.upper()}")}


def test_sides_and_apis(tree):
    """A copy has the functions that its side writes and reads, and an update keeps the choice."""
    def made(*options):
        shutil.rmtree(tree / "d", ignore_errors=True)
        vendor(tree, "--prefix", "d", "--only", "set_psv_seg,sig_err_cqe,mkc", *options, "--to", "d", *WHOLE)
        kept = content(tree / "d")
        assert vendor(tree, "--update", "d", *WHOLE).endswith("0 written, 0 removed\n")
        assert content(tree / "d") == kept
        return functions(tree / "d")

    driver, device = made(), made("--side", "device")
    assert {"set_psv_seg_set_psv_index", "set_psv_seg_pack", "sig_err_cqe_get_mkey",
            "sig_err_cqe_unpack", "mkc_set_lr", "mkc_pack"} <= driver
    assert not driver & {"set_psv_seg_get_psv_index", "set_psv_seg_unpack", "sig_err_cqe_set_mkey",
                         "sig_err_cqe_pack", "mkc_get_lr", "mkc_unpack"}
    assert {"set_psv_seg_get_psv_index", "set_psv_seg_unpack", "sig_err_cqe_set_mkey",
            "sig_err_cqe_pack", "mkc_get_lr", "mkc_unpack"} <= device
    assert not device & {name for name in driver if re.search("_([sg]et_|pack|unpack)", name)}
    both = made("--side", "both")
    assert driver | device <= both
    packed, single = made("--api", "pack"), made("--api", "accessors")
    assert not any(re.search("_[sg]et_", name) for name in packed) and "mkc_pack" in packed
    assert not any(re.search("_(un)?pack$|_init$|_check$", name) for name in single) and \
        "mkc_set_lr" in single
    assert packed | single == driver


def test_a_context_is_read_where_a_command_returns_it(tree):
    vendor(tree, "--prefix", "d", "--only", "query_mkey_out", "--to", "d", *WHOLE)
    found = functions(tree / "d")
    assert "mkc_get_lr" in found and "mkc_unpack" in found
    assert "mkc_set_lr" not in found and "mkc_pack" not in found


def test_comments(tree):
    def text(*options):
        vendor(tree, "--only", "set_psv_seg", "--force", *options, "--to", "d")
        return (tree / "d" / "prm_psv.h").read_text(encoding="utf-8")

    brief, full = text(), text("--comments", "full")
    assert "Number of the PSV to load" in brief and "Sources" not in brief
    assert "Sources: " in full and "Sources disagree" in full
    assert full.count("UNVERIFIED: ") == brief.count("UNVERIFIED: see the spec.") > 0
    vendor(tree, "--only", "set_psv_seg", "--style", "linux", "--force", "--to", "d")
    assert "/**" not in (tree / "d" / "prm_psv.h").read_text(encoding="utf-8")
    kept = read(str(tree / "d" / "mlx5sig.manifest")).choice
    assert (kept.side, kept.api, kept.comments) == ("driver", "both", "brief")


def test_a_manifest_from_before_the_choice_of_functions_has_all(tree):
    vendor(tree, "--only", "set_psv_seg", "--side", "both", "--comments", "full", "--to", "d")
    before = content(tree / "d")
    path = tree / "d" / "mlx5sig.manifest"
    lines = [line for line in path.read_text(encoding="utf-8").splitlines(keepends=True)
             if not line.startswith(("side:", "api:", "comments:", "manifest:"))]
    path.write_text("".join(lines), encoding="utf-8")
    vendor(tree, "--update", "d")
    assert content(tree / "d") == before


@pytest.mark.parametrize("options, said", [
    (("--style", "ifc", "--api", "pack"), "leave out --side and --api"),
    (("--style", "ifc", "--side", "device"), "leave out --side and --api"),
    (("--with", "builders", "--api", "accessors"), "take --api pack or both"),
    (("--with", "builders", "--side", "device"), "take --side driver or both"),
])
def test_choices_that_exclude_each_other(tree, options, said):
    assert said in vendor(tree, "--only", "set_psv_seg", *options, "--to", "d", status=2)
    assert not (tree / "d").exists()


def test_two_versions_do_not_mix(tree):
    vendor(tree, "--prefix", "drv", "--only", ONLY, "--to", "same", "--amalgamate", "drv.h")
    edit(tree / "spec" / "wqe" / "psv.yaml", "psv_index", "psv_number")
    vendor(tree, "--prefix", "drv", "--only", ONLY, "--to", "new")
    vendor(tree, "--prefix", "drv", "--only", ONLY, "--to", "new1", "--amalgamate", "drv.h")
    vendor(tree, "--prefix", "other", "--only", ONLY, "--to", "other")
    old, new = '#include "drv/drv_psv.h"\n', '#include "new/drv_psv.h"\n'
    assert compiles(tree, old + old + '#include "drv/drv_umr.h"\n')
    assert compiles(tree, old + '#include "other/other_psv.h"\n')
    assert compiles(tree, old + '#include "same/drv.h"\n')
    assert compiles(tree, '#include "same/drv.h"\n' + old)
    for one, other in ((old, new), (old, '#include "new/drv_umr.h"\n'), (new, old),
                       (old, '#include "new1/drv.h"\n'), ('#include "new1/drv.h"\n', old),
                       ('#include "same/drv.h"\n', '#include "new1/drv.h"\n')):
        assert not compiles(tree, one + other), one + other


def test_two_versions_of_tables_do_not_mix(tree):
    for name in ("one", "two"):
        vendor(tree, "--style", "ifc", "--only", "set_psv_seg", "--to", name)
        edit(tree / "spec" / "wqe" / "psv.yaml", "doc: Number of the PSV", "doc: No. of the PSV") \
            if name == "one" else None
    assert compiles(tree, '#include "one/mlx5_ifc_psv.h"\n' * 2)
    assert not compiles(tree, '#include "one/mlx5_ifc_psv.h"\n#include "two/mlx5_ifc_psv.h"\n')


def test_sequences_variants_and_capabilities():
    spec, _ = load_spec([os.path.join(ROOT, "spec")])
    assert {"bsf_16", "bsf_32", "bsf_64", "bsf_128"} <= set(selection(spec, ["bsf"]).layouts)
    assert {"ctrl_seg", "umr_ctrl_seg", "mkc", "klm"} <= set(selection(spec, ["umr_wqe"]).layouts)
    assert set(selection(spec, ["set_psv_seg"]).layouts) == {"set_psv_seg"}
    assert {"set_psv_seg", "cmd_hca_cap", "query_hca_cap_in", "query_hca_cap_out"} <= \
        set(selection(spec, ["set_psv_seg"], with_caps=True).layouts)


def test_who_has_a_layout(tree):
    (tree / "far").mkdir()
    shutil.copy(tree / "drv" / "mlx5sig.manifest", tree / "far" / "kernel.manifest")
    (tree / "far" / "not.manifest").write_text("something else\n", encoding="utf-8")
    assert known.manifests(str(tree)) == ["drv/mlx5sig.manifest", "far/kernel.manifest"]
    assert known.manifests_with(str(tree), "umr_ctrl_seg") == \
        ["drv/mlx5sig.manifest", "far/kernel.manifest"]
    assert known.manifests_with(str(tree), "mkc") == []


@pytest.mark.parametrize("old, new, expected", [
    ("# Copy of mlx5sig's layouts.", "#", "mlx5sig.manifest:1: this is not a manifest"),
    ("format: 1", "format: 2", "format 2 of manifests"),
    ("style: c", "style: rust", "there is no style 'rust'"),
    ("style: c", "", "no 'style' in it"),
    ("prefix: drv", "prefix: A-B", "'A-B' cannot be a prefix"),
    ("file: ", "file: x", "a digest and the name of a file are expected"),
    ("  drv_base.h", "  ../drv_base.h", "a digest and the name of a file are expected"),
    ("prefix: drv", "prefix", "'key: value' is expected"),
])
def test_bad_manifests(tree, old, new, expected):
    path = tree / "drv" / "mlx5sig.manifest"
    edit(path, old, new)
    with pytest.raises(Bad, match=re.escape(expected)):
        read(str(path))


def test_messages(tree):
    assert "there is no layout 'set_psv_sec'; did you mean 'set_psv_seg'?" in \
        vendor(tree, "--only", "set_psv_sec", "--to", "x", status=2)
    assert "is not the name of a header" in vendor(tree, "--amalgamate", "a/b.h", "--to", "x", status=2)
    assert "--with has no 'all'" in vendor(tree, "--with", "all", "--to", "x", status=2)
    assert "cannot be a prefix" in vendor(tree, "--prefix", "1x", "--to", "x", status=2)
    assert "nowhere" in vendor(tree, "--update", "nowhere", status=2)
    assert not (tree / "x").exists()


def test_prmc_diff_names_the_copies(tree):
    shutil.copytree(tree / "spec", tree / "old")
    edit(tree / "spec" / "wqe" / "psv.yaml", "0x00[31:24]: reserved\n      0x00[23:0]:\n        name: psv_index",
         "0x00[31:28]: reserved\n      0x00[27:0]:\n        name: psv_index")
    _, out, said = prmc("diff", "old", "spec", "--format", "json", cwd=tree)
    assert '"drv/mlx5sig.manifest"' in out, out + said


def test_a_copy_of_another_manual(tree):
    """It is updated from that manual; another one is refused."""
    header = tree / "drv_ifc.h"
    header.write_text("struct mlx5_ifc_thing_bits {\n\tu8 index[0x20];\n};\n", encoding="utf-8")
    assert prmc("vendor", "--spec", "drv_ifc.h", "--prefix", "x", "--to", "x", cwd=tree)[0] == 0
    for words in (["--update", "x"], ["--diff", "x"]):
        assert "the copy was made of drv_ifc.h, and spec has nothing of that name: give its manual " \
            "with --spec" in vendor(tree, *words, status=2)
    header.write_text(header.read_text().replace("index", "indexes"), encoding="utf-8")
    status, out, _ = prmc("vendor", "--spec", "drv_ifc.h", "--diff", "x", cwd=tree)
    assert status == 1 and "1 cosmetic" in out + _
    assert prmc("vendor", "--spec", "drv_ifc.h", "--update", "x", cwd=tree)[0] == 0
    assert "indexes" in (tree / "x" / "x_drv_ifc.h").read_text(encoding="utf-8")
