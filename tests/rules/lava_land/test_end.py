"""The end of the game, and who has won."""

from __future__ import annotations

import pytest

from firmware_host.rules.kernel import Seat

from .sitting import Sitting

TRAP = "A: Yb Yt Bf"


def ended(**lines: str) -> Sitting:
    """The last character on the track, A, dies now."""
    dead = dict.fromkeys("BCD", "x/0/0")
    return Sitting(**(dead | {"lava": "4", "dice": TRAP} | lines)).play("A go")


def test_the_game_ends_the_moment_nobody_is_on_the_track() -> None:
    """LL-62, LL-65: nobody in the boat, nobody wins; nothing more is carried out."""
    sitting = ended()
    assert (sitting["lava"], sitting["now"]) == ("5", "over")
    assert (sitting.over.winners, sitting.over.reason) == ((), "nobody_escaped")
    assert sitting.told[-1] == "A chardied 5"
    assert sitting.code("B go") == "over"


def test_what_is_still_due_when_the_last_one_boards_is_not_carried_out() -> None:
    """LL-62, LL-A25: no trap, no trick, no later turn."""
    dead = dict.fromkeys("BCD", "x/0/0")
    sitting = Sitting(A="22/7/0", dice="A: Yf Yf Yt", **dead).play("A go")
    assert sitting.over.winners == (Seat(0),)
    sitting = Sitting(A="22/7/0", dice="A: Yf Rf Bt", **dead).play("A go")
    assert sitting["lava"] == "-2"


def test_dice_are_themselves_again_when_the_game_is_over() -> None:
    """LL-50, LL-62."""
    dead = dict.fromkeys("BCD", "x/0/0")
    sitting = Sitting(A="22/7/0 as_red", dice="A: Yf Rf Rt", **dead)
    sitting.play("A go", "A alter as_red Yf")
    assert (sitting["now"], sitting["dice"]) == ("over", "A: Yf Rf Rt")


def test_a_sole_escapee_wins_without_any_treasure() -> None:
    """LL-63."""
    over = ended(B="+1/7/0").over
    assert (over.winners, over.reason) == ((Seat(1),), "sole_escape")
    assert over.ranking == ((Seat(1),), (Seat(0), Seat(2), Seat(3)))


@pytest.mark.parametrize(
    ("b", "c", "winner"),
    [
        ("+1/7/3", "+2/7/4", "C"),  # treasures
        ("+1/7/4 as_red", "+2/7/4 as_blue as_yellow", "C"),  # LL-64: then cards
        ("+2/7/4 as_red as_blue", "+1/9/4 as_blue as_yellow", "C"),  # then arrival
    ],
)
def test_treasures_then_cards_then_arrival_decide(b: str, c: str, winner: str) -> None:
    """LL-63, LL-64."""
    over = ended(B=b, C=c).over
    assert over.winners == (Seat.named(winner),)
    assert [str(seat) for rank in over.ranking for seat in rank] == ["C", "B", "A", "D"]


def test_complete_equals_would_share_the_victory() -> None:
    """LL-64, LL-A29: no play leads there, so the state is put together by hand."""
    from dataclasses import replace

    from firmware_host.rules.kernel import Over
    from firmware_host.rules.lava_land.game import GAME

    state = ended(B="+1/7/3", C="+2/7/3").here.state
    players = tuple(replace(p, arrival=1) if p.arrival else p for p in state.players)
    over = GAME.pending(replace(state, players=players))
    assert isinstance(over, Over)
    assert over.winners == (Seat(1), Seat(2))


def test_face_down_cards_count() -> None:
    """LL-64: those that were used as well."""
    over = ended(B="+1/7/3 as_red", C="+2/7/3 as_blue* as_yellow").over
    assert over.winners == (Seat(2),)
