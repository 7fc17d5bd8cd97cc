#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Checks docs/found.md again, with checkouts of the trees that it is about.

    /usr/bin/python3 tests/world/found.py ~/rdma-core ~/dpdk ~/ucx ~/spdk ~/linux

For each patch whose file is in one of the folders: whether the defect is still there and at which line, whether `git apply`
takes the patch, and what the tree's table reads from the bytes of the witness, without the patch and with it. A defect that has
been mended, has moved, or reads otherwise than the page says is marked, and gives exit status 1; no patch at all for the folders
gives 2. Nothing in the folders is changed.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from typing import Dict, List, Optional, Sequence, Tuple

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "codegen"))

from watch.ifc import read_ifc  # noqa: E402

PAGE = os.path.join(ROOT, "docs", "found.md")
WITNESS = re.compile(r"`([0-9a-f ]+)` at 0x([0-9a-f]+)\s+of `(\w+)`:\s+((?:`\w+`\s+is\s+\w+(?:,\s+)?)+)\.")


@dataclass
class Witness:
    """Bytes of a layout, and the numbers that its fields have there."""

    data: bytes
    offset: int  # in bytes
    layout: str
    fields: Dict[str, int]


@dataclass
class Patch:
    """A patch of one file."""

    title: str  # of the entry
    path: str
    text: str
    witnesses: List[Witness]
    hunks: List[Tuple[int, List[str], List[str]]]  # first line on the page; lines before and after

    @property
    def removed(self) -> List[str]:
        """Names of the members that it replaces."""
        return re.findall(r"^-\s+u\w+\s+(?!reserved)(\w+)\s*\[", self.text, flags=re.MULTILINE)


def witnesses_of(text: str) -> List[Witness]:
    """Returns the witnesses in a part of the page."""
    return [Witness(bytes.fromhex(words), int(at, 16), layout, {
        name: int(value, 0) for name, value in re.findall(r"`(\w+)`\s+is\s+(\w+)", values)})
        for words, at, layout, values in WITNESS.findall(text)]


def read_page(text: str) -> List[Patch]:
    """Returns the patches of a page."""
    patches = []
    for part in re.split(r"^## (?=\d+\. )", text, flags=re.MULTILINE)[1:]:
        title = part.partition("\n")[0]
        for block in re.findall(r"^```diff\n(.*?)^```$", part, flags=re.MULTILINE | re.DOTALL):
            hunks = []
            for head, body in re.findall(r"^@@ -(\d+),.*\n((?:[ +-].*\n|\n)+)", block, flags=re.MULTILINE):
                lines = body.splitlines()
                hunks.append((int(head), [line[1:] for line in lines if line[:1] != "+"],
                              [line[1:] for line in lines if line[:1] != "-"]))
            path = re.match(r"--- a/(\S+)", block)
            assert path is not None and hunks, f"{title}: a block that is no patch"
            patches.append(Patch(title, path.group(1), block, witnesses_of(part), hunks))
    return patches


def place(lines: Sequence[str], part: Sequence[str]) -> Optional[int]:
    """Returns the line, from 1, at which a part of a file begins; None if it is not there."""
    return next((at + 1 for at in range(len(lines) - len(part) + 1)
                 if [line.rstrip() for line in lines[at:at + len(part)]] == [line.rstrip() for line in part]), None)


def fields_of(path: str, witness: Witness, names: Sequence[str]) -> Dict[str, int]:
    """Returns the numbers that the table of a header reads from a witness's bytes, by the names that it has."""
    header, _ = read_ifc([path])
    table = next((table for tag, table in header.tables.items()
                  if re.fullmatch(rf"\w*mlx5_(?:ifc_)?{witness.layout}_bits", tag)), None)
    if table is None:
        return {}
    data = bytearray(max(table.width // 8, witness.offset + len(witness.data)))
    data[witness.offset:witness.offset + len(witness.data)] = witness.data
    number = int.from_bytes(data, "big")
    return {member.name: number >> len(data) * 8 - member.offset - member.total & (1 << member.total) - 1
            for member in table.members if member.name in names}


def apply(patch: Patch, tree: str, folder: str) -> Optional[str]:
    """Returns the path of the patched copy of the file; None if `git apply` refuses the patch."""
    target = os.path.join(folder, patch.path)
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with open(os.path.join(tree, patch.path), "rb") as source, open(target, "wb") as copy:
        copy.write(source.read())
    # The folder may be inside of a checkout, for which `git apply` would take the patch's paths.
    done = subprocess.run(["git", "apply", "-"], cwd=folder, input=patch.text.encode(), check=False, capture_output=True,
                          env={**os.environ, "GIT_CEILING_DIRECTORIES": os.path.dirname(os.path.abspath(folder))})
    return target if done.returncode == 0 else None


def check(patch: Patch, tree: str, said: str) -> Tuple[str, bool]:
    """Returns a line about a patch in a tree, and whether all is as the page says; ``said`` is the entry's text."""
    path = os.path.join(tree, patch.path)
    with open(path, encoding="utf-8", errors="replace") as stream:
        lines = stream.read().splitlines()
    old = [place(lines, before) for _, before, _ in patch.hunks]
    if None in old:
        new = [place(lines, after) for _, _, after in patch.hunks]
        return ("CHANGED, read it again" if None in new else f"MENDED, see line {new[0]}"), False
    out, good = [f"still there, line {', '.join(map(str, old))}"], True
    if old != [line for line, _, _ in patch.hunks]:
        out.append(f"MOVED, the page has line {', '.join(str(line) for line, _, _ in patch.hunks)}")
        good = False
    with tempfile.TemporaryDirectory() as folder:
        patched = apply(patch, tree, folder)
        out.append("the patch applies" if patched else "THE PATCH DOES NOT APPLY")
        good = good and patched is not None
        for witness in patch.witnesses if patched and path.endswith((".h", ".hpp")) else []:
            names = [*witness.fields, *patch.removed]
            before, after = fields_of(path, witness, names), fields_of(patched or "", witness, names)
            if before == after:
                continue  # another table's witness, or code
            wrong = {name: value for name, value in after.items() if witness.fields.get(name, value) != value}
            read = [str(value) for name, value in before.items() if after.get(name) != value]
            out.append(f"{witness.layout}: reads {', '.join(f'{name} {value}' for name, value in before.items())}; "
                       f"with the patch {', '.join(f'{name} {value}' for name, value in after.items())}")
            if wrong or not after or not all(re.search(rf"\breads?\b[^.]*\b{value}\b", said) for value in read):
                out.append("THE PAGE SAYS OTHERWISE")
                good = False
    return "; ".join(out), good


def main(argv: Optional[Sequence[str]] = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("trees", metavar="TREE", nargs="+", help="folder with a checkout")
    parser.add_argument("--page", default=PAGE, help="the page (default: docs/found.md)")
    args = parser.parse_args(argv)
    with open(args.page, encoding="utf-8") as stream:
        text = stream.read()
    found = False
    good = True
    for patch in read_page(text):
        said = text[text.index(f"## {patch.title}"):].partition("\n```diff")[0]
        for tree in args.trees:
            if os.path.isfile(os.path.join(tree, patch.path)):
                line, right = check(patch, tree, said)
                print(f"{patch.title.partition('.')[0]:>2} {patch.path}: {line}", flush=True)
                found, good = True, good and right
    if not found:
        print("found.py: none of the page's files is in these folders: give the tops of checkouts", file=sys.stderr)
        return 2
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
