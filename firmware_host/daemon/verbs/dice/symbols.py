"""``./table dice bench`` for symbol dice in photographs: each read by what the others teach."""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from firmware_host.daemon.errors import BAD_INPUT, FAILED, plain_lines

if TYPE_CHECKING:
    from firmware_host.vision.loose.reader import LooseReader
    from firmware_host.vision.loose.shots import Where
    from firmware_host.vision.pips.photographs import Photograph, Told
    from firmware_host.vision.plane import Picture

    from .pips import Scores


def bench(options: argparse.Namespace) -> int:
    """Score the photographs of a folder that show no pip dice."""
    import cv2

    from firmware_host.vision.labels import BadLabels
    from firmware_host.vision.loose import shots
    from firmware_host.vision.loose.reader import LooseReader
    from firmware_host.vision.pips import photographs

    from .pips import printed

    cv2.setNumThreads(1)  # as in the camera's process
    everything = photographs.read(options.folder, options.corrections)
    known = [p for p in everything if p.values and not p.of_pips]
    if not known:
        raise BadLabels(
            f"{options.folder / photographs.FILE}: no photograph of symbol dice in it; without "
            "--symbols its pip dice are scored"
        )
    where = shots.read(options.shots, known)
    series = defaultdict(list)
    for photograph in known:
        series[photograph.series].append(photograph)
    reader, bad = LooseReader(), 0
    lines: list[str] = []
    scored: Scores = {}
    for _, own in sorted(series.items()):
        bad += _series(reader, own, where, (lines, scored))
    printed(lines, scored, options.json)
    if bad or not scored:
        return BAD_INPUT
    return FAILED if any(total.wrong for total, _ in scored.values()) else 0


def _series(
    reader: LooseReader,
    own: Sequence[Photograph],
    where: dict[str, tuple[Where, ...]],
    into: tuple[list[str], Scores],
) -> int:
    """Read each photograph of a series by what the others teach; how many could not be read."""
    from firmware_host.vision.loose import shots
    from firmware_host.vision.pips.photographs import Tally, tally
    from firmware_host.vision.teach import CannotTeach

    from .pips import told

    lines, scored = into
    taught, bad = _pictures(own)
    for photograph in own:
        name = photograph.file.name
        if name not in taught:
            continue
        others = {n: p for n, p in taught.items() if n != name}
        try:
            known = reader.teach(shots.taught_from(reader, others, where))
        except CannotTeach as wrong:
            says = f"{photograph.file}: the others teach nothing: {wrong}"
            print(plain_lines(says), file=sys.stderr)
            bad += 1
            continue
        begun = time.process_time()
        dice: Sequence[Told] = reader.read(taught[name], known)
        took_ms = (time.process_time() - begun) * 1000
        one = tally(photograph, dice)
        lines += told(photograph, dice, one)
        for title in (photograph.series, "all"):
            total, took = scored.pop(title, (Tally(), []))
            scored[title] = (total + one, [*took, took_ms])
    return bad


def _pictures(own: Sequence[Photograph]) -> tuple[dict[str, Picture], int]:
    from firmware_host.vision import pictures

    read: dict[str, Picture] = {}
    for photograph in own:
        try:
            read[photograph.file.name] = pictures.read(photograph.file)
        except pictures.BadPicture as wrong:
            print(plain_lines(str(wrong)), file=sys.stderr)
    return read, len(own) - len(read)
