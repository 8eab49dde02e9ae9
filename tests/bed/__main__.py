"""``./table bed [COMMAND]``: run a command in the bed, or make it."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path

from .build import ready, set_up
from .machine import LIMIT_S, MEMORY_MB, Order, run
from .places import NoBed, cache

UNAVAILABLE = 69


def say(line: str) -> None:
    """One line to whoever waits."""
    print(f"bed: {line}", file=sys.stderr, flush=True)  # noqa: T201  # its own command line


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="./table bed",
        description="Boot a stock Debian kernel in QEMU and run COMMAND in it as root, in this "
        "folder. It sees this machine's files, and writes to memory alone, but for /bed. The exit "
        "status is the command's own; 124: out of time; 125: the guest failed; 69: no bed can be "
        f"had here. The bed is made once, in {cache()} (or $TABLE_BED_CACHE).",
    )
    parser.add_argument("command", nargs="*", metavar="COMMAND", help="default: only make the bed")
    parser.add_argument("-t", "--limit", type=float, default=LIMIT_S, help="seconds, boot included")
    parser.add_argument("-m", "--memory", type=int, default=MEMORY_MB, help="megabytes")
    parser.add_argument("-o", "--out", type=Path, help="the folder that is /bed in the guest")
    asked = parser.parse_intermixed_args()
    try:
        if not ready():
            set_up(say)
    except NoBed as wrong:
        say(f"cannot be made here: {wrong}")
        return UNAVAILABLE
    if not asked.command:
        say(f"it is in {cache()}")
        return 0
    command = asked.command[0] if len(asked.command) == 1 else shlex.join(asked.command)
    ended = run(Order(command, asked.limit, asked.memory, Path.cwd(), asked.out))
    if ended.says:
        say(ended.says)
    return ended.status


if __name__ == "__main__":
    sys.exit(main())
