# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Reads a log in which dumps are among other lines: several processes may have printed at the same time.

The text before a row, without its time, is its *stream*: a process, a host, a mail. Within a stream, offsets, addresses
or the number of rows say which rows belong together. Two dumps in one stream whose rows come in turn cannot be
separated: one of them lacks rows, and others are left over. Where that is so, the dumps near it are refused, never
guessed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Dict, List, Optional, Set, Tuple

from prmclib.model.errors import counted
from prmclib.show.codes import MAYBE
from .chunks import Chunk, Dump, DumpError, ends_of_cqes, is_one_error_cqe, short
from .rows import LONGEST, ROW, Row, is_cut, logical_lines, odd_at, row_in, unquoted

_NEAR = 3  # most other lines between a title and its dump
_NEAR_OWN = 40  # the same, if the title has the prefix of the rows
_BURST = 24  # lines: dumps that are printed at the same time are not farther apart
_ADDRESS = 0x1000  # the first number that is an address, not an offset
_LONGEST_KEY = 200
LITERALS = ("bytes of Python", "decimal bytes", "words in a line", "words", "bytes")  # forms of a whole dump in one line
_WHOLE = ("words", "bytes")  # forms of dumps that words.py has put together
_MOST_REMARKS = 1000

MIXED = "rows of several dumps are mixed here, and cannot be separated: give each process a prefix (mpirun " \
    "--tag-output, srun -l), or paste one dump"

# Messages about the dump after them.
_SAYS_CQE = re.compile(r"got completion with\b|dump error cqe|cqe_dump|error cqe on cqn|"
                       r"MLX5 Error CQE:|WC error: \d+, Message:", re.I)
_SAYS_WQE = re.compile(r"dump wqe at ")
_SAYS_ETH = re.compile(r"WQE DUMP:|MLX5 Error SQ:")
_SAYS_CMD = re.compile(r"dump command (data )?(\w+)\(0x([0-9a-f]+)\) (INPUT|OUTPUT)")
_SAYS = re.compile("|".join(p.pattern for p in (_SAYS_CQE, _SAYS_WQE, _SAYS_ETH, _SAYS_CMD)), re.I)
_HINT = re.compile(r"(?<![a-z])(?:wqe|cqe)(?![a-z])", re.I)
_LOOSE = re.compile(r"got completion with(?: error:)?|dump wqe at (?:0x[0-9a-f]+)?")  # rows without offsets follow
_MESSAGE = re.compile(r"(?<![\w-])(?:mlx5: |mlx5_(?:core|ib|net)\b|infiniband |cmd\[\d+\]: |dump_\w+:|"
                      r"dump (?:error|wqe|command)|WQE DUMP|WC error|MLX5 |cqe_dump|got completion|\w+:\d+:\(pid)")
_TIME = re.compile(r"(?:\d{4}[-/]\d\d[-/]\d\d[T ]|(?:[A-Z][a-z]{2} ){0,2} *\d{1,2} )?\d\d:\d\d:\d\d(?:[.,]\d+)?"
                   r"(?:Z|[+-]\d\d:?\d\d)?(?: \d{4}(?!\d))?|\d+\.\d+")
_DEVICE = re.compile(r"(?:(?:infiniband|mlx5_core|mlx5_ib) (?:mlx5_\d+|\w+|[0-9a-f:.]+): (?:\w+: (?=WQE))?)?")
_LABEL = re.compile(r"(?:^|(?<=[\s:|\]]))[0-9a-fA-F]{3,16}: ")  # of srun -l; looks like an offset


def key_of(before: str) -> str:
    """Returns the name of a stream: the text before a row without times."""
    return re.sub(r"\s+", " ", _TIME.sub("#", before)).replace("[ #", "[#").lstrip()


@dataclass
class _Title:
    line: int
    others: int  # lines that are no rows, before it
    text: str
    is_loose: bool
    count: int = 1  # of dumps that it announces: processes may print their titles first


