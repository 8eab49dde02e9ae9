"""What a Pi's firmware says of its supply and heat: ``get_throttled``, by whatever way there is.

Bits 0 to 3: too little voltage, clock capped, slowed down, near its hottest, just now; 16 to 19 the
same since it was switched on. (Raspberry Pi documentation, vcgencmd.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

LOW, LOW_SINCE = 1 << 0, 1 << 16
FIRMWARE = "sys/devices/platform"
NAMES = ("*/*firmware*/get_throttled", "*firmware*/get_throttled")
"""``soc/soc:firmware`` up to a Pi 4; other parents on a Pi 5 and with other kernels."""
SENSORS = "sys/class/hwmon"
SENSOR = "rpi_volt"
"""What a kernel without that file has: voltage alone, whether it was too low at the last look of
its driver, which is every two seconds."""
ASKED = ("vcgencmd", "get_throttled")
Run = Callable[[Sequence[str]], str | None]


def bits(run: Run, root: Path = Path("/")) -> int | None:
    """The bits; None where nobody tells them. *run* gives what a command says, or None."""
    for words in _files(root):
        if (found := _number(words)) is not None:
            return found
    if (low := _sensor(root)) is not None:
        return LOW | LOW_SINCE if low else 0
    said = run(ASKED)
    return _number(said.strip().removeprefix("throttled=")) if said is not None else None


def _files(root: Path) -> Iterator[str]:
    for name in NAMES:
        for file in sorted((root / FIRMWARE).glob(name)):
            try:
                yield file.read_text()
            except OSError:
                continue


def _sensor(root: Path) -> bool | None:
    for folder in sorted((root / SENSORS).glob("hwmon*")):
        try:
            if (folder / "name").read_text().strip() == SENSOR:
                return (folder / "in0_lcrit_alarm").read_text().strip() == "1"
        except OSError:
            continue
    return None


def _number(words: str) -> int | None:
    try:
        return int(words.strip(), 16)
    except ValueError:
        return None
