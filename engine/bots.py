"""Two small players that need nothing but what anybody sees of ``offers``: random and cautious.

A policy is asked with (rules, table, seat) and answers with a command that is listed or fills a
form, or with None if that seat has nothing to do, or must leave it to people (real dice, real
decks).
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from msgspec import Struct

from ketuk.engine.commands import (
    Accept,
    AnyCommand,
    Bid,
    BidCard,
    Build,
    Buy,
    Choose,
    ClaimRent,
    Concede,
    Decline,
    Discard,
    EndTurn,
    GoOn,
    Mortgage,
    Pass,
    Pay,
    PayDetour,
    PayRent,
    Pick,
    Play,
    Propose,
    Ready,
    Redeem,
    Reject,
    Roll,
    SellBuilding,
    Skip,
    Stop,
    Vote,
)
from ketuk.engine.haggling import best_trade, is_good
from ketuk.engine.offers import TradeForm, forms, offers_to
from ketuk.engine.pricing import can_pay
from ketuk.engine.rules.auction import bid_value
from ketuk.engine.rules.buildings import set_owned
from ketuk.engine.rules.money import down
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import (
    BANK,
    Answer,
    Auction,
    Bidding,
    BuyChoice,
    Free,
    Jump,
    Table,
    Trade,
    Voting,
)
from ketuk.engine.waiting import waiting

Policy: TypeAlias = Callable[[RuleSet, Table, int], AnyCommand | None]
Draw: TypeAlias = Callable[[int], int]
"""A number from 0 up to, but not including, its argument."""
C = TypeVar("C", bound=AnyCommand)


def random_policy(draw: Draw) -> Policy:
    """Any listed command, each as likely as the other, whenever the table waits for the seat.

    Args:
        draw: a number from 0 up to, but not including, its argument.
    """

    def choose(rules: RuleSet, table: Table, seat: int) -> AnyCommand | None:
        if seat not in waiting(table) or _is_peoples(table):
            return None
        mine = [c for c in offers_to(table, rules, seat) if _goes_on(table, c)]
        return mine[draw(len(mine))] if mine else None

    return choose


def _is_peoples(table: Table) -> bool:
    """Whether real dice or a real deck answer what is open."""
    return table.top is not None and table.top.by_hand(table.options)


def _goes_on(table: Table, command: AnyCommand) -> bool:
    """Whether a command could be the last of its kind: a bid is laid once, not over and over."""
    auction = table.auction
    if auction is None or not isinstance(command, BidCard) or auction.stage != "bids":
        return True
    return command.seat not in {b.seat for b in auction.sealed.bids}


class Cautious(Struct, frozen=True):
    """How careful the cautious player is. Money in units of the set."""

    reserve: int | None = None
    """Cash that it keeps when it buys, builds, redeems or pays a detour; None: one salary."""

    def kept(self, rules: RuleSet) -> int:
        """The reserve, as it is in this rule set."""
        return rules.salary if self.reserve is None else self.reserve


def cautious_policy(care: Cautious | None = None) -> Policy:
    """Buys, builds and trades for sets within its reserve, bids low, pays and claims rents."""
    care = care or Cautious()

    def choose(rules: RuleSet, table: Table, seat: int) -> AnyCommand | None:
        mine = offers_to(table, rules, seat, raising=False) or offers_to(table, rules, seat)
        return cautiously(rules, table, seat, care, mine)

    return choose


def cautiously(
    rules: RuleSet, table: Table, seat: int, care: Cautious, mine: list[AnyCommand]
) -> AnyCommand | None:
    """What the cautious player takes of the commands that are listed for its seat."""
    if not mine or _is_peoples(table):
        return None
    match table.top:
        case Free():
            return _at_leisure(rules, table, seat, care, mine)
        case Answer(trade=trade):
            return _agrees(rules, table, seat, mine, trade)
        case BuyChoice(tile=tile):
            return _buys(rules, table, seat, care, mine, tile)
        case Bidding():
            return _bids(rules, table, seat, care, mine)
        case Voting():
            return _votes(rules, table, seat, mine)
        case Jump():
            return _jumps(rules, table, seat, care, _of(Pick, mine))
        case _:
            return _answers(rules, table, seat, care, mine)


def _of(kind: type[C], commands: Sequence[AnyCommand]) -> list[C]:
    return [c for c in commands if type(c) is kind]


def _keeps(table: Table, seat: int, price: int, reserve: int) -> bool:
    return table.player(seat).cash - price >= reserve


def _at_leisure(
    rules: RuleSet,
    table: Table,
    seat: int,
    care: Cautious,
    mine: list[AnyCommand],
) -> AnyCommand | None:
    rents: list[AnyCommand] = [*_of(PayRent, mine), *_of(ClaimRent, mine)]
    if rents:
        return rents[0]
    if seat not in waiting(table):
        return None
    if boons := _boons(rules, mine):
        return boons[0]
    onward: list[AnyCommand] = [*_of(Roll, mine), *_of(EndTurn, mine)]
    return (
        _proposes(rules, table, seat, care)
        or _redeems(rules, table, seat, care, _of(Redeem, mine))
        or _builds(rules, table, seat, care, _of(Build, mine))
        or next(iter(onward), None)
        or _raises(rules, table, offers_to(table, rules, seat))
    )


def _raises(rules: RuleSet, table: Table, mine: list[AnyCommand]) -> AnyCommand:
    """Who cannot go on has to find money: what is missed least first, then whatever is open."""
    pawned = min(_of(Mortgage, mine), key=lambda w: _least_missed(rules, table, w), default=None)
    return pawned or next(iter([*_of(SellBuilding, mine), *mine]))


def _proposes(rules: RuleSet, table: Table, seat: int, care: Cautious) -> Propose | None:
    """One trade a turn, at its beginning, that helps both sides to whole sets."""
    if not may_propose(rules, table, seat):
        return None
    trade = best_trade(rules, table, seat, care.kept(rules) // 2)
    return Propose(seat, trade) if trade is not None else None


def may_propose(rules: RuleSet, table: Table, seat: int) -> bool:
    """Whether it is the beginning of the seat's own turn, and it can put a trade together."""
    turn = table.turn
    if turn.seat != seat or turn.rolls or turn.proposed:
        return False
    return any(isinstance(f, TradeForm) and f.seat == seat for f in forms(table, rules))


