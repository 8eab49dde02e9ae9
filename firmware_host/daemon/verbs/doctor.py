"""``./table doctor``: what is wrong with this machine as the home of a table, and what mends it."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from msgspec import structs

from firmware_host.daemon import places, wiring
from firmware_host.daemon.doctor import rounds
from firmware_host.daemon.doctor.finding import Finding, Level
from firmware_host.daemon.doctor.machine import Machine
from firmware_host.daemon.errors import EXIT, ConfigError, plain
from firmware_host.daemon.settings import config_read
from firmware_host.daemon.settings.config import TableConfig

INSTALLED = Path("/etc/lava-table/table.toml")
WORDS = {Level.OK: "ok", Level.ABSENT: "-", Level.WARNING: "warning", Level.FAULT: "WRONG"}


def parsed(arguments: list[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="./table doctor",
        description="Look at this machine: system, power, groups, pins, strip, display, camera, "
        "storage, clock. Everything that is not as the table needs it is told with the command "
        "that mends it. Nothing is changed, but for a small file that proves whether files "
        "outlast a restart; the strip's controller is asked for its version.",
        epilog="Exit status: 0 all is well, 1 the worst is a warning, 2 something does not work, "
        "78 the table's file has faults.",
    )
    parser.add_argument(
        "--config",
        type=places.table_file,
        metavar="FILE",
        help=f"the table's file (default: {INSTALLED}, else the virtual table)",
    )
    parser.add_argument("--json", action="store_true", help="for machines: one JSON document")
    return parser.parse_args(arguments)


def main(arguments: list[str], machine: Machine | None = None) -> int:
    """Look, and tell; the exit status is that of the worst finding."""
    asked = parsed(arguments)
    try:
        loaded = config_read.load(_file(asked.config))
    except ConfigError as wrong:
        print(wrong, file=sys.stderr)
        return EXIT
    table = loaded.table
    if table.journal:  # a relative one is beside the table's file
        table = structs.replace(table, journal=str(loaded.journal.resolve()))
    findings = rounds.found(machine or _this(), table)
    worst = rounds.worst(findings)
    if asked.json:
        print(json.dumps(_document(table, findings, worst), indent=1))
    else:
        print("\n".join(_lines(findings)))
        print(f"\n{_verdict(findings)}")
    return max(0, int(worst))


def _file(given: Path | None) -> Path:
    if given is not None:
        return given
    shipped = places.config_folder() / "tables" / "demo.toml"
    return INSTALLED if INSTALLED.exists() else shipped


def _this() -> Machine:
    return Machine(scan=wiring.i2c_answers, greet=wiring.serial_answer, throttled=wiring.throttled)


def _lines(findings: Sequence[Finding]) -> list[str]:
    wide = max((len(one.topic) for one in findings), default=0)
    lines = []
    for one in findings:
        lines.append(f"{WORDS[one.level]:<8} {one.topic:<{wide}}  {plain(one.says)}")
        if one.mend:
            lines.append(f"{'':<8} {'':<{wide}}  -> {plain(one.mend)}")
        if one.then:
            lines.append(f"{'':<8} {'':<{wide}}     {plain(one.then)}")
    return lines


def _verdict(findings: Sequence[Finding]) -> str:
    faults = sum(one.level is Level.FAULT for one in findings)
    warnings = sum(one.level is Level.WARNING for one in findings)
    if not faults and not warnings:
        return "All is well."
    return f"{faults} wrong, {warnings} to look at."


def _document(table: TableConfig, findings: Sequence[Finding], worst: Level) -> dict[str, object]:
    return {
        "table": table.name,
        "worst": worst.name.lower() if worst > Level.OK else "ok",
        "findings": [
            {
                "topic": one.topic,
                "level": one.level.name.lower(),
                "says": one.says,
                "mend": one.mend,
                "then": one.then,
            }
            for one in findings
        ],
    }
