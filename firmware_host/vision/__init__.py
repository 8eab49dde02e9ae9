"""Pictures of the crater become facts: which dice lie there, what they show, what is going on.

:class:`Reader` reads one picture and remembers nothing; :class:`Tracker` follows the dice from
frame to frame. Both know only what a :class:`Profile` was taught; neither reads a clock or opens
a device.
"""

from firmware_host.vision.embedding import WrongEmbedding
from firmware_host.vision.profile import BadProfile, Profile, load, save
from firmware_host.vision.reader import Die, Reader, Reading
from firmware_host.vision.tracker import Tracker
from firmware_host.vision.tracks import Patience

__all__ = [
    "BadProfile",
    "Die",
    "Patience",
    "Profile",
    "Reader",
    "Reading",
    "Tracker",
    "WrongEmbedding",
    "load",
    "save",
]
