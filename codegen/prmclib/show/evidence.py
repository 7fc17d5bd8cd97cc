# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""What the words of a line show about its numbers: whose they are, and whether they are of a completion.

`status 12` is a completion's in a program of verbs and an exit status in a shell; `vendor_err 0x50` is a code of the device
that reported it. Without such evidence a number is left alone.
"""

from __future__ import annotations

import re

_MLX5 = re.compile(r"mlx5|ConnectX|BlueField", re.I)
_OTHERS = re.compile(
    r"\b(?:(?P<name>hns3|hns_roce|bnxt_re|bnxt_en|irdma|i40iw|erdma|efa|ionic|mana|qedr|cxgb4|ocrdma|rxe|siw|mlx4|mcxnex|mthca|"
    r"pvrdma|hfi1|qib|usnic)(?:_\w+|\d+|(?=:|\])| (?=[0-9a-f]{4}:[0-9a-f]{2}:))|"
    r"(?:(?:rdma|iw|ib|vmw|net)_|lib)(?P<module>rxe|cxgb4|mthca|qib|pvrdma|mana|efa|erdma|irdma|hns)\b|"
    r"(?P<hns>hns)_(?:roce\w*|\d+))", re.I)
_COMPLETION = re.compile(
    r"(?<![a-z])(?:e?cqe?|wce?|qpn?|wr|wqe)(?![a-z])|(?<![a-z])(?:wr?c?_?id|wr_cqe)|[a-z_]cq_|"
    r"\b(?:work|send|recv|receive|got|error|poll\w*|rdma) completions?\b|"
    r"\bcompletions? (?:with|error|status|queue|failed|from)\b|"
    r"\bib_(?:srpt?|isert?|post|poll|wc|mlx|uverbs|core|cm|send|recv|write|read)|ibv_|NET/IB|infiniband|rdma|verbs|\bsmbd?_|"
    r"vend(?:[oe]r)?[ _-]?(?:err|synd)|vndr|syndrome?\b|\bsynd\b|mlx5|\bioctx\b|\bRDS/IB|\bnvmet?_|\bsrpt?\b|\bkiblnd_|o2ib|"
    r"work request|\bib\d\b", re.I)
_EXIT = re.compile(r"\bexit(?:ed)?\b|exit code|return(?:ed)? status|\b(?-i:HTTP|GET|POST)\b|\bNVMe\b.*\bsct\b|fw status", re.I)
_CM = re.compile(r"RDMA_CM_EVENT|\bCM event\b|\bcma? event\b|\brdma_cm\b", re.I)
_MEMORY = re.compile(r"\bEDAC\b|\bECC\b|\bMCE?\b.*\bmemory\b|\bDIMM", re.I)
_DEVICE_EVENT = re.compile(r"mlx5|\beqe?\b|MLX5_EVENT|EQ_", re.I)


def other_driver(text: str) -> str:
    """Returns the driver of another vendor's device, or of an older family, that a text names without naming mlx5; or ""."""
    if _MLX5.search(text):
        return ""
    match = _OTHERS.search(text)
    return next(name.lower() for name in match.groups() if name) if match else ""


def is_of_completion(text: str) -> bool:
    """Returns whether a status or an error's text in a line is a completion's."""
    return _COMPLETION.search(text) is not None and _MEMORY.search(text) is None


def is_exit_status(text: str) -> bool:
    """Returns whether a status in a line is a process', a server's, a disk's or a connection manager's."""
    return _EXIT.search(text) is not None or _CM.search(text) is not None


def is_device_event(text: str) -> bool:
    """Returns whether the number of an event in a line is the device's, not libibverbs' or the kernel's."""
    return _DEVICE_EVENT.search(text) is not None
