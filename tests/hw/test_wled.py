"""What WLED says and hears beside Adalight, both ways."""

from __future__ import annotations

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw.ports import Note
from hw.wire import wled
from hw.wire.adalight import ORDERS, Encoder, Garbled, Shown, resync, safe
from hw.wire.greeting import INFO_S, MUTE_S, Expected, Greeting
from hw.wire.wled import Answers, Asked, Banner, Baud, Info, Receiver, State, Version, Words

INFO = Info("0.15.0", 150, 210, 850)


def heard(line: bytes, order: str = "rgb") -> list[object]:
    return list(Receiver(order).feed(line))


@given(
    st.lists(st.binary(min_size=15, max_size=15), min_size=1, max_size=4), st.sampled_from(ORDERS)
)
def test_a_receiver_in_step_reads_frames_and_nothing_else(frames: list[bytes], order: str) -> None:
    encoder = Encoder(5, order)
    line = b"".join(encoder.encode(frame) for frame in frames)
    receiver = Receiver(order)
    one_by_one = [news for byte in line for news in receiver.feed(bytes([byte]))]
    assert one_by_one == heard(line, order) == [Shown(safe(frame)) for frame in frames]


@given(
    st.lists(st.binary(min_size=60, max_size=60), min_size=4, max_size=4),
    st.integers(0, 65),
    st.integers(1, 12),
)
def test_a_receiver_that_misses_up_to_twelve_bytes_is_in_step_for_the_next_frame_and_obeys_nothing(
    frames: list[bytes], at: int, missed: int
) -> None:
    sent = [Encoder(20).encode(frame) for frame in frames]
    first = sent[0][:at] + sent[0][at + missed :]
    news = heard(first + b"".join(sent[1:]))
    assert not [one for one in news if isinstance(one, Asked | Baud | State)]
    assert [one.pixels for one in news if isinstance(one, Shown)][-3:] == [
        safe(frame) for frame in frames[1:]
    ]


@given(st.binary(min_size=60, max_size=60), st.integers(13, 60))
def test_a_receiver_that_misses_more_obeys_no_colours_either(pixels: bytes, missed: int) -> None:
    sent = Encoder(20).encode(pixels)
    news = heard(sent[: 66 - missed] + sent[66:] + sent * 4)
    assert not [one for one in news if isinstance(one, Baud | State)]
    assert news[-1] == Shown(safe(pixels))


def test_unsafe_colours_out_of_step_would_have_changed_the_speed() -> None:
    assert Baud(1_000_000) in heard(b"\x00\x10\xb6\x20")


def test_zeros_bring_a_receiver_in_step_wherever_it_is() -> None:
    frame = Encoder(5).encode(bytes(15))
    for taken in range(len(frame)):
        receiver = Receiver()
        list(receiver.feed(frame[:taken] + resync(5)))
        assert list(receiver.feed(wled.ASK_VERSION)) == [Asked("v")], taken


def test_commands_are_heard_between_frames_and_json_eats_the_byte_after_it() -> None:
    frame = Encoder(1).encode(b"\x01\x02\x03")
    assert heard(wled.ASK_VERSION + frame) == [Asked("v"), Shown(b"\x01\x02\x03")]
    assert heard(wled.ASK_INFO + frame) == [State({"v": True}), Shown(b"\x01\x02\x03")]
    assert heard(wled.CLOSE) == [State({"on": False, "live": False})]
    assert heard(b'{"v":true}' + frame)[0] == State({"v": True})
    assert Shown(b"\x01\x02\x03") not in heard(b'{"v":true}' + frame)  # its "A" was eaten
    assert heard(wled.set_baud(1_000_000)) == [Baud(1_000_000)]
    assert isinstance(heard(b"{nonsense}")[0], Garbled)


def test_a_speed_that_wled_has_no_byte_for_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be told to take 2000000 baud"):
        wled.set_baud(2_000_000)


@given(st.lists(st.integers(0, 300)))
def test_answers_come_through_any_chunking(cuts: list[int]) -> None:
    line = b"Ada\n" + wled.version_line("2410270") + b"ets Jun  8 2016\r\n"
    line += wled.info_line(INFO, on=True)
    ends = sorted({min(cut, len(line)) for cut in cuts} | {0, len(line)})
    answers = Answers()
    news = [one for a, b in itertools.pairwise(ends) for one in answers.feed(line[a:b])]
    assert news == [Banner(), Version("2410270"), Words("ets Jun  8 2016"), INFO]


