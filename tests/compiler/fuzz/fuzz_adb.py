# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Fuzzes the reader of tables (ADB): it ends soon, with findings or with sound layouts that account for every field
element.

A file with all features of the reader, and parts of Debian's, are mutated at random with fixed seeds: bytes, lines,
attributes, elements, encodings. `CASE=attributes-417 python3 -m pytest tests/compiler/fuzz/fuzz_adb.py` runs one case and prints
its file; `CASES=100000` runs more of each kind.
"""

import os
import random
import re
import time
from xml.parsers import expat

import pytest
from kernel_headers import INSTALL
from prmclib.model.errors import printable, render
from prmclib.model.flatten import flatten_layout
from prmclib.model import Kind
from watch import adb
from watch.adb.document import looks_like_xml, read_adb
from watch.adb.includes import Access
from prmclib.rules import RULES

CASES = int(os.environ.get("CASES", "300"))  # of each kind of change
LIMIT = 3.0  # seconds of CPU time for one case; a usual one takes a millisecond
DEBIAN = "/usr/share/mstflint/prm_dbs/hca/ext/register_access_table.adb"

ALL = """<?xml version="1.0" encoding="UTF-8"?>
<!-- All features of the reader. -->
<NodesDefinition version="2">
<config  field_attr="access" type="enum" >
	<enum  name="ReadOnly" value="RO" />
</config>
<config  big_endian_arr="1" /><config define="ASIC=1" /><config include_path="lib;." />
<node_ops><attr_replace path="late.f" size="0x0.8" /><attr_replace path="late" descr="Other." /></node_ops>
<instance_ops><attr_replace path="Nodes.reg.mask" access="RO" /><attr_replace path="Nodes.reg.data.two.len" descr="Once." /></instance_ops>
<info source_doc_name="PRM &lt;x&gt;" source_doc_version="Rev 0.6" />
<node name="root" descr="" size="0x40.0" >
	<field name="nodes" descr="" offset="0x0.0" size="0x40.0" subnode="Nodes" />
</node>
<node name="Nodes" descr="" size="0x40.0" attr_is_union="1" >
	<field name="reg" offset="0x0.0" size="0x20.0" subnode="reg" selected_by="REG" capability="0" />
	<field name="raw" offset="0x0.0" size="0x40.0" />
</node>
<node name="reg" descr="A register.\\;More." size="0x20.0" >
	<field name="type" descr="0: a\\;1: b\\;2-7: Reserved" offset="0x0.24" size="0x0.8" enum="A=0x0,B=1" access="INDEX" />
	<field name="hidden" descr="Mode.\\;0 - off\\;1 - on: now" offset="0x0.20" size="0x0.4" access="RO" />
	<field name="mask" descr="Bit 0: SDR\\;Bit 1: DDR" offset="0x0.0" size="0x0.16" access="RW" />
	<field name="data" descr="" offset="0x4.0" size="0x8.0" subnode="data" union_selector="$(parent).type" condition="$(parent).type == A" />
	<field name="lanes" offset="0xc.16" size="0x8.0" low_bound="0" high_bound="3" access="WO" />
	<field name="bits" offset="0x14.28" size="0x4.0" low_bound="0" high_bound="7" />
	<field name="counter" offset="0x18.0" size="0x8.0" subnode="uint64" supported_from_version="1.2" />
</node>
<node name="data" descr="" size="0x8.0" attr_is_union="1" >
	<field name="one" offset="0x0.0" size="0x8.0" subnode="one" selected_by="A" />
	<field name="two" offset="0x0.0" size="0x4.0" subnode="two" selected_by="B" />
</node>
<node name="one" descr="" size="0x8.0" >
	<field name="ent" offset="0x0.0" size="0x8.0" low_bound="0" high_bound="1" subnode="two" />
</node>
<node name="two" descr="" size="0x4.0" >
	<field name="reserved1" offset="0x0.0" size="0x0.8" inst_ifdef="ASIC" />
	<field name="len" offset="0x0.8" size="0x0.8" inst_if="ASIC EQ 1 AND (2 LESS ASIC + 3)" />
</node>
<node name="list" descr="" size="0x8.0" >
	<field name="num" offset="0x0.0" size="0x0.8" />
	<field name="rec" offset="0x4.0" size="0x4.0" low_bound="0" high_bound="VARIABLE" arr_is_dynamic="1" size_condition="$(parent).num" subnode="two" />
</node>
<node name="late" size="0x8.0" cr_data_wdt="64" inst_ifdef="ASIC" >
	<field name="f" offset="0x0.0" size="0x0.4" /><field name="g" offset="0x4.0" size="0x4.0" />
