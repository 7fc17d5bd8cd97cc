# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The input formats of ``prmc decode``: bytes, and the texts that programs print bytes as.

The format is detected from lines that fit it exactly; other lines are errors with their number.
Only in a log, lines that are no part of a dump are skipped and counted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Callable, Dict, List, Optional, Tuple

FORMS = ("auto", "raw", "hex", "dump", "log")
MAX_REPEAT = 1 << 24  # bytes that a `*` may stand for


class DumpError(ValueError):
    """The text cannot be read; the message has the number of the line."""


@dataclass
class Chunk:
    """One dump: its bytes, and their type from the text before.

    ``what`` is ``cqe``, ``wqe``, ``eth_wqe``, ``cmd`` or empty; with ``cmd``, ``opcode`` is the
    command's and ``is_output`` distinguishes output from input.
    """

    data: bytes
    line: int = 1  # of its first row
    title: str = ""  # the line with its type
    what: str = ""
    opcode: int = 0
    is_output: bool = False


@dataclass
class Dump:
    """The input: the name of its format, its dumps, and how many lines of a log were skipped."""

    form: str
    chunks: List[Chunk] = field(default_factory=list)
    passed: int = 0

    @property
    def size(self) -> int:
        return sum(len(chunk.data) for chunk in self.chunks)


@dataclass(frozen=True)
class _Row:
    """A line with bytes.  ``offset`` is None if the format has none; ``is_end`` marks an offset
    without bytes, as hexdump prints it after the last row."""

    data: bytes
    offset: Optional[int] = None
    is_end: bool = False
    text: str = ""  # the column of characters

    @property
    def agrees(self) -> bool:
        """False if the characters beside the bytes do not match them."""
        return len(self.text) != len(self.data) or all(
            char in (".", " ", chr(byte)) for char, byte in zip(self.text, self.data))


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
    lines = text.splitlines()
    if not any(line.strip() for line in lines):
        raise DumpError("the input has blank lines only")
    if form == "hex" or (form == "auto" and all(_is_hex(line) for line in lines)):
        return _read_hex(lines)
    if form != "log":
        first = next(line for line in lines if line.strip())
        for name, parse in _DUMPS.items():
            if parse(first) is not None and (form == "dump" or not _has_log_lines(lines)):
                return _read_rows(lines, name, parse)
    if form != "dump":
        log = _read_log(lines)
        if log is not None:
            return log
    number, line = next((number, line) for number, line in enumerate(lines, 1) if line.strip())
    _refuse_host_order(number, line)
    if form == "auto" and _looks_like_hex(line):
        return _read_hex(lines)  # reports the error with its place
    raise DumpError(f"line {number}: '{_short(line)}' is not a line of any format that prmc knows (see "
                    "`prmc decode --help`)" if form == "auto" else
                    f"line {number}: '{_short(line)}' is not a row of a {_FORM_NAMES[form]}")


_FORM_NAMES = {"dump": "dump with offsets (hexdump -C, xxd)",
               "log": "dump in a log, nor is any other line"}


def _as_text(content: bytes) -> Optional[str]:
    """Returns the input as text, or None for binary input."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return None
    text = re.sub(r"\x1b\[[0-9;]*[mK]", "", text.lstrip("\ufeff"))  # the colours of dmesg
    return None if re.search(r"[\x00-\x08\x0e-\x1f\x7f]", text) else text


def _short(line: str) -> str:
    line = " ".join(line.split())
    line = line.encode("ascii", "backslashreplace").decode("ascii")
    return line if len(line) <= 60 else line[:57] + "..."


# Plain hexadecimal: any grouping, 0x, commas.

_HEX = re.compile(r"[\s,;]*(?:(?:0[xX])?[0-9a-fA-F]+(?:[\s,;]+|:(?=[0-9a-fA-F])|\Z))*\Z")


def _is_hex(line: str) -> bool:
    return _HEX.match(line) is not None and not _is_offset_row(line)


def _is_offset_row(line: str) -> bool:
    """Returns whether a row's offset could be data: `00000010  00 00 ...`, or `000:` and dwords."""
    row = _hexdump_row(line)
    return (row is not None and not row.is_end or
            re.match(r"\s*[0-9a-fA-F]{3,16}: ", line) is not None or
            _HOST_ORDER.match(line) is not None)


def _looks_like_hex(line: str) -> bool:
    return re.match(r"\s*(?:0[xX])?[0-9a-fA-F]{2}", line) is not None and ": " not in line


def _read_hex(lines: List[str]) -> Dump:
    out = bytearray()
    for number, line in enumerate(lines, 1):
        digits = re.sub(r"(?<![0-9a-fA-F])0[xX]|[\s,;]|(?<=[0-9a-fA-F]):(?=[0-9a-fA-F])", "", line)
        bad = re.search(r"[^0-9a-fA-F]", digits)
        if bad:
            raise DumpError(f"line {number}: '{_short(bad.group())}' is not a hexadecimal digit")
        if len(digits) % 2:
            raise DumpError(f"line {number}: an odd number of hexadecimal digits")
        out += bytes.fromhex(digits)
    if not out:
        raise DumpError("the input has no hexadecimal digits")
    _refuse_offsets(lines)
    return Dump("plain hex", [Chunk(bytes(out))])


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


