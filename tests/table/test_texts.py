"""Texts: keys become words, and what is lacking is seen."""

from __future__ import annotations

import pytest

from firmware_host.table.scene import text
from firmware_host.table.texts import TextFault, Texts

LINES = {"wait": "Waiting for {who}", "seat": {"a": "Ann"}, "won": {"by": "{who}: {n} treasures"}}


def test_values_fill_the_braces_and_may_be_texts_themselves() -> None:
    texts = Texts(LINES)
    assert texts.say(text("won.by", who=text("seat.a"), n=3)) == "Ann: 3 treasures"
    assert texts.say(text("wait", who="Bob")) == "Waiting for Bob"
    assert not texts.missing


def test_a_missing_line_or_value_shows_its_key_and_is_counted() -> None:
    texts = Texts(LINES)
    assert texts.say(text("wait", who=text("seat.b"))) == "Waiting for [seat.b]"
    assert texts.say(text("wait")) == "[wait]"
    assert texts.say(text("seat.b")) == "[seat.b]"
    assert texts.missing == {"seat.b": 2, "wait": 1}
    assert "seat.a" in texts
    assert "seat.b" not in texts


def test_braces_nobody_can_fill_are_seen_too() -> None:
    odd = Texts({"a": "{0}", "b": "{", "c": "{who.name}"})
    assert [odd.say(text(k, who="x")) for k in "abc"] == ["[a]", "[b]", "[c]"]


def test_what_is_no_text_is_refused_with_its_key() -> None:
    with pytest.raises(TextFault, match=r"seat\.a: 3 is no text; write it in quotes"):
        Texts({"seat": {"a": 3}})
