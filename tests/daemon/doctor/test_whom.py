"""What may be opened is told for the service's user, whoever asks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from firmware_host.daemon.doctor import rounds
from firmware_host.daemon.doctor.finding import RESTART, Finding, Level
from firmware_host.daemon.doctor.units import SHIPPED, User, allowed, speaking, unit, user_of
from firmware_host.daemon.settings.config import TableConfig
from tests.daemon.cabling.tables import shipped

from .made_up import MadeUp, healthy

UNIT = "etc/systemd/system/lava-table.service"
GROUPS = "lava-table:x:990:\ngpio:x:986:\ni2c:x:988:\nspi:x:989:\ndialout:x:20:\nvideo:x:44:\n"


def served(root: Path, groups: str = "gpio i2c spi dialout video") -> MadeUp:
    """A Pi whose service has a user of its own, asked by root."""
    pi = healthy(root)
    pi.write(UNIT, f"[Service]\nUser=lava-table\nSupplementaryGroups={groups}\n")
    pi.write("etc/passwd", "root:x:0:0::/root:/bin/sh\nlava-table:x:999:990::/:/bin/false\n")
    pi.write("etc/group", GROUPS)
    pi.nodes["var/lib/lava-table"] = (0o750, 999, 990)
    return pi


def found(pi: MadeUp, asker: str = "root", of: TableConfig | None = None) -> list[Finding]:
    machine = replace(pi.machine(), user=asker, superuser=asker == "root", groups=frozenset())
    return rounds.found(machine, of or shipped("pi4-wled"))


def ills(findings: list[Finding]) -> list[Finding]:
    return [one for one in findings if one.level > Level.OK]


def test_a_service_that_may_open_everything_is_well_whoever_asks(tmp_path: Path) -> None:
    pi = served(tmp_path)
    for asker in ("root", "ann"):
        findings = found(pi, asker)
        assert not ills(findings)
        (whom,) = [one for one in findings if one.topic == "user"]
        assert whom.says == (
            f"permissions are those of lava-table, whom /{UNIT} names; {asker} asks"
        )
        (groups,) = [one for one in findings if one.topic == "groups"]
        assert groups.says == "lava-table is in gpio, i2c, dialout, video"


def test_root_who_asks_hides_nothing_that_the_service_may_not(tmp_path: Path) -> None:
    pi = served(tmp_path, groups="gpio i2c video")
    by_topic = {one.topic: one for one in ills(found(pi))}
    assert set(by_topic) == {"groups", "strip"}
    assert by_topic["groups"].mend == "sudo usermod -aG dialout lava-table"
    assert by_topic["strip"].says.startswith("lava-table may not open /dev/serial/")
    assert by_topic["strip"].then == RESTART


def test_a_drop_in_counts_and_an_empty_setting_begins_anew(tmp_path: Path) -> None:
    pi = served(tmp_path, groups="gpio")
    folder = "etc/systemd/system/lava-table.service.d"
    pi.write(f"{folder}/10-more.conf", "[Service]\nSupplementaryGroups=i2c dialout video\n")
    assert not ills(found(pi))
    pi.write(f"{folder}/20-none.conf", "[Service]\nSupplementaryGroups=\n")
    assert {one.topic for one in ills(found(pi))} >= {"groups", "buttons", "strip", "oled"}


def test_who_asks_but_may_not_open_what_the_service_may_is_told_to_ask_as_root(
    tmp_path: Path,
) -> None:
    pi = served(tmp_path)
    pi.locked |= {"dev/i2c-1", "dev/serial/by-id/usb-1a86_USB_Serial-if00-port0"}
    pi.i2c = PermissionError(13, "Permission denied")
    pi.serial = PermissionError(13, "Permission denied")
    findings = found(pi, "ann")
    assert not ills(findings)
    unasked = [one.says for one in findings if "sudo ./table doctor" in one.says]
    assert len(unasked) == 2
    assert unasked[1].startswith("lava-table may open /dev/i2c-1; ann may not")


def test_a_unit_whose_user_was_not_made_is_told(tmp_path: Path) -> None:
    pi = served(tmp_path)
    pi.write("etc/passwd", "root:x:0:0::/root:/bin/sh\n")
    (one,) = [one for one in found(pi) if one.topic == "user"]
    assert one.level is Level.FAULT
    assert "sudo systemd-sysusers" in one.mend


def test_where_the_service_may_not_write_is_told(tmp_path: Path) -> None:
    pi = served(tmp_path)
    pi.nodes["var/lib/lava-table"] = (0o750, 0, 0)
    (one,) = ills(found(pi))
    assert one.mend == "sudo chown -R lava-table: /var/lib/lava-table"
    pi.nodes["var/lib/lava-table"] = (0o750, 999, 990)
    pi.write(
        UNIT,
        "[Service]\nUser=lava-table\nSupplementaryGroups=gpio i2c dialout video\n"
        "ProtectSystem=strict\nStateDirectory=lava-table\n",
    )
    assert not ills(found(pi))
    of = structs.replace(shipped("pi4-wled"), journal="/srv/table.journal")
    (one,) = ills(found(pi, of=of))
    assert "lets the table write in /var/lib/lava-table alone" in one.says
    assert "ReadWritePaths=/srv" in one.mend


def test_without_an_installed_unit_the_shipped_one_speaks_once_its_user_is_made(
    tmp_path: Path,
) -> None:
    pi = served(tmp_path)
    (pi.root / UNIT).unlink()
    of = unit(pi.machine())
    assert of is not None
    assert (of.where, of.user) == (SHIPPED, "lava-table")
    assert of.writes == (Path("/var/lib/lava-table"),)
    assert speaking(pi.machine()).user == "lava-table"
    pi.write("etc/passwd", "root:x:0:0::/root:/bin/sh\n")
    assert unit(pi.machine()) is None
    (one,) = [one for one in found(pi, "ann") if one.topic == "user"]
    assert one.says == "permissions are those of ann, who asks, for there is no service"


def test_the_shipped_unit_lets_its_user_open_every_kind_of_device(tmp_path: Path) -> None:
    pi = served(tmp_path)
    pi.write(UNIT, SHIPPED.read_text())
    assert not ills(found(pi))


@pytest.mark.parametrize(
    ("node", "may"),
    [
        ((0o660, 0, 20), True),
        ((0o640, 0, 20), False),
        ((0o660, 0, 21), False),
        ((0o666, 0, 21), True),
        ((0o600, 1000, 21), True),
        ((0o066, 1000, 20), False),  # its own bits are what counts for an owner
    ],
)
def test_a_node_lets_in_by_the_bits_of_owner_group_and_others(
    node: tuple[int, int, int], may: bool
) -> None:
    ann = User("ann", 1000, frozenset({1000, 20}))
    assert allowed(node, ann) is may
    assert allowed(node, User("root", 0, frozenset()))


def test_users_and_groups_that_make_no_sense_are_nobodys(tmp_path: Path) -> None:
    pi = served(tmp_path)
    pi.write("etc/passwd", "\n+::::\nlava-table:x:nobody:990:::\n")
    pi.write("etc/group", "gpio:x\n:::\nspi:x:many:lava-table\n")
    of = unit(pi.machine())
    assert of is not None
    assert user_of(pi.machine(), of) is None
