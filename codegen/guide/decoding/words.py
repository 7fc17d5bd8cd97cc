# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Dumps that are no rows with offsets: a word or byte per line, rows without offsets, strings of C, segments of mstflint.

Each is replaced by one line with its bytes, between marks that no text has. Words are numbers; where nothing shows in which
order their bytes are in memory, the mark keeps their size, and the type of the dump decides (guess.py).
"""

from __future__ import annotations

import re
from typing import Callable, List, Optional, Tuple

from .chunks import is_one_error_cqe, marked, swapped
from .rows import ROW, unquoted

_H = "[0-9a-fA-F]"
_LARGEST = 1 << 16  # bytes of such a dump
_FEWEST = 16  # bytes
_FEWEST_PAIRS = 4

# A word or byte per line, mostly with its number: `cqe[3] = 0x0000005a`, `DW3: 0000005a`, `0x5a`.
_ONE = re.compile(rf"(?P<before>.{{0,120}}?)(?P<index>\[(?:0x)?{_H}{{1,4}}\]|(?<=\w)(?<!0x)\d{{1,4}}(?=[\]:= ])|"
                  rf"\b\d{{1,4}}(?=: ))?"
                  rf"(?P<between>[\]:= \t]*(?:<- ?)?)(?P<word>0x{_H}{{1,8}}|(?<![\w.-])(?:{_H}{{8}}|{_H}{{2}}\Z)|"
                  rf"(?<=[\]\d]=){_H}{{1,8}})[,;]?\Z")
# Rows of words: `0x0000005a 0x00000000 ...`, 16 bytes of two or eight bytes each as od -An prints them.
_ROW_0X = re.compile(rf"0x{_H}{{1,8}}(?:[ ,\t]+0x{_H}{{1,8}}){{1,15}},?\Z")
_ROW_BARE = re.compile(rf"{_H}{{4}}(?: +{_H}{{4}}){{7}}\Z|{_H}{{16}} +{_H}{{16}}\Z|{_H}{{2}}(?: +{_H}{{2}}){{7}}\Z|"
                       rf"{_H}{{2}}(?: {{1,2}}{_H}{{2}}){{31,}}\Z")
_ROW_X = re.compile(rf"(?P<before>(?:[^:]{{0,60}}: )?){_H}{{1,8}}(?: +{_H}{{1,8}}){{3}}\Z")  # printf("%x %x %x %x")
# Two rows of bytes or more in one line, as %*ph of a kernel's trace and __print_hex() of perf have them.
_LONG_ROW = re.compile(rf"(?<![\w:.-]){_H}{{2}}(?: {_H}{{2}}){{31,}}(?=[\]}})\"',;]{{0,3}}\Z)")
_DECIMAL_ROW = re.compile(r"\d{1,3}(?:   \d| {2}\d\d| \d{3}){15}\Z")  # in columns, as od -An -tu1 has them
_BYTES_0X = re.compile(rf"0x{_H}{{2}}(?:, 0x{_H}{{2}}){{0,15}},?\Z")
_ANY_ROW = re.compile(rf"(?:(?:{_H}{{2}}(?: +|\Z)){{16}}|(?:{_H}{{4}}(?: +|\Z)){{8}}|(?:{_H}{{8}}(?: +|\Z)){{4}}|"
                      rf"(?:{_H}{{16}}(?: +|\Z)){{2}})\Z")
_BARE = (_ANY_ROW, _ROW_BARE, _DECIMAL_ROW)
# Numbers in brackets that are larger than a byte: of gdb, of C, of numpy, of struct.unpack().
_BLOCK = re.compile(r"(?P<gdb>\$\d+ = )?(?P<open>[\[({])(?P<rest>[^\[\](){}]*)(?P<close>[\])}]?)")
_U32 = r"(?:0x[0-9a-fA-F]{1,8}|\d{1,10}(?!\d))"
_NUMBERS = re.compile(rf"\s*{_U32}(?: <repeats \d{{1,5}} times>)?(?:[,\s]+{_U32}(?: <repeats \d{{1,5}} times>)?)*[,\s]*\Z")
_NUMBER = re.compile(rf"(?P<number>{_U32})(?: <repeats (?P<times>\d{{1,5}}) times>)?")
# Strings of C, as strace and gdb print bytes.
_PART = r"(?:\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)' <repeats \d{1,5} times>|'\\[0-7]{3}' <repeats \d{1,5} times>)"
_STRING = re.compile(rf"{_PART}(?:, {_PART})*(?P<cut>\.\.\.)?")
_ESCAPE = re.compile(r"\\(?P<octal>[0-7]{1,3})|\\x(?P<hex>[0-9a-fA-F]{2})|\\(?P<char>.)|(?P<plain>[^\\])", re.S)
_CHARS = {"a": 7, "b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13, "e": 27}
# mstflint: the raw data of a resource dump, and addresses with values.
_SEGMENT = re.compile(r"Segment Type: 0x(?P<type>[0-9a-f]{1,4})\Z")
_CONTROL = 0xfff0  # types of segments from here on say what the dump is
_SEGMENT_HEADER = 16
_DWORDS = re.compile(rf"(?:DWORD \[\d+(?:-\d+)?\] *:)?(?P<data>0x{_H}{{8}}(?: 0x{_H}{{8}}){{0,3}})\Z")
_PAIR = re.compile(rf"0x(?P<at>{_H}{{8}}) 0x{_H}{{8}}\Z")
PAIRS = "addresses and values of the device's own registers, as mstdump and mstmcra print them; no public source describes these"
_LITERAL = re.compile(r"\(?(?P<one>b'(?:[^'\\\n]|\\.)*')\)?\Z")

_Found = Optional[Tuple[int, str]]  # lines that a dump takes, and the line in their place


def is_unpadded(number: str) -> bool:
    """Returns whether printf("%x") can have printed this: a number with zeros in front that is too short was cut."""
    return number == "0" or number[0] not in "0x"


def are_pairs(lines: List[str]) -> bool:
    """Returns whether a text begins with addresses and values."""
    bare = [unquoted(line) for line in lines]
    return _count(bare, 0, _is_pair(bare, 0)) >= _FEWEST_PAIRS


def words(lines: List[str]) -> Tuple[List[str], List[str]]:
    """Returns the lines with such dumps as one marked line each, one for one, and remarks."""
    bare, lines = [unquoted(line) for line in lines], list(lines)
    remarks: List[str] = []
    at = 0
    while at < len(bare):
        found: _Found = None
        if bare[at]:
            pairs = _count(bare, at, _is_pair(bare, at))
            if pairs >= _FEWEST_PAIRS:
                remarks.append(f"line {at + 1}: {PAIRS}")
                found = pairs, ""
            for parse in (_segment, _per_line, _rows, _printf_rows, _starred, _literals, _block,
                          _string, _long_row):
                found = found or parse(bare, at)
        if found is not None:
            lines[at:at + found[0]] = [found[1]] + [""] * (found[0] - 1)
        at += found[0] if found is not None else 1
    return lines, remarks


def _count(lines: List[str], at: int, is_one: Callable[[str], bool]) -> int:
    end = at
    while end < len(lines) and is_one(lines[end]):
        end += 1
    return end - at


def _is_pair(lines: List[str], at: int) -> Callable[[str], bool]:
    """Returns a test of lines with an address and a value, whose addresses count the values."""
    match = _PAIR.match(lines[at])
    following = int(match.group("at"), 16) if match else 0

    def is_one(line: str) -> bool:
        nonlocal following
        found = _PAIR.match(line)
        if found is None or int(found.group("at"), 16) != following:
            return False
        following += 4
        return True
    return is_one


def _segment(lines: List[str], at: int) -> _Found:
    """A segment of mstresourcedump: dwords as the device has them, in memory most significant byte first."""
    match = _SEGMENT.match(lines[at])
    first, kind = at, 0
    if match:
        kind = int(match.group("type"), 16)
        while first < len(lines) and first - at < 4 and not _DWORDS.match(lines[first]):
            first += 1
    elif not lines[at].startswith("DWORD [") or not _DWORDS.match(lines[at]):
        return None
    rows = [_DWORDS.match(line) for line in lines[first:first + _count(lines, first, lambda line: bool(_DWORDS.match(line)))]]
    data = b"".join(bytes.fromhex(re.sub("0x| ", "", row.group("data"))) for row in rows if row)
    data = data[_SEGMENT_HEADER:] if match else data
    return first - at + len(rows), marked(data) if data and kind < _CONTROL else ""


def _per_line(lines: List[str], at: int) -> _Found:
    """A word, or a byte, per line: with the same text before it, and numbers that count, if there are any."""
    first = _ONE.match(lines[at])
    if first is None:
        return None
    found: List[str] = []
    step: Optional[int] = None
    last: Optional[int] = None
    for line in lines[at:at + _LARGEST]:
        match = _ONE.match(line)
        if match is None or _key(match) != _key(first) or ("x" in match.group("word")) != ("x" in first.group("word")):
            break
        index = _index(match)
        if index is not None and last is not None:
            step = index - last if step is None else step
            if index - last != step or step not in (1, 4):
                break
        last = index
        found.append(match.group("word").replace("0x", ""))
    if "x" not in first.group("word") and len(set(map(len, found))) > 1 and not (
            all(map(is_unpadded, found)) and re.search("[a-fA-F]", "".join(found))):
        return None  # a word that was cut, or decimal numbers
    is_bytes = max(map(len, found), default=0) <= 2
    data = b"".join(int(word, 16).to_bytes(1 if is_bytes else 4, "big") for word in found)
    is_sure = first.group("index") is not None or "0x" in first.group("word")
    if len(data) < (1 if is_sure else 2) * _FEWEST or len(data) % ROW or not is_sure and first.group("before").strip():
        return None
    return len(found), marked(data, 0 if is_bytes else 4)


def _key(match: "re.Match[str]") -> str:
    """The text before a word, without numbers such as times."""
    return re.sub(r"\d+", "#", match.group("before")) + ("#" if match.group("index") else "") + match.group("between").strip()


def _index(match: "re.Match[str]") -> Optional[int]:
    text = (match.group("index") or "").strip("[]")
    return int(text, 16 if "x" in text else 10) if re.fullmatch(r"0x[0-9a-fA-F]+|\d+", text) else None


def _rows(lines: List[str], at: int) -> _Found:
    """Rows without offsets, of bytes with 0x as xxd -i prints them, or of words."""
    count = _count(lines, at, lambda line: bool(_BYTES_0X.match(line)))
    if count:
        data = bytes(int(one, 16) for one in re.findall(rf"0x({_H}{{2}})", " ".join(lines[at:at + count])))
        return (count, marked(data)) if len(data) >= _FEWEST and len(data) % 8 == 0 else None
    count = _count(lines, at, lambda line: bool(_ROW_0X.match(line)))
    if count:
        numbers = re.findall(rf"0x({_H}{{1,8}})", " ".join(lines[at:at + count]))
        size = 4
    else:
        count = _count(lines, at, lambda line: bool(_ROW_BARE.match(line)))
        numbers = " ".join(lines[at:at + count]).split()
        size = len(numbers[0]) // 2 if numbers else 0
        if any(len(number) != 2 * size for number in numbers):
            return None
    if not count:
        count = _count(lines, at, lambda line: bool(_DECIMAL_ROW.match(line)))
        numbers = [f"{int(one):02x}" for one in " ".join(lines[at:at + count]).split()]
        size = 1
        if count < 2 or any(len(number) > 2 for number in numbers):
            return None
    if size * len(numbers) < 2 * _FEWEST or size * len(numbers) % ROW:
        return None
    return count, marked(b"".join(int(number, 16).to_bytes(size, "big") for number in numbers), size if size > 1 else 0)


def _printf_rows(lines: List[str], at: int) -> _Found:
    """Rows of words as printf("%x") has them, after the same text."""
    first = _ROW_X.match(lines[at])
    if first is None:
        return None
    before = first.group("before")
    count = _count(lines, at, lambda line: any(row.group("before") == before for row in [_ROW_X.match(line)] if row))
    numbers = " ".join(line[len(before):] for line in lines[at:at + count]).split()
    if count < 64 // ROW or len(set(map(len, numbers))) == 1 or not all(map(is_unpadded, numbers)):
        return None
    return count, marked(b"".join(int(number, 16).to_bytes(4, "big") for number in numbers), 4)


def _long_row(lines: List[str], at: int) -> _Found:
    """Two rows of bytes or more in one line, after other text."""
    match = _LONG_ROW.search(lines[at]) if len(lines[at]) < _LARGEST else None
    before = lines[at][:match.start()] if match else ""
    if match is None or not before or re.search(rf"(?:\A|\s)(?:0x)?{_H}{{4,16}}[:|]?\s*\Z", before):  # an offset
        return None
    data = bytes.fromhex(match.group())
    return (1, before + marked(data)) if len(data) % ROW == 0 else None


def _starred(lines: List[str], at: int) -> _Found:
    """Rows without offsets with `*`, which is a number of equal rows: with 64 bytes in all they may be an error CQE."""
    count = _count(lines, at, lambda line: line == "*" or any(form.match(line) for form in _BARE))
    rows = lines[at:at + count]
    if "*" not in rows or rows[0] == "*":
        return None
    star = rows.index("*")
    groups = [row.split() for row in rows if row != "*"]
    sizes = {len(group) for row in groups for group in row}
    if rows.count("*") == 1 and len(sizes) == 1 and not _DECIMAL_ROW.match(rows[0]):
        size = sizes.pop() // 2
        times = (64 - size * sum(map(len, groups))) // (size * len(groups[star - 1]))
        groups[star:star] = groups[star - 1:star] * max(0, times)
        data = bytes.fromhex("".join("".join(row) for row in groups))
        for one in (data, swapped(data, size)):
            if is_one_error_cqe(one):
                return count, marked(one)
    return count, marked(b"", doubt="`*` represents equal rows, and no offset gives their number; dump with -v")


def _literals(lines: List[str], at: int) -> _Found:
    """A literal of Python over several lines."""
    count = _count(lines, at, lambda line: bool(_LITERAL.match(line)))
    if count < 2 or not lines[at].startswith("(") or not lines[at + count - 1].endswith(")"):
        return None
    return count, "".join(line.strip("()") for line in lines[at:at + count]).replace("'b'", "")


def _block(lines: List[str], at: int) -> _Found:
    """Numbers in brackets, one of them larger than a byte: words of 32 bits."""
    match = next((one for one in _BLOCK.finditer(lines[at]) if _NUMBERS.match(one.group("rest")) or
                  not one.group("rest").strip() and one.end() == len(lines[at])), None) if len(lines[at]) < _LARGEST else None
    if match is None or not match.group("close") and lines[at][match.end():].strip():
        return None
    closing = {"[": "]", "{": "}", "(": ")"}[match.group("open")]
    text, end = match.group("rest"), at
    while not match.group("close") and end + 1 < len(lines) and end - at < 64:
        end += 1
        inner, brace, _ = lines[end].partition(closing)
        if not _NUMBERS.match(inner) and inner.strip():
            return None
        text += "\n" + inner
        if brace:
            break
    else:
        if match.group("close") != closing:
            return None
    if not _NUMBERS.match(text):
        return None
    numbers: List[int] = []
    for one in _NUMBER.finditer(text):
        times = int(one.group("times") or 1)
        if len(numbers) + times > _LARGEST:
            return None
        numbers += [int(one.group("number"), 16 if "x" in one.group("number") else 10)] * times
    if match.group("gdb") and max(numbers) < 256 and "<repeats" in text and _FEWEST <= len(numbers):
        return end - at + 1, f"{lines[at][:match.start()]}{marked(bytes(numbers))}"
    if max(numbers) < 256 or max(numbers) >> 32 or 4 * len(numbers) < 2 * _FEWEST or len(numbers) % 4:
        return None
    if match.group("gdb"):  # of a little-endian host
        return end - at + 1, f"{lines[at][:match.start()]}{marked(b''.join(one.to_bytes(4, 'little') for one in numbers))}"
    return end - at + 1, marked(b"".join(one.to_bytes(4, "big") for one in numbers), 4)


def _string(lines: List[str], at: int) -> _Found:
    """A string of C whose escapes are octal: of strace, or an array of char that gdb prints."""
    line = lines[at]
    if "\\" not in line or len(line) > _LARGEST:
        return None
    for match in _STRING.finditer(line):
        if len(re.findall(r"\\[0-7]", match.group())) < 4 or line[max(0, match.start() - 1)] == "b" and match.start():
            continue
        data = b"".join(_unescaped(part) for part in re.findall(_PART, match.group()))
        if len(data) < _FEWEST or len(data) > _LARGEST:
            continue
        if match.group("cut"):
            return 1, marked(data, doubt="strace cut the bytes here; -s 4096 shows all")
        return 1, f"{line[:match.start()]}{marked(data)}"
    return None


def _unescaped(part: str) -> bytes:
    text, _, times = part.partition(" <repeats ")
    data = bytes(int(one.group("octal"), 8) & 0xff if one.group("octal") else int(one.group("hex"), 16) if one.group("hex") else
                 ord(one.group("plain")) & 0xff if one.group("plain") else
                 _CHARS.get(one.group("char"), ord(one.group("char")) & 0xff) for one in _ESCAPE.finditer(text[1:-1]))
    return data * int(times.split()[0]) if times else data
