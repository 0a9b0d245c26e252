"""Which exceptions mean that the host did not answer."""

from langbot_plugin.entities.io.errors import ActionCallError, ActionCallTimeoutError, ConnectionClosedError

# RuntimeError is what the SDK raises for a call after the invocation it belongs to has ended.
HOST_FAILURES = (ActionCallError, ActionCallTimeoutError, ConnectionClosedError, RuntimeError)
