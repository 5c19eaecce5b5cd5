"""A game that goes on at another laptop holds no box here (ruling 4.6.9)."""

from datetime import UTC, datetime
from pathlib import Path

from boxes_at_hand import make_box
from tables import begun, bot_move, journal_in

from ketuk import engine
from ketuk.codes.registry import Registry
from ketuk.codes.sticker import BoxItem
from ketuk.rooms.answers import Fenced, MoveDone
from ketuk.rooms.lease import InUse, Lease
from ketuk.rooms.reign import Reign
from ketuk.tui.scans import Scans
from ketuk.tui.session import Session
from ketuk.tui.words import Words


def test_4_6_9_a_fenced_game_gives_its_box_back_and_takes_it_again_with_the_game(
    tmp_path: Path,
) -> None:
    items = tuple(BoxItem(item.number, item.kind) for item in engine.ruleset("nusantara").items)
    with make_box(tmp_path, items=items) as box:
        lease = taken(box)
        assert isinstance(lease, Lease)
        room = begun(journal_in(tmp_path), registry=box)
        words = Words("id")
        session = Session(room, words, Scans(words), lease)
        assert isinstance(taken(box), InUse)
        room.fence(Reign(1, "b", "Budi"))
        other = taken(box)
        assert isinstance(other, Lease)
        mine = room.next_reign(name="Ayu", address="", since="")
        assert isinstance(session.lead(mine), InUse)
        assert isinstance(room.do(bot_move(room.rules, room.table)), Fenced)
        other.release()
        assert session.lead(mine) is None
        assert isinstance(room.do(bot_move(room.rules, room.table)), MoveDone)
        assert isinstance(taken(box), InUse)
        session.close()


def taken(box: Registry) -> Lease | InUse:
    return Lease.take(box, game="lain", now=datetime.now(UTC))
