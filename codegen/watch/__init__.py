# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Reads other manuals, and watches the trees that have them: see README.md."""
