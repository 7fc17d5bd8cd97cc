# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs Linux's own checks of style and comments on copies in the style linux."""

import os
import re
import subprocess
from dataclasses import replace

import pytest

from prmclib.writers.choice import Choice, files, selected
from prmclib.readers.load import load_spec

from trees import ROOT

ARCHIVE = "/usr/src/linux-source-6.12.tar.xz"
SCRIPTS = ("checkpatch.pl", "spelling.txt", "const_structs.checkpatch", "kernel-doc")
LACKING = ("no linux-source-6.12, whose checkpatch.pl and kernel-doc this runs; add bookworm-security to APT's "
           "sources and run ./configure.py --install-deps=test")
POST = Choice("linux", only=("set_psv_seg", "bsf_64", "umr_wqe"), comments="brief")
CHOICES = {
    "all of three layouts": POST,
    "what a driver needs to post": replace(POST, side="driver", api="pack"),
    "one header": replace(POST, side="driver", api="pack", amalgamate="prm.h"),
    "long comments and a command": Choice("linux", only=("create_mkey_in", "cqe64"), comments="full"),
}


@pytest.fixture(scope="module")
def scripts(tmp_path_factory):
    """Returns a folder with the scripts of Linux 6.12."""
    if not os.path.exists(ARCHIVE):
        pytest.skip(LACKING)
    folder = tmp_path_factory.mktemp("linux")
    subprocess.run(["tar", "-xJf", ARCHIVE, "-C", str(folder), "--strip-components=2", "--wildcards",
                    *(f"*/scripts/{name}" for name in SCRIPTS)], check=True)
    return folder


@pytest.fixture(scope="module")
def spec():
    return load_spec([os.path.join(ROOT, "spec")])[0]


@pytest.mark.parametrize("name", CHOICES)
def test_a_copy_is_clean(scripts, spec, tmp_path, name):
    choice = CHOICES[name]
    headers = []
    for file, text in files(selected(spec, choice), choice, "test", True).items():
        if file.endswith(".h"):
            (tmp_path / file).write_text(text, encoding="utf-8")
            headers.append(file)
    assert headers
    checked = subprocess.run(["perl", str(scripts / "checkpatch.pl"), "--strict", "--no-tree", "--show-types", "-f",
                              *headers], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert checked.returncode == 0, checked.stdout
    assert len(re.findall(r"^total: 0 errors, 0 warnings, 0 checks, \d+ lines checked$", checked.stdout,
                          flags=re.M)) == len(headers)
    documented = subprocess.run(["perl", str(scripts / "kernel-doc"), "-none", "-Wall", *headers], cwd=tmp_path,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert (documented.returncode, documented.stdout) == (0, "")


def test_checkpatch_complains(scripts, tmp_path):
    """The options above do not switch off what is looked for."""
    (tmp_path / "bad.h").write_text("/* SPDX-License-Identifier: GPL-2.0 */\nstatic inline int f( int a){return a ;}\n",
                                    encoding="ascii")
    checked = subprocess.run(["perl", str(scripts / "checkpatch.pl"), "--strict", "--no-tree", "--show-types", "-f",
                              "bad.h"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert checked.returncode == 1 and "SPACING" in checked.stdout
