"""Which speaker a name means."""

from collections.abc import Iterable

from ltm.domain.episode import Speaker


def meant(subject: str, known: Iterable[Speaker]) -> str:
    """Return the id of the one known speaker of that id or name, "" where it is nobody's or several people's."""
    wanted = subject.strip().casefold()
    if not wanted:
        return ""
    ids = {speaker.id for speaker in known if wanted in (speaker.id.casefold(), speaker.name.strip().casefold())}
    return ids.pop() if len(ids) == 1 else ""
