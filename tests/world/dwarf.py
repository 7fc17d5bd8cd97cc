# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Reads the structs and enumerators of C headers from the compiler's debug information.

It finds all of them without their names, also those that a header gains.
"""

import os
import re
import subprocess
from dataclasses import dataclass

from prmclib.model.errors import render
from watch.dwarf.types import CStruct, read_objects

from world import c_numbers

@dataclass(frozen=True)
class CMember:
    """A member without members of its own; ``path`` is dotted. ``offset`` and ``width`` in bits."""

    path: str
    offset: int
    width: int

    @property
    def name(self):
        return self.path.rpartition(".")[2]


class Headers:
    """An object file that gcc makes from some includes."""

    def __init__(self, folder, source, flags=()):
        path = os.path.join(str(folder), "headers.c")
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(source)
        done = subprocess.run(
            ["gcc", "-w", "-c", "-g3", "-gdwarf-4", "-fno-eliminate-unused-debug-types", *flags,
             "-o", path[:-1] + "o", path],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        assert done.returncode == 0, f"gcc says:\n{done.stdout[:3000]}"
        with open(path[:-1] + "o", "rb") as stream:
            objects, findings = read_objects("headers.o", stream.read())
        assert render(findings) == ""
        self.structs = {name: item for name, item in objects.structs.items() if item.tag}
        self.enums = {name: [value for value, _ in item.values]
                      for name, item in objects.enums.items()}
        self.constants = {name: value
                          for item in [*objects.enums.values(), *objects.anonymous]
                          for name, value in item.values}
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
        # A name that is not a constant for the compiler is removed: -Werror reports it.
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
        """Returns the size of a struct in bits."""
        return self.structs[struct].size * 8

    def members(self, struct):
        """Returns all members of a struct that are not structs; an array is one member."""
        return list(self._members(self.structs[struct], "", 0))

    def parts(self, struct):
        """Returns the members of a struct as declared."""
        return [CMember(item.name, item.offset, item.type.bits)
                for item in self.structs[struct].members]

    def _members(self, struct, stem, base):
        for item in struct.members:
            path = f"{stem}{item.name}" if item.name else stem.rstrip(".")
            at = base + item.offset
            if isinstance(item.type.type, CStruct):
                yield from self._members(item.type.type, path + "." if path else "", at)
            elif item.width is not None:
                # On a little-endian machine the first bit field is the lowest one of its byte.
                first = at % 8
                assert first + item.width <= 8, f"{path} crosses a byte"
                yield CMember(path, at - first + 8 - first - item.width, item.width)
            else:
                yield CMember(path, at, item.type.bits)
