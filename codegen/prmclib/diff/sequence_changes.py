# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Compares variants and sequences: the type of bytes, and the order of segments."""

from __future__ import annotations

from typing import Dict, List, Optional, Tuple, Union

from prmclib.model import Expr, Name, Num, Op, Ref, Segment, Sequence, Spec, Variant, VariantArm
from prmclib.model.errors import listed
from prmclib.model.flatten import referred
from prmclib.writers.yaml import expr_text
from .build import NOTHING, Builder
from .documentation import document
from .finding import Severity, Side
from .overlay_changes import arm_added, arm_removed, arm_when, selector_text, when_text
from .severity import Roles, Verdict


def compare(builder: Builder) -> None:
    for kind, names in (("variant", builder.match.variants), ("sequence", builder.match.sequences)):
        rule = "D070" if kind == "variant" else "D071"
        tables = (getattr(builder.old, kind + "s"), getattr(builder.new, kind + "s"))
        for name in names.added:
            thing = tables[1][name]
            builder.add(rule, name, "", f"{kind} added",
                        Verdict(Severity.COMPATIBLE, ["no byte changes its meaning"]), [],
                        None, _side(thing, _text(thing)), kind)
        for name in names.removed:
            thing = tables[0][name]
            builder.add(rule, name, "", f"{kind} removed",
                        Verdict(Severity.DANGEROUS, [
                            f"{builder.labels.new} does not describe these bytes any more"]),
                        [],
                        _side(thing, _text(thing)), None, kind)
        for before, after in names.pairs.items():
            old, new = tables[0][before], tables[1][after]
            if before != after:
                builder.only_name(builder.add(
                    rule, after, "", f"{kind} renamed from {before}",
                    builder.judge.renamed(before, after), ["name"], _side(old, before),
                    _side(new, after), kind))
            (_variant if kind == "variant" else _sequence)(builder, old, new)
            document(builder, after, "", kind, (old.about, old.where, before, ""),
                     (new.about, new.where, after, ""))


def _side(thing: Union[Variant, Sequence], text: str, part: str = "", where=None) -> Side:
    return Side(thing.name, part, NOTHING, where or thing.where, text, is_in_bits=False)


def _text(thing: Union[Variant, Sequence]) -> str:
    if isinstance(thing, Variant):
        return ", ".join(arm.name for arm in thing.arms)
    return ", ".join(segment.name for segment in thing.segments)


# Variants

def _roles(builder: Builder, variant: Variant, spec: Spec) -> Roles:
    layouts = [spec.layouts[arm.layout] for arm in variant.arms if arm.layout]
    roles = [builder.roles(None, layout) for layout in layouts] or [Roles(True, True)]
    return Roles(any(r.driver for r in roles), any(r.device for r in roles))


def _target(arm: VariantArm, builder: Builder, is_old: bool) -> str:
    names = builder.match
    if not is_old:
        return arm.layout or arm.sequence
    return names.layouts.renamed(arm.layout) if arm.layout else \
        names.sequences.renamed(arm.sequence)


def _variant(builder: Builder, old: Variant, new: Variant) -> None:
    name = new.name
    roles = _roles(builder, new, builder.new)
    if (old.selector.bits, old.selector.external, old.selector.field) != \
            (new.selector.bits, new.selector.external, new.selector.field):
        texts = selector_text(old.selector), selector_text(new.selector)
        n = builder.labels
        builder.add("D070", name, "", f"selector {texts[0]} -> {texts[1]}",
                    Verdict(Severity.BREAKING, [
                        f"{n.old} takes the type of the bytes from {texts[0]}, "
                        f"{n.new} from {texts[1]}"]),
                    texts, _side(old, texts[0], where=old.selector.where),
                    _side(new, texts[1], where=new.selector.where), "variant")
    before = {arm.name: arm for arm in old.arms}
    after = {arm.name: arm for arm in new.arms}
    renamed = _renamed_arms(builder, old, new)
    for arm in new.arms:
        if arm.name not in before and arm.name not in renamed.values():
            builder.add("D070", name, f"{name}.{arm.name}",
                        f"{_target(arm, builder, False)} added, for {when_text(arm.when)}",
                        arm_added(builder, roles, arm.name), ["added", *arm.when.values],
                        None, _side(new, when_text(arm.when), arm.name, arm.where), "variant")
    for arm in old.arms:
        other = after.get(renamed.get(arm.name, arm.name))
        mine = _side(old, when_text(arm.when), arm.name, arm.where)
        if other is None:
            builder.add("D070", name, f"{name}.{arm.name}",
                        f"{arm.layout or arm.sequence} removed, for {when_text(arm.when)}",
                        arm_removed(builder, roles, arm.name), ["removed", *arm.when.values],
                        mine, None, "variant")
            continue
        sides = mine, _side(new, when_text(other.when), other.name, other.where)
        path = f"{name}.{other.name}"
        if arm.name != other.name:
            builder.only_name(builder.add(
                "D070", name, path, f"renamed from {arm.name}",
                builder.judge.renamed(arm.name, other.name), ["renamed"], *sides, "variant"))
        targets = _target(arm, builder, True), _target(other, builder, False)
        if targets[0] != targets[1]:
            builder.add("D070", name, path, f"{targets[0]} -> {targets[1]}",
                        Verdict(Severity.BREAKING, [
                            f"the same bytes are {targets[0]} under {builder.labels.old} and "
                            f"{targets[1]} under {builder.labels.new}"]), targets, *sides,
                        "variant")
        if sorted(arm.when.values) != sorted(other.when.values) or \
                arm.when.is_else != other.when.is_else:
            builder.add("D070", name, path,
                        f"for {when_text(arm.when)} -> for {when_text(other.when)}",
                        arm_when(builder, arm.when, other.when),
                        [*arm.when.values, "->", *other.when.values], *sides, "variant")
        document(builder, name, path, "variant", (arm.about, arm.where, old.name, arm.name),
                 (other.about, other.where, new.name, other.name))


