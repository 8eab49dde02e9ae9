"""A parsed document against a struct: every fault at once, each with what to write instead.

msgspec says what a value may be, but stops at the first fault, and speaks to programmers.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from firmware_host.rules.kernel import BoxFault as Fault

S = TypeVar("S", bound=msgspec.Struct)
LONGEST = 60  # characters of a wrong value that are repeated
WRONG = object()  # a value that cannot be used; None may be one that can


@dataclass(slots=True)
class Shaped:
    """What is wrong with a document so far."""

    faults: list[Fault] = field(default_factory=list)

    def struct(self, document: Any, kind: type[S], path: str = "") -> S | None:
        """*document* as a *kind*, without what is wrong in it; None where that cannot be."""
        if not isinstance(document, Mapping):
            part, item, _ = path.rpartition("[")  # seats[2] is one of [[seats]]
            write = f"[[{part}]] and its keys" if item else f"[{path}] and its keys"
            self._wrong(path, f"{_spelled(document)} is no table of keys", write)
            return None
        hints = get_type_hints(kind, include_extras=True)
        known = {f.encode_name: f for f in msgspec.structs.fields(kind)}
        meant = {self._unknown(path, key, tuple(known)) for key in document if key not in known}
        values: dict[str, Any] = {}
        for key, one in known.items():
            if key in document:
                value = self._value(document[key], hints[one.name], _join(path, key))
                if value is not WRONG:
                    values[one.name] = value
            elif one.required and key not in meant:
                self._wrong(_join(path, key), "this key is missing", _wish(hints[one.name], key))
        whole = all(one.name in values for one in known.values() if one.required)
        return kind(**values) if whole else None

    def _value(self, value: Any, hint: Any, path: str) -> Any:
        kind = _bare(hint)
        if _is_struct(kind):
            made = self.struct(value, kind, path)
            return WRONG if made is None else made
        if get_origin(kind) is tuple and isinstance(value, list) and _is_struct(get_args(kind)[0]):
            item = get_args(kind)[0]
            all_made = [self.struct(v, item, f"{path}[{i}]") for i, v in enumerate(value)]
            return WRONG if None in all_made else tuple(all_made)
        try:
            return msgspec.convert(value, hint)
        except msgspec.ValidationError:
            self._wrong(path, f"{_spelled(value)} cannot be used here", _wish(hint, _key(path)))
            return WRONG

    def _unknown(self, path: str, key: str, known: tuple[str, ...]) -> str:
        """Tell of an unknown key; the key that was meant, as far as that can be guessed."""
        close = difflib.get_close_matches(key, known, 1)
        write = f"{close[0]} instead" if close else f"one of {', '.join(known)}, or nothing"
        self._wrong(_join(path, key), f"there is no key {key!r}", write)
        return close[0] if close else ""

    def _wrong(self, path: str, says: str, write: str) -> None:
        self.faults.append(Fault(path, says, write))


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _key(path: str) -> str:
    return path.rpartition(".")[2]


def _bare(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _wish(hint: Any, key: str = "") -> str:
    """What may be written for this type, in words."""
    if get_origin(hint) is Annotated:
        for meta in get_args(hint)[1:]:
            if isinstance(meta, msgspec.Meta) and meta.description:
                return meta.description
    if _is_struct(hint):
        return f"[{key}] and its keys"
    if get_origin(hint) is tuple:
        item = get_args(hint)[0]
        return f"[[{key}]] parts" if _is_struct(item) else f"a list, each {_wish(item)}"
    names = {str: "a text in quotes", int: "a whole number", bool: "true or false"}
    return names.get(hint, "a number")


def _spelled(value: Any) -> str:
    """*value* as it would stand in the file."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _short(f'"{value}"')
    if isinstance(value, Mapping):
        return _short("{" + ", ".join(f"{k} = {_spelled(v)}" for k, v in value.items()) + "}")
    if isinstance(value, list):
        return _short("[" + ", ".join(map(_spelled, value)) + "]")
    return _short(str(value))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
