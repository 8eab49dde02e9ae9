"""The mean of two nets' weights: ``python -m training.pips.mean PART A.pt B.pt OUT.onnx``.

Where one was trained on from the other, on harder scenes, their mean does well on both kinds.
"""

from __future__ import annotations

import sys
from pathlib import Path

import torch

from training.pips.train import PARTS, export


def main(part: str, first: str, second: str, out: str) -> None:
    """Write the mean of *first* and *second* to *out*, and print its hash."""
    one, other = torch.load(first), torch.load(second)
    net = PARTS[part][0]()
    mean = {
        name: one[name] * 0.5 + other[name] * 0.5 if one[name].is_floating_point() else other[name]
        for name in one
    }
    net.load_state_dict(mean)
    sys.stdout.write(export(part, net.eval(), Path(out)) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
