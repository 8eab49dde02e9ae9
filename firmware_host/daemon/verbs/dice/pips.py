"""``./table dice read|bench`` for ordinary pip dice: any photograph, and ``labels.csv``."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware_host.daemon.errors import BAD_INPUT, FAILED, plain, plain_lines

from .drawings import Drawings
from .shipped import profile_folder
from .sources import complain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from firmware_host.vision.pips.die import PipDie
    from firmware_host.vision.pips.photographs import Photograph, Tally, Told
    from firmware_host.vision.pips.reader import PipReader
    from firmware_host.vision.plane import Picture

    from .sources import Source

SHIPPED = "pips"


def wanted(options: argparse.Namespace) -> bool:
    """Whether pip dice are to be read in any picture: by the profile, or by the folder's labels."""
    if options.profile is None:
        folder = getattr(options, "folder", None)
        if folder is None or (folder / "labels.json").exists():
            return False
        return bool((folder / "labels.csv").exists())
    from firmware_host.vision.pips.profile import PipProfile, load_either

    return isinstance(load_either(profile_folder(options)), PipProfile)


def _reader(options: argparse.Namespace) -> PipReader:
    from firmware_host.vision.pips import profile
    from firmware_host.vision.pips.nets import Nets
    from firmware_host.vision.pips.reader import PipReader

    return PipReader(Nets(), profile.load(profile_folder(options, SHIPPED)))


def read(options: argparse.Namespace, shown: Iterable[Source]) -> int:
    """Print what lies in *shown*."""
    from firmware_host.vision.ailments import says
    from firmware_host.vision.pips.marked import marked
    from firmware_host.vision.reading import exposure

    reader, drawings = _reader(options), Drawings(options.annotate, options.files)
    status = 0
    for source in shown:
        file = source.file
        try:
            picture = source.picture()
            dice = reader.read(picture)
        except ValueError as wrong:
            complain(file, str(wrong))
            status = BAD_INPUT
            continue
        trouble = exposure(picture)
        if trouble == "cut" or (trouble and not dice):  # white paper around dice is no trouble
            complain(file, says(trouble))
            status = BAD_INPUT
        print(json.dumps(_as_json(file, dice)) if options.json else _readable(file, dice))
        if drawings:
            drawings.write(file, marked(picture, dice))
    return status


def _as_json(file: Path, dice: Sequence[PipDie]) -> dict[str, Any]:
    return {
        "file": str(file),
        "state": "dice" if dice else "empty",
        "dice": [
            {
                "face": d.symbol,
                "colour": d.colour,
                "sure": d.sure,
                "why": d.why,
                "confidence": round(d.guesses[0].confidence, 4),
                "guesses": {g.symbol: round(g.confidence, 4) for g in d.guesses},
                "pips": len(d.pips),
                "x_px": round(d.x_px, 1),
                "y_px": round(d.y_px, 1),
                "size_px": round(d.size_px, 1),
            }
            for d in dice
        ],
    }


def _readable(file: Path, dice: Sequence[PipDie]) -> str:
    unsure = sum(not d.sure for d in dice)
    head = f"{plain(str(file))}: {len(dice) or 'no'} dice"
    head += f", {unsure} unsure" if unsure else ""
    values = " ".join(sorted(d.symbol + ("" if d.sure else "?") for d in dice))
    lines = [f"{head}: {values}" if dice else head]
    for die in dice:
        best = die.guesses[0]
        doubt = ""
        if die.why:
            others = " or ".join(g.symbol for g in die.guesses[:2])
            doubt = f"  ? {die.why}: {others} ({len(die.pips)} pips counted)"
        lines.append(
            f"  {best.symbol}  {best.confidence:4.0%}  {die.colour:<7}at {die.x_px:6.0f},"
            f"{die.y_px:6.0f} px, {die.size_px:4.0f} px wide{doubt}"
        )
    return "\n".join(lines)


def bench(options: argparse.Namespace) -> int:
    """Score a folder with ``labels.csv``."""
    from firmware_host.vision.labels import BadLabels
    from firmware_host.vision.pips import photographs

    known = photographs.read(options.folder, options.corrections)
    if not any(p.of_pips for p in known):
        raise BadLabels(
            f"{options.folder / photographs.FILE}: no photograph of pip dice in it; --symbols "
            "scores those of symbol dice"
        )
    for remark in photographs.remarks(options.folder, options.corrections):
        print(plain(remark), file=sys.stderr)
    others = sorted({p.series for p in known if not p.of_pips})
    said, scored, bad = _scored(options, [p for p in known if p.of_pips])
    if others:
        said.append(f"no pip dice, left out: {', '.join(others)}; --symbols scores those")
    printed(said, scored, options.json)
    if bad:
        return BAD_INPUT
    return FAILED if any(total.wrong for total, _ in scored.values()) else 0


