# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Limits of tests with programs that have a sanitizer, from configure.py --sanitize."""

from __future__ import annotations

import pytest

INIT = {b"__asan_init": "the address sanitizer", b"__tsan_init": "ThreadSanitizer"}


def skip(program: str, what: str) -> None:
    """Skips the test, or the file that is being imported, if the program has a sanitizer. ``what`` is the reason, with
    {} for the sanitizer's name."""
    try:
        with open(program, "rb") as stream:
            content = stream.read()
    except FileNotFoundError:  # not built: the test itself reports that
        return
    for symbol, name in INIT.items():
        if symbol in content:
            pytest.skip(what.format(name) + " (configured with --sanitize)", allow_module_level=True)


def skip_valgrind(program: str) -> None:
    skip(program, "valgrind cannot run a program that has {}")
