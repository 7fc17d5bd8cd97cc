# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests `prmc merge`: two changes of a spec file are merged if they concern different things, also on the same lines,
and conflict if they claim the same bits."""

import os
import random
import re
import subprocess
import tempfile
import textwrap

import pytest
from watch.git.blocks import read
from watch.git.conflict import Marks
from watch.git.merge import NotMerged, merge
from watch.git.textconv import convert
from prmclib.readers.load import load_draft
from prmclib.model import Kind
from prmclib.rules import check

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
PRMC = os.path.join(ROOT, "codegen", "prmc")
CASES = int(os.environ.get("MERGE_CASES", "150"))

BASE = textwrap.dedent("""\
    doc: A file.

    enums:
      colour:
        doc: Colours.
        source: none
        values:
          RED:   1
          GREEN: 2

    layouts:
      seg:
        size: 16
        doc: A segment.
        source:
          - one
          - two
        fields:
          0x00[31:16]: reserved
          # The index counts.
          0x00[15:0]:  {name: index, doc: Number.}
          0x04[31:8]:  reserved
          0x04[7:0]:   {name: kind, enum: colour}
          0x08[63:0]:
            overlay: body
            selector: kind
            arms:
              red:
                when: RED
                fields:
                  0x08[31:16]: reserved
                  0x08[15:0]:  tag
                  0x0c[31:0]:  value
              green: {when: else}
    """)


def changed(*pairs):
    text = BASE
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def merged(ours, theirs, base=BASE):
    return merge(base.encode(), ours.encode(), theirs.encode(), Marks())


INDEX = "0x00[31:16]: reserved\n      # The index counts.\n      0x00[15:0]:  {name: index, doc: Number.}"
INDEX_20 = INDEX.replace("31:16", "31:20").replace("[15:0]: ", "[19:0]: ")

CLEAN = {
    # name: (ours, theirs, result), as replacements in BASE
    "widened and described": (
        [(INDEX, INDEX_20)], [("doc: Number.", "doc: Counts.")],
        [(INDEX, INDEX_20.replace("Number", "Counts"))]),
    "widened, and a field beside it": (
        [(INDEX, INDEX_20)],
        [("0x00[31:16]: reserved", "0x00[31]:    flag\n      0x00[30:16]: reserved")],
        [(INDEX, INDEX_20.replace("0x00[31:20]: reserved",
                                  "0x00[31]:    flag\n      0x00[30:20]: reserved"))]),
    "renamed and moved within the dword": (
        [("name: index", "name: number")],
        [(INDEX, "# The index counts.\n      0x00[31:16]: {name: index, doc: Number.}\n"
                 "      0x00[15:0]:  reserved")],
        [(INDEX, "# The index counts.\n      0x00[31:16]: {name: number, doc: Number.}\n"
                 "      0x00[15:0]:  reserved")]),
    "two attributes of one field": (
        [("{name: kind, enum: colour}", "{name: kind, enum: colour, default: RED}")],
        [("{name: kind, enum: colour}", "{name: kind, doc: Its kind., enum: colour}")],
        [("{name: kind, enum: colour}",
          "{name: kind, enum: colour, default: RED, doc: Its kind.}")]),
    "two values": (
        [("RED:   1", "RED:   1\n      BLUE:  3")],
        [("GREEN: 2", "GREEN: 2\n      BLACK: 4")],
        [("RED:   1", "RED:   1\n      BLUE:  3"), ("GREEN: 2", "GREEN: 2\n      BLACK: 4")]),
    "two fields of one arm": (
        [("0x08[15:0]:  tag", "0x08[15:0]:  {name: tag, doc: Tag.}")],
        [("0x0c[31:0]:  value", "0x0c[31:0]:  {name: value, doc: Value.}")],
        [("0x08[15:0]:  tag", "0x08[15:0]:  {name: tag, doc: Tag.}"),
         ("0x0c[31:0]:  value", "0x0c[31:0]:  {name: value, doc: Value.}")]),
    "the same change": ([("doc: Number.", "doc: Same.")], [("doc: Number.", "doc: Same.")],
                        [("doc: Number.", "doc: Same.")]),
    "two sources": ([("- one", "- one\n      - three")], [("- two", "- two\n      - four")],
                    [("- one", "- one\n      - three"), ("- two", "- two\n      - four")]),
    "a layout each": (
        [("layouts:\n", "layouts:\n  first:\n    size: 4\n    fields:\n      0x00[31:0]: a\n\n")],
        [("green: {when: else}\n", "green: {when: else}\n\n  last:\n    size: 4\n    fields:\n"
          "      0x00[31:0]: b\n")],
        [("layouts:\n", "layouts:\n  first:\n    size: 4\n    fields:\n      0x00[31:0]: a\n\n"),
         ("green: {when: else}\n", "green: {when: else}\n\n  last:\n    size: 4\n    fields:\n"
          "      0x00[31:0]: b\n")]),
    "grown, and a field moved": (
        [("size: 16", "size: 20"), ("green: {when: else}\n",
                                    "green: {when: else}\n      0x10[31:0]:  reserved\n")],
        [("0x04[31:8]:  reserved", "0x04[31]:    late\n      0x04[30:8]:  reserved")],
        [("size: 16", "size: 20"), ("green: {when: else}\n",
                                    "green: {when: else}\n      0x10[31:0]:  reserved\n"),
         ("0x04[31:8]:  reserved", "0x04[31]:    late\n      0x04[30:8]:  reserved")]),
    "a field removed, another described": (
        [(INDEX, "0x00[31:16]: reserved\n      0x00[15:0]:  reserved")],
        [("0x0c[31:0]:  value", "0x0c[31:0]:  {name: value, doc: Value.}")],
        [(INDEX, "0x00[31:16]: reserved\n      0x00[15:0]:  reserved"),
         ("0x0c[31:0]:  value", "0x0c[31:0]:  {name: value, doc: Value.}")]),
}

CONFLICTS = {
    "bits claimed twice": (
        [(INDEX, INDEX_20)],
        [("0x00[31:16]: reserved", "0x00[31:17]: reserved\n      0x00[16]:    flag")],
        "layouts.seg: 0x00[16] is claimed by 'index' and 'flag'"),
    "moved to two places": (
        [(INDEX, INDEX_20)], [(INDEX, INDEX_20.replace("20", "24").replace("19", "23"))],
        "layouts.seg 'index': 0x00[19:0] for ours, 0x00[23:0] for theirs"),
    "described twice": ([("doc: Number.", "doc: A.")], [("doc: Number.", "doc: B.")],
                        "layouts.seg 'index': both sides change it"),
    "two names": ([("name: index", "name: a")], [("name: index", "name: b")],
                  "layouts.seg 'b': both sides change it"),
    "one number, two names": (
        [("GREEN: 2", "GREEN: 2\n      BLUE:  3")], [("GREEN: 2", "GREEN: 2\n      BLACK: 3")],
        "enums.colour.values: 3 is BLUE for ours and BLACK for theirs"),
    "renumbered twice": ([("GREEN: 2", "GREEN: 3")], [("GREEN: 2", "GREEN: 4")],
                         "enums.colour.values.GREEN: both sides change it"),
    "removed and described": (
        [(INDEX, "0x00[31:16]: reserved\n      0x00[15:0]:  reserved")],
        [("doc: Number.", "doc: Counts.")],
        "layouts.seg 'index': ours removes what the other side changes"),
    "arm removed and changed": (
        [("          green: {when: else}\n", "")],
        [("green: {when: else}", "green: {when: GREEN}")],
        "layouts.seg 'body'.arms.green: ours removes what the other side changes"),
    "two sizes": ([("size: 16", "size: 20")], [("size: 16", "size: 24")],
                  "layouts.seg.size: both sides change it"),
}


@pytest.mark.parametrize("name", CLEAN)
def test_different_things_merge(name):
    ours, theirs, result = CLEAN[name]
    for one, other in ((ours, theirs), (theirs, ours)):
        found = merged(changed(*one), changed(*other))
        assert found.conflicts == []
        if one is ours:
            assert found.text == changed(*result)
        assert fields_of(found.text) == fields_of(changed(*result))


@pytest.mark.parametrize("name", CONFLICTS)
def test_one_thing_changed_in_two_ways_conflicts(name):
    ours, theirs, message = CONFLICTS[name]
    found = merged(changed(*ours), changed(*theirs))
    assert list(map(str, found.conflicts)) == [message]
    assert len(re.findall(r"^<<<<<<< ours$", found.text, re.M)) == 1
    for half, wanted in ((0, changed(*ours)), (1, changed(*theirs))):
        # Each half is that side's text, except for reserved bits.
        side = re.sub(r"^<<<<<<< ours\n(.*?)^=======\n(.*?)^>>>>>>> theirs\n",
                      lambda match, half=half: match.group(1 + half), found.text, flags=re.M | re.S)
        assert set(lines(wanted)) - set(lines(BASE)) <= set(lines(side))


def line_of(text, part):
    return text[:text.index(part)].count("\n") + 1


CLAIMS = {
    "moved to two places": ["    ours    0x00[19:0]  index  f.yaml:21",
                            "    theirs  0x00[23:0]  index  f.yaml:21"],
    "described twice": ["    ours    0x00[15:0]: {name: index, doc: A.}  f.yaml:21",
                        "    theirs  0x00[15:0]: {name: index, doc: B.}  f.yaml:21"],
    "one number, two names": ["    ours    BLUE: 3   f.yaml:10", "    theirs  BLACK: 3  f.yaml:10"],
    "removed and described": ["    theirs  0x00[15:0]  index  f.yaml:21"],
    "two sizes": ["    ours    size: 20  f.yaml:13", "    theirs  size: 24  f.yaml:13"],
}


@pytest.mark.parametrize("name", CLAIMS)
def test_a_conflict_names_both_sides(name):
    ours, theirs, message = CONFLICTS[name]
    found = merged(changed(*ours), changed(*theirs))
    conflict, = found.conflicts
    assert conflict.lines("f.yaml") == [
        f"f.yaml:{line_of(found.text, '<<<<<<<')}: {message}", *CLAIMS[name]]


def test_a_field_that_one_side_splits_and_the_other_describes_is_one_conflict():
    """The conflict of the description is not nested in that of the bits."""
    parts = "0x0c[31:16]: high\n              0x0c[15:0]:  low"
    described = "0x0c[31:0]:  {name: value, doc: Value.}"
    for turned in (False, True):
        sides = [changed(("0x0c[31:0]:  value", text)) for text in (parts, described)]
        found = merged(*(reversed(sides) if turned else sides))
        conflict, = found.conflicts
        assert found.text.count("<<<<<<<") == found.text.count(">>>>>>>") == 1
        names = "'value', 'high' and 'low'" if turned else "'high', 'low' and 'value'"
        assert str(conflict) == f"layouts.seg 'body'.arms.red: 0x0c[31:0] is claimed by {names}"
        assert sorted((claim.side, claim.text) for claim in conflict.claims) == sorted(
            [("theirs" if turned else "ours", "high"), ("theirs" if turned else "ours", "low"),
             ("ours" if turned else "theirs", "value")])
        for wanted in (parts.split("\n")[0], described):
            assert found.text.count(wanted) == 1


def half(text, number):
    """Returns the text with one side of its conflicts, 0 ours or 1 theirs."""
    out, side = [], None
    for line in text.split("\n"):
        if line.startswith(("<<<<<<<", "=======", ">>>>>>>")):
            side = {"<": 0, "=": 1, ">": None}[line[0]]
        elif side in (None, number):
            out.append(line)
    return "\n".join(out)


@pytest.mark.parametrize("turned", [False, True])
def test_each_side_of_a_conflict_has_all_of_that_side(turned):
    """Each side of a conflict is complete, so that a resolution to one side loses none of its changes."""
    sides = [changed(("0x00[31:16]: reserved", "0x00[31:17]: reserved\n      0x00[16]:    flag")),
             changed((INDEX, INDEX_20))]
    sides = sides[::-1] if turned else sides
    found = merged(*sides)
    assert len(found.conflicts) == 1
    for number, side in enumerate(sides):
        kept = [line.strip() for line in half(found.text, number).split("\n")]
        assert [line for line in side.split("\n") if line.strip() not in kept and "reserved" not in line] == []
        assert not any(line.strip() in kept for line in sides[not number].split("\n")
                       if line not in side.split("\n") and "reserved" not in line)


def test_conflicts_are_told_in_the_order_of_their_lines():
    found = merged(changed((INDEX, INDEX_20), ("RED:   1", "RED:   7"), ("tag", "mark")),
                   changed(("0x00[31:16]: reserved", "0x00[31:18]: reserved\n      0x00[17:16]: flag"),
                           ("RED:   1", "RED:   8"), ("tag", "label")))
    told = [(item.line, str(item)) for item in found.conflicts]
    assert told == sorted(told) and [text for _, text in told] == [
        "enums.colour.values.RED: both sides change it",
        "layouts.seg: 0x00[17:16] is claimed by 'index' and 'flag'",
        "layouts.seg 'body'.arms.red 'label': both sides change it"]
    assert [number for number, line in enumerate(found.text.split("\n"), 1)
            if line.startswith("<<<<<<<")] == [line for line, _ in told]


def lines(text):
    return [line.strip() for line in text.splitlines() if "reserved" not in line]


@pytest.mark.parametrize("text", ["", "- a\n", "doc: [\n", "a: 1\na: 2\n", "\0", "x"])
def test_what_is_no_spec_is_left_to_git(text):
    with pytest.raises(NotMerged):
        merged(text, BASE)


def test_nothing_is_lost_in_reading():
    for folder, _, names in os.walk(os.path.join(ROOT, "spec")):
        for name in (one for one in names if one.endswith(".yaml")):
            with open(os.path.join(folder, name), "rb") as stream:
                data = stream.read()
            entries = read(name, data)
            text = "\n".join(line for item in entries for line in item.lead + item.text)
            assert text == data.decode()


def fields_of(text):
    """Checks a text by all rules; returns its named fields: {layout: {path: (offset, width, doc)}}."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "file.yaml")
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
        draft = load_draft([path])
        check(draft)
    wrong = [item for item in draft.findings
             if item.rule in ("E010", "E011", "E012", "E013", "E014", "E015", "E016", "E032")]
    assert not wrong, "\n".join(f"{item.where}: {item.message}" for item in wrong) + "\n" + text
    return {name: {item.name: (item.bits.offset, item.bits.width, item.about.doc)
                   for item in layout.fields if item.kind not in (Kind.RESERVED, Kind.IGNORED)}
            for name, layout in draft.spec.layouts.items()}


