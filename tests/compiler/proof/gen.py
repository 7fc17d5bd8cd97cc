# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Writes the proof programs: for each file of the spec the tables of harness.h, in C.

What the tables say comes from the second reading of the manual (manual.py, flat.py).  The names of
the generated functions, members and constants are those that docs/generated-c.md promises.
"""

from __future__ import annotations

from typing import Dict, List, Tuple

from flat import Flattener, accessors, is_bool, named_members
from manual import Layout, Manual, Values


# Setters, or getters, that one function calls: one for each of them takes a compiler twice as long.
GROUP = 32


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Emitter:
    """The C of one file of the spec."""

    def __init__(self, manual: Manual, stem: str) -> None:
        self.manual = manual
        self.stem = stem
        self.lines: List[str] = []
        self.known: Dict[Tuple[int, ...], str] = {}

    def file(self) -> str:
        add = self.lines.append
        add("/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */")
        add(f"/* Made by tests/compiler/proof/gen.py for {self.stem}.yaml. */")
        add(f'#include "prm_{self.stem}.h"')
        add('#include "prm_print.h"')
        add('#include "api.h"')
        layouts = self.manual.order(self.stem)
        enums = [e for e in self.manual.enums.values() if e.stem == self.stem]
        rows = [self.layout(layout) for layout in layouts]
        enum_rows = [self.enum(values) for values in enums]
        self.table(f"proof_layout {self.stem}_layouts", rows)
        self.table(f"proof_enum {self.stem}_enums", enum_rows)
        add(f"extern const struct proof_file proof_{self.stem};")
        add(f"const struct proof_file proof_{self.stem} = {{ {quoted(self.stem)}, "
            f"{self.ref('layouts', len(rows))}, {self.ref('enums', len(enum_rows))} }};")
        return "\n".join(self.lines) + "\n"

    def ref(self, name: str, n: int) -> str:
        return f"{self.stem}_{name}, {n}" if n else "NULL, 0"

    def table(self, name: str, rows: List[str]) -> None:
        if rows:
            self.lines.append(f"static const struct {name}[] = {{")
            self.lines.extend(f"\t{{ {row} }}," for row in rows)
            self.lines.append("};")

    def values(self, values: List[int]) -> str:
        """The name of a C array with these values."""
        key = tuple(values)
        if not key:
            return "NULL"
        if key not in self.known:
            self.known[key] = f"{self.stem}_v{len(self.known)}"
            self.lines.append(f"static const uint64_t {self.known[key]}[] = {{ "
                              + ", ".join(f"{v:#x}u" for v in values) + " };")
        return self.known[key]

    def layout(self, layout: Layout) -> str:
        add = self.lines.append
        name, flat = layout.name, Flattener(self.manual, layout).flat
        fields_type = f"struct prm_{name}_fields"
        wire_type = f"struct prm_{name}"
        add("")
        fields: List[str] = []
        sets: List[str] = []
        gets: List[str] = []
        for accessor in accessors(layout.entries):
            item = accessor.item
            c_type = "bool" if is_bool(item) else "uint32_t" if item.elem <= 32 else "uint64_t"
            number, group = len(fields), len(fields) // GROUP
            index = "" if item.count is None else "i, "
            sets.append("" if accessor.is_fixed else
                        f"case {number}: prm_{name}_set_{accessor.c_name}(({wire_type} *)p, {index}({c_type})v); "
                        "break;")
            gets.append(f"case {number}: return prm_{name}_get_{accessor.c_name}((const {wire_type} *)p"
                        f"{index and ', i'});")
            fields.append(f"{quoted(accessor.name)}, {item.at}, {item.elem}, "
                          f"{1 if item.count is None else item.count}, {item.elem}, {number}, "
                          f"{'NULL' if accessor.is_fixed else f's_{name}_{group}'}, g_{name}_{group}")
        for group_name, members in layout.groups.items():
            for member in members:
                number, group = len(fields), len(fields) // GROUP
                sets.append(f"case {number}: {self.group_set(layout, group_name, member)} break;")
                gets.append(f"case {number}: {self.group_get(layout, group_name, member)}")
                item = layout.entry(member)
                fields.append(f"{quoted(f'{group_name}: {member}')}, {item.at}, {item.elem}, "
                              f"1, {item.elem}, {number}, s_{name}_{group}, g_{name}_{group}")
        for group, first in enumerate(range(0, len(fields), GROUP)):
            if any(sets[first:first + GROUP]):
                add(f"static void s_{name}_{group}(void *p, unsigned int f, unsigned int i, uint64_t v)\n"
                    "{ (void)i;\n  switch (f) {")
                self.lines += sets[first:first + GROUP]
                add("} }")
            add(f"static uint64_t g_{name}_{group}(const void *p, unsigned int f, unsigned int i)\n"
                "{ (void)i;\n  switch (f) {")
            self.lines += gets[first:first + GROUP]
            add("}\n  return 0; }")
        add(f"static void i_{name}(void *v)\n{{ prm_{name}_fields_init(({fields_type} *)v); }}")
        add(f"static void p_{name}(void *p, const void *v)\n"
            f"{{ prm_{name}_pack(({wire_type} *)p, (const {fields_type} *)v); }}")
        add(f"static unsigned int u_{name}(void *v, const void *p, struct proof_said *said)\n"
            f"{{ struct prm_report r;\n  unsigned int n;\n  memset(&r, 0, sizeof(r));\n"
            f"  n = prm_{name}_unpack(({fields_type} *)v, (const {wire_type} *)p, &r);\n"
            f"  proof_report(said, &r);\n"
            f"  said->n_checked = prm_{name}_check((const {wire_type} *)p, &r);\n"
            f"  said->n_twice = r.count;\n  return n; }}")
        add(f"static unsigned int n_{name}(void *v, const void *p)\n"
            f"{{ return prm_{name}_unpack(({fields_type} *)v, (const {wire_type} *)p, NULL); }}")
        add(f"static void o_{name}(FILE *f, const void *p)\n"
            f"{{ prm_print(f, {name}, (const {wire_type} *)p, 0); }}")
        flexible = [item for item in layout.entries if item.count == 0]
        for item in flexible:
            add(f"static uint32_t x_{name}(void *p)\n{{ return (uint32_t)((uint8_t *)"
                f"prm_{name}_{item.name}(({wire_type} *)p) - (uint8_t *)p); }}")
        self.table(f"proof_field {name}_fields", fields)
        self.table(f"proof_slot {name}_slots", [
            f"{quoted(s.name)}, offsetof({fields_type}, {s.path}), {s.size}, "
            f"sizeof((({fields_type} *)0)->{s.path}), {s.at}, {s.width}, {s.count}, {s.stride}, "
            f"{s.arm}, {s.init:#x}u, {int(s.has_init)}" for s in flat.slots])
        rules = []
        for rule in flat.rules:
            known = self.manual.enums[rule.known].known if rule.known else []
            said = quoted(rule.said) if rule.said else "NULL"
            rules.append(f"{quoted(rule.name)}, PROOF_{rule.kind}, {said}, {rule.at}, "
                         f"{rule.width}, {rule.arm}, {rule.value:#x}u, {self.values(known)}, {len(known)}")
        self.table(f"proof_rule {name}_rules", rules)
        self.table(f"proof_arm {name}_arms", [
            f"{quoted(a.name)}, {a.parent}, {a.at}, {a.width}, {self.values(a.values)}, "
            f"{len(a.values)}, {int(a.is_except)}, {a.sample:#x}u, {a.over}, {a.over_width}"
            for a in flat.arms])
        offsets = self.offsets(layout)
        self.table(f"proof_offset {name}_offsets", offsets)

        def ref(what: str, rows: int) -> str:
            return f"{name}_{what}, {rows}" if rows else "NULL, 0"

        return ", ".join((
            quoted(name), str(layout.size), f"sizeof({wire_type})",
            f"PROOF_ALIGNOF({wire_type})", f"sizeof({fields_type})",
            ref("offsets", len(offsets)), ref("fields", len(fields)),
            ref("slots", len(flat.slots)), ref("rules", len(rules)), ref("arms", len(flat.arms)),
            f"i_{name}", f"p_{name}", f"u_{name}", f"n_{name}", f"o_{name}",
            f"x_{name}" if flexible else "NULL"))

    @staticmethod
    def group_pack(layout: Layout, group: str, member: str, value: str) -> str:
        """A group with the fields of the image p, but for one."""
        values = []
        for name in layout.groups[group]:
            c_type = "bool" if is_bool(layout.entry(name)) else \
                "uint32_t" if layout.entry(name).elem <= 32 else "uint64_t"
            values.append(f"({c_type})({value})" if name == member else
                          f"prm_{layout.name}_get_{name}((const struct prm_{layout.name} *)p)")
        return f"prm_{layout.name}_{group}_pack({', '.join(values)})"

    def group_set(self, layout: Layout, group: str, member: str) -> str:
        return (f"prm_{layout.name}_set_{group}((struct prm_{layout.name} *)p, "
                f"{self.group_pack(layout, group, member, 'v')});")

    def group_get(self, layout: Layout, group: str, member: str) -> str:
        """The value for which the comparison holds, and with no bit of it changed."""
        has = f"prm_{layout.name}_has_{group}((const struct prm_{layout.name} *)p, "
        get = f"prm_{layout.name}_get_{member}((const struct prm_{layout.name} *)p)"
        same = has + self.group_pack(layout, group, member, get) + ")"
        others = [has + self.group_pack(layout, group, member, f"{get} ^ {1 << bit:#x}u") + ")"
                  for bit in range(layout.entry(member).elem)]
        return f"return {same} && !({' || '.join(others)}) ? {get} : ~(uint64_t){get};"

    def offsets(self, layout: Layout) -> List[str]:
        """The members of the wire structure that are named after a field."""
        wire_type = f"struct prm_{layout.name}"
        return [f"{quoted(name)}, offsetof({wire_type}, {name}), {at // 8}"
                for name, at in named_members(layout.entries)]

    def enum(self, values: Values) -> str:
        name = values.name
        rows = [f"{quoted(key)}, (uint64_t)PRM_{name.upper()}_{key}, "
                f"{(1 << value if values.is_flags else value):#x}u"
                for key, value in values.values.items()]
        function = f"prm_{name}_str"
        if values.is_flags:
            function = f"f_{name}"
            self.lines.append(f"static const char *f_{name}(uint64_t bit)\n"
                              f"{{ return prm_{name}_flag_str((unsigned int)bit); }}")
            rows.append(f"\"ALL\", PRM_{name.upper()}_ALL, {values.mask:#x}u")
            strings = [f"{bit}, {quoted(values.name_of(bit) or '')}" if bit in values.known
                       else f"{bit}, NULL" for bit in range(66)]
        else:
            strings = [f"{value:#x}u, {quoted(values.name_of(value) or '')}"
                       for value in values.known]
            top = max(values.known, default=0)
            for other in list(range(top + 2 if top < 600 else 600)) + [1 << 32, (1 << 64) - 1]:
                if other not in values.known:
                    strings.append(f"{other:#x}u, NULL")
        self.table(f"proof_string {name}_strings", strings)
        self.table(f"proof_value {name}_values", rows)
        return ", ".join((quoted(name), f"{name}_values, {len(rows)}" if rows else "NULL, 0",
                          function, f"{name}_strings, {len(strings)}" if strings else "NULL, 0"))


def all_files(manual: Manual) -> str:
    """One program for the whole spec."""
    lines = ["/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */"]
    lines += [f'#include "proof_{stem}.c"' for stem in manual.stems]
    files = ", ".join(f"&proof_{stem}" for stem in manual.stems)
    lines += ["", f"static const struct proof_file *const files[] = {{ {files} }};", "",
              "int main(int argc, char **argv)", "{",
              f"\tconst uint32_t n = {len(manual.stems)};", "\tuint32_t i;", "",
              "\tif (argc > 1)", "\t\treturn proof_print(files, n, argv[1]);",
              "\tfor (i = 0; i < n; i++)", "\t\tproof_run(files[i]);",
              "\treturn proof_end();", "}", ""]
    return "\n".join(lines)
