"""Who joins at any moment of any recorded game: sees what that seat may, and can answer."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from answering import answers_on
from phones import desk_of
from recorded import GAMES, moves_of

from ketuk.engine.table import DrawCard, Reveal, Table
from ketuk.engine.waiting import waiting
from ketuk.rooms import sheet, wire
from ketuk.rooms.desk import RoomDesk
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.past import Past
from ketuk.rooms.playing import progress
from ketuk.rooms.room import Room
from ketuk.rooms.sheet import Sheet
from ketuk.tui.words import LANGUAGES

KEYS = re.compile(
    r"\b(enter|esc|tab|f\d|tekan|tekanlah|press|tecle|tecla|keys?|kekunci|digits?)\b",
    re.IGNORECASE,
)
"""How somebody answers at the laptop, in any of the languages."""


def kind_of(table: Table) -> Any:
    """What is asked, and of how many: moments of one kind show pages of one kind."""
    stage = table.auction.stage if table.auction is not None else ""
    return type(table.top).__name__, stage, bool(table.rents), len(waiting(table)) > 1


def moments(path: Path, folder: Path) -> Iterator[Room]:
    """The game of a recording, open at the first moment of each kind."""
    header = json.loads(path.open().readline())
    rules, moves = moves_of(path)
    with Journal.open(folder / FILE) as journal:
        begun = Room.start(
            journal, rules=rules, names=header["players"], options=moves[0].table.options, seed=1
        )
        seen = set[Any]()
        for at, move in enumerate(moves):
            kind = kind_of(move.table)
            if kind in seen:
                continue
            seen.add(kind)
            headed = msgspec.structs.replace(begun.header, game=f"{at}")
            journal.create(headed, [move.row], progress(move.table))  # what follows is kept there
            past = Past(moves[0].row)
            for one in moves[1 : at + 1]:
                past.take(one.row, one.table)
            yield Room(journal, headed, rules, past, ticks=lambda: 0.0)


def joined(desk: RoomDesk, seat: int, language: str) -> Sheet:
    """The page of a device that comes now and takes a seat (0: looks on)."""
    connection = desk.connect("here")
    hello = wire.Hello(build=wire.BUILD, device="d" * 8, language=language, code=desk.door.code)
    (welcome,) = desk.take(connection, hello)
    assert isinstance(welcome, wire.Welcome)
    free = {one.seat for one in welcome.seats if not one.taken}
    if seat not in free | {0}:
        assert seat not in desk.room.table.seats, "who has left has no seat to come back to"
        return desk.teller(connection).sheet(seat, desk.around())
    (sat,) = desk.take(connection, wire.SeatMessage(seat=seat, name=""))
    assert isinstance(sat, wire.Welcome), sat
    assert sat.seat == seat
    return desk.teller(connection).sheet(seat, desk.around())


def texts(part: Any) -> Iterator[str]:
    """All that is read on a page."""
    if isinstance(part, dict):
        for key, value in part.items():
            if key not in ("cmd", "cmds", "fills", "kind", "why", "language", "terms"):
                yield from texts(value)
    elif isinstance(part, list | tuple):
        for value in part:
            yield from texts(value)
    elif isinstance(part, str):
        yield part


def asks_card(room: Room) -> bool:
    """Whether a card of a real deck is what answers."""
    top = room.table.top
    return isinstance(top, DrawCard | Reveal) and top.by_hand(room.table.options)


@pytest.mark.parametrize("path", GAMES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_at_any_moment(tmp_path: Path, path: Path) -> None:
    chance = random.Random(path.stem)
    looked = 0
    for room in moments(path, tmp_path):
        table, waited = room.table, waiting(room.table)
        desk = desk_of(room)
        idle = sorted({0, *table.seats} - set(waited))
        seats = (*waited[:2], chance.choice(idle))
        pages = {
            seat: joined(desk, seat, LANGUAGES[(looked + seat) % len(LANGUAGES)]) for seat in seats
        }
        looked += 1
        for seat, page in pages.items():
            told = [text for text in texts(page.model_dump()) if KEYS.search(text)]
            assert told == [], "it tells of keys that no phone has"
            assert page.mine == (seat in waited)
            assert page.over == (table.top is None)
            held = table.player(seat).hand if seat else ()
            assert len(page.hand or ()) == len(held)
            if not seat:
                own = (page.fields, page.always, page.back, page.purse, page.deeds)
                assert not any(own)
                assert page.hand is None
        if table.top is None:
            continue
        assert waited, "the table waits for nobody"
        if asks_card(room):
            (card,) = pages[waited[0]].fields
            assert isinstance(card, sheet.CardField)
            continue
        ways = {seat: ways for seat in pages if (ways := list(answers_on(pages[seat])))}
        assert ways, (table.top, "nobody who is waited for has anything to answer with")
        seat = chance.choice(sorted(ways))
        connection = next(c for c in desk.connections.values() if c.seat == seat)
        do = wire.DoMessage(id="one", ask=room.question, cmds=chance.choice(ways[seat]))
        (answer,) = desk.take(connection, do)
        assert isinstance(answer, wire.DoneMessage), (do, answer)
    assert looked >= 3
