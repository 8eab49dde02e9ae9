"""What has failed lately: a line among what the doctor says."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_host.daemon.settings.config import TableConfig
from firmware_host.daemon.upkeep.crashes import about, bundles

from .finding import Finding, warning
from .machine import Machine
from .storage import state_folder


def failures(machine: Machine, table: TableConfig) -> Iterator[Finding]:
    """The newest bundle of whichever table in the folder failed last; if any did."""
    folder = machine.at(state_folder(machine, table))
    kept = [file for place in folder.glob("*.crashes") for file in bundles(place)]
    told = [(file, known) for file in kept if (known := about(file)) is not None]
    if not told:
        return
    file, known = max(told, key=lambda one: str(one[1]["when"]))
    error, often = known["error"], "" if len(told) == 1 else f", the last of {len(told)} kept"
    says = f"the program failed on {known['when'][:10]} ({known['where']}{often}): {error['type']}"
    yield warning("failures", says, f"./table replay {file}", "Then send it to whoever mends it")
