"""What a reader makes of looks and presses: facts, each with the answers it may be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from firmware_host.rules.kernel import Answer, Decision, Seat
from firmware_host.vision.facts import Look

from .scene import Cue, Due, Text
from .signals import Watch

S_contra = TypeVar("S_contra", contravariant=True)
A = TypeVar("A", bound=Answer)


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that lies there, or has gone. One candidate is an answer, several a question."""

    candidates: tuple[str, ...]
    """Answers in words."""
    asked: tuple[Seat, ...] = ()
    """Whose thumbs may tell which it is."""
    question: Text | None = None
    busy: bool = False
    """The asked have their hands full: a press is still a claim, and only a hold answers."""
    die: int | None = None
    """The die it is about, by the look's number: the answer says what it shows."""
    labels: tuple[Text, ...] = ()
    """What candidates are called that are no answers of the game, but words for the reader."""


@dataclass(frozen=True, slots=True)
class Report:
    """What the reader has to say just now."""

    facts: tuple[Fact, ...] = ()
    agrees: bool = False
    """Crater and state agree: differences count from now on."""
    notice: Text | None = None
    """Something people should put right."""
    cues: tuple[Cue, ...] = ()
    wake_ns: int | None = None
    """Ask again by then, even if nothing happens."""
    due: Due | None = None
    """Dice that are to be thrown now."""


@dataclass(frozen=True, slots=True)
class Correction:
    """Lines of the state's words that a seat may have put right: ``not mine``."""

    lines: tuple[tuple[str, str], ...]
    path: tuple[Text, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Pace:
    """How patient readers are."""

    claim_ms: int = 1_500
    """A press waits so long for its die, a die for its press."""
    settle_ms: int = 400
    """A throw must have rested so long before it is read."""
    ask_ms: int = 2_000
    """So long people have to put a short throw right before they are asked."""


class Reader(Protocol, Generic[S_contra, A]):
    """Compares what lies there with what a game's state says lies there."""

    def watch(self, state: S_contra, topic: str) -> Watch:
        """How the camera should look while the state waits for *topic*."""

    def reads(self, topic: str) -> bool:
        """Whether a camera can tell anything about *topic*; else people are asked."""

    def looked(self, look: Look) -> None:
        """The newest look."""

    def pressed(self, seat: Seat, at_ns: int) -> None:
        """A seat pressed its button while no menu of its own was open."""

    def withdrawn(self, seat: Seat, at_ns: int) -> None:
        """The press of that moment has turned out to answer a question."""

    def report(self, state: S_contra, pending: Decision[A], now_ns: int) -> Report:
        """What is to be told, asked or put right now."""

    def told(self, state: S_contra, words: str) -> None:
        """An answer was given, or what it has asked for itself; *state* is the one before it."""

    def reset(self) -> None:
        """Undo, put or resume: forget what was about to happen, not what lies there."""

    def corrections(self, state: S_contra, seat: Seat) -> tuple[Correction, ...]:
        """What *seat* may claim was not as told."""
