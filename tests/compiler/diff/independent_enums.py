# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The values of enumerations as plain tuples, read by parsers of their own: {enumeration: {name:
value}}.

Of C headers the constants count under their full names, whatever enumeration they stand in; what
the differ says of a value is brought to its constant by the line that it names.
"""

import re
import xml.etree.ElementTree as ElementTree

from independent import spec_files
from independent_adb import name_of


class Flags(dict):
    """Returns the bit numbers of a set of flags."""


_ENUM = re.compile(r"\benum\s*(\w*)\s*\{([^{}]*)\}")
_MEMBER = re.compile(r"\s*(\w+)\s*(?:=\s*(.*?)\s*)?$", re.S)


# C headers: one table "" of all constants

def read_header(path, left=()):
    """{constant: value} of the enumerations of a header but for those that start on a line in
    ``left``; {line: constants} of all."""
    with open(path, encoding="utf-8", errors="replace") as stream:
        return _constants(stream.read(), left)[:2]


def constants(text):
    """Returns {constant: value} of the enumerations and macros of a header's text."""
    return _constants(text)[2]


def _constants(text, left=()):
    text = re.sub(r"/\*.*?\*/|//[^\n]*", lambda m: re.sub(r"[^\n]", " ", m.group()), text,
                  flags=re.S)
    text = text.replace("\\\n", " \n")
    known, out, lines = {}, {}, {}
    for match in re.finditer(r"^\s*#\s*define\s+(\w+)[ \t]+([^\n]+)$", text, flags=re.M):
        number = _number(match.group(2), known)
        if number is not None:
            known[match.group(1)] = number
    for match in _ENUM.finditer(text):
        first = text.count("\n", 0, match.start()) + 1
        value, at = -1, match.start(2)
        for member in match.group(2).split(","):
            found = _MEMBER.match(member)
            line = text.count("\n", 0, at + len(member) - len(member.lstrip())) + 1
            at += len(member) + 1
            if found is None:
                continue
            value = _number(found.group(2), known) if found.group(2) else value + 1
            if value is None:
                break
            known[found.group(1)] = value
            lines.setdefault(line, []).append(found.group(1))
            if first not in left:
                out[found.group(1)] = value
    return out, lines, known


def _number(text, known):
    text = re.sub(r"\b(0[xX][0-9a-fA-F]+|\d+)[uUlL]+\b", r"\1", text.strip())
    text = re.sub(r"\bBIT(?:_ULL)?\(", "(1 << ", text)
    if not re.fullmatch(r"[\w\s()<|+-]+", text):
        return None
    names = set(re.findall(r"\b[A-Za-z_]\w*", text)) - {"x"}
    if not names <= set(known):
        return None
    text = re.sub(r"\b0+(?=\d)", "", text)
    try:
        return int(eval(text, {"__builtins__": {}},
                        dict(known)))  # digits, names and operators only
    except (SyntaxError, TypeError, ValueError):
        return None


# Tables of mstflint, specs

def read_adb(path):
    """Enumerations of fields with an ``enum`` attribute.  Where the description calls each value a bit, the
    numbers of bits."""
    out, twice = {}, set()
    root = ElementTree.parse(path).getroot()
    selecting = {field.get("union_selector", "").strip().split(".")[-1] for field in root.iter("field")}
    for node in root.iter("node"):
        for field in node.findall("field"):
            values = {}
            for pair in filter(None, map(str.strip, field.get("enum", "").split(","))):
                name, _, number = pair.partition("=")
                if re.fullmatch(r"\s*(0[xX][0-9a-fA-F]+|\d+)\s*", number):
                    values.setdefault(name_of(name.strip()), int(number, 0))
            told = re.findall(r"(?:\\;|^)\s*[Bb]it\s*\[?\s*(\d{1,3})\s*\]?\s*[:=-]\s*(?!\\;)\S",
                              field.get("descr", ""))
            told = {1 << int(number): int(number) for number in told}
            if field.get("name") not in selecting and len(set(values.values())) == len(values) and \
                    set(values.values()) <= set(told):
                values = Flags({name: told[number] for name, number in values.items()})
            name = f"{name_of(node.get('name'))}_{name_of(field.get('name'))}"
            if values:
                twice |= {name} & set(out)
                out[name] = values
    return {name: values for name, values in out.items() if name not in twice}


