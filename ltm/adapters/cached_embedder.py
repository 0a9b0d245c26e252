"""An embedder that remembers: a text that was embedded lately is not embedded again."""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

import numpy as np

from ltm.errors import EmbedderUnavailable
from ltm.ports.embedder import Embedder, Embedding


class _Kind(Enum):
    DOCUMENT = auto()
    QUERY = auto()


@dataclass(frozen=True, slots=True)
class _Key:
    """The text is kept as its SHA-256 only: nothing that was said stays here."""

    model: str
    kind: _Kind
    digest: bytes


_Found = Mapping[_Key, Embedding]


@dataclass(slots=True, eq=False)
class _Flight:
    """One call to the inner embedder that is under way. `abandoned` by the request that made it?"""

    task: asyncio.Task[_Found]
    abandoned: bool = False


class CachedEmbedder:
    """The `max_entries` embeddings used last; a 512-dimensional one takes 2.5 kB.

    What a request lacks goes to `inner` in one call, in order, without repeats. Requests that lack the same text
    at the same time share a call, and it lives on when some of them, even all, give up. Failures are not kept.
    Vectors are read-only, for they are shared."""

    def __init__(self, inner: Embedder, max_entries: int) -> None:
        if max_entries < 1:
            raise ValueError("max_entries must be at least 1")
        self._inner = inner
        self._max_entries = max_entries
        self._kept: OrderedDict[_Key, Embedding] = OrderedDict()
        self._flights: dict[_Key, _Flight] = {}

    @property
    def model(self) -> str:
        return self._inner.model

    async def embed_documents(self, texts: Sequence[str]) -> list[Embedding]:
        return await self._embed(_Kind.DOCUMENT, texts)

    async def embed_queries(self, texts: Sequence[str]) -> list[Embedding]:
        return await self._embed(_Kind.QUERY, texts)

    async def embed_query(self, text: str) -> Embedding:
        return (await self._embed(_Kind.QUERY, [text]))[0]

    async def _embed(self, kind: _Kind, texts: Sequence[str]) -> list[Embedding]:
        model = self._inner.model
        keys = [_Key(model, kind, _digest(text)) for text in texts]
        wanted = dict(zip(keys, texts, strict=True))
        found = self._remembered(wanted)
        while missing := {key: text for key, text in wanted.items() if key not in found}:
            found |= await self._fetched(kind, missing)
        if len({found[key].model for key in keys}) > 1:
            # The inner embedder fell back to another model for what was missing here: then for everything.
            found |= await self._call(kind, wanted)
        return [found[key] for key in keys]

    def _remembered(self, keys: Iterable[_Key]) -> dict[_Key, Embedding]:
        found = {key: self._kept[key] for key in keys if key in self._kept}
        for key in found:
            self._kept.move_to_end(key)
        return found

    async def _fetched(self, kind: _Kind, missing: Mapping[_Key, str]) -> dict[_Key, Embedding]:
        """Return what could be had of what is missing, by joining calls that are under way and making one."""
        # One that has ended and not yet landed may have failed: to join it again and again would never let it land.
        joined = {key: flight for key in missing if (flight := self._flights.get(key)) and not flight.task.done()}
        found: dict[_Key, Embedding] = {}
        if own := {key: text for key, text in missing.items() if key not in joined}:
            found |= await self._flown(self._start(kind, own))
        for flight in dict.fromkeys(joined.values()):
            try:
                landed = await asyncio.shield(flight.task)
            except EmbedderUnavailable:
                if not flight.abandoned:
                    raise
                # It failed perhaps only because its request's rights at the host ended: this one asks for itself.
                continue
            found |= {key: landed[key] for key in missing if key in landed}
        return found

    def _start(self, kind: _Kind, texts: Mapping[_Key, str]) -> _Flight:
        # In this request's context, unlike loading a model: LangBot answers only calls of an invocation it knows.
        flight = _Flight(asyncio.get_running_loop().create_task(self._call(kind, texts)))
        self._flights |= dict.fromkeys(texts, flight)
        flight.task.add_done_callback(lambda _task: self._land(texts, flight))
        return flight

    async def _flown(self, flight: _Flight) -> _Found:
        try:
            return await asyncio.shield(flight.task)
        except asyncio.CancelledError:
            flight.abandoned = True
            raise

    def _land(self, keys: Iterable[_Key], flight: _Flight) -> None:
        for key in keys:
            if self._flights.get(key) is flight:
                del self._flights[key]
        if not flight.task.cancelled():
            flight.task.exception()  # marks it as seen, should every request be gone

    async def _call(self, kind: _Kind, texts: Mapping[_Key, str]) -> _Found:
        embed = self._inner.embed_documents if kind is _Kind.DOCUMENT else self._inner.embed_queries
        found = dict(zip(texts, map(_shared, await embed(list(texts.values()))), strict=True))
        for key, embedding in found.items():
            if embedding.model == key.model:  # another model's is never found again: requests ask for this one's
                self._kept[key] = embedding
                self._kept.move_to_end(key)
        while len(self._kept) > self._max_entries:
            self._kept.popitem(last=False)
        return found


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _shared(embedding: Embedding) -> Embedding:
    """Return a read-only copy: a row of a batch's matrix would keep the whole matrix in memory."""
    vector = np.array(embedding.vector, dtype=np.float32)
    vector.setflags(write=False)
    return Embedding(embedding.model, vector)
