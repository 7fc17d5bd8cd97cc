# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""What ``<instance_ops>`` of ADB does: other attributes for one use of a field.

``<attr_replace path="Nodes.reg.mode" enum="A=1" />`` names a field by the way from the outermost
table to it.  Places are settled before, so that only what is said of a field changes.  The model
has each table once, whoever uses it: where a table on the way is used more than once, other
attributes for one of its uses cannot be said, and are listed.

Semantics: mstflint adb_parser/adb_parser.cpp, createLayout, and adb_instance.cpp, getChildByPath.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Dict, List, Optional

from ..errors import shorten
from .adb import AdbField, AdbNode, Document, Operation, Stray

ROOT = "root"  # the table whose field refers to the outermost one
_SETTLED = ("name", "offset", "size", "subnode", "low_bound", "high_bound", "inst_if", "inst_ifdef")
_INDEX = re.compile(r"(.*)\[[0-9]+\]\Z")


class _Lost(Exception):
    """An operation that cannot be done, with the reason."""


def apply(document: Document) -> List[Stray]:
    """Changes the attributes of the fields that operations name; what cannot be done."""
    if not document.instance_ops:
        return []
    nodes: Dict[str, AdbNode] = {}
    for node in document.nodes:
        if not node.absent:
            nodes.setdefault(node.name, node)
    uses = Counter(item.attributes.get("subnode", "") for node in nodes.values()
                   for item in node.fields if not item.absent)
    lost: List[Stray] = []
    for operation in document.instance_ops.values():
        try:
            found = _field(nodes, uses, operation)
        except _Lost as exc:
            changes = ", ".join(f"{name}: {value}" for name, value in operation.attributes.items())
            lost.append(Stray("attr_replace", operation.path,
                              f"{exc}; it replaces {shorten(changes, 100) or 'nothing'}",
                              operation.where))
            continue
        for name, value in operation.attributes.items():
            if name in _SETTLED:
                lost.append(Stray("attr_replace", operation.path, f"'{name}' is replaced by "
                                  f"'{shorten(value)}' after places are settled, without effect",
                                  operation.where))
            else:
                found.attributes[name] = value
    return lost


def _field(nodes: Dict[str, AdbNode], uses: "Counter[str]", operation: Operation) -> AdbField:
    """The field at the end of an operation's path.  Raises _Lost."""
    root = nodes.get(ROOT)
    if root is None or len(root.fields) != 1:
        raise _Lost(f"there is no table '{ROOT}' with one field, from which paths count")
    node = nodes.get(root.fields[0].attributes.get("subnode", ""))
    words = operation.path.split(".")[1:]
    found: Optional[AdbField] = None
    for word in words:
        if node is None:
            raise _Lost(f"'{shorten(found.name if found else ROOT)}' is not a table")
        if uses[node.name] > 1:
            raise _Lost(f"the table '{shorten(node.name)}' is used {uses[node.name]} times, "
                        "of which this is one")
        index = _INDEX.match(word)
        name = index.group(1) if index else word
        found = next((item for item in node.fields if item.name == name and not item.absent), None)
        if found is None:
            raise _Lost(f"the table '{shorten(node.name)}' has no field '{shorten(name)}'")
        if index or found.attributes.get("high_bound", "").strip():
            raise _Lost(f"'{shorten(name)}' is an array, of which this is one element")
        node = nodes.get(found.attributes.get("subnode", ""))
    if found is None:
        raise _Lost("the outermost table itself")
    return found
