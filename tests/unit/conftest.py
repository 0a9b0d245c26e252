"""Hypothesis without deadlines (two shared cores say nothing about the code) and the same examples every time."""

from hypothesis import settings

import tests.sdk  # noqa: F401

settings.register_profile("ltm", deadline=None, database=None, derandomize=True)
settings.load_profile("ltm")
