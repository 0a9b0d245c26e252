"""The SDK's own deprecations are no failures of ours."""

import tests.sdk  # noqa: F401
