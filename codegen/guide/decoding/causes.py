# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Joins error CQEs with the requests that failed, if the input has both."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Dict, List, Tuple

from prmclib.show.explained import RINGS, Item
from prmclib.show.request_rules import Broken

_MOST_CQES = 1000
# Errors whose reason is on the other side, or in the order of events: the bytes of the request do not show it.
_ELSEWHERE = {
    "WR_FLUSH_ERR": "an earlier request of this QP failed; the first error counts",
    "REMOTE_INVAL_REQ_ERR": "the reason is at the peer: rights of its QP, or the length of its receive",
    "REMOTE_ACCESS_ERR": "the reason is at the peer: rkey, range or rights of its memory",
    "REMOTE_OP_ERR": "the reason is at the peer, which has an error of its own",
    "TRANSPORT_RETRY_EXC_ERR": "the peer did not answer",
    "RNR_RETRY_EXC_ERR": "the peer had no receive",
    "LOCAL_PROT_ERR": "look at its keys: the bytes do not show what a key allows",
}


@dataclass
class Cause:
    """An error CQE whose request is in the input: a line about the two, and the reasons."""

    line: str
    qpn: int
    index: int
    reasons: List[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Request:
    dump: int
    title: str
    broken: Tuple[Broken, ...]
    is_sound: bool


@dataclass
class Causes:
    """Collects requests and error CQEs of all dumps."""

    requests: Dict[Tuple[int, int], _Request] = field(default_factory=dict)
    cqes: List[Tuple[int, int, int, str, str]] = field(default_factory=list)

    def add(self, dump: int, item: Item) -> None:
        """Notes an item of the dump with this number, which counts from 1."""
        numbers = {line.name: line.value for part, line in item.lines if part.layout in ("ctrl_seg", "err_cqe")
                   and line.name in ("qpn", "wqe_index", "wqe_counter") and line.value is not None}
        if item.what in RINGS and {"qpn", "wqe_index"} <= set(numbers) and not item.is_cut:
            title = item.title.split(", ")[0]
            is_sound = not item.error and not any(line.remarks for _, line in item.lines)
            self.requests[numbers["qpn"] or 0, numbers["wqe_index"] or 0] = \
                _Request(dump, title, tuple(item.broken), is_sound)
            return
        opcode, syndrome = item.value("opcode"), item.value("syndrome")
        if item.parts and item.parts[0].layout == "err_cqe" and opcode is not None and opcode.names == ["REQ_ERR"] and \
                syndrome is not None and {"qpn", "wqe_counter"} <= set(numbers) and len(self.cqes) < _MOST_CQES:
            parts = item.title.split(", ")
            text = ", ".join(part for part in parts[1:] if not part.startswith(("qpn", "wqe_counter")))
            self.cqes.append((dump, numbers["qpn"] or 0, numbers["wqe_counter"] or 0, text, "".join(syndrome.names)))

    def found(self, dumps: int) -> List[Cause]:
        """Returns a cause for each error CQE whose request is there, or whose queue has others."""
        out: List[Cause] = []
        for dump, qpn, index, text, syndrome in self.cqes:
            request = self.requests.get((qpn, index))
            if request is None:
                others = sorted(other for queue, other in self.requests if queue == qpn)
                if others:
                    shown = ", ".join(f"0x{other:04x}" for other in others[:4]) + (", ..." if len(others) > 4 else "")
                    out.append(Cause(f"the error CQE{_of(dump, dumps)} is that of WQE 0x{index:04x} of QP 0x{qpn:06x}, "
                                     f"which is not here: the WQEs of this QP are {shown}", qpn, index))
                continue
            cause = Cause(f"{request.title} of QP 0x{qpn:06x}{_of(request.dump, dumps)} is the request of the error "
                          f"CQE{_of(dump, dumps)}: {text}", qpn, index)
            cause.reasons = [one.line for one in sorted(request.broken, key=lambda one: bool(one.unless))]
            if not request.is_sound:
                cause.reasons.append("breaks rule segment: see the remarks on its fields")
            if syndrome in _ELSEWHERE:
                cause.reasons.append(_ELSEWHERE[syndrome])
            elif not cause.reasons:
                cause.reasons.append("its bytes break no rule that prmc can check")
            out.append(cause)
        return out


def _of(dump: int, dumps: int) -> str:
    return f" (dump {dump})" if dumps > 1 else ""
