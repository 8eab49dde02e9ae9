"""A game from outside this program: all that its package has to say of it."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from firmware_host.bots.bot import Bot
from firmware_host.rules.kernel import BoxFault, Game

from .dressing import Dressing


def _nothing_odd(document: Mapping[str, Any]) -> tuple[BoxFault, ...]:
    del document
    return ()


@dataclass(frozen=True, slots=True)
class OwnGame:
    """What stands in the catalogues of a shipped game, in one place."""

    game: Game[Any, Any]
    bot: Callable[[], Bot]
    """Its own plain bot."""
    dressing: Dressing
    """How it looks and is read at the table."""
    warnings: Callable[[Mapping[str, Any]], tuple[BoxFault, ...]] = _nothing_odd
    """What is odd about its box, but can be played."""


def raised(wrong: BaseException, folder: str) -> str:
    """What was raised, and the last line of the game's own code before it, or of any."""
    says = f"{type(wrong).__name__}: {wrong}"
    if isinstance(wrong, SyntaxError) and wrong.filename:
        return f"{wrong.filename}:{wrong.lineno}: {type(wrong).__name__}: {wrong.msg}"
    frame = last_frame(wrong, folder)
    return says if frame is None else f"{frame.filename}:{frame.lineno}: {says}"


def last_frame(wrong: BaseException, folder: str) -> traceback.FrameSummary | None:
    """The last line of code in *folder* before it was raised; of any, where there is none."""
    frames = traceback.extract_tb(wrong.__traceback__)
    own = [f for f in frames if f.filename.startswith(f"{folder}/")]
    return next(reversed(own or frames), None)
