"""One run of the guest: boot, a command in it, its output and how it ended.

The processor is emulated in software, always: there are machines whose /dev/kvm opens and then
hangs the guest, and a test must not depend on which machine it meets.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from .build import kernel
from .places import ROOT, cache, libraries, unpacked

LIMIT_S = 120.0
MEMORY_MB = 768
OUT_OF_TIME, BROKEN = 124, 125
"""Exit statuses of the bed itself, as timeout(1) and its like have them."""

PIPES = ("usb0", "qmp")
"""Byte pipes between a part of the emulator and the guest's ``/dev/bed/NAME``."""


@dataclass(frozen=True, slots=True)
class Order:
    """What the guest is to do. *shared* is its ``/bed``; without one it has a passing folder.

    *first* is a script that runs as process 1 in the command's place, and is to become whatever
    shall be that, systemd for one; the command lies in ``/bed/command`` then.
    """

    command: str
    limit_s: float = LIMIT_S
    memory_mb: int = MEMORY_MB
    folder: Path = ROOT
    shared: Path | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    first: str = ""
    out: int = 1  #: the file number that its output goes to


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run ended: *status* as an exit status; *says* why, where the bed itself failed."""

    status: int
    booted_s: float | None = None
    says: str = ""


def run(order: Order) -> Ended:
    """Boot, let the command run, and wait for its end; the bed must be made."""
    with tempfile.TemporaryDirectory(prefix="bed") as passing:  # short: sockets lie in it
        shared = (order.shared or Path(passing) / "shared").absolute()
        shared.mkdir(parents=True, exist_ok=True)
        for name in ("status", "booted_s"):
            (shared / name).unlink(missing_ok=True)
        (shared / "places").write_text(
            f"unpacked={shlex.quote(str(unpacked()))} kernel={shlex.quote(kernel())}\n"
        )
        (shared / "command").write_text(_script(order))
        (shared / "first").write_text(order.first)
        with _to(order.out) as out:
            late = _emulate(order, out, Path(passing), shared)
        return _ended(order, Path(passing), shared, late)


@contextmanager
def _to(number: int) -> Iterator[int]:
    """A pipe into the file *number*: the emulator takes only a file that is written alone."""
    near, far = os.pipe()

    def carry() -> None:
        while words := os.read(near, 65536):
            os.write(number, words)

    carrier = threading.Thread(target=carry, name="output of the bed", daemon=True)
    carrier.start()
    try:
        yield far
    finally:
        os.close(far)
        carrier.join()
        os.close(near)


def _script(order: Order) -> str:
    """The guest's shell script round the command."""
    path = f"/usr/local/sbin:{os.environ.get('PATH', '/usr/bin:/bin')}"
    here = {"PATH": path, "HOME": "/root", "BED": "1", "PYTHONPATH": f"{ROOT}:{libraries()}"}
    names = {**here, **order.environment}
    lines = [f"export {name}={shlex.quote(value)}" for name, value in names.items()]
    return "\n".join([*lines, f"cd {shlex.quote(str(order.folder))}", order.command, ""])


def _emulate(order: Order, out: int, passing: Path, shared: Path) -> bool:
    """Run the emulator to its end; whether that was by our hand, at the limit."""
    words = [*_emulator(), *_arguments(order, out, passing, shared)]
    libraries_of = unpacked() / "usr/lib/x86_64-linux-gnu"
    own = {} if shutil.which("qemu-system-x86_64") else {"LD_LIBRARY_PATH": _paths(libraries_of)}
    with (passing / "emulator").open("wb") as said:
        machine = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            env={**os.environ, **own},
            pass_fds=[out],
        )
    before = signal.signal(signal.SIGTERM, _leave)
    try:
        machine.wait(order.limit_s)
    except subprocess.TimeoutExpired:
        return True
    finally:  # also on Ctrl-C and SIGTERM: no machine outlives its run
        signal.signal(signal.SIGTERM, before)
        machine.kill()
        machine.wait()
    return False


def _leave(number: int, frame: object) -> None:
    raise SystemExit(128 + number)


def _paths(libraries_of: Path) -> str:
    more = unpacked() / "lib/x86_64-linux-gnu"
    return f"{libraries_of}:{libraries_of}/pulseaudio:{more}"


def _emulator() -> list[str]:
    installed = shutil.which("qemu-system-x86_64")
    if installed:
        return [installed]
    share = unpacked() / "usr/share"
    own = str(unpacked() / "usr/bin/qemu-system-x86_64")
    return [own, "-L", str(share / "qemu"), "-L", str(share / "seabios")]


def _arguments(order: Order, out: int, passing: Path, shared: Path) -> list[str]:
    limit = os.environ.get("TABLE_BED_SPI_BYTES", "4096")
    line = (
        "console=ttyS0 quiet loglevel=4 panic=-1 mitigations=off nokaslr no_timer_check "
        f"random.trust_cpu=on spidev.bufsiz={limit}"
    )
    return [
        *("-M", "q35", "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "1"),
        *("-m", str(order.memory_mb), "-no-reboot", "-display", "none"),
        *("-nodefaults", "-no-user-config"),
        *("-kernel", str(cache() / "kernel"), "-initrd", str(cache() / "first.cpio")),
        *("-append", line, "-serial", f"file:{passing}/console"),
        *_folder("host", Path("/"), ",readonly=on,multidevs=remap"),
        *_folder("bed", shared, ""),
        *("-device", "virtio-rng-pci", "-device", "virtio-serial-pci,max_ports=16"),
        *("-add-fd", f"fd={out},set=1"),
        *("-chardev", "file,id=out,path=/dev/fdset/1,append=on"),
        *("-device", "virtserialport,chardev=out,name=out"),
        *(word for name in PIPES for word in _pipe(name, passing)),
        *("-mon", "chardev=qmp,mode=control", "-device", "qemu-xhci,id=xhci"),
        *("-device", "usb-serial,id=usb0dev,chardev=usb0,always-plugged=on"),
    ]


def _folder(name: str, path: Path, how: str) -> Sequence[str]:
    shared = f"local,id={name},path={path},security_model=none{how}"
    return "-fsdev", shared, "-device", f"virtio-9p-pci,fsdev={name},mount_tag={name}"


def _pipe(name: str, passing: Path) -> Sequence[str]:
    """Both ends of one socket: a part of the emulator, and a port of the guest."""
    at = f"{passing}/{name}"
    return (
        *("-chardev", f"socket,id={name},path={at},server=on,wait=off"),
        *("-chardev", f"socket,id={name}.far,path={at}"),
        *("-device", f"virtserialport,chardev={name}.far,name={name}"),
    )


def _ended(order: Order, passing: Path, shared: Path, late: bool) -> Ended:
    booted = shared / "booted_s"
    booted_s = float(booted.read_text()) if booted.exists() else None
    status = shared / "status"
    if status.exists() and status.read_text().strip():
        return Ended(int(status.read_text()), booted_s)
    if late:
        did = "did not boot" if booted_s is None else "did not end"
        return Ended(OUT_OF_TIME, booted_s, f"{did} within {order.limit_s:g} s")
    words = [
        line
        for name in ("console", "emulator")
        if (passing / name).exists()
        for line in (passing / name).read_text(errors="replace").splitlines()[-60:]
    ]
    return Ended(BROKEN, booted_s, "\n".join(["the guest ended without a status:", *words]))
