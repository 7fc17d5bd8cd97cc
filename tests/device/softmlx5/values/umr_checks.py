# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Checks the effect of a UMR on each field of a key. The positions are those of Linux's mlx5_ifc.h."""

from __future__ import annotations

import struct
from typing import List, Tuple

import verbs
from checks import Raw, check, same, wqe
from verbs import Device, Layout, Sge

# The fields that each bit of mkey_mask changes: (32-bit word of the context, bits).
MASK_BITS = {
    0: ((3, 1 << 31), (6, 0xffffffff), (7, 0xffffffff)),  # length64, len
    1: ((14, 0x1f),),  # log_page_size, all bits but one
    6: ((4, 0xffffffff), (5, 0xffffffff)),  # start_addr
    7: ((3, 0xffffff),),  # pd
    8: ((3, 1 << 24),),  # en_rinval
    9: ((3, 1 << 26),),  # expected_sigerr_count
    12: ((3, 1 << 30),),  # bsf_en
    13: ((1, 0xff),),  # mkey_7_0
    14: ((1, 0xffffff00),),  # qpn
    17: ((0, 1 << 10),),  # lr
    18: ((0, 1 << 11),),  # lw
    19: ((0, 1 << 12),),  # rr
    20: ((0, 1 << 13),),  # rw
    21: ((0, 1 << 14),),  # a
    23: ((0, 1 << 16),),  # small_fence_on_rdma_read_response
    25: ((0, 1 << 18),),  # relaxed_ordering_write
    29: ((0, 1 << 30),),  # free
    42: ((14, 0x20),),  # the highest bit of log_page_size
    47: ((14, 0x40),),  # relaxed_ordering_read
}
KLMS, KSM = 2, 3
UMR_EN = 1 << 15
PAGE_SIZE, PAGE_SIZE_5 = 1 << 1, 1 << 42


class RawKey:
    """A key created by a command, with space for a BSF and a few translations."""

    def __init__(self, device: Device, mode: int, log_page_size: int = 0,
                 entries: List[Tuple[int, int]] = ()) -> None:
        pdn = int(device("pdn 0")[0])
        words = [0] * 16
        words[0] = UMR_EN | 0xf << 10 | mode << 8
        words[1] = 0xffffff5a
        words[3] = pdn
        words[7] = len(entries) << log_page_size
        words[8] = 4  # bsf_octword_size
        words[13] = 8  # translations_octword_size
        words[14] = log_page_size
        xlt = b"".join(struct.pack(">IIQ", 0, key, addr) for key, addr in entries)
        command = (struct.pack(">HxxIQ", 0x200, 0, 0) + struct.pack(">16I", *words) +
                   bytes(16) + struct.pack(">I", len(entries)) + bytes(172) + xlt)
        index, answer = device(f"devx {command.hex()} 16")
        same(int(answer[:2], 16), 0)
        self.device, self.object = device, int(index)
        self.index = int(answer[18:24], 16)
        self.key = self.index << 8 | 0x5a

    def words(self) -> List[int]:
        """The context, from QUERY_MKEY."""
        command = struct.pack(">HxxIII", 0x201, 0, self.index, 0)
        answer = self.device(f"devx_query {self.object} {command.hex()} 304")[0]
        same(int(answer[:2], 16), 0)
        return list(struct.unpack(">16I", bytes.fromhex(answer)[16:80]))


def change(raw: Raw, key: int, mask: int, words: List[int]) -> Tuple[int, int]:
    """Posts a UMR without translations and BSF; returns opcode and syndrome of its CQE."""
    raw.device(f"raw {raw.a} 1 2 " + wqe(0x25, raw.qpn, struct.pack(">B7xQ32x", 0x80, mask) +
                                         struct.pack(">16I", *words), key))
    cqe = raw.cqes(1)[0]
    return cqe[63] >> 4, cqe[55]


@check()
def umr_mask_bits(device: Device) -> None:
    """Each bit of the mask changes its fields and no other."""
    raw = Raw(device)
    other_pd = int(device(f"pdn {device.new_pd()}")[0])
    for bit, changes in MASK_BITS.items():
        key = RawKey(device, KLMS)
        before = key.words()
        words = [~word & 0xffffffff for word in before]
        words[3] = words[3] & 0xff000000 | other_pd
        same(change(raw, key.key, 1 << bit, words)[0], 0)
        wanted = list(before)
        for word, bits in changes:
            wanted[word] = wanted[word] & ~bits | words[word] & bits
        assert key.words() == wanted != before, f"bit {bit}"


@check("--caps", "connectx6dx")
def umr_page_size_of_five_bits(device: Device) -> None:
    """Without the capability for the highest bit of log_page_size, a UMR that sets it fails."""
    raw = Raw(device)
    key = RawKey(device, KLMS)
    words = [0] * 16
    words[14] = 0x3f
    same(change(raw, key.key, PAGE_SIZE, words)[0], 0)
    same(key.words()[14], 0x1f)
    same(change(raw, key.key, PAGE_SIZE_5, words), (13, 6))
    same(key.words()[14], 0x1f)


@check()
def umr_page_size_of_ksm(device: Device) -> None:
    """A new log_page_size changes the size of the pages of a KSM key's entries at once."""
    mr = device.mr()
    base = int(device("base")[0])
    a, _ = device.pair()
    raw = Raw(device)
    key = RawKey(device, KSM, 12, [(mr.lkey, base + 65536), (mr.lkey, base + 131072)])
    device.memory[65536:65536 + 16384] = b"1" * 16384
    device.memory[131072:131072 + 16384] = b"2" * 16384
    for log_page_size in 12, 13, 12:
        words = [0] * 16
        words[14] = log_page_size
        words[7] = 2 << log_page_size
        same(change(raw, key.key, PAGE_SIZE | 1, words)[0], 0)
        size = 1 << log_page_size
        device.many([Device.send_text(a, verbs.RDMA_READ, [Sge(mr, 0, 2 * size)], "0", key.key)])
        same([c.status for c in device.poll(a)], [verbs.SUCCESS])
        same(device.memory[:2 * size], b"1" * size + b"2" * size)


@check("--cap", "max_indirection=3")
def indirection(device: Device) -> None:
    """A chain of keys is as long as the capability allows, and no key contains itself."""
    mr = device.mr()
    a, b = device.pair()
    device.memory[16384:16392] = b"the data"
    entry, keys = Sge(mr, 16384, 8), []
    for level in range(4):
        keys.append(device.mkey(verbs.INDIRECT))
        device.conf(a, keys[-1], f"access {verbs.ALL_ACCESS}", Layout((entry,)).text())
        device.memory[:8] = bytes(8)
        device.many([Device.send_text(b, verbs.RDMA_READ, [Sge(mr, 0, 8)], "0", keys[-1].rkey)])
        expected = verbs.SUCCESS if level < 3 else verbs.REM_ACCESS_ERR
        same([c.status for c in device.poll(b)], [expected])
        same(device.memory[:8], b"the data" if level < 3 else bytes(8))
        entry = Sge(keys[-1], 0, 8)
    a, b = device.pair()
    device.conf(a, keys[0], f"access {verbs.ALL_ACCESS}", Layout((Sge(keys[0], 0, 8),)).text())
    device.many([Device.send_text(b, verbs.RDMA_READ, [Sge(mr, 0, 8)], "0", keys[0].rkey)])
    same([c.status for c in device.poll(b)], [verbs.REM_ACCESS_ERR])
