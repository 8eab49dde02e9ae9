"""The serial strip and the firmware at the far end: greetings, speeds, steps, ends, supplies."""

from __future__ import annotations

import os
import queue
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import serial

from hw.mock.strip import AS_IT_COMES, EFFECT, REALTIME_S, Firmware, StripTwin
from hw.pi.serial_ports import listed
from hw.pi.strip import SerialStrip, open_port
from hw.pi.traits import PLAIN, Traits
from hw.ports import DeviceLost, Note
from hw.wire.adalight import safe
from hw.wire.pace import frame_s
from hw.wire.roll_call import EVERY_S
from hw.wire.supply import drawn_ma
from hw.wire.turns import KEEP_ALIVE_S

SOON = (0.01, 0.02)
RED = bytes((200, 0, 0)) * 5

Notes = queue.Queue[Note]


class Bench:
    """A twin and the strip that writes to it."""

    def __init__(
        self,
        firmware: Firmware = AS_IT_COMES,
        traits: Traits = PLAIN,
        baud: int = 115_200,
        orders: tuple[str, str] = ("rgb", "rgb"),
        length: int = 5,
    ) -> None:
        wired = length + traits.sacrificial
        self.twin = StripTwin(wired, orders[0], firmware=firmware)
        self.told: queue.Queue[DeviceLost | None] = queue.Queue()
        self.notes: Notes = queue.Queue()
        self.strip = SerialStrip(
            self.twin.port,
            length,
            baud=baud,
            order=orders[1],
            told=self.told.put,
            back_off_s=SOON,
            traits=traits,
        )
        self.strip.noted = self.notes.put

    def note(self) -> Note:
        return self.notes.get(timeout=5)

    def shows(self, pixels: bytes) -> bool:
        return self.twin.wait_until(lambda: self.twin.last == safe(pixels))

    def close(self) -> None:
        self.strip.close()
        self.twin.close()


Make = Callable[..., Bench]


@pytest.fixture
def bench() -> Iterator[Make]:
    with ExitStack() as stack:

        def make(*arguments: object, **named: object) -> Bench:
            made = Bench(*arguments, **named)  # type: ignore[arg-type]
            stack.callback(made.close)
            return made

        yield make


def test_wled_is_greeted_after_its_picture_is_there(bench: Make) -> None:
    it = bench()
    it.strip.show(RED)
    it.strip.open()
    assert it.shows(RED)
    assert it.note() == Note("controller", "WLED 0.15.0 answers; 5 LEDs")
    assert not it.twin.garbled


@pytest.mark.parametrize(
    ("kind", "says"),
    [("mute", "never answers"), ("adalight", "never answers")],
)
def test_firmware_that_does_not_answer_is_said_and_shown_pictures_all_the_same(
    kind: str, says: str, bench: Make
) -> None:
    it = bench(Firmware(kind))
    it.strip.show(RED)  # before: a sketch that has to wait for it says its banner
    it.strip.open()
    assert it.shows(RED)
    note = it.note()
    assert says in note.says
    assert note.well
    it.strip.show(bytes(15))
    assert it.shows(bytes(15))


def test_a_sketch_that_waits_for_its_first_frame_is_known_by_its_banner(bench: Make) -> None:
    it = bench(Firmware("adalight"))
    it.strip.open()
    assert it.note() == Note("controller", "an Adalight controller answers")
    it.strip.show(RED)
    assert it.shows(RED)


def test_fewer_leds_in_wled_than_in_the_file_are_an_alarm_at_each_connection(bench: Make) -> None:
    it = bench(Firmware(leds=3))
    it.strip.open()
    assert not it.note().well
    assert it.told.get(timeout=5) is None
    it.twin.unplug()
    it.strip.show(RED)
    assert isinstance(it.told.get(timeout=5), DeviceLost)
    it.twin.plug()
    assert "has 3 LEDs, the table's file 5" in it.note().says


def test_a_wrong_order_of_colours_is_seen_at_the_far_end(bench: Make) -> None:
    it = bench(orders=("grb", "rgb"))
    it.strip.open()
    it.strip.show(RED)
    assert it.shows(bytes((0, 200, 0)) * 5)


def test_wled_is_brought_to_the_speed_of_the_file_and_found_there_again(bench: Make) -> None:
    it = bench(Firmware(baud=115_200), Traits(start_baud=115_200), baud=1_000_000)
    it.strip.show(RED)
    it.strip.open()
    assert it.shows(RED)
    assert it.twin.baud == 1_000_000
    assert "does not go to" not in it.note().says
    it.strip.close()
    assert it.twin.baud == 1_000_000  # the program has ended, the controller has not
    again = SerialStrip(it.twin.port, 5, baud=1_000_000, traits=Traits(start_baud=115_200))
    again.open()
    again.show(RED)
    assert it.twin.wait_until(lambda: it.twin.last == safe(RED))
    again.close()