def read_spec(folder):
    """Enumerations of a spec; a set of flags has numbers of bits."""
    out = {}
    for text in spec_files(folder):
        for key, inner, one, kind in (("enums", "values", "value", dict),
                                      ("flags", "bits", "bit", Flags)):
            for enum, body in (text.get(key) or {}).items():
                out[enum] = kind((value, what if isinstance(what, int) else what[one])
                                 for value, what in body[inner].items())
    return out


# Sets

def difference(old, new):
    """(enumerations added, removed; values that are not the same as (enumeration, name, old,
    new)).  Values of flags are not compared with those of a list."""
    values = {(enum, name, old[enum].get(name), new[enum].get(name))
              for enum in set(old) & set(new) - other_kind(old, new)
              for name in {*old[enum], *new[enum]} if old[enum].get(name) != new[enum].get(name)
              and not is_free(name, old[enum], new[enum])}
    return set(new) - set(old), set(old) - set(new), values


def is_free(name, old, new):
    """Returns whether a number was only reserved, by its name, and has a name of its own now, or that name has another number."""
    return re.fullmatch(r"(?i)(?:reserved|rsvd)(?:_\w+)?", name) is not None and name in old and (
        name in new or any(number == old[name] for other, number in new.items() if other not in old))


def other_kind(old, new):
    """Returns enumerations that have become flags, and the reverse."""
    return {enum for enum in set(old) & set(new) if isinstance(old[enum], Flags) != isinstance(
        new[enum], Flags)}


def told(report):
    """The same from the JSON form."""
    added, removed, values = set(), set(), set()
    renamed = {item["layout"] for item in report["findings"] if item["rule"] == "D057"}
    for item in report["findings"]:
        rule, old, new = item["rule"], item["old"], item["new"]
        if rule in ("D055", "D057"):
            added.add(new["layout"])
        if rule in ("D056", "D057"):
            removed.add(old["layout"])
        if item["subject"] == "value" and item["layout"] not in renamed:
            values |= _rows(item["layout"], rule, old, new)
    return added, removed, _same(values)


def _rows(enum, rule, old, new, name=lambda side: side["field"], number=lambda side: int(
        side["text"], 16)):
    rows = set()
    if rule in ("D050", "D053", "D058"):
        rows.add((enum, name(new), None, number(new)))
    if rule in ("D051", "D053", "D058"):
        rows.add((enum, name(old), number(old), None))
    if rule == "D052":
        rows.add((enum, name(new), number(old), number(new)))
    return rows


def _same(values):
    """Merges the addition and removal of one name into a changed number."""
    out = set(values)
    for row in values:
        if row[2] is None:
            for other in [other for other in values if other[:2] == row[:2] and other[3] is None]:
                out -= {row, other}
                if other[2] != row[3]:
                    out.add((*row[:2], other[2], row[3]))
    return out


def told_of_headers(report, old_lines, new_lines):
    """The reported values, by their constants; those of macros are left out."""
    values = set()
    # Of an enumeration of another name all constants are others: names begin with it.
    renamed = {item["layout"] for item in report["findings"] if item["rule"] == "D057"}

    def constant(lines, side, name):
        found = [one for one in lines.get(side["line"], []) if one.endswith(name)]
        return max(found, key=len) if found else None

    for item in report["findings"]:
        rule, old, new = item["rule"], item["old"], item["new"]
        if item["subject"] == "value" and rule != "D090" and item["layout"] not in renamed:
            is_bit = re.search(r"\bbit \d", item["title"]) is not None

            def name(side, item=item):
                return constant(old_lines if side is item["old"] else new_lines, side,
                                side["field"])

            def number(side, is_bit=is_bit):
                return 1 << int(side["text"], 16) if is_bit else int(side["text"], 16)

            values |= {row for row in _rows("", rule, old, new, name, number) if row[1]}
        for side, lines, is_new in ((old, old_lines, False), (new, new_lines, True)):
            if not {"D055": is_new, "D056": not is_new, "D057": True, "D041": True}.get(rule) or \
                    item["subject"] != "enum":
                continue
            # The line is that of the enumeration: its constants follow.
            is_bit = "set of flags" in item["title"].split(" -> ")[is_new
                                                                   and " -> " in item["title"]]
            rest = [one for line in sorted(lines) if line >= side["line"] for one in lines[line]]
            for text in side["text"].split(", "):
                word, _, value = text.rpartition(" ")
                found = next((one for one in rest[:400] if one.endswith(word)), None)
                if found:
                    value = 1 << int(value, 16) if is_bit else int(value, 16)
                    values.add(("", found, None, value) if is_new else ("", found, value, None))
    return _same(values)
