"""What `!memory` answers to people in a chat, in the language the operator chose. Plain text, no markup."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from ltm.domain.answer_texts import TEXTS
from ltm.domain.episode import Episode, Status
from ltm.domain.profile import Profile
from ltm.domain.progress import Progress
from ltm.domain.recall import Hit, Recalled
from ltm.domain.rendering import ProfileWords, moment, profile_lines
from ltm.errors import (
    Corrupt,
    EmbedderUnavailable,
    LongTermMemoryError,
    NoKnowledgeBase,
    NotAttached,
    NotConfigured,
    NotFound,
    StoreUnavailable,
)

PREVIEW_CHARS = 120

_ERROR_KEYS: Mapping[type[LongTermMemoryError], str] = {
    NotFound: "not_found",
    NoKnowledgeBase: "no_knowledge_base",
    NotAttached: "not_attached",
    NotConfigured: "not_configured",
    EmbedderUnavailable: "embedder_unavailable",
    StoreUnavailable: "store_unavailable",
    Corrupt: "corrupt",
}


class Answers:
    """All sentences of one language (`en_US` or `zh_Hans`)."""

    def __init__(self, language: str) -> None:
        self._texts = TEXTS[language]
        labels = {field: self._texts[f"label_{field}"] for field in ("name", "traits", "preferences", "notes")}
        self._words = ProfileWords(**labels, changed=self._texts["changed"], stored=_line)

    def say(self, key: str, **values: object) -> str:
        return self._texts[key].format(**values)

    def failed(self, exc: LongTermMemoryError) -> str:
        key = next((text for kind, text in _ERROR_KEYS.items() if isinstance(exc, kind)), None)
        return self.say(key, reason=exc) if key else self.say("failed", reason=exc)

    def summary(self, *, isolation: str, counts: Mapping[Status, int], session: Profile, speaker: Profile) -> str:
        yes_no = {True: self.say("yes"), False: self.say("no")}
        return "\n".join(
            [
                self.say(
                    "summary",
                    isolation=self.say(f"isolation_{isolation}"),
                    total=sum(counts.values()),
                    superseded=counts[Status.SUPERSEDED],
                    session=yes_no[not session.is_empty],
                    speaker=yes_no[not speaker.is_empty],
                ),
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

    def listing(self, episodes: Sequence[Episode], *, number: int, pages: int, total: int) -> str:
        if not total:
            return self.say("list_empty")
        lines = [self._episode(episode) for episode in episodes]
        more = [self.say("list_more", next=number + 1)] if number < pages else []
        return "\n".join([self.say("list", number=number, pages=pages, total=total), *lines, *more])

    def _episode(self, episode: Episode) -> str:
        marks = [moment(episode.at), f"{episode.importance}/5"]
        if episode.speaker is not None:
            marks.append(episode.speaker.name or episode.speaker.id)
        if episode.tags:
            marks.append(", ".join(episode.tags))
        if episode.status is Status.SUPERSEDED:
            marks.append(self.say("superseded_mark"))
        return f"[{' | '.join(_line(mark) for mark in marks)}] {preview(episode.content)}\n    {episode.id}"


def _explained(hit: Hit) -> str:
    cosine = "-" if hit.cosine is None else f"{hit.cosine:.3f}"
    terms = [f"{name} {value:+.3f}" for name, value in hit.terms.items() if value]
    return f"    = {' '.join(terms)}  (cosine {cosine})"


def preview(content: str) -> str:
    """Return the content on one line, cut at 120 characters."""
    line = _line(content)
    return line if len(line) <= PREVIEW_CHARS else f"{line[: PREVIEW_CHARS - 1]}…"


def _line(text: str) -> str:
    return " ".join(text.split())
