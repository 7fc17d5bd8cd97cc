# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The debug sections of an ELF file in the form that DWARF readers need: decompressed, relocated,
and cut into units.

pyelftools 0.29 has three gaps that this fills: relocations of some machines, sections of one
name in several groups (``-fdebug-types-section``), and the headers of type units.

Sources: the ELF and DWARF 2 to 5 documents, and the ABI supplements of the machines.
"""

from __future__ import annotations

import bisect
import inspect
import io
import re
import struct
import zlib
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Tuple

MAX_SIZE = 256 << 20  # bytes of all debug sections, decompressed

# Bytes that absolute relocations fill, by machine and type; debug sections have no others.
_WIDTHS = {
    "EM_386": {1: 4}, "EM_X86_64": {1: 8, 10: 4, 11: 4}, "EM_ARM": {2: 4},
    "EM_AARCH64": {257: 8, 258: 4}, "EM_MIPS": {2: 4, 18: 8}, "EM_PPC": {1: 4},
    "EM_PPC64": {1: 4, 38: 8}, "EM_S390": {4: 4, 22: 8}, "EM_SPARC": {3: 4, 23: 4},
    "EM_SPARCV9": {3: 4, 23: 4, 32: 8, 54: 8}, "EM_RISCV": {1: 4, 2: 8},
    "EM_LOONGARCH": {1: 4, 2: 8}, "EM_BPF": {2: 8, 3: 4, 4: 4},
}
_NAME = re.compile(r"\.z?debug_(\w+)")
_TYPE, _SKELETON, _SPLIT, _SPLIT_TYPE = 2, 4, 5, 6  # DW_UT_*
SPLIT = "the debug information is split: part of it is in another file (*.dwo, *.dwp)"
SPLIT_HELP = "compile without -gsplit-dwarf"


class Refused(Exception):
    """A file cannot be read: rule, message, remedy."""

    def __init__(self, rule: str, message: str, help: str) -> None:
        super().__init__(message)
        self.rule, self.message, self.help = rule, message, help


@dataclass
class Sections:
    """``units`` are pyelftools' compile units, type units among them; ``types`` has the offset of
    the type of each signature."""

    is_little_endian: bool
    info: Any = None
    units: List[Any] = field(default_factory=list)
    types: Dict[int, Tuple[Any, int]] = field(default_factory=dict)

    def unit_at(self, offset: int) -> Optional[Any]:
        """Returns the unit that contains a byte of the debug information."""
        index = bisect.bisect_right([unit.cu_offset for unit in self.units], offset)
        return self.units[index - 1] if index else None


def read_sections(data: bytes) -> Sections:
    """Returns the debug information of an ELF file.  Raises Refused, and whatever pyelftools does."""
    from elftools.dwarf.dwarfinfo import DebugSectionDescriptor, DwarfConfig, DWARFInfo
    from elftools.elf.elffile import ELFFile

    elf = ELFFile(io.BytesIO(data))
    sections = list(elf.iter_sections())
    names = [item.name for item in sections]
    if any(name.startswith((".debug_info.dwo", ".zdebug_info.dwo")) for name in names):
        raise Refused("E131", SPLIT, SPLIT_HELP)
    texts, types = _contents(elf, sections)
    if not texts.get("info"):
        if any(name.startswith((".gnu.lto_", ".gnu.debuglto_", ".llvm.lto")) for name in names):
            raise Refused("E131", "the file has no machine code yet (LTO), nor debug information",
                          "compile without -flto, or with -ffat-lto-objects")
        raise Refused("E131", "the file has no debug information", "compile with -g")
    streams = {f"debug_{name}_sec": DebugSectionDescriptor(io.BytesIO(text), f".debug_{name}", 0,
                                                           len(text), 0)
               for name, text in texts.items()}
    known = list(inspect.signature(DWARFInfo.__init__).parameters)[2:]
    config = DwarfConfig(little_endian=elf.little_endian,
                         default_address_size=elf.elfclass // 8,
                         machine_arch=elf.get_machine_arch())
    found = Sections(elf.little_endian)
    found.info = DWARFInfo(config, **{name: streams.get(name) for name in known})
    _cut(found, texts["info"], types)
    return found


# Contents

def _contents(elf: Any, sections: List[Any]) -> Tuple[Dict[str, bytes], int]:
    """Returns the contents by name (``info`` for ``.debug_info``), type units last, and where those
    of DWARF 4 start."""
    total = 0
    parts: Dict[str, List[bytes]] = {}
    tables: Dict[int, List[Any]] = {}
    if elf["e_type"] == "ET_REL":
        for item in sections:
            if item["sh_type"] in ("SHT_REL", "SHT_RELA"):
                tables.setdefault(item["sh_info"], []).append(item)
    for index, item in enumerate(sections):
        match = _NAME.fullmatch(item.name)
        if match is None or item["sh_type"] == "SHT_NOBITS":
            continue
        raw = item.stream
        raw.seek(item["sh_offset"])
        data = raw.read(item["sh_size"])
        data = _decompressed(item, data)
        total += len(data)
        if total > MAX_SIZE:
            raise _too_much()
        for table in tables.get(index, []):
            data = _relocated(elf, data, table)
        parts.setdefault(match.group(1), []).append(data)
    # Only units may repeat in several groups; each section that they refer to exists once.
    texts = {name: found[0] for name, found in parts.items()}
    info = b"".join(parts.get("info", []))
    if info or "types" in parts:
        texts["info"] = info + b"".join(parts.get("types", []))
    return texts, len(info)


def _too_much() -> Refused:
    return Refused("E133", "more debug information than an object file can have",
                   "give an object file that was compiled from fewer sources")


def _decompressed(section: Any, data: bytes) -> bytes:
    """Returns the content of a section; its header or its name says whether it is compressed."""
    if section["sh_flags"] & 0x800:
        head = 24 if section.elffile.elfclass == 64 else 12
        size, kind = section.data_size, section._compression_type
        if kind != "ELFCOMPRESS_ZLIB":
            raise Refused("E130", f"{section.name} is compressed, but not by zlib",
                          "`objcopy --decompress-debug-sections FILE` fixes that, or -gz=zlib")
    elif section.name.startswith(".z"):
        head, size = 12, int.from_bytes(data[4:12], "big")
        if data[:4] != b"ZLIB":
            raise Refused("E130", f"{section.name} is not compressed, although its name says so",
                          "compile the file once more")
    else:
        return data
    if size > MAX_SIZE:
        raise _too_much()
    try:
        text = zlib.decompressobj().decompress(data[head:], size + 1)
    except zlib.error as exc:
        raise Refused("E130", f"{section.name} cannot be decompressed: {exc}",
                      "compile the file once more") from None
    if len(text) != size:
        raise Refused("E130", f"{section.name} does not have the size that its header says",
                      "compile the file once more")
    return text


def _relocated(elf: Any, data: bytes, table: Any) -> bytes:
    """Applies the absolute relocations of a section."""
    machine, wide, order = elf["e_machine"], elf.elfclass == 64, "<" if elf.little_endian else ">"
    widths = _WIDTHS.get(machine)
    addend = table["sh_type"] == "SHT_RELA"
    form = struct.Struct(order + ("QQ" if wide else "II") +
                         ("" if not addend else "q" if wide else "i"))
    entries = table.data()
    if entries and widths is None:
        raise Refused("E130", f"relocations of an unknown machine ({machine})",
                      "link the object, so that none are left")
    values = _symbols(elf.get_section(table["sh_link"]), order, wide)
    out = bytearray(data)
    for found in form.iter_unpack(entries[:len(entries) // form.size * form.size]):
        at, info = found[0], found[1]
        kind, symbol = (info & 0xffffffff, info >> 32) if wide else (info & 0xff, info >> 8)
        if machine == "EM_MIPS" and wide:  # three types, in a special order
            kind, symbol = (info & 0xff, info >> 32) if order == ">" else \
                (info >> 56, info & 0xffffffff)
        width = (widths or {}).get(kind)
        if width is None or at + width > len(out) or symbol >= len(values):
            continue
        letter = order + ("I" if width == 4 else "Q")
        value = values[symbol] + (found[2] if addend else struct.unpack_from(letter, out, at)[0])
        struct.pack_into(letter, out, at, value & ((1 << width * 8) - 1))
    return bytes(out)


def _symbols(table: Any, order: str, wide: bool) -> List[int]:
    """Returns the values of a table's symbols."""
    if table is None or table["sh_type"] != "SHT_SYMTAB":
        return []
    form = struct.Struct(order + ("8xQ8x" if wide else "4xI8x"))
    data = table.data()
    return [value for value, in form.iter_unpack(data[:len(data) // form.size * form.size])]


# Units

def _cut(found: Sections, data: bytes, types: int) -> None:
    """Cuts the debug information into units; from byte ``types`` on all are type units of DWARF
    4."""
    from elftools.dwarf.compileunit import CompileUnit
    from elftools.dwarf.structs import DWARFStructs

    order = "little" if found.is_little_endian else "big"

    def number(at: int, size: int) -> int:
        if at + size > len(data):
            raise Refused("E130", "the debug information is cut off", "compile the file once more")
        return int.from_bytes(data[at:at + size], order)

    at = 0
    while at < len(data):
        start, wide = at, 4
        length = number(at, 4)
        at += 4
        if length == 0xffffffff:
            wide, length = 8, number(at, 8)
            at += 8
        end = at + length
        version = number(at, 2)
        if not 2 <= version <= 5 or end > len(data):
            raise Refused("E130", f"a unit of version {version}" if end <= len(data) else
                          "the debug information is cut off",
                          "compile with -gdwarf-5" if end <= len(data) else
                          "compile the file once more")
        at += 2
        kind = number(at, 1) if version >= 5 else _TYPE if start >= types else 1
        if version >= 5:
            address, abbrev = number(at + 1, 1), number(at + 2, wide)
            at += 2 + wide
        else:
            abbrev, address = number(at, wide), number(at + wide, 1)
            at += wide + 1
        if kind in (_SKELETON, _SPLIT, _SPLIT_TYPE):
            raise Refused("E131", SPLIT, SPLIT_HELP)
        signature = None
        if kind == _TYPE:
            signature = number(at, 8), number(at + 8, wide)
            at += 8 + wide
        structs = DWARFStructs(little_endian=found.is_little_endian, dwarf_format=wide * 8,
                               address_size=address, dwarf_version=version)
        header = _Header(unit_length=length, version=version, unit_type=kind, address_size=address,
                         debug_abbrev_offset=abbrev)
        unit = CompileUnit(header, found.info, structs, start, at)
        found.units.append(unit)
        if signature is not None:
            found.types[signature[0]] = unit, start + signature[1]
        at = end


class _Header(Dict[str, int]):
    """The header of a unit in pyelftools' form, which has attributes, too."""

    def __getattr__(self, name: str) -> int:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None
