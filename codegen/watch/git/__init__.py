# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Integration with git: ``git diff``, ``git log -p``, ``git show`` and ``git merge`` of the spec."""
