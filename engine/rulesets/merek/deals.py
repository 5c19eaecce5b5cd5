"""Trades: cash and bare deeds for half their worth at least; among mates anything."""

from ketuk.engine.acts import trading
from ketuk.engine.commands import Propose
from ketuk.engine.draft import Draft
from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules import debt, mortgage, trade
from ketuk.engine.rules.ruleset import Fairness, RuleSet, Trading
from ketuk.engine.rulesets.merek.counts import OFFERS, count
from ketuk.engine.table import Table, Trade


def may_trade(rules: RuleSet, table: Table, deal: Trade) -> Refused | None:
    """Whether it may be made as the table stands (M-14); what a side has to pay stays covered."""
    if deal.terms is not None:
        return refuse(Reason.NO_CONTRACTS, "M-14")
    mates = rules.side(rules, table, deal.proposer) == rules.side(rules, table, deal.partner)
    if mates:
        refused = trade.deliverable(rules, table, deal)
    else:
        refused = _unmortgaged(table, deal) or trade.fair(rules, table, deal)
    return refused or debt.still_covered(rules, table, deal, {})


def _unmortgaged(table: Table, deal: Trade) -> Refused | None:
    """Mortgaged deeds change hands among mates alone."""
    mortgaged = table.mortgaged([t for t in deal.tiles if 0 <= t < len(table.holdings)])
    return refuse(Reason.MORTGAGED, "M-14", tile=mortgaged[0]) if mortgaged else None


def propose(draft: Draft, command: Propose) -> Refused | None:
    """Put a trade on the table: one of the offers of this turn (M-15)."""
    if refused := trading.propose(draft, command):
        return refused
    count(draft, OFFERS, command.seat)
    return None


TRADING = Trading(
    may_trade,
    trading.carry_out,
    trading.nothing_follows,
    bare=mortgage.group_bare,
    fairness=Fairness(card_value=0, rent_free_value=0, closed_rounds=0),
    cards=False,
)
