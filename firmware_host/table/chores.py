"""What people do at a real table, done at the virtual one: meeples stood up and cleared away.

After every scene the virtual table is made to have as many cards and meeples of each as the game
says. Throwing is for whoever has the turn; only a card that was told of unthrown is thrown here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from firmware_host.rules.kernel import Seat
from firmware_host.table.scene import Scene, SeatScene
from hw.ports import Hands, Tabletop

ON_TABLE = ("meeples", "standing", "lying")
"""What of a seat's goods are meeples on the table."""


def tidy(scene: Scene, hands: Hands, now_ns: int) -> None:
    """Make cards and meeples on the virtual table those of *scene*."""
    if not scene.cards or scene.phase == "lobby":
        return
    top = hands.tabletop()
    _even_out(scene, hands, thrown(top), now_ns)
    if scene.phase == "judge":
        return  # a card is on its way: what stands where is not told yet
    for seat in scene.seats:
        due = meeples(seat) - sum(m.owner == seat.button for m in top.meeples)
        if due > 0:
            hands.stand(seat.button, due, now_ns)
        elif due < 0:
            hands.pick_up(seat.button, -due, now_ns)


def _even_out(scene: Scene, hands: Hands, there: Counter[tuple[int, str]], now_ns: int) -> None:
    """Take up cards that the game knows nothing of, and throw those that were told of unthrown."""
    buttons = {seat.seat: seat.button for seat in scene.seats}
    for button, name in (there - told(scene, buttons, flying=True)).elements():
        hands.unthrow(button, name, now_ns)
    for button, name in (told(scene, buttons, flying=False) - there).elements():
        hands.launch(button, name, now_ns)


def meeples(seat: SeatScene) -> int:
    """How many of a seat's are on the table, as the game has it."""
    return sum(n for name, n in seat.goods if name in ON_TABLE)


def thrown(top: Tabletop) -> Counter[tuple[int, str]]:
    """The cards on the virtual table and those that fell off it, by button and name."""
    return Counter((card.owner, card.name) for card in top.cards)


def told(scene: Scene, buttons: Mapping[Seat, int], *, flying: bool) -> Counter[tuple[int, str]]:
    """The same as the game has it; with *flying* the card that is on its way as well."""
    gone = ("table", "out", "flying") if flying else ("table", "out")
    return Counter((buttons[card.owner], card.name) for card in scene.cards if card.where in gone)


def to_launch(scene: Scene, hands: Hands, button: int) -> str | None:
    """The card that *button* has to throw now; None where there is none, or it is thrown."""
    buttons = {seat.seat: seat.button for seat in scene.seats}
    for card in scene.cards:
        if card.where == "flying" and buttons[card.owner] == button:
            there = thrown(hands.tabletop())[button, card.name]
            before = told(scene, buttons, flying=False)[button, card.name]
            return card.name if there <= before else None
    return None
