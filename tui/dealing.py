"""A trade being put together: what each side has put down so far, and a contract."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import msgspec

from ketuk.engine.acts.trading import may_propose
from ketuk.engine.refusal import Refused
from ketuk.engine.rules.buildings import set_owned
from ketuk.engine.rules.mortgage import group_built
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.rules.trade import sides
from ketuk.engine.table import ContractKind, Goods, Table, Terms, Trade

Side: TypeAlias = Literal["give", "take"]
Pact: TypeAlias = Literal["none", "rent_free_give", "rent_free_take", "loan_give", "loan_take"]
PACTS: tuple[Pact, ...] = ("none", "rent_free_give", "rent_free_take", "loan_give", "loan_take")
"""No contract, or which side lets off rent or lends."""


NOTHING = Goods()


@dataclass(frozen=True, slots=True)
class Deal:
    """A trade in the making; every change gives a new one."""

    proposer: int
    partner: int
    give: Goods = NOTHING
    take: Goods = NOTHING
    pact: Pact = "none"
    rounds: int = 1
    principal: int = 0
    repayment: int = 0

    def seat(self, side: Side) -> int:
        """Who hands over what lies on a side."""
        return self.proposer if side == "give" else self.partner

    def goods(self, side: Side) -> Goods:
        """What lies on a side."""
        return self.give if side == "give" else self.take

    def side_of(self, seat: int) -> Side | None:
        """The side of a seat; None for anybody else."""
        return {self.proposer: "give", self.partner: "take"}.get(seat)  # type: ignore[return-value]

    def turned(self, side: Side, item: int, *, card: bool) -> "Deal":
        """Put a property or card down, or take it back."""
        goods = self.goods(side)
        if card:
            new = Goods(goods.cash, goods.tiles, _turned(goods.cards, item))
        else:
            new = Goods(goods.cash, _turned(goods.tiles, item), goods.cards)
        return self._with(side, new)

    def paying(self, side: Side, cash: int) -> "Deal":
        """Another sum of money."""
        goods = self.goods(side)
        return self._with(side, Goods(cash, goods.tiles, goods.cards))

    def with_cards(self, side: Side, cards: tuple[int, ...]) -> "Deal":
        """Other cards."""
        goods = self.goods(side)
        return self._with(side, Goods(goods.cash, goods.tiles, cards))

    def with_partner(self, partner: int) -> "Deal":
        """Another partner: that side starts anew."""
        return replace(self, partner=partner, take=Goods())

    def next_pact(self, by: int = 1) -> "Deal":
        """The next kind of contract."""
        return replace(self, pact=PACTS[(PACTS.index(self.pact) + by) % len(PACTS)])

    @property
    def kind(self) -> ContractKind | None:
        """The contract's kind; None without one."""
        if self.pact == "none":
            return None
        return "loan" if self.pact.startswith("loan") else "rent_free"

    def trade(self) -> Trade:
        """As the engine takes it."""
        terms = None
        if self.kind is not None:
            giver = self.proposer if self.pact.endswith("give") else self.partner
            loan = self.kind == "loan"
            terms = Terms(self.kind, giver, self.rounds, self.principal if loan else 0,
                          self.repayment if loan else 0)  # fmt: skip
        return Trade(self.proposer, self.partner, self.give, self.take, terms)

    def values(self, rules: RuleSet, table: Table) -> tuple[int, int]:
        """What each side is worth by the rule of fairness."""
        return sides(rules, table, self.trade())

    def wrong(self, rules: RuleSet, table: Table) -> Refused | None:
        """Why it cannot be proposed so; None if it can."""
        return may_propose(rules, table, self.trade())

    def _with(self, side: Side, goods: Goods) -> "Deal":
        return replace(self, give=goods) if side == "give" else replace(self, take=goods)


def laid(
    rules: RuleSet, table: Table, deal: Deal, partners: Collection[int], item: int, holder: int
) -> Deal | Literal["third", "built"]:
    """What becomes of a trade when a card is put down that somebody holds, or why it stays.

    While nothing is asked of the partner, a card of another one of ``partners`` makes it a trade
    with that one.
    """
    if holder in partners and holder != deal.partner and not (deal.take.tiles or deal.take.cards):
        deal = deal.with_partner(holder)
    side, card = deal.side_of(holder), item in rules.cards
    if side is None:
        return "third"
    if not card and item not in tradeable(rules, table, holder):
        return "built"
    return deal.turned(side, item, card=card)


def contracts(rules: RuleSet) -> bool:
    """Whether these rules know contracts: where trades have to be fair, those have a value too."""
    return rules.trading.fairness is not None


def cash_step(rules: RuleSet) -> int:
    """By how much an arrow changes a sum: a twentieth of a salary."""
    return max(rules.salary // 20 // rules.meta.step, 1) * rules.meta.step


def completed(rules: RuleSet, table: Table, trade: Trade) -> tuple[tuple[int, int], ...]:
    """Which sets a trade makes whole, by their number, and for which seat: (seat, group)."""
    holdings, groups = list(table.holdings), dict[tuple[int, int], None]()
    for goods, seat in ((trade.give, trade.partner), (trade.take, trade.proposer)):
        for tile in goods.tiles:
            holdings[tile] = msgspec.structs.replace(holdings[tile], owner=seat)
    after = msgspec.structs.replace(table, holdings=tuple(holdings))
    for goods, seat in ((trade.take, trade.proposer), (trade.give, trade.partner)):
        for tile in goods.tiles:
            if set_owned(rules, after, seat, tile):
                groups[seat, rules.board.tiles[tile].group] = None
    return tuple(groups)


def tradeable(rules: RuleSet, table: Table, seat: int) -> tuple[int, ...]:
    """Properties that a seat could put down: those whose group has no building of its owner."""
    return tuple(t for t in table.owned(seat) if not group_built(rules, table, t))


def _turned(items: tuple[int, ...], item: int) -> tuple[int, ...]:
    return tuple(i for i in items if i != item) if item in items else (*items, item)
