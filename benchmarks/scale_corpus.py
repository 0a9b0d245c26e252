"""Memories made from a seed, a page at a time: any process makes the same ones and none has to hold them all."""

import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from ltm.adapters.codec import quantised, unit
from ltm.adapters.in_memory import InMemoryEpisodes
from ltm.domain.episode import Episode, EpisodeId, Kind, Speaker
from ltm.domain.scope import Isolation, Scope
from ltm.ports.embedder import Embedding, Vector
from ltm.ports.episode_store import Candidate, Record

DIMENSIONS = 512
MODEL = "generated/512"

_SEED = 20_240_817
_PAGE = 1_000
_LATENT = 64
"""Vectors lie near a subspace of so many dimensions, as those of language models do. In noise of all 512, no
approximate index finds the nearest, which would flatter exact search."""
_CLUSTERS = 1_000
_TOGETHER = 0.7
"""How far a vector leans to its cluster: the cosine of two in one cluster is about half."""

_WORDS = 20_000
_ZIPF_OFFSET = 2.7
"""A word's share goes with 1 / (rank + this): Mandelbrot's form of Zipf's law, with his value for English."""
_SHORTEST, _LONGEST = 12, 25
_QUERY_WORDS = 8
_CHINESE_EVERY = 3
_SPEAKERS = 20
_TURNS_PER_CONVERSATION = 50
_START = datetime(2025, 1, 1, tzinfo=UTC)

