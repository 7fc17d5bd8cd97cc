# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Lifts gcc's object code for x86-64, from objdump's output, to a program for symbolic execution.

The object is linked first, so that calls and addresses of constants are plain numbers.  Functions
of libc get addresses without code.
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Dict, Iterable, List, Optional, Sequence, Set, Tuple

from bits import (FALSE, TRUE, Word, constant, extend, invert, number, rotate_left, shift_left,
                  shift_right, shift_right_signed, sign_extend, swap_bytes)
from flow import Outcome, Plan, Program, Run, Runner, State
from memory import ADDRESS_BITS, CannotLift, Cells, Constants

EXTERNAL = {"memset": 0x10000000, "memcpy": 0x10001000, "prm_stop": 0x10002000, "strcmp": 0x10003000}
TEXT, DATA = 0x20000000, Constants.START
STACK = 49152  # bytes; gcc -O0 gives all that is inlined a place of its own
RETURN = 0x7fff0000  # return address of the outermost function

_LONG = ("rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", *(f"r{i}" for i in range(8, 16)))
_ARGUMENTS = ("rdi", "rsi", "rdx", "rcx", "r8", "r9")
_KEPT = ("rbx", "rsp", "rbp", "r12", "r13", "r14", "r15")  # callee-saved
_CHANGED = ("rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11")  # clobbered by a call of libc
_SUFFIX = {"b": 8, "w": 16, "l": 32, "q": 64}


def _registers() -> Dict[str, Tuple[str, int, int]]:
    """Returns name: (the 64-bit register, bits, first bit)."""
    result = {}
    for i, name in enumerate(_LONG):
        result[name] = (name, 64, 0)
        if i >= 8:
            for letter, width in (("d", 32), ("w", 16), ("b", 8)):
                result[name + letter] = (name, width, 0)
            continue
        result["e" + name[1:]] = (name, 32, 0)
        result[name[1:]] = (name, 16, 0)
        if i < 4:
            result[name[1] + "l"] = (name, 8, 0)
            result[name[1] + "h"] = (name, 8, 8)
        else:
            result[name[1:] + "l"] = (name, 8, 0)
    return result


REGISTERS = _registers()
UNKNOWN: List[int] = []  # targets of a jump to an address in a register


@dataclass
class Instruction:
    """An instruction with objdump's order of operands: the destination is last."""

    op: str
    operands: List[str]
    after: int  # address of the next one


@dataclass
class Function:
    entry: int
    plan: Plan
    ends: Set[int]  # addresses of instructions that end a block


