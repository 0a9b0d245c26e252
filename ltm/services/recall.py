"""The one way memories are searched: listener, tool, command and knowledge engine all come through here."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from time import perf_counter

import numpy as np

from ltm.domain.budget import within
from ltm.domain.episode import Episode
from ltm.domain.links import Following
from ltm.domain.policy import searchable
from ltm.domain.question import CONTEXT_TURNS, texts_to_embed, understood
from ltm.domain.ranking import Evidence, Terms, rank
from ltm.domain.recall import Recalled, RecallQuery, Via
from ltm.domain.same_fact import PLACES
from ltm.domain.scope import Scope
from ltm.errors import EmbedderUnavailable
from ltm.ports.clock import Clock
from ltm.ports.embedder import Embedder, Embedding
from ltm.ports.scope_view import ViewableEpisodes, Viewed
from ltm.services.choosing import Asked, best, fitting, hits, newest_first
from ltm.services.evidence import gathered, has_outdated
from ltm.services.links import followed
from ltm.services.yardstick import YardstickService

MIN_FETCH = 64
"""Memories asked of the backend by cosine where the scope is not in memory, before the other terms reorder them."""

_MORE = 4
"""Beyond those asked for, memories that are looked at one by one: some fit less, some say what another says."""

_log = logging.getLogger(__name__)

Rank = Callable[[Evidence], Terms]
"""What every memory's score is the sum of. Benchmarks put other formulas in place of `rank`."""

Noted = Callable[[Scope, Sequence[Episode]], None]
"""Told which memories were recalled; returns at once."""

Outdated = Callable[[Scope], None]
"""Told of a scope that holds vectors of another model than the one in use; returns at once."""


class RecallService:
    def __init__(
        self,
        *,
        store: ViewableEpisodes,
        embedder: Embedder,
        clock: Clock,
        half_life_days: float,
        rank: Rank = rank,
        noted: Noted = lambda scope, recalled: None,
        outdated: Outdated = lambda scope: None,
        settles: bool = True,
        follow_links: bool = True,
        following: Following | None = None,
    ) -> None:
        """`settles` False leaves all memories where `rank` puts them, for comparing formulas; `follow_links` lets the
        best memories bring up those that belong to them, as `following` has it."""
        self._store = store
        self._embedder = embedder
        self._clock = clock
        self._half_life_days = half_life_days
        self._rank = rank
        self._noted = noted
        self._outdated = outdated
        self._settles = settles
        self._following = (following or Following()) if follow_links else None
        self._yardsticks = YardstickService(embedder)
        self._embedder_is_down = False

    async def warm(self) -> None:
        """Have the embedding model loaded and measured before the first question, if it answers."""
        await self._yardsticks.make()

    async def recall(self, scope: Scope, query: RecallQuery) -> Recalled:
        """Return at most `top_k` hits that pass the filter, best first.

        Where the embedding model does not answer, memories are found by their words. Raises StoreUnavailable."""
        started = perf_counter()
        if query.top_k <= 0 or not query.text.strip():
            return Recalled()
        text = searchable(query.text)
        context = [searchable(turn) for turn in query.context[-CONTEXT_TURNS:]]
        embeddings = await self._embeddings(scope, text, context, query.embed_within_s)
        viewed, evidence = await self._gathered(scope, query, text, context, embeddings)
        asked = Asked(text=text, embeddings=embeddings)
        recalled = self._chosen(viewed, evidence, query, asked)
        self._noted(scope, [hit.episode for hit in recalled.hits])
        _log.info(
            "recalled: scope=%s via=%s query_chars=%d turns_before=%d memories=%d hits=%d withheld=%d by_words_only=%s "
            "ms=%.1f",
            scope.digest[:12],
            viewed.via,
            len(query.text),
            len(context),
            len(evidence.columns),
            len(recalled.hits),
            recalled.withheld,
            recalled.by_words_only,
            (perf_counter() - started) * 1000,
        )
        return recalled

    async def _embeddings(
        self, scope: Scope, text: str, context: Sequence[str], within_s: float | None
    ) -> list[Embedding]:
        """Return the vectors of the message and, where it has any, of it behind its earlier turns, in one call.

        Empty where the model does not answer; that is said once when it goes and once when it is back."""
        texts = texts_to_embed(text, context, self._store.speakers(scope))
        try:
            async with asyncio.timeout(within_s):
                embeddings = await self._embedder.embed_queries(texts)
        except (EmbedderUnavailable, TimeoutError) as exc:
            if not self._embedder_is_down:
                _log.warning("the embedding model does not answer, recall goes by words: reason=%s", exc or "late")
            self._embedder_is_down = True
            return []
        if self._embedder_is_down:
            _log.info("the embedding model answers again")
        self._embedder_is_down = False
        return embeddings

    async def _gathered(
        self, scope: Scope, query: RecallQuery, text: str, context: Sequence[str], embeddings: Sequence[Embedding]
    ) -> tuple[Viewed, Evidence]:
        limit = max(MIN_FETCH, 4 * query.top_k)
        # Of a scope that is not in memory, the backend is asked with the vector that knows most.
        viewed = await self._store.view(scope, embeddings[-1] if embeddings else None, limit)

        async def evidence() -> Evidence:
            question = understood(
                text,
                context,
                speakers=viewed.view.speakers,
                now=self._clock.now(),
                half_life_days=self._half_life_days,
                speaker=query.speaker,
            )
            return await gathered(viewed.view, question, embeddings, query.filter)

        found = await evidence()
        is_part = viewed.via is Via.BACKEND and bool(embeddings) and len(found.columns) >= limit
        if is_part and np.count_nonzero(found.accepted) < query.top_k:
            # What the filter asks for is rare among the nearest: look at the whole scope.
            viewed = await self._store.view(scope, None, limit)
            found = await evidence()
        if embeddings and embeddings[0].model == self._embedder.model and has_outdated(viewed.view):
            self._outdated(scope)
        return viewed, found

    def _chosen(self, viewed: Viewed, evidence: Evidence, query: RecallQuery, asked: Asked) -> Recalled:
        """Return the best hits, the newer of two values of a fact first and what says the same once."""
        terms, sources = self._rank(evidence), None
        if self._following is not None:
            links = followed(viewed.view, evidence, terms, self._following)
            if links.gains.any():
                terms, sources = {**terms, "links": links.gains}, links.sources
        pool = best(viewed.view, evidence, terms, max(query.top_k, PLACES) + _MORE)
        if self._settles:
            yardstick = self._yardsticks.of(asked.embeddings[0].model) if asked.embeddings else None
            pool = newest_first(viewed.view, evidence, pool, asked, yardstick, shown=query.top_k + _MORE)
            if query.only_if_fitting:
                pool = fitting(evidence, pool, asked, yardstick, sources)
        found = hits(evidence, terms, pool, query.top_k)
        shown = found if query.token_budget is None else within(found, query.token_budget)
        return Recalled(
            hits=tuple(shown),
            via=viewed.via,
            by_words_only=not asked.embeddings or asked.embeddings[0].model != self._embedder.model,
            withheld=len(found) - len(shown),
        )
