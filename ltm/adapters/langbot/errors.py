"""Domain errors as text: the one function for a model that called a tool."""

from ltm.errors import LongTermMemoryError, OutcomeUnknown, Unavailable


def for_model(exc: LongTermMemoryError) -> str:
    """Return what the model should know and do."""
    match exc:
        case Unavailable():
            return f"Error: {exc}. Nothing was changed; it may work later."
        case OutcomeUnknown():
            return f"Error: {exc}. Look with recall_memory before trying again."
        case _:
            return f"Error: {exc}."
