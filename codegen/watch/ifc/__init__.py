# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Reads C headers in the style of ``mlx5_ifc.h``: structs and unions in which an element of a byte
array represents one bit.

    struct mlx5_ifc_x_bits {
            u8         reserved_at_0[0x8];
            u8         index[0x18];          24 bits from bit 8 on
            u8         gid[16][0x8];         an array of 16 numbers of 8 bits
            union {                          several meanings of the same bits
                    u8 tag[0x20];
                    struct mlx5_ifc_y_bits y;
            };
            u8         pas[][0x40];          numbers of 64 bits to the end
    };

Such a struct or union is called a table here.  ``read_ifc`` returns the tables of headers,
``table_fields`` the flat list of a table's fields with the paths that DEVX_SET() and
offsetof() take, and ``to_spec`` the tables as layouts of the model.

A struct or union is a table if its tag contains ``mlx5_ifc_`` or ends in ``_bits``, with or without a
number after it.  Other structs are listed in ``Header.others``.
"""

from __future__ import annotations

import os
import re
from typing import Callable, List, Mapping, Optional, Sequence, Tuple

from prmclib.model import Span
from prmclib.model.errors import Findings
from watch.c.ccomments import comments_of
from watch.c.cpp import NotConstant, Preprocessor, Token, evaluate, read_file
from .accessors import uses
from .ifc_layouts import to_spec
from .ifc_tables import Constant, Header, table_fields
from .lint import lint
from .parser import Parser
from .tokens import is_shift

_PASTED = re.compile(r"\b(?:struct|union)\s+(\w+_)\s*##\s*\w+\s*##\s*_bits\b")

__all__ = ["Header", "lint", "read_ifc", "table_fields", "to_spec", "uses"]


def read_ifc(paths: Sequence[str], defines: Optional[Mapping[str, str]] = None,
             read: Callable[[str], bytes] = read_file,
             also: Optional[Callable[[List[Token], Preprocessor], None]] = None,
             ) -> Tuple[Header, Findings]:
    """Returns the tables of headers, and the findings about them.

    The headers are read in this order, as if one included the others; quoted includes are
    followed where the file exists, and every file is read once.  ``defines`` has macros by
    name, ``read`` returns the bytes of a file by its path or raises OSError.  ``also`` gets the tokens
    of each; without it a header that has no tables is an error.  With errors among the findings
    the tables are incomplete.
    """
    findings = Findings()
    cpp = Preprocessor(findings, read)
    cpp.define(defines or {})
    header = Header(cpp.files, cpp.digests)
    parser = Parser(header, findings, cpp)
    for path in paths:
        if os.path.normpath(path) in map(os.path.normpath, cpp.files):
            continue
        before = len(header.tables), len(parser.broken), len(findings)
        tokens = cpp.file(path)
        if tokens is None:
            continue
        parser.file(tokens, path)
        if also is not None:
            also(tokens, cpp)
        elif before == (len(header.tables), len(parser.broken), len(findings)):
            findings.add("E109", Span(path, 1, 1, 2), "the header has no tables of bits",
                         help="a table is a struct or union whose tag contains 'mlx5_ifc_' or ends in "
                              "'_bits'")
    for name, macro in cpp.macros.items():
        if name not in header.constants and macro.body:
            try:
                value = evaluate(macro.body, macro.name, header.constants, cpp.macros)
            except NotConstant:
                continue
            header.constants[name] = value
            if macro.name.file in cpp.digests:
                header.macros.append(Constant(name, value, macro.name.span, is_shift(macro.body)))
    order = {path: number for number, path in enumerate(cpp.files)}
    header.macros.sort(key=lambda item: (order[item.where.file], item.where.line))
    if not findings.has_errors:  # an unterminated comment is one
        header.comments = {path: comments_of(findings.sources[path]) for path in cpp.files
                           if path in findings.sources}
    header.prefixes = sorted({match.group(1) for path in cpp.files if path in findings.sources
                              for line in findings.sources[path]
                              for match in _PASTED.finditer(line)})
    header.errors, header.unmet = cpp.errors, cpp.unmet
    findings.files = len(cpp.files)
    findings.sort()
    return header, findings
