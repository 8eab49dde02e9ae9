"""A camera that fails while dice are being taken: nothing is lost, nobody gets another's die."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from firmware_host.daemon.people.evenings import RUSHED
from firmware_host.daemon.people.judging import differ
from firmware_host.daemon.people.putting_right import faces
from firmware_host.daemon.settings import house
from hw.mock.hands import VirtualHands

from .test_unplugged import AUTOPLAY, Unplugged

PLAYERS = 4


class Grabbing(Unplugged):
    """A game whose camera fails while an arm is over the crater."""

    def until_in_the_midst(self, dice: int) -> None:
        """Play on until so many dice are told, and one more is in somebody's fingers."""
        for _ in range(20_000):
            self._step()
            if self.topic() == "take" and self.taken() >= dice and self._somebody_reaches():
                return
        raise AssertionError(f"{self.taken()} dice are told; {self._where()}")

    def until_missing(self) -> int:
        """Play on until people are told that the camera is gone; how many dice are told by then."""
        for _ in range(20_000):
            if self.missing() == ("camera",):
                return self.taken()
            self._step()
        raise AssertionError(f"the camera is not missed; {self._where()}")

    def until_taken(self, dice: int) -> None:
        """Play on until so many are told."""
        for _ in range(20_000):
            if self.taken() >= dice:
                return
            self._step()
        raise AssertionError(f"{self.taken()} of {dice} dice are told; {self._where()}")

    def taken(self) -> int:
        return sum(" take " in line for line in self.told())

    def mistold(self) -> int:
        """Dice told as somebody's that are not in that hand."""
        match = self._match()
        assert match is not None
        wrong = 0
        for seat, dice in enumerate(match.state.sets):
            told = Counter(str(die.face) for die in dice)
            wrong += (told - faces(f"hand {seat}", self._hands.truth())).total()
        return wrong

    def untold(self) -> int:
        """Dice told otherwise than they are held, in all hands."""
        match = self._match()
        assert match is not None
        own = enumerate(match.state.sets)
        held = self._hands.truth()
        return sum(
            differ(Counter(str(d.face) for d in dice), faces(f"hand {seat}", held))
            for seat, dice in own
        )

    def asked_by_hand(self) -> bool:
        """Whether each seat that lacks dice is asked what it took."""
        scene = self._table.core.scene
        assert scene is not None
        asked = [s.question.key if s.question else "" for s in scene.seats if len(s.dice) < 3]
        return bool(asked) and all(key == "ask.take" for key in asked)

    def _somebody_reaches(self) -> bool:
        now_ns = self._clock.now_ns()
        assert isinstance(self._hands, VirtualHands)
        return any(arm.reach(now_ns) > 0.9 for arm in self._hands.world.arms)


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("fault", "says"), [("silent", "no answer"), ("black", "too dark"), ("cut", "cut off")]
)
def test_a_grab_goes_on_by_buttons_and_then_by_the_camera_again(
    fault: str, says: str, tmp_path: Path
) -> None:
    game = Grabbing(house.read(AUTOPLAY), tmp_path, "in a grab", PLAYERS, "random", RUSHED)
    try:
        game._table.open(game._heard)
        game.until_in_the_midst(dice=2)
        game._hands.spoil(fault)
        before = game.until_missing()
        assert says in game.camera()[1]
        assert game.asked_by_hand()
        game.until_taken(before + 2)
        assert game.mistold() == 0
        game._hands.spoil("none")
        assert game.taken() < 3 * PLAYERS  # the rest is the camera's again
        game.until_taken(3 * PLAYERS)
        assert game.untold() == 0
        game.until("go", "card", "trick")
        assert game.camera() == (True, "")
        assert game.missing() == ()
    finally:
        game.close()


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("fault", ["moved", "smeared"])
def test_a_camera_that_is_knocked_or_greasy_in_a_grab_gives_nobody_a_wrong_die(
    fault: str, tmp_path: Path
) -> None:
    game = Grabbing(house.read(AUTOPLAY), tmp_path, f"in a grab {fault}", PLAYERS, "random", RUSHED)
    try:
        game._table.open(game._heard)
        game.until_in_the_midst(dice=2)
        game._hands.spoil(fault)
        game.until_taken(3 * PLAYERS)
        assert game.untold() == 0
        game._hands.spoil("none")
        game.until("go", "card", "trick")
        assert game.untold() == 0
    finally:
        game.close()
