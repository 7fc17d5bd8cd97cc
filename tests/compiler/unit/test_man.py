# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests the manual pages: they can be rendered, each function has one, and they agree with the headers."""

from __future__ import annotations

import functools
import glob
import os
import re
import subprocess

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
MAN = os.path.join(ROOT, "docs", "man")
PAGES = sorted(glob.glob(os.path.join(MAN, "*.[37]"))) + [os.path.join(ROOT, "docs", "softmlx5.1")]


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as stream:
        return stream.read()


HEADERS = read("include", "mlx5sig", "mlx5sig.h") + read("include", "mlx5sig", "attr.h")
EXPORTED = re.findall(r"^\t\t(\w+);", read("runtime", "libmlx5sig.map"), re.MULTILINE)


@functools.lru_cache(maxsize=None)
def render(page):
    """Returns the text of a page and the renderer's warnings; 200 columns, so that no line is broken."""
    done = subprocess.run(["man", "--warnings", "-l", page], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False,
                          env=dict(os.environ, LC_ALL="C.UTF-8", MANWIDTH="200", MANPAGER="cat",
                                   PAGER="cat"))
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def words(text):
    return " ".join(text.split())


def bare(text):
    """Removes all white space: lines of a page are broken anywhere."""
    return re.sub(r"\s", "", text)


def names(page):
    """Returns the functions in the section NAME."""
    text = re.search(r"^NAME\n(.*?)^SYNOPSIS", render(page)[0], re.MULTILINE | re.DOTALL)[1]
    return re.split(r"\s-\s", text, maxsplit=1)[0].replace(",", " ").split()


@pytest.fixture(scope="module")
def pages_of():
    """Returns {function: its pages}."""
    found = {}
    for page in PAGES:
        for name in names(page):
            found.setdefault(name, []).append(page)
    return found


@pytest.mark.parametrize("page", PAGES, ids=os.path.basename)
def test_rendered_without_warnings(page):
    text, complaints = render(page)
    assert complaints == "" and text.count("\n") > 20


def test_a_warning_is_seen(tmp_path):
    page = tmp_path / "bad.3"
    page.write_text(read(PAGES[0]).replace(".SH DESCRIPTION", ".SHH DESCRIPTION"), encoding="utf-8")
    assert "SHH" in render(str(page))[1]


def test_there_are_functions():
    assert len(EXPORTED) > 50


@pytest.mark.parametrize("function", EXPORTED)
def test_function_has_one_page_with_its_prototype(function, pages_of):
    pages = [page for page in pages_of.get(function, []) if page.endswith(".3")]
    assert len(pages) == 1
    prototype = re.search(rf"^\w[^;{{}}#/]*?\b{function}\([^;{{]*\);", HEADERS, re.MULTILINE)[0]
    assert bare(prototype) in bare(render(pages[0])[0])


def test_pages_name_functions_only(pages_of):
    assert sorted(set(pages_of) - set(EXPORTED)) == ["mlx5sig", "mlx5sig_layouts", "softmlx5"]


def test_types_are_those_of_the_headers():
    """A struct or enum in a page is, with its comments, the one of the header."""
    known = {words(text) for text in re.findall(r"^(?:struct|enum) \w+ \{.*?^\};", HEADERS,
                                                re.MULTILINE | re.DOTALL)}
    found = [words(text) for page in PAGES for text in re.findall(
        r"^ *((?:struct|enum) mlx5sig_\w+ \{.*?^ {7}\};)", render(page)[0], re.MULTILINE | re.DOTALL)]
    assert len(found) > 25 and [text for text in found if text not in known] == []


# The twin of struct ibv_sge for builders.
INTERNAL = {"mlx5sig_sge"}


def test_types_of_the_headers_stand_in_a_page():
    """The pages document every member and value."""
    known = set(re.findall(r"^(?:struct|enum) (mlx5sig_\w+) \{", HEADERS, re.MULTILINE))
    told = {name for page in PAGES for name in re.findall(
        r"^ *(?:struct|enum) (mlx5sig_\w+) \{", render(page)[0], re.MULTILINE)}
    assert len(known) > 35 and known - told == INTERNAL


@pytest.mark.parametrize("page", PAGES, ids=os.path.basename)
def test_references_lead_somewhere(page, pages_of):
    sections = {name: {path[-1] for path in paths} for name, paths in pages_of.items()}
    for name, section in re.findall(r"\b(mlx5sig\w*|softmlx5)\((\d)\)", render(page)[0]):
        assert section in sections.get(name, ()), f"{name}({section})"


@pytest.mark.parametrize("file", ["converting.md", "differences.md"])
def test_names_of_the_guides_exist(file):
    found = set(re.findall(r"\bmlx5sig_\w*[a-z]\b|\bMLX5SIG_\w*[A-Z]\b", read("docs", file)))
    assert found and [name for name in found if not re.search(rf"\b{name}\b", HEADERS)] == []


def test_files_that_are_named_exist():
    for page in PAGES:
        for file in re.findall(r"\b(?:examples|docs)/\w+\.\w+", render(page)[0]):
            assert os.path.exists(os.path.join(ROOT, file)), file
