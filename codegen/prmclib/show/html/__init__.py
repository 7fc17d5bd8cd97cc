# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Helpers of HTML pages: the frame, and the drawings of layouts."""
