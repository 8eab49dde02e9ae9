"""Several daemons on one machine: two tables beside each other, and two that want the same one."""

from __future__ import annotations

import urllib.request
from pathlib import Path

from tests.daemon.test_run import BLIND, address, daemon, state


def a_table(folder: Path, name: str) -> Path:
    folder.mkdir(exist_ok=True)
    file = folder / f"{name}.toml"
    file.write_text(BLIND)
    return file


def test_two_tables_run_beside_each_other_each_with_its_own_port_and_state(tmp_path: Path) -> None:
    first, second = a_table(tmp_path, "garden"), a_table(tmp_path, "attic")
    with daemon(first, "--port", "0") as one, daemon(second, "--port", "0") as two:
        pages = [address(one), address(two)]
        assert pages[0] != pages[1]
        assert [state(page)["scene"]["phase"] for page in pages] == ["lobby", "lobby"]
        kept = tmp_path / "state" / "lava-table"
        for name, process in (("garden", one), ("attic", two)):
            lock = (kept / f"{name}.journal.lock").read_text().splitlines()
            assert lock[0] == str(process.pid)
        one.terminate()
        assert one.wait(20) == 0
        with urllib.request.urlopen(pages[1] + "healthz") as answer:
            assert answer.status == 200


def test_two_tables_of_one_name_run_beside_each_other_in_folders_of_their_own(
    tmp_path: Path,
) -> None:
    first, second = (a_table(tmp_path / name, "table") for name in ("garden", "attic"))
    own = [str(tmp_path / f"{name}-state") for name in ("garden", "attic")]
    with (
        daemon(first, "--port", "0", STATE_DIRECTORY=own[0]) as one,
        daemon(second, "--port", "0", STATE_DIRECTORY=own[1]) as two,
    ):
        assert address(one) != address(two)
        for folder in own:
            assert (Path(folder) / "table.journal").exists()


def test_a_second_daemon_of_a_table_names_the_first_and_its_table_and_ends_with_1(
    tmp_path: Path,
) -> None:
    first, second = (a_table(tmp_path / name, "table") for name in ("garden", "attic"))
    state_of = str(tmp_path / "state")
    with daemon(first, "--port", "0", STATE_DIRECTORY=state_of) as one:
        address(one)
        for again in (first, second):
            with daemon(again, "--port", "0", STATE_DIRECTORY=state_of) as two:
                _, said = two.communicate(timeout=20)
            assert two.returncode == 1
            assert said == (
                f"table: {state_of}/table.journal: it is in use by process {one.pid}, which runs "
                f"the table of {first}. Stop that first, or name another journal.\n"
            )
        one.kill()
        one.wait()
    with daemon(second, "--port", "0", STATE_DIRECTORY=state_of) as next_one:  # the lock went too
        address(next_one)
