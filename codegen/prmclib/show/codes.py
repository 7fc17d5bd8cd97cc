# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Explains the codes that messages name: status, syndrome, vendor code, command, event.

Programs write the same few numbers in many ways: ``syndrome 0x5, vendor syndrome 0xf9``, ``status=12 vendor err 129``,
``synd 0x13 vend 0x88``, ``RTR2RTS_QP(0x504) ... status bad parameter(0x3)``. A number belongs to the word before it, a
name to the enumeration that has it; the spec says what they mean.
"""

from __future__ import annotations

import errno
import os
import re
from dataclasses import dataclass, field
from typing import Iterator, List, Optional, Tuple

from prmclib.model import NOWHERE, Bits, EnumValue, Field, Kind, Spec
from prmclib.model import meaning
from .evidence import is_device_event, is_exit_status, is_of_completion, other_driver

SYNDROME, VENDOR = "cqe_syndrome", "cqe_vendor_syndrome"
HEALTH, CQ_ERROR = "health_syndrome", "cq_error_syndrome"
STATUS, OPCODE, EVENT = "cmd_status", "cmd_opcode", "event_type"
LONGEST = 2000  # characters of a line

# libibverbs' enum ibv_wc_status, as libmlx5 maps syndromes to it (mlx5_handle_error()).
_WC = ("", "LOCAL_LENGTH_ERR", "LOCAL_QP_OP_ERR", "", "LOCAL_PROT_ERR", "WR_FLUSH_ERR", "MW_BIND_ERR", "BAD_RESP_ERR",
       "LOCAL_ACCESS_ERR", "REMOTE_INVAL_REQ_ERR", "REMOTE_ACCESS_ERR", "REMOTE_OP_ERR", "TRANSPORT_RETRY_EXC_ERR",
       "RNR_RETRY_EXC_ERR", "", "", "REMOTE_ABORTED_ERR")
_WC_NAMES = {"LOC_LEN_ERR": 1, "LOC_QP_OP_ERR": 2, "LOC_PROT_ERR": 4, "WR_FLUSH_ERR": 5, "MW_BIND_ERR": 6,
             "BAD_RESP_ERR": 7, "LOC_ACCESS_ERR": 8, "REM_INV_REQ_ERR": 9, "REM_ACCESS_ERR": 10, "REM_OP_ERR": 11,
             "RETRY_EXC_ERR": 12, "RNR_RETRY_EXC_ERR": 13, "REM_ABORT_ERR": 16}
_WC_TEXTS = {"LOCAL_LENGTH_ERR": "local length error", "LOCAL_QP_OP_ERR": "local QP operation error",
             "LOCAL_PROT_ERR": "local protection error", "WR_FLUSH_ERR": "work request flushed error",
             "MW_BIND_ERR": "memory management operation bind error", "BAD_RESP_ERR": "bad response error",
             "LOCAL_ACCESS_ERR": "local access error", "REMOTE_INVAL_REQ_ERR": "remote invalid request error",
             "REMOTE_ACCESS_ERR": "remote access error", "REMOTE_OP_ERR": "remote operation error",
             "TRANSPORT_RETRY_EXC_ERR": "transport retry counter exceeded", "RNR_RETRY_EXC_ERR": "RNR retry counter exceeded",
             "REMOTE_ABORTED_ERR": "remote aborted error"}
_PHRASES = [(re.compile(text, re.I), name) for text, name in (
    (r"\blocal length\b", "LOCAL_LENGTH_ERR"), (r"\blocal qp op", "LOCAL_QP_OP_ERR"),
    (r"\blocal protection\b", "LOCAL_PROT_ERR"),
    (r"\b(?:wr|work request)s?\b.{0,4}\bflush|\bflush(?:ed)? err", "WR_FLUSH_ERR"),
    (r"\bmemory (?:management operation|window bind)", "MW_BIND_ERR"), (r"\bbad response\b", "BAD_RESP_ERR"),
    (r"\blocal access\b", "LOCAL_ACCESS_ERR"), (r"\bremote invalid request\b", "REMOTE_INVAL_REQ_ERR"),
    (r"\bremote access\b", "REMOTE_ACCESS_ERR"), (r"\bremote (?:operation|op|qp)\b", "REMOTE_OP_ERR"),
    (r"\b(?:rnr|receiver?.not.ready) retry\b", "RNR_RETRY_EXC_ERR"),
    (r"\btransport retry\b|(?<!rnr )(?<!ready )\bretry (?:count|counter)\b.{0,12}\bexceeded",
     "TRANSPORT_RETRY_EXC_ERR"))]

_NUMBER = r"(?P<number>0x[0-9a-f]+|[0-9]+)\b"
_LABELS = re.compile(
    r"(?<![a-z])(?<![a-z]_)(?:(?P<vendor>(?:vend(?:[oe]r)?|vndr)[ _-]?(?:err(?:or)?)?[ _-]?(?:synd(?:rome)?|code)?|syndrom(?!e))"
    r"|(?P<hw>hw[ _](?:err(?:or)?[ _])?synd(?:rome)?|hw)|(?P<syndrome>synd(?:rome)?)|(?P<event>event(?:[ _]type)?|eqe type)"
    r"|(?P<status>(?:wc |completion )?(?:status(?: number)?|wc error|(?<=reg )umr failed|(?<=with )error(?= \d+, opcode))"
    r"(?:[ :=]{1,2}[a-z][a-z_ ]{0,40}(?=\())?))"
    r"(?: field with)?(?: byte| code| value)?(?: is| was)?[\s:=#('\"]{1,4}" + _NUMBER,
    re.I)
_COMMAND_SYNDROME = re.compile(r"\bsyndrome[ =:(]{1,3}0x([0-9a-f]{3,8})\b", re.I)
_COMMAND = re.compile(r"\b([A-Z0-9][A-Z0-9_]{3,})\((?:op[a-z]* )?0x([0-9a-fA-F]+)\)")
_WORD = re.compile(r"(?<![A-Za-z0-9_])(?:IBV_WC_|MLX5_CQE_SYNDROME_|MLX5_EVENT_TYPE_(?:CODING_)?|MLX5_CMD_STAT_|"
                   r"MLX5_CMD_OP_)?([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)(?![A-Za-z0-9_])")
_AFTER_NAME = re.compile(r"[ (,:]{1,3}0x([0-9a-f]{2})\b", re.I)  # `MW_BIND_ERR 0x78`
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")  # between the words of RemoteAccessError
MAYBE = re.compile(r"synd|vend|status|err|fail|retry|event|[A-Z]\(0x|MLX5_|ibv_\w+:", re.I)  # lines that may name codes
_VENDOR_HEX = re.compile(r"\bvend(?:[oe]r)?_err:? (?=[0-9a-f]?[a-f])([0-9a-f]{2})\b")  # of iSER and rping
# Texts of ibv_wc_status_str() and ib_wc_status_msg() that nothing else has.
_VERBS_TEXT = re.compile(r"transport retry counter|rnr retry counter|work request flushed|local qp operation|"
                         r"local protection error|remote invalid request|memory management operation|memory bind operation|"
                         r"local length error", re.I)
_HW_PAIR = re.compile(r"(hw[ _]synd(?:rome)?[ :=]{1,2})\d{1,3}/(?=\d)", re.I)  # UCX: hw_synd_type/hw_err_synd
# The firmware's syndromes, not a CQE's; some kernels print them without the name of the function.
_HEALTH = re.compile(r"print_health_info|health|^\W*syndrome: \d+ description:|\bmlx5_core [\w:.]+: synd 0x[0-9a-f]+: ", re.I)
_DEVX = re.compile(r"devx", re.I)  # what it reports is a command's
_ERRNO = re.compile(r"(?:\b(?:err(?:or|no)?|ret(?:urn(?:ed)?)?|rc|failed(?: with)?(?: error)?)(?: code| value)?[ :=(,]{1,3}|\()"
                    r"-(?P<number>\d{1,3})(?![\w.])", re.I)
_DRIVER = re.compile(r"mlx5|infiniband|\brdma|nvmet?_|\bib_|\biser|\bsrpt?\b|devx|ibv_|\bkiblnd_|@o2ib", re.I)
# Errors by the text of strerror(), at the end of a line that names a call: `ibv_reg_mr() failed: Cannot allocate memory`.
_ERRNO_TEXTS = {os.strerror(number): number for number in (
    errno.EPERM, errno.ENOENT, errno.EIO, errno.EAGAIN, errno.ENOMEM, errno.EACCES, errno.EFAULT, errno.EBUSY, errno.EEXIST,
    errno.ENODEV, errno.EINVAL, errno.ENOSPC, errno.ERANGE, errno.ENOSYS, errno.EOPNOTSUPP, errno.EPROTONOSUPPORT,
    errno.EREMOTEIO, errno.ETIMEDOUT)}
_ERRNO_NUMBER = re.compile(r"\berrno[ :=(]{1,3}(?P<number>\d{1,3})(?![\w.])", re.I)
_ERRNO_TEXT = re.compile(rf"(?:\b(?:mlx5\w*|devx|ibv|rdma)_\w+:|\b(?:mlx5\w*|devx|ibv|rdma)_\w+\b.*\b"
                         rf"(?:fail|err|could ?n[o']t|cannot|unable)\w*\b|\b(?:fail|could ?n[o']t|cannot|unable)\w*\b.*"
                         rf"\b(?:QP|CQ|SRQ|MR|memory region|mkey)s?\b).*?"
                         rf"\b(?P<text>{'|'.join(map(re.escape, _ERRNO_TEXTS))})\b", re.I)
_KERNEL_PAIR = re.compile(r"\((?:\d{1,2})/0x(?P<vendor>[0-9a-f]{1,2})\)")  # of Linux's RPC over RDMA: status/vendor code
# Linux's event of a QP: the text of a verbs status for what is a syndrome of mlx5, then vendor code, type and code of the
# hardware.
_QP_ERROR = re.compile(r"\bQP \d+ error: (?P<text>[\w ]+) "
                       r"\((?P<vendor>0x[0-9a-f]{1,2}) 0x[0-9a-f]{1,2} (?P<hw>0x[0-9a-f]{1,2})\)")
_QP_ERROR_TEXTS = {"local length error": 0x01, "local QP operation error": 0x02, "local protection error": 0x04,
                   "WR flushed": 0x05, "memory bind operation error": 0x06, "operation aborted": 0x10,
                   "invalid EE context number": 0x11, "invalid EE context state": 0x12, "fatal error": 0x13,
                   "response timeout error": 0x14, "general error": 0x15}
# Lustre's o2iblnd has a verbs status at the end of a line, as Open MPI's openib has one behind its text.
_LUSTRE = re.compile(r"(?:\bkiblnd_\w+\(\)\)?|\bLNet\w*:).*?\b(?:Tx -> .* failed:? |Rx from \S+ failed: |"
                     r"(?:RDMA|FastReg|FastInv)(?: \(tx: \w+\))? failed: )(?P<number>\d{1,2})\s*\Z")
_CQ_ERROR = re.compile(r"\bCQ error on CQN 0x[0-9a-f]+, syndrome? (0x[0-9a-f]+)")
_EVENTS = {"IBV_EVENT_QP_FATAL": "WQ_CATAS_ERROR", "IBV_EVENT_QP_REQ_ERR": "WQ_INVAL_REQ_ERROR",
           "IBV_EVENT_QP_ACCESS_ERR": "WQ_ACCESS_ERROR", "IBV_EVENT_CQ_ERR": "CQ_ERROR",
           "IBV_EVENT_SRQ_ERR": "SRQ_CATAS_ERROR", "IBV_EVENT_SRQ_LIMIT_REACHED": "SRQ_RQ_LIMIT"}
# enum ibv_event_type of libibverbs, and the kernel's ib_event_type, by number.
_VERBS_EVENTS = {0: "CQ_ERROR", 1: "WQ_CATAS_ERROR", 2: "WQ_INVAL_REQ_ERROR", 3: "WQ_ACCESS_ERROR", 4: "COMM_EST",
                 5: "SQ_DRAINED", 6: "PATH_MIG", 7: "PATH_MIG_FAILED", 11: "SRQ_CATAS_ERROR"}
_EVENT_PHRASES = [(re.compile(text, re.I), name) for text, name in (
    (r"local access violation work queue", "WQ_ACCESS_ERROR"), (r"invalid request local work queue", "WQ_INVAL_REQ_ERROR"),
    (r"local work queue catastrophic", "WQ_CATAS_ERROR"), (r"\bCQ error\b", "CQ_ERROR"),
    (r"SRQ catastrophic", "SRQ_CATAS_ERROR"))]
_TROUBLE = re.compile(r"err|fail|syndrome|completion|\bwc\b|status|retry", re.I)


@dataclass
class Fact:
    """A code in a text: the number or name, and what it means."""

    what: str  # "vendor code", "syndrome", ...
    enum: str  # of the spec, or empty
    value: Optional[int]
    names: List[str] = field(default_factory=list)
    text: str = ""
    observed: List[str] = field(default_factory=list)

    @property
    def line(self) -> str:
        number = f" {self.value:#04x}" if self.value is not None else ""
        name = f" {' '.join(self.names)}" if self.names else ""
        return f"{self.what}{number}{name}" + (f": {self.text}" if self.text else "")


WHAT = {SYNDROME: "syndrome", VENDOR: "vendor code", STATUS: "command status", OPCODE: "command", EVENT: "event"}


def names_of_syndrome(name: str) -> List[str]:
    """Returns what libibverbs calls a syndrome: the name of its status, and the words of its text."""
    return [*(f"IBV_WC_{status}" for status, number in _WC_NAMES.items() if _WC[number] == name),
            *_WC_TEXTS.get(name, "").split()]


def fact(spec: Spec, enum: str, value: int, what: str = "") -> Fact:
    """Returns what a number means in an enumeration."""
    out = Fact(what or WHAT[enum], enum, value)
    if enum not in spec.enums:
        out.text = f"the spec has no {enum}"
        return out
    found = meaning.of_value(spec, Field("", Bits(0, 32), Kind.UINT, NOWHERE, elem_width=32, enum=enum), value)
    out.names = found.names
    out.text = (found.text or "; ".join(found.remarks)).rstrip(".")
    known = spec.enums[enum]
    entries = [known.by_value(value) or known.with_detail(value)]
    base = known.with_detail(value)
    if base is not None and base.detail in spec.enums:
        entries.append(spec.enums[base.detail].by_value(value & ((1 << base.detail_bits) - 1)))
    out.observed = [text for entry in entries if entry is not None for text in entry.about.observed
                    if entry is not base or base is None or _is_about(text, base, value)]
    return out


def _is_about(text: str, base: EnumValue, value: int) -> bool:
    """Returns whether an observation of a value with details is about this code: it names it, or no code of the value."""
    named = {int(one, 16) for one in re.findall(r"\b0x[0-9a-f]{2}\b", text)}
    return value in named or not named & set(range(base.value, base.value + (1 << base.detail_bits)))


def _named(spec: Spec, enum: str, name: str) -> Iterator[Fact]:
    known = spec.enums.get(enum)
    entry = known.by_name(name) if known is not None else None
    if entry is not None:
        yield fact(spec, enum, entry.value)


@dataclass
class _Line:
    """What a line shows about its numbers."""

    is_command: bool  # status and syndrome are a command's
    is_completion: bool
    is_exit: bool
    is_device_event: bool
    driver: str  # of another device, whose codes no list here explains
    is_drivers: bool  # that driver printed the line
    is_hex: bool  # numbers without 0x are hexadecimal


def facts(spec: Spec, text: str, driver: str = "") -> List[Fact]:
    """Returns the codes that a line of a log names, in the order of the text.  ``driver``: the driver of another device
    that the log is of."""
    if len(text) > LONGEST or not MAYBE.search(text):
        return []
    if _HEALTH.search(text):
        match = re.search(r"\bsynd(?:rome)?[ :=(]{1,3}(0x[0-9a-f]{1,2}|\d{1,3})\b", text, re.I)
        if not match:
            return []
        number = match.group(1)
        return [fact(spec, HEALTH, int(number, 16 if number.lower().startswith("0x") else 10), "health syndrome")]
    match = _CQ_ERROR.search(text)
    if match:
        return [*_named(spec, EVENT, "CQ_ERROR"), fact(spec, CQ_ERROR, int(match.group(1), 16), "syndrome of the CQ")]
    match = _QP_ERROR.search(text)
    if match:
        return _of_qp_event(spec, match)
    match = _LUSTRE.search(text)
    if match:
        return list(_of_status(spec, int(match.group("number"))))
    text = _HW_PAIR.sub(r"\1", text)
    found: List[Tuple[int, Fact]] = []
    commands = [(match, fact(spec, OPCODE, int(match.group(2), 16))) for match in _COMMAND.finditer(text)]
    commands = [(match, one) for match, one in commands if one.names == [match.group(1)]]
    found += [(match.start(), one) for match, one in commands]
    is_command = (bool(commands) or _DEVX.search(text) is not None or
                  any(int(number, 16) > 0xff for number in _COMMAND_SYNDROME.findall(text)))
    line = _Line(is_command, is_of_completion(text), is_exit_status(text), is_device_event(text), driver or other_driver(text),
                 bool(other_driver(text)), _is_hex(spec, text))
    for match in _LABELS.finditer(text):
        found += [(match.start(), one) for one in _labelled(spec, match, line)]
    match = _VENDOR_HEX.search(text)
    if match and line.is_completion and not line.driver:
        found.append((match.start(), fact(spec, VENDOR, int(match.group(1), 16))))
    for word, event in _EVENTS.items():
        if re.search(rf"\b{word}\b", text):
            found += [(text.index(word), one) for one in _named(spec, EVENT, event)]
    for pattern, event in _EVENT_PHRASES if "event" in text.lower() else ():
        match = pattern.search(text)
        if match:
            found += [(match.start(), one) for one in _named(spec, EVENT, event)]
    for match in _WORD.finditer(text):
        name = match.group(1)
        name = _WC[_WC_NAMES[name]] if name in _WC_NAMES else name
        for enum in (SYNDROME, EVENT) if "event" in text.lower() else (SYNDROME,):
            found += [(match.start(), one) for one in _named(spec, enum, name)]
            code = _AFTER_NAME.match(text, match.end())
            if code and found and found[-1][1].enum == SYNDROME and found[-1][1].value != int(code.group(1), 16):
                found.append((code.start(), fact(spec, VENDOR, int(code.group(1), 16))))
        if match.group().startswith("MLX5_CMD"):
            for enum in (STATUS, OPCODE):
                found += [(match.start(), one) for one in _named(spec, enum, name)]
    if _TROUBLE.search(text) and (line.is_completion or _VERBS_TEXT.search(text)):
        spaced = _CAMEL.sub(" ", text)
        for pattern, name in _PHRASES:
            match = pattern.search(spaced)
            if match and not any(one.enum in (SYNDROME, EVENT) for _, one in found):
                found += [(match.start(), one) for one in _named(spec, SYNDROME, name)]
    match = _KERNEL_PAIR.search(text)
    if match and any(one.enum == SYNDROME for _, one in found):
        found.append((match.start(), fact(spec, VENDOR, int(match.group("vendor"), 16))))
    match = _ERRNO.search(text) or _ERRNO_NUMBER.search(text) if _DRIVER.search(text) else None
    if match and int(match.group("number")) in errno.errorcode and not any(one.enum == STATUS for _, one in found):
        found.append((match.start(), _errno(spec, int(match.group("number")))))
    match = _ERRNO_TEXT.search(text) if not found else None
    if match:
        found.append((match.start(), _errno(spec, next(
            number for said, number in _ERRNO_TEXTS.items() if said.lower() == match.group("text").lower()))))
    out: List[Fact] = []
    for _, one in sorted(found, key=lambda item: item[0]):
        if (one.enum, one.value) not in [(other.enum, other.value) for other in out]:
            out.append(one)
    return out


def _errno(spec: Spec, number: int) -> Fact:
    """Returns what an error of the kernel means, with the command statuses that it turns into this one."""
    name = "EOPNOTSUPP" if number == errno.EOPNOTSUPP else errno.errorcode[number]
    known = spec.enums.get(STATUS)
    given = [entry.name for entry in known.values if entry.about.doc.endswith(f", {name}.")] if known is not None else []
    reason = f"; also returned, after a line in the kernel's log, for command status {' or '.join(given)}" if given else ""
    if number in (errno.EINVAL, errno.EOPNOTSUPP):
        reason += "; the kernel gives no reason, but `softmlx5 --trace FILE PROGRAM` prints one for each call that it refuses"
    return Fact(f"errno {number}", "", None, [name], os.strerror(number) + reason)


def _of_qp_event(spec: Spec, match: "re.Match[str]") -> List[Fact]:
    """Returns the codes of a QP's event. Linux passes the syndrome to ib_wc_status_msg(), whose numbers differ from 0x10 on."""
    syndrome = _QP_ERROR_TEXTS.get(match.group("text"))
    out = [] if syndrome is None else [fact(spec, SYNDROME, syndrome)]
    return [*out, fact(spec, VENDOR, int(match.group("vendor"), 16)), *_hardware(spec, int(match.group("hw"), 16))]


