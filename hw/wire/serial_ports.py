"""Which serial port is meant: by its name, its USB serial number or its chip; why others are not.

Pure: who lists the ports is told apart (pyserial for the daemon, ``/sys`` for the doctor), so that
both say the same of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

SERIAL, CHIP = "serial:", "usb:"


@dataclass(frozen=True, slots=True)
class SerialPort:
    """A serial port of this machine; empty is what it does not have."""

    node: str  #: ``/dev/ttyUSB0``
    by_id: str = ""  #: its name in ``/dev/serial/by-id``
    by_path: str = ""  #: and in ``/dev/serial/by-path``, which is of the socket it is in
    chip: str = ""  #: vendor and product of its USB chip, ``1a86:7523``
    number: str = ""  #: the serial number of that
    blocked: str = ""  #: why this user cannot have it, in words

    def __str__(self) -> str:
        return f"{self.by_id or self.node}{f' ({self.chip})' if self.chip else ''}"

    def named(self, name: str) -> bool:
        """Whether *name* is one of its names."""
        return name in {self.node, self.by_id, self.by_path} - {""}


class Unfound(LookupError):
    """No port is meant for sure: *says* why, *mend* what to write or do."""

    def __init__(self, says: str, mend: str) -> None:
        super().__init__(says)
        self.says, self.mend = says, mend


def sought(port: str) -> bool:
    """Whether *port* says what the port is like, not what it is called."""
    return port.startswith((SERIAL, CHIP))


@dataclass(frozen=True, slots=True)
class Asker:
    """Which strip of the table's file looks for its port."""

    section: str = "[strip]"  #: where its port is written
    others: tuple[str, ...] = ()  #: the ports of the table's other strips, and all they lead to


ONLY = Asker()


def meant(port: str, found: Sequence[SerialPort], asker: Asker = ONLY) -> SerialPort:
    """The one of *found* that *port* means, where it says what that is like.

    :raises Unfound: none is like that, or several are.
    """
    alike = [one for one in found if not _unlike(port, one)]
    if len(alike) == 1:
        return alike[0]
    if alike:
        says = f"{len(alike)} ports {_like(port)}: {', '.join(map(str, alike))}"
        ids = {one.by_id for one in alike} - {""}
        free = [one for one in alike if _free(one, asker, but=port)] or alike
        own = [one.by_id if len(ids) == len(alike) else one.by_path for one in free]
        name = next((name for name in own if name), free[0].node)
        raise Unfound(says, f'Write the one it is in {asker.section}, such as port = "{name}"')
    raise Unfound(f"no port {_like(port, many=False)}{_skipped(port, found)}", _mend(found, asker))


def missing(port: str, found: Sequence[SerialPort], asker: Asker = ONLY) -> Unfound:
    """What is to be said where there is no *port* of that name."""
    return Unfound(f"there is no {port}{_skipped(port, found)}", _mend(found, asker))


def why_not(port: str, one: SerialPort) -> str:
    """Why *one* was skipped: first what keeps this user from it, then what is unlike."""
    return one.blocked or _unlike(port, one) or "more than this one are alike"


def _unlike(port: str, one: SerialPort) -> str:
    if port.startswith(SERIAL):
        wanted = port.removeprefix(SERIAL)
        if one.number == wanted:
            return ""
        return f"its serial number is {one.number}" if one.number else "it has no serial number"
    if port.startswith(CHIP):
        wanted = port.removeprefix(CHIP).lower()
        if one.chip == wanted:
            return ""
        return f"it is not {wanted}" if one.chip else "it is not on USB"
    if one.named(port):
        return ""
    return "the table's file names another" if port.startswith("/dev/") else "the file names none"


def _like(port: str, *, many: bool = True) -> str:
    if port.startswith(SERIAL):
        return f"{'have' if many else 'has'} the serial number {port.removeprefix(SERIAL)}"
    return f"{'are' if many else 'is'} {port.removeprefix(CHIP).lower()}"


def _skipped(port: str, found: Sequence[SerialPort]) -> str:
    if not found:
        return "; no serial port is there"
    return "".join(f"; {one}: skipped, {why_not(port, one)}" for one in found)


def _mend(found: Sequence[SerialPort], asker: Asker) -> str:
    """Mostly a cable is out; only then the file may be wrong."""
    usb = [one for one in found if one.chip and not one.blocked and _free(one, asker)]
    if not usb:
        return "Plug it in"
    name = usb[0].by_id or usb[0].node
    return f'Plug it in; if it is, write port = "{name}" in {asker.section}'


def _free(one: SerialPort, asker: Asker, but: str = "") -> bool:
    """Whether no other strip of the table has it; *but* is what several may be like."""
    return all(other == but or _unlike(other, one) for other in asker.others)
