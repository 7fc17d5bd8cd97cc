# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""prmc as a real process: exit status, streams, help, broken environments."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest
import patience
from prmc import run as run_prmc
from prmclib import cli
from prmclib.readers import source
from prmclib.rules import RULES

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
PRMC = os.path.join(ROOT, "codegen", "prmc")

GOOD = """doc: Segments.
layouts:
  seg:
    size: 4
    doc: A segment.
    source: PRM
    fields:
      0x00[31:8]: reserved
      0x00[7:0]:  {name: kind, enum: kinds}
enums:
  kinds:
    doc: Kinds.
    source: PRM
    values: {A: 0}
"""
BAD = GOOD.replace("0x00[31:8]", "0x00[31:7]")


@pytest.fixture
def tree(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.makedirs("spec/sub")
    write("spec/good.yaml", GOOD)
    return tmp_path


def write(path, text):
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)


def prmc(*args, env=None, **options):
    """prmc as it is started, for what depends on that: (exit status, output, errors)."""
    if not env and not options:
        return run_prmc(args).text
    done = subprocess.run([sys.executable, PRMC, *args], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, encoding="utf-8", timeout=patience.LIMIT,
                          env=dict(os.environ, **(env or {})), **options)
    return done.returncode, done.stdout, done.stderr


def test_check_of_a_sound_spec(tree):
    assert prmc("check", "--spec", "spec") == \
        (0, "1 file, 1 layout, 1 field, 1 enum: no findings\n", "")
    assert prmc("check", "spec") == prmc("check", "spec/good.yaml") == \
        (0, "1 file, 1 layout, 1 field, 1 enum: no findings\n", "")


def test_check_of_a_broken_spec(tree):
    write("spec/good.yaml", BAD)
    status, out, err = prmc("check", "spec")
    assert (status, out) == (1, "")
    assert err == (
        "spec/good.yaml:9:7: error E012: 'kind' 0x00[7:0] overlaps reserved 0x00[31:7]\n"
        "    9 |       0x00[7:0]:  {name: kind, enum: kinds}\n"
        "      |       ^~~~~~~~~\n"
        "    8 |       0x00[31:7]: reserved      <- reserved is here\n"
        "   help: bit 0x00[7] is claimed twice\n"
        "1 error in 1 of 1 file. `prmc explain E012` tells more.\n")


def test_check_of_one_file_sees_the_others(tree):
    write("spec/sub/use.yaml", GOOD.split("enums:")[0].replace("seg:", "use:"))
    assert prmc("check", "--spec", "spec", "spec/sub/use.yaml") == \
        (0, "2 files, 2 layouts, 2 fields, 1 enum: no findings\n", "")
    # Outside of the folder of the spec it is alone.
    status, _, err = prmc("check", "spec/sub/use.yaml")
    assert status == 1 and "error E040: there is no enumeration 'kinds'" in err


def test_check_of_one_file_tells_of_findings_elsewhere(tree):
    write("spec/sub/bad.yaml", BAD.replace("seg:", "bad:").split("enums:")[0])
    status, out, err = prmc("check", "--spec", "spec", "spec/good.yaml")
    assert (status, out) == (0, "1 file: no findings\n")
    assert err == "1 finding in other files of spec: `prmc check` shows all.\n"
    status, _, err = prmc("check", "--spec", "spec", "spec/sub")
    assert status == 1 and err.endswith("1 error in 1 of 1 file. `prmc explain E012` tells more.\n")


def test_check_of_a_header_and_its_uses(tree):
    os.makedirs("a/sub")
    write("a/mlx5_ifc.h", "struct mlx5_ifc_seg_bits {\n\tu8 reserved_at_8[0x1e];\n\tu8 mode[0x2];\n};\n")
    write("a/sub/use.c", "int f(void *seg)\n{\n\treturn MLX5_GET64(seg, seg, mode);\n}\n")
    status, out, err = prmc("check", "a/mlx5_ifc.h")
    assert (status, out) == (0, "a/mlx5_ifc.h: 1 file, 1 layout, 1 field, 0 enums: nothing left out\n")
    assert err.startswith("a/mlx5_ifc.h:2:5: warning W111: ") and "W116" not in err
    status, out, err = prmc("check", "a/mlx5_ifc.h", "--uses", "a")
    assert status == 0 and "\na/sub/use.c:3:9: warning W116: " in err
    assert err.endswith("2 warnings in 2 of 2 files. `prmc explain W111 W116` tells more.\n")
    for args in (("a/mlx5_ifc.h", "--uses", "none"), ("spec", "--uses", "a"), ("--uses", "a")):
        status, out, err = prmc("check", *args)
        assert (status, out) == (2, "") and err.startswith("prmc: --uses takes the folder of code")


