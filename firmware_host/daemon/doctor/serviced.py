"""What service mode found last: a line among what the doctor says."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_host.daemon.settings.config import TableConfig
from firmware_host.daemon.upkeep.service_reports import latest
from firmware_host.table.service.steps import STEPS

from .finding import Finding, ok, warning
from .machine import Machine
from .storage import state_folder


def serviced(machine: Machine, table: TableConfig) -> Iterator[Finding]:
    """The latest report's verdict, of whichever table in the folder was tried last; if any was."""
    folder = machine.at(state_folder(machine, table))
    kept = [one for place in folder.glob("*.service") if (one := latest(place)) is not None]
    if not kept:
        return
    file, document = max(kept, key=lambda one: str(one[1]["begun"]))
    failed = [one["step"] for one in document["steps"] if one["verdict"] == "fail"]
    when = document["begun"][:10]
    if failed:
        says = f"in service mode on {when} these failed: {', '.join(failed)}"
        yield warning("tried", says, f"./table service report {file}")
    elif document["verdict"] != "pass":
        yield warning("tried", f"service mode on {when} was not finished", "Go through it again")
    else:
        absent = [one["step"] for one in document["steps"] if one["verdict"] == "none"]
        passed = len(document["steps"]) - len(absent)
        says = f"{passed} of {len(STEPS)} steps tried, all passed" if passed else "nothing tried"
        says += f"; not there: {', '.join(absent)}" if absent else ""
        yield ok("tried", f"service mode on {when}: {says}")
