# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Finds and reads the templates of a style."""

from __future__ import annotations

import functools
import os

import jinja2


@functools.lru_cache(maxsize=None)
def environment(style: str) -> jinja2.Environment:
    """Returns the templates in ``prmclib/templates/STYLE``; a dialect of C takes the others from ``c``."""
    folder = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "templates")
    folders = [os.path.join(folder, name) for name in (style, "c")]
    return jinja2.Environment(loader=jinja2.FileSystemLoader(folders), trim_blocks=True,
                              lstrip_blocks=True, keep_trailing_newline=True,
                              undefined=jinja2.StrictUndefined, autoescape=False)
