"""Errors by who must act. Messages are safe to show to a model or a chat: no stored content in them."""


class LongTermMemoryError(Exception):
    """Base of all errors of this package; never raised itself."""


class InvalidInput(LongTermMemoryError):
    """The caller's fault; the message says what was wrong and what to do."""


class Refused(LongTermMemoryError):
    """Policy said no. Carries the reason, never the refused text."""


class NotAllowed(Refused):
    """The person who asks may not do this; the message says who may."""


class SwitchedOff(Refused):
    """Memory is off: for the installation, this conversation or this speaker; the message says by whom."""


class NotConfigured(LongTermMemoryError):
    """Something has to be set up first; the message says what."""


class NoKnowledgeBase(NotConfigured):
    """The installation has no memory knowledge base yet."""


class NotAttached(NotConfigured):
    """The pipeline of this message does not have the memory knowledge base."""


class NotFound(LongTermMemoryError):
    """Nothing with that id exists in this scope."""


class Conflict(LongTermMemoryError):
    """The profile changed meanwhile, twice in a row; try again."""


class Unavailable(LongTermMemoryError):
    """A service did not answer; the same call may work later."""


class StoreUnavailable(Unavailable):
    """The vector store or the key-value storage did not answer."""


class EmbedderUnavailable(Unavailable):
    """The embedding model did not answer or answered nonsense."""


class LlmUnavailable(Unavailable):
    """The chat model did not answer in time, or nothing."""


class OutcomeUnknown(LongTermMemoryError):
    """A write was sent and what is stored afterwards is not what was sent; read back before trying again."""


class UnsafeBackend(LongTermMemoryError):
    """The vector backend cannot isolate or delete; the message names the check that failed."""


class Corrupt(LongTermMemoryError):
    """Stored bytes do not parse. They are kept; the message names the key they are kept under."""
