"""What staff may say to a match, in words."""

from __future__ import annotations

from typing import Any

from firmware_host.rules.kernel import Illegal

from .host import Host
from .secrets import spoken

WORDS = {
    "undo": "back to the last choice",
    "agree": "what lies in the crater is right, whatever the camera thinks",
    "tell WORDS": "an answer nobody is asked for: tell B turned",
    "put KEY VALUE because WHY": "put a line of the state right: put lava 3 because it was moved",
    "pause": "game time stands still",
    "resume": "and runs again",
}


def obey(host: Host[Any, Any], words: str, now_ns: int) -> None:
    """Carry out a word of staff.

    :raises Illegal: it cannot be done; nothing has changed.
    """
    verb, _, rest = words.strip().partition(" ")
    match verb:
        case "undo":
            host.undo(now_ns)
        case "agree":
            host.sight.agree()
        case "tell":
            host.answer(spoken(host.ledger.match, host.ledger.view, rest), now_ns)
        case "put":
            host.put(*_lines(rest), now_ns)
        case "pause" | "resume":
            host.pause(now_ns, paused=verb == "pause")
        case _:
            raise Illegal("unknown", f"{verb!r} is no word of staff: say {', '.join(WORDS)}")


def _lines(words: str) -> tuple[dict[str, str], str]:
    """``KEY VALUE because WHY`` as lines and a reason.

    :raises Illegal: it is not spelled so.
    """
    line, because, why = words.partition(" because ")
    key, _, value = line.partition(" ")
    if not (because and key and why.strip()):
        raise Illegal("unknown", "say: put KEY VALUE because WHY")
    return {key: value}, why
