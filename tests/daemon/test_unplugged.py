"""A camera that goes in the middle of a read: the game goes on by menus, and it is all told."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_host.daemon.people.evenings import Player
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import house
from firmware_host.rules.kernel import Decision

AUTOPLAY = config_folder() / "tables" / "autoplay.toml"


class Unplugged(Player):
    """A game whose camera fails once the dice are thrown, until somebody counts their dice."""

    def topic(self) -> str:
        match = self._match()
        asked = match.pending if match is not None else None
        return asked.topic if isinstance(asked, Decision) else ""

    def until(self, *topics: str, steps: int = 6_000) -> None:
        """Play on until one of *topics* is asked."""
        for _ in range(steps):
            if self.topic() in topics:
                return
            self._step()
        raise AssertionError(f"{self.topic()} is asked, and never one of {topics}")

    def first_die_told(self) -> None:
        """Play on until some dice of a throw are told, and others are not."""
        for _ in range(6_000):
            self._step()
            if any(e for e in self.told() if e.startswith("show")):
                return

    def told(self) -> list[str]:
        match = self._match()
        return [] if match is None else [str(getattr(e, "words", "")) for e in match.told()]

    def missing(self) -> tuple[str, ...]:
        scene = self._table.core.scene
        assert scene is not None
        return scene.missing

    def over_ns(self, long_ns: int) -> list[tuple[bool, str]]:
        """What was said of the camera meanwhile, step by step."""
        until_ns, said = self._clock.now_ns() + long_ns, list[tuple[bool, str]]()
        while self._clock.now_ns() < until_ns:
            self._step()
            said.append(self.camera())
        return said

    def camera(self) -> tuple[bool, str]:
        state = self._table.core.devices.get("camera")
        return (state.ok, state.says) if state is not None else (True, "")


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("fault", "says"), [("silent", "no answer"), ("cut", "cut off"), ("white", "overexposed")]
)
def test_a_round_is_played_by_menus_when_the_camera_fails_as_the_dice_fall(
    fault: str, says: str, tmp_path: Path
) -> None:
    game = Unplugged(house.read(AUTOPLAY), tmp_path, "unplugged", 3, "random")
    try:
        game._table.open(game._heard)
        game.until("show")
        game._hands.spoil(fault)
        game.until("go", "card", "trick")
        ok, words = game.camera()
        assert not ok
        assert says in words
        assert game.missing() == ("camera",)
        assert sum(line.startswith("show") for line in game.told()) >= 9
        game._hands.spoil("none")
        game.until("show")
        for _ in range(200):
            game._step()
        assert game.camera() == (True, "")
        assert game.missing() == ()
    finally:
        game.close()


FROZEN, DARK, BURNT, CUT, LOST = (
    "again and again",
    "too dark",
    "overexposed",
    "cut off",
    "no answer",
)
SEQUENCES = [
    # what is frozen in the dark is dark
    [("stale", FROZEN), ("black", DARK), ("stale", DARK), ("white", BURNT), ("none", "")],
    [("black", DARK), ("cut", CUT), ("silent", LOST), ("black", DARK), ("none", "")],
    [("white", BURNT), ("none", ""), ("stale", FROZEN), ("cut", CUT), ("silent", LOST)],
    [("silent", LOST), ("stale", FROZEN), ("white", BURNT), ("cut", CUT), ("none", "")],
]
SOON_NS, LONG_NS = 8_000_000_000, 20_000_000_000
"""A fault is told by the one; a camera that looks once a second needs the other to seem frozen."""


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("sequence", SEQUENCES)
def test_where_faults_follow_one_another_the_present_one_is_told(
    sequence: list[tuple[str, str]], tmp_path: Path
) -> None:
    game = Unplugged(house.read(AUTOPLAY), tmp_path, "faults", 3, "random")
    try:
        game._table.open(game._heard)
        game.until("show")
        game.until("take")
        before = ""
        for fault, says in sequence:
            game._hands.spoil(fault)
            said = {words for _, words in game.over_ns(LONG_NS if fault == "stale" else SOON_NS)}
            now = game.camera()[1]
            assert says in now
            assert (now == "") is (says == "")
            allowed = {says, before, ""} if fault == "stale" else {says, before}
            assert all(any(a in words if a else not words for a in allowed) for words in said)
            before = says
    finally:
        game.close()