def printed(said: Sequence[str], scored: Scores, as_json: bool) -> None:
    """Print the figures, and in words what was *said* of the photographs."""
    if as_json:
        print(json.dumps({name: _figures(*score) for name, score in scored.items()}))
    elif scored:
        print("\n".join([*map(plain, said), plain_lines(_table(scored))]))


Scores = dict[str, "tuple[Tally, list[float]]"]


def _scored(
    options: argparse.Namespace, known: Sequence[Photograph]
) -> tuple[list[str], Scores, int]:
    import cv2

    from firmware_host.vision.pips.photographs import Tally, tally

    cv2.setNumThreads(1)  # as in the camera's process
    reader = _reader(options)
    by_series: Scores = defaultdict(lambda: (Tally(), []))
    lines, bad = [], 0
    for photograph in known:
        try:
            picture = _picture(photograph)
            begun = time.process_time()
            dice = reader.read(picture)
        except ValueError as wrong:
            print(plain_lines(str(wrong)), file=sys.stderr)
            bad += 1
            continue
        took_ms = (time.process_time() - begun) * 1000
        one = tally(photograph, dice)
        lines += told(photograph, dice, one)
        for name in (photograph.series, "all"):
            total, took = by_series[name]
            by_series[name] = (total + one, [*took, took_ms])
    order = sorted(by_series, key=lambda name: (name == "all", name))
    return lines, {name: by_series[name] for name in order}, bad


def _picture(photograph: Photograph) -> Picture:
    from firmware_host.vision import pictures
    from firmware_host.vision.pips.photographs import FILE

    file = photograph.file
    if not file.is_file():
        raise pictures.BadPicture(
            f"{file.parent / FILE}:{photograph.line}: file: no picture {file.name} in "
            f"{file.parent}: put it there, or take the line out"
        )
    return pictures.read(file)


def told(photograph: Photograph, dice: Sequence[Told], one: Tally) -> list[str]:
    """A line on *photograph*, unless all its *dice* are right and sure."""
    if one.exact and not one.asked:
        return []
    seen = " ".join(sorted(d.symbol + ("" if d.sure else "?") for d in dice))
    word = "exact" if one.exact else "WRONG" if one.silent else "wrong"
    return [f"{word}: {photograph.file.name}: {' '.join(photograph.values)} read as {seen}"]


def _figures(total: Tally, took_ms: list[float]) -> dict[str, Any]:
    ordered = sorted(took_ms)
    return {
        "photographs": total.photographs,
        "dice": total.dice,
        "exact_percent": round(100 * total.exact / max(total.photographs, 1), 1),
        "exact_or_asked_percent": round(
            100 * (total.photographs - total.silent) / max(total.photographs, 1), 1
        ),
        "recall": round(total.right / max(total.dice, 1), 3),
        "precision": round(total.right / max(total.read, 1), 3),
        "asked_percent": round(100 * total.asked / max(total.read, 1), 1),
        "silently_wrong": total.wrong,
        "silently_wrong_percent": round(100 * total.wrong / (total.dice or total.read or 1), 1),
        "cpu_ms_median": round(ordered[len(ordered) // 2], 1),
        "cpu_ms_most": round(ordered[-1], 1),
    }


COLUMNS: tuple[tuple[str, Callable[[dict[str, Any]], str]], ...] = (
    ("photos", lambda f: f"{f['photographs']}"),
    ("dice", lambda f: f"{f['dice']}"),
    ("exact", lambda f: f"{f['exact_percent']:.0f} %"),
    ("or asked", lambda f: f"{f['exact_or_asked_percent']:.0f} %"),
    ("recall", lambda f: f"{f['recall']:.3f}"),
    ("precision", lambda f: f"{f['precision']:.3f}"),
    ("asked", lambda f: f"{f['asked_percent']:.1f} %"),
    ("silently wrong", lambda f: f"{f['silently_wrong']} ({f['silently_wrong_percent']:.1f} %)"),
    ("ms", lambda f: f"{f['cpu_ms_median']:.0f}"),
    ("most", lambda f: f"{f['cpu_ms_most']:.0f}"),
)


def _table(scored: Scores) -> str:
    rows = [["", *(name for name, _ in COLUMNS)]]
    for name, score in scored.items():
        figures = _figures(*score)
        rows.append([name, *(cell(figures) for _, cell in COLUMNS)])
    wide = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            [row[0].ljust(wide[0]), *(c.rjust(w) for c, w in zip(row[1:], wide[1:], strict=True))]
        )
        for row in rows
    )
