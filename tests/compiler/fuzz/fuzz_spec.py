# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Fuzzes the reader of spec files: it ends soon, with findings or with a sound model.

Files of the spec and small ones with all of the notation are mutated at random, with fixed seeds:
bytes and lines, tokens, numbers, and the tree of maps and lists.  A failure names the seed of its
case; `CASE=structure-417 python3 -m pytest tests/compiler/fuzz/fuzz_spec.py` runs it alone and
prints the mutated file.
"""

import glob
import os
import random
import re
import tempfile
import time

import pytest
import yaml
from prmclib.model.errors import printable, render
from prmclib.readers.load import load_spec
from prmclib.model import Kind
from prmclib.rules import RULES
from prmclib.model.same import plain
from prmclib.writers.yaml import write_file

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))

CASES = int(os.environ.get("CASES", "1200"))  # of each kind of change
LIMIT = 5.0  # seconds of the processor for one case; a usual one takes milliseconds
SIZE = 24000  # characters of a file that is mutated

HOSTILE = ["", "~", "null", "true", "-1", "0", "1", "0x", "0xg", "1e9", "9" * 400, "0x" + "f" * 300,
           "18446744073709551615", "18446744073709551616", "else", "reserved", "ignored", "[]",
           "{}",
           "[[[]]]", "{a: {b: {c: d}}}", "&a b", "*a", "!!int 3", "<<", "? ", "- ", ": ", " #",
           "---",
           "...", "%YAML 1.1", "|", ">", "'", "\"", "\"\\0\"", "\\", "{", "}", "[", "]", ",", "\t",
           "\r", "\0", "\ufeff", "\u2028", "\u202e", "é", "\U0001f600", "0x04[31:0]", "0x00[63:0]",
           "0x04[0:31]", "0x00..0xffff", "0x00..", "0xfffff[31:0]", "0x00[32:32]", "0x1c[7]",
           "class", "A" * 5000, "a" * 61, "((((", "not " * 50 + "1", "a.b == A", "ctrl.ds * 16",
           "1 / 0", "(1 == 1) + 1", "name", "kind: bytes", "seg", "driver", "bytes"]


def small_files():
    """Returns files with all of the notation, from the tests of the rules."""
    result = {}
    for name in ("OK_notation", "E061_nested_is_found", "E068_known_with_size"):
        with open(os.path.join(ROOT, "tests", "compiler", "unit", "rules", name + ".case"),
                  encoding="utf-8") as stream:
            result[name] = re.split(r"^== .*\n", stream.read(), flags=re.M)[1]
    return result


def spec_files():
    """Returns the files of the spec, the long ones cut at the start of a line."""
    result = {}
    for path in sorted(glob.glob(os.path.join(ROOT, "spec", "**", "*.yaml"), recursive=True)):
        with open(path, encoding="utf-8") as stream:
            text = stream.read()
        if len(text) > SIZE:
            text = text[:text.rindex("\n", 0, SIZE) + 1]
        result[os.path.basename(path)[:-5]] = text
    return result


BASES = {**small_files(), **spec_files()}


def is_sound(text):
    """Does the file need no other one?"""
    with tempfile.NamedTemporaryFile("w", suffix=".yaml", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        return not load_spec([file.name])[1].has_errors


SOUND = [text for _, text in sorted(BASES.items()) if is_sound(text)]


def base(rng):
    """A file to change; half of them are sound, since most files of the spec need others."""
    return rng.choice(SOUND) if rng.random() < 0.5 else BASES[rng.choice(sorted(BASES))]


# Mutations of text

def flip_bytes(rng, text):
    data = bytearray(text.encode())
    for _ in range(rng.randint(1, 8)):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(data)


def random_bytes(rng, text):
    data = bytearray(text.encode())
    at = rng.randrange(len(data))
    data[at:at + rng.randint(0, 4)] = bytes(rng.randrange(256) for _ in range(rng.randint(1, 4)))
    return bytes(data)


def truncate(rng, text):
    return text[:rng.randrange(len(text))]


def delete_lines(rng, text):
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    del lines[at:at + rng.randint(1, 5)]
    return "\n".join(lines)


def duplicate_lines(rng, text):
    lines = text.split("\n")
    at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[to:to] = lines[at:at + rng.randint(1, 8)]
    return "\n".join(lines)


def swap_lines(rng, text):
    lines = text.split("\n")
    at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[at], lines[to] = lines[to], lines[at]
    return "\n".join(lines)


def indent(rng, text):
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    for number in range(at, min(len(lines), at + rng.randint(1, 6))):
        lines[number] = (" " * rng.randint(0, 4) + lines[number] if rng.random() < 0.5
                         else lines[number][rng.randint(0, 3):])
    return "\n".join(lines)


TOKEN = re.compile(r"[A-Za-z0-9_.]+|[^\sA-Za-z0-9_]")


def swap_tokens(rng, text):
    tokens = list(TOKEN.finditer(text))
    one, two = sorted(rng.sample(range(len(tokens)), 2))
    one, two = tokens[one], tokens[two]
    return (text[:one.start()] + two.group() + text[one.end():two.start()] + one.group()
            + text[two.end():])


def replace_token(rng, text):
    token = rng.choice(list(TOKEN.finditer(text)))
    return text[:token.start()] + rng.choice(HOSTILE) + text[token.end():]


def insert_hostile(rng, text):
    at = rng.randrange(len(text))
    return text[:at] + rng.choice(HOSTILE) + text[at:]


def change_number(rng, text):
    numbers = list(re.finditer(r"\b(?:0x[0-9a-f]+|[0-9]+)\b", text))
    number = rng.choice(numbers)
    value = int(number.group(), 0) if not re.match(r"0\d", number.group()) else 0
    other = rng.choice([value + 1, value - 1, value * 2, value + 4, 0, 31, 32, 63, 64, 1 << 20,
                        1 << 64, 10 ** 300])
    spelled = f"{other:#x}" if number.group().startswith("0x") and other >= 0 else str(other)
    return text[:number.start()] + spelled + text[number.end():]


def nest(rng, text):
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    depth = rng.choice([3, 23, 24, 25, 200, 3000])
    kind = rng.choice("[{-n")
    if kind == "n":
        lines[at:at + 1] = [" " * n + "a:" for n in range(min(depth, 300))]
    elif kind == "-":
        lines[at] = "- " * depth + "a"
    else:
        key, colon, _ = lines[at].partition(":")
        body = "[" * depth + "]" * depth if kind == "[" else "{a: " * depth + "b" + "}" * depth
        lines[at] = key + colon + " " + body
    return "\n".join(lines)


def splice(rng, text):
    other = rng.choice(sorted(BASES))
    lines, more = text.split("\n"), BASES[other].split("\n")
    return "\n".join(lines[:rng.randrange(len(lines))] + more[rng.randrange(len(more)):])


TEXT = [flip_bytes, random_bytes, truncate, delete_lines, duplicate_lines, swap_lines, indent,
        insert_hostile, nest, splice]
TOKENS = [swap_tokens, replace_token, change_number]


# Mutations of the tree

def emit(node, depth=0):
    """Returns a tree as YAML in a usual style."""
    pad = "  " * depth
    if isinstance(node, dict) and node:
        return "".join(f"{pad}{scalar(key)}:" + child(value, depth) for key, value in node.items())
    if isinstance(node, list) and node:
        return "".join(f"{pad}-" + child(value, depth) for value in node)
    return f"{pad}{flow(node)}\n"


def child(node, depth):
    if isinstance(node, (dict, list)) and node:
        return "\n" + emit(node, depth + 1)
    return f" {flow(node)}\n"


def flow(node):
    return "{}" if node == {} else "[]" if node == [] else scalar(node)


def scalar(text):
    if re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_.\[\]:/ ()*+<>=-]*", text) and ": " not in text \
            and not text.endswith((":", " ")):
        return text
    return "'" + text.replace("'", "''") + "'" if text.isprintable() else '"x"'


def containers(node, found=None):
    found = [] if found is None else found
    if isinstance(node, (dict, list)):
        if node:
            found.append(node)
        for value in node.values() if isinstance(node, dict) else node:
            containers(value, found)
    return found


def harmless(text):
    return re.sub(r"[^ -~]", "", text)


def mutate_tree(rng, tree):
    """Changes one node of a tree in place."""
    where = rng.choice(containers(tree))
    key = rng.choice(list(where) if isinstance(where, dict) else range(len(where)))
    value = where[key]
    kind = rng.randrange(9)
    if kind == 0:
        del where[key]
    elif kind == 1:
        where[key] = rng.choice([[value], {"name": value}, {}, [], "", "text", "7"])
    elif kind == 2 and isinstance(value, dict):
        where[key] = list(value.values())
    elif kind == 3 and isinstance(value, list):
        where[key] = {str(number): item for number, item in enumerate(value)}
    elif kind == 4:
        other = rng.choice(containers(tree))
        name = rng.choice(list(other) if isinstance(other, dict) else range(len(other)))
        if not contains(value, other) and not contains(other[name], where):
            where[key], other[name] = other[name], value
    elif kind == 5 and isinstance(where, dict):
        items = [(rng.choice(KEYS) if name == key else name, item) for name, item in where.items()]
        where.clear()
        where.update(items)
    elif kind == 6 and isinstance(where, dict):
        where[rng.choice(KEYS)] = rng.choice([harmless(rng.choice(HOSTILE)), value])
    elif kind == 7 and isinstance(where, dict):
        items = list(where.items())
        rng.shuffle(items)
        where.clear()
        where.update(items)
    elif isinstance(value, str):
        where[key] = rng.choice([harmless(rng.choice(HOSTILE)), rng.choice(WORDS), value + "1",
                                 value[:-1], value.upper(), value.lower()])


def contains(node, wanted):
    return any(item is wanted for item in containers(node))


TREES = {name: yaml.load(text, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))
         for name, text in small_files().items()}
WORDS = sorted({word for text in BASES.values() for word in re.findall(r"[A-Za-z0-9_.\[\]:]+", text)
                if len(word) < 40})[::7] + ["seg", "caps", "ctrl.ds", "else", "UMR"]
KEYS = ["doc", "source", "size", "fields", "name", "kind", "layout", "count", "width", "enum",
        "flags", "default", "fixed", "writer", "cap", "unit", "range", "encoding", "overlay", "selector",
        "arms", "when", "values", "bits", "open", "alias", "segments", "data", "rest", "variant",
        "sequence", "external", "0x00[31:0]", "0x04[15:0]", "0x08..0x0f", "0x20..", "A", "x",
        "layouts", "enums", "variants", "sequences"]


def text_case(rng):
    text = base(rng)
    for _ in range(rng.choice([1, 1, 2, 4])):
        text = rng.choice(TEXT)(rng, text)
        if isinstance(text, bytes):
            return text
        text = text or "\n"
    return text


def token_case(rng):
    text = base(rng)
    for _ in range(rng.choice([1, 1, 2, 4, 8])):
        if len(TOKEN.findall(text)) < 3 or not re.search(r"\b[0-9]+\b", text):
            break
        text = rng.choice(TOKENS)(rng, text)
    return text


def structure_case(rng):
    tree = copy(TREES[rng.choice(sorted(TREES))])
    for _ in range(rng.choice([1, 1, 1, 2, 5])):
        if containers(tree):
            mutate_tree(rng, tree)
    return emit(tree)


def copy(node):
    if isinstance(node, dict):
        return {key: copy(value) for key, value in node.items()}
    return [copy(value) for value in node] if isinstance(node, list) else node


KINDS = {"text": text_case, "tokens": token_case, "structure": structure_case}


# Properties that must hold

def check_findings(findings, text):
    """Checks that prmc can print the findings; returns their number."""
    for item in findings:
        assert item.rule in RULES and item.message
        for where in (item.where, *(span for span, _ in item.others)):
            lines = findings.sources.get(where.file, [])
            assert 0 <= where.line <= max(len(lines), 1), item
            assert where.line == 0 or 1 <= where.col < where.end_col, item
    if findings:
        assert re.search(r"\d+ (error|warning)s?\b.* in 1 of 1 file\. `prmc explain .*` tells more"
                         r"\.\n\Z", text)
    assert all(line == printable(line) for line in text.split("\n"))
    assert max(map(len, text.split("\n"))) < 2000


def fields_of(layout):
    for item in layout.fields:
        yield item
        for arm in item.arms:
            yield from arm.fields


def check_model(spec):
    """Checks properties of a spec without errors that writers rely on."""
    assert spec.files[0].doc
    for layout in spec.layouts.values():
        assert layout.size > 0 and layout.size % 4 == 0 and layout.about.doc and layout.about.source
        at = 0
        for item in layout.fields:
            assert item.bits.offset == at
            at = item.bits.end
        assert at == layout.size * 8
        names = [item.name for item in layout.fields if item.is_named]
        assert len(names) == len(set(names)) and all(names)
        for item in fields_of(layout):
            assert item.name or not item.is_named
            if item.kind is Kind.LAYOUT:
                inner = spec.layouts[item.layout]
                assert item.elem_width == inner.size * 8 and item.bits.offset % 32 == 0
                assert item.is_flexible or item.bits.width == item.elem_width * (item.count or 1)
            if item.kind is Kind.UINT:
                assert 1 <= item.elem_width <= 64
                assert not item.enum or not spec.enums[item.enum].is_flags
                assert not item.flags or spec.enums[item.flags].is_flags
                for value in (item.default, item.fixed):
                    assert value is None or 0 <= value < 1 << item.elem_width
            if item.kind is Kind.OVERLAY:
                check_arms(spec, layout, item)
    for variant in spec.variants.values():
        assert variant.selector.bits is not None and variant.arms
        for arm in variant.arms:
            assert arm.layout in spec.layouts or arm.sequence in spec.sequences
            assert arm.when.is_else != bool(arm.when.values)
    for sequence in spec.sequences.values():
        assert sequence.segments
        for part in sequence.segments:
            assert [bool(part.layout), bool(part.variant), bool(part.sequence),
                    part.data].count(True) == 1
            assert not part.layout or part.layout in spec.layouts
            assert not part.variant or part.variant in spec.variants
            assert not part.sequence or part.sequence in spec.sequences


def check_arms(spec, layout, item):
    assert item.selector is not None and item.arms
    assert bool(item.selector.external) != bool(item.selector.field)
    assert not item.selector.field or item.selector.field in \
        [one.name for one in layout.fields if one.kind is Kind.UINT]
    seen = set()
    for arm in item.arms:
        assert arm.when.is_else != bool(arm.when.values)
        assert not seen.intersection(arm.when.values)
        seen.update(arm.when.values)
        if arm.is_single:
            assert len(arm.fields) == 1 and arm.fields[0].bits == item.bits
            continue
        at = item.bits.offset
        for one in arm.fields:
            assert one.bits.offset == at
            at = one.bits.end
        assert at == item.bits.end


def run_case(kind, number, path):
    """Runs one case; returns the number of findings, or None for a sound spec."""
    rng = random.Random(f"{kind} {number}")
    content = KINDS[kind](rng)
    with open(path, "wb") as stream:
        stream.write(content if isinstance(content, bytes)
                     else content.encode("utf-8", "surrogatepass"))
    start = time.process_time()
    spec, findings = load_spec([path])
    text = render(findings)
    assert time.process_time() - start < LIMIT, "takes too long"
    check_findings(findings, text)
    if findings.has_errors:
        return len(findings)
    check_model(spec)
    if number % 10 == 0:
        check_written(spec)
    return None


def check_written(spec):
    """Checks that the notation's writer preserves a spec without errors."""
    with open("written.yaml", "w", encoding="utf-8") as stream:
        stream.write(write_file(spec, spec.files[0]))
    again, findings = load_spec(["written.yaml"])
    assert not findings, render(findings)
    spec.files[0].stem = "written"
    assert plain(again) == plain(spec)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_random_changes(kind, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    alone = os.environ.get("CASE", "")
    numbers = [int(alone.split("-")[1])] if alone.startswith(kind + "-") else range(CASES)
    sound = 0
    for number in numbers:
        try:
            sound += run_case(kind, number, "case.yaml") is None
        except Exception as exc:
            if alone:
                with open("case.yaml", "rb") as stream:
                    print(stream.read().decode("utf-8", "backslashreplace"))
            raise AssertionError(f"case {kind}-{number}: {type(exc).__name__}: {exc}") from exc
    if not alone:
        # Mutations that break all cases, or none, test nothing.
        assert 0.01 * CASES < sound < 0.6 * CASES


def test_the_bases_are_sound(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in small_files().items():
        with open("origin.yaml", "w", encoding="utf-8") as stream:
            stream.write(text)
        spec, findings = load_spec(["origin.yaml"])
        assert not findings, name
        check_model(spec)
        with open("origin.yaml", "w", encoding="utf-8") as stream:
            stream.write(emit(TREES[name]))
        assert not load_spec(["origin.yaml"])[1], f"{name}, written again by the test"
