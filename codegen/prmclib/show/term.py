# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The terminal: colours, width, characters that it can show."""

from __future__ import annotations

import argparse
import os
import shutil
import textwrap
from dataclasses import dataclass
from typing import List, TextIO

from prmclib.model.errors import wants_color

DEFAULT_WIDTH = 100  # columns, if the width is unknown
MIN_WIDTH = 40

_CODES = {"head": "1", "name": "36", "value": "", "enum": "32", "doc": "2", "bad": "1;31",
          "unsure": "33", "rule": "2"}


@dataclass(frozen=True)
class Term:
    """Output options: with or without colours, on ``width`` columns, in ASCII or with box characters."""

    color: bool = False
    width: int = DEFAULT_WIDTH
    ascii: bool = True

    def paint(self, style: str, text: str) -> str:
        """Returns ``text`` in the colour of a style of ``_CODES``; count its width before."""
        code = _CODES[style]
        return f"\033[{code}m{text}\033[0m" if self.color and code and text.strip() else text

    def wrap(self, text: str, room: int) -> List[str]:
        """Returns ``text`` in lines of at most ``room`` columns (at least 20), or one empty line."""
        return textwrap.wrap(text, max(room, 20), break_on_hyphens=False) or [""]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options --color and --width."""
    parser.add_argument("--color", choices=["auto", "always", "never"], default="auto",
                        help="auto: on a terminal, unless NO_COLOR is set (default)")
    parser.add_argument("--width", type=int, metavar="N",
                        help="columns (default: the terminal's, or COLUMNS, or else "
                             f"{DEFAULT_WIDTH})")


def of_stream(stream: TextIO, args: argparse.Namespace) -> Term:
    """Returns the terminal behind ``stream``, adjusted by the options of :func:`add_arguments` and by
    ``--ascii`` if the command has it."""
    try:
        is_tty = stream.isatty()
    except (AttributeError, ValueError):
        is_tty = False
    width = args.width or 0
    if width <= 0:
        width = DEFAULT_WIDTH
        if is_tty or os.environ.get("COLUMNS", "").isdigit():
            width = shutil.get_terminal_size((DEFAULT_WIDTH, 24)).columns
    color = args.color == "always" or (args.color == "auto" and wants_color(stream))
    plain = getattr(args, "ascii", False) or not is_tty or not _draws_boxes(stream)
    return Term(color, max(width, MIN_WIDTH), plain)


def _draws_boxes(stream: TextIO) -> bool:
    try:
        "─│┌┐└┘├┤┬┴┼".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
