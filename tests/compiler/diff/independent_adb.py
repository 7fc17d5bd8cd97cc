# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The fields of an ADB file as plain tuples, read by a parser of its own, as independent.py does it
for headers and specs.

Fields that the model cannot hold (overlaps, what hangs over the end, 64-bit words in odd places)
have names here too; the caller takes them out on both sides by the reader's list of what it left
out.
"""

import re
import xml.etree.ElementTree as ElementTree

_RESERVED = re.compile(r"(?:reserved|rsvd?)(?:_?at)?_?[0-9a-fA-F]*", re.I)


def bits(text):
    """Returns ``0x4.24`` in bits."""
    whole, _, part = text.strip().partition(".")
    return (int(whole, 0) if whole not in ("", "0x") else 0) * 8 + int(part or 0)


def name_of(text):
    text = re.sub(r"[^A-Za-z0-9_]", "_", text)
    return f"_{text}" if text[:1].isdigit() else text


class Adb:
    def __init__(self, path):
        root = ElementTree.parse(path).getroot()
        self.nodes = {}
        self.big_endian = any(c.get("big_endian_arr") == "1" for c in root.iter("config"))
        for node in root.iter("node"):
            size = bits(node.get("size"))
            if size and size % 8 == 0:
                self.nodes.setdefault(node.get("name"), node)

    def table(self):
        out = {}
        for name, node in self.nodes.items():
            rows = out[name_of(name)] = {}
            if node.get("attr_is_union") == "1":
                if node.findall("field"):
                    rows[name_of(name)] = (0, bits(node.get("size")))
                self.arms(rows, node, 0)
                continue
            at = 0
            for item in node.findall("field"):
                at = self.field(rows, node, item, at)
        return out

    def is_union(self, item):
        node = self.nodes.get(item.get("subnode", ""))
        return node is not None and node.get("attr_is_union") == "1" and \
            bool(node.findall("field")) and not item.get("high_bound")

    def arms(self, rows, node, base):
        for item in node.findall("field"):
            arm = name_of(item.get("name"))
            inner = {}
            self.field(inner, node, item, 0, in_union=True)
            for path, (start, width) in inner.items():
                name, place = arm if path == arm else f"{arm}.{path}", (base + start, width)
                # An arm of another union can have the same name.
                rows[name if rows.get(name, place) == place else f"{name}@{place[0]}"] = place

    def field(self, rows, node, item, at, in_union=False):
        """Adds the rows of a field; returns the bit after it."""
        name, size = name_of(item.get("name")), bits(item.get("size"))
        high, low = item.get("high_bound", ""), int(item.get("low_bound") or "0", 0)
        count = None if not high else 0 if high == "VARIABLE" else int(high, 0) - low + 1
        if count == 1:
            count = None
        elem = size // count if count else size
        start = bits(item.get("offset")) if item.get("offset") else at
        wide = min(32, bits(node.get("size")))
        places = None
        if item.get("offset") and elem < 32:
            inside = start % 32
            first = start // 32 * 32 + wide - inside - elem
            if count and not self.big_endian:
                places = [(start + n * elem) // 32 * 32 + 32 - (start + n * elem) % 32 - elem
                          for n in range(count)]
            start = first
        inner = self.nodes.get(item.get("subnode", ""))
        if inner is not None and count is None and 32 <= bits(inner.get("size")) < size:
            size = bits(inner.get("size"))  # the table around it has grown, this one has not
        width = 0 if count == 0 else size
        end = start + width if places is None else max(places) + elem
        if not item.get("subnode") and _RESERVED.fullmatch(item.get("name")):
            return end
        if self.is_union(item) and not in_union:
            rows[name] = (start, width)
            self.arms(rows, self.nodes[item.get("subnode")], start)
        elif places is not None:
            for number, place in enumerate(places):
                rows[f"{name}_{low + number}"] = (place, elem)
        else:
            rows[name] = (start, width)
        return end


def read_adb(path):
    return Adb(path).table()


def read_nested(path):
    """As read_adb(), but an array of unknown length in a table that is a part of others goes up to the table's size,
    since the notation has none there."""
    adb = Adb(path)
    found = adb.table()
    for name in {item.get("subnode") for node in adb.nodes.values() for item in node.findall("field")} & set(adb.nodes):
        rows, size = found[name_of(name)], bits(adb.nodes[name].get("size"))
        rows.update({field: (start, size - start) for field, (start, width) in rows.items() if not width})
    return found


def plain(sets):
    """The sets of independent.difference() with an arm's only field named as the arm, whether or
    not it fills the overlay."""
    out = {key: {tuple(re.sub(r"^(\w+)\.\1$", r"\1", part) if number == 1 else part
                       for number, part in enumerate(row)) if isinstance(row, tuple) else row
                 for row in rows} for key, rows in sets.items()}
    for layout, path, new in list(out["added"]):
        for old in [row[2] for row in out["removed"] if row[:2] == (layout, path)]:
            out["added"].discard((layout, path, new))
            out["removed"].discard((layout, path, old))
            if old[0] != new[0]:
                out["moved"].add((layout, path, old[0], new[0]))
            if old[1] != new[1]:
                out["resized"].add((layout, path, old[1], new[1]))
    return out
