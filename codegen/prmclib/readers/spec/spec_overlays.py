# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Reads overlays: bits with several meanings, of which a selector chooses one."""

from __future__ import annotations

from typing import Optional

from prmclib.model import Arm, Field, Layout, Selector
from prmclib.model.errors import shorten
from prmclib.readers.yamltree import Map, Node, Scalar
from .spec_layouts import FIELD_KEYS, Layouts
from .spec_words import ABOUT, Entries, spans_of

ARM_KEYS = (FIELD_KEYS | {"when", "fields"}) - {"name", "overlay", "selector", "arms"}


class Overlays(Layouts):
    """Reads entries of layouts that are overlays; their arms have entries again."""

    def overlay(self, layout: Layout, item: Field, entries: Entries, style: str) -> None:
        label = f"overlay '{item.name}'" if item.name else "an overlay"
        if "selector" not in entries:
            self.findings.add("E050", item.where, f"{label} has no `selector`",
                              help="name the field of the layout that selects the arm, or "
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
        result.spans = spans_of(entries)
        if "enum" in entries:
            result.enum = self.name(entries["enum"][1], "the name of an enumeration")
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
                                  help="move it to the fields")
        fields_node = entries["fields"][1]
        if not isinstance(fields_node, Map):
            self.wrong(fields_node, "a map of places", f"`fields` of {label}")
            return None
        if not fields_node.items and not fields_node.spoilt:
            self.findings.add("E056", entries["fields"][0].span, f"`fields` of {label} is empty",
                              help="list what is at each place of the overlay")
            return None
        fields, whole = self.fields(layout, fields_node, label, overlay)
        if when is None or not name:
            return None
        result = Arm(name, when, fields, False, key.span, about)
        if not whole:
            result.spans["partial"] = key.span
        return result
