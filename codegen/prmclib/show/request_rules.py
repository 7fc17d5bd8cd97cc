# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The rules of request_rules.yaml, and those of them that bytes break.

softmlx5 checks the same rules with ``--strict``; tests/device/softmlx5/test_rules.py compares the two.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Tuple

import yaml

if TYPE_CHECKING:
    from .explained import Item, Part

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "request_rules.yaml")
OCTOWORD = 16
_BSF_AT = 48 + 64  # bytes from umr_ctrl_seg to the translations, behind the context
_ENCRYPTED_RAW_WIRE, _ENCRYPTED_RAW_MEMORY = 2, 3
LIST_STEP = 4  # octowords: lists are padded to 64 bytes
_UMR, _NO_LIMIT = "UMR", 1 << 64
_FENCES = ("INITIATOR_SMALL", "STRONG_ORDERING", "SMALL_AND_READ_ATOMIC")
_ANSWERED = ("RDMA_READ", "ATOMIC_CS", "ATOMIC_FA", "ATOMIC_MASKED_CS", "ATOMIC_MASKED_FA")
_LISTS = ("mtt", "ksm", "translations")  # segments of umr_wqe
_OLD_UMRS = 8  # open UMRs that are remembered, as many as softmlx5's SM_STRICT_UMRS


@dataclass(frozen=True)
class Seen:
    """What a card was seen to answer: syndrome, vendor and hardware codes, which may be empty, and the source."""

    codes: Tuple[int, ...] = ()
    source: str = ""

    @property
    def text(self) -> str:
        codes = "/".join(f"{code:#04x}" for code in self.codes)
        return f"a card was seen to answer {codes} ({self.source})" if codes else f"a card refused it ({self.source})"


@dataclass(frozen=True)
class Text:
    """A message: its name in C and its format, as of printf; ``seen`` if a card was seen to refuse this."""

    name: str
    format: str
    is_decoded: bool
    seen: Optional[Seen]

    def of(self, *values: int) -> str:
        return re.sub(r"%(\d*)ll([udx])", r"%\1\2", self.format) % values


@dataclass(frozen=True)
class Rule:
    """One entry of the table."""

    name: str
    broken_by: str
    default: str
    why: str
    seen: Optional[Seen]
    texts: Tuple[Text, ...]

    @property
    def constant(self) -> str:
        """The name in C, which is not one of a text."""
        return "RULE_" + re.sub(r"\W", "_", self.name).upper()


@dataclass(frozen=True)
class Broken:
    """A rule that bytes break.  ``unless`` says what the bytes do not show, and would make it right."""

    rule: Rule
    text: str
    seen: Optional[Seen] = None
    unless: str = ""

    @property
    def line(self) -> str:
        verb = "may break rule" if self.unless else "breaks rule"
        return f"{verb} {self.rule.name}: {self.text}" + (f", unless {self.unless}" if self.unless else "") + \
            (f"; {self.seen.text}" if self.seen else "")


def _seen(entry: Optional[Dict[str, Any]]) -> Optional[Seen]:
    return Seen(tuple(entry.get("codes", ())), entry["source"]) if entry else None


@lru_cache(maxsize=None)
def load() -> Dict[str, Rule]:
    """Returns the rules by name, in the order of the file."""
    with open(FILE, encoding="utf-8") as stream:
        rules = yaml.safe_load(stream)["rules"]
    out: Dict[str, Rule] = {}
    for name, entry in rules.items():
        texts = tuple(Text(key, text["text"], text.get("decode", True), _seen(text.get("seen") or entry.get("seen")))
                      for key, text in (entry.get("texts") or {}).items())
        out[name] = Rule(name, entry["broken_by"], entry["default"], entry.get("why", ""), _seen(entry.get("seen")), texts)
    return out


@lru_cache(maxsize=None)
def _texts() -> Dict[str, Tuple[Rule, Text]]:
    return {text.name: (rule, text) for rule in load().values() for text in rule.texts}


def _broken(name: str, *values: int, unless: str = "") -> Broken:
    rule, text = _texts()[name]
    return Broken(rule, text.of(*values), text.seen, unless)


class _Fields:
    """The fields of one layout in an item, by name; a field that is not there is 0."""

    def __init__(self, item: "Item", layout: str, path: str = "") -> None:
        self.parts = [part for part in item.parts if part.layout == layout and path in ("", part.path)]
        lines = [line for part in self.parts for line in part.lines]
        self.values = {line.name.split(".")[-1]: line.value or 0 for line in lines}
        self.names = {line.name.split(".")[-1]: line.names for line in lines}

    def __bool__(self) -> bool:
        return bool(self.parts)

    def __getitem__(self, name: str) -> int:
        return self.values.get(name, 0)

    def has(self, name: str, value: str) -> bool:
        return value in self.names.get(name, ())

    @property
    def end(self) -> int:
        return max(part.start + part.size for part in self.parts)


