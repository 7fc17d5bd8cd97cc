# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Output options (style, prefix, selection) and the files they produce."""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shlex
from dataclasses import dataclass, replace
from typing import Dict, List, Tuple

from prmclib.model import Spec
from prmclib.model.select import Unknown, brief, selection
from . import builders
from . import c, dialect, ifc
from .options import Options

# The styles and their default prefixes.
STYLES = {"c": "prm", "dpdk": "prm", "firedancer": "prm", "ifc": "mlx5", "linux": "prm"}
EXTRAS = ("builders", "caps")
SIDES = ("driver", "device", "both")
APIS = ("pack", "accessors", "both")
COMMENTS = ("brief", "full")


class Wrong(Exception):
    """A choice that is not possible; the text says why, and the remedy."""


@dataclass(frozen=True)
class Choice:
    """``only``: names of layouts, variants, sequences; empty for all.  ``extras``: some of EXTRAS.
    ``amalgamate``: the name of a single header for all files, or empty.  ``side``, ``api``: see
    :class:`Options`.  ``comments``: one of COMMENTS."""

    style: str = "c"
    prefix: str = ""
    only: Tuple[str, ...] = ()
    extras: Tuple[str, ...] = ()
    amalgamate: str = ""
    side: str = "both"
    api: str = "both"
    comments: str = "full"

    @property
    def real_prefix(self) -> str:
        return self.prefix or STYLES[self.style]

    def words(self) -> str:
        """Returns the command-line options of this choice; defaults are left out."""
        out = [f"--style {self.style}"] if self.style != "c" else []
        if self.real_prefix != STYLES[self.style]:
            out.append(f"--prefix {self.prefix}")
        out += [f"--only {shlex.quote(','.join(self.only))}"] if self.only else []
        out += [f"--with {','.join(self.extras)}"] if self.extras else []
        out += [f"--amalgamate {self.amalgamate}"] if self.amalgamate else []
        out += [f"--{name} {value}" for name, value, usual in (
            ("side", self.side, "both"), ("api", self.api, "both"), ("comments", self.comments, "full"))
            if value != usual]
        return "".join(f" {word}" for word in out)


def add_arguments(parser: argparse.ArgumentParser, side: str = "both", comments: str = "full") -> None:
    """Adds the options of a choice.  ``side`` and ``comments`` are the command's defaults."""
    parser.add_argument("--style", choices=sorted(STYLES), default="c",
                        help="c: structures, setters and getters; linux, dpdk and firedancer: the same "
                             "in the C dialect of these trees; ifc: tables of bits for MLX5_SET and "
                             "DEVX_SET (default: c)")
    parser.add_argument("--prefix", default="", metavar="P",
                        help="prefix of all C names and files (default: prm; with the style ifc "
                             "only mlx5_ifc_, which these macros add)")
    parser.add_argument("--only", default="", metavar="NAME,...",
                        help="only these layouts, variants and sequences, and what they need; patterns "
                             "(query_*_in) select complete layouts")
    parser.add_argument("--with", dest="extras", default="", metavar="WHAT,...",
                        help="builders: the library's WQE builders, which need no libibverbs; "
                             "caps: layouts of the capabilities that fields need, and the command "
                             "that queries them")
    parser.add_argument("--side", choices=SIDES, default="",
                        help="driver: functions that write what the driver writes and read what the "
                             f"device writes; device: the reverse; or both (default: {side})")
    parser.add_argument("--api", choices=APIS, default="both",
                        help="pack: pack and unpack whole layouts; accessors: set and get single "
                             "fields (default: both)")
    parser.add_argument("--comments", choices=COMMENTS, default=comments,
                        help="brief: meaning and values; full: also sources, notes, conflicts of "
                             f"sources, what is unverified (default: {comments})")
    parser.set_defaults(usual_side=side)


def of_arguments(args: argparse.Namespace, amalgamate: str = "") -> Choice:
    """Returns the choice that the arguments make; raises :class:`Wrong`."""
    side = args.side or ("both" if args.style == "ifc" else args.usual_side)
    choice = Choice(args.style, args.prefix, split(args.only), split(args.extras), amalgamate, side,
                    args.api, args.comments)
    if args.only and not choice.only:
        raise Wrong("--only names no layout; `prmc map` lists all")
    return checked(choice)


