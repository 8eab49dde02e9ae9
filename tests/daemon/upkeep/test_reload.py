"""The files of a table are read again while it stands, and nothing is lost by it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_host.daemon.errors import ConfigError
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import house
from firmware_host.daemon.settings.house import Files
from firmware_host.daemon.upkeep.hangup import Hangup
from firmware_host.daemon.upkeep.notify import Notifier
from firmware_host.daemon.upkeep.reload import Reloading
from firmware_host.rules.kernel import Seat
from firmware_host.table.games import Chosen
from firmware_host.table.scene import text
from firmware_host.table.signals import Command
from tests.daemon.standing_table import StandingTable

BLIND = re.sub(
    r'\[camera\]\nport = "mock"',
    '[camera]\nport = "none"',
    (config_folder() / "tables" / "demo.toml").read_text(),
)
OWN = 'box = "box.toml"\ntexts = "words.toml"\ntheme = "tints.toml"\n'


class Desk(StandingTable):
    """A table whose files lie in a folder, and somebody who edits them."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.file = folder, folder / "table.toml"
        for name, shipped in (
            ("box", "games/lava_land"),
            ("words", "texts/en"),
            ("tints", "themes/plain"),
        ):
            there = (config_folder() / f"{shipped}.toml").read_text()
            (folder / f"{name}.toml").write_text(there)
        self.file.write_text(re.sub(r"^(box|texts|theme) = .*\n", "", BLIND, flags=re.M))
        self.edit('game = "lava_land"\n', f'game = "lava_land"\n{OWN}')
        super().__init__(folder, file=self.file)
        self.reads = 0
        self.kept: Reloading | None = None
        self.reread: Callable[[], Files] = lambda: house.read(self.file)

    def edit(self, old: str, new: str, name: str = "table.toml") -> None:
        there = (self.folder / name).read_text()
        assert old in there
        (self.folder / name).write_text(there.replace(old, new))

    def turn(self) -> None:
        now_ns = self.clock.now_ns()
        self.core.tick(now_ns)
        self.core.draw(now_ns)

    def _read(self) -> Files:
        self.reads += 1
        return self.reread()

    async def reload(self) -> Reloading:
        """Read again, until that is done."""
        self.kept = self.kept or Reloading(
            *(self.table, self._read, self.turn, Notifier({})), settle_s=0.01
        )
        self.kept.ask()
        await self.kept.settled()
        return self.kept

    def reloaded(self) -> dict[str, Any]:
        """What came of it."""
        told = asyncio.run(self.reload()).told()
        assert told is not None
        return dict(told)

    @property
    def lines(self) -> int:
        kept = self.table.journal.unfinished()
        return 0 if kept is None else len(kept.lines)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    standing = Desk(tmp_path)
    yield standing
    standing.table.close()


def keys(told: dict[str, Any]) -> dict[str, str]:
    """The keys that differ, and when each is taken up."""
    return {one["key"]: one["when"] for one in told["changes"]}


@pytest.mark.parametrize("choices", [None, 0, 3, 9])
def test_files_that_say_the_same_change_nothing(desk: Desk, choices: int | None) -> None:
    if choices is not None:
        desk.play(choices)
    desk.turn()
    core, feed = desk.core, desk.table.feed
    before = (core.scene, core.state, desk.lines, core.table.evening.house, core.lights._painter)
    furniture, pixels = feed.furniture, core.lights.pixels
    assert keys(desk.reloaded()) == {}
    assert before == (
        *(core.scene, core.state, desk.lines),
        *(core.table.evening.house, core.lights._painter),
    )
    assert feed.furniture is furniture
    assert core.lights.pixels == pixels
    assert "says what it said before" in desk.said[-1]


