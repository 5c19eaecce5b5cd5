"""Which sound a live row makes, if any: one, whatever all has happened in it."""

from collections.abc import Collection

from ketuk.engine.events import GameEnded, Paid
from ketuk.engine.table import Table
from ketuk.rooms.answers import Changed
from ketuk.tui.sound.tones import SoundName


def sound_of(changed: Changed, before: Table, people: Collection[int]) -> SoundName | None:
    """The end, a person's turn, money of a person; rows that were not made just now are silent."""
    if changed.kind != "move" or changed.caught_up:
        return None
    if any(isinstance(e, GameEnded) for e in changed.events):
        return "end"
    turn = changed.table.turn.seat
    if turn != before.turn.seat and turn in people:
        return "turn"
    paid = (e for e in changed.events if isinstance(e, Paid) and e.amount)
    return "money" if any({e.payer, e.payee} & set(people) for e in paid) else None
