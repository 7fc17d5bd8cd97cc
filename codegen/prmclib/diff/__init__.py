# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc diff``: the consequences of a change of the manual, in the manual's own terms."""
