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


class Three:
    """Laptops A, B and C, each a program with a folder of its own; A decides at first.

    ``cuttable``: A has a network of its own, and the wire to it can be cut.
    """

    def __init__(self, stack: AsyncExitStack, place: Path, *, cuttable: bool) -> None:
        self._stack = stack
        self._wire: Cable | None = stack.enter_context(cable()) if cuttable else None
        self.folders = [folder(place, name) for name in "abc"]

    def first(self) -> Program:
        """A, always at the same address."""
        if self._wire is None:
            return self._begun(0, HERE, port=8765)
        return self._begun(0, self._wire.phone, space=self._wire.space, port=8765)

    def other(self, number: int, **joining: Any) -> Program:
        """B or C, which joins."""
        return self._begun(number, HERE if self._wire is None else self._wire.host, **joining)

    def _begun(self, number: int, at: str, **more: Any) -> Program:
        made = Program(Wanted(self.folders[number], "ABC"[number], at, **more))
        self._stack.callback(made.kill)
        return made

    async def lose(self, first: Program) -> int:
        """A is killed, or cut off, and then goes on alone; how many moves it makes there."""
        if self._wire is None:
            first.kill()
            return 0
        self._wire.down()
        await moved(first, 2)
        return 2

    def find(self, first: Program) -> Program:
        """A is there again."""
        if self._wire is None:
            return self.first()
        self._wire.up()
        return first


async def moved(laptop: Program, times: int) -> int:
    """So many moves at its own keys; how many rows the game has then."""
    for _ in range(times):
        laptop.tell("move")
        (seq,) = await laptop.until("seq")
    return int(seq)


async def followed(laptop: Program, seq: int) -> None:
    """Until this laptop has heard of a row."""
    await laptop.until("following", lambda words: int(words[0]) == seq)


async def answers(phone: Phone) -> None:
    """What the seat is asked at its phone is done from there."""
    sheet = phone.page["sheet"]
    if (cmds := commands_on(sheet["fields"])) and sheet["mine"]:
        assert (await phone.do(cmds[0], ident="own"))["type"] == "done"


@pytest.mark.parametrize("how", ["killed", "cut off"])
async def test_the_game_goes_on_at_the_second_and_the_first_hears_of_it(
    tmp_path: Path, how: str
) -> None:
    game(folder(tmp_path, "a"), "klasik").journal.close()
    async with AsyncExitStack() as stack:
        three = Three(stack, tmp_path, cuttable=how == "cut off")
        session = await stack.enter_async_context(aiohttp.ClientSession())
        first = three.first()
        place, build, code = await first.until("open")
        second, third = (three.other(n, host=place, code=code) for n in (1, 2))
        phone = Phone(session, There(place, build, code), "Ayu")  # type: ignore[arg-type]
        await phone.dial()
        await phone.sit(1)
        told = await moved(first, 9)
        for one in (second, third):
            await followed(one, told)
        await phone.at(told)
        asked = phone.page["ask"]

        alone = await three.lose(first)
        begun = monotonic()
        second.tell("over")
        where, build, code = await second.until("open")
        now = await at_last(session, There(where, build, code), phone.token)
        took = monotonic() - begun
        assert now.page["ask"] == asked, "the same question"
        assert took < SOON_S
        await answers(now)
        seq = await moved(second, 1)
        assert seq > told
        await followed(third, seq)

        assert await three.find(first).until("fenced") == [where]
        for one in (phone, now):
            await one.cut()
    (of_a, a_leads), (of_b, b_leads), (of_c, _) = map(rows_of, three.folders)
    assert (a_leads, b_leads) == (False, True)
    assert of_a[: told + 1] == of_b[: told + 1], "all that was told is where the game goes on"
    assert of_c == of_b
    assert len(of_a) == told + 1 + alone, "what it did alone is not lost"
