# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""``prmc diff`` and ``prmc approve`` as a person or a workflow calls them."""

import json
import os
import re
import subprocess

import pytest
from prmclib.diff.approvals import HEAD
from sides import SPEC, both, layout, prmc, write

BREAKING = layout("-0x00[31:0]: n\n+0x00[31:0]: reserved\n 0x04[31:0]: k")
DANGEROUS = layout("-0x00[31:5]: reserved\n-0x00[4:0]: n\n+0x00[31:6]: reserved\n+0x00[5:0]: n\n"
                   " 0x04[31:0]: k", writer="both")
COMPATIBLE = layout("-0x00[31:0]: reserved\n+0x00[31:0]: n\n 0x04[31:0]: k")
COSMETIC = layout("-0x00[31:0]: num\n+0x00[31:0]: nums\n 0x04[31:0]: k")


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def two(folder, text):
    for name, content in zip(("v1", "v2"), both(text)):
        write(folder, f"{name}/example.yaml", content)


def fingerprints(text):
    return re.findall(r"  D\d{3}  ([0-9a-f]{12})$", text, flags=re.M)


@pytest.mark.parametrize("text, word", [
    (BREAKING, "breaking"), (DANGEROUS, "dangerous"), (COMPATIBLE, "compatible"),
    (COSMETIC, "cosmetic")])
def test_fail_on(here, text, word):
    two(here, text)
    order = ["cosmetic", "compatible", "dangerous", "breaking"]
    for limit in order:
        status, out, err = prmc("diff", "v1", "v2", "--fail-on", limit)
        assert (status, err) == (int(order.index(word) >= order.index(limit)), "")
        assert f"1 {word}" in out
    assert prmc("diff", "v1", "v2", "--fail-on", "never")[0] == 0
    assert prmc("diff", "v1", "v2")[0] == int(word in ("breaking", "dangerous"))


def test_nothing(here):
    two(here, COSMETIC)
    assert prmc("diff", "v1", "v1") == (0, "No difference.\n", "")


def test_cosmetic_findings_are_counted_and_shown_with_all(here):
    two(here, COSMETIC)
    assert prmc("diff", "v1", "v2")[1] == \
        "0 breaking, 0 dangerous, 0 compatible, 1 cosmetic (--all shows them).\n"
    assert "seg.nums  renamed from num" in prmc("diff", "v1", "v2", "--all")[1]


SEVERAL = layout("-0x00[31:0]: num\n+0x00[31:0]: nums\n-0x04[31:0]: k\n+0x04[31:0]: reserved",
                 tail="+  more:\n+    size: 4\n+    doc: D.\n+    source: PRM\n"
                      "+    fields: {\"0x00[31:0]\": x}\n")


@pytest.mark.parametrize("words, left", [
    (["--only", "D011"], ["D011"]), (["--only", "removed"], ["D011"]),
    (["--only", "breaking"], ["D011"]), (["--only", "more"], ["D001"]),
    (["--only", "m*"], ["D001"]), (["--only", "D001,D012"], ["D001", "D012"]),
    (["--only", "D001", "--only", "D012"], ["D001", "D012"]),
    (["--ignore", "seg"], ["D001"]), (["--ignore", "cosmetic,breaking"], ["D001"]),
    (["--only", "seg", "--ignore", "D012"], ["D011"]), (["--only", "shifted"], []),
    (["--only", "seg.k"], ["D011"]), (["--only", "seg.num*"], ["D012"]), (["--only", "seg.none"], []),
    (["--ignore", "nothing"], ["D001", "D011", "D012"]),
])
def test_only_and_ignore(here, words, left):
    two(here, SEVERAL)
    status, out, err = prmc("diff", "v1", "v2", "--format", "json", *words)
    said = json.loads(out)
    assert sorted(item["rule"] for item in said["findings"]) == left
    assert said["hidden"] == 3 - len(left)
    assert (status, err) == (int("D011" in left), "")


@pytest.mark.parametrize("word, hint", [
    ("segg", "; did you mean 'seg'?"), ("segg.m", "; did you mean 'seg'?"), ("breking", "; did you mean 'breaking'?"),
    ("zz*", "")])
def test_only_what_there_is(here, word, hint):
    """A misspelt option value is an error, not an empty result."""
    two(here, SEVERAL)
    status, out, err = prmc("diff", "v1", "v2", "--only", word)
    assert (status, out) == (2, "")
    assert err == f"prmc: --only {word}: neither manual has such a layout or enumeration{hint}\n"


