# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Reads variants and sequences."""

from __future__ import annotations

from typing import Optional

from prmclib.model import Segment, Selector, Span, Variant, VariantArm
from prmclib.model import Sequence as Seq
from prmclib.model import place
from prmclib.model.draft import a
from prmclib.model.errors import shorten
from prmclib.readers.yamltree import List_, Map, Node, Scalar
from .spec_words import ABOUT, Words, kind_of, spans_of

VARIANT_KEYS = ABOUT | {"selector", "arms"}
VARIANT_ARM_KEYS = ABOUT | {"when", "layout", "sequence"}
SEQUENCE_KEYS = ABOUT | {"size", "segments"}
SEGMENT_KEYS = ABOUT | {"layout", "variant", "sequence", "data", "when", "count", "size", "rest"}


class Sequences(Words):
    """Reads the sections ``variants`` and ``sequences``."""

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
            self.findings.add("E017", bits_node.span, "the place of a selector is in bits, not in bytes",
                              help="write it as \"0x3c[7:4]\"")
            return None
        result = Selector(node.span, bits=here.bits)
        result.spans = spans_of(entries)
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
        result.spans = spans_of(entries)
        return result

    def sequence(self, name: str, node: Node, where: Span) -> None:
        what = f"sequence '{name}'" if name else "a sequence"
        entries = self.entries(node, what, SEQUENCE_KEYS, ("segments",), where)
        if entries is None:
            self.lost(name)
            return
        result = Seq(name, [], where, self.expression(entries, "size", what),
                     self.about(entries, what, where))
        result.spans = spans_of(entries)
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
                                  help="list its segments in order: `- ctrl: {layout: ctrl_seg}`")
                self.lost(name)
            for item in segments.items:
                if not isinstance(item, Map) or len(item.items) != 1 or item.spoilt:
                    if not isinstance(item, Map) or not item.spoilt:
                        self.findings.add(
                            "E039", item.span, f"a segment of {what} is one name with a map, not "
                            + (kind_of(item) if not isinstance(item, Map) else
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
        result = Segment(name, key.span, about=self.about(entries, label), spans=spans_of(entries))
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
