"""Which device is real and which is a twin: the only module that knows both."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from hw.ports import Buttons, Camera, DeviceLost, Edge, Hands, Note, Oled, Strip, Things
from hw.wire.serial_ports import Asker

from .cabling.claims import spi_of
from .eye.held import HeldCamera
from .eye.words import Open
from .relay import Told, with_what_is_dark
from .settings import stretches
from .settings.config import OledSection, StripPart, TableConfig, asking, strip_name
from .twins import NoButtons, NoWorld, Twins, Virtual
from .upkeep.minders import Minders

if TYPE_CHECKING:
    from hw.pi.oled_care import Care
    from hw.pi.oled_line import Wire
    from hw.pi.spi_strip import SpiStrip
    from hw.pi.strip import SerialStrip

    from .eye.child import Tracks

DISPLAY_S = 5.0
"""So long a display may take to answer, or not to."""


@dataclass(frozen=True, slots=True)
class Devices:
    """All that is wired to a table, but the camera."""

    buttons: Buttons
    beams: Buttons | None
    """Beams of light across chutes: edges of their receivers, as of buttons, and no lamps."""
    strip: Strip | None
    oled: Oled | None
    hands: Hands | None
    """None at a real table."""
    laid_out: Callable[[Things], None]
    """Lays the things of a new game on a virtual table."""
    close: Callable[[], None]
    minders: Minders
    twins: Twins
    spare: Callable[[TableConfig], None]
    """Has strips and display spared as the table's file says by now."""


def devices(table: TableConfig, virtual: Virtual, told: Told) -> Devices:
    """The devices *table* names; none of them has been reached for yet but the strip's port.

    :raises NoWorld: the virtual table has no place for its file, or that is broken.
    """
    closing: list[Callable[[], None]] = []
    minders, twins = Minders(), Twins()
    parts: list[SerialStrip | SpiStrip] = []
    dark = with_what_is_dark(table, told)
    strip = minders.begun("strip", lambda: _strips(table, dark, closing, twins, parts))
    oled = minders.begun("oled", lambda: _oled(table.oled, told, closing, twins, virtual))
    hands: Hands | None = None
    buttons: Buttons
    beams: Buttons | None = None
    laid_out: Callable[[Things], None] = _by_people
    if table.virtual:
        buttons, beams, hands, laid_out = _virtual(table, virtual, closing, twins)
    elif table.buttons.port == "none":
        buttons = NoButtons()
    else:
        buttons, beams = _late(table, minders, told)
    closing += [one.close for one in (buttons, beams) if one is not None]

    def close() -> None:
        for one in reversed(closing):
            one()

    spare = partial(_spare, parts, oled)
    return Devices(buttons, beams, strip, oled, hands, laid_out, close, minders, twins, spare)


def _spare(parts: Sequence[SerialStrip | SpiStrip], oled: Oled | None, table: TableConfig) -> None:
    for one, section in zip(parts, table.every_strip, strict=False):
        one.supply.allow(section.milliamps)
    if table.oled.port != "none":
        from hw.pi.oled import LumaOled

        if isinstance(oled, LumaOled):  # else a twin that spares nothing
            oled.care = _care(table.oled)


def _by_people(things: Things) -> None:
    """At a real table people lay them out."""


def pins_said(table: TableConfig) -> str:
    """Which library the buttons' pins are reached through, in words; empty at a virtual table."""
    from hw.pi.pins import FACTORIES

    real = table.buttons.port == "gpio"
    return f"buttons: {FACTORIES[table.buttons.pins]}" if real else ""


class LatePins:
    """The Pi's pins, claimed when they are opened: they may be another program's until then.

    For buttons with *lamps*, and for beams of light, which are lost and found by themselves.
    """

    def __init__(
        self,
        device: str,
        library: str,
        pins: Sequence[int],
        lamps: Sequence[int | None],
        minders: Minders,
        told: Told,
    ) -> None:
        from hw.pi.minded_buttons import MindedButtons
        from hw.pi.pins import open_factory

        self._device, self._minders = device, minders
        factory = partial(open_factory, library, device)
        self._buttons = MindedButtons(factory, pins, lamps, partial(told, device), device=device)

    def open(self, sink: Callable[[Edge], None]) -> None:
        """Claim the pins.

        :raises DeviceLost: there are none, or they are taken.
        """
        self._minders.begun(self._device, lambda: self._buttons.open(sink))

    def level(self, button: int) -> bool:
        """Whether it is down just now."""
        return self._buttons.level(button)

    def lamp(self, button: int, lit: bool) -> None:
        """Light a lamp, or put it out."""
        self._buttons.lamp(button, lit)

    def close(self) -> None:
        """Let the pins go."""
        self._buttons.close()


