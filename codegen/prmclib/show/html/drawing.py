# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Draws a layout like the manual, as SVG: one drawing for each row, which the page stacks.

Places and widths are per cent, so that a row fills any width.  The labels in the boxes are laid out
for a few widths (:data:`ROOMS`); the style sheet
``drawing.css`` shows those that fit the actual width, and sets the height of the row.  A row alone
has neither colours nor a height: :func:`standalone` makes a
picture with both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Callable, Dict, List, Optional, Sequence, Tuple

from markupsafe import Markup, escape

from prmclib.model import Bits, Field, Kind
from prmclib.show.grid import DWORD, Cell, Repeat, Row, fit, labels_of, place_of, repeats

# Letters of monospaced fonts are at most this wide, in parts of their size.
_EM = 0.605


@dataclass(frozen=True)
class Room:
    """A width for which names are laid out: a class of the style sheet, and the least width of a
    bit there, in px."""

    name: str
    per_bit: float


NARROW, MIDDLE, WIDE = Room("n", 9.2), Room("m", 15.0), Room("w", 23.0)
ROOMS = (NARROW, MIDDLE, WIDE)

_SIZES = (11.5, 10.0)  # of letters, px
_TINY = 9.0  # of upright names in narrow boxes
_SIGN = 15  # px that a sign in the corner takes from an upright name
_CLASSES = {11.5: "", 10.0: "s", 9.0: "t"}
_LEAST = 28  # height of a row, px
_UPRIGHT = 118  # the longest name that is turned by 90 degrees, px
_UPRIGHT_MOST = 150  # the same where a shorter one would be cut
_LINE = 1.12  # distance of lines, in parts of the size
_CLOSE = 1.04  # the same for upright names


@dataclass(frozen=True)
class Label:
    """The text of a box."""

    lines: Tuple[str, ...]
    size: float
    upright: bool = False  # turned by 90 degrees, to be read from below

    @property
    def height(self) -> float:
        """Height of the label in px."""
        if self.upright:
            return max(len(line) for line in self.lines) * self.size * _EM + 10
        return len(self.lines) * self.size * _LINE + 9


def shorten(name: str, room: int) -> str:
    """Shortens ``name`` to at most ``room`` letters: every word gets shorter, the longest first, and
    keeps its beginning; numbers and the number of words stay as long as possible.

    >>> shorten("relaxed_ordering_write_umr", 16)
    'rela_orde_wri_um'
    """
    if len(name) <= room:
        return name
    words = name.split("_")
    least = 2
    while len("_".join(words)) > room:
        long = max((word for word in words if not word.isdigit()), key=len, default="")
        if len(long) <= least:
            break
        at = max(index for index, word in enumerate(words) if word == long)
        words[at] = long[:-1]
    text = "_".join(words)
    return text if len(text) <= room else text[:max(room - 1, 0)].rstrip("_") + "…"


def label(names: Sequence[str], width: float) -> Label:
    """Lays out one of ``names``, given in the order of preference, in a box ``width`` px wide; the
    last one is shortened if none fits."""
    inside = width - 3
    for size in _SIZES:
        for name in names:
            if len(name) * size * _EM <= inside:
                return Label((name,), size)
    for size, most in ((_SIZES[0], 2), (_SIZES[1], 3), (_TINY, 3)):
        for name in names:
            lines = fit(name, int(inside / size / _EM), most)
            if lines:
                return Label(tuple(lines), size)
    name = min(names, key=len) if names[-1] == "" else names[-1]
    if not name:
        return Label((), _SIZES[1])
    sizes = [size for size in _SIZES if size * _CLOSE <= width - 1] or [_TINY]
    for size in sizes:
        most = min(max(1, int((width - 1) / size / _CLOSE)), 3)
        room = int(_UPRIGHT / size / _EM)
        # Few lines are easier to read, but must not make the row too high.
        for count in range(1, most + 1):
            if len(name) <= room * count:
                lines = _broken(name, room, count)
                if lines:
                    return Label(tuple(lines), size, True)
    size = sizes[-1]
    if len(name) * size * _EM <= _UPRIGHT_MOST:
        return Label((name,), size, True)
    if inside > _UPRIGHT:
        return Label((shorten(name, int(inside / size / _EM)),), size)
    return Label((shorten(name, int(_UPRIGHT_MOST / size / _EM)),), size, True)


