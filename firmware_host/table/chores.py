"""What people do at a real table, done at the virtual one: meeples, pawns and dice moved.

After every scene the virtual table is made to have as many cards and meeples of each as the game
says, or its pawns and boulders where the game has them. Throwing and dropping is for whoever has
the turn; only a card or a ball that was told of without is thrown or dropped here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware_host.rules.kernel import Seat
from firmware_host.table.scene import Cue, Scene, SeatScene
from hw.ports import BoulderSeen, Hands, PawnSeen, Tabletop, Volcano

from .map import Map

ONCE_MORE = "relaunch"  #: the cue of a launch that is made again
LYING = ("crater", "outside")
"""Where dice are that are to be taken up."""


@dataclass(slots=True)
class Sweeper:
    """Takes the dice up before each new throw, for who has it; once, for then they are thrown."""

    _due: int = 0

    def sweep(self, scene: Scene, hands: Hands, now_ns: int) -> None:
        """Empty the crater where *scene* asks for a throw that it has not asked for before."""
        if scene.throw in (0, self._due):
            return
        self._due = scene.throw
        if any(place in LYING for place, _ in hands.truth().values()):
            throwing = (s.button for s in scene.seats if s.seat in scene.waiting_for)
            hands.empty(next(throwing, 0), now_ns)


ON_TABLE = ("meeples", "standing", "lying")
"""What of a seat's goods are meeples on the table."""


def tidy(scene: Scene, hands: Hands, now_ns: int) -> None:
    """Make cards and meeples on the virtual table those of *scene*, or what is on the volcano."""
    if scene.phase == "lobby":
        return
    if scene.map is not None and (volcano := hands.tabletop().volcano) is not None:
        _set_up(scene, scene.map, volcano, hands, now_ns)
    if not scene.cards:
        return
    top = hands.tabletop()
    _even_out(scene, hands, thrown(top), now_ns)
    _clear_away(scene, hands, now_ns)
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


def _clear_away(scene: Scene, hands: Hands, now_ns: int) -> None:
    """A card that is out of the game is taken off the table, and laid back if it is not (TL-A01).

    What has fallen off by itself stays there, whatever was told of it.
    """
    buttons = {seat.seat: seat.button for seat in scene.seats}
    lies = ("table", "flying")
    due = Counter((buttons[c.owner], c.name) for c in scene.cards if c.where in lies)
    cards = hands.tabletop().cards
    there = Counter((c.owner, c.name) for c in cards if not c.off)
    for button, name in (there - due).elements():
        hands.lay_aside(button, name, now_ns, aside=True)
    taken = Counter((c.owner, c.name) for c in cards if c.aside)
    for button, name in ((due - there) & taken).elements():
        hands.lay_aside(button, name, now_ns, aside=False)


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


DROPS, ROLLS = "drop", "rolling"
"""Phases in which a ball is to be dropped, and in which it is told what it did."""


def _set_up(scene: Scene, shown: Map, there: Volcano, hands: Hands, now_ns: int) -> None:
    """Pawns and boulders as the game has them; but what a ball did stays until it is told."""
    if scene.phase == ROLLS and scene.chute is not None:
        if there.slot != scene.chute.number:  # it was told of and not dropped, or into another
            _stand(scene, shown, hands, now_ns)
            hands.drop(scene.chute.number, now_ns)
        if not _told(hands):
            hands.roll_told(now_ns)
    elif not (scene.phase == DROPS and there.slot and not there.told):
        pawns, boulders = on_volcano(scene, shown)
        lying = tuple(one for one in there.boulders if not one.off)
        if there.slot or {*there.pawns} != {*pawns} or {*lying} != {*boulders}:
            hands.set_up(pawns, boulders, now_ns)


def _told(hands: Hands) -> bool:
    """Has the table heard of the ball that has rolled?"""
    there = hands.tabletop().volcano
    return there is not None and there.told


def _stand(scene: Scene, shown: Map, hands: Hands, now_ns: int) -> None:
    hands.set_up(*on_volcano(scene, shown), now_ns)


def on_volcano(scene: Scene, shown: Map) -> tuple[tuple[PawnSeen, ...], tuple[BoulderSeen, ...]]:
    """The pawns and boulders that a map shows, pawns by their owners' buttons."""
    buttons = {seat.seat: seat.button for seat in scene.seats}
    pawns = [
        PawnSeen(buttons[piece.seat], piece.says, spot.name)
        for spot in shown.spots
        for piece in spot.pieces
        if piece.kind == "pawn" and piece.seat is not None
    ]
    boulders = [BoulderSeen(one.name) for one in shown.between if one.kind == "boulder"]
    return tuple(pawns), tuple(boulders)


def to_drop(scene: Scene, hands: Hands, seat: SeatScene) -> int | None:
    """The chute *seat* has to drop a ball into now; None where there is none, or it is dropped."""
    there = hands.tabletop().volcano
    if scene.phase != DROPS or scene.chute is None or there is None or there.slot:
        return None
    return scene.chute.number if seat.status == "climbs" else None


@dataclass(slots=True)
class Chores:
    """Everything that people do besides, with these hands."""

    hands: Hands
    _sweeper: Sweeper = field(default_factory=Sweeper)
    _scene: Scene | None = None

    def shown(self, scene: Scene, now_ns: int) -> None:
        """What is done once people see *scene*."""
        self._scene = scene
        self._sweeper.sweep(scene, self.hands, now_ns)
        tidy(scene, self.hands, now_ns)

    def played(self, cue: Cue) -> None:
        """And once they see *cue*: who throws once more has taken the card up (TL-A14)."""
        scene = self._scene
        if cue.name != ONCE_MORE or scene is None:
            return
        buttons = {seat.seat: seat.button for seat in scene.seats}
        for card in scene.cards:
            if card.where == "flying" and card.owner == cue.seat:
                button = buttons[card.owner]
                if to_launch(scene, self.hands, button) is None:
                    self.hands.unthrow(button, card.name, 0)
