"""What a table lends to whoever teaches its camera from the page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from firmware_host.daemon.settings import house as houses
from firmware_host.daemon.settings import offer
from firmware_host.daemon.settings.config import Loaded

from . import in_play, profile_keeping
from .lessons import School

if TYPE_CHECKING:
    from firmware_host.daemon.assembly import Assembly


def school(table: Assembly) -> School:
    """What is needed for teaching the camera of *table*, by its files as they are then."""
    core, clock = table.core, table.clock

    def profile() -> str:
        loaded = table.files.loaded
        taught = _out(loaded)
        return str(taught if taught.is_dir() else loaded.profile)

    def arguments() -> tuple[str, ...]:
        order, loaded = table.camera_order(), table.files.loaded
        return (
            *("--camera", order.port, "--world", order.world),
            *("--profile", profile(), "--out", str(_out(loaded)), "--texts", str(loaded.texts)),
        )

    def disturbs() -> str:
        """The match that a session would disturb."""
        host = core.table.evening.playing
        return in_play.disturbed(host.ledger.match if host is not None else None)

    def read_now() -> str:
        return offer.read_now(table.files.loaded, core.table.evening, profile())

    return School(
        arguments=arguments,
        disturbs=disturbs,
        faces=sorted({c + s for c, all_ in houses.dice(table.files)[1].items() for s in all_}),
        begins=lambda: core.lend_camera(clock.now_ns()),
        ends=lambda: core.camera_back(clock.now_ns(), read_now()),
        changed=lambda: None,
    )


def _out(loaded: Loaded) -> Path:
    """Where the table's own profile is kept."""
    own = loaded.profile.parent == loaded.file.absolute().parent
    return loaded.profile if own else profile_keeping.own(loaded.profile.name)