@pytest.mark.parametrize(
    "firmware",
    [
        Firmware(baud=115_200, fastest=460_800),
        Firmware("mute", baud=115_200),
        Firmware("adalight", baud=115_200),
    ],
    ids=["a cable that is too poor", "mute", "a sketch"],
)
def test_a_speed_that_is_not_answered_at_is_left_for_the_old_one(
    firmware: Firmware, bench: Make
) -> None:
    it = bench(firmware, Traits(start_baud=115_200), baud=1_000_000)
    it.strip.show(RED)
    it.strip.open()
    assert it.shows(RED)
    assert it.twin.baud == 115_200
    assert it.note().says.endswith("it does not go to 1000000 baud, so 115200 is used")
    assert it.told.get(timeout=5) is None


def test_a_controller_that_is_lost_at_the_new_speed_is_told_and_after_its_power_left_at_the_old(
    bench: Make,
) -> None:
    firmware = Firmware(baud=115_200, deaf_above=460_800)
    it = bench(firmware, Traits(start_baud=115_200), baud=1_000_000)
    it.strip.show(RED)
    it.strip.open()
    note = it.note()
    assert not note.well
    assert note.mend == "Switch its power off and on, and write baud = 115200"
    it.twin.unplug()
    it.twin.plug()
    assert it.shows(RED)
    assert it.twin.baud == 115_200


def test_after_the_controllers_power_failed_it_is_brought_up_to_speed_again(bench: Make) -> None:
    it = bench(Firmware(baud=115_200), Traits(start_baud=115_200), baud=460_800)
    it.strip.open()
    it.strip.show(RED)
    assert it.shows(RED)
    it.twin.unplug()
    it.twin.last = b""
    it.twin.plug()
    assert it.shows(RED)
    assert it.twin.baud == 460_800


def test_a_controller_that_starts_anew_while_its_port_stays_is_told_and_brought_up_to_speed(
    bench: Make,
) -> None:
    it = bench(Firmware(baud=115_200), Traits(start_baud=115_200), baud=1_000_000)
    it.strip.open()
    it.strip.show(RED)
    assert it.shows(RED)
    assert it.told.get(timeout=5) is None
    time.sleep(2 * EVERY_S)
    assert it.told.empty()  # one that answers is let be
    it.twin.baud = 115_200  # its supply dipped: it has its own speed again
    lost = it.told.get(timeout=10)
    assert isinstance(lost, DeviceLost)
    assert lost.says == "its controller answers no more at 1000000 baud"
    assert it.told.get(timeout=5) is None
    it.strip.show(bytes(15))
    assert it.shows(bytes(15))
    assert it.twin.baud == 1_000_000


def test_a_controller_is_asked_also_where_a_picture_always_waits_for_the_line(bench: Make) -> None:
    it = bench(length=150)
    it.strip.show(bytes(450))
    it.strip.open()
    until_s = time.monotonic() + 5
    while it.notes.empty() and time.monotonic() < until_s:  # more than 115200 baud carry
        it.strip.show(bytes([time.monotonic_ns() % 100]) * 450)
        time.sleep(0.02)
    assert it.note() == Note("controller", "WLED 0.15.0 answers; 150 LEDs")
    assert not it.twin.garbled


