"""The power goes, or the writer is killed, at any event of the journal's writing.

SQLite's own writes and syncs are recorded while the real journal keeps a real game; then the disk
is laid out as it may be found after any prefix of them, and opened by the real code.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from firmware_host.session.journal import Journal, JournalError
from firmware_host.session.tale import Told
from tests.disk import evening
from tests.disk.crash import killed, power_cut
from tests.disk.evening import FILE, MEMORY, Found, answers, found, tell, wall, with_undos
from tests.disk.tape import (
    FULL,
    IOERR_FSYNC,
    IOERR_WRITE,
    OK,
    Event,
    Mark,
    Sync,
    Write,
    reachable,
    recorded,
)

pytestmark = pytest.mark.skipif(not reachable(), reason="this Python's SQLite cannot be recorded")
CUTS = 120
"""Of each kind and game; ``./table bench power_cuts`` cuts at every event."""


@dataclass(frozen=True, slots=True)
class Played:
    """What was told to a journal, and all that its disk was told."""

    events: list[Event]
    tale: list[Told]


@pytest.fixture(scope="module", params=["lava_land", "lost_island"])
def played(request: pytest.FixtureRequest) -> Played:
    """A whole game, with answers that were taken back."""
    _, tale = answers(request.param)
    tale = with_undos(tale, "undo")
    with TemporaryDirectory(dir=MEMORY) as folder, recorded() as tape:
        tell(Path(folder), tape, tale, "s")
        assert {file.name for file in Path(folder).iterdir()} == {FILE, f"{FILE}.lock"}
    return Played(tape.events, tale)


def cuts(
    played: Played, lay_out: Callable[[Sequence[Event], Path, random.Random], None]
) -> Iterator[Found]:
    """What was found after cuts here and there, and after each of the first events."""
    luck = random.Random(len(played.tale))
    points = [*range(1, 45), *(luck.randrange(45, len(played.events)) for _ in range(CUTS - 44))]
    for at in points:
        before = played.events[:at]
        with TemporaryDirectory(dir=MEMORY) as folder:
            lay_out(before, Path(folder), luck)
            yield found(Path(folder), before, played.tale)


def test_every_acknowledgement_follows_a_sync(played: Played) -> None:
    synced = {event.file for event in played.events if isinstance(event, Sync)}
    assert synced >= {FILE, f"{FILE}-wal"}
    for i, event in enumerate(played.events):
        if isinstance(event, Mark) and isinstance(event.says, evening.Kept):
            assert isinstance(played.events[i - 1], Sync | Write)  # a folding in may follow it
            since = played.events[: i + 1]
            begun = max(k for k, e in enumerate(since) if _begins(e))
            assert any(isinstance(e, Sync) for e in since[begun:])


def _begins(event: Event) -> bool:
    return isinstance(event, Mark) and isinstance(event.says, evening.Begins)


def test_killed_anywhere_it_has_what_was_acknowledged_once_and_goes_on(played: Played) -> None:
    def lay_out(before: Sequence[Event], folder: Path, luck: random.Random) -> None:
        killed(before, folder, luck.random())

    wrong = [one for one in cuts(played, lay_out) if one.says]
    assert not wrong


def test_without_power_anywhere_it_has_what_was_acknowledged_once_and_goes_on(
    played: Played,
) -> None:
    wrong = [one for one in cuts(played, power_cut) if one.says]
    assert not wrong


def test_this_would_find_a_journal_that_does_not_wait_for_the_disk(played: Played) -> None:
    hasty = [e for e in played.events if not (isinstance(e, Sync) and e.file.endswith("-wal"))]
    says = {one.says for one in cuts(Played(hasty, played.tale), power_cut)}
    assert "acknowledged lines are lost" in says


@pytest.mark.parametrize(
    ("code", "says"),
    [
        (FULL, "the disk is full"),
        (IOERR_WRITE, "the disk does not do as it is told"),
        (IOERR_FSYNC, "the disk does not do as it is told"),
    ],
)
@pytest.mark.parametrize("fails_at", range(6))
def test_a_disk_that_refuses_costs_no_acknowledged_line_and_is_written_to_again(
    code: int, says: str, fails_at: int, tmp_path: Path
) -> None:
    _, tale = answers("lava_land")
    with recorded() as tape, closing(Journal(tmp_path / FILE, wall)) as journal:
        match = journal.begin("race", 1, (0, 1, 2), "s", "box")
        journal.append(match, tale[:3])
        calls = iter(range(1000))

        def refuses(event: Event) -> int:
            wanted = isinstance(event, Sync) is (code == IOERR_FSYNC)
            return code if wanted and next(calls) >= fails_at else OK

        tape.refuses = refuses
        told = [3]

        def tell_on() -> None:
            for n in range(3, 40):
                journal.append(match, tale[n : n + 1])
                told[0] = n + 1

        with pytest.raises(JournalError, match=says):
            tell_on()
        end = told[0]
        assert journal.kept(match).tale == tuple(tale[:end])
        tape.refuses = lambda event: OK
        journal.append(match, tale[end : end + 2])
        assert journal.kept(match).tale == tuple(tale[: end + 2])
    with closing(Journal(tmp_path / FILE, wall)) as again:
        assert again.kept(match).tale == tuple(tale[: end + 2])
