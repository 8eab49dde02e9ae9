"""The machine that is looked at: its files below a root, and what else can be asked of it.

Checks take one and touch nothing else, so that a test can look at a made-up machine.
"""

from __future__ import annotations

import contextlib
import grp
import importlib.util
import os
import pwd
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

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
    access: Callable[[Path, int], bool] = os.access
    scan: Callable[[Path], tuple[int, ...]] = lambda node: ()
    """Addresses that answer on an I2C bus. :raises OSError: it cannot be asked."""
    greet: Callable[[str, int], bytes] = lambda port, baud: b""
    """What an LED controller says when it is spoken to. :raises OSError: it cannot be opened."""
    user: str = field(default_factory=_user)
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
        """Whether this user may read and write it."""
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
