# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A dialect is cheap: that of Firedancer is the C of this project in other words, so the proofs of it hold."""

import re

import pytest
from trees import prmc, run

WORDS = (("uchar", "uint8_t"), ("ushort", "uint16_t"), ("uint", "uint32_t"), ("ulong", "uint64_t"))
# What the headers need of Firedancer's own one.
BASE = "#pragma once\n#include <string.h>\n" + "".join(
    f"typedef unsigned {kind} {word};\n" for kind, (word, _) in zip(("char", "short", "int", "long"), WORDS))


@pytest.fixture(scope="module", name="src")
def fixture_src(tmp_path_factory):
    """A tree with a copy two folders below src/."""
    src = tmp_path_factory.mktemp("firedancer") / "src"
    (src / "util").mkdir(parents=True)
    (src / "util" / "fd_util_base.h").write_text(BASE)
    status, _, said = prmc("vendor", "--style", "firedancer", "--side", "both",
                          "--only", "umr_wqe,set_psv_seg,sig_err_cqe,mkc,query_hca_cap_in", "--to", str(src / "disco" / "prm"))
    assert not status, said
    return src


def tokens(text):
    """Returns the tokens of a header without comments, includes and the digest of the copy."""
    text = re.sub(r"/\*.*?\*/|^#include.*$|0x[0-9a-f]{15}$", " ", text, flags=re.S | re.M)
    return re.findall(r"\w+|[^\w\s]", re.sub(r"\\\n", " ", text))


def test_it_is_style_c_in_other_words(src, tmp_path):
    status, _, said = prmc("vendor", "--side", "both", "--only",
                          "umr_wqe,set_psv_seg,sig_err_cqe,mkc,query_hca_cap_in", "--to", str(tmp_path / "c"))
    assert not status, said
    names = sorted(path.name for path in (src / "disco" / "prm").glob("*.[ch]"))
    assert len(names) > 12 and names == sorted(path.name for path in (tmp_path / "c").glob("*.[ch]"))
    for name in names:
        ours = tokens(re.sub(r"#if defined\(PRM_BASE_H\).*?#endif\n", "", (tmp_path / "c" / name).read_text(), flags=re.S))
        text = re.sub(r"#if defined\(PRM_BASE_H\).*?#endif\n", "", (src / "disco" / "prm" / name).read_text(), flags=re.S)
        assert not re.search(r"\bu?int(8|16|32|64)_t\b|stdint", text), name
        for word, original in WORDS:
            text = re.sub(rf"\b{word}\b", original, text)
        text = re.sub(r"\b(0x[0-9a-f]+|[0-9]+)UL\b", r"UINT64_C(\1)", text)
        assert tokens(re.sub(r"\b(0x[0-9a-f]+|[0-9]+)U\b", r"UINT32_C(\1)", text)) == ours, name


@pytest.mark.parametrize("compiler", ["gcc -std=c17 -xc", "clang -std=c17 -xc", "g++ -std=c++17 -xc++"])
def test_it_compiles(src, compiler):
    headers = "".join(f'#include "{path.relative_to(src)}"\n' for path in sorted((src / "disco" / "prm").glob("*.h")))
    status, _, said = run(*compiler.split(), "-Wall", "-Wextra", "-Wconversion", "-Werror", "-O2", "-fsyntax-only", "-I", str(src), "-",
                          text=headers)
    assert not status, said
