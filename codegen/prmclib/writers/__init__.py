# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Writers: each turns the model into one kind of output and checks nothing."""
