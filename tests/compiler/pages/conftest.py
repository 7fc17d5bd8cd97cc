# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Makes the browser that the tests of a page share."""

import browser as browsers
import pytest


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    made = browsers.Browser(str(tmp_path_factory.mktemp("profile")))
    yield made
    made.close()
