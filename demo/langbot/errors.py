"""The one error this package raises."""


class HostError(RuntimeError):
    """LangBot did not do what was asked; the message carries what it said or logged."""
