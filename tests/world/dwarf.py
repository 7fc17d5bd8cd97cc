# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The structs and enumerators of C headers, as the compiler's debug information has them.

Nothing needs to be named to be found, so that what a header gains is seen.
"""

import os
import re
import subprocess
from dataclasses import dataclass

from world import c_numbers

_ENTRY = re.compile(r" <([0-9a-f]+)><([0-9a-f]+)>: Abbrev Number: [0-9]+ \(DW_TAG_(\w+)\)")
_ATTRIBUTE = re.compile(r"    <[0-9a-f]+>   DW_AT_(\w+) *: (.*)")


@dataclass(frozen=True)
class CMember:
    """A member without members of its own; ``path`` is dotted. ``offset`` and ``width`` in bits."""

    path: str
    offset: int
    width: int

    @property
    def name(self):
        return self.path.rpartition(".")[2]


class Entry:
    """An entry of the debug information with its attributes and the entries inside it."""

    def __init__(self, tag):
        self.tag, self.attributes, self.children = tag, {}, []

    @property
    def name(self):
        text = self.attributes.get("name", "")
        return re.sub(r"\A\(ind[^)]*\): ", "", text).strip()

    def number(self, attribute, default=0):
        return int(self.attributes.get(attribute, str(default)), 0)


class Headers:
    """What gcc makes of some includes."""

    def __init__(self, folder, source, flags=()):
        path = os.path.join(str(folder), "headers.c")
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(source)
        done = subprocess.run(
            ["gcc", "-w", "-c", "-g3", "-gdwarf-4", "-fno-eliminate-unused-debug-types", *flags,
             "-o", path[:-1] + "o", path],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        assert done.returncode == 0, f"gcc says:\n{done.stdout[:3000]}"
        done = subprocess.run(["readelf", "--debug-dump=info", path[:-1] + "o"],
                              stdout=subprocess.PIPE, text=True, check=True)
        self.entries, top = {}, []
        stack, entry = [], None
        for line in done.stdout.splitlines():
            match = _ENTRY.match(line)
            if match:
                depth, offset = int(match.group(1), 16), int(match.group(2), 16)
                entry = Entry(match.group(3))
                self.entries[offset] = entry
                del stack[depth:]
                if stack:
                    stack[-1].children.append(entry)
                stack.append(entry)
                if depth == 1:
                    top.append(entry)
                continue
            match = _ATTRIBUTE.match(line)
            if match and entry is not None:
                entry.attributes[match.group(1)] = match.group(2).strip()
        self.structs = {item.name: item for item in top
                        if item.tag in ("structure_type", "union_type") and item.name
                        and "declaration" not in item.attributes}
        enums = [item for item in top if item.tag == "enumeration_type"]
        self.enums = {item.name: [value.name for value in item.children]
                      for item in enums if item.name}
        self.constants = {value.name: value.number("const_value") % (1 << 64)
                          for item in enums for value in item.children}
        self.folder, self.source, self.flags = str(folder), source, flags
        self._read_macros(path)
        assert self.structs and self.constants

    def _read_macros(self, path):
        """Adds macros without parameters whose value is a number."""
        done = subprocess.run(["gcc", "-w", "-E", "-dM", *self.flags, path],
                              stdout=subprocess.PIPE, text=True, check=True)
        found = re.findall(r"^#define (MLX5_\w+) (.*[0-9A-Za-z_)].*)$", done.stdout, flags=re.M)
        names = [name for name, text in found if name not in self.constants
                 and not re.search(r"[{;\"]", text)]
        # What is no constant for the compiler is no number: -Werror names it, and it goes.
        lines = "".join(f"enum {{ value_of_{name} = !!({name}) }};\n" for name in names)
        path = os.path.join(self.folder, "macros.c")
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(self.source + lines)
        start = self.source.count("\n") + 1
        done = subprocess.run(["gcc", "-fsyntax-only", "-fmax-errors=0", "-w", *self.flags, path],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False)
        wrong = {int(number) - start for number in
                 re.findall(re.escape(path) + r":([0-9]+):", done.stdout)}
        names = [name for index, name in enumerate(names) if index not in wrong]
        self.constants.update(zip(names, c_numbers(self.folder, self.source, names, self.flags)))

    def size(self, struct):
        """sizeof a struct in bits."""
        return self.structs[struct].number("byte_size") * 8

    def members(self, struct):
        """All members of a struct that are no structs themselves; arrays are one member."""
        return list(self._members(self.structs[struct], "", 0))

    def parts(self, struct):
        """The members of a struct as they are declared."""
        return [CMember(child.name, child.number("data_member_location") * 8,
                        self._bits(self._type(child)))
                for child in self.structs[struct].children if child.tag == "member"]

    def _type(self, entry):
        found = self.entries[int(entry.attributes["type"].strip("<>"), 16)]
        while found.tag in ("typedef", "const_type", "volatile_type"):
            found = self.entries[int(found.attributes["type"].strip("<>"), 16)]
        return found

    def _bits(self, kind):
        if kind.tag == "array_type":
            total = self._bits(self._type(kind))
            for child in kind.children:
                if "count" in child.attributes:
                    total *= child.number("count")
                else:
                    total *= child.number("upper_bound", -1) + 1 \
                        if "upper_bound" in child.attributes else 0
            return total
        return kind.number("byte_size") * 8

    def _members(self, struct, stem, base):
        for child in struct.children:
            if child.tag != "member":
                continue
            kind = self._type(child)
            at = base + child.number("data_member_location") * 8
            path = f"{stem}{child.name}" if child.name else stem.rstrip(".")
            if kind.tag in ("structure_type", "union_type"):
                yield from self._members(kind, path + "." if path else "", at)
            elif "bit_size" in child.attributes:
                # On a little-endian machine the first bit field is the lowest one of its byte.
                first = child.number("data_bit_offset") if "data_bit_offset" in child.attributes \
                    else self._bits(kind) - child.number("bit_offset") - child.number("bit_size")
                byte, width = first // 8, child.number("bit_size")
                assert first % 8 + width <= 8, f"{path} crosses a byte"
                yield CMember(path, at + byte * 8 + 8 - first % 8 - width, width)
            else:
                yield CMember(path, at, self._bits(kind))
