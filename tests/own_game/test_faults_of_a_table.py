"""A game that breaks while a whole table stands: page, log and journal, and what comes after."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_host.daemon.settings.own_games import adopt
from firmware_host.rules.kernel import Decision, Seat
from firmware_host.session.journal import look, look_all
from firmware_host.table import net
from firmware_host.table.scene import Text
from firmware_host.table.signals import Command
from tests.daemon.standing_table import StandingTable

from .test_finding import changed


@pytest.fixture
def table(adopted: Path, tmp_path: Path) -> StandingTable:
    """A table that offers the example; three have joined and play it."""
    del adopted
    standing = StandingTable(tmp_path)
    standing.core.table.evening.staff("games fumarole")
    return standing


def play(table: StandingTable) -> None:
    """Three join, one begins, and the first throw is told."""
    for button in (0, 1, 2):
        table.press(button)
        table.after(0.1)
    say(table, "choose 0")
    table.after(0.1)


def say(table: StandingTable, words: str, seat: int = 0) -> None:
    now_ns = table.clock.now_ns()
    refused = table.core.feed(
        Command(Seat(seat), "player", f"{words} {table.core.state}", now_ns), now_ns
    )
    assert refused is None, refused
    table.after(0.05)


def game_line(table: StandingTable) -> str:
    state = table.core.devices.get(net.PART)
    return "" if state is None or state.ok else state.says


def test_the_daemon_goes_on_and_page_and_log_say_why(
    table: StandingTable, adopted: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    changed(adopted, "rules.py", "WORTH.get(symbol, 0)", "WORTH[symbol]")
    assert adopt([adopted]) == ()
    table.table.close()
    table = StandingTable(tmp_path)
    table.core.table.evening.staff("games fumarole")
    play(table)
    assert table.core.table.evening.host is not None
    while (host := table.core.table.evening.host) is not None:
        pending = host.pending
        assert isinstance(pending, Decision)
        words = [str(a) for a in pending.options]
        index = next((i for i, w in enumerate(words) if w[-1] == "f"), 0)
        say(table, f"choose {index}", int(host.ledger.match.state.turn))
    assert "rules.py:" in game_line(table)
    assert "KeyError: 'f'" in game_line(table)
    assert "the journal keeps it" in game_line(table)
    assert "Traceback" in caplog.text
    kept = look(tmp_path / "journal")
    assert kept is not None
    assert kept.ended is None, "it may be gone on with"
    assert kept.lines
    # the next match ends it, with the reason
    table.core.table.evening.staff("new")
    table.after(0.1)
    play(table)
    assert game_line(table) == ""
    first, second = look_all(tmp_path / "journal")
    assert first.ended is not None
    assert first.ended.startswith("set aside: fumarole: ")
    assert second.ended is None
    table.table.close()


def test_a_match_whose_game_is_gone_waits_until_it_is_back(
    table: StandingTable, adopted: Path, tmp_path: Path
) -> None:
    play(table)
    assert table.core.table.evening.host is not None
    lines = table.core.table.evening.n
    table.table.close()
    adopt(())
    without = StandingTable(tmp_path)
    assert without.core.table.evening.host is None
    assert "'fumarole' is no game of this table" in game_line(without)
    assert without.core.scene is not None
    assert without.core.scene.notice is not None
    assert without.core.scene.notice == Text("fault.kept", (("game", "fumarole"),))
    without.table.close()
    assert adopt([adopted]) == ()
    again = StandingTable(tmp_path)
    assert again.core.table.evening.host is not None
    assert again.core.table.evening.n == lines
    again.table.close()


def test_a_match_that_its_game_breaks_on_at_the_start_stops_no_table(
    table: StandingTable, adopted: Path, tmp_path: Path
) -> None:
    play(table)
    table.table.close()
    changed(adopted, "rules.py", "def apply(", "def applied(")
    changed(
        adopted,
        "game.py",
        "from .rules import",
        "def apply(*a: object) -> object:\n    raise LookupError('mine')\n\n\nfrom .rules import",
    )
    changed(adopted, "game.py", " apply,", "")
    assert adopt([adopted]) == ()
    again = StandingTable(tmp_path)
    assert again.core.table.evening.host is None
    assert "LookupError: mine" in game_line(again)
    assert "game.py:" in game_line(again)
    again.table.close()
