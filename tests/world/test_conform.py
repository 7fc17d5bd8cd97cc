# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests that docs/conform.md is the result for the spec, Debian's headers of Linux, and the reviewed notes.

conform.json has the results of the last `prmc conform --update` for the other trees: a later change of the spec is
compared here with Linux only.
"""

import json
import os
import re

import pytest
from kernel_headers import KNOWN, LACKING, LINUX, linux
from watch.conform import conform_markdown
from watch.conform.conform_compare import is_newer, tags_of
from watch.conform.notes import read_notes
from watch.conform.record import from_json, record_of, to_json
from watch.conform.tree import read_tree
from watch.conform.view import view_of
from prmclib.model.errors import render
from prmclib.readers.load import load_spec

from world import ROOT, SPEC

DOCS = os.path.join(ROOT, "docs")
RECORD = os.path.join(ROOT, "tests", "world", "conform.json")
AGAIN = "prmc conform LINUX_6.1 LINUX_6.12 LINUX_7.3 RDMA_CORE SPDK DPDK UCX NVSHMEM NCCL GPUNETIO MORI MLX_REGEX " \
    "MSTFLINT LIBDPCP FREEBSD COPYRPC --record tests/world/conform.json --update"
IFC = re.compile(r"\b(struct|union) (mlx5_ifc_\w+)")


def text_of(name):
    with open(os.path.join(DOCS, name), encoding="utf-8") as stream:
        return stream.read()


@pytest.fixture(scope="module")
def spec():
    spec, findings = load_spec([SPEC])
    assert render(findings) == ""
    return spec


@pytest.fixture(scope="module")
def trees():
    """Returns the kernels' headers, by version."""
    found = {}
    for version in LINUX:
        tree, findings = read_tree(f"Linux {version}={os.path.dirname(linux(version))}")
        assert render(findings) == "" and tree.date and tree.version.startswith(version + ".")
        found[version] = tree
    return found


@pytest.fixture(scope="module")
def record():
    return from_json(text_of(RECORD))


@pytest.mark.parametrize("version", LINUX)
def test_what_is_recorded_of_linux(spec, trees, record, version):
    """The record is exactly the result of a comparison with these headers."""
    def found(whole):
        tree, = [one for one in json.loads(to_json(whole))["trees"]
                 if one["label"] == f"Linux {version}"]
        # Debian's headers get newer dates with the same tables; the differences between all trees cannot be computed
        # from two of them.
        return {key: value for key, value in tree.items()
                if key not in ("date", "version", "sha256", "watched", "alone", "uses", "differ")}

    new = record_of(spec, [trees[version]], {})
    assert found(new) == found(record), f"run `{AGAIN}` and look at the change of docs/"
    assert len(new.results[0].found) > 110 and new.results[0].compared > 120


def test_every_disagreement_has_its_reason(spec, record):
    view = view_of(spec, record, read_notes(os.path.join(DOCS, "conform.yaml")))
    assert not view.unexplained, "correct spec/, or add these to docs/conform.yaml:\n" + "\n".join(
        map(str, view.unexplained))
    assert not view.stale, "remove these from docs/conform.yaml:\n" + "\n".join(view.stale)
    assert not view.missing, "\n".join(view.missing)
    assert record.labels == [*(f"Linux {version}" for version in KNOWN), "Linux 7.3", "rdma-core", "SPDK", "DPDK",
                             "UCX", "NVSHMEM", "NCCL", "gpunetio", "mori", "mlx-regex", "mstflint", "libdpcp",
                             "FreeBSD", "copyrpc"]
    assert [title for title, _ in view.columns] == [
        *record.labels[:3], "rdma-core, SPDK, NVSHMEM, NCCL, gpunetio and mori", "DPDK", "UCX", "mlx-regex",
        "mstflint", "libdpcp", "FreeBSD", "copyrpc"]
    assert len(view.matrix) > 130 and sum(view.counts.values()) > 1000
    assert not {name for result in record.results for name in result.found} - {*spec.layouts, *spec.enums}, \
        f"layouts that are gone: run `{AGAIN}`"
    assert conform_markdown.page(view, record) == text_of("conform.md"), f"run `{AGAIN}`"


def test_most_tables_are_compared(record):
    """Most tables are compared with the spec, or with an independent tree.

    Most registers of the manual are in no other tree, and many tables of FreeBSD's older header."""
    parts = {result.label: 1 - len(result.watched.alone) / result.tables for result in record.results}
    least = {label: {"mstflint": 0.2, "FreeBSD": 0.75}.get(label, 0.9) for label in parts}
    assert not {label: part for label, part in parts.items() if part < least[label]}


def test_record_is_as_it_is_written(record):
    assert to_json(record) == text_of(RECORD)


def test_sources_name_tables(spec, trees, record):
    """A `source` names a table that exists, and a table of a layout's name is in its `source`.  The record has the tables of
    layouts that are newer than these headers, or in a driver's own header."""
    if LINUX != KNOWN:
        pytest.skip(LACKING)
    newest, = (result for result in record.results if result.label == "Linux 7.3")
    wrong = [f"{name}: {tag}" for name, layout in spec.layouts.items()
             for source in layout.about.source if re.match(r"linux .*/mlx5_ifc\w*\.h ", source)
             for _, tag in IFC.findall(source)
             if not any(tag in tree.tables for tree in trees.values())
             and not (name in newest.found and (source.startswith("linux drivers/") or all(
                 is_newer(layout, tree) for tree in trees.values())))]
    assert not wrong, ", ".join(wrong)
    unnamed = [name for name, layout in spec.layouts.items() for tree in trees.values()
               if f"mlx5_ifc_{name}_bits" in tree.tables
               and f"mlx5_ifc_{name}_bits" not in tags_of(layout, "linux")]
    assert not unnamed, f"`source` does not name the table of that name: {', '.join(unnamed)}"
