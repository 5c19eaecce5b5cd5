"""People of merek for whole games at the screen: they decide, a test carries it out by hand.

They are the careful bot with habits that lead to every corner of the rules: some brands go to
auction, stakes are put in the casino, a pause is asked for, a deed is auctioned by its owner, and
now and then nobody answers until the time is up.
"""

import re

from ketuk.engine.bots import Cautious, cautious_policy
from ketuk.engine.commands import (
    AnyCommand,
    CallVote,
    ComeBack,
    Decline,
    Draw,
    PassTime,
    Play,
    PutUp,
    Resume,
    Stake,
    Vote,
)
from ketuk.engine.offers import offers
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.rulesets import source
from ketuk.engine.states import Ballot
from ketuk.engine.table import (
    Bet,
    Bidding,
    BuyChoice,
    DrawCard,
    Free,
    Paused,
    StepChoice,
    Table,
    Voting,
)

_CAREFUL = cautious_policy(Cautious(reserve=0))
FEIRA = "feira"
DEARER = 8
PAUSE_IN = 2
"""The round in which the first player asks for a pause."""


def feira() -> str:
    """Merek's data with dear rents, so that games are short."""
    text = source("merek")
    assert text.count('id = "merek"') == 1
    text = text.replace('id = "merek"', f'id = "{FEIRA}"')
    return re.sub(r"(?m)^rents = \[(.*)\]", _dearer, text)


def _dearer(line: re.Match[str]) -> str:
    rents = [str(int(rent) * DEARER) for rent in line[1].split(",")]
    return f"rents = [{', '.join(rents)}]"


def decision(rules: RuleSet, table: Table, *, tapping: bool = False) -> AnyCommand:
    """What happens next at the table, whoever does it."""
    if isinstance(table.top, Paused):
        away = [s for s in table.seats if s not in table.top.back]
        return ComeBack(away[-1]) if away else Resume(table.seats[0])
    if isinstance(table.top, Voting):
        return Vote(next(iter(table.top.waits_for(table))), yes=True)
    if table.due is not None and _sleeps(table):
        return PassTime(table.due)
    for seat in table.seats:
        command = _habit(rules, table, seat) or _CAREFUL(rules, table, seat)
        if command is not None:
            return command
    raise AssertionError(f"nobody goes on with {table.top}")


def _sleeps(table: Table) -> bool:
    """Whether nobody answers this question: some bids, some choices, and a whole turn once."""
    match table.top:
        case Bidding():
            return table.count % 5 == 0
        case StepChoice() | BuyChoice():
            return table.count % 7 == 0
        case Free(seat=seat):
            return table.round == PAUSE_IN + 1 and seat == table.seats[-1]
        case _:
            return False


def _habit(rules: RuleSet, table: Table, seat: int) -> AnyCommand | None:
    found = offers(table, rules)
    match table.top:
        case BuyChoice(seat=asked, tile=tile) if asked == seat and tile % 4 == 1:
            return Decline(seat)
        case DrawCard(seat=asked, deck=deck) if asked == seat and table.options.decks == "real":
            pile = table.deck(deck)
            return Draw(seat, pile.unseen[(table.round + seat) % len(pile.unseen)])
        case Bet(seat=asked) if asked == seat:
            stakes = [c for c in found.of(seat) if isinstance(c, Stake)]
            return stakes[table.count % len(stakes)] if stakes else None
        case Free(seat=asked) if asked == seat:
            return _before_a_roll(table, seat, found.of(seat))
        case _:
            return None


def _before_a_roll(table: Table, seat: int, mine: tuple[AnyCommand, ...]) -> AnyCommand | None:
    """A pause, the card of the prison, or an auction of one's own."""
    if table.round == PAUSE_IN and table.state(Ballot) == Ballot() and not table.turn.rolls:
        return CallVote(seat, "pause")
    return next((c for c in mine if isinstance(c, Play | PutUp)), None)
