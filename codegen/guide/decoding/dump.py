# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The input formats of ``prmc decode``: bytes, and the texts that programs print bytes as.

A file of rows only is read strictly. Everything else is a log: rows.py finds its rows, streams.py the dumps that they
form, and lines that are no part of a dump are skipped and counted.
"""

from __future__ import annotations

import re
from typing import Callable, Dict, List, Optional, Tuple

from .arrays import arrays
from .chunks import Chunk, Dump, DumpError, short
from .rows import Row, hexdump_row, unescaped, unquoted, without_base64, xxd_row
from .streams import read_log
from .tools_rows import hexdump_rows
from .words import are_pairs, is_unpadded, words

__all__ = ["Chunk", "Dump", "DumpError", "FORMS", "read_dump"]

FORMS = ("auto", "raw", "hex", "dump", "log")
MAX_REPEAT = 1 << 24  # bytes that a `*` may represent


def read_dump(content: bytes, form: str = "auto") -> Dump:
    """Reads a dump.  ``form`` is one of FORMS.  Raises :class:`DumpError`."""
    if not content:
        raise DumpError("the input is empty")
    if form == "raw":
        return Dump("raw bytes", [Chunk(content)])
    text = _as_text(content)
    if text is None:
        if form == "auto":
            return Dump("raw bytes", [Chunk(content)])
        raise DumpError(f"the input is not text; --input {form} needs one, --input raw takes bytes")
    lines = unescaped(without_base64(text.splitlines()))
    if not any(line.strip() for line in lines):
        raise DumpError("the input has blank lines only")
    if form == "hex":
        return _read_hex([unquoted(line) for line in lines])
    lines, tools = hexdump_rows(lines)
    lines, is_array = arrays(lines)
    tools += ["array"] if is_array else []
    remarks: List[str] = []
    if form == "auto" and are_pairs(lines) or form != "dump" and not all(_is_hex(unquoted(line)) for line in lines):
        lines, remarks = words(lines)
    try:
        found = _read_text(lines if any(map(str.strip, lines)) else remarks, form)
    except DumpError as exc:
        raise DumpError(remarks[0]) if remarks else exc
    found.remarks = remarks + found.remarks
    if tools and found.form in ("hexdump -C", "hexadecimal digits", "bytes of Python"):
        found.form = ", ".join(dict.fromkeys(tools))
    return found


def _read_text(lines: List[str], form: str) -> Dump:
    bare = [unquoted(line) for line in lines]
    if form == "auto" and all(_is_hex(line) for line in bare):
        return _read_hex(bare)
    failed: Optional[DumpError] = None
    log: Optional[Dump] = None
    for name, parse in _DUMPS.items() if form != "log" else ():
        first = next(line for line in bare if line)
        if parse(first) is not None and (form == "dump" or all(_is_row(line, parse) for line in bare)):
            try:
                return _read_rows(bare, name, parse)
            except DumpError as exc:
                failed = exc
    if failed is not None and form == "dump":
        raise failed
    if form != "dump":
        try:
            log = read_log(lines)
        except DumpError as exc:
            raise failed or exc from exc
        if log is not None and failed is not None and (log.remarks or any(chunk.doubt for chunk in log.chunks)):
            raise failed
        if log is not None and (log.chunks or form == "log"):
            return log
    if form == "auto" and log is not None:
        return log  # of lines that name codes, if they do
    number, line = next((number, line) for number, line in enumerate(bare, 1) if line)
    _refuse_host_order(number, line)
    if form == "auto" and _looks_like_hex(line):
        return _read_hex(bare)  # reports the error with its place
    raise DumpError(f"line {number}: '{short(line)}' is not a line of any format that prmc knows (see "
                    "`prmc decode --help`)" if form == "auto" else
                    f"line {number}: '{short(line)}' is not a row of a {_FORM_NAMES[form]}")


_FORM_NAMES = {"dump": "dump with offsets (hexdump -C, xxd)",
               "log": "dump in a log, nor is any other line"}


def _as_text(content: bytes) -> Optional[str]:
    """Returns the input as text, or None for binary input."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return None
    text = re.sub(r"\x1b\[[0-9;]*[mK]", "", text.lstrip("\ufeff"))  # the colours of dmesg
    text = text.replace("\u00a0", " ")  # of web pages
    return None if re.search(r"[\x00-\x08\x0e-\x1f\x7f]", text) else text


# Plain hexadecimal: any grouping, 0x, commas.

_HEX = re.compile(r"[\s,;]*(?:(?:0[xX])?[0-9a-fA-F]+(?:[\s,;]+|:(?=[0-9a-fA-F])|\Z))*\Z")


def _is_hex(line: str) -> bool:
    return _HEX.match(line) is not None and not _is_offset_row(line)


def _is_offset_row(line: str) -> bool:
    """Returns whether a row's offset could be data: `00000010  00 00 ...`, or `000:` and dwords."""
    row = hexdump_row(line)
    return (row is not None and not row.is_end or
            re.match(r"\s*[0-9a-fA-F]{3,16}: ", line) is not None or
            _HOST_ORDER.match(line) is not None)


def _looks_like_hex(line: str) -> bool:
    return re.match(r"\s*(?:0[xX])?[0-9a-fA-F]{2}", line) is not None and ": " not in line