def test_light_colours_names_and_words_change_at_once_in_the_midst_of_a_match(desk: Desk) -> None:
    desk.play(4)
    pixels, state, lines = desk.core.lights.pixels, desk.core.state, desk.lines
    seats = desk.core.scene.seats if desk.core.scene else ()
    desk.edit("per_place = 6", "per_place = 6\nbrightness = 0.25")
    desk.edit('seat_a = "#0050ff"', 'seat_a = "#ff8800"', "tints.toml")
    desk.edit('roll = "{seat} throws"', 'roll = "{seat} wirft"', "words.toml")
    desk.edit('name = "The virtual table"', 'name = "Gasthaus"')
    assert set(keys(desk.reloaded()).values()) == {"live"}
    assert sum(desk.core.lights.pixels) < sum(pixels) / 2
    assert dict(desk.table.feed.furniture.tints)["seat_a"] == "#ff8800"
    assert desk.table.feed.words(text("title.roll", seat="A")) == "A wirft"
    assert desk.table.feed.furniture.table == "Gasthaus"
    assert (desk.core.state, desk.lines) == (state, lines)
    assert desk.core.scene is not None
    assert [s.menu for s in desk.core.scene.seats] == [s.menu for s in seats]
    desk.choose(desk.asked())  # and on it goes
    assert desk.lines > lines


def test_the_display_speaks_the_new_words_and_is_drawn_for_other_eyes_at_once(desk: Desk) -> None:
    desk.play(4)
    drawing, scene = desk.table.drawing, desk.core.scene
    assert drawing is not None
    assert scene is not None
    desk.turn()
    before, texts = drawing.drawing, desk.table.files.texts
    desk.edit('roll = "{seat} throws"', 'roll = "{seat} wirft"', "words.toml")
    desk.reloaded()
    drawing.picture(scene, desk.clock.now_ns())
    assert drawing.drawing is not before
    assert drawing.drawing._texts is desk.table.files.texts
    assert drawing.drawing._texts is not texts


def test_patience_and_thumbs_change_at_once(desk: Desk) -> None:
    desk.play()
    desk.edit("[strip]\n", "[patience]\ngo_ms = 77\nblind_ms = 88\n[strip]\n")
    desk.file.write_text(re.sub(r"(\[buttons\]\n)", r"\1hold_ms = 1234\n", desk.file.read_text()))
    desk.reloaded()
    host = desk.core.table.evening.host
    assert host is not None
    assert host.patience.topics["go"] == 77
    assert host.sight.blind_after_ns == 88_000_000
    assert {thumb.feel.hold_ms for thumb in desk.core.table.thumbs.values()} == {1234}


def test_a_match_ends_by_the_house_rules_it_was_begun_with(desk: Desk) -> None:
    """The next one goes by the new ones, also where it is the same once more."""
    desk.play(2)
    desk.edit('flip_penalty = "move_back_1"', 'flip_penalty = "none"', "box.toml")
    assert keys(desk.reloaded()) == {"box (box.toml)": "match"}
    kept = desk.table.journal.unfinished()
    assert kept is not None
    assert 'flip_penalty = "move_back_1"' in kept.box
    desk.choose(desk.asked())
    now_ns = desk.clock.now_ns()
    assert desk.core.feed(Command(None, "staff", "new", now_ns), now_ns) is None
    desk.play(1)
    again = desk.table.journal.unfinished()
    assert again is not None
    assert again.id == kept.id + 1
    assert 'flip_penalty = "none"' in again.box


def test_in_the_lobby_whoever_has_joined_stays_and_choices_hold(desk: Desk) -> None:
    desk.choose(0)
    desk.choose(2)
    lobby = desk.core.table.evening.lobby
    lobby.choices.rules["lava_land"] = {"guard_mode": "auto"}
    desk.edit('flip_penalty = "move_back_1"', 'flip_penalty = "none"', "box.toml")
    desk.reloaded()
    assert lobby.joined == {0, 2}
    assert lobby.choices.of(lobby.game) == {"guard_mode": "auto"}
    assert 'flip_penalty = "none"' in lobby.game.boxed(Chosen()).text


