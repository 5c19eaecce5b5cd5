"""Two players for one device: mudah, who buys loosely and seldom builds, and sederhana.

Both choose among the offers, as any player does. A turn lasts 40 acts of theirs at most.
"""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from ketuk.engine.acts.trading import may_propose
from ketuk.engine.bots import Draw, Policy
from ketuk.engine.commands import (
    Accept,
    AnyCommand,
    Bid,
    Borrow,
    Build,
    Buy,
    Choose,
    Concede,
    Decline,
    EndTurn,
    GoOn,
    LeaveJail,
    Mortgage,
    Pass,
    Pay,
    Play,
    Propose,
    Redeem,
    Reject,
    Roll,
    SellBuilding,
)
from ketuk.engine.offers import offers_to
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.rulesets.rel.judging import Sight
from ketuk.engine.table import (
    NOWHERE,
    Answer,
    Bidding,
    BuyChoice,
    Due,
    Free,
    Table,
    TaxChoice,
    Trade,
)

C = TypeVar("C", bound=AnyCommand)
MOST_ACTS = 40
"""What a bot does in a turn at most; then it only goes on."""


class DecisionWay(Protocol):
    """How one of them decides; ``mine`` are the commands offered to it."""

    def buys(self, sight: Sight, mine: Sequence[AnyCommand], tile: int) -> AnyCommand | None:
        """Buy, raise money for it, or release."""

    def limit(self, sight: Sight, tile: int) -> int:
        """The highest bid for a property."""

    def spends(self, sight: Sight, mine: Sequence[AnyCommand]) -> AnyCommand | None:
        """Build, redeem or offer once the last roll is made; None for nothing more."""

    def agrees(self, sight: Sight, trade: Trade) -> bool:
        """Whether to say yes to an offer."""

    def leaves(self, sight: Sight, mine: Sequence[AnyCommand]) -> AnyCommand | None:
        """How to leave Lokap before throwing; None to throw."""

    def pays_part(self, sight: Sight) -> bool:
        """Whether to pay a part of the worth instead of the fixed tax."""

    def raises(self, sight: Sight, mine: Sequence[AnyCommand], short: int) -> AnyCommand | None:
        """How to raise what is missing; None if nothing is left."""


def of(kind: type[C], commands: Sequence[AnyCommand]) -> list[C]:
    """The commands of a kind."""
    return [c for c in commands if isinstance(c, kind)]


def first(*ways: Sequence[AnyCommand]) -> AnyCommand | None:
    """The first of all; None for none."""
    return next((way for some in ways for way in some), None)


def maker(way: Callable[[], DecisionWay]) -> Callable[[Draw], Policy]:
    """A player for one seat of one game; none of it is left to chance."""
    return lambda draw: _Player(way()).choose


class _Player:
    """One seat, which counts what it does in a turn."""

    def __init__(self, way: DecisionWay) -> None:
        self._way = way
        self._turn = (0, 0)
        self._seen: set[int] = set()

    def choose(self, rules: RuleSet, table: Table, seat: int) -> AnyCommand | None:
        """What it does now; None if it has nothing to do, or people hold the dice or deck."""
        top = table.top
        if top is None or top.by_hand(table.options) or seat not in top.waits_for(table):
            return None
        mine = offers_to(table, rules, seat)
        if not mine:
            return None
        self._count(table)
        sight = Sight(rules, table, seat)
        return self._answer(sight, mine) or mine[0]

    def _count(self, table: Table) -> None:
        turn = (table.round, table.turn.seat)
        if turn != self._turn:
            self._turn, self._seen = turn, set()
        self._seen.add(table.count)

    def _answer(self, sight: Sight, mine: list[AnyCommand]) -> AnyCommand | None:
        way, table = self._way, sight.table
        match table.top:
            case Free():
                return self._at_leisure(sight, mine)
            case BuyChoice(tile=tile):
                return way.buys(sight, mine, tile)
            case Bidding():
                bids = [b for b in of(Bid, mine) if b.amount <= way.limit(sight, _hammer(table))]
                return first(bids, of(Pass, mine))
            case Due(amount=amount):
                return _last(mine, way.raises(sight, mine, amount - sight.cash))
            case TaxChoice():
                wanted = "part" if way.pays_part(sight) else "fixed"
                return next(c for c in of(Choose, mine) if c.option == wanted)
            case Answer(trade=trade):
                says = Accept if way.agrees(sight, trade) else Reject
                return first(of(says, mine), of(Reject, mine))
            case _:
                return first(of(Pay, mine), of(Decline, mine), of(GoOn, mine))

    def _at_leisure(self, sight: Sight, mine: list[AnyCommand]) -> AnyCommand | None:
        if rolls := of(Roll, mine):
            stuck = sight.table.player(sight.seat).jail != NOWHERE
            return (self._way.leaves(sight, mine) if stuck else None) or rolls[0]
        ends = of(EndTurn, mine)
        if not ends:
            return _last(mine, self._way.raises(sight, mine, -sight.cash))
        if len(self._seen) > MOST_ACTS:
            return ends[0]
        return self._way.spends(sight, mine) or ends[0]


