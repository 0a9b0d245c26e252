"""Vectors from an ONNX model in this process, by the optional package fastembed (Apache-2.0, of Qdrant)."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Literal, Protocol

import numpy as np

from ltm.adapters.embedder_loading import LoadedOnce
from ltm.adapters.model_answers import unit_vectors
from ltm.domain.embedding_prefixes import prefixes
from ltm.errors import EmbedderUnavailable
from ltm.ports.embedder import Embedding, Vector

_BATCH = 32
"""Texts run together; each is padded to the longest, so fastembed's 256 can take gigabytes."""


_Kind = Literal["document", "query"]


class _Model(Protocol):
    def query_embed(self, query: list[str], *, batch_size: int) -> Iterable[object]: ...

    def passage_embed(self, texts: list[str], *, batch_size: int) -> Iterable[object]: ...


class FastembedEmbedder:
    """`model_name` is one of `fastembed.TextEmbedding.list_supported_models()`, or registered there.

    Loaded once, when first needed, in a worker thread, which may mean a download of up to 2 GB: into `cache_dir`
    (None: fastembed's own choice, a temporary directory), or not at all with `download` False. `files` is a
    directory that has the model already. `threads` None is one per core."""

    def __init__(
        self,
        model_name: str,
        *,
        cache_dir: Path | None = None,
        files: Path | None = None,
        download: bool = True,
        threads: int | None = None,
    ) -> None:
        self._model_name = model_name
        self._prefixes = prefixes(model_name)
        self._loaded = LoadedOnce(
            partial(_load, model_name, cache_dir=cache_dir, files=files, download=download, threads=threads)
        )

    @property
    def model(self) -> str:
        return f"fastembed:{self._model_name}"

    async def embed_documents(self, texts: Sequence[str]) -> list[Embedding]:
        return await self._embed("document", self._prefixes.document, texts)

    async def embed_queries(self, texts: Sequence[str]) -> list[Embedding]:
        return await self._embed("query", self._prefixes.query, texts)

    async def embed_query(self, text: str) -> Embedding:
        return (await self.embed_queries([text]))[0]

    async def _embed(self, kind: _Kind, prefix: str, texts: Sequence[str]) -> list[Embedding]:
        if not texts:
            return []
        model = await self._loaded.get()
        # Without a token there is nothing to run: a space is one to most tokenizers.
        vectors = await asyncio.to_thread(_run, model, kind, [prefix + text or " " for text in texts])
        return [Embedding(self.model, vector) for vector in unit_vectors(vectors, len(texts))]


def _run(model: _Model, kind: _Kind, texts: list[str]) -> list[Vector]:
    # Two methods, because a few models (jina-embeddings-v3) switch their weights instead of reading a prefix.
    run = model.query_embed if kind == "query" else model.passage_embed
    with _failing("the embedding model failed"):
        vectors = [np.asarray(vector, dtype=np.float32) for vector in run(texts, batch_size=_BATCH)]
    # Models without context (potion) give 0 for a text of which they know no token; it may be like no other then.
    return [vector if vector.any() else np.ones_like(vector) for vector in vectors]


def _load(
    model_name: str, *, cache_dir: Path | None, files: Path | None, download: bool, threads: int | None
) -> _Model:
    try:
        # An optional package, and importing it takes a second.
        from fastembed import TextEmbedding  # type: ignore[import-not-found, unused-ignore]
    except ImportError as exc:
        raise EmbedderUnavailable("the package fastembed is not installed") from exc
    known = {str(model["model"]).lower() for model in TextEmbedding.list_supported_models()}
    if model_name.lower() not in known:
        raise EmbedderUnavailable(f"fastembed knows no model {model_name}")
    with _failing(f"the model {model_name} could not be loaded"):
        model: _Model = TextEmbedding(
            model_name,
            cache_dir=str(cache_dir) if cache_dir else None,
            specific_model_path=str(files) if files else None,
            local_files_only=not download,
            threads=threads,
        )
    return model


@contextmanager
def _failing(what: str) -> Iterator[None]:
    try:
        yield
    except Exception as exc:
        # There is nothing narrower: onnxruntime's errors are Exceptions without a common base, and a tokenizer.json
        # that does not parse raises Exception itself (tokenizers 0.23.3).
        raise EmbedderUnavailable(f"{what} ({type(exc).__name__})") from exc
