"""Kartu: every card that was drawn in the open, in order: its deck, itself, and who got it."""

from collections.abc import Iterable

from rich.text import Text

from ketuk.engine.events import CardKept, CardShown
from ketuk.rooms.past import Move
from ketuk.tui.screens.lines_page import LinesPage
from ketuk.tui.telling.names import Names


class Drawn(LinesPage):
    """One line a card, the last one at the end."""

    def show_game(self) -> None:
        room, words = self.session.room, self.session.words
        lines = drawn(self.session.names, (room.opening, *room.moves))
        none = Text(words("screens.drawn_none"), "dim")
        head = words("screens.drawn_head", count=len(lines))
        self.put(head, Text("\n").join(lines) if lines else none).scroll_end(animate=False)


def drawn(names: Names, moves: Iterable[Move]) -> list[Text]:
    """The cards of these moves, as everybody has seen them."""
    shown = [e for m in moves for e in m.events if isinstance(e, CardShown | CardKept)]
    lines = []
    for number, event in enumerate(shown, 1):
        facts = {"deck": names.telling.names.deck(event.deck), "card": names.card(event.card)}
        line = Text(f"{number:>4}  ", "dim")
        line.append(names.words("screens.drawn_line", name=names.seat(event.seat), **facts), "none")
        lines.append(line)
    return lines
