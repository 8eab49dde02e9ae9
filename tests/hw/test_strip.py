"""The serial strip against its twin at the far end of a real pty."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from hw.mock.strip import StripTwin
from hw.pi.strip import SerialStrip, open_port
from hw.ports import DeviceLost
from hw.wire.adalight import safe

FAST = 4_000_000  # baud: a pty knows none, and the strip need not pace itself
SOON = (0.01, 0.02)


@pytest.fixture
def twin() -> Iterator[StripTwin]:
    twin = StripTwin(5)
    yield twin
    twin.close()


def picture(number: int) -> bytes:
    return safe(bytes((number + i) % 256 for i in range(15)))


def test_what_is_shown_arrives_at_the_far_end(twin: StripTwin) -> None:
    strip = SerialStrip(twin.port, twin_length := 5, baud=FAST)
    assert strip.length == twin_length
    strip.show(picture(1))
    strip.open()
    assert twin.wait_until(lambda: twin.last == picture(1))
    strip.show(picture(2))
    assert twin.wait_until(lambda: twin.last == picture(2))
    strip.close()
    assert not twin.garbled


def test_the_colour_order_is_of_the_wire_not_of_the_picture() -> None:
    twin = StripTwin(5, "grb")
    strip = SerialStrip(twin.port, 5, baud=FAST, order="grb")
    strip.open()
    strip.show(picture(7))
    assert twin.wait_until(lambda: twin.last == picture(7))
    strip.close()
    twin.close()


def test_a_slow_line_drops_frames_but_never_the_newest(twin: StripTwin) -> None:
    strip = SerialStrip(twin.port, 5, baud=9600)  # 22 ms a frame
    strip.open()
    for number in range(100):
        strip.show(picture(number))
    assert twin.wait_until(lambda: twin.last == picture(99))
    strip.close()
    assert twin.frames < 50
    assert not twin.garbled


def test_closing_sends_the_newest_frame_first(twin: StripTwin) -> None:
    strip = SerialStrip(twin.port, 5, baud=9600)
    strip.open()
    strip.show(picture(1))
    assert twin.wait_for(1)
    strip.show(picture(2))
    strip.close()
    assert twin.wait_until(lambda: twin.last == picture(2))


def comes_back(told: queue.Queue[DeviceLost | None]) -> list[DeviceLost]:
    """What is told until it is there again."""
    lost = []
    while (state := told.get(timeout=5)) is not None:
        lost.append(state)
    return lost


def test_a_strip_that_goes_and_comes_back_is_told_and_gets_its_picture_again(
    twin: StripTwin,
) -> None:
    told: queue.Queue[DeviceLost | None] = queue.Queue()
    strip = SerialStrip(twin.port, 5, baud=FAST, told=told.put, back_off_s=SOON)
    strip.open()
    assert told.get(timeout=5) is None
    strip.show(picture(1))
    assert twin.wait_until(lambda: twin.last == picture(1))
    twin.unplug()
    strip.show(picture(2))
    lost = told.get(timeout=5)
    assert isinstance(lost, DeviceLost)
    assert lost.where == twin.port
    strip.show(picture(3))
    assert "there is no" in str(told.get(timeout=5))  # and so often it is tried, once
    twin.plug()
    assert not comes_back(told)
    assert twin.wait_until(lambda: twin.last == picture(3))
    strip.close()
    assert told.empty()


def test_a_strip_that_is_not_there_yet_is_waited_for(twin: StripTwin) -> None:
    told: queue.Queue[DeviceLost | None] = queue.Queue()
    twin.unplug()
    strip = SerialStrip(twin.port, 5, baud=FAST, told=told.put, back_off_s=SOON)
    strip.show(picture(4))
    strip.open()
    assert f"there is no {twin.port}" in str(told.get(timeout=5))
    twin.plug()
    assert told.get(timeout=5) is None
    assert twin.wait_until(lambda: twin.last == picture(4))
    strip.close()


def test_the_port_is_ours_alone_and_its_reset_lines_are_low(twin: StripTwin) -> None:
    line = open_port(twin.port, 115_200)
    assert (line.dtr, line.rts) == (False, False)
    with pytest.raises(OSError, match="exclusively lock"):
        open_port(twin.port, 115_200)
    line.close()
    open_port(twin.port, 115_200).close()


def test_a_far_end_that_takes_no_bytes_is_a_lost_device_and_show_does_not_wait() -> None:
    far, near = os.openpty()
    told: queue.Queue[DeviceLost | None] = queue.Queue()
    strip = SerialStrip(os.ttyname(near), 2000, baud=FAST, told=told.put)
    strip.open()
    assert told.get(timeout=5) is None
    for number in range(40):
        strip.show(bytes([number]) * 6000)
        if not told.empty():
            break
        strip._thread.join(timeout=0.02)  # the line's time, not a wait for luck
    assert isinstance(told.get(timeout=5), DeviceLost)
    strip.close()
    os.close(far)
    os.close(near)


def test_the_twin_tells_what_it_could_not_read(twin: StripTwin) -> None:
    line = open_port(twin.port, 115_200)
    line.write(b"AT\r\n")
    assert twin.wait_until(lambda: bool(twin.garbled))
    line.close()
    assert twin.garbled[0].skipped.startswith(b"AT")
    assert twin.frames == 0


@pytest.mark.parametrize("what", ["a folder", "a file", "/dev/null"])
def test_what_is_no_serial_port_is_told_as_that(what: str, tmp_path: Path) -> None:
    (tmp_path / "a folder").mkdir()
    (tmp_path / "a file").write_text("")
    told: queue.Queue[DeviceLost | None] = queue.Queue()
    port = what if what.startswith("/") else str(tmp_path / what)
    strip = SerialStrip(port, 5, told=told.put, back_off_s=(0.01, 0.02))
    strip.open()
    lost = told.get(timeout=5)
    strip.close()
    assert isinstance(lost, DeviceLost)
    assert (lost.says, lost.hint) == (
        "it is no serial port",
        "Write the name of one: ./table doctor tells of all",
    )


def test_what_a_killed_process_left_is_swept_away_and_what_another_uses_is_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    ended = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True
    )
    left = tmp_path / f"table-strip-{int(ended.stdout)}-abc"
    left.mkdir()
    (left / "tty").symlink_to("/dev/pts/99999")
    used = tmp_path / f"table-strip-{os.getppid()}-abc"
    used.mkdir()
    (tmp_path / "table-strip-mine-abc").mkdir()
    twin = StripTwin(3)
    try:
        assert not left.exists()
        assert used.exists()
        assert (tmp_path / "table-strip-mine-abc").exists(), "no process's: somebody's own"
        assert Path(twin.port).parent.name.startswith(f"table-strip-{os.getpid()}-")
    finally:
        twin.close()
    assert not Path(twin.port).parent.exists()
