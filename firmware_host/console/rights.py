"""What a page may do: spectators watch, a seat's own telephone plays, staff put right."""

from __future__ import annotations

from firmware_host.rules.kernel import Seat

from .feed import Feed, Guest, Said
from .messages import Cards, Chair, Choose, Lesson, Message, Point, Spoil, Tell, Watch

NOT_STAFF = Said(False, "not_staff", "This page takes no commands of staff.")
NOT_YOURS = "Only who plays {} may do that. Hold its button at the table for a code, and enter it."
AT_THE_TABLE = "At a real table the buttons are pressed and the dice taken there, not here."
BY_STAFF = (Choose, Point, Tell, Chair)


class Rights:
    """Of one page. Asked anew for each command: a code, or a visit, ends while pages stay open."""

    def __init__(self, feed: Feed, guest: Guest) -> None:
        self._feed, self._guest = feed, guest

    def refusal(self, message: Message) -> Said | None:
        """Why *message* is not even tried."""
        if isinstance(message, Watch):
            return self._no_such_seat(message.who) if message.seat else None
        if isinstance(message, Cards):  # at a real table too, pages may show hands
            return self._no_such_seat(message.who) or self._not_its_own(message.who)
        if message.role == "spectator":
            return Said(False, "spectator", "Spectators only watch.")
        if message.role == "staff":
            return self._of_staff(message)
        if isinstance(message, Lesson) or (isinstance(message, Spoil) and not self._guest.staff):
            return NOT_STAFF
        return self._of_player(message)

    def buttons(self) -> dict[Seat, int]:
        """Whose button is which: of those who play, or before anyone does, as they are built in."""
        scene = self._feed.snapshot().scene
        seats = self._feed.furniture.seats if scene is None else scene.seats
        return {seat.seat: seat.button for seat in seats}

    def _of_staff(self, message: Message) -> Said | None:
        if not self._guest.staff:
            return NOT_STAFF
        if isinstance(message, Lesson):
            return None
        if self._feed.hands is None and not isinstance(message, BY_STAFF):
            return Said(False, "real_table", AT_THE_TABLE)
        if isinstance(message, Tell | Spoil):
            return self._no_such_seat(message.who) if message.seat else None
        return self._no_such_seat(message.who)

    def _of_player(self, message: Message) -> Said | None:
        """Where codes are needed each seat has its own players; else a virtual table has hands."""
        coded = self._guest.plays is not None
        chooses = isinstance(message, Choose | Point | Chair)
        instead = chooses and (coded or self._button_is_missing(message.who))
        if self._feed.hands is None and not instead:
            return Said(False, "real_table", AT_THE_TABLE)
        if isinstance(message, Tell | Spoil):
            if coded:
                return NOT_STAFF
            return self._no_such_seat(message.who) if message.seat else None
        return self._no_such_seat(message.who) or self._not_its_own(message.who, message)

    def _not_its_own(self, seat: Seat | None, message: Message | None = None) -> Said | None:
        """Somebody else plays that seat; with a bot's whoever plays at all may help."""
        plays = self._guest.plays
        if plays is None or (seat is not None and self.buttons()[seat] in plays):
            return None
        helps = message is not None and not isinstance(message, Chair)
        if plays and helps and seat in self._bots():
            return None
        return Said(False, "not_yours", NOT_YOURS.format(seat))

    def _bots(self) -> set[Seat]:
        scene = self._feed.snapshot().scene
        return {s.seat for s in scene.seats if s.bot} if scene is not None else set()

    def _button_is_missing(self, who: Seat | None) -> bool:
        """At a real table for this machine alone its own page stands in for them: all, or one."""
        own = f"button {Seat(self.buttons().get(who, 0))}" if who is not None else "no button"
        wrong = [d.name for d in self._feed.snapshot().devices if not d.ok]
        return any(name == "buttons" or name.endswith(own) for name in wrong)

    def _no_such_seat(self, seat: Seat | None) -> Said | None:
        buttons = self.buttons()
        if seat in buttons:
            return None
        letters = ", ".join(map(str, buttons))
        if seat is None:
            return Said(False, "no_seat", f"Say for which seat: {letters}.")
        return Said(False, "no_seat", f"Nobody sits at {seat}; the seats are {letters}.")