@pytest.mark.parametrize(
    "line",
    [
        b'{"state":{}}\n',
        b"{broken\n",
        b'{"info":3}\n',
        b'{"info":{"ver":1,"leds":{"count":1e999}}}\n',
        b'{"info":{"ver":1,"leds":[]}}\n',
        b'{"info":{"ver":1,"leds":{"count":"x"}}}\n',
        b"[" * 9000 + b"\n",
        b"{" + b'"a":[' * 3000 + b"\n",
    ],
)
def test_an_answer_that_is_no_info_is_words(line: bytes) -> None:
    (one,) = Answers().feed(line)
    assert isinstance(one, Words)


def greeted(*chunks: bytes, leds: int = 150, ma: float = 4000, late_s: float = 0.0) -> Note | None:
    greeting = Greeting(Expected(leds, ma))
    assert greeting.ask(10.0) == wled.ASK_VERSION
    assert greeting.ask(10.0) == b""
    notes = [greeting.heard(chunk, 10.1) for chunk in chunks]
    return next((n for n in notes if n), greeting.heard(b"", 10.1 + late_s))


def test_wled_that_answers_is_told_with_its_leds_and_its_own_limit() -> None:
    note = greeted(wled.version_line("2410270"), wled.info_line(INFO, on=True))
    assert note == Note(
        "controller",
        "WLED 0.15.0 answers; 150 LEDs, 210 mA by its own reckoning; it dims them by itself above "
        "850 mA, the table's file says 4000 mA",
    )


def test_wled_that_lost_its_number_of_leds_is_an_alarm_with_what_to_set() -> None:
    note = greeted(wled.version_line("1"), wled.info_line(Info("0.15.0", 30), on=True))
    assert note is not None
    assert not note.well
    assert "has 30 LEDs, the table's file 150" in note.says
    assert "LED Preferences, length 150" in note.mend


def test_info_is_asked_for_once_the_version_came_and_not_waited_for_without_end() -> None:
    greeting = Greeting(Expected(150))
    greeting.ask(0.0)
    assert greeting.heard(wled.version_line("2410270"), 1.0) is None
    assert greeting.heard(b"", 1.0 + 2 * INFO_S) is None  # it has not been asked yet
    assert greeting.ask(1.0) == wled.ASK_INFO
    assert greeting.heard(b"", 1.0 + INFO_S - 0.1) is None
    note = greeting.heard(b"", 1.0 + INFO_S)
    assert note is not None
    assert "build 2410270" in note.says
    assert greeting.over
    assert greeting.heard(b"Ada\n", 9.0) is None


def test_one_that_says_its_version_without_end_is_asked_once_and_fills_no_memory() -> None:
    greeting = Greeting(Expected(150))
    assert greeting.ask(0.0)
    asked, now_s, note = [], 0.0, None
    while note is None:
        assert now_s < 60.0
        note = greeting.heard(b"WLED 2409100\nhello\nAda\n" * 50, now_s)
        asked += [question] if (question := greeting.ask(now_s)) else []
        now_s += 0.05
    assert "does not say how many LEDs" in note.says
    assert asked == [wled.ASK_INFO]
    assert len(greeting._answers) <= 4


def test_a_mute_controller_is_told_as_one_that_never_answers_and_is_no_alarm() -> None:
    assert greeted(late_s=MUTE_S - 0.2) is None
    note = greeted(late_s=MUTE_S)
    assert note is not None
    assert note.well
    assert "takes what it is sent at 115200 baud, and never answers" in note.says


def test_a_sketch_is_told_by_its_banner_and_noise_by_its_words() -> None:
    sketch, noise = greeted(b"Ada\n", late_s=MUTE_S), greeted(b"\xf0~~~\n", late_s=MUTE_S)
    assert sketch == Note("controller", "an Adalight controller answers")
    assert noise is not None
    assert not noise.well
    assert "neither WLED nor Adalight" in noise.says


def test_what_became_of_the_speed_is_said_with_the_answer() -> None:
    remark = Note("controller", "it does not go to 1000000 baud", well=False)
    greeting = Greeting(Expected(5), remark)
    assert greeting.heard(b"", 10 * MUTE_S) is None  # who was not asked is not mute
    assert greeting.ask(100.0)
    note = greeting.heard(b"", 100.0 + MUTE_S)
    assert note is not None
    assert note.says.endswith("never answers; it does not go to 1000000 baud")
    assert not note.well


def test_what_a_twin_answers_is_one_line_of_json() -> None:
    line = wled.info_line(INFO, on=False)
    assert line.count(b"\n") == 1
    assert json.loads(line)["info"]["leds"]["maxpwr"] == 850


def test_nothing_that_is_sent_is_kept_by_wled_as_a_preset_or_a_setting() -> None:
    for line in (wled.ASK_INFO, wled.CLOSE):
        assert not set(json.loads(line.rstrip(b"\0"))) - {"v", "on", "live"}
