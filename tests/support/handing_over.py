"""Phones' pages that hand their sealed copies over to a laptop that gathers them."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import aiohttp
from keeping import Store
from sealed_copies import Sealing

from ketuk.rooms import wire
from ketuk.rooms.gathering import Gathering
from ketuk.rooms.seal import copy_id
from ketuk.rooms.seal_wire import OfferMessage, SealedHave
from ketuk.rooms.sheet import Fact, HandCard, Logged, PlayerPart, Sheet

SHEET = Sheet(
    language="id", mine=True, headline="Giliran Ayu", text="Kartu rahasia", waits=("Ayu",),
    fields=(), hand=(HandCard(label="Kartu rahasia", text=""),),
    purse=(Fact(label="Kartu rahasia"),),
    players=(PlayerPart(seat=1, name="Ayu", figures=(), waited=True, mine=True),),
    log=(Logged(seq=1, text="Kartu rahasia"),),
)  # fmt: skip


@asynccontextmanager
async def gathering(said: list[str] | None = None, **more: Any) -> AsyncIterator[Gathering]:
    """A laptop that gathers; ``said`` is what it has told phones, by key."""

    def say(language: str, key: str, **facts: object) -> str:
        if said is not None:
            said.append(key)
        return f"{language} {key}"

    opened = Gathering(say, lambda: None, **{"code": "K7Q2M9XT", **more})
    await opened.open("127.0.0.1", 0)
    try:
        yield opened
    finally:
        await opened.close()


class Page:
    """A phone's page, as it dials and hands over."""

    def __init__(self, to: Gathering, session: aiohttp.ClientSession, device: str) -> None:
        self.to, self._session, self.device = to, session, f"device-{device}"
        self.heard: list[dict[str, Any]] = []
        self._pings = 0

    async def dial(
        self, *, code: str = "", sealed: Any = None, build: str = "",
        origin: str = "http://192.168.1.23:8765", extra: dict[str, Any] | None = None, **more: Any,
    ) -> dict[str, Any]:  # fmt: skip
        build = build or self.to.build
        url = f"http://{self.to.address}:{self.to.port}/{build}/ws"
        headers = {"Origin": origin}
        self._socket = await self._session.ws_connect(url, headers=headers, max_msg_size=1 << 22)
        hello = wire.Hello(
            build=build,
            device=self.device,
            language="id",
            code=code or self.to.code,
            sealed=sealed,
            **more,
        )
        return await self.says(json.dumps({**json.loads(wire.written(hello)), **(extra or {})}))

    async def says(self, message: wire.FromDevice | str) -> dict[str, Any]:
        """What is answered to it: the last word before a ping behind it comes back."""
        self._pings += 1
        await self._socket.send_str(message if isinstance(message, str) else wire.written(message))
        with suppress(ConnectionError):  # it is let go of already
            await self._socket.send_str(wire.written(wire.Ping(n=self._pings)))
        answer: dict[str, Any] = {}
        while answer.get("type") != "gone":
            if (heard := await self.next()) == {"type": "pong", "n": self._pings}:
                break
            answer = heard
        return answer

    async def next(self) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(await asyncio.wait_for(self._socket.receive_str(), 20))
        self.heard.append(answer)
        return answer

    async def until(self, sentence: str) -> dict[str, Any]:
        """Once it has been told that."""
        said = [one for one in self.heard if one.get("sentence") == sentence]
        while not said:
            said = [one for one in [await self.next()] if one.get("sentence") == sentence]
        return said[-1]

    async def cut(self) -> None:
        await self._socket.close()


def offer(sealing: Sealing, seat: int, **more: Any) -> OfferMessage:
    said = {"player": f"Pemain {seat}", "title": "malam", "last": sealing.room.seq, "sheet": None}
    return OfferMessage(
        game=copy_id(sealing.key), secret=sealing.seat_secret(seat), wraps=sealing.wraps(seat),
        **{**said, **more},
    )  # fmt: skip


def has(sealing: Sealing, seq: int | None = None) -> SealedHave:
    last = sealing.room.seq if seq is None else seq
    return SealedHave(game=copy_id(sealing.key), seq=last, mark=sealing.row(last).mark)


async def handed_over(page: "Page", sealing: Sealing, seat: int, **more: Any) -> None:
    """All that the phone of a seat has, as its page hands it over."""
    await page.dial(sealed=has(sealing))
    await page.says(offer(sealing, seat, **more))
    await page.says(sealing.frame())


async def bring(
    to: Gathering, session: aiohttp.ClientSession, store: Store, sheet: dict[str, Any] | None = None
) -> Page:
    """All that a phone has kept, as it came from its host."""
    page = Page(to, session, store.secret[:8])
    await page.dial(sealed=store.have)
    parts = (*store.others.values(), *store.rows)
    last = len(store.rows) - 1
    await page.says(OfferMessage(
        game=store.game, secret=store.secret, wraps=store.wraps, player="", title="", last=last,
        sheet=Sheet.model_validate(sheet) if sheet is not None else None,
    ))  # fmt: skip
    frame = {"type": "sealed", "game": store.game, "after": -1, "last": last, "parts": parts}
    await page.says(json.dumps(frame))
    return page


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not true():
            await asyncio.sleep(0.02)
