"""What a page is told, as plain documents: pure functions of what the feed shows.

Everything here is already ``public``: the table applied it before the scene was made. A document
holds only what JSON has; lines of text come in the table's language, tints and grounds by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from firmware_host.rules.kernel import Seat
from firmware_host.table.scene import (
    Choice,
    Due,
    Gift,
    Place,
    Scene,
    SeatScene,
    Text,
    Throwing,
    text,
)
from hw.ports import Hands, Tabletop

from .feed import Configuration, DeviceState, Furniture, Guest, Lessons, Snapshot
from .map_document import map_document, volcano_document

Document = dict[str, Any]
Words = Callable[[Text], str]
SLOT = "do.slot"  # a line that names a place of the row of cards
Truth = Mapping[int, tuple[str, str]]
"""What eyes see of the dice: number -> (place, face), as :meth:`hw.ports.Hands.truth` gives it."""


def furniture_document(furniture: Furniture, now_ms: int, visitor: Guest) -> Document:
    """What stays as it is while the daemon runs; a page is told once, as ``hello``.

    *now_ms* is the daemon's clock, by which a scene says until when it waits.
    """
    return {
        "now_ms": now_ms,
        "hold_ms": furniture.hold_ms,
        "table": furniture.table,
        "game": furniture.game,
        "virtual": furniture.virtual,
        **guest_document(visitor),
        "type": "hello",
        "logs_in": visitor.logs_in,
        "leds": furniture.leds,
        "first": furniture.first,
        "per_place": furniture.per_place,
        "tints": dict(furniture.tints),
        "helps": {game: list(lines) for game, lines in furniture.helps},
        "oled": {"width": furniture.oled_width, "height": furniture.oled_height},
        "seats": [
            {"seat": str(s.seat), "name": s.name, "button": s.button, "side_deg": s.side_deg}
            for s in furniture.seats
        ],
    }


def guest_document(visitor: Guest) -> Document:
    """Who looks at the page: staff, and the buttons it plays at; null: no code is needed."""
    plays = visitor.plays
    return {
        "type": "guest",
        "staff": visitor.staff,
        "plays": None if plays is None else sorted(plays),
    }


def scene_document(
    snapshot: Snapshot,
    words: Words,
    truth: Truth,
    furniture: Furniture,
    top: Tabletop | None = None,
) -> Document:
    """The steady picture as a page draws it; ``scene`` is null before the first.

    *truth* is empty at a real table, and there is no *top*: nobody but the people there knows what
    lies before them.
    """
    return {
        "type": "scene",
        "state": snapshot.state,
        "scene": None if snapshot.scene is None else _scene(snapshot.scene, words),
        "told": [
            {"number": t.number, "seat": _seat(t.seat), "says": words(t.line)}
            for t in snapshot.told
        ],
        "devices": [_device(d) for d in snapshot.devices],
        "lying": _lying(truth),
        "top": top_document(top),
        "hands": {str(s.button): _in_hand(truth, s.button) for s in furniture.seats},
    }


def pixels_document(snapshot: Snapshot) -> Document:
    """The strip, LED for LED, six hexadecimal digits each; its supply may want it darker."""
    return {"type": "strip", "pixels": snapshot.pixels.hex()}


def pictures_document(oled: int, crater: int) -> Document:
    """Numbers of the newest pictures, fetched as ``/oled.png?n=`` and ``/crater.jpg?n=``."""
    return {"type": "pictures", "oled": oled, "crater": crater}


def display_of(snapshot: Snapshot, furniture: Furniture, visitor: Guest) -> bytes:
    """The display as *visitor* may see it: a seat's code is for those who sit at it.

    A virtual table has none but the one on pages; there staff have it, who may play any seat.
    """
    if snapshot.secret and furniture.virtual and visitor.staff:
        return snapshot.secret
    return snapshot.oled


def hand_document(snapshot: Snapshot, words: Words) -> Document:
    """What the page's seat holds and nobody else may know; no other document has any of it."""
    hand = snapshot.hand
    return {
        "type": "hand",
        "seat": None if hand is None else str(hand.seat),
        "shown": hand is not None and hand.shown,
        "cards": [] if hand is None else [words(card) for card in hand.cards],
        "lines": [] if hand is None else list(hand.lines),
    }


def lesson_document(lessons: Lessons) -> Document:
    """A teaching session, or how the last one ended; its picture is at ``/lesson.jpg?n=``."""
    told = lessons.told()
    document = {"type": "lesson", "number": lessons.number, "on": told is not None}
    return {**document, "ended": lessons.ended, **(told or {})}


def configuration_document(configuration: Configuration) -> Document:
    """What came of reading the table's files again; for pages of staff."""
    told = configuration.told() or {"at": "", "file": "", "changes": [], "wrong": [], "odd": []}
    return {"type": "configuration", "number": configuration.number, **told}


def _seat(seat: Seat | None) -> str | None:
    return None if seat is None else str(seat)


def _device(device: DeviceState) -> Document:
    return {"name": device.name, "ok": device.ok, "says": device.says}


def _lying(truth: Truth) -> dict[str, int]:
    """How many dice lie in the crater, beside it, and before people."""
    places = [place.partition(" ")[0] for place, _ in truth.values()]
    return {name: places.count(name) for name in ("crater", "outside", "hand")}


