"""When players may build, sell, mortgage, redeem and trade: whenever no question is open."""

from ketuk.engine.acts.asked import anybody_free, name, nothing_open
from ketuk.engine.acts.calling import still_in
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules import auction
from ketuk.engine.rules.debt import raisable
from ketuk.engine.rules.ruleset import AuctionTerms, Moments, RuleSet
from ketuk.engine.rulesets.klasik.shortage import of_building
from ketuk.engine.table import Auction, Bidding, BuyChoice, Due, Free, Table


def to_raise(table: Table, seat: int) -> Refused | None:
    """A moment to sell or mortgage: any free one, and whenever money is about to matter (K-17).

    That is before an own purchase, with an own payment due, and while somebody else is ahead in
    the bidding for a property.
    """
    top = table.top
    match top:
        case Free():
            return None
        case Due() | BuyChoice():
            return None if top.seat == seat else refuse(Reason.NOT_YOUR_TURN, seat=top.seat)
        case Bidding() if table.auction is not None and may_borrow(table.auction):
            return still_in(table.auction, seat)
        case _:
            return refuse(Reason.QUESTION_OPEN, question=name(top))


def may_borrow(auction: Auction) -> bool:
    """Whether bidders may raise money meanwhile: not for a building, whose set must stay whole."""
    return not of_building(auction)


def reach(rules: RuleSet, table: Table, bid_for: Auction, seat: int) -> int:
    """Cash, and what could still be raised if bidders may raise money meanwhile."""
    cash = table.player(seat).cash
    return cash + raisable(rules, table, seat) if may_borrow(bid_for) else cash


AUCTIONS = AuctionTerms(
    bidders=auction.all_able,
    least=auction.from_one_step,
    raise_by=1,
    limit=auction.in_cash,
    reach=reach,
)
"""Open to all, from any price, within cash (K-4, K-5)."""


MOMENTS = Moments(
    who=anybody_free,
    build=nothing_open,
    sell=to_raise,
    mortgage=to_raise,
    redeem=nothing_open,
    trade=nothing_open,
)
