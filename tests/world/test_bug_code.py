# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Real mistakes of other projects in structs of bytes, masks, values and rings: bugs/code.yaml says what notices each."""

import os
import re
import subprocess
import sys

import pytest
import yaml
from prmclib.diff.compare import compare
from prmclib.readers.source import load_source

from world import HERE, ROOT

sys.path.insert(0, os.path.join(ROOT, "tests", "device", "softmlx5", "device"))

import soft  # noqa: E402

with open(os.path.join(HERE, "bugs", "code.yaml"), encoding="utf-8") as stream:
    ROWS = yaml.safe_load(stream)

INCLUDES = "".join(f"#include {name}\n" for name in (
    "<endian.h>", "<stdbool.h>", "<stdint.h>", "<stdio.h>", "<stdlib.h>", "<string.h>", '"prm_bsf.h"', '"prm_cqe.h"',
    '"prm_ctrl.h"', '"prm_general_obj.h"', '"prm_qp.h"'))

# A command's first 16 bytes, in a buffer that has other bytes: by setters, and by pack.
READERS = """
static uint32_t be32(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static uint32_t sum(const uint8_t *bytes)
{
	return be32(bytes) ^ be32(bytes + 4) ^ be32(bytes + 8) ^ be32(bytes + 12);
}

static uint32_t set_only(const uint8_t *p, bool is_cleared)
{
	union { uint8_t bytes[PRM_SQD2RTS_QP_IN_SIZE]; struct prm_sqd2rts_qp_in in; } box;

	for (size_t i = 0; i < sizeof(box.bytes); i++)
		box.bytes[i] = is_cleared ? 0 : p[i % 16];
	box.bytes[0] = PRM_CMD_OPCODE_SQD2RTS_QP >> 8;
	box.bytes[1] = PRM_CMD_OPCODE_SQD2RTS_QP & 0xff;
	prm_sqd2rts_qp_in_set_qpn(&box.in, 0x1234);
	return sum(box.bytes);
}

static uint32_t packed(const uint8_t *p)
{
	union { uint8_t bytes[PRM_SQD2RTS_QP_IN_SIZE]; struct prm_sqd2rts_qp_in in; } box;
	struct prm_sqd2rts_qp_in_fields fields;

	prm_sqd2rts_qp_in_fields_init(&fields);
	fields.qpn = 0x1234;
	for (size_t i = 0; i < sizeof(box.bytes); i++)
		box.bytes[i] = p[i % 16];
	prm_sqd2rts_qp_in_pack(&box.in, &fields);
	return sum(box.bytes);
}
"""
TRIES = 10000  # random bytes


def of(by):
    return [row for row in ROWS if row.get("caught", {}).get("by") == by]


