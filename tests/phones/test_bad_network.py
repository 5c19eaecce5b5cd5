"""Loss, slowness, cut frames, silence and repeats: an answer is taken once, or not at all."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from bad_network import BadNetwork, bad_network
from keeping import KeepingPhone
from phones import game, hosted

from ketuk.engine.bots import cautious_policy
from ketuk.engine.waiting import waiting
from ketuk.rooms.host import Host
from ketuk.rooms.seal import keyed
from ketuk.tui.pages.place import wired

MOVES = 40
PATIENCE_S = 0.7
"""So long a phone waits before it dials anew; too short is no harm, as it asks under one name."""


class NotKnown(Exception):
    """The host knows no such token any more."""


class Far(KeepingPhone):
    """A phone behind a bad network; it goes on until it has its answer, and keeps its copy."""

    def __init__(self, host: Host, network: BadNetwork, session: Any, name: str) -> None:
        super().__init__(session, host, name)
        self.port, self.headers = network.port, {"Host": f"{host.address}:{host.port}"}
        self._there = False

    async def asked(self, message: dict[str, Any], ident: str) -> dict[str, Any]:
        """The answer to a request, however often it has to be asked."""
        while True:
            try:
                async with asyncio.timeout(PATIENCE_S):
                    await self.again()
                    await self.send({"id": ident, **message})  # twice: as a line that repeats
                    return await self.ask(message, ident)
            except (TimeoutError, OSError, aiohttp.ClientError):
                await self.cut()
                self._there = False

    async def again(self) -> None:
        """Connected, to its seat."""
        if not self._there:
            welcome = await self.dial(code="" if self.token else None)
            if (welcome["type"], welcome.get("why")) == ("gone", "token"):
                raise NotKnown
            assert welcome["type"] == "welcome", welcome
            self._there = True

    async def seated(self, seat: int) -> None:
        """In its seat at last; where the token was lost on the way, the host frees the seat.

        So it does where a request from before it was cut off, that came late, has had another one.
        """
        while True:
            try:
                async with asyncio.timeout(PATIENCE_S):
                    await self.again()
                    await self.sit(seat)
                    return
            except (TimeoutError, OSError, aiohttp.ClientError, NotKnown) as error:
                await self.cut()
                self._there = False
                if isinstance(error, NotKnown):
                    self.token = ""
                if not self.token:
                    self._host.desk.move_out(seat)

    async def caught_up(self, seq: int) -> dict[str, Any]:
        """Its page once it shows that row."""
        while True:
            try:
                async with asyncio.timeout(PATIENCE_S):
                    await self.again()
                    return await self.at(seq)
            except (TimeoutError, OSError, aiohttp.ClientError):
                await self.cut()
                self._there = False


@pytest.mark.parametrize("seed", [1, 2])
async def test_each_answer_is_taken_once_whatever_the_network_does(
    tmp_path: Path, seed: int
) -> None:
    room = game(tmp_path, "klasik", seed=seed)
    policy, chance = cautious_policy(), random.Random(seed)
    names = ("Ayu", "Budi", "Citra", "Dewi")
    done: dict[str, int] = {}
    async with (
        hosted(room) as host,
        bad_network(host.address, host.port, seed) as network,
        aiohttp.ClientSession() as session,
    ):
        devices = [Far(host, network, session, name) for name in names]
        for seat, phone in enumerate(devices, 1):
            await phone.seated(seat)
        while len(done) < MOVES:
            seat = chance.choice(waiting(room.table))
            command = policy(room.rules, room.table, seat)
            if command is None:
                continue
            ident, cmds = f"n{len(done)}", [json.loads(json.dumps(wired(command)))]
            message = {"type": "do", "ask": room.question, "cmds": cmds}
            answer = await devices[seat - 1].asked(message, ident)
            assert answer["type"] == "done", answer
            done[ident] = answer["seq"]
            assert room.seq == len(done), "once, and nothing beside it"
        assert network.lost > 5
        network.good = True
        for phone in devices:
            page = await phone.caught_up(room.seq)
            assert page["sheet"]["log"], "it is whole"
            await phone.copied(room.seq)
            assert [p["mark"] for p in phone.store.rows] == [
                keyed(host.desk.claim.key, mark.digest) for mark in room.marks()
            ]
            await phone.cut()
    kept = {row.ident.split(".")[1]: row.seq for row in room.rows if row.ident is not None}
    assert kept == done
