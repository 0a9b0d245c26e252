"""What memory has to say about one turn, within a deadline: late or failing parts are left out and named."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from time import perf_counter
from typing import Any, TypeVar

from ltm.domain.profile import Profile
from ltm.domain.recall import Recalled, RecallFilter, RecallQuery
from ltm.domain.scope import Isolation, Scope
from ltm.domain.secrets import secret_in
from ltm.domain.turn import Turn, TurnMemory
from ltm.errors import LongTermMemoryError
from ltm.services.profiles import ProfileService
from ltm.services.recall import RecallService
from ltm.services.selecting import SelectingService

_T = TypeVar("_T")

_EMBEDDING_SHARE = 0.6
"""Of the deadline for the embedding model; after that there is still time to find memories by their words."""

_SELECTING_SHARE = 0.6
"""Of the deadline for a model that selects; after that what ranking found is there already."""

_log = logging.getLogger(__name__)


class TurnService:
    def __init__(
        self,
        *,
        profiles: ProfileService,
        recall: RecallService,
        isolation: Isolation,
        auto_recall_top_k: int,
        injection_token_budget: Callable[[], int],
        select: SelectingService | None = None,
    ) -> None:
        """With `select` a model chooses among what ranking finds."""
        self._profiles = profiles
        self._recall = recall
        self._isolation = isolation
        self._top_k = auto_recall_top_k
        self._token_budget = injection_token_budget
        self._select = select

    async def warm(self) -> None:
        """Have the embedding model loaded and measured before the first message, if it answers."""
        await self._recall.warm()
        if self._select is not None:
            await self._select.warm()

    async def prepare(self, turn: Turn, *, deadline_s: float, without: frozenset[str] = frozenset()) -> TurnMemory:
        """Return profiles and recalled episodes for the turn, after at most `deadline_s` seconds; reads only.

        Nothing of the speakers whose ids are in `without` is in it."""
        started = perf_counter()
        missing: list[str] = []

        async def part(name: str, work: Coroutine[Any, Any, _T]) -> _T | None:
            try:
                async with asyncio.timeout(deadline_s):
                    return await work
            except (LongTermMemoryError, TimeoutError) as exc:
                missing.append(name)
                _log.warning("a part of the turn's memory is missing: part=%s reason=%s", name, type(exc).__name__)
                return None

        session_profile, speaker_profile, recalled = await asyncio.gather(
            part("session_profile", self._profiles.session_profile(turn.session)),
            part("speaker_profile", self._speaker_profile(turn, without)),
            part("episodes", self._episodes(turn, deadline_s, without)),
        )
        recalled = recalled or Recalled()
        _log.info(
            "turn prepared: hits=%d missing=%s ms=%.1f", len(recalled.hits), missing, (perf_counter() - started) * 1000
        )
        return TurnMemory(
            turn=turn,
            session_profile=session_profile,
            speaker_profile=speaker_profile,
            recalled=recalled,
            missing=tuple(sorted(missing)),
        )

    async def _speaker_profile(self, turn: Turn, without: frozenset[str]) -> Profile | None:
        speaker = turn.speaker
        if speaker is None or speaker.id in without:
            return None
        return await self._profiles.speaker_profile(turn.session, speaker.id)

    async def _episodes(self, turn: Turn, deadline_s: float, without: frozenset[str]) -> Recalled:
        query = RecallQuery(
            text=turn.text,
            context=turn.context,
            top_k=self._top_k,
            speaker=turn.speaker,
            filter=RecallFilter(without=without),
            only_if_fitting=True,
            embed_within_s=deadline_s * _EMBEDDING_SHARE,
            token_budget=self._token_budget(),
        )
        scope = Scope.of(turn.session, self._isolation)
        # Who is off, and what holds a secret, is no matter for a further model.
        is_for_model = turn.speaker_id not in without and secret_in(turn.text) is None
        if self._select is not None and is_for_model:
            return await self._select.select(scope, query, within_s=deadline_s * _SELECTING_SHARE)
        return await self._recall.recall(scope, query)