</node>
<node name="uint64" descr="" size="0x8.0" >
	<field name="hi" offset="0x0.0" size="0x4.0" /><field name="lo" offset="0x4.0" size="0x4.0" />
</node>
</NodesDefinition>
"""

NUMBERS = ["", "0", "0x0.0", "0x4.0", "0x0.1", "0x0.31", "0x0.32", "0x0.33", "0x3.7", "0x1", ".", "x", "-1",
           "-0x4.0", "08", "0xffffffffffffffff", "0x" + "f" * 400, "9" * 4000, "0x7ffffff.31", "0x80000.0",
           "1e9", "0x4.0x4", "0x100.0", "0x0.64", "4.4294967296", "\u0664", " 0x4.0 ", "VARIABLE", "NaN",
           "2147483647", "65535", "1000000"]
NAMES = ["", "root", "Nodes", "reg", "data", "one", "two", "list", "uint64", "none", "a b", "\u00e4", "x" * 5000,
         "&#10;", "&lt;", "__proto__", "0", "reserved", "type", "\u202e", "$(parent).type", "$(parent)",
         "$(parent).$(parent).x", ".", "..", "A=1", "A=0x,B", ",,,", "=", "A=1,A=1,A=2",
         "A=99999999999999999999"]
EXPRESSIONS = ["", "ASIC", "ASIC EQ 1", "1/0", "(" * 200 + "1" + ")" * 200, "!" * 500 + "1", "1 SHIFT_L 99999999",
               ":" * 60 + "1", "LOG2 0 - 1", "ASIC EQ", "EQ", "1 1", ")", "0x", "A$(B)", "\u0661", "~0 * ~0"]
HOSTILE = ["", "<", ">", "&", "\"", "'", "/", "</", "/>", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "<node", "<field",
           "</node>", "</field>", "<node>", "<field/>", "<include file='x'/>", "<include file='case.adb'/>",
           "<include dir='.'/>", "<include/>", "<config define='A=1'/>", "<node_ops>", "</instance_ops>",
           "<attr_replace path='Nodes.reg.type' enum=''/>", "<attr_replace/>", "<RCSheaders/>", "<!DOCTYPE a>", "<!ENTITY",
           "<!DOCTYPE a [<!ENTITY b \"b\"><!ENTITY c \"&b;&b;&b;\">]>", "&c;", "&#0;", "&#xD800;", "&#1114112;",
           "\0", "\x01", "\r", "\n", "\t", "\ufeff", "\ufffe", "\u2028", "\u0085", "\u00e4",
           "<a>" * 100, "<field>" * 100, "<a b='" * 50, "a" * 100000, "=" * 500, " " * 5000, "descr=\"",
           "xmlns:x='y'", "<x:y xmlns:x='z'/>"]
_ATTRIBUTE = re.compile(r"(\w+)=\"([^\"]*)\"")
_FIELD = re.compile(r"[ \t]*<field [^>]*/>\n?")
_NODE = re.compile(r"<node .*?</node>\n?", re.S)


def parts_of_debian():
    """Returns some tables of Debian's file, each with those that it refers to."""
    assert os.path.isfile(DEBIAN), f"{DEBIAN} is missing: {INSTALL}"
    with open(DEBIAN, encoding="utf-8") as stream:
        text = stream.read()
    nodes = {re.search(r'name="([^"]*)"', node).group(1): node for node in _NODE.findall(text)}
    head = text[:text.index("<node ")]
    rng = random.Random(0)
    small = [name for name, node in nodes.items() if len(node) < 4000]
    for _ in range(10):
        chosen, todo = {}, rng.sample(small, 2)
        while todo:
            name = todo.pop()
            if name in nodes and name not in chosen and sum(map(len, chosen.values())) < 12000:
                chosen[name] = nodes[name]
                todo += re.findall(r'subnode="([^"]*)"', nodes[name])
        yield head + "".join(chosen.values()) + "</NodesDefinition>\n"


def mutate_bytes(rng, text):
    data = bytearray(text.encode())
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(data))
        kind = rng.randrange(4)
        if kind == 0:
            data[at] = rng.randrange(256)
        elif kind == 1:
            del data[at:at + rng.randint(1, 40)]
        elif kind == 2:
            data[at:at] = bytes(rng.randrange(256) for _ in range(rng.randint(1, 5)))
        else:
            del data[at:]
        data = data or bytearray(b"<")
    return bytes(data)


def mutate_texts(rng, text):
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice(HOSTILE) + text[at + rng.choice((0, 0, 1, 5)):]
    return text.encode("utf-8", "surrogatepass")


