"""The page's certificate and key: would a browser take them? Tried by a handshake in memory.

Nothing goes over a wire, and no library but Python's own is needed: whatever OpenSSL refuses when
a page is asked for it refuses here first.
"""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from firmware_host.daemon import places
from firmware_host.rules.kernel import BoxFault as Fault

from .config import ConsoleSection, Loaded

NOT_YET, EXPIRED = 9, 10
"""OpenSSL's verify codes that depend on the clock: a Pi's may be wrong when it starts."""
SOON_S = 14 * 24 * 3600.0
CERTIFICATE, KEY = "console.tls_certificate", "console.tls_key"


class BadPair(ValueError):
    """Why they cannot be used: the key of the table's file, what is wrong, what to write."""

    def __init__(self, key: str, says: str, write: str) -> None:
        super().__init__(f"{key}: {says}. {write}")
        self.fault = Fault(key, says, write)


@dataclass(frozen=True, slots=True)
class Pair:
    """A certificate (its chain behind it) and its key, in PEM files."""

    certificate: Path
    key: Path

    @property
    def changed(self) -> tuple[int, ...]:
        """Differs once one of the files was written anew; zeros while they are not there."""
        try:
            stats = [file.stat() for file in (self.certificate, self.key)]
        except OSError:
            return (0,)
        return tuple(
            number for one in stats for number in (one.st_mtime_ns, one.st_size, one.st_ino)
        )


def pair_of(loaded: Loaded) -> Pair | None:
    """Those of a table; None: its page speaks plain HTTP."""
    console, beside = loaded.table.console, loaded.file.absolute().parent
    if not console.tls_certificate or not console.tls_key:
        return None
    return Pair(beside / console.tls_certificate, beside / console.tls_key)


def context(pair: Pair) -> ssl.SSLContext:
    """What the page is served with: TLS 1.2 or newer.

    :raises BadPair: a file is missing or cannot be read, or they do not belong together.
    """
    for key, file in ((CERTIFICATE, pair.certificate), (KEY, pair.key)):
        try:
            places.no_pipe(file).read_bytes()
        except (OSError, ValueError) as wrong:
            says = f"{file} cannot be read: {(getattr(wrong, 'strerror', None) or str(wrong))}"
            may = "whoever runs the table may read" if file.exists() else "is there"
            raise BadPair(key, says.lower(), f"the path of a PEM file that {may}") from None
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    served.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        served.load_cert_chain(pair.certificate, pair.key, password=lambda: "")
    except (ssl.SSLError, ValueError, OSError) as wrong:
        raise _refused(pair, wrong) from None
    return served


def _refused(pair: Pair, wrong: Exception) -> BadPair:
    reason = str(getattr(wrong, "reason", "") or wrong).replace("_", " ").lower()
    if "values mismatch" in reason or "type mismatch" in reason:
        says = f"{pair.key} is not the key of {pair.certificate}"
        return BadPair(KEY, says, "the key that the certificate was made with")
    if _is_certificate(pair.certificate):
        says = f"{pair.key} is no key that can be used without a password ({reason})"
        return BadPair(KEY, says, "a private key in PEM, not encrypted")
    says = f"{pair.certificate} is no certificate ({reason})"
    return BadPair(CERTIFICATE, says, "a certificate in PEM, those that signed it behind it")


def _is_certificate(file: Path) -> bool:
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(file)
    except (ssl.SSLError, OSError, ValueError):
        return False
    return True


@dataclass(frozen=True, slots=True)
class Looked:
    """What a browser would say of a pair by the clock."""

    until_s: float  #: seconds since 1970; 0: it is not known, for it is not good now
    says: str = ""  #: why it is not good now


def looked(pair: Pair, served: ssl.SSLContext) -> Looked:
    """Shake hands with oneself.

    :raises BadPair: a browser would refuse it, whatever the clock says.
    """
    asks = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    asks.check_hostname = False  # by which name it is asked for, only whoever asks knows
    asks.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN  # it vouches for itself here
    asks.load_verify_locations(pair.certificate)
    try:
        told = _shaken(asks, served)
    except ssl.SSLCertVerificationError as wrong:
        says = f"{pair.certificate}: {wrong.verify_message}"
        if wrong.verify_code in (NOT_YET, EXPIRED):
            return Looked(0.0, f"{says}. Browsers warn of it; get a new one, or set the clock")
        raise BadPair(CERTIFICATE, says, "a certificate for a server") from None
    except ssl.SSLError as wrong:
        raise _refused(pair, wrong) from None
    return Looked(ssl.cert_time_to_seconds(str(told["notAfter"])))


def _shaken(asks: ssl.SSLContext, served: ssl.SSLContext) -> dict[str, object]:
    """The certificate, as it was told in a handshake.

    :raises ssl.SSLError: it failed.
    """
    up, down = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = asks.wrap_bio(down, up, server_side=False)
    server = served.wrap_bio(up, down, server_side=True)
    waits = [client, server]
    while waits:
        for one in tuple(waits):
            try:
                one.do_handshake()
                waits.remove(one)
            except ssl.SSLWantReadError:
                continue
    return dict(client.getpeercert() or {})


def faults(loaded: Loaded) -> Iterator[Fault]:
    """What is wrong with them, whatever the clock says."""
    console = loaded.table.console
    yield from _half(console)
    pair = pair_of(loaded)
    if pair is not None:
        try:
            looked(pair, context(pair))
        except BadPair as wrong:
            yield wrong.fault


def _half(console: ConsoleSection) -> Iterator[Fault]:
    if console.tls_certificate and not console.tls_key:
        yield Fault(KEY, "a certificate has a key", "the path of its private key, in PEM")
    if console.tls_key and not console.tls_certificate:
        yield Fault(CERTIFICATE, "a key has a certificate", "the path of its certificate, in PEM")


def warnings(loaded: Loaded, now_s: float) -> Iterator[Fault]:
    """What works, but not for long, or not by this machine's clock."""
    if (pair := pair_of(loaded)) is None:
        return
    found = looked(pair, context(pair))
    if found.says:
        yield Fault(CERTIFICATE, found.says, "", grave=False)
    elif found.until_s - now_s < SOON_S:
        days = max(0, int((found.until_s - now_s) // 86400))
        yield Fault(
            CERTIFICATE, f"{pair.certificate} ends in {days} days", "a new one", grave=False
        )
