"""A page is told what the scene shows, in words, and nothing else."""

from __future__ import annotations

import json
from dataclasses import replace

from firmware_host.console.document import (
    furniture_document,
    pixels_document,
    scene_document,
)
from firmware_host.console.feed import DeviceState, Snapshot, Told
from firmware_host.rules.kernel import Seat
from firmware_host.table.scene import Choice, Text, text

from .fake_feed import FURNITURE, FakeFeed, Looker

TRUTH = {3: ("hand 1", "Rb"), 1: ("hand 1", "Yt"), 2: ("crater", "Bf"), 4: ("outside", "Bl")}


def shout(line: Text) -> str:
    return line.key.upper()


def snapshot(phase: str = "turn") -> Snapshot:
    return FakeFeed(phase=phase).snapshot()


def test_a_scene_becomes_what_json_has() -> None:
    document = scene_document(snapshot(), shout, TRUTH, FURNITURE)
    assert json.loads(json.dumps(document)) == document


def test_lines_come_in_the_table_s_language() -> None:
    scene = scene_document(snapshot(), shout, {}, FURNITURE)["scene"]
    assert scene["waiting"] == "A CHOOSES A TRICK"
    assert scene["seats"][0]["menu"][0] == {"label": "C LOSES 1 BANANA", "under_thumb": True}
    assert scene["seats"][0]["question"] == "YOUR TRICK: WHAT HAPPENS?"
    assert scene["gifts"][1]["does"] == "CARD.GUARD_STEP.LONG"


def menu_of(*labels: Text) -> list[dict[str, object]]:
    shot = snapshot()
    scene = shot.scene
    assert scene is not None
    seat = replace(scene.seats[0], menu=tuple(Choice(label) for label in labels))
    shown = replace(shot, scene=replace(scene, seats=(seat, *scene.seats[1:])))
    document = scene_document(shown, shout, {}, FURNITURE)
    menu: list[dict[str, object]] = document["scene"]["seats"][0]["menu"]
    return menu


def test_a_line_that_takes_a_card_tells_which_and_what_it_does() -> None:
    card, other = menu_of(text("do.slot", slot=2), text("do.slot", slot=9))
    assert card["label"] == "2 CARD.GUARD_STEP.NAME"
    assert card["does"] == "CARD.GUARD_STEP.LONG"
    assert other["label"] == "DO.SLOT"


def test_a_line_that_uses_a_card_tells_what_it_does() -> None:
    name = text("card.as_red.name")
    plain, on_a_die = menu_of(name, text("menu.path", first=name, then=text("do.on", face="Yb")))
    assert plain["does"] == on_a_die["does"] == "CARD.AS_RED.LONG"


def test_seats_are_spelled_with_letters() -> None:
    scene = scene_document(snapshot(), shout, {}, FURNITURE)["scene"]
    assert scene["waiting_for"] == ["A"]
    assert scene["places"][5]["thumb"] == "A"
    assert [seat["seat"] for seat in scene["seats"]] == ["A", "B", "C", "D"]


def test_each_seat_has_the_dice_that_lie_before_its_button() -> None:
    hands = scene_document(snapshot(), shout, TRUTH, FURNITURE)["hands"]
    assert hands["1"] == [{"die": 1, "face": "Yt"}, {"die": 3, "face": "Rb"}]
    assert hands["0"] == []


def test_a_page_knows_whether_there_is_anything_to_throw() -> None:
    document = scene_document(snapshot(), shout, TRUTH, FURNITURE)
    assert document["lying"] == {"crater": 1, "outside": 1, "hand": 2}


def test_before_the_first_scene_there_is_none() -> None:
    empty = replace(snapshot(), scene=None)
    assert scene_document(empty, shout, {}, FURNITURE)["scene"] is None


def test_what_happened_and_what_is_broken_is_told() -> None:
    shown = replace(
        snapshot(),
        told=(Told(7, Seat(1), text("takes")),),
        devices=(DeviceState("strip", False, "unplugged"),),
    )
    document = scene_document(shown, shout, {}, FURNITURE)
    assert document["told"] == [{"number": 7, "seat": "B", "says": "TAKES"}]
    assert document["devices"] == [{"name": "strip", "ok": False, "says": "unplugged"}]


def test_the_strip_is_told_pixel_for_pixel() -> None:
    shown = replace(snapshot(), pixels=bytes((255, 0, 16, 1, 2, 3)))
    assert pixels_document(shown)["pixels"] == "ff0010010203"


def test_the_furniture_says_where_everyone_sits() -> None:
    document = furniture_document(FURNITURE, 12, Looker(staff=True))
    assert document["now_ms"] == 12
    assert document["seats"][2] == {"seat": "C", "name": "S", "button": 2, "side_deg": 180.0}


def test_house_rules_are_told_in_words() -> None:
    shot = snapshot()
    assert shot.scene is not None
    shown = replace(shot, scene=replace(shot.scene, rules=(text("a.rule"),)))
    assert scene_document(shown, shout, {}, FURNITURE)["scene"]["rules"] == ["A.RULE"]
