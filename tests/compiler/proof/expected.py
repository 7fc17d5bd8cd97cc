#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Writes the expected output of a spec's print functions: images and lines, the same for all compilers.

    tests/compiler/proof/expected.py --out build/proof/expected [--depfile FILE] [--spec DIR]

writes images.txt, one `LAYOUT HEX` for each image; lines.txt, the output of a correct program for them;
and paths.txt, the field of each line.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import List

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

import manual  # noqa: E402
import printed  # noqa: E402

FILES = ("images.txt", "lines.txt", "paths.txt")


def texts(spec: manual.Manual) -> List[str]:
    """The contents of FILES."""
    printer = printed.Printer(spec)
    images: List[str] = []
    lines: List[str] = []
    paths: List[str] = []
    for layout in spec.layouts.values():
        if layout.stem not in spec.stems:
            continue
        for image in printed.images(spec, layout):
            lines.append(f"# {len(images)}")
            paths.append(f"# {layout.name}")
            images.append(f"{layout.name} {image.hex()}")
            for path, line in printer.layout(layout, image):
                lines.append(line)
                paths.append(f"{layout.name}.{path}")
    return ["".join(f"{row}\n" for row in rows) for rows in (images, lines, paths)]


def write(spec: manual.Manual, folder: Path) -> None:
    """Writes FILES into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in zip(FILES, texts(spec)):
        part = folder / (name + ".part")
        part.write_text(text, encoding="utf-8")
        os.replace(part, folder / name)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--spec", default="spec", type=Path, metavar="DIR")
    parser.add_argument("--out", required=True, type=Path, metavar="DIR")
    parser.add_argument("--depfile", type=Path, metavar="FILE", help="for ninja: the files that were read")
    args = parser.parse_args()
    try:
        write(manual.Manual(args.spec), args.out)
    except (manual.ManualError, OSError) as exc:
        print(f"expected: {exc}")
        return 2
    if args.depfile:
        read = sorted(map(str, args.spec.glob("**/*.yaml")))
        args.depfile.write_text(f"{args.out / FILES[0]}: {' '.join(read)}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
