"""How an embedding model sees sentences that have nothing to do with any memory: what its cosines are measured by."""

import asyncio
from dataclasses import dataclass

import numpy as np

from ltm.domain.abstention import SENTENCES, Cohort
from ltm.domain.same_fact import Space
from ltm.errors import EmbedderUnavailable
from ltm.ports.embedder import Embedder
from ltm.services.background import detached


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Yardstick:
    cohort: Cohort
    space: Space


class YardstickService:
    """Made once per model, from some ninety sentences embedded in one call: .2 s with the built-in model."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._made: dict[str, Yardstick] = {}
        self._making: asyncio.Task[None] | None = None

    def of(self, model: str) -> Yardstick | None:
        """Return the yardstick of the model, or None and have it made beside the chat. Returns at once."""
        if model not in self._made and (self._making is None or self._making.done()):
            self._making = detached(self._make())
        return self._made.get(model)

    async def make(self) -> None:
        """Wait until the yardstick of the model in use is made, if that model answers."""
        if self.of(self._embedder.model) is None and self._making is not None:
            await asyncio.shield(self._making)

    async def _make(self) -> None:
        try:
            embeddings = await self._embedder.embed_queries(SENTENCES)
        except EmbedderUnavailable:
            return  # the next question has it tried again
        vectors = np.stack([embedding.vector for embedding in embeddings])
        self._made[embeddings[0].model] = Yardstick(cohort=Cohort.of(vectors), space=Space.of(vectors))
