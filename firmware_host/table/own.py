"""A game from outside this program: all that its package has to say of it."""

from __future__ import annotations

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
