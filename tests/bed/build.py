"""Makes the bed: fetches kernel, emulator and sources, and builds what Debian's kernel lacks."""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .archive import cpio, kernel_inside
from .packages import Say, ask, depends, needed_for, refresh, source, unpack
from .places import HERE, ROOT, NoBed, cache, libraries, unpacked

SOURCES = ("kernel/irq/irq_sim.c", "drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h")
FOR_ROOT = ("virtio_pci", "virtio_console", "9pnet_virtio", "9p", "overlay")
"""What the guest needs before it sees the host's files."""


def ready() -> bool:
    """Whether the bed is made, from the very files that are here."""
    made = cache() / ".made"
    return libraries().is_dir() and made.exists() and made.read_text() == _fingerprint()


def kernel() -> str:
    """The release of the guest's kernel, as ``uname -r`` says it there."""
    return (cache() / ".release").read_text()


def set_up(say: Say) -> None:
    """Make the bed unless it is made.

    :raises NoBed: something for it cannot be had here.
    """
    cache().mkdir(parents=True, exist_ok=True)
    with _alone():
        if ready():
            return
        _fetch(say)
        _python(say)
        _modules(say)
        _first_root()
        (cache() / ".made").write_text(_fingerprint())


@contextmanager
def _alone() -> Iterator[None]:
    """One at a time: two that make the same bed would tear each other's files."""
    with (cache() / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _fingerprint() -> str:
    parts = [HERE / "init", HERE / "build.py", ROOT / "requirements/bed.txt"]
    parts += sorted((HERE / "modules").iterdir())
    return hashlib.sha256(b"".join(part.read_bytes() for part in parts)).hexdigest()


def _fetch(say: Say) -> None:
    refresh(say)
    release = cache() / ".release"
    if not release.exists():
        (image,) = [p for p in depends("linux-image-amd64") if p.startswith("linux-image-")]
        release.write_text(image.removeprefix("linux-image-"))
    if shutil.which("qemu-system-x86_64") is None:
        unpack("qemu", lambda: needed_for("qemu-system-x86"), say)
    unpack("kernel", lambda: [f"linux-image-{kernel()}"], say)
    unpack("tools", lambda: ["kmod", "busybox-static"], say)
    unpack("headers", _headers, say)
    _loopback(say)
    if not (cache() / ".source").exists():
        version = ".".join(kernel().split(".")[:2])
        source(f"linux-source-{version}", SOURCES, cache() / "source", say)
        (cache() / ".source").touch()
    _settle()


def _loopback(say: Say) -> None:
    """The sources of v4l2loopback; where they cannot be had, its tests are skipped by name."""
    try:
        unpack("loopback", lambda: ["v4l2loopback-dkms"], say)
    except NoBed as wrong:
        say(f"no v4l2loopback: {wrong}")


def _headers() -> list[str]:
    name = f"linux-headers-{kernel()}"
    more = [p for p in depends(name) if re.match(r"linux-(headers|kbuild)-", p)]
    return [name, *more]


def _settle() -> None:
    """Let what was unpacked find itself where it lies, and take the kernel out of its image."""
    for tool in ("depmod", "modprobe"):
        link = unpacked() / "sbin" / tool
        link.unlink(missing_ok=True)
        link.symlink_to("../bin/kmod")
    makefile = unpacked() / f"usr/src/linux-headers-{kernel()}" / "Makefile"
    words = re.sub(r"^include \S*/usr/src/", f"include {unpacked()}/usr/src/", makefile.read_text())
    makefile.write_text(words)
    bare = cache() / "kernel"
    if not bare.exists():
        bare.write_bytes(kernel_inside((unpacked() / f"boot/vmlinuz-{kernel()}").read_bytes()))


def _python(say: Say) -> None:
    """The libraries lgpio, rpi-lgpio and spidev for this Python: no laptop's environment has them.

    A Python without a wheel of lgpio, or another one than Debian's, goes without: the tests that
    need it are skipped by name.
    """
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    here = ("--no-deps", "--only-binary", ":all:", "--require-hashes", "--upgrade")
    try:
        wheels = str(ROOT / "requirements/bed.txt")
        ask(*pip, *here, "--target", str(libraries()), "-r", wheels)
    except NoBed as wrong:
        say(f"no lgpio for this Python: {wrong}")
    unpack("spidev", lambda: ["python3-spidev"], say)
    libraries().mkdir(exist_ok=True)
    for library in unpacked().glob("usr/lib/python3/dist-packages/spidev*.so"):
        shutil.copy(library, libraries())


def _modules(say: Say) -> None:
    say(f"building modules for Linux {kernel()}")
    work = cache() / "modules"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(HERE / "modules", work)
    shutil.copytree(cache() / "source", work, dirs_exist_ok=True)
    for part in unpacked().glob("usr/src/v4l2loopback-*/*.[ch]"):
        shutil.copy(part, work)
    headers = unpacked() / f"usr/src/linux-headers-{kernel()}"
    cores = str(os.cpu_count() or 1)
    ask("make", "-s", "-j", cores, "-C", str(headers), f"M={work}", "modules")
    extra = unpacked() / f"lib/modules/{kernel()}/extra"
    extra.mkdir(exist_ok=True)
    for module in work.glob("*.ko"):
        ask("strip", "--strip-debug", "-o", str(extra / module.name), str(module))
    ask(str(unpacked() / "sbin/depmod"), "-b", str(unpacked()), kernel())


def _first_root() -> None:
    """The archive the kernel starts from: busybox, the modules for the rest, ``init``."""
    root = cache() / "first"
    shutil.rmtree(root, ignore_errors=True)
    for folder in ("bin", "modules", "dev", "proc", "sys", "host", "memory", "root"):
        (root / folder).mkdir(parents=True)
    shutil.copy(unpacked() / "bin/busybox", root / "bin")
    shutil.copy(HERE / "init", root)
    order: list[Path] = []
    for name in FOR_ROOT:
        order += [m for m in _with_its_needs(name) if m not in order]
    for module in order:
        shutil.copy(module, root / "modules")
    (root / "modules/order").write_text("".join(f"{m.name}\n" for m in order))
    (cache() / "first.cpio").write_bytes(cpio(root))


def _with_its_needs(module: str) -> list[Path]:
    """The module's file after those it needs; none where the kernel has it built in."""
    tool = unpacked() / "sbin/modprobe"
    asked = (tool, "-d", unpacked(), "-S", kernel(), "--show-depends", module)
    said = subprocess.run(list(map(str, asked)), capture_output=True, text=True, check=False)
    words = (line.split() for line in said.stdout.splitlines())
    return [Path(w[1]) for w in words if w[:1] == ["insmod"]]
