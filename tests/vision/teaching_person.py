"""A person in a teaching session: lays dice, looks at them with their own eyes, and answers."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

import numpy as np

from firmware_host.vision.plane import Picture
from firmware_host.vision.teaching.session import Session
from firmware_host.vision.teaching.view import Found, View
from hw.mock.crater import Crater
from hw.mock.look import Look
from hw.mock.placing import Laid, laid
from hw.mock.world import World, fresh

FACES = {"Y": "bbfftl", "R": "ttllbf", "B": "ffbbtl"}
ALL = tuple(sorted({c + s for c, symbols in FACES.items() for s in symbols}))
MS = 1_000_000
APART_MM = 27.0
OUT_MM = 84.0


@dataclass
class Person:
    """Lays dice into a virtual crater and talks to a session."""

    session: Session
    seed: int
    look: Look = field(default_factory=lambda: Look(glare=0.0))
    faces: dict[str, str] = field(default_factory=lambda: FACES)
    called: dict[str, str] = field(default_factory=dict)  #: what they call a face, if otherwise
    moment: int = 0
    asked: int = 0  #: dice whose face they had to tell
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.luck = random.Random(self.seed)
        self.world: World = laid(fresh(self.seed, self.faces, 6, look=self.look), (), 0)
        self.crater = Crater(self.world)

    def picture(self) -> Picture:
        """What the camera sees now."""
        if not self.crater.fits(self.world):
            self.crater = Crater(self.world)
        self.moment += 1
        at_ns = (1 << 40) + self.moment * 100 * MS
        picture: Picture = self.crater.picture(self.world, at_ns, self.moment)
        return picture

    def say(self, words: str) -> View:
        """A fresh picture, then words."""
        self.session.see(self.picture())
        self.session.say(words)
        self.session.see(self.picture())
        view = self.session.view()
        self.log.append(f"{view.step}: {words} -> {[one.key for one in view.says]}")
        return view

    def lay(self, faces: list[str]) -> None:
        """These faces into the crater, apart from each other, and nothing else."""
        spots: list[tuple[float, float]] = []
        while len(spots) < len(faces):
            r, a = OUT_MM * self.luck.random() ** 0.5, self.luck.uniform(0, 2 * np.pi)
            x, y = r * np.cos(a), r * np.sin(a)
            if all(np.hypot(x - u, y - v) > APART_MM for u, v in spots):
                spots.append((float(x), float(y)))
        free = list(self.world.dice)
        dice = []
        for face, (x, y) in zip(faces, spots, strict=True):
            die = next(d for d in free if d.colour == face[0] and face[1:] in d.faces)
            free.remove(die)
            dice.append(Laid(die.number, x, y, self.luck.uniform(0, 360), face[1:]))
        self.world = laid(self.world, dice, 0)

    def light(self, hard: float) -> None:
        """Another lamp."""
        self.world = replace(self.world, look=replace(self.world.look, hard=hard))

    def face_at(self, found: Found) -> str:
        """What the die under a number really shows: eyes can see that, the session may not."""
        tops = {
            d.face: self.crater.optics.project([(d.rest.x_mm, d.rest.y_mm, 16.0)])[0]
            for d in self.world.lying()
        }
        seen = min(tops, key=lambda f: np.hypot(tops[f][0] - found.x_px, tops[f][1] - found.y_px))
        return self.called.get(seen, seen)

    def correct(self, view: View) -> View:
        """Put right what the session takes dice for."""
        for found in view.found:
            true = self.face_at(found)
            if found.usable and found.face != true:
                self.asked += 1
                view = self.say(f"is {found.number} {true}")
        return view

    def show(self, faces: list[str]) -> View:
        """Lay these, put right what is wrong, and say go."""
        self.lay(faces)
        self.session.see(self.picture())
        self.correct(self.session.view())
        return self.say("go")

    def calibrate(self) -> None:
        """From the first step to the last."""
        self.session.see(self.picture())
        self.say("go")
        if self.session.wants_hold:
            self.session.held({"exposure": 1.0, "white_balance": 1.0}, ["focus"])
        for step in ("look", "empty", "wall"):
            assert self.session.view().step == step, self.log
            view = self.say("go")
            if "sure" in view.acts and not view.ok:  # a floor with a pattern
                self.say("sure")
            for _ in range(6):
                self.session.see(self.picture())
        self.slide()

    def slide(self) -> None:
        """One die after the other place."""
        for x, y in [(0, 0), (-60, 5), (60, -5), (4, -60), (-8, 62), (40, 40), (-40, -44)]:
            if self.session.done:
                break
            spin = self.luck.uniform(0, 360)
            self.world = laid(self.world, [Laid(0, float(x), float(y), spin, "b")], 0)
            self.say("go")

    def teach(self, rounds: int = 30) -> None:
        """Look, empty tray, faces."""
        self.session.see(self.picture())
        for step in ("look", "empty"):
            if self.session.view().step == step:
                view = self.say("go")
                if "sure" in view.acts and not view.ok:
                    self.say("sure")
                for _ in range(6):
                    self.session.see(self.picture())
        for _ in range(rounds):
            lacks = [p.what for p in self.session.view().progress if p.have < p.need]
            if not lacks:
                break
            real = {called: face for face, called in self.called.items()}
            lacks = [real.get(face, face) for face in lacks]
            self.luck.shuffle(lacks)
            self.show(self.no_twins(lacks)[:9])
        self.say("next")

    def no_twins(self, faces: list[str]) -> list[str]:
        """At most so many of a colour as there are dice of it, each face once: eyes tell them."""
        chosen: list[str] = []
        for face in dict.fromkeys(faces):
            if sum(c[0] == face[0] for c in chosen) < 4:
                chosen.append(face)
        return chosen

    def prove(self) -> None:
        """The check, and another light."""
        for _ in range(4):
            view = self.say("go")
            if not any(one.key == "teach.check.few" for one in view.says):
                break
            self.say("more")
            self.teach()
        for hard in (1.5, 2.0):
            if self.session.done:
                return
            self.light(hard)
            view = self.show(self.no_twins(self.luck.sample(ALL, len(ALL)))[:8])
            if any(line.key == "teach.light.same" for line in view.says):
                self.say("sure")
                self.say("go")
