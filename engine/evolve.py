"""The only place where the table changes: table + event -> table. It knows no rules."""

from collections.abc import Callable, Iterable
from typing import Any

from ketuk.engine import events as ev
from ketuk.engine.corrections import DECK, CardIn
from ketuk.engine.table import (
    BANK,
    CORRECTION,
    NOWHERE,
    POT,
    Agreed,
    Auction,
    Debt,
    Deck,
    Holding,
    OpenRent,
    Player,
    SealedBid,
    Table,
    Turn,
    replace,
)


def evolve(table: Table, event: ev.AnyEvent) -> Table:
    """The table after one event that was decided for it."""
    return _FOLDS[type(event)](table, event)


def replay(events: Iterable[ev.AnyEvent]) -> Table:
    """The table after all events of a game; the first is its ``GameStarted``.

    Raises:
        ValueError: there are none, or the first is another event.
    """
    rest = iter(events)
    first = next(rest, None)
    if not isinstance(first, ev.GameStarted):
        raise ValueError("a game begins with game_started")
    table = begin(first)
    for event in rest:
        table = _FOLDS[type(event)](table, event)
    return table


def begin(event: ev.GameStarted) -> Table:
    """The table as it is laid."""
    return Table(
        ruleset=event.ruleset,
        options=event.options,
        players=event.players,
        holdings=(Holding(),) * event.tiles,
        rounds=event.rounds,
        bank=-sum(p.cash for p in event.players) - event.pot,
        pot=event.pot,
        stock=event.stock,
        decks=event.decks,
        count=1,
    )


# --- parts of the table ----------------------------------------------------------------------


def _with_player(table: Table, seat: int, **changes: Any) -> tuple[Player, ...]:
    players = table.players
    changed = replace(players[seat - 1], **changes)
    return (*players[: seat - 1], changed, *players[seat:])


def _with_holding(table: Table, tile: int, **changes: Any) -> tuple[Holding, ...]:
    holdings = table.holdings
    changed = replace(holdings[tile], **changes)
    return (*holdings[:tile], changed, *holdings[tile + 1 :])


def _with_deck(table: Table, name: str, change: Callable[[Deck], Deck]) -> tuple[Deck, ...]:
    return tuple([change(d) if d.name == name else d for d in table.decks])


def _without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])


def _taken(card: int) -> Callable[[Deck], Deck]:
    def change(deck: Deck) -> Deck:
        if card in deck.unseen:
            return replace(deck, unseen=_without(deck.unseen, card))
        return replace(deck, bottom=_without(deck.bottom, card))

    return change


def _under(card: int) -> Callable[[Deck], Deck]:
    def change(deck: Deck) -> Deck:
        return replace(deck, bottom=(*deck.bottom, card))

    return change


def _among(card: int) -> Callable[[Deck], Deck]:
    def change(deck: Deck) -> Deck:
        return replace(deck, unseen=tuple(sorted((*deck.unseen, card))))

    return change


def _auction(table: Table) -> Auction:
    if table.auction is None:
        raise ValueError("no auction on the table")
    return table.auction


# --- agenda, rounds, turns -------------------------------------------------------------------


def _planned(table: Table, e: ev.Planned) -> Table:
    number = table.count + 1
    planned = replace(
        table,
        agenda=table.agenda + e.tasks,
        opened=table.opened + (number,) * len(e.tasks),
        count=number,
    )
    if not table.clock.timers:
        return planned
    return replace(planned, clock=table.clock.covered(len(table.agenda) - 1))


def _done(table: Table, e: ev.Done) -> Table:
    done = replace(table, agenda=table.agenda[:-1], opened=table.opened[:-1], count=table.count + 1)
    if not table.clock.timers:
        return done
    return replace(done, clock=table.clock.uncovered(len(table.agenda) - 1))


# --- time ------------------------------------------------------------------------------------


def _time_passed(table: Table, e: ev.TimePassed) -> Table:
    return replace(table, clock=table.clock.passed(e.to), count=table.count + 1)


def _timed(table: Table, e: ev.Timed) -> Table:
    clock = table.clock.timed(len(table.agenda) - 1, e.seconds)
    return replace(table, clock=clock, count=table.count + 1)


