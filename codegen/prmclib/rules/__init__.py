# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The rules of a spec, each with an id that never changes.

The reader of the notation applies rules about syntax, and :mod:`prmclib.model.resolve` those about
references; the modules of this package apply the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Dict, Tuple

from prmclib.model.draft import Draft


@dataclass(frozen=True)
class Rule:
    id: str
    title: str
    theme: str


_TABLE: Tuple[Tuple[str, Tuple[Tuple[str, str], ...]], ...] = (
    ("The file", (
        ("E001", "a file or folder cannot be read"),
        ("E002", "the file is not UTF-8"),
        ("E003", "a character that is not allowed in the spec"),
        ("E004", "a tab character"),
        ("E005", "the file is empty"),
        ("E006", "the file is not YAML"),
        ("E007", "two files make the same header"),
    )),
    ("Places", (
        ("E010", "a place that cannot be read"),
        ("E011", "a hole: bits that are not described"),
        ("E012", "an overlap: bits that are described twice"),
        ("E013", "a place outside of the layout"),
        ("E014", "a size that is not a whole number of dwords"),
        ("E015", "an offset that is not the offset of a dword"),
        ("E016", "bit or byte numbers that make no place"),
        ("E017", "a place that does not fit its content"),
        ("E018", "something that is not aligned"),
        ("E019", "an array of unknown length that is not at the end"),
        ("W010", "entries that are not in the order of the table"),
    )),
    ("Numbers and words", (
        ("E020", "something that is not a number"),
        ("E021", "a number that is out of range"),
        ("E022", "an enumeration value that is too wide for the field"),
        ("E023", "a flag beyond the width of the field"),
        ("E024", "a default or fixed value that is too wide for the field"),
        ("E025", "a default or fixed value that the enumeration does not have"),
        ("E026", "both `default` and `fixed`"),
        ("E027", "a key that has no meaning here"),
        ("E028", "a word or number that is not one of the possible ones"),
        ("E029", "an observation that lacks a part"),
        ("E048", "a range that cannot be read"),
        ("E049", "a range and a number that exclude each other"),
        ("W048", "a range that is not that of the description"),
    )),
    ("Keys and names", (
        ("E030", "an unknown key"),
        ("E031", "a missing key"),
        ("E032", "a key that occurs twice"),
        ("E033", "something that is not a name"),
        ("E034", "two things with one name"),
        ("E035", "two fields, arms or segments with one name"),
        ("E036", "two names for one value"),
        ("E037", "no `doc`"),
        ("E038", "no `source`"),
        ("E039", "a value of the wrong kind"),
    )),
    ("References", (
        ("E040", "a name that is not defined"),
        ("E041", "layouts that contain themselves"),
        ("E042", "files that need each other's header"),
        ("E043", "a capability that does not exist"),
        ("E044", "low bits or another reading that do not fit"),
        ("E045", "the name of a value that the enumeration does not have"),
        ("E046", "layouts that are nested too deep"),
        ("W045", "a number that has a name"),
    )),
    ("Overlays", (
        ("E050", "an overlay without a selector"),
        ("E051", "a selector that cannot select"),
        ("E052", "an arm that can never hold"),
        ("E053", "a `when` that the selector cannot have"),
        ("E054", "an arm that does not cover its overlay"),
        ("E055", "an overlay in an overlay"),
        ("E056", "something empty"),
        ("E057", "an overlay that shares a word with its neighbours"),
    )),
    ("Variants and sequences", (
        ("E060", "a selector outside of an arm"),
        ("E061", "a selector that is not a field of an arm"),
        ("E062", "not exactly one of several keys"),
        ("E063", "`rest` before the end"),
        ("E064", "an expression that cannot be read"),
        ("E065", "a segment that is not known here"),
        ("E066", "a field that an expression cannot use"),
        ("E067", "an expression that means nothing"),
        ("W067", "a length that repeats the encoding of its field"),
        ("E068", "a length that cannot be determined"),
        ("E069", "a sequence that contains itself without progress"),
    )),
    ("Names in C", (
        ("E070", "a name that C or C++ keeps for itself"),
        ("E071", "two things with one name in C"),
        ("E072", "a name that generated members have"),
    )),
    ("YAML that the notation leaves out", (
        ("E080", "an anchor, alias or merge key"),
        ("E081", "a tag"),
        ("E082", "a directive or second document"),
        ("E083", "a key that is not a text"),
        ("E084", "maps and lists that are nested too deeply"),
        ("E085", "a map or list in brackets over several lines"),
    )),
    ("Groups of fields", (
        ("E091", "fields that cannot be a group"),
    )),
    ("Sources that the spec follows", (
        ("E092", "a record of followed revisions that cannot be read"),
        ("W092", "a conflict between sources that is not decided"),
    )),
    ("Revisions of git", (
        ("E090", "a revision that cannot be read"),
    )),
    ("C headers with tables of bits", (
        ("E101", "something that is not C"),
        ("E102", "a directive that cannot be followed"),
        ("E103", "something where C expects something else"),
        ("E104", "a number of elements without a value"),
        ("E105", "a table that is not known here"),
        ("E106", "a table without members"),
        ("E107", "two tables or members with one name"),
        ("E108", "a member that does not count bits"),
        ("E109", "a header without tables"),
        ("E110", "more than a table can have"),
        ("W111", "a reserved member whose name has another place"),
        ("W112", "a page of capabilities of another size"),
        ("W113", "a box of a command that is not a multiple of 8 bytes"),
        ("W114", "a table that is not a whole number of bytes"),
        ("W115", "a number that crosses the end of a dword"),
        ("W116", "an accessor for another width than the member has"),
        ("W117", "a capability read from an answer that does not have it"),
        ("W118", "a table that depends on a macro"),
    )),
    ("Tables of mstflint (ADB)", (
        ("E120", "a file that is not XML"),
        ("E121", "XML with a document type"),
        ("E122", "XML that is not a table"),
        ("E123", "more than a file of tables can have"),
        ("E124", "an included file that is not there"),
        ("E125", "an included file outside of the folder that was given"),
        ("W120", "files that include each other"),
    )),
    ("Object files", (
        ("E130", "an object file that cannot be read"),
        ("E131", "an object file without debug information"),
        ("E132", "a Python package that is missing"),
        ("E133", "more than an object file can have"),
    )),
    ("What a change means: layouts (prmc diff)", (
        ("D001", "a layout is new"),
        ("D002", "a layout is gone"),
        ("D003", "a layout has another name"),
        ("D004", "a layout has grown"),
        ("D005", "a layout has shrunk"),
        ("D006", "an item is in another file"),
    )),
    ("What a change means: places of fields (prmc diff)", (
        ("D010", "a field is new"),
        ("D011", "a field is gone"),
        ("D012", "a field has another name, and the same bits"),
        ("D013", "the bits of a field belong to another one"),
        ("D020", "a field has moved"),
        ("D021", "fields have shifted because something else changed"),
        ("D031", "a field is wider"),
        ("D032", "a field is narrower"),
        ("D033", "a field was split"),
        ("D034", "fields were joined"),
        ("D035", "an array has another number of elements"),
        ("D036", "fields were put into a layout around them, or taken out of one"),
    )),
    ("What a change means: contents of fields (prmc diff)", (
        ("D040", "a field has another type"),
        ("D041", "a field has another enumeration"),
        ("D042", "a field has another default"),
        ("D043", "a field has another fixed value"),
        ("D044", "a number represents another quantity"),
        ("D045", "a quantity has another unit"),
        ("D046", "another side writes it"),
        ("D047", "a field needs another capability"),
        ("D048", "bits must be zero, or need not be any more"),
    )),
    ("What a change means: enumerations (prmc diff)", (
        ("D050", "a value is new"),
        ("D051", "a value is gone"),
        ("D052", "a value has another number"),
        ("D053", "a value has another name"),
        ("D054", "an enumeration was opened or closed"),
        ("D055", "an enumeration is new"),
        ("D056", "an enumeration is gone"),
        ("D057", "an enumeration has another name"),
        ("D058", "the number of a value belongs to another one"),
    )),
    ("What a change means: overlays, variants, sequences (prmc diff)", (
        ("D060", "bits have several meanings now, or only one"),
        ("D061", "an arm is new"),
        ("D062", "an arm is gone"),
        ("D063", "an arm has another name"),
        ("D064", "an arm holds for other values"),
        ("D065", "something else selects the arm"),
        ("D070", "a variant has changed"),
        ("D071", "a sequence has changed"),
    )),
    ("What a change means: what is said (prmc diff)", (
        ("D080", "what is new disagrees with the manual"),
        ("D090", "documentation or sources have changed"),
        ("D091", "by its description, a number represents another amount"),
        ("D092", "by its description, a number has another range"),
        ("D093", "by its description, bits have a meaning under another condition"),
        ("D094", "by its description, a field has another default"),
    )),
)

RULES: Dict[str, Rule] = {rule: Rule(rule, title, theme)
                          for theme, rules in _TABLE for rule, title in rules}
"""All rules by their ids."""


def checks() -> Tuple[Callable[[Draft], None], ...]:
    """Returns the functions that check a resolved draft, in the order in which they run."""
    from . import (capabilities, coverage, groups, rule_names, rule_overlays, rule_sequences, structure,
                   rule_values, rule_words, undecided)

    return (coverage.check, structure.check, rule_values.check, rule_overlays.check, rule_words.check,
            capabilities.check, rule_sequences.check, groups.check, rule_names.check, undecided.check)


def check(draft: Draft) -> None:
    """Applies the rules to a resolved draft and adds the findings to it."""
    for function in checks():
        function(draft)
