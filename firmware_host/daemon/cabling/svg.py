"""A sheet that is drawn on, as SVG. Lengths are in pixels, the origin is top left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

Point = tuple[float, float]

INK, FAINT, PAPER = "#1d1d1f", "#8a8a8e", "#ffffff"
WIRE_PX, HALO_PX = 3.2, 7.0
"""A wire, and the white beside it that shows which of two crossing wires is above."""
LETTER = 0.54
"""Width of a letter as a share of its height, on average."""


def width_px(text: str, size: float) -> float:
    """About how wide *text* is."""
    return len(text) * size * LETTER


def wrapped(text: str, size: float, wide: float) -> list[str]:
    """*text* in lines that are no wider than *wide*."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_px(longer, size) > wide:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


@dataclass(slots=True)
class Sheet:
    """Collects what is drawn, in order: later things lie above."""

    body: list[str] = field(default_factory=list)

    def rect(
        self,
        at: Point,
        size: Point,
        *,
        fill: str = PAPER,
        edge: str = INK,
        round_px: float = 6,
        wide: float = 1.6,
    ) -> None:
        """A box with its corner at *at*."""
        self.body.append(
            f'<rect x="{at[0]:g}" y="{at[1]:g}" width="{size[0]:g}" height="{size[1]:g}" '
            f'rx="{round_px:g}" fill="{fill}" stroke="{edge}" stroke-width="{wide:g}"/>'
        )

    def circle(self, at: Point, radius: float, fill: str, edge: str = INK) -> None:
        """A disc round *at*."""
        self.body.append(
            f'<circle cx="{at[0]:g}" cy="{at[1]:g}" r="{radius:g}" fill="{fill}" '
            f'stroke="{edge}" stroke-width="1.4"/>'
        )

    def line(self, points: Sequence[Point], colour: str = INK, wide: float = 1.6) -> None:
        """A line through *points*."""
        self._path(points, colour, wide)

    def wire(self, points: Sequence[Point], colour: str, striped: bool = False) -> None:
        """A wire, above those that were drawn before it."""
        self._path(points, PAPER, HALO_PX)
        self._path(points, colour, WIRE_PX)
        if striped:
            self._path(points, PAPER, 1.3, ' stroke-dasharray="7 6"')

    def _path(self, points: Iterable[Point], colour: str, wide: float, more: str = "") -> None:
        d = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
        self.body.append(
            f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{wide:g}" '
            f'stroke-linejoin="round"{more}/>'
        )

    def text(
        self,
        at: Point,
        words: str,
        *,
        size: float = 13,
        colour: str = INK,
        anchor: str = "start",
        bold: bool = False,
    ) -> None:
        """Words whose base line begins, ends or has its middle at *at*."""
        weight = ' font-weight="bold"' if bold else ""
        self.body.append(
            f'<text x="{at[0]:g}" y="{at[1]:g}" font-size="{size:g}" fill="{colour}" '
            f'text-anchor="{anchor}"{weight}>{escape(words)}</text>'
        )

    def svg(self, wide: float, high: float) -> str:
        """The whole document."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" '
            f'width="{wide:g}" height="{high:g}" '
            'font-family="DejaVu Sans, Verdana, Helvetica, sans-serif">'
        )
        paper = f'<rect width="{wide:g}" height="{high:g}" fill="{PAPER}"/>'
        return "\n".join([head, paper, *self.body, "</svg>", ""])
