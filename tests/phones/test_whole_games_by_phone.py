"""Whole games of all sets to their end, from phones alone, over real sockets.

A policy says what each seat wants. Whatever it is, it can be said on that seat's page; and the
table never waits for anybody who has nothing to say it with.
"""

import json
from pathlib import Path

import pytest
from answering import says
from phones import Phone, game, hosted, phones

from ketuk import engine
from ketuk.engine.bots import cautious_policy
from ketuk.engine.table import Options
from ketuk.engine.waiting import waiting
from ketuk.rooms.records import Row
from ketuk.rooms.room import Room
from ketuk.rooms.sheet import Sheet
from ketuk.tui.pages.place import wired

NAMES = ("Ayu", "Budi", "Citra")
SEEDS = {"nusantara": 0, "klasik": 2, "kompleks": 2, "merek": 35, "rel": 2, "rel-borneo": 2}
"""Of short games."""
SHORTER = ("dealt", "fast")
MOST = 500


async def moved(room: Room, devices: list[Phone]) -> Row:
    """One move of somebody who is waited for, by what stands on the own page."""
    policy = cautious_policy()
    for seat in waiting(room.table):
        command = policy(room.rules, room.table, seat)
        if command is None:
            continue
        phone = devices[seat - 1]
        page = Sheet.model_validate((await phone.at(room.seq))["sheet"])
        assert page.mine
        said = json.loads(json.dumps(wired(command)))
        assert says(page, said), (command, page.fields)
        done = await phone.do(said)
        assert done["type"] == "done", (command, done)
        return room.rows[-1]
    raise AssertionError(f"nobody moves: {room.table.top}")


@pytest.mark.parametrize("name", engine.NAMES)
async def test_a_game_is_played_to_its_end_from_phones(tmp_path: Path, name: str) -> None:
    rules = engine.ruleset(name)
    names = NAMES[: max(2, min(rules.seating.cash))]
    house = tuple(rule for rule in rules.house if rule in SHORTER)
    options = Options(edition=rules.edition, house=house)
    room = game(tmp_path, name, seed=SEEDS[name], options=options, names=names)
    async with hosted(room) as host, phones(host, *names, "") as (*devices, watcher):
        for seat, phone in enumerate(devices, 1):
            await phone.dial(language=("id", "en", "pt")[seat - 1])
            await phone.sit(seat)
        await watcher.dial()
        await watcher.sit(0)
        while room.table.top is not None and room.seq < MOST:
            row = await moved(room, devices)
            assert row.ident is not None, "a phone asked for it"
        assert room.table.phase == "over"
        for phone in (*devices, watcher):
            page = Sheet.model_validate((await phone.at(room.seq))["sheet"])
            assert page.over
            assert page.fields == ()
            assert phone.gone is None
