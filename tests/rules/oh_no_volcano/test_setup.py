"""How a game begins, and what a box or a deck changes about it."""

from __future__ import annotations

from .sitting import DEALT, Sitting, house


def test_nothing_of_how_the_volcano_is_put_together_is_asked_or_kept() -> None:
    """OV-00: the first question is who begins."""
    sitting = Sitting.new(4)
    assert sitting.options == ["A youngest", "B youngest", "C youngest", "D youngest"]
    assert not [key for key in sitting.lines if "assembl" in key]


def test_everything_lies_ready_and_nobody_has_gear() -> None:
    """OV-01, OV-02, OV-09."""
    sitting = Sitting.new(3)
    assert sitting["treasures"] == "4/8/12"
    assert sitting["boulders"] == sitting["gear_discard"] == ""
    assert sum(sitting.here.state.pile) == 18
    for seat in "ABC":
        assert sitting[seat] == "- - - 0/0/0"
        assert (sitting[f"hand_{seat}"], sitting[f"deck_{seat}"]) == ("3", "9")
        assert sitting[f"gear_{seat}"] == ""


def test_the_program_deals_three_cards_each_from_twelve() -> None:
    """OV-03: luck draws each card of those that are left."""
    sitting = Sitting.new(2, DEALT)
    while sitting.asked.topic == "deal":
        sitting.play(sitting.options[-1])
    assert sitting.asked.topic == "first"
    for player in sitting.here.state.players:
        assert (player.held, player.deck, sum(player.hand or ())) == (3, 9, 3)


def test_a_draw_is_as_likely_as_there_are_copies() -> None:
    """OV-03, OV-24."""
    sitting = Sitting.new(2, DEALT)
    assert sitting.asked.weights == (1,) * 12
    fallen = Sitting(now="fell A 4 of B climb B3+ball4 2", hand_A="2", B="2.2 - - 0/0/0")
    fallen.play("B fell A")
    copies = {card.name: card.copies for card in house().gear}
    odds = zip(fallen.options, fallen.asked.weights, strict=True)
    assert {words.split()[-1]: n for words, n in odds} == copies
