"""Saved games on disk, for tests that continue them in a process of its own."""

from datetime import UTC, datetime
from pathlib import Path

from ketuk import engine
from ketuk.codes.registry import Registry
from ketuk.codes.sticker import BoxItem
from ketuk.engine.bots import cautious_policy
from ketuk.engine.table import Options
from ketuk.rooms.answers import MoveDone
from ketuk.rooms.journal import FILE, Journal
from ketuk.rooms.room import Room
from ketuk.tui.boxes.box import DEMO, boxes

NAMES = ("Ayu", "Budi", "Citra", "Dewi", "Eka", "Fajar", "Gita", "Hadi")


def saved_game(
    data: Path,
    *,
    moves: int = 0,
    ruleset: str = "nusantara",
    players: int = 3,
    seed: int = 5,
    box: bool = True,
) -> str:
    """A game of so many moves, or up to its last, begun with a box or without any; its name."""
    data.mkdir(parents=True, exist_ok=True)
    registry = _box(data, ruleset)
    rules, policy = engine.ruleset(ruleset), cautious_policy()
    with registry, Journal.open(data / FILE) as journal:
        room = Room.start(
            journal,
            rules=rules,
            names=NAMES[:players],
            options=Options(),
            seed=seed,
            registry=registry if box else None,
        )
        while len(room.moves) < moves and room.table.top is not None:
            found = (policy(rules, room.table, seat) for seat in room.table.seats)
            command = next(c for c in found if c is not None)
            assert isinstance(room.do(command), MoveDone)
        if room.table.top is None:
            room.undo(consents=frozenset(room.table.seats))
        return room.name


def _box(data: Path, ruleset: str) -> Registry:
    items = [BoxItem(item.number, item.kind) for item in engine.ruleset(ruleset).items]
    made = boxes(data).new(items, names=[DEMO], ruleset=ruleset, now=datetime.now(UTC))
    return boxes(data).open(next(iter(made)).box.id)
