# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Finds the row of a dump in a line of text: its bytes, and the text around them.

A row is hexadecimal groups of one width. What is before it identifies the process or log that printed it; an offset or
address beside it is part of the row.
"""

from __future__ import annotations

import ast
import base64
import re
from dataclasses import dataclass, replace
from typing import Callable, Iterator, List, Optional, Tuple

from .chunks import marked_in

LONGEST = 2000  # characters of a line in which rows are looked for; literals may be longer
_ADDRESS = 1 << 20  # the first number beside words of a debugger
ROW = 16  # bytes in a row of most forms

_H = "[0-9a-fA-F]"
_BYTE = rf"{_H}{{2}}"
# Offset or address: `[0x30]`, `0x7f00:`, `0x7f00 <ring+16>:`, `00000030:`.
_AT = rf"(?:\[0x(?P<a>{_H}{{1,16}})\]|(?:0x)?(?P<b>{_H}{{3,16}})(?: ?<[^<>]{{1,80}}>)?:)[ \t]+"
_START = re.compile(rf"(?<![\w.\-])(?:(?<!:)\[0x{_H}+\]|(?:(?<!:)(?:0x)?{_H}{{3,7}}|(?:0x)?{_H}{{8,16}})"
                    rf"(?: ?<[^<>]{{1,80}}>)?:[ \t]|{_H}{{8,16}}(?:  |\s*\Z)|"
                    rf"{_H}{{4,7}}  (?={_BYTE} .*\|\s*\Z))")

_HEXDUMP = re.compile(rf"({_H}{{8,16}}|{_H}{{4,7}}(?=  .*\|\s*\Z))(?:  ?((?:{_BYTE} ? ?){{1,16}}) *\|(.{{0,16}})\|)?\s*\Z")
_XXD = re.compile(rf"({_H}{{8,16}}): ((?:{_BYTE})+(?: (?:{_BYTE})+)*)(?:  +(.*))?\s*\Z")
_RTE = re.compile(rf"({_H}{{8}}):((?: {_BYTE}){{1,16}}) +\| (.*)\Z")
_GROUPS = re.compile(rf"{_AT}(?P<data>{_BYTE}(?: {_BYTE}){{7}}  {_BYTE}(?: {_BYTE}){{0,7}}|"
                     rf"(?:{_BYTE})+(?: (?:{_BYTE})+)*)(?:  +(?P<text>.*))?\s*\Z")
_WORDS = re.compile(rf"{_AT}(?P<data>0x{_H}+(?:[\s,]+0x{_H}+)*)\s*\Z")
_DECIMALS = re.compile(r"0x(?P<at>[0-9a-fA-F]{3,16})(?: ?<[^<>]{1,80}>)?:(?P<data>(?:\t-?\d{1,3}){8})\s*\Z")  # x/ub, x/db
# x/dw, x/ow, x/tw and x/uw: words of four bytes, and x/c: bytes with their characters.
_GDB_WORDS = re.compile(r"0x(?P<at>[0-9a-fA-F]{3,16})(?: ?<[^<>]{1,80}>)?:(?P<data>(?:\t-?\d{1,32}){2,4})\s*\Z")
_GDB_CHARS = re.compile(r"0x(?P<at>[0-9a-fA-F]{3,16})(?: ?<[^<>]{1,80}>)?:"
                        r"(?P<data>(?:\t-?\d{1,3} '(?:[^'\\]|\\.|\\[0-7]{3})'){1,8})\s*\Z")
_CRASH = re.compile(rf"(?P<at>{_H}{{8,16}}):  (?P<data>{_H}{{16}}(?: {_H}{{16}})?|"
                    rf"{_H}{{8}}(?: {_H}{{8}}){{0,3}})   (?P<text>.{{1,16}})\Z")
_CRASH_X = re.compile(rf"(?P<at>ffff{_H}{{12}}):  (?P<data>{_H}{{16}}(?: {_H}{{16}})?|{_H}{{8}}(?: {_H}{{8}}){{0,3}})\Z")
_GLUED = re.compile(rf"{_AT}(?P<data>{_BYTE}(?: {{1,2}}{_BYTE}){{15}}|{_H}{{8}}(?: {_H}{{8}}){{3}})"
                    rf"(?!{_H}|  ?{_BYTE}(?!\w))(?P<glued>.*)\Z")
_DWORDS = re.compile(rf"(?<![\w.])({_H}{{8}}(?:[ \t]{_H}{{8}}){{3}})(?!{_H}|[ \t]{_H}{{8}}(?!\w))")
_BYTES = re.compile(rf"(?<![\w.])({_BYTE}(?: {_BYTE}){{7}}(?:  ?{_BYTE}(?: {_BYTE}){{7}}))\s*\Z")
_MORE_BYTES = re.compile(rf"(?<![\w.]){_BYTE} {_BYTE} {_BYTE} \Z")
_LITERAL = re.compile(r"""(?<!\w)b(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")""")
_DIGITS = re.compile(rf"(?<![\w.]){_H}{{128,}}(?!\w)")  # 64 bytes and more
# bytes.hex(' '), hex(':'), hex(' ', 4): groups of one size, but for the first or the last.
_SEPARATED = re.compile(rf"""(?P<quote>['"]?)(?<![\w.:-])(?P<data>(?:{_BYTE}){{1,16}}(?P<by>[ :_-])(?:{_BYTE})+"""
                        rf"(?:(?P=by)(?:{_BYTE})+){{2,}})(?![\w:-])(?P=quote)")
