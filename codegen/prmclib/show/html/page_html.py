# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Helpers of HTML pages: templates, the frame of drawings, texts with references.

A page is one self-contained file. Texts of manuals are not trusted: templates escape all their
inputs, and the page's content security policy admits only its own script.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import os
import re
from typing import Callable, List, Sequence, Set

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from prmclib.show.grid import Row
from . import drawing
from .drawing import Drawn, Style

TEMPLATES = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "templates",
                         "html")


@functools.lru_cache(maxsize=None)
def environment() -> Environment:
    made = Environment(loader=FileSystemLoader(TEMPLATES, encoding="utf-8"), autoescape=True,
                       trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined,
                       keep_trailing_newline=True)
    made.filters["name"] = breakable
    return made


def breakable(name: str) -> Markup:
    """Returns a name with possible line breaks after ``_`` and ``.``."""
    return Markup(re.sub(r"(?<=[_.])(?=[^_.])", "<wbr>", str(escape(name))))


def asset(name: str) -> Markup:
    """Returns a style sheet or script of ours for inclusion in the page."""
    with open(os.path.join(TEMPLATES, name), encoding="utf-8") as stream:
        text = stream.read()
    if "</" in text:
        raise ValueError(f"{name} would end its own element")
    return Markup(re.sub(r"\A/\*.*?\*/\n", "", text, flags=re.DOTALL))  # without the licence


def policy(script: str) -> str:
    """Returns the content security policy of a page with this one script."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; "
            "base-uri 'none'; form-action 'none'")


def render(template: str, styles: Sequence[str], script: str, **values: object) -> str:
    """Renders the page. ``styles`` and ``script`` are files beside the template."""
    code = asset(script)
    return environment().get_template(template).render(
        style=Markup("").join(asset(name) for name in styles), script=code, policy=policy(code),
        patterns=drawing.PATTERNS, rulers=rulers(), **values)


def rulers() -> Markup:
    """Returns the numbers of the bits for all figures: all of them, and those at borders."""
    every = drawing.ruler()
    edges = Markup(re.sub(r'<text [^>]*class="u">\d+</text>', "", every))
    return Markup('<symbol id="ui-ruler">{}</symbol><symbol id="ui-ruler8">{}</symbol>').format(
        every, edges)


RULER = Markup('<div class="ru"><span></span><svg><use class="m w" href="#ui-ruler" width="100%" '
               'height="14"/><use class="n" href="#ui-ruler8" width="100%" height="14"/></svg>'
               '</div>')


def heights(drawn: Drawn) -> str:
    """Returns the heights of a row, as variables of the style sheet."""
    return ";".join(f"--{name}:{value}" for name, value in drawn.heights.items())


def row(drawn: Drawn) -> Markup:
    if drawn.inside:
        return Markup('<details class="more"><summary><span>{}</span>{} more rows like these'
                      '</summary>{}</details>').format(
            _stacked(drawn), drawn.hidden, Markup("").join(row(item) for item in drawn.inside))
    return Markup('<div class="ro" style="{}"><span>{}</span><svg>{}</svg></div>').format(
        heights(drawn), _stacked(drawn), drawn.content)


def _stacked(drawn: Drawn) -> Markup:
    return Markup("<br>").join(escape(text) for text in drawn.labels)


def figure(rows: Sequence[Row], style: Style, with_ruler: bool = True) -> Markup:
    """Returns a drawing. The table beside it has the same contents, so it is hidden from
    screen readers."""
    body = Markup("").join(row(item) for item in drawing.draw(rows, style))
    return Markup('<div class="fig" aria-hidden="true">{}{}</div>').format(
        RULER if with_ruler else Markup(""), body)


_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:\.[a-z0-9_]+)*")


def linked(text: str, target: Callable[[str], str]) -> Markup:
    """Returns ``text`` with a link on every name for which ``target`` returns an id."""
    out: List[Markup] = []
    at = 0
    for match in _WORD.finditer(text):
        link = target(match.group())
        if link:
            out += [escape(text[at:match.start()]),
                    Markup('<a href="#{}">{}</a>').format(link, match.group())]
            at = match.end()
    return Markup("").join([*out, escape(text[at:])])


class Anchors:
    """Unique ids of the page: the names of the manual, with numbers after repeated
    ones."""

    def __init__(self) -> None:
        self.taken: Set[str] = set()

    def new(self, name: str) -> str:
        wanted = re.sub(r"[^A-Za-z0-9_.\-\[\]]+", "-", name)[:200] or "-"
        wanted = "x-" + wanted if wanted.startswith("ui-") else wanted
        found, number = wanted, 1
        while found in self.taken:
            number += 1
            found = f"{wanted}-{number}"
        self.taken.add(found)
        return found