def test_rts_falls_before_dtr_and_neither_moves_when_the_port_is_closed(
    bench: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    moves: list[tuple[str, bool]] = []
    for name in ("dtr", "rts"):

        def update(line: Any, name: str = name) -> None:
            moves.append((name, getattr(line, f"_{name}_state")))

        monkeypatch.setattr(serial.Serial, f"_update_{name}_state", update)
    line = open_port(bench().twin.port, 115_200)
    assert moves == [("rts", False), ("dtr", False)]
    assert not termios.tcgetattr(line.fileno())[2] & termios.HUPCL
    line.close()
    assert len(moves) == 2


def test_a_controller_left_in_the_midst_of_a_frame_shows_the_next_one_whole(bench: Make) -> None:
    it = bench()
    line = open_port(it.twin.port, 115_200)
    line.write(b"Ada\x00\x04\x51" + bytes([7] * 9))  # and then the power of the Pi failed
    line.close()
    it.strip.show(RED)
    it.strip.open()
    assert it.shows(RED)
    assert not it.twin.garbled


def test_bytes_that_the_controller_missed_cost_a_frame_and_set_nothing(bench: Make) -> None:
    hot = bytes(range(0xB0, 0xB8)) + b"vlLIoO{\xc9" * 3
    it = bench(Firmware(baud=115_200, deaf_to=90), length=len(hot) // 3)
    hot = hot[: 3 * it.strip.length]
    it.strip.open()
    for _ in range(4):
        it.strip.show(hot)
    assert it.shows(hot)
    assert it.twin.baud == 115_200


def test_a_slow_controller_gets_the_newest_picture_and_never_seconds_of_old_ones(
    bench: Make,
) -> None:
    it = bench(Firmware("mute", baud=115_200, slow=True), length=150)
    it.strip.open()
    begun_s = time.monotonic()
    number = 0
    while time.monotonic() < begun_s + 1.0:
        number += 1
        it.strip.show(bytes([number % 64]) * 450)
        time.sleep(0.005)
    it.strip.show(bytes([200]) * 450)
    last_s = time.monotonic()
    assert it.shows(bytes([200]) * 450)
    assert time.monotonic() - last_s < 0.5
    assert it.twin.frames <= 2 / frame_s(150, 115_200, "ws2812")  # 41 ms a frame, and two seconds
    assert it.told.get(timeout=5) is None
    assert it.told.empty()


def test_frames_are_no_closer_than_line_and_leds_can_carry() -> None:
    assert frame_s(150, 115_200, "ws2812") == pytest.approx(0.0406, abs=0.0001)  # the line
    assert frame_s(1000, 2_000_000, "ws2812") == pytest.approx(0.0303, abs=0.0001)  # the LEDs
    assert frame_s(1000, 2_000_000, "sk9822") == pytest.approx(0.0160, abs=0.0001)


def test_a_clean_end_leaves_the_strip_dark_and_wled_off_and_a_new_start_lights_it(
    bench: Make,
) -> None:
    it = bench()
    it.strip.open()
    it.strip.show(RED)
    assert it.shows(RED)
    it.strip.show(bytes(15))
    it.strip.close()
    assert it.twin.wait_until(lambda: not it.twin.on)
    later_s = time.monotonic() + 10 * REALTIME_S
    assert it.twin.lit() == it.twin.lit(later_s) == bytes(15)
    again = SerialStrip(it.twin.port, 5)
    again.open()
    again.show(RED)
    assert it.twin.wait_until(lambda: it.twin.lit() == safe(RED))
    again.close()


def test_without_keep_alive_wled_would_show_its_own_effect(bench: Make) -> None:
    it = bench()
    it.strip.open()
    it.strip.show(RED)
    assert it.shows(RED)
    assert it.twin.lit(it.twin.live_s + REALTIME_S + 0.1) == EFFECT * 5
    seen = it.twin.frames
    assert it.twin.wait_for(seen + 2, 2 * KEEP_ALIVE_S + 1)
    assert it.twin.lit() == safe(RED)


def test_the_supply_is_never_asked_for_more_than_it_has_and_that_is_told_once(
    bench: Make,
) -> None:
    it = bench(traits=Traits(milliamps=100))
    it.strip.open()
    white = bytes([255]) * 15
    for _ in range(3):
        it.strip.show(white)
    assert it.twin.wait_for(1)
    (level,) = set(it.twin.last)
    assert 0 < level < 255
    assert drawn_ma(it.twin.last) <= 100
    notes = [it.note(), it.note()]
    assert {one.about for one in notes} == {"controller", "supply"}
    assert it.notes.empty()


def test_sacrificed_leds_come_first_and_stay_dark(bench: Make) -> None:
    it = bench(traits=Traits(sacrificial=2))
    it.strip.open()
    it.strip.show(RED)
    assert it.shows(bytes(6) + RED)
    assert it.strip.length == 5


def test_a_port_that_is_there_twice_or_not_at_all_is_a_lost_device_with_what_was_skipped() -> None:
    told: queue.Queue[DeviceLost | None] = queue.Queue()
    strip = SerialStrip("serial:NOBODY-HAS-THIS", 5, told=told.put, back_off_s=SOON)
    strip.open()
    lost = told.get(timeout=5)
    strip.close()
    assert isinstance(lost, DeviceLost)
    assert lost.says.startswith("no port has the serial number NOBODY-HAS-THIS")
    for one in listed():
        assert f"{one}: skipped" in lost.says


def test_a_port_that_another_program_has_is_told_as_that(bench: Make) -> None:
    it = bench()
    line = open_port(it.twin.port, 115_200)
    it.strip.open()
    lost = it.told.get(timeout=5)
    line.close()
    assert isinstance(lost, DeviceLost)
    assert lost.says == "another program has it"
    assert it.told.get(timeout=5) is None


@pytest.mark.skipif(os.geteuid() == 0, reason="root may open everything")
def test_a_port_that_may_not_be_opened_is_told_with_the_command(bench: Make) -> None:
    it = bench()
    real = os.path.realpath(it.twin.port)
    os.chmod(real, 0)  # noqa: PTH101 - the node, not the link
    it.strip.open()
    lost = it.told.get(timeout=5)
    assert isinstance(lost, DeviceLost)
    assert "usermod -aG dialout" in lost.hint


def test_the_documents_figures_are_those_of_the_code() -> None:
    words = (Path(__file__).parents[2] / "docs" / "hardware.md").read_text()
    slow, fast = (int(1 / frame_s(150, baud, "ws2812")) for baud in (115_200, 1_000_000))
    assert f"115200 baud carry {slow} pictures a second of 150 LEDs, 1000000 carry {fast}" in words
    moved = [was - is_now for was, is_now in enumerate(safe(bytes(range(256))))]
    assert f"({sum(map(bool, moved))} of 256, by {max(moved)} at most)" in words
