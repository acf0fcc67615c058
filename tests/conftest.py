"""What all tests share."""

from __future__ import annotations

import os

from hypothesis import settings

# No timed assertions: these machines are noisy. In CI the same examples every time, and more.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, max_examples=200)
settings.register_profile("thorough", deadline=None, max_examples=3000)
usual = "ci" if "CI" in os.environ else "default"
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", usual))
