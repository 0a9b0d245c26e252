"""Recall by a chat model's choice among what ranking found."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter

from pydantic import BaseModel, ConfigDict, ValidationError

from ltm.domain.budget import within
from ltm.domain.episode import Episode
from ltm.domain.extraction_answers import json_in
from ltm.domain.recall import Recalled, RecallQuery
from ltm.domain.scope import Scope
from ltm.domain.selecting import SCANNED, SYSTEM, chosen, listed
from ltm.errors import LlmUnavailable, StoreUnavailable
from ltm.ports.clock import Clock
from ltm.ports.llm import Llm
from ltm.services.recall import RecallService

Noted = Callable[[Scope, Sequence[Episode]], None]
"""Told which memories were recalled; returns at once."""

_log = logging.getLogger(__name__)


class _Answer(BaseModel):
    # An object and no bare list: that is what servers make of an answer that has to be JSON.
    model_config = ConfigDict(extra="forbid", strict=True)

    numbers: list[int]


class SelectingService:
    """`recall` notes nothing itself: of the two hundred memories that are looked through few are recalled. `noted` is
    told of those that are."""

    def __init__(
        self,
        *,
        llm: Llm,
        recall: RecallService,
        clock: Clock,
        noted: Noted = lambda scope, recalled: None,
    ) -> None:
        self._llm = llm
        self._recall = recall
        self._clock = clock
        self._noted = noted

    async def warm(self) -> None:
        """Have the embedding model loaded and measured before the first question, if it answers."""
        await self._recall.warm()

    async def select(self, scope: Scope, query: RecallQuery, *, within_s: float) -> Recalled:
        """Return what the model chose of the memories that pass the filter, in its order; often nothing.

        Ranking's own answer is worked out at the same time, and given where the model has not chosen within
        `within_s` seconds, is unavailable or answers nonsense. The token budget holds for both. Raises
        StoreUnavailable."""
        choosing = asyncio.create_task(self._choice(scope, query, within_s))
        try:
            ranked = await self._recall.recall(scope, query)
            choice = await choosing
        finally:
            choosing.cancel()
        recalled = ranked if choice is None else choice
        self._noted(scope, [hit.episode for hit in recalled.hits])
        return recalled

    async def _choice(self, scope: Scope, query: RecallQuery, within_s: float) -> Recalled | None:
        """Return what the model chose, None where it has not."""
        started = perf_counter()
        reason = "none"
        choice: Recalled | None = None
        found = Recalled()
        try:
            async with asyncio.timeout(within_s):
                found = await self._scan(scope, query)
                if found.hits:
                    left_s = within_s - (perf_counter() - started)
                    choice = await self._asked(found, query, left_s)
        except (LlmUnavailable, StoreUnavailable, TimeoutError, ValidationError) as exc:
            reason = type(exc).__name__
        _log.info(
            "a model chose memories: scope=%s model=%s titles=%d hits=%d failure=%s ms=%.1f",
            scope.digest[:12],
            self._llm.model,
            len(found.hits),
            len(choice.hits) if choice else 0,
            reason,
            (perf_counter() - started) * 1000,
        )
        return choice

    async def _scan(self, scope: Scope, query: RecallQuery) -> Recalled:
        if query.top_k <= 0:
            return Recalled()
        wide = replace(query, top_k=SCANNED, only_if_fitting=False, token_budget=None)
        return await self._recall.recall(scope, wide)

    async def _asked(self, found: Recalled, query: RecallQuery, within_s: float) -> Recalled:
        """Raises LlmUnavailable, ValidationError for an answer of another form."""
        episodes = [hit.episode for hit in found.hits]
        # Without earlier turns: they may be other people's, who want no part in it.
        message = listed(episodes, query.text, now=self._clock.now(), top_k=query.top_k)
        answer = await self._llm.complete(system=SYSTEM, user=message, within_s=within_s)
        numbers = _Answer.model_validate_json(json_in(answer)).numbers
        places = chosen(numbers, len(episodes), query.top_k)
        if places is None:
            raise LlmUnavailable("the chat model chose notes that are none")
        hits = [found.hits[place] for place in places]
        shown = hits if query.token_budget is None else within(hits, query.token_budget)
        return replace(found, hits=tuple(shown), withheld=len(hits) - len(shown))
