"""What ``dice calibrate`` and ``dice teach`` have in common: a session at a terminal, or a pipe."""

from __future__ import annotations

import argparse
import base64
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware_host.daemon import places
from firmware_host.daemon.errors import FAILED

from .shipped import profile_folder
from .spelling import Unclear, faces, spelled
from .texts import words

if TYPE_CHECKING:
    from firmware_host.daemon.eye.guide import Guide
    from firmware_host.vision.measured import Measured
    from firmware_host.vision.pips.profile import PipTable
    from firmware_host.vision.plane import Picture
    from firmware_host.vision.profile import Profile
    from firmware_host.vision.teaching.desk import Plan
    from firmware_host.vision.teaching.view import View
    from hw.ports import Camera

LEFT = "The session is kept: the same command goes on with it, --anew throws it away."
LEFT_ON_PAGE = "The session is kept: begun again, it goes on where it was."
PICTURE = "lava-table-teaching.jpg"
EMPTY = "empty.png"


class BrokenOff(Exception):
    """A session that could not go on: why, and what has become of it."""


def add_session(parser: argparse.ArgumentParser) -> None:
    """The options of a session."""
    parser.add_argument(
        "--camera",
        metavar="PORT",
        help='"/dev/video0", "picamera", "folder:PATH" or, with --world, "mock"',
    )
    parser.add_argument("--world", type=Path, metavar="FILE", help="the virtual table's own file")
    parser.add_argument("--profile", type=Path, metavar="P", help="begin with this profile")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="keep it there; default: as "
                        "this table's own, of the same name")  # fmt: skip
    parser.add_argument("--anew", action="store_true", help="throw a half-done session away")
    parser.add_argument(
        "--picture", type=Path, metavar="FILE", help=f"draw what is asked there; default {PICTURE}"
    )
    parser.add_argument(
        "--anyway", action="store_true", help="do not ask whether to disturb a match in play"
    )
    parser.add_argument("--pipe", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--texts", type=Path, help=argparse.SUPPRESS)


def base_of(options: argparse.Namespace) -> tuple[Path, Profile | PipTable]:
    """The profile that is begun with, of either kind.

    :raises BadProfile: it cannot be used.
    """
    from firmware_host.vision import kinds

    folder = profile_folder(options)
    return folder, kinds.load(folder)


def run_session(options: argparse.Namespace, folder: Path, base: Measured, plan: Plan) -> int:
    """Hold the session; the exit status.

    :raises BadSession: another one is on, or a broken one.
    :raises DeviceLost: the camera does not answer.
    :raises BrokenOff: it answers no more, or what was shown or came of it cannot be written.
    """
    if not (options.pipe or options.anyway or agreed()):  # on the page it was asked already
        print("Nothing was begun.", file=sys.stderr)
        return FAILED
    from firmware_host.daemon.eye import guide, profile_keeping
    from firmware_host.vision.teaching.session import Session

    kind = "calibrate" if "hold" in plan.steps else "teach"
    desk = places.state_folder() / "teaching" / f"{plan.name}.{kind}"
    if options.anew:
        guide.forget(desk)
    session = Session(desk, plan, base, _told(options), _empty(folder))
    led = guide.Guide(session, camera(options, base), time.monotonic_ns)
    led.open()
    left = LEFT_ON_PAGE if options.pipe else LEFT
    out = options.out or profile_keeping.own(plan.name)
    try:
        return _led(led, options, out, left)
    except BrokenPipeError:
        raise
    except OSError as wrong:
        named = f"{wrong.filename}: {wrong.strerror}" if wrong.filename else str(wrong)
        raise BrokenOff(f"{named.rstrip('.')}. {left}") from None
    finally:
        led.close()


def _led(led: Guide, options: argparse.Namespace, out: Path, left: str) -> int:
    """Ask to the end, and keep what comes of it in *out*; the exit status.

    :raises OSError: the camera gives no picture, or something cannot be written.
    """
    from firmware_host.daemon.eye.guide import as_text

    front = pipe if options.pipe else terminal
    if not front(led, options):
        print(left, file=sys.stderr)
        return FAILED
    led.keep(out)
    if not options.pipe:
        print(words(options)(as_text(led.session.view().ask)))
    print(f"{out}: kept", file=sys.stderr)
    return 0


def agreed() -> bool:
    """Is no match disturbed, or does somebody say that it may be?"""
    from firmware_host.daemon.eye import in_play

    found = in_play.of_folder(places.state_folder())
    if not found:
        return True
    print("\n".join(f"{one}." for one in found))
    print(f"{in_play.AFTER}. {in_play.BACK}.")
    print('Begin all the same? Write "yes" (--anyway does not ask): ', end="", flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _empty(folder: Path) -> Picture | None:
    """The empty tray of the profile in *folder*, where it has one.

    :raises BadProfile: that cannot be read.
    """
    from firmware_host.vision import BadProfile, pictures

    file = folder / EMPTY
    if not file.exists():
        return None
    try:
        return pictures.read(file)
    except pictures.BadPicture as wrong:
        raise BadProfile(f"{wrong}; remove it, and the empty tray is asked for again") from None


def camera(options: argparse.Namespace, base: Measured) -> Camera:
    """The camera that was named.

    :raises NoCamera: there is none of that name.
    """
    from firmware_host.daemon import wiring
    from firmware_host.daemon.eye.words import Open

    order = Open(options.camera, "", str(options.world or ""))
    size = getattr(options, "size", None) or (base.width, base.height)
    return wiring.camera_of(order, *size)


def terminal(led: Guide, options: argparse.Namespace) -> bool:
    """Ask line by line until it is done; False: somebody left."""
    from firmware_host.daemon.eye.guide import jpeg
    from firmware_host.vision.files import naming

    texts, file = words(options), options.picture or Path(PICTURE)
    view = led.look()
    print(f"Each step is drawn in {file}. Enter goes on; ? looks again; quit leaves.")
    while True:
        if view.picture is not None:
            with naming(file):
                file.write_bytes(jpeg(view.picture))
        print("\n".join(lines(view, texts)), flush=True)
        if view.done:
            return True
        typed = sys.stdin.readline()
        typed_words = typed.strip() or "go"
        if not typed or typed_words in ("quit", "exit"):
            return False
        if typed_words == "?":
            view = led.look()
            continue
        try:
            view = led.say(spelled(typed_words, known(led), texts))
        except Unclear as wrong:
            print(f"! {wrong}")


def lines(view: View, say: Callable[[Any], str]) -> Iterator[str]:
    """A view as lines of text."""
    from firmware_host.daemon.eye.guide import as_text

    yield ""
    for one in view.says:
        yield ("  " if view.ok else "! ") + say(as_text(one))
    if view.done:  # that it is done is said once it is kept
        return
    yield f"[{view.number}/{view.of}] {say(as_text(view.ask))}"
    if view.progress:
        yield "  " + "  ".join(f"{p.what} {min(p.have, 99)}/{p.need}" for p in view.progress)
    if view.found:
        marks = {True: "", False: " (left out)"}
        yield "  " + "  ".join(f"{f.number}:{f.face or '?'}{marks[f.usable]}" for f in view.found)
    if len(view.acts) > 1:
        yield f"  words: {', '.join(view.acts)}" + (
            "  (is 3 Yb, is 3 yellow banana, not 4)" if view.found and "is" in view.acts else ""
        )


def pipe(led: Guide, options: argparse.Namespace) -> bool:
    """Words in, a line of JSON each out; False: the other side has gone."""
    from firmware_host.daemon.eye.guide import document, jpeg

    texts, view = words(options), led.look()
    while True:
        told = document(view, texts) | {"picture": base64.b64encode(jpeg(view.picture)).decode()}
        print(json.dumps(told), flush=True)
        if view.done:
            return True
        typed = sys.stdin.readline()
        if not typed or typed.strip() == "quit":
            return False
        try:
            line = spelled(typed.strip(), known(led), texts)
        except Unclear:
            line = typed.strip()  # the session says that this is no face
        view = led.say(line) if line else led.look()


def known(led: Guide) -> Sequence[str]:
    """The faces that may be told in words."""
    desk = led.session.desk
    return faces(desk.base, desk.plan.faces)


def _told(options: argparse.Namespace) -> Callable[[int], None]:
    def told(done: int) -> None:
        if sys.stderr.isatty() and not options.pipe:
            print(f"\r{done} pictures", end="", file=sys.stderr, flush=True)

    return told
