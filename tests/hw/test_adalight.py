"""Adalight both ways: what is encoded is decoded, whatever the line does to the chunks."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hw.wire.adalight import (
    COMMANDS,
    GAP,
    ORDERS,
    Decoder,
    Encoder,
    Garbled,
    Shown,
    header,
    resync,
    safe,
)

FRAMES = st.lists(st.binary(min_size=15, max_size=15), min_size=1, max_size=4)


def decoded(decoder: Decoder, line: bytes, cuts: list[int]) -> list[Shown | Garbled]:
    """What comes of *line* cut into chunks at *cuts*."""
    ends = sorted({min(cut, len(line)) for cut in cuts} | {0, len(line)})
    return [e for a, b in itertools.pairwise(ends) for e in decoder.feed(line[a:b])]


def pictures(events: list[Shown | Garbled]) -> list[bytes]:
    return [e.pixels for e in events if isinstance(e, Shown)]


def test_a_frame_is_ada_then_the_count_less_one_then_a_check_then_the_colours() -> None:
    assert Encoder(2).encode(b"RGBrgb") == b"Ada\x00\x01\x54RGBrgb" + GAP
    assert header(300) == b"Ada\x01\x2b\x7f"


@given(FRAMES, st.sampled_from(ORDERS), st.lists(st.integers(0, 100)))
def test_frames_come_through_any_chunking_in_any_colour_order(
    frames: list[bytes], order: str, cuts: list[int]
) -> None:
    encoder = Encoder(5, order)
    line = b"".join(encoder.encode(f) for f in frames)
    assert decoded(Decoder(5, order), line, cuts) == [Shown(safe(f)) for f in frames]


@given(st.binary(max_size=40), FRAMES, st.lists(st.integers(0, 140)))
def test_frames_are_found_after_leading_noise_and_every_byte_of_it_is_told(
    noise: bytes, frames: list[bytes], cuts: list[int]
) -> None:
    line = b"".join(Encoder(5).encode(f) for f in frames)
    assume((noise + line).find(header(5)) == len(noise))
    events = decoded(Decoder(5), noise + line, cuts)
    assert pictures(events) == [safe(frame) for frame in frames]
    told = b"".join(e.skipped for e in events if isinstance(e, Garbled))
    assert told.replace(b"\0", b"") == noise.replace(b"\0", b"")


@given(st.binary(min_size=15, max_size=15), st.integers(0, 20))
def test_after_a_frame_cut_short_at_most_the_next_one_is_lost(pixels: bytes, kept: int) -> None:
    assume(header(5) not in pixels)
    frame = Encoder(5).encode(pixels)
    events = decoded(Decoder(5), frame[:kept] + frame * 3, [])
    assert len(pictures(events)) >= 2
    assert pictures(events)[-1] == safe(pixels)


def test_the_decoder_says_what_was_wrong() -> None:
    assert Decoder().feed(b"AT\r") == (Garbled(b"AT\r", "no header"),)
    (bad, *_) = Decoder().feed(b"Ada\x00\x01\x00")
    assert bad == Garbled(b"A", "header check is 0x00, not 0x54")
    (bad, *_) = Decoder(3).feed(Encoder(2).encode(bytes(6)))
    assert bad == Garbled(b"A", "header announces 2 LEDs, the strip has 3")


@pytest.mark.parametrize("length", [0, 65537])
def test_a_length_the_header_cannot_say_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match=f"1 to 65536 LEDs, not {length}"):
        Encoder(length)


def test_pixels_that_do_not_fit_and_unknown_orders_are_refused() -> None:
    with pytest.raises(ValueError, match="5 bytes of pixels; the strip takes 6"):
        Encoder(2).encode(bytes(5))
    with pytest.raises(ValueError, match="'rgw' is no colour order; write one of rgb, rbg"):
        Decoder(2, "rgw")


def test_no_colour_is_taken_for_a_header_or_a_command_and_none_gets_brighter() -> None:
    every = bytes(range(256))
    sent = Encoder(256, "grb").encode(bytes(b for v in every for b in (v, v, v)))[6 : -len(GAP)]
    assert not set(sent) & set(COMMANDS)
    assert safe(safe(every)) == safe(every)
    assert all(0 <= was - is_now <= 8 for was, is_now in zip(every, safe(every), strict=True))
    assert safe(b"\x00\xff") == b"\x00\xff"


def test_zeros_that_bring_in_step_end_any_frame_and_are_none_themselves() -> None:
    frame = Encoder(5).encode(bytes(range(100, 115)))
    for taken in range(len(frame)):
        decoder = Decoder(5)
        decoder.feed(frame[:taken] + resync(5))
        assert pictures(list(decoder.feed(frame)))[-1:] == [safe(bytes(range(100, 115)))], taken