def checked(choice: Choice) -> Choice:
    """Returns the choice; raises :class:`Wrong` if it is impossible for any spec."""
    if choice.style not in STYLES:
        raise Wrong(f"there is no style '{choice.style}'; there are {', '.join(sorted(STYLES))}")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", choice.real_prefix):
        raise Wrong(f"'{choice.prefix}' cannot be a prefix of C names; use lower-case letters, "
                    "digits and _, starting with a letter")
    for name in choice.extras:
        if name not in EXTRAS:
            raise Wrong(f"--with has no '{name}'; it has {', '.join(EXTRAS)}")
    for name, value, known in (("side", choice.side, SIDES), ("api", choice.api, APIS),
                               ("comments", choice.comments, COMMENTS)):
        if value not in known:
            raise Wrong(f"--{name} has no '{value}'; it has {', '.join(known)}")
    if choice.style == "ifc" and (choice.side, choice.api) != ("both", "both"):
        raise Wrong("the style ifc has tables of bits and no functions: leave out --side and --api")
    if "builders" in choice.extras and choice.api == "accessors":
        raise Wrong("the builders pack segments; take --api pack or both for them")
    if "builders" in choice.extras and choice.side == "device":
        raise Wrong("the builders write what a driver writes; take --side driver or both for them")
    if "builders" in choice.extras and choice.style == "ifc":
        raise Wrong("the builders need structures, which the style ifc does not have; take the "
                    "style c or a dialect of it for them")
    if choice.amalgamate and not re.fullmatch(r"\w[\w.-]*\.h", choice.amalgamate):
        raise Wrong(f"'{choice.amalgamate}' is not the name of a header: give one without a folder that ends in .h")
    return choice


def split(text: str) -> Tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())


def selected(spec: Spec, choice: Choice) -> Spec:
    """Returns the part of the spec that the choice needs; raises :class:`Wrong`."""
    wanted: List[str] = list(choice.only)
    if not wanted:
        return spec
    if "builders" in choice.extras:
        wanted += builders.needed_layouts(spec)
    try:
        return selection(spec, wanted, "caps" in choice.extras)
    except Unknown as exc:
        raise Wrong(str(exc)) from exc


def files(spec: Spec, choice: Choice, command: str, guarded: bool) -> Dict[str, str]:
    """Returns file name -> text, for a spec from :func:`selected`.

    The head of each file names ``command``, which regenerates it.  ``guarded``: two copies with
    different contents do not compile together.
    """
    styles = {one.style: one for one in (dialect.LINUX, dialect.DPDK, dialect.FIREDANCER)}
    spoken = styles.get(choice.style, dialect.C)
    if choice.comments == "brief":
        spec, spoken = brief(spec), replace(spoken, kernel_doc=False)
    called = builders.called() if "builders" in choice.extras else frozenset()
    options = Options(choice.real_prefix, command, spoken, choice.side, choice.api, called)
    out = (ifc if choice.style == "ifc" else c).headers(spec, options)
    if "builders" in choice.extras:
        for name, text in builders.texts(options, out).items():
            if name in out:
                raise Wrong(f"{name} is a header of layouts and one of the builders")
            out[name] = text
    if guarded:
        out = guard(out, choice.real_prefix)
    if choice.amalgamate:
        out = {choice.amalgamate: amalgamated(out, choice)}
    return out


def guard(texts: Dict[str, str], prefix: str) -> Dict[str, str]:
    """Returns the headers with an ``#error`` for compiling them together with a different copy.

    The base header has a digest of all texts as value of its include guard, and the others include it before their
    own guards: so a change of a field changes its header and the base.  Tables have no base, and a digest each.
    """
    base = f"{prefix}_base.h"
    whole = "".join(f"{name}\0{texts[name]}\0" for name in sorted(texts))
    out: Dict[str, str] = {}
    for name, text in texts.items():
        found = re.search(r"^#ifndef (\w+_H)\n#define \1\n", text, flags=re.M)
        if name.endswith(".h") and found:
            head, macro, rest = text[:found.start()], found.group(1), text[found.end():]
            if base in texts and name != base:
                include = f'\n#include "{base}"\n'
                rest = rest.replace(include + "\n", "\n").replace(include, "\n")
                text = f'{head}#include "{base}"\n{found.group(0)}{rest}'
            else:
                number = f"0x{hashlib.sha256((whole if base in texts else text).encode()).hexdigest()[:15]}"
                text = f"{head}#if defined({macro}) && {macro} + 0 != {number}\n" \
                       f"#error \"two copies with the prefix {prefix} differ: give one of them another --prefix\"\n" \
                       f"#endif\n#ifndef {macro}\n#define {macro} {number}\n{rest}"
        out[name] = text
    return out


def amalgamated(texts: Dict[str, str], choice: Choice) -> str:
    """Joins all files into one header; C files are compiled where ``P_IMPLEMENTATION`` is defined."""
    done: List[str] = []

    def visit(name: str) -> None:
        if name in done:
            return
        for inner in re.findall(r'^#include "([^"]+)"', texts[name], flags=re.M):
            if inner in texts:
                visit(inner)
        done.append(name)

    for name in sorted(texts):
        visit(name)
    headers = [name for name in done if name.endswith(".h")]
    macro = f"{choice.real_prefix.upper()}_IMPLEMENTATION"
    out = ["/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */\n"]
    for name in headers + [name for name in done if name not in headers]:
        text = re.sub(r"\A/\* SPDX[^\n]*\n", "", texts[name])
        text = re.sub(r'^#include "([^"]+)"\n',
                      lambda m: "" if m.group(1) in texts else m.group(0), text, flags=re.M)
        text = re.sub(r"\n{3,}", "\n\n", text)
        if name not in headers:
            text = f"#ifdef {macro}\n{text}#endif /* {macro} */\n"
        out.append(f"\n/* ---- {os.path.basename(name)} ---- */\n{text}")
    return "".join(out)
