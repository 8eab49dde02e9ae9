"""Was all told as it was? What autoplay finds out about a game that the table cannot know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Protocol

from firmware_host.rules.kernel import Decision, Source
from firmware_host.session.match import Match
from firmware_host.table.readers.lost_island import wanted
from firmware_host.table.scene import View
from hw.ports import Hands, Volcano

from .putting_right import faces


class Judge(Protocol):
    """Looks on while a game is played."""

    def look(self, match: Match[Any, Any], hands: Hands) -> None:
        """The game stands so now."""

    def figures(self, match: Match[Any, Any], asked: int) -> dict[str, int]:
        """What there is to tell; people were *asked* so often about what a reader saw."""


class DiceJudge:
    """When a throw is told, and when the dice are taken: is it as they lie?"""

    def __init__(self, view: View[Any, Any]) -> None:
        self._lying = view.lying
        self._topic = ""
        self._misread = 0

    def look(self, match: Match[Any, Any], hands: Hands) -> None:
        """Compare at the end of each throw and of each grab."""
        if not isinstance(match.pending, Decision):
            return
        before, self._topic = self._topic, match.pending.topic
        if before == "show" and self._topic == "take":
            self._misread += differ(self._lying(match.state), faces("crater", hands.truth()))
        elif before == "take" and self._topic != "take":
            for seat, dice in enumerate(match.state.sets):
                told = Counter(str(die.face) for die in dice)
                self._misread += differ(told, faces(f"hand {seat}", hands.truth()))

    def figures(self, match: Match[Any, Any], asked: int) -> dict[str, int]:
        """Rounds, and dice read, asked about and misread."""
        shows = sum(str(getattr(e, "words", "")).startswith("show") for e in match.told())
        about = min(asked, shows)
        return {
            "rounds": events(match, "RoundStarted"),
            "dice_read": shows - about,
            "dice_asked": about,
            "dice_misread": self._misread,
        }


class MeepleJudge:
    """Before each launch: are as many meeples of each on cards as the game has it?"""

    def __init__(self, view: View[Any, Any]) -> None:
        del view
        self._length = -1
        self._miscounted = 0

    def look(self, match: Match[Any, Any], hands: Hands) -> None:
        """Compare once at each launch."""
        pending = match.pending
        asks = isinstance(pending, Decision) and pending.topic == "launch"
        if not asks or match.length == self._length:
            return
        self._length = match.length
        there = Counter(m.owner for m in hands.tabletop().meeples if m.on)
        told = {seat: player.table for seat, player in enumerate(match.state.players)}
        self._miscounted += differ(Counter(told), there)

    def figures(self, match: Match[Any, Any], asked: int) -> dict[str, int]:
        """Launches, meeples stood and fallen, and those told otherwise than they stood."""
        del asked
        return {
            "launches": events(match, "Launched"),
            "placements": events(match, "Placed"),
            "falls": events(match, "Fallen"),
            "meeples_miscounted": self._miscounted,
        }


class PawnJudge:
    """When a ball is told: do those pawns and boulders stand in the game that stand there?"""

    def __init__(self, view: View[Any, Any]) -> None:
        del view
        self._left: Counter[Any] | None = None  #: what the ball has left, while it is told
        self._mistold = 0
        self._tilted = 0

    def look(self, match: Match[Any, Any], hands: Hands) -> None:
        """Remember what the ball has left; compare once all of it is told."""
        pending, there = match.pending, hands.tabletop().volcano
        if isinstance(pending, Decision) and pending.topic == "fell":
            if there is not None and there.told:
                if self._left is None:
                    self._tilted += sum(pawn.how == "tilted" for pawn in there.pawns)
                self._left = _left(there)
        elif self._left is not None:
            self._mistold += differ(_on_volcano(match.state), self._left)
            self._left = None

    def figures(self, match: Match[Any, Any], asked: int) -> dict[str, int]:
        """Turns, balls, who fell, and what was told otherwise than it stood."""
        del asked
        return {
            "turns": events(match, "TurnStarted"),
            "balls": events(match, "BallDropped"),
            "falls": events(match, "PawnFell"),
            "boulders_off": events(match, "BoulderFell"),
            "tilted": self._tilted,
            "treasures": events(match, "Collected"),
            "pawns_mistold": self._mistold,
        }


def _left(there: Volcano) -> Counter[Any]:
    """What stands on a virtual volcano, by name and place."""
    pawns = [(p.owner, p.letter, p.peg) for p in there.pawns if p.how != "fallen"]
    return Counter([*pawns, *(one.pair for one in there.boulders if not one.off)])


def _on_volcano(state: Any) -> Counter[Any]:
    """The same as the game has it."""
    spaces = state.box.board.spaces
    pawns = [
        (seat, letter, spaces[space].name)
        for seat, player in enumerate(state.players)
        for letter, space in zip("ABC", player.pawns, strict=True)
        if space >= 0
    ]
    return Counter([*pawns, *(state.box.pairs[i].name for i in state.boulders)])


class PipJudge:
    """When a throw of ordinary dice is told: is it as they lie?"""

    def __init__(self, view: View[Any, Any]) -> None:
        self._lying = view.lying
        self._length = self._told = self._misread = 0

    def look(self, match: Match[Any, Any], hands: Hands) -> None:
        """Compare at the end of each throw: until the next one its dice lie there."""
        here = match
        while here.before is not None and here.length > self._length:
            value = _die(here)
            if value is not None and wanted(here.before.state) == 1:
                throw = Counter([value]) + self._lying(here.before.state)
                self._told += throw.total()
                self._misread += differ(throw, faces("crater", hands.truth()))
            here = here.before
        self._length = match.length

    def figures(self, match: Match[Any, Any], asked: int) -> dict[str, int]:
        """Turns, dice that were told, asked about, and told otherwise than they lay."""
        return {
            "turns": events(match, "TurnStarted"),
            "dice_told": self._told,
            "dice_asked": asked,
            "dice_misread": self._misread,
        }


def _die(match: Match[Any, Any]) -> str | None:
    """What the die shows that was told last; None where it was something else."""
    verb, _, value = str(getattr(match.entry, "words", "")).partition(" ")
    return value if verb == "die" else None


class Onlooker:
    """Looks on at any game: does the crater show what was told when the dice are looked at?"""

    def __init__(self, view: View[Any, Any]) -> None:
        self._lying = view.lying
        self._length = -1
        self._misread = 0

    def look(self, match: Match[Any, Any], hands: Hands) -> None:
        """Compare once at each choice of a player, while dice lie there."""
        pending, told = match.pending, self._lying(match.state)
        asks = isinstance(pending, Decision) and pending.source is Source.PLAYER
        if told and asks and match.length != self._length:
            self._length = match.length
            self._misread += differ(told, faces("crater", hands.truth()))

    def figures(self, match: Match[Any, Any], asked: int) -> dict[str, int]:
        """The game's own figures, and dice asked about and misread."""
        named = {name: events(match, event) for name, event in match.game.figures.items()}
        return {**named, "dice_asked": asked, "dice_misread": self._misread}


JUDGES: dict[str, Callable[[View[Any, Any]], Judge]] = {
    "lava_land": DiceJudge,
    "table_is_lava": MeepleJudge,
    "oh_no_volcano": PawnJudge,
    "lost_island": PipJudge,
}


def judge(game: str, view: View[Any, Any]) -> Judge:
    """Who judges *game*; an onlooker, where it has no judge of its own."""
    return JUDGES.get(game, Onlooker)(view)


def differ(told: Counter[Any], truth: Counter[Any]) -> int:
    """Things told otherwise than they are."""
    return max((told - truth).total(), (truth - told).total())


def events(match: Match[Any, Any], name: str) -> int:
    """How many such events a match has told."""
    return sum(type(e).__name__ == name for step in match.path() for e in step.events)
