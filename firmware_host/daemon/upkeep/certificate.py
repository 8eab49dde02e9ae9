"""The page's certificate while the table runs: a new one is taken up, the end of one is told."""

from __future__ import annotations

import ssl
from collections.abc import Callable

from firmware_host.daemon.core import Core
from firmware_host.daemon.settings.tls import BadPair, Pair, context, looked

LOOK_NS = 60_000_000_000


class Certificate:
    """A part of the core that is due by the clock: looks at the files once a minute.

    A pair that cannot be used is told of, and the one before it is served on.
    """

    def __init__(self, pair: Pair, core: Core, now_s: Callable[[], float]) -> None:
        """Ready to be served.

        :raises BadPair: it cannot be.
        """
        self.context: ssl.SSLContext = context(pair)
        self._pair, self._core, self._now_s = pair, core, now_s
        self._changed, self._told = pair.changed, ""
        self._looked = looked(pair, self.context)
        self.wake_ns: int = 0
        """Call :meth:`tick` by then."""
        core.kept.append(self)

    def tick(self, now_ns: int) -> None:
        """Look whether it is good still, and whether there is another."""
        if now_ns < self.wake_ns:
            return
        self.wake_ns = now_ns + LOOK_NS
        wrong = self._renewed()
        if not wrong:
            over = self._looked.says or self._now_s() >= self._looked.until_s
            wrong = looked(self._pair, self.context).says if over else ""
        if wrong != self._told:
            self._told = wrong
            self._core.hear("page", not wrong, wrong)

    def _renewed(self) -> str:
        """Take up what was written anew; why it cannot be used, where it cannot."""
        if (changed := self._pair.changed) == self._changed and self._told == "":
            return ""
        try:
            self._looked = looked(self._pair, context(self._pair))
            self.context.load_cert_chain(self._pair.certificate, self._pair.key)
        except (BadPair, OSError) as wrong:
            return f"{wrong}. The certificate from before is served on"
        self._changed = changed
        return ""
