"""Which player: by digit, by Enter for who is on turn, or by tapping the own player card."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ketuk.codes.verdict import Accepted
from ketuk.tui.menu import ChoiceLine, Open
from ketuk.tui.screens.player_cards import PlayerCards
from ketuk.tui.session import Session
from ketuk.tui.telling.titles import title
from ketuk.tui.widgets.asking import Choices


class SeatScreen(PlayerCards[int]):
    """One of some seats, by default who is on turn; None if nobody was named."""

    asks_once = True

    def __init__(self, session: Session, key: str, seats: Sequence[int], **facts: object) -> None:
        super().__init__(session)
        self._key, self._seats, self._facts = key, tuple(seats), facts

    def show_game(self) -> None:
        names = self.session.names
        lines = tuple(ChoiceLine(names.seat(s), Open("trade", s)) for s in self._seats)
        words = self.session.words
        asked = self.session.table.active
        marked = self._seats.index(asked) if asked in self._seats else None
        head = words(self._key, **self._facts)
        self.put(head, words("screens.seat_tap"), lines, marked=marked)

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        if isinstance(event.choice.action, Open):
            self.dismiss(event.choice.action.seat)

    def card_seats(self) -> Collection[int]:
        """Those that can be chosen."""
        return self._seats

    def seat_tapped(self, seat: int) -> None:
        """That one."""
        self.dismiss(seat)

    def other_card(self, card: Accepted) -> None:
        """Say whose cards are an answer."""
        names = self.session.names
        facts = {"card": title(names, card.item), "names": names.seats(self._seats)}
        self.session.say("screens.seat_only", "bad", **facts)
