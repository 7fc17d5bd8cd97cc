# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Reads the C types in the debug information of object files: ``read_objects`` returns the structs,
``to_spec`` their layouts in the model."""

from .dwarf_layouts import to_spec
from .types import read_objects

__all__ = ["read_objects", "to_spec"]