# Dumps with offsets. A parser returns the row in a line, or None.

_BYTE = r"[0-9a-fA-F]{2}"
_HEXDUMP = re.compile(rf"([0-9a-fA-F]{{8,16}})(?:  ?((?:{_BYTE} ? ?){{1,16}}) *\|(.{{0,16}})\|)?\s*\Z")
_XXD = re.compile(rf"([0-9a-fA-F]{{8,16}}): ((?:{_BYTE})+(?: (?:{_BYTE})+)*)(?:  +(.*))?\s*\Z")
_RTE = re.compile(rf"\s*([0-9a-fA-F]{{8}}):((?: {_BYTE}){{1,16}}) +\| (.*)\Z")
_HOST_ORDER = re.compile(r"([0-9a-fA-F]{7})((?: +(?:[0-9a-fA-F]{4}|[0-9a-fA-F]{8}"
                         r"|[0-9a-fA-F]{16})){1,8}|(?: +[0-7]{6}){1,8})\s*\Z")


def _hexdump_row(line: str) -> Optional[_Row]:
    """Parses a row of ``hexdump -C``."""
    match = _HEXDUMP.match(line)
    if match is None:
        return None
    if match.group(2) is None:
        return _Row(b"", int(match.group(1), 16), True)
    data = bytes.fromhex(match.group(2))
    if len(match.group(3)) != len(data):
        return None
    return _Row(data, int(match.group(1), 16), text=match.group(3))


def _xxd_row(line: str) -> Optional[_Row]:
    """Parses a row of xxd, with any grouping, or of the kernel's print_hex_dump with single bytes.

    A cut or missing text column is accepted, one with more characters than bytes is not.
    """
    match = _XXD.match(line)
    if match is None:
        return None
    data = bytes.fromhex(match.group(2))
    if len(match.group(3) or "") > len(data):
        return None
    return _Row(data, int(match.group(1), 16), text=match.group(3) or "")


def _rte_row(line: str) -> Optional[_Row]:
    """Parses a row of DPDK's rte_hexdump."""
    match = _RTE.match(line)
    if match is None:
        return None
    data = bytes.fromhex(match.group(2))
    if len(match.group(3)) > len(data):
        return None
    return _Row(data, int(match.group(1), 16), text=match.group(3))


_DUMPS: Dict[str, Callable[[str], Optional[_Row]]] = {
    "hexdump -C": _hexdump_row, "xxd or print_hex_dump": _xxd_row}


def _has_log_lines(lines: List[str]) -> bool:
    return any(_prefix(line) or _SAYS.search(line) for line in lines)


