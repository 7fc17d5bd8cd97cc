# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc follow``: merges the change of one source into the spec."""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from typing import Dict, List, Tuple

from prmclib.model import Spec
from prmclib.model import errors
from prmclib.model.errors import Finding, Findings
from prmclib.readers import followed
from prmclib.readers.load import Text, find_files, load_texts
from prmclib.readers.source import names_revision
from prmclib.show import term
from .apply_plan import Applier
from .follow_report import text_of
from .origins import Manual, Origin, Refused, manual_of, of_record, origin_of
from .planner import Planner
from .terms import beside, pairs, read
from .together import together
from .verdicts import Plan, Verdict
from .write_all import write_all

ROUNDS = 12  # attempts to write a spec without findings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="SOURCE",
                        help="a source of the spec: linux, rdma-core, DPDK, mstflint (ADB) ...")
    parser.add_argument("new", metavar="NEW",
                        help="the new revision: a repository (PATH for its HEAD, PATH@REV), an unpacked tree, a header, "
                        "tables of mstflint (ADB)")
    parser.add_argument("--old", metavar="OLD", default="",
                        help="the revision that the spec has, in one of these forms, or a revision of NEW's repository "
                             "(default: the one in the file `followed` of the spec)")
    parser.add_argument("--revision", metavar="NAME", default="",
                        help="what to call NEW in `since` and in the record (default: its tag or version)")
    parser.add_argument("--dry-run", action="store_true", help="print what would change, and write nothing")
    term.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    try:
        with tempfile.TemporaryDirectory(prefix="prmc-follow-") as scratch:
            return Follow(args, scratch).run()
    except Refused as exc:
        sys.stderr.write(f"prmc: {exc}\n")
        return 2