def test_rules_that_do_not_exist(here):
    two(here, SEVERAL)
    for option in ("--only", "--ignore"):
        status, out, err = prmc("diff", "v1", "v2", option, "D999")
        assert (status, out) == (2, "")
        assert err.startswith("prmc: there is no rule 'D999' of changes; ")


@pytest.mark.parametrize("form", ["text", "markdown", "json", "github"])
def test_output(here, form):
    two(here, DANGEROUS)
    status, shown, err = prmc("diff", "v1", "v2", "--format", form)
    assert (status, err) == (1, "")
    assert prmc("diff", "v1", "v2", "--format", form, "--output", "report") == (1, "", "")
    with open("report", encoding="utf-8") as stream:
        assert stream.read() == shown
    assert sorted(os.listdir(".")) == ["report", "v1", "v2"], "no temporary file is left"


@pytest.mark.parametrize("path, said", [
    ("not/there", "prmc: not/there: there is no folder 'not'"),
    ("v1", "prmc: v1: is a folder; --output takes the name of a file")])
def test_output_that_cannot_be(here, path, said):
    two(here, DANGEROUS)
    assert prmc("diff", "v1", "v2", "--output", path) == (2, "", said + "\n")


def test_a_manual_that_cannot_be_read(here):
    two(here, DANGEROUS)
    write(here, "v2/broken.yaml", "doc: [\n")
    status, out, err = prmc("diff", "v1", "v2")
    assert (status, out) == (2, "")
    assert "E006" in err and err.endswith("prmc: nothing is compared, since a manual has errors\n")
    assert prmc("diff", "v1", "nowhere.yaml")[0] == 2


# Approvals

V2 = ["--spec", "v2", "--old", "v1"]


def test_approve(here):
    two(here, DANGEROUS)
    (name,) = fingerprints(prmc("diff", "v1", "v2")[1])
    assert prmc("approve", name, "--reason", "rebuilt  together", *V2) == \
        (0, f"v2/approvals: {name} approved\n", "")
    status, out, err = prmc("diff", "v1", "v2")
    assert (status, err) == (0, "")
    assert "  approved: rebuilt together (v2/approvals:3)\n" in out
    assert "0 dangerous" in out and "1 approved" in out and name in out
    said = json.loads(prmc("diff", "v1", "v2", "--format", "json")[1])
    assert said["findings"][0]["approval"] == {"reason": "rebuilt together", "expires": None,
                                               "file": "v2/approvals", "line": 3}
    assert said["counts"]["dangerous"] == 0
    assert "✅ approved" in prmc("diff", "v1", "v2", "--format", "markdown")[1]
    assert prmc("diff", "v1", "v2", "--format", "github")[1].startswith("::notice ")
    assert prmc("check", "v2")[0] == 0, "the file does not disturb the spec"


def test_approving_again_replaces_the_entry(here):
    two(here, DANGEROUS)
    (name,) = fingerprints(prmc("diff", "v1", "v2")[1])
    said = f"v2/approvals: {name} approved\n"
    assert prmc("approve", name, "--reason", "one", *V2) == (0, said, "")
    assert prmc("approve", name, "--reason", "two", *V2) == \
        (0, f"{said}v2/approvals:3: replaces 'one'\n", "")
    with open("v2/approvals", encoding="utf-8") as stream:
        assert [line.split() for line in stream if not line.startswith("#")] == [[name, "-", "two"]]


@pytest.mark.parametrize("date, status", [("2999-12-31", 0), ("2020-02-29", 2)])
def test_expiry(here, date, status):
    two(here, DANGEROUS)
    (name,) = fingerprints(prmc("diff", "v1", "v2")[1])
    prmc("approve", name, "--reason", "for a while", "--expires", "2999-12-31", *V2)
    with open("v2/approvals", encoding="utf-8") as stream:  # time passes
        text = stream.read().replace("2999-12-31", date)
    write(here, "v2/approvals", text)
    found, out, _ = prmc("diff", "v1", "v2")
    assert found == status
    if status:
        assert f"v2/approvals:3:1: error: the approval of {name} has expired on {date}\n" in out
    else:
        assert f"approved until {date}: for a while" in out


def test_the_last_day_counts(here):
    import datetime

    from prmclib.diff.approvals import Approval, is_expired
    from prmclib.model import NOWHERE

    day = datetime.date(2027, 1, 31)
    approval = Approval("0" * 12, "reason", "2027-01-31", NOWHERE)
    assert not is_expired(approval, day)
    assert is_expired(approval, day + datetime.timedelta(days=1))