def _reopened(table: Table, e: ev.Reopened) -> Table:
    clock = table.clock.reopened(len(table.agenda) - 1)
    return replace(table, clock=clock, count=table.count + 1)


# --- rounds and turns ------------------------------------------------------------------------


def _round_began(table: Table, e: ev.RoundBegan) -> Table:
    return replace(
        table, round=e.round, opener=e.opener, phase="queue", event=0, count=table.count + 1
    )


def _round_ended(table: Table, e: ev.RoundEnded) -> Table:
    effects = replace(table.effects, backward=False, boom=0, invested=0, homecoming=False)
    return replace(table, effects=effects, event=0, count=table.count + 1)


def _turn_began(table: Table, e: ev.TurnBegan) -> Table:
    return replace(table, phase="turn", turn=Turn(seat=e.seat), count=table.count + 1)


def _turn_ended(table: Table, e: ev.TurnEnded) -> Table:
    return replace(table, agreed=(), count=table.count + 1)


# --- rolling and moving ----------------------------------------------------------------------


def _rolled(table: Table, e: ev.Rolled) -> Table:
    turn = table.turn
    return replace(
        table,
        turn=replace(
            turn,
            rolls=turn.rolls + 1,
            doubles=turn.doubles + e.double,
            dice=e.dice,
            may_roll=e.again,
        ),
        count=table.count + 1,
    )


LOST = frozenset({"raid", "jailed"})
"""Why a roll is lost instead of used: such a roll was never made."""


def _roll_spent(table: Table, e: ev.RollSpent) -> Table:
    turn = table.turn
    spent = replace(turn, rolls=turn.rolls + (e.why not in LOST), may_roll=False)
    return replace(table, turn=spent, count=table.count + 1)


def _moved(table: Table, e: ev.Moved) -> Table:
    return replace(table, players=_with_player(table, e.seat, at=e.to), count=table.count + 1)


def _salary_due(table: Table, e: ev.SalaryDue) -> Table:
    return replace(table, turn=replace(table.turn, salary=True), count=table.count + 1)


def _jailed(table: Table, e: ev.Jailed) -> Table:
    return replace(table, players=_with_player(table, e.seat, jail=0), count=table.count + 1)


def _try_failed(table: Table, e: ev.TryFailed) -> Table:
    players = _with_player(table, e.seat, jail=e.tries)
    return replace(table, players=players, count=table.count + 1)


def _freed(table: Table, e: ev.Freed) -> Table:
    players = _with_player(table, e.seat, jail=NOWHERE)
    return replace(table, players=players, count=table.count + 1)


# --- money -----------------------------------------------------------------------------------


def _paid(table: Table, e: ev.Paid) -> Table:
    changes: dict[str, Any] = {}
    for account, amount in ((e.payer, -e.amount), (e.payee, e.amount)):
        if account == BANK:
            changes["bank"] = changes.get("bank", table.bank) + amount
        elif account == POT:
            changes["pot"] = changes.get("pot", table.pot) + amount
        elif account == CORRECTION:
            changes["corrected"] = changes.get("corrected", table.corrected) + amount
        else:
            players = changes.get("players", table.players)
            p = players[account - 1]
            changed = replace(p, cash=p.cash + amount)
            changes["players"] = (*players[: account - 1], changed, *players[account:])
    if e.why == "debt":
        changes["debts"] = _less_debt(table, e)
    return replace(table, count=table.count + 1, **changes)


def _less_debt(table: Table, e: ev.Paid) -> tuple[Any, ...]:
    left, debts = e.amount, []
    for debt in table.debts:
        if left and (debt.debtor, debt.creditor) == (e.payer, e.payee):
            part = min(left, debt.amount)
            left -= part
            debt = replace(debt, amount=debt.amount - part)
        if debt.amount:
            debts.append(debt)
    return tuple(debts)


def _owed(table: Table, e: ev.Owed) -> Table:
    debt = Debt(e.debtor, e.creditor, e.amount)
    return replace(table, debts=(*table.debts, debt), count=table.count + 1)


