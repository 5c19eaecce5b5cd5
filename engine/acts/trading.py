"""Trades between two players: proposed, answered, carried out, handed over."""

from ketuk.engine.acts.asked import asked
from ketuk.engine.acts.drawing import mind_limit
from ketuk.engine.acts.owing import transfer
from ketuk.engine.causes import AcquiredBy, PaidFor
from ketuk.engine.commands import Accept, Confirm, GoOn, Propose, Reject
from ketuk.engine.draft import Draft
from ketuk.engine.events import (
    Acquired,
    CardPassed,
    ContractMade,
    HandedOver,
    TradeAgreed,
    TradeDone,
    TradeProposed,
    TradeRejected,
    TradeVoid,
)
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Answer, Contract, Exchange, Goods, Handover, Table, Trade


def may_propose(rules: RuleSet, table: Table, trade: Trade) -> Refused | None:
    """Whether a trade can be put on the table now."""
    if refused := rules.moments.trade(table, trade.proposer):
        return refused
    if table.round == table.rounds and not rules.trading.to_the_end:
        return refuse(Reason.LAST_ROUND, rules.cite("last_round_trade"))
    if trade.partner not in rules.trading.partners(rules, table, trade.proposer):
        return refuse(Reason.TRADE_PARTNER, rules.cite("trade_partner"))
    return rules.trading.check(rules, table, trade)


def propose(draft: Draft, command: Propose) -> Refused | None:
    """Put a trade on the table; the partner answers."""
    trade = command.trade
    if trade.proposer != command.seat:
        return refuse(Reason.TRADE_PARTNER)
    if refused := may_propose(draft.rules, draft.table, trade):
        return refused
    draft.add(TradeProposed(trade))
    draft.plan(Answer(trade))
    return None


def may_answer(table: Table, seat: int) -> Refused | None:
    """Whether a trade waits for that seat's yes or no."""
    if refused := asked(table, seat, Answer):
        return refused
    top = table.top
    assert isinstance(top, Answer)
    partner = top.trade.partner
    return None if partner == seat else refuse(Reason.NOT_YOUR_TURN, seat=partner)


def accept(draft: Draft, command: Accept) -> Refused | None:
    """Agree; checked again as the table stands now."""
    if refused := may_answer(draft.table, command.seat):
        return refused
    top = draft.table.top
    assert isinstance(top, Answer)
    if refused := draft.rules.trading.check(draft.rules, draft.table, top.trade):
        return refused
    draft.done()
    draft.rules.trading.agreed(draft, top.trade)
    return None


def keep_for_later(draft: Draft, trade: Trade) -> None:
    """The trade is carried out at the end of the turn."""
    draft.add(TradeAgreed(trade))


def carry_out(draft: Draft, trade: Trade) -> None:
    """The trade is carried out at once."""
    draft.plan(Exchange(trade))


def nothing_follows(draft: Draft, seat: int, tiles: tuple[int, ...]) -> None:
    """A property that changes hands brings no duty with it."""


def reject(draft: Draft, command: Reject) -> Refused | None:
    """Say no."""
    if refused := may_answer(draft.table, command.seat):
        return refused
    top = draft.table.top
    assert isinstance(top, Answer)
    draft.done()
    draft.add(TradeRejected(top.trade))
    return None


def exchange(draft: Draft, task: Exchange) -> bool:
    """Carry out an agreed trade, or void it: undeliverable, unfair, or not what was agreed."""
    draft.done()
    trade, table = task.trade, draft.table
    if refused := draft.rules.trading.check(draft.rules, table, trade) or _altered(table, task):
        draft.add(TradeVoid(trade, refused.reason.value, refused.ruling))
        return True
    draft.add(TradeDone(trade))
    _pass(draft, trade.proposer, trade.partner, trade.give)
    _pass(draft, trade.partner, trade.proposer, trade.take)
    _contract(draft, trade)
    _cash(draft, trade)
    for seat in (trade.partner, trade.proposer):
        mind_limit(draft, seat)
    items = (*trade.give.tiles, *trade.take.tiles, *trade.give.cards, *trade.take.cards)
    if items:
        draft.plan(Handover(items))
    draft.rules.trading.passed_on(draft, trade.proposer, trade.take.tiles)
    draft.rules.trading.passed_on(draft, trade.partner, trade.give.tiles)
    return True


def _altered(table: Table, task: Exchange) -> Refused | None:
    """Whether a property was mortgaged or redeemed after both sides had said yes to it."""
    if task.mortgaged is None:
        return None
    changed = sorted({*table.mortgaged(task.trade.tiles)} ^ {*task.mortgaged})
    return refuse(Reason.DEED_CHANGED, tile=changed[0]) if changed else None


def _pass(draft: Draft, seat: int, to: int, goods: Goods) -> None:
    for tile in goods.tiles:
        draft.add(Acquired(to, tile, seat, AcquiredBy("trade")))
    for card in goods.cards:
        draft.add(CardPassed(seat, to, card))


def _cash(draft: Draft, trade: Trade) -> None:
    """Cash last: it may go straight on to creditors, which must not starve the other side."""
    lent = trade.terms.principal if trade.terms is not None else 0
    lender = trade.terms.giver if trade.terms is not None else 0
    give = trade.give.cash + (lent if lender == trade.proposer else 0)
    take = trade.take.cash + (lent if lender == trade.partner else 0)
    net = give - take
    payer, payee = (trade.proposer, trade.partner) if net > 0 else (trade.partner, trade.proposer)
    transfer(draft, payer, payee, abs(net), PaidFor("trade"))


def _contract(draft: Draft, trade: Trade) -> None:
    terms = trade.terms
    if terms is None:
        return
    taker = trade.partner if terms.giver == trade.proposer else trade.proposer
    until = draft.table.round + terms.rounds
    contract = Contract(terms.kind, terms.giver, taker, until, terms.repayment)
    draft.add(ContractMade(contract, draft.rules.cite("contract_term")))


def may_confirm(table: Table, item: int) -> Refused | None:
    """Whether a card waits to be handed over."""
    top = table.top
    if not isinstance(top, Handover) or item not in top.items:
        return refuse(Reason.NOT_ASKED)
    return None


def confirm(draft: Draft, command: Confirm) -> Refused | None:
    """A traded card was tapped: it is where it belongs."""
    if refused := may_confirm(draft.table, command.item):
        return refused
    top = draft.table.top
    assert isinstance(top, Handover)
    draft.done()
    draft.add(HandedOver(command.item))
    left = tuple(i for i in top.items if i != command.item)
    if left:
        draft.plan(Handover(left))
    return None


def skip_handover(draft: Draft, command: GoOn) -> Refused | None:
    """The active player goes on without tapping the rest."""
    if not isinstance(draft.table.top, Handover):
        return refuse(Reason.NOT_ASKED)
    if command.seat != draft.table.active:
        return refuse(Reason.NOT_YOUR_TURN, seat=draft.table.active)
    draft.done()
    return None
