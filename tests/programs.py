"""The program in a process of its own, which is killed in the end."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent


@contextmanager
def program(
    *arguments: str,
    state: Path,
    environment: Mapping[str, str] = {},
    stdout: int | None = None,
    stderr: int | None = None,
) -> Iterator[subprocess.Popen[str]]:
    """``./table`` with *arguments*; what it keeps is in the folder *state*."""
    places = {"XDG_STATE_HOME": str(state), "STATE_DIRECTORY": ""}
    process = subprocess.Popen(
        [sys.executable, "-m", "firmware_host", *arguments],
        cwd=ROOT,
        env={**os.environ, **places, **environment},
        stdout=stdout,
        stderr=stderr,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()
