# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""What HTML pages share: the frame, the drawings of layouts."""