@dataclass
class _Group:
    """Rows of one dump."""

    chunk: Chunk
    form: str
    is_loose: bool
    titled: bool
    stream: "_Stream"
    data: bytearray = field(default_factory=bytearray)
    base: int = 0  # offset or address of the first row
    need: int = 0  # bytes that it has at least; 0: unknown
    lost: int = 0  # rows that could not be read
    last: int = 0  # line
    others: int = 0  # lines that are no rows, before its last row
    is_literal: bool = False  # one line has all of it

    @property
    def end(self) -> int:
        return self.base + len(self.data)

    @property
    def missing(self) -> int:
        """The number of rows that it lacks."""
        return max(0, (self.need - len(self.data) + ROW - 1) // ROW - self.lost)

    @property
    def is_whole(self) -> bool:
        return bool(self.need) and not self.missing

    def refuse(self, line: int, text: str) -> None:
        self.chunk.doubt = self.chunk.doubt or f"line {line}: {text}"


@dataclass
class _Stream:
    current: Optional[_Group] = None
    title: Optional[_Title] = None
    owed: int = 0  # rows that dumps of this stream lack
    owed_line: int = 0
    last: Optional[_Group] = None  # the dump before the current one
    ends: Dict[int, _Group] = field(default_factory=dict)  # dumps by the address after them
    repeats: int = 0  # line of the last `*`

    def owes(self, line: int) -> bool:
        """Returns whether a row in this line may belong to a dump before the current one."""
        if line - self.owed_line > _BURST:
            self.owed = 0
        return self.owed > 0


class Reader:
    """Reads the lines of a log; ``dump`` is the result."""

    def __init__(self, form: str = "") -> None:
        self.dump = Dump(form)
        self.odd = ""  # the first line that is almost a row, before any dump
        self._streams: Dict[str, _Stream] = {}
        self._groups: List[_Group] = []
        self._labels: Set[str] = set()  # text before titles that ends like an offset
        self._forms: Dict[str, None] = {}
        self._others = 0
        self._last = (0, "")  # the last line that is no row: its number and text

    def read(self, lines: List[str]) -> None:
        for line in lines:
            tag = _tag_of(unquoted(line)) if _SAYS.search(line) else ""
            label = _LABEL.search(tag)
            if label and label.end() == len(tag):
                self._labels.add(key_of(tag))
        for number, line, row in logical_lines(lines, self._parse):
            self._line(number, line, row)
        for stream in self._streams.values():
            self._end(stream, True)
        for group in self._groups:
            group.chunk.data = bytes(group.data)
        self.dump.chunks = [group.chunk for group in self._groups if group.data or group.chunk.doubt]
        self.dump.form = ", ".join(self._forms)

    def _parse(self, line: str) -> Optional[Row]:
        label = _LABEL.search(line) if self._labels else None
        if label and key_of(line[:label.end()]) in self._labels:
            row = row_in(line[label.end():])
            return row and replace(row, before=line[:label.end()] + row.before)
        return row_in(line)

    def _line(self, number: int, line: str, row: Optional[Row]) -> None:
        if row is None or len(row.before) > _LONGEST_KEY and row.form not in LITERALS:
            self._other(number, line)
            return
        before = row.before
        if row.form not in LITERALS and odd_at(before) is not None:
            self._other(number, line)  # two rows in one line
            return
        match = _SAYS.search(before)
        if match and (_LOOSE.search(before) or before[match.end():].strip(" :")):  # a title without a newline after it
            end = (_LOOSE.search(before) or match).end()
            self._other(number, before[:end])
            before = before[end:].lstrip() or _tag_of(before)
        key = key_of(before)
        stream = self._streams.setdefault(key, _Stream())
        if not row.agrees:
            self._lost(number, stream, f"the characters '{short(row.text)}' do not match the bytes beside them; are "
                       "these words in the order of the host (xxd -e)?")
        elif row.is_loose:
            self._loose(number, key, stream, row)
        else:
            self._placed(number, key, stream, row)
        if row.glued:
            self._other(number, row.glued)

    # Lines without a row

    def _other(self, number: int, line: str) -> None:
        if not line.strip():
            return
        at = odd_at(line)
        stream = self._streams.get(key_of(line[:at])) if at is not None else self._cut_in(line)
        if line.strip() == "*" and self._star(number):
            return
        if at is not None and stream is None and not self._groups and not _SAYS.search(line):
            self.odd = self.odd or f"line {number}: '{short(line)}' looks like a row of a dump, but fits no format"
        if stream is not None and stream.current is None and stream.title is not None and \
                self._others - stream.title.others <= _NEAR:
            offset = None if stream.title.is_loose else 0
            self._start(number, key_of(line[:at]), stream, Row(b"", offset, form="libmlx5 dump"))
        if stream is not None and stream.current is not None and not stream.current.is_whole:
            self._lost(number, stream, f"'{short(line[at or 0:])}' looks like a row of a dump, but fits no format")
            return
        self._others += 1
        self._last = number, line[:_LONGEST_KEY]
        self.dump.passed += 1
        if len(self.dump.said) < _MOST_REMARKS and MAYBE.search(line, 0, LONGEST) and \
                not _SAYS_CMD.search(line):
            self.dump.said.append((number, line[:LONGEST]))
        if _SAYS.search(line):
            self._title(number, line)

    def _cut_in(self, line: str) -> Optional[_Stream]:
        """Returns the stream of a line that is only a piece of a row."""
        match = re.search(r"(?<![\w.:])[0-9a-fA-F]+(?:[: ]+[0-9a-fA-F]+)*:?\s*\Z", line[:_LONGEST_KEY + 100])
        if match is None or len(line) > _LONGEST_KEY + 100 or not is_cut(match.group()):
            return None
        return self._streams.get(key_of(line[:match.start()]))

    def _title(self, number: int, line: str) -> None:
        stream = self._streams.setdefault(key_of(_tag_of(line)), _Stream())
        is_loose = _LOOSE.search(line) is not None
        group = stream.current
        if is_loose and group is not None and group.is_loose:
            self._end(stream)
        if is_loose and stream.title is not None and stream.title.is_loose:
            stream.owed, stream.owed_line = stream.owed + 4, stream.title.line
        text = line[len(_tag_of(line)):]
        text = text[_DEVICE.match(text).end():].strip()  # type: ignore[union-attr]
        before, stream.title = stream.title, _Title(number, self._others, text, is_loose)
        if before is not None and re.sub(r"\d", "", before.text) == re.sub(r"\d", "", text):
            stream.title.count += before.count

    def _take_title(self, number: int, key: str, others: int) -> Optional[_Title]:
        """Returns the title of the dump in this line: of its stream, or of one whose name it starts with."""
        for length in range(len(key), -1, -1):
            stream = self._streams.get(key[:length])
            if stream is None or stream.title is None:
                continue
            title, far = stream.title, _NEAR_OWN if length == len(key) > 0 else _NEAR
            title.count -= 1
            if others - title.others > far:
                title.count = 0
            if not title.count or title.is_loose:
                stream.title = None
            if title.count >= 0 and others - title.others <= far:
                return title
        return None

    # Rows

    def _start(self, number: int, key: str, stream: _Stream, row: Row) -> _Group:
        """Starts a dump with this row."""
        self._end(stream)
        title = self._take_title(number, key, self._others)
        if title is None and _SAYS.search(row.before):
            title = _Title(number, self._others, row.before.strip(" :"), False)
        chunk = titled(title.text if title else "", number)
        hint = _HINT.search(row.before) or (_HINT.search(self._last[1]) if self._last[0] == number - 1 else None)
        chunk.hint = hint.group().lower() if hint else ""
        group = _Group(chunk, row.form, row.is_loose, title is not None, stream, base=row.offset or 0)
        if chunk.what == "cqe":
            group.need = 64
        chunk.is_loose = row.is_loose and title is None
        chunk.is_maybe = row.is_whole and title is None and row.form in (*_WHOLE, "words in a line")
        chunk.word = row.word if title is None or row.is_whole else 0
        chunk.doubt = chunk.doubt or (f"line {number}: {row.doubt}" if row.doubt else "")
        if stream.owes(number) and group.base < _ADDRESS:
            group.refuse(number, MIXED)
        self._groups.append(group)
        self._forms[row.form] = None
        stream.current = group
        return group

    def _append(self, number: int, stream: _Stream, group: _Group, row: Row) -> None:
        group.is_literal = row.is_whole and not group.data
        group.data += row.data
        group.last, group.others = number, self._others
        if group.chunk.what == "wqe" and group.is_loose and not group.need and len(group.data) >= 8:
            group.need = (group.data[7] & 0x3f) * ROW
            if not group.need:
                group.refuse(number, "not the first row of a WQE, whose ds is not 0; rows are missing, or mixed")
        if group.is_loose and group.is_whole:
            self._end(stream)

    def _loose(self, number: int, key: str, stream: _Stream, row: Row) -> None:
        """A row without an offset belongs to the dump before it until that is whole."""
        group = stream.current
        if group is not None and group.is_loose and group.form == row.form and not (row.is_whole and row.form in _WHOLE) and (
                group.titled and number - group.last <= _BURST or group.others == self._others):
            self._append(number, stream, group, row)
            return
        if group is None and stream.title is None and self._is_left_over(number, stream):
            return
        self._append(number, stream, self._start(number, key, stream, row), row)

    def _is_left_over(self, number: int, stream: _Stream) -> bool:
        """Returns whether a row after a whole dump is one that a dump of this stream lacks, or one too many."""
        if stream.owes(number):
            stream.owed -= 1
            self._remark(number, MIXED)
            return True
        last = stream.last
        if last is not None and last.is_loose and last.is_whole and last.others == self._others:
            self._refuse_near(stream, number)
            last.last = number
            self._remark(number, MIXED)
            return True
        return False

    def _placed(self, number: int, key: str, stream: _Stream, row: Row) -> None:
        """A row with an offset or address belongs to the dump that ends there."""
        assert row.offset is not None
        group = stream.ends.get(row.offset) if row.offset >= _ADDRESS else stream.current
        if row.is_end:
            if stream.current is not None and stream.repeats:
                self._repeat(number, stream, stream.current, row.offset)
            elif stream.current is not None and stream.current.end != row.offset:
                stream.current.refuse(number, f"the dump ends at {row.offset:#x}, but has "
                                      f"{stream.current.end:#x} bytes")
            self._end(stream)
            return
        if row.offset >= _ADDRESS and (group is None or group.base < _ADDRESS):
            current = stream.current
            if current is None or current.base >= _ADDRESS or current.end != row.offset:
                self._addressed(number, key, stream, row)
                return
            group = current
        if row.offset == 0 or group is None and stream.current is None and not stream.owes(number) and \
                stream.last is None:
            group = self._start(number, key, stream, row)
            if row.offset:
                group.refuse(number, _gap(row.offset))
                group.lost += 1
                group.last = number
                return
            self._append(number, stream, group, row)
            return
        if group is None:
            if stream.owes(number):
                stream.owed -= 1
                self._remark(number, MIXED)
            else:
                self._refuse_near(stream, number)
                self._remark(number, _gap(row.offset))
            return
        if stream.repeats:
            self._repeat(number, stream, group, row.offset)
        if group.chunk.doubt or row.offset != group.end:
            if group.is_whole and stream.owes(number):
                stream.owed -= 1
                self._remark(number, MIXED)
                return
            group.refuse(number, MIXED if row.offset < group.end else _gap(row.offset))
            if row.offset >= group.end:
                group.data += row.data
                group.base = row.offset + len(row.data) - len(group.data)
            else:
                group.lost += 1
            group.last = number
            return
        if row.offset >= _ADDRESS and group.base >= _ADDRESS:
            self._extend(number, stream, group, row)
        else:
            self._append(number, stream, group, row)

    def _addressed(self, number: int, key: str, stream: _Stream, row: Row) -> None:
        """Starts a dump at an address, unless that is inside of one whose rows are mixed."""
        assert row.offset is not None
        for group in self._groups[-8:]:
            if group.base >= _ADDRESS and group.chunk.doubt and group.base < row.offset < group.end + 64:
                self._remark(number, MIXED)
                return
        for group in self._groups[-8:]:  # the same address again
            if group.base == row.offset and group.others != self._others:
                stream.ends.pop(group.end, None)
        group = self._start(number, key, stream, row)
        stream.current = None
        self._extend(number, stream, group, row)

    def _extend(self, number: int, stream: _Stream, group: _Group, row: Row) -> None:
        stream.ends.pop(group.end, None)
        self._append(number, stream, group, row)
        other = stream.ends.get(group.end)
        if other is not None and other is not group:
            other.refuse(number, MIXED)
            group.refuse(number, MIXED)
        stream.ends[group.end] = group

    def _lost(self, number: int, stream: _Stream, text: str) -> None:
        """A row that cannot be read costs the dump around it."""
        group = stream.current
        if group is None:
            self._remark(number, text)
            return
        group.refuse(number, text)
        group.lost += 1
        group.last = number
        if group.is_loose and group.is_whole:
            self._end(stream)

    def _star(self, number: int) -> bool:
        """A `*` of hexdump in the dump that was read last."""
        stream = next((one for one in self._streams.values() if one.current is self._groups[-1]), None) \
            if self._groups else None
        if stream is None or stream.current is None or stream.current.is_loose:
            return False
        stream.repeats = number
        return True

    def _repeat(self, number: int, stream: _Stream, group: _Group, offset: int) -> None:
        missing, at = offset - group.end, stream.repeats
        stream.repeats = 0
        if not 0 <= missing <= 1 << 20 or len(group.data) < ROW or missing % ROW:
            group.refuse(at, f"`*` before offset {offset:#x} does not represent whole rows, or more than 1 MiB")
            return
        group.data += bytes(group.data[-ROW:]) * (missing // ROW)

    def _end(self, stream: _Stream, is_input_at_end: bool = False) -> None:
        """Ends the current dump of a stream, and notes the rows that it lacks."""
        group = stream.current
        if group is None:
            return
        if stream.repeats:
            group.refuse(stream.repeats, "no offset after `*` gives the number of repetitions")
            stream.repeats = 0
        if group.missing and (group.is_loose or not is_input_at_end):
            group.refuse(group.chunk.line, f"only {counted(len(group.data) // ROW, 'row')} of this dump can be read, "
                         f"of {group.need // ROW}")
        if group.missing:
            stream.owed += group.missing
            stream.owed_line = group.last
        if group.is_literal:
            group.chunk.is_loose, stream.last, stream.current = False, group, None
            return
        last, stream.last, stream.current = stream.last, group, None
        ends = ends_of_cqes(group.data) if group.is_loose and not group.titled else [True]
        if sum(ends) != 1 or not ends[-1] or len(ends) > 4:  # the head of the log is cut in dumps that come in turn
            stream.owed, stream.owed_line = stream.owed + 4, group.last
        if group.is_loose and not group.titled and last is not None and last.is_loose and \
                group.chunk.line - last.last <= _BURST:  # rows after a dump, without a title
            if not is_one_error_cqe(group.data):
                self._refuse_near(stream, group.chunk.line)
            if not is_one_error_cqe(group.data) or not is_one_error_cqe(last.data):
                group.refuse(group.chunk.line, MIXED)

    def _refuse_near(self, stream: _Stream, number: int) -> None:
        """Refuses the dumps of a stream that a row in this line may belong to."""
        for group in self._groups[-_BURST:]:
            if group.stream is stream and number - group.last <= _BURST:
                group.refuse(number, MIXED)

    def _remark(self, number: int, text: str) -> None:
        if not self.dump.remarks or self.dump.remarks[-1].split(": ", 1)[1] != text:
            if len(self.dump.remarks) < _MOST_REMARKS:
                self.dump.remarks.append(f"line {number}: {text}")


def _gap(offset: int) -> str:
    return f"offset {offset:#x}, but the rows before it are missing"


def _tag_of(line: str) -> str:
    """Returns what a log adds before a message about a dump."""
    match = _MESSAGE.search(line)
    return line[:match.start()] if match else ""


def titled(title: str, number: int) -> Chunk:
    """Returns a chunk that starts in line ``number``, with the type that its title says."""
    match = _SAYS_CMD.search(title)
    if match:
        chunk = Chunk(b"", number, title, "cmd", int(match.group(3), 16), match.group(4) == "OUTPUT")
        if not match.group(1):
            chunk.doubt = f"line {number}: this is a dump of entries of the command queue and of mailboxes; only " \
                "`dump command data` has the command itself (parameter debug_mask=1 of mlx5_core)"
        return chunk
    for pattern, what in ((_SAYS_CQE, "cqe"), (_SAYS_WQE, "wqe"), (_SAYS_ETH, "eth_wqe")):
        if pattern.search(title):
            return Chunk(b"", number, title, what)
    return Chunk(b"", number)


def read_log(lines: List[str]) -> Optional[Dump]:
    """Returns the dumps in a log; None if it has none.  Raises DumpError if all are refused."""
    reader = Reader()
    reader.read(lines)
    dump = reader.dump
    if all(chunk.doubt for chunk in dump.chunks):
        reasons = [chunk.doubt for chunk in dump.chunks] + dump.remarks or [reader.odd][:bool(reader.odd)]
        if reasons:
            raise DumpError(min(reasons, key=_line_of))
        return dump if dump.said else None
    return dump


def _line_of(text: str) -> Tuple[int, str]:
    match = re.match(r"line (\d+)", text)
    return int(match.group(1)) if match else 0, text
