# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""configure.py: the same build.ninja everywhere, messages that help, careful --install-deps; and
what the build does around the compiler: refresh.py, interpreter.py."""

from __future__ import annotations

import fnmatch
import os
import re
import shutil
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
BUILD = os.path.join(ROOT, os.environ.get("MLX5SIG_BUILD", "build"))
sys.path[:0] = [ROOT, os.path.join(ROOT, "codegen"), os.path.join(ROOT, "packaging")]

import configure  # noqa: E402
import interpreter  # noqa: E402
import packages  # noqa: E402
import refresh  # noqa: E402
import targets  # noqa: E402


def read(*path):
    with open(os.path.join(*map(str, path)), encoding="utf-8") as stream:
        return stream.read()


def ninja_files(folder, build="build"):
    """Returns build.ninja and the file of the tests."""
    return read(folder, "build.ninja"), read(folder, build, "tests.ninja")


@pytest.fixture
def default(monkeypatch):
    """Returns what `./configure.py` writes: build.ninja and the file of the tests."""
    monkeypatch.setattr(sys, "argv", ["configure.py"])
    return configure.ninja_texts(configure.arguments(), "build.ninja", "build/tests.ninja")


def run(*command, cwd, **environment):
    """Returns exit status and all output of a command."""
    done = subprocess.run([str(word) for word in command], cwd=str(cwd), text=True, check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, env=dict(os.environ, **environment))
    return done.returncode, done.stdout


@pytest.fixture
def tree(tmp_path):
    """Returns a copy of the project in another folder, without large data and build results."""
    path = tmp_path / "another place" / "tree"
    shutil.copytree(ROOT, path, symlinks=True, ignore=shutil.ignore_patterns(
        ".git", "build", "out", "__pycache__", "*.jsonl", "*.part"))
    return path


@pytest.fixture
def bare(tmp_path):
    """What configure.py consists of, and nothing else."""
    for name in ("configure.py", "codegen/interpreter.py", "codegen/ninjafile.py", "packaging/packages.py",
                 "tests/run/products.py", "tests/run/targets.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(os.path.join(ROOT, name), tmp_path / name)
    return tmp_path


def test_default_is_what_is_checked_in_and_stays(tree, default):
    assert default[0] == read(ROOT, "build.ninja")
    os.unlink(tree / "build.ninja")
    assert run("./configure.py", cwd=tree) == (0, (
        "configure.py: build.ninja written; `ninja` builds, `ninja help` lists the targets\n"))
    assert ninja_files(tree) == default
    status, text = run(tree / "configure.py", "--build", "build", cwd="/")
    assert (status, ninja_files(tree)) == (0, default)
    assert f"build.ninja is as it should be; `ninja -C '{tree}'` builds" in text


def test_a_fresh_clone_leads_to_configure(tree):
    """ninja prints the line that includes the missing file."""
    status, text = run("ninja", cwd=tree)
    assert status == 1 and "loading 'build/tests.ninja'" in text and "\ninclude ${first.run.configure.py}\n" in text


def without_interpreter(files):
    """Returns the files without the line that names the interpreter of the tests, which is this machine's."""
    main, tests = files
    found = re.findall(r"\ntest_python = .*", tests)
    assert len(found) == 1
    return main, tests.replace(found[0], "")


def test_default_names_no_place_on_this_machine(default):
    text = "".join(without_interpreter(default))
    assert not [word for word in text.split() if word.startswith("/") and word != "/usr/local"]


def test_python_without_modules_gives_the_same(tree, default):
    status, text = run(sys.executable, "-S", "configure.py", cwd=tree)
    assert status == 0 and without_interpreter(ninja_files(tree)) == without_interpreter(default), text


