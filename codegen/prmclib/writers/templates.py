# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Where the templates of a style are, and how they are read."""

from __future__ import annotations

import functools
import os

import jinja2


@functools.lru_cache(maxsize=None)
def environment(style: str) -> jinja2.Environment:
    """The templates of a style, ``prmclib/templates/STYLE``."""
    folder = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
                          "templates", style)
    return jinja2.Environment(loader=jinja2.FileSystemLoader(folder), trim_blocks=True,
                              lstrip_blocks=True, keep_trailing_newline=True,
                              undefined=jinja2.StrictUndefined, autoescape=False)