class Follow:
    def __init__(self, args: argparse.Namespace, scratch: str) -> None:
        self.args, self.scratch = args, scratch

    def run(self) -> int:
        spec, texts, known = self.spec()
        origin = origin_of(self.args.source, spec)
        new = manual_of(origin, self.args.new, os.path.join(self.scratch, "new"), name=self.args.revision)
        old = self.old(origin, new, known)
        entry = followed.Entry(origin.word, *new.entry)
        differing = pairs(old, new)
        files, plan, after = texts, Plan(), spec
        planner = None
        if differing:
            sides = [{item[0]: item[at] for item in differing if item[at]} for at in (1, 2)]
            common = beside(*(side.values() for side in sides))
            before, later = read(origin, old, "OLD", sides[0], common), read(origin, new, "NEW", sides[1], common)
            planner = Planner(spec, origin, before, later)
            plan, files, after = self.merged(planner, texts)
        changed = [text for text, was in zip(files, texts) if text.data != was.data]
        record = known.of(origin.word)
        is_recorded = record is not None and (record.revision, record.commit) == (entry.revision, entry.commit)
        sys.stdout.write(text_of(origin, old, new, spec, after, plan, [text.name for text in changed],
                                 not is_recorded, self.args))
        if self.args.dry_run or is_recorded and not changed:
            return 0
        write_all([(text.name, text.data) for text in changed] +
                  ([] if is_recorded else [(known.path, known.text(entry).encode())]))
        return 0

    def spec(self) -> Tuple[Spec, List[Text], followed.Followed]:
        """Reads the spec, which must be sound, and the record beside it."""
        folder = self.args.spec
        if names_revision(folder) or not os.path.isdir(folder):
            raise Refused(f"--spec {errors.shorten(folder, 200)} is no folder: `follow` writes into the files of the "
                          "spec")
        findings = Findings()
        texts = []
        for opened, recorded in find_files([folder], findings):
            with open(opened, "rb") as stream:
                texts.append(Text(opened, recorded, stream.read()))
        spec, found = load_texts(texts)
        record = followed.read(folder, found)
        if findings.has_errors or found.has_errors:
            errors.report(findings if findings.has_errors else found)
            raise Refused("the spec has errors already: correct them first; nothing is written")
        return spec, texts, record

    def old(self, origin: Origin, new: Manual, known: followed.Followed) -> Manual:
        scratch = os.path.join(self.scratch, "old")
        if self.args.old:
            return manual_of(origin, self.args.old, scratch, new.tree)
        return of_record(origin, known.of(origin.word), new, known.path, scratch)

    def merged(self, planner: Planner, texts: List[Text]) -> Tuple[Plan, List[Text], Spec]:
        """Returns the plan, the files after it, and the spec that they are. A change that makes the spec break a rule
        is not taken."""
        refused: Dict[Tuple[str, str], str] = {}
        homes: Dict[str, str] = {}
        for _ in range(ROUNDS):
            plan = planner.decide(refused)
            plan.homes, homes = homes, {}
            edited = {text.name: text for text in Applier(planner, plan, texts).apply()}
            files = [edited.get(text.name, text) for text in texts]
            if not edited:
                return plan, files, planner.spec
            after, findings = load_texts(files)
            if not findings.has_errors:
                for name in plan.homes:
                    where = after.layouts[name].where
                    plan.add(Verdict.MOVED, name, f"before in {planner.spec.layouts[name].where.file}", where)
                return plan, files, after
            bad = [finding for finding in findings if finding.severity == errors.ERROR]
            others = [finding for finding in bad if finding.rule != "E042"]
            if not others and not plan.homes:
                homes = together(planner.spec, after)
                if homes:
                    continue
            if not self.refuse(plan, others or bad, files, refused):
                break
        errors.report(findings)
        raise Refused("nothing is written: the spec would have these errors. They are in the text that it would have; "
                      "`prmc import` takes single layouts")

    def refuse(self, plan: Plan, bad: List[Finding], files: List[Text], refused: Dict[Tuple[str, str], str]) -> bool:
        """Adds the changes that cause errors to those that are not taken; returns False if there are none."""
        before = len(refused)
        for finding in bad:
            places = [finding.where, *(span for span, _ in finding.others)]
            for span in places:
                text = next((text for text in files if text.name == span.file), None)
                if text is not None:
                    self._refuse_near(plan, text, span.line, f" ({finding.rule}: {finding.message})", refused)
        if len(refused) == before:  # nothing is edited there: what the messages name
            for finding in bad:
                words = set(re.findall(r"\w+", finding.message))
                for name in sorted(words & {*plan.layouts, *plan.enums}):
                    _refuse_all(plan, name, "", f" ({finding.rule}: {finding.message})", refused)
        return len(refused) > before

    @staticmethod
    def _refuse_near(plan: Plan, text: Text, line: int, why: str, refused: Dict[Tuple[str, str], str]) -> None:
        lines = text.data.decode().split("\n")
        at = min(line, len(lines)) - 1
        name = ""
        for number in range(at, -1, -1):
            match = re.match(r"  \"?([a-z]\w*)\"?:", lines[number])
            if match:
                name = match.group(1)
                break
        if name in plan.fresh:
            name = plan.fresh[name][1]
            _refuse_all(plan, name, "", why, refused)
        else:
            _refuse_all(plan, name, lines[at], why, refused)


def _refuse_all(plan: Plan, name: str, line: str, why: str, refused: Dict[Tuple[str, str], str]) -> None:
    """Refuses the changes of a definition in one line of it, or all of them if none is there."""
    found: List[str] = []
    if name in plan.layouts:
        edits = plan.layouts[name]
        found = [item.name for item in (*edits.moves, *edits.types, *edits.renames, *edits.drops)]
        found += [add.item.name for add in edits.adds] + [arm.name for _, arm in edits.arms]
        found += [arm.name for arm in edits.whens]
        if edits.size != edits.layout.size:
            found.append("")
    elif name in plan.enums:
        values = plan.enums[name]
        found = [*values.numbers, *values.renames, *values.drops, *(value.name for value in values.adds)]
    here = [one for one in found if one and re.search(rf"\b{re.escape(one)}\b", line)]
    for one in here or found:
        refused.setdefault((name, one), why)
