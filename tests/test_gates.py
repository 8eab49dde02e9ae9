"""Sizes are kept: quality differs in the tails, so the tails are gated."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = sorted(
    f
    for room in ("firmware_host", "hw", "bench", "tests", "training", "docs")
    for f in (ROOT / room).rglob("*.py")
)
FILE_LINES, CLASS_LINES, FUNCTION_LINES = 400, 200, 40


def length(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    assert node.end_lineno is not None
    return node.end_lineno - node.lineno + 1


@pytest.mark.parametrize("file", FILES, ids=lambda f: str(f.relative_to(ROOT)))
def test_nothing_grows_past_its_gate(file: Path) -> None:
    source = file.read_text()
    assert source.count("\n") <= FILE_LINES
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef):
            assert length(node) <= CLASS_LINES, node.name
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert length(node) <= FUNCTION_LINES, node.name
