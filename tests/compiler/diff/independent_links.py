# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Which enumeration each field of a manual has, as plain tuples, read by parsers of their own:
{(layout, path): enumeration}.

An ADB table says so at the field.  In a C header names do: the constants of an enumeration begin
with those of the table and the field.
"""

import re

import independent
import independent_adb
import independent_enums
from independent_adb import name_of


class _Links(independent_adb.Adb):
    """The rows of a table are the enumerations of its fields in the place of their bits."""

    def field(self, rows, node, item, at, in_union=False):
        inner = {}
        end = super().field(inner, node, item, at, in_union)
        sub = self.nodes.get(item.get("subnode", ""))
        pairs = [pair.partition("=") for pair in item.get("enum", "").split(",")]
        values = [name for name, _, value in pairs
                  if name.strip() and re.fullmatch(r"\s*(0[xX][0-9a-fA-F]+|\d+)\s*", value)]
        is_number = sub is None or not sub.findall("field") or item.get("subnode") == "uint64"
        for path, found in inner.items():
            if isinstance(found, str):
                rows[path] = found  # of a field of an arm
            elif values and is_number and not self.is_union(item):
                rows[path] = f"{name_of(node.get('name'))}_{name_of(item.get('name'))}"
        return end

    def arms(self, rows, node, base):
        for item in node.findall("field"):
            arm = name_of(item.get("name"))
            inner = {}
            self.field(inner, node, item, 0, in_union=True)
            for path, enum in inner.items():
                rows[arm if path == arm else f"{arm}.{path}"] = enum
        return rows


def read_adb(path):
    return {(layout, path): enum for layout, rows in _Links(path).table().items()
            for path, enum in rows.items() if isinstance(enum, str)}


def read_spec(folder):
    out = {}
    for text in independent.spec_files(folder):
        for layout, body in (text.get("layouts") or {}).items():
            for path, item in _of_spec(body["fields"], ""):
                if "enum" in item or "flags" in item:
                    out[layout, path] = item.get("enum") or item["flags"]
    return out


def _of_spec(fields, stem):
    for item in fields.values():
        item = item if isinstance(item, dict) else {"name": item}
        if "overlay" not in item:
            yield stem + item.get("name", "reserved"), item
        for arm, inner in item.get("arms", {}).items():
            if "fields" in inner:
                yield from _of_spec(inner["fields"], f"{arm}.")
            else:
                yield arm, inner


_DEFINE = re.compile(r"[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+(\S.*)")


def read_header(path, table):
    """Links of a header, whose fields are in ``table`` as independent.read_header() gives it.

    An enumeration is that of a field if the names of all constants in it begin with those of the
    table and the field, and with no longer ones.  So are three macros or more in lines one after
    the other, if no others begin so.
    """
    text = independent._with_includes(path)
    values = independent_enums.constants(text)
    blocks, groups = [], [[]]  # blocks with their tags
    for match in re.finditer(r"\benum\s*(\w*)\s*\{([^{}]*)\}",
                             re.sub(r"/\*.*?\*/", "", text, flags=re.S)):
        blocks.append((re.findall(r"(?:^|,)\s*(\w+)", match.group(2)), match.group(1)))
    for line in text.split("\n"):
        match = _DEFINE.match(line)
        if match is not None and match.group(1) in values:
            groups[-1].append(match.group(1))
        else:
            groups.append([])
    macros = [_bare(name) for names in groups for name in names]
    fields = {}
    for layout, rows in table.items():
        for field, (_, width) in rows.items():
            fields.setdefault(f"{layout}_{field.rpartition('.')[2]}".lower(), []).append(
                (layout, field, width))
    out = {}
    for names, tag in [*blocks, *((names, "") for names in groups if len(names) > 2)]:
        if len(names) < 2:
            continue
        words = _bare(names[0]).split("_")
        stems = ["_".join(words[:count]) for count in range(len(words) - 1, 1, -1)]
        stem = next((one for one in stems if one in fields and
                     all(_bare(name).startswith(one + "_") for name in names)), None)
        if stem is None or names in groups and len(names) != sum(
                name.startswith(stem + "_") for name in macros):
            continue
        for layout, field, width in fields[stem]:
            if all(0 <= values.get(name, -1) < 1 << width for name in names):
                out.setdefault((layout, field), _bare(tag) or stem)
    return out


def _bare(name):
    """Returns a constant's name without the common prefix, in lower case."""
    return re.sub(r"^mlx5_(ifc_)?", "", name.lower())


def of_spec(spec):
    """The same of the model."""
    out = {}
    for layout in spec.layouts.values():
        for item in layout.fields:
            out[layout.name, item.name] = item.enum or item.flags
            for arm in item.arms:
                for inner in arm.fields:
                    path = arm.name if arm.is_single else f"{arm.name}.{inner.name}"
                    out[layout.name, path] = inner.enum or inner.flags
    return {key: enum for key, enum in out.items() if enum}


# Sets

def difference(old, new, report, fields):
    """(layout, path, enumeration, enumeration) of fields that are in both manuals and have another
    enumeration, none included.  Of layouts and fields that came, went, have another name or are
    part of what was split, nothing is told here: ``fields`` is what independent.told() gives."""
    names = {item["old"]["layout"]: item["layout"] for item in report["findings"]
             if item["rule"] == "D057"}
    gone = {row[:2] for key in ("added", "removed") for row in fields[key]} | {
        (item["layout"], part["field"]) for item in report["findings"] for side in ("old", "new")
        if item["rule"] in ("D033", "D034", "D036") for part in item[side]["parts"]}
    layouts = fields["layouts added"] | fields["layouts removed"]
    return {(*key, old.get(key, ""), new.get(key, "")) for key in set(old) | set(new)
            if key not in gone and key[0] not in layouts
            and names.get(old.get(key, ""), old.get(key, "")) != new.get(key, "")}


def told(report):
    """The same from the JSON form."""
    out = set()
    renamed = {item["layout"] for item in report["findings"] if item["rule"] == "D003"}
    for item in report["findings"]:
        if item["rule"] == "D041" and item["subject"] == "field":
            for place in [item, *item["also"]]:
                if place["old"]["field"] == place["new"]["field"] and place["layout"] not in renamed:
                    out.add((place["layout"], place["new"]["field"], item["old"]["text"],
                             item["new"]["text"]))
    return out
