"""Files people name: read as text, and what goes wrong with one told by its name."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def naming(file: Path) -> Iterator[None]:
    """What goes wrong in here, and tells of no file, is told of *file*.

    :raises OSError: as within.
    """
    try:
        yield
    except OSError as error:
        if error.filename is not None or error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(file)) from None


def text(file: Path) -> str:
    """What stands in *file*, in UTF-8. A pipe is refused: nobody may ever write into it.

    :raises OSError: it cannot be read.
    :raises UnicodeDecodeError: it is no text.
    """
    if file.exists() and not (file.is_file() or file.is_dir()):
        raise OSError(errno.EINVAL, "no ordinary file", str(file))
    return file.read_text(encoding="utf-8")
