"""A table that stands takes up what its files say by now; its devices stay as they are."""

from __future__ import annotations

from dataclasses import replace

from firmware_host.daemon.assembly import Assembly
from firmware_host.daemon.eye import looking_up
from firmware_host.daemon.settings import house as houses
from firmware_host.daemon.settings.house import Files
from firmware_host.table.evening import House
from firmware_host.table.painter import Painter
from firmware_host.table.refitting import refit
from firmware_host.table.signals import Tick

from . import quiet


def refresh(table: Assembly, files: Files, house: House) -> None:
    """*files* from now on, and the *house* that follows from them.

    What needs another device, or another daemon, must be in *files* as it was. Nothing that was
    answered, and no question that is open, changes.
    """
    before, table.files = table.files, files
    core, now_ns = table.core, table.clock.now_ns()
    refit(core.table, house)
    core.lights.repaint(Painter(files.theme, houses.layout(files.table)))
    table.devices.spare(files.table)
    if table.drawing is not None and core.display is not None:
        table.drawing.anew(files.table.oled, files.texts)
        core.display.afresh()
    if core.eye is not None:
        core.eye.ordered = table.camera_order()
        core.eye.pace = replace(core.eye.pace, idle_fps=files.table.camera.idle_fps)
    if files.table.quiet != before.table.quiet:
        here = table.here
        how = (files.table.quiet, core, here.now_s, here.says, now_ns)
        table.quiet = quiet.renewed(table.quiet, *how)
    table.feed.furnish(houses.furniture(files), files.texts.say, files.table.name)
    if files.table.camera != before.table.camera or files.box is not before.box:
        table.feed.records = looking_up.records(table)
    core.changes += 1
    core.feed(Tick(now_ns), now_ns)
    table.feed.changed()
