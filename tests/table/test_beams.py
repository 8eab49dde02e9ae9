"""Beams across the chutes: a ball that is due needs no press, and nothing else that breaks one."""

from __future__ import annotations

import tomllib

import pytest

from firmware_host.daemon.places import config_folder
from firmware_host.rules.catalog import GAMES
from firmware_host.rules.kernel import Seat
from firmware_host.rules.oh_no_volcano.box import Box
from firmware_host.table.missing import TOLD_NS
from firmware_host.table.scene import Text
from firmware_host.table.signals import Beam, DeviceSaid, Effect, Noticed
from firmware_host.table.texts import Texts

from .evening import MS, Driver, playable

TEXTS = Texts(tomllib.loads((config_folder() / "texts" / "en.toml").read_text()))
DUE = "ball A climb A3+ball2 2"
BALL_MS = 45


class Chutes(Driver):
    """A table with a beam across each of six chutes."""

    def __init__(self, now: str = DUE, beams: int = 6, box: Box | None = None) -> None:
        first = playable("oh_no_volcano", box or Box())
        super().__init__(first=first, beams=beams)
        self.noticed: list[Noticed] = []
        self.choose(Seat(0), "A youngest")
        self.put({"now": now, "treasures": "rest", "gear_pile": "rest", "hand_A": "2"})
        self.put({"A": "2.1 - - 0/0/0", "B": "2.3 - - 0/0/0"})

    def _keep(self, effect: Effect) -> None:
        super()._keep(effect)
        if isinstance(effect, Noticed):
            self.noticed.append(effect)

    def beam(self, chute: int, *, broken: bool) -> None:
        self.feed(Beam(chute, broken, self.now_ns))

    def ball(self, chute: int, ms: float = BALL_MS) -> None:
        """Something breaks the beam for so long."""
        self.beam(chute, broken=True)
        self.wait_for(ms)
        self.beam(chute, broken=False)
        self.wait(20)

    def wait_for(self, ms: float) -> None:
        """Until the loop is woken by the next edge, and no later."""
        self.now_ns += round(ms * MS)

    @property
    def passing(self) -> Text | None:
        assert self.scene is not None
        return self.scene.passing

    def topic(self) -> str:
        return str(self.pending.topic)


def asked(table: Chutes) -> str:
    assert table.scene is not None
    return said(table.scene.seats[0].question)


def said(of: Text | None) -> str:
    return "" if of is None else TEXTS.say(of)


def test_a_ball_in_the_chute_that_is_due_is_the_drop_and_nobody_presses() -> None:
    table = Chutes()
    assert asked(table) == "Drop a ball in chute 2!"
    table.ball(2)
    assert table.words()[-1] == "A drop 2"
    assert table.topic() == "fell"
    assert [cue.name for cue in table.cues] == ["rolling"]
    assert table.passing is None
    table.say("undo")
    assert table.topic() == "ball", "it is taken back as any other drop"


@pytest.mark.parametrize("ms", [3, 20, 100, 900])
def test_as_long_as_a_ball_may_take_it_is_one(ms: int) -> None:
    table = Chutes()
    table.ball(2, ms)
    assert table.words()[-1] == "A drop 2"


@pytest.mark.parametrize("ms", [0.05, 1.5, 1_100, 5_000])
def test_a_spike_is_no_ball_and_a_hand_is_none(ms: float) -> None:
    table = Chutes()
    table.ball(2, ms)
    assert table.topic() == "ball"
    assert not any("drop" in words for words in table.words())


def test_a_beam_that_flickers_at_its_edges_sees_one_ball() -> None:
    table = Chutes()
    for broken in (True, False, True, False, True):
        table.beam(2, broken=broken)
        table.wait_for(0.4)
    table.wait(30)
    for broken in (False, True, False, True, False):
        table.beam(2, broken=broken)
        table.wait_for(0.4)
    table.wait(20)
    assert [w for w in table.words() if "drop" in w] == ["A drop 2"]
    assert table.passing is None


def test_a_late_loop_that_hears_of_the_whole_ball_at_once_takes_it_for_one() -> None:
    table = Chutes()
    at_ns = table.now_ns
    table.now_ns += 300 * MS
    table.feed(Beam(2, True, at_ns))
    table.feed(Beam(2, False, at_ns + BALL_MS * MS))
    table.wait(1)
    assert table.words()[-1] == "A drop 2"


