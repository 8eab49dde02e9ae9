"""Leads a person through a teaching session: its camera, its words, and the profile at its end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2

from firmware_host.table.scene import Text
from firmware_host.vision import BadProfile, kinds, pictures
from firmware_host.vision.plane import Picture
from firmware_host.vision.profile import Profile
from firmware_host.vision.teach import Taught, save_shots
from firmware_host.vision.teaching.session import Session
from firmware_host.vision.teaching.view import Line, View
from hw.ports import Camera

from . import profile_keeping

MOST_LOOKS = 8  # a step that waits for pictures gets so many at once
JPEG_QUALITY = 82


class Guide:
    """One session with its camera. *now_ns* is a clock that only goes forward."""

    def __init__(self, session: Session, camera: Camera, now_ns: Callable[[], int]) -> None:
        self.session, self._camera, self._now_ns = session, camera, now_ns

    def open(self) -> None:
        """Open the camera, and hold it as the profile says, if that is to be kept.

        :raises DeviceLost: it does not answer.
        :raises BadProfile: the profile that is taught on was made with another camera.
        """
        self._camera.open()
        desk = self.session.desk
        if "hold" in desk.plan.steps:
            if not desk.notes.model:
                desk.notes.model = self._camera.model
            if desk.notes.model != self._camera.model:
                raise BadProfile(
                    f"this session was begun with another camera, {desk.notes.model!r}; this one "
                    f"is {self._camera.model!r}: use that one, or begin --anew"
                )
        else:
            desk.base.check_camera(self._camera.model)
        held = desk.notes.held or desk.base.held
        if held:
            self._camera.hold(held)

    def look(self) -> View:
        """A fresh picture, and what is to be said of it.

        :raises DeviceLost: the camera gives none.
        """
        frame = self._camera.capture(self._now_ns())
        self.session.see(frame.bgr)
        return self.session.view()

    def say(self, words: str) -> View:
        """A person's words, about a fresh picture.

        :raises DeviceLost: the camera gives none.
        """
        self.look()
        self.session.say(words)
        if self.session.wants_hold:
            held = self._camera.hold({})
            self.session.held(held.values, list(held.lacks))
        view = self.session.view()
        for _ in range(MOST_LOOKS):
            if view.done:
                break
            view = self.look()
            if not any(line.key == "teach.empty.still" for line in view.says):
                break
        return view

    def close(self) -> None:
        """Let the camera go."""
        self._camera.close()

    def keep(self, out: Path) -> None:
        """Put the profile that came of it in the place of *out*, and end the session.

        :raises OSError: it cannot be written there.
        """
        session, desk = self.session, self.session.desk
        profile = session.profile

        def write(folder: Path) -> None:
            kinds.save(profile, folder)
            if desk.shots and isinstance(profile, Profile):
                save_shots(Taught(profile, desk.shots, ()), folder / "shots")
            if desk.bare is not None:
                pictures.write(folder / "empty.png", desk.bare.flat)

        profile_keeping.replace(out, write)
        forget(desk.folder)


def forget(folder: Path) -> None:
    """Throw a session away."""
    for file in (*folder.glob("*.png"), *folder.glob("labels.json*")):
        file.unlink(missing_ok=True)


def as_text(line: Line) -> Text:
    """A session's line as one of the table's texts."""
    return Text(line.key, line.values)


def document(view: View, words: Callable[[Text], str]) -> dict[str, Any]:
    """*view* as a page is told of it; lines are in the table's language."""
    return {
        "step": view.step,
        "number_of_step": view.number,
        "of": view.of,
        "ask": words(as_text(view.ask)),
        "says": [words(as_text(one)) for one in view.says],
        "ok": view.ok,
        "done": view.done,
        "acts": list(view.acts),
        "found": [
            {
                "number": f.number,
                "face": f.face,
                "told": f.told,
                "usable": f.usable,
                "x": round(f.x_px, 1),
                "y": round(f.y_px, 1),
            }
            for f in view.found
        ],
        "progress": [{"what": p.what, "have": p.have, "need": p.need} for p in view.progress],
    }


def jpeg(picture: Picture | None) -> bytes:
    """A view's picture for a page; empty where it has none."""
    if picture is None:
        return b""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return data.tobytes()
