# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The C writer: one header for every file of the spec, and the headers that they share.

:func:`headers` returns the texts; nothing is written here.
"""

from __future__ import annotations

from typing import Dict, List

from prmclib.model import Spec

from .c_enum import CEnum
from .c_host import Host
from .c_members import Grouped, Number
from .c_pack import Pack, shifted, wrap_call
from .c_table import Table
from .c_wire import Wire
from .dialect import ALIGNED
from .options import VERSION, Options
from .order import dependencies, digest_of, in_order
from .templates import environment
from .text import WIDTH, about_text, block, column, comment_safe, head_text, wrapped

ALWAYS_INLINE = 128  # bytes; larger than any segment and CQE, smaller than any large command


class CLayout(Wire, Host, Pack, Table):
    """A layout seen with the eyes of C."""

    def head_comment(self) -> str:
        return head_text(self.layout, f"struct {self.p}_{self.name}", "/**")

    @property
    def inline(self) -> str:
        """How pack and unpack of this layout are inlined.

        Always, for what is written and read while data pass: where the caller knows some of the
        fields, or needs only some, little of it is left, which no compiler guesses beforehand.
        """
        return f"{self.P}_ALWAYS_INLINE" if self.size <= ALWAYS_INLINE else "inline"

    def prototype(self, result: str, name: str, arguments: List[str],
                  inline: str = "inline") -> str:
        """The first line of a function, broken before column 100."""
        text = f"static {inline} {result}{'' if result.endswith('*') else ' '}{name}("
        line = text
        lines = []
        for number, argument in enumerate(arguments):
            piece = argument + (", " if number < len(arguments) - 1 else ")")
            if column(line + piece.rstrip(), 0) > WIDTH:
                lines.append(line.rstrip())
                line = "\t\t"
            line += piece
        return "\n".join(lines + [line])

    def replacing(self, n: Number) -> str:
        """The statement of a setter whose field shares its member with others."""
        word = "u8" if n.unit == 8 else f"be{n.unit}"
        value = "v"
        if n.shift:
            wide = "uint64_t" if n.unit == 64 else "uint32_t"
            value = f"{'v' if n.c_type == wide else f'({wide})v'} << {n.shift}"
        if n.unit in (8, 16):
            value = f"(uint{n.unit}_t)({value})" if n.shift else f"(uint{n.unit}_t)v"
        mask = f"{n.mask << n.shift:#x}"
        if n.unit == 64:
            mask = f"UINT64_C({mask})"
        elif n.unit == 32:
            mask += "u"
        start = f"\tp->{n.access} = {self.p}_{word}_replace(p->{n.access}, {mask},"
        line = f"{start} {value});"
        return line if column(line, 0) <= WIDTH else f"{start}\n\t\t{value});"

    def group_comment(self, g: Grouped) -> str:
        doc = about_text(g.group.about) or "Fields of one word."
        names = ", ".join(n.name for n in g.numbers)
        return block([f"{names} of struct {self.p}_{self.name}, encoded. {doc}"])

    def group_arguments(self, g: Grouped) -> List[str]:
        return [f"{n.c_type} {n.name}" for n in g.numbers]

    def group_value(self, g: Grouped) -> List[str]:
        """The statement that encodes the fields of a group."""
        wide = "uint64_t" if g.unit == 64 else "uint32_t"
        terms = []
        for n in g.numbers:
            value = n.name if n.c_type == wide else f"({wide}){n.name}"
            if not n.is_flag and n.width not in (32, 64):
                value = f"({value} & {n.mask:#x})"
            terms.append(shifted(value, n.shift))
        if g.unit == 8:
            return wrap_call("\t", "g.word = (uint8_t)(", terms)
        cut = "(uint16_t)(" if g.unit == 16 else ""
        terms[-1] += ")" if cut else ""
        return wrap_call("\t", f"g.word = {self.p}_cpu_to_be{g.unit}({cut}", terms)

    def needs_loop(self, lines: List[str]) -> bool:
        return any("for (i = 0" in line for line in lines)


def headers(spec: Spec, options: Options = Options()) -> Dict[str, str]:
    """All headers: file name -> text.  Depends on the spec, the options and VERSION alone."""
    dialect = options.dialect
    common, own = environment("c"), environment(dialect.style)
    style = "" if dialect.style == "c" else f", style {dialect.style}"
    base = {"p": options.prefix, "P": options.prefix.upper(), "command": options.command,
            "version": VERSION + style}
    out = {f"{options.prefix}_base.h": own.get_template("base.h.j2").render(base),
           f"{options.prefix}_table.h":
           options.speak(common.get_template("table.h.j2").render(base))}
    if dialect.has_printer:
        out[f"{options.prefix}_print.h"] = common.get_template("print.h.j2").render(base)
        out[f"{options.prefix}_layouts.h"] = common.get_template("layouts.h.j2").render(
            base, stems=[item.stem for item in spec.files if item.layouts],
            names=sorted(name for item in spec.files for name in item.layouts))
    for item in spec.files:
        enums = [CEnum(spec.enums[name], options) for name in item.enums]
        layouts = [CLayout(spec, layout, options) for layout in in_order(spec, item)]
        if not enums and not layouts:
            continue
        deps = dependencies(spec, item)
        made = [f"Generated by prmc {VERSION}{style and style + ','} from {item.path}, spec digest "
                f"{digest_of(spec, item)}.", f"Do not edit: run `{options.command}`."]
        values = dict(base, file=item, made=made, deps=deps, enums=enums,
                      layouts=layouts, doc=comment_safe(item.doc), head=block, aligned=ALIGNED)
        out[f"{options.prefix}_{item.stem}.h"] = \
            wrapped(options.speak(common.get_template("header.h.j2").render(values)))
    return out