_LINE_OF_WORDS = re.compile(rf"(?<![\w.:])(?:0x)?{_H}{{8}}(?:(?:, ?| )(?:0x)?{_H}{{8}}){{11,63}}(?![\w:-])")
_ESCAPED = re.compile(r"(?:\\x[0-9a-fA-F]{2}){16,}")
_HEX_LIST = re.compile(rf"(?<![\w.]){_BYTE}(?:, {_BYTE}){{15,}}(?!\w)")
_GDB_BYTE = r"0x[0-9a-fA-F]{1,2}(?: <repeats \d{1,6} times>)?"
_GDB_LIST = re.compile(rf"(?<!\w){_GDB_BYTE}(?:, {_GDB_BYTE}){{2,}}(?!\w)")
_MOST_REPEATED = 1 << 16
_NUMBERS = re.compile(r"(?<![\w.\-])-?\d{1,3}(?:(?:, ?| )-?\d{1,3}){15,}(?![\w.])")
_NAMED_NUMBERS = re.compile(r'(?:\[|\bdata"?:? ?\[? ?)\Z')


@dataclass(frozen=True)
class Row:
    """A line with bytes.  ``offset`` is None if the format has none; ``is_end`` marks an offset without bytes, as
    hexdump prints it after the last row."""

    data: bytes
    offset: Optional[int] = None
    is_end: bool = False
    text: str = ""  # the column of characters
    form: str = ""  # name of the format
    before: str = ""  # what the line has before the row
    glued: str = ""  # and after it: another message without a newline between
    is_whole: bool = False  # a literal: all of a dump, unless several lines have one
    word: int = 0  # as in Chunk
    doubt: str = ""

    @property
    def agrees(self) -> bool:
        """False if the characters beside the bytes do not match them."""
        return _agree(self.data, self.text)

    @property
    def is_loose(self) -> bool:
        """True without an offset: only the order of the lines says which bytes precede it."""
        return self.offset is None


def _agree(data: bytes, text: str) -> bool:
    return len(text) != len(data) or all(
        char in (".", " ", chr(byte)) for char, byte in zip(text, data))


# The formats of a whole file. A parser returns the row in a line, or None.

def hexdump_row(line: str) -> Optional[Row]:
    """Parses a row of ``hexdump -C``."""
    match = _HEXDUMP.match(line)
    if match is None:
        return None
    if match.group(2) is None:
        return Row(b"", int(match.group(1), 16), True, form="hexdump -C")
    data = bytes.fromhex(match.group(2))
    if len(match.group(3)) != len(data):
        return None
    return Row(data, int(match.group(1), 16), text=match.group(3), form="hexdump -C")


