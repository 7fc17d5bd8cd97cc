#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Compares the binary interface of libmlx5sig.so with the record runtime/libmlx5sig.abi.

    tests/library/abi/run.py --library build/tests/abi/libmlx5sig.so.1            the test (ninja test-abi)
    tests/library/abi/run.py --library build/tests/abi/libmlx5sig.so.1 --renew    records it again (ninja abi)

libabigail's abidw reads it from the debug information, abidiff compares: exported functions with their
parameters, and every type of include/mlx5sig/ that they lead to. Types of other headers (libibverbs, the C
library) and of runtime/ are opaque, so that only the library itself can change the record.
"""

from __future__ import annotations

import argparse
import glob
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from typing import Callable, Dict, List, Set, Tuple

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
RECORD = os.path.join("runtime", "libmlx5sig.abi")
ABIDW = ["abidw", "--no-corpus-path", "--no-comp-dir-path", "--short-locs", "--no-elf-needed",
         "--type-id-style", "hash", "--exported-interfaces-only", "--drop-undefined-syms"]
FAILED = 3  # bits of abidiff's exit status: an error, wrong usage
COMMENTS = "  <!-- SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB -->\n" \
           "  <!-- Made by `ninja abi`, see tests/library/abi/run.py. Do not edit. -->\n"
COMPATIBLE = """\
Programs that are linked with the library run on as before, as far as abidiff can tell. If this change is
meant, run `ninja abi` and commit {record} with it."""
BROKEN = """\
Programs that were compiled with the headers before may break. Keep the interface: append to a struct whose
size the program passes or that has a comp_mask, keep values of enumerations, add a function instead of
changing one. If the library is to break with them, raise its version (LIBRARY_SO in configure.py,
packaging/install.py, runtime/libmlx5sig.map), run `ninja abi` and commit {record}."""


class AbiError(Exception):
    """A tool is missing or fails."""


def call(*command: str) -> Tuple[int, str]:
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    except FileNotFoundError:
        raise AbiError(f"there is no {command[0]}: run ./configure.py --install-deps=test, or install Debian's "
                       "abigail-tools") from None
    return done.returncode, done.stdout


def opaque(element: ET.Element) -> None:
    """Makes a type opaque: a struct or union is only declared, an enumeration keeps its size."""
    for child in list(element):
        if element.tag != "enum-decl" or child.tag == "enumerator":
            element.remove(child)
    if element.tag != "enum-decl":
        element.attrib.pop("size-in-bits", None)
        element.set("is-declaration-only", "yes")


def references(element: ET.Element) -> Set[str]:
    return {value for part in element.iter() for name, value in part.attrib.items() if name.endswith("type-id")}


def interface(library: str) -> str:
    """Returns abidw's description of the library, without places and types of other headers."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "abi")
        status, said = call(*ABIDW, "--out-file", path, library)
        if status or not os.path.exists(path):
            raise AbiError(f"abidw: exit status {status}\n{said}")
        root = ET.parse(path).getroot()
    ours = {os.path.basename(name) for name in glob.glob(os.path.join(ROOT, "include", "mlx5sig", "*.h"))}
    for element in root.iter():
        if element.tag in ("class-decl", "union-decl", "enum-decl") and element.get("filepath") not in ours:
            opaque(element)
        for name in ("filepath", "line", "column"):
            element.attrib.pop(name, None)
    units = root.findall("abi-instr")
    types = {element.get("id"): element for unit in units for element in unit if element.get("id")}
    functions = [element for unit in units for element in unit if element.get("elf-symbol-id")]
    used: Set[str] = set()
    new = set().union(*map(references, functions))
    while new:
        used |= new
        new = {name for known in new if known in types for name in references(types[known])} - used
    for unit in units:
        for element in list(unit):
            if not element.get("elf-symbol-id") and element.get("id") not in used:
                unit.remove(element)
        if not len(unit):
            root.remove(unit)
    ET.indent(root)
    # abidiff wants the root in the first line.
    first, rest = ET.tostring(root, encoding="unicode").split("\n", 1)
    return f"{first}\n{COMMENTS}{rest}\n"


