# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Makes the edits of enumerations, of names and of the documentation of what came."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from typing import Dict

from prmclib.model import About, Enum, EnumValue, Field, Layout, Spec
from prmclib.model.place import parse
from prmclib.writers.yaml import Key, Node, Prose
from .planner import Planner
from .spec_edit import Files, Table, cited, inside, renamed, text_of_node, with_conflict
from .verdicts import EnumPlan


class Names:
    """What the edits of layouts and enumerations have in common."""

    planner: Planner
    spec: Spec
    files: Files

    # Documentation of what came

    def since(self) -> str:
        return self.planner.new.manual.since

    def source(self, where_file: str, near: str, name: str = "") -> str:
        """Returns the `source` of something in a file of NEW, for the file of the spec that has ``near``."""
        terms = self.planner.new
        inside = terms.files.get(where_file) or os.path.basename(where_file)
        return cited(f"{self.planner.word} {inside}", self.files.legend(near)) + (f" {name}" if name else "")

    def about(self, about: About, where_file: str, near: str) -> About:
        return replace(about, source=[self.source(where_file, near)], since=self.since())

    def called(self, node: Node, old: str, new: str) -> Node:
        """Returns a `source` of ours with the new name of a layout."""
        text = text_of_node(node)
        word = self.files.legend_word(text.split(" ")[0])
        if not self.planner.is_ours(word):
            return node
        made = rf"\g<1>{new}\g<2>" if "ifc" in text else new
        return Prose(re.sub(rf"\b(mlx5_ifc_)?{re.escape(old)}(_bits)?\b", made, text))

    # Names elsewhere

    def references(self, layout: Layout, item: Field, name: str) -> None:
        """Renames a field where the spec refers to it: groups and selectors of the layout, capabilities, sequences."""
        old = item.name
        body = self.files.body("layouts", layout.name)
        for group in inside(body, "groups").values() if "groups" in body else ():
            assert isinstance(group, dict)
            group["fields"] = re.sub(rf"\b{old}\b", name, flat(group["fields"]))
        for outer in layout.fields:
            if outer.selector is not None and outer.selector.field == old:
                find(inside(body, "fields"), outer)["selector"] = name
        for other in self.spec.layouts.values():
            for one in other.walk():
                if one.item.cap == f"{layout.name}.{old}" and one.arm is None:
                    find(inside(self.files.body("layouts", other.name), "fields"), one.item)["cap"] = f"{layout.name}.{name}"
        for sequence in self.spec.sequences.values():
            segments = {part.name for part in sequence.segments if part.layout == layout.name}
            if not segments:
                continue
            node = self.files.body("sequences", sequence.name)
            pattern = rf"\b({'|'.join(map(re.escape, segments))})\.{old}\b"
            for holder in (node, *inside(node, "segments").values()):
                assert isinstance(holder, dict)
                for key in ("size", "when", "count"):
                    if key in holder:
                        value = holder[key]
                        text = value.text if isinstance(value, Prose) else str(value)
                        holder[key] = Prose(re.sub(pattern, rf"\1.{name}", text)) if isinstance(value, Prose) else \
                            re.sub(pattern, rf"\1.{name}", text)

    # Enumerations

    def value_references(self, renames: Dict[str, Dict[str, str]]) -> None:
        """Renames values of enumerations where the spec refers to them: in arms, defaults and fixed values."""
        def rename(names: Dict[str, str], node: Node, *keys: str) -> None:
            for key in keys:
                if isinstance(node, dict) and key in node:
                    had = node[key]
                    words = [names.get(str(one), str(one)) for one in (had if isinstance(had, list) else [had])]
                    node[key] = list(words) if isinstance(had, list) else words[0]

        for layout in self.spec.layouts.values():
            for item in layout.fields:
                chooses = renames.get(item.selector.enum) if item.selector is not None else None
                names = renames.get(item.enum)
                if chooses is None and names is None:
                    continue
                node = find(inside(self.files.body("layouts", layout.name), "fields"), item)
                for arm in inside(node, "arms").values() if chooses is not None else ():
                    rename(chooses or {}, arm, "when")
                rename(names or {}, node, "default", "fixed")
        for variant in self.spec.variants.values():
            if variant.selector.enum in renames:
                for arm in inside(self.files.body("variants", variant.name), "arms").values():
                    rename(renames[variant.selector.enum], arm, "when")

    def enum(self, name: str, plan: EnumPlan) -> None:
        enum = self.spec.enums[name]
        table = inside(self.files.body("enums", name), "bits" if enum.is_flags else "values")
        for value in plan.drops:
            del table[value]
        for value, number in plan.numbers.items():
            node = table[value]
            if isinstance(node, dict):
                node["bit" if enum.is_flags else "value"] = self.number(enum, number, table)
                node.pop("alias", None)
            else:
                table[value] = self.number(enum, number, table)
        for value, sentences in plan.conflicts.items():
            node = table[value]
            if not isinstance(node, dict):
                node = {Key("bit" if enum.is_flags else "value"): node}
            with_conflict(node, sentences)
            table[value] = node
        if plan.renames:
            entries = [(renamed(key, plan.renames.get(key, str(key))), node) for key, node in table.items()]
            table.clear()
            table.update(entries)
        for new in plan.adds:
            node = {Key("bit" if enum.is_flags else "value"): self.number(enum, new.value, table),
                    Key("alias"): new.alias, Key("source"): Prose(self.enum_source(enum)), Key("since"): Prose(self.since())}
            if not new.alias:
                del node[Key("alias")]
            if not self.since():
                del node[Key("since")]
            insert_value(table, new, node)
        first: Dict[int, str] = {}
        for key, node in table.items():  # the first name of a value may be gone, or have another name
            known = first.setdefault(int(str(number_of(node)), 0), str(key))
            if isinstance(node, dict) and "alias" in node:
                if known == key:
                    del node["alias"]
                else:
                    node["alias"] = known

    def enum_source(self, enum: Enum) -> str:
        own = [text for text in enum.about.source if self.planner.is_ours(text.split(" ")[0])]
        words = own[0].split(" ") if own else []
        path = words[1] if len(words) > 1 and "/" in words[1] else ""
        return cited(f"{self.planner.word} {path}".strip() if path else
                     f"{self.planner.word} {next(iter(self.planner.new.files.values()), '')}".strip(),
                     self.files.legend(enum.name))

    def number(self, enum: Enum, value: int, table: Table) -> str:
        """Returns a number as the enumeration writes its others."""
        texts = [str(number_of(node)) for node in table.values()]
        if not any(text.startswith("0x") for text in texts):
            return str(value) if enum.is_flags or value < 10 else f"{value:#x}"
        digits = max(len(text) - 2 for text in texts if text.startswith("0x"))
        return f"0x{value:0{digits}x}"


def number_of(node: Node) -> Node:
    return node.get("value", node.get("bit", "")) if isinstance(node, dict) else node


def insert_value(table: Table, new: EnumValue, node: Node) -> None:
    """Inserts a value before the first that is larger; a second name after the first one."""
    entries = list(table.items())
    numbers = [int(str(number_of(other)), 0) for _, other in entries]
    at = next((at for at, number in enumerate(numbers) if number > new.value), len(entries))
    if new.alias in table:
        at = max(at for at, number in enumerate(numbers) if number == new.value) + 1
    entries.insert(at, (Key(new.name), node))
    table.clear()
    table.update(entries)


def flat(node: Node) -> str:
    return f"[{', '.join(str(one) for one in node)}]" if isinstance(node, list) else str(node)


def name_of(node: Node) -> str:
    if isinstance(node, dict):
        return str(node.get("name", node.get("overlay", ""))).strip('"')
    return "" if node in ("reserved", "ignored") else str(node).strip('"')


def find(table: Table, item: Field) -> Table:
    """Returns the map of a field of the spec that has more than a name."""
    found = next(node for key, node in table.items() if parse(key).bits == item.bits and name_of(node) == item.name)
    assert isinstance(found, dict)
    return found
