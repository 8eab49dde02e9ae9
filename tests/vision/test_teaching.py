"""Teaching and calibrating as a person does it, at the virtual table, until fresh pictures read."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from firmware_host.vision import Profile, Reader, labels, load, save
from firmware_host.vision.score import Score, score
from firmware_host.vision.teaching.desk import CALIBRATE, TEACH, BadSession, Plan
from firmware_host.vision.teaching.session import Session
from hw.mock import labelled
from hw.mock.look import Look, wild
from hw.mock.placing import Laid, laid

from .rendering import PROFILE, TAME
from .teaching_person import ALL, Person

BASE = load(PROFILE)
NEW = {face: face[0] + {"b": "sun", "t": "moon", "f": "star", "l": "fish"}[face[1]] for face in ALL}
"""What people call the faces of dice that nobody has seen before."""


def read_fresh(profile: Profile, folder: Path, count: int, called: dict[str, str]) -> Score:
    """How well *profile* reads pictures of tables, dice and light it was not taught in."""
    reader, total = Reader(profile), Score()
    for seed in range(980_000, 980_000 + count):
        made = labelled.sample(seed, Look(glare=0.1), TAME, "settled")
        dice = []
        for d in made.label["dice"]:
            face = called.get(d["colour"] + d["symbol"], d["colour"] + d["symbol"])
            known = {k: v for k, v in d.items() if k != "glare"}
            dice.append(labels.Label(**{**known, "symbol": face[1:]}))
        total += score(labels.Labelled(folder / str(seed), tuple(dice)), reader.read(made.picture))[
            0
        ]
    return total


@pytest.fixture(scope="module")
def calibrated(tmp_path_factory: pytest.TempPathFactory) -> Profile:
    folder = tmp_path_factory.mktemp("calibrate")
    person = Person(Session(folder, Plan("mine", CALIBRATE), BASE), 4_243)
    person.calibrate()
    assert person.session.done, person.log
    made = person.session.profile
    assert isinstance(made, Profile)
    return made


def test_calibrating_measures_camera_tray_and_die(calibrated: Profile) -> None:
    assert calibrated.name == "mine"
    assert calibrated.held == {"exposure": 1.0, "white_balance": 1.0}
    assert calibrated.tray.radius_mm == pytest.approx(105.0, abs=1.5)
    assert calibrated.tray.die_mm == 16.0
    assert calibrated.symbols == BASE.symbols


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_dice_nobody_has_seen_before_are_taught_and_read_by_a_whole_session(
    calibrated: Profile, tmp_path: Path
) -> None:
    plan = Plan("mine", TEACH, tuple(sorted(NEW.values())))
    person = Person(Session(tmp_path, plan, calibrated), 4_244, called=NEW)
    person.teach()
    assert person.session.view().step == "check", person.log
    person.prove()
    assert person.session.done, person.log
    assert person.asked >= 6  # at first it can only ask
    profile = person.session.profile
    assert isinstance(profile, Profile)
    assert profile.symbols == ("fish", "moon", "star", "sun")
    total = read_fresh(profile, tmp_path, 20, NEW)
    assert total.dice > 100
    assert (total.wrong, total.unnoticed) == (0, 0)
    assert total.asked <= 0.04 * total.dice


def test_a_session_left_half_way_goes_on_where_it_was_and_changes_no_profile(
    calibrated: Profile, tmp_path: Path
) -> None:
    mine = tmp_path / "profile"
    save(calibrated, mine)
    before = {f.name: f.read_bytes() for f in mine.iterdir()}
    plan = Plan("mine", TEACH, ALL)
    person = Person(Session(tmp_path / "on", plan, load(mine)), 4_245)
    person.teach(rounds=2)
    progress = person.session.view().progress
    assert sum(p.have for p in progress) > 8
    person.session = Session(tmp_path / "on", plan, load(mine))
    person.session.see(person.picture())
    view = person.session.view()
    assert (view.step, view.progress) == ("faces", progress)
    assert view.says[0].key == "teach.resumed"
    assert {f.name: f.read_bytes() for f in mine.iterdir()} == before


def test_a_session_for_something_else_is_not_gone_on_with(tmp_path: Path) -> None:
    Session(tmp_path, Plan("mine", TEACH, ALL), BASE).desk.write()
    with pytest.raises(BadSession, match="for something else is on here; throw it away"):
        Session(tmp_path, Plan("mine", CALIBRATE), BASE)
    (tmp_path / "labels.json").write_text("{")
    with pytest.raises(BadSession, match="cannot be gone on with"):
        Session(tmp_path, Plan("mine", TEACH, ALL), BASE)


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("at", "two", "at is 'two'"),
        ("at", 99, "at is 99"),
        ("at", -1, "at is -1"),
        ("noise", "x", "noise is 'x'"),
        ("noise", float("nan"), "noise is nan"),
        ("die_mm", -1, "die_mm is -1"),
        ("die_mm", 5000, "the die's edge is 5000 mm"),
        ("radius_mm", [5], r"radius_mm is \[5\]"),
        ("model", None, "model is None"),
        ("held", {"exposure": "long"}, "exposure is 'long'"),
        ("places", [[1, 2]], "places: expected 3 numbers"),
        ("lacks", "focus", "lacks is 'focus'"),
        ("pictures", ["0000.png"], r"pictures\[0\] is no table"),
        ("pictures", [{"file": "../0000.png", "dice": []}], "none of a session's"),
        ("pictures", [{"file": "0000.png"}], "'dice' is missing"),
        ("pictures", [{"file": "0000.png", "dice": []}], "0000.png is missing"),
        ("bogus", 1, "unknown key 'bogus'"),
    ],
)
def test_a_session_whose_notes_were_changed_is_not_gone_on_with(
    tmp_path: Path, key: str, value: object, says: str
) -> None:
    plan = Plan("mine", TEACH, ALL)
    Session(tmp_path, plan, BASE).desk.write()
    file = tmp_path / "labels.json"
    document = json.loads(file.read_text())
    document["notes"][key] = value
    file.write_text(json.dumps(document))
    with pytest.raises(BadSession, match=f"cannot be gone on with .*{says}.*--anew"):
        Session(tmp_path, plan, BASE)


def test_a_session_of_another_version_is_not_gone_on_with(tmp_path: Path) -> None:
    plan = Plan("mine", TEACH, ALL)
    Session(tmp_path, plan, BASE).desk.write()
    file = tmp_path / "labels.json"
    file.write_text(file.read_text().replace('"format": 1', '"format": 2'))
    with pytest.raises(BadSession, match="of another version"):
        Session(tmp_path, plan, BASE)


def test_a_session_that_was_killed_before_its_profile_was_kept_is_checked_again(
    tmp_path: Path,
) -> None:
    plan = Plan("mine", TEACH, ALL)
    ended = Session(tmp_path, plan, BASE)
    ended.desk.notes.at = len(TEACH)
    ended.desk.write()
    again = Session(tmp_path, plan, BASE)
    assert (
        not again.done
    )  # it would be the profile it was begun with, and nothing of what was shown
    assert again.view().step == "check"


@pytest.mark.slow
def test_two_faces_that_are_the_same_are_named_and_refused(tmp_path: Path) -> None:
    called = {f: "Rnut" for f in ALL if f == "Rb"}  # a red banana, called something of its own
    faces = tuple(sorted(called.get(f, f) for f in ALL))
    person = Person(Session(tmp_path, Plan("x", TEACH, faces), BASE), 4_246, called=called)
    person.teach()
    view = person.say("go")
    assert not person.session.done
    assert view.says[0].key == "teach.check.clash"
    told = dict(view.says[0].values)
    assert {told["one"], told["other"]} == {"b", "nut"}
    assert "more" in view.acts
    assert person.say("more").step == "faces"


@pytest.mark.slow
def test_a_die_that_was_told_wrongly_is_found_out_and_left_out(tmp_path: Path) -> None:
    person = Person(Session(tmp_path, Plan("x", TEACH, ALL, least=5), BASE), 4_251)
    person.teach()
    person.say("more")
    person.show(["Yb", "Yt", "Rt", "Rl", "Bf", "Bb"])
    person.say("next")
    desk = person.session.desk
    often = {face for face, count in desk.shown().items() if count > 5}
    entry, die = next(
        (p, d) for p in desk.notes.pictures for d in p["dice"] if d["colour"] + d["symbol"] in often
    )
    right = die["symbol"]
    die["symbol"] = wrong = "b" if right != "b" else "t"
    view = person.say("go")
    if view.says[0].key == "teach.check.few":  # one that was shown lay in too deep a shadow
        person.say("more")
        person.teach()
        view = person.say("go")
    assert view.step == "light", person.log
    (left_out,) = [dict(one.values) for one in view.says if one.key == "teach.check.left_out"]
    assert (left_out["file"], left_out["like"]) == (entry["file"], right)
    assert str(left_out["face"])[1:] == wrong
    assert len(entry["dice"]) + 1 == left_out["dice"]


def test_what_cannot_be_used_is_refused_in_words_and_the_session_goes_on(tmp_path: Path) -> None:
    session = Session(tmp_path, Plan("mine", TEACH, ALL), BASE)
    black = np.zeros((720, 960, 3), np.uint8)
    session.see(black)
    session.say("go")
    view = session.view()
    assert (view.step, view.ok) == ("look", False)
    assert "too dark" in str(view.says[0].values)
    person = Person(session, 4_247)
    assert person.say("sing").says[0].key == "teach.unknown"
    assert person.say("go").step == "empty"
    person.lay(["Yb", "Rt", "Bf"])
    assert person.say("go").says[0].key == "teach.empty.strange"
    person.lay([])
    person.say("go")
    for _ in range(6):
        session.see(person.picture())
    assert person.say("go").says[0].key == "teach.faces.none"
    person.lay(["Yb", "Rt", "Bf"])
    for words, key in [
        ("is 9 Yb", "faces.which"),
        ("is x Yb", "faces.which"),
        ("is 1 Zq", "faces.unknown"),
        ("is 1 y b", "faces.spell"),
        ("next", "faces.lacks"),
    ]:
        assert person.say(words).says[0].key == f"teach.{key}", words
    assert not session.view().ok
    assert person.say("go").says[0].key == "teach.faces.taken"
    assert person.say("go").says[0].key == "teach.faces.same"  # nobody has moved them


def test_dice_that_touch_teach_nothing_and_are_said_to(tmp_path: Path) -> None:
    session = Session(tmp_path, Plan("mine", ("faces",), ALL), BASE)
    person = Person(session, 4_248)
    empty = Session(tmp_path / "empty", Plan("mine", ("empty", "wall"), ()), BASE)
    empty.see(person.picture())
    empty.say("go")
    for _ in range(6):
        empty.see(person.picture())
    assert empty.desk.bare is not None
    session.desk.learn_bare(empty.desk.bare)
    session = person.session = Session(tmp_path, Plan("mine", ("faces",), ALL), BASE)
    person.world = laid(
        person.world, [Laid(0, 0.0, 0.0, 0.0, "b"), Laid(1, 16.2, 0.0, 0.0, "b")], 0
    )
    assert person.say("go").says[0].key == "teach.faces.close"
    assert not any(f.usable for f in session.view().found)


def test_where_nobody_can_empty_the_tray_several_throws_do(tmp_path: Path) -> None:
    session = Session(tmp_path, Plan("mine", ("empty", "slide"), ()), BASE)
    person = Person(session, 4_249)
    for left in range(6, -1, -1):
        person.lay(["Yb", "Rt", "Bf", "Yl", "Bt", "Rf"])
        view = person.say("thrown")
        assert (view.step == "slide") == (left == 0)
    person.slide()
    assert session.done, person.log


def test_a_die_whose_top_is_no_constant_square_is_not_taken(tmp_path: Path) -> None:
    lower = replace(  # marks that somebody measured wrongly on one side
        BASE.tray,
        marks=tuple(replace(m, x_mm=m.x_mm * (1.35 if m.x_mm > 0 else 1)) for m in BASE.tray.marks),
    )
    session = Session(tmp_path, Plan("mine", CALIBRATE), replace(BASE, tray=lower))
    person = Person(session, 4_250)
    session.see(person.picture())
    person.say("go")
    if session.wants_hold:
        session.held({}, ["exposure"])
    person.say("go")
    if session.view().step == "look":
        assert not session.view().ok  # such marks are not even found
        return
    person.say("go")
    for _ in range(6):
        session.see(person.picture())
    person.say("wall 100")
    person.say("go")
    person.slide()
    assert not session.done


@pytest.mark.slow
@pytest.mark.timeout(240)
@pytest.mark.parametrize("seed", [8_101, 8_108])
def test_a_table_with_cloth_or_deep_shadows_is_calibrated_and_taught_as_well(
    seed: int, tmp_path: Path
) -> None:
    look = wild(seed, glare=0.1)
    person = Person(Session(tmp_path / "c", Plan("x", CALIBRATE), BASE), seed, look=look)
    person.calibrate()
    assert person.session.done, person.log
    plan = Plan("x", TEACH, tuple(sorted(NEW.values())))
    session = Session(tmp_path / "t", plan, person.session.profile)
    person = Person(session, seed, look=look, called=NEW)
    person.teach()
    person.prove()
    assert session.done, person.log


def test_a_die_keeps_its_number_and_what_was_said_of_it_while_it_lies(tmp_path: Path) -> None:
    session = Session(tmp_path, Plan("x", TEACH, ALL), BASE)
    person = Person(session, 8_105, look=wild(8_105))
    session.see(person.picture())
    person.say("go")
    if session.view().step == "empty":
        person.say("sure" if "sure" in person.say("go").acts else "go")
        for _ in range(6):
            session.see(person.picture())
    person.lay(["Yb", "Rt", "Bf", "Yl", "Bt"])
    session.see(person.picture())
    places = {f.number: (f.x_px, f.y_px) for f in session.view().found}
    told = {n: person.face_at(f) for n, f in enumerate(session.view().found, 1)}
    for n, face in told.items():
        person.say(f"is {n} {face}")
    for found in session.view().found:
        assert found.face == told[found.number]
        assert np.hypot(*np.subtract(places[found.number], (found.x_px, found.y_px))) < 15