def _hammer(table: Table) -> int:
    assert table.auction is not None
    return table.auction.tile


def _last(mine: Sequence[AnyCommand], raised: AnyCommand | None) -> AnyCommand | None:
    """Muflis is what is left if nothing can be raised."""
    return raised or first(of(Concede, mine))


def _cards(mine: Sequence[AnyCommand]) -> list[Play]:
    """Kad Bebas Lokap that can be used."""
    return of(Play, mine)


def _fee(sight: Sight, mine: Sequence[AnyCommand], kept: int) -> AnyCommand | None:
    """Pay the fee of Lokap, keeping so much."""
    paying = of(LeaveJail, mine)
    return paying[0] if paying and sight.cash - sight.rules.jail.fee >= kept else None


# --- mudah -------------------------------------------------------------------------------------


class Mudah:
    """Buys whatever it can, builds one house now and then."""

    reserve = 300
    """Cash that it keeps when it builds."""
    redeeming = 600
    """Cash that it keeps when it redeems."""

    def __init__(self) -> None:
        self._built = 0
        """The round of its last building."""

    def buys(self, sight: Sight, mine: Sequence[AnyCommand], tile: int) -> AnyCommand | None:
        """If cash allows."""
        return first(of(Buy, mine), of(Decline, mine))

    def limit(self, sight: Sight, tile: int) -> int:
        """60 % of the price."""
        return sight.price(tile) * 60 // 100

    def spends(self, sight: Sight, mine: Sequence[AnyCommand]) -> AnyCommand | None:
        """One building on a full line every third round; what can be redeemed."""
        round = sight.table.round
        if round % 3 == 0 and round != self._built:
            for way in of(Build, mine):
                if sight.whole(way.tile) and sight.left(sight.building(way)) >= self.reserve:
                    self._built = round
                    return way
        ways = [r for r in of(Redeem, mine) if sight.left(sight.redeeming(r)) >= self.redeeming]
        return ways[0] if ways else None

    def agrees(self, sight: Sight, trade: Trade) -> bool:
        """If what it gets is printed at no less than what it gives."""
        given, got = sight.sides(trade)
        return got.cash + sight.prices(got.tiles) >= given.cash + sight.prices(given.tiles)

    def leaves(self, sight: Sight, mine: Sequence[AnyCommand]) -> AnyCommand | None:
        """By card; for the fee with 200 in cash."""
        return first(_cards(mine)) or _fee(sight, mine, 200 - sight.rules.jail.fee)

    def pays_part(self, sight: Sight) -> bool:
        """Never."""
        return False

    def raises(self, sight: Sight, mine: Sequence[AnyCommand], short: int) -> AnyCommand | None:
        """The dearest mortgage, then buildings, then Ah Long."""
        dearest = sorted(of(Mortgage, mine), key=lambda m: -sight.price(m.tile))
        return first(dearest, of(SellBuilding, mine), of(Borrow, mine))


# --- sederhana ---------------------------------------------------------------------------------


