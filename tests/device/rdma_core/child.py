# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs one module of rdma-core's tests and writes the result of each, for run.py.

    child.py FOLDER MODULE FILE SEED [TEST...]

FOLDER holds the package `tests`. SEED is that of the random numbers that many tests use; each test starts anew. Each
line of FILE is a JSON object: {"start": ID} before a test, {"end": ID, "state": "passed" | "skipped" | "failed",
"text": ...} after it, so that a crash shows its test, and {"finished": true} at the end. The interpreter must be the
one that pyverbs was built for.
"""

import gc
import importlib
import json
import os
import random
import re
import sys
import unittest
from typing import Any, List, Optional

PREFIX = "tests."  # of all ids
# Tests that softmlx5 cannot pass, and the reason, which is listed like those of rdma-core's own skips.
LIMITS = {
    "test_device.DMTest.test_multi_process_alloc_dm": "softmlx5: a child has no access to what its parent has opened",
}


class Result(unittest.TestResult):
    """Writes the results immediately, and keeps no test alive."""

    def __init__(self, path: str, seed: str) -> None:
        super().__init__()
        self.seed = seed
        self.stream = open(path, "w", encoding="utf-8")
        self.state, self.text = "", ""

    def write(self, **record: Any) -> None:
        self.stream.write(json.dumps(record) + "\n")
        self.stream.flush()

    def name(self, test: Any) -> str:
        """Returns the test's id; setUpClass and others have a text without an id."""
        test_id = re.sub(r"(\w+) \((.*)\)", r"\2.\1", test.id())
        return test_id[len(PREFIX):] if test_id.startswith(PREFIX) else test_id

    def startTest(self, test: Any) -> None:
        self.state, self.text = "passed", ""
        random.seed(f"{self.seed} {test.id()}")
        self.write(start=self.name(test))

    def stopTest(self, test: Any) -> None:
        self.write(end=self.name(test), state=self.state, text=self.text)

    def fail(self, test: Any, err: Any) -> None:
        self.state, self.text = "failed", self._exc_info_to_string(err, test)
        if not isinstance(test, unittest.TestCase):  # setUpClass and others: no test was started
            self.stopTest(test)

    def addSuccess(self, test: Any) -> None:
        pass

    def addError(self, test: Any, err: Any) -> None:
        self.fail(test, err)

    def addFailure(self, test: Any, err: Any) -> None:
        self.fail(test, err)

    def addSubTest(self, test: Any, subtest: Any, err: Optional[Any]) -> None:
        if err is not None:
            self.fail(test, err)

    def addSkip(self, test: Any, reason: str) -> None:
        self.state, self.text = "skipped", reason
        if not isinstance(test, unittest.TestCase):
            self.stopTest(test)

    def addExpectedFailure(self, test: Any, err: Any) -> None:
        pass

    def addUnexpectedSuccess(self, test: Any) -> None:
        self.state, self.text = "failed", "succeeds, though rdma-core expects a failure"


def main(folder: str, module: str, path: str, seed: str, names: List[str]) -> int:
    sys.path[:1] = [folder, os.path.join(folder, "tests")]
    result = Result(path, seed)
    sys.argv[1:] = []
    importlib.import_module("args_parser").parser.parse_args()
    # Not by tests/__init__.py, which loads all modules.
    package = type(sys)("tests")
    package.__path__ = [os.path.join(folder, "tests")]
    sys.modules["tests"] = package
    importlib.import_module("tests.utils")  # before mlx5_base: the two import each other
    for name, reason in LIMITS.items():
        of, group, test = name.split(".")
        if of == module:
            cls = getattr(importlib.import_module(f"tests.{of}"), group)
            setattr(cls, test, unittest.skip(reason)(getattr(cls, test)))
    suite = unittest.defaultTestLoader.loadTestsFromNames(
        [f"tests.{name}" for name in names] or [f"tests.{module}"])
    suite.run(result)
    # Tests that are skipped in setUp() leave contexts open, which pyverbs can't close any more when the
    # interpreter ends.
    del suite
    gc.collect()
    result.write(finished=True)
    result.stream.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:5], sys.argv[5:]))
