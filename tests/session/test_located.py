"""A journal is found in its folder, or it is said which are there."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_host.session.journal import Journal, JournalError, located, look


def journal(file: Path) -> Path:
    Journal(file, lambda: "2026-01-01T00:00:00Z").close()
    return file


def test_the_only_journal_of_a_folder_is_meant_by_its_folder(tmp_path: Path) -> None:
    file = journal(tmp_path / "table.journal")
    assert located(tmp_path) == located(file) == file
    assert look(tmp_path) is None  # it has no match yet


def test_of_several_journals_one_is_to_be_named(tmp_path: Path) -> None:
    files = [journal(tmp_path / name) for name in ("a.journal", "b.journal")]
    with pytest.raises(JournalError, match="several journals") as refused:
        located(tmp_path)
    assert all(str(file) in refused.value.hint for file in files)


def test_a_folder_without_journals_and_a_missing_file_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no journal in this folder"):
        located(tmp_path)
    with pytest.raises(JournalError, match="no such file"):
        located(tmp_path / "nothing")
