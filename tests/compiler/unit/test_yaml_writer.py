# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests that the notation's writer is read back as the same model, and writes in the style of the spec."""

import dataclasses
import glob
import os
import random
import re

import pytest
from prmclib.model.errors import render
from prmclib.readers.load import load_draft, load_spec
from prmclib.model.expr import parse
from prmclib.model import About, Enum, EnumValue, Name, Num, Op, Ref, Span, Spec
from prmclib.model.same import plain
from prmclib.writers.yaml import ROW, WIDTH, enum_lines, expr_text, write_file

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
SPEC = os.path.join(ROOT, "spec")

def written(spec, folder):
    """Writes a spec into a folder; returns the texts by path."""
    texts = {}
    for item in spec.files:
        path = os.path.join(str(folder), item.path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        texts[item.path] = write_file(spec, item)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(texts[item.path])
    return texts


def check_text(text):
    """Checks for one field per line or more, none too wide except a word that is too wide itself."""
    for line in text.split("\n"):
        assert len(line) <= (ROW if line[-1:] in ("}", "]") else WIDTH) or len(line.split()[-1]) > WIDTH - 30, line
        assert line == line.rstrip() and "\t" not in line


def test_the_whole_spec(tmp_path):
    spec, findings = load_spec([SPEC])
    assert render(findings) == ""
    texts = written(spec, tmp_path)
    again, findings = load_spec([str(tmp_path / "spec")])
    assert render(findings) == ""
    assert plain(again) == plain(spec)
    for path, text in texts.items():
        check_text(text)
        assert write_file(again, next(f for f in again.files if f.path == path)) == text


def test_it_reads_like_the_spec():
    """The writer keeps the spec's form: most lines are written as they were."""
    spec, _ = load_spec([SPEC])
    theirs, same = 0, 0
    for item in spec.files:
        with open(os.path.join(ROOT, item.path), encoding="utf-8") as stream:
            lines = stream.read().splitlines()
        ours = set(write_file(spec, item).splitlines())
        wanted = [line for line in lines if re.match(r" +(?:0x|[A-Z0-9_]+:|- )", line)]
        theirs += len(wanted)
        same += sum(line in ours for line in wanted)
    assert theirs > 3000 and same > 0.9 * theirs, f"{same} of {theirs}"


def test_form(tmp_path):
    """Each kind of thing has this form, line by line."""
    with open(os.path.join(HERE, "yaml_writer.txt"), encoding="utf-8") as stream:
        text = stream.read()
    path = tmp_path / "forms.yaml"
    path.write_text(text, encoding="utf-8")
    spec, findings = load_spec([str(path)])
    assert render(findings) == ""
    assert write_file(spec, spec.files[0]) == text


def cases():
    """Returns all specs without errors from the cases of the rules, and the file of the notation."""
    for path in sorted(glob.glob(os.path.join(HERE, "rules", "*.case"))):
        with open(path, encoding="utf-8", errors="surrogateescape") as stream:
            parts = re.split(r"^== (.*)\n", stream.read(), flags=re.M)
        names, bodies = parts[1::2], parts[2::2]
        yield os.path.basename(path), [(name, body) for name, body in zip(names, bodies)
                                       if name.endswith(".yaml")]


def test_the_cases_of_the_rules(tmp_path):
    """Many small specs that load without errors are preserved."""
    count = 0
    for number, (name, files) in enumerate(cases()):
        folder = tmp_path / str(number) / "spec"
        for path, body in files:
            target = folder / os.path.basename(path)
            folder.mkdir(parents=True, exist_ok=True)
            target.write_bytes(body.encode("utf-8", "surrogateescape"))
        if not files:
            continue
        spec, findings = load_spec([str(folder)])
        if findings.has_errors:
            continue
        out = tmp_path / f"{number}.out"
        written(spec, out)
        again, findings = load_spec([str(out / "spec")])
        assert not findings.has_errors, f"{name}: {render(findings)}"
        assert plain(again) == plain(spec), name
        count += 1
    assert count >= 10


# Random contents

WORDS = ["a", "word", "mlx5_ifc_x_bits", "0x10", "10", "1.5", "true", "No", "~", "null", "#", "#x",
         "-", "- a", "a: b", "a:", ":", "[", "]", "{x}", ",", "a,b", "'", "it's", '"', '"q"', "\\",
         "\\n", "%d", "@", "`", "&a", "*a", "!t", "|", ">-", "?", "? a", "é", "\U0001f600", "=", "<<",
         "else", "reserved", "...", "---", "2020-01-01", "1:30", "(x)", "x;", "//", "A" * 120]


def random_text(rng):
    """Returns a random text as the reader gives it, without white space at its ends."""
    joints = rng.choice([[" "], [" "], [" ", "  "], [" ", "\n"], [" ", "\n\n", "\n", "   ", "\t", " \n"]])
    text = ""
    for _ in range(rng.choice([1, 1, 2, 3, 8, 30, 60])):
        text += rng.choice(WORDS if rng.random() < 0.6 else ["some", "common", "words", "here"])
        text += rng.choice(joints)
    return text.strip() or "x"


def abouts(thing, found):
    if isinstance(thing, About):
        found.append(thing)
    elif dataclasses.is_dataclass(thing):
        for item in dataclasses.fields(thing):
            abouts(getattr(thing, item.name), found)
    elif isinstance(thing, (dict, list)):
        for item in thing.values() if isinstance(thing, dict) else thing:
            abouts(item, found)
    return found


def random_expr(rng, depth=0):
    if depth > 3 or rng.random() < 0.3:
        return rng.choice([Num(rng.choice([0, 7, 16, 1 << 63])), Ref("ctrl", "ds"),
                           Ref("a", "b.c"), Name("UMR")])
    op = rng.choice(["+", "-", "*", "/", "==", "!=", "<", "<=", ">", ">=", "has", "and", "or",
                     "not"])
    return Op(op, [random_expr(rng, depth + 1) for _ in range(1 if op == "not" else 2)])


def test_expressions_come_back():
    """Each tree of operators is written as a text that parses to the same tree."""
    rng = random.Random(5)
    for _ in range(4000):
        tree = random_expr(rng)
        text = expr_text(tree)
        assert plain(parse(text, lambda start, end: Span("", 0, 0, 0))) == plain(tree), text
    assert expr_text(Op("*", [Op("+", [Num(1), Num(2)]), Num(16)])) == "(1 + 2) * 16"
    assert expr_text(Op("+", [Op("*", [Num(1), Num(2)]), Num(3)])) == "1 * 2 + 3"
    assert expr_text(Op("-", [Num(1), Op("-", [Num(2), Num(3)])])) == "1 - (2 - 3)"


@pytest.mark.parametrize("seed", range(3))
def test_random_texts(seed, tmp_path):
    """Texts of documentation, notes and sources are preserved exactly."""
    rng = random.Random(seed)
    files = glob.glob(os.path.join(SPEC, "wqe", "*.yaml")) + [
        os.path.join(SPEC, "cmd", name) for name in ("cmd.yaml", "mkey.yaml", "psv_cmd.yaml")]
    for number in range(6):
        spec = load_draft(files).spec
        for about in abouts(spec, []):
            about.doc = about.doc and random_text(rng)
            about.source = [random_text(rng) for _ in about.source]
            for key in ("note", "conflict", "unverified", "since"):
                if getattr(about, key) or rng.random() < 0.1:
                    setattr(about, key, random_text(rng))
        for layout in spec.layouts.values():
            for item in layout.fields:
                item.unit = item.unit and random_text(rng)
                for arm in item.arms:
                    if arm.is_single:  # one map has the texts of both
                        arm.about = arm.fields[0].about
                if item.selector is not None and item.selector.external:
                    item.selector.external = random_text(rng)
        for item in spec.files:
            item.doc = random_text(rng)
            item.path = item.stem + ".yaml"
        out = tmp_path / str(number)
        texts = written(spec, out)
        again = load_draft([str(out)]).spec
        order = {item.path: plain(item) for item in spec.files}
        assert {os.path.basename(item.path): plain(item) for item in again.files} == order
        for part in ("layouts", "enums", "variants", "sequences"):
            assert plain(getattr(again, part)) == plain(getattr(spec, part))
        for text in texts.values():
            assert "\t" not in text and max(map(len, text.split("\n"))) < 900


def test_second_names_of_a_value():
    """The model does not distinguish the alias: it is the later name."""
    where = Span("x", 1, 1, 2)
    enum = Enum("kind", [EnumValue("A", 1, where), EnumValue("B", 1, where),
                         EnumValue("C", 1, where, About(doc="Third."))], False, where,
                about=About(doc="x", source=["y"]))
    assert enum_lines(Spec(), enum)[-3:] == ["      A: 1", "      B: {value: 1, alias: A}",
                                             "      C: {value: 1, alias: A, doc: Third.}"]
