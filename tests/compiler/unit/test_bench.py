# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The benchmark's evaluation: goals, aims, the table, and the parser of callgrind's dumps."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests" / "library" / "bench"))

import chart  # noqa: E402
import measure  # noqa: E402
from measure import BenchError, Goal, Row, Table, instructions, judged, tally, text  # noqa: E402


def table(*goals: Goal) -> Table:
    return Table("Title", ["ours", "theirs"], [("ours", "theirs")],
                 [Row("even", {"ours": 11, "theirs": 10}), Row("odd", {"ours": 12, "theirs": 10})],
                 list(goals))


def test_goal_is_broken_only_above_the_limit() -> None:
    one = table(Goal("ours", "theirs", 1.1))
    assert tally(one) == (1, 1)
    assert judged(one) == ["goal: ours at most 1.10 of theirs: NOT for odd"]
    assert text(one) == ["Title",
                         "      ours  theirs  / theirs",
                         "even    11      10      1.10",
                         "odd     12      10      1.20!"]


def test_goal_that_holds() -> None:
    one = table(Goal("ours", "theirs", 1.2))
    assert tally(one) == (2, 0)
    assert judged(one) == ["goal: ours at most 1.20 of theirs: holds"]


def test_aim_fails_nothing() -> None:
    one = table(Goal("ours", "theirs", 1.1, is_aim=True))
    assert tally(one) == (0, 0)
    assert judged(one) == ["aim: ours at most 1.10 of theirs: reached in 1 of 2 rows"]
    assert not any("!" in line for line in text(one))


def test_floor_is_broken_only_below_the_limit() -> None:
    one = table(Goal("ours", "theirs", 1.15, is_floor=True))
    one.shows_goals = True
    assert tally(one) == (1, 1)
    assert judged(one) == ["goal: ours at least 1.15 of theirs: NOT for even"]
    assert text(one) == ["Title",
                         "      ours  theirs  / theirs",
                         "even    11      10      1.10!  goal >= 1.15",
                         "odd     12      10      1.20   goal >= 1.15"]


def test_row_without_a_column_has_no_such_goal() -> None:
    one = table(Goal("ours", "theirs", 1.1))
    one.ratios = []
    one.rows[1] = Row("odd", {"ours": 12})
    assert tally(one) == (1, 0)
    assert judged(one) == ["goal: ours at most 1.10 of theirs: holds"]
    assert text(one) == ["Title",
                         "      ours  theirs",
                         "even    11      10",
                         "odd     12       -"]


DUMP = "desc: Trigger: Client Request: {} {}\nsummary: 1\ntotals: {}\n"


def costs(monkeypatch: pytest.MonkeyPatch, folder: Path, *dumps: tuple) -> dict:
    program = str(folder / "program")
    (folder / "program.callgrind").write_text("".join(DUMP.format(*dump) for dump in dumps))
    monkeypatch.setattr(measure, "run", lambda command: None)
    return instructions(program)


def test_startup_loop_and_call_cancel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert costs(monkeypatch, tmp_path, ("nothing", 1, 38), ("nothing", 101, 738),
                 ("bsf/by_hand", 1, 197), ("bsf/by_hand", 101, 16797)) == {"bsf/by_hand": 159}


@pytest.mark.parametrize("dumps, message", [
    ([("nothing", 1, 38), ("nothing", 101, 739)], "does not cost the same in every call"),
    ([("nothing", 1, 38)], "nothing has 1 dumps, not 2"),
    ([("bsf", 1, 38), ("bsf", 101, 138)], "does not tell what a call costs"),
])
def test_unusable_dumps(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, dumps: list,
                        message: str) -> None:
    with pytest.raises(BenchError, match=message):
        costs(monkeypatch, tmp_path, *dumps)


def test_missing_command_says_what_to_do() -> None:
    with pytest.raises(BenchError, match="no-such-command: run ./configure.py --install-deps=deep"):
        measure.run([os.path.join("/nonexistent", "no-such-command")])


def charted(**counts: int) -> Table:
    """Returns a table with each row of the chart."""
    return Table("Title", ["mlx5sig", "libmlx5"], [], [Row(f"  {name} ", counts) for name in chart.ROWS])


def test_chart_shows_the_first_table() -> None:
    drawing = chart.svg([charted(mlx5sig=150, libmlx5=300), charted(mlx5sig=7, libmlx5=8)])
    assert ">150<" in drawing and ">300<" in drawing and ">7<" not in drawing
    assert f'width="{chart.PLOT}"' in drawing and f'width="{chart.PLOT // 2}"' in drawing


def test_chart_without_a_row() -> None:
    with pytest.raises(BenchError, match="the chart needs the row 'T10-DIF"):
        chart.svg([table()])


def figures(name: str) -> str:
    """Returns the line of docs/speed.md with this row."""
    text_of = (ROOT / "docs" / "speed.md").read_text(encoding="utf-8")
    found = re.search(rf"^ *{re.escape(name)}  .*", text_of, re.M)
    assert found, f"docs/speed.md has no row {name}"
    return found.group()


def test_readme_has_the_figures_of_the_page() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name, said in (
            ("T10-DIF both domains, prepared, 1 entry",
             r"prepared T10-DIF in both domains takes (\d+) instructions \(libmlx5: (\d+)\)"),
            ("RDMA READ", r"an RDMA READ (\d+) \((\d+)\)"),
            ("poll of 16, 16 there of one QP, each", r"one of 16 polled completions\s+(\d+) \((\d+)\)")):
        numbers = re.search(said, readme)
        assert numbers and set(numbers.groups()) <= set(figures(name).split()), name


def test_chart_has_the_figures_of_the_page() -> None:
    drawing = (ROOT / "docs" / "speed.svg").read_text(encoding="utf-8")
    for name, label in chart.ROWS.items():
        shown = re.search(rf">{label}</text>\n.*\n.*>(\d+)</text>\n.*\n.*>(\d+)</text>", drawing)
        assert shown and set(shown.groups()) <= set(figures(name).split()), label
