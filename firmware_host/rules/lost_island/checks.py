"""What the numbers of a box must be to each other (specification 1.2)."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_host.rules.kernel import BoxFault

from .box import BONUS, HUT_POINTS, KINDS, LIVES, RAFT, WATER, As, Box, Kind

LETTERS = {
    Kind.BEACH: "WB",
    Kind.FOREST_INLAND: "F",
    Kind.FOREST_COAST: "WF",
    Kind.MOUNTAIN: "M",
    Kind.VOLCANO: "M",
    Kind.CRASH: "WB",
}
"""The edges a kind may have: a mountain's match anything, so some hex always fits (LI-08)."""
WET_EDGES = 3  #: of every hex with water (LI-37)
TWO_HUTS = sum(HUT_POINTS[:2])
NEVER_BITES = HUT_POINTS[0] + sum(LIVES.values()) + BONUS * len(LIVES) + RAFT - 1
"""All that one player could score beside fires: 40."""
KNOWN_PROBLEM = 5  #: fires (LI-34)


def check(box: Box) -> Iterator[BoxFault]:
    """Everything wrong or odd about *box*."""
    few, many = box.players
    if few > many:
        yield BoxFault("players.min", f"{few} is more than players.max, {many}", f"min = {many}")
    yield from _edges(box)
    yield from _fires(box)
    yield from _counters(box)
    yield from _uses(box)


def _edges(box: Box) -> Iterator[BoxFault]:
    for kind, edges in zip(KINDS, box.edges, strict=True):
        water = edges.count(WATER)
        if WATER in LETTERS[kind] and water != WET_EDGES:
            says = f"{water} of the edges are water, not {WET_EDGES} (LI-37)"
            yield BoxFault(f"edges.{kind}", says, f'{kind} = "{Box().edges_of[kind]}"')


def _fires(box: Box) -> Iterator[BoxFault]:
    few, many = box.players
    for seats in range(few, many + 1):
        required, circles = box.required(seats), box.circles(seats)
        if required > circles:
            says = (
                f"{required} fires are needed, but {seats} players have {circles} circles (LI-32)"
            )
            write = f"fires_required = {circles}, or more fire_circles"
            yield BoxFault("fires_required", says, write)
            break
        if box.crash_fire and box.crash_fire_counts and required < 2:
            says = "the fire at the crash site would end the Exploration at once (LI-A19)"
            yield BoxFault("fires_required", says, "fires_required = 2")
            break
    if box.fires_required is not None and box.fires_required >= KNOWN_PROBLEM:
        says = f"{box.fires_required} fires may take most of the game (LI-34, the known problem)"
        yield BoxFault("fires_required", says, "fires_required = 4", grave=False)
    if box.crash_fire_counts and not box.crash_fire:
        says = "there is no fire at the crash site that could count (LI-A19)"
        yield BoxFault("crash_fire_counts", says, "crash_fire = true", grave=False)


def _counters(box: Box) -> Iterator[BoxFault]:
    few, many = box.players
    for seats in range(few, many + 1):
        goals = box.required(seats) + TWO_HUTS + RAFT
        if box.counters * seats < goals:
            says = (
                f"{seats} players with {box.counters} counters each cannot score "
                f"{goals}: fires, two huts and the raft (LI-53)"
            )
            yield BoxFault(
                "counters_per_player", says, f"counters_per_player = {-(-goals // seats)}"
            )
            break
    most = max(box.circles(seats) for seats in range(few, many + 1)) if few <= many else 0
    if box.counters >= most + NEVER_BITES:
        says = f"nobody can run out of {box.counters} counters (LI-53)"
        yield BoxFault("counters_per_player", says, "counters_per_player = 12", grave=False)


def _uses(box: Box) -> Iterator[BoxFault]:
    for path, uses in (
        ("volcano_counts_as_mountain", box.volcano_as),
        ("crash_counts_as_beach", box.crash_as),
    ):
        if As.PLACEMENT not in uses:
            yield BoxFault(path, "hexes are laid beside it (LI-08)", f'"{As.PLACEMENT}" among them')
