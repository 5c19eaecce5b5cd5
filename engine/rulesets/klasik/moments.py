"""When players may build, sell, mortgage, redeem and trade: whenever no question is open."""

from ketuk.engine.acts.asked import everybody, name, nothing_open
from ketuk.engine.acts.calling import still_in
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.ruleset import Moments
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


MOMENTS = Moments(
    who=everybody,
    build=nothing_open,
    sell=to_raise,
    mortgage=to_raise,
    redeem=nothing_open,
    trade=nothing_open,
)
