# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The page of ``prmc conform`` as HTML: one file that needs no other."""

from __future__ import annotations

from markupsafe import Markup

from prmclib.show.html import page_html
from . import conform_markdown
from .conform_compare import WHATS
from .record import Record
from .view import View


def page(view: View, record: Record) -> str:
    """Returns the text of the page, which depends only on the record and the notes."""
    return page_html.environment().get_template("conform.html.j2").render(
        style=Markup("").join(page_html.asset(name) for name in ("base.css", "conform.css")),
        view=view, record=record, whats=WHATS, one=_one, coverage=conform_markdown.coverage,
        plain=conform_markdown.plain, texts=(conform_markdown.BETWEEN, conform_markdown.ALONE),
        copies=conform_markdown.copies(view, record),
        general={note.reason for note in view.general},
        bad=[*map(str, view.unexplained), *view.stale, *view.missing])


def _one(item: object) -> str:
    return conform_markdown.one(item).replace("`", "")  # type: ignore[arg-type]
