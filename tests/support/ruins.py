"""A player at the screen who cannot pay."""

from screens_at_hand import AtTable, set_table

from ketuk.engine.table import Due, Free, Options, replace
from ketuk.tui.screens.opening import begin

NAMES = ("Ayu", "Budi", "Citra", "Dewi")


async def ruined(at: AtTable, players: int, *, to: int) -> None:
    """Budi owes more than everything he has, and has not tried to raise it yet."""
    names = NAMES[:players]
    assert begin(at.app, names=names, options=Options(), box=None, ruleset="klasik")
    await at.settle(lambda: getattr(at.app.screen, "question", None) is not None)
    now, holdings = at.table, list(at.table.holdings)
    for tile in (1, 5):
        holdings[tile] = replace(holdings[tile], owner=2)
    holdings[5] = replace(holdings[5], mortgaged=True)
    people = list(now.players)
    people[1] = replace(people[1], cash=10, hand=(60,))
    turn = replace(now.turn, seat=2, may_roll=False, rolls=1)
    agenda = (Free(2), Due(2, to, 35, "tax"))
    decks = tuple(replace(d, unseen=tuple(c for c in d.unseen if c != 60)) for d in now.decks)
    set_table(at, phase="turn", turn=turn, holdings=tuple(holdings), players=tuple(people),
              agenda=agenda, opened=(now.count,) * 2, decks=decks)  # fmt: skip
    await at.settle()
