# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""`prmc fmt`: one style, no loss, the same when it is applied again."""

from __future__ import annotations

import glob
import os
import re
from pathlib import Path
from typing import Iterator, Tuple

import pytest

from prmclib import cli
from prmclib.model.errors import Findings
from prmclib.writers.fmt import formatted
from prmclib.readers.load import load_spec
from prmclib.show.map import map_text
from prmclib.writers.yaml import write_file

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

UNTIDY = """\
# Licence.
doc: Example of a file that several people have
  written.
# Who says so.
sources: {A: ADB,   L: linux include/linux/mlx5/mlx5_ifc.h}

layouts:
  # One layout,
  # with two lines before it.
  seg:
    writer: device   # by the card
    doc: A segment.
    source:
    - L struct seg
    # The drawing only.
    - PRM 7
    size: 8
    fields:
      0x00[31:24]: {doc: "Its kind, a number.", name: kind}
      # Not used.

      0x00[23:0]: reserved
      0x04[31:0]: # all of it
        name:   length
        source: A
        doc: >-
          Bytes: those that follow
          the segment.
enums:
  kind:   # closed
    doc: Kinds.
    source:
    - A # the table
    values: {ONE: 1, TWO: 0x2}
# The end.
"""

TIDY = """\
# Licence.
doc: Example of a file that several people have written.

# Who says so.
sources: {A: ADB, L: linux include/linux/mlx5/mlx5_ifc.h}

enums:
  # closed
  kind:
    doc: Kinds.
    source:
      # the table
      - A
    values:
      ONE: 1
      TWO: 0x2

layouts:
  # One layout,
  # with two lines before it.
  seg:
    size: 8
    doc: A segment.
    source:
      - L struct seg
      # The drawing only.
      - PRM 7
    writer: device  # by the card
    fields:
      0x00[31:24]: {name: kind, doc: "Its kind, a number."}
      # Not used.
      0x00[23:0]:  reserved
      0x04[31:0]:  {name: length, doc: "Bytes: those that follow the segment.", source: A}  # all of it
# The end.
"""


def fmt(text: str) -> str:
    found = formatted("spec/example.yaml", text.encode(), Findings())
    assert found is not None
    return found


def examples() -> Iterator[Tuple[str, str]]:
    """All files of the rules' cases and examples that can be read as YAML."""
    for path in sorted(glob.glob(os.path.join(ROOT, "tests", "compiler", "unit", "rules", "*.case"))):
        text = Path(path).read_text(encoding="utf-8", errors="replace")
        for part in re.split(r"^== findings\n", text, flags=re.M)[:-1]:
            yield os.path.basename(path), part.split("== ", 1)[-1].split("\n", 1)[-1]
    for path in sorted(glob.glob(os.path.join(ROOT, "codegen", "prmclib", "explain", "*.md"))):
        for text in re.findall(r"```yaml\n(.*?)```", Path(path).read_text(encoding="utf-8"), re.S):
            yield os.path.basename(path), text


def test_the_spec_is_formatted() -> None:
    files = glob.glob(os.path.join(ROOT, "spec", "**", "*.yaml"), recursive=True)
    assert len(files) > 30
    for path in files:
        text = Path(path).read_text(encoding="utf-8")
        assert fmt(text) == text, f"{path}: run `codegen/prmc fmt`"


def test_style_and_comments() -> None:
    assert fmt(UNTIDY) == TIDY
    assert fmt(TIDY) == TIDY


def test_what_import_writes_is_formatted() -> None:
    spec, _ = load_spec([os.path.join(ROOT, "spec")])
    for file in spec.files:
        text = write_file(spec, file)
        assert fmt(text) == text, file.path


def test_examples_stay_what_they_are() -> None:
    """fmt loses nothing of any file, valid or not (it compares), and is idempotent."""
    count = 0
    for name, text in examples():
        once = formatted(name, text.encode(), Findings())
        if once is not None:
            count += 1
            assert fmt(once) == once, name
    assert count > 250


def test_the_same_layouts(tmp_path: Path) -> None:
    """Formats a file with another order of keys and with other breaks of lines."""
    maps = []
    for text in (UNTIDY, TIDY):
        (tmp_path / "example.yaml").write_text(text)
        spec, findings = load_spec([str(tmp_path)])
        assert not findings.items
        maps.append((map_text(spec), spec.layouts["seg"].about.source,
                     [item.about for item in spec.layouts["seg"].fields], spec.enums["kind"].about))
    assert maps[0] == maps[1]
    assert maps[0][1] == ["linux include/linux/mlx5/mlx5_ifc.h struct seg", "PRM 7"]
    assert maps[0][3].source == ["ADB"]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    path = tmp_path / "example.yaml"
    path.write_text(UNTIDY)
    assert cli.main(["fmt", "--check", str(tmp_path)]) == 1
    assert capsys.readouterr().out == f"{path}: not formatted; run `prmc fmt`\n"
    assert path.read_text() == UNTIDY
    assert cli.main(["fmt", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: formatted\n"
    assert path.read_text() == TIDY
    assert cli.main(["fmt", "--check", str(path)]) == 0
    assert capsys.readouterr().out == "1 file: nothing to do\n"


def test_a_file_that_is_not_yaml_stays(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    path = tmp_path / "example.yaml"
    path.write_text("doc: [\n")
    assert cli.main(["fmt", str(path)]) == 1
    assert "error E006" in capsys.readouterr().err
    assert path.read_text() == "doc: [\n"