def _in_hand(truth: Truth, button: int) -> list[Document]:
    """The dice before the one who sits at *button*, by number."""
    here = f"hand {button}"
    return [
        {"die": die, "face": face} for die, (place, face) in sorted(truth.items()) if place == here
    ]


def _scene(scene: Scene, words: Words) -> Document:
    return {
        "phase": scene.phase,
        "title": words(scene.title),
        "waiting": words(scene.waiting),
        "waiting_for": [str(s) for s in scene.waiting_for],
        "places": [_place(p) for p in scene.places],
        "seats": [_seat_scene(s, scene.gifts, words) for s in scene.seats],
        "gifts": [None if g is None else _gift(g, words) for g in scene.gifts],
        "framed": scene.framed,
        "lines": [words(line) for line in scene.lines],
        "rules": [words(line) for line in scene.rules],
        "notice": None if scene.notice is None else words(scene.notice),
        "game": scene.game,
        "cards": [_thrown(card) for card in scene.cards],
        "crater": scene.crater,
        "map": map_document(scene.map),
        "doing": [{"label": words(one.label), "how": one.how} for one in scene.doing],
        "status": None if scene.status is None else words(scene.status),
        "due": None if scene.due is None else _due(scene.due),
    }


def _due(due: Due) -> Document:
    return {"seat": str(due.seat), "dice": due.dice}


def _thrown(card: Throwing) -> Document:
    return {
        "owner": str(card.owner),
        "name": card.name,
        "shows": [[str(seat), n] for seat, n in card.shows],
        "where": card.where,
    }


def top_of(snapshot: Snapshot, hands: Hands | None) -> Tabletop | None:
    """What eyes see of cards and meeples or a volcano, in games with such, at a virtual table."""
    scene = snapshot.scene
    there = scene is not None and (scene.cards or scene.map is not None)
    return hands.tabletop() if hands is not None and there else None


def top_document(top: Tabletop | None) -> Document | None:
    """Cards and meeples as they lie on a virtual table; null at a real one."""
    if top is None:
        return None
    return {
        "landed": top.landed,
        "cards": [
            {
                "button": card.owner,
                "name": card.name,
                "x": round(card.x_mm, 1),
                "y": round(card.y_mm, 1),
                "turn": round(card.turn_deg, 1),
                "off": card.off,
            }
            for card in top.cards
        ],
        "meeples": [
            {
                "button": meeple.owner,
                "x": round(meeple.x_mm, 1),
                "y": round(meeple.y_mm, 1),
                "stands": meeple.stands,
                "on": bool(meeple.on),
            }
            for meeple in top.meeples
        ],
        "volcano": volcano_document(top.volcano),
    }


def _place(place: Place) -> Document:
    return {
        "number": place.number,
        "ground": place.ground,
        "lava": place.lava,
        "seats": [str(s) for s in place.seats],
        "thumb": _seat(place.thumb),
    }


def _card(kind: str, words: Words) -> Document:
    return {
        "kind": kind,
        "name": words(text(f"card.{kind}.name")),
        "does": words(text(f"card.{kind}.long")),
    }


def _gift(gift: Gift, words: Words) -> Document:
    return {**_card(gift.kind, words), "cost": gift.cost}


def _choice(choice: Choice, gifts: Sequence[Gift | None], words: Words) -> Document:
    line = {"label": words(choice.label), "under_thumb": choice.under_thumb}
    kind = _card_meant(choice.label, gifts)
    if kind is None:
        return line
    card = _card(kind, words)
    if choice.label.key == SLOT:  # a place of the row: on a page what lies there can be read
        line["label"] = f"{dict(choice.label.values)['slot']} {card['name']}"  # as the row has it
    return {**line, "does": card["does"]}


def _card_meant(label: Text, gifts: Sequence[Gift | None]) -> str | None:
    """The card a line of a menu speaks of."""
    values = dict(label.values)
    slot, first = values.get("slot"), values.get("first")
    if label.key == SLOT and isinstance(slot, int) and 0 < slot <= len(gifts):
        gift = gifts[slot - 1]
        return None if gift is None else gift.kind
    name = first if isinstance(first, Text) else label
    group, _, kind = name.key.removesuffix(".name").partition(".")
    return kind if group == "card" else None


def _seat_scene(seat: SeatScene, gifts: Sequence[Gift | None], words: Words) -> Document:
    return {
        "seat": str(seat.seat),
        "button": seat.button,
        "bot": seat.bot,
        "wants": None if seat.wants is None else words(seat.wants),
        "tint": seat.tint,
        "lamp": seat.lamp.value,
        "status": seat.status,
        "place": seat.place,
        "goods": [[name, count] for name, count in seat.goods],
        "aims": dict(seat.aims),
        "dice": list(seat.dice),
        "cards": [{**_card(kind, words), "how": how} for kind, how in seat.cards],
        "menu": [_choice(c, gifts, words) for c in seat.menu],
        "question": None if seat.question is None else words(seat.question),
        "until_ms": None if seat.until_ns is None else seat.until_ns // 1_000_000,
    }
