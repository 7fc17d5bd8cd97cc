# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The ifc writer: ``struct mlx5_ifc_NAME_bits`` for users of MLX5_SET() and DEVX_SET().

An element of an array of ``u8`` represents a bit.  Bits without a name are named after their place,
``reserved_at_40``.  An overlay is an anonymous union: its arms have the paths that ``prmc map``
shows.  :func:`headers` returns the texts and writes no files.

:mod:`watch.ifc.ifc_layouts` reads the same fields at the same places from these texts:

    BYTES of more than 64 bits   u8 name[0x80];      shorter ones   u8 name[4][0x8];
    an array of numbers          u8 name[4][0x20];   without end    u8 name[][0x40];
    bytes to the end             u8 name[];
    a layout that is an overlay of all its bits with its own name     union mlx5_ifc_name_bits
"""

from __future__ import annotations

from dataclasses import replace
from typing import Dict, List

from prmclib.model import Arm, Bits, Enum, Field, Kind, Layout, Spec

from .options import VERSION, Options
from .order import dependencies, digest_of, in_order
from .templates import environment
from .text import (WIDTH, about_lines, about_text, block, column, comment_safe, head_text, member_line,
                   remark, selected_by, sources_line)

ROOT = "mlx5"  # MLX5_SET() puts it before every name; this prefix adds no other


def stem(prefix: str) -> str:
    """Returns the start of every name and file: ``mlx5_ifc_``, and the prefix unless it is ROOT."""
    return f"{ROOT}_ifc_" + ("" if prefix == ROOT else f"{prefix}_")


class IfcLayout:
    """A layout as a table of bits."""

    def __init__(self, spec: Spec, layout: Layout, options: Options) -> None:
        self.spec = spec
        self.layout = layout
        self.stem = stem(options.prefix)
        self.keyword = keyword(layout)
        self.tag = f"{self.stem}{layout.name}_bits"

    def head_comment(self) -> str:
        return head_text(self.layout, f"{self.keyword} {self.tag}", "/*")

    def lines(self) -> List[str]:
        if self.keyword == "union":
            return self._arms(self.layout.fields[0], 1)
        return self._fields(self.layout.fields, 1)

    def _fields(self, fields: List[Field], tabs: int) -> List[str]:
        """Returns a line for each field, and an empty one where another row of the manual starts."""
        out: List[str] = []
        row, alone = -1, True
        for item in fields:
            if not item.bits.width and not item.is_flexible:
                continue
            dword = item.bits.dword
            whole = item.bits.offset % 32 == 0 and item.bits.width % 32 == 0
            if out and dword != row and not (alone and whole):
                out.append("")
            row, alone = (item.bits.end - 1) // 32 * 4, whole
            if item.kind is Kind.OVERLAY:
                out += self._overlay(item, tabs)
            else:
                out.append(self._member(item, item.name, tabs))
        return out

    def _member(self, item: Field, name: str, tabs: int) -> str:
        width = item.bits.width
        if not item.is_named:
            text = about_text(item.about)
            if item.kind is Kind.IGNORED:
                text = "Undefined when read." + (f" {text}" if text else "")
            name = name or f"reserved_at_{item.bits.offset:x}"
            return member_line(tabs, f"u8         {name}[{width:#x}];", text)
        text = remark(self.spec, item, self.layout.writer, self.stem)
        if item.kind is Kind.LAYOUT:
            inner = self.spec.layouts[item.layout]
            decl = f"{keyword(inner)} {self.stem}{item.layout}_bits {name}"
            if item.is_array:
                decl += f"[{item.count or ''}]"
        elif item.kind is Kind.BYTES:
            decl = f"u8         {name}" + \
                ("[]" if item.is_flexible else f"[{width:#x}]" if width > 64
                 else f"[{width // 8}][0x8]")
        elif item.is_array:
            decl = f"u8         {name}[{item.count or ''}][{item.elem_width:#x}]"
        else:
            decl = f"u8         {name}[{width:#x}]"
        return member_line(tabs, decl + ";", text)

    def _overlay(self, item: Field, tabs: int) -> List[str]:
        lead = "\t" * tabs
        head = f"{item.name}, {selected_by(item.selector) or 'selected outside this table'}"
        text = about_text(item.about)
        head = f"{head}. {text}" if text else head
        comment = f"{lead}/* {head} */"
        if column(comment, 0) > WIDTH:
            comment = block([head], tabs)
        return [comment, f"{lead}union {{", *self._arms(item, tabs + 1), f"{lead}}};"]

    def _arms(self, item: Field, tabs: int) -> List[str]:
        lead = "\t" * tabs
        out: List[str] = []
        for arm in item.arms:
            if arm.is_single or is_short(arm, item.bits):
                out.append(self._member(arm.fields[0], arm.name, tabs))
            else:
                out += [f"{lead}struct {{", *self._fields(arm.fields, tabs + 1),
                        f"{lead}}} {arm.name};"]
        return out


def keyword(layout: Layout) -> str:
    """Returns ``union`` if the layout is only an overlay with its name, else ``struct``."""
    fields = layout.fields
    whole = len(fields) == 1 and fields[0].kind is Kind.OVERLAY and fields[0].name == layout.name
    return "union" if whole else "struct"


def is_short(arm: Arm, bits: Bits) -> bool:
    """True if the arm is a field with its name, followed by undefined bits."""
    first, *rest = arm.fields
    return first.name == arm.name and first.bits.offset == bits.offset and \
        all(item.kind is Kind.IGNORED for item in rest)


class IfcEnum:
    """An enumeration or set of flags as constants."""

    def __init__(self, enum: Enum, options: Options) -> None:
        self.enum = enum
        self.stem = stem(options.prefix)
        top = max(1 << v.value if enum.is_flags else v.value for v in enum.values)
        # C before C23 has no enumeration constants beyond int, except as an extension.
        self.is_wide = top > 0x7fffffff
        self.suffix = "ULL" if top > 0xffffffff else "U" if self.is_wide else ""
        self.digits = 2 if top < 256 else 4 if top < 65536 else 8

    @property
    def head(self) -> str:
        return ("__extension__ " if self.is_wide else "") + f"enum {self.stem}{self.enum.name} {{"

    def head_comment(self) -> str:
        about = self.enum.about
        doc = comment_safe(about.doc).rstrip(".")
        lines = [f"enum {self.stem}{self.enum.name}: {doc}."]
        if self.enum.is_flags:
            lines.append("A set of flags.")
        lines += about_lines(replace(about, doc=""))
        if self.enum.is_open:
            lines.append("Other values are legal.")
        lines += sources_line(about)
        return block(lines)

    def lines(self) -> List[str]:
        names = [f"{self.stem.upper()}{self.enum.name.upper()}_{v.name}" for v in self.enum.values]
        wide = max(map(len, names))
        out = []
        for name, value in zip(names, self.enum.values):
            number = f"1{self.suffix} << {value.value}" if self.enum.is_flags else \
                f"0x{value.value:0{self.digits}x}{self.suffix}"
            out.append(member_line(1, f"{name:{wide}} = {number},", about_text(value.about)))
        return out


def headers(spec: Spec, options: Options = Options(ROOT)) -> Dict[str, str]:
    """Returns all headers: file name -> text.  They depend on the spec, the options and VERSION only."""
    template = environment("ifc").get_template("header.h.j2")
    out: Dict[str, str] = {}
    before, needs = stem(options.prefix), dependencies(spec)
    for item in spec.files:
        enums = [IfcEnum(spec.enums[name], options) for name in item.enums]
        layouts = [IfcLayout(spec, layout, options) for layout in in_order(spec, item)]
        if not enums and not layouts:
            continue
        made = [f"Generated by prmc {VERSION}, style ifc, from {item.path}, spec digest "
                f"{digest_of(spec, item, needs)}.", f"Do not edit: run `{options.command}`."]
        text = template.render(
            head=block([comment_safe(item.doc), *made]), guard=f"{before}{item.stem}_h".upper(),
            includes=[f"{before}{other}.h" for other in needs[item.stem]], enums=enums,
            layouts=layouts)
        out[f"{before}{item.stem}.h"] = text
    return out
