"""Numbers on a command line: what they may be, and words for one that they may not."""

from __future__ import annotations

import argparse


def positive(text: str) -> int:
    """How many games."""
    if text.isascii() and text.isdecimal() and int(text[:9]) > 0:
        return int(text[:9])
    raise argparse.ArgumentTypeError(f"{text!r} is not a number of games; write 1 or more")


def port(text: str) -> int:
    """A port of this machine; 0 is any free one."""
    if text.isascii() and text.isdecimal() and len(text) < 6 and int(text) < 1 << 16:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no port; write 1024 to 65535, or 0 for any")
