"""What the display shows: a scene, or for a while the page's address, or a seat's code."""

from __future__ import annotations

from typing import Any

from firmware_host.table.scene import Scene
from firmware_host.table.texts import Texts

from .phones import Phones
from .settings.config import OledSection
from .upkeep.announcer import Announcer
from .upkeep.herald import LOOK_NS, Herald


class LateDrawing:
    """Draws scenes for the OLED; what it draws with is loaded at the first."""

    def __init__(self, section: OledSection, texts: Texts) -> None:
        self._section, self._texts = section, texts
        self.drawing: Any = None
        self.herald: Herald | None = None
        """Tells where the page is, at first."""
        self.says: Announcer | None = None
        """Has something to tell now and then that is no part of a scene."""
        self.phones: Phones | None = None
        """Shows codes, for a while."""

    def anew(self, section: OledSection, texts: Texts) -> None:
        """For other eyes, or in another language, from now on."""
        self._section, self._texts, self.drawing = section, texts, None

    def picture(self, scene: Scene, now_ns: int) -> bytes:
        """The picture now."""
        code = self.phones.picture(self._panel(), scene) if self.phones is not None else None
        if code is not None:
            return code
        if self.says is not None:
            scene = self.says.over(scene, now_ns)
        welcome = self.herald.shown(scene, now_ns) if self.herald is not None else None
        if welcome is not None:
            from firmware_host.table.welcome import picture as greeting

            return greeting(welcome[0], self._panel(), welcome[1])
        if self.drawing is None:
            from firmware_host.table import oled

            self.drawing = oled.Display(self._panel(), self._texts)
        picture: bytes = self.drawing.picture(scene, now_ns)
        return picture

    @property
    def veiled(self) -> bytes:
        """The same without what is for those at the table alone; empty: nothing is."""
        return self.phones.veiled if self.phones is not None else b""

    def next_ns(self, now_ns: int) -> int | None:
        """When it differs, though the scene does not."""
        at_ns: int | None = self.drawing.next_ns(now_ns) if self.drawing is not None else None
        if self.herald is not None and not self.herald.over:
            return now_ns + LOOK_NS if at_ns is None else min(at_ns, now_ns + LOOK_NS)
        until_ns = self.says.until_ns if self.says is not None else None
        return min((t for t in (at_ns, until_ns) if t is not None), default=None)

    def _panel(self) -> Any:
        from firmware_host.table import oled

        s = self._section
        return oled.Panel(s.width, s.height, s.grey, s.viewing_mm, s.pitch_mm)
