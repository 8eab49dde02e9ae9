"""The two nets: one finds top faces in a picture, the other reads one of them and its pips."""

from __future__ import annotations

import torch
from torch import Tensor, nn

FINDER_OUT = 11
"""Channels: a face's middle, values 1..6 and a sign, log size / 4 px, offset across and down."""
CROP = 56
"""The reader's crops are so many pixels wide and high; a die's edge is half of that."""


def _conv(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class _Block(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _conv(width, width)
        self.second = nn.Conv2d(width, width, 3, 1, 1, bias=False)
        self.norm = nn.BatchNorm2d(width)

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.norm(self.second(self.first(x))))


class Finder(nn.Module):
    """(n, 3, h, w) in, (n, 11, h / 4, w / 4) out; h and w are multiples of 16."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(_conv(3, 12, 2), _conv(12, 24, 2), _Block(24))
        self.middle = nn.Sequential(_conv(24, 48, 2), _Block(48), _Block(48))
        self.coarse = nn.Sequential(_conv(48, 64, 2), _Block(64), _Block(64))
        self.from_coarse = nn.Conv2d(64, 48, 1)
        self.mixed = _conv(48, 48)
        self.from_middle = nn.Conv2d(48, 24, 1)
        self.out = nn.Sequential(_conv(24, 32), nn.Conv2d(32, FINDER_OUT, 1))
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        nn.init.constant_(self.out[1].bias[:1], -4.0)

    def forward(self, x: Tensor) -> Tensor:
        """The answer to pictures."""
        fine = self.fine(x)
        middle = self.middle(fine)
        coarse = self.coarse(middle)
        middle = self.mixed(middle + self.up(self.from_coarse(coarse)))
        out: Tensor = self.out(fine + self.up(self.from_middle(middle)))
        return out


class FaceReader(nn.Module):
    """(n, 3, 56, 56) in, out the logits of what is in the middle, (n, 8), and of pips, (n, 28, 28).

    The eight are: no face, 1 to 6, and a sign instead of pips.
    """

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(_conv(3, 16, 2), _conv(16, 24), _conv(24, 24))
        self.middle = nn.Sequential(_conv(24, 48, 2), _Block(48))
        self.coarse = nn.Sequential(_conv(48, 64, 2), _Block(64))
        self.value = nn.Sequential(nn.Flatten(), nn.Dropout(0.1), nn.Linear(64 * 49, 8))
        self.from_coarse = nn.Conv2d(64, 48, 1)
        self.from_middle = nn.Conv2d(48, 24, 1)
        self.pips = nn.Sequential(_conv(24, 24), nn.Conv2d(24, 1, 1))
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        nn.init.constant_(self.pips[1].bias, -4.0)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """The answers to crops."""
        fine = self.fine(x)
        middle = self.middle(fine)
        coarse = self.coarse(middle)
        middle = middle + self.up(self.from_coarse(coarse))
        pips: Tensor = self.pips(fine + self.up(self.from_middle(middle)))
        return self.value(coarse), pips[:, 0]