def _renamed_arms(builder: Builder, old: Variant, new: Variant) -> Dict[str, str]:
    """Returns renamed arms: other names for the same values and the same layout."""
    known = {arm.name for arm in old.arms}
    free = [arm for arm in new.arms if arm.name not in known]
    out: Dict[str, str] = {}
    for arm in old.arms:
        if any(other.name == arm.name for other in new.arms):
            continue
        for other in free:
            if other.when.values == arm.when.values and other.when.is_else == arm.when.is_else and \
                    _target(arm, builder, True) == _target(other, builder, False) and \
                    other.name not in out.values():
                out[arm.name] = other.name
                break
    return out


# Sequences

class _Names:
    """Translates expressions and references of the old manual to the names of the new one."""

    def __init__(self, builder: Builder, old: Sequence) -> None:
        self.builder = builder
        self.layouts = {segment.name: segment.layout for segment in old.segments}
        self.segments: Dict[str, str] = {}

    def path(self, layout: str, path: str) -> str:
        """Translates a dotted path through nested layouts."""
        table = self.builder.match.tables.get(self.builder.match.layouts.renamed(layout))
        if table is None:
            return path
        for pair in table.pairs:
            if pair.old.path == path:
                return pair.new.path
            nested = pair.old.item.layout
            if nested and path.startswith(pair.old.path + "."):
                rest = path[len(pair.old.path) + 1:]
                return f"{pair.new.path}.{self.path(nested, rest)}"
        return path

    def value(self, name: str) -> str:
        return name

    def expr(self, expr: Optional[Expr]) -> Optional[Expr]:
        if isinstance(expr, Ref):
            layout = self.layouts.get(expr.segment, "")
            path = self.path(layout, expr.field) if layout else expr.field
            return Ref(self.segments.get(expr.segment, expr.segment), path)
        if isinstance(expr, Op):
            args = [self.expr(arg) for arg in expr.args]
            return Op(expr.op, [arg for arg in args if arg is not None])
        return expr

    def what(self, segment: Segment) -> Tuple[str, str]:
        names = self.builder.match
        for kind, table in (("layout", names.layouts), ("variant", names.variants),
                            ("sequence", names.sequences)):
            name = getattr(segment, kind)
            if name:
                return kind, table.renamed(name)
        return "data", ""


def _what(segment: Segment) -> Tuple[str, str]:
    for kind in ("layout", "variant", "sequence"):
        if getattr(segment, kind):
            return kind, getattr(segment, kind)
    return "data", ""


_PARTS = {"when": "if {}", "count": "{} times", "size": "{} bytes"}
_ALWAYS = {"when": "always", "count": "once", "size": "as long as it is"}


def _part(segment: Segment, key: str) -> str:
    """Returns a condition, count or size: ``header.num_ent times``."""
    found = getattr(segment, key)
    return _PARTS[key].format(expr_text(found)) if found is not None else _ALWAYS[key]


def segment_text(segment: Segment) -> str:
    """Returns a segment as text: ``mkc, umr.klm_octowords * 16 bytes, if umr.flags has INLINE``."""
    parts = [_what(segment)[1] or "plain bytes"]
    if segment.count is not None:
        parts.append(f"{expr_text(segment.count)} times")
    if segment.size is not None:
        parts.append(f"{expr_text(segment.size)} bytes")
    if segment.rest:
        parts.append("to the end")
    if segment.when is not None:
        parts.append(f"if {expr_text(segment.when)}")
    return ", ".join(parts)


