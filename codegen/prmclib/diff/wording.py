# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Evidence in names and descriptions that two fields are the same.

A renamed field is the same if its description has the same meaning, and another field if both
descriptions differ in meaning.  Descriptions are compared by the words of the sentence that
defines the field: later sentences (values, notes, ranges) change more often than the meaning.
"""

from __future__ import annotations

import difflib
import enum
import re
from typing import List, Optional, Tuple

from prmclib.model import EnumValue, Field, Kind, conditions, described
from prmclib.model.amounts import Amount, of_text

LIKE = 0.6  # least likeness of like names
VERY_LIKE = 0.8

_TAG = re.compile(r"^\s*(\[[^\]]*\]:?|Note:?)\s*")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_NUMBER = re.compile(r"[0-9]+")
_PART = re.compile(r"[A-Za-z]+|[0-9]+")
_SENTENCE_END = re.compile(r"(?<!\.)\.\s|\n\s*(?:0x)?\d+\s*[-:=]|\n\s*Bit\b|;\n|\n\n")
_LINE = re.compile(r"(?<=[.;])\s+|\s*\n\s*")
_SMALL = frozenset("a an the of for in is are be to this that which and or if when with by on at as "
                   "field bit bits value indicates".split())
_LIMIT = re.compile(r"\b(?:range|values?)\b.*[a-z]_[a-z]", re.I)
_FEW = 3  # words; a shorter definition includes the next line


class Meaning(enum.Enum):
    """The relation of two fields by their names and descriptions."""

    SAME = "same"
    DOUBTFUL = "doubtful"  # both differ, but have words in common
    OTHER = "other"


def alike(one: str, other: str) -> float:
    """Returns the likeness of two names or texts, 0 to 1, by their characters."""
    return difflib.SequenceMatcher(None, one, other, autojunk=False).ratio()


def definition(doc: str) -> List[str]:
    """Returns the words of the sentence that defines a field, in lower case and without plurals."""
    text = doc
    while _TAG.match(text):
        text = _TAG.sub("", text, count=1)
    text = _SENTENCE_END.split(text, maxsplit=1)[0]
    lines, found = text.split("\n"), []
    for line in lines:
        found += _WORD.findall(line)
        if len(found) > _FEW:
            break
    return [word.lower().rstrip("s") or word for word in found]


def other_word(old: str, new: str) -> Optional[Tuple[str, str]]:
    """Returns a sentence of each of two descriptions if they differ in one word only, which is another word: ``System part
    number``, ``ASIC part number``.  It is the only sentence that differs, or else the first one of both."""
    parts = [_LINE.split(described.prose(doc, "\n").strip()) for doc in (old, new)]
    went, came = ([part for part in parts[side] if part not in parts[not side]] for side in (0, 1))
    is_only = len(went) == len(came) == 1
    lines = (went[0], came[0]) if is_only else (parts[0][0], parts[1][0])
    if conditions.is_same(*lines):
        return None
    one, other = ([_ALIKE.get(word, word) for word in _WORD.findall(line.lower())] for line in lines)
    changes = [[[word for word in side if word not in _SMALL] for side in (one[a:b], other[c:d])]
               for tag, a, b, c, d in difflib.SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
               if tag == "replace" or (tag != "equal" and set(one[a:b] + other[c:d]) - _SMALL)]
    if len(changes) != 1 or [len(side) for side in changes[0]] != [1, 1] or len(one) < _FEW:
        return None
    (word,), (instead,) = changes[0]
    if not is_only and (one[-1] == word or other[-1] == instead):
        return None  # the end of a line may cut it
    few, many = sorted((word, instead), key=len)
    if _NUMBER.search(few + many) or many.startswith(few) or many.endswith(few) or _is_respelt(few, many, LIKE):
        return None
    return lines


def _is_respelt(one: str, other: str, least: float) -> bool:
    """Returns whether words are alike, or have the same letters in another order.  Numbers must be equal."""
    return _NUMBER.findall(one) == _NUMBER.findall(other) and \
        (alike(one, other) >= least or sorted(one) == sorted(other))


def _share_words(one: str, other: str) -> bool:
    """Returns whether no part of a name replaces another word: the words of the shorter name are in the longer one,
    perhaps in another spelling or by their initials, and one of them perhaps at another place."""
    few, many = sorted((_PART.findall(name.lower()) for name in (one, other)), key=len)
    alien: List[str] = []
    rest: List[str] = []
    for tag, a, b, c, d in difflib.SequenceMatcher(None, few, many, autojunk=False).get_opcodes():
        if tag != "equal" and not _is_same_word(few[a:b], many[c:d]):
            alien += few[a:b]
            rest += many[c:d]
    return not alien or (len(alien) == 1 and alien[0] in rest)


def _is_same_word(one: List[str], other: List[str]) -> bool:
    """Returns whether parts of names are one word, or letters that are the initials of the others."""
    words = "".join(one), "".join(other)
    initials = ["".join(part[0] for part in parts) for parts in (other, one)]
    return _is_respelt(*words, LIKE) or any(word.isalpha() and word == letters for word, letters in zip(words, initials))


def _common(one: List[str], other: List[str]) -> Tuple[float, bool]:
    """Returns the share of the shorter list of words that the longer one has, in its order; and
    whether one only has additional words."""
    matcher = difflib.SequenceMatcher(None, one, other, autojunk=False)
    common, is_extension = 0, True
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            common += b - a
        elif tag == "replace":
            left = [word for word in one[a:b] if word not in _SMALL]
            right = [word for word in other[c:d] if word not in _SMALL]
            if left and right and not _is_respelt(" ".join(left), " ".join(right), VERY_LIKE):
                is_extension = False
    return common / max(min(len(one), len(other)), 1), is_extension


def meaning(old: Field, new: Field) -> Meaning:
    """Returns whether two fields of different names have the same meaning.

    Without a description on both sides only the names are evidence, and then the fields are never
    certainly different.
    """
    if Kind.OVERLAY in (old.kind, new.kind) or old.layout and old.layout == new.layout:
        return Meaning.SAME  # contents are compared separately
    names = alike(old.name, new.name)
    docs = old.about.doc, new.about.doc
    if not all(docs):
        return Meaning.SAME if names >= LIKE else Meaning.DOUBTFUL
    if docs[0] == docs[1]:
        return Meaning.SAME
    one, other = (definition(doc) for doc in docs)
    common, is_extension = _common(one, other)
    if is_extension and common >= LIKE:
        return Meaning.SAME
    return Meaning.OTHER if names < LIKE and common <= 0.5 and not _share_limit(*docs) else Meaning.DOUBTFUL


def _share_limit(one: str, other: str) -> bool:
    """Returns whether two descriptions have a line in common that names a limit: ``Range 0 .. (cap_max_size-1)``."""
    return any(_LIMIT.search(line) for line in set(one.split("\n")) & set(other.split("\n")))


_ALIKE = {"disabled": "off", "disable": "off", "dis": "off", "enabled": "on", "enable": "on", "en": "on",
          "crc": "checksum", "configurable": "supported", "prod": "product", "sem": "semaphore", "two": "2"}
_FILLERS = frozenset("a an the of is are be was were which that for".split())
_ORDERED = frozenset("to from before after than".split())
_REMARK = re.compile(r"(?:See_Table|Reserved_when)\w*\Z")
_CUT = 8  # characters; a name that is cut has as many
_LONG = 5  # words; a text that begins with as many is the same one, cut


def _content(value: EnumValue) -> List[str]:
    """Returns the words and numbers of the first line of a value's description, or of its name."""
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Za-z][a-z]*|[0-9]+", (value.about.doc or value.name).split("\n")[0])
    stems = [re.sub(r"(?<=\w\w\w)(?:ing|s)$", "", _ALIKE.get(word.lower(), word.lower())) for word in words]
    return [stem for stem in stems if stem not in _FILLERS]


