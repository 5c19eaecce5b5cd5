"""Trades and contracts, players who leave, and what is set by hand."""

from collections.abc import Callable
from typing import Any

from ketuk.engine import events as ev
from ketuk.engine.corrections import DECK, CardIn
from ketuk.engine.folds.parts import (
    among,
    for_the_log,
    taken,
    with_deck,
    with_hand,
    with_player,
    without,
)
from ketuk.engine.table import (
    NOWHERE,
    Agreed,
    Auction,
    Table,
    replace,
)


def _trade_proposed(table: Table, e: ev.TradeProposed) -> Table:
    turn = replace(table.turn, proposed=table.turn.proposed + 1)
    return replace(table, turn=turn, count=table.count + 1)


def _trade_agreed(table: Table, e: ev.TradeAgreed) -> Table:
    agreed = Agreed(e.trade, table.mortgaged(e.trade.tiles))
    return replace(table, agreed=(*table.agreed, agreed), count=table.count + 1)


def _contract_made(table: Table, e: ev.ContractMade) -> Table:
    return replace(table, contracts=(*table.contracts, e.contract), count=table.count + 1)


def _contract_ended(table: Table, e: ev.ContractEnded) -> Table:
    contracts = tuple([c for c in table.contracts if c != e.contract])
    return replace(table, contracts=contracts, count=table.count + 1)


def _seat_left(table: Table, e: ev.SeatLeft) -> Table:
    seat = e.seat
    before_turns = table.phase != "turn"  # later the order of the round still counts from it
    return replace(
        table,
        players=with_player(
            table, seat, replace(table.players[seat - 1], left=True, jail=NOWHERE, hand=())
        ),
        seats=tuple([s for s in table.seats if s != seat]),
        rents=tuple([r for r in table.rents if seat not in (r.lander, r.owner)]),
        debts=tuple([d for d in table.debts if seat not in (d.debtor, d.creditor)]),
        contracts=tuple([c for c in table.contracts if seat not in (c.giver, c.taker)]),
        agreed=tuple([a for a in table.agreed if seat not in (a.trade.proposer, a.trade.partner)]),
        auction=_auction_without(table.auction, seat, e.heir),
        opener=e.heir if before_turns and table.opener == seat else table.opener,
        gone=(*table.gone, seat),
        count=table.count + 1,
    )


def _auction_without(auction: Auction | None, seat: int, heir: int) -> Auction | None:
    if auction is None:
        return None
    seats = tuple([s for s in auction.seats if s != seat])
    sealed = auction.sealed.without(seat)
    stage = auction.stage
    if auction.high_seat == seat:  # its bid is gone: those who are left begin anew
        auction = replace(auction, high=0, high_seat=0, passed=())
    if stage == "window" and set(sealed.ready) >= set(seats):
        stage = "bids"
    return replace(
        auction,
        seats=seats,
        stage=stage,
        sealed=sealed,
        leader=heir if auction.leader == seat else auction.leader,
        passed=tuple([s for s in auction.passed if s != seat]),
        floors=tuple([f for f in auction.floors if f[0] != seat]),
    )


def _corrected(table: Table, e: ev.Corrected) -> Table:
    """A card goes where it belongs; anything else is done by the facts that follow."""
    if isinstance(e.what, CardIn) and isinstance(e.was, CardIn):
        taken = _without_card(table, e.was, e.deck)
        table = _with_card(taken, e.what, e.deck)
    return replace(table, count=table.count + 1)


def _without_card(table: Table, was: CardIn, deck: str) -> Table:
    if was.hand == DECK:
        return replace(table, decks=with_deck(table, deck, taken(was.card)))
    hand = without(table.player(was.hand).hand, was.card)
    return replace(table, players=with_hand(table, was.hand, hand))


def _with_card(table: Table, what: CardIn, deck: str) -> Table:
    if what.hand == DECK:
        return replace(table, decks=with_deck(table, deck, among(what.card)))
    hand = (*table.player(what.hand).hand, what.card)
    return replace(table, players=with_hand(table, what.hand, hand))


def _queue_changed(table: Table, e: ev.QueueChanged) -> Table:
    return replace(table, queue=e.queue, count=table.count + 1)


FOLDS: dict[type, Callable[[Table, Any], Table]] = {
    ev.TradeProposed: _trade_proposed,
    ev.TradeAgreed: _trade_agreed,
    ev.TradeRejected: for_the_log,
    ev.TradeDone: for_the_log,
    ev.TradeVoid: for_the_log,
    ev.HandedOver: for_the_log,
    ev.ContractMade: _contract_made,
    ev.ContractEnded: _contract_ended,
    ev.Bankrupted: for_the_log,
    ev.SeatLeft: _seat_left,
    ev.QueueChanged: _queue_changed,
    ev.Corrected: _corrected,
}
