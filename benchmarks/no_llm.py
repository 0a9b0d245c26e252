"""For benchmarks in which no chat model works beside the conversation."""

from ltm.errors import NotConfigured
from ltm.ports.llm import Llm


def no_llm(model: str) -> Llm:
    """Raise NotConfigured."""
    raise NotConfigured(f"no chat model is part of this: {model}")