class Sederhana:
    """Goes for full lines and hotels, blocks others, stays in Lokap when it is late."""

    kept = 50
    """Cash that it keeps when it buys and bids."""

    def buys(self, sight: Sight, mine: Sequence[AnyCommand], tile: int) -> AnyCommand | None:
        """Within its cash; for what is worth more to it, singles are mortgaged."""
        price = sight.price(tile)
        if of(Buy, mine) and sight.left(price) >= self.kept:
            return of(Buy, mine)[0]
        singles = self._singles(sight, mine)
        raised = sum([sight.mortgage(m.tile) for m in singles])
        if sight.factor(tile) >= 150 and singles and sight.left(price - raised) >= self.kept:
            return singles[0]
        return first(of(Decline, mine))

    def _singles(self, sight: Sight, mine: Sequence[AnyCommand]) -> list[Mortgage]:
        """Deeds of no full line that it can mortgage, the cheapest first."""
        ways = [m for m in of(Mortgage, mine) if not sight.whole(m.tile)]
        return sorted(ways, key=lambda m: sight.price(m.tile))

    def limit(self, sight: Sight, tile: int) -> int:
        """What it is worth to it, keeping 50."""
        worth = sight.factor(tile) * sight.price(tile) // 100
        return min(worth, sight.cash - self.kept)

    def spends(self, sight: Sight, mine: Sequence[AnyCommand]) -> AnyCommand | None:
        """Buildings, the dearest line first; mortgages, full lines first; an offer a turn."""
        kept = sight.reserve()
        sites = [b for b in of(Build, mine) if sight.whole(b.tile)]
        sites = [b for b in sites if sight.left(sight.building(b)) >= kept]
        if sites:
            return min(
                sites, key=lambda b: (-sight.line_price(b.tile), sight.level(b.tile), b.tile)
            )
        ways = [r for r in of(Redeem, mine) if sight.left(sight.redeeming(r)) >= kept + 200]
        if ways:
            return min(ways, key=lambda r: (not sight.whole(r.tile), -sight.price(r.tile)))
        return None if sight.table.turn.proposed else self._offer(sight, kept)

    def _offer(self, sight: Sight, kept: int) -> Propose | None:
        """For the last station of a line: a swap that completes both, else twice its price."""
        for tile in sight.last_ones():
            for trade in sight.ways_to(tile):
                if sight.left(trade.give.cash) < kept:
                    continue
                if may_propose(sight.rules, sight.table, trade) is None:
                    return Propose(sight.seat, trade)
        return None

    def agrees(self, sight: Sight, trade: Trade) -> bool:
        """For a fifth more than it gives; the last of another's line only if it gets one too."""
        given, got = sight.sides(trade)
        if sight.loses_line(trade) and not sight.wins_line(trade):
            return False
        worth = got.cash * 100 + sum([sight.factor(t) * sight.price(t) for t in got.tiles])
        return worth >= 120 * (given.cash + sight.prices(given.tiles))

    def leaves(self, sight: Sight, mine: Sequence[AnyCommand]) -> AnyCommand | None:
        """By card or for the fee; when it is late it would rather stay."""
        if sight.late():
            return None
        return first(_cards(mine)) or _fee(sight, mine, 100)

    def pays_part(self, sight: Sight) -> bool:
        """A tenth, below a worth of 2,000."""
        return sight.rules.net_worth(sight.rules, sight.table, sight.seat) < 2000

    def raises(self, sight: Sight, mine: Sequence[AnyCommand], short: int) -> AnyCommand | None:
        """Ah Long if that is enough, singles, buildings, the rest: the cheapest first."""
        loans = of(Borrow, mine) if sight.rules.figures["loan"] >= short else []
        sales = sorted(of(SellBuilding, mine), key=lambda s: sight.house(s.tile))
        rest = sorted(of(Mortgage, mine), key=lambda m: sight.price(m.tile))
        return first(loans, self._singles(sight, mine), sales, rest)


BOTS = {"mudah": maker(Mudah), "sederhana": maker(Sederhana)}
"""By the name under which they are chosen."""
