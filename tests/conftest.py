# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Makes the compiler's modules and the shared modules of tests importable, and ends pytest's output with the
line that tests/run/run_test.py reads."""

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, "codegen"), os.path.join(ROOT, "tests", "run")]


def pytest_configure(config):
    config.addinivalue_line("markers", "deep: takes long; `ninja test-deep` runs it, `ninja test` does not")


def pytest_unconfigure(config):
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or config.option.collectonly:
        return
    count = {key: len(reporter.stats.get(key, [])) for key in
             ("passed", "failed", "error", "skipped", "xfailed", "xpassed")}
    failed = count["failed"] + count["error"] + count["xfailed"] + count["xpassed"]
    reporter.write_line(f"{count['passed']} passed, {failed} failed, {count['skipped']} skipped")


def pytest_sessionfinish(session, exitstatus):
    """Exits with 0 if a whole file is skipped with a reason, which pytest treats as an error."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if exitstatus == 5 and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = 0
