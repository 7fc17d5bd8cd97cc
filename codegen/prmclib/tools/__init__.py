# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tools around the compiler: they import it, and it reaches them where another manual is opened
(:mod:`prmclib.source`) or fitted (``generate`` and ``vendor``).

Readers of other manuals (``adb``, ``ifc``, ``dwarf``, ``cstructs``), ``prmc import``, ``conform``,
``decode``, ``docs``, and the drivers of git.
"""
