"""Journals of which bits have flipped, or which are cut off: told as far as they go, or refused."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from firmware_host.daemon.upkeep import backup
from firmware_host.daemon.verbs import replay
from firmware_host.session.luck import below
from tests.disk.evening import MEMORY
from tests.journals.__main__ import HERE

TRIES = 60 * int(os.environ.get("TABLE_FUZZ", "1"))
"""Of each game: one to three bad bytes, every third cut off besides. More for a night."""
JOURNALS = sorted(HERE.glob("0.1.0/*.journal"))


def spoilt(whole: bytes, seed: str) -> bytes:
    """The same with bad bytes, most of them where something stands."""
    bad = bytearray(whole)
    for k in range(1 + below(3, seed, 0)):
        bad[below(len(bad), seed, 2 * k + 1)] ^= 1 + below(255, seed, 2 * k + 2)
    return bytes(bad[: below(len(bad), seed, 9)] if below(3, seed, 8) == 0 else bad)


@pytest.mark.parametrize("journal", JOURNALS, ids=lambda file: file.stem)
def test_replay_tells_what_is_whole_and_never_fails_otherwise(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = journal.read_bytes()
    statuses = set()
    with TemporaryDirectory(dir=MEMORY) as folder:
        file = Path(folder) / journal.name
        for n in range(TRIES):
            bad = spoilt(whole, f"{journal.stem}/{n}")
            file.write_bytes(bad)
            status = replay.main([str(file), "--json"])
            said = capsys.readouterr()
            statuses.add(status)
            assert status in (0, 1)
            assert status == 0 or said.err.startswith(str(file))
            assert "Traceback" not in said.err
            assert file.read_bytes() == bad, "it is only read"
            for end in ("-wal", "-shm"):
                file.with_name(file.name + end).unlink(missing_ok=True)
    assert statuses == {0, 1}


def test_a_spoilt_journal_is_backed_up_as_it_is(tmp_path: Path) -> None:
    whole = JOURNALS[0].read_bytes()
    for n in range(12):
        source = tmp_path / f"{n}.journal"
        source.write_bytes(spoilt(whole, f"backup/{n}"))
        file = tmp_path / f"{n}.zip"
        backup.write(file, {f"state/{source.name}": source}, "0.1.0", "now")
        assert backup.read(file).files[0].name == f"state/{source.name}"
