# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Shared by the tests of vendored copies: prmc, and stand-ins for the headers of other trees."""

import contextlib
import io
import os
import subprocess

from prmclib import cli

from stand_ins import stand_ins  # noqa: F401

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
WARNINGS = ["-Wall", "-Wextra", "-Werror"]

def run(*command, cwd=None, text=None, env=None):
    """Runs a command; returns exit status, standard output and standard error."""
    done = subprocess.run([str(word) for word in command], input=text, cwd=cwd, env=env,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True,
                          check=False)
    return done.returncode, done.stdout, done.stderr


def prmc(*args, cwd=ROOT):
    """Like run(), but in this process, without the start of another Python."""
    out, said = io.StringIO(), io.StringIO()
    before = os.getcwd()
    os.chdir(str(cwd))
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(said):
            status = cli.main([str(word) for word in args])
    finally:
        os.chdir(before)
    return status, out.getvalue(), said.getvalue()