def _read_hex(lines: List[str]) -> Dump:
    out = bytearray()
    lines, word = _padded(lines)
    for number, line in enumerate(lines, 1):
        digits = re.sub(r"(?<![0-9a-fA-F])0[xX]|[\s,;]|(?<=[0-9a-fA-F]):(?=[0-9a-fA-F])", "", line)
        bad = re.search(r"[^0-9a-fA-F]", digits)
        if bad:
            raise DumpError(f"line {number}: '{short(bad.group())}' is not a hexadecimal digit")
        if len(digits) % 2:
            raise DumpError(f"line {number}: an odd number of hexadecimal digits")
        out += bytes.fromhex(digits)
    if not out:
        raise DumpError("the input has no hexadecimal digits")
    _refuse_offsets(lines)
    return Dump("plain hex", [Chunk(bytes(out), word=word if len(out) % max(word, 1) == 0 else 0)])


def _full(match: "re.Match[str]") -> str:
    digits: str = match.group(1)
    return digits.zfill(8)


def _padded(lines: List[str]) -> Tuple[List[str], int]:
    """Returns the lines with numbers of words in full length, if all have 0x or as printf("%x") has them, and the size of
    the words; 0 of bytes."""
    numbers = re.findall(r"(?:0[xX])?[0-9a-fA-F]+", " ".join(lines))
    sizes = {len(number) for number in numbers if number[:2].lower() != "0x"}
    if sizes & {1, 3, 5, 7} and 3 < max(sizes) <= 8 and len(numbers) % 4 == 0 and all(map(is_unpadded, numbers)):
        return [re.sub(r"[0-9a-fA-F]+", lambda match: match.group().zfill(8), line) for line in lines], 4
    if not sizes and max(map(len, numbers), default=0) > 4 and len({len(number) for number in numbers}) > 1 and \
            max(map(len, numbers)) <= 10:
        return [re.sub(r"0[xX]([0-9a-fA-F]+)", _full, line) for line in lines], 4
    size = (len(numbers[0]) - 2 if not sizes else len(numbers[0])) // 2 if len({len(number) for number in numbers}) == 1 else 0
    return lines, size if size in (2, 4, 8) and len(numbers) > 1 else 0


def _refuse_offsets(lines: List[str]) -> None:
    """Raises DumpError if the first number of every line is the offset of the bytes after it."""
    offset, rows = 0, 0
    for line in lines:
        first, *others = re.findall(r"[0-9a-fA-F]+", line) or [""]
        if not first:
            continue
        if not others or int(first, 16) != offset:
            return
        offset += sum(map(len, others)) // 2
        rows += 1
    if rows > 1:
        raise DumpError("the first number of every line is the offset of the bytes after it; use "
                        "hexdump -C or xxd")


# Files of rows with offsets.

_HOST_ORDER = re.compile(r"([0-9a-fA-F]{7})((?: +(?:[0-9a-fA-F]{4}|[0-9a-fA-F]{8}"
                         r"|[0-9a-fA-F]{16})){1,8}|(?: +[0-7]{6}){1,8})\s*\Z")


_DUMPS: Dict[str, Callable[[str], Optional[Row]]] = {
    "hexdump -C": hexdump_row, "xxd or print_hex_dump": xxd_row}


def _is_row(line: str, parse: Callable[[str], Optional[Row]]) -> bool:
    return not line or line == "*" or parse(line) is not None


def _read_rows(lines: List[str], name: str, parse: Callable[[str], Optional[Row]]) -> Dump:
    """Reads a text of rows only; ``*`` represents repetitions of the row before."""
    out = bytearray()
    row, repeat, ended = b"", 0, False
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if line.strip() == "*" and row:
            repeat = number
            continue
        found = parse(line)
        if found is None or found.offset is None:
            raise DumpError(f"line {number}: '{short(line)}' is not a row of {name}, unlike the "
                            "lines before")
        _agree(number, found)
        if ended:
            raise DumpError(f"line {number}: a row after the end of the dump")
        if repeat:
            if not len(out) <= found.offset <= len(out) + MAX_REPEAT:
                raise DumpError(f"line {number}: offset {found.offset:#x} after `*`, but "
                                f"{len(out):#x} bytes come before that, and `*` represents 16 MiB "
                                "at most")
            if (found.offset - len(out)) % len(row) and not found.is_end:
                raise DumpError(f"line {number}: `*` in line {repeat} represents whole rows of "
                                f"{len(row)} bytes, not for {found.offset - len(out)} bytes")
            filled = row * ((found.offset - len(out)) // len(row) + 1)
            out += filled[:found.offset - len(out)]
            repeat = 0
        if found.offset != len(out):
            raise DumpError(f"line {number}: offset {found.offset:#x}, but {len(out):#x} bytes "
                            "come before it" + ("; a dump starts at 0" if not out else ""))
        row, ended = found.data or row, found.is_end
        out += found.data
    if repeat:
        raise DumpError(f"line {repeat}: no offset after `*` gives the number of repetitions")
    return Dump(name, [Chunk(bytes(out))])


def _agree(number: int, row: Row) -> None:
    if not row.agrees:
        raise DumpError(f"line {number}: the characters '{short(row.text)}' do not match the bytes "
                        "beside them; are these words in the order of the host (xxd -e)?")


def _refuse_host_order(number: int, line: str) -> None:
    if _HOST_ORDER.match(line):
        raise DumpError(f"line {number}: this looks like rows of hexdump or od, but their offsets do not count the bytes "
                        "before them; dump single bytes, with hexdump -C or xxd")
