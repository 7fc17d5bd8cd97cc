# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""softmlx5/uml/build.py and changes.py: edits of Linux's source that fail when it has changed, the cache, messages."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys

import pytest

from machine import BUILD, ROOT

UML = os.path.join(ROOT, "softmlx5", "uml")
sys.path.insert(0, UML)

import build  # noqa: E402
import changes  # noqa: E402

# The shape of the files that are changed, for the edits alone.
FILES = {
    "drivers/infiniband/Kconfig": """\
if !UML
source "drivers/infiniband/hw/mlx4/Kconfig"
source "drivers/infiniband/hw/mlx5/Kconfig"
endif # !UML
source "drivers/infiniband/sw/rxe/Kconfig"
""",
    "arch/um/kernel/physmem.c": """\
int other(void)
{
	return fd;
}

int phys_mapping(unsigned long phys, unsigned long long *offset_out)
{
	int fd = -1;

	return fd;
}
""",
    "arch/um/os-Linux/util.c": """\
void um_early_printk(const char *s, unsigned int n)
{
	printf("%.*s", n, s);
}
""",
    "arch/um/drivers/virt-pci.c": "".join(f"""\
static int {name}(struct um_pci_device *dev)
{{
	struct um_pci_message_buffer *buf;

	buf = get_cpu_var(um_pci_msg_bufs);
	use(buf);
	put_cpu_var(um_pci_msg_bufs);
}}

""" for name in ("one", "two", "three")) + """\
static void um_pci_cmd_vq_cb(struct virtqueue *vq)
{
	void *cmd;
	int len;

	while ((cmd = virtqueue_get_buf(vq, &len))) {
		if (WARN_ON(HANDLE_IS_NO_FREE(cmd)))
			continue;
		kfree(cmd);
	}
}

static void later(void)
{
	void *cmd;
}
""",
}


@pytest.fixture
def tree(tmp_path):
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def texts(tree):
    return {name: (tree / name).read_text() for name in FILES}


def test_changes(tree):
    """Each change is made at its place, and once."""
    done = changes.apply(str(tree), "6.12.0")
    assert len(done) == len(FILES) == len(changes.CHANGES)
    new = texts(tree)
    assert new["drivers/infiniband/Kconfig"].splitlines()[-4:] == [
        "endif # !UML", "# softmlx5: for UML, too", 'source "drivers/infiniband/hw/mlx5/Kconfig"',
        'source "drivers/infiniband/sw/rxe/Kconfig"']
    assert new["drivers/infiniband/Kconfig"].count("mlx5/Kconfig") == 1
    mapping = new["arch/um/kernel/physmem.c"]
    assert mapping.index("static int pci_window_fd(") < mapping.index("int phys_mapping(")
    assert mapping.endswith("\tif (fd < 0)\n\t\tfd = pci_window_fd(phys, offset_out);\n\treturn fd;\n}\n")
    assert mapping.startswith("int other(void)\n{\n\treturn fd;\n}\n")
    assert new["arch/um/os-Linux/util.c"].endswith('\tprintf("%.*s", n, s);\n\tfflush(stdout);\t/* softmlx5 */\n}\n')
    pci = new["arch/um/drivers/virt-pci.c"]
    assert pci.count("local_irq_save(irq_flags);") == pci.count("local_irq_restore(irq_flags);") == 4
    assert pci.count("unsigned long irq_flags;") == 4 and pci.endswith("static void later(void)\n{\n\tvoid *cmd;\n}\n")
    assert "\t\tkfree(cmd);\n\t}\n\tlocal_irq_restore(irq_flags);\n}\n" in pci
    assert all("already done" in line for line in changes.apply(str(tree), "6.12.0")) and texts(tree) == new


EDITS = [(change, edit) for change in changes.CHANGES for edit in change.edits]


@pytest.mark.parametrize("change, edit", EDITS, ids=[f"{change.file}-{i}" for i, (change, _) in enumerate(EDITS)])
@pytest.mark.parametrize("how", ["gone", "twice"])
def test_source_has_changed(tree, change, edit, how):
    """The message has the file, what was looked for, the version and the remedy; and no file is touched."""
    path = tree / change.file
    text = path.read_text()
    start, end = changes.body(text, edit.function) if edit.function else (0, len(text))
    part = text[start:end].replace(edit.find, "" if how == "gone" else edit.find * 2)
    path.write_text(text[:start] + part + text[end:])
    before = texts(tree)
    with pytest.raises(changes.Changed) as raised:
        changes.apply(str(tree), "6.99.1")
    found = 0 if how == "gone" else 2 * edit.count
    message = str(raised.value)
    assert message.startswith(f"{change.file}: looked for `{edit.find.strip()}`")
    assert f": {found} found, {edit.count} expected; Linux 6.99.1 differs at this place" in message
    assert "adapt its edits; or use a version that is known" in message and "softmlx5/uml/changes.py" in message
    assert change.what in message and texts(tree) == before


def test_function_is_gone(tree):
    path = tree / "arch/um/drivers/virt-pci.c"
    path.write_text(path.read_text().replace("um_pci_cmd_vq_cb", "um_pci_other_cb"))
    with pytest.raises(changes.Changed, match="looked for the function um_pci_cmd_vq_cb\\(\\), which is not there; Linux 6.13"):
        changes.apply(str(tree), "6.13")