def _hardware(spec: Spec, value: int) -> Iterator[Fact]:
    """Yields what is known of a code of the hardware; 0 is none."""
    if not value:
        return
    entries = spec.layouts["err_cqe"].walk() if "err_cqe" in spec.layouts else iter(())
    item = next((entry.item for entry in entries if entry.item.name == "hw_err_synd"), None)
    seen = [text for text in item.about.observed if f" {value:#04x}" in text] if item is not None else []
    yield Fact("hw_err_synd", "", value, [], item.about.doc.rstrip(".") if item is not None else "", seen)


def _number(match: "re.Match[str]", is_hex: bool = False) -> int:
    return int(match.group("number"), 16 if is_hex or match.group("number").lower().startswith("0x") else 10)


def _is_hex(spec: Spec, text: str) -> bool:
    """Returns whether the numbers of a completion without 0x are hexadecimal: it says so, or only so is its syndrome one."""
    if re.search(r"\bhex\b", text, re.I):
        return True
    for match in _LABELS.finditer(text):
        if match.group("syndrome") and match.group("number").isdigit() and len(match.group("number")) == 2:
            return not fact(spec, SYNDROME, _number(match)).names and bool(fact(spec, SYNDROME, _number(match, True)).names)
    return False


def _labelled(spec: Spec, match: "re.Match[str]", line: _Line) -> Iterator[Fact]:
    """Yields what a number means after this word."""
    value = _number(match, line.is_hex or match.group("vendor") in ("vend_err", "vender_err"))  # of iSER and rping
    label = next(name for name in ("vendor", "hw", "syndrome", "event", "status") if match.group(name))
    if line.driver and label not in ("event", "status") and not line.is_command or line.is_drivers and label == "status" and \
            "wc" not in match.string[max(0, match.start() - 3):match.end()].lower():
        if line.is_completion and label != "hw":
            yield Fact(WHAT[VENDOR] if label == "vendor" else label, "", value, [],
                       f"of a device of {line.driver}, whose codes are not those of mlx5")
    elif label == "vendor" and value < 256:
        if line.is_completion or match.group("vendor").lower() not in ("vend", "vendor"):
            yield _vendor(spec, match.group("number"), value, "NCCL" in match.string)
    elif label == "hw" and value < 256:
        yield from _hardware(spec, value)
    elif label == "syndrome" and (line.is_command or value > 0xff):
        yield Fact("command syndrome", "", value, [], "the firmware's own code; no source lists them" if value else
                   "no code of the firmware, which may not have had the command")
    elif label == "syndrome" and line.is_completion:  # some programs call the vendor's code a syndrome
        one = fact(spec, SYNDROME, value)
        other = fact(spec, VENDOR, value)
        yield one if one.names or not other.names else other
    elif label == "event" and value < 256 and not line.driver:
        yield from _event(spec, value, line)
    elif label == "status" and line.is_command:
        yield fact(spec, STATUS, value)
    elif label == "status" and line.is_completion and not line.is_exit:
        yield from _of_status(spec, value)


