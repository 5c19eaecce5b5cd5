"""Who sits at the table, and how they stand."""

from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text

from ketuk.engine.rules.victory import shown_worth
from ketuk.engine.table import NOWHERE, Table
from ketuk.tui.menu.names import Names
from ketuk.tui.signs import SEATS, Signs, letters
from ketuk.tui.widgets.asking import ROOMY
from ketuk.tui.widgets.plain import Static

FEW = 4
"""Players whose rows leave one for the column heads on a small screen too."""


def badge(seat: int, signs: Signs, letter: str) -> Text:
    """Shape and letter of a seat in its colour."""
    text = f"{signs.shapes[seat - 1]}{letter}"
    return Text(text, Style(color=SEATS[seat - 1], bold=True))


def players(names: Names, asked: int, signs: Signs, *, head: bool) -> Grid:
    """One row a player: cash, net worth, debts, cards in hand, and where it is stuck."""
    words, table = names.words, names.table
    grid = Grid(box=None, expand=True, show_header=head, padding=(0, 1), header_style="dim")
    for key, justify in (("player", "left"), ("cash", "right"), ("worth", "right"),
                         ("owned", "right"), ("hand", "right"), ("state", "left")):  # fmt: skip
        grid.add_column(words(f"screens.col_{key}"), justify=justify, no_wrap=True,  # type: ignore[arg-type]
                        ratio=1 if key == "state" else None)  # fmt: skip
    marks = letters([p.name for p in table.players])
    for seat, player in enumerate(table.players, 1):
        active = seat == table.turn.seat and table.phase == "turn"
        name = Text(signs.arrow if active else " ")
        name.append_text(badge(seat, signs, marks[seat - 1]))
        name.append(f" {player.name}", "bold reverse" if seat == asked else "bold")
        if player.left:
            grid.add_row(name, "", "", "", "", Text(words("screens.has_left"), "dim"))
            continue
        worth = shown_worth(names.rules, table, seat)
        grid.add_row(
            name,
            Text(words.figure(player.cash), "bold"),
            words.figure(worth),
            str(len(table.owned(seat))),
            str(len(player.hand)),
            _state(names, table, seat),
        )
    return grid


def _state(names: Names, table: Table, seat: int) -> Text:
    words, told = names.words, []
    if table.player(seat).jail != NOWHERE:
        told.append(names.jail)
    owed = sum(d.amount for d in table.debts if d.debtor == seat)
    if owed:
        told.append(words("screens.owes", amount=owed))
    rents = sum(r.bill.total for r in table.rents if r.lander == seat)
    if rents:
        told.append(words("screens.rent_open", amount=rents))
    lent = [c for c in table.contracts if c.taker == seat]
    if lent:
        told.append(words("screens.contracts", count=len(lent)))
    return Text(", ".join(told), style="bold", no_wrap=True, overflow="ellipsis")


class Players(Static):
    """The rows themselves."""

    _rows = 0

    def show(self, names: Names, asked: int, signs: Signs) -> None:
        """Draw them; column heads only where there is room."""
        head = self.screen.size.height >= ROOMY or len(names.table.players) <= FEW
        rows = len(names.table.players) + head
        self.update(players(names, asked, signs, head=head), layout=rows != self._rows)
        self._rows = rows
