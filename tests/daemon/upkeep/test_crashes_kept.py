"""Which failures are kept, under what name, and how often."""

from __future__ import annotations

import os
import time
import traceback
from pathlib import Path

from firmware_host.daemon.upkeep.crashes import Caught, bundles, folder_of, named, signed

from .test_crashes import broken, standing


def test_a_note_on_a_failure_that_was_caught_is_not_its_name() -> None:
    failure = ValueError("what it says")
    failure.add_note("on the answer 'A dare'")
    try:
        raise failure
    except ValueError as raised:
        caught = Caught("".join(traceback.format_exception(raised)))
    assert named(caught) == ("ValueError", "what it says")
    assert signed(caught).startswith("ValueError in ")


def test_failures_that_take_turns_are_kept_once_each(tmp_path: Path) -> None:
    table = standing(tmp_path, "\n[crashes]\nkeep = 5\n")
    crashes = table.table.crashes
    for _ in range(3):
        for name in "ab":
            crashes.keep(broken(name=name), "turn")
    folder = folder_of(tmp_path / "journal")
    assert len(bundles(folder)) == 2
    crashes._lately.clear()  # the next daemon
    assert [crashes.keep(broken(name=name), "turn") for name in "ab"] == [None, None]
    table.table.close()


def test_a_clock_that_was_wrong_once_keeps_no_failure_from_being_kept(tmp_path: Path) -> None:
    table = standing(tmp_path, "\n[crashes]\nkeep = 5\n")
    crashes = table.table.crashes
    crashes.now_s = lambda: 4e9  # years ahead; and the file's time with it
    first = crashes.keep(broken(), "turn")
    assert first is not None
    os.utime(first, (4e9, 4e9))
    crashes.now_s = time.time
    assert crashes.keep(broken(), "turn") is not None
    crashes._lately.clear()
    assert crashes.keep(broken(), "turn") is None, "the second one's time is right"
    table.table.close()


def test_no_more_are_kept_than_wanted_and_the_same_failure_once_an_hour(tmp_path: Path) -> None:
    table = standing(tmp_path, "\n[crashes]\nkeep = 3\n")
    crashes = table.table.crashes
    first = crashes.keep(broken(), "turn")
    assert first is not None
    assert crashes.keep(broken("other words"), "turn") is None
    crashes._lately.clear()  # the next daemon
    assert crashes.keep(broken(), "turn") is None
    for name in "abcde":
        assert crashes.keep(broken(name=name), "turn") is not None
    kept = bundles(folder_of(tmp_path / "journal"))
    assert len(kept) == 3
    assert first not in kept
    assert len(crashes.told()) == 3
    assert crashes.bundle(kept[0].name) == kept[0].read_bytes()
    assert crashes.bundle("../table.toml") == b""
    table.table.close()
