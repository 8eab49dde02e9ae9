"""Buttons that are minded: lost edges are read, a lost chip comes back."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from hw.mock.buttons import ContactPin, contact_factory
from hw.pi import minded_buttons
from hw.pi.buttons import GpioButtons
from hw.pi.minded_buttons import MindedButtons
from hw.pi.pins import hears, open_factory
from hw.ports import DeviceLost, Edge

PINS, LAMPS = (5, 6), (16, None)
SOON = (0.01, 0.02)


class FrailPin(ContactPin):
    """A pin whose chip can go."""

    def _get_state(self) -> Any:
        if self.factory.gone:
            raise OSError("no such device")
        return super()._get_state()


class FrailFactory(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """A chip that can go, and be opened only while it is there."""

    gone = False

    def __init__(self) -> None:
        super().__init__(pin_class=FrailPin)

    def close(self) -> None:
        super().close()
        if self.gone:  # as RPi.GPIO's stand-in fails, whose chip is no more
            raise RuntimeError("bad handle")


class Desk:
    """Two minded buttons, the edges that came, and what was told."""

    def __init__(self) -> None:
        self.edges: queue.Queue[Edge] = queue.Queue()
        self.told: queue.Queue[DeviceLost | None] = queue.Queue()
        self.there = threading.Event()
        self.there.set()
        self.factory: Any = None
        self.buttons = MindedButtons(
            self._open, PINS, LAMPS, self.told.put, look_s=0.02, back_off_s=SOON
        )

    def _open(self) -> Any:
        if not self.there.is_set():
            raise DeviceLost("buttons", "GPIO", "not there")
        self.factory = FrailFactory()
        return self.factory

    def edge(self) -> Edge:
        return self.edges.get(timeout=5)


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    desk.buttons.open(desk.edges.put)
    yield desk
    desk.buttons.close()


def test_edges_pass_as_they_come(desk: Desk) -> None:
    desk.factory.pin(5).drive_low()
    desk.factory.pin(5).drive_high()
    assert [(e.button, e.down) for e in (desk.edge(), desk.edge())] == [(0, True), (0, False)]
    assert desk.buttons.lost_edges == 0


def test_an_edge_that_nobody_heard_is_read_and_told(desk: Desk) -> None:
    desk.factory.pin(6)._state = False  # the contact closes, and no edge comes
    edge = desk.edge()
    assert (edge.button, edge.down) == (1, True)
    assert desk.buttons.lost_edges == 1
    desk.factory.pin(6).drive_high()
    assert not desk.edge().down
    assert desk.buttons.lost_edges == 1


def test_two_edges_down_in_a_row_tell_that_one_between_them_was_lost(desk: Desk) -> None:
    desk.factory.pin(5).drive_low()
    desk.factory.pin(5)._state = True
    desk.factory.pin(5).drive_low()
    assert desk.buttons.lost_edges >= 1


def test_a_chip_that_goes_is_told_lets_go_every_button_and_comes_back_lit(
    desk: Desk,
) -> None:
    desk.buttons.lamp(0, True)
    desk.factory.pin(5).drive_low()
    assert desk.edge().down
    desk.there.clear()
    desk.factory.gone = True
    assert isinstance(desk.told.get(timeout=5), DeviceLost)
    assert not desk.edge().down
    assert "not there" in str(desk.told.get(timeout=5))  # it was pulled; then it is not there
    with pytest.raises(DeviceLost, match="not there"):
        desk.buttons.level(0)
    with pytest.raises(DeviceLost, match="not there"):
        desk.buttons.lamp(0, False)
    desk.there.set()
    assert desk.told.get(timeout=5) is None
    assert desk.told.empty()
    assert desk.factory.pin(16).state is False
    desk.buttons.lamp(0, True)
    assert desk.factory.pin(16).state
    desk.factory.pin(6).drive_low()
    assert desk.edge().button == 1


def test_a_lamp_that_is_put_out_while_a_chip_comes_back_stays_out(desk: Desk) -> None:
    lit, out = threading.Event(), threading.Event()
    desk.buttons.lamp(0, True)
    lamp = GpioButtons.lamp

    def slow(buttons: GpioButtons, button: int, value: bool) -> None:
        if value:
            lit.set()
            out.wait(0.3)
        lamp(buttons, button, value)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GpioButtons, "lamp", slow)
        desk.factory.gone = True
        assert lit.wait(5)  # it is back, and its lamps are being restored
        desk.buttons.lamp(0, False)
        out.set()
        assert isinstance(desk.told.get(timeout=5), DeviceLost)
        assert desk.told.get(timeout=5) is None
    assert desk.factory.pin(16).state is False


def test_a_chip_that_hangs_does_not_hold_up_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minded_buttons, "CLOSING_S", 0.1)
    desk, hangs, flows = Desk(), threading.Event(), threading.Event()
    desk.buttons.open(desk.edges.put)

    def level(buttons: GpioButtons, button: int) -> bool:
        hangs.set()
        flows.wait(10)
        return False

    monkeypatch.setattr(GpioButtons, "level", level)
    assert hangs.wait(5)
    ending = threading.Thread(target=desk.buttons.close)
    ending.start()
    ending.join(5)
    assert not ending.is_alive()
    flows.set()


def test_buttons_that_cannot_be_had_yet_may_be_opened_again() -> None:
    desk = Desk()
    desk.there.clear()
    with pytest.raises(DeviceLost):
        desk.buttons.open(desk.edges.put)
    desk.there.set()
    desk.buttons.open(desk.edges.put)
    desk.factory.pin(5).drive_low()
    assert desk.edge().down
    desk.buttons.close()


def test_only_lgpio_has_a_thread_to_hear_by() -> None:
    assert hears(contact_factory())


def test_rpi_lgpio_hears_by_lgpios_thread_and_rpi_gpio_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ended = threading.Thread(target=int)
    library = SimpleNamespace(_notify_thread=ended)
    monkeypatch.setitem(sys.modules, "lgpio", library)
    stood_in = type("RPiGPIOFactory", (), {})()
    monkeypatch.setitem(sys.modules, "RPi.GPIO", SimpleNamespace())
    assert hears(stood_in)
    monkeypatch.setitem(sys.modules, "RPi.GPIO", SimpleNamespace(lgpio=library))
    assert not hears(stood_in)


FAKE = {
    "stub": "",
    "notes": "import os\nopen('.lgd-nfy0', 'w').close()\n",
}


@pytest.mark.parametrize(
    ("fake", "says"), [("stub", "is an empty package"), ("notes", "is an empty package")]
)
def test_the_empty_package_called_lgpio_is_told_and_its_pipe_needs_no_folder_of_ours(
    tmp_path: Path, fake: str, says: str
) -> None:
    (tmp_path / "lgpio.py").write_text(FAKE[fake])
    tried = (
        "from hw.pi.pins import open_factory\n"
        "import os\n"
        "os.chdir('/proc')\n"  # nobody can write there, root neither
        "try: open_factory('lgpio')\n"
        "except OSError as wrong: print(wrong, os.getcwd())\n"
    )
    root = Path(__file__).parent.parent.parent
    done = subprocess.run(
        [sys.executable, "-c", tried],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}:{root}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert says in done.stdout
    assert "apt install python3-lgpio" in done.stdout
    assert done.stdout.strip().endswith("/proc")


def test_the_name_of_a_factory_is_the_only_way_to_it() -> None:
    with pytest.raises(ValueError, match="write one of lgpio, rpigpio"):
        open_factory("mock")


class LGPIOFactory(FrailFactory):
    """Looks like lgpio's, whose edges come by a thread of the library."""


