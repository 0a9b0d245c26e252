"""Records that a store does not take now, beside it and as if they were in it."""

from collections.abc import AsyncIterator, Sequence

from ltm.domain.episode import Episode, EpisodeId
from ltm.domain.scope import Scope
from ltm.errors import StoreUnavailable
from ltm.ports.embedder import Embedding
from ltm.ports.episode_store import Candidate, EpisodeStore, Record


class HeldEpisodes:
    """An EpisodeStore over another one. What is held hides what the store has under the same id."""

    def __init__(self, inner: EpisodeStore) -> None:
        self._inner = inner
        self._held: dict[Scope, dict[EpisodeId, Record]] = {}
        self._arrived: set[tuple[Scope, EpisodeId]] = set()
        """Of the held ones, those the store is known to have."""
        self._former: dict[tuple[Scope, EpisodeId], list[Episode]] = {}
        """What the held ones said before they were rewritten."""

    def hold(self, scope: Scope, record: Record) -> None:
        held, episode_id = self._held.setdefault(scope, {}), record.episode.id
        if episode_id in held and held[episode_id].episode != record.episode:
            self._former.setdefault((scope, episode_id), []).append(held[episode_id].episode)
        held[episode_id] = record

    def release(self, scope: Scope, episode_id: EpisodeId) -> bool:
        """End holding the record; False if it was held and the store is not known to have it."""
        arrived = (scope, episode_id) in self._arrived
        return self._dropped(scope, episode_id) is None or arrived

    def held(self, scope: Scope) -> Sequence[Record]:
        """Return what is held of the scope, in the order in which it was first held."""
        return tuple(self._held.get(scope, {}).values())

    async def stored(self, scope: Scope, episode_id: EpisodeId) -> Record | None:
        """Return what the store behind this has under the id."""
        return await self._inner.get(scope, episode_id)

    def holds(self, scope: Scope, episode_id: EpisodeId) -> bool:
        return episode_id in self._held.get(scope, {})

    def shown(self, scope: Scope, records: Sequence[Record]) -> list[Record]:
        """Return the records, with those that are held in place of what the store has under their ids."""
        held = self._held.get(scope, {})
        return [held.get(record.episode.id, record) for record in records]

    async def put(self, scope: Scope, records: Sequence[Record]) -> None:
        before = self.shown(scope, records)
        await self._inner.put(scope, records)
        for record, was, now in zip(records, before, self.shown(scope, records), strict=True):
            if self.holds(scope, record.episode.id):
                # What was rewritten before or while an older version was on its way stays as it was rewritten.
                is_late = now is not was or self._is_former(scope, record.episode, now.episode)
                self._arrive(scope, now if is_late else record)

    async def replace(self, scope: Scope, record: Record) -> None:
        episode_id = record.episode.id
        # Looked at twice: it may arrive, or be released, while the store is asked.
        only_held = self._waits(scope, episode_id) and not await self._is_stored(scope, episode_id)
        if only_held and self._waits(scope, episode_id):
            self.hold(scope, record)
            return
        await self._inner.replace(scope, record)
        if self.holds(scope, episode_id):
            self._arrive(scope, record)

    async def get(self, scope: Scope, episode_id: EpisodeId) -> Record | None:
        held = self._held.get(scope, {}).get(episode_id)
        return held if held is not None else await self._inner.get(scope, episode_id)

    async def search(self, scope: Scope, query: Embedding, limit: int) -> list[Candidate]:
        held = self.held(scope)
        hidden = {record.episode.id for record in held}
        found = await self._inner.search(scope, query, limit + len(hidden))
        candidates = [candidate for candidate in found if candidate.episode.id not in hidden]
        candidates += [
            Candidate(record=record, cosine=cosine)
            for record in held
            if (cosine := query.cosine(record.embedding)) is not None
        ]
        return sorted(candidates, key=lambda candidate: -candidate.cosine)[:limit]

    async def scan(self, scope: Scope) -> AsyncIterator[list[Record]]:
        # First, so that one which is released while the store is read is in neither place twice nor missed.
        held = self.held(scope)
        if held:
            yield list(held)
        hidden = {record.episode.id for record in held}
        async for records in self._inner.scan(scope):
            yield [record for record in records if record.episode.id not in hidden]

    async def delete(self, scope: Scope, episode_id: EpisodeId) -> bool:
        # The store is asked although the record is held: a write that seemed to fail may have arrived.
        deleted = await self._inner.delete(scope, episode_id)
        return self._dropped(scope, episode_id) is not None or deleted

    async def clear(self, scope: Scope) -> None:
        await self._inner.clear(scope)
        for record in self.held(scope):
            self._dropped(scope, record.episode.id)

    async def _is_stored(self, scope: Scope, episode_id: EpisodeId) -> bool:
        try:
            return await self._inner.get(scope, episode_id) is not None
        except StoreUnavailable:
            # What is held is still to be put, with what it says then.
            return False

    def _is_former(self, scope: Scope, episode: Episode, now: Episode) -> bool:
        return episode != now and episode in self._former.get((scope, episode.id), [])

    def _waits(self, scope: Scope, episode_id: EpisodeId) -> bool:
        return self.holds(scope, episode_id) and (scope, episode_id) not in self._arrived

    def _arrive(self, scope: Scope, record: Record) -> None:
        self.hold(scope, record)
        self._arrived.add((scope, record.episode.id))

    def _dropped(self, scope: Scope, episode_id: EpisodeId) -> Record | None:
        self._arrived.discard((scope, episode_id))
        self._former.pop((scope, episode_id), None)
        held = self._held.get(scope, {})
        dropped = held.pop(episode_id, None)
        if not held:
            self._held.pop(scope, None)
        return dropped
