"""``python -m training.embedding.train``: trains the embedding and writes its file.

The network learns to tell :data:`CLASSES` made-up symbols apart by the angle between points: each
class has a direction, and a patch's point must be nearer to its own by a margin. What it is used
for is another thing: symbols it has never seen, told apart by a few shots each.

One thread, a fixed number of steps, every draw from the seed: the same machine and packages
(requirements/training.txt) write the same file, to the bit. The last line printed is its sha256.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from firmware_host.vision.embedding import EDGE, POINT
from hw.mock.paint.glyphs import DRAWINGS, glyph
from training.embedding.drawings import SIZE, Floats, drawings
from training.embedding.onnx_file import written
from training.embedding.patches import patches

CLASSES = 640
BATCH = 96
STEPS = 5_000
RATE = 2e-3
SCALE, MARGIN = 20.0, 0.15
"""How steep the loss is in the cosine, and by how much a point must be nearer to its own class."""
WIDTHS = (16, 32, 64, 64)
"""Channels of the four layers; the picture is halved between them. Strides instead of pooling take
half the time and make more mistakes: docs/decisions/0008-embedding-runtime.md."""


def network() -> Any:
    """Patches (n, 1, 32, 32) in, points (n, 48) of any length out."""
    layers: list[Any] = []
    before = 1
    for i, wide in enumerate(WIDTHS):
        layers += [torch.nn.MaxPool2d(2)] if i else []
        layers.append(torch.nn.Conv2d(before, wide, 3, 1, 1, bias=False))
        layers += [torch.nn.BatchNorm2d(wide), torch.nn.ReLU()]
        before = wide
    small = EDGE >> (len(WIDTHS) - 1)
    last = torch.nn.Linear(small**2 * before, POINT)
    return torch.nn.Sequential(*layers, torch.nn.Flatten(), last)


def loss(points: Any, classes: Any, own: Any) -> tuple[Any, float]:
    """How far *points* are from their *own* classes' directions, and the share that is right."""
    cosine = functional.normalize(points, dim=1) @ functional.normalize(classes, dim=1).T
    right = float((cosine.argmax(1) == own).float().mean())
    cosine = cosine - MARGIN * functional.one_hot(own, classes.shape[0])
    return functional.cross_entropy(SCALE * cosine, own), right


def trained(seed: int, steps: int, known: Floats) -> Any:
    """The network after so many *steps* on patches of the drawings *known*."""
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    torch.manual_seed(seed)
    luck = np.random.default_rng([seed, 1])
    net = network()
    classes = torch.nn.Parameter(torch.randn(len(known), POINT) * 0.1)
    optimiser = torch.optim.Adam([*net.parameters(), classes], RATE)
    for step in range(steps):
        rate = RATE * min(1.0, (step + 1) / 100) * max(0.01, 1 - step / steps)
        for group in optimiser.param_groups:
            group["lr"] = rate
        own = luck.integers(len(known), size=BATCH)
        shown = torch.from_numpy(patches(known[own], luck)[:, None])
        far, right = loss(net(shown), classes, torch.from_numpy(own))
        optimiser.zero_grad()
        far.backward()
        optimiser.step()
        if step % 250 == 249:
            sys.stderr.write(
                f"step {step + 1} of {steps}: loss {float(far.detach()):.3f}, {right:.0%}\n"
            )
    net.eval()
    return net


def main(argv: Sequence[str] | None = None) -> int:
    """Train, write, and say the file's hash."""
    parser = argparse.ArgumentParser(
        prog="python -m training.embedding.train",
        description="Trains the dice reader's embedding; docs/dice.md tells what to do with it.",
    )
    parser.add_argument("out", type=Path, help="the file to write: embedding.onnx")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--steps", type=int, default=STEPS, help=f"default: {STEPS}")
    parser.add_argument("--classes", type=int, default=CLASSES, help=f"default: {CLASSES}")
    asked = parser.parse_args(argv)
    blank = np.zeros((1, SIZE, SIZE), np.float32)
    kept_back = [glyph(symbol, SIZE) for symbol in DRAWINGS]  # the game's, as the tests draw them
    known = np.concatenate([blank, drawings(asked.seed, asked.classes - 1, kept_back)])
    content = written(trained(asked.seed, asked.steps, known))
    asked.out.write_bytes(content)
    sys.stdout.write(f"{hashlib.sha256(content).hexdigest()}  {asked.out}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
