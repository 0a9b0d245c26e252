"""An embedder made of several: when one does not answer, the next does."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence

from ltm.errors import EmbedderUnavailable
from ltm.ports.embedder import Embedder, EmbedderStatus, Embedding

FIRST_PAUSE_S = 30.0
LONGEST_PAUSE_S = 600.0
"""How long a model that failed is left alone: 30 s, doubled with every further failure, to 10 min. Chosen by feel:
a restarted server is back within half a minute, and one lost turn in ten minutes is bearable."""

_log = logging.getLogger(__name__)

_Ask = Callable[[Embedder], Awaitable[list[Embedding]]]


class _Member:
    """One embedder of the chain and when it may be asked."""

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder
        self.reason = ""
        self._pause_s = 0.0
        self._resting_until = float("-inf")

    @property
    def answers(self) -> bool:
        return not self._pause_s

    def may_be_asked(self, now: float) -> bool:
        return now >= self._resting_until

    def asked(self, now: float) -> None:
        """Count a failure in advance: one request at a time finds out whether a model that failed is back.

        So a request that gives up before the model answers counts as well."""
        if not self.answers:
            self._rest(now, self._pause_s * 2)

    def failed(self, now: float, reason: str, kind: str) -> None:
        if self.answers:
            _log.warning("embedding model away: model=%s reason=%s", self.embedder.model, kind)
        self.reason = reason
        self._rest(now, self._pause_s or FIRST_PAUSE_S)

    def answered(self) -> None:
        if not self.answers:
            _log.info("embedding model back: model=%s", self.embedder.model)
        self.reason, self._pause_s, self._resting_until = "", 0.0, float("-inf")

    def _rest(self, now: float, pause_s: float) -> None:
        self._pause_s = min(pause_s, LONGEST_PAUSE_S)
        self._resting_until = now + self._pause_s


class FallbackEmbedder:
    """Asks `chain` in order; `model` is the first one's, every embedding says which model really made it.

    A model that failed is left alone for a while (see FIRST_PAUSE_S), so that not every turn waits for it; if all
    are being left alone, EmbedderUnavailable comes at once. `timeout_s` limits every model but the last, which has
    none to leave time for. `monotonic` tells seconds."""

    def __init__(
        self,
        chain: Sequence[Embedder],
        *,
        timeout_s: float | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        if not chain:
            raise ValueError("a chain needs at least one embedder")
        self._members = [_Member(embedder) for embedder in chain]
        self._timeout_s = timeout_s
        self._monotonic = monotonic

    @property
    def model(self) -> str:
        return self._members[0].embedder.model

    def status(self) -> list[EmbedderStatus]:
        """Return how each model did when it was last asked, in the order of the chain; asks none."""
        return [EmbedderStatus(model=m.embedder.model, answers=m.answers, reason=m.reason) for m in self._members]

    async def embed_documents(self, texts: Sequence[str]) -> list[Embedding]:
        return await self._first(lambda embedder: embedder.embed_documents(texts)) if texts else []

    async def embed_queries(self, texts: Sequence[str]) -> list[Embedding]:
        return await self._first(lambda embedder: embedder.embed_queries(texts)) if texts else []

    async def embed_query(self, text: str) -> Embedding:
        return (await self.embed_queries([text]))[0]

    async def _first(self, ask: _Ask) -> list[Embedding]:
        for member in self._askable():
            member.asked(self._monotonic())
            try:
                async with asyncio.timeout(self._limit(member)):
                    answer = await ask(member.embedder)
            except EmbedderUnavailable as exc:
                member.failed(self._monotonic(), str(exc), type(exc.__cause__ or exc).__name__)
            except TimeoutError:
                member.failed(self._monotonic(), "it did not answer in time", TimeoutError.__name__)
            else:
                member.answered()
                return answer
        reasons = "; ".join(f"{member.embedder.model}: {member.reason}" for member in self._members)
        raise EmbedderUnavailable(f"no embedding model answers ({reasons})")

    def _askable(self) -> Iterator[_Member]:
        return (member for member in self._members if member.may_be_asked(self._monotonic()))

    def _limit(self, member: _Member) -> float | None:
        return None if member is self._members[-1] else self._timeout_s
