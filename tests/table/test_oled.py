"""The display: readable from the chair, all of the row to be seen, nothing cut off."""

from __future__ import annotations

import dataclasses
import itertools
import tomllib

import pytest
from PIL import Image, ImageDraw

from firmware_host.daemon.places import config_folder
from firmware_host.rules.kernel import Seat
from firmware_host.table.icons import ICONS, SIZE
from firmware_host.table.letters import font, lowest_px
from firmware_host.table.oled import CELL_PX, ROW_PX, Display, Panel
from firmware_host.table.scene import Choice, Doing, Gift, Lamp, Scene, SeatScene, text
from firmware_host.table.texts import Texts
from tests.table.sample import english, scene
from tests.table.test_lobby import lobby, walk

SMALL = Panel(128, 64, viewing_mm=500, pitch_mm=0.17)
BIG = Panel(128, 64, viewing_mm=500, pitch_mm=0.43)
WIDE = Panel(256, 64, grey=True, viewing_mm=500, pitch_mm=0.28)
PANELS = pytest.mark.parametrize("panel", [SMALL, BIG, WIDE], ids=["0.96 in", "2.42 in", "3.12 in"])
ROW = (Gift("as_red", 2), Gift("turn_yellow_banana", 2), Gift("trick_again", 3), None)
SECOND = 1_000_000_000


def display(panel: Panel = WIDE, **lines: object) -> Display:
    own = {"phase": {"turn": "Turn of Ann"}, "wait": "Waiting for Ann"} | lines
    return Display(panel, Texts({**english(), **own}))


def rows(picture: bytes, panel: Panel) -> list[bytes]:
    return [picture[y * panel.width : (y + 1) * panel.width] for y in range(panel.height)]


def cell(picture: bytes, panel: Panel, index: int) -> tuple[bytes, ...]:
    left = index * CELL_PX
    return tuple(row[left : left + CELL_PX] for row in rows(picture, panel)[:ROW_PX])


def pages(shown: Display, what: Scene) -> list[bytes]:
    """Every page once round."""
    seen, now_ns = [shown.picture(what, 0)], shown.next_ns(0)
    while now_ns is not None and (page := shown.picture(what, now_ns)) not in seen:
        seen.append(page)
        now_ns = shown.next_ns(now_ns)
    return seen


@PANELS
@pytest.mark.parametrize("mode", ["1", "L"])
def test_no_letter_is_lower_than_a_two_hundredth_of_the_distance(panel: Panel, mode: str) -> None:
    face = font(panel.low_px)
    for letter in "acemnorsuvwxz":
        picture = Image.new("L", (80, 80))
        draw = ImageDraw.Draw(picture)
        draw.fontmode = mode
        face.write(draw, (letter,), (10, 10), 255)
        box = picture.getbbox()
        assert box is not None
        assert (box[3] - box[1]) * panel.pitch_mm >= panel.viewing_mm / 200


def test_letters_grow_with_the_distance_and_shrink_with_the_pitch() -> None:
    assert [lowest_px(*at) for at in ((500, 0.17), (1000, 0.17), (500, 0.43))] == [15, 30, 6]


@PANELS
def test_the_row_shows_each_card_as_its_icon_with_a_bolt_for_each_of_its_cost(panel: Panel) -> None:
    picture = display(panel).picture(scene(gifts=ROW), 0)
    for index, gift in enumerate(ROW):
        shown = cell(picture, panel, index)
        icon = tuple(row[4 : 4 + SIZE] for row in shown[2 : 2 + SIZE])
        if gift is None:
            assert 0 < sum(b > 0 for row in shown for b in row) < 30
            continue
        drawn = tuple(bytes(255 * (dot == "#") for dot in row) for row in ICONS[gift.kind])
        assert icon == drawn
        tops = shown[SIZE + 3]
        assert sum(tops[x] > 0 and tops[x - 1] == 0 for x in range(1, CELL_PX)) == gift.cost


@PANELS
def test_the_framed_card_is_framed_and_told_in_words(panel: Panel) -> None:
    shown = display(panel)
    plain = shown.picture(scene(gifts=ROW), 0)
    framed = shown.picture(scene(gifts=ROW, framed=1), 0)
    before, after = (sum(map(sum, cell(p, panel, 1))) for p in (plain, framed))
    assert after > before + 255 * 2 * CELL_PX
    assert not shown._texts.missing
    other = display(panel).picture(scene(gifts=ROW, framed=0), 0)
    assert rows(other, panel)[ROW_PX:] != rows(framed, panel)[ROW_PX:]


