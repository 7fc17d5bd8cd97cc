# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The spec beside the headers of drivers: ``prmc conform``."""
