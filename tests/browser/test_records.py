"""Rolls and fairness in a real browser: a dispute is settled by looking, not by spelling."""

from __future__ import annotations

from typing import Any

import pytest

from .looking import all_of, find, until
from .served import served

pytestmark = pytest.mark.browser

SEEN = [("Yb", True), ("Rt", False), ("Bf", True)]


class Kept:
    """One roll; *told* is what it was taken for in the end."""

    def __init__(self, told: list[str], seen: list[tuple[str, bool]] = SEEN) -> None:
        self._told, self._seen = told, seen

    def rolls(self) -> list[dict[str, Any]]:
        dice = [{"face": f, "sure": sure, "x_px": 9.0, "y_px": 9.0} for f, sure in self._seen]
        return [{"name": "00000001", "at_s": 0, "dice": dice, "told": self._told}]

    def picture(self, name: str) -> bytes:
        return b"\xff\xd8"

    async def fairness(self) -> dict[str, Any]:
        return {"says": "", "colours": []}


@pytest.mark.parametrize(
    ("told", "dice", "says"),
    [
        (["Bf", "Rt", "Yb"], 3, "told just so"),
        (["Bf", "Rb", "Yb"], 6, "Told in the end"),
        ([], 3, "not told"),
    ],
)
def test_what_was_read_and_what_was_told_stand_as_dice(
    browser: Any, told: list[str], dice: int, says: str
) -> None:
    with served("roll") as table:
        table.feed.records = Kept(told)
        browser.get(table.address)
        until(browser, lambda: find(browser, "#open-staff").is_displayed())
        find(browser, "#open-staff").click()
        find(browser, "#open-records").click()
        until(browser, lambda: len(all_of(browser, "#roll-told .die")) == dice)
        assert says in find(browser, "#roll-told").text
        assert len(all_of(browser, "#roll-told .unsure .die")) == 1


def test_ordinary_dice_stand_there_with_their_pips(browser: Any) -> None:
    with served("turn") as table:
        table.feed.records = Kept(["6", "5"], [("5", True), ("6", True)])
        browser.get(table.address)
        until(browser, lambda: find(browser, "#open-staff").is_displayed())
        find(browser, "#open-staff").click()
        find(browser, "#open-records").click()
        until(browser, lambda: len(all_of(browser, "#roll-told .die")) == 2)
        assert "told just so" in find(browser, "#roll-told").text
        assert len(all_of(browser, "#roll-told .die-pips circle")) == 11
