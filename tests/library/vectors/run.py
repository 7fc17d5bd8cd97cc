#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Unpacks every image that real libmlx5 wrote by the generated C, and compares every field.

Each recorded WQE, doorbell, CQE and command is walked by the spec's sequences into layouts. A C program unpacks every
one with the validity report, prints all fields, and packs it again. A check is one image: it consists of the layouts
that follow from its inputs (expected.py), and so do the values of its fields; the report is empty, and packing gives
identical bytes.
"""

from __future__ import annotations

import argparse
import collections
import glob
import json
import os
import shlex
import subprocess
import sys
import textwrap
from typing import Callable, Counter, Dict, List, Sequence, Set, Tuple

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path.insert(0, os.path.join(ROOT, "codegen"))

from prmclib.model.flatten import flatten_layout  # noqa: E402
from prmclib.model import Kind, Spec  # noqa: E402
from prmclib.readers.source import load_source  # noqa: E402
from prmclib.model.walk import Piece, WalkError, Walker  # noqa: E402

import expected  # noqa: E402
import showing  # noqa: E402
from expected import Image, Part  # noqa: E402

# A sanitizer detects accesses of unpack and pack outside the compared bytes. The proofs cover other levels of
# optimisation, whose compilation of main() is slow.
CFLAGS = "-O0 -g -Wall -Wextra -Werror -fsanitize=address,undefined -fno-sanitize-recover=all"


def compile_program(spec: Spec, names: Set[str], cc: str, cflags: str, build: str,
                    generated: str = os.path.join(ROOT, "generated")) -> str:
    """Writes and compiles the program for these layouts; returns its path."""
    os.makedirs(build, exist_ok=True)
    source, program = os.path.join(build, "show.c"), os.path.join(build, "show")
    with open(source, "w", encoding="utf-8") as stream:
        stream.write(showing.program(spec, names))
    subprocess.run([cc, "-std=c11", *shlex.split(cflags), "-I", generated, source, "-o", program],
                   check=True)
    return program


class Places:
    """The parts of the spec for the comparison: places of fields, and overlays without selector."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self._bytes: Dict[str, Dict[str, Set[int]]] = {}
        self._strings: Dict[str, Set[str]] = {}
        self._external: Dict[str, Dict[str, Dict[str, List[str]]]] = {}

    def bytes_of(self, layout: str, name: str) -> Set[int]:
        """Returns the offsets of the bytes that contain the field; empty if there is no such field."""
        if layout not in self._bytes:
            self._bytes[layout] = {
                f.path: set(range(f.offset_bits // 8, (f.offset_bits + f.width_bits + 7) // 8))
                for f in flatten_layout(self.spec, layout)}
        return self._bytes[layout].get(name, set())

    def byte_strings(self, layout: str) -> Set[str]:
        """Returns the fields that are shown as bytes."""
        if layout not in self._strings:
            self._strings[layout] = {f.path for f in flatten_layout(self.spec, layout)
                                     if f.kind is Kind.BYTES}
        return self._strings[layout]

    def external(self, layout: str) -> Dict[str, Dict[str, List[str]]]:
        """Returns {overlay: {arm: fields}} of overlays whose selector is external."""
        if layout not in self._external:
            self._external[layout] = {
                item.name: {arm.name: [arm.name if arm.is_single else f"{arm.name}.{f.name}"
                                       for f in arm.fields if f.is_named] for arm in item.arms}
                for item in self.spec.layouts[layout].fields
                if item.kind is Kind.OVERLAY and item.selector and item.selector.external}
        return self._external[layout]


class Comparison:
    """Compares unpacked fields with the expected ones and counts them."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.compared = 0
        self.unwritten = 0
        self.undetermined: Counter[Tuple[str, str]] = collections.Counter()
        self.seen: Dict[Tuple[str, str], Set[str]] = collections.defaultdict(set)

    def part(self, part: Part, got: Dict[str, str], any_bytes: Set[int]) -> List[str]:
        """Returns errors in the fields ``got`` of one layout; ``any_bytes`` are offsets in it."""
        wrong: List[str] = []
        left = dict(part.fields)
        for overlay, arms in self.places.external(part.layout).items():
            if part.arms.get(overlay) not in arms:
                wrong.append(f"{overlay}: expected.py does not say which arm holds")
                continue
            dropped = {name for arm, names in arms.items() if arm != part.arms[overlay]
                       for name in names} | ({overlay} - set(part.fields))
            got = {name: value for name, value in got.items()
                   if name not in dropped and name.partition(".")[0] not in dropped}
        for name, text in got.items():
            want = left.pop(name, None)
            if (part.layout, name) in expected.UNDETERMINED:
                self.undetermined[part.layout, name] += 1
                if want is not None:
                    wrong.append(f"{name}: expected and listed as undetermined")
                continue
            free = any_bytes and self.places.bytes_of(part.layout, name) & any_bytes
            if name in part.unwritten or want is None and part.others == expected.UNWRITTEN:
                self.unwritten += 1
                if free != self.places.bytes_of(part.layout, name):
                    wrong.append(f"{name}: not written by the model, but recorded as written")
                continue
            if free:
                wrong.append(f"{name}: expected, but recorded as not written")
            if want is None and part.others == expected.ZERO:
                want = 0 if name not in self.places.byte_strings(part.layout) else "0" * len(text)
            if want is None:
                wrong.append(f"{name}={text}: neither expected nor listed as undetermined")
                continue
            self.compared += 1
            self.seen[part.layout, name].add(text)
            said = want if isinstance(want, str) else f"{want:x}"
            if text != said:
                wrong.append(f"{name} is 0x{text}, expected 0x{said}")
        wrong.extend(f"{name}: expected, but the layout has no such field here" for name in left)
        return [f"{part.path} ({part.layout}): {text}" for text in wrong]


def pieces_of(spec: Spec, image: Image) -> List[Piece]:
    """Returns the layouts of an image, by the spec; raises WalkError if they do not fill it."""
    lacking = {part.layout for part in image.parts} - set(spec.layouts)
    if lacking:
        raise WalkError(f"the spec has no layout {', '.join(sorted(lacking))}")
    walker = Walker(spec, image.data)
    end = walker.what(image.what)
    if end != len(image.data):
        raise WalkError(f"{len(image.data)} bytes, but the walk ends at {end}")
    for piece in walker.pieces:
        if piece.is_padding and any(
                image.data[piece.offset:piece.offset + piece.size]):
            raise WalkError(f"padding at 0x{piece.offset:x} is not zero")
    found = [piece for piece in walker.pieces if piece.layout]
    have = [(piece.path, piece.layout) for piece in found]
    want = [(part.path, part.layout) for part in image.parts]
    if have != want:
        raise WalkError(f"walked into {have}, expected {want}")
    return found


def compare(spec: Spec, vectors: Sequence[str], program_of: Callable[[Set[str]], str]) -> int:
    """Compares the images of these files (none: of all); prints errors and counts, and returns the exit status.
    ``program_of`` returns the program for layouts of these names."""
    known: List[Tuple[str, Image]] = []
    failures: Dict[int, str] = {}
    general: List[str] = []  # errors of no single image
    jobs: List[Tuple[int, Part, Piece]] = []
    for path in vectors or sorted(glob.glob(f"{HERE}/*.jsonl")):
        with open(path, encoding="utf-8") as stream:
            for line in stream:
                case = json.loads(line)
                try:
                    for image in expected.images(case):
                        known.append((case["id"], image))
                except expected.ModelError as exc:
                    general.append(f"{case['id']}: {exc}")
    for number, (_, image) in enumerate(known):
        if image.error:
            failures[number] = image.error
            continue
        try:
            jobs.extend((number, part, piece)
                        for part, piece in zip(image.parts, pieces_of(spec, image)))
        except WalkError as exc:
            failures[number] = str(exc)
    program = program_of({part.layout for _, part, _ in jobs})
    done = subprocess.run([program], capture_output=True, text=True, check=False, input="".join(
        f"{piece.layout} {bytes_of(known[number][1], piece).hex()}\n"
        for number, _, piece in jobs))
    answers = done.stdout.splitlines()
    if done.returncode or len(answers) != len(jobs):
        print(done.stderr)
        print(f"the C program ended with {done.returncode} after {len(answers)} layouts")
        print("0 passed, 1 failed, 0 skipped")
        return 1
    comparison = Comparison(Places(spec))
    for (number, part, piece), answer in zip(jobs, answers):
        image = known[number][1]
        complaints, packed, *words = answer.split(" ")
        raw = bytes_of(image, piece).hex()
        if complaints != "0":
            where = " ".join(word[1:] for word in words if word.startswith("!"))
            failures.setdefault(number, f"{part.layout}: {complaints} complaints: {where}")
            continue
        if packed != raw:
            failures.setdefault(number, f"{part.layout}: unpacked and packed again\n"
                                        f"  from {raw}\n  to   {packed}")
        got = dict(word.split("=") for word in words)
        if len(got) != len(words):
            failures.setdefault(number, f"{part.layout}: a field is shown twice")
        any_bytes = {at - piece.offset for at in image.any_bytes
                     if piece.offset <= at < piece.offset + piece.size}
        wrong = comparison.part(part, got, any_bytes)
        if wrong:
            failures.setdefault(number, "; ".join(wrong))
    if not vectors:
        general.extend(f"{layout} {name} is listed as undetermined, but in no image"
                       for layout, name in expected.UNDETERMINED
                       if not comparison.undetermined[layout, name])
    for number, text in sorted(failures.items())[:20]:
        print(f"{known[number][0]} {known[number][1].what}: {text}")
    for text in general:
        print(text)
    kinds = collections.Counter(image.what for _, image in known)
    print(textwrap.fill(", ".join(f"{count} {what}" for what, count in sorted(kinds.items())), 100,
                        break_on_hyphens=False))
    print(f"{len(jobs)} layouts in {len(known)} images; {comparison.compared} fields compared, "
          f"{comparison.unwritten} unwritten, {sum(comparison.undetermined.values())} "
          f"undetermined")
    varying = sum(len(values) > 1 for values in comparison.seen.values())
    print(f"{len(comparison.seen)} different fields in "
          f"{len({layout for layout, _ in comparison.seen})} layouts, {varying} of them with more "
          f"than one value")
    failed = len(failures) + len(general)
    print(f"{len(known) - len(failures)} passed, {failed} failed, 0 skipped")
    return 1 if failed or not known else 0


def bytes_of(image: Image, piece: Piece) -> bytes:
    return image.data[piece.offset:piece.offset + piece.size]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--cflags", default=CFLAGS)
    parser.add_argument("--build", default="build/vectors")
    parser.add_argument("vectors", nargs="*", help="files (default: all)")
    args = parser.parse_args()
    spec = load_source(os.path.join(ROOT, "spec")).spec
    return compare(spec, args.vectors, lambda names: compile_program(
        spec, names, args.cc, args.cflags, args.build))


if __name__ == "__main__":
    sys.exit(main())
