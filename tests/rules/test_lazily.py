"""A catalogue knows its names at once and makes an entry at its first use."""

from __future__ import annotations

import pytest

from firmware_host.rules.lazily import Lazily


def test_an_entry_is_made_once_and_only_when_it_is_asked_for() -> None:
    made: list[str] = []

    def one() -> str:
        made.append("one")
        return "1"

    shelf = Lazily({"one": one, "two": lambda: "2"})
    assert list(shelf) == ["one", "two"]
    assert "one" in shelf
    assert "three" not in shelf
    assert shelf.get("three") is None
    assert not made
    assert shelf["one"] + shelf["one"] == "11"
    assert made == ["one"]
    with pytest.raises(KeyError):
        shelf["three"]


def test_entries_come_and_go() -> None:
    shelf = Lazily({"one": lambda: "1"})
    shelf["two"] = "2"
    assert dict(shelf) == {"one": "1", "two": "2"}
    assert shelf.pop("one") == "1"
    assert len(shelf) == 1
    with pytest.raises(KeyError):
        del shelf["one"]
