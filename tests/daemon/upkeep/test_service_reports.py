"""Reports of service mode: whole or not at all, the last twenty, told by verb and doctor."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from firmware_host.daemon import places
from firmware_host.daemon.cli import main
from firmware_host.daemon.doctor.finding import Level
from firmware_host.daemon.doctor.serviced import serviced
from firmware_host.daemon.errors import USAGE
from firmware_host.daemon.upkeep.service_reports import (
    KEPT,
    Reports,
    folder_of,
    latest,
    read,
    reports,
)
from firmware_host.table.service.report import Finding, Report, Verdict
from tests.daemon.cabling.tables import shipped
from tests.daemon.doctor.made_up import MadeUp

FAILED = Finding("colours", Verdict.FAIL, ("red was sent",), ('write strip.order = "grb"',))
ABSENT = Finding("lamps", Verdict.NONE, ("No button has a lamp (seats.lamp)",))
PASSED = Finding("buttons", Verdict.PASS, ("A: 5 presses",), (), {"A": {"presses": 5}})


def stamps(day: int = 30) -> str:
    return f"2026-11-{day:02}T08:33:16.555+00:00"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The reports of a table in this user's state folder."""
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return folder_of(places.state_folder() / "demo.journal")


def test_a_session_has_one_report_that_grows(folder: Path) -> None:
    kept = Reports(folder, "Rig", stamps)
    kept.keep(Report(1, (PASSED,)))
    kept.keep(Report(1, (PASSED, FAILED)))
    kept.keep(Report(2, (PASSED,)))  # in the same second
    names = [file.stem for file in reports(folder)]
    assert names == ["20261130-083316-2", "20261130-083316"]
    first = read(folder / "20261130-083316.json")
    assert first is not None
    assert (first["verdict"], len(first["steps"])) == ("fail", 2)
    assert first["steps"][0]["figures"] == {"A": {"presses": 5}}
    words = (folder / "20261130-083316.txt").read_text()
    assert 'write strip.order = "grb"' in words
    assert "ALL OK" in words
    assert not [*folder.glob("*.new")]


def test_the_last_ones_are_kept(folder: Path) -> None:
    for day in range(1, KEPT + 4):
        Reports(folder, "Rig", lambda day=day: stamps(day)).keep(Report(1, (PASSED,)))  # type: ignore[misc]
    assert len(reports(folder)) == KEPT
    assert reports(folder)[0].stem.startswith("202611" + f"{KEPT + 3:02}")
    assert len([*folder.iterdir()]) == 2 * KEPT


@pytest.mark.parametrize("at", ["open", "replace"])
def test_one_that_could_not_be_written_leaves_the_one_before_it(
    folder: Path, at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = Reports(folder, "Rig", stamps)
    kept.keep(Report(1, (PASSED,)))
    before = (folder / "20261130-083316.json").read_bytes()

    def full(*args: object, **more: object) -> None:
        raise OSError(28, "No space left on device", str(folder))

    with monkeypatch.context() as failing:
        failing.setattr(Path, at, full)
        with pytest.raises(OSError, match="No space"):
            kept.keep(Report(1, (PASSED, FAILED)))
    assert (folder / "20261130-083316.json").read_bytes() == before
    kept.keep(Report(1, (PASSED, FAILED)))
    found = latest(folder)
    assert found is not None
    assert found[1]["verdict"] == "fail"


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"format": 1}', '{"format": 1, "table": 3}', "\x00\xff"]
)
def test_a_damaged_report_is_passed_over(folder: Path, content: str) -> None:
    Reports(folder, "Rig", stamps).keep(Report(1, (PASSED,)))
    (folder / "20261201-000000.json").write_text(content)
    found = latest(folder)
    assert found is not None
    assert found[0].stem == "20261130-083316"


def test_the_verb_tells_the_latest_and_its_status_is_the_verdict(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["service", "report"]) == 1
    assert "no report of service mode is kept there" in capsys.readouterr().err
    Reports(folder, "Rig", lambda: stamps(29)).keep(Report(1, (PASSED,)))
    assert main(["service", "report"]) == 0
    assert "Rig, 2026-11-29T08:33:16.555+00:00: passed" in capsys.readouterr().out
    Reports(folder, "Rig", stamps).keep(Report(1, (PASSED, FAILED), ("button C: not pressed",)))
    assert main(["service", "report"]) == 1
    out = capsys.readouterr().out
    assert "FAILED        colours" in out
    assert '-> write strip.order = "grb"' in out
    assert "During play: button C: not pressed" in out
    assert main(["service", "report", "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["verdict"] == "fail"
    assert document["file"].endswith("20261130-083316.json")
    assert main(["service", "report", "--list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert main(["service", "report", "--list", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 2
    assert main(["service", "report", str(reports(folder)[1])]) == 0
    assert main(["service", "report", str(folder)]) == 1


def test_the_verb_says_what_it_cannot_do(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["service", "report", str(tmp_path / "nowhere")]) == 1
    assert "nowhere: no such file or directory" in capsys.readouterr().err
    assert main(["service", "mend"]) == USAGE
    assert main(["service"]) == USAGE


@pytest.mark.parametrize(
    ("findings", "level", "words"),
    [
        ((PASSED,), Level.OK, "1 of 9 steps tried, all passed"),
        ((PASSED, ABSENT), Level.OK, "1 of 9 steps tried, all passed; not there: lamps"),
        ((ABSENT,), Level.OK, "nothing tried; not there: lamps"),
        ((PASSED, FAILED), Level.WARNING, "these failed: colours"),
        ((Finding("grid", Verdict.LEFT),), Level.WARNING, "was not finished"),
    ],
)
def test_the_doctor_has_a_line_for_the_last_one(
    findings: tuple[Finding, ...], level: Level, words: str, tmp_path: Path
) -> None:
    pi = MadeUp(tmp_path)
    table = shipped("pi4-wled")
    assert not [*serviced(pi.machine(), table)]
    (tmp_path / "var/lib/lava-table").mkdir(parents=True)
    folder = tmp_path / "var/lib/lava-table/table.service"
    Reports(folder, "Rig", stamps).keep(Report(1, findings))
    (one,) = serviced(pi.machine(), table)
    assert one.level is level
    assert words in one.says
    assert "2026-11-30" in one.says


def test_reports_are_beside_the_journal() -> None:
    assert folder_of(Path("/var/lib/lava-table/table.journal")).name == "table.service"
