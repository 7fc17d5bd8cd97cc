# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc docs``: the reference of a manual as one HTML page, and drawings and pages for other documents."""

from __future__ import annotations

import argparse
import os
import re
import sys
from typing import Callable, Dict, List, Sequence

from prmclib.model import Spec
from prmclib.model.errors import did_you_mean
from prmclib.readers.source import load_source
from prmclib.show.grid import rows_of
from prmclib.show.html import drawing, page_html
from prmclib.writers.replace import replace_file, same
from . import card, reference, rule_table
from . import man

NAME = "reference.html"
ENDINGS = {".html": "the page", ".svg": "the drawing of one layout", ".7": "a manual page"}

# Files under version control, relative to the root of the tree, and the layouts in them.
CHECKED_IN = {
    "docs/bsf_basic.svg": ("bsf_basic",),
    "docs/man/mlx5sig_layouts.7": ("ctrl_seg", "umr_ctrl_seg", "mkc", "bsf_basic", "bsf_extended",
                                   "bsf_inline", "set_psv_seg", "sig_err_cqe"),
}
PAGES: Dict[str, Callable[[Spec], str]] = {  # and pages of text
    "docs/card.md": card.page, "softmlx5/base/rules.h": lambda spec: rule_table.header()}
WITH_TABLES = {"docs/softmlx5.md": rule_table.with_table}  # pages of which a part is made


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", metavar="DIR|FILE", default=os.path.join("build", "docs"),
                        help=f"a folder, which gets the page as {NAME}, or a file that ends in "
                             ".html; for drawings .svg, or .7 for a manual page "
                             "(default: %(default)s)")
    parser.add_argument("--drawing", metavar="LAYOUT", action="append", default=[],
                        help="draw a layout as SVG instead of writing the page; several layouts give "
                             "a manual page")
    parser.add_argument("--renew", action="store_true",
                        help="regenerate the drawings and pages that are checked in under docs/")
    parser.add_argument("--depfile", metavar="FILE",
                        help="write the files that the page depends on, for make and ninja")


def run(args: argparse.Namespace) -> int:
    if args.renew:
        return renew(args.spec)
    path = target(args.out, args.drawing)
    if not path:
        return 2
    source = load_source(args.spec)
    unknown = [name for name in args.drawing if name not in source.spec.layouts]
    for name in unknown:
        near = did_you_mean(name, source.spec.layouts)
        print(f"prmc: there is no layout '{name}'{'; ' if near else ''}{near}", file=sys.stderr)
    if unknown:
        return 2
    text = drawn(source.spec, path, args.drawing) if args.drawing else reference.page(source)
    write(path, text)
    if args.depfile:
        write_depfile(args.depfile, path, args.spec)
    print(f"{path}: {len(text.encode()) // 1000} kB")
    return 0


def target(out: str, names: Sequence[str]) -> str:
    """Returns the file to write, or an empty text after a message."""
    ending = os.path.splitext(out)[1]
    is_file = ending in ENDINGS or re.fullmatch(r"\.[A-Za-z]{2,4}", ending)  # .png, not v1.2
    if os.path.isdir(out) or not is_file:
        if len(names) > 1:
            print("prmc: several layouts make a manual page: --out FILE.7", file=sys.stderr)
            return ""
        return os.path.join(out, f"{names[0]}.svg" if names else NAME)
    fits = [".html"] if not names else [".svg", ".7"] if len(names) == 1 else [".7"]
    if ending in fits:
        return out
    wanted = "the page" if not names else "a drawing" if len(names) == 1 else "a manual page"
    print(f"prmc: {out}: {wanted} is written to a file that ends in {' or '.join(fits)}, or to a "
          "folder", file=sys.stderr)
    return ""


def drawn(spec: Spec, path: str, names: Sequence[str]) -> str:
    """Returns the content of a file with drawings; its name determines the form."""
    if path.endswith(".svg"):
        return drawing.standalone(names[0], rows_of(spec.layouts[names[0]].fields))
    return man.page(spec, names, os.path.splitext(os.path.basename(path))[0])


def checked_in(spec: Spec) -> Dict[str, str]:
    """Returns the drawings and pages under version control, with the content for this spec."""
    return {**{path: drawn(spec, path, names) for path, names in CHECKED_IN.items()},
            **{path: write_page(spec) for path, write_page in PAGES.items()}}


def renew(spec: str) -> int:
    """Writes the drawings and pages below docs/ of the spec's tree."""
    root = os.path.dirname(os.path.abspath(spec))
    if not os.path.isdir(os.path.join(root, "docs")):
        print(f"prmc: {root} has no folder docs; --renew is for the tree that prmc is developed in",
              file=sys.stderr)
        return 2
    texts = checked_in(load_source(spec).spec)
    for path, insert in WITH_TABLES.items():
        if os.path.exists(os.path.join(root, path)):
            with open(os.path.join(root, path), encoding="utf-8") as stream:
                texts[path] = insert(stream.read())
    changed = sum(write(os.path.join(root, path), text) for path, text in texts.items())
    print(f"{len(texts)} drawings and pages, {changed} written")
    return 0


def write(path: str, text: str) -> bool:
    """Writes a file if its content changes, with its folders; returns whether it did."""
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    if same(path, text):
        return False
    replace_file(path, text)
    return True


def write_depfile(depfile: str, path: str, spec: str) -> None:
    """Writes a depfile with the inputs of the page: the manual, our modules, and their folders."""
    found: List[str] = [module.__file__ for name, module in sorted(sys.modules.items())
                        if name.split(".")[0] in ("prmclib", "guide", "watch") and getattr(module, "__file__", None)]
    for top in (spec, page_html.TEMPLATES):
        for base, _, names in os.walk(top):
            found += [base, *(os.path.join(base, name) for name in sorted(names))]
    if os.path.isfile(spec):
        found.append(spec)
    found = [os.path.relpath(name).replace(" ", "\\ ") for name in found]
    replace_file(depfile, f"{path}: " + " \\\n  ".join(found) + "\n")
