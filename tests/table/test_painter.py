"""What the strip shows: every character can be told, every cue is seen, the supply is spared."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.rules.kernel import Seat
from firmware_host.table.effects import DRAW, MS, Lit, alive, life_ns, lined_up
from firmware_host.table.layout import Layout
from firmware_host.table.painter import BLINK_NS, LAVA_NS, TURN_NS, Painter
from firmware_host.table.scene import Cue, Lamp
from tests.table.sample import default_theme, scene

PLAIN = Layout(60, per_place=6, first=4, gamma=1.0)
STANDS = (2, 2, 3, 4, 7)


def painter(layout: Layout = PLAIN) -> Painter:
    return Painter(default_theme(), layout)


def led(pixels: bytes, number: int) -> bytes:
    return pixels[3 * number : 3 * number + 3]


def tint(name: str) -> bytes:
    return bytes(default_theme().tint(name)[0])


def test_each_seat_has_its_own_led_in_a_place_and_the_first_shows_the_ground() -> None:
    pixels = painter().paint(scene([3] * 5), (), 0)
    first = 4 + 6 * 3
    assert led(pixels, first) == tint("islet")
    assert [led(pixels, first + 1 + n) for n in range(5)] == [tint(f"seat_{s}") for s in "abcde"]


@given(st.lists(st.integers(0, 7), min_size=1, max_size=5))
def test_where_everybody_stands_can_be_read_off_the_strip(stands: list[int]) -> None:
    pixels = painter().paint(scene(stands), (), 0)
    for seat, at in enumerate(stands):
        assert led(pixels, 4 + 6 * at + 1 + seat) == tint(f"seat_{'abcde'[seat]}")


def test_with_one_led_a_place_characters_on_one_space_take_turns() -> None:
    one = painter(Layout(8, per_place=1, gamma=1.0))
    crowd = scene([3, 5, 3])
    seen = [led(one.paint(crowd, (), n * TURN_NS), 3) for n in range(3)]
    assert seen == [tint("seat_a"), tint("seat_c"), tint("seat_a")]
    assert led(one.paint(crowd, (), 0), 5) == tint("seat_b")
    assert one.next_ns(crowd, (), 5) == TURN_NS


def test_with_three_leds_a_place_the_first_is_ground_and_the_rest_take_turns() -> None:
    three = painter(Layout(24, per_place=3, gamma=1.0))
    crowd = scene([3, 3, 3])
    first, then = (three.paint(crowd, (), n * TURN_NS) for n in (0, 1))
    assert [led(first, 9 + n) for n in range(3)] == [tint("islet"), tint("seat_a"), tint("seat_b")]
    assert [led(then, 9 + n) for n in range(3)] == [tint("islet"), tint("seat_b"), tint("seat_c")]


def test_the_place_under_a_thumb_blinks_in_the_seats_colour() -> None:
    chosen = scene(STANDS, thumb=5)
    on, off = painter().paint(chosen, (), 0), painter().paint(chosen, (), BLINK_NS)
    assert [led(on, 4 + 30 + n) for n in range(6)] == [tint("seat_a")] * 6
    assert led(off, 4 + 30) == tint("minus_tree")
    assert painter().next_ns(chosen, (), 7) == BLINK_NS


def test_lava_covers_the_ground_and_moves_slowly() -> None:
    flow = scene((6,), lava=3)
    pictures = {painter().paint(flow, (), n * LAVA_NS) for n in range(8)}
    assert len(pictures) == 8
    assert all(
        r > 150 and b < 30 for p in pictures for r, _, b in [led(p, 4 + n) for n in range(6)]
    )
    assert painter().next_ns(flow, (), 0) == LAVA_NS >= 100 * MS


def test_a_steady_scene_is_never_painted_again() -> None:
    assert painter().next_ns(scene(STANDS), (), 0) is None
    assert painter().paint(scene(STANDS), (), 0) == painter().paint(scene(STANDS), (), 12345 * MS)


def test_a_reversed_strip_shows_the_same_from_the_other_end() -> None:
    ahead = painter().paint(scene(STANDS), (), 0)
    back = painter(Layout(60, 6, 4, reverse=True, gamma=1.0)).paint(scene(STANDS), (), 0)
    assert [led(back, 59 - n) for n in range(60)] == [led(ahead, n) for n in range(60)]


@pytest.mark.parametrize("name", sorted(DRAW))
def test_every_cue_is_seen_at_once_and_gone_after_its_life(name: str) -> None:
    cue = Cue(name, (3, 4), seat=Seat(1))
    still = painter().paint(scene(STANDS), (), 0)
    lit = (Lit(cue, 1_000 * MS),)
    assert painter().paint(scene(STANDS), lit, 999 * MS) == still
    assert painter().next_ns(scene(STANDS), lit, 999 * MS) == 1_000 * MS
    assert painter().paint(scene(STANDS), lit, 1_020 * MS) != still
    life = life_ns(cue)
    if life is not None:
        after = 1_000 * MS + life
        assert painter().paint(scene(STANDS), lit, after) == still
        assert painter().next_ns(scene(STANDS), lit, after) is None
        assert alive(lit, after) == ()


@pytest.mark.parametrize("name", sorted(DRAW))
def test_nothing_flashes_more_than_three_times_a_second(name: str) -> None:
    lit = (Lit(Cue(name, (3, 4), seat=Seat(1)), 0),)
    light = [sum(painter().paint(scene(STANDS), lit, ms * MS)) for ms in range(0, 2_000, 10)]
    swings: list[tuple[int, bool]] = []
    step, at = max(light) / 10, light[0]  # a tenth of the light is what counts as a flash
    for ms, now in zip(range(0, 2_000, 10), light, strict=True):
        if abs(now - at) > step:
            if not swings or (now > at) != swings[-1][1]:
                swings.append((ms, now > at))
            at = now
    flashes = [ms for ms, brighter in swings if brighter]
    assert all(sum(0 <= other - ms < 1_000 for other in flashes) <= 3 for ms in flashes)


def test_an_acknowledgement_is_white_for_120_ms_where_the_seat_stands_or_everywhere() -> None:
    lit = (Lit(Cue("ack", seat=Seat(2)), 0),)
    pixels = painter().paint(scene(STANDS), lit, 0)
    assert [led(pixels, 4 + 18 + n) for n in range(6)] == [b"\xff\xff\xff"] * 6
    assert painter().next_ns(scene(STANDS), lit, 0) == 120 * MS
    everywhere = painter().paint(scene(STANDS), (Lit(Cue("ack"), 0),), 0)
    assert {led(everywhere, n) for n in range(4, 52)} == {b"\x3f\x3f\x3f"}


def test_a_seats_own_leds_do_as_its_lamp_does_and_flash_when_it_is_heard() -> None:
    beside = painter(Layout(60, 6, 4, seat_leds=((), (55, 56)), gamma=1.0))
    crowd = scene(STANDS)
    lit = dataclasses.replace(crowd.seats[1], lamp=Lamp.BLINK)
    asked = dataclasses.replace(crowd, seats=(crowd.seats[0], lit, *crowd.seats[2:]))
    bright, glow = (led(beside.paint(asked, (), ms * MS), 56) for ms in (0, 300))
    assert (bright, glow) == (tint("seat_b"), bytes(v // 12 for v in tint("seat_b")))
    assert beside.next_ns(asked, (), 0) == 250 * MS
    heard = beside.paint(asked, (Lit(Cue("ack", seat=Seat(1)), 0),), 0)
    assert led(heard, 55) == led(heard, 56) == led(heard, 4 + 12) == b"\xff\xff\xff"


def test_the_end_is_red_if_nobody_won_and_else_in_the_winners_colour() -> None:
    nobody = painter().paint(scene(()), (Lit(Cue("end"), 0),), 2_000 * MS)
    assert led(nobody, 20)[0] > 150 > led(nobody, 20)[1]
    won = painter().paint(scene(STANDS), (Lit(Cue("end", seat=Seat(3)), 0),), 0)
    shine = [led(won, n) for n in range(4, 52)]
    assert all(g >= r and g >= b for r, g, b in shine)
    assert max(g for _, g, _ in shine) > 150


def test_no_match_invites_and_a_cue_without_a_picture_is_no_harm() -> None:
    first, later = (painter().paint(None, (), t * MS) for t in (0, 500))
    assert first != later
    assert any(first)
    chime = (Lit(Cue("chime"), 0),)
    assert painter().paint(scene(STANDS), chime, 0) == painter().paint(scene(STANDS), (), 0)
    assert painter().next_ns(scene(STANDS), chime, 0) is None


def test_shows_follow_one_another_and_answers_to_a_hand_do_not_wait() -> None:
    step, lava, ack = Cue("step", (1, 2)), Cue("lava", (3,)), Cue("ack")
    first = lined_up((), (step, lava, Cue("chime")), 0)
    assert first == (Lit(step, 0), Lit(lava, 440 * MS))
    then = lined_up(first, (ack, Cue("death", (3,))), 500 * MS)
    assert then == (
        Lit(lava, 440 * MS),
        Lit(ack, 500 * MS),
        Lit(Cue("death", (3,)), 1_640 * MS),
    )


def test_a_picture_that_was_kept_is_the_one_that_would_be_painted() -> None:
    layout = Layout(60, 6, 4, seat_leds=((55, 56),), gamma=1.0)
    used = painter(layout)
    still = scene([3, 4]).seats
    seats = (dataclasses.replace(still[0], lamp=Lamp.BLINK), still[1])
    moving = dataclasses.replace(scene([3, 4], lava=1, thumb=5), seats=seats)
    now_ns = 7
    for what in (scene(STANDS), moving, scene(STANDS), moving):
        for _ in range(12):
            lit = (Lit(Cue("ack", seat=Seat(0)), now_ns),) if now_ns % 2 else ()
            assert used.paint(what, lit, now_ns) == painter(layout).paint(what, lit, now_ns)
            next_ns = used.next_ns(what, lit, now_ns)
            middle_ns = now_ns + 10 * MS if next_ns is None else (now_ns + next_ns) // 2
            assert used.paint(what, (), middle_ns) == painter(layout).paint(what, (), middle_ns)
            now_ns = middle_ns + 3 * MS if next_ns is None else max(next_ns, middle_ns + 1)


def test_without_a_track_tints_share_all_of_the_strip_in_the_colours_the_seats_have_chosen() -> (
    None
):
    game = dataclasses.replace(scene(STANDS), places=(), wash=("seat_a", "judge"))
    worn = dataclasses.replace(game.seats[0], tint="seat_red")
    game = dataclasses.replace(game, seats=(worn, *game.seats[1:]))
    pixels = painter().paint(game, (), 0)
    assert {led(pixels, n) for n in range(30)} == {tint("seat_red")}
    assert {led(pixels, n) for n in range(30, 60)} == {tint("judge")}
    assert painter().next_ns(game, (), 0) is None


def test_a_strip_with_fewer_leds_than_parts_has_the_longest_that_fits_whole() -> None:
    fires, actions = ("seat_a", "gap", "seat_b", "circle"), ("seat_a", "judge")
    game = dataclasses.replace(
        scene(STANDS[:2]), places=(), wash=("circle",) * 8, shorter=(fires, actions), pulsing=(0,)
    )
    for leds, shown in ((8, ["circle"] * 8), (7, None), (4, [*fires]), (2, [*actions])):
        used = painter(Layout(leds, per_place=1, gamma=1.0))
        pixels = used.paint(game, (), 0)
        seen = [led(pixels, n) for n in range(leds)]
        assert {*seen} == {tint(one) for one in (shown or fires)}
        assert shown is None or seen == [tint(one) for one in shown]
    own = Layout(6, per_place=1, gamma=1.0, seat_leds=((0,), (5,)))
    pixels = painter(own).paint(game, (), 0)
    assert [led(pixels, n) for n in range(1, 5)] == [tint(one) for one in fires]
    assert led(painter(Layout(1, per_place=1, gamma=1.0)).paint(game, (), 0), 0) == tint("seat_a")


def test_a_launch_runs_from_both_ends_to_the_middle_in_its_players_colour() -> None:
    game = dataclasses.replace(scene(STANDS), places=(), wash=("judge",))
    cue = (Lit(Cue("launch", (), "seat_a", Seat(0)), 0),)
    early, late = (painter().paint(game, cue, ms * MS) for ms in (60, 860))
    assert led(early, 1) != tint("judge") != led(early, 58)
    assert led(early, 29) == tint("judge")
    assert led(late, 28) != tint("judge") != led(late, 31)
    assert led(late, 1) == tint("judge")


def test_parts_of_a_scoring_track_lie_beside_the_seats_own_leds_and_some_come_and_go() -> None:
    layout = Layout(12, per_place=1, gamma=1.0, seat_leds=((2, 3), (11,)))
    track = dataclasses.replace(
        scene(STANDS[:2]), places=(), wash=("seat_a", "circle", "judge"), pulsing=(0,)
    )
    used = painter(layout)
    pixels = used.paint(track, (), 0)
    assert [led(pixels, n) for n in (0, 1, 4)] == [tint("seat_a")] * 3
    assert [led(pixels, n) for n in (5, 6, 7)] == [tint("circle")] * 3
    assert [led(pixels, n) for n in (8, 9, 10)] == [tint("judge")] * 3
    next_ns = used.next_ns(track, (), 0)
    assert next_ns == 600 * MS
    dimmed = used.paint(track, (), next_ns)
    assert led(dimmed, 0) == bytes(v // 6 for v in tint("seat_a"))
    assert led(dimmed, 8) == tint("judge")
