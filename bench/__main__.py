"""``./table bench [NAME...] [--json]``: every module of this folder with a ``measure()``."""

from __future__ import annotations

import argparse
import json
import sys
from importlib import import_module
from pathlib import Path

from bench.figure import Figure


def names() -> list[str]:
    """The benchmarks there are: modules that measure; the others are what they stand on."""
    files = Path(__file__).parent.glob("[!_]*.py")
    return sorted(f.stem for f in files if "\ndef measure(" in f.read_text())


def table(figures: list[Figure]) -> None:
    from rich.console import Console
    from rich.table import Table

    shown = Table(title="Figures", caption="ratio: ours to the reference, in one run")
    for column in ("what", "ours", "reference", "ratio", "target", "reached"):
        shown.add_column(column, justify="left" if column == "what" else "right")
    for f in figures:
        beside = "" if f.reference is None else f"{f.reference:,.4g} {f.unit}\n{f.beside}"
        what = f.name + (f"\n[dim]{f.note}[/dim]" if f.note else "")
        ratio = "" if f.ratio is None else f"{f.ratio:.2f}"
        reached = {None: "", True: "[green]yes[/green]", False: "[red]NO[/red]"}[f.reached]
        shown.add_row(what, f"{f.ours:,.4g} {f.unit}", beside, ratio, f.target, reached)
    console = Console()
    Console(width=None if console.is_terminal else 120).print(shown)


def main() -> int:
    there = names()
    parser = argparse.ArgumentParser(
        prog="./table bench",
        description="Measure, beside named references in the same run. Ratios have targets; "
        "absolute figures say how they were taken.",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(there)}; all")
    parser.add_argument(
        "--long", action="store_true", help="the long form, for minutes, of those that have one"
    )
    parser.add_argument("--json", action="store_true", help="one JSON list on stdout")
    asked = parser.parse_args()
    if unknown := [n for n in asked.names if n not in there]:
        parser.error(f"no benchmark {unknown[0]!r}; there are {', '.join(there)}")
    figures: list[Figure] = []
    for name in asked.names or there:
        print(f"measuring {name} ...", file=sys.stderr)
        module = import_module(f"bench.{name}")
        figures += (
            getattr(module, "measure_long", module.measure)() if asked.long else module.measure()
        )
    if asked.json:
        print(json.dumps([f.plain() for f in figures], indent=1))
    else:
        table(figures)
    return 1 if any(f.reached is False for f in figures) else 0


if __name__ == "__main__":
    sys.exit(main())