def _vendor(spec: Spec, number: str, value: int, is_decimal: bool) -> Fact:
    """Returns a vendor code. A number of two digits may be decimal or hexadecimal, unless the program is known: says both."""
    one = fact(spec, VENDOR, value)
    if is_decimal or not number.isdigit() or len(number) != 2 or int(number) != value:
        return one
    other = fact(spec, VENDOR, int(number, 16))
    if not one.names:
        return other
    if other.names:
        one.text += f". If the program prints hexadecimal numbers: {other.value:#04x} {' '.join(other.names)}"
    return one


def _event(spec: Spec, value: int, line: _Line) -> Iterator[Fact]:
    """Yields an event by the device's number, or by that of libibverbs and the kernel."""
    if line.is_device_event:
        one = fact(spec, EVENT, value)
        if one.names:
            yield one
    elif line.is_completion and value in _VERBS_EVENTS:
        for one in _named(spec, EVENT, _VERBS_EVENTS[value]):
            one.what = f"ibv_event_type {value}, event"
            yield one


def _of_status(spec: Spec, value: int) -> Iterator[Fact]:
    """Yields the syndrome that libibverbs and the kernel turn into this status of a completion."""
    for one in _named(spec, SYNDROME, _WC[value]) if value < len(_WC) and _WC[value] else ():
        one.what = f"ibv_wc_status {value}, syndrome"
        yield one


