"""What the Pi must be told, and what there is to buy, follows from the table's file."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from firmware_host.daemon.cabling import claims, diagram, parts, settings, sheet
from firmware_host.daemon.cabling.notes import notes
from firmware_host.daemon.cabling.parts import Part

from .tables import REAL, pinned, shipped, table


def test_config_txt_switches_on_what_is_used_and_nothing_else() -> None:
    lines = settings.config_txt(table())
    assert "dtparam=i2c_arm=on" in lines
    assert "gpio=17,22,5,6,26=ip,pu" in lines
    assert "gpio=27,23,12,13,16=op,dl" in lines
    assert "camera_auto_detect=1" in lines
    assert not [line for line in lines if "spi" in line or "uart" in line]


def test_a_display_on_spi_and_lines_of_ones_own_are_among_them() -> None:
    lines = settings.config_txt(table("rig", pi={"config_txt": ("dtoverlay=w1-gpio",)}))
    assert "dtparam=spi=on" in lines
    assert "dtoverlay=w1-gpio" in lines
    assert not [line for line in lines if "i2c" in line or "camera" in line]


@pytest.mark.parametrize(
    ("model", "bus", "line"),
    [("4", 3, "dtoverlay=i2c3,pins_4_5"), ("5", 3, "dtoverlay=i2c3-pi5,pins_6_7")],
)
def test_another_i2c_bus_is_an_overlay_by_its_models_name(model: str, bus: int, line: str) -> None:
    lines = settings.config_txt(table(oled={"bus": bus}, pi={"model": model}))
    assert f"{line},baudrate=400000" in lines


def test_the_serial_port_is_freed_of_console_and_bluetooth() -> None:
    of = table(strip={"port": "/dev/serial0"})
    assert {"enable_uart=1", "dtoverlay=disable-bt"} <= set(settings.config_txt(of))
    assert "console=serial0" in settings.cmdline(of)[0]
    five = table("pi5-wled", strip={"port": "/dev/ttyAMA0"})
    assert "dtparam=uart0=on" in settings.config_txt(five)
    assert "dtoverlay=disable-bt" not in settings.config_txt(five)


def test_leds_on_spi_get_a_steady_clock_and_a_buffer_for_a_whole_picture() -> None:
    wire = {"port": "/dev/spidev0.0", "chip": "ws2812", "leds": 400}
    assert "core_freq=500" in settings.config_txt(table(strip=wire))
    assert not [x for x in settings.config_txt(table("pi5-wled", strip=wire)) if "core" in x]
    clocked = wire | {"chip": "sk9822"}
    assert not [x for x in settings.config_txt(table(strip=clocked)) if "core" in x]
    assert "spidev.bufsiz=65536" in settings.cmdline(table(strip=wire))[0]
    assert settings.cmdline(table(strip=wire | {"leds": 150})) == ()
    assert "dtoverlay=spi1-1cs" in settings.config_txt(table(strip={"port": "/dev/spidev1.0"}))


@pytest.mark.parametrize(
    ("chip", "most"), [("ws2812", 330), ("sk6812", 330), ("apa102", 1006), ("sk9822", 1006)]
)
def test_the_buffer_is_asked_for_from_the_first_led_whose_picture_is_too_long_for_it(
    chip: str, most: int
) -> None:
    wire = {"port": "/dev/spidev0.0", "chip": chip, "sacrificial": 1}
    fits, over = (table(strip=wire | {"leds": leds - 1}) for leds in (most, most + 1))
    assert settings.frame_bytes(fits.strip) <= settings.BUFSIZ < settings.frame_bytes(over.strip)
    assert settings.cmdline(fits) == ()
    assert settings.cmdline(over) == (settings.LONGER,)
    assert settings.frame_bytes(table().strip) == 0


def test_the_documents_say_how_many_leds_go_without_a_longer_buffer() -> None:
    words = (Path(__file__).parents[3] / "docs" / "hardware.md").read_text()
    assert "330 LEDs\nto 4 kB" in words


def test_modem_manager_is_kept_from_this_very_controller() -> None:
    rules = settings.udev_rules(table())
    assert 'ENV{ID_SERIAL}=="1a86_USB_Serial"' in rules
    assert 'ENV{ID_MM_PORT_IGNORE}="1"' in rules
    assert 'SUBSYSTEM=="gpio", KERNEL=="gpiochip*", GROUP="gpio"' in rules


def test_without_a_name_it_is_kept_from_all_that_controllers_are_made_of() -> None:
    rules = settings.udev_rules(table(strip={"port": "/dev/ttyUSB0"}))
    assert 'ATTRS{idVendor}=="1a86", ATTRS{idProduct}=="7523"' in rules


def of_name(name: str, every: tuple[Part, ...]) -> Part:
    return next(part for part in every if name in part.what)


def test_supply_fuse_and_wire_follow_what_the_strip_may_draw() -> None:
    of = table(strip={"milliamps": 10_000, "leds": 600})
    four, ten = table().strip, of.strip
    assert (parts.fuse_a(four), parts.supply_a(four), parts.wire_mm2(5)) == (5, 5, "0.75")
    assert (parts.fuse_a(ten), parts.supply_a(ten)) == (15, 15)
    assert parts.wire_mm2(15) == "2.5"
    assert parts.injected(four)
    assert not parts.injected(shipped("rig").strip)
    assert "all white would be 36 A" in of_name("LEDs", parts.parts(of)).note


@pytest.mark.parametrize("name", REAL)
def test_the_supplies_of_shipped_tables_are_enough_and_the_fuse_is_the_weakest(name: str) -> None:
    of = shipped(name)
    assert parts.budget(of).enough
    for strip in of.every_strip:
        assert parts.fuse_a(strip) * 1000 >= strip.milliamps
        assert parts.supply_a(strip) >= parts.fuse_a(strip)
        assert next(mm for most, mm in parts.WIRES if parts.fuse_a(strip) <= most)


def test_lamps_for_five_volts_need_transistors() -> None:
    assert of_name("BC337", parts.parts(shipped("pi5-wled"))).count == 5
    assert of_name("resistor 330", parts.parts(shipped("pi4-wled"))).count == 5
    assert not [p for p in parts.parts(shipped("pi4-wled")) if "BC337" in p.what]


def test_a_small_pi_needs_a_hub_for_what_hangs_on_usb() -> None:
    assert of_name("USB hub", parts.parts(table(pi={"model": "zero2"}))).count == 1


def test_a_virtual_table_is_wired_to_nothing() -> None:
    assert not sheet.wired(shipped("demo"))
    assert all(sheet.wired(shipped(name)) for name in REAL)


def test_the_rules_in_the_box_are_those_for_any_table() -> None:
    kept = Path(__file__).parents[3] / "systemd" / "lava-table.rules"
    assert kept.read_text().partition("\n")[2] == settings.udev_rules()


def test_the_button_that_switches_off_must_be_held_and_is_nobody_elses() -> None:
    of = table(pi={"power_button": 4})
    line = "dtoverlay=gpio-shutdown,gpio_pin=4,active_low=1,gpio_pull=up,debounce=1000"
    assert line in settings.config_txt(of)
    assert of_name("sunk", parts.parts(of)).count == 1
    taken = [fault.says for fault in claims.faults(pinned(of, 0, button=4))]
    assert taken == ["GPIO 4 (pin 7) belongs to the button that switches off"]
    on_i2c = [fault.says for fault in claims.faults(table(pi={"power_button": 3}))]
    assert on_i2c == ["GPIO 3 (pin 5) belongs to the button that switches off"]


@pytest.mark.parametrize("select", [0, 1, 2])
def test_the_second_spi_bus_gets_the_chip_select_that_the_strip_is_on(select: int) -> None:
    lines = settings.config_txt(table(strip={"port": f"/dev/spidev1.{select}"}))
    assert f"dtoverlay=spi1-{select + 1}cs" in lines


def test_each_of_several_strips_has_its_supply_its_fuse_and_its_controller() -> None:
    of = shipped("pi4-two-strips")
    every = parts.parts(of)
    leds = [part for part in every if part.what.startswith("LEDs")]
    assert [(one.count, one.strip_ma) for one in leds] == [(67, 2000), (87, 2500)]
    assert "on strip 2" in leds[1].what
    assert sum("ESP32" in part.what for part in every) == 2
    assert parts.budget(of).strip_supply_ma == 8000
    assert not [part for part in every if "resistor" in part.what and "lamp" in part.note]
    assert not [line for line in settings.config_txt(of) if "op,dl" in line]


def test_a_strip_fed_by_usb_has_no_supply_and_is_reckoned_to_the_sockets() -> None:
    of = table(strip={"supply": "usb", "milliamps": 250, "leds": 30})
    every = parts.parts(of)
    bought = " ".join(part.what for part in every)
    assert not [word for word in ("fuse", "supply, 5 V ", "capacitor") if word in bought]
    assert "1000 µF" not in diagram.drawn(of)
    assert of_name("wire 0.5", every).note == "from the controller to the strip"
    leds = of_name("LEDs WS2812", every)
    assert (leds.pi_ma, leds.usb_ma, leds.strip_ma) == (250, 250, 0)
    before, after = parts.budget(table()), parts.budget(of)
    assert (after.usb_ma, after.pi_ma) == (before.usb_ma + 250, before.pi_ma + 250)
    assert (after.strip_ma, after.strip_supply_ma) == (0, 0)
    assert after.enough
    assert not parts.budget(table(strip={"supply": "usb", "milliamps": 2000})).enough
    says = " ".join(notes(of))
    assert "Power by USB: the LEDs are fed by their controller's 5 V pin" in says
    assert "fuse" not in says


@pytest.mark.parametrize(
    ("port", "key"),
    [
        ("serial:7C", 'ENV{ID_BUS}=="usb", ENV{ID_SERIAL_SHORT}=="7C"'),
        ("usb:1A86:7523", 'ENV{ID_VENDOR_ID}=="1a86", ENV{ID_MODEL_ID}=="7523"'),
    ],
)
def test_modem_manager_is_kept_from_a_controller_known_by_its_number_or_its_chip(
    port: str, key: str
) -> None:
    assert f"{key}, ENV{{ID_MM_DEVICE_IGNORE}}" in settings.udev_rules(table(strip={"port": port}))


def test_two_strips_on_spi_have_both_buses_and_the_clock_is_held_once() -> None:
    of = shipped("pi-spi")
    more = structs.replace(of.strip, port="/dev/spidev1.0", chip="ws2812")
    lines = settings.config_txt(structs.replace(of, strips=(more, more)))
    assert "dtparam=spi=on" in lines
    assert "dtoverlay=spi1-1cs" in lines
    assert lines.count("core_freq=500") == 1
