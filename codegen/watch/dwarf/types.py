# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The C types in the debug information of an object file: structs, unions, enumerations.

    gcc -g -fno-eliminate-unused-debug-types -c headers.c     (also clang)

Types are laid out as by the compiler, machine and byte order included;
:mod:`watch.c.c_layouts` makes layouts of them.  pyelftools (Debian: python3-pyelftools)
reads the file, and is imported only here: generating headers does not need it.
"""

from __future__ import annotations

import re
from typing import Any, Dict, Iterator, List, Optional, Tuple, Union

from prmclib.model import Span
from prmclib.model.errors import Findings, printable, shorten
from watch.c.c_types import Array, CEnum, CMember, CStruct, Leaf, Objects, TypeRef, signature
from . import lines
from .sections import SPLIT, SPLIT_HELP, Refused, Sections, read_sections

MAX_SIZE = 256 << 20  # bytes of a file
MAX_ENTRIES = 1 << 21  # of the debug information
MAX_DEPTH = 32  # types in types, names of names
_COMPOUND = ("DW_TAG_structure_type", "DW_TAG_union_type", "DW_TAG_class_type")
_ENUM = "DW_TAG_enumeration_type"
_DWO = ("DW_AT_GNU_dwo_name", "DW_AT_dwo_name", 0x2130, 0x76)
_PLUS = (0x04, 0x1a, 0x21, 0x2b, 0x11)  # C++ of 98 to 20, Objective C++
_LIBRARY = ("std", "__gnu_cxx", "__cxxabiv1")  # namespaces of the compiler


def read_objects(path: str, data: bytes) -> Tuple[Objects, Findings]:
    """Returns the C types of an object file, and findings if it cannot be read."""
    findings = Findings(files=1)
    objects = Objects(path)
    where = Span(path, 0, 0, 0)
    try:
        if len(data) > MAX_SIZE:
            raise Refused("E133", "the file has more bytes than an object file can have",
                        "give an object file that was compiled from fewer sources")
        if data.startswith(b"!<arch>\n"):
            raise Refused("E130", "an archive of object files", "take one out of it: `ar x FILE`")
        if data.startswith(b"BC\xc0\xde"):
            raise Refused("E131", "the file has no machine code yet (LTO), nor debug information",
                          "compile without -flto")
        if not data.startswith(b"\x7fELF"):
            raise Refused("E130", "no ELF file" if data else "the file is empty",
                          "give what a compiler for Linux makes of a C file with -g -c")
        _Reader(objects, data).read()
    except Refused as exc:
        findings.add(exc.rule, where, exc.message, help=exc.help)
    except ImportError:
        findings.add("E132", where, "object files are read by pyelftools, which is not installed",
                     help="install it (Debian: apt install python3-pyelftools)")
    except (Exception, RecursionError) as exc:  # pylint: disable=broad-except
        # pyelftools trusts its input; a broken file gives any kind of error.
        findings.add("E130", where, "the file is broken: "
                     f"{shorten(str(exc), 80) or type(exc).__name__}",
                     help="compile it once more; `readelf --debug-dump=info FILE` tells more")
    return objects, findings


def _number(die: Any, name: str) -> Optional[int]:
    """Returns the value of a numeric attribute."""
    attribute = die.attributes.get(name)
    return attribute.value if attribute is not None and isinstance(attribute.value, int) else None


def _location(die: Any) -> Optional[int]:
    """Returns the byte offset of a member in its struct; None if it is calculated at run time."""
    attribute = die.attributes.get("DW_AT_data_member_location")
    if attribute is None:
        return 0
    value = attribute.value
    if isinstance(value, int):
        return value
    if not isinstance(value, (list, tuple)) or not value or value[0] not in (0x23, 0x10):
        return None  # neither DW_OP_plus_uconst nor DW_OP_constu
    number = sum((byte & 0x7f) << 7 * index for index, byte in enumerate(value[1:11]))
    return number if len(value) > 1 and value[-1] < 0x80 else None


def _text(die: Any) -> str:
    attribute = die.attributes.get("DW_AT_name")
    value = attribute.value if attribute is not None else b""
    # C names stay as they are; names of C++ templates and of broken files become valid ones.
    return re.sub(rb"[^A-Za-z0-9_]", b"_", value).decode() if isinstance(value, bytes) else ""


class _Reader:
    """Walks through the debug information of one file."""

    def __init__(self, objects: Objects, data: bytes) -> None:
        self.objects, self.data = objects, data
        self.types: Dict[int, TypeRef] = {}  # by the offset of the entry
        self.entries = 0
        self.files: Dict[int, List[str]] = {}  # names of a unit's files, by its offset
        self.sections: Dict[str, bytes] = {}
        self.found = Sections(True)
        self.defined: Dict[str, List[Tuple[Union[CStruct, CEnum], Tuple[str, ...]]]] = {}
        self.is_plus = False  # whether a unit is in C++, which has types inside of types

    def read(self) -> None:
        self.found = read_sections(self.data)
        self.objects.is_little_endian = self.found.is_little_endian
        for unit in self.found.units:
            top = unit.get_top_DIE()
            if any(name in top.attributes for name in _DWO):
                raise Refused("E131", SPLIT, SPLIT_HELP)
            self.is_plus = _number(top, "DW_AT_language") in _PLUS
            self.scope(top, ())
        self.settle()
        if not self.objects.structs and not self.objects.enums and not self.objects.anonymous:
            raise Refused("E131", "the debug information has no structs", "use one in the source, "
                          "or compile with -fno-eliminate-unused-debug-types")

    def scope(self, die: Any, names: Tuple[str, ...]) -> None:
        """Reads the entries of a unit, or of a namespace or class of C++."""
        if len(names) > MAX_DEPTH:
            raise Refused("E133", f"more than {MAX_DEPTH} namespaces in each other",
                          "the file is broken, or no compiler made it")
        for child in self.children(die):
            if child.tag == "DW_TAG_namespace":
                name = _text(child)
                if name in _LIBRARY:
                    self.objects.libraries.setdefault(name, self.where(child))
                else:
                    self.scope(child, (*names, name) if name else names)
            else:
                self.top(child, names)

    # Entries

    def children(self, die: Any) -> Iterator[Any]:
        last = die.offset
        for child in die.iter_children():
            if child.offset <= last:
                raise Refused("E130", "entries of the debug information in the wrong order",
                            "compile the file once more")
            last = child.offset
            self.entries += 1
            if self.entries > MAX_ENTRIES:
                raise Refused("E133", "more debug information than an object file can have",
                            "give an object file that was compiled from fewer sources")
            yield child

    def top(self, die: Any, names: Tuple[str, ...]) -> None:
        """Reads one entry outside of functions."""
        tag = die.tag
        if "DW_AT_specification" in die.attributes and tag in (*_COMPOUND, _ENUM):
            names = self.around(self.referred(die, "DW_AT_specification"))
            if names[:1] and names[0] in _LIBRARY:
                self.objects.libraries.setdefault(names[0], self.where(die))
                return
        if tag in _COMPOUND:
            name = self.name(die)
            if name and "DW_AT_declaration" not in die.attributes:
                whole = self.type(die).type
                assert isinstance(whole, CStruct)
                self.define(name, whole, names)
                if self.is_plus:
                    self.scope(die, (*names, name))
        elif tag == _ENUM:
            if "DW_AT_declaration" in die.attributes:
                return
            found = self.type(die).type
            assert isinstance(found, CEnum)
            if found.tag:
                self.define(found.tag, found, names)
            else:
                self.objects.anonymous.append(found)
        elif tag == "DW_TAG_typedef" and "DW_AT_type" in die.attributes and _text(die):
            inner = self.referred(die, "DW_AT_type")
            if inner.tag in ("DW_TAG_structure_type", "DW_TAG_union_type") and \
                    not _text(inner) and "DW_AT_declaration" not in inner.attributes:
                whole = self.type(inner).type
                assert isinstance(whole, CStruct)
                self.define(_text(die), whole, names)

    def define(self, name: str, found: Union[CStruct, CEnum], names: Tuple[str, ...]) -> None:
        self.defined.setdefault(name, []).append((found, names))

    def settle(self) -> None:
        """Records definitions by name.  Where several of one name differ, those in a namespace or
        class get a qualified name; if they still differ, the first one is taken."""
        for name, items in self.defined.items():
            known = {signature(found) for found, _ in items}
            for found, names in items:
                label = name
                if len(known) > 1 and names:
                    label = found.tag = "_".join((*names, name))
                if isinstance(found, CEnum):
                    self.objects.enums.setdefault(label, found)
                    continue
                first = self.objects.structs.setdefault(label, found)
                if first is not found and signature(first) != signature(found):
                    self.objects.twice.append(found)

    def referred(self, die: Any, name: str) -> Any:
        """Returns the entry that an attribute refers to."""
        attribute = die.attributes[name]
        if attribute.form == "DW_FORM_ref_sig8":
            if attribute.raw_value not in self.found.types:
                raise Refused("E130", f"there is no type {attribute.raw_value:#x}",
                              "compile the file once more")
            unit, offset = self.found.types[attribute.raw_value]
            return unit.get_DIE_from_refaddr(offset)
        if attribute.form == "DW_FORM_ref_addr":
            unit = self.found.unit_at(attribute.raw_value)
            if unit is None:
                raise Refused("E130", "a type that does not exist", "compile the file once more")
            return unit.get_DIE_from_refaddr(attribute.raw_value)
        return die.get_DIE_from_attribute(name)

    @staticmethod
    def around(die: Any) -> Tuple[str, ...]:
        """Returns the names of the namespaces and classes around an entry, the outermost first."""
        names: List[str] = []
        above = die.get_parent()
        while above is not None and above.tag in ("DW_TAG_namespace", *_COMPOUND) and \
                len(names) < MAX_DEPTH:
            names += [_text(above)] if _text(above) else []
            above = above.get_parent()
        return tuple(reversed(names))

    def name(self, die: Any) -> str:
        """Returns the name of a type, also if it was declared elsewhere."""
        if not _text(die) and "DW_AT_specification" in die.attributes:
            return _text(self.referred(die, "DW_AT_specification"))
        return _text(die)

    def where(self, die: Any) -> Span:
        """Returns where the source declares an entry; the object file if that is not recorded."""
        line, number = _number(die, "DW_AT_decl_line"), _number(die, "DW_AT_decl_file")
        if line is None or number is None or not 0 < line < 1 << 31:
            return Span(self.objects.path, 0, 0, 0)
        names = self.file_names(die.cu)
        name = names[number] if 0 <= number < len(names) else ""
        return Span(printable(name or self.objects.path), line, 1, 2)

    def file_names(self, unit: Any) -> List[str]:
        """Returns the files of a unit by their numbers."""
        key = unit.cu_offset
        if key not in self.files:
            start = _number(unit.get_top_DIE(), "DW_AT_stmt_list")
            try:
                self.files[key] = [] if start is None else lines.file_names(
                    self.section("debug_line_sec"), start, self.objects.is_little_endian,
                    self.text_at)
            except ValueError:
                self.files[key] = []  # a broken line table costs the places, not the types
        return self.files[key]

    def section(self, name: str) -> bytes:
        """Returns the content of a section of strings or lines."""
        if name not in self.sections:
            found = getattr(self.found.info, name, None)
            self.sections[name] = found.stream.getvalue() if found is not None else b""
        return self.sections[name]

    def text_at(self, form: int, at: int) -> bytes:
        return lines.string_at(
            self.section("debug_str_sec" if form == 0x0e else "debug_line_str_sec"), at)

    # Types

    def type_of(self, die: Any, depth: int) -> TypeRef:
        if "DW_AT_type" not in die.attributes:
            return TypeRef(Leaf("other", "void", 0))
        return self.type(self.referred(die, "DW_AT_type"), depth + 1)

    def type(self, die: Any, depth: int = 0) -> TypeRef:
        """Returns the type that an entry describes."""
        if die.offset in self.types:
            return self.types[die.offset]
        if depth > MAX_DEPTH:
            raise Refused("E133", f"more than {MAX_DEPTH} types in each other",
                        "the file is broken, or no C compiler made it")
        tag, size = die.tag, _number(die, "DW_AT_byte_size") or 0
        if not 0 <= size < 1 << 32:
            size = 0
        if "DW_AT_signature" in die.attributes:
            found = self.type(self.referred(die, "DW_AT_signature"), depth + 1)
        elif tag == "DW_TAG_typedef":
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
        elif tag in _COMPOUND:
            whole = CStruct(self.name(die), tag == "DW_TAG_union_type", size, self.where(die))
            self.types[die.offset] = TypeRef(whole)
            whole.members = list(self.members(die, depth))
            found = self.types[die.offset]
        elif tag in ("DW_TAG_pointer_type", "DW_TAG_reference_type",
                     "DW_TAG_rvalue_reference_type", "DW_TAG_subroutine_type"):
            found = TypeRef(Leaf("pointer", "a pointer", size or die.cu["address_size"]))
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
            return Leaf("char" if is_char else "int", name, size)
        return Leaf("float" if encoding in (3, 4) else "other", name, size)

    def enum(self, die: Any, size: int) -> CEnum:
        values = []
        for child in self.children(die):
            value = _number(child, "DW_AT_const_value")
            if child.tag == "DW_TAG_enumerator" and value is not None:
                values.append((_text(child), value % (1 << 64)))
        return CEnum(self.name(die), size, values, self.where(die))

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
                place = _location(child)
                kind = self.type_of(child, depth) if place is not None and \
                    "DW_AT_virtuality" not in child.attributes else \
                    TypeRef(Leaf("pointer", "a virtual base class", 0))
                yield CMember("" if place is not None else "base", kind, (place or 0) * 8,
                              self.where(child))
            if child.tag != "DW_TAG_member" or "DW_AT_external" in child.attributes:
                continue
            kind = self.type_of(child, depth)
            place = _location(child)
            if place is None:
                kind, place = TypeRef(Leaf("other", "a member at a calculated place", 0)), 0
            offset = place * 8
            width = _number(child, "DW_AT_bit_size")
            if width is not None:
                offset = self.first_bit(child, kind, offset, width)
            if not 0 <= offset < 1 << 35 or width is not None and not 0 <= width <= 128:
                raise Refused("E133", f"a member at bit {offset:#x}", "the file is broken")
            yield CMember(_text(child), kind, offset, self.where(child), width)

    def first_bit(self, child: Any, kind: TypeRef, offset: int, width: int) -> int:
        """Returns the first bit of a bit field, in the order of the machine."""
        first = _number(child, "DW_AT_data_bit_offset")
        if first is not None:
            return first
        # Before DWARF 4, the offset counts from the top of the storage unit.
        first = _number(child, "DW_AT_bit_offset") or 0
        unit = (_number(child, "DW_AT_byte_size") or kind.bits // 8) * 8
        return offset + (unit - first - width if self.objects.is_little_endian else first)
