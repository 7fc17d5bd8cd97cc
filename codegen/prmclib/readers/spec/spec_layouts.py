# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Reads layouts and their entries."""

from __future__ import annotations

from typing import Dict, FrozenSet, List, Optional, Tuple

from prmclib.model import ENCODINGS, Bits, Field, Group, Kind, Layout, Span, Writer
from prmclib.model import place
from prmclib.model.errors import listed, shorten
from prmclib.readers.yamltree import List_, Map, Node, Scalar
from .spec_words import ABOUT, Entries, Words

LAYOUT_KEYS = ABOUT | {"size", "writer", "groups", "fields"}
GROUP_KEYS = ABOUT | {"fields"}
_COMMON = ABOUT | {"name", "writer", "cap"}
_NUMBER_KEYS = _COMMON | {"count", "width", "enum", "flags", "default", "fixed", "unit", "encoding", "range", "also"}
FIELD_KEYS = _NUMBER_KEYS | {"kind", "layout", "overlay", "selector", "arms"}

# The keys of each kind of field, and its name in messages.
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


class Layouts(Words):
    """Reads the section ``layouts``, except overlays (:class:`~.spec_overlays.Overlays`)."""

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
        if "groups" in entries:
            result.groups = self.groups(entries["groups"][1], what)
        fields = entries["fields"][1] if "fields" in entries else None
        if fields is None:
            self.draft.partial.add(name)
        elif not isinstance(fields, Map):
            self.wrong(fields, "a map of places", f"`fields` of {what}")
            self.draft.partial.add(name)
        else:
            if not fields.items and not fields.spoilt:
                self.findings.add("E056", entries["fields"][0].span, f"`fields` of {what} is empty",
                                  help="list what is at each place, or `reserved`")
                self.draft.partial.add(name)
            result.fields, whole = self.fields(result, fields, what, None)
            if not whole:
                self.draft.partial.add(name)
        if name:
            self.draft.spec.layouts[name] = result
            self.file.layouts.append(name)

    def groups(self, node: Node, what: str) -> List[Group]:
        """Reads groups of fields; a rule checks their names when all fields are known."""
        if not isinstance(node, Map):
            self.wrong(node, "a map of groups", f"`groups` of {what}")
            return []
        result = []
        for key, body in node.items:
            label = f"group '{shorten(key.value)}' of {what}"
            entries = self.entries(body, label, GROUP_KEYS, ("fields",), key.span)
            name = self.name(key, "the name of a group")
            if entries is None or "fields" not in entries or not name:
                continue
            names = entries["fields"][1]
            if not isinstance(names, List_) or not names.items:
                self.wrong(names, "a list of fields", f"`fields` of {label}")
                continue
            found = [(self.name(one, "the name of a field"), one.span) for one in names.items]
            result.append(Group(name, [one for one, _ in found if one], key.span,
                                self.about(entries, label), [span for one, span in found if one]))
        return result

    def writer(self, entries: Entries, what: str) -> Optional[Writer]:
        if "writer" not in entries:
            return None
        word = self.word(entries["writer"][1], f"`writer` of {what}",
                         [writer.value for writer in Writer])
        return Writer(word) if word else None

    def fields(self, layout: Layout, node: Map, what: str,
               overlay: Optional[Field]) -> Tuple[List[Field], bool]:
        """Returns the entries of a layout, or of an arm of ``overlay``, in file order, and True if all
        of them are usable."""
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
        """Reads one entry.  Returns None if it is not usable."""
        label = f"{shorten(key.value) if here is None else key.value} of {what}"
        bits = here.bits if here else Bits(0, 0)
        style = here.style if here else ""
        if isinstance(node, Scalar):
            if node.is_empty:
                self.wrong(node if node.col > key.col else key, "a name, `reserved` or `ignored`",
                           f"the entry at {shorten(key.value)}")
                return None
            if node.value in ("reserved", "ignored") and not node.quoted:
                kind = Kind.RESERVED if node.value == "reserved" else Kind.IGNORED
                return self.shape(Field("", bits, kind, key.span, elem_width=bits.width), {}, style, label)
            name = self.name(node, "the name of a field")
            return self.shape(Field(name, bits, Kind.UINT, key.span, elem_width=bits.width, spans={"name": node.span}),
                              {}, style, label) if name else None
        entries = self.entries(node, label, FIELD_KEYS)
        if entries is None:
            return None
        if overlay is not None and "overlay" in entries:
            self.findings.add("E055", entries["overlay"][0].span,
                              "an overlay is inside an arm of an overlay",
                              help="let the arm name a layout that has the inner overlay")
            return None
        item = self.attributes(layout, entries, key.span, bits, style, label, "")
        if item is None:
            return None
        if item.kind is Kind.OVERLAY:
            self.overlay(layout, item, entries, style)
            return item if item.name else None
        if item.is_named and "name" not in entries:
            if isinstance(node, Map) and not node.spoilt:
                self.findings.add("E031", key.span, f"{label} has no `name`",
                                  help="add `name:`, or `kind: reserved` if it has none")
            return None
        return item if item.name or not item.is_named else None

    def overlay(self, layout: Layout, item: Field, entries: Entries, style: str) -> None:
        raise NotImplementedError

    def attributes(self, layout: Layout, entries: Entries, where: Span, bits: Bits, style: str,
                   label: str, arm: str) -> Optional[Field]:
        """Returns the field of an entry's map, or of the map of an arm with the name ``arm``."""
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
            self.number_attributes(item, entries, label)
        return self.shape(item, entries, style, label)

    def number_attributes(self, item: Field, entries: Entries, label: str) -> None:
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
        if "also" in entries:
            item.also = self.name(entries["also"][1], "the name of a layout")
            item.spans["also"] = entries["also"][1].span
        if "unit" in entries:
            item.unit = self.text(entries["unit"][1], f"`unit` of {label}")
        if "encoding" in entries:
            item.encoding = self.word(entries["encoding"][1], f"`encoding` of {label}",
                                      list(ENCODINGS))
        if "range" in entries:
            item.ranges = self.ranges(entries["range"][1], f"`range` of {label}")
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
                self.draft.values.append((item, key, value))

    def shape(self, item: Field, entries: Entries, style: str, label: str) -> Optional[Field]:
        """Sets count and width of the elements, and checks the kind of the place."""
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
                self.findings.add("E017", item.where, "a byte string consists of whole bytes",
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
                    "E017", item.where, "the place of a number is in bits, not in bytes",
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
