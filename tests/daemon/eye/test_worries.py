"""People are told what ails the camera once, and once that it is over."""

from __future__ import annotations

from firmware_host.daemon.eye.worries import TROUBLED_NS, Worries
from firmware_host.vision.facts import Look, Tray


def look(at_ns: int, trouble: str = "", warnings: tuple[str, ...] = ()) -> Look:
    tray = Tray.BLIND if trouble else Tray.SETTLED
    return Look(at_ns, 1, tray, (), trouble=trouble, warnings=warnings)


def test_trouble_is_told_when_it_lasts_and_when_it_is_over() -> None:
    worries = Worries()
    assert not [*worries.heard(look(0, "dark"))]
    ((name, ok, says),) = worries.heard(look(TROUBLED_NS, "dark"))
    assert (name, ok) == ("camera", False)
    assert says.startswith("too dark to read. Is the lamp over the crater on")
    assert [*worries.heard(look(TROUBLED_NS + 1))] == [("camera", True, "")]
    assert not [*worries.heard(look(TROUBLED_NS + 2))]


def test_warnings_are_the_pictures_and_told_when_they_change() -> None:
    worries = Worries()
    ((name, ok, says),) = worries.heard(look(0, warnings=("dim", "moved")))
    assert (name, ok) == ("picture", False)
    assert says.startswith("it is rather dark. ")
    assert "; the camera or the crater has been moved" in says
    assert not [*worries.heard(look(1, warnings=("dim", "moved")))]
    assert [*worries.heard(look(2))] == [("picture", True, "")]


def test_a_camera_that_is_back_in_the_dark_is_not_said_to_work_and_the_dark_is_told_at_once() -> (
    None
):
    worries = Worries()
    assert worries.said(ok=False), "unplugged, or frozen"
    ((name, ok, says),) = worries.heard(look(0, "dark"))
    assert (name, ok) == ("camera", False)
    assert says.startswith("too dark to read")
    assert not worries.said(ok=True)
    ((_, _, says),) = worries.heard(look(1, "no_marks"))
    assert says.startswith("the four marks")
    assert [*worries.heard(look(2))] == [("camera", True, "")]
    assert worries.said(ok=True)


def test_the_camera_itself_failing_is_told_though_it_was_dark_before() -> None:
    worries = Worries()
    assert not [*worries.heard(look(0, "dark"))]
    assert [*worries.heard(look(TROUBLED_NS, "dark"))]
    assert worries.said(ok=False)
    assert not [*worries.heard(look(TROUBLED_NS + 1))], "the eye says that it works"
    assert worries.said(ok=True)
    assert not [*worries.heard(look(TROUBLED_NS + 2, "dark"))], "a hand before the lens"
