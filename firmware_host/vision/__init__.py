"""Pictures of the crater become facts: which dice lie there, what they show, what is going on.

:class:`Reader` reads one picture and remembers nothing; :class:`Tracker` follows the dice from
frame to frame. Both know only what a :class:`Profile` was taught; neither reads a clock or opens
a device.

Names are looked up when they are first asked for: the daemon speaks of :mod:`.facts` and never
loads what reads pictures, which its camera's process alone needs.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from firmware_host.vision.embedding import WrongEmbedding
    from firmware_host.vision.health import Health
    from firmware_host.vision.measured import BadProfile, Measured
    from firmware_host.vision.profile import Profile, load, save
    from firmware_host.vision.reader import Reader
    from firmware_host.vision.reading import Die, Reading
    from firmware_host.vision.tracker import Tracker
    from firmware_host.vision.tracks import Patience

__all__ = [
    "BadProfile",
    "Die",
    "Health",
    "Measured",
    "Patience",
    "Profile",
    "Reader",
    "Reading",
    "Tracker",
    "WrongEmbedding",
    "load",
    "save",
]

_HOMES = {
    "WrongEmbedding": "embedding",
    "Health": "health",
    "BadProfile": "measured",
    "Measured": "measured",
    "Profile": "profile",
    "load": "profile",
    "save": "profile",
    "Die": "reading",
    "Reader": "reader",
    "Reading": "reading",
    "Tracker": "tracker",
    "Patience": "tracks",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
