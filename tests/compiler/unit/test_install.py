# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests `ninja install`: installed files work outside of the tree; and a change of the spec reaches the products."""

from __future__ import annotations

import os
import re
import shutil
import stat
import sys

from test_configure import BUILD, ROOT, read, run, tree  # noqa: F401


def test_changed_spec_reaches_the_object_file(tree):
    """After a changed field, `ninja` makes everything that depends on it; a second run makes nothing."""
    assert run("./configure.py", cwd=tree)[0] == 0
    assert run("ninja", "build/headers.o", cwd=tree)[0] == 0
    assert "no work to do" in run("ninja", "build/headers.o", cwd=tree)[1]
    psv = tree / "spec" / "wqe" / "psv.yaml"
    psv.write_text(read(psv).replace("psv_index", "psv_number"), encoding="utf-8")
    status, text = run("ninja", "build/headers.o", cwd=tree)
    assert status == 0 and "compile generated/*.h" in text
    assert "psv_number" in read(tree, "generated", "prm_psv.h")
    assert "no work to do" in run("ninja", "build/headers.o", cwd=tree)[1]
    os.unlink(tree / "generated" / "prm_psv.h")
    assert run("ninja", "build/headers.o", cwd=tree)[0] == 0
    assert "psv_number" in read(tree, "generated", "prm_psv.h")


def test_install(tree, tmp_path):
    prefix = tmp_path / "prefix with space"
    made = tmp_path / "made"
    made.mkdir()
    for name in ("softmlx5", "libsoftmlx5.so", "libmlx5sig.a", "libmlx5sig.so.2"):
        (made / name).write_text(name, encoding="utf-8")
        (made / name).chmod(0o755)
    (made / "docs").mkdir()
    (made / "docs" / "reference.html").write_text("page", encoding="utf-8")
    for _ in range(2):  # the second time over the first
        status, text = run(sys.executable, "packaging/install.py", "--prefix", "/opt/m", "--build", made,
                           cwd=tree, DESTDIR=str(prefix))
        assert (status, text) == (0, f"installed below {prefix}/opt/m\n")
    top = prefix / "opt" / "m"
    assert read(top, "include/mlx5sig/prm_psv.h") == read(ROOT, "generated/prm_psv.h")
    assert read(top, "share/mlx5sig/spec/wqe/psv.yaml") == read(ROOT, "spec/wqe/psv.yaml")
    assert read(top, "bin/prmc") == '#!/bin/sh\nexec /opt/m/share/mlx5sig/codegen/prmc "$@"\n'
    assert "prefix=/opt/m\n" in read(top, "lib/pkgconfig/mlx5sig.pc")
    assert "Version: 2.0.0\n" in read(top, "lib/pkgconfig/mlx5sig.pc")
    assert read(top, "include/mlx5sig/mlx5sig.h") == read(ROOT, "include/mlx5sig/mlx5sig.h")
    assert read(top, "lib/libmlx5sig.a") == "libmlx5sig.a"
    for name in ("libmlx5sig.so", "libmlx5sig.so.2"):  # both link to the same file
        assert os.path.islink(top / "lib" / name)
        assert os.path.basename(os.path.realpath(top / "lib" / name)) == "libmlx5sig.so.2.0.0"
    assert read(top, "share/doc/mlx5sig/LICENSE") == read(ROOT, "LICENSE")
    assert read(top, "share/doc/mlx5sig/reference.html") == "page"
    assert read(top, "bin/softmlx5") == "softmlx5"
    assert read(top, "lib/softmlx5/libsoftmlx5.so") == "libsoftmlx5.so"
    assert read(top, "share/gdb/auto-load/opt/m/lib/softmlx5/libsoftmlx5.so-gdb.gdb") == read(ROOT, "softmlx5/process/softmlx5.gdb")
    assert read(top, "share/man/man1/softmlx5.1") == read(ROOT, "docs/softmlx5.1")
    named = {name for folder in ("codegen", "docs", "include", "softmlx5")
             for name in re.findall(r"(?<!\w/)\bdocs/[\w.-]+\.(?:md|json)\b", words_of(folder))}
    assert {"docs/decode.md", "docs/diff.schema.json", "docs/softmlx5.md", "docs/notation.md"} <= named
    for name in sorted(named | {"examples/sig_write.c", "examples/pair.h"}):
        assert read(top, "share/doc/mlx5sig", name) == read(ROOT, name)
    pages = "share/man/man3/"
    assert read(top, pages + "mlx5sig_wr_start.3") == read(ROOT, "docs/man/mlx5sig_wr_start.3")
    assert read(top, pages + "mlx5sig_wr_send.3") == ".so man3/mlx5sig_wr_start.3\n"
    assert read(top, "share/man/man7/mlx5sig.7") == read(ROOT, "docs/man/mlx5sig.7")
    modes = {stat.S_IMODE(os.stat(os.path.join(folder, name)).st_mode)
             for folder, _, names in os.walk(top) for name in names}
    assert modes == {0o644, 0o755}
    assert not [name for _, folders, names in os.walk(top) for name in folders + names
                if name == "__pycache__" or name.endswith((".part", ".pyc"))]


