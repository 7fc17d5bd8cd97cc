# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Reads a manual in any form that prmc accepts as SPEC.

====================  =============================================================
argument              manual
====================  =============================================================
a folder              the spec's YAML, all ``*.yaml`` below it
a file                by its content and name, see :func:`form_of`; a file of a spec is read with
                      the definitions of other files that it needs
``REV:path``          the file or folder of a git revision, path from the top of the
                      repository (``./path``: from the current folder)
``REV``               the ``spec/`` folder of that revision
====================  =============================================================

An existing file or folder has precedence over a revision of the same name: ``REV:`` is always a
revision, ``./name`` always a file or folder, and so is a name with the suffix of a file (``.yaml``,
``.h``, ``.hpp``, ``.cuh``, ``.adb``, ``.xml``, ``.o``, ``.ko``, ``.so``).
"""

from __future__ import annotations

import errno
import os
import posixpath
import stat
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Callable, List, Optional, Sequence, Tuple

from prmclib.model import LeftOut, Span, Spec
from prmclib.model.errors import Findings, report, shorten
from .load import Text, load_spec, load_texts

if TYPE_CHECKING:
    from watch.ifc import Header
    from .revision import Entry, Revision

HELP = "a folder or file of the spec, a git revision (REV or REV:path), tables of mstflint " \
       "(ADB), a C header in the style of mlx5_ifc.h or an object file with debug information"
"""The forms of a SPEC argument, for --help."""

# ELF, archives, LLVM's intermediate code, Mach-O
_OBJECTS = (b"\x7fELF", b"!<arch>\n", b"BC\xc0\xde", b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe")
_HEADERS = (".h", ".hpp", ".cuh")
_SUFFIXES = (".yaml", *_HEADERS, ".adb", ".xml", ".o", ".ko", ".so")  # without a colon never a revision
_HEAD = 4096  # bytes that form_of() needs


@dataclass
class Source:
    """A manual after reading."""

    label: str  # as the user named it
    form: str  # "spec", "adb", "header", "object"
    spec: Spec
    left_out: List[LeftOut] = field(default_factory=list)
    header: Optional["Header"] = None  # the tables of a C header


def form_of(name: str, head: bytes) -> str:
    """Returns the form of a file, by its first bytes or else by its name.

    ``object``: starts like ELF, an archive, LLVM bitcode or Mach-O, or is called ``*.o``, ``*.ko``,
    ``*.so`` or ``*.dwo``; ``adb``: starts like XML, or is called ``*.adb`` or ``*.xml``;
    ``header``: is called ``*.h``, ``*.hpp`` or ``*.cuh``; ``spec``: anything else.
    """
    from watch.adb.document import looks_like_xml

    if head.startswith(_OBJECTS):
        return "object"
    if looks_like_xml(head) or name.endswith((".adb", ".xml")):
        return "adb"
    if name.endswith(_HEADERS):
        return "header"
    if name.endswith((".o", ".ko", ".so", ".dwo")):
        return "object"
    return "spec"


def is_spec(text: str) -> bool:
    """True if ``text`` names a folder, or a file whose form is ``spec``."""
    return os.path.isdir(text) or os.path.lexists(text) and form_of(text, _head(text)) == "spec"


def _head(name: str) -> bytes:
    """Returns the first bytes of a file; none if it cannot be read, which its reader will report."""
    try:
        return _content(name, _HEAD)
    except (OSError, ValueError):
        return b""


def _content(name: str, limit: int) -> bytes:
    """Returns at most ``limit`` bytes of a regular file.  Raises OSError or ValueError."""
    if not stat.S_ISREG(os.stat(name).st_mode):  # opening a pipe may block
        raise OSError(errno.EINVAL, "not a regular file")
    with open(name, "rb") as stream:
        return stream.read(limit)


def load_source(text: str, warnings: bool = True) -> Source:
    """Reads the manual that ``text`` names: a path or a revision of git, see above.

    Spans name files as they were given, those of a revision ``REV:path``.  Prints the findings to
    standard error and raises ``SystemExit(1)`` on errors.  ``warnings``: prints warnings also where
    there is no error.
    """
    source, findings = read_source(text)
    if findings.has_errors or warnings and findings:
        report(findings)
    if findings.has_errors:
        raise SystemExit(1)
    return source


def read_source(text: str) -> Tuple[Source, Findings]:
    """Reads the manual that ``text`` names; returns it and the findings.  With errors among the findings
    it is incomplete."""
    if _is_revision(text):
        return _revision(text)
    if os.path.isdir(text):
        return _spec(text, *load_spec([text]))
    return _file(text, text)


def lint(source: Source, findings: Findings, folder: str = "", manual: Optional[Spec] = None) -> None:
    """Adds the findings that only `prmc check` reports, about a C header and the code
    below ``folder`` that uses it; ``manual`` has the capabilities that code asks for."""
    from watch import ifc

    if source.header is not None:
        ifc.lint(source.header, findings)
        if folder and manual is not None:
            ifc.uses(source.header, folder, manual, findings)


def compilable(source: Source, only: Sequence[str]) -> Tuple[Spec, Tuple[str, ...]]:
    """Returns the spec to generate code from, and ``only`` with its names of layouts: a manual in another form is
    fitted to the notation first.  Reports what it lacks; raises :class:`prmclib.writers.choice.Wrong`."""
    from watch.importing import whole

    return whole.compilable(source, only)


def _is_revision(text: str) -> bool:
    """True if ``text`` is for git: no file has that name, and it does not look like a file's."""
    if "\0" in text or os.path.lexists(text) or text.startswith(("./", "../", "/")):
        return False
    return ":" in text or not text.endswith(_SUFFIXES)


