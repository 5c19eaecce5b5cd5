"""The events of one command in the making: the only mutable thing, and it lives for one command."""

from ketuk.engine.events import AnyEvent, Done, Planned
from ketuk.engine.evolve import FOLDS
from ketuk.engine.luck import Luck
from ketuk.engine.rules.ruleset import RuleSet
from ketuk.engine.table import AnyTask, Table

DONE = Done()


class Draft:
    """A table, the rules it is played by, and the events that a command has led to so far."""

    __slots__ = ("before", "events", "luck", "rules", "table")

    def __init__(self, table: Table, rules: RuleSet, luck: Luck) -> None:
        self.before = table
        """The table before the command."""
        self.table = table
        self.rules = rules
        self.luck = luck
        self.events: list[AnyEvent] = []

    def add(self, event: AnyEvent) -> None:
        """One more fact; the table follows at once."""
        self.table = FOLDS[type(event)](self.table, event)
        self.events.append(event)

    def plan(self, *tasks: AnyTask) -> None:
        """Put tasks on the agenda, the first to come first."""
        self.add(Planned(tasks[::-1]))

    def done(self) -> None:
        """The task on top of the agenda is over."""
        self.add(DONE)