def mutate_attributes(rng, text):
    """Changes values and names, removes or moves attributes; the result is XML."""
    found = list(_ATTRIBUTE.finditer(text))
    for match in sorted(rng.sample(found, min(len(found), rng.randint(1, 8))),
                        key=lambda item: -item.start()):
        key, value = match.groups()
        kind = rng.randrange(6)
        if kind == 0:
            new = ""
        elif kind == 1:
            other = rng.choice(found)
            new = f'{key}="{other.group(2)}"'
        elif kind == 2:
            new = f'{rng.choice(["inst_ifdef", "zz", "low_bound", "path"])}="{value}"'
        elif kind == 3:
            expression = rng.choice(EXPRESSIONS)
            new = rng.choice([f'inst_if="{expression}"', 'cr_data_wdt="64"'])
        else:
            pool = NUMBERS if key in ("size", "offset", "high_bound", "low_bound", "attr_is_union",
                                      "big_endian_arr") else NAMES
            new = f'{key}="{rng.choice(pool)}"'
        text = text[:match.start()] + new + text[match.end():]
    return text.encode("utf-8", "surrogatepass")


def mutate_elements(rng, text):
    """Repeats, removes, moves and nests elements, makes tables refer in circles; the result is XML."""
    for _ in range(rng.randint(1, 5)):
        pattern = rng.choice((_FIELD, _NODE))
        found = list(pattern.finditer(text))
        if not found:
            continue
        one, other = rng.choice(found), rng.choice(found)
        kind = rng.randrange(4)
        if kind == 0:
            text = text[:one.start()] + text[one.end():]
        elif kind == 1:
            text = text[:one.start()] + one.group() * rng.randint(2, 9) + text[one.end():]
        elif kind == 2:
            text = text[:other.start()] + one.group() + text[other.start():]
        else:
            names = re.findall(r'<node name="([^"]*)"', text) or [""]
            text = re.sub(r'subnode="[^"]*"', lambda match: match.group() if rng.random() < 0.6 else
                          f'subnode="{rng.choice(names)}"', text)
    return text.encode()


def mutate_encodings(rng, text):
    name = rng.choice(("utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "iso-8859-1", "utf-32", "cp1252",
                       "koi8-r", "utf-7", "cp037", "idna", "rot13", "zlib", "unicode_escape", "none",
                       "x" * 50))
    declared = rng.choice((name, name, "utf-8", "utf-16"))
    text = text.replace("UTF-8", declared) if "UTF-8" in text else \
        f'<?xml version="1.0" encoding="{declared}"?>\n{text}'
    try:
        data = text.encode(name)
    except (LookupError, UnicodeError, TypeError):
        data = text.encode()
    if rng.random() < 0.3:
        data = data[:rng.randrange(len(data))]
    return data


KINDS = {"bytes": mutate_bytes, "texts": mutate_texts, "attributes": mutate_attributes,
         "elements": mutate_elements, "encodings": mutate_encodings}


def check_findings(findings, text):
    for item in findings:
        assert item.rule in RULES and item.message and item.help, item
        assert item.where.file == "case.adb" and item.where.line >= 0
        assert printable(item.message) == item.message
    assert all(printable(line) == line for line in text.split("\n"))


def field_elements(data):
    """Returns the places of all field elements, by an XML parser."""
    places = set()
    parser = expat.ParserCreate()

    def start(name, _):
        if name == "field":
            places.add((parser.CurrentLineNumber, parser.CurrentColumnNumber + 1))

    parser.StartElementHandler = start
    parser.Parse(data, True)
    return places


def check_spec(spec, left, data):
    seen = {(item.where.line, item.where.col) for item in left}
    for item in left:
        assert item.reason and printable(item.reason) == item.reason, item
        assert item.offset_bits >= 0 and item.width_bits >= 0
    for name, layout in spec.layouts.items():
        assert name == layout.name and re.fullmatch(r"\w+", name, re.ASCII)
        at = 0
        for item in layout.fields:
            seen |= check_field(spec, item)
            assert item.bits.offset == at, (name, item.name)
            at = item.bits.end
            for arm in item.arms:
                inner = item.bits.offset
                for part in arm.fields:
                    seen |= check_field(spec, part)
                    assert part.bits.offset == inner and part.kind is not Kind.OVERLAY
                    inner = part.bits.end
                assert inner == item.bits.end and arm.fields
        assert at == layout.size * 8, name
    for enum in spec.enums.values():
        assert all(value.value >= 0 and re.fullmatch(r"\w+", value.name, re.ASCII)
                   for value in enum.values)
    assert field_elements(data) - seen == set(), "every element is a field, or left out"
    for name in list(spec.layouts)[:4]:
        for count, _ in enumerate(flatten_layout(spec, name)):
            if count > 2000:
                break


