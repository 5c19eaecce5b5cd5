"""Mortgages with a term, their auctions when it is over, and one's own auction before that."""

from ketuk.engine.acts import calling
from ketuk.engine.acts.building import release
from ketuk.engine.acts.mortgaging import own_property
from ketuk.engine.acts.owing import demand
from ketuk.engine.causes import AcquiredBy, AuctionEnd, BillBase, PaidFor, ReleasedBy
from ketuk.engine.commands import AnyCommand, PutUp
from ketuk.engine.draft import Draft
from ketuk.engine.events import Acquired, AuctionClosed, MortgageSet, StateChanged
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.rent import bill
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.rulesets.merek import moments
from ketuk.engine.rulesets.merek.counts import PUT_UP, TERM, count, counted
from ketuk.engine.states import Tally
from ketuk.engine.table import (
    BANK,
    Auction,
    Auctioneer,
    CloseRound,
    Deliver,
    Due,
    Free,
    Table,
)


def redeeming(rules: RuleSet, table: Table, tile: int) -> int:
    """So many percent of the price, down."""
    return rules.board.deed(tile).price * rules.figures["redeem"] // 100


def worth_redeemed(rules: RuleSet, table: Table, seat: int) -> int:
    """As the ranking has it, less what redeeming would cost: a ``RuleSet.appraised``."""
    pledged = table.mortgaged(table.owned(seat))
    return rules.net_worth(rules, table, seat) - sum([redeeming(rules, table, t) for t in pledged])


def note_term(draft: Draft, tile: int) -> None:
    """Keep in which round a property was mortgaged, and forget it if it is no longer."""
    table = draft.table
    tally, mortgaged = table.state(Tally), table.holdings[tile].mortgaged
    noted = tally.noting(TERM, tile, table.round if mortgaged else 0)
    if noted is not tally:
        draft.add(StateChanged(noted))


def lapsed(rules: RuleSet, table: Table) -> tuple[int, ...]:
    """Properties whose mortgage ends with this round, the oldest first (M-13)."""
    if not (term := rules.figures["term"]):
        return ()
    since, holdings = table.state(Tally).numbers(TERM), table.holdings
    ended = [(r, t) for t, r in since if r + term <= table.round and holdings[t].mortgaged]
    return tuple([t for _, t in sorted(ended)])


def lapse_next(draft: Draft, task: CloseRound) -> bool:
    """The next lost property comes under the hammer, bare; whether there was one."""
    tiles = lapsed(draft.rules, draft.table)
    if tiles:
        release(draft, tiles[0], ReleasedBy("lapsed"))
        note_term(draft, tiles[0])
        last = draft.table.clockwise(draft.table.opener)[-1]
        draft.plan(Auctioneer(tiles[0], last, moments.LAPSED))
    return bool(tiles)


# --- one's own auction -------------------------------------------------------------------------


def may_put_up(rules: RuleSet, table: Table, seat: int, tile: int) -> Refused | None:
    """Whether an own mortgaged property may be auctioned: before a roll or in debt, once a turn."""
    if not rules.figures["own_auction"]:
        return refuse(Reason.NOT_ASKED)
    at_leisure = isinstance(table.top, Free)
    owing = isinstance(table.top, Due) and table.top.amount > table.player(table.top.seat).cash
    if not (at_leisure or owing):
        return refuse(Reason.QUESTION_OPEN)
    if refused := moments.asked_oneself(table, seat) or own_property(rules, table, seat, tile):
        return refused
    if not table.holdings[tile].mortgaged:
        return refuse(Reason.NOT_MORTGAGED, tile=tile)
    return refuse(Reason.PUT_UP_ALREADY, tile=tile) if counted(table, PUT_UP, tile) else None


def ways_to_put_up(rules: RuleSet, table: Table, seat: int) -> list[AnyCommand]:
    """Every own property that may be auctioned now."""
    if not rules.figures["own_auction"]:
        return []
    tiles = table.owned(seat)
    return [PutUp(seat, t) for t in tiles if may_put_up(rules, table, seat, t) is None]


def put_up(draft: Draft, command: PutUp) -> Refused | None:
    """Bring it under the hammer; the others bid."""
    seat, tile = command.seat, command.tile
    if refused := may_put_up(draft.rules, draft.table, seat, tile):
        return refused
    count(draft, PUT_UP, tile)
    draft.plan(Auctioneer(tile, seat, moments.OWN, seat))
    return None


def unsold(auction: Auction) -> AuctionEnd:
    """How an auction closes without a bid: the bank keeps it, or its owner."""
    return AuctionEnd("kept" if auction.seller else "unsold")


def hammer(draft: Draft, auction: Auction) -> None:
    """The winner has the property once the price is paid: to the bank, or by parts to the seller.

    Of one's own auction the bank keeps what redeeming would have cost.
    """
    if not auction.seller:
        calling.sell_property(draft, auction)
        return
    seat, tile, price = auction.high_seat, auction.tile, auction.high
    kept = redeeming(draft.rules, draft.table, tile)
    draft.plan(Deliver(seat, tile, price))
    won = bill(tile, price, BillBase("bid"))
    demand(
        draft, Due(seat, auction.seller, price, PaidFor("price"), bill=won, shares=((BANK, kept),))
    )


def deliver(draft: Draft, task: Deliver) -> bool:
    """The price is paid: the property changes hands without its mortgage."""
    auction = draft.table.auction
    if auction is None or not auction.seller:
        return calling.deliver(draft, task)
    draft.done()
    draft.add(Acquired(task.seat, task.tile, auction.seller, AcquiredBy("auction"), task.price))
    draft.add(MortgageSet(task.seat, task.tile, mortgaged=False, why="auction"))
    draft.add(AuctionClosed(task.tile, AuctionEnd("sold")))
    return True