class Table:
    """A layout with one line for each field, as text and as fields."""

    def __init__(self, fields, size):
        self.fields = dict(fields)  # name: (offset, width, doc)
        self.size = size

    def text(self):
        out, at = [], 0
        for name, (offset, width, doc) in sorted(self.fields.items(), key=lambda item: item[1]):
            out += self.reserved(at, offset)
            out.append(f"      {self.place(offset, width)} " + (
                f"{{name: {name}, doc: {doc}}}" if doc else name))
            at = offset + width
        out += self.reserved(at, self.size * 8)
        return (f"doc: A file.\nlayouts:\n  seg:\n    size: {self.size}\n    doc: A segment.\n"
                "    source: none\n    fields:\n" + "\n".join(out) + "\n")

    def reserved(self, start, end):
        out = []
        while start < end:
            stop = min(end, start // 32 * 32 + 32)
            out.append(f"      {self.place(start, stop - start)} reserved")
            start = stop
        return out

    @staticmethod
    def place(offset, width):
        low = 31 - (offset + width - 1) % 32
        text = f"0x{offset // 32 * 4:02x}[{low + width - 1}:{low}]:" if width > 1 \
            else f"0x{offset // 32 * 4:02x}[{low}]:"
        return f"{text:<13}"


def free(table, offset, width):
    return offset >= 0 and offset + width <= table.size * 8 and \
        offset // 32 == (offset + width - 1) // 32 and \
        all(offset + width <= at or at + wide <= offset
            for at, wide, _ in table.fields.values())


def random_edit(table, rng, number):
    """Returns one change of a table, as a function on its fields, and its subject."""
    while True:
        kind = rng.choice(["add", "move", "describe", "rename", "remove", "widen"])
        name = rng.choice(sorted(table.fields))
        at, width, doc = table.fields[name]
        if kind == "add":
            at, width = rng.randrange(table.size * 8), rng.randrange(1, 9)
            if free(table, at, width):
                return {"set": (f"new_{number}", (at, width, ""))}
        elif kind in ("move", "widen"):
            new = (rng.randrange(table.size * 8), width) if kind == "move" else \
                (at - rng.randrange(1, 4), 0)
            new = new if kind == "move" else (new[0], width + at - new[0])
            others = Table({k: v for k, v in table.fields.items() if k != name}, table.size)
            if new[0] >= 0 and new != (at, width) and free(others, *new):
                return {"place": (name, new)}
        elif kind == "describe":
            return {"doc": (name, f"Text {number}.")}
        elif kind == "rename":
            return {"name": (name, f"other_{number}")}
        elif len(table.fields) > 4:
            return {"remove": (name, None)}


def apply(table, *edits):
    fields = dict(table.fields)
    names = {name: name for name in fields}
    for edit in edits[:1] + tuple(edit for edit in edits[1:] if edit != edits[0]):
        for kind, (name, value) in edit.items():
            if kind == "set":
                fields[name] = value
                continue
            current = names[name]
            at, width, doc = fields.pop(current)
            if kind == "place":
                fields[current] = (*value, doc)
            elif kind == "doc":
                fields[current] = (at, width, value)
            elif kind == "name":
                fields[value] = (at, width, doc)
                names[name] = value
    return Table(fields, table.size)


def compatible(table, one, other):
    """Returns whether two edits change different attributes of a field, and claim no bit twice."""
    if one == other:
        return True
    (kind, (name, _)), (kind2, (name2, _)) = *one.items(), *other.items()
    if name == name2 and (kind == kind2 or "remove" in (kind, kind2)):
        return False
    if name == name2 and {kind, kind2} == {"name", "place"}:
        return None  # a renamed and moved field is not recognised; both results are valid
    taken = sorted((at, at + width) for at, width, _ in apply(table, one, other).fields.values())
    return all(end <= start for (_, end), (start, _) in zip(taken, taken[1:]))


def test_random_changes():
    outcomes = {True: 0, False: 0}
    for seed in range(CASES):
        rng = random.Random(seed)
        fields, at = {}, 0
        for number in range(8):
            at += rng.randrange(0, 12)
            width = rng.randrange(1, 17)
            if at // 32 != (at + width - 1) // 32:
                at = at // 32 * 32 + 32
            fields[f"f{number}"] = (at, width, rng.choice(["", "Some text."]))
            at += width
        table = Table(fields, at // 32 * 4 + 8)
        one, other = random_edit(table, rng, 1), random_edit(table, rng, 2)
        found = merged(apply(table, one).text(), apply(table, other).text(), table.text())
        wanted = compatible(table, one, other)
        if wanted is None:
            continue
        outcomes[wanted] += 1
        told = f"seed {seed}: {one} {other}\n{table.text()}\n{found.text}\n{found.conflicts}"
        assert bool(found.conflicts) is not wanted, told
        if wanted:
            assert fields_of(found.text)["seg"] == apply(table, one, other).fields, told
        for number, edit in enumerate((one, other) if found.conflicts else ()):  # either side can be taken unchanged
            assert fields_of(half(found.text, number))["seg"] == apply(table, edit).fields, told
    assert outcomes[True] >= CASES // 2 and outcomes[False] >= CASES // 50


def test_either_side_of_random_conflicts_can_be_taken():
    """Both sides change several things: a resolution to one side fills all bits once, and has all that this side did."""
    conflicts = 0
    for seed in range(CASES // 4):
        rng = random.Random(f"several {seed}")
        table = Table({f"f{number}": (number * 16 + rng.randrange(4), rng.randrange(4, 12), "") for number in range(6)}, 16)
        sides = []
        for number in (1, 2):
            edits, now = [], table
            for step in range(rng.randrange(1, 4)):
                edits.append(random_edit(now, rng, f"{number}{step}"))
                now = apply(now, edits[-1])
            sides.append(now)
        found = merged(*(side.text() for side in sides), table.text())
        for number, side in enumerate(sides if found.conflicts else ()):
            conflicts += 1
            told = f"seed {seed}\n{table.text()}\n{sides[0].text()}\n{sides[1].text()}\n{found.text}"
            fields = fields_of(half(found.text, number))["seg"]
            assert {name: at for name, at in side.fields.items() if table.fields.get(name) != at}.items() <= fields.items(), told
            assert not set(fields) & (set(table.fields) - set(side.fields)), told
    assert conflicts > CASES // 20


class Repository:
    """A git repository with a spec of one file."""

    def __init__(self, folder):
        self.folder = str(folder)
        self.path = os.path.join(self.folder, "spec", "wqe", "seg.yaml")
        os.makedirs(os.path.dirname(self.path))
        self.git("init", "-q", "-b", "main")
        self.git("config", "user.name", "Someone")
        self.git("config", "user.email", "someone@example.org")
        self.commit(BASE, "base")
        done = subprocess.run([PRMC, "git-setup", "--spec", "spec"], cwd=self.folder, check=True,
                              stdout=subprocess.PIPE, text=True)
        assert "info/attributes says which files" in done.stdout

    def git(self, *command, status=0):
        environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull,
                       "GIT_CONFIG_SYSTEM": os.devnull, "LC_ALL": "C"}
        done = subprocess.run(["git", *command], cwd=self.folder, env=environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        assert done.returncode == status, done.stdout
        return done.stdout

    def write(self, text):
        with open(self.path, "w", encoding="utf-8") as stream:
            stream.write(text)

    def commit(self, text, message):
        self.write(text)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)


def test_git_shows_what_a_change_means(tmp_path):
    repository = Repository(tmp_path)
    repository.write(changed((INDEX, INDEX_20)))
    text = repository.git("diff")
    assert "seg.index  widened 16 -> 20 bits" in text
    assert "\n-      0x00[31:16]: reserved\n+      0x00[31:20]: reserved\n" in text
    repository.git("commit", "-q", "-a", "-m", "wider")
    lines = ["-seg.index  0x00[15:0], 16 bits", "+seg.index  0x00[19:0], 20 bits",
             "-seg.(reserved)  0x00[31:16], 16 bits", "+seg.(reserved)  0x00[31:20], 12 bits"]
    for command in ("show",), ("log", "-p", "-1"):
        text = repository.git(*command)
        assert [line for line in lines if line not in text.splitlines()] == []
        text = repository.git(*command, "--ext-diff")
        assert "seg.index  widened 16 -> 20 bits" in text
    assert "+      0x00[19:0]:  {name: index" in repository.git("show", "--no-textconv")


def test_files_that_come_go_and_move(tmp_path):
    repository = Repository(tmp_path)
    os.rename(repository.path, repository.path.replace("seg", "other"))
    repository.git("add", "-A")
    text = repository.git("diff", "--cached", "-M")
    assert "diff --prmc a/spec/wqe/seg.yaml b/spec/wqe/other.yaml" in text
    text = repository.git("diff", "--cached", "--no-renames")
    assert "seg  added, 16 bytes" in text and "+++ /dev/null" in text
    os.unlink(repository.path.replace("seg", "other"))
    assert "diff --prmc" in repository.git("diff")


def test_colours_behind_a_pager(tmp_path):
    repository = Repository(tmp_path)
    repository.write(changed(("doc: Number.", "doc: \x7f Counts.")))
    os.environ["GIT_PAGER_IN_USE"] = "true"
    try:
        text = repository.git("diff")
    finally:
        del os.environ["GIT_PAGER_IN_USE"]
    assert "\033[1;31m-      0x00[15:0]:" in text and "\033[32m+" in text
    assert "\x7f" not in text


def test_a_diff_of_broken_files_does_not_fail(tmp_path):
    repository = Repository(tmp_path)
    for number, text in enumerate(("doc: [\n", "\0\1\2", "", "x: \t\n")):
        repository.write(text)
        shown = repository.git("diff", "--text")
        assert "no findings: " in shown
        assert number or "\n-doc: A file.\n" in shown
        repository.git("commit", "-q", "-a", "-m", str(number))
    assert repository.git("log", "-p", "--text").count("\n+(shown as it is: ") == 4


def test_a_file_that_merges(tmp_path):
    repository = Repository(tmp_path)
    ours, theirs, _ = CONFLICTS["bits claimed twice"]
    repository.git("checkout", "-q", "-b", "theirs")
    repository.commit(changed(*theirs), "theirs")
    repository.git("checkout", "-q", "main")
    repository.commit(changed(*ours), "ours")
    repository.git("merge", "theirs", status=1)
    assert "unmerged" in repository.git("diff", "--ext-diff") or \
        "diff --cc" in repository.git("diff")


def test_git_merges_by_field(tmp_path):
    repository = Repository(tmp_path)
    ours, theirs, result = CLEAN["widened, and a field beside it"]
    repository.git("checkout", "-q", "-b", "theirs")
    repository.commit(changed(*theirs), "theirs")
    repository.git("checkout", "-q", "main")
    repository.commit(changed(*ours), "ours")
    repository.git("merge", "-q", "-m", "both", "theirs")
    with open(repository.path, encoding="utf-8") as stream:
        assert stream.read() == changed(*result)
    # Without the driver, git cannot merge it.
    repository.git("reset", "-q", "--hard", "HEAD~1")
    subprocess.run([PRMC, "git-setup", "--remove", "--spec", "spec"], cwd=repository.folder,
                   check=True, stdout=subprocess.DEVNULL)
    assert "CONFLICT" in repository.git("merge", "-q", "theirs", status=1)


def test_git_stops_at_a_conflict_of_bits(tmp_path):
    repository = Repository(tmp_path)
    ours, theirs, message = CONFLICTS["bits claimed twice"]
    repository.git("checkout", "-q", "-b", "theirs")
    repository.commit(changed(*theirs), "theirs")
    repository.git("checkout", "-q", "main")
    repository.commit(changed(*ours), "ours")
    said = repository.git("merge", "theirs", status=1)
    with open(repository.path, encoding="utf-8") as stream:
        marks = [number for number, line in enumerate(stream, 1) if line.startswith("<<<<<<< ")]
    assert len(marks) == 1
    assert f"""spec/wqe/seg.yaml:{marks[0]}: {message}
    ours    0x00[19:0]  index  spec/wqe/seg.yaml:{line_of(changed(*ours), "name: index")}
    theirs  0x00[16]    flag   spec/wqe/seg.yaml:{line_of(changed(*theirs), "flag")}
""" in said and "CONFLICT" in said
    # git diff shows the open conflicts, not the whole file.
    shown = repository.git("diff").split("\n")
    first, last = shown.index("++<<<<<<< ours"), len(shown) - shown[::-1].index("++>>>>>>> theirs")
    assert [line[2:] for line in shown[first:last]] == [
        "<<<<<<< ours", "seg.index  0x00[19:0], 20 bits", "=======", "seg.(reserved)  0x00[19:17], 3 bits",
        "seg.flag  0x00[16], 1 bit", "seg.index  0x00[15:0], 16 bits", ">>>>>>> theirs"]
    assert len(shown) < 28 and not any("RED" in line for line in shown)


@pytest.mark.parametrize("text, is_split", [
    ("a: 1\n<<<<<<< x\nb: 1\n=======\nb: 2\n>>>>>>> y\nc: 1\n", True),
    ("a: 1\n<<<<<<< x\nb: 1\n||||||| base\nb: 0\n=======\nb: 2\n>>>>>>> y\nc: 1\n", True),
    ("a: 1\n<<<<<<< x\nb: 1\n=======\nb: 2\nc: 1\n", False),
    ("a: 1\n=======\nb: 1\n<<<<<<< x\nb: 2\n>>>>>>> y\nc: 1\n", False),
    ("a: 1\n<<<<<<< x\n<<<<<<< x\nb: 1\n=======\nb: 2\n>>>>>>> y\n>>>>>>> y\nc: 1\n", False),
    ("a: 1\nb: 1\nc: 1\n", False)])
def test_both_sides_of_a_conflict_are_shown(text, is_split):
    shown = convert("f", text.encode())
    if is_split:
        assert shown == "file  a: 1\n<<<<<<< x\nfile  b: 1\n=======\nfile  b: 2\n>>>>>>> y\nfile  c: 1\n"
    else:
        assert shown.startswith("(shown as it is: ") == ("x" in text or "=" in text)


def test_git_goes_on_without_prmc(tmp_path):
    repository = Repository(tmp_path)
    for name in ("diff.prmc.command", "diff.prmc.textconv", "merge.prmc.driver"):
        value = repository.git("config", name).rstrip("\n").replace("codegen/prmc", "missing/prmc")
        repository.git("config", name, value)
    repository.git("checkout", "-q", "-b", "theirs")
    repository.commit(changed(("- one", "- 1")), "theirs")
    assert "+      - 1" in repository.git("show")
    assert "+      - 1" in repository.git("diff", "HEAD~1")
    repository.git("checkout", "-q", "main")
    repository.commit(changed(("RED:   1", "RED:   5")), "ours")
    repository.git("merge", "-q", "-m", "both", "theirs")
    with open(repository.path, encoding="utf-8") as stream:
        assert stream.read() == changed(("- one", "- 1"), ("RED:   1", "RED:   5"))


def test_setup_outside_of_a_repository(tmp_path):
    done = subprocess.run([PRMC, "git-setup"], cwd=tmp_path, check=False, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env={**os.environ, "GIT_CEILING_DIRECTORIES": str(tmp_path)})
    assert done.returncode == 2
    assert "run it inside one" in done.stderr


def test_setup_for_a_spec_outside_changes_nothing(tmp_path):
    (tmp_path / "tree").mkdir()
    repository = Repository(tmp_path / "tree")
    before = repository.git("config", "--local", "--list")
    done = subprocess.run([PRMC, "git-setup", "--spec", str(tmp_path)], cwd=repository.folder, check=False,
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert done.stderr.startswith(f"prmc: {tmp_path} is not in the repository "), done.stderr
    assert repository.git("config", "--local", "--list") == before
