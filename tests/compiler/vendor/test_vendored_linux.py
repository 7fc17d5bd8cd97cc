# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests that docs/vendored-linux.md shows the compiler's output, and Linux's code."""

import os
import re
from dataclasses import replace

from prmclib.writers.choice import Choice, files, selected
from prmclib.readers.load import load_spec

from kernel_headers import LINUX, linux
from trees import ROOT

CHOICE = Choice("linux", only=("set_psv_seg", "bsf_64", "umr_wqe"), side="driver", api="pack",
                comments="brief")
LIMIT = 1500  # lines of the copy's headers, of several files or one


def page():
    with open(os.path.join(ROOT, "docs", "vendored-linux.md"), encoding="utf-8") as stream:
        return stream.read()


def made(choice=CHOICE):
    spec, _ = load_spec([os.path.join(ROOT, "spec")])
    return selected(spec, choice), files(selected(spec, choice), choice, "test", True)


def test_lines_of_the_copy_are_those_that_the_compiler_writes():
    spec, texts = made()
    whole = "".join(texts.values())
    blocks = re.findall(r"<!-- copy -->\n```c\n(.*?)```", page(), flags=re.S)
    assert len(blocks) == 4
    for block in blocks:
        assert block in whole, block
    assert f"the {len(spec.layouts)} layouts of at most 128 bytes" in page()
    assert max(layout.size for layout in spec.layouts.values()) <= 128


def test_a_copy_to_post_is_small():
    for choice in (CHOICE, replace(CHOICE, amalgamate="prm.h")):
        texts = made(choice)[1]
        assert sum(text.count("\n") for text in texts.values()) <= LIMIT, list(texts)


def test_declarations_of_linux_are_those_of_its_header():
    with open(os.path.join(linux(LINUX[-1]), "linux", "mlx5", "qp.h"), encoding="utf-8") as stream:
        header = stream.read()
    declared = re.findall(r"```c\n(struct mlx5_.*?)```", page(), flags=re.S)
    assert len(declared) == 2
    for text in declared:
        assert text in header
