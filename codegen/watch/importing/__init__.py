# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc import``: layouts of other manuals in the notation of the spec."""
