# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc follow``: merges the change of one source, from one revision of it to the next, into the spec."""
