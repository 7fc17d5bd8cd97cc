# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Random edits of what fields hold, and of layouts, overlays, enumerations, variants and
sequences."""

from edits_places import HERE, copied, every
from prmclib.model import (About, Arm, Enum, EnumValue, Field, Kind, Layout, Num, Op, Ref, Segment,
                           When, Writer)


class Contents:
    """Needs the methods of ``Places``."""

    # Contents

    def do_type(self, layout):
        item = self.some(layout, lambda f: f.is_number and f.bits.is_bytes
                         and not self.is_selector(layout, f))
        if item is None:
            return False
        item.kind = Kind.BYTES
        item.enum = item.flags = item.encoding = ""
        item.default = item.fixed = None
        return True

    def do_array(self, layout):
        item = self.some(layout, lambda f: f.is_number and f.bits.width in (16, 32, 64)
                         and f.bits.offset % f.bits.width == 0 and not self.is_selector(layout, f))
        if item is None:
            return False
        item.count, item.elem_width = 2, item.bits.width // 2
        item.enum = item.flags = ""
        item.default = item.fixed = None
        return True

    def do_attribute(self, layout):
        item = self.number_field(layout)
        if item is None:
            return False
        top = (1 << item.bits.width) - 1
        key, value = self.random.choice((
            ("default", self.random.randint(1, top)), ("fixed", self.random.randint(0, top)),
            ("encoding", self.random.choice(("", "log2", "octowords"))),
            ("unit", self.random.choice(("", "bytes", "pages"))),
            ("ranges", self.random.choice(([], [(0, top)], [(0, 0), (top, top)] if top > 1 else []))),
            ("writer", self.random.choice([w for w in Writer if w is not layout.writer])),
            ("cap", self.random.choice(("", "cmd_hca_cap.x"))),
            ("enum", self.random.choice(["", *[n for n, e in self.spec.enums.items()
                                               if not e.is_flags]]))))
        setattr(item, key, value)
        return True

    def do_about(self, layout):
        thing = self.random.choice([layout, *[f for f in every(layout)],
                                    *[arm for f in layout.fields for arm in f.arms]])
        key = self.random.choice(("doc", "note", "conflict", "unverified", "since"))
        setattr(thing.about, key, self.random.choice(("", f"Says {self.name()}.")))
        if self.random.random() < 0.2:
            thing.about.observed = [f"observation, undated: {self.name()} [PRM]"]
        if self.random.random() < 0.3:
            thing.about.source = [f"PRM {self.name()}"]
        return True

    def do_blank(self, layout):
        item = self.some(layout, lambda f: not f.is_named)
        if item is None:
            return False
        item.kind = Kind.IGNORED if item.kind is Kind.RESERVED else Kind.RESERVED
        return True

    # Layouts

    def do_rename_layout(self, layout):
        old, new = layout.name, self.name()
        layout.name = new
        self.spec.layouts = {v.name: v for v in self.spec.layouts.values()}
        for file in self.spec.files:
            file.layouts = [new if n == old else n for n in file.layouts]
        for outer in self.spec.layouts.values():
            for item in every(outer):
                if item.layout == old:
                    item.layout = new
        for thing in [*(a for v in self.spec.variants.values() for a in v.arms),
                      *(s for v in self.spec.sequences.values() for s in v.segments)]:
            if thing.layout == old:
                thing.layout = new
        return True

    def do_add_layout(self, layout):
        new = copied(layout)
        new.name = self.name()
        names = list(self.spec.layouts)
        at = self.random.randint(0, len(names))
        items = list(self.spec.layouts.items())
        items.insert(at, (new.name, new))
        self.spec.layouts = dict(items)
        self.random.choice(self.spec.files).layouts.append(new.name)
        return True

    def do_remove_layout(self, layout):
        used = {item.layout for v in self.spec.layouts.values() for item in every(v)}
        used |= {a.layout for v in self.spec.variants.values() for a in v.arms}
        used |= {s.layout for v in self.spec.sequences.values() for s in v.segments}
        if layout.name in used or len(self.spec.layouts) < 3:
            return False
        del self.spec.layouts[layout.name]
        for file in self.spec.files:
            file.layouts = [n for n in file.layouts if n != layout.name]
        return True

    def do_move_layout(self, layout):
        for file in self.spec.files:
            file.layouts = [n for n in file.layouts if n != layout.name]
        self.random.choice(self.spec.files).layouts.append(layout.name)
        return True

    def do_writer(self, layout):
        layout.writer = self.random.choice(list(Writer))
        return True

    # Overlays

    def overlay(self, layout):
        return self.some(layout, lambda f: f.kind is Kind.OVERLAY)

    def do_make_overlay(self, layout):
        item = self.number_field(layout)
        selector = self.number_field(layout)
        if item is None or item is selector:
            return False
        from prmclib.model import Selector
        name = self.name()
        arms = []
        for number, arm in enumerate((item.name, self.name())):
            inner = self.make(item.bits, arm)
            arms.append(Arm(arm, When([number], False, HERE, [str(number)]), [inner], True, HERE))
        self.replace(layout, item, [Field(name, item.bits, Kind.OVERLAY, HERE,
                                          elem_width=item.bits.width, arms=arms,
                                          selector=Selector(HERE, field=selector.name))])
        return True

    def do_add_arm(self, layout):
        item = self.overlay(layout)
        if item is None:
            return False
        name = self.name()
        at = self.random.randint(0, len(item.arms))
        item.arms.insert(at, Arm(name, When([90 + self.number], False, HERE), [
            self.make(item.bits, name)], True, HERE))
        return True

    def do_remove_arm(self, layout):
        item = self.overlay(layout)
        if item is None or len(item.arms) < 3:
            return False
        item.arms.remove(self.random.choice(item.arms))
        return True

    def do_rename_arm(self, layout):
        item = self.overlay(layout)
        if item is None:
            return False
        arm = self.random.choice(item.arms)
        arm.name = self.name()
        if arm.is_single:
            arm.fields[0].name = arm.name
        return True

    def do_when(self, layout):
        item = self.overlay(layout)
        if item is None:
            return False
        arm = self.random.choice(item.arms)
        arm.when.values = [self.random.randint(100, 200)]
        arm.when.is_else = False
        arm.when.texts = []
        return True

    def do_selector(self, layout):
        item = self.overlay(layout)
        other = self.number_field(layout)
        if item is None or other is None:
            return False
        item.selector.field, item.selector.external = other.name, ""
        item.selector.enum = other.enum
        return True

    def do_in_arm(self, layout):
        """An edit of the fields of an arm."""
        item = self.overlay(layout)
        arms = [arm for arm in item.arms if not arm.is_single] if item else []
        if not arms:
            return False
        arm = self.random.choice(arms)
        inner = Layout("arm", 0, arm.fields, HERE)
        name = self.random.choice(("do_add", "do_remove", "do_rename", "do_widen", "do_narrow",
                                   "do_split", "do_join", "do_swap"))
        return getattr(self, name)(inner)

    # Enumerations

    def enum(self):
        return self.random.choice(list(self.spec.enums.values())) if self.spec.enums else None

    def do_add_value(self, layout):
        enum = self.enum()
        if enum is None:
            return False
        taken = {value.value for value in enum.values}
        value = next(v for v in range(200) if v not in taken)
        enum.values.insert(self.random.randint(0, len(enum.values)),
                           EnumValue(self.name().upper(), value, HERE))
        return True

    def do_remove_value(self, layout):
        enum = self.enum()
        if enum is None or len(enum.values) < 2:
            return False
        enum.values.remove(self.random.choice(enum.values))
        return True

    def do_renumber(self, layout):
        enum = self.enum()
        if enum is None or len(enum.values) < 2:
            return False
        one, other = self.random.sample(enum.values, 2)
        if self.random.random() < 0.5:
            one.value, other.value = other.value, one.value
        else:
            one.value = max(value.value for value in enum.values) + 1
        return True

    def do_rename_value(self, layout):
        enum = self.enum()
        if enum is None:
            return False
        self.random.choice(enum.values).name = self.name().upper()
        return True

    def do_order_values(self, layout):
        enum = self.enum()
        if enum is None or len(enum.values) < 2:
            return False
        self.random.shuffle(enum.values)
        return True

    def do_open(self, layout):
        enum = self.enum()
        if enum is None:
            return False
        enum.is_open = not enum.is_open
        return True

    def do_rename_enum(self, layout):
        enum = self.enum()
        if enum is None:
            return False
        old, enum.name = enum.name, self.name()
        self.spec.enums = {v.name: v for v in self.spec.enums.values()}
        for outer in self.spec.layouts.values():
            for item in every(outer):
                item.enum = enum.name if item.enum == old else item.enum
                item.flags = enum.name if item.flags == old else item.flags
        for file in self.spec.files:
            file.enums = [enum.name if n == old else n for n in file.enums]
        return True

    def do_add_enum(self, layout):
        name = self.name()
        self.spec.enums[name] = Enum(name, [EnumValue("A_VALUE", 1, HERE)], False, HERE,
                                     about=About("New."))
        self.random.choice(self.spec.files).enums.append(name)
        return True

    # Variants and sequences

    def do_variant(self, layout):
        if not self.spec.variants:
            return False
        variant = self.random.choice(list(self.spec.variants.values()))
        arm = self.random.choice(variant.arms)
        what = self.random.randint(0, 3)
        if what == 0:
            arm.name = self.name()
        elif what == 1:
            arm.when.values = [self.random.randint(0, 200)]
            arm.when.is_else = False
        elif what == 2:
            arm.layout, arm.sequence = layout.name, ""
        elif len(variant.arms) > 1:
            variant.arms.remove(arm)
        return True

    def do_sequence(self, layout):
        if not self.spec.sequences:
            return False
        sequence = self.random.choice(list(self.spec.sequences.values()))
        what = self.random.randint(0, 4)
        segment = self.random.choice(sequence.segments)
        if what == 0:
            segment.name = self.name()
        elif what == 1:
            sequence.segments.insert(self.random.randint(0, len(sequence.segments)),
                                     Segment(self.name(), HERE, layout=layout.name))
        elif what == 2 and len(sequence.segments) > 1:
            sequence.segments.remove(segment)
        elif what == 3:
            self.random.shuffle(sequence.segments)
        else:
            first = sequence.segments[0].name
            segment.when = Op(">", [Ref(first, "x"), Num(self.random.randint(0, 9))])
        return True
