# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Writes the model in the notation of the spec (``docs/notation.md``).

``write_file`` returns the text of one file, ``layout_lines`` and similar functions that of one
definition; reading it gives the same model.  A layout has one line per field where that fits into
120 columns, values are aligned in a column, and texts are wrapped at 100.  ``prmc fmt`` prints with
the same functions, :func:`entry_lines` and :func:`table_lines`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from prmclib.model import (BYTES, About, Arm, Bits, Enum, EnumValue, Expr, Field, File, Kind, Layout, Name,
                           Num, Op, Ref, Segment, Selector, Spec, Variant, VariantArm, When, hex2, range_text)
from prmclib.model import Sequence as Seq
from prmclib.model.flatten import referred

WIDTH = 100  # of texts
ROW = 120  # of a map in one line
LICENCE = "# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB"

_MAX_ALIGN = 48  # columns of a name whose value is aligned


@dataclass(frozen=True)
class Prose:
    """A text for people, which is quoted and wrapped if necessary.  ``above``: comments before it."""

    text: str
    above: Tuple[str, ...] = ()


class Key(str):
    """A key with the comments before and beside it."""

    above: Sequence[str] = ()
    beside: str = ""


def _comments(key: str, indent: int) -> List[str]:
    """Returns the comments of a key on lines of their own."""
    found = [*key.above, key.beside] if isinstance(key, Key) else []
    return [" " * indent + text for text in found if text]


# A str is a word that is printed as it is.
Node = Union[str, Prose, List["Node"], Dict[str, "Node"]]


# Scalars

_STARTS = re.compile(r"[-?:,\[\]{}#&*!|>'\"%@`=<]")
# Plain scalars that are not texts in YAML 1.1.
_OTHER = re.compile(
    r"(?:[-+]?(?:0b[01_]+|0x[0-9a-fA-F_]+|[0-9][0-9_]*(?::[0-5]?[0-9])*|"
    r"[0-9][0-9_]*(?::[0-5]?[0-9])*\.[0-9_]*|\.[0-9_]+)(?:[eE][-+]?[0-9]+)?|[-+]?\.inf|\.nan|~|"
    r"null|true|false|yes|no|on|off|y|n|\.\.\.|---|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*|)\Z",
    re.IGNORECASE)
_SPACE = re.compile(r"(?<=[^ \n]) (?=[^ \n])")


def _is_plain(text: str, in_flow: bool) -> bool:
    """True if a text needs no quotes."""
    return not (text != text.strip() or _STARTS.match(text) or _OTHER.match(text)
                or ": " in text or " #" in text or text.endswith(":")
                or any(char in text for char in "\n\t")
                or (in_flow and any(char in text for char in ",[]{}")))


def _quoted(text: str) -> str:
    for char, escape in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        text = text.replace(char, escape)
    return f'"{text}"'


def _scalar(node: Union[str, Prose], in_flow: bool) -> str:
    if isinstance(node, str):
        return node
    return node.text if _is_plain(node.text, in_flow) else _quoted(node.text)


def _wrap(text: str, indent: int, first: int) -> List[str]:
    """Breaks ``text`` at single spaces; ``first`` columns of the first line are in use."""
    lines: List[str] = []
    line, room = "", WIDTH - first
    for word in _SPACE.split(text):
        if line and len(line) + 1 + len(word) > room:
            lines.append(line)
            line, room = word, WIDTH - indent
        else:
            line = f"{line} {word}" if line else word
    return lines + [line]


def _prose(prefix: str, node: Prose, indent: int) -> List[str]:
    """Returns the lines of ``prefix`` and a text, which continues at ``indent``."""
    text, pad = node.text, " " * indent
    short = _scalar(node, False)
    if len(prefix) + 1 + len(short) <= WIDTH:
        return [f"{prefix} {short}"]
    parts = text.split("\n")
    if not _is_plain(text, False) and all(
            part == part.strip() and (part or 0 < number < len(parts) - 1)
            for number, part in enumerate(parts)) and "\t" not in text:
        body = [line for part in parts for line in
                ([""] if not part else ["", *_wrap(part, indent, indent)])][1:]
        return [f"{prefix} >-"] + [pad + line if line else "" for line in body]
    first, *more = _wrap(short, indent, len(prefix) + 1)
    return [f"{prefix} {first}"] + [pad + line for line in more]


