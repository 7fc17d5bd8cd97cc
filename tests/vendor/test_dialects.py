# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests that the styles linux and dpdk behave like the style c, which is proved.

One program has the headers of all three, and calls the functions of each with the same random
images and values: set, get, pack, unpack, check, and the functions of groups.
"""

import pytest
from prmclib.choice import Choice, files
from prmclib.load import load_spec
from prmclib.writers.c import CLayout
from prmclib.writers.options import Options

from trees import ROOT, WARNINGS, run, stand_ins

ROUNDS = 40
PRELUDE = """\
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static uint64_t state = 88172645463325252u;
static unsigned long count;

static uint64_t draw(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static void fill(void *p, size_t size)
{
	for (size_t i = 0; i < size; i++)
		((uint8_t *)p)[i] = (uint8_t)(draw() >> 24);
}

static void same(const char *what, const void *a, const void *b, size_t size)
{
	count++;
	if (memcmp(a, b, size)) {
		printf("%s\\n", what);
		exit(1);
	}
}
"""


def of_layout(layout: CLayout, other: str) -> str:
    """Returns a function that compares both styles for a layout."""
    name = layout.name
    lines = [f"static void of_{name}(void)", "{",
             f"\tstatic struct prm_{name} image, a; static struct prm_{name}_fields f;",
             f"\tstatic struct {other}_{name} b; static struct {other}_{name}_fields g;",
             "\tstruct prm_report r; uint64_t v, x, y;", "\tunsigned int i = 0;", "\t(void)v, (void)x, (void)y, (void)i;",
             f"\t_Static_assert(sizeof(a) == sizeof(b) && sizeof(f) == sizeof(g), \"{name}\");",
             "\tmemset(&r, 0, sizeof(r)); memset(&f, 0, sizeof(f)); memset(&g, 0, sizeof(g));",
             "\tfill(&image, sizeof(image)); memcpy(&b, &image, sizeof(b));",
             f"\tx = prm_{name}_check(&image, &r);",
             f"\tstruct {other}_report s; memset(&s, 0, sizeof(s)); y = {other}_{name}_check(&b, &s);",
             f"\tsame(\"{name}: check\", &x, &y, 8);",
             f"\tprm_{name}_unpack(&f, &image, NULL); {other}_{name}_unpack(&g, &b, NULL);",
             f"\tsame(\"{name}: unpack\", &f, &g, sizeof(f));",
             "\tfill(&a, sizeof(a)); fill(&b, sizeof(b));",
             f"\tprm_{name}_pack(&a, &f); {other}_{name}_pack(&b, &g);",
             f"\tsame(\"{name}: pack\", &a, &b, sizeof(a));",
             f"\tprm_{name}_fields_init(&f); {other}_{name}_fields_init(&g);",
             f"\tsame(\"{name}: fields_init\", &f, &g, sizeof(f));",
             "\tmemcpy(&b, &image, sizeof(b));", "\tmemcpy(&a, &image, sizeof(a));"]
    for n in layout.numbers:
        if layout.sets(n):
            lines.append(f"\tv = draw() & {n.mask:#x}u{'ll' if n.width > 32 else ''}; "
                         f"prm_{name}_set_{n.name}(&a, ({n.c_type})v); "
                         f"{other}_{name}_set_{n.name}(&b, ({n.host_type})v);")
            lines.append(f"\tsame(\"{name}: set {n.name}\", &a, &b, sizeof(a));")
        lines.append(f"\tx = prm_{name}_get_{n.name}(&a); y = {other}_{name}_get_{n.name}(&b); "
                     f"same(\"{name}: get {n.name}\", &x, &y, 8);")
    for item, setter, _ in layout.arrays:
        mask = (1 << item.elem_width) - 1
        kind = f"uint{item.elem_width}_t"
        lines.append(f"\ti = (unsigned int)(draw() % {item.count}); v = draw() & {mask:#x}u{'ll' if item.elem_width > 32 else ''}; "
                     f"prm_{name}_set_{setter}(&a, i, ({kind})v); {other}_{name}_set_{setter}(&b, i, ({kind})v);")
        lines.append(f"\tsame(\"{name}: set {setter}\", &a, &b, sizeof(a));")
        lines.append(f"\tx = prm_{name}_get_{setter}(&a, i); y = {other}_{name}_get_{setter}(&b, i); "
                     f"same(\"{name}: get {setter}\", &x, &y, 8);")
    for group in layout.groups:
        arguments = ", ".join(f"({n.host_type})(w[{number}] & {n.mask:#x}u)"
                              for number, n in enumerate(group.numbers))
        stem = f"{name}_{group.name}"
        lines += [f"\t{{ uint32_t w[{len(group.numbers)}]; fill(w, sizeof(w));",
                  f"\tstruct prm_{stem} p = prm_{stem}_pack({arguments});",
                  f"\tstruct {other}_{stem} q = {other}_{stem}_pack({arguments});",
                  f"\tsame(\"{stem}: pack\", &p, &q, sizeof(p));",
                  f"\tx = prm_{name}_has_{group.name}(&a, p); y = {other}_{name}_has_{group.name}(&b, q);",
                  f"\tsame(\"{stem}: has\", &x, &y, 8);",
                  f"\tprm_{name}_set_{group.name}(&a, p); {other}_{name}_set_{group.name}(&b, q);",
                  f"\tsame(\"{stem}: set\", &a, &b, sizeof(a));",
                  f"\tx = {other}_{name}_has_{group.name}(&b, q); y = 1; same(\"{stem}: has\", &x, &y, 8); }}"]
    return "\n".join([*lines, "}", ""])


@pytest.mark.parametrize("spec", [pytest.param("spec", marks=pytest.mark.deep), "tests/proof/corners"])
@pytest.mark.parametrize("style, prefix", [("linux", "lin"), ("dpdk", "dpd")])
def test_a_style_does_what_c_does(style, prefix, spec, tmp_path):
    made, findings = load_spec([f"{ROOT}/{spec}"])
    assert not findings
    flags = stand_ins(tmp_path, style)
    include = ""
    for choice in (Choice("c"), Choice(style, prefix)):
        for name, text in files(made, choice, "test", False).items():
            (tmp_path / name).write_text(text, encoding="utf-8")
            if name.endswith(".h") and "_print" not in name and "_layouts" not in name:
                include += f'#include "{name}"\n'
    layouts = [CLayout(made, layout, Options()) for layout in made.layouts.values()]
    (tmp_path / "main.c").write_text(
        include + PRELUDE + "".join(of_layout(layout, prefix) for layout in layouts) +
        f"int main(void)\n{{\n\tfor (int n = 0; n < {ROUNDS}; n++) {{\n" +
        "".join(f"\t\tof_{layout.name}();\n" for layout in layouts) +
        "\t}\n\tprintf(\"%lu\\n\", count);\n\treturn 0;\n}\n", encoding="utf-8")
    status, _, said = run("gcc", "-std=gnu11", "-O1", *WARNINGS, *flags, "-I", tmp_path,
                          tmp_path / "main.c", "-o", tmp_path / "main")
    assert status == 0, said[:3000]
    status, out, said = run(tmp_path / "main")
    assert status == 0, out + said
    numbers = sum(len(layout.numbers) for layout in layouts)
    assert int(out) > ROUNDS * numbers
