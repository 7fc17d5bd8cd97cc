# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""The text that each compiler, language and byte order reads is the text whose compilation is proved.

After the preprocessor the headers' text must be the same as for clang's C, but for what ``told`` and ``swapped`` know.
So an error in a branch that only C++, another compiler or a big-endian machine takes is a difference.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path
from typing import List, Sequence, Tuple

# Headers of the C library, all empty: the preprocessed text has only names of theirs.
EMPTY = ("assert.h", "inttypes.h", "stdio.h", "string.h")
PROVED = "clang -std=c11 -O2 -DNDEBUG"
OTHERS = {
    "C++": "clang++ -xc++ -std=c++17 -O2",
    "gcc": "gcc -std=c11 -O2",
    "g++": "g++ -xc++ -std=c++17 -O2",
    "32 bits": "clang -std=c11 -O2 --target=i686-linux-gnu",
    "big-endian": "clang -std=c11 -O2 --target=s390x-linux-gnu",
}
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\w+|\S')


def preprocessed(compiler: str, source: Path, include: Sequence[str], generated: Path) -> List[str]:
    """Returns the tokens that a compiler reads of the generated headers."""
    done = subprocess.run([*shlex.split(compiler), "-E", "-ffreestanding", *include, str(source)], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, errors="replace", check=False)
    if done.returncode:
        return [done.stderr[:300]]
    tokens: List[str] = []
    is_own = False
    for line in done.stdout.splitlines():
        marker = re.match(r'# \d+ "([^"]*)"', line)
        if marker:
            is_own = marker.group(1).startswith(str(generated))
        elif is_own:
            tokens += _TOKEN.findall(line)
    return tokens


# Words that are one in C, after the preprocessor, and another in C++.
SAME = {"_Static_assert": "static_assert", "__extension__": "", "bool": "_Bool", "true": "1", "false": "0"}


def told(tokens: Sequence[str]) -> List[str]:
    """Returns tokens with the words that differ between C and C++ as one of both has them."""
    words = (re.sub(r"(?<=\dU)LL$|(?<=[a-f]U)LL$", "L", SAME.get(token, token)) for token in tokens)  # UINT64_C's suffix
    text = " ".join(word for word in words if word)
    return text.replace("( ( void * ) 0 )", "__null").split(" ")


def swapped(tokens: Sequence[str]) -> List[str]:
    """Returns the tokens with each swap of bytes replaced by a conversion, as a big-endian machine must read them."""
    result: List[str] = []
    depth = 0
    ends: List[int] = []
    for at, token in enumerate(tokens):
        match = re.fullmatch(r"__builtin_bswap(\d+)", token)
        if match:
            result += ["(", "(", f"uint{match.group(1)}_t", ")"]
            ends.append(depth)
            continue
        result.append(token)
        depth += (token == "(") - (token == ")")
        if token == ")" and ends and ends[-1] == depth:
            ends.pop()
            result.append(")")
    return result


def translated(text: str, words: Sequence[Tuple[str, str]]) -> List[str]:
    """Returns the tokens of a header in the words of style c, without comments and the check for two copies."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"^#if defined\(PRM_\w+_H\).*?^#endif\n", "", text, flags=re.S | re.M)
    text = re.sub(r"^(#define PRM_\w+_H) 0x[0-9a-f]+$", r"\1", text, flags=re.M)
    text = re.sub(r'^#include "prm_base.h"\n', "", text, flags=re.M)
    for word, instead in words:
        text = re.sub(rf"\b{word}" if word[0] != "_" else word, instead, text)
    return _TOKEN.findall(text)


def unlike(folder: Path, reference: Path, words: Sequence[Tuple[str, str]]) -> List[Tuple[str, str]]:
    """Returns for each header but prm_base.h the first difference from style c, "" for none."""
    names = {path.name for path in folder.glob("*.h")} | {path.name for path in reference.glob("*.h")}
    result = []
    for name in sorted(names - {"prm_base.h"}):
        try:
            got, wanted = (translated((where / name).read_text(encoding="utf-8"), words if where is folder else ())
                           for where in (folder, reference))
        except OSError as exc:
            result.append((name, str(exc)))
            continue
        result.append((name, difference(got, wanted) if got != wanted else ""))
    return result


def difference(got: Sequence[str], wanted: Sequence[str]) -> str:
    """Returns the text around the first difference."""
    at = next((i for i, pair in enumerate(zip(got, wanted)) if pair[0] != pair[1]), min(len(got), len(wanted)))
    return f"reads '{' '.join(got[max(0, at - 12):at + 12])}' for '{' '.join(wanted[max(0, at - 12):at + 12])}'"


def differences(source: Path, generated: Path, include: Sequence[str], empty: Path, has_cxx: bool,
                ) -> List[Tuple[str, str]]:
    """Returns for each other compilation the first difference, "" for none."""
    empty.mkdir(parents=True, exist_ok=True)
    for name in EMPTY:
        (empty / name).write_text("", encoding="utf-8")
    options = [f"-I{empty}", *include, f"-I{generated}"]
    reference = preprocessed(PROVED, source, options, generated)
    proved = told(reference)
    result = []
    for name, compiler in OTHERS.items():
        if "++" in name and not has_cxx:
            continue
        got = told(preprocessed(compiler, source, options, generated))
        wanted = swapped(proved) if name == "big-endian" else proved
        said = ""
        if got != wanted or len(proved) < 100:
            said = difference(got, wanted)
        result.append((name, said))
    return result
