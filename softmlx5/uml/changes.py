# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Our changes of Linux, for build.py: what `ninja kernel` edits in the source before it compiles it.

A change is found by the lines that it needs, and not by line numbers, so that it survives changes of other lines. A source
in which these lines are missing, or are there more often, is an error: then Linux has changed at this place, and a person
must look at it.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import List, Tuple

HERE = os.path.relpath(os.path.abspath(__file__), os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__)))))
MARK = "softmlx5"  # in the text that each change inserts: a file that has it is already changed


class Changed(Exception):
    """The source is not as a change expects it."""


@dataclass(frozen=True)
class Edit:
    """Inserts text around lines that occur exactly ``count`` times, or removes them.

    ``find`` is literal text. ``function`` restricts the search to the body of a C function.
    """

    find: str
    before: str = ""
    after: str = ""
    removed: bool = False
    count: int = 1
    function: str = ""


@dataclass(frozen=True)
class Change:
    """A change of one file: its purpose, and where in Linux it could be made for everyone."""

    file: str
    what: str
    why: str
    upstream: str
    edits: Tuple[Edit, ...]


CHANGES = (
    Change(
        "drivers/infiniband/Kconfig", "mlx5_ib can be built for UML",
        why="All drivers of RDMA hardware are excluded there, since some use functions of x86 that UML lacks. mlx5_ib "
            "uses none of these, and mlx5_core is not excluded.",
        upstream="linux-rdma: mlx5's line outside of `if !UML`, as it is here.",
        edits=(
            Edit('source "drivers/infiniband/hw/mlx5/Kconfig"\n', removed=True),
            Edit("endif # !UML\n", after='# softmlx5: for UML, too\nsource "drivers/infiniband/hw/mlx5/Kconfig"\n'),
        )),
    Change(
        "arch/um/kernel/physmem.c", "user programs can map BARs of virt-pci",
        why="virt-pci turns the kernel's accesses to BARs into messages. User programs write doorbells to a page of the BAR "
            "that the driver maps for them; for UML that is a page of a file, and phys_mapping() knows no file for BARs, "
            "so that the mapping fails. With iomem=pci,FILE on the command line the BARs are backed by that file, "
            "which the device process maps as well: it reads there what the program wrote.",
        upstream="linux-um: better as shared memory that the device offers (VHOST_USER_BACKEND_SHMEM_MAP) than as a file.",
        edits=(
            Edit("int phys_mapping(unsigned long phys, unsigned long long *offset_out)\n", before="""\
/* softmlx5: the file behind the window of virt-pci's BARs, or -1. */
static int pci_window_fd(unsigned long phys, unsigned long long *offset_out)
{
	const unsigned long window = 0xf0000000;	/* virt_iomem_resource of virt-pci.c */
	const struct iomem_region *region = iomem_regions;

	while (region && strcmp(region->driver, "pci"))
		region = region->next;
	if (!region || phys < window || phys - window >= region->size)
		return -1;
	*offset_out = phys - window;
	return region->fd;
}

"""),
            Edit("\treturn fd;\n", before="\tif (fd < 0)\n\t\tfd = pci_window_fd(phys, offset_out);\n", function="phys_mapping"),
        )),
    Change(
        "arch/um/os-Linux/util.c", "messages of earlyprintk are written at once",
        why="The first console begins after the drivers. Until then earlyprintk prints, through stdio: to a file, that keeps the "
            "messages in a buffer, which is lost when the driver hangs in its probe and the kernel is killed: nothing tells why.",
        upstream="linux-um: as it is here.",
        edits=(
            Edit('\tprintf("%.*s", n, s);\n', after="\tfflush(stdout);\t/* softmlx5 */\n", function="um_early_printk"),
        )),
    Change(
        "arch/um/drivers/virt-pci.c", "accesses to BARs are safe against interrupts",
        why="The message buffer (one per CPU) and the virtqueue of a device are used by processes, and by timers and "
            "interrupt handlers that interrupt them: mlx5_core's health poll is a timer. It then read the answer to "
            "another request: 0xffffffff, and the driver reported a dead device.",
        upstream="linux-um: later kernels take a spinlock and allocate buffers; this change is the short form for one CPU.",
        edits=(
            Edit("\tstruct um_pci_message_buffer *buf;\n", after="\tunsigned long irq_flags; /* softmlx5 */\n", count=3),
            Edit("\tbuf = get_cpu_var(um_pci_msg_bufs);\n", before="\tlocal_irq_save(irq_flags);\n", count=3),
            Edit("\tput_cpu_var(um_pci_msg_bufs);\n", after="\tlocal_irq_restore(irq_flags);\n", count=3),
            Edit("\tvoid *cmd;\n", before="\tunsigned long irq_flags;\n", function="um_pci_cmd_vq_cb"),
            Edit("\twhile ((cmd = virtqueue_get_buf(vq, &len))) {\n", before="\tlocal_irq_save(irq_flags);\n",
                 function="um_pci_cmd_vq_cb"),
            Edit("\t\tkfree(cmd);\n\t}\n", after="\tlocal_irq_restore(irq_flags);\n", function="um_pci_cmd_vq_cb"),
        )),
)


def body(text: str, function: str) -> Tuple[int, int]:
    """Returns where the body of a C function starts and ends; (0, 0) if the text has no such function."""
    found = re.search(r"^[\w *]*\b%s\([^;{]*\)\n\{\n" % re.escape(function), text, re.M)
    if not found:
        return 0, 0
    end = text.find("\n}\n", found.end() - 1)
    return (found.end(), end + 1) if end >= 0 else (0, 0)


def edited(text: str, edit: Edit) -> str:
    """Returns the text with an edit made; raises Changed with what was looked for if it is not there."""
    start, end = body(text, edit.function) if edit.function else (0, len(text))
    where = f" in {edit.function}()" if edit.function else ""
    if edit.function and not end:
        raise Changed(f"looked for the function {edit.function}(), which is not there")
    part = text[start:end]
    found = part.count(edit.find)
    if found != edit.count:
        raise Changed(f"looked for `{edit.find.strip()}`{where}: {found} found, {edit.count} expected")
    new = edit.before + ("" if edit.removed else edit.find) + edit.after
    return text[:start] + part.replace(edit.find, new) + text[end:]


def apply(tree: str, version: str) -> List[str]:
    """Makes all changes in a source tree, or none; a file that has them already stays as it is.

    Returns what was done, a line for each change. Raises Changed with file, place, version and remedy.
    """
    texts, done = {}, []
    for change in CHANGES:
        path = os.path.join(tree, change.file)
        try:
            with open(path, encoding="utf-8") as stream:
                text = stream.read()
            if MARK in text:
                done.append(f"{change.file}: {change.what}: already done")
                continue
            for edit in change.edits:
                text = edited(text, edit)
        except (FileNotFoundError, Changed) as exc:
            what = str(exc) if isinstance(exc, Changed) else "there is no such file"
            raise Changed(f"{change.file}: {what}; Linux {version} differs at this place from the versions that are known here, "
                          f"and nothing was changed. Look up in {HERE} what the change `{change.what}` is for, and adapt its "
                          f"edits; or use a version that is known: Linux 6.12 of Debian 12 (linux-source-6.12)") from None
        texts[path] = text
        done.append(f"{change.file}: {change.what}")
    for path, text in texts.items():
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
    return done
