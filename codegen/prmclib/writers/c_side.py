# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Decides which layouts and fields a side writes, and which it reads."""

from __future__ import annotations

from typing import Optional, Set

from prmclib.model import Field, Layout, Spec, Writer


class Side:
    """The layouts that ``driver`` or ``device`` writes and reads; ``both`` writes and reads all.

    ``written`` and ``read`` are names of layouts, nested ones included, and of the enumerations of
    their fields.  A layout that both sides write is a context, which belongs to the commands that
    nest it, or, if no layout nests it, a segment of a WQE, which the driver writes.
    """

    def __init__(self, spec: Spec, name: str = "both") -> None:
        self.own: Optional[Writer] = None if name == "both" else Writer(name)
        nested = {item.layout for layout in spec.layouts.values() for item in layout.items()}
        self._segments = {name for name, layout in spec.layouts.items()
                          if layout.writer is Writer.BOTH and name not in nested}
        self.written = self._names(spec, True)
        self.read = self._names(spec, False)

    def writes(self, item: Field, layout: Layout) -> bool:
        return layout.name in self.written and self._does(item.writer or layout.writer, True)

    def reads(self, item: Field, layout: Layout) -> bool:
        return layout.name in self.read and self._does(item.writer or layout.writer, False)

    def _does(self, writer: Writer, is_write: bool) -> bool:
        return self.own is None or writer is Writer.BOTH or (writer is self.own) == is_write

    def _names(self, spec: Spec, is_write: bool) -> Set[str]:
        if self.own is None:
            return {*spec.layouts, *spec.enums}
        names = set(self._segments) if (self.own is Writer.DRIVER) == is_write else set()
        for name, layout in spec.layouts.items():
            writers = {item.writer or layout.writer for item in layout.items()}
            if layout.writer is not Writer.BOTH and any(
                    self._does(writer, is_write) for writer in writers | {layout.writer}):
                names.add(name)
        return spec.closure(names)