def test_what_needs_a_restart_says_so_by_key_and_stays(desk: Desk) -> None:
    desk.edit('[oled]\nport = "mock"', '[oled]\nport = "none"')
    told = desk.reloaded()
    assert keys(told)["oled.port"] == "restart"
    assert desk.table.files.table.oled.port == "mock"
    assert any("oled.port" in line and "systemctl restart" in line for line in desk.said)
    assert any(desk.oled.last)


BROKEN = (
    ("per_place = 6", "per_place = 600\nbrigtness = 0.3"),
    ('game = "lava_land"', 'game = "lawa_land"'),
    ('[oled]\nport = "mock"', '[oled]\nport = "mok"'),
)


def test_a_broken_file_keeps_the_last_good_one_and_all_its_faults_are_told(desk: Desk) -> None:
    desk.play(3)
    desk.turn()
    before = desk.core.scene, desk.core.state, desk.table.files
    for old, new in BROKEN:
        desk.edit(old, new)
    desk.edit('seat_a = "#0050ff"', 'seat_a = "blue"', "tints.toml")
    told = desk.reloaded()
    wrong = told["wrong"]
    named = {"strip.per_place", "strip.brigtness", "oled.port", "game", "tints.seat_a"}
    assert named <= {one["key"] for one in wrong}
    for one in wrong:
        assert Path(one["file"]).parent == desk.folder
        assert one["line"] > 0
        assert one["says"]
        assert one["write"]
    assert before == (desk.core.scene, desk.core.state, desk.table.files)
    state = desk.core.devices["configuration"]
    assert not state.ok
    assert "lawa_land" in state.says
    assert "goes on by what it had" in state.says
    assert len([line for line in desk.said if line.startswith("configuration: /")]) >= len(wrong)
    desk.choose(desk.asked())


def test_the_display_tells_of_it_for_a_moment_and_then_shows_the_game(desk: Desk) -> None:
    desk.play(3)
    shown = desk.oled.last
    desk.edit("per_place = 6", "per_place = 600")
    desk.reloaded()
    assert desk.oled.last != shown
    desk.after(9)
    assert desk.table.announcer.until_ns is None
    desk.edit("per_place = 600", "per_place = 6")
    desk.reloaded()
    assert desk.core.devices["configuration"].ok
    told = desk.oled.last
    desk.after(9)
    assert desk.table.announcer.until_ns is None
    assert desk.oled.last != told


def test_of_three_calls_at_once_two_are_made_and_the_last_sees_the_newest_file(desk: Desk) -> None:
    async def asks() -> None:
        kept = Reloading(desk.table, desk._read, desk.turn, Notifier({}), settle_s=0.05)
        for _ in range(3):
            kept.ask()
            await asyncio.sleep(0.01)
        desk.edit("per_place = 6", "per_place = 6\nbrightness = 0.5")
        await kept.settled()
        assert kept.number == 2

    asyncio.run(asks())
    assert desk.table.files.table.strip.brightness == 0.5


