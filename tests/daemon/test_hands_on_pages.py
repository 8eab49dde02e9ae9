"""A hand that the program has dealt is on one page, that of its seat which asks for it (OV-03)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer

from firmware_host.console.app import make_app
from firmware_host.daemon import places
from firmware_host.daemon.people.evenings import Player
from firmware_host.daemon.settings import house
from firmware_host.rules.kernel import Seat
from firmware_host.table.scene import text

TABLES = places.config_folder() / "tables"
A, B = Seat(0), Seat(1)


@contextmanager
def dealt(tmp_path: Path, deck: str = "virtual") -> Iterator[Player]:
    """A table at which a match has begun, and cards are in hands."""
    text = (TABLES / "autoplay.toml").read_text()
    box = tmp_path / "box.toml"
    shipped = (places.config_folder() / "games" / "oh_no_volcano.toml").read_text()
    box.write_text(shipped.replace('deck = "physical"', f'deck = "{deck}"'))
    file = tmp_path / "table.toml"
    text = text.replace('[camera]\nport = "mock"', '[camera]\nport = "none"')
    file.write_text(text.replace('game = "lava_land"', f'game = "oh_no_volcano"\nbox = "{box}"'))
    player = Player(house.read(file), tmp_path, "dealt", 2, "heuristic")
    try:
        player._table.open(player._heard)
        match = None
        while match is None or getattr(match.pending, "topic", "") != "play":
            player._step()
            match = player._match()
        yield player
    finally:
        player.close()


def test_a_hand_is_named_to_the_page_that_asked_for_it_and_to_no_other(tmp_path: Path) -> None:
    with dealt(tmp_path) as player:
        feed = player._table.feed
        one, two = object(), object()
        for page in (None, one, two):
            hand = feed.snapshot(A, page).hand
            assert hand is not None
            assert (hand.shown, hand.cards) == (False, ())
        assert feed.claim(A, one).ok
        hand = feed.snapshot(A, one).hand
        assert hand is not None
        assert len(hand.cards) == 3
        assert feed.claim(A, two).code == "shown"
        for seat, page in ((A, two), (A, None), (B, one), (B, two)):
            other = feed.snapshot(seat, page).hand
            assert other is not None
            assert other.cards == ()
        assert feed.snapshot().hand is None
        feed.release(one)
        assert feed.claim(A, two).ok


def test_a_card_on_the_page_knows_the_line_that_plays_it(tmp_path: Path) -> None:
    """OV-05: what the owner clicks is what its menu has under that number."""
    with dealt(tmp_path) as player:
        feed, match = player._table.feed, player._match()
        assert match is not None
        seat, page = Seat(match.state.turn.seat), object()
        assert feed.snapshot(seat, page).hand is not None
        assert feed.claim(seat, page).ok
        hand = feed.snapshot(seat, page).hand
        assert hand is not None
        scene = feed.snapshot().scene
        assert scene is not None
        labels = [choice.label for choice in scene.seats[seat].menu]
        assert [labels[line] for line in hand.lines if line is not None] == [
            text("menu.hidden", n=n) for n in (1, 2, 3)
        ]


def test_with_cards_of_ones_own_no_page_is_offered_any(tmp_path: Path) -> None:
    with dealt(tmp_path, "physical") as player:
        page = object()
        assert player._table.feed.claim(A, page).ok
        hand = player._table.feed.snapshot(A, page).hand
        assert hand is None or hand.cards == ()


async def told(socket: Any, until: str) -> list[dict[str, Any]]:
    """Everything that a page is told, until and with a document of that type."""
    found: list[dict[str, Any]] = []
    while not found or found[-1]["type"] != until:
        found.append(await asyncio.wait_for(socket.receive_json(), 10))
    return found


def said(kind: str, seat: str, **more: Any) -> str:
    return json.dumps({"type": kind, "role": "player", "seat": seat, "state": 0, **more})


@pytest.mark.timeout(60)
def test_over_the_socket_only_the_asking_page_hears_of_its_cards(tmp_path: Path) -> None:
    async def walk(player: Player) -> None:
        feed = player._table.feed
        async with TestClient(TestServer(make_app(feed))) as client:
            async with client.ws_connect("/socket") as mine, client.ws_connect("/socket") as other:
                for socket in (mine, other):
                    await told(socket, "pictures")
                    await socket.send_str(said("watch", "A"))
                    hand = (await told(socket, "hand"))[-1]
                    assert hand == {
                        "type": "hand",
                        "seat": "A",
                        "shown": False,
                        "cards": [],
                        "lines": [],
                    }
                await mine.send_str(said("cards", "A", shown=True))
                hand = (await told(mine, "hand"))[-1]
                assert len(hand["cards"]) == 3
                await other.send_str(said("cards", "A", shown=True))
                refused = (await told(other, "refused"))[-1]
                assert refused["code"] == "shown"
                await mine.send_str(said("watch", "B"))
                gone = (await told(mine, "hand"))[-1]
                assert gone == {
                    "type": "hand",
                    "seat": "B",
                    "shown": False,
                    "cards": [],
                    "lines": [],
                }
                await other.send_str(said("cards", "A", shown=True))
                assert len((await told(other, "hand"))[-1]["cards"]) == 3
            state = await (await client.get("/state.json")).text()
            assert "hand" not in json.loads(state)

    with dealt(tmp_path) as player:
        asyncio.run(walk(player))
