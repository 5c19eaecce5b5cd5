"""People of klasik for whole games at the screen: they decide, a test carries it out by hand.

They are the careful bot with habits that lead to every corner of the rules: some properties go to
auction, jail cards change hands, both ways of the tax are taken, cards lie in real decks.
"""

import re

from ketuk.engine.bots import Cautious, cautious_policy
from ketuk.engine.commands import (
    Accept,
    AnyCommand,
    Choose,
    Confirm,
    Decline,
    Draw,
    LeaveJail,
    Propose,
)
from ketuk.engine.offers import offers
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.rulesets import source
from ketuk.engine.table import (
    NOWHERE,
    Answer,
    BuyChoice,
    DrawCard,
    Free,
    Goods,
    Handover,
    Table,
    TaxChoice,
    Trade,
)

_CAREFUL = cautious_policy(Cautious(reserve=0))
VILLAGE = "kampung"
PRICE_OF_FREEDOM = 50


def village() -> str:
    """Klasik's data with dear rents and few houses, so that games are short and houses run out."""
    text = source("klasik")
    for old, new in (
        ('id = "klasik"', f'id = "{VILLAGE}"'),
        ("cash = 1500 ", "cash = 1200 "),
        ("houses = 32 ", "houses = 6 "),
        ("hotels = 12", "hotels = 1"),
    ):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return dearer(text, 5)


def dearer(text: str, times: int) -> str:
    """A set's data with so many times the rents."""

    def line(found: re.Match[str]) -> str:
        rents = [str(int(rent) * times) for rent in found[1].split(",")]
        return f"rents = [{', '.join(rents)}]"

    return re.sub(r"(?m)^rents = \[(.*)\]", line, text)


def decision(rules: RuleSet, table: Table, *, tapping: bool = False) -> AnyCommand:
    """What happens next at the table, whoever does it; with taps traded cards are tapped too."""
    if tapping and isinstance(table.top, Handover):
        return Confirm(table.active, table.top.items[0])
    for seat in table.seats:
        command = _habit(rules, table, seat) or _CAREFUL(rules, table, seat)
        if command is not None:
            return command
    raise AssertionError(f"nobody goes on with {table.top}")


def _habit(rules: RuleSet, table: Table, seat: int) -> AnyCommand | None:
    match table.top:
        case BuyChoice(seat=asked, tile=tile) if asked == seat and tile % 4 == 1:
            return Decline(seat)
        case DrawCard(seat=asked, deck=deck) if asked == seat and table.options.decks == "real":
            pile = table.deck(deck)
            return Draw(seat, pile.unseen[(table.round + seat) % len(pile.unseen)])
        case Answer(trade=trade) if trade.partner == seat and (trade.give.cards):
            return Accept(seat)
        case TaxChoice(seat=asked) if asked == seat:
            mine = offers(table, rules).of(seat)
            ways = [c for c in mine if isinstance(c, Choose)]
            return ways[(table.round + seat) % len(ways)]
        case Free(seat=asked) if asked == seat and table.turn.may_roll and not table.turn.rolls:
            return _begins(rules, table, seat)
        case _:
            return None


def _begins(rules: RuleSet, table: Table, seat: int) -> AnyCommand | None:
    """At the beginning of a turn: out of jail with money, or a jail card sold to the left."""
    player = table.player(seat)
    if player.jail != NOWHERE:
        way = LeaveJail(seat)
        wanted = seat % 2 and not player.hand and way in offers(table, rules).commands
        return way if wanted else None
    partner = table.clockwise(seat)[1]
    rich = table.player(partner).cash >= PRICE_OF_FREEDOM
    if player.hand and rich and seat > partner and not table.turn.proposed:
        goods = Goods(cards=player.hand[:1])
        return Propose(seat, Trade(seat, partner, goods, Goods(cash=PRICE_OF_FREEDOM)))
    return None
