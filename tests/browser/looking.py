"""What tests ask of a browser again and again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait


def until(browser: Any, true: Callable[[], object]) -> None:
    """Wait for it, ten seconds at most; an element redrawn meanwhile is looked for again."""
    WebDriverWait(browser, 10, 0.05, ignored_exceptions=[Exception]).until(lambda _: true())


def find(browser: Any, css: str) -> Any:
    """The first that *css* selects."""
    return browser.find_element(By.CSS_SELECTOR, css)


def all_of(browser: Any, css: str) -> list[Any]:
    """All that *css* selects."""
    return list(browser.find_elements(By.CSS_SELECTOR, css))
