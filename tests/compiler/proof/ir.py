# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Lifts clang's LLVM IR, as text, to a program for symbolic execution."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Dict, Iterable, List, Optional, Sequence, Set, Tuple, Union

from bits import (FALSE, TRUE, Word, constant, extend, invert, number, rotate_left, shift_left,
                  shift_right, shift_right_signed, sign_extend, signed, swap_bytes)
from flow import Outcome, Plan, Program, Run, Runner, State
from memory import ADDRESS_BITS, CannotLift, Constants

_TOKEN = re.compile(r'\s*(c?"(?:[^"\\]|\\.)*"|[%@](?:[\w.$-]+|"[^"]*")|-?\d+|[A-Za-z_][\w.]*|'
                    r'\.\.\.|[<>{}\[\]()*,=!#|:])')
_CONSTANTS = {"true", "false", "null", "undef", "poison", "zeroinitializer", "getelementptr",
              "bitcast", "ptrtoint", "inttoptr", "trunc", "sub", "add"}
_FLAGS = {"nuw", "nsw", "exact", "inbounds", "inrange", "volatile"}


def tokens(text: str) -> List[str]:
    """Returns the tokens of a text, up to what is none."""
    return [match.group(1) for match in iter(_TOKEN.scanner(text).match, None)]


@dataclass(eq=False)
class Type:
    kind: str  # int, pointer, array, struct, void, label
    count: int = 0  # bits of an int, elements of an array
    parts: Tuple["Type", ...] = ()  # the element of an array, the members of a struct
    is_packed: bool = False

    @property
    def width(self) -> int:
        """Bits of a value."""
        if self.kind == "int":
            return self.count
        if self.kind == "pointer":
            return ADDRESS_BITS
        raise CannotLift(f"a value of type {self.kind}")

    @cached_property
    def align(self) -> int:
        if self.kind == "array":
            return self.parts[0].align
        if self.kind == "struct":
            return 1 if self.is_packed else max((part.align for part in self.parts), default=1)
        return min(8, (self.width + 7) // 8)

    @cached_property
    def size(self) -> int:
        if self.kind == "array":
            return self.count * self.parts[0].size
        if self.kind == "struct":
            return self.offsets[-1]
        return (self.width + 7) // 8

    @cached_property
    def offsets(self) -> List[int]:
        """Offsets of the members of a struct in bytes, then its size."""
        result, at = [], 0
        for part in self.parts:
            align = 1 if self.is_packed else part.align
            at = (at + align - 1) // align * align
            result.append(at)
            at += part.size
        return result + [(at + self.align - 1) // self.align * self.align]


POINTER = Type("pointer")
VOID = Type("void")


@lru_cache(maxsize=None)
def integer(bits: int) -> Type:
    return Type("int", bits)


# An operand: the name of a local value, or a constant; None is undef.
Operand = Union[str, Word, None]


@dataclass
class Step:
    """An instruction."""

    op: str
    target: str = ""  # the local value that it defines
    type: Type = field(default_factory=lambda: VOID)  # of the result, or of what is stored
    operands: List[Operand] = field(default_factory=list)
    types: List[Type] = field(default_factory=list)  # of the operands
    flags: Set[str] = field(default_factory=set)
    name: str = ""  # predicate of icmp, callee of call
    blocks: List[str] = field(default_factory=list)  # of br, switch, phi
    align: int = 1


@dataclass
class Function:
    parameters: List[str]
    blocks: Dict[str, List[Step]]
    plan: Plan
    live: Dict[str, Set[str]]  # values that a block and its successors use and do not define


class Cursor:
    """Reads the tokens of a line."""

    def __init__(self, module: "Module", text: str) -> None:
        self.module = module
        self.tokens = tokens(text)
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def next(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1] if self.at <= len(self.tokens) else ""

    def eat(self, token: str) -> bool:
        if self.peek() != token:
            return False
        self.at += 1
        return True

    def need(self, token: str) -> None:
        if not self.eat(token):
            raise CannotLift(f"'{token}' expected in: {' '.join(self.tokens)}")

    def flags(self) -> Set[str]:
        found = set()
        while self.peek() in _FLAGS:
            found.add(self.next())
        return found

    def type(self) -> Type:
        token = self.next()
        result = VOID
        if token == "ptr":
            result = POINTER
        elif token[:1] == "i" and token[1:].isdigit():
            result = integer(int(token[1:]))
        elif token == "[":
            count = int(self.next())
            self.need("x")
            result = Type("array", count, (self.type(),))
            self.need("]")
        elif token == "{" or token == "<" and self.peek() == "{":
            if token == "<":
                self.next()
            parts = []
            while not self.eat("}"):
                parts.append(self.type())
                self.eat(",")
            if token == "<":
                self.need(">")
            result = Type("struct", 0, tuple(parts), token == "<")
        elif token[:1] == "%":
            result = self.module.struct(token)
        elif token == "label":
            result = Type("label")
        elif token != "void":
            raise CannotLift(f"type {token}")
        while self.eat("*"):
            result = POINTER
        return result

    def attributes(self) -> None:
        """Skips the attributes between a type and its value."""
        while self.peek() and self.peek()[0] not in "%@-0123456789" and \
                self.peek() not in _CONSTANTS:
            if self.next() == "align" and self.peek() != "(":
                self.next()
            if self.eat("("):
                depth = 1
                while depth:
                    token = self.next()
                    depth += (token == "(") - (token == ")")

    def operand(self, type_: Type) -> Operand:
        token = self.peek()
        if token[0] == "%":
            return self.next()
        if token in ("undef", "poison"):
            self.next()
            return None
        return self.constant(type_)

    def typed(self) -> Tuple[Type, Operand]:
        type_ = self.type()
        self.attributes()
        return type_, self.operand(type_)

    def constant(self, type_: Type) -> Word:
        """Reads the word of a constant."""
        token = self.next()
        width = type_.width
        if token in ("true", "false"):
            return (int(token == "true"),)
        if token in ("null", "zeroinitializer", "undef"):
            return constant(0, width)
        if re.fullmatch(r"-?\d+", token):
            return constant(int(token), width)
        if token[0] == "@":
            return constant(self.module.address(token), width)
        if token == "getelementptr":
            self.flags()
            self.need("(")
            of = self.type()
            self.need(",")
            start = number(self.constant(self.type()))
            assert start is not None
            indices = []
            while self.eat(","):
                self.flags()
                kind = self.type()
                value = signed(self.constant(kind))
                assert value is not None
                indices.append(value)
            self.need(")")
            return constant(start + offset_of(of, indices), width)
        if token in ("bitcast", "ptrtoint", "inttoptr", "trunc"):
            self.need("(")
            inner = self.constant(self.type())
            self.need("to")
            result = extend(inner, self.type().width)
            self.need(")")
            return result
        if token in ("sub", "add"):
            self.flags()
            self.need("(")
            left = number(self.constant(self.type()))
            self.need(",")
            right = number(self.constant(self.type()))
            self.need(")")
            assert left is not None and right is not None
            return constant(left - right if token == "sub" else left + right, width)
        raise CannotLift(f"constant {token}")


def offset_of(type_: Type, indices: Sequence[int]) -> int:
    """Returns the offset in bytes of an element, by the indices of getelementptr."""
    result = indices[0] * type_.size
    for index in indices[1:]:
        if type_.kind == "array":
            type_ = type_.parts[0]
            result += index * type_.size
        else:
            result += type_.offsets[index]
            type_ = type_.parts[index]
    return result


class Module(Program):
    """A module in textual form."""

    has_barriers = True

    def __init__(self, text: str) -> None:
        self.is_big_endian = 'target datalayout = "E' in text
        self.constants = Constants()
        self._structs = dict(re.findall(r"^(%[\w.]+) = type (.*)$", text, re.M))
        self._types: Dict[str, Type] = {}
        self._globals = dict(re.findall(r"^(@[\w.]+) = (.*)$", text, re.M))
        self._addresses: Dict[str, int] = {}
        self._texts: Dict[str, Tuple[str, str]] = {}
        for match in re.finditer(r"^define ([^\n]*)\{\n(.*?)^\}", text, re.M | re.S):
            head, body = match.groups()
            name = head[head.index("@") + 1:head.index("(", head.index("@"))]
            self._texts[name] = (head, body)
        self.functions = self._texts
        self._functions: Dict[str, Function] = {}

    def struct(self, name: str) -> Type:
        if name not in self._types:
            made = self._types[name] = Type("struct")  # registered before its members, which may point to it
            text = self._structs.get(name, "opaque")
            if text != "opaque":
                read = Cursor(self, text).type()
                made.parts, made.is_packed = read.parts, read.is_packed
        return self._types[name]

    # Constants

    def address(self, name: str) -> int:
        """Returns the address of a global object, which is initialised at its first use."""
        if name not in self._addresses:
            text = self._globals.get(name)
            if text is None:
                raise CannotLift(f"address of {name}")
            match = re.search(r"\b(constant|global) ", text)
            if match is None or match.group(1) != "constant":
                raise CannotLift(f"variable {name}")
            cursor = Cursor(self, text[match.end():])
            type_ = cursor.type()
            self._addresses[name] = self.constants.add(name[1:], type_.size)
            self._fill(cursor, type_, self._addresses[name])
        return self._addresses[name]

    def _fill(self, cursor: Cursor, type_: Type, at: int) -> None:
        """Stores an initialiser."""
        cells = self.constants.cells
        token = cursor.peek()
        if token == "zeroinitializer":
            cursor.next()
            cells.update((at + i, constant(0, 8)) for i in range(type_.size))
        elif token.startswith('c"'):
            text = re.sub(rb"\\([0-9A-Fa-f]{2})", lambda match: bytes([int(match.group(1), 16)]),
                          cursor.next()[2:-1].encode("latin-1"))
            cells.update((at + i, constant(byte, 8)) for i, byte in enumerate(text))
        elif type_.kind in ("array", "struct"):
            if type_.is_packed:
                cursor.need("<")
            cursor.next()
            offsets = type_.offsets if type_.kind == "struct" else []
            for i in range(len(type_.parts) if offsets else type_.count):
                part = cursor.type()
                self._fill(cursor, part, at + (offsets[i] if offsets else i * part.size))
                cursor.eat(",")
            cursor.next()
            if type_.is_packed:
                cursor.need(">")
        else:
            size = type_.size
            word = extend(cursor.constant(type_), 8 * size)
            for i in range(size):
                cells[at + (size - 1 - i if self.is_big_endian else i)] = word[8 * i:8 * i + 8]

    def place(self, name: str) -> int:
        return self.address("@" + name)

    def numbers(self, name: str) -> List[int]:
        start = self.place(name)
        size = self.constants.size(start)
        order = range(3, -1, -1) if self.is_big_endian else range(4)
        return [sum((number(self.constants.cells[at + byte]) or 0) << 8 * place
                    for place, byte in enumerate(order)) for at in range(start, start + size, 4)]

    # Functions

    def function(self, name: str) -> Function:
        if name not in self._functions:
            if name not in self._texts:
                raise CannotLift(f"no function {name}")
            self._functions[name] = self._parse(*self._texts[name])
        return self._functions[name]

    def _parse(self, head: str, body: str) -> Function:
        cursor = Cursor(self, head[head.index("@"):])
        cursor.next()
        cursor.need("(")
        parameters: List[str] = []
        while not cursor.eat(")"):
            cursor.type()
            cursor.attributes()
            parameters.append(cursor.next())
            cursor.eat(",")
        blocks: Dict[str, List[Step]] = {}
        label = f"%{len(parameters)}"
        lines = re.sub(r"\[\n(.*?)\n\s*\]", lambda match: "[" + match.group(1).replace("\n", " ")
                       + "]", body, flags=re.S).split("\n")
        for line in lines:
            match = re.match(r"([\w.$-]+):", line)
            if match:
                label = "%" + match.group(1)
                blocks[label] = []
            elif line.strip() and not line.lstrip().startswith(";"):
                blocks.setdefault(label, []).append(self._step(line.split(", !")[0]))
        successors = {label: steps[-1].blocks if steps[-1].op in ("br", "switch") else []
                      for label, steps in blocks.items()}
        plan = Plan(next(iter(blocks)), successors)
        return Function(parameters, blocks, plan, live_values(blocks, plan))

    def _step(self, line: str) -> Step:
        cursor = Cursor(self, re.sub(r"\s+#\d+$", "", line))
        step = Step("")
        if cursor.tokens[1:2] == ["="]:
            step.target = cursor.next()
            cursor.next()
        step.op = cursor.next()
        while step.op in ("tail", "musttail", "notail"):
            step.op = cursor.next()
        if "align" in cursor.tokens and step.op in ("load", "store"):
            step.align = int(cursor.tokens[cursor.tokens.index("align") + 1])
        step.flags = cursor.flags()
        reader = getattr(self, f"_read_{step.op}", None)
        if reader is not None:
            reader(cursor, step)
        elif step.op in CASTS:
            self._operand(cursor, step)
            cursor.need("to")
            step.type = cursor.type()
        elif step.op in ARITHMETIC:
            step.type, left = cursor.typed()
            cursor.need(",")
            step.operands = [left, cursor.operand(step.type)]
        elif step.op != "unreachable":
            raise CannotLift(f"instruction {step.op}: {line.strip()}")
        return step

    @staticmethod
    def _operand(cursor: Cursor, step: Step) -> None:
        type_, operand = cursor.typed()
        step.types.append(type_)
        step.operands.append(operand)

    def _read_load(self, cursor: Cursor, step: Step) -> None:
        step.type = cursor.type()
        cursor.need(",")
        self._operand(cursor, step)

    def _read_store(self, cursor: Cursor, step: Step) -> None:
        self._operand(cursor, step)
        step.type = step.types[0]
        cursor.need(",")
        self._operand(cursor, step)

    def _read_getelementptr(self, cursor: Cursor, step: Step) -> None:
        step.type = cursor.type()
        while cursor.eat(","):
            self._operand(cursor, step)

    def _read_icmp(self, cursor: Cursor, step: Step) -> None:
        step.name = cursor.next()
        step.type, left = cursor.typed()
        cursor.need(",")
        step.operands = [left, cursor.operand(step.type)]

    def _read_freeze(self, cursor: Cursor, step: Step) -> None:
        self._operand(cursor, step)
        step.type = step.types[0]

    def _read_select(self, cursor: Cursor, step: Step) -> None:
        for _ in range(3):
            self._operand(cursor, step)
            cursor.eat(",")
        step.type = step.types[1]

    def _read_phi(self, cursor: Cursor, step: Step) -> None:
        step.type = cursor.type()
        while cursor.eat("["):
            step.operands.append(cursor.operand(step.type))
            cursor.need(",")
            step.blocks.append(cursor.next())
            cursor.need("]")
            cursor.eat(",")

    def _read_br(self, cursor: Cursor, step: Step) -> None:
        if cursor.peek() != "label":
            self._operand(cursor, step)
            cursor.need(",")
        while cursor.eat("label"):
            step.blocks.append(cursor.next())
            cursor.eat(",")

    def _read_switch(self, cursor: Cursor, step: Step) -> None:
        self._operand(cursor, step)
        cursor.need(",")
        cursor.need("label")
        step.blocks.append(cursor.next())
        cursor.need("[")
        while not cursor.eat("]"):
            step.operands.append(cursor.constant(cursor.type()))
            cursor.need(",")
            cursor.need("label")
            step.blocks.append(cursor.next())

    def _read_ret(self, cursor: Cursor, step: Step) -> None:
        if cursor.peek() != "void":
            self._operand(cursor, step)

    def _read_alloca(self, cursor: Cursor, step: Step) -> None:
        step.type = cursor.type()

    def _read_call(self, cursor: Cursor, step: Step) -> None:
        while cursor.peek()[:1] not in ("@", ""):
            if cursor.eat("asm"):
                self._read_asm(cursor, step)
                return
            before = cursor.at
            try:
                step.type = cursor.type()
            except CannotLift:
                cursor.at = before + 1
        step.name = cursor.next()[1:]
        cursor.need("(")
        while not cursor.eat(")"):
            self._operand(cursor, step)
            cursor.eat(",")

    def _read_asm(self, cursor: Cursor, step: Step) -> None:
        """Assembler without instructions: a barrier for the compiler, which computes nothing."""
        cursor.need("sideeffect")
        if cursor.next() != '""':
            raise CannotLift("assembler with instructions")
        step.name = "asm"
        cursor.need(",")
        cursor.next()  # constraints
        cursor.need("(")
        while not cursor.eat(")"):
            self._operand(cursor, step)
            cursor.eat(",")

    def call(self, run: Run, name: str, arguments: Sequence[Word], cells: Dict[int, Word],
             ) -> Outcome:
        state = State(TRUE, {}, dict(cells))
        end = IrRunner(self, run).call(name, arguments, state)
        if end is None:
            return Outcome(FALSE, None, {})
        return Outcome(end.condition, end.values.get("return"), end.cells)


def live_values(blocks: Dict[str, List[Step]], plan: Plan) -> Dict[str, Set[str]]:
    """Returns the local values that are live at the beginning of each block."""
    uses: Dict[str, Set[str]] = {}
    defines: Dict[str, Set[str]] = {}
    for label, steps in blocks.items():
        used: Set[str] = set()
        defined: Set[str] = set()
        for step in steps:
            if step.op != "phi":
                used |= {name for name in step.operands if isinstance(name, str)} - defined
            defined.add(step.target)
        uses[label], defines[label] = used, defined
    live = {label: set(used) for label, used in uses.items()}
    changed = True
    while changed:
        changed = False
        for label in sorted(plan.rank, key=plan.rank.__getitem__, reverse=True):
            after: Set[str] = set()
            for successor in plan.successors[label]:
                after |= live[str(successor)]
                for step in blocks[str(successor)]:
                    if step.op != "phi":
                        break
                    after |= {name for name, block in zip(step.operands, step.blocks)
                              if block == label and isinstance(name, str)}
            new = uses[label] | after - defines[label]
            if new != live[label]:
                live[label] = new
                changed = True
    return live


CASTS = {"zext", "sext", "trunc", "bitcast", "ptrtoint", "inttoptr"}
ARITHMETIC = {"and", "or", "xor", "add", "sub", "mul", "shl", "lshr", "ashr", "udiv", "urem"}
_SHIFTS = {"shl": shift_left, "lshr": shift_right, "ashr": shift_right_signed}


class IrRunner(Runner):
    """Runs functions of a module."""

    program: Module

    def call(self, name: str, arguments: Sequence[Word], state: State) -> Optional[State]:
        """Returns the state at the return, with the result as value ``return``."""
        function = self.program.function(name)
        inner = State(state.condition, dict(zip(function.parameters, arguments)), state.cells)
        return self.run(function, function.plan, inner)

    def block(self, function: object, block: object, state: State,
              ) -> Iterable[Tuple[Optional[str], State]]:
        assert isinstance(function, Function) and isinstance(block, str)
        for step in function.blocks[block]:
            if step.op == "phi":
                continue
            if step.op == "ret":
                values = {"return": self._value(step.operands[0], step.types[0], state)} \
                    if step.operands else {}
                return [(None, State(state.condition, values, state.cells))]
            if step.op in ("br", "switch"):
                return self._leave(function, block, step, state)
            if step.op == "unreachable":
                self.memory.fault(state.condition, "code that must not be reached is reached")
                return []
            getattr(self, "_do_" + step.op, self._arithmetic)(step, state)
            if state.condition == FALSE:
                return []
        raise CannotLift(f"block {block} has no end")

    def _value(self, operand: Operand, type_: Type, state: State) -> Word:
        if operand is None:
            return self.graph.variables("undef", type_.width)
        return state.values[operand] if isinstance(operand, str) else operand

    def _operands(self, step: Step, state: State) -> List[Word]:
        types = step.types or [step.type] * len(step.operands)
        return [self._value(*pair, state) for pair in zip(step.operands, types)]

    def _leave(self, function: Function, block: str, step: Step, state: State,
               ) -> List[Tuple[Optional[str], State]]:
        """Returns the states at the beginnings of the block's successors."""
        graph = self.graph
        ways: Dict[str, int] = {}
        if step.op == "br" and len(step.blocks) == 1:
            ways[step.blocks[0]] = TRUE
        elif step.op == "br":
            condition = self._operands(step, state)[0][0]
            for label, holds in zip(step.blocks, (condition, condition ^ 1)):
                ways[label] = graph.either(ways.get(label, FALSE), holds)
        else:
            value = self._value(step.operands[0], step.types[0], state)
            other = TRUE
            for case, label in zip(step.operands[1:], step.blocks[1:]):
                assert isinstance(case, tuple)
                holds = graph.equal(value, case)
                ways[label] = graph.either(ways.get(label, FALSE), holds)
                other = graph.both(other, holds ^ 1)
            ways[step.blocks[0]] = graph.either(ways.get(step.blocks[0], FALSE), other)
        result: List[Tuple[Optional[str], State]] = []
        for label, holds in ways.items():
            values = {name: state.values[name] for name in function.live[label]}
            for phi in function.blocks[label]:
                if phi.op != "phi":
                    break
                operand = phi.operands[phi.blocks.index(block)]
                values[phi.target] = self._value(operand, phi.type, state)
            cells = state.cells if len(ways) == 1 else dict(state.cells)
            result.append((label, State(graph.both(state.condition, holds), values, cells)))
        return result

    def _do_load(self, step: Step, state: State) -> None:
        address, = self._operands(step, state)
        value = self.memory.load(state.cells, address, step.type.size, state.condition, step.align)
        state.values[step.target] = value[:step.type.width]

    def _do_store(self, step: Step, state: State) -> None:
        value, address = self._operands(step, state)
        self.memory.store(state.cells, address, extend(value, 8 * step.type.size),
                          state.condition, step.align)

    def _do_alloca(self, step: Step, state: State) -> None:
        start = self.memory.region("stack", step.type.size, 16, is_private=True)
        state.values[step.target] = constant(start, ADDRESS_BITS)

    def _do_getelementptr(self, step: Step, state: State) -> None:
        start, *indices = self._operands(step, state)
        graph, type_ = self.graph, step.type
        address = start
        for place, index in enumerate(indices):
            if place and type_.kind == "struct":
                member = number(index)
                assert member is not None
                address = graph.add(address, constant(type_.offsets[member], ADDRESS_BITS))
                type_ = type_.parts[member]
                continue
            if place:
                type_ = type_.parts[0]
            distance = graph.multiply(sign_extend(index, ADDRESS_BITS),
                                      constant(type_.size, ADDRESS_BITS))
            address = graph.add(address, distance)
        state.values[step.target] = address

    def _do_icmp(self, step: Step, state: State) -> None:
        a, b = self._operands(step, state)
        graph = self.graph
        name = step.name
        if name in ("eq", "ne"):
            result = graph.equal(a, b) ^ (name == "ne")
        else:
            less = graph.below if name[0] == "u" else graph.below_signed
            result = {"lt": lambda: less(a, b), "gt": lambda: less(b, a),
                      "le": lambda: less(b, a) ^ 1, "ge": lambda: less(a, b) ^ 1}[name[1:]]()
        state.values[step.target] = (result,)

    def _do_freeze(self, step: Step, state: State) -> None:
        state.values[step.target], = self._operands(step, state)

    def _do_select(self, step: Step, state: State) -> None:
        condition, a, b = self._operands(step, state)
        state.values[step.target] = self.graph.choose_word(condition[0], a, b)

    def _do_zext(self, step: Step, state: State) -> None:
        value, = self._operands(step, state)
        state.values[step.target] = extend(value, step.type.width)

    _do_trunc = _do_bitcast = _do_ptrtoint = _do_inttoptr = _do_zext

    def _do_sext(self, step: Step, state: State) -> None:
        value, = self._operands(step, state)
        state.values[step.target] = sign_extend(value, step.type.width)

    # Numbers

    def _arithmetic(self, step: Step, state: State) -> None:
        a, b = self._operands(step, state)
        state.values[step.target] = self._result(step, a, b, state.condition)

    def _lost(self, step: Step, condition: int, lost: int) -> None:
        self.memory.fault(self.graph.both(condition, lost),
                          f"{step.op} {'/'.join(sorted(step.flags))} overflows")

    def _result(self, step: Step, a: Word, b: Word, condition: int) -> Word:
        graph = self.graph
        if step.op in ("and", "or", "xor"):
            return {"and": graph.bitwise_and, "or": graph.bitwise_or,
                    "xor": graph.bitwise_xor}[step.op](a, b)
        if step.op in ("add", "sub"):
            if step.flags:
                self._check_sum(step, a, b, condition)
            return graph.add(a, b) if step.op == "add" else graph.subtract(a, b)
        if step.op == "mul":
            if step.flags and (number(a) is None or number(b) is None):
                raise CannotLift("mul nuw or nsw of an unknown number")
            return graph.multiply(a, b)
        count = number(b)
        if step.op in _SHIFTS:
            if count is None:
                self.memory.fault(
                    graph.both(condition, graph.below(b, constant(len(a), len(b))) ^ 1),
                    f"{step.op} by the width or more")
                return graph.shifted_by(a, b, _SHIFTS[step.op])
            if count >= len(a):
                self.memory.fault(condition, f"{step.op} by the width or more")
            if step.flags:
                self._check_shift(step, a, count, condition)
            return _SHIFTS[step.op](a, count)
        if not count or count & count - 1:  # udiv, urem
            value = number(a)
            if not count or value is None:
                raise CannotLift(f"{step.op} by another number than a power of 2")
            return constant(value // count if step.op == "udiv" else value % count, len(a))
        places = count.bit_length() - 1
        return shift_right(a, places) if step.op == "udiv" else extend(a[:places], len(a))

    def _check_sum(self, step: Step, a: Word, b: Word, condition: int) -> None:
        graph, is_sub = self.graph, step.op == "sub"
        if is_sub:
            b = invert(b)
        result, carry = graph.carry_add(a, b, int(is_sub))
        if "nuw" in step.flags:
            self._lost(step, condition, carry ^ is_sub)
        if "nsw" in step.flags:
            same = graph.differ(a[-1], b[-1]) ^ 1
            self._lost(step, condition, graph.both(same, graph.differ(result[-1], a[-1])))

    def _check_shift(self, step: Step, a: Word, count: int, condition: int) -> None:
        graph = self.graph
        if step.op == "shl":
            if "nuw" in step.flags:
                self._lost(step, condition, graph.any(a[len(a) - count:]))
            if "nsw" in step.flags:
                sign = a[len(a) - count - 1]
                self._lost(step, condition,
                           graph.any([graph.differ(bit, sign) for bit in a[len(a) - count:]]))
        else:
            self._lost(step, condition, graph.any(a[:count]))

    # Calls

    def _do_call(self, step: Step, state: State) -> None:
        arguments = self._operands(step, state)
        if step.name.startswith("llvm."):
            result = self._intrinsic(step.name[5:], arguments, state)
        elif step.name == "asm":
            self.run_.barriers += [number(word) for word in arguments]
            result = None
        elif step.name in self.run_.hooks or step.name not in self.program.functions:
            result = self.external(step.name, arguments, state)
        else:
            end = self.call(step.name, arguments, state)
            if end is None:
                state.condition = FALSE
                return
            state.condition, state.cells = end.condition, end.cells
            result = end.values.get("return")
        if step.target and result is not None:
            state.values[step.target] = result

    def _intrinsic(self, name: str, arguments: List[Word], state: State) -> Optional[Word]:
        graph = self.graph
        kind = name.split(".")[0]
        if kind in ("memset", "memcpy"):
            self.external(kind, arguments, state)
            return None
        if kind in ("lifetime", "assume", "experimental"):
            return None
        if kind == "bswap":
            return swap_bytes(arguments[0])
        if kind in ("fshl", "fshr"):
            count = number(arguments[2])
            if count is None:
                raise CannotLift(f"{kind} by an unknown number")
            both = arguments[1] + arguments[0]
            width = len(arguments[0])
            count %= width
            both = rotate_left(both, count) if kind == "fshl" else \
                rotate_left(both, 2 * width - count)
            return both[width:] if kind == "fshl" else both[:width]
        if kind in ("umin", "umax"):
            less = graph.below(arguments[0], arguments[1])
            return graph.choose_word(less ^ (kind == "umax"), arguments[0], arguments[1])
        if name.startswith("load.relative"):
            start, offset = arguments
            place = graph.add(start, sign_extend(offset, ADDRESS_BITS))
            distance = self.memory.load(state.cells, place, 4, state.condition)
            return graph.add(start, sign_extend(distance, ADDRESS_BITS))
        raise CannotLift(f"call of llvm.{name}")