def _late(table: TableConfig, minders: Minders, told: Told) -> tuple[Buttons, Buttons | None]:
    """Buttons, and beams where there are any: each lost without the other."""
    pins = [seat.button for seat in table.seats]
    lamps = [seat.lamp or None for seat in table.seats]
    library = table.buttons.pins
    buttons = LatePins("buttons", library, pins, lamps, minders, told)
    if not table.beam_pins:
        return buttons, None
    return buttons, LatePins("beams", library, table.beam_pins, (), minders, told)


def _virtual(
    table: TableConfig, virtual: Virtual, closing: list[Callable[[], None]], twins: Twins
) -> tuple[Buttons, Buttons | None, Hands, Callable[[Things], None]]:
    from hw.mock.virtual import Plan, VirtualTable
    from hw.mock.world import fresh
    from hw.mock.worldfile import BrokenWorld
    from hw.pi.buttons import GpioButtons

    new = partial(fresh, virtual.seed, virtual.faces, virtual.players)
    pins = tuple(seat.button for seat in table.seats)
    sides = {i: seat.side_deg for i, seat in enumerate(table.seats)}
    camera = table.camera.port == "mock"
    by_hand, clock_s = virtual.virtual_time, virtual.clock_s
    plan = Plan(pins, table.beam_pins, sides, virtual.seed, by_hand, clock_s, camera)
    try:
        there = VirtualTable(plan, virtual.world, new, twins.parts, tuple(twins.dips))
    except OSError as wrong:
        raise NoWorld(f"{virtual.world}: it cannot be kept there: {wrong.strerror}") from wrong
    except BrokenWorld as wrong:
        raise NoWorld(str(wrong)) from wrong
    closing.append(there.close)
    there.faults.changed = twins.changed
    twins.disk, twins.faults = there.disk, there.faults
    lamps = [seat.lamp or None for seat in table.seats]
    twins.lit = lambda button: there.contacts.lit(lamps[button] or 0)
    buttons = GpioButtons(there.factory, pins, lamps)
    light = GpioButtons(there.factory, table.beam_pins, device="beams")
    return buttons, light if table.beam_pins else None, there.hands, there.hands.set_out


def _strips(
    table: TableConfig,
    told: Told,
    closing: list[Callable[[], None]],
    twins: Twins,
    parts: list[SerialStrip | SpiStrip],
) -> Strip | None:
    """The track's LEDs: one strip as it is, several as one."""
    if table.strip.port == "none":
        return None
    for number, section in enumerate(table.every_strip):
        asker = Asker(*asking(table, number))
        strip = _strip(section, partial(told, strip_name(number)), closing, twins, asker)
        if section.real:
            strip.noted = partial(_noted, told, number)
        strip.open()
        closing.append(strip.close)
        parts.append(strip)
    if len(parts) == 1 and not table.segments:
        return parts[0]
    twins.parts.pop("strip", None)  # of several, none is the whole track
    twins.strip_seen = bytes
    from hw.pi.track import Track

    track = Track(parts, stretches.run(table))
    track.noted = partial(_noted, told)
    return track


def _noted(told: Told, number: int, note: Note) -> None:
    told(note.about if number == 0 else f"{note.about} {number + 1}", note)


def _strip(
    section: StripPart,
    told: Callable[[DeviceLost | None], None],
    closing: list[Callable[[], None]],
    twins: Twins,
    asker: Asker,
) -> SerialStrip | SpiStrip:
    """One strip, not begun yet."""
    port = section.port
    if port == "mock":
        from hw.mock.strip import StripTwin

        twin = StripTwin(section.wired, section.order)
        closing.append(twin.close)
        twins.add("strip", twin)
        twins.strip_seen, twins.strip_last = twin.seen, lambda: twin.last
        port = twin.port
    from hw.pi.traits import Traits

    dark, milliamps = section.sacrificial, section.milliamps
    traits = Traits(section.chip, section.start_baud, milliamps, dark, asker)
    if (place := spi_of(port)) is not None:
        from hw.pi.spi_strip import SpiStrip
        from hw.wire.spi_leds import leds

        kind = leds(section.chip, section.wired, section.order)
        return SpiStrip(place, section.leds, kind, told, traits=traits)
    from hw.pi.strip import SerialStrip

    baud, order = section.baud, section.order
    return SerialStrip(port, section.leds, baud=baud, order=order, told=told, traits=traits)


