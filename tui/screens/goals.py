"""What each player may reach: so many of so many, done, and what it brings."""

from rich.table import Table as Grid
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen

from ketuk.engine.rules.ruleset import Goal
from ketuk.tui.screens.game import GameScreen
from ketuk.tui.signs import letters, signs
from ketuk.tui.telling.names import Names
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import Static
from ketuk.tui.widgets.players import badge

DONE = "+"
"""Marks what was paid for, in any terminal."""


class GoalsScreen(GameScreen[None], ModalScreen[None]):
    """A line a goal, a column a player."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(id="goals-head", classes="sheet-head")
            yield Static(id="goals-lines")
        yield KeyBar()

    def show_game(self) -> None:
        words = self.session.words
        self.query_one("#goals-head", Static).update(words("screens.goals_head"))
        self.query_one("#goals-lines", Static).update(lines(self.session.names))


def lines(names: Names) -> Grid:
    """Every goal with its reward, and how far each player is."""
    words, table, rules = names.words, names.table, names.rules
    grid = Grid(box=None, padding=(0, 1), header_style="bold")
    grid.add_column("", overflow="fold", ratio=1)
    grid.add_column(words("screens.goals_reward"), justify="right", no_wrap=True)
    marks = letters([player.name for player in table.players])
    for seat in range(1, len(table.players) + 1):
        head = badge(seat, signs(), marks[seat - 1])
        grid.add_column(head, justify="right", no_wrap=True)
    for goal in rules.goals:
        goal_line = Text(f"{names.telling.names.term(f'goal_{goal.id}')}: ", "bold")
        goal_line.append(words.said(rules.texts[goal.id]), "not bold")
        seats = range(1, len(table.players) + 1)
        cells = [Text("" if table.player(s).left else progress(names, goal, s)) for s in seats]
        grid.add_row(goal_line, f"+{words.figure(goal.reward)}", *cells)
    return grid


def progress(names: Names, goal: Goal, seat: int) -> str:
    """How far a player is: ``2/3``, marked once it was paid for."""
    done, wanted = goal.progress(names.rules, names.table, seat)
    if goal.reached(names.table, seat, goal.id):
        return DONE
    return f"{names.words.figure(done)}/{names.words.figure(wanted)}"
