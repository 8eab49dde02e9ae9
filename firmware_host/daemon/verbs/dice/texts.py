"""The table's sentences, for verbs that speak as the page does."""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Callable

from firmware_host.daemon import places
from firmware_host.table.scene import Text
from firmware_host.table.texts import Texts


def words(options: argparse.Namespace) -> Callable[[Text], str]:
    """Says a text in the language of ``--texts``, or in English."""
    file = getattr(options, "texts", None) or places.config_folder() / "texts" / "en.toml"
    return Texts(tomllib.loads(file.read_text(encoding="utf-8"))).say
