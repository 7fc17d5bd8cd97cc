# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Reads from a description under which conditions a field has a meaning: devices, modes, capabilities.

Manuals write ``Valid only when meas_done is set``, ``Reserved for Spectrum`` or ``Only applicable for PAM4`` in prose.
Lines that list values or bits are left to :mod:`.described`, with what follows in them.
"""

from __future__ import annotations

import functools
import os
import re
from dataclasses import dataclass
from typing import Dict, FrozenSet, List, Optional, Tuple

from . import described


@dataclass(frozen=True)
class Condition:
    """``phrase`` is quoted from the description; texts with the same ``key`` say the same."""

    phrase: str
    key: str


_HINT = re.compile("valid|relevant|applicable|applies|meaningful|supported|available|reserved|ignored|only", re.I)
_WHEN = r"(?:(?:when|if|for|in|on|with|at|unless|except|under|during|while|from|starting)\b|when(?=(?-i:[A-Z])))"
_ALWAYS = r"(?:valid|relevant|applicable|meaningful)"  # a restriction without "only", too
_SOMETIMES = r"(?:supported|available|used|effective|enabled|allowed|legal|active)"
_MARK = re.compile("|".join((
    rf"\b(?:only )?{_ALWAYS} (?:only )?{_WHEN}(?! \w+ are\b)",
    rf"\b(?:{_SOMETIMES} only|only {_SOMETIMES}) {_WHEN}",
    r"\bapplies (?:only )?(?:for|when|if)\b",
    rf"(?:^|(?<=[.;:,] ))supported (?:by\b|{_WHEN})",
    rf"\bnot (?:{_ALWAYS}|supported|available|allowed) (?:only )?(?:by\b|{_WHEN})",
    rf"\b(?:reserved|ignored|invalid|unsupported) (?:only )?{_WHEN}",
    r"\b(?:when|if|for|in|on) [^.;,\n]{1,60},? ?(?:this|the) field is (?:reserved|ignored|valid|invalid|not \w+)\b",
    r"\bcan be (?:set|changed|written|configured|modified|used) only\b",
    r"(?:^|(?<=[.;:] ))(?!values? )[a-z][\w/-]*(?: [\w/-]+){0,4} (?:is|are) not (?:supported|allowed)(?= ?(?:[.;]|$))")),
    re.I | re.M)
_REST = re.compile(r"(?:[^()]|\((?:[^()]|\([^()]*\))*\))*")  # up to a parenthesis that encloses it
_OPEN = "".join(rf"(?<!\b{word})" for word in ("and", "or", "is", "for", "when", "if", "in", "the"))
_END = re.compile(r"\.(?=\s|\Z)|;|\n\s*\n|\n(?=\s*(?:\[|note:|access:|[0-9][0-9a-f]*h ?[:=-]))|"
                  rf"(?<![,=(/]){_OPEN}\s*\n(?=\s*[A-Z])")
_REST_OF_VALUE = re.compile(r"\s*(?!note\b|\[)[a-z0-9(]", re.S)  # a line that goes on, not a sentence
_MORE = re.compile(r"\s+((?:only )?(?:when|if|unless)\b.+)", re.S)  # a value has a case now
_NUMBERED = re.compile(r"\d+: ")  # the condition of a value
_OTHER = re.compile(r"\b(?:different (?:than|from)|other than|not equal)\b|!=", re.I)
_BEFORE = re.compile(r"\b(?:reserved|not supported) (?:when|for|in|on|by)? ?(?:devices?|products?|switch\w*)? ?"
                     r"before (?P<first>[\w-]+)"
                     r"(?P<more>(?: ?(?:,|and|or) (?:before )?[A-Z][\w-]*)*)", re.I)
_LATER = re.compile(r",? (?:and |or )?(?:above|on|onwards?|later|newer|up)(?: devices| switches)?(?=[\s.;,)]|\Z)", re.I)
_FROM = re.compile(r"\b(?:supported|valid|available) (?:only )?(?:from|starting)\b", re.I)
_ASIDE = re.compile(r"\(?\b(?:see|refer to|table|section)\b[^)\n]*\)?|\(\d\w\w generation[^)]*\)|\[[\w .-]{2,20}\]", re.I)
_SAME = [(re.compile(pattern, re.I), text) for pattern, text in (
    (r"={1,2}\s*'?(?:0x)?1'?(?!\w|\.\d)|\b(?:is|are) (?:set to )?'?1'?(?!\w)|\b(?:is|are) set\b(?! to)", "=1"),
    (r"={1,2}\s*'?(?:0x)?0'?(?!\w|\.\d)|\b(?:is|are) (?:set to )?'?0'?(?!\w)|\b(?:is|are) (?:cleared|clear|not set)\b", "=0"),
    (r"\b(\w+)(?:,| or| and) \1(?=-\d)", r"\1"),  # SwitchX and SwitchX-2
    (r"(?<=Spectrum) switches\b", " family"), (r"\bQM\b", "Quantum"), (r"\bSPC\b", "Spectrum"),
    (r"(?<=Spectrum) ?-1\b|(?<=Quantum) switch(?:es)?\b", ""),
    (r"\b(?:when|if|for|in|on|by|with|at|only|the|an?|is|are|be|this|that|fields?|filed|value|of|to|set|has|have|was|it|"
     r"bits?|devices?|products?|modules?|case|mode|based|note)\b", ""))]
_SIGN = re.compile(r"[a-z0-9]+|[!<>=]+")
_NEVER = re.compile("not(?:valid|supported|relevant|applicable|available|meaningful)|invalid|unsupported|ignored")
_EVER = re.compile("relevant|applicable|applies|supported|available|meaningful|allowed|effective|legal")
_KIND = re.compile(rf"(?P<reserved>\b(?:reserved|ignored|unsupported|invalid|not)\b)?.*?\b(?:{_WHEN}|by\b)(?P<cases>.*)", re.I)
_AND = re.compile(r"\band\b", re.I)
_NO_LIST = re.compile(r";|\b(?:unless|except|but)\b", re.I)
_OPEN_END = re.compile(r"\b(?:when|if|for|in|by|and|or)\Z", re.I)
_OF_VALUES = re.compile(r"(?:^|[.;:\n])\s*(?:[\w/-]+ ){0,3}"
                        r"(?!fields |bits |parameters |counters |these |they )[a-z]+s are (?:only )?\Z", re.I)
LONG = 8  # letters of a word in which one more letter is a misprint, and of a phrase that is cut


def _key(text: str) -> str:
    """Returns the letters, numbers and comparisons of a text, without blanks (a line break may divide a word) and
    words that carry no condition; words that mean the same are one."""
    text = " ".join(_ASIDE.sub(" ", text).split())
    text = _BEFORE.sub(lambda found: f"supported from {found['first']} {found['more'].replace('before', '')}", text)
    if _FROM.search(text):
        text = _LATER.sub("", text)
    for pattern, instead in _SAME:
        text = pattern.sub(instead, text)
    key = re.sub(r"(?<=spectrum)1(?!\d)", "", "".join(_SIGN.findall(text.lower())).replace("and", ""))
    return _EVER.sub("valid", _NEVER.sub("reserved", key))


def is_same(one: str, other: str) -> bool:
    """Returns whether two phrases name the same case, in other words perhaps."""
    return _key(one) == _key(other)


@functools.lru_cache(maxsize=None)
def read(text: str) -> Tuple[Condition, ...]:
    """Returns the conditions of a description, in its order."""
    if _HINT.search(text) is None:
        return ()
    lines = described.lines(text)
    is_listed = [described.is_listed(line) for line in lines]
    prose = "\n".join("" if listed else line for listed, line in zip(is_listed, lines))
    first = len("\n".join(lines[:is_listed.index(True)])) if True in is_listed else len(text)
    found, start = [], 0
    for match in _MARK.finditer(prose):
        line = prose[:match.start()].rpartition("\n")[2]
        if match.start() < start or (match.start() > first and line.strip() and _REST_OF_VALUE.match(line)):
            continue  # within the last one, or within the text of a value
        if _OF_VALUES.search(prose, max(0, match.start() - 80), match.start()):
            continue  # of some values: "PCIe speeds are relevant when"
        rest = _REST.match(prose, match.start())
        start = rest.end() if rest else len(prose)
        end = _END.search(prose, match.end(), max(start, match.end()))
        start = end.start() if end else start
        phrase = " ".join(prose[match.start():start].split())
        key = _key(phrase)
        if key not in ("valid", "reserved"):
            found.append(Condition(phrase, key))
    return tuple(found)


def changed(old: str, new: str) -> Tuple[List[str], List[str]]:
    """Returns the conditions that only the old description has, and those that only the new one has.  One that the
    other description has in other words, or on both sides of a line break, is no change.  One that only gained or lost
    cases at its end is in both."""
    before, after = read(old), read(new)
    words = _key(new) if before else "", _key(old) if after else ""
    went, came = ([one for one in found if one.key not in text] for found, text in zip((before, after), words))
    went = [one for one in went if not _is_cut(new, one.phrase)]
    came = [one for one in came if not _is_cut(old, one.phrase)]
    went += [one for one in before if one not in went and any(other.key.startswith(one.key) for other in came)]
    came += [one for one in after if one not in came and any(other.key.startswith(one.key) for other in went)]
    misspelt = {(one.key, other.key) for one in went for other in came if _is_misspelt(one.key, other.key)}
    return ([one.phrase for one in went if one.key not in {key for key, _ in misspelt}],
            [one.phrase for one in came if one.key not in {key for _, key in misspelt}])


def changed_of_values(old: str, new: str) -> Tuple[List[str], List[str]]:
    """Returns as :func:`changed` the conditions of the values or bits that both descriptions list by the same name, with
    the number before each."""
    before, after = (_of_values(text) for text in (old, new))
    words = _key(described.prose(old)), _key(described.prose(new))
    went: List[str] = []
    came: List[str] = []
    for number, text in before.items():
        other = after.get(number, "")
        if text != other and (described.name_of(text) == described.name_of(other) or other.startswith(text)):
            for out, phrases, there in zip((went, came), changed(text, other), (words[1], words[0])):
                out += [f"{number}: {phrase}" for phrase in phrases if _key(phrase) not in there]
            for out, few, many in ((went, other, text), (came, text, other)):
                more = _MORE.match(many[len(few):]) if few and many.startswith(few) else None
                if more is not None and not read(many):
                    out.append(f"{number}: {more.group(1)}")
    return went, came


def _of_values(text: str) -> Dict[int, str]:
    """Returns what a description says of each value or bit that it lists, with the lines that go on."""
    found: Dict[int, str] = {}
    last: Optional[int] = None
    for line in described.lines(text):
        number = described.number_in(line)
        if number is not None:
            last = number
            found[number] = described.said_in(line)
        elif last is not None and _REST_OF_VALUE.match(line) and not described.is_listed(line):
            found[last] += " " + line.strip()
        else:
            last = None
    return found


def is_wider(old: str, new: str) -> bool:
    """Returns whether a field, or each of its values with a condition, is valid in all cases of the old condition, and in
    more: `Reserved for A` after `Reserved for A, B`, or `Valid for A, B` after `Valid for A`."""
    parts = [{phrase.partition(": ")[0] if _NUMBERED.match(phrase) else "": phrase for phrase in text.split("; ")}
             for text in (old, new)]
    if any(label for part in parts for label in part) and not all("" in part and len(part) == 1 for part in parts):
        return all(label in parts[0] and is_wider(*(_NUMBERED.sub("", part[label]) for part in parts)) for label in parts[1])
    first, _, more = new.partition(" and ")
    if re.search(r"\breserved\b", new, re.I) and "=" in more and "," not in new and _key(old) == _key(first) and "=" in first:
        return True  # `Reserved when a = 1 and b = 1` after `Reserved when a = 1`
    (reserved, before), (still, after) = _cases(old), _cases(new)
    if _OTHER.search(old) and _OTHER.search(new):
        reserved, still = not reserved, not still
    return bool(before and after) and reserved == still and (after < before if reserved else before < after)


def _cases(phrase: str) -> Tuple[bool, FrozenSet[str]]:
    """Returns whether a condition says when a field is reserved, and the cases that it lists; none if they are no list of
    alternatives, as `a = 1 and b = 2` or `unless a = 1`."""
    match = _KIND.match(phrase)
    if match is None or _NO_LIST.search(phrase) or _AND.search(match.group("cases")) and re.search("[=<>]", phrase):
        return False, frozenset()
    cases = re.split(r",|\bor\b|\band\b", match.group("cases"))
    return match.group("reserved") is not None, frozenset(filter(None, map(_key, cases)))


def _is_cut(text: str, phrase: str) -> bool:
    """Returns whether a text ends within this phrase: the table was cut there."""
    text = " ".join(text.split()).lower()
    phrase = phrase.lower()
    for length in range(len(phrase) - 1, LONG, -1):
        if text.endswith(phrase[:length]):
            return phrase[length - 1:length + 1].replace("_", "x").isalnum() or _OPEN_END.search(text) is not None
    return False


def _is_misspelt(one: str, other: str) -> bool:
    """Returns whether a long word of one text has one letter more than in the other."""
    few, many = sorted((one, other), key=len)
    start = len(os.path.commonprefix([few, many]))
    return len(many) == len(few) + 1 and few[start:] == many[start + 1:] and any(
        match.start() < start < match.end() for match in re.finditer(rf"[a-z]{{{LONG},}}", many))
