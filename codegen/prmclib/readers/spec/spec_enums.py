# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Reads enumerations and sets of flags."""

from __future__ import annotations

from typing import Optional

from prmclib.model import About, Enum, EnumValue, Span
from prmclib.model.draft import a
from prmclib.model.errors import shorten
from prmclib.readers.yamltree import Map, Node, Scalar
from .spec_words import ABOUT, MAX_NUMBER, Words

ENUM_KEYS = ABOUT | {"values", "open"}
FLAGS_KEYS = ABOUT | {"bits", "open"}
VALUE_KEYS = ABOUT | {"value", "alias", "detail"}
BIT_KEYS = ABOUT | {"bit", "alias"}


class Enums(Words):
    """Reads the sections ``enums`` and ``flags``."""

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
        alias: Optional[Scalar] = None
        detail: Optional[Scalar] = None
        if isinstance(node, Map):
            entries = self.entries(node, label, BIT_KEYS if owner.is_flags else VALUE_KEYS,
                                   (value_key,))
            assert entries is not None
            about = self.about(entries, label)
            if "alias" in entries:
                alias_node = entries["alias"][1]
                if self.text(alias_node, f"`alias` of {label}") and isinstance(alias_node, Scalar):
                    alias = alias_node
            if "detail" in entries:
                detail_node = entries["detail"][1]
                if self.text(detail_node, f"`detail` of {label}") and isinstance(detail_node, Scalar):
                    detail = detail_node
            if value_key not in entries:
                return False
            node = entries[value_key][1]
        number = self.number(node, f"`{value_key}` of {label}" if about is not None and
                             isinstance(node, Scalar) and node.span != key.span else label, 0, high)
        if number is None or not name:
            return False
        result = EnumValue(name, number, key.span, about)
        if alias is not None:
            result.alias, result.spans["alias"] = alias.value.strip(), alias.span
        if detail is not None:
            result.detail, result.spans["detail"] = detail.value.strip(), detail.span
        owner.values.append(result)
        return True
