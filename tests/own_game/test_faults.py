"""A game whose code raises in the midst of a match: that match at worst, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from docs.own_game.fumarole import OWN_GAME
from docs.own_game.fumarole.box import Box
from firmware_host.daemon.people.company import Faults
from firmware_host.rules.kernel import Decision, Seat, Source
from firmware_host.table import ledger, net
from firmware_host.table.games import Boxed, Playable
from firmware_host.table.map import Between, Map
from firmware_host.table.reading import Pace
from firmware_host.table.scene import Scene, View
from firmware_host.table.signals import Aside, Commit, Noticed
from tests.table.evening import Driver


def fails(*_: Any) -> Any:
    """What is somebody's own, and wrong."""
    raise KeyError("f")


def fumarole(game: Mapping[str, Any], view: Mapping[str, Any], **more: Any) -> Playable:
    """The example with other parts."""
    dressing = OWN_GAME.dressing
    return replace(
        Playable(
            game=replace(OWN_GAME.game, **game),
            view=replace(dressing.view, **view),
            reader=lambda sides: dressing.reader(sides, Pace()),
            boxed=lambda chosen: Boxed(Box(), "the box"),
            palette=dressing.palette,
        ),
        **more,
    )


def sat_down(
    game: Mapping[str, Any] | None = None, view: Mapping[str, Any] | None = None, **more: Any
) -> Driver:
    return Driver(camera=False, first=fumarole(game or {}, view or {}, **more))


def told(driver: Driver, *faces: str) -> None:
    for face in faces:
        driver.choose(driver.state.turn, f"show {face}")


def on(words: str, otherwise: Callable[..., Any]) -> Callable[..., Any]:
    """Fails on the answer of these words, and is as it was otherwise."""

    def apply(state: Any, answer: Any) -> Any:
        return fails() if str(answer).endswith(words) else otherwise(state, answer)

    return apply


def test_an_answer_that_the_rules_break_on_changes_nothing_and_another_can_be_given() -> None:
    driver = sat_down({"apply": on("dare", OWN_GAME.game.apply)})
    told(driver, "Yb", "Rt", "Bf")
    before, lines = driver.state, list(driver.lines)
    driver.choose(Seat(0), "A dare")
    assert (driver.state, driver.lines) == (before, lines)
    assert driver.scene is not None
    assert driver.scene.passing is not None
    assert driver.scene.passing.key == "fault.stumbled"
    (said,) = [one for one in driver.marked if one.says]
    assert "test_faults.py" in said.says
    assert "KeyError: 'f', on the answer 'A dare'" in said.says
    assert "Traceback" in said.log
    driver.choose(Seat(0), "A home")
    assert driver.state.turn == Seat(1)
    assert driver.marked[-1] == Noticed(net.PART, "")
    assert driver.closed == []


def test_a_stumble_asks_nobody_to_look_again_and_a_pause_of_staff_stays() -> None:
    driver = sat_down({"apply": on("dare", OWN_GAME.game.apply)})
    evening = driver.table.evening
    evening.house = replace(evening.house, checks=True)  # the daemon was begun after a break
    told(driver, "Yb", "Rt", "Bf")
    driver.say("pause")
    driver.choose(Seat(0), "A dare")
    assert driver.scene is not None
    assert driver.scene.phase != "check"
    assert evening.host is not None
    assert evening.host.stopped_by == {"staff"}
    driver.choose(Seat(0), "A home")
    assert driver.state.turn == Seat(1)


