# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Shared by the tests of prmc diff: two manuals from a text with - and +, the command, the
spec."""

import contextlib
import functools
import io
import json
import os

from prmclib import cli
from prmclib.diff.compare import compare
from prmclib.reports import report_json as json_report
from prmclib.readers.source import Source, load_source

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
SPEC = os.path.join(ROOT, "spec")


def both(text):
    """(old, new) of a text in which lines begin with ``-``, ``+`` or a blank."""
    lines = text.strip("\n").split("\n")
    assert all(line[:1] in ("", " ", "-", "+") for line in lines), lines
    return tuple("".join(line[1:] + "\n" for line in lines if line[:1] in ("", " ", keep))
                 for keep in "-+")


def layout(fields, size=8, head="", writer="driver", tail=""):
    """The text of both sides for one layout ``seg``.  ``fields`` have - or + in front; ``head``
    goes before the layouts, ``tail`` behind."""
    lines = [f"{line[:1]}      {line[1:]}" for line in fields.strip("\n").split("\n")]
    size = f"-    size: {size[0]}\n+    size: {size[1]}" if isinstance(size, tuple) else \
        f"     size: {size}"
    return (f" doc: Example.\n{head} layouts:\n   seg:\n{size}\n     doc: A segment.\n"
            f"     source: PRM\n     writer: {writer}\n     fields:\n" +
            "\n".join(lines) + "\n" + tail)


def write(folder, name, text):
    path = os.path.join(str(folder), name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)
    return path


def sources(folder, text):
    """Returns both sides as manuals called v1 and v2."""
    out = []
    for name, content in zip(("v1", "v2"), both(text)):
        write(folder, f"{name}/example.yaml", content)
        source = load_source(os.path.join(str(folder), name))
        out.append(Source(name, source.form, source.spec))
    return out


def report(folder, text):
    return compare(*sources(folder, text))


def as_json(old, new):
    """Returns the parsed JSON form of a comparison."""
    return json.loads(json_report.render(compare(old, new)))


def prmc(*words):
    """Returns (exit status, standard output, standard error) of a command."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = cli.main(words)
    return status, out.getvalue(), err.getvalue()


@functools.lru_cache(maxsize=None)
def the_spec():
    """Returns the project's own spec; callers must not change it."""
    return load_source(SPEC).spec
