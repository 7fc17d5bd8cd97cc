# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Uses of a field: equal names of members are distinguished by their structures."""

import json

import pytest
from prmclib.diff.uses import uses_in
from sides import ROOT, both, layout, prmc, the_spec, write

FIELDS = (" 0x00[31:16]: size\n-0x00[15:6]: reserved\n-0x00[5:0]: rare_level\n"
          "+0x00[15:7]: reserved\n+0x00[6:0]: rare_level\n"
          "-0x04[31:8]: reserved\n-0x04[7:0]: opcode\n+0x04[31:9]: reserved\n+0x04[8:0]: opcode")
OTHERS = ("   other:\n     size: 8\n     doc: D.\n     source: PRM\n     fields:\n"
          "       0x00[31:0]: opcode\n       0x04[31:0]: size\n"
          "   outer:\n     size: 12\n     doc: D.\n     source: PRM\n     fields:\n"
          "       0x00[31:0]: opcode\n       0x04..0x0b: {name: body, layout: seg}\n")
CODE = {
    "runtime/a.c": """\
        #include "nic.h"
        /* prm_seg_set_opcode(p, 1); v.opcode */
        void f(struct prm_seg *p)
        {
            struct prm_seg_fields v = {
                .opcode = 3,                        // uses
            };
            struct prm_seg_fields *t, w;
            struct prm_other_fields o = { .opcode = 3, .size = 1 };
            const char *text = "v.opcode";

            prm_seg_set_opcode(p, 3);               // uses
            o.opcode = v.opcode;                    // uses
            o.opcode = o.size;
            t->size = w.opcode;                     // uses
        }

        int g(struct prm_other_fields *v, struct x *w)
        {
            return v->opcode + w->opcode;
        }
        """,
    "softmlx5/nic.h": """\
        struct x {
            int opcode, size;
            struct prm_seg_fields ctx;
        };
        struct y {
            struct prm_other_fields ctx;
            struct x inner[4];
        };
        """,
    "softmlx5/b.c": """\
        int h(const struct x *x, struct y *y, int i)
        {
            struct prm_outer_fields out = { .opcode = 1, .body = { .opcode = 2 } };  // uses

            if (x->ctx.opcode)                      // uses
                return y->ctx.opcode;
            out.opcode = out.body.opcode;           // uses
            use(&(struct prm_other_fields) { .opcode = 1 });
            use(&(struct prm_seg_fields) { .size = 1,
                                           .opcode = 1 });  // uses
            return y->inner[i].ctx.opcode           // uses
                + x->opcode;
        }
        """,
    "tests/d.c": "prm_seg_set_opcode(p, 3);\n",
}
RARE = "struct z { struct prm_seg_fields now; };\nint k(struct z *z, struct q *q)\n{\n" \
       "    return z->now.rare_level + prm_seg_get_rare_level(q) + q->rare_level;\n}\n"


@pytest.fixture
def found(tmp_path, monkeypatch):
    """{field: places} of a change of a field with a common name and of one with a rare one."""
    monkeypatch.chdir(tmp_path)
    old, new = both(layout(FIELDS, writer="both", tail=OTHERS))
    write(tmp_path, "v1/example.yaml", old)
    write(tmp_path, "tree/spec/example.yaml", new)
    for name, text in {**CODE, "examples/rare.c": RARE}.items():
        write(tmp_path, f"tree/{name}", text)
    said = json.loads(prmc("diff", "v1", "tree/spec", "--format", "json")[1])
    return {item["field"]: item["affected"] for item in said["findings"]
            if item["rule"] == "D031" and item["layout"] == "seg"}


def test_a_common_name(found):
    expected = [f"{name}:{number}" for name in sorted(CODE)
                for number, line in enumerate(CODE[name].split("\n"), 1) if "// uses" in line]
    assert len(expected) == 9
    assert found["opcode"]["uses"] == expected
    assert found["opcode"]["accessors"] == ["prm_seg_set_opcode", "prm_seg_get_opcode"]


def test_a_rare_name(found):
    assert found["rare_level"]["uses"] == ["examples/rare.c:4"]


def test_the_projects_own_code():
    """Fields that many structures have: every reported line has the member, and lines of others
    are not reported."""
    uses = uses_in(ROOT, [the_spec()])
    for layout_name, member in (("mkc", "len"), ("mkc", "free"), ("ctrl_seg", "opcode"),
                                ("mkc", "log_page_size")):
        places = uses.members[layout_name, member]
        assert len(places) >= 3
        for place in places:
            path, _, line = place.rpartition(":")
            with open(f"{ROOT}/{path}", encoding="utf-8") as stream:
                assert member in stream.read().split("\n")[int(line) - 1], place
    assert len(uses.members["mkc", "len"]) < 30
    assert "bsf_basic" not in {name for name, member in uses.members if member == "log_page_size"}