def test_warnings_leave_the_status_alone(tree):
    write("spec/good.yaml", GOOD.replace("      0x00[31:8]: reserved\n", "")
          .replace("enum: kinds}\n", "enum: kinds}\n      0x00[31:8]: reserved\n"))
    status, out, err = prmc("check", "spec")
    assert (status, out) == (0, "") and "warning W010" in err


def test_missing_file(tree):
    status, out, err = prmc("check", "spec/gone.yaml")
    assert (status, out) == (1, "")
    assert err.startswith("spec/gone.yaml: error E001: the file cannot be read: No such file")


def test_explain():
    status, out, err = prmc("explain")
    assert (status, err) == (0, "")
    assert re.findall(r"^  ([DEW]\d{3})  ", out, flags=re.M) == list(RULES)
    status, out, err = prmc("explain", "E012", "e011")
    assert (status, err) == (0, "")
    assert re.findall(r"^# (E\d+)", out, flags=re.M) == ["E012", "E011"]


def test_explain_of_no_rule():
    assert prmc("explain", "E999") == \
        (2, "", "prmc: there is no rule 'E999'; `prmc explain` lists them\n")
    status, out, err = prmc("explain", "../cli")
    assert (status, out) == (2, "") and "there is no rule '../cli'" in err


@pytest.mark.parametrize("command", [command.name for command in cli.COMMANDS])
def test_help_has_examples(command):
    status, out, err = prmc(command, "--help")
    assert (status, err) == (0, "")
    assert out.startswith(f"usage: prmc {command}")
    assert f"\nexamples:\n  prmc {command}" in out


@pytest.mark.parametrize("args", [[], ["check", "--colour"], ["git-merge", "--spec", "x"]])
def test_wrong_usage(args):
    status, out, err = prmc(*args)
    assert (status, out) == (2, "") and err.startswith("usage: prmc") and "error:" in err


def test_general_help_and_version():
    status, out, _ = prmc("--help")
    assert status == 0
    for command in cli.COMMANDS:
        assert f"    {command.name}" in out
    assert "exit status: 0 success" in out
    assert prmc("--version")[1].startswith("prmc ")


@pytest.mark.parametrize("word, near", [("shwo", "did you mean 'show'? "), ("qqq", "")])
def test_a_command_that_does_not_exist(word, near):
    assert prmc(word, "x") == \
        (2, "", f"prmc: there is no command '{word}'; {near}`prmc --help` lists them\n")


