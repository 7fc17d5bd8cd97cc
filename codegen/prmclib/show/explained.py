# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Explains bytes field by field, as plain data that ``prmc decode`` prints as text or JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, Iterator, List, Optional, Tuple

from prmclib.model import About, Arm, Bits, Field, Kind, Spec, hex2
from prmclib.model import meaning
from prmclib.model.walk import CutError, Piece, WalkError, Walker, bits_of
from . import request_rules

WQEBB = 64  # bytes; a WQE starts on such a boundary
_MOST_PAGES = 8  # pages listed in the other reading of a list
RINGS = ("wqe", "ud_wqe", "dc_wqe", "xrc_wqe", "eth_wqe", "ipoib_wqe")  # variants of send work requests, by transport


@dataclass
class Line:
    """One field.

    ``offset_bits`` counts from the first bit of the dump.  ``value`` is the number, or None for
    bytes, which are in ``raw``.  ``index`` is set for an element of an array.
    """

    name: str
    kind: Kind
    bits: Bits  # in its layout
    offset_bits: int
    raw: bytes
    value: Optional[int] = None
    index: Optional[int] = None
    names: List[str] = field(default_factory=list)
    text: str = ""
    doc: str = ""
    enum: str = ""
    is_flags: bool = False
    encoding: str = ""
    readings: List[Tuple[str, str]] = field(default_factory=list)  # see _readings()
    remarks: List[str] = field(default_factory=list)
    unverified: List[str] = field(default_factory=list)

    @property
    def place(self) -> str:
        """The place in the layout as the notation writes it."""
        if self.kind in (Kind.BYTES, Kind.RESERVED) and self.bits.is_bytes and \
                self.bits.width > 32:
            return f"{hex2(self.bits.offset // 8)}..{hex2(self.bits.end // 8 - 1)}"
        return str(self.bits)

    @property
    def full_name(self) -> str:
        return self.name if self.index is None else f"{self.name}[{self.index}]"

    @property
    def is_plain_zero(self) -> bool:
        """True for the number 0 that has no name and represents no other quantity."""
        return self.value == 0 and not self.names and not self.remarks and not self.readings \
            and self.index is None and not self.is_flags and \
            self.encoding not in ("log2", "minus_one")

    @property
    def is_zero(self) -> bool:
        return not self.value if self.value is not None else not any(self.raw)


@dataclass
class Part:
    """A layout in the dump, or plain bytes (``layout`` is empty).

    ``start`` is the byte where the layout starts, from which places count.  A layout is split into
    several parts around its nested layouts; ``is_rest`` marks the parts after the first.
    """

    path: str
    index: Optional[int]
    layout: str
    start: int
    size: int
    about: About
    lines: List[Line] = field(default_factory=list)
    is_rest: bool = False
    is_cut: bool = False

    @property
    def name(self) -> str:
        return self.path if self.index is None else f"{self.path}[{self.index}]"

    @property
    def remarks(self) -> List[Tuple[Line, str]]:
        return [(line, remark) for line in self.lines for remark in line.remarks]

    @property
    def is_zero(self) -> bool:
        """True if all fields are zero and no remark objects."""
        return all(line.is_zero and not line.remarks for line in self.lines) and not self.is_cut


@dataclass
class Item:
    """One WQE, CQE, command or other thing of the kind ``what``.  ``error`` says why it ends early."""

    what: str
    offset: int
    size: int = 0
    title: str = ""
    parts: List[Part] = field(default_factory=list)
    error: str = ""
    is_cut: bool = False  # with an error: the input ends too early, else the bytes contradict the spec
    broken: List[request_rules.Broken] = field(default_factory=list)

    def value(self, name: str) -> Optional[Line]:
        """Returns the first field of that name, or None."""
        return next((line for _, line in self.lines if line.name == name), None)

    @property
    def lines(self) -> Iterator[Tuple[Part, Line]]:
        for part in self.parts:
            for line in part.lines:
                yield part, line