def _has_the_same_words(old: EnumValue, new: EnumValue) -> bool:
    """Returns whether the texts of two values have the same words in any order, but the same order of numbers and of
    what is on either side of ``to``; or whether one text is the beginning or the end of the other."""
    one, other = _content(old), _content(new)
    few, many = sorted((one, other), key=len)
    if len(few) >= _LONG and many[len(many) - len(few):] == few:
        return True  # NO_MASK - no masking is applied at all
    if len(few) >= _LONG and few[:-1] == many[:len(few) - 1] and many[len(few) - 1].startswith(few[-1]):
        return True
    numbers = [[word for word in words if word.isdigit()] for words in (one, other)]
    return bool(one) and sorted(one) == sorted(other) and numbers[0] == numbers[1] and \
        (one == other or not _ORDERED & set(one))


def _explained(value: EnumValue) -> str:
    """Returns the letters and numbers in the parentheses after a value's name, if they explain it: two or more."""
    match = re.match(r"[\w-]+(?:(?: | ?/ ?)[\w-]+){0,5} ?-? ?\(([^()\n]*)\)?", value.about.doc)
    words = _PART.findall(match.group(1).lower()) if match else []
    return " ".join(words) if len(words) > 1 else ""


def _is_cut(few: str, many: str) -> bool:
    """Returns whether names are the same without remarks, or one is the beginning of the other, cut within a word (by a
    line break)."""
    few, many = _REMARK.sub("", few), _REMARK.sub("", many)
    return few == many or (len(few) >= _CUT and many.startswith(few) and few[-1].isalpha() and
                           many[len(few)].islower())


def amounts_of(old: EnumValue, new: EnumValue) -> Optional[Tuple[Amount, Amount]]:
    """Returns the amounts that two values are (``64 ns``), by their descriptions or else names; None if one is none."""
    found = [of_text(value.about.doc or value.name) for value in (old, new)]
    return (found[0], found[1]) if found[0] is not None and found[1] is not None else None


def is_same_value(old: EnumValue, new: EnumValue) -> bool:
    """Returns whether the names of a number, or their descriptions, agree; without a description, whether one name
    only has additional words."""
    docs = old.about.doc, new.about.doc
    amounts = amounts_of(old, new)
    if amounts is not None:
        return amounts[0].key == amounts[1].key
    if _explained(old) and _explained(old) == _explained(new):
        return True  # Square_waveA (8 ones, 8 zeros), Square_wave8 (8 ones, 8 zeros)
    if _has_the_same_words(old, new) or _is_cut(*sorted((old.name, new.name), key=len)):
        return True
    if all(docs):
        common, is_extension = _common(*(definition(doc.replace("_", " ")) for doc in docs))
        return docs[0] == docs[1] or (is_extension and common >= LIKE)
    return _share_words(old.name, new.name)
