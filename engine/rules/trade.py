"""What a trade is worth, and whether it may be made."""

from ketuk.engine.refusal import Reason, Refused, refuse
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.rules.victory import property_value
from ketuk.engine.table import Goods, Table, Terms, Trade


def value(rules: RuleSet, table: Table, goods: Goods) -> int:
    """Cash, properties as in net worth, cards at a fixed value."""
    tiles = sum(property_value(rules, table, t) for t in goods.tiles)
    card_value = rules.trading.fairness.card_value if rules.trading.fairness else 0
    return goods.cash + tiles + len(goods.cards) * card_value


def sides(rules: RuleSet, table: Table, trade: Trade) -> tuple[int, int]:
    """Value that the proposer gives and that the partner gives, the contract included."""
    given, taken = value(rules, table, trade.give), value(rules, table, trade.take)
    terms = trade.terms
    if terms is None:
        return given, taken
    lender, borrower = _contract_values(rules, terms)
    if terms.giver == trade.proposer:
        return given + lender, taken + borrower
    return given + borrower, taken + lender


def _contract_values(rules: RuleSet, terms: Terms) -> tuple[int, int]:
    """What giver and taker of a contract hand over by it."""
    if terms.kind == "rent_free":
        fairness = rules.trading.fairness
        return (fairness.rent_free_value if fairness else 0) * terms.rounds, 0
    return terms.principal, terms.repayment


def fair(rules: RuleSet, table: Table, trade: Trade) -> Refused | None:
    """Whether a trade can be carried out and is fair, as the table stands; contracts included."""
    return (
        deliverable(rules, table, trade)
        or _terms(rules, table, trade)
        or _fairness(rules, table, trade)
    )


def deliverable(rules: RuleSet, table: Table, trade: Trade) -> Refused | None:
    """Whether both sides have what they put down and may hold what they get."""
    empty = Goods()
    if trade.give == empty and trade.take == empty and trade.terms is None:
        return refuse(Reason.TRADE_EMPTY)
    if (trade.give.cards or trade.take.cards) and not rules.trading.cards:
        return refuse(Reason.CARDS_STAY, rules.cite("trade_cards"))
    return (
        _goods(rules, table, trade.proposer, trade.give, trade.terms)
        or _goods(rules, table, trade.partner, trade.take, trade.terms)
        or _limits(rules, table, trade)
    )


def interest_of(rules: RuleSet, table: Table, trade: Trade) -> dict[int, int]:
    """By seat, interest at least on the mortgages that come with what it gets."""
    got = {trade.proposer: trade.take.tiles, trade.partner: trade.give.tiles}
    return {
        seat: sum([rules.mortgaging.interest(rules, table, t) for t in table.mortgaged(tiles)])
        for seat, tiles in got.items()
    }


def interest_in_cash(rules: RuleSet, table: Table, trade: Trade) -> Refused | None:
    """Whether both sides have the interest on what they take over mortgaged."""
    more = {trade.proposer: trade.take.cash - trade.give.cash}
    more[trade.partner] = -more[trade.proposer]
    for seat, fee in interest_of(rules, table, trade).items():
        if fee and table.player(seat).cash + more[seat] < fee:
            return refuse(Reason.INTEREST_UNPAID, rules.cite("interest"), seat=seat, amount=fee)
    return None


def _goods(
    rules: RuleSet, table: Table, seat: int, goods: Goods, terms: Terms | None
) -> Refused | None:
    player = table.player(seat)
    lent = terms.principal if terms is not None and terms.giver == seat else 0
    if goods.cash < 0 or goods.cash % rules.meta.step:
        return refuse(Reason.TRADE_GOODS, seat=seat)
    if goods.cash + lent > max(player.cash, 0):
        return refuse(Reason.SHORT_OF_CASH, seat=seat, amount=goods.cash + lent)
    if len(set(goods.cards)) < len(goods.cards) or not set(goods.cards) <= set(player.hand):
        return refuse(Reason.TRADE_GOODS, seat=seat)
    if len(set(goods.tiles)) < len(goods.tiles):
        return refuse(Reason.TRADE_GOODS, seat=seat)
    for tile in goods.tiles:
        if tile not in rules.board.deeds or table.holdings[tile].owner != seat:
            return refuse(Reason.NOT_OWNER, seat=seat, tile=tile)
        if not rules.trading.bare(rules, table, tile):
            return refuse(Reason.HAS_BUILDINGS, rules.cite("trade_built"), tile=tile)
    return None


def _limits(rules: RuleSet, table: Table, trade: Trade) -> Refused | None:
    for seat, given, taken in (
        (trade.proposer, trade.give.tiles, trade.take.tiles),
        (trade.partner, trade.take.tiles, trade.give.tiles),
    ):
        if refused := rules.may_hold(rules, table, seat, given, taken):
            return refused
    return None


def _terms(rules: RuleSet, table: Table, trade: Trade) -> Refused | None:
    terms = trade.terms
    if terms is None:
        return None
    pair = {trade.proposer, trade.partner}
    if terms.giver not in pair:
        return refuse(Reason.TRADE_PARTNER)
    if any({c.giver, c.taker} == pair for c in table.contracts):
        return refuse(Reason.CONTRACT_PAIR, rules.cite("contract_pair"))
    left = table.rounds - table.round
    closed = rules.trading.fairness.closed_rounds if rules.trading.fairness else 0
    if left < closed or not 1 <= terms.rounds <= left:
        return refuse(Reason.CONTRACT_TERM, rules.cite("contract_term"), rounds=left)
    step = rules.meta.step
    if terms.kind == "rent_free":
        return refuse(Reason.TRADE_GOODS) if terms.principal or terms.repayment else None
    odd = terms.principal % step or terms.repayment % step
    if terms.principal <= 0 or terms.repayment < 0 or odd:
        return refuse(Reason.TRADE_GOODS, amount=terms.principal)
    return None


def _fairness(rules: RuleSet, table: Table, trade: Trade) -> Refused | None:
    given, taken = sides(rules, table, trade)
    for seat, gives, gets in (
        (trade.proposer, given, taken), (trade.partner, taken, given),
    ):  # fmt: skip
        if 2 * gets < gives:
            return refuse(
                Reason.TRADE_UNFAIR, rules.cite("fair_trade"), seat=seat, gives=gives, gets=gets,
                short=-(-gives // 2) - gets,
            )  # fmt: skip
    return None
