"""The service's unit, and the user it names: whose permissions count, whoever asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings.config import TableConfig

from .finding import Finding, fault, ok
from .machine import Machine

NAME = "lava-table.service"
FOLDERS = ("etc", "run", "usr/local/lib", "usr/lib", "lib")
"""Where systemd looks, what counts most first."""
SHIPPED = config_folder().parent / "systemd" / NAME


@dataclass(frozen=True, slots=True)
class Unit:
    """As much of a unit as permissions depend on. *where* is its file."""

    where: Path
    user: str
    groups: tuple[str, ...]  #: beside those its user is in
    writes: tuple[Path, ...] | None  #: folders it may write in; None: whatever its user may


@dataclass(frozen=True, slots=True)
class User:
    """A user as the kernel judges one."""

    name: str
    number: int
    groups: frozenset[int]


def unit(machine: Machine, shipped: Path = SHIPPED) -> Unit | None:
    """The unit that is installed; else the shipped one, if its user has been made already."""
    for folder in FOLDERS:
        file = Path("/", folder, "systemd/system", NAME)
        if machine.there(file):
            return _read(file, list(_with_drop_ins(machine, file)))
    try:
        words = shipped.read_text(encoding="utf-8")
    except OSError:
        return None
    found = _read(shipped, words.splitlines())
    return found if found.user in _users(machine) else None


def settings(lines: list[str], section: str) -> Iterator[tuple[str, str]]:
    """Keys and values of one section, in order."""
    within = ""
    for line in map(str.strip, lines):
        if line.startswith("["):
            within = line
        elif within == f"[{section}]" and "=" in line and line[:1] not in "#;":
            key, _, value = line.partition("=")
            yield key.strip(), value.strip()


def drop_ins(machine: Machine, folder: str) -> Iterator[Path]:
    """The ``*.conf`` of *folder* (below ``/etc`` and the rest), one of each name, in order."""
    found: dict[str, Path] = {}
    for top in FOLDERS:
        for file in machine.named(f"{top}/systemd/{folder}", "*.conf"):
            found.setdefault(file.name, Path("/", file.relative_to(machine.root)))
    yield from (found[name] for name in sorted(found))


def _with_drop_ins(machine: Machine, file: Path) -> Iterator[str]:
    for one in (file, *drop_ins(machine, f"system/{NAME}.d")):
        yield from machine.read(one).splitlines()


def _read(where: Path, lines: list[str]) -> Unit:
    said = list(settings(lines, "Service"))
    user, strict = "root", False
    for key, value in said:
        if key == "User":
            user = value or "root"
        elif key == "ProtectSystem":
            strict = value == "strict"
    state = (Path("/var/lib", one) for one in _list(said, "StateDirectory"))
    more = (Path(one.lstrip("+-")) for one in _list(said, "ReadWritePaths"))
    writes = (*state, *more) if strict else None
    return Unit(where, user, tuple(_list(said, "SupplementaryGroups")), writes)


def _list(said: list[tuple[str, str]], wanted: str) -> list[str]:
    """The words of a setting that adds up; an empty one begins anew."""
    words: list[str] = []
    for key, value in said:
        if key == wanted:
            words = [*words, *value.split()] if value else []
    return words


def _users(machine: Machine) -> dict[str, tuple[int, int]]:
    """User and group numbers by name."""
    lines = (line.split(":") for line in machine.read("etc/passwd").splitlines())
    return {
        one[0]: (int(one[2]), int(one[3]))
        for one in lines
        if len(one) > 3 and one[2].isdigit() and one[3].isdigit()
    }


def user_of(machine: Machine, of: Unit) -> User | None:
    """The user a unit names, with its groups and those the unit adds; None: there is none."""
    numbers = (0, 0) if of.user in ("root", "0") else _users(machine).get(of.user)
    if numbers is None:
        return None
    lines = (line.split(":") for line in machine.read("etc/group").splitlines())
    groups = {numbers[1]}
    for name, number, members in ((one[0], one[2], one[3]) for one in lines if len(one) > 3):
        if number.isdigit() and (name in of.groups or of.user in members.split(",")):
            groups.add(int(number))
    return User(of.user, numbers[0], frozenset(groups))


def allowed(node: tuple[int, int, int], user: User) -> bool:
    """Whether a node's mode lets *user* read and write it; *node*: mode, its user, its group."""
    mode, owner, group = node
    if user.number == 0:
        return True
    shift = 6 if owner == user.number else 3 if group in user.groups else 0
    return mode >> shift & 0o6 == 0o6


def speaking(machine: Machine, shipped: Path = SHIPPED) -> Machine:
    """*machine* as the service's user finds it, if there is one; else as whoever asks."""
    of = unit(machine, shipped)
    user = user_of(machine, of) if of is not None else None
    if of is None or user is None or (user.name == machine.user and not of.groups):
        return machine
    lines = (line.split(":") for line in machine.read("etc/group").splitlines())
    names = {one[0] for one in lines if len(one) > 2 and one[2] in map(str, user.groups)}
    return replace(
        machine,
        user=user.name,
        asker=machine.user,
        superuser=user.number == 0,
        groups=frozenset(names),
        may=_judge(machine, user),
    )


def _judge(machine: Machine, user: User) -> Callable[[Path], bool]:
    def may(path: Path) -> bool:
        try:
            return allowed(machine.node(path), user)
        except OSError:
            return False

    return may


def whom(machine: Machine, _: TableConfig) -> Iterator[Finding]:
    """For whom permissions are told."""
    of = unit(machine)
    if machine.asker:
        assert of is not None
        says = f"permissions are those of {machine.user}, whom {of.where} names"
        yield ok("user", f"{says}; {machine.asker} asks")
    elif of is not None and user_of(machine, of) is None:
        says = f"{of.where} runs the table as {of.user}, and there is no such user"
        mend = "sudo cp systemd/lava-table.sysusers /etc/sysusers.d/lava-table.conf"
        yield fault("user", says, f"{mend}; sudo systemd-sysusers")
    else:
        why = "and whom the service runs as" if of is not None else "for there is no service"
        yield ok("user", f"permissions are those of {machine.user}, who asks, {why}")
