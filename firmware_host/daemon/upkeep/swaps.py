"""Files that take the places of others, all of them or none, whenever the power goes.

What is to be done is written down first, beside what it concerns, as names below that folder.
From the moment that is on the disk it is done to its end: by whoever began, or by the next that
starts here. Each step may be done twice. Where two folders change together, the first one's plan
decides for both: it is written last, and taken away last.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import msgspec

from firmware_host.daemon.whole import belongs, on_disk, written

from .backup import ASIDE, JOURNAL, RUNNING, BackupFault
from .finishing import DESK, PLAN

PRIVATE = 0o600
BESIDE_A_JOURNAL = ("", "-wal", "-shm")
FINISH = "Finish it: sudo ./table restore --finish"


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What takes its place in one folder."""

    id: str
    desk: str  #: where the new files wait, below the folder
    files: tuple[tuple[str, str, int], ...]
    """Below the desk, below the folder, and the number by which the old one is set aside."""
    after: str = ""  #: the other folder, which changes before this one; its plan goes before, too
    decides: str = ""  #: the folder whose plan decides; empty: this one does


@contextlib.contextmanager
def held(folder: Path) -> Iterator[None]:
    """One restores at a time: the folder itself is locked, and the lock goes with its process.

    :raises BackupFault: another does.
    """
    number = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as other:
        says = "another process restores a backup here. Wait until it has ended"
        raise BackupFault(f"{folder}: {says}") from other
    finally:
        os.close(number)


def decided(first: Path, plans: dict[Path, Plan]) -> None:
    """From here on it is done; *first*'s plan decides.

    :raises OSError: it cannot be written.
    """
    for folder, plan in sorted(plans.items(), key=lambda item: item[0] == first):
        data = msgspec.json.format(msgspec.json.encode(plan), indent=1)
        written(folder / PLAN, data, PRIVATE)


def finished(folder: Path) -> list[Path]:
    """Do what a restore was cut off in, to its end; where what was in the way lies now.

    :raises BackupFault: it cannot be done by this user, or its plan is damaged.
    """
    try:
        plan = _plan(folder)
        if plan is None:
            _undecided(folder)
            return []
        first = Path(plan.decides) if plan.decides else folder
        with held(first):
            return _finished(folder, first, plan)
    except OSError as wrong:
        why = f"{wrong.filename or folder}: {os.strerror(wrong.errno or 0).lower()}"
        raise BackupFault(f"{folder}: a restore was cut off here: {why}. {FINISH}") from wrong


def done(first: Path, plan: Plan) -> list[Path]:
    """The plan that stands in *first*, and what goes with it, done to its end.

    :raises BackupFault: a plan is damaged.
    :raises OSError: it cannot be done.
    """
    aside: list[Path] = []
    folders = [first]
    if plan.after and (other := _plan(Path(plan.after))) is not None and other.id == plan.id:
        folders = [Path(plan.after), first]
        aside += _swapped(Path(plan.after), other)
    aside += _swapped(first, plan)
    for folder in folders:
        _forgotten(folder)
    return aside


def _undecided(folder: Path) -> None:
    """What lies there of a restore that has changed nothing yet, and is no more, takes room."""
    with contextlib.suppress(BackupFault):  # one is being done just now
        if any(folder.glob(f"{DESK}*")):
            with held(folder):
                if _plan(folder) is None:
                    swept(folder)


def swept(folder: Path) -> None:
    """Take away what a restore left that was cut off before it was decided."""
    for desk in folder.glob(f"{DESK}*"):
        shutil.rmtree(desk, ignore_errors=True)


def _finished(folder: Path, first: Path, plan: Plan) -> list[Path]:
    if first == folder:
        return done(first, plan)
    deciding = _plan(first)
    if deciding is not None and deciding.id == plan.id:
        return done(first, deciding)
    _forgotten(folder)  # it never came so far
    return []


def _forgotten(folder: Path) -> None:
    swept(folder)
    (folder / PLAN).unlink(missing_ok=True)
    on_disk(folder)


def _plan(folder: Path) -> Plan | None:
    file = folder / PLAN
    try:
        return msgspec.json.decode(file.read_bytes(), type=Plan)
    except FileNotFoundError:
        return None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as wrong:
        says = f"a restore was cut off here, and its plan cannot be read: {wrong}"
        raise BackupFault(f"{file}: {says}. Look at what lies there, and move it away") from None


def _swapped(folder: Path, plan: Plan) -> list[Path]:
    desk = _below(folder, plan.desk)
    return [
        aside
        for new, name, number in plan.files
        for aside in _taken(_below(desk, new), _below(folder, name), number)
    ]


def _below(folder: Path, name: str) -> Path:
    """:raises BackupFault: it would lie elsewhere."""
    path, place = PurePosixPath(name), folder / name
    if path.is_absolute() or ".." in path.parts or not path.parts:
        raise BackupFault(f"{folder / PLAN}: {name!r} is no name below this folder")
    if not place.parent.resolve().is_relative_to(folder.resolve()):
        raise BackupFault(f"{place}: this leads out of {folder}")
    return place


def _taken(new: Path, place: Path, number: int) -> Iterator[Path]:
    """*new* takes its place; what was there, and a journal's own log with it, is set aside."""
    if not os.path.lexists(new):
        return  # it has, before a cut
    for end in _ends(place):
        old, aside = _with(place, end), _with(_aside(place, number), end)
        if os.path.lexists(old) and os.path.lexists(aside):  # somebody has been here meanwhile
            aside = _with(_aside(place, free(place)), end)
        if os.path.lexists(old):
            old.rename(aside)
            if not end:
                yield aside
    if place.suffix == JOURNAL:  # no table has been looked at since this was played
        place.with_suffix(RUNNING).unlink(missing_ok=True)
    belongs(new, place.parent)
    new.rename(place)
    on_disk(place.parent)


def free(place: Path) -> int:
    """The number of the first name that nothing set aside from *place* has yet."""
    return next(
        n
        for n in range(1, 10_000)
        if not any(os.path.lexists(_with(_aside(place, n), end)) for end in _ends(place))
    )


def _ends(place: Path) -> tuple[str, ...]:
    return BESIDE_A_JOURNAL if place.suffix == JOURNAL else ("",)


def _with(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)


def _aside(place: Path, number: int) -> Path:
    return place.with_name(f"{place.name}{ASIDE}{'' if number == 1 else f'-{number}'}")
