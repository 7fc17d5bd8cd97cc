# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The spec compared with drivers' headers, and these with each other: ``prmc conform``."""
