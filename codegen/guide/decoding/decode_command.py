# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc decode``: explains bytes field by field."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any, Callable, Dict, Iterator, List, Tuple

from prmclib.model import Spec
from prmclib.model.errors import counted, did_you_mean
from prmclib.readers.source import load_source
from prmclib.show import codes, explained, term
from prmclib.show.evidence import other_driver
from prmclib.show.explained import Item, Line, Part
from prmclib.show.request_rules import Broken
from . import dump, guess
from .causes import Causes
from .decode_text import Printer, head

Said = Tuple[int, str, List[codes.Fact]]  # a line that names codes
JSON_VERSION = 1
MAX_INPUT = 64 << 20  # bytes of a file, which may be mostly other lines of a log
MAX_DUMPED = 32 << 20  # bytes explained; the largest ring has 2 MiB
MAX_REPEATED = 1000  # errors, and remarks, in the list after the items

NOTES = """\
input: raw bytes; hexadecimal digits in any grouping; hexdump -C; xxd; a log of the kernel, of libmlx5
or of DPDK with the error CQEs and commands that these print, with any prefix, in a mail, a terminal or a
debugger. The first line of the output names the detected format. Rows that cannot be assigned to one
dump are refused, with their line. Without --as the type comes from the line of the log before a dump,
or from the bytes, if they fit one type only; the output says which.
exit status: 0 explained without a remark; 1 remarks (reserved bits, unknown values), or bytes that end too
early or contradict the spec; 2 the input cannot be read, or its type is unknown"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = f"{NOTES}\n\n{parser.epilog or ''}"
    parser.add_argument("file", nargs="?", default="-", metavar="FILE",
                        help="the dump; - or nothing: standard input")
    parser.add_argument("--as", dest="what", default="", metavar="WHAT",
                        help="wqe (a ring of send work requests), cqe, eqe, cmd, or any layout, "
                             "variant or sequence of the spec; repeated to the end of the input")
    parser.add_argument("--start", type=wqebb, metavar="N",
                        help="the input is a whole ring of send work requests: begin with WQEBB N "
                             "(modulo its size), such as the wqe_counter of an error CQE, and wrap "
                             "once")
    parser.add_argument("--input", choices=dump.FORMS, default="auto",
                        help="raw bytes, plain hex, a dump with offsets (hexdump -C, xxd) or a log "
                             "(default: detected from the input)")
    parser.add_argument("--doc", action="store_true",
                        help="add what the spec says about each field")
    parser.add_argument("--all", action="store_true",
                        help="also show parts and entries that are all zero")
    parser.add_argument("--json", action="store_true", help="one object; see docs/decode.md")
    term.add_arguments(parser)


def wqebb(text: str) -> int:
    """Parses the value of --start."""
    value = int(text, 0)
    if value < 0:
        raise ValueError(text)
    return value


def run(args: argparse.Namespace) -> int:
    spec = load_source(args.spec).spec
    known = list(spec.layouts) + list(spec.variants) + list(spec.sequences)
    if args.what and args.what not in known:
        return _fail(f"the spec has no layout, variant or sequence '{args.what}'; "
                     + (did_you_mean(args.what, known) or "`prmc show` lists them"))
    name = "standard input" if args.file == "-" else args.file
    try:
        if args.file == "-":
            content = sys.stdin.buffer.read(MAX_INPUT + 1)
        else:
            with open(args.file, "rb") as stream:
                content = stream.read(MAX_INPUT + 1)
        if len(content) > MAX_INPUT:
            return _fail(f"{name}: the input has more than {MAX_INPUT:,} bytes; cut out the part "
                         "that matters")
        found = dump.read_dump(content, args.input)
        if found.size > MAX_DUMPED:
            return _fail(f"{name}: the dump has {found.size:,} bytes, more than {MAX_DUMPED:,}; cut "
                         "out the part that matters")
        driver = other_driver(content.decode("utf-8", "replace")) if found.said else ""
        said = [(number, text, codes.facts(spec, text, driver)) for number, text in found.said]
        said = [one for one in said if one[2]]
        if not found.chunks and not said:
            raise dump.DumpError("no line has a dump, or names a code that prmc knows (see `prmc decode --help`)")
        targets, unclear = _targets(spec, found, args.what, bool(said))
    except OSError as exc:
        return _fail(f"{name}: {exc.strerror}")
    except (dump.DumpError, guess.Unclear) as exc:
        return _fail(f"{name}: {exc}")
    if not found.chunks and args.what:
        return _fail(f"{name}: --as {args.what}: no line has a dump")
    start = 0
    if args.start is not None:
        size = found.size
        if len(targets) != 1 or targets[0][0] not in explained.RINGS or size % explained.WQEBB:
            return _fail(f"{name}: --start needs a whole ring of send work requests (--as wqe), a "
                         f"multiple of {explained.WQEBB} bytes")
        start = args.start * explained.WQEBB % size
    repeated = Repeated()
    repeated.errors += found.remarks
    found.form = found.form or "text"
    write = _write_json if args.json else _write_text
    write(args, found, targets, repeated, said, lambda number: explained.explain(
        spec, found.chunks[number].data, targets[number][0], start) if targets[number][0] else
        iter([explained.unexplained(found.chunks[number].data,
                                    found.chunks[number].doubt or
                                    f"line {found.chunks[number].line}: {unclear[number]}")]))
    sys.stdout.flush()
    for error in repeated.errors:
        print(f"prmc: {name}: {error}", file=sys.stderr)
    if repeated.more_errors:
        print(f"prmc: {name}: and {repeated.more_errors} more", file=sys.stderr)
    if args.start is None and repeated.may_wrap and found.size % explained.WQEBB == 0:
        print("prmc: if this is a whole ring and the request wraps to its start, give --start "
              "with the WQEBB to begin with", file=sys.stderr)
    return 1 if repeated.errors or repeated.remarks else 0


class Repeated:
    """Collects the first errors and remarks, for the list after the items."""

    def __init__(self) -> None:
        self.errors: List[str] = []
        self.more_errors = 0
        self.remarks = 0
        self.may_wrap = False  # a WQE is cut where a ring could end
        self.causes = Causes()

    def add(self, item: Item, dump: int) -> Tuple[List[Tuple[Part, Line, str]], List[Broken]]:
        """Returns the remarks on an item, and the rules that it breaks, that belong into the list."""
        self.causes.add(dump, item)
        if item.error and len(self.errors) < MAX_REPEATED:
            self.errors.append(item.error)
        elif item.error:
            self.more_errors += 1
        self.may_wrap |= item.what in explained.RINGS and item.is_cut and item.offset > 0
        found = [(part, line, remark) for part, line in item.lines for remark in line.remarks]
        broken = [one for one in item.broken if not one.unless]
        before, self.remarks = self.remarks, self.remarks + len(found) + len(broken)
        room = max(0, MAX_REPEATED - before)
        return found[:room], broken[:max(0, room - len(found))]


def _write_text(args: argparse.Namespace, found: dump.Dump, targets: List[Tuple[str, str]], repeated: Repeated,
                said: List[Said], items_of: Callable[[int], Iterator[Item]]) -> None:
    screen = term.of_stream(sys.stdout, args)
    printer = Printer(screen, args.doc, args.all)
    sys.stdout.write(head(found, targets, screen.width))
    for line, text, facts in said:
        sys.stdout.write(printer.said(line, text, facts))
    remarks: List[str] = []
    for number, chunk in enumerate(found.chunks):
        sys.stdout.write(printer.title(chunk, number, len(found.chunks)))
        for item in items_of(number):
            found_here, broken = repeated.add(item, number + 1)
            remarks += [printer.remark(*remark) for remark in found_here]
            remarks += [printer.broken(item, one) for one in broken]
            sys.stdout.write(printer.item(item))
    sys.stdout.write(printer.causes(repeated.causes.found(len(found.chunks))))
    if remarks:
        sys.stdout.write("\n" + screen.paint("bad", f"{counted(repeated.remarks, 'remark')}:") + "\n")
        sys.stdout.writelines(remarks)
    if repeated.remarks > len(remarks):
        sys.stdout.write(f"  and {repeated.remarks - len(remarks)} more\n")


def _write_json(args: argparse.Namespace, found: dump.Dump, targets: List[Tuple[str, str]], repeated: Repeated,
                said: List[Said], items_of: Callable[[int], Iterator[Item]]) -> None:
    """Writes one object, with a single item in memory at a time."""
    sys.stdout.write(_json({"version": JSON_VERSION, "input": found.form, "bytes": found.size,
                            "lines_passed_over": found.passed, "dumps": []}, 0)[:-len("]\n}")])
    for number, (chunk, (what, why)) in enumerate(zip(found.chunks, targets)):
        opening = _json({"line": chunk.line, "title": chunk.title, "bytes": len(chunk.data), "as": what,
                         "because": why, "items": []}, 2)
        sys.stdout.write((",\n  " if number else "\n  ") + opening[:-len("]\n  }")])
        for index, item in enumerate(items_of(number)):
            repeated.add(item, number + 1)
            sys.stdout.write((",\n    " if index else "\n    ") + _json(explained.as_json(item, index), 4))
        sys.stdout.write("\n   ]\n  }")
    lines = [{"line": line, "text": text, "codes": [
        {"what": one.what, "enum": one.enum, "value": one.value, "names": one.names, "meaning": one.text,
         "observed": one.observed} for one in facts]} for line, text, facts in said]
    causes = [{"qpn": one.qpn, "wqe_index": one.index, "text": one.line, "reasons": one.reasons}
              for one in repeated.causes.found(len(found.chunks))]
    closing = _json({"lines": lines, "causes": causes, "remarks": repeated.remarks, "errors": repeated.errors}, 0)
    sys.stdout.write("\n ]," + closing[len("{"):] + "\n")


def _json(value: Dict[str, Any], depth: int) -> str:
    """Returns a value of an object as text, ``depth`` levels in it."""
    return json.dumps(value, indent=1).replace("\n", "\n" + " " * depth)


def _targets(spec: Spec, found: dump.Dump, wanted: str,
             is_said: bool) -> Tuple[List[Tuple[str, str]], Dict[int, str]]:
    """Returns (type of each dump, reason), with an empty type where that is unclear, and what is
    unclear about these.  Numbers that are no dump are left out if there is another, or ``is_said``: a line that names
    codes.  Raises :class:`guess.Unclear` if there is neither."""
    targets: List[Tuple[str, str]] = []
    unclear: Dict[int, str] = {}
    chunks, found.chunks = found.chunks, []
    for number, chunk in enumerate(chunks):
        try:
            if chunk.doubt:
                raise guess.Unclear(chunk.doubt)
            targets.append(guess.target_of(spec, chunk, wanted))
        except guess.Unclear as exc:
            is_none = chunk.is_maybe and not chunk.doubt
            if len(chunks) == number + 1 and len(targets) == len(unclear) and not (is_said and is_none):
                raise
            if is_none:
                continue
            unclear[len(targets)] = str(exc)
            targets.append(("", ""))
        found.chunks.append(chunk)
    return targets, unclear


def _fail(message: str) -> int:
    print(f"prmc: {message}", file=sys.stderr)
    return 2
