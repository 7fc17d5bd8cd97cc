# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""tests/run/merged.py, which compiles several sources into one object."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import merged

COMMAND = ("gcc", "-std=c11", "-Wall")
SOURCES = {
    "a.c": '#include "a.h"\nstatic int own(void)\n{\n\treturn SIZE;\n}\nint a(void)\n{\n\treturn own();\n}\n',
    "b.c": '#include "a.h"\n#define LIMIT 2\nint b(void)\n{\n\treturn LIMIT;\n}\n',
    "c.c": '#include "a.h"\nstatic __attribute__((noinline, cold)) int\nown(int x)\n{\n\treturn x;\n}\n'
           'int c(void)\n{\n\treturn own(3);\n}\n',
    "a.h": "#ifndef SIZE\n#define SIZE 1\n#endif\nint a(void), b(void), c(void);\n",
}


@pytest.fixture
def compile_them(tmp_path, monkeypatch, capfd):
    """Compiles these sources; returns status, output, and the functions of the object."""
    monkeypatch.chdir(tmp_path)

    def run(**changed):
        sources = {**SOURCES, **{name.replace("_", "."): text for name, text in changed.items()}}
        for name, text in sources.items():
            (tmp_path / name).write_text(text)
        (tmp_path / "out").mkdir(exist_ok=True)
        status = merged.main(["--out", "out/x.o", *(name for name in sorted(sources) if name.endswith(".c")), "--", *COMMAND])
        if status:
            return status, "".join(capfd.readouterr()), []
        assert sorted(os.listdir("out")) == ["x.o", "x.o.d"]
        found = subprocess.run(["nm", "out/x.o"], stdout=subprocess.PIPE, text=True, check=True).stdout.split("\n")
        return status, "".join(capfd.readouterr()), sorted(line.split()[2] for line in found if " T " in line)
    return run


def test_units(tmp_path, monkeypatch):
    """Names that two sources have are in different units: functions, with attributes too, macros, variables, structs."""
    monkeypatch.chdir(tmp_path)
    texts = ["static int f(void)\n{\n}\n", "static __attribute__((cold)) int f(int a)\n{\n}\n", "#define f 1\n",
             "static int f[2];\n", "static const char *f = 0;\n",
             "struct f {\n};\n", "INLINE int f(void)\n{\n}\n", "int g(void)\n{\n\tint f = 1;\n}\n"]
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.c").write_text(text)
    names = [f"{number}.c" for number in range(len(texts))]
    assert merged.units(names) == [["0.c", "7.c"]] + [[name] for name in names[1:7]]


def test_object(compile_them):
    assert compile_them() == (0, "", ["a", "b", "c"])
    assert [set(group) for group in merged.units(["a.c", "b.c", "c.c"])] == [{"a.c", "b.c"}, {"c.c"}]
    with open("out/x.o.d", encoding="utf-8") as stream:
        target, _, files = stream.read().partition(":")
    assert target == "out/x.o" and {"a.c", "b.c", "c.c", "a.h"} <= set(files.split())


def test_not_as_one_unit(compile_them):
    """A header that a source includes with another macro is read anew for it: what the first one has must not count."""
    status, out, functions = compile_them(d_c='#define SIZE 7\n#include "a.h"\nint d(void);\nint d(void)\n{\n\treturn SIZE;\n}\n')
    assert (status, functions) == (0, ["a", "b", "c", "d"])
    assert out == "merged.py: a.c, b.c, d.c do not compile as one unit, and are compiled one by one\n"


def test_errors(compile_them):
    """The message is that of the source alone."""
    status, out, _ = compile_them(b_c="int b(void)\n{\n\treturn missing;\n}\n")
    assert status == 1 and "b.c:3:16: error: " in out and not os.path.exists("out/x.o")


def test_usage():
    done = subprocess.run([sys.executable, merged.__file__, "--out", "x.o"], stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2 and done.stderr.startswith("usage: ")