def explain(spec: Spec, data: bytes, what: str, start: int = 0) -> Iterator[Item]:
    """Yields the things of the kind ``what`` (a layout, variant or sequence) in ``data``.

    ``start``: the byte to begin with, in a ring that wraps at the end.

    A WQE starts on a WQEBB; WQEBBs of zeros there have not been used.  The first error ends the
    list, unless all things have the same size.
    """
    at = 0
    order = request_rules.Order()
    if start:
        data = data[start:] + data[:start]
    while at < len(data):
        is_last = False
        if what in RINGS and not any(data[at:at + WQEBB]):
            item = _unused(data, at)
            at += item.size
        else:
            item = _explain_one(spec, data, what, at, start)
            if what in RINGS or what == "cmd":
                item.broken = request_rules.broken(item, data) + order.broken(item)
                _offer_pages(spec, item, data)
            if item.error:
                size = _fixed_size(spec, what)
                is_last = not size or item.is_cut or at + size > len(data)
                item.size = item.size if is_last else size
            at += item.size
            if what in RINGS and at % WQEBB and at < len(data) and not is_last:
                at = _rest_of_wqebb(item, data, at)
        if start:
            _turn_back(item, start, len(data))
        yield item
        if is_last:
            return


def _turn_back(item: Item, start: int, size: int) -> None:
    """Converts offsets from the start of the walk to offsets from the start of the ring."""
    item.offset = (item.offset + start) % size
    for part in item.parts:
        part.start = (part.start + start) % size
        for line in part.lines:
            line.offset_bits = (line.offset_bits + start * 8) % (size * 8)


def _explain_one(spec: Spec, data: bytes, what: str, at: int, origin: int = 0) -> Item:
    """Returns the thing at byte ``at``; its size is at least 1."""
    item = Item(what, at)
    walker = Walker(spec, data, origin)
    try:
        item.size = walker.what(what, at, _SHORT.get(what, what)) - at
    except WalkError as exc:
        item.error, item.is_cut = str(exc), isinstance(exc, CutError)
        item.size = max((p.offset + p.size + p.rest for p in walker.pieces), default=at) - at
    if item.size <= 0:
        item.size = len(data) - at
    for piece in walker.pieces:
        item.parts.extend(parts_of(spec, data, piece))
    if not item.parts and item.error and at < len(data):
        size = min(_fixed_size(spec, what) or len(data) - at, len(data) - at)
        item.parts = [_plain(data, Piece(what, "", at, size))]
        item.size = size
    item.title = title_of(item)
    return item


def _offer_pages(spec: Spec, item: Item, data: bytes) -> None:
    """Adds the reading as pages to a list of a UMR whose bytes allow both."""
    found = request_rules.other_list(item, data) if "mtt" in spec.layouts else None
    if found is None or not found[0].lines:
        return
    part, pages = found
    texts = [f"page 0x{page & ~0xfff:x}" + "".join(
        f" {name}" for name, bit in (("rd_en", 1), ("wr_en", 2)) if page & bit) for page in pages[:_MOST_PAGES]]
    if len(pages) > _MOST_PAGES:
        texts.append(f"and {len(pages) - _MOST_PAGES} more")
    part.lines[-1].readings.append(("the key has pages (access mode MTT), two in an octoword", ", ".join(texts)))


def unexplained(data: bytes, error: str) -> Item:
    """Returns an item for a dump of unknown content."""
    return Item("bytes", 0, len(data), f"{len(data)} bytes",
                [_plain(data, Piece("bytes", "", 0, len(data)))], error)


def _fixed_size(spec: Spec, what: str) -> int:
    """Returns the size in bytes that all arms of a variant have, or 0 if they differ."""
    variant = spec.variants.get(what)
    sizes = {spec.layouts[arm.layout].size if arm.layout else 0
             for arm in variant.arms} if variant else {0}
    return sizes.pop() if len(sizes) == 1 else 0


def _unused(data: bytes, at: int) -> Item:
    """Returns one item for all WQEBBs of zeros from ``at`` on."""
    end = at
    while end < len(data) and not any(data[end:end + WQEBB]):
        end = min(end + WQEBB, len(data))
    count = (end - at + WQEBB - 1) // WQEBB
    return Item("unused", at, end - at, f"{count} WQEBB{'s' if count > 1 else ''} of zeros, not used")