def xxd_row(line: str) -> Optional[Row]:
    """Parses a row of xxd, with any grouping, or of the kernel's print_hex_dump with single bytes.

    A cut or missing text column is accepted, one with more characters than bytes is not.
    """
    match = _XXD.match(line)
    if match is None:
        return None
    data = bytes.fromhex(match.group(2))
    if len(match.group(3) or "") > len(data):
        return None
    return Row(data, int(match.group(1), 16), text=match.group(3) or "")


# A row anywhere in a line of a log

_MAYBE = re.compile(rf"(?<!{_H}){_BYTE}(?:{_H}{{6}}|[ ,:_-] ?{_BYTE}(?!{_H})|{_H}{{2}}[ :_-]{_H}{{4}})|0x|\\x|\d[, ]+\d")


def row_in(line: str) -> Optional[Row]:
    """Returns the row in a line, with the text around it, or None."""
    found_mark = marked_in(line)
    if found_mark is not None:
        before, data, word, doubt = found_mark
        return Row(data, form="words" if word else "bytes", before=before, is_whole=True, word=word, doubt=doubt)
    if not _MAYBE.search(line):
        return None
    if len(line) <= LONGEST:
        for match in _START.finditer(line):
            row = _placed(line[match.start():], line[:match.start()])
            if row is not None:
                return row
        found = _DWORDS.search(line)
        if found and odd_at(line[:found.start()]) is not None:  # more words than a row
            whole = _hex_literal(line)
            if whole is not None:
                return replace(whole, is_whole=True)
        if found:
            return Row(bytes.fromhex(found.group(1)), form="libmlx5 dump", before=line[:found.start()],
                       glued=line[found.end():].strip(), word=4)
        found = _BYTES.search(line)
        if found and _MORE_BYTES.search(line[:found.start()]):
            whole = _hex_literal(line)
            if whole is not None:
                return replace(whole, is_whole=True)
        if found:
            return Row(bytes.fromhex(found.group(1)), form="rows of bytes", before=line[:found.start()])
    literal = _literal(line)
    return literal and replace(literal, is_whole=True)


def _placed(rest: str, before: str) -> Optional[Row]:
    """Returns the row with an offset at the start of ``rest``."""
    match = _RTE.match(rest)
    if match and len(match.group(3)) <= len(bytes.fromhex(match.group(2))):
        return Row(bytes.fromhex(match.group(2)), int(match.group(1), 16), text=match.group(3), form="DPDK dump",
                   before=before)
    row = hexdump_row(rest)
    if row is not None:
        return None if row.is_end and (before.strip() or not row.offset) else _with(row, before)
    match = _CRASH.match(rest) or _CRASH_X.match(rest)
    if match:
        data = b"".join(bytes.fromhex(word)[::-1] for word in match.group("data").split())
        text = match.groupdict().get("text") or ""
        return Row(data, int(match.group("at"), 16), text=text, form="little-endian words",
                   before=before) if _agree(data, text) else None
    match = _WORDS.match(rest)
    if match:
        words = [word[2:] for word in re.split(r"[\s,]+", match.group("data"))]
        if len(words[0]) == 8 and len({len(word) for word in words}) == 1 and _offset(match) < _ADDRESS:  # of a program
            return Row(bytes.fromhex("".join(words)), _offset(match), before=before, form="words with offsets", word=4)
        if len(words[0]) in (2, 4, 8, 16) and len({len(word) for word in words}) == 1:
            return Row(b"".join(bytes.fromhex(word)[::-1] for word in words), _offset(match), before=before,
                       form="little-endian words" if len(words[0]) > 2 else "bytes of a debugger")
        return None
    match = _DECIMALS.match(rest)
    if match:
        numbers = [int(number) for number in match.group("data").split()]
        return Row(bytes(number & 0xff for number in numbers), int(match.group("at"), 16), before=before,
                   form="bytes of a debugger") if -129 < min(numbers) and max(numbers) < 256 else None
    match = _GDB_CHARS.match(rest)
    if match:
        data = bytes(int(number) & 0xff for number in re.findall(r"\t(-?\d+)", match.group("data")))
        return Row(data, int(match.group("at"), 16), before=before, form="bytes of a debugger")
    match = _GDB_WORDS.match(rest)
    if match:
        return _gdb_words(match, before)
    match = _GROUPS.match(rest)
    if match and len(match.group("text") or "") <= len(match.group("data")) // 2:
        return _grouped(match, before)
    match = _GLUED.match(rest)
    return _grouped(match, before) if match else None