class Object(Program):
    """A linked object."""

    def __init__(self, disassembly: str, contents: str, symbols: str) -> None:
        self.is_big_endian = False
        self.constants = Constants()
        self.instructions: Dict[int, Instruction] = {}
        self.addresses: Dict[str, int] = {}
        self.names: Dict[int, str] = {address: name for name, address in EXTERNAL.items()}
        self._functions: Dict[int, Function] = {}
        self._sizes: Dict[str, int] = {}
        self._read_code(disassembly)
        self._read_data(contents)
        for match in re.finditer(r"^([0-9a-f]+) .{7} (\S+)\t([0-9a-f]+) +(\S+)$", symbols, re.M):
            address, _, size, name = match.groups()
            self.addresses[name] = int(address, 16)
            self._sizes[name] = int(size, 16)
            if match.group(2) == ".text":
                self.names[int(address, 16)] = name
        self.functions = self.addresses

    def _read_code(self, text: str) -> None:
        previous: Optional[Instruction] = None
        for line in text.splitlines():
            match = re.match(r"\s*([0-9a-f]+):\t(.*)", line)
            if match is None:
                continue
            address = int(match.group(1), 16)
            if previous is not None:
                previous.after = address
            # 0x12(%rip)  # 40001234 <table>: the comment has the address
            line = re.sub(r"-?0x[0-9a-f]+\(%rip\)(.*?)\s*# ([0-9a-f]+).*", r"0x\2()\1",
                          match.group(2))
            words = re.sub(r"<.*?>|#.*", "", line).split(None, 1)
            while words[0] in ("notrack", "bnd", "data16", "cs") and len(words) > 1:
                words = words[1].split(None, 1)
            operands = re.findall(r"\*?(?:-?0x[0-9a-f]+)?\([^)]*\)|[^,\s]+",
                                  words[1] if len(words) > 1 else "")
            previous = self.instructions[address] = Instruction(words[0], operands, 0)

    def _read_data(self, text: str) -> None:
        """Reads the sections with constants, each as one object."""
        for section in text.split("Contents of section ")[1:]:
            name, *lines = section.splitlines()
            data = bytearray()
            start = 0
            for line in lines:
                match = re.match(r" ([0-9a-f]+) ((?:[0-9a-f]{2,8} ?){1,4}) ", line)
                if match is None:
                    continue
                start = start or int(match.group(1), 16)
                data += bytes.fromhex(match.group(2).replace(" ", ""))
            self.constants.add(name.rstrip(":"), len(data), start)
            self.constants.cells.update((start + i, constant(byte, 8))
                                        for i, byte in enumerate(data))

    def place(self, name: str) -> int:
        if name not in self.addresses:
            raise CannotLift(f"no constant {name}")
        return self.addresses[name]

    def numbers(self, name: str) -> List[int]:
        start = self.place(name)
        return [sum((number(self.constants.cells[at + i]) or 0) << 8 * i for i in range(4))
                for at in range(start, start + self._sizes[name], 4)]

    # Functions

    def function(self, address: int) -> Function:
        if address not in self._functions:
            self._functions[address] = self._find_blocks(address)
        return self._functions[address]

    def _find_blocks(self, entry: int) -> Function:
        """Finds the blocks of a function, which begin at targets of jumps and after jumps."""
        seen: Set[int] = set()
        leaders, todo = {entry}, [entry]
        ends: Dict[int, List[int]] = {}
        tables: Optional[List[int]] = None
        while todo:
            address = todo.pop()
            while address not in seen:
                seen.add(address)
                instruction = self.instructions.get(address)
                if instruction is None:
                    raise CannotLift(f"code at {address:#x}")
                targets = self.targets(instruction)
                if targets is UNKNOWN:
                    tables = self._tables(entry) if tables is None else tables
                    targets = tables
                if targets is not None:
                    ends[address] = targets
                    leaders.update(targets)
                    todo += targets
                    break
                address = instruction.after
        successors: Dict[object, Sequence[object]] = {}
        for leader in leaders:
            address = leader
            while address not in ends and self.instructions[address].after not in leaders:
                address = self.instructions[address].after
            successors[leader] = ends.get(address, [self.instructions[address].after])
        return Function(entry, Plan(entry, successors), set(ends))

    def targets(self, instruction: Instruction) -> Optional[List[int]]:
        """Returns the instruction's targets in the function; None if it only falls through."""
        op = instruction.op
        if op in ("ret", "ud2", "hlt"):
            return []
        if not op.startswith("j"):
            return None
        if instruction.operands[0].startswith("*"):
            return UNKNOWN
        target = int(instruction.operands[0], 16)
        inside = [] if target in self.names else [target]
        return inside if op == "jmp" else inside + [instruction.after]

    def _tables(self, entry: int) -> List[int]:
        """Returns the targets in all jump tables of a function, and perhaps some more.

        They only determine the order of blocks; the target of a jump is computed.
        """
        end = entry + self._sizes[self.names[entry]]
        result = []
        for address in range(entry, end):
            instruction = self.instructions.get(address)
            if instruction is None or instruction.op != "lea":
                continue
            match = re.fullmatch(r"0x([0-9a-f]+)\(\)", instruction.operands[0])
            start = at = int(match.group(1), 16) if match else 0
            while at in self.constants.cells:
                word = tuple(bit for i in range(4) for bit in self.constants.cells[at + i])
                target = (start + (number(word) or 0)) % (1 << 32)
                if not entry <= target < end:
                    break
                if target in self.instructions:
                    result.append(target)
                at += 4
        return result

    def call(self, run: Run, name: str, arguments: Sequence[Word], cells: Cells) -> Outcome:
        return Processor(self, run).start(name, arguments, cells)


_MEMORY = re.compile(r"(-?0x[0-9a-f]+)?\((?:%(\w+))?(?:,%(\w+),(\d))?\)")
_BINARY = {"and", "or", "xor", "test", "add", "sub", "cmp"}
_SHIFTS: Dict[str, Callable[[Word, int], Word]] = {
    "shl": shift_left, "shr": shift_right, "sar": shift_right_signed, "rol": rotate_left,
    "ror": lambda word, n: rotate_left(word, -n % len(word))}
_SIGNATURES = {"prm_complain": (64, 32, 64, 32, 32, 64), "memset": (64, 32, 64)}
_VECTOR_MOVES = {"movups", "movdqu", "movdqa", "movaps", "movapd", "movupd"}
_NOTHING = {"nop", "nopl", "nopw", "endbr64"}


