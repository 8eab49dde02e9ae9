"""Where in a TOML file a key path stands, for error messages. Looks, and does not judge."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

TOKEN = re.compile(
    r'(?P<text>"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\')'
    r"|(?P<comment>#[^\n]*)"
    r"|(?P<end>\n)"
    r"|(?P<sign>[\[\]{}=,.])"
    r"|(?P<word>[^\s\[\]{}=,.#\"']+)",
    re.DOTALL,
)


def line_of(text: str, path: str) -> int:
    """The line (from 1) of ``seats[1].button`` in *text*; also inside of lists and inline tables.

    A key that is not there is looked for where it would stand: in the longest part of its path
    that is; 1 where nothing is.
    """
    lines = _lines(text)
    while path:
        if path in lines:
            return lines[path]
        path = _outer(path)
    return 1


@lru_cache(maxsize=4)  # a file's faults come one after another, and may be thousands
def _lines(text: str) -> dict[str, int]:
    return _Scan(text).lines()


def _outer(path: str) -> str:
    """*path* without its last part: always shorter, whatever signs a quoted key holds."""
    return path[: max(path.rfind("."), path.rfind("["), 0)]


@dataclass(slots=True)
class _Open:
    """A list or an inline table that is being read."""

    path: str
    """Of the list or table itself."""
    at: int | None
    """Which item of a list is next; None in a table."""


@dataclass(slots=True)
class _Scan:
    """Reads a text token by token, and notes where each key path begins."""

    text: str
    found: dict[str, int] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    prefix: str = ""
    """The table that the last header opened."""
    opened: list[_Open] = field(default_factory=list)
    key: list[str] = field(default_factory=list)
    """The parts of a key, as far as they are read."""
    header: int = 0
    """How many brackets opened the header being read."""
    value: bool = False
    """Whether a value is being read."""

    def lines(self) -> dict[str, int]:
        """Each key path, and its line."""
        line, fresh = 1, True
        for token in TOKEN.finditer(self.text):
            words, kind = token[0], token.lastgroup
            if kind == "end":
                line, fresh = line + 1, True
                self._end()
                continue
            if kind == "sign":
                self._sign(words, line, fresh=fresh)
            elif kind != "comment":
                self._word(words, line)
            line += words.count("\n")
            fresh = False
        return self.found

    def _word(self, words: str, line: int) -> None:
        if self.value or (self.opened and self.opened[-1].at is not None):
            self._item(line)
            self.value = True
        else:
            self.key.append(words.strip("\"'"))

    def _sign(self, sign: str, line: int, *, fresh: bool) -> None:
        reading = self.value or bool(self.opened)
        match sign:
            case "[" if not reading and (fresh or self.header):
                self.header += 1
            case "]" if self.header and not reading:
                self._table(line)
            case "[" | "{":
                self._item(line)
                self.opened.append(_Open(self._path(), 0 if sign == "[" else None))
                self.key, self.value = [], False
            case "]" | "}" if self.opened:
                self._close()
            case "=":
                self._note(self._path(), line)
                self.value = True
            case ",":
                self._comma()
            case _:
                pass

    def _item(self, line: int) -> None:
        """An item of a list begins here, if one does."""
        if self.opened and self.opened[-1].at is not None:
            self._note(self._path(), line)

    def _path(self) -> str:
        """Of what is being read: the innermost list's item, or the key of a table."""
        if not self.opened:
            return ".".join([*filter(None, [self.prefix]), *self.key])
        inner = self.opened[-1]
        if inner.at is not None:
            return f"{inner.path}[{inner.at}]"
        return ".".join([inner.path, *self.key])

    def _note(self, path: str, line: int) -> None:
        """*path* begins here, and so does every table it is in, if none has before."""
        while path:
            self.found.setdefault(path, line)
            path = _outer(path)

    def _comma(self) -> None:
        self.value = False
        if self.opened:
            inner = self.opened[-1]
            if inner.at is None:
                self.key = []
            else:
                inner.at += 1

    def _close(self) -> None:
        self.opened.pop()
        self.key, self.value = [], True

    def _end(self) -> None:
        if not self.opened:
            self.key, self.value, self.header = [], False, 0

    def _table(self, line: int) -> None:
        """A header ends: ``[a.b]`` or ``[[a.b]]``."""
        if not self.key:
            return
        name = ".".join(self.key)
        if self.header > 1:
            self.counts[name] = self.counts.get(name, -1) + 1
        self.prefix = self._indexed(self.key)
        self._note(self.prefix, line)
        self.key = []

    def _indexed(self, parts: list[str]) -> str:
        """The path of *parts*, with the index of the latest part of each array of tables."""
        built, bare = "", ""
        for part in parts:
            bare = f"{bare}.{part}" if bare else part
            built = f"{built}.{part}" if built else part
            if bare in self.counts:
                built += f"[{self.counts[bare]}]"
        return built