def _flow(node: Node) -> str:
    """Returns a node in one line."""
    if isinstance(node, dict):
        return "{" + ", ".join(f"{key}: {_flow(value)}" for key, value in node.items()) + "}"
    if isinstance(node, list):
        return "[" + ", ".join(map(_flow, node)) + "]"
    return _scalar(node, True)


def _has_list(node: Node) -> bool:
    """True if a node has a list of texts or a map of definitions, which need several lines."""
    return isinstance(node, dict) and any(
        (isinstance(value, list) and any(isinstance(item, Prose) for item in value))
        or (key in ("fields", "arms") and value) or _comments(key, 0) or _has_list(value) for key, value in node.items())


def entry_lines(key: str, node: Node, indent: int, column: int = 0, lead: str = "") -> List[str]:
    """Returns the lines of a key with its value, one if that fits.  ``column``: where a value in the same
    line starts.  ``lead``: ``- `` for the item of a list."""
    out, comments = _entry(key, node, indent, column, lead), _comments(key, indent)
    if isinstance(key, Key) and key.beside and len(out) == 1 and len(out[0]) + 2 + len(key.beside) <= ROW:
        out[0] += f"  {key.beside}"
        comments.pop()
    return comments + out


def _entry(key: str, node: Node, indent: int, column: int, lead: str) -> List[str]:
    prefix = " " * indent + lead + f"{key}:"
    aligned = prefix.ljust(column - 1)
    inner = indent + len(lead) + 2
    if isinstance(node, (str, Prose)):
        short = f"{aligned} {_scalar(node, False)}"
        if len(short) <= WIDTH:
            return [short]
        return [f"{prefix} {node}"] if isinstance(node, str) else _prose(prefix, node, inner)
    if not node or not _has_list(node) and not (isinstance(node, list) and
                                                any(not isinstance(item, str) for item in node)):
        short = f"{aligned} {_flow(node)}"
        if len(short) <= ROW:
            return [short]
    return [prefix, *_block(node, inner)]


def _block(node: Node, indent: int) -> List[str]:
    """Returns the lines of a map or list, one entry after the other."""
    out: List[str] = []
    if isinstance(node, dict):
        for key, value in node.items():
            if key in ("fields", "arms") and isinstance(value, dict) and value:
                out += [*_comments(key, indent), " " * indent + f"{key}:", *table_lines(value, indent + 2)]
            else:
                out += entry_lines(key, value, indent)
    elif isinstance(node, list):
        for item in node:
            prefix = " " * indent + "-"
            if isinstance(item, Prose):
                out += [" " * indent + text for text in item.above] + _prose(prefix, item, indent + 2)
            else:
                out.append(f"{prefix} {_flow(item)}")
    return out


def table_lines(entries: Dict[str, Node], indent: int, lead: str = "") -> List[str]:
    """Returns the lines of entries, with the values of one-line entries aligned."""
    loose = {key: _entry(key, node, indent, 0, lead) for key, node in entries.items()}
    short = [key for key, lines in loose.items() if len(key) <= _MAX_ALIGN and len(lines) == 1]
    column = indent + len(lead) + max(map(len, short), default=0) + 2
    return [line for key, node in entries.items() for line in (
        entry_lines(key, node, indent, column, lead) if len(loose[key]) == 1 else [*_comments(key, indent), *loose[key]])]


# Numbers and expressions

def number_text(value: int) -> str:
    return str(value) if value < 10 else f"{value:#x}"


_LEVEL = {"or": 1, "and": 2, "not": 3, "==": 4, "!=": 4, "<": 4, "<=": 4, ">": 4, ">=": 4, "has": 4,
          "+": 5, "-": 5, "*": 6, "/": 6}


def expr_text(expr: Optional[Expr]) -> str:
    """Returns an expression in the notation, with the necessary parentheses; empty for None."""
    if expr is None:
        return ""
    if isinstance(expr, Num):
        return str(expr.value) if expr.value < 256 else f"{expr.value:#x}"
    if isinstance(expr, Ref):
        return f"{expr.segment}.{expr.field}"
    if isinstance(expr, Name):
        return expr.name
    level = _LEVEL[expr.op]
    if expr.op == "not":
        return f"not {_operand(expr.args[0], level)}"
    # Comparisons cannot be chained; all other operators are left-associative.
    left = _operand(expr.args[0], level + (level == 4))
    return f"{left} {expr.op} {_operand(expr.args[1], level + 1)}"


def _operand(expr: Expr, least: int) -> str:
    text = expr_text(expr)
    return f"({text})" if isinstance(expr, Op) and _LEVEL[expr.op] < least else text