def test_a_file_that_is_half_written_is_read_again_when_it_is_whole(desk: Desk) -> None:
    whole = desk.file.read_text().replace("per_place = 6", "per_place = 6\nbrightness = 0.5")
    pieces = [whole[: len(whole) // 3], whole[: len(whole) // 2], whole]

    def slowly() -> Files:
        if pieces:
            desk.file.write_text(pieces.pop(0))
            if pieces:
                try:
                    return house.read(desk.file)
                finally:
                    desk.file.write_text(pieces.pop(0))
        return house.read(desk.file)

    desk.file.write_text(whole[:10])
    desk.reread = slowly
    told = desk.reloaded()
    assert told["wrong"] == []
    assert keys(told) == {"strip.brightness": "live"}
    assert desk.reads >= 2


def test_a_file_that_is_never_whole_is_told_of(desk: Desk) -> None:
    desk.file.write_text(desk.file.read_text()[:40])
    wrong = desk.reloaded()["wrong"]
    assert wrong
    with pytest.raises(ConfigError):
        house.read(desk.file)


def test_in_service_mode_the_step_goes_on(desk: Desk) -> None:
    desk.play(3)
    now_ns = desk.clock.now_ns()
    assert desk.core.feed(Command(None, "staff", "service run buttons", now_ns), now_ns) is None
    assert desk.core.table.desk.on
    before = desk.core.scene
    desk.edit('name = "The virtual table"', 'name = "Gasthaus"')
    desk.edit("per_place = 6", "per_place = 6\nbrightness = 0.5")
    desk.reloaded()
    assert desk.core.table.desk.on
    assert before is not None
    assert desk.core.scene is not None
    assert desk.core.scene.service is not None
    assert before.service is not None
    assert desk.core.scene.service.step == before.service.step
    now_ns = desk.clock.now_ns()
    assert desk.core.feed(Command(None, "staff", "service leave", now_ns), now_ns) is None
    desk.after(1)
    desk.choose(desk.asked())


def test_a_device_that_is_away_comes_back_with_what_is_set_by_then(desk: Desk) -> None:
    desk.play(3)
    desk.core.device("strip", False, "pulled out", desk.clock.now_ns())
    desk.edit("per_place = 6", "per_place = 6\nbrightness = 0.5\nmilliamps = 900")
    desk.reloaded()
    assert not desk.core.devices["strip"].ok
    desk.core.device("strip", True, "", desk.clock.now_ns())
    assert desk.core.devices["strip"].ok
    assert desk.core.lights._painter._layout.brightness == 0.5
    strip = desk.table.devices.strip
    assert strip is not None
    assert strip.supply.milliamps == 900


def test_quiet_hours_begin_and_end_as_they_are_written(desk: Desk) -> None:
    desk.edit("[strip]\n", '[quiet]\nbegins = "11:00"\nends = "13:00"\n[strip]\n')
    desk.reloaded()
    desk.after(20)
    assert desk.lit() == (False, False)
    desk.edit('[quiet]\nbegins = "11:00"\nends = "13:00"\n', "")
    desk.reloaded()
    desk.after(1)
    assert desk.lit() == (True, True)


def test_staff_ask_for_it_on_the_page_and_nobody_else(desk: Desk) -> None:
    async def ask() -> tuple[bool, bool, int]:
        feed = desk.table.feed
        feed.configuration = await desk.reload()
        player = await feed.command(Seat(0), "player", "reload")
        staff = await feed.command(None, "staff", "reload")
        await feed.configuration.settled()
        return player.ok, staff.ok, feed.configuration.number

    assert asyncio.run(ask()) == (False, True, 2)


def test_a_fault_of_ours_in_reading_ends_no_game(desk: Desk) -> None:
    crashed = list[BaseException]()
    desk.core.others.crashed = lambda broken, where: crashed.append(broken)

    def broken() -> Files:
        raise ZeroDivisionError("ours")

    desk.play(3)
    desk.reread = broken
    told = desk.reloaded()
    assert "ZeroDivisionError" in str(told["wrong"])
    assert [type(one) for one in crashed] == [ZeroDivisionError]
    desk.choose(desk.asked())


@pytest.mark.parametrize(
    ("had", "has", "reloads", "does"),
    [
        (False, False, True, "reload"),  # a service
        (True, True, True, "reload"),  # kill -HUP, from another terminal
        (True, False, True, "stop"),  # the terminal was closed
        (False, False, False, "stop"),
    ],
)
def test_a_hangup_reads_again_but_where_the_terminal_has_gone(
    had: bool, has: bool, reloads: bool, does: str
) -> None:
    did, terminal = list[str](), [had]
    hangup = Hangup(
        lambda: did.append("stop"),
        (lambda: did.append("reload")) if reloads else None,
        lambda: terminal[0],
    )
    terminal[0] = has
    hangup()
    assert did == [does]
