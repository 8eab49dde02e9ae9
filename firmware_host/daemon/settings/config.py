"""What a table's file may say: which devices are wired where, and how patient it is.

Every key is described in ``config/tables/pi4-wled.toml``. A key that is not here is an error.
When a daemon that runs takes another value up is part of a key's type: ``Live`` at once, ``Next``
with the next match, and any other when it is started again (``changes.py``).
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from hw.wire.segments import Segment, whole

from .manners import CrashesSection, IdleSection, Live, Next

Pin = Annotated[
    int,
    Meta(ge=0, le=27, description="a GPIO number (BCM) from 0 to 27, not a pin of the header"),
]
Millis = Annotated[int, Meta(ge=0, le=600_000, description="milliseconds from 0 to 600000")]
Leds = Annotated[int, Meta(ge=1, le=2000, description="a number of LEDs from 1 to 2000")]
Led = Annotated[int, Meta(ge=0, lt=2000, description="an LED, counted from 0")]
Degrees = Annotated[float, Meta(ge=0, lt=360, description="degrees from 0 to 359.9")]
Share = Annotated[float, Meta(gt=0, le=1, description="a share above 0, at most 1")]
Name = Annotated[str, Meta(min_length=1, max_length=40, description="a name of 1 to 40 letters")]


class PiSection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which Raspberry Pi it is, and what else is on its header."""

    model: Live[
        Annotated[Literal["", "zero2", "3", "4", "5"], Meta(description='"zero2", "3", "4" or "5"')]
    ] = ""
    config_txt: Live[
        Annotated[
            tuple[str, ...], Meta(description='a list of lines such as ["dtoverlay=w1-gpio"]')
        ]
    ] = ()
    power_button: Pin = 0  #: a button that switches off; 0: there is none


class ButtonsSection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the buttons are wired, and how a thumb speaks."""

    port: Annotated[
        Literal["mock", "gpio", "none"],
        Meta(description='"mock" (virtual), "gpio" (the Pi\'s pins) or "none" (the page\'s)'),
    ]
    pins: Annotated[
        Literal["lgpio", "rpigpio"],
        Meta(description='"lgpio" or, for an old system, "rpigpio" (RPi.GPIO or rpi-lgpio)'),
    ] = "lgpio"
    debounce_ms: Live[
        Annotated[int, Meta(ge=1, le=50, description="milliseconds from 1 to 50")]
    ] = 5
    hold_ms: Live[
        Annotated[int, Meta(ge=200, le=3000, description="milliseconds from 200 to 3000")]
    ] = 600
    lamps: Live[
        Annotated[
            Literal["direct", "transistor"],
            Meta(description='"direct" (an LED and its resistor) or "transistor" (a lamp for 5 V)'),
        ]
    ] = "direct"


class BeamsSection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Beams of light across the volcano's chutes, each broken by a ball that is dropped there."""

    pins: tuple[Pin, ...] = ()  #: of their receivers, chute 1 first
    debounce_ms: Live[
        Annotated[int, Meta(ge=1, le=20, description="milliseconds from 1 to 20")]
    ] = 2


class SeatSection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One seat, in clockwise order; the first one is seat A."""

    name: Live[Name]
    button: Pin
    lamp: Pin = 0  #: 0: its LEDs are its lamp
    side_deg: Next[Degrees]
    debounce_ms: Live[
        Annotated[
            int, Meta(ge=0, le=50, description="milliseconds from 1 to 50, or 0: as the others")
        ]
    ] = 0
    leds: Live[tuple[Led, ...]] = ()

    @property
    def pins(self) -> tuple[tuple[str, int], ...]:
        """The pins of the header that it needs, each with the key that names it."""
        return (("button", self.button), *([("lamp", self.lamp)] if self.lamp else []))


Baud = Annotated[
    Literal[115200, 230400, 460800, 500000, 576000, 921600, 1000000, 1500000, 2000000],
    Meta(description="115200, 230400, 460800, 500000, 576000, 921600, 1000000, 1500000 or 2000000"),
]


class StripPart(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A strip of LEDs with a port and a supply of its own."""

    port: Annotated[
        str,
        Meta(
            pattern=r"^(mock|none|/dev/\S+|serial:\S+|usb:[0-9a-fA-F]{4}:[0-9a-fA-F]{4})$",
            description='"mock", "none", a serial port such as "/dev/serial/by-id/...", '
            '"serial:NUMBER", "usb:VENDOR:PRODUCT", or "/dev/spidev0.0"',
        ),
    ]
    chip: Annotated[
        Literal["ws2812", "sk6812", "apa102", "sk9822"],
        Meta(description='"ws2812", "sk6812", "apa102" or "sk9822"'),
    ] = "ws2812"
    leds: Leds
    sacrificial: Annotated[
        int, Meta(ge=0, le=10, description="LEDs before the first, always dark, 0 to 10")
    ] = 0
    baud: Baud = 1000000
    start_baud: Annotated[
        Literal[0, 115200, 230400, 460800, 500000, 576000, 921600, 1000000, 1500000],
        Meta(description="0, or a speed from 115200 to 1500000"),
    ] = 0
    order: Annotated[
        Literal["rgb", "rbg", "grb", "gbr", "brg", "bgr"],
        Meta(description='"rgb" or "grb" (or another order of these letters)'),
    ] = "rgb"
    supply: Annotated[
        Literal["own", "usb"],
        Meta(description='"own", or "usb": the 5 V of its controller, which is on a USB cable'),
    ] = "own"
    milliamps: Live[
        Annotated[
            int, Meta(ge=100, le=60_000, description="what the supply can give, 100 to 60000")
        ]
    ] = 2000

    @property
    def wired(self) -> int:
        """LEDs on the wire, those that are sacrificed among them."""
        return self.leds + self.sacrificial

    @property
    def serial(self) -> bool:
        """Whether a controller at a serial port drives it."""
        return self.real and not self.port.startswith("/dev/spidev")

    @property
    def real(self) -> bool:
        """Whether there is something to wire."""
        return self.port not in ("mock", "none")


