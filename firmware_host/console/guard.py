"""Who may open the page: no page of another site, by no borrowed name."""

from __future__ import annotations

import ipaddress

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Scripts and styles come from here alone, and nobody may frame the page."""


def hostname(host: str) -> str:
    """The name in a Host header, without its port: ``[::1]:80`` -> ``::1``."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0] if ":" in host else host


def is_welcome(host: str, names: frozenset[str]) -> bool:
    """Whether a page may be asked for under this Host header.

    It may by an address, as ``localhost``, or by one of the configured *names*. Another name that
    leads here is a stranger's, pointed at this machine so that his page may speak to it.
    """
    name = hostname(host).lower()
    if name == "localhost" or name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def guarded(names: frozenset[str]) -> Middleware:
    """A middleware that turns strangers away and sets :data:`HEADERS` on everything else."""

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        host = request.headers.get("Host", "")
        if not is_welcome(host, names):
            raise web.HTTPForbidden(
                text=f"{host!r} is not a name of this table. Ask for it by its address, or add "
                "the name to console.names in the table's configuration.\n"
            )
        origin = request.headers.get("Origin")
        if origin is not None and origin.partition("://")[2] != host:
            raise web.HTTPForbidden(text=f"a page of {origin} may not speak to this table\n")
        return await handler(request)

    return guard


async def with_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Set :data:`HEADERS` just before a response is sent."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
