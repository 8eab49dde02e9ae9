"""Where things lie: configuration in a checkout or an installed package, state in its folder."""

from __future__ import annotations

import os
from pathlib import Path

PACKAGE = Path(__file__).parent.parent
SERVICE_STATE = Path("/var/lib/lava-table")
SERVICE_CONFIG = Path("/etc/lava-table")
MEMORY = Path("/dev/shm")
OWN_BOX = "box.toml"
"""The box of a game from outside, in its folder."""


def config_folder() -> Path:
    """The shipped configuration: the copy inside an installed package, else that of a checkout."""
    inside = PACKAGE / "config"
    return inside if inside.is_dir() else PACKAGE.parent / "config"


def state_folder() -> Path:
    """Where journals and locks are kept; made if it is missing.

    systemd names it (``StateDirectory=``); else it is ``~/.local/state/lava-table``.

    :raises OSError: it cannot be made.
    """
    folder = _state()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def kept_state() -> Path:
    """The service's state folder where there is one, else :func:`state_folder`.

    :raises OSError: it cannot be made.
    """
    if not os.environ.get("STATE_DIRECTORY") and SERVICE_STATE.is_dir():
        return SERVICE_STATE
    return state_folder()


def memory_folder() -> Path | None:
    """Where files lie in memory alone; None: nowhere that we may write, and any other will do."""
    return MEMORY if os.access(MEMORY, os.R_OK | os.W_OK | os.X_OK) else None


def version() -> str:
    """Of this program: what was installed, else what the checkout says it is."""
    import tomllib  # here, so that a table listens sooner
    from importlib import metadata

    try:
        return metadata.version("lava-table")
    except metadata.PackageNotFoundError:
        project = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))
        return str(project["project"]["version"])


def own_profiles() -> Path:
    """Where the profiles lie that were taught at this very table."""
    return _state() / "dice"


def _state() -> Path:
    given = os.environ.get("STATE_DIRECTORY")
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(given.split(":")[0]) if given else Path(home) / "lava-table"


def games_folders() -> tuple[Path, ...]:
    """Where games from outside lie, a folder each: those ``TABLE_GAMES`` names, else the usual.

    Usual are ``~/.config/lava-table/games`` and, for a service, ``/etc/lava-table/games``.
    """
    given = os.environ.get("TABLE_GAMES")
    if given is not None:
        return tuple(Path(name).absolute() for name in given.split(os.pathsep) if name)
    home = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(home) / "lava-table" / "games", SERVICE_CONFIG / "games"


def own_games() -> tuple[Path, ...]:
    """The folders of games from outside, whether or not they can be played."""
    found: list[Path] = []
    for folder in games_folders():
        try:
            inside = sorted(folder.iterdir())
        except OSError:
            continue  # most tables have none
        found += [one for one in inside if is_file(one / "__init__.py")]
    return tuple(found)


def shipped(kind: str, name: str, beside: Path) -> Path:
    """What a configuration calls *name*: a path beside its file, else one of those shipped.

    *kind* is ``games``, ``themes`` or ``texts``, where it is a file, or ``dice``: a folder. One
    that was taught here goes before the shipped one of its name. The box of a game from outside
    lies in its folder.
    """
    folder = config_folder() / kind
    if kind == "dice":
        places = (beside / name, own_profiles() / name)
        return next((place for place in places if is_folder(place)), folder / name)
    if is_file(beside / name):
        return beside / name
    file = folder / (name if name.endswith(".toml") else f"{name}.toml")
    if kind == "games" and not is_file(file):
        own = (one / OWN_BOX for one in own_games() if one.name == name)
        return next(own, file)
    return file


def table_file(name: str) -> Path:
    """The file of a table that somebody typed: a path, or the name of one that is shipped."""
    given, known = Path(name), config_folder() / "tables" / f"{name}.toml"
    return known if not is_file(given) and is_file(known) else given


def is_file(path: Path) -> bool:
    """Whether it is there, and a file; no where nothing can have such a name."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def no_pipe(path: Path) -> Path:
    """The same; whoever opened a pipe or a device would wait for it, and for good.

    :raises ValueError: it is one.
    """
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise ValueError("it is a pipe or a device, and no file")
    return path


def is_folder(path: Path) -> bool:
    """Whether it is there, and a folder; no where nothing can have such a name."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def named(kind: str) -> tuple[str, ...]:
    """The names of what is shipped of this kind, and may be named in a table's file."""
    folder = config_folder() / kind
    files = [*folder.iterdir()] if folder.is_dir() else []
    if kind == "dice":  # one of a crater; not the one for any picture
        files = [f for f in files if _has_tray(f / "profile.toml")]
    own = {one.name for one in own_games()} if kind == "games" else set()
    return tuple(sorted({f.stem for f in files} | own))


def _has_tray(profile: Path) -> bool:
    """Does a profile's file tell of a tray?"""
    return is_file(profile) and "\n[tray]" in profile.read_text(encoding="utf-8")
