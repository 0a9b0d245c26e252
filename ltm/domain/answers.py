"""What `!memory` answers to people in a chat, in the language the operator chose. Plain text, no markup."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from ltm.domain.answer_texts import TEXTS
from ltm.domain.audit import ITSELF, OPERATOR, AuditEntry
from ltm.domain.episode import Episode, Kind, Source, Status
from ltm.domain.framing import on_one_line, shortened
from ltm.domain.profile import Profile
from ltm.domain.progress import Progress
from ltm.domain.recall import Hit, Recalled
from ltm.domain.rendering import ProfileWords, moment, profile_lines
from ltm.errors import (
    Corrupt,
    EmbedderUnavailable,
    LongTermMemoryError,
    NoKnowledgeBase,
    NotAllowed,
    NotAttached,
    NotConfigured,
    NotFound,
    Refused,
    StoreUnavailable,
    SwitchedOff,
)

PREVIEW_CHARS = 120
MINE_SHOWN = 10
ROWS_SHOWN = 10

_ERROR_KEYS: Mapping[type[LongTermMemoryError], str] = {
    NotFound: "not_found",
    NoKnowledgeBase: "no_knowledge_base",
    NotAttached: "not_attached",
    NotConfigured: "not_configured",
    NotAllowed: "not_allowed",
    SwitchedOff: "switched",
    Refused: "refused",
    EmbedderUnavailable: "embedder_unavailable",
    StoreUnavailable: "store_unavailable",
    Corrupt: "corrupt",
}


class Answers:
    """All sentences of one language (`en_US` or `zh_Hans`)."""

    def __init__(self, language: str) -> None:
        self._texts = TEXTS[language]
        labels = {field: self._texts[f"label_{field}"] for field in ("name", "traits", "preferences", "notes")}
        self._words = ProfileWords(**labels, changed=self._texts["changed"], stored=on_one_line)

    def say(self, key: str, **values: object) -> str:
        return self._texts[key].format(**values)

    def failed(self, exc: LongTermMemoryError) -> str:
        key = next((text for kind, text in _ERROR_KEYS.items() if isinstance(exc, kind)), None)
        return self.say(key, reason=exc) if key else self.say("failed", reason=exc)

    def summary(
        self,
        *,
        isolation: str,
        counts: Mapping[Status, int],
        turns: int,
        session: Profile,
        speaker: Profile,
        states: Sequence[str],
    ) -> str:
        """Return how much there is, which `states` (names of sentences) hold, and what can be asked."""
        yes_no = {True: self.say("yes"), False: self.say("no")}
        return "\n".join(
            [
                self.say(
                    "summary",
                    isolation=self.say(f"isolation_{isolation}"),
                    total=sum(counts.values()),
                    superseded=counts[Status.SUPERSEDED],
                    archived=counts[Status.ARCHIVED],
                    session=yes_no[not session.is_empty],
                    speaker=yes_no[not speaker.is_empty],
                ),
                *([self.say("summary_turns", count=turns)] if turns else []),
                *map(self.say, states),
                self.say("help"),
            ]
        )

    def profiles(self, session: Profile, speaker: Profile | None, now: datetime) -> str:
        sections = [("session_profile", session)]
        if speaker is not None:
            sections.append(("speaker_profile", speaker))
        return "\n".join(
            line
            for title, profile in sections
            for line in [self.say(title), *(profile_lines(profile, now, self._words) or [self.say("nothing_yet")])]
        )

    def found(self, recalled: Recalled, *, explain: bool) -> str:
        """Return the hits, best first; explained, with each term of the score and how the answer was come by."""
        by_words = [self.say("by_words_only")] if recalled.by_words_only else []
        how = [*by_words, *([self.say(f"via_{recalled.via}")] if explain else [])]
        if not recalled.hits:
            return "\n".join([self.say("nothing_found"), *how])
        lines = [
            line
            for hit in recalled.hits
            for line in [f"{hit.score:.2f}  {self._episode(hit.episode)}", *([_explained(hit)] if explain else [])]
        ]
        return "\n".join([self.say("found", count=len(recalled.hits)), *how, *lines])

    def reindexing(self, progress: Progress, *, model: str) -> str:
        """Return how far embedding anew is; where it was not running, it has just been started."""
        if progress.is_complete:
            return self.say("reindexed", total=progress.total, model=model)
        key = "reindexing" if progress.running else "reindex_started"
        said = self.say(key, done=progress.done, total=progress.total, left=progress.total - progress.done, model=model)
        return f"{said}\n{self.say('reindex_stopped', reason=progress.reason)}" if progress.reason else said

    def listing(
        self, episodes: Sequence[Episode], *, number: int, pages: int, total: int, of: str | None = None
    ) -> str:
        """Return a page of memories; with `of`, the name of a subcommand, those that it lists."""
        if not total:
            return self.say(f"none_{of}" if of else "list_empty")
        title = self.say(f"list_{of}" if of else "list", number=number, pages=pages, total=total)
        lines = [self._episode(episode) for episode in episodes]
        more = [self.say("list_next", command=of or "list", next=number + 1)] if number < pages else []
        return "\n".join([title, *lines, *more])

    def shown(self, episode: Episode) -> str:
        """Return all there is to know of one memory."""
        speaker = episode.speaker
        who = f"{speaker.name} ({speaker.id})" if speaker else ""
        parts = {
            "speaker": who,
            "session": episode.session_name,
            "subject": episode.subject,
            "tags": ", ".join(episode.tags),
            "source": self.say(f"source_{episode.source}"),
            "original": episode.original,
            "superseded_by": episode.superseded_by or "",
        }
        first = self.say(
            "shown",
            content=on_one_line(episode.content),
            id=episode.id,
            status=self.say(f"status_{episode.status}"),
            importance=episode.importance,
            at=moment(episode.at),
        )
        pinned = [self.say("shown_pinned")] if episode.pinned else []
        details = [*pinned, *(self.say(f"shown_{k}", **{k: on_one_line(v)}) for k, v in parts.items() if v)]
        return "\n".join([first, *(f"    {detail}" for detail in details)])

    def mine(self, episodes: Sequence[Episode], *, mentions: int, has_profile: bool, is_off: bool) -> str:
        """Return what is kept of the one who asks, the newest ones in full."""
        profile = self.say("mine_profile" if has_profile else "mine_no_profile")
        newest = sorted(episodes, key=lambda episode: episode.at, reverse=True)[:MINE_SHOWN]
        left = len(episodes) - len(newest)
        return "\n".join(
            [
                self.say("mine", total=len(episodes), profile=profile),
                *([self.say("mine_off")] if is_off else []),
                *map(self._episode, newest),
                *([self.say("mine_more", count=left)] if left else []),
                *([self.say("mine_mentions", count=mentions)] if mentions else []),
            ]
        )

    def audit(self, entries: Sequence[AuditEntry], *, number: int, pages: int, total: int) -> str:
        """Return a page of changes: when, who, what, which memory."""
        if not total:
            return self.say("audit_empty")
        who = {OPERATOR: self.say("by_operator"), ITSELF: self.say("by_memory"), "": self.say("by_nobody")}
        lines = [
            " ".join(
                part
                for part in (
                    moment(entry.at),
                    who.get(entry.by) or on_one_line(entry.by),
                    entry.change.value,
                    on_one_line(entry.note),
                    entry.episode_id,
                    entry.digest,
                )
                if part
            )
            for entry in entries
        ]
        more = [self.say("list_next", command="audit", next=number + 1)] if number < pages else []
        return "\n".join([self.say("audit", number=number, pages=pages, total=total), *lines, *more])

    def rows(self, reasons: Sequence[tuple[int, str]]) -> list[str]:
        """Return the rows of a file that cannot be imported, the first of many, each with its reason."""
        shown = [self.say("import_row", number=number, reason=reason) for number, reason in reasons[:ROWS_SHOWN]]
        left = len(reasons) - len(shown)
        return [*shown, *([self.say("import_rows_more", count=left)] if left else [])]

    def _episode(self, episode: Episode) -> str:
        marks = [moment(episode.at), f"{episode.importance}/5"]
        if episode.speaker is not None:
            marks.append(episode.speaker.name or episode.speaker.id)
        elif episode.kind is Kind.TURN and episode.source is Source.CAPTURE:
            marks.append(self.say("bot_mark"))
        if episode.tags:
            marks.append(", ".join(episode.tags))
        if episode.status is not Status.ACTIVE:
            marks.append(self.say(f"{episode.status}_mark"))
        if episode.pinned:
            marks.append(self.say("pinned_mark"))
        return f"[{' | '.join(on_one_line(mark) for mark in marks)}] {preview(episode.content)}\n    {episode.id}"


def _explained(hit: Hit) -> str:
    cosine = "-" if hit.cosine is None else f"{hit.cosine:.3f}"
    terms = [f"{name} {value:+.3f}" for name, value in hit.terms.items() if value]
    return f"    = {' '.join(terms)}  (cosine {cosine})"


def preview(content: str) -> str:
    """Return the content on one line, cut at 120 characters."""
    return shortened(content, PREVIEW_CHARS)
