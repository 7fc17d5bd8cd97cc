# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Calls of libibverbs and libmlx5 on softmlx5: a program that runs them, and its memory.

Addresses are offsets in `Device.memory`, which the program has mapped as well.
"""

from __future__ import annotations

import mmap
import os
import select
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from typing import List, NamedTuple, Optional, Sequence, Tuple

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(HERE))))
BUILD = os.path.join(ROOT, os.environ.get("SOFTMLX5_BUILD", "build"))
MEMORY = 1 << 20  # bytes
POLLS = 5.0  # seconds of processor time while expected completions do not come
sys.path.insert(0, os.path.join(ROOT, "tests", "run"))

import patience  # noqa: E402

# enum ibv_access_flags
LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ, REMOTE_ATOMIC = 1, 2, 4, 8
ALL_ACCESS = 15
# enum ibv_wr_opcode
(RDMA_WRITE, RDMA_WRITE_IMM, SEND, SEND_IMM, RDMA_READ, COMPARE_SWAP, FETCH_ADD, LOCAL_INV, BIND_MW,
 SEND_INV) = range(10)
# enum ibv_send_flags
FENCE, SIGNALED, SOLICITED, INLINE = 1, 2, 4, 8
# enum mlx5dv_mkey_init_attr_flags
INDIRECT, BLOCK_SIGNATURE, CRYPTO, UPDATE_TAG, REMOTE_INVALIDATE = 1, 2, 4, 8, 16
SIG_PIPELINING = 1 << 6  # enum mlx5dv_qp_create_flags
RESET_SIG_ATTR = 1  # enum mlx5dv_mkey_conf_flags
# enum ibv_qp_state, enum ibv_event_type
RTS, SQD, QP_ERR = 3, 4, 6
SQ_DRAINED = 5
# enum ibv_wc_status
(SUCCESS, LOC_LEN_ERR, LOC_QP_OP_ERR, LOC_EEC_OP_ERR, LOC_PROT_ERR, WR_FLUSH_ERR, MW_BIND_ERR,
 BAD_RESP_ERR, LOC_ACCESS_ERR, REM_INV_REQ_ERR, REM_ACCESS_ERR, REM_OP_ERR) = range(12)
# enum ibv_wc_opcode
WC_SEND, WC_RDMA_WRITE, WC_RDMA_READ, WC_COMP_SWAP, WC_FETCH_ADD, WC_BIND_MW, WC_LOCAL_INV = range(7)
WC_RECV, WC_RECV_RDMA_WITH_IMM, WC_DRIVER1 = 128, 129, 135


class Failed(Exception):
    """A call failed: args are errno and the call."""


class Sge(NamedTuple):
    """Bytes of a key: an offset in the memory, or in an indirect key (then is_indirect)."""
    key: "AnyKey"
    offset: int
    length: int

    def text(self) -> str:
        return f"{'' if self.key.is_indirect else '@'}{self.offset} {self.length} {self.key.lkey}"


@dataclass(frozen=True)
class AnyKey:
    index: int
    lkey: int
    rkey: int
    is_indirect: bool


class Completion(NamedTuple):
    wr_id: int
    status: int
    opcode: int
    flags: int
    imm: int
    length: int


def sge_text(sges: Sequence[Sge]) -> str:
    return " ".join([str(len(sges)), *(sge.text() for sge in sges)])


class Layout(NamedTuple):
    """The layout of a key. repeat 0: a list of entries; else the number of cycles, with bytes that each entry skips."""
    entries: Tuple[Sge, ...]
    repeat: int = 0
    skips: Tuple[int, ...] = ()

    def pieces(self) -> List[Tuple["AnyKey", int, int]]:
        """Returns key, offset and length of each piece in order."""
        if not self.repeat:
            return [tuple(entry) for entry in self.entries]
        return [(entry.key, entry.offset + i * (entry.length + skip), entry.length)
                for i in range(self.repeat) for entry, skip in zip(self.entries, self.skips)]

    def text(self) -> str:
        if not self.repeat:
            return "list " + sge_text(self.entries)
        return " ".join([f"interleaved {self.repeat} {len(self.entries)}"] + [
            f"{'' if entry.key.is_indirect else '@'}{entry.offset} {entry.length} {skip} {entry.key.lkey}"
            for entry, skip in zip(self.entries, self.skips)])


def program() -> str:
    """Returns the path of the program, which ninja has built; see tests/run/products.py."""
    path = os.path.join(BUILD, "tests", "values")
    assert os.path.exists(path), f"{path} does not exist: `ninja test-products` builds it"
    return path


class Device:
    """The running program. A call that fails raises Failed, one that hangs or a crash RuntimeError."""

    def __init__(self, program: str, *options: str, softmlx5: Optional[str] = None,
                 still: int = patience.STILL, processor: float = patience.PROCESSOR,
                 memory: int = MEMORY) -> None:
        self._still, self._processor = still, processor  # without a response; see patience.py
        self._file = tempfile.NamedTemporaryFile()
        self._file.truncate(memory)
        self.memory = mmap.mmap(self._file.fileno(), memory)
        command = [softmlx5 or os.path.join(BUILD, "softmlx5"), *options, program,
                   self._file.name]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._rest = b""
        self._lines: List[str] = []
        self.pd = 0
        self("pd")

    def close(self) -> None:
        """Ends the program, which must have no output left."""
        try:
            rest, _ = patience.communicate(self._process, processor=self._processor, still=self._still)
        except patience.Hang as hang:
            raise RuntimeError(f"the program does not end: {hang}") from None
        finally:
            self.memory.close()
            self._file.close()
        if self._process.returncode or rest:
            raise RuntimeError(f"the program ended with {self._process.returncode}, {rest!r}")

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def _line(self) -> str:
        watch = None
        while b"\n" not in self._rest:
            if not select.select([self._process.stdout], [], [], patience.INTERVAL)[0]:
                watch = watch or patience.Watch(self._process.pid, self._processor, self._still)
                why = watch.look()
                if why:
                    self.kill()
                    raise RuntimeError(why)
                continue
            part = os.read(self._process.stdout.fileno(), 65536)
            if not part:
                raise RuntimeError(f"the program died: {self._process.wait()}")
            self._rest += part
        line, self._rest = self._rest.split(b"\n", 1)
        return line.decode()

    def many(self, lines: Sequence[str]) -> List[List[str]]:
        """Runs several commands; returns the words of their responses."""
        try:
            self._process.stdin.write(("\n".join([*lines, "flush"]) + "\n").encode())
            self._process.stdin.flush()
        except BrokenPipeError:
            raise RuntimeError(f"the program died: {self._process.wait()}") from None
        answers = [self._line().split() for _ in lines]
        for words, line in zip(answers, lines):
            if words[0] != "ok":
                raise Failed(int(words[1]), " ".join(words[2:]), line)
        return [words[1:] for words in answers]

    def __call__(self, line: str) -> List[str]:
        return self.many([line])[0]

    # Objects.

    def new_pd(self) -> int:
        return int(self("pd")[0])

    def mr(self, offset: int = 0, size: int = MEMORY, access: int = ALL_ACCESS, pd: int = 0) -> AnyKey:
        index, lkey, rkey = map(int, self(f"mr {pd} @{offset} {size} {access}"))
        return AnyKey(index, lkey, rkey, False)

    def pair(self, flags: int = 0, depth: int = 256, max_inline: int = 512, access: int = ALL_ACCESS,
             pds: Tuple[int, int] = (0, 0)) -> Tuple[int, int]:
        """Two connected ends."""
        first = int(self(f"pair {pds[0]} {pds[1]} {flags} {depth} {max_inline} {access}")[0])
        return first, first + 1

    def mkey(self, flags: int = INDIRECT | BLOCK_SIGNATURE, entries: int = 16, pd: int = 0) -> AnyKey:
        index, lkey, rkey = map(int, self(f"mkey {pd} {flags} {entries}"))
        return AnyKey(index, lkey, rkey, True)

    def dek(self, keys: bytes, keytag: bytes = b"", pd: int = 0) -> int:
        size = {32: 0, 64: 1}[len(keys)]
        return int(self(f"dek {pd} {size} {int(bool(keytag))} {(keys + keytag).hex()}")[0])

    # Work requests. Texts are for many().

    @staticmethod
    def conf_text(end: int, key: AnyKey, *setters: str, flags: int = 0, wr_id: int = 0,
                  send_flags: int = SIGNALED) -> str:
        return " ".join([f"conf {end} {key.index} {wr_id} {send_flags} {flags} {len(setters)}", *setters])

    def conf(self, end: int, key: AnyKey, *setters: str, flags: int = 0) -> None:
        """Configures a key and waits for it."""
        self.many([self.conf_text(end, key, *setters, flags=flags)])
        done = self.poll(end, 1)
        assert [(c.status, c.opcode) for c in done] == [(SUCCESS, WC_DRIVER1)], done

    @staticmethod
    def send_text(end: int, opcode: int, sges: Sequence[Sge], raddr: str = "0", rkey: int = 0,
                  wr_id: int = 1, flags: int = SIGNALED, imm: int = 0, compare: int = 0,
                  swap: int = 0) -> str:
        return (f"send {end} {opcode} {wr_id} {flags} {imm} {raddr} {rkey} {compare} {swap} "
                f"{sge_text(sges)}")

    @staticmethod
    def recv_text(end: int, sges: Sequence[Sge], wr_id: int = 2) -> str:
        return f"recv {end} {wr_id} {sge_text(sges)}"

    def poll(self, end: int, least: int = 0) -> List[Completion]:
        """Returns completions; waits a while for at least @least, which is only needed with `--doorbell poll`."""
        words: List[int] = []
        watch = None
        while True:
            words += [int(word) for word in self(f"poll {end}")]
            if len(words) < 6 * least:
                watch = watch or patience.Watch(self._process.pid, min(POLLS, self._processor), self._still)
            if not watch or len(words) >= 6 * least or watch.look():
                return [Completion(*words[i:i + 6]) for i in range(0, len(words), 6)]

    def check(self, key: AnyKey) -> Tuple[int, ...]:
        """Returns type, expected, actual and offset; (0,) without an error."""
        words = tuple(int(word) for word in self(f"check {key.index}"))
        return words if words[0] else (0,)

    def state(self, end: int) -> int:
        return int(self(f"state {end}")[0])

    def event(self, milliseconds: int = 0) -> Optional[Tuple[int, int]]:
        """Returns the type of the event and its end."""
        words = self(f"event {milliseconds}")
        return None if words == ["none"] else (int(words[0]), int(words[1]))
