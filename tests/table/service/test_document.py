"""docs/service.md tells of every step, and its figures are those of the program."""

from __future__ import annotations

import re

from firmware_host.daemon.upkeep.service_reports import KEPT
from firmware_host.table.scene import text
from firmware_host.table.service.buttons import PRESSES, QUIET_MS
from firmware_host.table.service.chord import HELD_MS, SHOWN_MS
from firmware_host.table.service.contacts import APART_NS, MARGIN
from firmware_host.table.service.session import CLEAN_MS, IDLE_MS
from firmware_host.table.service.steps import STEPS
from firmware_host.table.service.vigil import STUCK_NS, UNPRESSED_MIN
from hw.mock.buttons import Ailing
from tests.table.evening import MS

from .visit import ROOT, TEXTS

DOCUMENT = re.sub(r"\s+", " ", (ROOT / "docs" / "service.md").read_text())


def test_every_step_has_its_row_by_the_name_people_read() -> None:
    for name in STEPS:
        assert f"| {TEXTS.say(text(f'service.step.{name}'))} |" in DOCUMENT


def test_figures_are_told_as_they_are() -> None:
    assert f"hold both for {HELD_MS // 1_000} seconds" in DOCUMENT
    assert f"After {SHOWN_MS // 1_000} seconds the display" in DOCUMENT
    assert f"nobody has done anything for {IDLE_MS // 60_000} minutes" in DOCUMENT
    assert f"Clean the table: {CLEAN_MS // 1_000} s" in DOCUMENT
    assert f"not pressed during {UNPRESSED_MIN} minutes of play" in DOCUMENT
    assert (STUCK_NS, QUIET_MS, PRESSES, MARGIN) == (60_000 * MS, 5_000, 5, 1.5)  # in words there
    assert f"rests for {APART_NS // MS} ms" in DOCUMENT
    assert f"the last {KEPT}" in DOCUMENT


def test_faults_of_the_virtual_table_are_told() -> None:
    words = {"dead", "stuck", "noisy", "bouncing", "flood"}
    assert all(word in DOCUMENT for word in words)
    assert len(Ailing) == 1 + len(words)