def explain(spec: Spec, words: List[str]) -> List[Fact]:
    """Returns what the words of `prmc explain` name: codes with or without labels."""
    text = _HW_PAIR.sub(r"\1", " ".join(words))
    found = facts(spec, text)
    for match in _LABELS.finditer(text):  # also in a text that names nothing else, such as `hw 0x93`
        line = _Line(any(other.enum == OPCODE for other in found), True, False, True, "", False, False)
        found += [one for one in _labelled(spec, match, line)
                  if (one.enum, one.value) not in [(other.enum, other.value) for other in found]]
    for word in re.findall(r"[A-Za-z0-9_]+", text.upper()):
        for enum in (SYNDROME, VENDOR, STATUS, EVENT, OPCODE):
            if not any(one.names == [word] for one in found):
                found += _named(spec, enum, word)
    if any(one.enum == VENDOR for one in found) and re.search(r"vend", text, re.I):
        return found
    if any(one.what == "hw_err_synd" for one in found):
        return found
    for number in re.findall(r"(?<![\w=])(?:0x[0-9a-fA-F]+|\d+)\b", text):
        value = int(number, 0 if number.lower().startswith("0x") else 10)
        if any(one.value == value for one in found):
            continue
        is_beside = any(one.enum == SYNDROME for one in found)
        enums = (VENDOR,) if is_beside else (VENDOR, SYNDROME, STATUS, OPCODE, EVENT)
        found += [one for enum in enums for one in [fact(spec, enum, value)] if one.names]
    return found