def test_what_is_said_of_a_stumble_goes_by_itself() -> None:
    driver = sat_down({"apply": on("dare", OWN_GAME.game.apply)})
    told(driver, "Yb", "Rt", "Bf")
    driver.choose(Seat(0), "A dare")
    driver.wait(net.TOLD_NS // 1_000_000 + 100)
    assert driver.scene is not None
    assert driver.scene.passing is None


def test_the_same_answer_again_and_again_sets_the_match_aside() -> None:
    driver = sat_down({"apply": on("dare", OWN_GAME.game.apply)})
    told(driver, "Yb", "Rt", "Bf")
    lines = list(driver.lines)
    for _ in range(net.MOST):
        driver.choose(Seat(0), "A dare")
    assert driver.table.evening.host is None
    assert driver.lines == lines
    assert driver.closed == [], "it is not over: it may be gone on with"
    assert [type(one) for one in driver.aside] == [Aside]
    assert driver.scene is not None
    assert driver.scene.phase == "lobby"
    assert driver.scene.notice is not None
    assert driver.scene.notice.key == "fault.aside"
    assert str(dict(driver.scene.notice.values)["where"]).startswith("test_faults.py:")


def test_after_it_another_match_begins_and_nothing_more_is_said() -> None:
    driver = sat_down({"apply": on("dare", OWN_GAME.game.apply)})
    told(driver, "Yb", "Rt", "Bf")
    for _ in range(net.MOST):
        driver.choose(Seat(0), "A dare")
    driver.tap(1)
    assert driver.scene is not None
    assert driver.scene.notice is None, "who taps has read it"
    driver.say("new")
    driver.wait(10)
    driver.hold(0)
    assert driver.scene.phase != "lobby"
    assert driver.marked[-1] == Noticed(net.PART, "")
    assert len(driver.opened) == 2


BROKEN: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "pending": ({"pending": fails}, {}),
    "public": ({"public": fails}, {}),
    "scene": ({}, {"scene": fails}),
    "question": ({}, {"question": fails}),
    "path": ({}, {"path": fails}),
    "rank": ({}, {"rank": fails}),
    "asker": ({}, {"asker": fails}),
    "ways": ({}, {"ways": fails}),
    "hand": ({}, {"hand": fails}),
    "here": ({}, {"here": fails}),
}


@pytest.mark.parametrize("what", BROKEN)
def test_whatever_is_broken_for_good_the_table_is_in_its_lobby(what: str) -> None:
    game, view = BROKEN[what]
    driver = sat_down()
    told(driver, "Yb", "Rt", "Bf")
    host = driver.table.evening.host
    assert host is not None
    broken = fumarole(game, view)
    sat = driver.table.evening._sitting
    assert sat is not None
    sitting = replace(sat, game=broken)
    match = replace(host.ledger.match, game=broken.game)
    driver.table.evening.resume(match, 4, sitting, 0)
    driver.wait(10)
    for _ in range(net.MOST):  # some faults wait for an answer
        if driver.table.evening.host is not None:
            driver.hold(0)
    assert driver.table.evening.host is None
    assert driver.scene is not None
    assert driver.scene.phase == "lobby"
    assert driver.opened[1:] == [], "and no match begins by itself"


@pytest.mark.parametrize("what", ["cues", "news"])
def test_what_only_tells_costs_no_match(what: str) -> None:
    driver = sat_down(view={what: fails})
    told(driver, "Yb", "Rt", "Bf")
    driver.choose(Seat(0), "A home")
    driver.wait(10)
    host = driver.table.evening.host
    assert host is not None
    assert host.ledger.match.state.home == (3, 0, 0)
    assert len(driver.lines) == host.ledger.n == host.ledger.match.length


class Blind:
    """A reader that fails at each look."""

    def __init__(self, *_: Any) -> None:
        self._reader = OWN_GAME.dressing.reader({}, Pace())

    def __getattr__(self, name: str) -> Any:
        return fails if name == "report" else getattr(self._reader, name)


def test_a_reader_that_fails_sets_its_match_aside() -> None:
    driver = Driver(camera=True, first=fumarole({}, {}, reader=Blind))
    driver.throw(["Yb", "Rt", "Bf"])
    driver.rest()
    assert driver.table.evening.host is None
    assert driver.scene is not None
    assert driver.scene.phase == "lobby"