def compare(before: str, after: str, *options: str) -> Tuple[int, str]:
    """Returns abidiff's exit status and report for two records."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, f"{name}.abi") for name in ("recorded", "built")]
        for path, text in zip(paths, (before, after)):
            with open(path, "w", encoding="utf-8") as stream:
                stream.write(text)
        status, report = call("abidiff", "--no-show-locs", *options, *paths)
    if status & FAILED:
        raise AbiError(f"abidiff: exit status {status}\n{report}")
    return status, report


def edit(text: str, path: str, change: Callable[[ET.Element, ET.Element], None]) -> str:
    """Returns the record with one change. ``change`` gets the first element of the path, and its parent."""
    root = ET.fromstring(text)
    found = root.find(path)
    assert found is not None, path
    parents = {child: parent for parent in root.iter() for child in parent}
    change(found, parents[found])
    return ET.tostring(root, encoding="unicode")


def remove(element: ET.Element, parent: ET.Element) -> None:
    parent.remove(element)


def setter(**values: str) -> Callable[[ET.Element, ET.Element], None]:
    return lambda element, _: element.attrib.update({name.replace("_", "-"): value for name, value in values.items()})


def move(element: ET.Element, _: ET.Element) -> None:
    element.set("layout-offset-in-bits", str(int(element.attrib["layout-offset-in-bits"]) + 32))


def defects(text: str) -> Dict[str, str]:
    """Returns records with one difference each, which abidiff must notice."""
    post, key = ".//function-decl[@name='mlx5sig_post_recv']", ".//class-decl[@name='mlx5sig_mkey_init_attr']"
    return {
        "function is missing": edit(text, ".//elf-symbol[@name='mlx5sig_wr_start']", remove),
        "parameter is missing": edit(text, f"{post}/parameter[2]", remove),
        "function returns nothing": edit(text, f"{post}/return", setter(type_id=voids(text))),
        "member is missing": edit(text, f"{key}/data-member[2]", remove),
        "member is elsewhere": edit(text, f"{key}/data-member[3]", move),
        "struct has grown": edit(text, key, setter(size_in_bits="256")),
        "value has changed": edit(text, ".//enumerator[@name='MLX5SIG_SIG_TYPE_CRC']", setter(value="77")),
    }


def voids(text: str) -> str:
    """Returns the id of void."""
    found = ET.fromstring(text).find(".//type-decl[@name='void']")
    assert found is not None
    return found.attrib["id"]


def check(library: str) -> Tuple[int, List[str]]:
    """Returns the number of passed checks, and the texts of failed ones."""
    with open(os.path.join(ROOT, RECORD), encoding="utf-8") as stream:
        recorded = stream.read()
    wrong = []
    built = interface(library)
    status, report = compare(recorded, built, "--harmless")
    if status:
        advice = BROKEN if compare(recorded, built, "--no-added-syms")[0] else COMPATIBLE
        wrong.append(f"{report.strip()}\n\n{RECORD} differs from the library.\n" + advice.format(record=RECORD))
    if ROOT in recorded or "/usr/" in recorded:
        wrong.append(f"{RECORD} has paths of a machine")
    made = defects(recorded)
    wrong += [f"abidiff does not notice that a {name}" for name, text in made.items() if not compare(recorded, text)[0]]
    return 2 + len(made) - len(wrong), wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", required=True, metavar="FILE", help="compiled with -g")
    parser.add_argument("--renew", action="store_true", help=f"writes {RECORD}")
    args = parser.parse_args()
    try:
        if args.renew:
            text = interface(args.library)
            with open(os.path.join(ROOT, RECORD), "w", encoding="utf-8") as stream:
                stream.write(text)
            print(f"{RECORD} is as the library is; `git diff {RECORD}` shows what has changed")
            return 0
        passed, wrong = check(args.library)
    except AbiError as exc:
        print(f"abi: {exc}")
        return 2
    for text in wrong:
        print(text)
    print(f"{passed} passed, {len(wrong)} failed, 0 skipped")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
