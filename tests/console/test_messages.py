"""A page's messages are read strictly, and what is wrong with one is named."""

from __future__ import annotations

import json

import pytest

from firmware_host.console.messages import Choose, Junk, Point, Take, parse
from firmware_host.console.socket import Pace
from firmware_host.rules.kernel import Seat

GOOD = {"type": "choose", "seat": "B", "role": "player", "state": 4, "option": 2}


def test_a_command_names_seat_role_and_state() -> None:
    message = parse(json.dumps(GOOD))
    assert message == Choose(role="player", seat="B", state=4, option=2)
    assert message.who == Seat(1)


def test_a_click_names_a_point() -> None:
    words = '{"type":"take","seat":"A","role":"player","state":0,"x":3,"y":4.5}'
    assert parse(words) == Take(role="player", seat="A", state=0, x=3.0, y=4.5)


@pytest.mark.parametrize("spot", ["3,-1", "2.1", "3.0+3.1"])
def test_a_spot_of_the_map_is_named(spot: str) -> None:
    words = {"type": "point", "seat": "A", "role": "player", "state": 7, "spot": spot}
    assert parse(json.dumps(words)) == Point(role="player", seat="A", state=7, spot=spot)


@pytest.mark.parametrize("spot", ["", "a b", "0,0\n", "x" * 25, "<b>", 3])
def test_what_can_be_no_spot_is_refused(spot: object) -> None:
    words = {"type": "point", "seat": "A", "role": "player", "state": 7, "spot": spot}
    with pytest.raises(Junk, match="spot"):
        parse(json.dumps(words))


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("", "not JSON"),
        ("hello", "not JSON"),
        ("[1,2]", "array"),
        ("null", "null"),
        ("{}", "type"),
        ('{"type":"dance"}', "dance"),
        ('{"type":"press","role":"player","state":0}', "`seat`"),
        ('{"type":"press","role":"player","seat":"Z","state":0}', "$.seat"),
        ('{"type":"press","role":"king","seat":"A","state":0}', "$.role"),
        ('{"type":"press","role":"player","seat":"A","state":-1}', "$.state"),
        ('{"type":"press","role":"player","seat":"A","state":"now"}', "$.state"),
        ('{"type":"press","role":"player","seat":"A","state":0,"force":9}', "force"),
        ('{"type":"take","role":"player","seat":"A","state":0,"x":1e999,"y":0}', "$.x"),
        ('{"type":"tell","role":"staff","seat":null,"state":0,"words":""}', "$.words"),
        ("[" * 2000, "array"),
        # Pythons differ in how deep they follow: it is too deep, or it is cut off
        ('{"a":' + "[" * 2000, ("nested", "truncated")),
        ('{"type":"' + "x" * 5000 + '"}', "5011 bytes"),
    ],
)
def test_what_is_wrong_with_a_message_is_named(words: str, names: str | tuple[str, ...]) -> None:
    with pytest.raises(Junk) as junk:
        parse(words)
    assert any(n in str(junk.value) for n in ([names] if isinstance(names, str) else names))


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(Junk, match="not JSON"):
        parse(b'{"type":"\xff\xfe"}')


def test_a_burst_is_read_at_once_and_a_flood_waits() -> None:
    now = [100.0]
    pace = Pace(lambda: now[0], period_s=0.1, burst=3)
    now[0] = 200.0
    assert [pace.wait_s() for _ in range(3)] == [0.0, 0.0, 0.0]
    assert pace.wait_s() == pytest.approx(0.1)
    now[0] += 10
    assert pace.wait_s() == 0.0