def _rent_opened(table: Table, e: ev.RentOpened) -> Table:
    rent = OpenRent(e.lander, e.owner, e.bill)
    return replace(table, rents=(*table.rents, rent), count=table.count + 1)


def _rent_closed(table: Table, e: ev.RentClosed) -> Table:
    rents = list(table.rents)
    for at, rent in enumerate(rents):
        if (rent.lander, rent.owner, rent.bill.tile) == (e.lander, e.owner, e.tile):
            del rents[at]
            break
    return replace(table, rents=tuple(rents), count=table.count + 1)


# --- properties ------------------------------------------------------------------------------


def _acquired(table: Table, e: ev.Acquired) -> Table:
    return replace(
        table,
        holdings=_with_holding(table, e.tile, owner=e.seat),
        queue=tuple([t for t in table.queue if t != e.tile]),
        count=table.count + 1,
    )


def _released(table: Table, e: ev.Released) -> Table:
    holdings = _with_holding(table, e.tile, owner=BANK, mortgaged=False, level=0, insurance=0)
    return replace(table, holdings=holdings, count=table.count + 1)


def _mortgage_set(table: Table, e: ev.MortgageSet) -> Table:
    holdings = _with_holding(table, e.tile, mortgaged=e.mortgaged)
    return replace(table, holdings=holdings, count=table.count + 1)


def _level_changed(table: Table, e: ev.LevelChanged) -> Table:
    holdings = _with_holding(table, e.tile, level=e.level)
    return replace(table, holdings=holdings, stock=e.stock, count=table.count + 1)


# --- cards -----------------------------------------------------------------------------------


def _card_drawn(table: Table, e: ev.CardDrawn | ev.CardKept) -> Table:
    hand = (*table.player(e.seat).hand, e.card)
    return replace(
        table,
        players=_with_player(table, e.seat, hand=hand),
        decks=_with_deck(table, e.deck, _taken(e.card)),
        count=table.count + 1,
    )


def _card_shown(table: Table, e: ev.CardShown) -> Table:
    decks = _with_deck(table, e.deck, _taken(e.card))
    shown = replace(table, decks=decks)
    return replace(shown, decks=_with_deck(shown, e.deck, _under(e.card)), count=table.count + 1)


def _card_used(table: Table, e: ev.CardUsed) -> Table:
    hand = _without(table.player(e.seat).hand, e.card)
    return replace(
        table,
        players=_with_player(table, e.seat, hand=hand),
        decks=_with_deck(table, e.deck, _under(e.card)),
        count=table.count + 1,
    )


def _card_returned(table: Table, e: ev.CardReturned) -> Table:
    return replace(table, decks=_with_deck(table, e.deck, _under(e.card)), count=table.count + 1)


def _card_passed(table: Table, e: ev.CardPassed) -> Table:
    giver = _without(table.player(e.seat).hand, e.card)
    given = replace(table, players=_with_player(table, e.seat, hand=giver))
    taker = (*given.player(e.to).hand, e.card)
    return replace(given, players=_with_player(given, e.to, hand=taker), count=table.count + 1)


def _card_laid(table: Table, e: ev.CardLaid) -> Table:
    hand = _without(table.player(e.seat).hand, e.card)
    return replace(
        table,
        players=_with_player(table, e.seat, hand=hand),
        holdings=_with_holding(table, e.tile, insurance=e.card),
        count=table.count + 1,
    )


def _insurance_spent(table: Table, e: ev.InsuranceSpent) -> Table:
    return replace(
        table,
        holdings=_with_holding(table, e.tile, insurance=0),
        decks=_with_deck(table, e.deck, _under(e.card)),
        count=table.count + 1,
    )


def _event_revealed(table: Table, e: ev.EventRevealed) -> Table:
    return replace(
        table,
        event=e.card,
        phase="event",
        decks=_with_deck(table, e.deck, _taken(e.card)),
        count=table.count + 1,
    )


def _effects_changed(table: Table, e: ev.EffectsChanged) -> Table:
    return replace(table, effects=e.effects, count=table.count + 1)


def _state_changed(table: Table, e: ev.StateChanged) -> Table:
    others = tuple([s for s in table.states if type(s) is not type(e.state)])
    return replace(table, states=(*others, e.state), count=table.count + 1)


