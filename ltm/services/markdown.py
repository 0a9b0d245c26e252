"""Handing out a scope's memories and profiles as Markdown that people edit, and taking the edits over."""

import asyncio
import logging
from collections.abc import Sequence
from time import perf_counter

from ltm.domain.episode import Episode, Kind, Speaker, Status
from ltm.domain.markdown import MarkdownFile, OwnedProfile, files_of, within
from ltm.domain.markdown_entry import Entry
from ltm.domain.rights import owns
from ltm.domain.scope import Scope
from ltm.errors import InvalidInput
from ltm.ports.clock import Clock
from ltm.ports.embedder import Embedder
from ltm.ports.episode_store import EpisodeStore
from ltm.services.audit import AuditService
from ltm.services.capacity import CapacityService
from ltm.services.export import ExportedRow, ExportFile, ExportService
from ltm.services.import_plan import ImportService
from ltm.services.markdown_apply import MarkdownApply
from ltm.services.markdown_plan import Asking, MarkdownExport, MarkdownPlan, MarkdownReport
from ltm.services.markdown_planning import MarkdownPlanning
from ltm.services.profiles import ProfileService
from ltm.services.rewriting import Rewriting

_log = logging.getLogger(__name__)


class MarkdownService:
    def __init__(
        self,
        *,
        store: EpisodeStore,
        embedder: Embedder,
        clock: Clock,
        export: ExportService,
        imports: ImportService,
        profiles: ProfileService,
        rewriting: Rewriting,
        audit: AuditService,
        capacity: CapacityService,
    ) -> None:
        self._export = export
        self._profiles = profiles
        self._clock = clock
        self._planning = MarkdownPlanning(store=store, imports=imports, profiles=profiles, clock=clock)
        self._apply = MarkdownApply(
            embedder=embedder,
            imports=imports,
            profiles=profiles,
            rewriting=rewriting,
            audit=audit,
            capacity=capacity,
        )

    async def exported(self, scope: Scope, asking: Asking, *, chars: int = 0) -> MarkdownExport:
        """Return the files of what is in use here and may be taken along: everything for an administrator, for others
        what is theirs. Turns of recorded conversations are not in it. Reads only.

        With `chars`, about as much as fits into that many characters. Raises StoreUnavailable and Corrupt."""

        def kept(episode: Episode) -> bool:
            in_use = episode.status is Status.ACTIVE and episode.kind is not Kind.TURN
            return in_use and asking.visible(episode) and (asking.actor.is_admin or owns(asking.actor, episode))

        exported = await self._export.exported(scope, asking.session, kept, self._clock.now())
        profiles = await self._owned(asking)
        # In a thread: thousands of memories take longer than a reply may wait.
        return await asyncio.to_thread(_files, exported, profiles, chars)

    async def planned(
        self, scope: Scope, asking: Asking, files: Sequence[MarkdownFile], *, whole: bool
    ) -> MarkdownPlan:
        """Return what importing the files would change; writes nothing.

        Files without our mark are read as another assistant's. `whole` says that these are all files of a directory:
        what was exported to a file that is gone is archived then, and another assistant's file replaces what it
        brought before. Raises InvalidInput for a file of another version, StoreUnavailable and Corrupt."""
        return await self._planning.planned(scope, asking, files, whole=whole)

    async def apply(self, scope: Scope, asking: Asking, plan: MarkdownPlan) -> MarkdownReport:
        """Do what was planned, as far as nothing came between; what did is a problem of the report.

        Raises InvalidInput for another scope's plan, SwitchedOff where something may no longer be stored, and
        Unavailable or OutcomeUnknown with a part of it done: importing the files again does the rest."""
        if plan.scope != scope:
            raise InvalidInput("this import was prepared in another conversation: start it here")
        started = perf_counter()
        report = await self._apply.apply(scope, asking, plan)
        _log.info(
            "markdown imported: scope=%s added=%d edited=%d archived=%d restored=%d profiles=%d problems=%d ms=%.0f",
            scope.digest[:12],
            report.added,
            report.edited,
            report.archived,
            report.restored,
            report.profiles,
            len(report.problems),
            (perf_counter() - started) * 1000,
        )
        return report

    async def _owned(self, asking: Asking) -> list[OwnedProfile]:
        session = await self._profiles.session_profile(asking.session)
        owned = [OwnedProfile(owner=None, profile=session)]
        for speaker in sorted(_by_id(asking.speakers), key=lambda speaker: speaker.id):
            profile = await self._profiles.speaker_profile(asking.session, speaker.id)
            owned.append(OwnedProfile(owner=speaker, profile=profile))
        return owned


def _by_id(speakers: Sequence[Speaker]) -> list[Speaker]:
    return list({speaker.id: speaker for speaker in reversed(speakers)}.values())


def _files(exported: ExportFile, profiles: Sequence[OwnedProfile], chars: int) -> MarkdownExport:
    entries = [_entry(row) for row in exported.episodes]
    shown = within(entries, profiles, chars) if chars else entries
    return MarkdownExport(
        files=tuple(files_of(shown, profiles)),
        memories=len(shown),
        left_out=exported.left_out,
        not_shown=len(entries) - len(shown),
    )


def _entry(row: ExportedRow) -> Entry:
    return Entry(
        id=row.id,
        content=row.content,
        kind=row.kind,
        tags=row.tags,
        importance=row.importance,
        pinned=row.pinned,
        at=row.timestamp,
        event_at=row.event_at,
        speaker=Speaker(id=row.sender_id, name=row.sender_name) if row.sender_id else None,
        subject=row.subject,
        about=row.about,
        fact_key=row.fact_key,
    )
