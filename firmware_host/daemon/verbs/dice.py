"""``./table dice read|teach|bench``: the dice reader by itself, on pictures."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware_host.daemon.errors import FAILED
from firmware_host.daemon.places import config_folder

if TYPE_CHECKING:  # numpy and OpenCV only once there is something to read
    from firmware_host.vision.reader import Reader, Reading
    from firmware_host.vision.score import Score
    from firmware_host.vision.teach import Taught

SHIPPED = "lava_land"


def main(arguments: list[str]) -> int:
    """Read, teach or measure; 0 if all went well, 1 if a picture or a profile is bad."""
    options = _parser().parse_args(arguments)
    act = {"read": _read, "teach": _teach, "bench": _bench}[options.act]
    from firmware_host.vision import BadProfile, WrongEmbedding
    from firmware_host.vision.labels import BadLabels
    from firmware_host.vision.pictures import BadPicture
    from firmware_host.vision.teach import CannotTeach

    try:
        return act(options)
    except (BadProfile, WrongEmbedding, BadLabels, BadPicture, CannotTeach) as wrong:
        print(wrong, file=sys.stderr)
    except OSError as wrong:
        print(f"{wrong.filename}: {wrong.strerror}", file=sys.stderr)
    return FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="./table dice",
        description="The dice reader by itself; docs/dice.md tells how it sees and is taught.",
        epilog="Exit status: 0 done, 1 a picture, profile or label is bad, 64 wrong usage.",
    )
    acts = parser.add_subparsers(dest="act", required=True, metavar="ACT")
    read = acts.add_parser("read", help="print what lies in pictures of the crater")
    read.add_argument("files", nargs="+", metavar="FILE|DIR", type=Path, help="JPEG or PNG")
    _add_profile(read)
    read.add_argument("--annotate", type=Path, metavar="DIR", help="write marked pictures there")
    read.add_argument("--json", action="store_true", help="one JSON line a picture")
    teach = acts.add_parser("teach", help="make a profile from labelled pictures")
    teach.add_argument("--from", dest="source", type=Path, required=True, metavar="FOLDER")
    teach.add_argument("--out", type=Path, metavar="PROFILE", help="default: the shipped profile")
    bench = acts.add_parser("bench", help="score the reader on labelled pictures")
    bench.add_argument("folder", type=Path, metavar="DIR", help="with labels.json in it")
    _add_profile(bench)
    bench.add_argument("--json", action="store_true", help="the figures as one JSON value")
    return parser


def _add_profile(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--profile", type=Path, metavar="P", help=f"a profile's folder; default: {SHIPPED}"
    )


def _reader(options: argparse.Namespace) -> Reader:
    from firmware_host.vision import Reader, load

    return Reader(load(options.profile or config_folder() / "dice" / SHIPPED))


def _read(options: argparse.Namespace) -> int:
    from firmware_host.vision import pictures
    from firmware_host.vision.annotate import annotated, encoded

    reader = _reader(options)
    failed = False
    for file in _pictures(options.files):
        try:
            picture = pictures.read(file)
            reading = reader.read(picture)
        except ValueError as wrong:  # of this picture: it cannot be read, or has the wrong size
            print(_named(file, str(wrong)), file=sys.stderr)
            failed = True
            continue
        if reading.trouble:
            print(f"{file}: {TROUBLE[reading.trouble]}", file=sys.stderr)
            failed = True
        print(json.dumps(_as_json(file, reading)) if options.json else _readable(file, reading))
        if options.annotate:
            options.annotate.mkdir(parents=True, exist_ok=True)
            (options.annotate / f"{file.stem}.png").write_bytes(
                encoded(annotated(picture, reading))
            )
    return FAILED if failed else 0


TROUBLE = {
    "dark": "too dark to read: is the light on, and the lens uncovered?",
    "overexposed": "overexposed: less light, or a shorter exposure",
    "no_marks": "the four marks on the rim are not to be seen: is the whole tray in the picture, "
    "and nothing over the marks?",
}


def _named(file: Path, says: str) -> str:
    return says if says.startswith(str(file)) else f"{file}: {says}"


def _pictures(paths: list[Path]) -> Iterator[Path]:
    from firmware_host.vision.pictures import KINDS

    for path in paths:
        if path.is_dir():
            yield from sorted(f for f in path.iterdir() if f.suffix.lower() in KINDS)
        else:
            yield path


def _state(reading: Reading) -> str:
    if reading.trouble:
        return "blind"
    if reading.hands.deg:
        return "hand"
    return "dice" if reading.dice else "empty"


def _as_json(file: Path, reading: Reading) -> dict[str, Any]:
    return {
        "file": str(file),
        "state": _state(reading),
        "trouble": reading.trouble,
        "outside": reading.outside,
        "hands_deg": list(reading.hands.deg),
        "dice": [
            {
                "face": d.colour + d.symbol,
                "colour": d.colour,
                "symbol": d.symbol,
                "sure": d.sure,
                "why": d.why,
                "confidence": d.guesses[0].confidence,
                "guesses": {g.symbol: g.confidence for g in d.guesses},
                "x_mm": round(d.x_mm, 1),
                "y_mm": round(d.y_mm, 1),
                "angle_deg": round(d.angle_deg, 1),
            }
            for d in reading.dice
        ],
    }


def _readable(file: Path, reading: Reading) -> str:
    dice = reading.dice
    unsure = sum(not d.sure for d in dice)
    head = f"{file}: {_state(reading)}, {len(dice)} dice"
    head += f", {unsure} unsure" if unsure else ""
    head += f", {reading.outside} outside" if reading.outside else ""
    lines = [head]
    for die in dice:
        best = die.guesses[0]
        doubt = ""
        if die.why:
            others = " or ".join(die.colour + g.symbol for g in die.guesses[:2])
            doubt = f"  ? {die.why}: {others}"
        lines.append(
            f"  {die.colour}{best.symbol}  {best.confidence:4.0%}  at {die.x_mm:6.1f},"
            f"{die.y_mm:6.1f} mm, turned {die.angle_deg:4.1f} deg{doubt}"
        )
    return "\n".join(lines)


def _teach(options: argparse.Namespace) -> int:
    from firmware_host.vision import labels, save
    from firmware_host.vision.teach import save_shots, teach

    out = options.out or config_folder() / "dice" / SHIPPED
    known = labels.read(options.source)
    total = len(known.pictures)

    def told(done: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{done} of {total} pictures", end="", file=sys.stderr, flush=True)

    taught = teach(known, out.name, told)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    save(taught.profile, out)
    save_shots(taught, out / "shots")
    print(_taught(out, taught))
    return 0


def _taught(out: Path, taught: Taught) -> str:
    profile = taught.profile
    faces = sorted({s.colour + s.symbol for s in taught.shots})
    text = (
        f"{out}: {len(taught.shots)} shots of {len(faces)} faces ({' '.join(faces)}) "
        f"at {profile.width} x {profile.height}"
    )
    if taught.unseen:
        text += f"\nnot all dice were found in {', '.join(taught.unseen)}: left out"
    return text


def _bench(options: argparse.Namespace) -> int:
    import cv2

    from firmware_host.vision import labels, pictures
    from firmware_host.vision.score import Score, score

    cv2.setNumThreads(1)  # as in the camera's process
    reader = _reader(options)
    known = labels.read(options.folder)
    total, took_ms = Score(), []
    for entry in known.pictures:
        picture = pictures.read(entry.file)
        begun = time.process_time()
        reading = reader.read(picture)
        took_ms.append((time.process_time() - begun) * 1000)
        one, lines = score(entry, reading)
        total += one
        for line in () if options.json else lines:
            print(line)
    took_ms.sort()
    figures = _figures(total, took_ms)
    if options.json:
        print(json.dumps(figures))
    else:
        print("\n".join(f"{name.replace('_', ' '):<16} {value}" for name, value in figures.items()))
    return FAILED if total.wrong or total.unnoticed else 0


def _figures(total: Score, took_ms: list[float]) -> dict[str, Any]:
    names = "pictures dice found wrong asked missed unnoticed extra blind outside outside_wrong"
    figures: dict[str, Any] = {name: getattr(total, name) for name in names.split()}
    figures["asked_percent"] = round(100 * total.asked / max(total.dice, 1), 2)
    middle = took_ms[len(took_ms) // 2] if took_ms else 0.0
    figures["cpu_ms_median"] = round(middle, 1)
    figures["cpu_ms_p95"] = round(took_ms[int(len(took_ms) * 0.95)], 1) if took_ms else 0.0
    return figures
