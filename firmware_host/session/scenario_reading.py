"""A scenario out of a parsed document: every fault at once, each with what to write instead."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from firmware_host.rules.kernel import Source

from .scenario import (
    Asks,
    Ends,
    Give,
    Malformed,
    PutRight,
    Refuse,
    Scenario,
    Step,
    Undo,
    Usual,
)
from .scenario_keys import MOST, Keys, closest, spelled

SCENARIO_KEYS = (
    "id", "says", "rules", "game", "players", "refused", "seed", "box_file", "box", "given",
    "without", "steps", "tells", "never", "then", "asks", "over",
)  # fmt: skip
USUAL_KEYS = ("game", "box_file", "box", "given")
ASKS_KEYS = ("topic", "source", "seat", "options", "has", "lacks", "asides", "lapse")
OVER_KEYS = ("ranking", "winners", "reason")
STEP_KEYS = (
    ("refuse", "code"),
    ("undo",),
    ("put", "because"),
    ("asks",),
)
"""The first of each names the kind of step, the others belong to it."""
KINDS = ", ".join(keys[0] for keys in STEP_KEYS)
NEVER_BOTH = (
    ("players", "given"),
    ("players", "without"),
    ("asks", "over"),
    ("refused", "steps"),
    ("refused", "tells"),
    ("refused", "then"),
    ("refused", "asks"),
    ("refused", "over"),
)
RULE = re.compile(r"[A-Z]{2,4}-[A-Z]?[0-9]{1,3}[a-z]?", re.ASCII)


def scenario(document: Mapping[str, Any]) -> Scenario:
    """The scenario that a parsed file describes.

    :raises Malformed: it describes none.
    """
    reader = _Reader(document)
    read = reader.scenario()
    reader.check()
    if reader.faults:
        raise Malformed(tuple(reader.faults))
    return read


def usual(document: Mapping[str, Any]) -> Usual:
    """What a parsed ``usual.toml`` describes.

    :raises Malformed: it describes nothing.
    """
    reader = _Reader(document)
    reader.keys("", document, USUAL_KEYS)
    read = Usual(
        game=reader.text("game"),
        box_file=reader.text("box_file"),
        box=reader.table("box"),
        given=reader.lines("given"),
    )
    if reader.faults:
        raise Malformed(tuple(reader.faults))
    return read


class _Reader(Keys):
    """Takes a document apart, noting what is wrong."""

    __slots__ = ()

    def scenario(self) -> Scenario:
        """The document as a scenario, as far as it makes sense."""
        self.keys("", self.document, SCENARIO_KEYS)
        return Scenario(
            id=self.text("id", needed='"LL-T07"') or "",
            says=self.text("says", needed='"a pair of bananas brings two bananas"') or "",
            rules=self.rules(),
            game=self.text("game"),
            players=self.whole("players", least=0),
            refused=self.text("refused"),
            seed=self.seed(),
            box_file=self.text("box_file"),
            box=self.table("box"),
            given=self.lines("given"),
            without=self.texts("without") or (),
            steps=self.steps(),
            tells=self.texts("tells"),
            never=self.texts("never") or (),
            then=self.lines("then"),
            asks=self.asks("asks", self.document),
            over=self.over(),
        )

    def check(self) -> None:
        """Keys that make no sense together."""
        for one, other in NEVER_BOTH:
            if one in self.document and other in self.document:
                self.bad(other, f"cannot stand beside {one!r}", f"only one of {one}, {other}")
        if "refused" in self.document and "players" not in self.document:
            self.bad("refused", "only a new game is refused", "players = 2, how many sit down")

    def seed(self) -> str | None:
        """What luck is drawn from: a text or a whole number."""
        value = self.document.get("seed")
        if value is None or isinstance(value, str):
            return value
        if type(value) is int:
            return str(value)
        self.bad("seed", f"{spelled(value)} is no seed", 'a number or a text, such as seed = "7"')
        return None

    def rules(self) -> tuple[str, ...]:
        """Rules by their numbers."""
        rules = self.texts("rules") or ()
        for i, rule in enumerate(rules):
            if not RULE.fullmatch(rule):
                self.bad(f"rules[{i}]", f"{rule!r} is no rule's number", 'such as "LL-36"')
        return rules

    def steps(self) -> tuple[Step, ...]:
        """What is done, one after another."""
        value = self.document.get("steps", [])
        if not isinstance(value, list):
            self.bad("steps", f"{spelled(value)} is no list", 'steps = ["A go", "A pick 2"]')
            return ()
        found = [self.step(f"steps[{i}]", item) for i, item in enumerate(value)]
        return tuple(step for step in found if step is not None)

    def step(self, path: str, item: Any) -> Step | None:
        """One step: an answer's words, or a table that says what else."""
        if isinstance(item, str):
            return Give(item)
        if not isinstance(item, dict):
            self.bad(path, f"{spelled(item)} is no step", f'"A go", or a table with {KINDS}')
            return None
        for kind, *others in STEP_KEYS:
            if kind in item:
                self.keys(path, item, (kind, *others))
                return self.tabled(path, kind, item)
        known = tuple(key for keys in STEP_KEYS for key in keys)
        self.keys(path, item, known)
        if all(key in known for key in item):
            says = "this step is empty" if not item else "this step does nothing"
            self.bad(path, says, f"one of {KINDS}")
        return None

    def tabled(self, path: str, kind: str, item: Mapping[str, Any]) -> Step | None:
        """A step written as a table."""
        match kind:
            case "refuse":
                words = self.text("refuse", item, f"{path}.refuse", '"A pick 4"')
                code = self.text("code", item, f"{path}.code", '"cost"')
                return Refuse(words, code) if words and code else None
            case "undo":
                entries = item["undo"]
                if type(entries) is int and 1 <= entries <= MOST:
                    return Undo(entries)
                self.bad(f"{path}.undo", f"{spelled(entries)} cannot be undone", "undo = 1")
                return None
            case "put":
                lines = self.lines("put", item, f"{path}.put")
                because = self.text("because", item, f"{path}.because")
                if not lines and not self.faults:
                    self.bad(f"{path}.put", "no line is put right", 'put = { lava = "4" }')
                return PutRight(lines, because) if because else PutRight(lines)
            case _:
                return self.asks(f"{path}.asks", item)

    def asks(self, path: str, table: Mapping[str, Any]) -> Asks | None:
        """What must be asked."""
        found = self.part("asks", path, table, ASKS_KEYS)
        if found is None:
            return None
        texts = {k: self.text(k, found, f"{path}.{k}") for k in ("topic", "source", "seat")}
        sources = [source.value for source in Source]
        if texts["source"] is not None and texts["source"] not in sources:
            says = f"{texts['source']!r} is no source"
            self.bad(f"{path}.source", says, closest(texts["source"], sources))
        return Asks(
            **texts,
            options=self.texts("options", found, f"{path}.options"),
            has=self.texts("has", found, f"{path}.has") or (),
            lacks=self.texts("lacks", found, f"{path}.lacks") or (),
            asides=self.texts("asides", found, f"{path}.asides"),
            lapse=self.text("lapse", found, f"{path}.lapse"),
        )

    def over(self) -> Ends | None:
        """How the game must have ended."""
        found = self.part("over", "over", self.document, OVER_KEYS)
        if found is None:
            return None
        return Ends(
            ranking=self.texts("ranking", found, "over.ranking"),
            winners=self.text("winners", found, "over.winners"),
            reason=self.text("reason", found, "over.reason"),
        )

    def part(
        self, key: str, path: str, table: Mapping[str, Any], known: Sequence[str]
    ) -> Mapping[str, Any] | None:
        """A table of checks; one that checks nothing is a fault."""
        if key not in table:
            return None
        found = table[key]
        if not isinstance(found, dict):
            self.bad(path, f"{spelled(found)} is no table", f"{key}.{known[0]} = ...")
            return None
        self.keys(path, found, known)
        if not found:
            self.bad(path, "nothing is checked", f"one of {', '.join(known)}")
        return found
