# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc decode``: explains bytes field by field."""

from __future__ import annotations

import argparse
import json
import re
import sys
from dataclasses import dataclass
from typing import Dict, List, Optional, Tuple

from prmclib.errors import did_you_mean
from prmclib.load import spec_or_exit
from prmclib.model import Field, Kind, Spec
from prmclib.walk import Piece, WalkError, Walker, bits_of

WQEBB = 64
DUMP = re.compile(r"\s*[0-9a-fA-F]{4,16}[: ]\s*((?:[0-9a-fA-F]{2,4}[ ]{1,2})*[0-9a-fA-F]{2,4})"
                  r"(?:\s+\S.*|\s*\|.*\|?|\s*)\Z")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", default="-", metavar="FILE",
                        help="the dump; - or nothing: standard input")
    parser.add_argument("--as", dest="what", required=True, metavar="WHAT",
                        help="wqe (a ring image: WQE after WQE), cqe, or any layout, variant or "
                             "sequence of the spec")
    parser.add_argument("--input", choices=["auto", "raw", "hex", "dump"], default="auto",
                        help="form of the input: raw bytes, plain hex, or a dump with offsets as "
                             "of hexdump -C or xxd (default: seen from the input and said)")
    parser.add_argument("--json", action="store_true",
                        help="a list of objects: path, layout, offset (bytes), field, bits, "
                             "value, name, remark")


def run(args: argparse.Namespace) -> int:
    spec = spec_or_exit([args.spec])
    known = list(spec.layouts) + list(spec.variants) + list(spec.sequences)
    if args.what not in known:
        print(f"prmc: the spec has no layout, variant or sequence '{args.what}'"
              f"{did_you_mean(args.what, known)}", file=sys.stderr)
        return 2
    try:
        if args.file == "-":
            content = sys.stdin.buffer.read()
        else:
            with open(args.file, "rb") as stream:
                content = stream.read()
        data, form = read_input(content, args.input)
    except OSError as exc:
        print(f"prmc: {args.file}: {exc.strerror}", file=sys.stderr)
        return 2
    except ValueError as exc:
        print(f"prmc: {args.file}: {exc}", file=sys.stderr)
        return 2
    lines, error = explain(spec, data, args.what)
    if args.json:
        json.dump([vars(line) for line in lines], sys.stdout, indent=1)
        print()
    else:
        print(f"# read as {form}, {len(data)} bytes")
        print_lines(lines)
    remarks = sum(bool(line.remark) for line in lines)
    if remarks and not args.json:
        print(f"{remarks} remark{'s' if remarks > 1 else ''}")
    if error:
        print(f"prmc: {args.file}: {error}", file=sys.stderr)
    return 1 if error or remarks else 0


def read_input(content: bytes, form: str) -> Tuple[bytes, str]:
    """(bytes, name of the form); ValueError with line and cause when it cannot be read."""
    if not content:
        raise ValueError("empty input")
    if form == "raw":
        return content, "raw bytes"
    try:
        text = content.decode("ascii")
    except UnicodeDecodeError:
        if form == "auto":
            return content, "raw bytes"
        raise ValueError("not text; use --input raw") from None
    if form == "auto" and re.search(r"[^\t\n\r -~]", text):
        return content, "raw bytes"
    lines = [line for line in text.splitlines() if line.strip()]
    dump = all(DUMP.match(line) or line.strip() == "*"
               or re.fullmatch(r"\s*[0-9a-fA-F]{4,16}:?\s*", line) for line in lines) \
        and any(re.match(r"\s*[0-9a-fA-F]{4,16}[: ]\s", line + " ") for line in lines) \
        and len(re.match(r"\s*([0-9a-fA-F]*)", lines[0]).group(1)) <= 8 and lines[0].strip()[:4] == "0000"
    if form == "dump" or (form == "auto" and dump):
        return from_dump(lines), "a dump with offsets"
    return from_hex(text), "plain hex"


def from_hex(text: str) -> bytes:
    out = bytearray()
    for number, line in enumerate(text.splitlines(), 1):
        digits = re.sub(r"0[xX]|[\s,;:]", "", line)
        bad = re.search(r"[^0-9a-fA-F]", digits)
        if bad:
            raise ValueError(f"line {number}: '{bad.group()}' is no hexadecimal digit")
        if len(digits) % 2:
            raise ValueError(f"line {number}: an odd number of hexadecimal digits")
        out += bytes.fromhex(digits)
    return bytes(out)


def from_dump(lines: List[str]) -> bytes:
    """Rows with offsets; ``*`` stands for repetitions of the row before."""
    out = bytearray()
    row, repeat = b"", False
    for number, line in enumerate(lines, 1):
        if line.strip() == "*":
            repeat = True
            continue
        head = re.match(r"\s*([0-9a-fA-F]{4,16}):?(\s|\Z)", line)
        if not head:
            raise ValueError(f"line {number}: no offset at its start")
        offset = int(head.group(1), 16)
        if repeat and row:
            if offset - len(out) > 1 << 24:
                raise ValueError(f"line {number}: the repetition before is longer than 16 MiB")
            while len(out) < offset:
                out += row
            repeat = False
        if offset != len(out):
            raise ValueError(f"line {number}: offset 0x{offset:x}, but 0x{len(out):x} bytes stand "
                             "before it")
        body = re.split(r"\s{2,}(?=\S*[^0-9a-fA-F\s])|\|", line[head.end():])[0] \
            if "|" in line else re.split(r"(?<=\S)\s{2}(?=\S)", line[head.end():].strip())[0] \
            if ":" in head.group() else line[head.end():]
        row = bytes.fromhex("".join(body.split()))
        out += row
    return bytes(out)


