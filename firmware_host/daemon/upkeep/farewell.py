"""The display's last words: while the table closes, and when it is safe to pull the plug.

The latter are said by ``systemd/lava-table.shutdown``, which systemd runs at the very end, when all
disks are unmounted or read-only: the display keeps its picture for as long as it has power.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from firmware_host.daemon import wiring
from firmware_host.daemon.errors import FAILED, ConfigError
from firmware_host.daemon.settings import config_read, house
from firmware_host.daemon.settings.config import OledSection
from firmware_host.table.scene import Scene, Text, text
from hw.ports import Oled

CLOSED, UNPLUG = text("farewell.closed"), text("farewell.unplug")
LAST = ("poweroff", "halt")
"""Of what systemd may be about to do: after ``reboot`` and ``kexec`` it goes on."""


def scene(words: Text) -> Scene:
    """Nothing but *words*."""
    return Scene("over", words, words, (), (), (), notice=words)


def say(section: OledSection, texts: Path, oled: Oled, words: Text) -> None:
    """Show *words* on the display, in the table's language.

    :raises ConfigError: there are no such texts.
    """
    from firmware_host.table.oled import Display, Panel

    panel = Panel(section.width, section.height, section.grey, section.viewing_mm, section.pitch_mm)
    oled.show(Display(panel, house.texts_of(texts)).picture(scene(words), 0))


def main(
    arguments: list[str], opened: Callable[[OledSection], Oled | None] = wiring.display
) -> int:
    """``FILE KIND``: say that it is safe to unplug, if what comes is the end; the exit status."""
    file, kind = arguments
    if kind not in LAST:
        return 0
    try:
        loaded = config_read.load(Path(file))
        oled = opened(loaded.table.oled)
        if oled is not None:
            say(loaded.table.oled, loaded.texts, oled, UNPLUG)
            oled.close()
    except ConfigError as wrong:
        print(wrong, file=sys.stderr)
        return FAILED
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
