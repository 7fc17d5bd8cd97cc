# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Applies ``<instance_ops>`` of ADB: other attributes for one use of a field.

``<attr_replace path="Nodes.reg.mode" enum="A=1" />`` names a field by its path from the outermost
table.  Places are computed before, so operations change only a field's description.  The model
has each table once for all its users: where a table on the path is used more than once, that use
gets a copy of its own, named after the table and the field that uses it.  The elements of an array
share one table; operations on one of them are listed.

Semantics: mstflint adb_parser/adb_parser.cpp, createLayout, and adb_instance.cpp, getChildByPath.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import Dict, List, Optional

from prmclib.model.errors import shorten
from .document import MAX_ELEMENTS, AdbField, AdbNode, Document, Operation, Stray

ROOT = "root"  # the table whose field refers to the outermost one
_SETTLED = ("name", "offset", "size", "subnode", "low_bound", "high_bound", "inst_if", "inst_ifdef")
_INDEX = re.compile(r"(.*)\[[0-9]+\]\Z")


class _Lost(Exception):
    """An operation that cannot be applied, with the reason."""


def apply(document: Document) -> List[Stray]:
    """Applies the operations to the fields' attributes; returns those that cannot be applied."""
    if not document.instance_ops:
        return []
    tables = _Tables(document)
    lost: List[Stray] = []
    for operation in document.instance_ops.values():
        changes = {name: value for name, value in operation.attributes.items()
                   if name not in _SETTLED}
        try:
            found = tables.field(operation, bool(changes))
        except _Lost as exc:
            shown = ", ".join(f"{name}: {value}" for name, value in operation.attributes.items())
            lost.append(Stray("attr_replace", operation.path,
                              f"{exc}; it replaces {shorten(shown, 100) or 'nothing'}",
                              operation.where))
            continue
        found.attributes.update(changes)
        for name, value in operation.attributes.items():
            if name in _SETTLED:
                lost.append(Stray("attr_replace", operation.path, f"'{name}' is replaced by "
                                  f"'{shorten(value)}' after places are computed, without effect",
                                  operation.where))
    tables.place_copies()
    return lost


class _Tables:
    """The tables of a document by name, and how many fields use each."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.nodes: Dict[str, AdbNode] = {}
        for node in document.nodes:
            if not node.absent:
                self.nodes.setdefault(node.name, node)
        self.names = {node.name for node in document.nodes}
        self.uses = Counter(item.attributes.get("subnode", "") for node in self.nodes.values()
                            for item in node.fields if not item.absent)
        self.copies: Dict[str, List[AdbNode]] = {}  # by the name of the table in the file
        self.copied = 0  # fields in all copies

    def field(self, operation: Operation, changes: bool) -> AdbField:
        """Returns the field at the end of an operation's path; if it ``changes``, in a table that
        nothing else uses.  Raises _Lost."""
        root = self.nodes.get(ROOT)
        if root is None or len(root.fields) != 1:
            raise _Lost(f"there is no table '{ROOT}' with one field, where paths start")
        way = [root.fields[0]]
        for word in operation.path.split(".")[1:]:
            way.append(self.step(way[-1], word))
        if len(way) == 1:
            raise _Lost("the outermost table itself")
        if not changes:
            return way[-1]
        owner = root  # the whole path exists: now it may be changed
        found = way[0]
        for following in way[1:]:
            node = self.nodes[found.attributes["subnode"]]
            if self.uses[node.name] > 1:
                node = self.copy(owner, found, node)
            owner = node
            found = next(item for item in node.fields
                         if item.name == following.name and not item.absent)
        return found

    def step(self, user: AdbField, word: str) -> AdbField:
        """Returns the field ``word`` of the table that ``user`` refers to.  Raises _Lost."""
        node = self.nodes.get(user.attributes.get("subnode", ""))
        if node is None:
            raise _Lost(f"'{shorten(user.name)}' is not a table")
        match = _INDEX.match(word)
        name = match.group(1) if match else word
        found: Optional[AdbField] = next(
            (item for item in node.fields if item.name == name and not item.absent), None)
        if found is None:
            raise _Lost(f"the table '{shorten(node.in_file)}' has no field '{shorten(name)}'")
        if match or found.attributes.get("high_bound", "").strip():
            raise _Lost(f"'{shorten(name)}' is an array, of which this is one element")
        return found

    def copy(self, owner: AdbNode, user: AdbField, node: AdbNode) -> AdbNode:
        """Replaces ``node`` by a copy for the one field that uses it.  Raises _Lost."""
        self.copied += len(node.fields) + 1
        if self.copied > MAX_ELEMENTS:
            raise _Lost(f"the table '{shorten(node.in_file)}' is used {self.uses[node.name]} times, "
                        f"and there are more than {MAX_ELEMENTS:,} fields in copies already")
        name, number = f"{owner.name}_{user.name}", 2
        while name in self.names:
            name, number = f"{owner.name}_{user.name}_{number}", number + 1
        new = replace(node, name=name, attributes=dict(node.attributes), origin=node.in_file,
                      fields=[replace(item, attributes=dict(item.attributes))
                              for item in node.fields])
        self.nodes[name] = new
        self.copies.setdefault(node.in_file, []).append(new)
        self.names.add(name)
        self.uses.update(item.attributes.get("subnode", "") for item in new.fields
                         if not item.absent)
        self.uses[node.name] -= 1
        self.uses[name] = 1
        user.attributes["subnode"] = name
        return new

    def place_copies(self) -> None:
        """Puts each copy after its original."""
        nodes: List[AdbNode] = []
        for node in self.document.nodes:
            nodes.append(node)
            if self.nodes.get(node.name) is node:
                nodes += self.copies.pop(node.name, [])
        self.document.nodes[:] = nodes