def broken(item: "Item", data: bytes) -> List[Broken]:
    """Returns the rules that the bytes of a work request or command break.

    Places in ``item`` count from the start of ``data``.  Its last request may be cut: what is missing is not judged.
    """
    if item.what == "cmd":
        return list(_command(item, data))
    control = _Fields(item, "ctrl_seg")
    if not control or "ds" not in control.values or "opcode" not in control.values or item.is_cut:
        return []
    is_bsf = item.error.startswith("bsf ")  # its size in the BSF; the size of the request may be right
    return (not is_bsf and list(_shape(item, control))) or [*_segments(item, control), *_umr(item, data)]


def _unless_transport(item: "Item") -> str:
    """The segments of `wqe` are those of RC and UC, which other queues do not have."""
    return "the request is not of an RC or UC queue (--as ud_wqe, dc_wqe, xrc_wqe, eth_wqe)" if item.what == "wqe" else ""


def _has_peer(control: _Fields) -> bool:
    return any(name.startswith(("SEND", "RDMA_", "ATOMIC_")) for name in control.names.get("opcode", ()))


def _shape(item: "Item", control: _Fields) -> Iterator[Broken]:
    """Rules of the size and the kind of the segments."""
    unless = _unless_transport(item) if _has_peer(control) else ""
    if not control["ds"]:
        yield _broken("DS_ZERO")
    elif not control.names.get("opcode"):
        yield _broken("OPCODE")
    elif item.error:
        is_inline = re.match(r"data\S* needs .* by \S*byte_count", item.error) is not None
        yield _broken("INLINE_LONG" if is_inline else "DS_SMALL", unless=unless)
    elif any(part.path == "padding" for part in item.parts):
        yield _broken("DS_LARGE", unless=unless)


def _segments(item: "Item", control: _Fields) -> Iterator[Broken]:
    """Rules of single segments."""
    unless = _unless_transport(item) if _has_peer(control) else ""
    if any(control.has("opcode", name) for name in ("ATOMIC_MASKED_CS", "ATOMIC_MASKED_FA")) and \
            control["opmod"] not in (8, 9):
        yield _broken("ATOMIC_SIZE", unless=unless)
    if any(control.has("opcode", name) for name in _ANSWERED) and any(
            part.layout == "inline_data_seg" or part.layout == "data_seg" and any(
                line.name == "inline_seg" and line.value for line in part.lines)
            for part in item.parts):
        yield _broken("INLINE_ANSWER", unless=unless)
    address = _Fields(item, "base_av")
    if address and "ext" in address.values and not address["ext"] and item.what == "ud_wqe":
        yield _broken("NO_GRH_AV")
        return
    if control.has("opcode", "GET_PSV") and not 1 <= _Fields(item, "get_psv_seg")["num_psv"] <= 4:
        yield _broken("GET_PSV_COUNT")
    if control.has("opcode", "MMO"):
        yield from _copy(item, control)
    ethernet = _Fields(item, "eth_seg")
    if ethernet and "inline_hdr_sz" in ethernet.values and not ethernet["inline_hdr_sz"] and \
            not ethernet["insert_vlan"] and control.has("opcode", "SEND"):
        yield _broken("NO_INLINE_HEADER", unless="the queue has NONE there")
    if not control.has("opcode", _UMR):
        for part in item.parts:
            length = next((line.value for line in part.lines if line.name == "byte_count"), None)
            if part.layout == "data_seg" and length == 0:
                yield _broken("EMPTY_SEGMENT", part.start - item.offset, unless=unless)
                return


def _copy(item: "Item", control: _Fields) -> Iterator[Broken]:
    source, target = _Fields(item, "data_seg", "src"), _Fields(item, "data_seg", "dest")
    if control["opmod"] not in (1, 2, 3):
        yield _broken("MMO_KIND")
    elif source["inline_seg"] or target["inline_seg"]:
        yield _broken("MMO_LIST")
    elif source["byte_count"] != target["byte_count"]:
        yield _broken("MMO_LENGTH")


# UMRs

def _list_of(item: "Item", data: bytes, octowords: int) -> bytes:
    """Returns the list of a UMR that is in the request."""
    first = next((part.start for part in item.parts if part.path.split(".")[0] in _LISTS), None)
    return data[first:first + octowords * OCTOWORD] if first is not None else b""


def _entries(data: bytes) -> List[Tuple[int, int, int]]:
    """Returns (byte_count, key, address) of each entry, as a KLM."""
    return [(int.from_bytes(data[at:at + 4], "big"), int.from_bytes(data[at + 4:at + 8], "big"),
             int.from_bytes(data[at + 8:at + OCTOWORD], "big")) for at in range(0, len(data) - 15, OCTOWORD)]


def _umr(item: "Item", data: bytes) -> Iterator[Broken]:
    umr, key = _Fields(item, "umr_ctrl_seg"), _Fields(item, "mkc")
    if not umr or not key:
        return
    octowords = umr["klm_octowords"]
    if octowords % LIST_STEP:
        yield _broken("UMR_PADDING")
        return
    entries = _list_of(item, data, octowords)
    listed = _entries(entries)
    empty = False
    for number, entry in enumerate(listed):
        if not any(entry):
            empty = True
        elif empty:
            yield _broken("LIST_GAP", number)
            break
    yield from _bsf(item, data, umr)
    if listed and umr.has("mkey_mask", "LEN") and not umr["translation_offset_en"] and not umr["bsf_octowords"] and \
            not key["bsf_en"] and not key["length64"] and key["access_mode_1_0"] in (0, 2):
        covered = _covered(item, listed)
        if key["len"] > covered:  # a card was seen to refuse it in CREATE_MKEY alone
            unless = " or ".join(
                ([] if umr.has("mkey_mask", "BSF_EN") else ["the key has a BSF"]) +
                (["the key has pages (access mode MTT)"] if other_list(item, data) else []))
            yield replace(_broken("WINDOW", key["len"], octowords, covered, unless=unless), seen=None)


