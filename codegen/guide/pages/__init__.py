# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The reference of a spec as a page (``prmc docs``)."""
