"""The one way memories are searched: listener, tool, command and knowledge engine all come through here."""

import logging
from time import perf_counter

from ltm.domain.policy import searchable
from ltm.domain.ranking import rank
from ltm.domain.recall import Candidate, Hit, RecallQuery
from ltm.domain.scope import Scope
from ltm.ports.clock import Clock
from ltm.ports.embedder import Embedder, Embedding
from ltm.ports.episode_store import EpisodeStore

MIN_FETCH = 32
"""Candidates fetched by cosine before the small terms reorder them; their sum is at most .14."""

_log = logging.getLogger(__name__)


class RecallService:
    def __init__(self, *, store: EpisodeStore, embedder: Embedder, clock: Clock, half_life_days: float) -> None:
        self._store = store
        self._embedder = embedder
        self._clock = clock
        self._half_life_days = half_life_days

    async def recall(self, scope: Scope, query: RecallQuery) -> list[Hit]:
        """Return at most `top_k` hits that pass the filter, best first; reads only.

        Raises Unavailable where the embedder or the store did not answer."""
        started = perf_counter()
        if query.top_k <= 0 or not query.text.strip():
            return []
        embedding = await self._embedder.embed_query(searchable(query.text))
        candidates = await self._candidates(scope, query, embedding)
        hits = rank(candidates, now=self._clock.now(), half_life_days=self._half_life_days, speaker=query.speaker)
        _log.info(
            "recalled: scope=%s query_chars=%d candidates=%d hits=%d ms=%.1f",
            scope.digest[:12],
            len(query.text),
            len(candidates),
            min(len(hits), query.top_k),
            (perf_counter() - started) * 1000,
        )
        return hits[: query.top_k]

    async def _candidates(self, scope: Scope, query: RecallQuery, embedding: Embedding) -> list[Candidate]:
        """Return what passes the filter among the nearest, or in the whole scope where that is too little."""
        limit = max(MIN_FETCH, 4 * query.top_k)
        nearest = await self._store.search(scope, embedding, limit)
        fitting = [candidate for candidate in nearest if query.filter.accepts(candidate.episode)]
        if len(fitting) >= query.top_k or len(nearest) < limit:
            return fitting
        # The filter is rare among the nearest, and the backend cannot be trusted to filter: look at all.
        return [
            Candidate(episode=record.episode, cosine=cosine)
            async for batch in self._store.scan(scope)
            for record in batch
            if query.filter.accepts(record.episode) and (cosine := embedding.cosine(record.embedding)) is not None
        ]