def _covered(item: "Item", listed: List[Tuple[int, int, int]]) -> int:
    """Returns the bytes that the list covers."""
    head = _Fields(item, "repeat_block_seg")
    if head:
        return head["byte_count"] * head["repeat_count"]
    return sum(length for length, _, _ in listed)


def _bsf(item: "Item", data: bytes, umr: _Fields) -> Iterator[Broken]:
    room = umr["bsf_octowords"] * OCTOWORD
    if not room or umr["translation_offset_en"]:
        return
    start = umr.parts[0].start + _BSF_AT + (umr["klm_octowords"] if umr["inline_flag"] else
                                            umr["klm_octowords"] > 0) * OCTOWORD
    raw = data[start:start + room]
    if len(raw) < room:
        return
    size = OCTOWORD << (raw[0] >> 6)
    if size > room:
        yield _broken("BSF_LONG", size, room)
    elif any(raw[size:]):
        yield _broken("BSF_REST", next(at for at in range(size, room) if raw[at]))
    elif size == 8 * OCTOWORD:
        on_wire, in_memory, order = raw[24] >> 4, raw[28] >> 4, raw[65] & 15  # wire_tfs, memory_tfs, encryption_order
        if raw[0] & 3 == 0 and (on_wire and order != _ENCRYPTED_RAW_WIRE or in_memory and order != _ENCRYPTED_RAW_MEMORY):
            yield _broken("ENCRYPTION_ORDER")


# Commands

def _command(item: "Item", data: bytes) -> Iterator[Broken]:
    """A key that is longer than its translations."""
    head, key = _Fields(item, "create_mkey_in"), _Fields(item, "mkc")
    octowords = head["translations_octword_actual_size"]
    if not head or not key or not octowords or item.error or head["mkey_umem_valid"] or key["length64"] or \
            key["bsf_octword_size"] or key["access_mode_1_0"] not in (2, 3):
        return
    first = max(part.start + part.size for part in head.parts)
    listed = _entries(data[first:first + octowords * OCTOWORD])
    if len(listed) < octowords:
        return
    if key["access_mode_1_0"] == 3:
        covered = octowords << key["log_page_size"]
    elif listed[0][1] == 0x400:  # an interleaved layout
        covered = listed[0][0] * (listed[0][2] >> 32)
    else:
        covered = sum(length for length, _, _ in listed)
    if key["len"] > covered:
        yield _broken("WINDOW", key["len"], octowords, covered)


# Requests after one another

@dataclass
class Order:
    """Checks the order of the requests of a ring: a request that may need a UMR before it waits for that."""

    open_keys: Dict[int, List[int]] = field(default_factory=dict)  # keys of UMRs, by QP

    def broken(self, item: "Item") -> List[Broken]:
        control = _Fields(item, "ctrl_seg")
        if not control or item.error:
            return []
        keys = self.open_keys.setdefault(control["qpn"], [])
        if control.has("opcode", _UMR):
            keys.append(control["umr_mkey"])
            del keys[:-_OLD_UMRS]
            return []
        if any(control.has("fm", name) for name in _FENCES):
            keys.clear()
        remote = _Fields(item, "raddr_seg")
        used = [line.value for part in item.parts if part.layout == "data_seg" for line in part.lines
                if line.name == "lkey"]
        named = next((key for key in keys if key in used or remote and remote["rkey"] == key), None)
        if named is None and keys and used and not remote:
            named = keys[-1]
        if named is None:
            return []
        keys.clear()
        return [_broken("FENCE", named, unless="the completion of that UMR was polled before")]


# Other readings

def other_list(item: "Item", data: bytes) -> Optional[Tuple["Part", List[int]]]:
    """Returns the first entry of a list that may be one of pages, and the numbers in it.

    rdma-core leaves the access mode of a UMR 0, so that the bytes do not say whether the key has KLMs or pages.
    """
    umr, key = _Fields(item, "umr_ctrl_seg"), _Fields(item, "mkc")
    part = next((part for part in item.parts if part.path == "translations" and part.layout == "klm"), None)
    if not umr or part is None or key["access_mode_1_0"] or item.error:
        return None
    raw = data[part.start:part.start + umr["klm_octowords"] * OCTOWORD]
    pages = [int.from_bytes(raw[at:at + 8], "big") for at in range(0, len(raw) - 7, 8)]
    while pages and not pages[-1]:
        pages.pop()
    if not pages or not all(page and not page & 0xffc and page & 3 and page >> 63 == 0 for page in pages):
        return None
    return part, pages
