"""The library the page is served with, and all that is used of it. No other module imports it.

At its import aiohttp has OpenSSL read every authority this machine trusts, and twice: for requests
of a client. The table makes none, and need not wait for that: a fourteenth of its start.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

AUTHORITIES = "SSL_CERT_FILE"
"""Where OpenSSL looks for them; https://docs.openssl.org/3.0/man3/SSL_CTX_load_verify_locations/"""


@contextmanager
def _without_authorities() -> Iterator[None]:
    """None are read meanwhile: who asks for them then trusts nobody by that file."""
    given = os.environ.get(AUTHORITIES)
    os.environ[AUTHORITIES] = os.devnull
    try:
        yield
    finally:
        if given is None:
            del os.environ[AUTHORITIES]
        else:
            os.environ[AUTHORITIES] = given


with _without_authorities():
    from aiohttp import WSCloseCode, WSMsgType, web
    from aiohttp.http_exceptions import HttpProcessingError
    from aiohttp.typedefs import Handler, Middleware

__all__ = ["Handler", "HttpProcessingError", "Middleware", "WSCloseCode", "WSMsgType", "web"]
