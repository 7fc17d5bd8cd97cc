# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Expected contents of the recorded images: from the inputs of a case to the value of every field.

A plain model of the calls, written from the manual pages of mlx5dv (mlx5dv_wr_mkey_configure,
mlx5dv_wr_set_mkey_sig_block, mlx5dv_wr_set_mkey_crypto, mlx5dv_create_mkey, mlx5dv_mkey_check,
mlx5dv_qp_cancel_posted_send_wrs), the headers of rdma-core and Linux, and the README of the
vectors.  It neither reads the spec nor knows the place of a field; it only uses the names of
layouts and fields.  The images come in the order in which they were recorded, each with the layouts
that it consists of.

The exception are CQEs: their bytes are the input. They are read by offset here, and the results of the poll and of the
key check that follow from their values must be the recorded ones.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import Any, Dict, Iterator, List, Optional, Set, Tuple, Union

Value = Union[int, str]  # a number; byte strings as lower-case hex
Values = Dict[str, Value]
Case = Dict[str, Any]

# Fields whose value the inputs of a case do not determine, and the reason. A field is listed here only if no image
# determines it; bytes that the writer left unwritten are Part.unwritten instead.
UNDETERMINED: Dict[Tuple[str, str], str] = {
    ("query_qp_out", "qpc.remote_qpn"):
        "the recorded answers have a constant here; cancelling does not look at it",
}


class ModelError(Exception):
    """The record contradicts the model, but not in the fields of an image."""


ZERO, UNWRITTEN = "zero", "unwritten"


@dataclass
class Part:
    """One layout of an image.

    ``fields`` has a value for each named field; those in ``unwritten`` are not written and must be in the bytes that
    the case lists under ``any``. ``others`` is for fields without an entry in either: ZERO, UNWRITTEN, or empty if
    there must be none. ``arms`` has the arm of each overlay that the layout does not determine; the fields of other
    arms are then not compared, nor the bits as a whole unless ``fields`` has them.
    """

    path: str
    layout: str
    fields: Values
    unwritten: Set[str] = field(default_factory=set)
    others: str = ""
    arms: Dict[str, str] = field(default_factory=dict)


@dataclass
class Image:
    """A recorded byte string. ``what`` is the name of its layout, variant or sequence in the spec."""

    what: str
    data: bytes
    parts: List[Part]
    any_bytes: Set[int] = field(default_factory=set)  # offsets of the bytes under ``any``
    error: str = ""  # a ModelError of this image


def zeros(*names: str) -> Values:
    return {name: 0 for name in names}


def hex_number(text: str) -> int:
    """Returns a 64-bit quantity of the record, "0x..."."""
    return int(text, 16)


