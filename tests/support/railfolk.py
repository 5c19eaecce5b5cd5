"""People of rel for whole games at the screen: they decide, a test carries it out by hand.

They are the set's own players by turns, with habits that lead to every corner of the rules: some
stations go to auction, Ah Long lends and is paid back early, both ways of the tax are taken, cards
lie in real decks, and where they are tired they stop with Tamatkan & kira.
"""

from dataclasses import dataclass, field

from townsfolk import dearer

from ketuk.engine.bots import Policy
from ketuk.engine.commands import (
    AnyCommand,
    Borrow,
    Choose,
    Conclude,
    Confirm,
    Decline,
    Draw,
    Repay,
)
from ketuk.engine.offers import offers
from ketuk.engine.players import makers
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.rulesets import source
from ketuk.engine.table import BuyChoice, DrawCard, Free, Handover, Table, TaxChoice

DEAR = "rel_mahal"
"""An owner's own edition, in which rents are so high that a game is short."""
RICH, POOR = 700, 250
"""From so much on a loan is paid back early; below it one is taken at the end of a turn."""


def dear(edition: str, times: int = 5) -> str:
    """The data of an edition with so many times the rents."""
    text, old = source(edition), f'id = "{edition}"'
    assert text.count(old) == 1
    return dearer(text.replace(old, f'id = "{DEAR}"'), times)


@dataclass(slots=True)
class Railfolk:
    """What happens next at a table, whoever does it; one for each game."""

    tired: int = 0
    """The round in which they stop; 0 for never."""
    _policies: dict[int, Policy] = field(default_factory=dict)

    def __call__(self, rules: RuleSet, table: Table, *, tapping: bool = False) -> AnyCommand:
        """The next command; with taps traded deeds are tapped too."""
        if tapping and isinstance(table.top, Handover):
            return Confirm(table.active, table.top.items[0])
        for seat in table.seats:
            if (command := self.says(rules, table, seat)) is not None:
                return command
        raise AssertionError(f"nobody goes on with {table.top}")

    def says(self, rules: RuleSet, table: Table, seat: int) -> AnyCommand | None:
        """What one of them does now; None where it has nothing to do."""
        if self.tired and table.round >= self.tired and table.top == Free(seat):
            return Conclude(seat)
        return _habit(rules, table, seat) or self._policy(rules, seat)(rules, table, seat)

    def _policy(self, rules: RuleSet, seat: int) -> Policy:
        name = ("sederhana", "mudah")[seat % 2]
        return self._policies.setdefault(seat, makers(rules)[name](lambda limit: 0))


def _habit(rules: RuleSet, table: Table, seat: int) -> AnyCommand | None:
    match table.top:
        case BuyChoice(seat=asked, tile=tile) if asked == seat and tile % 5 == 1:
            return Decline(seat)
        case DrawCard(seat=asked, deck=deck) if asked == seat and table.options.decks == "real":
            pile = table.deck(deck)
            return Draw(seat, pile.unseen[(table.round + seat) % len(pile.unseen)])
        case TaxChoice(seat=asked) if asked == seat:
            mine = offers(table, rules).of(seat)
            ways = [c for c in mine if isinstance(c, Choose)]
            return ways[(table.round + seat) % len(ways)]
        case Free(seat=asked) if asked == seat and not table.turn.may_roll:
            return _with_ah_long(rules, table, seat)
        case _:
            return None


def _with_ah_long(rules: RuleSet, table: Table, seat: int) -> AnyCommand | None:
    """At the end of a turn the poor borrow, and the rich pay back."""
    cash, ways = table.player(seat).cash, offers(table, rules).of(seat)
    wanted = Borrow(seat) if cash < POOR else Repay(seat)
    return wanted if (cash < POOR or cash >= RICH) and wanted in ways else None
