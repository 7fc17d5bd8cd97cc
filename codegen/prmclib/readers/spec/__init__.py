# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Reads one file of the spec (``docs/notation.md``) into the model.

Findings made here are about the notation: names of keys, kinds of values, the syntax of places and
numbers.  The rules check what the values mean together.
"""

from __future__ import annotations

from prmclib.model import Span
from prmclib.model.draft import NOUNS, a
from prmclib.model.errors import listed
from prmclib.readers.yamltree import Map, Node
from .spec_enums import Enums
from .spec_overlays import Overlays
from .spec_sequences import Sequences

FILE_KEYS = frozenset(("doc", "sources", "enums", "flags", "layouts", "variants", "sequences"))


class SpecReader(Enums, Overlays, Sequences):
    """Reads a whole file."""

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
            # A section may have been lost with its key, and its names with it.
            self.draft.unread = True
        if "doc" in entries:
            self.file.doc = self.text(entries["doc"][1], "`doc` of the file")
        elif not spoilt:
            self.findings.add("E037", top, "the file has no `doc`",
                              help="say in a sentence or two what it describes")
        if "sources" in entries:
            self.legend(entries["sources"][1])
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
        """Enters a global name.  Returns False, with a finding, if it exists already."""
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