class Processor(Runner):
    """Runs functions of an object; the values of a state are registers and flags."""

    program: Object

    # Functions

    def start(self, name: str, arguments: Sequence[Word], cells: Cells) -> Outcome:
        if name not in self.program.addresses:
            raise CannotLift(f"no function {name}")
        graph = self.graph
        top = self.memory.region("stack", STACK, 16, is_private=True) + STACK - 64
        values = {register: graph.variables(register, 64) for register in _LONG}
        values["rsp"] = constant(top, 64)
        state = State(TRUE, dict(values), dict(cells))
        for i, word in enumerate(arguments):
            if len(word) == 1:  # a bool is passed as a byte; the bits above it are undefined
                word = extend(word, 8)
            word = word + graph.variables("above", 64 - len(word))
            if i < len(_ARGUMENTS):
                values[_ARGUMENTS[i]] = state.values[_ARGUMENTS[i]] = word
            else:  # on the stack, above the address of the return
                self.memory.store(state.cells, constant(top + 8 * (i - len(_ARGUMENTS)), 64), word, TRUE)
        end = self.enter(self.program.addresses[name], state, RETURN)
        if end is None:
            return Outcome(FALSE, None, {})
        for register in _KEPT:
            self.memory.fault(
                graph.both(end.condition, graph.unequal(values[register], end.values[register])),
                f"changes the register {register}")
        return Outcome(end.condition, end.values["rax"], end.cells)

    def enter(self, address: int, state: State, back: int) -> Optional[State]:
        """Calls the function at an address; returns the state after its return."""
        self._push(constant(back, 64), state)
        end = self._function(address, state)
        if end is not None and number(end.values.pop("rip")) != back:
            raise CannotLift("a return to another address")
        return end

    def _function(self, address: int, state: State) -> Optional[State]:
        function = self.program.function(address)
        return self.run(function, function.plan, state)

    def block(self, function: object, block: object, state: State,
              ) -> Iterable[Tuple[Optional[int], State]]:
        assert isinstance(function, Function) and isinstance(block, int)
        address = block
        while True:
            instruction = self.program.instructions[address]
            if address in function.ends:
                return self._leave(function, instruction, state)
            self._step(instruction, state)
            if state.condition == FALSE:
                return []
            address = instruction.after
            if address in function.plan.rank:
                return [(address, state)]

    def _leave(self, function: Function, instruction: Instruction, state: State,
               ) -> Iterable[Tuple[Optional[int], State]]:
        op = instruction.op
        if op == "ret":
            state.values["rip"] = self._pop(state)
            return [(None, state)]
        if not op.startswith("j"):
            self.memory.fault(state.condition, f"{op} is reached")
            return []
        target = instruction.operands[0]
        if target.startswith("*"):
            ways = [(place, holds) for holds, place in self.memory.places(
                self._get(target[1:], 64, state), state.condition)]
        elif op == "jmp":
            ways = [(int(target, 16), TRUE)]
        else:
            holds = self._condition(op[1:], state)
            ways = [(int(target, 16), holds), (instruction.after, holds ^ 1)]
        result: List[Tuple[Optional[int], State]] = []
        for place, holds in ways:
            condition = self.graph.both(state.condition, holds)
            new = State(condition, dict(state.values), dict(state.cells))
            if place in function.plan.rank and place not in self.program.names:
                result.append((place, new))
            elif condition != FALSE:
                result += self._tail_call(place, new)
        return result

    def _tail_call(self, place: int, state: State) -> List[Tuple[Optional[int], State]]:
        """Handles a jump to another function, which returns to this one's caller."""
        if self.program.names.get(place) in self.run_.hooks:
            self._external(self.program.names[place], state)
            if state.condition == FALSE:
                return []
            state.values["rip"] = self._pop(state)
            return [(None, state)]
        end = self._function(place, state)
        return [] if end is None else [(None, end)]

    def _call(self, instruction: Instruction, state: State) -> None:
        target = int(instruction.operands[0], 16)
        name = self.program.names.get(target, "")
        if name in self.run_.hooks:
            self._external(name, state)
            return
        end = self.enter(target, state, instruction.after)
        state.condition = FALSE if end is None else end.condition
        if end is not None:
            state.values, state.cells = end.values, end.cells

    def _external(self, name: str, state: State) -> None:
        widths = _SIGNATURES.get(name, (64,) * 6)
        arguments = [state.values[register][:width]
                     for register, width in zip(_ARGUMENTS, widths)]
        result = self.external(name, arguments, state)
        kept = {register: state.values[register] for register in _KEPT}
        state.values.clear()
        state.values.update(kept)
        for register in _CHANGED:
            state.values[register] = self.graph.variables("changed", 64)
        if result is not None:
            state.values["rax"] = result + state.values["rax"][len(result):]

    # Operands

    def _address(self, operand: str, state: State) -> Word:
        match = _MEMORY.fullmatch(operand)
        if match is None:
            raise CannotLift(f"operand {operand}")
        distance, base, index, scale = match.groups()
        address = constant(int(distance or "0", 16), ADDRESS_BITS)
        if base:
            address = self.graph.add(address, state.values[base])
        if index:
            step = constant(int(scale), ADDRESS_BITS)
            address = self.graph.add(address, self.graph.multiply(state.values[index], step))
        return address

    def _get(self, operand: str, width: int, state: State) -> Word:
        if operand[0] == "$":
            return constant(int(operand[1:], 16), width)
        if operand.startswith("%xmm"):
            if operand not in state.values:
                state.values[operand] = self.graph.variables(operand, 128)
            return state.values[operand][:width]
        if operand[0] == "%":
            name, bits, first = REGISTERS[operand[1:]]
            return state.values[name][first:first + bits]
        return self.memory.load(state.cells, self._address(operand, state), width // 8,
                                state.condition)

    def _put(self, operand: str, value: Word, state: State) -> None:
        if operand.startswith("%xmm"):
            state.values[operand] = extend(value, 128)
        elif operand[0] == "%":
            name, bits, first = REGISTERS[operand[1:]]
            old = state.values[name]
            if bits == 32:
                old = constant(0, 64)
            state.values[name] = old[:first] + value[:bits] + old[first + bits:]
        else:
            self.memory.store(state.cells, self._address(operand, state), value, state.condition)

    def _push(self, word: Word, state: State) -> None:
        state.values["rsp"] = self.graph.subtract(state.values["rsp"], constant(8, 64))
        self.memory.store(state.cells, state.values["rsp"], word, state.condition)

    def _pop(self, state: State) -> Word:
        word = self.memory.load(state.cells, state.values["rsp"], 8, state.condition)
        state.values["rsp"] = self.graph.add(state.values["rsp"], constant(8, 64))
        return word

    # Flags

    def _flags(self, state: State, result: Word, carry: Optional[int] = FALSE,
               overflow: Optional[int] = FALSE) -> None:
        """Sets the flags from a result; a flag that is None is undefined."""
        flags = {"zf": self.graph.is_value(result, 0), "sf": result[-1], "cf": carry,
                 "of": overflow}
        for name, flag in flags.items():
            if flag is None:
                state.values.pop(name, None)
            else:
                state.values[name] = (flag,)

    def _condition(self, code: str, state: State) -> int:
        graph = self.graph

        def flag(name: str) -> int:
            if name not in state.values:
                raise CannotLift(f"the flag {name} after an instruction that is not modelled")
            return state.values[name][0]

        conditions: Dict[str, Callable[[], int]] = {
            "e": lambda: flag("zf"), "b": lambda: flag("cf"), "s": lambda: flag("sf"),
            "be": lambda: graph.either(flag("cf"), flag("zf")),
            "l": lambda: graph.differ(flag("sf"), flag("of")),
            "le": lambda: graph.either(flag("zf"), graph.differ(flag("sf"), flag("of")))}
        negated = {"ne": "e", "ae": "b", "ns": "s", "a": "be", "ge": "l", "g": "le"}
        if code in conditions:
            return conditions[code]()
        if code in negated:
            return conditions[negated[code]]() ^ 1
        raise CannotLift(f"condition {code}")

    # Instructions

    def _step(self, instruction: Instruction, state: State) -> None:
        op, operands = instruction.op, instruction.operands
        if op in _NOTHING or op == "xchg" and operands == ["%ax", "%ax"]:
            return
        if op == "call":
            self._call(instruction, state)
        elif op == "push":
            self._push(self._get(operands[0], 64, state), state)
        elif op == "pop":
            self._put(operands[0], self._pop(state), state)
        elif op == "leave":
            state.values["rsp"] = state.values["rbp"]
            state.values["rbp"] = self._pop(state)
        elif op == "rep":
            self._repeat(operands, state)
        elif op in ("cltq", "cwtl"):
            width = 32 if op == "cltq" else 16
            value = sign_extend(state.values["rax"][:width], 2 * width)
            self._put("%rax" if op == "cltq" else "%eax", value, state)
        elif any(operand.startswith("%xmm") for operand in operands):
            self._vector(op, operands, state)
        elif op.startswith("set"):
            self._put(operands[0], extend((self._condition(op[3:], state),), 8), state)
        elif op.startswith("cmov"):
            width = REGISTERS[operands[1][1:]][1]
            new, old = (self._get(operand, width, state) for operand in operands)
            self._put(operands[1], self.graph.choose_word(
                self._condition(op[4:], state), new, old), state)
        elif re.fullmatch(r"mov[zs][bwl][wlq]", op):
            value = self._get(operands[0], _SUFFIX[op[4]], state)
            grow = extend if op[3] == "z" else sign_extend
            self._put(operands[1], grow(value, _SUFFIX[op[5]]), state)
        else:
            self._integer(op, operands, state)

    def _repeat(self, operands: List[str], state: State) -> None:
        """Models rep stosq and rep movsq."""
        is_copy = operands[0] == "movsq"
        if not is_copy and (operands[0] != "stos" or "%rax" not in operands[1]):
            raise CannotLift(f"rep {' '.join(operands)}")
        count = number(state.values["rcx"])
        if count is None:
            raise CannotLift("rep of unknown length")
        values, step = state.values, constant(8, 64)
        for _ in range(count):
            word = values["rax"]
            if is_copy:
                word = self.memory.load(state.cells, values["rsi"], 8, state.condition)
                values["rsi"] = self.graph.add(values["rsi"], step)
            self.memory.store(state.cells, values["rdi"], word, state.condition)
            values["rdi"] = self.graph.add(values["rdi"], step)
        values["rcx"] = constant(0, 64)

    def _vector(self, op: str, operands: List[str], state: State) -> None:
        source, target = operands[-2:]
        if op in _VECTOR_MOVES:
            self._put(target, self._get(source, 128, state), state)
        elif op in ("movq", "movd"):
            width = 64 if op == "movq" or source[:2] == "%r" or target[:2] == "%r" else 32
            self._put(target, self._get(source, width, state)[:width], state)
        elif op in ("pxor", "xorps", "por", "pand") and len(operands) == 2:
            a, b = (self._get(operand, 128, state) for operand in operands)
            function = {"po": self.graph.bitwise_or, "pa": self.graph.bitwise_and}.get(
                op[:2], self.graph.bitwise_xor)
            self._put(target, function(a, b), state)
        elif re.fullmatch(r"punpckl(bw|wd|dq|qdq)", op):
            width = {"b": 8, "w": 16, "d": 32, "q": 64}[op[7]]
            a, b = (self._get(operand, 128, state) for operand in operands)
            self._put(target, tuple(bit for at in range(0, 64, width)
                                    for word in (b, a) for bit in word[at:at + width]), state)
        elif re.fullmatch(r"ps[lr]l[wdq]", op) and operands[0][0] == "$":
            width = {"w": 16, "d": 32, "q": 64}[op[4]]
            word, shift = self._get(target, 128, state), _SHIFTS["sh" + op[2]]
            places = min(int(operands[0][1:], 16), width)
            self._put(target, tuple(bit for at in range(0, 128, width)
                                    for bit in shift(word[at:at + width], places)), state)
        elif op in ("pshufd", "pshuflw", "pshufhw"):
            self._put(target, shuffled(op, int(operands[0][1:], 16),
                                       self._get(source, 128, state)), state)
        else:
            raise CannotLift(f"instruction {op}")

    @staticmethod
    def _width(op: str, operands: List[str]) -> Tuple[str, int]:
        """Returns the operation without its width suffix, and the width in bits."""
        for operand in reversed(operands):
            if operand[0] == "%" and not (operand == "%cl" and len(operands) == 2
                                          and operand is operands[0] and op[:2] in
                                          ("sh", "ro", "sa")):
                plain_op = op if op in _KNOWN else op[:-1]
                return plain_op, REGISTERS[operand[1:]][1]
        if op[-1] not in _SUFFIX:
            raise CannotLift(f"instruction {op} {','.join(operands)}")
        return op[:-1], _SUFFIX[op[-1]]

    def _integer(self, op: str, operands: List[str], state: State) -> None:
        op, width = self._width(op, operands)
        graph, target = self.graph, operands[-1]
        if op in ("mov", "movabs"):
            self._put(target, self._get(operands[0], width, state), state)
        elif op == "lea":
            self._put(target, self._address(operands[0], state)[:width], state)
        elif op in _BINARY:
            self._binary(op, width, operands, state)
        elif op in _SHIFTS:
            self._shift(op, width, operands, state)
        elif op == "bswap":
            self._put(target, swap_bytes(self._get(target, width, state)), state)
        elif op == "not":
            self._put(target, invert(self._get(target, width, state)), state)
        elif op == "neg":
            value = self._get(target, width, state)
            result = graph.subtract(constant(0, width), value)
            self._flags(state, result, graph.is_value(value, 0) ^ 1, None)
            self._put(target, result, state)
        elif op == "bt":
            place = number(self._get(operands[0], width, state))
            if place is None:
                raise CannotLift("bt with an unknown place")
            state.values["cf"] = (self._get(target, width, state)[place % width],)
        else:
            raise CannotLift(f"instruction {op} {','.join(operands)}")

    def _binary(self, op: str, width: int, operands: List[str], state: State) -> None:
        graph = self.graph
        source, target = operands
        a, b = self._get(source, width, state), self._get(target, width, state)
        if op in ("add", "sub", "cmp"):
            is_sum = op == "add"
            if not is_sum:
                a = invert(a)
            result, carry = graph.carry_add(b, a, int(not is_sum))
            overflow = graph.both(graph.differ(a[-1], b[-1]) ^ 1,
                                  graph.differ(result[-1], b[-1]))
            if op != "cmp":
                plain_result = graph.add(b, a) if is_sum else graph.subtract(b, invert(a))
                self._put(target, plain_result, state)
            self._flags(state, result, carry ^ (not is_sum), overflow)
            return
        if op == "xor" and source == target:
            result = constant(0, width)
        else:
            function = {"or": graph.bitwise_or, "xor": graph.bitwise_xor}.get(
                op, graph.bitwise_and)
            result = function(a, b)
        self._flags(state, result)
        if op != "test":
            self._put(target, result, state)

    def _shift(self, op: str, width: int, operands: List[str], state: State) -> None:
        target = operands[-1]
        value = self._get(target, width, state)
        bits = 6 if width == 64 else 5  # of the count that the processor uses
        count = constant(1, bits) if len(operands) == 1 else \
            self._get(operands[0], 8, state)[:bits]
        places = number(count)
        if places is None:
            result = self.graph.shifted_by(value, count, _SHIFTS[op])
            for flag in ("zf", "sf", "cf", "of"):
                state.values.pop(flag, None)
        else:
            result = _SHIFTS[op](value, places)
            if op in ("rol", "ror"):
                state.values.pop("cf", None)
                state.values.pop("of", None)
            elif places:
                carry = None
                if places <= width:
                    carry = value[-places] if op == "shl" else value[places - 1]
                self._flags(state, result, carry, None)
        self._put(target, result, state)


