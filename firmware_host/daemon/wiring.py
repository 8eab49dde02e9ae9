"""Which device is real and which is a twin: the only module that knows both."""

from __future__ import annotations

import threading
import time
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
    from hw.mock.buttons import Contacts
    from hw.pi.oled_care import Care
    from hw.pi.spi_strip import SpiStrip
    from hw.pi.strip import SerialStrip

    from .eye.child import Tracks

DISPLAY_S = 5.0
"""So long a display may take to answer, or not to."""

BALL_NS = 45_000_000
"""So long a ball of 16 mm breaks a beam at the virtual table: assumed."""


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
    oled = minders.begun("oled", lambda: _oled(table.oled, told, closing, twins))
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
    if table.oled.port not in ("none", "mock"):
        from hw.pi.oled import LumaOled

        assert isinstance(oled, LumaOled)
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
    from hw.mock.buttons import Contacts, contact_factory
    from hw.mock.hands import VirtualHands
    from hw.mock.world import World, fresh
    from hw.mock.worldfile import BrokenWorld, WorldFile
    from hw.pi.buttons import GpioButtons

    def new() -> World:
        return fresh(virtual.seed, virtual.faces, virtual.players)

    factory = contact_factory()
    pins = [seat.button for seat in table.seats]
    buttons = GpioButtons(factory, pins, [seat.lamp or None for seat in table.seats])
    contacts = Contacts(factory, pins, seed=virtual.seed, virtual=virtual.virtual_time)
    closing.append(contacts.close)
    for button in range(len(pins)):
        twins.parts[f"button {button}"] = partial(_ail, contacts, button, virtual.virtual_time)
    light = Contacts(factory, table.beam_pins, seed=virtual.seed, virtual=virtual.virtual_time)
    closing.append(light.close)
    for beam in range(len(table.beam_pins)):
        twins.parts[f"beam {beam + 1}"] = partial(_ail, light, beam, virtual.virtual_time)
    sides = {i: seat.side_deg for i, seat in enumerate(table.seats)}
    try:
        file = WorldFile(virtual.world)
        broken = partial(_broken, light, len(table.beam_pins))
        hands = VirtualHands(file, new, contacts, sides, parts=twins.parts, broken=broken)
    except OSError as wrong:
        raise NoWorld(f"{virtual.world}: it cannot be kept there: {wrong.strerror}") from wrong
    except BrokenWorld as wrong:
        raise NoWorld(str(wrong)) from wrong
    beams = GpioButtons(factory, table.beam_pins, device="beams") if table.beam_pins else None
    return buttons, beams, hands, hands.set_out


def _broken(light: Contacts, beams: int, chute: int, at_ns: int) -> None:
    """A ball goes through that chute, where it has a beam."""
    if chute <= beams:
        light.blink(chute - 1, at_ns, BALL_NS)


def _ail(contacts: Contacts, button: int, virtual_time: bool, fault: str) -> None:
    contacts.ail(button, fault, 0 if virtual_time else time.monotonic_ns())


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
        twins.parts["strip"], twins.strip_seen = twin.ail, twin.eyes
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
    section: OledSection, told: Told, closing: list[Callable[[], None]], twins: Twins
) -> Oled | None:
    if section.port == "none":
        return None
    if section.port == "mock":
        from hw.mock.oled import MockOled

        mock = MockOled(section.width, section.height, section.driver)
        twins.parts["oled"], twins.oled_seen = mock.ail, lambda told: mock.last if told else b""
        return mock
    from hw.pi.oled import LumaOled
    from hw.pi.oled_line import Wire

    def tell(state: DeviceLost | None) -> None:
        told("oled", state)

    wire = Wire(section.port, section.bus, section.address)
    size = section.width, section.height
    oled = LumaOled(section.driver, wire, size, told=tell, care=_care(section))
    oled.open()
    closing.append(oled.close)
    return oled


def _care(section: OledSection) -> Care:
    from hw.pi.oled_care import Care

    return Care(section.shift, section.dim_after_s, section.blank_after_s)


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