def check_field(spec, item):
    """Checks one field; returns its place in the file."""
    assert item.bits.width > 0 or item.is_flexible
    assert not item.count or item.elem_width * item.count == item.bits.width
    if item.kind is Kind.LAYOUT:
        assert item.layout in spec.layouts
    if item.kind is Kind.UINT:
        assert item.elem_width <= 64
    assert not item.enum or not spec.enums[item.enum].is_flags
    assert not item.flags or spec.enums[item.flags].is_flags
    assert bool(item.name) == item.is_named
    assert not item.selector or bool(item.selector.field) != bool(item.selector.external)
    return {(item.where.line, item.where.col), *((arm.where.line, arm.where.col) for arm in item.arms)}


def open_nothing(name):
    raise FileNotFoundError(2, "No such file or directory", name)


def run_case(kind, number, texts):
    """Runs one case; returns whether it had no finding."""
    rng = random.Random(f"{kind}-{number}")
    data = KINDS[kind](rng, rng.choice(texts))
    start = time.process_time()
    # Includes are followed, but only to the case itself.
    access = Access(lambda name: data if name == "case.adb" else open_nothing(name), lambda name: ["case.adb"],
                    os.path.normpath, "")
    document, findings = read_adb("case.adb", data, access)
    text = render(findings)
    if not findings:
        spec, left = adb.to_spec(document, data)
    assert time.process_time() - start < LIMIT, "takes too long"
    check_findings(findings, text)
    looks_like_xml(data)
    if not findings:
        check_spec(spec, left, data)
    return not findings


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_random_changes(kind):
    texts = [ALL] * 6 + list(parts_of_debian())
    alone = os.environ.get("CASE", "")
    numbers = [int(alone.split("-")[1])] if alone.startswith(kind + "-") else range(CASES)
    sound = 0
    for number in numbers:
        try:
            sound += run_case(kind, number, texts)
        except Exception as exc:
            if alone:
                rng = random.Random(f"{kind}-{number}")
                print(KINDS[kind](rng, rng.choice(texts)).decode("utf-8", "backslashreplace"))
            raise AssertionError(f"case {kind}-{number}: {type(exc).__name__}: {exc}") from exc
    if not alone:
        # Mutations that break all cases, or none, test nothing.
        assert (0.01 if kind in ("bytes", "texts", "encodings") else 0.2) * CASES < sound
        assert sound < CASES or kind == "elements"


def test_the_base_is_sound():
    document, findings = read_adb("case.adb", ALL.encode())
    assert render(findings) == ""
    spec, left = adb.to_spec(document, ALL.encode())
    assert left == []
    assert len(spec.layouts) == 10 and set(spec.enums) == {"reg_type", "reg_hidden", "reg_mask"}
    check_spec(spec, left, ALL.encode())


def test_bombs():
    """Files designed to take time or memory are refused soon."""
    lines = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 30))
    lists = "0: a\\;" * 100000
    table = '<node name="t" size="0x800000.0"><field name="f" offset="0x0.31" size="0x800000.0" ' \
            'low_bound="0" high_bound="67108863" /></node>'
    for text in (f"<!DOCTYPE a [<!ENTITY l0 'x'>{lines}]><NodesDefinition>&l29;</NodesDefinition>",
                 f"<NodesDefinition>{table}</NodesDefinition>",
                 f'<NodesDefinition><config big_endian_arr="1"/>{table}</NodesDefinition>',
                 "<NodesDefinition>" + '<node name="n" size="4"/>' * 20000 + "</NodesDefinition>",
                 '<NodesDefinition><node name="n" size="0x800000.0">' +
                 '<field name="f" offset="0x0.0" size="0x4.0" />' * 20000 +
                 "</node></NodesDefinition>",
                 '<NodesDefinition><node name="n" size="0x4.0">' +
                 '<field name="f" offset="0x10.0" size="0x400000.0" />' * 20000 +
                 "</node></NodesDefinition>",
                 f'<NodesDefinition><node name="n" size="4"><field name="f" size="4" offset="0" '
                 f'descr="{lists}" enum="{"A=1," * 100000}" /></node></NodesDefinition>'):
        start = time.process_time()
        document, findings = read_adb("case.adb", text.encode())
        render(findings)
        if not findings:
            spec, left = adb.to_spec(document, text.encode())
            check_spec(spec, left, text.encode())
        assert time.process_time() - start < 4 * LIMIT, text[:200]
