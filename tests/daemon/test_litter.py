"""The collector rests while a table starts, and works again once it listens, or has failed."""

from __future__ import annotations

import gc
from dataclasses import replace

import pytest

from firmware_host.daemon.litter import unsearched
from firmware_host.daemon.serve import Wanted, run
from tests.daemon.test_going_on import wanted

assert wanted, "a fixture"


class Enough(Exception):
    """The table listens: no more is wanted of it."""


def test_it_rests_until_the_table_listens_and_not_longer(wanted: Wanted) -> None:
    seen: list[bool] = []

    def ready(line: str) -> None:
        seen.append(gc.isenabled())
        raise Enough(line)

    told = replace(wanted, at_first=lambda table: seen.append(gc.isenabled()))
    with pytest.raises(Enough, match="Listening on"):
        run(told, ready)
    assert seen == [False, True]


def test_it_works_again_where_the_start_has_failed() -> None:
    def start() -> None:
        with unsearched():
            assert not gc.isenabled()
            raise OSError("no such port")

    with pytest.raises(OSError, match="no such port"):
        start()
    assert gc.isenabled()


def test_what_is_there_in_the_end_is_never_looked_at_again() -> None:
    before = gc.get_freeze_count()
    with unsearched():
        kept = [[n] for n in range(1000)]
    assert gc.get_freeze_count() >= before + len(kept)
    assert not any(one is kept for one in gc.get_objects())
