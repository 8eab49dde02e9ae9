"""Debian's packages, fetched and unpacked, never installed; no root is needed."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from .places import NoBed, cache, unpacked

PATIENCE_S = 240.0  # for one fetch; a registry that takes longer is none
Say = Callable[[str], None]


def ask(*command: str, patience_s: float = PATIENCE_S, where: Path | None = None) -> str:
    """What *command* says on its standard output.

    :raises NoBed: it is not there, fails, or takes too long.
    """
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=patience_s, cwd=where, check=False
        )
    except FileNotFoundError:
        raise NoBed(f"there is no {command[0]}") from None
    except subprocess.TimeoutExpired:
        raise NoBed(f"{command[0]} took longer than {patience_s:.0f} s") from None
    if done.returncode:
        words = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise NoBed(f"{' '.join(command[:4])}: {' / '.join(words[-3:]) or done.returncode}")
    return done.stdout


def known(package: str) -> bool:
    """Whether apt has heard of *package*."""
    try:
        return "Package:" in ask("apt-cache", "show", package)
    except NoBed:
        return False


def refresh(say: Say) -> None:
    """Let apt learn what there is, where it knows nothing yet.

    :raises NoBed: there is no apt, or no registry.
    """
    ask("apt-cache", "--version")
    if not known("linux-image-amd64"):
        say("asking Debian's registry what there is")
        ask("apt-get", "-q", "update")


def depends(package: str) -> list[str]:
    """The names *package* depends on, of packages alone."""
    lines = ask("apt-cache", "depends", package).splitlines()
    words = (line.strip().split() for line in lines)
    return [w[1] for w in words if len(w) == 2 and w[0] == "Depends:" and "<" not in w[1]]


def needed_for(package: str) -> list[str]:
    """*package* and what would have to be installed for it on this machine."""
    simulated = ask("apt-get", "-s", "--no-install-recommends", "install", package)
    return [line.split()[1] for line in simulated.splitlines() if line.startswith("Inst ")]


def fetch(packages: Sequence[str], into: Path, say: Say) -> list[Path]:
    """The packages' files.

    :raises NoBed: the registry does not give them.
    """
    shown = " ".join(packages) if len(packages) < 6 else f"{packages[0]} and what it needs"
    say(f"fetching {shown}")
    ask("apt-get", "-q", "download", *packages, where=into)
    return sorted(into.glob("*.deb"))


def unpack(name: str, packages: Callable[[], Sequence[str]], say: Say) -> None:
    """Fetch and unpack *packages* once; *name* is how that is remembered.

    :raises NoBed: the registry does not give them.
    """
    done = cache() / f".{name}"
    if done.exists():
        return
    with tempfile.TemporaryDirectory(dir=cache()) as folder:
        for file in fetch(packages(), Path(folder), say):
            unpacked().mkdir(exist_ok=True)
            ask("dpkg", "-x", str(file), str(unpacked()))
    done.touch()


def source(package: str, wanted: Sequence[str], into: Path, say: Say) -> None:
    """The files *wanted* (paths in the kernel's tree) of the source package, side by side.

    :raises NoBed: the registry does not give it, or it has no such file.
    """
    with tempfile.TemporaryDirectory(dir=cache()) as folder:
        (file,) = fetch([package], Path(folder), say)
        ask("dpkg", "-x", str(file), folder)
        file.unlink()
        (tree,) = Path(folder).glob("usr/src/linux-source-*.tar.xz")
        ask("tar", "-xJf", str(tree), "-C", folder, "--wildcards", *(f"*/{w}" for w in wanted))
        into.mkdir(exist_ok=True)
        for path in wanted:
            (found,) = Path(folder).glob(f"linux-source-*/{path}")
            shutil.copy(found, into)