def _gdb_words(match: "re.Match[str]", before: str) -> Optional[Row]:
    """Words in binary, octal or decimal digits; the base is that of all rows, so that a row of zeros fits each."""
    words = match.group("data").split()
    base = 2 if all(len(word) == 32 for word in words) else 8 if any(re.fullmatch("0[0-7]+", word) for word in words) else 10
    try:
        numbers = [int(word, base) & 0xffffffff for word in words]
    except ValueError:
        return None
    return Row(b"".join(number.to_bytes(4, "little") for number in numbers), int(match.group("at"), 16), before=before,
               form="little-endian words")


def _with(row: Row, before: str) -> Row:
    return Row(row.data, row.offset, row.is_end, row.text, row.form, before)


def _offset(match: "re.Match[str]") -> int:
    return int(match.group("a") or match.group("b"), 16)


def _grouped(match: "re.Match[str]", before: str) -> Optional[Row]:
    """Returns a row of bytes, or of groups of several, in memory order."""
    data = bytes.fromhex(match.group("data"))
    groups = match.group("data").split()
    found = match.groupdict()
    if match.group("a"):
        form = "dump with [offsets]"
    elif len(match.group("b")) < 8 and not match.group(0).startswith("0x"):
        if len(groups) != 4 or {len(group) for group in groups} != {8}:
            return None
        form = "mlx5_core command dump"
    else:
        form = "kernel dump" if {len(group) for group in groups} == {2} else "xxd"
    is_words = form == "xxd" and {len(group) for group in groups} == {8} and _offset(match) >= 1 << 16  # an address: U-Boot's md
    return Row(data, _offset(match), text="" if is_words else found.get("text") or "", form=form, before=before,
               glued=(found.get("glued") or "").strip(), word=4 if is_words else 0)


def _literal(line: str) -> Optional[Row]:
    """Returns the bytes of a literal of Python, or of a list of decimal numbers, in one line."""
    for match in _LITERAL.finditer(line):
        if match.end() - match.start() < ROW + 3 and "\\x" not in match.group():
            continue
        try:
            data = ast.literal_eval(match.group())
        except (ValueError, SyntaxError):
            continue
        if len(data) >= 2 * ROW and len(data) % 2 == 0 and re.fullmatch(rb"[0-9a-fA-F]+", data):
            data = bytes.fromhex(data.decode())  # of hexlify()
        if len(data) >= 4:
            return Row(data, form="bytes of Python", before=line[:match.start()])
    row = _hex_literal(line)
    if row is not None:
        return row
    for match in _NUMBERS.finditer(line):
        numbers = [int(number) for number in re.split(r"[, ]+", match.group())]
        are_bytes = max(numbers) < 256 and min(numbers) >= (-128 if max(numbers) < 128 else 0)
        if are_bytes and _NAMED_NUMBERS.search(line[max(0, match.start() - 16):match.start()]):
            return Row(bytes(number & 0xff for number in numbers), form="decimal bytes", before=line[:match.start()])
    return None


