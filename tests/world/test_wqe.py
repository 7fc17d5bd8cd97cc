# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Tests that the structures and constants of WQEs, CQEs and EQEs of <infiniband/mlx5dv.h> and Linux's qp.h, device.h
and cq.h agree with the spec's layouts and enumerations.

structs.yaml maps structs to layouts, and members to fields: C has words for the manual's bits. It also has every
disagreement with its reason. Enumerations need no table: their `source` names the constants. All numbers come from the
compiler.
"""

import fnmatch
import os
import re

import pytest
import yaml
from kernel_headers import INSTALL, KNOWN, LINUX, linux
from prmclib.model.errors import render
from prmclib.model.flatten import flatten_layout
from prmclib.readers.load import load_spec
from prmclib.model import Kind

from dwarf import Headers
from world import ROOT, SPEC, shimmed

MLX5DV = "mlx5dv"
HEADERS = (*LINUX, MLX5DV)
RESERVED = re.compile(r"(rsvd|reserved)\w*")


@pytest.fixture(scope="module")
def spec():
    spec, findings = load_spec([SPEC])
    assert render(findings) == ""
    return spec


@pytest.fixture(scope="module")
def table():
    """Returns structs.yaml."""
    with open(os.path.join(ROOT, "codegen", "prmclib", "show", "structs.yaml"), encoding="utf-8") as stream:
        data = yaml.safe_load(stream)
    assert set(data) == {"structs", "without", "enums", "words", "passed_over"}
    return installed(data)


def installed(data):
    """Returns the same without entries of headers that are not installed."""
    if isinstance(data, list):
        return [item for item in map(installed, data) if not isinstance(item, dict) or item.get("headers") != []]
    if not isinstance(data, dict):
        return data
    return {key: [name for name in value if name not in KNOWN or name in LINUX] if key == "headers"
            else installed(value) for key, value in data.items()}


@pytest.fixture(scope="module")
def headers(tmp_path_factory):
    """Returns all headers by their names: "6.1", "6.12", "mlx5dv"."""
    found = {}
    for version in LINUX:
        folder = shimmed(tmp_path_factory.mktemp("linux"))
        found[version] = Headers(
            folder, "".join(f"#include <linux/mlx5/{name}.h>\n" for name in ("qp", "cq", "vport")),
            ["-I", str(folder), "-I", linux(version)])
    assert os.path.isfile("/usr/include/infiniband/mlx5dv.h"), f"no mlx5dv.h: {INSTALL}"
    found[MLX5DV] = Headers(tmp_path_factory.mktemp("mlx5dv"),
                            "#include <infiniband/mlx5dv.h>\n")
    return found


# Structures

STRUCT_KEYS = {"layout", "struct", "headers", "at", "arm", "members", "nested", "reserved",
               "besides", "passed_over", "size", "reason"}


def fields_of(spec, entry):
    """Returns path, offset and width of an entry's named fields, array elements joined."""
    arm = entry.get("arm", "")
    arms = {name for item in entry.get("besides", ()) for name in item["fields"]}
    seen = set()
    for item in sorted(flatten_layout(spec, entry["layout"]),
                       key=lambda item: (item.offset_bits, item.path)):
        path, width = item.path, item.width_bits
        if item.field.is_array and item.field.count and item.kind is Kind.UINT:
            path, width = path.rpartition("[")[0], item.field.bits.width
        if item.kind in (Kind.RESERVED, Kind.IGNORED) or path in seen or width == 0:
            continue
        seen.add(path)
        if arm and not path.startswith(arm + "."):
            continue
        if path not in arms and not any(path.startswith(name + ".") for name in arms):
            yield path[len(arm) + 1 if arm else 0:], item.offset_bits, width


