"""A fake OneBot v11 implementation: the chat platform LangBot's adapter talks to."""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast

import aiohttp

BOT_ID = 99990001
CONNECT_TIMEOUT_S = 60
RECONNECT_PAUSE_S = 0.3

SessionKind = Literal["group", "person"]


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who writes a message; OneBot ids are digits."""

    id: str
    name: str = ""
    role: str = "member"


@dataclass(frozen=True, slots=True)
class Sent:
    """One message the bot sent."""

    text: str
    time: float


SpeakerLike: TypeAlias = "Speaker | tuple[str, str] | str | None"


def parse_session(session: str) -> tuple[SessionKind, str]:
    """ "group:1001" or "person:42" as its two parts; raises ValueError for anything else."""
    kind, _, target = session.partition(":")
    if kind not in ("group", "person") or not target.isdigit():
        raise ValueError(f"a session is group:<digits> or person:<digits>, not {session!r}")
    return cast(SessionKind, kind), target


def parse_speaker(session: str, speaker: SpeakerLike) -> Speaker:
    """A speaker of that session; in a private chat the speaker is the session."""
    kind, target = parse_session(session)
    if speaker is None:
        speaker = Speaker(target if kind == "person" else "1")
    elif isinstance(speaker, str):
        speaker = Speaker(speaker)
    elif not isinstance(speaker, Speaker):
        speaker = Speaker(*speaker)
    if kind == "person" and speaker.id != target:
        raise ValueError(f"in {session} the speaker's id must be {target}, not {speaker.id}")
    return speaker


def plain_text(message: Any) -> str:
    """The text of a OneBot message; other segments become [type]."""
    if isinstance(message, str):
        return message
    return "".join(
        segment.get("data", {}).get("text", "") if segment.get("type") == "text" else f"[{segment.get('type')}]"
        for segment in message or []
    )


class OneBotClient:
    """Dials the adapter's reverse WebSocket, sends events and answers its API calls; reconnects by itself.

    `on_sent` is told of every message the bot sends: ("group", "1001") and the message."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.connected = asyncio.Event()
        self.calls: list[dict[str, Any]] = []
        self.sent: dict[tuple[str, str], asyncio.Queue[Sent]] = defaultdict(asyncio.Queue)
        self.on_sent: Callable[[tuple[str, str], Sent], None] = lambda session, sent: None
        self._messages: dict[int, dict[str, Any]] = {}
        self._numbers = itertools.count(1000)
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def wait_connected(self, timeout: float = CONNECT_TIMEOUT_S) -> None:
        await asyncio.wait_for(self.connected.wait(), timeout)

    async def say(self, kind: SessionKind, target: str, speaker: Speaker, text: str) -> int:
        """Send a text message as that speaker; returns its message id."""
        await self.wait_connected()
        number = next(self._numbers)
        group = kind == "group"
        name = {"nickname": speaker.name, "card": speaker.name}
        event: dict[str, Any] = {
            "time": int(time.time()),
            "self_id": BOT_ID,
            "post_type": "message",
            "message_type": "group" if group else "private",
            "sub_type": "normal" if group else "friend",
            "message_id": number,
            "user_id": int(speaker.id),
            "message": [{"type": "text", "data": {"text": text}}],
            "raw_message": text,
            "font": 0,
            "sender": {"user_id": int(speaker.id), "role": speaker.role, "title": "", **name},
        }
        if group:
            event["group_id"] = int(target)
        self._messages[number] = event
        await self._send(event)
        return number

    async def _send(self, message: dict[str, Any]) -> None:
        if self._socket is None:
            raise ConnectionError("the OneBot connection is down")
        await self._socket.send_json(message)

    async def _run(self) -> None:
        headers = {"X-Self-ID": str(BOT_ID), "X-Client-Role": "Universal", "User-Agent": "OneBot/11"}
        async with aiohttp.ClientSession() as http:
            while True:
                try:
                    async with http.ws_connect(self.url, headers=headers) as socket:
                        self._socket = socket
                        await self._serve(socket)
                except (aiohttp.ClientError, OSError):
                    pass
                finally:
                    self.connected.clear()
                    self._socket = None
                await asyncio.sleep(RECONNECT_PAUSE_S)

    async def _serve(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        lifecycle = {"post_type": "meta_event", "meta_event_type": "lifecycle", "sub_type": "connect"}
        await self._send({"time": int(time.time()), "self_id": BOT_ID, **lifecycle})
        self.connected.set()
        async for message in socket:
            if message.type == aiohttp.WSMsgType.TEXT:
                await self._answer(json.loads(message.data))

    async def _answer(self, request: dict[str, Any]) -> None:
        action, params = request.get("action", ""), request.get("params") or {}
        if not action:
            return
        now = time.time()
        self.calls.append({"time": now, "action": action, "params": params})
        data: dict[str, Any] = {}
        if action.startswith("send_"):
            data = {"message_id": next(self._numbers)}
            kind = "group" if params.get("group_id") else "person"
            target = str(params.get("group_id") or params.get("user_id"))
            sent = Sent(plain_text(params.get("message")), now)
            self.sent[kind, target].put_nowait(sent)
            self.on_sent((kind, target), sent)
        elif action == "get_group_info":
            data = {"group_id": params.get("group_id"), "group_name": f"group-{params.get('group_id')}"}
        elif action == "get_group_member_info":
            data = {"group_id": params.get("group_id"), "user_id": params.get("user_id"), "title": ""}
        elif action == "get_msg":
            data = self._messages.get(int(params.get("message_id", 0)), {})
        await self._send({"status": "ok", "retcode": 0, "data": data, "echo": request.get("echo")})