def up(value: int, step: int) -> int:
    """Returns ``value`` rounded up to a multiple of ``step``."""
    return -(-value // step) * step


# Work requests ----------------------------------------------------------------------------------

NOP, SEND_INVAL, RDMA_WRITE, RDMA_WRITE_IMM = 0x00, 0x01, 0x08, 0x09
SEND, SEND_IMM, RDMA_READ, ATOMIC_CS, ATOMIC_FA = 0x0a, 0x0b, 0x10, 0x11, 0x12
SET_PSV, UMR = 0x20, 0x25

FLAG_FENCE, FLAG_SIGNALED, FLAG_SOLICITED = 1, 2, 4
FENCE_SMALL, FENCE_SMALL_AND_READ_ATOMIC = 1, 4
CE_ALWAYS = 2

# Opcodes of WQEs, and those of the completions that ibv_poll_cq reports for them.
OPCODES = {"send": SEND, "send_imm": SEND_IMM, "send_inv": SEND_INVAL, "rdma_write": RDMA_WRITE,
           "rdma_write_imm": RDMA_WRITE_IMM, "rdma_read": RDMA_READ, "atomic_cs": ATOMIC_CS,
           "atomic_fa": ATOMIC_FA}
WC_OPCODES = {SEND: 0, SEND_IMM: 0, SEND_INVAL: 0, RDMA_WRITE: 1, RDMA_WRITE_IMM: 1,
              RDMA_READ: 2, ATOMIC_CS: 3, ATOMIC_FA: 4}
WC_LOCAL_INV, WC_DRIVER1 = 6, 135
# The name of bits 0x0c of the control segment, by opcode; others have general_id.
IMM_NAMES = {SEND_IMM: "immediate", RDMA_WRITE_IMM: "immediate", SEND_INVAL: "invalidate_key",
             UMR: "umr_mkey"}

# Bits of the UMR's mkey_mask.
MASK_LEN, MASK_EN_SIGERR, MASK_BSF_EN, MASK_KEY, MASK_QPN = 0, 9, 12, 13, 14
MASK_LW, MASK_RR, MASK_RW, MASK_A, MASK_FREE = 18, 19, 20, 21, 29
# ibv_access_flags -> (field of the mkey context, bit of the mask)
ACCESS = {1: ("lw", MASK_LW), 2: ("rw", MASK_RW), 4: ("rr", MASK_RR), 8: ("a", MASK_A)}
ANY_QP = 0xffffff

KEY_SIGNATURE, KEY_CRYPTO, KEY_REMOTE_INVALIDATE = 2, 4, 16
RESET_SIG_ATTR = 1
COPY_MASK = 1
TYPE_T10DIF, TYPE_CRC = 0, 1
CRC32, CRC32C, CRC64_XP10 = 0, 1, 2
MULTI_BLOCK = 4

# mlx5dv_block_size -> selector
BLOCK_SELECTOR = {0: 1, 1: 2, 2: 6, 3: 3, 4: 4}
# mlx5dv_sig_crc_type -> upper four bits of the format selector
CRC_FORMAT = {CRC32: 2, CRC32C: 4, CRC64_XP10: 5}
# Parts of the signature field, one bit a byte, the first byte is the top bit.
BYTES_GUARD, BYTES_APPTAG, BYTES_REFTAG, BYTES_CRC32, BYTES_CRC64 = 0xc0, 0x30, 0x0f, 0xf0, 0xff
WHOLE_KEY = 0xffffffff  # raw_data_size

SIZE_64, SIZE_128 = 2, 3  # bsf_size
P_TYPE_SIGNATURE, P_TYPE_CRYPTO = 0, 1


@dataclass
class SigError:
    """The contents of a signature-error CQE, read by its byte offsets."""

    expected: int  # 64 bits
    actual: int
    syndrome: int
    sig_type: int
    domain: int
    offset: int


class Key:
    """State of a memory key by the manual pages.

    ``sig`` and ``crypto`` are NEVER (not configured), NEW (attributes given in this request), KEPT
    (in an earlier one) or RESET (in this request; only ``sig``).
    """

    NEVER, NEW, KEPT, RESET = range(4)

    def __init__(self, spec: Case) -> None:
        self.lkey: int = spec["lkey"]
        self.has_sig = bool(spec["flags"] & KEY_SIGNATURE)
        self.has_crypto = bool(spec["flags"] & KEY_CRYPTO)
        self.mem_psv: int = spec.get("mem_psv", 0)
        self.wire_psv: int = spec.get("wire_psv", 0)
        self.sig = Key.NEVER
        self.attr: Dict[str, Any] = {"mem": None, "wire": None}
        self.crypto = Key.NEVER
        self.crypto_attr: Dict[str, Any] = {}
        self.error_count = 1
        self.write_count = True
        self.error: Optional[SigError] = None
        # Upstream loses track of the attributes of a key whose configuration fails or is given up;
        # no case uses such a key afterwards.
        self.is_unknown = False

    def begin(self, conf_flags: int) -> None:
        """Starts a new configuration."""
        if self.is_unknown and (self.has_sig or self.has_crypto):
            raise ModelError("a key is used again after a configuration that failed")
        if conf_flags & RESET_SIG_ATTR:
            self.sig = Key.RESET
            self.attr = {"mem": None, "wire": None}
        elif self.sig == Key.NEW:
            self.sig = Key.KEPT
        elif self.sig == Key.RESET:
            self.sig = Key.NEVER
        if self.crypto == Key.NEW:
            self.crypto = Key.KEPT

    def check(self) -> Dict[str, Any]:
        """Returns the result of mlx5dv_mkey_check, with upstream's priority."""
        if not self.has_sig:
            return {"ret": 22}
        if self.error is None:
            return {"ret": 0, "err_type": 0}
        error = self.error
        domain = {0: self.attr["wire"], 1: self.attr["mem"]}.get(error.domain)
        if not error.syndrome & 0x3800 or error.sig_type or domain is None:
            return {"ret": 22}
        self.error = None

        def result(kind: int, shift: int, bits: int) -> Dict[str, Any]:
            mask = (1 << bits) - 1
            return {"ret": 0, "err_type": kind, "expected": hex(error.expected >> shift & mask),
                    "actual": hex(error.actual >> shift & mask), "offset": hex(error.offset)}

        if error.syndrome & 1 << 11:
            return result(2, 0, 32)
        if error.syndrome & 1 << 12:
            return result(3, 32, 16)
        if domain["sig_type"] == TYPE_T10DIF:
            return result(1, 48, 16)
        return result(1, 0, 64) if domain["crc"]["type"] == CRC64_XP10 else result(1, 32, 32)


@dataclass
class Slot:
    """The ring's record of a WQE."""

    wr_id: int
    wc_opcode: int
    ctrl: Part
    image: Optional[Image]


class Queue:
    """A send queue: counters, fences and the WQEs that it writes."""

    def __init__(self, case: Case) -> None:
        qp = case["qp"]
        self.qpn: int = qp["qpn"]
        self.wqe_cnt: int = qp["wqe_cnt"]
        self.signal_all = bool(qp["sq_sig_all"])
        self.pi: int = qp["pi"]
        self.fence = qp["fm_cache"] >> 5
        self.engines: int = case.get("ctx", {}).get("crypto_engines", 0)
        self.keys = [Key(spec) for spec in case["mkeys"]]
        self.slots: Dict[int, Slot] = {}
        self.cqes: List[bytes] = []  # in the CQ, not polled yet
        self.consumed = 0

    # One WQE.

    def ctrl(self, opcode: int, octowords: int, flags: int, imm: Optional[int] = None,
             signal: Optional[bool] = None) -> Part:
        """Returns the control segment; ``imm`` None: the bits after the flags are not written."""
        if signal is None:
            signal = self.signal_all or bool(flags & FLAG_SIGNALED)
        name = IMM_NAMES.get(opcode, "general_id")
        part = Part("ctrl", "ctrl_seg", {
            "opmod": 0, "wqe_index": self.pi & 0xffff, "opcode": opcode, "qpn": self.qpn,
            "ds": octowords, "signature": 0, "dci_stream_channel_id": 0,
            "fm": FENCE_SMALL_AND_READ_ATOMIC if flags & FLAG_FENCE else self.fence,
            "ce": CE_ALWAYS if signal else 0, "se": int(bool(flags & FLAG_SOLICITED)),
            name: imm if imm is not None else 0}, {name} if imm is None else set())
        self.fence = FENCE_SMALL if opcode in (UMR, SET_PSV) else 0
        return part

    def emit(self, parts: List[Part], wr_id: int, wc_opcode: int) -> List[Part]:
        ctrl = parts[0]
        self.slots[self.pi % self.wqe_cnt] = Slot(wr_id, wc_opcode, ctrl, None)
        self.pi = (self.pi + up(int(ctrl.fields["ds"]), 4) // 4) & 0xffffffff
        return parts

    def plain(self, wr: Case) -> List[Part]:
        """Returns a send, RDMA or atomic request."""
        opcode = OPCODES[wr["op"]]
        imm = wr.get("imm") if opcode != SEND_INVAL else wr["rkey"]
        behind: List[Part] = []
        if "raddr" in wr:
            behind.append(Part("remote", "raddr_seg", {"raddr": hex_number(wr["raddr"]),
                                                       "rkey": wr["rkey"]}))
        if opcode == ATOMIC_CS:
            behind.append(Part("operands", "atomic_seg", {
                "swap_add": hex_number(wr["swap"]), "compare": hex_number(wr["compare"])}))
        elif opcode == ATOMIC_FA:
            behind.append(Part("operands", "atomic_seg", {
                "swap_add": hex_number(wr["add"]), "compare": 0}, {"compare"}))
        for addr, length, lkey in wr["list"]:
            if length:
                behind.append(Part("data", "data_seg", {
                    "inline_seg": 0, "byte_count": length, "lkey": lkey,
                    "addr": hex_number(addr)}))
        ctrl = self.ctrl(opcode, 1 + len(behind), wr["flags"], imm)
        return self.emit([ctrl] + behind, hex_number(wr["wr_id"]), WC_OPCODES[opcode])

    def local_inv(self, wr: Case) -> List[Part]:
        """Returns the invalidation of a key that only this QP may use: a UMR that makes it free."""
        ctrl = self.ctrl(UMR, 8, wr["flags"], wr["rkey"])
        umr = Part("umr", "umr_ctrl_seg", {
            "inline_flag": 1, "check_free": 0, "translation_offset_en": 1, "check_qpn": 1,
            "klm_octowords": 0, "translation_offset": 0,
            "mkey_mask": 1 << MASK_FREE | 1 << MASK_KEY | 1 << MASK_QPN,
            "translation_offset_47_16": 0})
        mkey = Part("mkey", "mkc", {"free": 1, "access_mode_4_2": 0, "qpn": ANY_QP, "mkey_7_0": 0},
                    others=UNWRITTEN)
        return self.emit([ctrl, umr, mkey], hex_number(wr["wr_id"]), WC_LOCAL_INV)

    def set_psv(self, wr: Case, psv: int, domain: Dict[str, Any], last: bool) -> List[Part]:
        signal = self.signal_all or (last and bool(wr["flags"] & FLAG_SIGNALED))
        ctrl = self.ctrl(SET_PSV, 2, wr["flags"], None, signal)
        part = Part("psv", "set_psv_seg", {"psv_index": psv, "syndrome": 0, "status": 0})
        if domain["sig_type"] == TYPE_T10DIF:
            dif = domain["dif"]
            part.arms["transient_signature"] = "t10dif"
            part.fields.update({
                "transient_signature": dif["bg"] << 48 | dif["app_tag"] << 32 | dif["ref_tag"],
                "t10dif.guard": dif["bg"], "t10dif.app_tag": dif["app_tag"],
                "t10dif.ref_tag": dif["ref_tag"]})
        elif domain["crc"]["type"] == CRC64_XP10:
            seed = hex_number(domain["crc"]["seed"])
            part.arms["transient_signature"] = "crc64"
            part.fields.update({"transient_signature": seed, "crc64": seed})
        else:
            seed = hex_number(domain["crc"]["seed"])
            part.arms["transient_signature"] = "crc32"
            part.fields.update({"transient_signature": seed << 32, "crc32.seed": seed})
        return self.emit([ctrl, part], hex_number(wr["wr_id"]), WC_DRIVER1)

    # Configuration of a key.

    def configure(self, wr: Case) -> List[List[Part]]:
        """Returns a UMR and, for signatures, one SET_PSV for each domain that has one."""
        key = self.keys[wr["mkey"]]
        key.begin(wr.get("conf_flags", 0))
        mkc: Values = {"qpn": ANY_QP, "mkey_7_0": key.lkey & 0xff}
        mask = 1 << MASK_FREE | 1 << MASK_KEY
        translations: List[Part] = []
        for setter in setters(wr):
            if "access" in setter:
                for flag, (name, bit) in ACCESS.items():
                    mkc[name] = int(bool(setter["access"] & flag))
                    mask |= 1 << bit
            elif "list" in setter:
                translations, mkc["len"] = klms(setter["list"])
                mask |= 1 << MASK_LEN
            elif "interleaved" in setter:
                translations, mkc["len"] = interleaved(setter["interleaved"])
                mask |= 1 << MASK_LEN
            elif "sig" in setter:
                key.sig, key.attr = Key.NEW, setter["sig"]
            elif "crypto" in setter:
                key.crypto, key.crypto_attr = Key.NEW, setter["crypto"]
            else:
                raise ModelError(f"unknown setter {setter}")
        load_psvs = key.has_sig and key.sig == Key.NEW
        if key.has_sig and key.write_count:
            mask |= 1 << MASK_EN_SIGERR
            mkc["expected_sigerr_count"] = key.error_count & 1
            key.write_count = False
            load_psvs = load_psvs or key.sig == Key.KEPT
        bsf = self.bsf(key)
        if bsf:
            mkc["bsf_en"] = 1
            mask |= 1 << MASK_BSF_EN
        elif key.has_sig and not key.has_crypto and key.sig in (Key.NEVER, Key.RESET):
            mask |= 1 << MASK_BSF_EN
        list_octowords = up(len(translations), 4)
        bsf_octowords = {"": 0, "bsf_64": 4, "bsf_crypto": 4, "bsf_128": 8}[
            bsf.layout if bsf else ""]
        signal = self.signal_all or bool(wr["flags"] & FLAG_SIGNALED)
        ctrl = self.ctrl(UMR, 8 + list_octowords + bsf_octowords, wr["flags"], key.lkey,
                         signal and not load_psvs)
        umr = Part("umr", "umr_ctrl_seg", {
            "inline_flag": 1, "check_free": 0, "translation_offset_en": 0, "check_qpn": 0,
            "klm_octowords": list_octowords, "bsf_octowords": bsf_octowords, "mkey_mask": mask,
            "translation_offset_47_16": 0})
        parts = [ctrl, umr, Part("mkey", "mkc", mkc, others=ZERO)] + translations
        parts += [bsf] if bsf else []
        wqes = [self.emit(parts, hex_number(wr["wr_id"]), WC_DRIVER1)]
        if load_psvs:
            mem, wire = key.attr["mem"], key.attr["wire"]
            if mem:
                wqes.append(self.set_psv(wr, key.mem_psv, mem, not wire))
            if wire:
                wqes.append(self.set_psv(wr, key.wire_psv, wire, True))
        return wqes

    def bsf(self, key: Key) -> Optional[Part]:
        """Returns the UMR's BSF, if any."""
        encrypted = key.crypto in (Key.NEW, Key.KEPT)
        if key.has_crypto:
            if key.crypto != Key.NEW and not (key.has_sig and key.sig in (Key.NEW, Key.RESET)):
                return None
        elif not (key.has_sig and key.sig == Key.NEW):
            return None
        size = SIZE_128 if key.has_sig and encrypted else SIZE_64
        both = size == SIZE_128
        values: Values = {}
        if key.has_sig:
            values.update(prefixed("signature." if both else "", signature_bsf(key, size)))
        if encrypted:
            values.update(prefixed("crypto." if both else "",
                                   crypto_bsf(key.crypto_attr, size, self.engines)))
        return Part("bsf", "bsf_128" if both else "bsf_64" if key.has_sig else "bsf_crypto", values)

    # The steps of a case.

    def post(self, step: Case) -> List[Image]:
        """Returns the WQEs of one post. A failed one does not change the queue."""
        expect = step["expect"]
        before = self.pi, self.fence, dict(self.slots)
        wqes: List[List[Part]] = []
        if expect.get("ret", -1) != 0 or not expect["rung"]:
            for wr in step["wrs"]:
                if "mkey" in wr:
                    self.keys[wr["mkey"]].is_unknown = True
            self.pi, self.fence, self.slots = before
            return []
        for wr in step["wrs"]:
            if wr["op"] in ("mkey_conf", "mr_list", "mr_interleaved"):
                wqes.extend(self.configure(wr))
            elif wr["op"] == "local_inv":
                wqes.append(self.local_inv(wr))
            else:
                wqes.append(self.plain(wr))
        error = "" if self.pi == expect["pi"] else \
            f"the producer counter is {expect['pi']}, by the model {self.pi}"
        recorded = expect.get("wqes")
        images: List[Image] = []
        if recorded is not None:
            if len(recorded) != len(wqes):
                error = f"{len(recorded)} WQEs, by the model {len(wqes)}"
            for wqe, parts in zip(recorded, wqes):
                image = self.image(wqe, parts)
                image.error = image.error or error
                images.append(image)
        if wqes:
            images.extend(doorbells(expect, wqes[-1][0], self.pi))
            images[-1].error = images[-1].error or error
        return images

    def image(self, wqe: Case, parts: List[Part]) -> Image:
        data = b"".join(bytes.fromhex(text) for _, text in wqe["bb"])
        first: Dict[int, int] = {}
        at = 0
        for index, text in wqe["bb"]:
            first[index] = at
            at += len(text) // 2
        unwritten = {first[index] + start + i for index, start, length in wqe.get("any", [])
                     for i in range(length)}
        image = Image("wqe", data, parts, unwritten)
        ctrl = parts[0].fields
        facts = (wqe["idx"], wqe["opcode"], wqe["ds"], wqe["signal"])
        model = (int(ctrl["wqe_index"]) % self.wqe_cnt, ctrl["opcode"], ctrl["ds"],
                 int(bool(ctrl["ce"])))
        if facts != model:
            image.error = f"(idx, opcode, ds, signal) is {facts}, by the model {model}"
        slot = self.slots.get(wqe["idx"])
        if slot is not None and slot.ctrl is parts[0]:
            slot.image = image
        return image

    def cancel(self, step: Case) -> List[Image]:
        """Returns the query and the NOPs that cancelled WQEs become."""
        query, expect = step["query"], step["expect"]
        images = [Image("query_qp_in", bytes.fromhex(expect["query_in"]), [
            Part("query_qp_in", "query_qp_in", {"opcode": 0x50b, "qpn": self.qpn},
                 others=ZERO)])]
        if "out" in query:
            images.append(Image("query_qp_out", bytes.fromhex(query["out"]), [
                Part("query_qp_out", "query_qp_out", {
                    "status": 0, "syndrome": 0, "qpc.state": query["state"],
                    "qpc.hw_sq_wqebb_counter": query["hw_sq_wqebb_counter"] & 0xffff,
                    "qpc.sw_sq_wqebb_counter": query["sw_sq_wqebb_counter"] & 0xffff},
                    others=ZERO)]))
        for index, text, wc_opcode in expect["nop"]:
            slot = self.slots[index]
            if slot.image is None:
                raise ModelError(f"the WQE at {index} becomes a NOP, but is not recorded")
            old = slot.ctrl
            values = {k: v for k, v in old.fields.items() if k not in IMM_NAMES.values()}
            values.update(opcode=NOP, general_id=next(
                old.fields[k] for k in old.fields
                if k in IMM_NAMES.values() or k == "general_id"))
            ctrl = Part("ctrl", "ctrl_seg", values,
                        {"general_id"} if old.unwritten else set())
            image = Image("wqe", bytes.fromhex(text) + slot.image.data[4:], [ctrl],
                          slot.image.any_bytes)
            if wc_opcode != slot.wc_opcode:
                image.error = f"completes as {wc_opcode}, by the model as {slot.wc_opcode}"
            if slot.wr_id != hex_number(step["wr_id"]):
                image.error = f"has the id {slot.wr_id:#x}, which is not cancelled"
            images.append(image)
        return images

    # Completions.

    def poll(self, step: Case) -> List[Image]:
        """Returns new CQEs; the result of the poll must be the recorded one."""
        images = [Image("cqe", bytes.fromhex(text), [cqe_part(bytes.fromhex(text))])
                  for text in step["cqes"]]
        self.cqes += [image.data for image in images]
        expect = step["expect"]
        done: List[Dict[str, Any]] = []
        ret = -2
        while True:
            if not self.cqes or len(done) == step["ne"]:
                ret = len(done)
                break
            part = cqe_part(self.cqes.pop(0))
            self.consumed += 1
            if part.layout != "sig_err_cqe":
                done.append(self.completion(part))
                continue
            value = {k: int(v) for k, v in part.fields.items()}
            key = next((k for k in self.keys if k.lkey >> 8 == value["mkey"] >> 8), None)
            if key is None or not key.has_sig:
                break
            key.error = SigError(
                value["expected_trans_sig"] << 32 | value["expected_ref_tag"],
                value["actual_trans_sig"] << 32 | value["actual_ref_tag"],
                value["syndrome"], value["sig_type"], value["domain"], value["sig_err_offset"])
            key.error_count += 1
            key.write_count = True
        if ret < 0:
            done = []
        result = {"ret": ret, "ci": self.consumed, "wcs": done}
        if result != expect:
            text = f"polled {expect}, by the model {result}"
            if not images:
                raise ModelError(text)
            images[-1].error = text
        return images

    def completion(self, part: Part) -> Dict[str, Any]:
        value = part.fields
        slot = self.slots[int(value["wqe_counter"]) % self.wqe_cnt]
        failed = part.layout == "err_cqe"
        return {"wr_id": hex(slot.wr_id), "status": value["syndrome"] if failed else 0,
                "opcode": 0 if failed else slot.wc_opcode, "qp_num": value["qpn"]}


def doorbells(expect: Case, ctrl: Part, pi: int) -> List[Image]:
    """Returns doorbell record (its second half is the send queue's) and doorbell register."""
    record = Part("qp_doorbell_record", "qp_doorbell_record",
                  {"recv_counter": 0, "send_counter": pi & 0xffff})
    register = Part("send_doorbell", "send_doorbell", {
        name: ctrl.fields[name] for name in ("opmod", "wqe_index", "opcode", "qpn", "ds")})
    return [Image(record.layout, bytes(4) + bytes.fromhex(expect["dbrec"]), [record]),
            Image(register.layout, bytes.fromhex(expect["db"]), [register])]


def setters(wr: Case) -> List[Case]:
    """Returns the setters of a configuration in the order of the calls; also for the one-call forms."""
    if "set" in wr:
        return list(wr["set"])
    return [{"access": wr["access"]}, {k: wr[k] for k in ("list", "interleaved") if k in wr}]


def klms(sges: List[Tuple[str, int, int]]) -> Tuple[List[Part], int]:
    """Returns the translation entries of a list, padded to 64 bytes, and the length of the key in bytes."""
    parts = [Part("translations", "klm", {"byte_count": length, "mkey": lkey,
                                          "address": hex_number(addr)})
             for addr, length, lkey in sges]
    while len(parts) % 4:
        parts.append(Part("translations", "klm", zeros("byte_count", "mkey", "address")))
    return parts, sum(length for _, length, _ in sges)


def interleaved(layout: Case) -> Tuple[List[Part], int]:
    """Returns header and entries of an interleaved layout, and the length of the key in bytes.

    The entries have 16 bits for their sizes; larger ones are truncated (README, defect 9).
    """
    entries = layout["ents"]
    cycle = sum(length for _, length, _, _ in entries)
    parts = [Part("translations.header", "repeat_block_seg", {
        "byte_count": cycle & 0xffffffff, "op": 0x400, "repeat_count": layout["repeat"],
        "num_ent": len(entries)})]
    parts += [Part("translations.entries", "repeat_block_ent", {
        "stride": (length + skip) & 0xffff, "byte_count": length & 0xffff, "memkey": lkey,
        "va": hex_number(addr)}) for addr, length, skip, lkey in entries]
    return parts, cycle * layout["repeat"]


# BSF --------------------------------------------------------------------------------------------

def prefixed(stem: str, values: Values) -> Values:
    return {stem + name: value for name, value in values.items()}


def same_structure(mem: Optional[Case], wire: Optional[Case]) -> Tuple[bool, int]:
    """Returns whether both domains have the same block structure, and then the equal bytes."""
    if not mem or not wire or mem["sig_type"] != wire["sig_type"] or \
            mem["block_size"] != wire["block_size"]:
        return False, 0
    if mem["sig_type"] == TYPE_CRC:
        if mem["crc"]["type"] != wire["crc"]["type"]:
            return False, 0
        return True, BYTES_CRC64 if mem["crc"]["type"] == CRC64_XP10 else BYTES_CRC32
    a, b = mem["dif"], wire["dif"]
    equal = 0
    if (a["bg_type"], a["bg"]) == (b["bg_type"], b["bg"]):
        equal |= BYTES_GUARD
    if a["app_tag"] == b["app_tag"]:
        equal |= BYTES_APPTAG
    if a["ref_tag"] == b["ref_tag"]:
        equal |= BYTES_REFTAG
    return True, equal


def domain_format(stem: str, domain: Optional[Case], psv: int) -> Values:
    """Returns format selector and PSV of one domain."""
    values = zeros(stem + "_bfs", stem + "_bfs_repeat", stem + "_bfs_seed", stem + "_psv")
    if not domain:
        return values
    values[stem + "_psv"] = psv
    if domain["sig_type"] == TYPE_CRC:
        values[stem + "_bfs"] = CRC_FORMAT[domain["crc"]["type"]]
        values[stem + "_bfs_repeat"] = 1
        values[stem + "_bfs_seed"] = int(hex_number(domain["crc"]["seed"]) == 0)
    return values


def inline_section(domain: Optional[Case]) -> Values:
    """Returns the T10-DIF of one domain."""
    values = zeros("vld", "refresh", "app_tag", "ref_tag", "sig_type", "repeat_block", "seed",
                   "inc_ref_tag", "escape", "app_bitmask_check")
    if domain and domain["sig_type"] == TYPE_T10DIF:
        dif = domain["dif"]
        ref_remap, app_escape, app_ref_escape = (bool(dif["flags"] & bit) for bit in (1, 2, 4))
        values.update(vld=1, refresh=1, app_tag=dif["app_tag"], ref_tag=dif["ref_tag"],
                      sig_type=1 if dif["bg_type"] == 0 else 2, repeat_block=1,
                      seed=int(dif["bg"] == 0xffff), inc_ref_tag=int(ref_remap),
                      escape=2 if app_ref_escape else int(app_escape), app_bitmask_check=0xffff)
    return values


def signature_bsf(key: Key, size: int) -> Values:
    """Returns the 64 bytes of a signature BSF."""
    mem, wire = key.attr["mem"], key.attr["wire"]
    same, equal = same_structure(mem, wire)
    basic: Values = {
        "bsf_size": size, "sbs": int(same), "p_type": P_TYPE_SIGNATURE,
        "check_byte_mask": key.attr["check_mask"] if mem or wire else 0,
        "memory_block": BLOCK_SELECTOR[mem["block_size"]] if mem else 0,
        "raw_data_size": WHOLE_KEY}
    if same:
        basic["copy_byte_mask"] = key.attr["copy_mask"] if key.attr["flags"] & COPY_MASK else equal
    else:
        basic["wire_block"] = BLOCK_SELECTOR[wire["block_size"]] if wire else 0
    basic.update(domain_format("wire", wire, key.wire_psv))
    basic.update(domain_format("memory", mem, key.mem_psv))
    values = prefixed("basic.", basic)
    values.update(prefixed("extended.", zeros(
        "wire_t_init", "wire_t_check_gen", "memory_t_init", "memory_t_check_gen", "prologue_size",
        "epilogue_size", "wire_tfs", "wire_tfs_block_sigs_cov", "wire_tfs_seed", "wire_t_psv",
        "memory_tfs", "memory_tfs_block_sigs_cov", "memory_tfs_seed", "memory_t_psv")))
    values.update(prefixed("wire_inline.", inline_section(wire)))
    values.update(prefixed("memory_inline.", inline_section(mem)))
    return values


def crypto_bsf(attr: Case, size: int, engines: int) -> Values:
    """Returns the 64 bytes of a crypto BSF; ``engines`` are the device's mlx5dv_crypto_engines_caps."""
    after = attr["order"] == 0
    if attr["encrypt_on_tx"]:
        order = 2 if after else 0  # raw wire, wire with signature
    else:
        order = 1 if after else 3  # memory with signature, raw memory
    tweak = bytes.fromhex(attr["tweak"])
    if engines & MULTI_BLOCK:
        tweak = tweak[::-1]
    return {"bsf_size": size, "p_type": P_TYPE_CRYPTO, "encryption_order": order,
            "encryption_standard": attr["standard"], "raw_data_size": WHOLE_KEY,
            "crypto_block_size_pointer": BLOCK_SELECTOR[attr["data_unit_size"]],
            "xts_initial_tweak": tweak.hex(),
            "dek_pointer": attr["dek"] & 0xffffff,  # the number of a key has 24 bits
            "keytag": attr["keytag"]}


# CQEs -------------------------------------------------------------------------------------------

RECEIVE = ("tls_offload", "outer_l3", "tunneled", "wqe_id", "offload", "lro.lro_timestamp_valid",
           "lro.lro_tcppsh", "lro.lro_min_ttl", "lro.lro_tcp_win", "lro.lro_ack_seq_num",
           "shampo.match", "shampo.flush", "shampo.header_size", "shampo.header_entry_index",
           "shampo.data_offset", "rss_hash_result", "rss_hash_dst_l4", "rss_hash_src_l4",
           "rss_hash_dst_l3", "rss_hash_src_l3", "ml_path", "check_sum", "slid",
           "grh", "sl", "rqpn", "l4_ok", "l3_ok", "l2_ok", "ip_frag", "l4_hdr_type", "l3_hdr_type",
           "ip_ext_opts", "cv", "vlan_info")


def cqe_part(data: bytes) -> Part:
    """Returns the fields of a CQE, by the byte offsets of struct mlx5_cqe64, mlx5_err_cqe and mlx5_sigerr_cqe of
    rdma-core and Linux."""
    opcode = data[63] >> 4
    owner = data[63] & 1
    if opcode == 12:
        names = ("expected_trans_sig", "actual_trans_sig", "expected_ref_tag", "actual_ref_tag",
                 "syndrome", "sig_type", "domain", "mkey", "sig_err_offset", "qpn", "signature")
        values: Values = dict(zip(names, struct.unpack(">16xIIIIHBBIQ8xI2xBx", data)))
        values["syndrome"] = int(values["syndrome"])
        values["sig_type"] = int(values["sig_type"]) & 7
        values["domain"] = int(values["domain"]) & 7
        values["qpn"] = int(values["qpn"]) & 0xffffff
        values.update(opcode=12, owner=owner)
        return Part("sig_err_cqe", "sig_err_cqe", values)
    if any(data[:32]):
        raise ModelError("the head of a CQE without receive is not 0")
    if opcode == 13:
        if any(data[36:44]) or any(data[48:52]):
            raise ModelError("reserved bytes of an error CQE are not 0")
        names = ("srqn_user_index", "byte_count", "hw_err_synd", "hw_synd_type", "vendor_err_synd",
                 "syndrome", "s_wqe_opcode", "qpn", "wqe_counter", "signature")
        user, count, hw, kind, vendor, syndrome, qpn, counter, signature = struct.unpack(
            ">32xI8xI4xBBBBIHBx", data)
        values = dict(zip(names, (user, count, hw, kind, vendor, syndrome, qpn >> 24,
                                  qpn & 0xffffff, counter, signature)))
        values.update(zeros("eth_wqe_id", "ib_stride_index"), opcode=opcode, owner=owner,
                      wqe_opcode=values["s_wqe_opcode"])
        return Part("err_cqe", "err_cqe", values)
    user, imm, app, app_op, info, count, stamp, qpn, counter, signature = struct.unpack(
        ">32xIIBBHIQIHBx", data)
    values = prefixed("receive.", zeros(*RECEIVE))
    values.update(lro_num_seg=user >> 24, srqn_user_index=user & 0xffffff, pkey=imm, app=app,
                  app_op=app_op, app_info=info, byte_count=count, timestamp=stamp,
                  opcode_or_sop=qpn >> 24, s_wqe_opcode=qpn >> 24, qpn=qpn & 0xffffff,
                  wqe_counter=counter, signature=signature, opcode=opcode, format=data[63] >> 2 & 3,
                  se=data[63] >> 1 & 1, owner=owner)
    return Part("cqe64", "cqe64", values)


# Commands ---------------------------------------------------------------------------------------

COMMAND_OPCODES = {"CREATE_MKEY": 0x200, "DESTROY_MKEY": 0x202, "CREATE_PSV": 0x600,
                   "DESTROY_PSV": 0x601}
DRAIN_SIGERR = 11  # bit of opt_param_mask


def command(record: Case, values: Values, others: str = "") -> Image:
    """Returns a command; uid and op_mod are 0 in all of them (the kernel fills in the uid)."""
    layout = record["cmd"].lower() + "_in"
    fields = dict({"opcode": COMMAND_OPCODES[record["cmd"]], "uid": 0, "op_mod": 0}, **values)
    return Image(layout, bytes.fromhex(record["in"]),
                 [Part(layout, layout, fields, others=others)])


def create_mkey(case: Case) -> List[Image]:
    """Returns CREATE_PSV for memory and wire, CREATE_MKEY, and DESTROY of all objects."""
    flags, answers, pd = case["create_flags"], case["answers"], case["pdn"]
    signature, encrypted = bool(flags & KEY_SIGNATURE), bool(flags & KEY_CRYPTO)
    mkc: Values = {
        "free": 1, "umr_en": 1, "lr": 1, "access_mode_1_0": 2, "qpn": ANY_QP, "pd": pd,
        "translations_octword_size": up(case["max_entries"], 4) & 0xffff,
        "bsf_en": int(signature or encrypted), "bsf_octword_size": 4 * (signature + encrypted),
        "crypto_en": int(encrypted), "en_rinval": int(bool(flags & KEY_REMOTE_INVALIDATE))}
    psvs = [answers[name] for name in ("mem_psv", "wire_psv") if name in answers]
    images: List[Image] = []
    for record in case["expect"]["cmds"] + case["expect"].get("destroy", {}).get("cmds", []):
        if record["cmd"] == "CREATE_PSV":
            values: Values = {"num_psv": 1, "pd": pd}
        elif record["cmd"] == "CREATE_MKEY":
            values = prefixed("memory_key_mkey_entry.", mkc)
        elif record["cmd"] == "DESTROY_PSV":
            values = {"psvn": psvs.pop(0)}
        else:
            values = {"mkey_index": answers["mkey_index"]}
        images.append(command(record, values, ZERO if record["cmd"] == "CREATE_MKEY" else ""))
    return images


def drain_sigerr(case: Case) -> List[Image]:
    """Returns INIT2INIT_QP. rdma-core sends it with the optional extension of the QP context, unused."""
    return [Image("init2init_qp_cmd", bytes.fromhex(record["in"]), [
        Part("in", "init2init_qp_in", {
            "opcode": 0x50e, "qpn": case["qpn"], "opt_param_mask": 1 << DRAIN_SIGERR,
            "qpc.drain_sigerr": 1}, others=ZERO),
        Part("qpc_data_ext", "qpc_ext", {}, others=ZERO)]) for record in case["expect"]["cmds"]]


def query_device(case: Case) -> List[Image]:
    """Returns QUERY_HCA_CAP for the current general capabilities, its output, and the capabilities alone."""
    record = case["expect"]["cmd"]
    question = Part("query_hca_cap_in", "query_hca_cap_in", dict(
        {"opcode": 0x100, "cap_type": 0, "current": 1},
        **zeros("uid", "other_function", "ec_vf_function", "function_id_type", "function_id")))
    data = bytearray(case["hca_cap_out"]["len"])
    for at, text in case["hca_cap_out"]["dwords"]:
        data[at:at + 4] = bytes.fromhex(text)
    answer = Part("query_hca_cap_out", "query_hca_cap_out",
                  prefixed("cmd_hca_cap.", case["hca_cap"]), others=ZERO,
                  arms={"capability": "cmd_hca_cap"})
    alone = Part("cmd_hca_cap", "cmd_hca_cap", dict(case["hca_cap"]), others=ZERO)
    if any(data[16 + 256:]):
        raise ModelError("capabilities beyond the 256 bytes of cmd_hca_cap")
    return [Image(question.layout, bytes.fromhex(record["in"]), [question]),
            Image(answer.layout, bytes(data[:16 + 256]), [answer]),
            Image(alone.layout, bytes(data[16:16 + 256]), [alone])]


def images(case: Case) -> Iterator[Image]:
    """Yields all images of one case, in order."""
    if case["family"] == "commands":
        if case["kind"] == "create_mkey":
            yield from create_mkey(case)
        elif case["kind"] == "drain_sigerr":
            yield from drain_sigerr(case)
        elif case["kind"] == "query_device":
            yield from query_device(case)
        elif case["kind"] not in ("status_errno", "sq_geometry"):  # these have no images
            raise ModelError(f"unknown kind of command {case['kind']}")
        return
    queue = Queue(case)
    for step in case["steps"]:
        if step["op"] in ("post", "abort"):
            yield from queue.post(step)
        elif step["op"] == "cqe":
            yield from queue.poll(step)
        elif step["op"] == "cancel":
            yield from queue.cancel(step)
        elif step["op"] == "check":
            result = queue.keys[step["mkey"]].check()
            if result != step["expect"]:
                raise ModelError(f"key check gave {step['expect']}, by the model {result}")
        elif step["op"] != "retire":
            raise ModelError(f"unknown step {step['op']}")