def _agrees(
    rules: RuleSet, table: Table, seat: int, mine: list[AnyCommand], trade: Trade
) -> AnyCommand | None:
    """Yes if it wins by it, and not much less than the other side."""
    yes: list[AnyCommand] = [*_of(Accept, mine)] if is_good(rules, table, trade, seat) else []
    return next(iter([*yes, *_of(Reject, mine)]), None)


def _redeems(
    rules: RuleSet, table: Table, seat: int, care: Cautious, ways: list[Redeem]
) -> Redeem | None:
    """What lies in a whole set first: it can be built on then; the rest with twice the reserve."""

    def kept(way: Redeem) -> int:
        return care.kept(rules) * (1 if set_owned(rules, table, seat, way.tile) else 2)

    fitting = [
        w
        for w in ways
        if _keeps(table, seat, rules.mortgaging.redeeming(rules, table, w.tile), kept(w))
    ]
    return min(fitting, key=lambda w: (kept(w), w.tile), default=None)


def _boons(rules: RuleSet, mine: list[AnyCommand]) -> list[Play]:
    """Cards that it plays as soon as they can be."""
    return [p for p in _of(Play, mine) if rules.card_rules[rules.cards[p.card].kind].boon]


def _builds(
    rules: RuleSet, table: Table, seat: int, care: Cautious, ways: list[Build]
) -> Build | None:
    def price(way: Build) -> int:
        return rules.building.price(rules, table, way.tile, way.levels)

    fitting = [w for w in ways if _keeps(table, seat, price(w), care.kept(rules))]

    def order(way: Build) -> tuple[int, int, int, int]:
        """The lowest city first, as many levels at once as can be, then the cheapest."""
        return table.holdings[way.tile].level, -way.levels, price(way), way.tile

    return min(fitting, key=order, default=None)


def _buys(
    rules: RuleSet, table: Table, seat: int, care: Cautious, mine: list[AnyCommand], tile: int
) -> AnyCommand | None:
    """For the price, if it would bid as much: nothing is won by declining."""
    ways = _of(Buy, mine)
    if ways and _most(rules, table, seat, care, tile) >= rules.board.deed(tile).price:
        return ways[-1]  # a discount, where it has one, is listed after the plain price
    others: list[AnyCommand] = [*_of(Decline, mine), *_of(Skip, mine)]
    return next(iter(others), None)