# --- auctions --------------------------------------------------------------------------------


def _auction_opened(table: Table, e: ev.AuctionOpened) -> Table:
    return replace(table, auction=e.auction, count=table.count + 1)


def _seat_ready(table: Table, e: ev.SeatReady) -> Table:
    auction = _auction(table)
    ready = (*auction.ready, e.seat)
    stage = "bids" if set(ready) >= set(auction.seats) else "window"
    return replace(table, auction=replace(auction, ready=ready, stage=stage), count=table.count + 1)


def _bid_laid(table: Table, e: ev.BidLaid) -> Table:
    auction = _auction(table)
    return replace(
        table,
        auction=replace(auction, bids=_with_bid(auction, e.seat, e.card)),
        count=table.count + 1,
    )


def _with_bid(auction: Auction, seat: int, card: int) -> tuple[SealedBid, ...]:
    others = [b for b in auction.bids if b.seat != seat]
    return (*others, SealedBid(seat, card))


def _bids_revealed(table: Table, e: ev.BidsRevealed) -> Table:
    auction = replace(_auction(table), stage="revealed", bids=e.bids, standings=e.standings)
    return replace(table, auction=auction, count=table.count + 1)


def _swap_declared(table: Table, e: ev.SwapDeclared) -> Table:
    auction = _auction(table)
    declared = (*auction.declared, (e.seat, e.card))
    return replace(table, auction=replace(auction, declared=declared), count=table.count + 1)


def _swap_granted(table: Table, e: ev.SwapGranted) -> Table:
    auction = _auction(table)
    mine = tuple([d for d in auction.declared if d[0] == e.seat])
    return replace(
        table,
        auction=replace(auction, declared=mine, stage="swap"),
        count=table.count + 1,
    )


def _bid_swapped(table: Table, e: ev.BidSwapped) -> Table:
    auction = _auction(table)
    bids = _with_bid(auction, e.seat, e.card)
    return replace(
        table,
        auction=replace(auction, bids=bids, stage="settling"),
        count=table.count + 1,
    )


def _bid_called(table: Table, e: ev.BidCalled) -> Table:
    auction = replace(_auction(table), high=e.amount, high_seat=e.seat)
    return replace(table, auction=_answered(auction, e.seat), count=table.count + 1)


def _answered(auction: Auction, seat: int) -> Auction:
    """Where bidders are asked one after the other, the next is asked now."""
    return replace(auction, answered=seat) if auction.answered else auction


def _passed(table: Table, e: ev.Passed) -> Table:
    auction = _auction(table)
    auction = replace(auction, passed=(*auction.passed, e.seat))
    return replace(table, auction=_answered(auction, e.seat), count=table.count + 1)


def _bid_void(table: Table, e: ev.BidVoid) -> Table:
    auction = _auction(table)
    bids = tuple([b for b in auction.bids if b.seat != e.seat])
    return replace(table, auction=replace(auction, bids=bids), count=table.count + 1)


def _auction_won(table: Table, e: ev.AuctionWon) -> Table:
    auction = replace(_auction(table), stage="settling")
    return replace(table, auction=auction, count=table.count + 1)


def _auction_closed(table: Table, e: ev.AuctionClosed) -> Table:
    queue = tuple([t for t in table.queue if t != e.tile])
    return replace(table, auction=None, queue=queue, count=table.count + 1)


