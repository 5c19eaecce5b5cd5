"""Answers that are filled in instead of chosen, with their bounds."""

from functools import cache
from typing import TypeAlias

from msgspec import Struct

from ketuk.engine.acts import calling
from ketuk.engine.commands import (
    Play,
)
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import (
    Bidding,
    Free,
    OverLimit,
    Table,
    Throwing,
)


class DiceForm(Struct, frozen=True, gc=False):
    """Real dice are to be typed: ``count`` of them go into ``command``."""

    seat: int
    command: str
    """roll, throw, or play with ``card``."""
    count: int
    card: int = 0


class TradeForm(Struct, frozen=True, gc=False):
    """A trade may be put together: what each side could put on the table."""

    seat: int
    partners: tuple[int, ...]


class BidForm(Struct, frozen=True, gc=False):
    """A bid may be called out: any amount from ``least`` to ``most``."""

    seat: int
    least: int
    most: int


Form: TypeAlias = DiceForm | TradeForm | BidForm


def free_forms(rules: RuleSet, table: Table, task: Free) -> list[Form]:
    """Real dice of a roll, or of a card that replaces it."""
    if table.options.dice != "real" or not table.turn.may_roll:
        return []
    count = rules.dice.count(rules, table, task.seat)
    return [DiceForm(task.seat, "roll", count), *_dice_cards(table, rules, task.seat)]


def throwing_forms(rules: RuleSet, table: Table, task: Throwing) -> list[Form]:
    """A real die."""
    real = table.options.dice == "real"
    return [DiceForm(task.seats[len(task.thrown)], "throw", 1)] if real else []


def limit_forms(rules: RuleSet, table: Table, task: OverLimit) -> list[Form]:
    """Real dice of a card that is played instead of discarded."""
    return _dice_cards(table, rules, task.seat) if table.options.dice == "real" else []


def bidding_forms(rules: RuleSet, table: Table, task: Bidding) -> list[Form]:
    """Bids that are called out."""
    if table.auction is None or table.auction.stage != "open":
        return []
    callers = table.auction.callers
    bounds = [(s, *calling.bounds(rules, table, s)) for s in table.seats if s in callers]
    return [BidForm(seat, least, most) for seat, least, most in bounds if least <= most]


def trades(rules: RuleSet, table: Table) -> list[Form]:
    """Who may put a trade together now, and with whom."""
    who = rules.moments.who(table)
    if not who or (table.round >= table.rounds and not rules.trading.to_the_end):
        return []
    forms: list[Form] = []
    for seat in who:
        if rules.moments.trade(table, seat) is None:
            partners = rules.trading.partners(rules, table, seat)
            if partners:
                forms.append(_trade_form(seat, partners))
    return forms


@cache
def _trade_form(seat: int, partners: tuple[int, ...]) -> TradeForm:
    return TradeForm(seat, partners)


def _dice_cards(table: Table, rules: RuleSet, seat: int) -> list[Form]:
    """Cards that want real dice when they are played."""
    forms: list[Form] = []
    for card in table.player(seat).hand:
        trial = Play(seat, card, dice=(1, 2, 3))
        rule = rules.card_rules[rules.cards[card].kind]
        if rule.dice and rule.may(rules, table, seat, trial) is None:
            forms.append(DiceForm(seat, "play", rule.dice, card))
    return forms
