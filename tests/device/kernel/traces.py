# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Two traces of one workload: what a program has the device do in the process, and under Linux's driver.

Of each trace only the program's part is read: its commands, by the user id of its contexts, and WQEs and CQEs of its
queues. Numbers that each driver chooses are replaced by names in the order in which they appear (PD 1, PD 2), so that the same
object must be used in the same places. All other fields, and all bytes behind them, must be the same, but for RECORDS and
FIELDS."""

from __future__ import annotations

import json
import os
import re
from typing import Any, Dict, Iterator, List, Set, Tuple

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))

Record = Dict[str, Any]

# Fields, by their last name, with numbers that the driver or the device chooses, and what they number.
NAMES = {name: kind for kind, fields in {
    "context": "uid",
    "PD": "pd",
    "TD": "transport_domain",
    "XRCD": "xrcd",
    "UAR": "uar uar_page",
    "CQ": "cqn cqn_snd cqn_rcv",
    "QP": "qpn remote_qpn input_qpn dqp_dct rqpn dctn",
    "SRQ": "srqn rmpn xrc_srqn srqn_rmpn_xrqn srqn_xrqn xrc_srq_num",
    "key": "mkey_index mkey memkey lkey rkey umr_mkey invalidate_key",
    "PSV": "psv psvn psv_index psv0_index psv1_index wire_psv memory_psv",
    "address": "address raddr addr va remote_address",
    "LID": "rlid dlid slid",
}.items() for name in fields.split()}
KEY_BYTES = ("mkey", "memkey", "lkey", "rkey", "umr_mkey", "invalidate_key")  # with the variant in the lowest byte

# Each difference that is right, with its reason: whole records, ...
RECORDS: Dict[str, str] = {
    "CREATE_UMEM": "rings and memory regions are umems in the process, and lists of pages for the kernel",
    "DESTROY_UMEM": "the same",
    "CREATE_MKEY of a umem": "a memory region: the kernel takes a key of its own, configured by UMR on a queue pair of its own",
    "DESTROY_MKEY of a umem": "the same",
}
# ... and fields, by opcode or kind and last name.
PAGES = ("CREATE_CQ", "CREATE_QP", "CREATE_RMP", "CREATE_XRC_SRQ")  # pages are behind the layout
RINGS = {
    "CREATE_CQ": "cq_umem_valid cq_umem_id dbr_umem_valid dbr_umem_id dbr_addr log_page_size",
    "CREATE_QP": "wq_umem_valid wq_umem_id dbr_umem_valid dbr_umem_id dbr_addr log_page_size page_offset",
    "CREATE_RMP": "wq_umem_valid wq_umem_id dbr_umem_valid dbr_umem_id dbr_addr log_wq_pg_sz page_offset",
    "CREATE_XRC_SRQ": "db_record_addr_h db_record_addr_l log_page_size page_offset",
    "QUERY_CQ": "dbr_umem_valid dbr_umem_id dbr_addr log_page_size page_offset",
    "QUERY_QP": "dbr_umem_valid dbr_umem_id dbr_addr log_page_size page_offset",
    "QUERY_RMP": "wq_umem_valid wq_umem_id dbr_umem_valid dbr_umem_id dbr_addr",
    "QUERY_XRC_SRQ": "db_record_addr_h db_record_addr_l log_page_size page_offset",
    "RST2INIT_QP": "dbr_addr",
}
FIELDS: Dict[Tuple[str, str], str] = {
    **{(opcode, field): "the kernel passes pages and an address, where the process has umems"
       for opcode, fields in RINGS.items() for field in fields.split()},
    **{(opcode, field): "mlx5_ib gives a queue pair without SRQ or XRC domain one of its own, which nothing uses"
       for opcode in ("CREATE_QP", "QUERY_QP") for field in ("xrcd", "srqn_rmpn_xrqn")},
    **{(opcode, "uid"): "mlx5_ib asks as the kernel, DEVX as the user" for opcode in ("QUERY_QP", "QUERY_RMP")},
    ("QUERY_QP", "bytes"): "mlx5_ib has room for pages, which are all 0",
    ("cqe", "timestamp"): "the time",
}
NONE = {0, 0xffffff, 0xffffffff}  # no object, in many fields


def layout_sizes() -> Dict[str, int]:
    """Returns the bytes of each layout."""
    bits: Dict[str, int] = {}
    with open(os.path.join(ROOT, "generated", "layout.map"), encoding="utf-8") as stream:
        for line in stream:
            words = line.split()
            if len(words) >= 4 and words[2].startswith("0x"):
                bits[words[0]] = max(bits.get(words[0], 0), int(words[2], 16) + int(words[3]))
    return {layout: n // 8 for layout, n in bits.items()}


def made(record: Record) -> int:
    """Returns the number of the object that a command has created."""
    given = record["parts"][1]["fields"]
    return next(given[name] for name in ("qpn", "dctn", "rmpn", "xrc_srqn", "mkey_index") if name in given)


def of_program(path: str) -> Iterator[Record]:
    """Yields the records of user contexts and of their queues, without those of RECORDS.

    mlx5_ib sends a few as the kernel: those of XRC SRQs, and queries. They count from the first user context on, if they create
    an XRC SRQ, or name an object of the program."""
    queues: Dict[str, Set[int]] = {"qpn": set(), "rmpn": set(), "xrc_srqn": set()}
    regions: Set[int] = set()
    has_context = False
    with open(path, encoding="utf-8") as stream:
        for record in map(json.loads, stream):
            if record["kind"] not in ("command", "note") and record["qpn"] in queues["qpn"]:
                yield record
            if record["kind"] != "command":
                continue
            opcode, given = record["opcode"], record["parts"][0]["fields"]
            is_users = record["uid"] not in (0, 0xffff)
            has_context |= is_users
            if not is_users and not (has_context and opcode == "CREATE_XRC_SRQ") and \
                    not any(given.get(name) in numbers for name, numbers in queues.items()):
                continue
            if record["status"] == "OK" and opcode in ("CREATE_QP", "CREATE_DCT", "CREATE_RMP", "CREATE_XRC_SRQ"):
                queues[{"CREATE_RMP": "rmpn", "CREATE_XRC_SRQ": "xrc_srqn"}.get(opcode, "qpn")].add(made(record))
            if opcode == "CREATE_MKEY" and given["mkey_umem_valid"]:
                regions.add(made(record))
            elif opcode == "DESTROY_MKEY" and given["mkey_index"] in regions:
                regions.remove(given["mkey_index"])
            elif opcode not in RECORDS:
                yield record


class Names:
    """Names of numbers: the same number of a kind has the same name; a key or address only within a user context, since when the
    driver gives those of closed contexts again is its own matter."""

    def __init__(self) -> None:
        self.seen: Dict[str, Dict[int, str]] = {}
        self.owners: Dict[int, int] = {}  # user ids of queue pairs
        self.skipped: Set[Tuple[str, str]] = set()  # of FIELDS

    def is_compared(self, record: Record, field: str) -> bool:
        found = {(record.get("opcode", ""), field), (record["kind"], field)} & set(FIELDS)
        self.skipped |= found
        return not found

    def of(self, field: str, value: Any, owner: int) -> Any:
        kind = NAMES.get(field)
        if not kind or not isinstance(value, int) or value in NONE:
            return value
        low = ""
        if field in KEY_BYTES:
            value, low = value >> 8, f" variant {value & 0xff}"
        known = self.seen.setdefault(f"{owner} {kind}" if kind in ("key", "address") else kind, {})
        return known.setdefault(value, f"{kind} {len(known) + 1}") + low


def lines(path: str) -> "Tuple[List[str], Set[Tuple[str, str]]]":
    """Returns the program's part of a trace: a line for each record, and for each field that is not 0.

    Commands come first, then WQEs and CQEs, those of a queue in order: which of two queues is served first, the driver does not
    decide, but whether the device polls doorbells. Also returns which of FIELDS were left out."""
    names, sizes = Names(), layout_sizes()
    streams: Dict[Tuple[str, int, int], List[Record]] = {("command", 0, 0): []}
    for record in of_program(path):
        streams.setdefault((record["kind"], record.get("qpn", 0), record.get("cqn", 0)), []).append(record)
    result: List[str] = []
    queues = {}  # by number, in the order of their creation, which all names follow
    for record in streams[("command", 0, 0)]:
        result += of_record(record, names, sizes)
        if record["opcode"] in ("CREATE_QP", "CREATE_DCT") and record["status"] == "OK":
            names.owners[made(record)] = record["uid"]
        queues = names.seen.get("QP", {})
    order = list(queues)
    for (kind, qpn, cqn), records in sorted(streams.items(), key=lambda item: (order.index(item[0][1]) if item[0][1] else -1,
                                                                               item[0][0])):
        for record in records if kind != "command" else []:
            result += of_record(record, names, sizes)
    return result, names.skipped


def of_record(record: Record, names: Names, sizes: Dict[str, int]) -> List[str]:
    owner = record["uid"] if record["kind"] == "command" else names.owners[record["qpn"]]
    head = {name: names.of(name, value, owner) for name, value in record.items()
            if name not in ("time_ns", "pid", "parts") and names.is_compared(record, name)}
    result = [" ".join(f"{name}={value}" for name, value in head.items())]
    for part in record["parts"]:
        result.append(f"  {part['offset']:#05x} {part['layout']}")
        for path, value in {**part["fields"], **part["reserved"]}.items():
            field = re.sub(r"\[\d+\]$", "", path.split(".")[-1])
            if value and names.is_compared(record, field):
                result.append(f"    {path}={names.of(field, value, owner)}")
        rest = part["bytes"][2 * sizes.get(part["layout"], 0) if part["fields"] else 0:]
        if rest and names.is_compared(record, "bytes") and not (record.get("opcode") in PAGES and part is record["parts"][0]):
            result.append(f"    bytes {rest}")
    return result
