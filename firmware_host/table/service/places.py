"""The track on the strip: each place by its name, then each seat's own LEDs."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_host.table.scene import Place, Run, Text, text
from hw.ports import Rgb

from .ask import Ask, Moment, Steps, still
from .colours import NO_STRIP
from .fittings import WHITE, Fittings
from .report import Finding, Verdict

EACH_MS = 900


def places(fit: Fittings) -> Steps:
    """The first place, the last one, all of them in turn, and whose LEDs are whose."""
    if fit.strip.port == "none":
        return Finding("places", Verdict.NONE, (NO_STRIP,))
    if not fit.places:  # this game has no track
        return (yield from _seats(fit))
    last = len(fit.places) - 1
    begins = yield _asked(fit, 0)
    if begins == "beside":
        return _failed(
            fit.places[0],
            "strip.first is the number of the first LED of that place, counted from the cable "
            "(0 is the first of all); if the track runs the other way: strip.reverse = "
            f"{str(not fit.strip.reverse).lower()}",
        )
    if last and (yield _asked(fit, last)) == "beside":
        return _failed(
            fit.places[last],
            f"strip.per_place is {fit.strip.per_place}: write how many LEDs lie in one place; and "
            "see that the strip has no loop or joint between two places",
        )

    def walk(age_ms: int) -> Moment:
        index = age_ms // EACH_MS % len(fit.places)
        return Moment(lights=lit(fit, index), hint=called(fit.places[index]))

    if (
        yield Ask(text("service.places"), ("yes", "beside"), film=walk, every_ms=EACH_MS)
    ) == "beside":
        return _failed(
            None,
            "the strip is longer or shorter between two places: each place has "
            f"{fit.strip.per_place} LEDs, with none between them",
        )
    return (yield from _seats(fit))


def _seats(fit: Fittings) -> Steps:
    own = [b for b, one in enumerate(fit.buttons) if one.leds]
    for button in own:
        answer = yield Ask(
            text("service.seat_leds", button=fit.called(button)),
            ("yes", "no"),
            film=still(Moment(lights=_own(fit, button))),
        )
        if answer == "no":
            return Finding(
                "places",
                Verdict.FAIL,
                (f"The LEDs of {fit.called(button)} are elsewhere",),
                (f"seats[{button}].leds = {[*fit.buttons[button].leds]}: write those before it",),
            )
    track = f"{len(fit.places)} places lie as the board has them"
    says = [track if fit.places else "This game has no track"]
    says += [f"{len(own)} seats have their LEDs before them"] if own else []
    return Finding("places", Verdict.PASS, tuple(says))


def _asked(fit: Fittings, index: int) -> Ask:
    place = fit.places[index]
    return Ask(
        text("service.place", place=called(place)),
        ("on_place", "beside"),
        film=still(Moment(lights=lit(fit, index))),
    )


def called(place: Place) -> Text:
    """A place by number and kind, as printed on the board."""
    return text("service.place_name", n=place.number, kind=text(f"service.ground.{place.ground}"))


def lit(fit: Fittings, index: int) -> tuple[Run, ...]:
    """The LEDs of a place."""
    strip = fit.strip
    start = strip.first + index * strip.per_place
    return runs([strip.at(led) for led in range(start, start + strip.per_place)], WHITE)


def _own(fit: Fittings, button: int) -> tuple[Run, ...]:
    """The LEDs of a seat."""
    one = fit.buttons[button]
    return runs([fit.strip.at(led) for led in one.leds], one.colour)


def runs(leds: Sequence[int], colour: Rgb) -> tuple[Run, ...]:
    """These LEDs in one colour."""
    return tuple(Run(led, 1, colour) for led in leds)


def _failed(place: Place | None, mend: str) -> Finding:
    says = "A place is not lit where it is"
    if place is not None:
        says = f"Place {place.number} is not lit where it is"
    return Finding("places", Verdict.FAIL, (says,), (mend,))
