#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Breaks the spec and the expectations on purpose and sees whether run.py notices.

Most of these errors keep every image intact through unpack and pack, and the proofs do not see them
either, as they hold the C against the spec, whatever it says.  A check is one error that is
noticed, by the message that belongs to it, in a process that has the changed text in
place of a file.
That nothing is wrong with all images of the tree as it is, is what run.py says.
"""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import importlib.util
import os
import shutil
import sys
import tempfile
import traceback
from dataclasses import dataclass
from typing import List, Set, Tuple

import run  # puts the compiler's modules into the path
from prmclib import choice, errors, generate, load
from prmclib.errors import Findings

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = run.ROOT
CFLAGS = "-O0"  # of programs that run once

WRONG_VALUE = " is 0x"
EXPECTED = "tests/vectors/expected.py"


@dataclass
class Error:
    """``changes`` are (text, replacement); with ``swap`` both texts of the one pair change places.

    ``vectors`` is the recorded file that shows it (empty: all of them), ``message`` a part of what
    run.py has to print.
    """

    what: str
    file: str
    changes: List[Tuple[str, str]]
    vectors: str
    message: str = WRONG_VALUE
    swap: bool = False


ERRORS = [
    Error("the PSVs of wire and memory change places", "spec/wqe/bsf.yaml",
          [("{name: wire_psv,", "{name: memory_psv,")], "crypto.jsonl", "basic.wire_psv is 0x",
          swap=True),
    Error("the signatures of wire and memory change places", "spec/wqe/bsf.yaml",
          [("{name: wire_bfs,", "{name: memory_bfs,")], "crypto.jsonl", "basic.wire_bfs is 0x",
          swap=True),
    Error("two flags of the inline section change places", "spec/wqe/bsf.yaml",
          [("{name: repeat_block,", "{name: seed,")], "crypto.jsonl", "wire_inline.seed is 0x",
          swap=True),
    Error("the inline sections change places", "spec/wqe/bsf.yaml",
          [("{name: wire_inline,", "{name: memory_inline,")], "crypto.jsonl",
          "wire_inline.ref_tag is 0x", swap=True),
    Error("two access rights change places", "spec/cmd/mkey.yaml",
          [("{name: rw,", "{name: rr,")], "layout.jsonl", "rw is 0x", swap=True),
    Error("stride and size of an interleaved entry change places", "spec/wqe/data.yaml",
          [("        name: stride\n", "        name: byte_count\n"),
           ("{name: byte_count, unit: bytes, doc: Of one piece.}", "stride")],
          "layout.jsonl", "stride is 0x"),
    Error("guard and application tag of a PSV change places", "spec/wqe/psv.yaml",
          [("0x08[15:0]:  app_tag", "0x08[15:0]:  guard"),
           ("{name: guard, doc: Seed of the guard.}", "app_tag")], "crypto.jsonl",
          "t10dif.guard is 0x"),
    Error("expected and actual value of a CQE change places", "spec/cqe/cqe.yaml",
          [("name: expected_trans_sig\n", "name: expected_ref_tag\n")], "sigerr_cqe.jsonl",
          "expected_trans_sig is 0x", swap=True),
    Error("the number of a key is a bit narrower", "spec/cmd/psv_cmd.yaml",
          [("0x08[31:24]: reserved\n      0x08[23:0]:  psvn",
            "0x08[31:23]: reserved\n      0x08[22:0]:  psvn")], "commands.jsonl", "complaints"),
    Error("two counters of the doorbell record change places", "spec/wqe/doorbell.yaml",
          [("        name: send_counter\n", "        name: recv_counter\n"),
           ("{name: recv_counter, doc", "{name: send_counter, doc")], "layout.jsonl",
          "send_counter is 0x"),
    Error("two capabilities change places", "spec/cmd/hca_cap.yaml",
          [("name: aes_xts_single_block_le_tweak\n", "name: aes_xts_multi_block_be_tweak\n")],
          "commands.jsonl", "aes_xts_multi_block_be_tweak is 0x", swap=True),
    Error("expected: another selector for a block size", EXPECTED,
          [("2: 6, 3: 3, 4: 4}", "2: 5, 3: 3, 4: 4}")], "crypto.jsonl", "memory_block is 0x"),
    Error("expected: the seed bit of CRCs the other way round", EXPECTED,
          [('["seed"]) == 0)', '["seed"]) != 0)')], "crypto.jsonl", "_bfs_seed is 0x"),
    Error("expected: the UMR signals although SET_PSVs follow", EXPECTED,
          [("signal and not load_psvs)", "signal)")], "crypto.jsonl", "(idx, opcode, ds, signal)"),
    Error("expected: the count of signature errors is not written again", EXPECTED,
          [("            key.write_count = True\n", "")], "crypto.jsonl",
          "mkey_mask is 0x"),
    Error("expected: bytes of a signature-error CQE one off", EXPECTED,
          [('">16xIIIIHBBIQ8xI2xBx"', '">16xIIIIHBxBIQ7xI2xBx"')], "sigerr_cqe.jsonl",
          "by the model"),
    Error("expected: the key check in another order", EXPECTED,
          [("if error.syndrome & 1 << 11:", "if error.syndrome & 1 << 11 == 1 << 11 and not "
            "error.syndrome & 1 << 13:")], "sigerr_cqe.jsonl", "key check gave"),
    Error("expected: a field is forgotten", EXPECTED, [('"sbs": int(same), ', "")],
          "crypto.jsonl", "neither expected nor listed"),
    Error("expected: an unwritten field is taken as written", EXPECTED,
          [('"compare": 0}, {"compare"}))', '"compare": 0}))')], "cancel.jsonl",
          "recorded as not written"),
    Error("expected: a written field is taken as unwritten", EXPECTED,
          [("hex_number(wr[\"compare\"])}))", "hex_number(wr[\"compare\"])}, {\"compare\"}))")],
          "cancel.jsonl", "but recorded as written"),
    Error("expected: a field is listed as undetermined that is not", EXPECTED,
          [("UNDETERMINED: Dict[Tuple[str, str], str] = {\n",
            "UNDETERMINED: Dict[Tuple[str, str], str] = {\n"
            "    (\"ctrl_seg\", \"ds\"): \"made up\",\n")], "layout.jsonl",
          "expected and listed as undetermined"),
    Error("expected: a field is listed as undetermined that is in no image", EXPECTED,
          [("UNDETERMINED: Dict[Tuple[str, str], str] = {\n",
            "UNDETERMINED: Dict[Tuple[str, str], str] = {\n"
            "    (\"ctrl_seg\", \"tisn\"): \"made up\",\n")], "",
            "ctrl_seg tisn is listed as undetermined, but in no image"),
]


def changed(text: str, error: Error) -> str:
    """The file with the error in it; ValueError if it does not have the texts exactly once."""
    for old, new in error.changes:
        for part in [old, new] if error.swap else [old]:
            if text.count(part) != 1:
                raise ValueError(f"{error.file} has {text.count(part)} times {part!r}: bring the "
                                 f"error up to date")
        if error.swap:
            text = text.replace(old, "\0").replace(new, old).replace("\0", new)
        else:
            text = text.replace(old, new)
    return text


class Tree:
    """The tree as it is: its spec, and the program for the images that errors are looked for in."""

    def __init__(self, cc: str, build: str) -> None:
        self.cc, self.build = cc, build
        self.texts = []
        for opened, recorded in load.find_files([os.path.join(ROOT, "spec")], Findings()):
            with open(opened, "rb") as stream:
                self.texts.append(load.Text(opened, recorded, stream.read()))
        self.spec, _ = load.load_texts(self.texts)
        self.names: Set[str] = set()
        self.program = ""

    def compiled(self, names: Set[str]) -> str:
        """The program for these layouts, the last one if it has them."""
        if not names <= self.names:
            self.program = run.compile_program(self.spec, names, self.cc, CFLAGS, self.build)
            self.names = names
        return self.program

    def unchanged(self) -> int:
        """Compares what the errors are looked for in, without an error; exit status."""
        vectors = {error.vectors for error in ERRORS} - {""}
        return run.compare(self.spec, in_folder(*sorted(vectors)), self.compiled)

    def of_spec(self, error: Error, text: str) -> int:
        """Compares with another text of a file of the spec, and headers made from it."""
        path = os.path.join(ROOT, error.file)
        spec, findings = load.load_texts([
            dataclasses.replace(known, data=text.encode()) if known.name == path else known
            for known in self.texts])
        if findings.has_errors:
            errors.report(findings, sys.stdout)
            return 2

        def program(names: Set[str]) -> str:
            folder = os.path.join(self.build, "generated")
            chosen = choice.Choice(only=tuple(sorted(names)))
            headers = choice.files(choice.selected(spec, chosen), chosen, "", guarded=False)
            shutil.rmtree(folder, ignore_errors=True)
            generate.write(folder, headers, whole=True)
            return run.compile_program(spec, names, self.cc, CFLAGS, self.build + "/of_spec",
                                       folder)

        return run.compare(spec, in_folder(error.vectors), program)

    def of_model(self, error: Error, text: str) -> int:
        """Compares with another text of expected.py; in a process of its own."""
        made = importlib.util.module_from_spec(importlib.util.spec_from_loader("expected", None))
        sys.modules["expected"] = made
        exec(compile(text, error.file, "exec"), made.__dict__)  # pylint: disable=exec-used
        del sys.modules["run"]
        return importlib.import_module("run").compare(
            self.spec, in_folder(error.vectors) if error.vectors else [], self.compiled)


def in_folder(*names: str) -> List[str]:
    return [os.path.join(HERE, name) for name in names]


def outcome(tree: Tree, error: Error) -> str:
    """'' if the error was noticed, else what went wrong."""
    with open(os.path.join(ROOT, error.file), encoding="utf-8") as stream:
        original = stream.read()
    try:
        text = changed(original, error)
    except ValueError as exc:
        return str(exc)
    output = os.path.join(tree.build, "output")
    child = os.fork()
    if child == 0:
        status = 99
        with open(output, "w", encoding="utf-8") as stream:
            sys.stdout = sys.stderr = stream
            try:
                status = (tree.of_model if error.file == EXPECTED else tree.of_spec)(error, text)
            except BaseException:  # pylint: disable=broad-except
                traceback.print_exc()
            finally:
                stream.flush()
                os._exit(status)
    _, status = os.waitpid(child, 0)
    with open(output, encoding="utf-8") as stream:
        said = stream.read()
    if not os.WIFEXITED(status) or os.WEXITSTATUS(status) != 1 or error.message not in said:
        return f"not noticed, or not by '{error.message}':\n{said[-1600:]}"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cc", default="gcc")
    args = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = Tree(args.cc, folder)
        if tree.unchanged():
            print("the unchanged tree does not pass\n0 passed, 1 failed, 0 skipped")
            return 1
        for error in ERRORS:
            sys.stdout.flush()
            problem = outcome(tree, error)
            failed += bool(problem)
            print(f"{'NOT NOTICED' if problem else 'noticed'}: {error.what}"
                  + (f": {problem}" if problem else ""), flush=True)
    print(f"{len(ERRORS) - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
