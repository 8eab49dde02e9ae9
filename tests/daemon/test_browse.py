"""A browser is opened where somebody would see it, and never waited for."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_host.daemon.browse import opener


def tool(folder: Path, name: str) -> Path:
    file = folder / name
    file.write_text("#!/bin/sh\n")
    file.chmod(0o755)
    return file


@pytest.mark.parametrize("screen", [{}, {"DISPLAY": ""}, {"WAYLAND_DISPLAY": ""}])
def test_without_a_screen_none_is_opened(tmp_path: Path, screen: dict[str, str]) -> None:
    tool(tmp_path, "xdg-open")
    assert opener("linux", {"PATH": str(tmp_path), **screen}) is None


@pytest.mark.parametrize("screen", ["DISPLAY", "WAYLAND_DISPLAY"])
def test_on_a_desktop_the_desktop_opens_it(tmp_path: Path, screen: str) -> None:
    environment = {"PATH": str(tmp_path), screen: ":0"}
    assert opener("linux", environment) is None
    gio = tool(tmp_path, "gio")
    assert opener("linux", environment) == (str(gio), "open")
    xdg = tool(tmp_path, "xdg-open")
    assert opener("linux", environment) == (str(xdg),)


def test_on_a_mac_it_is_simply_opened(tmp_path: Path) -> None:
    found = tool(tmp_path, "open")
    assert opener("darwin", {"PATH": str(tmp_path)}) == (str(found),)
