"""Where an imported memory goes."""

import re

from ltm.domain.scope import Isolation, Scope, SessionKey
from ltm.errors import InvalidInput

_LAUNCHERS = ("group_", "person_")
_SESSION = re.compile(r"(?:^|:)((?:group|person)_.*)", re.DOTALL)


def place(*, bot_uuid: str, session: str, user_key: str, isolation: Isolation) -> tuple[Scope, str]:
    """Return the scope of a row and the name of its session ("" where a bot-wide row names none).

    `session` is LangBot's `group_1001` or `person_42`; `user_key` is the old plugin's key:
    `bot:{bot_uuid}:{session}`, `{bot_uuid}:{session}`, `{session}`, or `bot:{bot_uuid}` for a bot-wide row.
    Raises InvalidInput for a row without a place."""
    if not bot_uuid and not session and user_key:
        bot_uuid, session = _from_user_key(user_key)
    if session and not session.startswith(_LAUNCHERS):
        raise InvalidInput("session must look like group_1001 or person_42")
    if isolation is Isolation.SESSION and not session:
        raise InvalidInput("no place: give session and bot_uuid, or user_key; this base isolates by session")
    if isolation is Isolation.BOT and not bot_uuid:
        raise InvalidInput("no place: give bot_uuid, or user_key; this base isolates by bot")
    return Scope.of(SessionKey(name=session, bot_uuid=bot_uuid), isolation), session


def _from_user_key(user_key: str) -> tuple[str, str]:
    bare = user_key.removeprefix("bot:")
    # The session's id may itself hold colons, the bot's uuid does not: the first launcher begins the session.
    if found := _SESSION.search(bare):
        return bare[: found.start()], found.group(1)
    return (bare, "") if user_key.startswith("bot:") else ("", user_key)
