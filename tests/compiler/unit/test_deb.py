# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests `ninja deb`: the packages are as Debian's policy asks, and work in a system that has only their dependencies."""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys

import pytest
import yaml

from freshroot import FreshRoot, why_impossible
from test_configure import BUILD, ROOT, read, run

NAMES = ["libmlx5sig-dev", "libmlx5sig2", "prmc", "softmlx5"]
NATIVE = subprocess.run(["dpkg", "--print-architecture"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
TOOLS = "ibverbs-utils, perftest, gcc, libc6-dev, pkg-config"  # they use what is installed


def products(folder):
    """Makes a build folder with this build's products."""
    folder.mkdir()
    for name in ("softmlx5", "libsoftmlx5.so", "libmlx5sig.a", "libmlx5sig.so.2"):
        assert os.path.exists(os.path.join(BUILD, name)), "it is not there: `ninja products` builds it"
        os.symlink(os.path.join(BUILD, name), folder / name)
    (folder / "docs").mkdir()
    (folder / "docs" / "reference.html").write_text("<!DOCTYPE html>\n<title>page</title>\n", encoding="utf-8")


def make(folder):
    """Makes the packages of this build's products in a build folder of their own, quickly compressed; returns their folder."""
    products(folder)
    status, text = run(sys.executable, "packaging/deb.py", "--build", folder, cwd=ROOT, DPKG_DEB_COMPRESSOR_LEVEL="0")
    assert status == 0, text
    return folder / "deb"


@pytest.fixture(scope="module")
def debs(tmp_path_factory):
    return make(tmp_path_factory.mktemp("packages") / "build")


def paths(debs):
    return sorted(str(path) for path in debs.iterdir())


def field(path, name):
    return run("dpkg-deb", "--field", path, name, cwd="/")[1].strip()


def test_names(debs):
    """Names, versions and architectures; the library's version is the version of all."""
    version = ".".join(re.findall(r"define MLX5SIG_VERSION_\w+ (\d+)", read(ROOT, "include/mlx5sig/mlx5sig.h")))
    assert read(ROOT, "debian/changelog").startswith(f"mlx5sig ({version}) ")
    found = [os.path.basename(path) for path in paths(debs)]
    assert found == [f"{name}_{version}_{'all' if name == 'prmc' else NATIVE}.deb" for name in NAMES]
    depends = {field(path, "Package"): field(path, "Depends") for path in paths(debs)}
    assert {"ibverbs-providers", "libisal2", "libssl3", "libc6"} <= set(re.findall(r"[\w.+-]+", depends["softmlx5"]))
    assert {"ibverbs-providers", "libibverbs1", "libc6"} <= set(re.findall(r"[\w.+-]+", depends["libmlx5sig2"]))
    assert f"libmlx5sig2 (= {version})" in depends["libmlx5sig-dev"]


def test_lintian(debs):
    """Lintian finds no error; what it warns of is known."""
    status, text = run("lintian", "--no-tag-display-limit", *paths(debs), cwd="/")
    found = set(re.findall(r"^([EW]): (\S+): (\S+)", text, re.M))
    assert status == 0 and not [row for row in found if row[0] == "E"], text
    assert found == {("W", "prmc", "no-manual-page")}


def test_contents(debs):
    """Each file is in one package, belongs to root, and all users can read it."""
    owner = {}
    for path in paths(debs):
        for line in run("dpkg-deb", "--contents", path, cwd="/")[1].splitlines():
            mode, user, _, _, _, name = line.split(maxsplit=5)
            assert user == "root/root" and mode in ("-rw-r--r--", "-rwxr-xr-x", "drwxr-xr-x", "lrwxrwxrwx"), line
            if not mode.startswith("d"):
                assert owner.setdefault(name, path) == path
            assert "__pycache__" not in name and not name.endswith(".pyc")


def test_same_again(debs, tmp_path):
    """The same products give the same bytes."""
    for one, other in zip(paths(debs), paths(make(tmp_path / "again"))):
        with open(one, "rb") as first, open(other, "rb") as second:
            assert first.read() == second.read(), one


def test_file_of_no_package(tmp_path):
    """A file that is installed and in no package is an error."""
    debian = tmp_path / "debian"
    shutil.copytree(os.path.join(ROOT, "debian"), debian)
    (debian / "softmlx5.install").write_text("usr/lib/softmlx5\nusr/share/gdb\nusr/share/man/man1/softmlx5.1\n")
    code = "import deb; print(deb.build({!r}, {!r}))"
    products(tmp_path / "build")
    status, text = run(sys.executable, "-B", "-c", code.format(str(tmp_path / "build"), str(debian)), cwd=ROOT,
                       PYTHONPATH=os.path.join(ROOT, "packaging"))
    assert status and "usr/bin/softmlx5 exists in debian/tmp but is not installed to anywhere" in text


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


BANDWIDTH = """
softmlx5 --strict ib_write_bw -n 100 -F -p {port} & server=$!
until grep -q ":$(printf %04X {port}) .* 0A " /proc/net/tcp*; do sleep 0.05; done
softmlx5 --strict ib_write_bw -n 100 -F -p {port} localhost
wait $server
"""


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", read(ROOT, "docs/ci.md"), re.S)


def on_port(script, port):
    """A script of docs/ci.md, on another port than perftest's 18515."""
    assert f":{18515:04X} " in script
    return re.sub(r" -F( |$)", rf" -F -p {port}\1", script.replace(f":{18515:04X} ", f":{port:04X} "), flags=re.M)


COMPILED = """
cp /usr/share/doc/mlx5sig/examples/{sig_write.c,pair.h} .
gcc sig_write.c $(pkg-config --cflags --libs mlx5sig) -o shared
gcc sig_write.c $(pkg-config --cflags mlx5sig) -l:libmlx5sig.a $(pkg-config --static --libs libmlx5) -o static
softmlx5 --strict ./shared; softmlx5 --strict ./static
ldd ./shared | grep -o '/.*libmlx5sig.so.2'; ! ldd ./static | grep libmlx5sig
"""


def test_in_a_fresh_root(debs, tmp_path):
    """The packages are installed by dpkg in a system that has what they depend on and a few tools, used, and purged."""
    reason = why_impossible()
    if reason:
        pytest.skip(reason)
    depends = ", ".join(field(path, "Depends") for path in paths(debs))
    root = FreshRoot(str(tmp_path / "root"), f"{depends}, {TOOLS}", without=NAMES)
    for path in paths(debs):
        os.link(path, os.path.join(root.folder, "work", os.path.basename(path)))
    assert root.run("softmlx5 true")[0] == 127 and root.run("prmc check")[0] == 127
    before = root.files()
    root.must("dpkg -i *.deb; dpkg --audit; dpkg --verify softmlx5 prmc libmlx5sig2 libmlx5sig-dev")
    assert "hca_id:\tmlx5_0\n" in root.must("softmlx5 --strict ibv_devinfo")
    text = root.must(BANDWIDTH.format(port=free_port()))
    assert text.count("BW average") == 2 and "softmlx5:" not in text
    gitlab = yaml.safe_load(blocks("yaml")[1])["softmlx5"]
    text = root.must(on_port("\n".join(gitlab["script"]), free_port()))
    assert "t_avg[usec]" in text and "t_avg[usec]" in root.must("cat server.txt") and "opcode=SEND" in root.must("cat trace.txt")
    script = pathlib.Path(root.folder) / "work" / "rdma"
    script.write_text(on_port(blocks("sh")[1], free_port()), encoding="ascii")
    script.chmod(0o755)
    text = root.must("mkdir own; AUTOPKGTEST_TMP=own ./rdma")
    assert text.count("BW average") == 2 and "softmlx5:" not in text
    assert "hca_id:\tmlx5_0\n" in root.must(blocks("bash")[0] + "wait $softmlx5 || [ $? = 143 ]; ! ls rdma.env")
    root.must("prmc check; prmc generate --out headers;"
              " echo '#include \"prm_psv.h\"' | gcc -Iheaders -fsyntax-only -Wall -Werror -x c -")
    text = root.must(COMPILED)
    assert text.count("64 blocks written, T10-DIF added on the wire, checked and stripped: data are right") == 2
    assert f"/lib/{os.path.basename(subprocess.getoutput('gcc -print-multiarch'))}/libmlx5sig.so.2" in text
    status, text = root.run("dpkg -r libmlx5sig2")
    assert status == 1 and re.search(r"libmlx5sig-dev\S* depends on libmlx5sig2", text)
    root.must("dpkg --purge " + " ".join(NAMES))
    after = root.files()
    assert {name: after.get(name) for name in {*before, *after} if after.get(name) != before.get(name)} == {}