# Definitions

def _about(about: About) -> Dict[str, Node]:
    out: Dict[str, Node] = {}
    if about.doc:
        out["doc"] = Prose(about.doc)
    if len(about.source) == 1:
        out["source"] = Prose(about.source[0])
    elif about.source:
        out["source"] = [Prose(text) for text in about.source]
    for key in ("since", "note", "conflict", "unverified"):
        if getattr(about, key):
            out[key] = Prose(getattr(about, key))
    if about.observed:
        out["observed"] = Prose(about.observed[0]) if len(about.observed) == 1 else \
            [Prose(text) for text in about.observed]
    return out


def when_node(when: When, enum: Optional[Enum]) -> Node:
    if when.is_else:
        return "else"
    texts = when.texts
    if len(texts) != len(when.values):
        texts = [_value(value, enum) for value in when.values]
    return texts[0] if len(texts) == 1 else list(texts)


def _value(number: int, enum: Optional[Enum]) -> str:
    named = enum.by_value(number) if enum is not None and not enum.is_flags else None
    return named.name if named is not None else number_text(number)


class _Things:
    """Converts the definitions of a spec to nodes."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec

    def enum(self, enum: Enum) -> Dict[str, Node]:
        key = "bit" if enum.is_flags else "value"
        as_hex = not enum.is_flags and any(item.value > 9 for item in enum.values)
        digits = max((len(f"{item.value:x}") for item in enum.values), default=1)
        first: Dict[int, EnumValue] = {}
        values: Dict[str, Node] = {}
        for item in enum.values:
            number = str(item.value) if not as_hex else \
                f"0x{item.value:0{digits if digits == 2 else 1}x}"
            known = first.setdefault(item.value, item)
            more = _about(item.about)
            if known is not item:
                more = {"alias": known.name, **more}
            if item.detail:
                more = {"detail": item.detail, **more}
            values[item.name] = {key: number, **more} if more else number
        opened: Dict[str, Node] = {"open": "true"} if enum.is_open else {}
        return {**_about(enum.about), **opened, f"{key}s": values}

    # Fields

    def layout(self, layout: Layout) -> Dict[str, Node]:
        out: Dict[str, Node] = {"size": str(layout.size), **_about(layout.about)}
        if layout.writer.value != "driver":
            out["writer"] = layout.writer.value
        if layout.groups:
            out["groups"] = {group.name: {"fields": f"[{', '.join(group.fields)}]",
                                          **_about(group.about)} for group in layout.groups}
        out["fields"] = self.fields(layout, layout.fields)
        return out

    def fields(self, layout: Layout, fields: Iterable[Field]) -> Dict[str, Node]:
        return {place_text(item): self.field(layout, item) for item in fields}

    def field(self, layout: Layout, item: Field) -> Node:
        if item.kind is Kind.OVERLAY:
            return self.overlay(layout, item)
        more = self.attributes(item)
        if not item.is_named:
            return {"kind": item.kind.value, **more} if more else item.kind.value
        if not more and item.name not in ("reserved", "ignored"):
            return item.name
        return {"name": item.name, **more}

    def attributes(self, item: Field, about: Optional[About] = None) -> Dict[str, Node]:
        out: Dict[str, Node] = {}
        if item.kind is Kind.BYTES:
            out["kind"] = "bytes"
        if item.layout:
            out["layout"] = item.layout
        if item.count:
            out["count"] = str(item.count)
        if item.kind is Kind.UINT and item.is_array:
            out["width"] = str(item.elem_width)
        for key in ("enum", "flags", "encoding"):
            if getattr(item, key):
                out[key] = getattr(item, key)
        for key in ("default", "fixed"):
            if getattr(item, key) is not None:
                out[key] = _value(getattr(item, key), self.spec.enums.get(item.enum))
        if item.also:
            out["also"] = item.also
        if item.unit:
            out["unit"] = Prose(item.unit)
        if item.ranges:
            texts: List[Node] = [range_text([one]) for one in item.ranges]
            out["range"] = texts if len(texts) > 1 else texts[0]
        if item.writer is not None:
            out["writer"] = item.writer.value
        if item.cap:
            out["cap"] = Prose(item.cap)
        return {**out, **_about(about or item.about)}

    def overlay(self, layout: Layout, item: Field) -> Node:
        out: Dict[str, Node] = {"overlay": item.name}
        enum = None
        if item.selector is not None:
            enum = self.spec.enums.get(item.selector.enum)
            out["selector"] = selector_node(item.selector)
        out.update(self.attributes(item))
        out["arms"] = {arm.name: self.arm(layout, arm, enum) for arm in item.arms}
        return out

    def arm(self, layout: Layout, arm: Arm, enum: Optional[Enum]) -> Dict[str, Node]:
        out: Dict[str, Node] = {"when": when_node(arm.when, enum)}
        inner = arm.fields[0] if len(arm.fields) == 1 else None
        if arm.is_single and inner is not None and inner.is_named:
            about = inner.about if inner.about != About() else arm.about
            return {**out, **self.attributes(inner, about)}
        return {**out, **_about(arm.about), "fields": self.fields(layout, arm.fields)}

    # Variants and sequences

    def variant(self, variant: Variant) -> Dict[str, Node]:
        enum = self.spec.enums.get(variant.selector.enum)
        return {**_about(variant.about), "selector": selector_node(variant.selector),
                "arms": {arm.name: self.variant_arm(arm, enum) for arm in variant.arms}}

    def variant_arm(self, arm: VariantArm, enum: Optional[Enum]) -> Dict[str, Node]:
        target = "layout" if arm.layout else "sequence"
        return {"when": when_node(arm.when, enum), target: arm.layout or arm.sequence,
                **_about(arm.about)}

    def sequence(self, sequence: Seq) -> Dict[str, Node]:
        out = _about(sequence.about)
        if sequence.size is not None:
            out["size"] = self.length(sequence, sequence.size)
        out["segments"] = {item.name: self.segment(sequence, item) for item in sequence.segments}
        return out

    def length(self, sequence: Seq, size: Expr) -> Prose:
        """Returns a size in bytes; a field whose encoding counts bytes is written without the factor."""
        if isinstance(size, Op) and size.op == "*" and isinstance(size.args[0], Ref):
            found = referred(self.spec, sequence, size.args[0])
            if found is not None and size.args[1] == Num(BYTES.get(found.encoding, 0)):
                return Prose(expr_text(size.args[0]))
        return Prose(expr_text(size))

    def segment(self, sequence: Seq, item: Segment) -> Dict[str, Node]:
        out: Dict[str, Node] = {}
        for key in ("layout", "variant", "sequence"):
            if getattr(item, key):
                out[key] = getattr(item, key)
        if item.data:
            out["data"] = "true"
        if item.count is not None:
            out["count"] = Prose(expr_text(item.count))
        if item.size is not None:
            out["size"] = self.length(sequence, item.size)
        if item.when is not None:
            out["when"] = Prose(expr_text(item.when))
        if item.rest:
            out["rest"] = "true"
        return {**out, **_about(item.about)}


def place_text(item: Field) -> str:
    """Returns the place of a field, in bits or in bytes depending on its kind."""
    bits = item.bits
    if item.is_flexible:
        return f"{hex2(bits.offset // 8)}.."
    in_bytes = item.kind is Kind.BYTES or item.is_array \
        or (item.kind is Kind.LAYOUT and _dwords(bits) > 1) \
        or (item.kind is not Kind.UINT and _dwords(bits) > 2)
    if in_bytes and bits.is_bytes and bits.width:
        return f"{hex2(bits.offset // 8)}..{hex2(bits.end // 8 - 1)}"
    return str(bits)


def _dwords(bits: Bits) -> int:
    return (bits.end - 1) // 32 - bits.offset // 32 + 1


def selector_node(selector: Selector) -> Node:
    """Returns the value of the key ``selector``."""
    out: Dict[str, Node] = {}
    if selector.bits is not None:
        out["bits"] = _quoted(str(selector.bits))
    elif selector.external:
        out["external"] = Prose(selector.external)
    else:
        return selector.field
    if selector.enum:
        out["enum"] = selector.enum
    return out


# Nodes of definitions that become part of a file

def layout_node(spec: Spec, layout: Layout) -> Node:
    return _Things(spec).layout(layout)


def enum_node(spec: Spec, enum: Enum) -> Node:
    return _Things(spec).enum(enum)


def field_node(spec: Spec, layout: Layout, item: Field) -> Node:
    return _Things(spec).field(layout, item)


def arm_node(spec: Spec, layout: Layout, arm: Arm, enum: Optional[Enum]) -> Node:
    return _Things(spec).arm(layout, arm, enum)


# Texts

def thing_lines(name: str, body: Dict[str, Node], table: str, lead: str = "") -> List[str]:
    """Returns the lines of a definition in its section; entries under the key ``table`` are aligned."""
    out = [*_comments(name, 2), f"  {name}:"]
    for key, node in body.items():
        if key == table and isinstance(node, dict) and node:
            out += [*_comments(key, 4), f"    {key}:", *table_lines(node, 6, lead)]
        else:
            out += entry_lines(key, node, 4)
    return out


def _abbreviated(text: str, sources: Mapping[str, str]) -> str:
    """Returns a source with the abbreviation for its start, if ``sources`` has one."""
    for short, full in sources.items():
        if text == full or text.startswith(full + " "):
            return short + text[len(full):]
    return text


def _with_abbreviations(node: Node, sources: Mapping[str, str]) -> Node:
    """Returns a node whose sources are abbreviated."""
    if isinstance(node, list):
        return [_with_abbreviations(item, sources) for item in node]
    if not isinstance(node, dict):
        return node
    return {key: _short_sources(value, sources) if key == "source" and not isinstance(value, dict) else
            _with_abbreviations(value, sources) for key, value in node.items()}


def _short_sources(node: Node, sources: Mapping[str, str]) -> Node:
    """Returns the sources of something, abbreviated; a list of nothing but abbreviations is one of words."""
    texts = [item for item in (node if isinstance(node, list) else [node]) if isinstance(item, Prose)]
    short = [_abbreviated(item.text, sources) for item in texts]
    if isinstance(node, list) and all(text in sources for text in short):
        return list(short)
    proses = [replace(item, text=text) for item, text in zip(texts, short)]
    return list(proses) if isinstance(node, list) else proses[0]


def _lines(name: str, body: Dict[str, Node], sources: Mapping[str, str], table: str, lead: str = "") -> List[str]:
    short = _with_abbreviations(body, sources)
    assert isinstance(short, dict)
    return thing_lines(name, short, table, lead)


# ``sources``: abbreviations of the file in which the lines are to be.

def layout_lines(spec: Spec, layout: Layout, sources: Mapping[str, str] = {}) -> List[str]:
    """Returns the lines of a layout under ``layouts:``."""
    return _lines(layout.name, _Things(spec).layout(layout), sources, "fields")


def enum_lines(spec: Spec, enum: Enum, sources: Mapping[str, str] = {}) -> List[str]:
    """Returns the lines of an enumeration or set of flags under ``enums:`` or ``flags:``."""
    return _lines(enum.name, _Things(spec).enum(enum), sources, "bits" if enum.is_flags else "values")


def variant_lines(spec: Spec, variant: Variant, sources: Mapping[str, str] = {}) -> List[str]:
    """Returns the lines of a variant under ``variants:``."""
    return _lines(variant.name, _Things(spec).variant(variant), sources, "arms")


def sequence_lines(spec: Spec, sequence: Seq, sources: Mapping[str, str] = {}) -> List[str]:
    """Returns the lines of a sequence under ``sequences:``."""
    return _lines(sequence.name, _Things(spec).sequence(sequence), sources, "segments", "- ")


def sections(spec: Spec, file: File) -> List[Tuple[str, List[List[str]]]]:
    """Returns the sections of a file that are not empty, each with the lines of its definitions."""
    enums = [spec.enums[name] for name in file.enums]
    found: Sequence[Tuple[str, List[List[str]]]] = (
        ("enums", [enum_lines(spec, item, file.sources) for item in enums if not item.is_flags]),
        ("flags", [enum_lines(spec, item, file.sources) for item in enums if item.is_flags]),
        ("layouts", [layout_lines(spec, spec.layouts[name], file.sources) for name in file.layouts]),
        ("variants", [variant_lines(spec, spec.variants[name], file.sources) for name in file.variants]),
        ("sequences", [sequence_lines(spec, spec.sequences[name], file.sources) for name in file.sequences]))
    return [(key, things) for key, things in found if things]


def write_file(spec: Spec, file: File) -> str:
    """Returns the text of one file of the spec."""
    out = [LICENCE, *_prose("doc:", Prose(file.doc), 2)]
    if file.sources:
        out += ["", *entry_lines("sources", {key: Prose(text) for key, text in file.sources.items()}, 0)]
    for key, things in sections(spec, file):
        out += ["", f"{key}:"]
        for number, lines in enumerate(things):
            out += ([""] if number else []) + lines
    return "".join(line + "\n" for line in out)
