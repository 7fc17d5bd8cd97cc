# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The command line of prmc; :data:`COMMANDS` is the table of the subcommands.

Each subcommand is a module with ``add_arguments(parser)`` and ``run(args) -> int``, imported only
when it is used.  Exit status: 0 success, 1 findings, 2 wrong usage or internal error.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import traceback
from dataclasses import dataclass
from typing import List, Optional, Sequence

from prmclib.model.errors import did_you_mean
from prmclib.readers import source
from . import VERSION


@dataclass(frozen=True)
class Command:
    name: str
    module: str
    summary: str
    examples: str
    spec: bool = False  # it has --spec
    folder: bool = False  # --spec must be the folder of a spec


COMMANDS = (
    Command("check", "prmclib.check", "check the spec by all rules", """\
  prmc check                        the whole spec
  prmc check spec/wqe/psv.yaml      the findings of one file; it still sees the others
  prmc check /tmp/x.yaml            a file outside of the spec: that file alone
  prmc check mlx5_ifc.h --uses src  a header of another tree, and the code that uses it
""", spec=True),
    Command("fmt", "prmclib.writers.fmt", "bring files of the spec into one style", """\
  prmc fmt                          the whole spec
  prmc fmt --check                  say which files would change, and write nothing
""", spec=True, folder=True),
    Command("generate", "prmclib.generate", "write the C headers", """\
  prmc generate                     regenerate generated/, touching only what changes
  prmc generate --check             say what would change, and write nothing
  prmc generate --only set_psv_seg --out /tmp/psv
""", spec=True),
    Command("vendor", "prmclib.vendor.vendor_command",
            "copy layouts into another tree, and update the copy", """\
  prmc vendor --style linux --prefix drv --only set_psv_seg,bsf_64 --to linux/drivers/drv/prm
  prmc vendor --diff linux/drivers/drv/prm      what has changed since
  prmc vendor --update linux/drivers/drv/prm
""", spec=True),
    Command("show", "prmclib.show.show",
            "show a layout as the PRM does, and what the spec says about it", """\
  prmc show                         all names, by file
  prmc show set_psv_seg             the table and the fields of a layout
  prmc show bfs umr_wqe             an enumeration, and the segments of a work request
""", spec=True),
    Command("map", "prmclib.show.map", "print one line per field, or JSON", """\
  prmc map
  prmc map --json
""", spec=True),
    Command("docs", "guide.pages.docs_command",
            "write the reference manual, one HTML page", """\
  prmc docs                         build/docs/reference.html
  prmc docs --out /tmp/mlx5.html
  prmc docs --drawing mkc --out mkc.svg
  prmc docs --renew                 the drawings and pages that are checked in under docs/
""", spec=True),
    Command("decode", "guide.decoding.decode_command",
            "explain a dump field by field", """\
  prmc decode --as wqe post.hex
  dmesg | grep mlx5 -A4 | prmc decode --input log
  xxd ring.bin | prmc decode --as wqe -
  prmc decode --as sig_err_cqe --json cqe.bin
""", spec=True),
    Command("import", "watch.importing.import_command",
            "write layouts of another manual in the notation of the spec", """\
  prmc import mlx5_ifc.h --layout tirc --to spec/cmd/tir.yaml
  prmc import mlx5_ifc.h --layout 'create_tir_*' --to spec/cmd/tir.yaml --append
  prmc import mlx5_ifc.h --layout mkc --rename mkc=mkc_linux --to -
""", spec=True, folder=True),
    Command("follow", "watch.follow.follow_command",
            "merge the change of a source, from one revision to the next, into the spec", """\
  prmc follow linux ~/linux         from the revision followed last to the repository's HEAD
  prmc follow linux ~/linux@v7.2 --old v6.12 --dry-run
  prmc follow mstflint new.adb --old old.adb
""", spec=True, folder=True),
    Command("diff", "prmclib.diff.diff_command",
            "explain what a change of the manual means for drivers", """\
  prmc diff HEAD~1 spec             what the working tree changes
  prmc diff v1.2 HEAD --all         cosmetic changes, too
  prmc diff main HEAD --format markdown --output comment.md
"""),
    Command("conform", "watch.conform.conform_command",
            "compare the spec with the headers of drivers", """\
  prmc conform ~/linux ~/rdma-core ~/spdk ~/dpdk ~/ucx
  prmc conform 'Linux 6.1=/usr/src/linux-headers-6.1.0-56-common' --format html --output c.html
  prmc conform rdma-core@2026-08-20=rdma-core --update
""", spec=True),
    Command("approve", "prmclib.diff.approve", "accept a finding of diff, with the reason", """\
  prmc approve 3f9a1c0e77d2 --reason 'drivers are rebuilt with the firmware'
  prmc approve 3f9a1c0e77d2 --reason 'until the fleet is updated' --expires 2027-01-31
""", spec=True, folder=True),
    Command("git-setup", "watch.git.setup",
            "let git show and merge the spec by field", """\
  prmc git-setup                    in this clone: git diff, log -p, show; merge, rebase
  prmc git-setup --remove
""", spec=True, folder=True),
    Command("git-diff", "watch.git.git_diff",
            "called by git diff for a file of the spec", """\
  prmc git-diff spec/wqe/psv.yaml old.yaml 0 0 new.yaml 0 0
""", spec=True, folder=True),
    Command("git-textconv", "watch.git.git_textconv",
            "called by git log -p for one version of a file", """\
  prmc git-textconv spec/wqe/psv.yaml
"""),
    Command("git-merge", "watch.git.git_merge",
            "called by git merge: merge three versions of a file by field", """\
  prmc git-merge base.yaml ours.yaml theirs.yaml
"""),
    Command("explain", "prmclib.explain",
            "explain a rule, or a code that a log names", """\
  prmc explain                      all rules, one line each
  prmc explain E012
  prmc explain vendor 0x68          also 0x88, "MW_BIND_ERR 0x78", or a line of a log
""", spec=True),
)

