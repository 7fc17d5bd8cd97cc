# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Reads one file of the spec (``docs/notation.md``) into the model.

Findings made here are about the notation: what a key is called, what kind of value it takes,
how a place or number is written.  What the values mean together is left to the rules.
"""

from __future__ import annotations

import re
from typing import Dict, FrozenSet, List, Optional, Sequence, Tuple

from .. import expr, place
from ..draft import NOUNS, Draft, PendingWhen, Value, a
from ..errors import did_you_mean, listed, shorten
from ..model import (ENCODINGS, About, Arm, Bits, Enum, EnumValue, Expr, Field, File, Kind, Layout,
                     Segment, Selector, Span, Variant, VariantArm, When, Writer)
from ..model import Sequence as Seq
from ..yamltree import List_, Map, Node, Scalar

Entries = Dict[str, Tuple[Scalar, Node]]

MAX_NAME = 60
MAX_NUMBER = (1 << 64) - 1

_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
_VALUE_NAME = re.compile(r"[A-Z0-9][A-Z0-9_]*\Z")
_NUMBER = re.compile(r"(?:0x[0-9a-fA-F]+|0|[1-9][0-9]*)\Z")
_NUMBERLIKE = re.compile(r"[-+]?[0-9]")

ABOUT = frozenset(("doc", "source", "note", "conflict", "unverified", "since"))
FILE_KEYS = frozenset(("doc", "enums", "flags", "layouts", "variants", "sequences"))
LAYOUT_KEYS = ABOUT | {"size", "writer", "fields"}
ENUM_KEYS = ABOUT | {"values", "open"}
FLAGS_KEYS = ABOUT | {"bits", "open"}
VALUE_KEYS = ABOUT | {"value", "alias"}
BIT_KEYS = ABOUT | {"bit", "alias"}
VARIANT_KEYS = ABOUT | {"selector", "arms"}
VARIANT_ARM_KEYS = ABOUT | {"when", "layout", "sequence"}
SEQUENCE_KEYS = ABOUT | {"size", "segments"}
SEGMENT_KEYS = ABOUT | {"layout", "variant", "sequence", "data", "when", "count", "size", "rest"}

_COMMON = ABOUT | {"name", "writer", "cap"}
_NUMBER_KEYS = _COMMON | {"count", "width", "enum", "flags", "default", "fixed", "unit", "encoding"}
FIELD_KEYS = _NUMBER_KEYS | {"kind", "layout", "overlay", "selector", "arms"}
ARM_KEYS = (FIELD_KEYS | {"when", "fields"}) - {"name", "overlay", "selector", "arms"}

# What can be said of each kind of field, and how it is called in messages.
_KEYS_OF: Dict[Kind, FrozenSet[str]] = {
    Kind.UINT: _NUMBER_KEYS,
    Kind.BYTES: _COMMON | {"kind"},
    Kind.LAYOUT: _COMMON | {"layout", "count"},
    Kind.RESERVED: ABOUT | {"kind"},
    Kind.IGNORED: ABOUT | {"kind"},
    Kind.OVERLAY: (_COMMON | {"overlay", "selector", "arms"}) - {"name"},
}
_CALLED = {Kind.UINT: "a number", Kind.BYTES: "a byte string", Kind.LAYOUT: "a nested layout",
           Kind.RESERVED: "reserved bits", Kind.IGNORED: "ignored bits",
           Kind.OVERLAY: "an overlay"}


def _kind_of(node: Node) -> str:
    if isinstance(node, Map):
        return "a map"
    if isinstance(node, List_):
        return "a list"
    return "nothing" if node.is_empty else f"'{shorten(node.value, 24)}'"


class SpecReader:
    """Reads the tree of one file into ``draft``; ``file`` gets the names of what stands in it."""

    def __init__(self, draft: Draft, file: File) -> None:
        self.draft = draft
        self.findings = draft.findings
        self.file = file

    # Values

    def wrong(self, node: Node, expected: str, what: str, help: str = "") -> None:
        self.findings.add("E039", node.span, f"{what} is {expected}, not {_kind_of(node)}",
                          help=help or f"write {expected} here")

    def entries(self, node: Node, what: str, allowed: FrozenSet[str], required: Sequence[str] = (),
                where: Optional[Span] = None) -> Optional[Entries]:
        """The entries of a map whose keys are known.  None, with a finding, if it is no map."""
        if not isinstance(node, Map):
            self.wrong(node, "a map", what,
                       f"its keys are {listed(sorted(allowed - ABOUT))}")
            return None
        result: Entries = {}
        for key, value in node.items:
            if key.value in allowed:
                result[key.value] = (key, value)
                continue
            node.spoilt = True
            if node.flow and isinstance(value, Scalar) and value.is_empty:
                self.findings.add(
                    "E030", key.span, f"{what} has no key '{shorten(key.value)}'",
                    help="a text with a comma in a one-line map needs double quotes")
                continue
            self.findings.add(
                "E030", key.span, f"{what} has no key '{shorten(key.value)}'",
                help=did_you_mean(key.value, allowed) or
                f"its keys are {listed(sorted(allowed))}")
        for name in required:
            if name not in result and not node.spoilt:
                self.findings.add("E031", where or node.span, f"{what} has no `{name}`",
                                  help=f"add `{name}:`")
        return result

    def text(self, node: Node, what: str) -> str:
        """A text that is not empty; "" with a finding otherwise."""
        if not isinstance(node, Scalar):
            self.wrong(node, "a text", what,
                       "a text that starts with '{' or '[' needs double quotes")
            return ""
        value = node.value.strip()
        if not value:
            self.findings.add("E039", node.span, f"{what} is empty",
                              help="write a text, or leave the key out")
        return value

    def name(self, node: Node, what: str) -> str:
        """A name in lower case; "" with a finding otherwise."""
        if not isinstance(node, Scalar):
            self.wrong(node, "a name", what)
            return ""
        if _NAME.match(node.value) and len(node.value) <= MAX_NAME:
            return node.value
        self.bad_name(node, what, "lower case letters, digits and '_', a letter first",
                      re.sub(r"[^a-z0-9]+", "_", node.value[:MAX_NAME].lower()).strip("_"), _NAME)
        return ""

    def value_name(self, node: Scalar, what: str) -> str:
        """A name in upper case; "" with a finding otherwise."""
        if (_VALUE_NAME.match(node.value) and len(node.value) <= MAX_NAME
                and not node.value.isdigit()):
            return node.value
        self.bad_name(node, what, "upper case letters, digits and '_', at least one letter",
                      re.sub(r"[^A-Z0-9]+", "_", node.value[:MAX_NAME].upper()).strip("_"),
                      _VALUE_NAME)
        return ""

    def bad_name(self, node: Scalar, what: str, rule: str, better: str,
                 pattern: "re.Pattern[str]") -> None:
        if len(node.value) > MAX_NAME:
            message = f"{what} has {len(node.value)} characters; at most {MAX_NAME} are allowed"
        else:
            message = f"'{shorten(node.value)}' cannot be {what}"
        self.findings.add("E033", node.span, message,
                          help=f"names have {rule}" +
                          (f": {better}" if pattern.match(better) and not better.isdigit()
                           and better != node.value and len(node.value) <= MAX_NAME else ""))

    def number(self, node: Node, what: str, low: int = 0, high: int = MAX_NUMBER) -> Optional[int]:
        """A number of the notation in a range; None with a finding otherwise."""
        if not isinstance(node, Scalar):
            self.wrong(node, "a number", what)
            return None
        text = node.value
        if not _NUMBER.match(text) or not node.plain:
            if node.is_empty:
                self.wrong(node, "a number", what)
                return None
            self.findings.add("E020", node.span,
                              f"{what}: '{shorten(text)}' is not a number",
                              help="remove the quotes" if _NUMBER.match(text) else
                              "numbers are decimal without leading zeros, or hexadecimal with 0x")
            return None
        value = int(text, 0) if len(text) <= 20 else MAX_NUMBER + 1
        if not low <= value <= high:
            limit = f"at most {high:#x}" if high > 9999 else f"{low} to {high}"
            self.findings.add("E021", node.span,
                              f"{what} is out of range: {shorten(text)}",
                              help=f"it can be {limit}" if value > high else
                              f"it is at least {low}")
            return None
        return value

    def value(self, node: Node, what: str) -> Optional[Value]:
        """A number or the name of an enumeration value."""
        if isinstance(node, Scalar) and _VALUE_NAME.match(node.value) \
                and not _NUMBERLIKE.match(node.value):
            return Value(node.value, None, node.span)
        if isinstance(node, Scalar) and _VALUE_NAME.match(node.value) \
                and not _NUMBER.match(node.value) and not node.value.isdigit():
            return Value(node.value, None, node.span)
        if isinstance(node, Scalar) and node.value and not _NUMBERLIKE.match(node.value):
            self.findings.add(
                "E020", node.span,
                f"{what}: '{shorten(node.value)}' is neither a number nor the name of a value",
                help=f"names of values are in upper case: {node.value.upper()}"
                if _VALUE_NAME.match(node.value.upper()) else "")
            return None
        number = self.number(node, what)
        return None if number is None else Value(node.value, number, node.span)

    def word(self, node: Node, what: str, words: Sequence[str]) -> str:
        """One of a few words; "" with a finding otherwise."""
        if not isinstance(node, Scalar):
            self.wrong(node, listed([f"`{w}`" for w in words], "or"), what)
            return ""
        if node.value in words:
            return node.value
        self.findings.add("E028", node.span, f"{what} cannot be '{shorten(node.value)}'",
                          help=did_you_mean(node.value, words) or
                          (f"it is {listed(list(words), 'or')}" if len(words) > 1 else
                           f"it is `{words[0]}`, or left out"))
        return ""

    def truth(self, entries: Entries, key: str, what: str) -> bool:
        return key in entries and bool(self.word(entries[key][1], f"`{key}` of {what}", ["true"]))

    def about(self, entries: Entries, what: str, where: Optional[Span] = None) -> About:
        """What is said of a thing.  With ``where``, ``doc`` and ``source`` are required."""
        about = About()
        if where is not None and not ("doc" in entries and "source" in entries):
            if "doc" not in entries:
                self.findings.add("E037", where, f"{what} has no `doc`",
                                  help="say in a sentence or two what it is")
            if "source" not in entries:
                self.findings.add(
                    "E038", where, f"{what} has no `source`",
                    help="name project, file and name there, as "
                         "`source: rdma-core providers/mlx5/wqe.h struct mlx5_wqe_set_psv_seg`")
        for key in ABOUT:
            if key not in entries:
                continue
            node = entries[key][1]
            label = f"`{key}` of {what}"
            if key == "source":
                if isinstance(node, List_):
                    if not node.items:
                        self.findings.add("E056", node.span, f"{label} is empty",
                                          help="name project, file and name there")
                    about.source = [t for t in (self.text(n, label) for n in node.items) if t]
                else:
                    text = self.text(node, label)
                    about.source = [text] if text else []
            else:
                setattr(about, key, self.text(node, label))
        return about

    def expression(self, entries: Entries, key: str, what: str) -> Optional[Expr]:
        """The expression behind a key.  None, with a finding, if it is none."""
        if key not in entries:
            return None
        node = entries[key][1]
        if not isinstance(node, Scalar) or node.is_empty:
            self.wrong(node, "an expression", f"`{key}` of {what}")
            return None
        whole = node.span
        one_line = whole.end_col - whole.col >= len(node.value)

        def span_of(start: int, end: int) -> Span:
            if not one_line:
                return whole
            first = whole.col + (1 if node.quoted else 0)
            return Span(whole.file, whole.line, first + start, first + end)

        try:
            return expr.parse(node.value, span_of)
        except expr.BadExpr as exc:
            self.findings.add("E064", span_of(exc.start, exc.end),
                              f"`{key}` of {what}: {exc.message}", help=exc.help)
            return None

    # The file

    def read(self, root: Node) -> None:
        if not isinstance(root, Map):
            self.wrong(root, "a map", "a file of the spec",
                       f"its keys are {listed(sorted(FILE_KEYS))}")
            self.draft.unread = True
            return
        top = Span(root.file.name, root.line, 1, len(root.file.lines[root.line - 1]) + 1)
        spoilt = root.spoilt
        entries = self.entries(root, "a file of the spec", FILE_KEYS)
        assert entries is not None
        if root.spoilt:
            # A section may have been lost with its key, and the names in it.
            self.draft.unread = True
        if "doc" in entries:
            self.file.doc = self.text(entries["doc"][1], "`doc` of the file")
        elif not spoilt:
            self.findings.add("E037", top, "the file has no `doc`",
                              help="say in a sentence or two what it describes")
        sections = (("enums", "enum", self.enum), ("flags", "flags", self.flags),
                    ("layouts", "layout", self.layout), ("variants", "variant", self.variant),
                    ("sequences", "sequence", self.sequence))
        if not any(key in entries for key, _, _ in sections) and not root.spoilt:
            self.findings.add("E056", top, "the file describes nothing",
                              help="add `layouts:`, `enums:`, `flags:`, `variants:` or "
                                   "`sequences:`")
        for key, kind, read in sections:
            if key not in entries:
                continue
            node = entries[key][1]
            if not isinstance(node, Map) or not node.items:
                if isinstance(node, Map):
                    self.findings.add("E056", entries[key][0].span, f"`{key}` is empty",
                                      help="remove the key, or define something under it")
                else:
                    self.wrong(node, "a map of names", f"`{key}`")
                    self.draft.unread = True
                continue
            if node.spoilt:
                self.draft.unread = True
            for name_node, body in node.items:
                name = self.name(name_node, f"the name of {a(NOUNS[kind])}")
                if not name:
                    self.draft.unread = True
                    name = ""
                elif not self.define(kind, name, name_node.span):
                    name = ""
                read(name, body, name_node.span)

    def define(self, kind: str, name: str, where: Span) -> bool:
        """Enters a global name.  False, with a finding, if there is one already."""
        known = self.draft.names.get(name)
        if known is None:
            self.draft.names[name] = (kind, where)
            return True
        self.findings.add(
            "E034", where, f"{NOUNS[kind]} '{name}' has the name of {a(NOUNS[known[0]])}"
            if known[0] != kind else f"there are two {NOUNS[kind]}s '{name}'"
            if kind != "flags" else f"there are two sets of flags '{name}'",
            others=[(known[1], "the first one")],
            help="names are global: every file sees every other; rename one of the two")
        return False

    def spans(self, thing: object, entries: Entries) -> None:
        """Remembers the places of the values of a thing."""
        self.draft.keep.append(thing)
        for key, (_, node) in entries.items():
            self.draft.spans[id(thing), key] = node.span

    def lost(self, name: str) -> None:
        if name:
            self.draft.broken.add(name)

    # Enumerations and flags

    def enum(self, name: str, node: Node, where: Span) -> None:
        self.enum_or_flags(name, node, where, False)

    def flags(self, name: str, node: Node, where: Span) -> None:
        self.enum_or_flags(name, node, where, True)

    def enum_or_flags(self, name: str, node: Node, where: Span, is_flags: bool) -> None:
        noun = "set of flags" if is_flags else "enumeration"
        what = f"{noun} '{name}'" if name else a(noun)
        list_key, value_key = ("bits", "bit") if is_flags else ("values", "value")
        entries = self.entries(node, what, FLAGS_KEYS if is_flags else ENUM_KEYS, (list_key,),
                               where)
        if entries is None:
            self.lost(name)
            return
        result = Enum(name, [], is_flags, where, self.truth(entries, "open", what),
                      self.about(entries, what, where))
        values = entries[list_key][1] if list_key in entries else None
        if values is None:
            self.lost(name)
        elif not isinstance(values, Map):
            self.wrong(values, "a map of names", f"`{list_key}` of {what}")
            self.lost(name)
        else:
            if not values.items:
                self.findings.add("E056", entries[list_key][0].span,
                                  f"`{list_key}` of {what} is empty",
                                  help=f"list the {list_key}: NAME: 0")
                self.lost(name)
            if values.spoilt:
                self.lost(name)
            for key, body in values.items:
                if not self.enum_value(result, key, body, value_key, what):
                    self.lost(name)
        if name:
            self.draft.spec.enums[name] = result
            self.file.enums.append(name)

    def enum_value(self, owner: Enum, key: Scalar, node: Node, value_key: str, what: str) -> bool:
        noun = "flag" if owner.is_flags else "value"
        name = self.value_name(key, f"the name of a {noun}")
        label = f"{noun} '{shorten(key.value)}' of {what}"
        high = 63 if owner.is_flags else MAX_NUMBER
        about = About()
        alias: Optional[Value] = None
        if isinstance(node, Map):
            entries = self.entries(node, label, BIT_KEYS if owner.is_flags else VALUE_KEYS,
                                   (value_key,))
            assert entries is not None
            about = self.about(entries, label)
            if "alias" in entries:
                alias_node = entries["alias"][1]
                text = self.text(alias_node, f"`alias` of {label}")
                alias = Value(text, None, alias_node.span) if text else None
            if value_key not in entries:
                return False
            node = entries[value_key][1]
        number = self.number(node, f"`{value_key}` of {label}" if about is not None and
                             isinstance(node, Scalar) and node.span != key.span else label, 0, high)
        if number is None or not name:
            return False
        result = EnumValue(name, number, key.span, about)
        if alias:
            self.draft.aliases[id(result)] = alias
            self.draft.keep.append(result)
        owner.values.append(result)
        return True

    # Layouts

    def layout(self, name: str, node: Node, where: Span) -> None:
        what = f"layout '{name}'" if name else "a layout"
        entries = self.entries(node, what, LAYOUT_KEYS, ("size", "fields"), where)
        if entries is None:
            self.lost(name)
            return
        size = None
        size_where = where
        if "size" in entries:
            size_where = entries["size"][1].span
            size = self.number(entries["size"][1], f"`size` of {what}", 1, place.MAX_BYTES)
        result = Layout(name, size or 0, [], where, self.about(entries, what, where),
                        self.writer(entries, what) or Writer.DRIVER, size_where)
        if size is None or not name:
            self.lost(name)
        fields = entries["fields"][1] if "fields" in entries else None
        if fields is None:
            self.draft.partial.add(name)
        elif not isinstance(fields, Map):
            self.wrong(fields, "a map of places", f"`fields` of {what}")
            self.draft.partial.add(name)
        else:
            if not fields.items and not fields.spoilt:
                self.findings.add("E056", entries["fields"][0].span, f"`fields` of {what} is empty",
                                  help="list what stands at each place, or `reserved`")
                self.draft.partial.add(name)
            result.fields, whole = self.fields(result, fields, what, None)
            if not whole:
                self.draft.partial.add(name)
        if name:
            self.draft.spec.layouts[name] = result
            self.file.layouts.append(name)

    def writer(self, entries: Entries, what: str) -> Optional[Writer]:
        if "writer" not in entries:
            return None
        word = self.word(entries["writer"][1], f"`writer` of {what}",
                         [writer.value for writer in Writer])
        return Writer(word) if word else None

    def fields(self, layout: Layout, node: Map, what: str,
               overlay: Optional[Field]) -> Tuple[List[Field], bool]:
        """The entries of a layout, or of an arm of ``overlay``, in file order, and whether all of
        them can be used."""
        result: List[Field] = []
        whole = not node.spoilt
        seen: Dict[Bits, Scalar] = {}
        for key, body in node.items:
            try:
                here: Optional[place.Place] = place.parse(key.value)
            except place.BadPlace as exc:
                self.findings.add(exc.rule, key.span, exc.message, help=exc.help)
                here = None
            if here is not None and here.bits in seen and here.bits.width:
                first = seen[here.bits]
                self.findings.add(
                    "E012", key.span, f"{key.value} is described twice",
                    others=[(first.span, "the first one")],
                    help="write bits that have several meanings as an overlay, or correct the "
                         "place")
                here = None
            elif here is not None:
                seen[here.bits] = key
            item = self.field(layout, key, body, here, what, overlay)
            if item is None or here is None:
                whole = False
            else:
                result.append(item)
        return result, whole

    def field(self, layout: Layout, key: Scalar, node: Node, here: Optional[place.Place],
              what: str, overlay: Optional[Field]) -> Optional[Field]:
        """One entry.  None if nothing can be said of what stands there."""
        label = f"{shorten(key.value)} of {what}"
        bits = here.bits if here else Bits(0, 0)
        style = here.style if here else ""
        if isinstance(node, Scalar):
            if node.is_empty:
                self.wrong(node if node.col > key.col else key, "a name, `reserved` or `ignored`",
                           f"what stands at {shorten(key.value)}")
                return None
            if node.value in ("reserved", "ignored") and not node.quoted:
                kind = Kind.RESERVED if node.value == "reserved" else Kind.IGNORED
                item = Field("", bits, kind, key.span, elem_width=bits.width)
                return self.shape(item, {}, style, label)
            name = self.name(node, "the name of a field")
            item = Field(name, bits, Kind.UINT, key.span, elem_width=bits.width,
                         spans={"name": node.span})
            return self.shape(item, {}, style, label) if name else None
        entries = self.entries(node, label, FIELD_KEYS)
        if entries is None:
            return None
        if overlay is not None and "overlay" in entries:
            self.findings.add("E055", entries["overlay"][0].span,
                              "an overlay stands inside of the arm of an overlay",
                              help="let the arm name a layout that has the inner overlay")
            return None
        item = self.attributes(layout, entries, key.span, bits, style, label, "")
        if item is None:
            return None
        if item.kind is Kind.OVERLAY:
            self.overlay(layout, item, entries, style, what)
            return item if item.name else None
        if item.is_named and "name" not in entries:
            if not node.spoilt:
                self.findings.add("E031", key.span, f"{label} has no `name`",
                                  help="add `name:`, or `kind: reserved` if it has none")
            return None
        return item if item.name or not item.is_named else None

    def attributes(self, layout: Layout, entries: Entries, where: Span, bits: Bits, style: str,
                   label: str, arm: str) -> Optional[Field]:
        """A field from the map of an entry, or of an arm with the name ``arm``."""
        if "overlay" in entries:
            kind = Kind.OVERLAY
        elif "layout" in entries:
            kind = Kind.LAYOUT
        elif "kind" in entries:
            kinds = ["bytes"] if arm else ["reserved", "ignored", "bytes"]
            word = self.word(entries["kind"][1], f"`kind` of {label}", kinds)
            if not word:
                return None
            kind = Kind(word)
        else:
            kind = Kind.UINT
        for key, (key_node, _) in entries.items():
            if key not in _KEYS_OF[kind] and key != "when":
                remedy = ""
                if key == "name" and kind is Kind.OVERLAY:
                    remedy = "the value of `overlay` is the name of the whole"
                elif key == "name":
                    remedy = f"leave out `kind: {kind.value}` or the name"
                elif key in ("selector", "arms"):
                    remedy = "an overlay needs `overlay: NAME`"
                elif key == "kind":
                    remedy = "leave out `kind`"
                else:
                    possible = sorted(_KEYS_OF[kind] - ABOUT)
                    remedy = f"{_CALLED[kind]} can have {listed(possible)}" if len(possible) > 1 \
                        else f"{_CALLED[kind]} can have no attributes"
                self.findings.add("E027", key_node.span,
                                  f"`{key}` has no meaning for {_CALLED[kind]}", help=remedy)
        item = Field(arm, bits, kind, where, self.about(entries, label), elem_width=bits.width)
        for key, (_, value) in entries.items():
            item.spans[key] = value.span
        if kind is Kind.OVERLAY:
            item.name = self.name(entries["overlay"][1], "the name of an overlay")
            item.spans["name"] = item.spans["overlay"]
        elif not arm and "name" in entries and item.is_named:
            item.name = self.name(entries["name"][1], "the name of a field")
        item.writer = self.writer(entries, label)
        if "cap" in entries:
            item.cap = self.text(entries["cap"][1], f"`cap` of {label}")
        if kind is Kind.LAYOUT:
            item.layout = self.name(entries["layout"][1], "the name of a layout")
            if not item.layout:
                self.draft.partial.add(layout.name)
                return None
        if kind is Kind.UINT:
            self.number_attributes(layout, item, entries, label)
        return self.shape(item, entries, style, label)

    def number_attributes(self, layout: Layout, item: Field, entries: Entries,
                          label: str) -> None:
        if "enum" in entries:
            item.enum = self.name(entries["enum"][1], "the name of an enumeration")
        if "flags" in entries:
            item.flags = self.name(entries["flags"][1], "the name of a set of flags")
        if "enum" in entries and "flags" in entries:
            self.findings.add("E027", entries["flags"][0].span,
                              f"{label} has both `enum` and `flags`",
                              others=[(entries["enum"][0].span, "the enumeration")],
                              help="a number is one of several values or a set of bits")
            item.flags = ""
        if "default" in entries and "fixed" in entries:
            self.findings.add("E026", entries["default"][0].span,
                              f"{label} has both `default` and `fixed`",
                              others=[(entries["fixed"][0].span, "the only legal value")],
                              help="a fixed field is not in the host structure: remove `default`")
        if "unit" in entries:
            item.unit = self.text(entries["unit"][1], f"`unit` of {label}")
        if "encoding" in entries:
            item.encoding = self.word(entries["encoding"][1], f"`encoding` of {label}",
                                      list(ENCODINGS))
        is_array = "count" in entries or "width" in entries
        for key in ("enum", "flags"):
            if is_array and key in entries:
                self.findings.add("E027", entries[key][0].span,
                                  f"`{key}` has no meaning for an array of numbers",
                                  help=f"make a layout with one field that has the `{key}`, and an "
                                       "array of it")
        for key in ("default", "fixed"):
            if key not in entries:
                continue
            if is_array:
                self.findings.add("E027", entries[key][0].span,
                                  f"`{key}` has no meaning for an array",
                                  help="the elements of a fresh host structure are 0")
                continue
            value = self.value(entries[key][1], f"`{key}` of {label}")
            if value is not None and not (key == "default" and "fixed" in entries):
                self.draft.values.append((layout, item, key, value))

    def shape(self, item: Field, entries: Entries, style: str, label: str) -> Optional[Field]:
        """Sets count and width of the elements, and checks what kind of place is needed."""
        if "count" in entries:
            if style == "open":
                self.findings.add("E027", entries["count"][0].span,
                                  f"`count` has no meaning for {label}",
                                  help="an array to the end has as many elements as there are")
            else:
                item.count = self.number(entries["count"][1], f"`count` of {label}", 1,
                                         place.MAX_BYTES)
                if item.count is None:
                    return None
        if style == "open":
            item.count = 0
            if item.kind in (Kind.RESERVED, Kind.IGNORED, Kind.OVERLAY):
                self.findings.add("E017", item.where, f"{_CALLED[item.kind]} cannot go on to the "
                                  "end of unknown length", help="give the last byte")
                return None
        if item.kind is Kind.BYTES:
            item.elem_width = 8 if style == "open" else item.bits.width
            if not item.bits.is_bytes:
                self.findings.add("E017", item.where, "a byte string stands on whole bytes",
                                  help="leave out `kind: bytes` for a number")
                return None
        if item.kind is not Kind.UINT:
            return item
        if item.count is None:
            if "width" in entries:
                self.findings.add("E027", entries["width"][0].span,
                                  "`width` has no meaning without `count`",
                                  help="the place says how many bits a number has; `width` is for "
                                       "the elements of an array")
            if style == "bytes":
                self.findings.add(
                    "E017", item.where, "a number stands on bits, not on bytes",
                    help=f"write {item.bits}" if item.bits.width <= 64 and
                    "[" in str(item.bits) and item.bits.offset % 32 + item.bits.width <= 64 and
                    item.bits.high <= 63 else
                    "add `kind: bytes` for a byte string, `layout:` for a nested layout, or "
                    "`count:` and `width:` for an array")
                return None
            return item
        if "width" not in entries:
            self.findings.add("E031", item.where, f"{label} is an array of numbers without `width`",
                              help="add `width: 8`, 16, 32 or 64, the bits of one element; or "
                                   "`layout:`, or `kind: bytes`")
            return None
        width = self.number(entries["width"][1], f"`width` of {label}")
        if width not in (8, 16, 32, 64):
            if width is not None:
                self.findings.add("E028", entries["width"][1].span,
                                  f"`width` of {label} cannot be {width}",
                                  help="elements of an array have 8, 16, 32 or 64 bits")
            return None
        item.elem_width = width
        return item

    # Overlays

    def overlay(self, layout: Layout, item: Field, entries: Entries, style: str,
                what: str) -> None:
        label = f"overlay '{item.name}'" if item.name else "an overlay"
        if "selector" not in entries:
            self.findings.add("E050", item.where, f"{label} has no `selector`",
                              help="name the field of the layout that tells the arms apart, or "
                                   "`selector: {external: what decides}`")
        else:
            item.selector = self.field_selector(entries["selector"][1], label)
        arms = entries["arms"][1] if "arms" in entries else None
        if arms is None:
            self.findings.add("E031", item.where, f"{label} has no `arms`",
                              help="list the meanings under `arms:`")
            return
        if not isinstance(arms, Map):
            self.wrong(arms, "a map of names", f"`arms` of {label}")
            return
        if not arms.items and not arms.spoilt:
            self.findings.add("E056", entries["arms"][0].span, f"`arms` of {label} is empty",
                              help="list the meanings: NAME: {when: 0}")
        for key, node in arms.items:
            arm = self.arm(layout, item, key, node, style, label)
            if arm is not None:
                item.arms.append(arm)

    def field_selector(self, node: Node, label: str) -> Optional[Selector]:
        if isinstance(node, Scalar):
            name = self.name(node, "the name of a field")
            return Selector(node.span, field=name) if name else None
        entries = self.entries(node, f"`selector` of {label}", frozenset(("external", "enum")),
                               ("external",))
        if entries is None or "external" not in entries:
            return None
        text = self.text(entries["external"][1], f"`external` of {label}")
        result = Selector(node.span, external=text or "?")
        self.spans(result, entries)
        if "enum" in entries:
            result.enum = self.name(entries["enum"][1], "the name of an enumeration")
        return result

    def when(self, entries: Entries, selector: Optional[Selector], where: Span,
             label: str) -> Optional[When]:
        """The values of an arm.  None, with a finding, if there are none."""
        if "when" not in entries:
            self.findings.add("E031", where, f"{label} has no `when`",
                              help="add the value of the selector, or `when: else`")
            return None
        node = entries["when"][1]
        if isinstance(node, Scalar) and node.value == "else":
            return When([], True, node.span, ["else"])
        nodes = node.items if isinstance(node, List_) else [node]
        if not nodes:
            self.findings.add("E056", node.span, f"`when` of {label} is empty",
                              help="give the values of the selector, or `else`")
            return None
        values = []
        for item in nodes:
            if isinstance(item, Scalar) and item.value == "else":
                self.findings.add("E028", item.span, "`else` stands alone",
                                  help="an `else` arm takes every value that no other arm has")
                return None
            value = self.value(item, f"`when` of {label}")
            if value is None:
                return None
            values.append(value)
        result = When([], False, node.span, [value.text for value in values])
        if selector is not None:
            self.draft.whens[id(result)] = PendingWhen(result, selector, values)
        return result

    def arm(self, layout: Layout, overlay: Field, key: Scalar, node: Node, style: str,
            of: str) -> Optional[Arm]:
        name = self.name(key, "the name of an arm")
        label = f"arm '{shorten(key.value)}' of {of}"
        entries = self.entries(node, label, ARM_KEYS)
        if entries is None:
            return None
        when = self.when(entries, overlay.selector, key.span, label)
        about = self.about(entries, label)
        if "fields" not in entries:
            if "kind" not in entries and "layout" not in entries and "count" not in entries:
                style = "bits"
                if overlay.bits.width > 64:
                    self.findings.add(
                        "E017", key.span, f"{label} is a number of {overlay.bits.width} bits",
                        help="add `layout:`, `kind: bytes` or `fields:`; a number has at most 64 "
                             "bits")
                    return None
            item = self.attributes(layout, entries, key.span, overlay.bits, style, label,
                                   name or "?")
            if item is None or when is None or not name:
                return None
            item.spans["name"] = key.span
            return Arm(name, when, [item], True, key.span, about)
        for other, (other_node, _) in entries.items():
            if other not in ABOUT and other not in ("when", "fields"):
                self.findings.add("E027", other_node.span,
                                  f"`{other}` has no meaning for an arm with `fields`",
                                  help="say it of the fields")
        fields_node = entries["fields"][1]
        if not isinstance(fields_node, Map):
            self.wrong(fields_node, "a map of places", f"`fields` of {label}")
            return None
        if not fields_node.items and not fields_node.spoilt:
            self.findings.add("E056", entries["fields"][0].span, f"`fields` of {label} is empty",
                              help="list what stands at each place of the overlay")
            return None
        fields, whole = self.fields(layout, fields_node, label, overlay)
        if when is None or not name:
            return None
        result = Arm(name, when, fields, False, key.span, about)
        if not whole:
            self.draft.spans[id(result), "partial"] = key.span
            self.draft.keep.append(result)
        return result

    # Variants and sequences

    def variant(self, name: str, node: Node, where: Span) -> None:
        what = f"variant '{name}'" if name else "a variant"
        entries = self.entries(node, what, VARIANT_KEYS, ("selector", "arms"), where)
        if entries is None:
            self.lost(name)
            return
        about = self.about(entries, what, where)
        selector = None
        if "selector" in entries:
            selector = self.bits_selector(entries["selector"][1], what)
        result = Variant(name, selector or Selector(where), [], where, about)
        if selector is None:
            self.lost(name)
        arms = entries["arms"][1] if "arms" in entries else None
        if arms is None:
            self.lost(name)
        elif not isinstance(arms, Map):
            self.wrong(arms, "a map of names", f"`arms` of {what}")
            self.lost(name)
        else:
            if not arms.items and not arms.spoilt:
                self.findings.add("E056", entries["arms"][0].span, f"`arms` of {what} is empty",
                                  help="list the choices: NAME: {when: 0, layout: NAME}")
            for key, body in arms.items:
                arm = self.variant_arm(selector, key, body, what)
                if arm is None:
                    self.lost(name)
                else:
                    result.arms.append(arm)
        if name:
            self.draft.spec.variants[name] = result
            self.file.variants.append(name)

    def bits_selector(self, node: Node, what: str) -> Optional[Selector]:
        entries = self.entries(node, f"`selector` of {what}", frozenset(("bits", "enum")),
                               ("bits",))
        if entries is None or "bits" not in entries:
            return None
        bits_node = entries["bits"][1]
        text = self.text(bits_node, f"`bits` of {what}")
        if not text:
            return None
        try:
            here = place.parse(text)
        except place.BadPlace as exc:
            self.findings.add(exc.rule, bits_node.span, exc.message, help=exc.help)
            return None
        if here.style != "bits":
            self.findings.add("E017", bits_node.span, "a selector stands on bits, not on bytes",
                              help="write it as \"0x3c[7:4]\"")
            return None
        result = Selector(node.span, bits=here.bits)
        self.spans(result, entries)
        if "enum" in entries:
            result.enum = self.name(entries["enum"][1], "the name of an enumeration")
        return result

    def variant_arm(self, selector: Optional[Selector], key: Scalar, node: Node,
                    of: str) -> Optional[VariantArm]:
        name = self.name(key, "the name of an arm")
        label = f"arm '{shorten(key.value)}' of {of}"
        entries = self.entries(node, label, VARIANT_ARM_KEYS)
        if entries is None:
            return None
        when = self.when(entries, selector, key.span, label)
        about = self.about(entries, label)
        target = self.one_of(entries, ("layout", "sequence"), key.span, label)
        if not target or when is None or not name:
            return None
        word = self.name(entries[target][1], f"the name of {a(target)}")
        if not word:
            return None
        result = VariantArm(name, when, word if target == "layout" else "",
                            word if target == "sequence" else "", key.span, about)
        self.spans(result, entries)
        return result

    def one_of(self, entries: Entries, keys: Sequence[str], where: Span, label: str) -> str:
        """The one of ``keys`` that is there; "" with a finding if it is not exactly one."""
        there = [key for key in keys if key in entries]
        if len(there) == 1:
            return there[0]
        choice = listed([f"`{key}`" for key in keys], "or")
        if not there:
            self.findings.add("E062", where, f"{label} does not say what it is",
                              help=f"add {choice}")
        else:
            self.findings.add("E062", entries[there[1]][0].span,
                              f"{label} has both `{there[0]}` and `{there[1]}`",
                              others=[(entries[there[0]][0].span, "the first one")],
                              help=f"it has exactly one of {choice}")
        return ""

    def sequence(self, name: str, node: Node, where: Span) -> None:
        what = f"sequence '{name}'" if name else "a sequence"
        entries = self.entries(node, what, SEQUENCE_KEYS, ("segments",), where)
        if entries is None:
            self.lost(name)
            return
        result = Seq(name, [], where, self.expression(entries, "size", what),
                     self.about(entries, what, where))
        for key, (_, value) in entries.items():
            result.spans[key] = value.span
        segments = entries["segments"][1] if "segments" in entries else None
        if segments is None:
            self.lost(name)
        elif not isinstance(segments, List_):
            self.wrong(segments, "a list", f"`segments` of {what}",
                       "each line starts with '- ': `- ctrl: {layout: ctrl_seg}`")
            self.lost(name)
        else:
            if not segments.items:
                self.findings.add("E056", segments.span, f"`segments` of {what} is empty",
                                  help="list what follows what: `- ctrl: {layout: ctrl_seg}`")
                self.lost(name)
            for item in segments.items:
                if not isinstance(item, Map) or len(item.items) != 1 or item.spoilt:
                    if not isinstance(item, Map) or not item.spoilt:
                        self.findings.add(
                            "E039", item.span, f"a segment of {what} is one name with a map, not "
                            + (_kind_of(item) if not isinstance(item, Map) else
                               f"a map with {len(item.items)} keys"),
                            help="write `- ctrl: {layout: ctrl_seg}`")
                    self.lost(name)
                    continue
                segment = self.segment(item.items[0][0], item.items[0][1], what)
                if segment is None:
                    self.lost(name)
                else:
                    result.segments.append(segment)
        if name:
            self.draft.spec.sequences[name] = result
            self.file.sequences.append(name)

    def segment(self, key: Scalar, node: Node, of: str) -> Optional[Segment]:
        name = self.name(key, "the name of a segment")
        label = f"segment '{shorten(key.value)}' of {of}"
        entries = self.entries(node, label, SEGMENT_KEYS)
        if entries is None:
            return None
        result = Segment(name, key.span, about=self.about(entries, label))
        for other, (_, value) in entries.items():
            result.spans[other] = value.span
        good = bool(name)
        target = self.one_of(entries, ("layout", "variant", "sequence", "data"), key.span, label)
        if target == "data":
            result.data = self.truth(entries, "data", label)
            good = good and result.data
        elif target:
            word = self.name(entries[target][1], f"the name of {a(target)}")
            setattr(result, target, word)
            good = good and bool(word)
        else:
            good = False
        amounts = [amount for amount in ("count", "size", "rest") if amount in entries]
        if len(amounts) > 1:
            self.findings.add("E062", entries[amounts[1]][0].span,
                              f"{label} has both `{amounts[0]}` and `{amounts[1]}`",
                              others=[(entries[amounts[0]][0].span, "the first one")],
                              help="it has at most one of `count`, `size` and `rest`")
            good = False
        result.rest = self.truth(entries, "rest", label)
        for attribute in ("when", "count", "size"):
            if attribute in entries:
                value = self.expression(entries, attribute, label)
                setattr(result, attribute, value)
                good = good and value is not None
        return result if good else None
