"""What service mode knows of the table's devices, as it comes in."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_host.vision.facts import Optics

from .contacts import Contacts

DARK, BURNT = 62.0, 0.02
"""Hardly a pixel is brighter: too dark. So many are burnt out: too light."""


@dataclass(slots=True)
class BeamSeen:
    """One beam, as its receiver has it."""

    broken: bool = False
    passes: int = 0  #: how often it was broken and whole again since the step began

    def edge(self, broken: bool) -> None:
        """It was broken, or is whole again: raw, flickering and all."""
        self.passes += self.broken and not broken
        self.broken = broken


class Senses:
    """Contacts, the camera's pictures, and which devices are lost."""

    def __init__(self, buttons: int) -> None:
        self.contacts = Contacts(buttons)
        self.beams: list[BeamSeen] = []
        """Those across chutes, chute 1 first, as they were since a step has begun to watch."""
        self._broken: set[int] = set()  #: chutes whose beam is broken just now
        self.lost: dict[str, str] = {}
        """What is wrong in words, by device."""
        self.optics: Optics | None = None
        self.best = 0.0
        """The best focus so far, of a picture that was neither dark nor burnt out."""

    def device(self, name: str, *, ok: bool, says: str) -> None:
        """A device was lost, or is back."""
        if ok:
            self.lost.pop(name, None)
        else:
            self.lost[name] = says
            if name == "camera":
                self.optics = None

    def beam(self, chute: int, broken: bool) -> None:
        """A beam was broken, or is whole again."""
        (self._broken.add if broken else self._broken.discard)(chute)
        if chute <= len(self.beams):
            self.beams[chute - 1].edge(broken)

    def watch_beams(self, many: int) -> list[BeamSeen]:
        """Begin to watch so many, as they are now."""
        self.beams = [BeamSeen(n in self._broken) for n in range(1, many + 1)]
        return self.beams

    def wrong(self, device: str) -> tuple[str, ...]:
        """What is wrong with *device* and others of its kind (``strip 2``), in words."""
        names = [name for name in self.lost if name == device or _numbered(name, device)]
        return tuple(self.lost[name] for name in sorted(names))

    def measured(self, optics: Optics) -> None:
        """How good the latest picture is."""
        self.optics = optics
        if optics.bright >= DARK and optics.burnt <= BURNT:  # else noise is taken for detail
            self.best = max(self.best, optics.focus)

    def look_afresh(self) -> None:
        """The best so far is of another day."""
        self.optics, self.best = None, 0.0

    @property
    def share(self) -> float:
        """The focus now, as a share of the best so far."""
        return min(1.0, self.optics.focus / self.best) if self.optics and self.best > 0 else 0.0


def _numbered(name: str, device: str) -> bool:
    kind, _, number = name.rpartition(" ")
    return kind == device and number.isdecimal()
