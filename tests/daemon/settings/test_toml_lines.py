"""Every key path of a TOML file is found on its line."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_host.daemon.settings.toml_lines import line_of

TEXT = '''# a comment = no key
a = 1
b.c = [1,
  "x] [y", # hm
  { refuse = "A", code = "b" },
  [ 2, 3,
   4]]
given.A = """
many lines
[no header]
"""
z = 'q'
[t]
"k l" = {x=1, y = { z = 2 }}
[[s.u]]
v = 1
[[s.u]]
v = 2
[s.u.w]
q = 1979-05-27 07:32:00
'''
LINES = {
    "a": 2,
    "b": 3,
    "b.c[0]": 3,
    "b.c[1]": 4,
    "b.c[2].refuse": 5,
    "b.c[2].code": 5,
    "b.c[3]": 6,
    "b.c[3][2]": 7,
    "given": 8,
    "given.A": 8,
    "z": 12,
    "t": 13,
    "t.k l.y.z": 14,
    "s.u[0].v": 16,
    "s.u[1]": 17,
    "s.u[1].v": 18,
    "s.u[1].w.q": 20,
    # what is not there: where it would stand
    "t.missing": 13,
    "b.c[9]": 3,
    "s.u[1].x": 17,
    "nowhere": 1,
}


@pytest.mark.parametrize("path", LINES)
def test_a_key_path_is_found_on_its_line(path: str) -> None:
    assert line_of(TEXT, path) == LINES[path]


def leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from leaves(inner, f"{path}[{i}]")
    else:
        yield path, value


ROOT = Path(__file__).parents[3]
FILES = sorted([*ROOT.glob("config/**/*.toml"), *ROOT.glob("tests/scenarios/**/T*.toml")])


@pytest.mark.parametrize("file", FILES, ids=lambda f: str(f.relative_to(ROOT)))
def test_a_line_that_is_found_holds_the_text(file: Path) -> None:
    text = file.read_text()
    for path, value in leaves(tomllib.loads(text), ""):
        if isinstance(value, str):
            assert value in text.splitlines()[line_of(text, path) - 1], path
