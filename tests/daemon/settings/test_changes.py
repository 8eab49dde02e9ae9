"""Of each key of a table's file it is known when another value of it is taken up."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from msgspec import convert, structs
from msgspec.json import encode

from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import anew, changes, house
from firmware_host.daemon.settings.changes import Change, When
from firmware_host.daemon.settings.config import TableConfig

TABLES = sorted((config_folder() / "tables").glob("*.toml"))
FULL: dict[str, Any] = tomllib.loads(
    (config_folder() / "tables" / "pi4-two-strips.toml").read_text()
)
FULL["segments"] = [{"strip": 1, "first": 0, "last": 9}]
OTHERS: dict[type, Any] = {
    bool: lambda v: not v,
    int: lambda v: v + 1,
    float: lambda v: v / 2 + 0.1,
}
SPELLED = {  # where another value cannot be guessed
    "pi.model": "5",
    "buttons.port": "none",
    "buttons.pins": "rpigpio",
    "buttons.lamps": "transistor",
    "strip.port": "none",
    "strip.chip": "apa102",
    "strip.order": "bgr",
    "strip.supply": "usb",
    "strip.baud": 115200,
    "strip.start_baud": 230400,
    "strips.port": "/dev/ttyACM9",
    "strips.chip": "apa102",
    "strips.order": "bgr",
    "strips.supply": "usb",
    "strips.baud": 115200,
    "strips.start_baud": 230400,
    "oled.port": "none",
    "oled.driver": "sh1106",
    "oled.size": "256x64",
    "camera.port": "none",
    "quiet.begins": "01:00",
    "quiet.ends": "02:00",
    "segments.strip": 2,
}


def full() -> TableConfig:
    return convert(FULL, TableConfig)


def otherwise(path: str) -> tuple[TableConfig, str]:
    """A table in which that key alone says something else, and the path of its first place."""
    told = json.loads(encode(full()))
    *parts, key = path.split(".")
    part, where = told, path
    for name in parts:
        part = part[name]
        if isinstance(part, list):
            part, where = part[0], where.replace(name, f"{name}[0]", 1)
    was = part[key]
    if path in SPELLED:
        part[key] = SPELLED[path]
    elif isinstance(was, list):
        part[key] = [*was, "x" if path.endswith(("names", "config_txt")) else 1]
    else:
        part[key] = OTHERS.get(type(was), lambda v: f"{v}x")(was)
    return convert(told, TableConfig), where


@pytest.mark.parametrize("path", changes.classes())
def test_a_change_of_any_key_is_found_and_taken_up_or_left_by_its_class(path: str) -> None:
    new, where = otherwise(path)
    (change,) = changes.between(full(), new)
    when = changes.classes()[path]
    assert (change.path, change.when) == (where, when)
    kept = changes.merged(full(), new, lambda one: one.when is not When.RESTART)
    assert kept == (full() if when is When.RESTART else new)


def test_what_is_wired_needs_a_restart_and_what_people_set_does_not() -> None:
    """The classes themselves: a key that is put into another one is meant to be."""
    found = changes.classes()
    by = {when: {path for path in found if found[path] is when} for when in When}
    assert by[When.MATCH] == {
        *("game", "box", "seats.side_deg"),
        *(f"camera.{key}" for key in ("profile", "pips", "fps", "learn")),
        *(f"patience.{key}" for key in ("claim_ms", "settle_ms", "ask_ms")),
    }
    pins_and_ports = re.compile(r"(port|pins|button|lamp|chip|driver|bus|address|baud|host)$")
    assert {path for path in found if pins_and_ports.search(path)} <= by[When.RESTART]
    people = ("name", "texts", "theme", "strip.brightness", "strip.milliamps", "quiet.begins")
    assert {*people, "patience.go_ms", "buttons.hold_ms", "idle.away_min"} <= by[When.LIVE]


def test_the_page_of_keys_says_of_each_when_it_changes() -> None:
    page = (config_folder().parent / "docs" / "configuration.md").read_text()
    tables = page.split("\n## The box of")[0]
    rows = dict(re.findall(r"^\| `([\w.]+)` \| .*? \| (\w+) \|", tables, re.MULTILINE))
    words = {When.LIVE: "now", When.MATCH: "match", When.RESTART: "restart"}
    assert rows == {path: words[when] for path, when in changes.classes().items()}


@pytest.mark.parametrize("file", TABLES, ids=lambda f: f.stem)
def test_a_file_that_says_the_same_changes_nothing(file: Path) -> None:
    one, again = house.read(file), house.read(file)
    plan = anew.planned(one, again)
    assert plan.changes == ()
    assert plan.files.table == one.table
    assert plan.files.theme == one.theme


def test_another_number_of_seats_waits_with_all_of_them() -> None:
    old, new = full(), structs.replace(full(), seats=full().seats[:-1])
    assert changes.between(old, new) == (
        Change("seats", When.RESTART, f"{len(old.seats)} parts", f"{len(new.seats)} parts"),
    )
    assert changes.merged(old, new, lambda one: one.when is not When.RESTART) == old


def copied(folder: Path, *edits: tuple[str, str]) -> house.Files:
    """The virtual table, with its file edited."""
    text = (config_folder() / "tables" / "demo.toml").read_text()
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    (folder / "table.toml").write_text(text)
    return house.read(folder / "table.toml")


def test_what_fits_only_other_wiring_waits_for_it(tmp_path: Path) -> None:
    """More LEDs for each place are there only when the longer strip is."""
    running = copied(tmp_path)
    own = [(str([n, n + 1, n + 2]), str([n + 140, n + 141, n + 142])) for n in range(132, 146, 3)]
    quiet = '[quiet]\nbegins = "23:00"\nends = "07:00"\n[strip]\n'
    longer, wider = ("leds = 150", "leds = 300"), ("per_place = 6", "per_place = 12")
    read = copied(tmp_path, longer, wider, *own, ("[strip]\n", quiet))
    plan = anew.planned(running, read)
    assert {one.path: one.when for one in plan.changes} == {
        "strip.leds": When.RESTART,
        "strip.per_place": When.RESTART,
        **{f"seats[{i}].leds": When.RESTART for i in range(5)},
        "quiet.begins": When.LIVE,
        "quiet.ends": When.LIVE,
    }
    assert plan.files.table.strip == running.table.strip
    assert plan.files.table.quiet == read.table.quiet
