# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Makes and updates copies of the layouts in other trees."""
