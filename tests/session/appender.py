"""A process that appends to a journal and says what is acknowledged, until it is killed.

``python -m tests.session.appender JOURNAL``: goes on with the unfinished match.
"""

from __future__ import annotations

import sys

from firmware_host.session.journal import Journal
from firmware_host.session.tale import Answered


def main(path: str) -> None:
    journal = Journal(path, lambda: "2026-01-01T00:00:00+00:00")
    kept = journal.unfinished()
    match = kept.id if kept else journal.begin("race", 1, (0, 2, 3), "s", "box")
    line = len(kept.lines) if kept else 0
    print("open", line, flush=True)  # noqa: T201
    while True:
        batch = [Answered(f"A walk {line + n}", line + n) for n in range(1, 2 + line % 4)]
        journal.append(match, batch)
        line += len(batch)
        print("kept", line, flush=True)  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1])
