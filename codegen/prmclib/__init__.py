# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""prmc: the compiler from the manual (``spec/``) to C."""

VERSION = "1.0"
