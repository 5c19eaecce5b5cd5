"""Phones' pages that hand their sealed copies over to a laptop that gathers them."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import aiohttp
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


class Page:
    """A phone's page, as it dials and hands over."""

    def __init__(self, to: Gathering, session: aiohttp.ClientSession, device: str) -> None:
        self.to, self._session, self.device = to, session, f"device-{device}"
        self.heard: list[dict[str, Any]] = []

    async def dial(
        self, *, code: str = "", sealed: SealedHave | None = None, build: str = "a1b2c3d4",
        origin: str = "http://192.168.1.23:8765", **more: Any,
    ) -> dict[str, Any]:  # fmt: skip
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
        return await self.says(hello)

    async def says(self, message: wire.FromDevice | str) -> dict[str, Any]:
        """What is answered to it."""
        text = message if isinstance(message, str) else wire.written(message)
        await self._socket.send_str(text)
        return await self.next()

    async def next(self) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(await asyncio.wait_for(self._socket.receive_str(), 20))
        self.heard.append(answer)
        return answer

    async def until(self, sentence: str) -> dict[str, Any]:
        while True:
            if (said := await self.next()).get("sentence") == sentence:
                return said

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


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not true():
            await asyncio.sleep(0.02)
