"""Vectors from a server that speaks OpenAI's embeddings API."""

from collections.abc import Sequence

from ltm.adapters.embedder_batches import batches
from ltm.adapters.model_answers import unit_vectors
from ltm.adapters.openai_client import OpenAIConnection
from ltm.domain.embedding_prefixes import prefixes
from ltm.errors import EmbedderUnavailable
from ltm.ports.embedder import Embedding, Vector

_BATCH = 64
"""Texts per request; several providers refuse more."""


class OpenAIEmbedder:
    """`base_url` None is OpenAI itself. Texts get the prefixes the model's name calls for.

    `retries` are the client's own: after 408, 409, 429, 5xx, a timeout or a lost connection, each with `timeout_s`
    anew, after half a second doubled to at most 8 s, or after what the server's Retry-After says, up to a minute."""

    def __init__(
        self, *, model: str, base_url: str | None, api_key: str, timeout_s: float = 30.0, retries: int = 2
    ) -> None:
        self._model_name = model
        self._prefixes = prefixes(model)
        self._connection = OpenAIConnection(
            what="embedding model",
            unavailable=EmbedderUnavailable,
            base_url=base_url,
            api_key=api_key,
            timeout_s=timeout_s,
            retries=retries,
        )
        self._dimensions: int | None = None

    @property
    def model(self) -> str:
        return f"openai:{self._model_name}"

    async def embed_documents(self, texts: Sequence[str]) -> list[Embedding]:
        return await self._embed_all(self._prefixes.document, texts)

    async def embed_queries(self, texts: Sequence[str]) -> list[Embedding]:
        return await self._embed_all(self._prefixes.query, texts)

    async def embed_query(self, text: str) -> Embedding:
        return (await self.embed_queries([text]))[0]

    async def close(self) -> None:
        await self._connection.close()

    async def _embed_all(self, prefix: str, texts: Sequence[str]) -> list[Embedding]:
        cut = batches([prefix + text for text in texts], most_texts=_BATCH)
        return [Embedding(self.model, vector) for batch in cut for vector in await self._embed(batch)]

    async def _embed(self, texts: Sequence[str]) -> list[Vector]:
        client = await self._connection.opened()
        from openai import OpenAIError

        try:
            answer = await client.embeddings.create(
                model=self._model_name,
                input=[text or " " for text in texts],  # OpenAI refuses an empty text
                encoding_format="float",  # the client would ask for base64, which not every server speaks
            )
        except (OpenAIError, RuntimeError, ValueError) as exc:
            # RuntimeError is a closed client, ValueError an answer that is no JSON.
            raise EmbedderUnavailable(f"the embedding model did not answer ({type(exc).__name__})") from exc
        vectors = _vectors(answer, len(texts))
        self._dimensions = self._dimensions or len(vectors[0])
        if any(len(vector) != self._dimensions for vector in vectors):
            raise EmbedderUnavailable(f"the embedding model answered other than {self._dimensions} dimensions")
        return vectors


def _vectors(answer: object, count: int) -> list[Vector]:
    """Return unit vectors in the order of the texts."""
    items = getattr(answer, "data", None)
    try:
        # Those servers that number wrongly number all alike, and sorting keeps equals in order.
        vectors = [item.embedding for item in sorted(items or [], key=lambda item: item.index)]
    except (AttributeError, TypeError) as exc:
        raise EmbedderUnavailable("the embedding model answered something that is no vector") from exc
    return unit_vectors(vectors, count)
