"""Staff log in and out at a page that others can open."""

from __future__ import annotations

import time
from typing import Any

import pytest

from firmware_host.console.door import Door, seal
from firmware_host.console.entry import Doors

from .looking import find, until
from .served import served

pytestmark = pytest.mark.browser
PASSWORD = "open sesame"


def test_staff_say_the_password_and_leave_again(browser: Any) -> None:
    sealed = seal(PASSWORD)
    with served("turn", Doors(Door(lambda: sealed, time.monotonic))) as table:
        browser.get(table.address)
        until(browser, lambda: find(browser, "#open-login").is_displayed())
        assert not find(browser, "#open-staff").is_displayed()
        find(browser, "#open-login").click()
        find(browser, "#login-password").send_keys("wrong one\n")
        until(browser, lambda: "That is not the password" in find(browser, "#login-says").text)
        assert find(browser, "#login-password").get_attribute("value") == ""
        find(browser, "#login-password").send_keys(f"{PASSWORD}\n")
        until(browser, lambda: find(browser, "#open-staff").is_displayed())
        assert not find(browser, "#open-login").is_displayed()
        find(browser, "#open-staff").click()
        find(browser, '#staff [data-words="undo"]').click()
        until(browser, lambda: (None, "staff", "undo") in table.feed.said)
        find(browser, "#open-staff").click()
        find(browser, "#log-out").click()
        until(browser, lambda: find(browser, "#open-login").is_displayed())
        assert not find(browser, "#open-staff").is_displayed()
        assert browser.get_cookies() == []


def test_a_table_for_this_machine_alone_asks_for_none(browser: Any) -> None:
    with served("turn") as table:
        browser.get(table.address)
        until(browser, lambda: find(browser, "#open-staff").is_displayed())
        assert not find(browser, "#open-login").is_displayed()
        find(browser, "#open-staff").click()
        assert not find(browser, "#log-out").is_displayed()
