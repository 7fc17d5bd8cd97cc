# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Runs modules of rdma-core's tests one after the other and writes the result of each test, for run.py.

    child.py FOLDER SEED MODULE...

FOLDER holds the package `tests`. SEED is that of the random numbers that many tests use; each test starts anew. A module
runs in a child of the process that has loaded pyverbs, which takes longer than most modules; its output is in
FOLDER/MODULE.log. Each line of FOLDER/MODULE.records is a JSON object: {"start": ID} before a test, {"end": ID, "state":
"passed" | "skipped" | "failed", "text": ...} after it, so that a crash shows its test, {"finished": true} after all, and
{"status": NUMBER} when the child has ended, negative for a signal. The interpreter must be the one that pyverbs was built for.
"""

import ctypes
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


def load(folder: str) -> None:
    """Loads what all modules need."""
    sys.path[:1] = [folder, os.path.join(folder, "tests")]
    sys.argv[1:] = []
    importlib.import_module("args_parser").parser.parse_args()
    # Not by tests/__init__.py, which loads all modules.
    package = type(sys)("tests")
    package.__path__ = [os.path.join(folder, "tests")]
    sys.modules["tests"] = package
    for name in ("utils", "base", "mlx5_base"):  # in this order: they import each other
        importlib.import_module(f"tests.{name}")
    gc.collect()
    gc.freeze()  # the children's collections leave it alone, and share its pages


def run_module(module: str, path: str, seed: str) -> None:
    """Runs the tests of a module, and writes their records to a file."""
    result = Result(path, seed)
    for name, reason in LIMITS.items():
        of, group, test = name.split(".")
        if of == module:
            cls = getattr(importlib.import_module(f"tests.{of}"), group)
            setattr(cls, test, unittest.skip(reason)(getattr(cls, test)))
    suite = unittest.defaultTestLoader.loadTestsFromName(f"tests.{module}")
    suite.run(result)
    # Tests that are skipped in setUp() leave contexts open, which pyverbs can't close any more when the
    # interpreter ends.
    del suite
    gc.collect()
    result.write(finished=True)
    result.stream.close()


def main(folder: str, seed: str, modules: List[str]) -> None:
    load(folder)
    for module in modules:
        path = os.path.join(folder, f"{module}.records")
        child = os.fork()
        if not child:
            with open(os.path.join(folder, f"{module}.log"), "wb") as log:
                for number in (1, 2):
                    os.dup2(log.fileno(), number)
            run_module(module, path, seed)
            sys.stdout.flush()
            ctypes.CDLL(None).exit(0)  # libraries end, but not the interpreter, which would write to all pages that it shares
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        with open(path, "a", encoding="utf-8") as stream:
            stream.write(json.dumps({"status": status}) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
