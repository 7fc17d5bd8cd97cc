# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The reference of a manual as one HTML page."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Dict, Iterator, List, Optional, Sequence, Tuple

from markupsafe import Markup

from . import VERSION, drawing, html
from .crossref import Crossref, Use, crossref
from .drawing import Mark, Style
from .expr import evaluate_constant
from .grid import Cell, place_of, rows_of
from .meaning import SCALES
from .model import (ENCODINGS, About, Arm, Enum, EnumValue, Field, File, Kind, Layout, Segment,
                    Sequence as Steps, Spec, Variant, When, Writer)
from .show import condition, expression, when_text
from .source import LeftOut, Source