def names_revision(text: str) -> bool:
    """True if ``text`` names a revision of the current folder's repository, or a path in a revision."""
    from . import revision

    if not _is_revision(text):
        return False
    try:
        return ":" in text or bool(revision.Repository().tree(text))
    except revision.GitError:
        return False


def _spec(label: str, spec: Spec, findings: Findings) -> Tuple[Source, Findings]:
    return Source(label, "spec", spec), findings


def _file(label: str, name: str) -> Tuple[Source, Findings]:
    form = form_of(name, _head(name))
    if form in _READERS:
        reader, limit = _READERS[form]
        try:
            return reader(label, name, _content(name, limit + 1), None)
        except (OSError, ValueError) as exc:
            findings = Findings(files=1)
            findings.add("E001", Span(shorten(name, 200), 0, 0, 0), "the file cannot be read: "
                         f"{getattr(exc, 'strerror', None) or exc}")
            return Source(label, form, Spec()), findings
    if form == "header":
        return _header(label, name, None)
    spec, findings = load_spec([name])
    folder = _spec_around(name) if _lacks_names(findings) else ""
    if not folder:
        return _spec(label, spec, findings)
    spec, findings = load_spec([folder])
    inside = os.path.relpath(os.path.realpath(name), os.path.realpath(folder)).replace(os.sep, "/")
    return _part(label, spec, findings, f"{os.path.basename(os.path.abspath(folder))}/{inside}")


def _lacks_names(findings: Findings) -> bool:
    """True if a file refers to definitions of other files, which have not been read."""
    return any(item.rule in ("E040", "E043") for item in findings)


def default_spec() -> str:
    """Returns the ``spec`` folder of prmc's own tree, relative to the current folder if that is shorter."""
    here = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__)))))
    absolute = os.path.join(here, "spec")
    try:
        relative = os.path.relpath(absolute)
    except (OSError, ValueError):  # the current folder is gone, or on another drive
        return absolute
    return absolute if relative.startswith("..") else relative


def _spec_around(name: str) -> str:
    """Returns the folder of the spec that contains a file; empty if there is none."""
    real = os.path.realpath(name)
    if real.startswith(os.path.realpath(default_spec()) + os.sep):
        return default_spec()
    folder = os.path.dirname(real)
    while os.path.basename(folder) not in ("spec", ""):
        folder = os.path.dirname(folder)
    return os.path.relpath(folder) if os.path.basename(folder) else ""


