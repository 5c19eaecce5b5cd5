"""Write what this version writes into a folder beside this file, to be opened for ever.

    uv run python tests/released/keep.py 0.3.0

Of two sets a game is left in the middle and one is played to its end, and one is a copy of a game
that another laptop decides; each lies in the file of saved games and as an export. A box with a
history lies as its registry and as an export.
"""

import json
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

from ketuk import engine
from ketuk.codes.boxes import Boxes
from ketuk.codes.boxfile import exported
from ketuk.codes.registry import Registry
from ketuk.codes.sticker import BoxItem, Why
from ketuk.engine.bots import cautious_policy
from ketuk.engine.table import Options
from ketuk.rooms.gamefile import exported as exported_game
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.reign import Reign
from ketuk.rooms.room import Room

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
NAMES = ("Ayu", "Budi", "Citra", "Dewi")
BOX, COPY = "kotak", "salinan"
SETS = ("nusantara", "klasik")


def keep(folder: Path) -> None:
    """Fill a new folder."""
    folder.mkdir()
    told: dict[str, object] = {}
    with tempfile.TemporaryDirectory() as scratch, Journal.open(Path(scratch) / FILE) as journal:
        for ruleset in SETS:
            for name, most in ((f"{ruleset}-tengah", 150), (f"{ruleset}-selesai", 9_000)):
                told[name] = stands(played(journal, ruleset, name, most))
        told[COPY] = copied(journal)
        for name in told:
            content, _ = exported_game(journal, name)
            (folder / f"{name}.jsonl").write_bytes(content)
        journal.close()
        (folder / FILE).write_bytes((Path(scratch) / FILE).read_bytes())
    with tempfile.TemporaryDirectory() as scratch:
        told[BOX] = box_kept(Boxes(Path(scratch)), folder)
    (folder / "told.json").write_text(json.dumps(told, indent=1) + "\n")


def played(journal: Journal, ruleset: str, name: str, most: int) -> Room:
    """A game of cautious bots."""
    rules, policy = engine.ruleset(ruleset), cautious_policy()
    options, seed = Options(), 5
    room = Room.start(journal, rules=rules, names=NAMES, options=options, name=name, seed=seed,
                      clock=lambda: NOON)  # fmt: skip
    while room.table.top is not None and len(room.moves) < most:
        moves = (policy(rules, room.table, seat) for seat in room.table.seats)
        room.do(next(move for move in moves if move is not None))
    return room


def copied(journal: Journal) -> dict[str, object]:
    """A game that was begun here, taken over by another laptop, and is followed here."""
    room = played(journal, SETS[0], COPY, 30)
    room.lead(room.next_reign(name="Ayu", address="10.0.0.1:8765", since=""))
    room.undo(consents=frozenset(room.table.seats))
    room.redo()
    room.fence(Reign(2, "b0b0b0b0b0b0b0b0", "Budi", "10.0.0.2:8765"))
    return {**stands(room), "hosts": [row.host for row in room.rows]}


def stands(room: Room) -> dict[str, object]:
    """How a game stands."""
    return {
        "ruleset": room.header.ruleset,
        "moves": len(room.moves),
        "round": room.table.round,
        "cash": [player.cash for player in room.table.players],
        "owners": [held.owner for held in room.table.holdings],
        "levels": [held.level for held in room.table.holdings],
        "over": room.table.top is None,
    }


def box_kept(boxes: Boxes, folder: Path) -> dict[str, object]:
    """A box with cards lost, worn and misprinted; its codes in force."""
    items = [BoxItem(item.number, item.kind) for item in engine.ruleset("nusantara").items]
    made = boxes.new(items, names=[BOX], ruleset="nusantara", spares=3, now=NOON)
    box = boxes.open(next(iter(made)).box.id)
    box.reissue(box.active(27).code, reason=Why.LOST, now=NOON + timedelta(hours=1))
    spares = [s.code for s in box.stickers(None) if s.state == "spare"]
    box.reissue(
        box.active(26).code, reason=Why.DAMAGED, spare=spares[0], now=NOON + timedelta(hours=2)
    )
    box.discard(spares[1], reason=Why.MISPRINT, now=NOON + timedelta(hours=3))
    told = codes_of(box)
    (folder / "box.json").write_bytes(exported(box))
    path = box.path
    box.close()
    (folder / "box.sqlite").write_bytes(path.read_bytes())
    return told


def codes_of(box: Registry) -> dict[str, object]:
    """Every code by its state, and the codes in force by item."""
    stickers = box.stickers(None)
    return {
        "id": box.box_id,
        "states": {s.code: str(s.state) for s in stickers},
        "active": {str(s.item): s.code for s in stickers if s.state == "active"},
    }


if __name__ == "__main__":
    keep(Path(__file__).parent / sys.argv[1])