def matches(name, patterns):
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def compare_struct(spec, entry, header, name):
    """Returns the differences between an entry of the table and the struct of one header, and the names of the entry's
    parts that were used."""
    used = set()
    wrong = []
    at = entry.get("at", 0) * 8
    size = header.size(entry["struct"])
    layout = spec.layouts[entry["layout"]]
    expected = entry.get("size", layout.size) if "at" not in entry else size // 8
    if size != expected * 8:
        wrong.append(f"has {size // 8} bytes, not {expected}")
    if "size" in entry:
        used.add("size")
    fields = list(fields_of(spec, entry))
    for item in entry.get("besides", ()):
        for path in item["fields"]:
            if any(f.path == path or f.path.startswith(path + ".")
                   for f in flatten_layout(spec, entry["layout"])):
                used.add(("besides", path))
    members = [m for m in header.members(entry["struct"])]
    over = entry.get("passed_over", ())
    for member in list(members):
        for item in over:
            if matches(member.path, item["members"]):
                used.update(("passed_over", text) for text in item["members"]
                            if matches(member.path, [text]))
                members.remove(member)
                break
    named = [m for m in members if not RESERVED.fullmatch(m.name)]
    for member in members:
        low, high = at + member.offset, at + member.offset + member.width
        here = [(path, offset, width) for path, offset, width in fields
                if offset < high and low < offset + width]
        for path, offset, width in here:
            if not (low <= offset and offset + width <= high) and \
                    not (offset <= low and high <= offset + width):
                wrong.append(f"{member.path} cuts {path}")
        paths = [path for path, _, _ in here]
        if member in named:
            mapped = entry.get("members", {}).get(member.path)
            if mapped is not None:
                used.add(("members", member.path))
            elif paths != [member.path]:
                mapped = [member.path]
            if mapped is not None and paths != mapped:
                wrong.append(f"{member.path} is {paths}, not {mapped}")
            continue
        paths = [path for path, offset, width in here
                 if not any(at + m.offset < offset + width and offset < at + m.offset + m.width
                            for m in named)]
        for item in entry.get("reserved", ()):
            if name in item["headers"] and item["member"] == member.path:
                for path in item["fields"]:
                    if path in paths:
                        used.add(("reserved", member.path, path, name))
                        paths.remove(path)
        if paths:
            wrong.append(f"{member.path} is reserved, but {paths}")
    for path, offset, width in fields:
        if "at" not in entry and offset >= at + size:
            wrong.append(f"{path} is behind the struct")
        if "at" in entry and not at <= offset < at + size:
            wrong.append(f"{path} is outside of the struct")
    return [f"{name} {entry['struct']} ({entry['layout']}): {text}" for text in wrong], used


def nested_struct(spec, entry, header, name):
    """Like compare_struct, for a struct whose members are structs of the table."""
    wrong = []
    layout = {item.name: item for item in spec.layouts[entry["layout"]].fields if item.name}
    parts = {part.path: part for part in header.parts(entry["struct"])}
    if set(parts) != set(entry["nested"]) or set(layout) != set(entry["nested"].values()):
        wrong.append(f"has the members {sorted(parts)}, the layout {sorted(layout)}")
    else:
        for member, field in entry["nested"].items():
            bits = layout[field].bits
            if (bits.offset, bits.width) != (parts[member].offset, parts[member].width):
                wrong.append(f"{member} has another place than {field}")
    if header.size(entry["struct"]) != spec.layouts[entry["layout"]].size * 8:
        wrong.append("has another size")
    return [f"{name} {entry['struct']} ({entry['layout']}): {text}" for text in wrong]


def test_structs(spec, table, headers):
    wrong, stale = [], []
    for entry in table["structs"]:
        title = f"{entry['struct']} ({entry['layout']})"
        assert set(entry) <= STRUCT_KEYS, entry
        assert entry["headers"] and set(entry["headers"]) <= set(HEADERS), title
        needed = {("members", name) for name in entry.get("members", {})}
        needed |= {("besides", name) for item in entry.get("besides", ())
                   for name in item["fields"]}
        needed |= {("passed_over", name) for item in entry.get("passed_over", ())
                   for name in item["members"]}
        needed |= {("reserved", item["member"], path, header)
                   for item in entry.get("reserved", ())
                   for path in item["fields"] for header in item["headers"]}
        for kind in ("besides", "passed_over", "reserved"):
            assert all(len(item["reason"]) > 10 for item in entry.get(kind, ())), title
        for name in HEADERS:
            here = entry["struct"] in headers[name].structs
            if here != (name in entry["headers"]):
                wrong.append(f"{title} is {'' if here else 'not '}in {name}")
            elif here and "nested" in entry:
                wrong += nested_struct(spec, entry, headers[name], name)
            elif here:
                found, used = compare_struct(spec, entry, headers[name], name)
                wrong += found
                needed -= used
        stale += [f"{title}: {item}" for item in sorted(needed, key=str)]
    assert not wrong, "correct spec/, or codegen/prmclib/show/structs.yaml with a reason:\n" + "\n".join(wrong)
    assert not stale, "remove these from codegen/prmclib/show/structs.yaml:\n" + "\n".join(stale)