def shuffled(op: str, order: int, word: Word) -> Word:
    """Models pshufd, pshuflw and pshufhw: two bits of ``order`` select each of four lanes."""
    width = 32 if op == "pshufd" else 16
    first = 64 if op == "pshufhw" else 0
    lanes = [order >> 2 * i & 3 for i in range(4)]
    moved = tuple(bit for lane in lanes for bit in word[first + lane * width:][:width])
    return word[:first] + moved + word[first + len(moved):]


_KNOWN = {"mov", "movabs", "lea", "bswap", "not", "neg", "bt"} | _BINARY | set(_SHIFTS)


def read(path: Path) -> Object:
    """Links an object file and reads the result."""
    linked = path.with_suffix(".elf")
    symbols = [f"--defsym={name}={address:#x}" for name, address in EXTERNAL.items()]
    subprocess.run(["ld", "-static", "-e", "0", f"-Ttext={TEXT:#x}",
                    f"--section-start=.rodata={DATA:#x}", *symbols, str(path), "-o", str(linked)],
                   check=True)

    def objdump(*options: str) -> str:
        return subprocess.run(["objdump", *options, str(linked)], check=True, text=True,
                              stdout=subprocess.PIPE, encoding="latin-1").stdout

    return Object(objdump("-d", "-w", "--no-show-raw-insn"),
                  objdump("-s", "-j", ".rodata", "-j", ".data.rel.ro.local", "-j", ".data.rel.ro"),
                  objdump("-t"))
