"""What stands on a tile's card, and what lies on it."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen

from ketuk.engine.states import Effects
from ketuk.engine.table import BANK, Table
from ketuk.tui.screens.game import GameScreen
from ketuk.tui.session import Session
from ketuk.tui.telling.names import Names
from ketuk.tui.widgets.keybar import KeyBar
from ketuk.tui.widgets.plain import Static


class TileScreen(GameScreen[None], ModalScreen[None]):
    """One tile."""

    def __init__(self, session: Session, tile: int) -> None:
        super().__init__(session)
        self._tile = tile

    def compose(self) -> ComposeResult:
        """Name and lines."""
        with Vertical(classes="sheet"):
            yield Static(id="tile-name", classes="sheet-head")
            yield Static(id="tile-lines")
        yield KeyBar()

    def show_game(self) -> None:
        """Draw it."""
        names = self.session.names
        self.query_one("#tile-name", Static).update(names.tile(self._tile))
        self.query_one("#tile-lines", Static).update("\n".join(lines(names, self._tile)))
        self.query_one(KeyBar).refresh()


def lines(names: Names, tile: int) -> list[str]:
    """What a player would want to know of a tile."""
    words, rules, table = names.words, names.rules, names.table
    printed, holding = rules.board.tiles[tile], table.holdings[tile]
    told = [words("screens.tile_number", number=tile)]
    if printed.group:
        cities = ", ".join(names.tile(t) for t in rules.board.siblings(tile))
        facts = {"group": printed.group, "zone": printed.zone, "cities": cities}
        told.append(words("screens.tile_group", **facts))
    if printed.deed is not None:
        told += _deed(names, table, tile)
    if holding.owner != BANK:
        told.append(words("screens.tile_owner", name=names.seat(holding.owner)))
    if holding.level:
        told.append(names.telling.names.level(holding.level))
    for on, key in ((holding.mortgaged, "mortgaged"), (holding.insurance, "insured"),
                    (table.state(Effects).flooded(tile), "flooded")):  # fmt: skip
        if on:
            told.append(words(f"screens.tile_{key}"))
    here = tuple(s for s in table.seats if table.player(s).at == tile)
    if here:
        told.append(words("screens.tile_pawns", names=names.seats(here)))
    return told


def _deed(names: Names, table: Table, tile: int) -> list[str]:
    words, rules = names.words, names.rules
    deed = rules.board.deed(tile)
    told = [words("screens.tile_price", price=deed.price,
                  mortgage=rules.mortgaging.value(rules, table, tile))]  # fmt: skip
    if deed.build_price:
        told.append(words("screens.tile_build", price=deed.build_price))
    for level, rent in enumerate(deed.rents):
        told.append(words("screens.tile_rent", step=names.telling.names.level(level), rent=rent))
    return told
