"""The whole daemon, its strip's plug pulled again and again in the midst of a game."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.bed.guest.chip import SimulatedChip
from tests.bed.guest.plug import UsbSerial
from tests.bed.guest.replugging import lost, new_table, replugged, table_in_play
from tests.bed.guest.tape import Tape

pytestmark = [pytest.mark.bed, pytest.mark.timeout(200)]
REPLUGS = int(os.environ.get("TABLE_BED_REPLUGS", "5"))
BACK_WITHIN_S = 2.0


def test_a_game_goes_on_over_pulled_plugs_and_no_answer_is_lost(
    chip: SimulatedChip, usb: UsbSerial, i2c: Tape, tmp_path: Path
) -> None:
    file = new_table(tmp_path)
    with table_in_play(file, chip, usb) as table:
        took_s = []
        for _ in range(REPLUGS):
            took_s.append(replugged(table))
            table.daemon.comes_to_miss()
    assert max(took_s) < BACK_WITHIN_S, took_s
    assert lost(file, table.sitting.taken) == ""
    assert len(table.sitting.taken) == REPLUGS
