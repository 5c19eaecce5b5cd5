"""All that may be asked now."""

from functools import cache

from msgspec import Struct

from ketuk.engine.acts import voting
from ketuk.engine.acts.timekeeping import deadline
from ketuk.engine.commands import AnyCommand, CallVote, Leave
from ketuk.engine.offers.forms import Form, trades
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import AnyTask, Table


class Offers(Struct, frozen=True, gc=False):
    """Everything that may be asked now."""

    commands: tuple[AnyCommand, ...]
    forms: tuple[Form, ...]
    standing: tuple[Leave | CallVote, ...]
    """Never what the table waits for: leaving, at any time until the game is over, and questions
    to all, whenever they may be put."""
    deadline: int | None = None
    """The second of play at which what is open answers itself; None if it has no time."""

    def of(self, seat: int) -> tuple[AnyCommand, ...]:
        """The listed commands of one seat."""
        return tuple(c for c in self.commands if c.seat == seat)


def offers(table: Table, rules: RuleSet) -> Offers:
    """All that any seat may ask now; empty when the game is over."""
    top = table.top
    if top is None:
        return Offers((), (), ())
    rule = rules.tasks[type(top)]
    commands = rule.offers(rules, table, top) if rule.offers is not None else []
    standing: tuple[Leave | CallVote, ...] = _leaving(table.seats)
    if rules.votes:
        standing += voting.callable_now(rules, table)
    due = deadline(rules, table) if rules.timing is not None else None
    return Offers(tuple(commands), tuple(_forms(rules, table, top)), standing, due)


def offers_to(table: Table, rules: RuleSet, seat: int, *, raising: bool = True) -> list[AnyCommand]:
    """The listed commands of one seat: the same as ``offers(table, rules).of(seat)``, sooner.

    Args:
        raising: whether ways to make cash of properties are listed where they are an aside, as in
            a free moment; it takes long to find them.
    """
    top = table.top
    if top is None:
        return []
    rule = rules.tasks[type(top)]
    listed: list[AnyCommand] = []
    ask = rule.offers_to if raising or rule.onward_to is None else rule.onward_to
    if ask is not None:
        listed = ask(rules, table, top, seat)
    elif rule.offers is not None:
        listed = rule.offers(rules, table, top)
    return [command for command in listed if command.seat == seat]


@cache
def _leaving(seats: tuple[int, ...]) -> tuple[Leave, ...]:
    return tuple([Leave(seat) for seat in seats])


def forms(table: Table, rules: RuleSet) -> list[Form]:
    """Questions whose answer is filled in instead of chosen."""
    return _forms(rules, table, table.top) if table.top is not None else []


def _forms(rules: RuleSet, table: Table, top: AnyTask) -> list[Form]:
    asked, trade_forms = rules.tasks[type(top)].forms, trades(rules, table)
    return [*asked(rules, table, top), *trade_forms] if asked is not None else trade_forms
