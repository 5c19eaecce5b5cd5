"""A game at its end, by the shortest way."""

from screens_at_hand import AtTable, set_table

from ketuk.engine.table import Free, replace


async def ended(at: AtTable) -> None:
    """The last turn of the last round of nusantara is over."""
    now = at.table
    last = replace(now.turn, seat=3, may_roll=False)
    set_table(at, phase="turn", round=now.rounds, turn=last, agenda=(Free(3),), opened=(now.count,))
    await at.press("enter")
    await at.settle(lambda: at.on == "EndScreen")
