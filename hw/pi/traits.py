"""What is known of a strip beside where it is and how long."""

from __future__ import annotations

from dataclasses import dataclass

from hw.wire.serial_ports import ONLY, Asker


@dataclass(frozen=True, slots=True)
class Traits:
    """What the table's file says of one."""

    chip: str = "ws2812"
    start_baud: int = 0  #: the controller's speed after power-up; 0: that of the table's file
    milliamps: float | None = None  #: never more, whatever is shown
    sacrificial: int = 0  #: LEDs before the first that only refresh the signal, always dark
    asker: Asker = ONLY  #: which strip of the file it is


PLAIN = Traits()
