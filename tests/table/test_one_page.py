"""On a display of 0.96 inches a question and what is under the thumb are mostly on one page."""

from __future__ import annotations

import pytest

from bench.one_page import MOST, PANEL, Count, played, texts
from firmware_host.table.oled import Display
from firmware_host.table.scene import text
from firmware_host.table.wording import Wording


@pytest.mark.parametrize("name", MOST)
def test_few_displays_of_a_game_need_a_second_page(name: str) -> None:
    count = Count()
    played(count, Display(PANEL, texts()), name, "one page", 3 if name == "lava_land" else 2)
    assert count.seen.total() > 50
    assert count.share <= MOST[name], count.torn.most_common(5)


def test_what_is_within_a_line_is_said_in_brief_as_well() -> None:
    """The language has brief words for the parts of a line."""
    wording = Wording(texts())
    step = text("ov.do.step_at", way=text("ov.way.up_left"), what=text("ov.gem.sapphire"))
    assert texts().say(step) == "up left: sapphire"
    assert wording.brief(step) == "<up saph."
    assert wording.brief(text("li.to", side=text("li.side.ne"))) == "NE"