def test_other_configuration_has_its_own_folder(tree, default):
    command = ["./configure.py", "--build", "out", "--cc", "clang -m64", "--werror", "--sanitize",
               "--prefix", "/opt/mlx5sig"]
    status, text = run(*command, cwd=tree)
    assert (status, text) == (0, "configure.py: out/build.ninja written; `ninja -f out/build.ninja` "
                                 "builds, `ninja -f out/build.ninja help` lists the targets\n")
    made, tests = ninja_files(tree / "out", ".")
    assert read(tree, "build.ninja") == default[0] and " = out/tests.ninja\ninclude " in made
    assert not (tree / "build").exists()
    assert "\nbuilddir = out\ncc = clang -m64\n" in made
    assert "-Werror -g -fsanitize=address,undefined" in made and "\nprefix = /opt/mlx5sig\n" in made
    assert "test-proof-options" in tests and "test-proof-options" not in default[1]
    assert read(tree, "out", ".gitignore") == "*\n"
    # ninja calls configure.py again with the same options.
    os.utime(tree / "out" / "build.ninja", (0, 0))
    status, text = run("ninja", "-f", "out/build.ninja", "help", cwd=tree)
    assert status == 0 and "out/build.ninja is as it should be" in text
    assert ninja_files(tree / "out", ".") == (made, tests)


@pytest.mark.parametrize("cc", ["gcc", "clang"])
@pytest.mark.parametrize("words, chosen, flags", [
    ([], "address", "-fsanitize=address,undefined -fno-sanitize-recover=all"),
    (["thread"], "thread", "-fsanitize=thread")], ids=["default", "thread"])
def test_choice_of_sanitizer(monkeypatch, cc, words, chosen, flags):
    monkeypatch.setattr(sys, "argv", ["configure.py", "--build", "out", "--cc", cc, "--sanitize", *words])
    made, tests = configure.ninja_texts(configure.arguments(), "out/build.ninja", "out/tests.ninja")
    variables = dict(line.split(" = ", 1) for line in made.splitlines() if re.match(r"\w+ = ", line))
    assert variables["cflags"].endswith(f" -g {flags}")
    assert variables["softmlx5_flags"].endswith(" -fno-sanitize=all")  # the device is preloaded
    # ninja calls configure.py again with the same options
    assert re.search(rf"\n  command = \./configure\.py --build out.* --sanitize {chosen}\n", made)
    for runner in ("run_test", "nursery"):
        assert (f"ignore_noninstrumented_modules=1 $test_python tests/run/{runner}.py" in tests) == (chosen == "thread")
    assert ("-static-libasan" in made) == ((cc, chosen) == ("gcc", "address"))


