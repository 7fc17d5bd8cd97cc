# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""HTML pages: drawings of layouts, and the reference of a spec (``prmc docs``)."""
