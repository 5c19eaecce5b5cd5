"""Where somebody sits: whose page it is, and what may be asked from there."""

import re
from dataclasses import dataclass
from typing import Any

from ketuk.engine import codec
from ketuk.engine.commands import AnyCommand
from ketuk.engine.offers import Offers
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import Table
from ketuk.rooms.views import open_offers, view
from ketuk.tui.telling.names import Names


@dataclass(frozen=True, slots=True)
class SeatPlace:
    """A seat at the table as it stands; 0 for whoever looks on."""

    names: Names
    """Bound to the table as this seat sees it: nothing that is told can know more."""
    seat: int
    offers: Offers
    """What this seat may ask; of others nothing."""
    whole: Table
    """The whole table, for what the engine is asked; nothing of it is told."""
    reads: bool = False
    """Whether cards can be read: the box of the game is at hand."""

    @property
    def rules(self) -> RuleSet:
        """The rule set of the game."""
        return self.names.rules

    @property
    def table(self) -> Table:
        """The table as this seat sees it."""
        return self.names.table


def place(names: Names, seat: int, offers: Offers, *, reads: bool = False) -> SeatPlace:
    """A place, from names bound to the whole table and all that is offered there."""
    whole, rules = names.table, names.rules
    seen = view(whole, seat or None, rules)
    mine = open_offers(offers, seat or None)
    own = Offers(
        tuple(c for c in mine.commands if c.seat == seat),
        tuple(f for f in mine.forms if f.seat == seat),
        tuple(c for c in mine.standing if c.seat == seat),
        mine.deadline,
    )
    return SeatPlace(Names(names.telling, seen), seat, own, whole, reads)


def wired(command: AnyCommand) -> dict[str, Any]:
    """A command as it goes to its own seat's device: the seat is the connection's."""
    plain: dict[str, Any] = codec.to_plain(command)
    del plain["seat"]
    return plain


def begun(text: str) -> str:
    """Sentences begin with a capital also where the name is a word for who reads it."""
    return re.sub(r"(^|[.!?]\s+)(\w)", lambda start: start[1] + start[2].upper(), text)
