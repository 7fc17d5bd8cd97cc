# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Comments of C headers become the documentation of layouts, fields and values."""

from prmclib.model.errors import render
from prmclib.readers.source import load_source, read_source

HEADER = """/* Copyright of a company. */ #ifndef X_H /* the guard */ #define X_H

/* Not of the struct: a line is between them. */

/*
 * Loads the signature.
 *
 * Second part,
 * on two lines.
 */
struct mlx5_ifc_seg_bits {
	u8 a[0x8]; /* behind it */
	/* in front of it */
	u8 b[0x8];
	// two lines
	// of slashes
	u8 c[0x8];
	/* u8 gone[0x8]; */
	u8 d[0x8];
	u8 e[0x8]; /* end of DW1 */
	/* heading */
	u8 f[0x8];
	/* of bits that nobody names */
	u8 reserved_at_30[0x10];
	u8 text[0x8]; /* a "quote" and // slashes */
	u8 g[0x18]; /* 00h: bit 31 */
};

/**
 * struct mlx5_ifc_doc_bits - a table with kernel-doc
 * @x: the first one
 * @y: the second one,
 *	on two lines
 */
struct mlx5_ifc_doc_bits {
	u8 x[0x20];
	union {
		/* a meaning of them */
		u8 y[0x20];
		u8 z[0x20];
	};
};

/* What happens. */
enum {
	MLX5_SEG_A_GOOD, /* nothing bad */
	/* something bad */
	MLX5_SEG_A_BAD = 4,
};
#endif /* X_H */
"""


def source(tmp_path, text=HEADER):
    path = tmp_path / "x.h"
    path.write_text(text, encoding="utf-8")
    found, findings = read_source(str(path))
    assert not findings, render(findings)
    return found.spec


def docs(layout):
    return {item.name: item.about.doc for item in layout.fields if item.about.doc}


def test_fields(tmp_path):
    spec = source(tmp_path)
    seg = spec.layouts["seg"]
    assert seg.about.doc == "Loads the signature.\nSecond part, on two lines."
    assert docs(seg) == {"a": "behind it", "b": "in front of it", "c": "two lines of slashes",
                         "text": 'a "quote" and // slashes'}


def test_kernel_doc(tmp_path):
    layout = source(tmp_path).layouts["doc"]
    assert layout.about.doc == "a table with kernel-doc"
    assert docs(layout) == {"x": "the first one"}
    arms = layout.fields[1].arms
    assert [arm.about.doc for arm in arms] == ["a meaning of them", ""]
    assert [arm.fields[0].about.doc for arm in arms] == ["a meaning of them", ""]


def test_values(tmp_path):
    enum = source(tmp_path).enums["seg_a"]
    assert enum.about.doc == "What happens."
    assert [(value.name, value.about.doc) for value in enum.values] == [
        ("GOOD", "nothing bad"), ("BAD", "something bad")]


def test_comments_are_no_difference_in_bits(tmp_path):
    """Comments do not change places."""
    import re

    plain = re.sub(r"/\*.*?\*/|//[^\n]*", lambda match: "\n" * match.group().count("\n"), HEADER,
                   flags=re.S)
    (tmp_path / "plain").mkdir()
    with_, without = source(tmp_path), source(tmp_path / "plain", plain)
    assert not any(docs(layout) for layout in without.layouts.values())
    for name, layout in with_.layouts.items():
        assert [(item.name, item.bits) for item in layout.fields] == \
            [(item.name, item.bits) for item in without.layouts[name].fields]


def test_imported_comments_stay(tmp_path, monkeypatch):
    """The comments of a header are in the imported YAML, with the sources."""
    from prmclib import cli

    source(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert cli.main(["import", "x.h", "--layout", "seg", "--to", "spec/seg.yaml",
                     "--spec", "spec"]) == 0
    spec = load_source("spec").spec
    assert spec.layouts["seg"].about.doc.startswith("Loads the signature.")
    assert docs(spec.layouts["seg"])["b"] == "in front of it"


def test_many_comments_take_no_time(tmp_path):
    """The time is linear in the lines, for one comment of slashes or many: less than half a second of processor time, where
    the limit allows for a busy machine. A quadratic one takes minutes."""
    import time

    text = HEADER + "// a\n" * 40000 + "/* x */ int y;\n" * 20000
    start = time.process_time()
    source(tmp_path, text)
    assert time.process_time() - start < 30
