# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Reads ADB, mstflint's XML form of register tables: ``read_adb`` returns the records of a document
and its includes, ``to_spec`` the tables as layouts of the model."""

from .adb_layouts import to_spec
from .document import MAX_SIZE, looks_like_xml, read_adb
from .includes import Access, on_disk

__all__ = ["MAX_SIZE", "Access", "looks_like_xml", "on_disk", "read_adb", "to_spec"]
