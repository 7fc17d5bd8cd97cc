# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The front page: the C that it shows compiles, the files that it names exist, and it fits in three minutes."""

import os
import re
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as stream:
    TEXT = stream.read()

AROUND = """#include "prm_layouts.h"
void f(struct prm_set_psv_seg *seg, struct prm_mkc *mkc, uint32_t index, uint64_t seed);
void f(struct prm_set_psv_seg *seg, struct prm_mkc *mkc, uint32_t index, uint64_t seed)
{
%s}
"""


def compiles(code: str) -> bool:
    command = ["gcc", "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-Igenerated", "-xc", "-c", "-o", os.devnull, "-"]
    return not subprocess.run(command, cwd=ROOT, input=AROUND % code, text=True, check=False,
                              stderr=subprocess.DEVNULL).returncode


def test_the_c_compiles():
    shown, = re.findall(r"```c\n(.*?)```", TEXT, re.S)
    assert compiles(shown)
    assert shown.count("(mkc, 12)") == 1 and not compiles(shown.replace("(mkc, 12)", "(mkc, 64)"))


def test_what_it_names_exists():
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", TEXT)
    folders = re.findall(r"`([a-z0-9_]+/[a-z0-9_/.]*)`", TEXT)
    assert len(links) > 20 and len(folders) > 8
    assert not [path for path in [*links, *folders] if not path.startswith("build/") and not any(
        os.path.exists(os.path.join(ROOT, top, path)) for top in ("", "spec"))]


def test_it_is_short():
    assert TEXT.count("\n") <= 120
