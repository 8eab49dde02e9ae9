"""The page's certificate: what cannot be used is told at the start, with its key and line."""

from __future__ import annotations

import asyncio
import os
import ssl
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from shutil import copy
from typing import Any

import aiohttp
import pytest

from firmware_host.console.app import listen
from firmware_host.console.door import Door, seal
from firmware_host.console.entry import Doors
from firmware_host.daemon.errors import EXIT, ConfigError
from firmware_host.daemon.places import config_folder
from firmware_host.daemon.settings import house, tls
from firmware_host.daemon.upkeep.certificate import LOOK_NS, Certificate
from firmware_host.daemon.verbs.check_config import main
from tests.console.fake_feed import FakeFeed, real
from tests.daemon.standing_table import StandingTable

PAIRS = Path(__file__).parent / "pairs"
DEMO = (config_folder() / "tables" / "demo.toml").read_text()
GOOD = tls.Pair(PAIRS / "good.pem", PAIRS / "good.key")


def table(folder: Path, certificate: str, key: str) -> Path:
    file = folder / "table.toml"
    lines = [f'tls_certificate = "{certificate}"'] * bool(certificate)
    lines += [f'tls_key = "{key}"'] * bool(key)
    file.write_text("\n".join([DEMO, "[console]", *lines, ""]))
    return file


def told(file: Path) -> str:
    with pytest.raises(ConfigError) as wrong:
        house.read(file)
    return str(wrong.value)


def test_a_good_pair_is_taken_beside_the_file_or_by_its_whole_path(tmp_path: Path) -> None:
    for name in ("good.pem", "good.key"):
        copy(PAIRS / name, tmp_path)
    for folder in ("", f"{PAIRS}/"):
        files = house.read(table(tmp_path, f"{folder}good.pem", f"{folder}good.key"))
        pair = tls.pair_of(files.loaded)
        assert pair is not None
        assert tls.looked(pair, tls.context(pair)).says == ""
    assert tls.pair_of(house.read(table(tmp_path, "", "")).loaded) is None


@pytest.mark.parametrize(
    ("certificate", "key", "where", "says"),
    [
        ("nothing.pem", "good.key", "tls_certificate", "cannot be read"),
        ("good.pem", "nothing.key", "tls_key", "cannot be read"),
        ("good.pem", "", "tls_key", "a certificate has a key"),
        ("", "good.key", "tls_certificate", "a key has a certificate"),
        ("good.pem", "other.key", "tls_key", "is not the key of"),
        ("good.key", "good.key", "tls_certificate", "is no certificate"),
        ("good.pem", "good.pem", "tls_key", "is no key that can be used"),
        ("good.pem", "locked.key", "tls_key", "without a password"),
        ("README.md", "good.key", "tls_certificate", "is no certificate"),
        ("good.pem", "README.md", "tls_key", "is no key"),
        (".", "good.key", "tls_certificate", "cannot be read"),
    ],
)
def test_what_cannot_be_used_is_told_with_its_line(
    certificate: str, key: str, where: str, says: str, tmp_path: Path
) -> None:
    names = [f"{PAIRS / name}" if name else "" for name in (certificate, key)]
    file = table(tmp_path, *names)
    words = told(file)
    assert f"console.{where}" in words
    assert says in words
    assert f"{file}:" in words


def test_one_that_nobody_may_read_is_told(tmp_path: Path) -> None:
    copy(PAIRS / "good.pem", tmp_path)
    hidden = tmp_path / "hidden.key"
    copy(PAIRS / "good.key", hidden)
    hidden.chmod(0)
    try:
        hidden.read_bytes()
    except PermissionError:
        assert "permission denied" in told(table(tmp_path, "good.pem", "hidden.key"))
    else:
        pytest.skip("root may read everything")