def _read_rows(lines: List[str], name: str, parse: Callable[[str], Optional[_Row]]) -> Dump:
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
            raise DumpError(f"line {number}: '{_short(line)}' is not a row of {name}, unlike the "
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


def _agree(number: int, row: _Row) -> None:
    if not row.agrees:
        raise DumpError(f"line {number}: the characters '{_short(row.text)}' do not match the bytes "
                        "beside them; are these words in the order of the host (xxd -e)?")


def _refuse_host_order(number: int, line: str) -> None:
    if _HOST_ORDER.match(line):
        raise DumpError(f"line {number}: this looks like hexdump or od with words in the order of "
                        "the host; dump single bytes, with hexdump -C or xxd")


# Logs: of the kernel (dmesg, journalctl, syslog), of libmlx5, of DPDK.

_TIME = r"\d\d:\d\d:\d\d(?:[.,]\d+)?"
_PREFIXES = [re.compile(text) for text in (
    r"<\d{1,3}>",  # priority
    r"[a-z]{3,8} *:[a-z]+ *: ",  # dmesg -x
    rf"\[[A-Z][a-z]{{2}} [A-Z][a-z]{{2}} +\d+ {_TIME} \d{{4}}\] ?",  # dmesg -T
    r"\[ *\d+\.\d+\] ?",  # seconds since the start
    r"\[ *[TC]\d+\] ?",  # CONFIG_PRINTK_CALLER
    rf"\d{{4}}-\d\d-\d\dT{_TIME}(?:Z|[+-]\d\d:?\d\d)? (?:\S+ [\w./@-]+(?:\[\d+\])?: )?",  # ISO
    rf"[A-Z][a-z]{{2}} +\d+ {_TIME} \S+ [\w./@-]+(?:\[\d+\])?: ",  # syslog, journalctl
    r"\S+ kernel: ",  # journalctl -o short-monotonic, after the time
    r"(?:infiniband|mlx5_core|mlx5_ib) (?:mlx5_\d+|\w+|[0-9a-f:.]+): ",
    r"mlx5_core [0-9a-f:.]+ \w+: ",
)]
_CMD_ROW = re.compile(r"(?:mlx5_core: )?(?:cmd\[\d+\]: )?([0-9a-f]{3,}): "
                      r"((?:[0-9a-f]{8} ){3}[0-9a-f]{8})\s*\Z")
_DWORD_ROW = re.compile(r"((?:[0-9a-f]{8} ){3}[0-9a-f]{8})\s*\Z")
_NAMED_ROW = re.compile(r"([A-Za-z][\w ]{0,30}): (?=[0-9a-fA-F]{8}: )")
_MAYBE_ROW = re.compile(r"[0-9a-fA-F]{8,16}: [0-9a-fA-F]{2}\b|[0-9a-f]{8} [0-9a-f]{8}\b")

# Messages about the dump after them.
_SAYS_CQE = re.compile(r"got completion with error:|dump error cqe|cqe_dump|error cqe on cqn|"
                       r"MLX5 Error CQE:|WC error: \d+, Message:", re.I)
_SAYS_WQE = re.compile(r"dump wqe at ")
_SAYS_ETH = re.compile(r"WQE DUMP:|MLX5 Error SQ:")
_SAYS_CMD = re.compile(r"dump command (data )?(\w+)\(0x([0-9a-f]+)\) (INPUT|OUTPUT)")
_SAYS = re.compile("|".join(p.pattern for p in (_SAYS_CQE, _SAYS_WQE, _SAYS_ETH, _SAYS_CMD)), re.I)
_NEAR = 3  # most other lines between a title and its dump


def _prefix(line: str) -> int:
    """Returns the length of the prefix that a log adds to a message."""
    at, again = 0, True
    while again:
        again = False
        for pattern in _PREFIXES:
            match = pattern.match(line, at)
            if match and match.end() > at:
                at, again = match.end(), True
    return at


def _log_row(text: str) -> Optional[Tuple[str, _Row]]:
    """Returns (format, row) of a log line without its prefix, or None for a message."""
    match = _CMD_ROW.match(text)
    if match:
        return "mlx5_core command dump", _Row(bytes.fromhex(match.group(2)), int(match.group(1), 16))
    match = _DWORD_ROW.match(text)
    if match:
        return "libmlx5 dump", _Row(bytes.fromhex(match.group(1)))
    row = _rte_row(text)
    if row:
        return "DPDK dump", row
    row = _xxd_row(text)
    if row and re.match(rf"[0-9a-fA-F]{{8,16}}:(?: {_BYTE})+(?:  |\s*\Z)", text):
        return "kernel dump", row
    return None


def _read_log(lines: List[str]) -> Optional[Dump]:
    """Returns the dumps in a log; None if it has none.  Raises DumpError for an interrupted one."""
    dump = Dump("")
    forms: List[str] = []
    titles: List[Tuple[int, str]] = []  # messages so far
    current: Optional[Chunk] = None
    buffer = bytearray()
    open_form, foreign = "", 0

    def close() -> None:
        nonlocal current, open_form, foreign
        if current is not None:
            current.data = bytes(buffer)
            dump.chunks.append(current)
        current, open_form, foreign = None, "", 0
        buffer.clear()

    for number, line in enumerate(lines, 1):
        text = line[_prefix(line):].rstrip()
        named = _NAMED_ROW.match(text)
        found = _log_row(text[named.end():] if named else text)
        if found is None:
            if _MAYBE_ROW.match(text):
                raise DumpError(f"line {number}: '{_short(text)}' looks like a row of a dump, but "
                                "fits no format")
            if text:
                titles.append((number, text))
                dump.passed += 1
                foreign = foreign or number
                if open_form == "libmlx5 dump":  # its rows have no offset: anything ends it
                    close()
            continue
        form, row = found
        _agree(number, row)
        is_next = current is not None and form == open_form and \
            (row.offset is None or row.offset == len(buffer) != 0)
        if is_next and foreign:
            raise DumpError(f"line {foreign}: '{_short(lines[foreign - 1])}' interrupts the dump "
                            "around it; remove it, if it is not part of the dump")
        if not is_next:
            close()
            if row.offset:
                raise DumpError(f"line {number}: offset {row.offset:#x}, but the rows before it are "
                                "missing")
            near = [text for at, text in titles if number - at <= _NEAR]
            current = _titled(([named.group(1)] if named else []) + near[::-1], number)
            open_form = form
            forms.append(form)
            titles.clear()
        buffer += row.data
        foreign = 0
    close()
    if not dump.chunks:
        return None
    dump.form = ", ".join(dict.fromkeys(forms))
    return dump


def _titled(titles: List[str], number: int) -> Chunk:
    """Returns a chunk that starts in line ``number``; ``titles`` are the messages before it, nearest
    first."""
    for title in titles:
        match = _SAYS_CMD.search(title)
        if match and not match.group(1):
            raise DumpError(f"line {number}: this is a dump of entries of the command queue and of "
                            "mailboxes; only `dump command data` has the command itself (parameter "
                            "debug_mask=1 of mlx5_core)")
        if match:
            return Chunk(b"", number, title, "cmd", int(match.group(3), 16),
                         match.group(4) == "OUTPUT")
        for pattern, what in ((_SAYS_CQE, "cqe"), (_SAYS_WQE, "wqe"), (_SAYS_ETH, "eth_wqe")):
            if pattern.search(title):
                return Chunk(b"", number, title, what)
    return Chunk(b"", number)
