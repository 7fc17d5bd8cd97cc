# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Random edits of a manual, like those of people: a field is added, widened, renamed, shifted by
another one, an enumeration gets a value, a segment moves.

A manual is edited as the model has it.  Every edit leaves each bit of a layout with exactly one
entry, names unique in their layout, and references that lead somewhere.
"""

import random

from edits_contents import Contents
from edits_places import HERE, Places, copied, sub_spec

__all__ = ["HERE", "Editor", "copied", "sub_spec"]


class Editor(Places, Contents):
    """Makes ``count`` random edits; ``done`` lists their names."""

    def __init__(self, spec, seed):
        self.spec, self.random, self.done, self.number = spec, random.Random(seed), [], 0

    def edit(self, count):
        kinds = [name for name in dir(self) if name.startswith("do_")]
        for _ in range(count * 8):
            if len(self.done) == count:
                break
            name = self.random.choice(kinds)
            layout = self.random.choice(list(self.spec.layouts.values()))
            if getattr(self, name)(layout):
                self.done.append(name[3:])
        return self.spec
