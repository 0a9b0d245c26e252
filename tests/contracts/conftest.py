"""Contracts fail with the same readable assertions as tests, though their modules are no test modules."""

import pytest

import tests.sdk  # noqa: F401  # the SDK's own deprecations are no failures of ours

for contract in ("episode_store_contract", "random_play", "episodes", "storage_contract", "embedder_contract"):
    pytest.register_assert_rewrite(f"tests.contracts.{contract}")