def install_into(top, tree):
    """Runs the steps of `ninja install`, with the products of this build instead of new ones."""
    assert run("./configure.py", "--build", "out", "--prefix", top, cwd=tree)[0] == 0
    status, text = run("ninja", "-f", "out/build.ninja", "-t", "commands", "install", cwd=tree)
    assert status == 0, text
    *building, installing = text.splitlines()
    words = set(" ".join(building).split())
    for name in ("libmlx5sig.a", "libmlx5sig.so.2", "softmlx5", "libsoftmlx5.so"):
        assert f"out/{name}" in words
        assert os.path.exists(os.path.join(BUILD, name)), "it is not there: `ninja products` builds it"
        os.symlink(os.path.join(BUILD, name), tree / "out" / name)
    assert "out/docs/reference.html" in words
    (tree / "out" / "docs").mkdir()
    (tree / "out" / "docs" / "reference.html").write_text("page", encoding="utf-8")
    status, text = run("sh", "-c", installing, cwd=tree)
    assert status == 0, text


def test_who_builds_or_installs_needs_no_test_product(tree):
    """Building needs no test product, and installing no example either."""
    assert run("./configure.py", cwd=tree)[0] == 0
    for target, unwanted in (("all", r"\S*tests/\S*"), ("install", r"\S*(?:tests|examples)/\S*")):
        status, text = run("ninja", "-t", "commands", target, cwd=tree)
        assert (status, re.findall(unwanted, text)) == (0, [])
    assert "build/libmlx5sig.a" in text and "\ndefault all\n" in read(tree, "build.ninja")


def test_what_is_installed_works(tree, tmp_path):
    top = tmp_path / "usr"
    install_into(top, tree)
    (tmp_path / "a.c").write_text("#include <mlx5sig/prm_layouts.h>\n"
                                  "int main(void) { return PRM_SET_PSV_SEG_SIZE != 16; }\n",
                                  encoding="utf-8")
    assert run("gcc", "-I", top / "include", "a.c", "-o", "a", cwd=tmp_path) == (0, "")
    assert run("./a", cwd=tmp_path) == (0, "")
    assert run(top / "bin" / "prmc", "check", cwd=tmp_path)[0] == 0
    assert run(top / "bin" / "prmc", "vendor", "--only", "set_psv_seg", "--with", "builders", "--to", "copy",
               cwd=tmp_path)[0] == 0
    assert run("gcc", "-c", "copy/prm_signature.c", "-o", "a.o", cwd=tmp_path) == (0, "")
    assert run(top / "bin" / "softmlx5", "sh", "-c", "echo $LD_PRELOAD", cwd=tmp_path) == (
        0, f"{top}/lib/softmlx5/libsoftmlx5.so\n")
    build_against(top, tmp_path)


def words_of(folder):
    """Returns all texts below a folder of the tree as one."""
    texts = []
    for base, _, names in os.walk(os.path.join(ROOT, folder)):
        texts += [read(base, name) for name in names if name.endswith((".py", ".md", ".h", ".c", ".1", ".3", ".7"))]
    return "\n".join(texts)


def build_against(top, folder):
    """Builds a program outside of the tree, with pkg-config's output only: shared, then static."""
    for name in ("sig_write.c", "pair.h"):
        shutil.copy(os.path.join(ROOT, "examples", name), folder)

    def ask(*options):
        status, text = run("pkg-config", *options, "mlx5sig", cwd=folder,
                           PKG_CONFIG_PATH=str(top / "lib" / "pkgconfig"))
        assert status == 0, text
        return text.split()

    flags = ["-std=c11", "-Wall", "-Wextra", "-Wconversion", "-Werror", *ask("--cflags")]
    assert run("gcc", *flags, "sig_write.c", "-o", "shared", *ask("--libs"), cwd=folder) == (0, "")
    static = ["-l:libmlx5sig.a" if word == "-lmlx5sig" else word
              for word in ask("--static", "--libs")]
    assert run("gcc", *flags, "sig_write.c", "-o", "static", *static, cwd=folder) == (0, "")
    softmlx5 = top / "bin" / "softmlx5"
    status, text = run(softmlx5, "./shared", cwd=folder, LD_LIBRARY_PATH=str(top / "lib"))
    assert status == 0 and "64 blocks written" in text
    assert run(softmlx5, "./shared", cwd=folder)[0] == 127  # it does need the shared library
    status, text = run(softmlx5, "./static", cwd=folder)
    assert status == 0 and "64 blocks written" in text


def test_install_messages(tree):
    status, text = run(sys.executable, "packaging/install.py", "--prefix", "x", "--build",
                       "build", cwd=tree)
    assert (status, text) == (2, "install: the prefix must be an absolute path, not x\n")
    status, text = run(sys.executable, "packaging/install.py", "--prefix", "/dev/null/x",
                       "--build", "build", cwd=tree)
    assert status == 1 and "/dev/null" in text and "DESTDIR=DIR" in text
