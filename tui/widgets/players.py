"""Who sits at the table, and how they stand."""

from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, JustifyMethod, RenderableType, RenderResult
from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text

from ketuk.tui.scenes.reel import STILL, InSight
from ketuk.tui.signs import SEATS, Signs, letters
from ketuk.tui.telling.names import Names
from ketuk.tui.telling.stuck import stuck
from ketuk.tui.telling.worth import worth_told
from ketuk.tui.widgets.asking import ROOMY
from ketuk.tui.widgets.plain import Static
from ketuk.tui.words import Words

COLUMNS = ("cash", "worth", "owned", "hand", "state")
SUMS = ("cash", "worth", "state")
"""What is left of them if there is no room."""
GAP = 2
LEAST_NAME = 4
FEW = 4
"""Players whose rows leave one for the column heads on a small screen too."""


def badge(seat: int, signs: Signs, letter: str) -> Text:
    """Shape and letter of a seat in its colour."""
    text = f"{signs.shapes[seat - 1]}{letter}"
    return Text(text, Style(color=SEATS[seat - 1], bold=True))


@dataclass(frozen=True)
class Rows:
    """The rows in whatever width they get: a name is cut before any sum is."""

    names: Names
    asked: int
    signs: Signs
    head: bool
    frame: InSight = STILL
    ruined: frozenset[int] = frozenset()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw them."""
        width = options.max_width
        yield players(self, width)


def players(rows: Rows, width: int) -> Grid:
    """One row a player: cash, net worth, debts, cards in hand, and where it is stuck; for a moment
    what the cash gained or lost.
    """
    names, signs, frame = rows.names, rows.signs, rows.frame
    words, table, gains = names.words, names.table, dict(frame.gains)
    grid = Grid(box=None, expand=True, show_header=rows.head, padding=(0, 1), header_style="dim")
    room = width - _taken(names, COLUMNS)
    shown = COLUMNS if room >= LEAST_NAME else SUMS
    room = max(width - _taken(names, shown), LEAST_NAME)
    grid.add_column(words("screens.col_player"), no_wrap=True, max_width=room)
    for key in shown:
        justify: JustifyMethod = "left" if key == "state" else "right"
        ratio = 1 if key == "state" else None
        grid.add_column(words(f"screens.col_{key}"), justify=justify, no_wrap=True, ratio=ratio)
    marks = letters([p.name for p in table.players])
    for seat, player in enumerate(table.players, 1):
        active = seat == table.turn.seat and table.phase == "turn"
        name = Text(signs.arrow if active else " ")
        name.append_text(badge(seat, signs, marks[seat - 1]))
        name.append(f" {player.name}", "bold reverse" if seat == rows.asked else "bold")
        if player.left:
            ruined = seat in rows.ruined
            gone = Text(words("screens.is_bankrupt" if ruined else "screens.has_left"), "dim")
            grid.add_row(name, *[""] * (len(shown) - 1), gone)
            continue
        cells: dict[str, RenderableType] = {
            "cash": Text(words.figure(player.cash), _cash_style(seat in frame.seats)),
            "worth": worth_told(names, seat),
            "owned": Text(str(len(table.owned(seat)))),
            "hand": Text(str(len(player.hand))),
            "state": _gain(words, gains.get(seat, 0)).append_text(_state(names, seat)),
        }
        grid.add_row(name, *(cells[key] for key in shown))
    return grid


def _cash_style(felt: bool) -> str:
    return "bold reverse" if felt else "bold"


def _gain(words: Words, amount: int) -> Text:
    """What cash gained or lost a moment ago; empty for nothing."""
    text = Text(no_wrap=True, overflow="ellipsis")
    if amount:
        sign, colour = ("+", "green") if amount > 0 else ("-", "red")
        text.append(f"{sign}{words.figure(abs(amount))} ", Style(color=colour, bold=True))
    return text


def _taken(names: Names, shown: tuple[str, ...]) -> int:
    """What these columns and the gaps between them take, without the name."""
    words, table = names.words, names.table
    sums = {
        "cash": [words.figure(player.cash) for player in table.players],
        "worth": [worth_told(names, seat) for seat in table.seats],
    }
    widths = [max(map(len, (*sums.get(k, ()), words(f"screens.col_{k}")))) for k in shown]
    return sum(widths) + GAP * (len(shown) + 1)


def _state(names: Names, seat: int) -> Text:
    states = ", ".join(stuck(names, seat))
    return Text(states, style="bold", no_wrap=True, overflow="ellipsis")


class Players(Static):
    """The rows themselves."""

    _rows = 0

    def show(
        self,
        names: Names,
        asked: int,
        signs: Signs,
        frame: InSight = STILL,
        ruined: frozenset[int] = frozenset(),
    ) -> None:
        """Draw them; column heads only where there is room."""
        head = self.screen.size.height >= ROOMY or len(names.table.players) <= FEW
        rows = len(names.table.players) + head
        self.update(Rows(names, asked, signs, head, frame, ruined), layout=rows != self._rows)
        self._rows = rows