def test_no_struct_is_forgotten(spec, table, headers):
    """Every struct of these headers and every layout is compared, or the table has the reason against it."""
    known = {entry["struct"] for entry in table["structs"]}
    without = {name: entry["reason"] for entry in table["without"]["structs"]
               for name in entry["names"]}
    assert all(len(reason) > 10 for reason in without.values())
    names = {name for header in headers.values() for name in header.structs
             if re.match(r"mlx5_(?!ifc_)", name)}
    assert not names - known - set(without), \
        "compare these in codegen/prmclib/show/structs.yaml, or say there why not: " \
        + ", ".join(sorted(names - known - set(without)))
    assert not set(without) & known, "in `without` and compared"
    assert LINUX != KNOWN or not set(without) - names, "stale in `without`"
    layouts = {entry["layout"] for entry in table["structs"]}
    alone = {name: entry["reason"] for entry in table["without"]["layouts"]
             for name in entry["names"]}
    files = {name for item in spec.files if not item.path.startswith(("spec/cmd/", "spec/reg/", "spec/wire/"))
             for name in item.layouts}
    assert files, "the spec has no WQEs"
    missing = files - layouts - set(alone)
    assert not missing, "no struct of codegen/prmclib/show/structs.yaml is this layout: " \
        + ", ".join(sorted(missing))
    assert not set(alone) & layouts and not set(alone) - files, "stale in `without`"


# Enumerations

WHERE = {  # sources whose text is compiled here
    r"linux include/linux/mlx5/(?:qp|device|cq|vport|mlx5_ifc)\.h (.*)": LINUX,
    r"rdma-core providers/mlx5/mlx5dv\.h (.*)": (MLX5DV,),
}

WORDS = re.compile(r"enum \w+|\b[A-Z][A-Z0-9_]*[*][A-Z0-9_]*|\bMLX5_\w+")


def families(item):
    """Returns (header, name or prefix with '*' or 'enum NAME') of an enumeration's constants."""
    for source in item.about.source:
        for pattern, versions in WHERE.items():
            match = re.fullmatch(pattern, source)
            if match:
                for word in WORDS.findall(match.group(1)):
                    for version in versions:
                        yield version, word


def constants_of(header, word, others):
    """Returns (rest of the name, value) of a family of constants. ``others`` are all families: a constant belongs to
    the longest match."""
    if word.startswith("enum "):
        names = header.enums.get(word[5:], [])
        prefix = os.path.commonprefix(names[:2])  # some end with a number or mask
        prefix = prefix[:prefix.rfind("_") + 1]
        return [(name[len(prefix):] if name.startswith(prefix) else name, header.constants[name])
                for name in names]
    prefix, suffix = word.split("*")
    return [(name[len(prefix):len(name) - len(suffix)], number)
            for name, number in header.constants.items() if matches(name, [word])
            and not any(len(other) > len(word) and matches(name, [other]) for other in others)]


def compare_enum(item, theirs):
    """Returns differences between an enumeration and constants: (kind, name, the header's)."""
    def value(entry):
        return 1 << entry.value if item.is_flags else entry.value

    ours = {entry.name: value(entry) for entry in item.values}
    named = {name for name, _ in theirs}
    rest = {name: number for name, number in ours.items() if name not in named}
    for name, number in sorted(theirs):
        if name in ours:
            if ours[name] != number % (1 << 32 if ours[name] >> 32 == 0 else 1 << 64):
                yield "value", name, f"{number:#x}"
            continue
        same = next((mine for mine, mine_number in rest.items() if mine_number == number), None)
        if same is not None:
            del rest[same]
            yield "name", same, name
        else:
            yield "unknown", name, ""
    known = {ours[name] for name in ours.keys() & named}
    known |= {ours[entry.name] for entry in item.values if entry.about.source and not any(
        re.fullmatch(pattern, text) for text in entry.about.source for pattern in WHERE)}
    for name, number in rest.items():
        # Skips second names of equal values, and values that the spec has from another source.
        if number not in known:
            yield "absent", name, ""


def test_enums(spec, table, headers):
    found = set()
    count = 0
    every = {word for item in spec.enums.values() for _, word in families(item) if "*" in word}
    for item in spec.enums.values():
        for version in HEADERS:
            words = [word for name, word in families(item) if name == version
                     and ("*" in word or word.startswith("enum "))]
            theirs = [pair for word in words
                      for pair in constants_of(headers[version], word, every)]
            if theirs:
                count += len(theirs)
                found |= {(item.name, version, *what) for what in compare_enum(item, theirs)}
            elif words:
                found.add((item.name, version, "absent", "*", ""))
    expected = set()
    for entry in table["enums"]:
        assert set(entry) == {"enum", "headers", "what", "names", "reason"}, entry
        assert entry["what"] in ("value", "name", "unknown", "absent"), entry
        assert len(entry["reason"]) > 10, entry
        names = entry["names"]
        names = names if isinstance(names, dict) else dict.fromkeys(names, "")
        for version in entry["headers"]:
            for name, theirs in names.items():
                item = (entry["enum"], version, entry["what"], name, theirs)
                assert item not in expected, f"{item} occurs twice"
                expected.add(item)
    new, gone = sorted(found - expected), sorted(expected - found)
    assert not new, "correct spec/, or add these to codegen/prmclib/show/structs.yaml with the reason:\n" \
        + "\n".join(map(str, new))
    assert not gone, "remove these from codegen/prmclib/show/structs.yaml:\n" + "\n".join(map(str, gone))
    assert count > 400