# --- trade, leaving, end ---------------------------------------------------------------------


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
        players=_with_player(table, seat, left=True, jail=NOWHERE, hand=()),
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
    ready = tuple([s for s in auction.ready if s != seat])
    stage = auction.stage
    if auction.high_seat == seat:  # its bid is gone: those who are left begin anew
        auction = replace(auction, high=0, high_seat=0, passed=())
    if stage == "window" and set(ready) >= set(seats):
        stage = "bids"
    return replace(
        auction,
        seats=seats,
        ready=ready,
        stage=stage,
        leader=heir if auction.leader == seat else auction.leader,
        bids=tuple([b for b in auction.bids if b.seat != seat]),
        standings=tuple([s for s in auction.standings if s.seat != seat]),
        declared=tuple([d for d in auction.declared if d[0] != seat]),
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
        return replace(table, decks=_with_deck(table, deck, _taken(was.card)))
    hand = _without(table.player(was.hand).hand, was.card)
    return replace(table, players=_with_player(table, was.hand, hand=hand))


def _with_card(table: Table, what: CardIn, deck: str) -> Table:
    if what.hand == DECK:
        return replace(table, decks=_with_deck(table, deck, _among(what.card)))
    hand = (*table.player(what.hand).hand, what.card)
    return replace(table, players=_with_player(table, what.hand, hand=hand))


def _queue_changed(table: Table, e: ev.QueueChanged) -> Table:
    return replace(table, queue=e.queue, count=table.count + 1)


def _game_ended(table: Table, e: ev.GameEnded) -> Table:
    return replace(
        table,
        phase="over",
        ranking=e.ranking,
        rents=(),
        agreed=(),
        auction=None,
        count=table.count + 1,
    )


def _told(table: Table, e: ev.AnyEvent) -> Table:
    """Facts that people want to know and that change nothing."""
    return replace(table, count=table.count + 1)


def _started_twice(table: Table, e: ev.GameStarted) -> Table:
    raise ValueError("game_started inside a game")


_FOLDS: dict[type, Callable[[Table, Any], Table]] = {
    ev.GameStarted: _started_twice,
    ev.Planned: _planned,
    ev.Done: _done,
    ev.RoundBegan: _round_began,
    ev.RoundEnded: _round_ended,
    ev.TurnBegan: _turn_began,
    ev.TurnEnded: _turn_ended,
    ev.Rolled: _rolled,
    ev.RollSpent: _roll_spent,
    ev.Thrown: _told,
    ev.Moved: _moved,
    ev.SalaryDue: _salary_due,
    ev.Landed: _told,
    ev.Jailed: _jailed,
    ev.TryFailed: _try_failed,
    ev.Freed: _freed,
    ev.Paid: _paid,
    ev.Owed: _owed,
    ev.RentOpened: _rent_opened,
    ev.RentClosed: _rent_closed,
    ev.Excused: _told,
    ev.Acquired: _acquired,
    ev.Released: _released,
    ev.MortgageSet: _mortgage_set,
    ev.LevelChanged: _level_changed,
    ev.CardDrawn: _card_drawn,
    ev.CardShown: _card_shown,
    ev.CardKept: _card_drawn,
    ev.DeckEmpty: _told,
    ev.CardUsed: _card_used,
    ev.CardReturned: _card_returned,
    ev.CardPassed: _card_passed,
    ev.CardLaid: _card_laid,
    ev.InsuranceSpent: _insurance_spent,
    ev.EventRevealed: _event_revealed,
    ev.Targeted: _told,
    ev.EffectsChanged: _effects_changed,
    ev.StateChanged: _state_changed,
    ev.AuctionOpened: _auction_opened,
    ev.SeatReady: _seat_ready,
    ev.BidLaid: _bid_laid,
    ev.BidsRevealed: _bids_revealed,
    ev.SwapDeclared: _swap_declared,
    ev.SwapGranted: _swap_granted,
    ev.BidSwapped: _bid_swapped,
    ev.BidCalled: _bid_called,
    ev.Passed: _passed,
    ev.BidVoid: _bid_void,
    ev.AuctionWon: _auction_won,
    ev.AuctionClosed: _auction_closed,
    ev.TradeProposed: _trade_proposed,
    ev.TradeAgreed: _trade_agreed,
    ev.TradeRejected: _told,
    ev.TradeDone: _told,
    ev.TradeVoid: _told,
    ev.HandedOver: _told,
    ev.ContractMade: _contract_made,
    ev.ContractEnded: _contract_ended,
    ev.Bankrupted: _told,
    ev.SeatLeft: _seat_left,
    ev.QueueChanged: _queue_changed,
    ev.Corrected: _corrected,
    ev.TimePassed: _time_passed,
    ev.Timed: _timed,
    ev.Expired: _told,
    ev.Reopened: _reopened,
    ev.Nothing: _told,
    ev.GameEnded: _game_ended,
}