def test_the_default_spec_is_that_of_the_tree(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert source.default_spec() == "spec"
    monkeypatch.chdir(tmp_path)
    assert source.default_spec() == os.path.join(ROOT, "spec")


def test_started_through_a_link(tree):
    os.symlink(PRMC, "linked")
    done = subprocess.run([sys.executable, "./linked", "check", "spec"], stdout=subprocess.PIPE,
                          encoding="utf-8", timeout=patience.LIMIT)
    assert (done.returncode, done.stdout[:6]) == (0, "1 file")


def test_started_by_itself(tree):
    """The first line finds an interpreter, whichever python3 is the first in PATH."""
    done = subprocess.run([PRMC, "check", "spec"], stdout=subprocess.PIPE, encoding="utf-8",
                          timeout=patience.LIMIT)
    assert (done.returncode, done.stdout[:6]) == (0, "1 file")


def test_a_reader_that_goes_away():
    with subprocess.Popen([sys.executable, PRMC, "explain", *list(RULES) * 5],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read()
        assert process.wait(patience.LIMIT) == 0
    assert err == b""


def test_interrupt(tree):
    os.mkfifo("wait")
    write("hold.py", "import sys, time\n"
          f"sys.path.insert(0, {os.path.join(ROOT, 'codegen')!r})\n"
          "from prmclib import check, cli\n"
          "def hold(args):\n    open('wait').read()\n    time.sleep(10000)\n"
          "check.run = hold\nsys.exit(cli.main(['check', 'spec']))\n")
    with subprocess.Popen([sys.executable, "hold.py"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as process:
        writer = None
        while writer is None:  # until the process has opened its end
            try:
                writer = os.open("wait", os.O_WRONLY | os.O_NONBLOCK)
            except OSError:
                assert process.poll() is None
                time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        os.close(writer)
        try:
            out, err = process.communicate(timeout=patience.LIMIT)
        finally:
            process.kill()
    assert (process.returncode, out, err) == (130, b"", b"")


def test_internal_errors_have_no_traceback(tree, monkeypatch, capsys):
    from prmclib import check

    def broken(args):
        raise RuntimeError("oops")

    monkeypatch.setattr(check, "run", broken)
    monkeypatch.delenv("PRMC_DEBUG", raising=False)
    assert cli.main(["check", "spec"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("prmc: internal error: RuntimeError: oops\n") and "Traceback" not in err
    monkeypatch.setenv("PRMC_DEBUG", "1")
    assert cli.main(["check", "spec"]) == 2
    assert "Traceback" in capsys.readouterr().err


def test_output_that_the_terminal_cannot_show(tree):
    write("spec/good.yaml", GOOD.replace("0x00[31:8]: reserved", "0x00[31:8]: µ"))
    status, _, err = prmc("check", "spec", env={"PYTHONIOENCODING": "ascii"})
    assert status == 1 and r"'\xb5' cannot be the name of a field" in err


class TestLauncher:
    """prmc is started by a python3 that lacks PyYAML or Jinja2."""

    @pytest.fixture
    def bare(self, tmp_path):
        """The launcher of a copy of the tree whose system Python can be chosen."""
        def make(system):
            with open(PRMC, encoding="utf-8") as stream:
                text = stream.read()
            old = 'SYSTEM_PYTHON = "/usr/bin/python3"'
            assert text.count(old) == 1
            folder = tmp_path / "codegen"
            folder.mkdir()
            write(folder / "prmc", text.replace(old, f"SYSTEM_PYTHON = {str(system)!r}"))
            os.symlink(os.path.join(ROOT, "codegen", "prmclib"), folder / "prmclib")
            return str(folder / "prmc")
        return make

    @staticmethod
    def start(launcher, *args):
        # -S -I: without site-packages, so without PyYAML and Jinja2.
        done = subprocess.run([sys.executable, "-S", "-I", launcher, *args],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
                              timeout=patience.LIMIT)
        return done.returncode, done.stdout, done.stderr

    def test_goes_on_with_the_system_python(self, bare, tree):
        """Reports through a script, which represents a system Python that has the modules."""
        script = tree / "python3"
        write(script, f"#!/bin/sh\nexec {sys.executable} \"$@\"\n")
        script.chmod(0o755)
        assert self.start(bare(script), "check", "spec") == \
            (0, "1 file, 1 layout, 1 field, 1 enum: no findings\n", "")

    def test_says_what_to_install(self, bare):
        status, out, err = self.start(bare("/nonexistent"), "check")
        assert (status, out) == (2, "")
        assert err == (f"prmc: {sys.executable} cannot import what it needs.\n"
                       "Install the Debian packages: apt-get install python3-yaml "
                       "python3-jinja2\n")

    def test_says_only_what_is_missing(self, bare, tmp_path):
        launcher = bare("/nonexistent")
        (tmp_path / "codegen" / "jinja2").mkdir()
        write(tmp_path / "codegen" / "jinja2" / "__init__.py", "")
        done = subprocess.run([sys.executable, "-S", launcher], stderr=subprocess.PIPE,
                              encoding="utf-8", timeout=patience.LIMIT,
                              env={"PYTHONPATH": str(tmp_path / "codegen")})
        assert done.returncode == 2
        assert done.stderr.endswith("apt-get install python3-yaml\n")

    def test_does_not_go_round_in_circles(self, bare, tree):
        """A system Python that only seems to have the modules is tried once."""
        script = tree / "python3"
        write(script, "#!/bin/sh\necho tried >> tried\n[ \"$1\" = -c ] && exit 0\n"
              f"exec {sys.executable} -S -I \"$@\"\n")
        script.chmod(0o755)
        status, _, err = self.start(bare(script), "check")
        assert status == 2 and "Install the Debian packages" in err
        with open("tried", encoding="utf-8") as stream:
            assert stream.read() == "tried\n" * 2  # once asked, once started

    def test_leaves_no_trace_in_the_environment(self, bare, tree):
        script = tree / "python3"
        write(script, f"#!/bin/sh\nexec {sys.executable} \"$@\"\n")
        script.chmod(0o755)
        launcher = bare(script)
        with open(launcher, encoding="utf-8") as stream:
            text = stream.read()
        write(launcher, text.replace("    from prmclib.cli import main as run\n",
                                     "    run = lambda args: print('PRMC_REEXEC' in os.environ)\n"))
        assert self.start(launcher) == (0, "False\n", "")
