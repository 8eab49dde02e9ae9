"""Faces as people say them: ``is 3 yellow banana``, ``is 3 red bo``, ``is 3 yb``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from firmware_host.table.scene import Text, text

if TYPE_CHECKING:
    from firmware_host.vision.measured import Measured


class Unclear(Exception):
    """Several faces may be meant; says which."""


def spelled(typed: str, faces: Sequence[str], say: Callable[[Text], str]) -> str:
    """*typed*, with a face in words as its letters; as it is where it has none, or another word.

    Words may be cut short: ``red bo``.

    :raises Unclear: it may be several of *faces*.
    """
    verb, _, rest = typed.strip().partition(" ")
    numbers, _, said = rest.strip().partition(" ")
    said = " ".join(said.split())
    if verb != "is" or not said or said in faces:
        return typed
    letters = [f for f in faces if f.casefold() == said.replace(" ", "").casefold()]
    meant = letters or [f for f in faces if _is(said, say(text(f"face.{f}")))]
    if len(meant) > 1:
        of = ", ".join(f"{f} ({say(text(f'face.{f}'))})" for f in meant)
        raise Unclear(f"{said!r} may be {of}: write more of it")
    return f"is {numbers} {meant[0]}" if meant else typed


def faces(base: Measured, wanted: Sequence[str]) -> Sequence[str]:
    """The faces a session is about: those *wanted*, else those its profile knows."""
    from firmware_host.vision.profile import Profile

    if wanted or not isinstance(base, Profile):
        return wanted
    return [c.name + s for c in base.colours for s in base.symbols]


def _is(said: str, name: str) -> bool:
    """Does each word of *said* begin the next word of *name*?"""
    words, of = said.casefold().split(), name.casefold().split()
    return len(words) <= len(of) and any(
        all(o.startswith(w) for w, o in zip(words, of[first:], strict=False))
        for first in range(len(of) - len(words) + 1)
    )
