"""The board of a configuration file: rows, treasures, caves, and steps that are not the usual."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from firmware_host.rules.keys import Keys, toml

from .board import Gem
from .boards import Plan

USUAL_PLAN = Plan()
GEM_KEYS = {Gem.EMERALD: "emeralds", Gem.RUBY: "rubies", Gem.SAPPHIRE: "sapphires"}
WAYS = ("up", "left", "right")
PLAN_KEYS = ("rows", "slots", *GEM_KEYS.values(), "caves", *WAYS)
MOST_ROWS, MOST_SPACES, MOST_SLOTS = 20, 20, 9


class PlanReader(Keys):
    """Reads the board."""

    def plan(self) -> Plan:
        """The board; the usual one where it cannot be read."""
        faults = len(self.faults)
        rows = self.rows()
        names = set(Plan(rows=rows).names())
        gems = {gem: self.spaces(f"board.{key}", names, gem) for gem, key in GEM_KEYS.items()}
        self.one_kind(gems)
        plan = Plan(
            rows=rows,
            gems=gems,
            caves=self.caves(names),
            slots=self.integer("board.slots", 1, MOST_SLOTS, USUAL_PLAN.slots),
            up=self.ways("up", names),
            left=self.ways("left", names),
            right=self.ways("right", names),
        )
        return plan if len(self.faults) == faults else USUAL_PLAN

    def rows(self) -> tuple[int, ...]:
        """Spaces in each row."""
        usual = USUAL_PLAN.rows
        value = self.raw("board.rows", list(usual))
        many = isinstance(value, list) and 3 <= len(value) <= MOST_ROWS
        if many and all(type(n) is int and 1 <= n <= MOST_SPACES for n in value):
            return tuple(value)
        says = f"{toml(value)} is not 3 to {MOST_ROWS} rows of 1 to {MOST_SPACES} spaces"
        self.bad("board.rows", says, f"rows = {toml(list(usual))}")
        return usual

    def spaces(self, path: str, names: set[str], gem: Gem) -> tuple[str, ...]:
        """Spaces of the board, each once."""
        usual = list(USUAL_PLAN.gems[gem])
        value = self.raw(path, usual)
        if not isinstance(value, list):
            key = path.rpartition(".")[2]
            self.bad(path, f"{toml(value)} is not a list of spaces", f"{key} = {toml(usual)}")
            return ()
        for i, name in enumerate(value):
            if self.space(f"{path}[{i}]", name, names) and name in value[:i]:
                self.bad(f"{path}[{i}]", f"{name} is there twice", "each space once")
        return tuple(str(name) for name in value)

    def one_kind(self, gems: Mapping[Gem, Sequence[str]]) -> None:
        """No space is in two lists: it would silently have the later kind of treasure."""
        listed: dict[str, str] = {}
        for gem, key in GEM_KEYS.items():
            for i, name in enumerate(gems[gem]):
                if (other := listed.setdefault(name, key)) != key:
                    says = f"{name} is in {other}, too (OV-15)"
                    self.bad(f"board.{key}[{i}]", says, "each space in one list only")

    def space(self, path: str, name: object, names: set[str]) -> bool:
        """Whether *name* is a space; notes a fault where it is none."""
        if isinstance(name, str) and name in names:
            return True
        self.bad(path, f"{toml(name)} is no space of the board", 'row.place from 0, such as "2.1"')
        return False

    def all_known(self, path: str, listed: list[object], names: set[str]) -> bool:
        """Whether all that is *listed* are spaces; notes a fault for each that is none."""
        return [self.space(path, name, names) for name in listed].count(False) == 0

    def caves(self, names: set[str]) -> tuple[tuple[str, str], ...]:
        """Entrance and exit of each cave."""
        usual = [list(cave) for cave in USUAL_PLAN.caves]
        value = self.raw("board.caves", usual)
        if not isinstance(value, list):
            self.bad("board.caves", f"{toml(value)} is not a list", f"caves = {toml(usual)}")
            return ()
        found: list[tuple[str, str]] = []
        for i, cave in enumerate(value):
            path = f"board.caves[{i}]"
            if not isinstance(cave, list) or len(cave) != 2:
                says = f"{toml(cave)} is not an entrance and its exit"
                self.bad(path, says, f"{toml(usual[0])}")
            elif self.all_known(path, cave, names):
                if cave[0] in dict(found):
                    says = f"{cave[0]} is the entrance of another cave (OV-18)"
                    self.bad(path, says, "an entrance of its own for each cave")
                found.append((cave[0], cave[1]))
        return tuple(found)

    def ways(self, key: str, names: set[str]) -> dict[str, tuple[str, ...]]:
        """``up``, ``left`` or ``right`` of spaces for which it is not the usual."""
        path = f"board.{key}"
        table = self.config.get("board")
        value = table.get(key, {}) if isinstance(table, Mapping) else {}
        if not isinstance(value, Mapping):
            self.bad(path, f"{toml(value)} is not a table", f'{key}."2.0" = ["3.0"]')
            return {}
        found: dict[str, tuple[str, ...]] = {}
        for name, to in value.items():
            self.space(f"{path}.{name}", name, names)
            several = isinstance(to, list) and (key == "up" or len(to) <= 1)
            if not several:
                many = "spaces" if key == "up" else "one space, or none"
                self.bad(f"{path}.{name}", f"{toml(to)} is not a list of {many}", '["3.0"]')
            elif self.all_known(f"{path}.{name}", to, names):
                found[name] = tuple(to)
                for twice in sorted({n for n in to if to.count(n) > 1}):
                    self.bad(f"{path}.{name}", f"{twice} is there twice (OV-12)", "each space once")
        return found