def _oled(
    section: OledSection,
    told: Told,
    closing: list[Callable[[], None]],
    twins: Twins,
    virtual: Virtual | None = None,
) -> Oled | None:
    if section.port == "none":
        return None
    if section.port == "mock" and virtual is not None and not virtual.wired:
        from hw.mock.oled import MockOled

        mock = MockOled(section.width, section.height, section.driver)
        twins.add("oled", mock)
        twins.oled_seen = lambda told: mock.last
        return mock
    from hw.pi.oled import LumaOled, Pace
    from hw.pi.oled_line import Wire

    def tell(state: DeviceLost | None) -> None:
        told("oled", state)

    size, pace = (section.width, section.height), None
    wire = Wire(section.port, section.bus, section.address)
    if section.port == "mock" and virtual is not None:
        wire, pace = _panel(section, closing, twins), Pace(clock=virtual.clock_s)
    oled = LumaOled(section.driver, wire, size, told=tell, care=_care(section), pace=pace)
    oled.open()
    closing.append(oled.close)
    return oled


def _care(section: OledSection) -> Care:
    from hw.pi.oled_care import Care

    return Care(section.shift, section.dim_after_s, section.blank_after_s)


def _panel(section: OledSection, closing: list[Callable[[], None]], twins: Twins) -> Wire:
    """The bus of a virtual display."""
    from hw.mock.oled import Panel
    from hw.pi.oled_line import Wire

    panel = Panel(section.driver, (section.width, section.height), twins.changed)
    twins.add("oled", panel)
    twins.oled_seen = lambda told: panel.last
    closing.append(panel.close)
    return Wire("i2c", address=panel.address, smbus=panel)


def eye(order: Open) -> tuple[Camera, Tracks, bool]:
    """The camera and the reader that *order* asks for; True where the camera is live.

    :raises ValueError: no camera has this name, or the profile cannot be used.
    """
    import cv2

    from firmware_host import vision
    from firmware_host.vision import kinds

    from .eye.minded import MindedTracks

    cv2.setNumThreads(1)  # the camera's process is one core's worth
    profile = kinds.load(Path(order.profile))
    reader, learnt = kinds.reader(profile, Path(order.asked) if order.asked else None)
    tracker = vision.Tracker(reader, vision.Patience.at(order.fps))
    tracks = MindedTracks(tracker, vision.Health(reader.rim), order.first_number, learnt)
    camera = HeldCamera(camera_of(order, profile.width, profile.height), profile)
    return camera, tracks, not order.port.startswith("folder:")


def display(section: OledSection) -> Oled | None:
    """The display alone, open, once it has answered; None where there is none, or a twin."""
    if section.port == "mock":
        return None
    spoke = threading.Event()
    oled = _oled(section, lambda device, state: spoke.set(), [], Twins())
    if oled is not None:
        spoke.wait(DISPLAY_S)
    return oled


class NoCamera(ValueError):
    """A port that names no camera."""


def camera_of(order: Open, width: int, height: int) -> Camera:
    """The camera that *order* asks for, by itself, for pictures of that size.

    :raises NoCamera: it names none.
    """
    kind, _, where = order.port.partition(":")
    match kind:
        case "mock" if not order.world:
            raise NoCamera("camera: 'mock' looks at a virtual table; say which with --world FILE")
        case "mock":
            from hw.mock.camera import CraterCamera

            return CraterCamera(Path(order.world), width, height)
        case "folder":
            from hw.pi.folder_camera import FolderCamera

            return FolderCamera(Path(where))
        case "picamera":
            from hw.pi.ribbon_camera import RibbonCamera

            return RibbonCamera(width, height)
        case _ if kind.startswith("/dev/video"):
            from hw.pi.usb_camera import UsbCamera

            return UsbCamera(kind, width, height)
    raise NoCamera(
        f"camera: {order.port!r} is no camera this version knows; write /dev/video0, picamera or "
        "folder:PATH"
    )


def i2c_answers(node: Path) -> tuple[int, ...]:
    """The addresses that answer at ``/dev/i2c-N``.

    :raises OSError: it cannot be asked.
    """
    from hw.pi import asking

    return asking.i2c_answers(node)


def serial_answer(port: str, baud: int) -> bytes:
    """What an LED controller says when it is asked for its version.

    :raises OSError: its port cannot be opened, or is another program's.
    """
    from hw.pi import asking

    return asking.serial_answer(port, baud)


def throttled(root: Path, run: Callable[[Sequence[str]], str | None]) -> int | None:
    """What a Pi's firmware says of supply and heat, as *run* gives it; None: nobody tells."""
    from hw.pi import throttling

    return throttling.bits(run, root)
