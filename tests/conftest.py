"""What all tests share: how hard Hypothesis tries, and that nobody's own games are among them."""

from __future__ import annotations

import os

from hypothesis import settings

# The same examples everywhere, and a broken example is printed ready to be tried again.
settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("night", max_examples=5000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

os.environ["TABLE_GAMES"] = ""
