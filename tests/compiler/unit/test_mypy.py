# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""mypy finds no wrong type in the compiler, in configure.py, packaging/ and the runner of tests; setup.cfg has its options.

Its cache in the build folder makes a second run short.
"""

from __future__ import annotations

import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
CACHE = os.path.join(ROOT, os.environ.get("MLX5SIG_BUILD", "build"), "mypy")
WRONG = """
from prmclib.model import Bits


def width(bits: Bits) -> str:
    return bits.width


def place(bits):
    return bits.offset
"""


def run(*arguments):
    done = subprocess.run(["mypy", "--cache-dir", CACHE, *arguments], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)
    return done.returncode, done.stdout


def test_no_errors():
    """All files that setup.cfg names; every function there has types."""
    status, out = run()
    assert status == 0, out
    assert out.startswith("Success: no issues found in ") and int(out.split()[5]) > 200


def test_errors_are_found(tmp_path):
    (tmp_path / "wrong.py").write_text(WRONG)
    status, out = run(str(tmp_path / "wrong.py"))
    assert status == 1 and "wrong.py:6: error: Incompatible return value type (got \"int\", expected \"str\")" in out
    assert "wrong.py:9: error: Function is missing a type annotation" in out
