"""Doing what an import of edited Markdown files asks for."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from ltm.domain.audit import Change
from ltm.domain.episode import Episode, EpisodeId, Status
from ltm.domain.markdown import MAIN
from ltm.domain.markdown_changes import Edited, ProfileEdited, same_line
from ltm.domain.markdown_reading import Problem
from ltm.domain.profile import ProfileScope
from ltm.domain.scope import Scope
from ltm.errors import Conflict, InvalidInput, Refused
from ltm.ports.embedder import Embedder, Embedding
from ltm.ports.episode_store import Record
from ltm.services.audit import AuditService
from ltm.services.capacity import CapacityService
from ltm.services.import_file import BATCH
from ltm.services.import_plan import ImportService
from ltm.services.markdown_plan import Asking, MarkdownPlan, MarkdownReport
from ltm.services.profiles import ProfileService
from ltm.services.rewriting import Rewriting

_CHANGED = "was changed here meanwhile: look at the plan again"


class MarkdownApply:
    def __init__(
        self,
        *,
        embedder: Embedder,
        imports: ImportService,
        profiles: ProfileService,
        rewriting: Rewriting,
        audit: AuditService,
        capacity: CapacityService,
    ) -> None:
        self._embedder = embedder
        self._imports = imports
        self._profiles = profiles
        self._rewriting = rewriting
        self._audit = audit
        self._capacity = capacity

    async def apply(self, scope: Scope, asking: Asking, plan: MarkdownPlan) -> MarkdownReport:
        """As `MarkdownService.apply`."""
        # Asked again: somebody may have switched memory off since.
        for episode in (*(row.episode for row in plan.additions.rows), *plan.restored):
            asking.require(episode)
        for edited in plan.edited:
            asking.require(edited.after)
        for owner in {change.owner for change in plan.profiles}:
            asking.require_profile(owner)
        embeddings = await self._embedded(plan.edited)
        profiles, refused = await self._profile_edits(scope, asking, plan.profiles)
        done, conflicts = await self._edits(scope, asking, plan.edited, embeddings)
        added = await self._additions(scope, asking, plan)
        restored = await self._each(scope, asking, plan.restored, Change.RESTORED)
        archived = await self._each(scope, asking, plan.archived, Change.ARCHIVED)
        self._capacity.nudge(scope)
        return MarkdownReport(
            added=added,
            edited=done,
            archived=archived,
            restored=restored,
            profiles=profiles,
            problems=(*plan.problems, *refused, *conflicts),
        )

    async def _embedded(self, edited: Sequence[Edited]) -> dict[EpisodeId, Embedding]:
        reworded = [change.after for change in edited if change.after.content != change.before.content]
        made: dict[EpisodeId, Embedding] = {}
        for start in range(0, len(reworded), BATCH):
            batch = reworded[start : start + BATCH]
            embeddings = await self._embedder.embed_documents([episode.content for episode in batch])
            made.update(zip((episode.id for episode in batch), embeddings, strict=True))
        return made

    async def _edits(
        self, scope: Scope, asking: Asking, edited: Sequence[Edited], embeddings: dict[EpisodeId, Embedding]
    ) -> tuple[int, list[Problem]]:
        done = 0
        problems: list[Problem] = []
        for change in edited:
            try:
                after = await self._rewriting.rewrite(
                    scope, change.before.id, _rewrite(change, embeddings.get(change.before.id))
                )
            except Conflict as exc:
                problems.append(Problem(file=change.file, line=change.line, reason=str(exc)))
                continue
            if after is None:
                problems.append(Problem(file=change.file, line=change.line, reason=_CHANGED))
                continue
            done += 1
            await self._audit.note(scope, Change.EDITED, by=asking.actor.id, episode=after.episode)
        return done, problems

    async def _profile_edits(
        self, scope: Scope, asking: Asking, changes: Sequence[ProfileEdited]
    ) -> tuple[int, list[Problem]]:
        done = 0
        problems: list[Problem] = []
        for change in changes:
            where = ProfileScope.SPEAKER if change.owner else ProfileScope.SESSION
            try:
                await self._profiles.edit(asking.session, where, change.owner or None, change.edit, asking.caps)
            except (InvalidInput, Refused, Conflict) as exc:
                problems.append(Problem(file=MAIN, line=change.line, reason=str(exc)))
                continue
            done += 1
            await self._audit.note(scope, Change.PROFILE_EDITED, by=asking.actor.id, note=change.edit.field)
        return done, problems

    async def _additions(self, scope: Scope, asking: Asking, plan: MarkdownPlan) -> int:
        if not plan.added:
            return 0
        report = await self._imports.apply(scope, plan.additions)
        if report.stored:
            await self._audit.note(scope, Change.IMPORTED, by=asking.actor.id, note=str(report.stored))
        return report.stored

    async def _each(self, scope: Scope, asking: Asking, episodes: Sequence[Episode], change: Change) -> int:
        """Archive or restore the memories that still are as they were planned to be, and return how many."""
        done = 0
        for episode in episodes:
            after = await self._rewriting.rewrite(scope, episode.id, _restatus(change))
            if after is not None and after.episode.status is not episode.status:
                done += 1
                await self._audit.note(scope, change, by=asking.actor.id, episode=after.episode)
        return done


def _rewrite(change: Edited, embedding: Embedding | None) -> Callable[[Record], Record]:
    def rewritten(record: Record) -> Record:
        if not same_line(record.episode, change.before) or record.episode.status is not change.before.status:
            raise Conflict(_CHANGED)
        after = change.after
        episode = replace(
            record.episode,
            content=after.content,
            kind=after.kind,
            tags=after.tags,
            importance=after.importance,
            pinned=after.pinned,
        )
        return Record(episode=episode, embedding=record.embedding if embedding is None else embedding)

    return rewritten


def _restatus(change: Change) -> Callable[[Record], Record]:
    is_archiving = change is Change.ARCHIVED

    def rewritten(record: Record) -> Record:
        episode = record.episode
        if episode.status is not (Status.ACTIVE if is_archiving else Status.ARCHIVED):
            return record
        return replace(record, episode=episode.archived() if is_archiving else episode.restored())

    return rewritten