@pytest.mark.parametrize("kind", ICONS)
def test_each_kind_of_card_has_an_icon_of_its_own_and_all_its_texts(kind: str) -> None:
    assert [len(row) for row in ICONS[kind]] == [SIZE] * SIZE
    assert sum(ICONS[kind] == other for other in ICONS.values()) == 1
    texts = Texts(english())
    assert all(f"card.{kind}.{part}" in texts for part in ("name", "short", "long"))
    assert len(ICONS) == 10


@PANELS
@pytest.mark.parametrize("kind", ICONS)
def test_no_card_needs_more_pages_than_anybody_would_read(panel: Panel, kind: str) -> None:
    said = pages(display(panel), scene(gifts=(Gift(kind, 2),) * 4, framed=0))
    assert len(said) <= {SMALL: 8, BIG: 2, WIDE: 2}[panel]


@PANELS
def test_pages_turn_by_themselves_and_begin_again_with_new_words(panel: Panel) -> None:
    shown = display(
        panel, wait="Would everybody who has not yet taken a die take one now please " * 2
    )
    talk = scene()
    first, turn_ns = shown.picture(talk, 7 * SECOND), shown.next_ns(7 * SECOND)
    assert turn_ns is not None
    assert shown.picture(talk, turn_ns - 1) == first != shown.picture(talk, turn_ns)
    other = dataclasses.replace(talk, notice=text("wait"))
    assert display(panel, wait="x" * 9).picture(other, 0) == display(panel, wait="x" * 9).picture(
        other, 99 * SECOND
    )
    assert shown.next_ns(turn_ns) is not None


def test_a_bar_at_the_edge_says_which_of_the_pages_is_shown() -> None:
    shown = display(wait="Would everybody take one of the dice now please " * 6)
    bars = []
    for picture in pages(shown, scene()):
        lit = [y for y, row in enumerate(rows(picture, WIDE)) if row[-2]]
        assert lit == list(range(lit[0], lit[-1] + 1)), "one piece: a dash and a dot were read as !"
        bars.append((lit[0], lit[-1] + 1))
    assert len(bars) > 1
    assert bars[0][0] == 0
    assert bars[-1][1] == WIDE.height
    assert all(below == above for (_, below), (above, _) in itertools.pairwise(bars))


def test_a_page_stays_the_longer_the_more_there_is_to_read() -> None:
    shown = display(SMALL, wait="a b c d e f g h")
    shown.picture(scene(), 0)
    short_ns = shown.next_ns(0)
    shown = display(SMALL, wait="Everybody whosoever")
    shown.picture(dataclasses.replace(scene(), title=text("wait")), 0)
    long_ns = shown.next_ns(0)
    assert short_ns is not None
    assert long_ns is not None
    assert short_ns < long_ns


def test_without_a_row_the_words_are_as_big_as_they_fit() -> None:
    few, many = display(WIDE, wait="Go"), display(WIDE, wait="Go on and take another die, Ann")
    heights = []
    for shown in (few, many):
        lit = [y for y, row in enumerate(rows(shown.picture(scene(), 0), WIDE)) if any(row)]
        heights.append(lit[-1] - lit[0])
        assert shown.next_ns(0) is None
    assert min(heights) > 40


def test_what_has_to_be_put_right_comes_before_all_else() -> None:
    trouble = dataclasses.replace(scene(gifts=ROW, framed=1), notice=text("wait"))
    calm = dataclasses.replace(scene(), notice=text("wait"))
    assert display().picture(trouble, 0) == display().picture(calm, 0)


def asking(*menus: tuple[int, int], phase: str = "turn") -> Scene:
    """Seats with menus: how many options each has, and which is under the thumb."""
    seats = tuple(
        SeatScene(
            Seat(n),
            n,
            f"seat_{'abcde'[n]}",
            Lamp.BLINK,
            "track",
            3,
            menu=tuple(Choice(text(f"option.{o}"), o == thumb) for o in range(options)),
            question=text("which"),
        )
        for n, (options, thumb) in enumerate(menus)
    )
    return dataclasses.replace(scene(), seats=seats, phase=phase)


def words_of(what: Scene) -> tuple[str, ...]:
    """What is written on the first page."""
    shown = display(
        BIG, wait="Wait", **{"which": "Which one?", "option": {"0": "Red", "1": "Blue"}}
    )
    shown.picture(what, 0)
    assert not shown._texts.missing
    assert shown._leaf is not None
    return shown._leaf.pages[0]


def test_a_menu_is_told_with_its_seat_its_question_and_the_option_under_the_thumb() -> None:
    assert " ".join(words_of(asking((2, 1)))) == "A: Which one? Blue"


