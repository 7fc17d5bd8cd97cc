# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The types of an object file as a spec: structs of bytes, tables of bits and enumerations."""

from __future__ import annotations

import os
from typing import List, Tuple

from prmclib.model import About, Enum, EnumValue, LeftOut, Spec
from watch import ifc
from watch.c.c_layouts import StructMaker
from watch.c.c_types import Objects
from . import dwarf_tables


def to_spec(objects: Objects, data: bytes) -> Tuple[Spec, List[LeftOut]]:
    """Returns the structs and enumerations as a spec, and what is left out.  ``data`` is the content
    of the file, for its digest."""
    header, wrong = dwarf_tables.tables(objects)
    tables, left = ifc.to_spec(header)
    maker = StructMaker(objects, Spec(), left, set(tables.layouts) | set(objects.enums),
                        {*header.tables, *wrong})
    for enum in objects.enums.values():
        maker.spec.enums[enum.tag] = Enum(
            enum.tag, [EnumValue(name, value, enum.where) for name, value in enum.values],
            False, enum.where, True,
            About(source=[f"{os.path.basename(enum.where.file)} enum {enum.tag}"]))
    maker.add()
    for tag, reason in wrong.items():
        found = objects.structs[tag]
        left.append(LeftOut(tag, "", 0, found.size, reason, found.where))
    for name, where in objects.libraries.items():
        left.append(LeftOut(name, "", 0, 0, "a namespace of the compiler", where))
    maker.spec.layouts.update(tables.layouts)
    file = maker.add_file(objects.path, f"Structs of {os.path.basename(objects.path)}.", data)
    file.layouts, file.enums = list(maker.spec.layouts), list(maker.spec.enums)
    return maker.result()
