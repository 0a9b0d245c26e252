"""Who a speaker is to the memory: anybody, or an administrator."""

from collections.abc import Awaitable, Callable, Collection

from ltm.domain.episode import Speaker
from ltm.domain.rights import Actor, may_name, names_admin
from ltm.domain.scope import SessionKey

HOST_ADMIN = 2
"""The privilege LangBot gives to all who speak in a conversation of the bot's administrators."""


class ActorService:
    """`platform_of(bot_uuid)` names the adapter the bot is on; raises StoreUnavailable."""

    def __init__(self, platform_of: Callable[[str], Awaitable[str]]) -> None:
        self._platform_of = platform_of
        self._platforms: dict[str, str] = {}

    async def actor(
        self, session: SessionKey, speaker: Speaker | None, admins: Collection[str], *, privilege: int = 1
    ) -> Actor:
        """Return who asks. The host's privilege counts in private chats only: in a group everyone has it."""
        actor = Actor(session=session, speaker=speaker)
        is_admin = (actor.is_private and privilege >= HOST_ADMIN) or await self._is_named(actor, admins)
        return Actor(session=session, speaker=speaker, is_admin=is_admin)

    async def _is_named(self, actor: Actor, admins: Collection[str]) -> bool:
        bot = actor.session.bot_uuid
        if names_admin(admins, actor.id, [bot]):
            return True
        # The host is asked for the platform only where that decides.
        return may_name(admins, actor.id) and names_admin(admins, actor.id, [await self._platform(bot)])

    async def _platform(self, bot_uuid: str) -> str:
        if bot_uuid not in self._platforms:
            self._platforms[bot_uuid] = await self._platform_of(bot_uuid)
        return self._platforms[bot_uuid]
