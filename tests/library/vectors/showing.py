# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Writes the C program of run.py: unpack, pack, and every field of the unpacked structure by name.

The names of functions and members are those of docs/generated-c.md; the printed names are those of ``prmc map``, and
the overlay's name if unpack gives its bits as a whole. If the selector is outside of the layout, all arms are shown,
through their getters; numbers and layouts only. Ignored bits have no name; packing shows that they are preserved.
"""

from __future__ import annotations

from typing import Dict, Iterable, List

from prmclib.model import Arm, Field, Kind, Layout, Spec, shares_word

PROGRAM = """\
/*
 * Reads lines `LAYOUT HEX`. For each prints the number of complaints and the bytes that unpack and
 * pack make of it, then `name=value` for every unpacked field, and the complaints behind `!`.
 */
#include <stdio.h>
#include <stdlib.h>
{includes}

static inline void show_number(const char *stem, const char *name, uint64_t value)
{{
	printf(" %s%s=%llx", stem, name, (unsigned long long)value);
}}

static inline void show_bytes(const char *stem, const char *name, const uint8_t *bytes, size_t size)
{{
	size_t i;

	printf(" %s%s=", stem, name);
	for (i = 0; i < size; i++)
		printf("%02x", bytes[i]);
}}

static inline const char *join(char *out, size_t room, const char *stem, const char *name)
{{
	int n = snprintf(out, room, "%s%s", stem, name);

	if (n < 0 || (size_t)n >= room)
		exit(4);
	return out;
}}

static inline const char *at_index(char *out, size_t room, const char *name, unsigned int i)
{{
	int n = snprintf(out, room, "%s[%u]", name, i);

	if (n < 0 || (size_t)n >= room)
		exit(4);
	return out;
}}

{shows}static size_t read_hex(const char *text, unsigned char *out, size_t room)
{{
	size_t n = 0;
	unsigned int byte;

	while (n < room && sscanf(text + 2 * n, "%2x", &byte) == 1)
		out[n++] = (unsigned char)byte;
	return n;
}}

int main(void)
{{
	static char layout[64], text[16384];
	static union {{ unsigned char bytes[8192]; unsigned long long align; }} in, out;

	while (scanf("%63s %16383s", layout, text) == 2) {{
		struct prm_report report = {{0}};
		size_t size = read_hex(text, in.bytes, sizeof(in.bytes)), i;

		memset(out.bytes, 0xa5, sizeof(out.bytes));
{cases}		else
			return 3;
		for (i = 0; i < report.count && i < PRM_REPORT_MAX; i++)
			printf(" !bit%u+%u:%s", report.list[i].offset_bits, report.list[i].width_bits,
			       report.list[i].field ? report.list[i].field : "reserved");
		printf("\\n");
	}}
	return 0;
}}
"""

CASE = """\
		{other}if (!strcmp(layout, "{name}")) {{
			struct prm_{name}_fields v;
			unsigned int n;

			if (size != sizeof(struct prm_{name}))
				return 2;
			memset(&v, 0xa5, sizeof(v));
			n = prm_{name}_unpack(&v, (const void *)in.bytes, &report);
			prm_{name}_pack((void *)out.bytes, &v);
			printf("%u ", n);
			for (i = 0; i < size; i++)
				printf("%02x", out.bytes[i]);
			show_{name}("", &v, (const void *)in.bytes);
		}}
"""

SHOW = """\
static void show_{name}(const char *stem, const struct prm_{name}_fields *v,
			const struct prm_{name} *p)
{{
	char join_out[256], index_out[128];
	unsigned int i;

	(void)join_out; (void)index_out; (void)i; (void)stem; (void)v; (void)p;
{lines}}}

