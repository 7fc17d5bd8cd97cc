# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Shared by the tests with other projects' headers: the tables of Linux, and a C compiler that evaluates expressions
with these headers. The headers come from Debian packages."""

import os
import shutil
import subprocess

from kernel_headers import linux_file

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SPEC = os.path.join(ROOT, "spec")

IFC_FILES = ("mlx5_ifc.h", "mlx5_ifc_fpga.h", "mlx5_ifc_vdpa.h")


def ifc_files(version):
    """Returns the paths of a kernel's headers with tables of bits."""
    return [linux_file(version, name) for name in IFC_FILES]


# Included by the headers of WQEs, CQEs and EQEs, and not part of them.
SHIMMED = ("linux/types.h", "linux/bitfield.h", "linux/refcount.h", "linux/mlx5/driver.h", "rdma/ib_verbs.h")


def shimmed(folder):
    """Puts shim.h into a folder in the place of these headers, and returns the folder, for -I."""
    shutil.copy(os.path.join(HERE, "shim.h"), folder)
    for name in SHIMMED:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text('#include "shim.h"\n')
    return folder


def run_c(folder, source, flags=()):
    """Returns the lines that a C program prints, compiled in a folder of its own."""
    path = os.path.join(str(folder), "program.c")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(source)
    done = subprocess.run(["gcc", "-w", "-O0", *flags, "-o", path[:-2], path],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, f"gcc says:\n{done.stdout[:3000]}"
    done = subprocess.run([path[:-2]], stdout=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 0, f"the program ends with {done.returncode}"
    return done.stdout.splitlines()


def c_numbers(folder, prelude, expressions, flags=()):
    """Returns the values of C expressions of an integer type, as unsigned numbers of 64 bits."""
    rows = "".join(f"\t(unsigned long long)({text}),\n" for text in expressions)
    source = (f"{prelude}\n#include <stdio.h>\nstatic const unsigned long long values[] = {{\n"
              f"{rows}}};\nint main(void)\n{{\n"
              "\tfor (unsigned long i = 0; i < sizeof(values) / sizeof(*values); i++)\n"
              "\t\tprintf(\"%llu\\n\", values[i]);\n\treturn 0;\n}\n")
    values = [int(line) for line in run_c(folder, source, flags)]
    assert len(values) == len(expressions)
    return values
