"""Characters, lava and boat along the track (LL-09..14, LL-42, LL-58..62)."""

from __future__ import annotations

from dataclasses import replace

from firmware_host.rules.kernel import Seat

from .box import KINDS, START, BoardingFrom, Goods, Kind
from .events import Boarded, CardDiscarded, CharDied, CharMoved, Counted, LavaMoved
from .state import AskBoard, Counts, Draft, Fate, Player


def put(d: Draft, seat: Seat, player: Player) -> None:
    """Replace a player."""
    d.players[seat] = player


def gain(d: Draft, seat: Seat, goods: Goods, change: int) -> None:
    """Change a count within 0..cap; what is over is lost (LL-37, LL-45b)."""
    player = d.players[seat]
    have = player.has(goods)
    now = max(0, min(d.box.cap(goods), have + change))
    if goods is Goods.BANANA:
        put(d, seat, replace(player, bananas=now))
    else:
        put(d, seat, replace(player, treasures=now))
    if now != have:
        d.tell(Counted(seat, goods, now - have))


def step_back(d: Draft, seat: Seat) -> None:
    """One space back, on to lava if it is there (LL-A07)."""
    player = d.players[seat]
    put(d, seat, replace(player, pos=player.pos - 1))
    d.tell(CharMoved(seat, player.pos, player.pos - 1))
    burn(d)


def walk(d: Draft, seat: Seat, steps: int) -> None:
    """Forward, one space at a time; the boat only by LL-14 and LL-60."""
    box, player = d.box, d.players[seat]
    end = min(player.pos + steps, box.boat - 1)
    if end != player.pos:
        put(d, seat, replace(player, pos=end))
        d.tell(CharMoved(seat, player.pos, end))
    if player.pos + steps < box.boat or player.bananas < box.boarding_bananas:
        return
    leaves_from = player.pos if box.boarding_from is BoardingFrom.START_OF_MOVE else end
    if leaves_from not in box.boat_symbols:
        return
    if box.boarding_optional:
        d.ask = AskBoard()
    else:
        board(d, seat)


def board(d: Draft, seat: Seat) -> None:
    """A character escapes (LL-61)."""
    arrival = 1 + sum(p.fate is Fate.BOAT for p in d.players)
    put(d, seat, replace(d.players[seat], pos=START, fate=Fate.BOAT, arrival=arrival))
    d.tell(Boarded(seat, arrival))


def move_lava(d: Draft, by: int) -> None:
    """Lava rises or falls by one, between its lowest space and the boat (LL-11, LL-46)."""
    box, start = d.box, d.lava
    end = max(box.lava_min, min(box.boat - 1, start + by))
    if end == start:
        return
    d.lava = end
    d.tell(LavaMoved(start, end))
    burn(d)


def burn(d: Draft) -> None:
    """All characters where the lava is die at once (LL-58)."""
    lava = d.lava
    caught = [Seat(i) for i, p in enumerate(d.players) if p.fate is Fate.TRACK and p.pos == lava]
    for seat in caught:
        d.tell(CharDied(seat, lava))
    for seat in caught:
        cards = d.players[seat].cards
        put(d, seat, Player(fate=Fate.LAVA, warned=d.players[seat].warned))
        for held in cards:
            d.tell(CardDiscarded(held.kind))
            d.discard = more(d.discard, held.kind)


def more(pile: Counts, kind: Kind, by: int = 1) -> Counts:
    """The pile with *by* more of *kind*."""
    i = KINDS.index(kind)
    return (*pile[:i], pile[i] + by, *pile[i + 1 :])
