"""A whole session: steps one after another, given pictures and words. It reads no clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from firmware_host.vision import marks
from firmware_host.vision.embedding import Embedding
from firmware_host.vision.measured import Measured
from firmware_host.vision.plane import Picture, Plane
from firmware_host.vision.reading import exposure

from . import drawn
from .desk import Desk, Plan
from .dice import Faces
from .proving import Check, Light, brightness
from .step import Shown, Step, trouble_line
from .throws import Throws
from .tray import Empty, Hold, Look, Slide, Wall
from .view import Line, Refused, View, line


class Session:
    """Teaches or calibrates. Give it pictures with :meth:`see` and words with :meth:`say`.

    Words: ``go``, and those a step lists in :attr:`.view.View.acts`.
    """

    def __init__(
        self,
        folder: Path,
        plan: Plan,
        base: Measured,
        told: Callable[[int], None] = lambda _: None,
        empty: Picture | None = None,
    ) -> None:
        """Begin, or go on with what is kept in *folder*.

        *empty* is the flat view of the empty tray, where *base* has one.

        :raises BadSession: it holds another session, or a broken one.
        """
        self.desk = Desk(folder, plan, base, empty)
        self._told, self._embedding = told, Embedding()
        self._shown: Shown | None = None
        self._plane: Plane | None = None
        self._says: tuple[Line, ...] = (line("resumed"),) if self.desk.resumed else ()
        self._ok = True
        if self.desk.resumed and self.desk.notes.at >= len(plan.steps) and "check" in plan.steps:
            # it was stopped before what came of it was kept: that is made of the shots once more
            self.desk.notes.at = plan.steps.index("check")
        self._step: Step | None = self._begin()

    @property
    def done(self) -> bool:
        """All is shown; :attr:`profile` is what came of it."""
        return self._step is None

    @property
    def profile(self) -> Measured:
        """What came of it. Only when :attr:`done`."""
        assert self.done
        return self.desk.profile or self.desk.finished(self.desk.base)

    @property
    def wants_hold(self) -> bool:
        """The camera is to be held now; then :meth:`held` is to be called."""
        return isinstance(self._step, Hold) and self._step.wanted

    def held(self, held: Mapping[str, float], lacks: list[str]) -> None:
        """The camera was held at *held*, and cannot hold what it *lacks*."""
        if isinstance(self._step, Hold):
            self._step.held(dict(held), lacks)
            self._advance()

    def see(self, picture: Picture) -> None:
        """The newest picture, (height, width, 3) uint8."""
        trouble = exposure(picture)
        self._plane = None if trouble else self._find(picture)
        if not trouble and self._plane is None:
            trouble = "no_marks"
        self._shown = Shown(picture, self._plane, trouble)
        if self._step is not None:
            self._step.see(self._shown)
            self._advance()

    def say(self, words: str) -> None:
        """A person says something; what came of it is in the next :meth:`view`."""
        word, _, rest = words.strip().partition(" ")
        if self._step is None or self._shown is None:
            return
        self._says, self._ok = (), True
        try:
            self._step.say(word, rest.strip(), self._shown)
        except Refused as refused:
            self._step.says, self._step.ok = (refused.line,), False
        self._advance()

    def view(self) -> View:
        """This moment."""
        steps, step = self.desk.plan.steps, self._step
        if step is None:
            ask = line("done", name=self.desk.plan.name)
            says, done = self._says, True
            return View("done", len(steps), len(steps), ask, says, acts=(), done=done)
        says = (*self._says, *step.says)
        if self._shown is not None and self._shown.trouble:
            says = (*says, trouble_line(self._shown.trouble))
        return View(
            step=steps[self.desk.notes.at],
            number=self.desk.notes.at + 1,
            of=len(steps),
            ask=step.ask,
            says=tuple(dict.fromkeys(says)),
            ok=step.ok and not (self._shown and self._shown.trouble),
            found=step.found,
            progress=step.progress,
            acts=step.acts,
            picture=self._picture(step),
        )

    def _find(self, picture: Picture) -> Plane | None:
        tray = self.desk.tray
        if self._plane is not None:
            seen, plane = marks.follow(picture, Plane(self._plane.matrix, tray))
            if seen == len(tray.marks):
                return plane
        return marks.find(picture, tray)

    def _picture(self, step: Step) -> Picture | None:
        if self._shown is None:
            return None
        picture = self._shown.picture.copy()
        if self._shown.plane is not None:
            drawn.marks(picture, self._shown.plane)
            step.draw(picture, self._shown.plane)
        return picture

    def _advance(self) -> None:
        """On to the next step, where this one is done."""
        step = self._step
        if step is None:
            return
        notes, steps = self.desk.notes, self.desk.plan.steps
        if step.back:
            notes.at = steps.index("faces")
            self._step = self._made(steps[notes.at])
        elif step.done:
            if isinstance(step, Faces) and self._shown is not None:
                notes.light = brightness(self._shown)
            self._says = step.says
            notes.at += 1
            self._step = self._begin()
        else:
            return
        self.desk.write()

    def _begin(self) -> Step | None:
        """The step that is on; one that is not needed is passed over."""
        notes, steps = self.desk.notes, self.desk.plan.steps
        if notes.at < len(steps) and steps[notes.at] == "empty" and self.desk.knows_bare:
            notes.at += 1
        return self._made(steps[notes.at]) if notes.at < len(steps) else None

    def _made(self, name: str) -> Step:
        desk = self.desk
        makers: dict[str, Callable[[], Step]] = {
            "hold": lambda: Hold(desk),
            "look": lambda: Look(desk),
            "empty": lambda: Empty(desk),
            "wall": lambda: Wall(desk),
            "slide": lambda: Slide(desk),
            "faces": lambda: Faces(desk, self._embedding),
            "check": lambda: Check(desk, self._embedding, self._told),
            "throws": lambda: Throws(desk),
            "light": lambda: Light(desk, self._embedding, self._told),
        }
        return makers[name]()