def _rest_of_wqebb(item: Item, data: bytes, at: int) -> int:
    """Skips the bytes between the end of a WQE and the next WQEBB, adding them to ``item`` unless they are
    zero; returns their end."""
    end = min((at + WQEBB - 1) // WQEBB * WQEBB, len(data))
    if any(data[at:end]):
        part = _plain(data, Piece("unused", "", at, end - at))
        part.about = About(doc="The rest of the last WQEBB, which the device does not read.")
        item.parts.append(part)
    item.size = end - item.offset
    return end


# The fields of a title, by the first layout of the thing: (field, text before it).
_TITLES: Dict[str, List[Tuple[str, str]]] = {
    "ctrl_seg": [("wqe_index", ""), ("opcode", ""), ("size", ""), ("qpn", "qpn "),
                 ("ce", "completion "), ("fm", "fence ")],
    "cqe64": [("opcode", ""), ("s_wqe_opcode", "of "), ("qpn", "qpn "),
              ("wqe_counter", "wqe_counter ")],
    "err_cqe": [("opcode", ""), ("syndrome", ""), ("vendor_err_synd", "vendor_err_synd "),
                ("qpn", "qpn "), ("wqe_counter", "wqe_counter ")],
    "sig_err_cqe": [("opcode", ""), ("syndrome", ""), ("mkey", "mkey "),
                    ("sig_err_offset", "at offset ")],
    "eqe": [("event_type", "")],
}
_SHORT = {"wqe": "WQE", "eth_wqe": "Ethernet WQE", "cqe": "CQE", "eqe": "EQE", "cmd": "command"}


def title_of(item: Item) -> str:
    """Returns a line about the thing: ``WQE 0x0005 UMR, 256 bytes in 4 WQEBBs, qpn 0x000f19``."""
    what = _SHORT.get(item.what, item.what)
    layout = next((part.layout for part in item.parts if part.layout in _TITLES),
                  item.parts[0].layout if item.parts else "")
    words = {}
    for name, text in _TITLES.get(layout, []):
        line = item.value(name)
        if name == "size":
            ds = item.value("ds")
            size = (ds.value or 0) * 16 if ds else 0
            blocks = (size + WQEBB - 1) // WQEBB
            words[name] = f"{size} bytes in {blocks} WQEBB{'s' if blocks != 1 else ''}"
        elif line is not None and not (name == "fm" and not line.value):
            shown = meaning.flags_text(line.names) if line.is_flags else "".join(line.names)
            words[name] = text + (shown or value_text(line))
    opcode = item.value("opcode")
    if item.what == "cmd" and opcode is not None:
        return f"{what} {''.join(opcode.names) or value_text(opcode)}, {item.size} bytes"
    if not words:
        return f"{what}, {item.size} bytes" if layout == what or not layout \
            else f"{what} {layout}, {item.size} bytes"
    head = [words.pop(name) for name in ("wqe_index", "opcode", "event_type") if name in words]
    return ", ".join([" ".join([what] + head), *words.values()])


def value_text(line: Line) -> str:
    """Returns the raw value with all hexadecimal digits of its width."""
    if line.value is None:
        return line.raw.hex()
    return f"0x{line.value:0{(line.bits.width + 3) // 4}x}"


# The fields of a piece

def parts_of(spec: Spec, data: bytes, piece: Piece) -> List[Part]:
    """Returns the parts of a piece in the order of the bytes; a cut piece has only those present."""
    if not piece.layout:
        return [_plain(data, piece)]
    return list(_layout_parts(spec, data, piece.path, piece.index, piece.layout, piece.offset,
                              piece.offset + piece.size + piece.rest))


def _plain(data: bytes, piece: Piece) -> Part:
    about = About(doc="Padding." if piece.is_padding else "")
    part = Part(piece.path, piece.index, "", piece.offset, piece.size, about)
    raw = data[piece.offset:piece.offset + piece.size]
    line = Line("padding" if piece.is_padding else "bytes", Kind.BYTES, Bits(0, piece.size * 8),
                piece.offset * 8, raw)
    if piece.is_padding and any(raw):
        line.remarks.append("padding must be zero")
    part.lines.append(line)
    return part


def _layout_parts(spec: Spec, data: bytes, path: str, index: Optional[int], name: str, start: int,
                  end: int) -> Iterator[Part]:
    layout = spec.layouts[name]
    size = min(layout.size, max(0, end - start))
    values = {item.name: bits_of(data, item.bits, start) for item in layout.fields
              if item.is_number and start * 8 + item.bits.end <= end * 8}

    def fresh(is_rest: bool) -> Part:
        return Part(path, index, name, start, size, layout.about, is_rest=is_rest,
                    is_cut=size < layout.size)

    part, before = fresh(False), False
    full = part.name
    for item in layout.fields:
        for one in _alternatives(item, values):
            nested = list(_nested(spec, data, full, one, start, end))
            if not nested:
                part.lines.extend(_lines(spec, data, one, item, start, end))
                continue
            if part.lines:
                yield part
                before = True
            yield from nested
            part = fresh(before)
    if part.lines or (not before and not _has_nested(layout.fields, values)):
        yield part


def _has_nested(fields: List[Field], values: Dict[str, int]) -> bool:
    return any(one.kind is Kind.LAYOUT for item in fields for one in _alternatives(item, values))


def _alternatives(item: Field, values: Dict[str, int]) -> List[Field]:
    """Returns the field itself; for an overlay the fields of the selected arm, or the overlay if the arm
    cannot be determined."""
    if item.kind is not Kind.OVERLAY or item.selector is None or not item.selector.field:
        return [item]
    value = values.get(item.selector.field)
    if value is None:
        return [item]
    arm = arm_of(item, value)
    if arm is None:
        return [item]
    if arm.is_single:
        return arm.fields
    return [_renamed(sub, f"{arm.name}.{sub.name}" if sub.name else "") for sub in arm.fields]


def arm_of(item: Field, value: int) -> Optional[Arm]:
    """Returns the arm of an overlay for this value of the selector, or None."""
    return next((arm for arm in item.arms if value in arm.when.values), None) or \
        next((arm for arm in item.arms if arm.when.is_else), None)


def _renamed(item: Field, name: str) -> Field:
    copy = Field(**vars(item))
    copy.name = name
    return copy


def _nested(spec: Spec, data: bytes, path: str, item: Field, start: int,
            end: int) -> Iterator[Part]:
    """Yields the parts of a nested layout, or of an array of them."""
    if item.kind is not Kind.LAYOUT:
        return
    size = spec.layouts[item.layout].size
    first = start + item.bits.offset // 8
    count = item.count if item.count else 1
    if item.is_flexible:
        count = max(0, end - first) // size
    for index in range(count):
        at = first + index * size
        if at >= end:
            return
        yield from _layout_parts(spec, data, f"{path}.{item.name}",
                                 index if item.is_array else None, item.layout, at,
                                 min(end, at + size))


def _lines(spec: Spec, data: bytes, item: Field, whole: Field, start: int,
           end: int) -> Iterator[Line]:
    """Yields the lines of a field: none for ignored bits and for reserved ones that are zero."""
    bits = item.bits
    if item.is_flexible:
        bits = Bits(bits.offset, max(0, (end - start) * 8 - bits.offset))
    if item.kind is Kind.IGNORED or not bits.width or start * 8 + bits.end > end * 8:
        return
    if item.is_array and item.kind is Kind.UINT:
        step = item.elem_width
        for index in range(bits.width // step):
            place = Bits(bits.offset + index * step, step)
            yield _number(spec, data, item, place, start, index)
        return
    first, last = start + bits.offset // 8, start + (bits.end + 7) // 8
    if item.kind is Kind.RESERVED and not any(data[first:last]):
        return
    line = _number(spec, data, item, bits, start, None) if item.kind is Kind.UINT else \
        Line(item.name, item.kind, bits, start * 8 + bits.offset, data[first:last], doc=item.about.doc,
             unverified=[item.about.unverified] if item.about.unverified else [])
    if item.kind is Kind.RESERVED:
        line.value = bits_of(data, bits, start) if bits.width <= 64 else None
        if line.is_zero:
            return
        line.name = "reserved"
        set_bits = bin(int.from_bytes(line.raw, "big") if line.value is None
                       else line.value).count("1")
        line.remarks.append(f"reserved bit{'s' if set_bits > 1 else ''} set (must be zero)")
    elif item.kind is Kind.OVERLAY:
        line.value = bits_of(data, bits, start) if bits.width <= 64 else None
        if item.selector is not None and item.selector.external:
            line.readings = list(_readings(spec, data, item, start))
            line.text = item.selector.external
        else:
            line.text = f"no reading for this {item.selector.field}" if item.selector else ""
    if whole.kind is Kind.OVERLAY and not line.doc:
        line.doc = whole.about.doc
    yield line


def _number(spec: Spec, data: bytes, item: Field, bits: Bits, start: int,
            index: Optional[int]) -> Line:
    first, last = start + bits.offset // 8, start + (bits.end + 7) // 8
    line = Line(item.name, item.kind, bits, start * 8 + bits.offset, data[first:last],
                bits_of(data, bits, start), index, doc=item.about.doc,
                enum=item.enum or item.flags, is_flags=bool(item.flags),
                encoding=item.encoding)
    what = meaning.of_value(spec, item, line.value or 0)
    line.names, line.text, line.remarks = what.names, what.text, what.remarks
    line.unverified = what.unverified
    if item.also in spec.layouts:
        layout = spec.layouts[item.also]
        text = _fields_text(spec, data, layout.fields, first)
        line.readings = [(layout.about.doc.rstrip(".")[:1].lower() + layout.about.doc.rstrip(".")[1:], text)]
    return line


def _readings(spec: Spec, data: bytes, item: Field, start: int) -> Iterator[Tuple[str, str]]:
    """Yields (when, fields with values) of each arm, for an overlay with an external selector."""
    for arm in item.arms:
        when = "else" if arm.when.is_else else ", ".join(arm.when.texts)
        yield when, _fields_text(spec, data, arm.fields, start)


def _fields_text(spec: Spec, data: bytes, fields: List[Field], start: int) -> str:
    texts = []
    for sub in fields:
        if sub.kind in (Kind.RESERVED, Kind.IGNORED):
            continue
        if sub.is_number:
            line = _number(spec, data, sub, sub.bits, start, None)
            shown = " | ".join(line.names) or line.text
            texts.append(f"{sub.name} {value_text(line)}" + (f" ({shown})" if shown else ""))
        else:
            first = start + sub.bits.offset // 8
            raw = data[first:first + sub.bits.width // 8]
            texts.append(f"{sub.name} {raw.hex()}")
    return ", ".join(texts)


def as_json(item: Item, number: int) -> Dict[str, Any]:
    """Converts an item for ``--json``; docs/decode.md has the keys."""
    return {
        "number": number, "what": item.what, "title": item.title, "offset": item.offset,
        "size": item.size, "error": item.error,
        "broken": [{"rule": one.rule.name, "text": one.text, "unless": one.unless,
                    "seen": one.seen.text if one.seen else ""} for one in item.broken],
        "fields": [_field_json(part, line) for part, line in item.lines],
    }


def _field_json(part: Part, line: Line) -> Dict[str, Any]:
    return {
        "segment": part.name, "layout": part.layout, "field": line.full_name,
        "kind": line.kind.value, "place": line.place, "offset_bits": line.offset_bits,
        "width_bits": line.bits.width, "raw": line.raw.hex(), "value": line.value,
        "enum": line.enum, "names": line.names, "meaning": line.text,
        "readings": [{"when": when, "fields": text} for when, text in line.readings],
        "unverified": line.unverified, "remarks": line.remarks,
    }
