"""The display: is its edge clean, and are all its pixels alike?"""

from __future__ import annotations

from collections.abc import Mapping

from firmware_host.table.scene import Pattern, text

from .ask import Ask, Moment, Steps, still
from .fittings import Fittings, Oled
from .report import Finding, Verdict
from .senses import Senses

NO_OLED = 'No display is configured (oled.port = "none")'
PICTURE_MS, WORDS_MS = 4_000, 3_000
"""A test picture covers the words, so they take turns."""
SHEETS = ("grid", "checker", "lit")
ROUND_MS = (PICTURE_MS + WORDS_MS) * len(SHEETS)

OTHERS: Mapping[str, tuple[str, ...]] = {
    "ssd1306": ("sh1106", "ssd1309"),
    "sh1106": ("ssd1306", "ssd1309"),
    "ssd1309": ("ssd1306", "sh1106"),
    "ssd1322": (),
}
"""What else a display may be that is sold as one of these, the likeliest first."""


def border(fit: Fittings, senses: Senses) -> Steps:
    """A frame round the edge: a display of another chip than is written shows it torn."""
    if fit.oled.port == "none":
        return Finding("border", Verdict.NONE, (NO_OLED,))
    words = (text("service.border_short"),)
    answer = yield Ask(
        text("service.border"),
        ("clean_edge", "edge", "torn", "dark"),
        film=still(Moment(pattern=Pattern("border", words))),
    )
    return bordered(fit.oled, answer, senses.lost.get("oled", ""))


def bordered(oled: Oled, answer: str, lost: str = "") -> Finding:
    """The finding."""
    figures = {"driver": oled.driver, "seen": answer}
    if answer == "clean_edge":
        says = (f'The frame is whole: oled.driver = "{oled.driver}" is right',)
        return Finding("border", Verdict.PASS, says, (), figures)
    if answer == "dark":
        mend = [lost] if lost else []
        mend.append(
            f"are its wires at {oled.wires or 'the right pins'}, has it 3.3 V and ground? "
            "./table doctor tells which addresses answer"
        )
        return Finding("border", Verdict.FAIL, ("The display is dark",), tuple(mend), figures)
    says = ("Snow or a cut at an edge" if answer == "edge" else "The frame is torn or shifted",)
    mend = [f'write oled.driver = "{name}", restart, and take this step once more'
            for name in OTHERS.get(oled.driver, ())]  # fmt: skip
    if mend and oled.driver == "ssd1306":
        mend[0] = f"it is an SH1106, as many that are sold as SSD1306: {mend[0]}"
    last = 'is oled.size its size ("128x64" or "256x64")?'
    mend.append(f"if that does not help: {last}" if mend else last)
    return Finding("border", Verdict.FAIL, says, tuple(mend), figures)


def grid(fit: Fittings) -> Steps:
    """Lines, a chess board, and all of it lit, in turn with the question."""
    if fit.oled.port == "none":
        return Finding("grid", Verdict.NONE, (NO_OLED,))

    def film(age_ms: int) -> Moment:
        sheet, into_ms = divmod(age_ms % ROUND_MS, PICTURE_MS + WORDS_MS)
        return Moment(pattern=Pattern(SHEETS[sheet]) if into_ms < PICTURE_MS else None)

    answer = yield Ask(
        text("service.grid"), ("even", "lines", "shadows"), film=film, every_ms=1_000
    )
    if answer == "even":
        return Finding("grid", Verdict.PASS, ("Lines, squares and the full light are even",))
    if answer == "lines":
        says, mend = (
            "Rows or columns are missing",
            "press its cable and its ribbon home; if they stay dark, the panel is broken",
        )
    else:
        says, mend = (
            "Old words shine through: it is burnt in",
            "it does not heal. To spare the next one: oled.shift = true, and oled.dim_after_s at "
            "most 300. The page shows which pixels were lit for how long",
        )
    return Finding("grid", Verdict.FAIL, (says,), (mend,), {"seen": answer})
