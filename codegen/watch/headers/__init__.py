# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""C headers as a spec: their tables of bits, structs of bytes and enumerations.

Layouts of structs are called by their tags, those of tables without the prefix of their tree.
"""

from __future__ import annotations

import os
from typing import Callable, Dict, List, Optional, Sequence, Tuple

from prmclib.model import LeftOut, Span, Spec
from prmclib.model.errors import Findings
from watch.ifc.ifc_tables import Header
from watch import ifc
from watch.c.c_layouts import StructMaker
from watch.c.cpp import Preprocessor, Token, read_file
from .cstructs import Structs
from .masks import add_masks


def read_headers(paths: Sequence[str], read: Callable[[str], bytes] = read_file,
                 ) -> Tuple[Header, Spec, List[LeftOut], Findings]:
    """Returns the tables of headers, all layouts as a spec, what is left out of it, and the findings about
    them.  With errors among these it is incomplete."""
    header, spec, left, findings = _read(paths, read, {})
    if not spec.layouts and header.unmet and not findings.has_errors:
        # The header may need macros that the configuration of its tree defines.
        again = _read(paths, read, {name: "1" for name in header.unmet})
        if again[1].layouts and not again[3].has_errors:
            header, spec, left, findings = again
    if not spec.layouts and not spec.enums and not left and not findings.has_errors:
        findings.add("E109", Span(paths[0], 1, 1, 2), "the header has no tables of bits, nor structs",
                     help="a table is a struct or union whose tag contains 'mlx5_ifc_' or ends in '_bits'; "
                          "a struct has words and bytes")
    return header, spec, left, findings


def _read(paths: Sequence[str], read: Callable[[str], bytes], defines: Dict[str, str],
          ) -> Tuple[Header, Spec, List[LeftOut], Findings]:
    """Returns what :func:`read_headers` does, with macros that are defined beforehand."""
    structs: Optional[Structs] = None

    def also(tokens: List[Token], cpp: Preprocessor) -> None:
        nonlocal structs
        structs = structs or Structs(paths[0], cpp)
        structs.parse(tokens)

    header, findings = ifc.read_ifc(paths, defines, read, also)
    if findings.has_errors or structs is None:
        return header, Spec(), [], findings
    spec, left = ifc.to_spec(header)
    tables = {*header.tables, *header.left}
    maker = StructMaker(structs.header.objects, spec, left, {*spec.layouts, *spec.enums},
                        tables)
    before = len(spec.layouts)
    maker.add()
    add_masks(header, maker)
    files = {file.path: file for file in spec.files}
    for name in list(spec.layouts)[before:]:
        files[spec.layouts[name].where.file].layouts.append(name)
    left += [LeftOut(name, "", 0, 0, item.reason, item.where)
             for name, item in structs.header.left_out.items() if name not in tables]
    left += [LeftOut(f"line {where.line} of {os.path.basename(where.file)}", "", 0, 0, text, where)
             for where, text in header.errors]
    return header, spec, left, findings
