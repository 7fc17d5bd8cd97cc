# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Reports of a comparison: for the terminal, for a pull request, for programs."""
