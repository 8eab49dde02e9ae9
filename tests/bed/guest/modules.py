"""Kernel modules and nodes of the guest."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

PATIENCE_S = 20.0


def load(*names: str) -> None:
    """Have these kernel modules loaded."""
    subprocess.run(["modprobe", "-a", *names], check=True)


def set_parameter(module: str, name: str, value: int | str) -> None:
    """Change a parameter of a loaded module."""
    Path(f"/sys/module/{module}/parameters/{name}").write_text(f"{value}\n")


def wait_for(path: str | Path, *, there: bool = True) -> None:
    """Until a node is there, or gone.

    :raises TimeoutError: it does not come, or stays.
    """
    until_s = time.monotonic() + PATIENCE_S
    while Path(path).exists() is not there:
        if time.monotonic() > until_s:
            raise TimeoutError(f"{path} does not {'come' if there else 'go'}")
        time.sleep(0.002)
