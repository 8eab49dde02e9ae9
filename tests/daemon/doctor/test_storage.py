"""The folder that is judged is the one the daemon writes to."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from firmware_host.daemon.doctor.storage import state_folder
from tests.daemon.cabling.tables import shipped

from .made_up import healthy


def test_the_folder_of_the_journal_is_judged_where_the_file_names_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine, of = healthy(tmp_path).machine(), shipped("pi4-wled")
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    assert state_folder(machine, of) == Path("/var/lib/lava-table")
    monkeypatch.setenv("STATE_DIRECTORY", "/srv/state:/srv/more")
    assert state_folder(machine, of) == Path("/srv/state")
    named = structs.replace(of, journal="/media/stick/table.journal")
    assert state_folder(machine, named) == Path("/media/stick")