@pytest.mark.parametrize("piped", ["certificate", "key"])
def test_a_pipe_is_refused_and_not_waited_for(piped: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pem")
    pair = replace(GOOD, **{piped: tmp_path / "pipe.pem"})
    with pytest.raises(tls.BadPair, match=f"tls_{piped}: .*pipe.pem cannot be read: it is a pipe"):
        tls.context(pair)


@pytest.mark.parametrize(("name", "says"), [("over", "has expired"), ("early", "is not yet valid")])
def test_a_date_that_is_past_stops_no_game_but_is_told(
    name: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A Pi has no clock of its own: what is over by it may be good in a minute."""
    file = table(tmp_path, f"{PAIRS / name}.pem", f"{PAIRS / 'over.key'}")
    house.read(file)
    assert main([str(file)]) == 0
    assert says in capsys.readouterr().err


def test_one_that_ends_soon_is_told(tmp_path: Path) -> None:
    loaded = house.read(table(tmp_path, f"{GOOD.certificate}", f"{GOOD.key}")).loaded
    until_s = tls.looked(GOOD, tls.context(GOOD)).until_s
    assert list(tls.warnings(loaded, until_s - tls.SOON_S - 1)) == []
    (warning,) = tls.warnings(loaded, until_s - 2 * 86_400)
    assert "ends in 2 days" in warning.says
    assert not warning.grave


def test_a_wrong_one_is_a_fault_of_the_configuration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = table(tmp_path, f"{PAIRS / 'good.pem'}", f"{PAIRS / 'other.key'}")
    assert main([str(file)]) == EXIT
    assert "Traceback" not in capsys.readouterr().err


def trusting() -> ssl.SSLContext:
    asks = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    asks.load_verify_locations(PAIRS / "good.pem")
    return asks


def test_page_socket_and_cookies_go_by_tls_alone() -> None:
    sealed = seal("open sesame")

    async def inside() -> None:
        doors = Doors(Door(lambda: sealed, asyncio.get_running_loop().time))
        feed = real(FakeFeed(phase="turn"))
        served = await listen(feed, "127.0.0.1", 0, doors=doors, tls=tls.context(GOOD))
        assert served.address.startswith("https://127.0.0.1:")
        connector = aiohttp.TCPConnector(ssl=trusting())
        jar = aiohttp.CookieJar(unsafe=True)
        async with aiohttp.ClientSession(connector=connector, cookie_jar=jar) as session:
            await _visited(session, served.address)
        await served.close()

    asyncio.run(inside())


async def _visited(session: Any, address: str) -> None:
    answer = await session.post(f"{address}login", json={"password": "open sesame"})
    assert "Secure" in answer.headers["Set-Cookie"]
    assert "Strict-Transport-Security" not in answer.headers, "see docs/door.md"
    async with session.ws_connect(f"{address}socket") as socket:
        assert (await socket.receive_json())["staff"]
    plain = address.replace("https", "http")
    with pytest.raises(aiohttp.ClientError):
        await session.get(plain)
    origin = {"Origin": plain.rstrip("/")}  # a page without TLS is not ours
    assert (await session.get(address, headers=origin)).status == 403


def test_old_tls_is_not_spoken() -> None:
    served = tls.context(GOOD)
    assert served.minimum_version == ssl.TLSVersion.TLSv1_2


class Watched:
    """A certificate that is watched at a table."""

    def __init__(self, folder: Path) -> None:
        self.table = StandingTable(folder)
        self.pair = tls.Pair(folder / "c.pem", folder / "c.key")
        self.write("good")
        self.now_s = 1_800_000_000.0
        self.watch = Certificate(self.pair, self.table.core, lambda: self.now_s)

    def write(self, name: str, key: str = "") -> None:
        copy(PAIRS / f"{name}.pem", self.pair.certificate)
        copy(PAIRS / f"{key or name}.key", self.pair.key)

    def later(self) -> str:
        self.table.after(LOOK_NS / 1e9 + 1)
        self.table.after(0.1)
        page = self.table.core.devices.get("page")
        return page.says if page is not None else ""


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    watched = Watched(tmp_path)
    yield watched
    watched.table.table.close()


def test_a_renewed_one_is_taken_up_while_the_table_runs(watched: Watched) -> None:
    before = tls._shaken(_asks(watched.pair.certificate), watched.watch.context)
    watched.write("other")
    assert watched.later() == ""
    after = tls._shaken(_asks(watched.pair.certificate), watched.watch.context)
    assert before["serialNumber"] != after["serialNumber"]


def test_one_that_cannot_be_used_is_told_and_the_one_before_it_served_on(watched: Watched) -> None:
    good = tls._shaken(_asks(PAIRS / "good.pem"), watched.watch.context)
    watched.write("other", key="good")
    assert "is not the key of" in watched.later()
    assert "from before is served on" in watched.later()
    assert tls._shaken(_asks(PAIRS / "good.pem"), watched.watch.context) == good
    watched.write("other")
    assert watched.later() == ""


def test_one_whose_end_has_come_is_told(watched: Watched) -> None:
    watched.write("over")
    assert "has expired" in watched.later()
    assert "has expired" in watched.later(), "once, and it stays"
    assert sum("has expired" in line for line in watched.table.said) == 1
    watched.write("good")
    assert watched.later() == ""


def _asks(certificate: Path) -> ssl.SSLContext:
    asks = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    asks.check_hostname = False
    asks.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    asks.load_verify_locations(certificate)
    return asks