def _hex_literal(line: str) -> Optional[Row]:
    """Returns the bytes of a list of hexadecimal numbers, of escapes, or of digits, in one line."""
    match = _DIGITS.search(line)
    if match and len(match.group()) % (2 * ROW) == 0:
        return Row(bytes.fromhex(match.group()), form="hexadecimal digits", before=line[:match.start()])
    for match in _SEPARATED.finditer(line):
        data = bytes.fromhex(match.group("data").replace(match.group("by"), ""))
        if _are_groups(match, len(data)):
            return Row(data, form="bytes of Python", before=line[:match.start()])
    match = _LINE_OF_WORDS.search(line)
    if match and not _DWORDS.search(line, match.end()) and len(re.findall(rf"{_H}{{8}}", match.group())) % 4 == 0:
        numbers = re.findall(rf"{_H}{{8}}", match.group())
        return Row(bytes.fromhex("".join(numbers)), form="words in a line", before=line[:match.start()], word=4)
    match = _ESCAPED.search(line)
    if match:
        return Row(bytes.fromhex(match.group().replace("\\x", "")), form="bytes of Python", before=line[:match.start()])
    match = _HEX_LIST.search(line)
    if match and re.search(r"[a-fA-F]|\b0\d", match.group()):
        return Row(bytes.fromhex(match.group().replace(", ", "")), form="bytes of Python", before=line[:match.start()])
    match = _GDB_LIST.search(line.replace("'", "") if "'0x" in line else line)  # also [hex(byte) for byte in ...]
    if match:
        data = bytearray()
        for text in match.group().split(", "):
            number, _, times = text.partition(" <repeats ")
            count = int(times.split()[0]) if times else 1
            if count > _MOST_REPEATED:
                return None
            data += bytes([int(number, 16)]) * count
        if len(data) >= ROW:
            return Row(bytes(data), form="bytes of a debugger", before=line[:match.start()])
    return None


