# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""What Python code costs, as a number that no other program on the machine changes."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any, Callable


def lines(work: Callable[[], object]) -> int:
    """Returns how many lines of Python a call runs. Work inside of a function that is written in C counts as one line, so a
    test of a function's time needs more: that it ends."""
    count = 0

    def local(_frame: FrameType, _event: str, _argument: Any) -> Any:
        nonlocal count
        count += 1
        return local

    before = sys.gettrace()
    sys.settrace(local)
    try:
        work()
    finally:
        sys.settrace(before)
    return count
