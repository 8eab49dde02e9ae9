"""The bed itself: how a run ends, and every driver test of its guest."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bed.archive import cpio, kernel_inside
from tests.bed.build import ready, set_up
from tests.bed.machine import BROKEN, OUT_OF_TIME, Ended, Order, run
from tests.bed.places import NoBed

SUITE = (
    f"PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 {sys.executable} -m pytest -p pytest_timeout "
    "-p no:cacheprovider --confcutdir=tests/bed -ra tests/bed/drivers tests/bed/whole"
)
SUITE_LIMIT_S = 420.0  # twice what it takes with another guest beside it


def say(line: str) -> None:
    """What the making of the bed says, into pytest's own record."""
    sys.stderr.write(f"bed: {line}\n")


@pytest.fixture(scope="module")
def bed() -> None:
    """The bed, made; it is a long download, so it is asked for by name."""
    if os.environ.get("TABLE_BED") != "1":
        pytest.skip("the kernel bed is asked for by name: TABLE_BED=1")
    if not ready():
        try:
            set_up(say)
        except NoBed as wrong:
            pytest.skip(f"no kernel bed can be had here: {wrong}")


@pytest.fixture
def written() -> Iterator[tuple[int, Path]]:
    """A file number for a guest's output, and the file."""
    with tempfile.NamedTemporaryFile() as file:
        yield file.fileno(), Path(file.name)


@pytest.mark.timeout(400)
def test_the_commands_status_and_output_are_the_runs_own(
    bed: None, written: tuple[int, Path]
) -> None:
    number, file = written
    ended = run(Order("uname -s; ls -d /dev/bed/usb0; exit 7", out=number))
    assert (ended.status, ended.says) == (7, "")
    assert ended.booted_s is not None
    assert file.read_text() == "Linux\n/dev/bed/usb0\n"


def test_what_the_guest_writes_stays_in_its_memory_but_for_the_shared_folder(
    bed: None, tmp_path: Path
) -> None:
    kept = tmp_path / "kept"
    assert run(Order(f"echo no >{tmp_path}/lost; echo yes >/bed/kept", shared=kept)).status == 0
    assert (kept / "kept").read_text() == "yes\n"
    assert not (tmp_path / "lost").exists()


def test_a_command_that_does_not_end_is_out_of_time(bed: None) -> None:
    for limit_s in (8, 60):  # a busy machine does not even boot it within the first
        ended = run(Order("sleep 1000", limit_s=limit_s))
        assert ended.status == OUT_OF_TIME
        if ended.booted_s is not None:
            break
    assert ended.says == f"did not end within {limit_s} s"


def test_a_guest_that_dies_says_its_last_words(bed: None) -> None:
    ended: Ended = run(Order("echo c >/proc/sysrq-trigger; sleep 20"))
    assert ended.status == BROKEN
    assert "sysrq_handle_crash" in ended.says


@pytest.mark.timeout(500)
def test_every_driver_test_passes_on_the_guests_devices(
    bed: None, written: tuple[int, Path]
) -> None:
    number, file = written
    ended = run(Order(SUITE, SUITE_LIMIT_S, out=number))
    words = file.read_text()
    sys.stdout.write(words)
    assert ended.status == 0, f"{ended.says}\n{words}"


def test_an_archive_holds_names_modes_links_and_bytes(tmp_path: Path) -> None:
    root = tmp_path / "root"
    (root / "bin").mkdir(parents=True)
    (root / "bin/tool").write_bytes(b"12345")
    (root / "link").symlink_to("bin/tool")
    packed = tmp_path / "packed"
    packed.write_bytes(cpio(root))
    assert packed.stat().st_size % 4 == 0
    words = packed.read_bytes()
    for part in (b"bin/tool\0", b"12345\0", b"link\0", b"TRAILER!!!\0"):
        assert part in words
    assert words.count(b"070701") == 4


def test_a_kernel_that_is_packed_otherwise_is_left_as_it_is() -> None:
    assert kernel_inside(b"MZ no such packing") == b"MZ no such packing"
    assert kernel_inside(b"MZ \xfd7zXZ\0 broken") == b"MZ \xfd7zXZ\0 broken"
