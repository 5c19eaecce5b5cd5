"""Sealed auctions: mortgage window, bids, reveal, exchange of a card, settlement."""

from bisect import bisect_left, bisect_right
from functools import cache

from ketuk.engine.acts.asked import asked
from ketuk.engine.acts.buying import price_with, use_discount
from ketuk.engine.acts.owing import demand, transfer
from ketuk.engine.acts.rolling import by_dice
from ketuk.engine.causes import AcquiredBy, AuctionEnd, BidVoidFor, CardUsedFor, PaidFor, ThrownFor
from ketuk.engine.commands import BidCard, Concede, GoOn, Pay, Ready
from ketuk.engine.draft import Draft
from ketuk.engine.events import (
    Acquired,
    AuctionClosed,
    AuctionOpened,
    AuctionWon,
    BidLaid,
    BidsRevealed,
    BidSwapped,
    BidVoid,
    CardUsed,
    SeatReady,
    SwapGranted,
)
from ketuk.engine.items import BID_CARDS
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.auction import (
    bid_bounds,
    bid_value,
    bid_values,
    bidders,
    leaders,
    may_bid,
    sealed,
)
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import (
    BANK,
    POT,
    Auction,
    Auctioneer,
    Bidding,
    Due,
    PayPrice,
    SealedBid,
    Settle,
    Standing,
    Table,
)


def open_auction(draft: Draft, task: Auctioneer) -> bool:
    """A property comes under the hammer, or stays where it is since nobody may bid."""
    draft.done()
    rules, table = draft.rules, draft.table
    seats = bidders(rules, table, task.tile)
    if not seats:
        how = AuctionEnd("kept" if task.seller else "nobody")
        topic = "" if task.seller else "nobody_bids"
        draft.add(AuctionClosed(task.tile, how, rules.cite(topic)))
        return True
    least = rules.board.deed(task.tile).least_bid
    auction = Auction(task.tile, seats, task.leader, task.why, minimum=least, seller=task.seller)
    draft.add(AuctionOpened(auction))
    draft.plan(Bidding())
    return True


def bidding(table: Table, seat: int, *stages: str) -> Auction | Refused:
    """The auction on the table, in one of these stages; or why there is none for that seat."""
    if type(table.top) is not Bidding or table.auction is None:
        return refuse(Reason.NOT_ASKED)
    if table.auction.stage not in stages:
        window = table.auction.stage == "window"
        return refuse(Reason.WINDOW_OPEN if window else Reason.NOT_ASKED)
    return table.auction


def may_be_ready(table: Table, seat: int) -> Refused | None:
    """Whether a bidder can say that it is done with mortgaging."""
    auction = bidding(table, seat, "window")
    if type(auction) is Refused:
        return auction
    if seat not in auction.seats or seat in auction.sealed.ready:
        return refuse(Reason.NOT_BIDDING if seat not in auction.seats else Reason.NOT_ASKED)
    return None


def ready(draft: Draft, command: Ready) -> Refused | None:
    """Done with mortgaging; when all bidders are, bids begin."""
    if refused := may_be_ready(draft.table, command.seat):
        return refused
    draft.add(SeatReady(command.seat))
    return None


def may_lay(rules: RuleSet, table: Table, seat: int, card: int) -> Refused | None:
    """Whether a bid card may be laid now: before the reveal, or as the granted exchange."""
    auction = bidding(table, seat, "bids", "swap")
    if type(auction) is Refused:
        return auction
    if auction.stage == "swap" and auction.sealed.declared[0][0] != seat:
        return refuse(Reason.NOT_YOUR_TURN, rules.cite("swap"), seat=auction.sealed.declared[0][0])
    return may_bid(rules, table, auction, seat, card)


