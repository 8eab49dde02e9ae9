"""The machine that is looked at: its files below a root, and what else can be asked of it.

Checks take one and touch nothing else, so that a test can look at a made-up machine.
"""

from __future__ import annotations

import contextlib
import grp
import importlib.util
import mmap
import os
import pwd
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

Run = Callable[[Sequence[str]], str | None]
SERVICE = re.compile(r"/system\.slice/([\w@.-]+\.service)")
PATIENCE_S = 8
"""A command that says nothing for so long is not asked any longer."""


def ran(command: Sequence[str]) -> str | None:
    """What *command* says on both its outputs; None where there is no such command."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout + done.stderr


def module_file(name: str) -> Path | None:
    """The file Python would import *name* from; nothing is imported."""
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return None
    return Path(spec.origin) if spec is not None and spec.origin else None


LOADING_S = 40
"""picamera2 takes ten seconds on the smallest Pi; a library that takes longer hangs."""


def loaded(name: str, patience_s: float = LOADING_S) -> str:
    """Why this Python cannot import *name*, in its own words; empty: it can.

    A child tries it, in a folder of its own: libraries of hardware do more than they should.
    """
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = subprocess.run(
                (sys.executable, "-c", f"import {name}"),
                capture_output=True,
                text=True,
                errors="replace",
                timeout=patience_s,
                cwd=folder,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"it was not loaded within {patience_s:g} s"
        except OSError as wrong:
            return str(wrong)
    words = done.stderr.strip().splitlines()
    if done.returncode < 0:
        return f"it ends Python by signal {-done.returncode}"
    return "" if done.returncode == 0 else (words[-1] if words else f"status {done.returncode}")


def node_of(path: Path) -> tuple[int, int, int]:
    """Mode, user and group of what is there. :raises OSError: nothing is."""
    found = path.stat()
    return found.st_mode, found.st_uid, found.st_gid


def disk(file: Path) -> bytes | None:
    """What the disk itself has in *file*, its first 4 kB, past the kernel's memory of it.

    None where that cannot be asked.
    """
    try:
        number = os.open(file, os.O_RDONLY | os.O_DIRECT)
    except OSError:
        return None
    try:
        with mmap.mmap(-1, mmap.PAGESIZE) as page:  # aligned, as such a read must be
            return page[: os.preadv(number, [page], 0)]
    except OSError:
        return None
    finally:
        os.close(number)


def _user() -> str:
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def _groups() -> frozenset[str]:
    names = set()
    for number in {*os.getgroups(), os.getegid()}:
        with contextlib.suppress(KeyError):
            names.add(grp.getgrgid(number).gr_name)
    return frozenset(names)


@dataclass(frozen=True, slots=True)
class Machine:
    """This very machine, unless a test says otherwise."""

    root: Path = Path("/")
    run: Callable[[Sequence[str]], str | None] = ran
    module: Callable[[str], Path | None] = module_file
    loads: Callable[[str], str] = loaded
    access: Callable[[Path, int], bool] = os.access
    """What whoever asks may do."""
    node: Callable[[Path], tuple[int, int, int]] = node_of
    may: Callable[[Path], bool] | None = None
    """What *user* may read and write, where that is not who asks."""
    scan: Callable[[Path], tuple[int, ...]] = lambda node: ()
    """Addresses that answer on an I2C bus. :raises OSError: it cannot be asked."""
    greet: Callable[[str, int], bytes] = lambda port, baud: b""
    """What an LED controller says when it is spoken to. :raises OSError: it cannot be opened."""
    throttled: Callable[[Path, Run], int | None] = lambda root, run: None
    """The bits of the firmware on supply and heat; None: nobody tells."""
    disk: Callable[[Path], bytes | None] = disk
    user: str = field(default_factory=_user)
    """Whose permissions count: who asks, or the service's user."""
    asker: str = ""
    """Who asks, where that is somebody else."""
    superuser: bool = field(default_factory=lambda: os.geteuid() == 0)
    groups: frozenset[str] = field(default_factory=_groups)
    environment: Path = Path(sys.prefix)
    python: str = sys.version.split()[0]
    now_s: Callable[[], float] = time.time

    def at(self, path: str | Path) -> Path:
        """Where *path* of the machine is."""
        return self.root / str(path).lstrip("/")

    def read(self, path: str | Path) -> str:
        """What a file says, without what is round it; empty where it cannot be read."""
        try:
            words = self.at(path).read_text(errors="replace")
        except OSError:
            return ""
        return words.strip("\0 \n\t")

    def there(self, path: str | Path) -> bool:
        """Whether there is such a file, device or folder."""
        return self.at(path).exists()

    def named(self, folder: str, pattern: str = "*") -> list[Path]:
        """What is in a folder, in order; nothing where there is none."""
        return sorted(self.at(folder).glob(pattern))

    def openable(self, path: str | Path) -> bool:
        """Whether the user may read and write it."""
        return self.may(self.at(path)) if self.may is not None else self.tried(path)

    def tried(self, path: str | Path) -> bool:
        """Whether whoever asks may: only then can it be asked anything now."""
        return self.access(self.at(path), os.R_OK | os.W_OK)

    def stranger(self, device: str) -> tuple[str, str]:
        """Who but a table's daemon has *device* open, and the command that stops it; or empty."""
        name = self.holder(device)
        if not name:
            return "", ""
        process = name.rpartition(" ")[2].rstrip(")")
        if "firmware_host" in self.read(f"proc/{process}/cmdline"):
            return "", ""
        unit = SERVICE.search(self.read(f"proc/{process}/cgroup"))
        stop = f"sudo systemctl stop {unit[1]}" if unit else f"sudo kill {process}"
        return name, stop

    def holder(self, device: str) -> str:
        """Who has *device* open, ``python3 (process 812)``; empty where nobody can be seen to."""
        try:
            real = os.path.realpath(self.at(device))
        except OSError:
            return ""
        for process in self.named("proc", "[0-9]*"):
            for link in self._links(process / "fd"):
                if link in (real, device):
                    name = self.read(Path("proc", process.name, "comm")) or "a program"
                    return f"{name} (process {process.name})"
        return ""

    @staticmethod
    def _links(folder: Path) -> list[str]:
        """Where the open files of a process are; one that is closed meanwhile is left out."""
        found: list[str] = []
        with contextlib.suppress(OSError):  # another user's
            for link in folder.iterdir():
                with contextlib.suppress(OSError):
                    found.append(os.readlink(link))  # noqa: PTH115 - text, not path
        return found

    def install(self, package: str) -> str:
        """The command after which this very Python sees a package of the system's."""
        command, settings = f"sudo apt install {package}", self.environment / "pyvenv.cfg"
        try:
            words = settings.read_text()
        except OSError:
            return command
        key = "include-system-site-packages"
        if f"{key} = true" in words:
            return command
        where = f"{self.sudo(self.environment)}sed -i 's/^{key}.*/{key} = true/'"
        return f"{command}; {where} {shlex.quote(str(settings))}"

    def sudo(self, folder: Path) -> str:
        """``sudo `` where this user may not write in *folder*; else empty."""
        return "" if self.access(folder, os.W_OK) else "sudo "

    @property
    def pi(self) -> str:
        """What the Pi calls itself; empty where it is none."""
        name = self.read("proc/device-tree/model")
        return name if name.startswith("Raspberry Pi") else ""
