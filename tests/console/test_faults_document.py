"""The faults of a virtual table as a page is told of them."""

from __future__ import annotations

from firmware_host.console.faults_document import faults_document, named

from .fake_feed import FakeFeed, real


def test_each_part_has_a_title_its_faults_and_what_is_wrong_now() -> None:
    feed = FakeFeed()
    feed.world.spoil("dim")
    parts = faults_document(feed.hands)["parts"]
    assert [(one["part"], one["kind"], one["title"], one["now"]) for one in parts] == [
        ("camera", "camera", "Camera", "dim"),
        ("button 0", "button", "Button A", "none"),
        ("button 1", "button", "Button B", "none"),
        ("daemon", "daemon", "The program", "none"),
    ]
    (fault,) = parts[0]["faults"]
    assert fault["title"] == "little light"
    assert not fault["passes"]


def test_a_real_table_has_none() -> None:
    assert faults_document(real(FakeFeed()).hands) == {"type": "faults", "parts": []}


def test_what_has_no_title_yet_has_its_name() -> None:
    assert named("beam 3") == ("beam", "Beam 3")
    assert named("lamp") == ("lamp", "Lamp")
