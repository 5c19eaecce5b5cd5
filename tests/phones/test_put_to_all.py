"""An early end from a phone is put to all, in every set that knows one."""

from pathlib import Path

import pytest
from phones import commands_on, game, hosted, phones

from ketuk import engine
from ketuk.engine.commands import Conclude, Vote
from ketuk.rooms.answers import MoveDone

SETS = [name for name in engine.NAMES if Conclude in engine.ruleset(name).acts]


def ends(page: dict) -> list[dict]:  # type: ignore[type-arg]
    """The line that ends the game early."""
    found = [one for one in page["sheet"]["always"] if one["cmds"] == [{"type": "conclude"}]]
    return [one["cmds"][0] for one in found if one["sure"]]


@pytest.mark.parametrize("name", SETS)
async def test_all_agree_or_it_goes_on(tmp_path: Path, name: str) -> None:
    room = game(tmp_path, name)
    names = ("Ayu", "Budi", "Citra", "Dewi")
    async with hosted(room) as host, phones(host, *names, "") as (*seated, watcher):
        for seat, phone in enumerate(seated, 1):
            await phone.dial()
            await phone.sit(seat)
        await watcher.dial()
        await watcher.sit(0)
        assert ends(watcher.page) == []
        ayu, budi, *others = seated
        for wanted in (False, True):
            (end,) = ends(ayu.page)
            seq = room.seq
            assert (await ayu.do(end))["type"] == "done"
            assert room.table.phase != "over", "one alone ends nothing"
            asked = await budi.until(
                lambda m: m["type"] == "page" and m["sheet"]["poll"] is not None
            )
            assert asked["sheet"]["poll"]["mine"]
            poll = asked["sheet"]["poll"]["poll"]
            await budi.send({"type": "agree", "poll": poll, "yes": wanted})
            for phone in others:
                await phone.send({"type": "agree", "poll": poll, "yes": True})
            await budi.until(lambda m: m["type"] == "page" and m["sheet"]["poll"] is None)
            assert (room.table.phase == "over") == wanted
            assert room.seq == seq + wanted
        for phone in (*seated, watcher):
            assert (await phone.at(room.seq))["sheet"]["over"]


def lines_of(page: dict) -> dict[str, dict]:  # type: ignore[type-arg]
    """Commands of a page's votes, by what they say: ``call_vote``, ``yes``, ``no``."""
    found = {}
    for cmd in commands_on(page["sheet"]):
        if cmd["type"] == "call_vote":
            found["call"] = cmd
        elif cmd["type"] == "vote":
            found["yes" if cmd["yes"] else "no"] = cmd
    return found


@pytest.mark.parametrize("ends", [True, False])
async def test_phones_that_sleep_or_are_away_still_count_in_a_vote(
    tmp_path: Path, ends: bool
) -> None:
    """Of four, three have to say yes: two who are awake cannot end it for two who are not."""
    room = game(tmp_path, "kompleks")
    async with hosted(room) as host, phones(host, "Ayu", "Budi", "Citra", "Dewi") as seated:
        for seat, phone in enumerate(seated, 1):
            await phone.dial()
            await phone.sit(seat)
        ayu, budi, citra, dewi = seated
        await citra.send({"type": "sleep"})
        await dewi.cut()
        await ayu.until(
            lambda m: (
                m["type"] == "page"
                and [p["here"] for p in m["sheet"]["players"]][2:] == ["asleep", "away"]
            )
        )
        assert (await ayu.do(lines_of(ayu.page)["call"]))["type"] == "done"
        await budi.at(room.seq)
        assert (await budi.do(lines_of(budi.page)["yes"]))["type"] == "done"
        assert room.table.phase != "over", "two of four are no majority, whoever sleeps"
        assert set(room.table.top.waits_for(room.table)) == {3, 4}  # type: ignore[union-attr]
        await citra.send({"type": "ping", "n": 1})
        await citra.at(room.seq)
        assert {"yes", "no"} <= lines_of(citra.page).keys(), "awake, it still has its answer"
        await citra.do(lines_of(citra.page)["yes" if ends else "no"])
        assert (room.table.phase == "over") == ends
        if not ends:  # the screen answers for the phone that is away
            assert isinstance(room.do(Vote(4, yes=True)), MoveDone)
            assert room.table.phase == "over"
        for phone in (ayu, budi, citra):
            assert (await phone.at(room.seq))["sheet"]["over"]


async def test_where_all_others_are_computers_one_is_all(tmp_path: Path) -> None:
    room = game(tmp_path, "klasik", bots={2: "", 3: "", 4: ""})
    async with hosted(room, computers=frozenset({2, 3, 4})) as host, phones(host, "Ayu") as (ayu,):
        await ayu.dial()
        await ayu.sit(1)
        late = await ayu.do(*ends(ayu.page), ask="9.9.")
        assert (late["type"], late["late"]) == ("refused", True)
        await ayu.do(*ends(ayu.page))
        assert (await ayu.at(room.seq))["sheet"]["over"]


async def test_where_the_rules_do_not_allow_it_nobody_is_asked(tmp_path: Path) -> None:
    room = game(tmp_path, "kompleks")
    async with hosted(room) as host, phones(host, "Ayu") as (ayu,):
        await ayu.dial()
        await ayu.sit(1)
        assert ends(ayu.page) == []
        assert (await ayu.do({"type": "conclude"}))["type"] == "refused"
        assert host.desk.poll is None
