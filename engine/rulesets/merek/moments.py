"""When players may build, sell, mortgage, redeem and trade, and how open auctions go."""

from ketuk.engine.acts.asked import name, with_time
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules import auction
from ketuk.engine.rules.ruleset import AuctionTerms, Moments, RuleSet
from ketuk.engine.rulesets.merek.counts import OFFERS, counted
from ketuk.engine.table import Auction, Auctioneer, Free, Table

LAPSED, OWN = "lapsed", "own"
"""Why of an auction: of a property whose mortgage has run out, of one's own mortgaged one."""


def before_roll(table: Table, seat: int) -> Refused | None:
    """The own turn, before a roll of it."""
    top = table.top
    if type(top) is Free:
        return None if top.seat == seat else refuse(Reason.NOT_YOUR_TURN, seat=top.seat)
    return refuse(Reason.QUESTION_OPEN, question=name(top))


def who(table: Table) -> tuple[int, ...]:
    """Before a roll, at a purchase and with a payment due, whoever is asked."""
    seat = with_time(table)
    return (seat,) if seat else ()


def asked_oneself(table: Table, seat: int) -> Refused | None:
    """As ``who`` has it."""
    asked = with_time(table)
    if asked == seat:
        return None
    if asked:
        return refuse(Reason.NOT_YOUR_TURN, seat=asked)
    return refuse(Reason.QUESTION_OPEN, question=name(table.top))


def moments(most: int) -> Moments:
    """When what may be done; ``most`` offers of trades in a turn (M-15)."""

    def may_offer(table: Table, seat: int) -> Refused | None:
        if refused := asked_oneself(table, seat):
            return refused
        spent = counted(table, OFFERS, seat) >= most
        return refuse(Reason.OFFERS_MADE, "M-15", most=most) if spent else None

    return Moments(
        who=who,
        build=before_roll,
        sell=asked_oneself,
        mortgage=asked_oneself,
        redeem=before_roll,
        trade=may_offer,
    )


def bidders(rules: RuleSet, table: Table, task: Auctioneer) -> tuple[int, ...]:
    """All but who declined or sells (M-7); all if a mortgage has run out (M-13)."""
    if task.why == LAPSED:
        return table.seats
    return tuple(sorted([s for s in table.seats if s != task.leader]))


def from_the_price(rules: RuleSet, table: Table, tile: int) -> int:
    """The first bid is the printed price at least (M-8)."""
    return rules.board.deed(tile).price


def reach(rules: RuleSet, table: Table, bid_for: Auction, seat: int) -> int:
    """What can be raised counts already."""
    return auction.on_credit(rules, table, seat)


AUCTIONS = AuctionTerms(
    bidders=bidders,
    least=from_the_price,
    raise_by=100,
    limit=auction.on_credit,
    reach=reach,
    rotation=True,
)
"""In rotation, from the full price, on credit."""