def gcc(folder, source, *flags):
    """Returns what gcc says, and the path of the program."""
    path = folder / "program.c"
    path.write_text(source)
    done = subprocess.run(["gcc", "-std=c11", "-D_GNU_SOURCE", "-I", os.path.join(ROOT, "generated"), *flags, str(path),
                           "-o", str(folder / "program")], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    return done.returncode, done.stdout, str(folder / "program")


def ids(row):
    return row["id"]


@pytest.fixture(scope="module")
def readers(tmp_path_factory):
    """``differ`` or ``agree`` by row and side: one program compares all with the generated C."""
    code, calls = [], []
    for row in of("generated C"):
        for side in ("wrong", "right"):
            name = f"{row['id']}_{side}"
            code.append(f"static bool {name}(const uint8_t *p) {{ (void)p; return (uint32_t)({row[side]}) == "
                        f"(uint32_t)({row['ours']}); }}\n")
            calls.append(f'\tcheck("{name}", {name}, {row["size"]});\n')
    source = INCLUDES + READERS + "".join(code) + """
static void check(const char *name, bool (*agree)(const uint8_t *p), size_t size)
{
	static uint32_t state = 1;
	uint8_t bytes[64];
	bool is_same = true;

	for (int i = 0; i < """ + str(TRIES) + """; i++) {
		for (size_t n = 0; n < size; n++) {
			state = state * 1664525u + 1013904223u;
			bytes[n] = state >> 31 ? (uint8_t)(state >> 16) : 0;	/* half of them are zero */
		}
		is_same &= agree(bytes);
	}
	printf("%s %s\\n", name, is_same ? "agree" : "differ");
}

int main(void)
{
""" + "".join(calls) + "\treturn 0;\n}\n"
    status, text, path = gcc(tmp_path_factory.mktemp("readers"), source, "-O1", "-Wall", "-Werror")
    assert status == 0, text
    done = subprocess.run([path], stdout=subprocess.PIPE, text=True, check=True)
    return dict(line.split() for line in done.stdout.splitlines())


@pytest.mark.parametrize("row", of("generated C"), ids=ids)
def test_reader(row, readers):
    assert readers[f"{row['id']}_wrong"] == row["caught"]["says"] == "differ"
    assert readers[f"{row['id']}_right"] == "agree"


@pytest.mark.parametrize("row", of("gcc -Wconversion"), ids=ids)
def test_compiler(row, tmp_path):
    for side, is_caught in (("wrong", True), ("right", False)):
        status, text, _ = gcc(tmp_path, INCLUDES + row[side], "-Wall", "-Wextra", "-Wconversion", "-Werror", "-c")
        assert (status != 0) == is_caught and (row["caught"]["says"] in text.replace("\u2018", "'").replace("\u2019", "'")) \
            == is_caught, text


@pytest.mark.parametrize("row", of("gcc -fsanitize"), ids=ids)
def test_sanitizer(row, tmp_path):
    for side, is_caught in (("wrong", True), ("right", False)):
        status, text, path = gcc(tmp_path, INCLUDES + row["common"] + row[side], "-fsanitize=address", "-O1", "-g")
        assert status == 0, text
        done = subprocess.run([path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        assert (done.returncode != 0) == (row["caught"]["says"] in done.stdout) == is_caught, done.stdout


@pytest.mark.parametrize("row", of("softmlx5 --strict") + of("softmlx5"), ids=ids)
def test_device(row):
    """The mistake is reported, by the device or by the program's output; its correction ends without a report."""
    says, is_strict = row["caught"]["says"], row["caught"]["by"].endswith("--strict")
    program = soft.program("bug_rings")
    wrong, right = (soft.run(["--strict"], program, row["client"], side) for side in ("wrong", "right"))
    assert wrong.status == right.status == 0, wrong.err + right.err
    assert says in (wrong.err if is_strict else wrong.out), (wrong.out, wrong.err)
    assert says not in right.err + right.out
    assert not is_strict or "softmlx5: " not in right.err


@pytest.mark.parametrize("row", of("prmc diff of object files"), ids=ids)
def test_objects(row, tmp_path):
    def compiled(side):
        folder = tmp_path / side
        folder.mkdir()
        status, text, path = gcc(folder, "#include <stdint.h>\n" + row[side], "-g", "-c")
        assert status == 0, text
        os.rename(path, path + ".o")
        return load_source(path + ".o")

    before = compiled("before")
    found = {side: {f"{item.rule} {item.severity.word} {item.layout}" for item in compare(before, compiled(side)).findings}
             for side in ("wrong", "right")}
    assert row["caught"]["says"] in found["wrong"] and row["caught"]["says"] not in found["right"]


def test_every_row_is_whole():
    for row in ROWS:
        assert {"id", "of", "what", "effect", "read"} <= set(row), row
        assert ("caught" in row) != ("missed" in row), row["id"]
    numbers = [int(re.match(r"W(\d+)", row["id"]).group(1)) for row in ROWS]
    assert sorted(set(numbers)) == list(range(1, 27)) and numbers == sorted(numbers)


def test_forty_have_something_that_notices_them():
    with open(os.path.join(HERE, "bugs", "tables.yaml"), encoding="utf-8") as tables:
        rows = yaml.safe_load(tables) + ROWS
    assert len({row["id"].split(".")[0] for row in rows}) == 47
    assert len({row["id"].split(".")[0] for row in rows if "caught" in row}) >= 40
