"""The plain bot of Lost Island gives answers it was offered, and some get away."""

from __future__ import annotations

from firmware_host.bots import catalog
from firmware_host.bots.lost_island import Castaway, meeting
from firmware_host.daemon.people import simulation
from firmware_host.rules.kernel import Decision, Seat, Setup
from tests.rules.lost_island.sitting import Sitting
from tests.strategies import LOST_ISLAND, begun, picked


def game(seats: int, seed: str) -> simulation.Played:
    bots = {Seat(i): catalog.bot("lost_island", "heuristic", seed) for i in range(seats)}
    return simulation.play(LOST_ISLAND.game, Setup(seats, LOST_ISLAND.box), seed, bots)


def test_plain_bots_light_their_fires_and_some_get_away() -> None:
    """Of 12 games of two and three at least 1; one in five is usual."""
    games = [game(2 + n % 2, f"raft/{n}") for n in range(12)]
    assert sum(played.tally["FireLit"] >= played.seats for played in games) >= 9
    assert sum(bool(played.escaped) for played in games) >= 1


def test_the_same_seed_plays_the_same_game() -> None:
    assert game(3, "x") == game(3, "x")


def test_it_gives_only_answers_it_was_offered() -> None:
    bot = Castaway()
    for seed in range(4):
        match = begun("lost_island", 4, str(seed))
        for k in range(250):
            pending = match.pending
            if not isinstance(pending, Decision):
                break
            seat = pending.options[0].seat
            answer = picked(match, k)
            if seat is not None and pending.topic != "first" and k % 3:
                answer = bot.choose(match.state, pending, seat)
            assert answer in pending.options
            match = match.answered(answer, 0)


def test_all_meet_at_the_same_coast_and_not_beside_lava() -> None:
    there = Sitting(now="action A 3", A="3,0/0", B="0,0/0")
    assert str(meeting(there.state)) == "1,0"


def test_it_throws_spears_at_a_monster_in_its_own_hex_and_leaves_when_it_has_none() -> None:
    armed = Sitting(A="3,0/2", forest="3,0", fires="2,0")
    assert str(Castaway().choose(armed.state, armed.asked, Seat(0))) == "A spears forest 2"
    bare = Sitting(A="3,0/0", forest="3,0")
    assert str(Castaway().choose(bare.state, bare.asked, Seat(0))) == "A move 2,0"
