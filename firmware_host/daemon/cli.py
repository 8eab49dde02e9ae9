"""The command line: a name, and the module that does it, imported only when it is asked for."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from . import places
from .errors import STOPPED, USAGE
from .litter import unsearched

VERBS: dict[str, str] = {
    "demo": "play Lava Land on the virtual table, in a browser",
    "run": "run the daemon of a table: run --config FILE",
    "autoplay": "whole games with no person, through the complete virtual table",
    "soak": "hours of games under random faults: nothing lost, nothing stopped",
    "simulate": "many games by the rules alone, and their statistics",
    "scenario": "check scenario files: what a rule says, as a test",
    "games": "which games there are, your own among them; games --try NAME",
    "replay": "tell a journal's match again",
    "check-config": "check table and game configuration files",
    "wiring": "how a table is soldered: diagram, config.txt, udev rules, parts",
    "doctor": "what is wrong with this machine, and the command that mends it",
    "service": "what service mode has found: service report",
    "backup": "keep all of a table in one file",
    "restore": "put a table back out of its backup",
    "password": "set what staff say on the page to be let in",
    "dice": "read dice from pictures; calibrate a camera, teach a new set",
}
"""Every verb and its one line; ``firmware_host.daemon.verbs.NAME`` has ``main(arguments)``."""

FRONT_DOOR = {
    "test": "run every check and test (arguments go to pytest)",
    "check": "run the checks without the tests",
    "bench": "measure, beside named references",
    "bed": "run a command on real kernel devices in an emulated machine",
}
"""Verbs of the script ``table`` itself."""

UNREAD = 141
"""Exit status where nobody reads what is said, as shells give it."""


def usage() -> str:
    """What ``./table`` alone says."""
    lines = [f"  {name:<13} {says}" for name, says in (VERBS | FRONT_DOOR).items()]
    return "\n".join(
        ["usage: ./table VERB [ARGUMENTS]   (./table VERB --help says more)", "", *lines]
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb; the exit status."""
    _open_what_was_closed()
    try:
        status = _asked(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:  # while it starts, or in the midst of a long piece of work
        return STOPPED
    except BrokenPipeError:  # whoever read this has seen enough: ``| head``
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNREAD
    return status


def _open_what_was_closed() -> None:
    """Whoever began this may have closed its streams (``>&-``): nothing comes then, or is told.

    Their numbers are taken at once, else the next file would get one, and with it whatever a
    library says.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            mode = os.O_WRONLY if number else os.O_RDONLY
            os.dup2(os.open(os.devnull, mode), number)
            setattr(sys, name, os.fdopen(number, "w" if number else "r", closefd=False))


def _asked(arguments: Sequence[str] | None) -> int:
    name, *rest = (sys.argv[1:] if arguments is None else list(arguments)) or ["help"]
    if name in ("--help", "-h", "help"):
        print(usage())
        return 0
    if name not in VERBS:
        print(f"table: no verb {name!r}\n\n{usage()}", file=sys.stderr)
        return USAGE
    if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal may lack letters that a file has
        sys.stdout.reconfigure(errors="backslashreplace")
    if places.own_games():
        _adopt()
    with unsearched():
        verb = import_module(f"firmware_host.daemon.verbs.{name.replace('-', '_')}")
    try:
        status: int = verb.main(rest)
    except SystemExit as stop:  # argparse: 0 after --help, 2 when it was asked for nonsense
        return USAGE if stop.code == 2 else int(stop.code or 0)
    return status


def _adopt() -> None:
    """Games from outside come to the shipped ones; those that cannot be used are named."""
    from .settings.own_games import adopt

    for left_out in adopt(places.own_games()):
        print(left_out, file=sys.stderr)
