# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Explains the manual to people: dumps, logs and pages, see README.md."""
