# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc decode``: bytes and dumps explained by the spec."""
