# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The C types in the debug information of an object file: structs, unions, enumerations.

    gcc -g -fno-eliminate-unused-debug-types -c headers.c     (also clang)

Types are given as the compiler laid them out, machine and byte order included;
:mod:`prmclib.readers.dwarfspec` makes layouts of them.  pyelftools (Debian: python3-pyelftools)
reads the file, and is imported only here: who only generates headers does not need it.
"""

from __future__ import annotations

import io
import re
import struct
from dataclasses import dataclass, field
from typing import Any, Dict, Iterator, List, Optional, Tuple, Union

from ..errors import Findings, printable, shorten
from ..model import Span
from . import dwarflines

MAX_SIZE = 256 << 20  # bytes of a file, and of its debug sections when they are not compressed
MAX_ENTRIES = 1 << 21  # of the debug information
MAX_DEPTH = 32  # types in types, names of names

# Absolute relocations of machines that pyelftools does not know: bytes that each type fills.
_RELOCATIONS = {"EM_S390": {4: 4, 22: 8}, "EM_PPC": {1: 4}, "EM_SPARC": {3: 4, 23: 4},
                "EM_SPARCV9": {3: 4, 23: 4, 32: 8, 54: 8}}
_KNOWN = ("EM_386", "EM_X86_64", "EM_ARM", "EM_AARCH64", "EM_MIPS", "EM_PPC64")


@dataclass
class Leaf:
    """A type without parts: ``int`` (bool and characters, too), ``char``, ``float``, ``pointer`` or
    ``other``.  ``size`` in bytes."""

    kind: str
    name: str
    size: int
    is_signed: bool = False


@dataclass
class CEnum:
    tag: str
    size: int
    values: List[Tuple[str, int]]
    where: Span


@dataclass
class Array:
    """``count`` is None if unknown; dimensions are arrays of arrays."""

    element: "TypeRef"
    count: Optional[int]


@dataclass
class CStruct:
    """A struct or union; the tag is empty if it has none."""

    tag: str
    is_union: bool
    size: int  # bytes
    where: Span
    members: List["CMember"] = field(default_factory=list)

    @property
    def keyword(self) -> str:
        return "union" if self.is_union else "struct"


@dataclass
class TypeRef:
    """A use of a type, with the names that typedefs give it on the way, the outermost first."""

    type: Union[Leaf, CEnum, Array, CStruct]
    names: Tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name that the source uses."""
        if self.names:
            return self.names[0]
        kind = self.type
        return "" if isinstance(kind, Array) else kind.name if isinstance(kind, Leaf) else kind.tag

    @property
    def bits(self) -> int:
        """Bits of the whole; 0 for an array of unknown length."""
        if isinstance(self.type, Array):
            return self.type.element.bits * (self.type.count or 0)
        return self.type.size * 8


@dataclass
class CMember:
    """``offset`` in bits from the start of the struct, in the order of the machine: of a bit field
    the number of its first bit, which is the lowest one on a little-endian machine.  ``width`` is
    set for bit fields only."""

    name: str
    type: TypeRef
    offset: int
    where: Span
    width: Optional[int] = None


@dataclass
class Objects:
    """What an object file defines.  ``structs`` has structs and unions by tag, or by typedef if
    they have none; ``anonymous`` are enumerations without a name."""

    path: str
    is_little_endian: bool = True
    structs: Dict[str, CStruct] = field(default_factory=dict)
    enums: Dict[str, CEnum] = field(default_factory=dict)
    anonymous: List[CEnum] = field(default_factory=list)
    twice: List[CStruct] = field(default_factory=list)  # another struct has that name


class _Stop(Exception):
    """What makes a file unreadable."""

    def __init__(self, rule: str, message: str, help: str) -> None:
        super().__init__(message)
        self.rule, self.message, self.help = rule, message, help


def read_objects(path: str, data: bytes) -> Tuple[Objects, Findings]:
    """The C types of an object file, and why it cannot be read."""
    findings = Findings(files=1)
    objects = Objects(path)
    where = Span(path, 0, 0, 0)
    try:
        if len(data) > MAX_SIZE:
            raise _Stop("E133", "the file has more bytes than an object file can have",
                        "give an object file that was compiled from fewer sources")
        if data.startswith(b"!<arch>\n"):
            raise _Stop("E130", "an archive of object files", "take one out of it: `ar x FILE`")
        _Reader(objects, data).read()
    except _Stop as exc:
        findings.add(exc.rule, where, exc.message, help=exc.help)
    except ImportError:
        findings.add("E132", where, "object files are read by pyelftools, which is not installed",
                     help="install it (Debian: apt install python3-pyelftools)")
    except (Exception, RecursionError) as exc:  # pylint: disable=broad-except
        # The library trusts what it reads; a broken file gives any kind of error.
        findings.add("E130", where, "the file is broken: "
                     f"{shorten(str(exc), 80) or type(exc).__name__}",
                     help="compile it once more; `readelf --debug-dump=info FILE` tells more")
    return objects, findings