def test_a_match_that_will_not_begin_is_told_and_the_lobby_stays() -> None:
    driver = sat_down({"start": fails})
    assert driver.table.evening.host is None
    assert driver.scene is not None
    assert driver.scene.notice is not None
    assert driver.opened == []
    driver.hold(0)
    assert driver.scene.phase == "lobby", "asked for again, it is told again"
    assert driver.scene.notice is not None


def test_luck_after_luck_for_ever_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "ENDLESS", 50)
    pending = OWN_GAME.game.pending

    def lucky(state: Any) -> Any:
        asked = pending(state)
        assert isinstance(asked, Decision)
        weights = (1,) * len(asked.options)
        return replace(asked, source=Source.CHANCE, weights=weights, lapse=None)

    def nothing(state: Any, answer: Any) -> Any:
        del answer
        return state, ()

    driver = sat_down({"pending": lucky, "apply": nothing})
    assert driver.table.evening.host is None
    assert len(driver.lines) == 50
    (why,) = driver.aside
    assert "does luck come after luck for ever?" in why.why


def test_a_fault_with_no_match_to_blame_is_ours() -> None:
    driver = sat_down()
    driver.table.evening.to_lobby(asks=True)
    driver.table.evening.lobby = None  # type: ignore[assignment]
    with pytest.raises(AttributeError):
        driver.tap(0)


ODD: dict[str, tuple[Callable[[Scene], Scene], str]] = {
    "a stranger on the track": (
        lambda s: replace(s, places=(replace(s.places[0], seats=(Seat(7),)), *s.places[1:])),
        "place 0 has H, who does not play",
    ),
    "a thumb of nobody's": (
        lambda s: replace(s, places=(replace(s.places[0], thumb=Seat(6)), *s.places[1:])),
        "place 0 has G, who does not play",
    ),
    "a card that is not there": (lambda s: replace(s, framed=3), "gift 3 is framed"),
    "a part that is not there": (lambda s: replace(s, pulsing=(0,)), "parts (0,) pulse"),
    "a wall to nowhere": (
        lambda s: replace(s, map=Map("hex", (), (Between("fence", ("a", "b")),))),
        "the map has a+b between spots that are not on it",
    ),
    "words for a text": (lambda s: replace(s, title="wait"), "title is no text"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("what", ODD)
def test_a_scene_that_nobody_could_show_is_told_with_what_is_wrong(what: str) -> None:
    spoil, says = ODD[what]
    usual: View[Any, Any] = OWN_GAME.dressing.view

    def scene(*at: Any) -> Scene:
        return spoil(usual.scene(*at))

    driver = sat_down(view={"scene": scene})
    assert driver.scene is not None
    assert driver.scene.phase == "lobby"
    (why,) = driver.aside
    assert says in why.why


def test_the_shipped_games_have_the_net_as_well() -> None:
    lava = Driver().house.games[0]
    driver = Driver(
        first=replace(lava, view=replace(lava.view, asks=None, question=fails)), camera=False
    )
    driver.hold(0)
    driver.wait(100)
    assert driver.table.evening.host is None
    assert driver.scene is not None
    assert driver.scene.notice is not None


def test_a_bot_that_fails_is_told_once_and_a_whim_plays_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    driver = sat_down()
    told(driver, "Yb", "Rt", "Bf")
    faults = Faults()
    bot = faults.forgiving(Broken(), "1")
    for _ in range(3):
        answer = bot.choose(driver.state, driver.pending, Seat(0))
        assert answer in driver.pending.options
    assert len(caplog.records) == 1


class Broken:
    """A bot that has a fault."""

    choose = staticmethod(fails)


def test_lines_are_written_before_a_match_is_set_aside() -> None:
    driver = sat_down(view={"cues": fails})
    told(driver, "Yb")
    assert driver.kinds.index(Commit.__name__) < driver.kinds.index(Noticed.__name__)