def lay_bid(draft: Draft, command: BidCard) -> Refused | None:
    """Lay a bid card; another one of the same seat replaces it until the reveal."""
    seat, card = command.seat, command.card
    if refused := may_lay(draft.rules, draft.table, seat, card):
        return refused
    assert draft.table.auction is not None
    if draft.table.auction.stage == "bids":
        draft.add(BidLaid(seat, card))
        return None
    draft.add(BidSwapped(seat, card, draft.rules.cite("swap")))
    draft.done()
    draft.plan(Settle())
    return None


def may_close(table: Table, seat: int) -> Refused | None:
    """Whether the leader of the auction may turn the bids over, or go on after the reveal."""
    auction = bidding(table, seat, "bids", "revealed")
    if type(auction) is Refused:
        return auction
    if seat != auction.leader:
        return refuse(Reason.NOT_YOUR_TURN, seat=auction.leader)
    laid = [b.seat for b in auction.sealed.bids]
    if missing := [s for s in auction.seats if s not in laid]:
        return refuse(Reason.BIDS_MISSING, seat=min(missing), count=len(missing))
    return None


def close_stage(draft: Draft, command: GoOn) -> Refused | None:
    """The leader turns the bids over; then, when nobody else wants to exchange, settles."""
    if refused := may_close(draft.table, command.seat):
        return refused
    auction = draft.table.auction
    assert auction is not None
    if auction.stage == "bids":
        draft.add(BidsRevealed(_in_seat_order(auction), _standings(draft, auction)))
    elif auction.sealed.declared:
        _grant(draft, auction)
    else:
        draft.done()
        draft.plan(Settle())
    return None


def _in_seat_order(auction: Auction) -> tuple[SealedBid, ...]:
    return tuple(sorted(auction.sealed.bids, key=lambda b: b.seat))


def _standings(draft: Draft, auction: Auction) -> tuple[Standing, ...]:
    table, rules = draft.table, draft.rules
    return tuple(
        Standing(s, rules.net_worth(rules, table, s), table.player(s).cash) for s in auction.seats
    )


def _grant(draft: Draft, auction: Auction) -> None:
    cards = dict(auction.sealed.declared)
    seat = next(s for s in draft.table.clockwise(auction.leader) if s in cards)
    draft.add(SwapGranted(seat))
    draft.add(
        CardUsed(seat, cards[seat], draft.rules.cards[cards[seat]].deck, CardUsedFor("played"))
    )


def settle_auction(draft: Draft, task: Settle) -> bool:
    """The highest counting bid wins; ties by standing, then dice; nobody: it stays."""
    draft.done()
    auction = draft.table.auction
    assert auction is not None
    value, lead = leaders(draft.rules, draft.table, auction)
    if not lead:
        how = AuctionEnd("kept" if auction.seller else "unsold")
        topic = "" if auction.seller else _unsold_topic(auction)
        draft.add(AuctionClosed(auction.tile, how, draft.rules.cite(topic)))
        return True
    by_dice(draft, ThrownFor("auction"), lead, (value, *lead))
    return True


def _unsold_topic(auction: Auction) -> str:
    """Nobody bid, or only cards below the lowest bid lie there."""
    return "lowest_bid" if any(bid.card for bid in auction.sealed.bids) else "all_zero"


def hammer(draft: Draft, result: tuple[int, ...], about: tuple[int, ...]) -> None:
    """The hammer falls for a seat; it pays, or concedes what it cannot pay."""
    auction = draft.table.auction
    assert auction is not None
    seat, value = result[0], about[0]
    tied = about[1:] if len(about) > 2 else ()
    ruling = draft.rules.cite(_tie_topic(draft, auction, value))
    draft.add(AuctionWon(seat, auction.tile, value, tied, ruling))
    draft.plan(PayPrice(seat, auction.tile, value))


def _tie_topic(draft: Draft, auction: Auction, value: int) -> str:
    """The topic of what decided between equal bids."""
    rules, bids = draft.rules, auction.sealed.bids
    top = [b.seat for b in bids if bid_value(rules, auction.tile, b.card) == value]
    if len(top) < 2:
        return ""
    tied = tuple(s for s in auction.sealed.standings if s.seat in top)
    return sealed(rules).tie_topic(draft.table.options, tied)