def test_stale(here):
    two(here, DANGEROUS)
    write(here, "v2/approvals", HEAD + "0123456789ab   -           gone\n")
    status, out, _ = prmc("diff", "v1", "v2", "--fail-on", "never")
    assert status == 2
    assert "v2/approvals:3:1: error: the approval of 0123456789ab matches no finding: " in out
    said = json.loads(prmc("diff", "v1", "v2", "--format", "json")[1])
    assert [item["fingerprint"] for item in said["stale_approvals"]] == ["0123456789ab"]
    assert "::error file=v2/approvals,line=3,title=stale approval::" in \
        prmc("diff", "v1", "v2", "--format", "github")[1]
    assert "stale approval" in prmc("diff", "v1", "v2", "--format", "markdown")[1]


def test_approving_what_is_no_finding(here):
    """A typo is reported at once, not by the next comparison."""
    two(here, DANGEROUS)
    (name,) = fingerprints(prmc("diff", "v1", "v2")[1])
    for words in (["0123456789ab"], [name, "0123456789ab"]):
        assert prmc("approve", *words, "--reason", "x", *V2) == \
            (2, "", "prmc: no finding of `prmc diff v1 v2` has the fingerprint 0123456789ab: --old OLD is the "
                    "manual that it was found against\n")
        assert not os.path.exists("v2/approvals")
    assert prmc("approve", name, "--reason", "x", "--spec", "v2") == \
        (2, "", "prmc: the finding cannot be looked up, since there is no revision to compare the spec with: "
                "--old OLD is the manual that it was found against\n")


def test_what_is_ignored_is_not_stale(here):
    two(here, DANGEROUS)
    (name,) = fingerprints(prmc("diff", "v1", "v2")[1])
    prmc("approve", name, "--reason", "fine", *V2)
    assert prmc("diff", "v1", "v2", "--ignore", "D031")[0] == 0


@pytest.mark.parametrize("line, said", [
    ("hello", "v2/approvals:1:1: error: 'hello' is not an approval: write fingerprint, date or -, and "
              "reason"),
    ("0123456789AB - x", "'0123456789AB' is not a fingerprint"),
    ("0123456789ab 2027-13-01 x", "'2027-13-01' is not a date"),
    ("0123456789ab - x\n0123456789ab - y", "approvals:2:1: error: 0123456789ab is approved on "
                                           "line 1 already"),
    ("\udcff", "the file is not UTF-8"),
])
def test_files_that_are_wrong(here, line, said):
    two(here, DANGEROUS)
    with open("v2/approvals", "wb") as stream:
        stream.write(line.encode("utf-8", "surrogateescape"))
    status, out, err = prmc("diff", "v1", "v2")
    assert (status, out) == (2, "") and said in err
    before = open("v2/approvals", "rb").read()
    assert prmc("approve", "ffffffffffff", "--reason", "x", *V2)[0] == 2
    assert open("v2/approvals", "rb").read() == before


@pytest.mark.parametrize("words, said", [
    (["123", "--reason", "x"], "'123' is not a fingerprint"),
    (["0123456789ab", "--reason", " "], "an approval needs a reason"),
    (["0123456789ab", "--reason", "\x1b[31m"], "cannot be printed"),
    (["0123456789ab", "--reason", "x", "--expires", "soon"], "'soon' is not a date"),
    (["0123456789ab", "--reason", "x", "--expires", "2020-02-29"], "2020-02-29 is over"),
    (["0123456789ab", "--reason", "x", "--spec", "nowhere"], "there is no folder 'nowhere'"),
])
def test_approvals_that_cannot_be(here, words, said):
    write(here, "v2/example.yaml", both(DANGEROUS)[0])
    status, out, err = prmc("approve", *([] if "--spec" in words else ["--spec", "v2"]), *words)
    assert (status, out) == (2, "") and said in err
    assert not os.path.exists("v2/approvals")


def test_approvals_by_option(here):
    two(here, DANGEROUS)
    (name,) = fingerprints(prmc("diff", "v1", "v2")[1])
    prmc("approve", name, "--reason", "fine", "--approvals", "accepted", *V2)
    assert prmc("diff", "v1", "v2", "--approvals", "accepted")[0] == 0
    status, out, err = prmc("diff", "v1", "v2", "--approvals", "missing")
    assert (status, out) == (2, "") and "there is no such file" in err


