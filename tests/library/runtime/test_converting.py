# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Converts a program over libmlx5 by the rules of docs/converting.md, and compares it with the original."""

from __future__ import annotations

import os
import re
import subprocess

import pytest
import patience
import sanitizers

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
BUILD = os.path.join(ROOT, os.environ.get("MLX5SIG_BUILD", "build"))


def text(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as stream:
        return stream.read()


DOC = text("docs", "converting.md")
HEADERS = text("include", "mlx5sig", "mlx5sig.h") + text("include", "mlx5sig", "attr.h")


def rows():
    """Returns the table of names: old and new."""
    table = DOC.split("## 2. Rename")[1].split("## 3.")[0]
    return re.findall(r"^\| (`.*) \| (.*) \|$", table, re.M)


def renamed(name: str) -> str:
    for prefix in ("mlx5dv_", "MLX5DV_"):
        if name.startswith(prefix):
            return prefix.replace("5dv", "5sig").replace("5DV", "5SIG") + name[len(prefix):]
    return "mlx5sig_" + name[len("ibv_"):]


def test_names_of_the_table():
    """Each name of the table, prefixes aside, has the counterpart that the library declares."""
    names = [name for left, _ in rows() for name in re.findall(r"`(?:struct )?(\w+)`", left)
             if not name.endswith("_")]
    assert len(names) > 15
    missing = [name for name in names if not re.search(rf"\b{renamed(name)}\b", HEADERS)]
    assert missing == []


def converted(program: str) -> str:
    """Converts by section 2 of the page, then by section 3, whose code replaces libmlx5's queues."""
    attach = re.search(r"## 3\. .*?```c\n(.*?)```", DOC, re.S).group(1)
    order = re.search(r"At the end, in this order: (.*?)\.\n", DOC).group(1)
    assert re.findall(r"`(\w+)\(\)`", order) == ["mlx5sig_qp_detach", "mlx5sig_cq_detach", "ibv_destroy_qp",
                                                 "ibv_destroy_cq"]
    program = re.sub(r"\t/\* queues: begin \*/\n.*?\t/\* queues: end \*/\n",
                     lambda _: "".join(f"\t{line}\n" for line in attach.splitlines()), program, flags=re.S)
    program = program.replace("#include <infiniband/mlx5dv.h>", "#include <infiniband/mlx5dv.h>\n"
                              "#include <mlx5sig/mlx5sig.h>")
    program = re.sub(r"\bmlx5dv_((?:create|destroy)_mkey|mkey_\w+|sig_\w+)\b", r"mlx5sig_\1", program)
    program = re.sub(r"\bstruct mlx5dv_mkey\b", "struct mlx5sig_mkey", program)
    program = re.sub(r"\bMLX5DV_(SIG_|BLOCK_SIZE_|MKEY_)", r"MLX5SIG_\1", program)
    program = re.sub(r"\bmlx5dv_wr_(\w+)\(mqp\b", r"mlx5sig_wr_\1(qp", program)
    program = re.sub(r"\bibv_wr_(\w+)\(qpx\b", r"mlx5sig_wr_\1(qp", program)
    program = program.replace("qpx->", "qp->").replace("ibv_poll_cq(ibv_cq,", "mlx5sig_poll_cq(cq,")
    program = program.replace("IBV_SEND_INLINE", "0")
    return program.replace("\tmust(ibv_destroy_qp(", "\tmust(mlx5sig_qp_detach(qp), \"detach\");\n"
                           "\tmust(mlx5sig_cq_detach(cq), \"detach\");\n\tmust(ibv_destroy_qp(")


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """Returns the path of the converted program."""
    sanitizers.skip(f"{BUILD}/examples/sig_write", "the library needs {}, and this program is compiled without")
    source = tmp_path_factory.mktemp("converted") / "sig_write.c"
    source.write_text(converted(text("examples", "mlx5dv_sig_write.c")))
    binary = str(source)[:-2]
    subprocess.run(["gcc", "-std=c11", "-Wall", "-Wextra", "-Wconversion", "-Werror", f"-I{ROOT}/include",
                    str(source), f"{BUILD}/libmlx5sig.a", "-o", binary, "-libverbs", "-lmlx5", "-lpthread"], check=True)
    return binary


def run(program, *options):
    done = subprocess.run([f"{BUILD}/softmlx5", *options, program], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, timeout=patience.LIMIT)
    return done.returncode, done.stdout


@pytest.mark.parametrize("options", [(), ("--strict",)])
def test_the_same(program, options):
    theirs = run(f"{BUILD}/examples/mlx5dv_sig_write", *options)
    assert theirs == run(program, *options)
    assert theirs == (0, "request 2: success, no error\nrequest 2: success, bad guard\n"
                         "  block 2: expected 0, actual b45e\n")


def test_nothing_of_libmlx5_is_left(program):
    with open(program + ".c", encoding="utf-8") as stream:
        used = set(re.findall(r"\b(mlx5dv_\w+)\(", stream.read()))
    assert used == {"mlx5dv_open_device", "mlx5dv_create_qp"}
