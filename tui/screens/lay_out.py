"""Susun meja: what lies where, to lay the physical table out again after a break."""

from rich.text import Text

from ketuk.engine.events import ContractMade
from ketuk.engine.states import Effects
from ketuk.engine.table import BANK, POT
from ketuk.tui.screens.lines_page import LinesPage
from ketuk.tui.telling.names import Names


class LayOut(LinesPage):
    """Money, pawns, property cards, buildings and markers, player by player."""

    def show_game(self) -> None:
        self.put(self.session.words("screens.lay_head"), laid(self.session.names))


def laid(names: Names) -> Text:
    """The whole table in words."""
    words, table = names.words, names.table
    text = Text()
    for seat, player in enumerate(table.players, 1):
        text.append(f"{player.name}\n", "bold")
        if player.left:
            text.append(f"  {words('screens.has_left')}\n")
            continue
        facts = {"cash": player.cash, "at": names.at(seat), "cards": len(player.hand)}
        text.append(f"  {words('screens.lay_player', **facts)}\n")
        text.append(f"  {words('screens.lay_cards', cards=_deeds(names, seat))}\n")
    text.append(f"\n{words('screens.lay_board')}\n", "bold")
    text.append(f"  {names.seat(POT)}: {words.figure(table.pot)}\n")
    for line in _board(names):
        text.append(f"  {line}\n")
    return text


def _deeds(names: Names, seat: int) -> str:
    words, table, deeds = names.words, names.table, []
    for tile in table.owned(seat):
        holding, name = table.holdings[tile], names.deed(tile)
        extra = [names.telling.names.level(holding.level)] if holding.level else []
        extra += [words("tiles.mortgaged")] if holding.mortgaged else []
        extra += [words("tiles.insured")] if holding.insurance else []
        deeds.append(f"{name} ({', '.join(extra)})" if extra else name)
    return ", ".join(deeds) or words("questions.nothing")


def _board(names: Names) -> list[str]:
    words, table, effects, lines = names.words, names.table, names.table.state(Effects), []
    if effects.floods:
        tiles = ", ".join(names.tile(f.tile) for f in effects.floods)
        lines.append(words("screens.lay_floods", tiles=tiles))
    if effects.festival is not None:
        lines.append(words("screens.lay_festival", tile=names.tile(effects.festival.at)))
    if effects.barricade is not None:
        lines.append(words("screens.lay_barricade", edge=names.edge(effects.barricade.at)))
    if effects.capital:
        lines.append(words("screens.lay_capital"))
    if table.event:
        lines.append(words("screens.state_event", card=names.card(table.event)))
    lines += [
        words(
            "screens.lay_debt",
            debtor=names.seat(debt.debtor),
            creditor=names.seat(debt.creditor),
            amount=debt.amount,
        )
        for debt in table.debts
    ]
    lines += names.telling.events([ContractMade(made) for made in table.contracts], table)
    free = [names.deed(t) for t in names.rules.board.deeds if table.holdings[t].owner == BANK]
    lines.append(words("screens.lay_bank", cards=", ".join(free) or words("questions.nothing")))
    if table.stock:
        houses, tops = table.stock[:2]
        lines.append(words("screens.state_stock", houses=houses, tops=tops))
    used = [
        f"{names.telling.names.deck(deck.name)}: "
        f"{words.figure(len(deck.unseen) + len(deck.bottom))}"
        for deck in table.decks
    ]
    lines.append(words("screens.lay_decks", decks=", ".join(used)))
    return lines