# Other manuals

def test_revisions(here):
    def git(*words):
        subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@b", *words], check=True,
                       stdout=subprocess.DEVNULL)

    git("init", "-q", ".")
    old, new = both(DANGEROUS)
    write(here, "spec/example.yaml", old)
    git("add", "-A")
    git("commit", "-qm", "one")
    git("tag", "v1.2")
    write(here, "spec/example.yaml", new)
    status, out, err = prmc("diff", "v1.2", "spec")
    assert (status, err) == (1, "")
    assert "a driver built on v1.2 reads a value of more than 5 bits modulo 0x20\n" in out
    git("commit", "-qam", "two")
    committed = prmc("diff", "v1.2", "HEAD")[1]
    assert fingerprints(committed) == fingerprints(out)


def test_forms_are_compared_by_what_both_say(here):
    """A header has no enumerations of fields, defaults or writers: that is no difference."""
    write(here, "seg.h",
          "struct mlx5_ifc_seg_bits {\n\tu8 n[0x20];\n\tu8 reserved_at_20[0x20];\n};\n")
    write(here, "v1/example.yaml", both(layout(
        " 0x00[31:0]: {name: n, default: 3, unit: bytes, doc: Says much.}\n 0x04[31:0]: ignored",
        writer="device"))[0])
    assert prmc("diff", "v1", "seg.h") == (0, "No difference.\n", "")
    assert prmc("diff", "seg.h", "v1") == (0, "No difference.\n", "")


def test_the_spec_against_a_header_of_linux():
    from kernel_headers import linux_file

    said = json.loads(prmc("diff", linux_file("6.1", "mlx5_ifc.h"), SPEC, "--only", "mkc", "--format", "json")[1])
    found = {(item["field"], item["class"]) for item in said["findings"]}
    assert ("log_page_size", "widened") in found
    assert all(item["affected"]["accessors"] for item in said["findings"]
               if item["class"] == "widened")


# Whom it concerns

def test_vendored_copies(here):
    old, new = both(DANGEROUS)
    write(here, "tree/spec/example.yaml", old)
    status, _, err = prmc("vendor", "--spec", "tree/spec", "--only", "seg", "--to",
                          "tree/driver/prm")
    assert (status, err) == (0, "")
    write(here, "v1/example.yaml", old)
    write(here, "tree/spec/example.yaml", new)
    said = json.loads(prmc("diff", "v1", "tree/spec", "--format", "json")[1])
    (manifest,) = said["findings"][0]["affected"]["vendored"]
    assert manifest.startswith("driver/prm/") and os.path.isfile(f"tree/{manifest}")
    assert f"vendored: {manifest}\n" in prmc("diff", "v1", "tree/spec", "--width", "200")[1]


def test_accessors_are_those_of_the_headers(here):
    """Every name that a finding on the spec can list is in the generated headers."""
    from prmclib.diff.affected import _functions
    from sides import ROOT, the_spec

    done = subprocess.run(["gcc", "-E", "-P", "-xc", "-I", os.path.join(ROOT, "generated"), "-"], text=True,
                          input='#include "prm_print.h"\n#include "prm_layouts.h"\n', stdout=subprocess.PIPE, check=True)
    known = set(re.findall(r"\bprm_\w+", done.stdout))
    number = 0
    for item in the_spec().layouts.values():
        for path, names in _functions(the_spec(), item).items():
            assert names and set(names) <= known, (item.name, path, names)
            number += len(names)
    assert number > 2000


@pytest.mark.parametrize("kind", ["pipe", "link"])
def test_output_into_what_is_no_file(here, kind):
    """A device node or pipe is not replaced, and a link still points to the file."""
    two(here, BREAKING)
    shown = prmc("diff", "v1", "v2")[1]
    if kind == "link":
        write(here, "report", "old")
        os.symlink("report", "out")
        assert prmc("diff", "v1", "v2", "--output", "out") == (1, "", "")
        assert os.path.islink("out")
        with open("report", encoding="utf-8") as stream:
            assert stream.read() == shown
        return
    os.mkfifo("out")
    with subprocess.Popen(["cat", "out"], stdout=subprocess.PIPE, text=True) as reader:
        assert prmc("diff", "v1", "v2", "--output", "out") == (1, "", "")
        assert reader.communicate()[0] == shown
    assert not os.path.isfile("out")