def _most(rules: RuleSet, table: Table, seat: int, care: Cautious, tile: int) -> int:
    return can_pay(rules, table, seat, tile, care.kept(rules))


def _bids(
    rules: RuleSet, table: Table, seat: int, care: Cautious, mine: list[AnyCommand]
) -> AnyCommand | None:
    auction = table.auction
    if auction is None or seat not in waiting(table):
        return None
    ready: list[AnyCommand] = [*_of(Ready, mine), *_of(GoOn, mine)]
    if ready:
        return ready[0]
    if auction.stage == "open":
        return _calls(rules, table, seat, care, mine, auction)
    most = _most(rules, table, seat, care, auction.tile)
    fitting = [c for c in _of(BidCard, mine) if bid_value(rules, auction.tile, c.card) <= most]
    return max(fitting, key=lambda c: c.card, default=None)


def _calls(
    rules: RuleSet,
    table: Table,
    seat: int,
    care: Cautious,
    mine: list[AnyCommand],
    auction: Auction,
) -> AnyCommand | None:
    """Bids in steps of a fifth of the price, so that an auction does not last all evening."""
    deed = rules.board.deed(auction.tile)
    if auction.floors:
        spare = max(0, table.player(seat).cash - care.kept(rules))
        most, step = min(spare, 2 * deed.build_price), deed.build_price // 10
    else:
        most, step = _most(rules, table, seat, care, auction.tile), deed.price // 5
    step, most = max(down(step, rules.meta.step), rules.meta.step), down(most, rules.meta.step)
    for least in _of(Bid, mine):
        if least.amount <= most:
            return Bid(seat, max(least.amount, min(most, auction.high + step)))
    return next(iter(_of(Pass, mine)), None)


def _votes(rules: RuleSet, table: Table, seat: int, mine: list[AnyCommand]) -> AnyCommand | None:
    """Yes if nobody is richer, so that it would win."""
    worth = {s: rules.net_worth(rules, table, s) for s in table.seats}
    yes = worth[seat] == max(worth.values())
    ways: list[AnyCommand] = [c for c in _of(Vote, mine) if c.yes == yes]
    return next(iter(ways), None)


def _jumps(
    rules: RuleSet, table: Table, seat: int, care: Cautious, ways: list[Pick]
) -> AnyCommand | None:
    """To the dearest land that it can buy, else to own land, else to the start."""

    def rank(way: Pick) -> tuple[int, int, int]:
        deed, owner = rules.board.tiles[way.tile].deed, table.holdings[way.tile].owner
        if deed is None:
            return (1 if way.tile == rules.board.find("start") else 3), 0, way.tile
        free = owner == BANK and _keeps(table, seat, deed.price, care.kept(rules))
        place = 0 if free else 1 if owner == seat else 3
        return place, -deed.price, way.tile

    return min(ways, key=rank, default=None)


def _answers(
    rules: RuleSet, table: Table, seat: int, care: Cautious, mine: list[AnyCommand]
) -> AnyCommand | None:
    if boons := _boons(rules, mine):
        return boons[0]
    if seat not in waiting(table) and not _of(GoOn, mine):
        return None
    detours = _of(PayDetour, mine)
    if detours and _keeps(table, seat, rules.figures["detour"], care.kept(rules)):
        return detours[0]
    pawned = min(_of(Mortgage, mine), key=lambda w: _least_missed(rules, table, w), default=None)
    if pawned is not None and not _of(Pay, mine):
        return pawned
    for kind in (Pay, SellBuilding, Concede, Stop, GoOn, Discard):
        ways = _of(kind, mine)
        if ways:
            return ways[-1] if kind is Pay else ways[0]
    return _picks(rules, table, seat, mine)


def _least_missed(rules: RuleSet, table: Table, way: Mortgage) -> tuple[bool, int]:
    """What to mortgage first: not what lies in a whole set, and the cheapest."""
    return set_owned(rules, table, way.seat, way.tile), rules.board.deed(way.tile).price


def _picks(rules: RuleSet, table: Table, seat: int, mine: list[AnyCommand]) -> AnyCommand | None:
    """An option of a tile: one for an own city before others; else the first that is listed."""
    own = [
        c
        for c in _of(Choose, mine)
        if c.option in rules.tile_options and table.holdings[c.target].owner == seat
    ]
    return next(iter([*own, *_of(Choose, mine), *_of(Pick, mine), *mine]), None)
