"""The seats in the form of a new game: a line each, with a name and who plays it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.suggester import Suggester
from textual.widgets import Input

from ketuk.engine.players import STRONGEST
from ketuk.rooms.names import person
from ketuk.tui.people import remembered
from ketuk.tui.saved.again import turned
from ketuk.tui.widgets.plain import Static

if TYPE_CHECKING:
    from ketuk.engine.rules.ruleset import RuleSet
    from ketuk.tui.home import Home

MOST = 8
"""Seats of the form; a rule set may have fewer."""
LINES = range(1, MOST + 1)


class SeatLines(Vertical):
    """Names and players by line, from the top; lines without a name are no seats."""

    app: Home

    def __init__(self, rules: RuleSet) -> None:
        super().__init__(id="new-seats")
        self._rules, self._last = rules, MOST
        self.bots: dict[int, str] = {}
        """Lines that the program plays, and the name of the player that does."""

    def compose(self) -> ComposeResult:
        for line in LINES:
            with Horizontal(classes="seat-row", id=f"row-{line}"):
                yield Static(classes="seat-label", id=f"label-{line}")
                yield Input(
                    id=f"seat-{line}",
                    compact=True,
                    max_length=16,
                    suggester=NameSuggester(self),
                )
                yield Static(classes="seat-kind", id=f"kind-{line}")

    def fit(self, rules: RuleSet, last: int) -> None:
        """Show as many lines as these rules have seats, with players that they have."""
        self._rules, self._last = rules, last
        for line in LINES:
            self.query_one(f"#row-{line}").display = line <= last
        for line, player in self.bots.items():
            if player not in players_of(rules):
                self.bots[line] = players_of(rules)[0]

    def reword(self, least: int) -> None:
        words = self.app.words
        for line in LINES:
            key = "screens.seat" if line <= least else "screens.seat_free"
            self.query_one(f"#label-{line}", Static).update(words(key, seat=line))
            self.query_one(f"#kind-{line}", Static).update(self._kind(line))

    def field(self, line: int) -> Input:
        """Where the name is typed."""
        return self.query_one(f"#seat-{line}", Input)

    def name_of(self, line: int) -> str:
        """The name typed there."""
        return self.field(line).value.strip()

    @property
    def names(self) -> tuple[str, ...]:
        """The names typed, in the order of the seats."""
        return tuple(map(self.name_of, self.taken))

    @property
    def taken(self) -> tuple[int, ...]:
        """The lines with a name, from the top."""
        return tuple(line for line in range(1, self._last + 1) if self.name_of(line))

    @property
    def people(self) -> tuple[str, ...]:
        """Names of those that the program does not play."""
        return tuple(self.name_of(line) for line in self.taken if line not in self.bots)

    @property
    def open_line(self) -> int:
        """The line that is typed in; 0 for none."""
        at = self.screen.focused
        return next((line for line in LINES if self.field(line) is at), 0)

    @property
    def free_line(self) -> int:
        """The first line without a name; 0 for none."""
        return min(set(range(1, self._last + 1)).difference(self.taken), default=0)

    def give(self, line: int, name: str) -> None:
        """Put a name there, and go on to the next line."""
        self.field(line).value = name
        self.field(min(line + 1, self._last)).focus()

    def seat(self, line: int) -> None:
        """Somebody plays there, under a name that can be typed over."""
        if not self.name_of(line):
            self.field(line).value = self.app.words("screens.player_name", seat=line)
        self.field(line).focus()

    def turn(self) -> None:
        """Everybody one seat further, the first one last, with who plays them."""
        taken, before = self.taken, self.bots
        for line, name in zip(taken, turned(self.names), strict=True):
            self.field(line).value = name
        lines = zip(taken, turned(taken), strict=True)
        self.bots = {here: before[there] for here, there in lines if there in before}

    def next_kind(self, line: int) -> None:
        """The next kind of player plays there, people among them."""
        after = next_kind(self._rules, self.bots.pop(line, None))
        own_name = self.app.words("screens.bot_names").split(",")[line - 1]
        if after is not None:
            self.bots[line] = after
            if not self.name_of(line):
                self.field(line).value = own_name
        elif self.name_of(line) == own_name:
            self.field(line).value = ""

    def _kind(self, line: int) -> str:
        """Who plays a seat, as its line says it."""
        if line not in self.bots:
            return self.app.words("screens.seat_person")
        key = f"screens.bot_{self.bots[line]}" if self.bots[line] else "screens.seat_bot"
        return self.app.words.of(self._rules.meta.rules)(key)


class NameSuggester(Suggester):
    """Completes a name that was played with before, unless it sits at another place already."""

    def __init__(self, lines: SeatLines) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._lines = lines

    async def get_suggestion(self, value: str) -> str | None:
        """The name that begins so and was played with last."""
        begun = person(value)
        taken = {person(name) for name in self._lines.names} - {begun}
        known: Iterable[str] = remembered(self._lines.app.data)
        fitting = (n for n in known if person(n) not in taken and person(n).startswith(begun))
        return next(fitting, None)


def players_of(rules: RuleSet) -> tuple[str, ...]:
    """Names of the program's players for these rules: those of the set, or the usual one; and
    the strongest.
    """
    return (*(tuple(rules.bots) or ("",)), STRONGEST)


def next_kind(rules: RuleSet, now: str | None) -> str | None:
    """Who plays a seat after ``now``: people (None), then each of the program's players in turn."""
    players = players_of(rules)
    after = players.index(now) + 1 if now in players else 0
    return None if now == players[-1] else players[after]
