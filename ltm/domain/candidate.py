"""What was found in somebody's message that may be worth remembering, before it passes the gate."""

from dataclasses import dataclass
from datetime import datetime

from ltm.domain.episode import Kind
from ltm.domain.profile import Field


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One statement by the message's speaker, in a sentence that stands alone.

    `original` are the speaker's own words it was made from, a part of the message. `subject` is what it is about where
    that is not the speaker. `fact_key` names the one value it gives its subject, such as `home`, where there can be
    only one. What is steadily true of the speaker also belongs into the `field` of his profile; None for what is of a
    moment. `event_at` is when that of which it tells happens or happened (aware, UTC), a `snapshot` tells how things
    stand at this moment only. `corrects` says that an older statement was wrong or is no longer so."""

    kind: Kind
    text: str
    original: str
    importance: int = 2
    subject: str = ""
    fact_key: str = ""
    field: Field | None = None
    event_at: datetime | None = None
    snapshot: bool = False
    corrects: bool = False
    entities: tuple[str, ...] = ()
