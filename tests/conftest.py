# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Makes the compiler's modules importable in all tests."""

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "codegen"))
