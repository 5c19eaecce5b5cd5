"""Nothing that leaves for a device tells what its seat may not know.

Two games that differ only there give the same messages, byte for byte.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from keeping import keeping
from laptops import admitted, laptops
from phones import desk_of, game, hosted
from twins import same, secret_cards, twin

from ketuk import engine
from ketuk.engine.bots import random_policy
from ketuk.engine.commands import BidCard, Propose
from ketuk.engine.table import Goods, Options, Trade
from ketuk.engine.waiting import in_turn
from ketuk.rooms import wire
from ketuk.rooms.answers import MoveDone
from ketuk.rooms.connection import Connection
from ketuk.rooms.copied import CopiedRoom, Copy
from ketuk.rooms.desk import RoomDesk
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.reign import Reign
from ketuk.rooms.room import Room
from ketuk.rooms.sheet import Sheet

LANGUAGES = ("id", "en", "ms", "pt")
MOVES, OFTEN = 140, 0.03
"""How long a game is followed, and after which part of its moves the two are compared."""


def everything(room: Room, seat: int, language: str) -> list[str]:
    """All that a device of a seat can be told without moving the game: as it goes into frames."""
    desk = desk_of(room)
    connection = desk.connect("here")
    said: list[str] = []

    def take(message: wire.FromDevice) -> None:
        for answer in desk.take(connection, message):
            if isinstance(answer, wire.Welcome):
                answer = answer.model_copy(update={"token": ""})
            said.append(wire.written(answer))

    take(wire.Hello(build=wire.BUILD, device="d" * 8, language=language, code=desk.door.code))
    take(wire.SeatMessage(seat=seat, name="x"))
    sheet: Sheet = desk.teller(connection).sheet(seat, desk.around())
    said.append(sheet.model_dump_json())
    for what in asked_about(sheet.model_dump()):
        take(wire.WhyMessage(id="w", what=what))
    for number, command in enumerate(tried(room, seat)):
        take(wire.Weigh(id=f"t{number}", cmd=command))
    for number, way in enumerate(("undo", "redo")):
        take(wire.Undo(id=f"u{number}", seq=room.seq - 1, way=way))  # type: ignore[arg-type]
    for number, plain in enumerate(({"type": "ready"}, {"type": "fly"}, {"type": "stop"})):
        take(wire.DoMessage(id=f"d{number}", ask="0.0.", cmds=(plain,)))
    said += [shape(wire.written(told)) for told in copied(desk, connection)]
    return said


def copied(desk: RoomDesk, connection: Connection) -> Iterator[wire.ToDevice]:
    """The sealed copy, frame by frame, as it goes to a device that keeps it."""
    while (told := desk.copies.batch(connection)) is not None:
        yield told
        desk.copies.kept(connection, desk.room.seq)


def shape(frame: str) -> str:
    """What a device can know of a frame: all of it, but of what is sealed how long it is."""
    message = json.loads(frame)
    if message["type"] not in ("sealed", "keys"):
        return frame
    for part in message.get("parts", ()):
        part["data"], part["mark"] = len(part["data"]), len(part["mark"])
        part["seq"] = 0 if part["kind"] == "room" else part["seq"]
    wraps = [len(wrapped) for wrapped in message.get("wraps", ())]
    return json.dumps({**message, "game": "", "secret": "", "wraps": wraps})


def asked_about(part: Any) -> set[str]:
    """All that a page can ask the reasons of."""
    if isinstance(part, dict):
        found = {part["why"]} if part.get("why") else set()
        return found.union(*(asked_about(v) for v in part.values()), set())
    if isinstance(part, list | tuple):
        return set().union(*(asked_about(v) for v in part), set())
    return set()


def tried(room: Room, seat: int) -> list[dict[str, Any]]:
    """Trades that ask for cards which somebody may or may not hold."""
    if not seat or room.table.top is None:
        return []
    other = next((s for s in room.table.seats if s != seat), 0)
    cards = sorted(secret_cards(room.rules))[:24]
    trades = [Trade(seat, other, Goods(cash=100), Goods(cards=(card,))) for card in cards]
    plain = [engine.codec.to_plain(Propose(seat, trade)) for trade in trades]
    return [{k: v for k, v in one.items() if k != "seat"} for one in plain]


def step(room: Room, policy: engine.bots.Policy, chance: random.Random) -> bool:
    """One move by chance; with a real deck, of cards that the policy does not see, too."""
    for seat in in_turn(room.table):
        command = policy(room.rules, room.table, seat)
        if command is not None and isinstance(room.do(command), MoveDone):
            return True
    offered = list(engine.offers(room.table, room.rules).commands)
    chance.shuffle(offered)
    return any(isinstance(room.do(command), MoveDone) for command in offered)


@pytest.mark.parametrize("rules", engine.NAMES)
@pytest.mark.parametrize("decks", ["app", "real"])
def test_two_games_that_differ_in_secrets_say_the_same(
    tmp_path: Path, rules: str, decks: str
) -> None:
    made = engine.ruleset(rules)
    options = Options(edition=made.edition, decks=decks)  # type: ignore[arg-type]
    (tmp_path / "game").mkdir()
    room = game(tmp_path / "game", rules, options=options)
    chance = random.Random(f"{rules} {decks}")
    policy = random_policy(chance.randrange)
    compared, moves = 0, 0
    while moves < MOVES and room.table.top is not None and step(room, policy, chance):
        moves += 1
        auction = room.table.auction
        bidding = auction is not None and auction.stage == "bids" and auction.sealed.bids
        if chance.random() > OFTEN * (10 if bidding else 1):
            continue
        seat = chance.choice((0, *room.table.seats, *[room.table.active] * 3))
        folders = [tmp_path / f"{moves}a", tmp_path / f"{moves}b"]
        for folder in folders:
            folder.mkdir()
        other = twin(room, seat, folders[0], chance)
        if other is None:
            continue
        language = chance.choice(LANGUAGES)
        mine = everything(same(room, folders[1]), seat, language)
        theirs = everything(other, seat, language)
        assert mine == theirs, (seat, moves)
        compared += 1
    if secret_cards(room.rules) and made.seating.hand_deck:
        assert compared >= 3


def test_after_a_take_over_it_is_as_before(tmp_path: Path) -> None:
    """The copy that goes on says to a seat and to a watcher what the game itself said to them."""
    (tmp_path / "game").mkdir()
    room = game(tmp_path / "game")
    chance = random.Random(7)
    policy = random_policy(chance.randrange)
    compared = 0
    for moves in range(1, 90):
        assert step(room, policy, chance)
        auction = room.table.auction
        if moves % 30 and not (auction is not None and auction.stage == "bids"):
            continue
        if compared >= 6:
            break
        for seat in (0, room.table.active):
            folders = [tmp_path / f"{moves}.{seat}.{which}" for which in "abc"]
            for folder in folders:
                folder.mkdir()
            other = twin(room, seat, folders[0], chance)
            if other is None:
                continue
            mine, theirs = (
                led(one, folder) for one, folder in ((room, folders[1]), (other, folders[2]))
            )
            assert mine.rows == room.rows
            assert everything(mine, seat, "id") == everything(theirs, seat, "id")
            compared += 1
    assert compared >= 6


def led(room: Room, folder: Path) -> Room:
    """The copy of a game, at the laptop that has taken it over."""
    first = Reign(0, "a" * 16, "A", "10.0.0.1:8765", "")
    copy = CopiedRoom.begin(Journal.open(folder / FILE), Copy(room.header, room.rows, (first,)))
    copy.lead(Reign(1, copy.journal.device, "B", "10.0.0.2:8765", ""))
    return copy


async def test_sizes_and_numbers_of_messages_tell_no_bid(tmp_path: Path) -> None:
    """The same auction with other bids: every frame of the others is the same until the reveal,
    and what is sealed of it as long.

    A laptop that follows is told them meanwhile.
    """
    told = []
    for number, cards in enumerate(((0, 1, 2), (4, 0, 5), (1, 1, 1))):
        folder = tmp_path / str(number)
        folder.mkdir()
        room = game(folder, seed=8)
        policy = random_policy(random.Random(3).randrange)
        while room.table.auction is None or room.table.auction.stage != "bids":
            assert step(room, policy, random.Random(1))
        bidder = room.table.auction.seats[0]
        other = next(s for s in room.table.seats if s != bidder)
        with laptops() as laptop:
            async with hosted(room) as host, keeping(host, "mine", "other", "") as devices:
                mine, seen, watcher = devices
                host.desk.door.code = "AAAAAAAA"
                second = laptop("Budi", host)
                await admitted(host, second)
                for phone, seat in ((mine, bidder), (seen, other), (watcher, 0)):
                    await phone.dial()
                    await phone.sit(seat)
                told_last = host.desk.copies._room_at
                for phone in (mine, seen):
                    await phone.copied(room.seq)
                    await phone.has(lambda store, at=told_last: store.others["room"]["seq"] == at)
                starts = [len(phone.frames) for phone in (seen, watcher)]
                seq = room.seq
                for card in cards:
                    before = room.seq
                    done = await mine.do({"type": "bid_card", "card": card})
                    assert done["type"] in ("done", "refused"), done
                    if room.seq > before:
                        for phone in (mine, seen, watcher):
                            await phone.at(room.seq)
                        for phone in (mine, seen):
                            await phone.copied(room.seq)
                laid = room.table.auction.sealed.bids
                told.append(
                    (
                        room.seq - seq,
                        [
                            [shape(frame) for frame in phone.frames[start:]]
                            for phone, start in zip((seen, watcher), starts, strict=True)
                        ],
                        [len(part["data"]) for part in mine.store.rows],
                        [len(frame) for frame in mine.frames if '"type":"done"' in frame],
                    )
                )
                assert any(b.seat == bidder for b in laid)
                assert isinstance(room.do(BidCard(bidder, 0)), MoveDone)
                await second.at(room.seq)
    assert told[0] == told[1] == told[2]
