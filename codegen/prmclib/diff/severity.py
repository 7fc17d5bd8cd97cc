# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The severity of changes, and their effect in each direction of data.

A driver that was built on the old manual writes to firmware of the new one, or reads what it
wrote; and a driver that was built on the new manual may run with older firmware.  Who writes
a layout or field decides which of these happen.  Each function takes a change and returns the
worst severity, with a sentence for each direction.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import List, Optional

from prmclib.model import Bits, Enum, Field, Kind, Layout, Writer
from prmclib.model.conditions import is_wider
from prmclib.model.errors import counted, listed
from .finding import Severity
from .label import Labels

COSMETIC, COMPATIBLE = Severity.COSMETIC, Severity.COMPATIBLE
DANGEROUS, BREAKING = Severity.DANGEROUS, Severity.BREAKING

_RESERVED = re.compile(r"reserved(?: for future us(?:e|age))?\W*\Z", re.I)
_BITS = re.compile(r"_\d+_to_\d+\Z")  # regs_31_to_2: bits without names of their own


def several(names: List[str]) -> str:
    """Returns a short list: ``a, b and 3 others``."""
    if len(names) <= 3:
        return listed(names)
    return f"{', '.join(names[:2])} and {len(names) - 2} others"


@dataclass
class Verdict:
    """The severity so far, with its sentences."""

    severity: Severity = Severity.COSMETIC
    meaning: List[str] = field(default_factory=list)

    def say(self, severity: Severity, sentence: str) -> "Verdict":
        self.severity = max(self.severity, severity)
        self.meaning.append(sentence)
        return self

    def doubt(self, sentence: str) -> "Verdict":
        """Adds a reason why the change may be none: then nothing is certain to break."""
        self.severity = min(self.severity, Severity.DANGEROUS)
        self.meaning.append(sentence)
        return self


@dataclass(frozen=True)
class Roles:
    """Names the writers of the bits under either manual."""

    driver: bool
    device: bool


def roles_of(layouts: List[Optional[Layout]], items: List[Optional[Field]],
             is_stated: bool = True) -> Roles:
    """Returns who writes.  ``is_stated``: the manual states it; a C header does not, except by the
    names of commands."""
    writers = set()
    for number, layout in enumerate(layouts):
        if layout is None:
            continue
        item = items[number] if number < len(items) else None
        writer = item.writer if item is not None and item.writer is not None else layout.writer
        if not is_stated and not layout.name.endswith(("_in", "_out")):
            writer = Writer.BOTH
        writers.add(writer)
    return Roles(bool(writers & {Writer.DRIVER, Writer.BOTH}),
                 bool(writers & {Writer.DEVICE, Writer.BOTH}))


def is_unused(item: Field) -> bool:
    """Returns whether a field is only reserved, by its description."""
    return _RESERVED.match(item.about.doc.strip()) is not None


def _part(width: int) -> str:
    """Returns the part of a wide field that a narrow one has: lower bits of a number, first bytes."""
    return f"the lower {width} bits" if width <= 64 else f"the first {width // 8} bytes"


