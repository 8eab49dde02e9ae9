"""Train the pip reader's nets on drawn scenes: ``python -m training.pips.train --help``."""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from training.pips.nets import CROP, FaceReader, Finder
from training.pips.scene import SIDE
from training.pips.store import Store, fill
from training.pips.targets import crop, finder_target

Batch = tuple[Tensor, ...]
AGAIN = 0.6
"""The share of the rate with which training goes on from given weights."""


def normal(pictures: npt.NDArray[np.uint8]) -> Tensor:
    """(n, h, w, 3) blue, green, red to what the nets take."""
    made = torch.from_numpy(pictures.transpose(0, 3, 1, 2).astype(np.float32))
    return ((made - 128.0) / 64.0).contiguous(memory_format=torch.channels_last)


def _flipped(
    random: np.random.Generator, picture: npt.NDArray[np.uint8], dice: npt.NDArray[np.float32]
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]]:
    """The scene mirrored, its colours changed places: as good as another one."""
    dice = dice.copy()
    if random.random() < 0.5:
        picture = picture[:, ::-1]
        dice[:, 0] = SIDE - 1 - dice[:, 0]
        dice[:, 5::2] = SIDE - 1 - dice[:, 5::2]
    if random.random() < 0.15:
        picture = picture[..., random.permutation(3)]
    if random.random() < 0.4:
        gain, lift = np.exp(random.normal(0, 0.25)), random.normal(0, 14)
        picture = np.clip(picture * gain + lift, 0, 255).astype(np.uint8)
    return np.ascontiguousarray(picture), dice


def finder_batches(store: Store, seed: int, size: int) -> Iterator[Batch]:
    """One epoch of scenes with what the finder should say of them."""
    random = np.random.default_rng(seed)
    order = random.permutation(len(store.pictures))
    for start in range(0, len(order) - size + 1, size):
        pairs = [_flipped(random, store.pictures[k], store.dice[k]) for k in order[start:][:size]]
        targets = [finder_target(dice, SIDE) for _, dice in pairs]
        yield (
            normal(np.stack([p for p, _ in pairs])),
            torch.from_numpy(np.stack([t.heat for t in targets])),
            torch.from_numpy(np.stack([t.care for t in targets])),
            torch.from_numpy(np.stack([t.value for t in targets])),
            torch.from_numpy(np.stack([t.place for t in targets])),
        )


def finder_loss(net: nn.Module, batch: Batch) -> tuple[Tensor, str]:
    """How wrong the finder is: middles, values, sizes and offsets."""
    pictures, heat, care, value, place = batch
    out = net(pictures).float()
    logit = out[:, 0]
    chance = torch.sigmoid(logit).clamp(1e-5, 1 - 1e-5)
    hit = heat > 0.999
    right = -torch.log(chance) * (1 - chance) ** 2 * hit
    wrong = -torch.log(1 - chance) * chance**2 * (1 - heat) ** 4 * ~hit * care
    found = hit.sum().clamp(min=1)
    middles = (right.sum() + wrong.sum()) / found
    mine = value >= 0
    if not mine.any():
        return middles, ""
    values = functional.cross_entropy(out[:, 1:8].permute(0, 2, 3, 1)[mine], value[mine])
    off = functional.l1_loss(out[:, 8:].permute(0, 2, 3, 1)[mine], place.permute(0, 2, 3, 1)[mine])
    at = hit & mine
    good = (out[:, 1:8].argmax(1) == value)[at].float().mean()
    return (
        middles + values + off,
        f"middles {middles:.3f} values {values:.3f} off {off:.3f} right {good:.3f}",
    )


def reader_batches(store: Store, seed: int, size: int) -> Iterator[Batch]:
    """One epoch of crops, three a scene."""
    random = np.random.default_rng(seed)
    crops = []
    for k in np.concatenate([random.permutation(len(store.pictures)) for _ in range(3)]):
        picture, dice = _flipped(random, store.pictures[k], store.dice[k])
        made = crop(random, picture, dice, CROP, store.hard)
        if made is not None:
            crops.append(made)
        if len(crops) == size:
            yield (
                normal(np.stack([c.picture for c in crops])),
                torch.tensor([c.value for c in crops]),
                torch.from_numpy(np.stack([c.pips for c in crops])),
            )
            crops = []