def _broken(name: str, room: int, count: int) -> Optional[List[str]]:
    """Splits a name into ``count`` lines of similar length, of at most ``room`` letters each."""
    for most in range(-(-len(name) // count), room + 1):
        lines = fit(name, most, count)
        if lines:
            return lines
    return None


@dataclass
class Mark:
    """A mark on a box or some of its bits: a class of the style sheet, a sign in the corner, and a
    text."""

    look: str
    sign: str = ""
    words: str = ""
    bits: Optional[Bits] = None  # of the layout, to be marked one by one; None: only the box
    link: str = ""


@dataclass
class Style:
    """Callbacks of a drawing: ``anchor`` returns the id of the field's description, or an empty
    text; ``about`` the title."""

    anchor: Callable[[Field], str] = lambda item: ""
    about: Callable[[Field], str] = lambda item: ""
    marks: Callable[[Cell], List[Mark]] = lambda cell: []
    rooms: Sequence[Room] = ROOMS


@dataclass
class Drawn:
    """A drawn row: the content of an ``<svg>`` element, and its height in px by the room's
    name."""

    labels: Tuple[str, ...]  # offsets on the left, from top to bottom
    content: Markup
    heights: Dict[str, int]
    row: Row
    hidden: int = 0  # rows that the drawing folds; content is empty then
    inside: List["Drawn"] = field(default_factory=list)  # those rows


def percent(bits: float) -> str:
    return f"{bits * 100 / DWORD:.3f}".rstrip("0").rstrip(".") + "%"


def draw(rows: Sequence[Row], style: Style) -> List[Drawn]:
    """Draws all rows; long runs of similar rows become one with ``inside``."""
    out: List[Drawn] = []
    hidden: Dict[int, Repeat] = {item.start: item for item in repeats(rows)}
    at = 0
    while at < len(rows):
        if at in hidden:
            end = hidden[at].end
            inside = run(rows[at:end], style)
            out.append(Drawn((rows[at].label, ".." + rows[end - 1].label.split("..")[-1]),
                             Markup(""), {room.name: _LEAST for room in style.rooms}, rows[at],
                             end - at, inside))
            at = end
            continue
        stop = min((start for start in hidden if start > at), default=len(rows))
        out += run(rows[at:stop], style)
        at = stop
    return out


def run(rows: Sequence[Row], style: Style) -> List[Drawn]:
    out: List[Drawn] = []
    at = 0
    while at < len(rows):
        row = rows[at]
        # A number over two whole dwords is one box.
        if at + 1 < len(rows) and _joined(row, rows[at + 1]):
            cell = row.cells[0]
            whole = Row(row.label, [Cell(0, DWORD, labels_of(cell.field)[0], cell.style, cell.field,
                                         cell.field.bits)])
            drawn = draw_row(whole, style, 2)
            drawn.labels = (row.label, rows[at + 1].label)
            out.append(drawn)
            at += 2
            continue
        out.append(draw_row(row, style))
        at += 1
    return out


def _joined(one: Row, two: Row) -> bool:
    return len(one.cells) == len(two.cells) == 1 and \
        one.cells[0].field is two.cells[0].field and one.cells[0].field.bits.width == 2 * DWORD \
        and one.cells[0].width == two.cells[0].width == DWORD


def draw_row(row: Row, style: Style, dwords: int = 1) -> Drawn:
    """Draws one row, whose boxes are as high as ``dwords``."""
    parts: List[Markup] = []
    heights: Dict[str, int] = {}
    for cell in row.cells:
        found = {room.name: label(cell.labels, cell.width * room.per_bit)
                 for room in style.rooms}
        marks = style.marks(cell)
        for name, one in found.items():
            more = _SIGN if one.upright and any(mark.sign for mark in marks) else 0
            heights[name] = max(heights.get(name, _LEAST), int(one.height + more + 0.999))
        parts.append(_box(cell, found, marks, style))
    least = _LEAST if not row.is_band or ".." not in row.label else _LEAST + 8
    heights = {name: max(value, least, _LEAST * dwords * 3 // 4)
               for name, value in heights.items()}
    first, dots, last = row.label.partition("..")
    labels = (first, dots + last) if dots else (first,)
    return Drawn(labels, Markup("").join(parts), heights, row)


def _texts(cell: Cell, found: Dict[str, Label], has_sign: bool) -> Markup:
    """Returns the label for all rooms, each form with the classes of its rooms."""
    forms: Dict[Label, List[str]] = {}
    for name, one in found.items():
        forms.setdefault(one, []).append(name)
    out = Markup("")
    middle = percent(cell.start + cell.width / 2)
    for one, names in forms.items():
        if not any(one.lines):
            continue
        classes = [] if len(names) == len(found) else list(names)
        classes += [_CLASSES[one.size]] if _CLASSES[one.size] else []
        classes += ["v"] if one.upright else []
        attributes = Markup(' class="{}"').format(" ".join(classes)) if classes else Markup("")
        step = one.size * (_CLOSE if one.upright else _LINE)
        up = (0.35 * one.size) - step * (len(one.lines) - 1) / 2
        up += _SIGN / 2 if one.upright and has_sign else 0
        spans = Markup("").join(
            Markup('<tspan x="{}" dy="{:.1f}">{}</tspan>').format(middle, step, line)
            for line in one.lines[1:])
        out += Markup('<text x="{}" y="50%" dy="{:.1f}"{}>{}{}</text>').format(
            middle, up, attributes, one.lines[0], spans)
    return out


_OFTEN = {Kind.UINT: "", Kind.RESERVED: "z", Kind.IGNORED: "i", Kind.BYTES: "b", Kind.LAYOUT: "l",
          Kind.OVERLAY: "o"}  # classes of the boxes


def _box(cell: Cell, found: Dict[str, Label], marks: Sequence[Mark], style: Style) -> Markup:
    item = cell.field
    classes = [_OFTEN[item.kind]] if _OFTEN[item.kind] else []
    classes += [mark.look for mark in marks if mark.look]
    anchor = style.anchor(item)
    open_, close = Markup("<g"), Markup("</g>")
    link = next((mark.link for mark in marks if mark.link), anchor)
    if link:
        open_, close = Markup('<a href="#{}" tabindex="-1"').format(link), Markup("</a>")
    if classes:
        open_ += Markup(' class="{}"').format(" ".join(dict.fromkeys(classes)))
    x, width = percent(cell.start), percent(cell.width)
    title = "\n".join(filter(None, [style.about(item), *(mark.words for mark in marks)]))
    body = Markup('<title>{}</title>').format(title) if title else Markup("")
    body += Markup('<rect x="{}" width="{}" height="100%"/>').format(x, width)
    for mark in marks:
        body += _bits(cell, mark)
    sign = "".join(dict.fromkeys(mark.sign for mark in marks))
    body += _texts(cell, found, bool(sign))
    if sign:
        body += Markup('<text class="k" x="{}" dx="-2" y="11">{}</text>').format(
            percent(cell.start + cell.width), sign)
    return open_ + Markup(">") + body + close


def _bits(cell: Cell, mark: Mark) -> Markup:
    """Returns a bar over the marked bits of a box."""
    if mark.bits is None:
        return Markup("")
    start, end = max(cell.bits.offset, mark.bits.offset), min(cell.bits.end, mark.bits.end)
    if start >= end:
        return Markup("")
    if cell.bits.width > DWORD:  # a box over several dwords is marked as a whole
        at, wide = 0, DWORD
    else:
        at, wide = cell.start + start - cell.bits.offset, end - start
    return Markup('<rect class="x {}" data-bits="{}:{}" x="{}" width="{}" height="100%"/>').format(
        mark.look, start, end, percent(at), percent(wide))


def ruler() -> Markup:
    """Returns the numbers of the bits, the content of an ``<svg>``: all where they fit, else those
    at the borders of bytes."""
    out = Markup("")
    for bit in range(DWORD):
        number = DWORD - 1 - bit
        edge = "" if number % 8 in (0, 7) else "u"
        out += Markup('<text x="{}" y="11"{}>{}</text>').format(
            percent(bit + 0.5), Markup(' class="u"') if edge else "", number)
    return out


def doubts(cell: Cell) -> List[Mark]:
    """Returns marks for unverified fields, and for those about which sources disagree."""
    item = cell.field
    abouts = [item.about, *(sub.about for sub in item.inner)]
    out = []
    if any(about.unverified for about in abouts):
        out.append(Mark("u", "?", "Unverified on hardware."))
    if any(about.conflict for about in abouts):
        out.append(Mark("c", "≠", "Sources disagree."))
    return out


def describe(item: Field) -> str:
    """Returns the title of a box: place and name."""
    name = item.name or item.kind.value
    return f"{place_of(item)} {name}"


# Standalone pictures

_PLAIN = """\
text{font:11.5px ui-monospace,"SFMono-Regular",Menlo,Consolas,"DejaVu Sans Mono",monospace;\
text-anchor:middle;fill:#1c2430}
.s{font-size:10px}.t{font-size:9px}
.v{transform-box:fill-box;transform-origin:center;transform:rotate(-90deg)}
rect{fill:#fff;stroke:#8793a5;stroke-width:1}.z rect{fill:url(#ui-h)}.i rect{fill:url(#ui-d)}
.l rect{fill:#e6effa}.o rect{fill:#f1eafa}.b rect{fill:#e8f4ee}.z text,.i text,.r text,.g{fill:#5a6677}
.r text{font-size:9px}.g{text-anchor:end}.k{font-size:12px;text-anchor:end}
.u rect{stroke:#8a5a00;stroke-dasharray:4 3}.u .k{fill:#704400}.c .k{fill:#55258f}
#ui-h rect,#ui-d rect{stroke:none;fill:#f3f5f8}#ui-h path,#ui-d path{stroke:#c9d1db;stroke-width:1}
@media(prefers-color-scheme:dark){text{fill:#e3e9f2}rect{fill:#1a212b;stroke:#6d7b90}
.u rect{stroke:#ffd27a}.u .k{fill:#ffd27a}.c .k{fill:#d2bbff}
.l rect{fill:#1d2f47}.o rect{fill:#322747}.b rect{fill:#1d3a2d}.z text,.i text,.r text,.g{fill:#9aa7b8}
#ui-h rect,#ui-d rect{fill:#161b23}#ui-h path,#ui-d path{stroke:#3a4556}}"""

PATTERNS = Markup(
    '<pattern id="ui-h" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<rect width="6" height="6"/><path d="M-1 1l2-2M0 6l6-6M5 7l2-2"/></pattern>'
    '<pattern id="ui-d" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<rect width="6" height="6"/><path d="M0 3h2"/></pattern>')


def standalone(name: str, rows: Sequence[Row], about: Callable[[Field], str] = describe) -> str:
    """Returns an SVG file with the drawing of a layout, in colours for light and dark pages."""
    gutter, per_bit = 86, WIDE.per_bit
    width = gutter + DWORD * per_bit + 2
    style = Style(about=about, marks=doubts, rooms=(WIDE,))
    y = 18
    body = Markup('<svg x="{}" y="0" width="{:g}" height="16" class="r">{}</svg>\n').format(
        gutter, DWORD * per_bit, ruler())
    for drawn in draw(rows, style):
        height = drawn.heights[WIDE.name]
        body += Markup('<text class="g" x="{}" y="{:g}">{}</text>').format(
            gutter - 8, y + height / 2 + 4, "".join(drawn.labels) if len(drawn.labels) == 1
            or drawn.labels[1].startswith("..") else drawn.labels[0])
        content = drawn.content or Markup(
            '<text x="50%" y="50%" dy="4">{} rows like those above</text>').format(drawn.hidden)
        body += Markup('<svg x="{}" y="{}" width="{:g}" height="{}" overflow="visible">{}</svg>\n'
                       ).format(gutter, y, DWORD * per_bit, height, content)
        y += height
    return ('<svg xmlns="http://www.w3.org/2000/svg" role="img" '
            f'viewBox="0 0 {width:g} {y + 2}" width="{width:g}" height="{y + 2}">\n'
            f"<title>{escape(name)}</title>\n<style>{_PLAIN}</style>\n<defs>{PATTERNS}</defs>\n"
            f"{body}</svg>\n")
