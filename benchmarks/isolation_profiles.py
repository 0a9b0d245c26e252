"""The steps of the isolation play that read and edit profiles, one's own and, in vain, another's."""

import random
from collections.abc import Sequence

from benchmarks.isolation_model import Kind, KnownProfile, Model, Person
from benchmarks.isolation_services import Services
from benchmarks.isolation_texts import Texts
from benchmarks.isolation_where import Where
from ltm.domain.profile import Action, Caps, Edit, Field, ProfileScope
from ltm.domain.scope import Isolation, SessionKey
from ltm.errors import InvalidInput

_MOST = 6
"""Preferences a profile has in the play, below the least cap that can be set."""


class ProfilePlay:
    """Profiles belong to a conversation or to a speaker in it, whatever the isolation of the memories is."""

    def __init__(self, services: Services, model: Model, texts: Texts, chance: random.Random) -> None:
        self._services = services
        self._model = model
        self._texts = texts
        self._random = chance

    async def edit(self, where: Where) -> None:
        person = self._person(where)
        known = self._model.person(person)
        change = self._change(known)
        await self._edit(person, change)
        self._model.said(person, change.value)
        _apply(known, change)
        await self._check("edit", person)

    async def edit_foreign(self, where: Where) -> None:
        """Try to remove what stands in another profile."""
        person = self._person(where)
        others = [(other, known) for other, known in self._model.profiles.items() if other != person]
        others = [(other, known) for other, known in others if known.preferences and not _is_busy(other, where)]
        if not others:
            return
        other, known = self._random.choice(others)
        change = Edit(field=Field.PREFERENCES, action=Action.REMOVE, value=self._random.choice(known.preferences))
        try:
            await self._edit(person, change)
            self._model.found(Kind.DELETE, "edit_foreign", "removed what is not there", person)
        except InvalidInput:
            pass
        await self._check("edit_foreign", person)
        await self._check("edit_foreign", other)

    async def read(self, where: Where) -> None:
        await self._check("read", self._person(where))

    async def clear(self, where: Where) -> None:
        """Delete all memories of the scope and the profile that the conversation shares, and nothing else."""
        await self._services.of(where.scope).erase.clear(where.scope, where.session, "")
        self._model.at(where.place).clear()
        self._model.person((where.session.bot_uuid, where.session.name, None)).clear()
        await self._check("clear", self._person(where))

    async def forget_me(self, where: Where) -> None:
        """Erase a speaker: from one conversation or, where a bot's conversations share, from all of the bot's."""
        if where.speaker is None:
            return
        speaker, bot = where.speaker.id, where.session.bot_uuid
        await self._services.of(where.scope).erase.forget_me(where.scope, where.session, speaker)
        held = self._model.at(where.place)
        own = [each for each, known in held.items() if known.episode.speaker and known.episode.speaker.id == speaker]
        for each in own:
            del held[each]
        is_shared = where.isolation is Isolation.BOT
        people = [p for p in self._model.profiles if (p[0], p[2]) == (bot, speaker)]
        people = [person for person in people if is_shared or person[1] == where.session.name]
        for person in people:
            self._model.person(person).clear()

    async def compare(self, session: SessionKey, speakers: Sequence[str]) -> None:
        """Compare all profiles of the conversation with the model."""
        for speaker in (None, *speakers):
            await self._check("compare", (session.bot_uuid, session.name, speaker))

    async def _edit(self, person: Person, change: Edit) -> None:
        session, speaker = _session(person), person[2]
        scope = ProfileScope.SESSION if speaker is None else ProfileScope.SPEAKER
        await self._services.profiles.edit(session, scope, speaker, change, Caps())

    async def _check(self, during: str, person: Person) -> None:
        session, speaker = _session(person), person[2]
        profiles = self._services.profiles
        if speaker is None:
            profile = await profiles.session_profile(session)
        else:
            profile = await profiles.speaker_profile(session, speaker)
        self._model.check_profile(during, person, profile)

    def _person(self, where: Where) -> Person:
        is_own = where.speaker is not None and self._random.random() < 0.7
        return (where.session.bot_uuid, where.session.name, where.speaker.id if where.speaker and is_own else None)

    def _change(self, known: KnownProfile) -> Edit:
        kind = self._random.random()
        if kind < 0.2:
            return Edit(field=Field.NAME, action=Action.SET, value=self._texts.word())
        if kind < 0.4:
            return Edit(field=Field.NOTES, action=Action.SET, value=self._texts.word())
        if known.preferences and (kind < 0.5 or len(known.preferences) >= _MOST):
            gone = self._random.choice(known.preferences)
            return Edit(field=Field.PREFERENCES, action=Action.REMOVE, value=gone)
        return Edit(field=Field.PREFERENCES, action=Action.ADD, value=self._texts.word())


def _session(person: Person) -> SessionKey:
    return SessionKey(bot_uuid=person[0], name=person[1])


def _is_busy(person: Person, where: Where) -> bool:
    """True if a step may be under way in that bot: steps that run at once have a bot each."""
    return any(bot == person[0] for _, bot, _ in where.busy)


def _apply(known: KnownProfile, change: Edit) -> None:
    match change.field, change.action:
        case Field.NAME, _:
            known.name = change.value
        case Field.NOTES, _:
            known.notes = change.value
        case _, Action.REMOVE:
            known.preferences.remove(change.value)
        case _:
            known.preferences.append(change.value)