def test_a_reader_of_the_targets_that_goes_away():
    """The list ends early, as in `ninja help | head`."""
    first, second = os.pipe()
    os.close(first)
    with open(second, "wb") as gone:
        done = subprocess.run(["./configure.py", "--list-targets"], cwd=ROOT, stdout=gone, check=False,
                              stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (1, "")


def test_a_new_test_is_one_file(tree):
    (tree / "tests" / "compiler" / "unit" / "test_added.py").write_text("", encoding="utf-8")
    shutil.rmtree(tree / "tests" / "compiler" / "fuzz")
    run("./configure.py", cwd=tree)
    made = read(tree, "build", "tests.ninja")
    assert "build test-unit-added: summary $builddir/tests/unit-added.json\n" in made
    assert "tests/compiler/fuzz/" not in made and "test-fuzz-" not in made


def test_the_tables_of_tests_name_tests():
    """A misspelt name of DEEP would move its test into `ninja test`."""
    names = [test.name for test in targets.tests(is_default=True)]
    assert len(set(names)) == len(names)
    for pattern in [*targets.DEEP, *targets.SHORTER, *targets.FIRST, *targets.WAITING]:
        assert fnmatch.filter(names, pattern), f"tests/run/targets.py names {pattern}, and no test has that name"


def test_the_tiers_are_all_tests(default):
    """A mark cuts a test in two: what is left out of one is in the other."""
    text = default[1].replace("$\n", "")
    edges, tiers = zip(*(re.search(rf"\nbuild {name}: summary (.*)\n(?:  .*\n)*?  records = (.*)\n", text).groups()
                         for name in ("test", "test-deep")))
    quick, deep = (re.findall(r"tests/([\w+-]+)\.json", tier) for tier in tiers)
    assert not set(quick) & set(deep) and len(quick) > 70 and len(deep) > 50
    for records, edge in zip((quick, deep), edges):  # each record is made once, by an edge of its own or by its group's
        made = re.findall(r"tests/([\w+-]+)\.json", edge)
        for group in re.findall(r"\S+\.group", edge):
            words = text.split(f"\nbuild {group}: nursery ")[1].split("\nbuild ")[0]
            made += re.findall(r" --out \S+/tests/([\w+-]+)\.json ", words)
        assert sorted(made) == sorted(records)
    assert set(quick + deep) == set(re.findall(r"\nbuild test-(\S+): summary \$builddir/tests/\1\.json\n", text))
    commands = dict(re.findall(r"\n  name = (\S+)\n  program = ([^\n]*)\n", text))
    for name in [name for name, command in commands.items() if "-m 'not deep'" in command]:
        assert name in quick and f"long-{name}" in deep, name


@pytest.mark.parametrize("options, message", [
    (["--cc", "clang"], "--cc clang: options need a build folder of their own, so that the "
                        "checked-in build.ninja stays as it is: add --build DIR, such as --build out"),
    (["--werror", "--build", "./build"], "--werror: options need a build folder of their own"),
    (["--cc", "no-such-cc", "--build", "out"], "--cc: there is no command no-such-cc"),
    (["--cc", "gcc $(x)", "--build", "out"], "--cc 'gcc $(x)': only a command and options"),
    (["--build", "a b"], "b': only letters, digits and /.,+~@_- please"),
    (["--build", "."], "--build needs a folder of its own"),
    (["--sanitize", "memory", "--build", "out"], "argument --sanitize: invalid choice: 'memory' (choose from"),
    (["--sanitize", "thread"], "--sanitize thread: options need a build folder of their own"),
    (["--prefix", "opt", "--build", "out"], "--prefix must be an absolute path, not opt"),
    (["--build", "README.md/out"], "README.md/out: Not a directory"),
    (["--bild", "out"], "unrecognized arguments: --bild out"),
])
def test_messages(bare, options, message):
    (bare / "README.md").touch()
    before = sorted(bare.rglob("*"))
    status, text = run("./configure.py", *options, cwd=bare)
    text = text.replace(str(bare) + "/", "")
    assert status in (1, 2) and message in text and "Traceback" not in text
    assert sorted(bare.rglob("*")) == before


# --install-deps, with substitutes for apt-get, apt-cache, dpkg-query and sudo.

HEADERS = ("linux-headers-6.1.0-9-common linux-headers-6.1.0-41-common "
           "linux-headers-6.1.0-41-common-rt linux-headers-6.1.0-41-amd64 "
           "linux-headers-6.12.9+deb12-common linux-headers-6.12.117+deb12-common "
           "linux-headers-6.12.117+deb12-common-rt linux-headers-6.12.200-1-common")
NOT_THERE = "linux-headers-6.12.200-1-common"  # its name is known, but no package of it

FAKES = {
    "dpkg-query": 'for p in $HAVE; do echo "$p installed"; done; echo "zstd not-installed"',
    "apt-cache": f'''\
case $1 in
pkgnames) for p in {HEADERS}; do echo $p; done ;;
policy) shift; for p; do
	echo "$p:"; echo "  Installed: (none)"
	if [ -e lists ] && [ $p != {NOT_THERE} ] && case $p in $UNKNOWN) false ;; esac
	then echo "  Candidate: 1"; else echo "  Candidate: (none)"; fi; done ;;
esac''',
    "apt-get": '''\
echo "apt-get $*" >>log
case " $* " in
*" -s "*) [ -z "$REMOVES" ] || echo "Remv $REMOVES [1.0]" ;;
*" update "*) touch lists; [ -z "$NO_NET" ] || exit 100 ;;
*" install "*) n=$(cat fails 2>/dev/null || echo 0); [ $n -eq 0 ] || { echo $((n - 1)) >fails; exit 100; } ;;
esac''',
    "sudo": 'echo "sudo $1" >>log; shift; exec "$@"',
}


@pytest.fixture
def deps(bare):
    """Runs `configure.py --install-deps` as if it were on a machine described by the arguments."""
    def call(*without, kind="=test", lists=True, fails=0, user=0, **environment):
        programs = bare / "programs"
        programs.mkdir()
        for name, text in FAKES.items():
            if name not in without:
                (programs / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
                (programs / name).chmod(0o755)
        for name in ("sh", "env", "echo", "cat", "touch", "ninja"):
            os.symlink(shutil.which(name), programs / name)
        if lists:
            (bare / "lists").touch()
        (bare / "fails").write_text(str(fails), encoding="utf-8")
        (bare / "start.py").write_text(
            "import os, runpy, sys\nos.geteuid = lambda: %d\nsys.argv[0] = 'configure.py'\n"
            "runpy.run_path('configure.py', run_name='__main__')\n" % user, encoding="utf-8")
        status, text = run(sys.executable, "start.py", f"--install-deps{kind}", cwd=bare,
                           PATH=str(programs), **environment)
        assert "Traceback" not in text
        log = read(bare, "log").splitlines() if (bare / "log").exists() else []
        return status, text, log
    return call


def have(*but):
    return " ".join([name for name in packages.wanted("test")[0] if name not in but]
                    + ["linux-headers-6.1.0-1-common", "linux-headers-6.12.1+deb12-common"])


INSTALL = "apt-get -q -y install --no-install-recommends --no-remove "


def test_deps_all_there(deps):
    status, text, log = deps(HAVE=have())
    assert (status, log) == (0, []) and "all packages are installed" in text


def test_deps_only_what_is_missing(deps):
    status, text, log = deps(HAVE=have("valgrind", "git"))
    assert status == 0 and "configure.py: installing git valgrind\n" in text
    assert log[-1] == INSTALL + "git valgrind" and not any("update" in line for line in log)


def test_deps_of_the_build_are_few(deps):
    status, text, log = deps(kind="", HAVE="gcc python3")
    assert status == 0 and log[-1] == INSTALL + " ".join(
        name for name in packages.BUILD if name not in ("gcc", "python3"))
    assert not [word for word in log[-1].split()
                if word in packages.TEST + packages.KERNEL or word.startswith("linux-headers")]


def test_deps_of_the_build_are_there(deps):
    status, text, log = deps(kind="=build", HAVE=" ".join(packages.BUILD))
    assert (status, log) == (0, []) and "all packages are installed" in text


def test_deps_of_the_kernel(deps):
    status, _, log = deps(kind="=kernel", HAVE=" ".join(packages.BUILD))
    assert status == 0 and log[-1] == INSTALL + " ".join(packages.KERNEL)
    assert set(packages.KERNEL) <= set(packages.wanted("deep")[0])


def test_deps_without_the_source_of_linux(deps):
    status, text, log = deps(kind="=kernel", HAVE=" ".join(packages.BUILD), UNKNOWN="linux-source-*")
    assert status == 0 and log[-1] == INSTALL + " ".join(packages.KERNEL[1:])
    assert "knows no package linux-source-6.12: `ninja kernel` and its tests fail without it; add bookworm-sec" in text


def test_deps_of_the_usual_tests_are_few(deps):
    status, text, log = deps(kind="=deep", HAVE=have())
    names = log[-1][len(INSTALL):].split()
    assert status == 0 and set(names) == set(packages.DEEP + packages.KERNEL) - set(packages.TEST)


@pytest.mark.parametrize("but, installed", [((), []), (("git",), [INSTALL + "git"])], ids=["nothing", "git"])
def test_deps_without_bookworm_security(deps, but, installed):
    """6.12 is in bookworm-security alone; without that source the rest is installed, and one line says so."""
    have_headers = have(*but).replace("linux-headers-6.12.1+deb12-common", "")
    status, text, log = deps(HAVE=have_headers, UNKNOWN="linux-headers-6.12*")
    assert status == 0 and [line for line in log if line.startswith(INSTALL)] == installed
    assert len([line for line in text.splitlines() if "6.12" in line]) == 1
    assert "knows no package linux-headers-6.12.*-common: tests compare with Linux 6.1 alone; for 6.12 add" in text


def test_deps_need_the_headers_of_6_1(deps):
    status, text, log = deps(HAVE=" ".join(packages.wanted("test")[0]), UNKNOWN="linux-headers-6.1.*")
    assert status == 1 and "apt knows no package linux-headers-6.1.*-common; on Debian 12" in text


def test_deps_newest_headers_without_rt(deps):
    status, _, log = deps(HAVE=" ".join(packages.wanted("test")[0]))
    assert status == 0
    assert log[-1] == INSTALL + ("linux-headers-6.1.0-41-common "
                                 "linux-headers-6.12.117+deb12-common")


def test_deps_update_when_lists_are_missing(deps):
    status, _, log = deps(lists=False, HAVE=have("git"))
    assert status == 0 and "apt-get -q -y update" in log and log[-1] == INSTALL + "git"


def test_deps_update_when_lists_are_old(deps):
    status, _, log = deps(fails=1, HAVE=have("git"))
    assert status == 0
    assert log[-3:] == [INSTALL + "git", "apt-get -q -y update", INSTALL + "git"]


def test_deps_apt_fails(deps):
    status, text, log = deps(fails=2, HAVE=have("git"))
    assert status == 1 and log[-1] == INSTALL + "git"
    assert "install --no-install-recommends --no-remove git` failed; its message above" in text


def test_deps_update_fails(deps):
    status, text, _ = deps(lists=False, HAVE=have("git"), NO_NET="1")
    assert status == 1 and "`apt-get update` failed" in text


def test_deps_unknown_package(deps):
    status, text, log = deps(HAVE=have("valgrind"), UNKNOWN="valgrind")
    assert status == 1 and "apt knows no package valgrind; on Debian 12" in text
    assert INSTALL + "valgrind" not in log


def test_deps_removes_nothing(deps):
    status, text, log = deps(kind="=deep", HAVE=have() + " " + " ".join(packages.DEEP[1:] + packages.KERNEL),
                             REMOVES="gcc-multilib")
    assert status == 1 and not any(line.startswith(INSTALL) for line in log)
    assert "installing gcc-i686-linux-gnu would remove gcc-multilib, which" in text


def test_deps_through_sudo(deps):
    status, _, log = deps(user=1000, HAVE=have("git"))
    assert status == 0 and log[-2:] == ["sudo -n", INSTALL + "git"]


def test_deps_without_sudo(deps):
    status, text, log = deps("sudo", user=1000, HAVE=have("git"))
    assert status == 1 and log == []
    assert "as root, run: apt-get install --no-install-recommends git" in text


def test_deps_on_another_system(deps):
    status, text, _ = deps("apt-get", HAVE="")
    assert status == 1 and "needs Debian's apt-get; on another system install" in text


# The build's scripts around the compiler.

@pytest.fixture
def no_modules(monkeypatch):
    monkeypatch.setattr(interpreter, "find", lambda modules: None)


def use_tree(monkeypatch, tree):
    monkeypatch.setattr(refresh, "ROOT", str(tree))


def test_checked_in_files_serve_without_modules(tree, monkeypatch, no_modules, capsys):
    use_tree(monkeypatch, tree)
    assert refresh.generate() == 0
    assert "used as checked in" in capsys.readouterr().out


@pytest.mark.parametrize("change, named", [
    (lambda spec: (spec / "wqe" / "psv.yaml").write_text("#\n", encoding="utf-8"),
     "spec/wqe/psv.yaml"),
    (lambda spec: (spec / "wqe" / "added.yaml").write_text("#\n", encoding="utf-8"),
     "spec/wqe/added.yaml"),
    (lambda spec: os.unlink(spec / "wqe" / "psv.yaml"), "spec/wqe/psv.yaml"),
])
def test_changed_spec_needs_modules(tree, monkeypatch, no_modules, capsys, change, named):
    use_tree(monkeypatch, tree)
    change(tree / "spec")
    assert refresh.generate() == 1
    assert f"generated/ is out of date: {named} changed, and no Python" in capsys.readouterr().err


def test_interpreter_prefers_the_one_it_runs_under():
    assert interpreter.find(["yaml", "jinja2", "pytest"]) == sys.executable
    assert interpreter.find(["no_such_module"]) is None


def test_interpreter_passes_over_one_without_modules(tmp_path, monkeypatch):
    poor = tmp_path / "python3"
    poor.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    poor.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(poor))
    monkeypatch.setattr(interpreter, "candidates", lambda: ["/bin/false", "/usr/bin/python3"])
    assert interpreter.find(["sys"]) == "/usr/bin/python3"


def test_interpreter_says_what_is_missing():
    status, text = run(sys.executable, "codegen/interpreter.py", "--with", "no_such_module", "x.py",
                       cwd=ROOT)
    assert status == 2 and "interpreter.py: no Python 3.9 or later has no_such_module (tried" in text
    assert "run ./configure.py --install-deps=test, or" in text
    assert "run ./configure.py --install-deps, or" in interpreter.lack(["yaml", "jinja2"])
