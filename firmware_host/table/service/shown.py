"""Service mode as a scene: for the display, the strip, the lamps and the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from firmware_host.rules.kernel import Seat
from firmware_host.table.scene import (
    ButtonTried,
    Choice,
    Entry,
    Lamp,
    Pattern,
    Scene,
    SeatScene,
    Service,
    Sharp,
    Text,
    text,
)

from .ask import Moment
from .fittings import Fittings
from .senses import Senses
from .session import Session
from .steps import STEPS


def scene(
    session: Session, fit: Fittings, senses: Senses, play: tuple[str, ...], now_ns: int
) -> Scene:
    """What is shown now."""
    moment = session.moment(now_ns)
    service = _service(session, fit, senses, play, moment, now_ns)
    return Scene(
        phase="service",
        title=text("service.title"),
        waiting=_question(session, service),
        waiting_for=(),
        places=(),
        seats=tuple(_seat(fit, b, session, service, moment) for b in range(len(fit.buttons))),
        lines=(*_lines(session, service),),
        service=service,
    )


def _question(session: Session, service: Service) -> Text:
    if session.step == "clean":
        return text("service.cleaning", s=service.left_s or 0)
    if session.ask is not None:
        return session.ask.question
    if session.ended:
        verdict = session.findings[session.step].verdict
        return text(
            "service.result",
            step=text(f"service.step.{session.step}"),
            verdict=text(f"service.verdict.{verdict}"),
        )
    return text("service.list" if service.play else "service.list_ok")


def _lines(session: Session, service: Service) -> Iterator[Text]:
    """What the display has room for besides: first what may be chosen, then why."""
    if service.options:
        yield text("service.under", choice=service.options[service.cursor])
    if service.left_s is not None and session.step != "clean":
        yield text("service.left", s=service.left_s)
    if service.hint is not None:
        yield service.hint
    words = service.mend or service.says if service.verdict != "pass" else ()
    for one in words if session.step else service.play:
        yield text("service.plain", words=one)


def _service(
    session: Session,
    fit: Fittings,
    senses: Senses,
    play: tuple[str, ...],
    moment: Moment,
    now_ns: int,
) -> Service:
    ask = session.ask
    finding = session.findings[session.step] if session.ended else None
    left_s = session.left_s(now_ns) if moment.left_s is None else moment.left_s
    return Service(
        step=session.step,
        entries=tuple(_entries(session)),
        options=tuple(_option(session, name) for name in session.options),
        cursor=session.cursor,
        hint=moment.hint,
        says=finding.says if finding else (),
        mend=finding.mend if finding else (),
        verdict=finding.verdict.value if finding else "",
        lights=moment.lights,
        pattern=_pattern(session, moment.pattern),
        buttons=_tried(fit, senses) if session.step == "buttons" else (),
        sharp=_sharp(senses) if ask is not None and ask.camera else None,
        camera=ask is not None and ask.camera,
        left_s=left_s,
        play=play,
    )


def _pattern(session: Session, pattern: Pattern | None) -> Pattern | None:
    """Where words stand in a test picture, so does what a hold would take."""
    if pattern is None or not pattern.words or not session.options:
        return pattern
    choice = _option(session, session.options[session.cursor])
    return replace(pattern, words=(*pattern.words, text("service.under", choice=choice)))


def _entries(session: Session) -> Iterator[Entry]:
    for name in STEPS:
        verdict = session.findings[name].verdict.value if name in session.findings else ""
        on = session.ask is not None and session.step == name
        yield Entry(name, text(f"service.step.{name}"), "on" if on else verdict)


def _option(session: Session, name: str) -> Text:
    if session.ask is None and name in STEPS:
        title, finding = text(f"service.step.{name}"), session.findings.get(name)
        if finding is None:
            return title
        verdict = text(f"service.verdict.{finding.verdict}")
        return text("service.entry", step=title, verdict=verdict)
    return text(f"service.answer.{name}")


def _tried(fit: Fittings, senses: Senses) -> tuple[ButtonTried, ...]:
    return tuple(
        ButtonTried(
            fit.called(button),
            fit.buttons[button].button,
            c.down,
            c.presses,
            c.bounces,
            c.longest_us,
            c.rest_us,
            c.spikes,
            c.gaps,
            c.histogram,
            fit.buttons[button].debounce_ms,
            c.debounce_ms,
        )
        for button, c in enumerate(senses.contacts.told())
    )


def _sharp(senses: Senses) -> Sharp | None:
    return None if senses.optics is None else Sharp(senses.share, senses.best, senses.optics)


def _seat(
    fit: Fittings, button: int, session: Session, service: Service, moment: Moment
) -> SeatScene:
    """Every button says the same, but for its lamp: lit where it may answer."""
    tried = bool(moment.lamps) or session.step in ("clean", "lamps", "buttons")
    idle = Lamp.OFF if tried or not service.options else Lamp.ON
    options = () if session.ask is not None and session.ask.presses else service.options
    return SeatScene(
        seat=Seat(button),
        button=button,
        tint=f"seat_{fit.letter(button).lower()}",
        lamp=moment.lamps.get(button, idle),
        status="service",
        place=None,
        menu=tuple(Choice(one, i == service.cursor) for i, one in enumerate(options)),
        question=session.ask.question if session.ask is not None else None,
    )
