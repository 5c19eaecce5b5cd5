"""Whatever a device sends: no traceback, and no move but one of its own seat."""

import json
import os
import random
from collections import Counter
from math import ceil
from pathlib import Path
from typing import Any

import pytest
from phones import commands_on, desk_of, game, hosted, phones

from ketuk import engine
from ketuk.engine.bots import random_policy
from ketuk.engine.waiting import in_turn
from ketuk.rooms import meja_wire, wire
from ketuk.rooms.answers import MoveDone
from ketuk.rooms.connection import Connection
from ketuk.rooms.profiles import Profiles
from ketuk.rooms.records import to_text
from ketuk.rooms.room import Room

JUNK: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 7, 40, 99, 2**31, 2**63, -(2**70), 1e308, 0.5, "", "x", "\x00",
    "\ud800", "A" * 600, [], [[]], {}, {"": ""}, {"type": "roll"}, [1, 2], "1", "undo",
    {"type": "correct", "what": {"type": "cash_of", "account": 1, "amount": 9}},
    {"type": "pass_time", "to": 99}, {"type": "roll", "seat": 2}, {"type": "leave", "seat": 2},
)  # fmt: skip
TRADE = {"type": "propose", "trade": {"proposer": 1, "partner": 2}}
MESSAGES = 4_000
"""Of one game, in which somebody plays on meanwhile."""
ALL = int(os.environ.get("KETUK_MESSAGES", "0"))
"""So many at least, over games of all sets; usually one game each of two sets."""
GAMES = [("nusantara", 1), ("merek", 1)]
if ALL:
    SETS = len(engine.NAMES)
    GAMES = [(engine.NAMES[n % SETS], 1 + n // SETS) for n in range(ceil(ALL / MESSAGES))]
PROFILE = {"name": "Ayu", "turn": 3, "language": "en", "sound": False, "played": []}


def whole(room: Room, page: Any, chance: random.Random) -> dict[str, Any]:
    """A message as a page would send it."""
    cmds = commands_on(page["sheet"]) or [{"type": "roll"}]
    one = chance.choice(cmds)
    ident = f"{chance.randrange(10**9)}"
    if chance.random() < 0.5:
        return {"type": "do", "id": ident, "ask": room.question, "cmds": [one]}
    return chance.choice(
        (
            {"type": "do", "id": ident, "ask": room.question, "cmds": [one]},
            {"type": "do", "id": ident, "ask": chance.choice(("", "0.1.", "9.9.9")), "cmds": [one]},
            {"type": "tap", "id": ident, "ask": room.question, "text": "N5NG0ANCHAVD"},
            {"type": "weigh", "id": ident, "cmd": TRADE},
            {"type": "why", "id": ident, "what": chance.choice(("log:1", "worth:2", "ruling:4"))},
            {"type": "undo", "id": ident, "seq": room.seq, "way": chance.choice(("undo", "redo"))},
            {"type": "agree", "poll": "p1", "yes": True},
            {"type": "tap", "id": ident, "ask": "", "text": "N5NG0ANCHAVD", "making": TRADE},
            {"type": "seat", "seat": chance.randrange(5), "name": "A", "card": "N5NG", "photo": ""},
            {"type": "profile", "profile": PROFILE},
            {"type": "language", "language": chance.choice(("id", "en", "xx"))},
            {"type": "hello", "build": "1", "device": "d" * 9, "language": "id", "code": "A"},
            {"type": "sleep"},
            {"type": "ping", "n": 4},
            *sealed(room, chance),
            laptops_own(room, one, ident, chance),
        )
    )  # fmt: skip


def sealed(room: Room, chance: random.Random) -> tuple[dict[str, Any], ...]:
    """Messages of a phone that keeps a sealed copy, or hands it over."""
    seq = chance.choice((-1, 0, room.seq, room.seq + 9))
    part = {"kind": "row", "host": 0, "seq": max(seq, 0), "data": "AAAA", "mark": "a" * 16}
    game = {"game": "a" * 16}
    have = {**game, "seq": seq, "mark": "a" * 16, "parts": [{"kind": "box", "host": 0, "seq": 1}]}
    return (
        {"type": "kept", "seq": seq},
        {"type": "sealed", **game, "after": -1, "last": seq, "parts": [part]},
        {"type": "offer", **game, "secret": "c" * 32, "wraps": ["AAAA"], "player": "Ayu",
         "title": "malam", "last": seq, "sheet": None},
        {"type": "hello", "build": "1", "device": "d" * 9, "language": "id", "code": "A",
         "sealed": have},
    )  # fmt: skip


def laptops_own(room: Room, command: Any, ident: str, chance: random.Random) -> dict[str, Any]:
    """A message as a laptop would send it that follows."""
    consents = [1, 2, 3, 4]
    mark = {"seq": room.seq, "host": 0, "digest": "a" * 16}
    return chance.choice(
        (
            {"type": "act", "id": ident, "ask": room.question, "cmd": {**command, "seat": 1},
             "consents": consents, "line": [3, "x"]},
            {"type": "turn", "id": ident, "way": "undo", "seq": room.seq, "consents": consents},
            {"type": "kept", "seq": room.seq},
            {"type": "feed", "after": -1},
            {"type": "rows", "rows": [to_text(room.rows[-1])], "last": room.seq},
            {"type": "hello", "build": "1", "device": "d" * 9, "language": "id", "code": "A",
             "meja": "B", "listens": "10.0.0.2:8765", "have": [mark], "asks": True,
             "reign": {"number": 9, "device": "d" * 9, "name": "B", "address": "10.0.0.2:8765",
                       "since": "", "proof": "a" * 64}},
        )
    )  # fmt: skip


def mutated(message: Any, chance: random.Random) -> Any:
    """The same with some part another, one more, or one less."""
    if isinstance(message, dict) and message and chance.random() < 0.8:
        key = chance.choice(sorted(message))
        match chance.randrange(5):
            case 0:
                return {k: v for k, v in message.items() if k != key}
            case 1:
                return {
                    **message,
                    chance.choice(("seat", "x", "type", "cmds")): chance.choice(JUNK),
                }
            case _:
                return {**message, key: mutated(message[key], chance)}
    if isinstance(message, list) and message and chance.random() < 0.8:
        place = chance.randrange(len(message))
        return [*message[:place], mutated(message[place], chance), *message[place + 1 :]]
    return chance.choice(JUNK)


def inside(command: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The same command with another value in one place."""
    keys = sorted(k for k in command if k != "type") or ["x"]
    return {**command, chance.choice(keys): chance.choice(JUNK)}


def held_out(room: Room, kept: Profiles, chance: random.Random, count: int) -> Counter[str]:
    """Send so many messages to a desk, fewer if the game is over before.

    How many were sent, none, heard in a seat; how many changed nothing, or moved the own seat.
    """
    desk = desk_of(room, profiles=kept)
    policy = random_policy(chance.randrange)
    counts: Counter[str] = Counter()
    seat, connection = 0, desk.connect("")
    hello = wire.Hello(build=wire.BUILD, device="d" * 8, language="id", code=desk.door.code)
    page: Any = {}
    for number in range(count):
        lost = connection.over or connection.seat != seat or seat not in room.table.seats
        if number % 25 == 0 or lost:
            for asked in in_turn(room.table):
                move = policy(room.rules, room.table, asked)
                if move is not None:
                    room.do(move)
                    break
            if room.table.top is None:
                break
            if lost:
                desk.left(connection)
                seat = room.table.seats[0]
                desk.door.free(seat)
                connection = desk.connect(f"{number}")  # whose wrong tries nobody has counted
                desk.take(connection, hello)
                desk.take(connection, wire.SeatMessage(seat=seat))
                assert connection.seat == seat
            sheet = desk.teller(connection).sheet(seat, desk.around())
            page = {"sheet": sheet.model_dump(mode="json")}
        counts["sent"] += 1
        message = whole(room, page, chance)
        if message["type"] == "do" and chance.random() < 0.8:  # past the wire, to the engine
            message["cmds"] = [inside(message["cmds"][0], chance)]
        else:
            message = mutated(message, chance)
        text = json.dumps(message)
        before, table = room.seq, room.table
        try:
            read = wire.read(text)
        except wire.Unclear:
            counts["none"] += 1
            assert room.table is table
            continue
        if isinstance(read, wire.Photo) or (isinstance(read, wire.SeatMessage) and read.photo):
            continue  # the host reads those
        counts["seated"] += 1
        for answer in desk.take(connection, read):
            wire.written(answer)
        if room.seq == before:
            counts["nothing"] += 1
            continue
        counts["moved"] += 1
        for row in room.rows[before + 1 :]:
            assert row.kind in ("undo", "redo") or row.command.seat == seat, text  # type: ignore[union-attr]
            assert row.kind != "undo" or set(row.consents) <= {seat}
    return counts


@pytest.mark.parametrize(("rules", "number"), GAMES)
def test_mutated_messages_change_nothing(tmp_path: Path, rules: str, number: int) -> None:
    chance, counts = random.Random(f"{rules} {number}"), Counter[str]()
    while counts["sent"] < MESSAGES:
        folder = tmp_path / f"{counts['sent']}"
        folder.mkdir()
        room = game(folder, rules, seed=4 + number)
        counts += held_out(room, Profiles(folder), chance, MESSAGES - counts["sent"])
        room.journal.close()
    assert counts["none"] > MESSAGES // 4
    assert counts["seated"] > MESSAGES // 4
    assert counts["nothing"] > counts["moved"]


def test_a_laptop_that_was_let_in_breaks_nothing_and_nobody_else_speaks_as_one(
    tmp_path: Path,
) -> None:
    room = game(tmp_path)
    desk, chance = desk_of(room), random.Random(11)
    policy = random_policy(chance.randrange)
    told: list[wire.ToDevice] = []
    desk.tell = lambda connection, message: told.append(message)

    def came(kind: str) -> Connection:
        told.clear()
        connection = desk.connect("here")
        hello = wire.Hello(
            build=wire.BUILD, device="d" * 8, language="id", code=desk.door.code,
            meja="" if kind == "phone" else "B",
        )  # fmt: skip
        desk.take(connection, hello)
        if kind == "phone":
            desk.take(connection, wire.SeatMessage(seat=1))
        elif kind == "laptop":
            desk.mejas.admit(f"{connection.number}", True)
            assert isinstance(told[0], meja_wire.CopyMessage)
        return connection

    moved = 0
    for number in range(MESSAGES):
        kind = ("phone", "asking", "laptop")[number % 3]
        connection = came(kind)
        move = next(
            (m for s in in_turn(room.table) if (m := policy(room.rules, room.table, s))), None
        )
        command = _plain(move) if move is not None else {"type": "ready", "seat": 1}
        message = laptops_own(room, command, f"{number}", chance)
        if message["type"] == "act":
            message["cmd"] = command
        changed = mutated(message, chance) if chance.random() < 0.6 else message
        before = room.seq
        told.clear()
        try:
            answers = desk.take(connection, wire.read(json.dumps(changed)))
        except wire.Unclear:
            answers = []
        for answer in answers:
            wire.written(answer)
        if kind != "laptop":
            assert room.seq == before, changed
            assert desk.mejas.batch(connection) is None
            told += answers
            assert all(isinstance(a, wire.GoneMessage) for a in told), told
        moved += room.seq - before
        assert room.leads, "no proof, no fence"
        desk.left(connection)
        for known in desk.door.passes:
            desk.door.drop(known)
        desk.mejas._followers.clear()
    assert moved > MESSAGES // 100


async def test_frames_of_any_kind_end_one_connection_at_most(tmp_path: Path) -> None:
    room = game(tmp_path)
    chance = random.Random(4)
    async with hosted(room) as host, phones(host, "Ayu", *"abcdefghij") as (ayu, *others):
        await ayu.dial()
        await ayu.sit(1)
        for phone in others:
            await phone.dial()
            for _ in range(4):
                raw = json.dumps(mutated(whole(room, ayu.page, chance), chance))
                cut = raw[: chance.randrange(len(raw) + 1)] if chance.random() < 0.5 else raw
                if phone.gone is None:
                    await phone.send(cut.encode("utf-8", "ignore").decode())
        assert room.seq == 0
        assert ayu.gone is None
        done = await ayu.do({"type": "reveal_card"})
        assert (done["type"], room.seq) == ("done", 1)


def test_nobody_acts_for_another_seat(tmp_path: Path) -> None:
    """Every command that is offered to others, sent from a device of one seat."""
    room = game(tmp_path)
    desk = desk_of(room)
    connection = desk.connect("here")
    desk.take(
        connection, wire.Hello(build=wire.BUILD, device="d" * 8, language="id", code=desk.door.code)
    )
    desk.take(connection, wire.SeatMessage(seat=4))
    chance = random.Random(2)
    policy = random_policy(chance.randrange)
    for _ in range(120):
        for seat in in_turn(room.table):
            command = policy(room.rules, room.table, seat)
            if command is None:
                continue
            if seat != 4:
                plain = {k: v for k, v in _plain(command).items() if k != "seat"}
                for sent in ({**plain, "seat": seat}, plain):
                    before = room.seq
                    do = wire.DoMessage(id=f"{chance.random()}", ask=room.question, cmds=(sent,))
                    desk.take(connection, do)
                    moved = room.rows[before + 1 :]
                    assert all(row.command.seat == 4 for row in moved)  # type: ignore[union-attr]
                    if moved:
                        break
                else:
                    assert isinstance(room.do(command), MoveDone)
            else:
                assert isinstance(room.do(command), MoveDone)
            break


def _plain(command: Any) -> dict[str, Any]:
    from ketuk.engine import codec

    plain: dict[str, Any] = codec.to_plain(command)
    return plain