# Single constants

def word_value(spec, layout, place, values):
    """Returns a word of a layout, and its width, with some fields set: to a number, a name of the field's enumeration
    or flags, a list of such names, `all` for all ones, `fixed` for its fixed value."""
    items = {item.path: item for item in flatten_layout(spec, layout)}
    if place in items:
        offset, width = items[place].offset_bits, items[place].width_bits
    else:
        offset, width = (int(text, 0) for text in place.split("/"))
    total = 0
    for path, value in values.items():
        item = items[path]
        low = offset + width - item.offset_bits - item.width_bits
        assert item.offset_bits >= offset and low >= 0, f"{path} is not in the word {place}"
        number = 0
        for part in value if isinstance(value, list) else [value]:
            if part == "all":
                part = (1 << item.width_bits) - 1
            elif part == "fixed":
                part = item.field.fixed
                assert part is not None, f"{path} has no fixed value"
            elif isinstance(part, str):
                name = item.field.enum or item.field.flags
                entry = spec.enums[name].by_name(part)
                assert entry is not None, f"{name} has no {part}"
                part = 1 << entry.value if item.field.flags else entry.value
            number |= part
        assert number >> item.width_bits == 0, f"{path} has {item.width_bits} bits"
        total |= number << low
    return total, width


def test_words(spec, table, headers):
    """Checks constants that are fields of a word, and other constants of these names."""
    wrong, known = [], set()
    for entry in table["words"]:
        assert set(entry) == {"layout", "word", "values"}, entry
        for name, values in entry["values"].items():
            ours, width = word_value(spec, entry["layout"], entry["word"], values)
            here = [version for version in HEADERS if name in headers[version].constants]
            known.add(name)
            if not here and LINUX == KNOWN:
                wrong.append(f"{name} is in no header")
            for version in here:
                theirs = headers[version].constants[name] % (1 << width)
                if theirs != ours:
                    wrong.append(f"{version} {name} is {theirs:#x}, {entry['layout']} says {ours:#x}")
    assert not wrong, "\n".join(wrong)
    assert len(known) > 50
    for name, field in (("MLX5_RCV_DBR", "recv_counter"), ("MLX5_SND_DBR", "send_counter")):
        known.add(name)
        place = {item.path: item for item in flatten_layout(spec, "qp_doorbell_record")}[field]
        wrong += [f"{version} {name} is not the dword of {field}" for version in HEADERS
                  if headers[version].constants[name] != place.offset_bits // 32]
    assert not wrong, "\n".join(wrong)
    # Families whose members all must be known.
    taken = {word for item in spec.enums.values() for _, word in families(item) if "*" in word}
    explicit = {word for item in spec.enums.values() for _, word in families(item)
                if "*" not in word}
    over = {name: entry["reason"] for entry in table["passed_over"] for name in entry["names"]}
    assert all(len(reason) > 10 for reason in over.values())
    names = {name for header in headers.values() for name in header.constants
             if matches(name, FAMILIES)}
    taken_names = {name for item in spec.enums.values() for version, word in families(item)
                   if word.startswith("enum ") for name in headers[version].enums.get(word[5:], ())}
    new = {name for name in names - taken_names if name not in known and name not in over
           and not matches(name, taken)}
    assert not new, "compare these in `words` of codegen/prmclib/show/structs.yaml, or pass them over: " \
        + ", ".join(sorted(new))
    assert LINUX != KNOWN or not set(over) - names, f"stale in `passed_over`: {sorted(set(over) - names)}"
    missing = {name for name in explicit if name.startswith("MLX5_") and name not in known}
    assert not missing, "a `source` names these, and `words` does not compare them: " \
        + ", ".join(sorted(missing))


FAMILIES = ["MLX5_OPCODE_*", "MLX5_WQE_*", "MLX5_ETH_WQE_*", "MLX5_FENCE_MODE_*", "MLX5_UMR_*", "MLX5_FLAGS_*",
            "MLX5_PERM_*", "MLX5_PCIE_CTRL_*", "MLX5_MKEY_*", "MLX5_BSF_*", "MLX5_CPY_*",
            "MLX5_CQ_DB_*", "MLX5_CQE_*", "MLX5_INLINE_*", "MLX5_STRIDE_*", "MLX5_EN_*",
            "MLX5_SND_*", "MLX5_RCV_*", "MLX5_SEND_*", "MLX5_INVALID_*", "MLX5_TERMINATE_*",
            "MLX5_DIF_*", "MLX5_SIG_*", "MLX5_HW_*", "MLX5_NO_INLINE*", "MLX5_COMPRESSED"]
