# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""flake8 finds nothing in any Python file; setup.cfg has its options.

A file without findings is not checked again: the record in the build folder is a digest of its path, its text, setup.cfg
and the versions of flake8 and its plugins, on which the findings depend and on nothing else.
"""

from __future__ import annotations

import hashlib
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
RECORD = os.path.join(ROOT, os.environ.get("MLX5SIG_BUILD", "build"), "flake8.txt")
PROGRAMS = ["codegen/prmc"]  # Python files without a suffix


def run(*command, text=None):
    done = subprocess.run(command, cwd=ROOT, input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


def files():
    """Returns the Python files of the tree, those that are not committed yet included."""
    status, out = run("git", "ls-files", "--cached", "--others", "--exclude-standard", "*.py")
    assert status == 0, out
    return sorted({name for name in out.splitlines() if os.path.exists(os.path.join(ROOT, name))}) + PROGRAMS


def digests(names):
    """Returns the names by the digest of what the findings depend on."""
    status, version = run("flake8", "--version")
    assert status == 0, version
    with open(os.path.join(ROOT, "setup.cfg"), encoding="utf-8") as stream:
        options = stream.read()
    found = {}
    for name in names:
        with open(os.path.join(ROOT, name), "rb") as stream:
            found[hashlib.sha256(repr((version, options, name, stream.read())).encode()).hexdigest()] = name
    return found


def test_no_findings():
    known = set()
    if os.path.exists(RECORD):
        with open(RECORD, encoding="ascii") as stream:
            known = set(stream.read().split())
    now = digests(files())
    assert len(now) > 400
    todo = [name for digest, name in now.items() if digest not in known]
    status, out = run("flake8", "--jobs", "1", *todo) if todo else (0, "")
    found = {line.split(":")[0] for line in out.splitlines()}
    assert bool(found) == bool(status) and found <= set(todo), out
    os.makedirs(os.path.dirname(RECORD), exist_ok=True)
    with open(RECORD, "w", encoding="ascii") as stream:
        stream.write("".join(f"{digest}\n" for digest, name in now.items() if name not in found))
    assert not out, out


def test_errors_are_found():
    """The options of setup.cfg leave these on, in tests as well."""
    text = "import os\n\n\ndef f(x):\n    y = x \n    return f'{x:>%d}' + 'a'\n" + "#" + " long" * 26 + "\n"
    for name in ("codegen/prmclib/new.py", "tests/world/test_new.py"):
        status, out = run("flake8", "--stdin-display-name", name, "-", text=text)
        assert status == 1 and [line.split()[1] for line in out.splitlines()] == ["F401", "F841", "W291", "E501"], out
