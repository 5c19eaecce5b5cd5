"""Phones that keep a sealed copy, as the page does, and what two of them have together."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import aiohttp
from phones import Phone

from ketuk.rooms.host import Host
from ketuk.rooms.seal import open_sealed, unwrap


@dataclass
class Store:
    """What a phone keeps: parts as they came, and what opens them together with another one."""

    game: str = ""
    secret: str = ""
    wraps: tuple[str, ...] = ()
    rows: list[dict[str, Any]] = field(default_factory=list)
    others: dict[str, dict[str, Any]] = field(default_factory=dict)

    def take(self, message: dict[str, Any]) -> int | None:
        """A frame of the host; the last row that is here now, if it was one with parts."""
        if message["type"] == "keys":
            self.secret, self.wraps = message["secret"], tuple(message["wraps"])
            return None
        if message["game"] != self.game:
            self.game, self.rows, self.others = message["game"], [], {}
        del self.rows[message["after"] + 1 :]
        for part in message["parts"]:
            if part["kind"] == "row":
                assert part["seq"] == len(self.rows), "rows come without a gap"
                assert "header" in self.others
                self.rows.append(part)
            else:
                self.others[part["kind"]] = part
        return len(self.rows) - 1

    @property
    def have(self) -> dict[str, Any] | None:
        """What its greeting says of it."""
        if not self.game:
            return None
        names = [{k: part[k] for k in ("kind", "host", "seq")} for part in self.others.values()]
        last = self.rows[-1] if self.rows else {"seq": -1, "mark": ""}
        return {"game": self.game, "seq": last["seq"], "mark": last["mark"], "parts": names}


class KeepingPhone(Phone):
    """A phone with a store."""

    def __init__(self, session: aiohttp.ClientSession, host: Host, name: str = "") -> None:
        super().__init__(session, host, name)
        self.store = Store()
        self.keeps = True
        """Whether it says what it has kept."""

    async def dial(self, **more: Any) -> dict[str, Any]:  # type: ignore[override]
        """Connect and greet, with what is in the store."""
        return await super().dial(**{"sealed": self.store.have, **more})

    async def _hear(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for frame in socket:
            message = json.loads(frame.data)
            if message["type"] in ("sealed", "keys"):
                kept = self.store.take(message)
                if kept is not None and kept >= 0 and self.keeps:
                    with suppress(ConnectionError):  # the last word is still read
                        await socket.send_json({"type": "kept", "seq": kept})
            self.frames.append(frame.data)
            self.heard.append(message)
            if message["type"] == "page":
                self.page = message
            self._news.set()
        asyncio.get_running_loop().call_soon(self._news.set)  # once this is over

    async def copied(self, seq: int, seconds: float = 20.0) -> None:
        """Once all rows up to this one are in the store."""
        await self.has(lambda store: len(store.rows) > seq, seconds)

    async def has(self, wanted: Callable[[Store], object], seconds: float = 20.0) -> None:
        """Once something holds of the store."""
        async with asyncio.timeout(seconds):
            while not wanted(self.store):
                await self._more()


@asynccontextmanager
async def keeping(host: Host, *names: str) -> AsyncIterator[list[KeepingPhone]]:
    """Phones with a store, that are connected to nothing yet."""
    async with aiohttp.ClientSession() as session:
        made = [KeepingPhone(session, host, name) for name in names]
        try:
            yield made
        finally:
            for phone in made:
                await phone.cut()


def key_of(*stores: Store) -> str | None:
    """The key that some of these have together; None: no two of them open it."""
    for one in stores:
        for other in stores:
            for wrapped in one.wraps:
                key = unwrap(one.secret, other.secret, one.game, wrapped)
                if key is not None and one is not other:
                    return key
    return None


def opened(key: str, parts: Iterable[dict[str, Any]]) -> list[bytes]:
    """What was sealed."""
    found = [open_sealed(key, p["kind"], p["host"], p["seq"], p["data"]) for p in parts]
    assert None not in found
    return [text for text in found if text is not None]
