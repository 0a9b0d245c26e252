"""An embedder that notes its calls and waits or fails when told to."""

import asyncio
from collections.abc import Sequence

from ltm.errors import EmbedderUnavailable
from ltm.ports.embedder import Embedding
from tests.fakes import HashEmbedder


class ScriptedEmbedder:
    """HashEmbedder's vectors under a name of one's own; questions are embedded otherwise than documents.

    Where `gate` is an event, calls wait for it. `failing` is looked at when a call ends. `began` and `ended` are set
    by any call."""

    def __init__(self, model: str = "scripted/1") -> None:
        self.model = model
        self.calls: list[list[str]] = []
        self.gate: asyncio.Event | None = None
        self.failing = False
        self.began, self.ended = asyncio.Event(), asyncio.Event()
        self._inner = HashEmbedder()

    async def embed_documents(self, texts: Sequence[str]) -> list[Embedding]:
        return await self._embed("", texts)

    async def embed_queries(self, texts: Sequence[str]) -> list[Embedding]:
        return await self._embed("question: ", texts)

    async def embed_query(self, text: str) -> Embedding:
        return (await self.embed_queries([text]))[0]

    async def _embed(self, prefix: str, texts: Sequence[str]) -> list[Embedding]:
        self.calls.append([*texts])
        self.began.set()
        if self.gate:
            await self.gate.wait()
        await asyncio.sleep(0)
        self.ended.set()
        if self.failing:
            raise EmbedderUnavailable("the embedding model did not answer (test)")
        embeddings = await self._inner.embed_documents([prefix + text for text in texts])
        return [Embedding(self.model, embedding.vector) for embedding in embeddings]
