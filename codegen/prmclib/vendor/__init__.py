# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Copies of the layouts in other trees."""
