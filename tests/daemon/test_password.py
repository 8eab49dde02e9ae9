"""``./table password``, and the daemon whose page others can open: one password, sealed."""

from __future__ import annotations

import io
import re
import stat
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from firmware_host.console.door import fits
from firmware_host.daemon.cli import main
from firmware_host.daemon.upkeep.passwords import PasswordFile
from tests.daemon.test_run import BLIND, daemon

OPEN = BLIND + '\n[console]\nhost = "0.0.0.0"\n'


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "table.journal"


def asked(journal: Path, *more: str) -> int:
    return main(["password", "--journal", str(journal), *more])


def test_a_line_is_taken_and_only_its_seal_kept(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("open sesame\n"))
    assert asked(journal) == 0
    file = journal.with_suffix(".password")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "sesame" not in file.read_text()
    assert fits("open sesame", PasswordFile(file).sealed())


def test_one_is_made_up_and_printed(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(journal, "--make") == 0
    password = capsys.readouterr().out.strip()
    assert fits(password, PasswordFile(journal.with_suffix(".password")).sealed())


@pytest.mark.parametrize("line", ["", "\n", "short\n", "x" * 201])
def test_a_bad_one_changes_nothing(
    line: str,
    journal: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert asked(journal, "--make") == 0
    before = journal.with_suffix(".password").read_text()
    monkeypatch.setattr("sys.stdin", io.StringIO(line))
    assert asked(journal) == 2
    assert "8 to 200 letters" in capsys.readouterr().err
    assert journal.with_suffix(".password").read_text() == before


def test_where_it_cannot_be_kept_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(tmp_path / "none" / "table.journal", "--make") == 2
    assert "No such file" in capsys.readouterr().err


def test_a_new_one_counts_at_once_and_a_lost_file_lets_nobody_in(journal: Path) -> None:
    file = PasswordFile(journal.with_suffix(".password"))
    assert file.sealed() == ""
    file.keep("one")
    assert file.sealed() == "one"
    PasswordFile(file.path).keep("other")
    assert file.sealed() == "other"
    file.path.write_bytes(b"\xff")
    assert file.sealed() == ""
    file.path.unlink()
    assert file.sealed() == ""


def log_in(page: str, password: str) -> int:
    body = f'{{"password": "{password}"}}'.encode()
    headers = {"Content-Type": "application/json"}
    asking = urllib.request.Request(f"{page}login", body, headers)
    try:
        with urllib.request.urlopen(asking, timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code


def begun(process: Any) -> tuple[str, str]:
    """Where it listens, and the password that it has said."""
    password = ""
    for line in process.stderr:
        if found := re.search(r"Staff log in on the page with (\S+) \(said once", line):
            password = found[1]
        if found := re.search(r"^Listening on http://0\.0\.0\.0:(\d+)/$", line):
            return f"http://127.0.0.1:{found[1]}/", password
    raise AssertionError("it ended without listening")


def test_a_table_that_others_can_open_says_a_password_once(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text(OPEN)
    with daemon(table, "--port", "0") as process:
        page, password = begun(process)
        assert log_in(page, "open sesame") == 403
        assert log_in(page, password) == 200
    with daemon(table, "--port", "0") as process:
        page, again = begun(process)
        assert again == ""
        assert log_in(page, password) == 200
    kept = tmp_path / "state" / "lava-table" / "table.password"
    assert password not in kept.read_text()
