"""A file that is no scenario: which line, what is wrong, and what to write, in these very words."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from firmware_host.daemon import places
from firmware_host.daemon.errors import ConfigError
from firmware_host.daemon.scenarios import gathered, play
from firmware_host.rules.catalog import GAMES

HEAD = 'id = "X-1"\nsays = "It is so."\ngame = "lava_land"\n'  # three lines
USUAL = places.config_folder() / "scenarios" / "lava_land.toml"

SHIPPED = ", ".join(sorted(f.stem for f in (places.config_folder() / "games").glob("*.toml")))
LINES = "now, first, lava, A, B, C, D, E, row, deck, discard, crater, dice"
WRONG = {
    # a key, or what stands there
    'stpes = ["A go"]': "4: stpes: there is no key 'stpes'. Write steps",
    "seed = 1.5": '4: seed: 1.5 is no seed. Write a number or a text, such as seed = "7"',
    'rules = ["7"]': "4: rules[0]: '7' is no rule's number. Write such as \"LL-36\"",
    'rules = "LL-07"': '4: rules: \'LL-07\' is no list. Write rules = ["...", "..."]',
    "players = true": "4: players: true is no number from 0 to 100000. Write players = 4",
    "never = [\n1]": "5: never[0]: 1 is no text. Write text between quotes",
    "box = 4": "4: box: 4 is no table. Write [box] and its keys",
    'asks = "go"': "4: asks: 'go' is no table. Write asks.topic = ...",
    "over = {}": "4: over: nothing is checked. Write one of ranking, winners, reason",
    'asks.topik = "go"': "4: asks.topik: there is no key 'topik'. Write topic",
    'asks.source = "playr"': "4: asks.source: 'playr' is no source. Write player",
    # keys that make no sense together
    'players = 3\ngiven.lava = "1"': "5: given: cannot stand beside 'players'. "
    "Write only one of players, given",
    'refused = "x"': "4: refused: only a new game is refused. Write players = 2, how many sit down",
    # steps
    'steps = "A go"': '4: steps: \'A go\' is no list. Write steps = ["A go", "A pick 2"]',
    'steps = [\n"A go",\n7]': '6: steps[1]: 7 is no step. Write "A go", or a table with refuse, '
    "undo, put, asks",
    "steps = [{}]": "4: steps[0]: this step is empty. Write one of refuse, undo, put, asks",
    'steps = [{ code = "x" }]': "4: steps[0]: this step does nothing. "
    "Write one of refuse, undo, put, asks",
    'steps = [\n{ refuze = "A go" }]': "5: steps[0].refuze: there is no key 'refuze'. Write refuse",
    'steps = [{ refuse = "A go" }]': '4: steps[0].code: this key is missing. Write code = "cost"',
    "steps = [{ undo = 0 }]": "4: steps[0].undo: 0 cannot be undone. Write undo = 1",
    "steps = [{ put = {} }]": '4: steps[0].put: no line is put right. Write put = { lava = "4" }',
    'steps = [\n"A go",\n{ put = { A = "5/11/3" } }]': "6: steps[1].put.A: "
    "this can never be: 11 bananas are more than 10",
    'steps = [{ put = { lavva = "1" } }]': "4: steps[0].put.lavva: this can never be: "
    f"there is no such line; a state has {LINES}",
    # lines of a state
    'given.lavva = "4"': "4: given.lavva: a state has no line 'lavva'. Write lava",
    "given.lava = 4.5": "4: given.lava: 4.5 is no text. Write text between quotes",
    'given.A = "5/3"': "4: given.A: write place/bananas/treasures and then cards, "
    "such as 5/3/2 as_red* (in '5/3')",
    'then.lav = "4"': "4: then.lav: a state has no line 'lav'. Write lava",
    'then.B = "5"': "4: then.B: write place/bananas/treasures and then cards, "
    "such as 5/3/2 as_red* (in '5')",
    'without = ["E"]': "4: without[0]: 'E' is no usual line that could be left out. "
    "Write one of now, first, lava, A, B, C, D, row, deck",
    'without = ["B"]': "1: given.B: this line is missing",
    # a key that would play tricks on a path, or on a terminal
    '"\\u001b[2J" = 1': "1: \\x1b[2J: there is no key '\\x1b[2J'. Write one of id, says, "
    "rules, game, players, refused, seed, box_file, box, given, without, "
    "steps, tells, never, then, asks, over",
    # a state that can never be (LL-11: lava never enters the boat)
    'given.A = "5/11/3"': "4: given.A: this can never be: 11 bananas are more than 10",
    'given.D = "+1/6/3"': "4: given.D: this can never be: in the boat with 6 bananas; it needs 7",
    'given.D = "x/1/0"': "4: given.D: this can never be: the dead own nothing",
    'given.now = "draw A 2 search"\ngiven.row = "trick_again - trick_again as_red"': "4: "
    "given.now: this can never be: a two-cost card is searched for only "
    "where all the others cost three",
    'given.now = "over"': "4: given.now: this can never be: "
    "the game is not over while a character is on the track",
    'given.dice = "A: Yb Yb Yb; B: Yt Yt"': "4: given.dice: this can never be: "
    "5 yellow dice, but 4 are in play",
    'given.C = "-1/3/3"': "4: given.C: this can never be: -1 is not on the track, 0 to 15",
    'given.C = "5/3/3"\ngiven.lava = "16"': "5: given.lava: this can never be: "
    "16 is not on its path, -5 to 15",
    'given.A = "3/3/3"\ngiven.lava = "3"': "4: given.A: this can never be: "
    "alive on 3, but lava is on 3",
    # another game, another box
    "box.track.boaat = 4": "4: box.track.boaat: is not known. "
    "Write one of lava_min, start, boat, plus_trees, minus_trees, boat_symbol_spaces",
    "[box.track]\nplus_trees = [99]": "5: box.track.plus_trees[0]: 99 is no islet. "
    "Write a space from 1 to 15",
    'box_file = ""': "4: box_file: '' is no game's box: neither a file beside this "
    f"one, nor shipped. Write a path, or one of {SHIPPED}",
    "box.cards = [{ kind = [1] }]": "4: box.cards[0].kind: [1] is no kind of card. "
    "Write one of guard_step, guard_loot, turn_blue_foot, turn_yellow_banana, turn_red_treasure, "
    "tricolour_gift, as_blue, as_yellow, as_red, trick_again",
    # what the shipped box says is wrong only beside what the scenario says
    "\nbox.caps.bananas = 3": "5: box.boarding_min_bananas: "
    "nobody can have 7 bananas: caps.bananas is 3. Write boarding_min_bananas = 3",
    "\n[box.track]\nboat = 14": "5: box.track.boat_symbol_spaces[1]: 14 is no islet. "
    "Write a space from 1 to 13",
    'box_file = "nowhere"': "4: box_file: 'nowhere' is no game's box: neither a file beside this "
    f"one, nor shipped. Write a path, or one of {SHIPPED}",
}


@pytest.mark.parametrize("rest", WRONG)
def test_what_is_wrong_is_told_with_its_line_and_what_to_write(rest: str, tmp_path: Path) -> None:
    file = tmp_path / "bug.toml"
    file.write_text(HEAD + rest + "\n")
    with pytest.raises(ConfigError) as wrong:
        play(file)
    assert str(wrong.value).split("\n")[0] == f"{file}:{WRONG[rest]}"


WHOLE = {
    "": '1: id: this key is missing. Write id = "LL-T07"',
    'id = "X"\nsays = \n': "2: this is no TOML: Invalid value (at line 2, column 8)",
    'id = "X"\nid = "Y"\n': "2: this is no TOML: Cannot overwrite a value (at line 2, column 9)",
    'id = "X"\nsteps = ["A go"\n': "2: this is no TOML: Unclosed array (at end of document)",
    "id = " + "[" * 9999: "1: this is no TOML: it is too long or nested too deeply",
    "id = " + "9" * 5000: "1: this is no TOML: it is too long or nested too deeply",
    'id = ""\nsays = "S."\n': '1: id: this text is empty. Write id = "LL-T07"',
    'id = "X"\nsays = "S."\n': "1: game: this key is missing. Write "
    + " or ".join(f'game = "{name}"' for name in GAMES),
    'id = "X"\nsays = "S."\ngame = "lava_lnd"\n': "3: game: 'lava_lnd' is no game of this table. "
    "Write lava_land",
}


@pytest.mark.parametrize("text", WHOLE, ids=lambda text: text[:20])
def test_a_file_that_is_no_scenario_at_all_says_so(text: str, tmp_path: Path) -> None:
    file = tmp_path / "bug.toml"
    file.write_text(text)
    with pytest.raises(ConfigError) as wrong:
        play(file)
    expected = WHOLE[text] if text else WHOLE[text].removeprefix("1")
    assert str(wrong.value).split("\n")[0] == (
        f"{file}:{expected}" if text else f"{file}{expected}"
    )


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "bug.toml"
    file.write_text('id = 7\nsays = ["x"]\nstepps = 1\nundo = 1\n')
    with pytest.raises(ConfigError) as wrong:
        play(file)
    assert str(wrong.value).split("\n") == [
        f"{file}:3: stepps: there is no key 'stepps'. Write steps",
        f"{file}:4: undo: there is no key 'undo'. Write one of id, says, rules, game, players, "
        "refused, seed, box_file, box, given, without, steps, tells, never, then, asks, over",
        f'{file}:1: id: 7 is no text. Write text between quotes, "7"',
        f"{file}:2: says: ['x'] is no text. Write text between quotes",
    ]


def test_thousands_of_faults_are_told_each_on_its_line_without_a_wait(tmp_path: Path) -> None:
    file = tmp_path / "bug.toml"
    file.write_text(f"{HEAD}steps = [\n" + "7,\n" * 5000 + "]\n")
    with pytest.raises(ConfigError) as wrong:
        play(file)
    told = str(wrong.value).split("\n")
    assert len(told) == 5000
    assert told[-1].startswith(f"{file}:5004: steps[4999]: 7 is no step.")


def test_a_usual_line_that_makes_the_state_impossible_is_quoted(tmp_path: Path) -> None:
    file = tmp_path / "bug.toml"
    file.write_text(HEAD + '\n[given]\nlava = "6"\n')
    with pytest.raises(ConfigError) as wrong:
        play(file)
    assert str(wrong.value).split("\n")[0] == (
        f"{file}:5: given.A: this can never be: alive on 4, but lava is on 6 "
        f"(A = '4/3/3' stands in {USUAL})"
    )


def test_a_usual_file_is_checked_like_a_scenario(tmp_path: Path) -> None:
    (tmp_path / "usual.toml").write_text('game = "lava_land"\nsteps = []\n')
    file = tmp_path / "bug.toml"
    file.write_text(HEAD)
    with pytest.raises(ConfigError) as wrong:
        play(file)
    told = f"{tmp_path / 'usual.toml'}:2: steps: there is no key 'steps'. "
    assert str(wrong.value) == f"{told}Write one of game, box_file, box, given"


def test_a_box_file_that_is_wrong_is_named_itself(tmp_path: Path) -> None:
    box = (places.config_folder() / "games" / "lava_land.toml").read_text()
    (tmp_path / "house.toml").write_text(box.replace("boat = 16", "boat = 2"))
    file = tmp_path / "bug.toml"
    file.write_text(f'{HEAD}box_file = "house.toml"\n')
    line = box[: box.index("boat = 16")].count("\n") + 1
    with pytest.raises(ConfigError) as wrong:
        play(file)
    assert str(wrong.value).startswith(f"{tmp_path / 'house.toml'}:{line}: track.boat: ")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as wrong:
        play(tmp_path / "none.toml")
    assert str(wrong.value) == (
        f"{tmp_path / 'none.toml'}: cannot be read: no such file or directory. "
        "Write the path of a file that is there"
    )


def test_a_name_too_long_for_any_file_is_told(tmp_path: Path) -> None:
    file = tmp_path / ("a" * 5000)
    assert gathered([file]) == (file,)
    with pytest.raises(ConfigError, match=r"cannot be read: file name too long\. Write the path"):
        play(file)


def test_a_file_that_nobody_has_written_is_not_read_to_its_end(tmp_path: Path) -> None:
    long = tmp_path / "long.toml"
    with long.open("w") as file:
        file.truncate(4_000_001)
    with pytest.raises(ConfigError) as wrong:
        play(long)
    assert str(wrong.value) == (
        f"{long}: is longer than 4000000 characters. Write a TOML file that somebody wrote"
    )


def test_a_file_without_end_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"/dev/zero: .*it is a pipe or a device, and no file"):
        play(Path("/dev/zero"))


def test_the_mark_that_some_editors_put_before_a_text_is_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "bug.toml"
    file.write_text(HEAD, encoding="utf-8-sig")
    assert play(file).outcome.passed


def test_in_a_folder_only_files_are_scenarios(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "lost.toml").symlink_to("nowhere")
    (tmp_path / "bug.toml").write_text(HEAD)
    assert gathered([tmp_path]) == (tmp_path / "bug.toml", tmp_path / "lost.toml")


def test_a_folder_without_scenarios_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as wrong:
        gathered([tmp_path])
    assert str(wrong.value) == (
        f"{tmp_path}: holds no scenario. Write the path of a file, or a folder of *.toml"
    )


def test_bytes_that_are_no_text_are_no_scenario(tmp_path: Path) -> None:
    file = tmp_path / "bug.toml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError) as wrong:
        play(file)
    assert str(wrong.value) == f"{file}: is no text in UTF-8. Write a TOML file saved as UTF-8"
