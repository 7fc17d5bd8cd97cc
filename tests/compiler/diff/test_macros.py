# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Uses of generated names that macros put together: as a preprocessor has them."""

import os
import re
import subprocess

import pytest
from prmclib.diff.macros import Macros
from prmclib.diff.uses import uses_in
from sides import ROOT, the_spec, write

SOURCES = ("kernel/devx.c", "firmware/fw_dek.c", "firmware/fw_mkey.c", "observe/strict.c", "kernel/uverbs_device.c", "kernel/uverbs_qp_modify.c")


def expanded(text, headers=()):
    texts = {"a.c": text, **{f"{number}.h": one for number, one in enumerate(headers)}}
    out = Macros(texts).expanded("a.c", text)
    assert out.count("\n") == text.count("\n"), "lines stay where they are"
    return "\n".join(line for line in out.split("\n") if line and "#define" not in line)


@pytest.mark.parametrize("text, wanted", [
    ("#define A(n) prm_##n##_x\nA(one) A( two )\n", "prm_one_x prm_two_x"),
    ("#define A(n) prm_##n\n#define B(n, m) A(n)->m\nB(one, len);\n", "prm_one->len;"),
    ("#define A(n) prm_##n\n#define L(X) X(one) X(two)\nL(A)\n", "prm_one prm_two"),
    ("#define A(n, ...) f(prm_##n, __VA_ARGS__)\nA(one, g(1, 2), 3)\n", "f(prm_one, g(1, 2), 3)"),
    ("#define A(n) prm_##n\nA(a)\n#define A(n) prm_##n##_new\nA(b)\n", "prm_a\nprm_b_new"),
    ("#define A(p, n) (p)->n\nA(q, len)\n", "q->len"),
    ("#define A(n) ((n) + 1)\nA(one)\n", "A(one)"),  # nothing is put together
    ("#define A(n) prm_##n\nA (one) BA(two) A\n", "prm_one BA(two) A"),
    ("#define A(n) prm_##n A(n)\nA(one)\n", "prm_one A(one)"),  # once
    ("#define A(n, m) prm_##n\nA(one)\nA(one, two\n", "A(one)\nA(one, two"),
    ("#define A() prm_##x\nA()\n", "prm_x")])
def test_expansion(text, wanted):
    assert expanded(text) == wanted


def test_a_header_defines_it():
    header = "#define A(n) \\\n\tprm_ ## n\n"
    assert expanded("A(one\n)\n", [header]).strip() == "prm_one"
    assert expanded("#define A(n) own_##n\nA(one)\n", [header]) == "own_one"


def test_a_macro_without_arguments_says_it_where_it_is_defined():
    text = "#define A(n) PRM_##n\n#define ALL (A(X) | \\\n\tA(Y))\nALL\n"
    assert Macros({"a.c": text}).expanded("a.c", text) == \
        "#define A(n) PRM_##n\n#define ALL (PRM_X | \\\n\tPRM_Y)\nALL\n"


def test_macros_that_grow_are_left_alone():
    text = "#define A0(n) prm_##n prm_##n\n" + "".join(
        f"#define A{number + 1}(n) A{number}(n) A{number}(n) A{number}(n) A{number}(n)\n"
        for number in range(40)) + "A40(x)\n"
    assert len(expanded(text)) < 1 << 21


def test_members(tmp_path):
    """A macro's uses of a variable of its own, or of one of the caller's."""
    write(tmp_path, "runtime/a.h", "#define SET(l, f, v) do { struct prm_##l##_fields x; x.f = v; } while (0)\n"
                                   "#define GET(p, f) ((p)->f)\n")
    write(tmp_path, "runtime/a.c", "void f(struct prm_mkc_fields *m, struct other *o)\n{\n"
                                   "\tSET(mkc, len,\n\t    3);\n\tGET(m, len); GET(o, len);\n}\n")
    uses = uses_in(str(tmp_path), [the_spec()])
    assert uses.members["mkc", "len"] == ["runtime/a.c:3", "runtime/a.c:5"]


def preprocessed(name):
    """{(name, line)} of a file of softmlx5 as gcc -E gives it."""
    path = f"softmlx5/{name}"
    done = subprocess.run(["gcc", "-E", "-D_GNU_SOURCE", "-Iinclude", "-Igenerated", "-Isoftmlx5", path],
                          cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    found, line, here = set(), 0, False
    for text in done.stdout.split("\n"):
        match = re.match(r'# (\d+) "([^"]*)"', text)
        if match:
            line, here = int(match.group(1)), match.group(2) == path
            continue
        if here:
            text = re.sub(r'"(?:\\.|[^"\\])*"', "", text)
            found |= {(word, line) for word in re.findall(r"\b(?:prm|PRM)_\w+", text)}
        line += 1
    return found


def test_a_preprocessor_finds_the_same_names():
    """Uses are on the lines of the calls; those of a call over several lines may be reported at its first line."""
    uses = uses_in(ROOT, [the_spec()])
    joined = 0
    for name in SOURCES:
        mine = {}
        for word, places in uses.names.items():
            for place in places:
                path, _, line = place.rpartition(":")
                if path == f"softmlx5/{name}":
                    mine.setdefault(word, []).append(int(line))
        with open(os.path.join(ROOT, "softmlx5", name), encoding="utf-8") as stream:
            lines = stream.read().split("\n")
        # Macros without arguments stay where they are defined.
        plain = {word for line in lines for word in re.findall(r"#define \w+\s+(.*)|^\toffsetof\((.*)", line)
                 for word in re.findall(r"prm_\w+", " ".join(word))}
        for word, line in sorted(preprocessed(name)):
            near = [at for at in mine.get(word, ()) if abs(at - line) < 12]
            assert near or word in plain, f"softmlx5/{name}:{line}: {word}"
            joined += word not in lines[line - 1] and bool(near)
    assert joined > 100, "of which many are put together"
