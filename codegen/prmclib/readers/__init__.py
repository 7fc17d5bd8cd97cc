# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Readers: each fills the model from one kind of input."""
