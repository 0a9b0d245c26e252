"""A LangBot query as our Turn; the last time its dictionary of variables is seen."""

import asyncio
from dataclasses import dataclass
from typing import Any, Protocol

from ltm.adapters.langbot.host_errors import HOST_FAILURES
from ltm.domain import policy
from ltm.domain.episode import Speaker
from ltm.domain.scope import SessionKey
from ltm.domain.turn import Turn
from ltm.errors import NotAttached, StoreUnavailable
from ltm.ports.clock import Clock

CONTEXT_VARIABLE = "_ltm_context"
"""Set by the listener in every turn of a pipeline that has the memory attached."""

COMMAND_PREFIXES = ("!", "！")


class QueryApi(Protocol):
    """What LangBot lets a plugin ask about the message being handled, as the SDK declares it."""

    async def get_query_vars(self) -> dict[str, Any]: ...

    async def get_bot_uuid(self) -> str: ...

    async def set_query_var(self, key: str, value: Any) -> Any: ...

    async def list_pipeline_knowledge_bases(self) -> list[dict[str, Any]]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A message, and where its pipeline's knowledge bases are known from."""

    turn: Turn
    attached_hint: frozenset[str]
    is_prepared: bool


async def read_query(api: QueryApi, clock: Clock) -> Query:
    """Return the message being handled. Raises StoreUnavailable if the host does not answer."""
    try:
        variables, bot_uuid = await asyncio.gather(api.get_query_vars(), api.get_bot_uuid())
    except HOST_FAILURES as exc:
        raise StoreUnavailable(f"the host did not tell which message this is ({type(exc).__name__})") from exc
    # The session that tools and commands are given carries the id of the group's first speaker; the query
    # variable carries the id of this one.
    sender_id, sender_name = _text(variables.get("sender_id")), policy.storable(_text(variables.get("sender_name")))
    attached = variables.get("_knowledge_base_uuids")
    return Query(
        turn=Turn(
            session=SessionKey(
                name=f"{_text(variables.get('launcher_type'))}_{_text(variables.get('launcher_id'))}",
                bot_uuid=_text(bot_uuid),
            ),
            speaker=Speaker(id=sender_id, name=sender_name) if sender_id else None,
            text=_text(variables.get("user_message_text")),
            at=clock.now(),
        ),
        attached_hint=frozenset(attached) if isinstance(attached, list) else frozenset(),
        is_prepared=CONTEXT_VARIABLE in variables,
    )


async def is_attached(api: QueryApi, query: Query, base_id: str) -> bool:
    """True if the pipeline that handles this message has the knowledge base.

    Another plugin may have emptied the variable meanwhile, and LangBot 4.11 then denies the knowledge base for
    the rest of the query; that the listener has prepared this turn is proof as good."""
    if query.is_prepared or base_id in query.attached_hint:
        return True
    try:
        bases = await api.list_pipeline_knowledge_bases()
    except HOST_FAILURES as exc:
        raise StoreUnavailable(f"the host did not list the knowledge bases ({type(exc).__name__})") from exc
    return any(base.get("uuid") == base_id for base in bases)


async def require_attached(api: QueryApi, query: Query, base_id: str) -> None:
    """Raise NotAttached unless the pipeline has the memory knowledge base."""
    if not await is_attached(api, query, base_id):
        raise NotAttached("memory is not enabled here: attach the memory knowledge base to this pipeline")


def _text(value: object) -> str:
    # What no store can hold becomes text that still differs: two ids must not become one.
    return "" if value is None else str(value).encode("utf-8", "backslashreplace").decode()