_FREQUENT = (
    "the of and to in a is that for it was on are as with they be at this have from or had by but not what all were we"
)
"""The most frequent words of English text, which searching leaves out."""
_SYLLABLES = [consonant + vowel for consonant in "bcdfghklmnprstvz" for vowel in "aeiou"]
_FIRST_HAN, _HAN, _HAN_OFFSET = 0x4E00, 2_500, 20
"""Chinese words are two characters of so many, which follow the same law with an offset of their own: it gives the
most frequent one 1 % of all, and the next hundred a third, as in Chinese text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """`text` and the vector it is given in place of an embedding model's."""

    text: str
    vector: Vector


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """`episodes` memories in `scopes` scopes of one size; a memory is the same in every division into scopes."""

    episodes: int
    scopes: int

    def __str__(self) -> str:
        return f"{self.episodes:,} in {self.scopes:,} scope{'s' if self.scopes > 1 else ''}"

    @property
    def per_scope(self) -> int:
        return self.episodes // self.scopes

    def records(self, scope: int, start: int = 0, stop: int | None = None) -> list[Record]:
        """Return the memories from `start` to `stop` of one scope."""
        first, last = self._span(scope, start, stop)
        made = [_page_records(page) for page in _pages(first, last)]
        return [record for page in made for record in page][first % _PAGE :][: last - first]

    def vectors(self, scope: int) -> NDArray[np.float32]:
        """Return the unit vectors of one scope's memories, shape (per_scope, DIMENSIONS)."""
        first, last = self._span(scope, 0, None)
        made = [_page_vectors(page) for page in _pages(first, last)]
        return np.concatenate(made)[first % _PAGE :][: last - first]

    def ids(self, scope: int) -> list[EpisodeId]:
        """Return the ids of one scope's memories, aligned with `vectors`."""
        first, last = self._span(scope, 0, None)
        return [_id(number) for number in range(first, last)]

    def spread(self, count: int) -> list[int]:
        """Return at most `count` scopes, evenly spread over all."""
        count = min(count, self.scopes)
        return [number * self.scopes // count for number in range(count)]

    def _span(self, scope: int, start: int, stop: int | None) -> tuple[int, int]:
        first = scope * self.per_scope
        last = self.per_scope if stop is None else min(stop, self.per_scope)
        return first + start, first + max(start, last)


def scope_named(number: int) -> Scope:
    return Scope(isolation=Isolation.SESSION, bot_uuid="bench", session_name=f"group_{number}")


def vocabulary() -> str:
    """Return a text of all words between spaces that occur."""
    return " ".join(_ENGLISH)


def questions(count: int) -> list[Question]:
    """Return questions near the same clusters as the memories, in the same languages."""
    random = np.random.default_rng([_SEED, 2])
    vectors = _vectors(random, count)
    lengths = np.full(count, _QUERY_WORDS)
    texts = _texts(random, lengths)
    return [Question(text=text, vector=vector) for text, vector in zip(texts, vectors, strict=True)]


def share_of_exact(
    vectors: NDArray[np.float32], ids: Sequence[str], question: Question, found: Sequence[str], k: int
) -> float:
    """Return which share of the k nearest was found, of all where there are fewer than k."""
    nearest = np.argsort(-(vectors @ question.vector), kind="stable")[:k].tolist()
    exact = {ids[row] for row in nearest}
    return len(exact.intersection(found)) / len(exact)


class GivenVectors:
    """An Embedder that knows the questions' vectors and takes no time for them; any other text has one by chance."""

    def __init__(self, known: Sequence[Question]) -> None:
        self._known = {question.text: Embedding(MODEL, question.vector) for question in known}

    @property
    def model(self) -> str:
        return MODEL

    async def embed_documents(self, texts: Sequence[str]) -> list[Embedding]:
        return [self._embedding(text) for text in texts]

    async def embed_queries(self, texts: Sequence[str]) -> list[Embedding]:
        return [self._embedding(text) for text in texts]

    async def embed_query(self, text: str) -> Embedding:
        return self._embedding(text)

    def _embedding(self, text: str) -> Embedding:
        if text not in self._known:
            random = np.random.default_rng([_SEED, 5, *text.encode()])
            self._known[text] = Embedding(MODEL, _vectors(random, 1)[0])
        return self._known[text]


class GeneratedEpisodes(InMemoryEpisodes):
    """A store that makes its memories as it is read; `made` are how many so far, `made_s` how long that took.

    Its search answers at once with any memories: what stays is the cost of everything around a backend's search."""

    def __init__(self, corpus: Corpus) -> None:
        super().__init__()
        self.made, self.made_s = 0, 0.0
        self._corpus = corpus
        self._numbers = {scope_named(number): number for number in range(corpus.scopes)}
        self._few = corpus.records(0, 0, 100)

    async def search(self, scope: Scope, query: Embedding, limit: int) -> list[Candidate]:
        return [Candidate(record=record, cosine=0.0) for record in self._few[:limit]]

    async def scan(self, scope: Scope) -> AsyncIterator[list[Record]]:
        number = self._numbers[scope]
        for start in range(0, self._corpus.per_scope, _PAGE):
            began = time.perf_counter()
            records = self._corpus.records(number, start, start + _PAGE)
            self.made += len(records)
            self.made_s += time.perf_counter() - began
            yield records


def _pages(first: int, last: int) -> range:
    return range(first // _PAGE, (last - 1) // _PAGE + 1)


@lru_cache(maxsize=1)
def _page_records(page: int) -> list[Record]:
    random = np.random.default_rng([_SEED, 3, page])
    texts = _texts(random, random.integers(_SHORTEST, _LONGEST, _PAGE, endpoint=True))
    speakers = random.integers(0, _SPEAKERS, _PAGE).tolist()
    importances = random.integers(1, 5, _PAGE, endpoint=True).tolist()
    vectors = _page_vectors(page)
    return [
        Record(
            episode=_episode(page * _PAGE + offset, texts[offset], speakers[offset], importances[offset]),
            embedding=Embedding(MODEL, vectors[offset]),
        )
        for offset in range(_PAGE)
    ]


def _episode(number: int, text: str, speaker: int, importance: int) -> Episode:
    """Return a fact or, every other time, a turn of a conversation."""
    is_turn = number % 2 == 1
    conversation, position = divmod(number // 2, _TURNS_PER_CONVERSATION)
    return Episode(
        id=_id(number),
        content=text,
        at=_START + timedelta(seconds=30 * number),
        tags=("generated",),
        importance=importance,
        speaker=Speaker(id=str(10_000 + speaker), name=f"Speaker{speaker}"),
        session_name="group_1001",
        kind=Kind.TURN if is_turn else Kind.FACT,
        conversation=f"conversation-{conversation}" if is_turn else "",
        position=position if is_turn else 0,
    )


def _id(number: int) -> EpisodeId:
    return EpisodeId(str(UUID(int=(number + 1) * 0x9E3779B97F4A7C15F39CC0605CEDC835 % (1 << 128), version=4)))


def _page_vectors(page: int) -> NDArray[np.float32]:
    return _vectors(np.random.default_rng([_SEED, 1, page]), _PAGE)


def _vectors(random: np.random.Generator, count: int) -> NDArray[np.float32]:
    """Return unit vectors that eight bits hold exactly, shape (count, DIMENSIONS)."""
    fixed = np.random.default_rng([_SEED, 0])
    clusters = fixed.standard_normal((_CLUSTERS, _LATENT), dtype=np.float32)
    outward = fixed.standard_normal((_LATENT, DIMENSIONS), dtype=np.float32)
    chosen = clusters[random.integers(0, _CLUSTERS, count)]
    own = random.standard_normal((count, _LATENT), dtype=np.float32)
    latent = np.float32(_TOGETHER) * chosen + np.float32((1 - _TOGETHER**2) ** 0.5) * own
    return np.stack([unit(quantised(vector).astype(np.float32)) for vector in latent @ outward])


def _texts(random: np.random.Generator, lengths: NDArray[np.int64]) -> list[str]:
    """Return one text per length, in words drawn by Zipf's law; every third is Chinese."""
    shares = np.cumsum(1 / (np.arange(1, _WORDS + 1) + _ZIPF_OFFSET))
    ranks = np.searchsorted(shares, random.random(int(lengths.sum())) * shares[-1]).tolist()
    texts, start = [], 0
    for place, length in enumerate(lengths.tolist()):
        words = ranks[start : start + length]
        start += length
        if place % _CHINESE_EVERY == 0:
            texts.append("".join(_CHINESE[rank] for rank in words))
        else:
            texts.append(" ".join(_ENGLISH[rank] for rank in words))
    return texts


def _english() -> list[str]:
    frequent = _FREQUENT.split()
    base = len(_SYLLABLES)
    made = [
        _SYLLABLES[rank % base]
        + _SYLLABLES[rank // base % base]
        + (_SYLLABLES[rank // base**2] if rank >= base**2 else "")
        for rank in range(_WORDS - len(frequent))
    ]
    return frequent + made


def _chinese() -> list[str]:
    random = np.random.default_rng([_SEED, 4])
    spread = (_HAN + _HAN_OFFSET) / _HAN_OFFSET
    places = (_HAN_OFFSET * (spread ** random.random((_WORDS, 2)) - 1)).astype(int).tolist()
    return [chr(_FIRST_HAN + first) + chr(_FIRST_HAN + second) for first, second in places]


_ENGLISH, _CHINESE = _english(), _chinese()
