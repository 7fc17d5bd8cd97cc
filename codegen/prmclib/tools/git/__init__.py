# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""git and the spec: how ``git diff``, ``git log -p``, ``git show`` and ``git merge`` see it."""
