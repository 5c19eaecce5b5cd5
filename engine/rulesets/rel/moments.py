"""When players may build, sell, mortgage, redeem, offer and borrow: in the own turn."""

from ketuk.engine.acts.asked import name, on_turn, with_time
from ketuk.engine.acts.calling import still_in
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules import auction
from ketuk.engine.rules.ruleset import AuctionTerms, Moments, RuleSet
from ketuk.engine.table import Auction, Bidding, Table


def asked_in_turn(table: Table) -> tuple[int, ...]:
    """Whose own turn waits for it, to go on, to buy or to pay: no auction and no offer is open."""
    seat = with_time(table)
    return (seat,) if seat == table.turn.seat else ()


def own_moment(table: Table, seat: int) -> Refused | None:
    """The own turn, also while a purchase or a payment waits."""
    if with_time(table) == seat == table.turn.seat:
        return None
    if table.phase == "turn" and table.turn.seat != seat:
        return refuse(Reason.NOT_YOUR_TURN, seat=table.turn.seat)
    return refuse(Reason.QUESTION_OPEN, question=name(table.top))


def to_raise(table: Table, seat: int) -> Refused | None:
    """A moment to sell or mortgage: the own turn, and while somebody else is ahead in bidding."""
    if type(table.top) is Bidding and table.auction is not None:
        return still_in(table.auction, seat)
    return own_moment(table, seat)


def any_time(table: Table, seat: int) -> Refused | None:
    """Until the game is over (R-25)."""
    return None if table.top is not None else refuse(Reason.GAME_OVER)


MOMENTS = Moments(
    who=asked_in_turn,
    build=on_turn,
    sell=to_raise,
    mortgage=to_raise,
    redeem=on_turn,
    trade=own_moment,
    conclude=any_time,
)


def first_bid(rules: RuleSet, table: Table, tile: int) -> int:
    """The least first bid, whatever the price."""
    return rules.figures["first_bid"]


def reach(rules: RuleSet, table: Table, bid_for: Auction, seat: int) -> int:
    """Cash and all that could still be raised."""
    return auction.on_credit(rules, table, seat)


def auctions(raise_by: int) -> AuctionTerms:
    """Open to all, within cash; who could not raise even so is out by itself (R-9)."""
    return AuctionTerms(
        bidders=auction.all_able,
        least=first_bid,
        raise_by=raise_by,
        limit=auction.in_cash,
        reach=reach,
    )