def test_buttons_that_nobody_would_hear_are_not_said_to_be_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hearing = threading.Thread(target=threading.Event().wait, daemon=True)
    hearing.start()
    ended = threading.Thread(target=int)
    ended.start()
    ended.join()
    library = SimpleNamespace(_notify_thread=hearing)
    monkeypatch.setitem(sys.modules, "lgpio", library)
    told: queue.Queue[DeviceLost | None] = queue.Queue()
    tries: queue.Queue[Any] = queue.Queue()

    def factory() -> Any:
        one = LGPIOFactory()
        tries.put(one)
        return one

    buttons = MindedButtons(factory, PINS, LAMPS, told.put, look_s=0.02, back_off_s=SOON)
    buttons.open(lambda edge: None)
    library._notify_thread = ended
    lost = told.get(timeout=5)
    assert lost is not None
    assert "has ended" in lost.says
    for _ in range(4):  # it is tried again and again, and every try is let go
        tries.get(timeout=5)
    assert told.empty()
    library._notify_thread = hearing
    assert told.get(timeout=5) is None
    assert told.empty()
    buttons.close()


def test_what_has_no_address_is_told_without_one() -> None:
    lost = DeviceLost("buttons", "", "none are used", "Choose on the page")
    assert str(lost) == "buttons: none are used. Choose on the page"
