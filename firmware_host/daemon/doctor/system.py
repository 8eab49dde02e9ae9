"""What machine it is, what it runs, how it is fed, and whether it knows the time."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_host.daemon.settings.config import TableConfig
from firmware_host.daemon.upkeep.supply import SINCE, earlier, just_now

from .finding import Finding, absent, fault, ok, warning
from .machine import Machine

MODELS = {
    "Zero 2": "zero2",
    "Pi 3": "3",
    "Pi 4": "4",
    "Pi 5": "5",
    "Compute Module 3": "3",
    "Compute Module 4": "4",
    "Compute Module 5": "5",
}
"""What is in the name a Pi gives itself, and what a table's file has for it."""
HOT_C = 80
BUILT_S = 1_764_547_200.0
"""1 December 2025: an earlier time is wrong."""


def system(machine: Machine, table: TableConfig) -> Iterator[Finding]:
    """Pi, system, kernel and Python."""
    release = dict(
        line.partition("=")[::2] for line in machine.read("etc/os-release").splitlines() if line
    )
    name = release.get("PRETTY_NAME", "an unknown system").strip('"')
    kernel = machine.read("proc/sys/kernel/osrelease") or "unknown"
    runs = f"{name}, kernel {kernel}, Python {machine.python}"
    if not machine.pi:
        yield ok("system", runs)
        wanted = table.buttons.port == "gpio"
        says = "this is no Raspberry Pi"
        if wanted:
            yield fault("pi", says, "Run it on the Pi; here: ./table run, the virtual table")
        else:
            yield absent("pi", says)
        return
    yield ok("system", f"{machine.pi}, {runs}")
    model = next((key for part, key in MODELS.items() if part in machine.pi), "")
    if table.pi.model and model != table.pi.model:
        says = f'this is a {machine.pi}, the table\'s file says model = "{table.pi.model}"'
        mend = f'Write model = "{model}" in [pi], then: ./table wiring FILE'
        yield warning("pi", says, mend if model else "Run it on a Pi 3, 4, 5 or Zero 2")


def power(machine: Machine, _: TableConfig) -> Iterator[Finding]:
    """Voltage and heat, now and since it was switched on."""
    if not machine.pi:
        yield absent("power", "only a Pi tells of its voltage")
        return
    bits = machine.throttled(machine.root, machine.run)
    if bits is None:
        yield warning("power", "the Pi does not say how it is fed", "sudo apt install raspi-utils")
    elif now := just_now(bits):
        says = f"just now: {', '.join(now)} ({bits:#x})"
        yield fault("power", says, _cure(bits))
    elif past := earlier(bits):
        says = f"since it was switched on: {', '.join(past)} ({bits:#x})"
        yield warning("power", says, _cure(bits >> SINCE))
    else:
        yield ok("power", "voltage was enough all the time")
    heat = machine.read("sys/class/thermal/thermal_zone0/temp")
    if heat.isdigit() and int(heat) >= HOT_C * 1000:
        says = f"the processor is at {int(heat) // 1000} degrees"
        yield warning("power", says, "Give it air, or a cooler")


def _cure(bits: int) -> str:
    if bits & 1:
        return "Give the Pi its maker's own supply and a short cable, and the strip one of its own"
    return "Give it air, or a cooler"


def clock(machine: Machine, _: TableConfig) -> Iterator[Finding]:
    """Whether it knows the time, and will after a power cut."""
    synced = machine.there("run/systemd/timesync/synchronized")
    clocks = [f"sys/class/rtc/{one.name}" for one in machine.named("sys/class/rtc", "rtc*")]
    # a Pi 5 has a clock, but a battery only if somebody has bought one
    battery = any(machine.read(f"{one}/battery_voltage") != "0" for one in clocks)
    if machine.now_s() < BUILT_S:
        yield fault(
            "clock", "it is wrong by years", "sudo timedatectl set-ntp true", "Give it a network"
        )
    elif not machine.pi:
        yield absent("clock", "only a Pi is without a clock of its own")
    elif synced or battery:
        whence = "from the network" if synced else "from its own clock"
        yield ok("clock", f"it has the time {whence}")
    else:
        says = "no clock with a battery, and no time from the network since it was switched on"
        then = "Give it a network, or an RTC"
        yield warning("clock", says, "sudo timedatectl set-ntp true", then)


def service(machine: Machine, _: TableConfig) -> Iterator[Finding]:
    """The daemon as systemd sees it."""
    if not machine.there("etc/systemd/system/lava-table.service"):
        yield absent("service", "the table is not started by systemd (README, On a Raspberry Pi)")
        return
    state = (machine.run(("systemctl", "is-active", "lava-table")) or "unknown").strip()
    if state == "active":
        yield ok("service", "lava-table is running")
    else:
        mend = "sudo journalctl --no-pager -u lava-table -n 30; sudo systemctl restart lava-table"
        yield fault("service", f"lava-table is {state}", mend)
