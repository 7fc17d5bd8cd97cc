# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The models of docs/models.md hold, reach all their statements, and quote the library as it is."""

from __future__ import annotations

import glob
import os
import re
import sys
from typing import Dict, List, Tuple

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path.insert(0, HERE)
import spin  # noqa: E402

NAMES = sorted(os.path.basename(path)[:-len(".pml")] for path in glob.glob(os.path.join(HERE, "*.pml")))
# Larger bounds than those of the models, for `ninja test-deep`.
DEEP: List[Tuple[str, Dict[str, int]]] = [
    ("arming", {"CQES": 12, "REARMS": 3}),
    ("cancel", {"TRANSACTIONS": 4, "CALLS": 2}),
    ("completions", {"REQUESTS": 5}),
    ("completions", {"REQUESTS": 5, "CQES": 4}),
    ("doorbell", {"POSTS": 4}),
    ("signatures", {"ROUNDS": 5}),
]


def model(name: str) -> str:
    with open(os.path.join(HERE, name + ".pml"), encoding="utf-8") as stream:
        return stream.read()


def holds(name: str, bounds: Dict[str, int]) -> None:
    result = spin.check(model(name), bounds)
    print(f"{name} {bounds or ''}: {result.states} states")
    assert not result.failure, f"{name}.pml:\n{result.failure}"
    assert not result.unreached, f"{name}.pml: no run executes\n" + "\n".join(result.unreached)


@pytest.mark.parametrize("name", NAMES)
def test_holds(name: str) -> None:
    holds(name, {})


@pytest.mark.deep
@pytest.mark.parametrize("name,bounds", DEEP)
def test_holds_with_larger_bounds(name: str, bounds: Dict[str, int]) -> None:
    holds(name, bounds)


def test_failure_is_reported_in_steps() -> None:
    """A counterexample is short, in the words of the model, and ends with the property."""
    text = model("cancel")
    assert text.count("ahead(pi, first, PI) < PI / 2") == 1
    failure = spin.check(text.replace("ahead(pi, first, PI) < PI / 2", "true"), {}).failure
    lines = failure.splitlines()
    assert len(lines) < 20, failure
    assert "device: executes RESPONSE at 7" in lines, failure
    assert lines[-1].endswith(" fails: assert((num==truth))"), failure


def test_stuck_model_is_a_failure() -> None:
    text = model("completions")
    assert text.count("record_ci = ci;") == 1
    failure = spin.check(text.replace("record_ci = ci;", ""), {}).failure
    assert failure.splitlines()[-1].startswith("nothing more can happen (Device is in line "), failure


def test_unreached_statement_is_reported() -> None:
    text = "active proctype P() { byte i;\nif\n:: i == 1 -> i = 2\n:: else\nfi }\n"
    assert spin.check(text, {}).unreached == ["3: i = 2"]


def plain(text: str) -> str:
    return " ".join(text.split())


def function_body(path: str, name: str) -> str:
    """Returns the text of a function of the library; empty if the file does not define it."""
    with open(os.path.join(ROOT, "runtime", path), encoding="utf-8") as stream:
        found = re.search(r"^\w[^;{}]*\b%s\([^;{}]*\)\n\{\n.*?^\}$" % name, stream.read(), re.MULTILINE | re.DOTALL)
    return plain(found[0]) if found else ""


def quotations(text: str) -> List[Tuple[str, str, str]]:
    """Returns what a model says of the library, in its order: file, function, quoted statement or ''."""
    found = []
    for comment in re.findall(r"/\*(.*?)\*/", text, re.DOTALL):
        comment = plain(re.sub(r"\n\s*\*", "\n", comment))
        for path, name, quoted in re.findall(r"(\w+\.[ch]) (\w+)\(\)(?:: (.*))?", comment):
            found.append((path, name, plain(quoted)))
    return found


def misquoted(text: str) -> str:
    """Returns the first quotation of a model that the library does not have, or not in the model's order; or ''."""
    last: Dict[Tuple[str, str], int] = {}
    for path, function, quoted in quotations(text):
        body = function_body(path, function)
        if not body:
            return f"runtime/{path} has no function {function}()"
        where = body.find(quoted, last.get((path, function), 0)) if quoted else 0
        if where < 0:
            reason = "comes earlier" if quoted in body else "is not there any more"
            return f"{function}() of runtime/{path}: {quoted!r} {reason}"
        if quoted:
            last[path, function] = where
    return ""


@pytest.mark.parametrize("name", NAMES)
def test_library_is_as_quoted(name: str) -> None:
    """Functions exist; quoted statements are in them, in the order of the model."""
    assert len([quoted for _, _, quoted in quotations(model(name)) if quoted]) >= 5
    problem = misquoted(model(name))
    assert not problem, f"{name}.pml: {problem}: review the model, then its comment"


def test_quotation_that_is_wrong_is_noticed() -> None:
    record, flush = "qp->dbrec->send_counter = prm_cpu_to_be16((uint16_t)sq->committed.pi);", "mlx5sig_flush_mmio();"
    register = "mlx5sig_write64(qp->device, qp->bf_reg +\n * qp->bf_offset, value);"

    def quoting(*statements: str) -> str:
        return "".join(f"/* batch.c ring_doorbell(): {statement} */\n" for statement in statements)

    assert misquoted(quoting(record, flush, register, flush)) == ""
    assert "comes earlier" in misquoted(quoting(register, record))
    assert "is not there any more" in misquoted(quoting(record, "mlx5sig_lock(&qp->sq_lock);"))
    assert "has no function ring()" in misquoted("/* batch.c undo() and batch.c ring() */")


@pytest.mark.parametrize("name", NAMES)
def test_names_of_the_code_exist(name: str) -> None:
    """Constants that a model mentions are in the library or in generated headers."""
    sources = ""
    for pattern in ("runtime/*.[ch]", "include/mlx5sig/*.h", "generated/*.h"):
        for path in glob.glob(os.path.join(ROOT, pattern)):
            with open(path, encoding="utf-8") as stream:
                sources += stream.read()
    for constant in set(re.findall(r"\b(?:PRM|MLX5SIG)_\w+", model(name))):
        assert re.search(rf"\b{constant}\b", sources), f"{name}.pml: the library has no {constant} any more"


@pytest.mark.parametrize("name", NAMES)
def test_model_is_documented(name: str) -> None:
    with open(os.path.join(ROOT, "docs", "models.md"), encoding="utf-8") as stream:
        page = stream.read()
    assert f"{name}.pml" in page
    for _, function, _ in quotations(model(name)):
        assert f"`{function}()`" in page, f"docs/models.md does not name {function}(), which {name}.pml models"