class Judge:
    """Judges changes; ``labels`` are the names of the manuals in sentences.  ``is_partial``: NEW has only what
    its drivers use, so that missing items may exist as before."""

    def __init__(self, labels: Labels, is_partial: bool = False) -> None:
        self.n = labels
        self.is_partial = is_partial

    # Added and removed fields

    def added(self, roles: Roles, item: Field, before: str, zero: str, users: List[str]) -> Verdict:
        """``before``: what its bits were: reserved, ignored, beyond the end, used; ``zero``: the
        meaning of 0 in the new field, or empty; ``users``: the fields that had the bits."""
        n, out = self.n, Verdict(COMPATIBLE)
        name = item.name
        if before == "used":
            out.say(BREAKING, f"under {n.old} its bits belong to {several(users)}: each side mistakes "
                              "one for the other")
            return out
        if roles.driver:
            if before == "beyond the end":
                out.say(COMPATIBLE, f"{n.old_driver} does not have it: the layout ends before it")
            elif before == "ignored":
                out.say(DANGEROUS, f"{n.old_driver} may write anything there, since the bits were "
                                   f"ignored; {n.new_firmware} takes it for {name}")
            elif item.fixed:
                out.say(BREAKING, f"{n.old_driver} writes 0 there; {n.new_firmware} expects "
                                  f"{item.fixed:#x}")
            elif item.default:
                out.say(DANGEROUS, f"{n.old_driver} writes 0 there, which is not the default of "
                                   f"{name}, {item.default:#x}")
            else:
                out.say(COMPATIBLE, f"{n.old_driver} writes 0 there{f': {zero}' if zero else ''}")
            cap = f"{item.cap} says whether it may" if item.cap else \
                "no capability bit says whether it may"
            if before == "reserved":
                out.say(COMPATIBLE, f"{n.new_driver} that sets {name} on {n.old_firmware} sets "
                                    f"reserved bits; {cap}")
        if roles.device:
            what = {"reserved": "takes the bits for reserved; its checks report them when set",
                    "ignored": "ignores the bits",
                    "beyond the end": "does not see it: the layout ends before it"}[before]
            out.say(COMPATIBLE, f"{n.old_driver} {what}")
            if before != "ignored":
                out.say(COMPATIBLE, f"{n.new_driver} reads 0 from {n.old_firmware}")
        return out

    def removed(self, roles: Roles, item: Field, after: str, users: List[str]) -> Verdict:
        """``after``: what its bits are now: reserved, ignored, beyond the end, used by
        ``users``."""
        n, out = self.n, Verdict(DANGEROUS)
        name = item.name
        if is_unused(item):
            return Verdict(COMPATIBLE, [f"{n.old} says that it is reserved; code that uses {name} does not compile with {n.new}"])
        if after == "used":
            return out.say(BREAKING,
                           f"its bits belong to {several(users)} now: each side mistakes "
                           "one for the other")
        if self.is_partial and after != "beyond the end":
            out.say(DANGEROUS, f"{n.new} is of code, not a whole manual: the bits may mean what they did")
            return out.say(DANGEROUS, f"code that uses {name} does not compile with {n.new}")
        if roles.driver:
            what = {"reserved": f"sets bits that {n.new_firmware} requires to be zero",
                    "ignored": f"has no effect: {n.new_firmware} ignores the bits",
                    "beyond the end": "writes past the end of the layout"}[after]
            out.say(BREAKING, f"{n.old_driver} that sets {name} {what}")
        if roles.device:
            what = {"reserved": "reads 0", "ignored": "reads undefined bits",
                    "beyond the end": "reads past the end of the layout"}[after]
            out.say(DANGEROUS if after == "reserved" else BREAKING,
                    f"{n.old_driver} {what} as {name} from {n.new_firmware}")
        return out.say(DANGEROUS, f"code that uses {name} does not compile with {n.new}")

    def layout_removed(self) -> Verdict:
        n, out = self.n, Verdict(DANGEROUS)
        if self.is_partial:
            out.say(DANGEROUS, f"{n.new} is of code, not a whole manual: the bytes may mean what they did")
            return out.say(DANGEROUS, f"code that uses it does not compile with {n.new}")
        return out.say(BREAKING, f"{n.new_firmware} does not promise to know it; code that uses it does not "
                                 f"compile with {n.new}")

    # Fields that have another place or size

    def renamed(self, old: str, new: str, what: str = "bits") -> Verdict:
        """``what`` is the same; empty if other findings say that it is not."""
        return Verdict().say(COSMETIC, (f"the same {what}; " if what else "") +
                             f"code that uses {old} does not compile with {self.n.new} until it "
                             f"uses {new}")

    def reused(self, roles: Roles, old: str, new: str, is_certain: bool) -> Verdict:
        """Another field has the bits.  ``is_certain``: the descriptions differ in meaning."""
        n, out = self.n, Verdict(BREAKING)
        if roles.driver:
            out.say(BREAKING, f"{n.old_driver} writes {old}, and {n.new_firmware} takes it for "
                              f"{new}")
        if roles.device:
            out.say(BREAKING, f"{n.old_driver} reads {new} as {old}")
        if not is_certain:
            out.doubt("names and descriptions do not say whether both mean the same: compare them")
        return out

    def value_reused(self, roles: Roles, old: str, new: str) -> Verdict:
        """Another name has the number. Names alone do not prove another meaning."""
        n, out = self.n, Verdict(BREAKING)
        if roles.driver:
            out.say(BREAKING, f"{n.old_driver} writes {old}, and {n.new_firmware} takes it for {new}")
        if roles.device:
            out.say(BREAKING, f"{n.old_driver} reads {new} as {old}")
        return out.doubt("the names do not say whether both mean the same: compare them")

    def moved(self, roles: Roles, what: str) -> Verdict:
        n, out = self.n, Verdict(BREAKING)
        if roles.driver:
            out.say(BREAKING, f"{n.old_driver} writes {what} where {n.new_firmware} does not look "
                              "for it")
        if roles.device:
            out.say(BREAKING, f"{n.old_driver} reads {what} where {n.new_firmware} does not put it")
        return out

    def widened(self, roles: Roles, old: Field, new: Field, taken: str, same_low: bool) -> Verdict:
        """``taken``: what the new bits were, as for :meth:`added`; ``same_low``: the lowest bit is
        where it was (relative to what only shifted)."""
        n, out = self.n, Verdict(COMPATIBLE)
        before, after = old.bits.width, new.bits.width
        more = after - before
        if not same_low:
            return self._other_weight(out, roles, old, new)
        bits = "the new bit" if more == 1 else f"the {more} new bits" if before <= 64 else \
            f"the {more // 8} new bytes"
        if roles.driver:
            if taken == "ignored":
                out.say(DANGEROUS, f"{n.old_driver} may write anything into {bits}, which were "
                                   "ignored")
            elif taken == "used":
                out.say(BREAKING, f"{bits} belonged to another field, which {n.old_driver} writes "
                                  "there")
            elif taken == "beyond the end":
                out.say(DANGEROUS, f"{bits} are past the end of what {n.old_driver} writes")
            else:
                out.say(COMPATIBLE, f"{n.old_driver} writes 0 into {bits}: the same value")
            out.say(COMPATIBLE, f"{n.old_firmware} takes only {_part(before)} of what "
                                f"{n.new_driver} writes")
        if roles.device:
            out.say(DANGEROUS, f"{n.old_driver} reads a value of more than {before} bits modulo "
                               f"{1 << before:#x}" if before < 64 else
                    f"{n.old_driver} reads only {_part(before)}")
        return out

    def narrowed(self, roles: Roles, old: Field, new: Field, freed: str, same_low: bool) -> Verdict:
        """``freed``: what the bits are now, as for :meth:`removed`."""
        n, out = self.n, Verdict(COMPATIBLE)
        after = new.bits.width
        if not same_low:
            return self._other_weight(out, roles, old, new)
        if roles.driver:
            where = {"reserved": "into reserved bits", "ignored": "into bits that are ignored",
                     "beyond the end": "past the end",
                     "used": "into another field"}[freed]
            out.say(DANGEROUS, f"{n.old_driver} writes what a value has above {after} bits {where}")
            if freed == "used":
                out.say(BREAKING, f"{n.old_driver} writes zeros into that field with any value "
                                  "that is smaller")
        if roles.device:
            if freed in ("reserved",):
                out.say(COMPATIBLE, f"{n.old_driver} reads 0 in the upper bits: the same value")
            else:
                out.say(BREAKING, f"{n.old_driver} reads bits that are no longer part of the value in "
                                  "its upper bits")
        return out

    def _other_weight(self, out: Verdict, roles: Roles, old: Field, new: Field) -> Verdict:
        n = self.n
        verb = [word for word, is_it in (("writes", roles.driver), ("reads", roles.device))
                if is_it]
        low = [Bits(item.bits.end - 1, 1) for item in (old, new)]
        return out.say(BREAKING, f"{n.old_driver} {' and '.join(verb)} {old.name} with its lowest "
                                 f"bit at {low[0]}, where {n.new} has it at {low[1]}: every value "
                                 "but 0 changes")

    def regrouped(self, roles: Roles, whole: str, parts: List[str], is_split: bool,
                  rest: int) -> Verdict:
        """``rest``: number of bits of the whole that are in none of the parts."""
        n, out = self.n, Verdict(DANGEROUS)
        names = listed(parts)
        if is_split and not rest and _BITS.search(whole):
            return Verdict().say(COMPATIBLE, f"{whole} is a range of bits by its name, no number; code that uses it does not "
                                             f"compile with {n.new}")
        if roles.driver:
            out.say(DANGEROUS, f"{n.old_driver} writes one number where {n.new_firmware} sees "
                               f"{names}" if is_split else
                    f"{n.old_driver} writes {names} where {n.new_firmware} sees one number")
        if roles.device:
            out.say(DANGEROUS, f"{n.old_driver} reads one number made of {names}" if is_split else
                    f"{n.old_driver} reads parts of one number as {names}")
        same = "the bits are the same" if not rest else \
            f"{counted(rest, 'bit')} of {whole} {'is' if rest == 1 else 'are'} in none of the parts"
        return out.say(DANGEROUS, f"{same}; code that uses "
                                  f"{whole if is_split else names} does not compile with {n.new}")

    def halved(self, whole: str, parts: List[str], is_split: bool) -> Verdict:
        """A number is split into fields for its upper and its lower half, or the reverse."""
        return Verdict(COMPATIBLE).say(
            COMPATIBLE, f"the same number, of which {parts[0]} is the upper half and {parts[1]} the lower one; code "
            f"that uses {whole if is_split else listed(parts)} does not compile with {self.n.new}")

    def indexed(self, whole: str, parts: List[str], is_split: bool) -> Verdict:
        """Fields became the elements of an array, or the reverse."""
        return Verdict(COMPATIBLE).say(
            COMPATIBLE, "the same numbers at the same places; code finds them " +
            ("by names" if is_split else "by an index") + f" with {self.n.new}, and what uses "
            f"{whole if is_split else several(parts)} does not compile")

    # Contents

    def type_changed(self, old: Field, new: Field) -> Verdict:
        n, out = self.n, Verdict(DANGEROUS)
        if {old.kind, new.kind} == {Kind.UINT, Kind.BYTES} and not old.is_array and \
                not new.is_array:
            return Verdict().say(COMPATIBLE, "the same bytes in memory; the accessors take another "
                                             "type")
        if old.kind is Kind.UINT and new.kind is Kind.UINT:
            if old.bits == new.bits and 8 in (old.elem_width, new.elem_width) and \
                    old.elem_width % 8 == new.elem_width % 8 == 0 and max(old.elem_width, new.elem_width) == 32:
                return Verdict().say(COMPATIBLE, "the same bytes in memory, as bytes or as dwords; the accessors differ")
            return out.say(BREAKING, f"{n.old_driver} cuts the same bytes into other numbers")
        if old.bits == new.bits and {old.kind, new.kind} == {Kind.UINT, Kind.LAYOUT} and (
                old.is_array and not old.enum if old.kind is Kind.UINT else new.is_array and not new.enum):
            return Verdict().say(COMPATIBLE, "the same bytes; one manual says what they mean, the other has an array")
        if old.is_array and new.is_array and old.elem_width != new.elem_width:
            return out.say(BREAKING, f"{n.old_driver} takes an element for {counted(old.elem_width // 8, 'byte')}, "
                                     f"{n.new} for {new.elem_width // 8}: all but the first are elsewhere")
        place = "the place is the same; " if old.bits == new.bits else ""
        return out.say(DANGEROUS, f"{place}its contents are described in another form, and the "
                                  "accessors differ")

    def count(self, old: Field, new: Field) -> Verdict:
        n, out = self.n, Verdict(DANGEROUS)
        if new.count is None or old.count is None:
            return out.say(DANGEROUS, "the accessors of an array take an index, those of a single "
                                      "one do not")
        few, many = sorted((old.count or 0, new.count or 0))
        if not few:
            return out.say(DANGEROUS, "an array of unknown length is not part of the layout's size")
        return out.say(DANGEROUS, f"{n.old_driver} knows {old.count} elements, "
                                  f"{n.new_firmware} {new.count}; the first {few} are the same")

    def enum_changed(self, roles: Roles, old: Optional[Enum], new: Optional[Enum]) -> Verdict:
        out = Verdict(COMPATIBLE)
        if old is None or new is None:
            return out.say(COMPATIBLE, f"its values {'have' if new else 'had'} names "
                                       f"{'now' if new else 'so far'}; no byte changes its meaning")
        if old.is_flags != new.is_flags:
            return self._other_form(out, old, new)
        names = {value.name: value.value for value in new.values}
        lost = [value.name for value in old.values if names.get(value.name) != value.value]
        if lost:
            return out.say(DANGEROUS, f"{listed(lost[:4])}{' and others' if len(lost) > 4 else ''} "
                                      f"of {old.name} {'are' if len(lost) > 1 else 'is'} not the "
                                      f"same in {new.name}")
        return out.say(COMPATIBLE, f"all values of {old.name} are the same in {new.name}")

    def _other_form(self, out: Verdict, old: Enum, new: Enum) -> Verdict:
        """A list became a set of flags, or the reverse: the number of each name decides."""
        before, after = ({value.name: 1 << value.value if enum.is_flags else value.value
                          for value in enum.values} for enum in (old, new))
        if before == after:
            return out.say(COMPATIBLE, "every name has the same number in either form")
        common = [name for name in before if name in after]
        moved = [name for name in common if before[name] != after[name]]
        rest = [number for enum in (before, after) for name, number in enum.items() if name not in common]
        if common and (len(common) > 2 or self.is_partial or not any(rest)) and not moved and \
                not any(number & (number - 1) for enum in (before, after) for number in enum.values()):
            return out.say(COMPATIBLE, "every number is 0 or a single bit, and every name has the same one in either "
                                       "form")
        if common and not moved:
            return out.say(DANGEROUS, f"{several(common)} {'have' if common[1:] else 'has'} "
                                      "the same number in either form; for the others, no bit says "
                                      "which form is used")
        numbers = listed([f"{name} ({before[name]:#x}, now {after[name]:#x})"
                          for name in moved[:3]])
        return out.say(BREAKING, "no bit says whether a number is one of a list or a set of flags" +
                       (f"; other numbers: {numbers}" if moved else ""))

    def default(self, roles: Roles, old: str, new: str) -> Verdict:
        out = Verdict(COSMETIC)
        if not roles.driver:
            return out.say(COSMETIC, "only the device writes it; a host structure starts with "
                                     f"{new} instead of {old}")
        return out.say(DANGEROUS, f"a driver that does not set it writes {new} once it is rebuilt, "
                                  f"{old} before; no byte changes its meaning")

    def fixed(self, roles: Roles, old: str, new: str) -> Verdict:
        n, out = self.n, Verdict(COMPATIBLE)
        if old and new:
            if roles.driver:
                out.say(BREAKING, f"{n.old_driver} writes {old}, {n.new_firmware} expects {new}")
            if roles.device:
                out.say(BREAKING, f"{n.old_driver} expects {old} and reads {new}")
            return out
        if new:
            if roles.driver:
                out.say(DANGEROUS, f"{n.old_driver} may write something other than {new}, the only "
                                   f"legal value of {n.new}")
            if roles.device:
                out.say(COMPATIBLE, f"{n.old_driver} reads {new} always")
            return out
        if roles.driver:
            out.say(COMPATIBLE, f"{n.old_driver} still writes {old}")
            out.say(COMPATIBLE,
                    f"a driver that is rebuilt has to set it: {n.new} has it in the host "
                    "structure")
        if roles.device:
            out.say(DANGEROUS, f"{n.old_driver} expects {old} and may read other values")
        return out

    def encoding(self, old: str, new: str) -> Verdict:
        return Verdict().say(BREAKING, f"the same number means another quantity: {old} under "
                                       f"{self.n.old}, {new} under {self.n.new}")

    def unit(self, old: str, new: str) -> Verdict:
        out = Verdict(COSMETIC)
        if not old or not new:
            return out.say(COSMETIC, "the quantity is named now" if new else
                           "the quantity is not named any more")
        if old.rstrip("s").lower() == new.rstrip("s").lower():
            return out.say(COSMETIC, "the same unit in another spelling")
        return out.say(BREAKING, f"the same number means {old} under {self.n.old} and "
                                 f"{new} under {self.n.new}")

    def amount(self, old: str, new: str, ratio: Optional[Fraction]) -> Verdict:
        """``old`` and ``new`` quote descriptions; ``ratio``: what a number means now in terms of what it meant, None
        if the descriptions do not tell."""
        n = self.n
        if ratio is None:
            return Verdict().say(DANGEROUS, f'{n.old} says "{old}", {n.new} says "{new}": the same number may mean '
                                            "another amount")
        less = f"1/{1 / ratio} of" if ratio < 1 and (1 / ratio).denominator == 1 else f"{float(ratio):g} times"
        return Verdict().say(BREAKING, f'{n.old} says "{old}", {n.new} says "{new}": the same number means '
                                       f"{less} what it meant")

    def range_changed(self, is_narrower: bool, is_wider: bool, is_read_only: bool) -> Verdict:
        """``is_read_only``: only the device writes it."""
        n, out = self.n, Verdict(COMPATIBLE)
        if is_narrower:
            out.say(COMPATIBLE if is_read_only else DANGEROUS,
                    f"{n.old_driver} does not read the other numbers any more" if is_read_only else
                    f"{n.old_driver} may write numbers that are not legal any more")
        if is_wider:
            out.say(DANGEROUS if is_read_only else COMPATIBLE,
                    f"{n.old_driver} may read numbers that it does not expect" if is_read_only else
                    f"{n.old_driver} does not write the numbers that are legal now")
        return out if out.meaning else out.say(COMPATIBLE, "only one manual says which numbers are legal")

    def described_default(self, old: str, new: str, is_read_only: bool) -> Verdict:
        """``old`` and ``new`` are the defaults that descriptions name; ``is_read_only``: only the device writes the bits."""
        n = self.n
        if is_read_only:
            return Verdict().say(COMPATIBLE, f"{n.old_driver} may read {new} at first, {old} before")
        return Verdict().say(DANGEROUS, f"{n.new_firmware} has {new} where {n.old_driver} does not set it, and "
                                        f"expects {old}")

    def condition(self, old: str, new: str, is_read_only: bool) -> Verdict:
        """``old`` and ``new`` quote conditions, empty if that side has none; ``is_read_only``: only the device writes
        the bits."""
        n = self.n
        if not new:
            return Verdict().say(COMPATIBLE, f"{n.old_driver} may still heed it")
        if is_wider(old, new):
            return Verdict().say(COMPATIBLE, f"{n.old_driver} {'reads' if is_read_only else 'writes'} the bits in fewer cases")
        return Verdict().say(DANGEROUS, f"{n.old_driver} does not heed it and "
                                        f"{'reads' if is_read_only else 'may write'} the bits at other times, too")

    def writer(self, old: str, new: str) -> Verdict:
        out = Verdict(COMPATIBLE)
        if old == "device" and new != "device":
            out.say(DANGEROUS, f"{self.n.old_driver} does not write it, and {self.n.new_firmware} "
                               "expects it to")
        if old != "device" and new == "device":
            out.say(DANGEROUS, f"what {self.n.old_driver} writes there is overwritten or refused")
        if old == "driver" and new != "driver":
            out.say(DANGEROUS, f"{self.n.old_driver} does not read what {self.n.new_firmware} "
                               "writes there")
        if old != "driver" and new == "driver":
            out.say(DANGEROUS,
                    f"{self.n.old_driver} reads what {self.n.new_firmware} does not write")
        return out

    def capability(self, roles: Roles, old: str, new: str) -> Verdict:
        n, out = self.n, Verdict(COMPATIBLE)
        if not new:
            return out.say(COMPATIBLE, f"{n.old_driver} still checks {old} before it uses the field")
        return out.say(DANGEROUS if roles.driver else COMPATIBLE,
                       f"{n.old_driver} {f'checks {old}' if old else 'uses the field without a check'}"
                       f"; {n.new} requires a check of {new}")

    def must_be_zero(self, roles: Roles, now_ignored: bool) -> Verdict:
        n, out = self.n, Verdict(COMPATIBLE)
        if now_ignored:
            if roles.driver:
                out.say(COMPATIBLE, f"{n.old_driver} still writes 0")
            if roles.device:
                out.say(DANGEROUS, f"{n.new_firmware} may set the bits, which checks of "
                                   f"{n.old_driver} report")
            return out
        if roles.driver:
            out.say(DANGEROUS,
                    f"{n.old_driver} may write anything there, and {n.new_firmware} requires "
                    "zeros")
        if roles.device:
            out.say(COMPATIBLE, f"{n.old_driver} ignores the bits")
        return out

    # Layouts

    def resized(self, roles: Roles, old: int, new: int, outside: List[str]) -> Verdict:
        """Sizes in bytes; ``outside``: what contains the layout, or has items after it."""
        n, out = self.n, Verdict(DANGEROUS)
        if outside:
            out.say(BREAKING, f"what follows it in {listed(outside[:4])}"
                              f"{' and others' if len(outside) > 4 else ''} moves")
        if roles.driver:
            out.say(DANGEROUS,
                    f"{n.old_driver} writes {old} bytes where {n.new_firmware} takes {new}")
        if roles.device:
            out.say(DANGEROUS, f"{n.old_driver} has room for {old} bytes where {n.new_firmware} "
                               f"writes {new}")
        return out

    # Enumerations

    def value_added(self, roles: Roles, enum: Enum, name: str) -> Verdict:
        n, out = self.n, Verdict(COMPATIBLE)
        if roles.driver:
            out.say(COMPATIBLE, f"{n.old_driver} does not write it")
        if roles.device:
            out.say(COMPATIBLE if enum.is_open else DANGEROUS,
                    f"{n.old_driver} that reads {name} does not know it" +
                    (", which it expects: the list is open" if enum.is_open else ""))
        return out

    def value_removed(self, roles: Roles, name: str) -> Verdict:
        n, out = self.n, Verdict(COMPATIBLE)
        if roles.driver and not self.is_partial:
            out.say(DANGEROUS,
                    f"{n.old_driver} that writes {name} writes what {n.new_firmware} does "
                    "not know")
        if roles.device and not self.is_partial:
            out.say(COMPATIBLE, f"{n.old_driver} does not read it any more")
        return out.say(COMPATIBLE, f"code that uses {name} does not compile with {n.new}")

    def openness(self, roles: Roles, is_open: bool) -> Verdict:
        n, out = self.n, Verdict(COMPATIBLE)
        if is_open:
            return out.say(DANGEROUS if roles.device else COMPATIBLE,
                           f"{n.old_driver} reports values that are not listed; {n.new} has them "
                           "legal")
        return out.say(DANGEROUS if roles.driver else COMPATIBLE,
                       f"{n.old_driver} may write values that are not listed; {n.new} does not "
                       "allow them")
