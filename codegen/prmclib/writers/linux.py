# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The style linux: what the C writer writes, as the kernel spells C."""

from __future__ import annotations

from dataclasses import replace
from typing import Dict

from prmclib.model import Spec

from . import c
from .dialect import LINUX
from .options import Options


def headers(spec: Spec, options: Options = Options()) -> Dict[str, str]:
    """All headers: file name -> text.  Depends on the spec, the options and VERSION alone."""
    return c.headers(spec, replace(options, dialect=LINUX))