def test_a_ball_in_another_chute_changes_nothing_and_is_told_for_a_moment() -> None:
    """OV-A24."""
    table = Chutes()
    before = table.words()
    table.ball(4)
    assert (table.words(), table.topic()) == (before, "ball")
    words = "That was chute 4, not 2: set up what fell, and drop it again"
    assert said(table.passing) == words
    assert said(table.news[-1].text) == words
    assert [cue.name for cue in table.cues] == ["refused"]
    table.wait(TOLD_NS // MS)
    assert table.passing is None
    table.ball(2)
    assert table.words()[-1] == "A drop 2"


def test_at_another_time_it_changes_nothing_and_is_told() -> None:
    table = Chutes("step A A 3 climb A3+ball2 1")
    before = table.words()
    table.ball(2)
    assert (table.words(), table.topic()) == (before, "step")
    assert said(table.passing).startswith("Something went through chute 2, and no ball is due")


def test_the_button_works_as_well_and_the_ball_that_follows_it_is_no_second_one() -> None:
    table = Chutes()
    table.tap(0)
    assert table.words()[-1] == "A drop 2"
    table.ball(2)
    assert (table.topic(), table.passing) == ("fell", None)
    table.ball(3)
    assert said(table.passing).startswith("Something went through chute 3")


def test_of_a_ball_whose_chute_is_free_the_beam_tells_which() -> None:
    text = (config_folder() / "games" / "oh_no_volcano.toml").read_text()
    box = GAMES["oh_no_volcano"].box(tomllib.loads(text.replace('"A3+ball2"', '"A3+ball?"')))
    table = Chutes("ball A climb A3+ball? 2", box=box)
    assert asked(table) == "Drop a ball: in which chute?"
    table.ball(7)
    table.ball(5)
    assert table.words()[-1] == "A drop 5"


def test_a_stuck_beam_is_told_once_and_costs_nothing_but_itself() -> None:
    table = Chutes()
    table.beam(2, broken=True)
    table.wait(2_900)
    assert table.noticed == []
    table.wait(200)
    assert [(n.part, bool(n.says)) for n in table.noticed] == [("beam 2", True)]
    assert asked(table) == "Drop a ball in chute 2, then press!"
    table.wait(60_000)
    assert len(table.noticed) == 1
    table.ball(4)
    assert said(table.passing).startswith("That was chute 4"), "the others still see"
    table.beam(2, broken=False)
    table.wait(20)
    assert table.noticed[-1] == Noticed("beam 2", "")
    assert table.topic() == "ball", "what was stuck for long was no ball"
    table.ball(2)
    assert table.words()[-1] == "A drop 2"


def test_beams_that_are_lost_are_not_relied_upon_and_the_button_is_asked_for() -> None:
    table = Chutes()
    table.feed(DeviceSaid("beams", False, "the chip has gone", table.now_ns))
    assert asked(table) == "Drop a ball in chute 2, then press!"
    table.tap(0)
    assert table.words()[-1] == "A drop 2"
    table.feed(DeviceSaid("beams", True, "", table.now_ns))
    table.put({"now": DUE})
    assert asked(table) == "Drop a ball in chute 2!"


def test_beams_that_all_go_at_once_lost_their_supply_and_saw_no_ball() -> None:
    table = Chutes()
    for chute in range(1, 7):
        table.beam(chute, broken=True)
    table.wait(40)
    for chute in range(1, 7):
        table.beam(chute, broken=False)
    table.wait(20)
    assert (table.topic(), table.passing) == ("ball", None)


def test_a_beam_that_there_is_not_and_a_table_without_any_say_nothing() -> None:
    table = Chutes(beams=0)
    assert asked(table) == "Drop a ball in chute 2, then press!"
    table.ball(2)
    assert (table.topic(), table.passing) == ("ball", None)


def test_while_the_table_is_serviced_no_ball_counts() -> None:
    table = Chutes()
    table.say("service")
    table.ball(2)
    table.say("service leave")
    table.wait(50)
    assert table.topic() == "ball"


def test_in_a_game_without_chutes_nothing_is_said() -> None:
    table = Driver(beams=6)
    for broken in (True, False):
        table.feed(Beam(2, broken, table.now_ns))
        table.wait(45)
    assert table.scene is not None
    assert table.scene.passing is None
    assert not table.cues
