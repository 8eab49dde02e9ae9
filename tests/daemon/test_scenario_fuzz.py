"""Whatever a scenario file holds, it passes, fails, or is refused by the one documented error."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_host.daemon import places
from firmware_host.daemon.errors import ConfigError
from firmware_host.daemon.scenario_telling import actual, as_json, readable
from firmware_host.daemon.scenarios import USUAL, play

SCENARIOS = Path(__file__).parent.parent / "scenarios"
TEXTS = tuple(sorted({f.read_text() for f in SCENARIOS.rglob("T*.toml")}))
SNIPPETS = (
    *"\"'[]{}=,.\n# -+/*!>:\\\x00é\U0001f30bAEx",
    *("0", "-1", "9999999999", "1.5", "true", "1979-05-27", "nan", '"""'),
    *("go", "draw 9", "guard A push E", "pick A 2", "search", "done bonus", "passed", "as_red"),
    *("Yb", "> R", "given", "then", "steps", "box", "players", "asks", "over", "put", "undo"),
    *("box.row_size = 8\n", "box.players.max = 3\n", "seed = 1\n", "players = 5\n", "then = 1\n"),
    *("given.now = 'over'\n", "given.deck = ''\n", "without = ['D', 'C']\n", "[given]\n"),
    "[[steps]]\n",
)

edits = st.lists(
    st.tuples(st.integers(0, 5000), st.integers(0, 12), st.sampled_from(SNIPPETS)), max_size=4
)


def check(text: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / USUAL).write_text((SCENARIOS / "lava_land" / USUAL).read_text())
        file = folder / "bug.toml"
        file.write_text(text, encoding="utf-8")
        try:
            done = play(file)
        except ConfigError as refused:
            wrong = str(refused)
        else:
            wrong = ""
        if wrong:
            assert wrong.startswith((str(folder), str(places.config_folder())))
            return
        assert as_json([(file, done)])["unreadable"] == 0
        assert actual(done)
        assert done.outcome.passed or list(readable(done))


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(TEXTS), edits)
def test_a_garbled_scenario_is_never_a_crash(
    text: str, garbling: list[tuple[int, int, str]]
) -> None:
    for place, gone, snippet in garbling:
        at = place % (len(text) + 1)
        text = text[:at] + snippet + text[at + gone :]
    check(text)


LINES = [
    "now",
    "first",
    "lava",
    "A",
    "B",
    "C",
    "D",
    "E",
    "row",
    "deck",
    "discard",
    "crater",
    "dice",
]
WORDS = [
    "0",
    "-5",
    "23",
    "24",
    "5/3/3",
    "x/0/0",
    "+1/7/3",
    "+2/9/9",
    "as_red",
    "as_red*",
    "guard_step!",
    "trick_again",
    "-",
    "rest",
    "A",
    "D",
    "E",
    "go",
    "take",
    "show",
    "over",
    "card",
    "pick",
    "3",
    "draw",
    "search",
    "guard",
    "push",
    "loot",
    "banana",
    "order",
    "board",
    "discard",
    "first",
    "done",
    "bonus",
    "trap",
    "trick",
    "locked",
    "symbols",
    "colours",
    "passed",
    "A:",
    "B:",
    "Yb",
    "Rt>Y",
    "Bf",
    ";",
    ",",
]
line = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.dictionaries(st.sampled_from(LINES), line, max_size=3),
    st.lists(line, max_size=3),
    st.dictionaries(st.sampled_from(LINES), line, max_size=2),
)
def test_any_lines_of_a_state_are_played_or_refused(
    lines: dict[str, str], steps: list[str], then: dict[str, str]
) -> None:
    told = ['id = "X"', 'says = "It is so."', f"steps = {steps!r}"]
    told += [f"given.{key} = {text!r}" for key, text in lines.items()]
    told += [f"then.{key} = {text!r}" for key, text in then.items()]
    check("\n".join(told))
