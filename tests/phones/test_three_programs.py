"""Three laptops, each a program of its own: the one that decides is killed, or cut off."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from time import monotonic
from typing import Any

import aiohttp
import pytest
from laptop_program import Program, Wanted
from laptops import HERE, folder
from namespaces import Cable, cable
from phones import Phone, commands_on, game

from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.room import Room

SOON_S = 5.0
"""From the yes to the same question on a phone."""


class There:
    """What a phone knows of a host in another program."""

    def __init__(self, place: str, build: str, code: str) -> None:
        self.address, port = place.split(":")
        self.port, self.build, self.code = int(port), build, code
        self.desk = self.door = self


async def at_last(session: aiohttp.ClientSession, there: There, token: str) -> Phone:
    """A phone with its token at a host that is about to be there."""
    while True:
        phone = Phone(session, there, "Ayu")  # type: ignore[arg-type]
        phone.token = token
        try:
            welcome = await phone.dial(code="")
        except (OSError, aiohttp.ClientError):
            welcome = {"type": "gone"}
        if welcome["type"] == "welcome":
            await phone.next("page")
            return phone
        await phone.cut()
        await asyncio.sleep(0.05)


def rows_of(data: Path) -> tuple[list[str], bool]:
    """All rows of a game as they lie there, and whether that laptop takes itself for its host."""
    with Journal.open(data / FILE) as journal:
        name = next(iter(journal.names()))
        room = Room.resume(journal, name)
        return [str(row) for row in room.rows], room.leads


@pytest.mark.parametrize("how", ["killed", "cut off"])
async def test_the_game_goes_on_at_the_second_and_the_first_hears_of_it(
    tmp_path: Path, how: str
) -> None:
    room = game(folder(tmp_path, "a"), "klasik")
    room.journal.close()
    folders = [folder(tmp_path, name) for name in "abc"]
    async with AsyncExitStack() as stack:
        wire: Cable | None = stack.enter_context(cable()) if how == "cut off" else None
        here, there = (wire.host, wire.phone) if wire is not None else (HERE, HERE)
        inside = wire.space if wire is not None else ""
        session = await stack.enter_async_context(aiohttp.ClientSession())

        def laptop(number: int, name: str, *, within: str = "", **more: Any) -> Program:
            at = there if number == 0 else here
            made = Program(Wanted(folders[number], name, at, space=within, **more))
            stack.callback(made.kill)
            return made

        first = laptop(0, "A", within=inside, port=8765)
        place, build, code = await first.until("open")
        second, third = (laptop(n, "ABC"[n], host=place, code=code) for n in (1, 2))
        phone = Phone(session, There(place, build, code), "Ayu")  # type: ignore[arg-type]
        await phone.dial()
        await phone.sit(1)
        told = 0
        for _ in range(9):
            first.tell("move")
            (seq,) = await first.until("seq")
            told = int(seq)
        for one in (second, third):
            await one.until("following", lambda words: int(words[0]) == told)
        await phone.at(told)
        asked, token = phone.page["ask"], phone.token
        if wire is None:
            first.kill()
        else:
            wire.down()
            for _ in range(2):
                first.tell("move")  # at its own keys
                await first.until("seq")
        begun = monotonic()
        second.tell("over")
        where, build, code = await second.until("open")
        now = await at_last(session, There(where, build, code), token)
        took = monotonic() - begun
        assert now.page["ask"] == asked, "the same question"
        assert took < SOON_S
        if (cmds := commands_on(now.page["sheet"]["fields"])) and now.page["sheet"]["mine"]:
            assert (await now.do(cmds[0], ident="own"))["type"] == "done"
        second.tell("move")
        (seq,) = await second.until("seq")
        assert int(seq) > told
        await third.until("following", lambda words: int(words[0]) == int(seq))
        if wire is None:
            first = laptop(0, "A", port=8765)
        else:
            wire.up()
        assert await first.until("fenced") == [where]
        for one in (phone, now):
            await one.cut()
    (of_a, a_leads), (of_b, b_leads), (of_c, _) = map(rows_of, folders)
    assert (a_leads, b_leads) == (False, True)
    assert of_a[: told + 1] == of_b[: told + 1], "all that was told is where the game goes on"
    assert of_c == of_b
    assert len(of_a) == told + (3 if wire is not None else 1), "what it did alone is not lost"