"""


class _Show:
    """Makes the statements for one layout. ``v`` is the unpacked structure, ``p`` the packed one."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.lines: List[str] = []
        for item in layout.fields:
            self.field(item, "", 1)

    def out(self, tabs: int, text: str) -> None:
        self.lines.append("\t" * tabs + text + "\n")

    def getter(self, path: str, index: str = "") -> str:
        return f"prm_{self.layout.name}_get_{path.replace('.', '_')}(p{index})"

    def field(self, item: Field, stem: str, tabs: int) -> None:
        """``stem`` is the path of the arm with a dot, or empty."""
        if not item.is_named or item.is_flexible:
            return
        path = stem + item.name
        if item.kind is Kind.OVERLAY:
            self.overlay(item, tabs)
        elif item.kind is Kind.LAYOUT:
            if item.is_array:
                self.out(tabs, f"for (i = 0; i < {item.count}; i++) {{")
                name = f'at_index(index_out, sizeof(index_out), "{path}", i)'
                self.out(tabs + 1, f"char dotted[160], all[320];\n{self.dotted(item, name, path)}")
                self.out(tabs, "}")
            else:
                self.out(tabs, f"show_{item.layout}(join(join_out, sizeof(join_out), stem, "
                               f'"{path}."), &v->{path}, &p->{path});')
        elif item.kind is Kind.BYTES:
            self.out(tabs, f'show_bytes(stem, "{path}", v->{path}, sizeof(v->{path}));')
        elif item.is_array:
            self.out(tabs, f"for (i = 0; i < {item.count}; i++)")
            self.out(tabs + 1, "show_number(stem, at_index(index_out, sizeof(index_out), "
                               f'"{path}", i), v->{path}[i]);')
        else:
            value = f"v->{path}" if item.fixed is None else self.getter(path)
            self.out(tabs, f'show_number(stem, "{path}", {value});')

    @staticmethod
    def dotted(item: Field, name: str, path: str) -> str:
        return (f'\t\tjoin(dotted, sizeof(dotted), {name}, ".");\n'
                f"\t\tshow_{item.layout}(join(all, sizeof(all), stem, dotted), &v->{path}[i], "
                f"&p->{path}[i]);")

    def overlay(self, item: Field, tabs: int) -> None:
        assert item.selector is not None
        raw = f"{item.name}_raw" if item.name in {arm.name for arm in item.arms} else item.name
        numbers = all(arm.is_single and arm.fields[0].is_number for arm in item.arms)
        natural = item.bits.width in (8, 16, 32, 64) and \
            item.bits.offset % min(item.bits.width, 32) == 0
        shared = shares_word(item, self.layout.fields)
        union = not shared and numbers and natural
        if shared or (item.selector.external and not union):
            if shared or natural:
                self.out(tabs, f'show_number(stem, "{raw}", v->{raw});')
            else:
                self.out(tabs, f'show_bytes(stem, "{raw}", v->{raw}, sizeof(v->{raw}));')
        packed = shared or (bool(item.selector.external) and not union)
        if item.selector.external:
            for arm in item.arms:
                self.arm(arm, packed, tabs)
            return
        selector = next(f for f in self.layout.fields if f.name == item.selector.field)
        value = f"v->{selector.name}" if selector.fixed is None else self.getter(selector.name)
        self.out(tabs, f"switch ((uint64_t){value}) {{")
        for arm in item.arms:
            for number in arm.when.values:
                self.out(tabs, f"case {number:#x}:")
            if arm.when.is_else:
                self.out(tabs, "default:")
            self.arm(arm, packed, tabs + 1)
            self.out(tabs + 1, "break;")
        self.out(tabs, "}")

    def arm(self, arm: Arm, packed: bool, tabs: int) -> None:
        stem = "" if arm.is_single else f"{arm.name}."
        for item in arm.fields:
            name = arm.name if arm.is_single else item.name
            if packed and item.is_named and item.is_number:
                self.out(tabs, f'show_number(stem, "{stem}{name}", {self.getter(stem + name)});')
            elif packed and item.kind is Kind.LAYOUT and not item.is_array:
                self.out(tabs, "{")
                self.out(tabs + 1, f"struct prm_{item.layout}_fields inner;\n")
                self.out(tabs + 1, f"prm_{item.layout}_unpack(&inner, &p->{stem}{name}, NULL);")
                self.out(tabs + 1, f"show_{item.layout}(join(join_out, sizeof(join_out), stem, "
                                   f'"{stem}{name}."), &inner, &p->{stem}{name});')
                self.out(tabs, "}")
            elif not packed:
                self.field(item, stem, tabs)


def program(spec: Spec, names: Iterable[str]) -> str:
    """Returns the text of the program for these layouts."""
    names = sorted(names)
    order: Dict[str, None] = {}  # nested layouts first

    def visit(name: str) -> None:
        for item in spec.layouts[name].fields:
            for inner in [item] + [f for arm in item.arms for f in arm.fields]:
                if inner.layout:
                    visit(inner.layout)
        order[name] = None

    for name in names:
        visit(name)
    return PROGRAM.format(
        includes="\n".join(f'#include "prm_{f.stem}.h"' for f in spec.files
                           if set(f.layouts) & set(order)),
        shows="".join(SHOW.format(name=name, lines="".join(_Show(spec.layouts[name]).lines))
                      for name in order),
        cases="".join(CASE.format(other="else " if i else "", name=name)
                      for i, name in enumerate(names)))
