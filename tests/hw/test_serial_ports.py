"""Which serial port is meant, and why each other one was skipped."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hw.pi import serial_ports
from hw.ports import DeviceLost
from hw.wire.serial_ports import Asker, SerialPort, Unfound, meant, missing, sought, why_not

CH340 = SerialPort(
    "/dev/ttyUSB0",
    "/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0",
    "/dev/serial/by-path/platform-1-usb-0:1.1:1.0-port0",
    "1a86:7523",
)
OTHER_CH340 = SerialPort(
    "/dev/ttyUSB2", "", "/dev/serial/by-path/platform-1-usb-0:1.2:1.0-port0", "1a86:7523"
)
S3 = SerialPort("/dev/ttyACM0", "/dev/serial/by-id/usb-Espressif_7C-if00", "", "303a:1001", "7C")
UART = SerialPort("/dev/ttyAMA0")
MINE = SerialPort("/dev/ttyUSB1", "", "", "10c4:ea60", "0001", "ann may not open it")


def refused(port: str, *found: SerialPort) -> Unfound:
    with pytest.raises(Unfound) as wrong:
        meant(port, found)
    return wrong.value


def test_a_port_is_meant_by_its_serial_number_or_its_chip() -> None:
    every = (UART, CH340, S3, MINE)
    assert meant("serial:7C", every) is S3
    assert meant("usb:1A86:7523", every) is CH340
    assert [sought(port) for port in ("serial:7C", "usb:1a86:7523", "/dev/ttyUSB0")] == [
        True,
        True,
        False,
    ]


def test_where_none_is_alike_each_is_told_with_why_it_was_skipped() -> None:
    wrong = refused("serial:0002", UART, CH340, S3, MINE)
    assert wrong.says == (
        "no port has the serial number 0002; /dev/ttyAMA0: skipped, it has no serial number; "
        "/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0 (1a86:7523): skipped, it has no serial "
        "number; /dev/serial/by-id/usb-Espressif_7C-if00 (303a:1001): skipped, its serial number "
        "is 7C; /dev/ttyUSB1 (10c4:ea60): skipped, ann may not open it"
    )
    assert wrong.mend == f'Plug it in; if it is, write port = "{CH340.by_id}" in [strip]'
    wrong = refused("usb:0403:6001", UART, S3)
    assert "/dev/ttyAMA0: skipped, it is not on USB" in wrong.says
    assert "(303a:1001): skipped, it is not 0403:6001" in wrong.says


def test_where_nothing_is_plugged_in_that_is_what_is_told() -> None:
    wrong = refused("usb:0403:6001")
    assert (wrong.says, wrong.mend) == (
        "no port is 0403:6001; no serial port is there",
        "Plug it in",
    )
    assert refused("usb:0403:6001", UART).mend == "Plug it in"


def test_where_several_are_alike_the_name_of_the_socket_tells_them_apart() -> None:
    wrong = refused("usb:1a86:7523", CH340, OTHER_CH340)
    assert wrong.says == f"2 ports are 1a86:7523: {CH340}, /dev/ttyUSB2 (1a86:7523)"
    assert wrong.mend == f'Write the one it is in [strip], such as port = "{CH340.by_path}"'
    assert why_not("usb:1a86:7523", CH340) == "more than this one are alike"


def test_a_name_that_is_not_there_is_told_with_the_others() -> None:
    wrong = missing("/dev/ttyUSB9", (S3,))
    assert wrong.says == f"there is no /dev/ttyUSB9; {S3}: skipped, the table's file names another"
    assert S3.by_id in wrong.mend


def test_no_strip_is_told_to_take_the_port_of_another() -> None:
    for others in ((CH340.by_id,), (CH340.node,), ("usb:1a86:7523",)):
        second = Asker("[[strips]]", others)
        assert missing("/dev/serial/by-id/gone", [CH340], second).mend == "Plug it in"
        wrong = missing("/dev/serial/by-id/gone", [CH340, S3], second)
        assert wrong.mend == f'Plug it in; if it is, write port = "{S3.by_id}" in [[strips]]'
    with pytest.raises(Unfound) as alike:
        meant("usb:1a86:7523", [CH340, OTHER_CH340], Asker("[[strips]]", (CH340.by_path,)))
    assert alike.value.mend == (
        f'Write the one it is in [[strips]], such as port = "{OTHER_CH340.by_path}"'
    )


def test_a_port_of_this_machine_is_listed_with_its_names_and_resolved(tmp_path: Path) -> None:
    (tmp_path / "by-id").mkdir()
    ports = serial_ports.listed(tmp_path)
    assert [one.node for one in ports] == sorted(one.node for one in ports)
    assert all(Path(one.node).exists() for one in ports)
    far, near = os.openpty()
    assert serial_ports.resolved(os.ttyname(near)) == os.ttyname(near)
    os.close(far)
    os.close(near)
    with pytest.raises(DeviceLost, match=r"there is no /dev/none") as lost:
        serial_ports.resolved("/dev/none")
    assert lost.value.where == "/dev/none"


def test_links_lead_to_their_nodes(tmp_path: Path) -> None:
    node = tmp_path / "ttyUSB0"
    node.touch()
    (tmp_path / "by-id").mkdir()
    (tmp_path / "by-id" / "usb-X").symlink_to(node)
    assert serial_ports._links(tmp_path / "by-id") == {str(node): str(tmp_path / "by-id/usb-X")}
    assert serial_ports._links(tmp_path / "none") == {}