def _sequence(builder: Builder, old: Sequence, new: Sequence) -> None:
    name, names = new.name, _Names(builder, old)
    n = builder.labels
    before = [s.name for s in old.segments]
    pairs: List[Tuple[Segment, Segment]] = []
    for segment in old.segments:
        other = next((s for s in new.segments if s.name == segment.name), None)
        if other is None:
            other = next((s for s in new.segments if s.name not in before
                          and _what(s) == names.what(segment)
                          and s.name not in names.segments.values()), None)
        if other is not None:
            pairs.append((segment, other))
            names.segments[segment.name] = other.name

    def same(one: Optional[Expr], other: Optional[Expr]) -> bool:
        return names.expr(one) == other or \
            names.expr(_meant(builder.old, old, one)) == _meant(builder.new, new, other)

    gone = [s for s in old.segments if not any(s is one for one, _ in pairs)]
    came = [s for s in new.segments if not any(s is other for _, other in pairs)]
    for segment in came:
        last = new.segments[-1] is segment
        follows = "is after all others" if last else "moves what follows"
        verdict = Verdict(Severity.DANGEROUS if last or segment.when is not None else
                          Severity.BREAKING,
                          [f"{n.old_driver} does not know the segment, which {follows}"])
        builder.add("D071", name, f"{name}.{segment.name}",
                    f"segment added: {segment_text(segment)}",
                    verdict, ["added", segment_text(segment)], None,
                    _side(new, segment_text(segment), segment.name, segment.where), "sequence")
    for segment in gone:
        builder.add("D071", name, f"{name}.{segment.name}",
                    f"segment removed: {segment_text(segment)}",
                    Verdict(Severity.BREAKING, [
                        f"{n.old_driver} that writes the segment is misread from there on"]),
                    ["removed", segment_text(segment)],
                    _side(old, segment_text(segment), segment.name, segment.where), None,
                    "sequence")
    _order(builder, old, new, pairs)
    for segment, other in pairs:
        sides = (_side(old, segment_text(segment), segment.name, segment.where),
                 _side(new, segment_text(other), other.name, other.where))
        path = f"{name}.{other.name}"
        if segment.name != other.name:
            builder.only_name(builder.add(
                "D071", name, path, f"segment renamed from {segment.name}",
                builder.judge.renamed(segment.name, other.name), ["renamed"], *sides, "sequence"))
        changed = [key for key in ("when", "count", "size")
                   if not same(getattr(segment, key), getattr(other, key))]
        if names.what(segment) != _what(other) or segment.rest != other.rest or changed:
            texts = [side.text for side in sides]
            title = f"{texts[0]} -> {texts[1]}"
            if changed and names.what(segment) == _what(other) and segment.rest == other.rest:
                title = ", ".join(f"{_part(segment, key)} -> {_part(other, key)}"
                                  for key in changed)
            builder.add("D071", name, path, title,
                        Verdict(Severity.BREAKING, [
                            "the same bytes are cut differently: the segment, or what follows it, "
                            "changes"]), texts, *sides, "sequence")
        document(builder, name, path, "sequence",
                 (segment.about, segment.where, old.name, segment.name),
                 (other.about, other.where, new.name, other.name))
    if not same(old.size, new.size):
        texts = [f"{expr_text(s.size)} bytes" if s.size is not None else "no size"
                 for s in (old, new)]
        builder.add("D071", name, "", f"{texts[0]} -> {texts[1]}",
                    Verdict(Severity.BREAKING, ["the total size is calculated differently"]), texts,
                    _side(old, texts[0]), _side(new, texts[1]), "sequence")


def _order(builder: Builder, old: Sequence, new: Sequence,
           pairs: List[Tuple[Segment, Segment]]) -> None:
    places = {segment: number for number, segment in enumerate(new.segments)}
    order = [places[other] for _, other in pairs]
    if order == sorted(order):
        return
    texts = [listed([s.name for s in sequence.segments]) for sequence in (old, new)]
    builder.add("D071", new.name, "", "segments in another order",
                Verdict(Severity.BREAKING,
                        [f"{texts[0]} under {builder.labels.old}, {texts[1]} under "
                         f"{builder.labels.new}"]), texts,
                _side(old, texts[0]), _side(new, texts[1]), "sequence")


def _meant(spec: Spec, sequence: Sequence, expr: Optional[Expr]) -> Optional[Expr]:
    """Returns an expression in a canonical form: numbers for names, ``not a.b`` for ``a.b == 0``."""
    if not isinstance(expr, Op):
        return expr
    args = [_meant(spec, sequence, arg) or arg for arg in expr.args]
    ref = next((arg for arg in args if isinstance(arg, Ref)), None)
    item = referred(spec, sequence, ref) if ref is not None else None
    if ref is None or item is None or expr.op not in ("==", "!=", ">"):
        return Op(expr.op, args)
    enum = spec.enums.get(item.enum)
    for number, arg in enumerate(args):
        named = enum.by_name(arg.name) if enum is not None and isinstance(arg, Name) else None
        if named is not None:
            args[number] = Num(named.value)
    if args[1:] == [Num(0)]:
        return Op("not", [ref]) if expr.op == "==" else ref
    if args[1:] == [Num(1)] and item.bits.width == 1 and expr.op != ">":
        return ref if expr.op == "==" else Op("not", [ref])
    return Op(expr.op, args)
