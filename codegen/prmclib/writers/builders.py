# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Copies the library's WQE builders for another tree, with renamed identifiers.

They need only the generated headers of the style ``c`` or a dialect of it: no libibverbs, no
allocation, no locks.
"""

from __future__ import annotations

import os
import re
from typing import Container, Dict, FrozenSet, Iterable, List, Tuple

from prmclib.model import Spec
from .options import Options
from .text import block

FILES: Tuple[Tuple[str, str], ...] = (  # path, name in another tree
    ("include/mlx5sig/attr.h", "attr.h"),
    ("runtime/build.h", "build.h"),
    ("runtime/signature.c", "signature.c"),
)
# Replacements for headers of the C library, by style; an empty one removes the include.
SYSTEM = {
    "linux": {"<errno.h>": "<linux/errno.h>", "<stdbool.h>": "<linux/types.h>",
              "<stdint.h>": "", "<stddef.h>": "<linux/stddef.h>", "<string.h>": "<linux/string.h>"},
}


def root() -> str:
    """Returns the folder that has ``codegen/``, ``runtime/`` and ``include/``."""
    return os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__)))))


def sources() -> Dict[str, str]:
    """Returns the original texts of the builders, by their names in another tree."""
    out: Dict[str, str] = {}
    for path, name in FILES:
        with open(os.path.join(root(), path), encoding="utf-8") as stream:
            out[name] = stream.read()
    return out


def needed_layouts(spec: Spec) -> List[str]:
    """Returns the names of the layouts that the builders use."""
    text = "".join(sources().values())
    used = set(re.findall(r"\bprm_([a-z0-9_]+)", text))
    used |= {name.lower() for name in re.findall(r"\bPRM_([A-Z0-9_]+)_SIZE\b", text)}
    actions = r"_(?:(?:set|get)_\w+|pack|unpack|fields|fields_init|check)"
    return [name for name in spec.layouts
            if any(re.fullmatch(re.escape(name) + f"(?:{actions})?", word) for word in used)]


def called() -> FrozenSet[str]:
    """Returns the generated C names that the builders use, without prefix."""
    return frozenset(re.findall(r"\bprm_(\w+)", "".join(sources().values())))


def texts(options: Options, headers: Iterable[str]) -> Dict[str, str]:
    """Returns the builders with the chosen prefix for ``mlx5sig_`` and ``prm_``, in the chosen dialect.

    ``headers`` are the names of the generated headers; includes of others are removed.
    """
    known = {*headers, *(f"{options.prefix}_{name}" for _, name in FILES)}
    prefix = options.prefix
    out: Dict[str, str] = {}
    for path, name in FILES:
        text = sources()[name]
        text = re.sub(r"#include [<\"](?:mlx5sig/)?(?:prm_)?(\w+)\.h[>\"]",
                      lambda m: include(m, options, known), text)
        text = text.replace("MLX5SIG_RUNTIME_", "MLX5SIG_")
        text = re.sub(r"\b(?:mlx5sig|prm)_", f"{prefix}_", text)
        text = re.sub(r"\b(?:MLX5SIG|PRM)_", f"{prefix.upper()}_", text)
        lines = text.split("\n")
        if name.endswith(".c") and options.dialect.style == "linux":
            lines[0] = "// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB"
        lines.insert(1, block([f"{os.path.basename(path)} of mlx5sig. Do not edit: "
                               f"`{options.command}`."]))
        text = re.sub(r"\n\n\n+", "\n\n", "\n".join(lines))
        out[f"{prefix}_{name}"] = options.speak(text)
    return out


def include(found: "re.Match[str]", options: Options, known: Container[str]) -> str:
    """Returns an include directive for the other tree; empty where it needs none."""
    whole, name = found.group(0), found.group(1)
    if "prm_" in whole or "mlx5sig/" in whole or '"' in whole:
        file = f"{options.prefix}_{name}.h"
        return f'#include "{file}"' if file in known else ""
    system = f"<{name}.h>"
    mapped = SYSTEM.get(options.dialect.style, {}).get(system, system)
    return f"#include {mapped}" if mapped else ""
