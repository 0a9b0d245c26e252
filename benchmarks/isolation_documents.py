"""The steps of the isolation play that import files into several scopes at once and take them out again."""

import random
from collections.abc import AsyncIterator, Sequence

import orjson

from benchmarks.isolation_model import Kind, Known, Model, Place, bare, place_of
from benchmarks.isolation_services import PlayClock, Services
from benchmarks.isolation_texts import Texts
from ltm.domain.episode import EpisodeId, Source
from ltm.domain.policy import storable
from ltm.domain.scope import Isolation, Scope, SessionKey
from ltm.ports.episode_store import Record

_DOCUMENTS = ("a", "b", "a/1", "A", "")
"""Few, so that most are imported again; one is written like a row of another."""


_MOST_CHARS = 1_000
"""Of an id in a file."""


class DocumentPlay:
    """An administrator's file names its scopes itself; what it may not touch is every other row."""

    def __init__(self, services: Services, model: Model, texts: Texts, clock: PlayClock, chance: random.Random) -> None:
        self._services = services
        self._model = model
        self._texts = texts
        self._clock = clock
        self._random = chance

    async def ingest(self, isolation: Isolation, sessions: Sequence[SessionKey]) -> None:
        """Import a file, or import it again with other rows, which replace those it had."""
        document = self._random.choice(_DOCUMENTS)
        name = f"{isolation}-{document}"
        rows = [self._row(isolation, session) for session in self._into(isolation, sessions)]
        report = await self._services.transfer(isolation).ingest(name, orjson.dumps([row for _, row in rows]))
        if report.stored != len(rows):
            self._model.found(Kind.COUNT, "ingest", f"stored {report.stored} of {len(rows)} rows", name)
        self._forget_rows((isolation.value, document))
        brought: list[tuple[Place, EpisodeId]] = []
        for session in {place_of(session, isolation): session for session, _ in rows}.values():
            brought += await self._take(session, isolation, {str(row["content"]) for _, row in rows})
        if len(brought) != len(rows):
            self._model.found(Kind.OTHER, "ingest", f"{len(brought)} of {len(rows)} rows can be read", name)
        self._model.documents[isolation.value, document] = brought

    async def delete(self, isolation: Isolation, sessions: Sequence[SessionKey]) -> None:
        document = self._random.choice(_DOCUMENTS)
        expected = self._forget_rows((isolation.value, document))
        deleted = await self._services.transfer(isolation).delete_document(f"{isolation}-{document}")
        self._model.check_count("delete_document", ("document", isolation.value, document), deleted, expected)

    def _into(self, isolation: Isolation, sessions: Sequence[SessionKey]) -> list[SessionKey]:
        # A file may only name conversations as LangBot does, in text that every store keeps as it is, and in a bot's
        # memory only those of a known bot.
        named = [each for each in sessions if each.name.startswith(("group_", "person_")) and _is_storable(each)]
        known = [session for session in named if session.bot_uuid or isolation is Isolation.SESSION]
        chosen = self._random.sample(known, min(3, len(known)))
        # In a bot's memory two conversations of one bot are one place.
        apart = {place_of(session, isolation): session for session in chosen}
        return [session for session in apart.values() for _ in range(self._random.randint(1, 2))]

    def _row(self, isolation: Isolation, session: SessionKey) -> tuple[SessionKey, dict[str, object]]:
        content, _ = self._texts.fact(place_of(session, isolation))
        speaker = self._random.choice(["", "1", "é"])
        place = {"bot_uuid": session.bot_uuid, "session": session.name}
        return session, {**place, "content": content, "sender_id": speaker, "timestamp": self._clock.now().isoformat()}

    def _forget_rows(self, document: tuple[str, str]) -> int:
        """Take the rows that the document brought out of the model; return how many were still there."""
        rows = self._model.documents.pop(document, [])
        held = [(place, row) for place, row in rows if row in self._model.at(place)]
        for place, row in held:
            del self._model.at(place)[row]
        return len(held)

    async def _take(
        self, session: SessionKey, isolation: Isolation, contents: set[str]
    ) -> list[tuple[Place, EpisodeId]]:
        """Take into the model what a file brought into a place, which only reading tells the ids of."""
        place = place_of(session, isolation)
        stored = [record.episode async for batch in self._scan(session, isolation) for record in batch]
        found = [bare(each) for each in stored if each.content in contents and each.source is Source.IMPORT]
        # Stores list in orders of their own, and later steps draw by the model's.
        for episode in sorted(found, key=lambda each: each.content):
            vector = self._texts.embedding(episode.content).vector
            self._model.put(place, Known(episode=episode, vector=vector))
        return [(place, episode.id) for episode in found]

    def _scan(self, session: SessionKey, isolation: Isolation) -> AsyncIterator[list[Record]]:
        scope = Scope.of(session, isolation)
        return self._services.of(scope).episodes.scan(scope)


def _is_storable(session: SessionKey) -> bool:
    parts = (session.bot_uuid, session.name)
    return all(storable(part) == part and len(part) <= _MOST_CHARS for part in parts)
