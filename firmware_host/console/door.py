"""Staff's door: a password, visits that end, and little patience with those who guess.

The password is kept as its scrypt seal alone. A visit is known by a token that only the browser
holds; it ends by itself, and when the password is changed.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from .tries import Limits, Tries

COST, BLOCK, LANES = 1 << 14, 8, 1
"""Of scrypt: 16 MB, and a quarter of a second on a Pi 4."""
SALT_BYTES, KEY_BYTES = 16, 32
SHORTEST, LONGEST = 8, 200
"""Letters of a password."""
NUL = "\0"
VISIT_S = 12 * 3600.0
"""An evening, with what comes before and after."""
MOST_VISITS = 32
TRIES, WITHIN_S = 5, 300.0
"""So many wrong passwords from one address in so long a time; then it has to wait."""
ALL_TRIES = 50
"""The same from everywhere together, but from this machine itself."""


class BadPassword(ValueError):
    """Why a password cannot be taken."""


def seal(password: str, salt: bytes | None = None) -> str:
    """What is kept of a password.

    :raises BadPassword: it is too short, or too long.
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise BadPassword(f"a password has {SHORTEST} to {LONGEST} letters")
    if NUL in password:
        raise BadPassword("a password has letters only")
    salt = secrets.token_bytes(SALT_BYTES) if salt is None else salt
    key = _key(password, salt, COST, BLOCK, LANES)
    packed = (base64.b64encode(part).decode() for part in (salt, key))
    return "$".join(("scrypt", str(COST), str(BLOCK), str(LANES), *packed))


def fits(password: str, sealed: str) -> bool:
    """Whether *password* is the one; it takes as long as :func:`seal`, whatever it is."""
    if NUL in password:
        return False  # to the seal those at the end would be nothing
    try:
        kind, cost, block, lanes, salt, key = sealed.split("$")
        known = base64.b64decode(key, validate=True)
        mine = _key(
            password[:LONGEST],
            base64.b64decode(salt, validate=True),
            min(int(cost), 8 * COST),
            min(int(block), BLOCK),
            min(int(lanes), LANES),
        )
    except (ValueError, binascii.Error, UnicodeError):
        return False
    return kind == "scrypt" and len(known) == KEY_BYTES and hmac.compare_digest(mine, known)


def _key(password: str, salt: bytes, cost: int, block: int, lanes: int) -> bytes:
    memory = 256 * cost * block
    text = password.encode("utf-8", "surrogatepass")
    return hashlib.scrypt(text, salt=salt, n=cost, r=block, p=lanes, maxmem=memory, dklen=KEY_BYTES)


def made_up() -> str:
    """A password nobody can guess, and anybody can type: ``krbf-tzqm-hwxd``."""
    letters = "bcdfghjkmnpqrstvwxz23456789"
    return "-".join("".join(secrets.choice(letters) for _ in range(4)) for _ in range(3))


@dataclass(frozen=True, slots=True)
class _Visit:
    """A page that has said the password."""

    until_s: float
    sealed: str  #: of the password it said


class Door:
    """Who is staff here. To be used from one thread."""

    def __init__(self, sealed: Callable[[], str], clock: Callable[[], float]) -> None:
        """*sealed* gives what is kept of the password; empty: there is none, and nobody gets in."""
        self._sealed, self._clock = sealed, clock
        self._visits: OrderedDict[str, _Visit] = OrderedDict()
        self._tries = Tries(Limits(TRIES, ALL_TRIES, WITHIN_S))
        self.attended: Callable[[], bool] = lambda: False
        """Whether somebody stands at the table and has opened service mode with its buttons: then
        nobody waits for what others tried."""
        self._was_attended = False

    @property
    def sealed(self) -> str:
        """What is kept of the password just now."""
        return self._sealed()

    def knock(self, address: str) -> float:
        """Count a try from *address*; the seconds it has to wait before one counts, 0: none."""
        attended = self.attended()
        if attended and not self._was_attended:
            self._tries.pardon()
        self._was_attended = attended
        return self._tries.knock(address, self._clock(), alone=attended)

    def admit(self, address: str) -> str:
        """The token of a new visit: whoever is at *address* has said the password."""
        self._tries.right(address)
        token = secrets.token_urlsafe(32)
        self._visits[_name(token)] = _Visit(self._clock() + VISIT_S, self._sealed())
        while len(self._visits) > MOST_VISITS:
            self._visits.popitem(last=False)
        return token

    def knows(self, token: str) -> bool:
        """Whether it is that of a visit which goes on."""
        name = _name(token)
        visit = self._visits.get(name)
        if visit is None:
            return False
        if self._clock() < visit.until_s and visit.sealed == self._sealed() != "":
            return True
        del self._visits[name]
        return False

    def leave(self, token: str) -> None:
        """That visit is over."""
        self._visits.pop(_name(token), None)


def _name(token: str) -> str:
    """Tokens themselves are kept nowhere."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