class StripSection(StripPart, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The LED strip along the track: the first, where there are several."""

    per_place: Live[Annotated[int, Meta(ge=1, le=50, description="LEDs to a place, 1 to 50")]]
    first: Live[Led] = 0
    brightness: Live[Share] = 1.0
    reverse: Live[bool] = False


class SegmentSection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A run of LEDs of one strip; all segments, one after the other, are the track's LEDs."""

    strip: Annotated[int, Meta(ge=1, le=8, description="1 for [strip], 2 for the first [[strips]]")]
    first: Led
    last: Led  #: before *first*: the run goes backwards


class OledSection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The display for the spirit gifts."""

    port: Annotated[
        Literal["mock", "none", "i2c", "spi"],
        Meta(description='"mock", "none", "i2c" or "spi"'),
    ]
    driver: Annotated[
        Literal["ssd1306", "sh1106", "ssd1309", "ssd1322"],
        Meta(description='"ssd1306", "sh1106", "ssd1309" or "ssd1322"'),
    ] = "ssd1306"
    size: Annotated[Literal["128x64", "256x64"], Meta(description='"128x64" or "256x64"')] = (
        "128x64"
    )
    bus: Annotated[int, Meta(ge=0, le=20, description="a bus number from 0 to 20")] = 1
    address: Annotated[
        int, Meta(ge=0x08, le=0x77, description="an address from 0x08 to 0x77, mostly 0x3C")
    ] = 0x3C
    viewing_mm: Live[
        Annotated[
            int, Meta(ge=100, le=5000, description="millimetres from eye to display, 100 to 5000")
        ]
    ] = 500
    pitch_mm: Live[
        Annotated[
            float, Meta(ge=0.05, le=2, description="millimetres from pixel to pixel, 0.05 to 2")
        ]
    ] = 0.17
    shift: Live[bool] = True
    dim_after_s: Live[
        Annotated[
            int, Meta(ge=0, le=86_400, description="seconds without news, 0 (never) to 86400")
        ]
    ] = 300
    blank_after_s: Live[
        Annotated[
            int, Meta(ge=0, le=86_400, description="seconds without news, 0 (never) to 86400")
        ]
    ] = 1800

    @property
    def width(self) -> int:
        """In pixels."""
        return int(self.size.split("x")[0])

    @property
    def height(self) -> int:
        """In pixels."""
        return int(self.size.split("x")[1])

    @property
    def grey(self) -> bool:
        """Whether its pixels have shades."""
        return self.driver == "ssd1322"


Fps = Annotated[float, Meta(gt=0, le=60, description="pictures a second, up to 60")]


class CameraSection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The camera over the crater, and the profile its dice are read with."""

    port: Annotated[
        str,
        Meta(
            pattern=r"^(mock|none|picamera|folder:.+|/dev/video\d+)$",
            description='"mock", "none", "picamera", "/dev/video0" or "folder:PATH"',
        ),
    ]
    profile: Next[str] = ""
    pips: Next[str] = ""
    fps: Next[Fps] = 20.0
    idle_fps: Live[Fps] = 1.0
    keep_rolls: Live[
        Annotated[int, Meta(ge=0, le=1000, description="how many rolls, 0 (none) to 1000")]
    ] = 60
    learn: Next[bool] = True
    keep_days: Live[Annotated[float, Meta(gt=0, le=365, description="days, up to 365")]] = 7.0


class PatienceSection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long silence lasts, by what is waited for."""

    go_ms: Live[Millis] = 3_000
    guard_ms: Live[Millis] = 20_000
    confirm_ms: Live[Millis] = 4_000
    claim_ms: Next[Millis] = 1_500
    settle_ms: Next[Millis] = 400
    ask_ms: Next[Millis] = 2_000
    blind_ms: Live[Millis] = 3_000
    over_ms: Live[Millis] = 90_000


class ConsoleSection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The page."""

    host: Annotated[str, Meta(min_length=1, description='an address such as "127.0.0.1"')] = (
        "127.0.0.1"
    )
    port: Annotated[int, Meta(ge=0, le=65535, description="a port, 1024 to 65535")] = 8000
    names: tuple[
        Annotated[str, Meta(min_length=1, description='a host name such as "table.local"')], ...
    ] = ()
    tls_certificate: Annotated[str, Meta(description="the path of a PEM file")] = ""
    tls_key: Annotated[str, Meta(description="the path of a PEM file")] = ""


Hour = Annotated[
    str,
    Meta(pattern=r"^(([01]\d|2[0-3]):[0-5]\d)?$", description='a time of day such as "23:00"'),
]


class QuietSection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When the table is to be dark."""

    begins: Live[Hour] = ""
    ends: Live[Hour] = ""
    awake_min: Live[Annotated[int, Meta(ge=1, le=600, description="minutes from 1 to 600")]] = 15


class TableConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One table."""

    name: Live[Name]
    game: Next[Annotated[str, Meta(description="the name of a game")]]
    buttons: ButtonsSection
    seats: tuple[SeatSection, ...]
    strip: StripSection
    oled: OledSection
    camera: CameraSection
    strips: tuple[StripPart, ...] = ()  #: further ones, for a track of several
    segments: tuple[SegmentSection, ...] = ()  #: none: all LEDs, strip after strip
    pi: PiSection = PiSection()
    patience: PatienceSection = PatienceSection()
    console: ConsoleSection = ConsoleSection()
    quiet: QuietSection = QuietSection()
    idle: IdleSection = IdleSection()
    crashes: CrashesSection = CrashesSection()
    beams: BeamsSection = BeamsSection()
    box: Next[str] = ""  #: the game's box: a file beside this one, or a shipped one
    texts: Live[str] = "en"
    theme: Live[str] = "plain"
    journal: str = ""  #: the journal's file; empty: in the state folder

    @property
    def virtual(self) -> bool:
        """Whether the buttons are twins, so that hands come from a page or a script."""
        return self.buttons.port == "mock"

    @property
    def beam_pins(self) -> tuple[int, ...]:
        """The pins of the beams; none where no pins are used."""
        return () if self.buttons.port == "none" else self.beams.pins

    @property
    def every_strip(self) -> tuple[StripPart, ...]:
        """All strips, that of ``[strip]`` first."""
        return (self.strip, *self.strips)

    @property
    def run(self) -> tuple[Segment, ...]:
        """The track's LEDs in order, by strip (counted from 0) and LED."""
        if not self.segments:
            return whole([one.leds for one in self.every_strip])
        return tuple(Segment(one.strip - 1, one.first, one.last) for one in self.segments)

    @property
    def leds(self) -> int:
        """LEDs of the track and beside it, over all strips."""
        return sum(map(len, self.run))


def strip_name(number: int) -> str:
    """What strip *number* (from 0) is called: ``strip``, ``strip 2``, ..."""
    return "strip" if number == 0 else f"strip {number + 1}"


def strip_path(number: int) -> str:
    """The part of the file that strip *number* (from 0) is told in."""
    return "strip" if number == 0 else f"strips[{number - 1}]"


def asking(table: TableConfig, number: int) -> tuple[str, tuple[str, ...]]:
    """The section that strip *number* (from 0) is told in, and the ports of the other strips."""
    section = "[strip]" if number == 0 else "[[strips]]"
    if number and len(table.strips) > 1:
        section = f"the {section} of strip {number + 1}"
    ports = [strip.port for strip in table.every_strip]
    return section, (*ports[:number], *ports[number + 1 :])


class Loaded(msgspec.Struct, frozen=True):
    """A table's file as it was read, and where the files it names are."""

    file: Path
    table: TableConfig
    box: Path
    texts: Path
    theme: Path
    profile: Path
    pips: Path
    """The profile ordinary dice are read with, where the table's file names one."""
    journal: Path
    """The file for the journal, where the table's names one; else the folder of its file."""
