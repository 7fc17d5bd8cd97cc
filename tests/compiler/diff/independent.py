# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Reads the fields of a manual as plain tuples, by small independent parsers.

It shares no code with the compiler: a C header is cut into words by one regular expression, a spec is
read by PyYAML.  A table is {(layout, path): (offset in bits, width in bits)} without nested
layouts entered; what the differ says of two manuals is compared with what the tables say.
"""

import os
import re

import yaml

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the same, in C
Table = dict  # {layout: {path: (offset, width)}}


# C headers in the way of mlx5_ifc.h

_WORD = re.compile(r"/\*.*?\*/|//[^\n]*|[A-Za-z_]\w*|0[xX][0-9a-fA-F]+|\d+|[{}\[\];*()+<>,=#-]",
                   re.S)
_BLANK = re.compile(r"rese?re?ved.*|rsvd.*", re.S)


def read_header(path):
    """Returns the tables of a header."""
    text = _with_includes(path).replace("\\\n", " ")
    numbers = {name: re.findall(r"\w+", body) for name, body in
               re.findall(r"^\s*#\s*define\s+(\w+)\s+([\w+() \t]+)$", text, flags=re.M) +
               re.findall(r"\b([A-Z]\w+)\s*=\s*([\w() +]+?)\s*[,}\n]", text)}
    text = re.sub(r"^\s*#.*$", "", text, flags=re.M)
    words = [word for word in _WORD.findall(text) if not word.startswith(("/*", "//"))]
    sizes, trees, words_too = {}, {}, set()
    at = 0
    while at < len(words) - 2:
        if words[at] in ("struct", "union") and words[at + 2] == "{":
            tag = words[at + 1]
            is_table = "_ifc_" in tag or re.search(r"_bits\d*$", tag)
            if not re.search(r"_bits\d*$", tag) and (words[at + 3].startswith("__be") or words[at + 4] in words_too):
                words_too.add(tag)  # a struct of bytes
            elif is_table:
                body, end = _body(words, at + 3, numbers)
                assert words[end] == ";", tag
                if any(name == "*" for name, _, _ in body):
                    at = end  # a pointer is no field
                    continue
                trees[tag] = (words[at], body)
                sizes[tag] = _size(words[at], body, sizes)
                at = end
                continue
        at += 1
    names = {tag: re.sub(r"^(?:mlx5_ifc_)?(.+?)(?:_bits)?$", r"\1", tag) for tag in trees}
    table = Table()
    for tag, (kind, body) in trees.items():
        if sizes[tag] % 8:
            continue
        rows = table.setdefault(names[tag], {})
        anonymous = []
        if kind == "union":
            _arms(names[tag], body, 0, sizes, rows, anonymous, names[tag])
        else:
            _fields(names[tag], body, 0, "", sizes, rows, anonymous)
        for name, inner, inner_kind in anonymous:
            more = table.setdefault(name, {})
            (_arms if inner_kind == "union" else _fields)(
                name, inner, 0, *(() if inner_kind == "union" else ("",)), sizes, more, [],
                *((name,) if inner_kind == "union" else ()))
    return table


def _number(word, numbers):
    """A number, or the sum of those behind a name."""
    if word == "CHAR_BIT":
        return 8
    if word[0].isdigit():
        return int(word, 0)
    return sum(_number(part, numbers) for part in numbers[word])


def _sum(words, numbers):
    """A sum of products; 0 for an array of unknown length."""
    total, factor = 0, 1
    for word in [*words, "+"] if words else []:
        if word == "+":
            total, factor = total + factor, 1
        elif word != "*":
            factor *= _number(word, numbers)
    return total


def _with_includes(path):
    """Returns the text of a header, with its quoted includes expanded."""
    with open(path, encoding="utf-8", errors="replace") as stream:
        text = stream.read()

    def included(match):
        other = os.path.join(os.path.dirname(path), match.group(1))
        return _with_includes(other) if os.path.exists(other) else ""

    return re.sub(r'^\s*#\s*include\s*"([^"]+)".*$', included, text, flags=re.M)


def _body(words, at, numbers):
    """(members, index behind the closing brace).  A member: (name, type, dimensions, body)."""
    members = []
    while words[at] != "}":
        if words[at] == "DECLARE_FLEX_ARRAY":
            end = words.index(";", at)
            members.append((words[end - 2], ("struct", words[at + 3], None), [0]))
            at = end + 1
            continue
        if words[at] in ("struct", "union"):
            kind, tag = words[at], ""
            at += 1
            if words[at] != "{":
                tag = words[at]
                at += 1
            inner = None
            if words[at] == "{":
                inner, at = _body(words, at + 1, numbers)
            name = ""
            if words[at] != ";" and words[at] != "[":
                name = words[at]
                at += 1
            if name == "*":
                at += 1  # the name of a pointer
            what = (kind, tag, inner)
        else:
            what, name = None, words[at + 1]
            at += 2
        dims = []
        while words[at] == "[":
            end = words.index("]", at)
            dims.append(_sum([word for word in words[at + 1:end] if word not in "()"], numbers))
            at = end + 1
        assert words[at] == ";", words[at - 5:at + 3]
        at += 1
        members.append((name, what, dims))
    return members, at + 1


def _width(member, sizes):
    _, what, dims = member
    dims = list(dims)
    total = 1
    if what is not None:
        kind, tag, inner = what
        total = sizes[tag] if inner is None else _size(kind, inner, sizes)
    for number in dims:
        total *= number
    return total


def _size(kind, body, sizes):
    widths = [_width(member, sizes) for member in body]
    return (max(widths) if kind == "union" else sum(widths)) if widths else 0


def _fields(owner, body, at, stem, sizes, rows, anonymous):
    for member in body:
        name, what, dims = member
        width = _width(member, sizes)
        if what is not None and what[2] is not None and not name and what[0] == "struct":
            _fields(owner, what[2], at, stem, sizes, rows, anonymous)
        elif what is not None and what[2] is not None and what[0] == "union" and not dims:
            if not width:  # arrays of unknown length only: the model has the first one
                _one(owner, what[2][0], at, 0, stem + what[2][0][0], sizes, rows, anonymous)
                continue
            _arms(owner, what[2], at, sizes, rows, anonymous, name or f"union_at_{at:x}")
        else:
            _one(owner, member, at, width, stem + name, sizes, rows, anonymous)
        at += width


def _one(owner, member, at, width, path, sizes, rows, anonymous):
    name, what, dims = member
    if what is None and _BLANK.fullmatch(name):
        return
    if what is not None and what[2] is not None and not what[1]:
        anonymous.append((f"{owner}_{name}", what[2], what[0]))
    if what is not None and (_width((name, what, []), sizes) % 8 or at % 8):
        return  # not expressible in the model
    if what is None and width > 64 and (at % 8 or width % 8):
        return
    rows[path] = (at, width)


def _flat_arms(body):
    for member in body:
        name, what, _ = member
        if what is not None and what[2] is not None and what[0] == "union" and not name:
            yield from _flat_arms(what[2])
        else:
            yield member


def _arms(owner, body, at, sizes, rows, anonymous, name):
    rows[name] = (at, _size("union", body, sizes))
    for number, member in enumerate(m for m in _flat_arms(body) if _width(m, sizes)):
        inner_name, what, dims = member
        arm = inner_name or f"{name}_{number}"
        inner = what[2] if what is not None and not what[1] and not dims else None
        width = _width(member, sizes)
        nested = inner is not None and any(w is not None and w[2] is not None for _, w, _ in inner)
        if inner is not None and what[0] == "struct" and not nested:
            before = len(rows)
            _fields(owner, inner, at, f"{arm}.", sizes, rows, anonymous)
            single = [key for key in list(rows)[before:]]
            if len(inner) == 1 and single == [f"{arm}.{arm}"] and width == rows[name][1]:
                rows[arm] = rows.pop(single[0])
        elif inner is not None and not inner_name:
            if not width % 8 and not at % 8:
                anonymous.append((f"{owner}_{arm}", inner, what[0]))
                rows[arm if width == rows[name][1] else f"{arm}.{arm}"] = (at, width)
        else:
            path = arm if width == rows[name][1] else f"{arm}.{inner_name}"
            _one(owner, member, at, width, path, sizes, rows, anonymous)


# Specs

def spec_files(folder):
    """Returns the contents of a spec: a folder with YAML."""
    for where, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".yaml"):
                with open(os.path.join(where, name), encoding="utf-8") as stream:
                    yield yaml.load(stream, Loader=LOADER)


def read_spec(folder):
    """Returns the tables of a spec."""
    table = Table()
    for text in spec_files(folder):
        for layout, body in (text.get("layouts") or {}).items():
            table[layout] = _spec_rows(body)
    return table


def place(text):
    """Returns (offset, width) of a place in the notation; a width of 0 is up to the end."""
    match = re.fullmatch(r"0x([0-9a-f]+)\[(\d+)(?::(\d+))?\]", text)
    if match:
        start, high = int(match.group(1), 16) * 8, int(match.group(2))
        low = int(match.group(3)) if match.group(3) is not None else high
        word = 64 if high > 31 else 32
        return start + word - 1 - high, high - low + 1
    first, _, last = text.partition("..")
    start = int(first, 16) * 8
    return start, (int(last, 16) + 1) * 8 - start if last else 0


def _spec_rows(body):
    rows = {}
    for where, what in body["fields"].items():
        what = {"name": what} if isinstance(what, str) else what
        if "overlay" in what:
            rows[what["overlay"]] = place(where)
            for arm, inner in what["arms"].items():
                if "fields" not in inner:
                    rows[arm] = place(where)
                    continue
                for at, item in inner["fields"].items():
                    item = {"name": item} if isinstance(item, str) else item
                    if item.get("name", "reserved") not in ("reserved", "ignored"):
                        rows[f"{arm}.{item['name']}"] = place(at)
        elif what.get("name", "reserved") not in ("reserved", "ignored"):
            rows[what["name"]] = place(where)
    return rows


# Sets

def difference(old, new):
    """The differences between two tables: sets of added, removed, moved and resized fields, and
    of added and removed layouts.  A field that is moved and resized is in both sets."""
    out = {key: set() for key in ("layouts added", "layouts removed", "added", "removed", "moved",
                                  "resized")}
    out["layouts added"] = set(new) - set(old)
    out["layouts removed"] = set(old) - set(new)
    for layout in set(old) & set(new):
        before, after = old[layout], new[layout]
        for path in set(before) | set(after):
            if path not in before:
                out["added"].add((layout, path, after[path]))
            elif path not in after:
                out["removed"].add((layout, path, before[path]))
            else:
                if before[path][0] != after[path][0]:
                    out["moved"].add((layout, path, before[path][0], after[path][0]))
                if before[path][1] != after[path][1]:
                    out["resized"].add((layout, path, before[path][1], after[path][1]))
    return out


def told(report):
    """The same sets from the JSON form of ``prmc diff``, with renamed layouts and fields
    as one that went and one that came."""
    out = {key: set() for key in ("layouts added", "layouts removed", "added", "removed", "moved",
                                  "resized")}

    def bits(place):
        return place["offset_bits"], place["width_bits"]

    def both(layout, path, before, after):
        if before[0] != after[0]:
            out["moved"].add((layout, path, before[0], after[0]))
        if before[1] != after[1]:
            out["resized"].add((layout, path, before[1], after[1]))

    renamed = {item["layout"] for item in report["findings"] if item["rule"] == "D003"}
    findings = report["findings"] + [
        {**item, **also, "shifted": []} for item in report["findings"] for also in item["also"]]
    for item in findings:
        if item["layout"] in renamed and item["rule"] != "D003":
            continue
        old, new, rule, subject = item["old"], item["new"], item["rule"], item["subject"]
        if item["class"] == "documentation":
            continue
        for moved in item["shifted"]:
            both(item["layout"], moved["field"], bits(moved["old"]), bits(moved["new"]))
        if subject == "layout" and rule in ("D001", "D003"):
            out["layouts added"].add(new["layout"])
        if subject == "layout" and rule in ("D002", "D003"):
            out["layouts removed"].add(old["layout"])
        if subject == "arm" and rule in ("D061", "D062"):
            side, key = (new, "added") if rule == "D061" else (old, "removed")
            for part in side["parts"]:
                out[key].add((item["layout"], part["field"], bits(part)))
        if rule == "D063":
            for side, key in ((old, "removed"), (new, "added")):
                for part in side["parts"]:
                    out[key].add((item["layout"], part["field"], bits(part)))
        if rule == "D060":
            for side, key in ((old, "removed"), (new, "added")):
                for part in [side, *side["parts"]] if side else []:
                    out[key].add((item["layout"], part["field"], bits(part)))
        if subject not in ("field", "overlay") or rule in ("D048", "D060"):
            continue
        if rule in ("D033", "D034", "D036"):
            for side, key in ((old, "removed"), (new, "added")):
                for part in side["parts"] or [side]:
                    out[key].add((item["layout"], part["field"], bits(part)))
        elif old is None:
            out["added"].add((item["layout"], new["field"], bits(new)))
        elif new is None:
            out["removed"].add((item["layout"], old["field"], bits(old)))
        elif old["field"] != new["field"]:
            out["removed"].add((item["layout"], old["field"], bits(old)))
            out["added"].add((item["layout"], new["field"], bits(new)))
        elif rule != "D021":
            both(item["layout"], new["field"], bits(old), bits(new))
    # A part that has kept its name is neither added nor removed.
    for layout, path, at in list(out["added"]):
        for other in [row for row in out["removed"] if row[:2] == (layout, path)]:
            out["added"].discard((layout, path, at))
            out["removed"].discard(other)
            both(layout, path, other[2], at)
    names = {(row[0], row[1]) for key in ("added", "removed") for row in out[key]}
    for key in ("moved", "resized"):  # a renamed field is reported as removed and added only
        out[key] = {row for row in out[key] if (row[0], row[1]) not in names}
    return out
