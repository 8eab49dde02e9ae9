"""``./table run`` on the virtual table: how soon it listens, and what it costs while nobody plays.

Ready is from ``exec`` to the line that says it listens, best of five, compiled as the front door
leaves it; beside it the processor time of the daemon alone until then, in steps of 10 ms, which
a busy machine changes less. Memory is the proportional
set size of the daemon and its camera child, once the camera has looked. Idle is their processor
time over 20 s in the lobby, with the camera at one frame a second.
"""

from __future__ import annotations

import compileall
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.figure import Figure

ROOT = Path(__file__).parent.parent
ROUNDS, IDLE_S, WARM_S = 5, 20.0, 6.0
TICKS = os.sysconf("SC_CLK_TCK")


@contextmanager
def daemon() -> Iterator[tuple[subprocess.Popen[str], float]]:
    """The daemon with a state folder of its own: it, and the seconds until it listened."""
    with tempfile.TemporaryDirectory() as state:
        env = {**os.environ, "XDG_STATE_HOME": state, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "firmware_host", "run", "--port", "0"]
        start = time.perf_counter()
        child = subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True)
        try:
            yield child, _listening(child, start)
        finally:
            child.send_signal(signal.SIGTERM)
            child.wait(20)


def _listening(child: subprocess.Popen[str], start: float) -> float:
    assert child.stderr is not None
    for line in child.stderr:
        if "http://" in line:
            return time.perf_counter() - start
    raise RuntimeError("the daemon ended before it listened")


def family(pid: int) -> list[int]:
    """A process and all that it started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(p for child in children for p in family(int(child)))]


def pss_mb(pid: int) -> float:
    """The proportional set size of one process in MB."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1000
    raise RuntimeError("no Pss line in smaps_rollup")


def busy_s(pid: int) -> float:
    """The processor time a process has used, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def compiled() -> None:
    """As the front door has it, whoever asks: else what is measured is Python's compiler."""
    for room in ("firmware_host", "hw"):
        compileall.compile_dir(ROOT / room, quiet=2)


def measure() -> list[Figure]:
    compiled()
    ready: list[float] = []
    busy: list[float] = []
    for _ in range(ROUNDS):
        with daemon() as (child, seconds):
            busy.append(busy_s(child.pid))
            ready.append(seconds)
    with daemon() as (child, _):
        time.sleep(WARM_S)
        before, start = [busy_s(p) for p in family(child.pid)], time.time()
        time.sleep(IDLE_S)
        took = time.time() - start
        pids = family(child.pid)
        share = (sum(busy_s(p) for p in pids) - sum(before)) / took
        memory = sum(pss_mb(p) for p in pids)
    return [
        Figure("daemon ready, exec to listening", min(ready), "s", target="<= 0.6"),
        Figure("the same, its processor time", min(busy), "s"),
        Figure(
            "memory of all processes",
            memory,
            "MB PSS",
            target="<= 180",
            note=f"{len(pids)} processes",
        ),
        Figure(
            "idle in the lobby",
            100 * share,
            "% of a core",
            target="<= 3",
            note=f"over {took:.0f} s, the camera looking once a second",
        ),
    ]
