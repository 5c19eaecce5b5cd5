"""People of kompleks for whole games at the screen: they decide, a test carries it out by hand.

They are the careful bot with habits that lead to every corner of the rules: land is skipped or goes
to auction, whoever cannot pay sells land to a neighbour first, jail cards change hands, a vote is
lost, and where they are tired one is carried.
"""

from collections.abc import Callable
from functools import partial

from townsfolk import dearer

from ketuk.engine.bots import Cautious, cautious_policy
from ketuk.engine.commands import (
    Accept,
    AnyCommand,
    CallVote,
    Confirm,
    Decline,
    Draw,
    LeaveJail,
    Pick,
    Propose,
    Skip,
    Vote,
)
from ketuk.engine.offers import offers
from ketuk.engine.rules import debt
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.rulesets import source
from ketuk.engine.states import Ballot, Laps
from ketuk.engine.table import (
    BANK,
    NOWHERE,
    Answer,
    BuyChoice,
    DrawCard,
    Due,
    Free,
    Goods,
    Handover,
    Jump,
    Table,
    Trade,
    Voting,
)

_CAREFUL = cautious_policy(Cautious(reserve=0))
DISTRICT = "kelurahan"
PRICE_OF_FREEDOM = 100_000
ASKS, TIRED = 9, 10
"""The round in which a vote is lost, and the one in which the tired end the game."""


def district() -> str:
    """The set's data with dear rents, so that games are short."""
    text = source("kompleks")
    old = 'id = "kompleks"'
    assert text.count(old) == 1
    return dearer(text.replace(old, f'id = "{DISTRICT}"'), 3)


def decision(
    rules: RuleSet, table: Table, *, tapping: bool = False, tired: bool = False
) -> AnyCommand:
    """What happens next at the table, whoever does it; with taps traded cards are tapped too."""
    if tapping and isinstance(table.top, Handover):
        return Confirm(table.active, table.top.items[0])
    for seat in table.seats:
        command = _habit(rules, table, seat, tired) or _CAREFUL(rules, table, seat)
        if command is not None:
            return command
    raise AssertionError(f"nobody goes on with {table.top}")


tired: Callable[..., AnyCommand] = partial(decision, tired=True)
"""The same people, who have had enough in a round of their own."""


def _habit(rules: RuleSet, table: Table, seat: int, tired: bool) -> AnyCommand | None:
    match table.top:
        case BuyChoice(seat=asked, tile=tile) if asked == seat:
            return _not_bought(rules, table, seat, tile)
        case DrawCard(seat=asked, deck=deck) if asked == seat and table.options.decks == "real":
            pile = table.deck(deck)
            return Draw(seat, pile.unseen[(table.round + seat) % len(pile.unseen)])
        case Answer(trade=trade) if trade.partner == seat and not trade.take.tiles:
            return Accept(seat)
        case Jump(seat=asked) if asked == seat:
            return _jumps(table, seat)
        case Voting() if not table.state(Ballot).answered(seat):
            return Vote(seat, yes=tired and table.round >= TIRED)
        case Due(seat=asked) if asked == seat:
            return _sells_land(rules, table, seat)
        case Free():
            return _asks_to_end(table, seat, tired) or _begins(rules, table, seat)
        case _:
            return None


def _not_bought(rules: RuleSet, table: Table, seat: int, tile: int) -> AnyCommand | None:
    """Some land goes to auction, some stays empty."""
    if tile % 7 == 3:
        return Skip(seat)
    way = Decline(seat)
    return way if tile % 4 == 1 and way in offers(table, rules).commands else None


def _jumps(table: Table, seat: int) -> AnyCommand:
    """To own bare land by turns with any other tile."""
    own = [t for t in table.owned(seat) if not table.holdings[t].level]
    other = (7 * table.round + seat) % 40
    wanted = own[0] if own and table.round % 2 else other
    return Pick(seat, wanted if wanted != table.player(seat).at else 0)


def _sells_land(rules: RuleSet, table: Table, seat: int) -> AnyCommand | None:
    """Whoever cannot cover a payment sells land to a neighbour who can pay for it."""
    due, turn = table.top, table.turn
    assert isinstance(due, Due)
    short = due.amount - table.player(seat).cash
    if turn.seat != seat or turn.proposed or debt.enough_to_raise(rules, table, seat, short):
        return None
    bare = [t for t in table.owned(seat) if not table.holdings[t].level]
    laps = table.state(Laps)
    rich = [s for s in table.seats if s != seat and laps.of(s) and table.player(s).cash > BANK]
    if not bare or not rich:
        return None
    partner = max(rich, key=lambda s: table.player(s).cash)
    price = min(table.player(partner).cash, 2 * rules.board.deed(bare[-1]).price)
    trade = Trade(seat, partner, Goods(tiles=(bare[-1],)), Goods(cash=price))
    refused = rules.trading.check(rules, table, trade)
    return Propose(seat, trade) if refused is None else None


def _asks_to_end(table: Table, seat: int, tired: bool) -> AnyCommand | None:
    """The second player asks once, in vain; the tired ask again and mean it."""
    spent = table.state(Ballot).spent
    if seat != 2 or table.round not in ((ASKS, TIRED) if tired else (ASKS,)) or seat in spent:
        return None
    asked = table.state(Ballot).opener == seat and table.round == ASKS
    return None if asked else CallVote(seat, "end")


def _begins(rules: RuleSet, table: Table, seat: int) -> AnyCommand | None:
    """At the beginning of a turn: out of jail with money, or a jail card sold to the left."""
    turn, player = table.turn, table.player(seat)
    if turn.seat != seat or not turn.may_roll or turn.rolls:
        return None
    if player.jail != NOWHERE:
        way = LeaveJail(seat)
        wanted = seat % 2 and not player.hand and way in offers(table, rules).commands
        return way if wanted else None
    partner, laps = table.clockwise(seat)[1], table.state(Laps)
    rich = table.player(partner).cash >= PRICE_OF_FREEDOM and laps.of(partner)
    if player.hand and rich and seat > partner and not turn.proposed:
        goods = Goods(cards=player.hand[:1])
        return Propose(seat, Trade(seat, partner, goods, Goods(cash=PRICE_OF_FREEDOM)))
    return None
