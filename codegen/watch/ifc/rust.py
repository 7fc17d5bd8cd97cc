# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tables that Rust code has as constants: ``const QPC_ST: (usize, usize) = (0x08, 8);`` is the field ``st`` of ``qpc``,
8 bits from bit 8 on.

A constant that is a place without a width (``QPC_DBR_ADDR: usize``) is not read.  The bits between the fields count
as reserved; a table ends where ``NAME_SIZE`` says, in bytes, or with the last dword that has a field.
"""

from __future__ import annotations

import re
from typing import Dict, List, Tuple

_NUMBER = r"(0[xX][0-9a-fA-F]+|[0-9]+)"
_FIELD = re.compile(rf"^\s*(?:pub(?:\([a-z]+\))?\s+)?const ([A-Z]\w*): \(usize, usize\) = \({_NUMBER}, {_NUMBER}\);", re.M)
_SIZE = re.compile(rf"^\s*(?:pub(?:\([a-z]+\))?\s+)?const ([A-Z]\w*)_SIZE: usize = {_NUMBER} / 8;", re.M)
_TABLE = re.compile(r"([A-Z0-9_]+?_(?:IN|OUT)|[A-Z0-9]+)_(\w+)")


def header_of(text: str) -> str:
    """Returns the tables as a C header in the style of ``mlx5_ifc.h``; fields that overlap others are left out."""
    tables: Dict[str, List[Tuple[int, int, str]]] = {}
    for name, offset, width in _FIELD.findall(text):
        parts = _TABLE.fullmatch(name)
        if parts is not None and int(width, 0):
            tables.setdefault(parts.group(1).lower(), []).append((int(offset, 0), int(width, 0), parts.group(2).lower()))
    sizes = {name.lower(): int(bits, 0) for name, bits in _SIZE.findall(text)}
    out: List[str] = []
    for name, fields in tables.items():
        end = 0
        out.append(f"struct mlx5_ifc_{name}_bits {{")
        for offset, width, field in sorted(fields):
            if offset < end:
                continue
            if offset > end:
                out.append(f"\tu8 reserved_at_{end:x}[{offset - end:#x}];")
            out.append(f"\tu8 {field}[{width:#x}];")
            end = offset + width
        whole = max(sizes.get(name, 0), (end + 31) // 32 * 32)
        if whole > end:
            out.append(f"\tu8 reserved_at_{end:x}[{whole - end:#x}];")
        out.append("};")
    return "".join(line + "\n" for line in out)