def test_file_is_gone(tree):
    (tree / "arch/um/drivers/virt-pci.c").unlink()
    with pytest.raises(changes.Changed, match="arch/um/drivers/virt-pci.c: there is no such file; Linux 6.13"):
        changes.apply(str(tree), "6.13")
    assert (tree / "drivers/infiniband/Kconfig").read_text() == FILES["drivers/infiniband/Kconfig"]


def test_every_change_says_why():
    for change in changes.CHANGES:
        assert len(change.why) > 80 and change.upstream.startswith(("linux-um: ", "linux-rdma: "))


def run(*arguments, **environment):
    done = subprocess.run([sys.executable, os.path.join(UML, "build.py"), *arguments], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, env={**os.environ, **environment})
    return done.returncode, done.stdout


def test_no_package(tmp_path):
    (tmp_path / "dpkg-query").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "dpkg-query").chmod(0o755)
    status, text = run("--build", str(tmp_path), PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert status == 1 and text == (
        "softmlx5/uml/build.py: there is no /usr/src/linux-source-6.12.tar.xz, the source of Linux: run ./configure.py "
        "--install-deps=kernel, or install Debian's linux-source-6.12, which bookworm-security has\n")


def test_no_tools(tmp_path):
    (tmp_path / "dpkg-query").write_text("#!/bin/sh\necho 6.12.1-1\n")
    (tmp_path / "dpkg-query").chmod(0o755)
    for name in ("make", "gcc", "ld", "bc", "tar"):
        os.symlink(shutil.which(name), tmp_path / name)
    status, text = run("--build", str(tmp_path), PATH=str(tmp_path), MLX5SIG_CACHE=str(tmp_path / "cache"))
    assert status == 1 and text == (
        "softmlx5/uml/build.py: there is no flex, bison, xz: run ./configure.py --install-deps=kernel, or install Debian's flex "
        "bison xz-utils\n")


def test_no_tree(tmp_path):
    status, text = run("--tree", str(tmp_path))
    assert status == 1 and text == f"softmlx5/uml/build.py: {tmp_path} is no source tree of Linux: its Makefile has no version\n"
    status, text = run("--copy", str(tmp_path))
    assert status == 1 and f"{tmp_path} exists; --copy makes a new folder" in text


def test_cache(monkeypatch, tmp_path):
    """MLX5SIG_CACHE, else XDG_CACHE_HOME, else the home, else the build folder."""
    monkeypatch.setenv("MLX5SIG_CACHE", str(tmp_path / "given"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert build.cache("b") == str(tmp_path / "given" / "kernel")
    monkeypatch.delenv("MLX5SIG_CACHE")
    assert build.cache("b") == str(tmp_path / "xdg" / "mlx5sig" / "kernel")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert build.cache("b") == str(tmp_path / "home" / ".cache" / "mlx5sig" / "kernel")
    monkeypatch.setenv("HOME", "/dev/null")
    assert build.cache(str(tmp_path / "b")) == str(tmp_path / "b" / "kernel" / "cache")


def test_digest(monkeypatch, tmp_path):
    """Another version, configuration or change is another kernel."""
    first = build.digest("1")
    assert build.digest("1") == first != build.digest("2") and len(first) == 12
    shutil.copy(build.CONFIG, tmp_path / "config")
    monkeypatch.setattr(build, "CONFIG", str(tmp_path / "config"))
    assert build.digest("1") == first
    with open(tmp_path / "config", "a", encoding="utf-8") as stream:
        stream.write("# more\n")
    assert build.digest("1") != first


def test_lost_configuration(tmp_path):
    """A line of ours that Kconfig has not taken over is found, in both directions."""
    with open(build.CONFIG, encoding="utf-8") as stream:
        lines = stream.read().splitlines()
    (tmp_path / ".config").write_text("\n".join(lines))
    assert build.lost(str(tmp_path)) == []
    (tmp_path / ".config").write_text("\n".join(
        line for line in lines if "CONFIG_MLX5_CORE" not in line and "CONFIG_IPV6" not in line) + "\nCONFIG_IPV6=y\n")
    assert build.lost(str(tmp_path)) == ["CONFIG_MLX5_CORE=y", "# CONFIG_IPV6 is not set"]


def test_built_once():
    """A second `ninja kernel` does nothing."""
    link = os.path.join(BUILD, "kernel", "linux")
    before = os.lstat(link).st_mtime_ns, os.stat(link).st_mtime_ns
    def used():
        times = resource.getrusage(resource.RUSAGE_CHILDREN)
        return times.ru_utime + times.ru_stime

    start = used()
    assert run("--build", BUILD) == (0, "")
    assert used() - start < 1 and (os.lstat(link).st_mtime_ns, os.stat(link).st_mtime_ns) == before
    folder = os.path.dirname(os.path.realpath(link))
    assert os.path.basename(folder) == f"{build.package_version()}-{build.digest(build.package_version())}"
    assert build.lost(os.path.join(folder, "source")) == []