def may_pay_price(rules: RuleSet, table: Table, seat: int, card: int = 0) -> Refused | None:
    """Whether the winner can pay the price, with a discount card or without."""
    if refused := asked(table, seat, PayPrice):
        return refused
    top = table.top
    assert isinstance(top, PayPrice)
    price = price_with(rules, table, seat, top.price, card)
    if type(price) is Refused:
        return price
    if (cash := table.player(seat).cash) < price:
        return refuse(Reason.SHORT_OF_CASH, rules.cite("unpaid_bid"), short=price - cash)
    return None


def pay_price(draft: Draft, command: Pay) -> Refused | None:
    """The winner pays: to the bank, or to the pot if the property was somebody's."""
    rules, seat = draft.rules, command.seat
    if refused := may_pay_price(rules, draft.table, seat, command.card):
        return refused
    top, auction = draft.table.top, draft.table.auction
    assert isinstance(top, PayPrice)
    assert auction is not None
    price = price_with(rules, draft.table, seat, top.price, command.card)
    assert isinstance(price, int)
    draft.done()
    use_discount(draft, seat, command.card, top.tile)
    transfer(draft, seat, POT if auction.seller else BANK, price, PaidFor("price"), tile=top.tile)
    _hand_over(draft, auction, seat, price)
    draft.add(AuctionClosed(top.tile, AuctionEnd("sold")))
    return None


def _hand_over(draft: Draft, auction: Auction, seat: int, price: int) -> None:
    tile, seller = auction.tile, auction.seller
    if seat == seller:
        return
    draft.add(Acquired(seat, tile, seller, AcquiredBy("auction"), price))
    if seller and not draft.table.holdings[tile].mortgaged:
        value = draft.rules.mortgaging.value(draft.rules, draft.table, tile)
        transfer(draft, BANK, seller, value, PaidFor("compensation"), tile=tile)


def may_concede(table: Table, seat: int) -> Refused | None:
    """Whether a winner may give up: only one that cannot pay."""
    if refused := asked(table, seat, PayPrice):
        return refused
    top = table.top
    assert isinstance(top, PayPrice)
    return refuse(Reason.MUST_PAY_BID) if table.player(seat).cash >= top.price else None


def concede(draft: Draft, command: Concede) -> Refused | None:
    """An unpaid bid is void and fined; the next bidder wins (4.2.4)."""
    seat = command.seat
    if refused := may_concede(draft.table, seat):
        return refused
    draft.done()
    draft.add(BidVoid(seat, BidVoidFor("unpaid"), draft.rules.cite("unpaid_bid")))
    draft.plan(Settle())
    fine = draft.rules.figures["bid_fine"]
    demand(draft, Due(seat, POT, fine, PaidFor("bid_fine"), draft.rules.cite("unpaid_bid")))
    return None


def sealed_bids(rules: RuleSet, table: Table) -> list[BidCard]:
    """Every bid card that any seat may lay now: before the reveal, or as the granted exchange."""
    auction = table.auction
    cards_to_bid: list[BidCard] = []
    if auction is None or auction.stage not in ("bids", "swap"):
        return cards_to_bid
    values = bid_values(rules.board.deed(auction.tile).price, rules.meta.step)
    nothing = bisect_right(values, 0)
    least, within_cash = bid_bounds(rules, table, auction)
    lowest, highest = max(nothing, bisect_left(values, least)), len(values)
    for seat in auction.seats if auction.stage == "bids" else (auction.sealed.declared[0][0],):
        if within_cash:
            highest = bisect_right(values, table.players[seat - 1].cash)
        cards = _cards_of(seat)
        cards_to_bid += cards[:nothing]
        cards_to_bid += cards[lowest:highest]
    return cards_to_bid


@cache
def _cards_of(seat: int) -> tuple[BidCard, ...]:
    return tuple(BidCard(seat, card) for card in range(BID_CARDS))
