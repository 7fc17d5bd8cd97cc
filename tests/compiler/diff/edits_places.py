# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Random edits of places: fields come, go, move, and are cut, joined and nested; and what edits
share."""

import pickle

from prmclib.model import Bits, Field, Kind, Layout, Span, Spec

HERE = Span("edit.yaml", 1, 1, 2)
WORDS = ("index", "size", "mask", "state", "key", "tag", "count", "offset", "mode", "vhca", "log",
         "en", "valid", "type")


def copied(thing):
    """Returns a deep copy; several times as fast as copy.deepcopy()."""
    return pickle.loads(pickle.dumps(thing))


def sub_spec(spec, names):
    """Returns a copied manual of these layouts and their dependencies."""
    names = set(names)
    while True:
        more = {item.layout for name in names for item in every(spec.layouts[name])
                if item.layout} - names
        if not more:
            break
        names |= more
    enums = {name for layout in names for item in every(spec.layouts[layout])
             for name in (item.enum, item.flags) if name}
    out = Spec()
    out.layouts = {n: copied(v) for n, v in spec.layouts.items() if n in names}
    out.enums = {n: copied(v) for n, v in spec.enums.items() if n in enums}
    out.variants = {n: copied(v) for n, v in spec.variants.items()
                    if all(arm.layout in names for arm in v.arms)}
    out.sequences = {n: copied(v) for n, v in spec.sequences.items()
                     if all(s.layout in names or s.data or s.variant in out.variants
                            for s in v.segments)}
    for file in spec.files:
        mine = copied(file)
        for kind in ("layouts", "enums", "variants", "sequences"):
            setattr(mine, kind, [n for n in getattr(file, kind) if n in getattr(out, kind)])
        if mine.layouts or mine.enums:
            out.files.append(mine)
    return out


def every(layout):
    for item in layout.fields:
        yield item
        for arm in item.arms:
            yield from arm.fields


class Places:
    """Needs ``spec``, ``random`` and ``number`` of the editor."""

    # Help

    def name(self):
        self.number += 1
        return f"{self.random.choice(WORDS)}_{self.random.choice(WORDS)}_{self.number}"

    def some(self, layout, fits):
        found = [item for item in layout.fields if fits(item)]
        return self.random.choice(found) if found else None

    def number_field(self, layout, least=1):
        return self.some(layout, lambda f: f.is_number and f.bits.width >= least
                         and not self.is_selector(layout, f))

    @staticmethod
    def is_selector(layout, item):
        return any(o.selector is not None and o.selector.field == item.name for o in layout.fields)

    def replace(self, layout, old, new):
        at = layout.fields.index(old)
        layout.fields[at:at + 1] = [item for item in new if item.bits.width]
        self.tidy(layout)

    @staticmethod
    def tidy(layout):
        layout.fields.sort(key=lambda item: (item.bits.offset, item.bits.width == 0))

    @staticmethod
    def blank(bits, kind=Kind.RESERVED):
        return Field("", bits, kind, HERE, elem_width=bits.width)

    def make(self, bits, name=""):
        return Field(name or self.name(), bits, Kind.UINT, HERE, elem_width=bits.width)

    def shift(self, layout, start, by):
        """Everything from bit ``start`` on moves ``by`` bits back; the layout, and those
        that contain it, have another size."""
        for item in every(layout):
            if item.bits.offset >= start:
                item.bits = Bits(item.bits.offset + by, item.bits.width)
        old = layout.size
        layout.size += by // 8
        for outer in self.spec.layouts.values():
            for item in [f for f in outer.fields if f.layout == layout.name]:
                if item.kind is not Kind.LAYOUT:
                    continue
                times = item.count if item.count is not None else 1
                grown = by * times
                end = item.bits.end
                item.bits = Bits(item.bits.offset, item.bits.width + grown if item.count != 0
                                 else 0)
                item.elem_width = layout.size * 8
                if grown:
                    self.shift(outer, end, grown)
            for item in every(outer):
                if item.kind is Kind.LAYOUT and item.layout == layout.name:
                    item.elem_width = layout.size * 8
        return old

    def is_in_arm(self, layout):
        """Layouts in arms keep their size: their overlay would not."""
        todo, seen = [layout.name], set()
        while todo:
            name = todo.pop()
            seen.add(name)
            for outer in self.spec.layouts.values():
                for item in outer.fields:
                    if any(f.layout == name for arm in item.arms for f in arm.fields):
                        return True
                    if item.layout == name and outer.name not in seen:
                        todo.append(outer.name)
        return False

    # Places

    def do_add(self, layout):
        item = self.some(layout, lambda f: f.kind in (Kind.RESERVED, Kind.IGNORED)
                         and f.bits.width)
        if item is None:
            return False
        width = self.random.randint(1, min(item.bits.width, 32))
        at = item.bits.offset + self.random.randint(0, item.bits.width - width)
        self.replace(layout, item, [
            self.blank(Bits(item.bits.offset, at - item.bits.offset), item.kind),
            self.make(Bits(at, width)),
            self.blank(Bits(at + width, item.bits.end - at - width), item.kind)])
        return True

    def do_remove(self, layout):
        item = self.some(layout, lambda f: f.is_named and f.bits.width
                         and not self.is_selector(layout, f))
        if item is None:
            return False
        self.replace(layout, item, [self.blank(item.bits, self.random.choice(
            (Kind.RESERVED, Kind.RESERVED, Kind.IGNORED)))])
        return True

    def do_rename(self, layout):
        item = self.some(layout, lambda f: f.is_named)
        if item is None:
            return False
        old, item.name = item.name, self.name()
        for overlay in layout.fields:
            if overlay.selector is not None and overlay.selector.field == old:
                overlay.selector.field = item.name
        return True

    def do_swap(self, layout):
        one, other = self.number_field(layout), self.number_field(layout)
        if one is None or one is other or one.bits.width != other.bits.width:
            return False
        one.bits, other.bits = other.bits, one.bits
        self.tidy(layout)
        return True

    def do_move_into_reserved(self, layout):
        item = self.number_field(layout)
        room = self.some(layout, lambda f: f.kind is Kind.RESERVED and item is not None
                         and f.bits.width >= item.bits.width)
        if item is None or room is None:
            return False
        layout.fields.remove(item)
        layout.fields.append(self.blank(item.bits))
        rest = Bits(room.bits.offset + item.bits.width, room.bits.width - item.bits.width)
        item.bits = Bits(room.bits.offset, item.bits.width)
        self.replace(layout, room, [item, self.blank(rest)])
        return True

    def do_widen(self, layout):
        for before, item in zip(layout.fields, layout.fields[1:]):
            if before.kind is Kind.RESERVED and item.is_number and item.bits.width < 64 and \
                    self.random.random() < 0.5:
                more = self.random.randint(1, min(before.bits.width, 64 - item.bits.width))
                item.bits = Bits(item.bits.offset - more, item.bits.width + more)
                item.elem_width = item.bits.width
                self.replace(layout, before, [
                    self.blank(Bits(before.bits.offset, before.bits.width - more))])
                return True
        return False

    def do_narrow(self, layout):
        item = self.number_field(layout, 2)
        if item is None:
            return False
        less = self.random.randint(1, item.bits.width - 1)
        old = item.bits
        low = self.random.random() < 0.7
        item.bits = Bits(old.offset + less if low else old.offset, old.width - less)
        item.elem_width = item.bits.width
        item.default = item.fixed = None
        layout.fields.append(self.blank(Bits(old.offset if low else item.bits.end, less)))
        self.tidy(layout)
        return True

    def do_insert(self, layout):
        if self.is_in_arm(layout):
            return False
        starts = [item.bits.offset for item in layout.fields if item.bits.offset % 32 == 0
                  and item.bits.width]
        if not starts:
            return False
        at, size = self.random.choice(starts), self.random.choice((32, 32, 64))
        self.shift(layout, at, size)
        layout.fields.append(self.make(Bits(at, size)) if self.random.random() < 0.8 else
                             self.blank(Bits(at, size)))
        self.tidy(layout)
        return True

    def do_delete(self, layout):
        item = self.some(layout, lambda f: f.bits.offset % 32 == 0 and f.bits.width % 32 == 0
                         and f.bits.width and not self.is_selector(layout, f))
        if item is None or self.is_in_arm(layout) or item.bits.width >= layout.size * 8:
            return False
        layout.fields.remove(item)
        self.shift(layout, item.bits.end, -item.bits.width)
        self.tidy(layout)
        return True

    def do_append(self, layout):
        if self.is_in_arm(layout):
            return False
        end = layout.size * 8
        self.shift(layout, end, 32)
        layout.fields.append(self.make(Bits(end, 32)) if self.random.random() < 0.7 else
                             self.blank(Bits(end, 32)))
        self.tidy(layout)
        return True

    def do_split(self, layout):
        item = self.number_field(layout, 2)
        if item is None:
            return False
        cut = self.random.randint(1, item.bits.width - 1)
        keep = self.random.random() < 0.3
        parts = [self.make(Bits(item.bits.offset, cut), item.name if keep else ""),
                 self.make(Bits(item.bits.offset + cut, item.bits.width - cut),
                           f"{item.name}_{self.number}_low" if keep else "")]
        self.replace(layout, item, parts)
        return True

    def do_join(self, layout):
        for one, other in zip(layout.fields, layout.fields[1:]):
            if one.is_number and other.is_number and one.bits.width + other.bits.width <= 64 and \
                    not self.is_selector(layout, one) and not self.is_selector(layout, other) and \
                    self.random.random() < 0.5:
                layout.fields.remove(other)
                self.replace(layout, one, [self.make(
                    Bits(one.bits.offset, one.bits.width + other.bits.width),
                    self.random.choice(("", one.name)))])
                return True
        return False

    def do_nest(self, layout):
        """Moves adjacent numbers of whole dwords into a new layout."""
        item = self.some(layout, lambda f: f.is_number and f.bits.offset % 32 == 0
                         and f.bits.width % 32 == 0 and not self.is_selector(layout, f))
        if item is None:
            return False
        parts, end = [], item.bits.offset
        for other in layout.fields:
            if other.bits.offset == end and other.is_number and other.bits.width % 32 == 0 and \
                    len(parts) < 3 and not self.is_selector(layout, other):
                parts.append(other)
                end = other.bits.end
        start, name = item.bits.offset, self.name()
        for part in parts:
            layout.fields.remove(part)
            part.bits = Bits(part.bits.offset - start, part.bits.width)
        self.spec.layouts[name] = Layout(name, (end - start) // 8, parts, HERE)
        self.spec.files[0].layouts.append(name)
        layout.fields.append(Field(self.name(), Bits(start, end - start), Kind.LAYOUT, HERE,
                                   elem_width=end - start, layout=name))
        self.tidy(layout)
        return True

    def do_unnest(self, layout):
        """Moves the fields of a nested layout into the layout around it."""
        item = self.some(layout, lambda f: f.kind is Kind.LAYOUT and f.count is None)
        if item is None:
            return False
        inner = copied(self.spec.layouts[item.layout].fields)
        names = {field.name for field in every(layout)} | \
            {arm.name for field in layout.fields for arm in field.arms}
        if any(field.name in names or field.arms or field.is_flexible for field in inner):
            return False
        for field in inner:
            field.bits = Bits(field.bits.offset + item.bits.offset, field.bits.width)
        self.replace(layout, item, inner)
        return True
