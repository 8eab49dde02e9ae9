"""The page's library is loaded without what only a client needs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TRUSTED = ROOT / "tests" / "daemon" / "settings" / "pairs" / "good.pem"
COUNTED = """
import {module}, os
from aiohttp import connector
print(connector._SSL_CONTEXT_VERIFIED.cert_store_stats()["x509"], os.environ["SSL_CERT_FILE"])
"""


@pytest.mark.parametrize(("module", "read"), [("aiohttp", 1), ("firmware_host.console.app", 0)])
def test_the_authorities_a_client_would_trust_are_not_read(module: str, read: int) -> None:
    told = subprocess.run(
        [sys.executable, "-c", COUNTED.format(module=module)],
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "SSL_CERT_FILE": str(TRUSTED)},
    )
    assert told.stdout.split() == [str(read), str(TRUSTED)]


def test_it_is_imported_in_one_place() -> None:
    """Else it would be loaded there first, with all of them."""
    said = re.compile(r"^\s*(from|import) aiohttp\b", re.MULTILINE)
    files = sorted((ROOT / "firmware_host").rglob("*.py"))
    assert [f.name for f in files if said.search(f.read_text())] == ["http.py"]
