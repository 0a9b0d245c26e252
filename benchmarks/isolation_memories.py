"""The steps of the isolation play that remember, recall, forget and count in one scope, and try to in another's."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from benchmarks.isolation_model import Kind, Known, Model, Place, bare, place_of
from benchmarks.isolation_services import PlayClock, Services
from benchmarks.isolation_texts import Texts
from benchmarks.isolation_where import Where
from ltm.domain.episode import SUPERSEDE_COSINE, Episode, EpisodeId, Source, Status
from ltm.domain.gate import NewEpisode
from ltm.domain.recall import RecallFilter, RecallQuery
from ltm.domain.scope import Isolation, Scope, SessionKey
from ltm.errors import NotFound
from ltm.memory import Memory
from ltm.ports.episode_store import Record
from ltm.services.browse import PAGE_SIZE

_TOP_K = 5


class MemoryPlay:
    def __init__(self, services: Services, model: Model, texts: Texts, clock: PlayClock, chance: random.Random) -> None:
        self._services = services
        self._model = model
        self._texts = texts
        self._clock = clock
        self._random = chance

    async def remember(self, where: Where) -> None:
        text, _ = self._texts.fact(where.place)
        await self._remember("remember", where, text, ())

    async def correct(self, where: Where) -> None:
        """Correct something of the place, said by whomever: only the speaker's own may be superseded."""
        old = self._any(where.place)
        text, _ = self._texts.correction(where.place, old.content) if old else self._texts.fact(where.place)
        await self._remember("correct", where, text, ("correction",))

    async def correct_foreign(self, where: Where) -> None:
        """Say a correction of what the same speaker said in another scope: nothing there may be superseded."""
        other, old = self._foreign(where)
        if old is None:
            return
        text, _ = self._texts.correction(where.place, old.content)
        await self._remember("correct_foreign", replace(where, speaker=old.speaker), text, ("correction",))
        await self._check_untouched("correct_foreign", other, old.id)

    async def recall(self, where: Where) -> None:
        """Ask for a word that one memory of the place holds: it must be among the hits."""
        old = self._any(where.place)
        text = self._random.choice(old.content.split()[1:] if old else ["nothing"])
        await self._recall("recall", where, text, RecallFilter(), old)

    async def recall_filtered(self, where: Where) -> None:
        old = self._any(where.place)
        text = old.content if old else "nothing"
        await self._recall("recall_filtered", where, text, self._filter(old), old)

    async def recall_foreign(self, where: Where) -> None:
        """Ask in the very words of another scope's memory."""
        _, old = self._foreign(where)
        if old is not None:
            wanted = RecallFilter() if self._random.random() < 0.5 else self._filter(old)
            await self._recall("recall_foreign", where, old.content, wanted, None)

    async def forget(self, where: Where) -> None:
        old = self._any(where.place)
        if old is None:
            return
        written = self._random.choice([old.id, old.id.upper(), f" {old.id}\n"])
        try:
            deleted = await self._of(where).forget.forget(where.scope, where.actor, written)
        except NotFound:
            self._model.found(Kind.DELETE, "forget", "a memory is gone", where.place)
            return
        if deleted != old.id:
            self._model.found(Kind.DELETE, "forget", "another memory was deleted", where.place)
        del self._model.at(where.place)[old.id]
        if await self._of(where).episodes.get(where.scope, old.id) is not None:
            self._model.found(Kind.OTHER, "forget", "a deleted memory is still there", where.place)

    async def forget_foreign(self, where: Where) -> None:
        other, old = self._foreign(where)
        if old is not None:
            await self._forget_in_vain("forget_foreign", where, old.id)
            await self._check_untouched("forget_foreign", other, old.id)

    async def forget_unknown(self, where: Where) -> None:
        unknown = str(UUID(int=self._random.getrandbits(128), version=4))
        wanted = self._random.choice([unknown, "", "*", "%", where.session.name, where.scope.digest, '{"$ne": ""}'])
        await self._forget_in_vain("forget_unknown", where, wanted)

    async def rewrite_foreign(self, where: Where) -> None:
        """Have written down, in the wrong scope, that a memory was recalled: that rewrites a memory by its id."""
        other, old = self._foreign(where)
        if old is None:
            return
        before = await self._get(other, old.id)
        self._of(where).access.note(where.scope, [replace(old, at=old.at - timedelta(days=9), recalled_at=None)])
        await self._of(where).access.settled()
        after = await self._get(other, old.id)
        if before is None or after is None or before.episode != after.episode:
            self._model.found(Kind.WRITE, "rewrite_foreign", "a memory of another scope was rewritten", other)
        await self._check_untouched("rewrite_foreign", other, old.id)

    async def look_foreign(self, where: Where) -> None:
        """Read by the id of another scope's memory, and near its vector."""
        _, old = self._foreign(where)
        if old is None:
            return
        embedding = self._texts.embedding(old.content)
        found = await self._of(where).episodes.get(where.scope, old.id)
        near = await self._of(where).episodes.search(where.scope, embedding, 20)
        shown = [candidate.episode for candidate in near]
        self._model.check_shown("look_foreign", where.place, [*shown, *([found.episode] if found else [])])

    async def browse(self, where: Where) -> None:
        known = [held.episode for held in self._model.at(where.place).values()]
        pages = max(1, -(-len(known) // PAGE_SIZE))
        number = self._random.randint(1, pages)
        newest_first = sorted(known, key=lambda episode: (-episode.at.timestamp(), episode.id))
        expected = newest_first[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]
        page = await self._of(where).browse.page(where.scope, number, lambda episode: True)
        self._model.check_shown("browse", where.place, page.episodes)
        self._model.check_count("browse", where.place, (page.total, page.pages), (len(known), pages))
        if [episode.id for episode in page.episodes] != [episode.id for episode in expected]:
            self._model.found(Kind.OTHER, "browse", "a page is not as expected", where.place)

    async def count(self, where: Where) -> None:
        expected = Counter(held.episode.status for held in self._model.at(where.place).values())
        counted = await self._of(where).browse.count(where.scope, lambda episode: True)
        self._model.check_count("count", where.place, +Counter(counted.memories), expected)

    async def reword(self, where: Where) -> None:
        """Give a memory of the place other words."""
        old = self._any(where.place)
        if old is None:
            return
        text, vector = self._texts.fact(where.place)
        done = await self._of(where).lifecycle.edit(where.scope, where.actor, old.id, text)
        expected = replace(self._model.at(where.place)[old.id].episode, content=text)
        if bare(done) != expected:
            self._model.found(Kind.OTHER, "reword", "a memory is not as it was reworded", where.place)
        self._model.put(where.place, Known(episode=expected, vector=vector))

    async def reword_foreign(self, where: Where) -> None:
        other, old = self._foreign(where)
        if old is None:
            return
        text, _ = self._texts.fact(where.place)
        try:
            await self._of(where).lifecycle.edit(where.scope, where.actor, old.id, text)
            self._model.found(Kind.WRITE, "reword_foreign", "reworded a memory that is not the scope's", where.place)
        except NotFound:
            pass
        await self._check_untouched("reword_foreign", other, old.id)

    async def compare(self, session: SessionKey, isolation: Isolation, during: str = "compare") -> None:
        """Compare all that the scope holds with the model."""
        stored: dict[EpisodeId, Episode] = {}
        scope = Scope.of(session, isolation)
        async for batch in self._services.of(scope).episodes.scan(scope):
            stored.update((record.episode.id, record.episode) for record in batch)
        self._model.check_all(during, place_of(session, isolation), stored)

    async def _remember(self, during: str, where: Where, text: str, tags: tuple[str, ...]) -> None:
        new = NewEpisode(
            content=text,
            tags=tags,
            importance=self._random.randint(1, 5),
            speaker=where.speaker,
            session_name=where.session.name,
            source=self._random.choice([Source.AGENT, Source.COMMAND]),
        )
        vector = self._texts.embedding(text).vector
        cosines = self._model.cosines(where.place, vector)
        done = await self._of(where).remember.remember(where.scope, new)
        self._check_written(during, where, new, done.episode)
        held = self._model.at(where.place)
        corrected = [
            old for old, cosine in cosines.items() if tags and cosine >= SUPERSEDE_COSINE and _owned(held[old], where)
        ]
        if set(done.superseded) - held.keys():
            self._model.found(Kind.WRITE, during, "a memory of another scope was superseded", where.place)
        if set(done.superseded) != set(corrected):
            self._model.found(Kind.OTHER, during, "not what it corrects was superseded", where.place)
        for old in corrected:
            held[old] = replace(held[old], episode=held[old].episode.superseded(done.episode.id))
        self._model.put(where.place, Known(episode=bare(done.episode), vector=vector))
        stored = await self._of(where).episodes.get(where.scope, done.episode.id)
        if stored is None:
            self._model.found(Kind.OTHER, during, "what was remembered is not there", where.place)
        else:
            self._model.check_shown(during, where.place, [stored.episode])

    def _check_written(self, during: str, where: Where, new: NewEpisode, episode: Episode) -> None:
        asked = (new.content, new.tags, new.importance, new.speaker, new.session_name, new.source, self._clock.now())
        written = (
            *(episode.content, episode.tags, episode.importance, episode.speaker),
            *(episode.session_name, episode.source, episode.at),
        )
        if asked != written:
            self._model.found(Kind.OTHER, during, "what was remembered is not what was said", where.place)

    async def _recall(
        self, during: str, where: Where, text: str, wanted: RecallFilter, expected: Episode | None
    ) -> None:
        query = RecallQuery(text=text, top_k=_TOP_K, speaker=where.speaker, filter=wanted)
        recalled = await self._of(where).recall.recall(where.scope, query)
        shown = [hit.episode for hit in recalled.hits]
        self._model.check_shown(during, where.place, shown)
        if not all(_accepts(wanted, episode) for episode in shown):
            self._model.found(Kind.OTHER, during, "a memory was shown that does not pass the filter", where.place)
        missing = expected is not None and expected.id not in {episode.id for episode in shown}
        if missing and expected is not None and _accepts(wanted, expected):
            self._model.found(Kind.OTHER, during, "the memory that was asked for was not found", where.place)
        await self._of(where).access.settled()

    def _filter(self, old: Episode | None) -> RecallFilter:
        """Return random conditions, most of which the memory passes."""
        if old is None:
            return RecallFilter(importance_min=3)
        wanted = RecallFilter(statuses=self._random.choice([frozenset({Status.ACTIVE}), frozenset(Status)]))
        conditions: list[Callable[[RecallFilter], RecallFilter]] = [
            lambda given: replace(given, speaker_id=old.speaker.id if old.speaker else None),
            lambda given: replace(given, importance_min=self._random.choice([1, old.importance, 5])),
            lambda given: replace(given, time_after=old.at - timedelta(hours=self._random.choice([-1, 0, 5]))),
            lambda given: replace(given, time_before=old.at + timedelta(hours=self._random.choice([-1, 0, 5]))),
            lambda given: replace(given, source=self._random.choice([old.source.value, "import"])),
            lambda given: replace(given, kind=old.kind),
        ]
        for condition in self._random.sample(conditions, self._random.randint(1, 3)):
            wanted = condition(wanted)
        return wanted

    async def _forget_in_vain(self, during: str, where: Where, wanted: str) -> None:
        try:
            await self._of(where).forget.forget(where.scope, where.actor, wanted)
        except NotFound:
            return
        self._model.found(Kind.DELETE, during, "deleted a memory that is not the scope's", where.place)

    async def _check_untouched(self, during: str, place: Place, episode_id: EpisodeId) -> None:
        record = await self._get(place, episode_id)
        if record is None:
            self._model.found(Kind.DELETE, during, "a memory of another scope is gone", place)
        elif bare(record.episode) != self._model.at(place)[episode_id].episode:
            self._model.found(Kind.WRITE, during, "a memory of another scope was changed", place)

    async def _get(self, place: Place, episode_id: EpisodeId) -> Record | None:
        isolation, bot, name = place
        scope = Scope.of(SessionKey(bot_uuid=bot, name=name), Isolation(isolation))
        return await self._services.of(scope).episodes.get(scope, episode_id)

    def _of(self, where: Where) -> Memory:
        return self._services.of(where.scope)

    def _any(self, place: Place) -> Episode | None:
        held = self._model.at(place)
        return held[self._random.choice(list(held))].episode if held else None

    def _foreign(self, where: Where) -> tuple[Place, Episode | None]:
        """Return a memory of another scope, in which nothing is under way."""
        others = [place for place, held in self._model.memories.items() if held and place not in where.busy]
        if not others:
            return where.place, None
        place = self._random.choice(others)
        return place, self._any(place)


def _owned(known: Known, where: Where) -> bool:
    speaker, own = known.episode.speaker, where.speaker
    same = (speaker.id if speaker else None) == (own.id if own else None)
    return same and known.episode.status is Status.ACTIVE


def _accepts(wanted: RecallFilter, episode: Episode) -> bool:
    checks = (
        episode.status in wanted.statuses,
        wanted.speaker_id is None or (episode.speaker is not None and episode.speaker.id == wanted.speaker_id),
        wanted.importance_min is None or episode.importance >= wanted.importance_min,
        wanted.time_after is None or episode.at >= wanted.time_after,
        wanted.time_before is None or episode.at <= wanted.time_before,
        wanted.source is None or episode.source.value == wanted.source,
        wanted.kind is None or episode.kind is wanted.kind,
    )
    return all(checks)
