"""Hypothesis without deadlines: two shared cores say nothing about the code."""

from hypothesis import settings

import tests.sdk  # noqa: F401

settings.register_profile("ltm", deadline=None, database=None)
settings.load_profile("ltm")
