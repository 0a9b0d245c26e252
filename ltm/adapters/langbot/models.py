"""LangBot's own embedding models as an Embedder."""

from collections.abc import Sequence
from typing import Protocol

from ltm.adapters.embedder_batches import batches
from ltm.adapters.langbot.host_errors import HOST_FAILURES
from ltm.adapters.model_answers import unit_vectors
from ltm.errors import EmbedderUnavailable
from ltm.ports.embedder import Embedding

_BATCH = 32
"""The host sends one request for the whole list; many providers take at most 64 texts, some 10 to 32."""


class EmbeddingApi(Protocol):
    async def invoke_embedding(self, embedding_model_uuid: str, texts: list[str]) -> list[list[float]]: ...


class LangBotEmbedder:
    """Texts go to the model as they are: LangBot 4.11.2 tells a plugin an embedding model's UUID and never its name,
    so there is no telling which prefixes it was trained with (`get_llm_models` lists chat models only).

    `dimensions` are those its vectors have; where they are not known, those of its first answer. Vectors of any other
    length are no answer: under this model's name they could be compared with none of its own."""

    def __init__(self, api: EmbeddingApi, model_uuid: str, dimensions: int | None = None) -> None:
        self._api = api
        self._model_uuid = model_uuid
        self._dimensions = dimensions

    @property
    def model(self) -> str:
        return f"langbot:{self._model_uuid}"

    async def embed_documents(self, texts: Sequence[str]) -> list[Embedding]:
        embeddings: list[Embedding] = []
        for batch in batches(texts, most_texts=_BATCH):
            embeddings += await self._embed(batch)
        return embeddings

    async def embed_queries(self, texts: Sequence[str]) -> list[Embedding]:
        return await self.embed_documents(texts)

    async def embed_query(self, text: str) -> Embedding:
        return (await self._embed([text]))[0]

    async def _embed(self, texts: list[str]) -> list[Embedding]:
        try:
            vectors = await self._api.invoke_embedding(self._model_uuid, texts)
        except HOST_FAILURES as exc:
            raise EmbedderUnavailable(f"the embedding model did not answer ({type(exc).__name__})") from exc
        units = unit_vectors(vectors, len(texts))
        for unit in units:
            self._dimensions = self._dimensions or len(unit)
            if len(unit) != self._dimensions:
                raise EmbedderUnavailable(
                    f"the embedding model answered {len(unit)} dimensions and not {self._dimensions} as before; if it "
                    "is another model now, choose it anew in the settings of the knowledge base"
                )
        return [Embedding(self.model, vector) for vector in units]
