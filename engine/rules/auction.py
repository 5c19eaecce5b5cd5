"""Bid cards, what they are worth, and who leads."""

from functools import cache

from ketuk.engine.board import Deed
from ketuk.engine.items import BID_CARDS
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.debt import raisable
from ketuk.engine.rules.money import nearest
from ketuk.engine.rules.ruleset import RuleSet, Sealed
from ketuk.engine.rules.victory import TRACK_BOXES, track
from ketuk.engine.table import Auction, Auctioneer, SealedBid, Table


def bid_value(rules: RuleSet, tile: int, card: int) -> int:
    """What a bid card stands for: quarters of the price, to the nearest step (4.2.12, 4.10.1)."""
    deed: Deed = rules.board.deed(tile)
    return nearest(deed.price, rules.meta.step, times=card, per=4)


@cache
def bid_values(price: int, step: int) -> tuple[int, ...]:
    """What each bid card stands for at that price, rising."""
    return tuple(nearest(price, step, times=card, per=4) for card in range(BID_CARDS))


def bidders(rules: RuleSet, table: Table, tile: int) -> tuple[int, ...]:
    """Who may bid: not in debt, and one more such property allowed (4.8.1, 4.8.2)."""
    return tuple(
        s
        for s in table.seats
        if not table.in_debt(s) and rules.may_own(rules, table, s, tile) is None
    )


def may_bid(rules: RuleSet, table: Table, auction: Auction, seat: int, card: int) -> Refused | None:
    """Whether a bid card may be laid (4.2.4, 4.2.11); the refusal shows no figure.

    Where bids are not checked, only the exchanged card is held to cash.
    """
    if seat not in auction.seats:
        if project := rules.may_own(rules, table, seat, auction.tile):
            return project
        reason = Reason.IN_DEBT if table.in_debt(seat) else Reason.NOT_BIDDING
        return refuse(reason, rules.cite("nobody_bids"), tile=auction.tile)
    if not 0 <= card < BID_CARDS:
        return refuse(Reason.NO_SUCH_BID)
    return value_fits(rules, table, auction, seat, bid_value(rules, auction.tile, card))


def value_fits(
    rules: RuleSet, table: Table, auction: Auction, seat: int, value: int
) -> Refused | None:
    """Whether a bidder may bid that much: within cash, and nothing or the minimum."""
    least, within_cash = bid_bounds(rules, table, auction)
    if within_cash and value > table.player(seat).cash:
        return refuse(Reason.BID_ABOVE_CASH, rules.cite("unpaid_bid"))
    if 0 < value < least:
        return refuse(Reason.BID_BELOW_MINIMUM, rules.cite("lowest_bid"), minimum=auction.minimum)
    return None


def bid_bounds(rules: RuleSet, table: Table, auction: Auction) -> tuple[int, bool]:
    """The least that a sealed bid may be, nothing left aside, and whether cash is its most."""
    if sealed(rules).checked(table.options):
        return auction.minimum, True
    return 0, auction.stage == "swap"


def counting(rules: RuleSet, auction: Auction) -> list[tuple[int, SealedBid]]:
    """Bids that count, the highest first: (value, bid)."""
    valued = [(bid_value(rules, auction.tile, b.card), b) for b in auction.sealed.bids]
    least = max(auction.minimum, 1)
    return sorted((v for v in valued if v[0] >= least), key=lambda v: (-v[0], v[1].seat))


def leaders(rules: RuleSet, table: Table, auction: Auction) -> tuple[int, tuple[int, ...]]:
    """The highest bid and who of its bidders leads by what stood at the reveal (4.2.3).

    Several seats left: dice decide.
    """
    counted = counting(rules, auction)
    if not counted:
        return 0, ()
    top = [bid.seat for value, bid in counted if value == counted[0][0]]
    rank = sealed(rules).rank
    ranked = [(rank(table.options, s), s.seat) for s in auction.sealed.standings if s.seat in top]
    lowest = min(key for key, _ in ranked)
    return counted[0][0], tuple(seat for key, seat in ranked if key == lowest)


def box_of(worth: int) -> int:
    """The box of the wealth track in all rounds of it; below zero the marker stands at 0."""
    box, rounds = track(worth)
    return rounds * TRACK_BOXES + box


def sealed(rules: RuleSet) -> Sealed:
    """How this set holds sealed bids, if an auction of it is sealed."""
    if rules.sealed is None:
        raise ValueError(f"{rules.meta.id} has no sealed bids")
    return rules.sealed


# --- open bids: parts of the terms of an auction -----------------------------------------------


def all_able(rules: RuleSet, table: Table, task: Auctioneer) -> tuple[int, ...]:
    """Everybody who may have the property, the seat that brought it here too."""
    return bidders(rules, table, task.tile)


def from_one_step(rules: RuleSet, table: Table, tile: int) -> int:
    """Any price is a first bid."""
    return rules.meta.step


def in_cash(rules: RuleSet, table: Table, seat: int) -> int:
    """No bid above the cash in hand."""
    return table.player(seat).cash


def on_credit(rules: RuleSet, table: Table, seat: int) -> int:
    """A bid may be as high as cash and all that a seat can raise."""
    return table.player(seat).cash + raisable(rules, table, seat)