def _number(die: Any, name: str) -> Optional[int]:
    """The value of an attribute that is a number."""
    attribute = die.attributes.get(name)
    return attribute.value if attribute is not None and isinstance(attribute.value, int) else None


def _text(die: Any) -> str:
    attribute = die.attributes.get("DW_AT_name")
    value = attribute.value if attribute is not None else b""
    # Names of C are left as they are; those of C++ templates and of broken files become names.
    return re.sub(rb"[^A-Za-z0-9_]", b"_", value).decode() if isinstance(value, bytes) else ""


class _Reader:
    """Walks through the debug information of one file."""

    def __init__(self, objects: Objects, data: bytes) -> None:
        self.objects, self.data = objects, data
        self.types: Dict[int, TypeRef] = {}  # by the offset of the entry
        self.entries = 0
        self.files: Dict[int, List[str]] = {}  # names of a unit's files, by its offset
        self.sections: Dict[str, bytes] = {}

    def read(self) -> None:
        from elftools.elf.elffile import ELFFile

        elf = ELFFile(io.BytesIO(self.data))
        sections = [item for item in elf.iter_sections() if item.name.startswith(".debug_")]
        if sum(item.data_size for item in sections) > MAX_SIZE:
            raise _Stop("E133", "more debug information than an object file can have",
                        "give an object file that was compiled from fewer sources")
        if elf.get_section_by_name(".zdebug_info"):
            raise _Stop("E130", "the debug information is compressed in an old way (.zdebug)",
                        "`objcopy --decompress-debug-sections FILE` mends that")
        if not elf.has_dwarf_info():
            raise _Stop("E131", "the file has no debug information", "compile with -g")
        machine = elf["e_machine"]
        relocate = elf["e_type"] == "ET_REL"
        if relocate and machine not in _KNOWN:
            elf = ELFFile(io.BytesIO(self.relocated(elf)))
            relocate = False
        self.objects.is_little_endian = elf.little_endian
        info = elf.get_dwarf_info(relocate_dwarf_sections=relocate)
        if info.debug_info_sec is None:
            raise _Stop("E131", "the file has no debug information", "compile with -g")
        for unit in info.iter_CUs():
            self.unit = unit
            self.info = info
            kind = unit.header.get("unit_type")
            skeleton = kind in ("DW_UT_skeleton", "DW_UT_split_compile", 4, 5)
            top = None if skeleton else unit.get_top_DIE()
            if top is None or "DW_AT_GNU_dwo_name" in top.attributes or \
                    "DW_AT_dwo_name" in top.attributes:
                raise _Stop("E131", "the debug information is in another file (*.dwo)",
                            "compile without -gsplit-dwarf")
            for die in self.children(top):
                self.top(die)
        if not self.objects.structs and not self.objects.enums and not self.objects.anonymous:
            raise _Stop("E131", "the debug information has no structs",
                        "use one in the source, or compile with -fno-eliminate-unused-debug-types")

    def relocated(self, elf: Any) -> bytes:
        """The file with the absolute relocations of its debug sections done."""
        machine = elf["e_machine"]
        widths = _RELOCATIONS.get(machine)
        out = bytearray(self.data)
        order = "<" if elf.little_endian else ">"
        for section in elf.iter_sections():
            if section["sh_type"] not in ("SHT_RELA", "SHT_REL"):
                continue
            target = elf.get_section(section["sh_info"])
            if not target.name.startswith(".debug_"):
                continue
            if widths is None or target["sh_flags"] & 0x800:  # compressed
                raise _Stop("E130", f"relocations of a machine that is not known ({machine})",
                            "link the object, or compile without -gz")
            symbols = elf.get_section(section["sh_link"])
            for one in section.iter_relocations():
                width = widths.get(one["r_info_type"])
                start = target["sh_offset"] + one["r_offset"]
                if width is None or one["r_offset"] + width > target["sh_size"]:
                    continue
                letter = order + ("I" if width == 4 else "Q")
                value = symbols.get_symbol(one["r_info_sym"])["st_value"]
                value += one["r_addend"] if one.is_RELA() else \
                    struct.unpack_from(letter, out, start)[0]
                struct.pack_into(letter, out, start, value & ((1 << width * 8) - 1))
        return bytes(out)

    # Entries

    def children(self, die: Any) -> Iterator[Any]:
        last = die.offset
        for child in die.iter_children():
            if child.offset <= last:
                raise _Stop("E130", "entries of the debug information that go backwards",
                            "compile the file once more")
            last = child.offset
            self.entries += 1
            if self.entries > MAX_ENTRIES:
                raise _Stop("E133", "more debug information than an object file can have",
                            "give an object file that was compiled from fewer sources")
            yield child

    def top(self, die: Any) -> None:
        """One entry on the outermost level of a unit."""
        tag = die.tag
        if tag in ("DW_TAG_structure_type", "DW_TAG_union_type", "DW_TAG_class_type"):
            name = _text(die)
            if name and "DW_AT_declaration" not in die.attributes:
                self.define(name, self.type(die).type)
        elif tag == "DW_TAG_enumeration_type":
            if "DW_AT_declaration" in die.attributes:
                return
            found = self.type(die).type
            assert isinstance(found, CEnum)
            if found.tag:
                self.objects.enums.setdefault(found.tag, found)
            else:
                self.objects.anonymous.append(found)
        elif tag == "DW_TAG_typedef" and "DW_AT_type" in die.attributes and _text(die):
            inner = die.get_DIE_from_attribute("DW_AT_type")
            if inner.tag in ("DW_TAG_structure_type", "DW_TAG_union_type") and \
                    not _text(inner) and "DW_AT_declaration" not in inner.attributes:
                self.define(_text(die), self.type(inner).type)

    def define(self, name: str, found: object) -> None:
        assert isinstance(found, CStruct)
        first = self.objects.structs.setdefault(name, found)
        if first is not found and signature(first) != signature(found):
            self.objects.twice.append(found)

    def where(self, die: Any) -> Span:
        """Where the source declares an entry; the object file if it does not say."""
        line, number = _number(die, "DW_AT_decl_line"), _number(die, "DW_AT_decl_file")
        if line is None or number is None or not 0 < line < 1 << 31:
            return Span(self.objects.path, 0, 0, 0)
        names = self.file_names()
        name = names[number] if 0 <= number < len(names) else ""
        return Span(printable(name or self.objects.path), line, 1, 2)

    def file_names(self) -> List[str]:
        """The files of the unit by their numbers."""
        key = self.unit.cu_offset
        if key not in self.files:
            start = _number(self.unit.get_top_DIE(), "DW_AT_stmt_list")
            try:
                self.files[key] = [] if start is None else dwarflines.file_names(
                    self.section("debug_line_sec"), start, self.objects.is_little_endian,
                    self.text_at)
            except ValueError:
                self.files[key] = []  # places are not worth more than the file
        return self.files[key]

    def section(self, name: str) -> bytes:
        """The content of a section of texts or lines."""
        if name not in self.sections:
            found = getattr(self.info, name, None)
            self.sections[name] = found.stream.getvalue() if found is not None else b""
        return self.sections[name]

    def text_at(self, form: int, at: int) -> bytes:
        return dwarflines.string_at(
            self.section("debug_str_sec" if form == 0x0e else "debug_line_str_sec"), at)

    # Types

    def type_of(self, die: Any, depth: int) -> TypeRef:
        if "DW_AT_type" not in die.attributes:
            return TypeRef(Leaf("other", "void", 0))
        return self.type(die.get_DIE_from_attribute("DW_AT_type"), depth + 1)

    def type(self, die: Any, depth: int = 0) -> TypeRef:
        """The type that an entry describes."""
        if die.offset in self.types:
            return self.types[die.offset]
        if depth > MAX_DEPTH:
            raise _Stop("E133", f"more than {MAX_DEPTH} types in each other",
                        "the file is broken, or no C compiler made it")
        tag, size = die.tag, _number(die, "DW_AT_byte_size") or 0
        if not 0 <= size < 1 << 32:
            size = 0
        if tag == "DW_TAG_typedef":
            inner = self.type_of(die, depth)
            found = TypeRef(inner.type, (_text(die), *inner.names))
        elif tag in ("DW_TAG_const_type", "DW_TAG_volatile_type", "DW_TAG_restrict_type",
                     "DW_TAG_atomic_type"):
            found = self.type_of(die, depth)
        elif tag == "DW_TAG_base_type":
            found = TypeRef(self.base(die, size))
        elif tag == "DW_TAG_enumeration_type":
            found = TypeRef(self.enum(die, size))
        elif tag == "DW_TAG_array_type":
            found = self.array(die, depth)
        elif tag in ("DW_TAG_structure_type", "DW_TAG_union_type", "DW_TAG_class_type"):
            whole = CStruct(_text(die), tag == "DW_TAG_union_type", size, self.where(die))
            self.types[die.offset] = TypeRef(whole)
            whole.members = list(self.members(die, depth))
            found = self.types[die.offset]
        elif tag in ("DW_TAG_pointer_type", "DW_TAG_reference_type",
                     "DW_TAG_rvalue_reference_type", "DW_TAG_subroutine_type"):
            found = TypeRef(Leaf("pointer", "a pointer", size or self.unit["address_size"]))
        else:
            found = TypeRef(Leaf("other", str(tag), size))
        self.types[die.offset] = found
        return found

    @staticmethod
    def base(die: Any, size: int) -> Leaf:
        encoding = _number(die, "DW_AT_encoding") or 0
        name = _text(die)
        # bool, signed, signed char, unsigned, unsigned char, UTF
        if encoding in (2, 5, 6, 7, 8, 16):
            is_char = encoding in (6, 8) and size == 1
            return Leaf("char" if is_char else "int", name, size, encoding in (5, 6))
        return Leaf("float" if encoding in (3, 4) else "other", name, size)

    def enum(self, die: Any, size: int) -> CEnum:
        values = []
        for child in self.children(die):
            value = _number(child, "DW_AT_const_value")
            if child.tag == "DW_TAG_enumerator" and value is not None:
                values.append((_text(child), value % (1 << 64)))
        return CEnum(_text(die), size, values, self.where(die))

    def array(self, die: Any, depth: int) -> TypeRef:
        element = self.type_of(die, depth)
        dims: List[Optional[int]] = []
        for child in self.children(die):
            if child.tag != "DW_TAG_subrange_type":
                continue
            count, last = _number(child, "DW_AT_count"), _number(child, "DW_AT_upper_bound")
            if count is None and last is not None:
                # An array of no elements ends at -1.
                count = 0 if last in (-1, (1 << 32) - 1, (1 << 64) - 1) else last + 1
            dims.append(count if count is None or 0 <= count < 1 << 32 else None)
        for count in reversed(dims or [None]):
            element = TypeRef(Array(element, count))
        return element

    def members(self, die: Any, depth: int) -> Iterator[CMember]:
        for child in self.children(die):
            if child.tag == "DW_TAG_inheritance":
                yield CMember("", TypeRef(Leaf("other", "a base class", 0)), 0, self.where(child))
            if child.tag != "DW_TAG_member" or "DW_AT_external" in child.attributes:
                continue
            kind = self.type_of(child, depth)
            offset = (_number(child, "DW_AT_data_member_location") or 0) * 8
            width = _number(child, "DW_AT_bit_size")
            if width is not None:
                offset = self.first_bit(child, kind, offset, width)
            if not 0 <= offset < 1 << 35 or width is not None and not 0 <= width <= 128:
                raise _Stop("E133", f"a member at bit {offset:#x}", "the file is broken")
            yield CMember(_text(child), kind, offset, self.where(child), width)

    def first_bit(self, child: Any, kind: TypeRef, offset: int, width: int) -> int:
        """The first bit of a bit field, in the order of the machine."""
        first = _number(child, "DW_AT_data_bit_offset")
        if first is not None:
            return first
        # Before DWARF 4: from the top of the storage unit.
        first = _number(child, "DW_AT_bit_offset") or 0
        unit = (_number(child, "DW_AT_byte_size") or kind.bits // 8) * 8
        return offset + (unit - first - width if self.objects.is_little_endian else first)


def signature(found: CStruct) -> str:
    """What two definitions of one struct have in common: names and places."""
    parts = [f"{item.name}:{item.offset}:{item.width}:{item.type.name}:{item.type.bits}"
             for item in found.members]
    return re.sub(r"\s+", " ", f"{found.keyword} {found.size} " + ";".join(parts))
