"""A device that is kept showing: told when it is lost, when the reason changes, when it is back."""

from __future__ import annotations

from firmware_host.daemon.steady import Steady
from hw.ports import DeviceLost

MINUTE_NS = 60_000_000_000


def test_a_lost_device_is_told_again_only_when_something_else_is_wrong() -> None:
    wrong, sent, heard = "No such file", list[int](), list[tuple[str, bool, str]]()

    def send(value: int) -> None:
        if wrong:
            raise DeviceLost("strip", "/dev/x", wrong)
        sent.append(value)

    steady = Steady("strip", send, lambda *said: heard.append(said))
    for minute in range(3):
        steady.show(7, minute * MINUTE_NS)
    wrong = "Permission denied"
    for minute in range(3, 6):
        steady.tick(minute * MINUTE_NS)
    wrong = ""
    steady.tick(6 * MINUTE_NS)
    assert sent == [7]
    assert heard == [
        ("strip", False, "strip at /dev/x: No such file"),
        ("strip", False, "strip at /dev/x: Permission denied"),
        ("strip", True, ""),
    ]