def test_of_several_menus_each_is_a_line_and_the_question_is_not_repeated() -> None:
    assert words_of(asking((2, 0), (2, 1))) == ("Wait", "A: Red", "B: Blue")


def test_a_menu_without_a_choice_is_its_question_and_said_once() -> None:
    assert words_of(asking((1, 0), (1, 0))) == ("Wait", "Which one?")


def test_joining_and_playing_on_need_no_menu_on_the_display() -> None:
    everybody = asking((2, 0), (2, 0), phase="lobby")
    assert words_of(everybody) == ("Turn of Ann", "Wait")


def test_a_title_too_long_for_its_corner_is_said_by_its_short_key() -> None:
    titled = dataclasses.replace(scene(gifts=ROW), title=text("long"))
    long = "A title that is far too long for the corner it has"
    cut = display(long=long).picture(titled, 0)
    short = display(long=long, long_short="Brief").picture(titled, 0)
    assert short == display(long="Brief").picture(titled, 0) != cut


@PANELS
def test_what_takes_too_many_pages_is_said_in_fewer_words(panel: Panel) -> None:
    wordy = dataclasses.replace(scene(gifts=ROW), lines=(text("much"),) * 40)
    long = "Would everybody who has not yet taken a die be so kind as to take one of them now"
    shown = display(panel, wait=long, wait_short="Take one", much=long)
    assert len(pages(shown, wordy)) <= 3


@pytest.mark.parametrize("phase", ["lobby", "setup", "roll", "over"])
def test_the_row_gives_way_to_words_while_nobody_looks_at_it(phase: str) -> None:
    nobody = dataclasses.replace(scene(gifts=ROW), phase=phase)
    assert display().picture(nobody, 0) == display().picture(scene(), 0)
    empty = dataclasses.replace(scene(gifts=(None,) * 4))
    assert display().picture(empty, 0) == display().picture(scene(), 0)


def test_an_unknown_card_and_a_missing_text_are_seen_and_hurt_nobody() -> None:
    odd = scene(gifts=(Gift("nothing_known", 3),) * 4, framed=0)
    shown = display()
    assert any(shown.picture(odd, 0))
    assert shown._texts.missing


def test_in_the_lobby_the_line_under_a_thumb_is_shown_once_it_is_walked() -> None:
    texts = Texts(tomllib.loads((config_folder() / "texts" / "en.toml").read_text()))

    def read() -> str:
        assert driver.scene is not None
        shown = Display(BIG, texts)
        shown.picture(driver.scene, 0)
        assert shown._leaf is not None
        return " ".join(line for page in shown._leaf.pages for line in page)

    driver = lobby()
    driver.tap(0)
    assert "A: " not in read()
    driver.tap(0)
    assert read() == "A: My colour: blue"
    walk(driver, 0, "option.lava_land.guard_mode.name")
    assert read() == "A: Guards: asked for"
    driver.tap(1)
    driver.tap(1)
    assert "A: Guards: asked for B: My colour: yellow" in read()


DOING = (
    Doing(text("ov.card.move", pawn="A", n=2), "done"),
    Doing(text("ov.card.boulder"), "now"),
    Doing(text("ov.card.ball", slot=1), "due"),
)


@PANELS
def test_a_cards_actions_stand_above_what_is_asked_with_the_one_in_hand_inverted(
    panel: Panel,
) -> None:
    shown = display(panel, wait="Where?")
    plain = shown.picture(scene([3, 4]), 0)
    doing = DOING[:2] if panel is SMALL else DOING  # there three do not fit: none is shown
    with_row = shown.picture(dataclasses.replace(scene([3, 4]), doing=doing), 0)
    assert with_row != plain
    later = tuple(Doing(one.label, "due") for one in doing)
    none = shown.picture(dataclasses.replace(scene([3, 4]), doing=later), 0)
    assert with_row.count(255) > none.count(255) + 200, "its box is lit all through"


def test_what_is_asked_is_never_cut_into_more_pages_by_a_cards_actions() -> None:
    long = "Everybody who sits at this table looks now at what has become of the own pawns"
    for panel in (SMALL, BIG, WIDE):
        shown = display(panel, wait=long)
        without = len(pages(shown, scene([3, 4])))
        assert len(pages(shown, dataclasses.replace(scene([3, 4]), doing=DOING))) <= without


def test_something_to_put_right_hides_a_cards_actions() -> None:
    noted = dataclasses.replace(scene([3, 4]), notice=text("wait"))
    with_row = dataclasses.replace(noted, doing=DOING)
    assert display().picture(noted, 0) == display().picture(with_row, 0)
