"""What is loaded at the start stays to the end: Python need not search it for litter.

Its collector looks again and again at all there is while that grows, an eighth of the start; and
later now and then at all of it at once, for tens of milliseconds in which no light could go out.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def unsearched() -> Iterator[None]:
    """Nothing is searched meanwhile, and what is there in the end never is."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
