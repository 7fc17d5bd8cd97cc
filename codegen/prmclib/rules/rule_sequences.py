# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Checks that a sequence can be walked: expressions can be evaluated and lengths are known.

E027 count of plain bytes, E045 unknown value, E063 ``rest``, E065 segment, E066 field,
E067 meaning, E068 length, E069 progress.
"""

from __future__ import annotations

from typing import Dict, List, Optional, Sequence, Set, Tuple

from prmclib.model import Expr, Field, Kind, Layout, Name, Num, Op, Ref, Segment, Span
from prmclib.model import Sequence as Seq
from prmclib.model.draft import Draft
from prmclib.model.errors import did_you_mean, shorten
from prmclib.model.resolve import field_paths
from .rule_values import named
from .structure import cycles

_NUMBER, _CONDITION, _ERROR = "a number", "a condition", ""
_ARITHMETIC = frozenset("+-*/")
_LOGIC = frozenset(("and", "or", "not"))

Part = Tuple[str, str]  # kind ("layout", "variant", "sequence") and name


def check(draft: Draft) -> None:
    walker = _Walker(draft)
    for sequence in draft.spec.sequences.values():
        walker.sequence(sequence)
    _progress(draft)


def part_of(segment: Segment) -> Optional[Part]:
    for kind in ("layout", "variant", "sequence"):
        if getattr(segment, kind):
            return kind, getattr(segment, kind)
    return None


def _repeated(segment: Segment) -> bool:
    return segment.count is not None or segment.size is not None or segment.rest


class _Walker:
    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.findings = draft.findings
        self.paths: Dict[str, Dict[str, Field]] = {}
        self.open: Dict[Part, bool] = {}
        self._find_open()

    # Lengths

    def _find_open(self) -> None:
        """Finds the parts that have no length of their own."""
        spec = self.draft.spec
        for layout in spec.layouts.values():
            self.open["layout", layout.name] = any(item.is_flexible for item in layout.fields)
        changed = True
        while changed:
            changed = False
            for variant in spec.variants.values():
                if not self.open.get(("variant", variant.name)) and any(
                        self.open.get(("layout", arm.layout) if arm.layout else
                                      ("sequence", arm.sequence)) for arm in variant.arms):
                    self.open["variant", variant.name] = changed = True
            for sequence in spec.sequences.values():
                if self.open.get(("sequence", sequence.name)) or sequence.size is not None:
                    continue
                if any(segment.rest or (segment.size is None and
                                        self.open.get(part_of(segment) or ("", "")))
                       for segment in sequence.segments):
                    self.open["sequence", sequence.name] = changed = True

    def why_open(self, part: Part) -> List[Tuple[Span, str]]:
        """Returns the place that leaves a part without a length of its own, with a note."""
        spec = self.draft.spec
        for _ in range(len(self.open)):
            kind, name = part
            if kind == "layout":
                tail = next(item for item in spec.layouts[name].fields if item.is_flexible)
                return [(tail.where, f"'{tail.name}' has an unknown length")]
            if kind == "variant":
                arm = next(arm for arm in spec.variants[name].arms if self.open.get(
                    ("layout", arm.layout) if arm.layout else ("sequence", arm.sequence)))
                part = ("layout", arm.layout) if arm.layout else ("sequence", arm.sequence)
                continue
            segment = next(segment for segment in spec.sequences[name].segments
                           if segment.rest or self.open.get(part_of(segment) or ("", "")))
            if segment.rest:
                return [(segment.where, f"'{segment.name}' of '{name}' goes on to the end")]
            part = part_of(segment) or part
        return []

    def length(self, sequence: Seq, segment: Segment, is_last: bool) -> None:
        if segment.rest and not is_last:
            behind = sequence.segments[sequence.segments.index(segment) + 1]
            self.findings.add(
                "E063", segment.spans.get("rest", segment.where),
                f"segment '{segment.name}' has `rest`, but '{behind.name}' comes after it",
                others=[(behind.where, f"'{behind.name}' is here")],
                help="only the last segment can go on to the end; give `size`")
            return
        if segment.data:
            if segment.count is not None:
                self.findings.add("E027", segment.spans.get("count", segment.where),
                                  "`count` has no meaning for plain bytes",
                                  help="write `size`, the number of bytes")
            elif segment.size is None and not segment.rest:
                self.findings.add(
                    "E068", segment.where, f"the length of segment '{segment.name}' cannot be determined",
                    help="add `size` with the number of bytes, or `rest: true` at the end")
            return
        part = part_of(segment)
        if part is None or segment.size is not None or segment.rest or not self.open.get(part):
            return
        if segment.count is not None:
            self.findings.add(
                "E068", segment.spans.get("count", segment.where),
                f"{part[0]} '{part[1]}' has no end of its own, so '{segment.name}' cannot have a "
                "`count`", others=self.why_open(part),
                help="give `size`, or give the inner sequence a `size`")
        elif not is_last:
            self.findings.add(
                "E068", segment.where, f"the length of segment '{segment.name}' cannot be determined: "
                f"{part[0]} '{part[1]}' has no end of its own", others=self.why_open(part),
                help="add `size` with the number of bytes")

    # Expressions

    def sequence(self, sequence: Seq) -> None:
        self.current = sequence
        self.segments = {}
        for segment in sequence.segments:
            self.segments.setdefault(segment.name, segment)
        whole = sequence.name not in self.draft.broken
        before: List[Segment] = []
        for index, segment in enumerate(sequence.segments):
            self.before = before
            for key in ("when", "count", "size"):
                expression = getattr(segment, key)
                if expression is not None:
                    self.top(expression, key, segment.spans.get(key, segment.where),
                             f"segment '{segment.name}'")
            if whole:
                self.length(sequence, segment, index == len(sequence.segments) - 1)
            before = before + [segment]
        self.before = before
        if sequence.size is not None:
            self.top(sequence.size, "size", sequence.spans.get("size", sequence.where),
                     f"sequence '{sequence.name}'")

    def top(self, expression: Expr, key: str, where: Span, label: str) -> None:
        self.whole = where
        kind = self.kind(expression)
        if key == "when":
            if kind == _NUMBER and not isinstance(expression, Ref):
                self.findings.add("E067", where, f"`when` of {label} is a number, not a condition",
                                  help="compare it: `umr.klm_octowords > 0`")
        elif kind == _CONDITION:
            self.findings.add("E067", where, f"`{key}` of {label} is a condition, not a number",
                              help="use a condition in `when` only")

    def meaning(self, where: Optional[Span], message: str, help: str = "") -> str:
        self.findings.add("E067", where or self.whole, message, help=help)
        return _ERROR

    def kind(self, expression: Expr) -> str:
        """Returns the kind of an expression: _NUMBER, _CONDITION, or _ERROR with a finding."""
        if isinstance(expression, Num):
            return _NUMBER
        if isinstance(expression, Ref):
            return _NUMBER if self.field(expression) is not None else _ERROR
        if isinstance(expression, Name):
            return self.meaning(expression.where,
                                f"'{shorten(expression.name)}' is compared with nothing",
                                "the name of a value follows a field and `==` or `!=`, the name of "
                                "a flag follows `has`")
        if expression.op == "has":
            return self.has(*expression.args)
        if expression.op in _LOGIC:
            kinds = []
            for arg in expression.args:
                kind = self.kind(arg)
                if kind == _NUMBER and not isinstance(arg, Ref):
                    kind = self.meaning(None, f"`{expression.op}` joins conditions, not numbers",
                                        "compare the number: `umr.klm_octowords > 0`")
                kinds.append(kind)
            return _CONDITION if all(kinds) else _ERROR
        if expression.op in _ARITHMETIC:
            kinds = [self.kind(arg) for arg in expression.args]
            if _CONDITION in kinds:
                return self.meaning(None, f"`{expression.op}` calculates with numbers, not "
                                    "conditions", "look at the parentheses")
            if expression.op == "/" and expression.args[1] == Num(0):
                return self.meaning(None, "division by 0", "correct the divisor")
            return _NUMBER if all(kinds) else _ERROR
        return self.compare(expression)

    def compare(self, expression: Op) -> str:
        names = [arg for arg in expression.args if isinstance(arg, Name)]
        others = [arg for arg in expression.args if not isinstance(arg, Name)]
        kinds = [self.kind(arg) for arg in others]
        if _CONDITION in kinds:
            return self.meaning(None, f"`{expression.op}` compares numbers, not conditions",
                                "look at the parentheses")
        if not all(kinds):
            return _ERROR
        for name in names:
            if not others or not isinstance(others[0], Ref):
                return self.meaning(name.where, f"'{shorten(name.name)}' is not compared with a "
                                    "field", "a name has a meaning only in a comparison with a "
                                    "field that has an enumeration")
            found = self.field(others[0], quiet=True)
            assert found is not None
            if expression.op not in ("==", "!="):
                return self.meaning(name.where, f"`{expression.op}` does not compare names",
                                    "use `==`, `!=` or a number")
            enum = self.draft.enum(found.enum)
            if enum is None:
                if "lost enum" in found.spans:
                    return _ERROR
                flags = f"it has flags: use `has {name.name}`" if found.flags else \
                    "write a number, or give the field an `enum`"
                return self.meaning(name.where, f"'{shorten(name.name)}' means nothing: field "
                                    f"'{found.name}' has no enumeration", flags)
            if enum.by_name(name.name) is None:
                self.unknown(name, enum, "value")
                return _ERROR
        for number, other in zip(expression.args, reversed(expression.args)):
            found = self.field(other, quiet=True) if isinstance(other, Ref) else None
            if isinstance(number, Num) and found is not None and expression.op in ("==", "!="):
                named(self.draft, found.enum, number.value, number.where)
        return _CONDITION

    def has(self, left: Expr, right: Expr) -> str:
        if not isinstance(left, Ref) or not isinstance(right, Name):
            return self.meaning(getattr(left, "where", None) if not isinstance(left, Ref) else
                                getattr(right, "where", None),
                                "`has` needs a field on its left and a flag on its right",
                                "as in `umr.flags has INLINE`")
        found = self.field(left)
        if found is None:
            return _ERROR
        flags = self.draft.enum(found.flags)
        if flags is None:
            if "lost flags" in found.spans:
                return _ERROR
            return self.meaning(left.where, f"field '{found.name}' has no flags",
                                f"compare its value: `== {right.name}`" if found.enum else
                                "give the field `flags: NAME`")
        if flags.by_name(right.name) is None:
            self.unknown(right, flags, "flag")
            return _ERROR
        return _CONDITION

    def unknown(self, name: Name, enum, noun: str) -> None:
        if enum.name in self.draft.broken:
            return
        self.findings.add(
            "E045", name.where, f"'{enum.name}' has no {noun} '{shorten(name.name)}'",
            others=[(enum.where, f"'{enum.name}' is here")],
            help=did_you_mean(name.name, [item.name for item in enum.values]) or
            f"add the {noun}, or correct the name")

    def field(self, ref: Ref, quiet: bool = False) -> Optional[Field]:
        """Returns the number field that a reference names, or None with a finding."""
        before = len(self.findings.items)
        found = self._field(ref)
        if quiet:
            del self.findings.items[before:]
        return found

    def _field(self, ref: Ref) -> Optional[Field]:
        known: Sequence[Segment] = self.before
        container = self.current
        name, path = ref.segment, ref.field
        while True:
            segment = next((one for one in known if one.name == name), None)
            if segment is None:
                self._no_segment(ref, container, name, known)
                return None
            if not segment.layout and not segment.sequence:
                what = f"variant '{segment.variant}'" if segment.variant else "plain bytes"
                self.findings.add(
                    "E066", ref.where, f"segment '{segment.name}' is {what}: it has no fields of "
                    "its own", others=[(segment.where, f"'{segment.name}' is here")],
                    help="refer to a segment that is a layout")
                return None
            if _repeated(segment):
                self.findings.add(
                    "E066", ref.where, f"segment '{segment.name}' occurs several times: "
                    f"which '{shorten(path)}' is meant?",
                    others=[(segment.where, f"'{segment.name}' is here")],
                    help="refer to a segment without `count`, `size` and `rest`")
                return None
            if not segment.sequence:
                break
            inner = self.draft.spec.sequences.get(segment.sequence)
            if inner is None or inner.name in self.draft.broken:
                return None
            container, known = inner, inner.segments
            name, dot, path = path.partition(".")
            if not dot:
                self.findings.add(
                    "E066", ref.where, f"'{segment.name}.{name}' is not a field: '{segment.name}' "
                    f"is the sequence '{inner.name}'",
                    others=[(segment.where, f"'{segment.name}' is here")],
                    help=f"write {segment.name}.{name}.FIELD")
                return None
        layout = self.draft.spec.layouts.get(segment.layout)
        return None if layout is None else self._in_layout(ref, layout, path)

    def _no_segment(self, ref: Ref, container: Seq, name: str, known: Sequence[Segment]) -> None:
        later = next((one for one in container.segments if one.name == name), None)
        if later is not None:
            self.findings.add(
                "E065", ref.where, f"segment '{name}' comes later: its fields are not known here",
                others=[(later.where, f"'{name}' is here")],
                help="a segment can refer only to segments before it")
        elif container.name not in self.draft.broken:
            self.findings.add(
                "E065", ref.where, f"sequence '{container.name}' has no segment "
                f"'{shorten(name)}'",
                help=did_you_mean(name, [one.name for one in known]) or
                "write segment.field with the name of an earlier segment")

    def _in_layout(self, ref: Ref, layout: Layout, path: str) -> Optional[Field]:
        while True:
            if layout.name not in self.paths:
                self.paths[layout.name] = field_paths(layout)
            paths = self.paths[layout.name]
            words = path.split(".")
            found, rest = paths.get(words[0]), words[1:]
            if found is None and len(words) > 1:
                found, rest = paths.get(".".join(words[:2])), words[2:]
            if found is None:
                if layout.name not in self.draft.partial:
                    self.findings.add(
                        "E066", ref.where, f"layout '{layout.name}' has no field "
                        f"'{shorten(path)}'", others=[(layout.where, f"'{layout.name}' is here")],
                        help=did_you_mean(path, paths) or "correct the name")
                return None
            if found.kind is Kind.LAYOUT and found.count is None and rest:
                inner = self.draft.spec.layouts.get(found.layout)
                if inner is None:
                    return None
                layout, path = inner, ".".join(rest)
                continue
            if found.kind is not Kind.UINT or found.count is not None or rest:
                self.findings.add(
                    "E066", ref.where, f"'{shorten(ref.field)}' is not a number",
                    others=[(found.where, f"'{found.name}' is here")],
                    help="expressions calculate with single numbers")
                return None
            return found


def _progress(draft: Draft) -> None:
    """Reports sequences and variants that contain themselves before a byte has been read."""
    spec = draft.spec
    edges: Dict[Part, List[Part]] = {}
    for variant in spec.variants.values():
        edges["variant", variant.name] = [("sequence", arm.sequence) for arm in variant.arms
                                          if arm.sequence]
    for sequence in spec.sequences.values():
        first: List[Part] = []
        for segment in sequence.segments:
            part = part_of(segment)
            if part is not None and part[0] != "layout":
                first.append(part)
            if segment.when is None and segment.layout and not _repeated(segment):
                break
        edges["sequence", sequence.name] = first
    seen: Set[str] = set()
    for cycle in cycles(edges):
        names = [name for _, name in cycle]
        if seen.intersection(names):
            continue
        seen.update(names)
        places = [(spec.variants if kind == "variant" else spec.sequences)[name].where
                  for kind, name in cycle]
        draft.findings.add(
            "E069", places[0], f"{cycle[0][0]} '{names[0]}' contains itself before a byte has been "
            "read" + (f": {' -> '.join(names + names[:1])}" if len(names) > 1 else ""),
            others=[(where, f"{kind} '{name}'") for where, (kind, name) in
                    zip(places[1:], cycle[1:])],
            help="put a layout before it, without `when`, so that every repetition reads bytes")
