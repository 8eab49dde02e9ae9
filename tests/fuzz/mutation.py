"""Makes wrong of right: the same bytes for the same luck."""

from __future__ import annotations

import random
from collections.abc import Sequence

TOKENS = (
    *(
        b"\0",
        b"\xff",
        b"\xef\xbb\xbf",
        b"\r\n",
        b"\n",
        b'"',
        b"'",
        b"[",
        b"]",
        b"{",
        b"}",
        b"=",
        b",",
    ),
    *(b"-1", b"0", b"9" * 40, b"1e999", b"nan", b"inf", b"0x10", b"1.5", b"true", b"null", b'""'),
    *(b"\\ud800", b"\\u0000", b"%00", b"%2e%2e%2f", b"../", b"/dev/zero", b"/dev/stdin", b"/"),
    *(b"__proto__", b"<script>", b"\x1b[2J", "é\U0001f30b".encode(), b"A" * 300, b"[" * 200),
    *(b'"role":"staff"', b'"seat":"B"', b'"type":"tell"', b"Content-Length: 5\r\n", b"\x81\x00"),
)
MOST_CHANGES = 4


def mutated(luck: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """*data* with a few changes; now and then it has nothing left of it."""
    if luck.random() < 0.02:
        return luck.randbytes(luck.randrange(400))
    for _ in range(luck.randint(1, MOST_CHANGES)):
        data = _changed(luck, data, others)
    return data


def _changed(luck: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    at = luck.randrange(len(data) + 1)
    to = min(len(data), at + luck.choice((1, 1, 2, 5, 20, 200)))
    match luck.randrange(7):
        case 0:  # bits
            return data[:at] + bytes(b ^ (1 << luck.randrange(8)) for b in data[at:to]) + data[to:]
        case 1:  # gone
            return data[:at] + data[to:]
        case 2:  # twice
            return data[:to] + data[at:]
        case 3 | 4:  # something that is special somewhere
            return data[:at] + luck.choice(TOKENS) + data[luck.choice((at, to)) :]
        case 5:  # cut off
            return (
                data[:at]
                if luck.random() < 0.3
                else data[:at] + luck.randbytes(to - at) + data[to:]
            )
        case _:  # begun as this, gone on with as another
            other = luck.choice(others)
            return data[:at] + other[luck.randrange(len(other) + 1) :]
