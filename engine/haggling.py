"""What a trade is worth to each side by its chances of whole sets, and which one to propose.

Small numbers that anybody can check: the part of a group that a player owns is worth its price and
up to as much again, by the square of the part. So a property is worth more to whoever is nearer to
the whole set, and both sides can win. Every trade that is found raises what the properties of the
two are worth to them together; so trading among such players comes to an end by itself.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from ketuk.engine.acts.trading import may_propose
from ketuk.engine.rules.money import up
from ketuk.engine.rules.mortgage import group_built
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Goods, Table, Trade


class Gains(Struct, frozen=True):
    """What each side of a trade wins by it, in units of the set."""

    proposer: int
    partner: int

    def of(self, trade: Trade, seat: int) -> tuple[int, int]:
        """The gain of a side, and that of the other."""
        mine, theirs = self.proposer, self.partner
        return (mine, theirs) if trade.proposer == seat else (theirs, mine)


def gains(rules: RuleSet, table: Table, trade: Trade) -> Gains:
    """What both sides win by a trade without a contract."""
    cash = trade.take.cash - trade.give.cash
    cards = (len(trade.take.cards) - len(trade.give.cards)) * _card_value(rules)
    mine = _change(rules, table, trade.proposer, lost=trade.give.tiles, won=trade.take.tiles)
    theirs = _change(rules, table, trade.partner, lost=trade.take.tiles, won=trade.give.tiles)
    return Gains(mine + cash + cards, theirs - cash - cards)


def is_good(rules: RuleSet, table: Table, trade: Trade, seat: int) -> bool:
    """Whether a side wins by a trade, and at least half of what the other wins."""
    if trade.terms is not None:
        return False
    mine, theirs = gains(rules, table, trade).of(trade, seat)
    return mine >= least_gain(rules) and 2 * mine >= theirs


def least_gain(rules: RuleSet) -> int:
    """A trade has to bring a tenth of a salary; less is not worth the talk."""
    return rules.salary // 10


def best_trade(rules: RuleSet, table: Table, seat: int, reserve: int) -> Trade | None:
    """The trade that wins most for the side that wins less, and moves few cards; None for none.

    Args:
        reserve: cash that whoever pays the difference keeps.
    """
    ranked: list[tuple[int, int, int, Trade]] = []
    for trade in exchanges(rules, table, seat, reserve):
        both = gains(rules, table, trade)
        less = min(both.proposer, both.partner) // least_gain(rules)
        ranked.append((-less, len(trade.tiles), -both.proposer, trade))
    ranked.sort(key=lambda way: way[:3])
    return next((way[3] for way in ranked if _works(rules, table, way[3])), None)


def exchanges(
    rules: RuleSet, table: Table, seat: int, reserve: int, *, hard: bool = False
) -> Iterator[Trade]:
    """Trades by which two would come nearer to whole groups, with cash that evens them out.

    Args:
        reserve: cash that whoever pays the difference keeps.
        hard: sales too, and for as much as the partner should still agree to.
    """
    for partner in table.seats:
        if partner == seat or (seat + partner + table.round) % EVERY:
            continue
        for give, take in _exchanges(rules, table, seat, partner, sales=hard):
            yield from _balanced(rules, table, seat, partner, give, take, reserve, hard=hard)


EVERY = 3
"""The same two players are thought of every third round: who has said no has some peace."""


def _works(rules: RuleSet, table: Table, trade: Trade) -> bool:
    both = all(is_good(rules, table, trade, s) for s in (trade.proposer, trade.partner))
    return both and may_propose(rules, table, trade) is None


def _exchanges(
    rules: RuleSet, table: Table, seat: int, partner: int, *, sales: bool
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Parts of groups that both have: the partner's (or one's own) for cash, or one for the other.

    Gives (what the seat gives, what it takes).
    """
    own = [(group, mine) for group in rules.board.groups if (mine := _held(table, seat, group))]
    shared = [(mine, _held(table, partner, group)) for group, mine in own]
    shared = [(m, t) for m, t in shared if t and not _built(rules, table, (*m, *t))]
    for mine, theirs in shared:
        yield (), theirs
        if sales:
            yield mine, ()
        yield from ((other, theirs) for other, _ in shared if other != mine)


def _built(rules: RuleSet, table: Table, tiles: Iterable[int]) -> bool:
    return any(group_built(rules, table, t) for t in tiles)


def _balanced(
    rules: RuleSet, table: Table, seat: int, partner: int,
    give: tuple[int, ...], take: tuple[int, ...], reserve: int, *, hard: bool,
) -> Iterator[Trade]:  # fmt: skip
    """The exchange with cash so that both win alike, or so that the payer wins twice as much.

    Hard: also so that the seat wins twice as much where it is paid.
    """
    bare = gains(rules, table, Trade(seat, partner, Goods(tiles=give), Goods(tiles=take)))
    pays = bare.proposer >= bare.partner
    payer = seat if pays else partner
    more, less = max(bare.proposer, bare.partner), min(bare.proposer, bare.partner)
    if more + less < 2 * least_gain(rules):
        return
    spare, step = max(0, table.player(payer).cash - reserve), rules.meta.step
    even = (more - less) // 2 // step * step
    kind = max(0, up(more - 2 * less, step, per=3))
    sums = [min(even, spare // step * step), kind]
    if hard and not pays:
        sums.append(min((2 * more - less) // 3, spare) // step * step)
    for cash in dict.fromkeys(sums):
        if kind <= cash <= spare:
            paid, got = (cash, 0) if pays else (0, cash)
            yield Trade(seat, partner, Goods(paid, give), Goods(got, take))


def _change(
    rules: RuleSet, table: Table, seat: int, *, lost: tuple[int, ...], won: tuple[int, ...]
) -> int:
    """By how much the properties of a seat are worth more to it after a trade."""
    after = sum(_alone(rules, table, t) for t in won) - sum(_alone(rules, table, t) for t in lost)
    for number in {rules.board.tiles[t].group for t in (*lost, *won)}:
        group = rules.board.groups[number]
        held = set(_held(table, seat, group))
        after += group_chance(rules, group, (held - set(lost)) | (set(won) & set(group)))
        after -= group_chance(rules, group, held)
    return after


def _alone(rules: RuleSet, table: Table, tile: int) -> int:
    price = rules.board.deed(tile).price
    return price - rules.mortgaging.value(rules, table, tile) * table.holdings[tile].mortgaged


def group_chance(rules: RuleSet, group: tuple[int, ...], held: Iterable[int]) -> int:
    """What a part of a group is worth beyond its price: as much again, times its square."""
    if not group:
        return 0
    whole = sum(rules.board.deed(t).price for t in group)
    part = sum(rules.board.deed(t).price for t in held)
    return part**3 // whole**2


def _held(table: Table, seat: int, group: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([t for t in group if table.holdings[t].owner == seat])


def _card_value(rules: RuleSet) -> int:
    fairness = rules.trading.fairness
    return fairness.card_value if fairness is not None else rules.jail.fee
