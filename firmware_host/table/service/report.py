"""What service mode has found: a verdict for each step, with what to do where it failed."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


class Verdict(enum.StrEnum):
    """How a step went."""

    PASS = "pass"
    FAIL = "fail"
    LEFT = "left"  #: begun, and not gone through to its end
    NONE = "none"  #: this table has no such device


@dataclass(frozen=True, slots=True)
class Finding:
    """What one step has found."""

    step: str
    verdict: Verdict
    says: tuple[str, ...] = ()
    mend: tuple[str, ...] = ()  #: what to do, most likely first; names pins, cables, keys
    figures: Mapping[str, Any] = field(default_factory=dict)  #: JSON has nothing else in it


@dataclass(frozen=True, slots=True)
class Report:
    """One session's findings, in the order of the steps."""

    session: int  #: counts the sessions since the table started
    findings: tuple[Finding, ...] = ()
    play: tuple[str, ...] = ()  #: what the table noticed by itself during play; empty: all is well

    @property
    def verdict(self) -> str:
        """``pass``, ``fail``, or ``left`` where nothing failed, but not all was gone through."""
        verdicts = {one.verdict for one in self.findings}
        if Verdict.FAIL in verdicts:
            return Verdict.FAIL.value
        return Verdict.LEFT.value if Verdict.LEFT in verdicts or not verdicts else "pass"


WORDS = {"pass": "passed", "fail": "FAILED", "left": "not finished", "none": "not there"}


def lines(findings: Sequence[Mapping[str, Any]], play: Sequence[str]) -> list[str]:
    """A report in words, from its document's parts."""
    wide = max((len(str(one["step"])) for one in findings), default=0)
    said = []
    for one in findings:
        said.append(f"{WORDS.get(one['verdict'], '?'):<12}  {one['step']:<{wide}}")
        said += [f"{'':<14}{words}" for words in one["says"]]
        said += [f"{'':<14}-> {words}" for words in one["mend"]]
    said.append("")
    said.append("During play: " + ("; ".join(play) if play else "ALL OK"))
    return said
