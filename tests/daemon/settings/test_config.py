"""A faulty configuration says where, what is wrong and what to write: all of it at once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firmware_host.daemon.errors import ConfigError
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import config_read
from firmware_host.daemon.settings.toml_lines import line_of
from firmware_host.daemon.verbs.check_config import main
from firmware_host.vision import BadProfile
from firmware_host.vision.kinds import load

SEAT = """
[[seats]]
name = "{name}"
button = {button}
lamp = {lamp}
side_deg = {side}
"""
TABLE = """name = "T"
game = "lava_land"
box = "box.toml"
texts = "words.toml"
theme = "tints.toml"

[buttons]
port = "mock"

[strip]
port = "mock"
leds = 150
per_place = 6

[oled]
port = "mock"

[camera]
port = "mock"
profile = "taught"
"""
BOX = (config_folder() / "games" / "lava_land.toml").read_text()
PROFILE = "".join(f'[[colours]]\nname = "{colour}"\n' for colour in "YRB")


SHIPPED = (config_folder() / "tables" / "demo.toml").read_text()


def seats(count: int) -> str:
    return "".join(
        SEAT.format(name=f"S{i}", button=4 + i, lamp=16 + i, side=60 * i) for i in range(count)
    )


GOOD = TABLE + seats(4)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "box.toml").write_text(BOX)
    (tmp_path / "words.toml").write_text("")
    (tmp_path / "tints.toml").write_text("")
    (tmp_path / "taught").mkdir()
    (tmp_path / "taught" / "profile.toml").write_text(PROFILE)
    return tmp_path


def told(folder: Path, text: str) -> list[str]:
    """What is said of this table, without the name of its folder."""
    file = folder / "table.toml"
    file.write_text(text)
    try:
        config_read.load(file)
    except ConfigError as wrong:
        return str(wrong).replace(f"{folder}/", "").splitlines()
    return []


def line(text: str, part: str) -> int:
    """The line of *part* in *text*."""
    return text[: text.index(part)].count("\n") + 1


def test_a_good_table_is_read_with_the_files_it_names(folder: Path) -> None:
    file = folder / "table.toml"
    file.write_text(GOOD)
    loaded = config_read.load(file)
    assert [seat.name for seat in loaded.table.seats] == ["S0", "S1", "S2", "S3"]
    assert loaded.table.patience.claim_ms == 1500
    assert loaded.table.buttons.debounce_ms == 5
    assert loaded.table.virtual
    assert (loaded.box, loaded.profile) == (folder / "box.toml", folder / "taught")


CASES = {
    "an unknown key": (
        'port = "mock"\nleds',
        'port = "mock"\nlenght = 3\nleds',
        "strip.lenght",
        "there is no key 'lenght'. Write one of port, chip, leds",
    ),
    "a misspelled key": (
        "per_place = 6",
        "per_plaze = 6",
        "strip.per_plaze",
        "there is no key 'per_plaze'. Write per_place instead",
    ),
    "a missing key": (
        "leds = 150\n",
        "",
        "strip.leds",
        "this key is missing. Write a number of LEDs from 1 to 2000",
    ),
    "a missing part": ('[oled]\nport = "mock"', "", "oled", "Write [oled] and its keys"),
    "a wrong type": (
        "leds = 150",
        'leds = "many"',
        "strip.leds",
        '"many" cannot be used here. Write a number of LEDs from 1 to 2000',
    ),
    "two people on one side": (
        "side_deg = 60",
        "side_deg = 5",
        "seats[1].side_deg",
        "5 degrees is where seats[0] sits: two hands from one side cannot be told apart. Write "
        "the angle at which it sits, 15 degrees or more from the others",
    ),
    "two people on one side, past north": (
        "side_deg = 180",
        "side_deg = 350",
        "seats[3].side_deg",
        "350 degrees is where seats[0] sits",
    ),
    "a value out of bounds": (
        "button = 5",
        "button = 40",
        "seats[1].button",
        "40 cannot be used here. Write a GPIO number (BCM) from 0 to 27",
    ),
    "a port nobody knows": (
        '[strip]\nport = "mock"',
        '[strip]\nport = "COM3"',
        "strip.port",
        '"COM3" cannot be used here. Write "mock", "none", a serial port',
    ),
    "two devices on one pin": (
        "button = 5",
        "button = 16",
        "seats[1].button",
        "GPIO 16 (pin 36) is seats[0].lamp already. Write a free pin: 2, 3, 5, 8",
    ),
    "a pin of the bus the display uses": (
        '[oled]\nport = "mock"',
        '[oled]\nport = "spi"\nbus = 0',
        "seats[3].button",
        "GPIO 7 (pin 26) belongs to SPI, which the OLED uses. Write a free pin: 2, 3, 12",
    ),
    "a strip shorter than the track": (
        "leds = 150",
        "leds = 131",
        "strip.leds",
        "131 LEDs are too few: 22 places of 6 from LED 0 on need 132. Write 132 or more",
    ),
    "a seat's LED beyond the strip": (
        "lamp = 17\n",
        "lamp = 17\nleds = [149, 150]\n",
        "seats[1].leds",
        "not on the strip, which has 150 LEDs, counted from 0. Write numbers from 0 to 149",
    ),
    "a seat's LED that is the track's": (
        "lamp = 17\n",
        "lamp = 17\nleds = [131, 140]\n",
        "seats[1].leds",
        "LED 131 is the track's already. Write LEDs that are this seat's alone",
    ),
    "a size its display's chip does not have": (
        '[oled]\nport = "mock"',
        '[oled]\nport = "mock"\nsize = "256x64"',
        "oled.size",
        'an ssd1306 is no display of 256x64. Write "128x64"',
    ),
    "a text where parts should be": (
        '[oled]\nport = "mock"',
        '[oled]\nport = [{a = 1}, "b"]',
        "oled.port",
        '[{a = 1}, "b"] cannot be used here. Write "mock", "none"',
    ),
    "a profile left out": (
        'profile = "taught"',
        'profile = ""',
        "camera.profile",
        'this key is missing. Write one of those shipped ("lava_land", "lost_island")',
    ),
    "a folder that is no profile": (
        'profile = "taught"',
        'profile = "."',
        "camera.profile",
        "is no profile: its profile.toml cannot be read: no such file",
    ),
    "a folder for a journal": (
        'name = "T"',
        'name = "T"\njournal = "."',
        "journal",
        "is a folder. Write the name of a file",
    ),
    "a supply that the dark strip uses up": (
        "leds = 150",
        "leds = 150\nmilliamps = 150",
        "strip.milliamps",
        "150 LEDs draw 150 mA when dark, so nothing is left for light. Write what the supply",
    ),
    "a game nobody knows": (
        'game = "lava_land"',
        'game = "lava_lamp"',
        "game",
        '"lava_lamp" is no game of this program. Write "lava_land"',
    ),
    "two seats of one name": ('"S2"', '"S1"', "seats[2].name", '"S1" is the name of seats[1]'),
    "no profile": (
        'profile = "taught"',
        'profile = "taugth"',
        "camera.profile",
        "taugth. Write one of those shipped",
    ),
    "no such game file": ('"box.toml"', '"bocks.toml"', "box", "bocks.toml. Write one of those"),
    "no such folder of pictures": (
        '[camera]\nport = "mock"',
        '[camera]\nport = "folder:shots"',
        "camera.port",
        'there is no folder shots. Write "folder:" and its path',
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_fault_is_told_with_its_line_and_what_to_write(case: str, folder: Path) -> None:
    old, new, key, says = CASES[case]
    assert GOOD.count(old) >= 1
    text = GOOD.replace(old, new, 1)
    (fault,) = told(folder, text)
    where, _, words = fault.partition(f": {key}: ")
    assert where == f"table.toml:{line_of(text, key)}"
    assert says in words


@pytest.mark.parametrize("count", [2, 6])
def test_two_or_six_seats_are_refused(count: int, folder: Path) -> None:
    (fault,) = told(folder, TABLE + seats(count))
    assert f"seats: {count} seats, but lava_land is for 3 to 5 players" in fault
    assert fault.startswith(f"table.toml:{line(TABLE + seats(count), '[[seats]]')}:")


def test_three_hundred_seats_are_refused_in_one_line(folder: Path) -> None:
    (fault,) = told(folder, TABLE + 300 * seats(1))
    assert "seats: 300 seats, but lava_land is for 3 to 5 players" in fault


def test_dice_of_a_colour_the_profile_was_not_taught_are_refused(folder: Path) -> None:
    untaught = PROFILE.replace('[[colours]]\nname = "B"\n', "")
    (folder / "taught" / "profile.toml").write_text(untaught)
    (fault,) = told(folder, GOOD)
    assert "camera.profile: taught was not taught blue dice, only R, Y" in fault


def test_a_profile_of_pips_is_for_dice_with_pips_of_any_colour(folder: Path) -> None:
    (folder / "taught" / "profile.toml").write_text('kind = "pips"\n')
    (fault,) = told(folder, GOOD)
    assert "camera.profile: taught reads the pips of ordinary dice, which these are not" in fault
    box = re.sub(r"^(yellow|red|blue) = .*", r'\1 = ["1", 6]', BOX, flags=re.MULTILINE)
    (folder / "box.toml").write_text(box)
    assert told(folder, GOOD) == []


def test_a_profile_of_pips_in_any_picture_is_told_by_the_verb_to_want_calibrating(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = folder / "table.toml"
    table.write_text(SHIPPED.replace('profile = "lava_land"', 'profile = "taught"'))
    (folder / "taught" / "profile.toml").write_text('kind = "pips"\n')
    assert main([str(table)]) == 78
    assert "camera.profile: taught reads the pips" in capsys.readouterr().err
    with pytest.raises(BadProfile, match="dice calibrate --profile lost_island"):
        load(folder / "taught")


def test_all_faults_are_told_at_once(folder: Path) -> None:
    text = GOOD.replace("per_place = 6", "per_plaze = 6").replace("button = 5", "button = 16")
    text = text.replace("leds = 150", "leds = 0").replace('name = "T"', "name = 3\nhouse = 4")
    keys = [fault.split(": ")[1] for fault in told(folder, text)]
    assert sorted(keys) == sorted(
        ["house", "name", "seats[1].button", "strip.leds", "strip.per_plaze"]
    )
    text = GOOD.replace("button = 5", "button = 16").replace("leds = 150", "leds = 9\nled = 1")
    keys = [fault.split(": ")[1] for fault in told(folder, text)]
    assert sorted(keys) == ["seats[1].button", "strip.led", "strip.leds"]


def test_a_file_that_is_no_toml_is_told_with_its_line(folder: Path) -> None:
    (fault,) = told(folder, GOOD.replace("leds = 150", "leds = "))
    assert fault.startswith(f"table.toml:{line(GOOD, 'leds = 150')}: this is no TOML: ")


def test_two_seats_with_one_led_are_refused(folder: Path) -> None:
    text = GOOD.replace("lamp = 17\n", "lamp = 17\nleds = [140]\n")
    (fault,) = told(folder, text.replace("lamp = 18\n", "lamp = 18\nleds = [139, 140]\n"))
    assert ": seats[2].leds: LED 140 is seats[1].leds already" in fault


@pytest.mark.parametrize("what", ["5", "{a = 1}", "[1]"])
def test_seats_that_are_no_parts_are_told_how_to_be_written(what: str, folder: Path) -> None:
    (fault,) = told(folder, f"seats = {what}\n{TABLE}")
    assert fault.startswith("table.toml:1: seats")
    assert "Write [[seats]] " in fault


@pytest.mark.parametrize("name", ["a" * 300, "a\\u0000b"], ids=["too_long", "nul"])
def test_a_name_that_no_file_can_have_is_told_like_one_that_is_not_there(
    name: str, folder: Path
) -> None:
    keys = {"box.toml": "box", "words.toml": "texts", "taught": "camera.profile"}
    for good, key in keys.items():
        text = GOOD.replace(f'"{good}"', f'"{name}"')
        assert any(f": {key}: there is no " in fault for fault in told(folder, text)), key


def test_the_verb_says_ok_for_each_good_file_and_78_for_a_bad_one(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = folder / "good.toml", folder / "bad.toml"
    good.write_text(SHIPPED)
    bad.write_text(GOOD.replace('name = "T"', ""))
    assert main([str(good), str(bad), str(folder / "none.toml")]) == 78
    said = capsys.readouterr()
    assert said.out == f"{good}: ok\n"
    assert f"{bad}:1: name: this key is missing. Write a name of 1 to 40 letters" in said.err
    assert f"{folder}/none.toml: cannot be read: no such file or directory" in said.err
    assert main([str(good)]) == 0


def test_a_shipped_table_may_be_called_by_its_name_but_a_file_of_that_name_goes_first(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    assert main(["demo"]) == 0
    assert capsys.readouterr().out.endswith("tables/demo.toml: ok\n")
    (folder / "demo").write_text("junk")
    assert main(["demo"]) == 78
    assert capsys.readouterr().err.startswith("demo:1: this is no TOML")


@pytest.mark.parametrize(
    ("key", "text", "says"),
    [
        ("box", "game = [", "bad.toml:1: this is no TOML"),
        ("box", 'game = "lava_land"\n[trakc]\n', "bad.toml:2: trakc: is not known"),
        ("box", 'game = "chess"', "bad.toml:1: game: 'chess' is no game of this table"),
        ("texts", "hello = 1", "bad.toml:1: hello: 1 is no text"),
        ("theme", "tints = 1", "bad.toml:1: tints"),
    ],
)
def test_a_table_is_as_good_as_the_files_it_names(
    key: str, text: str, says: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "bad.toml").write_text(text)
    table = folder / "table.toml"
    table.write_text(f'{key} = "bad.toml"\n{SHIPPED}'.replace("leds = 150", "leds = 145"))
    assert main([str(table)]) == 78
    said = capsys.readouterr().err
    assert f"{folder}/{says}" in said
    assert "seats[4].leds: LEDs 145, 146 are not on the strip" in said  # its own faults as well


def test_a_profile_that_was_cut_off_is_told_by_the_verb(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shipped = (config_folder() / "dice" / "lava_land" / "profile.toml").read_text()
    (folder / "taught" / "profile.toml").write_text(shipped)
    (folder / "taught" / "points.json").write_text('{"origin": [1, 2')
    table = folder / "table.toml"
    table.write_text(SHIPPED.replace('profile = "lava_land"', 'profile = "taught"'))
    assert main([str(table)]) == 78
    assert f"camera.profile: {folder}/taught/points.json: not readable: " in capsys.readouterr().err


def test_the_shipped_example_names_every_key() -> None:
    """A key that is not told of there is told of nowhere."""
    from firmware_host.daemon.settings import config

    text = (config_folder() / "tables" / "pi4-wled.toml").read_text().replace("\n# ", "\n")
    for kind in vars(config).values():
        if isinstance(kind, type) and kind.__name__.endswith(("Section", "TableConfig")):
            for key in kind.__struct_fields__:  # type: ignore[attr-defined]
                assert f"\n{key} =" in text or f"\n[{key}]" in text or f"[[{key}]]" in text, key