_EPILOG = """\
examples:
  prmc check                        is the spec correct?
  prmc generate                     regenerate the C headers
  prmc show set_psv_seg             one layout, as the manual shows it
  prmc decode --as wqe post.hex     explain a dump
  prmc explain E012                 what does this rule mean?

`prmc COMMAND --help` has the options.
exit status: 0 success, 1 findings, 2 wrong usage or internal error
"""


def build_parser(wanted: Optional[str]) -> argparse.ArgumentParser:
    """Returns the parser; only the command ``wanted`` is imported and has its arguments."""
    parser = argparse.ArgumentParser(
        prog="prmc", epilog=_EPILOG,
        description="Compiles the manual (spec/) into C headers, and shows, compares and decodes with it.",
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="version", version=f"prmc {VERSION}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in COMMANDS:
        sub = commands.add_parser(
            command.name, help=command.summary,
            description=command.summary[0].upper() + command.summary[1:] + ".",
            epilog=f"examples:\n{command.examples}",
            formatter_class=argparse.RawDescriptionHelpFormatter)
        if command.spec:
            sub.add_argument("--spec", metavar="SPEC", default=source.default_spec(),
                             help=("the folder of the spec" if command.folder else source.HELP) +
                                  " (default: %(default)s)")
        if command.name == wanted:
            module = importlib.import_module(command.module)
            module.add_arguments(sub)
            sub.set_defaults(run=module.run)
    return parser


def main(argv: Sequence[str]) -> int:
    """Runs prmc with the arguments ``argv`` (without the program's name); returns the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        return _run(list(argv))
    except BrokenPipeError:
        _discard(sys.stdout)  # the reader of the output has exited
        return 0
    except KeyboardInterrupt:
        return 130
    finally:
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            _discard(sys.stdout)
        except (OSError, ValueError):
            pass


def _discard(stream) -> None:
    """Redirects a stream to /dev/null, so that Python reports no error when it flushes at exit."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError):
        pass


def _run(argv: List[str]) -> int:
    wanted = next((word for word in argv if not word.startswith("-")), None)
    if wanted is not None and wanted not in [command.name for command in COMMANDS]:
        near = did_you_mean(wanted, [command.name for command in COMMANDS])
        sys.stderr.write(f"prmc: there is no command '{wanted}'; {near + ' ' if near else ''}"
                         "`prmc --help` lists them\n")
        return 2
    try:
        args = build_parser(wanted).parse_args(argv)
        return int(args.run(args) or 0)
    except SystemExit as exc:
        if exc.code is None or isinstance(exc.code, int):
            return exc.code or 0
        sys.stderr.write(f"prmc: {exc.code}\n")
        return 2
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except OSError as exc:
        place = f"{exc.filename}: " if exc.filename else ""
        sys.stderr.write(f"prmc: {place}{exc.strerror or exc}\n")
        return 2
    except Exception as exc:  # a defect of prmc
        if os.environ.get("PRMC_DEBUG"):
            traceback.print_exc()
        sys.stderr.write(
            f"prmc: internal error: {type(exc).__name__}: {exc}\n"
            "This is a defect of prmc, not of your input; with PRMC_DEBUG=1 it prints where it "
            "happened.\n")
        return 2
