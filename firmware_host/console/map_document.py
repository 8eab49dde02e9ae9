"""A map as a page draws it: a plain document."""

from __future__ import annotations

from typing import Any

from firmware_host.rules.kernel import Seat
from firmware_host.table.map import Between, Map, Piece, Spot
from hw.ports import Volcano

Document = dict[str, Any]


def map_document(shown: Map | None) -> Document | None:
    """The map of a scene; null in games without one."""
    if shown is None:
        return None
    return {
        "shape": shown.shape,
        "spots": [_spot(spot) for spot in shown.spots],
        "between": [_between(one) for one in shown.between],
        "aside": [_piece(piece) for piece in shown.aside],
    }


def _spot(spot: Spot) -> Document:
    return {
        "name": spot.name,
        "x": round(spot.x, 3),
        "y": round(spot.y, 3),
        "ground": spot.ground,
        "says": spot.says,
        "sides": list(spot.sides),
        "pieces": [_piece(piece) for piece in spot.pieces],
        "open": spot.open,
        "thumb": _letter(spot.thumb),
    }


def _between(one: Between) -> Document:
    return {
        "name": one.name,
        "kind": one.kind,
        "spots": list(one.spots),
        "seat": _letter(one.seat),
        "open": one.open,
        "thumb": _letter(one.thumb),
    }


def _piece(piece: Piece) -> Document:
    return {
        "kind": piece.kind,
        "seat": _letter(piece.seat),
        "says": piece.says,
        "n": piece.n,
        "sides": list(piece.sides),
    }


def _letter(seat: Seat | None) -> str | None:
    return None if seat is None else str(seat)


def volcano_document(there: Volcano | None) -> Document | None:
    """How a ball rolled over a virtual volcano; null where there is none."""
    if there is None:
        return None
    return {
        "slot": there.slot,
        "way": [[round(x, 3), row] for x, row in there.way],
        "stuck": there.stuck,
        "pawns": [
            {"button": p.owner, "letter": p.letter, "peg": p.peg, "how": p.how, "rests": p.rests}
            for p in there.pawns
        ],
        "boulders": [{"pair": one.pair, "off": one.off} for one in there.boulders],
    }
