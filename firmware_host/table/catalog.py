"""The games that can be played at a table, by name.

A game of the rules that is not here can be simulated, but not played at a table yet.
"""

from __future__ import annotations

from firmware_host.rules.lazily import Lazily

from .dressing import Dressing


def _lava_land() -> Dressing:
    from .dressings.lava_land import DRESSING

    return DRESSING


def _table_is_lava() -> Dressing:
    from .dressings.table_is_lava import DRESSING

    return DRESSING


def _lost_island() -> Dressing:
    from .dressings.lost_island import DRESSING

    return DRESSING


def _oh_no_volcano() -> Dressing:
    from .dressings.oh_no_volcano import DRESSING

    return DRESSING


DRESSINGS: Lazily[Dressing] = Lazily(
    {
        "lava_land": _lava_land,
        "table_is_lava": _table_is_lava,
        "lost_island": _lost_island,
        "oh_no_volcano": _oh_no_volcano,
    }
)