def _are_groups(match: "re.Match[str]", size: int) -> bool:
    """Returns whether bytes.hex() prints such a text: in quotes, 32 bytes and more, and without, if these cannot be words
    in the order of the host, 64 (a fingerprint of a key has fewer). With colons it has 48 at least, for the same reason."""
    sizes = [len(group) // 2 for group in match.group("data").split(match.group("by"))]
    inner = set(sizes[1:-1])
    if len(inner) != 1 or max(sizes[0], sizes[-1]) > max(inner) or min(sizes[0], sizes[-1]) < max(inner) and \
            sizes[0] != max(inner) != sizes[-1]:
        return False
    if match.group("quote"):
        return size >= (2 if match.group("by") == " " else 3) * ROW
    return size >= 4 * ROW and (match.group("by") != " " or inner == {1})


# A line that is almost a row

_ODD = re.compile(rf"(?<![\w.])(?:{_H}{{8,16}}: {_BYTE}\b|\[0x{_H}+\] {_BYTE}\b|{_H}{{8}} +{_H}{{1,8}}(?!\w))")
_CUT = re.compile(rf"\s*(?:{_H}{{1,8}}(?: {_H}{{1,8}}){{0,3}}|{_H}{{8,16}}:?(?: {_BYTE}){{0,16}}(?: {_H})?)\s*\Z")


def odd_at(line: str) -> Optional[int]:
    """Returns where something starts that looks like a row, in a line without one."""
    match = _ODD.search(line, 0, LONGEST) if _MAYBE.search(line, 0, LONGEST) else None
    return match.start() if match else None


def is_cut(rest: str) -> bool:
    """Returns whether this is the start of a row, after its prefix has been removed."""
    return len(rest) < 100 and _CUT.match(rest) is not None


# Layers around a log: quotes of mails, quoted-printable, lines wrapped at a width

_QUOTE = re.compile(r"(?:[\s>]|&gt;)*")
_ONLY_HEX = re.compile(rf"(?:0x)?{_H}{{1,16}}(?:[ \t]+(?:0x)?{_H}{{1,16}})*(?:\s*\|.*|  .*)?\Z")
_ENDS_IN_HEX = re.compile(rf"(?:(?<![\w.])(?:0x)?{_H}+|[:\]])\s*\Z")
_WIDEST = 200  # characters of a line that was wrapped
_WRAPS = 2  # most lines that continue a row


_BASE64_PART = re.compile(r"Content-Transfer-Encoding:\s*base64\s*\Z", re.I)
_BASE64 = re.compile(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?\Z")


def without_base64(lines: List[str]) -> List[str]:
    """Returns the lines of a mail with the text of its parts that are base64: those after a header that says so and a
    blank line.  A part that is no text stays as it is.  Numbers of lines are those of the result."""
    out: List[str] = []
    at = 0
    is_part = False
    while at < len(lines):
        line = lines[at]
        is_part = is_part or _BASE64_PART.match(line) is not None
        out.append(line)
        at += 1
        if not is_part or line.strip():
            continue
        is_part = False
        end = at
        while end < len(lines) and lines[end].strip() and _BASE64.match(lines[end].strip()):
            end += 1
        try:
            text = base64.b64decode("".join(part.strip() for part in lines[at:end]), validate=True).decode("utf-8")
        except ValueError:  # bytes, or cut
            continue
        if text.replace("\n", "").replace("\r", "").replace("\t", "").isprintable():
            out += text.splitlines()
            at = end
    return out


_ESCAPED_END = re.compile(rf"(?<=[0-9a-fA-F:|])(?:(?:\\r)?\\n|<br ?/?>)(?={_H}{{8}}[ :])")


_FLAT = re.compile(rf"(got completion with error:)[ \t]+({_H}{{8}}(?:[ \t]{_H}{{8}}){{15}})(?!{_H}|[ \t]{_H}{{8}}(?!\w))[ \t]*")


def unescaped(lines: List[str]) -> List[str]:
    """Returns the lines with those of a string of JSON or of HTML: rows after `\\n` or `<br>` are lines of their own, and
    so are those of a dump of libmlx5 whose newlines became blanks.  Numbers of lines are those of the result."""
    out: List[str] = []
    for line in lines:
        if "got completion" in line:
            line = _FLAT.sub(_with_rows, line)
        out += [part for piece in line.split("\n") for part in _ESCAPED_END.split(piece)]
    return out


def _with_rows(match: "re.Match[str]") -> str:
    return "\n".join([match.group(1), *re.findall(rf"(?:{_H}{{8}}[ \t]?){{4}}", match.group(2)), ""])


def unquoted(line: str) -> str:
    """Returns a line without its indentation, and without the marks of quoted mails."""
    return line[_QUOTE.match(line).end():].rstrip()  # type: ignore[union-attr]


def logical_lines(lines: List[str],
                  parse: Callable[[str], Optional[Row]]) -> Iterator[Tuple[int, str, Optional[Row]]]:
    """Yields (number of the first line, text, row) after undoing what mails and terminals did to lines."""
    is_printable = any(line.endswith("=") or "=20" in line or "=3D" in line for line in lines)
    at = 0
    while at < len(lines):
        number, line = at + 1, lines[at]
        while is_printable and line.endswith("=") and at + 1 < len(lines) and len(line) < LONGEST:
            at += 1
            line = line[:-1] + lines[at]
        if is_printable:
            line = re.sub(r"=([0-9A-F]{2})", _character, line)
        line = unquoted(line)
        row = parse(line)
        if _may_continue(line, row):
            for count in range(1, _WRAPS + 1):
                more = [unquoted(other) for other in lines[at + 1:at + 1 + count]]
                if len(more) < count or len(more[-1]) > _WIDEST or not _ONLY_HEX.match(more[-1]):
                    break
                own = parse(more[-1])
                if own is not None and not own.is_end:
                    break
                joined = next((found for found in (parse(glue.join([line, *more])) for glue in (" ", ""))
                               if found is not None and len(found.data) == ROW and not found.glued), None)
                if joined is not None:
                    row, at = joined, at + count
                    break
        yield number, line, row
        at += 1


def _character(match: "re.Match[str]") -> str:
    code = int(match.group(1), 16)
    return chr(code) if 32 <= code < 127 or code == 9 else match.group()


def _may_continue(line: str, row: Optional[Row]) -> bool:
    if row is not None and (len(row.data) >= ROW or row.is_end or row.form == "bytes of Python"):
        return False
    return len(line) <= _WIDEST and _ENDS_IN_HEX.search(line[-40:]) is not None and bool(line)