def reader_loss(net: nn.Module, batch: Batch) -> tuple[Tensor, str]:
    """How wrong the reader is: values and pips."""
    pictures, value, pips = batch
    logits, spots = net(pictures)
    values = functional.cross_entropy(logits.float(), value, label_smoothing=0.02)
    chance = torch.sigmoid(spots.float()).clamp(1e-5, 1 - 1e-5)
    hit = pips > 0.7
    right = -torch.log(chance) * (1 - chance) ** 2 * hit
    wrong = -torch.log(1 - chance) * chance**2 * (1 - pips) ** 4 * ~hit
    shown = (right.sum() + wrong.sum()) / hit.sum().clamp(min=1)
    good = (logits.argmax(1) == value).float().mean()
    return values + 0.5 * shown, f"values {values:.3f} pips {shown:.3f} right {good:.3f}"


Batches = Callable[[Store, int, int], Iterator[Batch]]
Loss = Callable[[nn.Module, Batch], tuple[Tensor, str]]
PARTS: dict[str, tuple[Callable[[], nn.Module], Batches, Loss, int, float]] = {
    "finder": (Finder, finder_batches, finder_loss, 16, 2.5e-3),
    "reader": (FaceReader, reader_batches, reader_loss, 64, 2.5e-3),
}


def train(part: str, store: Store, steps: int, seed: int, keep: Path, begin: Path | None) -> Any:
    """A net of *part* after so many *steps*; its weights are kept in a file on the way.

    *begin* names weights to go on from, at a lower rate.
    """
    torch.manual_seed(seed)
    make, batches, loss_of, size, rate = PARTS[part]
    net = make().to(memory_format=torch.channels_last)
    if begin:
        net.load_state_dict(torch.load(begin))
        rate *= AGAIN
    best = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.02)
    step, epoch = 0, 0
    while step < steps:
        for batch in batches(store, seed * 1000 + epoch, size):
            share = step / steps
            if share >= 1:
                break
            for group in best.param_groups:
                group["lr"] = rate * min(1.0, (step + 1) / 200) * max(0.005, 1 - share)
            loss, says = loss_of(net, batch)
            best.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            best.step()
            step += 1
            if step % 250 == 0:
                torch.save(net.state_dict(), keep)
            if step % 50 == 0:
                sys.stderr.write(f"{part} {share:4.0%} epoch {epoch} step {step}: {says}\n")
        epoch += 1
    torch.save(net.state_dict(), keep)
    return net.eval()


def export(part: str, net: nn.Module, file: Path) -> str:
    """Write *net* as ONNX, for pictures of any size or crops of any number; its hash."""
    edge = SIDE if part == "finder" else CROP
    free = {0: "n", 2: "h", 3: "w"} if part == "finder" else {0: "n"}
    names = ["faces"] if part == "finder" else ["values", "pips"]
    torch.onnx.export(
        net.to(memory_format=torch.contiguous_format),
        (torch.zeros(1, 3, edge, edge),),
        str(file),
        dynamo=False,
        input_names=["picture"],
        output_names=names,
        dynamic_axes={
            "picture": free,
            **{n: free if part == "finder" else {0: "n"} for n in names},
        },
    )
    return hashlib.sha256(file.read_bytes()).hexdigest()


def main() -> None:
    """Draw the scenes, train a part, write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=list(PARTS))
    parser.add_argument("--scenes", type=Path, required=True, help="a folder for the scenes")
    parser.add_argument("--count", type=int, default=12000)
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--begin", type=Path, help="weights (.pt) to go on from")
    parser.add_argument("--out", type=Path, required=True, help="the ONNX file to write")
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    store = fill(options.scenes, options.count, options.seed)
    net = train(
        options.part,
        store,
        options.steps,
        options.seed,
        options.out.with_suffix(".pt"),
        options.begin,
    )
    sys.stdout.write(export(options.part, net, options.out) + "\n")


if __name__ == "__main__":
    main()
