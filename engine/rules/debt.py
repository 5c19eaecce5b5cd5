"""What a seat could still raise when a payment is due."""

from collections.abc import Mapping

from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.remembering import last_asked
from ketuk.engine.rules.buildings import clearance
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import NOWHERE, Charge, Due, Holding, Table, Trade, replace


def anything_to_raise(rules: RuleSet, table: Table, seat: int, short: int) -> bool:
    """Whether a seat has a building to sell or a property to mortgage, enough or not."""
    hammer = table.auction.tile if table.auction is not None else NOWHERE
    for tile in rules.board.deeds:
        holding = table.holdings[tile]
        if holding.owner != seat:
            continue
        pawnable = not holding.mortgaged and tile != hammer
        if holding.level or (pawnable and rules.mortgaging.bare(rules, table, tile)):
            return True
    return False


def raisable(rules: RuleSet, table: Table, seat: int) -> int:
    """What selling every building and mortgaging every property of a seat would bring."""
    known = _raisable(rules, table.holdings)
    if seat not in known:
        known[seat] = _to_raise(rules, table, seat)
    return known[seat]


@last_asked
def _raisable(rules: RuleSet, holdings: tuple[Holding, ...]) -> dict[int, int]:
    """By seat, what was found so far: an auction on credit asks while no property changes."""
    return {}


def _to_raise(rules: RuleSet, table: Table, seat: int) -> int:
    amount = 0
    for tile in table.owned(seat):
        held = table.holdings[tile]
        if not held.mortgaged:
            if held.level:
                amount += clearance(rules, table, tile)[0]
            bare = _bare(table, tile) if held.level else table
            amount += rules.mortgaging.value(rules, bare, tile)
    return amount


def _bare(table: Table, tile: int) -> Table:
    """The table without the buildings of a tile."""
    held = table.holdings[tile]
    holdings = (*table.holdings[:tile], replace(held, level=0), *table.holdings[tile + 1 :])
    return replace(table, holdings=holdings)


def enough_to_raise(rules: RuleSet, table: Table, seat: int, short: int) -> bool:
    """Whether selling and mortgaging all would bring what is missing."""
    return raisable(rules, table, seat) >= short


def may_wait(rules: RuleSet, table: Table, seat: int, short: int) -> bool:
    """A payment waits until the cash covers it, whatever can be raised: a ``Ruin.must_raise``."""
    return True


def waiting_for(table: Table, seat: int) -> int:
    """What a seat has to pay and has not: open rents, asked for or not, and payments that wait."""
    waits = sum([r.bill.total for r in table.rents if r.lander == seat]) if table.rents else 0
    for task in table.agenda:
        if (type(task) is Due or type(task) is Charge) and task.seat == seat:
            waits += task.amount
    return waits


def still_covered(
    rules: RuleSet, table: Table, trade: Trade, fees: Mapping[int, int]
) -> Refused | None:
    """Whether both sides of a trade can raise what they have to pay as well as before it.

    A trade may not lower what cash, sales and mortgages of a payer cover below the sum that waits.

    Args:
        fees: by seat, what the trade costs it besides (interest on mortgages taken over).
    """
    after: Table | None = None
    for seat in (trade.proposer, trade.partner):
        if not (amount := waiting_for(table, seat)):
            continue
        after = after or _traded(table, trade)
        reach = after.player(seat).cash + raisable(rules, after, seat) - fees.get(seat, 0)
        if reach < min(amount, table.player(seat).cash + raisable(rules, table, seat)):
            short = amount - reach
            ruling = rules.cite("trade_covered")
            return refuse(Reason.TRADE_UNCOVERED, ruling, seat=seat, amount=amount, short=short)
    return None


def _traded(table: Table, trade: Trade) -> Table:
    """The table with the goods of a trade handed over, cards left out."""
    owners = dict.fromkeys(trade.give.tiles, trade.partner)
    owners |= dict.fromkeys(trade.take.tiles, trade.proposer)
    holdings = [
        replace(h, owner=owners[t]) if t in owners else h for t, h in enumerate(table.holdings)
    ]
    more = {trade.proposer: trade.take.cash - trade.give.cash}
    more[trade.partner] = -more[trade.proposer]
    players = [replace(p, cash=p.cash + more.get(s, 0)) for s, p in enumerate(table.players, 1)]
    return replace(table, holdings=tuple(holdings), players=tuple(players))
