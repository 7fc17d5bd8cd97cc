# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc diff``: what a change of the manual means, in the manual's own words."""