@dataclass
class Line:
    """One field of the explanation; ``remark`` is empty when all is well."""

    path: str
    layout: str
    offset: int
    field: str
    bits: str
    value: str
    name: str
    remark: str


def explain(spec: Spec, data: bytes, what: str) -> Tuple[List[Line], str]:
    """The lines, and what ended the walk early (empty: nothing did)."""
    lines: List[Line] = []
    at, number, error = 0, 0, ""
    while at < len(data) and not error:
        walker = Walker(spec, data)
        prefix = f"{what} {number} " if what == "wqe" or number else ""
        try:
            end = walker.what(what, "", at, len(data))
        except WalkError as exc:
            error, end = f"{what} {number}: {exc}", len(data)
        for piece in walker.pieces:
            lines.extend(fields_of(spec, data, piece, prefix))
        if what == "wqe":  # each WQE starts at a WQEBB
            end = max(at + WQEBB, (end + WQEBB - 1) // WQEBB * WQEBB)
        at = max(end, at + 1)
        number += 1
    return lines, error


def fields_of(spec: Spec, data: bytes, piece: Piece, prefix: str) -> List[Line]:
    path = prefix + piece.path
    if not piece.layout:
        raw = data[piece.offset:piece.offset + piece.size]
        remark = "padding must be zero" if any(raw) and piece.path.endswith("padding") else ""
        return [Line(path, "", piece.offset, "bytes", f"0x00..0x{piece.size - 1:02x}", raw.hex(),
                     "", remark)]
    out: List[Line] = []
    values: Dict[str, int] = {}
    layout = spec.layouts[piece.layout]
    for item in layout.fields:
        if item.kind is Kind.UINT and not item.is_array:
            values[item.name] = bits_of(data, item.bits, piece.offset)
    for item in layout.fields:
        if item.kind is Kind.LAYOUT and not item.is_flexible:
            for index in range(item.count or 1):
                name = f"{path}.{item.name}" + (f"[{index}]" if item.is_array else "")
                inner = Piece(name, item.layout, piece.offset + item.bits.offset // 8
                              + index * item.elem_width // 8, spec.layouts[item.layout].size)
                out.extend(fields_of(spec, data, inner, ""))
        elif item.kind is Kind.OVERLAY:
            arm_fields = None
            if item.selector is not None and item.selector.field:
                value = values.get(item.selector.field)
                arm = next((a for a in item.arms if value in a.when.values), None) or \
                    next((a for a in item.arms if a.when.is_else), None)
                arm_fields = arm.fields if arm else None
            for sub in arm_fields if arm_fields is not None else [
                    Field(item.name, item.bits, Kind.UINT if item.bits.width <= 64
                          else Kind.BYTES, item.where)]:
                out.extend(field_line(spec, data, piece, sub, path))
        else:
            out.extend(field_line(spec, data, piece, item, path))
    return out


def field_line(spec: Spec, data: bytes, piece: Piece, item: Field, path: str) -> List[Line]:
    if item.is_flexible:
        return []
    at = piece.offset + item.bits.offset // 8
    raw = data[at:piece.offset + item.bits.end // 8]

    def line(value: str, name: str, remark: str = "") -> List[Line]:
        return [Line(path, piece.layout, piece.offset, item.name or item.kind.value,
                     str(item.bits), value, name, remark)]

    if item.kind is Kind.RESERVED:
        value = bits_of(data, item.bits, piece.offset)
        return line(f"0x{value:x}", "", "reserved bit set (must be zero)") if value else []
    if item.kind is Kind.IGNORED:
        return []
    if item.kind is not Kind.UINT or item.is_array:
        return line(raw.hex(), "")
    value = bits_of(data, item.bits, piece.offset)
    text = f"0x{value:0{(item.bits.width + 3) // 4}x}"
    remark = ""
    if item.fixed is not None and value != item.fixed:
        remark = f"must be {item.fixed:#x}"
    return line(text, *meaning(spec, item, value, remark))


def meaning(spec: Spec, item: Field, value: int, remark: str) -> Tuple[str, str]:
    if item.enum:
        found = spec.enums[item.enum].by_value(value)
        if found is None:
            return "?", remark or ("" if spec.enums[item.enum].is_open else "unknown value")
        return found.name + (f"  {found.about.doc}" if found.about.doc else ""), remark
    if item.flags:
        enum = spec.enums[item.flags]
        names = []
        for bit in range(item.bits.width):
            if value >> bit & 1:
                flag = enum.by_value(bit)
                names.append(flag.name if flag else f"bit{bit}?")
                if flag is None and not enum.is_open:
                    remark = remark or "unknown flag"
        return " | ".join(names), remark
    if item.encoding == "log2":
        return (f"2^{value} = {1 << value}" if value < 64 else ""), remark
    scale = {"octowords": 16, "dwords": 4, "wqebbs": 64}.get(item.encoding)
    if scale:
        return f"{value * scale} bytes", remark
    if item.encoding == "minus_one":
        return str(value + 1), remark
    return (f"{value} {item.unit}" if item.unit else ""), remark


def print_lines(lines: List[Line]) -> None:
    last: Optional[Tuple[str, int]] = None
    for line in lines:
        if (line.path, line.offset) != last:
            last = (line.path, line.offset)
            print(f"0x{line.offset:03x} {line.path}" + (f" ({line.layout})" if line.layout else ""))
        text = f"    {line.bits:<13} {line.field:<26} {line.value:<18} {line.name}"
        if line.remark:
            text = f"{text.rstrip()}  <- {line.remark}"
        print(text.rstrip())
