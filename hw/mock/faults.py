"""The faults of a virtual table, by name: what each does, and what the table does then.

They act at the far ends of the wires - contacts, the pseudo-terminal's other side, the bus, the
camera's frames, the disk - so that the drivers they try are those of a real table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hw.ports import Ailing, Ailment

NONE = "none"
Ail = Callable[[str], None]
"""Makes a part fail so from now on; ``none`` mends it.

Raises ValueError where it cannot fail so.
"""

_PAGE = "The page and any living button stand in for it."
_BY_BUTTONS = "Dice are asked for on the buttons until the picture is good again."
_AGAIN = "It is missed in words, tried again and again, and shows all it should once it answers."

BUTTON = (
    Ailment("dead", "pull its wire", "It never closes.", _PAGE),
    Ailment("stuck", "weld it shut", "It stays closed.", "It is one long press. " + _PAGE),
    Ailment("bouncing", "wear it out", "It bounces for 18 ms.", "Each press is still one press."),
    Ailment("noisy", "noise on its wire", "Short closings come and go.", "None is a press."),
    Ailment(
        "flood",
        "10,000 presses a second",
        "Its wire picks up a radio.",
        "It is named and not listened to until it is quiet; all others are heard.",
    ),
)
BEAM = tuple(one for one in BUTTON if one.name in ("dead", "stuck", "noisy"))
PINS = (
    Ailment(
        "pull",
        "pull the ribbon cable",
        "No button and no lamp answers.",
        "The page stands in for the buttons; they come back by themselves.",
    ),
)
STRIP = (
    Ailment("pull", "pull the USB cable", "The port is gone.", _AGAIN),
    Ailment("stuck", "stuck", "It takes no byte.", _AGAIN),
    Ailment("slow", "slow", "It takes 600 bytes a second.", "Fewer pictures; or as lost."),
    Ailment("garbage", "garbage on the line", "One byte in fifty is another.", "Pictures flicker."),
    Ailment("nack", "answers nothing", "It shows pictures and says nothing.", "It is shown them."),
    Ailment("short", "cut it short", "The last two fifths are dark.", "Service mode finds it."),
    Ailment("grb", "colours mixed up", "Red is green.", "Service mode finds it."),
)
OLED = (
    Ailment("pull", "pull the cable", "Nothing answers on the bus.", _AGAIN),
    Ailment("nack", "NACK", "One transfer in eight is refused.", _AGAIN),
    Ailment("stuck", "stuck bus", "The bus hangs.", _AGAIN),
    Ailment("slow", "slow bus", "Each transfer takes 20 ms more.", "Pictures come later."),
    Ailment("garbage", "garbage", "Some bytes arrive as others.", "Whole again within a minute."),
)
OF_OLEDS = (Ailment("sh1106", "another chip", "It is an SH1106.", "Service mode finds it."),)
CAMERA = (
    Ailment("pulled", "pull the cable", "There is no such device.", _BY_BUTTONS),
    Ailment("silent", "no answer", "It gives no picture.", _BY_BUTTONS),
    Ailment("hangs", "stuck", "It never comes back from a picture.", _BY_BUTTONS),
    Ailment("slow", "slow", "Each picture takes half a second.", "Dice are read later."),
    Ailment("stale", "freeze it", "The same picture again and again.", _BY_BUTTONS),
    Ailment("cut", "garbage", "Half of each picture is grey.", _BY_BUTTONS),
    Ailment("black", "darkness", "The light is off.", _BY_BUTTONS),
    Ailment("dim", "little light", "Hardly any light.", "It asks about what it is not sure of."),
    Ailment("white", "glare", "The picture is burnt out.", _BY_BUTTONS),
    Ailment("moved", "move it", "Somebody knocked against it.", "The page says: calibrate it."),
    Ailment("blurred", "out of focus", "The picture is soft.", "The page says so."),
    Ailment("smeared", "a thumb on the lens", "A smear on one side.", "The page says so."),
)
SUPPLY = (
    Ailment(
        "brownout",
        "brown-out",
        "Strip and display lose their power for a moment.",
        "They are brought up again, with what they should show.",
        passes=True,
    ),
)
DISK = (
    Ailment(
        "slow",
        "slow disk: 100 ms a sync",
        "Each line of the journal takes 100 ms more.",
        "The light of a press does not wait; what follows from it does.",
    ),
    Ailment(
        "full",
        "full disk",
        "No line can be written.",
        "The game goes on in memory, and that is told; all of it is written once there is room.",
    ),
)
DAEMON = (
    Ailment(
        "kill",
        "kill -9",
        "The daemon ends at once, without a word.",
        "Start it again: the same game, the same question.",
        passes=True,
    ),
)


class Faults:
    """The parts of one virtual table, and what is wrong with each just now."""

    def __init__(self) -> None:
        self._parts: dict[str, tuple[tuple[Ailment, ...], Ail]] = {}
        self._now: dict[str, str] = {}
        self.changed: Callable[[], None] = lambda: None
        """Hears that something else is wrong from now on."""

    def add(self, part: str, ailments: tuple[Ailment, ...], ail: Ail, now: str = NONE) -> None:
        """There is such a part, *ail* makes it fail, and so it fails *now*."""
        self._parts[part] = ailments, ail
        self._now[part] = now

    def drop(self, part: str) -> None:
        """There is none, where there was."""
        self._parts.pop(part, None)
        self._now.pop(part, None)

    def spoil(self, part: str, fault: str) -> None:
        """*part* fails so from now on; ``none`` mends it.

        :raises ValueError: there is no such part, or it cannot fail so.
        """
        if part not in self._parts:
            raise ValueError(f"{part!r} is no part of this table: there are {self._names()}")
        ailments, ail = self._parts[part]
        ail(fault)
        if fault not in {one.name for one in ailments if one.passes}:
            self._now[part] = fault
        self.changed()

    def mend(self) -> None:
        """All works from now on."""
        for part in self.now:
            self.spoil(part, NONE)

    @property
    def now(self) -> Mapping[str, str]:
        """What is wrong with which part."""
        return {part: fault for part, fault in self._now.items() if fault != NONE}

    def ailing(self) -> tuple[Ailing, ...]:
        """Every part, how it may fail, and how it does."""
        return tuple(
            Ailing(part, ailments, self._now.get(part, NONE))
            for part, (ailments, _) in self._parts.items()
        )

    def _names(self) -> str:
        return ", ".join(self._parts)