def _part(label: str, spec: Spec, findings: Findings, path: str) -> Tuple[Source, Findings]:
    """Reduces a whole spec to the file recorded as ``path`` and the definitions that it needs."""
    if findings.has_errors:
        return Source(label, "spec", Spec()), findings
    file = next(item for item in spec.files if item.path == path)
    needed = spec.closure([*file.layouts, *file.enums, *file.variants, *file.sequences])
    return Source(label, "spec", spec.only(needed)), findings


def _adb(label: str, name: str, data: bytes,
         found: Optional[Revision]) -> Tuple[Source, Findings]:
    from watch import adb

    if found is None:
        access = adb.on_disk(name, adb.MAX_SIZE + 1)
    else:
        access = adb.Access(found.read, found.names, posixpath.normpath,
                            posixpath.dirname(found.entry.path), start=found.label(""))
    document, findings = adb.read_adb(name, data, access)
    if findings.has_errors:
        return Source(label, "adb", Spec()), findings
    return Source(label, "adb", *adb.to_spec(document, data)), findings


def _object(label: str, name: str, data: bytes,
            found: Optional[Revision]) -> Tuple[Source, Findings]:
    from watch import dwarf

    objects, findings = dwarf.read_objects(name, data)
    if findings.has_errors:
        return Source(label, "object", Spec()), findings
    return Source(label, "object", *dwarf.to_spec(objects, data)), findings


_READERS = {"adb": (_adb, 32 << 20), "object": (_object, 256 << 20)}
"""Forms that are one file: the reader, and the maximum size in bytes."""


def _header(label: str, name: str,
            read: Optional[Callable[[str], bytes]]) -> Tuple[Source, Findings]:
    from watch.headers import read_headers

    header, spec, left, findings = read_headers([name], read) if read else read_headers([name])
    return Source(label, "header", spec, left, header), findings


def _revision(text: str) -> Tuple[Source, Findings]:
    from . import revision

    findings = Findings()
    empty = Source(text, "spec", Spec())
    name, path = revision.split(text)
    try:
        found = revision.find(text, default_spec())
        texts = found.texts()
    except revision.GitError as exc:
        if isinstance(exc, revision.NoRevision) and path is None and not name.startswith(":"):
            # Most likely the user meant a file.
            findings.add("E001", Span(shorten(text, 200), 0, 0, 0),
                         "there is no such file or folder, nor a revision of git by that name",
                         help=f"as a revision: {exc.message}\n{exc.help}".strip())
        else:
            findings.add("E090", Span(shorten(text, 200), 0, 0, 0), exc.message, help=exc.help)
        return empty, findings
    if found.entry.kind == "blob":
        entry, data = texts[0]
        label = found.label(entry.path)
        form = form_of(entry.path, data[:_HEAD])
        if form == "header":
            # With a folder, so that the names of included headers beside it have the revision too.
            beside = entry.path if "/" in entry.path else f"./{entry.path}"
            return _header(text, found.label(beside), found.read)
        if form in _READERS:
            return _READERS[form][0](text, label, data, found)
        alone = Text(found.label(entry.path), entry.path, data)
        spec, findings = load_texts([alone])
        around = found.around() if _lacks_names(findings) else None
        if around is None:
            return _spec(text, spec, findings)
        try:
            files = _texts(around, around.texts())
        except revision.GitError as exc:
            findings.add("E090", Span(shorten(text, 200), 0, 0, 0), exc.message, help=exc.help)
            return empty, findings
        mine = next(item.recorded for item in files if item.name == alone.name)
        return _part(text, *load_texts(files), mine)
    if not texts:
        findings.add("E001", Span(shorten(text, 200), 0, 0, 0),
                     f"the folder '{found.entry.path or '.'}' has no *.yaml files in that revision",
                     help="give the folder of the spec")
        return empty, findings
    return _spec(text, *load_texts(_texts(found, texts)))


def _texts(found: Revision, texts: List[Tuple[Entry, bytes]]) -> List[Text]:
    """Returns the files of a revision's folder, recorded as :func:`load.find_files` does."""
    base = posixpath.basename(found.entry.path) or "spec"
    start = len(found.entry.path) + 1 if found.entry.path else 0
    return [Text(found.label(entry.path), f"{base}/{entry.path[start:]}", data)
            for entry, data in texts]
