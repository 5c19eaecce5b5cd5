"""An early end from a phone is put to all, in every set that knows one."""

import asyncio
from pathlib import Path

import pytest
from phones import commands_on, game, hosted, phones

from ketuk import engine
from ketuk.engine.commands import CallVote, ComeBack, Conclude, Resume, Vote
from ketuk.engine.table import Bidding, Paused
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


async def test_a_second_thing_put_to_all_is_refused_and_the_same_once_more_is_a_yes(
    tmp_path: Path,
) -> None:
    """Also when two press within the same moment."""
    room = game(tmp_path, "klasik")
    names = ("Ayu", "Budi", "Citra", "Dewi")
    async with hosted(room) as host, phones(host, *names) as seated:
        for seat, phone in enumerate(seated, 1):
            await phone.dial()
            await phone.sit(seat)
        ayu, budi, citra, _ = seated
        cmds = commands_on(ayu.page["sheet"]["fields"])
        assert (await ayu.do(cmds[0]))["type"] == "done"
        for phone in seated:
            await phone.at(room.seq)
        seq = room.seq
        undo = {"type": "undo", "seq": seq, "way": "undo"}
        (end,) = ends(ayu.page)
        first, second = await asyncio.gather(budi.ask(undo), citra.do(end))
        assert {first["type"], second["type"]} == {"done", "refused"}
        poll = host.desk.poll
        assert poll is not None
        assert "usul lain" in (first if first["type"] == "refused" else second)["sentence"]
        no = next(s for s in poll.waits)
        await seated[no - 1].send({"type": "agree", "poll": poll.ident, "yes": False})
        await ayu.until(lambda m: m["type"] == "poll" and m["poll"] is None)
        for phone in seated:  # all want the same, and nobody has to answer
            assert (await phone.do(end))["type"] == "done"
        assert room.table.phase == "over"
        assert (room.seq, host.desk.poll) == (seq + 1, None)


async def test_two_phones_that_press_in_the_same_moment_are_one_answer_and_one_refusal(
    tmp_path: Path,
) -> None:
    """All call the same sum in an open auction."""
    room = game(tmp_path, "klasik")
    async with hosted(room) as host, phones(host, "Ayu", "Budi", "Citra", "Dewi") as seated:
        for seat, phone in enumerate(seated, 1):
            await phone.dial()
            await phone.sit(seat)
        while not isinstance(room.table.top, Bidding):
            moved = False
            for phone in seated:
                cmds = commands_on((await phone.at(room.seq))["sheet"]["fields"])
                wanted = [c for c in cmds if c["type"] == "decline"] or cmds
                if wanted and (await phone.do(wanted[0]))["type"] == "done":
                    moved = True
                    break
            assert moved
        for phone in seated:
            await phone.at(room.seq)
        seq = room.seq
        bid = {"type": "bid", "amount": 10}
        both = await asyncio.gather(*(phone.do(bid) for phone in seated))
        done = [one for one in both if one["type"] == "done"]
        late = [one for one in both if one["type"] == "refused"]
        assert (len(done), room.seq) == (1, seq + 1)
        assert len(late) == 3
        assert all(one["sentence"] for one in late)


async def test_who_joins_during_a_pause_sees_the_same_rest(tmp_path: Path) -> None:
    """Time that stands is told as such, however long the pause lasts; then it goes on."""
    now = [0.0]
    room = game(tmp_path, "merek", ticks=lambda: now[0])
    async with hosted(room) as host, phones(host, "Ayu", "Budi", "") as (ayu, budi, watcher):
        await ayu.dial()
        await ayu.sit(1)
        while (left := ayu.page["sheet"]["timer"]) is None:
            cmds = commands_on(ayu.page["sheet"]["fields"])
            assert (await ayu.do(cmds[0]))["type"] == "done"
            await ayu.at(room.seq)
        assert not left["stands"]
        now[0] += 5
        seats = room.table.seats
        for command in (CallVote(1, "pause"), *(Vote(s, yes=True) for s in seats[1:])):
            assert isinstance(room.do(command), MoveDone)
        assert isinstance(room.table.top, Paused)
        rest = (await ayu.at(room.seq))["sheet"]["timer"]
        assert rest == {"left": left["left"] - 5, "stands": True}
        now[0] += 3_600
        for phone, seat in ((budi, 2), (watcher, 0)):
            await phone.dial()
            await phone.sit(seat)
            assert phone.page["sheet"]["timer"] == rest
        for seat in seats:
            assert isinstance(room.do(ComeBack(seat)), MoveDone)
        assert isinstance(room.do(Resume(1)), MoveDone)
        goes_on = (await budi.at(room.seq))["sheet"]["timer"]
        assert goes_on == {"left": rest["left"], "stands": False}
