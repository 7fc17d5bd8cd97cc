# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The manifest of a vendored copy: the options that made it, and a digest of every file.

It is plain text so that a shell can read it: ``key: value`` lines, ``file: SHA256  NAME`` and
``spec: SHA256  PATH`` once for every file.  The last line, ``manifest: SHA256``, is the digest of all
lines before it.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass, field
from typing import Dict, List

from prmclib.writers import choice

NAME = "mlx5sig.manifest"
FIRST = "# Copy of mlx5sig's layouts."
FORMAT = "1"
OWN = "manifest:"  # the key of its own digest
LICENCE = "GPL-2.0 OR Linux-OpenIB"


class Bad(Exception):
    """A manifest that cannot be used; the text has the cause and the remedy."""


@dataclass
class Manifest:
    """``files`` and ``spec_files`` are digests by name; ``spec_digest`` is the digest of the part of the
    spec that the copy is made of; ``compiler`` has the versions of prmc and of its output."""

    choice: choice.Choice
    compiler: str
    spec_digest: str
    layouts: List[str]
    files: Dict[str, str] = field(default_factory=dict)
    spec_files: Dict[str, str] = field(default_factory=dict)

    def text(self) -> str:
        wanted = self.choice
        lines = [FIRST,
                 "# `sh verify` checks that it is unchanged, `prmc vendor --update` updates it.",
                 f"format: {FORMAT}", f"licence: {LICENCE}", f"compiler: {self.compiler}",
                 f"spec-digest: {self.spec_digest}", f"style: {wanted.style}",
                 f"prefix: {wanted.real_prefix}", f"only: {','.join(wanted.only)}",
                 f"with: {','.join(wanted.extras)}", f"amalgamate: {wanted.amalgamate}",
                 f"side: {wanted.side}", f"api: {wanted.api}", f"comments: {wanted.comments}",
                 f"layouts: {' '.join(self.layouts)}"]
        lines += [f"spec: {self.spec_files[name]}  {name}" for name in sorted(self.spec_files)]
        lines += [f"file: {self.files[name]}  {name}" for name in sorted(self.files)]
        text = "".join(line.rstrip() + "\n" for line in lines)
        return f"{text}{OWN} {digest(text.encode())}\n"


def read(path: str) -> Manifest:
    """Reads the manifest at ``path``; raises :class:`Bad` or OSError."""
    try:
        with open(path, encoding="utf-8", errors="replace") as stream:
            text = stream.read()
    except (FileNotFoundError, NotADirectoryError):
        folder = os.path.dirname(path) or "."
        raise Bad(f"{folder} is not a copy of `prmc vendor`, or its {NAME} is gone: restore that from "
                  f"version control, or make a copy with `prmc vendor --to {folder}`") from None
    lines = text.splitlines()
    if not lines or lines[0] != FIRST:
        raise Bad(f"{path}:1: this is not a manifest of a vendored copy; its first line would be "
                  f"'{FIRST}'")
    single: Dict[str, str] = {}
    many: Dict[str, Dict[str, str]] = {"file": {}, "spec": {}}
    for number, line in enumerate(lines, 1):
        if line.startswith("#") or not line:
            continue
        key, colon, value = line.partition(":")
        value = value.strip()
        if not colon:
            raise Bad(f"{path}:{number}: 'key: value' is expected; restore the file from version "
                      "control")
        if key in many:
            hexadecimal, _, name = value.partition("  ")
            if len(hexadecimal) != 64 or not name or os.path.isabs(name) or ".." in name.split("/") \
                    or (key == "file" and "/" in name):
                raise Bad(f"{path}:{number}: a digest and the name of a file are expected; restore "
                          "the file from version control")
            many[key][name] = hexadecimal
        else:
            single[key] = value
    if single.get("format") != FORMAT:
        raise Bad(f"{path}: format {single.get('format', 'unknown')} of manifests; this prmc knows "
                  f"{FORMAT}: use the prmc that made the copy, or a newer one")
    missing = [key for key in ("style", "prefix", "spec-digest") if not single.get(key)]
    if missing or not many["file"]:
        raise Bad(f"{path}: no '{(missing or ['file'])[0]}' in it; restore the file from version "
                  "control")
    style = single["style"]
    prefix = single["prefix"]
    try:
        wanted = choice.checked(choice.Choice(
            style, "" if prefix == choice.STYLES.get(style) else prefix,
            choice.split(single.get("only", "")), choice.split(single.get("with", "")),
            single.get("amalgamate", ""), single.get("side") or "both",
            single.get("api") or "both", single.get("comments") or "full"))
    except choice.Wrong as exc:
        raise Bad(f"{path}: {exc}") from exc
    before = "".join(f"{line}\n" for line in lines[:-1])
    if OWN[:-1] in single and lines[-1] != f"{OWN} {digest(before.encode())}":
        raise Bad(f"{path}: edited since prmc wrote it; restore the file from version control")
    return Manifest(wanted, single.get("compiler", ""), single["spec-digest"],
                    single.get("layouts", "").split(), many["file"], many["spec"])


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def edited(folder: str, manifest: Manifest) -> List[str]:
    """Returns the files of a copy that exist but have changed since prmc wrote them."""
    out = []
    for name, expected in sorted(manifest.files.items()):
        try:
            with open(os.path.join(folder, name), "rb") as stream:
                same = digest(stream.read()) == expected
        except FileNotFoundError:
            continue
        except IsADirectoryError:
            same = False
        if not same:
            out.append(name)
    return out
