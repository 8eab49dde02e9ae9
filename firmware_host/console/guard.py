"""Who may open the page: no page of another site, by no borrowed name."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Callable

from .http import Handler, Middleware, web

OURS = "same-origin"
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


def is_ours(origin: str, host: str, *, secure: bool) -> bool:
    """Whether a page of *origin* is this table's own, asked for by the same name.

    A proxy may have taken the TLS off; but where it is ours no page without it is.
    """
    scheme, _, name = origin.partition("://")
    return name == host and scheme in (("https",) if secure else ("http", "https"))


def guarded(
    names: frozenset[str], heard: Callable[[asyncio.BaseTransport | None], None]
) -> Middleware:
    """A middleware that turns strangers away and sets :data:`HEADERS` on everything else.

    *heard* is told of each connection on which something was asked for.
    """

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        heard(request.transport)
        hosts = request.headers.getall("Host", [])
        if len(hosts) != 1:
            raise web.HTTPBadRequest(text="say once which table you ask\n")
        host = hosts[0]
        if not is_welcome(host, names):
            raise web.HTTPForbidden(
                text=f"{host!r} is not a name of this table. Ask for it by its address, or add "
                "the name to console.names in the table's configuration.\n"
            )
        origins = request.headers.getall("Origin", [])
        if not all(is_ours(one, host, secure=request.secure) for one in origins):
            raise web.HTTPForbidden(text=f"a page of {origins[0]} may not speak to this table\n")
        if _acts(request) and request.headers.get("Sec-Fetch-Site", OURS) not in (OURS, "none"):
            raise web.HTTPForbidden(text="a page of another site may not speak to this table\n")
        return await handler(request)

    return guard


def _acts(request: web.Request) -> bool:
    """Whether more is asked for than to look: another site may well have a link to the page."""
    return request.method not in ("GET", "HEAD") or "Upgrade" in request.headers


async def with_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Set :data:`HEADERS` just before a response is sent; nobody needs to know by what program."""
    response.headers["Server"] = "table"
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
